// SPDX-License-Identifier: MIT
// The parts of the champion's study (champion.c).
#ifndef DEADWOOD_PAPERS_CHAMPION_CHAMPION_INTERNAL_H
#define DEADWOOD_PAPERS_CHAMPION_CHAMPION_INTERNAL_H

#include "report/lab.h"

#define CHAMPION_GOAL "panel.%s" // the id of a goal, by the opponent's

bool champion_recorded(LabRun *run, Error *err); // what takes hours, as it was recorded
bool champion_field(LabRun *run, Error *err);    // against every player of the papers and the sparring styles; ratings
void champion_field_measures(Text *ids);         // the ids of its claims
bool champion_search(LabRun *run, Error *err);   // what time to think brings
bool champion_exploits(LabRun *run, Error *err); // what was learned against it and others
bool champion_style(LabRun *run, Error *err);    // how it plays

#endif
