// SPDX-License-Identifier: MIT
// Opponents for people, from beginner to champion: one list a game, the weakest first (gin_levels, hearts_levels). The
// command line, the library and the page have no other.
#ifndef DEADWOOD_BASE_LEVEL_H
#define DEADWOOD_BASE_LEVEL_H

#include "base/text/json.h"

// A level is a player by its name too: "level-3", and "level-3:key=value" changes what its spec sets.
typedef struct Level {
    const char *name;  // "level-1", the weakest
    const char *title; // "beginner"
    const char *about; // which mistakes it makes, one line
    const char *spec;  // the player behind it
    int elo, error;    // as measured, on the scale of `deadwood players`; half of the 95% interval
} Level;

enum { LEVEL_COUNT = 8, LEVEL_TEXT = 512 };

// Whom a newcomer meets who names nobody.
#define LEVEL_FOR_NEWCOMERS "level-2"

// The level that a spec names, with its settings or without; NULL if it names none. Else `spelled` becomes the spec of
// the player behind it, settings included, unless it is longer than there is room for: then it is empty.
const Level *level_find(const Level *levels, const char *spec, char spelled[LEVEL_TEXT]);

// Adds them as the array "levels" of an object: name, title, about, spec, elo, error, newcomers.
void level_json(Json *json, const Level *levels);

#endif
