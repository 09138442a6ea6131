// SPDX-License-Identifier: MIT
// Searches of Hearts against plain recursions over all cards, the tie rules, pruning, and cards that do the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/search/endgame.h"
#include "hearts/players/search/search.h"
#include "hearts/players/simple/expert.h"
#include "hearts/players/simple/moon.h"
#include "support/random.h"

static HeartsRules rules_of(const char *text) {
    HeartsRules rules;
    Error err = {{0}};
    if (!hearts_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

// A state after random play, with `cards` left in the hand of the leader of the trick on the table, and up to three
// cards on it.
static HeartsState some_state(const HeartsRules *rules, int cards, Rng *rng) {
    HeartsState state;
    Card deck[CARD_COUNT];
    const int16_t score[HEARTS_SEATS] = {30, 10, 20, 10};
    rng_deck(rng, deck);
    hearts_deal_deck(&state, NULL, rules, 3, score, deck);
    while (state.table.phase == HEARTS_PASSING) {
        CardSet hand = state.hand[state.table.to_act];
        HeartsAction give = {.move = HEARTS_GIVE, .give = some_cards(rng, hand, rules->pass_count)};
        hearts_apply(&state, NULL, &give);
    }
    int plays = 4 * (HEARTS_HAND_SIZE - cards) + (int)rng_below(rng, 4);
    for (int i = 0; i < plays; i++) hearts_play_card(&state, rng_card(rng, hearts_legal(&state)));
    return state;
}

// ---- The same, slowly ----

typedef struct Slow {
    const HeartsSearch *search;
    int last;
    Seat root, ahead;
} Slow;

// Does somebody else than the root take all points if it tries? Who has points alone, or who has the best hand.
static bool slow_moon(const Slow *slow, const HeartsState *state) {
    int with_points = 0, shooter = -1, best = 0;
    if (!state->rules->moon) return false;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (hearts_points_of(state->rules, state->table.taken[seat])) with_points++, shooter = seat;
    for (int i = 1; i < HEARTS_SEATS && !with_points; i++) {
        int seat = (slow->root + i) % HEARTS_SEATS;
        CardSet others = SET_DECK & ~state->table.played & ~state->hand[seat];
        int strength = hearts_moon_strength(state->hand[seat], others);
        if (10 * strength < 70 * set_count(state->hand[seat]) || strength <= best) continue;
        best = strength;
        shooter = seat;
    }
    if (with_points > 1 || shooter < 0 || shooter == slow->root) return false;
    return hearts_moon_try(state, (Seat)shooter, slow->root);
}

static void slow_leaf(const Slow *slow, const HeartsState *state, double cost[HEARTS_SEATS]) {
    float points[HEARTS_SEATS];
    if (state->table.phase == HEARTS_OVER)
        for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = state->points[seat];
    else
        slow->search->evaluation->value(slow->search->evaluation->self, state, points);
    bool plain = !state->rules->moon && !state->rules->jack_bonus && !state->rules->trickless_bonus;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        double others = 0;
        for (int i = 1; i < HEARTS_SEATS; i++) others += (double)points[(seat + i) & 3];
        cost[seat] = (double)points[seat] - (plain ? 0 : others / 3);
    }
    if (slow->search->moon > 0 && slow_moon(slow, state)) cost[slow->root] += (double)slow->search->moon;
}

static bool slow_is_leaf(const Slow *slow, const HeartsState *state) {
    return state->table.phase == HEARTS_OVER || (!state->table.on_table && state->table.tricks >= slow->last);
}

// All legal cards by asking for each of the deck, two to ace, clubs first.
static int slow_cards(const HeartsState *state, Card cards[HEARTS_HAND_SIZE]) {
    int count = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int strength = 0; strength < CARD_RANKS; strength++) {
            HeartsAction action = {.move = HEARTS_PLAY, .card = card_make((strength + 1) % CARD_RANKS, suit)};
            if (hearts_is_legal(state, &action)) cards[count++] = action.card;
        }
    return count;
}

