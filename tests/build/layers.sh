#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check-layers passes the house as it is and fails on each kind of wrong arrow.
set -euo pipefail
"$SRC/tools/check-layers" "$SRC/src"

# house FILE LINE: a small house that is right, with one more file of one line.
house() {
    rm -rf src
    mkdir -p src/base src/gin/players/list src/hearts src/arena src/app
    cp "$SRC/src/rooms.txt" src/
    echo '#include <stdio.h>' >src/base/a.h
    echo '#include "base/a.h"' >src/gin/b.h
    printf '#include "gin/b.h"\n#include "base/a.h"\n#include "c.h"\n' >src/gin/players/c.h
    echo '  #  include "gin/players/c.h"' >src/app/main.c
    mkdir -p "$(dirname "$1")"
    echo "$2" >"$1"
}
accepted() {
    house "$1" "$2"
    "$SRC/tools/check-layers" src || { echo "refused, but right: $1: $2"; exit 1; }
}
refused() {
    house "$1" "$2"
    if "$SRC/tools/check-layers" src >log; then
        echo "accepted, but wrong: $1: $2"
        exit 1
    fi
    grep -q "^$1:1: " log || { echo "not named: $1"; cat log; exit 1; }
}

accepted src/gin/x.c '#include "gin/b.h"'
accepted src/app/x.c '#include "base/a.h"'
accepted src/base/x.c '// #include "gin/b.h"'
accepted src/app/x.c '    exit(1);'
accepted src/base/x.c '    _exit(1); // not exit(1)'
accepted src/gin/players/list/x.c '#include "gin/b.h"'
accepted src/gin/players/x.c '#include "gin/players/list/x.h"'
refused src/gin/deal/x.c '#include "gin/players/list/x.h"'
refused src/gin/players/list/x.c '#include "hearts/h.h"'
refused src/learn/cuda/x.cu '#include "gin/b.h"'
refused src/learn/x.cuh '#include "gin/b.h"'
refused src/base/x.c '#include "gin/b.h"'
refused src/gin/x.c '#include "gin/players/c.h"'
refused src/gin/x.h '#include "arena/a.h"'
refused src/gin/players/x.c '#include "hearts/h.h"'
refused src/arena/x.c '#include "gin/b.h"'
refused src/arena/x.c '#include "app/m.h"'
refused src/gin/x.c '#include "../base/a.h"'
refused src/cellar/x.c '#include "base/a.h"'
refused src/base/x.c '#include "cellar/x.h"'
refused src/x.c '#include "base/a.h"'
refused src/base/x.c '    if (!good) abort();'
refused src/arena/x.c '    setenv("A", "b", 1);'

# The list of rooms itself: an arrow may only point to a line above.
rooms() {
    house src/base/x.c ''
    printf '%s\n' "$2" >>src/rooms.txt
    if "$SRC/tools/check-layers" src >log; then
        echo "accepted, but wrong: $2"
        exit 1
    fi
    grep -q "^src/rooms.txt:[0-9]*: $1" log || { echo "not said: $2"; cat log; exit 1; }
}
rooms 'attic names cellar' 'attic: cellar'
rooms 'attic names attic' 'attic: attic'
rooms 'write ROOM:' 'attic'
rooms 'write ROOM:' 'base: gin'
rm src/rooms.txt
if "$SRC/tools/check-layers" src 2>log; then
    echo 'accepted without rooms.txt'
    exit 1
fi
grep -q 'rooms.txt is missing' log

# CMake reads the same file: each room is a library, with no other arrows.
[[ -e $BUILD/CMakeCache.txt ]] || exit 0
sed -n 's/^\([a-z][^:]*\):.*/\1/p' "$SRC/src/rooms.txt" | tr / _ | while read -r room; do
    [[ $room == app || -e $BUILD/rooms/lib$room.a ]] || { echo "no library for the room $room"; exit 1; }
done
