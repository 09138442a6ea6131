#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs as players: the same results for any number of threads, failures that are counted and do not stop a
# tournament, and nothing left running, whatever happens to the host.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

good=$(faulty none)
tag=DEADWOOD_TEST_TAG=bots$$

# --- Results ---

match_json one.json "$good" simple --seed 1 --games 60 --threads 1 --quiet
for threads in 2 5; do
    match_json more.json "$good" simple --seed 1 --games 60 --threads $threads --quiet
    diff <(facts one.json) <(facts more.json) || fail "$threads threads: other results"
done
jq -e '.games == 60 and .end == "finished" and (has("trouble") | not)' one.json >/dev/null || fail 'a good bot'
# Both seats, other rules, records and a store.
works match "$(faulty crlf)" "exec:'$DEADWOOD' bot simple" --games 6 --rules pagat --records games.rec --quiet
works replay games.rec
works match "$good" simple --seed 1 --games 6 --db games.db --quiet
match_json longer.json "$good" simple --seed 1 --games 12 --db games.db --resume --quiet
match_json whole.json "$good" simple --seed 1 --games 12 --quiet
[[ $(jq -r .digest longer.json) == $(jq -r .digest whole.json) ]] || fail 'resumed with a program'

# --- Failures ---

# suspended CAUSE GAMES ARGUMENTS...
suspended() {
    local cause=$1 games=$2
    shift 2
    run match "$@" --quiet --json
    ((code == 3)) || fail "$*: exit code $code: $(<err)"
    jq -e --arg cause "$cause" --argjson games "$games" '.end == "suspended" and .games == $games
        and .stats.players[0].forfeits == {($cause): $games} and .wins[1] == $games and .trouble[0].suspended' out \
        >/dev/null || fail "$*: $(<out)"
}
for threads in 1 4; do
    suspended crash 6 "$(faulty crash)" simple --games 50 --threads $threads
    suspended 'illegal move' 6 "$(faulty cheating-melds)" simple --games 50 --threads $threads
    suspended garbage 3 "$(faulty yes)" simple --games 50 --threads $threads --plain
done
suspended timeout 3 "$(faulty hang)" simple --games 50 --threads 3 --plain --clock move=0.2
suspended stall 3 "$(faulty stop)" simple --games 50 --threads 3 --plain --clock 0.2+0.01
# One in twenty: not three deals in a row, but over 1% of 200, which are twice as many games.
for threads in 1 3; do
    run match "$(faulty sometimes)" simple --seed 1 --games 1000 --threads $threads --quiet --json
    ((code == 3)) || fail "sometimes: exit code $code"
    jq -e '.games == 400' out >/dev/null || fail "sometimes: $(jq .games out) games"
    facts out >sometimes.$threads
done
cmp sometimes.1 sometimes.3
run match "$(faulty crash)" simple --games 50 --records failed.rec --quiet
((code == 3)) || fail 'crash'
grep -q "failed in 6 of 6 games and was suspended; first in game 0: it was killed by signal 11" out || fail "$(<out)"
grep -q 'result=forfeit,[01],crash' failed.rec || fail 'the record does not say crash'
works replay failed.rec

# What a program wrote last is part of the message.
for words in "match '$(faulty stderr-then-crash)' simple" "tournament '$(faulty stderr-then-crash)' simple greedy"; do
    eval "run $words --games 50 --quiet"
    ((code == 3)) || fail "last words: exit code $code: $(<err)"
    grep -A 9 'first in game 0: it was killed by signal 11' out | grep -A 1 'Its last words:' | grep -qx '    I am ?\[31mlost' ||
        fail "last words: $(<out)"
done
run match "$(faulty stderr-then-crash)" simple --games 50 --quiet --json
holds out '.trouble[0].last_words == ["I am ?[31mlost", "beyond hope"]'

# A program that does not start: no games, and what it said.
run match "$(faulty stderr-then-exit)" simple --games 50 --quiet
((code == 1)) || fail "no handshake: exit code $code"
grep -q 'does not start: it exited with code 1' err || fail "$(<err)"
[[ $(grep -c '^line ' err) == 20 ]] || fail "not its last 20 lines: $(<err)"

