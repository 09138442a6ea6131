#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood play --game hearts as lines of text: words, records, undo, taking a game up again, any bytes; and deadwood
# analyze on what was played. The screen is tests/unit/app/test_play_hearts.c.
set -euo pipefail
# shellcheck source=tests/support/cli.bash
. "$SRC/tests/support/cli.bash"
export LC_ALL=C

hearts() { play --game hearts "$@"; }

# A hand to its end: every card is tried until one is legal.
cards() {
    for ((i = 0; i < ${1:-13}; i++)); do for c in 2 3 4 5 6 7 8 9 T J Q K A; do
        for s in C D S H; do echo "$c$s"; done; done; done
}
{
    echo "pass 4C 5C KC"
    cards
    echo review
} >words.txt
hearts ducker --seed 3 --record hand.rec <words.txt
((code == 0)) || fail "exit code $code: $(<err)"
for word in 'Your hand: clubs 4C 5C KC; diamonds 3D' 'You were passed ' 'Follow suit' 'took the trick with' 'Points of the hand: ' \
    'Enter for the next hand' ' decisions'; do
    grep -qF "$word" out || fail "no '$word': $(tail -40 out)"
done
"$DEADWOOD" replay hand.rec >replayed
grep -q '^Game 3, hand 0 (standard): you 0, ducker(1) 0, ducker(2) 0, ducker(3) 0; cards go left' replayed || fail "not a record: $(head -3 replayed)"
! grep -q 'taken out' replayed || fail "a whole hand that was left"

# The same words and seed give the same game; undo too.
hearts ducker --seed 3 --record again.rec <words.txt
cmp hand.rec again.rec
{
    printf 'undo\nhint\npass QS\npass 4C 4C 5C\nZZ\nfoo\npass 4C 5C KC\n'
    cards 1
    printf 'undo\nundo\nundo\nundo\nshow\nhelp\nreview\nsave\nquit\n'
} >w
hearts ducker --seed 3 --record undo.rec <w
((code == 0)) || fail "exit code $code: $(<err)"
for word in 'nothing to take back' 'by what you pass' 'Pass 3 cards of your hand' 'each once' 'do not understand' 'Taken back' \
    'Hearts are not broken' 'cards to pass on' 'comes after the hand' 'Saved: undo.rec'; do
    grep -qF "$word" out || fail "no '$word': $(<out)"
done

hearts ducker --seed 3 --record gone.rec < <(printf 'pass 4C 5C KC\nundo\nquit\n')
grep -q ' pass= play= faults=none result=unfinished ' gone.rec || fail "what was taken back is kept: $(<gone.rec)"

# A game that was left goes on where it was; what is left is an unfinished hand, which is a record as any.
{
    echo "pass 4C 5C KC"
    cards 1
} >some.txt
hearts expert random ducker --seed 3 --record left.rec <some.txt
((code == 0)) || fail "exit code $code: $(<err)"
tail -1 out | grep -q 'deadwood analyze left.rec' || fail "does not say where it is: $(tail -3 out)"
grep -qE 'players=you\|expert\|random\|ducker .* faults=none result=unfinished over=no$' left.rec || fail "$(<left.rec)"
works replay left.rec
hands=$(grep '^Your hand' <(play --resume left.rec </dev/null; cat out) | tail -1)
cp left.rec before.rec
play --resume left.rec </dev/null
cmp left.rec before.rec
play --resume left.rec < <(printf 'show\n')
grep -qF "$hands" out || fail "another hand: $(<out)"
play --resume left.rec < <(cards)
works replay left.rec
! grep -q unfinished left.rec || fail "still left: $(<left.rec)"
play --resume left.rec < <(printf 'show\n')
grep -q '^Enter for the next hand' out || fail "not at its end: $(<out)"
play --resume left.rec < <(printf '\nshow\n')
grep -q '^Hand 2\.' out || fail "did not go on: $(<out)"
play --resume left.rec < <(printf 'new\nquit\n')
works replay left.rec

