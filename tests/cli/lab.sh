#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood lab policies: every combination of draw, discard and knock policies takes part and is ranked.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

works players --json
jq '[.policies | .draw[].name as $a | .discard[].name as $b | .knock[].name as $c |
    "mix:draw=\($a),discard=\($b),knock=\($c)"] | sort' out >all.json
knocks=$(jq -r '[.policies.knock[].name] | join(" ")' out)
combinations=$(jq length all.json)
((combinations == $(jq '.policies | (.draw | length) * (.discard | length) * (.knock | length)' out))) || fail 'the product'

# Every combination takes part; two games each, since some policies are slow. They are slower yet under sanitizers.
slow="utility sampled-gain estimated knock-net card-net prognosis safety human"
thorough=$((${DEADWOOD_TEST_EFFORT:-100} >= 100))
whole=(--against simple --first 2 --games 2)
((thorough)) || whole+=(--without "$slow")
works lab policies "${whole[@]}" --json --out ranking.json
cmp out ranking.json || fail '--out is not what --json prints'
for name in $slow; do
    ((thorough)) || jq --arg name "$name" '[.[] | select(test("=\($name)(,|$)") | not)]' all.json >some.json
    ((thorough)) || mv some.json all.json
done
[[ $(jq -c '[.ranking[].player | sub(",estimator=bayes$"; "")] | sort' out) == "$(jq -c . all.json)" ]] || fail 'not every combination once'
grep -q "^round 1: $(jq length all.json) contenders, 2 games a pair" err || fail "no progress: $(<err)"
holds out '.field == ["simple"] and .rules == "contest" and .seed == 1'
holds out "[.ranking[] | .games == 2 and .rounds == 1 and (.win_rates | length) == 1] | all"

if ((thorough)); then
    # Without the slow ones: half of them go on, and those the games cannot tell from the last of these; chance is not
    # among the best.
    works lab policies --against "simple heisenbot" --first 10 --games 20 --keep 3 --without "$slow" --quiet --json
    for name in $slow; do
        holds out "[.ranking[].player | test(\"=$name(,|$)\") | not] | all"
    done
    combinations=$(jq '.ranking | length' out)
    holds out "[.ranking[] | .games == 10 * .rounds and (.rounds == 1 or .rounds == 2)] | all"
    holds out '[.ranking[] | (.win_rates | length) == 2 and ((.win_rates | add / 2) - .score | fabs) < 0.000001] | all'
    holds out '[.ranking | [.[:-1], .[1:]] | transpose[] | .[0].rounds > .[1].rounds or
        (.[0].rounds == .[1].rounds and .[0].score >= .[1].score)] | all'
    stay=$(jq '[.ranking[] | select(.rounds == 2)] | length' out)
    ((stay >= combinations / 2 && stay < combinations)) || fail "$stay of $combinations went on"
    holds out '[.ranking[:20][].player | test("discard=random|draw=stock|draw=random") | not] | all'
    holds out '[.ranking[] | select(.player | test("discard=random")) | .score < 0.2 and .rounds == 1] | all'

    # The same again, on one thread, as a table, and from what was kept.
    race=(--against simple --first 2 --games 4 --keep 3 --without "$slow")
    works lab policies "${race[@]}" --quiet --json
    cp out ranking.json
    works lab policies "${race[@]}" --threads 1 --quiet --json
    cmp out ranking.json || fail 'one thread'
    works lab policies "${race[@]}" --quiet --top 5
    [[ $(head -n 1 out) == "$combinations contenders" ]] || fail "head: $(<out)"
    (($(grep -c ' mix:' out) == 5)) || fail "rows: $(<out)"
    grep -qF "... and $((combinations - 5)) more" out || fail "no word of the rest: $(<out)"
    [[ $(awk '$1 == 1 { print $NF }' out) == "$(jq -r '.ranking[0].player' ranking.json)" ]] || fail "first: $(<out)"
    [[ ! -s err ]] || fail "--quiet says: $(<err)"
    if "$DEADWOOD" match simple greedy --games 2 --db can-store.db >/dev/null 2>&1; then
        kill_after 0.3 lab policies "${race[@]}" --db lab.db
        for _ in 1 2; do
            works lab policies "${race[@]}" --db lab.db --quiet --json
            cmp out ranking.json || fail 'kept'
        done
    fi

    # Ctrl-C prints what is known.
    interrupt_after 1 lab policies --games 100000000 --without "$slow" --quiet
    ((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
    [[ $(head -n 1 out) == "$combinations contenders, interrupted" ]] || fail "after Ctrl-C: $(<out)"
    ! grep -qi nan out || fail "nan after Ctrl-C: $(<out)"
fi

refused 2 "there is no experiment 'polices'; there are .deadwood lab policies" lab polices
refused 2 'too few words' lab
refused 2 'one word too many' lab policies heisenbot
refused 2 "--against: there is no gin player 'gredy'; did you mean 'greedy'" lab policies --against gredy
refused 2 "there is no policy 'fast'" lab policies --without "gin fast"
refused 2 "leaves no policy for 'knock'" lab policies --without "$knocks"
refused 2 '--first' lab policies --games 10 --first 20
refused 2 '--target' lab policies --target 50
refused 1 'nowhere' lab policies "${whole[@]}" --quiet --db nowhere/lab.db
