// SPDX-License-Identifier: MIT
// The notes around the records of a match: lines that begin with #, which everybody but `deadwood verify` passes over.
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fields.h"
#include "contest/match.h"
#include "contest/names.h"
#include "wire/command.h"

enum { NAME_TEXT = 640 }; // as in the records of both games

bool match_is_over(ArenaEnd end) { return end == ARENA_FINISHED || end == ARENA_DECIDED || end == ARENA_SUSPENDED; }

bool match_has_program(const MatchPlan *plan) {
    return wire_is_exec(plan->players[0]) || wire_is_exec(plan->players[1]);
}

static void add_name(Text *note, const char *name) {
    char cut[NAME_TEXT], encoded[3 * NAME_TEXT];
    text_copy(cut, sizeof cut, name);
    *line_name(encoded, cut) = '\0';
    text_add(note, encoded);
}

void match_note_begin(Text *note, const MatchSetup *setup, uint64_t first) {
    const MatchPlan *plan = setup->plan;
    char digits[SHA256_DIGITS + 1];
    text_addf(note, "# match/1 game=%s rules=%s players=", setup->game, setup->rules);
    add_name(note, match_name(plan, 0));
    text_add(note, "|");
    add_name(note, match_name(plan, 1));
    text_addf(note, " mode=%s match=%" PRIu64, setup->mode, plan->match);
    if (plan->committed)
        secret_commitment(plan->secret, digits);
    else if (plan->secret)
        secret_print(plan->secret, digits);
    if (plan->secret)
        text_addf(note, " %s=%s", plan->committed ? "commitment" : "secret", digits);
    else
        text_addf(note, " seed=%" PRIu64, plan->seed);
    text_addf(note, " first=%" PRIu64 "\n", first);
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

bool match_note_check(const MatchSetup *setup, Error *err) {
    Text line = {0}, note = {0};
    Archive *archive = archive_open(setup->plan->records, err);
    if (!archive) return false;
    archive_keep_notes(archive);
    match_note_begin(&note, setup, 0);
    size_t same = (size_t)(strstr(note.data, " first=") - note.data); // up to there they must agree
    bool noted = archive_line(archive, &line, NULL) > 0 && strncmp(line.data, "# match/", 8) == 0;
    bool good = !noted || (line.size > same && strncmp(line.data, note.data, same) == 0 && line.data[same] == ' ');
    archive_close(archive, NULL);
    text_free(&line);
    text_free(&note);
    return good || error_set(err,
                             "%s holds records of another match (its first line says which); give this one a file "
                             "of its own",
                             setup->plan->records);
}
