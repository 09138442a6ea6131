// SPDX-License-Identifier: MIT
// A decision of gin as a person tells it becomes a state in which just that is so.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "coach/gin/gin_situation.h"
#include "gin/players/list/estimate.h"
#include "support/gin_random.h"
#include "support/random.h"

static void print_cards(const Card *cards, int count, char text[SET_TEXT]) {
    text[0] = '\0';
    for (int i = 0; i < count; i++) card_print(cards[i], text + 2 * i);
}

// What a person at the table could tell of a position.
typedef struct Telling {
    char hand[SET_TEXT], upcard[CARD_TEXT], seen[SET_TEXT], took[SET_TEXT], shown[SET_TEXT], score[24];
    GinTold told;
} Telling;

// The pile in order, from the log.
static int find_pile(const GinState *state, const GinLog *log, Card first, Card pile[CARD_COUNT]) {
    int count = 0;
    pile[count++] = first;
    for (int i = 0; i < log->count; i++) {
        if (gin_event_kind(log->event[i]) == GIN_EVENT_TAKE) count--;
        if (gin_event_kind(log->event[i]) == GIN_EVENT_DISCARD) pile[count++] = log->event[i].card;
    }
    assert_int_equal(count, set_count(state->table.buried) + (state->table.upcard != CARD_NONE));
    return count;
}

static void tell(const GinState *state, const GinLog *log, Card first, Telling *it) {
    Card pile[CARD_COUNT];
    Seat us = state->table.to_act;
    bool taken = state->table.taken != CARD_NONE;
    int count = find_pile(state, log, first, pile);
    set_print(state->hand[us], ' ', it->hand);
    card_print(taken ? state->table.taken : state->table.upcard, it->upcard);
    print_cards(pile, taken ? count : count - 1, it->seen);
    set_print(state->table.known[us ^ 1], ' ', it->took);
    set_print(state->table.known[us] & ~(taken ? set_of(state->table.taken) : 0), ' ', it->shown);
    snprintf(it->score, sizeof it->score, "%d-%d", state->table.score[us], state->table.score[us ^ 1]);
    it->told = (GinTold){.hand = it->hand,
                         .upcard = it->upcard,
                         .seen = it->seen,
                         .took = it->took,
                         .shown = it->shown,
                         .score = it->score};
    it->told.passed = state->table.phase == GIN_SECOND_OFFER;
}

static void check_same(const GinState *real, const GinSituation *read) {
    const GinTable *table = &read->state.table, *was = &real->table;
    Seat us = was->to_act, them = us ^ 1;
    assert_true(gin_state_is_sound(&read->state));
    assert_int_equal(table->to_act, 0);
    assert_int_equal(table->phase, was->phase);
    assert_true(read->state.hand[0] == real->hand[us]);
    assert_int_equal(table->upcard, was->upcard);
    assert_int_equal(table->taken, was->taken);
    assert_int_equal(table->stock, was->stock);
    assert_true(table->buried == was->buried);
    assert_true(table->known[0] == was->known[us] && table->known[1] == was->known[them]);
    assert_int_equal(table->score[0], was->score[us]);
    assert_int_equal(table->score[1], was->score[them]);
    assert_int_equal(set_count(read->state.hand[1]), GIN_HAND_SIZE);
}

// Cards that were taken and shed again are not told: such hands are passed over.
static bool can_be_told(const GinState *state) {
    CardSet held = state->table.known[0] | state->table.known[1];
    return state->table.takes[0] + state->table.takes[1] == set_count(held) && !state->table.forced;
}

static void a_position_that_is_told_is_the_position(void **unused) {
    (void)unused;
    static GinSituation read;
    Rng rng = rng_for(41, 0, 0, 0);
    int told = 0;
    for (int i = 0; i < effort(20000, 2000); i++) {
        GinState state;
        GinHistory history;
        Telling it;
        Card deck[CARD_COUNT];
        Error err;
        int moves = (int)rng_below(&rng, 50);
        const uint16_t score[2] = {(uint16_t)rng_below(&rng, 100), (uint16_t)rng_below(&rng, 100)};
        rng_deck(&rng, deck);
        read.rules = gin_rules_default();
        gin_deal_deck(&state, &history, &read.rules, (Seat)rng_below(&rng, 2), score, deck);
        for (int j = 0; j < moves && state.table.phase < GIN_DEFEND; j++) {
            GinAction action = some_action(&state, &rng, 0);
            gin_apply(&state, &history, &action);
        }
        if (state.table.phase >= GIN_DEFEND || !can_be_told(&state)) continue;
        tell(&state, &history.log, deck[20], &it);
        if (!gin_situation_read(&it.told, 7, &read, &err))
            fail_msg("%s, up %s, seen %s, took %s, shown %s: %s", it.hand, it.upcard, it.seen, it.took, it.shown,
                     err.text);
        check_same(&state, &read);
        told++;
    }
    assert_true(told > 100);
}

