// SPDX-License-Identifier: MIT
// The picture of a game of Hearts: all that play_hearts_screen.c shows, on a canvas.
#ifndef DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_DRAW_H
#define DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_DRAW_H

#include "app/hearts/play/play_hearts_words.h"
#include "app/play/play_desk.h"

#define SITTING_PLACES "1234567890abc" // the keys of the cards in hand, from the left

typedef struct SittingView {
    Desk desk;
    Sitting *game;
    int count; // cards in hand, in the order shown
    Card card[HEARTS_HAND_SIZE];
    Card chosen;  // where the cursor is, or CARD_NONE
    CardSet give; // chosen to be passed
} SittingView;

void sitting_draw(const SittingView *view, Canvas *canvas);

// For DeskGame.
// Beside the table (play_hearts_panel.c), and the reasons of a hint there.
void sitting_draw_panel(const Desk *desk, Canvas *canvas);
void sitting_hint_panel(const Sitting *game, const HeartsVerdict *verdict, CardWriter write, Text *text);

int sitting_draw_keys(const Desk *desk, Canvas *canvas, int column);

#endif
