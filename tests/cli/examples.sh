#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The example bots, one a language: in order, all playing the same simple way, and about as short as promised.
set -euo pipefail
# shellcheck source=../support/cli.bash
source "$SRC/tests/support/cli.bash"

bots=$SRC/examples/bots
tried=0

# example LANGUAGE NEEDS FILE LINES COMMAND: checked, plays a short match without a
# forfeit, and wins some games; it has at
# most so many lines that are no comment.
example() {
    local language=$1 needs=$2 file=$3 lines=$4 command=$5
    if ! command -v "$needs" >/dev/null; then
        echo "$language: $needs is not here"
        return
    fi
    works check --games 3 "$command"
    grep -q '^All good' out || fail "$language: $(<out)"
    ! grep -q 'not reached' out || fail "$language: $(<out)"
    match_json "$language.json" "exec:$command" simple --games "$(effort 100 20)" --seed 5 --threads 1 --quiet
    holds "$language.json" '([.stats.players[].forfeits == {}] | all) and .wins[0] > 0'
    match_json "$language-pagat.json" "exec:$command" greedy --games 10 --rules pagat,big-gin=31 --threads 1 --quiet
    holds "$language-pagat.json" '[.stats.players[].forfeits == {}] | all'
    (($(grep -cvE '^ *(//.*|#.*|""".*)?$' "$bots/$file") <= lines)) || fail "$file is no short example any more"
    tried=$((tried + 1))
}

"$CC" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -O2 "$bots/bot.c" -o bot
example C "$CC" bot.c 54 ./bot
example Python python3 bot.py 10 "python3 $bots/bot.py"
example JavaScript node bot.mjs 10 "node $bots/bot.mjs"
if command -v javac >/dev/null; then javac -d . "$bots/Bot.java"; fi
example Java javac Bot.java 54 "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp . Bot"
((tried == 4)) || exit 77