static void hidden_cards_are_drawn_by_the_seed_and_by_nothing_else(void **unused) {
    (void)unused;
    static GinSituation one, other;
    const GinTold told = {.hand = "AC 2C 3C 7D 7H 7S KD QH 9C 4S", .upcard = "4C", .seen = "JS 6C 8D", .took = "6H"};
    Error err;
    one.rules = other.rules = gin_rules_default();
    assert_true(gin_situation_read(&told, 1, &one, &err) && gin_situation_read(&told, 1, &other, &err));
    assert_true(one.state.hand[1] == other.state.hand[1]);
    assert_memory_equal(one.state.stock, other.state.stock, one.state.table.stock);
    assert_true(gin_situation_read(&told, 2, &other, &err));
    assert_true(one.state.hand[1] != other.state.hand[1]);
}

// What cannot be is refused with a sentence that says what.
static void what_cannot_be_is_refused(void **unused) {
    (void)unused;
    static const char ten[] = "AC 2C 3C 7D 7H 7S KD QH 9C 4S", eleven[] = "AC 2C 3C 7D 7H 7S KD QH 9C 4S 9H";
    static const struct {
        GinTold told;
        const char *words;
    } cases[] = {
        {{.hand = NULL}, "the hand has 0 cards"},
        {{.hand = "AC 2C 3C 7D 7H 7S KD QH 9C"}, "the hand has 9 cards"},
        {{.hand = "AC 2C 3C 7D 7H 7S KD QH 9C 4S 9H 9S", .upcard = "4C"}, "the hand has 12 cards"},
        {{.hand = "AC AC 3C 7D 7H 7S KD QH 9C 4S"}, "AC is there twice"},
        {{.hand = "AC 2C 3C 7D 7H 7S KD QH 9C 4X"}, "'4X' is no card"},
        {{.hand = ten}, "--upcard is missing"},
        {{.hand = eleven}, "--upcard is missing"},
        {{.hand = ten, .upcard = "4S"}, "is in the hand already"},
        {{.hand = ten, .upcard = "4C 5C"}, "one card lies on top"},
        {{.hand = ten, .upcard = "4C", .seen = "4C"}, "4C cannot be there"},
        {{.hand = ten, .upcard = "4C", .seen = "JS", .took = "JS"}, "JS cannot be there"},
        {{.hand = ten, .upcard = "4C", .took = "KD"}, "KD cannot be there"},
        {{.hand = ten, .upcard = "4C", .shown = "5S"}, "5S is not in the hand"},
        {{.hand = ten, .upcard = "4C", .took = "5S 6S 5D 6D"}, "cannot have come about"},
        {{.hand = eleven, .upcard = "9H", .shown = "9H"}, "the card just taken is the --upcard"},
        {{.hand = ten, .upcard = "4C", .seen = "JS", .passed = true}, "--passed is said of the first upcard"},
        {{.hand = ten, .upcard = "4C", .score = "40"}, "'40' is no score"},
        {{.hand = ten, .upcard = "4C", .score = "40-x"}, "is no score"},
        {{.hand = ten, .upcard = "4C", .score = "40-100"}, "100 points end a game to 100"},
        {{.hand = ten, .upcard = "4C", .score = "4-5-6"}, "is no score"},
        {{.hand = ten, .upcard = "4C", .seen = "2D3D4D5D6D8D9DTDJDQDAD2H3H4H5H6H8H9HTHJHKHAH2S3S5S6S8S9STSJSQS"},
         "stock would be used up"},
    };
    static GinSituation read;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error err = {{0}};
        read.rules = gin_rules_default();
        assert_false(gin_situation_read(&cases[i].told, 1, &read, &err));
        if (!strstr(err.text, cases[i].words)) fail_msg("'%s' lacks '%s'", err.text, cases[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_that_is_told_is_the_position),
        cmocka_unit_test(hidden_cards_are_drawn_by_the_seed_and_by_nothing_else),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
