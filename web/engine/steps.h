// SPDX-License-Identifier: MIT
// Records step by step: what was done in a hand, and the hand as it stood before any of it.
#ifndef DEADWOOD_WEB_STEPS_H
#define DEADWOOD_WEB_STEPS_H

#include "base/text/text.h"

// Appends a JSON array of the actions of a record's line: {"seat", "move", "choice"}, `choice` being false where only
// one thing could be done. False with err set.
bool web_steps(const char *line, Text *text, Error *err);

// Appends the line as it was after the first `actions` of them, unfinished.
bool web_cut(const char *line, int actions, Text *text, Error *err);

#endif
