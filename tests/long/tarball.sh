#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The release as somebody else has it: unpacked in another folder, built without a network by a user who owns nothing
# else, its tests run there, installed, and used where it is installed.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
[[ -e $SRC/.git ]] || { echo 'tarball: releases are made of a git checkout'; exit 77; }

git clone -q "$SRC" checkout
(cd checkout && tools/dist)
(cd checkout/out/dist && sha256sum -c --quiet ./*.sha256) || fail 'the sum is not that of the tarball'
cp checkout/out/dist/deadwood-*.tar.gz first.tar.gz
{ (cd checkout && tools/dist) && cmp first.tar.gz checkout/out/dist/deadwood-*.tar.gz; } || fail 'the same commit, other bytes'

# A tag names the version that is tagged.
(cd checkout && git tag v99.0.0)
! (cd checkout && tools/dist) 2>err || fail 'a release of another version than its tag'
grep -q "tagged v99.0.0" err || fail "$(<err)"

place=$PWD/'a place'
mkdir "$place"
tar xzf first.tar.gz -C "$place"
as=(env -i PATH="$PATH" HOME="$place" TMPDIR="$place" JOBS="$(nproc)" DEPS=:)
if (($(id -u) == 0)); then
    chmod 711 . && chown -R 65534:65534 "$place"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups "${as[@]}")
    if unshare -n true 2>/dev/null; then as=(unshare -n "${as[@]}"); fi
fi
cd "$place"/deadwood-*/
"${as[@]}" make build >../build.log 2>&1 || { tail ../build.log; fail 'make build'; }
"${as[@]}" ctest --test-dir build --parallel "$(nproc)" -L unit -LE slow >../tests.log 2>&1 || { tail -n 30 ../tests.log; fail 'its tests'; }
grep 'tests passed' ../tests.log
"${as[@]}" build/deadwood bench --signature | diff bench/signature.txt - || fail 'it plays differently'
"${as[@]}" make install PREFIX="$place/installed" >../install.log 2>&1 || { tail ../install.log; fail 'make install'; }
cd /
"${as[@]}" "$place/installed/bin/deadwood" doctor >"$place/doctor.log" || fail "doctor: $(<"$place/doctor.log")"
! grep -q BROKEN "$place/doctor.log" || fail "$(<"$place/doctor.log")"
"${as[@]}" "$place/installed/bin/deadwood" match champion simple --games 20 --quiet | grep -q '^20 games' || fail 'a match'
