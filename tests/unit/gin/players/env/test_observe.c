// SPDX-License-Identifier: MIT
// Decisions as bytes: that inputs show what the view shows and nothing else, plane by plane against a plain recount,
// and that choices are exactly what is legal.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/env/observe_internal.h"
#include "gin/players/env/scene.h"
#include "support/gin_random.h"
#include "support/positions.h"
#include "support/random.h"

static const char *const variants[] = {
    "contest", "pagat", "oklahoma", "oklahoma,big-gin=50", "heisenbot", "contest,knock=3,target=1000"};
enum { VARIANTS = sizeof variants / sizeof *variants };

static GinRules some_rules(Rng *rng) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(variants[rng_below(rng, VARIANTS)], &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

// Habits as some game might have shown them.
static GinHabits some_habits(Rng *rng) {
    GinHabits past = {0};
    if (rng_below(rng, 3) == 0) return past;
    past.hands = (uint16_t)(1 + rng_below(rng, 30));
    past.cancelled = (uint16_t)rng_below(rng, 1u + past.hands / 2u);
    for (int seat = 0; seat < 2; seat++) {
        GinSeatHabits *habits = &past.seat[seat];
        habits->knocks = (uint16_t)rng_below(rng, 1u + past.hands);
        habits->knock_deadwood[rng_below(rng, GIN_KNOCK_DEADWOODS)] = habits->knocks;
        habits->knock_turn[rng_below(rng, GIN_KNOCK_TURNS)] = habits->knocks;
        habits->defences = (uint16_t)rng_below(rng, 1u + past.hands);
        habits->held_knock = habits->undercuts = (uint16_t)rng_below(rng, 1u + habits->defences);
        habits->defence_points = (uint16_t)(habits->defences * rng_below(rng, 60));
        habits->draws = (uint16_t)(past.hands * rng_below(rng, 20));
        habits->takes = (uint16_t)rng_below(rng, 1u + habits->draws);
    }
    return past;
}

// A position from anywhere in a hand with hands that are nearly done: all cards come from a part of the deck, often.
typedef struct Spot {
    GinRules rules;
    GinHabits habits;
    GinState state;
    GinHistory history;
} Spot;

static bool some_spot(Spot *spot, Rng *rng) {
    spot->rules = some_rules(rng);
    spot->habits = some_habits(rng);
    if (!some_position(rng, &spot->rules, &spot->state, &spot->history)) return false;
    if (rng_below(rng, 2)) { // hands swapped for dense ones, so that knocks and gin come up
        GinState *state = &spot->state;
        Seat us = state->table.to_act;
        CardSet stock = 0, fixed = state->table.known[us] | (set_of(state->drawn) & SET_DECK);
        for (int i = 0; i < state->table.stock; i++) stock |= set_of(state->stock[i]);
        CardSet free = (state->hand[us] | stock) & ~fixed, deck = free & some_deck(rng);
        int missing = set_count(state->hand[us] & ~fixed);
        CardSet chosen = some_cards(rng, deck, missing);
        chosen |= some_cards(rng, free & ~chosen, missing - set_count(chosen));
        state->hand[us] = fixed | chosen;
        CardSet left = free & ~chosen;
        for (int i = 0; i < state->table.stock; i++) {
            state->stock[i] = rng_card(rng, left);
            left &= ~set_of(state->stock[i]);
        }
        assert_true(gin_state_is_sound(state));
    }
    return true;
}

static void every_input_has_a_name_of_its_own(void **state) {
    (void)state;
    static char names[GIN_INPUTS][GIN_INPUT_NAME];
    for (int i = 0; i < GIN_INPUTS; i++) {
        assert_ptr_equal(gin_input_name(i, names[i]), names[i]);
        assert_true(strlen(names[i]) > 2 && strlen(names[i]) < GIN_INPUT_NAME - 1);
        for (int j = 0; j < i; j++)
            if (strcmp(names[i], names[j]) == 0) fail_msg("inputs %d and %d are both called %s", i, j, names[i]);
    }
    assert_string_equal(names[0], "hand AC");
    assert_string_equal(names[GIN_PLANE_DANGER * CARD_COUNT + 51], "danger KS");
    int numbers = GIN_PLANES * CARD_COUNT;
    assert_string_equal(names[numbers + GIN_AT_DEADWOOD_IS + 3], "deadwood 3");
    assert_string_equal(names[numbers + GIN_AT_RULES + GIN_RULE_LOSER_STARTS], "rule loser starts");
    assert_string_equal(names[numbers + GIN_AT_THEIR_HABITS + GIN_HABIT_TURN], "opponent turn 1-3");
    assert_string_equal(names[numbers + GIN_AT_OWN_HABITS + GIN_HABITS - 1], "own turn 13+");
}

// Deals what the seat to act does not see anew.
static void permute_hidden(Spot *spot, Rng *rng) {
    GinState *state = &spot->state;
    Seat them = state->table.to_act ^ 1;
    CardSet known = state->table.known[them], hidden = state->hand[them] & ~known;
    int missing = set_count(hidden);
    for (int i = 0; i < state->table.stock; i++) hidden |= set_of(state->stock[i]);
    CardSet hand = some_cards(rng, hidden, missing);
    state->hand[them] = hand | known;
    hidden &= ~hand;
    for (int i = 0; i < state->table.stock; i++) {
        state->stock[i] = rng_card(rng, hidden);
        hidden &= ~set_of(state->stock[i]);
    }
    for (int i = 0; i < spot->history.draws[them].count; i++)
        spot->history.draws[them].card[i] = (Card)rng_below(rng, CARD_NONE);
}

static void permuting_hidden_cards_changes_no_input(void **state) {
    (void)state;
    static Spot spot;
    int moved = 0, count = effort(100000, 3000);
    for (int i = 0; i < count; i++) {
        Rng rng = rng_for(1, 0, (uint64_t)i, 0);
        if (!some_spot(&spot, &rng)) continue;
        Seat us = spot.state.table.to_act;
        CardSet theirs = spot.state.hand[us ^ 1];
        uint8_t inputs[2][GIN_INPUTS], legal[2][GIN_LEGAL_BYTES];
        for (int k = 0; k < 2; k++) {
            GinView view = gin_view(&spot.state, &spot.history, us);
            memset(inputs[k], k ? 0x5A : 0xA5, sizeof inputs[k]); // all of it must be written
            gin_observe(&view, &spot.habits, inputs[k]);
            gin_choices(&view, legal[k]);
            if (k == 0) permute_hidden(&spot, &rng);
        }
        assert_memory_equal(inputs[0], inputs[1], sizeof inputs[0]);
        assert_memory_equal(legal[0], legal[1], sizeof legal[0]);
        moved += theirs != spot.state.hand[us ^ 1];
    }
    assert_true(moved > count / 2);
}

// ---- Planes, recounted plainly ----

static int plain_ways(Card card, CardSet first, CardSet second) {
    int ways = 0;
    for (int a = 0; a < CARD_COUNT; a++)
        for (int b = a + 1; b < CARD_COUNT; b++) {
            Card x = card_from_index(a), y = card_from_index(b);
            if (x == card || y == card || !gin_is_meld(set_of(card) | set_of(x) | set_of(y))) continue;
            ways += (set_has(first, x) && set_has(second, y)) || (set_has(first, y) && set_has(second, x));
        }
    return ways;
}

static const double POWERS[] = {1, 0.9, 0.81, 0.729, 0.6561, 0.59049};

// The value of an event that so many of its kind came after, for the first few.
static void assert_aged(int byte, int age) {
    if (age < 6)
        assert_int_equal(byte, (int)(128 * POWERS[age] + 0.5));
    else
        assert_true(byte < 70);
}

static void check_discards(const GinView *view, const uint8_t *plane, Seat seat) {
    CardSet seen = 0;
    int age = 0;
    for (int i = view->log->count - 1; i >= 0; i--) {
        GinEvent event = view->log->event[i];
        if (gin_event_kind(event) != GIN_EVENT_DISCARD || gin_event_seat(event) != seat) continue;
        if (!set_has(seen, event.card)) assert_aged(plane[card_index(event.card)], age);
        seen |= set_of(event.card);
        age++;
    }
    for (int c = 0; c < CARD_COUNT; c++)
        if (!set_has(seen, card_from_index(c))) assert_int_equal(plane[c], 0);
}

static void check_declined(const GinView *view, const uint8_t *plane) {
    Card upcard = CARD_NONE;
    int turn = 0, declined_at[CARD_COUNT];
    for (int c = 0; c < CARD_COUNT; c++) declined_at[c] = -1;
    for (int i = 0; i < view->log->count; i++) {
        GinEvent event = view->log->event[i];
        bool theirs = gin_event_seat(event) != view->seat;
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_PASS && theirs) declined_at[card_index(event.card)] = turn;
        if (kind == GIN_EVENT_STOCK && theirs && upcard != CARD_NONE) declined_at[card_index(upcard)] = turn;
        turn += theirs && (kind == GIN_EVENT_STOCK || kind == GIN_EVENT_TAKE);
        if (kind == GIN_EVENT_DISCARD) upcard = event.card;
        if (kind == GIN_EVENT_TAKE) upcard = CARD_NONE;
    }
    // A pass comes before the first turn, a declined upcard is of the turn itself.
    for (int c = 0; c < CARD_COUNT; c++) {
        if (declined_at[c] < 0) {
            assert_int_equal(plane[c], 0);
            continue;
        }
        bool passed = view->log->count > 0 && declined_at[c] == 0;
        if (passed) continue; // either is possible
        assert_aged(plane[c], turn - 1 - declined_at[c]);
    }
}

