#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A few kills of `deadwood play` at random moments; tests/long/play_kills.sh has many.
set -euo pipefail
# shellcheck source=tests/support/cli.bash
. "$SRC/tests/support/cli.bash"
# shellcheck source=tests/support/play_kills.bash
. "$SRC/tests/support/play_kills.bash"
export LC_ALL=C

HANDS=1
kills_of gin "$(effort 10 4)" $((RANDOM % 1000))
kills_of hearts "$(effort 10 4)" $((RANDOM % 1000))
