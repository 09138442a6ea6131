#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The champion from weights of one's own: matches, search, notes, hints, analysis, and its
# study; a few seconds of training.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

work_in_w
export DEADWOOD_RECIPES=$PWD/recipes
mkdir recipes
cat >recipes/tiny.recipe <<'R'
learn = league
games = 32
steps = 8
decisions = 5120
batch = 64
actor = 8n
critic = 8n
opponents = self 60 + simple 40
evaluate = 10
win-from = 0.2
match = 2
seed = 3
output = tiny.safetensors
R
works train tiny --threads 1 --quiet
tiny=out/train/tiny/tiny.safetensors
champion=champion:model=$tiny

# It plays, the same for any number of threads, and says so under other rules.
works match $champion simple --games 10 --quiet --json
digest=$(jq -r .digest out)
works match $champion simple --games 10 --quiet --json --threads 1
[[ $(jq -r .digest out) == "$digest" ]] || fail 'threads matter'
! grep -q note err || fail "a note under its own rules: $(<err)"
works match "mix:draw=champion,discard=champion,knock=champion,melds=champion,model=$tiny" simple --games 10 --quiet --json
[[ $(jq -r .digest out) == "$digest" ]] || fail 'the mixture is the champion'
works match $champion simple --games 2 --quiet --rules pagat
grep -q 'note: the champion was trained for the rules contest; these are pagat' err || fail "no note: $(<err)"
works match $champion,search=1,depth=2 simple --games 2 --quiet --json --rules contest,target=10
digest=$(jq -r .digest out)
works match $champion,search=1,depth=2 simple --games 2 --quiet --json --rules contest,target=10 --threads 1
[[ $(jq -r .digest out) == "$digest" ]] || fail 'threads matter to the search'

# It judges: hints with the chance to win and what it would play, analysis with the same.
printf 'hint\nquit\n' | "$DEADWOOD" play $champion --judge $champion --plain --ascii --seed 3 --record game.rec >out 2>err || fail "play: $(<err)"
grep -qE '% to win, the champion plays it in [0-9]+ of 100' out || fail "no hint: $(<out)"
works match simple greedy --games 2 --quiet --records games.rec --rules contest,target=10
works analyze games.rec --game 0 --samples 64 --judge $champion --json --quiet
holds out '[.hands[].decisions[].candidates[].policy | . >= 0 and . <= 1] | length > 0 and all'

# Without weights its study says what is missing; weights in a folder of models are the champion.
shipped=${DEADWOOD_MODELS:-$SRC/models}
mkdir w/models
find "$SRC/models" -name '*.safetensors' ! -name 'champion*' -exec cp {} w/models \;
export DEADWOOD_MODELS=models
works reproduce champion --quiet --out report
grep -q "no model champion.safetensors" out || fail "nothing is missing: $(<out)"
holds w/report/claims.json '[.papers[0].claims[] | .recorded != null and .count == 10000] | length == 18 and all'
cp w/$tiny w/models/champion.safetensors
works match champion simple --games 2 --quiet
works lab rules-of champion --games 4 --quiet --other simple --against simple
export DEADWOOD_MODELS=$shipped

# The shipped one plays the same games on every build, at home and as a program of its own.
works match champion simple --games 6 --seed 1 --quiet --json
[[ $(jq -r .digest out) == 8c0d6e33428603f3 ]] || fail "the champion plays otherwise: $(jq -r .digest out)"
! grep -q note err || fail "a note under its own rules: $(<err)"
works match "exec:$DEADWOOD bot champion" simple --games 6 --seed 1 --quiet --json
[[ $(jq -r .digest out) == 8c0d6e33428603f3 ]] || fail "a program plays otherwise: $(jq -r .digest out)"

# Mistakes.
refused 2 'there is no model champion.safetensors' match champion:model=champion.safetensors.no simple
refused 2 'nowhere.safetensors' match champion:model=./nowhere.safetensors simple
refused 2 'rollout' match $champion,search=1,rollout=1 simple
refused 2 'search' match $champion,search=-1 simple
refused 2 'judge is for gin' play --game hearts --judge simple
printf 'x' >>w/$tiny
refused 2 'tiny.safetensors' match $champion simple
