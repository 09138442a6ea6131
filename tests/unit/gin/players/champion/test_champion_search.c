// SPDX-License-Identifier: MIT
// The champion's search: hands played out together are those played one by one, obvious moves are found, and work is
// counted.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/threads/pool.h"
#include "gin/players/champion/champion_internal.h"
#include "support/champions.h"
#include "support/folder.h"
#include "support/gin_random.h"
#include "support/positions.h"
#include "support/random.h"

// The first network likes all choices almost alike, and plays as Simple: so what the search finds is its own.
static int make_all(void **state) {
    if (make_folder(state)) return -1;
    save_simple_champion(file("flat.safetensors"), 5, 1e-4F);
    save_simple_champion(file("simple.safetensors"), 5, 1);
    save_champion(file("deep.safetensors"), "896 24n 24n+ 106l", 3, "contest");
    save_critic(file("deep-critic.safetensors"), "1024 16n 1l", 3, "8");
    save_champion(file("two.safetensors"), "896 24n 24n+ 106l", 3, "contest");
    save_critic(file("two-critic.safetensors"), "1024 16n 1l", 3, "8");
    save_champion(file("two-plain.safetensors"), "896 16n 106l", 4, "contest");
    save_critic(file("two-plain-critic.safetensors"), "1024 8n 1l", 4, "8");
    return 0;
}

static GinChampion *thinker_opened(const char *name, const GinChampionPlan *plan) {
    Error err = {{0}};
    GinChampion *champion = gin_champion_open(file(name), plan, &err);
    if (!champion) fail_msg("%s", err.text);
    return champion;
}

static void hands_played_together_are_those_played_alone(void **state) {
    (void)state;
    enum { HANDS = 40 };
    GinRules rules = gin_rules_default();
    GinChampion *champion = thinker_opened("simple.safetensors", &(GinChampionPlan){.search = 0});
    char spec[300];
    snprintf(spec, sizeof spec, "champion:model=%s", file("simple.safetensors"));
    GinPlayer player = opened(spec), players[2] = {player, player};
    GinHand *hands = calloc(HANDS, sizeof *hands);
    assert_non_null(hands);
    for (int times = 0; times < effort(20, 2); times++) {
        int count = 0;
        GinState alone[HANDS];
        GinHistory histories[HANDS];
        for (int i = 0; i < HANDS; i++) {
            Rng rng = rng_for(1, 0, (uint64_t)times * HANDS + (uint64_t)i, 0);
            GinHand *hand = &hands[count];
            *hand = (GinHand){.decisions = 0};
            if (!some_position(&rng, &rules, &hand->state, &hand->history)) continue;
            alone[count] = hand->state;
            histories[count++] = hand->history;
        }
        int64_t cost = gin_champion_play(champion, hands, count, 0);
        assert_true(cost > 0);
        for (int i = 0; i < count; i++) {
            Rng rng[2] = {rng_for(2, 0, 0, 0), rng_for(2, 0, 0, 1)};
            Fault cause;
            GinAction refused;
            assert_int_equal(gin_play_hand(&alone[i], &histories[i], players, rng, &cause, &refused), -1);
            const GinResult *one = &alone[i].result, *other = &hands[i].state.result;
            assert_true(one->end == other->end && one->winner == other->winner && one->points == other->points);
            assert_int_equal(histories[i].log.count, hands[i].history.log.count);
            assert_memory_equal(histories[i].log.event, hands[i].history.log.event,
                                histories[i].log.count * sizeof(GinEvent));
        }
    }
    free(hands);
    gin_player_close(&player);
    gin_champion_close(champion);
}

static void a_critic_judges_hands_that_are_not_over(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinChampion *champion = thinker_opened("deep.safetensors", &(GinChampionPlan){.depth = 3});
    GinPlayer simple = opened("simple");
    GinChances *chances = gin_chances_open(&rules, &simple, 2000, 1);
    GinHand hand, alike;
    int open = 0;
    for (int i = 0; i < effort(300, 30); i++) {
        Rng rng = rng_for(3, 0, (uint64_t)i, 0);
        hand = (GinHand){.decisions = 0};
        if (!some_position(&rng, &rules, &hand.state, &hand.history)) continue;
        alike = hand;
        gin_champion_play(champion, &hand, 1, 3);
        GinWorth own = gin_champion_worth(&hand, chances, 0), other = gin_champion_worth(&hand, chances, 1);
        assert_true(fabs(own.win + other.win - 1) < 1e-9);
        if (hand.state.table.phase == GIN_OVER) continue;
        open++;
        assert_in_range(hand.decisions, 3, 6);
        assert_int_equal(hand.state.table.to_act, hand.viewer);
        gin_champion_play(champion, &alike, 1, 3);
        assert_true(alike.value == hand.value);
    }
    assert_true(open > 0);
    gin_player_close(&simple);
    gin_chances_close(chances);
    gin_champion_close(champion);
}

