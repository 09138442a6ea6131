// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/matches/shard.h"
#include "base/text/json.h"
#include "base/threads/progress.h"
#include "learn/files/npy.h"
#include "report/lab.h"
#include "train/data/dataset.h"

static const AppOption OPTIONS[] = {
    {"--games", "N", "games to make them from (1000)"},
    {"--records", "FILE", "games that `deadwood match --records` recorded, instead of playing some"},
    {"--out", "FOLDER", "where inputs.npy and targets.npy go (out/export/EXAMPLES)"},
    {"--players", "P", "whose games: specs with blanks between them, every pair plays (as for the recipes)"},
    {"--steps", "N", "sequences: turns of each, shorter ones are filled up (24)"},
    {"--seed", "S", "where all chance comes from (1)"},
    {"--shard", "I/N", "the examples of part I of N of the games alone; `deadwood merge` joins all parts"},
    {"--threads", "T", "worker threads (all cores)"},
    {"--json", NULL, "print one JSON object"},
    {"--quiet", NULL, "show no progress"},
    {NULL, NULL, NULL},
};

static int list_datasets(void) {
    Text text = {0};
    int count;
    const DatasetKind *kinds = dataset_kinds(&count);
    text_addf(&text, "  %-10s %6s %7s  %s\n", "", "inputs", "targets", "one example");
    for (int i = 0; i < count; i++)
        if (kinds[i].inputs)
            text_addf(&text, "  %-10s %6d %7d  %s\n", kinds[i].name, kinds[i].inputs, kinds[i].outputs, kinds[i].about);
    int code = app_print(&text);
    text_free(&text);
    return code;
}

// With --records nothing is played, and what says how makes no sense.
static bool export_read_records(const AppArgs *args, DatasetGames *games, Error *err) {
    static const char *const others[] = {"--games", "--players", "--seed"};
    games->records = app_option(args, "--records");
    for (int i = 0; games->records && i < 3; i++)
        if (app_option(args, others[i]))
            return error_set(err, "%s is for games that are played; with --records they come from a file", others[i]);
    if (games->records) games->games = 0;
    return true;
}

static bool take_shard(const AppArgs *args, DatasetGames *games, Error *err) {
    int shard, shards;
    if (!app_option(args, "--shard")) return true;
    if (!app_shard_read(args, &shard, &shards, err)) return false;
    if (games->records)
        return error_set(err, "--shard is for games that are played; with --records they come from a file");
    if ((uint64_t)shards > games->games)
        return error_set(err, "%d parts of %llu games leave some of them without any; take fewer", shards,
                         (unsigned long long)games->games);
    games->first = store_cut(0, games->games, 1, shard, shards);
    games->games = store_cut(0, games->games, 1, shard + 1, shards) - games->first;
    return true;
}

static bool export_read_options(const AppArgs *args, const DatasetKind **kind, DatasetGames *games, int64_t *steps,
                                Error *err) {
    const char *seed = app_option(args, "--seed"), *players = app_option(args, "--players");
    int64_t count;
    *kind = dataset_find(args->words[0], err);
    if (!*kind) return false;
    if (!(*kind)->inputs) return error_set(err, "'%s' are no rows; `deadwood train` makes them", (*kind)->name);
    *games = (DatasetGames){.players = players ? players : (*kind)->players,
                            .seed = 1,
                            .quiet = app_switch(args, "--quiet"),
                            .label = "games"};
    if (!app_number(args, "--games", 1, INT64_C(1000000000), 1000, &count, err)) return false;
    if (!app_number(args, "--steps", 1, (*kind)->steps, (*kind)->steps > 24 ? 24 : 1, steps, err)) return false;
    if (seed && !text_to_uint64(seed, "--seed", &games->seed, err)) return false;
    if (!dataset_check_players(games->players, err)) return error_prefix(err, "--players");
    games->games = (uint64_t)count;
    if (!export_read_records(args, games, err) || !take_shard(args, games, err)) return false;
    return app_threads(args, &games->threads, err);
}

