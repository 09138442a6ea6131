#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill -9 at random moments of matches and tournaments costs nothing: numbers, digest and records end as in peace.
# tests/long/kills.sh does the same some thousand times.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
# shellcheck source=../support/kills.bash
. "$SRC/tests/support/kills.bash"

kill_many "$(effort 30 12)"
# shellcheck disable=SC2154 # kill_many sets them
echo "$hits kills in $matches matches and tournaments"
