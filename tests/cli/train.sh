#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood train: recipes are listed and run, what was killed goes on to the same bytes, mistakes get a sentence.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

work_in_w

works train
for name in knock-nguyen card-nguyen bayes-nguyen ann-nguyen lstm-nguyen hand-autoencoder nguyen-loop; do
    grep -qE "^  $name +[^ ]" out || fail "the list lacks $name: $(<out)"
done
grep -q '^  epochs ' out || fail "the list lacks the keys: $(<out)"
works train --json
holds out '.recipes | length >= 7 and all(.name != "" and .about != "" and .output != "")'

mkdir mine
echo 'epoch = 3' >mine/wrong.recipe
DEADWOOD_RECIPES=$PWD/mine works train
grep -q "wrong .*wrong.recipe: line 1: there is no key 'epoch'" out || fail "a wrong recipe in the list: $(<out)"
DEADWOOD_RECIPES=$PWD/mine works train --json
holds out '.recipes[] | select(.name == "wrong") | .error | contains("line 1")'

# Every shipped recipe runs, small.
for name in knock-nguyen card-nguyen bayes-nguyen ann-nguyen hand-autoencoder; do
    works train $name --games 12 --epochs 1 --quiet --json
    mv out $name.json
    holds $name.json ".recipe == \"$name\" and .end == \"finished\" and .games == 12 and .seed == 2021 and
        (.sha256 | length) == 64 and .bytes > 0 and .rows > 0 and .evaluation.rows > 0 and .evaluation.loss > 0 and
        .device == \"cpu\" and (.resumed | not) and (.quality | length) > 10 and .command == \"deadwood train $name --games 12 --epochs 1\""
    [[ -s w/out/train/$name/$name.safetensors ]] || fail "$name: no weights"
    [[ $(sha256sum <w/out/train/$name/$name.safetensors | cut -d' ' -f1) == "$(jq -r .sha256 $name.json)" ]] || fail "$name: sha256"
done
[[ -s w/out/train/knock-nguyen/data/knock-nguyen-loss.dat && -s w/out/train/hand-autoencoder/data/hand-autoencoder-map.dat ]] ||
    fail "no data: $(find w/out)"
[[ -s w/out/train/hand-autoencoder/hand-autoencoder-map.safetensors ]] || fail 'no weights of the map'

