// SPDX-License-Identifier: MIT
// One game behind a handle, whatever it is.
#include "api/api_game_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "wire/protocol/command.h"

static const GameKind *const KINDS[API_GAMES] = {&api_gin_game, &api_hearts_game};
static const char YOU[] = "you";

enum { MOVE_TEXT = 128 };

// ---- Making ----

static deadwood_game *game_make(const GameKind *kind, deadwood_error *err) {
    deadwood_game *game = calloc(1, kind->size);
    if (game)
        game->kind = kind;
    else
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    return game;
}

void deadwood_game_close(deadwood_game *game) {
    if (!game) return;
    game->kind->leave(game);
    for (int seat = 0; seat < API_SEATS; seat++) free(game->spec[seat]);
    api_calls_close(game->calls);
    text_free(&game->records);
    text_free(&game->results);
    free(game);
}

static bool game_seat_player(deadwood_game *game, int seat, const char *spec, deadwood_error *err) {
    Error why = {{0}};
    game->yours[seat] = !spec;
    if (!spec) return true;
    if (wire_is_exec(spec)) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "seat %d: '%.60s' is a program; `deadwood play` plays with programs", seat,
                 spec);
        return false;
    }
    game->spec[seat] = strdup(spec);
    if (!game->spec[seat]) {
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        return false;
    }
    if (game->kind->seat(game, seat, spec, &why) && !memory_was_short()) return true;
    error_prefix(&why, "seat %d", seat);
    api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    return false;
}

// Seats all, with the players of the context.
static bool seat_players(deadwood_game *game, const deadwood_context *dw, const char *const *players,
                         deadwood_error *err) {
    ApiScope scope;
    bool good = api_scope_enter(&scope, dw, err);
    if (!good) return false;
    for (int seat = 0; good && seat < api_game_seats(game->kind->game); seat++)
        good = game_seat_player(game, seat, players[seat], err);
    api_scope_leave(&scope, &game->calls);
    return good;
}

deadwood_game *deadwood_game_new(const deadwood_context *dw, const char *game, const char *rules,
                                 const char *const *players, uint64_t seed, deadwood_error *err) {
    ApiGame which;
    Error why = {{0}};
    if (!dw || !players) {
        api_null(err, __func__, dw ? "players" : "dw");
        return NULL;
    }
    if (!api_game_find(game, &which, err)) return NULL;
    deadwood_game *made = game_make(KINDS[which], err);
    if (!made) return NULL;
    made->seed = seed;
    bool good = made->kind->rules(made, rules, &why);
    if (!good) api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    if (good && seat_players(made, dw, players, err)) {
        made->kind->deal_first(made);
        if (api_sufficed(err) == DEADWOOD_OK) return made;
    }
    deadwood_game_close(made);
    return NULL;
}

// ---- Loading ----

static bool load_lines(deadwood_game *game, const char *records, deadwood_error *err) {
    Text line = {0};
    Error why = {{0}};
    int number = 0, read = 0;
    bool good = true;
    for (const char *at = records; good && *at; number++) {
        size_t size = strcspn(at, "\n");
        text_clear(&line);
        text_add_bytes(&line, at, size);
        at += size + (at[size] == '\n');
        if (line.failed || !line.size || line.data[0] == '#') continue;
        good = game->kind->load(game, line.data, &why);
        if (!good) error_prefix(&why, "line %d", number + 1);
        read++;
    }
    if (good && !read) good = error_set(&why, "these records hold no game");
    if (memory_was_short()) good = error_set(&why, "out of memory");
    if (!good) api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    text_free(&line);
    return good;
}

static const GameKind *kind_of(const char *records) {
    while (*records == '#' || *records == '\n')
        records += strcspn(records, "\n") + (records[strcspn(records, "\n")] != 0);
    for (int i = 0; i < API_GAMES; i++)
        if (strncmp(records, KINDS[i]->begins, strlen(KINDS[i]->begins)) == 0) return KINDS[i];
    return NULL;
}

deadwood_game *deadwood_game_load(const deadwood_context *dw, const char *records, const char *const *players,
                                  deadwood_error *err) {
    const char *named[API_SEATS];
    if (!dw || !records) {
        api_null(err, __func__, dw ? "records" : "dw");
        return NULL;
    }
    const GameKind *kind = kind_of(records);
    if (!kind) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "these are no records: they begin with gin/1 or hearts/1");
        return NULL;
    }
    deadwood_game *game = game_make(kind, err);
    if (!game) return NULL;
    if (load_lines(game, records, err)) {
        for (int seat = 0; seat < api_game_seats(kind->game); seat++) {
            named[seat] = kind->loaded_name(game, seat);
            if (strcmp(named[seat], YOU) == 0) named[seat] = NULL;
        }
        if (seat_players(game, dw, players ? players : named, err) && api_sufficed(err) == DEADWOOD_OK) return game;
    }
    deadwood_game_close(game);
    return NULL;
}

