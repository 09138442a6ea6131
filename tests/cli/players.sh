#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood players: all that is listed can be played, with every parameter anywhere in its range.
# shellcheck disable=SC2016 # the variables in quotes are jq's
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

works players --json
mv out players.json
holds players.json '(.players | map(.name)) as $names |
    ["random","simple","greedy","always-draw","rule-knock","mix"] - $names == [] and ($names | unique | length) == ($names | length)'
holds players.json '[.players[] | (["name","game","source","about","draw","discard","knock","melds","settings"] - keys == [])
    and .game == "gin" and (.source | length > 0) and (.about | length > 0) and (.about | test("\n") | not)] | all'
holds players.json '.policies | keys == ["discard","draw","estimator","knock","melds"] and (map(length > 1) | all)'
holds players.json '[.policies[][] | (.name | test("^[a-z-]+$")) and (.source | length > 0) and (.about | length > 0)] | all'
holds players.json '[.policies[][].parameters[] | .low <= .default and .default <= .high and (.meaning | length > 0)] | all'
holds players.json '.policies as $all | [.players[] | select(has("parameters") | not) | . as $row |
    ["draw","discard","knock","melds"][] | . as $column | $all[$column] | any(.name == $row[$column])] | all'
holds players.json '[.players[] | select(has("parameters")) | .name] == ["td-rummy", "evo-rummy", "champion"]'
holds players.json '[.players[].parameters[]? | .low <= .default and .default <= .high and (.meaning | length > 0)] | length > 3 and all'

holds players.json '[.levels[].name] == [range(1; 9) | "level-\(.)"] and ([.levels[].elo] | . == sort) and ([.levels[].error] | min > 0)'
holds players.json '[.levels[] | select(.newcomers) | .name] == ["level-2"]'

works players
mv out table
(($(wc -L <table) <= 100)) || fail "the table is wider than 100 columns: $(awk 'length > 100' table)"
for name in $(jq -r '.players[].name' players.json); do # every listed player was measured; mix is none
    [[ $name == mix ]] || grep -qE "^  $name +[+-][0-9]+ \+-[0-9]+ " table || fail "$name has no rating"
done
tr -s ' \n' ' ' <table >words && mv words table
jq -r '(.players[] | .name, .source, .about), (.levels[] | .name, .title, .about)' players.json | while read -r words; do
    grep -qF -- "$words" table || fail "the table lacks '$words': $(<table)"
done
jq -r '(.policies[][] | .name, .about, .parameters[].key), (.players[].parameters[]? | .key, .meaning)' players.json | while read -r words; do
    grep -qF -- "$words" table || fail "the table lacks '$words'"
done

# Some policies ask for an estimate of the opponent's hand, so one stands beside every other column.
# shellcheck disable=SC2016 # $column is jq's
mix='def mix($column): "mix:" + (if $column == "estimator" then "" else "estimator=uniform," end) + $column; '

# Every player, every policy, both ends of every parameter; and one step outside is refused with the range.
jq -r '(.players, .levels)[].name' players.json >specs
jq -r "$mix"'.policies | to_entries[] | .key as $column | .value[] | "\(mix($column))=\(.name)"' players.json >>specs
jq -r "$mix"'.policies | to_entries[] | .key as $column | .value[] | .name as $policy | .parameters[] |
    (.low, .default, .high) as $value | "\(mix($column))=\($policy),\($column).\(.key)=\($value)"' players.json >>specs
while read -r spec; do
    # Networks that are trained elsewhere may not be there: then that is what is said.
    if [[ $spec =~ estimator=(ann|lstm) && ! -e $SRC/models/${BASH_REMATCH[1]}-nguyen.safetensors ]]; then
        refused 2 "there is no model ${BASH_REMATCH[1]}-nguyen.safetensors" match simple "$spec" --games 2
        continue
    fi
    works match simple "$spec" --games 2 --rules contest,target=20 --json
    grep -qF "\"$spec\"" out || fail "$spec: $(<out)"
    (($(grep -cF '"forfeits": {}' out) == 2)) || fail "$spec forfeits: $(<out)"
done <specs
jq -r "$mix"'.policies | to_entries[] | .key as $column | .value[] | .name as $policy | .parameters[] |
    "\(.low) \(.high) \(mix($column))=\($policy),\($column).\(.key)=\(.low - 1, .high + 1)"' players.json |
    while read -r low high spec; do
        refused 2 "out of range; give one from $low to $high" match simple "$spec" --games 2
    done
jq -r "$mix"'.policies | to_entries[] | .key as $column | .value[] | .name as $policy | .parameters[] | select(.whole) |
    "\(mix($column))=\($policy),\($column).\(.key)=\(.low).5"' players.json | while read -r spec; do
    refused 2 'is not a whole number; give one from' match simple "$spec" --games 2
done

refused 2 'one word too many' players simple

# A player of the other game is known for one, in every command that takes players.
while read -r words; do
    read -ra list <<<"$words"
    refused 2 "'ducker' plays Hearts, and this is gin; commands that play both take --game hearts" "${list[@]}"
done <<'TABLE'
match simple ducker
tournament simple greedy ducker
play ducker --plain
bot ducker
tune ducker limit=0..3
tune greedy limit=0..3 --against ducker
lab rules-of ducker
analyze /dev/null --judge ducker
TABLE
refused 2 "'greedy' plays gin, and this is Hearts; leave out --game hearts" match ducker greedy --game hearts
refused 2 "'mix' plays gin, and this is Hearts" play --game hearts mix:draw=random --plain
refused 2 "'search' plays Hearts" match simple search:iterations=5
refused 2 "there is no gin player 'duckr'" match simple duckr
