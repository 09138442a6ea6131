#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the documents show compiles as it stands.
set -euo pipefail
# shellcheck disable=SC2016 # the backquotes are Markdown's
sed -n '/^```c$/,/^```$/p' "$SRC/docs/PLAYERS.md" | grep -v '^```' >policy.c
[[ -s policy.c ]]
"$CC" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -D_GNU_SOURCE -I"$SRC/src" -fsyntax-only policy.c

# So do all blocks of docs/API.md, which are bodies of functions, or whole ones where they say so; and they run.
awk '
/^```c whole$/ { inside = 2; next }
/^```c$/ { inside = 1; count++; body = body "static void example_" count "(deadwood_context *dw) {\ndeadwood_error err;\n(void)dw, (void)err;\n"; next }
/^```$/ { if (inside == 1) body = body "}\n"; inside = 0; next }
inside == 1 { body = body $0 "\n" }
inside == 2 { whole = whole $0 "\n" }
END {
    print "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n#include \"api/deadwood.h\"\n"
    print whole body "int main(void) {\ndeadwood_context *dw = deadwood_open(NULL, NULL);"
    for (i = 1; i <= count; i++) print "example_" i "(dw);"
    print "deadwood_close(dw);\nreturn 0;\n}"
}' "$SRC/docs/API.md" >manual.c
[[ $(grep -c '^static void example_' manual.c) -ge 8 ]]
"$CC" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$SRC/src" manual.c -L"$BUILD" -ldeadwood -Wl,-rpath,"$BUILD" -o manual
./manual >told
for word in 'argument: ' 'deadwood 34' 'knock=limit' 'simple: ' '"end":"finished"' 'game 5: action 105' 'dimensions'; do
    grep -q -- "$word" told || { echo "the manual's examples do not print '$word'"; cat told; exit 1; }
done
