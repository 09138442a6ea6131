// SPDX-License-Identifier: MIT
// Worlds: that samples agree with what was seen, follow the probabilities, and hold hands as good as real ones.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/past.h"
#include "support/positions.h"
#include "support/random.h"

// The opponent's own history in a world: it must lead from a hand of ten to the hand it holds now, and cards drawn from
// the stock must not have lain face up before.
static void check_past(const GinState *world, const GinHistory *history, Seat them) {
    CardSet hand = world->hand[them], shown = 0;
    const GinDraws *draws = &history->draws[them];
    int turn = draws->count;
    assert_int_equal(turn, world->table.turns[them]);
    for (int i = history->log.count - 1; i >= 0; i--) {
        GinEvent event = history->log.event[i];
        if (gin_event_seat(event) != them) continue;
        if (gin_event_kind(event) == GIN_EVENT_DISCARD) hand |= set_of(event.card);
        if (gin_event_kind(event) != GIN_EVENT_TAKE && gin_event_kind(event) != GIN_EVENT_STOCK) continue;
        Card card = draws->card[--turn];
        assert_true(set_has(hand, card));
        hand &= ~set_of(card);
    }
    assert_int_equal(set_count(hand), GIN_HAND_SIZE);
    for (int i = 0; i < history->log.count; i++) {
        GinEvent event = history->log.event[i];
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_DISCARD || kind == GIN_EVENT_PASS) shown |= set_of(event.card);
        if (gin_event_seat(event) != them || (kind != GIN_EVENT_TAKE && kind != GIN_EVENT_STOCK)) continue;
        Card card = draws->card[turn++];
        if (kind == GIN_EVENT_TAKE)
            assert_int_equal(card, event.card);
        else
            assert_false(set_has(shown, card));
    }
}

static void worlds_agree_with_all_a_seat_has_seen(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = judge_opened("prognosis", 64);
    for (int i = 0; i < effort(3000, 100); i++) {
        Rng rng = rng_for(1, 0, (uint64_t)i, 0);
        GinState real, world;
        GinHistory history, past;
        if (!some_position(&rng, &rules, &real, &history)) continue;
        Seat us = real.table.to_act, them = us ^ 1;
        GinPastHand before = {.number = 2};
        history.past = &before;
        GinView view = gin_view(&real, &history, us);
        float probability[CARD_COUNT];
        GinWorlds worlds;
        judge.estimator.policy->estimate(&judge.estimator.mind, &view, probability);
        gin_worlds_begin(&worlds, &view, probability, gin_tilt_for(&judge.tilts, &view));
        gin_worlds_draw(&worlds, &rng, &world, &past);
        assert_true(gin_state_is_sound(&world));
        assert_memory_equal(&world.table, &real.table, sizeof world.table);
        assert_true(world.hand[us] == real.hand[us]);
        assert_int_equal(world.drawn, real.drawn);
        assert_int_equal(set_count(world.hand[them]), set_count(real.hand[them]));
        assert_memory_equal(&past.log, &history.log, offsetof(GinLog, event) + history.log.count * sizeof(GinEvent));
        assert_memory_equal(past.draws[us].card, history.draws[us].card, history.draws[us].count);
        assert_ptr_equal(past.past, &before);
        check_past(&world, &past, them);
    }
    gin_judge_close(&judge);
}

// With every unknown card alike, each is held in missing/unknown of the worlds, and the stock has no favourites.
static void worlds_without_knowledge_are_uniform(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinState real, world;
    GinHistory history, past;
    Rng rng = rng_for(2, 0, 0, 0);
    while (!some_position(&rng, &rules, &real, &history) || real.table.stock < 15) continue;
    Seat us = real.table.to_act;
    GinView view = gin_view(&real, &history, us);
    GinKnowledge known = gin_knowledge(&view);
    float probability[CARD_COUNT];
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    gin_probabilities(&known, probability);
    GinWorlds worlds;
    gin_worlds_begin(&worlds, &view, probability, NULL);
    int held[CARD_COUNT] = {0}, next[CARD_COUNT] = {0}, kinds = 0, held_list[CARD_COUNT], next_list[CARD_COUNT];
    int count = effort(40000, 4000);
    for (int i = 0; i < count; i++) {
        gin_worlds_draw(&worlds, &rng, &world, &past);
        for (CardSet rest = world.hand[us ^ 1] & known.unknown; rest; rest = set_rest(rest))
            held[card_index(set_first(rest))]++;
        next[card_index(world.stock[world.table.stock - 1])]++;
    }
    for (CardSet rest = known.unknown; rest; rest = set_rest(rest), kinds++) {
        held_list[kinds] = held[card_index(set_first(rest))];
        next_list[kinds] = next[card_index(set_first(rest))];
    }
    assert_true(uneven(held_list, kinds) < 5);
    assert_true(uneven(next_list, kinds) < 5);
}

