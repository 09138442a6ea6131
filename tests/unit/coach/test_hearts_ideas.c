// SPDX-License-Identifier: MIT
// Every reason the coach gives in Hearts rests on a fact; here each fact is found again in a slow and plain way, from
// the cards in the order they fell.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "coach/hearts/hearts_advice.h"
#include "coach/hearts/hearts_situation.h"
#include "hearts/players/simple/passing.h"
#include "support/hearts_random.h"
#include "support/random.h"

enum { WORLDS = 100 };

typedef struct Scene {
    HeartsRules rules;
    HeartsState state;
    HeartsLog log;
    HeartsView view;
    HeartsVerdict verdict;
} Scene;

static int rank_in_trick(Card card) { return card_rank(card) == 0 ? 13 : card_rank(card); }

static bool is_spade(Card card, int rank) { return card == card_make(rank, HEARTS_SPADES); }

// The cards on the table in the order they fell.
static int lying(const Scene *scene, Card cards[HEARTS_SEATS]) {
    int count = scene->log.count % HEARTS_SEATS;
    for (int i = 0; i < count; i++) cards[i] = scene->log.card[scene->log.count - count + i];
    return count;
}

// True if the card would take the trick as it lies.
static bool takes(const Scene *scene, Card card) {
    Card cards[HEARTS_SEATS];
    int count = lying(scene, cards);
    if (count && card_suit(card) != card_suit(cards[0])) return false;
    for (int i = 0; i < count; i++)
        if (card_suit(cards[i]) == card_suit(cards[0]) && rank_in_trick(cards[i]) > rank_in_trick(card)) return false;
    return true;
}

static int worth(const Scene *scene, Card card) {
    if (is_spade(card, 11)) return scene->rules.queen_points;
    return card_suit(card) == HEARTS_SUIT ? scene->rules.heart_points : 0;
}

static int worth_lying(const Scene *scene) {
    Card cards[HEARTS_SEATS];
    int sum = 0, count = lying(scene, cards);
    for (int i = 0; i < count; i++) sum += worth(scene, cards[i]);
    return sum;
}

static bool unseen(const Scene *scene, Card card) {
    for (int i = 0; i < scene->log.count; i++)
        if (scene->log.card[i] == card) return false;
    return !set_has(scene->view.hand, card);
}

static void check_follow(const Scene *scene, const HeartsIdea *idea) {
    Card card = scene->verdict.choice[0].card, cards[HEARTS_SEATS];
    int count = lying(scene, cards);
    assert_in_range(count, 1, 3);
    if (idea->kind == HEARTS_IDEA_FREE_TAKE) {
        assert_true(count == 3 && takes(scene, card) && worth_lying(scene) == 0 && worth(scene, card) == 0);
        return;
    }
    assert_false(takes(scene, card));
    if (idea->kind == HEARTS_IDEA_GIVES_QUEEN) assert_true(is_spade(card, 11));
    if (idea->kind == HEARTS_IDEA_GIVES_POINTS) assert_true(idea->count == worth(scene, card) && idea->count > 0);
    if (idea->kind == HEARTS_IDEA_LEAVES_POINTS) {
        assert_true(idea->count == worth_lying(scene) && idea->count > 0);
        assert_true(takes(scene, scene->verdict.choice[1].card));
    }
    if (idea->kind != HEARTS_IDEA_HIGH_DUCK) return;
    int ducks = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        Card other = card_from_index(i);
        HeartsAction play = {.move = HEARTS_PLAY, .card = other};
        if (card_suit(other) != card_suit(card) || !hearts_is_legal(&scene->state, &play) || takes(scene, other))
            continue;
        assert_true(rank_in_trick(other) <= rank_in_trick(card));
        ducks++;
    }
    assert_int_equal(idea->count, ducks);
}

// Seats that did not follow a suit, from the log; hearts led unbroken and points on a first trick show more, which the
// table knows: only what the log proves is asked for here.
static bool did_not_follow(const Scene *scene, unsigned seat, int suit) {
    for (int i = 0; i < scene->log.count; i++) {
        Card led = scene->log.card[i - i % HEARTS_SEATS];
        if (scene->log.seat[i] == seat && card_suit(led) == suit && card_suit(scene->log.card[i]) != suit) return true;
    }
    return false;
}

