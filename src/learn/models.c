// SPDX-License-Identifier: MIT
#include "learn/models.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef DEADWOOD_MODELS_DIR
#define DEADWOOD_MODELS_DIR "/usr/local/share/deadwood/models"
#endif

bool model_path(const char *name, Text *path, Error *err) {
    if (strchr(name, '/')) {
        text_add(path, name);
        return true;
    }
    const char *set = getenv("DEADWOOD_MODELS");
    const char *folders[] = {set && *set ? set : "models", "models", DEADWOOD_MODELS_DIR};
    for (int i = 0; i < 3; i++) {
        Text at = {0};
        text_addf(&at, "%s/%s", folders[i], name);
        bool there = access(at.data, R_OK) == 0;
        if (there) text_add(path, at.data);
        text_free(&at);
        if (there) return true;
    }
    return error_set(err,
                     "there is no model %s in %s%smodels/ or %s; set DEADWOOD_MODELS to the folder it lies in, or make "
                     "it with `deadwood train`",
                     name, set && *set ? set : "", set && *set ? ", " : "", DEADWOOD_MODELS_DIR);
}

void model_beside(const char *model, const char *what, Text *name) {
    static const char ending[] = ".safetensors";
    size_t size = strlen(model), tail = sizeof ending - 1;
    bool ends = size > tail && strcmp(model + size - tail, ending) == 0;
    text_addf(name, "%.*s-%s%s", (int)(ends ? size - tail : size), model, what, ending);
}
