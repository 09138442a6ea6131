#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A bot that remembers every deal never meets one twice: not from the other seat of a pair, not in another seating of
# Hearts, with any number of threads, against itself, in a tournament, after --resume.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

remembers() { echo "exec:'$ATTACKS/remembers' $1 ${2:-Remembers}"; }

# none_seen FILE HANDS PROCESSES: at least so many hands were dealt, to at most so many processes, and none was known.
none_seen() {
    local hands seen processes
    hands=$(wc -l <"$1")
    seen=$(grep -c seen "$1" || true)
    processes=$(cut -d ' ' -f 1 "$1" | sort -u | wc -l)
    ((hands >= $2)) || fail "$1: only $hands hands"
    ((seen == 0)) || fail "$1: $seen of $hands hands had been seen before"
    ((processes <= $3)) || fail "$1: $processes processes"
}

# --- Gin: both games of a pair ---

for threads in 1 4; do
    works match "$(remembers gin.$threads)" simple --games 40 --threads $threads --seed 5 --quiet
    none_seen gin.$threads 100 $((threads + 1))
done
works match "$(remembers itself.a)" "$(remembers itself.b Other)" --games 20 --threads 2 --seed 5 --quiet
none_seen itself.a 50 3
none_seen itself.b 50 3
works match "$(remembers plain)" simple --games 20 --threads 2 --plain --seed 5 --quiet
none_seen plain 50 2
works tournament "$(remembers cup)" simple greedy random --games 10 --threads 2 --seed 5 --quiet
none_seen cup 60 9

# Games that are resumed are other deals; those cut short are dealt to processes of a new run.
works match "$(remembers longer)" simple --games 10 --threads 2 --db games.db --seed 5 --quiet
works match "$(remembers longer)" simple --games 30 --threads 2 --db games.db --resume --seed 5 --quiet
none_seen longer 60 6

# --- Hearts: all seatings of a deal ---

hearts=(--game hearts --seed 5 --quiet)
for threads in 1 3; do
    works match "$(remembers hearts.$threads)" ducker "${hearts[@]}" --games 6 --threads $threads
    none_seen hearts.$threads $((6 * 28)) $((28 + 3 * (threads - 1)))
done
works match "$(remembers one)" "$(remembers three)" "${hearts[@]}" --games 8 --threads 2 --seating 1v3
none_seen one 32 5
none_seen three 96 15
works match "$(remembers target)" random "${hearts[@]}" --games 2 --threads 2 --to-target --rules standard,target=30
none_seen target 56 31
