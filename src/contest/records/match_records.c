// SPDX-License-Identifier: MIT
#include "contest/records/match_records.h"

#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// What a file of records holds of a match of which some games are stored.
typedef struct Scan {
    const MatchSetup *setup;
    uint64_t begin, stored; // games begin..stored-1 are stored
    Archive *archive;
    uint64_t lines;  // good ones
    uint64_t first;  // the game it begins with
    uint64_t games;  // and the one after the last whole group
    uint64_t offset; // where that one begins
    MatchPlace next; // what the next line must be
    bool cut_short;  // it ends inside a line or a frame
    Error damage;    // what is wrong at the line after the good ones, or ""
} Scan;

static bool damage(Scan *scan, const char *what) {
    return error_set(&scan->damage, "%s, line %" PRIu64 ": %s", scan->setup->plan->records,
                     archive_line_number(scan->archive), what);
}

// Takes a line. False at one that does not follow those before.
static bool scan_line(Scan *scan, const char *line) {
    uint64_t group = (uint64_t)scan->setup->contest.group, at;
    MatchPlace place = {0};
    MatchLine is = scan->setup->game->read(scan->setup->plan, line, &place);
    if (is == MATCH_LINE_DAMAGED) return damage(scan, "is damaged");
    if (is == MATCH_LINE_FOREIGN) return damage(scan, "is of another match, or damaged");
    if (place.game >= scan->stored) return damage(scan, "is of a game that is not stored");
    if (scan->lines == 0) {
        if (place.game % group) return damage(scan, "begins in the middle of a group of games");
        scan->first = scan->games = scan->next.game = place.game;
    }
    if (place.game != scan->next.game || place.hand != scan->next.hand)
        return damage(scan, "does not follow the line before; lines are missing or were added");
    if (place.hand && place.before != scan->next.before)
        return damage(scan, "has other scores than the hand before leaves");
    scan->lines++;
    scan->next.hand++;
    scan->next.before = place.after;
    if (is != MATCH_LINE_LAST_HAND) return true;
    scan->next = (MatchPlace){.game = place.game + 1};
    bool boundary = archive_boundary(scan->archive, &at) && scan->next.game % group == 0;
    if (boundary) scan->games = scan->next.game, scan->offset = at;
    return true;
}

// Reads the file up to its end or the first error. False if it cannot be read or cannot be continued.
static bool scan_file(Scan *scan, const Archive *writer, Error *err) {
    const char *path = scan->setup->plan->records;
    scan->archive = archive_open(path, err);
    if (!scan->archive) return false;
    Text line = {0};
    Error unread = {{0}};
    int got;
    bool packed = archive_compressed(scan->archive);
    while ((got = archive_line(scan->archive, &line, &unread)) > 0 && scan_line(scan, line.data)) continue;
    scan->cut_short = got < 0 && archive_cut_short(scan->archive);
    if (got < 0 && !scan->cut_short) scan->damage = unread;
    text_free(&line);
    archive_close(scan->archive, NULL);
    scan->archive = NULL;
    if (scan->lines == 0 || packed == archive_compressed(writer)) return true;
    return error_set(err, "%s: %s; give another file", path,
                     packed ? "is compressed, and its name does not end in .zst"
                            : "is not compressed, and its name ends in .zst");
}

// The beginning of a line or frame of ours, as a kill may leave it.
static bool is_our_beginning(const MatchSetup *setup) {
    const char *const starts[] = {setup->game->begins, "# match/1 ",
                                  "\x28\xB5\x2F\xFD"}; // a record, a note, a zstd frame
    char head[16] = "";
    FILE *file = fopen(setup->plan->records, "rbe");
    if (!file) return false;
    size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    bool ours = false;
    for (int i = 0; i < 3; i++) {
        size_t most = strlen(starts[i]);
        ours = ours || strncmp(head, starts[i], size < most ? size : most) == 0;
    }
    return ours;
}

static bool refuse_records(const Scan *scan, Error *err) {
    const char *path = scan->setup->plan->records;
    char what[300];
    if (scan->damage.text[0])
        text_copy(what, sizeof what, scan->damage.text);
    else
        snprintf(what, sizeof what, "%.200s: ends before game %" PRIu64 ", and %" PRIu64 " games are stored", path,
                 scan->games, scan->stored);
    uint64_t games = scan->stored > scan->games ? scan->stored - scan->games : 0;
    return error_set(err,
                     "%s; nothing was changed. Restore a copy of the file, give another one for the games to come, or "
                     "let --cut-records cut it before game %" PRIu64 "%s",
                     what, scan->games, games ? " and play the stored games from there on again" : "");
}

static bool not_records(const Scan *scan, Error *err) {
    const char *path = scan->setup->plan->records;
    if (strstr(scan->damage.text, "another match"))
        return error_set(err, "%s holds records of another match; give this one a file of its own", path);
    if (scan->damage.text[0] && is_our_beginning(scan->setup))
        return error_set(err, "%s; nothing was changed. Restore a copy of the file, or give another one",
                         scan->damage.text);
    return error_set(err, "%s is there and holds no records; choose another file for them", path);
}

