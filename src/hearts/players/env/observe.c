// SPDX-License-Identifier: MIT
#include "hearts/players/env/observe.h"

#include <assert.h>
#include <string.h>

#include "hearts/players/env/observe_internal.h"

// ---- The trail ----

void hearts_trail_follow(HeartsTrail *trail, const HeartsLog *log) {
    for (; trail->cards < log->count; trail->cards++) {
        int at = trail->cards;
        Card card = log->card[at], led = log->card[at & ~3];
        CardSet bit = set_of(card);
        trail->played[log->seat[at]] |= bit;
        trail->led |= at & 3 ? 0 : bit;
        trail->off |= card_suit(card) != card_suit(led) ? bit : 0;
        trail->when[card_index(card)] = (uint8_t)(HEARTS_WHEN * (at / 4 + 1));
    }
}

HeartsTrail hearts_trail_of(const HeartsLog *log) {
    HeartsTrail trail = {.cards = 0};
    hearts_trail_follow(&trail, log);
    return trail;
}

// ---- Choices ----

int hearts_choices(const HeartsView *view, CardSet picked, uint8_t legal[HEARTS_LEGAL_BYTES]) {
    CardSet cards = 0;
    if (view->table->phase == HEARTS_PASSING) cards = view->hand & ~picked;
    if (view->table->phase == HEARTS_PLAYING) cards = hearts_legal_of(view->table, view->rules, view->hand);
    hearts_put_legal(cards, legal);
    return set_count(cards);
}

bool hearts_forced(const HeartsView *view, HeartsAction *action) {
    if (view->table->phase != HEARTS_PLAYING) return false;
    CardSet cards = hearts_legal_of(view->table, view->rules, view->hand);
    if (set_rest(cards)) return false;
    *action = (HeartsAction){.move = HEARTS_PLAY, .card = set_first(cards)};
    return true;
}

// ---- Planes ----

// What a seat knows, gathered once.
typedef struct Sight {
    const HeartsView *view;
    CardSet unseen; // neither own nor played
    CardSet table;  // the trick on it
} Sight;

static uint8_t *hearts_plane_of(uint8_t *inputs, int plane) { return inputs + plane * CARD_COUNT; }

static Seat seat_from(Seat seat, int turn) { return (Seat)((seat + turn) & 3); }

// Unseen cards a seat may hold: none of a suit it is out of, and what we gave to another is not here.
static CardSet may_hold(const Sight *sight, Seat seat) {
    static const CardSet suits[16] = {
#define SUITS(a)                                                                                                       \
    (a & 1 ? SET_SUIT : 0) | (a & 2 ? SET_SUIT << 16 : 0) | (a & 4 ? SET_SUIT << 32 : 0) | (a & 8 ? SET_SUIT << 48 : 0)
        SUITS(0), SUITS(1), SUITS(2),  SUITS(3),  SUITS(4),  SUITS(5),  SUITS(6),  SUITS(7),
        SUITS(8), SUITS(9), SUITS(10), SUITS(11), SUITS(12), SUITS(13), SUITS(14), SUITS(15),
#undef SUITS
    };
    const HeartsView *view = sight->view;
    const HeartsTable *table = view->table;
    CardSet may = sight->unseen & ~suits[table->void_suits[seat] & 15];
    bool ours = table->phase == HEARTS_PLAYING && table->direction != HEARTS_PASS_NONE &&
                hearts_pass_to((HeartsPass)table->direction, view->seat) == seat;
    return ours ? may : may & ~view->given;
}

// Own cards that would take the trick as it lies.
static CardSet takers(const HeartsView *view) {
    const HeartsTable *table = view->table;
    if (!table->on_table) return 0;
    int best = table->best >> 2, strength = best > 12 ? 12 : best; // the ace counts 15 there
    CardSet above = (SET_SUIT << strength << 1 & SET_SUIT) * SET_RANK;
    return hearts_from_order(hearts_order(view->hand & table->asked) & above);
}

static Card best_card(const HeartsTable *table) {
    return table->on_table ? table->trick[hearts_taking(table)] : CARD_NONE;
}

