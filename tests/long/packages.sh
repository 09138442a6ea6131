#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The release and the Debian packages: built from the tarball without a network, without an error of lintian's,
# installed, used and removed in a Debian that has nothing else, made from the sources that this machine's apt has.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
for program in dpkg-buildpackage dh lintian mmdebstrap; do
    command -v $program >/dev/null || { echo "packages: there is no $program"; exit 77; }
done
(($(id -u) == 0)) || { echo 'packages: only root makes a Debian in a folder'; exit 77; }

# ---- Release and packages ----

git clone -q "$SRC" checkout
(cd checkout && tools/dist)
tar xzf checkout/out/dist/deadwood-*.tar.gz
cd deadwood-*/
version=${PWD##*/deadwood-}
offline=()
if unshare -n true 2>/dev/null; then offline=(unshare -n); fi
DEB_BUILD_OPTIONS="parallel=$(nproc)" "${offline[@]}" dpkg-buildpackage -us -uc -b >../build.log 2>&1 ||
    { tail -n 40 ../build.log; fail 'dpkg-buildpackage'; }
cd ..
lintian --fail-on error --tag-display-limit 0 ./*.changes | tee lintian.log || fail 'lintian'

# ---- A Debian of its own ----

. /etc/os-release
# shellcheck disable=SC2016 # apt's fields, not the shell's
apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
    'Origin: Debian' | sort -u >sources
mmdebstrap --variant=apt --mode=root --include=gcc,libc6-dev,pkg-config "$VERSION_CODENAME" root - <sources >root.log 2>&1 ||
    { tail -n 20 root.log; fail 'mmdebstrap'; }
cp ./*.deb root/tmp/
inside() { chroot root /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
(cd root && find . -xdev -path ./tmp -prune -o -path ./var -prune -o -path ./proc -prune -o -type f -print | sort) >before
inside apt-get update -q >update.log 2>&1 || { tail -n 5 update.log; fail 'apt-get update'; }
inside sh -c 'apt-get install -y -q --no-install-recommends /tmp/*.deb' >install.log 2>&1 ||
    { tail -n 20 install.log; fail 'the packages do not install'; }

# Used: what plays is what plays here, models are found, and the loader took the code for this processor.
inside deadwood --version | grep -q "^deadwood $version" || fail "$(inside deadwood --version)"
inside deadwood doctor | tee doctor.log
! grep -q BROKEN doctor.log || fail 'doctor finds something broken'
grep -q '^  models    found' doctor.log || fail 'the models are not found'
if grep -qw avx2 /proc/cpuinfo && [[ -d $(echo root/usr/lib/*/deadwood/glibc-hwcaps) ]]; then
    grep -qE 'compiled for AVX' doctor.log || fail 'not the code for this processor'
fi
[[ $(inside deadwood bench --signature) == "$(<"$SRC/bench/signature.txt")" ]] || fail 'it plays differently'
works match champion simple --games 20 --quiet --json
mv out here.json
inside deadwood match champion simple --games 20 --quiet --json >there.json
same_facts there.json here.json 'the installed program'
inside sh -c 'cd /tmp && deadwood match simple greedy --games 40 --quiet --shard 1/1 --db p.db >/dev/null &&
    deadwood merge w.db p.db --quiet >/dev/null && deadwood verify w.db' | grep -q 'right: 40 games' || fail 'a store'
printf '#include <deadwood.h>\n#include <stdio.h>\nint main(void) { puts(deadwood_version()); return deadwood_abi() != DEADWOOD_ABI; }\n' >root/tmp/try.c
# shellcheck disable=SC2016 # for the shell inside
inside sh -c 'cd /tmp && gcc try.c $(pkg-config --cflags --libs deadwood) -o try && ./try' | grep -q "^$version" ||
    fail 'the library is not found'
inside python3 -c '
import deadwood
report = deadwood.match("champion", "simple", games=20)
vec = deadwood.GinVec(64, seed=1, opponent="simple")
vec.step(vec.sample())
print(report["digest"], deadwood.LEVEL)' >python.log || fail 'the module for Python'
grep -q "^$(jq -r .digest here.json) " python.log || fail "the module plays differently: $(<python.log)"
if grep -qw avx2 /proc/cpuinfo && [[ -d $(echo root/usr/lib/*/deadwood/glibc-hwcaps) ]]; then
    grep -qE 'x86-64-v[34]$' python.log || fail "the module is not for this processor: $(<python.log)"
fi
inside sh -c 'test -s /usr/share/man/man1/deadwood-match.1.gz' || fail 'there is no manual page'

# Removed: nothing stays.
# shellcheck disable=SC2016 # for the shell inside
inside sh -c 'apt-get purge -y -q deadwood deadwood-data libdeadwood0 libdeadwood-dev $(dpkg-query -W -f "\${Package} " "python3-deadwood*" 2>/dev/null) && apt-get autoremove -y -q --purge' >remove.log 2>&1 ||
    { tail -n 20 remove.log; fail 'the packages do not go'; }
(cd root && find . -xdev -path ./tmp -prune -o -path ./var -prune -o -path ./proc -prune -o -type f -print | sort) >after
left=$(comm -13 before after | grep -v '^./etc/ld.so.cache' || true)
[[ -z $left ]] || fail "left behind: $left"