# The tournament goes on without them.
run tournament simple "$(faulty crash)" "$good" "$(faulty no-name)" greedy --games 20 --quiet --json
((code == 3)) || fail "tournament: exit code $code: $(<err)"
jq -e '(.suspended | length) == 2 and (.ratings | length) == 5 and (.matches | length) == 10
    and ([.matches[] | select(.games == 20)] | length) == 3 and ([.matches[] | select(.games == 0)] | length) == 6' \
    out >/dev/null || fail "tournament: $(jq -c '[.suspended, (.matches | map([.players, .games, .end]))]' out)"
run tournament simple "$(faulty crash)" "$good" "$(faulty no-name)" --games 20 --quiet
((code == 3)) || fail "tournament: exit code $code"
grep -q 'no-name did not start and played no game' out || fail "$(<out)"
grep -q 'Faulty failed in 6 of 6 games and was suspended' out || fail "$(<out)"

# --- Arguments ---

printf '#!/bin/sh\nexit 0\n' >not-executable
while IFS='~' read -r words arguments; do
    read -r words <<<"$words"
    list=()
    eval "list=($arguments)"
    refused 2 "$words" "${list[@]}"
done <<'TABLE'
exec: names no program                  ~ match exec: simple
exec: names no program                  ~ match simple 'exec: '
there is no program 'no-such-bot' on the PATH; for one in this folder write exec:./no-such-bot ~ match exec:no-such-bot simple
exec: ./no-such-bot: No such file       ~ match exec:./no-such-bot simple
./not-executable may not be run         ~ match exec:./not-executable simple
a quote stays open                      ~ match "exec:sh 'x" simple
--clock: 'fast' is no clock; write 30   ~ match simple greedy --clock fast
--clock: '0' is out of range            ~ match simple greedy --clock 0
--bot-memory: '1' is out of range       ~ match simple greedy --bot-memory 1
--bot-logs: no/where cannot be made, since no is no folder ~ match simple greedy --bot-logs no/where
--bot-logs: not-executable is there and is no folder ~ match simple greedy --bot-logs not-executable
TABLE

# --- Logs ---

# The folder is made, but not by a command that is refused; a bot that is only asked whether it starts leaves no log.
for words in 'match nobody simple' "match '$(faulty no-name)' simple" "match '$good' simple --rules chess" \
    "match '$good' simple --records no/where.rec" "tournament '$good' simple '$good'"; do
    eval "run $words --games 2 --quiet --bot-logs logs"
    ((code == 1 || code == 2)) || fail "logs: $words: exit code $code"
    [[ ! -e logs ]] || fail "logs: $words: left a folder"
done
run match "$(faulty stderr-flood)" simple --games 4 --quiet --threads 1 --bot-logs logs
((code == 0)) || fail "logs: exit code $code: $(<err)"
[[ $(ls logs) == $'Faulty.1.log\nFaulty.2.log' ]] || fail "logs: $(ls -l logs)"
[[ -s logs/Faulty.1.log && $(find logs -size +1100k) == '' ]] || fail "logs: $(ls -l logs)"
# What a bot is told, as docs/PROTOCOL.md has it: clocks first.
while read -r clock words; do
    rm -rf told
    works match "$(faulty echo)" "exec:'$DEADWOOD' bot simple" --games 2 --quiet --threads 1 --bot-logs told --clock "$clock"
    line=$(grep -h -m1 '^go ' told/Faulty.1.log)
    grep -qE "^go 1 $words" <<<"$line" || fail "--clock $clock: $line"
done <<'TABLE'
30 clock 30000 (30000|29[0-9]{3}) legal
30+0.1 clock 30000 (30[0-9]{3}|29[0-9]{3}) inc 100 legal
20,move=5 clock 20000 (20000|1[0-9]{4}) movetime 5000 legal
move=10 movetime 10000 legal
none legal
TABLE
order=$(grep -oE '^(setoption name Seed|newmatch gin seats 2 you [01] rules contest|ping|newdeal [0-9]+|hand|enddeal|endmatch|quit)' \
    told/Faulty.1.log | head -n 7 | tr '\n' ,)
[[ $order == 'setoption name Seed,newmatch gin seats 2 you 0 rules contest,ping,newdeal 0,hand,enddeal,newdeal 1,' ]] || fail "$order"
[[ $(tail -n 2 told/Faulty.1.log | cut -d ' ' -f 1 | tr '\n' ,) == 'endmatch,quit,' ]] || fail "$(tail -n 2 told/Faulty.1.log)"
suspended crash 3 "$(faulty memory-hog)" simple --games 9 --plain --threads 1 --bot-memory 100

