#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pages are true: blocks that begin with `$` print what stands below. A line of `...` in a block stands for whatever
# follows, up to the next command. (tools/check-docs looks up commands and options.)
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
mkdir build && ln -s "$DEADWOOD" build/deadwood && ln -s "$SRC/examples" examples
export XDG_DATA_HOME=$PWD/data LC_ALL=C.UTF-8 NO_COLOR=1
mapfile -t pages < <(cd "$SRC" && ls README.md CONTRIBUTING.md docs/*.md docs/papers/*.md bridge/README.md examples/bots/README.md)

blocks=0
# check_block PAGE COMMAND EXPECTED: what the command prints begins with (where `...` ends it) or is the text.
check_block() {
    local printed
    printed=$(bash -c "$2" 2>/dev/null </dev/null | sed 's/ *$//') || true
    if [[ $3 == *$'\n...' ]]; then
        local head=${3%...}
        [[ $printed$'\n' == "$head"* ]] || fail "$1: $2"$'\n'"$(diff <(echo "${head%$'\n'}") <(echo "$printed") | head -20)"
    else
        [[ $printed == "$3" ]] || fail "$1: $2"$'\n'"$(diff <(echo "$3") <(echo "$printed") | head -20)"
    fi
    blocks=$((blocks + 1))
}
for page in "${pages[@]}"; do
    command='' expected=''
    while IFS= read -r line; do
        if [[ $line == '    $ '* || ($line != '    '* && -n $line) ]]; then
            if [[ -n $command ]]; then
                while [[ $expected == *$'\n' ]]; do expected=${expected%$'\n'}; done
                check_block "$page" "$command" "$expected"
            fi
            command='' expected=''
            [[ $line != '    $ '* ]] || command=${line#'    $ '}
        elif [[ -n $command ]]; then
            expected+=${line#'    '}$'\n'
        fi
    done < <(cat "$SRC/$page" && echo 'end')
done
((blocks >= 3)) || fail "only $blocks blocks were run"
