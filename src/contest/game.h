// SPDX-License-Identifier: MIT
// The interface between games and everything else: a struct of functions that matches, bots and commands call, one row
// of GAMES per game. Callers never test which game it is.
//
// Nothing inside a hand's loop goes through it: rules, states, views and players of two games have little in common,
// and an indirect call per card would cost more than playing the card. docs/ARCHITECTURE.md lists what a third game
// needs.
#ifndef DEADWOOD_CONTEST_GAME_H
#define DEADWOOD_CONTEST_GAME_H

#include "contest/gin/gin_match.h"
#include "contest/hearts/hearts_match.h"
#include "contest/verify/verify.h"
#include "wire/check/check.h"
#include "wire/host/bot.h"
#include "wire/host/seat.h"

// The rules, and the plan of a match, of any game.
typedef union GameRules {
    GinRules gin;
    HeartsRules hearts;
} GameRules;

typedef union GamePlan {
    MatchPlan common; // every game's begins with it
    GinMatchPlan gin;
    HeartsMatchPlan hearts;
} GamePlan;

// Room for rules as text, a NUL included.
enum { GAME_RULES_TEXT = sizeof(union { char gin[GIN_RULES_TEXT], hearts[HEARTS_RULES_TEXT]; }) };

// A match option that only one game has, as on the command line.
enum { GAME_OPTIONS = 8 };

typedef struct GameOption {
    const char *name; // "--plain"
    const char *only; // its purpose, for the message if another game is given it
} GameOption;

typedef struct Game {
    const char *name;  // "hearts": in options, records, stores, the protocol, reports
    const char *title; // "Hearts": in sentences
    uint64_t games;    // default length of a match, in the plan's unit
    GameOption option[GAME_OPTIONS];
    const VerifyGame *verify;
    const BotGame *bot;
    const CheckGame *check;
    const PlayerKind *players;

    // ---- Rules ----
    void (*rules_usual)(GameRules *rules);
    bool (*rules_parse)(const char *text, GameRules *rules, Error *err);
    void (*rules_print)(const GameRules *rules, char text[GAME_RULES_TEXT]);
    void (*rules_describe)(const GameRules *rules,
                           void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                           void *context);
    // A line for each preset: its name and its source.
    void (*presets)(Text *text);

    // ---- Players ----
    // True if a player has that name, as it stands before a colon.
    bool (*has_player)(const char *name);
    // True if a spec names a player, programs included; else err says what is wrong with it. Appends to `note` what a
    // user should know about it under the plan's rules.
    bool (*player_exists)(const char *spec, const GamePlan *plan, Text *note, Error *err);
    // The models a spec reads (gin_player_models).
    void (*player_models)(const char *spec, void (*visit)(void *context, const char *model), void *context);

    // ---- Matches ----
    // Fills in what is the game's own: rules as text, NULL for the usual ones, and the values of `option` in its order,
    // NULL for those not given, "" for switches. plan->common has been read.
    bool (*plan)(GamePlan *plan, const char *rules, const char *const values[GAME_OPTIONS], Error *err);
    // NULL if equal players win half of the games; else the reason, and *needs is the option that would make it even.
    const char *(*uneven)(const GamePlan *plan, const char **needs);
    uint64_t (*games_in_all)(const GamePlan *plan); // of the arena
    // How it is played: "gin contest | duplicate", as what it is filed under has it; and "contest rules, duplicate, 100
    // games a pair, ", as a person reads it.
    void (*add_key)(Text *text, const GamePlan *plan);
    void (*add_description)(Text *text, const GamePlan *plan);
    bool (*run)(const GamePlan *plan, MatchResult *result, Error *err);
    // The match as an object and as a table, and the table's lines on faults alone.
    void (*json)(Json *json, const char *key, const GamePlan *plan, const MatchResult *result);
    void (*table)(Text *text, const GamePlan *plan, const MatchResult *result);
    void (*faults)(Text *text, const GamePlan *plan, const MatchResult *result);
} Game;

// Ended by NULL. The first is the default.
extern const Game *const GAMES[];

// The game if none is named: the first row.
const Game *game_default(void);
extern const Game game_of_gin, game_of_hearts;

// By name, and by the first line of a file of records; NULL if there is none.
const Game *game_named(const char *name);
const Game *game_of_records(const char *line);

// All names: "gin or hearts", the last behind that word.
void game_add_names(Text *text, const char *word);

#endif
