// SPDX-License-Identifier: MIT
#include "app/hearts/app_hearts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/hearts/hearts_analysis.h"
#include "app/teach/cards.h"
#include "base/files/archive.h"
#include "base/threads/progress.h"

enum { CHUNK = 16, MOST_PLAYERS = 64, MOST_WORLDS = 100000 };

typedef struct Analyze {
    const AppArgs *args;
    HeartsAnalysisPlan plan;
    bool all, json, one_game, quiet;
    const char *html; // where the page goes, or NULL
    Text body;        // of it
    uint64_t game;
    CardWriter write;
    Progress progress;
    uint64_t done; // decisions
    Text page;
    Json document;
    // Players by name, in the order they were met.
    int players;
    char *name[MOST_PLAYERS];
    HeartsSeatSum sum[MOST_PLAYERS];
    uint64_t hands;
} Analyze;

static bool hearts_read_effort(const AppArgs *args, int *worlds, Error *err) {
    static const char *const words[] = {"quick", "normal", "deep"};
    static const int counts[] = {200, HEARTS_ANALYSIS_WORLDS, 10000};
    const char *effort = app_option(args, "--effort");
    int64_t number;
    if (effort && app_option(args, "--samples"))
        return error_set(err, "--effort and --samples say the same thing: give one of them");
    if (!app_number(args, "--samples", HEARTS_JUDGE_LEAST, MOST_WORLDS, HEARTS_ANALYSIS_WORLDS, &number, err))
        return false;
    *worlds = (int)number;
    if (!effort) return true;
    for (int i = 0; i < 3; i++) {
        if (strcmp(effort, words[i]) != 0) continue;
        *worlds = counts[i];
        return true;
    }
    return error_set(err, "--effort '%.40s' is none of quick, normal and deep", effort);
}

static bool hearts_read_options(const AppArgs *args, Analyze *it, Error *err) {
    static const char *const gin_only[] = {"--judge", "--estimator", "--out"};
    const char *seed = app_option(args, "--seed"), *game = app_option(args, "--game");
    for (size_t i = 0; i < sizeof gin_only / sizeof *gin_only; i++)
        if (app_option(args, gin_only[i]))
            return error_set(err, "%s is for gin; these are records of Hearts", gin_only[i]);
    it->args = args;
    it->plan = (HeartsAnalysisPlan){.player = app_option(args, "--player"), .seed = 1};
    it->all = app_switch(args, "--all");
    it->json = app_switch(args, "--json");
    it->quiet = app_switch(args, "--quiet");
    it->html = app_option(args, "--html");
    it->one_game = game != NULL;
    it->write = app_colour() ? card_colour : card_letters;
    if (seed && !text_to_uint64(seed, "--seed", &it->plan.seed, err)) return false;
    if (game && !text_to_uint64(game, "--game", &it->game, err)) return false;
    return hearts_read_effort(args, &it->plan.worlds, err) && app_threads(args, &it->plan.threads, err);
}

// ---- Hands come in, reports go out ----

// The sum of a player's hands. Beyond MOST_PLAYERS names the rest share the last place.
static HeartsSeatSum *sum_of_player(Analyze *it, const char *name) {
    for (int i = 0; i < it->players; i++)
        if (strcmp(it->name[i], name) == 0) return &it->sum[i];
    if (it->players == MOST_PLAYERS) return &it->sum[MOST_PLAYERS - 1];
    it->name[it->players] = strdup(it->players == MOST_PLAYERS - 1 ? "others" : name);
    if (!it->name[it->players]) abort();
    return &it->sum[it->players++];
}

static void hearts_report_analysis(Analyze *it, const HeartsAnalysis *hand) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        hearts_analysis_add(sum_of_player(it, hand->record->player[seat]), &hand->seat[seat]);
    it->hands++;
    if (it->html) hearts_analysis_html_hand(&it->body, hand);
    if (it->json)
        hearts_analysis_json(&it->document, hand);
    else
        hearts_analysis_text(&it->page, it->write, hand, it->all);
}

static bool hearts_analyse_chunk(Analyze *it, const HeartsRecord *records, int count, Error *err) {
    HeartsAnalysis hands[CHUNK];
    if (!hearts_analysis_hands(&it->plan, records, count, hands, it->quiet ? NULL : &it->progress, &it->done, err))
        return false;
    for (int i = 0; i < count; i++) {
        hearts_report_analysis(it, &hands[i]);
        hearts_analysis_free(&hands[i]);
    }
    return true;
}

