// SPDX-License-Identifier: MIT
// Opponents for people, from beginner to champion: one list per game, the weakest first (gin_levels, hearts_levels).
// The command line, the library and the page all use it.
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

// The opponent of a newcomer who names none.
#define LEVEL_FOR_NEWCOMERS "level-2"

// The level that a spec names, with or without settings; NULL if it names none. Writes the spec of the player behind
// it, settings included, to `spelled`; an empty string if it does not fit.
const Level *level_find(const Level *levels, const char *spec, char spelled[LEVEL_TEXT]);

// Adds them as the array "levels" of an object: name, title, about, spec, elo, error, newcomers.
void level_json(Json *json, const Level *levels);

#endif
