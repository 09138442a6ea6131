#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood tune: grids, random settings, both, words, targets; kept, repeated and taken up again.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

first=$(effort 60 20)
most=$((first * 4))
race=(--against "simple greedy" --first "$first" --games "$most" --keep 2 --seed 5 --quiet)

# The players tried, in a fixed order.
tried() { jq -c '[.ranking[].player] | sort' "${1:-out}"; }
tries() { [[ $(tried) == "$(jq -c sort <<<"$1")" ]] || fail "tried $(tried), not $1"; }

# A grid: every whole number, and every pair of two axes.
works tune greedy limit=0..4 "${race[@]}" --json
mv out grid.json
holds grid.json '(["game","rules","seed","field","ranking"] - keys) == [] and .game == "gin" and .rules == "contest" and
    .seed == 5 and .field == ["simple","greedy"]'
holds grid.json '[.ranking[].player] | sort == [range(5) | "greedy:limit=\(.)"]'
holds grid.json '[.ranking[] | (["player","score","standard_error","win_rates","games","rounds"] - keys) == [] and
    (has("distance") | not) and (.win_rates | length) == 2 and ((.win_rates | add / 2) - .score | fabs) < 0.000001 and
    .score > 0 and .score < 1 and .standard_error > 0] | all'
holds grid.json "[.ranking[] | .games >= $first and .games <= $most and .rounds >= 1] | all"
holds grid.json "[.ranking[:2][] | .games == $most] | all"
holds grid.json '[.ranking | [.[:-1], .[1:]] | transpose[] | .[0].rounds > .[1].rounds or
    (.[0].rounds == .[1].rounds and .[0].score >= .[1].score)] | all'
works tune rule-knock early=2..3 points=4..6 "${race[@]}" --json
tries '["rule-knock:early=2,points=4","rule-knock:early=2,points=5","rule-knock:early=2,points=6",
    "rule-knock:early=3,points=4","rule-knock:early=3,points=5","rule-knock:early=3,points=6"]'

# Steps, fractions, one value, words, and a player that has settings already.
works tune random draw.p=0..1/3 "${race[@]}" --json
tries '["random:draw.p=0","random:draw.p=0.5","random:draw.p=1"]'
works tune random draw.p=0.0..1 "${race[@]}" --json
holds out '[.ranking[].player] | sort == ([range(11) | "random:draw.p=\(. / 10)"] | sort)'
works tune greedy limit=2..10/3 "${race[@]}" --json
tries '["greedy:limit=2","greedy:limit=6","greedy:limit=10"]'
works tune greedy limit=3..3 "${race[@]}" --json
tries '["greedy:limit=3"]'
works tune greedy limit=4 "${race[@]}" --json
tries '["greedy:limit=4"]'
works tune mix 'discard=safety|points' 'knock=rules|at-once' "${race[@]}" --json
tries '["mix:discard=points,knock=at-once","mix:discard=points,knock=rules","mix:discard=safety,knock=at-once",
    "mix:discard=safety,knock=rules"]'
works tune mix:draw=stock knock=limit limit=1..2 "${race[@]}" --json
tries '["mix:draw=stock,knock=limit,limit=1","mix:draw=stock,knock=limit,limit=2"]'
works tune mix limit=1..2 knock=limit "${race[@]}" --json # in any order
tries '["mix:limit=1,knock=limit","mix:limit=2,knock=limit"]'

# Random settings: in range, each once, by the seed alone.
works tune random draw.p=0.2..0.4 --tries 6 "${race[@]}" --json
holds out '(.ranking | length) == 6 and ([.ranking[].player | ltrimstr("random:draw.p=") | tonumber |
    . >= 0.2 and . <= 0.4] | all) and ([.ranking[].player] | unique | length) == 6'
mv out tries.json
works tune random draw.p=0.2..0.4 --tries 6 "${race[@]}" --threads 1 --json
cmp out tries.json || fail 'the same seed tries other settings'
works tune random draw.p=0.2..0.4 --tries 6 --against simple --first 2 --games 2 --seed 6 --json
[[ $(tried) != "$(tried tries.json)" ]] || fail 'another seed tries the same settings'
works tune greedy limit=0..2 --tries 60 "${race[@]}" --json
tries '["greedy:limit=0","greedy:limit=1","greedy:limit=2"]'
works tune mix 'discard=safety|points' --tries 30 "${race[@]}" --json
tries '["mix:discard=points","mix:discard=safety"]'

