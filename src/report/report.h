// SPDX-License-Identifier: MIT
// A run's claims and tables for people and for programs.
#ifndef DEADWOOD_REPORT_REPORT_H
#define DEADWOOD_REPORT_REPORT_H

#include "base/text/json.h"
#include "report/lab.h"

// The claims of one paper as a table of at most 100 columns, then its other tables.
void lab_print_table(const LabRun *run, const LabPaper *paper, Text *text);

// Those other tables alone.
void lab_print_tables(const LabRun *run, const LabPaper *paper, Text *text);

// How many claims of each basis have each verdict, a claim with several readings counted by its best.
typedef struct LabCounts {
    int of[LAB_BASES][LAB_VERDICTS];
} LabCounts;
LabCounts lab_count_verdicts(const LabRun *run, const LabPaper *paper);
int lab_count_basis(const LabCounts *counts, LabBasis basis);       // whatever the verdict
int lab_count_verdict(const LabCounts *counts, LabVerdict verdict); // whatever the basis
int lab_count_all(const LabCounts *counts);

// Everything as one JSON object.
void lab_print_json(const LabRun *run, Json *json);

#endif
