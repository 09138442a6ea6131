// SPDX-License-Identifier: MIT
// The page around an analysis of any game: everything in one file, nothing loaded from anywhere, no scripts.
#ifndef DEADWOOD_ANALYSIS_ANALYSIS_PAGE_H
#define DEADWOOD_ANALYSIS_ANALYSIS_PAGE_H

#include "base/card.h"
#include "base/text/text.h"

void analysis_page_begin(Text *page, const char *title); // to its heading, the title
void analysis_page_end(Text *page);

// A line through `count` heights from 0 to 100, at equal steps.
void analysis_page_curve(Text *text, const char *label, const double *heights, int count);

// A CardWriter (analysis_words.h).
void card_html(Text *text, Card card);

#endif
