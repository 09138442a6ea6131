// SPDX-License-Identifier: MIT
// A folder of its own for a test program: a cmocka group set-up and tear-down, and paths inside it.
#ifndef DEADWOOD_TESTS_FOLDER_H
#define DEADWOOD_TESTS_FOLDER_H

int make_folder(void **state);
int remove_folder(void **state);

// The folder, once it is made.
const char *folder_path(void);

// The path of a file in it; good until the next call but three.
const char *file(const char *name);

#endif
