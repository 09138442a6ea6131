#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood play as lines of text: words, records, undo, taking a game up again, any bytes.
# The screen is tests/unit/app/test_play.c.
set -euo pipefail
# shellcheck source=tests/support/cli.bash
. "$SRC/tests/support/cli.bash"
export LC_ALL=C

# A hand to its end: taking and knocking never, the bot ends it.
words() {
    echo pass
    for ((i = 0; i < 60; i++)); do printf 'stock\n'; for c in K Q J T 9 8 7 6 5 4 3 2 A; do
        for s in C D H S; do echo "$c$s"; done; done; done
}
head -c 200000 < <(words) >words.txt || true
play simple --seed 3 --record hand.rec <words.txt
((code == 0)) || fail "exit code $code: $(<err)"
grep -q 'Your hand: ' out || fail "no hand"
grep -qE '(You|simple) scores? [0-9]+\.|nobody scores' out || fail "no end: $(tail -5 out)"
grep -q 'Score: you' out || fail "no score"
"$DEADWOOD" replay hand.rec >replayed
grep -q '^Game 3, hand 0 (contest): you 0, simple 0;' replayed || fail "not a record: $(head -3 replayed)"
works analyze hand.rec --player you --samples 64 --quiet
grep -q '^you: ' out || fail "no analysis"

# The same words and seed give the same game; undo too.
play simple --seed 3 --record again.rec <words.txt
cmp hand.rec again.rec
printf 'take\npass\nstock\nundo\nundo\nundo\nundo\nhint\nshow\nhelp\nfoo\ndiscard\ndiscard ZZ\nknock\nsave\nquit\n' >w
play simple --seed 3 --record undo.rec <w
((code == 0)) || fail "exit code $code: $(<err)"
for word in 'Taken back' 'nothing to take back' 'With the best move' 'take (u)' 'do not understand' 'Which card' 'no card'; do
    grep -qF "$word" out || fail "no '$word': $(<out)"
done

# A game that was left goes on where it was; what is left is an unfinished hand, which is a record as any.
play simple --seed 7 --record left.rec < <(printf 'stock\nKH\nstock\n')
((code == 0)) || fail "exit code $code"
tail -1 out | grep -q 'deadwood analyze left.rec' || fail "does not say where it is: $(tail -3 out)"
grep -q 'result=unfinished over=no' left.rec || fail "not unfinished: $(<left.rec)"
works replay left.rec
grep -q 'unfinished: you is to play' out || fail "replay says nothing: $(<out)"
play --resume left.rec < <(printf 'show\n')
grep -q 'Stock 2[0-9]' out || fail "did not go on: $(<out)"
cp left.rec before.rec
play --resume left.rec </dev/null
cmp left.rec before.rec
play --resume left.rec <words.txt
"$DEADWOOD" replay left.rec >/dev/null || fail "the record is broken"
grep -c . left.rec >lines
play --resume left.rec < <(printf 'new\nstock\npass\nstock\nquit\n')
works replay left.rec
(($(grep -c . left.rec) > $(<lines))) || fail "the new game is not kept"

# Rules, other players, a program as bot.
play heisenbot --rules oklahoma --seed 5 --record okl.rec < <(printf 'hint\nquit\n')
grep -q 'to 100' out || fail "no oklahoma"
play "exec:$DEADWOOD bot simple" --seed 7 --record exec.rec < <(printf 'stock\nKH\nundo\nundo\nstock\nKH\nquit\n')
((code == 0)) || fail "program: $code: $(<err)"
! grep -q 'the house moves for it' out || fail "the program failed: $(<out)"

# A program that comes into a game that has begun hears the finished hand again, or is told the
# hands before it if it asks for them: one is over.
# shellcheck disable=SC2016 # for the program's own shell
printf '#!/bin/sh\ntee -a heard | "$DEADWOOD" bot "$1"\n' >listen
chmod +x listen
goes_on() { # WORDS SIGN: $record resumed, the program hears a line like this
    : >heard
    play --resume "$record" < <(tr ' ' '\n' <<<"$1")
    ! grep -q 'the house moves for it' out || fail "the program failed: $(<out)"
    grep -q "$2" heard || fail "after '$1' no $2: $(<heard)"
}
record=simple.rec
play "exec:./listen simple" --seed 3 --record "$record" <words.txt
! grep -q 'past' heard || fail "a past before a hand was over: $(grep newdeal heard)"
goes_on 'next pass stock quit' '^newdeal 1 starter '
goes_on 'KH QH undo quit' '^newdeal 1 starter '
! grep -q '^past' heard || fail "a past that nobody asked for: $(grep '^past' heard)"
: >heard
record=champion.rec
play "exec:./listen champion" --seed 3 --record "$record" <words.txt
! grep -q '^past' heard || fail "a past before a hand was over: $(grep '^past' heard)"
goes_on 'next take KH stock undo quit' '^past 0 starter [01] scores 0 0 first .. play .* hands .* end '
grep -A1 '^past 0' heard | grep -q '^ping' || fail "no ping behind the past: $(<heard)"

# The default file lies in the data folder.
XDG_DATA_HOME=$PWD/data HOME=$PWD play simple --seed 3 < <(printf 'take\npass\nstock\nquit\n')
ls data/deadwood/games/gin-*.rec >/dev/null || fail "no default file"

# Any bytes: it goes on and ends well.
for seed in 1 2 3; do
    tail -c "+$((seed * 100000))" "$DEADWOOD" | head -c 60000 >noise || true # a program is as good as noise
    play simple --seed 3 --record "noise$seed.rec" <noise
    ((code == 0)) || fail "noise $seed: exit code $code: $(<err)"
done
play simple --seed 3 --record long.rec < <(head -c 3000000 /dev/zero | tr '\0' 'd')
((code == 0)) || fail "a long line: $code"

# What it refuses.
refused 1 "there already" play simple --record hand.rec
refused 2 "leave them out" play simple --resume hand.rec
refused 1 "missing.rec" play --resume missing.rec
refused 1 "no games of" play --resume "$SRC/tests/golden/simple-simple.rec"
refused 2 "there is no gin player" play nobody
refused 2 "rules|preset" play --rules nonsense
: >empty.rec
refused 1 "holds no game" play --resume empty.rec

# A full disk or a folder that may not be written to is told, and the game goes on.
play simple --seed 3 --record nowhere/x.rec < <(printf 'take\npass\nstock\nquit\n')
grep -q 'could not be saved' out || fail "silent: $(<out)"
((code == 1)) || fail "exit code $code"