// How many unseen cards of its suit lie above and below each own card.
static void put_neighbours(const Sight *sight, uint8_t *inputs) {
    enum { EACH = 10 };
    uint8_t *higher = hearts_plane_of(inputs, HEARTS_PLANE_HIGHER),
            *lower = hearts_plane_of(inputs, HEARTS_PLANE_LOWER);
    CardSet unseen = hearts_order(sight->unseen);
    for (CardSet rest = sight->view->hand; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        unsigned lane = (unsigned)(unseen >> 16 * card_suit(card)) & 0x1FFF;
        unsigned above = lane >> hearts_strength(card);
        int up = __builtin_popcount(above), all = __builtin_popcount(lane);
        higher[card_index(card)] = (uint8_t)(EACH * up);
        lower[card_index(card)] = (uint8_t)(EACH * (all - up));
    }
}

static void put_planes(const Sight *sight, const HeartsTrail *trail, CardSet picked, uint8_t *inputs) {
    const HeartsView *view = sight->view;
    CardSet sets[HEARTS_PLANE_WHEN] = {
        [HEARTS_PLANE_HAND] = view->hand,    [HEARTS_PLANE_PICKED] = picked,
        [HEARTS_PLANE_GIVEN] = view->given,  [HEARTS_PLANE_RECEIVED] = view->received,
        [HEARTS_PLANE_TABLE] = sight->table, [HEARTS_PLANE_BEST] = set_of(best_card(view->table)),
        [HEARTS_PLANE_LED] = trail->led,     [HEARTS_PLANE_OFF] = trail->off,
    };
    for (int turn = 0; turn < HEARTS_SEATS; turn++)
        sets[HEARTS_PLANE_PLAYED + turn] = trail->played[seat_from(view->seat, turn)];
    for (int plane = 0; plane < HEARTS_PLANE_WHEN; plane++) plane_put(hearts_plane_of(inputs, plane), sets[plane]);
    memcpy(hearts_plane_of(inputs, HEARTS_PLANE_WHEN), trail->when, CARD_COUNT);
    for (int turn = 1; turn < HEARTS_SEATS; turn++)
        plane_put(hearts_plane_of(inputs, HEARTS_PLANE_MAY + turn - 1), may_hold(sight, seat_from(view->seat, turn)));
    plane_put(hearts_plane_of(inputs, HEARTS_PLANE_TAKES), takers(view));
    memset(hearts_plane_of(inputs, HEARTS_PLANE_HIGHER), 0, HEARTS_INPUTS - HEARTS_PLANE_HIGHER * CARD_COUNT);
    put_neighbours(sight, inputs);
}

// ---- Numbers ----

static uint8_t flag(bool set) { return set ? PLANE_ONE : 0; }

static void put_trick(const Sight *sight, CardSet picked, uint8_t *numbers) {
    const HeartsTable *table = sight->view->table;
    Seat us = sight->view->seat;
    bool passing = table->phase == HEARTS_PASSING;
    numbers[HEARTS_AT_PHASE + !passing] = PLANE_ONE;
    numbers[HEARTS_AT_DIRECTION + table->direction] = PLANE_ONE;
    if (passing) {
        numbers[HEARTS_AT_PICKS + set_count(picked)] = PLANE_ONE;
        return;
    }
    numbers[HEARTS_AT_TRICK + table->tricks] = PLANE_ONE;
    numbers[HEARTS_AT_PLACE + table->on_table] = PLANE_ONE;
    numbers[HEARTS_AT_LEADER + seat_from(table->leader, HEARTS_SEATS - us)] = PLANE_ONE;
    if (table->on_table) numbers[HEARTS_AT_TAKING + seat_from(hearts_taking(table), HEARTS_SEATS - us)] = PLANE_ONE;
    numbers[HEARTS_AT_BROKEN] = flag(table->broken);
}

static void put_where(const Sight *sight, Card card, uint8_t *numbers) {
    const HeartsView *view = sight->view;
    int where = 0;
    if (set_has(sight->unseen, card)) where = 1;
    if (set_has(sight->table, card)) where = 2;
    for (int turn = 0; turn < HEARTS_SEATS; turn++)
        if (set_has(view->table->taken[seat_from(view->seat, turn)], card)) where = 3 + turn;
    numbers[where] = PLANE_ONE;
}

