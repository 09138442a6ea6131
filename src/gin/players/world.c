// SPDX-License-Identifier: MIT
#include "gin/players/world.h"

#include <assert.h>
#include <string.h>

// Odds of a probability, kept away from both ends: an estimator that is sure of too many cards must leave some choice.
static double odds_of(float probability) {
    const double least = 1e-6;
    double p = (double)probability;
    if (!(p > least)) p = least;
    if (p > 1 - least) p = 1 - least;
    return p / (1 - p);
}

void gin_worlds_begin(GinWorlds *worlds, const GinView *view, const float probability[CARD_COUNT]) {
    worlds->view = view;
    worlds->known = gin_knowledge(view);
    worlds->count = 0;
    for (CardSet rest = worlds->known.unknown; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        worlds->odds[worlds->count] = odds_of(probability[card_index(card)]);
        worlds->card[worlds->count++] = card;
    }
    int most = worlds->known.missing;
    assert(most >= 0 && most <= GIN_HAND_SIZE && worlds->count == most + view->table->stock);
    memset(worlds->ways, 0, sizeof worlds->ways);
    worlds->ways[worlds->count][0] = 1;
    for (int i = worlds->count - 1; i >= 0; i--) {
        worlds->ways[i][0] = 1;
        for (int k = 1; k <= most; k++)
            worlds->ways[i][k] = worlds->ways[i + 1][k] + worlds->odds[i] * worlds->ways[i + 1][k - 1];
    }
}

// The opponent's unknown cards; the others go to `left`.
static CardSet draw_hand(const GinWorlds *worlds, Rng *rng, Card left[CARD_COUNT], int *left_count) {
    CardSet hand = 0;
    int missing = worlds->known.missing;
    *left_count = 0;
    for (int i = 0; i < worlds->count; i++) {
        double with = missing ? worlds->odds[i] * worlds->ways[i + 1][missing - 1] : 0;
        bool forced = worlds->count - i == missing; // exactly as many left as are needed; rounding must not decide
        if (missing && (forced || rng_unit(rng) * worlds->ways[i][missing] < with)) {
            hand |= set_of(worlds->card[i]);
            missing--;
        } else {
            left[(*left_count)++] = worlds->card[i];
        }
    }
    return hand;
}

// Goes back through the log from the opponent's hand and picks for each of its draws from the stock a card it could
// have been: one that it held after the draw and that had not lain face up before.
static void draw_past(const GinView *view, CardSet hand, Rng *rng, GinDraws *draws) {
    const GinLog *log = view->log;
    Seat them = view->seat ^ 1;
    CardSet shown[GIN_LOG_SIZE]; // cards that had been face up before an event
    CardSet up = 0;
    draws->count = 0;
    for (int i = 0; i < log->count; i++) {
        GinEventKind kind = gin_event_kind(log->event[i]);
        shown[i] = up;
        if (kind == GIN_EVENT_PASS || kind == GIN_EVENT_TAKE || kind == GIN_EVENT_DISCARD)
            up |= set_of(log->event[i].card);
        bool drew = kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK;
        draws->count = (uint16_t)(draws->count + (drew && gin_event_seat(log->event[i]) == them));
    }
    int turn = draws->count;
    for (int i = log->count - 1; i >= 0; i--) {
        GinEvent event = log->event[i];
        GinEventKind kind = gin_event_kind(event);
        if (gin_event_seat(event) != them) continue;
        if (kind == GIN_EVENT_DISCARD) hand |= set_of(event.card);
        if (kind != GIN_EVENT_TAKE && kind != GIN_EVENT_STOCK) continue;
        CardSet could = hand & ~shown[i];
        Card card = kind == GIN_EVENT_TAKE ? event.card : rng_card(rng, could ? could : hand);
        draws->card[--turn] = card;
        hand &= ~set_of(card);
    }
}

void gin_worlds_draw(const GinWorlds *worlds, Rng *rng, GinState *state, GinHistory *history) {
    const GinView *view = worlds->view;
    Seat us = view->seat, them = us ^ 1;
    memset(state, 0, sizeof *state);
    state->table = *view->table;
    state->rules = view->rules;
    state->hand[us] = view->hand;
    state->drawn = view->drawn;
    Card left[CARD_COUNT];
    int count;
    state->hand[them] = worlds->known.theirs | draw_hand(worlds, rng, left, &count);
    for (int i = 0; i < count; i++) {
        uint32_t other = rng_below(rng, (uint32_t)(count - i));
        state->stock[i] = left[other];
        left[other] = left[count - i - 1];
    }
    history->log = *view->log;
    history->draws[us] = *view->draws;
    draw_past(view, state->hand[them], rng, &history->draws[them]);
}
