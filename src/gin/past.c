// SPDX-License-Identifier: MIT
#include "gin/past.h"

#include <assert.h>

const GinPast GIN_NO_PAST = {0};

static int deadwood_step(int deadwood) {
    int step = (deadwood + 1) / 2;
    return step < GIN_PAST_DEADWOODS ? step : GIN_PAST_DEADWOODS - 1;
}

static int turn_step(int turns) {
    if (turns >= 10) return turns < 13 ? 4 : 5;
    return turns <= 3 ? 0 : turns / 2 - 1;
}

// The first upcard: the starter is asked, and the other seat once the starter has passed.
static void note_offers(GinPast *past, const GinTable *table) {
    GinHabits *first = &past->seat[table->starter], *second = &past->seat[table->starter ^ 1];
    first->offers++;
    first->offers_taken = (uint16_t)(first->offers_taken + (table->passes == 0));
    second->offers = (uint16_t)(second->offers + (table->passes >= 1));
    second->offers_taken = (uint16_t)(second->offers_taken + (table->passes == 1));
}

static void note_showdown(GinPast *past, const GinState *over) {
    Seat knocker = over->result.knocker, defender = knocker ^ 1;
    GinHabits *knocking = &past->seat[knocker], *defending = &past->seat[defender];
    int deadwood = gin_deadwood(over->hand[defender]);
    knocking->knocks++;
    knocking->knock_deadwood[deadwood_step(over->result.deadwood[knocker])]++;
    knocking->knock_turn[turn_step(over->table.turns[knocker])]++;
    defending->defences++;
    defending->undercuts = (uint16_t)(defending->undercuts + (over->result.winner == defender));
    defending->held_knock = (uint16_t)(defending->held_knock + (deadwood <= over->table.knock_limit));
    defending->defence_points = (uint16_t)(defending->defence_points + deadwood);
}

// No count overflows: a game has at most GIN_HAND_LIMIT hands, a hand less than 110 turns of a seat or points.
void gin_past_note(GinPast *past, const GinState *over) {
    assert(over->table.phase == GIN_OVER && past->hands < GIN_HAND_LIMIT);
    past->hands++;
    note_offers(past, &over->table);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        GinHabits *habits = &past->seat[seat];
        habits->draws = (uint16_t)(habits->draws + over->table.turns[seat]);
        habits->takes = (uint16_t)(habits->takes + over->table.takes[seat]);
    }
    if (over->result.end == GIN_CANCELLED)
        past->cancelled++;
    else
        note_showdown(past, over);
}
