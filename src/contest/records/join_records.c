// SPDX-License-Identifier: MIT
#include "contest/records/join_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/archive.h"
#include "base/threads/progress.h"
#include "contest/match.h"
#include "contest/verify/verify.h"

enum { BLOCK = 1 << 20 }; // bytes written at a time: a frame, where they are compressed

typedef struct Part {
    const char *path;
    Text match; // its first line up to " first=": which match it is
    VerifyNotes notes;
    uint64_t hands, digest;
} Part;

typedef struct Joining {
    Part *parts;
    int count;
    Progress progress;
    uint64_t seen; // games of the parts before
    Text *trouble;
} Joining;

bool records_noted(const char *path) {
    Text line = {0};
    bool noted = match_note_first(path, &line);
    text_free(&line);
    return noted;
}

// ---- What is there ----

static bool look_at_part(Part *part, Error *err) {
    Text line = {0};
    if (!verify_notes(part->path, &part->notes, err)) return false;
    if (!match_note_first(part->path, &line)) {
        text_free(&line);
        return error_set(err, "%s: holds no records that say of which match they are", part->path);
    }
    text_add_bytes(&part->match, line.data, (size_t)(strstr(line.data, " first=") - line.data));
    text_free(&line);
    if (!part->notes.ended || strcmp(part->notes.end, "finished") != 0)
        return error_set(err, "%s: is not at its end; run the part again, it goes on", part->path);
    return part->notes.games >= part->notes.first ||
           error_set(err, "%s: ends before it begins, with game %" PRIu64, part->path, part->notes.games);
}

static bool say_verified(void *context, uint64_t games) {
    Joining *joining = context;
    progress_update(&joining->progress, joining->seen + games);
    return !progress_interrupted();
}

// More parts than deals leave some without a game.
static bool verify_part(Joining *joining, Part *part, Error *err) {
    VerifyAsk ask = {.go_on = say_verified, .context = joining};
    VerifyReport report;
    if (part->notes.games == part->notes.first) return true;
    if (!verify_records(part->path, &ask, &report, err)) return false;
    part->hands = report.hands;
    part->digest = report.digest;
    joining->seen += report.games;
    return true;
}

// ---- Whether it is whole ----

static int by_first_game(const void *a, const void *b) {
    const VerifyNotes *x = &((const Part *)a)->notes, *y = &((const Part *)b)->notes;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return x->games < y->games ? -1 : x->games > y->games;
}

static bool same_match(const Joining *joining, Error *err) {
    const Part *first = &joining->parts[0];
    for (int i = 1; i < joining->count; i++) {
        const Part *part = &joining->parts[i];
        if (strcmp(part->match.data, first->match.data) != 0)
            return error_set(err, "%s holds records of another match than %s; their first lines say which", part->path,
                             first->path);
    }
    return true;
}

static void tell_missing(const Joining *joining, uint64_t from, uint64_t to) {
    text_addf(joining->trouble, "games %" PRIu64 " to %" PRIu64 " are missing\n", from, to - 1);
}

// The parts in their order: every game of the longest match that one of them is of, in one of them.
static bool are_whole(Joining *joining, Error *err) {
    uint64_t next = 0, of = 0;
    const Part *last = NULL;
    qsort(joining->parts, (size_t)joining->count, sizeof *joining->parts, by_first_game);
    for (int i = 0; i < joining->count; i++) {
        const Part *part = &joining->parts[i];
        if (part->notes.of > of) of = part->notes.of;
        if (part->notes.games == part->notes.first) continue;
        if (part->notes.first > next) tell_missing(joining, next, part->notes.first);
        if (part->notes.first < next)
            text_addf(joining->trouble, "games %" PRIu64 " to %" PRIu64 " are there twice, in %s and %s\n",
                      part->notes.first, (next < part->notes.games ? next : part->notes.games) - 1, last->path,
                      part->path);
        if (part->notes.games > next) next = part->notes.games;
        last = part;
    }
    if (!of)
        return error_set(err, "%s: is no part of a match; parts are made with --shard I/N", joining->parts[0].path);
    if (next < of) tell_missing(joining, next, of);
    return joining->trouble->size == 0 || error_set(err, "the parts do not make a whole; nothing was written");
}

// ---- Writing ----

