// SPDX-License-Identifier: MIT
// The source of randomness of a match or tournament: --seed, --secret, and the default without either.
//
// With --seed a match can be replayed and predicted. --secret draws 256 bits, publishes their SHA-256 before any
// program starts and any card is dealt, and reveals them with the result (base/secret.h). It is the default if a
// program plays; built-in players alone use seed 1. To replay a match, give its revealed secret as a seed of 64
// hexadecimal digits.
//
// With --db the store keeps the secret during the match, so that --resume continues with the same cards; from then on
// other users cannot read the file. An unrevealed secret for the same command, game, rules, players and mode is used
// again. An interrupted match does not reveal it, since the rest could then be predicted.
#ifndef DEADWOOD_APP_SECRETS_H
#define DEADWOOD_APP_SECRETS_H

#include "app/matches/match_options.h"

// Reads --seed and --secret. A secret to be drawn is drawn by app_secret_begin.
bool app_secret_read(const AppArgs *args, AppMatch *match, Error *err);

// Draws the secret or takes it from the store, which must be open, and tells its commitment on stderr. Nothing for a
// match that has no secret. `command` is what is played: a match, a tournament.
bool app_secret_begin(const AppArgs *args, const char *command, AppMatch *match, Error *err);

// After the last game: marks the secret in the store as revealed if all is over, or deletes it if nothing began. The
// store must still be open.
bool app_secret_end(AppMatch *match, bool over, bool began, Error *err);

#endif
