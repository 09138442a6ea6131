// SPDX-License-Identifier: MIT
// The layout of the inputs of observe.h: observe.c writes them, observe_names.c names them.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_OBSERVE_INTERNAL_H
#define DEADWOOD_GIN_PLAYERS_ENV_OBSERVE_INTERNAL_H

#include "gin/players/env/observe.h"

// Planes, a byte a card. There is no plane of unseen cards: it is 1 minus the first four, which a layer can compute.
typedef enum {
    GIN_PLANE_HAND,
    GIN_PLANE_UPCARD,
    GIN_PLANE_BURIED,       // the discard pile without its top
    GIN_PLANE_KNOWN,        // in the opponent's hand
    GIN_PLANE_SHOWN,        // own cards that the opponent knows
    GIN_PLANE_DISCARDS,     // by the opponent, 0.9^age in its turns
    GIN_PLANE_DECLINED,     // upcards the opponent did not want, as above
    GIN_PLANE_OWN_DISCARDS, // 0.9^age in own turns
    GIN_PLANE_DEADWOOD, // 1 - deadwood/50 after each discard; before a draw: after taking the upcard and this discard
    GIN_PLANE_KNOCKS,   // discards that allow a knock, as above
    GIN_PLANE_USEFUL,   // unseen cards and upcard that would belong to a meld of the hand
    GIN_PLANE_MELDED,   // cards of the hand in melds of a best split
    GIN_PLANE_OUTS,     // own cards (and the upcard): how many unseen ones make a meld with it and another
    GIN_PLANE_DANGER,   // and in how many ways the opponent might meld it, known cards counting more
} GinPlane;

// Habits of the opponent or of the seat itself, as rates shrunk toward 0 while there is little data.
enum {
    GIN_HABIT_KNOCKS,         // of all hands
    GIN_HABIT_UNDERCUTS,      // of hands the other ended
    GIN_HABIT_HELD_KNOCK,     // of those: it could have knocked
    GIN_HABIT_DEFENCE_POINTS, // mean deadwood in them, 50 points are one
    GIN_HABIT_TAKES,          // of its draws
    GIN_HABIT_OFFERS_TAKEN,   // of the first upcards offered
    GIN_HABIT_KNOCK_COUNT,    // 8 are one
    GIN_HABIT_DEFENCE_COUNT,
    GIN_HABIT_DEADWOOD,                                        // of its knocks, by deadwood as habits.h steps it
    GIN_HABIT_TURN = GIN_HABIT_DEADWOOD + GIN_KNOCK_DEADWOODS, // of its knocks, by own draws
    GIN_HABITS = GIN_HABIT_TURN + GIN_KNOCK_TURNS,
};

enum {
    GIN_RULE_LIMIT, // of this hand
    GIN_RULE_GIN,
    GIN_RULE_UNDERCUT,
    GIN_RULE_BIG_GIN,
    GIN_RULE_TIE,
    GIN_RULE_TARGET,
    GIN_RULE_DOUBLE,
    GIN_RULE_STOCK_END,
    GIN_RULE_WINNER_STARTS,
    GIN_RULE_LOSER_STARTS,
    GIN_RULES_SHOWN,
};

