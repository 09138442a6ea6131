#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Training in several processes (-DDEADWOOD_MPI=ON): the same file to the bit for 1, 2, 3 and 5 of them, also when they
# are interrupted or killed on the way and go on in another number. Nets, and leagues after leagues.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
{ command -v mpirun && command -v mpicc; } >/dev/null || { echo 'mpi: there is no mpirun or no mpicc'; exit 77; }
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
code=0
mkdir loop
(cd loop && mpirun -n 2 "$program" train nguyen-loop --mpi >../out 2>../err) || code=$?
{ ((code != 0)) && grep -q 'is another kind' err; } || fail "a loop: exit code $code: $(<err)"

# ---- Leagues ----

export DEADWOOD_RECIPES=$PWD/recipes
mkdir recipes
cat >recipes/one.recipe <<'R'
learn = league
games = 64
steps = 32
decisions = 20480
batch = 1024
actor = 8n 8n+
critic = 12n
rate = 0.003..0.001
opponents = self 40 + past 20 + simple 20 80% + random 20
snapshot = 3
past = 2
evaluate = 3
table = 3
win-from = 0.5
match = 2
checkpoint = 0.001
seed = 3
output = one.safetensors
R
sed -e 's/^opponents.*/opponents = self 50 + {one} 25 + likeliest:{one} 25/' -e 's/^decisions.*/decisions = 8192/' \
    -e 's/^output.*/output = two.safetensors\nafter = one\nfrom = {one}\npanel = {one} random/' \
    recipes/one.recipe >recipes/two.recipe
sed -e 's/^opponents.*/opponents = {target} 100/' -e 's/^decisions.*/decisions = 8192/' \
    -e 's/^output.*/output = exploit.safetensors/' recipes/one.recipe >recipes/exploit.recipe

# league N NAME RECIPE LIMIT...: trains it in N processes in a folder of that name.
league() {
    local n=$1 name=$2 recipe=$3
    shift 3
    mkdir -p "$name"
    code=0
    (cd "$name" && "$@" mpirun -n "$n" "$program" train "$recipe" --threads 1 --mpi >said 2>told) || code=$?
}
# same_nets NAME: actors and critics of the leagues there are those of a process alone.
same_nets() {
    local net nets=0
    for net in league/out/train/*/*.safetensors; do
        [[ ! -e $1/${net#league/} ]] || { cmp "$net" "$1/${net#league/}" || fail "$1: another net"; ((++nets)); }
    done
    ((nets >= ${2:-4})) || fail "$1: $nets nets: $(<"$1/told")"
}
mkdir league
(cd league && "$program" train two --threads 1 --quiet >said && "$program" train exploit:greedy --threads 1 --quiet >said)
for n in 2 3 5; do
    league $n leagues$n two
    ((code == 0)) || fail "a league in $n processes: exit code $code: $(<leagues$n/told)"
    same_nets leagues$n
    grep -o '[0-9]* processes; this one sent .*' leagues$n/told || fail "$(<leagues$n/told)"
done
league 2 exploit exploit:greedy
same_nets exploit 2

# What is done is not done again; interrupted and killed wherever it is, it goes on in another number.
league 3 leagues2 two
{ ((code == 0)) && grep -q 'two was done already' leagues2/told; } || fail "exit code $code: $(<leagues2/told)"
for ((i = 1; i <= 6; i++)); do league $((1 + i % 3)) stopped-league two timeout -s TERM "$i"; done
for ((i = 1; i <= 6; i++)); do league $((1 + i % 3)) killed-league two timeout -s KILL "$i"; done
for name in stopped-league killed-league; do
    league 2 $name two
    ((code == 0)) || fail "$name: exit code $code: $(<$name/told)"
    same_nets $name
done
! compgen -G '/tmp/deadwood-peer-*' >left || rm -rf /tmp/deadwood-peer-* # of those that were killed

