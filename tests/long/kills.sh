#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Some thousand kill -9 at random moments (KILLS, 5000) by several at once (JOBS, the cores): every match and tournament
# ends as in peace.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
# shellcheck source=../support/kills.bash
. "$SRC/tests/support/kills.bash"

kills=${KILLS:-5000} jobs=${JOBS:-$(nproc)}
workers=()
for ((job = 0; job < jobs; job++)); do
    mkdir "worker-$job"
    (
        cd "worker-$job"
        kill_many $(((kills + jobs - 1) / jobs))
        # shellcheck disable=SC2154 # kill_many sets them
        echo "$hits $matches" >"finished"
    ) >"worker-$job/said" 2>&1 &
    workers+=($!)
done
failed=0
for job in "${!workers[@]}"; do wait "${workers[job]}" || failed=1; done
((failed == 0)) || fail "$(cat worker-*/said)"
awk '{ kills += $1; matches += $2 } END { print kills " kills in " matches " matches and tournaments, none lost a game" }' \
    worker-*/finished
