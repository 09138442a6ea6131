// SPDX-License-Identifier: MIT
// Games played to learn from: every hand is handed to a collector as it ends, and can be played again move by move.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_SELFPLAY_H
#define DEADWOOD_GIN_PLAYERS_ENV_SELFPLAY_H

#include "gin/record.h"
#include "gin/table.h"

typedef struct GinSelfPlay {
    const char *const (*pairs)[2]; // specs; game g is played by pair g % pair_count
    int pair_count;
    const GinRules *rules; // NULL: the default
    uint64_t seed;
    uint64_t first; // number of the first game; other games are other cards
    uint64_t games;
    int threads;
} GinSelfPlay;

// Collectors are filled apart and merged by the caller in their order. Collector s sees all hands of the s-th of
// `slices` runs of neighbouring games, so that neither order nor rounding depends on the number of threads.
enum { GIN_SELFPLAY_SLICES = 64 };

// Plays all games; watch(collectors[s], hand) sees each hand that was not forfeited. Stops early, without an error, on
// Ctrl-C where it is caught (progress.h).
bool gin_selfplay(const GinSelfPlay *plan, int slices, void *const collectors[],
                  void (*watch)(void *collector, const GinHandRecord *hand), Error *err);

// A hand played again, event by event.
typedef struct GinReplay {
    GinState state;
    GinHistory history; // of what was played again so far
    const GinHandRecord *hand;
    int at;         // events played
    GinEvent event; // the last of them
} GinReplay;

void gin_replay_start(GinReplay *replay, const GinHandRecord *hand);

// Plays the next pass, draw or discard; false when only the knock and what follows it are left, or nothing.
bool gin_replay_step(GinReplay *replay);

// A record from a file as such a hand: plays it through into `state` and `history`, which the result borrows beside the
// record.
GinHandRecord gin_hand_of_record(const GinRecord *record, GinState *state, GinHistory *history);

#endif
