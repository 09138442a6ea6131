#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood melds: what a hand is worth, as text and JSON, and what it says to nonsense.
set -euo pipefail

fail() {
    echo "melds.sh: $*" >&2
    exit 1
}

# says WORDS ARGUMENTS...: the command succeeds and prints WORDS.
says() {
    local words=$1
    shift
    "$DEADWOOD" melds "$@" >out.txt || fail "$*: exit $?"
    grep -qF -- "$words" out.txt || fail "$*: '$words' is not in: $(cat out.txt)"
}

# refuse WORDS ARGUMENTS...: the command exits with 2 and says WORDS on stderr, nothing on stdout.
refuse() {
    local words=$1 got=0
    shift
    "$DEADWOOD" melds "$@" >out.txt 2>err.txt || got=$?
    [[ $got == 2 && ! -s out.txt ]] || fail "$*: exit $got, not 2"
    grep -qF -- "$words" err.txt || fail "$*: '$(cat err.txt)' lacks '$words'"
}

# json FILTER ARGUMENTS...: the JSON fits the filter.
json() {
    local filter=$1
    shift
    "$DEADWOOD" melds "$@" --json | jq -e "$filter" >/dev/null || fail "$*: not $filter"
}

hand="AC 2C 3C 7D 7H 7S KD QH 9C 4S"

# Ten cards, quoted, unquoted and packed alike.
says "10 cards, deadwood 33" "$hand"
cp out.txt quoted.txt
# shellcheck disable=SC2086
"$DEADWOOD" melds $hand | cmp - quoted.txt
"$DEADWOOD" melds "${hand// /}" | cmp - quoted.txt
says "[7D 7H 7S] [AC 2C 3C] 4S 9C QH KD" "$hand"
says "4C 7C                             QH KD              23   10 less" "$hand"
says "Knock (contest): no, 33 is over the limit of 10." "$hand"
says "Upcard 4C: makes a meld; discard QH KD and 23 is left" "$hand" --upcard 4C
says "Upcard 9D: makes no meld" "$hand" --upcard 9D
says "Knock (contest): yes, with 10; the limit is 10." 7D 7H 7S AC 2C 3C 4C 5C 6C KD
says "Knock (contest): gin" 7D 7H 7S AC 2C 3C 4C 5C 6C 7C
says "2 best splits" 7D 7H 7S AC 2C 3C 4C 5C 6C KD
says "if the first upcard counts 10 or more" 7D 7H 7S AC 2C 3C 4C 5C 6C KD --rules oklahoma

# Eleven cards: the discards, least deadwood first; big gin where the rules know it.
eleven="$hand 4C"
says "11 cards, deadwood 33" "$eleven" --upcard 4C
[[ $(grep -cE '^  [A23456789TJQK][CDHS]  ' out.txt) == 11 ]] || fail "not eleven discards"
grep -qE '^  4C .*just taken' out.txt || fail "the taken card is not marked"
grep -E '^  [A23456789TJQK][CDHS]  ' out.txt | awk '{print $2}' | sort -nc || fail "discards are not sorted"
all="7D 7H 7S AC 2C 3C 4C 5C 6C 7C 8C"
says "big gin, for 31" "$all" --rules contest,big-gin=31
says "Knock (contest): gin, for 25" "$all"

# Fewer cards.
says "1 card, deadwood 10" KD
says "a hand has ten cards" KD

# JSON.
json '.deadwood == 33 and (.cards | length) == 10 and .unseen == 42 and .useful == ["4C", "7C"] and (.knock.possible | not) and
    (.draws[] | select(.card == "4C") | .melds and .gain == 10 and .discards == ["KD", "QH"])' "$hand"
json '.unseen == 39 and .useful == ["4C"] and (.upcard | .card == "9S" and (.melds | not))' "$hand" --known "7C 4D" --upcard 9S
json '(.discards | length) == 11 and (.discards[] | select(.card == "4C") | .allowed | not) and .knock.deadwood == 23' "$eleven" --upcard 4C
json '.knock.possible and .knock.gin and .knock.big_gin' "$all" --rules contest,big-gin=31
json '(.splits | length) == 4 and .knock.gin and (.knock.big_gin | not)' "$all"
json '.knock.limit == null' "$hand" --rules oklahoma

