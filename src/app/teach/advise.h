// SPDX-License-Identifier: MIT
// `deadwood advise`: what its games bring, and what they share.
#ifndef DEADWOOD_APP_TEACH_ADVISE_H
#define DEADWOOD_APP_TEACH_ADVISE_H

#include "app/app.h"

typedef struct AdviseGame {
    int (*run)(const AppArgs *args); // the whole command; returns its exit code
    const char *only[8];             // options that the other games do not have, ended by NULL
} AdviseGame;

extern const AdviseGame advise_gin, advise_hearts;

enum { ADVISE_SHOWN = 5 }; // moves, without --all

// --worlds and --seed.
bool advise_number(const AppArgs *args, int otherwise, int *worlds, uint64_t *seed, Error *err);

void advise_words(const AppArgs *args, Text *hand); // the words of the command line, as one text

int advise_print(const AppArgs *args, const Text *text);

#endif
