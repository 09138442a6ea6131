// SPDX-License-Identifier: MIT
// Tables 1 to 3 of Nguyen, Doan & Neller: what players draw face up, what they meld and what is left at the end.
#include <stdio.h>

#include "base/progress.h"
#include "gin/players/nguyen_examples.h"
#include "gin/players/nguyen_tables.h"
#include "learn/models.h"
#include "learn/net.h"
#include "papers/nguyen/nguyen_internal.h"

// What one player did against another.
typedef struct Measured {
    uint64_t games, hands;
    LabSample takes, melds, hits, deadwood; // its own, a hand
    LabSample all_takes, all_melds;         // of both players, a hand
    LabSample game_takes, game_melds;       // its own, a game
    LabSample wins;                         // %
} Measured;

static void add_part(Measured *measured, const NguyenTally *tally) {
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

static bool measure(const LabRun *run, const char *player, const char *opponent, uint64_t games, Measured *measured,
                    Error *err) {
    *measured = (Measured){0};
    for (int part = 0; part < LAB_SAMPLE_PARTS && !progress_interrupted(); part++) {
        NguyenTally tally = {0};
        uint64_t share = lab_part_games(games, part), seed = run->seed * 1000 + (uint64_t)part;
        if (share && !nguyen_measure(&tally, player, opponent, &run->rules, share, seed, run->threads, err))
            return false;
        add_part(measured, &tally);
    }
    return true;
}

static LabClaim *add_number(LabRun *run, const char *where, const char *unit, const char *text, double published,
                            double rounding) {
    LabClaim *claim = lab_claim(run, where, unit, "%s", text);
    claim->published = published;
    claim->rounding = rounding;
    return claim;
}

// ---- Table 1 ----

static bool add_table_1(LabRun *run, Error *err) {
    static const struct {
        const char *name, *player, *opponent, *reading;
        double takes, melds; // of 50,000 hands
    } rows[] = {
        {"No hitting", "simple", "simple", "", 105103, 171170},
        {"Collect hitting", "mix:draw=collect", "mix:draw=collect", "both players collect", 123504, 176374},
        {"Collect hitting", "mix:draw=collect", "simple", "one of the two collects", 123504, 176374},
    };
    enum { COUNT = sizeof rows / sizeof *rows };
    Measured measured[COUNT];
    for (int i = 0; i < COUNT; i++)
        if (!measure(run, rows[i].player, rows[i].opponent, lab_size(run, 1600, 5000), &measured[i], err)) return false;
    if (progress_interrupted()) return true;
    for (int melds = 0; melds < 2; melds++)
        for (int i = 0; i < COUNT; i++) {
            char text[64];
            snprintf(text, sizeof text, "%s: %s, both players", rows[i].name, melds ? "melds" : "drawn face up");
            LabClaim *claim =
                add_number(run, "Table 1", "a hand", text, (melds ? rows[i].melds : rows[i].takes) / 50000, 0.005);
            const Measured *one = &measured[i];
            lab_sample_claim(melds ? &one->all_melds : &one->all_takes, claim, one->hands, "hands");
            if (*rows[i].reading) lab_claim_reading(claim, "%s", rows[i].reading);
        }
    return true;
}

// ---- Table 2 ----

enum { TABLE_2_READINGS = 3, EXTRA = 2 };

static const struct {
    const char *reading, *spec; // which ends with the threshold
    int threshold;              // its own, or 0: the table's
} READINGS[TABLE_2_READINGS] = {
    {"Equation 1", "hitting:T=", 0},
    {"17.6 + 1.8 hits - points (authors' network)", "hitting:base=17.6,H=0,per-hit=1.8,T=", 0},
    [EXTRA] = {"Equation 1 with T = 11, our Hitting player", "hitting:T=", 11},
};

static bool add_threshold(LabRun *run, const char *name, int threshold, double takes, double melds, Error *err) {
    Measured measured[TABLE_2_READINGS];
    int readings = threshold == 21 ? EXTRA + 1 : EXTRA;
    for (int i = 0; i < readings; i++) {
        char spec[96];
        snprintf(spec, sizeof spec, "%s%d", READINGS[i].spec,
                 READINGS[i].threshold ? READINGS[i].threshold : threshold);
        if (!measure(run, spec, "medium-kh", lab_size(run, 1000, 1000), &measured[i], err)) return false;
    }
    if (progress_interrupted()) return true;
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < readings; i++) {
            char text[64];
            snprintf(text, sizeof text, "T = %s: %s", name, kind ? "melds" : "drawn face up");
            LabClaim *claim = add_number(run, "Table 2", "a game", text, (kind ? melds : takes) / 1000, 0.005);
            lab_claim_reading(claim, "%s", READINGS[i].reading);
            lab_sample_claim(kind ? &measured[i].game_melds : &measured[i].game_takes, claim, measured[i].games,
                             "games");
        }
    return true;
}

