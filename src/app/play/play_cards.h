// SPDX-License-Identifier: MIT
// Drawing shared by all games: cards with faces and backs, and the line of keys.
#ifndef DEADWOOD_APP_PLAY_PLAY_CARDS_H
#define DEADWOOD_APP_PLAY_PLAY_CARDS_H

#include "app/play/terminal.h"
#include "base/card.h"

typedef struct PlayLook {
    bool symbols; // suits and frames in UTF-8
    bool colour;
    int pace; // milliseconds to look at a move of a bot
} PlayLook;

enum { PLAY_LEFT = 3, PLAY_CARD_WIDTH = 5, PLAY_CARD_HEIGHT = 4, PLAY_KEY_ROW = CANVAS_ROWS - 1 };

// How a card stands out, bits: freshly come ("new" below its rank), and one that cannot be played now (pale).
enum { PLAY_CARD_PLAIN = 0, PLAY_CARD_FRESH = 1, PLAY_CARD_PALE = 2 };

void play_face(const PlayLook *look, Canvas *canvas, int row, int column, Card card, Ink frame, unsigned how);
void play_back(const PlayLook *look, Canvas *canvas, int row, int column, int tall);

// A line across the picture.
void play_line(const PlayLook *look, Canvas *canvas, int row);

// "d draw" and so on in the last row: the key bright, the word soft. Returns the column for the next.
int play_key(Canvas *canvas, int column, const char *key, const char *word);

#endif
