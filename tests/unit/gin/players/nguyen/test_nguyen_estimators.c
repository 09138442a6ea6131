// SPDX-License-Identifier: MIT
// The networks that estimate the opponent's hand: shown in a game what they learn from, the same answers with and
// without the cache and from several threads, and a sentence where there is no model. Small networks stand in for the
// shipped ones.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/estimate.h"
#include "gin/players/list/estimator_score.h"
#include "gin/players/list/players.h"
#include "gin/players/nguyen/nguyen_estimators.h"
#include "learn/net/net.h"
#include "support/folder.h"
#include "support/policies.h"

static void save_net(const char *name, const char *architecture, uint64_t seed) {
    Error err = {{0}};
    Net *net = net_make(architecture, seed, &err);
    if (!net) fail_msg("%s", err.text);
    // Biased outputs, so that what the net says is far from even and from right.
    float *block = net_block(net);
    for (size_t i = 0; i < net_parameters(net); i++) block[i] *= 3;
    if (!net_save(net, NULL, 0, file(name), &err)) fail_msg("%s", err.text);
    net_close(net);
}

static int make_nets(void **state) {
    if (make_folder(state) != 0) return -1;
    save_net("ann", "208 16r 52s", 1);
    save_net("lstm", "208 lstm4x6 12r 52s", 2);
    save_net("narrow", "207 4r 52s", 3);
    return 0;
}

static GinPart opened(const char *format, const char *model) {
    char spec[512];
    GinPart part;
    Error err = {{0}};
    snprintf(spec, sizeof spec, format, file(model));
    if (!gin_estimator_open(spec, &part, &err)) fail_msg("%s", err.text);
    return part;
}

static const char *const PAIRS[][2] = {
    {"simple", "simple"}, {"hitting:T=1", "heisenbot"}, {"mix:draw=collect", "mix:draw=collect,discard=random"}};
enum { PAIR_COUNT = sizeof PAIRS / sizeof *PAIRS };

static GinSelfPlay some_games(uint64_t games, int threads) {
    return (GinSelfPlay){.pairs = PAIRS, .pair_count = PAIR_COUNT, .seed = 5, .games = games, .threads = threads};
}

static void play(uint64_t games, void (*watch)(void *collector, const GinHandRecord *hand), void *collector) {
    GinSelfPlay plan = some_games(games, 1);
    Error err = {{0}};
    if (!gin_selfplay(&plan, 1, &collector, watch, &err)) fail_msg("%s", err.text);
}

// ---- What is seen ----

static void compare_turns(void *collector, const GinHandRecord *hand) {
    int *checked = collector;
    Examples learned = {.size = sizeof(NguyenTurnRow)};
    nguyen_turn_rows(&learned, hand);
    const NguyenTurnRow *rows = (const NguyenTurnRow *)(const void *)learned.data;
    int turns_of_1 = 0; // which seat 0 saw: seat 1's rows follow seat 0's
    const GinLog *log = &hand->history->log;
    for (int i = 0; i < log->count; i++)
        turns_of_1 += gin_event_kind(log->event[i]) == GIN_EVENT_DISCARD && gin_event_seat(log->event[i]) == 1;
    GinReplay replay;
    gin_replay_start(&replay, hand);
    int turns[2] = {0, 0};
    do {
        if (replay.at && gin_event_kind(replay.event) == GIN_EVENT_DISCARD) turns[gin_event_seat(replay.event) ^ 1]++;
        for (Seat us = 0; us < 2; us++) {
            GinView view = gin_view(&replay.state, &replay.history, us);
            NguyenTurnRow seen[GIN_TURN_LIMIT];
            assert_int_equal(nguyen_seen_turns(&view, seen), turns[us]);
            for (int i = 0; i < turns[us]; i++) {
                const NguyenTurnRow *row = &rows[i + (us ? turns_of_1 : 0)];
                assert_true(row->open == seen[i].open);
                assert_true(row->upcard == seen[i].upcard && row->discard == seen[i].discard);
                assert_true(row->taken == seen[i].taken && row->turn == seen[i].turn && seen[i].held == 0);
                ++*checked;
            }
        }
    } while (gin_replay_step(&replay));
    examples_free(&learned);
}

static void a_seat_sees_the_turns_the_networks_learned_from(void **state) {
    (void)state;
    int checked = 0;
    play(15, compare_turns, &checked);
    assert_true(checked > 5000);
}

// ---- Answers ----

typedef struct Twins {
    GinPart kept, anew;
    int compared;
} Twins;

static void compare_views(Twins *twins, const GinReplay *replay) {
    for (Seat us = 0; us < 2; us++) {
        GinView view = gin_view(&replay->state, &replay->history, us);
        float one[CARD_COUNT], other[CARD_COUNT];
        twins->kept.policy->estimate(&twins->kept.mind, &view, one);
        twins->anew.policy->estimate(&twins->anew.mind, &view, other);
        assert_memory_equal(one, other, sizeof one);
        twins->compared++;
    }
}

