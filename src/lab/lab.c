// SPDX-License-Identifier: MIT
#include "lab/lab.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/data.h"
#include "base/pool.h"
#include "base/progress.h"
#include "lab/papers.h"

static const LabPaper *const PAPERS[] = {&lab_heisenbot, &lab_nguyen, &lab_mishra, &lab_hearts, &lab_champion};
enum { PAPER_COUNT = sizeof PAPERS / sizeof *PAPERS };

const LabPaper *const *lab_papers(int *count) {
    *count = PAPER_COUNT;
    return PAPERS;
}

const LabPaper *lab_find_paper(const char *name, Error *err) {
    const char *names[PAPER_COUNT];
    Text known = {0};
    for (int i = 0; i < PAPER_COUNT; i++) {
        names[i] = PAPERS[i]->name;
        if (strcmp(name, names[i]) == 0) {
            text_free(&known);
            return PAPERS[i];
        }
        text_addf(&known, "%s%s", i ? ", " : "", names[i]);
    }
    const char *close = text_closest(name, names, PAPER_COUNT);
    error_set(err, "the lab knows no paper '%.40s'%s%s%s; it knows %s", name, close ? "; did you mean '" : "",
              close ? close : "", close ? "'?" : "", known.data);
    text_free(&known);
    return NULL;
}

// ---- Claims ----

static bool is_percent(const LabClaim *claim) { return strcmp(claim->unit, "%") == 0; }

// An interval against an interval. Both are the same kind of thing, so that nothing is joined in quadrature.
static LabVerdict range_verdict(const LabClaim *claim) {
    double low = claim->published - claim->rounding, high = claim->published_high + claim->rounding;
    double near = is_percent(claim) ? 3 : fabs(claim->published + claim->published_high) / 20;
    double hair = 1e-9;
    if (claim->low <= high + hair && claim->high >= low - hair)
        return (claim->high - claim->low) / 2 <= near + hair ? LAB_AGREES : LAB_OPEN;
    double gap = fmax(claim->published - claim->ours, claim->ours - claim->published_high);
    return gap <= near + hair ? LAB_CLOSE : LAB_DIFFERS;
}

LabVerdict lab_verdict(const LabClaim *claim) {
    if (claim->incomparable) return LAB_OPEN;
    if (claim->kind == LAB_STATEMENT)
        return claim->holds == LAB_HOLDS ? LAB_AGREES : claim->holds == LAB_FAILS ? LAB_DIFFERS : LAB_OPEN;
    if (!isfinite(claim->ours)) return LAB_OPEN;
    if (claim->kind == LAB_RANGE) return range_verdict(claim);
    double gap = claim->published - claim->ours; // what ours would have to move by
    double own = gap > 0 ? claim->high - claim->ours : claim->ours - claim->low;
    double reach = hypot(own, claim->error) + claim->rounding;
    double near = is_percent(claim) ? 3 : fabs(claim->published) / 10;
    double hair = 1e-9; // so that 18 and 17.5 are not torn apart by how doubles round
    bool within = fabs(gap) <= reach + hair || (claim->kind == LAB_AT_LEAST && gap <= 0);
    if (within) return reach <= near + hair ? LAB_AGREES : LAB_OPEN;
    return fabs(gap) <= near + hair ? LAB_CLOSE : LAB_DIFFERS;
}

const char *lab_verdict_name(LabVerdict verdict) {
    static const char *const names[LAB_VERDICTS] = {"agrees", "close", "differs", "open"};
    return names[verdict];
}

double lab_percent_error(double percent, double games) {
    return games > 0 ? 1.959964 * sqrt(percent * (100 - percent) / games) : 0;
}

// What does not fit is a mistake of the paper's file.
static void fill(char *to, size_t room, const char *format, va_list args) {
    Text text = {0};
    text_vaddf(&text, format, args);
    bool fits = text_copy(to, room, text.data);
    assert(fits);
    (void)fits;
    text_free(&text);
}

