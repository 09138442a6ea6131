// SPDX-License-Identifier: MIT
// Tables 1 to 3 of Nguyen, Doan & Neller: what players draw face up, what they meld and what is left at the end.
#include <stdio.h>

#include "base/threads/progress.h"
#include "gin/players/nguyen/nguyen_examples.h"
#include "gin/players/nguyen/nguyen_tables.h"
#include "learn/files/models.h"
#include "learn/net/net.h"
#include "papers/nguyen/nguyen_internal.h"

// What one player did against another.
typedef struct Measured {
    uint64_t games, hands;
    LabSample takes, melds, hits, deadwood; // its own, a hand
    LabSample all_takes, all_melds;         // of both players, a hand
    LabSample game_takes, game_melds;       // its own, a game
    LabSample wins;                         // %
} Measured;

static void add_draws_part(Measured *measured, const NguyenTally *tally) {
    const NguyenSide *own = &tally->side[0], *other = &tally->side[1];
    double hands = (double)tally->hands, games = (double)tally->games;
    if (!tally->games) return;
    measured->games += tally->games;
    measured->hands += tally->hands;
    lab_sample_add(&measured->takes, (double)own->takes / hands);
    lab_sample_add(&measured->melds, (double)own->melds / hands);
    lab_sample_add(&measured->hits, (double)own->hits / hands);
    lab_sample_add(&measured->deadwood, (double)own->deadwood / hands);
    lab_sample_add(&measured->all_takes, (double)(own->takes + other->takes) / hands);
    lab_sample_add(&measured->all_melds, (double)(own->melds + other->melds) / hands);
    lab_sample_add(&measured->game_takes, (double)own->takes / games);
    lab_sample_add(&measured->game_melds, (double)own->melds / games);
    lab_sample_add(&measured->wins, 100 * (double)own->wins / games);
}

static bool measure_draws(const LabRun *run, const char *player, const char *opponent, uint64_t games,
                          Measured *measured, Error *err) {
    *measured = (Measured){0};
    for (int part = 0; part < LAB_SAMPLE_PARTS && !progress_interrupted(); part++) {
        NguyenTally tally = {0};
        uint64_t share = lab_part_games(games, part), seed = run->seed * 1000 + (uint64_t)part;
        if (share && !nguyen_measure(&tally, player, opponent, &run->rules, share, seed, run->threads, err))
            return false;
        add_draws_part(measured, &tally);
    }
    return true;
}

// ---- Ids of the claims ----

#define TABLE_1 "table-1.%s.%s" // strategy, what was counted
#define TABLE_2 "table-2.%d.%s" // threshold, what was counted
#define TABLE_3 "table-3.%s.%s" // model, what was measured
static const char CARD_LOSS[] = "card-value.loss", CARD_ROWS[] = "card-value.rows", INFERIOR[] = "table-3.inferior";
#define SIMPLE  "simple"
#define COLLECT "collect"
static const char *const DRAWN[2] = {"drawn", "melds"};
static const char *const MODELS[2] = {"heuristic", "network"};
static const int THRESHOLDS[] = {1, 6, 21, 1000}; // the last one stands for no threshold that is ever met
enum { THRESHOLD_COUNT = sizeof THRESHOLDS / sizeof *THRESHOLDS };

void nguyen_draws_measures(Text *ids) {
    static const char *const strategies[] = {SIMPLE, COLLECT}, *const kinds[] = {"wins", "hits", "deadwood"};
    for (int i = 0; i < 4; i++) text_addf(ids, TABLE_1 "\n", strategies[i / 2], DRAWN[i % 2]);
    for (int i = 0; i < 2 * THRESHOLD_COUNT; i++) text_addf(ids, TABLE_2 "\n", THRESHOLDS[i / 2], DRAWN[i % 2]);
    text_addf(ids, "%s\n%s\n%s\n", CARD_LOSS, CARD_ROWS, INFERIOR);
    for (int i = 0; i < 6; i++) text_addf(ids, TABLE_3 "\n", MODELS[i / 3], kinds[i % 3]);
}

// ---- Table 1 ----

