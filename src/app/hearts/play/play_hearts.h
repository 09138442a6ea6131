// SPDX-License-Identifier: MIT
// A game of Hearts between a person and three bots, for the screen and for plain text.
//
// The person has seat 0, south; west is to the left, so cards go round south, west, north, east.
#ifndef DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_H
#define DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_H

#include "analysis/gin/analysis_words.h"
#include "app/hearts/play/play_hearts_bots.h"
#include "app/play/play_table.h"
#include "base/text/text.h"
#include "coach/hearts/hearts_odds.h"
#include "hearts/players/search/judge.h"
#include "hearts/record.h"

enum { SITTING_YOU = 0, SITTING_HINTS = 3, SITTING_WORLDS = 400, SITTING_PASS_WORLDS = 600 };

typedef struct Sitting {
    PlayTable table;
    HeartsRules rules;
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
    HeartsAction held;           // back, by the tutor
    HeartsOdds *odds;            // for the tutor, once it is asked
} Sitting;

// True if the person is to decide.
bool sitting_is_yours(const Sitting *game);

// Plays the person's action and saves. False and nothing changed if it is not legal, with a sentence for the person; or
// if the tutor holds it back, without one (table.objection has it). The same action once more is then played.
bool sitting_move(Sitting *game, const HeartsAction *action, Error *why);

// The hand is over; scores as they are now; the game is over, and who won it: a seat, or -1 for a draw or no end yet.
bool sitting_hand_over(const Sitting *game);
void sitting_score(const Sitting *game, int score[HEARTS_SEATS]);
bool sitting_game_over(const Sitting *game);
int sitting_winner(const Sitting *game);

// What can be expected of the choices the person has now. False when memory is out.
bool sitting_hint(const Sitting *game, HeartsVerdict *verdict);

// True if the tutor objects, for which it may have to think; why is in table.objection. The action is legal.
bool sitting_tutor_objects(Sitting *game, const HeartsAction *action);

// Counts game->odds, unless they are there. False without memory.
bool sitting_count_odds(Sitting *game);

// As PlayKind has them.
bool sitting_curve(PlayTable *table, CardWriter write, GameCurve *curve, Error *err);
int sitting_review(PlayTable *table, CardWriter write, Text *head, Text *lines, int most);
bool sitting_screen(PlayTable *table, const PlayLook *look);
bool sitting_plain(PlayTable *table, CardWriter write);

#endif
