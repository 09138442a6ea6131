// SPDX-License-Identifier: MIT
// Players are compositions: a row of the list in players.c names a policy for each decision (draw, discard, knock,
// melds), and `mix:draw=..,discard=..` names any other combination on the command line. docs/PLAYERS.md shows how to
// add a policy or a player.
#ifndef DEADWOOD_GIN_PLAYERS_PLAYERS_H
#define DEADWOOD_GIN_PLAYERS_PLAYERS_H

#include "base/text.h"
#include "gin/table.h"

// A number a policy can be tuned by: `name:key=value`.
typedef struct GinParam {
    const char *key;
    double value, low, high; // default and range
    bool whole;              // whole numbers only
    const char *meaning;
} GinParam;

enum { GIN_MAX_PARAMS = 8 };

// What a policy brings along from one decision to the next: its parameters, in the order of its row.
typedef struct GinMind {
    double params[GIN_MAX_PARAMS];
} GinMind;

// A discard, and the deadwood of the ten cards left if the policy has worked it out (else -1).
typedef struct GinDiscard {
    Card card;
    int deadwood;
} GinDiscard;

// One policy for one decision; exactly one of the functions is there.
typedef struct GinPolicy {
    const char *name;
    const char *source; // the paper, or "house"
    const char *about;  // one line
    // The upcard rather than the stock?
    bool (*take)(const GinMind *mind, const GinView *view, Rng *rng);
    // Which of eleven cards?
    GinDiscard (*discard)(const GinMind *mind, const GinView *view, Rng *rng);
    // Knock, now that it is legal with this discard and leaves this deadwood?
    bool (*knock)(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood);
    // Which melds of `hand` to show, as knocker or as defender?
    GinSplit (*melds)(const GinMind *mind, const GinView *view, Rng *rng, CardSet hand, bool defend);
    GinParam params[GIN_MAX_PARAMS]; // up to the first without a key
} GinPolicy;

typedef enum { GIN_COLUMN_DRAW, GIN_COLUMN_DISCARD, GIN_COLUMN_KNOCK, GIN_COLUMN_MELDS, GIN_COLUMNS } GinColumn;
const char *gin_column_name(GinColumn column); // "draw", "discard", "knock", "melds"

// All policies for one decision.
const GinPolicy *const *gin_policies(GinColumn column, int *count);

// A row of the list of players.
typedef struct GinPlayerRow {
    const char *name;
    const char *source;
    const char *about;
    const char *column[GIN_COLUMNS]; // policy names
    const char *settings;            // parameters that differ from the policies' defaults: "knock.limit=5"
} GinPlayerRow;

const GinPlayerRow *gin_player_rows(int *count);

// Makes the player that `spec` names: "simple", "greedy:limit=3", "mix:draw=random,draw.p=0.2,knock=rules". A key is a
// column, a parameter, or column.parameter where the bare name would be ambiguous. The caller ends it with
// gin_player_close. False with err set, and *player untouched, when the text names no player.
bool gin_player_open(const char *spec, GinPlayer *player, Error *err);

// The composition a spec stands for, all parameters spelled out: "draw=meld-only discard=max-deadwood ...".
bool gin_player_describe(const char *spec, Text *text, Error *err);

#endif