static bool add_nguyen_table_1(LabRun *run, Error *err) {
    static const struct {
        const char *name, *player, *opponent, *reading;
    } rows[] = {
        {SIMPLE, "simple", "simple", ""},
        {COLLECT, "mix:draw=collect", "mix:draw=collect", "both players collect"},
        {COLLECT, "mix:draw=collect", "simple", "one of the two collects"},
    };
    enum { COUNT = sizeof rows / sizeof *rows };
    Measured measured[COUNT];
    for (int i = 0; i < COUNT; i++)
        if (!measure_draws(run, rows[i].player, rows[i].opponent, lab_size(run, 1600, 5000), &measured[i], err))
            return false;
    if (progress_interrupted()) return true;
    for (int melds = 0; melds < 2; melds++)
        for (int i = 0; i < COUNT; i++) {
            LabClaim *claim = lab_claim(run, TABLE_1, rows[i].name, DRAWN[melds]);
            const Measured *one = &measured[i];
            lab_sample_claim(melds ? &one->all_melds : &one->all_takes, claim, one->hands, "hands");
            if (*rows[i].reading) lab_claim_reading(claim, "%s", rows[i].reading);
        }
    return true;
}

// ---- Table 2 ----

// The paper names two players and leaves open whether both discard by card value as well, and with which H.
#define VALUE_DISCARD "draw=card-value,discard=card-value"
static const struct {
    const char *reading, *spec, *opponent; // the spec ends with the threshold
    int threshold;                         // its own, or 0: the table's
    int only;                              // for this row of the table alone, or 0
} READINGS[] = {
    {"Equation 1", "hitting:T=", "medium-kh", 0, 0},
    {"17.6 + 1.8 hits - points for Equation 1", "hitting:base=17.6,H=0,per-hit=1.8,T=", "medium-kh", 0, 0},
    {"Equation 1, both discard by it too, H = 3",
     "mix:" VALUE_DISCARD ",draw.T=", "mix:" VALUE_DISCARD ",knock=knock-net", 0, 0},
    {"the same, H = 10 for five turns", "mix:" VALUE_DISCARD ",discard.H=10,turns=5,draw.T=",
     "mix:" VALUE_DISCARD ",knock=knock-net,discard.H=10,turns=5", 0, 0},
    {"Equation 1 with T = 11, our Hitting player", "hitting:T=", "medium-kh", 11, 21},
};
enum { TABLE_2_READINGS = sizeof READINGS / sizeof *READINGS };

static bool add_draw_threshold(LabRun *run, int threshold, Error *err) {
    Measured measured[TABLE_2_READINGS];
    for (int i = 0; i < TABLE_2_READINGS; i++) {
        char spec[112];
        if (READINGS[i].only && READINGS[i].only != threshold) continue;
        snprintf(spec, sizeof spec, "%s%d", READINGS[i].spec,
                 READINGS[i].threshold ? READINGS[i].threshold : threshold);
        if (!measure_draws(run, spec, READINGS[i].opponent, lab_size(run, 1000, 1000), &measured[i], err)) return false;
    }
    if (progress_interrupted()) return true;
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < TABLE_2_READINGS; i++) {
            if (READINGS[i].only && READINGS[i].only != threshold) continue;
            LabClaim *claim = lab_claim(run, TABLE_2, threshold, DRAWN[kind]);
            lab_claim_reading(claim, "%s", READINGS[i].reading);
            lab_sample_claim(kind ? &measured[i].game_melds : &measured[i].game_takes, claim, measured[i].games,
                             "games");
        }
    return true;
}

static bool add_table_2(LabRun *run, Error *err) {
    bool good = true;
    for (int i = 0; good && i < THRESHOLD_COUNT; i++) good = add_draw_threshold(run, THRESHOLDS[i], err);
    return good;
}

// ---- Table 3 ----

// The network's best reading against the heuristic's worst.
static void add_inferior(LabRun *run, const Measured *heuristic, const Measured *network) {
    LabClaim one = {.count = 0}, other = {.count = 0}, *claim = lab_claim(run, "%s", INFERIOR);
    lab_sample_claim(&heuristic->wins, &one, heuristic->games, "games");
    lab_sample_claim(&network->wins, &other, network->games, "games");
    claim->holds = one.low > other.high ? LAB_HOLDS : one.high < other.low ? LAB_FAILS : LAB_UNDECIDED;
}

