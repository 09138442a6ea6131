#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood advise: every kind of decision of gin and Hearts, as text and JSON, and what it says to nonsense.
set -euo pipefail
# shellcheck source=tests/support/cli.bash
. "$SRC/tests/support/cli.bash"

# says WORDS ARGUMENTS...: the command succeeds and prints WORDS.
says() {
    local words=$1
    shift
    run advise "$@" --worlds 64
    ((code == 0)) || fail "$(quoted "$@"): exit $code: $(<err)"
    grep -qF -- "$words" out || fail "$(quoted "$@"): '$words' is not in: $(<out)"
}

# refused WORDS ARGUMENTS...: exit 2, WORDS on stderr, nothing on stdout.
refused() {
    local words=$1
    shift
    run advise "$@"
    [[ $code == 2 && ! -s out ]] || fail "$(quoted "$@"): exit $code, not 2"
    grep -qF -- "$words" err || fail "$(quoted "$@"): '$(<err)' lacks '$words'"
}

# json FILTER ARGUMENTS...: the JSON fits the filter.
json() {
    local filter=$1
    shift
    run advise "$@" --worlds 64 --json
    jq -e "$filter" out >/dev/null || fail "$(quoted "$@"): not $filter: $(<out)"
}

hand="AC 2C 3C 7D 7H 7S KD QH 9C 4S"

# Gin: the first upcard, after a pass, a draw, a discard, a knock or go on.
says "4C melds at once: AC 2C 3C 4C" "$hand" --upcard 4C --score 40-25
grep -q "the first upcard is free" out || fail "nothing about the first upcard: $(<out)"
# shellcheck disable=SC2086
run advise $hand --upcard 4C --score 40-25 --worlds 64
cp out unquoted
says "Score 40-25, to 100" "$hand" --upcard 4C --score 40-25
cmp out unquoted || fail "cards in several words are others than in one"
json '.decision == "first-upcard" and .advice == "gin/1" and .stock == 31' "$hand" --upcard 4C --passed
json '.decision == "draw" and .stock == 29 and ([.moves[].move] | sort) == ["stock", "take"]' "$hand" --upcard 4C --seen "JS 6D"
json '.decision == "discard" and .moves[0].move == "discard" and (.moves | length) == 11 and .hand[0] == "AC"' \
    "$hand 9H" --upcard 5D --seen "JS 6C 8D" --took 6H
json '.decision == "knock" and ([.moves[] | select(.move == "knock")] | length) > 0' \
    "AC 2C 3C 7D 7H 7S 4D 2H 9C 9S 9H" --upcard 9S --seen "JS 6C"
json '.moves[0].move == "knock" and (.ideas | map(.idea) | index("gin") != null)' \
    "AC 2C 3C 7D 7H 7S 4C 9D 9C 9S 9H" --upcard 9S --seen "JS 6C" --score 90-0
# All that is promised of a move is there: worth, error bars, the champion's share, which sum to one.
json '(.moves | all(.worth.win >= 0 and .worth.win <= 1 and .error.win >= 0 and .behind_error.win >= 0 and .worlds >= 32)) and
    (.champion == null or ((.moves | map(.champion) | add) - 1 | fabs) < 0.02) and .moves[0].behind.win == 0 and
    (.ideas | length) > 0 and (.ideas | all(.text != "" and .idea != ""))' "$hand 9H" --upcard 5D --seen "JS 6C 8D"
# The same question gets the same answer; another seed asks other worlds.
run advise "$hand" --upcard 4C --json --worlds 64 --seed 7
cp out once
run advise "$hand" --upcard 4C --json --worlds 64 --seed 7
cmp out once || fail "the same seed gives two answers"
run advise "$hand" --upcard 4C --json --worlds 64 --seed 8
! cmp -s out once || fail "the seed changes nothing"
# Without the champion's weights the fast judge answers.
mkdir -p models
cp "$SRC"/models/mishra* models
DEADWOOD_MODELS=$PWD/models run advise "$hand" --upcard 4C --worlds 64 --json
jq -e '.champion == null and .moves[0].champion == null' out >/dev/null || fail "no champion, but: $(<out)"

# Hearts: pass, lead, follow, discard, a card without a choice.
thirteen="QS KS 4S 3H 9H 2D 5C 6C 7C JD KD AD 4H"
twelve="QS KS 4S 3H 9H 2D 6C 7C JD KD AD 4H"
hearts() { json "$1" --game hearts "${@:2}"; }
hearts '.decision == "pass" and .advice == "hearts/1" and (.moves[0].cards | length) == 3 and .champion != null' "$thirteen"
hearts '.decision == "lead" and (.moves | all(.cards != ["3H"]))' "$twelve" --seen "2C AC KC 5C" --score 12-30-5-40
hearts '.decision == "follow" and .moves[0].cards == ["QS"] and (.ideas | map(.idea) | index("gives-queen") != null)' \
    "$twelve" --seen "2C AC KC 5C" --trick "5S AS"
hearts '.decision == "follow" and (.moves | length) == 4' "$twelve" --seen "2C AC KC 5C" --trick "5D 8D" --pass hold
says "There is only one card to play: 2C" --game hearts "2C KS 4S 3H 9H 2D 5D 6D 7H JD KD AD 4H" --pass hold

# Nonsense.
refused "too few words"
refused "the hand has 9 cards: give ten before a draw, eleven before a discard" AC 2C 3C 7D 7H 7S KD QH 9C
refused "AC is there twice" AC AC 3C 7D 7H 7S KD QH 9C 4S
refused "'ZZ' is no card" "$hand" --upcard ZZ
refused "--upcard is missing" "$hand"
refused "100 points end a game to 100" "$hand" --upcard 4C --score 100-0
refused "'forty' is no score" "$hand" --upcard 4C --score forty
refused "--took: KD cannot be there" "$hand" --upcard 4C --took KD
refused "cannot have come about" "$hand" --upcard 4C --took "5S 6S 5D 6D"
refused "--trick is for Hearts: add --game hearts" "$hand" --upcard 4C --trick 5S
refused "--took is for gin: add --game gin" --game hearts "$thirteen" --took 5S
refused "the hand has 12 cards; after 0 tricks it has 13" --game hearts "$twelve"
refused "3 cards are no whole tricks" --game hearts "$twelve" --seen "2C AC KC"
refused "'up' is none of left, right, across and hold" --game hearts "$thirteen" --pass up
refused "--worlds" "$hand" --upcard 4C --worlds 3
refused "there is no rules preset" "$hand" --upcard 4C --rules contset
refused "there is no gin player" "$hand" --upcard 4C --judge champoin

"$DEADWOOD" advise "$hand" --upcard 4C --worlds 64 >/dev/full 2>err && fail "a full disk went unnoticed"
grep -q "standard output could not be written" err || fail "$(<err)"
