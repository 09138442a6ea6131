#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The policy that docs/PLAYERS.md shows compiles as it stands.
set -euo pipefail
# shellcheck disable=SC2016 # the backquotes are Markdown's
sed -n '/^```c$/,/^```$/p' "$SRC/docs/PLAYERS.md" | grep -v '^```' >policy.c
[[ -s policy.c ]]
"$CC" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -D_GNU_SOURCE -I"$SRC/src" -fsyntax-only policy.c
