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

static void note_play(GinHabits *habits, const GinLog *log, CardSet hand, Seat seat) {
    CardSet loose = hand & ~gin_meldable(hand);
    int kept = 0, takes = 0, melded = 0, sheds = 0, low = 0;
    if (loose) gin_dearest(loose, &kept);
    for (int i = log->count - 1; i >= 0; i--) {
        GinEvent event = log->event[i];
        if (gin_event_seat(event) != seat) continue;
        switch (gin_event_kind(event)) {
        case GIN_EVENT_TAKE:
            takes++;
            melded += set_has(gin_meldable(hand), event.card);
            hand &= ~set_of(event.card);
            break;
        case GIN_EVENT_DISCARD:
            sheds++;
            low += gin_card_points(event.card) < kept;
            hand |= set_of(event.card);
            break;
        case GIN_EVENT_KNOCK: hand |= set_of(event.card); break;
        default: break;
        }
    }
    habits->shown_takes = (uint16_t)(habits->shown_takes + takes);
    habits->melded_takes = (uint16_t)(habits->melded_takes + melded);
    habits->sheds = (uint16_t)(habits->sheds + sheds);
    habits->low_sheds = (uint16_t)(habits->low_sheds + low);
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
    for (int seat = 0; seat < GIN_SEATS; seat++) note_play(&past->seat[seat], log, over->hand[seat], (Seat)seat);
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
