#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A program linked with the installed shared library finds models and recipes, also after the tree was moved.
set -euo pipefail
command -v pkg-config >/dev/null || exit 77
cmake -S "$SRC" -B shared -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DBUILD_SHARED_LIBS=ON \
    -DDEADWOOD_TESTS=OFF -DCMAKE_DISABLE_FIND_PACKAGE_Java=ON >log
cmake --build shared --parallel 2 >log 2>&1 || { cat log; exit 1; }
cmake --install shared --prefix "$PWD/first" >log
mv first moved
pc=$(find "$PWD/moved" -name deadwood.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
read -ra cflags <<<"$(pkg-config --cflags deadwood)"
read -ra libs <<<"$(pkg-config --libs deadwood)"
library=$(dirname "$(dirname "$pc")")
# shellcheck source=../support/installed.bash
. "$SRC/tests/support/installed.bash"
finds_data "$PWD/moved" "$library" "${cflags[@]}" -- "${libs[@]}"
# Moved again, after the program was built.
mv moved again
found=$(as_anybody "$PWD/again/${library#"$PWD/moved/"}" "$PWD/finds") || { echo "moved again: $found"; exit 1; }
[[ $found == "$PWD/again/share/deadwood/recipes/"* ]] || { echo "moved again, other recipes are found: $found"; exit 1; }
