// SPDX-License-Identifier: MIT
// `deadwood bench`: how fast the engine is, beside a calibration loop that shows how fast the machine is, and the
// signature that pins what the players do.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "app/bench/bench_batch.h"
#include "app/bench/bench_merge.h"
#include "app/bench/bench_utility.h"
#include "app/hearts/app_hearts.h"
#include "base/clock.h"
#include "base/text/json.h"
#include "contest/gin/gin_match.h"
#include "contest/gin/gin_tally.h"
#include "gin/players/list/players.h"
#include "learn/net/gemm.h"
#include "learn/net/net_rows.h"
#include "learn/train/train.h"

enum { HANDS = 8192, REPEATS = 40, MOST_GAMES = 8 };

typedef struct Figures {
    double calibration_ns; // one step of a chain of multiplications and additions
    double deadwood_ns, best_discard_ns, useful_ns, splits_ns;
    double simple_hands, random_hands;                  // a second, one thread
    double simple_hands_two, scaling;                   // two threads, and their ratio to one
    double training;                                    // examples a second, one thread, 208 500r 500r 52s
    double net_apply_us;                                // the same net, one input with 40 ones
    double net_bytes_us;                                // 896 384n 384n+ 384n+ 106l, 120 of its inputs not zero
    double net_rows_us, net_small_us;                   // a row of 48 at once: that net, and 896 64n 64n+ 106l
    double champion_us;                                 // a decision of the champion
    double hearts_paper, hearts_standard, hearts_match; // random hands a second: engine by rules, and in the arena
    UtilityFigures utility;
    BatchFigures batch;
    double program_decisions; // a second: Simple as a program of its own, over pipes
    double merged_games;      // a second, of the parts of a match
    double memory_mib;
    uint64_t signature[MOST_GAMES]; // in the order of APP_GAMES
} Figures;

// ---- Positions to measure on: what Simple holds in its own games ----

typedef struct Collector {
    GinPlayer simple;
    CardSet ten[HANDS], eleven[HANDS];
    int tens, elevens;
} Collector;

static GinAction collect_hand(void *self, const GinView *view, Rng *rng) {
    Collector *c = self;
    bool mid_game = view->table->turns[view->seat] >= 2;
    if (mid_game && view->table->phase == GIN_DRAW && c->tens < HANDS) c->ten[c->tens++] = view->hand;
    if (mid_game && view->table->phase == GIN_DISCARD && c->elevens < HANDS) c->eleven[c->elevens++] = view->hand;
    return c->simple.choose(c->simple.self, view, rng);
}

static bool fill_collector(Collector *c, Error *err) {
    c->tens = c->elevens = 0;
    if (!gin_player_open("simple", &c->simple, err)) return false;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {{.self = c, .choose = collect_hand}, {.self = c, .choose = collect_hand}};
    for (uint64_t game = 0; c->tens < HANDS || c->elevens < HANDS; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 1, .deal = game, .game = game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
    }
    gin_player_close(&c->simple);
    return true;
}

// ---- Loops ----

// Keeps the compiler from dropping a result.
static void use_value(uint64_t value) { __asm__ volatile("" : : "r"(value)); }

static uint64_t loop_calibration(const Collector *c) {
    (void)c;
    uint64_t x = 1;
    for (int i = 0; i < HANDS; i++) {
        x = x * UINT64_C(0x9E3779B97F4A7C15) + 1;
        use_value(x);
    }
    return x;
}

static uint64_t loop_deadwood(const Collector *c) {
    uint64_t sum = 0;
    for (int i = 0; i < HANDS; i++) sum += (uint64_t)gin_deadwood(c->ten[i]);
    return sum;
}

static uint64_t loop_best_discard(const Collector *c) {
    uint64_t sum = 0;
    for (int i = 0; i < HANDS; i++) {
        int deadwood;
        sum += gin_best_discards(c->eleven[i], c->eleven[i], &deadwood) + (uint64_t)deadwood;
    }
    return sum;
}

static uint64_t loop_useful(const Collector *c) {
    uint64_t sum = 0;
    for (int i = 0; i < HANDS; i++) sum += gin_useful_draws(c->ten[i]);
    return sum;
}

