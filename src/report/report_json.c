// SPDX-License-Identifier: MIT
// A run as JSON.
#include <stdio.h>

#include "base/version.h"
#include "report/report.h"

static void claim_json(const LabClaim *claim, Json *json) {
    static const char *const kinds[] = {"equal", "at_least", "range", "statement"};
    bool statement = claim->kind == LAB_STATEMENT;
    json_object(json, NULL);
    json_string(json, "id", claim->id);
    json_string(json, "where", claim->where);
    json_string(json, "claim", claim->text);
    json_string(json, "words", claim->words);
    json_string(json, "basis", lab_basis_name(claim->basis));
    if (*claim->basis_says) json_string(json, "basis_says", claim->basis_says);
    json_int(json, "readings", claim->readings);
    json_string(json, "reading", claim->reading);
    json_string(json, "unit", claim->unit);
    json_string(json, "kind", kinds[claim->kind]);
    if (statement && claim->holds != LAB_UNDECIDED) json_bool(json, "holds", claim->holds == LAB_HOLDS);
    if (!statement) {
        json_double(json, "paper", claim->published);
        if (claim->kind == LAB_RANGE) json_double(json, "paper_high", claim->published_high);
        json_double(json, "paper_error", claim->error);
        json_double(json, "paper_rounding", claim->rounding);
        if (claim->sample) json_uint(json, "paper_sample", claim->sample);
        if (claim->sample) json_string(json, "paper_sampled", claim->sampled);
        json_double(json, "ours", claim->ours);
        json_double(json, "low", claim->low);
        json_double(json, "high", claim->high);
        if (claim->confidence) json_int(json, "confidence", claim->confidence);
    }
    json_uint(json, "count", claim->count);
    json_string(json, "counted", claim->counted);
    if (*claim->recorded) json_string(json, "recorded", claim->recorded);
    json_string(json, "verdict", lab_verdict_name(lab_verdict(claim)));
    if (*claim->contradiction) json_string(json, "contradiction", claim->contradiction);
    if (*claim->differs) json_string(json, "differs", claim->differs);
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
    LabCounts counts = lab_count_verdicts(run, paper);
    json_object(json, NULL);
    json_string(json, "name", paper->name);
    json_string(json, "title", paper->title);
    json_string(json, "source", paper->source);
    json_string(json, "size", lab_is_full(run, paper) ? "full" : "quick");
    if (paper->against) json_string(json, "against", paper->against);
    json_object(json, "verdicts");
    json_int(json, "claims", lab_count_all(&counts));
    for (int i = 0; i < LAB_VERDICTS; i++)
        json_int(json, lab_verdict_name((LabVerdict)i), lab_count_verdict(&counts, (LabVerdict)i));
    json_end(json);
    json_object(json, "verdicts_by_basis");
    for (int basis = 0; basis < LAB_BASES; basis++) {
        json_object(json, lab_basis_name((LabBasis)basis));
        json_int(json, "claims", lab_count_basis(&counts, (LabBasis)basis));
        for (int i = 0; i < LAB_VERDICTS; i++) json_int(json, lab_verdict_name((LabVerdict)i), counts.of[basis][i]);
        json_end(json);
    }
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
    gin_rules_print(&run->rules, rules);
    json_object(json, NULL);
    json_string(json, "version", DEADWOOD_VERSION);
    json_string(json, "size", run->full ? "full" : run->brief ? "brief" : "quick");
    json_uint(json, "seed", run->seed);
    json_string(json, "rules", rules);
    json_bool(json, "complete", !run->interrupted);
    if (*run->missing) json_string(json, "missing", run->missing);
    json_array(json, "papers");
    for (int i = 0; i < run->begun_count; i++) paper_json(run, run->begun[i], json);
    json_end_array(json);
    json_end(json);
}
