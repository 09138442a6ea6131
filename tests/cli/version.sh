#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The version stands in CMakeLists.txt; the program, CHANGELOG.md and debian/changelog say the same.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
"$SRC/tools/dist" --check || fail 'the versions differ'
works --version
version=$(sed -n 's/^project(deadwood VERSION \([0-9.]*\).*/\1/p' "$SRC/CMakeLists.txt")
grep -q "^deadwood $version\b" out || fail "the program says $(<out), CMakeLists.txt $version"