static void check_short(const Scene *scene, const HeartsIdea *idea) {
    int own = card_suit(scene->verdict.choice[0].card), rival = card_suit(scene->verdict.choice[1].card);
    assert_true(idea->seats && own != rival);
    for (unsigned seat = 0; seat < HEARTS_SEATS; seat++) {
        if (seat == scene->view.seat) continue;
        assert_false(did_not_follow(scene, seat, own));
        if (did_not_follow(scene, seat, rival)) assert_true(idea->seats >> seat & 1);
        // What is shown is so: it holds none, but perhaps the queen behind a first trick's points (hearts.h).
        if (idea->seats >> seat & 1) assert_false(scene->state.hand[seat] & set_suit(rival) & ~set_of(HEARTS_QUEEN));
    }
}

static void check_lead(const Scene *scene, const HeartsIdea *idea) {
    Card card = scene->verdict.choice[0].card, cards[HEARTS_SEATS];
    int higher = 0, all = 0;
    if (idea->kind == HEARTS_IDEA_EMPTIES) {
        assert_true((scene->view.hand & set_suit(card_suit(card))) == set_of(card) && scene->view.hand != set_of(card));
        return;
    }
    if (idea->kind == HEARTS_IDEA_KEEPS_FROM_QUEEN) {
        Card rival = scene->verdict.choice[1].card;
        assert_true(unseen(scene, HEARTS_QUEEN) && (is_spade(rival, 12) || is_spade(rival, 0)));
        assert_true(takes(scene, rival) && lying(scene, cards) < 3);
        assert_false((is_spade(card, 12) || is_spade(card, 0)) && takes(scene, card));
        return;
    }
    assert_int_equal(lying(scene, cards), 0);
    for (int i = 0; i < CARD_COUNT; i++) {
        Card other = card_from_index(i);
        if (card_suit(other) != card_suit(card) || !unseen(scene, other)) continue;
        all++;
        higher += rank_in_trick(other) > rank_in_trick(card);
    }
    if (idea->kind == HEARTS_IDEA_LOW_LEAD) assert_true(idea->count == higher && idea->of == all && 2 * higher > all);
    if (idea->kind == HEARTS_IDEA_FLUSHES) {
        assert_true(card_suit(card) == HEARTS_SPADES && rank_in_trick(card) < 11 && unseen(scene, HEARTS_QUEEN));
        assert_false(set_has(scene->view.hand, card_make(12, HEARTS_SPADES)));
        assert_false(set_has(scene->view.hand, card_make(0, HEARTS_SPADES)));
    }
    if (idea->kind == HEARTS_IDEA_SHORT) check_short(scene, idea);
}

// Points by seat of the full tricks, from the log.
static void points_so_far(const Scene *scene, int points[HEARTS_SEATS]) {
    for (int i = 0; i < HEARTS_SEATS; i++) points[i] = 0;
    for (int first = 0; first + HEARTS_SEATS <= scene->log.count; first += HEARTS_SEATS) {
        int best = first, sum = 0;
        for (int i = first; i < first + HEARTS_SEATS; i++) {
            Card card = scene->log.card[i];
            bool follows = card_suit(card) == card_suit(scene->log.card[first]);
            if (follows && rank_in_trick(card) > rank_in_trick(scene->log.card[best])) best = i;
            sum += worth(scene, card);
        }
        points[scene->log.seat[best]] += sum;
    }
}

static void check_worlds(const Scene *scene, const HeartsIdea *idea) {
    const HeartsChoice *best = &scene->verdict.choice[0], *rival = &scene->verdict.choice[1];
    int points[HEARTS_SEATS], takers = 0, last = -1;
    points_so_far(scene, points);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (points[seat]) takers++, last = seat;
    if (idea->kind == HEARTS_IDEA_TAKES_LESS)
        assert_true(idea->chance == best->takes && idea->rival_chance == rival->takes && best->takes < rival->takes);
    if (idea->kind == HEARTS_IDEA_LESS_QUEEN)
        assert_true(idea->chance == best->queen && idea->rival_chance == rival->queen && best->queen < rival->queen);
    if (idea->kind == HEARTS_IDEA_STOPS_MOON) {
        assert_true(takers == 1 && idea->seats == 1u << last && idea->count == points[last]);
        assert_true(last != scene->view.seat && best->against < rival->against);
    }
    if (idea->kind == HEARTS_IDEA_MOON)
        assert_true(takers == 1 && last == scene->view.seat && idea->count == points[last] && best->moon >= 0.2);
}

static int count_spades(CardSet cards, int from, int to) {
    int count = 0;
    for (CardSet rest = cards & set_suit(HEARTS_SPADES); rest; rest = set_rest(rest)) {
        int rank = rank_in_trick(set_first(rest));
        count += rank >= from && rank <= to;
    }
    return count;
}