static void slow_maxn(const Slow *slow, const HeartsState *state, double best[HEARTS_SEATS]) {
    if (slow_is_leaf(slow, state)) {
        slow_leaf(slow, state, best);
        return;
    }
    Card cards[HEARTS_HAND_SIZE];
    int count = slow_cards(state, cards);
    Seat seat = state->table.to_act;
    for (int i = 0; i < count; i++) {
        HeartsState child = *state;
        double cost[HEARTS_SEATS];
        hearts_play_card(&child, cards[i]);
        slow_maxn(slow, &child, cost);
        bool better = i == 0 || cost[seat] < best[seat] - 1e-4;
        bool tie = !better && cost[seat] <= best[seat] + 1e-4;
        if (tie && slow->search->tie == HEARTS_TIE_WORST) better = cost[slow->root] > best[slow->root] + 1e-4;
        if (tie && slow->search->tie == HEARTS_TIE_BEST) better = cost[slow->root] < best[slow->root] - 1e-4;
        if (tie && slow->search->tie == HEARTS_TIE_LEADER) better = cost[slow->ahead] > best[slow->ahead] + 1e-4;
        for (int s = 0; better && s < HEARTS_SEATS; s++) best[s] = cost[s];
    }
}

static double slow_paranoid(const Slow *slow, const HeartsState *state) {
    double cost[HEARTS_SEATS], best = 0;
    if (slow_is_leaf(slow, state)) {
        slow_leaf(slow, state, cost);
        return cost[slow->root];
    }
    Card cards[HEARTS_HAND_SIZE];
    int count = slow_cards(state, cards);
    for (int i = 0; i < count; i++) {
        HeartsState child = *state;
        hearts_play_card(&child, cards[i]);
        double value = slow_paranoid(slow, &child);
        bool mine = state->table.to_act == slow->root;
        if (i == 0 || (mine ? value < best : value > best)) best = value;
    }
    return best;
}

// Soft-max^n with the sets themselves: every outcome that may come about, as a list.
enum { MAX_SET = 4096 };
typedef struct Outcomes {
    int count;
    double cost[MAX_SET][HEARTS_SEATS];
    double mean;
} Outcomes;

static void slow_soft(const Slow *slow, const HeartsState *state, Outcomes *set) {
    set->count = 0;
    if (slow_is_leaf(slow, state)) {
        slow_leaf(slow, state, set->cost[0]);
        set->count = 1;
        set->mean = set->cost[0][slow->root];
        return;
    }
    Card cards[HEARTS_HAND_SIZE];
    int count = slow_cards(state, cards), kept = 0;
    Seat seat = state->table.to_act;
    Outcomes *child = test_malloc((size_t)count * sizeof *child);
    for (int i = 0; i < count; i++) {
        HeartsState next = *state;
        hearts_play_card(&next, cards[i]);
        slow_soft(slow, &next, &child[i]);
    }
    set->mean = 0;
    for (int i = 0; i < count; i++) {
        bool dominated = false;
        for (int j = 0; j < count && !dominated; j++) {
            dominated = true;
            for (int a = 0; a < child[i].count; a++)
                for (int b = 0; b < child[j].count; b++)
                    if (child[j].cost[b][seat] + (double)slow->search->softness >= child[i].cost[a][seat] - 1e-5)
                        dominated = false;
        }
        if (dominated) continue;
        for (int a = 0; a < child[i].count && set->count < MAX_SET; a++, set->count++)
            for (int s = 0; s < HEARTS_SEATS; s++) set->cost[set->count][s] = child[i].cost[a][s];
        set->mean += child[i].mean;
        kept++;
    }
    assert_true(set->count < MAX_SET);
    set->mean /= kept;
    test_free(child);
}

