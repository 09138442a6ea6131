#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood match --game hearts: the JSON, seatings, rules, whole games, the sequential test, threads, store and records.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

deals=$(effort 200 40)
hearts=(--game hearts --quiet)

# The JSON object and how its numbers fit each other.
match_json one.json ducker random "${hearts[@]}" --games "$deals" --seed 7
holds one.json '["game","rules","players","games","seatings","hands","points_per_hand","difference","standard_error","wins","draws",
    "points","open","seconds","seed","digest","mode","end","stats"] - keys == []'
holds one.json '.game == "hearts" and .rules == "standard,target=0" and .players == ["ducker","random"] and .seed == 7'
holds one.json ".games == $deals and .seatings == 14 and .hands == 14 * .games and .mode == \"14\" and .end == \"finished\""
holds one.json '(.wins | add) + .draws == .hands and (.points_per_hand | length) == 2 and .points_per_hand[0] < .points_per_hand[1]'
holds one.json 'def near(a; b): (a - b | fabs) < 1e-9;
    near(.difference; .points_per_hand[0] - .points_per_hand[1]) and .standard_error > 0 and
    near(.points_per_hand[0]; .points[0] / .stats.players[0].hands) and .stats.players[0].hands == 28 * .games and
    near(.stats.players[0].win_rate; (.wins[0] + .draws / 2) / .hands)'
holds one.json '[.stats.players[] | .queen > 0 and .queen < 1 and .moons >= 0 and .moons_conceded >= 0 and .decision_ns > 0 and
    .moon_conceded_95[0] <= .moon_conceded and .moon_conceded <= .moon_conceded_95[1] and
    .faults == {}] | all'
holds one.json '.stats.players | (.[0].queen + .[1].queen) / 2 * 4 > 0.999 and (.[0].queen + .[1].queen) / 2 * 4 < 1.001'
holds one.json '.stats.elo > 0 and .difference < -3'

# Arrays are in the order given.
match_json other.json random ducker "${hearts[@]}" --games "$deals" --seed 7
holds other.json '.players == ["random","ducker"] and .difference > 3 and .stats.elo < 0'

# One against three.
match_json ones.json ducker random "${hearts[@]}" --games "$deals" --seating 1v3 --rules paper
holds ones.json '.hands == 4 * .games and .mode == "1v3" and .rules == "paper" and (.stats | has("elo") | not)'
holds ones.json '.stats.players | .[1].hands == 3 * .[0].hands'
holds ones.json '(.points | add) == 26 * .hands'

# The same for any number of threads; other seeds, rules, seatings and open cards are other matches.
for threads in 1 2 8; do
    match_json "$threads.json" ducker random "${hearts[@]}" --games 30 --threads "$threads"
    same_facts 1.json "$threads.json" "$threads threads"
done
match_json again.json ducker random "${hearts[@]}" --games 30 --seed 0x1 --rules standard --seating 14
same_facts 1.json again.json 'defaults are seed 1, standard rules and mixed seatings'
for change in '--seed 2' '--rules paper' '--rules standard,moon=subtract' '--seating 1v3' '--to-target'; do
    # shellcheck disable=SC2086
    match_json changed.json ducker random "${hearts[@]}" --games 30 $change
    [[ $(digest 1.json) != "$(digest changed.json)" ]] || fail "$change changes nothing"
done
holds changed.json '.rules == "standard" and .hands > 14 * .games and .stats.hands_per_game > 2'
match_json closed.json expert random "${hearts[@]}" --games 1 --seating 1v3 --rules paper
match_json open.json expert random "${hearts[@]}" --games 1 --seating 1v3 --rules paper --open
holds open.json '.open'
[[ $(digest closed.json) != "$(digest open.json)" ]] || fail '--open changes nothing'
match_json target.json ducker random "${hearts[@]}" --games 4 --to-target --rules paper,target=30
holds target.json '.rules == "paper,target=30"'
match_json gin.json simple greedy --game gin --games 100
match_json gin-too.json simple greedy --games 100
same_facts gin.json gin-too.json '--game gin is the default'