# In the sandbox (tests/attacks/sandbox.sh attacks it): the same games, no network, and no
# writing but where it is given.
run match "$good" simple --games 4 --quiet --sandbox
if ((code == 1)) && grep -q 'put into a sandbox' err; then
    echo 'note: --sandbox was not tried, since this machine allows no name spaces'
else
    ((code == 0)) || fail "sandbox: exit code $code: $(<err)"
    mkdir given looks logged
    printf '#!/bin/sh\ncat /proc/net/dev >&2\necho yes >given/written; echo no >looks/written\nexec "%s/faulty" none\n' \
        "$BOTS" >looks/look
    cp "$BOTS/faulty" looks/faulty
    sed -i "s|$BOTS/|looks/|" looks/look
    chmod +x looks/look
    works match exec:looks/look simple --games 2 --quiet --sandbox --bot-write given --bot-logs logged
    (($(grep -c '^ *[a-z0-9]*:' logged/Faulty.1.log) <= 1)) || fail "sandbox: it sees $(<logged/Faulty.1.log)"
    [[ $(<given/written) == yes && ! -e looks/written ]] || fail 'sandbox: what it may write'
    works check --sandbox --games 1 --quiet "$BOTS/faulty" none
    grep -q '^The sandbox is made with' out || fail "check --sandbox: $(<out)"
    while IFS='~' read -r words arguments; do
        read -r words <<<"$words"
        list=()
        eval "list=($arguments)"
        refused 2 "$words" match exec:looks/look simple --games 2 "${list[@]}"
    done <<'TABLE'
--bot-write: nowhere is no folder             ~ --sandbox --bot-write nowhere
--bot-write: / holds more than a bot's files  ~ --sandbox --bot-write /
--bot-write: given would give bots given/a.db ~ --sandbox --bot-write given --db given/a.db
--bot-write gives back what --sandbox takes   ~ --bot-write given
TABLE
    run match exec:looks/look simple --games 2 --sandbox --bot-write looks
    grep -q "looks holds the bot's own program" err || fail "its own folder: $(<err)"
fi

# Where the kernel gives no namespaces there is no weaker sandbox, but a sentence that says what would help.
cat >no-namespaces <<'SHELL'
echo 0 >/proc/sys/user/max_net_namespaces 2>/dev/null && ! unshare --net true 2>/dev/null || exit 77
exec "$@"
SHELL
if unshare --user --map-root-user sh no-namespaces true 2>/dev/null; then
    code=0
    unshare --user --map-root-user sh no-namespaces "$DEADWOOD" match "$good" simple --games 4 --quiet --sandbox \
        >out 2>err || code=$?
    ((code == 1)) || fail "no sandbox: exit code $code: $(<err)"
    grep -q 'cannot be put into a sandbox on this machine.*allow user namespaces' err || fail "no sandbox: $(<err)"
    code=0
    unshare --user --map-root-user sh no-namespaces "$DEADWOOD" check --sandbox --quiet "$BOTS/faulty" none \
        >out 2>err || code=$?
    grep -q 'put into a sandbox' err || fail "check, no sandbox: exit code $code: $(<err)"
else
    echo 'note: a machine without name spaces was not tried, since this one allows none'
fi

# --- Whatever happens to the host ---

for signal in TERM KILL; do
    for mode in hang daemon ignores-signals stop; do
        env "$tag" "$DEADWOOD" match "$(faulty $mode)" simple --games 1000000 --quiet --threads 2 >out 2>err &
        host=$!
        for ((i = 0; i < 200; i++)); do
            (($(tagged | wc -l) < 3)) || break
            sleep 0.02
        done
        kill -$signal $host
        code=0
        wait $host 2>/dev/null || code=$?
        [[ $signal == KILL ]] || ((code == 130)) || fail "$mode, $signal: exit code $code: $(<err)"
        none_left "$mode, $signal"
    done
done
code=0
timeout --foreground --preserve-status -s INT 0.5 env "$tag" "$DEADWOOD" match "$(faulty hang)" simple --games 1000 \
    --quiet >out 2>err || code=$?
((code == 130)) || fail "Ctrl-C: exit code $code: $(<err)"
none_left Ctrl-C
env "$tag" "$DEADWOOD" match "$(faulty daemon)" simple --games 4 --quiet >out
none_left 'daemon, done'
