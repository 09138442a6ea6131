// SPDX-License-Identifier: MIT
// The posterior over opponent types, by Bayes' rule from the finished hands of the game. Most players of gin either
// knock as soon as they can or wait for gin and undercuts, and the cards shown at the end of a hand soon tell which.
#include <math.h>

#include "gin/players/champion/champion_internal.h"

// Likelihood ratios of each event, a player that knocks at once to one that waits, from 3,000 hands each against the
// champion: simple, hitting, mishra, mishra-blind and champion-b on the one side, champion and champion-g on the other.
// Gin, knocks with 1-2, 3-4, 5-6, 7-8, 9 and more deadwood. Some that knock almost always, such as heisenbot and
// mishra-contest, hold a knock back in 3 to 4% of the hands that others end; the rest of them never do.
static const double KNOCKED[GIN_KNOCK_DEADWOODS] = {0.08, 5, 4, 1.8, 1.6, 1.5};
static const double HELD_KNOCK = 0.1, HELD_NONE = 1.45; // when the other one ended the hand
static const double BEFORE = 1;                         // odds when nothing is known
static const double PLAIN = 0.5;                        // of those that knock at once
static const double PATIENT = 0.2;                      // of those that wait draw and shed as a plain one does

// Three features of play and their frequency for each type, measured likewise: draws from the discard pile, those of
// them that meld, and discards of fewer points than a card kept. Champion and champion-g; heisenbot, the three mishras
// and champion-b; simple.
static const double TAKES[GIN_TYPES] = {0.25, 0.30, 0.18};
static const double MELDED[GIN_TYPES] = {0.79, 0.72, 0.98};
static const double LOW[GIN_TYPES] = {0.20, 0.09, 0.005};

static const double SURE = 1e12; // odds: a long game multiplies more of them than a number holds

// Multiplication only, for the same bits on every machine.
static double odds_times(double odds, double factor, int count) {
    for (int i = 0; i < count; i++) odds *= factor;
    return fmax(fmin(odds, SURE), 1 / SURE);
}

static double knocks_at_once(const GinSeatHabits *habits) {
    double odds = BEFORE;
    for (int step = 0; step < GIN_KNOCK_DEADWOODS; step++)
        odds = odds_times(odds, KNOCKED[step], habits->knock_deadwood[step]);
    odds = odds_times(odds, HELD_KNOCK, habits->held_knock);
    odds = odds_times(odds, HELD_NONE, habits->defences - habits->held_knock);
    return odds / (1 + odds);
}

// The likelihood ratio of a type to one like the network, if `some` of `all` opportunities show a mark.
static double marked(double odds, GinOpponentType kind, int some, int all, const double rate[GIN_TYPES]) {
    double other = rate[GIN_TYPE_NETWORK];
    return odds_times(odds_times(odds, rate[kind] / other, some), (1 - rate[kind]) / (1 - other), all - some);
}

static double plays_like(GinOpponentType kind, const GinSeatHabits *habits) {
    double odds = marked(1, kind, habits->takes, habits->draws, TAKES);
    odds = marked(odds, kind, habits->melded_takes, habits->shown_takes, MELDED);
    return marked(odds, kind, habits->low_sheds, habits->sheds, LOW);
}

// One that waits is like the network, or plain in all but its knocks.
void champion_type_chances(const GinHabits *habits, Seat seat, double chance[GIN_TYPES]) {
    const GinSeatHabits *own = &habits->seat[seat];
    double at_once = knocks_at_once(own), plainly = plays_like(GIN_TYPE_PLAIN, own), sum = 0;
    chance[GIN_TYPE_NETWORK] = (1 - at_once) * (1 - PATIENT + PATIENT * plainly);
    chance[GIN_TYPE_KNOCKER] = at_once * (1 - PLAIN) * plays_like(GIN_TYPE_KNOCKER, own);
    chance[GIN_TYPE_PLAIN] = at_once * PLAIN * plainly;
    for (int i = 0; i < GIN_TYPES; i++) sum += chance[i];
    for (int i = 0; i < GIN_TYPES; i++) chance[i] /= sum;
}
