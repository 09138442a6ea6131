#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood replay: games as text and JSON, selections, damaged files.
set -euo pipefail

fail() {
    echo "replay.sh: $*" >&2
    exit 1
}

# refuse CODE WORDS COMMAND...: it must exit with CODE and say WORDS in one line on stderr.
refuse() {
    local code=$1 words=$2 got=0
    shift 2
    "$@" >out.txt 2>err.txt || got=$?
    [[ $got == "$code" ]] || fail "$*: exit $got, not $code: $(cat err.txt)"
    grep -qF -- "$words" err.txt || fail "$*: '$(cat err.txt)' lacks '$words'"
    [[ $code == 2 || $(wc -l <err.txt) == 1 ]] || fail "$*: more than one line: $(cat err.txt)"
}

golden=$SRC/tests/golden/simple-simple.rec
lines=$(wc -l <"$golden")

# Normal use.
"$DEADWOOD" replay "$golden" >all.txt
grep -q '^Game 0, hand 0 (contest): simple(0) 0, simple(1) 0; simple(1) starts$' all.txt || fail "no header"
grep -q 'draws .. from the stock, discards ..' all.txt || fail "no turn"
grep -q 'and knocks  *deadwood' all.txt || fail "no knock"
grep -q 'wins the game$' all.txt || fail "no winner"
[[ $(grep -c '^Game ' all.txt) == "$lines" ]] || fail "not every hand is shown"
tail -1 all.txt | grep -q "^$lines hands, .* 3 games ended: simple(0) won" || fail "summary: $(tail -1 all.txt)"
[[ $(tail -n +1 all.txt | grep -c $'\x1b') == 0 ]] || fail "colours in a file"
"$DEADWOOD" replay - <"$golden" | cmp - all.txt
"$DEADWOOD" replay "$golden" --game 1 | grep '^Game' | grep -vq '^Game 1,' && fail "--game shows others"
[[ $("$DEADWOOD" replay "$golden" --game 1 --hand 2 | grep -c '^Game 1, hand 2') == 1 ]] || fail "--hand"
refuse 1 "holds no hand of game 9; its games go from 0 to 2" "$DEADWOOD" replay "$golden" --game 9
refuse 1 "holds no hand 77 of game 1" "$DEADWOOD" replay "$golden" --game 1 --hand 77

# Step by step: Enter, Enter, then stop; and at the end of the keys the rest at once.
printf '\n\nq\n' | "$DEADWOOD" replay --step "$golden" >steps.txt
[[ $(grep -c '^ *[0-9]*\. ' steps.txt) == 3 ]] || fail "--step does not stop"
"$DEADWOOD" replay --step "$golden" </dev/null >steps.txt
[[ $(grep -c '^Game ' steps.txt) == "$lines" ]] || fail "--step without keys"

# JSON.
"$DEADWOOD" replay "$golden" --json >all.json
jq -e --argjson n "$lines" '.complete and (.hands | length) == $n and .summary.hands == $n and .summary.games == 3 and
    (.summary.wins | add) == 3 and (.hands[0] | .cards[0] | length) == 10 and .hands[0].actions[0].move == "pass" and
    ([.hands[].result.points] | add) == (.summary.points | add)' all.json >/dev/null || fail "JSON is not as documented"
"$DEADWOOD" replay "$golden" --json --game 2 | jq -e 'all(.hands[]; .game == 2)' >/dev/null || fail "JSON of one game"

