// SPDX-License-Identifier: MIT
// Finds trained models.
#ifndef DEADWOOD_LEARN_FILES_MODELS_H
#define DEADWOOD_LEARN_FILES_MODELS_H

#include "base/files/data.h"
#include "base/text/text.h"

// Appends the path of a model. A name with a slash is a path already; any other is searched in the folders of
// base/files/data.h. If none has it: false, with err saying where it was searched and how to make it.
bool model_path(const char *name, Text *path, Error *err);

// Appends the name of a companion file of a model: NAME-WHAT.safetensors for NAME.safetensors or NAME.
void model_beside(const char *model, const char *what, Text *name);
#define MODEL_CRITIC "critic"

#endif
