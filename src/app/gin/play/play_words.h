// SPDX-License-Identifier: MIT
// Events at the table in words, and parsing of what a person typed.
#ifndef DEADWOOD_APP_GIN_PLAY_PLAY_WORDS_H
#define DEADWOOD_APP_GIN_PLAY_PLAY_WORDS_H

#include "analysis/gin/analysis_words.h"
#include "app/gin/play/play_game.h"

// The name of a seat: "you", or the bot's, short enough for a line.
const char *play_name(const PlayGame *game, int seat, char name[32]);

// A turn as half a sentence: "strong took 7H, discarded KD".
typedef struct PlayTurn {
    Seat seat;
    Text text;
} PlayTurn;

// The last `most` turns of this hand; returns how many. The caller ends each text with text_free.
int play_turns(const PlayGame *game, CardWriter write, PlayTurn *lines, int most);

// How a hand ended: who scores what and why, one sentence.
void play_ending(const PlayGame *game, CardWriter write, Text *text);

// One line of a hint: "discard KD (1.2 worse): leaves 21, ...".
void play_hint_line(const PlayGame *game, const PlayHint *hint, int which, CardWriter write, Text *text);

// The same for the screen, whose lines are short, with a head that says what its numbers are. Where the champion
// judges: "2 discard KD: 46.8%, 51%; leaves 21, ..."; "=" instead of the 2 where the move is about as good as the
// first.
void play_hint_head(const PlayHint *hint, Text *text);
void play_hint_short(const PlayGame *game, const PlayHint *hint, int which, CardWriter write, Text *text);

// The move that a line of any bytes says, legal or not. False with a sentence for the person, with the `words` that
// would be understood.
bool play_understand(const GinState *state, const char *line, const char *words, GinAction *action, Error *why);

// Makes the move that a line of any bytes says: "discard 7H", "7h", "knock kd", "take"; letters as the screen's keys
// have them. False with a sentence for the person.
bool play_typed_move(PlayTable *table, const char *line, Error *why);

#endif
