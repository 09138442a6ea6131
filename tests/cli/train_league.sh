#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Leagues by recipe: the same weights however they came about, one after the other,
# exploiters and their table, mistakes.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

work_in_w
export DEADWOOD_RECIPES=$PWD/recipes
mkdir recipes

cat >recipes/one.recipe <<'R'
learn = league
games = 32
steps = 8
decisions = 7680
batch = 64
actor = 8n 8n+
critic = 12n
rate = 0.003..0.001
opponents = self 40 + past 20 +
    simple 20 80% + random 20
snapshot = 7
past = 2
evaluate = 6
table = 3
win-from = 0.5
match = 2
checkpoint = 0.001
seed = 3
output = one.safetensors
R
sed -e 's/^opponents.*/opponents = self 50 + {one} 25 + likeliest:{one} 25/' -e '/simple 20/d' -e 's/^decisions.*/decisions = 2560/' \
    -e 's/^output.*/output = two.safetensors\nafter = one\nfrom = {one}\npanel = {one} random/' recipes/one.recipe >recipes/two.recipe
sed -e 's/^opponents.*/opponents = {target} 100/' -e '/simple 20/d' -e 's/^output.*/output = exploit.safetensors/' \
    recipes/one.recipe >recipes/exploit.recipe
sed 's/^decisions.*/decisions = 2560/' recipes/exploit.recipe >recipes/exploit-from.recipe

# What it says and leaves behind.
works train one --threads 1 --quiet --json
holds out '.recipe == "one" and .end == "finished" and .decisions == 7680 and .learned_from > 3000 and
    .learned_from <= 7680 and .actor == "8n 8n+" and .critic == "12n" and (.matches | length) == 2 and
    .matches[0].opponent == "simple" and .matches[0].games == 2 and (.sha256 | length) == 64'
works train one --threads 1 --quiet --fresh
grep -qE '^  simple +[0-9.]+% ' out || fail "no match: $(<out)"
grep -qE '^one.safetensors \| [0-9a-f]{64} ' out || fail "no line of the manifest: $(<out)"
[[ $(find w/out/train/one -name '*.checkpoint*') == '' ]] || fail 'checkpoints are left'
[[ $(head -1 w/out/train/one/curve.tsv) == iteration$'\t'decisions* ]] || fail 'no curve'
[[ $(wc -l <w/out/train/one/curve.tsv) == 6 ]] || fail "points are missing: $(<w/out/train/one/curve.tsv)"
for figure in wins learning style speed; do
    grep -qvE '^#' w/out/train/one/data/one-$figure.dat || fail "the figure $figure has no data"
done
cp -r w/out/train/one expected
# Columns of the curve that are no times.
curve() { cut -f 1-13,18- "$1/curve.tsv"; }
same() {
    cmp "$1/one.safetensors" expected/one.safetensors || fail "$2: other weights"
    cmp "$1/one-critic.safetensors" expected/one-critic.safetensors || fail "$2: another critic"
    [[ $(curve "$1") == "$(curve expected)" ]] || fail "$2: another curve"
}

# What is done is not done again; other settings must be asked for.
works train one --threads 1 --quiet --json
holds out '.done_already and .decisions == 7680 and .learned_from > 3000 and (.quality | test("v simple"))'
grep -q 'one was done already; --fresh makes it again' err || fail "not said: $(<err)"
same w/out/train/one 'what was done'
sed -i 's/^match = 2/match = 4/' recipes/one.recipe
works train one --threads 1 --quiet --json
holds out '.done_already' # how often it is matched changes nothing in it
sed -i 's/^match = 4/match = 2/' recipes/one.recipe
refused 1 'one.safetensors belongs to other work .*; .deadwood train one --scale 0.5 --fresh. makes it again' train one --scale 0.5 --quiet
same w/out/train/one 'what was refused'

# Threads do not matter; nor does it how often it was killed, nor on which machine it goes on.
rm -r w/out
works train one --threads 3 --quiet
same w/out/train/one 'three threads'
rm -r w/out
for seconds in 0.1 0.2 0.3 0.2 0.3; do kill_after $seconds train one --threads 1 --quiet; done
mkdir elsewhere
if [[ -d w/out ]]; then cp -r w/out elsewhere/out && rm -r w/out && mv elsewhere/out w/out; fi
works train one --threads 2 --quiet
same w/out/train/one killed

