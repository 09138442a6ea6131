// SPDX-License-Identifier: MIT
// Gin for `deadwood replay`: reading records one after the other, and what they come to.
#include <inttypes.h>
#include <string.h>

#include "app/gin/app_gin.h"

typedef struct Gin {
    GinRecord record[2]; // the one before, and the last one read, by turns
    int at;
    uint64_t records;                             // read
    uint64_t hands, games, cancelled, unfinished; // shown
    bool two_players;                             // all hands shown were between the same two
    char name[2][GIN_NAME_TEXT];
    uint64_t won[2], points[2]; // by name, and by seat where both have the same
} Gin;

static bool gin_replay_read(void *self, const char *line, uint64_t *game, uint64_t *hand, Error *err) {
    Gin *gin = self;
    GinRecord *record = &gin->record[gin->at ^ 1];
    if (!gin_record_parse(line, record, err)) return false;
    if (gin->records && !gin_record_follows(&gin->record[gin->at], record, err)) return false;
    gin->at ^= 1;
    gin->records++;
    *game = record->game;
    *hand = record->hand;
    return true;
}

// Whose column of the summary a seat belongs to: in duplicate matches players change seats from game to game.
static int gin_replay_player(Gin *gin, const GinRecord *record, int seat) {
    if (gin->hands == 0) {
        gin->two_players = true;
        for (int i = 0; i < GIN_SEATS; i++) text_copy(gin->name[i], GIN_NAME_TEXT, record->player[i]);
    }
    bool straight = strcmp(record->player[0], gin->name[0]) == 0 && strcmp(record->player[1], gin->name[1]) == 0;
    bool swapped = strcmp(record->player[0], gin->name[1]) == 0 && strcmp(record->player[1], gin->name[0]) == 0;
    gin->two_players = gin->two_players && (straight || swapped);
    return straight ? seat : seat ^ 1;
}

static const GinRecord *gin_replay_count(Gin *gin) {
    const GinRecord *record = &gin->record[gin->at];
    bool ended = record->faulty < 0 && !record->unfinished, scored = ended && record->result.end != GIN_CANCELLED;
    int scorer = gin_replay_player(gin, record, record->result.winner);
    if (scored) gin->points[scorer] += record->result.points;
    if (record->game_winner >= 0) gin->won[gin_replay_player(gin, record, record->game_winner)]++;
    gin->cancelled += ended && !scored;
    gin->unfinished += record->unfinished;
    gin->games += record->game_over;
    gin->hands++;
    return record;
}

static void gin_replay_show(void *self, ReplayPage *page) { replay_gin_hand(page, gin_replay_count(self)); }
static void gin_replay_show_json(void *self, Json *json) { replay_gin_hand_json(json, gin_replay_count(self)); }

static void gin_replay_summary(void *self, Text *text) {
    const Gin *gin = self;
    text_addf(text, "%" PRIu64 " hand%s, %" PRIu64 " cancelled", gin->hands, gin->hands == 1 ? "" : "s",
              gin->cancelled);
    if (gin->unfinished) text_addf(text, ", %" PRIu64 " unfinished", gin->unfinished);
    text_addf(text, "; %" PRIu64 " game%s ended", gin->games, gin->games == 1 ? "" : "s");
    for (int i = 0; i < GIN_SEATS && gin->two_players; i++) {
        text_add(text, i ? ", " : ": ");
        replay_add_player(text, (const char *const[]){gin->name[0], gin->name[1]}, GIN_SEATS, i);
        text_addf(text, " won %" PRIu64 " and made %" PRIu64 " points", gin->won[i], gin->points[i]);
    }
    text_add(text, "\n");
}

static void json_pair(Json *json, const char *key, const uint64_t pair[2]) {
    json_array(json, key);
    for (int i = 0; i < GIN_SEATS; i++) json_uint(json, NULL, pair[i]);
    json_end_array(json);
}

static void gin_replay_summary_json(void *self, Json *json) {
    const Gin *gin = self;
    json_uint(json, "hands", gin->hands);
    json_uint(json, "cancelled", gin->cancelled);
    json_uint(json, "unfinished", gin->unfinished);
    json_uint(json, "games", gin->games);
    if (!gin->two_players) return;
    json_array(json, "players");
    for (int i = 0; i < GIN_SEATS; i++) json_string(json, NULL, gin->name[i]);
    json_end_array(json);
    json_pair(json, "wins", gin->won);
    json_pair(json, "points", gin->points);
}

const ReplayGame replay_gin = {
    .size = sizeof(Gin),
    .read = gin_replay_read,
    .show = gin_replay_show,
    .show_json = gin_replay_show_json,
    .summary = gin_replay_summary,
    .summary_json = gin_replay_summary_json,
};
