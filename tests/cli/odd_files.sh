#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whatever a file's name leads to, a device, a pipe, a folder, a file of 10 GB: it is
# refused at once, with a sentence, in
# little memory.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
mkdir folder
mkfifo pipe
: >empty
truncate -s 10G sparse
truncate -s 3G smaller
golden=$SRC/tests/golden/simple-simple.rec

# A program that hangs or eats memory is ended, long after a busy machine would have
# answered, which `run` takes for a failure. Sanitizers need all addresses.
cat >bounded <<'W'
#!/bin/sh
[ "${DEADWOOD_TEST_EFFORT:-100}" -lt 100 ] || ulimit -v 2000000
exec timeout -s KILL 300 "$PROGRAM" "$@"
W
chmod +x bounded
export PROGRAM=$DEADWOOD
DEADWOOD=$PWD/bounded

# told CODES ARGUMENTS...: fails with one sentence of ours.
told() {
    local codes=$1
    shift
    run "$@"
    [[ " $codes " == *" $code "* ]] || fail "$(quoted "$@"): exit code $code: $(<err)"
    ((code == 0)) || (($(grep -c '^deadwood: ' err) == 1)) || fail "$(quoted "$@"): not one sentence: $(<err)"
}

for file in /dev/zero ./pipe ./folder /dev/stdin ./empty ./sparse ./smaller /dev/full /dev/tty /dev/null ./none; do
    told 2 match "champion:model=$file" simple --games 2 --quiet
    grep -qF "$file" err || fail "champion:model=$file: not named: $(<err)"
    [[ $file == ./empty ]] || told 2 match simple greedy --games 2 --quiet --rules "$file" # no lines are fine rules
done
for file in /dev/zero ./pipe ./folder ./sparse; do
    told 2 match "knocking:model=$file" simple --games 2 --quiet
    told 2 match "bayes:model=$file" simple --games 2 --quiet
    told 2 match "td:model=$file" ducker --game hearts --games 1 --quiet
    told '1 2' train "$file" --quiet
    told '1 2' train knock-nguyen --records "$file" --quiet --epochs 1 --out out/x.safetensors
    told '1 2' export hands --records "$file" --quiet --out exported
    [[ $file != ./pipe ]] || told '1 2' play --resume "$file" --plain
    [[ $file == ./sparse ]] || told '1 2' match simple greedy --games 2 --quiet --db "$file"
done
for file in /dev/zero ./pipe ./folder ./sparse ./none; do
    told 1 replay "$file"
    told 1 analyze "$file" --quiet --samples 64
done
told 1 match simple greedy --games 2 --quiet --records ./pipe
told '1 2' check --games 1 --quiet --transcript ./pipe "$PROGRAM" bot simple
told 1 match simple greedy --games 2 --quiet --records ./folder

# What others write is read as it comes.
"$PROGRAM" replay <(cat "$golden") >piped
"$PROGRAM" replay "$golden" >whole
"$PROGRAM" replay - <"$golden" >typed
cmp piped whole
cmp typed whole
(sleep 0.3 && cat "$golden") >pipe &
"$PROGRAM" replay <(sleep 0.3 && cat "$golden") >piped
cmp piped whole
for ((i = 0; i < 100; i++)); do # the writer opens it when it gets to it
    ! "$PROGRAM" replay pipe >piped 2>/dev/null || break
    sleep 0.1
done
wait
cmp piped whole
