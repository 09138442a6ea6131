// SPDX-License-Identifier: MIT
// A hash of a player's first decisions, to hold builds against each other: native and WebAssembly, f32 and f16.
#ifndef DEADWOOD_WEB_DIGEST_H
#define DEADWOOD_WEB_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

// Lets the player `spec` of `game` ("gin" or "hearts", in their default rules) play itself on deals of `seed` until it
// has decided `decisions` times, hashes what it chose, and measures how long a decision took it. False with err set if
// there is no such player.
bool web_digest(const char *game, const char *spec, uint64_t seed, int decisions, uint64_t *digest,
                int64_t *nanoseconds, Error *err);

#endif
