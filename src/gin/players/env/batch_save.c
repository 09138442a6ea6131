// SPDX-License-Identifier: MIT
// A batch as bytes for a checkpoint, of this program on this machine: a header, then shares, counts, endings and games,
// each history as far as it is used.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rows/frozen.h"
#include "gin/players/env/batch_internal.h"

static const char MAGIC[8] = "gbatch2";

static uint64_t hash_plan(const GinBatch *batch) {
    char rules[GIN_RULES_TEXT] = {0};
    gin_rules_print(&batch->rules, rules);
    uint64_t hash = frozen_hash(sizeof(GinBatchGame), rules, sizeof rules);
    hash = rng_fold(rng_fold(rng_fold(hash, batch->seed), (uint64_t)batch->games), (uint64_t)batch->opponent_count);
    for (int i = 0; i < batch->opponent_count; i++) hash = rng_fold(hash, (uint64_t)batch->opponents[i].brain);
    return hash;
}

// ---- Games ----

// What of a hand that is over is kept, without its events.
typedef struct PastHand {
    GinTable table;
    GinResult result;
    GinSplit melds[2];
    CardSet hand[2];
    uint16_t events;
} PastHand;

// The first hand of the game first.
static void batch_put_past(FrozenWriter *writer, const GinPastHand *past) {
    if (!past) return;
    batch_put_past(writer, past->before);
    union {
        PastHand hand;
        char bytes[sizeof(PastHand)];
    } kept;
    memset(&kept, 0, sizeof kept);
    kept.hand.table = past->table;
    kept.hand.result = past->result;
    memcpy(kept.hand.melds, past->melds, sizeof past->melds);
    memcpy(kept.hand.hand, past->hand, sizeof past->hand);
    kept.hand.events = past->events;
    frozen_put(writer, kept.bytes, sizeof kept.bytes);
    frozen_put(writer, past->event, past->events * sizeof *past->event);
}

static bool get_past_hand(FrozenReader *reader, GinPast *past) {
    PastHand kept;
    GinLog log;
    if (!frozen_get(reader, &kept, sizeof kept) || kept.events > GIN_LOG_SIZE) return false;
    log.count = kept.events;
    if (!frozen_get(reader, log.event, log.count * sizeof *log.event)) return false;
    GinState over = {.table = kept.table,
                     .result = kept.result,
                     .melds = {kept.melds[0], kept.melds[1]},
                     .hand = {kept.hand[0], kept.hand[1]}};
    return over.table.phase == GIN_OVER && over.table.starter < GIN_SEATS && over.result.winner < GIN_SEATS &&
           over.result.knocker < GIN_SEATS && gin_past_add(past, &over, &log);
}

static bool get_past(FrozenReader *reader, GinPast *past) {
    uint16_t hands;
    if (!frozen_get(reader, &hands, sizeof hands)) return false;
    for (int i = 0; i < hands; i++)
        if (!get_past_hand(reader, past)) return false;
    return true;
}

enum { FRONT = offsetof(GinBatchGame, history) };

static void put_game(FrozenWriter *writer, const GinBatchGame *game) {
    union {
        GinBatchGame game;
        char bytes[sizeof(GinBatchGame)];
    } front;
    const GinHistory *history = &game->history;
    memcpy(front.bytes, game, FRONT);
    front.game.state.rules = NULL; // no addresses
    frozen_put(writer, front.bytes, FRONT);
    frozen_put(writer, &history->log.count, sizeof history->log.count);
    frozen_put(writer, history->log.event, history->log.count * sizeof *history->log.event);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        const GinDraws *draws = &history->draws[seat];
        frozen_put(writer, &draws->count, sizeof draws->count);
        frozen_put(writer, draws->card, draws->count * sizeof *draws->card);
    }
    uint16_t hands = (uint16_t)gin_past_hands(game->past.last);
    frozen_put(writer, &hands, sizeof hands);
    batch_put_past(writer, game->past.last);
}

static bool get_history(FrozenReader *reader, GinHistory *history) {
    GinLog *log = &history->log;
    if (!frozen_get(reader, &log->count, sizeof log->count) || log->count > GIN_LOG_SIZE) return false;
    if (!frozen_get(reader, log->event, log->count * sizeof *log->event)) return false;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        GinDraws *draws = &history->draws[seat];
        if (!frozen_get(reader, &draws->count, sizeof draws->count) || draws->count > GIN_TURN_LIMIT + 2) return false;
        if (!frozen_get(reader, draws->card, draws->count * sizeof *draws->card)) return false;
    }
    return true;
}

