// SPDX-License-Identifier: MIT
// The laboratory: compares what a paper claims with what we measure.
//
// A paper is a row of papers/papers.c. Its `run` plays experiments and leaves three kinds of things in the LabRun:
// claims (a number of the paper, ours, an interval), figures (a data file and a gnuplot script) and tables of our own.
// Verdicts, tables, JSON and the page are made from those alone, so a new paper brings no new output code.
#ifndef DEADWOOD_REPORT_LAB_H
#define DEADWOOD_REPORT_LAB_H

#include "base/error.h"
#include "base/scope.h"
#include "base/text/text.h"
#include "contest/match.h"
#include "gin/gin.h"
#include "report/claim.h"
#include "report/figure.h"
#include "report/table.h"

// A paper. `run` fails only if there is nothing to report; an interruption is not a failure.
struct LabPaper {
    const char *name;   // on the command line: "heisenbot"
    const char *title;  // as published
    const char *source; // authors and year
    const char *claims; // what it claims: the text of its claims file (claims.h), or NULL
    // Adds the ids of all claims that `run` measures, one a line, from the same tables as `run` does.
    void (*measures)(Text *ids);
    bool (*run)(LabRun *run, Error *err);
    // Makes the paper's models anew in a folder that is there, from nothing; NULL for a paper without models.
    bool (*train)(const LabRun *run, const char *folder, Error *err);
    bool brief;          // even in full it takes no more than half a minute
    const char *against; // what its claims' numbers are, as a column's head: NULL for "paper"
    const char *about;   // where it is told in words: "docs/papers/heisenbot.md"
};

enum { LAB_SEED = 2026 }; // of a run that is given none: nothing was ever chosen by looking at it
enum { LAB_MAX_PAPERS = 16, LAB_MAX_CLAIMS = 400, LAB_MAX_FIGURES = 64, LAB_MAX_TABLES = 32 };

struct LabRun {
    // what was asked for
    bool full;  // at the size of the paper's own experiments
    bool brief; // those that are brief at that size (LabPaper), the others quickly
    bool train; // models are made anew, in the folder's models/, instead of read from where they lie
    bool quiet;
    uint64_t seed;
    uint64_t games; // if not 0, instead of every experiment's own number
    int threads;
    Store *store; // where the games of matches are kept and found again, or NULL
    GinRules rules;
    const char *folder; // where everything goes; NULL: nothing is written
    Text models;        // the folder of models made anew in this run, which are then used; or empty
    // what came out
    const LabPaper *paper; // the one at work
    int begun_count;
    const LabPaper *begun[LAB_MAX_PAPERS];  // in the order of the report
    struct LabClaims *said[LAB_MAX_PAPERS]; // their claims files
    bool interrupted;
    char missing[160]; // why there are no figures, or empty
    int claim_count, figure_count, table_count;
    LabClaim claims[LAB_MAX_CLAIMS];
    LabFigure figures[LAB_MAX_FIGURES];
    LabTable tables[LAB_MAX_TABLES];
};

// The caller ends it with lab_close. NULL with err set without memory.
LabRun *lab_open(Error *err);
void lab_close(LabRun *run);

// Makes the folders, makes the models if that is asked for (and lets models be found where they lie), runs one
// paper, draws its figures. False with err set on failure; what was done stays in `run`.
bool lab_run_paper(LabRun *run, const LabPaper *paper, Error *err);

// True once the paper was begun in this run.
bool lab_was_run(const LabRun *run, const LabPaper *paper);

// What follows belongs to this paper; lab_run_paper does it. False with err set if its claims file is wrong.
bool lab_begin(LabRun *run, const LabPaper *paper, Error *err);

// What the paper at work says under this id (claims.h); NULL if nothing.
const struct LabSaid *lab_said(const LabRun *run, const char *id);

// The command that repeats one paper of this run, options included.
void lab_command(const LabRun *run, const LabPaper *paper, Text *text);

// " --rules R" as every command needs it, or nothing for the default rules.
void lab_rules_option(const LabRun *run, Text *text);

// Is this paper played in full? And the one at work?
bool lab_is_full(const LabRun *run, const LabPaper *paper);
bool lab_full(const LabRun *run);

// `full` or `quick` units of work, as asked for; --games goes before both.
uint64_t lab_size(const LabRun *run, uint64_t quick, uint64_t full);

// A match with the seed and the threads of the run, which goes on with the games that its store holds.
MatchPlan lab_match(const LabRun *run, const char *first, const char *second, uint64_t games);

// Whether this run plays a part of a study alone (--shard), whose report nobody reads.
bool lab_plays_part(const LabRun *run);

// Makes a folder and those it lies in, unless they are there; the folders that figures need.
bool lab_make_folder(const char *path, Error *err);

// How much of a path exists before lab_make_folder. With it, folders that were made and are still empty are removed
// again, so that a refused command leaves nothing behind.
size_t lab_folder_there(const char *path);
void lab_remove_folder(const char *path, size_t there);

bool lab_make_folders(const LabRun *run, Error *err);

#endif
