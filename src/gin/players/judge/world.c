// SPDX-License-Identifier: MIT
#include "gin/players/judge/world.h"

#include <assert.h>
#include <string.h>

void gin_worlds_begin(GinWorlds *worlds, const GinView *view, const float probability[CARD_COUNT], const float *tilt) {
    worlds->view = view;
    worlds->tilt = tilt;
    worlds->known = gin_knowledge(view);
    assert(set_count(worlds->known.unknown) == worlds->known.missing + view->table->stock);
    gin_sampler_fit(&worlds->sampler, probability);
}

static int tilt_step(CardSet hand) {
    int step = gin_deadwood(hand) / GIN_TILT_STEP;
    return step < GIN_TILTS ? step : GIN_TILTS - 1;
}

// Metropolis steps: swap a card of the hand for one outside it, both uncertain to the estimator. The acceptance ratio
// is that of the sampler's distribution times the ratio of tilts, which prefers good hands.
static CardSet improve(const GinWorlds *worlds, Rng *rng, CardSet hand) {
    enum { STEPS = 80 };
    const GinSampler *sampler = &worlds->sampler;
    int held[CARD_COUNT], left[CARD_COUNT]; // numbers in the sampler's list
    uint32_t held_count = 0, left_count = 0;
    for (int i = 0; i < sampler->cards; i++) {
        if (set_has(hand, sampler->card[i]))
            held[held_count++] = i;
        else
            left[left_count++] = i;
    }
    if (!held_count || !left_count) return hand;
    double weight = (double)worlds->tilt[tilt_step(hand)];
    for (int i = 0; i < STEPS; i++) {
        uint32_t a = rng_below(rng, held_count), b = rng_below(rng, left_count);
        int out = held[a], in = left[b];
        CardSet other = (hand & ~set_of(sampler->card[out])) | set_of(sampler->card[in]);
        double then = (double)worlds->tilt[tilt_step(other)];
        if (rng_unit(rng) * sampler->odds[out] * weight >= sampler->odds[in] * then) continue;
        held[a] = in;
        left[b] = out;
        hand = other;
        weight = then;
    }
    return hand;
}

static CardSet world_draw_hand(const GinWorlds *worlds, Rng *rng) {
    CardSet hand;
    gin_sampler_draw(&worlds->sampler, rng, &hand, 1);
    return worlds->tilt ? improve(worlds, rng, hand) : hand;
}

// Goes back through the log from the opponent's hand and picks a possible card for each of its draws from the stock:
// one that it held after the draw and that had never been face up.
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

static void shuffle(CardSet cards, Rng *rng, Card *order) {
    Card left[CARD_COUNT];
    uint32_t count = 0;
    for (; cards; cards = set_rest(cards)) left[count++] = set_first(cards);
    for (; count; count--) {
        uint32_t which = rng_below(rng, count);
        *order++ = left[which];
        left[which] = left[count - 1];
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
    state->hand[them] = world_draw_hand(worlds, rng);
    shuffle(worlds->known.unknown & ~state->hand[them], rng, state->stock);
    history->log = *view->log;
    history->past = view->past;
    history->draws[us] = *view->draws;
    draw_past(view, state->hand[them], rng, &history->draws[them]);
}

static int world_at_most(int number, int most) { return number < most ? number : most; }

static int lead_step(const GinView *view) {
    int lead = view->table->score[0] - view->table->score[1];
    return world_at_most((lead < 0 ? -lead : lead) / GIN_TILT_LEAD, GIN_TILT_LEADS - 1);
}

static int world_turn_step(const GinView *view) {
    return world_at_most(view->table->turns[view->seat ^ 1], GIN_TILT_TURNS - 1);
}

const float *gin_tilt_for(const GinTilts *tilts, const GinView *view) {
    return tilts->at[lead_step(view)][world_turn_step(view)];
}

// Hands by lead, turn and deadwood.
typedef struct Counts {
    double real[GIN_TILT_LEADS][GIN_TILT_TURNS][GIN_TILTS], drawn[GIN_TILT_LEADS][GIN_TILT_TURNS][GIN_TILTS];
} Counts;

static void tilt_count_decision(Counts *counts, const GinTilts *tilts, const GinView *view, CardSet real,
                                const float probability[CARD_COUNT], Rng *rng) {
    GinWorlds worlds;
    int lead = lead_step(view), turn = world_turn_step(view);
    gin_worlds_begin(&worlds, view, probability, gin_tilt_for(tilts, view));
    counts->real[lead][turn][tilt_step(real)] += 2;
    for (int i = 0; i < 2; i++) counts->drawn[lead][turn][tilt_step(world_draw_hand(&worlds, rng))]++;
}

typedef struct Habits {
    const GinPlayer *player;
    void (*estimate)(const void *context, const GinView *view, float probability[CARD_COUNT]);
    const void *context;
} Habits;

static void tilt_count_hand(Counts *counts, const GinTilts *tilts, const Habits *habits, uint64_t seed, int number) {
    GinRules rules = gin_rules_default();
    Rng rng = rng_for(seed, 2, (uint64_t)number, 0);
    GinState state;
    GinHistory history;
    Card deck[CARD_COUNT];
    uint16_t lead = (uint16_t)(number % GIN_TILT_LEADS * GIN_TILT_LEAD + (int)rng_below(&rng, GIN_TILT_LEAD));
    gin_deck_for(seed, 2, 0, (uint32_t)number, deck);
    gin_deal_deck(&state, &history, &rules, (Seat)(number & 1), (const uint16_t[2]){lead, 0}, deck);
    while (state.table.phase < GIN_DEFEND && history.log.count < 100) {
        GinView view = gin_view(&state, &history, state.table.to_act);
        if (state.table.phase == GIN_DRAW) {
            float probability[CARD_COUNT];
            habits->estimate(habits->context, &view, probability);
            tilt_count_decision(counts, tilts, &view, state.hand[view.seat ^ 1], probability, &rng);
        }
        GinAction action = habits->player->choose(habits->player->self, &view, &rng);
        if (!gin_try(&state, &history, &action)) break;
    }
}

// Few hands last long or are very good: a small prior on both sides regularises their ratios.
static void correct_tilts(const Counts *counts, GinTilts *tilts) {
    for (int lead = 0; lead < GIN_TILT_LEADS; lead++)
        for (int turn = 1; turn < GIN_TILT_TURNS; turn++)
            for (int i = 0; i < GIN_TILTS; i++)
                tilts->at[lead][turn][i] *=
                    (float)((counts->real[lead][turn][i] + 0.5) / (counts->drawn[lead][turn][i] + 0.5));
}

void gin_tilts_count(GinTilts *tilts, const GinPlayer *player,
                     void (*estimate)(const void *context, const GinView *view, float probability[CARD_COUNT]),
                     const void *context, int hands, uint64_t seed) {
    enum { TIMES = 2 };
    const Habits habits = {player, estimate, context};
    float *tilt = &tilts->at[0][0][0];
    for (size_t i = 0; i < sizeof tilts->at / sizeof *tilt; i++) tilt[i] = 1;
    for (int time = 0; time < TIMES; time++) {
        Counts counts = {.real = {{{0}}}};
        for (int i = 0; i < hands; i++) tilt_count_hand(&counts, tilts, &habits, seed, i);
        correct_tilts(&counts, tilts);
    }
}
