// SPDX-License-Identifier: MIT
// Players from their texts, Simple's every decision against the oracle, and each policy's own rule.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/oracle.h"
#include "support/policies.h"
#include "support/positions.h"
#include "support/random.h"

static GinGameResult play(GinPlayer players[2], const char *rules_text, uint64_t game) {
    GinRules rules;
    assert_true(gin_rules_parse(rules_text, &rules, NULL));
    GinGamePlan plan = {.rules = &rules, .seed = 41, .deal = game, .game = game};
    GinGameResult result;
    gin_play_game(&plan, players, &result);
    return result;
}

// ---- Specs ----

static void every_row_opens_describes_itself_and_plays_legally(void **state) {
    (void)state;
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    assert_true(count >= 6);
    for (int i = 0; i < count; i++) {
        assert_true(strlen(rows[i].source) > 0 && strlen(rows[i].about) > 0);
        for (int j = 0; j < i; j++) assert_string_not_equal(rows[i].name, rows[j].name);
        Text text = {0};
        Error err = {{0}};
        if (!gin_player_describe(rows[i].name, &text, &err)) fail_msg("%s", err.text);
        for (int column = 0; column < GIN_COLUMNS; column++) {
            bool estimator = column == GIN_COLUMN_ESTIMATOR; // said only where there is one
            if (estimator && strcmp(gin_row_column(&rows[i], (GinColumn)column), "none") == 0) continue;
            assert_non_null(strstr(text.data, gin_column_name((GinColumn)column)));
        }
        text_free(&text);
        GinPlayer players[2] = {opened(rows[i].name), opened("simple")};
        for (uint64_t game = 0; game < (uint64_t)effort(60, 8); game++) {
            static const char *const rules[] = {"contest", "heisenbot", "pagat,big-gin=31", "oklahoma"};
            assert_int_equal(play(players, rules[game % 4], game).fault, FAULT_NONE);
        }
        gin_player_close(&players[0]);
        gin_player_close(&players[1]);
        assert_null(players[0].choose);
    }
}

static void every_policy_can_be_mixed_with_every_other(void **state) {
    (void)state;
    int counts[GIN_COLUMNS];
    const GinPolicy *const *lists[GIN_COLUMNS];
    for (int column = 0; column < GIN_COLUMNS; column++)
        lists[column] = gin_policies((GinColumn)column, &counts[column]);
    uint64_t game = 0;
    for (int a = 0; a < counts[0]; a++)
        for (int b = 0; b < counts[1]; b++)
            for (int c = 0; c < counts[2]; c++)
                for (int d = 0; d < counts[3]; d++) {
                    char spec[256];
                    snprintf(spec, sizeof spec, "mix:draw=%s,discard=%s,knock=%s,melds=%s,estimator=uniform",
                             lists[0][a]->name, lists[1][b]->name, lists[2][c]->name, lists[3][d]->name);
                    GinPlayer players[2] = {opened(spec), opened("simple")};
                    assert_int_equal(play(players, "contest", game++).fault, FAULT_NONE);
                    gin_player_close(&players[0]);
                    gin_player_close(&players[1]);
                }
}

static void policies_say_what_they_are_and_decide_one_thing(void **state) {
    (void)state;
    for (int column = 0; column < GIN_COLUMNS; column++) {
        int count;
        const GinPolicy *const *list = gin_policies((GinColumn)column, &count);
        for (int i = 0; i < count; i++) {
            const GinPolicy *policy = list[i];
            assert_true(strlen(policy->name) > 0 && strlen(policy->source) > 0 && strlen(policy->about) > 0);
            assert_int_equal(policy->take != NULL, column == GIN_COLUMN_DRAW);
            assert_int_equal(policy->discard != NULL, column == GIN_COLUMN_DISCARD);
            assert_int_equal(policy->knock != NULL, column == GIN_COLUMN_KNOCK);
            assert_int_equal(policy->melds != NULL, column == GIN_COLUMN_MELDS);
            for (int p = 0; p < GIN_MAX_PARAMS && policy->params[p].key; p++) {
                const GinParam *param = &policy->params[p];
                assert_true(param->low <= param->value && param->value <= param->high && param->meaning);
            }
        }
    }
}

