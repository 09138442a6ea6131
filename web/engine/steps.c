// SPDX-License-Identifier: MIT
#include "engine/steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/json.h"
#include "gin/record.h"
#include "hearts/record.h"
#include "wire/gin/gin_lines.h"
#include "wire/hearts/hearts_lines.h"

static bool is_hearts(const char *line) { return strncmp(line, "hearts/", 7) == 0; }

static void step_json(Json *json, int seat, const Text *move, bool choice) {
    json_object(json, NULL);
    json_int(json, "seat", seat);
    json_string(json, "move", move->data ? move->data : "");
    json_bool(json, "choice", choice);
    json_end(json);
}

static bool gin_has_choice(const GinState *state) {
    GinLegal legal = gin_legal(state);
    if (state->table.phase == GIN_DEFEND) return false; // the best melds lose nothing
    return legal.pass + legal.take + legal.stock + legal.big_gin + set_count(legal.discards) > 1;
}

static void gin_steps(const GinRecord *record, Json *json) {
    GinState state;
    gin_record_deal(record, &state, NULL);
    for (int i = 0; i < record->actions; i++) {
        Text move = {0};
        gin_lines_add_move(&move, &record->action[i]);
        step_json(json, state.table.to_act, &move, gin_has_choice(&state));
        text_free(&move);
        gin_apply(&state, NULL, &record->action[i]);
    }
}

static void hearts_steps(const HeartsRecord *record, Json *json) {
    HeartsState state;
    hearts_record_deal(record, &state, NULL);
    for (int i = 0; i < record->actions; i++) {
        Text move = {0};
        hearts_lines_add_move(&move, &record->action[i]);
        bool choice = state.table.phase == HEARTS_PASSING || set_rest(hearts_legal(&state));
        step_json(json, state.table.to_act, &move, choice);
        text_free(&move);
        hearts_apply(&state, NULL, &record->action[i]);
    }
}

bool web_steps(const char *line, Text *text, Error *err) {
    Json json = json_into(text, false);
    bool hearts = is_hearts(line);
    void *record = malloc(hearts ? sizeof(HeartsRecord) : sizeof(GinRecord));
    if (!record) return error_set(err, "out of memory");
    bool good = hearts ? hearts_record_parse(line, record, err) : gin_record_parse(line, record, err);
    if (good) {
        json_array(&json, NULL);
        if (hearts)
            hearts_steps(record, &json);
        else
            gin_steps(record, &json);
        json_end_array(&json);
    }
    free(record);
    return good && memory_sufficed(err);
}

static void cut_gin(GinRecord *record, int actions, Text *text) {
    record->actions = actions;
    record->unfinished = true;
    record->faulty = record->game_winner = -1;
    record->fault = FAULT_NONE;
    record->result = (GinResult){0};
    record->game_over = false;
    gin_record_print(text, record);
}

static void cut_hearts(HeartsRecord *record, int actions, Text *text) {
    record->actions = actions;
    record->unfinished = true;
    memset(record->fault, 0, sizeof record->fault);
    memset(record->fault_at, 0, sizeof record->fault_at);
    memset(record->points, 0, sizeof record->points);
    record->moon = -1;
    record->game_over = false;
    record->game_winner = -1;
    hearts_record_print(text, record);
}

bool web_cut(const char *line, int actions, Text *text, Error *err) {
    bool hearts = is_hearts(line);
    void *record = malloc(hearts ? sizeof(HeartsRecord) : sizeof(GinRecord));
    if (!record) return error_set(err, "out of memory");
    bool good = hearts ? hearts_record_parse(line, record, err) : gin_record_parse(line, record, err);
    int all = !good ? 0 : hearts ? ((HeartsRecord *)record)->actions : ((GinRecord *)record)->actions;
    if (good && (actions < 0 || actions > all)) good = error_set(err, "this hand has %d actions, not %d", all, actions);
    if (good && hearts) cut_hearts(record, actions, text);
    if (good && !hearts) cut_gin(record, actions, text);
    free(record);
    return good && memory_sufficed(err);
}
