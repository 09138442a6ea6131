// SPDX-License-Identifier: MIT
// The picture of a game of Hearts: all that play_hearts_screen.c shows, on a canvas.
#ifndef DEADWOOD_APP_PLAY_HEARTS_DRAW_H
#define DEADWOOD_APP_PLAY_HEARTS_DRAW_H

#include "app/play_hearts_words.h"
#include "app/terminal.h"

enum { SITTING_NOTES = 4 };

#define SITTING_PLACES "1234567890abc" // the keys of the cards in hand, from the left

typedef enum { SITTING_PLAYING, SITTING_ASKING_PASS, SITTING_ASKING_NEW, SITTING_HELPING } SittingMode;

typedef struct SittingView {
    Sitting *game;
    const PlayLook *look;
    CardWriter write;
    SittingMode mode;
    int count; // cards in hand, in the order shown
    Card card[HEARTS_HAND_SIZE];
    Card chosen;              // where the cursor is, or CARD_NONE
    CardSet give;             // chosen to be passed
    Text note[SITTING_NOTES]; // lines below the hand
} SittingView;

void sitting_draw(const SittingView *view, Canvas *canvas);

#endif