static void check_planes(const Spot *spot, const GinView *view, const uint8_t *inputs) {
    const GinTable *table = view->table;
    CardSet upcard = set_of(table->upcard) & SET_DECK, known = table->known[view->seat ^ 1];
    bool draws = table->phase != GIN_DISCARD;
    CardSet eleven = draws ? view->hand | upcard : view->hand, unseen = spot->state.hand[view->seat ^ 1] & ~known;
    for (int i = 0; i < table->stock; i++) unseen |= set_of(spot->state.stock[i]);
    for (int c = 0; c < CARD_COUNT; c++) {
        Card card = card_from_index(c);
        const uint8_t *plane = inputs + c;
#define AT(name) plane[(name)*CARD_COUNT]
        assert_int_equal(AT(GIN_PLANE_HAND), set_has(view->hand, card) ? 128 : 0);
        assert_int_equal(AT(GIN_PLANE_UPCARD), set_has(upcard, card) ? 128 : 0);
        assert_int_equal(AT(GIN_PLANE_BURIED), set_has(table->buried, card) ? 128 : 0);
        assert_int_equal(AT(GIN_PLANE_KNOWN), set_has(known, card) ? 128 : 0);
        assert_int_equal(AT(GIN_PLANE_SHOWN), set_has(table->known[view->seat], card) ? 128 : 0);
        bool drop = set_has(view->hand, card) && card != table->taken;
        int after = drop ? gin_deadwood(eleven & ~set_of(card)) : 0;
        int shown = after > 50 ? 0 : 128 - after * 41 / 16;
        assert_int_equal(AT(GIN_PLANE_DEADWOOD), drop ? shown : 0);
        assert_int_equal(AT(GIN_PLANE_KNOCKS), drop && after <= table->knock_limit ? 128 : 0);
        bool useful = set_has(unseen | upcard, card) && set_has(gin_meldable(view->hand | set_of(card)), card);
        assert_int_equal(AT(GIN_PLANE_USEFUL), useful ? 128 : 0);
        bool held = set_has(eleven, card);
        assert_int_equal(AT(GIN_PLANE_OUTS), held ? 21 * plain_ways(card, eleven, unseen) : 0);
        int danger = held ? 16 * plain_ways(card, unseen | known, unseen | known) : 0;
        danger += held ? 22 * plain_ways(card, known, unseen | known) : 0;
        assert_int_equal(AT(GIN_PLANE_DANGER), danger);
#undef AT
    }
    CardSet melded = 0;
    for (int c = 0; c < CARD_COUNT; c++)
        if (inputs[GIN_PLANE_MELDED * CARD_COUNT + c]) melded |= set_of(card_from_index(c));
    assert_false(melded & ~gin_meldable(view->hand));
    assert_int_equal(gin_points(view->hand & ~melded), gin_deadwood(view->hand));
    check_discards(view, inputs + GIN_PLANE_DISCARDS * CARD_COUNT, view->seat ^ 1);
    check_discards(view, inputs + GIN_PLANE_OWN_DISCARDS * CARD_COUNT, view->seat);
    check_declined(view, inputs + GIN_PLANE_DECLINED * CARD_COUNT);
}

