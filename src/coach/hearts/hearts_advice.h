// SPDX-License-Identifier: MIT
// Advice for one decision of Hearts: every choice with the points to expect, its error bar and the chance to win the
// game, how often the champion chooses it, and why the best one is best. As text, and as JSON (docs/FORMATS.md).
#ifndef DEADWOOD_COACH_HEARTS_HEARTS_ADVICE_H
#define DEADWOOD_COACH_HEARTS_HEARTS_ADVICE_H

#include "analysis/gin/analysis_words.h"
#include "base/text/json.h"
#include "coach/hearts/hearts_ideas.h"
#include "coach/hearts/hearts_odds.h"
#include "hearts/table.h"

// The strongest player. It is randomised, so it is asked several times.
#define HEARTS_ADVICE_CHAMPION "solver"

enum {
    HEARTS_ADVICE_WORLDS = 300,
    HEARTS_ADVICE_PASS_WORLDS = 120,
    HEARTS_ADVICE_ASKED = 8,
    HEARTS_ADVICE_PASS_ASKED = 3
};

typedef struct HeartsAdvice {
    HeartsTable table; // before the choice
    CardSet hand;
    Seat seat;
    const HeartsRules *rules; // borrowed
    HeartsVerdict verdict;    // choices, the best first
    int worlds;
    double win[HEARTS_CHOICES];       // the chance to win the game
    double win_error[HEARTS_CHOICES]; // of its difference to the first; of the first, of itself
    double champion[HEARTS_CHOICES];  // shares of the times the champion was asked; -1 where it was not
    int favourite;                    // which it chose most often; -1 where it was not asked
    int ideas;
    HeartsIdea idea[HEARTS_MOST_IDEAS];
} HeartsAdvice;

// Advises the view's seat, which is to act. `champion` may be NULL. The first choice's chance to win is the mean over
// playouts of it at this score; of the others, as much less as their further points change it there. `played` as in
// hearts_judge. All chance comes from `key`. False only without memory.
bool hearts_advise(const HeartsEvaluation *evaluation, const HeartsOdds *odds, const HeartsPlayer *champion,
                   const HeartsView *view, int worlds, const HeartsAction *played, uint64_t key, HeartsAdvice *advice);

// The chance to win the game from here when the view's seat makes this choice and all play on by rules: a mean over 64
// worlds. False only without memory.
bool hearts_advice_win(const HeartsOdds *odds, const HeartsView *view, const HeartsChoice *choice, uint64_t key,
                       double *win);

// True if the judge cannot tell the choice from the best.
bool hearts_advice_as_good(const HeartsAdvice *advice, int which);

const char *hearts_advice_decision(const HeartsAdvice *advice); // "pass", "lead", "follow"

// ---- Words (hearts_advice_text.c) ----

void hearts_idea_words(Text *text, CardWriter write, const HeartsAdvice *advice, const HeartsIdea *idea);
void hearts_advice_text(Text *text, CardWriter write, const HeartsAdvice *advice, int most);
void hearts_advice_cards(Text *text, CardWriter write, CardSet cards); // by suit, the ace high

// Members of a JSON object (hearts_advice_json.c).
void hearts_advice_json(Json *json, const HeartsAdvice *advice);

#endif
