// SPDX-License-Identifier: MIT
// Lines of records, checked and told as JSON.
#include <stdlib.h>
#include <string.h>

#include "api/api_game_internal.h"
#include "gin/record.h"
#include "hearts/record.h"
#include "wire/gin/gin_lines.h"
#include "wire/hearts/hearts_lines.h"

// One of them is there.
typedef struct Record {
    GinRecord *gin;
    HeartsRecord *hearts;
} Record;

static void close_record(Record *record) {
    free(record->gin);
    free(record->hearts);
}

static bool told_read_record(const char *line, Record *record, deadwood_error *err) {
    Error why = {{0}};
    *record = (Record){NULL, NULL};
    bool hearts = strncmp(line, "hearts/", 7) == 0;
    if (hearts)
        record->hearts = malloc(sizeof *record->hearts);
    else
        record->gin = malloc(sizeof *record->gin);
    if (!record->gin && !record->hearts) {
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        return false;
    }
    bool good = hearts ? hearts_record_parse(line, record->hearts, &why) : gin_record_parse(line, record->gin, &why);
    if (good) return true;
    api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    close_record(record);
    return false;
}

char *deadwood_record_check(const char *line, deadwood_error *err) {
    Record record;
    Text text = {0};
    if (!line) {
        api_null(err, __func__, "line");
        return NULL;
    }
    if (!told_read_record(line, &record, err)) return NULL;
    if (record.gin)
        gin_record_print(&text, record.gin);
    else
        hearts_record_print(&text, record.hearts);
    close_record(&record);
    return api_text(&text, err);
}

// ---- As JSON ----

static void put_deck(Json *json, const Card deck[CARD_COUNT]) {
    char text[2 * CARD_COUNT + 1];
    for (int i = 0; i < CARD_COUNT; i++) card_print(deck[i], text + 2 * i);
    json_string(json, "deal", text);
}

static void told_put_move(Json *json, Text *move) {
    if (move->data && !move->failed) json_string(json, NULL, move->data);
    text_clear(move);
}

static void put_end(Json *json, bool over, int winner) {
    json_bool(json, "game_over", over);
    json_int(json, "game_winner", winner);
}

static void put_gin(Json *json, const GinRecord *record) {
    static const char *const ends[] = {"cancelled", "knock", "gin", "big-gin", "undercut"};
    char rules[GIN_RULES_TEXT];
    Text move = {0};
    gin_rules_print(&record->rules, rules);
    json_string(json, "game", "gin");
    json_string(json, "rules", rules);
    json_array(json, "players");
    for (int seat = 0; seat < GIN_SEATS; seat++) json_string(json, NULL, record->player[seat]);
    json_end_array(json);
    json_uint(json, "number", record->game);
    json_uint(json, "hand", record->hand);
    json_int(json, "starter", record->starter);
    json_array(json, "score");
    for (int seat = 0; seat < GIN_SEATS; seat++) json_int(json, NULL, record->score[seat]);
    json_end_array(json);
    put_deck(json, record->deck);
    json_array(json, "moves");
    for (int i = 0; i < record->actions; i++) {
        gin_lines_add_move(&move, &record->action[i]);
        told_put_move(json, &move);
    }
    json_end_array(json);
    text_free(&move);
    bool ended = !record->unfinished && record->faulty < 0, scored = ended && record->result.end != GIN_CANCELLED;
    json_string(json, "end",
                record->unfinished    ? "unfinished"
                : record->faulty >= 0 ? "forfeit"
                                      : ends[record->result.end]);
    json_int(json, "faulty", record->faulty);
    json_string(json, "fault", fault_name(record->fault));
    json_int(json, "winner", scored ? record->result.winner : -1);
    json_int(json, "knocker", scored ? record->result.knocker : -1);
    json_int(json, "points", scored ? record->result.points : 0);
    json_array(json, "deadwood");
    for (int seat = 0; seat < GIN_SEATS; seat++) json_int(json, NULL, scored ? record->result.deadwood[seat] : 0);
    json_end_array(json);
    put_end(json, record->game_over, record->game_winner);
}

static void put_numbers(Json *json, const char *key, const int16_t numbers[HEARTS_SEATS]) {
    json_array(json, key);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) json_int(json, NULL, numbers[seat]);
    json_end_array(json);
}

static void put_hearts(Json *json, const HeartsRecord *record) {
    char rules[HEARTS_RULES_TEXT];
    Text move = {0};
    hearts_rules_print(&record->rules, rules);
    json_string(json, "game", "hearts");
    json_string(json, "rules", rules);
    json_array(json, "players");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) json_string(json, NULL, record->player[seat]);
    json_end_array(json);
    json_uint(json, "number", record->game);
    json_uint(json, "hand", record->hand);
    put_numbers(json, "score", record->score);
    put_deck(json, record->deck);
    json_array(json, "moves");
    for (int i = 0; i < record->actions; i++) {
        hearts_lines_add_move(&move, &record->action[i]);
        told_put_move(json, &move);
    }
    json_end_array(json);
    text_free(&move);
    json_string(json, "end", record->unfinished ? "unfinished" : "played");
    json_array(json, "faults");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) json_string(json, NULL, fault_name((Fault)record->fault[seat]));
    json_end_array(json);
    put_numbers(json, "points", record->points);
    json_int(json, "moon", record->moon);
    put_end(json, record->game_over, record->game_winner);
}

char *deadwood_record_json(const char *line, deadwood_error *err) {
    Record record;
    Text text = {0};
    if (!line) {
        api_null(err, __func__, "line");
        return NULL;
    }
    if (!told_read_record(line, &record, err)) return NULL;
    Json json = json_into(&text, false);
    json_object(&json, NULL);
    if (record.gin)
        put_gin(&json, record.gin);
    else
        put_hearts(&json, record.hearts);
    json_end(&json);
    close_record(&record);
    return api_text(&text, err);
}
