// SPDX-License-Identifier: MIT
#include "coach/gin/gin_advice.h"

#include <assert.h>
#include <string.h>

enum { FIGURE_WORLDS = 200 };

static int favourite_of_verdict(const GinJudge *judge, const GinVerdict *verdict) {
    int favourite = 0;
    if (!judge->champion || verdict->count == 0 || verdict->candidate[0].policy < 0) return -1;
    for (int i = 1; i < verdict->count; i++)
        if (verdict->candidate[i].policy > verdict->candidate[favourite].policy) favourite = i;
    return favourite;
}

void gin_advise(const GinJudge *judge, const GinChances *chances, const GinState *state, const GinHistory *history,
                const GinAction *played, uint64_t key, GinAdvice *advice) {
    Seat seat = state->table.to_act;
    assert(state->table.phase < GIN_DEFEND);
    memset(advice, 0, sizeof *advice);
    advice->seat = seat;
    advice->table = state->table;
    advice->hand = state->hand[seat];
    advice->drawn = state->drawn;
    advice->rules = state->rules;
    advice->key = key;
    GinVerdict *verdict = &advice->verdict;
    gin_judge(judge, chances, state, history, played, key, verdict);
    advice->champion = favourite_of_verdict(judge, verdict);
    for (int i = 0; i < verdict->count; i++)
        advice->figures[i] = gin_reasons(state, history, verdict->probability, verdict->tilt,
                                         &verdict->candidate[i].action, FIGURE_WORLDS, rng_fold(key, 4));
    advice->ideas = gin_ideas(judge, state, history, verdict, GIN_IDEA_WORLDS, rng_fold(key, 5), advice->idea);
}

bool gin_advice_as_good(const GinAdvice *advice, int which) {
    const GinCandidate *candidate = &advice->verdict.candidate[which];
    double behind = candidate->behind.win;
    return which == 0 || behind <= 2 * candidate->behind_error.win || behind < 0.001;
}

const char *gin_advice_decision(const GinAdvice *advice) {
    if (advice->table.phase == GIN_DRAW) return "draw";
    if (advice->table.phase != GIN_DISCARD) return "first-upcard";
    for (int i = 0; i < advice->verdict.count; i++)
        if (advice->verdict.candidate[i].action.move >= GIN_KNOCK) return "knock";
    return "discard";
}
