// SPDX-License-Identifier: MIT
#include "report/table.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "report/lab_internal.h"

LabTable *lab_table(LabRun *run, const char *title, const char *columns) {
    assert(run->table_count < LAB_MAX_TABLES);
    LabTable *table = &run->tables[run->table_count++];
    *table = (LabTable){.paper = run->paper};
    text_copy(table->title, sizeof table->title, title);
    text_addf(&table->rows, "%s\n", columns);
    return table;
}

void lab_table_about(LabTable *table, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lab_fill(table->about, sizeof table->about, format, args);
    va_end(args);
}

void lab_table_cells(const LabTable *table, void *context,
                     void (*cell)(void *context, int row, int column, const char *text)) {
    Text word = {0};
    int row = 0, column = 0;
    for (const char *at = table->rows.data; *at;) {
        size_t size = strcspn(at, "\t\n");
        text_clear(&word);
        text_add_bytes(&word, at, size);
        cell(context, row, column++, word.data ? word.data : "");
        if (at[size] == '\n') row++, column = 0;
        at += size + (at[size] != '\0');
    }
    text_free(&word);
}
