#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs that play Hearts: our own over the wire play the games they play at home,
# failures are counted, cost the deal and
# stop no tournament, `deadwood check --game hearts` names mistakes, the example is in
# order, the documented hand is what
# happens.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

hearts=(--game hearts --quiet)
ours() { echo "exec:'$DEADWOOD' bot $1 --game hearts"; }
tag=DEADWOOD_TEST_TAG=hearts_bots$$

# --- The same games at home, over the wire, and with both over the wire on several threads ---

# Of players that draw no chance: over the wire that comes from what the host tells
# (tests/unit/wire/test_wire_hearts.c gives
# both the same).
same() {
    local player=$1
    shift
    local plan=(--games "$(effort 10 2)" --seed 3 "${hearts[@]}" "$@")
    match_json home.json "$player" ducker "${plan[@]}"
    match_json away.json "$(ours "$player")" ducker "${plan[@]}"
    match_json both.json "$(ours "$player")" "$(ours ducker)" --threads 3 "${plan[@]}"
    [[ $(digest home.json) == "$(digest away.json)" ]] || fail "$player $*: other games over the wire"
    [[ $(digest home.json) == "$(digest both.json)" ]] || fail "$player $*: other games with two bots and threads"
    holds away.json '([.stats.players[].faults == {}] | all) and .left_out == 0 and (has("trouble") | not)'
}
# With chance, the same games for the same seed and any number of threads, others for others.
again() {
    local player
    player=$(ours "$1")
    shift
    local plan=(--games "$(effort 10 2)" "${hearts[@]}" "$@")
    match_json one.json "$player" "$(ours random)" --seed 3 --threads 1 "${plan[@]}"
    match_json three.json "$player" "$(ours random)" --seed 3 --threads 3 "${plan[@]}"
    match_json other.json "$player" "$(ours random)" --seed 4 "${plan[@]}"
    [[ $(digest one.json) == "$(digest three.json)" ]] || fail "$player $*: other games with threads"
    [[ $(digest one.json) != "$(digest other.json)" ]] || fail "$player $*: the same games from another seed"
    holds one.json '([.stats.players[].faults == {}] | all) and .left_out == 0'
}
same ducker
same ducker --seating 1v3 --rules standard,pass=4
same ducker --to-target --rules standard,jack=10,trickless=5,target=30
again random --rules paper
again random --to-target --rules standard,target=40,moon=subtract
works match "$(faulty crlf)" "$(ours ducker)" "${hearts[@]}" --games 2 --records hands.rec
works replay hands.rec
works match "$(faulty stateless)" ducker "${hearts[@]}" --games 2 --to-target --rules standard,target=30
works match "$(faulty none)" ducker "${hearts[@]}" --seed 1 --games 2 --db hands.db
match_json longer.json "$(faulty none)" ducker "${hearts[@]}" --seed 1 --games 4 --db hands.db --resume
match_json whole.json "$(faulty none)" ducker "${hearts[@]}" --seed 1 --games 4
[[ $(digest longer.json) == "$(digest whole.json)" ]] || fail 'resumed with a program'

# --- Failures ---

# suspended CAUSE ARGUMENTS...: every deal was left out, and after the third the program
# was: a deal counts once, however
# many of its seatings fail.
suspended() {
    local cause=$1
    shift
    code=0
    env "$tag" "$DEADWOOD" match "$@" "${hearts[@]}" --games 20 --json >out 2>err || code=$?
    ((code == 3)) || fail "$*: exit code $code: $(<err)"
    jq -e --arg cause "$cause" '.end == "suspended" and .games == 0 and .left_out == 3 and .wins == [0, 0]
        and (.stats.players[0].faults | keys) == [$cause] and .stats.players[0].faults[$cause] >= 42
        and .stats.players[1].faults == {} and .trouble[0].suspended' out >/dev/null || fail "$*: $(<out)"
    none_left "$*"
}
for threads in 1 4; do
    suspended crash "$(faulty crash)" ducker --threads $threads
    suspended 'illegal move' "$(faulty foreign-card)" ducker --threads $threads
