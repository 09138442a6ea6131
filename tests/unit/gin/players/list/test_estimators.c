// SPDX-License-Identifier: MIT
// Estimators of the opponent's hand: valid whatever happens, Bayes against a slow direct version of the paper's
// procedure, scores against what they must be.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/env/selfplay.h"
#include "gin/players/list/estimate.h"
#include "gin/players/list/estimator_score.h"
#include "gin/players/list/players.h"
#include "gin/players/nguyen/nguyen_bayes.h"
#include "support/policies.h"

static GinPart opened(const char *spec) {
    GinPart part;
    Error err = {{0}};
    if (!gin_estimator_open(spec, &part, &err)) fail_msg("%s", err.text);
    return part;
}

// Plays `games` of the pair and shows every hand to `watch`.
static void play(const char *one, const char *other, uint64_t games,
                 void (*watch)(void *collector, const GinHandRecord *hand), void *collector) {
    const char *const pair[1][2] = {{one, other}};
    GinSelfPlay plan = {.pairs = pair, .pair_count = 1, .seed = 11, .games = games, .threads = 1};
    Error err = {{0}};
    if (!gin_selfplay(&plan, 1, &collector, watch, &err)) fail_msg("%s", err.text);
}

// ---- Every estimator ----

typedef struct Checker {
    GinPart estimators[8];
    int count;
    int views;
} Checker;

static void check_known(const GinView *view, CardSet truth) {
    GinKnowledge known = gin_knowledge(view);
    assert_true((known.theirs & ~truth) == 0);
    assert_true((truth & ~(known.theirs | known.unknown)) == 0);
    assert_int_equal(known.missing, set_count(truth & known.unknown));
}

static void check_hand(void *collector, const GinHandRecord *hand) {
    Checker *checker = collector;
    GinReplay replay;
    gin_replay_start(&replay, hand);
    do {
        for (int seat = 0; seat < GIN_SEATS; seat++) {
            GinView view = gin_view(&replay.state, &replay.history, (Seat)seat);
            check_known(&view, replay.state.hand[seat ^ 1]);
            for (int i = 0; i < checker->count; i++) check_estimate(&checker->estimators[i], &view);
            checker->views++;
        }
    } while (gin_replay_step(&replay));
    assert_true(memcmp(&replay.state.hand, &hand->state->hand, sizeof replay.state.hand) == 0 ||
                hand->state->result.end != GIN_CANCELLED);
}

static void estimates_are_probabilities_and_agree_with_what_is_known(void **state) {
    (void)state;
    Checker checker = {.count = 0};
    static const char *const names[] = {"uniform", "prognosis", "bayes:games=400", "bayes:games=400,visits=0"};
    for (; checker.count < 4; checker.count++) checker.estimators[checker.count] = opened(names[checker.count]);
    static const char *const pairs[][2] = {
        {"simple", "simple"}, {"random", "random"}, {"heisenbot", "hitting:T=1"}, {"mix:draw=collect", "random"}};
    for (int i = 0; i < 4; i++) play(pairs[i][0], pairs[i][1], i == 1 ? 2 : 12, check_hand, &checker);
    assert_true(checker.views > 10000);
    for (int i = 0; i < checker.count; i++) gin_part_close(&checker.estimators[i]);
}

static void a_knocker_has_no_secrets(void **state) {
    (void)state;
    Rng rng = rng_for(1, 1, 1, 1);
    Card deck[CARD_COUNT];
    rng_deck(&rng, deck);
    GinRules rules = gin_rules_default();
    GinState hand;
    GinHistory history;
    uint16_t score[2] = {0, 0};
    gin_deal_deck(&hand, &history, &rules, 0, score, deck);
    GinSplit melds = {{0}};
    GinView view = gin_view(&hand, &history, 0);
    hand.table.phase = GIN_DEFEND;
    view.knock = &melds;
    view.exposed = hand.hand[1];
    GinPart uniform = opened("uniform");
    float p[CARD_COUNT];
    uniform.policy->estimate(&uniform.mind, &view, p);
    for (int i = 0; i < CARD_COUNT; i++) assert_true(p[i] == (float)set_has(hand.hand[1], card_from_index(i)));
    gin_part_close(&uniform);
}

