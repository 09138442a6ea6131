#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Secret matches of programs that are killed, interrupted, refused, cut and gone on with: the same games, notes and
# names as in peace, the secret told once and at the end, and `deadwood verify` satisfied each time.
#
# A match killed while its programs start has drawn its secret and played nothing. Copies of its store play the same
# match, so that files can be compared byte for byte.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
# shellcheck source=../support/kills.bash
. "$SRC/tests/support/kills.bash"
shopt -s nullglob
mkfifo quiet
# shellcheck disable=SC2034 # kill_at counts in it
hits=0

# A bot that calls itself what stands in its file. It waits as long as `hold` is there; if `once` is there too, not the
# first time, when it is asked for its name.
cat >bot <<BOT
#!/bin/sh
if [ -e asked-\$1 ] || [ ! -e once ]; then
    while [ -e hold ]; do sleep 0.02; done
fi
: >"asked-\$1"
exec '$ATTACKS/remembers' /dev/null "\$(cat "\$1")"
BOT
chmod +x bot
printf 'Careful' >a
printf 'Careful' >b
players=('exec:./bot a' 'exec:./bot b')
options=(--quiet --clock '600,start=600')

# wait_for WORDS FILE
wait_for() {
    local i
    for ((i = 0; i < 1200; i++)); do
        ! grep -aqsE -- "$1" "$2" || return 0
        sleep 0.05
    done
    fail "no '$1' in $2: $(cat "$2")"
}
# begin ARGUMENTS...: a match in the background, in $pid.
begin() {
    rm -f first-out first-err # of the one before
    "$DEADWOOD" match "${players[@]}" "${options[@]}" "$@" >first-out 2>first-err </dev/null &
    pid=$!
}
# end_by SIGNAL CODE
end_by() {
    local status=0
    kill "-$1" "$pid"
    wait "$pid" 2>/dev/null || status=$?
    ((status == $2)) || fail "$1: exit code $status, not $2: $(<first-err)"
}
# draw ARGUMENTS...: drawn.db* keep a secret from which nothing was played; its $commitment.
draw() {
    rm -f drawn.* asked-*
    : >hold
    begin --db drawn.db "$@"
    wait_for '^commitment: SHA-256 [0-9a-f]{64} ' first-err
    commitment=$(grep -oE '[0-9a-f]{64}' first-err)
    end_by KILL 137
    rm hold
}
# twin NAME: the same match, not begun.
twin() {
    local file
    rm -f "$1".*
    for file in drawn.db*; do cp "$file" "$1${file#drawn}"; done
}
hands() { if [[ $1 == *.zst ]]; then zstd -dcq "$1"; else cat "$1"; fi | grep -v '^#'; }
# verified FILE...: they are right, and commit to what was told.
verified() { works verify "$@" --commitment "$commitment"; }
# over RECORDS STORE: the match has ended, its notes are whole and tell the secret.
over() {
    verified "$1" "$2"
    grep -q "right: that is the SHA-256 of the secret" out || fail "$1: $(<out)"
    grep -q "right: the digest is that of a match in $2" out || fail "$1: $(<out)"
}
# hidden FILE...: the secret is not told.
hidden() { ! grep -qaE 'secret=|secret [0-9a-f]{64}' "$@" || fail "the secret is told: $*"; }

# --- Kills ---

