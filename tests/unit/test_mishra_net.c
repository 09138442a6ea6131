// SPDX-License-Identifier: MIT
// The inputs of Mishra & Aggarwal's network, worked out by hand for one hand, and the network as an estimator.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gin/players/estimate.h"
#include "gin/players/mishra_examples.h"
#include "gin/players/players.h"
#include "learn/net.h"

// Cards by their index, in the order they are dealt: seat 0 has 0, 2, ..., 18, seat 1 has 1, 3, ..., 19, the upcard is
// 20 and the stock goes on with 21.
typedef struct Played {
    Card deck[CARD_COUNT];
    GinRules rules;
    GinState state;
    GinHistory history;
} Played;

static void act(Played *played, GinMove move, int card) {
    GinAction action = {.move = (uint8_t)move, .card = card < 0 ? CARD_NONE : card_from_index(card)};
    assert_true(gin_try(&played->state, &played->history, &action));
}

static void play_the_hand(Played *played) {
    const uint16_t score[2] = {0, 0};
    for (int i = 0; i < CARD_COUNT; i++) played->deck[i] = card_from_index(i);
    played->rules = gin_rules_default();
    gin_deal_deck(&played->state, &played->history, &played->rules, 0, score, played->deck);
    act(played, GIN_PASS, -1);
    act(played, GIN_PASS, -1);
    act(played, GIN_STOCK, -1); // must: 20 is not declined
    act(played, GIN_DROP, 0);
    act(played, GIN_TAKE, 0);
    act(played, GIN_DROP, 1);
    act(played, GIN_STOCK, -1); // declines 1
    act(played, GIN_DROP, 2);
    act(played, GIN_STOCK, -1); // declines 2
    act(played, GIN_DROP, 3);
    act(played, GIN_STOCK, -1);
}

static const char *const ROWS[] = {
    // Own cards +1 and the pile -1, then T taken, D discarded, N not taken, with the opponent's turn.
    "+0 +2 +4 +6 +8 +10 +12 +14 +16 +18 -20",
    "-0 +1 +3 +5 +7 +9 +11 +13 +15 +17 +19 -20 D0:1",
    "-1 +2 +4 +6 +8 +10 +12 +14 +16 +18 -20 +21 T0:1 D1:1",
    "+0 -1 -2 +3 +5 +7 +9 +11 +13 +15 +17 +19 -20 D0:1 D2:2 N1:2",
    "-1 -2 -3 +4 +6 +8 +10 +12 +14 +16 +18 -20 +21 +22 T0:1 D1:1 D3:2 N2:2",
};

static void print_inputs(const float inputs[MISHRA_INPUTS], char *text) {
    static const char planes[] = " TDN";
    *text = '\0';
    for (int i = 0; i < MISHRA_INPUTS; i++) {
        if (inputs[i] == 0) continue;
        char one[32];
        if (i < MISHRA_TAKEN)
            snprintf(one, sizeof one, "%s%c%d", *text ? " " : "", inputs[i] > 0 ? '+' : '-', i);
        else
            snprintf(one, sizeof one, " %c%d:%.0f", planes[i / CARD_COUNT], i % CARD_COUNT, (double)inputs[i]);
        strcat(text, one);
    }
}

static void the_inputs_of_a_hand_are_those_worked_out_on_paper(void **state) {
    (void)state;
    static Played played;
    play_the_hand(&played);
    GinHandRecord hand = {
        .deck = played.deck, .state = &played.state, .history = &played.history, .forfeiter = -1, .game_winner = -1};
    SparseRows rows = {.shape = {MISHRA_INPUTS, CARD_COUNT, 0}};
    mishra_rows(&rows, &hand);
    assert_int_equal(rows.count, 5);
    TrainData data = sparse_data(&rows);
    for (uint32_t i = 0; i < rows.count; i++) {
        float inputs[MISHRA_INPUTS] = {0}, targets[CARD_COUNT] = {0}, weight = 1;
        char text[1024];
        data.fill(data.context, &i, 1, inputs, targets, &weight);
        print_inputs(inputs, text);
        assert_string_equal(text, ROWS[i]);
        int held = 0;
        for (int c = 0; c < CARD_COUNT; c++) {
            held += targets[c] > 0;
            assert_true(targets[c] == 0 || inputs[c] == 0); // neither ours nor in the pile
        }
        assert_int_equal(held, GIN_HAND_SIZE);
    }
    sparse_free(&rows);
}

// A view says the same as the replay does: the last row, but that seat 0 has drawn 23 since.
static void a_view_gives_the_same_inputs(void **state) {
    (void)state;
    static Played played;
    play_the_hand(&played);
    GinView view = gin_view(&played.state, &played.history, 0);
    MishraDeeds deeds = mishra_deeds(&view);
    SparseInput sparse[MISHRA_INPUTS];
    float inputs[MISHRA_INPUTS] = {0};
    char text[1024];
    int count = mishra_inputs(&deeds, view.hand & ~set_of(view.drawn), gin_open_cards(&view) & ~view.hand, sparse);
    for (int i = 0; i < count; i++) inputs[sparse[i].index] = sparse[i].value;
    print_inputs(inputs, text);
    assert_string_equal(text, ROWS[4]);
}

static void the_network_answers_with_probabilities_of_what_is_unknown(void **state) {
    (void)state;
    static Played played;
    play_the_hand(&played);
    char path[64] = "./test-mishra-net.safetensors";
    Error err = {{0}};
    Net *net = net_make("208 20r 52s", 3, &err);
    assert_true(net && net_save(net, NULL, 0, path, &err));
    net_close(net);
    char spec[128];
    snprintf(spec, sizeof spec, "mishra-net:model=%s", path);
    GinPart part;
    if (!gin_estimator_open(spec, &part, &err)) fail_msg("%s", err.text);
    GinView view = gin_view(&played.state, &played.history, 0);
    GinKnowledge known = gin_knowledge(&view);
    float p[CARD_COUNT];
    double sum = 0;
    part.policy->estimate(&part.mind, &view, p);
    for (int i = 0; i < CARD_COUNT; i++) {
        Card card = card_from_index(i);
        if (!set_has(known.unknown, card)) assert_true(p[i] == (set_has(known.theirs, card) ? 1 : 0));
        sum += (double)p[i];
    }
    assert_true(p[0] == 1 && sum > 9.999 && sum < 10.001);
    gin_part_close(&part);

    Net *other = net_make("208 20r 51s", 3, &err);
    assert_true(other && net_save(other, NULL, 0, path, &err));
    net_close(other);
    assert_false(gin_estimator_open(spec, &part, &err));
    assert_non_null(strstr(err.text, "not one of 208 inputs and 52 outputs"));
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_inputs_of_a_hand_are_those_worked_out_on_paper),
        cmocka_unit_test(a_view_gives_the_same_inputs),
        cmocka_unit_test(the_network_answers_with_probabilities_of_what_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