static void capping_gives_what_is_too_much_to_the_others(void **state) {
    (void)state;
    GinKnowledge known = {.theirs = set_of(0), .unknown = set_rank(3) | set_rank(5), .missing = 3};
    float p[CARD_COUNT] = {0};
    for (int suit = 0; suit < CARD_SUITS; suit++) p[13 * suit + 3] = 1, p[13 * suit + 5] = 1;
    p[3] = 1000;
    p[13 + 3] = 1e-30f;
    gin_probabilities(&known, p);
    assert_true(p[0] == 1 && p[3] == 1 && p[13 + 3] < 1e-5f);
    assert_true(fabsf(p[5] - 2.0f / 6) < 1e-5f);
    float none[CARD_COUNT] = {0};
    gin_probabilities(&known, none); // no weight at all: every card alike
    assert_true(fabsf(none[5] - 3.0f / 8) < 1e-5f);
    known.missing = 8;
    gin_probabilities(&known, p);
    for (CardSet rest = known.unknown; rest; rest = set_rest(rest)) assert_true(p[card_index(set_first(rest))] == 1);
    known.missing = 0;
    gin_probabilities(&known, p);
    for (CardSet rest = known.unknown; rest; rest = set_rest(rest)) assert_true(p[card_index(set_first(rest))] == 0);
}

static void estimators_and_players_without_one_get_a_message(void **state) {
    (void)state;
    static const struct {
        const char *spec, *says;
        bool player;
    } cases[] = {
        {"mix:discard=estimated", "needs an estimator of the opponent's hand; add estimator=", true},
        {"estimating:estimator=none", "'estimated' needs an estimator", true},
        {"estimating:estimator=baies", "there is no estimator policy 'baies'; there are none, uniform", true},
        {"estimating:estimator.games=x", "'x'", true},
        {"mix:knock=knock-net,model=/nowhere/x.safetensors", "/nowhere/x.safetensors", true},
        {"none", "estimates nothing", false},
        {"baies", "there is no estimator policy", false},
        {"bayes:gams=3", "estimator.games", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error err = {{0}};
        GinPlayer player;
        GinPart part;
        bool done = cases[i].player ? gin_player_open(cases[i].spec, &player, &err)
                                    : gin_estimator_open(cases[i].spec, &part, &err);
        assert_false(done);
        if (!strstr(err.text, cases[i].says)) fail_msg("%s: '%s'", cases[i].spec, err.text);
    }
    Text text = {0};
    assert_true(gin_player_describe("estimating:games=7", &text, NULL));
    assert_non_null(strstr(text.data, "melds=any-best estimator=bayes estimator.games=7"));
    text_clear(&text);
    assert_true(gin_player_describe("simple", &text, NULL));
    assert_null(strstr(text.data, "estimator"));
    text_free(&text);
}

// ---- Bayes ----

// What the paper describes, step by step, with counts by plain keys.
typedef struct Slow {
    uint64_t visits[2][2][13][13];
    uint64_t held[2][2][13][13][3][13]; // last: suit relation, rank
    uint64_t rank[13];
} Slow;

typedef struct Turn {
    int taken, suited, up, down, relation[4];
} Turn;

static Turn turn_of(bool taken, Card upcard, Card discard) {
    Turn turn = {taken, card_suit(upcard) == card_suit(discard), card_rank(upcard), card_rank(discard), {2, 2, 2, 2}};
    turn.relation[card_suit(discard)] = 1;
    turn.relation[card_suit(upcard)] = 0;
    return turn;
}

static void slow_count(void *collector, const GinHandRecord *hand) {
    Slow *slow = collector;
    GinReplay replay;
    gin_replay_start(&replay, hand);
    Card upcard = replay.state.table.upcard;
    bool taken = false;
    while (gin_replay_step(&replay)) {
        if (gin_event_kind(replay.event) == GIN_EVENT_TAKE) taken = true;
        if (gin_event_kind(replay.event) == GIN_EVENT_STOCK) taken = false;
        if (gin_event_kind(replay.event) != GIN_EVENT_DISCARD) continue;
        Turn t = turn_of(taken, upcard, replay.event.card);
        upcard = replay.event.card;
        slow->visits[t.taken][t.suited][t.up][t.down]++;
        for (CardSet rest = replay.state.hand[gin_event_seat(replay.event)]; rest; rest = set_rest(rest)) {
            int suit = card_suit(set_first(rest)), rank = card_rank(set_first(rest));
            slow->held[t.taken][t.suited][t.up][t.down][t.relation[suit]][rank]++;
            slow->rank[rank]++;
        }
    }
}

static void slow_update(const Slow *slow, const Turn *t, CardSet unknown, double p[CARD_COUNT], int missing) {
    uint64_t visits = slow->visits[t->taken][t->suited][t->up][t->down];
    double sum = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        Card card = card_from_index(i);
        int suits = 0;
        for (int suit = 0; suit < 4; suit++) suits += t->relation[suit] == t->relation[card_suit(card)];
        uint64_t held = slow->held[t->taken][t->suited][t->up][t->down][t->relation[card_suit(card)]][card_rank(card)];
        if (visits >= 50) p[i] *= (double)held / suits / (double)slow->rank[card_rank(card)];
        if (!set_has(unknown, card)) p[i] = 0;
        sum += p[i];
    }
    for (int i = 0; i < CARD_COUNT && sum > 0; i++) p[i] *= missing / sum;
}

