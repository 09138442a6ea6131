// SPDX-License-Identifier: MIT
// Randomness that no player can predict, and seeds that may be told to programs.
//
// Seeds. Anybody can replay a match from its seed, and so anybody can predict it: the streams of rng.h are invertible
// hashes, a small seed can be guessed, and the first hand a player is dealt confirms the guess. A better hash does not
// help while the seed is guessable. So a match from a seed says that its deals can be predicted; a match that must be
// unpredictable takes a secret instead.
//
// Secrets. 256 random bits from the kernel. Their SHA-256, the commitment, is published before the first deal, the
// secret itself with the result. Then anybody can deal the match again and see that it was fixed before it began. Every
// hand, every first starter and every player has its own stream, 127 bits of
//     SHA-256(domain | secret | match | deal or game | hand or seat)
// (the domain ends with a NUL byte; numbers are eight bytes, little-endian). Whoever recovers the stream behind cards
// that were shown learns nothing about any other hand. The games of a duplicate pair have the same deal number and so
// the same cards.
//
// Seeds of programs. A program is told a seed for its own randomness: half of a SHA-256 of its seat's stream. It cannot
// be inverted to the stream, so it reveals neither the match's seed nor the deals or the other seats, short of trying
// all seeds.
#ifndef DEADWOOD_BASE_SECRET_H
#define DEADWOOD_BASE_SECRET_H

#include "base/error.h"
#include "base/files/sha256.h"
#include "base/rng.h"

enum { SECRET_BYTES = 32, SECRET_DIGITS = 2 * SECRET_BYTES };

typedef struct Secret {
    unsigned char bytes[SECRET_BYTES];
} Secret;

// Draws a secret from the kernel. Fails if the kernel has no random bytes.
bool secret_draw(Secret *secret, Error *err);

// As 64 lower-case hexadecimal digits, and back; either case is read.
void secret_print(const Secret *secret, char digits[SECRET_DIGITS + 1]);
bool secret_parse(const char *text, Secret *secret);

// The SHA-256 of the 32 bytes, in lower-case hexadecimal.
void secret_commitment(const Secret *secret, char digits[SHA256_DIGITS + 1]);

// The source of a match's randomness: a secret, or a seed if that is NULL. Equal deal numbers give equal cards; a
// player's stream depends on the game's number.
typedef struct Chance {
    const Secret *secret;
    uint64_t seed, match;
} Chance;

void chance_deck(const Chance *chance, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]);
Rng chance_starter(const Chance *chance, uint64_t deal); // who starts the first hand
Rng chance_player(const Chance *chance, uint64_t game, uint64_t seat);

// The seed that a program is told, from its stream before the first draw.
uint64_t chance_program_seed(const Rng *stream);

#endif
