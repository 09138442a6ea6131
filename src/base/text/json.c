// SPDX-License-Identifier: MIT
#include "base/text/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Json json_into(Text *text, bool pretty) { return (Json){.text = text, .pretty = pretty}; }

// As UTF-16, in one unit or in two.
static void add_escaped(Text *text, const char *character, int length) {
    uint32_t code = text_code(character, length);
    if (code < 0x10000)
        text_addf(text, "\\u%04x", code);
    else
        text_addf(text, "\\u%04x\\u%04x", 0xD7C0 + (code >> 10), 0xDC00 + (code & 0x3FF));
}

// Text from outside (names, paths) may hold any byte; what is not UTF-8 becomes the replacement character, so
// that the document is always valid. What a terminal could obey is escaped, for documents are looked at as well.
static void add_quoted(Text *text, const char *string) {
    text_add(text, "\"");
    while (*string) {
        const unsigned char *c = (const unsigned char *)string;
        int length = text_utf8(string);
        if (*c == '"' || *c == '\\') {
            text_addf(text, "\\%c", *c);
        } else if (*c == '\n') {
            text_add(text, "\\n");
        } else if (*c == '\t') {
            text_add(text, "\\t");
        } else if (length == 0) {
            text_add(text, "\\ufffd");
        } else if (text_harmless(string)) {
            text_add_bytes(text, c, (size_t)length);
        } else {
            add_escaped(text, string, length);
        }
        string += length ? length : 1;
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

void json_items(Json *json, const char *key, const char *items) {
    begin(json, key);
    text_add(json->text, "[");
    text_add(json->text, items);
    text_add(json->text, "]");
}

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
        double same;
        text_double(digits, sizeof digits, precision, value);
        if (text_to_double(digits, "", -INFINITY, INFINITY, &same, NULL) && same == value) break;
    }
    begin(json, key);
    text_add(json->text, digits);
}

void json_null(Json *json, const char *key) {
    begin(json, key);
    text_add(json->text, "null");
}