static uint64_t loop_splits(const Collector *c) {
    uint64_t sum = 0;
    GinSplit splits[GIN_MAX_SPLITS];
    for (int i = 0; i < HANDS; i++) sum += (uint64_t)gin_best_splits(c->ten[i], splits);
    return sum;
}

// The best of several passes: the one the rest of the machine disturbed least.
static double nanoseconds(uint64_t (*loop)(const Collector *c), const Collector *c) {
    double best = 1e9;
    for (int i = 0; i < REPEATS; i++) {
        double start = clock_cpu_seconds();
        use_value(loop(c));
        double spent = (clock_cpu_seconds() - start) * 1e9 / HANDS;
        best = spent < best ? spent : best;
    }
    return best;
}

// ---- Whole matches ----

static bool hands_per_second(const char *player, uint64_t games, int threads, double *rate, Error *err) {
    *rate = 0;
    for (int i = 0; i < 3; i++) {
        GinMatchPlan plan = {
            .common = {.players = {player, player}, .seed = 1, .games = games, .threads = threads, .quiet = true},
            .rules = gin_rules_default(),
            .duplicate = true};
        MatchResult result;
        if (!gin_match_run(&plan, &result, err)) return false;
        double hands = (double)gin_match_hands(&result.totals) / result.seconds;
        *rate = hands > *rate ? hands : *rate;
    }
    return true;
}

// This program itself as a bot: `deadwood bot simple`. Draws and discards are counted, passes and melds are not.
static bool decisions_per_second(double *rate, Error *err) {
    *rate = 0;
    for (int i = 0; i < 3; i++) {
        GinMatchPlan plan = {.common = {.players = {"exec:/proc/self/exe bot simple", "simple"},
                                        .seed = 1,
                                        .games = 200,
                                        .threads = 1,
                                        .quiet = true},
                             .rules = gin_rules_default(),
                             .duplicate = true};
        MatchResult result;
        if (!gin_match_run(&plan, &result, err)) return false;
        double decisions = 2 * (double)result.totals.tally[gin_tally_at(0, GIN_TALLY_TURNS)] / result.seconds;
        *rate = decisions > *rate ? decisions : *rate;
    }
    return true;
}

// The champion's time for a decision, in its own games.
static bool champion_us(double *best, Error *err) {
    *best = 1e9;
    for (int i = 0; i < 3; i++) {
        GinMatchPlan plan = {
            .common = {.players = {"champion", "champion"}, .seed = 1, .games = 20, .threads = 1, .quiet = true},
            .rules = gin_rules_default(),
            .duplicate = true};
        MatchResult result;
        if (!gin_match_run(&plan, &result, err)) return false;
        double spent = gin_match_stat(&result.totals, 0, "decision_ns") / 1000;
        *best = spent < *best ? spent : *best;
    }
    return true;
}

// ---- Learning ----

enum { NET_INPUTS = 208, NET_OUTPUTS = 52, NET_ROWS = 6000 };

// Rows like those of the estimators: some 40 ones of 208, ten targets of 52.
static void fill_training_rows(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                               float *weights) {
    (void)context;
    for (int i = 0; i < count; i++) {
        weights[i] = 1;
        Rng rng = rng_for(1, indices[i], 0, 0);
        for (int k = 0; k < 40; k++) inputs[i * NET_INPUTS + (int)rng_below(&rng, NET_INPUTS)] = 1;
        for (int k = 0; k < 10; k++) targets[i * NET_OUTPUTS + (int)rng_below(&rng, NET_OUTPUTS)] = 1;
    }
}

static double apply_us(const Net *net) {
    enum { TIMES = 500 };
    float input[NET_INPUTS] = {0}, output[NET_OUTPUTS];
    for (int k = 0; k < 40; k++) input[5 * k] = 1;
    double best = 1e9;
    for (int i = 0; i < 20; i++) {
        double start = clock_cpu_seconds();
        for (int k = 0; k < TIMES; k++) net_apply(net, NULL, input, output);
        double spent = (clock_cpu_seconds() - start) * 1e6 / TIMES;
        best = spent < best ? spent : best;
    }
    return best;
}

