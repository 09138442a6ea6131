// SPDX-License-Identifier: MIT
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>

static char folder[] = "/tmp/deadwood-test-XXXXXX";

int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

int remove_folder(void **state) {
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "chmod -R u+w '%s'; rm -r '%s'", folder, folder);
    return system(command);
}

const char *folder_path(void) { return folder; }

const char *file(const char *name) {
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}
