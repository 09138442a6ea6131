// SPDX-License-Identifier: MIT
// Notes around records, read back.
#include <inttypes.h>
#include <string.h>

#include "base/text/fields.h"
#include "contest/match.h"
#include "contest/verify/verify_internal.h"

static bool read_note_word(Span text, char *word, size_t room, Error *err) {
    size_t size = span_size(text);
    if (size == 0 || size >= room) return error_set(err, "'%s' is no word of this place", span_quote(text).text);
    memcpy(word, text.at, size);
    word[size] = '\0';
    return true;
}

static bool read_note_game(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    return read_note_word(text, notes->game, sizeof notes->game, err);
}

static bool read_note_rules(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    return span_rules(text, notes->rules, sizeof notes->rules, "contest,target=50", err);
}

static bool read_note_players(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    return span_names(text, 2, notes->player[0], VERIFY_NAME, err);
}

static bool read_mode(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    return read_note_word(text, notes->mode, sizeof notes->mode, err);
}

static bool read_note_match(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    return span_number(text, UINT64_MAX, &notes->match, err);
}

static bool read_note_seed(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    notes->chance = VERIFY_SEED;
    return span_number(text, UINT64_MAX, &notes->seed, err);
}

// 64 lower-case hexadecimal digits.
static bool read_digits(Span text, Secret *bytes, Error *err) {
    char digits[SECRET_DIGITS + 1], again[SECRET_DIGITS + 1] = "";
    if (!read_note_word(text, digits, sizeof digits, err)) return false;
    bool good = secret_parse(digits, bytes);
    if (good) secret_print(bytes, again);
    return (good && strcmp(digits, again) == 0) ||
           error_set(err, "'%s' is no row of 64 hexadecimal digits, 0-9 and a-f", span_quote(text).text);
}

static bool read_given(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    notes->chance = VERIFY_GIVEN;
    notes->revealed = true;
    return read_digits(text, &notes->secret, err);
}

static bool read_commitment(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    Secret bytes;
    notes->chance = VERIFY_COMMITTED;
    if (!read_digits(text, &bytes, err)) return false;
    secret_print(&bytes, notes->commitment);
    return true;
}

static bool read_first(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    return span_number(text, UINT64_MAX, &notes->first, err);
}

static bool read_of(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    if (!span_number(text, UINT64_MAX, &notes->of, err)) return false;
    return (notes->of && notes->of >= notes->first) ||
           error_set(err, "a match of %" PRIu64 " games has no game %" PRIu64, notes->of, notes->first);
}

static bool read_note_games(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    return span_number(text, UINT64_MAX, &notes->games, err);
}

static bool read_digest(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    uint64_t digest = 0;
    bool good = span_size(text) == 16;
    for (const char *at = text.at; good && at < text.end; at++) {
        const char *digits = "0123456789abcdef", *digit = memchr(digits, *at, 16);
        good = digit != NULL;
        if (good) digest = digest << 4 | (uint64_t)(digit - digits);
    }
    notes->digest = digest;
    return good || error_set(err, "'%s' is no row of 16 hexadecimal digits, 0-9 and a-f", span_quote(text).text);
}

static bool read_note_end(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    for (int end = ARENA_FINISHED; end <= ARENA_FAILED; end++)
        if (span_is(text, match_end_name((ArenaEnd)end)))
            return read_note_word(text, notes->end, sizeof notes->end, err);
    return error_set(err, "'%s' is no end of a match", span_quote(text).text);
}

static bool read_revealed(void *context, Span text, Error *err) {
    VerifyNotes *notes = context;
    Secret secret;
    char right[SHA256_DIGITS + 1];
    if (notes->chance != VERIFY_COMMITTED) return error_set(err, "the first line commits to no secret");
    if (!read_digits(text, &secret, err)) return false;
    secret_commitment(&secret, right);
    if (strcmp(right, notes->commitment) != 0)
        return error_set(err, "its SHA-256 is %s, but the first line commits to %s", right, notes->commitment);
    notes->secret = secret;
    notes->revealed = true;
    return true;
}

static bool read_match_note(const char *line, VerifyNotes *notes, Error *err) {
    Field fields[] = {
        {"game", read_note_game},   {"rules", read_note_rules}, {"players", read_note_players}, {"mode", read_mode},
        {"match", read_note_match}, {"seed", read_note_seed},   {"first", read_first},          {"of", read_of}};
    int count = (int)(sizeof fields / sizeof *fields) - !strstr(line, " of=");
    if (notes->noted)
        return error_set(err, "another match begins here; a file holds the records of one match, so cut it here");
    if (strstr(line, " commitment=")) fields[5] = (Field){"commitment", read_commitment};
    if (strstr(line, " secret=")) fields[5] = (Field){"secret", read_given};
    notes->noted = true;
    return fields_read(line, "match/1", "match", fields, count, notes, err);
}

static bool read_end_note(const char *line, VerifyNotes *notes, Error *err) {
    static const Field fields[] = {
        {"games", read_note_games}, {"digest", read_digest}, {"end", read_note_end}, {"secret", read_revealed}};
    if (!notes->noted) return error_set(err, "a match ends here that begins nowhere; its first line is missing");
    notes->ended = true;
    return fields_read(line, "end/1", "match's end", fields, strstr(line, " secret=") ? 4 : 3, notes, err);
}

bool verify_read_note(const char *line, VerifyNotes *notes, Error *err) {
    if (strncmp(line, "# match/", 8) == 0) return read_match_note(line + 2, notes, err);
    if (strncmp(line, "# end/", 6) == 0) return read_end_note(line + 2, notes, err);
    return error_set(err, "begins with # and is no note of a match; they are '# match/1 ...' and '# end/1 ...'");
}