done
suspended 'illegal move' "$(faulty short-pass)" ducker
suspended garbage "$(faulty yes)" ducker
suspended exit "$(faulty exit)" ducker
suspended resigned "$(faulty resign)" ducker
suspended timeout "$(faulty hang)" ducker --threads 8 --clock move=0.1
run match "$(faulty crash)" ducker "${hearts[@]}" --games 20 --records failed.rec
((code == 3)) || fail 'crash'
grep -q 'Faulty failed 84 times in 42 hands, each of its seats counted, and was suspended; first in game 0: it was killed' out || fail "$(<out)"
grep -q 'left out of all numbers but faults: 3 of 3 deals' out || fail "$(<out)"
grep -q 'faults=[0-3]:crash:' failed.rec || fail 'the record does not say crash'
works replay failed.rec

# A rare mistake that all seatings of some deals show counts once a deal, and suspends nobody: those deals are left out,
# the same ones for any number of threads and after a pause.
for threads in 1 3; do
    run match "$(faulty rarely)" random "${hearts[@]}" --seed 1 --games 12 --threads $threads --json
    ((code == 0)) || fail "rarely: exit code $code: $(<err)"
    holds out '.left_out > 0 and .games > 0 and .games + .left_out == 12 and .hands == 14 * .games
        and (.wins | add) + .draws == .hands and .stats.players[0].hands == 28 * .games and .trouble[0].suspended == false'
    facts out >rarely.$threads
done
cmp rarely.1 rarely.3
run match "$(faulty rarely)" random "${hearts[@]}" --seed 1 --games 6 --db rarely.db
run match "$(faulty rarely)" random "${hearts[@]}" --seed 1 --games 12 --db rarely.db --resume --json
diff <(jq 'del(.trouble)' rarely.1) <(facts out | jq 'del(.trouble)') || fail 'rarely, resumed: other results'

# A program that does not start; a tournament that goes on without it.
refused 1 'does not start: it does not play hearts' match "$(faulty wrong-game)" ducker "${hearts[@]}"
run tournament ducker "$(faulty crash)" random "$(faulty no-name)" "${hearts[@]}" --games 4 --json
((code == 3)) || fail "tournament: exit code $code: $(<err)"
jq -e '(.suspended | length) == 2 and (.matches | length) == 6 and ([.matches[] | select(.games == 4)] | length) == 1
    and ([.ratings[] | select(.elo != null)] | length) == 2' out >/dev/null || fail "tournament: $(<out)"
run tournament ducker "$(faulty crash)" random "${hearts[@]}" --games 4
grep -q 'Faulty failed 84 times in 42 hands, each of its seats counted, and was suspended' out || fail "$(<out)"

# What a bot is told: four clocks.
works match "$(faulty echo)" random "${hearts[@]}" --games 1 --seating 1v3 --threads 1 --bot-logs told --clock 20+0.5
grep -h -m1 '^go 1 ' told/Faulty.1.log | grep -qE '^go 1 clock( 20000){4} inc 500 legal pass3$' || fail "$(grep '^go 1 ' told/*)"
order=$(grep -ohE '^(setoption name Seed|newmatch hearts seats 4 you [0-3]|ping|newdeal [0-9]+ pass left|hand|ev received|enddeal played|endmatch|quit)' \
    told/Faulty.1.log | head -n 8 | tr '\n' ,)
[[ $order == 'setoption name Seed,newmatch hearts seats 4 you 0,ping,newdeal 0 pass left,hand,ev received,enddeal played,endmatch,' ]] ||
    fail "$order"

# --- The bot's side ---

printf 'cgp 1\nquit\n' | "$DEADWOOD" bot ducker --game hearts | grep -qx 'games hearts' || fail 'games'
printf 'newmatch gin seats 2 you 0\n' | "$DEADWOOD" bot ducker --game hearts 2>err && fail 'gin'
grep -q 'we said that we play hearts' err || fail "$(<err)"

