// SPDX-License-Identifier: MIT
// Cards as commands show them: rank and suit letters always, colour only beside them.
#ifndef DEADWOOD_APP_TEACH_CARDS_H
#define DEADWOOD_APP_TEACH_CARDS_H

#include "base/text/json.h"
#include "base/text/text.h"
#include "gin/gin.h"

// True if stdout is a terminal that shows colours and nobody asked for none (NO_COLOR).
bool app_colour(void);

// "7H", red for diamonds and hearts.
void app_add_card(Text *text, Card card, bool colour);

// "7C 7H KD": by rank, as players hold loose cards.
void app_add_cards(Text *text, CardSet cards, bool colour);

// "[AC 2C 3C] [7D 7H 7S] 4S KD": the melds of a hand, then its loose cards.
void app_add_hand(Text *text, CardSet hand, const GinSplit *melds, bool colour);

// Adds spaces until what stands after `from` fills `columns` on the screen; always one at least.
void app_pad(Text *text, size_t from, int columns);

// A name or path from outside, with '?' for every byte that could upset a terminal.
void app_add_name(Text *text, const char *name);

void app_json_cards(Json *json, const char *key, CardSet cards); // an array of card texts
void app_json_card(Json *json, const char *key, Card card);
void app_json_melds(Json *json, const char *key, const GinSplit *melds); // an array of such arrays

#endif
