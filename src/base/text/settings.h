// SPDX-License-Identifier: MIT
// Small numbers with names: how the rules of a game are written as text. A game keeps its rules in a struct of bytes
// and words, lists presets of it and a key for each field, and gets reading and printing from here.
#ifndef DEADWOOD_BASE_TEXT_SETTINGS_H
#define DEADWOOD_BASE_TEXT_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct SettingsKey {
    const char *name;
    size_t at;                // offset in the struct
    int size;                 // 1 or 2 bytes
    int low, high;            // for numbers
    const char *const *words; // for choices, NULL at the end: the value is the index
    const char *meaning;
} SettingsKey;

// The struct begins with the name of the preset it began as, a char array. Presets are an array of larger structs, each
// beginning with one of these; the first is the default.
typedef struct Settings {
    const SettingsKey *keys;
    int key_count;
    const void *presets;
    int preset_count;
    size_t stride;       // bytes from one preset to the next
    size_t size;         // of the struct
    const char *listing; // the command that lists all keys: "deadwood rules"
} Settings;

enum { SETTINGS_MOST = 128 }; // bytes of a struct

// Reads "preset", "preset,key=value,...", "key=value,..." (on the default) or the path of a file: lines `key = value`,
// first of them `preset = name` if any, `#` comments. `value` is untouched on failure.
bool settings_parse(const Settings *settings, const char *text, void *value, Error *err);
bool settings_parse_file(const Settings *settings, const char *content, void *value, Error *err);

// The shortest text that settings_parse reads back to the same values.
void settings_print(const Settings *settings, const void *value, char *text, size_t room);

// One call for each key.
void settings_describe(const Settings *settings, const void *value,
                       void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                       void *context);

// All keys have the same values; the presets they began as may differ.
bool settings_equal(const Settings *settings, const void *a, const void *b);

#endif
