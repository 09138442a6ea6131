// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/app.h"
#include "app/commands/games.h"
#include "base/threads/pool.h"

static int option_index(const AppArgs *args, const char *name) {
    for (int i = 0; args->options[i].name; i++)
        if (strcmp(args->options[i].name, name) == 0) return i;
    return -1;
}

const char *app_option(const AppArgs *args, const char *name) {
    int i = option_index(args, name);
    return i < 0 ? NULL : args->values[i];
}

bool app_switch(const AppArgs *args, const char *name) { return app_option(args, name) != NULL; }

bool app_number(const AppArgs *args, const char *name, int64_t low, int64_t high, int64_t otherwise, int64_t *value,
                Error *err) {
    const char *text = app_option(args, name);
    *value = otherwise;
    return !text || text_to_int(text, name, low, high, value, err);
}

bool app_threads(const AppArgs *args, int *threads, Error *err) {
    int64_t number;
    if (!app_number(args, "--threads", 0, POOL_MAX_THREADS, 0, &number, err)) return false;
    *threads = number ? (int)number : pool_cores();
    return true;
}