// ---- Looking ----

const char *api_seat_name(const deadwood_game *game, int seat) { return game->spec[seat] ? game->spec[seat] : YOU; }

int deadwood_game_turn(const deadwood_game *game) {
    if (!game) return -1;
    int seat = game->kind->to_move(game);
    if (seat >= 0) return game->yours[seat] ? DEADWOOD_TURN_YOURS : DEADWOOD_TURN_OURS;
    return game->kind->game_over(game) ? DEADWOOD_TURN_GAME_OVER : DEADWOOD_TURN_HAND_OVER;
}

int deadwood_game_seat(const deadwood_game *game) { return game ? game->kind->to_move(game) : -1; }

int deadwood_game_seats(const deadwood_game *game) { return game ? api_game_seats(game->kind->game) : 0; }

int deadwood_game_winner(const deadwood_game *game) {
    return deadwood_game_turn(game) == DEADWOOD_TURN_GAME_OVER ? game->kind->winner(game) : -1;
}

int deadwood_game_scores(const deadwood_game *game, int32_t *scores, int room, deadwood_error *err) {
    int32_t now[API_SEATS];
    if (!game || !scores) return api_null(err, __func__, game ? "scores" : "game");
    int seats = api_game_seats(game->kind->game);
    if (room < seats)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%s: room for %d scores, and there are %d", __func__, room, seats);
    game->kind->scores(game, now);
    memcpy(scores, now, (size_t)seats * sizeof *scores);
    return api_done(err);
}

static void game_add_line(void *text, const char *move) { text_addf(text, "%s\n", move); }

char *deadwood_game_legal(const deadwood_game *game, deadwood_error *err) {
    Text text = {0};
    if (!game) {
        api_null(err, __func__, "game");
        return NULL;
    }
    game->kind->legal(game, game_add_line, &text);
    return api_text(&text, err);
}

char *deadwood_game_state(const deadwood_game *game, int seat, deadwood_error *err) {
    Text text = {0};
    if (!game) {
        api_null(err, __func__, "game");
        return NULL;
    }
    if (seat < -1 || seat >= deadwood_game_seats(game)) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "there is no seat %d; seats are 0 to %d, -1 is all cards", seat,
                 deadwood_game_seats(game) - 1);
        return NULL;
    }
    Json json = json_into(&text, false);
    json_object(&json, NULL);
    game->kind->state(game, seat, &json);
    json_end(&json);
    return api_text(&text, err);
}

char *deadwood_game_record(const deadwood_game *game, deadwood_error *err) {
    Text text = {0};
    if (!game) {
        api_null(err, __func__, "game");
        return NULL;
    }
    if (game->records.size) text_add(&text, game->records.data);
    game->kind->record(game, &text);
    return api_text(&text, err);
}

deadwood_game *deadwood_game_copy(const deadwood_context *dw, const deadwood_game *game, deadwood_error *err) {
    const char *players[API_SEATS];
    if (!dw || !game) {
        api_null(err, __func__, dw ? "game" : "dw");
        return NULL;
    }
    char *records = deadwood_game_record(game, err);
    if (!records) return NULL;
    for (int seat = 0; seat < API_SEATS; seat++) players[seat] = game->spec[seat];
    deadwood_game *copy = deadwood_game_load(dw, records, players, err);
    deadwood_free(records);
    return copy;
}

// ---- Going on ----

static int wrong_time(const deadwood_game *game, deadwood_error *err) {
    static const char *const why[] = {
        "it is the caller's turn: deadwood_game_move",
        "a player is to move: deadwood_game_step",
        "the hand is over: deadwood_game_next deals the next one",
        "the game is over",
    };
    return api_fail(err, DEADWOOD_E_STATE, "%s", why[deadwood_game_turn(game)]);
}

int deadwood_game_move(deadwood_game *game, const char *move, deadwood_error *err) {
    char words[MOVE_TEXT];
    Error why = {{0}};
    bool legal = true;
    if (!game || !move) return api_null(err, __func__, game ? "move" : "game");
    if (deadwood_game_turn(game) != DEADWOOD_TURN_YOURS) return wrong_time(game, err);
    if (!text_copy(words, sizeof words, move))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "'%.40s...' is too long for a move", move);
    if (!game->kind->move(game, words, &legal, &why))
        return api_fail_as(err, legal ? DEADWOOD_E_ARGUMENT : DEADWOOD_E_ILLEGAL, &why);
    game->notice = (Error){{0}};
    return api_sufficed(err);
}