# Random settings, then a grid around the best of them, one axis at a time: the kept ones and two neighbours an axis.
works tune random draw.p=0.2..0.4 --tries 6 --refine "${race[@]}" --json
mv out refined.json
# shellcheck disable=SC2016 # the variables in quotes are jq's
jq -e --slurpfile before tries.json '($before[0].ranking | map(.player)) as $old | ([.ranking[].player]) as $new |
    ($old[:2] - $new) == [] and ($new - $old | length) == 2 and ($new | length) == 4 and
    ($old[0] | ltrimstr("random:draw.p=") | tonumber) as $best |
    ($new - $old | map(ltrimstr("random:draw.p=") | tonumber | . - $best | fabs * 50 | round) | sort) == [1, 1]' \
    refined.json >res || fail "refined: $(jq -c '[.ranking[].player]' refined.json) after $(tried tries.json)"
works tune random draw.p=0.2..0.4 --tries 6 --refine "${race[@]}" --threads 2 --out whole.json
cmp whole.json refined.json || fail '--refine on two threads, or --out'
grep -q '^random settings: 6 contenders$' out || fail "first ranking: $(<out)"
grep -q '^around the best of them: 4 contenders$' out || fail "second ranking: $(<out)"
works tune greedy limit=0..2 --tries 60 --refine "${race[@]}" --json # neighbours that were tried are not tried twice
holds out '[.ranking[].player] | length <= 3 and (unique | length) == length'
works tune mix 'discard=safety|points' --tries 9 --refine "${race[@]}" --json
tries '["mix:discard=points","mix:discard=safety"]'
refused 2 'add --tries N' tune greedy limit=0..4 --refine "${race[@]}"

# A target: the closest is first, and its distance is what it says.
aim=(tune mix 'draw=meld-only|stock' --against "simple greedy" --first "$first" --games "$most" --keep 1 --json)
works "${aim[@]}" --target 8,4.5
holds out '.ranking[0].player == "mix:draw=stock"'
works "${aim[@]}" --target 50,45
holds out '.ranking[0].player == "mix:draw=meld-only" and .ranking[0].distance < .ranking[1].distance'
holds out '[.ranking[] | (.win_rates | [.[0] - 0.5, .[1] - 0.45] | map(. * .) | add / 2 | sqrt) - .distance | fabs < 0.000001] | all'

# The table, its length, and the file.
works tune greedy limit=0..4 "${race[@]}" --top 2 --out whole.json
[[ $(head -n 1 out) == '5 contenders' ]] || fail "head: $(<out)"
grep -qF '... and 3 more (--top N shows more)' out || fail "no word of the rest: $(<out)"
(($(grep -c 'greedy:limit=' out) == 2)) || fail "rows: $(<out)"
! grep -qi nan out || fail "nan: $(<out)"
cmp whole.json grid.json || fail "--out is not what --json prints"
[[ ! -s err ]] || fail "--quiet says: $(<err)"
works tune greedy limit=0..4 "${race[@]}" --top 2 --target 50,50
grep -q distance out || fail "no distance: $(<out)"
works tune greedy limit=0..1 --against simple --first 2 --games 2
grep -q '^round 1: 2 contenders, 2 games a pair' err || fail "no progress: $(<err)"
run tune greedy limit=0..4 "${race[@]}" --out no/such/file.json --json
((code == 1)) || fail "exit code $code: $(<err)"
grep -q '^deadwood: .*no/such/file.json' err || fail "--out: $(<err)"
cmp out grid.json || fail 'what could not be saved is not printed either'

# Threads change nothing; odd numbers of games become pairs.
works tune greedy limit=0..4 "${race[@]}" --threads 2 --json
cmp out grid.json || fail 'two threads'
works tune greedy limit=0..1 --against simple --first 3 --games 5 --keep 1 --json
holds out '[.ranking[].games] | .[0] == 6 and (map(. % 2 == 0) | all)'