static void settings_show_up_in_the_description(void **state) {
    (void)state;
    static const struct {
        const char *spec, *says;
    } cases[] = {
        {"simple", "draw=meld-only discard=max-deadwood knock=at-once melds=any-best"},
        {"simple:", "draw=meld-only discard=max-deadwood knock=at-once melds=any-best"},
        {"greedy", "draw=meld-only discard=max-deadwood knock=limit knock.limit=5 melds=any-best"},
        {"greedy:limit=3", "draw=meld-only discard=max-deadwood knock=limit knock.limit=3 melds=any-best"},
        {"greedy:knock.limit=0", "draw=meld-only discard=max-deadwood knock=limit knock.limit=0 melds=any-best"},
        {"greedy:knock=at-once", "draw=meld-only discard=max-deadwood knock=at-once melds=any-best"},
        {"mix:limit=7,knock=limit", "draw=meld-only discard=max-deadwood knock=limit knock.limit=7 melds=any-best"},
        {"mix:draw=random,draw.p=0.25,knock=random,knock.p=1",
         "draw=random draw.p=0.25 discard=max-deadwood knock=random knock.p=1 melds=any-best"},
        {"mix:melds=best-layoff", "draw=meld-only discard=max-deadwood knock=at-once melds=best-layoff"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text text = {0};
        Error err = {{0}};
        if (!gin_player_describe(cases[i].spec, &text, &err)) fail_msg("%s", err.text);
        assert_string_equal(text.data, cases[i].says);
        text_free(&text);
    }
}

static void every_bad_spec_gets_a_message_that_says_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *spec, *wrong, *right;
    } bad[] = {
        {"", "''", "name or name:key=value"},
        {":limit=3", "':limit=3'", "name or name:key=value"},
        {"simpel", "'simpel'", "did you mean 'simple'?"},
        {"zzzzzz", "'zzzzzz'", "`deadwood players` lists them"},
        {"simple:limit=3", "'limit'", "keys are draw, discard, knock, melds"},
        {"greedy:limt=3", "'limt'", "knock.limit"},
        {"greedy:draw.limit=3", "'draw.limit'", "knock.limit"},
        {"greedy:limit=11", "'11'", "from 0 to 10"},
        {"greedy:limit=2.5", "'2.5' is not a whole number", "from 0 to 10"},
        {"greedy:limit=", "limit", "from 0 to 10"},
        {"greedy:limit", "'limit'", "key=value"},
        {"greedy:=3", "'=3'", "key=value"},
        {"greedy:limit=3,", "''", "key=value"},
        {"mix:draw=fast", "no draw policy 'fast'", "meld-only"},
        {"mix:discard=", "no discard policy ''", "max-deadwood"},
        {"mix:knock=rulse", "no knock policy 'rulse'", "rules"},
        {"mix:melds=none", "no melds policy 'none'", "any-best"},
        {"random:p=0.5", "'p' could mean several", "draw.p, knock.p"},
        {"random:draw.p=1.5", "'1.5'", "from 0 to 1"},
        {"random:draw.p=nan", "'nan'", "from 0 to 1"},
        {"rule-knock:cards=99", "'99'", "from 0 to 10"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        GinPlayer player = {.self = &player};
        Error err = {{0}};
        assert_false(gin_player_open(bad[i].spec, &player, &err));
        assert_true(player.self == &player && !player.choose); // untouched
        if (!strstr(err.text, bad[i].wrong) || !strstr(err.text, bad[i].right))
            fail_msg("'%s' gives: %s", bad[i].spec, err.text);
        assert_false(gin_player_open(bad[i].spec, &player, NULL));
    }
    char endless[2000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    GinPlayer player;
    Error err = {{0}};
    assert_false(gin_player_open(endless, &player, &err));
    memcpy(endless, "mix:", 4);
    assert_false(gin_player_open(endless, &player, &err));
    assert_true(strlen(err.text) < sizeof err.text);
}

// ---- Simple, decision by decision ----

enum { TIES = 12 };

// Watches a player that discards and melds as Simple does, and remembers its draws and discards by itself.
typedef struct Shadow {
    GinPlayer inner;
    bool simple_draw, at_once; // it draws and knocks as Simple, too
    Card drew[GIN_TURN_LIMIT], threw[GIN_TURN_LIMIT];
    int turns;
    int decisions, kept_off, offers, takes;
    int tie[TIES][TIES];   // [ties][place of the one chosen]
    int split[TIES][TIES]; // [best splits][place of the one shown]
} Shadow;

static void check_melds(Shadow *shadow, CardSet hand, const GinSplit *shown) {
    GinSplit all[64], melds = *shown;
    int count = oracle_best_splits(hand, all, 64);
    oracle_sort_splits(&melds, 1);
    for (int i = 0; i < count; i++) {
        if (memcmp(&all[i], &melds, sizeof melds) != 0) continue;
        if (count < TIES) shadow->split[count][i]++;
        return;
    }
    fail_msg("%s is not shown as a best split", text_of(hand));
}

static CardSet pair_rule(const Shadow *shadow, Card drawn) {
    CardSet partners = 0;
    for (int i = 0; i < shadow->turns; i++) {
        if (shadow->drew[i] == drawn) partners |= set_of(shadow->threw[i]);
        if (shadow->threw[i] == drawn) partners |= set_of(shadow->drew[i]);
    }
    return partners;
}

static void check_discard(Shadow *shadow, const GinView *view, const GinAction *action) {
    CardSet legal = view->hand & ~set_of(view->table->taken), allowed = legal & ~pair_rule(shadow, view->drawn);
    int left, left_without_pairs, place = 0;
    CardSet best = oracle_best_discards(view->hand, allowed ? allowed : legal, &left);
    CardSet without_pairs = oracle_best_discards(view->hand, legal, &left_without_pairs);
    shadow->kept_off += best != without_pairs;
    if (!set_has(best, action->card))
        fail_msg("%s: discards %s rather than %s", text_of(view->hand), text_of(set_of(action->card)), text_of(best));
    for (CardSet rest = best; set_first(rest) != action->card; rest = set_rest(rest)) place++;
    if (set_count(best) < TIES) shadow->tie[set_count(best)][place]++;
    bool may = left <= view->table->knock_limit;
    if (shadow->at_once) assert_int_equal(action->move == GIN_KNOCK, may);
    if (action->move == GIN_KNOCK) check_melds(shadow, view->hand ^ set_of(action->card), &action->melds);
    shadow->drew[shadow->turns] = view->drawn;
    shadow->threw[shadow->turns++] = action->card;
}

static GinAction check_simple(void *self, const GinView *view, Rng *rng) {
    Shadow *shadow = self;
    GinAction action = shadow->inner.choose(shadow->inner.self, view, rng);
    shadow->decisions++;
    if (view->draws->count == 0) shadow->turns = 0;
    switch ((GinPhase)view->table->phase) {
    case GIN_DISCARD: check_discard(shadow, view, &action); break;
    case GIN_DEFEND: check_melds(shadow, view->hand, &action.melds); break;
    default:
        if (!shadow->simple_draw) break;
        shadow->offers++;
        shadow->takes += action.move == GIN_TAKE;
        bool joins = !view->table->forced && set_has(oracle_useful_draws(view->hand), view->table->upcard);
        GinMove decline = view->table->phase == GIN_DRAW ? GIN_STOCK : GIN_PASS;
        assert_int_equal(action.move, joins ? GIN_TAKE : decline);
    }
    return action;
}

static void assert_even_choices(int choices[TIES][TIES], int at_least) {
    for (int ties = 2; ties < TIES; ties++) {
        int total = 0;
        for (int i = 0; i < ties; i++) total += choices[ties][i];
        if (total < at_least) continue;
        assert_true(uneven(choices[ties], ties) < 5);
    }
}

static void simple_draws_discards_knocks_and_melds_as_the_oracle_says(void **state) {
    (void)state;
    static Shadow shadows[2];
    memset(shadows, 0, sizeof shadows);
    for (int seat = 0; seat < 2; seat++)
        shadows[seat] = (Shadow){.inner = opened("simple"), .simple_draw = true, .at_once = true};
    GinPlayer players[2] = {{.self = &shadows[0], .choose = check_simple},
                            {.self = &shadows[1], .choose = check_simple}};
    for (uint64_t game = 0; game < (uint64_t)effort(2500, 100); game++) play(players, "contest", game);
    assert_true(shadows[0].takes > 0 && shadows[0].takes < shadows[0].offers);
    for (int seat = 0; seat < 2; seat++) {
        assert_even_choices(shadows[seat].tie, 200);
        assert_even_choices(shadows[seat].split, 100);
        gin_player_close(&shadows[seat].inner);
    }
}

// Players that mostly take the upcard pass cards to and fro, so that pairs repeat.
static void simple_never_repeats_a_pair_of_draw_and_discard(void **state) {
    (void)state;
    static Shadow shadows[2];
    memset(shadows, 0, sizeof shadows);
    for (int seat = 0; seat < 2; seat++)
        shadows[seat] = (Shadow){.inner = opened("mix:draw=random,draw.p=0.95,knock=gin")};
    GinPlayer players[2] = {{.self = &shadows[0], .choose = check_simple},
                            {.self = &shadows[1], .choose = check_simple}};
    for (uint64_t game = 0; game < (uint64_t)effort(150, 10); game++) play(players, "contest,target=30", game);
    print_message("the pair rule changed %d of %d decisions\n", shadows[0].kept_off, shadows[0].decisions);
    assert_true(shadows[0].kept_off > 0);
    for (int seat = 0; seat < 2; seat++) gin_player_close(&shadows[seat].inner);
}

// ---- The other policies ----

static void thresholds_knock_at_their_limit_and_not_above(void **state) {
    (void)state;
    const GinPolicy *limit = policy(GIN_COLUMN_KNOCK, "limit"), *gin = policy(GIN_COLUMN_KNOCK, "gin");
    GinView view = {0};
    Rng rng = rng_for(1, 0, 0, 0);
    for (int bound = 0; bound <= 10; bound++) {
        GinMind mind = {.params = {bound}};
        for (int deadwood = 0; deadwood <= 10; deadwood++) {
            assert_int_equal(limit->knock(&mind, &view, &rng, 0, deadwood), deadwood <= bound);
            assert_int_equal(gin->knock(&mind, &view, &rng, 0, deadwood), deadwood == 0);
        }
    }
}

static void random_policies_follow_their_probability(void **state) {
    (void)state;
    const GinPolicy *draw = policy(GIN_COLUMN_DRAW, "random"), *knock = policy(GIN_COLUMN_KNOCK, "random");
    GinView view = {0};
    Rng rng = rng_for(2, 0, 0, 0);
    int tries = effort(100000, 10000);
    static const double chances[] = {0, 0.2, 0.5, 0.9, 1};
    for (size_t i = 0; i < sizeof chances / sizeof *chances; i++) {
        GinMind mind = {.params = {chances[i]}};
        int takes = 0, knocks = 0;
        for (int j = 0; j < tries; j++) {
            takes += draw->take(&mind, &view, &rng);
            knocks += knock->knock(&mind, &view, &rng, 0, 5);
        }
        double error = sqrt(chances[i] * (1 - chances[i]) / tries);
        assert_true(fabs((double)takes / tries - chances[i]) <= 4.5 * error);
        assert_true(fabs((double)knocks / tries - chances[i]) <= 4.5 * error);
    }
}

// Counts the own turns since the first that could have knocked, with a memory of its own.
typedef struct Waiting {
    GinPlayer inner;
    int turns, first, wait, checked;
} Waiting;

static GinAction check_waiting(void *self, const GinView *view, Rng *rng) {
    Waiting *waiting = self;
    GinAction action = waiting->inner.choose(waiting->inner.self, view, rng);
    if (view->draws->count == 0) {
        waiting->turns = 0;
        waiting->first = -1;
    }
    if (view->table->phase != GIN_DISCARD) return action;
    int deadwood = oracle_deadwood(view->hand ^ set_of(action.card));
    bool may = deadwood <= view->table->knock_limit;
    if (may && waiting->first < 0) waiting->first = waiting->turns;
    bool expected = may && (deadwood == 0 || waiting->turns - waiting->first >= waiting->wait);
    assert_int_equal(action.move == GIN_KNOCK, expected);
    waiting->checked += may;
    waiting->turns++;
    return action;
}

static void waiting_lets_so_many_own_turns_go_by(void **state) {
    (void)state;
    for (int wait = 0; wait <= 5; wait++) {
        char spec[64];
        snprintf(spec, sizeof spec, "mix:knock=wait,turns=%d", wait);
        Waiting waiting = {.inner = opened(spec), .wait = wait, .first = -1};
        GinPlayer simple = opened("greedy:limit=0"), players[2] = {{.self = &waiting, .choose = check_waiting}, simple};
        for (uint64_t game = 0; game < (uint64_t)effort(150, 20); game++) play(players, "contest", game);
        assert_true(waiting.checked > 0);
        gin_player_close(&waiting.inner);
        gin_player_close(&simple);
    }
}

// A limit that must not change within a hand, found by asking about every deadwood.
typedef struct Drawn {
    GinPlayer inner;
    int low, high, limit, counts[11], hands;
} Drawn;

static GinAction check_drawn(void *self, const GinView *view, Rng *rng) {
    Drawn *drawn = self;
    const GinPart *part = gin_player_part(&drawn->inner, GIN_COLUMN_KNOCK);
    if (view->draws->count == 0) drawn->limit = -1;
    if (view->table->phase == GIN_DISCARD) {
        int limit = -1;
        while (limit < 11 && part->policy->knock(&part->mind, view, rng, CARD_NONE, limit + 1)) limit++;
        assert_true(limit >= drawn->low && limit <= drawn->high);
        if (drawn->limit < 0) {
            drawn->counts[limit]++;
            drawn->hands++;
        } else {
            assert_int_equal(limit, drawn->limit);
        }
        drawn->limit = limit;
    }
    return drawn->inner.choose(drawn->inner.self, view, rng);
}

static void a_drawn_limit_stays_for_a_hand_and_is_uniform_over_hands(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int low, high;
    } cases[] = {
        {"mix:knock=drawn", 0, 10},
        {"mix:knock=drawn,low=3,high=6", 3, 6},
        {"mix:draw=random,knock=drawn,low=10", 10, 10},
        {"mix:knock=drawn,low=7,high=2", 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Drawn drawn = {.inner = opened(cases[i].spec), .low = cases[i].low, .high = cases[i].high};
        GinPlayer other = opened("greedy:limit=0"), players[2] = {{.self = &drawn, .choose = check_drawn}, other};
        for (uint64_t game = 0; game < (uint64_t)effort(300, 30); game++) play(players, "contest", game);
        assert_true(drawn.hands > 100);
        int kinds = drawn.high - drawn.low + 1;
        if (kinds > 1) assert_true(uneven(drawn.counts + drawn.low, kinds) < 5);
        gin_player_close(&drawn.inner);
        gin_player_close(&other);
    }
}

static void the_best_layoff_leaves_the_defender_least(void **state) { // [G12]
    (void)state;
    const GinPolicy *best = policy(GIN_COLUMN_MELDS, "best-layoff");
    GinRules rules = gin_rules_default();
    GinMind mind = {0};
    Rng rng = rng_for(3, 0, 0, 0);
    for (int i = 0; i < effort(20000, 1000); i++) {
        CardSet deck = some_deck(&rng);
        if (set_count(deck) < 20) deck = SET_DECK;
        CardSet knocker = some_cards(&rng, deck, GIN_HAND_SIZE);
        CardSet hand = some_cards(&rng, SET_DECK & ~knocker, GIN_HAND_SIZE);
        GinSplit knock = gin_best_split(knocker);
        rules.layoff = (uint8_t)rng_below(&rng, 2);
        GinView view = {.rules = &rules, .knock = &knock, .exposed = knocker, .hand = hand};
        GinSplit shown = best->melds(&mind, &view, &rng, hand, true);
        GinResult result = oracle_score(&rules, 1, 0, knocker, &knock, hand, &shown);
        bool gin = !(knocker & ~gin_split_cards(&knock));
        int least = gin ? oracle_deadwood(hand) : oracle_best_defence(hand, &knock, (GinLayoff)rules.layoff);
        assert_int_equal(result.deadwood[1], least);
        shown = best->melds(&mind, &view, &rng, knocker, false);
        assert_int_equal(oracle_points(knocker & ~gin_split_cards(&shown)), oracle_deadwood(knocker));
    }
}

static void look_away(void *context, const GinHandRecord *record) { (void)context, (void)record; }

// The past is kept in games that somebody watches, whoever plays. Returns whether the player forgets.
static bool forgets_as_it_says(const char *spec, int games) {
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {opened(spec), opened("simple")};
    bool forgets = players[0].forgets;
    for (uint64_t game = 0; forgets && game < (uint64_t)games; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 41, .deal = game, .game = game, .watch = look_away};
        GinGameResult told;
        gin_play_game(&plan, players, &told);
        if (told.hash != play(players, "contest", game).hash)
            fail_msg("%s looks at the past, and does not say so", spec);
    }
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
    return forgets;
}

