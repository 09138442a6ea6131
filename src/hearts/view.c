// SPDX-License-Identifier: MIT
// What a seat sees, and states made from it.
#include "hearts/hearts.h"

void hearts_view_fill(HeartsView *view, const HeartsState *state, const HeartsLog *log, Seat seat) {
    const HeartsTable *table = &state->table;
    *view = (HeartsView){
        .table = table,
        .log = log,
        .rules = state->rules,
        .hand = state->hand[seat],
        .start = state->start[seat],
        .given = state->given[seat],
        .seat = seat,
    };
    if (table->direction != HEARTS_PASS_NONE && table->phase != HEARTS_PASSING) {
        static const HeartsPass back[] = {
            [HEARTS_PASS_LEFT] = HEARTS_PASS_RIGHT,
            [HEARTS_PASS_RIGHT] = HEARTS_PASS_LEFT,
            [HEARTS_PASS_ACROSS] = HEARTS_PASS_ACROSS,
        };
        view->received = state->given[hearts_pass_to(back[table->direction], seat)];
    }
}

HeartsView hearts_view(const HeartsState *state, const HeartsLog *log, Seat seat) {
    HeartsView view;
    hearts_view_fill(&view, state, log, seat);
    return view;
}

HeartsState hearts_state_of_view(const HeartsView *view, const CardSet hands[HEARTS_SEATS]) {
    HeartsState state = {.table = *view->table, .moon = -1, .rules = view->rules};
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        state.hand[seat] = state.start[seat] = seat == view->seat ? view->hand : hands[seat];
        state.points[seat] = (int16_t)hearts_points_of(view->rules, view->table->taken[seat]);
    }
    for (int i = 0; i < view->log->count; i++) state.start[view->log->seat[i]] |= set_of(view->log->card[i]);
    state.given[view->seat] = view->given;
    return state;
}

// Cards each in one place, 13 at the start of play for each seat, and counters that agree with them.
bool hearts_state_is_sound(const HeartsState *state) {
    const HeartsTable *table = &state->table;
    CardSet seen = 0, trick = 0;
    int count = 0, tricks = 0, on_table = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        CardSet lies = set_of(table->trick[seat]) & SET_DECK;
        CardSet parts[] = {state->hand[seat], table->taken[seat], lies};
        for (int i = 0; i < 3; i++) {
            if (seen & parts[i] || parts[i] & ~SET_DECK) return false;
            seen |= parts[i];
            count += set_count(parts[i]);
        }
        trick |= lies;
        on_table += lies != 0;
        tricks += table->tricks_taken[seat];
        if (set_count(table->taken[seat]) != 4 * table->tricks_taken[seat]) return false;
        if (set_count(state->hand[seat]) + table->tricks + (lies != 0) != HEARTS_HAND_SIZE) return false;
        if (table->phase == HEARTS_PASSING && state->given[seat] & ~state->hand[seat]) return false;
        if (state->hand[seat] & ~state->start[seat]) return false;
    }
    if (table->phase == HEARTS_PLAYING && table->asked != hearts_asked(table, state->rules)) return false;
    CardSet gone = table->taken[0] | table->taken[1] | table->taken[2] | table->taken[3] | trick;
    return count == CARD_COUNT && seen == SET_DECK && gone == table->played && tricks == table->tricks &&
           on_table == table->on_table && (table->phase == HEARTS_OVER) == (table->tricks == HEARTS_TRICKS);
}