# A whole game: bots' points reach the target, somebody wins, and the next game follows.
{
    for ((hand = 0; hand < 30; hand++)); do
        cards 13
        echo
    done
} >game.txt
hearts random --rules target=10,pass=0 --seed 5 --record game.rec <game.txt
((code == 0)) || fail "exit code $code: $(<err)"
grep -qE '(wins? the game|The game is drawn)\.' out || fail "no end: $(tail -5 out)"
works replay game.rec
grep -q 'game=6 ' game.rec || fail "no second game"
hearts random --rules paper --seed 5 --record paper.rec <game.txt
works replay paper.rec

# Programs as bots play as the players they are; a card taken back and a game taken up again, they go on.
program="exec:'$DEADWOOD' bot ducker --game hearts"
hearts "$program" ducker "$program" --seed 3 --record program.rec <words.txt
((code == 0)) || fail "programs: $code: $(<err)"
! grep -q 'plays its hand on' out || fail "a program failed: $(<out)"
cmp <(sed 's/ players=[^ ]*//' program.rec) <(sed 's/ players=[^ ]*//' hand.rec)
hearts "$program" --seed 3 --record taken.rec < <(
    cat some.txt
    printf 'undo\nundo\n'
    cards 2
    printf 'new\npass 4C 5C KC\nquit\n'
)
((code == 0)) || fail "programs: $code: $(<err)"
grep -q 'Taken back' out || fail "nothing was taken back: $(<out)"
! grep -q 'plays its hand on' out || fail "a program failed: $(<out)"
hearts "$program" --seed 3 --record taken-up.rec <some.txt
play --resume taken-up.rec < <(cards)
((code == 0)) || fail "programs: $code: $(<err)"
! grep -q 'plays its hand on' out || fail "a program failed: $(<out)"
cmp <(sed 's/ players=[^ ]*//' taken-up.rec) <(sed 's/ players=[^ ]*//' hand.rec)

# Programs that fail are told of, a sentence each; their hands go on and the next ones begin as if nothing was.
tag=DEADWOOD_TAG=$$
for ((hand = 0; hand < 2; hand++)); do
    cards 13
    echo
done >hands.txt
env "$tag" "$DEADWOOD" play --game hearts "$(faulty crash)" "$(faulty foreign-card)" "$(faulty exit-at-once)" \
    --rules pass=0 --seed 4 --record failing.rec <hands.txt >out 2>err || fail "programs that fail: $(<err)"
none_left "programs that fail"
for word in 'West .*signal 11 .*; solver plays its hand on' "North answered 'play:.*', which is not legal there; solver plays" \
    'East .*exited with code 4; solver plays its hand on'; do
    (($(grep -cE "^$word" out) >= 2)) || fail "'$word' not in every hand: $(<out)"
done
works replay failing.rec
! grep -vq ' faults=none ' failing.rec || fail "who failed lost by it: $(<failing.rec)"
(($(wc -l <failing.rec) >= 2)) || fail "no second hand: $(<out)"
refused 2 "No such file" play --game hearts exec:./no-such-program
refused 2 "letters" play --game hearts "exec:$(printf 'x%.0s' {1..700})"

# The default file lies in the data folder.
XDG_DATA_HOME=$PWD/data HOME=$PWD hearts ducker --seed 3 <some.txt
ls data/deadwood/games/hearts-*.rec >/dev/null || fail "no default file"

# Any bytes: it goes on and ends well.
for seed in 1 2; do
    tail -c "+$((seed * 100000))" "$DEADWOOD" | head -c 60000 >noise || true # a program is as good as noise
    hearts ducker --seed 3 --record "noise$seed.rec" <noise
    ((code == 0)) || fail "noise $seed: exit code $code: $(<err)"
done
hearts ducker --seed 3 --record long.rec < <(head -c 3000000 /dev/zero | tr '\0' 'd')
((code == 0)) || fail "a long line: $code"

