// SPDX-License-Identifier: MIT
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>

static char folder[200];

int make_folder(void **state) {
    (void)state;
    const char *place = getenv("TMPDIR");
    int size = snprintf(folder, sizeof folder, "%s/deadwood-test-XXXXXX", place && *place ? place : P_tmpdir);
    return size < (int)sizeof folder && mkdtemp(folder) ? 0 : -1;
}

int remove_folder(void **state) {
    (void)state;
    char command[500];
    snprintf(command, sizeof command, "chmod -R u+w '%s'; rm -r '%s'", folder, folder);
    return system(command);
}

const char *folder_path(void) { return folder; }

const char *file(const char *name) {
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}
