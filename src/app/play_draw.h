// SPDX-License-Identifier: MIT
// The picture of a game: all that play_screen.c shows, on a canvas.
#ifndef DEADWOOD_APP_PLAY_DRAW_H
#define DEADWOOD_APP_PLAY_DRAW_H

#include "app/play.h"
#include "app/terminal.h"

enum { PLAY_NOTES = 4, PLAY_HOLDS = GIN_HAND_SIZE + 1 };

typedef enum { PLAY_PLAYING, PLAY_ASKING_KNOCK, PLAY_ASKING_NEW, PLAY_HELPING } PlayMode;

typedef struct PlayView {
    PlayGame *game;
    const PlayLook *look;
    CardWriter write;
    PlayMode mode;
    int count; // cards in hand, in the order shown
    Card card[PLAY_HOLDS];
    int group[PLAY_HOLDS]; // number of the meld from 0, or -1 for deadwood
    Card chosen;
    Text note[PLAY_NOTES]; // lines below the hand
} PlayView;

// Orders a hand as people hold it: melds, then the rest by rank. Returns the number of cards.
int play_arrange(CardSet hand, Card cards[PLAY_HOLDS], int group[PLAY_HOLDS]);

void play_draw(const PlayView *view, Canvas *canvas);

#endif
