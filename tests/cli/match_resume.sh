#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A match killed or interrupted at any moment and resumed ends as if nothing had happened: numbers, digest, records.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

games=$(effort 30000 3000)
plan=(match simple greedy --games "$games" --seed 11 --quiet)
delays=(0.02 0.11 0.05 0.23 0.007 0.16)

finish() { works "${plan[@]}" "$@" --resume --json; }
# How many games the stored match holds, as its next run finds them.
resumed() { grep -o '[0-9]* games resumed' "$1" | grep -o '^[0-9]*' || echo 0; }

works "${plan[@]}" --json
mv out whole.json

# Killed, with and without records.
for records in '' killed.rec killed.rec.zst; do
    extra=()
    [[ -z $records ]] || extra=(--records "$records")
    rm -f killed.db*
    threads=1
    for delay in "${delays[@]}"; do
        kill_after "$delay" "${plan[@]}" "${extra[@]}" --db killed.db --resume --threads $threads
        threads=$((3 - threads))
    done
    finish --db killed.db "${extra[@]}"
    same_facts out whole.json "killed and resumed ${extra[*]}"
    [[ -z $records ]] || works "${plan[@]}" --records "whole${records#killed}" --json
    [[ -z $records ]] || cmp "$records" "whole${records#killed}"
    # Once more: there is nothing left to play, and nothing changes.
    finish --db killed.db "${extra[@]}"
    same_facts out whole.json "resumed when finished ${extra[*]}"
    [[ -z $records ]] || cmp "$records" "whole${records#killed}"
done

# The kill did hit in the middle: what it left is a part of the games, and only the rest is played.
for delay in 0.05 0.1 0.2 0.4 0.8 1.6 3.2; do
    rm -f part.db*
    kill_after $delay "${plan[@]}" --db part.db
    works "${plan[@]}" --db part.db --resume
    there=$(resumed out)
    ((there == 0 || there >= games)) || break
done
((there > 0 && there < games && there % 2 == 0)) || fail "killed after $there of $games games"

# Ctrl-C, or SIGTERM: the table so far and exit code 130.
endless=(match simple greedy --games 100000000 --seed 11 --quiet)
for signal in INT TERM; do
    for form in '' --json; do
        code=0
        # shellcheck disable=SC2086 # no word at all for the table
        timeout --foreground --preserve-status -s $signal 0.3 "$DEADWOOD" "${endless[@]}" $form >out 2>err || code=$?
        ((code == 130)) || fail "exit code $code after SIG$signal: $(<err)"
        [[ ! -s err ]] || fail "SIG$signal: $(<err)"
    done
    holds out '.end == "interrupted" and .games > 0 and .games < 100000000 and .games % 2 == 0 and (.wins | add) == .games'
