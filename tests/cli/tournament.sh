#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood tournament: every pair once, a table that agrees with itself, ratings in order, kept and resumed.
# shellcheck disable=SC2016 # the variables in quotes are jq's
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

field=(simple greedy always-draw random)
games=$(effort 2000 100)
works tournament "${field[@]}" --games "$games" --seed 2 --threads 1 --json
mv out one.json
holds one.json '["players","ratings","matches"] - keys == []'
holds one.json '.players == ["simple","greedy","always-draw","random"]'
holds one.json '[.matches[].players | join(" ")] == ["simple greedy","simple always-draw","simple random",
    "greedy always-draw","greedy random","always-draw random"]'
holds one.json "[.matches[] | .games == $games and (.wins | add) + .draws == .games and (.stats.turns_per_hand > 0)] | all"
holds one.json '["game","rules","players","games","wins","points","hands","seconds","seed","digest","stats"] as $keys |
    [.matches[] | $keys - keys == []] | all'
holds one.json '.ratings | map(.player) == ["simple","greedy","always-draw","random"]'
holds one.json '(.ratings | map(.elo) | add | fabs) < 0.001 and (.ratings | map(.error_95 > 0) | all)'
holds one.json '.ratings | .[1].elo > .[2].elo and .[0].elo > .[2].elo and .[2].elo > .[3].elo'
holds one.json '.matches | map(.digest) | unique | length == 6'

# Threads change nothing, and the first pair is the match of the same name.
works tournament "${field[@]}" --games "$games" --seed 2 --threads 2 --json
mv out two.json
same_facts one.json two.json 'two threads'
match_json first.json simple greedy --games "$games" --seed 2
jq '.matches[0]' one.json >first-of-field.json
same_facts first.json first-of-field.json 'the first pair'

# The table says what the JSON says, and cells that face each other add up to 100.
works tournament "${field[@]}" --games "$games" --seed 2 --quiet
[[ $(head -n 1 out) == "round robin, contest rules, duplicate, $games games a pair, seed 2" ]] || fail "head: $(<out)"
n=${#field[@]}
mapfile -t rows < <(grep -E '^  (simple|greedy|always-draw|random) ' out)
((${#rows[@]} == n)) || fail "rows: $(<out)"
declare -A cell
for ((a = 0; a < n; a++)); do
    read -ra words <<<"${rows[a]}"
    [[ ${words[0]} == "${field[a]}" ]] || fail "order of rows: $(<out)"
    for ((b = 0, at = 1; b < n; b++)); do
        ((a == b)) || cell[$a,$b]=${words[at++]}
    done
done
for ((a = 0; a < n; a++)); do
    for ((b = 0; b < a; b++)); do
        sum=$((10#${cell[$a,$b]/./} + 10#${cell[$b,$a]/./}))
        ((sum >= 999 && sum <= 1001)) || fail "${field[a]} and ${field[b]}: ${cell[$a,$b]} and ${cell[$b,$a]}"
    done
done
percent=$(jq '.matches[0].stats.players[0].win_rate * 1000 | round' one.json)
((10#${cell[0,1]/./} == percent)) || fail "cell ${cell[0,1]}, but $percent thousandths in the JSON"

# Who may take part.
refused 2 "'simple' is named twice; a tournament is between different players" tournament simple greedy simple --games 10
refused 2 'too few words' tournament simple --games 10
refused 2 "there is no gin player 'gredy'; did you mean 'greedy'" tournament simple gredy --games 10
refused 2 'one word too many' tournament $(seq -f 'greedy:limit=%g' 65)
works tournament simple greedy --games 10 --json
holds out '(.matches | length) == 1 and (.ratings | length) == 2'

# Kept, refused without --resume, resumed, made longer.
half=$((games / 2 & ~1))
works tournament "${field[@]}" --games "$half" --seed 2 --db field.db --json
refused 1 'field.db: holds [0-9]+ games of this match already; resume it or use another file' \
    tournament "${field[@]}" --games "$games" --seed 2 --db field.db
works tournament "${field[@]}" --games "$games" --seed 2 --db field.db --resume --json
same_facts out one.json 'made longer'
works tournament "${field[@]}" --games "$games" --seed 2 --db field.db --resume --json
same_facts out one.json 'resumed when finished'
refused 1 'are stored, more than the 2 asked for' tournament "${field[@]}" --games 2 --seed 2 --db field.db --resume
refused 2 'name it with --db FILE' tournament "${field[@]}" --games 10 --resume

# Killed at several moments, then resumed.
for delay in 0.01 0.05 0.03 0.1; do
    kill_after $delay tournament "${field[@]}" --games "$games" --seed 2 --db killed.db --resume
done
works tournament "${field[@]}" --games "$games" --seed 2 --db killed.db --resume --json
same_facts out one.json 'killed and resumed'

# Ctrl-C prints the table so far, with a mark for pairs that have not met.
interrupt_after 1 tournament "${field[@]}" --games 100000000 --db long.db
((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
grep -qE '^  always-draw +- +- +- +- *$' out || fail "table after Ctrl-C: $(<out)"
! grep -qi nan out || fail "nan in the table: $(<out)"
