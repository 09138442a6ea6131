// SPDX-License-Identifier: MIT
// `deadwood play`: the two ways to show a game. Both return false when the program was told to end.
#ifndef DEADWOOD_APP_PLAY_PLAY_H
#define DEADWOOD_APP_PLAY_PLAY_H

#include "app/play/play_cards.h"
#include "app/play/play_words.h"

bool play_plain(PlayGame *game, CardWriter write);

// On the terminal, which terminal_open has taken over.
bool play_screen(PlayGame *game, const PlayLook *look);

// The worst decisions of the person in the hand that is over, a line each, at most `most`; returns how many. `head`
// gets a summary.
int play_review(PlayGame *game, CardWriter write, Text *head, Text *lines, int most);

#endif
