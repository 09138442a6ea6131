#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood match: what the JSON and the table say, and that only the plan decides the numbers.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

# One JSON object on stdout, progress on stderr.
games=$(effort 4000 200)
match_json one.json simple greedy --games "$games" --seed 7 --threads 1
grep -q "simple v greedy: $games of $games games" err || fail "no progress on stderr: $(<err)"
(($(jq -s length one.json) == 1)) || fail 'more than one JSON value'
works match simple greedy --games 20 --quiet
[[ ! -s err ]] || fail "--quiet is not quiet: $(<err)"
holds one.json '["game","rules","players","games","wins","points","hands","seconds","seed","digest","stats"] - keys == []'
holds one.json '["hands_per_game","turns_per_hand","gin","undercut","cancelled","face_up","knock_deadwood",
    "points_per_hand"] - (.stats | keys) == []'
holds one.json '.game == "gin" and .rules == "contest" and .seed == 7 and .mode == "duplicate" and .end == "finished"'
holds one.json '.digest | test("^[0-9a-f]{16}$")'
holds one.json '[.stats | .hands_per_game, .turns_per_hand, .gin, .undercut, .cancelled, .face_up, .knock_deadwood,
    .points_per_hand | type == "number" and . > 0] | all'

# Its numbers fit each other.
holds one.json ".games == $games and (.wins | add) + .draws == .games"
holds one.json 'def near(a; b): (a - b | fabs) < 1e-9 * (b | fabs);
    near(.stats.hands_per_game; .hands / .games) and near(.stats.points_per_hand; (.points | add) / .hands) and
    near(.stats.players[0].win_rate; (.wins[0] + .draws / 2) / .games) and
    near(.stats.gin; .stats.players | map(.gin) | add) and
    near(.stats.undercut; .stats.players | map(.undercut) | add) and
    near(1; .stats.cancelled + (.stats.players | map(.knock) | add)) and
    near(.stats.players[0].points_per_round_won; .stats.players[1].points_per_round_lost)'
holds one.json '[.stats.players[] | (.win_rate_95[0] < .win_rate_90[0]) and (.win_rate_90[0] < .win_rate) and
    (.win_rate < .win_rate_90[1]) and (.win_rate_90[1] < .win_rate_95[1]) and .forfeits == {}] | all'

# Arrays are in the order given: greedy is the stronger, wherever it stands.
match_json other.json greedy simple --games "$games" --seed 7
holds one.json '.players == ["simple","greedy"]'
holds other.json '.players == ["greedy","simple"]'
match_json strong.json greedy random --games 40
match_json weak.json random greedy --games 40
holds strong.json '.wins[0] > 35 and .points[0] > .points[1] and .stats.players[0].win_rate > 0.9'
holds weak.json '.wins[1] > 35 and .points[1] > .points[0] and .stats.players[1].win_rate > 0.9'

# The same for any number of threads, in both modes and with players that use chance.
for mode in '' --plain; do
    for players in 'simple greedy' 'random mix:draw=random,knock=random'; do
        games=$(effort 400 150)
        for threads in 1 2 8; do
            # shellcheck disable=SC2086 # several words on purpose
            match_json "$threads.json" $players --games "$games" --seed 3 --threads "$threads" $mode
            same_facts 1.json "$threads.json" "$players $mode, $threads threads"
        done
    done
done

# Seed, mode and rules each make another match; how the seed is written does not.
match_json base.json simple simple --games 100
match_json again.json simple simple --games 100 --seed 0x1 --rules contest
same_facts base.json again.json 'defaults are seed 1 and contest rules'
for change in '--seed 2' '--plain' '--rules pagat' '--seed 18446744073709551615'; do
    # shellcheck disable=SC2086
    match_json changed.json simple simple --games 100 $change
    [[ $(digest base.json) != "$(digest changed.json)" ]] || fail "$change changes nothing"
done
holds changed.json '.seed | tostring | startswith("1844674407370955")'
match_json plain.json simple simple --games 99 --plain
holds plain.json '.games == 99 and .mode == "plain"'

# Presets, changed presets, files.
for preset in contest heisenbot pagat oklahoma; do
    match_json rules.json simple greedy --games 40 --rules $preset
    holds rules.json ".rules == \"$preset\" and .games == 40"
done
holds rules.json '.points[0] + .points[1] > .stats.points_per_hand * .hands' # boxes and game bonus
match_json words.json simple greedy --games 40 --rules 'pagat, knock = 7,tie=knocker'
holds words.json '.rules == "pagat,knock=7,tie=knocker"'
printf '# our club\n\npreset = pagat\r\nknock = 7   # not ten\n\ttie=knocker' >club.rules
for file in club.rules ./club.rules "$PWD/club.rules"; do
    match_json file.json simple greedy --games 40 --rules "$file"
    same_facts words.json file.json "rules from $file"
done