static bool add_table_3(LabRun *run, Error *err) {
    static const struct {
        int model;
        const char *player, *reading;
    } rows[] = {{0, "hitting", "T = 11, as our Hitting player"},
                {0, "hitting:T=16", "T = 16, as our Medium KH"},
                {1, "mix:draw=card-net,discard=card-net", "draws and discards by the network"},
                {1, "mix:draw=card-net,draw.T=0.8", "draws by it alone, T = 0.8"}};
    static const char *const kinds[] = {"wins", "hits", "deadwood"};
    enum { ROW_COUNT = sizeof rows / sizeof *rows };
    Measured measured[ROW_COUNT];
    for (int i = 0; i < ROW_COUNT; i++)
        if (!measure_draws(run, rows[i].player, "simple", lab_size(run, 1600, 10000), &measured[i], err)) return false;
    if (progress_interrupted()) return true;
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < ROW_COUNT; i++) {
            const LabSample *samples[] = {&measured[i].wins, &measured[i].hits, &measured[i].deadwood};
            LabClaim *claim = lab_claim(run, TABLE_3, MODELS[rows[i].model], kinds[kind]);
            lab_claim_reading(claim, "%s", rows[i].reading);
            lab_sample_claim(samples[kind], claim, kind ? measured[i].hands : measured[i].games,
                             kind ? "hands" : "games");
        }
    add_inferior(run, &measured[0], &measured[3]);
    return true;
}

// ---- The network behind it ----

enum { CARD_GAMES = 5000 }; // the paper's "over 5,000"

// `many`: how many rows CARD_GAMES games give.
static bool card_loss(const LabRun *run, const Net *net, ExamplesMake *make, LabSample *sample, LabSample *many,
                      uint64_t *rows_seen, Error *err) {
    static const char *const pair[1][2] = {{"mix:draw=collect", "mix:draw=collect"}};
    uint64_t games = lab_size(run, 320, CARD_GAMES), first = 0;
    for (int part = 0; part < LAB_SAMPLE_PARTS && !progress_interrupted(); part++) {
        Examples rows = {.size = sizeof(NguyenCardRow)};
        uint64_t share = lab_part_games(games, part);
        GinSelfPlay plan = {
            .pairs = pair, .pair_count = 1, .seed = run->seed, .first = first, .games = share, .threads = run->threads};
        first += share;
        double loss;
        TrainData data;
        bool done = examples_collect(&rows, &plan, make, err);
        data = nguyen_card_data(&rows);
        done = done && (!rows.count || train_evaluate(net, TRAIN_MSE, &data, 0, rows.count, run->threads, &loss, err));
        if (done && rows.count) lab_sample_add(sample, loss);
        if (done && share) lab_sample_add(many, (double)rows.count * CARD_GAMES / (double)share);
        *rows_seen += rows.count;
        examples_free(&rows);
        if (!done) return false;
    }
    return true;
}

static bool add_card_loss(LabRun *run, Error *err) {
    static const struct {
        const char *reading;
        ExamplesMake *make;
    } readings[] = {{"upcards that were taken", nguyen_taken_rows}, {"all upcards", nguyen_card_rows}};
    Text path = {0};
    Net *net = model_path("card-nguyen.safetensors", &path, err) ? net_load(path.data, err) : NULL;
    text_free(&path);
    bool done = net != NULL;
    for (int i = 0; done && i < 2; i++) {
        LabSample loss = {0}, many = {0};
        uint64_t rows = 0;
        done = card_loss(run, net, readings[i].make, &loss, &many, &rows, err);
        if (!done || progress_interrupted()) break;
        LabClaim *claim = lab_claim(run, "%s", CARD_LOSS);
        lab_claim_reading(claim, "%s", readings[i].reading);
        lab_sample_claim(&loss, claim, rows, "upcards");
        if (i == 0) continue;
        claim = lab_claim(run, "%s", CARD_ROWS);
        lab_sample_claim(&many, claim, rows, "upcards");
        lab_claim_note(claim, "As many as %d games between two such players give.", CARD_GAMES);
    }
    net_close(net);
    return done;
}

bool nguyen_draws(LabRun *run, Error *err) {
    return add_nguyen_table_1(run, err) && add_table_2(run, err) && add_card_loss(run, err) && add_table_3(run, err);
}
