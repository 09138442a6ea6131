// SPDX-License-Identifier: MIT
// The picture of a game: all that play_screen.c shows, on a canvas.
#ifndef DEADWOOD_APP_GIN_PLAY_PLAY_DRAW_H
#define DEADWOOD_APP_GIN_PLAY_PLAY_DRAW_H

#include "app/gin/play/play_words.h"
#include "app/play/play_desk.h"

enum { PLAY_HOLDS = GIN_HAND_SIZE + 1 };

typedef struct PlayView {
    Desk desk;
    PlayGame *game;
    int count; // cards in hand, in the order shown
    Card card[PLAY_HOLDS];
    int group[PLAY_HOLDS]; // number of the meld from 0, or -1 for deadwood
    Card chosen;
} PlayView;

// Orders a hand as people hold it: melds, then the rest by rank. Returns the number of cards.
int play_arrange(CardSet hand, Card cards[PLAY_HOLDS], int group[PLAY_HOLDS]);

void play_draw(const PlayView *view, Canvas *canvas);

// For DeskGame.
// Beside the table (play_panel.c), and the reasons of a hint there.
void play_draw_panel(const Desk *desk, Canvas *canvas);
void play_hint_panel(PlayGame *game, const PlayHint *hint, CardWriter write, Text *text);

int play_draw_keys(const Desk *desk, Canvas *canvas, int column);

#endif
