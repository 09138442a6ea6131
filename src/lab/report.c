// SPDX-License-Identifier: MIT
// Claims as a plain table and as JSON.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "lab/lab.h"

// Digits after the point that the paper prints.
static int published_digits(const LabClaim *claim) {
    if (claim->rounding <= 0) return claim->published == floor(claim->published) ? 0 : 1;
    return claim->rounding > 0.4 ? 0 : claim->rounding > 0.04 ? 1 : 2;
}

static bool is_exact(const LabClaim *claim) { return !(claim->low < claim->high); }

void lab_print_published(const LabClaim *claim, char text[LAB_NUMBER_TEXT]) {
    if (claim->kind == LAB_STATEMENT)
        snprintf(text, LAB_NUMBER_TEXT, "stated");
    else if (claim->kind == LAB_RANGE)
        snprintf(text, LAB_NUMBER_TEXT, "%.*f-%.*f", published_digits(claim), claim->published, published_digits(claim),
                 claim->published_high);
    else
        snprintf(text, LAB_NUMBER_TEXT, "%s%.*f", claim->kind == LAB_AT_LEAST ? "> " : "", published_digits(claim),
                 claim->published);
}

void lab_print_ours(const LabClaim *claim, char text[LAB_NUMBER_TEXT]) {
    static const char *const answers[] = {"undecided", "holds", "fails"};
    int digits = is_exact(claim) ? published_digits(claim) : published_digits(claim) + (claim->rounding > 0.4);
    if (claim->kind == LAB_STATEMENT)
        snprintf(text, LAB_NUMBER_TEXT, "%s", answers[claim->holds]);
    else if (isfinite(claim->ours))
        snprintf(text, LAB_NUMBER_TEXT, "%.*f", digits, claim->ours);
    else
        snprintf(text, LAB_NUMBER_TEXT, "none");
}

void lab_print_interval(const LabClaim *claim, char text[LAB_NUMBER_TEXT]) {
    int digits = published_digits(claim) + (claim->rounding > 0.4);
    if (claim->kind == LAB_STATEMENT || !isfinite(claim->ours))
        text[0] = '\0';
    else if (is_exact(claim))
        snprintf(text, LAB_NUMBER_TEXT, "exact");
    else
        snprintf(text, LAB_NUMBER_TEXT, "%.*f to %.*f", digits, claim->low, digits, claim->high);
}

const char *lab_print_count(uint64_t count, char text[LAB_NUMBER_TEXT]) {
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%" PRIu64, count), at = 0;
    for (int i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0) text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = '\0';
    return text;
}

static bool same_claim(const LabClaim *a, const LabClaim *b) {
    return a->paper == b->paper && strcmp(a->where, b->where) == 0 && strcmp(a->text, b->text) == 0;
}

int lab_count_verdicts(const LabRun *run, const LabPaper *paper, int verdicts[LAB_VERDICTS]) {
    int count = 0;
    memset(verdicts, 0, LAB_VERDICTS * sizeof *verdicts);
    for (int i = 0; i < run->claim_count; i++) {
        const LabClaim *claim = &run->claims[i];
        if (claim->paper != paper) continue;
        LabVerdict best = lab_verdict(claim);
        for (; i + 1 < run->claim_count && same_claim(claim, &run->claims[i + 1]); i++) {
            LabVerdict next = lab_verdict(&run->claims[i + 1]);
            if (next < best) best = next;
        }
        verdicts[best]++;
        count++;
    }
    return count;
}

enum { WHERE = 10, CLAIM = 47, INDENT = WHERE + 1, WIDTH = 98 };