static void add_shape(const Dataset *set, int width, Text *text) {
    if (set->kind->steps == 1)
        text_addf(text, "[%u, %d]", set->data.count, width);
    else
        text_addf(text, "[%u, %d, %d]", set->data.count, set->data.steps, width);
}

static int export_print_result(const AppArgs *args, const Dataset *set, const char *folder) {
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        json_string(&json, "examples", set->kind->name);
        json_string(&json, "folder", folder);
        json_uint(&json, "rows", set->data.count);
        json_int(&json, "steps", set->data.steps);
        json_int(&json, "inputs", set->kind->inputs);
        json_int(&json, "targets", set->kind->outputs);
        json_end(&json);
        text_add(&text, "\n");
    } else {
        text_addf(&text, "%s/inputs.npy   float32 ", folder);
        add_shape(set, set->kind->inputs, &text);
        text_addf(&text, "\n%s/targets.npy  float32 ", folder);
        add_shape(set, set->kind->outputs, &text);
        if (set->kind->steps > 1)
            text_addf(&text, "\n%s/weights.npy  float32 [%u, %d]", folder, set->data.count, set->data.steps);
        text_add(&text, "\n");
    }
    int code = app_print(&text);
    text_free(&text);
    return code;
}

// ---- Parts ----

// What a part says of itself: its place among the parts, and of what command.
static bool note_part(const AppArgs *args, const char *folder, Error *err) {
    int shard, shards;
    Text path = {0}, note = {0};
    if (!app_shard(args, &shard, &shards)) return true;
    text_addf(&path, "%s/part.txt", folder);
    text_addf(&note, "%d/%d ", shard + 1, shards);
    app_shard_command(args, "export", &note);
    text_add(&note, "\n");
    bool done = text_write_file(path.data, note.data, note.size, err);
    text_free(&path);
    text_free(&note);
    return done;
}

typedef struct ExportPart {
    const char *folder;
    int shard, shards;
    Text command;
} ExportPart;

static bool read_note(const char *folder, ExportPart *part, Error *err) {
    Text path = {0}, note = {0};
    int size = 0;
    text_addf(&path, "%s/part.txt", folder);
    part->folder = folder;
    bool good = text_read_file(&note, path.data, 1 << 20, err);
    if (good)
        good = (sscanf(note.data ? note.data : "", "%d/%d %n", &part->shard, &part->shards, &size) == 2 && size > 0) ||
               error_set(err, "%s: does not say which part it is", path.data);
    if (good) text_add(&part->command, note.data + size);
    text_free(&path);
    text_free(&note);
    return good;
}

static int by_shard(const void *a, const void *b) {
    const ExportPart *x = a, *y = b;
    return x->shard < y->shard ? -1 : x->shard > y->shard;
}

// Parts in their order: all of one command, and none missing or there twice.
static bool check_parts(ExportPart *parts, int count, Error *err) {
    qsort(parts, (size_t)count, sizeof *parts, by_shard);
    for (int i = 0; i < count; i++) {
        if (strcmp(parts[i].command.data, parts[0].command.data) != 0)
            return error_set(err, "%s is a part of another command than %s", parts[i].folder, parts[0].folder);
        if (parts[i].shards != parts[0].shards)
            return error_set(err, "%s is one of %d parts, %s one of %d: they were cut differently", parts[i].folder,
                             parts[i].shards, parts[0].folder, parts[0].shards);
        if (i && parts[i].shard == parts[i - 1].shard)
            return error_set(err, "part %d/%d is there twice: %s, %s", parts[i].shard, parts[i].shards,
                             parts[i - 1].folder, parts[i].folder);
    }
    for (int i = 0; i < parts[0].shards; i++)
        if (i >= count || parts[i].shard != i + 1)
            return error_set(err, "part %d/%d is missing; nothing was written", i + 1, parts[0].shards);
    return true;
}

