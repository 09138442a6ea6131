// SPDX-License-Identifier: MIT
// `deadwood replay`: games as they were played, from a file of records.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/replay.h"
#include "base/archive.h"
#include "base/json.h"

static const AppOption OPTIONS[] = {
    {"--game", "N", "only the game of this number (records count from 0)"},
    {"--hand", "N", "only hands of this number in their game (from 0)"},
    {"--step", NULL, "show both hands and wait for Enter after every turn (a: go on to the end, q: stop)"},
    {"--json", NULL, "print one JSON object"},
    {NULL, NULL, NULL},
};

// What was seen of the file and shown of it.
typedef struct Replay {
    const char *path;
    bool one_game, one_hand, json;
    uint64_t game, hand;
    ReplayPage page;
    Json document;
    uint64_t records, first_game, last_game; // read
    uint64_t hands, games, cancelled;        // shown
    bool two_players;                        // all hands shown were between the same two
    char name[2][GIN_NAME_TEXT];
    uint64_t won[2], points[2]; // by name, and by seat where both have the same
} Replay;

static bool read_options(const AppArgs *args, Replay *replay, Error *err) {
    const char *game = app_option(args, "--game"), *hand = app_option(args, "--hand");
    replay->path = args->words[0];
    replay->one_game = game != NULL;
    replay->one_hand = hand != NULL;
    replay->json = app_switch(args, "--json");
    replay->page.step = app_switch(args, "--step");
    replay->page.colour = !replay->json && app_colour();
    if (replay->json && replay->page.step)
        return error_set(err, "--step is for reading and --json for programs: give one of them");
    if (game && !text_to_uint64(game, "--game", &replay->game, err)) return false;
    if (hand && !text_to_uint64(hand, "--hand", &replay->hand, err)) return false;
    return true;
}

// Whose column of the summary a seat belongs to: in duplicate matches players change seats from game to game.
static int player_of(Replay *replay, const GinRecord *record, int seat) {
    if (replay->hands == 0) {
        replay->two_players = true;
        for (int i = 0; i < GIN_SEATS; i++) text_copy(replay->name[i], GIN_NAME_TEXT, record->player[i]);
    }
    bool straight = strcmp(record->player[0], replay->name[0]) == 0 && strcmp(record->player[1], replay->name[1]) == 0;
    bool swapped = strcmp(record->player[0], replay->name[1]) == 0 && strcmp(record->player[1], replay->name[0]) == 0;
    replay->two_players = replay->two_players && (straight || swapped);
    return straight ? seat : seat ^ 1;
}

static void count(Replay *replay, const GinRecord *record) {
    bool scored = record->forfeiter < 0 && record->result.end != GIN_CANCELLED;
    int scorer = player_of(replay, record, record->result.winner);
    if (scored) replay->points[scorer] += record->result.points;
    if (record->game_winner >= 0) replay->won[player_of(replay, record, record->game_winner)]++;
    replay->cancelled += record->forfeiter < 0 && !scored;
    replay->games += record->game_over;
    replay->hands++;
}

static void add_summary(Replay *replay, Text *text) {
    text_addf(text, "%" PRIu64 " hand%s, %" PRIu64 " cancelled; %" PRIu64 " game%s ended", replay->hands,
              replay->hands == 1 ? "" : "s", replay->cancelled, replay->games, replay->games == 1 ? "" : "s");
    for (int i = 0; i < GIN_SEATS && replay->two_players; i++) {
        text_add(text, i ? ", " : ": ");
        replay_add_player(text, replay->name[0], replay->name[1], i);
        text_addf(text, " won %" PRIu64 " and made %" PRIu64 " points", replay->won[i], replay->points[i]);
    }
    text_add(text, "\n");
}

static void json_summary(Replay *replay, const Error *damage) {
    Json *json = &replay->document;
    json_end_array(json);
    json_object(json, "summary");
    json_uint(json, "hands", replay->hands);
    json_uint(json, "cancelled", replay->cancelled);
    json_uint(json, "games", replay->games);
    if (replay->two_players) {
        json_array(json, "players");
        for (int i = 0; i < GIN_SEATS; i++) json_string(json, NULL, replay->name[i]);
        json_end_array(json);
        json_array(json, "wins");
        for (int i = 0; i < GIN_SEATS; i++) json_uint(json, NULL, replay->won[i]);
        json_end_array(json);
        json_array(json, "points");
        for (int i = 0; i < GIN_SEATS; i++) json_uint(json, NULL, replay->points[i]);
        json_end_array(json);
    }
    json_end(json);
    json_bool(json, "complete", !damage);
    if (damage) json_string(json, "error", damage->text);
    json_end(json);
    text_add(json->text, "\n");
}

