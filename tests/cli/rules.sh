#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood rules: the presets, every key, and that what is printed reads back.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

works rules
mv out list
for preset in contest heisenbot pagat oklahoma; do
    grep -qE "^$preset +[A-Z]" list || fail "no $preset with its source: $(<list)"
    works rules $preset
    [[ $(head -n 1 out) == "$preset" ]] || fail "$preset: $(<out)"
    works rules $preset --json
    holds out ".rules == \"$preset\" and length > 10 and (map(type == \"string\") | all)"
    mv out $preset.json
done
works rules --json
cmp out contest.json
holds contest.json '.knock == "10" and .gin == "25" and .undercut == "25" and .tie == "defender" and .target == "100"'
holds heisenbot.json '.tie == "knocker" and .gin == "25"'
holds pagat.json '.gin == "20" and .undercut == "10" and .game == "100" and .box == "20" and .starter == "winner"'
holds oklahoma.json '."upcard-knock" == "yes" and ."ace-gin" == "yes" and ."spades-double" == "yes"'

# Every key is listed and can be set to what another preset has; the text printed reads back to the same rules.
jq -r 'del(.rules) | to_entries[] | "\(.key) \(.value)"' {contest,heisenbot,pagat,oklahoma}.json | sort -u >settings
while read -r key value; do
    grep -qE "^  $key " list || fail "\`deadwood rules\` does not list $key"
    works rules "contest,$key=$value"
    grep -qE "^  $key +$value " out || fail "$key=$value: $(<out)"
    mv out set
    works rules "$(head -n 1 set)"
    cmp out set
done <settings
(($(wc -l <settings) > 20)) || fail "few settings: $(<settings)"
works rules 'oklahoma,target=100' --json
holds out '.rules == "oklahoma"' # what is as in the preset is not said

# A file is the same rules.
jq -r 'del(.rules) | to_entries[] | "\(.key) = \(.value)"' pagat.json >all.rules
works rules all.rules --json
[[ $(jq -S 'del(.rules)' out) == "$(jq -S 'del(.rules)' pagat.json)" ]] || fail "from a file: $(<out)"
: >none.rules
works rules none.rules --json
cmp out contest.json

refused 2 "there is no rules preset 'pagt' .did you mean 'pagat'" rules pagt
refused 2 'one word too many' rules contest pagat
