// SPDX-License-Identifier: MIT
// The file of records of a match, and how it goes on beside a store that holds games already.
//
// A game is stored first and recorded then, so what is killed leaves a file that lacks the last games of the store,
// never more than arena_batch of them, and may end inside a line or a frame. Those games are played again. Whatever
// else is found was done by no kill: it is refused with a sentence, and nothing is changed.
#ifndef DEADWOOD_CONTEST_RECORDS_MATCH_RECORDS_H
#define DEADWOOD_CONTEST_RECORDS_MATCH_RECORDS_H

#include "contest/match.h"

// Opens setup->plan->records for the arena. With stored games in *totals an empty file begins with the next game, one
// that holds records goes on after them; games the file lacks are dropped from the store, and *totals become what is
// left. Nothing is cut before all that can fail has succeeded.
bool match_records_open(const MatchSetup *setup, ArenaPlan *arena, ArenaTotals *totals, Error *err);

// False if `records` is, by whatever path, the database `db` or one of the files SQLite keeps beside it.
bool match_files_differ(const char *db, const char *records, Error *err);

#endif
