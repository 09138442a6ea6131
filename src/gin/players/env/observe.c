// SPDX-License-Identifier: MIT
// Inputs by integer arithmetic, so that they are the same bytes on every machine.
#include "gin/players/env/observe.h"

#include <assert.h>
#include <string.h>

#include "gin/players/env/observe_internal.h"

// ---- Planes ----

// Deadwood so that 50 points are one.
static int scaled_deadwood(int deadwood) { return deadwood * 41 / 16; }

static uint8_t *plane_of(uint8_t *inputs, GinPlane plane) { return inputs + plane * CARD_COUNT; }

// GIN_ONE * 0.9^age, rounded.
static const uint8_t aged[] = {128, 115, 104, 93, 84, 76, 68, 61, 55, 50, 45, 40, 36, 33, 29, 26, 24, 21,
                               19,  17,  16,  14, 13, 11, 10, 9,  8,  7,  7,  6,  5,  5,  4,  4,  4,  3,
                               3,   3,   2,   2,  2,  2,  2,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  0};

static uint8_t value_at(int age) {
    enum { AGES = sizeof aged };
    return aged[age < AGES ? age : AGES - 1];
}

// A card that comes up twice counts as it was last; without a branch.
static void put_aged(uint8_t *plane, int index, uint8_t value) {
    plane[index] = plane[index] < value ? value : plane[index];
}

// What the log shows, from its end: both seats' discards, the upcards the opponent declined, and since how many of its
// turns it has not taken one (-1: it never has). Draws and discards alternate, which a processor predicts well; who
// drew what it cannot, so that is branch-free.
static int put_log(const GinView *view, uint8_t *inputs) {
    const GinLog *log = view->log;
    uint8_t *declined = plane_of(inputs, GIN_PLANE_DECLINED);
    int discards[2] = {0, 0}, draws = 0, since = -1, next = -1; // [1] is the opponent's
    for (int i = log->count - 1; i >= 0; i--) {
        GinEvent event = log->event[i];
        int what = event.what ^ view->seat, theirs = what & 1, index = card_index(event.card);
        if (what >> 1 == GIN_EVENT_DISCARD) {
            uint8_t *plane = plane_of(inputs, theirs ? GIN_PLANE_DISCARDS : GIN_PLANE_OWN_DISCARDS);
            put_aged(plane, index, value_at(discards[theirs]++));
            bool unwanted = next == 2 * GIN_EVENT_STOCK + 1;
            put_aged(declined, index, unwanted ? value_at(draws - 1) : 0);
        } else if (what == 2 * GIN_EVENT_PASS + 1) {
            put_aged(declined, index, value_at(draws));
        } else if (what >> 1 == GIN_EVENT_STOCK || what >> 1 == GIN_EVENT_TAKE) {
            since = what == 2 * GIN_EVENT_TAKE + 1 && since < 0 ? draws : since;
            draws += theirs;
        }
        next = what;
    }
    return since;
}

// In how many ways a card makes three with one card of `a` and one of `b`, from 0 to 6, for all cards at once: bit i of
// the number is in count[i]. `a` and `b` are disjoint or one holds the other.
static void count_two_card_ways(CardSet a, CardSet b, CardSet count[3]) {
    CardSet a1 = a << 16 | a >> 48, a2 = a << 32 | a >> 32, a3 = a << 48 | a >> 16;
    CardSet b1 = b << 16 | b >> 48, b2 = b << 32 | b >> 32, b3 = b << 48 | b >> 16;
    CardSet x = (a << 1 & b << 2) | (b << 1 & a << 2), y = (a << 1 & b >> 1) | (b << 1 & a >> 1);
    CardSet z = (a >> 1 & b >> 2) | (b >> 1 & a >> 2);
    CardSet u = (a1 & b2) | (b1 & a2), v = (a1 & b3) | (b1 & a3), w = (a2 & b3) | (b2 & a3);
    CardSet runs = x ^ y ^ z, run_carry = (x & y) | (x & z) | (y & z);
    CardSet sets = u ^ v ^ w, set_carry = (u & v) | (u & w) | (v & w), carry = runs & sets;
    count[0] = runs ^ sets;
    count[1] = run_carry ^ set_carry ^ carry;
    count[2] = (run_carry & set_carry) | (run_carry & carry) | (set_carry & carry);
}

