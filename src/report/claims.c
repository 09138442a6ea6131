// SPDX-License-Identifier: MIT
#include "report/claims.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arena/stats.h"
#include "report/lab.h"

// What a key's value is read as.
static bool read_said_id(const char *value, LabSaid *said, Error *err);
static bool read_said_value(const char *value, LabSaid *said, Error *err);
static bool read_mirror(const char *value, LabSaid *said, Error *err);
static bool read_rounding(const char *value, LabSaid *said, Error *err);
static bool read_confidence(const char *value, LabSaid *said, Error *err);
static bool read_sample(const char *value, LabSaid *said, Error *err);
static bool read_basis(const char *value, LabSaid *said, Error *err);
static bool read_fit_seeds(const char *value, LabSaid *said, Error *err);
static bool read_readings(const char *value, LabSaid *said, Error *err);

typedef struct ClaimKey {
    const char *name;
    size_t at;   // of the text in LabSaid, if it is kept as it stands
    size_t room; // in the row of a report
    bool needed;
    bool (*read)(const char *value, LabSaid *said, Error *err); // or NULL
} ClaimKey;

// In the order in which they stand: a percentage is known as one before its value is read.
static const ClaimKey KEYS[] = {
    {"id", offsetof(LabSaid, id), sizeof((LabClaim *)0)->id, true, read_said_id},
    {"where", offsetof(LabSaid, where), sizeof((LabClaim *)0)->where, true, NULL},
    {"claim", offsetof(LabSaid, text), sizeof((LabClaim *)0)->text, true, NULL},
    {"words", offsetof(LabSaid, words), 1024, true, NULL},
    {"unit", offsetof(LabSaid, unit), sizeof((LabClaim *)0)->unit, false, NULL},
    {"value", 0, 64, false, read_said_value},
    {"mirror", 0, 64, false, read_mirror},
    {"rounding", 0, 64, false, read_rounding},
    {"confidence", 0, 64, false, read_confidence},
    {"sample", offsetof(LabSaid, sampled), 64, false, read_sample},
    {"basis", 0, 256, true, read_basis},
    {"seeds", offsetof(LabSaid, fit_seeds), 64, false, read_fit_seeds},
    {"readings", 0, 64, false, read_readings},
    {"differs", offsetof(LabSaid, differs), 400, false, NULL},
    {"inconsistent", offsetof(LabSaid, contradiction), 400, false, NULL},
};
enum { KEY_COUNT = sizeof KEYS / sizeof *KEYS };

static bool said_in_percent(const LabSaid *said) { return strcmp(said->unit, "%") == 0; }

static bool read_said_id(const char *value, LabSaid *said, Error *err) {
    (void)said;
    for (const char *at = value; *at; at++)
        if (!islower((unsigned char)*at) && !isdigit((unsigned char)*at) && *at != '-' && *at != '.')
            return error_set(err, "'%s' is no id: small letters, digits, hyphens and dots", value);
    return true;
}

// A number, or one over another: of a percentage, a share.
static bool read_number(const char *value, const LabSaid *said, double *number, Error *err) {
    char *end;
    *number = strtod(value, &end);
    if (end == value) return error_set(err, "'%s' is no number", value);
    if (*end == '/') {
        const char *under = end + 1;
        double whole = strtod(under, &end);
        if (end == under || whole <= 0) return error_set(err, "'%s' is no number over another", value);
        *number = (said_in_percent(said) ? 100 * *number : *number) / whole;
    }
    return *end == '\0' || error_set(err, "'%s' is no number", value);
}

// "A to B", or one number for both.
static bool read_said_range(const char *value, const LabSaid *said, double *low, double *high, bool *both, Error *err) {
    char part[64];
    const char *to = strstr(value, " to ");
    *both = to != NULL;
    if (!to) return read_number(value, said, low, err);
    memcpy(part, value, (size_t)(to - value));
    part[to - value] = '\0';
    return read_number(part, said, low, err) && read_number(to + strlen(" to "), said, high, err) &&
           (*low < *high || error_set(err, "'%s' is no range: write the lower end first", value));
}

static bool read_said_value(const char *value, LabSaid *said, Error *err) {
    bool range;
    said->kind = LAB_EQUAL;
    if (*value == '>') {
        said->kind = LAB_AT_LEAST;
        return read_number(value + 1 + strspn(value + 1, " "), said, &said->published, err);
    }
    if (!read_said_range(value, said, &said->published, &said->published_high, &range, err)) return false;
    if (range) said->kind = LAB_RANGE;
    return true;
}

