// SPDX-License-Identifier: MIT
// A batch as bytes for a checkpoint, of this program on this machine: a header, then shares, counts, endings and games,
// each history as far as it is used.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "gin/players/env/batch_internal.h"

typedef struct Header {
    char magic[8];
    uint64_t size;   // of all bytes
    uint64_t plan;   // hash of what the batch was opened with
    uint64_t digest; // of what follows
} Header;

static const char MAGIC[8] = "gbatch2";

static uint64_t batch_hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const char *at = bytes;
    for (; size; size -= size < 8 ? size : 8) {
        uint64_t word = 0;
        memcpy(&word, at, size < 8 ? size : 8);
        hash = rng_fold(hash, word);
        at += size < 8 ? size : 8;
    }
    return hash;
}

static uint64_t hash_plan(const GinBatch *batch) {
    char rules[GIN_RULES_TEXT] = {0};
    gin_rules_print(&batch->rules, rules);
    uint64_t hash = batch_hash_bytes(sizeof(GinBatchGame), rules, sizeof rules);
    hash = rng_fold(rng_fold(rng_fold(hash, batch->seed), (uint64_t)batch->games), (uint64_t)batch->opponent_count);
    for (int i = 0; i < batch->opponent_count; i++) hash = rng_fold(hash, (uint64_t)batch->opponents[i].brain);
    return hash;
}

// ---- Bytes ----

// Walks over bytes; with `to` it writes, else it only counts.
typedef struct Writer {
    char *to;
    size_t size;
} Writer;

static void put_bytes(Writer *writer, const void *bytes, size_t size) {
    if (writer->to) memcpy(writer->to + writer->size, bytes, size);
    writer->size += size;
}

typedef struct Reader {
    const char *from;
    size_t left;
} Reader;

static bool get_bytes(Reader *reader, void *bytes, size_t size) {
    if (reader->left < size) return false;
    memcpy(bytes, reader->from, size);
    reader->from += size;
    reader->left -= size;
    return true;
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
static void batch_put_past(Writer *writer, const GinPastHand *past) {
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
    put_bytes(writer, kept.bytes, sizeof kept.bytes);
    put_bytes(writer, past->event, past->events * sizeof *past->event);
}

static bool get_past_hand(Reader *reader, GinPast *past) {
    PastHand kept;
    GinLog log;
    if (!get_bytes(reader, &kept, sizeof kept) || kept.events > GIN_LOG_SIZE) return false;
    log.count = kept.events;
    if (!get_bytes(reader, log.event, log.count * sizeof *log.event)) return false;
    GinState over = {.table = kept.table,
                     .result = kept.result,
                     .melds = {kept.melds[0], kept.melds[1]},
                     .hand = {kept.hand[0], kept.hand[1]}};
    return over.table.phase == GIN_OVER && over.table.starter < GIN_SEATS && over.result.winner < GIN_SEATS &&
           over.result.knocker < GIN_SEATS && gin_past_add(past, &over, &log);
}

static bool get_past(Reader *reader, GinPast *past) {
    uint16_t hands;
    if (!get_bytes(reader, &hands, sizeof hands)) return false;
    for (int i = 0; i < hands; i++)
        if (!get_past_hand(reader, past)) return false;
    return true;
}

enum { FRONT = offsetof(GinBatchGame, history) };

static void put_game(Writer *writer, const GinBatchGame *game) {
    union {
        GinBatchGame game;
        char bytes[sizeof(GinBatchGame)];
    } front;
    const GinHistory *history = &game->history;
    memcpy(front.bytes, game, FRONT);
    front.game.state.rules = NULL; // no addresses
    put_bytes(writer, front.bytes, FRONT);
    put_bytes(writer, &history->log.count, sizeof history->log.count);
    put_bytes(writer, history->log.event, history->log.count * sizeof *history->log.event);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        const GinDraws *draws = &history->draws[seat];
        put_bytes(writer, &draws->count, sizeof draws->count);
        put_bytes(writer, draws->card, draws->count * sizeof *draws->card);
    }
    uint16_t hands = (uint16_t)gin_past_hands(game->past.last);
    put_bytes(writer, &hands, sizeof hands);
    batch_put_past(writer, game->past.last);
}