static void check_pass(const Scene *scene, const HeartsIdea *idea) {
    CardSet hand = scene->view.hand, give = scene->verdict.choice[0].give, kept = hand & ~give;
    int high = 0, passed = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        bool above = rank_in_trick(set_first(rest)) > 9; // the ten
        high += above;
        passed += above && set_has(give, set_first(rest));
    }
    switch (idea->kind) {
    case HEARTS_IDEA_PASSES_QUEEN:
        assert_true(set_has(give, HEARTS_QUEEN) && idea->count == count_spades(hand, 1, 10) && idea->count < 4);
        break;
    case HEARTS_IDEA_PASSES_HIGH_SPADES:
        assert_true(idea->cards && !(idea->cards & ~give) &&
                    count_spades(idea->cards, 12, 13) == set_count(idea->cards));
        assert_true(idea->count == count_spades(kept, 1, 10) && idea->count < 4);
        break;
    case HEARTS_IDEA_KEEPS_QUEEN:
        assert_true(set_has(kept, HEARTS_QUEEN) && idea->count == count_spades(kept, 1, 13) - 1 && idea->count >= 4);
        break;
    case HEARTS_IDEA_MAKES_VOID:
        for (int suit = 0; suit < CARD_SUITS; suit++)
            assert_int_equal(idea->seats >> suit & 1, (hand & set_suit(suit)) && !(kept & set_suit(suit)));
        break;
    default: assert_true(idea->count == passed && idea->of == high && passed > 0); break;
    }
}

static void check_idea(const Scene *scene, const HeartsIdea *idea) {
    if (idea->kind >= HEARTS_IDEA_PASSES_QUEEN)
        check_pass(scene, idea);
    else if (idea->kind >= HEARTS_IDEA_TAKES_LESS)
        check_worlds(scene, idea);
    else if (idea->kind >= HEARTS_IDEA_EMPTIES)
        check_lead(scene, idea);
    else
        check_follow(scene, idea);
}

static bool make_scene(Scene *scene, Rng *rng) {
    Card deck[CARD_COUNT];
    int actions = (int)rng_below(rng, 56);
    scene->rules = hearts_rules_default();
    hearts_some_deck(rng, deck);
    hearts_deal_deck(&scene->state, &scene->log, &scene->rules, rng_below(rng, 4), (const int16_t[4]){0}, deck);
    for (int i = 0; i < actions && scene->state.table.phase != HEARTS_OVER; i++) {
        HeartsAction action = hearts_some_action(&scene->state, rng);
        hearts_apply(&scene->state, &scene->log, &action);
    }
    if (scene->state.table.phase == HEARTS_OVER) return false;
    scene->view = hearts_view(&scene->state, &scene->log, scene->state.table.to_act);
    return true;
}

// Any order and any shares: what is best is none of the ideas' business.
static void make_verdict(Scene *scene, Rng *rng) {
    HeartsVerdict *verdict = &scene->verdict;
    memset(verdict, 0, sizeof *verdict);
    verdict->played = -1;
    if (scene->state.table.phase == HEARTS_PASSING) {
        for (int i = 0; i < 3; i++) {
            CardSet give = some_cards(rng, scene->view.hand, scene->rules.pass_count);
            if (i == 0) give = hearts_pass_by_rules(&scene->rules, scene->view.hand);
            if (i == 1)
                give = set_nth(scene->view.hand, 0) | set_nth(scene->view.hand, 1) | set_nth(scene->view.hand, 2);
            verdict->choice[verdict->count++] = (HeartsChoice){.card = CARD_NONE, .give = give};
        }
        uint32_t first = rng_below(rng, 3);
        verdict->choice[0] = verdict->choice[first];
        return;
    }
    CardSet legal = hearts_legal(&scene->state);
    while (legal) {
        Card card = rng_card(rng, legal);
        legal &= ~set_of(card);
        verdict->choice[verdict->count++] = (HeartsChoice){.card = card,
                                                           .takes = rng_unit(rng),
                                                           .queen = rng_unit(rng),
                                                           .moon = rng_unit(rng),
                                                           .against = rng_unit(rng)};
    }
}

