#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood reproduce: the table, the page and its files; without gnuplot; bad arguments; an interrupted run.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
games=$(effort 400 60)

works reproduce heisenbot --quick --games "$games" --out report
grep -q 'Heisenbot: A Rule-Based Game Agent' out || fail "no title: $(<out)"
grep -qE '^Figure 3 +Simple wins against Greedy, % +46\.2 +[0-9.]+ +[0-9.]+ to [0-9.]+ +(agrees|close|differs|open)( \(f\))?$' out ||
    fail "no row for Simple against Greedy: $(<out)"
grep -qE '^ +Melds that are sets +65 +65 +exact +agrees \(c\)$' out || grep -qE '^Background +Melds that are sets +65 +65 ' out ||
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
works reproduce heisenbot --games "$games" --out again --threads 3 --json
holds out '.complete and .papers[0].name == "heisenbot" and .papers[0].verdicts.claims > 20'
cmp -s report/claims.json again/claims.json || fail 'claims depend on threads'
for file in report/data/*; do cmp "$file" "again/data/${file##*/}" || fail "${file##*/} depends on threads"; done
cmp -s report/index.html again/index.html || fail 'the page depends on threads'

# --brief is --full for papers that are quick to play, and says so in their commands.
works reproduce heisenbot --brief --games 60 --out brief --json
holds out '.size == "brief" and .papers[0].size == "full" and ([.papers[0].claims[].command | select(startswith("deadwood reproduce")) |
    contains("--full")] | all)'

# Without gnuplot everything but the pictures is there, and a picture of an earlier run does not stay.
mkdir empty
code=0
PATH=$PWD/empty "$DEADWOOD" reproduce heisenbot --games 60 --out again --quiet >out 2>err || code=$?
((code == 0)) || fail "without gnuplot: exit code $code: $(<err)"
grep -q 'gnuplot is not installed' err || fail "not said: $(<err)"
grep -q 'gnuplot is not installed' again/index.html || fail 'the page does not say that gnuplot is missing'
[[ -s again/data/heisenbot-figure-1.dat && ! -e again/figures/heisenbot-figure-1.svg ]] || fail 'wrong files without gnuplot'

# Nguyen: intervals of the paper, the estimators in one table, models by name; the same on any number of threads.
works reproduce nguyen --games 40 --out nguyen
grep -qE '^Table 6 +Hitting wins against Simple, % +45-47 +[0-9.]+ +[0-9.]+ to [0-9.]+ +(agrees|close|differs|open)( \(f\))?$' out ||
    fail "no row for Hitting against Simple: $(<out)"
grep -q 'ours beside it is a 90% one' out || fail "the confidence is not said: $(<out)"
awk 'length > 100 { exit 1 }' out || fail "a line has more than 100 columns: $(awk 'length > 100' out)"
claims=nguyen/claims.json
holds $claims '.papers[0].name == "nguyen" and ([.papers[0].claims[].where] | unique) ==
    ["Card value","Hand estimation","Results","Table 1","Table 2","Table 3","Table 4","Table 5","Table 6","Table 7"]'
holds $claims '[.papers[0].claims[] | select(.where == "Table 6")] | length == 28 and
    all(.kind == "range" and .paper < .paper_high and .low <= .ours and .ours <= .high and .confidence == 90)'
