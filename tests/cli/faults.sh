#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What if the arguments, the files or the disk are bad: a sentence that says what would be right, and no harm done.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

# --- Arguments: what is given, and what the message must say ---

printf 'preset = pagat\nknock = eleven\n' >bad-value.rules
printf 'knock = 9\n\nnock = 5\n' >bad-key.rules
printf 'knock 9\n' >bad-line.rules
printf 'knock = 9\npreset = pagat\n' >late.rules
printf 'knock = 9\0\n' >nul.rules
printf 'kn\xffock = 9\n' >latin.rules
printf '%0300d = 1\n' 0 >long.rules
head -c 70000 /dev/zero | tr '\0' '#' >huge.rules
mkdir folder folder.rules
printf 'dear diary, today I was taken for a database, which I am not; I am only some lines of text.\n%.0s' {1..20} >diary

while IFS='~' read -r arguments words; do
    read -ra list <<<"$arguments"
    read -r words <<<"$words"
    for i in "${!list[@]}"; do [[ ${list[i]} != "''" ]] || list[i]=; done
    refused 2 "$words" "${list[@]}"
done <<'TABLE'
match                                        ~ match: too few words
match simple                                 ~ match: too few words
match simple greedy random                   ~ 'random' is one word too many
match simple ''                              ~ '' is not a player; write name or name:key=value
match : simple                               ~ ':' is not a player; write name or name:key=value
match simple greedy --games                  ~ --games needs a value: --games N
match simple greedy --games ''               ~ --games is empty; write --games N
match simple greedy --games=                 ~ --games is empty; write --games N
match simple greedy --games 0                ~ --games: '0' is out of range; give one from 1 to
match simple greedy --games -4               ~ --games: '-4' is out of range; give one from 1 to
match simple greedy --games ten              ~ --games: 'ten' is not a whole number; give one from 1 to
match simple greedy --games 1e6              ~ --games: '1e6' is not a whole number
match simple greedy --games 10.5             ~ --games: '10.5' is not a whole number
match simple greedy --games 10x              ~ --games: '10x' is not a whole number
match simple greedy --games 99999999999999999999999 ~ is out of range; give one from 1 to 1000000000000
match simple greedy --games 7                ~ --games 7 is odd; duplicate play takes pairs of games: make it even or add --plain
match simple greedy --games 2 --games 4      ~ --games is given twice
match simple greedy --seed -1                ~ --seed: '-1' is no number from 0 to 18446744073709551615
match simple greedy --seed 18446744073709551616 ~ is no number from 0 to 18446744073709551615; write it in digits or as 0x
match simple greedy --seed 0x                ~ --seed: '0x' is no number
match simple greedy --seed today             ~ --seed: 'today' is no number
match simple greedy --threads -1             ~ --threads: '-1' is out of range; give one from 0 to 256
match simple greedy --threads 257            ~ --threads: '257' is out of range; give one from 0 to 256
match simple greedy --threads two            ~ --threads: 'two' is not a whole number
match simple greedy --json=yes               ~ --json takes no value
match simple greedy --plain --plain          ~ --plain is given twice
match simple greedy --sprt 0                 ~ elo0,elo1
match simple greedy --sprt 5,0               ~ elo0
match simple greedy --sprt a,b               ~ 'a' is not a number
match simple greedy --sprt 0,5,0.05          ~ elo0,elo1
match simple greedy --sprt 0,5,2,0.05        ~ alpha
match simple greedy --sprt 0,5,0.05,0        ~ beta
match simple greedy --sprt nan,5             ~ not a number
match simple greedy --resume                 ~ name it with --db FILE
match simple greedy --db ''                  ~ --db is empty; write --db FILE
match simple greedy --records ''             ~ --records is empty; write --records FILE
match simple greedy --records -              ~ --records - would mix the records with the result on standard output; name a file
match simple greedy:limit=11                 ~ player 'greedy:limit=11': limit: '11' is out of range; give one from 0 to 10
match simple greedy:limit=-1                 ~ limit: '-1' is out of range; give one from 0 to 10
match simple greedy:limit=                   ~ limit: '' is not a whole number
match simple greedy:limit=2.5                ~ limit: '2.5' is not a whole number
match simple greedy:limit                    ~ 'limit' is not key=value
match simple greedy:=3                       ~ '=3' is not key=value
match simple greedy:limit=3,                 ~ '' is not key=value
match simple greedy:speed=3                  ~ there is no parameter 'speed' here; keys are draw, discard, knock, melds, estimator and knock.limit
match simple simple:limit=3                  ~ there is no parameter 'limit' here
match simple mix:draw=stocks                 ~ there is no draw policy 'stocks'; there are meld-only, .*random
match simple mix:knock=                      ~ there is no knock policy ''; there are at-once
match simple mix:draw=random,draw.p=1.5      ~ draw.p: '1.5' is out of range; give one from 0 to 1
match simple mix:draw=random,draw.p=nan      ~ draw.p: 'nan' is not a number
match simple mix:draw=random,knock=random,p=0.5 ~ 'p' could mean several parameters; say which: draw.p, knock.p
match simple greedy --rules ''               ~ --rules is empty; write --rules R
match simple greedy --rules ,                ~ --rules: there is no rules preset ''
match simple greedy --rules poker            ~ there is no rules preset 'poker'; presets are contest, heisenbot, pagat, oklahoma
match simple greedy --rules knock=5,pagat    ~ 'pagat' comes too late: a preset stands first
match simple greedy --rules contest,knock    ~ 'knock' comes too late: a preset stands first
match simple greedy --rules contest,knock=   ~ knock: '' is not a whole number; give one from 0 to 100
match simple greedy --rules contest,knock=101 ~ knock: '101' is out of range; give one from 0 to 100
match simple greedy --rules contest,target=0 ~ target: '0' is out of range; give one from 1 to 10000
match simple greedy --rules contest,tie=both ~ tie is defender or knocker, not 'both'
match simple greedy --rules contest,ace-gin=1 ~ ace-gin is no or yes, not '1'
match simple greedy --rules contest,nock=5   ~ there is no rule 'nock'; did you mean 'knock'
match simple greedy --rules bad-value.rules  ~ bad-value.rules: line 2: knock: 'eleven' is not a whole number
match simple greedy --rules bad-key.rules    ~ bad-key.rules: line 3: there is no rule 'nock'; did you mean 'knock'
match simple greedy --rules bad-line.rules   ~ bad-line.rules: line 1: 'knock 9' is not `key = value`
match simple greedy --rules late.rules       ~ late.rules: line 2: 'pagat' comes too late
match simple greedy --rules nul.rules        ~ nul.rules holds a NUL byte; a rules file is lines of `key = value`
match simple greedy --rules latin.rules      ~ latin.rules: line 1: there is no rule
match simple greedy --rules long.rules       ~ long.rules: line 1 is longer than 255 characters
match simple greedy --rules huge.rules       ~ huge.rules: has 70000 bytes, more than the 65536 allowed here
match simple greedy --rules folder.rules     ~ folder.rules: is a folder, not a file
match simple greedy --rules none.rules       ~ none.rules: cannot be opened: No such file
match simple greedy --rules ./contest        ~ ./contest: cannot be opened: No such file
tournament simple greedy --games 3           ~ --games 3 is odd
tournament simple greedy --sprt 0,5          ~ there is no option '--sprt' here
players --games 3                            ~ there is no option '--games' here
rules contest,knock=ten                      ~ knock: 'ten' is not a whole number
bench --signature=yes                        ~ --signature takes no value
TABLE