// Forward, and again from some middle with other hands in between: what is kept then is too long or of another hand.
static void compare_answers(void *collector, const GinHandRecord *hand) {
    for (int again = 0; again < 2; again++) {
        GinReplay replay;
        gin_replay_start(&replay, hand);
        do {
            if (!again || replay.at % 5 == 3) compare_views(collector, &replay);
        } while (gin_replay_step(&replay));
    }
}

static void the_cache_changes_no_answer(void **state) {
    (void)state;
    Twins twins = {.kept = opened("lstm:model=%s", "lstm"), .anew = opened("lstm:cache=0,model=%s", "lstm")};
    play(15, compare_answers, &twins);
    assert_true(twins.compared > 5000);
    gin_part_close(&twins.kept);
    gin_part_close(&twins.anew);
}

static void several_threads_may_ask_one_estimator(void **state) {
    (void)state;
    GinPart lstm = opened("lstm:model=%s", "lstm");
    EstimatorScore one = {.to_find = 0}, four = {.to_find = 0};
    Error err = {{0}};
    GinSelfPlay plan = some_games(24, 1);
    if (!estimator_score(&one, &lstm, &plan, &err)) fail_msg("%s", err.text);
    plan.threads = 4;
    if (!estimator_score(&four, &lstm, &plan, &err)) fail_msg("%s", err.text);
    assert_memory_equal(&one, &four, sizeof one);
    gin_part_close(&lstm);
}

static void check_hand(void *collector, const GinHandRecord *hand) {
    const GinPart *parts = collector;
    GinReplay replay;
    gin_replay_start(&replay, hand);
    do {
        for (Seat us = 0; us < 2; us++) {
            GinView view = gin_view(&replay.state, &replay.history, us);
            for (int i = 0; i < 2; i++) check_estimate(&parts[i], &view);
        }
    } while (gin_replay_step(&replay));
}

static void estimates_agree_with_what_is_known(void **state) {
    (void)state;
    GinPart parts[2] = {opened("ann:model=%s", "ann"), opened("lstm:model=%s", "lstm")};
    play(9, check_hand, parts);
    for (int i = 0; i < 2; i++) gin_part_close(&parts[i]);
}

static void before_the_first_turn_all_unknown_cards_are_alike(void **state) {
    (void)state;
    GinPart parts[2] = {opened("ann:model=%s", "ann"), opened("lstm:model=%s", "lstm")};
    Rng rng = rng_for(1, 1, 1, 1);
    Card deck[CARD_COUNT];
    rng_deck(&rng, deck);
    GinRules rules = gin_rules_default();
    GinState hand;
    GinHistory history;
    uint16_t score[2] = {0, 0};
    gin_deal_deck(&hand, &history, &rules, 0, score, deck);
    GinView view = gin_view(&hand, &history, 0);
    for (int i = 0; i < 2; i++) {
        float p[CARD_COUNT];
        parts[i].policy->estimate(&parts[i].mind, &view, p);
        for (int c = 0; c < CARD_COUNT; c++) assert_true(p[c] == 0 || fabs((double)p[c] - 10.0 / 41) < 1e-6);
        gin_part_close(&parts[i]);
    }
}

static void a_player_can_use_them(void **state) {
    (void)state;
    char spec[512];
    snprintf(spec, sizeof spec, "estimating:estimator=lstm,estimator.model=%s", file("lstm"));
    const char *const pair[1][2] = {{spec, "estimating:estimator=uniform"}};
    GinSelfPlay plan = {.pairs = pair, .pair_count = 1, .seed = 1, .games = 5, .threads = 1};
    int checked = 0;
    void *collector = &checked;
    Error err = {{0}};
    if (!gin_selfplay(&plan, 1, &collector, compare_turns, &err)) fail_msg("%s", err.text);
    assert_true(checked > 100);
}

static void refused(const char *format, const char *path, const char *sentence) {
    char spec[512];
    GinPart part;
    Error err = {{0}};
    snprintf(spec, sizeof spec, format, path);
    assert_false(gin_estimator_open(spec, &part, &err));
    if (!strstr(err.text, sentence)) fail_msg("'%s' does not say '%s'", err.text, sentence);
}

static void a_model_that_is_missing_or_does_not_fit_is_a_sentence(void **state) {
    (void)state;
    refused("ann:model=%s", file("none"), "none");
    refused("lstm:model=%s", "nowhere.safetensors", "there is no model nowhere.safetensors");
    refused("ann:model=%s", "nowhere.safetensors", "deadwood train");
    refused("ann:model=%s", file("lstm"), "without LSTM layers");
    refused("lstm:model=%s", file("ann"), "with an LSTM layer");
    refused("ann:model=%s", file("narrow"), "not one of 208 inputs and 52 outputs");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_sees_the_turns_the_networks_learned_from),
        cmocka_unit_test(the_cache_changes_no_answer),
        cmocka_unit_test(several_threads_may_ask_one_estimator),
        cmocka_unit_test(estimates_agree_with_what_is_known),
        cmocka_unit_test(before_the_first_turn_all_unknown_cards_are_alike),
        cmocka_unit_test(a_player_can_use_them),
        cmocka_unit_test(a_model_that_is_missing_or_does_not_fit_is_a_sentence),
    };
    return cmocka_run_group_tests(tests, make_nets, remove_folder);
}
