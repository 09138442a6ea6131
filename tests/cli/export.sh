#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood export: arrays that NumPy reads, of the shapes docs/FORMATS.md gives.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

work_in_w

# shape FILE: what its header says
shape() { head -c 128 "$1" | grep -aoE "'shape': \([0-9, ]*\)" | tr -dc '0-9,' | sed 's/,$//'; }

works export
mv out kinds
for kind in cards cards-all knocks turns sequences estimates completions hands; do
    grep -qE "^  $kind +[0-9]" kinds || fail "the list lacks $kind: $(<kinds)"
    works export $kind --games 4 --out "a folder/$kind" --quiet --json
    holds out ".examples == \"$kind\" and .rows > 0"
    rows=$(jq .rows out) inputs=$(jq .inputs out) targets=$(jq .targets out) steps=$(jq .steps out)
    at="w/a folder/$kind"
    if [[ $kind == sequences ]]; then
        [[ $(shape "$at/inputs.npy") == "$rows,$steps,$inputs" ]] || fail "$kind: $(shape "$at/inputs.npy")"
        [[ $(shape "$at/weights.npy") == "$rows,$steps" ]] || fail "$kind: $(shape "$at/weights.npy")"
    else
        [[ $(shape "$at/inputs.npy") == "$rows,$inputs" ]] || fail "$kind: $(shape "$at/inputs.npy")"
        [[ ! -e $at/weights.npy ]] || fail "$kind has weights"
        (($(stat -c %s "$at/targets.npy") == 128 + 4 * rows * targets)) || fail "$kind: size of targets.npy"
    fi
    (($(stat -c %s "$at/inputs.npy") == 128 + 4 * rows * steps * inputs)) || fail "$kind: size of inputs.npy"
done
works export turns --games 4
grep -qE '^out/export/turns/inputs.npy +float32 \[[0-9]+, 208\]$' out || fail "shapes: $(<out)"

# The same bytes for any number of threads.
works export knocks --games 40 --threads 1 --out one --quiet
works export knocks --games 40 --threads 3 --out three --quiet
cmp w/one/inputs.npy w/three/inputs.npy
cmp w/one/targets.npy w/three/targets.npy
works export knocks --games 40 --seed 2 --out two --quiet
! cmp -s w/one/inputs.npy w/two/inputs.npy || fail 'another seed gives the same games'

# Recorded games give the rows of the same games as they are played.
works match simple simple --games 30 --seed 5 --plain --records g.rec.zst --quiet
works match simple simple --games 30 --seed 5 --plain --records g.rec --quiet
for kind in turns sequences knocks; do
    works export $kind --players simple --games 30 --seed 5 --out played --quiet
    for records in g.rec.zst g.rec; do
        works export $kind --records $records --out recorded --quiet
        for array in w/played/*.npy; do cmp "$array" "w/recorded/${array##*/}"; done
        rm -r w/recorded
    done
    rm -r w/played
done

# What is damaged or no record is named with its line, and nothing is written.
head -c -100 w/g.rec.zst >w/short.rec.zst
head -c -100 w/g.rec >w/short.rec
sed '7s/deal=./deal=?/' w/g.rec >w/bad.rec
echo 'key = value' >w/foreign.rec
: >w/empty.rec
refused 1 'short.rec.zst: is cut short inside the frame after line [0-9]+' export turns --records short.rec.zst --out no
refused 1 "short.rec, line $(($(wc -l <w/short.rec) + 1)): has no newline at its end" export turns --records short.rec --out no
refused 1 'bad.rec, line 7: ' export turns --records bad.rec --out no
refused 1 'foreign.rec, line 1: ' export turns --records foreign.rec --out no
refused 1 'empty.rec: holds no recorded games' export turns --records empty.rec --out no
refused 1 'none.rec: cannot be read' export turns --records none.rec --out no
refused 2 '--games is for games that are played' export turns --records g.rec --games 3
[[ ! -e w/no ]] || fail 'something was written for a file that could not be read'

refused 2 "there are no examples 'knock'; did you mean 'knocks'\?" export knock
refused 2 "'counts' are no rows" export counts
refused 2 "--players: there is no gin player 'simpel'" export turns --players simpel
refused 2 '--steps' export turns --steps 7
refused 2 '--games' export turns --games 0
echo >w/a-file
refused 1 'a-file' export turns --games 1 --out a-file
