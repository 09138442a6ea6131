#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# models/MANIFEST is true: every model is listed with its hash and size, and so is what every recipe makes.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
manifest=$SRC/models/MANIFEST
listed=()
while IFS='|' read -r file hash bytes recipe seed command quality; do
    file=${file// /} hash=${hash// /} bytes=${bytes// /} recipe=${recipe// /}
    [[ -n $quality ]] || fail "$file: a field is missing"
    listed+=("$file")
    path=$SRC/models/$file
    [[ -e $SRC/recipes/$recipe.recipe ]] || fail "$file: there is no recipe '$recipe'"
    [[ $command == " deadwood train $recipe "*"--out models/${file/%-critic.safetensors/.safetensors} " ]] ||
        fail "$file: its command is '$command'"
    if [[ $hash == - ]]; then
        [[ ! -e $path ]] || fail "$file is there, but MANIFEST says it is not shipped"
        continue
    fi
    [[ $(sha256sum <"$path" | cut -d' ' -f1) == "$hash" ]] || fail "$file is not the one in MANIFEST"
    (($(stat -c %s "$path") == bytes)) || fail "$file has not $bytes bytes"
    [[ $(grep -aoE '"seed":"[0-9]+"' "$path") == "\"seed\":\"${seed// /}\"" ]] || fail "$file: another seed"
done < <(grep -v '^#' "$manifest")
((${#listed[@]} > 0)) || fail 'MANIFEST is empty'
for path in "$SRC"/models/*.safetensors; do
    [[ " ${listed[*]} " == *" ${path##*/} "* ]] || fail "${path##*/} is not in MANIFEST"
done
while read -r output; do
    [[ " ${listed[*]} " == *" $output "* ]] || fail "$output, which a recipe makes, is not in MANIFEST"
done < <(sed -n 's/^output = //p' "$SRC"/recipes/*.recipe)
