// SPDX-License-Identifier: MIT
// What tests of batches share, whatever the game: threads, and rows told apart by a hash.
#ifndef DEADWOOD_TESTS_ROWS_H
#define DEADWOOD_TESTS_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/threads/team.h"

Team *team_of(int threads); // the test fails where there is none

uint64_t hash_of(const void *bytes, size_t size);

#endif
