#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Slurm of one's own, for tests: munge, slurmctld and two slurmd on this machine, all of it in the current folder.

# slurm_start: puts its commands' settings into the environment. 77 where Slurm is not installed or cannot run here.
slurm_start() {
    local program home=$PWD/slurm node port host
    for program in munged slurmctld slurmd sbatch squeue scancel sinfo; do
        PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "slurm: there is no $program"; exit 77; }
    done
    (($(id -u) == 0)) || { echo 'slurm: only root starts jobs of its own'; exit 77; }
    PATH=$PATH:/usr/sbin
    host=$(hostname -s 2>/dev/null || hostname)
    port=$((20000 + $$ % 20000))
    # munged wants nobody else to be able to write to any folder above its files; a fresh one in /tmp is not ours alone
    slurm_munge=$(mktemp -d /run/deadwood-munge-XXXXXX)
    chmod 0755 "$slurm_munge"
    mkdir -p "$home/state" "$home/n1" "$home/n2"
    head -c 1024 /dev/urandom >"$slurm_munge/key"
    chmod 0400 "$slurm_munge/key"
    munged --force --key-file="$slurm_munge/key" --socket="$slurm_munge/socket" --pid-file="$slurm_munge/pid" \
        --log-file="$slurm_munge/log" --seed-file="$slurm_munge/seed"
    cat >"$home/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$slurm_munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$home/state
SlurmctldPidFile=$home/slurmctld.pid
SlurmctldLogFile=$home/slurmctld.log
SlurmdPidFile=$home/%n/pid
SlurmdLogFile=$home/%n/log
SlurmdSpoolDir=$home/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=2,batch_sched_delay=0
ReturnToService=2
MpiDefault=none
KillWait=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=4
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=4
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=60 State=UP
CONF
    export SLURM_CONF=$home/slurm.conf
    slurmctld -D >"$home/slurmctld.out" 2>&1 &
    slurm_pids=$!
    for node in n1 n2; do
        slurmd -D -N $node >"$home/$node/out" 2>&1 &
        slurm_pids+=" $!"
    done
    trap slurm_stop EXIT
    local tries
    for ((tries = 0; tries < 120; tries++)); do
        [[ $(sinfo -h -o '%t' 2>/dev/null) == idle* ]] && return 0
        sleep 0.5
    done
    echo 'slurm: no node came up:'
    tail -n 5 "$home"/*.out "$home"/n?/out
    exit 77
}

slurm_stop() {
    # shellcheck disable=SC2086 # several numbers
    kill $slurm_pids 2>/dev/null || true
    [[ ! -s $slurm_munge/pid ]] || kill "$(<"$slurm_munge/pid")" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$slurm_munge"
}