done
interrupt_after 0.3 "${endless[@]}" --db stopped.db --records stopped.rec
((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
mv out table
grep -qE '^[0-9]+ games, .*, interrupted$' table || fail "table after Ctrl-C: $(<table)"
played=$(grep -oE '^[0-9]+' table)
(($(grep -c '^gin/1 .* over=[wd]' stopped.rec) == played)) || fail "records of other games than the $played played"

# It goes on from there, and the records with it.
if ((played > games)); then goal=$((played + 200)); else goal=$games; fi
works match simple greedy --games "$goal" --seed 11 --quiet --db stopped.db --records stopped.rec --resume
(($(resumed out) == played)) || fail "resumed from $(resumed out) instead of $played"
works match simple greedy --games "$goal" --seed 11 --quiet --records straight.rec --json
cmp stopped.rec straight.rec
mv out straight.json
works match simple greedy --games "$goal" --seed 11 --quiet --db stopped.db --resume --json
same_facts out straight.json 'interrupted and resumed'

# Compressed records that were interrupted hold the same lines, in other frames.
if command -v zstd >/dev/null; then
    interrupt_after 0.2 "${endless[@]}" --db packed.db --records packed.rec.zst
    played=$(grep -oE '^[0-9]+' out)
    works match simple greedy --games $((played + 100)) --seed 11 --quiet --db packed.db --records packed.rec.zst --resume
    (($(resumed out) == played)) || fail "resumed from $(resumed out) instead of $played"
    works match simple greedy --games $((played + 100)) --seed 11 --quiet --records straight.rec.zst
    zstd -qdc packed.rec.zst >packed.rec
    zstd -qdc straight.rec.zst | cmp - packed.rec
fi

# More games make it longer, plain mode too; fewer are refused, and no --resume is.
works match simple greedy --games 101 --plain --quiet --db longer.db --records longer.rec
works match simple greedy --games 333 --plain --quiet --db longer.db --records longer.rec --resume --json
mv out longer.json
match_json straight.json simple greedy --games 333 --plain --records straight-plain.rec
same_facts longer.json straight.json 'made longer'
cmp longer.rec straight-plain.rec
refused 1 '333 games of this match are stored, more than the 100 asked for; ask for at least those' \
    match simple greedy --games 100 --plain --quiet --db longer.db --resume
refused 1 'longer.db: holds 333 games of this match already; resume it or use another file' \
    match simple greedy --games 400 --plain --quiet --db longer.db
refused 1 'longer.rec: holds [0-9]+ bytes already; resume it, remove it or give another name' \
    match simple greedy --games 10 --plain --quiet --records longer.rec
refused 2 '--resume goes on with games kept in a file; name it with --db FILE' match simple greedy --resume
refused 2 'name it with --db FILE' match simple greedy --resume --records longer.rec

# One file holds many matches: whatever determines the games makes another one.
for other in 'simple greedy --seed 2 --plain' 'greedy simple --plain' 'simple greedy' 'simple greedy --plain --rules pagat' \
    'simple greedy:limit=4 --plain'; do
    # shellcheck disable=SC2086
    works match $other --games 20 --quiet --db longer.db
done
works match simple greedy --games 333 --plain --quiet --db longer.db --resume --json
same_facts out straight.json 'beside other matches'

# Records of another match are refused and left alone: other players, rules, mode, and even only another seed.
cp longer.rec before.rec
for other in 'simple greedy --seed 2 --plain' 'greedy simple --plain' 'simple greedy' 'simple greedy --plain --rules pagat'; do
    # shellcheck disable=SC2086
    refused 1 'longer.rec(, line [0-9]+: is| holds records) of another match' \
        match $other --games 20 --quiet --db longer.db --records longer.rec --resume
    cmp longer.rec before.rec
done
printf 'dear diary\n' >diary
refused 1 'diary is there and holds no records; choose another file for them' \
    match simple greedy --games 333 --plain --quiet --db longer.db --records diary --resume
[[ $(<diary) == 'dear diary' ]] || fail 'the diary is gone'

# Records that lack the last games, as a kill leaves them, are gone on with: those games are played again.
size=$(stat -c %s longer.rec)
line=$(tail -n 1 before.rec | wc -c)
for cut in 1 $((line / 2)) $((line - 1)) "$line" $((3 * line)); do
    head -c $((size - cut)) before.rec >longer.rec
    works match simple greedy --games 333 --plain --quiet --db longer.db --records longer.rec --resume --json
    same_facts out straight.json "records without their last $cut bytes"
    [[ ! -s err ]] || fail "said: $(<err)"
    cmp longer.rec before.rec
done

# The sequential test decides at the same game when it was killed before.
sprt=(match greedy always-draw '--sprt=0,5' --games 1000000 --seed 5 --quiet)
match_json decided.json "${sprt[@]:1}"
for delay in 0.01 0.02; do kill_after $delay "${sprt[@]}" --db sprt.db --resume; done
works "${sprt[@]}" --db sprt.db --resume --json
same_facts out decided.json 'the sequential test, killed and resumed'
works "${sprt[@]}" --db sprt.db --resume --json
same_facts out decided.json 'the sequential test, resumed when decided'

# Two processes that play the same match do not spoil it: one may be told, and the games are right.
for number in 1 2; do
    "$DEADWOOD" "${plan[@]}" --db shared.db --resume --threads 1 >/dev/null 2>"told-$number" &
done
failures=0
wait -n || failures=$((failures + 1))
wait -n || failures=$((failures + 1))
((failures < 2)) || fail "both failed: $(cat told-*)"
(($(cat told-* | grep -cE '^deadwood: shared.db: .*(another process)') == failures)) || fail "$(cat told-*)"
finish --db shared.db
same_facts out whole.json 'played by two processes at once'
