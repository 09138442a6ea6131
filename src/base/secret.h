// SPDX-License-Identifier: MIT
// Chance that a player cannot predict, and what a player may be told of its own.
//
// Seeds. A match from a seed can be played again by anybody, and so foreseen by anybody: the streams of rng.h are
// hashes that can be run backwards, a small seed can be guessed, and the first hand a player is dealt tells it which
// guess was right. No hash helps against that, for whatever follows from a guessable number can be guessed with it. So
// a match from a seed says that its deals can be predicted, and one that must not be predicted has a secret instead.
//
// Secrets. 256 bits of the kernel's chance. Their SHA-256, the commitment, is published before the first deal, they
// themselves with the result: then everybody can deal the match again, and see that it was fixed before it began. Every
// hand, every first starter and every player has a stream of its own, 127 bits of
//     SHA-256(domain | secret | match | deal or game | hand or seat)
// (the domain with a NUL byte behind it, numbers as eight bytes, the lowest first), so that somebody who finds the
// stream behind cards that were shown has learnt nothing about any other hand. The games of a duplicate pair have the
// same deal number and so the same cards.
//
// Seeds of programs. A program draws its chance from a number it is told. That number is half of a SHA-256 of the
// stream its seat has: nobody gets from it to the stream, and so not to the seed, the deals or the other seats, short
// of trying all seeds.
#ifndef DEADWOOD_BASE_SECRET_H
#define DEADWOOD_BASE_SECRET_H

#include "base/error.h"
#include "base/files/sha256.h"
#include "base/rng.h"

enum { SECRET_BYTES = 32, SECRET_DIGITS = 2 * SECRET_BYTES };

typedef struct Secret {
    unsigned char bytes[SECRET_BYTES];
} Secret;

// Draws one from the kernel. Fails where it has none to give.
bool secret_draw(Secret *secret, Error *err);

// As 64 lower-case hexadecimal digits, and back; either case is read.
void secret_print(const Secret *secret, char digits[SECRET_DIGITS + 1]);
bool secret_parse(const char *text, Secret *secret);

// The SHA-256 of the 32 bytes, in lower-case hexadecimal.
void secret_commitment(const Secret *secret, char digits[SHA256_DIGITS + 1]);

// Where the chance of a match comes from: a secret, or where that is NULL a seed. Deals with the same number are the
// same; a player's stream goes with the number of the game.
typedef struct Chance {
    const Secret *secret;
    uint64_t seed, match;
} Chance;

void chance_deck(const Chance *chance, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]);
Rng chance_starter(const Chance *chance, uint64_t deal); // who starts the first hand
Rng chance_player(const Chance *chance, uint64_t game, uint64_t seat);

// What a program is told of its stream, before the first draw from it.
uint64_t chance_program_seed(const Rng *stream);

#endif