# Every preset and the forfeits of the fuzz corpus read well.
for file in "$SRC"/tests/golden/*.rec; do
    "$DEADWOOD" replay "$file" >/dev/null
    "$DEADWOOD" replay "$file" --json | jq -e .complete >/dev/null
done
"$DEADWOOD" replay "$SRC/tests/fuzz/corpus/record/big-gin" | grep -q 'big gin' || fail "no big gin"
"$DEADWOOD" replay "$SRC/tests/fuzz/corpus/record/forfeit" | grep -q 'y forfeits the game: illegal move, tried to knock' ||
    fail "no forfeit"
"$DEADWOOD" replay "$SRC/tests/fuzz/corpus/record/timeout" | grep -q 'y forfeits the game: timeout' || fail "no timeout"

# Names cannot reach the terminal raw.
sed 's/players=simple/players=%1B[2Jsimple/' "$golden" | "$DEADWOOD" replay - >names.txt
grep -q $'\x1b' names.txt && fail "an escape sequence in a name was printed"

# Usage.
refuse 2 "too few words" "$DEADWOOD" replay
refuse 2 "--game: 'x' is no number" "$DEADWOOD" replay "$golden" --game x
refuse 2 "give one of them" "$DEADWOOD" replay "$golden" --json --step
refuse 1 "missing.rec: cannot be read" "$DEADWOOD" replay missing.rec
refuse 1 "cannot be" "$DEADWOOD" replay .
: >empty.rec
[[ $("$DEADWOOD" replay empty.rec) == "0 hands, 0 cancelled; 0 games ended" ]] || fail "an empty file"
refuse 1 "holds no records" "$DEADWOOD" replay empty.rec --game 0

# Damage: everything before it is shown, then one sentence with file and line.
head -3 "$golden" >bad.rec
sed -n 4p "$golden" | sed 's/ result=[a-z-]*/ result=nonsense/' >>bad.rec
sed -n '5,$p' "$golden" >>bad.rec
refuse 1 "bad.rec, line 4: result: 'nonsense" "$DEADWOOD" replay bad.rec
[[ $(grep -c '^Game ' out.txt) == 3 ]] || fail "hands before the damage are missing"
refuse 1 "bad.rec, line 4" "$DEADWOOD" replay bad.rec --json
jq -e '(.complete | not) and (.hands | length) == 3 and (.error | contains("line 4"))' out.txt >/dev/null || fail "JSON of damage"
sed '2s/score=[0-9]*,/score=99,/' "$golden" >jump.rec
refuse 1 "jump.rec, line 2: score: after hand 0 it is" "$DEADWOOD" replay jump.rec
head -c 1000 "$golden" >cut.rec
refuse 1 "cut.rec, line" "$DEADWOOD" replay cut.rec
printf 'not a record\n' >text.rec
refuse 1 "text.rec, line 1: 'not' begins no record" "$DEADWOOD" replay text.rec
head -c 3000 "$DEADWOOD" >noise.rec
refuse 1 "noise.rec" "$DEADWOOD" replay noise.rec
"$DEADWOOD" replay "$golden" >/dev/full 2>err.txt && fail "a full disk went unnoticed"
grep -q "standard output could not be written" err.txt || fail "$(cat err.txt)"

# Archives as matches write them, compressed: cut at some places, and with flipped bits.
"$DEADWOOD" match simple greedy --games 40 --seed 3 --records match.rec >/dev/null 2>&1 || fail "no match"
"$DEADWOOD" replay match.rec | tail -1 | grep -q '40 games ended' || fail "a match's records"
if ! "$DEADWOOD" match simple greedy --games 40 --seed 3 --records match.rec.zst >/dev/null 2>err.txt; then
    grep -q zstd err.txt || fail "$(cat err.txt)"
    exit 0 # a build without zstd says so
fi
"$DEADWOOD" replay match.rec.zst | cmp - <("$DEADWOOD" replay match.rec)
size=$(stat -c %s match.rec.zst)
for at in 1 5 100 $((size / 2)) $((size - 1)); do
    head -c "$at" match.rec.zst >cut.zst
    refuse 1 "cut.zst" "$DEADWOOD" replay cut.zst
    head -c "$at" match.rec.zst >flipped.zst
    printf '\xA5' >>flipped.zst
    tail -c +$((at + 2)) match.rec.zst >>flipped.zst
    cmp -s flipped.zst match.rec.zst && continue
    got=0
    "$DEADWOOD" replay flipped.zst >out.txt 2>err.txt || got=$?
    [[ $got == 1 && $(wc -l <err.txt) == 1 ]] || fail "byte $at changed: exit $got, $(cat err.txt)"
done
