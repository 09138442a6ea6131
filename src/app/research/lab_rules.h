// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_APP_RESEARCH_LAB_RULES_H
#define DEADWOOD_APP_RESEARCH_LAB_RULES_H

#include "app/app.h"

// `deadwood lab rules-of PLAYER`.
int app_lab_rules(const AppArgs *args);

#endif