kinds=(rec)
# shellcheck disable=SC2154 # kills.bash sets it
((zstd == 0)) || kinds+=(rec.zst)
for game in 'gin --games 40' 'hearts --games 1 --seating 1v3'; do
    read -ra plan <<<"--game $game"
    [[ $game == gin* ]] || kinds=(rec)
    draw "${plan[@]}"
    for kind in "${kinds[@]}"; do
        twin peace
        began=${EPOCHREALTIME/[.,]/}
        works match "${players[@]}" "${options[@]}" "${plan[@]}" --db peace.db --records "peace.$kind" --resume --threads 1 --json
        took=$((${EPOCHREALTIME/[.,]/} - began))
        facts out >peace.json
        over "peace.$kind" peace.db
        [[ $game$kind != gin*rec ]] || head -n 1 "peace.$kind" >gin-note
        twin killed
        for ((i = 0; i < 2; i++)); do
            kill_at $((SRANDOM % took)) match "${players[@]}" "${options[@]}" "${plan[@]}" --db killed.db \
                --records "killed.$kind" --resume --threads $((SRANDOM % 2 + 1))
        done
        works match "${players[@]}" "${options[@]}" "${plan[@]}" --db killed.db --records "killed.$kind" --resume --threads 2 --json
        facts out | cmp - peace.json
        cmp "killed.$kind" "peace.$kind"
        over "killed.$kind" killed.db
    done
    rm -f given.rec
    secret=$(jq -r .secret peace.json)
    works match "${players[@]}" "${options[@]}" "${plan[@]}" --seed "$secret" --records given.rec
    cmp <(hands given.rec) <(hands "peace.${kinds[-1]}")
    works verify given.rec
done
grep -q '^# match/1 game=gin .* players=Careful|Careful%202 ' gin-note || fail "$(<gin-note)"

# --- Interrupts ---

draw
twin cut
begin --games 1000000 --db cut.db --records cut.rec --resume --threads 2
wait_for '^gin/1 .* game=3 ' cut.rec
end_by TERM 130
grep -q '^# end/1 games=[0-9]* digest=[0-9a-f]* end=interrupted$' <(tail -n 1 cut.rec) || fail "$(tail -n 1 cut.rec)"
hidden cut.rec first-out first-err
verified cut.rec cut.db
grep -q 'not checked: the deals; the secret is not revealed' out || fail "$(<out)"
played=$(grep -oE '^[0-9]+ games' first-out | grep -oE '[0-9]+')
copy() { for file in "$1".*; do cp "$file" "$2${file#"$1"}"; done; }
copy cut new
copy cut bad
go_on=(match "${players[@]}" "${options[@]}" --games $((played + 20)) --resume)
works "${go_on[@]}" --db cut.db --records cut.rec
(($(grep -c '^#' cut.rec) == 2)) || fail "the note of the interrupt stays: $(grep '^#' cut.rec)"
over cut.rec cut.db
# A new file begins with the next game, and the old one ends where it ended.
works "${go_on[@]}" --db new.db --records rest.rec
cmp <(hands cut.rec) <(hands new.rec && hands rest.rec)
grep -q " commitment=$commitment first=$played$" <(head -n 1 rest.rec) || fail "$(head -n 1 rest.rec)"
verified rest.rec new.db
grep -q 'right: the digest is that of the same games of a match in new.db' out || fail "$(<out)"
verified new.rec
works match simple greedy --games 2 --secret --quiet --db another.db
refused 1 'no match in another.db has the digest of these records' verify rest.rec another.db
# Damage is refused, or cut with what follows, which is played again: but not once the secret is known.
line=$(($(wc -l <bad.rec) / 2))
sed -i "${line}s/ result=./ result=x/" bad.rec
cp bad.rec before.rec
refused 1 "bad.rec, line $line: is damaged; nothing was changed" "${go_on[@]}" --db bad.db --records bad.rec
cmp bad.rec before.rec
works "${go_on[@]}" --db bad.db --records bad.rec --cut-records
cmp bad.rec cut.rec
over bad.rec bad.db
cp before.rec bad.rec
refused 1 'from a secret that was revealed, so they are not played again; nothing was changed' \
    "${go_on[@]}" --db bad.db --records bad.rec --cut-records