static int set_among(const uint8_t *bytes, int count) {
    int ones = 0;
    for (int i = 0; i < count; i++) {
        assert_true(bytes[i] == 0 || bytes[i] == 128);
        ones += bytes[i] == 128;
    }
    return ones;
}

static void check_numbers(const GinView *view, const GinHabits *habits, const uint8_t *at) {
    const GinTable *table = view->table;
    bool draws = table->phase != GIN_DISCARD;
    assert_int_equal(set_among(&at[GIN_AT_PHASE], 4), 1);
    assert_int_equal(at[GIN_AT_PHASE + table->phase], 128);
    assert_int_equal(set_among(&at[GIN_AT_STOCK_STEP], 8), 1);
    assert_int_equal(set_among(&at[GIN_AT_TURN_STEP], 10), 1);
    assert_int_equal(set_among(&at[GIN_AT_DEADWOOD_IS], 17), 1);
    assert_int_equal(set_among(&at[GIN_AT_OUTS_STEP], 8), 1);
    assert_int_equal(set_among(&at[GIN_AT_MELDED_STEP], 4), 1);
    assert_int_equal(set_among(&at[GIN_AT_SINCE_STEP], 4), table->takes[view->seat ^ 1] > 0);
    assert_int_equal(set_among(&at[GIN_AT_SCORE_STEP], 10), 1);
    assert_int_equal(set_among(&at[GIN_AT_OTHER_SCORE_STEP], 10), 1);
    assert_int_equal(set_among(&at[GIN_AT_HANDS_STEP], 6), 1);
    int deadwood = gin_deadwood(view->hand), least = deadwood;
    CardSet eleven = draws ? view->hand | set_of(table->upcard) : view->hand;
    for (CardSet rest = view->hand & ~set_of(table->taken); rest; rest = set_rest(rest)) {
        int after = gin_deadwood(eleven & ~(rest & -rest));
        if (rest == (view->hand & ~set_of(table->taken)) || after < least) least = after;
    }
    if (!draws) deadwood = least;
    if (deadwood <= 10) assert_int_equal(at[GIN_AT_DEADWOOD_IS + deadwood], 128);
    assert_int_equal(at[GIN_AT_DEADWOOD], deadwood * 41 / 16);
    assert_int_equal(at[GIN_AT_TAKE], draws ? least * 41 / 16 : 0);
    assert_int_equal(at[GIN_AT_CAN_KNOCK + draws], least <= table->knock_limit ? 128 : 0);
    assert_int_equal(at[GIN_AT_CAN_KNOCK + !draws], 0);
    assert_int_equal(at[GIN_AT_STARTER], table->starter == view->seat ? 128 : 0);
    if (habits->hands == 0)
        for (int i = GIN_AT_CANCELLED; i < GIN_SCALARS; i++) assert_int_equal(at[i], 0);
}

