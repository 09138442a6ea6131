// SPDX-License-Identifier: MIT
#include "gin/past.h"

#include <assert.h>

const GinPast GIN_NO_PAST = {0};

static int deadwood_step(int deadwood) {
    int step = (deadwood + 1) / 2;
    return step < GIN_PAST_DEADWOODS ? step : GIN_PAST_DEADWOODS - 1;
}

static int turn_step(int turns) {
    static const uint8_t steps[] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5};
    enum { LAST = sizeof steps - 1 };
    return steps[turns < LAST ? turns : LAST];
}

// What it drew, and whether it was asked about the first upcard: the starter is, the other seat once the starter has
// passed.
static inline void note_draws(GinHabits *habits, const GinTable *table, Seat seat) {
    int passed = seat != table->starter; // before it was asked
    habits->draws = (uint16_t)(habits->draws + table->turns[seat]);
    habits->takes = (uint16_t)(habits->takes + table->takes[seat]);
    habits->offers = (uint16_t)(habits->offers + (table->passes >= passed));
    habits->offers_taken = (uint16_t)(habits->offers_taken + (table->passes == passed));
}

static inline void note_knock(GinHabits *habits, const GinState *over, Seat seat) {
    habits->knocks++;
    habits->knock_deadwood[deadwood_step(over->result.deadwood[seat])]++;
    habits->knock_turn[turn_step(over->table.turns[seat])]++;
}

static inline void note_defence(GinHabits *habits, const GinState *over, Seat seat) {
    int deadwood = gin_deadwood(over->hand[seat]);
    habits->defences++;
    habits->undercuts = (uint16_t)(habits->undercuts + (over->result.winner == seat));
    habits->held_knock = (uint16_t)(habits->held_knock + (deadwood <= over->table.knock_limit));
    habits->defence_points = (uint16_t)(habits->defence_points + deadwood);
}

// The dearest of the cards that meld with nothing; 0 if there is none.
static int dearest_loose(CardSet hand) {
    int points = 0;
    CardSet loose = hand & ~gin_meldable(hand);
    if (loose) gin_dearest(loose, &points);
    return points;
}

// What the open cards of both say of their takes and discards, from the log's end. Draws and discards alternate, which
// is easy to predict.
static void note_play(GinPast *past, const GinState *over, const GinLog *log) {
    CardSet hand[GIN_SEATS] = {over->hand[0], over->hand[1]};
    const int kept[GIN_SEATS] = {dearest_loose(hand[0]), dearest_loose(hand[1])};
    int melded[GIN_SEATS] = {0, 0}, low[GIN_SEATS] = {0, 0};
    for (int i = log->count - 1; i >= 0; i--) {
        GinEvent event = log->event[i];
        Seat seat = gin_event_seat(event);
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_DISCARD) {
            low[seat] += gin_card_points(event.card) < kept[seat];
            hand[seat] |= set_of(event.card);
        } else if (kind == GIN_EVENT_TAKE) {
            melded[seat] += set_has(gin_meldable(hand[seat]), event.card);
            hand[seat] &= ~set_of(event.card);
        } else if (kind == GIN_EVENT_KNOCK) {
            hand[seat] |= set_of(event.card);
        }
    }
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        GinHabits *habits = &past->seat[seat];
        int sheds = over->table.turns[seat] - (seat == over->result.knocker); // a draw, a discard
        habits->shown_takes = (uint16_t)(habits->shown_takes + over->table.takes[seat]);
        habits->melded_takes = (uint16_t)(habits->melded_takes + melded[seat]);
        habits->sheds = (uint16_t)(habits->sheds + sheds);
        habits->low_sheds = (uint16_t)(habits->low_sheds + low[seat]);
    }
}

// More than the turns of a seat, or the points it holds, in one hand; so no count overflows in GIN_HAND_LIMIT hands.
enum { HAND_MOST = 110 };

void gin_past_note(GinPast *past, const GinState *over, const GinLog *log) {
    assert(over->table.phase == GIN_OVER && past->hands < GIN_HAND_LIMIT);
    past->hands++;
    for (int seat = 0; seat < GIN_SEATS; seat++) note_draws(&past->seat[seat], &over->table, (Seat)seat);
    if (over->result.end == GIN_CANCELLED) {
        past->cancelled++;
        return;
    }
    Seat knocker = over->result.knocker, defender = knocker ^ 1;
    note_knock(&past->seat[knocker], over, knocker);
    note_defence(&past->seat[defender], over, defender);
    note_play(past, over, log);
}

static int sum(const uint16_t *counts, int count) {
    int all = 0;
    for (int i = 0; i < count; i++) all += counts[i];
    return all;
}

static bool habits_are_sound(const GinHabits *habits, const GinHabits *other, int hands) {
    return sum(habits->knock_deadwood, GIN_PAST_DEADWOODS) == habits->knocks &&
           sum(habits->knock_turn, GIN_PAST_TURNS) == habits->knocks && habits->defences == other->knocks &&
           habits->undercuts <= habits->defences && habits->held_knock <= habits->defences &&
           habits->defence_points <= HAND_MOST * habits->defences && habits->draws <= HAND_MOST * hands &&
           habits->takes <= habits->draws && habits->offers <= hands && habits->offers_taken <= habits->offers &&
           habits->shown_takes <= habits->takes && habits->melded_takes <= habits->shown_takes &&
           habits->sheds <= habits->draws && habits->low_sheds <= habits->sheds;
}

bool gin_past_is_sound(const GinPast *past) {
    const GinHabits *seat = past->seat;
    int hands = past->hands;
    return hands <= GIN_HAND_LIMIT && past->cancelled + seat[0].knocks + seat[1].knocks == hands &&
           habits_are_sound(&seat[0], &seat[1], hands) && habits_are_sound(&seat[1], &seat[0], hands);
}
