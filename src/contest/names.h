// SPDX-License-Identifier: MIT
// Names of players in reports and records: built-in players go by their specs, programs by the name they give.
//
// A program chooses its own name, so names are made unique: a second "Careful" becomes "Careful 2", and a program named
// like a built-in player gets the suffix "(program)". The host has already made the name printable ASCII
// (cgp_copy_name).
#ifndef DEADWOOD_CONTEST_NAMES_H
#define DEADWOOD_CONTEST_NAMES_H

#include "contest/match.h"

enum { MATCH_NAME = 160, MATCH_COLUMN = 22 }; // bytes of a name, with its end; width of a column

// Makes names for `count` players from their specs and from the names that programs gave ("": unknown, so the spec is
// used). names[i] points to a spec or into text[i]; names are unique unless two specs are equal.
void match_names(int count, const char *const specs[], const char said[][CGP_NAME], char text[][MATCH_NAME],
                 const char *names[]);

// Player 0's or 1's name in a match.
const char *match_name(const MatchPlan *plan, int player);

// True if a record's name means that player. Records call a program by its name, or by its spec if it was not asked for
// its name and in old files.
bool match_recorded_as(const MatchPlan *plan, int player, const char *name);

// Shortens a name to at most `width` characters: its beginning and its end.
const char *match_short_name(const char *name, int width, char cell[MATCH_COLUMN + 1]);

#endif
