#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Parts of a command (--shard) that `deadwood merge` makes one result of: digest and numbers of a single run, for any
# number of parts, killed and run again; and every way in which parts do not belong together.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

games=$(effort 6000 400)

# parts NAME N COMMAND...: plays all parts into NAME.I.db.
parts() {
    local name=$1 n=$2 i
    shift 2
    for ((i = 1; i <= n; i++)); do works "$@" --quiet --shard "$i/$n" --db "$name.$i.db"; done
}
# same_as_whole FILE WHAT: what merge printed against a single run's.
same_as_whole() { same_facts out "$1" "$2"; }

# ---- One result, however many parts ----

plan=(match simple greedy --games "$games" --seed 5)
works "${plan[@]}" --quiet --json
mv out whole.json
for n in 1 3 8; do
    parts m$n $n "${plan[@]}"
    works merge m$n.db m$n.*.db --json --quiet
    same_as_whole whole.json "$n parts"
done
works verify m8.db
grep -q "digest $(digest whole.json)" out || fail "verify of the merged file: $(<out)"

# More parts than games: some have none.
works match simple greedy --games 4 --quiet --json
mv out few.json
parts few 5 match simple greedy --games 4
works merge few.db few.?.db --json --quiet
same_as_whole few.json 'more parts than pairs of games'

# Hearts, whose groups are 14 games.
works match --game hearts ducker random --games 30 --quiet --json
mv out hearts.json
parts h 3 match --game hearts ducker random --games 30
works merge h.db h.3.db h.1.db h.2.db --json --quiet
same_as_whole hearts.json 'hearts'

# A match is made longer by further parts.
works match simple greedy --games $((games + 200)) --seed 5 --quiet --json
mv out longer.json
for i in 1 2; do
    works match simple greedy --games $((games + 200)) --seed 5 --quiet --shard $i/2 --db l.$i.db --after m3.db
done
works merge longer.db l.1.db l.2.db m3.db --json --quiet
same_as_whole longer.json 'made longer'

# ---- Killed and run again ----

rm -f k.*.db*
for delay in 0.03 0.06 0.12; do kill_after $delay "${plan[@]}" --quiet --shard 2/3 --db k.2.db; done
parts k 3 "${plan[@]}" # the second goes on
works merge k.db k.?.db --json --quiet
same_as_whole whole.json 'killed and run again'
interrupt_after 0.3 match simple greedy --games 100000000 --quiet --shard 1/2 --db i.1.db
((code == 130)) || fail "exit code $code after Ctrl-C: $(<err)"
grep -q 'interrupted; the same command goes on' out || fail "$(<out)"

# ---- Records ----

# Of the parts as of a single run, plain and compressed; also where a part was killed, and others have no game.
works "${plan[@]}" --quiet --records whole.rec
killed=("${plan[@]}" --quiet --shard 2/3 --db rec.2.db --records part.2.rec)
for delay in 0.03 0.06 0.12; do kill_after $delay "${killed[@]}"; done
for i in 1 2 3; do works "${plan[@]}" --quiet --shard $i/3 --db rec.$i.db --records part.$i.rec; done
works merge joined.rec part.3.rec part.1.rec part.2.rec --quiet --json
cmp joined.rec whole.rec || fail 'other records than those of a single run'
[[ $(digest out) == "$(digest whole.json)" ]] || fail "$(<out)"
works verify joined.rec m8.db
grep -q 'the digest is that of a match' out || fail "$(<out)"
works verify part.2.rec
grep -q "the other parts of the match, which has $games games" out || fail "$(<out)"
for i in 1 2 3 4 5; do
    works match simple greedy --games 4 --quiet --shard $i/5 --db rare.$i.db --records rare.$i.zst
done
works merge rare.rec.zst rare.?.zst --quiet
works match simple greedy --games 4 --quiet --records rare.rec
cmp <(zstd -dc rare.rec.zst) rare.rec || fail 'compressed records of few games differ'
for i in 1 2; do
    works match simple greedy --games $((games + 200)) --seed 5 --quiet --shard $i/2 --db more.$i.db --after m3.db \
        --records more.$i.rec
