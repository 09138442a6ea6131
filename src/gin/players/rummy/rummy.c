// SPDX-License-Identifier: MIT
#include "gin/players/rummy/rummy.h"

#include <stdio.h>
#include <string.h>

#include "gin/players/list/policies.h"
#include "learn/files/models.h"

// ---- Inputs ----

typedef enum { DROPPED, KNOCKED, DREW, PASSED } Act; // DREW: about to see a card of the stock

// A hand after an action of its own.
typedef struct After {
    Act act;
    CardSet hand;
    CardSet gone;    // nobody will hold these cards any more
    CardSet offered; // what the opponent may take
} After;

static void add_plane(RummyInput *input, int plane, CardSet cards) {
    for (CardSet rest = cards & SET_DECK; rest; rest = set_rest(rest))
        input->ones[input->count++] = plane * CARD_COUNT + card_index(set_first(rest));
}

static int least(int a, int b) { return a < b ? a : b; }

static void add_cell(RummyInput *input, int *base, int cells, int cell) {
    if (cell >= 0) input->ones[input->count++] = *base + least(cell, cells - 1);
    *base += cells;
}

static int deadwood_cell(int deadwood) { return deadwood <= 10 ? deadwood : 11 + (deadwood - 11) / 5; }

static void describe_after(const GinView *view, const After *after, RummyInput *input) {
    const GinTable *table = view->table;
    Seat other = view->seat ^ 1;
    CardSet theirs = table->known[other];
    CardSet seen = after->hand | after->gone | after->offered | theirs;
    input->count = 0;
    add_plane(input, 0, after->hand);
    add_plane(input, 1, gin_meldable(after->hand));
    add_plane(input, 2, table->known[view->seat] & after->hand);
    add_plane(input, 3, theirs);
    add_plane(input, 4, after->gone);
    add_plane(input, 5, after->offered);
    add_plane(input, 6, gin_useful_draws(after->hand) & ~seen);
    int base = RUMMY_PLANES * CARD_COUNT, deadwood = gin_deadwood(after->hand);
    add_cell(input, &base, RUMMY_ACTS, (int)after->act);
    add_cell(input, &base, RUMMY_DEADWOOD_CELLS, deadwood_cell(deadwood));
    add_cell(input, &base, RUMMY_KNOCK_CELLS, after->act == KNOCKED ? deadwood : -1);
    add_cell(input, &base, RUMMY_STOCK_CELLS, table->stock / 2);
    add_cell(input, &base, RUMMY_TAKE_CELLS, table->takes[other]);
}

// ---- Choosing ----

typedef struct Chooser {
    const Net *net;
    const GinView *view;
    double chance;
    Rng *rng;
    int options; // so far
    bool wild;   // one of them by chance
    RummyChoice *best;
} Chooser;

static double value_of(const Chooser *chooser, const After *after, RummyInput *input) {
    float value;
    describe_after(chooser->view, after, input);
    net_apply_ones(chooser->net, NULL, input->ones, input->count, &value);
    return (double)value;
}

// Keeps the better option, the first of equals; or each with the same probability.
static void offer(Chooser *chooser, const RummyChoice *option) {
    chooser->options++;
    bool first = chooser->options == 1;
    bool better =
        chooser->wild ? rng_below(chooser->rng, (uint32_t)chooser->options) == 0 : option->value > chooser->best->value;
    if (first || better) *chooser->best = *option;
}

static void offer_after(Chooser *chooser, GinMove move, Card card, const After *after) {
    RummyChoice option = {.action = {.move = (uint8_t)move, .card = card}, .settled = true};
    option.value = value_of(chooser, after, &option.input);
    offer(chooser, &option);
}

static CardSet upcard_of(const GinTable *table) { return set_of(table->upcard) & SET_DECK; }

// Discards of `hand` (eleven cards), with or without a knock.
static void offer_sheds(Chooser *chooser, CardSet hand, CardSet gone, CardSet discards, CardSet knocks) {
    for (CardSet rest = discards; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        After after = {DROPPED, hand & ~set_of(card), gone, set_of(card)};
        offer_after(chooser, GIN_DROP, card, &after);
    }
    for (CardSet rest = knocks; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        After after = {KNOCKED, hand & ~set_of(card), gone | set_of(card), 0};
        offer_after(chooser, GIN_KNOCK, card, &after);
    }
}