static bool bytes_us(double *best, Error *err) {
    enum { TIMES = 200, INPUTS = 896, OUTPUTS = 106 };
    Net *net = net_make("896 384n 384n+ 384n+ 106l", 1, err);
    if (!net) return false;
    uint8_t input[INPUTS] = {0};
    float output[OUTPUTS];
    for (int k = 0; k < 120; k++) input[7 * k] = (uint8_t)(8 + k);
    *best = 1e9;
    for (int i = 0; i < 20; i++) {
        double start = clock_cpu_seconds();
        for (int k = 0; k < TIMES; k++) net_apply_bytes(net, input, output);
        double spent = (clock_cpu_seconds() - start) * 1e6 / TIMES;
        *best = spent < *best ? spent : *best;
    }
    net_close(net);
    return true;
}

static bool rows_us(const char *architecture, double *best, Error *err) {
    enum { TIMES = 10, ROWS = 48, INPUTS = 896, OUTPUTS = 106 };
    Net *net = net_make(architecture, 1, err);
    if (!net) return false;
    static uint8_t inputs[ROWS * INPUTS];
    static float outputs[ROWS * OUTPUTS];
    for (int k = 0; k < 120 * ROWS; k++) inputs[7 * k] = (uint8_t)(8 + k % 120);
    *best = 1e9;
    for (int i = 0; i < 10; i++) {
        double start = clock_cpu_seconds();
        for (int k = 0; k < TIMES; k++) net_apply_rows(net, ROWS, inputs, outputs);
        double spent = (clock_cpu_seconds() - start) * 1e6 / (TIMES * ROWS);
        *best = spent < *best ? spent : *best;
    }
    net_close(net);
    return true;
}

static bool measure_learning(Figures *figures, Error *err) {
    Net *net = net_make("208 500r 500r 52s", 1, err);
    if (!net) return false;
    TrainData data = {.count = NET_ROWS, .steps = 1, .fill = fill_training_rows};
    TrainPlan plan = train_plan(TRAIN_BINARY);
    plan.validation = 0;
    plan.epochs = 4;
    plan.quiet = true;
    TrainReport report;
    bool done = train(net, &plan, &data, &report, err);
    double quickest = 1e9; // of the epochs
    for (int i = 0; done && i < report.epochs; i++)
        if (report.history[i].seconds < quickest) quickest = report.history[i].seconds;
    figures->training = NET_ROWS / quickest;
    figures->net_apply_us = done ? apply_us(net) : 0;
    if (done) train_report_free(&report);
    net_close(net);
    return done && bytes_us(&figures->net_bytes_us, err) &&
           rows_us("896 384n 384n+ 384n+ 106l", &figures->net_rows_us, err) &&
           rows_us("896 64n 64n+ 106l", &figures->net_small_us, err);
}

static bool measure_figures(Figures *figures, Error *err) {
    Collector *c = malloc(sizeof *c);
    if (!c) return error_set(err, "out of memory");
    bool done = fill_collector(c, err);
    if (done) {
        figures->calibration_ns = nanoseconds(loop_calibration, c);
        figures->deadwood_ns = nanoseconds(loop_deadwood, c);
        figures->best_discard_ns = nanoseconds(loop_best_discard, c);
        figures->useful_ns = nanoseconds(loop_useful, c);
        figures->splits_ns = nanoseconds(loop_splits, c);
    }
    free(c);
    if (!done || !hands_per_second("simple", 100000, 1, &figures->simple_hands, err)) return false;
    if (!hands_per_second("simple", 200000, 2, &figures->simple_hands_two, err)) return false;
    // Of a match of fewer than 1,024 games every decision is timed, which would be most of what is measured.
    if (!hands_per_second("random", 1200, 1, &figures->random_hands, err)) return false;
    if (!decisions_per_second(&figures->program_decisions, err) || !champion_us(&figures->champion_us, err))
        return false;
    figures->scaling = figures->simple_hands_two / figures->simple_hands;
    if (!bench_hearts_engine("paper", &figures->hearts_paper, err)) return false;
    if (!bench_hearts_engine("standard", &figures->hearts_standard, err)) return false;
    if (!bench_hearts_match(&figures->hearts_match, err)) return false;
    if (!merge_figure(&figures->merged_games, err)) return false;
    if (!measure_learning(figures, err) || !utility_figures(&figures->utility, err)) return false;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    figures->memory_mib = (double)usage.ru_maxrss / 1024;
    return bench_batch(&figures->batch, err); // the last: its memory is the measurement's own
}

