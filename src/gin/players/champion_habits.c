// SPDX-License-Identifier: MIT
// What kind of opponent is this? Most players of gin either knock as soon as they can or wait for gin and undercuts,
// and the hands of a game that lie open at their ends tell soon which.
#include <math.h>

#include "gin/players/champion_internal.h"

// How much likelier each thing is of a player that knocks at once than of one that waits, from 3,000 hands each against
// the champion: simple, hitting, mishra, mishra-blind and champion-b on the one side, champion and champion-g on the
// other. Gin, knocks with 1-2, 3-4, 5-6, 7-8, 9 and more deadwood. Some that knock almost always, such as heisenbot and
// mishra-contest, hold a knock back in 3 to 4% of the hands that others end; the rest of them never do.
static const double KNOCKED[GIN_PAST_DEADWOODS] = {0.08, 5, 4, 1.8, 1.6, 1.5};
static const double HELD_KNOCK = 0.1, HELD_NONE = 1.45; // when the other one ended the hand
static const double BEFORE = 3;                         // odds when nothing is known
static const double PLAIN = 0.67;                       // of those that knock at once: most shed what counts most

// How often each kind draws from the discard pile, likewise: simple, estimating and medium-he 17 to 20%, who only take
// what melds; hitting, mishra, heisenbot, champion-b, champion and champion-g 25 to 38%.
static const double TAKES = 0.30, PLAIN_TAKES = 0.18;

static const double SURE = 1e12; // odds: a long game multiplies more of them than a number holds

static double knocks_at_once(const GinPast *past, Seat seat) {
    const GinHabits *habits = &past->seat[seat];
    double odds = BEFORE;
    for (int step = 0; step < GIN_PAST_DEADWOODS; step++)
        for (int i = 0; i < habits->knock_deadwood[step]; i++) odds *= KNOCKED[step];
    for (int i = 0; i < habits->held_knock; i++) odds *= HELD_KNOCK;
    for (int i = habits->held_knock; i < habits->defences; i++) odds *= HELD_NONE;
    odds = fmin(odds, SURE);
    return odds / (1 + odds);
}

// How much likelier its draws are of a plain player.
static double draws_plainly(const GinHabits *habits) {
    double odds = 1;
    for (int i = 0; i < habits->takes; i++) odds *= PLAIN_TAKES / TAKES;
    for (int i = habits->takes; i < habits->draws; i++) odds *= (1 - PLAIN_TAKES) / (1 - TAKES);
    return fmin(odds, SURE);
}

void champion_likeness(const GinPast *past, Seat seat, double chance[GIN_LIKENESSES]) {
    double at_once = knocks_at_once(past, seat), sum = 0;
    chance[GIN_LIKE_NETWORK] = 1 - at_once;
    chance[GIN_LIKE_KNOCKER] = (1 - PLAIN) * at_once;
    chance[GIN_LIKE_PLAIN] = PLAIN * at_once * draws_plainly(&past->seat[seat]);
    for (int i = 0; i < GIN_LIKENESSES; i++) sum += chance[i];
    for (int i = 0; i < GIN_LIKENESSES; i++) chance[i] /= sum;
}