// Against a kind of opponent that another network learned against, that one plays for the viewer and its critic judges;
// against others, and for the opponent, the champion itself.
static void each_kind_of_opponent_has_its_answer(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    const GinChampionPlan plan = {.search = 1, .depth = 3};
    GinChampion *both = thinker_opened("two.safetensors", &plan), *one = thinker_opened("deep.safetensors", &plan);
    GinChampion *plain = thinker_opened("two-plain.safetensors", &plan);
    int differ = 0;
    for (int i = 0; i < effort(300, 60); i++) {
        Rng rng = rng_for(7, 0, (uint64_t)i, 0);
        GinHand start = {.viewer = 0, .type = GIN_TYPE_PLAIN}, hand[5];
        if (!some_position(&rng, &rules, &start.state, &start.history)) continue;
        for (int k = 0; k < 5; k++) hand[k] = start;
        hand[0].answer = hand[4].answer = GIN_TYPE_PLAIN;
        hand[2].type = hand[3].type = hand[2].answer = GIN_TYPE_KNOCKER; // nobody learned against these alone
        int64_t cost = gin_champion_play(both, &hand[0], 1, 3);
        assert_int_equal(cost, gin_champion_play(plain, &hand[1], 1, 3));
        gin_champion_play(both, &hand[2], 1, 3);
        gin_champion_play(one, &hand[3], 1, 3);
        gin_champion_play(one, &hand[4], 1, 3);
        for (int k = 0; k < 4; k += 2) {
            assert_memory_equal(&hand[k].state.hand, &hand[k + 1].state.hand, sizeof hand[k].state.hand);
            assert_int_equal(hand[k].history.log.count, hand[k + 1].history.log.count);
            assert_true(hand[k].value == hand[k + 1].value);
        }
        differ += hand[0].value != hand[4].value;
    }
    assert_true(differ > 0);
    gin_champion_close(both);
    gin_champion_close(one);
    gin_champion_close(plain);
}

static void an_answer_for_other_rules_is_refused(void **state) {
    (void)state;
    Error err = {{0}};
    save_champion(file("odd.safetensors"), "896 16n 106l", 4, "contest");
    save_champion(file("odd-knock.safetensors"), "896 16n 106l", 4, "pagat");
    assert_null(gin_champion_open(file("odd.safetensors"), &(GinChampionPlan){.search = 1}, &err));
    assert_non_null(strstr(err.text, "odd-knock.safetensors was trained for the rules pagat, and "));
    GinChampion *without = gin_champion_open(file("odd.safetensors"), &(GinChampionPlan){.search = 0}, &err);
    assert_non_null(without);
    gin_champion_close(without);
}

// Seat 0 in its first turn: both have passed, it has drawn `next`; or, without it, at the first offer.
static void arranged(const char *hand, const char *other, const char *upcard, const char *next, GinState *now,
                     GinHistory *history, const GinRules *rules) {
    Card deck[CARD_COUNT];
    CardSet hands[2] = {cards(hand), cards(other)}, rest = SET_DECK & ~(hands[0] | hands[1] | cards(upcard));
    int at = 0;
    for (int i = 0; i < GIN_HAND_SIZE; i++)
        for (int seat = 0; seat < 2; seat++) {
            deck[at++] = set_first(hands[seat]);
            hands[seat] = set_rest(hands[seat]);
        }
    deck[at++] = set_first(cards(upcard));
    if (*next) deck[at++] = set_first(cards(next));
    for (rest &= ~cards(next); rest; rest = set_rest(rest)) deck[at++] = set_first(rest);
    gin_deal_deck(now, history, rules, 0, (const uint16_t[2]){0, 0}, deck);
    static const GinMove moves[] = {GIN_PASS, GIN_PASS, GIN_STOCK};
    for (int i = 0; *next && i < 3; i++)
        gin_apply(now, history, &(GinAction){.move = (uint8_t)moves[i], .card = CARD_NONE});
}