LabClaim *lab_claim(LabRun *run, const char *where, const char *unit, const char *format, ...) {
    assert(run->claim_count < LAB_MAX_CLAIMS);
    LabClaim *claim = &run->claims[run->claim_count++];
    *claim = (LabClaim){.paper = run->paper};
    text_copy(claim->where, sizeof claim->where, where);
    text_copy(claim->unit, sizeof claim->unit, unit);
    va_list args;
    va_start(args, format);
    fill(claim->text, sizeof claim->text, format, args);
    va_end(args);
    Text command = {0};
    lab_command(run, run->paper, &command);
    text_copy(claim->command, sizeof claim->command, command.data);
    text_free(&command);
    return claim;
}

void lab_claim_reading(LabClaim *claim, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(claim->reading, sizeof claim->reading, format, args);
    va_end(args);
}

void lab_claim_note(LabClaim *claim, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(claim->note, sizeof claim->note, format, args);
    va_end(args);
}

void lab_claim_command(LabClaim *claim, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(claim->command, sizeof claim->command, format, args);
    va_end(args);
}

// ---- Runs ----

LabRun *lab_open(void) {
    LabRun *run = calloc(1, sizeof *run);
    if (!run) abort(); // as text.c: nobody could act on it
    run->seed = 1;
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
    free(run);
}

LabFigure *lab_figure(LabRun *run, const char *name, const char *where, int width, int height, const char *title) {
    assert(run->figure_count < LAB_MAX_FIGURES);
    LabFigure *figure = &run->figures[run->figure_count++];
    *figure = (LabFigure){.paper = run->paper, .width = width, .height = height};
    text_copy(figure->name, sizeof figure->name, name);
    text_copy(figure->where, sizeof figure->where, where);
    text_copy(figure->title, sizeof figure->title, title);
    return figure;
}

void lab_figure_caption(LabFigure *figure, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(figure->caption, sizeof figure->caption, format, args);
    va_end(args);
}

LabTable *lab_table(LabRun *run, const char *title, const char *columns) {
    assert(run->table_count < LAB_MAX_TABLES);
    LabTable *table = &run->tables[run->table_count++];
    *table = (LabTable){.paper = run->paper};
    text_copy(table->title, sizeof table->title, title);
    text_addf(&table->rows, "%s\n", columns);
    return table;
}

void lab_table_about(LabTable *table, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(table->about, sizeof table->about, format, args);
    va_end(args);
}

void lab_table_cells(const LabTable *table, void *context,
                     void (*cell)(void *context, int row, int column, const char *text)) {
    Text word = {0};
    int row = 0, column = 0;
    for (const char *at = table->rows.data; *at;) {
        size_t size = strcspn(at, "\t\n");
        text_clear(&word);
        text_add_bytes(&word, at, size);
        cell(context, row, column++, word.data ? word.data : "");
        if (at[size] == '\n') row++, column = 0;
        at += size + (at[size] != '\0');
    }
    text_free(&word);
}

void lab_rules_option(const LabRun *run, Text *text) {
    GinRules usual = gin_rules_default();
    char rules[GIN_RULES_TEXT];
    if (gin_rules_equal(&run->rules, &usual)) return;
    gin_rules_print(&run->rules, rules);
    text_addf(text, " --rules %s", rules);
}

void lab_command(const LabRun *run, const LabPaper *paper, Text *text) {
    text_addf(text, "deadwood reproduce %s %s --seed %" PRIu64, paper->name, run->full ? "--full" : "--quick",
              run->seed);
    if (run->train) text_add(text, " --train");
    if (run->games) text_addf(text, " --games %" PRIu64, run->games);
    lab_rules_option(run, text);
}

