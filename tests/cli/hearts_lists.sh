#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Hearts in players, rules, tournament and replay.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

# Players: all that is listed is explained, and what needs no model can be played.
works players --game hearts --json
mv out players.json
holds players.json '["random","ducker","expert","uct"] - (.players | map(.name)) == []'
holds players.json '[.players[] | .game == "hearts" and (.source | length > 0) and (.about | length > 0)] | all'
holds players.json '[.settings[] | (.key | length > 0) and (.default | length > 0) and (.meaning | length > 0)] | all'
holds players.json '[.levels[].name] == [range(1; 9) | "level-\(.)"] and ([.levels[].elo] | . == sort) and ([.levels[].error] | min > 0)'
works players --game hearts
tr -s ' \n' ' ' <out >table
jq -r '(.players, .levels)[] | .name, .about' players.json | while read -r words; do
    grep -qF -- "$words" table || fail "the table lacks '$words': $(<table)"
done
works players --game gin
mv out gin
works players
cmp out gin
jq -r '(.players, .levels)[].name' players.json | while read -r name; do
    run match "$name" ducker --game hearts --games 1 --seating 1v3 --rules paper,target=0 --quiet --json
    if ((code == 0)); then
        holds out '[.stats.players[].faults == {}] | all'
    else
        grep -q 'there is no model' err || fail "$name: $(<err)"
    fi
done

# Rules.
works rules --game hearts
mv out list
for preset in standard paper paper-queen paper-hearts; do
    grep -qE "^$preset +[A-Z]" list || fail "no $preset with its source: $(<list)"
    works rules $preset --game hearts --json
    holds out ".rules == \"$preset\" and length == 13 and (map(type == \"string\") | all)"
    mv out $preset.json
done
holds standard.json '.pass == "3" and .hold == "yes" and .moon == "add" and .target == "100" and .queen == "13"'
holds paper.json '.pass == "0" and .moon == "none" and ."two-leads" == "no" and .target == "0"'
holds paper-queen.json '.heart == "0" and .queen == "13"'
holds paper-hearts.json '.heart == "1" and .queen == "0"'
jq -r 'del(.rules) | to_entries[] | "\(.key) \(.value)"' {standard,paper,paper-queen,paper-hearts}.json | sort -u >settings
while read -r key value; do
    grep -qE "^  $key " list || fail "\`deadwood rules --game hearts\` does not list $key"
    works rules "standard,$key=$value" --game hearts
    grep -qE "^  $key +$value " out || fail "$key=$value: $(<out)"
    mv out set
    works rules "$(head -n 1 set)" --game hearts
    cmp out set
done <settings
printf '# our club\npreset = paper\nmoon = choose # the better\n' >club.rules
works rules club.rules --game hearts --json
holds out '.rules == "paper,moon=choose"'
refused 2 "moon is none or add or subtract or choose, not 'maybe'" rules paper,moon=maybe --game hearts
refused 2 "there is no game 'whist'" rules --game whist
refused 2 "there is no game 'whist'" players --game whist

# A tournament.
refused 2 'takes --seating 14' tournament random ducker --game hearts --seating 1v3
works tournament ducker random expert:worlds=2 --game hearts --games 4 --quiet --json
mv out tournament.json
holds tournament.json '(.players | length) == 3 and (.ratings | length) == 3 and (.matches | length) == 3'
holds tournament.json '(.ratings | sort_by(.elo) | .[0].player) == "random" and ([.matches[] | .game == "hearts" and .games == 4] | all)'
works tournament ducker random expert:worlds=2 --game hearts --games 4 --quiet
head -n 1 out | grep -q 'round robin, hearts, standard,target=0 rules, 14 seatings, 4 deals a pair, seed 1' || fail "$(<out)"

# Replay tells Hearts from gin by the first line.
works match ducker random --game hearts --games 4 --seed 5 --records hands.rec --quiet
works replay hands.rec
(($(grep -c '^Game ' out) == 56)) || fail "not every hand: $(head -c 500 out)"
(($(grep -cE '^ +13\. .* takes it' out) == 56)) || fail 'not every thirteenth trick'
grep -q 'cards go left$' out || fail 'no direction of the pass'
grep -q ' passes .* to ' out || fail 'no passes'
tail -n 1 out | grep -qE '^56 hands, [0-9]+ moons?; 56 games ended: (ducker|random) took [0-9.]+ points a hand, ' || fail "$(tail -n 1 out)"
works replay hands.rec --game 3
(($(grep -c '^Game 3, hand 0 ' out) == 1)) || fail "$(<out)"
works replay hands.rec --json
holds out '.complete and (.hands | length) == 56 and .summary.hands == 56'
holds out '[.hands[] | (.tricks | length) == 13 and ([.tricks[].cards[]] | unique | length) == 52 and
    (.moon != null or (.points | add) == 26) and ([.tricks[].points] | add) == 26] | all'
holds out '[.hands[] | select(.pass == "left") | (.passed | map(length) == [3,3,3,3])] | all'
works match ducker random --game hearts --games 2 --to-target --records games.rec --quiet
works replay games.rec
grep -q ' wins the game$\|the game is drawn$' out || fail 'no end of a game'
sed '4s/result=[^ ]*/result=1,1,1,1/' hands.rec >wrong.rec
run replay wrong.rec
((code == 1)) || fail "a wrong result: exit code $code"
grep -qE "^deadwood: wrong.rec, line 4: result: '1,1,1,1' should be '" err || fail "$(<err)"
works match simple greedy --games 2 --records gin.rec --quiet
grep -m 1 '^gin/1 ' gin.rec >>hands.rec
run replay hands.rec
grep -q "line 59: 'gin/1' begins no record of a hearts hand; they begin with hearts/1" err || fail "$(<err)"
