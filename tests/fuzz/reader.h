// SPDX-License-Identifier: MIT
// What fuzz targets of texts have in common: any bytes are read and what was read is checked, or there is a sentence.
#ifndef DEADWOOD_TESTS_FUZZ_READER_H
#define DEADWOOD_TESTS_FUZZ_READER_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void check(bool holds) {
    if (!holds) abort();
}

// Hands the bytes to `read` as a text, which returns false with a sentence in err.
static inline void fuzz_read(const uint8_t *data, size_t size, bool (*read)(const char *text, Error *err)) {
    char *text = malloc(size + 1);
    check(text != NULL);
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    Error err = {{0}};
    if (!read(text, &err)) check(err.text[0] != '\0');
    free(text);
}

// Rules may be named by their file, and a run must not depend on what lies around.
static inline bool fuzz_names_rules_file(const char *text) {
    size_t length = strlen(text);
    return strchr(text, '/') || (length > 6 && strcmp(text + length - 6, ".rules") == 0);
}

#endif
