#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the libraries show is what the header declares and src/api/deadwood.symbols lists, no more and no less. What of
# them can change while they are loaded is a short list, each with its reason. They call nothing that ends the host,
# prints, or changes its environment.
set -euo pipefail
command -v nm >/dev/null && command -v objdump >/dev/null || exit 77
shared=$BUILD/libdeadwood.so archive=$BUILD/libdeadwood.a
[[ -e $shared && -e $archive ]] || exit 77

grep '^deadwood_' "$SRC/src/api/deadwood.symbols" >listed
sort -uc listed
tr '\n' ' ' <"$SRC/src/api/deadwood.h" | grep -oE 'DEADWOOD_API [^;]*;' | grep -oE '\bdeadwood_[a-z_]+\(' | grep -v _fn |
    tr -d '(' | sort -u >declared
diff listed declared || { echo 'deadwood.h declares other functions than deadwood.symbols lists'; exit 1; }
nm -D --defined-only "$shared" | awk '$2 != "A" {print $3}' | sed 's/@.*//' | sort >shown
diff listed shown || { echo 'libdeadwood.so shows other functions than deadwood.symbols lists'; exit 1; }
nm -g --defined-only "$archive" | awk 'NF == 3 {print $3}' | sort >shown
diff listed shown || { echo 'libdeadwood.a shows other functions than deadwood.symbols lists'; exit 1; }
readelf -d "$shared" | grep -q "SONAME.*libdeadwood.so.$(sed -n 's/^#define DEADWOOD_ABI *//p' "$SRC/src/api/deadwood.h")\]"
if readelf -d "$shared" | grep TEXTREL; then exit 1; fi

# Sanitizers bring state and symbols of their own.
! nm -u "$shared" | grep -q __asan || exit 0

# interrupted, interrupted_at: set by a signal handler that only programs install (base/threads/progress.c).
# was_short: that memory ran out, of a thread, until its call returns (base/memory.c).
# in_force: what a caller brought along, of a thread, until its call returns (base/scope.c).
cat >allowed <<'LIST'
.bss interrupted
.bss interrupted_at
.tbss in_force
.tbss was_short
LIST
objdump -t "$shared" | awk 'NF > 2 && $(NF - 2) ~ /^\.(data|bss|tdata|tbss)$/ && $NF !~ /^\./ {print $(NF - 2), $NF}' |
    sed 's/\.[0-9]*$//' | grep -vE ' (completed|__TMC_END__|__dso_handle)$' | sort >mutable
diff allowed mutable || { echo 'the library has other state than this list (<)'; exit 1; }

# exit, abort, printing to a stream of the host, its environment.
nm -u "$shared" | awk '{print $NF}' | sed 's/@.*//' | sort -u >calls
! grep -xE 'exit|abort|_Exit|quick_exit|__assert_fail|putenv|setenv|unsetenv|clearenv|setlocale|printf|puts|putchar|perror|srand|rand|strtok' calls