# A checkpoint of other work is not taken up, unless it may be thrown away.
rm -r w/out
sed 's/^decisions.*/decisions = 100000000/' recipes/one.recipe >w/long.recipe
kill_after 1 train ./long.recipe --threads 1 --quiet --out k.safetensors
if [[ -e w/k.safetensors.checkpoint ]]; then
    refused 1 'belongs to other work; --fresh begins again' train one --quiet --out k.safetensors
    works train one --quiet --out k.safetensors --fresh
    cmp w/k.safetensors expected/one.safetensors || fail 'after --fresh it comes to something else'
fi

# Ctrl-C: it stops with a checkpoint and the curve so far.
interrupt_after 2 train ./long.recipe --threads 1 --quiet
((code == 130)) || fail "Ctrl-C: exit code $code: $(<err)"
grep -q 'interrupted; the same command goes on' err || fail "Ctrl-C: $(<err)"
[[ -s w/out/train/long/curve.tsv && -s w/out/train/long/one.safetensors.checkpoint ]] || fail 'Ctrl-C: nothing is kept'

# One after the other: the second runs the first where it is not done.
works train two --threads 1 --quiet --json
holds out '.recipe == "two" and .learned_from < .decisions and (.matches | map(.opponent)) == ["champion:model=out/train/one/one.safetensors", "random"]'
cmp w/out/train/one/one.safetensors expected/one.safetensors || fail 'the first is another one'
cp w/out/train/two/two.safetensors two.expected
rm -r w/out
for seconds in 0.2 0.4 0.4; do kill_after $seconds train two --threads 1 --quiet; done
works train two --threads 2 --quiet
cmp w/out/train/two/two.safetensors two.expected || fail 'killed it comes to something else'
sed -i 's/^batch = .*/batch = 32/' recipes/one.recipe
refused 1 'one.safetensors belongs to other work than the recipe one now asks for; .deadwood train one --fresh' train two --quiet
sed -i 's/^batch = .*/batch = 64/' recipes/one.recipe
refused 1 'one.safetensors belongs to other work' train two --scale 0.5 --quiet

# What was learned plays, and goes on.
works match champion:model=out/train/two/two.safetensors random --games 2 --quiet
works train one --from out/train/two/two.safetensors --quiet --out on.safetensors --json
holds out '.command == "deadwood train one --from out/train/two/two.safetensors"'

# Exploiters, and all of them in one table; without the champion that is shipped, which would play everybody.
mkdir bare
for model in "$SRC"/models/*; do
    [[ $model == */champion* ]] || ln -s "$model" bare
done
shipped=${DEADWOOD_MODELS:-$SRC/models}
export DEADWOOD_MODELS=$PWD/bare
works lab exploitability --games 2 --quiet
grep -q 'Not yet exploited .*greedy.* random' out || fail "no list: $(<out)"
works train exploit:random --threads 1 --quiet --json
holds out '.recipe == "exploit-random" and .target == "random" and (.matches | length) == 1 and .matches[0].opponent == "random"'
works train exploit:./out/train/two/two.safetensors --quiet
works train exploit:random --from out/train/two/two.safetensors --quiet --json
holds out '.recipe == "exploit-random-from-two" and .decisions == 2560' # the other pattern
works lab exploitability --games 2 --quiet
grep -qE '^random +[0-9.]+% \[ *[0-9.]+, +[0-9.]+\] +-?[0-9.]+ (\+- +[0-9.]+)? +exploit-random[a-z-]*, trained against it, 0.00[0-9]+ M' out || fail "no row: $(<out)"
grep -qE '^two .* exploit-two, trained' out || fail "no net: $(<out)"
(($(grep -c '^random ' out) == 1)) || fail "a player stands there twice: $(<out)"
works lab exploitability --games 2 --quiet --json --threads 1
holds out '(.exploits | length) == 2 and (.exploits[0].won <= .exploits[1].won) and ([.exploits[] | .trained and .games == 2] | all) and (.untried | length) > 10'
works lab exploitability random --games 8 --quiet --json
holds out '(.exploits | length) == 1'
won=$(jq '.exploits[0].won' out)
read -ra words < <(jq -r '.exploits[0].command' out)
works "${words[@]:1}" --quiet --json
holds out ".games == 8 and .stats.players[0].win_rate == $won"
mkdir w/out/train/champion
cp w/out/train/two/two.safetensors w/out/train/champion/champion.safetensors
works lab exploitability greedy --games 2 --quiet --json
holds out '(.exploits | length) == 1 and .exploits[0].player == "greedy" and .exploits[0].by == "champion" and (.exploits[0].trained | not)'
works lab exploitability out/train/two/two.safetensors --games 2 --quiet --json
holds out '(.exploits | length) == 1 and .exploits[0].player == "two"'
refused 1 "'nobody'" lab exploitability nobody --games 2 --quiet
refused 2 'games' lab exploitability --games 0
echo 'no table' >w/out/train/exploit-random/matches.tsv
refused 1 'exploit-random/matches.tsv: it has no matches' lab exploitability --games 2 --quiet
export DEADWOOD_MODELS=$shipped