// A game between Simple, or a player that waits for gin, and Simple: after a few hands it is known which one it is.
static void earlier_hands_tell_who_knocks_at_once(void **state) {
    (void)state;
    static const struct {
        const char *player;
        double least, most, plain;
    } cases[] = {{"simple", 0.95, 1, 0.9}, {"mix:discard=random", 0, 1, 0}, {"mix:knock=gin", 0, 0.2, 0}};
    double like[GIN_TYPES];
    champion_type_chances(&(GinHabits){0}, 0, like);
    assert_true(fabs(like[GIN_TYPE_NETWORK] - 0.5) < 1e-9);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        GinPlayer players[2] = {opened(cases[k].player), opened("simple")};
        GinRules rules = gin_rules_default();
        GinHabits habits = {0};
        for (int hand = 0; hand < 8; hand++) {
            const uint16_t score[2] = {0, 0};
            GinHistory history;
            GinState deal = played_hand(&rules, players, (Seat)(hand & 1), score, 4, (uint32_t)hand, &history);
            GinPastHand over = gin_past_hand(&deal, &history.log);
            gin_habits_note(&habits, &over);
        }
        champion_type_chances(&habits, 0, like);
        double likely = like[GIN_TYPE_KNOCKER] + like[GIN_TYPE_PLAIN];
        assert_true(fabs(likely + like[GIN_TYPE_NETWORK] - 1) < 1e-9);
        assert_true(cases[k].plain > 0 ? like[GIN_TYPE_PLAIN] > cases[k].plain : like[GIN_TYPE_PLAIN] < 0.2);
        assert_true(likely >= cases[k].least && likely <= cases[k].most);
        for (int i = 0; i < 2; i++) gin_player_close(&players[i]);
    }
}

// In hands of an opponent that knocks at once it never keeps a hand it could knock with.
static void who_knocks_at_once_does_so_in_the_hands_played_out(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinChampion *champion = thinker_opened("deep.safetensors", &(GinChampionPlan){.depth = 0});
    int knocks[2] = {0, 0};
    for (int i = 0; i < effort(300, 60); i++)
        for (int at_once = 0; at_once < 2; at_once++) {
            Rng rng = rng_for(5, 0, (uint64_t)i, 0);
            GinHand hand = {.viewer = 1, .type = at_once ? GIN_TYPE_KNOCKER : GIN_TYPE_NETWORK};
            if (!some_position(&rng, &rules, &hand.state, &hand.history)) continue;
            gin_champion_play(champion, &hand, 1, 0);
            const GinResult *result = &hand.state.result;
            knocks[at_once] += result->end != GIN_CANCELLED && result->knocker == 0;
        }
    assert_true(knocks[1] > knocks[0]);
    gin_champion_close(champion);
}

// A plain opponent is Simple: the same draws and knocks, and one of its discards; and what it chooses is likelier than
// all else.
static void a_plain_opponent_chooses_as_simple_does(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer simple = opened("simple");
    GinState now;
    GinHistory history;
    int sheds = 0;
    for (int i = 0; i < effort(20000, 2000); i++) {
        Rng rng = rng_for(6, 0, (uint64_t)i, 0);
        if (!some_position(&rng, &rules, &now, &history)) continue;
        GinView view = gin_view(&now, &history, now.table.to_act);
        GinAction action = simple.choose(simple.self, &view, &rng);
        int theirs = gin_action_choice(&view, &action), choice = champion_plain_choice(&view);
        uint8_t legal[GIN_LEGAL_BYTES];
        double sum = 0, loose = 0, most = 0;
        gin_choices(&view, legal);
        for (int c = 0; c < GIN_CHOICES; c++) {
            if (!(legal[c / 8] >> (c % 8) & 1)) continue;
            ChampionPlain likely = champion_plain_likelihood(&view, c);
            sum += likely.strictly;
            loose += likely.loosely;
            most = fmax(most, likely.strictly);
        }
        assert_true(fabs(sum - 1) < 1e-9 && fabs(loose - 1) < 1e-9);
        assert_true(champion_plain_likelihood(&view, choice).strictly == most);
        assert_true(champion_plain_likelihood(&view, theirs).strictly == most);
        sheds += view.table->phase == GIN_DISCARD;
        if (view.table->phase != GIN_DISCARD) assert_int_equal(theirs, choice);
    }
    assert_true(sheds > 0);
    gin_player_close(&simple);
}

