#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What deadwood play keeps: every moment opens again, one process at a time writes, a full disk and a damaged file lose
# nothing. tests/cli/play_kills.sh ends it at random moments.
set -euo pipefail
# shellcheck source=tests/support/cli.bash
. "$SRC/tests/support/cli.bash"
export LC_ALL=C
export DEADWOOD_TAG=$$
tag=DEADWOOD_TAG=$$

# until_true WORDS COMMAND...: waits for a condition.
until_true() {
    local what=$1 i
    shift
    for ((i = 0; i < 1500; i++)); do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.02
    done
    fail "waited for $what: $(cat out err)"
}

# starts ARGUMENTS...: the program with its input open at $to, its output in `out` and its messages in `err`.
starts() {
    [[ -p in ]] || mkfifo in
    rm -f out err # what an earlier program said is no answer of this one
    "$DEADWOOD" play --plain "$@" <in >out 2>err &
    player=$!
    exec {to}>in
}

# ends SIGNAL: by a signal, or by the end of its input.
ends() {
    [[ $1 == eof ]] || kill -s "$1" "$player"
    exec {to}>&-
    code=0
    { wait "$player" || code=$?; } 2>/dev/null
    ! grep -qE 'Sanitizer|runtime error:|Assertion' err || fail "$1: $(<err)"
}

# question: the last decision shown, with its cards.
question() { grep -E '^(Hand |Your |You may|You lead|Pass |Score|Points|Enter)' "$1" | tail -2; }

accepted() { # SAVE WHAT
    run replay "$1"
    ((code == 0)) || fail "$2: replay: $(<err)"
    run analyze "$1" --samples 64 --quiet --threads 1 "${@:3}"
    ((code == 0)) || fail "$2: analyze: $(<err)"
}
fast=(--estimator uniform --judge simple)

# ---- The first decision: nothing was done yet, and the cards are kept ----

for way in KILL TERM HUP INT QUIT eof; do
    for game in gin hearts; do
        bot=simple
        [[ $game == gin ]] || bot=ducker
        starts $bot --game "$game" --seed 8 --record "first-$game-$way.rec"
        until_true "a question" grep -q 'help, quit?' out
        ends "$way"
        shown=$(question out)
        [[ $way == KILL ]] || grep -q "play --resume first-$game-$way.rec" out || fail "$way: does not say how to go on: $(<out)"
        play --resume "first-$game-$way.rec" </dev/null
        ((code == 0)) || fail "$game, $way: $(<err)"
        [[ $(question out) == "$shown" ]] || fail "$game, $way: another decision: $(question out), not $shown"
    done
done
accepted first-gin-KILL.rec "first decision" "${fast[@]}"
accepted first-hearts-KILL.rec "first decision"

# ---- A program that thinks: it says so, and whatever ends the game then leaves it whole ----

gate() { # GAME PLAYER: answers once the file `open` is there, and leaves `asked` when it is asked
    cat >"gate-$1" <<P
#!/bin/sh
while [ ! -e started ]; do sleep 0.02; done
"$DEADWOOD" bot $2 --game $1 | while IFS= read -r line; do
    case \$line in move*) : >asked; while [ ! -e open ]; do sleep 0.02; done ;; esac
    printf '%s\n' "\$line"