// What was measured, and how many steps of the calibration loop that takes, to so many digits.
static void row_time(Text *text, const char *label, const char *unit, double time, double calibrations, int digits) {
    text_addf(text, "  %-44s %9.2f %s %14.*f\n", label, time, unit, digits, calibrations);
}

static void row_rate(Text *text, const char *label, double rate, double calibration_ns, int digits) {
    text_addf(text, "  %-44s %10.0f/s %14.*f\n", label, rate, digits, 1e9 / rate / calibration_ns);
}

static void row_ns(Text *text, const char *label, double ns, const Figures *f) {
    row_time(text, label, "ns", ns, ns / f->calibration_ns, 2);
}

static void row_us(Text *text, const char *label, double us, const Figures *f) {
    row_time(text, label, "us", us, 1e3 * us / f->calibration_ns, 0);
}

static void bench_print_table(const Figures *f, Text *text) {
    double unit = f->calibration_ns;
    const UtilityFigures *u = &f->utility;
    text_addf(text, "  %-44s %12s %14s\n", "", "measured", "calibrations");
    row_ns(text, "calibration: one multiply-add of a chain", unit, f);
    row_ns(text, "least deadwood of ten cards, mid-game", f->deadwood_ns, f);
    row_ns(text, "best discard of eleven, all ties", f->best_discard_ns, f);
    row_ns(text, "which cards would join a meld", f->useful_ns, f);
    row_ns(text, "all best splits of ten cards", f->splits_ns, f);
    row_rate(text, "Simple v Simple, hands, one thread", f->simple_hands, unit, 1);
    text_addf(text, "  %-44s %10.0f/s %13.2fx\n", "Simple v Simple, hands, two threads", f->simple_hands_two,
              f->scaling);
    row_rate(text, "random v random, hands, one thread", f->random_hands, unit, 1);
    row_rate(text, "random Hearts, hands of the engine, paper", f->hearts_paper, unit, 1);
    row_rate(text, "random Hearts, hands of the engine, standard", f->hearts_standard, unit, 1);
    row_rate(text, "random Hearts, hands in the arena, paper", f->hearts_match, unit, 1);
    row_rate(text, "a program's decisions over pipes, one thread", f->program_decisions, unit, 0);
    row_rate(text, "games of parts merged, one thread", f->merged_games, unit, 1);
    row_rate(text, "training 208-500-500-52, examples, one thread", f->training, unit, 0);
    row_us(text, "the same net's answer to one input", f->net_apply_us, f);
    row_us(text, "champion's decision, 896-384n-2x384n+-106", f->champion_us, f);
    row_us(text, "a net of that size, answer to bytes", f->net_bytes_us, f);
    row_us(text, "the same, a row of 48 at once", f->net_rows_us, f);
    row_us(text, "896-64n-64n+-106, a row of 48 at once", f->net_small_us, f);
    row_rate(text, "batch of 1,024 games, decisions, self-play", f->batch.few, unit, 0);
    row_rate(text, "batch of 65,536 games, decisions, self-play", f->batch.many, unit, 0);
    row_rate(text, "batch of 1,024 games, decisions, v Simple", f->batch.against, unit, 0);
    row_rate(text, "batch of 1,024 Hearts, decisions, self-play", f->batch.hearts_few, unit, 0);
    row_rate(text, "batch of 65,536 Hearts, decisions, self-play", f->batch.hearts_many, unit, 0);
    row_rate(text, "batch of 1,024 Hearts, decisions, v duckers", f->batch.hearts_against, unit, 0);
    row_us(text, "100 hands sampled from fitted marginals", u->sample_us, f);
    row_us(text, "utility agent's draw decision", u->draw_us, f);
    row_us(text, "its discard decision, 100 sampled hands", u->discard_us, f);
    text_addf(text, "  %-44s %9.2f us %13.0fx\n", "the same done plainly", u->plain_us, u->plain_us / u->discard_us);
    text_addf(text, "  %-44s %12s\n", "matrix products", gemm_name());
    text_addf(text, "  %-44s %8.1f MiB\n", "peak memory", f->memory_mib);
    for (int i = 0; APP_GAMES[i]; i++) {
        char label[64];
        snprintf(label, sizeof label, "signature of %s", APP_GAMES[i]->game->name);
        text_addf(text, "  %-44s %016" PRIx64 "\n", label, f->signature[i]);
    }
}

