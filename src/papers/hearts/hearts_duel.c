// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/files/sha256.h"
#include "hearts/players/list/players.h"
#include "papers/hearts/hearts_internal.h"
#include "report/trial.h"

enum { SEATINGS = 14, SEATS_A = 28 }; // each side has half of the 56 seats of a deal

typedef struct Table {
    const HeartsDuel *duel;
    HeartsTrickSearch *search[2];
    HeartsPlayer player[2];
} Table;

static void close_table(void *worker) {
    Table *table = worker;
    for (int side = 0; side < 2; side++) {
        hearts_trick_close(table->search[side]);
        if (table->player[side].choose) hearts_player_close(&table->player[side]);
    }
    free(table);
}

static void *open_table(const void *config, Error *err) {
    const HeartsDuel *duel = config;
    Table *table = calloc(1, sizeof *table);
    bool good = table || error_set(err, "out of memory");
    if (good) table->duel = duel;
    for (int side = 0; good && side < 2; side++) {
        const HeartsSide *what = &duel->side[side];
        if (what->net) {
            table->search[side] = hearts_trick_open(what->net, what->algorithm);
            good = table->search[side] || error_set(err, "out of memory");
        } else {
            good = hearts_player_open(what->player, &table->player[side], err);
        }
    }
    if (good) return table;
    if (table) close_table(table);
    return NULL;
}

static Card duel_choose(Table *table, int side, const HeartsState *state, const HeartsLog *log, Rng *rng) {
    Card cards[HEARTS_SEATS];
    if (table->search[side]) {
        hearts_trick_search(table->search[side], state, cards);
        return cards[state->table.to_act];
    }
    return hearts_td_ask(&table->player[side], state, log, rng, true);
}

// Points of the first side, which has the seats of `mask`.
static int duel_play_hand(Table *table, uint64_t deal, unsigned mask, const Card deck[CARD_COUNT]) {
    static const int16_t score[HEARTS_SEATS] = {0};
    const HeartsDuel *duel = table->duel;
    HeartsState state;
    HeartsLog log;
    Rng rng[HEARTS_SEATS];
    hearts_deal_deck(&state, &log, &duel->rules, (uint32_t)deal, score, deck);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        rng[seat] = rng_for(duel->seed, 0, deal * SEATINGS + mask - 1, (uint64_t)seat);
    while (state.table.phase == HEARTS_PLAYING) {
        Seat seat = state.table.to_act;
        HeartsAction action = {.move = HEARTS_PLAY,
                               .card = duel_choose(table, !(mask >> seat & 1), &state, &log, &rng[seat])};
        hearts_apply(&state, &log, &action);
    }
    int points = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points += mask >> seat & 1 ? state.points[seat] : 0;
    return points;
}

static void play_deal(void *worker, uint64_t deal, int64_t *sums) {
    Table *table = worker;
    Card deck[CARD_COUNT];
    int64_t points = 0;
    hearts_deck_for(table->duel->seed, 0, deal, 0, deck);
    for (unsigned mask = 1; mask <= SEATINGS; mask++) points += duel_play_hand(table, deal, mask, deck);
    sums[0] += points;
    sums[1] += points * points;
}

// Weights have no name here, so a hash of them stands for it.
static void add_side_key(Text *key, const HeartsSide *side) {
    if (!side->net) {
        text_addf(key, " | %s", side->player);
        hearts_player_models(side->player, match_key_model, key);
        return;
    }
    // Only read; there is no other way to see them.
    float *weights = hearts_perceptron_weights((HeartsPerceptron *)(uintptr_t)side->net);
    Sha256 hash = sha256_begin();
    char digits[SHA256_DIGITS + 1];
    sha256_add(&hash, weights, (size_t)hearts_perceptron_count(side->net) * sizeof *weights);
    sha256_end(&hash, digits);
    text_addf(key, " | net %d %d %.16s", (int)side->algorithm, hearts_perceptron_moon(side->net), digits);
}

static void add_duel_key(Text *key, const HeartsDuel *duel) {
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&duel->rules, rules);
    text_addf(key, "duel | %s | seed %" PRIu64, rules, duel->seed);
    for (int i = 0; i < 2; i++) add_side_key(key, &duel->side[i]);
}

bool hearts_duel(const LabRun *run, const HeartsDuel *duel, HeartsDuelResult *result, Error *err) {
    int64_t sums[2] = {0};
    LabTrial trial = {.label = "hearts",
                      .unit = "deals",
                      .count = duel->deals,
                      .words = 2,
                      .config = duel,
                      .open = open_table,
                      .play = play_deal,
                      .close = close_table};
    Text key = {0};
    add_duel_key(&key, duel);
    trial.key = key.data;
    *result = (HeartsDuelResult){.points = (double)NAN, .error = (double)NAN};
    bool good = lab_trial_run(run, &trial, sums, &result->deals, err);
    text_free(&key);
    if (!good) return false;
    double deals = (double)result->deals, mean = (double)sums[0] / deals;
    double variance = deals > 1 ? ((double)sums[1] - deals * mean * mean) / (deals - 1) : (double)NAN;
    result->points = mean / SEATS_A;
    result->error = sqrt(fmax(variance, 0) / deals) / SEATS_A;
    return true;
}
