// SPDX-License-Identifier: MIT
// Advice for one decision of gin: the value of every move with its error bar, how often the champion plays it, and why
// the best one is best. As text for a terminal, as JSON for pages and programs (docs/FORMATS.md).
#ifndef DEADWOOD_COACH_GIN_GIN_ADVICE_H
#define DEADWOOD_COACH_GIN_GIN_ADVICE_H

#include "analysis/gin/analysis_words.h"
#include "base/text/json.h"
#include "coach/gin/gin_ideas.h"

// Worlds for a decision by default: with a champion as judge about 30 ms of a core, without one ten times that.
enum { GIN_ADVICE_WORLDS = 800, GIN_ADVICE_PLAIN_WORLDS = 1600 };

// All of it, a plain value. `rules` is borrowed.
typedef struct GinAdvice {
    Seat seat;
    GinTable table; // before the move
    CardSet hand;   // of the seat
    Card drawn;     // this turn, or CARD_NONE
    const GinRules *rules;
    uint64_t key;
    GinVerdict verdict;                     // moves, the best first
    GinReasons figures[GIN_MAX_CANDIDATES]; // of each
    int champion;                           // which the judge's champion plays; -1 where the judge has none
    int ideas;                              // why the first is the best
    GinIdea idea[GIN_MOST_IDEAS];
} GinAdvice;

// Advises the seat to act, which has a choice; nobody has knocked. `played` (or NULL) is measured against the best in
// fresh worlds, which takes twice the time: verdict.cost is then its cost, 0 if not significant. All chance comes from
// `key`: equal arguments give bit-identical advice.
void gin_advise(const GinJudge *judge, const GinChances *chances, const GinState *state, const GinHistory *history,
                const GinAction *played, uint64_t key, GinAdvice *advice);

// True if the judge cannot tell the move from the best: within two standard errors, or less than a thousandth.
bool gin_advice_as_good(const GinAdvice *advice, int which);

// What is decided: "first-upcard", "draw", "discard", or "knock" (a discard that may be a knock).
const char *gin_advice_decision(const GinAdvice *advice);

// ---- Words (gin_advice_text.c) ----

// One idea as a sentence without its full stop: "the K of hearts is loose: no pair, no neighbour".
void gin_idea_words(Text *text, CardWriter write, const GinAdvice *advice, const GinIdea *idea);

// The whole answer, `most` moves of it at most (the champion's own move always is among them).
void gin_advice_text(Text *text, CardWriter write, const GinAdvice *advice, int most);

// Members of a JSON object, for whoever has opened one (gin_advice_json.c).
void gin_advice_json(Json *json, const GinAdvice *advice);

#endif
