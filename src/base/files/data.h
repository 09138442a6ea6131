// SPDX-License-Identifier: MIT
// Where the files lie that come with Deadwood: trained models and recipes.
//
// They are found from any current folder, and after the installed tree was moved. Where the kind's environment variable
// is set, its folder holds all of them. Else they are looked for, in this order: beside the program or shared library
// that this code is part of, in the folder above it (a source tree's build/), in share/deadwood of its prefix; in
// share/deadwood of the prefix whose headers a program was compiled with; where `make install` was told to put them; in
// the current folder.
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

// From now on the kind is looked for here before anywhere else, in the whole process; NULL takes that back. False when
// the name is too long. To be called while nobody else looks for files.
bool data_set_folder(DataKind kind, const char *folder, Error *err);

// A program outside, linked with a static library, lies anywhere: only where its headers were tells the prefix.
#ifndef DEADWOOD_INSIDE
extern const char data_header[];
__attribute__((weak)) const char data_header[] = __FILE__;
#endif

#endif
