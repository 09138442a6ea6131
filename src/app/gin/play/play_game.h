// SPDX-License-Identifier: MIT
// A game of gin between a person and a bot, for the screen (play_screen.c) and for plain text (play_plain.c).
#ifndef DEADWOOD_APP_GIN_PLAY_PLAY_GAME_H
#define DEADWOOD_APP_GIN_PLAY_PLAY_GAME_H

#include "app/play/play_table.h"
#include "gin/players/judge/judge.h"
#include "gin/players/judge/reasons.h"
#include "gin/record.h"

enum {
    PLAY_YOU = 0,
    PLAY_BOT = 1,
    PLAY_HINTS = 3,
    PLAY_BOT_WORLDS = 600,
    PLAY_HINT_WORLDS = 1600,
    PLAY_CHAMPION_WORLDS = 800
};

#define PLAY_STRONG "strong" // the default bot's name: rollouts, see gin/players/judge/rollout.h

typedef struct PlayGame {
    PlayTable table;
    GinRules rules;
    uint32_t hand; // from 0
    Seat starter;
    uint16_t score[2]; // before this hand
    GinPast past;      // keeps the hands before this one
    int won[2];        // hands of this game
    Card deck[CARD_COUNT];
    int actions;
    GinAction action[GIN_MAX_ACTIONS];
    GinState state;
    GinHistory history;
    GinPlayer bot;
    char bot_name[GIN_NAME_TEXT];
    bool bot_heard;         // a program that has been asked before, and so was started
    GinJudge judge;         // for hints; opened with the first, for that takes a while
    const char *judge_spec; // borrowed
    GinChances *chances;    // with the judge
    GinAction held;         // back, by the tutor
} PlayGame;

// True if the person is to decide.
bool play_is_yours(const PlayGame *game);

// Plays the person's action and saves. False and nothing changed if it is not legal, with a sentence for the person; or
// if the tutor holds it back, without one (table.objection has it). The same action once more is then played.
bool play_move(PlayGame *game, const GinAction *action, Error *why);

// The hand is over: points as they are now, and whether the game is.
bool play_hand_over(const PlayGame *game);
void play_score(const PlayGame *game, int score[2]);
int play_winner(const PlayGame *game); // of the game: a seat, or -1

// A hint: the judge's view of the person's decision, best move first, with reasons.
typedef struct PlayHint {
    GinVerdict verdict;
    int count;
    GinReasons reasons[PLAY_HINTS];
} PlayHint;

// Opens the judge, unless it is open. False with err set.
bool play_open_judge(PlayGame *game, Error *err);

// With the judge, which it opens first; false with err set where that fails.
bool play_hint(PlayGame *game, PlayHint *hint, Error *err);

// True if the tutor objects, for which it may have to think; why is in table.objection. The action is legal.
bool play_tutor_objects(PlayGame *game, const GinAction *action);

// As PlayKind has them.
bool play_curve(PlayTable *table, CardWriter write, GameCurve *curve, Error *err);
int play_review(PlayTable *table, CardWriter write, Text *head, Text *lines, int most);
bool play_screen(PlayTable *table, const PlayLook *look);
bool play_plain(PlayTable *table, CardWriter write);

#endif