# The discard explained. Figure 2 of Mishra & Aggarwal: of the hand the text names 8C, JS and KS, the opponent has just
# discarded KD. By own utility the eight would go, a close second is the king; by value the
# king, for kings are of little
# use to the opponent. The other cards are ours.
figure="8C JS KS 6H 7H 8H 4S 2D QD QH 7D"
# The constants are those of the authors' program, by which utilities have the size of the example's.
program=mishra-blind:meld=0.8,combination=1.5,deadwood=1,knock-bonus=10,gin-bonus=20,opponent=0.77,low=0.2,emergency=2.5
explain() { json "$1" "$figure" --explain --player "${3:-$program}" --opponent "$2"; }
# shellcheck disable=SC2016 # the variables in quotes are jq's
explain '.discard == "KS" and (.forced | not) and .opponent_weight == 0.77 and
    (.discards | map({key: .card, value: .}) | from_entries) as $by |
    ($by | keys) == ["2D", "4S", "7D", "8C", "JS", "KS", "QD", "QH"] and
    $by["8C"].own > $by.KS.own and $by["8C"].own - $by.KS.own < 0.1 and
    $by["8C"].gain > 2 * $by.KS.gain and $by.KS.value > $by["8C"].value and
    (.discards | map(.own - 0.77 * .gain - .value | fabs < 1e-9) | all) and
    (.discards | . == sort_by(-.value)) and
    (.estimate | length == 40 and (has("KD") | not) and (add - 10 | fabs < 1e-4))' "discarded KD"
explain '.estimate["9C"] == 1 and (.estimate | has("QC") | not)' "took 9C, declined QC, discarded KD"
says "discards KS." "$figure" --explain --player "$program" --opponent "discarded KD"
says "value = own utility - 0.77 x opponent's expected gain" "$figure" --explain --player mishra-blind:opponent=0.77
says "the dearest card goes" "AC 2C 3C 7D 7H 7S 4H 5H 6H KD 2D" --explain --player mishra-blind --pile "KC QC"
for estimator in prognosis bayes ann lstm; do
    explain '.discards | length == 8' "took 9C TC, discarded KD AD, declined QC" "mishra-blind:estimator=$estimator"
done
refuse "a discard is chosen from eleven cards, not from 10" "$hand" --explain --player mishra-blind
refuse "--pile goes with --explain only" "$eleven" --pile 5C
refuse "'simple' does not discard by utility" "$eleven" --explain --player simple
refuse "there is no gin player 'mischra'" "$eleven" --explain --player mischra
refuse "--pile: 'x' at character 1 is not a card" "$eleven" --explain --pile x
refuse "KD cannot be in the pile and in the hand" "$eleven" --explain --pile "KD 5S"
refuse "it cannot have taken KD" "$eleven" --explain --opponent "took KD"
refuse "'ate 5S' is neither took, declined, discarded" "$eleven" --explain --opponent "ate 5S"
refuse "'5S' is neither took" "$eleven" --explain --opponent "5S"
refuse "the opponent holds ten cards only" "$eleven" --explain --opponent "took 5C 6C 7C 8C TC JC QC KC AD 2D 3D"

# Nonsense.
refuse "too few words"
refuse "'XX' at character 4 is not a card" "AC XX"
refuse "AC at character 4 is there twice" "AC AC"
refuse "0 cards are no gin hand; give 1 to 11" " "
refuse "12 cards are no gin hand; give 1 to 11" "$eleven 5C"
refuse "--upcard: 'ZZ' is no card" "$hand" --upcard ZZ
refuse "--upcard: KD is in the hand already" "$hand" --upcard KD
refuse "--upcard: 5C must be one of the eleven cards" "$eleven" --upcard 5C
refuse "--known: AC KD cannot be elsewhere" "$hand" --known "AC KD 5S"
refuse "--known: 'x' at character 1 is not a card" "$hand" --known x
refuse "--rules: there is no rules preset 'contset' (did you mean 'contest'?)" "$hand" --rules contset
refuse "there is no option '--upcrad' here; did you mean --upcard?" "$hand" --upcrad 4C

"$DEADWOOD" melds "$hand" >/dev/full 2>err.txt && fail "a full disk went unnoticed"
grep -q "standard output could not be written" err.txt || fail "$(cat err.txt)"
