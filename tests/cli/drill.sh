#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood drill: positions are asked, graded and kept; one's own mistakes join them; the file survives what happens.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
export LC_ALL=C HOME=$PWD/home
unset XDG_DATA_HOME
mkdir home

# drill ARGUMENTS...: answers come from standard input
drill() {
    code=0
    "$DEADWOOD" drill "$@" >out 2>err || code=$?
    ! grep -qE 'Sanitizer|runtime error:|Assertion' err || fail "drill $(quoted "$@"): $(<err)"
}
says() { grep -qE -- "$1" out || fail "no '$1': $(<out) $(<err)"; }

# Kept in the data folder; an answer that cannot be is asked again, `why` counts as wrong, `skip` as nothing.
drill --count 2 < <(printf 'nonsense\nknock 2C\nskip\nwhy\nquit\n')
((code == 0)) || fail "exit code $code: $(<err)"
says '^Your hand: '
says 'I do not understand that. Words: take, stock, pass, discard CARD, knock CARD\.$'
says '^Best: '
says '^  - '
says '^It comes again in 10 minutes'
says '0 of 1 right'
book=home/.local/share/deadwood/drills.txt
(($(grep -c '^drill/1 game=gin ' $book) >= 2)) || fail "$(<$book)"
(($(grep -c 'wrong=1 ' $book) == 1)) || fail "not counted: $(<$book)"

# Solving what the set says: the best move is told by the first answer, so the second time it is known.
export XDG_DATA_HOME=$PWD/data
drill --kind discard --count 1 < <(printf 'why\n')
best=$(sed -n 's/^Best: \(discard\|knock with\) \(..\)\..*/\1 \2/p' out | sed 's/ with//')
[[ $best ]] || fail "no best move: $(<out)"
sed -i 's/ due=[0-9]* / due=0 /' data/deadwood/drills.txt
drill --kind discard --count 1 < <(printf '%s\n' "$best")
says '^Right: '
says '^It comes again in 1 day\.'
says '1 of 1 right'
grep -q 'step=1 .*right=1 wrong=1 ' data/deadwood/drills.txt || fail "$(<data/deadwood/drills.txt)"

# Hearts, from another file.
drill --game hearts --file h.txt --count 1 < <(printf 'nonsense\nwhy\n')
says '^Hearts, score you '
says 'I do not understand that. Words: a card, or pass CARD CARD CARD\.$'
says '^Best: '
grep -q '^drill/1 game=hearts ' h.txt || fail "$(<h.txt)"

# Games of one's own: mistakes join, cost and luck are counted once however often they are judged.
for game in gin hearts; do
    more=(simple --rules "contest,target=20" --games 10)
    [[ $game == gin ]] || more=(ducker --seating 1v3 --games 2)
    works match random "${more[@]}" --game $game --seed 3 --records "all-$game.rec" --quiet
    # A short hand, since judging takes its time.
    grep "^$game/1 " "all-$game.rec" | awk '{ print length($0) "\t" $0 }' | sort -n | cut -f 2 | sed -n 2p >mine-$game.rec
    drill --game $game --file own-$game.txt --add mine-$game.rec --player random </dev/null
    ((code == 0)) || fail "--add: $(<err)"
    says '^[0-9]+ hands, [0-9]+ decisions, [1-9][0-9]* of them mistakes; [1-9][0-9]* new drills'
    grep -c '^hand/1 ' own-$game.txt >hands
    cp own-$game.txt before.txt
    drill --game $game --file own-$game.txt --add mine-$game.rec --player random </dev/null
    says '; 0 new drills'
    cmp own-$game.txt before.txt
    works drill --game $game --file own-$game.txt --progress
    says '^  all '
    says 'luck [+-][0-9.]+, skill [+-][0-9.]+ a hand'
    works drill --game $game --file own-$game.txt --progress --json
    holds out '.kinds | length > 1 and (.[-1].name == "all") and ([.[:-1][].decisions] | add) == .[-1].decisions'
    holds out '.months | length == 1 and .[0].hands == '"$(<hands)"
    drill --game $game --file own-$game.txt --own --count 1 < <(printf 'why\n')
    says 'from a game of yours'
    refused 1 "nobody called 'me' plays there" drill --game $game --file own-$game.txt --add mine-$game.rec --player me
    cmp <(grep -c . own-$game.txt) <(grep -c . before.txt)
done

# Nothing asked, nothing kept.
drill --file none.txt </dev/null
says '^Nothing was asked\.$'
[[ ! -e none.txt ]] || fail 'a file of nothing'

# A damaged book is refused with its line and stays; so does one that somebody else uses.
cp h.txt damaged.txt && printf 'drill/1 game=chess\n' >>damaged.txt && cp damaged.txt same.txt
refused 1 "damaged.txt: line $(grep -c . damaged.txt): there is no game 'chess'" drill --game hearts --file damaged.txt
cmp damaged.txt same.txt
if command -v flock >/dev/null; then
    cp h.txt same.txt
    flock h.txt sleep 5 &
    sleep 0.3
    refused 1 'another .deadwood drill. uses it' drill --game hearts --file h.txt
    cmp h.txt same.txt
    wait
fi
refused 1 'is no file' drill --file .
for ((i = 1; i <= 3; i++)); do # killed at any moment the file is whole
    printf 'why\n%.0s' {1..10} >answers
    "$DEADWOOD" drill --file killed.txt <answers >/dev/null 2>&1 &
    pid=$!
    sleep "0.$((3 * i))"
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
    [[ ! -e killed.txt ]] || works drill --file killed.txt --progress
done

# What is asked for has to be there.
refused 2 "--idea: no drill of the set has 'cleverness'; there are .*safer" drill --idea cleverness
refused 2 "--kind: no drill of the set has 'lead'" drill --kind lead
refused 2 'out of range; give one from 1 to 5' drill --difficulty 6
refused 2 'files of games go with --add' drill some.rec
refused 2 '--add needs files' drill --add
refused 2 '--seed is for --make' drill --seed 3
refused 1 'missing.rec' drill --add missing.rec

# The shipped sets are what --make makes: their first line comes again.
for game in gin hearts; do
    works drill --game $game --make 1 --seed 1
    (($(grep -c "^drill/1 game=$game " out) == 1)) || fail "$(<out)"
    while read -r line; do
        grep -qxF -- "$line" "$SRC/src/coach/$game/$game.drills" || fail "not in the set: $line"
    done <out
done
