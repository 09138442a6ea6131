#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A program is called what it calls itself in tables, JSON, records, replay and logs; two
# that say the same are numbered,
# and no name carries control bytes, another player's name, or a command.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

# named NAME [FILE]: a program of that name.
named() { echo "exec:'$ATTACKS/remembers' ${2:-seen} '$1'"; }

careful=$(named 'Careful') again=$(named Careful other)
works match "$careful" "$again" --games 4 --seed 3 --quiet --records games.rec --bot-logs logs --threads 1
head -n 1 out | grep -q '^Careful v Careful 2, contest rules' || fail "$(<out)"
grep -qF "Careful 2 is $again" out || fail "$(<out)"
grep -qE '^ {30,}  +Careful +Careful 2$' out || fail "$(<out)"
grep -qE 'Careful is [-+0-9.inf]+ Elo .* to Careful 2' out || fail "$(<out)"
[[ $(find logs -type f | sort) == $'logs/Careful-2.1.log\nlogs/Careful-2.2.log\nlogs/Careful.1.log\nlogs/Careful.2.log' ]] ||
    fail "$(ls logs)"
[[ $(grep -o 'players=[^ ]*' games.rec | sort -u) == $'players=Careful%202|Careful\nplayers=Careful|Careful%202' ]] ||
    fail "$(head -n 2 games.rec)"
works replay games.rec
grep -q 'Careful 2' out || fail "replay: $(head -n 20 out)"
works analyze games.rec --judge simple --game 0 --samples 64 --quiet
grep -q 'Careful 2' out || fail "analyze: $(head -n 20 out)"

works match "$careful" "$again" --games 4 --seed 3 --quiet --json
jq -e --arg one "$careful" --arg two "$again" '.players == ["Careful", "Careful 2"] and .specs == [$one, $two]' out \
    >/dev/null || fail "$(<out)"
works match simple greedy --games 4 --quiet --json
holds out '.players == ["simple", "greedy"] and .specs == .players'

# --resume knows its records by the names, and by the specs that stood there before.
resume() { works match "$careful" "$again" --seed 3 --quiet --db "$1.db" --resume --records "$1.rec" --games "$2" --json; }
resume named 4
cmp games.rec named.rec
resume named 8
works match "$careful" "$again" --seed 3 --quiet --games 8 --records eight.rec
cmp eight.rec named.rec
while IFS= read -r line; do # names to specs, encoded as records have them
    for pair in "Careful%202=$again" "Careful=$careful"; do
        coded=$(printf %s "${pair#*=}" | sed 's/%/%25/g; s/ /%20/g; s/|/%7C/g')
        line=$(sed -E "s~(players=|\\|)${pair%%=*}( |\\|)~\\1$coded\\2~" <<<"$line")
    done
    printf '%s\n' "$line"
done < <(grep -v '^#' games.rec) >spec.rec # of before there were notes
grep -q 'players=exec:' spec.rec || fail "$(head -n 1 spec.rec)"
cp named.db spec.db
resume spec 8
holds out '.games == 8'
! grep -q '^#' spec.rec || fail 'half a note'

# Every byte of a name is harmless; who calls itself like one of ours, or like a command, is not taken for it.
cat >anybody <<SHELL
#!/bin/sh
exec '$ATTACKS/remembers' seen "\$(cat name)"
SHELL
chmod +x anybody
# called NAME WANTED
called() {
    printf %s "$1" >name
    run match exec:./anybody simple --games 2 --quiet --json
    [[ $(jq -r '.players[0]' out) == "$2" ]] || fail "$(printf %q "$1"): $(jq -c .players out)"
    run match exec:./anybody simple --games 2 --quiet --records name.rec --bot-logs name.logs
    ! LC_ALL=C grep -q '[^ -~]' out name.rec <(ls name.logs) || fail "$(printf %q "$1"): raw bytes"
    rm -r name.rec name.logs
}
called $'Red\e[31mBot\x9b2J\x7f' 'Red?[31mBot?2J?'
called $'M\xc3\xbcller  and   Co  ' 'M??ller and Co'
called simple 'simple (program)'
called 'Champion:cheap=1' 'Champion:cheap=1 (program)'
called 'exec:rm -rf .' 'exec-rm -rf .'
called '../../up|%s|%n' '../../up|%s|%n'
called 'x' x
long=$(printf 'abcdefghij%.0s' {1..30})
called "$long" "${long:0:127}"

# A tournament: names across the table, and two alike told apart though long.
one=$(named 'our.VeryCarefulPlayer (EAAI 2021)' a) two=$(named 'our.VeryCarefulPlayer (EAAI 2021)' b)
works tournament "$one" "$two" simple --games 2 --quiet
grep -qE '^  our.VeryCaref..I 2021\)  ' out || fail "$(<out)"
grep -qE '^  our.VeryCaref..2021\) 2  ' out || fail "$(<out)"
works tournament "$one" "$two" simple --games 2 --quiet --json
jq -e --arg one "$one" '.players[1] == "our.VeryCarefulPlayer (EAAI 2021) 2" and .specs[0] == $one
    and (.ratings[0].player == .players[0]) and .matches[0].players == .players[0:2]' out >/dev/null || fail "$(<out)"

# Hearts.
works match "$careful" "$again" --game hearts --games 1 --seating 1v3 --quiet --records hearts.rec --bot-logs hearts.logs
grep -q '^Careful v Careful 2, hearts' out || fail "$(<out)"
grep -q 'players=Careful|Careful%202|Careful%202|Careful%202' hearts.rec || fail "$(head -n 1 hearts.rec)"
(($(find hearts.logs -name 'Careful.*' | wc -l) >= 4 && $(find hearts.logs -name 'Careful-2.*' | wc -l) >= 12)) ||
    fail "$(ls hearts.logs)"
