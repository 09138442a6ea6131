// SPDX-License-Identifier: MIT
// A game of gin between a person and a player: what the screen (play_screen.c) and the plain text (play_plain.c) both
// show.
//
// Nothing is lost: the game is written as records once the cards are dealt, after every move of the person and before
// anything is shown that the bot did; the hand in progress as an unfinished one. Whatever ends the program, --resume
// opens the file where it stood. The game's number is the seed of its cards.
#ifndef DEADWOOD_APP_PLAY_PLAY_GAME_H
#define DEADWOOD_APP_PLAY_PLAY_GAME_H

#include "app/play/play_keep.h"
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

#define PLAY_STRONG "strong" // the default bot's name: rollouts, see gin/players/rollout.h

typedef struct PlayGame {
    GinRules rules;
    uint64_t seed; // and the game's number
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
    Text record;            // hands before this one
    PlayKeep keep;          // where they go
    bool changed;           // something is to be written
    Error unsaved;          // why the game could not be saved, or empty
    Error notice;           // what the bot did wrong last, until it is told
} PlayGame;

// Opens the bot by its spec (NULL: a game that is to be taken up brings it along); the judge of hints is that of this
// player (NULL: the best there is), which is borrowed. The game keeps nothing until game->keep is opened. False with
// err set; nothing is then left open.
bool play_open(PlayGame *game, const char *bot, const GinRules *rules, const char *judge, Error *err);
void play_close(PlayGame *game);

// Begins a game with this seed, or takes up the one saved at `path` at the decision where it was left, be it only to
// deal the next hand.
void play_begin(PlayGame *game, uint64_t seed);
bool play_resume(PlayGame *game, const char *path, Error *err);

// What play_step waits for, a sentence: a program that starts, a bot that thinks.
void play_waits_for(const PlayGame *game, Text *sentence);

// True if the person is to decide; else play_step goes on: plays one move of the bot, or what the person has no choice
// in (melds are laid off as well as can be).
bool play_is_yours(const PlayGame *game);
void play_step(PlayGame *game);

// Plays the person's action and saves. False with a sentence for the person, and nothing changed, if it is not legal.
bool play_move(PlayGame *game, const GinAction *action, Error *why);

// Back to the person's decision before this one, in this hand. False if there is none.
bool play_undo(PlayGame *game);

// The hand is over: points as they are now, and whether the game is.
bool play_hand_over(const PlayGame *game);
void play_score(const PlayGame *game, int score[2]);
int play_winner(const PlayGame *game); // of the game: a seat, or -1

// The next hand, or the next game with the next seed.
void play_next(PlayGame *game);

// Leaves this game for the next.
void play_new(PlayGame *game);

// Adds the record's line of this hand, finished or not.
void play_record(const PlayGame *game, Text *text);

// Writes the records, if anything has changed; why not is kept in game->unsaved as well. To be called before what
// play_step did is shown.
bool play_save(PlayGame *game);

// What the judge thinks of the decision the person has to make, and why, the best move first.
typedef struct PlayHint {
    GinVerdict verdict;
    int count;
    GinReasons reasons[PLAY_HINTS];
} PlayHint;

// Opens the judge, unless it is open. False with err set.
bool play_open_judge(PlayGame *game, Error *err);

// With the judge, which it opens first; false with err set where that fails.
bool play_hint(PlayGame *game, PlayHint *hint, Error *err);

#endif