static double slow_value(const HeartsSearch *search, const HeartsState *state, Card card) {
    HeartsState child = *state;
    Slow slow = {.search = search, .root = state->table.to_act, .ahead = 1}; // seat 1 has 10 points, as seat 3
    int last = state->table.tricks + search->depth;
    slow.last = last >= HEARTS_TRICKS - search->solve ? HEARTS_TRICKS : last;
    hearts_play_card(&child, card);
    if (search->algorithm == HEARTS_PARANOID) return slow_paranoid(&slow, &child);
    if (search->algorithm == HEARTS_SOFT_MAXN) {
        Outcomes *set = test_malloc(sizeof *set);
        slow_soft(&slow, &child, set);
        double mean = set->mean;
        test_free(set);
        return mean;
    }
    double cost[HEARTS_SEATS];
    slow_maxn(&slow, &child, cost);
    return cost[slow.root];
}

static void check(const HeartsSearch *search, const HeartsState *state, Rng *rng) {
    HeartsValues values;
    hearts_search(search, state, rng, &values);
    assert_int_equal(values.legal, hearts_legal(state));
    for (CardSet rest = values.legal; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        double slow = slow_value(search, state, card), fast = (double)values.cost[card_index(card)];
        if (fast < slow - 1e-3 || fast > slow + 1e-3) {
            char text[CARD_TEXT];
            card_print(card, text);
            fail_msg("%s of %s, tie %s, depth %d, %s: %f, should be %f", hearts_algorithm_names[search->algorithm],
                     state->rules->preset, hearts_tie_names[search->tie], search->depth, text, fast, slow);
        }
    }
}

// ---- Tests ----

static const char *const RULES[] = {"paper", "standard", "paper-queen", "paper-hearts",
                                    "standard,moon=subtract,jack=10,trickless=5"};

static void every_search_gives_what_trying_every_card_gives(void **state) {
    (void)state;
    Rng rng = rng_for(6, 0, 0, 0);
    HeartsEvaluation expert = {.value = hearts_expert_value};
    HeartsEndgames *endgames = hearts_endgames_open();
    for (int i = 0; i < effort(600, 60); i++) {
        HeartsRules rules = rules_of(RULES[i % 5]);
        HeartsAlgorithm algorithm = (HeartsAlgorithm)(i % HEARTS_ALGORITHMS);
        int cards = algorithm == HEARTS_SOFT_MAXN ? 2 + i / 15 % 2 : 2 + i / 15 % 3;
        HeartsState at = some_state(&rules, cards, &rng);
        if (at.table.phase == HEARTS_OVER) continue;
        HeartsSearch search = {.algorithm = algorithm,
                               .depth = 1 + i / 7 % 4,
                               .solve = i % 4,
                               .tie = HEARTS_TIE_FIRST,
                               .prune = true,
                               .equals = true,
                               .softness = 0.5f,
                               .moon = i / 2 % 2 ? 20 : 0,
                               .evaluation = &expert,
                               .endgames = i % 3 ? endgames : NULL};
        check(&search, &at, &rng);
    }
    hearts_endgames_close(endgames);
}

// Too many cards for the slow search, but not for the other fast one.
static void endgames_are_worth_what_max_n_finds(void **state) {
    (void)state;
    Rng rng = rng_for(6, 3, 0, 0);
    HeartsEvaluation zero;
    assert_true(hearts_evaluation_open("zero", &zero, NULL));
    HeartsEndgames *endgames = hearts_endgames_open();
    for (int i = 0; i < effort(300, 30); i++) {
        HeartsRules rules = rules_of(RULES[i % 4]); // standard fits too, once hearts are broken, without its moon
        rules.moon = HEARTS_MOON_NONE;
        HeartsState at = some_state(&rules, 2 + i / 4 % 5, &rng);
        if (at.table.phase == HEARTS_OVER) continue;
        HeartsSearch search = {.depth = 13, .prune = true, .equals = i % 2, .evaluation = &zero};
        HeartsValues slow, fast;
        hearts_search(&search, &at, &rng, &slow);
        search.endgames = endgames;
        hearts_search(&search, &at, &rng, &fast);
        for (CardSet rest = slow.legal; rest; rest = set_rest(rest)) {
            int index = card_index(set_first(rest));
            assert_true(fast.cost[index] >= slow.cost[index] && fast.cost[index] <= slow.cost[index]);
        }
    }
    hearts_endgames_close(endgames);
}