# Words of any length and any bytes.
long=$(head -c 60000 /dev/zero | tr '\0' x)
strange=$'\xff\xfe\x1b[31m\n\t\xc3'
for word in "$long" "$strange" "$long:$long" "greedy:$long" "greedy:limit=$long" "mix:draw=$strange" "$strange:$strange"; do
    refused 2 "'" match simple "$word"
    refused 2 "'" tournament simple "$word"
    (($(wc -l <err) == 1)) || fail "not one line: $(head -c 300 err)"
done
for option in --games --seed --threads --rules --sprt; do
    refused 2 . match simple greedy "$option" "${long:0:4000}"
    refused 2 . match simple greedy "$option" "$strange"
done
refused 2 'there is no command' "$long"
refused 2 'there is no command' "$strange"
refused 2 'there is no command' ''
refused 2 'there is no option' match simple greedy "--$long"
refused 2 'there is no option' match simple greedy "--$strange=$long"
for option in --games --rules --db --records; do
    refused 2 "$option 'x*\.\.\.' is longer than 4095 characters" match simple greedy "$option" "$long"
done
refused 1 'cannot be opened for writing' match simple greedy --games 2 --quiet --db "${long:0:300}"
refused 1 'cannot be written: File name too long' match simple greedy --games 2 --quiet --records "${long:0:300}"

