// SPDX-License-Identifier: MIT
// `deadwood merge OUT.db PART...`: one file of the parts that many machines played, and what one run would have said.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/help/help.h"
#include "app/matches/shard.h"
#include "base/text/json.h"
#include "base/threads/progress.h"
#include "contest/records/join_records.h"

static const AppOption OPTIONS[] = {
    {"--threads", "T", "worker threads, for what is computed anew (all cores)"},
    {"--json", NULL, "print what the command prints with --json"},
    {"--quiet", NULL, "show no progress"},
    {NULL, NULL, NULL},
};

enum { MOST_ARGUMENTS = APP_MAX_WORDS + 2 * APP_MAX_OPTIONS + 8 };

// The words of a command as argv has them.
typedef struct Words {
    char *word[MOST_ARGUMENTS];
    int count;
    char *text; // where they lie
} Words;

// Reads an array of strings as base/text/json.c writes it: its words fit where they stand.
static bool split_words(Words *words, const char *json, Error *err) {
    char *to = words->text = strdup(json);
    bool inside = false;
    if (!to) return error_set(err, "out of memory");
    for (const char *at = json; *at; at++) {
        unsigned code;
        if (*at == '"') {
            if (inside)
                *to++ = '\0';
            else if (words->count < MOST_ARGUMENTS - 8)
                words->word[words->count++] = to;
            else
                return error_set(err, "the command of the parts has too many words");
            inside = !inside;
        } else if (inside && *at == '\\' && at[1] == 'u' && sscanf(at + 2, "%4x", &code) == 1 && code < 0x80) {
            *to++ = (char)code;
            at += 5;
        } else if (inside && *at == '\\') {
            at++;
            *to++ = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
        } else if (inside) {
            *to++ = *at;
        }
    }
    return words->count > 0 || error_set(err, "the parts do not say of which command they are");
}

static bool takes(const AppCommand *command, const char *name) {
    for (const AppOption *option = command->options; option->name; option++)
        if (strcmp(option->name, name) == 0) return true;
    return false;
}

static void add_word(Words *words, const char *word) { words->word[words->count++] = (char *)(uintptr_t)word; }

// Runs the command of the parts over the merged file, in which it finds all it would play.
static int report_merged(const AppArgs *args, const char *json) {
    Words words = {.count = 0};
    Error err;
    AppArgs again = {.count = 0};
    const AppCommand *command = split_words(&words, json, &err) ? help_find(words.word[0], &err) : NULL;
    if (command) {
        add_word(&words, "--db");
        add_word(&words, args->words[0]);
        if (takes(command, "--resume")) add_word(&words, "--resume");
        if (app_switch(args, "--json")) add_word(&words, "--json");
        if (app_switch(args, "--quiet")) add_word(&words, "--quiet");
        if (app_option(args, "--threads")) {
            add_word(&words, "--threads");
            add_word(&words, app_option(args, "--threads"));
        }
        again.options = command->options;
    }
    bool good = command && app_read_args(command, words.count - 1, words.word + 1, &again, &err);
    again.still = true;
    int code = good ? command->run(&again) : app_fail(APP_FAILED, &err);
    free(words.text);
    return code;
}

// Says what does not fit, and why nothing was merged.
static int tell_trouble(const Text *trouble, const Error *err) {
    if (trouble->size) app_tell("%.*s", (int)trouble->size - 1, trouble->data);
    return app_fail(progress_interrupted() ? APP_INTERRUPTED : APP_FAILED, err);
}

static void show_joined(const char *out, const RecordsJoined *joined, bool as_json, Text *text) {
    if (!as_json) {
        text_addf(text, "%s: %" PRIu64 " games of %" PRIu64 " hands from %d files, digest %016" PRIx64 "\n", out,
                  joined->games, joined->hands, joined->parts, joined->digest);
        return;
    }
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, joined->digest);
    Json json = json_into(text, true);
    json_object(&json, NULL);
    json_string(&json, "records", out);
    json_uint(&json, "games", joined->games);
    json_uint(&json, "hands", joined->hands);
    json_string(&json, "digest", digest);
    json_int(&json, "files", joined->parts);
    json_end(&json);
    text_add(text, "\n");
}

static int merge_records(const AppArgs *args) {
    Error err;
    Text trouble = {0}, text = {0};
    RecordsJoined joined;
    bool done = join_records(args->words[0], args->words + 1, args->count - 1, app_switch(args, "--quiet"), &joined,
                             &trouble, &err);
    if (done) show_joined(args->words[0], &joined, app_switch(args, "--json"), &text);
    int code = done ? app_print(&text) : tell_trouble(&trouble, &err);
    text_free(&trouble);
    text_free(&text);
    return code;
}

static int merge_stores(const AppArgs *args) {
    Error err;
    Text command = {0}, trouble = {0};
    StoreMerged merged;
    const char *out = args->words[0];
    double began = progress_clock();
    bool done = store_merge(out, args->words + 1, args->count - 1, app_switch(args, "--quiet"), &command, &trouble,
                            &merged, &err);
    double seconds = progress_clock() - began;
    int code = APP_FAILED;
    if (done) {
        app_tell("deadwood: %s: %llu games of %llu matches from %d parts in %.2f s", out,
                 (unsigned long long)merged.rows, (unsigned long long)merged.matches, merged.parts, seconds);
        code = report_merged(args, command.data);
    } else {
        code = tell_trouble(&trouble, &err);
    }
    text_free(&command);
    text_free(&trouble);
    return code;
}

static int run_merge(const AppArgs *args) {
    struct stat about;
    const char *part = args->words[1];
    if (stat(part, &about) == 0 && S_ISDIR(about.st_mode)) return app_join_exports(args);
    progress_catch_interrupt();
    return records_noted(part) ? merge_records(args) : merge_stores(args);
}

const AppCommand app_merge = {
    .name = "merge",
    .words = "OUT PART...",
    .summary = "makes one result of the parts that many machines played (--shard)",
    .details =
        "The parts of one command, each played with --shard I/N --db PART, in any order; and, where they went on from\n"
        "what was merged before (--after), that file. OUT.db is then what one run with --db would have left, and what\n"
        "that run would have printed is printed: the same digest and numbers, all but times. Refused are parts of other\n"
        "commands, parts that are not at their end, and ranges of games that are missing or there twice; they are\n"
        "named, and nothing is written. Where the next games depend on these, as in tune and lab policies, it ends\n"
        "with exit code 4: play the parts again with --after OUT.db. Parts of `deadwood export` are folders, and OUT is\n"
        "then a folder with their arrays in one. Parts of --records are files of records: each is verified, and OUT is\n"
        "the file that one run would have written. docs/SCALE.md has the whole procedure.",
    .options = OPTIONS,
    .least = 2,
    .most = APP_MAX_WORDS,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood match simple greedy --games 100 --shard 1/1 --db part.db",
                 "deadwood merge whole.db part.db --json"},
    .run = run_merge,
};