static void a_look_to_the_end_of_the_trick_agrees_from_any_point_of_the_hand(void **state) {
    (void)state;
    Rng rng = rng_for(6, 1, 0, 0);
    HeartsEvaluation expert = {.value = hearts_expert_value};
    for (int i = 0; i < effort(60, 10); i++) {
        HeartsRules rules = rules_of(RULES[i % 5]);
        HeartsState at = some_state(&rules, 5 + i % 9, &rng);
        HeartsSearch search = {.algorithm = (HeartsAlgorithm)(i % 2),
                               .depth = 1,
                               .prune = true,
                               .equals = true,
                               .moon = (float)(i % 3 * 50),
                               .evaluation = &expert};
        check(&search, &at, &rng);
    }
}

static void every_tie_rule_chooses_as_it_says(void **state) {
    (void)state;
    Rng rng = rng_for(6, 2, 0, 0);
    HeartsEvaluation zero;
    assert_true(hearts_evaluation_open("zero", &zero, NULL));
    static const HeartsTie ties[] = {HEARTS_TIE_FIRST, HEARTS_TIE_WORST, HEARTS_TIE_BEST, HEARTS_TIE_LEADER};
    for (int i = 0; i < effort(400, 40); i++) {
        HeartsRules rules = rules_of(RULES[i % 5]);
        HeartsState at = some_state(&rules, 3 + i % 2, &rng);
        // Twins tie with each other only, so trying one of them changes no value under any rule but chance.
        HeartsSearch search = {
            .tie = ties[i % 4], .depth = 1 + i / 4 % 4, .equals = i % 3, .prune = i % 2, .evaluation = &zero};
        check(&search, &at, &rng);
    }
}

static void random_ties_take_every_tied_card_equally_often(void **state) {
    (void)state;
    // Seat 0 leads a club; seat 1 throws one of two hearts or a spade under it and does not care which: seat 0 wins.
    HeartsRules rules = rules_of("paper");
    HeartsState at = {.rules = &rules, .moon = -1, .table = {.tricks = 11, .asked = SET_DECK, .phase = HEARTS_PLAYING}};
    CardSet hands[HEARTS_SEATS];
    assert_true(set_parse("AC 2C", &hands[0], NULL) && set_parse("2H 3S", &hands[1], NULL) &&
                set_parse("2D 3D", &hands[2], NULL) && set_parse("4D 5D", &hands[3], NULL));
    CardSet all = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        at.hand[seat] = hands[seat];
        at.table.trick[seat] = CARD_NONE;
        all |= hands[seat];
    }
    at.table.played = at.table.taken[2] = SET_DECK & ~all;
    HeartsEvaluation zero;
    assert_true(hearts_evaluation_open("zero", &zero, NULL));
    HeartsSearch search = {.tie = HEARTS_TIE_RANDOM, .depth = 1, .evaluation = &zero};
    Rng rng = rng_for(6, 3, 0, 0);
    int counts[2] = {0};
    for (int i = 0; i < 4000; i++) {
        HeartsValues values;
        hearts_search(&search, &at, &rng, &values);
        float cost = values.cost[card_index(set_first(hands[0]))];
        assert_true(cost == 0.0f || cost == 1.0f);
        counts[cost == 1.0f]++;
    }
    assert_true(uneven(counts, 2) < 5);
}

