// SPDX-License-Identifier: MIT
// The file of records of a match, and how it resumes together with a store.
//
// A game is stored first and recorded afterwards. So a killed run leaves a file that lacks the last games of the store
// (at most arena_batch) and may end inside a line or a frame; those games are played again. Any other difference is not
// due to a kill: it is refused with err set, and nothing changes.
#ifndef DEADWOOD_CONTEST_RECORDS_MATCH_RECORDS_H
#define DEADWOOD_CONTEST_RECORDS_MATCH_RECORDS_H

#include "contest/match.h"

// Opens setup->plan->records for the arena. With stored games in *totals, an empty file begins with the next game; a
// file with records continues after them, games it lacks are dropped from the store, and *totals are updated. Nothing
// is cut before everything that can fail has succeeded.
bool match_records_open(const MatchSetup *setup, ArenaPlan *arena, ArenaTotals *totals, Error *err);

// False if `records` is, by whatever path, the database `db` or one of the files SQLite keeps beside it.
bool match_files_differ(const char *db, const char *records, Error *err);

#endif
