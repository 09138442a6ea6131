// SPDX-License-Identifier: MIT
#include "gin/players/env/habits.h"

static int deadwood_step(int deadwood) {
    int step = (deadwood + 1) / 2;
    return step < GIN_KNOCK_DEADWOODS ? step : GIN_KNOCK_DEADWOODS - 1;
}

static int turn_step(int turns) {
    static const uint8_t steps[] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5};
    enum { LAST = sizeof steps - 1 };
    return steps[turns < LAST ? turns : LAST];
}

// What it drew, and whether it was asked about the first upcard: the starter is, the other seat once the starter has
// passed.
static inline void note_draws(GinSeatHabits *habits, const GinTable *table, Seat seat) {
    int passed = seat != table->starter; // before it was asked
    habits->draws = (uint16_t)(habits->draws + table->turns[seat]);
    habits->takes = (uint16_t)(habits->takes + table->takes[seat]);
    habits->offers = (uint16_t)(habits->offers + (table->passes >= passed));
    habits->offers_taken = (uint16_t)(habits->offers_taken + (table->passes == passed));
}

static inline void note_knock(GinSeatHabits *habits, const GinPastHand *hand, Seat seat) {
    habits->knocks++;
    habits->knock_deadwood[deadwood_step(hand->result.deadwood[seat])]++;
    habits->knock_turn[turn_step(hand->table.turns[seat])]++;
}

static inline void note_defence(GinSeatHabits *habits, const GinPastHand *hand, Seat seat) {
    int deadwood = gin_deadwood(hand->hand[seat]);
    habits->defences++;
    habits->undercuts = (uint16_t)(habits->undercuts + (hand->result.winner == seat));
    habits->held_knock = (uint16_t)(habits->held_knock + (deadwood <= hand->table.knock_limit));
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
static void note_play(GinHabits *habits, const GinPastHand *hand) {
    CardSet held[GIN_SEATS] = {hand->hand[0], hand->hand[1]};
    const int kept[GIN_SEATS] = {dearest_loose(held[0]), dearest_loose(held[1])};
    int melded[GIN_SEATS] = {0, 0}, low[GIN_SEATS] = {0, 0};
    for (int i = hand->events - 1; i >= 0; i--) {
        GinEvent event = hand->event[i];
        Seat seat = gin_event_seat(event);
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_DISCARD) {
            low[seat] += gin_card_points(event.card) < kept[seat];
            held[seat] |= set_of(event.card);
        } else if (kind == GIN_EVENT_TAKE) {
            melded[seat] += set_has(gin_meldable(held[seat]), event.card);
            held[seat] &= ~set_of(event.card);
        } else if (kind == GIN_EVENT_KNOCK) {
            held[seat] |= set_of(event.card);
        }
    }
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        GinSeatHabits *of = &habits->seat[seat];
        int sheds = hand->table.turns[seat] - (seat == hand->result.knocker); // a draw, a discard
        of->shown_takes = (uint16_t)(of->shown_takes + hand->table.takes[seat]);
        of->melded_takes = (uint16_t)(of->melded_takes + melded[seat]);
        of->sheds = (uint16_t)(of->sheds + sheds);
        of->low_sheds = (uint16_t)(of->low_sheds + low[seat]);
    }
}

void gin_habits_note(GinHabits *habits, const GinPastHand *hand) {
    habits->hands++;
    for (int seat = 0; seat < GIN_SEATS; seat++) note_draws(&habits->seat[seat], &hand->table, (Seat)seat);
    if (hand->result.end == GIN_CANCELLED) {
        habits->cancelled++;
        return;
    }
    Seat knocker = hand->result.knocker, defender = knocker ^ 1;
    note_knock(&habits->seat[knocker], hand, knocker);
    note_defence(&habits->seat[defender], hand, defender);
    note_play(habits, hand);
}

GinHabits gin_habits_of(const GinPastHand *past) {
    GinHabits habits = {0};
    for (; past; past = past->before) gin_habits_note(&habits, past);
    return habits;
}