done
works merge more.rec more.?.rec whole.rec --quiet
works match simple greedy --games $((games + 200)) --seed 5 --quiet --records longer.rec
cmp more.rec longer.rec || fail 'records made longer'

refused 1 'the parts do not make a whole; nothing was written' merge no.rec part.1.rec part.3.rec
grep -qE '^games [0-9]+ to [0-9]+ are missing' err || fail "$(<err)"
refused 1 'the parts do not make a whole' merge no.rec part.?.rec part.2.rec
grep -qE 'are there twice, in part.2.rec and part.2.rec' err || fail "$(<err)"
refused 1 'joined.rec: is there already' merge joined.rec part.?.rec
refused 1 'rare.1.zst holds records of another match' merge no.rec part.?.rec rare.1.zst
refused 1 'whole.rec: is no part of a match' merge no.rec whole.rec
head -n -1 part.2.rec >open.rec
refused 1 'open.rec: is not at its end' merge no.rec part.1.rec open.rec part.3.rec
sed '3s/score=[0-9]*/score=99/' part.2.rec >changed.rec
refused 1 'changed.rec, line 3' merge no.rec part.1.rec changed.rec part.3.rec
refused 1 'part.1.rec: is no database' merge no.db m3.1.db part.1.rec
[[ ! -e no.rec && ! -e no.rec.merging ]] || fail 'a refused merge left something'

# ---- Tournaments, and what is played in rounds ----

works tournament simple greedy random --games 100 --quiet --json
mv out tournament.json
parts t 3 tournament simple greedy random --games 100
works merge t.db t.?.db --json --quiet
same_as_whole tournament.json 'a tournament'

# rounds NAME COMMAND...: parts and merges until nothing depends on them.
rounds() {
    local name=$1 round i before=()
    shift
    works "$@" --quiet --json
    mv out "$name.json"
    for ((round = 1; ; round++)); do
        for i in 1 2; do works "$@" --quiet --shard $i/2 --db "$name-$round.$i.db" "${before[@]/#/--after=}"; done
        run merge "$name-$round.db" "$name-$round."?.db "${before[@]}" --json --quiet
        before=("$name-$round.db")
        ((code == 4)) || break
        [[ ! -s out ]] || fail "$name: a result before the last round: $(<out)"
    done
    ((code == 0)) || fail "$name: exit code $code: $(<err)"
    same_facts out "$name.json" "$name in $round rounds"
    ((round > 1)) || fail "$name was no race"
}
rounds tune tune greedy limit=3..7 --first 20 --games 80 --keep 2 --against simple
rounds exploit lab exploitability simple --games 80

works reproduce heisenbot --games 6 --quiet --json --out report
mv out report.json
parts r 2 reproduce heisenbot --games 6 --out report
works merge r.db r.?.db --json --quiet
same_as_whole report.json 'a study'

# ---- Examples to learn from ----

