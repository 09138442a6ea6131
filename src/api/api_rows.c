// SPDX-License-Identifier: MIT
// Decisions in records of gin, as rows for learners.
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "base/memory.h"
#include "gin/players/env/observe.h"
#include "gin/record.h"

typedef struct Row {
    uint8_t action, seat, last;
    int32_t hand;
    float points;
} Row;

// Rows know what is small; what is large is made from the records when it is asked for.
struct deadwood_gin_rows {
    char *records;
    Row *row;
    size_t count, room;
};

// A walk through records, line by line and decision by decision.
typedef struct Walk {
    const char *at;
    int line; // from 1
    int32_t hand;
    GinRecord record[2]; // by turns
    const GinRecord *before;
    GinPast past;
    GinState state;
    GinHistory history;
} Walk;

typedef struct Decision {
    const GinState *state;
    const GinView *view;
    const uint8_t *legal;
    int action;
    int32_t hand;
} Decision;

typedef bool VisitDecision(void *context, const Decision *decision);

static bool walk_hand(Walk *walk, const GinRecord *record, VisitDecision *visit, void *context) {
    gin_record_deal(record, &walk->state, &walk->history);
    for (int i = 0; i < record->actions; i++) {
        uint8_t legal[GIN_LEGAL_BYTES];
        GinView view = gin_view(&walk->state, &walk->history, walk->state.table.to_act);
        gin_view_refresh(&view, &walk->state);
        Decision decision = {&walk->state, &view, legal, -1, walk->hand};
        if (gin_choices(&view, legal) > 1) decision.action = gin_action_choice(&view, &record->action[i]);
        if (decision.action >= 0 && !visit(context, &decision)) return false;
        gin_apply(&walk->state, &walk->history, &record->action[i]);
    }
    return true;
}

// The next record; false at the end, or with err set.
static bool walk_line(Walk *walk, Text *line, const GinRecord **record, Error *err) {
    while (*walk->at) {
        size_t size = strcspn(walk->at, "\n");
        text_clear(line);
        text_add_bytes(line, walk->at, size);
        walk->at += size + (walk->at[size] == '\n');
        walk->line++;
        if (line->failed) return error_set(err, "out of memory");
        if (!line->size || line->data[0] == '#') continue;
        GinRecord *next = walk->before == &walk->record[0] ? &walk->record[1] : &walk->record[0];
        if (!gin_record_parse(line->data, next, err)) return error_prefix(err, "line %d", walk->line);
        next->past = NULL;
        if (walk->before) gin_record_link(walk->before, next, &walk->past);
        if (!next->past) gin_past_trim(&walk->past);
        *record = walk->before = next;
        return true;
    }
    return false;
}

// Visits every decision; `after` is told the record of each hand. False with err set.
static bool walk_records(const char *records, VisitDecision *visit,
                         void (*after)(void *context, const GinRecord *record), void *context, Error *err) {
    Walk *walk = calloc(1, sizeof *walk);
    Text line = {0};
    const GinRecord *record;
    bool good = walk || error_set(err, "out of memory");
    if (walk) walk->at = records;
    while (good && walk_line(walk, &line, &record, err)) {
        good = walk_hand(walk, record, visit, context);
        if (good && after) after(context, record);
        walk->hand++;
    }
    text_free(&line);
    if (walk) gin_past_close(&walk->past);
    free(walk);
    return good && !err->text[0];
}

// ---- Opening ----

typedef struct Opening {
    deadwood_gin_rows *rows;
    size_t first; // row of this hand
} Opening;

static bool note_decision(void *context, const Decision *decision) {
    deadwood_gin_rows *rows = ((Opening *)context)->rows;
    if (rows->count == rows->room) {
        size_t room = rows->room ? 2 * rows->room : 1024;
        Row *row = realloc(rows->row, room * sizeof *row);
        if (!row) {
            memory_note_short();
            return false;
        }
        rows->row = row;
        rows->room = room;
    }
    rows->row[rows->count++] =
        (Row){.action = (uint8_t)decision->action, .seat = decision->view->seat, .hand = decision->hand};
    return true;
}

