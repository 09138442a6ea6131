#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# play --svg: the screen as a picture. Every picture of a table in README.md and docs/ is drawn again by the command
# that stands beside it, and must come out as it lies there.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
export XDG_DATA_HOME=$PWD/data

# well_formed FILE: tags that open are closed, and nothing a browser would stumble over.
well_formed() {
    { head -c 5 "$1" | grep -q '<svg ' && tail -n 1 "$1" | grep -qx '</svg>'; } || fail "$1: no svg: $(head -c 200 "$1")"
    (($(grep -c '<text ' "$1") == $(grep -c '</text>$' "$1"))) || fail "$1: unbalanced text"
    ! grep -nE '&[^a-z]|[[:cntrl:]]' "$1" || fail "$1: characters that XML has not"
}

works play simple --seed 3 --svg - --keys d
well_formed out
grep -q '<title>A hand of gin rummy in the terminal</title>' out || fail 'no title'
grep -q 'prefers-color-scheme:dark' out || fail 'auto: no dark colours'
mv out first
works play simple --seed 3 --svg picture.svg --keys d
cmp first picture.svg
works play simple --seed 3 --svg picture.svg
! cmp -s first picture.svg || fail 'keys change nothing'
for theme in light dark; do
    works play simple --seed 3 --svg $theme.svg --theme $theme
    ! grep -q prefers-color-scheme $theme.svg || fail "$theme: depends on the screen"
done
! cmp -s light.svg dark.svg || fail 'light is dark'
works play simple --seed 3 --svg ascii.svg --ascii --keys '?'
well_formed ascii.svg
! LC_ALL=C grep -q $'[\x80-\xFF]' ascii.svg || fail '--ascii: symbols'
works play ducker --game hearts --seed 3 --svg hearts.svg
well_formed hearts.svg
grep -q 'A hand of Hearts' hearts.svg || fail 'hearts: no title'
[[ ! -e data ]] || fail 'a picture kept a game'

# A game that is kept can be drawn, and stays as it was.
play simple --plain --seed 3 --record game.rec <<<$'pass\nquit'
cp game.rec before.rec
works play --resume game.rec --svg kept.svg --keys d
well_formed kept.svg
cmp game.rec before.rec

refused 2 '--keys needs --svg FILE' play --keys d
refused 2 '--theme needs --svg FILE' play --theme dark
refused 2 "--theme 'pink' is none of light, dark and auto" play --svg x.svg --theme pink
refused 2 'leave out --plain' play --svg x.svg --plain
refused 2 'leave out --record' play --svg x.svg --record x.rec
refused 1 'no/x.svg' play simple --svg no/x.svg
[[ ! -e x.svg ]] || fail 'a refused picture was drawn'

# Pictures of the pages. Hints take long under sanitizers.
((${DEADWOOD_TEST_EFFORT:-100} >= 100)) || exit 0
pictures=0
while IFS= read -r command; do
    eval "words=(${command#build/deadwood })"
    file=${words[-1]}
    words[-1]=drawn.svg
    works "${words[@]}"
    cmp -s drawn.svg "$SRC/$file" || fail "$file is out of date; draw it again: $command"
    pictures=$((pictures + 1))
done < <(grep -hoE 'build/deadwood play .* --svg docs/figures/[a-z-]+\.svg' "$SRC"/README.md "$SRC"/docs/*.md | sort -u)
((pictures >= 2)) || fail "only $pictures pictures with their commands"
