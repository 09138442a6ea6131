// SPDX-License-Identifier: MIT
// The papers, one folder each; papers.c lists them.
#ifndef DEADWOOD_PAPERS_PAPERS_H
#define DEADWOOD_PAPERS_PAPERS_H

#include "report/lab.h"

// All of them, in the order of the report; and one by its name, NULL with err set if there is none.
const LabPaper *const *lab_papers(int *count);
const LabPaper *lab_find_paper(const char *name, Error *err);

// Their claims files, as cmake/embed.cmake made them part of the program.
extern const char lab_claims_heisenbot[];
extern const char lab_claims_nguyen[];
extern const char lab_claims_mishra[];
extern const char lab_claims_hearts[];
extern const char lab_claims_champion[];

extern const char lab_recorded_champion[]; // what was measured once and takes hours

extern const LabPaper lab_heisenbot;
extern const LabPaper lab_nguyen;
extern const LabPaper lab_mishra;
extern const LabPaper lab_hearts;
extern const LabPaper lab_champion; // no paper, but measured like one

#endif