static bool flush_block(Archive *archive, Text *block, Error *err) {
    bool done = block->failed ? error_set(err, "out of memory for a block of records")
                              : archive_write(archive, block->data, block->size, err);
    text_clear(block);
    return done;
}

static bool copy_part(Joining *joining, const Part *part, Archive *to, Text *block, Error *err) {
    Archive *from = archive_open(part->path, err);
    Text line = {0};
    uint64_t hands = 0;
    int got = -1;
    bool good = from != NULL;
    while (good && (got = archive_line(from, &line, err)) > 0) {
        text_add_bytes(block, line.data, line.size);
        text_add(block, "\n");
        if (block->size >= BLOCK) good = flush_block(to, block, err);
        if ((++hands & 1023) == 0 && progress_interrupted()) good = error_set(err, "interrupted");
    }
    good =
        good && got == 0 && (hands == part->hands || error_set(err, "%s: was changed while it was read", part->path));
    archive_close(from, NULL);
    text_free(&line);
    joining->seen += part->notes.games - part->notes.first;
    progress_update(&joining->progress, joining->seen);
    return good;
}

static bool write_joined(Joining *joining, Archive *to, RecordsJoined *joined, Error *err) {
    Text block = {0};
    bool good = true;
    text_addf(&block, "%s first=0\n", joining->parts[0].match.data);
    for (int i = 0; good && i < joining->count; i++) {
        const Part *part = &joining->parts[i];
        if (part->hands) good = copy_part(joining, part, to, &block, err);
        joined->games += part->notes.games - part->notes.first;
        joined->hands += part->hands;
        joined->digest += part->digest;
    }
    text_addf(&block, "# end/1 games=%" PRIu64 " digest=%016" PRIx64 " end=%s\n", joined->games, joined->digest,
              match_end_name(ARENA_FINISHED));
    good = good && flush_block(to, &block, err);
    text_free(&block);
    return good;
}

static bool joined_in_the_way(const char *out, Error *err) {
    return error_set(err, "%s: is there already; merge into a new file", out);
}

// Beside `out`, which gets the name when all is written.
static bool write_joined_beside(Joining *joining, const char *out, RecordsJoined *joined, Error *err) {
    size_t size = strlen(out);
    bool packed = size > 4 && strcmp(out + size - 4, ".zst") == 0;
    Text path = {0};
    text_addf(&path, "%s.merging%s", out, packed ? ".zst" : "");
    Archive *archive = archive_claim(path.data, err);
    if (archive) {
        bool good = archive_start(archive, 0, err) && write_joined(joining, archive, joined, err);
        good = archive_close(archive, good ? err : NULL) && good;
        good =
            good && (link(path.data, out) == 0 ||
                     (errno == EEXIST               ? joined_in_the_way(out, err)
                      : rename(path.data, out) == 0 ? true
                                                    : error_set(err, "%s cannot be made: %s", out, strerror(errno))));
        unlink(path.data);
        text_free(&path);
        return good;
    }
    text_free(&path);
    return false;
}

bool join_records(const char *out, const char *const *paths, int count, bool quiet, RecordsJoined *joined,
                  Text *trouble, Error *err) {
    Joining joining = {.parts = calloc((size_t)count, sizeof *joining.parts), .count = count, .trouble = trouble};
    uint64_t games = 0;
    *joined = (RecordsJoined){.parts = count};
    bool good = joining.parts || error_set(err, "out of memory");
    good = good && (access(out, F_OK) != 0 || joined_in_the_way(out, err));
    for (int i = 0; good && i < count; i++) {
        joining.parts[i].path = paths[i];
        good = look_at_part(&joining.parts[i], err);
        games += good ? joining.parts[i].notes.games - joining.parts[i].notes.first : 0;
    }
    good = good && same_match(&joining, err) && are_whole(&joining, err);
    if (good) {
        joining.progress = progress_start("merging records", "games", 2 * games, 0, quiet); // verified, then copied
        for (int i = 0; good && i < count; i++) good = verify_part(&joining, &joining.parts[i], err);
        good = good && write_joined_beside(&joining, out, joined, err);
        progress_end(&joining.progress, joining.seen);
    }
    for (int i = 0; joining.parts && i < count; i++) text_free(&joining.parts[i].match);
    free(joining.parts);
    return good;
}
