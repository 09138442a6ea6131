#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check-layers passes the house as it is and fails on each kind of wrong arrow.
set -euo pipefail
"$SRC/tools/check-layers" "$SRC/src"

# house FILE LINE: a small house that is right, with one more file of one line.
house() {
    rm -rf src
    mkdir -p src/base src/gin/players src/hearts src/arena src/app
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
