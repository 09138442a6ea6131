#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Learners of Hearts: recipes run small, what was killed goes on to the same bytes, models
# play, the paper is reproduced.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

PROGRAM=$DEADWOOD
work_in_w

for name in queen-1 queen-2 queen-3 queen-4 hearts-1 hearts-2 hearts-3 full-self full-expert; do
    works train
    grep -qE "^  td-$name +[^ ]" out || fail "the list lacks td-$name: $(<out)"
done

works train td-queen-1 --games 60 --threads 2 --quiet --json
holds out '.recipe == "td-queen-1" and .end == "finished" and .games == 60 and .runs == 5 and .parameters == 60 and
    .task == "queen" and .points >= 0 and .points <= 13 and (.sha256 | length) == 64'
first=$(jq -r .sha256 out)
works train td-queen-1 --games 60 --threads 5 --quiet --json
[[ $(jq -r .sha256 out) == "$first" ]] || fail 'the file depends on the number of threads'
[[ -s w/out/train/td-queen-1/data/td-queen-1-curve.dat ]] || fail 'no curve'

# Killed at any time, it goes on to the same file.
cat >w/small.recipe <<'R'
learn = td
task = hearts
combine = 2
opponent = expert
games = 600
runs = 2
snapshot = 200
checkpoint = 0.001
seed = 3
output = small.safetensors
R
works train small.recipe --quiet --threads 1
cp w/out/train/small/small.safetensors whole
for seconds in 0.1 0.3; do
    rm -rf w/out/train/small
    (cd w && timeout -s KILL $seconds "$PROGRAM" train small.recipe --quiet --threads 1 >/dev/null 2>&1) || true
    works train small.recipe --quiet --threads 2
    cmp -s whole w/out/train/small/small.safetensors || fail "killed after $seconds s it comes to something else"
    [[ -z $(find w/out/train/small -name '*.checkpoint') ]] || fail 'checkpoints are left'
done

# A checkpoint of other work is not taken up, unless it may be thrown away.
works train small.recipe --games 400 --quiet --out kept.safetensors
(cd w && timeout -s KILL 0.2 "$PROGRAM" train small.recipe --games 100000 --quiet --threads 1 --out k.safetensors >/dev/null 2>&1) || true
if [[ -e w/k.safetensors.run1.checkpoint ]]; then
    refused 1 'belongs to other work; --fresh begins again' train small.recipe --games 300 --quiet --out k.safetensors
    works train small.recipe --games 300 --quiet --out k.safetensors --fresh
fi
refused 2 'learns while it plays' train small.recipe --records nothing.rec

# What was learned plays, the network it was half way too.
works match --game hearts "search:algo=maxn,eval=td:model=./kept.safetensors" ducker --open --rules paper-hearts --games 2 --quiet
works match --game hearts "search:algo=maxn,eval=td:model=./kept.safetensors@200" ducker --open --rules paper-hearts --games 2 --quiet
refused 2 'every 200 games' match --game hearts "search:algo=maxn,eval=td:model=./kept.safetensors@300" ducker --games 2
refused 2 'td-nobody.safetensors' match --game hearts "search:algo=maxn,eval=td:model=td-nobody" ducker --games 2
echo broken >w/broken.safetensors
refused 2 'broken.safetensors' match --game hearts "search:algo=maxn,eval=td:model=./broken.safetensors" ducker --games 2

# The paper, made from nothing.
works reproduce hearts --train --games 12 --out report --quiet
grep -qE '^ +Features, four-wise +523685 +523685 +exact +agrees \(c\)$' out || fail "no counts: $(<out)"
grep -qE '^td-queen-4 +[0-9.]+ +[0-9.]+ +12 +yes$' out || fail "the curve does not repeat: $(<out)"
grep -q 'The self-trained player beats the expert' out || fail "no Figure 3: $(<out)"
for figure in 1 2 3 4; do grep -qvE '^#' "w/report/data/hearts-figure-$figure.dat" || fail "figure $figure is empty"; done
