// SPDX-License-Identifier: MIT
// What each choice of a seat can be expected to cost: the same sampled worlds for all choices, in each of them a search
// as `solver` does it (cards), or playouts (cards to pass). For hints and for the analysis of games.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_JUDGE_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_JUDGE_H

#include "hearts/players/search/evaluation.h"
#include "hearts/players/simple/passing.h"

#define HEARTS_JUDGE_EVALUATION "blend" // solver's

enum { HEARTS_JUDGE_LEAST = 32, HEARTS_CHOICES = HEARTS_PASS_CHOICES + 1 };

// Points are those of the hand. Where rules know moons or bonuses they are counted by what they are worth against the
// mean of the others, so that numbers can be compared: of 26 points, an own moon as -13, another's as 13.
typedef struct HeartsChoice {
    Card card;    // or CARD_NONE where cards are passed, and
    CardSet give; // these
    double points, points_error;
    double behind, behind_error; // more points than the first choice, in the same worlds
    // Of a card, by playouts (ducker's rules, some chance): shares of the worlds in which it takes the trick, and what
    // lies in the trick then; in which the seat ends with the queen, shoots the moon, another shoots it.
    double takes, trick, queen, moon, against;
} HeartsChoice;

// Choices, the best first. With `played` they are ordered by the first half of the worlds, and `behind` is measured in
// the second, so that a difference is not one of selection.
typedef struct HeartsVerdict {
    int count;
    HeartsChoice choice[HEARTS_CHOICES];
    int played; // which of them was played, or -1
} HeartsVerdict;

// Judges the decision of the view's seat, which is to act. `played` may be NULL. The verdict hangs on the arguments
// alone. False only when memory is out.
bool hearts_judge(const HeartsEvaluation *evaluation, const HeartsView *view, int worlds, const HeartsAction *played,
                  uint64_t key, HeartsVerdict *verdict);

// What the played choice costs: `behind` where it is above 2.5 standard errors, else 0.
double hearts_verdict_cost(const HeartsVerdict *verdict);

#endif
