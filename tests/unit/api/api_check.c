// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api_check.h"

deadwood_context *open_context(void) {
    deadwood_error err;
    deadwood_context *dw = deadwood_open(NULL, &err);
    if (!dw) fail_msg("%s", err.text);
    return dw;
}

void expect_error(int returned, const deadwood_error *err, int code, const char *words) {
    if (returned != code || err->code != code)
        fail_msg("%s was returned and %s written (%s), not %s", deadwood_error_name(returned),
                 deadwood_error_name(err->code), err->text, deadwood_error_name(code));
    assert_true(err->text[0] && err->text[strlen(err->text) - 1] != '\n');
    if (words && !strstr(err->text, words)) fail_msg("'%s' does not say '%s'", err->text, words);
}

void expect_done(int returned, const deadwood_error *err) {
    if (returned != DEADWOOD_OK) fail_msg("%s: %s", deadwood_error_name(returned), err->text);
    assert_int_equal(err->code, DEADWOOD_OK);
    assert_string_equal(err->text, "");
}

double json_number(const char *json, const char *key) {
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(json, quoted);
    if (!at) fail_msg("no %s in %.200s", key, json);
    return strtod(at + strlen(quoted), NULL);
}