# The sequential test, on hands won.
match_json h1.json ducker random "${hearts[@]}" --sprt 0,50 --games 5000
holds h1.json '.end == "decided" and .sprt.verdict == "H1" and .games < 1000'

# The table.
works match ducker random "${hearts[@]}" --games 20 --seed 9
match_json table.json ducker random "${hearts[@]}" --games 20 --seed 9
works match ducker random "${hearts[@]}" --games 20 --seed 9
[[ $(head -n 1 out) == 'ducker v random, hearts, standard,target=0 rules, 14 mixed seatings, seed 9' ]] || fail "first line: $(<out)"
grep -q "^20 deals, 280 hands, digest $(digest table.json), " out || fail "second line: $(<out)"
for row in 'points a hand' 'hands won, %' 'Wilson 95%' 'in front alone, %' 'queens of spades, % of hands' \
    'moons shot, % of hands' 'moons conceded, %' '95% over deals' 'time a decision'; do
    (($(grep -cE "^ +$row +[[0-9]" out) == 1)) || fail "no row '$row': $(<out)"
done
grep -qE 'ducker takes -[0-9.]+ \+- [0-9.]+ points a hand against random \(one standard error over deals\)' out || fail "$(<out)"

# Records: every hand once, and the match as without them.
match_json recorded.json ducker random "${hearts[@]}" --games 20 --seed 9 --threads 1 --records one.rec
same_facts table.json recorded.json 'with --records'
match_json recorded.json ducker random "${hearts[@]}" --games 20 --seed 9 --threads 8 --records eight.rec
cmp one.rec eight.rec
(($(grep -c '^hearts/1 ' one.rec) == 280)) || fail 'not one line a hand'

# Killed or stopped at any moment and resumed it ends as if nothing had happened.
games=$(effort 3000 200)
plan=(match ducker random "${hearts[@]}" --games "$games" --seed 11)
works "${plan[@]}" --records whole.rec --json
mv out whole.json
for delay in 0.02 0.11 0.05 0.2; do
    kill_after $delay "${plan[@]}" --db killed.db --records killed.rec --resume
done
works "${plan[@]}" --db killed.db --records killed.rec --resume --json
same_facts out whole.json 'killed and resumed'
cmp whole.rec killed.rec
works "${plan[@]}" --db killed.db --resume --json
same_facts out whole.json 'resumed when finished'
refused 1 'of this match are stored' match ducker random "${hearts[@]}" --games 2 --seed 11 --db killed.db --resume
interrupt_after 0.3 match ducker random "${hearts[@]}" --games 10000000 --json
((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
holds out '.end == "interrupted" and .games > 0 and .hands == 14 * .games'

# What is wrong is said in one sentence.
refused 2 "there is no game 'bridge'; --game is gin or hearts" match a b --game bridge
refused 2 "there is no hearts player 'duker'; did you mean 'ducker'\?" match duker random --game hearts
refused 2 "'simple' plays gin, and this is Hearts" match simple random --game hearts
refused 2 "'ducker' plays Hearts, and this is gin" match ducker random
refused 2 "there is no rules preset 'contest'.*presets are standard, paper, paper-queen, paper-hearts" match ducker random --game hearts --rules contest
refused 2 '--seating is 14 .all mixed seatings. or 1v3' match ducker random --game hearts --seating 2v2
refused 2 '--seating is for --game hearts' match simple greedy --seating 14
refused 2 '--open is for --game hearts' match simple greedy --open
refused 2 '--to-target is for --game hearts' tournament simple greedy --to-target
refused 2 '--plain is for --game gin' match ducker random --game hearts --plain
refused 2 '--to-target: the paper rules have no target; add one, as in --rules paper,target=100' match ducker random --game hearts --rules paper --to-target
refused 2 '--sprt needs --seating 14' match ducker random --game hearts --seating 1v3 --sprt 0,10
