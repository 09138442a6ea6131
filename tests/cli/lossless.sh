#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is stored stays stored: no wrong path, damaged file, second process, full disk or deleted file costs a game, and
# none passes in silence.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

plan=(match simple greedy --games 400 --seed 3 --quiet)
# kept DB WHAT: all games are stored still, and nothing is left to play.
kept() {
    works "${plan[@]}" --db "$1" --resume
    grep -q ' 400 games resumed' out || fail "$2: not all games were kept: $(grep games out)"
    works "${plan[@]}" --db "$1" --resume --json
    same_facts out whole.json "$2"
}
# again DB RECORDS ARGUMENTS...: goes on with both.
again() {
    works "${plan[@]}" --db "$1" --records "$2" --resume --json "${@:3}"
    same_facts out whole.json "$*"
}
# damaged WORDS RECORDS DB: refused with these words, and neither file has changed.
damaged() {
    cp "$2" before
    refused 1 "$1.*; nothing was changed. Restore a copy of the file, (give another one|or give another one)" \
        "${plan[@]}" --db "$3" --records "$2" --resume
    cmp "$2" before
    kept "$3" "$1"
}
# hands FILE: its records without the notes around them.
hands() { grep -v '^#' "$1"; }
# flip FILE BYTE: its lowest bit.
flip() {
    local old
    old=$(od -An -tu1 -j "$2" -N 1 "$1")
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\x$(printf %02x $((old ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

works "${plan[@]}" --json
mv out whole.json
holds whole.json '.games == 400'
works "${plan[@]}" --db store.db --records whole.rec
works "${plan[@]}" --db bare.db

# --- A path for records that cannot be one, or a new one, costs no stored game ---

mkdir folder
mkfifo pipe
for path in nowhere/r.rec folder whole.json/r.rec; do
    refused 1 'cannot be written' "${plan[@]}" --db bare.db --resume --records $path
    kept bare.db "$path"
done
again bare.db new.rec
grep -q 'new.rec begins with game 400: the games stored before keep their place' err || fail "new records: $(<err)"
kept bare.db 'new records'
longer=(match simple greedy --games 600 --seed 3 --quiet --db bare.db --resume)
works "${longer[@]}" --records new.rec
works match simple greedy --games 600 --seed 3 --quiet --records long.rec
cmp <(hands new.rec) <(hands long.rec | sed -n '/ game=400 /,$p')
grep -q ' first=400$' <(head -n 1 new.rec) || fail "$(head -n 1 new.rec)"
# One that begins in the middle is gone on with like any other.
head -c 20000 new.rec >part.rec
refused 1 'part.rec: ends before game 4[0-9]*, and 600 games are stored; nothing was changed' "${longer[@]}" --records part.rec
works "${longer[@]}" --records part.rec --cut-records
cmp part.rec new.rec
# A device holds nothing that could be gone on with, and costs nothing either.
works "${longer[@]}" --records /dev/null
grep -q 'begins with game 600' err || fail "/dev/null: $(<err)"
[[ -c /dev/null ]] || fail '/dev/null was replaced'

# --- Damage that no kill does is refused with its line ---

size=$(stat -c %s whole.rec)
at=$((size / 2))
line=$(($(head -c $at whole.rec | wc -l) + 1))
cp whole.rec x.rec
flip x.rec $at
damaged "x.rec, line $line: " x.rec store.db
refused 1 'let --cut-records cut it before game [0-9]+ and play the stored games from there on again' \
    "${plan[@]}" --db store.db --records x.rec --resume
cp store.db cut.db
again cut.db x.rec --cut-records
grep -qE 'x.rec is cut before game [0-9]+; the [0-9]+ games stored from there on are played again' err || fail "cut: $(<err)"
cmp x.rec whole.rec
head -c $at whole.rec >x.rec
damaged 'x.rec: ends before game [0-9]+, and 400 games are stored' x.rec store.db
sed "${line}d" whole.rec >x.rec
damaged "x.rec, line $line: does not follow the line before" x.rec store.db
cat whole.rec whole.rec >x.rec
damaged "x.rec, line $(($(wc -l <whole.rec) + 2)): does not follow the line before" x.rec store.db
# An unfinished hand, as deadwood play writes one, is no hand of a match.
sed '$d' whole.rec | sed '$s/,[^, ]* result=[^ ]* over=.*/ result=unfinished over=no/' >x.rec
damaged "x.rec, line $(wc -l <x.rec): is damaged" x.rec store.db
refused 1 "x.rec, line $(wc -l <x.rec): result: a match has no unfinished hands" verify x.rec
works replay x.rec
hearts=(match ducker random --game hearts --games 2 --seating 1v3 --seed 3 --quiet --db hearts.db --records hearts.rec)
works "${hearts[@]}"
sed '$d' hearts.rec | sed '$s/,[^, ]* faults=.*/ faults=none result=unfinished over=no/' >unfinished.rec
cp unfinished.rec hearts.rec
line=$(wc -l <hearts.rec)
refused 1 "hearts.rec, line $line: is damaged; nothing was changed" "${hearts[@]}" --resume
refused 1 "hearts.rec, line $line: result: a match has no unfinished hands" verify hearts.rec
cmp hearts.rec unfinished.rec
works replay hearts.rec
cp long.rec x.rec
damaged 'is of a game that is not stored' x.rec store.db
cp whole.rec x.rec
flip x.rec $(($(head -n 1 whole.rec | wc -c) + 20))
damaged 'x.rec, line 2: ' x.rec store.db
refused 1 'x.rec, line 2: ' "${plan[@]}" --db store.db --records x.rec --resume --cut-records
printf 'dear diary\n' >diary
refused 1 'diary is there and holds no records; choose another file for them' \
    "${plan[@]}" --db store.db --records diary --resume --cut-records
[[ $(<diary) == 'dear diary' ]] || fail 'the diary is gone'
: >x.rec
again store.db x.rec
grep -q 'x.rec begins with game 400' err || fail "empty records: $(<err)"
refused 2 '--cut-records .* needs --resume, --db and --records' "${plan[@]}" --cut-records --records x.rec
if command -v zstd >/dev/null; then
    works "${plan[@]}" --db packed.db --records packed.rec.zst
    size=$(stat -c %s packed.rec.zst)
    for at in 40 $((size / 3)) $((size - 1)); do
        cp packed.rec.zst x.rec.zst
        flip x.rec.zst "$at"
        damaged 'x.rec.zst(:|, line).*' x.rec.zst packed.db
    done
    flip x.rec.zst $((size - 1))
    again packed.db x.rec.zst
    head -c $((size - 5)) packed.rec.zst >x.rec.zst
    again packed.db x.rec.zst
    cmp x.rec.zst packed.rec.zst
    head -c $((size / 2)) packed.rec.zst >x.rec.zst
    damaged 'x.rec.zst: ends before game [0-9]+' x.rec.zst packed.db
    cp whole.rec plain.rec.zst
    refused 1 'plain.rec.zst: is not compressed, and its name ends in .zst' \
        "${plan[@]}" --db store.db --records plain.rec.zst --resume
fi

# --- Paths that are no files of their own, or keep nothing ---

for path in :memory: 'file:a.db?mode=memory' folder pipe /dev/null; do
    refused 1 'names no file that keeps results|is a (directory|pipe|device); results are kept in a file' \
        "${plan[@]}" --db "$path"
done
ln -s link-target.db link.db
for pair in 'a.db a.db' 'a.db ./a.db' 'a.db folder/../a.db-wal' 'a.db a.db-shm' 'a.db a.db-journal' 'store.db hard.rec'; do
    ln -f store.db hard.rec
    read -r db records <<<"$pair"
    refused 2 "--records $records would be written into the database --db $db" "${plan[@]}" --db "$db" --records "$records"
    [[ ! -e a.db ]] || fail "$pair: a file was made"
done
kept store.db 'one file for both'
rm hard.rec
# A refused command leaves no file behind; links are followed.
listed() { find . ! -name '*-wal' ! -name '*-shm' | sort; } # which SQLite keeps beside a store
: >files-before
listed >files-before
refused 1 'store.db: holds 400 games of this match already' "${plan[@]}" --db store.db --records never.rec
[[ $(listed) == $(<files-before) ]] || fail "left behind: $(listed | diff - files-before)"
ln -s linked.rec link.rec
works "${plan[@]}" --db link.db --records link.rec
cmp linked.rec whole.rec
again link-target.db linked.rec
kept link.db 'a link'
if command -v sqlite3 >/dev/null; then
    cp store.db newer.db
    sqlite3 newer.db 'PRAGMA user_version = 99'
    refused 1 'newer.db: was made by a newer Deadwood' "${plan[@]}" --db newer.db --resume --records whole.rec
    cmp whole.rec linked.rec
fi

# --- Two processes ---

# wait_for FILE: until something stands in it.
wait_for() {
    for ((i = 0; i < 600; i++)); do
        [[ ! -s $1 ]] || return 0
        sleep 0.05
    done
    fail "nothing in $1: $(cat first-err)"
}
endless=(match simple greedy --games 100000000 --seed 3 --quiet --threads 1)
first() { "$DEADWOOD" "${endless[@]}" "$@" >first-out 2>first-err & }
# stop CODE: interrupts the first process and expects that exit code.
stop() {
    local code=0
    kill -TERM $! # a background job is deaf to SIGINT
    wait $! || code=$?
    ((code == $1)) || fail "exit code $code, not $1: $(<first-err)"
}
ln -s two.rec other-name.rec
first --records two.rec
wait_for two.rec
refused 1 'another process is writing it; wait until that ends or give another name' "${plan[@]}" --records other-name.rec
stop 130
(($(hands two.rec | grep -vc ' over=no$') == $(grep -oE '^[0-9]+ games' first-out | grep -oE '^[0-9]+'))) || fail 'two processes wrote'
first --db two.db --records pair.rec
wait_for pair.rec
refused 1 'two.db: another process is playing this match' "${endless[@]}" --db two.db --resume
refused 1 'two.db: another process is playing this match' "${endless[@]}" --db two.db --records pair.rec --resume
works match simple greedy --games 20 --seed 4 --quiet --db two.db
kill -KILL $!
wait $! || true
# What a killed process held is free, at once or soon.
run "${endless[@]}" --games 2 --db two.db --records pair.rec --resume 2>/dev/null
interrupt_after 0.2 "${endless[@]}" --db two.db --records pair.rec --resume
((code == 130)) || fail "after a kill: exit code $code: $(<err)"

# --- Files that are deleted, replaced or changed under a running match ---

first --db gone.db
wait_for gone.db-wal
rm gone.db
code=0
wait $! || code=$?
{ ((code == 1)) && grep -q 'gone.db: was deleted, moved or replaced' first-err; } || fail "deleted store: $code, $(<first-err)"
for deed in 'rm gone.rec' 'mv gone.rec moved.rec' 'cp whole.rec new && mv new gone.rec' 'eval :>gone.rec' \
    'eval echo hello >>gone.rec'; do
    rm -f gone.*
    first --records gone.rec
    wait_for gone.rec
    eval "$deed"
    code=0
    wait $! || code=$?
    { ((code == 1)) && grep -qE 'gone.rec: was (deleted, moved or replaced|changed by another program)' first-err; } ||
        fail "$deed: $code, $(<first-err)"
done

# --- No room ---

for room in 60 200 400; do # KiB that a file may have
    rm -f full.*
    code=0
    (ulimit -f $room && exec "$DEADWOOD" "${plan[@]}" --db full.db --records full.rec >out 2>err) || code=$?
    ((code == 1)) || fail "no room after $room KiB: exit code $code: $(<err)"
    grep -qE '^deadwood: full\.(db|rec): .*(File too large|disk is full|a file may not grow)' err || fail "no room after $room KiB: $(<err)"
    again full.db full.rec
    cmp full.rec whole.rec
done
small=$PWD/small
mkdir small
if ((UID == 0)) && mount -t tmpfs -o size=2m none small 2>/dev/null; then
    trap 'umount "$small"' EXIT
    refused_full() {
        run "${plan[@]}" "$@"
        ((code == 1)) || fail "full disk, $*: exit code $code: $(<err)"
        grep -qE "$words" err || fail "full disk, $*: $(<err)"
    }
    words='small/a.rec: cannot be written: No space left on device; what it holds is whole: make room and go on'
    head -c 1500000 /dev/zero >small/ballast
    refused_full --db disk.db --records small/a.rec
    cp small/a.rec a.rec
    rm small/a.rec
    again disk.db a.rec
    cmp a.rec whole.rec
    head -c 1800000 /dev/zero >small/ballast
    words='small/a.db: (the disk is full; the games stored before are safe: make room and resume|.*writable)'
    refused_full --db small/a.db --records b.rec
    rm small/ballast
    again small/a.db b.rec
    cmp b.rec whole.rec
fi
