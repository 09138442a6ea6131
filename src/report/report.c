// SPDX-License-Identifier: MIT
// Claims as a plain table.
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool same_claim(const LabClaim *a, const LabClaim *b) {
    return a->paper == b->paper && strcmp(a->id, b->id) == 0;
}

LabCounts lab_count_verdicts(const LabRun *run, const LabPaper *paper) {
    LabCounts counts = {{{0}}};
    for (int i = 0; i < run->claim_count; i++) {
        const LabClaim *claim = &run->claims[i];
        if (claim->paper != paper) continue;
        LabVerdict best = lab_verdict(claim);
        for (; i + 1 < run->claim_count && same_claim(claim, &run->claims[i + 1]); i++) {
            LabVerdict next = lab_verdict(&run->claims[i + 1]);
            if (next < best) best = next;
        }
        counts.of[claim->basis][best]++;
    }
    return counts;
}

int lab_count_basis(const LabCounts *counts, LabBasis basis) {
    int count = 0;
    for (int verdict = 0; verdict < LAB_VERDICTS; verdict++) count += counts->of[basis][verdict];
    return count;
}

int lab_count_verdict(const LabCounts *counts, LabVerdict verdict) {
    int count = 0;
    for (int basis = 0; basis < LAB_BASES; basis++) count += counts->of[basis][verdict];
    return count;
}

int lab_count_all(const LabCounts *counts) {
    int count = 0;
    for (int basis = 0; basis < LAB_BASES; basis++) count += lab_count_basis(counts, (LabBasis)basis);
    return count;
}

enum { WHERE = 10, CLAIM = 39, INDENT = WHERE + 1, WIDTH = 98 };

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

// Behind the verdict: what was not measured is marked.
static const char *const BASIS_MARK[LAB_BASES] = {"", " (f)", " (c)"};

static void print_said(const char *says, Text *text) {
    if (!*says) return;
    text_addf(text, "%-*s", INDENT + 2, "");
    add_wrapped(text, says, INDENT + 2, WIDTH);
    text_add(text, "\n");
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
    text_addf(text, "%-*s %6s %9s  %-14s %s%s\n", CLAIM, label, published, ours, interval,
              lab_verdict_name(lab_verdict(claim)), BASIS_MARK[claim->basis]);
    print_said(claim->note, text);
    if (lab_verdict(claim) == LAB_DIFFERS && !reading) print_said(claim->differs, text);
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
    LabCounts counts = lab_count_verdicts(run, paper);
    if (lab_count_all(&counts) == 0) { // what is needed to measure them is missing
        text_add(text, "\nno claims could be measured\n");
        return;
    }
    text_addf(text, "\n%-16s %6s", "basis", "claims");
    for (int i = 0; i < LAB_VERDICTS; i++) text_addf(text, "  %s", lab_verdict_name((LabVerdict)i));
    for (int basis = 0; basis < LAB_BASES; basis++) {
        if (!lab_count_basis(&counts, (LabBasis)basis)) continue;
        text_addf(text, "\n%-16s %6d", lab_basis_name((LabBasis)basis), lab_count_basis(&counts, (LabBasis)basis));
        for (int i = 0; i < LAB_VERDICTS; i++)
            text_addf(text, "  %*d", (int)strlen(lab_verdict_name((LabVerdict)i)), counts.of[basis][i]);
    }
    text_add(
        text,
        "\n(f) fitted, (c) by construction: only measured claims can confirm a paper. One with several readings\ncounts by its best.\n");
}

void lab_print_table(const LabRun *run, const LabPaper *paper, Text *text) {
    text_addf(text, "%s\n%s\n\n", paper->title, paper->source);
    const LabClaim *before = NULL;
    for (int i = 0; i < run->claim_count; i++) {
        const LabClaim *claim = &run->claims[i];
        if (claim->paper != paper) continue;
        bool place = !before || strcmp(before->where, claim->where) != 0;
        if (!before)
            text_addf(text, "%-*s %-*s %6s %9s  %-14s %s\n", WHERE, "where", CLAIM, "claim",
                      paper->against ? paper->against : "paper", "ours", "95% interval", "verdict");
        if (before && place) text_add(text, "\n");
        print_row(claim, place, !before || !same_claim(before, claim), text);
        before = claim;
    }
    print_confidence(run, paper, text);
    lab_print_tables(run, paper, text);
    print_counts(run, paper, text);
}