# --- Files that are not what they should be ---

small=(match simple greedy --games 300 --seed 6 --quiet)
works "${small[@]}" --json
grep -vE '"(seconds|decision_ns|timed_decisions)"' out >right
is_right() { grep -vE '"(seconds|decision_ns|timed_decisions)"' out | cmp -s - right || fail "$1: wrong totals: $(head -c 1000 out)"; }

cp diary diary.before
refused 1 'diary: is no database of results' "${small[@]}" --db diary
refused 1 'diary: holds [0-9]+ bytes already; resume it, remove it or give another name' "${small[@]}" --records diary
cmp diary diary.before
refused 1 'folder: cannot be opened for writing|folder: .*directory' "${small[@]}" --db folder
refused 1 'folder: cannot be written: Is a directory' "${small[@]}" --records folder
refused 1 'nowhere/games.db: cannot be opened for writing .*; the file and its folder must be writable' \
    "${small[@]}" --db nowhere/games.db
refused 1 'nowhere/games.rec: cannot be written: No such file' "${small[@]}" --records nowhere/games.rec
refused 1 'diary/games.rec: cannot be written: Not a directory' "${small[@]}" --records diary/games.rec
if command -v sqlite3 >/dev/null; then
    sqlite3 other.db 'CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ("soup")'
    cp other.db other.before
    refused 1 'other.db: is the database of another program; use another file' "${small[@]}" --db other.db
    cmp other.db other.before
fi

# Damaged databases: either the damage does not matter and the totals are right, or a sentence, and the file untouched.
works "${small[@]}" --db good.db
size=$(stat -c %s good.db)
tried=0 noticed=0
try_damaged() {
    cp damaged.db damaged.before
    rm -f damaged.db-wal damaged.db-shm
    run "${small[@]}" --db damaged.db --resume --json
    tried=$((tried + 1))
    if ((code == 0)); then
        is_right "$1"
    else
        ((code == 1)) || fail "$1: exit code $code: $(<err)"
        grep -q '^deadwood: damaged.db: .* \(another file\|must be writable\)' err || fail "$1: $(<err)"
        [[ ! -s out ]] || fail "$1: printed $(<out)"
        cmp -s damaged.db damaged.before || fail "$1: the file was changed: $(<err)"
        noticed=$((noticed + 1))
    fi
}
for ((i = 0; i < $(effort 30 12); i++)); do
    cut=$((i < 4 ? i * 40 : size * i / 31))
    head -c $cut good.db >damaged.db
    try_damaged "cut at byte $cut"