static void inputs_agree_with_a_plain_recount(void **state) {
    (void)state;
    static Spot spot;
    int seen[GIN_OVER] = {0}, knocks = 0;
    for (int i = 0; i < effort(4000, 200); i++) {
        Rng rng = rng_for(2, 0, (uint64_t)i, 0);
        if (!some_spot(&spot, &rng)) continue;
        GinView view = gin_view(&spot.state, &spot.history, spot.state.table.to_act);
        uint8_t inputs[GIN_INPUTS];
        gin_observe(&view, &spot.habits, inputs);
        check_planes(&spot, &view, inputs);
        check_numbers(&view, &spot.habits, inputs + GIN_PLANES * CARD_COUNT);
        seen[spot.state.table.phase]++;
        knocks += inputs[GIN_PLANES * CARD_COUNT + GIN_AT_CAN_KNOCK] > 0;
    }
    for (int phase = 0; phase <= GIN_DISCARD; phase++) assert_true(seen[phase] > 0);
    assert_true(knocks > 0);
}

static void habits_are_shares_that_grow_with_what_is_known(void **state) {
    (void)state;
    static Spot spot;
    Rng rng = rng_for(3, 0, 0, 0);
    while (!some_spot(&spot, &rng)) {
    }
    Seat us = spot.state.table.to_act;
    static const struct {
        GinSeatHabits habits;
        int hands, input, byte;
    } cases[] = {
        {{.knocks = 1}, 1, GIN_HABIT_KNOCKS, 42},                               // 128 * 1/(1 + 2)
        {{.knocks = 10}, 10, GIN_HABIT_KNOCKS, 106},                            // 128 * 10/(10 + 2)
        {{.knocks = 4, .knock_deadwood[2] = 3}, 9, GIN_HABIT_DEADWOOD + 2, 64}, // 128 * 3/(4 + 2)
        {{.knocks = 4, .knock_turn[5] = 3}, 9, GIN_HABIT_TURN + 5, 64},
        {{.defences = 6, .held_knock = 4}, 9, GIN_HABIT_HELD_KNOCK, 64},
        {{.defences = 6, .undercuts = 4}, 9, GIN_HABIT_UNDERCUTS, 64},
        {{.defences = 3, .defence_points = 125}, 9, GIN_HABIT_DEFENCE_POINTS, 63}, // 25 points each, in doubt
        {{.draws = 90, .takes = 50}, 9, GIN_HABIT_TAKES, 64},
        {{.offers = 6, .offers_taken = 4}, 9, GIN_HABIT_OFFERS_TAKEN, 64},
        {{.knocks = 4}, 9, GIN_HABIT_KNOCK_COUNT, 64},
        {{.defences = 40}, 50, GIN_HABIT_DEFENCE_COUNT, 255},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int whose = 0; whose < 2; whose++) {
            spot.habits = (GinHabits){.hands = (uint16_t)cases[i].hands};
            spot.habits.seat[us ^ whose] = cases[i].habits;
            GinView view = gin_view(&spot.state, &spot.history, us);
            uint8_t inputs[GIN_INPUTS];
            gin_observe(&view, &spot.habits, inputs);
            const uint8_t *numbers = inputs + GIN_PLANES * CARD_COUNT;
            int byte = numbers[(whose ? GIN_AT_THEIR_HABITS : GIN_AT_OWN_HABITS) + cases[i].input];
            int other = numbers[(whose ? GIN_AT_OWN_HABITS : GIN_AT_THEIR_HABITS) + cases[i].input];
            if (abs(byte - cases[i].byte) > 1) fail_msg("case %zu: %d instead of %d", i, byte, cases[i].byte);
            assert_int_equal(other, 0);
        }
}

