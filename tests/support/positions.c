// SPDX-License-Identifier: MIT
#include "support/positions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/gin_random.h"
#include "support/random.h"

CardSet cards(const char *text) {
    CardSet set = 0;
    Error err = {{0}};
    if (*text && !set_parse(text, &set, &err)) fail_msg("%s", err.text);
    return set;
}

Card card(const char *text) { return set_first(cards(text)); }

GinPlayer opened(const char *spec) {
    GinPlayer player;
    Error err = {{0}};
    if (!gin_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    return player;
}

GinState played_hand(const GinRules *rules, const GinPlayer players[2], Seat starter, const uint16_t score[2],
                     uint64_t seed, uint32_t hand, GinHistory *history) {
    GinState state;
    Card deck[CARD_COUNT];
    Rng rng[2] = {rng_for(seed, 0, hand, 0), rng_for(seed, 0, hand, 1)};
    Fault cause;
    GinAction refused;
    gin_deck_for(seed, 5, 0, hand, deck);
    gin_deal_deck(&state, history, rules, starter, score, deck);
    assert_int_equal(gin_play_hand(&state, history, players, rng, &cause, &refused), -1);
    return state;
}

bool some_position(Rng *rng, const GinRules *rules, GinState *state, GinHistory *history) {
    Card deck[CARD_COUNT];
    const uint16_t score[2] = {(uint16_t)rng_below(rng, rules->target), (uint16_t)rng_below(rng, rules->target)};
    rng_deck(rng, deck);
    gin_deal_deck(state, history, rules, (Seat)rng_below(rng, 2), score, deck);
    for (int left = (int)rng_below(rng, 40); left > 0 && state->table.phase < GIN_DEFEND; left--) {
        GinAction action = some_action(state, rng, 0);
        gin_apply(state, history, &action);
    }
    return state->table.phase < GIN_DEFEND;
}

GinJudge judge_opened(const char *estimator, int worlds) {
    GinJudge judge;
    Error err = {{0}};
    if (!gin_judge_open(GIN_JUDGE_PLAYER, estimator, worlds, &judge, &err)) fail_msg("%s", err.text);
    return judge;
}
