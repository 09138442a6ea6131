// SPDX-License-Identifier: MIT
// Words and cards a person typed.
#ifndef DEADWOOD_APP_PLAY_PLAY_TYPED_H
#define DEADWOOD_APP_PLAY_PLAY_TYPED_H

#include "base/card.h"

// The next word in lower case, at most 15 letters of it; returns what follows it.
const char *play_next_word(const char *at, char word[16]);

// True if the word is one of the list, which NULL ends.
bool play_is_word(const char *word, const char *const *any);

// A whole word that is a card: "7h", "10d", or with a suit's symbol.
bool play_word_card(const char *word, Card *card);

#endif
