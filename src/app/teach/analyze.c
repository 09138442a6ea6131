// SPDX-License-Identifier: MIT
// `deadwood analyze`: recorded games judged, decision by decision.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/gin/analysis_report.h"
#include "app/app.h"
#include "app/gin/app_gin.h"
#include "app/teach/cards.h"
#include "base/files/archive.h"

static const AppOption OPTIONS[] = {
    {"--player", "NAME", "judge only this player: a name as recorded, or a seat, from 0"},
    {"--game", "N", "only the game of this number (records count from 0)"},
    {"--effort", "WORD",
     "quick, normal or deep: 160, 800 or 8000 worlds for a decision; 5 times as many without the champion"},
    {"--samples", "N", "worlds for a decision, instead of --effort (64 to 1000000)"},
    {"--judge", "PLAYER", "plays the worlds out (the champion, if its weights are there, or " GIN_JUDGE_PLAYER ")"},
    {"--estimator", "NAME", "guesses the opponent's hand (" GIN_JUDGE_ESTIMATOR ")"},
    {"--all", NULL, "show every decision, not only mistakes"},
    {"--json", NULL, "print one JSON object"},
    {"--html", "FILE", "also write a page with every decision"},
    {"--out", "FOLDER", "write one JSON file for each RECORD there; those that are there already are skipped"},
    {"--seed", "N", "chance of the worlds (1)"},
    {"--threads", "N", "threads (all cores)"},
    {"--quiet", NULL, "no progress"},
    {NULL, NULL, NULL},
};

enum { CHUNK = 64, MOST_PLAYERS = 64 };

typedef struct Analyze {
    const AppArgs *args;
    AnalysisPlan plan;
    Analyzer *analyzer;
    bool all, json, one_game, quiet;
    uint64_t game;
    const char *html, *out;
    CardWriter write;
    Progress progress;
    uint64_t done; // decisions
    Text page;     // what is printed: text, or the members of the JSON object
    Json document;
    Text body; // of the HTML page
    // Players by name, in the order they were met.
    int players;
    char *name[MOST_PLAYERS];
    AnalysisTotal total[MOST_PLAYERS];
    AnalysisTotal file[MOST_PLAYERS]; // of the file at hand, with --out
    uint64_t hands, games, skipped;
} Analyze;

