// SPDX-License-Identifier: MIT
#include "train/data/recorded.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/files/archive.h"
#include "base/threads/progress.h"

typedef struct Reader {
    const char *path;
    Archive *archive;
    Text line;
    GinRecord records[2]; // the one before, and this one, by turns
    int at;
    GinPast past;
    uint64_t games; // begun
    GinState state; // of the hand
    GinHistory history;
} Reader;

// 1: reader->records[reader->at] is the next record; 0: the end; -1: damage, with err set.
static int next_recorded(Reader *reader, Error *err) {
    int got = archive_line(reader->archive, &reader->line, err);
    if (got <= 0) return got;
    const GinRecord *before = &reader->records[reader->at];
    GinRecord *record = &reader->records[reader->at ^= 1];
    bool good = gin_record_parse(reader->line.data, record, err) &&
                (reader->games == 0 || gin_record_follows(before, record, err));
    if (!good) {
        error_prefix(err, "%s, line %" PRIu64, reader->path, archive_line_number(reader->archive));
        return -1;
    }
    if (reader->games) gin_record_link(before, record, &reader->past);
    gin_past_trim(&reader->past);
    reader->games += reader->games == 0 || record->hand == 0 || record->game != before->game;
    return 1;
}

static Reader *reader_open(const char *path, Error *err) {
    Reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        error_set(err, "out of memory");
        return NULL;
    }
    reader->path = path;
    reader->archive = archive_open(path, err);
    if (reader->archive) return reader;
    free(reader);
    return NULL;
}

static void reader_close(Reader *reader) {
    archive_close(reader->archive, NULL);
    text_free(&reader->line);
    gin_past_close(&reader->past);
    free(reader);
}

static void show_hand(Reader *reader, void *collector, void (*watch)(void *collector, const GinHandRecord *hand)) {
    const GinRecord *record = &reader->records[reader->at];
    if (record->faulty >= 0 || record->unfinished) return;
    GinHandRecord hand = gin_hand_of_record(record, &reader->state, &reader->history);
    watch(collector, &hand);
}

bool recorded_hands(const DatasetGames *games, void *collector,
                    void (*watch)(void *collector, const GinHandRecord *hand), Error *err) {
    Reader *reader = reader_open(games->records, err);
    if (!reader) return false;
    uint64_t end = games->games ? games->first + games->games : UINT64_MAX;
    Progress progress = progress_start(games->label ? games->label : "games", "games", games->games, 0, games->quiet);
    int got = 1;
    while (!progress_interrupted() && (got = next_recorded(reader, err)) > 0 && reader->games <= end) {
        if (reader->games <= games->first) continue;
        show_hand(reader, collector, watch);
        progress_update(&progress, reader->games - games->first);
    }
    uint64_t last = reader->games < end ? reader->games : end;
    progress_end(&progress, last > games->first ? last - games->first : 0);
    bool good = got >= 0 && (reader->games || progress_interrupted() ||
                             error_set(err, "%s: holds no recorded games", games->records));
    reader_close(reader);
    return good;
}

bool recorded_games(const char *path, bool quiet, uint64_t *count, Error *err) {
    Reader *reader = reader_open(path, err);
    if (!reader) return false;
    Progress progress = progress_start("reading", "games", 0, 0, quiet);
    int got = 1;
    while (!progress_interrupted() && (got = next_recorded(reader, err)) > 0) progress_update(&progress, reader->games);
    progress_end(&progress, reader->games);
    *count = reader->games;
    reader_close(reader);
    return got >= 0;
}
