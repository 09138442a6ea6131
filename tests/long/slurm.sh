#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood cluster slurm on a real Slurm: 1, 3 and 8 tasks, some of them killed, end with the digest of a single run; so
# does a race in rounds, and a run whose command was stopped and given again.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
# shellcheck source=../support/slurm.bash
. "$SRC/tests/support/slurm.bash"
slurm_start

plan=(match simple heisenbot --games 60000 --seed 7)
works "${plan[@]}" --quiet --json
mv out whole.json

# kill_some FOLDER: kills the program of a task under way, time and again, as a node that dies does.
kill_some() {
    local victim i
    for ((i = 0; i < 6; i++)); do
        sleep 0.7
        victim=$(pgrep -f -n -- "--shard [0-9]+/[0-9]+ --db $PWD/$1/|--shard [0-9]+/[0-9]+ --db $1/" || true)
        [[ -z $victim ]] || { kill -9 "$victim" 2>/dev/null && echo "$victim" >>killed; } || true
    done
}

for n in 1 3 8; do
    kill_some run$n &
    killer=$!
    works cluster slurm --tasks $n --dir run$n --retries 20 --json "${plan[@]}"
    wait $killer
    same_facts out whole.json "$n tasks"
    echo "$n tasks: digest $(digest out), $(grep -c . killed 2>/dev/null || echo 0) killed so far"
done
[[ -s killed ]] || fail 'no task was killed'

# A whole job cancelled under way is tasks that failed.
{ sleep 2; scancel --name=deadwood --state=RUNNING; } &
works cluster slurm --tasks 4 --dir cancelled --retries 20 --json "${plan[@]}"
wait $!
same_facts out whole.json 'cancelled'

# The command is stopped, by Ctrl-C or for good; its tasks go on, and the command given again finds them.
interrupt_after 2 cluster slurm --tasks 3 --dir stopped --json "${plan[@]}"
((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
kill_after 1 cluster slurm --tasks 3 --dir stopped --json "${plan[@]}"
works cluster slurm --tasks 3 --dir stopped --json "${plan[@]}"
same_facts out whole.json 'stopped and given again'

race=(tune greedy limit=3..7 --first 200 --games 1600 --keep 2 --against simple)
works "${race[@]}" --quiet --json
mv out race.json
works cluster slurm --tasks 3 --dir race --json "${race[@]}"
same_facts out race.json 'a race'

# Wrong commands end at once, with the reason.
refused 1 'sbatch .* failed' cluster slurm --tasks 2 --dir none --with --partition=nowhere "${plan[@]}"
