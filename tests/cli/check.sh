#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood check: our own bots are in order, every mistake of tests/bots/mistaken.py is
# called by its name, and the report
# says where it was made.
set -euo pipefail
# shellcheck source=../support/cli.bash
source "$SRC/tests/support/cli.bash"

command -v python3 >/dev/null || { echo "python3 is not here"; exit 77; }
mistaken=(python3 "$SRC/tests/bots/mistaken.py")

# Nothing to find fault with: text and JSON.
works check --games 4 "$DEADWOOD" bot simple
grep -q '^All good, in [0-9]* decisions\.$' out || fail "$(<out)"
! grep -qE 'WRONG|not reached' out || fail "$(<out)"
works check --games 1 --json "$DEADWOOD bot random --seed 5"
holds out '.good and .name == "random" and .findings == [] and ([.situations[] | select(.findings == 0)] | length) > 25'
works check --games 1 "exec:$DEADWOOD bot simple"
works check --games 1 "${mistaken[@]}" none

# The same check twice says the same.
works check --games 2 --seed 9 "$DEADWOOD" bot simple
mv out first
works check --games 2 --seed 9 "$DEADWOOD" bot simple
cmp first out

# finds MISTAKE KIND WORDS: exit code 1 and a finding of that kind with those words. Eight
# at a time: most of it is waiting.
patience=1
pids=()
finds() {
    ((${#pids[@]} < 8)) || finish_one
    (
        mkdir "$1" && cd "$1"
        run check --games 1 --patience $patience --json "${mistaken[@]}" "$1"
        ((code == 1)) || fail "$1: exit code $code: $(head -c 2000 out)"
        jq -e --arg kind "$2" --arg words "$3" '(.good | not) and ([.findings[] |
            select((.kind | test("^(" + $kind + ")$")) and (.wrong | contains($words)) and (.right | length > 5))] |
            length) > 0' out >/dev/null ||
            fail "$1: no $2 with '$3': $(jq -c '[.notes, [.findings[] | [.kind, .wrong]]]' out)"
    ) &
    pids+=($!)
}
finish_one() {
    wait "${pids[0]}" || fail "see above"
    pids=("${pids[@]:1}")
}
finds hang stall "where we waited for a move"
finds no-cgpok stall "where we waited for cgpok"
finds no-flush stall "within 1 seconds"
finds no-pong stall "no pong came"
patience=10
finds early 'handshake|garbage' "Welcome to Mistaken"
finds nameless handshake "the bot has no name"
finds no-games handshake "does not say that it plays gin"
finds bad-id handshake "neither name nor author"
finds bad-option handshake "an option without a name"
finds long-name handshake "longer than 128 bytes"
finds version handshake "version '2' is not one we speak"
finds chatter garbage "'hmm, let me think' is no line of the protocol"
finds hello-again garbage "a line of the handshake comes in the middle of a match"
finds long-line garbage "a line of more than 4096 bytes begins with 'info xxx"
finds nul garbage "a NUL byte"
finds no-id garbage "without the number of the decision"
finds late-id garbage "move answers decision"
finds early-id garbage "move answers decision 2, but we asked for 1"
finds twice garbage "move answers decision"
finds taken illegal-move "was taken from the pile in this very turn"
finds not-held illegal-move "is not in the hand, which is"
finds no-card illegal-move "'ZZ' is not a card"
finds no-verb illegal-move "'throw' is not a move"
finds no-meld illegal-move "is no meld: that is three or four of a rank"
finds two-melds illegal-move "is in two melds at once"
finds foreign-meld illegal-move "not among the cards that stay in the hand"
finds few-melds illegal-move "(the best melds leave"
finds too-much illegal-move "and the limit is 10"
finds stock-early illegal-move "the stock comes later"
finds up-late illegal-move "both players declined the first upcard"
finds big-gin illegal-move "these rules have no big gin"
finds pass-late illegal-move "a draw is asked for"
finds crash crash "killed by signal 11"
finds exit exit "exited with code 3 while we waited for a move"
finds give-up exit "the bot gave up: cannot go on"
finds slow timeout "ms, and 1000 were left"
finds wrong-pong pong "pong 2, but ping 1 was due"
finds bare-pong pong "pong comes without its number"
finds strict exit "exited with code 1"
finds no-cr exit "exited with code 1"
finds short-buffer exit "exited with code 1"
finds deaf quit "still runs two seconds after quit"
finds deaf-to-end quit "still runs two seconds after the end of its input"
finds exit-code quit "exited with code 4"
finds stateless-liar exit "exited with code 1"
while ((${#pids[@]})); do finish_one; done
grep -q 'I do not know weather' strict/out || fail "strict: its last words are missing: $(<strict/out)"

# What is no mistake is a note.
works check --games 1 "${mistaken[@]}" resign
grep -q 'It resigned a match' out || fail "resign: $(<out)"
works check --games 1 "${mistaken[@]}" chance
grep -q 'The same Seed gave another game' out || fail "chance: $(<out)"

# The text for people: the lines around a mistake, ended by it.
run check --games 1 --transcript lines.txt "${mistaken[@]}" not-held
((code == 1)) || fail "exit code $code"
grep -A30 '^1\. illegal-move, in "first upcard' out >finding || fail "$(<out)"
grep -qE "^   Wrong: 'discard ..' is not legal: .. is not in the hand, which is " finding || fail "$(<finding)"
grep -qE '^   Right: Legal here: discard:' finding || fail "$(<finding)"
grep -qE '^      > go 3 clock 30000 30000 legal discard:' finding || fail "$(<finding)"
grep -qE '^      < move 3 discard ..$' finding || fail "$(<finding)"
[[ $(head -n 4 lines.txt) == $'> cgp 1\n< id name Mistaken\n< games gin\n< cgpok' ]] || fail "$(head lines.txt)"

# Wrong command lines.
refused 2 'too few words' check
refused 2 'no such program|there is no|not found|No such file' check ./nobody-here
refused 2 '--games' check --games 0 "$DEADWOOD" bot simple
refused 2 '--transcript .*No such file' check --transcript nowhere/lines "$DEADWOOD" bot simple
run check --games 1 --patience 1 true
((code == 1)) || fail "true: exit code $code"
grep -qE 'Wrong: the bot exited with code 0 while we waited for' out || fail "$(<out)"