# docs/PROTOCOL.md is tested: its hand is what `deadwood bot ducker --game hearts` says to those lines, and what
# `deadwood check` writes down.
sed -n '/^## A whole hearts hand/,/^## Versions/p' "$SRC/docs/PROTOCOL.md" | sed -n 's/^    \([<>] \)/\1/p' >transcript
[[ $(wc -l <transcript) -gt 100 ]] || fail "no transcript in docs/PROTOCOL.md"
sed -n 's/^> //p' transcript | "$DEADWOOD" bot ducker --game hearts | grep -v '^id author' >said
diff <(sed -n 's/^< //p' transcript | grep -v '^id author') said || fail "docs/PROTOCOL.md: the transcript is not what happens"
works check --games 1 --game hearts --transcript lines.txt -- "$DEADWOOD" bot ducker --game hearts
diff <(grep -vE '^(> quit|< id author)' transcript) \
    <(grep -vE '^([<>] p[io]ng|< id author)' lines.txt | sed '/^> enddeal/q') || fail "docs/PROTOCOL.md: not what check writes"

# --- deadwood check ---

grep -q '^All good, in [0-9]* decisions\.$' out || fail "$(<out)"
! grep -qE 'WRONG|not reached' out || fail "$(<out)"
works check --games 1 --game hearts --json "$DEADWOOD bot random --game hearts"
holds out '.good and .game == "hearts" and ([.situations[] | select(.reached)] | length) > 28'
refused 2 'there is no game' check --game bridge "$DEADWOOD" bot simple
run check --games 1 --game hearts "$DEADWOOD" bot simple
((code == 1)) || fail "gin bot: exit code $code"
grep -q 'does not say that it plays hearts' out || fail "$(<out)"

command -v python3 >/dev/null || exit 77
# finds MISTAKE KIND WORDS
finds() {
    run check --games 1 --patience 1 --game hearts --json python3 "$SRC/tests/bots/mistaken_hearts.py" "$1"
    ((code == 1)) || fail "$1: exit code $code: $(head -c 2000 out)"
    jq -e --arg kind "$2" --arg words "$3" '[.findings[] | select(.kind == $kind and (.wrong | contains($words)))] |
        length > 0' out >/dev/null || fail "$1: no $2 with '$3': $(jq -c '[.findings[] | [.kind, .wrong]]' out)"
}
works check --games 1 --game hearts python3 "$SRC/tests/bots/mistaken_hearts.py" none
finds no-hearts handshake "does not say that it plays hearts"
finds few-passed illegal-move "3 cards are passed, not 2"
finds many-passed illegal-move "3 cards are passed, not 4"
finds foreign-passed illegal-move "is not in the hand, which is"
finds twice-passed illegal-move "are not different cards"
finds play-early illegal-move "cards to pass are asked for"
finds pass-late illegal-move "a card is asked for"
finds not-held illegal-move "is not in the hand, which is"
finds no-card illegal-move "'1X' is not a card"
finds revokes illegal-move "to follow suit with"
finds wrong-lead illegal-move "the two of clubs leads the first trick"
finds early-points illegal-move "may not fall on the first trick"
finds early-hearts illegal-move "hearts are not broken yet"
finds crash crash "killed by signal 6"
finds stale garbage "move answers decision"

# --- The example ---

example="python3 $SRC/examples/bots/hearts.py"
works check --games 2 --game hearts "$example"
! grep -qE 'WRONG|not reached' out || fail "$(<out)"
match_json example.json "exec:$example" random "${hearts[@]}" --games "$(effort 20 10)" --seed 5
holds example.json '([.stats.players[].faults == {}] | all) and .difference < 0'
(($(grep -cvE '^ *(#.*|""".*)?$' "$SRC/examples/bots/hearts.py") < 55)) || fail "hearts.py is no short example any more"