static bool add_table_2(LabRun *run, Error *err) {
    return add_threshold(run, "1", 1, 62664, 10470, err) && add_threshold(run, "6", 6, 57649, 12774, err) &&
           add_threshold(run, "21", 21, 19355, 17409, err) && add_threshold(run, "infinity", 1000, 10988, 14396, err);
}

// ---- Table 3 ----

static void add_wins(LabRun *run, const char *text, const char *reading, double low, double high,
                     const Measured *measured) {
    LabClaim *claim = add_number(run, "Table 3", "%", text, low, 0.5);
    claim->kind = LAB_RANGE;
    claim->published_high = high;
    if (*reading) lab_claim_reading(claim, "%s", reading);
    lab_sample_claim(&measured->wins, claim, measured->games, "games");
}

static bool add_table_3(LabRun *run, Error *err) {
    static const struct {
        const char *player, *reading;
    } models[] = {{"hitting", "T = 11, as our Hitting player"},
                  {"hitting:T=16", "T = 16, as our Medium KH"},
                  {"mix:draw=card-net,discard=card-net", ""}};
    Measured measured[3];
    for (int i = 0; i < 3; i++)
        if (!measure(run, models[i].player, "simple", lab_size(run, 1600, 10000), &measured[i], err)) return false;
    if (progress_interrupted()) return true;
    for (int i = 0; i < 2; i++)
        add_wins(run, "Heuristic model wins against Simple", models[i].reading, 45, 47, &measured[i]);
    add_wins(run, "Neural network wins against Simple", "", 20, 24, &measured[2]);
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < 3; i++) {
            static const double published[2][2] = {{0.04, 2.63}, {15.54, 18.43}};
            char text[80];
            snprintf(text, sizeof text, "%s: %s", i < 2 ? "Heuristic model" : "Neural network",
                     kind ? "deadwood a hand" : "hitting cards drawn a hand");
            LabClaim *claim = add_number(run, "Table 3", kind ? "points" : "", text, published[kind][i == 2], 0.005);
            if (i < 2) lab_claim_reading(claim, "%s", models[i].reading);
            lab_sample_claim(kind ? &measured[i].deadwood : &measured[i].hits, claim, measured[i].hands, "hands");
        }
    return true;
}

// ---- The network behind it ----

static bool card_loss(const LabRun *run, const Net *net, ExamplesMake *make, LabSample *sample, uint64_t *rows_seen,
                      Error *err) {
    static const char *const pair[1][2] = {{"mix:draw=collect", "mix:draw=collect"}};
    uint64_t games = lab_size(run, 320, 5000), first = 0;
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
        LabSample loss = {0};
        uint64_t rows = 0;
        done = card_loss(run, net, readings[i].make, &loss, &rows, err);
        if (!done || progress_interrupted()) break;
        LabClaim *claim = add_number(run, "Card value", "", "Mean square error of the card value network", 8.2, 0.05);
        lab_claim_reading(claim, "%s", readings[i].reading);
        lab_sample_claim(&loss, claim, rows, "upcards");
    }
    net_close(net);
    return done;
}

bool nguyen_draws(LabRun *run, Error *err) {
    return add_table_1(run, err) && add_table_2(run, err) && add_card_loss(run, err) && add_table_3(run, err);
}
