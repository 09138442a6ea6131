// SPDX-License-Identifier: MIT
// A batch as bytes for a checkpoint, of this program on this machine: a header, then shares, counts and games.
#include <stdlib.h>
#include <string.h>

#include "base/rows/frozen.h"
#include "base/rows/shares.h"
#include "hearts/players/env/batch_internal.h"

static const char FROZEN_BATCH[8] = "hbatch1";

static uint64_t hash_lineups(const HeartsBatch *batch) {
    char rules[HEARTS_RULES_TEXT] = {0};
    hearts_rules_print(&batch->rules, rules);
    uint64_t hash = frozen_hash(sizeof(HeartsBatchGame), rules, sizeof rules);
    hash = rng_fold(rng_fold(rng_fold(hash, batch->seed), (uint64_t)batch->games), (uint64_t)batch->lineup_count);
    for (int i = 0; i < batch->lineup_count; i++) {
        hash = rng_fold(hash, batch->lineups[i].fixed);
        for (int c = 0; c < HEARTS_SEATS; c++) hash = rng_fold(hash, (uint64_t)batch->lineups[i].chair[c].brain);
    }
    return hash;
}

// ---- Games ----

static void freeze_game(FrozenWriter *writer, const HeartsBatchGame *game) {
    union {
        HeartsBatchGame game;
        char bytes[sizeof(HeartsBatchGame)];
    } kept;
    memcpy(kept.bytes, game, sizeof *game);
    kept.game.state.rules = NULL; // no addresses
    frozen_put(writer, kept.bytes, sizeof kept.bytes);
}

static bool log_is_sound(const HeartsBatchGame *game) {
    CardSet played = 0;
    if (game->log.count > CARD_COUNT || game->trail.cards > game->log.count) return false;
    for (int i = 0; i < game->log.count; i++) {
        if (game->log.card[i] >= 64 || game->log.seat[i] >= HEARTS_SEATS) return false;
        played |= set_of(game->log.card[i]);
    }
    return played == game->state.table.played && set_count(played) == game->log.count;
}

static bool trick_is_sound(const HeartsTable *table) {
    if (table->to_act >= HEARTS_SEATS || table->leader >= HEARTS_SEATS || table->on_table >= HEARTS_SEATS) return false;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (table->trick[seat] >= 64) return false;
    return table->tricks < HEARTS_TRICKS && table->direction <= HEARTS_PASS_ACROSS;
}

// Reads a game to where it will lie.
static bool thaw_game(FrozenReader *reader, const HeartsBatch *batch, HeartsBatchGame *game) {
    if (!frozen_get(reader, game, sizeof *game)) return false;
    const HeartsTable *table = &game->state.table;
    unsigned chairs = 0;
    game->state.rules = &batch->rules;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) chairs |= 1U << (game->chair[seat] & 31);
    bool sound = game->lineup < batch->lineup_count && chairs == 15 && table->phase <= HEARTS_PLAYING &&
                 trick_is_sound(table) && hearts_state_is_sound(&game->state) && log_is_sound(game);
    if (!sound || game->picked & ~game->state.hand[table->to_act]) return false;
    return set_count(game->picked) <= batch->rules.pass_count;
}

// ---- The whole ----

static void freeze_batch(const HeartsBatch *batch, FrozenWriter *writer) {
    for (int i = 0; i < batch->lineup_count; i++) {
        HeartsBatchCount count = {0};
        for (int w = 0; w < batch->workers; w++) hearts_batch_add_count(&count, &batch->worker[w].count[i]);
        frozen_put(writer, &batch->share[i], sizeof batch->share[i]);
        frozen_put(writer, &count, sizeof count);
    }
    for (int i = 0; i < batch->games; i++) freeze_game(writer, &batch->game[i]);
}

size_t hearts_batch_size(const HeartsBatch *batch) {
    FrozenWriter writer = {.size = sizeof(FrozenHead)};
    size_t each = sizeof batch->share[0] + sizeof(HeartsBatchCount);
    return writer.size + (size_t)batch->lineup_count * each + (size_t)batch->games * sizeof *batch->game;
}

void hearts_batch_save(const HeartsBatch *batch, void *bytes) {
    FrozenWriter writer = {.to = bytes, .size = sizeof(FrozenHead)};
    freeze_batch(batch, &writer);
    frozen_seal(&writer, FROZEN_BATCH, hash_lineups(batch));
}

// Everything read, kept apart until the whole is known to be valid.
typedef struct Thawed {
    HeartsBatchWorker worker;
    double share[HEARTS_BATCH_LINEUPS];
} Thawed;

static bool thaw_batch(const HeartsBatch *batch, FrozenReader *reader, Thawed *thawed, HeartsBatchGame *games) {
    for (int i = 0; i < batch->lineup_count; i++) {
        if (!frozen_get(reader, &thawed->share[i], sizeof thawed->share[i])) return false;
        if (!frozen_get(reader, &thawed->worker.count[i], sizeof thawed->worker.count[i])) return false;
        if (!(thawed->share[i] >= 0)) return false;
    }
    for (int i = 0; i < batch->games; i++)
        if (!thaw_game(reader, batch, &games[i])) return false;
    return reader->left == 0 && shares_sum(thawed->share, batch->lineup_count) > 0;
}

static void go_on_with(HeartsBatch *batch, const Thawed *thawed, HeartsBatchGame *games) {
    memcpy(batch->share, thawed->share, sizeof batch->share);
    batch->share_sum = shares_sum(batch->share, batch->lineup_count);
    memset(batch->worker, 0, (size_t)batch->workers * sizeof *batch->worker);
    batch->worker[0] = thawed->worker;
    free(batch->game);
    batch->game = games;
}

bool hearts_batch_load(HeartsBatch *batch, const void *bytes, size_t size, Error *err) {
    FrozenReader reader;
    FrozenState found = frozen_open(&reader, bytes, size, FROZEN_BATCH, hash_lineups(batch));
    if (found == FROZEN_FOREIGN) return error_set(err, "these bytes are no batch of games of Hearts");
    if (found == FROZEN_OTHER_PLAN)
        return error_set(err,
                         "the batch of games was saved by another plan: games, seed, rules and the networks of the "
                         "line-ups must be the same");
    if (found == FROZEN_DAMAGED) return error_set(err, "the saved batch of games is damaged");
    Thawed *thawed = aligned_alloc(HEARTS_BATCH_LINE, sizeof *thawed);
    HeartsBatchGame *games = aligned_alloc(HEARTS_BATCH_LINE, (size_t)batch->games * sizeof *games);
    bool done = false;
    if (!thawed || !games) {
        error_set(err, "not enough memory to load %d games", batch->games);
    } else {
        memset(thawed, 0, sizeof *thawed);
        done = thaw_batch(batch, &reader, thawed, games);
        if (done)
            go_on_with(batch, thawed, games);
        else
            error_set(err, "the saved batch of games is damaged");
    }
    if (!done) free(games);
    free(thawed);
    return done;
}
