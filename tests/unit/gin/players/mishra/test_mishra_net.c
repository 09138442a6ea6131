// SPDX-License-Identifier: MIT
// The inputs of Mishra & Aggarwal's network, worked out by hand for one hand, and the network as an estimator.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gin/players/list/estimate.h"
#include "gin/players/list/players.h"
#include "gin/players/mishra/mishra_pairs.h"

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
        .deck = played.deck, .state = &played.state, .history = &played.history, .faulty = -1, .game_winner = -1};
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
    MishraMoves moves = mishra_moves(&view);
    SparseInput sparse[MISHRA_INPUTS];
    float inputs[MISHRA_INPUTS] = {0};
    char text[1024];
    int count = mishra_inputs(&moves, view.hand & ~set_of(view.drawn), gin_open_cards(&view) & ~view.hand, sparse);
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

// ---- Whole hands ----

// Every view of some games: the example's inputs tell as much as the view itself.
static void compare_seen(void *collector, const GinHandRecord *hand) {
    int *views = collector;
    GinReplay replay;
    gin_replay_start(&replay, hand);
    do {
        const GinTable *table = &replay.state.table;
        if (table->phase != GIN_DRAW) continue;
        GinView view = gin_view(&replay.state, &replay.history, table->to_act);
        MishraSeen seen, again;
        mishra_seen(&view, &seen);
        mishra_seen_in_inputs(seen.inputs, &again);
        assert_true(seen.theirs == again.theirs && seen.unknown == again.unknown && seen.missing == again.missing);
        ++*views;
    } while (gin_replay_step(&replay));
}

static void an_example_tells_which_cards_are_known(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"simple", "random"}, {"always-draw", "hitting"}, {"random", "random"}};
    GinSelfPlay plan = {.pairs = pairs, .pair_count = 3, .seed = 4, .games = 12, .threads = 1};
    int views = 0;
    void *collector = &views;
    Error err = {{0}};
    assert_true(gin_selfplay(&plan, 1, &collector, compare_seen, &err));
    assert_true(views > 1000);
}

static void whole_hands_are_drawn_card_by_card(void **state) {
    (void)state;
    enum { HANDS = 3000 };
    static Played played;
    static CardSet hands[HANDS];
    play_the_hand(&played);
    GinView view = gin_view(&played.state, &played.history, 0);
    MishraSeen seen;
    mishra_seen(&view, &seen);
    Error err = {{0}};
    Net *net = net_make("260 52m", 1, &err);
    assert_non_null(net);
    memset(net_block(net), 0, net_parameters(net) * sizeof(float)); // every card as likely
    Rng rng = rng_for(1, 2, 3, 4);
    int found[CARD_COUNT] = {0};
    mishra_pairs_draw(net, &seen, GIN_HAND_SIZE, &rng, hands, HANDS);
    for (int i = 0; i < HANDS; i++) {
        assert_int_equal(set_count(hands[i]), GIN_HAND_SIZE);
        assert_true((hands[i] & seen.theirs) == seen.theirs && (hands[i] & ~(seen.theirs | seen.unknown)) == 0);
        for (CardSet rest = hands[i]; rest; rest = set_rest(rest)) found[card_index(set_first(rest))]++;
    }
    double p = (double)seen.missing / set_count(seen.unknown), error = sqrt(p * (1 - p) / HANDS);
    for (CardSet rest = seen.unknown; rest; rest = set_rest(rest))
        assert_true(fabs((double)found[card_index(set_first(rest))] / HANDS - p) < 5 * error);

    // Then a hand is as likely as any other, whichever way it is worked out.
    float probability[CARD_COUNT];
    GinKnowledge known = gin_knowledge(&view);
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    gin_probabilities(&known, probability);
    double uniform = mishra_uniform_likelihood(&seen);
    assert_true(fabs(mishra_pairs_likelihood(net, &seen, hands[0], 3, &rng) - uniform) < 1e-4);
    assert_true(fabs(mishra_marginal_likelihood(probability, hands[0]) - uniform) < 1e-3);
    net_close(net);
}

