// SPDX-License-Identifier: MIT
// What the tests of the public API share.
#ifndef DEADWOOD_TESTS_API_CHECK_H
#define DEADWOOD_TESTS_API_CHECK_H

#include "api/deadwood.h"

// A context with the models of the source tree. The test closes it.
deadwood_context *open_context(void);

// Fails the test unless `code` was returned, is in err, and comes with a sentence that holds `words` (NULL: any).
void expect_error(int returned, const deadwood_error *err, int code, const char *words);

// Fails the test unless all went well.
void expect_done(int returned, const deadwood_error *err);

// The value of a number in JSON, by the first `"key":` of it.
double json_number(const char *json, const char *key);

#endif
