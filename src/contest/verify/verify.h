// SPDX-License-Identifier: MIT
// Verifies a file of records against its notes: the secret matches the commitment, every card follows from it, every
// action and result is what the rules give, games are whole, in order and between the named players, and the digest is
// that of the result (docs/FORMATS.md).
#ifndef DEADWOOD_CONTEST_VERIFY_VERIFY_H
#define DEADWOOD_CONTEST_VERIFY_VERIFY_H

#include "arena/arena.h"
#include "base/secret.h"

enum { VERIFY_NAME = 640, VERIFY_RULES = 512 };

// Where a file says its randomness comes from.
typedef enum {
    VERIFY_UNKNOWN, // it has no note
    VERIFY_SEED,
    VERIFY_GIVEN,     // a secret that was known before
    VERIFY_COMMITTED, // one that was not
} VerifyChance;

// What the notes say. Without them `noted` and `ended` are false.
typedef struct VerifyNotes {
    bool noted, ended;
    uint64_t line; // of the first note
    char game[16], rules[VERIFY_RULES], player[2][VERIFY_NAME], mode[16], end[16];
    uint64_t match, first, seed, games, digest;
    uint64_t of; // games of the whole match, of which these are a part; 0: they are no part
    VerifyChance chance;
    char commitment[SHA256_DIGITS + 1];
    bool revealed; // or given
    Secret secret;
} VerifyNotes;

typedef struct VerifyReport {
    VerifyNotes notes;
    bool deals;   // were all checked against the chance
    bool shared;  // games of a pair were seen to share their deals
    bool swapped; // without notes: the players change seats from game to game
    uint64_t games, hands;
    uint64_t faulty; // Hearts: games in which a seat was taken out and random cards were played for it
    uint64_t digest; // of the games in the file
} VerifyReport;

// A game whose records can be checked (verify_internal.h).
typedef struct VerifyGame VerifyGame;
extern const VerifyGame verify_gin, verify_hearts;

// What the caller knows besides the file; {0} is nothing.
typedef struct VerifyAsk {
    const char *commitment;                       // as it was published, or NULL
    bool (*go_on)(void *context, uint64_t games); // called now and then with the number of games checked; NULL: go on
    void *context;
} VerifyAsk;

// False with err set at the first error: file, line, what is wrong, and what would be right. A file without games is
// wrong too.
bool verify_records(const char *path, const VerifyAsk *ask, VerifyReport *report, Error *err);

// Reads the notes only.
bool verify_notes(const char *path, VerifyNotes *notes, Error *err);

// The same for a text in memory, for tests; `path` is its name in messages.
bool verify_text(const char *path, const char *text, size_t size, const VerifyAsk *ask, VerifyReport *report,
                 Error *err);

#endif