# Parameters and mixes: a mix of a player's policies is that player.
match_json simple.json simple greedy --games 100
for pair in 'mix greedy' 'simple greedy:limit=5' 'simple mix:knock=limit' 'simple mix:knock=limit,limit=5' \
    'simple simple:knock=limit,knock.limit=5' 'mix:draw=meld-only,discard=max-deadwood,knock=at-once,melds=any-best greedy'; do
    # shellcheck disable=SC2086
    match_json mixed.json $pair --games 100
    [[ $(digest simple.json) == "$(digest mixed.json)" ]] || fail "$pair does not play like simple greedy"
done
match_json limit.json simple greedy:limit=3 --games 100
holds limit.json '.players[1] == "greedy:limit=3" and .stats.players[1].knock_deadwood <= 3'
[[ $(digest simple.json) != "$(digest limit.json)" ]] || fail 'greedy:limit=3 plays like greedy'
match_json stock.json mix:draw=stock mix:draw=random,draw.p=1 --games 20
holds stock.json '.stats.players[0].face_up == 0 and .stats.players[1].face_up == 1'

# The sequential test stops at the same game for any number of threads, and early.
sprt=('--sprt=0,20' --games 100000 --seed 5)
match_json h1.json greedy always-draw "${sprt[@]}" --threads 1
holds h1.json '.end == "decided" and .sprt.verdict == "H1" and .games < 20000 and .sprt.elo1 == 20 and .sprt.llr > 2.9'
match_json h0.json always-draw greedy "${sprt[@]}" --threads 1
holds h0.json '.end == "decided" and .sprt.verdict == "H0" and .games < 20000 and .sprt.llr < -2.9'
match_json h1-two.json greedy always-draw "${sprt[@]}" --threads 2
same_facts h1.json h1-two.json 'the sequential test on two threads'
match_json h0-two.json always-draw greedy "${sprt[@]}" --threads 2
same_facts h0.json h0-two.json 'the sequential test on two threads'
match_json open.json simple simple --sprt 0,0.5 --games 128
holds open.json '.end == "finished" and .games == 128 and .sprt.verdict == "continue"'
works match greedy always-draw "${sprt[@]}"
grep -q 'SPRT elo0 0, elo1 20, .* H1 accepted: greedy is 20 Elo stronger rather than 0' out || fail "table: $(<out)"

# The table.
works match simple greedy --games 200 --seed 9 --quiet
match_json table.json simple greedy --games 200 --seed 9
works match simple greedy --games 200 --seed 9 --quiet
[[ $(head -n 1 out) == 'simple v greedy, contest rules, duplicate, seed 9' ]] || fail "first line: $(<out)"
grep -q "^200 games, $(jq .hands table.json) hands, digest $(digest table.json), " out || fail "second line: $(<out)"
for row in 'games won' 'win rate %' 'Wilson 95%' 'Wilson 90%' 'points' 'points per round won [(]PPRW[)]' \
    'points per round lost [(]PPRL[)]' 'gin, % of hands' 'undercut the other, %' 'knocked, %' 'deadwood when knocking' \
    'draws face up, %' 'time a decision'; do
    (($(grep -cE "^ +$row +[[0-9]" out) == 1)) || fail "no row '$row': $(<out)"
done
grep -q 'hands a game, .* turns a hand, .* points a hand, .* face-up draws a hand' out || fail "$(<out)"
grep -q 'gin .*%, undercut .*%, cancelled .*% of hands; knocks with .* deadwood' out || fail "$(<out)"
grep -q 'the starter of the first hand wins .*% \[.*\] of games' out || fail "$(<out)"
grep -q 'simple is .* Elo \[.*\] to greedy (win rate +- .*%, one standard error over pairs)' out || fail "$(<out)"
read -r _ _ left right < <(grep 'games won' out)
[[ $(jq -c .wins table.json) == "[$left,$right]" ]] || fail "table and JSON disagree: $left $right"

# Records: every hand once, the same file for any number of threads, and the match as without them.
match_json bare.json simple greedy --games 150 --seed 4 --plain
match_json recorded.json simple greedy --games 150 --seed 4 --plain --threads 1 --records one.rec
same_facts bare.json recorded.json 'with --records'
match_json recorded.json simple greedy --games 150 --seed 4 --plain --threads 8 --records eight.rec
cmp one.rec eight.rec
(($(grep -c '^gin/1 ' one.rec) == $(jq .hands bare.json))) || fail 'not one line a hand'
[[ $(sed -n '1s/ .*//p;$s/ .*//p' one.rec) == $'#\n#' && $(grep -c '^#' one.rec) == 2 ]] || fail 'not a note at each end'
(($(grep -c ' over=no$' one.rec) == $(jq '.hands - .games' bare.json))) || fail 'not one end a game'
if command -v zstd >/dev/null; then
    for threads in 1 8; do
        works match simple greedy --games 150 --seed 4 --plain --threads $threads --records "$threads.rec.zst"
        zstd -qdc "$threads.rec.zst" | cmp - one.rec
    done
    cmp 1.rec.zst 8.rec.zst
fi
