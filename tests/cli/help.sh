#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Help: every command explains itself, and a slip of the finger is answered with what was meant.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

# Alone it shows the four doors, `help` all commands and topics.
run
((code == 2)) || fail "without a command: exit code $code"
[[ ! -s out ]] || fail "without a command: printed $(<out)"
for words in 'Play and learn' 'Check a paper' 'Bring a bot' 'Train and research' 'deadwood help'; do
    grep -q "$words" err || fail "without a command: no '$words': $(<err)"
done
(($(wc -l <err) < 24 && $(wc -L <err) <= 80)) || fail "the doors do not fit a window of 80 by 24: $(<err)"
works help
mv out overview
(($(wc -L <overview) <= 100)) || fail "the overview is wider than 100 columns"
for word in --help -h; do
    works $word
    cmp out overview
done
commands=$(sed -n '/^Topics/q; s/^  \([a-z][a-z]*\)  .*/\1/p' overview)
topics=$(sed -n '1,/^Topics/d; s/^  \([a-z-]*\) .*/\1/p' overview)
(($(wc -w <<<"$topics") >= 5)) || fail "topics: $topics"
for topic in $topics; do
    ! grep -qx -- "$topic" <<<"$commands" || fail "$topic is a command and a topic"
    works help "$topic"
    (($(wc -l <out) >= 4 && $(wc -L <out) <= 105)) || fail "help $topic: $(<out)"
done
for command in match tournament reproduce players rules melds replay bench; do
    grep -qx $command <<<"$commands" || fail "the overview lacks $command: $(<overview)"
done
for command in $commands; do
    works help "$command"
    grep -q "^usage: deadwood $command" out || fail "help $command: $(<out)"
    (($(wc -l <out) >= 3)) || fail "help $command says little: $(<out)"
    (($(sed '/^Examples$/,$d' out | wc -L) <= 100)) || fail "help $command is wider than 100 columns"
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

# Manual pages and completion are made of the same table.
refused 2 "there is no command 'mach'" help --man mach
refused 2 '--completion needs a shell: bash, zsh or fish' help --completion
refused 2 "there is no completion for 'tcsh'; there is one for bash, zsh and fish" help --completion tcsh
refused 2 "'zsh' is one word too many" help --completion bash zsh
works help --man
mv out deadwood.1
for command in $commands; do
    works help --man "$command"
    mv out "deadwood-$command.1"
    grep -q "deadwood.\?-$command" deadwood.1 || fail "the manual does not name $command"
    works help "$command"
    sed -n 's/^  --\([a-z]*\).*/\1/p' out | while read -r option; do
        grep -q "^.fB.-.-$option" "deadwood-$command.1" || fail "the page of $command lacks --$option"
    done
done
if command -v mandoc >/dev/null; then
    mandoc -T lint -W error ./*.1 >wrong || code=$?
    ((code == 0)) || fail "mandoc: $(<wrong)"
    mandoc -T ascii deadwood-match.1 | col -b >page
    grep -q -- '--games N' page || fail "deadwood-match.1: $(<page)"
fi

# complete WORD...: what bash offers for the last word.
works help --completion bash
mv out complete.bash
complete_bash() {
    bash --norc -c '. ./complete.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _deadwood; printf "%s\n" "${COMPREPLY[@]}"' \
        - deadwood "$@" | tr '\n' ' '
}
[[ $(complete_bash to) == 'tournament ' ]] || fail "bash: to: $(complete_bash to)"
[[ $(complete_bash match --gam) == '--games --game ' ]] || fail "bash: --gam: $(complete_bash match --gam)"
[[ $(complete_bash match --game h) == 'hearts ' ]] || fail "bash: --game h: $(complete_bash match --game h)"
[[ $(complete_bash match heis) == 'heisenbot ' ]] || fail "bash: heis: $(complete_bash match heis)"
[[ $(complete_bash match --games '') == ' ' ]] || fail "bash: --games: $(complete_bash match --games '')"
[[ $(complete_bash reproduce ngu) == 'nguyen ' ]] || fail "bash: ngu: $(complete_bash reproduce ngu)"
[[ $(complete_bash match --rules okl) == 'oklahoma ' ]] || fail "bash: --rules okl"
[[ $(complete_bash help exit) == 'exit-codes ' ]] || fail "bash: help exit"
touch some.rec
[[ $(complete_bash replay some) == 'some.rec ' ]] || fail "bash: replay some: $(complete_bash replay some)"
for shell in zsh fish; do
    works help --completion $shell
    mv out complete.$shell
    ! command -v $shell >/dev/null || $shell -n complete.$shell || fail "$shell does not read its completion"
    for command in $commands; do grep -q "$command" complete.$shell || fail "$shell: no $command"; done
done
if command -v fish >/dev/null; then
    export HOME=$PWD # fish wants to write there
    fish_offers() { fish --no-config -c "source complete.fish; complete -C '$1'" | cut -f 1 | tr '\n' ' '; }
    [[ $(fish_offers 'deadwood to') == 'tournament ' ]] || fail "fish: to: $(fish_offers 'deadwood to')"
    [[ $(fish_offers 'deadwood match --game h') == 'hearts ' ]] || fail "fish: --game: $(fish_offers 'deadwood match --game h')"
    [[ $(fish_offers 'deadwood match heis') == 'heisenbot ' ]] || fail "fish: heis: $(fish_offers 'deadwood match heis')"
fi
