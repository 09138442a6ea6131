// SPDX-License-Identifier: MIT
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/json.h"

static void an_object_of_everything_has_its_commas_and_keys(void **state) {
    (void)state;
    Text text = {0};
    Json json = json_into(&text, false);
    json_object(&json, NULL);
    json_string(&json, "game", "gin");
    json_int(&json, "low", INT64_MIN);
    json_uint(&json, "high", UINT64_MAX);
    json_bool(&json, "duplicate", true);
    json_null(&json, "none");
    json_array(&json, "wins");
    json_int(&json, NULL, 1);
    json_array(&json, NULL);
    json_end_array(&json);
    json_object(&json, NULL);
    json_bool(&json, "won", false);
    json_end(&json);
    json_end_array(&json);
    json_double(&json, "rate", 0.5);
    json_end(&json);
    assert_string_equal(text.data, "{\"game\":\"gin\",\"low\":-9223372036854775808,\"high\":18446744073709551615,"
                                   "\"duplicate\":true,\"none\":null,\"wins\":[1,[],{\"won\":false}],\"rate\":0.5}");
    text_free(&text);
}

static void pretty_output_is_indented_by_two(void **state) {
    (void)state;
    Text text = {0};
    Json json = json_into(&text, true);
    json_object(&json, NULL);
    json_array(&json, "wins");
    json_int(&json, NULL, 1);
    json_int(&json, NULL, 2);
    json_end_array(&json);
    json_object(&json, "stats");
    json_end(&json);
    json_end(&json);
    assert_string_equal(text.data, "{\n  \"wins\": [\n    1,\n    2\n  ],\n  \"stats\": {}\n}");
    text_free(&text);
}

static void strings_are_escaped_and_always_valid_utf8(void **state) {
    (void)state;
    static const struct {
        const char *value, *written;
    } cases[] = {
        {"", "\"\""},
        {"say \"gin\" \\ /", "\"say \\\"gin\\\" \\\\ /\""},
        {"a\nb\tc\r\x01\x7F", "\"a\\nb\\tc\\u000d\\u0001\\u007f\""},
        {"\xE2\x99\xA5\xC3\xA9\xF0\x9F\x82\xA1", "\"\xE2\x99\xA5\xC3\xA9\xF0\x9F\x82\xA1\""},
        {"\xFF", "\"\\ufffd\""},                                  // no such byte
        {"\xE2\x99", "\"\\ufffd\\ufffd\""},                       // cut off
        {"\xC0\xAF", "\"\\ufffd\\ufffd\""},                       // overlong
        {"\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\""},            // a surrogate
        {"\xF4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, // beyond Unicode
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Text text = {0};
        Json json = json_into(&text, false);
        json_string(&json, NULL, cases[i].value);
        assert_string_equal(text.data, cases[i].written);
        text_free(&text);
    }
}

static void written(double value, Text *text) {
    text_clear(text);
    Json json = json_into(text, false);
    json_double(&json, NULL, value);
}

static void numbers_are_as_short_as_can_be_and_read_back_the_same(void **state) {
    (void)state;
    Text text = {0};
    written(0.1, &text);
    assert_string_equal(text.data, "0.1");
    written(100, &text);
    assert_string_equal(text.data, "100");
    written(0.1 + 0.2, &text);
    assert_string_equal(text.data, "0.30000000000000004");
    written(NAN, &text);
    assert_string_equal(text.data, "null");
    written(-INFINITY, &text);
    assert_string_equal(text.data, "null");
    static const double hard[] = {DBL_MAX, DBL_MIN, DBL_TRUE_MIN, -DBL_EPSILON, 1.0 / 3};
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        written(hard[i], &text);
        assert_true(strtod(text.data, NULL) == hard[i]);
    }
    Rng rng = rng_for(1, 0, 0, 0);
    for (int i = 0; i < 20000; i++) {
        double value = ldexp(rng_unit(&rng), (int)rng_below(&rng, 200) - 100);
        written(value, &text);
        assert_true(strtod(text.data, NULL) == value);
    }
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_of_everything_has_its_commas_and_keys),
        cmocka_unit_test(pretty_output_is_indented_by_two),
        cmocka_unit_test(strings_are_escaped_and_always_valid_utf8),
        cmocka_unit_test(numbers_are_as_short_as_can_be_and_read_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
