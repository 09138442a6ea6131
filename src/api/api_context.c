// SPDX-License-Identifier: MIT
// The context: where models lie, and which players there are besides the listed ones.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "api/api_internal.h"
#include "wire/protocol/command.h"

enum { MOST_PLAYERS = 64 };

static const char *const GAMES[API_GAMES] = {"gin", "hearts"};

const char *api_game_name(ApiGame game) { return GAMES[game]; }

int api_game_seats(ApiGame game) { return game == API_GIN ? 2 : 4; }

bool api_game_find(const char *name, ApiGame *game, deadwood_error *err) {
    for (int i = 0; name && i < API_GAMES; i++) {
        if (strcmp(GAMES[i], name) != 0) continue;
        *game = (ApiGame)i;
        return true;
    }
    api_fail(err, DEADWOOD_E_ARGUMENT, "there is no game '%.40s'; there is gin or hearts", name ? name : "NULL");
    return false;
}

// FOLDER/models, which must be a folder.
static char *models_of(const char *folder, deadwood_error *err) {
    Text path = {0};
    struct stat about;
    text_addf(&path, "%s/models", folder);
    char *models = api_text(&path, err);
    if (!models || (stat(models, &about) == 0 && S_ISDIR(about.st_mode))) return models;
    api_fail(err, DEADWOOD_E_FILE, "there is no folder %.300s; name the one that models/ lies in", models);
    free(models);
    return NULL;
}

deadwood_context *deadwood_open(const char *folder, deadwood_error *err) {
    deadwood_context *dw = calloc(1, sizeof *dw);
    if (!dw) {
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        return NULL;
    }
    api_done(err);
    if (!folder) return dw;
    dw->folder = models_of(folder, err);
    if (dw->folder) return dw;
    free(dw);
    return NULL;
}

void deadwood_close(deadwood_context *dw) {
    if (!dw) return;
    free(dw->folder);
    free(dw->players);
    free(dw);
}

// ---- Added players ----

bool api_is_added(const deadwood_context *dw, ApiGame game, const char *name) {
    for (int i = 0; i < dw->player_count; i++)
        if (dw->players[i].game == game && strcmp(dw->players[i].name, name) == 0) return true;
    return false;
}

// Letters, digits, - and _, so that names can stand in reports and records and are no spec.
static bool is_name(const char *name) {
    size_t size = strlen(name);
    return size > 0 && size < API_NAME &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == size;
}

int deadwood_add_player(deadwood_context *dw, const char *game, const char *name, deadwood_choose_fn *choose,
                        void *user, deadwood_error *err) {
    ApiGame which;
    if (!dw) return api_null(err, __func__, "dw");
    if (!name) return api_null(err, __func__, "name");
    if (!choose) return api_null(err, __func__, "choose");
    if (!api_game_find(game, &which, err)) return DEADWOOD_E_ARGUMENT;
    if (!is_name(name))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "'%.40s' cannot name a player: at most %d letters, digits, - and _",
                        name, API_NAME - 1);
    if (api_is_added(dw, which, name) || api_is_listed(which, name))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "there is a player '%s' already", name);
    if (dw->player_count == MOST_PLAYERS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "a context has at most %d added players", MOST_PLAYERS);
    ApiPlayer *players = realloc(dw->players, ((size_t)dw->player_count + 1) * sizeof *players);
    if (!players) return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    dw->players = players;
    ApiPlayer *added = &players[dw->player_count++];
    *added = (ApiPlayer){.game = which, .choose = choose, .user = user};
    text_copy(added->name, sizeof added->name, name);
    return api_done(err);
}

// ---- In force ----

bool api_scope_enter(ApiScope *scope, const deadwood_context *dw, deadwood_error *err) {
    *scope = (ApiScope){.scope = {.folder = {[SCOPE_MODELS] = dw->folder}}};
    if (dw->player_count) {
        scope->calls = api_calls_open(dw, &scope->scope);
        if (!scope->calls) {
            api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
            return false;
        }
    }
    scope->before = scope_set(&scope->scope);
    return true;
}

void api_scope_leave(ApiScope *scope, ApiCalls **keep) {
    scope_set(scope->before);
    if (keep)
        *keep = scope->calls;
    else
        api_calls_close(scope->calls);
}
