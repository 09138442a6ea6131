// SPDX-License-Identifier: MIT
// Writes JSON into a Text, with commas and quoting taken care of. It only writes; the engine reads no JSON.
#ifndef DEADWOOD_BASE_TEXT_JSON_H
#define DEADWOOD_BASE_TEXT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/text.h"

// A document being written. `text` is borrowed. Keys are given inside objects and NULL inside arrays and at
// the top.
typedef struct Json {
    Text *text;
    int depth;
    bool pretty;     // two-space indentation, one item a line
    bool filled[16]; // per depth: an item stands there already
} Json;

Json json_into(Text *text, bool pretty);
void json_object(Json *json, const char *key);                   // opens { ; json_end closes it
void json_array(Json *json, const char *key);                    // opens [ ; json_end_array closes it
void json_items(Json *json, const char *key, const char *items); // a whole array, of items that are JSON already
void json_end(Json *json);
void json_end_array(Json *json);
void json_string(Json *json, const char *key, const char *value);
void json_int(Json *json, const char *key, int64_t value);
void json_uint(Json *json, const char *key, uint64_t value);
void json_bool(Json *json, const char *key, bool value);
// The fewest digits, 15 to 17, that read back as the same number; NaN and infinities become null.
void json_double(Json *json, const char *key, double value);
void json_null(Json *json, const char *key);

#endif