static bool read_mirror(const char *value, LabSaid *said, Error *err) {
    bool range;
    if (!said_in_percent(said) || (said->kind != LAB_EQUAL && said->kind != LAB_RANGE))
        return error_set(err, "only a percentage has one, and it stands behind the value");
    return read_said_range(value, said, &said->mirror, &said->mirror_high, &range, err) &&
           (range == (said->kind == LAB_RANGE) || error_set(err, "'%s' is not of the value's kind", value));
}

static bool read_rounding(const char *value, LabSaid *said, Error *err) {
    return read_number(value, said, &said->rounding, err);
}

static bool read_confidence(const char *value, LabSaid *said, Error *err) {
    int64_t number;
    if (!text_to_int(value, "confidence", 1, 99, &number, err)) return false;
    said->confidence = (int)number;
    return true;
}

// "20000 games"; the text is left to point at the word.
static bool read_sample(const char *value, LabSaid *said, Error *err) {
    char number[24];
    size_t digits = strspn(value, "0123456789");
    if (!digits || digits >= sizeof number || value[digits] != ' ')
        return error_set(err, "'%s' is not NUMBER WORD, as in 20000 games", value);
    memcpy(number, value, digits);
    number[digits] = '\0';
    said->sampled = value + digits + 1;
    return text_to_uint64(number, "sample", &said->sample, err);
}

static bool read_basis(const char *value, LabSaid *said, Error *err) {
    for (int i = 0; i < LAB_BASES; i++) {
        const char *name = lab_basis_name((LabBasis)i);
        if (strncmp(value, name, strlen(name)) != 0) continue;
        const char *says = value + strlen(name);
        if (*says && strncmp(says, ": ", 2) != 0) break;
        if (!*says && i != LAB_MEASURED) return error_set(err, "say after '%s: ' what was chosen, or why", name);
        said->basis = (LabBasis)i;
        said->basis_says = *says ? says + 2 : "";
        return true;
    }
    return error_set(err, "'%.40s' is none of measured, fitted: WHAT, by construction: WHY", value);
}

static bool read_fit_seeds(const char *value, LabSaid *said, Error *err) {
    if (said->basis != LAB_FITTED) return error_set(err, "only what was fitted has them");
    if (strspn(value, "0123456789 ") != strlen(value))
        return error_set(err, "'%s' is no list of seeds, as in 7 31", value);
    return true;
}

bool lab_was_fitted_on(const LabSaid *said, uint64_t seed) {
    char *end;
    for (const char *at = said->fit_seeds; *at; at = end) {
        if (strtoull(at, &end, 10) == seed && end != at) return true;
        if (end == at) return false;
    }
    return false;
}

static bool read_readings(const char *value, LabSaid *said, Error *err) {
    int64_t number;
    if (!text_to_int(value, "readings", 1, 999, &number, err)) return false;
    said->readings = (int)number;
    return true;
}

// ---- Blocks ----

typedef struct Block {
    LabSaid said;
    const char *value[KEY_COUNT];
    int line; // where it begins; 0: not yet
} Block;

// Half the interval a paper prints, from the games behind it: what is printed is rounded, often to whole points.
static double range_error(const LabSaid *said) {
    double confidence = said->confidence ? said->confidence / 100.0 : 0.95;
    double middle = (said->published + said->published_high) / 2;
    return lab_percent_error(middle, (double)said->sample) * stats_normal_quantile(0.5 + confidence / 2) /
           stats_normal_quantile(0.975);
}

static bool end_block(LabClaims *claims, Block *block, Error *err) {
    LabSaid *said = &block->said;
    if (!block->line) return true;
    *said = (LabSaid){.where = "",
                      .text = "",
                      .words = "",
                      .unit = "",
                      .basis_says = "",
                      .fit_seeds = "",
                      .differs = "",
                      .contradiction = "",
                      .sampled = "",
                      .readings = 1,
                      .kind = LAB_STATEMENT,
                      .line = block->line};
    for (int i = 0; i < KEY_COUNT; i++) {
        const char *value = block->value[i];
        if (KEYS[i].needed && !value) return error_set(err, "the key '%s' is missing", KEYS[i].name);
        if (!value) continue;
        if (strlen(value) >= KEYS[i].room)
            return error_set(err, "%s is longer than %d characters", KEYS[i].name, (int)KEYS[i].room - 1);
        if (KEYS[i].at || i == 0) *(const char **)(void *)((char *)said + KEYS[i].at) = value;
        if (KEYS[i].read && !KEYS[i].read(value, said, err)) return error_prefix(err, "%s", KEYS[i].name);
    }
    if (said->kind == LAB_EQUAL && said_in_percent(said) && strcmp(said->sampled, "games") == 0)
        said->error = lab_percent_error(said->published, (double)said->sample);
    if (said->kind == LAB_RANGE && said_in_percent(said) && strcmp(said->sampled, "games") == 0)
        said->error = range_error(said);
    if (said->kind == LAB_EQUAL && said_in_percent(said) && said->mirror == 0) said->mirror = 100 - said->published;
    if (said->kind == LAB_RANGE && said_in_percent(said) && said->mirror == 0) {
        said->mirror = 100 - said->published_high;
        said->mirror_high = 100 - said->published;
    }
    if (lab_claims_find(claims, said->id)) return error_set(err, "the id '%s' stands there already", said->id);
    LabSaid *grown = realloc(claims->list, (size_t)(claims->count + 1) * sizeof *grown);
    if (!grown) return error_set(err, "out of memory");
    claims->list = grown;
    claims->list[claims->count++] = *said;
    *block = (Block){.line = 0};
    return true;
}