cmp bad.rec before.rec
works verify bad.db cut.rec
# An empty file, as a kill before the first game leaves one, begins behind the games that were stored.
draw
twin few
: >few.rec
works match "${players[@]}" "${options[@]}" --games 4 --resume --db few.db
works match "${players[@]}" "${options[@]}" --games 4 --resume --db few.db --records few.rec
grep -q ' 4 games resumed' out || fail "$(<out)"
grep -q ' first=4$' <(head -n 1 few.rec) || fail "$(<few.rec)"

# --- Before the first game ---

: >once
for way in 'KILL 137' 'TERM 130'; do
    rm -f asked-* none.*
    : >hold
    begin --games 4 --db none.db --records none.rec
    wait_for '^# match/1 ' none.rec
    # shellcheck disable=SC2086 # two words
    end_by $way
    rm hold
    commitment=$(grep -oE '[0-9a-f]{64}' first-err)
    ! grep -q '^[^#]' none.rec || fail "$way: games were played"
    hidden none.rec first-out
    verified none.db
    refused 1 'an unfinished match of these players from a secret' match "${players[@]}" "${options[@]}" --games 4 --db none.db
    works match "${players[@]}" "${options[@]}" --games 4 --db none.db --records none.rec --resume
    (($(grep -c '^#' none.rec) == 2)) || fail "$way: $(grep '^#' none.rec)"
    over none.rec none.db
done
rm once

# --- Refusals leave nothing ---

mkdir empty
echo 'dear diary' >diary
left() { [[ -z $(ls -A empty) ]] || fail "$1: left behind: $(ls -A empty)"; }
refused 1 'holds 11 bytes already' match "${players[@]}" --db empty/x.db --records diary --bot-logs empty/logs --quiet
left 'records that are there'
run match "${players[@]}" exec:/bin/false --db empty/x.db
left 'three players'
run match exec:/bin/false simple --db empty/x.db --records empty/x.rec --bot-logs empty/logs
# shellcheck disable=SC2154 # run sets it
((code == 1)) || fail "$(<err)"
left 'a program that does not start'
works match simple greedy --games 2 --db held.db --quiet
refused 1 'holds 11 bytes already' match "${players[@]}" --db held.db --records diary --quiet
works verify held.db
(($(grep -c '^  match ' out) == 1)) || fail "a match that was refused is stored: $(<out)"

# --- Names ---

# A bot that changes its name may be another one.
rm -f names.*
begin --games 1000000 --db names.db --records names.rec --threads 1
wait_for '^gin/1 .* game=3 ' names.rec
end_by TERM 130
commitment=$(grep -oE -m 1 '[0-9a-f]{64}' first-err)
played=$(grep -oE '^[0-9]+ games' first-out | grep -oE '[0-9]+')
go_on=(match "${players[@]}" "${options[@]}" --games $((played + 4)) --resume --db names.db)
printf 'Careless' >a
cp names.rec before.rec
refused 1 'names.rec: its first line has other names for the players than they have now' "${go_on[@]}" --records names.rec
cmp names.rec before.rec
works "${go_on[@]}" --records renamed.rec
verified renamed.rec names.db
grep -q '^# match/1 .* players=Careless|Careful mode' renamed.rec || fail "$(head -n 1 renamed.rec)"

# No name breaks a file of records.
hostile=('# end/1 games=2' 'a|b' '50% of %s' 'simple' $'M\xc3\xbcller' ' first=0' 'x mode=plain seed=1' '|' '%7C'
    "$(printf 'abcdefgh%.0s' {1..16})")
for ((i = 0; i < ${#hostile[@]}; i += 2)); do
    printf %s "${hostile[i]}" >a
    printf %s "${hostile[i + 1]}" >b
    rm -f odd.*
    works match "${players[@]}" "${options[@]}" --games 2 --db odd.db --records odd.rec
    commitment=$(grep -oE -m 1 '[0-9a-f]{64}' err)
    over odd.rec odd.db
    cp odd.rec before.rec
    works match "${players[@]}" "${options[@]}" --games 2 --db odd.db --records odd.rec --resume
    cmp odd.rec before.rec
done