// Nothing in a name may upset a terminal.
static void clean_names(HeartsRecord *record) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        Text name = {0};
        app_add_name(&name, record->player[seat]);
        text_copy(record->player[seat], HEARTS_NAME_TEXT, name.data ? name.data : "?");
        text_free(&name);
    }
}

// Reads the next record that is asked for: 1, 0 at the end, -1 with err set.
static int hearts_next_record(const Analyze *it, Archive *archive, const char *path, Text *line, HeartsRecord *record,
                              Error *err) {
    for (int got; (got = archive_line(archive, line, err)) != 0;) {
        if (got < 0) return -1;
        if (!hearts_record_parse(line->data, record, err)) {
            error_prefix(err, "%s, line %" PRIu64, path, archive_line_number(archive));
            return -1;
        }
        if (it->one_game && record->game != it->game) continue;
        clean_names(record);
        return 1;
    }
    return 0;
}

static bool hearts_analyse_file(Analyze *it, const char *path, Error *err) {
    Archive *archive = archive_open(path, err);
    HeartsRecord *records = malloc(CHUNK * sizeof *records);
    if (!records) abort();
    Text line = {0};
    int got = 1;
    bool good = archive != NULL;
    while (good && got > 0) {
        int count = 0;
        while (count < CHUNK && (got = hearts_next_record(it, archive, path, &line, &records[count], err)) > 0) count++;
        good = (count == 0 || hearts_analyse_chunk(it, records, count, err)) && got >= 0;
    }
    text_free(&line);
    free(records);
    if (archive) archive_close(archive, NULL);
    return good;
}

static void hearts_begin_document(Analyze *it) {
    if (!it->json) return;
    it->document = json_into(&it->page, true);
    json_object(&it->document, NULL);
    json_string(&it->document, "game", "hearts");
    json_string(&it->document, "evaluation", HEARTS_JUDGE_EVALUATION);
    json_int(&it->document, "worlds", it->plan.worlds);
    json_uint(&it->document, "seed", it->plan.seed);
    json_array(&it->document, "hands");
}

static void hearts_end_document(Analyze *it) {
    Json *json = &it->document;
    if (it->json) {
        json_end_array(json);
        json_array(json, "players");
    }
    for (int i = 0; i < it->players; i++) {
        if (it->json) {
            hearts_analysis_sum_json(json, it->name[i], &it->sum[i]);
        } else if (it->sum[i].judged) {
            hearts_analysis_summary(&it->page, it->name[i], &it->sum[i]);
            text_add(&it->page, "\n");
        }
    }
    if (!it->json) return;
    json_end_array(json);
    json_end(json);
    text_add(&it->page, "\n");
}

static bool hearts_judged_any(const Analyze *it) {
    for (int i = 0; i < it->players; i++)
        if (it->sum[i].judged) return true;
    return false;
}

static bool hearts_write_page(const Analyze *it, Error *err) {
    Text page = {0};
    hearts_analysis_html_page(&page, &it->plan, it->name, it->sum, it->players, &it->body);
    bool good = text_write_file(it->html, page.data, page.size, err);
    text_free(&page);
    return good;
}

static bool hearts_analyse_all(Analyze *it, Error *err) {
    hearts_begin_document(it);
    for (int i = 0; i < it->args->count; i++)
        if (!hearts_analyse_file(it, it->args->words[i], err)) return false;
    if (it->hands == 0 && it->one_game)
        return error_set(err, "there is no game %" PRIu64 " in these records", it->game);
    if (it->hands && !hearts_judged_any(it))
        return error_set(err, "nobody is called '%.60s' in these records", it->plan.player);
    hearts_end_document(it);
    return !it->html || hearts_write_page(it, err);
}

int analyze_hearts(const AppArgs *args) {
    static Analyze it; // for its size
    Error err = {{0}};
    if (!hearts_read_options(args, &it, &err)) return app_fail(APP_USAGE, &err);
    progress_catch_interrupt();
    it.progress = progress_start("analyze", "decisions", 0, 0, it.quiet);
    bool good = hearts_analyse_all(&it, &err);
    progress_end(&it.progress, it.done);
    int code = APP_INTERRUPTED;
    if (good)
        code = app_colour() ? app_print_coloured(&it.page) : app_print(&it.page);
    else if (progress_interrupted())
        fprintf(stderr, "deadwood: stopped; nothing is written\n");
    else
        code = app_fail(APP_FAILED, &err);
    for (int i = 0; i < it.players; i++) free(it.name[i]);
    text_free(&it.page);
    text_free(&it.body);
    return code;
}
