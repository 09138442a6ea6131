// SPDX-License-Identifier: MIT
// Twice through the file: for the notes, since the secret stands at the end, and for the hands.
#include "contest/verify/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/files/archive.h"
#include "contest/game.h"
#include "contest/verify/verify_internal.h"

// A file, or a text in memory.
typedef struct Source {
    const char *path, *text;
    size_t size;
} Source;

typedef struct Lines {
    const Source *source;
    Archive *archive; // NULL for a text
    size_t at;        // in the text
    uint64_t number;
    Text line;
} Lines;

static bool lines_open(Lines *lines, const Source *source, Error *err) {
    *lines = (Lines){.source = source};
    if (source->text) return true;
    lines->archive = archive_open(source->path, err);
    if (lines->archive) archive_keep_notes(lines->archive);
    return lines->archive != NULL;
}

static void lines_close(Lines *lines) {
    archive_close(lines->archive, NULL);
    text_free(&lines->line);
}

// 1: a line; 0: the end; -1: damage.
static int lines_next(Lines *lines, Error *err) {
    if (lines->archive) {
        int got = archive_line(lines->archive, &lines->line, err);
        lines->number = archive_line_number(lines->archive);
        return got;
    }
    const Source *source = lines->source;
    if (lines->at == source->size) return 0;
    const char *from = source->text + lines->at, *end = memchr(from, '\n', source->size - lines->at);
    if (!end || memchr(from, '\0', (size_t)(end - from))) {
        error_set(err, "%s, line %" PRIu64 ": has no newline at its end, or a NUL byte in it", source->path,
                  lines->number + 1);
        return -1;
    }
    text_clear(&lines->line);
    text_add_bytes(&lines->line, from, (size_t)(end - from));
    lines->at += (size_t)(end - from) + 1;
    lines->number++;
    return 1;
}

static const char *next_verified_line(const Lines *lines) { return lines->line.data ? lines->line.data : ""; }

static bool wrong_line(const Lines *lines, Error *err) {
    return error_prefix(err, "%s, line %" PRIu64, lines->source->path, lines->number);
}

// ---- The notes ----

static bool note_line(const Lines *lines, VerifyNotes *notes, bool *records, Error *err) {
    const char *line = next_verified_line(lines);
    bool note = *line == '#', noted = notes->noted, ended = notes->ended;
    if (!note && ended) return error_set(err, "the match ended in the line before; nothing may follow");
    if (!note) *records = true;
    if (!note) return true;
    if (!verify_read_note(line, notes, err)) return false;
    if (!noted && notes->noted) notes->line = lines->number;
    if (!noted && notes->noted && *records)
        return error_set(err, "a match begins here, behind records; it must be the first line");
    return !ended || error_set(err, "the match ended in the line before; nothing may follow");
}

static bool read_notes(const Source *source, VerifyNotes *notes, Error *err) {
    Lines lines;
    bool records = false, good = true;
    int got = 0;
    if (!lines_open(&lines, source, err)) return false;
    while (good && (got = lines_next(&lines, err)) > 0) {
        good = note_line(&lines, notes, &records, err);
        if (!good) wrong_line(&lines, err);
    }
    lines_close(&lines);
    return good && got == 0;
}

static bool check_what_is_asked(const char *path, const VerifyAsk *ask, const VerifyNotes *notes, Error *err) {
    if (!ask->commitment) return true;
    if (notes->chance != VERIFY_COMMITTED)
        return error_set(err, "%s: commits to no secret, but %s was published", path, ask->commitment);
    return strcmp(ask->commitment, notes->commitment) == 0 ||
           error_set(err, "%s, line %" PRIu64 ": commits to %s, but %s was published", path, notes->line,
                     notes->commitment, ask->commitment);
}

// ---- The hands ----

bool verify_same_deck(const Card deck[CARD_COUNT], const Card right[CARD_COUNT], const char *from, Error *err) {
    char is[CARD_TEXT], should[CARD_TEXT];
    for (int i = 0; i < CARD_COUNT; i++) {
        if (deck[i] == right[i]) continue;
        card_print(deck[i], is);
        card_print(right[i], should);
        return error_set(err, "deal: card %d is %s, but %s deals %s", i + 1, is, from, should);
    }
    return true;
}

typedef struct Check {
    const VerifyGame *game;
    void *self;
    Chance chance;
    VerifyTable table;
    VerifyReport *report;
    const VerifyAsk *ask;
    bool open; // a game has begun and not ended
} Check;

static bool no_such_game(const char *name, Error *err) {
    Text names = {0};
    game_add_names(&names, "and");
    error_set(err, "game: '%s' is none of ours; they are %s", name, names.data);
    text_free(&names);
    return false;
}

