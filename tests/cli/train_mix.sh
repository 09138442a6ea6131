#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Recipes in several steps: mixes of players, searches, what goes before; killed anywhere,
# the same command ends with the
# same bytes.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

work_in_w
export DEADWOOD_RECIPES=$PWD/recipes
mkdir recipes

rest='examples = estimates
evaluation = 300
net = 208 16r 52s
loss = binary
batch = 64
epochs = 2
validation = 0.1
seed = 3'
cat >recipes/one.recipe <<R
player.plain = mix:discard=categories
tune.plain = knock=limit limit=3..9
tries = 3
match = 4
mix = 2000 plain simple + 500 simple simple
$rest
output = one.safetensors
R
cat >recipes/two.recipe <<R
after = one
player.net = mix:discard=estimated,estimator=mishra-net,model={one}
mix = 700 net net + 400 net plain
$rest
output = two.safetensors
R
cat >recipes/three.recipe <<R
after = two
player.last = mix:discard=estimated,estimator=mishra-net,model={two}
tune.last = limit=4..8 knock=limit|limit
tries = 2
match = 4
mix = 700 last last + 400 last plain
$rest
output = three.safetensors
R
cat >recipes/whole.recipe <<R
after = three
$(sed -e 's/estimates/completions/' -e 's/208 16r 52s/260 16r 52m/' -e 's/binary/categorical/' <<<"$rest")
output = whole.safetensors
R

# All of it by one command, its steps kept beside one another.
works train whole --threads 2 --json --quiet
holds out '.end == "finished" and .rows == 4700 and .evaluation.rows == 300 and .evaluation.loss > 0'
works train three --threads 2 --json --quiet
mv out three.json
holds three.json '.rows == 4700 and .mix == "700 last last + 400 last plain" and
    (.evaluation.top_10_15_20_25 | length == 4 and .[0] > 0.1 and .[3] < 1 and . == sort)'
for name in one two three whole; do
    [[ -s w/out/train/$name/$name.safetensors && -s w/out/train/$name/steps.txt ]] || fail "$name: $(find w/out)"
    grep -q '^done [0-9a-f]* out/train' w/out/train/$name/steps.txt || fail "$name is not done"
done
grep -qE '^player plain mix:discard=categories' w/out/train/one/steps.txt || fail "no player: $(<w/out/train/one/steps.txt)"
grep -q 'around the best of them' w/out/train/one/tune-plain.txt || fail "no ranking"
mv w/out/train expected

# What is done is not done again; what was trained again gives the same bytes, for any number of threads.
works train one --threads 1 --quiet
cmp w/out/train/one/one.safetensors expected/one/one.safetensors

# Killed at many moments, it ends with the same bytes.
rm -r w/out
for seconds in 0.05 0.1 0.2 0.3 0.2 0.4 0.3; do kill_after $seconds train three --threads 2 --quiet; done
works train three --threads 2 --quiet
for name in one two three; do cmp w/out/train/$name/$name.safetensors expected/$name/$name.safetensors; done

# A step of other work, examples that are damaged or foreign: a sentence, and the way out.
cp -r w/out kept
sed -i 's/^batch = .*/batch = 32/' recipes/one.recipe
refused 1 'one/steps.txt belongs to other work than the recipe one now asks for; .deadwood train one --fresh' train two --quiet
works train one --fresh --quiet
refused 1 'two/steps.txt belongs to other work' train two --quiet
sed -i 's/^batch = .*/batch = 64/' recipes/one.recipe
rm -r w/out && mv kept w/out
printf x | dd of=w/out/train/three/1-last-last.rows bs=1 seek=2000 conv=notrunc status=none
refused 1 '1-last-last.rows is damaged .*remove it to make it again' train three --quiet
rm w/out/train/three/1-last-last.rows
works train three --quiet
cmp w/out/train/three/three.safetensors expected/three/three.safetensors
echo 'something else' >w/out/train/three/1-last-last.rows
refused 1 '1-last-last.rows is no file of examples' train three --quiet
rm w/out/train/three/1-last-last.rows

# Small.
rm -r w/out
works train three --scale 0.1 --epochs 1 --quiet --json
holds out '.rows == 470 and .evaluation.rows == 30 and .command == "deadwood train three --scale 0.1 --epochs 1"'

# Mistakes.
refused 2 '--scale is for recipes with a mix' train "$SRC/recipes/knock-nguyen.recipe" --scale 0.1
refused 2 'three makes its examples by its mix; --scale' train three --games 3
change() { sed "$1" recipes/two.recipe >w/bad.recipe; }
change 's/{one}/{tow}/'
refused 1 "bad.recipe: line 2: \{tow\} is no recipe that goes before this one" train bad.recipe --scale 0.1 --epochs 1 --quiet
change 's/700 net net/700 net nett/'
refused 1 "bad.recipe: line 3: mix: 'nett' is neither a named player nor a spec: there is no gin player" train bad.recipe --scale 0.1 --epochs 1 --quiet
change 's/700 net net/net net/'
refused 1 'bad.recipe: line 3: mix: write EXAMPLES PLAYER PLAYER' train bad.recipe --scale 0.1 --epochs 1 --quiet
change 's/^after = .*/after = knock-nguyen/'
DEADWOOD_RECIPES=$SRC/recipes refused 1 'after: .*knock-nguyen.recipe has no mix' train bad.recipe --scale 0.1 --epochs 1 --quiet
change 's/^after = .*/after = nothing/'
refused 1 "bad.recipe: after: there is no recipe 'nothing'" train bad.recipe --scale 0.1 --epochs 1 --quiet
change 's/^player.net/player.plain/'
refused 1 "line 2: an earlier recipe has a player 'plain'" train bad.recipe --scale 0.1 --epochs 1 --quiet
