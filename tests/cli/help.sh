#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Help: every command explains itself, and a slip of the finger is answered with what was meant.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

run
((code == 2)) || fail "without a command: exit code $code"
[[ ! -s out ]] || fail "without a command: printed $(<out)"
mv err overview
works help
cmp out overview
for word in --help -h; do
    works $word
    cmp out overview
done
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' overview)
for command in match tournament reproduce players rules melds replay bench; do
    grep -qx $command <<<"$commands" || fail "the overview lacks $command: $(<overview)"
done
for command in $commands; do
    works help "$command"
    grep -q "^usage: deadwood $command" out || fail "help $command: $(<out)"
    (($(wc -l <out) >= 3)) || fail "help $command says little: $(<out)"
    while read -r option rest; do
        [[ -n $rest ]] || fail "help $command: $option is not explained"
    done < <(sed -n 's/^  \(--.*\)/\1/p' out)
    mv out expected
    works "$command" --help
    cmp out expected
    works "$command" -h
    cmp out expected
done
works help match
for option in --game --seating --to-target --open --games --seed --threads --rules --plain --sprt --json --records --db --resume --quiet; do
    grep -q -- "^  $option " out || fail "help match lacks $option"
done
grep -q '130' out || fail 'help match does not say the exit code after Ctrl-C'

for word in version --version -V; do
    works $word
    grep -qE '^deadwood [0-9]+\.[0-9]+\.[0-9]+' out || fail "$word: $(<out)"
done

refused 2 "there is no command 'mach'; did you mean 'match'\?" mach simple greedy
refused 2 "there is no command 'tournamnet'; did you mean 'tournament'\?" tournamnet simple greedy
refused 2 "there is no command 'zzzzzz'; .deadwood help. lists them" zzzzzz
refused 2 "there is no command 'plyers'; did you mean 'players'\?" help plyers
refused 2 "there is no option '--gamse' here; did you mean --games\?" match simple greedy --gamse 10
refused 2 "there is no option '--tread' here; did you mean --threads\?" match simple greedy --tread=2
refused 2 "there is no option '--frobnicate' here" match simple greedy --frobnicate
refused 2 "there is no option '-g'; options are words behind --" match simple greedy -g 10
refused 2 "there is no gin player 'simpel'; did you mean 'simple'\?" match simpel greedy
refused 2 "there is no gin player 'quux'; .deadwood players. lists them" match quux greedy
refused 2 "did you mean 'heisenbot'\?" match simple greedy --rules heisenbott
refused 2 "there is no rule 'nock'; did you mean 'knock'\?" match simple greedy --rules contest,nock=5

# A wrong command line is answered with the usage too.
run match simple greedy --games
grep -q '^usage: deadwood match A B' err || fail "no usage: $(<err)"
