// SPDX-License-Identifier: MIT
#include "gin/players/nguyen/nguyen_examples.h"

#include <stdlib.h>
#include <string.h>

// ---- Rows ----

void examples_free(Examples *rows) {
    free(rows->data);
    *rows = (Examples){.size = rows->size};
}

static bool make_room_for_examples(Examples *rows, uint32_t more) {
    if (more > UINT32_MAX - rows->count) rows->full = true;
    if (rows->full || rows->count + more <= rows->room) return !rows->full;
    uint64_t room = 2 * (uint64_t)rows->room;
    if (room < 1024) room = 1024;
    if (room < rows->count + more) room = rows->count + more;
    if (room > UINT32_MAX) room = UINT32_MAX;
    uint8_t *data = room <= SIZE_MAX / rows->size ? realloc(rows->data, (size_t)room * rows->size) : NULL;
    rows->full = !data;
    if (!data) return false;
    rows->data = data;
    rows->room = (uint32_t)room;
    return true;
}

static void *row_at(const Examples *rows, uint32_t index) { return rows->data + (size_t)index * rows->size; }

void examples_add(Examples *rows, const void *row) {
    if (make_room_for_examples(rows, 1)) memcpy(row_at(rows, rows->count++), row, rows->size);
}

void examples_append(Examples *rows, const Examples *more) {
    rows->full = rows->full || more->full;
    if (!more->count || !make_room_for_examples(rows, more->count)) return;
    memcpy(row_at(rows, rows->count), more->data, (size_t)more->count * rows->size);
    rows->count += more->count;
}

typedef struct Collector {
    Examples rows;
    ExamplesMake *make;
} Collector;

static void watch_for_examples(void *collector, const GinHandRecord *hand) {
    Collector *self = collector;
    self->make(&self->rows, hand);
}

bool examples_collect(Examples *rows, const GinSelfPlay *plan, ExamplesMake *make, Error *err) {
    Collector parts[GIN_SELFPLAY_SLICES];
    void *collectors[GIN_SELFPLAY_SLICES];
    for (int i = 0; i < GIN_SELFPLAY_SLICES; i++) {
        parts[i] = (Collector){.rows.size = rows->size, .make = make};
        collectors[i] = &parts[i];
    }
    bool done = gin_selfplay(plan, GIN_SELFPLAY_SLICES, collectors, watch_for_examples, err);
    for (int i = 0; i < GIN_SELFPLAY_SLICES; i++) {
        if (done) examples_append(rows, &parts[i].rows);
        examples_free(&parts[i].rows);
    }
    if (done && rows->full) return error_set(err, "out of memory for %u examples", rows->count);
    return done;
}

// ---- Card values ----

// What a seat was left with when the hand ended. A cancelled hand has no melds shown.
static CardSet cards_left_over(const GinState *over, Seat seat) {
    CardSet hand = over->hand[seat];
    GinSplit split = over->result.end == GIN_CANCELLED ? gin_best_split(hand) : over->melds[seat];
    if (!gin_split_cards(&split)) split = gin_best_split(hand); // a split left out stands for the best one
    return hand & ~gin_split_cards(&split) & ~over->result.laid_off;
}

static bool decides_draw(const GinState *state) {
    return state->table.phase <= GIN_SECOND_OFFER || (state->table.phase == GIN_DRAW && !state->table.forced);
}

static NguyenCardRow card_row(const GinReplay *replay) {
    const GinTable *table = &replay->state.table;
    GinView view = gin_view(&replay->state, &replay->history, table->to_act);
    GinEvent next = replay->hand->history->log.event[replay->at];
    return (NguyenCardRow){
        .card = {.points = (uint8_t)gin_card_points(table->upcard),
                 .turn = (uint8_t)(table->turns[0] + table->turns[1]),
                 .hits = (uint8_t)nguyen_hit_count(table->upcard, view.hand, nguyen_unknown(&view))},
        .taken = gin_event_kind(next) == GIN_EVENT_TAKE,
    };
}

static void card_rows(Examples *rows, const GinHandRecord *hand, bool all) {
    const CardSet left[2] = {cards_left_over(hand->state, 0), cards_left_over(hand->state, 1)};
    GinReplay replay;
    gin_replay_start(&replay, hand);
    do {
        if (replay.at == hand->history->log.count || !decides_draw(&replay.state)) continue;
        NguyenCardRow row = card_row(&replay);
        const GinTable *table = &replay.state.table;
        if (row.taken && set_has(left[table->to_act], table->upcard)) row.cost = row.card.points;
        if (all || row.taken) examples_add(rows, &row);
    } while (gin_replay_step(&replay));
}

void nguyen_card_rows(Examples *rows, const GinHandRecord *hand) { card_rows(rows, hand, true); }
void nguyen_taken_rows(Examples *rows, const GinHandRecord *hand) { card_rows(rows, hand, false); }

static void fill_cards(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                       float *weights) {
    (void)weights;
    for (int i = 0; i < count; i++) {
        const NguyenCardRow *row = row_at(context, indices[i]);
        nguyen_card_inputs(&row->card, &inputs[i * NGUYEN_CARD_INPUTS]);
        targets[i] = row->cost;
    }
}

TrainData nguyen_card_data(const Examples *rows) {
    return (TrainData){.context = (void *)(uintptr_t)rows, .count = rows->count, .steps = 1, .fill = fill_cards};
}

// ---- Opponent's hand ----

