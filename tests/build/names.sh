#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check-names passes the sources as they are, sees each kind of definition, and fails when names are shared.
set -euo pipefail
"$SRC/tools/check-names" "$SRC/src"

# sharing COUNT: what check-names says of the sources below ours/
sharing() {
    "$SRC/tools/check-names" ours >log || true
    grep -q "^check-names: $1 functions share" log || { echo "not $1:"; cat log; exit 1; }
}
mkdir -p ours/room
cat >ours/room/one.c <<'END'
// play(void) { in a comment }
static const char *const text = "static int play(void) {";
static const int table[] = {(1), (2)};
struct Plan plan(int a);
static int play(int a,
                int b) {
    return run(a) + b;
}
__attribute__((target("avx2"))) static void fast(void) {}
COLD static bool cold(int x) { return x; }
typedef int (*Play)(int a);
static int (*const pointer)(int a) = play;
#if A
int either(void) { return 1; }
#else
int either(void) { return 2; }
#endif
END
sharing '0 of 4'
printf 'static int pause(void) { return 1; }\nint either(void) { return 3; }\n' >ours/room/two.c # another build of the same
sharing '0 of 5'
printf 'static int play(void)\n{\n    return 1;\n}\n' >ours/room/three.c
sharing '2 of 6'
printf '#ifndef DEADWOOD_ROOM_FOUR_H\nstatic inline int fast(void) { return 1; }\n' >ours/room/four.h
sharing '4 of 7'
printf 'template <int N> __global__ void __launch_bounds__(256) cold(int x) { x = N; }\n' >ours/room/five.cu
sharing '6 of 8'
if "$SRC/tools/check-names" ours >log; then
    echo 'accepted, though most names are shared'
    exit 1
fi
grep -q '^    room/three.c:1' log

mkdir -p empty
if "$SRC/tools/check-names" empty >log; then
    echo 'accepted without a function'
    exit 1
fi

# A header that moved keeps no old guard.
printf '#ifndef DEADWOOD_OTHER_FOUR_H\n' >ours/room/four.h
! "$SRC/tools/check-names" ours >log || { echo 'a guard of another path:'; cat log; exit 1; }
grep -q 'ours/room/four.h: its guard should be DEADWOOD_ROOM_FOUR_H' log || { cat log; exit 1; }
