#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `deadwood web` finds the page beside the models, writes it whole, and says what to do where it is not there.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

mkdir -p share/deadwood/models && cp "$SRC/models/MANIFEST" share/deadwood/models/
export DEADWOOD_MODELS=$PWD/share/deadwood/models
run web --where
((code == 0)) || fail "web --where: exit code $code"
[[ $(head -n 1 out) == "$PWD/share/deadwood/web/deadwood.html" ]] || fail "looked first in $(head -n 1 out)"
run web copy.html
((code == 1)) || fail "exit code $code: $(<err)"
grep -q 'make web' err || fail "without a page: $code, $(<err)"
[[ ! -e copy.html ]] || fail 'a copy of nothing'

mkdir share/deadwood/web && head -c 300000 /dev/urandom >share/deadwood/web/deadwood.html
run web --where
[[ $(<out) == "$PWD/share/deadwood/web/deadwood.html" ]] || fail "found $(<out)"
run web copy.html
((code == 0)) || fail "exit code $code: $(<err)"
cmp -s copy.html share/deadwood/web/deadwood.html || fail "the copy: $code, $(<err)"
run web no/such/folder/copy.html
((code == 1)) || fail "exit code $code: $(<err)"
grep -q 'no/such/folder' err || fail "into no folder: $code, $(<err)"
unset DISPLAY WAYLAND_DISPLAY
run web
((code == 0)) || fail "exit code $code: $(<err)"
[[ $(<out) == "file://$PWD/share/deadwood/web/deadwood.html" ]] || fail "the address: $(<out)"
grep -q 'open that address' err || fail "no word about the browser: $(<err)"
run web one two
((code == 2)) || fail "two files: exit code $code"
