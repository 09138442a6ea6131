#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The installed libraries are found through pkg-config and through find_package, shared and static, the header stands
# alone, and the examples run against them; all of it after the tree was moved.
set -euo pipefail
command -v pkg-config >/dev/null || exit 77
DESTDIR="$PWD/stage" cmake --install "$BUILD" --prefix /opt/deadwood >log
mv stage/opt/deadwood moved
[[ -z $(find stage -type f) ]] || { echo 'files outside the prefix'; find stage -type f; exit 1; }

pc=$(find "$PWD/moved" -name deadwood.pc)
library=$(dirname "$(dirname "$pc")")
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
read -ra cflags <<<"$(pkg-config --cflags deadwood)"
read -ra libs <<<"$(pkg-config --libs deadwood)"
read -ra private <<<"$(pkg-config --static --libs-only-l --libs-only-other deadwood)"
static=("$library/libdeadwood.a")
for word in "${private[@]}"; do [[ $word == -ldeadwood ]] || static+=("$word"); done
if grep -rn "$SRC\|$BUILD" "$pc" "$library/cmake"; then
    echo 'deadwood.pc or the package names the source or build folder'
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

# One header, for C99 and later and for C++, with every warning.
[[ $(find moved/include -type f) == moved/include/deadwood.h ]] || { find moved/include; exit 1; }
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Werror)
for std in c99 c11; do
    printf '#include <deadwood.h>\nint main(void) { return deadwood_abi() != DEADWOOD_ABI; }\n' |
        "$CC" -std=$std "${warnings[@]}" "${cflags[@]}" -xc - -xnone "${libs[@]}" -o header
    LD_LIBRARY_PATH=$library ./header
done
if command -v c++ >/dev/null; then
    printf '#include <deadwood.h>\nint main() { return deadwood_abi() != DEADWOOD_ABI; }\n' |
        c++ -std=c++11 "${warnings[@]}" "${cflags[@]}" -xc++ -fsyntax-only -
fi

# The examples, shared and static.
for name in my_player batch; do
    "$CC" -std=c11 "${warnings[@]}" "${cflags[@]}" "$SRC/examples/$name.c" "${libs[@]}" -o "$name"
    "$CC" -std=c11 "${warnings[@]}" "${cflags[@]}" "$SRC/examples/$name.c" "${static[@]}" -o "$name-static"
    LD_LIBRARY_PATH=$library "./$name" >"$name.out"
    "./$name-static" >"$name-static.out"
    grep -q 'deadwood' <(ldd "./$name")
    if ldd "./$name-static" | grep deadwood; then exit 1; fi
done
grep -q '"players":\["mine","simple"\].*"games":2000,.*"end":"finished"' my_player.out
[[ $(grep -o '"digest":"[0-9a-f]*"' my_player.out) == "$(grep -o '"digest":"[0-9a-f]*"' my_player-static.out)" ]]
LD_LIBRARY_PATH=$library ./batch hearts >hearts.out
grep -q '^[0-9]* hands' hearts.out && grep -q '"opponent":"ducker"' hearts.out
grep -q '^[0-9]* hands' batch.out && cmp <(head -1 batch.out) <(head -1 batch-static.out)

# find_package, without a word about where things lie but the prefix.
mkdir project
cat >project/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(user C)
find_package(deadwood 0.1 REQUIRED)
find_package(deadwood 0.1 REQUIRED) # twice is fine
foreach(kind deadwood static)
  add_executable(${kind} main.c)
  target_link_libraries(${kind} PRIVATE deadwood::${kind})
endforeach()
CMAKE
cp "$SRC/examples/batch.c" project/main.c
cmake -S project -B project/build -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$PWD/moved" >log 2>&1 || { cat log; exit 1; }
cmake --build project/build >log 2>&1 || { cat log; exit 1; }
for kind in deadwood static; do
    "project/build/$kind" | head -1 | cmp - <(head -1 batch.out)
done

# Whoever runs it, from wherever: models and recipes lie in the moved tree.
# shellcheck source=../support/installed.bash
. "$SRC/tests/support/installed.bash"
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

# Moved again, after the program was built.
"$CC" "${cflags[@]}" finds.c "${libs[@]}" -o finds
mv moved again
as_anybody "$PWD/again/${library#"$PWD/moved/"}" "$PWD/finds" || { echo 'moved again, models are not found'; exit 1; }
