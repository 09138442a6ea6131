#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood reproduce --db: killed or interrupted at any moment, the same command ends with the same report; games are
# played once; other weights are other players.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

games=$(effort 1000 200)
study=(reproduce heisenbot --games "$games" --seed 1 --quiet)

# same_report FOLDER WHAT: it has the numbers of the run without a file.
same_report() {
    cmp -s "$1/claims.json" whole/claims.json || fail "$2: $(diff "$1/claims.json" whole/claims.json | head -20)"
    local data
    for data in whole/data/*; do cmp "$data" "$1/data/${data##*/}" || fail "$2: ${data##*/} differs"; done
}

# stored FILE: how many games of the study's first match the file holds, of those it has.
stored() {
    works match simple greedy --plain --games "$games" --seed 1 --quiet --db "$1" --resume
    grep -o '[0-9]* games resumed' out | grep -o '^[0-9]*' || echo 0
}

works "${study[@]}" --out whole

# Killed, then finished; then there is nothing left to play.
for delay in 0.1 0.2 0.05 0.3; do kill_after $delay "${study[@]}" --db killed.db --out killed; done
works "${study[@]}" --db killed.db --out killed
same_report killed 'killed and taken up again'
works "${study[@]}" --db killed.db --out killed --threads 1
same_report killed 'taken up when finished'
(($(stored killed.db) == games)) || fail 'the games of the study are not in its file'

# Interrupted among its matches, when some games are stored: the report says so, and the
# rest comes with the same command.
for delay in 0.1 0.14 0.2 0.28 0.4 0.55 0.8 1.1 1.5 2.1 3 4.2 6; do
    rm -f cut.db*
    interrupt_after $delay "${study[@]}" --threads 1 --db cut.db --out cut
    [[ ! -s cut.db ]] || (($(stat -c %s cut.db) < 100000)) || break
done
((code == 0)) || fail "interrupted: exit code $code: $(<err)"
grep -q 'interrupted; .*; the same command goes on$' err || fail "not said after $delay s: $(<err)"
! cmp -s cut/claims.json whole/claims.json || fail 'the report of an interrupted run is whole'
works "${study[@]}" --db cut.db --out cut
same_report cut 'interrupted and taken up again'

# Fewer games first, and fewer again afterwards: each report is that of its own number.
works reproduce heisenbot --games 60 --quiet --out few
works reproduce heisenbot --games 60 --quiet --out longer --db longer.db
works "${study[@]}" --db longer.db --out longer
same_report longer 'with more games than before'
works reproduce heisenbot --games 60 --quiet --db longer.db --out longer
cmp -s few/claims.json longer/claims.json || fail 'fewer games than the file holds'

# Another seed and other rules are other games, in the same file.
for other in '--seed 2' '--rules pagat'; do
    # shellcheck disable=SC2086 # words, on purpose
    works reproduce heisenbot --games 60 --quiet $other --out plain
    # shellcheck disable=SC2086
    works reproduce heisenbot --games 60 --quiet $other --out other --db longer.db
    cmp -s plain/claims.json other/claims.json || fail "$other: games of another match"
done

# Models: nguyen's networks and hearts' learners too.
works reproduce nguyen --games 20 --quiet --out nguyen
works reproduce nguyen --games 10 --quiet --out nguyen-db --db nguyen.db
works reproduce nguyen --games 20 --quiet --out nguyen-db --db nguyen.db
cmp -s nguyen/claims.json nguyen-db/claims.json || fail 'nguyen with a file'

# other_weights GAME A B PLAYER OPPONENT: the same file name with the weights B after A.
other_weights() {
    local plan=(match "$4" "$5" --game "$1" --games 2 --quiet --json)
    cp "$SRC/models/$2.safetensors" net.safetensors
    works "${plan[@]}" --db weights.db
    cp "$SRC/models/$3.safetensors" net.safetensors
    works "${plan[@]}"
    mv out expected
    works "${plan[@]}" --db weights.db --resume
    same_facts out expected "$1: other weights"
    works "${plan[@]}" --db weights.db --resume
    same_facts out expected "$1: the same weights"
    cp "$SRC/models/$2.safetensors" net.safetensors
    refused 1 'holds [0-9]+ games of this match already' "${plan[@]}" --db weights.db
}
other_weights gin champion-b champion-e champion:model=./net.safetensors simple
other_weights hearts td-full-self td-full-expert search:worlds=1,prune=0,eval=td:model=./net.safetensors random

# Files that cannot be used.
echo 'no database, but a text that is long enough to be looked at' >text
refused 1 'text: is no database of results' reproduce heisenbot --games 60 --db text --out bad
[[ ! -e bad ]] || fail 'a report was begun'
grep -q 'no database' text || fail 'the file was changed'
refused 1 'nowhere/a.db: cannot be opened' reproduce heisenbot --games 60 --db nowhere/a.db --out bad
refused 2 '--db' reproduce heisenbot --db