static bool gin_read_effort(const AppArgs *args, const char *judge, int *worlds, Error *err) {
    static const char *const words[] = {"quick", "normal", "deep"};
    static const int counts[] = {800, GIN_JUDGE_WORLDS, 40000};
    const char *effort = app_option(args, "--effort");
    int64_t number;
    int fewer = strcmp(judge, GIN_JUDGE_CHAMPION) == 0 ? GIN_JUDGE_FEWER : 1;
    if (effort && app_option(args, "--samples"))
        return error_set(err, "--effort and --samples say the same thing: give one of them");
    if (!app_number(args, "--samples", GIN_JUDGE_LEAST, 1000000, GIN_JUDGE_WORLDS / fewer, &number, err)) return false;
    *worlds = (int)number;
    if (!effort) return true;
    for (int i = 0; i < 3; i++) {
        if (strcmp(effort, words[i]) != 0) continue;
        *worlds = counts[i] / fewer;
        return true;
    }
    return error_set(err, "--effort '%.40s' is none of quick, normal and deep", effort);
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// FOLDER/NAME.json for a record file: two of the same name in different folders would share it, which is refused.
static bool check_names(const AppArgs *args, const char *folder, Error *err) {
    for (int i = 0; i < args->count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(name_of(args->words[i]), name_of(args->words[j])) == 0)
                return error_set(err, "%s and %s would both become %s/%s.json", args->words[j], args->words[i], folder,
                                 name_of(args->words[i]));
    return true;
}

static bool gin_read_options(const AppArgs *args, Analyze *it, Error *err) {
    const char *judge = app_option(args, "--judge"), *estimator = app_option(args, "--estimator");
    const char *seed = app_option(args, "--seed"), *game = app_option(args, "--game");
    it->args = args;
    it->plan.judge = judge ? judge : gin_judge_best();
    it->plan.estimator = estimator ? estimator : GIN_JUDGE_ESTIMATOR;
    it->plan.player = app_option(args, "--player");
    it->plan.seed = 1;
    it->all = app_switch(args, "--all");
    it->json = app_switch(args, "--json");
    it->quiet = app_switch(args, "--quiet");
    it->html = app_option(args, "--html");
    it->out = app_option(args, "--out");
    it->one_game = game != NULL;
    it->write = !app_colour() ? card_letters : card_colour;
    if (it->out && (it->json || it->html || it->all))
        return error_set(err, "--out writes files of its own: leave --json, --html and --all out");
    if (it->out && !check_names(args, it->out, err)) return false;
    if (seed && !text_to_uint64(seed, "--seed", &it->plan.seed, err)) return false;
    if (game && !text_to_uint64(game, "--game", &it->game, err)) return false;
    return gin_read_effort(args, it->plan.judge, &it->plan.worlds, err) && app_threads(args, &it->plan.threads, err);
}

// ---- Hands come in, reports go out ----

// A player's number. Beyond MOST_PLAYERS names the rest share the last place.
static int number_of_player(Analyze *it, const char *name) {
    for (int i = 0; i < it->players; i++)
        if (strcmp(it->name[i], name) == 0) return i;
    if (it->players == MOST_PLAYERS) return MOST_PLAYERS - 1;
    it->name[it->players] = strdup(it->players == MOST_PLAYERS - 1 ? "others" : name);
    if (!it->name[it->players]) abort();
    return it->players++;
}

// Two seats of the same name are told apart, as in `replay`; and nothing in a name may upset a terminal.
static void name_seats(GinRecord *record) {
    bool twins = strcmp(record->player[0], record->player[1]) == 0;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        Text name = {0};
        app_add_name(&name, record->player[seat]);
        if (twins) text_addf(&name, "(%d)", seat);
        text_copy(record->player[seat], GIN_NAME_TEXT, name.data ? name.data : "?");
        text_free(&name);
    }
}

static void gin_report_analysis(Analyze *it, const AnalysisHand *hand) {
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        int number = number_of_player(it, hand->record->player[seat]);
        analysis_total_add(&it->total[number], &hand->seat[seat]);
        if (it->out) analysis_total_add(&it->file[number], &hand->seat[seat]);
    }
    it->hands++;
    it->games += hand->record->game_over;
    if (it->json || it->out)
        analysis_hand_json(&it->document, hand);
    else
        analysis_hand_text(&it->page, it->write, hand, it->all);
    if (it->html) analysis_html_hand(&it->body, hand);
}

static bool gin_analyse_chunk(Analyze *it, const GinRecord *records, int count, Error *err) {
    AnalysisHand hands[CHUNK];
    if (!analyzer_hands(it->analyzer, records, count, hands, it->quiet ? NULL : &it->progress, &it->done, err))
        return false;
    for (int i = 0; i < count; i++) {
        gin_report_analysis(it, &hands[i]);
        analysis_hand_free(&hands[i]);
    }
    return true;
}

// Reads the next record that is asked for: 1, 0 at the end, -1 with err set.
static int gin_next_record(const Analyze *it, Archive *archive, const char *path, Text *line, GinRecord *record,
                           Error *err) {
    for (int got; (got = archive_line(archive, line, err)) != 0;) {
        if (got < 0) return -1;
        if (!gin_record_parse(line->data, record, err)) {
            error_prefix(err, "%s, line %" PRIu64, path, archive_line_number(archive));
            return -1;
        }
        if (it->one_game && record->game != it->game) continue;
        name_seats(record);
        return 1;
    }
    return 0;
}