static void seat_turns(Examples *rows, const GinHandRecord *hand, Seat us) {
    GinReplay replay;
    gin_replay_start(&replay, hand);
    NguyenTurnRow row = {.turn = 0};
    Card upcard = replay.state.table.upcard;
    while (gin_replay_step(&replay)) {
        GinEventKind kind = gin_event_kind(replay.event);
        const GinTable *table = &replay.state.table;
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) row.taken = kind == GIN_EVENT_TAKE;
        if (kind != GIN_EVENT_DISCARD) continue;
        row.upcard = upcard;
        row.discard = upcard = replay.event.card;
        if (gin_event_seat(replay.event) == us) continue;
        row.open = replay.state.hand[us] | table->buried | set_of(table->upcard);
        row.held = replay.state.hand[us ^ 1];
        examples_add(rows, &row);
        row.turn++;
    }
}

void nguyen_turn_rows(Examples *rows, const GinHandRecord *hand) {
    for (int us = 0; us < GIN_SEATS; us++) seat_turns(rows, hand, (Seat)us);
}

int nguyen_turn_ones(const NguyenTurnRow *row, int ones[NGUYEN_TURN_ONES]) {
    int count = 0; // in a position told in words, not every card of a turn is known
    if (row->discard != CARD_NONE) ones[count++] = card_index(row->discard);
    if (row->upcard != CARD_NONE) ones[count++] = (row->taken ? 2 : 1) * CARD_COUNT + card_index(row->upcard);
    for (CardSet rest = row->open; rest; rest = set_rest(rest))
        ones[count++] = 3 * CARD_COUNT + card_index(set_first(rest));
    return count;
}

static void fill_turn(const NguyenTurnRow *row, float *inputs, float *targets) {
    int ones[NGUYEN_TURN_ONES];
    int count = nguyen_turn_ones(row, ones);
    for (int i = 0; i < count; i++) inputs[ones[i]] = 1;
    for (CardSet rest = row->held; rest; rest = set_rest(rest)) targets[card_index(set_first(rest))] = 1;
}

static void fill_turns(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                       float *weights) {
    (void)weights;
    for (int i = 0; i < count; i++)
        fill_turn(row_at(context, indices[i]), &inputs[i * NGUYEN_TURN_INPUTS], &targets[i * CARD_COUNT]);
}

TrainData nguyen_turn_data(const Examples *rows) {
    return (TrainData){.context = (void *)(uintptr_t)rows, .count = rows->count, .steps = 1, .fill = fill_turns};
}

static void fill_sequences(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                           float *weights) {
    const NguyenSequences *self = context;
    for (int i = 0; i < count; i++) {
        uint32_t start = self->starts[indices[i]], end = self->starts[indices[i] + 1];
        for (int step = 0; step < self->steps; step++) {
            size_t at = (size_t)i * (size_t)self->steps + (size_t)step;
            bool there = start + (uint32_t)step < end;
            weights[at] = there;
            if (there)
                fill_turn(row_at(self->rows, start + (uint32_t)step), &inputs[at * NGUYEN_TURN_INPUTS],
                          &targets[at * CARD_COUNT]);
        }
    }
}

bool nguyen_sequences(const Examples *rows, int steps, NguyenSequences *sequences, TrainData *data, Error *err) {
    uint32_t *starts = malloc(((size_t)rows->count + 1) * sizeof *starts);
    if (!starts) return error_set(err, "out of memory for %u turns", rows->count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows->count; i++)
        if (((const NguyenTurnRow *)row_at(rows, i))->turn == 0) starts[count++] = i;
    starts[count] = rows->count;
    *sequences = (NguyenSequences){.rows = rows, .starts = starts, .steps = steps};
    *data = (TrainData){.context = sequences, .count = count, .steps = steps, .fill = fill_sequences};
    return true;
}

// ---- Knocking ----

void nguyen_knock_rows(Examples *rows, const GinHandRecord *hand) {
    const GinState *over = hand->state;
    const GinResult *result = &over->result;
    if (result->end == GIN_CANCELLED) return;
    int turns = over->table.turns[0] + over->table.turns[1];
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        CardSet cards = over->hand[seat] & ~result->laid_off;
        NguyenKnockRow row = {
            .knock = nguyen_knock(cards, result->deadwood[seat], turns, over->table.takes[seat ^ 1]),
            .won = result->winner == seat,
        };
        examples_add(rows, &row);
    }
}

static void fill_knocks(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                        float *weights) {
    (void)weights;
    for (int i = 0; i < count; i++) {
        const NguyenKnockRow *row = row_at(context, indices[i]);
        nguyen_knock_inputs(&row->knock, &inputs[i * NGUYEN_KNOCK_INPUTS]);
        targets[i] = row->won;
    }
}

TrainData nguyen_knock_data(const Examples *rows) {
    return (TrainData){.context = (void *)(uintptr_t)rows, .count = rows->count, .steps = 1, .fill = fill_knocks};
}

#define LIMIT(n) "mix:knock=limit,limit=" #n
#define PAIR(a, b)                                                                                                     \
    { LIMIT(a), LIMIT(b) }
#define AGAINST(a)                                                                                                     \
    PAIR(a, 0), PAIR(a, 1), PAIR(a, 2), PAIR(a, 3), PAIR(a, 4), PAIR(a, 5), PAIR(a, 6), PAIR(a, 7), PAIR(a, 8),        \
        PAIR(a, 9), PAIR(a, 10)

const char *const nguyen_knock_pairs[NGUYEN_KNOCK_PAIRS][2] = {
    AGAINST(0), AGAINST(1), AGAINST(2), AGAINST(3), AGAINST(4),  AGAINST(5),
    AGAINST(6), AGAINST(7), AGAINST(8), AGAINST(9), AGAINST(10),
};
