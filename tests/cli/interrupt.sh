#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Ctrl-C ends a match in the middle of a decision however long that thinks, and the game it belonged to does not count.
# `timeout -s INT` sends two signals, one to the process and one to its group: they are one Ctrl-C.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

seconds=0.5
# stopped ARGUMENTS...: gets SIGINT twice after so many seconds, and must end by itself long before it is killed.
stopped() {
    code=0
    timeout --preserve-status -k 60 -s INT "$seconds" "$DEADWOOD" "$@" --quiet >out 2>err </dev/null || code=$?
    ! grep -qE 'Sanitizer|runtime error:|Assertion' err || fail "$(quoted "$@"): $(<err)"
    ((code == 130)) || fail "$(quoted "$@"): exit code $code, not 130: $(<err)"
}

while read -r player rest; do
    # shellcheck disable=SC2086 # words, on purpose
    stopped match --game hearts "$player" random --games 100000 --threads 2 --json $rest
    holds out '.end == "interrupted" and .digest'
done <<'TABLE'
solver:solve=8
solver:solve=8 --open
uct:playouts=100000
uct:playouts=100000,tree=shared
search:depth=4,worlds=100
search:algo=paranoid,depth=13,worlds=100
search:algo=softmaxn,depth=13,worlds=100
solver:trial=1000,worlds=1000
TABLE
stopped match champion:search=10000 champion:search=10000,depth=0 --games 100000 --threads 1 --json
holds out '.end == "interrupted"'

# What was interrupted is no part of the result: the games that count are those of a match left in peace.
slow=(match --game hearts expert ducker --seed 5 --threads 2)
for seconds in 0.5 1 2 4 8 16 32; do
    stopped "${slow[@]}" --games 100000 --db cut.db --records cut.rec --resume --json
    deals=$(jq .games out)
    ((deals == 0)) || break
done
((deals > 0)) || fail 'no deal was played'
mv out cut.json
works "${slow[@]}" --games "$deals" --records peace.rec --quiet --json
[[ $(digest out) == "$(digest cut.json)" ]] || fail "other games than in peace: $(<out)"
cmp <(grep -v "^#" cut.rec) <(grep -v "^#" peace.rec)

# The judge of games too.
seconds=0.5
works match --game hearts ducker random --games 2 --records judged.rec --quiet
stopped analyze judged.rec --samples 100000 --threads 1
[[ ! -s out ]] || fail 'half an analysis was printed'
