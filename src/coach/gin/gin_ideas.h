// SPDX-License-Identifier: MIT
// Why the best move is the best: ideas that card players use, each with the fact it rests on.
//
// An idea is said only where its fact holds. Facts are of three kinds: exact ones of the cards in sight (melds, outs,
// which cards are gone), counts over the worlds of the judge (what the opponent could meld, undercuts), and what would
// be otherwise if one thing were (the same hand at another score). Each kind's comment states its fact in full;
// tests/unit/coach checks it against a slow count that shares no code with this one.
#ifndef DEADWOOD_COACH_GIN_GIN_IDEAS_H
#define DEADWOOD_COACH_GIN_GIN_IDEAS_H

#include "gin/players/judge/judge.h"

// "The rival" is the move that a person would most likely think of instead: of the other moves of the same kind the
// one that the judge ranks next, or where there is none the next of any kind. Unseen cards are those that may be in the
// opponent's hand or the stock; its known cards are those it took and holds.
typedef enum GinIdeaKind {
    // A take.
    GIN_IDEA_MELDS,  // card joins the meld `cards` of a best split
    GIN_IDEA_SAVES,  // after the take and the best discard deadwood is `count`, before it is `of`, which is more
    GIN_IDEA_KNOCKS, // after the take a knock with `count` is possible; 0 is gin
    GIN_IDEA_BUILDS, // card melds with nothing yet, but with the own cards `cards` (a pair, or near in its suit)
    GIN_IDEA_FREE,   // the first upcard: passing draws no card, so taking costs none
    GIN_IDEA_LOW,    // card melds with nothing but replaces the dearer own card `other_card`
    // Leaving the upcard.
    GIN_IDEA_NO_USE, // card melds with nothing of ours; taking it leaves `count` at best, a card from the stock `mean`
                     // on average over the unseen cards, and that is less
    GIN_IDEA_HIDES,  // card would meld, but the opponent would know it
    // What helps from here on.
    GIN_IDEA_OUTS, // `cards`, `count` of the `of` unseen cards, meld with the hand after the move
    // A discard.
    GIN_IDEA_LOOSE,   // card is in no meld, has none of its rank in the hand and none within two ranks in its suit
    GIN_IDEA_DEAREST, // card counts `count`, as much as any card outside the melds and more than some
    GIN_IDEA_DEAD,    // card has partners in the hand, but no unseen card melds with it that would not without it
    GIN_IDEA_KEEPS,   // after the move `count` unseen cards meld with the hand, after the rival's discard fewer, `of`;
                      // `cards` are the rival's card's partners outside the melds: of its rank a pair, in its suit two
                      // in a row or with a gap, both a triangle
    GIN_IDEA_SAFE,    // no meld of three with card can be made of the unseen cards and those known of the opponent
    GIN_IDEA_SAFER,   // the opponent could meld card at once in the share `chance` of the worlds, the rival's card in
                      // `rival_chance`, surely more
    GIN_IDEA_TOOK,    // the rival's card is of the rank of, or within two ranks in suit of, `cards` that the opponent
                      // took and holds; card is of none
    GIN_IDEA_THREW,   // the opponent itself discarded `cards`, of the rank of card or next to it in its suit
    GIN_IDEA_BREAKS,  // although the meld `cards` is broken: deadwood grows from `of` to `count`
    // Knocking.
    GIN_IDEA_GIN,    // nothing is left over
    GIN_IDEA_AHEAD,  // `count` against `mean` of the opponent, layoffs made, on average over the worlds; `chance` of an
                     // undercut
    GIN_IDEA_WINS,   // in the share `chance` of the worlds the knock's points end the game
    GIN_IDEA_WAITS,  // a knock is possible, but `cards`, `count` of the `of` unseen cards, make gin with a best discard
    GIN_IDEA_CAUGHT, // a knock with `count` is possible, but in the share `chance` of the worlds it is undercut
    // Everything.
    GIN_IDEA_SCORE, // the champion plays the move with `chance` here, and at 0 to 0 with `rival_chance`, at least a
                    // quarter less: there it would rather play the rival (not told of two knocks)
    GIN_IDEA_KINDS
} GinIdeaKind;

typedef struct GinIdea {
    GinIdeaKind kind;
    Card card, other_card; // CARD_NONE where there is none
    CardSet cards;
    int count, of;
    double mean, chance, rival_chance;
    GinAction rival; // of kinds that compare
} GinIdea;

enum { GIN_MOST_IDEAS = 10, GIN_IDEA_WORLDS = 300 };

const char *gin_idea_name(GinIdeaKind kind); // for JSON and drills: "loose", "safer"

// Ideas for the verdict's first candidate, what matters most first; returns how many. Looks at `worlds` worlds with
// chance from `key`. The view's seat is to act, and nobody has knocked.
int gin_ideas(const GinJudge *judge, const GinState *state, const GinHistory *history, const GinVerdict *verdict,
              int worlds, uint64_t key, GinIdea ideas[GIN_MOST_IDEAS]);

// ---- What ideas are made of, for those who put positions into groups ----

// Cards of the same rank as `card`, or within two ranks in its suit.
CardSet gin_partners(Card card);

#endif