// The notes say which game it is, else the first record does: gin, unless it begins like another.
static bool choose_verified_game(Check *check, const char *line, Error *err) {
    const VerifyNotes *notes = &check->report->notes;
    const Game *game = notes->noted ? game_named(notes->game) : game_of_records(line);
    if (!game && notes->noted) return no_such_game(notes->game, err);
    check->game = (game ? game : game_default())->verify;
    check->self = calloc(1, check->game->size);
    if (!check->self) return error_set(err, "out of memory");
    if (!notes->noted) return true;
    if (!check->game->plan(check->self, notes, err)) return error_prefix(err, "line %" PRIu64, notes->line);
    int group = check->game->group(check->self);
    return notes->first % (uint64_t)group == 0 ||
           error_set(err, "line %" PRIu64 ": first: game %" PRIu64 " is not the first of its deal", notes->line,
                     notes->first);
}

static bool check_hand(Check *check, const char *line, Error *err) {
    ArenaGame result;
    ArenaTotals totals = {0};
    bool last = false;
    if (!check->game->hand(check->self, &check->table, line, &last, &result, err)) return false;
    check->report->hands++;
    check->open = !last;
    if (!last) return true;
    arena_totals_add(&totals, &result, check->table.game, 1, 2, 0);
    check->report->digest += totals.digest;
    check->report->games++;
    check->table.game++;
    return check->report->games % 256 || !check->ask->go_on ||
           check->ask->go_on(check->ask->context, check->report->games) || error_set(err, "interrupted");
}

static bool check_hands(Check *check, Lines *lines, Error *err) {
    int got = 0;
    bool good = true;
    while (good && (got = lines_next(lines, err)) > 0) {
        if (*next_verified_line(lines) == '#') continue;
        if (!check->game && !choose_verified_game(check, next_verified_line(lines), err))
            return error_prefix(err, "%s", lines->source->path);
        good = check_hand(check, next_verified_line(lines), err);
        if (!good) wrong_line(lines, err);
    }
    return good && got == 0;
}

// ---- The end ----

static bool check_end(const Check *check, const char *path, Error *err) {
    const VerifyReport *report = check->report;
    const VerifyNotes *notes = &report->notes;
    if (!report->hands) return error_set(err, "%s: holds no games", path);
    if (check->open)
        return error_set(err, "%s: ends inside game %" PRIu64 "; the rest of it is missing", path, check->table.game);
    if (check->table.game % (uint64_t)check->game->group(check->self))
        return error_set(err, "%s: ends with game %" PRIu64 ", inside the games on its deal; the rest is missing", path,
                         check->table.game - 1);
    if (!notes->ended) return true;
    if (notes->games != check->table.game)
        return error_set(err, "%s: the last line says %" PRIu64 " games, but the file ends with game %" PRIu64, path,
                         notes->games, check->table.game - 1);
    return (notes->first && !notes->of) || notes->digest == report->digest ||
           error_set(err, "%s: the last line says digest=%016" PRIx64 ", but that of the games is %016" PRIx64, path,
                     notes->digest, report->digest);
}

static bool check_source(const Source *source, const VerifyAsk *ask, VerifyReport *report, Error *err) {
    Lines lines;
    const VerifyNotes *notes = &report->notes;
    *report = (VerifyReport){0};
    if (!read_notes(source, &report->notes, err) || !check_what_is_asked(source->path, ask, notes, err)) return false;
    Check check = {.report = report, .ask = ask};
    bool known = notes->chance == VERIFY_SEED || notes->revealed;
    check.chance = (Chance){notes->chance == VERIFY_SEED ? NULL : &notes->secret, notes->seed, notes->match};
    check.table = (VerifyTable){notes, known ? &check.chance : NULL, notes->first, report};
    report->deals = known;
    if (!lines_open(&lines, source, err)) return false;
    bool good = check_hands(&check, &lines, err) && check_end(&check, source->path, err);
    lines_close(&lines);
    free(check.self);
    return good;
}

bool verify_records(const char *path, const VerifyAsk *ask, VerifyReport *report, Error *err) {
    Source source = {.path = path};
    if (strcmp(path, "-") == 0)
        return error_set(err, "records are read twice, since the secret stands at their end: give a file, not -");
    return check_source(&source, ask, report, err);
}

bool verify_notes(const char *path, VerifyNotes *notes, Error *err) {
    Source source = {.path = path};
    *notes = (VerifyNotes){.noted = false};
    return read_notes(&source, notes, err);
}

bool verify_text(const char *path, const char *text, size_t size, const VerifyAsk *ask, VerifyReport *report,
                 Error *err) {
    Source source = {path, text, size};
    return check_source(&source, ask, report, err);
}