static bool get_history(Reader *reader, GinHistory *history) {
    GinLog *log = &history->log;
    if (!get_bytes(reader, &log->count, sizeof log->count) || log->count > GIN_LOG_SIZE) return false;
    if (!get_bytes(reader, log->event, log->count * sizeof *log->event)) return false;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        GinDraws *draws = &history->draws[seat];
        if (!get_bytes(reader, &draws->count, sizeof draws->count) || draws->count > GIN_TURN_LIMIT + 2) return false;
        if (!get_bytes(reader, draws->card, draws->count * sizeof *draws->card)) return false;
    }
    return true;
}

// Reads a game to where it will lie.
static bool get_game(Reader *reader, const GinBatch *batch, GinBatchGame *game) {
    if (!get_bytes(reader, game, FRONT) || !get_history(reader, &game->history) || !get_past(reader, &game->past))
        return false;
    const GinTable *table = &game->state.table;
    game->state.rules = &batch->rules;
    game->history.past = game->past.last;
    return game->opponent < batch->opponent_count && game->learner < GIN_SEATS && table->phase <= GIN_DISCARD &&
           table->to_act < GIN_SEATS && table->starter < GIN_SEATS && table->stock <= GIN_STOCK_SIZE &&
           gin_state_is_sound(&game->state);
}

// ---- The whole ----

static void batch_write_all(const GinBatch *batch, Writer *writer) {
    for (int i = 0; i < batch->opponent_count; i++) {
        GinBatchCount count = {0};
        for (int w = 0; w < batch->workers; w++) gin_batch_add_count(&count, &batch->worker[w].count[i]);
        put_bytes(writer, &batch->opponents[i].share, sizeof batch->opponents[i].share);
        put_bytes(writer, &count, sizeof count);
    }
    GinEndings endings = {.cancelled = 0};
    for (int w = 0; w < batch->workers; w++) gin_batch_add_endings(&endings, &batch->worker[w].endings);
    put_bytes(writer, &endings, sizeof endings);
    for (int i = 0; i < batch->games; i++) put_game(writer, &batch->game[i]);
}

size_t gin_batch_size(const GinBatch *batch) {
    Writer writer = {.size = sizeof(Header)};
    batch_write_all(batch, &writer);
    return writer.size;
}

void gin_batch_save(const GinBatch *batch, void *bytes) {
    Writer writer = {.to = bytes, .size = sizeof(Header)};
    batch_write_all(batch, &writer);
    Header header = {.size = writer.size, .plan = hash_plan(batch)};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    header.digest = batch_hash_bytes(0, (const char *)bytes + sizeof header, writer.size - sizeof header);
    memcpy(bytes, &header, sizeof header);
}

// All that is read, until it is known to be whole.
typedef struct Loaded {
    GinBatchWorker worker;
    double share[GIN_BATCH_OPPONENTS], share_sum;
    GinBatchGame *game;
} Loaded;

static bool batch_read_all(const GinBatch *batch, Reader *reader, Loaded *loaded) {
    for (int i = 0; i < batch->opponent_count; i++) {
        if (!get_bytes(reader, &loaded->share[i], sizeof loaded->share[i])) return false;
        if (!get_bytes(reader, &loaded->worker.count[i], sizeof loaded->worker.count[i])) return false;
        if (!(loaded->share[i] >= 0)) return false;
        loaded->share_sum += loaded->share[i];
    }
    if (!get_bytes(reader, &loaded->worker.endings, sizeof loaded->worker.endings)) return false;
    for (int i = 0; i < batch->games; i++)
        if (!get_game(reader, batch, &loaded->game[i])) return false;
    return reader->left == 0 && loaded->share_sum > 0;
}

static void take_over(GinBatch *batch, Loaded *loaded) {
    for (int i = 0; i < batch->opponent_count; i++) batch->opponents[i].share = loaded->share[i];
    batch->share_sum = loaded->share_sum;
    memset(batch->worker, 0, (size_t)batch->workers * sizeof *batch->worker);
    batch->worker[0] = loaded->worker;
    GinBatchGame *old = batch->game;
    batch->game = loaded->game;
    loaded->game = old;
}

bool gin_batch_load(GinBatch *batch, const void *bytes, size_t size, Error *err) {
    Header header;
    Reader reader = {.from = bytes, .left = size};
    if (!get_bytes(&reader, &header, sizeof header) || memcmp(header.magic, MAGIC, sizeof MAGIC) != 0)
        return error_set(err, "these bytes are no batch of games");
    if (header.plan != hash_plan(batch))
        return error_set(err,
                         "the batch of games was saved by another plan: games, seed, rules and opponents' networks "
                         "must be the same");
    if (header.size != size || header.digest != batch_hash_bytes(0, reader.from, reader.left))
        return error_set(err, "the saved batch of games is damaged");
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
