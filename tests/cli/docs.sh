#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pages are true: blocks that begin with `$` print what stands below, and commands and
# options exist. A line of `...` in a block stands for whatever follows, up to the next
# command.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
mkdir build && ln -s "$DEADWOOD" build/deadwood && ln -s "$SRC/examples" examples
export XDG_DATA_HOME=$PWD/data LC_ALL=C.UTF-8 NO_COLOR=1
mapfile -t pages < <(cd "$SRC" && ls README.md CONTRIBUTING.md docs/*.md docs/papers/*.md bridge/README.md examples/bots/README.md)

# ---- Blocks that are run ----

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

# ---- Commands and options ----

commands=$("$DEADWOOD" help | sed -n '/^Topics/q; s/^  \([a-z][a-z]*\)  .*/\1/p')
declare -A options
for command in $commands; do options[$command]=$("$DEADWOOD" help "$command" | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); done
named=0
# shellcheck disable=SC2016 # a backquote is meant
while IFS=: read -r page line; do
    [[ $line =~ deadwood\ ([a-z]+)(.*) ]] || continue
    command=${BASH_REMATCH[1]} rest=${BASH_REMATCH[2]}
    [[ $command == help || $command == version ]] && continue
    [[ $line == *build/deadwood* || -n ${options[$command]+known} ]] || continue # the first word of a file
    grep -qx "$command" <<<"$commands" || fail "$page: there is no command '$command': $line"
    for option in $(grep -oE ' --[a-z][a-z-]*' <<<"${rest%%[\`#;|]*}" || true); do
        grep -qx -- "$option" <<<"${options[$command]}" || [[ $rest == *exec:* ]] ||
            fail "$page: '$command' has no $option: $line"
        named=$((named + 1))
    done
done < <(cd "$SRC" && grep -oHE '(^    (\$ )?|`)(build/)?deadwood [a-z]+( [^`]*)?' "${pages[@]}")
((named >= 100)) || fail "only $named options were looked up"