static int ways_of(const CardSet count[3], Card card) {
    return (int)((count[0] >> card & 1) | (count[1] >> card & 1) << 1 | (count[2] >> card & 1) << 2);
}

// How well cards at hand go with what else there is: for ourselves with a card held and one unseen; for the opponent
// with two it may hold, and more so if it is known to hold one of them.
static void put_ways(uint8_t *inputs, CardSet cards, CardSet unseen, CardSet known) {
    enum { OUT = 21, DANGER = 16, KNOWN_DANGER = 22 };
    uint8_t *outs = plane_of(inputs, GIN_PLANE_OUTS), *danger = plane_of(inputs, GIN_PLANE_DANGER);
    CardSet own[3], theirs[3], surely[3];
    count_two_card_ways(cards, unseen, own);
    count_two_card_ways(unseen | known, unseen | known, theirs);
    count_two_card_ways(known, unseen | known, surely);
    for (CardSet rest = cards; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        outs[card_index(card)] = (uint8_t)(OUT * ways_of(own, card));
        danger[card_index(card)] = (uint8_t)(DANGER * ways_of(theirs, card) + KNOWN_DANGER * ways_of(surely, card));
    }
}

// Writes 1 - deadwood/50 after each discard `allowed` of eleven cards and the knocks among them, and returns the least
// deadwood.
static int put_discards(uint8_t *inputs, CardSet eleven, CardSet allowed, int limit) {
    uint8_t *plane = plane_of(inputs, GIN_PLANE_DEADWOOD), *knocks = plane_of(inputs, GIN_PLANE_KNOCKS);
    CardSet meldable = gin_meldable(eleven);
    int all = gin_deadwood(eleven), least = all;
    for (CardSet rest = allowed & ~meldable; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int after = all - gin_card_points(card);
        least = after < least ? after : least;
        plane[card_index(card)] = plane_capped(GIN_ONE - scaled_deadwood(after));
        knocks[card_index(card)] = after <= limit ? GIN_ONE : 0;
    }
    for (CardSet rest = allowed & meldable; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int after = gin_deadwood(eleven ^ set_of(card));
        least = after < least ? after : least;
        plane[card_index(card)] = plane_capped(GIN_ONE - scaled_deadwood(after));
        knocks[card_index(card)] = after <= limit ? GIN_ONE : 0;
    }
    return least;
}

static CardSet melded(CardSet hand) {
    CardSet runs = gin_run_cards(hand), sets = gin_set_cards(hand);
    if (!(runs & sets)) return runs | sets; // nothing competes
    GinSplit split = gin_best_split(hand);
    return gin_split_cards(&split);
}

// ---- Numbers ----

static void put_deadwood(uint8_t *numbers, int deadwood) {
    static const uint8_t most[] = {15, 20, 25, 30, 40};
    numbers[GIN_AT_DEADWOOD] = plane_capped(scaled_deadwood(deadwood));
    if (deadwood <= 10)
        numbers[GIN_AT_DEADWOOD_IS + deadwood] = GIN_ONE;
    else
        PLANE_PUT_STEP(&numbers[GIN_AT_DEADWOOD_STEP], most, deadwood);
}

