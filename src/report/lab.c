// SPDX-License-Identifier: MIT
#include "report/lab.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/threads/progress.h"
#include "report/claims.h"
#include "report/lab_internal.h"

// What does not fit is a mistake of the paper's file.
void lab_fill(char *to, size_t room, const char *format, va_list args) {
    Text text = {0};
    text_vaddf(&text, format, args);
    bool fits = text_copy(to, room, text.data);
    assert(fits);
    (void)fits;
    text_free(&text);
}

LabRun *lab_open(Error *err) {
    LabRun *run = calloc(1, sizeof *run);
    if (!run) {
        error_set(err, "out of memory");
        return NULL;
    }
    run->seed = LAB_SEED;
    run->threads = 1;
    run->rules = gin_rules_default();
    return run;
}

void lab_close(LabRun *run) {
    if (!run) return;
    for (int i = 0; i < run->figure_count; i++) {
        text_free(&run->figures[i].data);
        text_free(&run->figures[i].script);
    }
    for (int i = 0; i < run->table_count; i++) text_free(&run->tables[i].rows);
    text_free(&run->models);
    for (int i = 0; i < run->begun_count; i++) {
        lab_claims_free(run->said[i]);
        free(run->said[i]);
    }
    free(run);
}

void lab_rules_option(const LabRun *run, Text *text) {
    GinRules usual = gin_rules_default();
    char rules[GIN_RULES_TEXT];
    if (gin_rules_equal(&run->rules, &usual)) return;
    gin_rules_print(&run->rules, rules);
    text_addf(text, " --rules %s", rules);
}

void lab_command(const LabRun *run, const LabPaper *paper, Text *text) {
    text_addf(text, "deadwood reproduce %s %s --seed %" PRIu64, paper->name,
              lab_is_full(run, paper) ? "--full" : "--quick", run->seed);
    if (run->train) text_add(text, " --train");
    if (run->games) text_addf(text, " --games %" PRIu64, run->games);
    lab_rules_option(run, text);
}

bool lab_is_full(const LabRun *run, const LabPaper *paper) { return run->full || (run->brief && paper->brief); }

bool lab_full(const LabRun *run) { return lab_is_full(run, run->paper); }

uint64_t lab_size(const LabRun *run, uint64_t quick, uint64_t full) {
    return run->games ? run->games : lab_full(run) ? full : quick;
}

MatchPlan lab_match(const LabRun *run, const char *first, const char *second, uint64_t games) {
    return (MatchPlan){.players = {first, second},
                       .seed = run->seed,
                       .games = games,
                       .threads = run->threads,
                       .store = run->store,
                       .resume = run->store != NULL,
                       .prefix = run->store != NULL, // another experiment may have played more of the same match
                       .quiet = run->quiet};
}

bool lab_plays_part(const LabRun *run) { return store_is_part(run->store) && !store_is_still(run->store); }

bool lab_make_folder(const char *path, Error *err) {
    char part[4096];
    if (!text_copy(part, sizeof part, path)) return error_set(err, "the path '%.60s...' is too long", path);
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at) continue;
        char kept = *at;
        *at = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set(err, "the folder %s cannot be made: %s", part, strerror(errno));
        if (!kept) break;
        *at = kept;
    }
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return error_set(err, "%s is there and no folder; choose another with --out", path);
    return true;
}

size_t lab_folder_there(const char *path) {
    char part[4096];
    struct stat info;
    if (!text_copy(part, sizeof part, path)) return strlen(path);
    while (*part && stat(part, &info) != 0) {
        char *slash = strrchr(part, '/');
        *(slash ? slash : part) = '\0';
    }
    return strlen(part);
}

void lab_remove_folder(const char *path, size_t there) {
    char part[4096];
    if (!text_copy(part, sizeof part, path)) return;
    while (strlen(part) > there && rmdir(part) == 0) {
        char *slash = strrchr(part, '/');
        *(slash ? slash : part) = '\0';
    }
}

bool lab_make_folders(const LabRun *run, Error *err) {
    static const char *const names[] = {"data", "figures"};
    for (int i = 0; i < 2; i++) {
        Text path = {0};
        text_addf(&path, "%s/%s", run->folder, names[i]);
        bool made = lab_make_folder(path.data, err);
        text_free(&path);
        if (!made) return false;
    }
    return true;
}

bool lab_was_run(const LabRun *run, const LabPaper *paper) {
    for (int i = 0; i < run->begun_count; i++)
        if (run->begun[i] == paper) return true;
    return false;
}

bool lab_begin(LabRun *run, const LabPaper *paper, Error *err) {
    run->paper = paper;
    if (lab_was_run(run, paper)) return true;
    assert(run->begun_count < LAB_MAX_PAPERS);
    LabClaims *claims = calloc(1, sizeof *claims);
    if (!claims) return error_set(err, "out of memory");
    run->begun[run->begun_count] = paper;
    run->said[run->begun_count++] = claims;
    return lab_claims_read(paper->claims ? paper->claims : "", paper->name, claims, err);
}

const LabSaid *lab_said(const LabRun *run, const char *id) {
    for (int i = 0; i < run->begun_count; i++)
        if (run->begun[i] == run->paper) return lab_claims_find(run->said[i], id);
    return NULL;
}

static bool train_models(LabRun *run, const LabPaper *paper, Error *err) {
    Text folder = {0};
    text_addf(&folder, "%s/models", run->folder);
    bool done = lab_make_folder(folder.data, err) && paper->train(run, folder.data, err);
    if (done && !run->models.size) text_add(&run->models, folder.data);
    text_free(&folder);
    return done && memory_sufficed(err);
}

// Runs the paper with the models this run has made, if it has.
static bool run_with_models(LabRun *run, const LabPaper *paper, Error *err) {
    Scope scope = {.folder = {[SCOPE_MODELS] = run->models.data}};
    const Scope *before = scope_now();
    if (run->models.size) scope_set(&scope);
    bool done = paper->run(run, err);
    scope_set(before);
    return done;
}

bool lab_run_paper(LabRun *run, const LabPaper *paper, Error *err) {
    int first = run->figure_count;
    if (run->folder && !lab_make_folders(run, err)) return false;
    if (!lab_begin(run, paper, err)) return false;
    bool done = !run->train || !paper->train || !run->folder || train_models(run, paper, err);
    done = done && (progress_interrupted() || run_with_models(run, paper, err));
    if (progress_interrupted()) run->interrupted = true;
    for (int i = first; run->folder && done && i < run->figure_count; i++)
        done = lab_figure_draw(run, &run->figures[i], err);
    return done;
}