# It learns: more points a hand against chance at the end than at the beginning.
sed -e 's/^games.*/games = 64/' -e 's/^steps.*/steps = 32/' -e 's/^decisions.*/decisions = 122880/' -e 's/^batch.*/batch = 256/' \
    -e 's/^actor.*/actor = 64n/' -e 's/^checkpoint.*/checkpoint = 60/' -e 's/^evaluate.*/evaluate = 12/' -e 's/^table.*/win = 0/' \
    -e 's/^opponents.*/opponents = random 100/' -e '/simple 20/d' recipes/one.recipe >w/learns.recipe
works train ./learns.recipe --quiet
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "random hands") h = i; if ($i == "random points") p = i } }
    NR == 2 { first = $p / $h } { last = $p / $h } END { exit !(last > first + 1) }' w/out/train/learns/curve.tsv ||
    fail "it does not learn: $(<w/out/train/learns/curve.tsv)"

# Mistakes.
change() { sed "$1" recipes/one.recipe >w/bad.recipe; }
change 's/random 20/randon 20/'
refused 1 "bad.recipe: .*'randon'.*did you mean 'random'" train ./bad.recipe --quiet
change 's/random 20/none.safetensors 20/'
refused 1 'none.safetensors' train ./bad.recipe --quiet
change 's/random 20/{two} 20/'
refused 1 'bad.recipe: line 9: opponents: \{two\} is no recipe that goes before this one' train ./bad.recipe --quiet
change 's/20 80%/20 80/'
refused 2 "bad.recipe: line 9: opponents: the goal '80' is no percentage" train ./bad.recipe --quiet
change 's/^steps.*/step = 3/'
refused 2 "line 3: there is no key 'step'; did you mean 'steps'" train ./bad.recipe --quiet
change 's/^seed.*/after = nothing/'
refused 1 "bad.recipe: after: there is no recipe 'nothing'" train ./bad.recipe --quiet
change 's/^actor.*/actor = 9n/'
refused 1 "from: .*is '896 8n 8n\+ 106l', the recipe's actor '896 9n 106l'" train ./bad.recipe --quiet --from out/train/two/two.safetensors
refused 2 'as many games as its league does; --scale' train one --games 5
refused 2 '--from is for leagues' train "$SRC/recipes/knock-nguyen.recipe" --from x
refused 2 'write exploit:TARGET' train exploit:
refused 1 "exploit:TARGET" train exploit --quiet
refused 1 "'nobody'" train exploit:nobody --quiet
refused 1 'one.recipe|ot a directory' train one --quiet --out "$PWD/recipes/one.recipe/x.safetensors"
head -c 3000 w/out/train/two/two.safetensors >w/cut.safetensors
refused 2 'cut.safetensors' train one --quiet --out new.safetensors --from ./cut.safetensors
refused 1 'from: .*no weights of a gin player' train one --quiet --out new.safetensors --from knock-nguyen.safetensors
# A disk that is full: no file may grow beyond 8 KiB.
rm -r w/out
(ulimit -f 8 && refused 1 'one' train one --quiet --threads 1) || fail 'a full disk'
[[ ! -e w/out/train/one/one.safetensors ]] || fail 'weights though the disk was full'
works train one --threads 1 --quiet
same w/out/train/one 'after a full disk'
