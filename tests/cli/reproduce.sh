#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood reproduce: the table, the page and its files; without gnuplot; bad arguments; an interrupted run.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
games=$(effort 400 60)

works reproduce heisenbot --quick --games "$games" --out report
grep -q 'Heisenbot: A Rule-Based Game Agent' out || fail "no title: $(<out)"
grep -qE '^Figure 3 +Simple wins against Greedy, % +46\.2 +[0-9.]+ +[0-9.]+ to [0-9.]+ +(agrees|close|differs|open)$' out ||
    fail "no row for Simple against Greedy: $(<out)"
grep -qE '^ +Melds that are sets +65 +65 +exact +agrees$' out || grep -qE '^Background +Melds that are sets +65 +65 ' out ||
    fail "no facts about melds: $(<out)"
awk 'length > 100 { exit 1 }' out || fail "a line has more than 100 columns"
grep -q 'report/index.html' out || fail "the page is not named: $(<out)"

# The command a row names gives the number the row shows.
holds report/claims.json '.papers[0].claims | length > 30'
row='.papers[0].claims[] | select(.claim == "Simple wins against Greedy")'
command=$(jq -r "$row | .command" report/claims.json)
ours=$(jq "$row | .ours" report/claims.json)
# shellcheck disable=SC2086 # words, on purpose
works ${command#deadwood } --json
[[ $(jq --argjson ours "$ours" '((100 * .wins[0] / .games) - $ours) | fabs < 0.01' out) == true ]] ||
    fail "$command: wins $(jq -c .wins out), the claim says $ours"

for name in 1 2 3 4 5; do
    file=heisenbot-figure-$name
    for path in "data/$file.dat" "figures/$file.gp"; do [[ -s report/$path ]] || fail "$path is missing or empty"; done
    grep -qvE '^#' "report/data/$file.dat" || fail "data/$file.dat has no rows"
done
page=report/index.html
grep -q '<!DOCTYPE html>' $page || fail 'no page'
! grep -qiE '<(script|link|iframe|img|object|embed)\b|@import|url\(["'\'']?(https?:)?//|(src|href)=["'\''](https?:)?//' $page ||
    fail 'the page loads something from elsewhere'
grep -oE 'href="[^"#][^"]*"' $page | sed 's/href="//; s/"$//' | while read -r link; do
    [[ -s report/$link ]] || fail "the page links to $link, which is not there"
done
[[ $(grep -oE " id=['\"][^'\"]*['\"]" $page | sort | uniq -d) == "" ]] || fail 'an id is used twice in the page'
if command -v gnuplot >/dev/null; then
    (($(grep -c '<svg' $page) == 5)) || fail "$(grep -c '<svg' $page) pictures in the page, not 5"
    [[ -s report/figures/heisenbot-figure-3.svg && -s report/figures/heisenbot-figure-3.png ]] || fail 'no SVG and PNG'
fi

# The same bytes again, on another number of threads.
works reproduce --games "$games" --out again --threads 3 --json
holds out '.complete and .papers[0].name == "heisenbot" and .papers[0].verdicts.claims > 20'
cmp -s report/claims.json again/claims.json || fail 'claims depend on threads'
for file in report/data/*; do cmp "$file" "again/data/${file##*/}" || fail "${file##*/} depends on threads"; done
cmp -s report/index.html again/index.html || fail 'the page depends on threads'

# Without gnuplot everything but the pictures is there, and a picture of an earlier run does not stay.
mkdir empty
code=0
PATH=$PWD/empty "$DEADWOOD" reproduce --games 60 --out again --quiet >out 2>err || code=$?
((code == 0)) || fail "without gnuplot: exit code $code: $(<err)"
grep -q 'gnuplot is not installed' err || fail "not said: $(<err)"
grep -q 'gnuplot is not installed' again/index.html || fail 'the page does not say that gnuplot is missing'
[[ -s again/data/heisenbot-figure-1.dat && ! -e again/figures/heisenbot-figure-1.svg ]] || fail 'wrong files without gnuplot'

refused 2 "knows no paper 'heisenbut'; did you mean 'heisenbot'" reproduce heisenbut
refused 2 'exclude each other' reproduce --quick --full
refused 2 '--games' reproduce --games 0
refused 2 '--seed' reproduce --seed x
refused 2 '--rules' reproduce --rules poker
refused 2 '--out' reproduce --out ''
refused 2 'did you mean --quick' reproduce --quik
touch file
refused 1 'file' reproduce --games 60 --quiet --out file
refused 1 'cannot be made' reproduce --games 60 --quiet --out /proc/nowhere

# An interrupt keeps what is done and says so. SIGTERM, because bash has its background jobs ignore SIGINT.
"$DEADWOOD" reproduce --games 5000000 --out cut --quiet >out 2>err &
child=$!
sleep 1
kill -TERM $child
code=0
wait $child || code=$?
((code == 0)) || fail "interrupted: exit code $code: $(<err)"
grep -q 'interrupted' err || fail "not said: $(<err)"
grep -q 'interrupted' cut/index.html || fail 'the page does not say that the run was interrupted'
