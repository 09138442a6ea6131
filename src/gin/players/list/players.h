// SPDX-License-Identifier: MIT
// A row of the list of players (players.c) is either composed or whole. A composed one names a policy for each decision
// (draw, discard, knock, melds) and an estimator of the opponent's hand where one of them asks for it; `mix:draw=..,
// discard=..` names any other combination on the command line. A whole one decides everything by itself (GinWhole).
// docs/PLAYERS.md shows how to add a policy or a player.
#ifndef DEADWOOD_GIN_PLAYERS_LIST_PLAYERS_H
#define DEADWOOD_GIN_PLAYERS_LIST_PLAYERS_H

#include "base/files/data.h"
#include "base/level.h"
#include "base/text/text.h"
#include "gin/table.h"

// A number a policy can be tuned by: `name:key=value`.
typedef struct GinParam {
    const char *key;
    double value, low, high; // default and range
    bool whole;              // whole numbers only
    const char *meaning;
} GinParam;

enum { GIN_MAX_PARAMS = 20, GIN_MODEL_TEXT = 256 };

typedef struct GinPolicy GinPolicy;
typedef struct GinPart GinPart;

// What a policy keeps between decisions: its parameters, in the order of its row, and what was built when the player
// was opened.
typedef struct GinMind {
    double params[GIN_MAX_PARAMS];
    void *model;              // what the policy's `open` made, or NULL
    const GinPart *estimator; // for gin_estimate; never NULL where the policy says it needs one
} GinMind;

// A discard, and the deadwood of the ten cards left if the policy has worked it out (else -1).
typedef struct GinDiscard {
    Card card;
    int deadwood;
} GinDiscard;

// One policy for one decision; exactly one of the first five functions is there.
struct GinPolicy {
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
    // How likely does the opponent hold each card (by card_index)? Cards known either way are exactly 0 or 1, the rest
    // lies between and sums to the cards of the opponent's hand that are unknown. Safe from many threads at once.
    // estimate.h has what estimators share.
    void (*estimate)(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]);
    // Samples whole hands of the opponent, in unspecified order. Only for estimators that know more than a probability
    // per card; call it through gin_imagine.
    void (*imagine)(const GinMind *mind, const GinView *view, Rng *rng, CardSet *hands, int count);
    GinParam params[GIN_MAX_PARAMS]; // up to the first without a key
    bool needs_estimator;            // asks gin_estimate(mind, ...)
    bool remembers;                  // looks at the view's past: the game's earlier hands
    // A policy with more state than numbers builds it when the player is opened: `model` is the setting of that name, a
    // path or a file among the shipped models (models.h), by default `file`. What `open` returns is mind->model, ended
    // by `close`; NULL with err set on failure. A policy that neither reads nor needs a file leaves `file` out.
    const char *file;
    void *(*open)(const double params[GIN_MAX_PARAMS], const char *model, Error *err);
    void (*close)(void *model);
};

// A policy in use, with its own parameters and model.
struct GinPart {
    const GinPolicy *policy;
    GinMind mind;
    char model[GIN_MODEL_TEXT]; // the setting, or empty
};

// A player that decides everything by itself. Other players may still leave decisions to it, by its name in a column:
// `mix:draw=by-kind,discard=champion`. It is then opened once, whatever it decides.
typedef struct GinWhole {
    const char *name;                // of its row
    GinParam params[GIN_MAX_PARAMS]; // up to the first without a key
    const char *file;                // as a policy's; NULL if it reads none
    // Makes the player; ended by `close`. NULL with err set on failure.
    void *(*open)(const double params[GIN_MAX_PARAMS], const char *model, Error *err);
    void (*close)(void *self);
    // The action. Where others decide as well, `among` says what is left to choose from, a part of what is legal: a
    // card to knock with or only to discard, the melds of a knock that is decided. NULL: all that is legal.
    GinAction (*choose)(const void *self, const GinView *view, const GinLegal *among, Rng *rng);
    // Adds what a user should know about it under these rules, a sentence without a full stop; may be NULL.
    void (*note)(const void *self, const GinRules *rules, Text *text);
    bool remembers; // looks at the view's past: the game's earlier hands
} GinWhole;

