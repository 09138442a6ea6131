// SPDX-License-Identifier: MIT
// Human lapses in gin, one by one, and that the levels are what their list says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/policies.h"
#include "support/positions.h"
#include "support/random.h"

static void without_lapses_it_plays_the_rules_of_thumb(void **state) {
    (void)state;
    GinPlayer human = opened("mix:draw=human,discard=human,knock=human,melds=human");
    GinPlayer rules = opened("champion-rules");
    Rng chance = rng_for(2, 0, 0, 0);
    GinRules usual = gin_rules_default();
    int asked = 0;
    while (asked < effort(2000, 50)) {
        GinState position;
        GinHistory history;
        if (!some_position(&chance, &usual, &position, &history)) continue;
        GinView view = gin_view(&position, &history, position.table.to_act);
        int deadwood;
        gin_best_discards(view.hand, view.hand, &deadwood);
        if (position.table.phase == GIN_DISCARD && deadwood == 0) continue; // it does not look for gin first
        Rng one = rng_for(3, 0, (uint64_t)asked, 0), other = one;
        GinAction a = human.choose(human.self, &view, &one), b = rules.choose(rules.self, &view, &other);
        assert_int_equal(a.move, b.move);
        if (a.card != b.card)
            fail_msg("%s: %s, not %s", text_of(view.hand), text_of(set_of(a.card)), text_of(set_of(b.card)));
        asked++;
    }
    gin_player_close(&human);
    gin_player_close(&rules);
}

static int times_taken(const char *settings, const char *hand, const char *upcard, GinPhase phase) {
    const GinPolicy *draw = policy(GIN_COLUMN_DRAW, "human");
    GinMind mind = mind_of(draw, settings);
    Scene scene;
    int taken = 0;
    set_scene(&scene, hand, upcard, NULL);
    scene.table.phase = (uint8_t)phase;
    for (uint64_t seed = 0; seed < 400; seed++) {
        Rng rng = rng_for(1, 0, seed, 0);
        taken += draw->take(&mind, &scene.view, &rng);
    }
    return taken;
}

static void overlooks_runs_twice_as_often_as_sets(void **state) {
    (void)state;
    static const char hand[] = "4C5C 8D8H KH QD 2S AD TS 7H";
    assert_int_equal(times_taken("overlook=0", hand, "6C", GIN_DRAW), 400);
    assert_int_equal(times_taken("overlook=1", hand, "6C", GIN_DRAW), 0);
    assert_in_range(times_taken("overlook=0.5", hand, "6C", GIN_DRAW), 160, 240);
    assert_in_range(times_taken("overlook=0.5", hand, "8S", GIN_DRAW), 265, 335);
}

static void is_tempted_by_what_only_fits(void **state) {
    (void)state;
    static const char hand[] = "4C5C 8D9S KH QD 2S AD TS JH";
    assert_int_equal(times_taken("tempted=0", hand, "QC", GIN_DRAW), 0);
    assert_int_equal(times_taken("tempted=1", hand, "QC", GIN_DRAW), 400); // a pair
    assert_int_equal(times_taken("tempted=1", hand, "6D", GIN_DRAW), 400); // a neighbour of the eight
    assert_int_equal(times_taken("tempted=1", hand, "5H", GIN_DRAW), 400); // a pair with a card of no meld
    assert_int_equal(times_taken("tempted=1", "AC2C3C 5D6D7D 9H9S9D KC", "4S", GIN_DRAW), 0); // fits nothing
}

// The cards it sheds from a scene in 300 tries, all of them, and how often each.
static CardSet shed_cards(const char *settings, Scene *scene, int times[CARD_COUNT]) {
    const GinPolicy *discard = policy(GIN_COLUMN_DISCARD, "human");
    GinMind mind = mind_of(discard, settings);
    CardSet shed = 0;
    memset(times, 0, CARD_COUNT * sizeof *times);
    for (uint64_t seed = 0; seed < 300; seed++) {
        Rng rng = rng_for(1, 0, seed, 0);
        Card card = discard->discard(&mind, &scene->view, &rng).card;
        shed |= set_of(card);
        times[card_index(card)]++;
    }
    return shed;
}

static void keeps_high_pairs_when_fond_of_them(void **state) {
    (void)state;
    Scene scene;
    int times[CARD_COUNT];
    static const char plain[] = "pair=0 next=0 gap=0 out=0 danger=0 low=0";
    set_scene(&scene, "AC2C3C 7D7H 4H 5S KDKS 2D 9S", NULL, NULL);
    scene.table.phase = GIN_DISCARD;
    assert_true(shed_cards(plain, &scene, times) == cards("KD KS 9S"));
    assert_true(shed_cards("pair=0 next=0 gap=0 out=0 danger=0 low=0 fond=5", &scene, times) == cards("9S"));
}

static void the_second_best_comes_up_more_rarely_than_the_best(void **state) {
    (void)state;
    Scene scene;
    int times[CARD_COUNT];
    set_scene(&scene, "AC2C3C 7D7H 4H 5S KD QH 9S 2D", NULL, NULL);
    scene.table.phase = GIN_DISCARD;
    assert_int_equal(set_count(shed_cards("pair=9 next=9 gap=9 out=0 danger=0 low=9", &scene, times)), 3);
    CardSet shed = shed_cards("pair=9 next=9 gap=9 out=0 danger=0 low=9 temperature=3", &scene, times);
    assert_true(set_count(shed) > 3);
    assert_true(times[card_index(card("KD"))] > times[card_index(card("5S"))]);
    assert_true(times[card_index(card("5S"))] > times[card_index(card("7D"))]);
    assert_int_equal(shed & cards("AC 2C 3C"), 0); // a meld that it sees stays
    static const char plain[] = "pair=0 next=0 gap=0 out=0 danger=0 low=0";
    set_scene(&scene, "TCJCQC 2D4H 6S 8D AD 3S 5H 9H", NULL, NULL);
    scene.table.phase = GIN_DISCARD;
    assert_true(shed_cards(plain, &scene, times) == cards("9H"));
    assert_true(shed_cards("pair=0 next=0 gap=0 out=0 danger=0 low=0 overlook=1", &scene, times) & cards("TC JC QC"));
}

