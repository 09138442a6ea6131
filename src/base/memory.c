// SPDX-License-Identifier: MIT
#include "base/memory.h"

static _Thread_local bool was_short;

void memory_note_short(void) { was_short = true; }

bool memory_was_short(void) {
    bool noted = was_short;
    was_short = false;
    return noted;
}

bool memory_sufficed(Error *err) { return !memory_was_short() || error_set(err, "out of memory"); }
