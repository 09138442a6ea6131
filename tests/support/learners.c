// SPDX-License-Identifier: MIT
#include "support/learners.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/random.h"

HeartsState some_state(const HeartsRules *rules, Rng *rng, int on_table) {
    static const int16_t score[HEARTS_SEATS] = {0};
    HeartsState state;
    Card deck[CARD_COUNT];
    rng_deck(rng, deck);
    hearts_deal_deck(&state, NULL, rules, rng_below(rng, 4), score, deck);
    while (state.table.phase == HEARTS_PASSING) {
        CardSet hand = state.hand[state.table.to_act];
        HeartsAction give = {.move = HEARTS_GIVE, .give = some_cards(rng, hand, rules->pass_count)};
        hearts_apply(&state, NULL, &give);
    }
    int plays = 4 * (int)rng_below(rng, 13) + on_table;
    for (int i = 0; i < plays; i++) hearts_play_card(&state, rng_card(rng, hearts_legal(&state)));
    return state;
}

Rng test_rng(uint64_t number) { return rng_for(6, 6, number, 0); }

HeartsPerceptron *random_net(HeartsTask task, int combine, double scale, uint64_t number) {
    Rng rng = test_rng(number);
    HeartsPerceptron *net = hearts_perceptron_make(task, combine, &rng);
    assert_non_null(net);
    for (int32_t i = 0; i < hearts_perceptron_count(net); i++)
        hearts_perceptron_weights(net)[i] = (float)(scale * (rng_unit(&rng) - 0.45));
    return net;
}

HeartsPerceptron *some_full(int queen, int hearts) {
    HeartsPerceptron *q = random_net(HEARTS_TASK_QUEEN, 4, 0.02, 21), *h = random_net(HEARTS_TASK_HEARTS, 2, 0.05, 22);
    Rng rng = test_rng(23);
    HeartsPerceptron *net = hearts_perceptron_join(q, queen, h, hearts, &rng);
    assert_non_null(net);
    hearts_perceptron_close(q);
    hearts_perceptron_close(h);
    return net;
}