static void put_table(const GinView *view, uint8_t *numbers, int since) {
    static const uint8_t stock_most[] = {1, 3, 5, 8, 12, 17, 23};
    static const uint8_t turn_most[] = {0, 1, 2, 3, 4, 5, 6, 8, 11};
    static const uint8_t since_most[] = {0, 1, 3};
    const GinTable *table = view->table;
    Seat us = view->seat, them = us ^ 1;
    int left = table->stock > view->rules->stock_end ? table->stock - view->rules->stock_end : 0;
    numbers[GIN_AT_PHASE + table->phase] = GIN_ONE;
    numbers[GIN_AT_TAKEN] = table->taken != CARD_NONE ? GIN_ONE : 0;
    numbers[GIN_AT_STARTER] = table->starter == us ? GIN_ONE : 0;
    numbers[GIN_AT_STOCK] = plane_capped(4 * left);
    PLANE_PUT_STEP(&numbers[GIN_AT_STOCK_STEP], stock_most, left);
    numbers[GIN_AT_TURN] = plane_capped(8 * table->turns[us]);
    numbers[GIN_AT_TURN + 1] = plane_capped(8 * table->turns[them]);
    int turn = table->turns[us] - (table->phase == GIN_DISCARD); // complete ones
    PLANE_PUT_STEP(&numbers[GIN_AT_TURN_STEP], turn_most, turn);
    numbers[GIN_AT_TAKES] = plane_capped(16 * table->takes[us]);
    numbers[GIN_AT_TAKES + 1] = plane_capped(16 * table->takes[them]);
    numbers[GIN_AT_KNOWN] = plane_capped(16 * set_count(table->known[them]));
    numbers[GIN_AT_KNOWN_MELDED] = plane_capped(16 * set_count(gin_meldable(table->known[them])));
    if (since < 0) return;
    numbers[GIN_AT_SINCE_TAKE] = value_at(since);
    PLANE_PUT_STEP(&numbers[GIN_AT_SINCE_STEP], since_most, since);
}

// A score in sixteenths of the target, so that the target is 16 * 8; divided once for both seats.
static void put_score(const GinView *view, uint8_t *numbers) {
    const uint16_t *score = view->table->score;
    uint32_t target = view->rules->target ? view->rules->target : 1, part = (UINT32_C(128) << 16) / target;
    int own = plane_capped((int)(score[view->seat] * part >> 16)),
        other = plane_capped((int)(score[view->seat ^ 1] * part >> 16));
    numbers[GIN_AT_SCORE] = (uint8_t)own;
    numbers[GIN_AT_SCORE + 1] = (uint8_t)other;
    numbers[GIN_AT_LEAD] = plane_capped(own - other);
    numbers[GIN_AT_LEAD + 1] = plane_capped(other - own);
    numbers[GIN_AT_SCORE_STEP + (own < 128 ? own * 5 / 64 : 9)] = GIN_ONE; // tenths
    numbers[GIN_AT_OTHER_SCORE_STEP + (other < 128 ? other * 5 / 64 : 9)] = GIN_ONE;
    bool wins = score[view->seat] + view->rules->gin_bonus * view->table->factor >= view->rules->target;
    numbers[GIN_AT_GIN_WINS] = wins ? GIN_ONE : 0;
}

static void put_rules(const GinView *view, uint8_t *numbers) {
    const GinRules *rules = view->rules;
    uint8_t *at = &numbers[GIN_AT_RULES];
    at[GIN_RULE_LIMIT] = plane_capped(view->table->knock_limit * 12);
    at[GIN_RULE_GIN] = plane_capped(rules->gin_bonus * 4);
    at[GIN_RULE_UNDERCUT] = plane_capped(rules->undercut_bonus * 4);
    at[GIN_RULE_BIG_GIN] = plane_capped(rules->big_gin_bonus * 4);
    at[GIN_RULE_TIE] = rules->tie == GIN_TIE_KNOCKER ? GIN_ONE : 0;
    at[GIN_RULE_TARGET] = plane_capped(rules->target / 4);
    at[GIN_RULE_DOUBLE] = view->table->factor > 1 ? GIN_ONE : 0;
    at[GIN_RULE_STOCK_END] = plane_capped(rules->stock_end * 8);
    at[GIN_RULE_WINNER_STARTS] = rules->next_starter == GIN_START_WINNER ? GIN_ONE : 0;
    at[GIN_RULE_LOSER_STARTS] = rules->next_starter == GIN_START_LOSER ? GIN_ONE : 0;
}

