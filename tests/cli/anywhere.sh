#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The program finds its models and recipes from any current folder, wherever it lies.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
here=$PWD
unset DEADWOOD_MODELS DEADWOOD_RECIPES

# finds PROGRAM: plays with a model and lists recipes, from the root.
finds() {
    (cd / && "$1" match mishra simple --games 2 --seed 1 --quiet) >"$here/played" || fail "$1 finds no models"
    (cd / && "$1" train) >"$here/listed" || fail "$1 finds no recipes"
    grep -q '^  knock-nguyen ' listed || fail "$1: $(<listed)"
}

# In a source tree's build folder, beside which models and recipes lie; and through a link.
[[ -d ${DEADWOOD%/*}/../models ]] || exit 77
finds "$DEADWOOD"
ln -s "$DEADWOOD" linked
finds "$here/linked"

# As installed, and after a move.
mkdir -p first/bin first/share/deadwood/models first/share/deadwood/recipes
cp "$DEADWOOD" first/bin
cp "$SRC"/models/mishra*.safetensors first/share/deadwood/models
cp "$SRC"/recipes/knock-nguyen.recipe first/share/deadwood/recipes
finds "$here/first/bin/deadwood"
mv first second
finds "$here/second/bin/deadwood"

# Beside the program, and in the current folder.
mkdir alone
mv second/share/deadwood/* alone
mv second/bin/deadwood alone
finds "$here/alone/deadwood"
mkdir bare
mv alone/deadwood bare
(cd alone && ../bare/deadwood match mishra simple --games 2 --seed 1 --quiet) >/dev/null || fail 'not found in the current folder'

# What is named is meant: nothing else is looked at, and the message says where it was.
DEADWOOD=$here/bare/deadwood
DEADWOOD_MODELS=$here/alone/models works match mishra simple --games 2 --seed 1 --quiet
DEADWOOD_MODELS=$here/nowhere refused 2 "there is no model mishra[a-z-]*.safetensors in $here/nowhere; set DEADWOOD_MODELS" match mishra simple --games 2
refused 2 "there is no model none.safetensors in $here/bare/models, .*/share/deadwood/models or ./models; set DEADWOOD_MODELS" \
    match mishra:model=none.safetensors simple --games 2
