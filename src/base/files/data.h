// SPDX-License-Identifier: MIT
// Finds the files that come with Deadwood: trained models and recipes.
//
// They are found from any current folder, and after the installed tree was moved. The folder of the thread's scope
// (base/scope.h) comes first. If the kind's environment variable is set, its folder is the only other one. Otherwise
// the search goes on in this order: beside the program or shared library that this code is part of, in the folder above
// it (a source tree's build/), in share/deadwood of its prefix; in share/deadwood of the prefix whose deadwood.h a
// program was compiled with; where `make install` was told to put them; in the current folder.
#ifndef DEADWOOD_BASE_FILES_DATA_H
#define DEADWOOD_BASE_FILES_DATA_H

#include "base/text/text.h"

typedef enum DataKind { DATA_MODELS, DATA_RECIPES, DATA_KINDS } DataKind;

// The environment variable of a kind: "DEADWOOD_MODELS".
const char *data_variable(DataKind kind);

// Appends the folders of a kind, best first, each once and ended by a NUL; they need not exist. Returns how many.
int data_folders(DataKind kind, Text *folders);

// Appends the path of a file that may be read in the first folder that has it. False if none has.
bool data_find(DataKind kind, const char *file, Text *path);

// Appends the folders for a message: "A, B or C".
void data_say_folders(DataKind kind, Text *text);

#endif