static bool analyse_records(Analyze *it, Archive *archive, const char *path, Error *err) {
    GinRecord *records = malloc(CHUNK * sizeof *records);
    if (!records) abort();
    Text line = {0};
    GinPast past = {0};
    int got = 1;
    uint64_t read = 0;
    bool good = true;
    while (good && got > 0) {
        int count = 0;
        while (count < CHUNK && (got = gin_next_record(it, archive, path, &line, &records[count], err)) > 0) {
            const GinRecord *before = &records[(count + CHUNK - 1) % CHUNK]; // a chunk goes on where the last one ended
            if (read++) gin_record_link(before, &records[count], &past);
            count++;
        }
        good = (count == 0 || gin_analyse_chunk(it, records, count, err)) && got >= 0;
        gin_past_trim(&past);
    }
    text_free(&line);
    gin_past_close(&past);
    free(records);
    return good;
}

static void gin_begin_document(Analyze *it) {
    it->document = json_into(&it->page, true);
    json_object(&it->document, NULL);
    json_string(&it->document, "judge", it->plan.judge);
    json_string(&it->document, "estimator", it->plan.estimator);
    json_int(&it->document, "worlds", it->plan.worlds);
    json_uint(&it->document, "seed", it->plan.seed);
    json_array(&it->document, "hands");
}

static void gin_end_document(Analyze *it) {
    Json *json = &it->document;
    const AnalysisTotal *totals = it->out ? it->file : it->total;
    json_end_array(json);
    json_array(json, "players");
    for (int i = 0; i < it->players; i++) {
        if (!totals[i].hands) continue;
        json_object(json, NULL);
        json_string(json, "player", it->name[i]);
        analysis_seat_json(json, &totals[i].sum);
        analysis_total_json(json, &totals[i]);
        json_end(json);
    }
    json_end_array(json);
    json_uint(json, "games", it->games);
    json_end(json);
    text_add(&it->page, "\n");
}

// What belongs to one file only.
static void forget_analysis(Analyze *it) {
    memset(it->file, 0, sizeof it->file);
    it->hands = it->games = 0;
    text_clear(&it->page);
}

static bool gin_analyse_file(Analyze *it, const char *path, Error *err) {
    Archive *archive = archive_open(path, err);
    if (!archive) return false;
    bool good = analyse_records(it, archive, path, err);
    archive_close(archive, NULL);
    return good;
}

// ---- One file for each file ----

static bool make_folder(const char *path, Error *err) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    return error_set(err, "%s: cannot be made: %s", path, strerror(errno));
}

static bool analyse_into_folder(Analyze *it, int which, Error *err) {
    Text path = {0};
    bool good = true;
    text_addf(&path, "%s/%s.json", it->out, name_of(it->args->words[which]));
    if (access(path.data, F_OK) == 0) {
        it->skipped++;
    } else {
        forget_analysis(it);
        gin_begin_document(it);
        good = gin_analyse_file(it, it->args->words[which], err);
        if (good) {
            gin_end_document(it);
            good = text_write_file(path.data, it->page.data, it->page.size, err);
        }
        if (good) {
            text_addf(&path, ": %" PRIu64 " hands\n", it->hands);
            app_print(&path); // whether anybody reads it is asked at the end
        }
    }
    text_free(&path);
    return good;
}

static bool all_there(const Analyze *it, Error *err) {
    for (int i = 0; i < it->args->count; i++) {
        const char *path = it->args->words[i];
        if (strcmp(path, "-") != 0 && access(path, R_OK) != 0)
            return error_set(err, "%s: cannot be read: %s", path, strerror(errno));
    }
    return true;
}

static bool gin_analyse_all(Analyze *it, Error *err) {
    if (!all_there(it, err)) return false;
    if (it->out && !make_folder(it->out, err)) return false;
    if (it->json) gin_begin_document(it);
    for (int i = 0; i < it->args->count; i++)
        if (!(it->out ? analyse_into_folder(it, i, err) : gin_analyse_file(it, it->args->words[i], err))) return false;
    if (it->skipped) printf("skipped %" PRIu64 " that were there; they are not in the sums\n", it->skipped);
    if (!it->out && it->hands == 0 && it->one_game)
        return error_set(err, "there is no game %" PRIu64 " in these records", it->game);
    return true;
}

// ---- The end ----

