// SPDX-License-Identifier: MIT
// Self-play for training data: each finished hand goes to a collector, which can replay it move by move.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_SELFPLAY_H
#define DEADWOOD_GIN_PLAYERS_ENV_SELFPLAY_H

#include "gin/record.h"
#include "gin/table.h"

typedef struct GinSelfPlay {
    const char *const (*pairs)[2]; // specs; game g is played by pair g % pair_count
    int pair_count;
    const GinRules *rules; // NULL: the default
    uint64_t seed;
    uint64_t first; // number of the first game; the number decides the cards
    uint64_t games;
    int threads;
} GinSelfPlay;

// Each collector is filled separately; the caller merges them in order. Collector s sees all hands of the s-th of
// `slices` ranges of games, so neither order nor rounding depends on the number of threads.
enum { GIN_SELFPLAY_SLICES = 64 };

// Plays all games; watch(collectors[s], hand) sees each hand that was not forfeited. Stops early, without an error, on
// Ctrl-C where it is caught (progress.h).
bool gin_selfplay(const GinSelfPlay *plan, int slices, void *const collectors[],
                  void (*watch)(void *collector, const GinHandRecord *hand), Error *err);

// Replays a hand, event by event.
typedef struct GinReplay {
    GinState state;
    GinHistory history; // replayed so far
    const GinHandRecord *hand;
    int at;         // events played
    GinEvent event; // the last of them
} GinReplay;

void gin_replay_start(GinReplay *replay, const GinHandRecord *hand);

// Replays the next pass, draw or discard; false if only the knock and what follows it are left, or nothing.
bool gin_replay_step(GinReplay *replay);

// Turns a record from a file into such a hand. Replays it into `state` and `history`; the result borrows both and the
// record.
GinHandRecord gin_hand_of_record(const GinRecord *record, GinState *state, GinHistory *history);

#endif