// The fixed-point factor that turns a count of `whole` into a share, in 2^-12 of a byte's step. A larger constant added
// to `whole` shrinks shares more toward 0 while data is scarce; one division serves many shares.
static uint32_t share_of(int whole, int doubt) { return ((uint32_t)GIN_ONE << 12) / (uint32_t)(whole + doubt); }

static uint8_t share_as_byte(int part, uint32_t unit) { return plane_capped((int)((uint32_t)part * unit >> 12)); }

static void put_habits(const GinSeatHabits *habits, int hands, uint8_t *at) {
    uint32_t knock = share_of(habits->knocks, 2), defence = share_of(habits->defences, 2);
    at[GIN_HABIT_KNOCKS] = share_as_byte(habits->knocks, share_of(hands, 2));
    at[GIN_HABIT_UNDERCUTS] = share_as_byte(habits->undercuts, defence);
    at[GIN_HABIT_HELD_KNOCK] = share_as_byte(habits->held_knock, defence);
    at[GIN_HABIT_DEFENCE_POINTS] = share_as_byte(habits->defence_points, defence / 50);
    at[GIN_HABIT_TAKES] = share_as_byte(habits->takes, share_of(habits->draws, 10));
    at[GIN_HABIT_OFFERS_TAKEN] = share_as_byte(habits->offers_taken, share_of(habits->offers, 2));
    at[GIN_HABIT_KNOCK_COUNT] = plane_capped(16 * habits->knocks);
    at[GIN_HABIT_DEFENCE_COUNT] = plane_capped(16 * habits->defences);
    for (int i = 0; i < GIN_KNOCK_DEADWOODS; i++)
        at[GIN_HABIT_DEADWOOD + i] = share_as_byte(habits->knock_deadwood[i], knock);
    for (int i = 0; i < GIN_KNOCK_TURNS; i++) at[GIN_HABIT_TURN + i] = share_as_byte(habits->knock_turn[i], knock);
}

static void observe_put_past(const GinView *view, const GinHabits *past, uint8_t *numbers) {
    static const uint8_t hands_most[] = {0, 1, 2, 4, 8};
    int hands = past->hands;
    PLANE_PUT_STEP(&numbers[GIN_AT_HANDS_STEP], hands_most, hands);
    if (hands == 0) return;
    numbers[GIN_AT_HANDS] = plane_capped(8 * hands);
    numbers[GIN_AT_CANCELLED] = share_as_byte(past->cancelled, share_of(hands, 2));
    put_habits(&past->seat[view->seat ^ 1], hands, &numbers[GIN_AT_THEIR_HABITS]);
    put_habits(&past->seat[view->seat], hands, &numbers[GIN_AT_OWN_HABITS]);
}

// What the hand is worth, now and with the upcard, and what would improve it.
static void put_hand(const GinView *view, uint8_t *inputs, CardSet eleven, CardSet unseen) {
    static const uint8_t outs_most[] = {0, 1, 2, 3, 4, 6, 8};
    static const uint8_t melded_most[] = {0, 5, 8};
    const GinTable *table = view->table;
    uint8_t *numbers = inputs + GIN_PLANES * CARD_COUNT;
    bool draws = table->phase != GIN_DISCARD;
    CardSet own_melds = melded(view->hand), useful = gin_useful_draws(view->hand);
    CardSet allowed = view->hand & ~set_of(table->taken);
    int least = put_discards(inputs, eleven, allowed, table->knock_limit), deadwood = least;
    if (draws) {
        deadwood = gin_points(view->hand & ~own_melds);
        numbers[GIN_AT_TAKE] = plane_capped(scaled_deadwood(least));
        if (least <= 10) numbers[GIN_AT_TAKE_IS + least] = GIN_ONE;
        numbers[GIN_AT_TAKE_SAVES] = plane_capped(8 * (deadwood - least));
        numbers[GIN_AT_TAKE_MELDS] = set_has(useful, table->upcard) ? GIN_ONE : 0;
    }
    numbers[GIN_AT_CAN_KNOCK + draws] = least <= table->knock_limit ? GIN_ONE : 0;
    put_deadwood(numbers, deadwood);
    int outs = set_count(useful & unseen), cards = set_count(own_melds);
    numbers[GIN_AT_OUTS] = plane_capped(8 * outs);
    PLANE_PUT_STEP(&numbers[GIN_AT_OUTS_STEP], outs_most, outs);
    numbers[GIN_AT_MELDED] = plane_capped(12 * cards);
    PLANE_PUT_STEP(&numbers[GIN_AT_MELDED_STEP], melded_most, cards);
    for (CardSet rest = own_melds; rest; rest = set_rest(rest))
        plane_of(inputs, GIN_PLANE_MELDED)[card_index(set_first(rest))] = GIN_ONE;
    for (CardSet rest = useful & (unseen | set_of(table->upcard)); rest; rest = set_rest(rest))
        plane_of(inputs, GIN_PLANE_USEFUL)[card_index(set_first(rest))] = GIN_ONE;
}