static bool gin_judged_any(const Analyze *it) {
    for (int i = 0; i < it->players; i++)
        if (it->total[i].hands) return true;
    return it->players == 0;
}

static bool gin_write_page(Analyze *it, const char *const *names, Error *err) {
    Text page = {0};
    analysis_html_page(&page, "Gin Rummy, looked at again", &it->plan, names, it->total, it->players, &it->body);
    bool good = text_write_file(it->html, page.data, page.size, err);
    text_free(&page);
    return good;
}

// A sentence on each player and, of more than one hand, their means.
static void analyze_add_summary(Analyze *it, const char *const *names) {
    int hands = 0;
    if (it->out) text_clear(&it->page); // the last file's
    for (int i = 0; i < it->players; i++) {
        if (!it->total[i].hands) continue;
        words_summary(&it->page, names[i], &it->total[i].sum);
        text_add(&it->page, "\n");
        if (it->total[i].hands > hands) hands = it->total[i].hands;
    }
    if (hands < 2) return;
    text_add(&it->page, "\n");
    analysis_total_text(&it->page, names, it->total, it->players);
}

static int finish_analysis(Analyze *it, bool good, Error *err) {
    const char *names[MOST_PLAYERS] = {NULL};
    for (int i = 0; i < it->players; i++) names[i] = it->name[i];
    if (!good && progress_interrupted()) {
        fprintf(stderr, "deadwood: stopped; %s\n", it->out ? "files written so far are whole" : "nothing is written");
        return APP_INTERRUPTED;
    }
    if (good && !it->out && !gin_judged_any(it))
        good = error_set(err, "nobody is called '%.60s' in these records", it->plan.player);
    if (good && it->html) good = gin_write_page(it, names, err);
    if (!good) return app_fail(APP_FAILED, err);
    if (it->json)
        gin_end_document(it);
    else
        analyze_add_summary(it, names);
    return app_colour() ? app_print_coloured(&it->page) : app_print(&it->page);
}

int analyze_gin(const AppArgs *args) {
    static Analyze it; // for its size
    Error err = {{0}};
    if (!gin_read_options(args, &it, &err)) return app_fail(APP_USAGE, &err);
    it.analyzer = analyzer_open(&it.plan, &err);
    if (!it.analyzer) return app_fail(APP_USAGE, &err);
    progress_catch_interrupt();
    it.progress = progress_start("analyze", "decisions", 0, 0, it.quiet);
    bool good = gin_analyse_all(&it, &err);
    progress_end(&it.progress, it.done);
    int code = finish_analysis(&it, good, &err);
    app_tell_note(analyzer_note(it.analyzer));
    analyzer_close(it.analyzer);
    for (int i = 0; i < it.players; i++) free(it.name[i]);
    text_free(&it.page);
    text_free(&it.body);
    return code;
}

// The first file says which game it is about.
static int run_analyze(const AppArgs *args) {
    const Game *game = app_game_of_file(args->words[0]);
    return app_game_of(game ? game : game_default())->analyze(args);
}

const AppCommand app_analyze = {
    .name = "analyze",
    .words = "RECORD...",
    .summary = "judges recorded games: what each decision cost, and what was luck",
    .details =
        "RECORD holds records, as `deadwood match --records` and `deadwood play` write them, plain or compressed; - is\n"
        "standard input. Each decision is judged by rollouts: worlds that agree with what the player had seen are played\n"
        "out after every candidate move. result = expected + skill - the opponent's skill + luck, in points and in the\n"
        "chance to win the game. Of Hearts (RECORD says what it holds) every card is searched in such worlds, and cost, skill\n"
        "and luck are in points of the hand. docs/JUDGE.md says how they are measured.",
    .options = OPTIONS,
    .least = 1,
    .most = APP_MAX_WORDS,
    .door = DOOR_PLAY,
    .examples = {"deadwood analyze games.rec --game 0 --effort quick",
                 "deadwood analyze games.rec --game 1 --samples 64 --html analysis.html"},
    .run = run_analyze,
};