players=(--players 'simple greedy heisenbot') # every pair of them plays
for kind in knocks sequences; do
    works export $kind --games 100 "${players[@]}" --quiet --out whole-$kind
    for i in 1 2 3; do works export $kind --games 100 "${players[@]}" --quiet --shard $i/3 --out $kind.$i; done
    works merge joined-$kind $kind.2 $kind.3 $kind.1
    for array in whole-"$kind"/*.npy; do cmp "$array" "joined-$kind/$(basename "$array")"; done
done
refused 1 'part 2/3 is missing; nothing was written' merge half knocks.1 knocks.3
refused 1 'part 3/3 is there twice: knocks.3, knocks.3' merge half knocks.1 knocks.2 knocks.3 knocks.3
refused 1 'sequences.2 is a part of another command than knocks.1' merge half knocks.1 sequences.2 knocks.3
refused 1 'joined-knocks: is there already' merge joined-knocks knocks.1 knocks.2 knocks.3
refused 1 'whole-knocks/part.txt' merge half whole-knocks
[[ ! -e half ]] || fail 'a refused merge left half'
refused 2 '8 parts of 5 games leave some of them without any' export knocks --games 5 --shard 1/8 --out few

# ---- Refused, with nothing written ----

# not_whole WORDS PART...
not_whole() {
    local words=$1
    shift
    run merge broken.db "$@"
    ((code == 1)) || fail "merge $*: exit code $code: $(<err)"
    grep -qE "$words" err || fail "merge $*: no '$words' in: $(<err)"
    [[ ! -e broken.db && ! -e broken.db.merging && ! -s out ]] || fail "merge $*: left something"
}
not_whole '^part 2/3 is missing' m3.1.db m3.3.db
not_whole "^games [0-9]+ to [0-9]+ are missing: gin contest . simple . greedy . seed 5" m3.1.db m3.3.db
not_whole '^part 1/3 is there twice: m3.1.db, m3.1.db' m3.*.db m3.1.db
not_whole 'are there twice, in ' m3.*.db m3.1.db
not_whole '^part 1/2 is not at its end: i.1.db; run it again' i.1.db
not_whole 'cut differently' m3.1.db m8.2.db
not_whole 'is a part of another command' m3.1.db t.2.db
not_whole 'is no part of a command; parts are made with --shard' m3.db
not_whole 'missing.db: there is no such file' missing.db
not_whole 'is no database of results' "$SRC/README.md"
refused 1 'm3.db: is there already; merge into a new file' merge m3.db m8.1.db
cp m3.2.db flipped.db
printf 'xyz' | dd of=flipped.db bs=1 seek=$(($(stat -c %s flipped.db) - 2000)) conv=notrunc status=none
not_whole 'damaged|not as Deadwood left it' m3.1.db flipped.db m3.3.db

refused 2 "--shard '3' is no I/N; part 2 of 8 is --shard 2/8" "${plan[@]}" --shard 3 --db x.db
refused 2 '--shard: I' "${plan[@]}" --shard 4/3 --db x.db
refused 2 '--shard: I' "${plan[@]}" --shard 0/3 --db x.db
refused 2 'name it with --db FILE' "${plan[@]}" --shard 1/3
refused 2 '--sprt looks at all games in their order' "${plan[@]}" --shard 1/3 --db x.db --sprt 0,5
refused 2 '--secret draws chance that the other parts do not know' match simple greedy --secret --shard 1/3 --db x.db
refused 2 'programs are suspended by what they did' match simple exec:./bot --seed 1 --shard 1/3 --db x.db
refused 2 '--after is for parts' "${plan[@]}" --after m3.db --db x.db
refused 1 'm3.1.db: is part 1/3; .deadwood merge. makes a whole' "${plan[@]}" --shard 1/3 --db x.db --after m3.1.db
refused 1 'm3.1.db: is part 1/3 of this command; give part 2/3' "${plan[@]}" --shard 2/3 --db m3.1.db
refused 1 'm3.1.db: is a part of another command' match greedy simple --games 10 --shard 1/3 --db m3.1.db
refused 1 'm3.db: holds whole matches; give the part a file of its own' "${plan[@]}" --shard 2/3 --db m3.db
refused 1 'holds a part of this match alone; .deadwood merge.' "${plan[@]}" --db m3.1.db --resume
[[ ! -e x.db ]] || fail 'a refused command left x.db'

# ---- Files of before there were parts ----

sqlite3 old.db <"$SRC/tests/golden/store-schema-1.sql"
works verify old.db
grep -q 'digest cdd769143ab16ab7' out || fail "a file of schema 1: $(<out)"
works match simple greedy --games 40 --db old.db --resume --quiet --json
mv out old.json
match_json new.json simple greedy --games 40 --quiet
same_facts old.json new.json 'a file of schema 1, made longer'
refused 1 'older Deadwood, which knew no parts' match simple greedy --games 60 --db old.db --shard 1/2
match_json sixty.json simple greedy --games 60 --quiet
for i in 1 2; do works match simple greedy --games 60 --quiet --shard $i/2 --db o.$i.db --after old.db; done
works merge both.db old.db o.1.db o.2.db --json --quiet
same_as_whole sixty.json 'parts behind a file of schema 1'