# What it refuses.
refused 1 "there already" play --game hearts ducker --record hand.rec
refused 2 "leave them out" play ducker --resume hand.rec
refused 1 "no games of" play --resume "$SRC/tests/golden/hearts-ducker-random.rec"
refused 2 "one bot for all seats, or three" play --game hearts ducker ducker
refused 2 "there is no hearts player" play --game hearts nobody
refused 2 "gin is for one bot" play simple simple simple
refused 2 "rules|preset" play --game hearts --rules nonsense
hearts ducker --seed 3 --record nowhere/x.rec <some.txt
grep -q 'could not be saved' out || fail "silent: $(<out)"
((code == 1)) || fail "exit code $code"

# What it was worth: words, every decision, JSON the same for any number of threads.
quick=(--samples 64 --quiet)
works analyze hand.rec "${quick[@]}"
grep -q '^Game 3, hand 0: you took ' out || fail "no head: $(head -3 out)"
grep -qE '^you: .* in [0-9]+ decisions.*; took [0-9]+ points? in 1 hand; skill [-+.0-9]+, luck [-+.0-9]+ points$' out || fail "no summary: $(tail -3 out)"
lines=$(wc -l <out)
works analyze hand.rec --all "${quick[@]}"
(($(wc -l <out) > lines)) || fail "--all shows no more"
grep -q 'pass, you: 4C 5C KC' out || fail "no pass"
works analyze hand.rec --player you --json "${quick[@]}" --threads 1
cp out one.json
works analyze hand.rec --player 0 --json "${quick[@]}" --threads 3
cmp out one.json
holds one.json '.game == "hearts" and .worlds == 64 and (.hands | length) == 1 and (.players | length) == 2'
holds one.json '[.hands[].decisions[] | .seat == 0 and .cost >= 0 and (.cost == 0 or .cost == .gap) and .gap_error >= 0] | all'
holds one.json '[.hands[].decisions[] | [.played] - [.candidates[].cards] == []] | all'
holds one.json '[.hands[].seats[], .players[] | .account | (.expected - .result - .skill - .others - .luck) * 1000 | floor | . == 0 or . == -1] | all'
holds one.json '[.hands[].seats[].account | .luck - ([.luck_from[]] | add) | fabs < 1e-6] | all'
holds one.json '([.hands[].seats[].account.luck] | add | fabs < 1e-6) and ([.hands[].decisions[].luck] | length) == (.hands[0].decisions | length)'
works analyze left.rec "${quick[@]}"
hearts ducker --seed 3 --record resigned.rec <some.txt
works analyze resigned.rec "${quick[@]}"
grep -q 'no account of luck: the hand is unfinished' out || fail "luck of a hand that was left: $(<out)"
! grep -q ', luck ' out || fail "luck of a hand that was left: $(<out)"
refused 1 "nobody is called" analyze hand.rec --player nobody "${quick[@]}"
refused 1 "no game 77" analyze hand.rec --game 77 "${quick[@]}"
refused 2 "is for gin" analyze hand.rec --out folder

# The page: complete in itself, a row for every decision and one for the head.
works analyze hand.rec --player you --html page.html "${quick[@]}"
[[ $(head -1 page.html) == '<!DOCTYPE html>' && $(tail -1 page.html) == *'</html>' ]] || fail "the page is cut"
! grep -qE 'src=|href=|<script' page.html || fail "the page loads something"
(($(grep -o '<tr>' page.html | wc -l) == $(jq '.hands[0].decisions | length' one.json) + 1)) || fail "rows are missing"
(($(grep -o '</tr>' page.html | wc -l) == $(grep -o '<tr>' page.html | wc -l))) || fail "rows are open"
grep -q '<h2>Game 3, hand 0: you took ' page.html || fail "no head"
grep -q 'points; skill .*, luck ' page.html || fail "no luck"
(($(grep -c '<svg' page.html) == 1)) || fail "not one line for the one that is judged"
refused 1 "nowhere" analyze hand.rec --html nowhere/page.html "${quick[@]}"
refused 2 "none of quick" analyze hand.rec --effort much
