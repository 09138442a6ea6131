// SPDX-License-Identifier: MIT
// The page with everything, for a browser.
#ifndef DEADWOOD_REPORT_PAGE_H
#define DEADWOOD_REPORT_PAGE_H

#include "report/lab.h"

// Adds the text as HTML, `& < > " '` escaped.
void lab_escape(Text *html, const char *text);

// The page with tables and figures, complete in itself.
bool lab_print_page(const LabRun *run, Text *html, Error *err);

// Writes index.html and claims.json to the run's folder.
bool lab_write_report(const LabRun *run, Error *err);

#endif