done
P
    chmod +x "gate-$1"
}
gate gin simple
gate hearts ducker
words=(pass stock 'pass 2C 3C 4C' 'hint')
for way in KILL TERM HUP INT QUIT; do
    for game in gin hearts; do
        rm -f started asked open
        save=thinks-$game-$way.rec
        starts "exec:./gate-$game" --game "$game" --seed 8 --record "$save"
        [[ $game == gin ]] || {
            until_true "the pass" grep -q 'Pass 3 cards' out
            hand=$(grep '^Your hand' out)
            echo "pass $(grep -oE '\b[2-9TJQKA][CDHS]\b' <<<"$hand" | head -3 | tr '\n' ' ')" >&"$to"
        }
        [[ $game == hearts ]] || until_true "gin's first words" test -s out -o -s err
        [[ $game == hearts ]] || ! grep -q 'Your move' out || printf '%s\n' "${words[@]:0:2}" >&"$to"
        until_true "a word about the start" grep -q '^Starting exec:./gate-' err
        : >started
        until_true "the program to be asked" test -e asked
        ends "$way"
        if [[ $way != KILL ]]; then
            ((code == 130)) || fail "$way: exit code $code"
            grep -q "play --resume $save" out || fail "$way: does not say how to go on: $(<out)"
        fi
        none_left "$game, $way"
        works replay "$save"
        grep -q 'unfinished: .* is to' out || fail "$game, $way: replay says nothing: $(<out)"
        : >open
        play --resume "$save" </dev/null
        ((code == 0)) || fail "$game, $way: not taken up: $(<err)"
        grep -qE '(Your move|You may play|You lead)' out || fail "$game, $way: did not go on: $(<out)"
        ! grep -q 'moves for it\|plays its hand on' out || fail "$game, $way: the program failed: $(<out)"
    done
done
accepted thinks-hearts-KILL.rec "hearts, while the bot thinks"
accepted thinks-gin-KILL.rec "gin, while the bot thinks" "${fast[@]}" --json
# What a seat has come to is what it could expect, its skill, its luck, and what the other's skill took from it.
# shellcheck disable=SC2016 # jq's variable
holds out '[.hands[] | .unfinished] == [true] and ([.hands[].seats | (., reverse) | .[1].skill.points as $other | .[0]
    | .result.points - .expected.points - .skill.points + $other - .luck.points | fabs < 1e-6] | all)'

# A program that dies in a game is told of, and the game goes on and is kept.
play "$(faulty crash)" --seed 8 --record crash.rec < <(printf 'pass\nstock\n')
((code == 0)) || fail "a crash: $code: $(<err)"
grep -qE 'The bot .*signal 11.*; the house moves for it' out || fail "a crash: $(<out)"
accepted crash.rec "a crash" "${fast[@]}"
play --resume crash.rec </dev/null
((code == 0)) || fail "a crash: not taken up: $(<err)"

# ---- One process at a time ----

starts simple --seed 8 --record locked.rec
until_true "a question" grep -q 'help, quit?' out
cp locked.rec before.rec
cp out first-out
refused 1 "another .deadwood play. goes on with this game" play --resume locked.rec
refused 1 "another .deadwood play. goes on with this game|there already" play simple --record locked.rec
cmp locked.rec before.rec
echo stock >&"$to"
ends eof
play --resume locked.rec </dev/null
((code == 0)) || fail "the lock is still there: $(<err)"
# Who is about to end is waited for.
flock -x locked.rec sleep 0.3 &
holder=$!
until_true "the holder" bash -c '! flock -n locked.rec true'
play --resume locked.rec </dev/null
((code == 0)) || fail "does not wait for a lock: $(<err)"
wait "$holder"
# A file that somebody put there meanwhile stays.
starts simple --seed 8 --record mine.rec
until_true "a question" grep -q 'help, quit?' out
echo 'somebody else' >theirs
mv theirs mine.rec
printf 'pass\nstock\nquit\n' >&"$to"
ends eof
grep -q 'another file there, which stays' out || fail "overwrote it silently: $(<out)"
grep -q 'somebody else' mine.rec || fail "overwrote it"

# ---- A full disk ----

new_games() { for ((i = 0; i < 60; i++)); do printf 'new\npass\nstock\n'; done; }
(
    ulimit -f 2 # blocks of 1024 bytes
    new_games | "$DEADWOOD" play simple --seed 8 --record full.rec 2>&1 || echo "exit code $?"
) | cat >out
grep -q 'could not be saved: full.rec: cannot be written: File too large' out || fail "silent: $(tail -5 out)"
grep -q 'exit code 1' out || fail "a full disk: $(tail -5 out)"
(($(wc -l <full.rec) > 1)) || fail "nothing is kept"
works replay full.rec
play --resume full.rec </dev/null
((code == 0)) || fail "a full disk: not taken up: $(<err)"
[[ ! -e full.rec.saving ]] || fail "half a file is left"
play simple --seed 8 --record /dev/full < <(printf 'pass\nquit\n')
grep -q 'could not be saved: /dev/full: cannot be written: No space' out || fail "silent: $(<out)"