// Reads a game to where it will lie.
static bool get_game(FrozenReader *reader, const GinBatch *batch, GinBatchGame *game) {
    if (!frozen_get(reader, game, FRONT) || !get_history(reader, &game->history) || !get_past(reader, &game->past))
        return false;
    const GinTable *table = &game->state.table;
    game->state.rules = &batch->rules;
    game->history.past = game->past.last;
    return game->opponent < batch->opponent_count && game->learner < GIN_SEATS && table->phase <= GIN_DISCARD &&
           table->to_act < GIN_SEATS && table->starter < GIN_SEATS && table->stock <= GIN_STOCK_SIZE &&
           gin_state_is_sound(&game->state);
}

// ---- The whole ----

static void batch_write_all(const GinBatch *batch, FrozenWriter *writer) {
    for (int i = 0; i < batch->opponent_count; i++) {
        GinBatchCount count = {0};
        for (int w = 0; w < batch->workers; w++) gin_batch_add_count(&count, &batch->worker[w].count[i]);
        frozen_put(writer, &batch->share[i], sizeof batch->share[i]);
        frozen_put(writer, &count, sizeof count);
    }
    GinEndings endings = {.cancelled = 0};
    for (int w = 0; w < batch->workers; w++) gin_batch_add_endings(&endings, &batch->worker[w].endings);
    frozen_put(writer, &endings, sizeof endings);
    for (int i = 0; i < batch->games; i++) put_game(writer, &batch->game[i]);
}

size_t gin_batch_size(const GinBatch *batch) {
    FrozenWriter writer = {.size = sizeof(FrozenHead)};
    batch_write_all(batch, &writer);
    return writer.size;
}

void gin_batch_save(const GinBatch *batch, void *bytes) {
    FrozenWriter writer = {.to = bytes, .size = sizeof(FrozenHead)};
    batch_write_all(batch, &writer);
    frozen_seal(&writer, MAGIC, hash_plan(batch));
}

// Everything read, kept apart until the whole is known to be valid.
typedef struct Loaded {
    GinBatchWorker worker;
    double share[GIN_BATCH_OPPONENTS], share_sum;
    GinBatchGame *game;
} Loaded;

static bool batch_read_all(const GinBatch *batch, FrozenReader *reader, Loaded *loaded) {
    for (int i = 0; i < batch->opponent_count; i++) {
        if (!frozen_get(reader, &loaded->share[i], sizeof loaded->share[i])) return false;
        if (!frozen_get(reader, &loaded->worker.count[i], sizeof loaded->worker.count[i])) return false;
        if (!(loaded->share[i] >= 0)) return false;
        loaded->share_sum += loaded->share[i];
    }
    if (!frozen_get(reader, &loaded->worker.endings, sizeof loaded->worker.endings)) return false;
    for (int i = 0; i < batch->games; i++)
        if (!get_game(reader, batch, &loaded->game[i])) return false;
    return reader->left == 0 && loaded->share_sum > 0;
}

static void take_over(GinBatch *batch, Loaded *loaded) {
    memcpy(batch->share, loaded->share, sizeof batch->share);
    batch->share_sum = loaded->share_sum;
    memset(batch->worker, 0, (size_t)batch->workers * sizeof *batch->worker);
    batch->worker[0] = loaded->worker;
    GinBatchGame *old = batch->game;
    batch->game = loaded->game;
    loaded->game = old;
}

bool gin_batch_load(GinBatch *batch, const void *bytes, size_t size, Error *err) {
    FrozenReader reader;
    FrozenState found = frozen_open(&reader, bytes, size, MAGIC, hash_plan(batch));
    if (found == FROZEN_FOREIGN) return error_set(err, "these bytes are no batch of games");
    if (found == FROZEN_OTHER_PLAN)
        return error_set(err,
                         "the batch of games was saved by another plan: games, seed, rules and opponents' networks "
                         "must be the same");
    if (found == FROZEN_DAMAGED) return error_set(err, "the saved batch of games is damaged");
    Loaded *loaded = aligned_alloc(GIN_BATCH_LINE, sizeof *loaded);
    GinBatchGame *games = aligned_alloc(GIN_BATCH_LINE, (size_t)batch->games * sizeof *games);
    if (games) memset(games, 0, (size_t)batch->games * sizeof *games);
    bool done = loaded && games;
    if (!done) {
        error_set(err, "not enough memory to load %d games", batch->games);
    } else {
        memset(loaded, 0, sizeof *loaded);
        loaded->game = games;
        done = batch_read_all(batch, &reader, loaded);
        if (!done && memory_sufficed(err)) error_set(err, "the saved batch of games is damaged");
        if (done) take_over(batch, loaded);
        games = loaded->game;
    }
    gin_batch_free_games(games, batch->games);
    free(loaded);
    return done;
}
