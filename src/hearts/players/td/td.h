// SPDX-License-Identifier: MIT
// Temporal-difference learning as Sturtevant and White describe it (sections 2.2 to 2.5): one learner plays with all
// cards open against three experts or three copies of itself. It chooses by max^n to the end of the trick, with its own
// evaluation for every seat. After each game it goes back over the positions between tricks in which points were still
// out:
//
//     T <- reward;   for each of them, last first:   T <- (1 - lambda) V + lambda T;   w <- w + a (T - V) phi
//
// with a = 1 / (13 x true features). TDLeaf(lambda) (Baxter, Tridgell and Weaver, which the paper cites) takes V and
// phi from the leaf that the search expects instead: the end of the trick that is about to be led.
//
// All randomness of a game comes from (seed, run, number of the game), so an interrupted run resumes to bit-identical
// weights.
#ifndef DEADWOOD_HEARTS_PLAYERS_TD_TD_H
#define DEADWOOD_HEARTS_PLAYERS_TD_TD_H

#include <limits.h>

#include "hearts/players/td/trick.h"
#include "hearts/table.h"

typedef struct HeartsTdPlan {
    HeartsRules rules;              // those of the task (hearts_td_rules), or others with the same points
    const HeartsPlayer *opponent;   // in the three other seats, open; NULL: the learner itself
    HeartsTrickAlgorithm algorithm; // how it looks ahead
    double lambda;                  // 0.75 in the paper
    bool leaf;                      // TDLeaf(lambda): by max^n, all cards open
    // 0: all cards open, as in the paper. Otherwise the hidden game, which the paper leaves for later: everybody sees
    // only its own cards, and the learner takes the mean over so many worlds that agree with them, of values when it
    // chooses and of features when it learns.
    int worlds;
    uint64_t seed, run;
} HeartsTdPlan;

enum { HEARTS_TD_WORLDS = 64 }; // most

// The rules a goal is learned under: paper-queen, paper-hearts, paper.
HeartsRules hearts_td_rules(HeartsGoal goal);

typedef struct HeartsTd HeartsTd;

// Copies the plan; borrows its opponent and the net. NULL if memory runs out. The caller ends it with hearts_td_close.
HeartsTd *hearts_td_open(const HeartsTdPlan *plan, HeartsPerceptron *net);
void hearts_td_close(HeartsTd *td);

// Plays the game of that number and learns from it. Returns the learner's points; HEARTS_TD_GIVEN_UP after Ctrl-C, and
// then nothing was learned from it.
enum { HEARTS_TD_GIVEN_UP = INT_MIN };
int hearts_td_game(HeartsTd *td, uint64_t number);

// Updates the weights after a game from the learner's positions, first to last, each in `worlds` versions, and the
// points it took. A position's value is the mean over its versions; each version's features get their share of the
// step. A decided leaf has a value but no gradient.
void hearts_td_learn(HeartsPerceptron *net, const HeartsPosition *positions, int count, int worlds, Seat seat,
                     double lambda, int reward);

// The card that a player plays, given the whole state or its view; a player that fails plays its first legal card. Not
// for passes.
Card hearts_td_ask(const HeartsPlayer *player, const HeartsState *state, const HeartsLog *log, Rng *rng, bool open);

const HeartsTrickSearch *hearts_td_search(const HeartsTd *td);

// The stream that a run's first weights are drawn from.
Rng hearts_td_weights_rng(uint64_t seed, uint64_t run);

#endif