# Kept: the same command plays nothing again, a longer one goes on, and killed ones are taken up again.
if "$DEADWOOD" match simple greedy --games 2 --db can-store.db >/dev/null 2>&1; then
    works tune greedy limit=0..4 "${race[@]}" --db tune.db --json
    cmp out grid.json || fail 'with --db'
    stored() { sqlite3 "$1" 'SELECT count(*), total(hash % 1000003) FROM game' 2>/dev/null || echo 'no sqlite3'; }
    before=$(stored tune.db)
    works tune greedy limit=0..4 "${race[@]}" --db tune.db --json
    cmp out grid.json || fail 'repeated with --db'
    [[ $(stored tune.db) == "$before" ]] || fail "repeated: $(stored tune.db), not $before"
    works tune greedy limit=0..4 --against "simple greedy" --first "$first" --games "$first" --keep 2 --seed 5 --db short.db --json
    works tune greedy limit=0..4 "${race[@]}" --db short.db --json
    cmp out grid.json || fail 'made longer'
    for delay in 0.02 0.05 0.1; do
        kill_after $delay tune random draw.p=0.2..0.4 --tries 6 --refine "${race[@]}" --db refined.db
    done
    works tune random draw.p=0.2..0.4 --tries 6 --refine "${race[@]}" --db refined.db --json
    cmp out refined.json || fail 'refined, killed and taken up again'
    for delay in 0.01 0.02 0.04; do
        kill_after $delay tune greedy limit=0..4 "${race[@]}" --db killed.db
    done
    works tune greedy limit=0..4 "${race[@]}" --db killed.db --json
    cmp out grid.json || fail 'killed and taken up again'
    refused 1 'is no database of results' tune greedy limit=0..1 "${race[@]}" --db grid.json
fi

# Ctrl-C prints the ranking so far.
interrupt_after 2 tune greedy limit=0..9 --against simple --first 200 --games 100000000 --quiet
((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
grep -q '^10 contenders, interrupted$' out || fail "after Ctrl-C: $(<out)"
! grep -qi nan out || fail "nan after Ctrl-C: $(<out)"

# What makes no sense is said, with what would.
refused 2 "'limit' is not key=lo..hi, key=lo..hi/steps or key=a" tune greedy limit "${race[@]}"
refused 2 "there is no parameter 'limt' here; keys are draw, discard, knock, melds, estimator and knock.limit" tune greedy limt=0..3 "${race[@]}"
refused 2 "there is no parameter '' here|is not key=value" tune greedy =0..3 "${race[@]}"
refused 2 "'11'|out of range; give one from 0 to 10" tune greedy limit=9..11 "${race[@]}"
refused 2 "'2.5' is not a whole number; give one from 0 to 10" tune greedy limit=2..3/3 "${race[@]}"
refused 2 'limit' tune greedy limit=5..3 "${race[@]}"
refused 2 'limit' tune greedy limit=.. "${race[@]}"
refused 2 'limit' tune greedy limit=1.. "${race[@]}"
refused 2 'limit' tune greedy limit=a..b "${race[@]}"
refused 2 'limit' tune greedy limit=1..3/1 "${race[@]}"
refused 2 'limit' tune greedy limit=1..3/x "${race[@]}"
refused 2 'limit has more than 1001 values' tune greedy limit=0..5000 "${race[@]}"
refused 2 'limit' tune greedy limit=nan..3 "${race[@]}"
refused 2 'limit' tune greedy limit= "${race[@]}"
refused 2 "there is no discard policy 'best'" tune mix 'discard=safety|best' "${race[@]}"
refused 2 "there is no discard policy ''" tune mix 'discard=safety|' "${race[@]}"
refused 2 "there is no gin player 'gredy'; did you mean 'greedy'" tune gredy limit=0..3 "${race[@]}"
refused 2 "--against: there is no gin player 'gredy'" tune greedy limit=0..3 --against "simple gredy"
refused 2 '--against names no player' tune greedy limit=0..3 --against ' '
refused 2 'the grid has 26973 settings, more than 20000; use --tries N' tune rule-knock lead=0..80 early=0..36 points=2..10 "${race[@]}"
refused 2 'too few words' tune greedy "${race[@]}"
refused 2 'too few words' tune
refused 2 'one word too many' tune greedy limit={1,2,3,4,5,6,7,8,9,1,2,3,4}
for target in 50 50,60,70 50,60,70,80; do
    refused 2 '--target needs 2 win percentages, one for each player of --against' tune greedy limit=0..3 "${race[@]}" --target "$target"
done
for target in '50,' ',50' 50,x 50,101 50,-1 nan,50; do
    refused 2 --target tune greedy limit=0..3 "${race[@]}" --target "$target"
done
for bad in '--tries 0' '--tries x' '--tries 20001' '--games 1' '--first 1' '--games 10 --first 20' '--keep 0' '--top 0' \
    '--rules contst' '--seed x' '--threads -1'; do
    read -ra words <<<"$bad"
    refused 2 "${words[-2]}" tune greedy limit=0..3 "${words[@]}"
done
