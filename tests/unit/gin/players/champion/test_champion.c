// SPDX-License-Identifier: MIT
// The champion as a player, with weights that were never trained: what it may see, how it decides, and what it refuses.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/policies.h"
#include "support/champions.h"
#include "support/folder.h"
#include "support/positions.h"
#include "support/random.h"

static const char NET[] = "896 48n 48n+ 106l";

static const char *spec_of(const char *path, const char *settings) {
    static char spec[512];
    snprintf(spec, sizeof spec, "champion:model=%s%s", path, settings);
    return spec;
}

static int make_all(void **state) {
    if (make_folder(state)) return -1;
    save_champion(file("a.safetensors"), NET, 1, "contest pagat,target=50");
    save_critic(file("a-critic.safetensors"), "1024 24n 1l", 3, "8");
    save_simple_champion(file("simple.safetensors"), 5, 1);
    return 0;
}

// ---- Decisions ----

static void it_plays_by_the_rules_of_every_preset(void **state) {
    (void)state;
    static const char *const rules[] = {"contest", "heisenbot", "pagat,big-gin=31", "oklahoma", "contest,knock=0"};
    GinPlayer players[2] = {opened(spec_of(file("a.safetensors"), "")),
                            opened(spec_of(file("simple.safetensors"), ",temperature=2"))};
    for (int game = 0; game < effort(60, 5); game++) {
        GinRules these;
        if (!gin_rules_parse(rules[game % 5], &these, NULL)) these = gin_rules_default();
        GinGamePlan plan = {.rules = &these, .seed = 3, .deal = (uint64_t)game, .game = (uint64_t)game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        assert_int_equal(result.fault, FAULT_NONE);
    }
    for (int i = 0; i < 2; i++) gin_player_close(&players[i]);
}

static void it_is_never_illegal_in_random_positions(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    rules.big_gin_bonus = 31;
    GinPlayer player = opened(spec_of(file("a.safetensors"), ",temperature=5"));
    GinState now;
    GinHistory history;
    for (int i = 0; i < effort(1000000, 2000) / 20; i++) {
        Rng rng = rng_for(4, 0, (uint64_t)i, 0);
        if (!some_position(&rng, &rules, &now, &history)) continue;
        for (int k = 0; k < 20 && now.table.phase != GIN_OVER; k++) {
            GinView view = gin_view(&now, &history, now.table.to_act);
            GinAction action = player.choose(player.self, &view, &rng);
            if (!gin_try(&now, &history, &action)) fail_msg("case %d: move %d is not legal", i, action.move);
        }
    }
    gin_player_close(&player);
}

// A hand played on by players who never knock, so that somebody can.
static bool late_position(Rng *rng, const GinRules *rules, const GinPlayer *patient, GinState *state,
                          GinHistory *history) {
    Card deck[CARD_COUNT];
    rng_deck(rng, deck);
    gin_deal_deck(state, history, rules, (Seat)rng_below(rng, 2), (const uint16_t[2]){0, 0}, deck);
    for (int left = 10 + (int)rng_below(rng, 30); left > 0 && state->table.phase < GIN_DEFEND; left--) {
        GinView view = gin_view(state, history, state->table.to_act);
        GinAction action = patient->choose(patient->self, &view, rng);
        gin_apply(state, history, &action);
    }
    return state->table.phase < GIN_DEFEND;
}

static void one_evaluation_decides_on_discard_and_knock(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer player = opened(spec_of(file("a.safetensors"), ""));
    const GinChampion *champion = gin_player_champion(&player);
    assert_non_null(champion);
    GinState now;
    GinHistory history;
    int knocks = 0, drops = 0;
    GinPlayer patient = opened("greedy:limit=0");
    for (int i = 0; i < effort(4000, 400); i++) {
        Rng rng = rng_for(5, 0, (uint64_t)i, 0);
        float probability[GIN_CHOICES];
        if (!late_position(&rng, &rules, &patient, &now, &history)) continue;
        GinView view = gin_view(&now, &history, now.table.to_act);
        GinAction action = player.choose(player.self, &view, &rng);
        if (gin_champion_policy(champion, &view, probability) == 0) continue;
        int best = 0;
        for (int c = 1; c < GIN_CHOICES; c++)
            if (probability[c] > probability[best]) best = c;
        assert_int_equal(gin_action_choice(&view, &action), best);
        knocks += action.move == GIN_KNOCK;
        drops += action.move == GIN_DROP;
    }
    print_message("%d knocks, %d discards\n", knocks, drops);
    assert_true(knocks > 0 && drops > 0);
    gin_player_close(&patient);
    gin_player_close(&player);
}

static void temperature_draws_choices_by_their_probability(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer player = opened(spec_of(file("a.safetensors"), ",temperature=1"));
    const GinChampion *champion = gin_player_champion(&player);
    GinState now;
    GinHistory history;
    Rng rng = rng_for(6, 0, 0, 0);
    for (int i = 0; i < effort(20, 4); i++) {
        float probability[GIN_CHOICES];
        int seen[GIN_CHOICES] = {0}, tries = 2000;
        if (!some_position(&rng, &rules, &now, &history)) continue;
        GinView view = gin_view(&now, &history, now.table.to_act);
        if (gin_champion_policy(champion, &view, probability) < 2) continue;
        for (int k = 0; k < tries; k++) {
            GinAction action = player.choose(player.self, &view, &rng);
            seen[gin_action_choice(&view, &action)]++;
        }
        for (int c = 0; c < GIN_CHOICES; c++) {
            double p = (double)probability[c], error = sqrt(p * (1 - p) / tries);
            assert_true(fabs((double)seen[c] / tries - p) <= 5 * error + 1e-3);
        }
    }
    gin_player_close(&player);
}

static void mixed_with_others_it_decides_its_own_column(void **state) {
    (void)state;
    static const char *const mixes[] = {"draw=champion", "discard=champion", "knock=champion,melds=champion",
                                        "discard=champion,knock=gin", "draw=champion,discard=champion,knock=champion"};
    for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++) {
        char spec[512];
        snprintf(spec, sizeof spec, "mix:%s,model=%s", mixes[i], file("a.safetensors"));
        GinPlayer players[2] = {opened(spec), opened("simple")};
        assert_int_equal(gin_player_champion(&players[0]) != NULL, i == 4);
        GinRules rules = gin_rules_default();
        for (int game = 0; game < effort(40, 4); game++) {
            GinGamePlan plan = {.rules = &rules, .seed = 7, .deal = (uint64_t)game, .game = (uint64_t)game};
            GinGameResult result;
            gin_play_game(&plan, players, &result);
            assert_int_equal(result.fault, FAULT_NONE);
            if (i == 3) assert_int_equal(result.seat[0].knocks, result.seat[0].gins);
        }
        for (int k = 0; k < 2; k++) gin_player_close(&players[k]);
    }
}