// Deals a hand and plays it up to seat 0's decision after `events` events; false if it is over before.
static bool reached(const GinRules *rules, const GinPlayer players[2], uint32_t hand, int events, GinState *now,
                    GinHistory *history) {
    Card deck[CARD_COUNT];
    Rng rng = rng_for(8, 0, hand, 0);
    gin_deck_for(8, 0, 0, hand, deck);
    gin_deal_deck(now, history, rules, (Seat)(hand & 1), (const uint16_t[2]){0, 0}, deck);
    while (now->table.phase < GIN_DEFEND) {
        Seat seat = now->table.to_act;
        if (seat == 0 && history->log.count >= events) return true;
        GinView view = gin_view(now, history, seat);
        GinAction action = players[seat].choose(players[seat].self, &view, &rng);
        gin_apply(now, history, &action);
    }
    return false;
}

// How much better plain play explains what seat 1 has done than play that is plain most of the time: the logarithm.
static double plainness(const GinState *now, const GinHistory *history) {
    enum { WORLDS = 100 };
    GinView view = gin_view(now, history, 0);
    GinWorlds law;
    float probability[CARD_COUNT];
    Rng rng = rng_for(9, 0, 0, 0);
    double likely = 0, loosely = 0;
    GinPart uniform;
    assert_true(gin_estimator_open("uniform", &uniform, NULL));
    uniform.policy->estimate(&uniform.mind, &view, probability);
    gin_part_close(&uniform);
    gin_worlds_begin(&law, &view, probability, NULL);
    for (int i = 0; i < WORLDS; i++) {
        ChampionWorld world = {.type = GIN_TYPE_PLAIN};
        ChampionLikelihood likelihood;
        assert_true(champion_draw(&view, &law, &rng, &world, &likelihood) > 0);
        assert_true(likelihood.plain && likelihood.likely > 0 && likelihood.likely <= 1 && likelihood.loosely <= 1);
        assert_int_equal(set_count(world.state.hand[1]), GIN_HAND_SIZE);
        likely += likelihood.likely;
        loosely += likelihood.loosely;
    }
    return log(likely / loosely);
}

// Before its first draw nothing is known of an opponent; after a few turns its draws and sheds tell whether it is
// plain.
static void draws_and_sheds_tell_a_plain_opponent(void **state) {
    (void)state;
    enum { HANDS = 20, EVENTS = 14 };
    static const char *const players[] = {"simple", "mix:discard=random"};
    double mean[2] = {0, 0};
    GinRules rules = gin_rules_default();
    for (int k = 0; k < 2; k++) {
        GinPlayer seats[2] = {opened("simple"), opened(players[k])};
        for (int i = 0; i < HANDS; i++) {
            GinState now;
            GinHistory history;
            if (reached(&rules, seats, (uint32_t)(2 * i), 0, &now, &history))
                assert_true(plainness(&now, &history) == 0);
            if (reached(&rules, seats, (uint32_t)i, EVENTS, &now, &history)) mean[k] += plainness(&now, &history);
        }
        for (int i = 0; i < 2; i++) gin_player_close(&seats[i]);
    }
    assert_true(mean[0] > 0);
    assert_true(mean[1] < 0);
}

// A game's earlier hands count as well: who seldom takes, and only what melds, and keeps nothing dearer than what it
// sheds, is likelier a plain one.
static void marks_of_earlier_hands_tell_a_plain_opponent(void **state) {
    (void)state;
    static const GinSeatHabits marks[][2] = {
        {{.draws = 30, .takes = 4}, {.draws = 30, .takes = 11}},
        {{.shown_takes = 5, .melded_takes = 5}, {.shown_takes = 5, .melded_takes = 4}},
        {{.sheds = 20}, {.sheds = 20, .low_sheds = 1}},
    };
    double like[2][GIN_TYPES], none[GIN_TYPES];
    champion_type_chances(&(GinHabits){0}, 0, none);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        GinHabits habits = {.hands = 3, .cancelled = 3, .seat = {marks[i][0], marks[i][1]}};
        for (Seat seat = 0; seat < 2; seat++) champion_type_chances(&habits, seat, like[seat]);
        assert_true(like[0][GIN_TYPE_PLAIN] > none[GIN_TYPE_PLAIN] && none[GIN_TYPE_PLAIN] > like[1][GIN_TYPE_PLAIN]);
        for (int k = 0; k < GIN_TYPES; k++) assert_true(like[0][k] > 0 && like[1][k] > 0);
    }
    // The longest game, in which it never took: certain, and still a number.
    GinHabits habits = {.hands = 500, .seat = {{.draws = 50000, .knocks = 500, .knock_deadwood = {[1] = 500}}}};
    champion_type_chances(&habits, 0, none);
    assert_true(none[GIN_TYPE_PLAIN] > 0.999 && none[GIN_TYPE_PLAIN] <= 1);
}

