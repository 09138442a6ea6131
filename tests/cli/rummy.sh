#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# td-rummy and evo-rummy: recipes run small, threads and kills change nothing, bad recipes and foreign weights are
# refused, what was made plays.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

PROGRAM=$DEADWOOD
work_in_w

cat >w/td.recipe <<'R'
learn = rummy
by = td
hidden = 8
games = 600
evaluation = 10
checkpoint = 0.001
seed = 3
output = td.safetensors
R
cat >w/evo.recipe <<'R'
learn = rummy
by = evolution
hidden = 8
games = 600
population = 8
parents = 2
pairs = 2
evaluation = 10
checkpoint = 0.001
seed = 3
output = evo.safetensors
R

for name in td evo; do
    works train $name.recipe --quiet --threads 1 --json
    holds out '.recipe == "'$name'" and .end == "finished" and .games >= 600 and .parameters > 3000 and
        (.by | test("td|evolution")) and (.points_against_simple | type) == "number" and (.sha256 | length) == 64'
    mv w/out/train/$name/$name.safetensors $name-whole
    works train $name.recipe --quiet --threads 3
    cmp -s $name-whole w/out/train/$name/$name.safetensors || fail "$name: the file depends on the number of threads"
    grep -q 'points a hand against Simple' out || fail "$name: no quality: $(<out)"
    [[ $(grep -vc '^#' w/out/train/$name/data/$name-curve.dat) == 20 ]] || fail "$name: no curve"
    for seconds in 0.05 0.15; do
        rm -rf w/out/train/$name
        (cd w && timeout -s KILL $seconds "$PROGRAM" train $name.recipe --quiet) >/dev/null 2>&1 || true
        works train $name.recipe --quiet --threads 2
        cmp -s $name-whole w/out/train/$name/$name.safetensors || fail "$name: killed after $seconds s it differs"
        [[ ! -e w/out/train/$name/$name.safetensors.checkpoint ]] || fail "$name: a checkpoint is left"
    done
done

# Ctrl-C leaves a checkpoint, which other work does not take up.
(cd w && timeout -s INT 0.5 "$PROGRAM" train td.recipe --games 1000000 --quiet --out k.safetensors) >/dev/null 2>&1 || true
[[ -e w/k.safetensors.checkpoint ]] || fail 'Ctrl-C left no checkpoint'
refused 1 'belongs to other work; --fresh begins again' train td.recipe --games 300 --quiet --out k.safetensors
works train td.recipe --games 300 --quiet --out k.safetensors --fresh

# What a recipe may not say.
wrong() {
    sed "/^evaluation/d;$2" "w/$1.recipe" >w/bad.recipe
    refused 2 "$3" train bad.recipe
}
wrong td 's/^by.*//' "the key 'by' is missing: td or evolution"
wrong td 's/^by.*/by = chance/' "by: 'chance' is none of td, evolution"
wrong td 's/^hidden.*/pairs = 3/' 'line 3: pairs is for by = evolution'
wrong evo 's/^hidden.*/lambda = 0.5/' 'line 3: lambda is for by = td'
wrong evo 's/^parents.*/parents = 9/' 'parents: 9 of a population of 8'
wrong td 's/^hidden.*/task = queen/' 'line 3: task is not for learn = rummy'
wrong td 's/^hidden.*/examples = knocks/' 'line 3: examples is not for learn = rummy'
wrong td 's/^learn.*/learn = td/' "by is for gin's value network; 'learn = rummy' is missing"
wrong td 's/^hidden.*/rules = nowhere/' 'line 3: rules'
wrong td 's/^games.*/games = 0/' 'line 4: games'
refused 2 'learns while it plays' train td.recipe --records nothing.rec

# It plays; weights of something else are refused with a sentence.
cp td-whole w/mine.safetensors
works match td-rummy:model=./mine.safetensors simple --games 2 --quiet
works match td-rummy evo-rummy --games 2 --quiet
works match mix:draw=td-rummy,knock=gin simple --games 2 --quiet
refused 2 'no weights that .deadwood train td-rummy. or evo-rummy made' match td-rummy:model=card-nguyen.safetensors simple --games 2
refused 2 'nowhere.safetensors' match td-rummy:model=nowhere.safetensors simple --games 2
