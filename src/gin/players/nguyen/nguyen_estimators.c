// SPDX-License-Identifier: MIT
#include "gin/players/nguyen/nguyen_estimators.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "learn/files/models.h"
#include "learn/net/net.h"

// ---- What was seen ----

// The cards the seat was dealt: its moves taken back, last first, since a card can come and go more than once.
static CardSet dealt_to(const GinView *view) {
    CardSet hand = view->hand;
    int draws = view->draws->count;
    for (int i = view->log->count - 1; i >= 0; i--) {
        GinEvent event = view->log->event[i];
        GinEventKind kind = gin_event_kind(event);
        if (gin_event_seat(event) != view->seat) continue;
        if (kind == GIN_EVENT_DISCARD) hand |= set_of(event.card);
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) hand &= ~set_of(view->draws->card[--draws]);
    }
    return hand;
}

// A hand seen again from one seat, up to some event.
typedef struct Seen {
    CardSet hand, pile; // own cards; all cards of the pile, the upcard too
    Card upcard;        // as it lay there at the last draw
    int draws;          // own
    bool taken;         // by who drew last
} Seen;

static void see_draw(Seen *seen, const GinView *view, GinEvent event) {
    seen->taken = gin_event_kind(event) == GIN_EVENT_TAKE;
    if (seen->taken) seen->pile &= ~set_of(event.card);
    if (gin_event_seat(event) == view->seat) seen->hand |= set_of(view->draws->card[seen->draws++]);
}

int nguyen_seen_turns(const GinView *view, NguyenTurnRow rows[GIN_TURN_LIMIT]) {
    const GinLog *log = view->log;
    if (!log->count) return 0;
    // Every hand begins with an offer of the upcard, which is passed or taken: the first event names it.
    Card first = log->event[0].card;
    Seen seen = {.hand = dealt_to(view), .pile = set_of(first), .upcard = first};
    int count = 0;
    for (int i = 0; i < log->count; i++) {
        GinEvent event = log->event[i];
        GinEventKind kind = gin_event_kind(event);
        bool own = gin_event_seat(event) == view->seat;
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) see_draw(&seen, view, event);
        if (kind != GIN_EVENT_DISCARD) continue;
        seen.pile |= set_of(event.card);
        if (own) seen.hand &= ~set_of(event.card);
        if (!own && count < GIN_TURN_LIMIT) {
            // A position told in words (scene.h) leaves cards unknown: they are no cards to see.
            rows[count] = (NguyenTurnRow){.open = (seen.hand | seen.pile) & SET_DECK,
                                          .upcard = seen.upcard,
                                          .discard = event.card,
                                          .taken = seen.taken,
                                          .turn = (uint8_t)count};
            count++;
        }
        seen.upcard = event.card;
    }
    return count;
}

// ---- Networks ----

enum { MOST_MEMORY = 2 * NET_MAX_WIDTH }; // floats: one LSTM layer as wide as can be

static Net *load_estimator_net(const char *model, bool remembers, Error *err) {
    Text path = {0};
    Net *net = model_path(model, &path, err) ? net_load(path.data, err) : NULL;
    bool fits = net && net_inputs(net) == NGUYEN_TURN_INPUTS && net_outputs(net) == CARD_COUNT &&
                (net_memory(net) > 0) == remembers && net_memory(net) <= MOST_MEMORY;
    if (net && !fits) {
        error_set(err, "%s is a network '%s', not one of %d inputs and %d outputs %s", path.data, net_architecture(net),
                  NGUYEN_TURN_INPUTS, CARD_COUNT, remembers ? "with an LSTM layer" : "without LSTM layers");
        net_close(net);
    }
    text_free(&path);
    return fits ? net : NULL;
}

static void show_turn(const Net *net, float *memory, const NguyenTurnRow *row, float output[CARD_COUNT]) {
    int ones[NGUYEN_TURN_ONES];
    int count = nguyen_turn_ones(row, ones);
    net_apply_ones(net, memory, ones, count, output);
}

// Before the first turn the networks were never asked: all cards alike.
static void know_nothing(float output[CARD_COUNT]) {
    for (int i = 0; i < CARD_COUNT; i++) output[i] = 1;
}

// What the network says becomes what the players use: probabilities that fit the unknown cards of a hand. The paper
// does not say that its accuracies are of these; raw=1 leaves the network's own word.
#define RAW_PARAM                                                                                                      \
    { "raw", 0, 0, 1, true, "1: what the network says, 0: made to fit the number of unknown cards" }

static void make_consistent(bool raw, const GinView *view, float probability[CARD_COUNT]) {
    GinKnowledge known = gin_knowledge(view);
    if (!raw) gin_probabilities(&known, probability);
}

// ---- Feed-forward ----

enum { ANN_RAW };

static void *open_ann(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    (void)params;
    return load_estimator_net(model, false, err);
}

static void close_ann(void *model) { net_close(model); }

static void estimate_ann(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    NguyenTurnRow rows[GIN_TURN_LIMIT];
    int turns = nguyen_seen_turns(view, rows);
    know_nothing(probability);
    if (turns) show_turn(mind->model, NULL, &rows[turns - 1], probability);
    make_consistent(turns && mind->params[ANN_RAW] > 0, view, probability);
}