// Seat 1 held what it could have knocked with whenever seat 0 went gin.
static void hands_of_one_that_waits(GinPastHand *hand, int count) {
    for (int i = 0; i < count; i++)
        hand[i] = (GinPastHand){
            .before = i ? &hand[i - 1] : NULL,
            .number = (uint32_t)i,
            .table = {.phase = GIN_OVER, .knock_limit = 10},
            .result = {.end = GIN_GIN},
            .hand = {[1] = cards("AC2C3C7D7H7STDJDQDKD")},
        };
}

// Against an opponent that is known to wait, whom a search takes for one like itself; whatever it draws worlds from.
static void obvious_moves_are_found(void **state) {
    (void)state;
    static const struct {
        const char *hand, *other, *upcard, *next;
        const char *good; // to shed; NULL: the upcard is to be taken
    } cases[] = {
        // A meld from the pile, against none.
        {"4C5C 8D8H KH QD 2S AD TS 7S", "2H3D5H6H7D9H9C TD JH KC", "8S", "", NULL},
        // Cards nobody needs, against those of two runs.
        {"AC2C3C KC 5D6D7D QH JS 9S", "2H3D5H6H4D9H9C TD JH TC", "8S", "TS", "KC QH"},
        // Likewise, against a run and a set.
        {"7C8C9C 4D 8H 4H 4S 6S AS 2S", "2H3D5H6H7D9H KC TD JH TC", "8S", "QC", "QC 8H 6S"},
    };
    GinPastHand waits[5];
    hands_of_one_that_waits(waits, 5);
    GinRules rules = gin_rules_default();
    GinChampion *champion = thinker_opened("flat.safetensors", &(GinChampionPlan){.search = 20, .weigh = 2});
    for (uint64_t key = 0; key < 5; key++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            GinState now;
            GinHistory history;
            GinSearch search;
            arranged(cases[i].hand, cases[i].other, cases[i].upcard, cases[i].next, &now, &history, &rules);
            history.past = &waits[4];
            GinView view = gin_view(&now, &history, 0);
            gin_champion_search(champion, &view, 20, key, &search);
            int choice = search.move[0].choice, card = choice - GIN_CHOICE_DROP;
            bool good = cases[i].good ? card >= 0 && set_has(cards(cases[i].good), card_from_index(card))
                                      : choice == GIN_CHOICE_TAKE;
            if (!good)
                fail_msg("case %zu: choice %d, %.3f to win; then %d, %.3f behind +- %.3f; %d worlds", i, choice,
                         search.move[0].win, search.move[1].choice, search.move[1].behind, search.move[1].error,
                         search.worlds);
        }
    gin_champion_close(champion);
}

static void work_is_counted_and_moves_are_in_order(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinChampion *champion = thinker_opened("flat.safetensors", &(GinChampionPlan){.search = 1, .weigh = 4});
    for (int i = 0; i < effort(100, 10); i++) {
        Rng rng = rng_for(5, 0, (uint64_t)i, 0);
        GinState now;
        GinHistory history;
        GinSearch less, more, again;
        uint8_t legal[GIN_LEGAL_BYTES];
        if (!some_position(&rng, &rules, &now, &history)) continue;
        GinView view = gin_view(&now, &history, now.table.to_act);
        if (gin_choices(&view, legal) < 2) continue;
        gin_champion_search(champion, &view, 1, (uint64_t)i, &less);
        gin_champion_search(champion, &view, 4, (uint64_t)i, &more);
        gin_champion_search(champion, &view, 4, (uint64_t)i, &again);
        assert_memory_equal(&more, &again, sizeof more);
        assert_true(less.worlds <= more.worlds && less.cost <= more.cost);
        // One hand that lasts much longer than usual may go over it, but not by much.
        assert_true(more.sure || more.worlds == GIN_SEARCH_WORLDS || more.cost > 2000000);
        assert_true(more.cost < 12000000);
        if (more.worlds) assert_true(more.effective >= 0.079 * more.worlds && more.effective <= more.worlds + 1e-6);
        for (int k = 0; k < more.count; k++) {
            assert_true(gin_choice_is_legal(legal, more.move[k].choice));
            for (int j = 0; j < k; j++) assert_int_not_equal(more.move[k].choice, more.move[j].choice);
            assert_true(more.move[k].win >= 0 && more.move[k].win <= 1);
        }
    }
    gin_champion_close(champion);
}