// Weights mean nothing with other inputs: whoever changes a byte changes this number, and trains again.
static void inputs_are_the_recorded_ones(void **state) {
    (void)state;
    static Spot spot;
    uint64_t hash = 0;
    for (int i = 0; i < 2000; i++) {
        Rng rng = rng_for(4, 0, (uint64_t)i, 0);
        if (!some_spot(&spot, &rng)) continue;
        GinView view = gin_view(&spot.state, &spot.history, spot.state.table.to_act);
        uint8_t bytes[GIN_INPUTS + GIN_SECRETS + 16] = {0};
        gin_observe(&view, &spot.habits, bytes);
        gin_observe_secrets(&spot.state, view.seat, bytes + GIN_INPUTS);
        gin_choices(&view, bytes + GIN_INPUTS + GIN_SECRETS);
        for (size_t at = 0; at < sizeof bytes; at++) hash = rng_fold(hash, bytes[at]);
    }
    assert_int_equal(hash, UINT64_C(0x62A59A8AFF00E120));
}

static void secrets_show_the_opponents_hand(void **state) {
    (void)state;
    static Spot spot;
    for (int i = 0; i < effort(20000, 1000); i++) {
        Rng rng = rng_for(5, 0, (uint64_t)i, 0);
        if (!some_spot(&spot, &rng)) continue;
        Seat us = spot.state.table.to_act;
        CardSet theirs = spot.state.hand[us ^ 1], reach = spot.state.hand[us] | set_of(spot.state.table.upcard);
        uint8_t secrets[GIN_SECRETS];
        memset(secrets, 0xA5, sizeof secrets);
        gin_observe_secrets(&spot.state, us, secrets);
        for (int k = 0; k < spot.state.table.stock; k++) reach |= set_of(spot.state.stock[k]);
        for (int c = 0; c < CARD_COUNT; c++) {
            CardSet card = set_of(card_from_index(c));
            assert_int_equal(secrets[c], theirs & card ? 128 : 0);
            assert_int_equal(secrets[CARD_COUNT + c], gin_useful_draws(theirs) & reach & card ? 128 : 0);
        }
        int deadwood = gin_deadwood(theirs);
        assert_int_equal(set_among(secrets + 2 * CARD_COUNT + 1, 12), 1);
        assert_int_equal(secrets[2 * CARD_COUNT + 1 + (deadwood < 11 ? deadwood : 11)], 128);
        assert_int_equal(secrets[2 * CARD_COUNT + 13], deadwood <= spot.state.table.knock_limit ? 128 : 0);
    }
}