typedef enum {
    GIN_COLUMN_DRAW,
    GIN_COLUMN_DISCARD,
    GIN_COLUMN_KNOCK,
    GIN_COLUMN_MELDS,
    GIN_COLUMN_ESTIMATOR,
    GIN_COLUMNS
} GinColumn;
const char *gin_column_name(GinColumn column); // "draw", "discard", "knock", "melds", "estimator"

// All policies for one decision.
const GinPolicy *const *gin_policies(GinColumn column, int *count);

// The policy of that name; NULL if there is none.
const GinPolicy *gin_find_policy(GinColumn column, const char *name);

// A row of the list of players, composed or whole.
typedef struct GinPlayerRow {
    const char *name;
    const char *source;
    const char *about;
    const char *column[GIN_COLUMNS]; // policy names, the estimator's "none" where nothing asks for one
    const char *settings;            // parameters that differ from the policies' defaults: "knock.limit=5"
    const GinWhole *whole;           // instead of columns and settings; else NULL
} GinPlayerRow;

const GinPlayerRow *gin_player_rows(int *count);

const GinPlayerRow *gin_find_row(const char *name); // NULL if there is none

const Level *gin_levels(void); // LEVEL_COUNT of them

bool gin_is_listed(const char *name); // of a row or a level

// Who decides in a column of the row: a policy's name, or the whole player's (no estimator's: "none").
const char *gin_row_column(const GinPlayerRow *row, GinColumn column);

// Makes the player that `spec` names: "simple", "greedy:limit=3", "mix:draw=random,draw.p=0.2,knock=rules". A key is a
// column, a parameter, or column.parameter where the bare name would be ambiguous. A bare name sets all policies that
// have the very same parameter: "mishra:meld=1". A whole player's are its own: "champion.temperature". Or the name
// of a player of the thread's scope (base/scope.h). The caller ends it with gin_player_close. False with err set, and
// *player untouched, when the text names no player.
bool gin_player_open(const char *spec, GinPlayer *player, Error *err);

// Adds what a user should know about this player under these rules, if anything: sentences without a full stop,
// separated by "; ". For instance that it was trained for others.
void gin_player_note(const GinPlayer *player, const GinRules *rules, Text *text);

// What a player made by gin_player_open does one decision with; borrowed from it. NULL for any other player, and where
// the decision is left to a whole one.
const GinPart *gin_player_part(const GinPlayer *player, GinColumn column);

// What `whole` opened, if the player leaves it every decision except, perhaps, the melds to show; borrowed. Else NULL.
const void *gin_player_whole(const GinPlayer *player, const GinWhole *whole);

// The composition a spec stands for, all parameters spelled out: "draw=meld-only discard=max-deadwood ...".
// The estimator is left out where there is none.
bool gin_player_describe(const char *spec, Text *text, Error *err);

// Calls `visit` with the name (models.h) of each weights file that the spec's policies read. Does nothing if the text
// names no player.
void gin_player_models(const char *spec, void (*visit)(void *context, const char *model), void *context);

// An estimator on its own, for measurements: "bayes", "bayes:games=1000". The caller ends it with gin_part_close. False
// with err set, and *estimator untouched, when there is no such estimator or its model cannot be loaded.
bool gin_estimator_open(const char *spec, GinPart *estimator, Error *err);
void gin_part_close(GinPart *part);

// Asks the estimator of a policy's player.
static inline void gin_estimate(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    mind->estimator->policy->estimate(&mind->estimator->mind, view, probability);
}

// Samples hands of the opponent: by the estimator's own `imagine` if it has one, else from the given probabilities
// (sample.h).
void gin_imagine(const GinMind *mind, const GinView *view, const float probability[CARD_COUNT], Rng *rng,
                 CardSet *hands, int count);

#endif
