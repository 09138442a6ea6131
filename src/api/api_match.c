// SPDX-License-Identifier: MIT
// Matches and tournaments of players named by specs, as JSON.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "arena/rating.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/threads/pool.h"
#include "contest/game.h"
#include "wire/protocol/command.h"

enum { MOST_PLAYERS = 32 };
static const double MOST_GAMES = 1e12;
static const int64_t BETWEEN_LOOKS = 50000000; // nanoseconds

// What all matches of a call share.
typedef struct Play {
    ApiGame game;
    const Game *row;
    GamePlan plan;
    const ApiCalls *calls;
    deadwood_progress_fn *progress;
    void *user;
    int64_t looked;
    uint64_t before, total; // games of the matches before this one, and of all
    bool stopped;
} Play;

// ---- Options ----

// Rows of the options; behind them those that the game alone has.
enum { OPTION_GAMES, OPTION_SEED, OPTION_THREADS, OPTION_OWN, OPTIONS = OPTION_OWN + GAME_OPTIONS };

static bool read_match_plan(Play *play, const char *rules, const char *text, deadwood_error *err) {
    ApiOption options[OPTIONS] = {
        [OPTION_GAMES] = {.key = "games", .low = 1, .high = MOST_GAMES, .whole = true},
        [OPTION_SEED] = {.key = "seed", .seed = true, .number = 1},
        [OPTION_THREADS] = {.key = "threads", .low = 1, .high = POOL_MAX_THREADS, .whole = true, .value = 1},
    };
    const char *own[GAME_OPTIONS] = {NULL};
    Error why = {{0}};
    int count = OPTION_OWN;
    options[OPTION_GAMES].value = (double)play->row->games;
    for (int i = 0; i < GAME_OPTIONS && play->row->option[i].name; i++)
        options[count++] = (ApiOption){.key = play->row->option[i].name + 2, .raw = true};
    if (!api_options_read(text, options, count, err)) return false;
    for (int i = OPTION_OWN; i < count; i++)
        if (options[i].given) own[i - OPTION_OWN] = options[i].text;
    play->plan.common = (MatchPlan){
        .games = (uint64_t)options[OPTION_GAMES].value,
        .seed = options[OPTION_SEED].number,
        .threads = (int)options[OPTION_THREADS].value,
        .quiet = true,
    };
    if (play->row->plan(&play->plan, rules, own, &why)) return true;
    api_undash(&why);
    api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    return false;
}

// ---- Playing ----

static bool look_at_match(void *context, uint64_t done, uint64_t games) {
    Play *play = context;
    if (api_calls_cancelled(play->calls)) return false;
    int64_t now = clock_now();
    bool last = done == games;
    if (!play->progress || (!last && now - play->looked < BETWEEN_LOOKS)) return true;
    play->looked = now;
    play->stopped = play->progress(play->user, play->before + done, play->total) != 0;
    return !play->stopped;
}

// Players of the caller are asked on its own thread.
static void plan_threads(Play *play, const deadwood_context *dw, const char *const *players, int count) {
    for (int i = 0; i < count; i++)
        if (api_is_added(dw, play->game, players[i])) play->plan.common.threads = 1;
}

static bool run_match(Play *play, MatchResult *result, Error *err) {
    play->plan.common.watch = (ArenaWatch){look_at_match, play};
    return play->row->run(&play->plan, result, err);
}

static bool match_call_begin_play(Play *play, const char *game, deadwood_error *err) {
    if (!api_game_find(game, &play->game, err)) return false;
    play->row = game_named(game);
    return true;
}

// Programs are for the command line: whoever starts them has to be the one who collects every child of the process.
static bool match_call_check_players(const char *const *players, int count, deadwood_error *err) {
    for (int i = 0; i < count; i++) {
        if (players[i] && !wire_is_exec(players[i])) continue;
        if (players[i])
            api_fail(err, DEADWOOD_E_ARGUMENT, "'%.80s' is a program; `deadwood match` plays with programs",
                     players[i]);
        else
            api_fail(err, DEADWOOD_E_ARGUMENT, "player %d is NULL", i);
        return false;
    }
    return true;
}

// Code of a match that could not be played: an unknown player, a missing model, no memory, a stop.
static void fail_match(const Play *play, const Error *why, deadwood_error *err) {
    if (api_calls_cancelled(play->calls))
        api_fail(err, DEADWOOD_E_CANCELLED, "a player asked to stop");
    else
        api_fail_as(err, DEADWOOD_E_ARGUMENT, why);
}

char *deadwood_match(const deadwood_context *dw, const char *game, const char *rules, const char *const players[2],
                     const char *options, deadwood_progress_fn *progress, void *user, deadwood_error *err) {
    return deadwood_match_recorded(dw, game, rules, players, options, NULL, progress, user, err);
}

