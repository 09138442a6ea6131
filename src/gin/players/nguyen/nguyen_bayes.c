// SPDX-License-Identifier: MIT
#include "gin/players/nguyen/nguyen_bayes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/env/selfplay.h"
#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "learn/files/models.h"
#include "learn/files/weights.h"

// ---- Counting ----

static void count_turn(BayesCounts *counts, bool taken, Card upcard, Card discard, CardSet held) {
    int event = bayes_event(taken, upcard, discard);
    counts->turns++;
    counts->visits[event]++;
    for (; held; held = set_rest(held)) {
        Card card = set_first(held);
        int relation = bayes_relation(upcard, discard, card_suit(card));
        counts->held[event][relation * CARD_RANKS + card_rank(card)]++;
        counts->rank[card_rank(card)]++;
    }
}

// Follows the hands through the log, which is three times as fast as playing them again.
void bayes_count_hand(BayesCounts *counts, const GinHandRecord *hand) {
    const GinLog *log = &hand->history->log;
    Seat starter = hand->state->table.starter;
    CardSet held[2] = {0, 0};
    for (int i = 0; i < 2 * GIN_HAND_SIZE; i++) held[starter ^ (i & 1)] |= set_of(hand->deck[i]);
    Card upcard = hand->deck[2 * GIN_HAND_SIZE];
    int draws[2] = {0, 0};
    bool taken = false;
    counts->hands++;
    for (int i = 0; i < log->count; i++) {
        GinEvent event = log->event[i];
        Seat seat = gin_event_seat(event);
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_PASS) continue;
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) {
            taken = kind == GIN_EVENT_TAKE;
            held[seat] |= set_of(hand->history->draws[seat].card[draws[seat]++]);
        } else if (kind == GIN_EVENT_DISCARD) {
            held[seat] &= ~set_of(event.card);
            count_turn(counts, taken, upcard, event.card, held[seat]);
            upcard = event.card;
        } else {
            break;
        }
    }
}

void bayes_merge(BayesCounts *counts, const BayesCounts *other) {
    counts->hands += other->hands;
    counts->turns += other->turns;
    for (int event = 0; event < BAYES_EVENTS; event++) {
        counts->visits[event] += other->visits[event];
        for (int cell = 0; cell < BAYES_CELLS; cell++) counts->held[event][cell] += other->held[event][cell];
    }
    for (int rank = 0; rank < CARD_RANKS; rank++) counts->rank[rank] += other->rank[rank];
}

static void watch_for_counts(void *collector, const GinHandRecord *hand) { bayes_count_hand(collector, hand); }

bool bayes_collect(BayesCounts *counts, const char *player, uint64_t games, uint64_t seed, int threads, Error *err) {
    enum { SLICES = 8 }; // sums are exact, so few will do
    BayesCounts *parts = calloc(SLICES, sizeof *parts);
    if (!parts) return error_set(err, "out of memory for the counts of the Bayes estimator");
    void *collectors[SLICES];
    for (int i = 0; i < SLICES; i++) collectors[i] = &parts[i];
    const char *const pair[1][2] = {{player, player}};
    GinSelfPlay plan = {.pairs = pair, .pair_count = 1, .seed = seed, .games = games, .threads = threads};
    bool done = gin_selfplay(&plan, SLICES, collectors, watch_for_counts, err);
    for (int i = 0; done && i < SLICES; i++) bayes_merge(counts, &parts[i]);
    counts->games += games;
    counts->seed = seed;
    free(parts);
    return done;
}

// ---- Files ----

// All counts as doubles, which hold them exactly.
typedef struct Saved {
    double visits[BAYES_EVENTS], held[BAYES_EVENTS][BAYES_CELLS], rank[CARD_RANKS], totals[2];
} Saved;

static Saved *saved_of(const BayesCounts *counts) {
    Saved *saved = malloc(sizeof *saved);
    if (!saved) return NULL;
    for (int event = 0; event < BAYES_EVENTS; event++) {
        saved->visits[event] = counts->visits[event];
        for (int cell = 0; cell < BAYES_CELLS; cell++) saved->held[event][cell] = counts->held[event][cell];
    }
    for (int rank = 0; rank < CARD_RANKS; rank++) saved->rank[rank] = (double)counts->rank[rank];
    saved->totals[0] = (double)counts->hands;
    saved->totals[1] = (double)counts->turns;
    return saved;
}