// Points are parts of the deck's, tricks are counted; divided once for all.
static void put_taken(const Sight *sight, uint8_t *numbers) {
    const HeartsView *view = sight->view;
    unsigned all = (unsigned)hearts_all_points(view->rules), part = (128U << 16) / (all ? all : 1);
    int having = 0, last = 0;
    for (int turn = 0; turn < HEARTS_SEATS; turn++) {
        Seat seat = seat_from(view->seat, turn);
        int points = hearts_points_of(view->rules, view->table->taken[seat]);
        numbers[HEARTS_AT_POINTS + turn] = (uint8_t)((unsigned)points * part >> 16);
        numbers[HEARTS_AT_TRICKS + turn] = (uint8_t)(9 * view->table->tricks_taken[seat]);
        having += points > 0;
        last = points > 0 ? turn : last;
    }
    if (having) numbers[HEARTS_AT_ALONE + (having == 1 ? last : HEARTS_SEATS)] = PLANE_ONE;
    numbers[HEARTS_AT_TABLE_POINTS] = (uint8_t)((unsigned)hearts_points_of(view->rules, sight->table) * part >> 16);
    put_where(sight, HEARTS_QUEEN, &numbers[HEARTS_AT_QUEEN]);
    put_where(sight, HEARTS_JACK_OF_DIAMONDS, &numbers[HEARTS_AT_JACK]);
}

static int in_suit(CardSet set, int suit) { return set_count(set & set_suit(suit)); }

static void put_suits(const Sight *sight, uint8_t *numbers) {
    const HeartsView *view = sight->view;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        int own = in_suit(view->hand, suit), most = HEARTS_OWN_SUIT_STEPS - 1;
        numbers[HEARTS_AT_SUITS + suit] = (uint8_t)(9 * own);
        numbers[HEARTS_AT_SUIT_STEP + suit * HEARTS_OWN_SUIT_STEPS + (own < most ? own : most)] = PLANE_ONE;
        numbers[HEARTS_AT_UNSEEN + suit] = (uint8_t)(9 * in_suit(sight->unseen, suit));
    }
    for (int turn = 1; turn < HEARTS_SEATS; turn++) {
        unsigned out = view->table->void_suits[seat_from(view->seat, turn)];
        for (int suit = 0; suit < CARD_SUITS; suit++)
            numbers[HEARTS_AT_VOID + (turn - 1) * CARD_SUITS + suit] = (uint8_t)((out >> suit & 1) * PLANE_ONE);
    }
}

// Scores so that the target, or 100 where one hand is a game, is one.
static void hearts_put_score(const HeartsView *view, uint8_t *numbers) {
    const int16_t *score = view->table->score;
    int target = view->rules->target ? view->rules->target : 100, all = hearts_all_points(view->rules);
    int part = (128 << 16) / target, own = score[view->seat], least = HEARTS_SCORE_LIMIT, most = own, less = 0;
    for (int turn = 0; turn < HEARTS_SEATS; turn++) {
        int here = score[seat_from(view->seat, turn)];
        int64_t scaled = (int64_t)here * part >> 16;
        int byte = (int)(scaled > 255 ? 255 : scaled < -255 ? -255 : scaled);
        numbers[HEARTS_AT_SCORE + turn] = plane_capped(byte);
        numbers[HEARTS_AT_BELOW + turn] = plane_capped(-byte);
        numbers[HEARTS_AT_NEAR + turn] = flag(view->rules->target && here + all >= target);
        most = here > most ? here : most;
        less += here < own;
        if (turn > 0) least = here < least ? here : least;
    }
    int64_t lead = (int64_t)(least - own) * part >> 16;
    int byte = (int)(lead > 255 ? 255 : lead < -255 ? -255 : lead);
    numbers[HEARTS_AT_LEAD] = plane_capped(byte);
    numbers[HEARTS_AT_LEAD + 1] = plane_capped(-byte);
    numbers[HEARTS_AT_RANK + less] = PLANE_ONE;
    int64_t highest = (int64_t)most * part >> 16;
    numbers[HEARTS_AT_HIGHEST] = plane_capped((int)(highest > 255 ? 255 : highest));
    int tenth = numbers[HEARTS_AT_SCORE] * 5 / 64;
    numbers[HEARTS_AT_SCORE_STEP + (tenth > 9 ? 9 : tenth)] = PLANE_ONE;
    numbers[HEARTS_AT_HANDS] = plane_capped(view->table->deal < 32 ? (int)(8 * view->table->deal) : 255);
}

