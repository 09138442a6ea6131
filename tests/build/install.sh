#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The installed library is found through pkg-config, its headers stand alone, and a program runs against it, also after
# the tree was moved.
set -euo pipefail
command -v pkg-config >/dev/null || exit 77
DESTDIR="$PWD/stage" cmake --install "$BUILD" --prefix /opt/deadwood >log
mv stage/opt/deadwood moved
[[ -z $(find stage -type f) ]] || { echo 'files outside the prefix'; find stage -type f; exit 1; }

pc=$(find "$PWD/moved" -name deadwood.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
read -ra cflags <<<"$(pkg-config --cflags deadwood)"
read -ra libs <<<"$(pkg-config --libs deadwood)"
read -ra static <<<"$(pkg-config --static --libs deadwood)"
if grep -rn "$SRC\|$BUILD" "$pc"; then
    echo 'deadwood.pc names the source or build folder'
    exit 1
fi

# Models and recipes lie where the program looks for them.
for name in models/MANIFEST models/knock-nguyen.safetensors recipes/knock-nguyen.recipe; do
    [[ -s moved/share/deadwood/$name ]] || { echo "$name is not installed"; exit 1; }
done

# Manual pages and completion are there, for every command.
for page in man/man1/deadwood.1 man/man1/deadwood-match.1 man/man1/deadwood-play.1 \
    bash-completion/completions/deadwood zsh/site-functions/_deadwood fish/vendor_completions.d/deadwood.fish; do
    [[ -s moved/share/$page ]] || { echo "share/$page is not installed"; exit 1; }
done
pages=$(find moved/share/man/man1 -name 'deadwood-*.1' | wc -l)
((pages >= 17)) || { echo "only $pages pages of commands"; exit 1; }

# So do the helpers for bots, and the examples run where they lie.
for name in deadwood_bot.py deadwood_bot.mjs README.md; do
    [[ -s moved/share/deadwood/bots/$name ]] || { echo "bots/$name is not installed"; exit 1; }
done
[[ ! -e moved/share/deadwood/bots/__pycache__ ]]
if command -v python3 >/dev/null && [[ -x moved/bin/deadwood ]]; then
    moved/bin/deadwood check --games 1 --quiet python3 moved/share/deadwood/bots/bot.py >log || { cat log; exit 1; }
fi

warnings=(-std=c11 -Wall -Wextra -Wpedantic -Werror)
include=moved/include/deadwood
[[ ! -e $include/app ]]
find "$include" -name '*.h' | while read -r header; do
    printf '#include "%s"\nextern int nothing;\n' "${header#"$include"/}" | "$CC" "${warnings[@]}" "${cflags[@]}" -xc -fsyntax-only - ||
        { echo "$header does not stand alone"; exit 1; }
done

cat >main.c <<'C'
#include <stdio.h>

#include "base/card.h"
#include "base/text/text.h"
#include "base/version.h"

int main(void) {
    CardSet set = 0;
    Error err = {0};
    char text[SET_TEXT];
    if (!set_parse("AS TD 7H", &set, &err)) return 1;
    set_print(set, ' ', text);
    printf("%s %s\n", DEADWOOD_VERSION, text);
    return set_parse("7X", &set, &err);
}
C
"$CC" "${warnings[@]}" "${cflags[@]}" main.c "${libs[@]}" -o program
"$CC" "${warnings[@]}" "${cflags[@]}" main.c "${static[@]}" -o program-static
for program in ./program ./program-static; do
    output=$(LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")") $program)
    [[ $output == *' TD 7H AS' ]] || { echo "wrong: $output"; exit 1; }
done

# The example players build against it as they say they do.
"$CC" "${warnings[@]}" "${cflags[@]}" "$SRC/examples/my_player.c" "${static[@]}" -o my_player
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")") ./my_player | grep -E '^won [0-9]+ of 2000 games$'

# Whoever runs it, from wherever: models and recipes lie in the moved tree.
# shellcheck source=../support/installed.bash
. "$SRC/tests/support/installed.bash"
library=$(dirname "$(dirname "$pc")")
finds_data "$PWD/moved" "$library" "${cflags[@]}" -- "${libs[@]}"
finds_data "$PWD/moved" "$library" "${cflags[@]}" -- "${static[@]}"
if [[ -x $BUILD/deadwood ]]; then
    as_anybody "$library" "$PWD/moved/bin/deadwood" --version >/dev/null
    as_anybody "$library" "$PWD/moved/bin/deadwood" match mishra simple --games 2 --seed 1 --quiet >/dev/null ||
        { echo 'the moved program finds no models'; exit 1; }
    as_anybody "$library" "$PWD/moved/bin/deadwood" train | grep '^  knock-nguyen ' ||
        { echo 'the moved program finds no recipes'; exit 1; }
    ln -s "$PWD/moved/bin/deadwood" linked
    as_anybody "$library" "$PWD/linked" train | grep '^  knock-nguyen ' ||
        { echo 'called by a link, the moved program finds no recipes'; exit 1; }
fi
