#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood analyze: text, JSON, HTML, folders of results, threads, and what it refuses.
set -euo pipefail
# shellcheck source=tests/support/cli.bash
. "$SRC/tests/support/cli.bash"

golden=$SRC/tests/golden/simple-simple.rec
fast=(--samples 64 --quiet --judge "mix:draw=card-value,discard=categories,knock=rules,melds=best-layoff") # the fast judge
quick=("${fast[@]}" --estimator uniform)                                                                    # ready soonest

# Text: mistakes with reasons, the identity in numbers, a summary in words.
works analyze "$golden" --game 0 "${quick[@]}"
grep -q '^Game 0, hand 0: simple(0) 0, simple(1) 0; simple(1) starts$' out || fail "no head: $(head -5 out)"
grep -qE -- '-- (inaccuracy|mistake|blunder), costs [0-9.-]+ \+- [0-9.]+ points' out || fail "no mistake"
grep -qE 'points = [+-][0-9.]+ expected [+-][0-9.]+ skill [+-][0-9.]+ opponent.s skill [+-][0-9.]+ luck' out || fail "no sum"
grep -qE '^simple\(1\): .* in [0-9]+ decisions, cost .*; skill [+-]?[0-9.]+ points; luck [+-]?[0-9.]+ points' out || fail "summary: $(tail -5 out)"
tail -1 out | grep -qE '^simple\(1\) +[0-9]+ +[0-9]+ +[0-9.]+ \+- [0-9.]+ ' || fail "no table: $(tail -5 out)"
! grep -q $'\x1b' out || fail "colours in a file"
lines=$(wc -l <out)
works analyze "$golden" --game 0 --all "${quick[@]}"
(($(wc -l <out) > lines)) || fail "--all shows no more"
"$DEADWOOD" analyze - --game 0 --all "${quick[@]}" <"$golden" | cmp - out

# JSON: whole, the identity holds, and the same for any number of threads.
works analyze "$golden" --game 1 --json "${fast[@]}" --threads 1
cp out one.json
works analyze "$golden" --game 1 --json "${fast[@]}" --threads 3
cmp out one.json
works analyze "$golden" --game 1 --json "${fast[@]}" --seed 2
! cmp -s out one.json || fail "the seed changes nothing"
holds one.json '.judge and .worlds == 64 and (.hands | length) > 0 and (.players | length) == 2'
# shellcheck disable=SC2016 # jq's variables
holds one.json '[.hands[] | .seats as $s | range(2) | . as $i | $s[$i] | (.result.points - .expected.points - .skill.points
    + $s[1 - $i].skill.points - .luck.points), (.result.win - .expected.win - .skill.win + $s[1 - $i].skill.win
    - .luck.win) | fabs] | max < 1e-9'
holds one.json '[.hands[].decisions[] | (.cost.win >= 0) and (.candidates | length) > 1 and (.opponent.held | length) >= 10] | all'
holds one.json '[.players[] | (.hands > 1) and (.a_decision.cost.error > 0) and
    (((.a_hand.luck.mean * .hands - .luck.points) | fabs) < 1e-9)] | all'
holds one.json '.hands[-1].seats | map(.result.win) | sort == [0, 1]'

# One player, a page, another judge.
works analyze "$golden" --game 1 --player 1 "${quick[@]}"
! grep -q '^ *[0-9]*\.  simple(0):' out || fail "--player judges the other"
works analyze "$SRC/tests/golden/greedy-rule-knock.rec" --game 0 --player greedy --judge simple --estimator uniform --samples 64 --quiet
works analyze "$golden" --game 1 --html page.html "${quick[@]}"
grep -q '<!DOCTYPE html>' page.html || fail "no page"
tail -1 page.html | grep -q '</html>' || fail "the page is cut"
! grep -qE 'src=|href=|<script' page.html || fail "the page loads something"
(($(grep -o '<tr>' page.html | wc -l) == $(grep -o '</tr>' page.html | wc -l))) || fail "rows are open"

# The champion judges where nobody else is named: moves with their chances to win.
works analyze "$SRC/tests/fuzz/corpus/record/undercut" --samples 64 --quiet --json
holds out '.judge == "champion:depth=2" and .worlds == 64'
holds out '[.hands[].decisions[].candidates[] | .policy >= 0 and .worth.win > -0.1 and .worth.win < 1.1] | length > 0 and all'

# Every rules preset, forfeits, big gin. Together: solving the game for the first file takes longer than the rest.
works analyze "$SRC"/tests/golden/{simple,random,greedy}*.rec --game 0 "${quick[@]}" --threads 2
works analyze "$SRC"/tests/fuzz/corpus/record/{forfeit,timeout,big-gin,undercut} "${quick[@]}"
(($(grep -c 'forfeited by' out) == 2)) || fail "no forfeit"

# A folder of results, and only what is missing the next time.
cp "$golden" a.rec
cp "$SRC/tests/golden/simple-greedy-pagat.rec" b.rec
works analyze a.rec --out results --game 1 "${quick[@]}"
holds results/a.rec.json '.games == 1'
touch -d '2001-01-01' results/a.rec.json
works analyze a.rec b.rec --out results --game 1 "${quick[@]}"
grep -q 'skipped 1' out || fail "not skipped: $(<out)"
tail -3 out | grep -q '^player .* luck/hand$' || fail "no sum over all files: $(<out)"
[[ $(stat -c %Y results/a.rec.json) == $(date -d 2001-01-01 +%s) && -s results/b.rec.json ]] || fail "written again"
mkdir -p other && cp a.rec other/
rm -r results
refused 2 "would both become" analyze b.rec a.rec other/a.rec --out results "${quick[@]}"
[[ ! -e results ]] || fail "began all the same"

# What it refuses.
refused 2 "none of quick, normal and deep" analyze "$golden" --effort hard
refused 2 "give one of them" analyze "$golden" --effort quick --samples 100
refused 2 "there is no gin player" analyze "$golden" --judge nobody
refused 2 "estimates nothing" analyze "$golden" --estimator none
refused 1 "nobody is called 'me'" analyze "$golden" --player me "${quick[@]}"
refused 1 "there is no game 99" analyze "$golden" --game 99 "${quick[@]}"
refused 1 "missing.rec" analyze missing.rec "${quick[@]}"
head -c 700 "$golden" >cut.rec
refused 1 "cut.rec" analyze cut.rec "${quick[@]}"
refused 1 "nowhere" analyze "$golden" --html nowhere/page.html --game 1 "${quick[@]}"
refused 2 "too few words" analyze

# Ctrl-C stops it, with nothing half written.
interrupt_after 1 analyze "$golden" --samples 1000000 --quiet --html late.html
((code == 130)) || fail "interrupted: exit code $code: $(<err)"
[[ ! -e late.html && ! -s out ]] || fail "something was written"