// Other hidden cards that look the same from the seat to act.
static void deal_again(const GinView *view, Rng *rng, GinState *state, GinHistory *history) {
    float probability[CARD_COUNT];
    GinWorlds worlds;
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    GinKnowledge known = gin_knowledge(view);
    gin_probabilities(&known, probability);
    gin_worlds_begin(&worlds, view, probability, NULL);
    gin_worlds_draw(&worlds, rng, state, history);
}

static void hidden_cards_change_no_choice(void **state) {
    (void)state;
    static const char *const settings[] = {"", ",temperature=1", ",search=1,depth=0", ",search=2,depth=3"};
    GinRules rules = gin_rules_default();
    for (int kind = 0; kind < 4; kind++) {
        GinPlayer player = opened(spec_of(file("a.safetensors"), settings[kind]));
        GinState now, other;
        GinHistory history, others;
        for (int i = 0; i < (kind < 2 ? effort(4000, 300) : effort(60, 6)); i++) {
            Rng rng = rng_for(8, 0, (uint64_t)i, 0);
            if (!some_position(&rng, &rules, &now, &history)) continue;
            GinView view = gin_view(&now, &history, now.table.to_act);
            deal_again(&view, &rng, &other, &others);
            GinView same = gin_view(&other, &others, now.table.to_act);
            Rng chance = rng_for(9, 0, (uint64_t)i, 0), again = chance;
            GinAction one = player.choose(player.self, &view, &chance), two = player.choose(player.self, &same, &again);
            assert_int_equal(one.move, two.move);
            assert_int_equal(one.card, two.card);
            if (one.move == GIN_KNOCK) assert_memory_equal(&one.melds, &two.melds, sizeof one.melds);
        }
        gin_player_close(&player);
    }
}

