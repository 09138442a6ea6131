// SPDX-License-Identifier: MIT
// Tables of results that match no single number of a paper.
#ifndef DEADWOOD_REPORT_TABLE_H
#define DEADWOOD_REPORT_TABLE_H

#include "base/text/text.h"

typedef struct LabPaper LabPaper; // lab.h
typedef struct LabRun LabRun;

enum { LAB_MAX_COLUMNS = 16 };

// A table of what we measured or used that answers no single number of the paper: lines of cells with tabs between
// them, the names of the columns first. The first column is words, the others are numbers or short words.
typedef struct LabTable {
    const LabPaper *paper;
    char title[112];
    char about[480]; // one or two sentences, or empty
    Text rows;
} LabTable;

// A new table of the paper at work; `columns` are the names with tabs between them. Rows are added to table->rows, each
// ended by a newline.
LabTable *lab_table(LabRun *run, const char *title, const char *columns);
void lab_table_about(LabTable *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Calls `cell` for every cell of a table; row 0 holds the names of the columns. The text is good during the call.
void lab_table_cells(const LabTable *table, void *context,
                     void (*cell)(void *context, int row, int column, const char *text));

#endif
