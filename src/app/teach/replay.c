// SPDX-License-Identifier: MIT
// `deadwood replay`: games as they were played, from a file of records.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/games.h"
#include "app/teach/replay.h"
#include "base/files/archive.h"
#include "base/text/json.h"

static const AppOption OPTIONS[] = {
    {"--game", "N", "only the game of this number (records count from 0)"},
    {"--hand", "N", "only hands of this number in their game (from 0)"},
    {"--step", NULL, "show all hands and wait for Enter after every turn or trick (a: go on to the end, q: stop)"},
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
    const ReplayGame *rules;                 // of the game the file holds; NULL before its first line
    void *self;                              // what that keeps
    uint64_t records, first_game, last_game; // read
    uint64_t hands;                          // shown
} Replay;

static bool replay_read_options(const AppArgs *args, Replay *replay, Error *err) {
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

bool replay_flush(ReplayPage *page, size_t most) {
    if (page->stopped || page->out.size <= most) return !page->stopped;
    page->code = page->colour ? app_print_coloured(&page->out) : app_print(&page->out);
    page->stopped = page->code != APP_DONE;
    text_clear(&page->out);
    return !page->stopped;
}

void replay_pause(ReplayPage *page) {
    if (!page->keys || !replay_flush(page, 0)) return;
    int first = getc(page->keys), last = first;
    while (last != '\n' && last != EOF) last = getc(page->keys);
    page->stopped = first == 'q' || first == 'Q';
    if (first == 'a' || first == 'A' || last == EOF) page->keys = NULL;
}

void replay_add_player(Text *text, const char *const *names, int seats, int seat) {
    bool twin = false;
    for (int other = 0; other < seats; other++)
        twin = twin || (other != seat && strcmp(names[other], names[seat]) == 0);
    app_add_name(text, names[seat]);
    if (twin) text_addf(text, "(%d)", seat);
}

void replay_json_numbers(Json *json, const char *key, const int *numbers, int count) {
    json_array(json, key);
    for (int i = 0; i < count; i++) json_int(json, NULL, numbers[i]);
    json_end_array(json);
}

void replay_json_seat(Json *json, const char *key, int seat) {
    if (seat < 0)
        json_null(json, key);
    else
        json_int(json, key, seat);
}

static void json_summary(Replay *replay, const Error *damage) {
    Json *json = &replay->document;
    json_end_array(json);
    json_object(json, "summary");
    replay->rules->summary_json(replay->self, json);
    json_end(json);
    json_bool(json, "complete", !damage);
    if (damage) json_string(json, "error", damage->text);
    json_end(json);
    text_add(json->text, "\n");
}

// The first line says which game it is: gin, unless it begins like another.
static bool choose_replayed_game(Replay *replay, const char *line, Error *err) {
    const Game *game = line ? game_of_records(line) : NULL;
    replay->rules = app_game_of(game ? game : game_default())->replay;
    replay->self = calloc(1, replay->rules->size);
    return replay->self || error_set(err, "out of memory");
}

static bool wanted(const Replay *replay, uint64_t game, uint64_t hand) {
    return (!replay->one_game || replay->game == game) && (!replay->one_hand || replay->hand == hand);
}

// Reads a line and shows it if it is asked for.
static bool read_record(Replay *replay, const char *line, Error *err) {
    uint64_t game, hand;
    if (!replay->rules && !choose_replayed_game(replay, line, err)) return false;
    if (!replay->rules->read(replay->self, line, &game, &hand, err)) return false;
    if (replay->records++ == 0) replay->first_game = game;
    replay->last_game = game;
    if (!wanted(replay, game, hand)) return true;
    replay->hands++;
    if (replay->json)
        replay->rules->show_json(replay->self, &replay->document);
    else
        replay->rules->show(replay->self, &replay->page);
    return true;
}

// Reads and shows all records. 1: done; 0: stopped; -1: damage, with err set.
static int replay_records(Replay *replay, Archive *archive, Error *err) {
    Text line = {0};
    int got;
    while ((got = archive_line(archive, &line, err)) > 0) {
        if (!read_record(replay, line.data, err)) {
            error_prefix(err, "%s, line %" PRIu64, replay->path, archive_line_number(archive));
            got = -1;
            break;
        }
        if (!replay_flush(&replay->page, 1 << 16)) break;
    }
    text_free(&line);
    if (!replay->rules && !choose_replayed_game(replay, NULL, err)) got = -1; // an empty file has a summary too
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

static int finish_replay(Replay *replay, int read, Error *err) {
    Text *out = &replay->page.out;
    if (read == 0) return replay->page.code; // told to stop, or stdout is gone
    if (read > 0 && !found(replay, err)) read = -1;
    if (replay->json)
        json_summary(replay, read < 0 ? err : NULL);
    else if (read > 0 || replay->hands)
        replay->rules->summary(replay->self, out);
    if (!replay_flush(&replay->page, 0)) return replay->page.code;
    return read < 0 ? app_fail(APP_FAILED, err) : APP_DONE;
}

static int run_replay(const AppArgs *args) {
    Replay replay = {0};
    Error err = {{0}};
    if (!replay_read_options(args, &replay, &err)) return app_fail(APP_USAGE, &err);
    Archive *archive = archive_open(replay.path, &err);
    if (!archive) return app_fail(APP_FAILED, &err);
    if (replay.page.step) replay.page.keys = strcmp(replay.path, "-") == 0 ? fopen("/dev/tty", "r") : stdin;
    replay.document = json_into(&replay.page.out, true);
    if (replay.json) {
        json_object(&replay.document, NULL);
        json_string(&replay.document, "file", replay.path);
        json_array(&replay.document, "hands");
    }
    int code = finish_replay(&replay, replay_records(&replay, archive, &err), &err);
    if (replay.page.keys && replay.page.keys != stdin) fclose(replay.page.keys);
    archive_close(archive, NULL);
    text_free(&replay.page.out);
    free(replay.self);
    return code;
}

const AppCommand app_replay = {
    .name = "replay",
    .words = "FILE",
    .summary = "shows recorded games, turn by turn",
    .details =
        "FILE holds records, plain or compressed (.zst), as `deadwood match --records FILE` writes them; - is\n"
        "standard input. Records of gin and of hearts are told apart. Every action and result is checked on the way. A damaged file is shown up to the\n"
        "damage, which is then named.",
    .options = OPTIONS,
    .least = 1,
    .most = 1,
    .door = DOOR_PLAY,
    .examples = {"deadwood match simple greedy --games 2 --records games.rec", "deadwood replay games.rec --game 0"},
    .run = run_replay,
};
