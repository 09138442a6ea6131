// SPDX-License-Identifier: MIT
// The table: four players, a referee who alone judges legality, hands and whole games.
#ifndef DEADWOOD_HEARTS_TABLE_H
#define DEADWOOD_HEARTS_TABLE_H

#include "base/fault.h"
#include "base/secret.h"
#include "hearts/hearts.h"

struct HeartsHandRecord;

// A player answers a view with an action; a player that cannot go on answers HEARTS_RESIGN with its Fault as the card.
// A fault takes the seat out of the hand: random legal cards finish it, the seat scores all points of the deck, 26, and
// nobody shoots the moon [H19]. It plays again in the next hand. `rng` is its own stream for this game. A player that
// takes all randomness from it and keeps no state between calls plays reproducibly, whatever runs in parallel. `close`
// may be NULL.
typedef struct HeartsPlayer {
    void *self;
    HeartsAction (*choose)(void *self, const HeartsView *view, Rng *rng);
    // The perfect-information game of the paper: the player is shown the whole state instead. NULL: not supported, and
    // `choose` is asked.
    HeartsAction (*choose_open)(void *self, const HeartsState *state, const HeartsLog *log, Rng *rng);
    void (*close)(void *self);
    // Told how each hand of a game ended, for players that cannot see it in their next view; may be NULL.
    void (*watch)(void *self, const struct HeartsHandRecord *record, Seat seat);
} HeartsPlayer;

static inline void hearts_player_close(HeartsPlayer *player) {
    if (player->close) player->close(player->self);
    *player = (HeartsPlayer){0};
}

typedef struct HeartsHandRecord {
    const Card *deck;         // CARD_COUNT cards
    const HeartsState *state; // over; its `fault` says who was taken out, and why
    const HeartsLog *log;
    uint32_t hand; // its number in the game, from 0
    bool game_over;
} HeartsHandRecord;

typedef struct HeartsSeatStats {
    uint32_t queens;    // hands in which it took the queen of spades
    uint32_t moons;     // it shot
    uint32_t conceded;  // moons others shot
    uint32_t decisions; // timed ones, in games that are timed
    uint64_t nanoseconds;
    uint32_t faults[FAULT_KINDS]; // hands it was taken out of, by fault
} HeartsSeatStats;

typedef struct HeartsGameResult {
    int16_t total[HEARTS_SEATS]; // of all hands; lower is better
    int winner;                  // the seat with the lowest, or -1 where several have it
    uint32_t hands;
    int faulty; // the first seat with a fault, or -1
    Fault fault;
    uint64_t hash; // of all actions and results
    HeartsSeatStats seat[HEARTS_SEATS];
} HeartsGameResult;

typedef struct HeartsGamePlan {
    const HeartsRules *rules;
    uint64_t seed, match;
    const Secret *secret; // instead of the seed; or NULL
    uint64_t deal;        // number of the deal sequence: games with the same number see the same cards
    uint64_t game;        // number of the game: the players' own streams
    uint32_t first;       // number of the first hand: who leads and which way is passed
    uint32_t hands;       // play exactly so many, whatever the score; 0: to the target, or one hand where there is none
    bool open;            // perfect information
    bool timed;
    void (*watch)(void *context, const HeartsHandRecord *record); // after every hand; may be NULL
    void *context;
} HeartsGamePlan;

// Plays a game. players[0] sits in seat 0.
void hearts_play_game(const HeartsGamePlan *plan, const HeartsPlayer players[HEARTS_SEATS], HeartsGameResult *result);

// Plays a hand from its current state to the end. Returns -1, or the first seat with a fault, and the fault.
int hearts_play_hand(HeartsState *state, HeartsLog *log, const HeartsPlayer players[HEARTS_SEATS],
                     Rng rng[HEARTS_SEATS], bool open, Fault *fault);

// Plays one decision by the same rules: asks the player of the seat to act, with its stream `rng`. False if a fault
// took the seat out of the hand.
bool hearts_play_turn(HeartsState *state, HeartsLog *log, const HeartsPlayer *player, Rng *rng);

// True if a game that stands at `total` after so many hands is over [H18] [H20].
bool hearts_game_ends(const HeartsRules *rules, const int16_t total[HEARTS_SEATS], uint32_t hands);

// Hashes the cards of a hand that is over, in the order they fell, and what was passed and scored, onto the hash of the
// game's earlier hands.
uint64_t hearts_hand_hash(uint64_t hash, const HeartsState *state, const HeartsLog *log);

// The seat with the lowest total, or -1 where several have it.
int hearts_lowest(const int16_t total[HEARTS_SEATS]);

// The deck of hand number `hand` (in the game, from 0) of a deal sequence.
void hearts_deck_for(uint64_t seed, uint64_t match, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]);

#endif