// The paper lets estimates exceed 1; ours are capped, the rest scaled up, as often as it takes.
static void slow_cap(CardSet unknown, double p[CARD_COUNT], int missing) {
    for (bool again = true; again;) {
        double sum = 0;
        again = false;
        for (CardSet rest = unknown; rest; rest = set_rest(rest)) sum += p[card_index(set_first(rest))];
        for (CardSet rest = unknown; rest; rest = set_rest(rest)) {
            double *one = &p[card_index(set_first(rest))];
            *one *= missing / sum;
            again = again || *one > 1;
        }
        for (CardSet rest = unknown; again && rest; rest = set_rest(rest)) {
            double *one = &p[card_index(set_first(rest))];
            if (*one < 1) continue;
            *one = 1;
            unknown &= ~(rest & -rest);
            missing--;
        }
    }
}

typedef struct Comparison {
    const Slow *slow;
    GinPart bayes;
    int compared, capped;
} Comparison;

static void compare_with_slow(Comparison *self, const GinView *view, const double uncapped[CARD_COUNT]) {
    float fast[CARD_COUNT];
    double p[CARD_COUNT];
    GinKnowledge known = gin_knowledge(view);
    memcpy(p, uncapped, sizeof p);
    slow_cap(known.unknown, p, known.missing);
    bool capped = false;
    for (int i = 0; i < CARD_COUNT; i++) capped |= p[i] < uncapped[i] || p[i] > uncapped[i];
    self->capped += capped;
    self->compared++;
    self->bayes.policy->estimate(&self->bayes.mind, view, fast);
    for (CardSet rest = known.unknown; rest; rest = set_rest(rest)) {
        int i = card_index(set_first(rest));
        assert_true(fabs((double)fast[i] - p[i]) < 1e-4);
    }
}

static void compare_hand(void *collector, const GinHandRecord *hand) {
    Comparison *self = collector;
    for (int us = 0; us < GIN_SEATS; us++) {
        GinReplay replay;
        gin_replay_start(&replay, hand);
        double p[CARD_COUNT];
        for (int i = 0; i < CARD_COUNT; i++) p[i] = set_has(replay.state.hand[us], card_from_index(i)) ? 0 : 10.0 / 42;
        Card upcard = replay.state.table.upcard;
        bool taken = false;
        while (gin_replay_step(&replay)) {
            if (gin_event_kind(replay.event) == GIN_EVENT_TAKE) taken = true;
            if (gin_event_kind(replay.event) == GIN_EVENT_STOCK) taken = false;
            if (gin_event_kind(replay.event) != GIN_EVENT_DISCARD) continue;
            Turn t = turn_of(taken, upcard, replay.event.card);
            upcard = replay.event.card;
            if (gin_event_seat(replay.event) == us) continue;
            GinView view = gin_view(&replay.state, &replay.history, (Seat)us);
            GinKnowledge known = gin_knowledge(&view);
            slow_update(self->slow, &t, known.unknown, p, known.missing);
            compare_with_slow(self, &view, p);
        }
    }
}

