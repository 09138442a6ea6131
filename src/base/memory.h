// SPDX-License-Identifier: MIT
// Memory that ran out where there is no Error to tell it: in the middle of a decision, in a growing text.
//
// What notes it goes on with something harmless (a text that stays as it is, a move that is legal), and whoever asked
// for the work looks here when it comes back and reports an error instead of the result. A thread notes for itself; who
// hands work to other threads (pool.h, team.h) gets their notes with it.
#ifndef DEADWOOD_BASE_MEMORY_H
#define DEADWOOD_BASE_MEMORY_H

#include <stdbool.h>

#include "base/error.h"

// Notes that an allocation failed.
void memory_note_short(void);

// True if that was noted since the last call; asking forgets it.
bool memory_was_short(void);

// The same as an error: false with err set if memory was short.
bool memory_sufficed(Error *err);

#endif