static bool join_arrays(const char *out, const ExportPart *parts, int count, const char *name, Error *err) {
    Text path[APP_MAX_WORDS] = {{0}}, to = {0};
    const char *paths[APP_MAX_WORDS] = {NULL};
    for (int i = 0; i < count; i++) {
        text_addf(&path[i], "%s/%s.npy", parts[i].folder, name);
        paths[i] = path[i].data;
    }
    text_addf(&to, "%s/%s.npy", out, name);
    bool optional = strcmp(name, "weights") == 0 && access(paths[0], F_OK) != 0;
    bool done = optional || npy_join(to.data, paths, count, err);
    for (int i = 0; i < count; i++) text_free(&path[i]);
    text_free(&to);
    return done;
}

static int tell_joined(const AppArgs *args, int parts) {
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        json_string(&json, "folder", args->words[0]);
        json_int(&json, "parts", parts);
        json_end(&json);
        text_add(&text, "\n");
    } else {
        text_addf(&text, "%s: the arrays of %d parts\n", args->words[0], parts);
    }
    int code = app_print(&text);
    text_free(&text);
    return code;
}

int app_join_exports(const AppArgs *args) {
    static const char *const names[] = {"inputs", "targets", "weights"};
    Error err = {{0}};
    int count = args->count - 1;
    ExportPart *parts = calloc((size_t)count, sizeof *parts);
    if (!parts) abort();
    bool good = access(args->words[0], F_OK) != 0 ||
                error_set(&err, "%s: is there already; merge into a new folder", args->words[0]);
    for (int i = 0; good && i < count; i++) good = read_note(args->words[1 + i], &parts[i], &err);
    good = good && check_parts(parts, count, &err) && lab_make_folder(args->words[0], &err);
    for (int i = 0; good && i < 3; i++) good = join_arrays(args->words[0], parts, count, names[i], &err);
    for (int i = 0; i < count; i++) text_free(&parts[i].command);
    free(parts);
    return good ? tell_joined(args, count) : app_fail(APP_FAILED, &err);
}

static int export(const AppArgs *args, const DatasetKind *kind, const DatasetGames *games, int steps,
                  const char *folder) {
    Error err = {{0}};
    Dataset set;
    progress_catch_interrupt();
    // A damaged file leaves no folder; a folder that cannot be made is not played for.
    if (!games->records && !lab_make_folder(folder, &err)) return app_fail(APP_FAILED, &err);
    if (!dataset_open(&set, kind, steps, games, &err)) return app_fail(APP_FAILED, &err);
    bool done = !progress_interrupted() && lab_make_folder(folder, &err) &&
                dataset_export(&set, folder, games->quiet, &err) && note_part(args, folder, &err);
    int code = done ? export_print_result(args, &set, folder) : APP_FAILED;
    if (!done && progress_interrupted()) {
        fprintf(stderr, "deadwood: interrupted; nothing was written\n");
        code = APP_INTERRUPTED;
    } else if (!done) {
        app_fail(APP_FAILED, &err);
    }
    dataset_close(&set);
    return code;
}

static int run_export(const AppArgs *args) {
    if (args->count == 0) return list_datasets();
    Error err = {{0}};
    const DatasetKind *kind;
    DatasetGames games;
    int64_t steps;
    if (!export_read_options(args, &kind, &games, &steps, &err)) return app_fail(APP_USAGE, &err);
    Text folder = {0};
    if (app_option(args, "--out"))
        text_add(&folder, app_option(args, "--out"));
    else
        text_addf(&folder, "out/export/%s", kind->name);
    int code = export(args, kind, &games, (int)steps, folder.data);
    text_free(&folder);
    return code;
}

const AppCommand app_export = {
    .name = "export",
    .words = "[EXAMPLES]",
    .summary = "writes what models learn from as arrays (.npy), for training elsewhere",
    .details = "Without a name it lists the kinds of examples. Shapes, and how weights that were trained elsewhere\n"
               "come back, are in docs/FORMATS.md.",
    .options = OPTIONS,
    .least = 0,
    .most = 1,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood export", "deadwood export hands --games 20 --out hands"},
    .run = run_export,
};
