// SPDX-License-Identifier: MIT
// How the networks of rummy.h learn, hand by hand, from self-play. A hand's cards and chance come from (seed, number of
// the hand), so that learning does not depend on threads, nor on where it was cut short.
#ifndef DEADWOOD_GIN_PLAYERS_RUMMY_RUMMY_LEARN_H
#define DEADWOOD_GIN_PLAYERS_RUMMY_RUMMY_LEARN_H

#include "gin/players/rummy/rummy.h"

// The afterstates of a seat in one hand, first to last, and the points it won or lost.
enum { RUMMY_STEPS = 2 * GIN_TURN_LIMIT };
typedef struct RummyTrail {
    int steps, used;
    int points;
    int begin[RUMMY_STEPS + 1]; // where a step's ones begin
    uint16_t *ones;             // grows; ended by rummy_trail_free
    int room;
} RummyTrail;
void rummy_trail_free(RummyTrail *trail);

// Who sits in a seat: a network, or any player.
typedef struct RummySeat {
    const Net *net;
    const GinPlayer *player; // where there is no net
    double chance;           // of a random action
    RummyTrail *trail;       // where the afterstates are kept, or NULL
} RummySeat;

// The deal of that number, played from one side or the other (`swapped`): the same cards and starter. Returns the
// points of the first seat, whose opponent won as many less.
typedef struct RummyDeal {
    const GinRules *rules;
    uint64_t seed, number;
    bool swapped;
} RummyDeal;
int rummy_play(const RummyDeal *deal, const RummySeat seats[GIN_SEATS]);

// TD(lambda), last afterstate first:
//
//     T <- points;   for each:   w <- w + rate (T - V) dV/dw;   T <- (1 - lambda) V + lambda T
//
// with V as it was before its own update. Returns the mean of (T - V)^2.
double rummy_learn(Net *net, const RummyTrail *trail, double lambda, double rate);

// A challenger: the champion's weights, each with a normal number of that spread added, drawn from (seed, number).
void rummy_mutate(const Net *champion, double spread, uint64_t seed, uint64_t number, Net *challenger);

#endif
