// SPDX-License-Identifier: MIT
// Out-of-memory where no Error can report it: in the middle of a decision, in a growing text.
//
// Code whose allocation fails notes it here and goes on with something harmless: the text stays as it is, the move is
// legal. Whoever asked for the work checks afterwards and reports an error instead of the result. The note is per
// thread; pool.h and team.h pass the notes of their threads on to the caller.
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
