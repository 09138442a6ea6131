// SPDX-License-Identifier: MIT
#include "learn/files/models.h"

#include <string.h>

#include "base/files/data.h"

bool model_path(const char *name, Text *path, Error *err) {
    if (strchr(name, '/')) {
        text_add(path, name);
        return true;
    }
    if (data_find(DATA_MODELS, name, path)) return true;
    Text folders = {0};
    data_say_folders(DATA_MODELS, &folders);
    error_set(err, "there is no model %.80s in %s; set %s to the folder it lies in, or make it with `deadwood train`",
              name, folders.data, data_variable(DATA_MODELS));
    text_free(&folders);
    return false;
}

void model_beside(const char *model, const char *what, Text *name) {
    static const char ending[] = ".safetensors";
    size_t size = strlen(model), tail = sizeof ending - 1;
    bool ends = size > tail && strcmp(model + size - tail, ending) == 0;
    text_addf(name, "%.*s-%s%s", (int)(ends ? size - tail : size), model, what, ending);
}
