#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood bot: our players over the wire play the very games they play at home, but for their chance, and a bad host is
# told so.
set -euo pipefail
# shellcheck source=../support/cli.bash
source "$SRC/tests/support/cli.bash"

# same RIVAL PLAYER OPTIONS...: the same digest at home, over the wire, and with both over the wire on several threads.
# Chance over the wire comes from what the host tells, which is no way back to the streams players have at home
# (tests/unit/wire/test_wire_bot.c gives both the same stream); so these draw none.
same() {
    local rival=$1 player=$2
    shift 2
    local plan=(--games "$(effort 60 10)" --seed 3 --quiet "$@")
    match_json home.json "$player" "$rival" "${plan[@]}"
    match_json away.json "exec:$DEADWOOD bot $player" "$rival" "${plan[@]}"
    match_json both.json "exec:$DEADWOOD bot $player" "exec:$DEADWOOD bot $rival" --threads 3 "${plan[@]}"
    [[ $(digest home.json) == "$(digest away.json)" ]] || fail "$player $*: other games over the wire"
    [[ $(digest home.json) == "$(digest both.json)" ]] || fail "$player $*: other games with two bots and threads"
    holds away.json '[.stats.players[].forfeits == {}] | all'
}
# again PLAYER OPTIONS...: with chance, the same games for the same seed and any number of threads, others for others.
again() {
    local player="exec:$DEADWOOD bot $1"
    shift
    local plan=(--games "$(effort 60 10)" --quiet "$@")
    match_json one.json "$player" greedy --seed 3 --threads 1 "${plan[@]}"
    match_json three.json "$player" greedy --seed 3 --threads 3 "${plan[@]}"
    match_json other.json "$player" greedy --seed 4 "${plan[@]}"
    [[ $(digest one.json) == "$(digest three.json)" ]] || fail "$player $*: other games with threads"
    [[ $(digest one.json) != "$(digest other.json)" ]] || fail "$player $*: the same games from another seed"
    holds one.json '[.stats.players[].forfeits == {}] | all'
}

for rules in contest pagat,big-gin=31 oklahoma contest,layoff=best; do
    same champion champion --rules $rules
done
again simple
again random --plain
again heisenbot --rules pagat,big-gin=31
again greedy:limit=0 --rules oklahoma
again mix:draw=collect,melds=best-layoff --rules contest,layoff=best

# says LINES WORDS: what the bot answers to those lines, in order.
says() {
    printf '%b' "$1" | "$DEADWOOD" bot simple >out 2>err || fail "'$1': $(<err)"
    [[ $(grep -v '^id ' out) == "$2" ]] || fail "'$1': $(<out)"
}
deal='newmatch gin seats 2 you 0 rules contest\nnewdeal 0 starter 0 scores 0 0\nhand AC 2C 3C 7D 7H 9S TD JD QD KH\nev upcard 7S\n'
says 'cgp 1\nquit\n' $'games gin\ncgpok 1'
says 'ping 7\nping 8\n' $'pong 7\npong 8'
says '' ''
says 'what is this\n\nping 1\r\nquit\r\nping 2\n' 'pong 1'
says "${deal}go 12 clock 30000 30000 legal pass draw:up\n" 'move 12 draw up'
says "${deal}view hearts you 0\nev 0 smile\nev dealer 1 coughs\ngo 2147483647 mood good legal pass draw:up\n" 'move 2147483647 draw up'
view='view gin you 0 deal 3 starter 1 scores 40 25 first 7S phase offer hand AC2C3C7D7H9STDJDQDKH drawn - taken - upcard 7S stock 31'
says "newmatch gin seats 2 you 0 rules contest\n$view known - pile - limit 10 factor 1 draws - play p melds - loose -\ngo 9 legal pass\n" \
    'move 9 draw up'
printf 'cgp 1\n' | "$DEADWOOD" bot greedy:limit=3 | grep -qx 'id name greedy:limit=3' || fail "name"

# scolds LINES WORDS: exit code 1 and a sentence.
scolds() {
    local got=0
    printf '%b' "$1" | "$DEADWOOD" bot simple >out 2>err || got=$?
    ((got == 1)) || fail "'$1': exit code $got: $(<out)"
    grep -qE "^deadwood: line [0-9]+ from the host, .*$2" err || fail "'$1': $(<err)"
}
scolds "${deal}ev 1 pass\n" "seat 1 acts, but it is seat 0's turn"
scolds "${deal}ev 0 pass\nev 1 draw up 7S\nev 1 discard KH\n" "a card that is elsewhere"
scolds "${deal}ev 0 pass\ngo 3 legal pass\n" "go 3: we are asked for a move, but it is seat 1's turn"
scolds 'newmatch hearts seats 4 you 0\n' "we said that we play gin"
scolds 'newmatch gin seats 2 you 0 rules /etc/passwd\nnewdeal\n' "newdeal"
head -c 5000 /dev/zero | "$DEADWOOD" bot simple >out 2>err && fail "a line of 5000 bytes"
grep -q 'longer than 4096 bytes' err || fail "$(<err)"
printf 'ping\0 7\n' | "$DEADWOOD" bot simple >out 2>err && fail "a NUL"
grep -q 'line 1 holds a NUL byte' err || fail "$(<err)"

# A host that goes away is no crash.
printf 'cgp 1\n' | "$DEADWOOD" bot simple >/dev/full 2>err && fail "nobody reads"
grep -q 'does not read our answers' err || fail "$(<err)"

refused 2 "there is no gin player" bot nobody
refused 2 "there is no game .bridge." bot simple --game bridge
refused 2 "there is no hearts player" bot nobody --game hearts
refused 2 "speaks the protocol already" bot exec:./bot
refused 2 "too few words" bot

# docs/PROTOCOL.md is tested: its transcript is what `deadwood bot simple` says to those lines.
sed -n '/^## A whole hand/,/^## /p' "$SRC/docs/PROTOCOL.md" | sed -n 's/^    \([<>] \)/\1/p' >transcript
[[ $(wc -l <transcript) -gt 20 ]] || fail "no transcript in docs/PROTOCOL.md"
sed -n 's/^> //p' transcript | "$DEADWOOD" bot simple | grep -v '^id author' >said
diff <(sed -n 's/^< //p' transcript | grep -v '^id author') said || fail "docs/PROTOCOL.md: the transcript is not what happens"