static bool read_claims_line(Block *block, char *line, int number, Error *err) {
    char *colon = strchr(line, ':');
    if (!colon || colon[1] != ' ') return error_set(err, "'%.40s' is not `key: value`", line);
    *colon = '\0';
    if (!block->line) block->line = number;
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(line, KEYS[i].name) != 0) continue;
        if (block->value[i]) return error_set(err, "%s stands there already", line);
        block->value[i] = colon + 1 + strspn(colon + 1, " ");
        return *block->value[i] || error_set(err, "%s has no value", line);
    }
    return error_set(err,
                     "there is no key '%.40s'; it is one of id, where, claim, words, unit, value, mirror, "
                     "rounding, confidence, sample, basis, seeds, readings, differs, inconsistent",
                     line);
}

enum { JOINT = '\v' }; // where two lines were joined, so that lines can still be counted

// Joins lines that go on in the next one: a JOINT stands for the newline and the blanks.
static void join_lines(char *text) {
    char *to = text;
    for (const char *at = text; *at;) {
        bool goes_on = *at == '\n' && at[1] == ' ';
        *to++ = goes_on ? JOINT : *at;
        at += goes_on ? 1 + strspn(at + 1, " ") : 1;
    }
    *to = '\0';
}

static int open_joints(char *line) {
    int joints = 0;
    for (; *line; line++)
        if (*line == JOINT) *line = ' ', joints++;
    return joints;
}

bool lab_claims_read(const char *text, const char *name, LabClaims *claims, Error *err) {
    Block block = {.line = 0};
    int number = 1;
    bool good = true;
    *claims = (LabClaims){.text = strdup(text)};
    if (!claims->text) return error_set(err, "out of memory");
    join_lines(claims->text);
    char *rest = claims->text;
    for (char *line; good && (line = strsep(&rest, "\n")) != NULL; number++) {
        int joints = open_joints(line);
        if (*line == '#') continue;
        int begun = block.line ? block.line : number;
        if (*line)
            good = read_claims_line(&block, line, number, err) || error_prefix(err, "%s: line %d", name, number);
        else
            good = end_block(claims, &block, err) || error_prefix(err, "%s: the claim of line %d", name, begun);
        number += joints;
    }
    int begun = block.line;
    return good && (end_block(claims, &block, err) || error_prefix(err, "%s: the claim of line %d", name, begun));
}

void lab_claims_free(LabClaims *claims) {
    free(claims->list);
    free(claims->text);
    *claims = (LabClaims){.count = 0};
}

const LabSaid *lab_claims_find(const LabClaims *claims, const char *id) {
    for (int i = 0; i < claims->count; i++)
        if (strcmp(claims->list[i].id, id) == 0) return &claims->list[i];
    return NULL;
}

// ---- The audit ----

static bool has_line(const char *lines, const char *word) {
    size_t size = strlen(word);
    for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strncmp(at, word, size) == 0 && at[size] == '\n') return true;
    return false;
}

static bool audit_measures(const LabPaper *paper, const LabClaims *claims, char *ids, Error *err) {
    char *rest = ids;
    for (char *id; (id = strsep(&rest, "\n")) != NULL;)
        if (*id && !lab_claims_find(claims, id))
            return error_set(err, "%s measures '%s', of which %s.claims says nothing", paper->name, id, paper->name);
    return true;
}

bool lab_audit(const LabPaper *paper, Error *err) {
    LabClaims claims = {.count = 0};
    Text ids = {0}, name = {0};
    text_addf(&name, "%s.claims", paper->name);
    bool good = lab_claims_read(paper->claims ? paper->claims : "", name.data, &claims, err);
    text_add(&ids, "");
    if (good && paper->measures) paper->measures(&ids);
    for (int i = 0; good && i < claims.count; i++)
        if (!has_line(ids.data, claims.list[i].id))
            good =
                error_set(err, "%s: line %d: nothing measures '%s'", name.data, claims.list[i].line, claims.list[i].id);
    good = good && audit_measures(paper, &claims, ids.data, err);
    lab_claims_free(&claims);
    text_free(&ids);
    text_free(&name);
    return good;
}