holds $claims '[.papers[0].claims[] | select(.where == "Table 7")] == [.papers[0].claims[] | select(.holds and .count == 8)]'
holds $claims '.papers[0].tables[0].rows | map(.[0]) == ["estimator","uniform","prognosis","bayes","ann","lstm","ann:raw=1","lstm:raw=1"]'
holds $claims '.papers[0].tables[1].rows | map(.[0]) | contains(["knock-nguyen","bayes-nguyen"])'
row='.papers[0].claims[] | select(.claim == "Medium KH wins against Estimating")'
command=$(jq -r "$row | .command" $claims)
ours=$(jq "$row | .ours" $claims)
# shellcheck disable=SC2086 # words, on purpose
works ${command#deadwood } --json
[[ $(jq --argjson ours "$ours" '((100 * .wins[0] / .games) - $ours) | fabs < 0.01' out) == true ]] ||
    fail "$command: wins $(jq -c .wins out), the claim says $ours"
for name in table-4 table-6 reliability; do
    for path in "data/nguyen-$name.dat" "figures/nguyen-$name.gp"; do
        [[ -s nguyen/$path ]] || fail "$path is missing or empty"
    done
    grep -qvE '^#' "nguyen/data/nguyen-$name.dat" || fail "data/nguyen-$name.dat has no rows"
done
if command -v gnuplot >/dev/null; then
    (($(grep -c '<svg' nguyen/index.html) == 3)) || fail "$(grep -c '<svg' nguyen/index.html) pictures in the page, not 3"
fi
works reproduce nguyen --games 40 --out nguyen-again --threads 3
cmp nguyen/claims.json nguyen-again/claims.json || fail 'claims of nguyen depend on threads'
for file in nguyen/data/*; do cmp "$file" "nguyen-again/data/${file##*/}" || fail "${file##*/} depends on threads"; done

# From nothing: every model made anew, and used.
works reproduce nguyen --train --games 2 --out anew
for name in knock card bayes ann lstm; do [[ -s anew/models/$name-nguyen.safetensors ]] || fail "$name was not made"; done
holds anew/claims.json '.papers[0].tables[1].rows | length == 6 and (flatten | index("missing") == null)'
holds anew/claims.json '[.papers[0].claims[].command | select(startswith("deadwood reproduce")) | contains(" --train ")] | all'

# Mishra: Table 1 in two readings, the worked example, matches; all estimators, what they do in players, curves.
works reproduce mishra --games 20 --out mishra
awk 'length > 100 { exit 1 }' out || fail "a line has more than 100 columns: $(awk 'length > 100' out)"
claims=mishra/claims.json
holds $claims '.papers[0].name == "mishra" and ([.papers[0].claims[].where] | unique) == ["Figure 2","Performance","Table 1"]'
holds $claims '[.papers[0].claims[] | select(.where == "Table 1")] | length == 8 and all(.low <= .ours and .ours <= .high)'
holds $claims '[.papers[0].claims[] | select(.where == "Figure 2" and .basis == "by construction") | .verdict] ==
    ["agrees","agrees","agrees"]'
holds $claims '[.papers[0].tables[].rows | map(.[0])] | (.[0] == ["estimator","uniform","prognosis","bayes","ann","lstm","mishra-net",
    "mishra-pairs"]) and (.[1][1:] == ["estimating","medium-he","medium-ek","advanced"]) and
    (.[2][1:] == ["mishra","mishra-contest"]) and (.[3][1:] == ["mishra","mishra-pairs"])'
command=$(jq -r '.papers[0].claims[] | select(.where == "Figure 2") | .command' $claims | head -n 1)
eval "works ${command#deadwood } --json"
holds out '.discard == "KS"'
command=$(jq -r '.papers[0].claims[] | select(.where == "Performance") | .command' $claims | tail -n 1)
ours=$(jq '.papers[0].claims[] | select(.where == "Performance") | .ours' $claims | tail -n 1)
# shellcheck disable=SC2086 # words, on purpose
works ${command#deadwood } --json
[[ $(jq --argjson ours "$ours" '((100 * .wins[0] / .games) - $ours) | fabs < 0.01' out) == true ]] ||
    fail "$command: wins $(jq -c .wins out), the claim says $ours"
(($(grep -cvE '^#|^$' mishra/data/mishra-curves.dat) == 60)) || fail 'not 30 epochs of each of the two models'
works reproduce mishra --games 20 --out mishra-again --threads 3
cmp mishra/claims.json mishra-again/claims.json || fail 'claims of mishra depend on threads'
for file in mishra/data/*; do cmp "$file" "mishra-again/data/${file##*/}" || fail "${file##*/} depends on threads"; done
if ((${DEADWOOD_TEST_EFFORT:-100} >= 100)); then # all phases in small, searches included
    works reproduce mishra --train --games 2 --out mishra-anew
    for name in mishra mishra-pairs; do [[ -s mishra-anew/models/$name.safetensors ]] || fail "$name was not made"; done
    [[ -s mishra-anew/train/mishra-1/steps.txt ]] || fail 'the first phase was not run'
fi

# A model that is not there is a sentence in the report, not a failure, where the paper can do without it.
mkdir few
cp "$SRC"/models/{knock,card,bayes}-nguyen.safetensors few
(cd few && DEADWOOD_MODELS=$PWD "$DEADWOOD" reproduce nguyen --games 2 --quiet --out ../few-models >../out 2>../err) ||
    fail "without networks that estimate: $(<err)"
grep -q 'there is no model lstm-nguyen.safetensors' out || fail "the missing model is not named: $(<out)"
grep -qE '^lstm +no model$' out || fail "no row for the missing model: $(<out)"

refused 2 "knows no paper 'heisenbut'; did you mean 'heisenbot'" reproduce heisenbut
refused 2 'exclude each other' reproduce --quick --full
refused 2 'exclude each other' reproduce --brief --full
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
