#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command's help ends with two examples, and each of them works as it stands.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
mkdir bin work && ln -s "$DEADWOOD" bin/deadwood
export PATH=$PWD/bin:$PATH XDG_DATA_HOME=$PWD/data

works help
mapfile -t commands < <(sed -n '/^Topics/q; s/^  \([a-z][a-z]*\)  .*/\1/p' out)
((${#commands[@]} >= 17)) || fail "commands: ${commands[*]}"
for command in "${commands[@]}"; do
    works help "$command"
    mapfile -t examples < <(sed '1,/^Examples$/d; s/^  //' out)
    ((${#examples[@]} == 2)) || fail "help $command: ${#examples[@]} examples"
    [[ ${examples[0]}${examples[1]} == *"deadwood $command"* ]] || fail "help $command: examples of something else"
    for example in "${examples[@]}"; do
        # Speeds and long sums are for other tests; here it is enough that they are understood.
        [[ $example != 'deadwood bench' ]] || continue
        ((${DEADWOOD_TEST_EFFORT:-100} >= 100)) || [[ $example != *reproduce* ]] || continue
        code=0
        (cd work && bash -c "set -o pipefail; $example" >../result 2>../err </dev/null) || code=$?
        ! grep -qE 'Sanitizer|runtime error:|Assertion' err || fail "$example: $(<err)"
        ((code == 0)) || fail "$example: exit code $code: $(tail -n 5 err)"
    done
done