static void who_forgets_plays_the_same_whatever_it_is_told(void **state) {
    (void)state;
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++)
        assert_int_equal(forgets_as_it_says(rows[i].name, effort(20, 4)), strcmp(rows[i].name, "champion") != 0);
    for (int column = 0; column < GIN_COLUMN_ESTIMATOR; column++) {
        const GinPolicy *const *policies = gin_policies((GinColumn)column, &count);
        const char *name = gin_column_name((GinColumn)column);
        char spec[128];
        snprintf(spec, sizeof spec, "mix:%s=champion", name); // a whole player
        assert_false(forgets_as_it_says(spec, 1));
        for (int i = 0; i < count; i++) {
            snprintf(spec, sizeof spec, "mix:%s=%s,estimator=uniform", name, policies[i]->name);
            assert_int_equal(forgets_as_it_says(spec, effort(20, 2)), !policies[i]->remembers);
        }
    }
}

static void players_keep_nothing_from_one_game_to_the_next(void **state) {
    (void)state;
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++) {
        GinPlayer used[2] = {opened(rows[i].name), opened("simple")};
        for (uint64_t game = 0; game < 20; game++) {
            GinPlayer fresh[2] = {opened(rows[i].name), opened("simple")};
            assert_true(play(used, "contest", game).hash == play(fresh, "contest", game).hash);
            gin_player_close(&fresh[0]);
            gin_player_close(&fresh[1]);
        }
        gin_player_close(&used[0]);
        gin_player_close(&used[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_opens_describes_itself_and_plays_legally),
        cmocka_unit_test(every_policy_can_be_mixed_with_every_other),
        cmocka_unit_test(policies_say_what_they_are_and_decide_one_thing),
        cmocka_unit_test(settings_show_up_in_the_description),
        cmocka_unit_test(every_bad_spec_gets_a_message_that_says_what_would_be_right),
        cmocka_unit_test(simple_draws_discards_knocks_and_melds_as_the_oracle_says),
        cmocka_unit_test(simple_never_repeats_a_pair_of_draw_and_discard),
        cmocka_unit_test(thresholds_knock_at_their_limit_and_not_above),
        cmocka_unit_test(random_policies_follow_their_probability),
        cmocka_unit_test(waiting_lets_so_many_own_turns_go_by),
        cmocka_unit_test(a_drawn_limit_stays_for_a_hand_and_is_uniform_over_hands),
        cmocka_unit_test(the_best_layoff_leaves_the_defender_least),
        cmocka_unit_test(who_forgets_plays_the_same_whatever_it_is_told),
        cmocka_unit_test(players_keep_nothing_from_one_game_to_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