static void cards_with_nothing_between_them_are_one(void **state) {
    (void)state;
    HeartsRules rules = rules_of("paper");
    static const struct {
        const char *mine, *others, *kept;
    } cases[] = {
        {"7H 8H", "2H 9H KH", "7H"}, {"7H 9H", "8H", "7H 9H"}, {"7H 9H", "KC", "7H"},    {"JS QS KS", "2S", "JS QS KS"},
        {"KD AD", "QD", "KD"},       {"AD 2D", "QD", "AD 2D"}, {"KC 2D", "5H", "KC 2D"}, {"2C 5C 9C AC", "7C", "2C 9C"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HeartsState at = {.rules = &rules, .table = {.trick = {CARD_NONE, CARD_NONE, CARD_NONE, CARD_NONE}}};
        CardSet kept = 0;
        assert_true(set_parse(cases[i].mine, &at.hand[0], NULL) && set_parse(cases[i].others, &at.hand[2], NULL) &&
                    set_parse(cases[i].kept, &kept, NULL));
        assert_string_equal(text_of(hearts_distinct(&at, at.hand[0])), text_of(kept));
        // A card on the table lies between just as well.
        at.table.trick[1] = set_first(at.hand[2]);
        at.hand[2] &= at.hand[2] - 1;
        assert_string_equal(text_of(hearts_distinct(&at, at.hand[0])), text_of(kept));
    }
}

static void an_evaluation_is_exact_when_all_points_are_gone_and_adds_up_before(void **state) {
    (void)state;
    Rng rng = rng_for(6, 4, 0, 0);
    static const char *const names[] = {"zero", "expert", "rollout:playouts=3", "blend"};
    for (int i = 0; i < effort(2000, 200); i++) {
        HeartsRules rules = rules_of(i % 2 ? "paper" : "standard");
        HeartsEvaluation evaluation;
        assert_true(hearts_evaluation_open(names[i % 4], &evaluation, NULL));
        HeartsState at = some_state(&rules, 1 + i % 12, &rng);
        while (at.table.on_table) hearts_play_card(&at, rng_card(&rng, hearts_legal(&at)));
        float points[HEARTS_SEATS], sum = 0, exact[HEARTS_SEATS];
        evaluation.value(evaluation.self, &at, points);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) {
            sum += points[seat];
            if (!rules.moon) assert_true(points[seat] >= (float)at.points[seat]);
        }
        if (!rules.moon && i % 4) assert_float_equal(sum, 26, 0.01);
        hearts_evaluation_close(&evaluation);
        if (!hearts_settled(&at, exact)) continue;
        while (at.table.phase == HEARTS_PLAYING) hearts_play_card(&at, rng_card(&rng, hearts_legal(&at)));
        for (int seat = 0; seat < HEARTS_SEATS; seat++) {
            assert_true(points[seat] == (float)at.points[seat]);
            assert_true(exact[seat] == (float)at.points[seat]);
        }
    }
}

static void an_unknown_evaluation_gets_a_sentence(void **state) {
    (void)state;
    static const struct {
        const char *spec, *says;
    } cases[] = {{"experts", "there is no evaluation 'experts'; there are zero, expert"},
                 {"expert:playouts=3", "has no settings"},
                 {"blend:play=3", "there is playouts"},
                 {"rollout:playouts=0", "playouts"},
                 {"td", "needs its weights"},
                 {"td:model=", "needs its weights"},
                 {"", "there is no evaluation ''"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HeartsEvaluation evaluation = {0};
        Error err = {{0}};
        assert_false(hearts_evaluation_open(cases[i].spec, &evaluation, &err));
        assert_non_null(strstr(err.text, cases[i].says));
        assert_null(evaluation.value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_search_gives_what_trying_every_card_gives),
        cmocka_unit_test(endgames_are_worth_what_max_n_finds),
        cmocka_unit_test(a_look_to_the_end_of_the_trick_agrees_from_any_point_of_the_hand),
        cmocka_unit_test(every_tie_rule_chooses_as_it_says),
        cmocka_unit_test(random_ties_take_every_tied_card_equally_often),
        cmocka_unit_test(cards_with_nothing_between_them_are_one),
        cmocka_unit_test(an_evaluation_is_exact_when_all_points_are_gone_and_adds_up_before),
        cmocka_unit_test(an_unknown_evaluation_gets_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