static void hearts_put_rules(const HeartsRules *rules, uint8_t *numbers) {
    uint8_t *at = &numbers[HEARTS_AT_RULES];
    at[HEARTS_RULE_PASS] = plane_capped(32 * rules->pass_count);
    at[HEARTS_RULE_HOLD] = flag(rules->pass_hold);
    at[HEARTS_RULE_TWO_LEADS] = flag(rules->two_leads);
    at[HEARTS_RULE_SAFE_FIRST] = flag(rules->safe_first);
    at[HEARTS_RULE_BREAK] = flag(rules->break_hearts);
    at[HEARTS_RULE_QUEEN_BREAKS] = flag(rules->queen_breaks);
    at[HEARTS_RULE_HEART] = plane_capped(12 * rules->heart_points);
    at[HEARTS_RULE_QUEEN] = plane_capped(8 * rules->queen_points);
    at[HEARTS_RULE_MOON + rules->moon] = PLANE_ONE;
    at[HEARTS_RULE_JACK] = plane_capped(8 * rules->jack_bonus);
    at[HEARTS_RULE_TRICKLESS] = plane_capped(8 * rules->trickless_bonus);
    at[HEARTS_RULE_TARGET] = plane_capped(rules->target * 16 / 25);
    at[HEARTS_RULE_ONE_HAND] = flag(!rules->target);
}

void hearts_observe(const HeartsView *view, const HeartsTrail *trail, CardSet picked, uint8_t *inputs) {
    const HeartsTable *table = view->table;
    assert(table->phase != HEARTS_OVER && table->to_act == view->seat && trail->cards == view->log->count);
    CardSet gone = table->taken[0] | table->taken[1] | table->taken[2] | table->taken[3];
    const Sight sight = {view, SET_DECK & ~(table->played | view->hand), table->played & ~gone};
    put_planes(&sight, trail, picked, inputs);
    uint8_t *numbers = inputs + HEARTS_PLANES * CARD_COUNT;
    put_trick(&sight, picked, numbers);
    put_taken(&sight, numbers);
    put_suits(&sight, numbers);
    hearts_put_score(view, numbers);
    hearts_put_rules(view->rules, numbers);
}

// ---- Secrets ----

// The highest cards of the suits, and the lowest.
static void ends_of_suits(CardSet cards, CardSet *highest, CardSet *lowest) {
    CardSet order = hearts_order(cards);
    *highest = *lowest = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        CardSet lane = order & set_suit(suit);
        if (!lane) continue;
        *highest |= UINT64_C(1) << (63 - __builtin_clzll(lane));
        *lowest |= lane & -lane;
    }
    *highest = hearts_from_order(*highest);
    *lowest = hearts_from_order(*lowest);
}

void hearts_observe_secrets(const HeartsState *state, Seat seat, uint8_t *secrets) {
    const HeartsTable *table = &state->table;
    CardSet incoming = 0, highest, lowest;
    for (int turn = 1; turn < HEARTS_SEATS; turn++) {
        Seat other = seat_from(seat, turn);
        plane_put(hearts_plane_of(secrets, turn - 1), state->hand[other]);
        bool to_us = table->phase == HEARTS_PASSING && hearts_pass_to((HeartsPass)table->direction, other) == seat;
        incoming |= to_us ? state->given[other] : 0;
    }
    plane_put(hearts_plane_of(secrets, HEARTS_SECRET_INCOMING), incoming);
    uint8_t *numbers = secrets + HEARTS_SECRET_PLANES * CARD_COUNT;
    memset(numbers, 0, HEARTS_SECRETS - HEARTS_SECRET_PLANES * CARD_COUNT);
    ends_of_suits(state->hand[0] | state->hand[1] | state->hand[2] | state->hand[3], &highest, &lowest);
    for (int i = 0; i < 3; i++) {
        CardSet hand = state->hand[seat_from(seat, i + 1)];
        numbers[HEARTS_SECRET_QUEEN + i] = flag(set_has(hand, HEARTS_QUEEN));
        numbers[HEARTS_SECRET_JACK + i] = flag(set_has(hand, HEARTS_JACK_OF_DIAMONDS));
        for (int suit = 0; suit < CARD_SUITS; suit++) {
            int at = i * CARD_SUITS + suit;
            numbers[HEARTS_SECRET_SUITS + at] = (uint8_t)(9 * in_suit(hand, suit));
            numbers[HEARTS_SECRET_HIGHEST + at] = flag(hand & highest & set_suit(suit));
            numbers[HEARTS_SECRET_LOWEST + at] = flag(hand & lowest & set_suit(suit));
        }
    }
}
