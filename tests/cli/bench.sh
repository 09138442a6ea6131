#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood bench: the signature is the recorded one, and the figures are there. How large they are is not for tests.
# shellcheck disable=SC2016 # the variables in quotes are jq's
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

works bench --signature
(($(grep -cE '^[0-9a-f]{16}$' out) == 2)) || fail "no two signatures: $(<out)"
(($(wc -l <out) == 2)) || fail "more than the signatures: $(<out)"
signature=$(<out)
recorded=$SRC/bench/signature.txt
if [[ -e $recorded && $(<"$recorded") != "$signature" ]]; then
    fail "the players no longer play as recorded: $signature, bench/signature.txt has $(<"$recorded")"
fi
refused 2 'one word too many' bench fast

[[ ${DEADWOOD_TEST_LONG:-} ]] || exit 0 # all measurements take half a minute
works bench --json
holds out '["calibration_ns","deadwood_ns","best_discard_ns","useful_draws_ns","best_splits_ns","simple_hands_per_second",
    "simple_hands_per_second_two_threads","two_thread_ratio","random_hands_per_second","hearts_random_hands_per_second","hearts_random_match_hands_per_second","program_decisions_per_second","batch_decisions_per_second","batch_decisions_per_second_65536","batch_decisions_per_second_simple","hearts_batch_decisions_per_second","hearts_batch_decisions_per_second_65536","hearts_batch_decisions_per_second_ducker","training_examples_per_second","net_apply_us","champion_decision_us","net_bytes_us","sample_us","utility_draw_us",
    "utility_discard_us","utility_discard_plain_us","peak_memory_mib"] as $figures |
    . as $all | $figures - keys == [] and ($figures | map($all[.] > 0) | all)'
holds out "[.signature, .hearts_signature] == [\"${signature/$'\n'/\",\"}\"]"
