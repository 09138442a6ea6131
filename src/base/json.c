// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Json json_into(Text *text, bool pretty) { return (Json){.text = text, .pretty = pretty}; }

// The length of the valid UTF-8 character at `bytes`, 0 if there is none. A NUL stops it like any wrong byte.
static int utf8_length(const unsigned char *bytes) {
    if (bytes[0] < 0x80) return 1;
    int length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4) return 0;
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
    }
    bool overlong = (bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xF0 && bytes[1] < 0x90);
    bool surrogate = bytes[0] == 0xED && bytes[1] >= 0xA0;
    bool beyond = bytes[0] == 0xF4 && bytes[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

// Text from outside (names, paths) may hold any byte; what is not UTF-8 becomes the replacement character, so
// that the document is always valid.
static void add_quoted(Text *text, const char *string) {
    text_add(text, "\"");
    for (const unsigned char *c = (const unsigned char *)string; *c;) {
        int length = utf8_length(c);
        if (*c == '"' || *c == '\\') {
            text_addf(text, "\\%c", *c);
        } else if (*c == '\n') {
            text_add(text, "\\n");
        } else if (*c == '\t') {
            text_add(text, "\\t");
        } else if (*c < 0x20 || *c == 0x7F) {
            text_addf(text, "\\u%04x", *c);
        } else if (length == 0) {
            text_add(text, "\\ufffd");
        } else {
            text_add_bytes(text, c, (size_t)length);
        }
        c += length ? length : 1;
    }
    text_add(text, "\"");
}

static void new_line(Json *json) {
    if (!json->pretty) return;
    text_add(json->text, "\n");
    for (int i = 0; i < json->depth; i++) text_add(json->text, "  ");
}

// Whatever stands before a value: comma, line break, key.
static void begin(Json *json, const char *key) {
    if (json->filled[json->depth]) text_add(json->text, ",");
    if (json->depth > 0 || json->filled[0]) new_line(json);
    json->filled[json->depth] = true;
    if (!key) return;
    add_quoted(json->text, key);
    text_add(json->text, json->pretty ? ": " : ":");
}

static void open_with(Json *json, const char *key, const char *bracket) {
    begin(json, key);
    text_add(json->text, bracket);
    json->depth++;
    assert(json->depth < (int)(sizeof json->filled / sizeof json->filled[0]));
    json->filled[json->depth] = false;
}

static void close_with(Json *json, const char *bracket) {
    assert(json->depth > 0);
    bool filled = json->filled[json->depth];
    json->depth--;
    if (filled) new_line(json);
    text_add(json->text, bracket);
}

void json_object(Json *json, const char *key) { open_with(json, key, "{"); }
void json_array(Json *json, const char *key) { open_with(json, key, "["); }
void json_end(Json *json) { close_with(json, "}"); }
void json_end_array(Json *json) { close_with(json, "]"); }

void json_string(Json *json, const char *key, const char *value) {
    assert(value);
    begin(json, key);
    add_quoted(json->text, value);
}

void json_int(Json *json, const char *key, int64_t value) {
    begin(json, key);
    text_addf(json->text, "%" PRId64, value);
}

void json_uint(Json *json, const char *key, uint64_t value) {
    begin(json, key);
    text_addf(json->text, "%" PRIu64, value);
}

void json_bool(Json *json, const char *key, bool value) {
    begin(json, key);
    text_add(json->text, value ? "true" : "false");
}

void json_double(Json *json, const char *key, double value) {
    if (!isfinite(value)) {
        json_null(json, key);
        return;
    }
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    begin(json, key);
    text_add(json->text, digits);
}

void json_null(Json *json, const char *key) {
    begin(json, key);
    text_add(json->text, "null");
}
