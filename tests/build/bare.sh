#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Deadwood builds with nothing but a C compiler, libc and libm, for any processor, and then says what it lacks.
set -euo pipefail
# A header that lies where the compiler looks is found whatever CMake was told.
mkdir traps
for header in sqlite3 zstd cmocka cblas; do
    echo "#error $header.h is not there" >"traps/$header.h"
done
cmake -S "$SRC" -B bare -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-O0 -I$PWD/traps" -DDEADWOOD_NATIVE=OFF \
    -DCMAKE_DISABLE_FIND_PACKAGE_SQLite3=ON -DCMAKE_DISABLE_FIND_PACKAGE_ZSTD=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_CMocka=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenBLAS=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_Java=ON >log
for part in SQLite zstd cmocka OpenBLAS JDK; do
    grep -q "$part: not found; " log || { echo "the summary does not say what is lost without $part"; cat log; exit 1; }
done
cmake --build bare --parallel 2 >log 2>&1 || { cat log; exit 1; }
[[ -x bare/deadwood ]] || exit 0

foreign=$(readelf -d bare/deadwood | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libpthread|ld-linux.*)\.so' || true)
[[ -z $foreign ]] || { echo "linked to more than libc and libm: $foreign"; exit 1; }

bare/deadwood match simple simple --games 20 --seed 1 --threads 1 --json >match.json 2>/dev/null
[[ -s match.json ]]

# says_lack WORD ARGUMENTS...: the command fails and its message names the part that is missing.
says_lack() {
    local word=$1
    shift
    if bare/deadwood "$@" >out 2>err; then
        echo "worked without $word: $*"
        exit 1
    fi
    grep -qi "$word" err || { echo "does not name $word: $*"; cat err; exit 1; }
}
says_lack sqlite match simple simple --games 20 --seed 1 --db games.db
says_lack zstd match simple simple --games 20 --seed 1 --records games.zst
