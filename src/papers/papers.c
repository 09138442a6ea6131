// SPDX-License-Identifier: MIT
#include "papers/papers.h"

#include <string.h>

static const LabPaper *const PAPERS[] = {&lab_heisenbot, &lab_nguyen, &lab_mishra, &lab_hearts, &lab_champion};
enum { PAPER_COUNT = sizeof PAPERS / sizeof *PAPERS };

const LabPaper *const *lab_papers(int *count) {
    *count = PAPER_COUNT;
    return PAPERS;
}

const LabPaper *lab_find_paper(const char *name, Error *err) {
    const char *names[PAPER_COUNT];
    Text known = {0};
    for (int i = 0; i < PAPER_COUNT; i++) {
        names[i] = PAPERS[i]->name;
        if (strcmp(name, names[i]) == 0) {
            text_free(&known);
            return PAPERS[i];
        }
        text_addf(&known, "%s%s", i ? ", " : "", names[i]);
    }
    const char *close = text_closest(name, names, PAPER_COUNT);
    error_set(err, "the lab knows no paper '%.40s'%s%s%s; it knows %s", name, close ? "; did you mean '" : "",
              close ? close : "", close ? "'?" : "", known.data);
    text_free(&known);
    return NULL;
}
