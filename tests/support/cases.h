// SPDX-License-Identifier: MIT
// Case files of tests/cases, which are written for card players: blocks of `key value` lines that begin with
// `case [G12] sentence`. `#` begins a comment; each file says at its top what its keys mean.
#ifndef DEADWOOD_TESTS_CASES_H
#define DEADWOOD_TESTS_CASES_H

#include "base/card.h"

enum { CASE_LINES = 64 };

typedef struct Line {
    int number;
    char *key, *value; // value is "" where there is none
} Line;

typedef struct Case {
    const char *file;
    const char *title;
    Line line[CASE_LINES];
    int lines;
} Case;

// Runs every case of tests/cases/NAME; rules are numbered [G1] to [G24], as `letter` and `rules` say. All of these fail
// the test with the file and line where something is wrong.
void cases_run(const char *name, char letter, int rules, void (*run)(const Case *c));

const char *case_place(const Case *c, const Line *line);                  // "melds.txt:12"
const Line *case_find(const Case *c, const char *key);                    // or NULL
const Line *case_need(const Case *c, const char *key);                    // fails where there is none
void case_only_keys(const Case *c, const char *known);                    // `known` is a text that holds them all
CardSet case_cards_in(const Case *c, const Line *line, const char *text); // none, nothing: the empty set
CardSet case_cards(const Case *c, const char *key);
Card case_card(const Case *c, const Line *line, const char *text); // exactly one
int case_number(const Case *c, const char *key);

#endif
