#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `deadwood play` killed at random moments, half of the time in gin and half in Hearts: KILLS (200) times in all.
set -euo pipefail
# shellcheck source=tests/support/cli.bash
. "$SRC/tests/support/cli.bash"
# shellcheck source=tests/support/play_kills.bash
. "$SRC/tests/support/play_kills.bash"
export LC_ALL=C

kills=${KILLS:-200}
kills_of gin $((kills / 2)) 1
kills_of hearts $((kills / 2)) 1
