// SPDX-License-Identifier: MIT
// Table 5 of Nguyen, Doan & Neller: how good the knock network is, and what it wins at four thresholds.
#include <inttypes.h>
#include <stdio.h>

#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "gin/players/nguyen/nguyen_examples.h"
#include "learn/files/models.h"
#include "learn/net/net.h"
#include "learn/train/metrics.h"
#include "papers/nguyen/nguyen_internal.h"

static const char ACCURACY[] = "table-5.accuracy", LOSS[] = "table-5.loss", OPTIMAL[] = "table-5.optimal";
#define THRESHOLD "table-5.threshold.%.1f"
#define HALF_ROWS ".0.7" // behind an id: the table's first row, whose network learned from half as many rows
static const double SURE[] = {0.7, 0.8, 0.9, 1.0};
enum { SURES = sizeof SURE / sizeof *SURE };

void nguyen_knocking_measures(Text *ids) {
    text_addf(ids, "%s\n%s\n%s\n", ACCURACY, LOSS, OPTIMAL);
    text_addf(ids, "%s" HALF_ROWS "\n%s" HALF_ROWS "\n", ACCURACY, LOSS);
    for (int i = 0; i < SURES; i++) text_addf(ids, THRESHOLD "\n", SURE[i]);
}

// ---- The network ----

typedef struct Quality {
    LabSample cross_entropy, square, accuracy;
    uint64_t rows;
} Quality;

static void judge_examples(const Net *net, const Examples *rows, Quality *quality) {
    Metrics metrics = {0};
    for (uint32_t i = 0; i < rows->count; i++) {
        const NguyenKnockRow *row = (const NguyenKnockRow *)(const void *)rows->data + i;
        float input[NGUYEN_KNOCK_INPUTS], output, won = row->won;
        nguyen_knock_inputs(&row->knock, input);
        net_apply(net, NULL, input, &output);
        metrics_add(&metrics, &output, &won, NULL, 1);
    }
    if (!rows->count) return;
    lab_sample_add(&quality->cross_entropy, metrics_log_loss(&metrics));
    lab_sample_add(&quality->square, metrics_brier(&metrics));
    lab_sample_add(&quality->accuracy, 100 * metrics_accuracy(&metrics));
    quality->rows += rows->count;
}

// On games the network has not seen: as many pairs of knock limits as there are, again and again.
static bool judge_network(const LabRun *run, const Net *net, Quality *quality, Error *err) {
    uint64_t games = lab_size(run, 968, 9680), first = 0;
    for (int part = 0; part < LAB_SAMPLE_PARTS && !progress_interrupted(); part++) {
        Examples rows = {.size = sizeof(NguyenKnockRow)};
        GinSelfPlay plan = {.pairs = nguyen_knock_pairs,
                            .pair_count = NGUYEN_KNOCK_PAIRS,
                            .rules = &run->rules,
                            .seed = run->seed,
                            .first = first,
                            .games = lab_part_games(games, part),
                            .threads = run->threads};
        first += plan.games;
        bool done = examples_collect(&rows, &plan, nguyen_knock_rows, err);
        if (done) judge_examples(net, &rows, quality);
        examples_free(&rows);
        if (!done) return false;
    }
    return true;
}

static void add_quality(LabRun *run, const Quality *quality, const char *row) {
    LabClaim *claim = lab_claim(run, "%s%s", ACCURACY, row);
    lab_sample_claim(&quality->accuracy, claim, quality->rows, "rows");
    if (*row)
        lab_claim_note(claim, "Our one network, which learned from all rows; from half of them it learns as well.");
    for (int square = 0; square < 2; square++) {
        claim = lab_claim(run, "%s%s", LOSS, row);
        lab_claim_reading(claim, square ? "mean square error" : "binary cross-entropy");
        lab_sample_claim(square ? &quality->square : &quality->cross_entropy, claim, quality->rows, "rows");
    }
}

// ---- Thresholds ----

static bool play_knocker(const LabRun *run, const char *spec, MatchStrength *stats, uint64_t *games, Error *err) {
    GinMatchPlan plan = {.common = lab_match(run, spec, "simple", lab_size(run, 10000, 40000)), .rules = run->rules};
    MatchResult result = {0};
    if (!gin_match_run(&plan, &result, err)) return false;
    *games = result.totals.games;
    *stats = match_strength(&result.totals, 1);
    return true;
}

// What a threshold wins, in points more than half; of both readings of a turn.
typedef struct Knocked {
    double low[2], high[2];
    bool played;
} Knocked;

static bool add_knock_threshold(LabRun *run, double sure, Knocked *knocked, Error *err) {
    for (int own = 0; own < 2; own++) {
        char spec[64];
        MatchStrength stats;
        uint64_t games;
        snprintf(spec, sizeof spec, "knocking:sure=%.1f,own=%d", sure, own);
        if (!play_knocker(run, spec, &stats, &games, err)) return false;
        if (!games) return true;
        const MatchShare *player = &stats.player[0];
        LabClaim *claim = lab_claim(run, THRESHOLD, sure);
        lab_claim_reading(claim, own ? "turns are own turns, as our players"
                                     : "turns are the discards of both, as it learned");
        claim->ours = 100 * player->win_rate - 50;
        claim->low = 100 * player->win_95.low - 50;
        claim->high = 100 * player->win_95.high - 50;
        claim->count = games;
        knocked->low[own] = claim->low;
        knocked->high[own] = claim->high;
        text_copy(claim->counted, sizeof claim->counted, "games");
        Text rules = {0};
        lab_rules_option(run, &rules);
        lab_claim_command(claim, "deadwood match %s simple --plain --games %" PRIu64 " --seed %" PRIu64 "%s", spec,
                          games, run->seed, rules.data ? rules.data : "");
        text_free(&rules);
        if (sure == 1.0 && own)
            lab_claim_note(claim, "At 1.0 little but gin is left to knock with: the float that says 1 exactly.");
    }
    knocked->played = true;
    return true;
}

// Is 0.9, the third, surely better than every other threshold?
static void add_optimal(LabRun *run, const Knocked knocked[SURES]) {
    for (int own = 0; own < 2; own++) {
        LabAnswer answer = LAB_HOLDS;
        for (int i = 0; i < SURES; i++) {
            if (i == 2) continue;
            if (knocked[i].low[own] > knocked[2].high[own]) answer = LAB_FAILS;
            if (knocked[i].high[own] >= knocked[2].low[own] && answer == LAB_HOLDS) answer = LAB_UNDECIDED;
        }
        LabClaim *claim = lab_claim(run, "%s", OPTIMAL);
        lab_claim_reading(claim, own ? "turns are own turns" : "turns are the discards of both");
        claim->holds = answer;
    }
}

bool nguyen_knocking(LabRun *run, Error *err) {
    Quality quality = {.rows = 0};
    Text path = {0};
    Net *net = model_path("knock-nguyen.safetensors", &path, err) ? net_load(path.data, err) : NULL;
    bool done = net && judge_network(run, net, &quality, err);
    net_close(net);
    text_free(&path);
    if (!done || progress_interrupted()) return done;
    add_quality(run, &quality, "");
    add_quality(run, &quality, HALF_ROWS);
    Knocked knocked[SURES] = {{.played = false}};
    bool all = true;
    for (int i = 0; done && i < SURES; i++) {
        done = add_knock_threshold(run, SURE[i], &knocked[i], err);
        all = all && knocked[i].played;
    }
    if (done && all) add_optimal(run, knocked);
    return done;
}
