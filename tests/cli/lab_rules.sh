#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood lab rules-of: how a player plays, as tables, TSV and figures.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

works lab rules-of simple --games 60 --quiet --out style
grep -q '^Chances to knock that it takes, %: simple' out || fail "no table: $(<out)"
[[ -s style/data/chances-to-knock-that-it-takes-simple.tsv ]] || fail 'no TSV'
awk -F '\t' 'NR > 1 { for (i = 2; i <= NF; i++) if ($i != "-" && $i < 95) exit 1 }' \
    style/data/chances-to-knock-that-it-takes-simple.tsv || fail 'Simple knocks at once'
[[ -s style/figures/style-knocks.gp ]] || fail 'no figure'
cp out before
works lab rules-of simple --games 60 --quiet --threads 1
cmp out before || fail 'threads or files matter'

works lab rules-of heisenbot --games 20 --quiet --other heisenbot --against "simple greedy"
grep -q 'discards in which heisenbot does the same *100.0' out || fail "it does not agree with itself: $(<out)"
grep -q '^20 games against simple, greedy' out || fail "who played: $(<out)"

refused 2 'rules-of needs a player' lab rules-of
refused 2 "rules-of: there is no gin player 'simpel'; did you mean 'simple'" lab rules-of simpel
refused 2 "other: there is no gin player 'x'" lab rules-of simple --other x
refused 2 'is not for rules-of' lab rules-of simple --db games.db
refused 2 'against names no player' lab rules-of simple --against ' '
refused 1 'nowhere' lab rules-of simple --games 2 --quiet --out /dev/null/nowhere