// Single numbers, counted from the first after the planes.
enum {
    GIN_AT_PHASE = 0,                                     // the first four of GinPhase
    GIN_AT_TAKEN = GIN_AT_PHASE + 4,                      // the upcard was taken this turn
    GIN_AT_STARTER = GIN_AT_TAKEN + 1,                    // we started the hand
    GIN_AT_STOCK = GIN_AT_STARTER + 1,                    // cards to draw before the hand is cancelled, 32 are one
    GIN_AT_STOCK_STEP = GIN_AT_STOCK + 1,                 // 0-1, 2-3, 4-5, 6-8, 9-12, 13-17, 18-23, more
    GIN_AT_TURN = GIN_AT_STOCK_STEP + 8,                  // draws, own and the opponent's, 16 are one
    GIN_AT_TURN_STEP = GIN_AT_TURN + 2,                   // own turns: 0 to 6, 7-8, 9-11, more
    GIN_AT_DEADWOOD = GIN_AT_TURN_STEP + 10,              // of the hand, or the least after a discard; 50 are one
    GIN_AT_DEADWOOD_IS = GIN_AT_DEADWOOD + 1,             // 0 to 10
    GIN_AT_DEADWOOD_STEP = GIN_AT_DEADWOOD_IS + 11,       // to 15, 20, 25, 30, 40, more
    GIN_AT_TAKE = GIN_AT_DEADWOOD_STEP + 6,               // least deadwood after taking the upcard
    GIN_AT_TAKE_IS = GIN_AT_TAKE + 1,                     // 0 to 10
    GIN_AT_TAKE_SAVES = GIN_AT_TAKE_IS + 11,              // 16 points are one
    GIN_AT_TAKE_MELDS = GIN_AT_TAKE_SAVES + 1,            // it would belong to a meld
    GIN_AT_CAN_KNOCK = GIN_AT_TAKE_MELDS + 1,             // now; then: after taking the upcard
    GIN_AT_OUTS = GIN_AT_CAN_KNOCK + 2,                   // unseen useful cards, 16 are one
    GIN_AT_OUTS_STEP = GIN_AT_OUTS + 1,                   // 0 to 4, 5-6, 7-8, more
    GIN_AT_MELDED = GIN_AT_OUTS_STEP + 8,                 // cards in melds
    GIN_AT_MELDED_STEP = GIN_AT_MELDED + 1,               // 0, 3-5, 6-8, more
    GIN_AT_TAKES = GIN_AT_MELDED_STEP + 4,                // of upcards, own and the opponent's, 8 are one
    GIN_AT_KNOWN = GIN_AT_TAKES + 2,                      // cards known in the opponent's hand, 8 are one
    GIN_AT_KNOWN_MELDED = GIN_AT_KNOWN + 1,               // of those in melds among themselves
    GIN_AT_SINCE_TAKE = GIN_AT_KNOWN_MELDED + 1,          // 0.9^(opponent's draws since it took an upcard)
    GIN_AT_SINCE_STEP = GIN_AT_SINCE_TAKE + 1,            // 0, 1, 2-3, more
    GIN_AT_SCORE = GIN_AT_SINCE_STEP + 4,                 // own and the opponent's, the target is one
    GIN_AT_LEAD = GIN_AT_SCORE + 2,                       // ahead, behind
    GIN_AT_SCORE_STEP = GIN_AT_LEAD + 2,                  // tenths of the target
    GIN_AT_OTHER_SCORE_STEP = GIN_AT_SCORE_STEP + 10,     //
    GIN_AT_GIN_WINS = GIN_AT_OTHER_SCORE_STEP + 10,       // the bonus for gin alone would win the game
    GIN_AT_RULES = GIN_AT_GIN_WINS + 1,                   //
    GIN_AT_HANDS = GIN_AT_RULES + GIN_RULES_SHOWN,        // earlier hands of the game, 16 are one
    GIN_AT_HANDS_STEP = GIN_AT_HANDS + 1,                 // 0, 1, 2, 3-4, 5-8, more
    GIN_AT_CANCELLED = GIN_AT_HANDS_STEP + 6,             // share of them
    GIN_AT_THEIR_HABITS = GIN_AT_CANCELLED + 1,           //
    GIN_AT_OWN_HABITS = GIN_AT_THEIR_HABITS + GIN_HABITS, //
    GIN_AT_END = GIN_AT_OWN_HABITS + GIN_HABITS,          // the rest is 0
};

_Static_assert((int)GIN_AT_END <= (int)GIN_SCALARS, "the numbers fit");
_Static_assert((int)GIN_PLANE_DANGER + 1 == (int)GIN_PLANES, "as many planes as observe.h says");

#endif
