// SPDX-License-Identifier: MIT
// Where trained models lie.
#ifndef DEADWOOD_LEARN_FILES_MODELS_H
#define DEADWOOD_LEARN_FILES_MODELS_H

#include "base/files/data.h"
#include "base/text/text.h"

// Appends the path of a model. A name with a slash is a path already; any other is looked for in the folders of
// base/files/data.h. False, with a sentence that says where it was looked for and how to make it, when it is in none of
// them.
bool model_path(const char *name, Text *path, Error *err);

// Appends the name of what lies beside a model: NAME-WHAT.safetensors for NAME.safetensors or NAME.
void model_beside(const char *model, const char *what, Text *name);
#define MODEL_CRITIC "critic"

#endif
