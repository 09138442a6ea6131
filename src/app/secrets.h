// SPDX-License-Identifier: MIT
// Where the chance of a match or tournament comes from: --seed, --secret, and what follows without either.
//
// With --seed everything can be played again and be predicted. --secret draws 256 bits, tells their SHA-256 before any
// program starts and any card is dealt, and reveals them with the result (base/secret.h). It is the default where a
// program plays; our own players among themselves play from seed 1. A secret that was revealed is given back as a seed
// of 64 hexadecimal digits.
//
// With --db the secret lies in the store while the match is played, so that --resume goes on with the same cards; the
// file is closed to other users from then on. What is there under the same command, game, rules, players and mode and
// not revealed is gone on with. It is not revealed when the match is interrupted, for the rest could be predicted then.
#ifndef DEADWOOD_APP_SECRETS_H
#define DEADWOOD_APP_SECRETS_H

#include "app/matches/match_options.h"

// Reads --seed and --secret. A secret to be drawn is drawn by app_secret_begin.
bool app_secret_read(const AppArgs *args, AppMatch *match, Error *err);

// Draws the secret or takes it from the store, which must be open, and tells its commitment on stderr. Nothing for a
// match that has no secret. `command` is what is played: a match, a tournament.
bool app_secret_begin(const AppArgs *args, const char *command, AppMatch *match, Error *err);

// Behind the last game: notes in the store that the secret is revealed, if all is over, or forgets it if nothing
// began. The store must still be open.
bool app_secret_end(AppMatch *match, bool over, bool began, Error *err);

#endif