// ---- Choices ----

static void check_choices(const GinState *state, const GinView *view) {
    uint8_t legal[GIN_LEGAL_BYTES];
    int count = gin_choices(view, legal), found = 0;
    GinLegal all = gin_legal(state);
    CardSet gins = 0;
    for (CardSet rest = all.knocks; rest; rest = set_rest(rest))
        if (gin_deadwood(view->hand & ~(rest & -rest)) == 0) gins |= rest & -rest;
    GinAction forced;
    assert_int_equal(gin_forced(view, &forced), count < 2);
    if (count < 2) assert_true(gin_is_legal(state, &forced));
    if (all.show || all.big_gin) {
        assert_int_equal(count, 0);
        assert_int_equal(forced.move, all.show ? GIN_SHOW : GIN_CALL_BIG);
        return;
    }
    for (int choice = 0; choice < 8 * GIN_LEGAL_BYTES; choice++) {
        bool is = choice < GIN_CHOICES && gin_choice_is_legal(legal, choice);
        if (choice >= GIN_CHOICES) assert_false(legal[choice / 8] >> choice % 8 & 1);
        bool should = choice == GIN_CHOICE_TAKE ? all.take : choice == GIN_CHOICE_STOCK ? all.stock || all.pass : false;
        if (choice >= GIN_CHOICE_DROP && choice < GIN_CHOICE_KNOCK)
            should = !gins && set_has(all.discards, card_from_index(choice - GIN_CHOICE_DROP));
        if (choice >= GIN_CHOICE_KNOCK && choice < GIN_CHOICES)
            should = set_has(gins ? gins : all.knocks, card_from_index(choice - GIN_CHOICE_KNOCK));
        assert_int_equal(is, should);
        found += is;
        if (!is) continue;
        GinAction action = gin_choice_action(view, choice);
        assert_true(gin_is_legal(state, &action));
        assert_int_equal(gin_action_choice(view, &action), choice);
        if (action.move != GIN_KNOCK) continue;
        CardSet loose = view->hand & ~set_of(action.card) & ~gin_split_cards(&action.melds);
        assert_int_equal(gin_points(loose), gin_deadwood(view->hand & ~set_of(action.card)));
    }
    assert_int_equal(found, count);
}

static void choices_are_exactly_what_is_legal_and_no_gin_is_declined(void **state) {
    (void)state;
    static Spot spot;
    int positions = 0, defences = 0, count = effort(1000000, 20000);
    for (int i = 0; positions < count; i++) {
        Rng rng = rng_for(6, 0, (uint64_t)i, 0);
        some_spot(&spot, &rng);
        for (int more = 4; more > 0 && spot.state.table.phase != GIN_OVER; more--) {
            GinView view = gin_view(&spot.state, &spot.history, spot.state.table.to_act);
            check_choices(&spot.state, &view);
            positions++;
            defences += spot.state.table.phase == GIN_DEFEND;
            GinAction action = some_action(&spot.state, &rng, 0.5);
            gin_apply(&spot.state, &spot.history, &action);
        }
    }
    assert_true(defences > 0);
}

