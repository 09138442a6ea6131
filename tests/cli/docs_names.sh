#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What documents, headers and CMake files name exists; and tools/check-docs finds each kind of name that does not.
set -euo pipefail
command -v python3 >/dev/null || exit 77
"$SRC/tools/check-docs" "$DEADWOOD"

# A small tree that is right, with one more line in one file.
# shellcheck disable=SC2016 # backquotes are Markdown's
tree() {
    rm -rf tree
    mkdir -p tree/tools tree/src/room tree/docs
    cp "$SRC/tools/check-docs" tree/tools/
    printf 'all:\n\techo\n' >tree/Makefile
    printf '// room_deal deals, see room/room.h.\nint room_deal(int seat);\n' >tree/src/room/room.h
    printf '#include "room/room.h"\n// gone_deal was here once\nint room_deal(int seat) { return seat; }\n' >tree/src/room/room.c
    printf '# Rooms of `room.h`\n\nCall `room_deal()`, in [a room](../src/room/room.h).\n' >tree/docs/ROOMS.md
    printf '%s\n' "$2" >>"tree/$1"
}
accepted() {
    tree "$1" "$2"
    tree/tools/check-docs "$DEADWOOD" >log || { echo "refused, but right: $1: $2"; cat log; exit 1; }
}
refused() {
    tree "$1" "$2"
    if tree/tools/check-docs "$DEADWOOD" >log; then
        echo "accepted, but wrong: $1: $2"
        exit 1
    fi
    grep -q "^$1:[0-9]*: .*$3" log || { echo "not said of $1: $3"; cat log; exit 1; }
}
# shellcheck disable=SC2016 # backquotes are Markdown's
{
    accepted docs/ROOMS.md 'By `make all` and `deadwood match A B --games 5 --seed 7`; `FILE.rec` and `out/report` are yours.'
    accepted docs/ROOMS.md 'See [above](#rooms-of-roomh), `room/room.{c,h}`, `src/room/*.c` and `room.c`.'
    accepted docs/ROOMS.md '    deadwood rules > rules.txt; deadwood nothing'
    refused docs/ROOMS.md '`make nothing`' 'no target nothing'
    refused docs/ROOMS.md '`deadwood nothing`' 'no command nothing'
    refused docs/ROOMS.md '`deadwood match simple greedy --gmaes 5`' 'match has no option --gmaes'
    refused docs/ROOMS.md '    deadwood rules --games 5' 'rules has no option --games'
    refused docs/ROOMS.md 'With `--nothing`.' 'no option --nothing'
    refused docs/ROOMS.md 'In `src/room/nothing.c`.' 'no file src/room/nothing.c'
    refused docs/ROOMS.md 'In `nothing.c`.' 'no file nothing.c'
    refused docs/ROOMS.md 'By `gone_deal`, of which only a comment tells.' 'knows no gone_deal'
    refused docs/ROOMS.md '[There](nowhere.md).' 'leads to no file'
    refused docs/ROOMS.md '[There](#nowhere).' 'no heading'
    refused src/room/room.h '// As room_play says.' 'knows no room_play'
    refused src/room/room.h '/* In room/play.h. */' 'no file room/play.h'
    refused CMakeLists.txt '# src/room/play.c is compiled' 'no file src/room/play.c'
}