static void every_reason_rests_on_a_fact_that_a_slow_count_finds_too(void **unused) {
    (void)unused;
    static Scene scene;
    Rng rng = rng_for(51, 0, 0, 0);
    int seen[HEARTS_IDEA_KINDS] = {0};
    for (int i = 0; i < effort(40000, 20000); i++) {
        HeartsIdea ideas[HEARTS_MOST_IDEAS];
        if (!make_scene(&scene, &rng)) continue;
        make_verdict(&scene, &rng);
        int count = hearts_ideas(&scene.view, &scene.verdict, WORLDS, ideas);
        assert_in_range(count, 0, HEARTS_MOST_IDEAS);
        for (int j = 0; j < count; j++) {
            check_idea(&scene, &ideas[j]);
            seen[ideas[j].kind]++;
        }
    }
    for (int kind = 0; kind < HEARTS_IDEA_KINDS; kind++) {
        if (!seen[kind]) print_message("no position for the idea %s\n", hearts_idea_name((HeartsIdeaKind)kind));
        assert_true(seen[kind] > 0);
    }
}

// ---- Odds ----

static void equal_scores_are_a_quarter_each_and_points_cost(void **unused) {
    (void)unused;
    static HeartsOdds odds;
    HeartsRules rules = hearts_rules_default();
    hearts_odds_count(&odds, &rules, 1);
    double sum = 0;
    for (Seat seat = 0; seat < HEARTS_SEATS; seat++) {
        double win = hearts_odds_win(&odds, (const int[]){20, 20, 20, 20}, seat);
        assert_true(win > 0.15 && win < 0.35);
        sum += win;
    }
    assert_true(fabs(sum - 1) < 1e-9);
    double before = 1;
    for (int own = 0; own < 100; own += 5) {
        double win = hearts_odds_win(&odds, (const int[]){own, 50, 50, 50}, 0);
        assert_true(win <= before); // the same games for every question
        before = win;
    }
    assert_true(hearts_odds_win(&odds, (const int[]){10, 20, 30, 100}, 0) == 1);
    assert_true(hearts_odds_win(&odds, (const int[]){10, 10, 30, 100}, 1) == 0.5);
    assert_true(hearts_odds_win(&odds, (const int[]){10, 10, 30, 100}, 2) == 0);
}

// ---- Advice ----

static void advice_hangs_on_its_arguments_and_lists_the_champions_choice(void **unused) {
    (void)unused;
    static Scene scene;
    static HeartsAdvice one, other;
    static HeartsOdds odds;
    HeartsEvaluation evaluation;
    HeartsPlayer champion = hearts_random_tester(); // its choice, whatever it is, must be found
    Rng rng = rng_for(52, 0, 0, 0);
    Error err;
    scene.rules = hearts_rules_default();
    hearts_odds_count(&odds, &scene.rules, 1);
    assert_true(hearts_evaluation_open("expert", &evaluation, &err));
    for (int i = 0; i < effort(30, 6); i++) {
        if (!make_scene(&scene, &rng) || scene.state.table.phase == HEARTS_PASSING) continue;
        assert_true(hearts_advise(&evaluation, &odds, NULL, &scene.view, 20, NULL, 9, &one));
        assert_true(hearts_advise(&evaluation, &odds, NULL, &scene.view, 20, NULL, 9, &other));
        assert_memory_equal(&one, &other, sizeof one);
        assert_int_equal(one.favourite, -1);
        assert_int_equal(one.verdict.count, set_count(hearts_legal(&scene.state)));
        assert_true(hearts_advise(&evaluation, &odds, &champion, &scene.view, 20, NULL, 9, &one));
        double sum = 0;
        for (int j = 0; j < one.verdict.count; j++) sum += one.champion[j];
        assert_true(fabs(sum - 1) < 1e-9);
        for (int j = 1; j < one.verdict.count; j++)
            assert_true(one.win[j] <= one.win[0] + 1e-9 || one.verdict.choice[j].behind < 0);
    }
    hearts_evaluation_close(&evaluation);
}

// ---- Situations ----