typedef struct Shared {
    const GinChampion *champion;
    GinSearch search[4];
} Shared;

static void search_one(void *context, int index) {
    Shared *shared = context;
    static const char *const rules_texts[] = {"contest", "pagat"};
    GinRules rules = gin_rules_default();
    assert_true(gin_rules_parse(rules_texts[index & 1], &rules, NULL));
    GinState now;
    GinHistory history;
    Rng rng = rng_for(6, 0, (uint64_t)(index & 1), 0);
    while (!some_position(&rng, &rules, &now, &history) || now.table.forced) {
    }
    GinView view = gin_view(&now, &history, now.table.to_act);
    gin_champion_search(shared->champion, &view, 2, 9, &shared->search[index]);
}

static void threads_share_one_champion(void **state) {
    (void)state;
    GinChampion *champion = thinker_opened("flat.safetensors", &(GinChampionPlan){.search = 1});
    Shared shared = {.champion = champion};
    memset(shared.search, 0, sizeof shared.search);
    assert_true(pool_run(4, search_one, &shared, NULL));
    assert_memory_equal(&shared.search[0], &shared.search[2], sizeof shared.search[0]);
    assert_memory_equal(&shared.search[1], &shared.search[3], sizeof shared.search[0]);
    gin_champion_close(champion);
}

// A judge whose player is a champion plays all hands together: the verdict is that of hands played one by one.
static void a_champion_judges_as_it_plays(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    char spec[300];
    Error err = {{0}};
    GinJudge judge;
    GinVerdict together, alone;
    snprintf(spec, sizeof spec, "champion:model=%s", file("simple.safetensors"));
    if (!gin_judge_open(spec, "uniform", 128, &judge, &err)) fail_msg("%s", err.text);
    assert_non_null(judge.champion);
    GinChances *chances = gin_judge_chances(&judge, &rules);
    GinJudge plain = judge;
    plain.champion = NULL;
    for (int i = 0; i < effort(20, 2); i++) {
        Rng rng = rng_for(11, 0, (uint64_t)i, 0);
        GinState now;
        GinHistory history;
        if (!some_position(&rng, &rules, &now, &history)) continue;
        GinAction played = some_action(&now, &rng, 0.5);
        gin_judge(&judge, chances, &now, &history, &played, 3, &together);
        gin_judge(&plain, chances, &now, &history, &played, 3, &alone);
        assert_int_equal(together.count, alone.count);
        assert_true(together.actual.win == alone.actual.win && together.actual.points == alone.actual.points);
        for (int k = 0; k < together.count; k++) {
            int same = 0; // of equals the champion's favourite comes first
            const GinAction *wanted = &together.candidate[k].action;
            while (alone.candidate[same].action.move != wanted->move ||
                   alone.candidate[same].action.card != wanted->card)
                same++;
            assert_true(together.candidate[k].worth.win == alone.candidate[same].worth.win);
            assert_true(together.candidate[k].policy >= 0 && together.candidate[k].policy <= 1);
            assert_true(alone.candidate[k].policy < 0);
        }
    }
    gin_chances_close(chances);
    gin_judge_close(&judge);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_played_together_are_those_played_alone),
        cmocka_unit_test(a_critic_judges_hands_that_are_not_over),
        cmocka_unit_test(each_kind_of_opponent_has_its_answer),
        cmocka_unit_test(an_answer_for_other_rules_is_refused),
        cmocka_unit_test(earlier_hands_tell_who_knocks_at_once),
        cmocka_unit_test(who_knocks_at_once_does_so_in_the_hands_played_out),
        cmocka_unit_test(a_plain_opponent_chooses_as_simple_does),
        cmocka_unit_test(draws_and_sheds_tell_a_plain_opponent),
        cmocka_unit_test(marks_of_earlier_hands_tell_a_plain_opponent),
        cmocka_unit_test(obvious_moves_are_found),
        cmocka_unit_test(work_is_counted_and_moves_are_in_order),
        cmocka_unit_test(threads_share_one_champion),
        cmocka_unit_test(a_champion_judges_as_it_plays),
    };
    return cmocka_run_group_tests(tests, make_all, remove_folder);
}