// A card an estimator is surer of is in the hand more often, and the shares are near what it said.
static void worlds_follow_the_probabilities(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinState real, world;
    GinHistory history, past;
    Card deck[CARD_COUNT];
    Rng rng = rng_for(3, 0, 0, 0);
    rng_deck(&rng, deck);
    gin_deal_deck(&real, &history, &rules, 0, (const uint16_t[2]){0, 0}, deck);
    GinView view = gin_view(&real, &history, 0);
    GinKnowledge known = gin_knowledge(&view);
    float probability[CARD_COUNT];
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = (float)(1 + i % 4);
    gin_probabilities(&known, probability);
    GinWorlds worlds;
    gin_worlds_begin(&worlds, &view, probability, NULL);
    double held[CARD_COUNT] = {0};
    int count = effort(40000, 4000);
    for (int i = 0; i < count; i++) {
        gin_worlds_draw(&worlds, &rng, &world, &past);
        for (CardSet rest = world.hand[1]; rest; rest = set_rest(rest))
            held[card_index(set_first(rest))] += 1.0 / count;
    }
    for (CardSet rest = known.unknown; rest; rest = set_rest(rest)) {
        int i = card_index(set_first(rest));
        assert_true(fabs(held[i] - (double)probability[i]) < 0.02 + 4 * sqrt(0.25 / count));
    }
}

// Sums of the opponent's deadwood after three turns of its own.
typedef struct Deadwood {
    double real, plain, tilted;
    int count;
} Deadwood;

static void count_deadwood(const GinJudge *judge, const GinState *now, const GinView *view, Rng *rng, Deadwood *sums) {
    Seat them = view->seat ^ 1;
    const float *tilts[2] = {NULL, gin_tilt_for(&judge->tilts, view)};
    double *drawn[2] = {&sums->plain, &sums->tilted};
    float probability[CARD_COUNT];
    judge->estimator.policy->estimate(&judge->estimator.mind, view, probability);
    for (int i = 0; i < 2; i++) {
        GinState world;
        GinHistory past;
        GinWorlds worlds;
        gin_worlds_begin(&worlds, view, probability, tilts[i]);
        gin_worlds_draw(&worlds, rng, &world, &past);
        *drawn[i] += gin_deadwood(world.hand[them]);
    }
    sums->real += gin_deadwood(now->hand[them]);
    sums->count++;
}

static Deadwood deadwood_of(const GinJudge *judge, uint16_t lead, int hands) {
    GinRules rules = gin_rules_default();
    Deadwood sums = {0};
    for (int i = 0; i < hands; i++) {
        Rng rng = rng_for(31, lead, (uint64_t)i, 0);
        GinState now;
        GinHistory history;
        Card deck[CARD_COUNT];
        rng_deck(&rng, deck);
        gin_deal_deck(&now, &history, &rules, 0, (const uint16_t[2]){lead, 0}, deck);
        while (now.table.phase < GIN_DEFEND && history.log.count < 40) {
            GinView view = gin_view(&now, &history, now.table.to_act);
            if (now.table.phase == GIN_DRAW && now.table.turns[view.seat ^ 1] >= 3)
                count_deadwood(judge, &now, &view, &rng, &sums);
            GinAction action = judge->player.choose(judge->player.self, &view, &rng);
            gin_apply(&now, &history, &action);
        }
    }
    return sums;
}

// A player's hands get better turn by turn, and better still where it waits for gin; so must those of the worlds.
static void tilted_worlds_are_as_good_as_real_hands(void **state) {
    (void)state;
    static const char *const estimators[] = {"uniform", "prognosis", GIN_JUDGE_ESTIMATOR};
    static const uint16_t leads[] = {0, 20, 40};
    for (size_t i = 0; i < sizeof estimators / sizeof *estimators; i++) {
        GinJudge judge = judge_opened(estimators[i], 64);
        for (size_t j = 0; j < sizeof leads / sizeof *leads; j++) {
            Deadwood sums = deadwood_of(&judge, leads[j], effort(600, 600)); // fewer say too little
            double real = sums.real / sums.count, plain = sums.plain / sums.count, tilted = sums.tilted / sums.count;
            print_message("%s, lead %d: deadwood of real hands %.1f, drawn %.1f, with tilt %.1f\n", estimators[i],
                          leads[j], real, plain, tilted);
            assert_true(plain > real + 4);
            assert_true(fabs(tilted - real) < 2 && fabs(tilted - real) < (plain - real) / 4);
        }
        gin_judge_close(&judge);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_agree_with_all_a_seat_has_seen),
        cmocka_unit_test(worlds_without_knowledge_are_uniform),
        cmocka_unit_test(worlds_follow_the_probabilities),
        cmocka_unit_test(tilted_worlds_are_as_good_as_real_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