char *deadwood_match_recorded(const deadwood_context *dw, const char *game, const char *rules,
                              const char *const players[2], const char *options, const char *records,
                              deadwood_progress_fn *progress, void *user, deadwood_error *err) {
    Play play = {.progress = progress, .user = user};
    MatchResult result;
    ApiScope scope;
    Error why = {{0}};
    Text text = {0};
    if (!dw || !players) {
        api_null(err, __func__, dw ? "players" : "dw");
        return NULL;
    }
    if (records && (!*records || strcmp(records, "-") == 0)) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "records go to a file, and '%s' names none", records);
        return NULL;
    }
    if (!match_call_begin_play(&play, game, err) || !match_call_check_players(players, 2, err) ||
        !read_match_plan(&play, rules, options, err) || !api_scope_enter(&scope, dw, err))
        return NULL;
    MatchPlan *common = &play.plan.common;
    for (int i = 0; i < 2; i++) common->players[i] = players[i];
    common->records = records;
    play.calls = scope.calls;
    play.total = play.row->games_in_all(&play.plan);
    plan_threads(&play, dw, players, 2);
    bool done = run_match(&play, &result, &why);
    if (done && !api_calls_cancelled(scope.calls)) {
        Json json = json_into(&text, false);
        play.row->json(&json, NULL, &play.plan, &result);
    } else {
        fail_match(&play, &why, err);
    }
    bool told = text.size > 0;
    api_scope_leave(&scope, NULL);
    if (told) return api_text(&text, err);
    memory_was_short();
    return NULL;
}

// ---- Tournaments ----

typedef struct Field {
    const char *const *players;
    int count;
    double *won;    // [count][count]: points of the row against the column, a draw half
    double *played; // [count][count]
} Field;

static bool open_field(Field *field, deadwood_error *err) {
    size_t cells = (size_t)field->count * (size_t)field->count;
    field->won = calloc(cells, sizeof *field->won);
    field->played = calloc(cells, sizeof *field->played);
    if (!field->won || !field->played) api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    return field->won && field->played;
}

static void close_field(Field *field) {
    free(field->won);
    free(field->played);
}

static void note_match(Field *field, int a, int b, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    double games = (double)match_decided(totals), won = (double)totals->wins[0] + (double)totals->draws / 2;
    field->won[a * field->count + b] = won;
    field->won[b * field->count + a] = games - won;
    field->played[a * field->count + b] = field->played[b * field->count + a] = games;
}

// Plays every pair; matches go to the open array. False if one failed; it ends early, without failing, where it was
// stopped.
static bool play_pairs(Play *play, Field *field, Json *json, Error *err) {
    MatchPlan *common = &play->plan.common;
    for (int a = 0; a < field->count && !play->stopped; a++)
        for (int b = a + 1; b < field->count && !play->stopped; b++) {
            MatchResult result;
            common->players[0] = field->players[a];
            common->players[1] = field->players[b];
            if (!run_match(play, &result, err) || api_calls_cancelled(play->calls)) return false;
            note_match(field, a, b, &result);
            play->row->json(json, NULL, &play->plan, &result);
            play->before += play->row->games_in_all(&play->plan);
            common->match++;
        }
    return true;
}

static void put_ratings(Json *json, const Field *field) {
    Rating rating[MOST_PLAYERS];
    bool rated = rating_fit(field->count, field->won, rating, NULL);
    json_array(json, "ratings");
    for (int i = 0; i < field->count; i++) {
        double won = 0, played = 0;
        for (int j = 0; j < field->count; j++) {
            won += field->won[i * field->count + j];
            played += field->played[i * field->count + j];
        }
        json_object(json, NULL);
        json_string(json, "player", field->players[i]);
        json_double(json, "elo", rated ? rating[i].elo : NAN);
        json_double(json, "error", rated ? rating[i].error : NAN);
        json_double(json, "score", played > 0 ? won / played : NAN);
        json_double(json, "games", played);
        json_end(json);
    }
    json_end_array(json);
}

static bool check_field(const char *const *players, int count, deadwood_error *err) {
    if (count < 2 || count > MOST_PLAYERS) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "%d players: a tournament has 2 to %d", count, MOST_PLAYERS);
        return false;
    }
    if (!match_call_check_players(players, count, err)) return false;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++) {
            if (strcmp(players[a], players[b]) != 0) continue;
            api_fail(err, DEADWOOD_E_ARGUMENT, "'%.80s' takes part twice", players[a]);
            return false;
        }
    return true;
}

char *deadwood_tournament(const deadwood_context *dw, const char *game, const char *rules, const char *const *players,
                          int count, const char *options, deadwood_progress_fn *progress, void *user,
                          deadwood_error *err) {
    Play play = {.progress = progress, .user = user};
    Field field = {.players = players, .count = count};
    ApiScope scope;
    Error why = {{0}};
    Text text = {0};
    if (!dw || !players) {
        api_null(err, __func__, dw ? "players" : "dw");
        return NULL;
    }
    if (!match_call_begin_play(&play, game, err) || !check_field(players, count, err) ||
        !read_match_plan(&play, rules, options, err))
        return NULL;
    bool entered = open_field(&field, err) && api_scope_enter(&scope, dw, err), done = false;
    if (entered) {
        Json json = json_into(&text, false);
        play.calls = scope.calls;
        play.total = play.row->games_in_all(&play.plan) * (uint64_t)(count * (count - 1) / 2);
        plan_threads(&play, dw, players, count);
        json_object(&json, NULL);
        json_array(&json, "matches");
        done = play_pairs(&play, &field, &json, &why);
        json_end_array(&json);
        put_ratings(&json, &field);
        json_string(&json, "end", play.stopped ? "interrupted" : "finished");
        json_end(&json);
        if (!done) fail_match(&play, &why, err);
        api_scope_leave(&scope, NULL);
    }
    close_field(&field);
    if (done) return api_text(&text, err);
    text_free(&text);
    memory_was_short();
    return NULL;
}
