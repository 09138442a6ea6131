#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A bot that wants to see the deal: it runs the Seed it is told backwards, deals a seed of
# its own, or looks for the seed
# in the command lines and environments of the processes above it.
set -euo pipefail
# shellcheck source=../support/cli.bash
source "$SRC/tests/support/cli.bash"

# reads HOW GAME ARGUMENTS...: how many deals the bot knew, and how many it saw.
reads() {
    local how=$1 game=$2 rival=simple games=20
    shift 2
    rm -f known.*
    [[ $game == gin ]] || rival=ducker games=2
    works match "exec:'$ATTACKS/deal_reader' $how '$PWD/known' $game" $rival --game "$game" --games $games --quiet "$@"
    cat known.* | awk '{ known += $2; seen += $4 } END { print known, seen }'
}

# blind HOW GAME ARGUMENTS...: it saw deals and knew none of them.
blind() {
    local known seen
    read -r known seen < <(reads "$@")
    ((seen > 20)) || fail "$*: it saw $seen deals"
    ((known == 0)) || fail "$*: it knew $known of $seen deals"
}

for game in gin hearts; do
    for seed in 1 7 13835058055282163712; do
        blind invert $game --seed $seed
    done
    blind invert $game
    blind seed1 $game
    blind ancestors $game
    blind ancestors $game --seed 7
    blind ancestors $game --seed=0x7
done

# A seed that is known gives the deals away: the result says so, and a match without one does not.
for game in gin hearts; do
    read -r known seen < <(reads seed1 $game --seed 1)
    ((known == seen)) || fail "seed 1: it knew $known of $seen deals, so it is no test of what follows"
    grep -q 'the deals follow from seed 1: programs can predict them' out || fail "$(tail -n 3 out)"
    reads seed1 $game >/dev/null
    ! grep -q 'predict' out || fail "$(tail -n 3 out)"
    grep -qE '^  committed to before the first deal: SHA-256 [0-9a-f]{64}$' out || fail "$(tail -n 3 out)"
done
