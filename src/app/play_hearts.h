// SPDX-License-Identifier: MIT
// A game of Hearts between a person and three players: what the screen and the plain text both show.
//
// The person has seat 0, south; west is to the left, so cards go round south, west, north, east. Nothing is lost: after
// every move the game is written as records, the hand in progress as one its person resigned (and the rest of it played
// by simple rules), which is what it is until the game is taken up again. The game's number is the seed of its cards.
#ifndef DEADWOOD_APP_PLAY_HEARTS_H
#define DEADWOOD_APP_PLAY_HEARTS_H

#include "analysis/gin/analysis_words.h"
#include "app/play_cards.h"
#include "app/play_hearts_bots.h"
#include "base/text.h"
#include "hearts/players/judge.h"
#include "hearts/record.h"

enum { SITTING_YOU = 0, SITTING_HINTS = 3, SITTING_WORLDS = 400, SITTING_PASS_WORLDS = 600 };

typedef struct Sitting {
    HeartsRules rules;
    uint64_t seed;               // and the game's number
    uint32_t hand;               // from 0
    int16_t score[HEARTS_SEATS]; // before this hand
    Card deck[CARD_COUNT];
    int actions;
    HeartsAction action[HEARTS_MAX_ACTIONS];
    HeartsState state;
    HeartsLog log;
    SittingBots bots;
    char name[HEARTS_SEATS][HEARTS_NAME_TEXT];
    HeartsEvaluation evaluation; // for hints
    Text record;                 // hands that are finished
    const char *path;            // where they go, or NULL
    bool written;                // they have been, by us
    bool touched;                // something was played since the game was begun or taken up
    Error trouble;               // why the game could not be saved, or empty
} Sitting;

// Opens the bots of west, north and east by their specs; the game must then stay where it is. False with err set;
// nothing is then left open.
bool sitting_open(Sitting *game, const char *const bots[3], const HeartsRules *rules, Error *err);
void sitting_close(Sitting *game);

// Begins a game with this seed, or takes up the one saved at `path`.
void sitting_begin(Sitting *game, uint64_t seed);
bool sitting_resume(Sitting *game, const char *path, Error *err);

// True if the person is to decide; else sitting_step plays one card, or pass, of a bot.
bool sitting_is_yours(const Sitting *game);
void sitting_step(Sitting *game);

// Plays the person's action and saves. False with a sentence for the person, and nothing changed, if it is not legal.
bool sitting_move(Sitting *game, const HeartsAction *action, Error *why);

// Back to the person's decision before this one in this hand (where there was a choice). False if there is none.
bool sitting_undo(Sitting *game);

// The hand is over; scores as they are now; the game is over, and who won it: a seat, or -1 for a draw or no end yet.
bool sitting_hand_over(const Sitting *game);
void sitting_score(const Sitting *game, int score[HEARTS_SEATS]);
bool sitting_game_over(const Sitting *game);
int sitting_winner(const Sitting *game);

// The next hand, or the next game with the next seed; and leaving this game for the next.
void sitting_next(Sitting *game);
void sitting_new(Sitting *game);

// Adds the record's line of this hand: as it ended, or as the person would lose it by leaving.
void sitting_record(const Sitting *game, Text *text);

// Writes the records; a failure is kept in game->trouble as well.
bool sitting_save(Sitting *game);

// What can be expected of the choices the person has now. False when memory is out.
bool sitting_hint(const Sitting *game, HeartsVerdict *verdict);

// ---- On the screen and as text: both return false when the program was told to end ----

bool sitting_screen(Sitting *game, const PlayLook *look); // on the terminal, which terminal_open has taken over
bool sitting_plain(Sitting *game, CardWriter write);

// The worst decisions of the person in the hand that is over, a line each, at most `most`; returns how many. `head`
// gets a summary. (play_hearts_review.c)
int sitting_review(const Sitting *game, CardWriter write, Text *head, Text *lines, int most);

#endif