// Recorded once; gcc, clang and every processor must agree.
static void choices_are_the_same_on_every_machine(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int positions;
        uint64_t hash;
    } cases[] = {{"", 300, UINT64_C(0x4020cdea8f5b2e8b)},
                 {",temperature=1", 300, UINT64_C(0x9bf85019bb817169)},
                 {",search=3,depth=0", 12, UINT64_C(0x4892eae682fcd541)},
                 {",search=3,depth=2", 60, UINT64_C(0xcb0e9dc529204912)}};
    GinRules rules = gin_rules_default();
    bool same = true;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        GinPlayer player = opened(spec_of(file("a.safetensors"), cases[k].settings));
        uint64_t hash = 0;
        GinState now;
        GinHistory history;
        for (int i = 0; i < cases[k].positions; i++) {
            Rng rng = rng_for(10, 0, (uint64_t)i, 0);
            if (!some_position(&rng, &rules, &now, &history)) continue;
            GinView view = gin_view(&now, &history, now.table.to_act);
            GinAction action = player.choose(player.self, &view, &rng);
            hash = rng_fold(hash, (uint64_t)action.move << 8 | action.card);
        }
        gin_player_close(&player);
        if (hash == cases[k].hash) continue;
        print_message("'%s': UINT64_C(0x%016llx)\n", cases[k].settings, (unsigned long long)hash);
        same = false;
    }
    assert_true(same);
}

// ---- Files ----

static void a_search_asks_the_critic_where_there_is_one(void **state) {
    (void)state;
    save_champion(file("c.safetensors"), NET, 1, "contest");
    save_champion(file("d.safetensors"), NET, 1, "contest");
    save_critic(file("d-critic.safetensors"), "1024 24n 1l", 3, NULL);
    static const struct {
        const char *name, *settings;
        int depth;
    } cases[] = {{"a.safetensors", "", 0},
                 {"a.safetensors", ",search=1", GIN_CHAMPION_USUAL},
                 {"a.safetensors", ",search=1,depth=0", 0},
                 {"a.safetensors", ",search=1,depth=5", 5},
                 {"c.safetensors", ",search=1", 0},
                 {"d.safetensors", ",search=1", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinPlayer player = opened(spec_of(file(cases[i].name), cases[i].settings));
        assert_int_equal(gin_champion_plan(gin_player_champion(&player))->depth, cases[i].depth);
        gin_player_close(&player);
    }
}

static void notes_say_which_rules_it_was_trained_for(void **state) {
    (void)state;
    static const struct {
        const char *rules, *says;
    } cases[] = {
        {"contest", NULL},
        {"pagat,target=50", NULL},
        {"pagat", "the champion was trained for the rules contest pagat,target=50; these are pagat"},
    };
    GinPlayer player = opened(spec_of(file("a.safetensors"), ""));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinRules rules;
        Text text = {0};
        assert_true(gin_rules_parse(cases[i].rules, &rules, NULL));
        gin_player_note(&player, &rules, &text);
        if (cases[i].says)
            assert_string_equal(text.data, cases[i].says);
        else
            assert_int_equal(text.size, 0);
        text_free(&text);
    }
    gin_player_close(&player);
}

static void flip_a_byte(const char *path, long from_end) {
    FILE *stream = fopen(path, "r+b");
    assert_non_null(stream);
    fseek(stream, -from_end, SEEK_END);
    int byte = fgetc(stream);
    fseek(stream, -from_end, SEEK_END);
    fputc(byte ^ 1, stream);
    assert_int_equal(fclose(stream), 0);
}

