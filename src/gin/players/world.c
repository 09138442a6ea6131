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

void gin_worlds_begin(GinWorlds *worlds, const GinView *view, const float probability[CARD_COUNT], const float *tilt) {
    worlds->view = view;
    worlds->tilt = tilt;
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

static int tilt_step(CardSet hand) {
    int step = gin_deadwood(hand) / GIN_TILT_STEP;
    return step < GIN_TILTS ? step : GIN_TILTS - 1;
}

// Changes the hand card by card: `in` and `out` are its unknown cards and the others, by their number.
static CardSet improve(const GinWorlds *worlds, Rng *rng, CardSet hand, Card left[CARD_COUNT], int left_count) {
    enum { STEPS = 80 };
    int number[64], count = 0;
    Card held[GIN_HAND_SIZE + 1];
    for (int i = 0; i < worlds->count; i++) number[worlds->card[i]] = i;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) held[count++] = set_first(rest);
    if (!count || !left_count) return hand;
    double weight = (double)worlds->tilt[tilt_step(hand | worlds->known.theirs)];
    for (int i = 0; i < STEPS; i++) {
        uint32_t a = rng_below(rng, (uint32_t)count), b = rng_below(rng, (uint32_t)left_count);
        CardSet other = (hand & ~set_of(held[a])) | set_of(left[b]);
        double then = (double)worlds->tilt[tilt_step(other | worlds->known.theirs)];
        double ratio = worlds->odds[number[left[b]]] * then, now = worlds->odds[number[held[a]]] * weight;
        if (rng_unit(rng) * now >= ratio) continue;
        Card swap = held[a];
        held[a] = left[b];
        left[b] = swap;
        hand = other;
        weight = then;
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
    CardSet hand = draw_hand(worlds, rng, left, &count);
    if (worlds->tilt) hand = improve(worlds, rng, hand, left, count);
    state->hand[them] = worlds->known.theirs | hand;
    for (int i = 0; i < count; i++) {
        uint32_t other = rng_below(rng, (uint32_t)(count - i));
        state->stock[i] = left[other];
        left[other] = left[count - i - 1];
    }
    history->log = *view->log;
    history->draws[us] = *view->draws;
    draw_past(view, state->hand[them], rng, &history->draws[them]);
}

const float *gin_tilt_for(const GinTilts *tilts, const GinView *view) {
    int turns = view->table->turns[view->seat ^ 1];
    return tilts->turn[turns < GIN_TILT_TURNS ? turns : GIN_TILT_TURNS - 1];
}

// Hands by turn and deadwood.
typedef struct Counts {
    double real[GIN_TILT_TURNS][GIN_TILTS], drawn[GIN_TILT_TURNS][GIN_TILTS];
} Counts;

static void count_decision(Counts *counts, const GinView *view, CardSet real, const float probability[CARD_COUNT],
                           Rng *rng) {
    GinWorlds worlds;
    Card left[CARD_COUNT];
    int turns = view->table->turns[view->seat ^ 1], unused;
    if (turns >= GIN_TILT_TURNS) turns = GIN_TILT_TURNS - 1;
    gin_worlds_begin(&worlds, view, probability, NULL);
    counts->real[turns][tilt_step(real)] += 2;
    for (int i = 0; i < 2; i++)
        counts->drawn[turns][tilt_step(worlds.known.theirs | draw_hand(&worlds, rng, left, &unused))]++;
}

void gin_tilts_count(GinTilts *tilts, const GinPlayer *player,
                     void (*estimate)(const void *context, const GinView *view, float probability[CARD_COUNT]),
                     const void *context, int hands, uint64_t seed) {
    static const uint16_t score[2] = {0, 0};
    Counts counts = {.real = {{0}}};
    GinRules rules = gin_rules_default();
    for (int i = 0; i < hands; i++) {
        Rng rng = rng_for(seed, 2, (uint64_t)i, 0);
        GinState state;
        GinHistory history;
        Card deck[CARD_COUNT];
        gin_deck_for(seed, 2, 0, (uint32_t)i, deck);
        gin_deal_deck(&state, &history, &rules, (Seat)(i & 1), score, deck);
        while (state.table.phase < GIN_DEFEND && history.log.count < 100) {
            GinView view = gin_view(&state, &history, state.table.to_act);
            float probability[CARD_COUNT];
            estimate(context, &view, probability);
            if (state.table.phase == GIN_DRAW)
                count_decision(&counts, &view, state.hand[view.seat ^ 1], probability, &rng);
            GinAction action = player->choose(player->self, &view, &rng);
            if (!gin_try(&state, &history, &action)) break;
        }
    }
    // Few hands last long or are very good: a little of both sides keeps their ratios tame.
    for (int turn = 0; turn < GIN_TILT_TURNS; turn++)
        for (int i = 0; i < GIN_TILTS; i++)
            tilts->turn[turn][i] = turn ? (float)((counts.real[turn][i] + 0.5) / (counts.drawn[turn][i] + 0.5)) : 1;
}