done
((noticed > tried / 2)) || fail "of $tried cuts only $noticed were noticed"
# flip FILE BYTE BIT
flip() {
    local old
    old=$(od -An -tu1 -j "$2" -N 1 "$1")
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\x$(printf %02x $((old ^ 1 << $3)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
tried=0 noticed=0
for ((i = 0; i < $(effort 110 24); i++)); do
    at=$((i < 30 ? i * 4 + 1 : size * (i - 30) / 81 + i))
    cp good.db damaged.db
    flip damaged.db $at $((i % 8))
    try_damaged "bit $((i % 8)) of byte $at flipped"
done
((noticed > tried / 4)) || fail "of $tried flipped bits only $noticed were noticed"

# A damaged log of a killed run costs games at most.
large=(match simple greedy --games "$(effort 4000 1000)" --seed 6 --quiet)
works "${large[@]}" --json
grep -vE '"(seconds|decision_ns|timed_decisions)"' out >right-large
for delay in 0.03 0.06 0.1 0.2 0.4 0.8; do
    rm -f killed.db*
    kill_after $delay "${large[@]}" --threads 1 --db killed.db
    [[ ! -s killed.db-wal ]] || break
done
[[ -s killed.db-wal ]] || fail 'the kill left no log'
size=$(stat -c %s killed.db-wal)
for ((i = 0; i < $(effort 16 4); i++)); do
    rm -f damaged.db*
    cp killed.db damaged.db
    cp killed.db-wal damaged.db-wal
    if ((i % 2)); then truncate -s $((size * i / 17)) damaged.db-wal; else flip damaged.db-wal $((size * i / 17)) $((i % 8)); fi
    run "${large[@]}" --db damaged.db --resume --json
    if ((code == 0)); then
        grep -vE '"(seconds|decision_ns|timed_decisions)"' out | cmp -s - right-large || fail "damaged log $i: wrong totals: $(<out)"
    else
        grep -qE '^deadwood: damaged.db: .*(another file|resume)' err || fail "damaged log $i: $(<err)"
    fi
done

# --- A folder that may not be written ---

as_nobody=()
((UID != 0)) || as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
mkdir closed
works "${small[@]}" --db closed/games.db
chmod 755 . # in-fresh-folder made it for us alone
chmod 555 closed
chmod 444 closed/games.db
if "${as_nobody[@]}" "$DEADWOOD" version >/dev/null 2>&1; then
    # refused_as_nobody WORDS ARGUMENTS...
    refused_as_nobody() {
        local words=$1
        shift
        code=0
        "${as_nobody[@]}" "$DEADWOOD" "${small[@]}" "$@" >out 2>err || code=$?
        ((code == 1)) || fail "read-only folder, $*: exit code $code: $(<err)"
        grep -qE "^deadwood: closed/$words" err || fail "read-only folder, $*: $(<err)"
    }
    refused_as_nobody 'new.db: cannot be opened for writing .*; the file and its folder must be writable' --db closed/new.db
    refused_as_nobody 'games.db: .*the file and its folder must be writable' --db closed/games.db --resume
    refused_as_nobody 'new.rec: cannot be written: Permission denied' --records closed/new.rec
    [[ $(ls closed) == games.db ]] || fail "left behind: $(ls closed)"
else
    echo 'note: a folder that may not be written was not tried, since nobody cannot run the program'
fi

# --- A full disk ---

[[ -c /dev/full ]] || fail 'there is no /dev/full here'
for arguments in 'match simple greedy --games 20' 'match simple greedy --games 20 --json' 'players' 'players --json' 'rules' \
    'rules pagat --json' 'tournament simple greedy --games 20' 'bench --signature' 'help' 'help match' 'match --help' 'version'; do
    code=0
    # shellcheck disable=SC2086
    "$DEADWOOD" $arguments >/dev/full 2>err || code=$?
    ((code == 1)) || fail "$arguments >/dev/full: exit code $code"
    grep -q '^deadwood: standard output could not be written: the disk may be full' err || fail "$arguments: $(<err)"
done
for name in /dev/full full.rec.zst; do
    ln -sf /dev/full full.rec.zst
    run "${small[@]}" --records $name
    ((code == 1)) || fail "--records $name: exit code $code: $(<err)"
    grep -q "^deadwood: $name: cannot be written: No space left" err || fail "--records $name: $(<err)"
done

# with_file_limit KIBIBYTES ARGUMENTS...: no file may grow beyond that.
with_file_limit() {
    local limit=$1
    shift
    code=0
    (
        ulimit -f "$limit"
        "$DEADWOOD" "$@" >out 2>err
    ) || code=$?
    ! grep -qE 'Sanitizer|runtime error:' err || fail "$*: $(<err)"
}
unpack() { if command -v zstd >/dev/null; then zstd -qdc "$1"; else cat right.rec; fi; }
# The disk fills on the way; once there is room again the match goes on and ends as if nothing had happened.
works "${small[@]}" --records right.rec
for limit in 16 40 64 100; do
    for records in '' part.rec part.rec.zst; do
        extra=()
        [[ -z $records ]] || extra=(--records "$records")
        rm -f part.*
        with_file_limit $limit "${small[@]}" --db part.db "${extra[@]}"
        ((code == 0 || code == 1)) || fail "files of at most $limit KiB ${extra[*]}: exit code $code: $(<err)"
        if ((code == 1)); then
            grep -qE '^deadwood: part\.(db|rec|rec\.zst): .*(written|the disk is full)' err || fail "full disk: $(<err)"
        fi
        works "${small[@]}" --db part.db "${extra[@]}" --resume --json
        is_right "files of at most $limit KiB, then more"
        case $records in
        *.zst) unpack "$records" | cmp - right.rec ;; # where the disk was full a frame ends early
        *.rec) cmp "$records" right.rec ;;
        esac
    done
done
with_file_limit 16 "${small[@]}" --records small.rec
((code == 1)) || fail "records beyond the limit: exit code $code"
grep -q '^deadwood: small.rec: cannot be written: File too large' err || fail "records beyond the limit: $(<err)"
grep -qE '^[0-9]+ games, ' out || fail "no table of what was played: $(<out)"
[[ -z $(tail -c 1 small.rec) ]] || fail 'half a line was left'

# The same on a small disk of its own, where the machine lets us make one.
cat >small-disk.sh <<'DISK'
set -euo pipefail
mkdir -p disk
mount -t tmpfs -o size="$1" none disk
shift
status=0
"$DEADWOOD" "$@" --db disk/games.db --records disk/games.rec >out 2>err || status=$?
cp disk/games.* .
exit $status
DISK
if unshare --mount true 2>/dev/null && unshare --mount bash -c 'mkdir -p disk && mount -t tmpfs -o size=64k none disk' 2>/dev/null; then
    for size in 100k 200k 300k; do
        rm -f games.*
        code=0
        unshare --mount bash small-disk.sh $size "${small[@]}" || code=$?
        ((code == 1)) || fail "disk of $size: exit code $code: $(<err)"
        grep -qE '^deadwood: disk/games\..*(disk is full|cannot be|No space left)' err || fail "disk of $size: $(<err)"
        works "${small[@]}" --db games.db --records games.rec --resume --json
        is_right "after a full disk of $size"
        cmp games.rec right.rec
    done
else
    echo 'note: a small disk of its own was not tried, since none may be mounted here'
fi

# --- Streams that are closed ---

rm -f closed.rec closed.db*
code=0
"$DEADWOOD" "${small[@]}" --records closed.rec --db closed.db >&- 2>err || code=$?
((code == 1)) || fail "closed standard output: exit code $code: $(<err)"
grep -q '^deadwood: standard output could not be written' err || fail "closed standard output: $(<err)"
cmp closed.rec right.rec
"$DEADWOOD" "${small[@]}" --json >out 2>&- <&- || fail 'closed standard error and input'
is_right 'closed standard error and input'
"$DEADWOOD" match simple greedy --games 100 --quiet 2>err | true || [[ ! -s err ]] || fail "a reader that is gone: $(<err)"
"$DEADWOOD" no-such-command >&- 2>&- <&- || code=$?
((code == 2)) || fail "all streams closed: exit code $code"