static void settle_rows(void *context, const GinRecord *record) {
    Opening *opening = context;
    deadwood_gin_rows *rows = opening->rows;
    const GinResult *result = &record->result;
    bool scored = !record->unfinished && record->faulty < 0 && result->end != GIN_CANCELLED, last[2] = {true, true};
    for (size_t i = rows->count; i-- > opening->first;) {
        Row *row = &rows->row[i];
        row->points = !scored ? 0 : row->seat == result->winner ? (float)result->points : -(float)result->points;
        row->last = last[row->seat];
        last[row->seat] = false;
    }
    opening->first = rows->count;
}

deadwood_gin_rows *deadwood_gin_rows_open(const char *records, deadwood_error *err) {
    Error why = {{0}};
    if (!records) {
        api_null(err, __func__, "records");
        return NULL;
    }
    deadwood_gin_rows *rows = calloc(1, sizeof *rows);
    Opening opening = {.rows = rows};
    bool good = rows && (rows->records = strdup(records));
    if (!good) error_set(&why, "out of memory");
    good = good && walk_records(records, note_decision, settle_rows, &opening, &why) && !memory_was_short();
    if (good) {
        api_done(err);
        return rows;
    }
    api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    deadwood_gin_rows_close(rows);
    return NULL;
}

void deadwood_gin_rows_close(deadwood_gin_rows *rows) {
    if (!rows) return;
    free(rows->records);
    free(rows->row);
    free(rows);
}

int64_t deadwood_gin_rows_count(const deadwood_gin_rows *rows) { return rows ? (int64_t)rows->count : 0; }

// ---- Reading ----

typedef struct Reading {
    int field;
    uint8_t *to;
} Reading;

static bool read_decision(void *context, const Decision *decision) {
    Reading *reading = context;
    GinHabits habits;
    switch (reading->field) {
    case DEADWOOD_ROWS_OBSERVATION:
        habits = gin_habits_of(decision->view->past);
        gin_observe(decision->view, &habits, reading->to);
        reading->to += GIN_INPUTS;
        break;
    case DEADWOOD_ROWS_SECRETS:
        gin_observe_secrets(decision->state, decision->view->seat, reading->to);
        reading->to += GIN_SECRETS;
        break;
    default:
        for (int choice = 0; choice < GIN_CHOICES; choice++)
            *reading->to++ = gin_choice_is_legal(decision->legal, choice);
    }
    return true;
}

static void copy_field(const deadwood_gin_rows *rows, int field, void *array) {
    for (size_t i = 0; i < rows->count; i++) {
        const Row *row = &rows->row[i];
        switch (field) {
        case DEADWOOD_ROWS_ACTION: ((int32_t *)array)[i] = row->action; break;
        case DEADWOOD_ROWS_SEAT: ((uint8_t *)array)[i] = row->seat; break;
        case DEADWOOD_ROWS_HAND: ((int32_t *)array)[i] = row->hand; break;
        case DEADWOOD_ROWS_POINTS: ((float *)array)[i] = row->points; break;
        default: ((uint8_t *)array)[i] = row->last;
        }
    }
}

int deadwood_gin_rows_read(const deadwood_gin_rows *rows, int field, void *array, size_t bytes, deadwood_error *err) {
    static const size_t sizes[DEADWOOD_ROWS_FIELDS] = {GIN_INPUTS, GIN_SECRETS,     GIN_CHOICES,   sizeof(int32_t),
                                                       1,          sizeof(int32_t), sizeof(float), 1};
    Error why = {{0}};
    if (!rows || (!array && rows->count)) return api_null(err, __func__, rows ? "array" : "rows");
    if (field < 0 || field >= DEADWOOD_ROWS_FIELDS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "there is no field %d; fields are 0 to %d", field,
                        DEADWOOD_ROWS_FIELDS - 1);
    if (bytes != sizes[field] * rows->count)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "field %d has %zu bytes for %zu rows, not %zu", field,
                        sizes[field] * rows->count, rows->count, bytes);
    if (sizes[field] == 4 && (uintptr_t)array % 4)
        return api_fail(err, DEADWOOD_E_ARGUMENT,
                        "field %d has numbers of 4 bytes, and the array is not aligned to them", field);
    if (field > DEADWOOD_ROWS_MASK) {
        copy_field(rows, field, array);
        return api_done(err);
    }
    Reading reading = {field, array};
    if (!walk_records(rows->records, read_decision, NULL, &reading, &why))
        return api_fail_as(err, DEADWOOD_E_INTERNAL, &why);
    return api_sufficed(err);
}
