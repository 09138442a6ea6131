// SPDX-License-Identifier: MIT
// How strong players are, as measured: a table a game, and the list of players with it.
#ifndef DEADWOOD_APP_MATCHES_RATINGS_H
#define DEADWOOD_APP_MATCHES_RATINGS_H

#include "base/level.h"

typedef struct AppRating {
    const char *player; // NULL ends a table
    int elo, error;     // half of its 95% interval
} AppRating;

// A player as the list shows it. `more` stands on a line of its own, or is NULL.
typedef struct AppListed {
    const char *name, *source, *about, *more;
} AppListed;

// Adds the players grouped by source, no line wider than HELP_COLUMNS where words allow it. Those of this project come
// last.
void app_list_players(Text *text, const AppListed *players, int count, const AppRating *ratings);

// Adds the levels, the weakest first, under a heading.
void app_list_levels(Text *text, const Level *levels);

// The rating of a player, or NULL.
const AppRating *app_rating(const AppRating *ratings, const char *player);

#endif
