// SPDX-License-Identifier: MIT
// Hearts for `deadwood analyze`.
#ifndef DEADWOOD_APP_COMMANDS_ANALYZE_HEARTS_H
#define DEADWOOD_APP_COMMANDS_ANALYZE_HEARTS_H

#include "app/app.h"

// True if the first file on the command line holds records of Hearts.
bool analyze_is_hearts(const AppArgs *args);

// The whole command; returns its exit code.
int analyze_hearts(const AppArgs *args);

#endif