# The file keeps the losses of every epoch, as data/ has them.
works train knock-nguyen --games 12 --epochs 3 --quiet --out curve/it.safetensors
curve=$(grep -aoE '"curve":"[^"]*"' w/curve/it.safetensors)
[[ $curve =~ ^\"curve\":\"([0-9.e+-]+/[0-9.e+-]+( |\"$)){3}$ ]] || fail "the curve of three epochs: $curve"
if command -v gnuplot >/dev/null; then
    [[ -s w/out/train/knock-nguyen/figures/knock-nguyen-loss.svg && -s w/out/train/hand-autoencoder/figures/hand-autoencoder-map.svg ]] ||
        fail "no curves: $(find w/out)"
fi
cat >w/sequences.recipe <<'R'
examples = sequences
games = 3
steps = 6
net = 208 lstm4x4 16r 52s
loss = categorical
epochs = 1
output = sequences.safetensors
R
works train sequences.recipe --quiet
grep -q 'sequences from 3 games of simple' out || fail "sequences: $(<out)"

# Recorded games teach what the same games teach as they are played; the last of them are the new ones.
works match simple simple --games 33 --seed 5 --plain --records g.rec.zst --quiet
for name in ann-nguyen bayes-nguyen; do
    sed -e 's/^players = .*/players = simple/' -e 's/^games = .*/games = 30/' -e 's/^seed = .*/seed = 5/' -e '/^evaluation/d' \
        "$SRC/recipes/$name.recipe" >w/played.recipe
    sed -e '/^players/d' -e 's/^games = .*/records = g.rec.zst/' w/played.recipe >w/recorded.recipe
    epochs=()
    if [[ $name == ann-nguyen ]]; then epochs=(--epochs 1); fi
    for how in played recorded; do
        works train $how.recipe "${epochs[@]}" --quiet --json
        jq -S '{games, rows, training_loss, validation_loss, quality, evaluation: .evaluation.rows}' out >$name.$how
    done
    holds out '.records == "g.rec.zst" and .games == 30'
    cmp $name.played $name.recorded
    works train played.recipe "${epochs[@]}" --records g.rec.zst --quiet --json --out $name.safetensors
    jq -S '{games, rows, training_loss, validation_loss, quality, evaluation: .evaluation.rows}' out >$name.option
    cmp $name.played $name.option
done
head -c -100 w/g.rec.zst >w/short.rec.zst
refused 1 'short.rec.zst: is cut short inside the frame after line' train knock-nguyen --records short.rec.zst --out no/x --quiet
works match simple simple --games 2 --plain --records two.rec --quiet
grep ' game=0 ' w/two.rec >w/one.rec
refused 1 'one.rec: too few games \(1\) to keep 1 apart' train knock-nguyen --records one.rec --out no/x --quiet
[[ ! -e w/no ]] || fail 'something was written for a file that could not be read'
refused 2 '--games is for games that are played' train knock-nguyen --records g.rec.zst --games 3
refused 2 '--records: a closed loop' train nguyen-loop --records g.rec.zst

# The counts are those that are shipped, when there are as many games.
if ((${DEADWOOD_TEST_EFFORT:-100} >= 100)); then
    works train bayes-nguyen --quiet --out here/counts.safetensors
    cmp w/here/counts.safetensors "$SRC/models/bayes-nguyen.safetensors"
fi

# Live losses, a line an epoch.
works train knock-nguyen --games 12 --epochs 2
(($(grep -cE 'epoch [12] of 2: loss 0\.[0-9]+, validation 0\.[0-9]+' err) == 2)) || fail "no live losses: $(<err)"

# Killed, it goes on and ends with the same bytes as without; so it does after Ctrl-C.
sed -e 's/^epochs = .*/epochs = 100/' -e "s/^games = .*/games = $(effort 300 30)/" -e 's/^validation = .*/validation = 0.1\ncheckpoint = 0.02/' \
    "$SRC/recipes/knock-nguyen.recipe" >w/long.recipe
works train long.recipe --quiet --out whole.safetensors
for seconds in 0.3 0.4 0.6 1 2 4 8 16; do
    kill_after $seconds train long.recipe --quiet --out killed.safetensors
    if [[ -e w/killed.safetensors.checkpoint || -e w/killed.safetensors ]]; then break; fi # slow machines need longer
done
left=false
if [[ -e w/killed.safetensors.checkpoint ]]; then left=true; fi
works train long.recipe --quiet --out killed.safetensors --threads 2 --json
holds out ".resumed == $left"
cmp w/whole.safetensors w/killed.safetensors
[[ ! -e w/killed.safetensors.checkpoint ]] || fail 'the checkpoint is still there'
for seconds in 0.5 1 2 4 8; do
    interrupt_after $seconds train long.recipe --quiet --out stopped.safetensors
    if [[ -s err || -e w/stopped.safetensors ]]; then break; fi # else the signal came before it was caught
done
if [[ ! -e w/stopped.safetensors ]]; then # it was not too fast
    grep -q 'interrupted; the same command goes on' err || fail "after Ctrl-C: $(<err)"
    works train long.recipe --quiet --out stopped.safetensors --json
fi
cmp w/whole.safetensors w/stopped.safetensors

# A checkpoint of other work is not taken for this one.
kill_after 0.4 train long.recipe --quiet --out other.safetensors --epochs 100000
if [[ -e w/other.safetensors.checkpoint ]]; then
    refused 1 'checkpoint.*--fresh begins again' train long.recipe --quiet --out other.safetensors --games 50 --epochs 2
    works train long.recipe --quiet --out other.safetensors --games 50 --epochs 2 --fresh
fi

# The closed loop, and again after its first part was done.
sed -e 's/^generations = .*/generations = 1/' -e 's/^match = .*/match = 20/' -e 's/^choose = .*/choose = knock.sure=0.8 knock.sure=0.9/' "$SRC/recipes/nguyen-loop.recipe" >w/loop.recipe
works train loop.recipe --games 8 --epochs 1 --quiet --json
holds out '.end == "finished" and (.generations | length) == 2 and .generations[0].against_previous == null and
    (.generations | all((.choice | startswith("knock.sure=")) and .against_simple >= 0 and .against_simple <= 1))'
mv out loop.json
[[ ! -e w/out/train/loop/loop.txt ]] || fail 'loop.txt is still there'

# Mistakes.
refused 2 "there is no recipe 'knok-nguyen'; did you mean 'knock-nguyen'\?" train knok-nguyen
refused 2 "no-such.recipe" train ./no-such.recipe
sed 's/^epochs/epoch/' "$SRC/recipes/card-nguyen.recipe" >w/bad.recipe
refused 2 "bad.recipe: line [0-9]+: there is no key 'epoch'; did you mean 'epochs'\?" train bad.recipe
sed 's/^players = .*/players = simpel/' "$SRC/recipes/card-nguyen.recipe" >w/bad.recipe
refused 1 "bad.recipe: line [0-9]+: players: there is no gin player 'simpel'; did you mean 'simple'\?" train bad.recipe --quiet
sed 's/^loop = .*/loop = card-nguyen/' w/loop.recipe >w/bad.recipe
refused 1 'player advanced uses no card-nguyen.safetensors' train bad.recipe --quiet
sed 's/^players = .*/players = knocking/' "$SRC/recipes/card-nguyen.recipe" >w/bad.recipe
DEADWOOD_MODELS=$PWD/nowhere refused 1 'there is no model knock-nguyen.safetensors in .*make it with .deadwood train' train bad.recipe --quiet
DEADWOOD_RECIPES=$PWD/nowhere run train knock-nguyen --games 2 --epochs 1 --quiet # there may be installed ones
((code == 2)) || [[ -s out ]] || fail "without recipes: $code $(<err)"
refused 2 "--device 'gpu' is neither cpu nor cuda" train knock-nguyen --device gpu
refused 2 '--games' train knock-nguyen --games 0
refused 2 '--epochs' train knock-nguyen --epochs x
refused 2 'one word too many' train knock-nguyen card-nguyen
echo >w/a-file
refused 1 'a-file' train knock-nguyen --games 2 --epochs 1 --quiet --out a-file/x.safetensors
