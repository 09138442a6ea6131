// SPDX-License-Identifier: MIT
// Shared by the reader of the file and the checks of both games (verify_gin.c, verify_hearts.c).
#ifndef DEADWOOD_CONTEST_VERIFY_VERIFY_INTERNAL_H
#define DEADWOOD_CONTEST_VERIFY_VERIFY_INTERNAL_H

#include "contest/verify/verify.h"

// What every hand is compared with.
typedef struct VerifyTable {
    const VerifyNotes *notes;
    const Chance *chance; // NULL where it is not known
    uint64_t game;        // the one that is due
    VerifyReport *report;
} VerifyTable;

// A game whose records can be checked. `self` is `size` bytes of its own, zero at first.
struct VerifyGame {
    size_t size;
    // Reads what the notes say of the rules, in the mode named. Called only where there are notes.
    bool (*plan)(void *self, const VerifyNotes *notes, Error *err);
    // Checks the next hand. `last`: its game ends with it, and *result has hash, winner and points of that.
    bool (*hand)(void *self, const VerifyTable *table, const char *line, bool *last, ArenaGame *result, Error *err);
    int (*group)(const void *self); // games on the same deals, 1 if that is not known
};

// Reads a note into *notes: one that begins "# match/1 " or "# end/1 ". Others do not
// belong in a file of records.
bool verify_read_note(const char *line, VerifyNotes *notes, Error *err);

// False unless the cards are those that should have been dealt; `from` says what from.
bool verify_same_deck(const Card deck[CARD_COUNT], const Card right[CARD_COUNT], const char *from, Error *err);

#endif
