// SPDX-License-Identifier: MIT
// A game of Hearts between a person and three players: what the screen and the plain text both show.
//
// The person has seat 0, south; west is to the left, so cards go round south, west, north, east. Nothing is lost: the
// game is written as records once the cards are dealt, after every move of the person and before anything is shown that
// the bots did; the hand in progress as an unfinished one. Whatever ends the program, --resume opens the file where it
// stood. The game's number is the seed of its cards.
#ifndef DEADWOOD_APP_PLAY_PLAY_HEARTS_H
#define DEADWOOD_APP_PLAY_PLAY_HEARTS_H

#include "analysis/gin/analysis_words.h"
#include "app/play/play_cards.h"
#include "app/play/play_hearts_bots.h"
#include "app/play/play_keep.h"
#include "base/text/text.h"
#include "hearts/players/search/judge.h"
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
    Text record;                 // hands before this one
    PlayKeep keep;               // where they go
    bool changed;                // something is to be written
    Error unsaved;               // why the game could not be saved, or empty
} Sitting;

// Opens the bots of west, north and east by their specs; the game must then stay where it is, and keeps nothing until
// game->keep is opened. False with err set;
// nothing is then left open.
bool sitting_open(Sitting *game, const char *const bots[3], const HeartsRules *rules, Error *err);
void sitting_close(Sitting *game);

// Begins a game with this seed, or takes up the one saved at `path` at the decision where it was left, be it only to
// deal the next hand.
void sitting_begin(Sitting *game, uint64_t seed);
bool sitting_resume(Sitting *game, const char *path, Error *err);

// True if the person is to decide; else sitting_step plays one card, or pass, of a bot.
bool sitting_is_yours(const Sitting *game);
void sitting_step(Sitting *game);

// What sitting_step waits for, a sentence: a program that starts, a bot that thinks.
void sitting_waits_for(const Sitting *game, Text *sentence);

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

// Adds the record's line of this hand, finished or not.
void sitting_record(const Sitting *game, Text *text);

// Writes the records, if anything has changed; why not is kept in game->unsaved as well. To be called before what
// sitting_step did is shown.
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