// Adds words in lines of at most `width` characters, all but the first indented.
static void add_wrapped(Text *text, const char *words, int indent, int width) {
    int at = indent;
    while (*words) {
        int size = (int)strcspn(words, " ");
        if (at > indent && at + 1 + size > width) {
            text_addf(text, "\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            text_add(text, " ");
            at++;
        }
        text_addf(text, "%.*s", size, words);
        at += size;
        words += size + (words[size] == ' ');
    }
}

// `place`: the first row of its place in the paper; `first`: the first reading of its claim.
static void print_row(const LabClaim *claim, bool place, bool first, Text *text) {
    char published[LAB_NUMBER_TEXT], ours[LAB_NUMBER_TEXT], interval[LAB_NUMBER_TEXT], label[160];
    lab_print_published(claim, published);
    lab_print_ours(claim, ours);
    lab_print_interval(claim, interval);
    bool reading = *claim->reading != '\0';
    if (reading && first) {
        text_addf(text, "%-*s ", WHERE, place ? claim->where : "");
        add_wrapped(text, claim->text, INDENT, WIDTH);
        text_add(text, "\n");
    }
    if (reading)
        snprintf(label, sizeof label, "  %s", claim->reading);
    else if (*claim->unit)
        snprintf(label, sizeof label, "%s, %s", claim->text, claim->unit);
    else
        snprintf(label, sizeof label, "%s", claim->text);
    text_addf(text, "%-*s ", WHERE, reading || !place ? "" : claim->where);
    if (strlen(label) > CLAIM) { // a long one stands on lines of its own, the numbers below it
        add_wrapped(text, label, INDENT, WIDTH);
        text_addf(text, "\n%-*s", INDENT, "");
        label[0] = '\0';
    }
    text_addf(text, "%-*s %6s %9s  %-14s %s\n", CLAIM, label, published, ours, interval,
              lab_verdict_name(lab_verdict(claim)));
    if (!*claim->note) return;
    text_addf(text, "%-*s", INDENT + 2, "");
    add_wrapped(text, claim->note, INDENT + 2, WIDTH);
    text_add(text, "\n");
}

// The papers' own confidences, where they are not the 95% of the column's name.
static void print_confidence(const LabRun *run, const LabPaper *paper, Text *text) {
    int confidence = 0;
    for (int i = 0; i < run->claim_count && !confidence; i++)
        if (run->claims[i].paper == paper) confidence = run->claims[i].confidence;
    if (confidence)
        text_addf(text, "\nWhere the paper prints an interval, ours beside it is a %d%% one, as the paper's.\n",
                  confidence);
}

typedef struct Columns {
    Text *text;
    int width[LAB_MAX_COLUMNS];
} Columns;

static void measure_cell(void *context, int row, int column, const char *text) {
    (void)row;
    Columns *columns = context;
    int size = (int)strlen(text);
    if (column < LAB_MAX_COLUMNS && size > columns->width[column]) columns->width[column] = size;
}

// Words left, numbers right.
static void print_cell(void *context, int row, int column, const char *text) {
    const Columns *columns = context;
    if (column >= LAB_MAX_COLUMNS) return;
    int width = columns->width[column];
    if (column == 0) text_addf(columns->text, "%s%-*s", row ? "\n" : "", width, text);
    if (column > 0) text_addf(columns->text, "  %*s", width, text);
}

void lab_print_tables(const LabRun *run, const LabPaper *paper, Text *text) {
    for (int i = 0; i < run->table_count; i++) {
        const LabTable *table = &run->tables[i];
        if (table->paper != paper) continue;
        Columns columns = {.text = text};
        text_addf(text, "\n%s\n", table->title);
        if (*table->about) {
            add_wrapped(text, table->about, 0, WIDTH);
            text_add(text, "\n");
        }
        lab_table_cells(table, &columns, measure_cell);
        lab_table_cells(table, &columns, print_cell);
        text_add(text, "\n");
    }
}

static void print_counts(const LabRun *run, const LabPaper *paper, Text *text) {
    int verdicts[LAB_VERDICTS];
    int count = lab_count_verdicts(run, paper, verdicts);
    if (count == 0) { // what is needed to measure them is missing
        text_add(text, "\nno claims could be measured\n");
        return;
    }
    text_addf(text, "\n%d claims: ", count);
    for (int i = 0; i < LAB_VERDICTS; i++)
        text_addf(text, "%s%d %s", i ? ", " : "", verdicts[i],
                  i == LAB_AGREES && verdicts[i] != 1    ? "agree"
                  : i == LAB_DIFFERS && verdicts[i] != 1 ? "differ"
                                                         : lab_verdict_name((LabVerdict)i));
    text_add(text, " (one with several readings counts by its best)\n");
}

void lab_print_table(const LabRun *run, const LabPaper *paper, Text *text) {
    text_addf(text, "%s\n%s\n\n", paper->title, paper->source);
    const LabClaim *before = NULL;
    for (int i = 0; i < run->claim_count; i++) {
        const LabClaim *claim = &run->claims[i];
        if (claim->paper != paper) continue;
        bool place = !before || strcmp(before->where, claim->where) != 0;
        if (!before)
            text_addf(text, "%-*s %-*s %6s %9s  %-14s %s\n", WHERE, "where", CLAIM, "claim", "paper", "ours",
                      "95% interval", "verdict");
        if (before && place) text_add(text, "\n");
        print_row(claim, place, !before || !same_claim(before, claim), text);
        before = claim;
    }
    print_confidence(run, paper, text);
    lab_print_tables(run, paper, text);
    print_counts(run, paper, text);
}

static void claim_json(const LabClaim *claim, Json *json) {
    static const char *const kinds[] = {"equal", "at_least", "range", "statement"};
    bool statement = claim->kind == LAB_STATEMENT;
    json_object(json, NULL);
    json_string(json, "where", claim->where);
    json_string(json, "claim", claim->text);
    json_string(json, "reading", claim->reading);
    json_string(json, "unit", claim->unit);
    json_string(json, "kind", kinds[claim->kind]);
    if (statement && claim->holds != LAB_UNDECIDED) json_bool(json, "holds", claim->holds == LAB_HOLDS);
    if (!statement) {
        json_double(json, "paper", claim->published);
        if (claim->kind == LAB_RANGE) json_double(json, "paper_high", claim->published_high);
        json_double(json, "paper_error", claim->error);
        json_double(json, "paper_rounding", claim->rounding);
        json_double(json, "ours", claim->ours);
        json_double(json, "low", claim->low);
        json_double(json, "high", claim->high);
        if (claim->confidence) json_int(json, "confidence", claim->confidence);
    }
    json_uint(json, "count", claim->count);
    json_string(json, "counted", claim->counted);
    json_string(json, "verdict", lab_verdict_name(lab_verdict(claim)));
    json_string(json, "command", claim->command);
    json_string(json, "note", claim->note);
    json_end(json);
}

static void figure_json(const LabFigure *figure, Json *json) {
    char path[96];
    json_object(json, NULL);
    json_string(json, "where", figure->where);
    json_string(json, "title", figure->title);
    json_string(json, "caption", figure->caption);
    snprintf(path, sizeof path, "data/%s.dat", figure->name);
    json_string(json, "data", path);
    snprintf(path, sizeof path, "figures/%s.gp", figure->name);
    json_string(json, "script", path);
    snprintf(path, sizeof path, "figures/%s.svg", figure->name);
    if (figure->drawn) json_string(json, "svg", path);
    snprintf(path, sizeof path, "figures/%s.png", figure->name);
    if (figure->png) json_string(json, "png", path);
    json_end(json);
}

typedef struct CellJson {
    Json *json;
    bool open; // a row is
} CellJson;

static void cell_json(void *context, int row, int column, const char *text) {
    CellJson *self = context;
    (void)row;
    if (column == 0 && self->open) json_end_array(self->json);
    if (column == 0) json_array(self->json, NULL);
    self->open = true;
    json_string(self->json, NULL, text);
}

static void table_json(const LabTable *table, Json *json) {
    json_object(json, NULL);
    json_string(json, "title", table->title);
    json_string(json, "about", table->about);
    json_array(json, "rows");
    CellJson self = {.json = json};
    lab_table_cells(table, &self, cell_json);
    if (self.open) json_end_array(json);
    json_end_array(json);
    json_end(json);
}

static void paper_json(const LabRun *run, const LabPaper *paper, Json *json) {
    int verdicts[LAB_VERDICTS];
    json_object(json, NULL);
    json_string(json, "name", paper->name);
    json_string(json, "title", paper->title);
    json_string(json, "source", paper->source);
    json_object(json, "verdicts");
    json_int(json, "claims", lab_count_verdicts(run, paper, verdicts));
    for (int i = 0; i < LAB_VERDICTS; i++) json_int(json, lab_verdict_name((LabVerdict)i), verdicts[i]);
    json_end(json);
    json_array(json, "claims");
    for (int i = 0; i < run->claim_count; i++)
        if (run->claims[i].paper == paper) claim_json(&run->claims[i], json);
    json_end_array(json);
    json_array(json, "figures");
    for (int i = 0; i < run->figure_count; i++)
        if (run->figures[i].paper == paper) figure_json(&run->figures[i], json);
    json_end_array(json);
    json_array(json, "tables");
    for (int i = 0; i < run->table_count; i++)
        if (run->tables[i].paper == paper) table_json(&run->tables[i], json);
    json_end_array(json);
    json_end(json);
}

void lab_print_json(const LabRun *run, Json *json) {
    char rules[GIN_RULES_TEXT];
    int count;
    const LabPaper *const *papers = lab_papers(&count);
    gin_rules_print(&run->rules, rules);
    json_object(json, NULL);
    json_string(json, "version", DEADWOOD_VERSION);
    json_string(json, "size", run->full ? "full" : "quick");
    json_uint(json, "seed", run->seed);
    json_string(json, "rules", rules);
    json_bool(json, "complete", !run->interrupted);
    if (*run->missing) json_string(json, "missing", run->missing);
    json_array(json, "papers");
    for (int i = 0; i < count; i++)
        if (lab_was_run(run, papers[i])) paper_json(run, papers[i], json);
    json_end_array(json);
    json_end(json);
}