static void bayes_is_the_papers_procedure_step_by_step(void **state) {
    (void)state;
    Slow *slow = calloc(1, sizeof *slow);
    const char *const pair[1][2] = {{"simple", "simple"}};
    GinSelfPlay plan = {.pairs = pair, .pair_count = 1, .seed = 2021, .games = 2000, .threads = 1};
    void *collector = slow;
    assert_true(gin_selfplay(&plan, 1, &collector, slow_count, NULL));
    Comparison comparison = {.slow = slow, .bayes = opened("bayes:games=2000")};
    play("simple", "heisenbot", 60, compare_hand, &comparison);
    assert_true(comparison.compared > 4000);
    assert_true(comparison.capped > 1000);
    gin_part_close(&comparison.bayes);
    free(slow);
}

static void bayes_counts_do_not_depend_on_threads(void **state) {
    (void)state;
    BayesCounts *counts = calloc(3, sizeof *counts);
    for (int i = 0; i < 3; i++) assert_true(bayes_collect(&counts[i], "simple", 333, 5, i + 1, NULL));
    assert_memory_equal(&counts[0], &counts[1], sizeof *counts);
    assert_memory_equal(&counts[0], &counts[2], sizeof *counts);
    assert_true(counts->turns > 12 * 333 * 9 && counts->hands > 333 * 9);
    BayesTable *table = malloc(sizeof *table);
    bayes_table(counts, UINT32_MAX, table);
    for (int event = 0; event < BAYES_EVENTS; event++)
        for (int cell = 0; cell < BAYES_CELLS; cell++) assert_true(table->likelihood[event][cell] == 1);
    free(table);
    free(counts);
}

// ---- Scores ----

typedef struct Scored {
    EstimatorScore score;
    GinPart estimator;
} Scored;

static void score_hand(void *collector, const GinHandRecord *hand) {
    Scored *scored = collector;
    estimator_score_hand(&scored->score, &scored->estimator, hand);
}

static void scores_are_what_the_equations_give(void **state) {
    (void)state;
    Scored scored = {.estimator = opened("uniform")};
    play("simple", "simple", 20, score_hand, &scored);
    EstimatorScore score = scored.score;
    // After the first turn of the opponent that did not take the upcard: 40 or 41 cards unknown, none known to be its.
    assert_true(metrics_closeness(&score.turn[0]) > 0.69 && metrics_closeness(&score.turn[0]) < 0.75);
    assert_true(metrics_closeness(&score.turn[8]) > metrics_closeness(&score.turn[0]));
    assert_int_equal(score.to_find, 10 * score.all.rows);
    for (int top = 1; top < ESTIMATOR_TOPS; top++)
        assert_true(estimator_score_top(&score, top) > estimator_score_top(&score, top - 1));
    assert_true(metrics_calibration(&score.unknown) < 0.05);
    gin_part_close(&scored.estimator);
}

static void scores_do_not_depend_on_threads(void **state) {
    (void)state;
    const char *const pairs[2][2] = {{"simple", "simple"}, {"simple", "heisenbot"}};
    GinPart bayes = opened("bayes:games=500");
    EstimatorScore scores[2] = {{.to_find = 0}, {.to_find = 0}};
    for (int i = 0; i < 2; i++) {
        GinSelfPlay plan = {.pairs = pairs, .pair_count = 2, .seed = 1, .games = 130, .threads = 1 + 2 * i};
        assert_true(estimator_score(&scores[i], &bayes, &plan, NULL));
    }
    assert_memory_equal(&scores[0], &scores[1], sizeof scores[0]);
    assert_true(metrics_closeness(&scores[0].last) > metrics_closeness(&scores[0].turn[0]));
    gin_part_close(&bayes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_are_probabilities_and_agree_with_what_is_known),
        cmocka_unit_test(a_knocker_has_no_secrets),
        cmocka_unit_test(capping_gives_what_is_too_much_to_the_others),
        cmocka_unit_test(estimators_and_players_without_one_get_a_message),
        cmocka_unit_test(bayes_is_the_papers_procedure_step_by_step),
        cmocka_unit_test(bayes_counts_do_not_depend_on_threads),
        cmocka_unit_test(scores_are_what_the_equations_give),
        cmocka_unit_test(scores_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
