// SPDX-License-Identifier: MIT
// The papers, one file each; lab.c lists them.
#ifndef DEADWOOD_LAB_PAPERS_H
#define DEADWOOD_LAB_PAPERS_H

#include "lab/lab.h"

extern const LabPaper lab_heisenbot; // heisenbot.c
extern const LabPaper lab_nguyen;    // nguyen.c
extern const LabPaper lab_mishra;    // mishra.c
extern const LabPaper lab_hearts;    // hearts.c
extern const LabPaper lab_champion;  // champion.c: no paper, but measured like one

#endif
