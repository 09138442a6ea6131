#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A match of a million games of Simple: the same digest on one and two threads, and less than 64 MiB of memory, also
# while every game is stored.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

# million NAME ARGUMENTS...: plays and keeps NAME.json; fails if its memory ever passed 64 MiB. The peak is read while
# it runs, since it is gone with the process; it can only grow, so the last reading is the highest.
million() {
    local name=$1 peak=0 now
    shift
    "$DEADWOOD" match simple simple --games 1000000 --seed 1 --quiet --json "$@" >"$name.json" &
    local pid=$!
    while kill -0 $pid 2>/dev/null; do
        now=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$pid/status" 2>/dev/null || true)
        [[ -z $now ]] || peak=$now
        sleep 0.05
    done
    wait $pid
    echo "$name: $((peak / 1024)) MiB at most, $(jq .seconds "$name.json") s"
    ((peak > 0 && peak < 64 * 1024)) || fail "$name: $peak KiB of memory"
    holds "$name.json" '.games == 1000000 and .end == "finished" and (.wins | add) + .draws == .games'
}

million one --threads 1
million two --threads 2
same_facts one.json two.json 'two threads'
million stored --threads 2 --db games.db
same_facts one.json stored.json 'stored'
million resumed --threads 2 --db games.db --resume
same_facts one.json resumed.json 'resumed when finished'
