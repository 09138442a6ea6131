// SPDX-License-Identifier: MIT
// The notes around the records of a match: lines that begin with #, which everybody but `deadwood verify` passes over.
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text/fields.h"
#include "contest/match.h"
#include "contest/names.h"
#include "wire/protocol/command.h"

enum { NAME_TEXT = 640 }; // as in the records of both games

bool match_is_over(ArenaEnd end) { return end == ARENA_FINISHED || end == ARENA_DECIDED || end == ARENA_SUSPENDED; }

bool match_has_program(const MatchPlan *plan) {
    return wire_is_exec(plan->players[0]) || wire_is_exec(plan->players[1]);
}

static void add_noted_name(Text *note, const char *name) {
    char cut[NAME_TEXT], encoded[3 * NAME_TEXT];
    text_copy(cut, sizeof cut, name);
    *line_name(encoded, cut) = '\0';
    text_add(note, encoded);
}

void match_note_begin(Text *note, const MatchSetup *setup, uint64_t first) {
    const MatchPlan *plan = setup->plan;
    char digits[SHA256_DIGITS + 1];
    text_addf(note, "# match/1 game=%s rules=%s players=", setup->game->name, setup->mode->rules);
    add_noted_name(note, match_name(plan, 0));
    text_add(note, "|");
    add_noted_name(note, match_name(plan, 1));
    text_addf(note, " mode=%s match=%" PRIu64, setup->mode->name, plan->match);
    if (plan->committed)
        secret_commitment(plan->secret, digits);
    else if (plan->secret)
        secret_print(plan->secret, digits);
    if (plan->secret)
        text_addf(note, " %s=%s", plan->committed ? "commitment" : "secret", digits);
    else
        text_addf(note, " seed=%" PRIu64, plan->seed);
    text_addf(note, " first=%" PRIu64, first);
    if (store_is_part(plan->store)) text_addf(note, " of=%" PRIu64, setup->mode->games);
    text_add(note, "\n");
}

void match_note_end(Text *note, const MatchPlan *plan, const ArenaTotals *totals, ArenaEnd end) {
    char digits[SECRET_DIGITS + 1];
    text_addf(note, "# end/1 games=%" PRIu64 " digest=%016" PRIx64 " end=%s", totals->games, totals->digest,
              match_end_name(end));
    bool reveals = plan->committed && match_is_over(end);
    if (reveals) secret_print(plan->secret, digits);
    text_addf(note, "%s%s\n", reveals ? " secret=" : "", reveals ? digits : "");
}

bool match_note_open(const MatchSetup *setup, Archive *records, uint64_t first, Error *err) {
    struct stat about;
    Text note = {0};
    if (stat(setup->plan->records, &about) == 0 && about.st_size > 0) return true;
    match_note_begin(&note, setup, first);
    bool done = archive_write(records, note.data, note.size, err);
    text_free(&note);
    return done;
}

bool match_note_first(const char *path, Text *line) {
    Archive *archive = archive_open(path, NULL);
    if (!archive) return false;
    archive_keep_notes(archive);
    bool noted = archive_line(archive, line, NULL) > 0 && strncmp(line->data, "# match/", 8) == 0;
    archive_close(archive, NULL);
    return noted;
}

bool match_note_close(const MatchSetup *setup, Archive *records, const ArenaTotals *totals, ArenaEnd end, Error *err) {
    Text note = {0}, first = {0};
    bool done = true;
    if (!archive_regular(records) || match_note_first(setup->plan->records, &first)) {
        match_note_end(&note, setup->plan, totals, end);
        done = archive_write(records, note.data, note.size, err);
    }
    text_free(&note);
    text_free(&first);
    return done;
}

// Whether two notes differ in the names of the players alone.
static bool only_names_differ(const char *a, const char *b) {
    const char *from = strstr(a, " players="), *other = strstr(b, " players=");
    size_t head = from ? (size_t)(from - a) : 0;
    const char *tail = strstr(a, " mode="), *other_tail = strstr(b, " mode="), *end = strstr(a, " first=");
    if (!from || !other || !tail || !other_tail || !end || end < tail) return false;
    size_t rest = (size_t)(end - tail) + 1;
    return head == (size_t)(other - b) && strncmp(a, b, head) == 0 && strncmp(tail, other_tail, rest) == 0;
}

bool match_note_check(const MatchSetup *setup, Error *err) {
    const char *path = setup->plan->records;
    Text line = {0}, note = {0};
    match_note_begin(&note, setup, 0);
    size_t same = (size_t)(strstr(note.data, " first=") + 1 - note.data); // up to there they must agree
    bool good = !match_note_first(path, &line) || strncmp(line.data, note.data, same) == 0;
    if (!good && match_has_program(setup->plan) && only_names_differ(note.data, line.data))
        error_set(err,
                  "%s: its first line has other names for the players than they have now; a program that changed its "
                  "name may be another one: give the games to come a file of their own",
                  path);
    else if (!good)
        error_set(err, "%s holds records of another match (its first line says which); give this one a file of its own",
                  path);
    text_free(&line);
    text_free(&note);
    return good;
}