// With the queens of the pile forgotten a queen looks worth keeping.
static void forgets_the_pile_and_what_the_opponent_took(void **state) {
    (void)state;
    Scene scene;
    int times[CARD_COUNT];
    set_scene(&scene, "AC2C3C 7D7H TCJC 4S5S KD QH", "2H", "they drop QS, we drop QD, they drop 8C");
    scene.table.phase = GIN_DISCARD;
    scene.table.buried = cards("QS QD 8C");
    assert_true(shed_cards("memory=52", &scene, times) == cards("QH"));
    assert_true(shed_cards("memory=1", &scene, times) == cards("KD"));
    set_scene(&scene, "AC2C3C 7D7H TCJC 4S5S KD QH", NULL, NULL);
    scene.table.phase = GIN_DISCARD;
    scene.table.known[1] = cards("KS");
    assert_true(shed_cards("recall=1", &scene, times) == cards("QH"));
    assert_true(shed_cards("recall=0", &scene, times) == cards("KD"));
    assert_true(shed_cards("recall=0.5", &scene, times) == cards("QH KD"));
}

static void does_not_notice_a_knock(void **state) {
    (void)state;
    const GinPolicy *knock = policy(GIN_COLUMN_KNOCK, "human");
    Scene scene;
    set_scene(&scene, "5C6C7C8C 9D9H9S9C AS4H KD", NULL, NULL);
    scene.table.phase = GIN_DISCARD;
    scene.table.turns[0] = 2;
    GinMind sees = mind_of(knock, "overlook=0"), misses = mind_of(knock, "overlook=1");
    Rng rng = rng_for(1, 0, 0, 0);
    assert_true(knock->knock(&sees, &scene.view, &rng, card("KD"), 5));
    assert_false(knock->knock(&misses, &scene.view, &rng, card("KD"), 5));
}

static void every_level_is_listed_and_can_be_changed(void **state) {
    (void)state;
    for (int i = 0; i < LEVEL_COUNT; i++) {
        const Level *level = &gin_levels()[i];
        char name[] = "level-0";
        name[6] = (char)('1' + i);
        assert_string_equal(level->name, name);
        assert_true(gin_is_listed(name) && level->error > 0);
        assert_true(i == 0 || level->elo > level[-1].elo);
        Text text = {0}, same = {0};
        Error err;
        assert_true(gin_player_describe(name, &text, &err) && gin_player_describe(level->spec, &same, &err));
        assert_string_equal(text.data, same.data);
        text_free(&text);
        text_free(&same);
    }
    Text text = {0};
    Error err;
    assert_true(gin_player_describe("level-1:temperature=7", &text, &err));
    assert_non_null(strstr(text.data, "temperature=7"));
    assert_true(gin_player_describe("level-8:search=10", &text, &err));
    assert_non_null(strstr(text.data, "champion.search=10"));
    assert_false(gin_player_describe("level-1:no-such=7", &text, &err));
    assert_non_null(strstr(err.text, "level-1:no-such"));
    assert_false(gin_player_describe("level-9", &text, &err));
    assert_non_null(strstr(err.text, "did you mean 'level-"));
    assert_false(gin_is_listed("level-1:temperature=7"));
    text_free(&text);
}

// The sum over hands of what the first wins and the other, both seats.
static int margin(const char *one, const char *other, int hands) {
    GinRules rules = gin_rules_default();
    GinPlayer a = opened(one), b = opened(other);
    int sum = 0;
    for (int i = 0; i < hands; i++) {
        const GinPlayer seats[2] = {i & 1 ? b : a, i & 1 ? a : b};
        const uint16_t score[2] = {0, 0};
        GinHistory history;
        GinState end = played_hand(&rules, seats, (Seat)(i / 2 & 1), score, 7, (uint32_t)(i / 2), &history);
        if (end.result.end != GIN_CANCELLED) sum += (end.result.winner == (i & 1) ? 1 : -1) * end.result.points;
    }
    gin_player_close(&a);
    gin_player_close(&b);
    return sum;
}

static void a_level_loses_to_the_one_two_above(void **state) {
    (void)state;
    for (int i = 0; i + 2 < LEVEL_COUNT; i++) {
        int points = margin(gin_levels()[i].name, gin_levels()[i + 2].name, 1000);
        if (points >= 0) fail_msg("%s wins %d points", gin_levels()[i].name, points);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_lapses_it_plays_the_rules_of_thumb),
        cmocka_unit_test(overlooks_runs_twice_as_often_as_sets),
        cmocka_unit_test(is_tempted_by_what_only_fits),
        cmocka_unit_test(keeps_high_pairs_when_fond_of_them),
        cmocka_unit_test(the_second_best_comes_up_more_rarely_than_the_best),
        cmocka_unit_test(forgets_the_pile_and_what_the_opponent_took),
        cmocka_unit_test(does_not_notice_a_knock),
        cmocka_unit_test(every_level_is_listed_and_can_be_changed),
        cmocka_unit_test(a_level_loses_to_the_one_two_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
