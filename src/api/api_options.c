// SPDX-License-Identifier: MIT
// Options as text: "games=1000,seed=1".
#include <string.h>

#include "api/api_internal.h"

enum { WORD = 128 };

static void list_option_keys(const ApiOption *options, int count, Text *text) {
    for (int i = 0; i < count; i++)
        text_addf(text, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", options[i].key);
}

static bool read_option_word(ApiOption *option, const char *value, Error *err) {
    Text words = {0};
    for (int i = 0; option->words[i]; i++) {
        if (strcmp(option->words[i], value) == 0) {
            option->value = i;
            text_free(&words);
            return true;
        }
        text_addf(&words, "%s%s", i ? " or " : "", option->words[i]);
    }
    error_set(err, "%s is %s, not '%.40s'", option->key, words.data ? words.data : "", value);
    text_free(&words);
    return false;
}

static bool api_read_option(ApiOption *option, const char *value, Error *err) {
    option->given = true;
    if (option->raw)
        return text_copy(option->text, sizeof option->text, value ? value : "") ||
               error_set(err, "%s: '%.40s' is too long", option->key, value);
    if (!value) return error_set(err, "'%s' needs a value: %s=..", option->key, option->key);
    if (option->words) return read_option_word(option, value, err);
    if (option->seed) return text_to_uint64(value, option->key, &option->number, err);
    if (!option->whole) return text_to_double(value, option->key, option->low, option->high, &option->value, err);
    int64_t number;
    if (!text_to_int(value, option->key, (int64_t)option->low, (int64_t)option->high, &number, err)) return false;
    option->value = (double)number;
    return true;
}

static bool read_option_pair(const char *pair, ApiOption *options, int count, Error *err) {
    char key[WORD];
    text_copy(key, sizeof key, pair);
    char *equals = strchr(key, '=');
    if (equals) *equals = '\0';
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].key, key) == 0) return api_read_option(&options[i], equals ? equals + 1 : NULL, err);
    Text keys = {0};
    list_option_keys(options, count, &keys);
    error_set(err, "there is no option '%.40s'; there is %s", key, keys.data ? keys.data : "");
    text_free(&keys);
    return false;
}

bool api_options_read(const char *text, ApiOption *options, int count, deadwood_error *err) {
    Error why = {{0}};
    for (const char *at = text; at && *at;) {
        size_t size = strcspn(at, ",");
        char pair[WORD];
        bool fits = size < sizeof pair;
        memcpy(pair, at, fits ? size : sizeof pair - 1);
        pair[fits ? size : sizeof pair - 1] = '\0';
        bool good = fits ? read_option_pair(pair, options, count, &why)
                         : error_set(&why, "the option '%.40s...' is too long", pair);
        if (!good) {
            api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
            return false;
        }
        at += size + (at[size] == ',');
    }
    return true;
}
