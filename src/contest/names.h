// SPDX-License-Identifier: MIT
// What players are called in reports and records: ours by their specs, programs by what they say they are.
//
// A program chooses its name itself, so it gets no name that is another's: "Careful" the second time is "Careful 2",
// and whoever calls itself like one of our players has "(program)" behind it. The host has made it printable ASCII when
// it heard it (cgp_copy_name).
#ifndef DEADWOOD_CONTEST_NAMES_H
#define DEADWOOD_CONTEST_NAMES_H

#include "contest/match.h"

enum { MATCH_NAME = 160, MATCH_COLUMN = 22 }; // bytes of a name, with its end; width of a column

// Names for `count` players from their specs and from what the programs among them say, "" where nothing is known:
// such a one is called by its spec. names[i] is a spec or in text[i]; no two are alike unless two specs are.
void match_names(int count, const char *const specs[], const char said[][CGP_NAME], char text[][MATCH_NAME],
                 const char *names[]);

// Player 0's or 1's name in a match.
const char *match_name(const MatchPlan *plan, int player);

// Is that player one whom a record calls so? A program's records name it by its name, or by its spec: where it was not
// asked for its name, and in files of before names were kept.
bool match_recorded_as(const MatchPlan *plan, int player, const char *name);

// The name for a narrow column of at most `width` characters: its beginning and its end.
const char *match_short_name(const char *name, int width, char cell[MATCH_COLUMN + 1]);

#endif