# ---- Damage ----

# sentence FILE WORDS: refused with these words, and left as it is.
sentence() {
    cp "$1" before.rec
    refused 1 "$2" play --resume "$1"
    cmp "$1" before.rec
}
printf 'pass\nstock\nKH\nKS\nQS\nnew\npass\nstock\n' >some
play simple --seed 3 --record good.rec <some
(($(wc -l <good.rec) == 2)) || fail "no two hands: $(<good.rec)"
sed 's,^gin/1,gin/2,' good.rec >other.rec && sentence other.rec "other.rec, line 1: 'gin/2' begins no record"
sed '2s,rules=contest,rules=contest.rules,' good.rec >other.rec && sentence other.rec "other.rec, line 2: rules"
sed '2s,result=unfinished,result=unfinisht,' good.rec >other.rec && sentence other.rec "other.rec, line 2: "
sed 's,|simple ,|nobody ,' good.rec >other.rec && sentence other.rec "the bot cannot play on"
head -c -20 good.rec >other.rec && sentence other.rec "was cut short"
: >other.rec && sentence other.rec "holds no game"
mkdir folder
refused 1 "is no file" play --resume folder
refused 1 "is no file" play --resume /dev/zero
refused 1 "is no file" play simple --record in
play --game hearts ducker --seed 3 --record hearts.rec < <(printf 'pass 4C 5C KC\n')
for file in good.rec hearts.rec; do
    size=$(wc -c <$file)
    for ((i = 0; i < $(effort 30 4); i++)); do
        at=$((RANDOM * 32768 % size + RANDOM % 100))
        ((at < size)) || at=$((at % size))
        cp $file flipped.rec
        byte=$(od -An -tu1 -j $at -N 1 flipped.rec)
        # shellcheck disable=SC2059 # the byte
        printf "$(printf '\\%03o' $((byte ^ (1 << RANDOM % 8))))" | dd of=flipped.rec bs=1 seek=$at conv=notrunc status=none
        cp flipped.rec before.rec
        run play --resume flipped.rec
        ((code <= 2)) || fail "byte $at of $file: exit code $code"
        ((code == 0)) || (($(grep -c '^deadwood: ' err) == 1)) || fail "byte $at of $file: no sentence: $(<err)"
        # A flipped bit can make another legal game, with a bot to move: that one goes on, and keeps what was there.
        if ! cmp -s flipped.rec before.rec; then
            ((code == 0)) || fail "byte $at of $file: exit code $code, and the damaged file was changed"
            [[ $(<flipped.rec) == "$(sed '$s, result=.*,,' before.rec)"* ]] || fail "byte $at of $file: what was there is lost"
        fi
    done
done

# A save of before there were unfinished hands: written as resigned, even where the bot was to act.
sed 's,result=unfinished over=no,result=forfeit\,0\,resigned over=won\,1,' thinks-gin-KILL.rec | sed 's,exec:[^ ]*,simple,' >old.rec
play --resume old.rec < <(printf 'show\n')
((code == 0)) || fail "an old save: $(<err)"
grep -q 'Your move' out || fail "an old save: $(<out)"
works replay old.rec

# ---- Names cannot write to the terminal ----

printf '#!/bin/sh\nexec "%s" bot simple\n' "$DEADWOOD" >$'e\e[31mvil'
chmod +x $'e\e[31mvil'
play "exec:./"$'e\e[31mvil' --seed 8 --record evil.rec < <(printf 'pass\nstock\nquit\n')
! grep -q $'\e' out err || fail "an escape: $(cat -v out err)"
play --resume evil.rec </dev/null
! grep -q $'\e' out err || fail "an escape: $(cat -v out err)"