int deadwood_game_step(deadwood_game *game, char **move, deadwood_error *err) {
    Text text = {0};
    if (move) *move = NULL;
    if (!game) return api_null(err, __func__, "game");
    if (deadwood_game_turn(game) != DEADWOOD_TURN_OURS) return wrong_time(game, err);
    int seat = game->kind->to_move(game), before = game->actions;
    Rng rng = api_game_rng(game, seat);
    Error notice = game->notice;
    game->notice = (Error){{0}};
    game->kind->ask(game, &rng, &text);
    bool cancelled = api_calls_cancelled(game->calls), short_of = memory_was_short();
    if (cancelled || short_of) {
        game->kind->rewind(game, before);
        api_calls_forget(game->calls);
        game->notice = notice;
        text_free(&text);
        return api_fail(err, short_of ? DEADWOOD_E_MEMORY : DEADWOOD_E_CANCELLED,
                        short_of ? "out of memory" : "the player asked to stop");
    }
    if (move)
        *move = text.data;
    else
        text_free(&text);
    return api_done(err);
}

int deadwood_game_undo(deadwood_game *game, deadwood_error *err) {
    if (!game) return api_null(err, __func__, "game");
    int last = game->kind->last_of_callers(game);
    if (last < 0) return api_fail(err, DEADWOOD_E_STATE, "there is no decision of yours in this hand to take back");
    game->kind->rewind(game, last);
    game->notice = (Error){{0}};
    return api_done(err);
}

int deadwood_game_next(deadwood_game *game, deadwood_error *err) {
    if (!game) return api_null(err, __func__, "game");
    if (deadwood_game_turn(game) != DEADWOOD_TURN_HAND_OVER) return wrong_time(game, err);
    size_t records = game->records.size, results = game->results.size;
    Json json = json_into(&game->results, false);
    if (results) text_add(&game->results, ",");
    game->kind->hand_result(game, &json);
    game->kind->record(game, &game->records);
    bool short_of = memory_was_short() || !game->kind->next(game);
    if (short_of) { // the hand is still on the table
        memory_was_short();
        text_cut(&game->records, records);
        text_cut(&game->results, results);
        return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    }
    game->notice = (Error){{0}};
    return api_done(err);
}

// ---- States ----

void api_json_card(Json *json, const char *key, unsigned card) {
    char text[CARD_TEXT];
    if (card >= 64 || !set_has(SET_DECK, (Card)card)) {
        json_null(json, key);
        return;
    }
    card_print((Card)card, text);
    json_string(json, key, text);
}

void api_json_cards(Json *json, const char *key, deadwood_cards cards) {
    char text[SET_TEXT];
    set_print(cards, ' ', text);
    json_string(json, key, text);
}

void api_state_head(const deadwood_game *game, int seat, const char *rules, Json *json) {
    static const char *const turns[] = {"yours", "ours", "hand-over", "game-over"};
    int32_t scores[API_SEATS];
    int seats = api_game_seats(game->kind->game), winner = deadwood_game_winner(game);
    json_string(json, "game", api_game_name(game->kind->game));
    json_string(json, "rules", rules);
    json_uint(json, "hand_number", game->hand);
    json_int(json, "seat", seat);
    json_string(json, "turn", turns[deadwood_game_turn(game)]);
    json_int(json, "to_move", game->kind->to_move(game));
    json_array(json, "players");
    for (int i = 0; i < seats; i++) {
        if (game->spec[i])
            json_string(json, NULL, game->spec[i]);
        else
            json_null(json, NULL);
    }
    json_end_array(json);
    game->kind->scores(game, scores);
    json_array(json, "scores");
    for (int i = 0; i < seats; i++) json_int(json, NULL, scores[i]);
    json_end_array(json);
    if (winner >= 0)
        json_int(json, "winner", winner);
    else
        json_null(json, "winner");
}

static void game_add_item(void *json, const char *move) { json_string(json, NULL, move); }

void api_state_tail(const deadwood_game *game, Json *json) {
    json_array(json, "legal");
    game->kind->legal(game, game_add_item, json);
    json_end_array(json);
    json_items(json, "hands", game->results.size ? game->results.data : "");
    if (game->notice.text[0])
        json_string(json, "notice", game->notice.text);
    else
        json_null(json, "notice");
}