bool bayes_save(const BayesCounts *counts, const char *player, const char *path, Error *err) {
    Saved *saved = saved_of(counts);
    if (!saved) return error_set(err, "out of memory");
    const WeightsTensor tensors[] = {
        {.name = "visits", .type = WEIGHTS_F64, .rank = 1, .shape = {BAYES_EVENTS}, .data = saved->visits},
        {.name = "held", .type = WEIGHTS_F64, .rank = 2, .shape = {BAYES_EVENTS, BAYES_CELLS}, .data = saved->held},
        {.name = "rank", .type = WEIGHTS_F64, .rank = 1, .shape = {CARD_RANKS}, .data = saved->rank},
        {.name = "totals", .type = WEIGHTS_F64, .rank = 1, .shape = {2}, .data = saved->totals},
    };
    char games[24], seed[24];
    snprintf(games, sizeof games, "%" PRIu64, counts->games);
    snprintf(seed, sizeof seed, "%" PRIu64, counts->seed);
    const WeightsFact facts[] = {{"model", "bayes-nguyen"}, {"player", player}, {"games", games}, {"seed", seed}};
    bool done = weights_save(path, tensors, 4, facts, 4, err);
    free(saved);
    return done;
}

// Whole numbers from 0 to `most`?
static bool are_counts(const double *number, size_t count, double most) {
    for (size_t i = 0; i < count; i++)
        if (!(number[i] >= 0 && number[i] <= most) || number[i] != (double)(uint64_t)number[i]) return false;
    return true;
}

static bool read_bayes_saved(const Weights *weights, Saved *saved, Error *err) {
    const size_t events[] = {BAYES_EVENTS, BAYES_CELLS}, ranks[] = {CARD_RANKS}, totals[] = {2};
    bool read = weights_doubles(weights, "visits", 1, events, saved->visits, err) &&
                weights_doubles(weights, "held", 2, events, saved->held[0], err) &&
                weights_doubles(weights, "rank", 1, ranks, saved->rank, err) &&
                weights_doubles(weights, "totals", 1, totals, saved->totals, err);
    if (!read) return false;
    bool good = are_counts(saved->visits, BAYES_EVENTS, UINT32_MAX) &&
                are_counts(saved->held[0], (size_t)BAYES_EVENTS * BAYES_CELLS, UINT32_MAX) &&
                are_counts(saved->rank, CARD_RANKS, 0x1p53) && are_counts(saved->totals, 2, 0x1p53);
    return good || error_set(err, "its numbers are no counts");
}

static bool read_fact(const Weights *weights, const char *name, uint64_t *value, Error *err) {
    const char *text = weights_fact(weights, name);
    if (!text) return error_set(err, "the fact '%s' is missing", name);
    return text_to_uint64(text, name, value, err);
}

static void counts_of(const Saved *saved, BayesCounts *counts) {
    for (int event = 0; event < BAYES_EVENTS; event++) {
        counts->visits[event] = (uint32_t)saved->visits[event];
        for (int cell = 0; cell < BAYES_CELLS; cell++) counts->held[event][cell] = (uint32_t)saved->held[event][cell];
    }
    for (int rank = 0; rank < CARD_RANKS; rank++) counts->rank[rank] = (uint64_t)saved->rank[rank];
    counts->hands = (uint64_t)saved->totals[0];
    counts->turns = (uint64_t)saved->totals[1];
}

bool bayes_load(BayesCounts *counts, const char *path, Error *err) {
    Weights *weights = weights_load(path, err);
    if (!weights) return false;
    Saved *saved = malloc(sizeof *saved);
    uint64_t games = 0, seed = 0;
    bool done = saved || error_set(err, "out of memory");
    done = done && ((read_bayes_saved(weights, saved, err) && read_fact(weights, "games", &games, err) &&
                     read_fact(weights, "seed", &seed, err)) ||
                    error_prefix(err, "%s", path));
    if (done) {
        counts_of(saved, counts);
        counts->games = games;
        counts->seed = seed;
    }
    free(saved);
    weights_close(weights);
    return done;
}

// ---- Likelihoods ----

