#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs against an installed library, run by somebody else, from the root, with nothing of ours in the environment.

# as_anybody LIBRARY COMMAND...: as another user where that can be tried.
as_anybody() {
    local library=$1 other=()
    shift
    if [[ $(id -u) == 0 ]] && command -v setpriv >/dev/null; then
        other=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    fi
    (cd / && env -i PATH="$PATH" LD_LIBRARY_PATH="$library" "${other[@]}" "$@")
}

# finds_data PREFIX LIBRARY CFLAG... -- LIB...: a program compiled with these finds the models of the prefix, and says
# where it looked for what is not there.
finds_data() {
    local prefix=$1 library=$2 cflags=() found program=$PWD/finds
    shift 2
    for (( ; $# > 0; )); do
        [[ $1 != -- ]] || break
        cflags+=("$1")
        shift
    done
    shift
    cat >finds.c <<'C'
#include <stdio.h>

#include <deadwood.h>

int main(int argc, char **argv) {
    deadwood_error err;
    deadwood_context *dw = deadwood_open(NULL, &err);
    deadwood_weights *weights = deadwood_weights_open(dw, argc > 1 ? argv[1] : "champion", &err);
    printf("%s %s\n", deadwood_version(), err.text);
    deadwood_weights_close(weights);
    deadwood_close(dw);
    return weights ? 0 : 1;
}
C
    "${CC:?}" -std=c11 -Wall -Wextra -Wpedantic -Werror "${cflags[@]}" finds.c "$@" -o "$program"
    chmod a+rx . "$prefix" # the folder is the test's own
    found=$(as_anybody "$library" "$program") || { echo "models are not found: $found"; exit 1; }
    ! found=$(as_anybody "$library" "$program" none.safetensors) || { echo 'found what is not there'; exit 1; }
    [[ $found == *"$prefix/share/deadwood/models"* ]] || { echo "does not say where it looked: $found"; exit 1; }
}