// Whether the file may be gone on with as it is.
static bool judge_scan(const Scan *scan, Error *err) {
    const MatchPlan *plan = scan->setup->plan;
    uint64_t batch = arena_batch(scan->setup->contest.group);
    bool ours = scan->lines || (!scan->damage.text[0] && is_our_beginning(scan->setup));
    if (!ours) return not_records(scan, err);
    bool missing = scan->lines && scan->stored - scan->games > batch;
    return (!scan->damage.text[0] && !missing) || plan->cut_records || refuse_records(scan, err);
}

static void say_if_loud(const MatchPlan *plan, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say_if_loud(const MatchPlan *plan, const char *format, ...) {
    char sentence[512];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    if (plan->tell) plan->tell(sentence);
}

// Says what becomes of the games that are stored.
static void say_how(const Scan *scan) {
    const MatchPlan *plan = scan->setup->plan;
    if (scan->stored > scan->begin && scan->games == scan->stored && scan->offset == 0)
        say_if_loud(plan,
                    "%.200s begins with game %" PRIu64
                    ": the games stored before keep their place in the store and have no "
                    "records in this file; the same match without --db plays them again and records all",
                    plan->records, scan->stored);
    else if (scan->stored - scan->games > arena_batch(scan->setup->contest.group) || scan->damage.text[0])
        say_if_loud(
            plan, "%.200s is cut before game %" PRIu64 "; the %" PRIu64 " games stored from there on are played again",
            plan->records, scan->games, scan->stored - scan->games);
}

// Where to go on in the file. A file without a single line is that of a run killed at its beginning if so few games are
// stored, and else a new one.
static bool find_place(Scan *scan, const Archive *writer, Error *err) {
    bool written = archive_size(writer) > 0;
    if (written && (!match_note_check(scan->setup, err) || !scan_file(scan, writer, err) || !judge_scan(scan, err)))
        return false;
    bool killed = archive_regular(writer) && scan->stored - scan->begin <= arena_batch(scan->setup->contest.group) &&
                  !scan->setup->plan->spent;
    if (scan->lines == 0 && !(killed && !archive_new_file(writer))) scan->games = scan->stored;
    return true;
}

// Games from a revealed secret cannot be played again, since the players know the cards.
static bool may_drop_rest(const Scan *scan, Error *err) {
    return !scan->setup->plan->spent || scan->games >= scan->stored ||
           error_set(err,
                     "%s: ends before game %" PRIu64 ", and %" PRIu64 " games are stored, from a secret that was "
                     "revealed, so they are not played again; nothing was changed. Restore a copy of the file, or "
                     "give another one",
                     scan->setup->plan->records, scan->games, scan->stored);
}

static bool go_on_after_records(const MatchSetup *setup, Archive *archive, ArenaPlan *arena, ArenaTotals *totals,
                                Error *err) {
    Scan scan = {.setup = setup, .begin = arena->first, .stored = arena->first + totals->games, .games = arena->first};
    if (!find_place(&scan, archive, err) || !may_drop_rest(&scan, err)) return false;
    // The file first: it only loses incomplete games, so nothing is lost if the store then fails.
    if (!archive_start(archive, scan.offset, err)) return false;
    if (scan.games < scan.stored &&
        !store_truncate(setup->plan->store, arena->store_match, scan.games, setup->contest.group, totals, err))
        return false;
    say_how(&scan);
    return true;
}

bool match_records_open(const MatchSetup *setup, ArenaPlan *arena, ArenaTotals *totals, Error *err) {
    const MatchPlan *plan = setup->plan;
    // A match killed before its first game has left its note. A part goes on without being told to.
    bool resumes = plan->store && (plan->resume || store_is_part(plan->store));
    Archive *archive = resumes ? archive_claim(plan->records, err) : archive_create(plan->records, 0, err);
    if (!archive) return false;
    if ((resumes && !go_on_after_records(setup, archive, arena, totals, err)) ||
        !match_note_open(setup, archive, arena->first + totals->games, err)) {
        archive_close(archive, NULL);
        return false;
    }
    if (!archive_locked(archive))
        say_if_loud(plan, "%.200s: the file system has no locks; see that no other process writes this file",
                    plan->records);
    arena->records = archive;
    return true;
}

// A path without links and dots, of a file that need not be there.
static bool canonical(const char *path, char full[PATH_MAX]) {
    char folder[PATH_MAX], name[PATH_MAX];
    if (realpath(path, full)) return true;
    if (!text_copy(folder, sizeof folder, path) || !text_copy(name, sizeof name, path)) return false;
    if (!realpath(dirname(folder), full)) return false;
    size_t size = strlen(full);
    return (size_t)snprintf(full + size, PATH_MAX - size, "/%s", basename(name)) < PATH_MAX - size;
}

bool match_files_differ(const char *db, const char *records, Error *err) {
    static const char *const beside[] = {"", "-wal", "-shm", "-journal"};
    char a[PATH_MAX], b[PATH_MAX];
    struct stat one, two;
    bool same = stat(db, &one) == 0 && stat(records, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
    for (size_t i = 0; !same && canonical(db, a) && canonical(records, b) && i < sizeof beside / sizeof *beside; i++) {
        size_t size = strlen(a);
        same = strncmp(a, b, size) == 0 && strcmp(b + size, beside[i]) == 0;
    }
    return !same ||
           error_set(err, "--records %.100s would be written into the database --db %.100s; give it another file",
                     records, db);
}