// Shows one record, if it is asked for. False when there is nobody to show it to any more.
static bool show(Replay *replay, const GinRecord *record) {
    if (replay->records++ == 0) replay->first_game = record->game;
    replay->last_game = record->game;
    if (replay->one_game && replay->game != record->game) return true;
    if (replay->one_hand && replay->hand != record->hand) return true;
    count(replay, record);
    if (replay->json)
        replay_hand_json(&replay->document, record);
    else
        replay_hand(&replay->page, record);
    return replay_flush(&replay->page, 1 << 16);
}

// Reads and shows all records. 1: done; 0: stopped; -1: damage, with err set.
static int read_records(Replay *replay, Archive *archive, Error *err) {
    Text line = {0};
    static GinRecord records[2]; // the one before, and this one, by turns
    int got, at = 0;
    while ((got = archive_line(archive, &line, err)) > 0) {
        GinRecord *record = &records[at];
        bool good = gin_record_parse(line.data, record, err);
        if (good && replay->records) good = gin_record_follows(&records[at ^ 1], record, err);
        if (!good) {
            error_prefix(err, "%s, line %" PRIu64, replay->path, archive_line_number(archive));
            got = -1;
            break;
        }
        if (!show(replay, record)) break;
        at ^= 1;
    }
    text_free(&line);
    return got < 0 ? -1 : got == 0;
}

// Complains when the file is good but holds nothing of what was asked for.
static bool found(const Replay *replay, Error *err) {
    if (replay->hands || (!replay->one_game && !replay->one_hand)) return true;
    if (!replay->records) return error_set(err, "%s: holds no records", replay->path);
    char wanted[80] = "";
    if (replay->one_game) snprintf(wanted, sizeof wanted, " of game %" PRIu64, replay->game);
    if (replay->one_hand)
        return error_set(err, "%s: holds no hand %" PRIu64 "%s; its games go from %" PRIu64 " to %" PRIu64,
                         replay->path, replay->hand, wanted, replay->first_game, replay->last_game);
    return error_set(err, "%s: holds no hand%s; its games go from %" PRIu64 " to %" PRIu64, replay->path, wanted,
                     replay->first_game, replay->last_game);
}

static int finish(Replay *replay, int read, Error *err) {
    Text *out = &replay->page.out;
    if (read == 0) return replay->page.code; // told to stop, or stdout is gone
    if (read > 0 && !found(replay, err)) read = -1;
    if (replay->json)
        json_summary(replay, read < 0 ? err : NULL);
    else if (read > 0 || replay->hands)
        add_summary(replay, out);
    if (!replay_flush(&replay->page, 0)) return replay->page.code;
    return read < 0 ? app_fail(APP_FAILED, err) : APP_DONE;
}

static int run(const AppArgs *args) {
    static Replay replay; // for its size
    Error err = {{0}};
    if (!read_options(args, &replay, &err)) return app_fail(APP_USAGE, &err);
    Archive *archive = archive_open(replay.path, &err);
    if (!archive) return app_fail(APP_FAILED, &err);
    if (replay.page.step) replay.page.keys = strcmp(replay.path, "-") == 0 ? fopen("/dev/tty", "r") : stdin;
    replay.document = json_into(&replay.page.out, true);
    if (replay.json) {
        json_object(&replay.document, NULL);
        json_string(&replay.document, "file", replay.path);
        json_array(&replay.document, "hands");
    }
    int code = finish(&replay, read_records(&replay, archive, &err), &err);
    if (replay.page.keys && replay.page.keys != stdin) fclose(replay.page.keys);
    archive_close(archive, NULL);
    text_free(&replay.page.out);
    return code;
}

const AppCommand app_replay = {
    .name = "replay",
    .words = "FILE",
    .summary = "shows recorded games, turn by turn",
    .details = "FILE holds records, plain or compressed (.zst), as `deadwood match --records FILE` writes them; - is\n"
               "standard input. Every action and result is checked on the way. A damaged file is shown up to the\n"
               "damage, which is then named.",
    .options = OPTIONS,
    .least = 1,
    .most = 1,
    .run = run,
};
