// SPDX-License-Identifier: MIT
// A judge of choices: the expected cost of each, in the same sampled worlds for all (common random numbers). Cards are
// searched in each world as `solver` does, passes are played out. For hints and analysis.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_JUDGE_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_JUDGE_H

#include "hearts/players/search/evaluation.h"
#include "hearts/players/simple/passing.h"

#define HEARTS_JUDGE_EVALUATION "blend" // solver's

enum { HEARTS_JUDGE_LEAST = 32, HEARTS_CHOICES = HEARTS_PASS_CHOICES + 1 };

// Points are those of the hand. Moons and bonuses count by their effect relative to the mean of the others, so that
// numbers can be compared: of 26 points, an own moon as -13, another's as 13.
typedef struct HeartsChoice {
    Card card;    // or CARD_NONE where cards are passed, and
    CardSet give; // these
    double points, points_error;
    double behind, behind_error; // more points than the first choice, in the same worlds
    // For a card, from playouts (ducker's rules with some noise): the share of worlds in which it takes the trick, and
    // the points in that trick; the shares in which the seat gets the queen, shoots the moon, another shoots it.
    double takes, trick, queen, moon, against;
} HeartsChoice;

// Choices, the best first. With `played`, the first half of the worlds orders them and the second measures `behind`,
// which avoids selection bias.
typedef struct HeartsVerdict {
    int count;
    HeartsChoice choice[HEARTS_CHOICES];
    int played; // which of them was played, or -1
} HeartsVerdict;

// Judges the decision of the view's seat, which is to act. `played` may be NULL. Deterministic in its arguments. False
// only if memory runs out.
bool hearts_judge(const HeartsEvaluation *evaluation, const HeartsView *view, int worlds, const HeartsAction *played,
                  uint64_t key, HeartsVerdict *verdict);

// What the played choice costs: `behind` if it exceeds 2.5 standard errors, else 0.
double hearts_verdict_cost(const HeartsVerdict *verdict);

#endif