const GinPolicy gin_estimator_ann = {
    .name = "ann",
    .source = "Nguyen, Table 4",
    .about = "a feed-forward network asked about the opponent's last turn",
    .estimate = estimate_ann,
    .file = "ann-nguyen.safetensors",
    .open = open_ann,
    .close = close_ann,
    .params = {RAW_PARAM},
};

// ---- LSTM ----

// A cache entry: some turns, and the LSTM's state and output after them. A later query that begins with exactly these
// turns continues from here; the state depends on nothing else, so it cannot belong to another hand.
typedef struct Kept {
    atomic_flag busy;
    int turns;
    NguyenTurnRow rows[GIN_TURN_LIMIT];
    float answer[CARD_COUNT];
    float *memory;
} Kept;

enum { KEPT = 16 }; // hands at a time, a power of two; several threads may ask one estimator

typedef struct Lstm {
    Net *net;
    bool keeps;
    float *memories; // of all that is kept
    Kept kept[KEPT];
} Lstm;

static void close_lstm(void *model) {
    Lstm *lstm = model;
    net_close(lstm->net);
    free(lstm->memories);
    free(lstm);
}

enum { CACHE, LSTM_RAW };

static void *open_lstm(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    Net *net = load_estimator_net(model, true, err);
    if (!net) return NULL;
    Lstm *lstm = calloc(1, sizeof *lstm);
    float *memories = calloc(KEPT * net_memory(net), sizeof *memories);
    if (!lstm || !memories) {
        error_set(err, "out of memory for the memory of %s", model);
        net_close(net);
        free(lstm);
        free(memories);
        return NULL;
    }
    lstm->net = net;
    lstm->keeps = params[CACHE] > 0;
    lstm->memories = memories;
    for (int i = 0; i < KEPT; i++) {
        atomic_flag_clear(&lstm->kept[i].busy);
        lstm->kept[i].memory = &memories[(size_t)i * net_memory(net)];
    }
    return lstm;
}

static bool same_turn(const NguyenTurnRow *a, const NguyenTurnRow *b) {
    return a->open == b->open && a->upcard == b->upcard && a->discard == b->discard && a->taken == b->taken;
}

// All that is kept begins the turns asked about?
static bool begins(const Kept *kept, const NguyenTurnRow *rows, int turns) {
    if (kept->turns > turns) return false;
    for (int i = 0; i < kept->turns; i++)
        if (!same_turn(&kept->rows[i], &rows[i])) return false;
    return true;
}

static void forget_kept(const Net *net, Kept *kept) {
    kept->turns = 0;
    memset(kept->memory, 0, net_memory(net) * sizeof *kept->memory);
}

static void answer_from(const Net *net, Kept *kept, const NguyenTurnRow *rows, int turns, float output[CARD_COUNT]) {
    if (!begins(kept, rows, turns)) forget_kept(net, kept);
    for (; kept->turns < turns; kept->turns++) {
        kept->rows[kept->turns] = rows[kept->turns];
        show_turn(net, kept->memory, &rows[kept->turns], kept->answer);
    }
    memcpy(output, kept->answer, sizeof kept->answer);
}

static void answer_anew(const Net *net, const NguyenTurnRow *rows, int turns, float output[CARD_COUNT]) {
    float memory[MOST_MEMORY] = {0};
    for (int i = 0; i < turns; i++) show_turn(net, memory, &rows[i], output);
}

// A hand's own place by its first turn.
static int place_of_turn(const NguyenTurnRow *first) {
    uint64_t mixed = (first->open ^ ((uint64_t)first->discard << 8)) * UINT64_C(0x9E3779B97F4A7C15);
    return (int)(mixed >> 32) & (KEPT - 1);
}

// If another thread uses the entry, the answer is computed from the start.
static void estimate_lstm(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    Lstm *lstm = mind->model;
    NguyenTurnRow rows[GIN_TURN_LIMIT];
    int turns = nguyen_seen_turns(view, rows);
    bool raw = turns && mind->params[LSTM_RAW] > 0;
    know_nothing(probability);
    if (turns && lstm->keeps) {
        Kept *kept = &lstm->kept[place_of_turn(&rows[0])];
        if (!atomic_flag_test_and_set(&kept->busy)) {
            answer_from(lstm->net, kept, rows, turns, probability);
            atomic_flag_clear(&kept->busy);
            turns = 0; // answered
        }
    }
    answer_anew(lstm->net, rows, turns, probability);
    make_consistent(raw, view, probability);
}

const GinPolicy gin_estimator_lstm = {
    .name = "lstm",
    .source = "Nguyen, Table 4",
    .about = "an LSTM network shown all of the opponent's turns",
    .estimate = estimate_lstm,
    .file = "lstm-nguyen.safetensors",
    .open = open_lstm,
    .close = close_lstm,
    .params = {{"cache", 1, 0, 1, true, "1: goes on from the last turn, 0: from the first; the same answers"},
               RAW_PARAM},
};
