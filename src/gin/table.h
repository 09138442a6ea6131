// SPDX-License-Identifier: MIT
// The table: two players, a referee who alone judges legality and time, hands and whole games.
#ifndef DEADWOOD_GIN_TABLE_H
#define DEADWOOD_GIN_TABLE_H

#include "base/fault.h"
#include "base/secret.h"
#include "gin/gin.h"

struct GinHandRecord;

// A player answers a view with an action; a player that cannot go on answers GIN_RESIGN with its Fault as the card.
// `rng` is its own stream for this game. A player that takes all randomness from it and keeps no state between calls
// plays reproducibly, whatever runs in parallel. `close` may be NULL.
typedef struct GinPlayer {
    void *self;
    GinAction (*choose)(void *self, const GinView *view, Rng *rng);
    void (*close)(void *self);
    // Told how each hand of a game ended, for players that cannot see it in their next view; may be NULL.
    void (*watch)(void *self, const struct GinHandRecord *record, Seat seat);
    bool forgets; // never looks at the view's past; if both players forget, no past is kept
} GinPlayer;

static inline void gin_player_close(GinPlayer *player) {
    if (player->close) player->close(player->self);
    *player = (GinPlayer){0};
}

// What one seat did in a game, for statistics. A round is a hand that somebody won.
typedef struct GinSeatStats {
    uint32_t rounds_won;
    uint32_t round_points;         // points of those rounds
    uint32_t round_points_squared; // and the sum of their squares
    uint32_t knocks;               // hands it ended, gin included
    uint32_t knock_deadwood;       // its deadwood summed over them
    uint32_t gins;                 // big gin included
    uint32_t undercuts;            // times it undercut its opponent
    uint32_t turns;                // draws
    uint32_t takes;                // draws from the discard pile
    uint32_t decisions;            // timed ones, in games that are timed
    uint64_t nanoseconds;          // spent in them
} GinSeatStats;

typedef struct GinGameResult {
    int winner;        // a seat, or -1: drawn after GIN_HAND_LIMIT hands
    Fault fault;       // by the loser
    uint16_t score[2]; // points made in hands
    int32_t total[2];  // with boxes and game bonus [G20]
    uint32_t hands;    // all hands dealt, cancelled ones and a forfeited one included
    uint32_t cancelled;
    Seat first_starter;
    uint64_t hash; // of all actions and results
    GinSeatStats seat[2];
} GinGameResult;

// One hand as it is recorded: everything needed to play it again.
typedef struct GinHandRecord {
    const Card *deck; // CARD_COUNT cards
    uint32_t hand;    // its number in the game, from 0
    const GinState *state;
    const GinHistory *history;
    int faulty;            // the seat whose fault ended the game here, or -1
    Fault fault;           // and why
    GinAction last;        // the action that was refused
    int game_winner;       // the seat that has now won the game, or -1
    bool game_over;        // the game ends with this hand
    const int32_t *totals; // and then, as in GinGameResult; else NULL
} GinHandRecord;

// How to play a game: the rules, the source of randomness, and who watches.
typedef struct GinGamePlan {
    const GinRules *rules;
    uint64_t seed, match;
    const Secret *secret; // instead of the seed; or NULL
    uint64_t deal;        // number of the deal sequence: games with the same number see the same cards and starter
    uint64_t game;        // number of the game: the players' own streams
    bool timed;           // measure decisions
    void (*watch)(void *context, const GinHandRecord *record); // called after every hand; may be NULL
    void *context;
} GinGamePlan;

// Plays a game to the target. players[0] sits in seat 0.
void gin_play_game(const GinGamePlan *plan, const GinPlayer players[2], GinGameResult *result);

// Plays a hand from its current state to the end. Returns -1, or the seat that forfeited, with the fault and the
// refused action.
int gin_play_hand(GinState *state, GinHistory *history, const GinPlayer players[2], Rng rng[2], Fault *fault,
                  GinAction *refused);

// Folds a finished or forfeited hand into the hash of the game's earlier hands: its events, and where every card ended.
// The referee adds the fault.
uint64_t gin_hand_hash(uint64_t hash, const GinState *state, GinHistory *history);

// Fills in the totals of a game that is over from its score, its rounds and its winner.
void gin_game_bonuses(GinGameResult *result, const GinRules *rules);

// The deck of hand number `hand` of a deal sequence.
void gin_deck_for(uint64_t seed, uint64_t match, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]);

// Who starts the first hand of a game, from the key of its deals: rng_key(seed, match, deal).
Seat gin_first_starter(uint64_t deals);

// The seat that has won at this score, or -1. A game also ends after GIN_HAND_LIMIT hands.
int gin_winner_at(const GinRules *rules, const uint16_t score[2]);

// Who starts the hand after this one.
Seat gin_next_starter(const GinRules *rules, const GinState *over);

#endif