void gin_observe(const GinView *view, const GinHabits *habits, uint8_t *inputs) {
    const GinTable *table = view->table;
    Seat us = view->seat, them = us ^ 1;
    assert(table->phase <= GIN_DISCARD && table->to_act == us);
    CardSet upcard = set_of(table->upcard) & SET_DECK, eleven = view->hand | upcard;
    if (table->phase == GIN_DISCARD) eleven = view->hand;
    CardSet unseen = SET_DECK & ~(view->hand | upcard | table->buried | table->known[them]);
    plane_put(plane_of(inputs, GIN_PLANE_HAND), view->hand);
    plane_put(plane_of(inputs, GIN_PLANE_UPCARD), upcard);
    plane_put(plane_of(inputs, GIN_PLANE_BURIED), table->buried);
    plane_put(plane_of(inputs, GIN_PLANE_KNOWN), table->known[them]);
    plane_put(plane_of(inputs, GIN_PLANE_SHOWN), table->known[us]);
    memset(plane_of(inputs, GIN_PLANE_SHOWN + 1), 0, GIN_INPUTS - (GIN_PLANE_SHOWN + 1) * CARD_COUNT);
    uint8_t *numbers = inputs + GIN_PLANES * CARD_COUNT;
    put_table(view, numbers, put_log(view, inputs));
    put_hand(view, inputs, eleven, unseen);
    put_ways(inputs, eleven, unseen, table->known[them]);
    put_score(view, numbers);
    put_rules(view, numbers);
    observe_put_past(view, habits, numbers);
}

// ---- Secrets ----

void gin_observe_secrets(const GinState *state, Seat seat, uint8_t *secrets) {
    const GinTable *table = &state->table;
    CardSet theirs = state->hand[seat ^ 1], stock = 0;
    for (int i = 0; i < table->stock; i++) stock |= set_of(state->stock[i]);
    CardSet useful = gin_useful_draws(theirs), own_useful = gin_useful_draws(state->hand[seat]);
    CardSet upcard = set_of(table->upcard);
    plane_put(secrets, theirs);
    plane_put(secrets + CARD_COUNT, useful & (stock | state->hand[seat] | upcard));
    uint8_t *numbers = secrets + 2 * CARD_COUNT;
    memset(numbers, 0, GIN_SECRETS - 2 * CARD_COUNT);
    int deadwood = gin_deadwood(theirs);
    numbers[0] = plane_capped(scaled_deadwood(deadwood));
    numbers[1 + (deadwood <= 10 ? deadwood : 11)] = GIN_ONE;
    numbers[13] = deadwood <= table->knock_limit ? GIN_ONE : 0;
    numbers[14] = plane_capped(8 * set_count(useful & stock));
    numbers[15] = plane_capped(8 * set_count(own_useful & stock));
    // The next cards of the stock: whom they would help.
    for (int i = 0; i < 4 && i < table->stock; i++) {
        Card next = state->stock[table->stock - 1 - i];
        numbers[16 + 2 * i] = set_has(own_useful, next) ? GIN_ONE : 0;
        numbers[17 + 2 * i] = set_has(useful, next) ? GIN_ONE : 0;
    }
}
