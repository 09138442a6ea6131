// SPDX-License-Identifier: MIT
// Events at the Hearts table in words, and parsing of what a person typed.
#ifndef DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_WORDS_H
#define DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_WORDS_H

#include "app/hearts/play/play_hearts.h"

const char *sitting_seat(int seat);    // "you", "West", "North", "East"
const char *sitting_subject(int seat); // the same at the beginning of a sentence: "You"

// Cards by suit and in trick order (the ace high), spaces between.
void sitting_cards(Text *text, CardWriter write, CardSet cards);

// The same set card by card; returns how many.
int sitting_arrange(CardSet cards, Card list[HEARTS_HAND_SIZE]);

// A full trick: its cards by seat, who led and who took it, and its points.
typedef struct SittingTrick {
    Card card[HEARTS_SEATS];
    Seat leader, winner;
    int points;
} SittingTrick;

// Trick number `number`, from 0. False if it is not full yet, or below 0.
bool sitting_trick(const Sitting *game, int number, SittingTrick *trick);

// "West took the trick with K♣: 3 points."
void sitting_trick_words(const SittingTrick *trick, CardWriter write, Text *text);

// How a hand ended, one sentence.
void sitting_ending(const Sitting *game, Text *text);

// How many choices a hint shows: none where there is no choice.
int sitting_hint_count(const HeartsVerdict *verdict);

// The first line of a hint, and one for a choice: "5♣: 4.2, 0.3 worse; takes the trick 34% (1.2 in it)".
void sitting_hint_head(const Sitting *game, const HeartsVerdict *verdict, Text *text);
void sitting_hint_line(const Sitting *game, const HeartsVerdict *verdict, int which, CardWriter write, Text *text);

// The move that a line of any bytes says, legal or not. False with a sentence for the person, with the `words` that
// would be understood.
bool sitting_understand(const HeartsState *state, const char *line, const char *words, HeartsAction *action,
                        Error *why);

// Makes the move that a line of any bytes says: "play 7H" or "7h", "pass QS KS AH"; letters as the screen's keys have
// them. False with a sentence for the person.
bool sitting_typed_move(PlayTable *table, const char *line, Error *why);

#endif