static void event_likelihoods(const BayesCounts *counts, int event, float likelihood[BAYES_CELLS]) {
    bool suited = event / (CARD_RANKS * CARD_RANKS) % 2;
    const double suits[BAYES_RELATIONS] = {1, suited ? 0 : 1, suited ? 3 : 2};
    double sum = 0;
    for (int cell = 0; cell < BAYES_CELLS; cell++) {
        uint64_t all = counts->rank[cell % CARD_RANKS];
        double stands_for = suits[cell / CARD_RANKS];
        double ratio = all && stands_for > 0 ? counts->held[event][cell] / stands_for / (double)all : 0;
        likelihood[cell] = (float)ratio;
        sum += ratio * stands_for;
    }
    for (int cell = 0; cell < BAYES_CELLS; cell++)
        likelihood[cell] = sum > 0 ? (float)(likelihood[cell] * CARD_COUNT / sum) : 1;
}

void bayes_table(const BayesCounts *counts, uint32_t least, BayesTable *table) {
    for (int event = 0; event < BAYES_EVENTS; event++) {
        float *likelihood = table->likelihood[event];
        if (counts->visits[event] >= least && counts->visits[event] > 0)
            event_likelihoods(counts, event, likelihood);
        else
            for (int cell = 0; cell < BAYES_CELLS; cell++) likelihood[cell] = 1;
    }
}

// ---- Estimating ----

// Cards never become unknown again, and scaling between turns cancels out; so the estimate of the cards unknown now is
// the product of all turns' likelihoods, and the player needs no memory. No smoothing: what was never held after such
// a turn weighs next to nothing. The bounds keep products of long hands numbers.
static void multiply_by_event(const BayesTable *table, int event, Card upcard, Card discard, float weight[CARD_COUNT]) {
    const float *likelihood = table->likelihood[event];
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        const float *of_suit = &likelihood[bayes_relation(upcard, discard, suit) * CARD_RANKS];
        float *to = &weight[suit * CARD_RANKS];
        for (int rank = 0; rank < CARD_RANKS; rank++) {
            float product = to[rank] * of_suit[rank] + 1e-30f;
            to[rank] = product < 1e30f ? product : 1e30f;
        }
    }
}

void bayes_estimate(const BayesTable *table, const GinView *view, float probability[CARD_COUNT]) {
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    const GinLog *log = view->log;
    Card upcard = CARD_NONE;
    bool taken = false;
    for (int i = 0; i < log->count; i++) {
        GinEvent event = log->event[i];
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_PASS || kind == GIN_EVENT_TAKE) upcard = event.card;
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) taken = kind == GIN_EVENT_TAKE;
        if (kind != GIN_EVENT_DISCARD) continue;
        if (gin_event_seat(event) != view->seat)
            multiply_by_event(table, bayes_event(taken, upcard, event.card), upcard, event.card, probability);
        upcard = event.card;
    }
    GinKnowledge known = gin_knowledge(view);
    gin_probabilities(&known, probability);
}

// ---- The estimator ----

enum { GAMES, VISITS, SEED };

// The file named if it is a path; else the shipped one where it is there and holds just these games; else they are
// counted here and now, which takes a tenth of a second for ten thousand and gives the same numbers.
static bool get_counts(BayesCounts *counts, const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    uint64_t games = (uint64_t)params[GAMES], seed = (uint64_t)params[SEED];
    Text path = {0};
    bool there = model_path(model, &path, NULL);
    bool done = !there || bayes_load(counts, path.data, err);
    text_free(&path);
    bool fits = strchr(model, '/') || (counts->games == games && counts->seed == seed);
    if (!done || (there && fits)) return done;
    *counts = (BayesCounts){0};
    return bayes_collect(counts, "simple", games, seed, 1, err);
}

static void *open_bayes(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    BayesCounts *counts = calloc(1, sizeof *counts);
    BayesTable *table = malloc(sizeof *table);
    bool done = (counts && table) || error_set(err, "out of memory");
    done = done && get_counts(counts, params, model, err);
    if (done) bayes_table(counts, (uint32_t)params[VISITS], table);
    free(counts);
    if (done) return table;
    free(table);
    return NULL;
}

static void estimate_bayes(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    bayes_estimate(mind->model, view, probability);
}

const GinPolicy gin_estimator_bayes = {
    .name = "bayes",
    .source = "Nguyen, Equation 3",
    .about = "the likelihood of each of the opponent's turns given a card, counted over games of Simple",
    .estimate = estimate_bayes,
    .file = "bayes-nguyen.safetensors",
    .open = open_bayes,
    .close = free,
    .params = {{"games", 10000, 0, 100000, true, "games to count"},
               {"visits", BAYES_LEAST_VISITS, 0, 1000000, true, "times a turn must have been seen to say anything"},
               {"seed", 2021, 0, 1000000000, true, "of those games"}},
};
