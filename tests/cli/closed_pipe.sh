#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Who stops reading the output hears nothing about it, and loses nothing that was to be kept.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

# unread ARGUMENTS...: runs into a pipe whose reader has gone before the program starts.
unread() {
    local reader
    (exec 4<pipe) &
    reader=$!
    exec 5>pipe # once the reader has opened it
    wait "$reader"
    code=0
    "$DEADWOOD" "$@" >&5 5>&- 2>err || code=$?
    exec 5>&-
    [[ ! -s err ]] || fail "$(quoted "$@"): says something: $(<err)"
    ((code == 141)) || fail "$(quoted "$@"): exit code $code, not that of SIGPIPE"
}
mkfifo pipe

golden=$SRC/tests/golden/simple-simple.rec
for words in help 'help match' version players 'players --json' 'players --game hearts' rules 'rules --json' train \
    "replay $golden" "replay $golden --json" "replay $SRC/tests/golden/hearts-ducker-random.rec" \
    'melds AS2S3S4S5H6H7H8H9HTH' 'melds AS2S3S4S5H6H7H8H9HTH --json' \
    'match simple greedy --games 4 --quiet' 'match simple greedy --games 4 --quiet --json' \
    'match ducker random --game hearts --games 1 --quiet' 'tournament simple greedy random --games 4 --quiet'; do
    # shellcheck disable=SC2086 # several words
    unread $words
done

# With a program at the table too.
bot="exec:'$DEADWOOD' bot simple"
unread match "$bot" greedy --games 2 --seed 1 --quiet
unread check --games 1 --quiet "$DEADWOOD" bot simple

# What was to be kept is kept: the store and the records of a match that nobody read are whole.
unread match simple greedy --games 40 --seed 3 --quiet --records unread.rec
works match simple greedy --games 40 --seed 3 --quiet --records read.rec
cmp unread.rec read.rec
if run match simple greedy --games 2 --quiet --db probe.db && ((code == 0)); then
    unread match simple greedy --games 40 --seed 3 --quiet --db unread.db
    works match simple greedy --games 40 --seed 3 --quiet --db unread.db --resume
    grep -q '40 games resumed' out || fail "the store lost games: $(<out)"
    unread tournament simple greedy random --games 40 --quiet --db all.db
    works tournament simple greedy random --games 40 --quiet --db all.db --resume --json
    grep -q '"resumed": 40' out || grep -q 'resumed' out || holds out '.matches | length == 3'
fi

# A full disk is no reader that went away.
for words in players "replay $golden" 'match simple greedy --games 4 --quiet --json'; do
    code=0
    # shellcheck disable=SC2086 # several words
    "$DEADWOOD" $words >/dev/full 2>err || code=$?
    ((code == 1)) || fail "$words >/dev/full: exit code $code"
    grep -q '^deadwood: standard output could not be written: the disk may be full' err || fail "$words: $(<err)"
    (($(wc -l <err) == 1)) || fail "$words: more than a sentence: $(<err)"
done