static void what_is_no_choice_is_none(void **state) {
    (void)state;
    static Spot spot;
    for (int i = 0; i < effort(20000, 1000); i++) {
        Rng rng = rng_for(7, 0, (uint64_t)i, 0);
        if (!some_spot(&spot, &rng)) continue;
        GinView view = gin_view(&spot.state, &spot.history, spot.state.table.to_act);
        GinAction action = {.move = (uint8_t)rng_below(&rng, GIN_RESIGN + 1), .card = (Card)rng_below(&rng, 256)};
        int choice = gin_action_choice(&view, &action);
        if (choice < 0) continue;
        assert_true(gin_is_legal(&spot.state, &action));
        assert_true(action.move == gin_choice_action(&view, choice).move);
    }
}

// A set of four sevens or a run 5-6-7: melds of equal deadwood, of which one is open to fewer layoffs.
static void a_knocker_shows_the_melds_least_open_to_layoffs(void **state) {
    (void)state;
    static Spot spot;
    int better = 0;
    for (int i = 0; i < effort(60000, 3000); i++) {
        Rng rng = rng_for(8, 0, (uint64_t)i, 0);
        if (!some_spot(&spot, &rng) || spot.state.table.phase != GIN_DISCARD) continue;
        GinView view = gin_view(&spot.state, &spot.history, spot.state.table.to_act);
        CardSet theirs = SET_DECK & ~(view.hand | view.table->buried | set_of(view.table->upcard));
        for (CardSet rest = gin_view_legal(&view).knocks; rest; rest = set_rest(rest)) {
            CardSet hand = view.hand & ~(rest & -rest);
            GinAction action = gin_choice_action(&view, GIN_CHOICE_KNOCK + card_index(set_first(rest)));
            GinSplit splits[GIN_MAX_SPLITS];
            int count = gin_best_splits(hand, splits), first = 0, chosen = 0;
            for (CardSet one = theirs; one; one = set_rest(one)) {
                first += gin_points(gin_layoff(&splits[0], one & -one));
                chosen += gin_points(gin_layoff(&action.melds, one & -one));
            }
            assert_true(chosen <= first || gin_deadwood(hand) == 0);
            better += count > 1 && chosen < first;
        }
    }
    assert_true(better > 0);
}

// A log that was told in words has gaps; it must be read without harm.
static void scenes_told_in_words_can_be_observed(void **state) {
    (void)state;
    GinScene scene = {.rules = gin_rules_default(),
                      .hand = cards("AC 2C 3C 7H 8H 9H TD JD KS 4S 5S"),
                      .taken = CARD_NONE,
                      .latest = CARD_NONE};
    GinView view;
    Error err = {{0}};
    if (!gin_scene_opponent(&scene, "took 7C, discarded QD KD, declined 9D", &err) ||
        !gin_scene_view(&scene, &view, &err))
        fail_msg("%s", err.text);
    uint8_t inputs[GIN_INPUTS];
    gin_observe(&view, &(GinHabits){0}, inputs);
    assert_int_equal(inputs[GIN_PLANE_KNOWN * CARD_COUNT + card_index(card_make(6, 0))], 128);
    assert_int_equal(inputs[GIN_PLANE_DECLINED * CARD_COUNT + card_index(card_make(8, 1))], 128);
    assert_int_equal(inputs[GIN_PLANE_DISCARDS * CARD_COUNT + card_index(card_make(12, 1))], 128);
    assert_int_equal(inputs[GIN_PLANE_DISCARDS * CARD_COUNT + card_index(card_make(11, 1))], 115);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_input_has_a_name_of_its_own),
        cmocka_unit_test(permuting_hidden_cards_changes_no_input),
        cmocka_unit_test(inputs_agree_with_a_plain_recount),
        cmocka_unit_test(habits_are_shares_that_grow_with_what_is_known),
        cmocka_unit_test(inputs_are_the_recorded_ones),
        cmocka_unit_test(secrets_show_the_opponents_hand),
        cmocka_unit_test(choices_are_exactly_what_is_legal_and_no_gin_is_declined),
        cmocka_unit_test(what_is_no_choice_is_none),
        cmocka_unit_test(a_knocker_shows_the_melds_least_open_to_layoffs),
        cmocka_unit_test(scenes_told_in_words_can_be_observed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
