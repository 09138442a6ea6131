#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood cluster: processes here, killed and interrupted; Slurm and Kubernetes as their own commands would be asked.
# tests/long/slurm.sh has a real Slurm, tests/long/k8s.sh the schema of the manifests.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

games=$(effort 4000 400)
plan=(match simple greedy --games "$games" --seed 3)
works "${plan[@]}" --quiet --json
mv out whole.json

# ---- Here ----

for n in 1 3; do
    works cluster local --tasks $n --dir run$n --json "${plan[@]}"
    same_facts out whole.json "$n processes"
    grep -q "^round 1: $n of $n parts done" err || fail "no line of all tasks: $(<err)"
done
works cluster local --tasks 3 --dir run3 --json "${plan[@]}" # once more: the result is there
same_facts out whole.json 'given again'

# Killed with its tasks and given again; interrupted and given again.
kill_after 0.2 cluster local --tasks 2 --dir killed --json "${plan[@]}"
interrupt_after 0.2 cluster local --tasks 2 --dir killed --json "${plan[@]}"
works cluster local --tasks 2 --dir killed --json "${plan[@]}"
same_facts out whole.json 'killed and given again'
interrupt_after 0.5 cluster local --tasks 2 --dir endless match simple greedy --games 100000000
((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
grep -q 'the same command goes on where its tasks stopped' err || fail "$(<err)"
tag="--db $PWD/endless"
! pgrep -f -- "$tag" >left || fail "still running: $(<left)"

race=(tune greedy limit=3..7 --first 20 --games 80 --keep 2 --against simple)
works "${race[@]}" --quiet --json
mv out race.json
works cluster local --tasks 2 --dir race --json "${race[@]}"
same_facts out race.json 'a race'
grep -q '^round 2: ' err || fail "no second round: $(<err)"

# Records, and examples to learn from.
works "${plan[@]}" --quiet --records whole.rec
for i in 1 2; do kill_after 0.2 cluster local --tasks 3 --dir records --records all.rec "${plan[@]}"; done
works cluster local --tasks 3 --dir records --records all.rec --json "${plan[@]}"
same_facts out whole.json 'with records'
cmp records/all.rec whole.rec || fail 'other records than those of a single run'
works export knocks --games 100 --quiet --out whole-knocks
works cluster local --tasks 3 --dir knocks export knocks --games 100
for array in whole-knocks/*.npy; do cmp "$array" "knocks/arrays/$(basename "$array")"; done
refused 2 '--out is not for COMMAND' cluster local export knocks --games 100 --out x
refused 2 "'tune' has no records" cluster local --records x tune greedy limit=3..4
refused 2 'is to be a name alone' cluster local --records ../x "${plan[@]}"

refused 2 "there is no engine 'moon'" cluster moon match simple greedy
refused 2 "'players' cannot be played in parts" cluster local players
refused 2 '--db is not for COMMAND' cluster local match simple greedy --db x.db
refused 2 'there is no option .--gams. here; did you mean --games' cluster local match simple greedy --gams 5
refused 2 '--sprt looks at all games' cluster local match simple greedy --sprt 0,5
refused 1 'run3: is of another command, or other --tasks' cluster local --tasks 4 --dir run3 "${plan[@]}"
run cluster local --tasks 2 --dir typo --quiet match simple gredy
((code == 1)) || fail "exit code $code"
grep -q "failed, 1 times; typo/round-1/log-[12] ends with: .*did you mean 'greedy'" err || fail "$(<err)"

# ---- Slurm and Kubernetes, asked by programs that stand in for theirs ----

mkdir bin
cat >bin/sbatch <<'SBATCH'
#!/bin/bash
# Runs the tasks at once; the second one of the first array dies.
echo "$*" >>"$STUBS/asked"
for word; do case $word in --array=*) array=${word#--array=} ;; esac; done
number=$(($(cat "$STUBS/number" 2>/dev/null || echo 100) + 1))
echo $number >"$STUBS/number"
script=${*: -1}
for task in $(echo "${array:-0}" | tr ',' ' '); do
    if [[ $task == 2 && $number == 101 ]]; then continue; fi
    SLURM_ARRAY_TASK_ID=$task sh "$script" >/dev/null 2>&1
done
echo "$number;test"
SBATCH
printf '#!/bin/sh\nexit 0\n' >bin/squeue
printf '#!/bin/sh\nexit 0\n' >bin/scancel
cat >bin/kubectl <<'KUBECTL'
#!/bin/bash
# Jobs run when they are applied, in a folder that stands for the volume at /work.
echo "$*" >>"$STUBS/asked"
case $1 in
apply)
    name=$(jq -r .metadata.name "$3")
    jq -r '.spec.template.spec.containers[0].command[2]' "$3" | sed "s#'/work'#'$STUBS/volume'#" >"$STUBS/$name.sh"
    for ((i = 0; i < $(jq '.spec.completions // 1' "$3"); i++)); do
        (cd "$STUBS/volume" && JOB_COMPLETION_INDEX=$i sh "$STUBS/$name.sh") >"$STUBS/$name.log" 2>&1
    done
    jq '(.spec.completions // 1) - 1' "$3" >"$STUBS/$name.last"
    ;;
get)
    case $* in
    *completedIndexes*) echo "0-$(<"$STUBS/$3.last")" ;;
    *'conditions[*]'*) echo Complete ;;
    esac
    ;;
logs) cat "$STUBS/${2#job/}.log" ;;
esac
KUBECTL
ln -s "$DEADWOOD" bin/deadwood
chmod +x bin/*
mkdir volume
export STUBS=$PWD PATH=$PWD/bin:$PATH

works cluster slurm --tasks 3 --dir slurm --json --with '--partition=all --time=5' "${plan[@]}"
same_facts out whole.json 'as Slurm would'
grep -q -- '--array=1,2,3 --partition=all' asked || fail "$(<asked)"
grep -q -- '--array=2 ' asked || fail "the task that died was not submitted again: $(<asked)"
grep -q -- '--dependency=afterany:10[0-9]' asked || fail "$(<asked)"
works cluster k8s --tasks 3 --dir k8s --json "${plan[@]}"
same_facts out whole.json 'as Kubernetes would'
works cluster k8s --tasks 2 --dir k8s-race --json --name race "${race[@]}"
same_facts out race.json 'a race, as Kubernetes would'
