// SPDX-License-Identifier: MIT
// Why the best card, or pass, of Hearts is the best: ideas that players use, each with the fact it rests on.
//
// An idea is said only where its fact holds: exact ones of the cards in sight, or shares of the judge's worlds with
// their difference sure. tests/unit/coach checks each kind's fact against a slow count.
#ifndef DEADWOOD_COACH_HEARTS_HEARTS_IDEAS_H
#define DEADWOOD_COACH_HEARTS_HEARTS_IDEAS_H

#include "hearts/players/search/judge.h"

// "The rival" is the choice that the judge ranks second. Unseen cards are those neither played nor in the own hand.
typedef enum HeartsIdeaKind {
    // A card.
    HEARTS_IDEA_DUCKS,         // cards lie on the table, and card cannot take the trick
    HEARTS_IDEA_HIGH_DUCK,     // of the own cards that may be played and cannot take the trick it is the highest of its
                               // suit, and there are `count` of them, two or more
    HEARTS_IDEA_FREE_TAKE,     // it is the last card of the trick and takes it; there is no point in it
    HEARTS_IDEA_GIVES_QUEEN,   // it is the queen of spades, and another takes the trick
    HEARTS_IDEA_GIVES_POINTS,  // it is no queen but counts `count`, and another takes the trick
    HEARTS_IDEA_LEAVES_POINTS, // `count` points lie in the trick, which the rival's card would now take and card not
    HEARTS_IDEA_EMPTIES,       // it is the last card of its suit in the hand, and not the last card of all
    HEARTS_IDEA_KEEPS_FROM_QUEEN, // the queen is unseen; the rival's card, king or ace of spades, could take it and
                                  // card could not
    HEARTS_IDEA_FLUSHES,          // it leads a spade below the queen, which is unseen; no king or ace of spades is held
    HEARTS_IDEA_LOW_LEAD,         // it leads; `count` of the `of` unseen cards of its suit are higher, more than half
    HEARTS_IDEA_SHORT,      // it leads; the seats `seats` (bits) have shown to be out of the suit that the rival would
                            // lead, and nobody to be out of its own
    HEARTS_IDEA_TAKES_LESS, // it takes the trick in the share `chance` of the worlds, the rival in `rival_chance`,
                            // surely
                            // more
    HEARTS_IDEA_LESS_QUEEN, // the hand ends with the queen taken by this seat in `chance`, with the rival in
                            // `rival_chance`, surely more
    HEARTS_IDEA_STOPS_MOON, // seat `seats` has taken all points so far, `count` of them; another shoots the moon in
                            // `chance` of the worlds, with the rival in `rival_chance`, surely more
    HEARTS_IDEA_MOON,       // this seat has all points so far and shoots the moon in `chance` of the worlds, at least a
                            // fifth
    // A pass.
    HEARTS_IDEA_PASSES_QUEEN,       // the queen goes; only `count` lower spades could guard it, fewer than four
    HEARTS_IDEA_PASSES_HIGH_SPADES, // `cards`, ace or king of spades, go; `count` spades below the queen stay, fewer
                                    // than four
    HEARTS_IDEA_KEEPS_QUEEN,        // the queen stays; `count` other spades guard it, four or more
    HEARTS_IDEA_MAKES_VOID,         // the suits `seats` (bits) are gone after it, and were not before
    HEARTS_IDEA_PASSES_HIGH,        // `count` of the cards passed are above the ten, of `of` in the hand
    HEARTS_IDEA_KINDS
} HeartsIdeaKind;

typedef struct HeartsIdea {
    HeartsIdeaKind kind;
    Card card, other_card; // CARD_NONE where there is none
    CardSet cards;
    unsigned seats;
    int count, of;
    double chance, rival_chance;
} HeartsIdea;

enum { HEARTS_MOST_IDEAS = 8 };

const char *hearts_idea_name(HeartsIdeaKind kind); // "ducks", "stops-moon"

// Ideas for the verdict's first choice; returns how many. `worlds` is how many the verdict looked at.
int hearts_ideas(const HeartsView *view, const HeartsVerdict *verdict, int worlds, HeartsIdea ideas[HEARTS_MOST_IDEAS]);

#endif