// Two cards of five are missing. However many are drawn singly, one is enough to give each pair its probability; none
// gives each card its own.
static void pairs_come_as_often_as_the_network_says(void **state) {
    (void)state;
    enum { HANDS = 20000, OPEN = 5 };
    static CardSet hands[HANDS];
    static const int singly[] = {0, 1, 2, GIN_HAND_SIZE};
    Error err = {{0}};
    Net *net = net_make("260 30r 52m", 11, &err);
    assert_non_null(net);
    for (size_t i = 0; i < net_parameters(net); i++) net_block(net)[i] *= 4; // far from even
    MishraSeen seen = {.missing = 2};
    for (int i = 0; i < 8; i++) seen.theirs |= set_of(card_from_index(6 * i));
    for (int i = 0; i < OPEN; i++) seen.unknown |= set_of(card_from_index(6 * i + 3));
    for (size_t k = 0; k < sizeof singly / sizeof *singly; k++) {
        Rng rng = rng_for(3, k, 0, 0);
        int cards[CARD_COUNT] = {0}, pairs[OPEN][OPEN] = {{0}};
        mishra_pairs_draw(net, &seen, singly[k], &rng, hands, HANDS);
        for (int i = 0; i < HANDS; i++) {
            assert_true(set_count(hands[i]) == GIN_HAND_SIZE && (hands[i] & seen.theirs) == seen.theirs);
            CardSet two = hands[i] & seen.unknown;
            int low = card_index(set_first(two)) / 6, high = card_index(set_first(set_rest(two))) / 6;
            pairs[low][high]++;
            cards[6 * low + 3]++;
            cards[6 * high + 3]++;
        }
        float probability[CARD_COUNT];
        mishra_pairs_marginals(net, &seen, probability);
        for (int low = 0; low < OPEN; low++) {
            double p = (double)probability[6 * low + 3], error = sqrt(p * (1 - p) / HANDS);
            if (k == 0) assert_true(fabs((double)cards[6 * low + 3] / HANDS - p) < 5 * error + 1e-4);
            for (int high = low + 1; k > 0 && high < OPEN; high++) {
                CardSet pair = set_of(card_from_index(6 * low + 3)) | set_of(card_from_index(6 * high + 3));
                double q = exp(mishra_pairs_likelihood(net, &seen, seen.theirs | pair, 4000, &rng));
                assert_true(fabs((double)pairs[low][high] / HANDS - q) < 5 * sqrt(q / HANDS) + 0.05 * q);
            }
        }
    }
    net_close(net);
}

// A policy that imagines hands gets those of the estimator that knows more than single cards, and others otherwise.
static void an_estimator_may_draw_hands_in_its_own_way(void **state) {
    (void)state;
    enum { HANDS = 40 };
    static Played played;
    play_the_hand(&played);
    char path[64] = "./test-mishra-pairs.safetensors", spec[160];
    Error err = {{0}};
    Net *net = net_make("260 20r 52m", 5, &err);
    assert_true(net && net_save(net, NULL, 0, path, &err));
    snprintf(spec, sizeof spec, "mishra-pairs:singly=3,model=%s", path);
    GinPart part;
    if (!gin_estimator_open(spec, &part, &err)) fail_msg("%s", err.text);
    GinView view = gin_view(&played.state, &played.history, 0);
    GinMind mind = {.estimator = &part};
    CardSet hands[HANDS], again[HANDS];
    float p[CARD_COUNT];
    double sum = 0;
    MishraSeen seen;
    Rng rng = rng_for(8, 0, 0, 0), same = rng;
    gin_estimate(&mind, &view, p);
    for (int i = 0; i < CARD_COUNT; i++) sum += (double)p[i];
    assert_true(p[0] == 1 && sum > 9.999 && sum < 10.001);
    gin_imagine(&mind, &view, p, &rng, hands, HANDS);
    mishra_seen(&view, &seen);
    mishra_pairs_draw(net, &seen, 3, &same, again, HANDS);
    assert_memory_equal(hands, again, sizeof hands);
    net_close(net);
    gin_part_close(&part);

    assert_true(gin_estimator_open("uniform", &part, &err));
    gin_estimate(&mind, &view, p);
    gin_imagine(&mind, &view, p, &rng, hands, HANDS);
    for (int i = 0; i < HANDS; i++) assert_true(set_count(hands[i]) == GIN_HAND_SIZE && (hands[i] & view.hand) == 0);
    gin_part_close(&part);

    net = net_make("208 20r 52s", 5, &err);
    assert_true(net && net_save(net, NULL, 0, path, &err));
    net_close(net);
    assert_false(gin_estimator_open(spec, &part, &err));
    assert_non_null(strstr(err.text, "not one of 260 inputs and 52 outputs"));
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_inputs_of_a_hand_are_those_worked_out_on_paper),
        cmocka_unit_test(a_view_gives_the_same_inputs),
        cmocka_unit_test(the_network_answers_with_probabilities_of_what_is_unknown),
        cmocka_unit_test(an_example_tells_which_cards_are_known),
        cmocka_unit_test(whole_hands_are_drawn_card_by_card),
        cmocka_unit_test(pairs_come_as_often_as_the_network_says),
        cmocka_unit_test(an_estimator_may_draw_hands_in_its_own_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