uint64_t lab_size(const LabRun *run, uint64_t quick, uint64_t full) {
    return run->games ? run->games : run->full ? full : quick;
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

static uint64_t paper_bit(const LabPaper *paper) {
    for (int i = 0; i < PAPER_COUNT; i++)
        if (PAPERS[i] == paper) return UINT64_C(1) << i;
    return 0;
}

bool lab_was_run(const LabRun *run, const LabPaper *paper) { return (run->ran & paper_bit(paper)) != 0; }

static bool train_models(const LabRun *run, const LabPaper *paper, Error *err) {
    Text folder = {0};
    text_addf(&folder, "%s/models", run->folder);
    bool done = lab_make_folder(folder.data, err) && paper->train(run, folder.data, err);
    done = done && data_set_folder(DATA_MODELS, folder.data, err);
    text_free(&folder);
    return done;
}

bool lab_run_paper(LabRun *run, const LabPaper *paper, Error *err) {
    int first = run->figure_count;
    if (run->folder && !lab_make_folders(run, err)) return false;
    run->paper = paper;
    run->ran |= paper_bit(paper);
    bool done = !run->train || !paper->train || !run->folder || train_models(run, paper, err);
    done = done && (progress_interrupted() || paper->run(run, err));
    if (progress_interrupted()) run->interrupted = true;
    for (int i = first; run->folder && done && i < run->figure_count; i++)
        done = lab_figure_draw(run, &run->figures[i], err);
    return done;
}

// ---- Experiments ----

enum { CHUNK = 16 }; // trials a thread takes at a time

typedef struct Team {
    const LabTrial *trial;
    bool quiet;
    int64_t *sums; // `words` for each thread, and as many as they were before the chunk under way
    void *workers[POOL_MAX_THREADS];
    atomic_uint_fast64_t next, done;
    Progress progress;
} Team;

static void work(void *context, int index) {
    Team *team = context;
    const LabTrial *trial = team->trial;
    size_t words = (size_t)trial->words;
    int64_t *sums = team->sums + 2 * (size_t)index * words, *before = sums + words;
    while (!progress_interrupted()) {
        uint64_t first = atomic_fetch_add(&team->next, CHUNK);
        if (first >= trial->count) break;
        uint64_t last = first + CHUNK < trial->count ? first + CHUNK : trial->count;
        memcpy(before, sums, words * sizeof *sums);
        for (uint64_t i = first; i < last && !progress_interrupted(); i++) trial->play(team->workers[index], i, sums);
        if (progress_interrupted()) { // a player may have given up its search: what it did counts for nothing
            memcpy(sums, before, words * sizeof *sums);
            break;
        }
        uint64_t done = atomic_fetch_add(&team->done, last - first) + (last - first);
        if (index == 0) progress_update(&team->progress, done); // the calling thread is always one of the team
    }
}

static bool open_workers(Team *team, int threads, Error *err) {
    for (int i = 0; i < threads; i++) {
        team->workers[i] = team->trial->open(team->trial->config, err);
        if (!team->workers[i]) return false;
    }
    return true;
}

static void close_workers(Team *team, int threads) {
    for (int i = 0; i < threads && team->workers[i]; i++) team->trial->close(team->workers[i]);
}

bool lab_trial_run(const LabRun *run, const LabTrial *trial, int64_t *sums, uint64_t *done, Error *err) {
    int threads = run->threads;
    size_t words = (size_t)trial->words;
    Team team = {.trial = trial, .sums = calloc(2 * (size_t)threads * words, sizeof(int64_t))};
    if (!team.sums) return error_set(err, "out of memory for %d threads", threads);
    bool good = open_workers(&team, threads, err);
    if (good) {
        team.progress = progress_start(trial->label, trial->unit, trial->count, 0, run->quiet);
        good = pool_run(threads, work, &team, err);
        progress_end(&team.progress, atomic_load(&team.done));
    }
    close_workers(&team, threads);
    for (size_t thread = 0; thread < (size_t)threads; thread++)
        for (size_t i = 0; i < words; i++) sums[i] += team.sums[2 * thread * words + i];
    *done = atomic_load(&team.done);
    free(team.sums);
    return good;
}
