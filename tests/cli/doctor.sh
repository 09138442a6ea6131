#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood doctor: what is there, what is missing and would give, what is broken; text and JSON say the same.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

works doctor
grep -q '^  version   found    deadwood [0-9]' out || fail "version: $(<out)"
grep -qE '^  models    found    [0-9]+, each with the checksum' out || fail "models: $(<out)"
! grep -q BROKEN out || fail "broken: $(<out)"
! grep -qF "$HOME" out || fail "it names a person's folder: $(<out)"
sed -E 's/^  ([A-Za-z]+) .*/\1/' out >names
works doctor --json
holds out '.broken == 0 and (.checks | all(.state == "found" or (.state == "missing" and (.would_give | length) > 10)))'
jq -r '.checks[].name' out | diff names - || fail 'text and JSON differ'

# Without any of it: models and recipes elsewhere, no programs on the path.
mkdir empty
export DEADWOOD_RECIPES=$PWD/empty
DEADWOOD_MODELS=$PWD/empty PATH=$PWD/empty run doctor --json
((code == 0)) || fail "exit code $code with parts missing: $(<err)"
holds out '[.checks[] | select(.name == "models" or .name == "recipes" or .name == "gnuplot") | .state] | all(. == "missing")'

# A model that is another one, and one that is gone.
mkdir models
ln -s "$SRC"/models/* models/
rm models/mishra.safetensors models/champion.safetensors
head -c 1000 "$SRC/models/mishra.safetensors" >models/mishra.safetensors
DEADWOOD_MODELS=$PWD/models run doctor
((code == 1)) || fail "exit code $code with broken models: $(<out)"
grep -q '^  models    BROKEN .*champion.safetensors is not there; mishra.safetensors is not the one shipped' out ||
    fail "$(<out)"
grep -q '^deadwood: 1 of these is broken' err || fail "$(<err)"
refused 2 'is one word too many' doctor me
