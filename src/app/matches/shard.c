// SPDX-License-Identifier: MIT
#include "app/matches/shard.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/json.h"

static bool read_shard(const char *text, int *shard, int *shards, Error *err) {
    const char *slash = strchr(text, '/');
    char first[16];
    int64_t index, count;
    if (!slash || (size_t)(slash - text) >= sizeof first)
        return error_set(err, "--shard '%.40s' is no I/N; part 2 of 8 is --shard 2/8", text);
    memcpy(first, text, (size_t)(slash - text));
    first[slash - text] = '\0';
    if (!text_to_int(slash + 1, "--shard: N", 1, STORE_MOST_SHARDS, &count, err) ||
        !text_to_int(first, "--shard: I", 1, count, &index, err))
        return false;
    *shard = (int)index - 1;
    *shards = (int)count;
    return true;
}

bool app_shard_read(const AppArgs *args, int *shard, int *shards, Error *err) {
    return read_shard(app_option(args, "--shard"), shard, shards, err);
}

bool app_shard(const AppArgs *args, int *shard, int *shards) {
    const char *text = app_option(args, "--shard");
    return text && read_shard(text, shard, shards, NULL);
}

static bool has_program(const AppArgs *args) {
    const char *field = app_option(args, "--against");
    bool has = field && strstr(field, "exec:");
    for (int i = 0; i < args->count; i++) has = has || strncmp(args->words[i], "exec:", 5) == 0;
    return has;
}

bool app_shard_check(const AppArgs *args, Error *err) {
    const char *text = app_option(args, "--shard");
    int shard, shards;
    if (!text && app_option(args, "--after")) return error_set(err, "--after is for parts: it needs --shard I/N");
    if (!text) return true;
    if (!read_shard(text, &shard, &shards, err)) return false;
    if (!app_option(args, "--db")) return error_set(err, "--shard plays into a file; name it with --db FILE");
    if (app_option(args, "--sprt"))
        return error_set(err, "--sprt looks at all games in their order, which no part has; leave it or --shard out");
    if (app_switch(args, "--secret"))
        return error_set(err, "--secret draws chance that the other parts do not know; give all of them one --seed");
    if (app_switch(args, "--train"))
        return error_set(err,
                         "--train makes models, and every part would make them anew; train first, without --shard");
    return !has_program(args) ||
           error_set(err, "programs are suspended by what they did in all games before, which no part knows; --shard "
                          "is for players of ours");
}

// Options that say where and how, not what.
static bool is_own(const char *name) {
    static const char *const own[] = {"--shard", "--after", "--db",      "--resume",     "--threads",
                                      "--json",  "--quiet", "--records", "--cut-records"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0) return true;
    return false;
}

// The command without what changes no game, as merge runs it again.
void app_shard_command(const AppArgs *args, const char *name, Text *text) {
    Json json = json_into(text, false);
    json_array(&json, NULL);
    json_string(&json, NULL, name);
    for (int i = 0; i < args->count; i++) json_string(&json, NULL, args->words[i]);
    for (int i = 0; args->options[i].name; i++) {
        const char *option = args->options[i].name;
        bool place = strcmp(name, "export") == 0 && strcmp(option, "--out") == 0; // each part has its own
        if (!args->values[i] || is_own(option) || place) continue;
        json_string(&json, NULL, option);
        if (args->options[i].value) json_string(&json, NULL, args->values[i]);
    }
    json_end_array(&json);
}

bool app_shard_begin(const AppArgs *args, const char *command, Store *store, Error *err) {
    const char *after = app_option(args, "--after");
    int shard, shards;
    if (store && args->still) store_keep_still(store);
    if (!store || !app_shard(args, &shard, &shards)) return true;
    Store *base = after ? store_open_base(after, err) : NULL;
    if (after && !base) return error_prefix(err, "--after");
    Text text = {0};
    app_shard_command(args, command, &text);
    bool good = store_begin_part(store, shard, shards, text.data, base, err);
    text_free(&text);
    return good;
}

static int tell_part(const AppArgs *args, int shard, int shards, bool interrupted) {
    const char *db = app_option(args, "--db");
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        json_int(&json, "part", shard + 1);
        json_int(&json, "parts", shards);
        json_string(&json, "db", db);
        json_bool(&json, "done", !interrupted);
        json_end(&json);
        text_add(&text, "\n");
    } else if (interrupted) {
        text_addf(&text, "part %d/%d was interrupted; the same command goes on with %s\n", shard + 1, shards, db);
    } else {
        text_addf(&text, "part %d/%d is done: %s. `deadwood merge OUT.db` and all %d files make one result.\n",
                  shard + 1, shards, db, shards);
    }
    int code = app_print(&text);
    text_free(&text);
    return code == APP_DONE && interrupted ? APP_INTERRUPTED : code;
}

static int tell_lacking(const AppArgs *args, bool rounds) {
    const char *db = app_option(args, "--db");
    Error err;
    if (rounds) {
        app_tell("deadwood: %s holds the rounds so far, and what is played next depends on them: play all parts "
                 "again, with --after %s and into new files",
                 db, db);
        return APP_ROUND;
    }
    error_set(&err,
              "%.200s lacks games that the command asks for, though its parts were whole: weights of the players must "
              "be others here than where the parts were played",
              db);
    return app_fail(APP_FAILED, &err);
}

bool app_shard_end(const AppArgs *args, Store *store, bool interrupted, bool rounds, int *code) {
    int shard, shards;
    Error err;
    if (store_is_still(store)) {
        if (!store_lacking(store)) return false;
        *code = tell_lacking(args, rounds);
        return true;
    }
    if (!app_shard(args, &shard, &shards)) return false;
    *code = interrupted || store_end_part(store, &err) ? tell_part(args, shard, shards, interrupted)
                                                       : app_fail(APP_FAILED, &err);
    return true;
}