static void bench_print_json(const Figures *f, Text *text) {
    Json json = json_into(text, true);
    json_object(&json, NULL);
    json_double(&json, "calibration_ns", f->calibration_ns);
    json_double(&json, "deadwood_ns", f->deadwood_ns);
    json_double(&json, "best_discard_ns", f->best_discard_ns);
    json_double(&json, "useful_draws_ns", f->useful_ns);
    json_double(&json, "best_splits_ns", f->splits_ns);
    json_double(&json, "simple_hands_per_second", f->simple_hands);
    json_double(&json, "simple_hands_per_second_two_threads", f->simple_hands_two);
    json_double(&json, "two_thread_ratio", f->scaling);
    json_double(&json, "random_hands_per_second", f->random_hands);
    json_double(&json, "hearts_random_hands_per_second", f->hearts_paper);
    json_double(&json, "hearts_random_hands_per_second_standard", f->hearts_standard);
    json_double(&json, "hearts_random_match_hands_per_second", f->hearts_match);
    json_double(&json, "program_decisions_per_second", f->program_decisions);
    json_double(&json, "merged_games_per_second", f->merged_games);
    json_double(&json, "batch_decisions_per_second", f->batch.few);
    json_double(&json, "batch_decisions_per_second_65536", f->batch.many);
    json_double(&json, "batch_decisions_per_second_simple", f->batch.against);
    json_double(&json, "hearts_batch_decisions_per_second", f->batch.hearts_few);
    json_double(&json, "hearts_batch_decisions_per_second_65536", f->batch.hearts_many);
    json_double(&json, "hearts_batch_decisions_per_second_ducker", f->batch.hearts_against);
    json_double(&json, "training_examples_per_second", f->training);
    json_double(&json, "net_apply_us", f->net_apply_us);
    json_double(&json, "champion_decision_us", f->champion_us);
    json_double(&json, "net_bytes_us", f->net_bytes_us);
    json_double(&json, "net_rows_us", f->net_rows_us);
    json_double(&json, "net_small_rows_us", f->net_small_us);
    json_double(&json, "sample_us", f->utility.sample_us);
    json_double(&json, "utility_draw_us", f->utility.draw_us);
    json_double(&json, "utility_discard_us", f->utility.discard_us);
    json_double(&json, "utility_discard_plain_us", f->utility.plain_us);
    json_string(&json, "matrix_products", gemm_name());
    json_double(&json, "peak_memory_mib", f->memory_mib);
    for (int i = 0; APP_GAMES[i]; i++) {
        char key[64], hash[20];
        snprintf(key, sizeof key, "%s_signature", APP_GAMES[i]->game->name);
        snprintf(hash, sizeof hash, "%016" PRIx64, f->signature[i]);
        json_string(&json, i ? key : "signature", hash);
    }
    json_end(&json);
    text_add(text, "\n");
}

static const AppOption OPTIONS[] = {
    {"--signature", NULL, "print the signatures alone, that of gin and that of hearts"},
    {"--json", NULL, "print one JSON object"},
    {NULL, NULL, NULL},
};

static int run_bench(const AppArgs *args) {
    Error err;
    Figures figures = {0};
    Text text = {0};
    bool only_signature = app_switch(args, "--signature");
    if (!only_signature && !measure_figures(&figures, &err)) return app_fail(APP_FAILED, &err);
    for (int i = 0; APP_GAMES[i]; i++) {
        if (!APP_GAMES[i]->signature(&figures.signature[i], &err)) return app_fail(APP_FAILED, &err);
        if (only_signature) text_addf(&text, "%016" PRIx64 "\n", figures.signature[i]);
    }
    if (app_switch(args, "--json") && !only_signature)
        bench_print_json(&figures, &text);
    else if (!only_signature)
        bench_print_table(&figures, &text);
    int code = app_print(&text);
    text_free(&text);
    return code;
}

const AppCommand app_bench = {
    .name = "bench",
    .words = "",
    .summary = "measures the engine beside a calibration loop, and prints the signatures of the players' behaviour",
    .options = OPTIONS,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood bench", "deadwood bench --signature"},
    .run = run_bench,
};
