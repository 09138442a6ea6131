#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Training in several processes (-DDEADWOOD_MPI=ON): the same file to the bit for 1, 2, 3 and 5 of them, also when they
# are interrupted or killed on the way and go on in another number.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
command -v mpirun >/dev/null && command -v mpicc >/dev/null || { echo 'mpi: there is no mpirun or no mpicc'; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

refused 2 'was built without MPI' train card-nguyen --mpi
cmake -S "$SRC" -B build -DDEADWOOD_MPI=ON -DDEADWOOD_TESTS=OFF >log
cmake --build build --parallel "$(nproc)" --target deadwood >log 2>&1 || { tail log; fail 'the build'; }
program=$PWD/build/deadwood

# several N NAME OPTIONS...: trains in N processes in a folder of that name.
several() {
    local n=$1 name=$2
    shift 2
    mkdir -p "$name"
    code=0
    (cd "$name" && "$@" mpirun -n "$n" "$program" train ann-nguyen --games 100 --epochs 6 --threads 1 --mpi \
        --out x.safetensors >said 2>told) || code=$?
}

mkdir alone
(cd alone && "$program" train ann-nguyen --games 100 --epochs 6 --threads 1 --out x.safetensors --quiet >said)
for n in 1 2 3 5; do
    several $n run$n
    ((code == 0)) || fail "$n processes: exit code $code: $(<run$n/told)"
    cmp alone/x.safetensors run$n/x.safetensors || fail "$n processes train another net"
    grep -o '[0-9]* processes; this one sent .*' run$n/told || true
done

# Interrupted in two processes, gone on in three; killed in three, gone on in one without MPI.
several 2 stopped timeout -s TERM 3
several 3 stopped
((code == 0)) || fail "gone on in three processes: exit code $code: $(<stopped/told)"
cmp alone/x.safetensors stopped/x.safetensors || fail 'interrupted and gone on: another net'
several 3 killed timeout -s KILL 3
(cd killed && "$program" train ann-nguyen --games 100 --epochs 6 --threads 1 --out x.safetensors --quiet >said)
cmp alone/x.safetensors killed/x.safetensors || fail 'killed and gone on: another net'
! compgen -G '/tmp/deadwood-peer-*' >left || rm -rf /tmp/deadwood-peer-* # of those that were killed

code=0
mkdir loop
(cd loop && mpirun -n 2 "$program" train nguyen-loop --mpi >../out 2>../err) || code=$?
((code != 0)) && grep -q 'is another kind' err || fail "a loop: exit code $code: $(<err)"
