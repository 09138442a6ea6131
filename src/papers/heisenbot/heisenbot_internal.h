// SPDX-License-Identifier: MIT
// The parts of the Heisenbot study; heisenbot.c runs them in order.
#ifndef DEADWOOD_PAPERS_HEISENBOT_HEISENBOT_INTERNAL_H
#define DEADWOOD_PAPERS_HEISENBOT_HEISENBOT_INTERNAL_H

#include "report/lab.h"

bool heisenbot_rounds(LabRun *run, Error *err); // Figures 1 and 2: Simple against itself
bool heisenbot_field(LabRun *run, Error *err);  // Figures 3 to 5: every player against every other

// The ids of the claims that each measures.
void heisenbot_rounds_measures(Text *ids);
void heisenbot_field_measures(Text *ids);

#endif