// Taking the upcard is worth its best discard.
static void offer_take(Chooser *chooser) {
    const GinView *view = chooser->view;
    CardSet hand = view->hand | upcard_of(view->table), knocks = 0;
    for (CardSet rest = view->hand; rest; rest = set_rest(rest))
        if (gin_deadwood(hand & ~set_of(set_first(rest))) <= view->table->knock_limit)
            knocks |= set_of(set_first(rest));
    RummyChoice shed = {.settled = false};
    Chooser inner = {.net = chooser->net, .view = view, .best = &shed};
    offer_sheds(&inner, hand, view->table->buried, view->hand, knocks);
    RummyChoice take = {.action = {.move = GIN_TAKE, .card = CARD_NONE}, .value = shed.value};
    offer(chooser, &take);
}

static void offer_draws(Chooser *chooser, const GinLegal *legal) {
    const GinView *view = chooser->view;
    CardSet buried = view->table->buried, upcard = upcard_of(view->table);
    After stock = {DREW, view->hand, buried | upcard, 0}, pass = {PASSED, view->hand, buried, upcard};
    if (legal->stock) offer_after(chooser, GIN_STOCK, CARD_NONE, &stock);
    if (legal->pass) offer_after(chooser, GIN_PASS, CARD_NONE, &pass);
    if (legal->take) offer_take(chooser);
}

void rummy_choose(const Net *net, const GinView *view, const GinLegal *among, double chance, Rng *rng,
                  RummyChoice *choice) {
    GinLegal legal = among ? *among : gin_view_legal(view);
    Chooser chooser = {.net = net, .view = view, .rng = rng, .best = choice};
    chooser.wild = chance > 0 && rng_unit(rng) < chance;
    *choice = (RummyChoice){.action = {.move = GIN_SHOW, .card = CARD_NONE}};
    if (legal.big_gin) choice->action.move = GIN_CALL_BIG;
    if (legal.show || legal.big_gin) return;
    offer_draws(&chooser, &legal);
    offer_sheds(&chooser, view->hand, view->table->buried | upcard_of(view->table), legal.discards, legal.knocks);
}

// ---- Networks ----

Net *rummy_make(int hidden, uint64_t seed, Error *err) {
    char layers[64];
    snprintf(layers, sizeof layers, "%d %dr 1l", RUMMY_INPUTS, hidden);
    return net_make(layers, seed, err);
}

static bool check_rummy(const Weights *weights, const Net *net, Error *err) {
    const char *version = weights_fact(weights, RUMMY_FACT);
    if (!version || strcmp(version, RUMMY_INPUTS_VERSION) != 0)
        return error_set(err, "the metadata has no \"" RUMMY_FACT "\" of " RUMMY_INPUTS_VERSION
                              ": these are no weights that `deadwood train td-rummy` or evo-rummy made");
    if (net_inputs(net) == RUMMY_INPUTS && net_outputs(net) == 1 && net_memory(net) == 0) return true;
    return error_set(err, "a network '%s', not one of %d inputs and 1 output", net_architecture(net), RUMMY_INPUTS);
}

static void *open_rummy(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    (void)params;
    Text path = {0};
    Weights *weights = model_path(model, &path, err) ? weights_load(path.data, err) : NULL;
    Net *net = weights ? net_from_weights(weights, err) : NULL;
    if (net && !check_rummy(weights, net, err)) {
        net_close(net);
        net = NULL;
    }
    if (weights && !net) error_prefix(err, "%s", path.data);
    weights_close(weights);
    text_free(&path);
    return net;
}

static void close_rummy(void *self) { net_close(self); }

static GinAction rummy_action(const void *self, const GinView *view, const GinLegal *among, Rng *rng) {
    RummyChoice choice;
    rummy_choose(self, view, among, 0, rng, &choice);
    return choice.action;
}

#define RUMMY(which)                                                                                                   \
    { .name = which, .file = which ".safetensors", .open = open_rummy, .close = close_rummy, .choose = rummy_action }
const GinWhole gin_td_rummy = RUMMY("td-rummy");
const GinWhole gin_evo_rummy = RUMMY("evo-rummy");