static void a_position_that_is_told_is_the_position(void **unused) {
    (void)unused;
    static Scene scene;
    static HeartsSituation read;
    static const char *const ways[] = {"hold", "left", "right", "across"};
    Rng rng = rng_for(53, 0, 0, 0);
    int told_count = 0;
    for (int i = 0; i < effort(4000, 500); i++) {
        char hand[SET_TEXT], trick[SET_TEXT] = "", seen[SET_TEXT] = "", given[SET_TEXT], received[SET_TEXT];
        Error err;
        if (!make_scene(&scene, &rng)) continue;
        const HeartsTable *table = &scene.state.table;
        bool passing = table->phase == HEARTS_PASSING;
        Seat us = scene.view.seat;
        set_print(scene.view.hand, ' ', hand);
        set_print(scene.view.given, ' ', given);
        set_print(scene.view.received, ' ', received);
        int full = table->tricks * HEARTS_SEATS;
        for (int j = 0; j < scene.log.count; j++)
            card_print(scene.log.card[j], j < full ? seen + 2 * j : trick + 2 * (j - full));
        HeartsTold told = {.hand = hand,
                           .trick = trick,
                           .seen = seen,
                           .way = ways[table->direction],
                           .given = passing ? NULL : given,
                           .received = passing ? NULL : received};
        read.rules = hearts_rules_default();
        if (!hearts_situation_read(&told, &read, &err)) fail_msg("%s | %s | %s: %s", hand, trick, seen, err.text);
        assert_int_equal(read.state.table.phase, table->phase);
        assert_int_equal(read.state.table.to_act, 0);
        assert_true(read.state.hand[0] == scene.view.hand);
        assert_true(read.state.table.played == table->played);
        assert_true(read.state.table.asked == table->asked || passing);
        assert_int_equal(read.state.table.broken, table->broken);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) {
            int from = (seat + us) & 3;
            assert_int_equal(read.state.table.trick[seat], table->trick[from]);
            assert_true(read.state.table.taken[seat] == table->taken[from]);
            assert_int_equal(read.state.table.void_suits[seat], table->void_suits[from]);
        }
        told_count++;
    }
    assert_true(told_count > 100);
}

static void what_cannot_be_is_refused(void **unused) {
    (void)unused;
    static const char thirteen[] = "QS KS 4S 3H 9H 2D 5C 6C 7C JD KD AD 4H",
                      twelve[] = "QS KS 4S 3H 9H 2D 6C 7C JD KD AD 4H";
    static const struct {
        HeartsTold told;
        const char *words;
    } cases[] = {
        {{.hand = twelve}, "the hand has 12 cards; after 0 tricks it has 13"},
        {{.hand = thirteen, .seen = "2C AC KC 5C"}, "the hand has 13 cards; after 1 trick it has 12"},
        {{.hand = twelve, .seen = "2C AC KC"}, "3 cards are no whole tricks"},
        {{.hand = twelve, .seen = "AC 2C KC 5C"}, "led with the two of clubs"},
        {{.hand = twelve, .seen = "2C AC KC QS"}, "QS cannot be there and in the hand"},
        {{.hand = twelve, .seen = "2C AC 8D KC", .trick = "3D"}, "the rules did not allow with your cards"},
        {{.hand = thirteen, .trick = "2C AC KC QC"}, "none to three lie on the table"},
        {{.hand = thirteen, .trick = "2C 2C"}, "2C is there twice"},
        {{.hand = thirteen, .trick = "XX"}, "'XX' is no card"},
        {{.hand = thirteen, .way = "up"}, "'up' is none of left, right, across and hold"},
        {{.hand = thirteen, .way = "hold"}, "whoever holds the two of clubs leads"},
        {{.hand = thirteen, .way = "hold", .given = "AS 2S 3S"}, "in this hand no cards are passed"},
        {{.hand = thirteen, .given = "AS 2S", .trick = "2C"}, "3 cards are passed, not 2"},
        {{.hand = thirteen, .given = "QS 2S 3S", .trick = "2C"}, "QS cannot be there and in the hand"},
        {{.hand = thirteen, .received = "AS 2S 3S", .trick = "2C"}, "--received: these cards are in your hand"},
        {{.hand = thirteen, .score = "1-2-3"}, "is no score"},
        {{.hand = thirteen, .score = "1-2-3-100"}, "100 points end a game to 100"},
        {{.hand = "QS KS 4S 3H 9H 2D 6C 7C JD KD AD", .seen = "2C AC KC 5C 5S 3S AS 4H", .trick = "TD"},
         "the rules did not allow"},
    };
    static HeartsSituation read;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error err = {{0}};
        read.rules = hearts_rules_default();
        if (hearts_situation_read(&cases[i].told, &read, &err)) fail_msg("case %zu was taken", i);
        if (!strstr(err.text, cases[i].words)) fail_msg("case %zu: '%s' lacks '%s'", i, err.text, cases[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reason_rests_on_a_fact_that_a_slow_count_finds_too),
        cmocka_unit_test(equal_scores_are_a_quarter_each_and_points_cost),
        cmocka_unit_test(advice_hangs_on_its_arguments_and_lists_the_champions_choice),
        cmocka_unit_test(a_position_that_is_told_is_the_position),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
