// SPDX-License-Identifier: MIT
#include "app/play/play_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files/archive.h"

PlayTable *table_open(const PlayKind *kind, const PlaySetting *setting, Error *err) {
    PlayTable *table = calloc(1, kind->size);
    if (!table) {
        error_set(err, "out of memory for the game");
        return NULL;
    }
    table->kind = kind;
    table->keep.file = -1;
    table->tutored = setting->tutored;
    table->tutor = setting->tutor;
    table->write = card_letters;
    if (kind->open(table, setting, err)) return table;
    table_close(table);
    return NULL;
}

void table_close(PlayTable *table) {
    if (!table) return;
    table->kind->close(table);
    play_keep_close(&table->keep);
    text_free(&table->hands);
    text_free(&table->objection);
    free(table);
}

bool table_save(PlayTable *table) {
    if (!table->keep.path || !table->changed) return !table->unsaved.text[0];
    Text all = {0};
    if (table->hands.data) text_add(&all, table->hands.data);
    table->kind->record(table, &all);
    table->unsaved.text[0] = '\0';
    table->changed = !play_keep_write(&table->keep, all.data, all.size, &table->unsaved);
    text_free(&all);
    return !table->changed;
}

void table_next(PlayTable *table) {
    if (table->kind->stage(table) < PLAY_HAND_OVER) return;
    text_clear(&table->objection);
    table->kind->record(table, &table->hands);
    table->kind->next(table);
    table_save(table);
}

void table_leave(PlayTable *table) {
    text_clear(&table->objection);
    table->kind->leave(table, &table->hands);
    table->seed++;
    table->kind->begin(table);
    table_save(table);
}

// Reads all records, by turns into the two halves of `pair`; *last is then the last one, the hand on the table. It
// stays out of those before it.
static bool read_saved(PlayTable *table, Archive *archive, char *pair, uint64_t lines, char **last, Error *err) {
    Text line = {0};
    int got;
    bool good = true;
    while (good && archive_line_number(archive) < lines && (got = archive_line(archive, &line, err)) != 0) {
        char *record = *last == pair ? pair + table->kind->record_size : pair;
        good = got > 0;
        if (good && !table->kind->read(table, line.data, *last, record, err))
            good = error_prefix(err, "%s, line %" PRIu64, table->keep.path, archive_line_number(archive));
        *last = record;
    }
    text_free(&line);
    return good;
}

// The line of that hand in the last game of the file; all of them where none is asked for, 0 where there is none.
static uint64_t find_line(const char *path, int hand, Error *err) {
    char wanted[32];
    uint64_t found = 0;
    Text line = {0};
    if (!hand) return UINT64_MAX;
    Archive *archive = archive_open(path, err);
    snprintf(wanted, sizeof wanted, " hand=%d ", hand - 1);
    while (archive && archive_line(archive, &line, err) > 0)
        if (strstr(line.data, wanted)) found = archive_line_number(archive);
    archive_close(archive, NULL);
    text_free(&line);
    if (archive && !found) error_set(err, "%s: there is no hand %d", path, hand);
    return found;
}

bool table_resume(PlayTable *table, const char *path, PlayFrom from, Error *err) {
    uint64_t lines = find_line(path, from.hand, err);
    if (!lines) return false;
    char *pair = calloc(2, table->kind->record_size), *last = NULL;
    if (!pair) return error_set(err, "out of memory for the game");
    Archive *archive = archive_open(path, err);
    bool good = archive && read_saved(table, archive, pair, lines, &last, err);
    archive_close(archive, NULL);
    if (good && !last) good = error_set(err, "%s: holds no game", path);
    good =
        good && table->kind->take_up(table, last, err) &&
        (!from.hand || table->kind->go_to(table, from.turn, err) || error_prefix(err, "%s, hand %d", path, from.hand));
    free(pair);
    return good;
}