static void weights_that_do_not_fit_are_refused_with_a_sentence(void **state) {
    (void)state;
    Error err = {{0}};
    GinPlayer player = {0};
    Net *net = net_make(NET, 1, NULL);
    assert_true(net_save(net, NULL, 0, file("bare.safetensors"), &err));
    const WeightsFact other = {GIN_FACT_INPUTS, "0123456789abcdef"};
    assert_true(net_save(net, &other, 1, file("other.safetensors"), &err));
    net_close(net);
    save_champion(file("small.safetensors"), "800 106l", 1, "contest");
    save_champion(file("few.safetensors"), "896 52l", 1, "contest");
    save_champion(file("lstm.safetensors"), "896 lstm1x8 106l", 1, "contest");
    save_champion(file("damaged.safetensors"), NET, 1, "contest");
    flip_a_byte(file("damaged.safetensors"), 100);
    save_champion(file("alone.safetensors"), NET, 1, "contest");
    save_critic(file("b-critic.safetensors"), "1024 24n 1l", 3, NULL);
    save_champion(file("b.safetensors"), NET, 1, "contest");
    static const struct {
        const char *name, *settings, *says;
    } cases[] = {
        {"none.safetensors", "", "none.safetensors"},
        {"bare.safetensors", "", "no weights of a gin player"},
        {"other.safetensors", "", "trained with other inputs (0123456789abcdef"},
        {"small.safetensors", "", "not one of 896 inputs and 106 outputs"},
        {"few.safetensors", "", "not one of 896 inputs and 106 outputs"},
        {"lstm.safetensors", "", "without LSTM layers"},
        {"damaged.safetensors", "", "damaged.safetensors"},
        {"alone.safetensors", ",depth=2", "alone-critic.safetensors"},
        {"b.safetensors", ",depth=2", "does not tell chances to win"},
        {"a.safetensors", ",temperature=-1", "temperature"},
        {"a.safetensors", ",serch=1", "serch"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        err.text[0] = '\0';
        if (gin_player_open(spec_of(file(cases[i].name), cases[i].settings), &player, &err))
            fail_msg("%s%s was opened", cases[i].name, cases[i].settings);
        if (!strstr(err.text, cases[i].says)) fail_msg("%s says '%s'", cases[i].name, err.text);
    }
    assert_null(player.choose);
}

static void it_is_a_whole_row_and_no_policy(void **state) {
    (void)state;
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    const GinPlayerRow *row = gin_find_row("champion");
    assert_non_null(row);
    assert_true(row->whole == &gin_champion);
    assert_null(gin_find_row("simple")->whole);
    for (int column = 0; column < GIN_COLUMNS; column++) {
        bool estimator = column == GIN_COLUMN_ESTIMATOR;
        assert_string_equal(gin_row_column(row, (GinColumn)column), estimator ? "none" : "champion");
        assert_null(gin_find_policy((GinColumn)column, "champion"));
    }
    for (int i = 0; i < count; i++) assert_true(gin_find_row(rows[i].name) == &rows[i]);
    assert_null(gin_find_row("champio"));
}

static void settings_of_a_whole_player_are_its_own(void **state) {
    (void)state;
    static const struct {
        const char *spec, *says, *refused;
    } cases[] = {
        {"champion:temperature=2,weigh=3",
         "draw=champion discard=champion knock=champion melds=champion "
         "champion.temperature=2 champion.search=0 champion.depth=-1 champion.weigh=3 "
         "champion.model=champion.safetensors",
         NULL},
        {"champion:knock=limit,limit=3,champion.weigh=0",
         "draw=champion discard=champion knock=limit knock.limit=3 "
         "melds=champion champion.temperature=0 champion.search=0 champion.depth=-1 champion.weigh=0 "
         "champion.model=champion.safetensors",
         NULL},
        {"mix:discard=champion,discard.model=x",
         "draw=meld-only discard=champion knock=at-once melds=any-best "
         "champion.temperature=0 champion.search=0 champion.depth=-1 champion.weigh=2 champion.model=x",
         NULL},
        {"champion:draw=stock,discard=points,knock=gin,melds=any-best",
         "draw=stock discard=points knock=gin melds=any-best", NULL},
        {"mix:draw=champion,discard=champion,draw.temperature=1", NULL, "champion.temperature"},
        {"champion:knock=gin,melds=any-best,draw=stock,discard=points,temperature=1", NULL,
         "no parameter 'temperature'"},
        {"mix:estimator=champion", NULL, "no estimator policy 'champion'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text text = {0};
        Error err = {{0}};
        bool good = gin_player_describe(cases[i].spec, &text, &err);
        if (good != (cases[i].says != NULL)) fail_msg("%s: %s", cases[i].spec, good ? text.data : err.text);
        if (good) assert_string_equal(text.data, cases[i].says);
        if (!good && !strstr(err.text, cases[i].refused)) fail_msg("%s: %s", cases[i].spec, err.text);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_by_the_rules_of_every_preset),
        cmocka_unit_test(it_is_never_illegal_in_random_positions),
        cmocka_unit_test(one_evaluation_decides_on_discard_and_knock),
        cmocka_unit_test(temperature_draws_choices_by_their_probability),
        cmocka_unit_test(mixed_with_others_it_decides_its_own_column),
        cmocka_unit_test(hidden_cards_change_no_choice),
        cmocka_unit_test(choices_are_the_same_on_every_machine),
        cmocka_unit_test(a_search_asks_the_critic_where_there_is_one),
        cmocka_unit_test(notes_say_which_rules_it_was_trained_for),
        cmocka_unit_test(weights_that_do_not_fit_are_refused_with_a_sentence),
        cmocka_unit_test(it_is_a_whole_row_and_no_policy),
        cmocka_unit_test(settings_of_a_whole_player_are_its_own),
    };
    return cmocka_run_group_tests(tests, make_all, remove_folder);
}
