// SPDX-License-Identifier: MIT
#include "base/text/settings.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text/text.h"

enum { MOST_KEYS = 64, MOST_PRESETS = 16 };

// A copy of the struct while it is read.
typedef union Value {
    char bytes[SETTINGS_MOST];
    uint64_t align;
} Value;

static const void *preset_at(const Settings *settings, int i) {
    return (const char *)settings->presets + (size_t)i * settings->stride;
}

static int load_number(const void *value, const SettingsKey *key) {
    uint16_t word = 0;
    if (key->size == 1) return *((const uint8_t *)value + key->at);
    memcpy(&word, (const char *)value + key->at, sizeof word);
    return word;
}

static void store_number(void *value, const SettingsKey *key, int number) {
    uint16_t word = (uint16_t)number;
    if (key->size == 1)
        *((uint8_t *)value + key->at) = (uint8_t)number;
    else
        memcpy((char *)value + key->at, &word, sizeof word);
}

static bool find_preset(const Settings *settings, const char *name, void *value, Error *err) {
    const char *names[MOST_PRESETS];
    char known[256] = "";
    assert(settings->preset_count <= MOST_PRESETS);
    for (int i = 0; i < settings->preset_count; i++) {
        names[i] = preset_at(settings, i);
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", names[i]);
        if (strcmp(name, names[i]) != 0) continue;
        memcpy(value, names[i], settings->size);
        return true;
    }
    const char *close = text_closest(name, names, settings->preset_count);
    return error_set(err, "there is no rules preset '%.40s'%s%s%s; presets are %s", name,
                     close ? " (did you mean '" : "", close ? close : "", close ? "'?)" : "", known);
}

static bool set_word(const SettingsKey *key, const char *value, int *number, Error *err) {
    char known[64] = "";
    for (int i = 0; key->words[i]; i++) {
        if (strcmp(value, key->words[i]) == 0) {
            *number = i;
            return true;
        }
        if (i) strncat(known, " or ", sizeof known - strlen(known) - 1);
        strncat(known, key->words[i], sizeof known - strlen(known) - 1);
    }
    return error_set(err, "%s is %s, not '%.40s'", key->name, known, value);
}

static bool set_one_key(const Settings *settings, void *value, const char *name, const char *text, Error *err) {
    const char *names[MOST_KEYS];
    assert(settings->key_count <= MOST_KEYS);
    for (int i = 0; i < settings->key_count; i++) {
        const SettingsKey *key = &settings->keys[i];
        names[i] = key->name;
        if (strcmp(name, key->name) != 0) continue;
        int number = 0;
        int64_t wide;
        if (key->words) {
            if (!set_word(key, text, &number, err)) return false;
        } else {
            if (!text_to_int(text, key->name, key->low, key->high, &wide, err)) return false;
            number = (int)wide;
        }
        store_number(value, key, number);
        return true;
    }
    const char *close = text_closest(name, names, settings->key_count);
    return error_set(err, "there is no rule '%.40s'%s%s%s; `%s` lists them all", name, close ? "; did you mean '" : "",
                     close ? close : "", close ? "'?" : "", settings->listing);
}

// One item, "preset" or "key=value"; both parts are trimmed already.
static bool set_item(const Settings *settings, void *value, const char *name, const char *text, bool first,
                     Error *err) {
    if (!text || strcmp(name, "preset") == 0) {
        if (!first) return error_set(err, "'%.40s' comes too late: a preset stands first", text ? text : name);
        return find_preset(settings, text ? text : name, value, err);
    }
    return set_one_key(settings, value, name, text, err);
}

static char *trim_blanks(char *text) {
    while (*text == ' ' || *text == '\t') text++;
    size_t size = strlen(text);
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\t' || text[size - 1] == '\r')) text[--size] = '\0';
    return text;
}

static void begin_settings(const Settings *settings, Value *value) {
    assert(settings->size <= sizeof *value);
    memcpy(value, preset_at(settings, 0), settings->size);
}

static bool parse_items(const Settings *settings, const char *text, void *value, Error *err) {
    char copy[512], *rest = copy;
    if (!text_copy(copy, sizeof copy, text)) return error_set(err, "the rules are longer than 511 characters");
    Value read;
    begin_settings(settings, &read);
    bool first = true;
    for (char *item; (item = strsep(&rest, ",")) != NULL; first = false) {
        if (!first && !*trim_blanks(item))
            return error_set(err, "nothing stands behind a comma of '%.60s'; write preset,key=value", text);
        char *equals = strchr(item, '=');
        if (equals) *equals++ = '\0';
        if (!set_item(settings, &read, trim_blanks(item), equals ? trim_blanks(equals) : NULL, first, err))
            return false;
    }
    memcpy(value, &read, settings->size);
    return true;
}

bool settings_parse_file(const Settings *settings, const char *content, void *value, Error *err) {
    Value read;
    begin_settings(settings, &read);
    bool first = true;
    int number = 0;
    while (*content) {
        char line[256];
        size_t size = strcspn(content, "\n");
        number++;
        if (size >= sizeof line)
            return error_set(err, "line %d is longer than %d characters", number, (int)sizeof line - 1);
        memcpy(line, content, size);
        line[size] = '\0';
        content += size + (content[size] == '\n');
        line[strcspn(line, "#")] = '\0';
        char *name = trim_blanks(line), *equals = strchr(name, '=');
        if (!*name) continue;
        if (!equals) return error_set(err, "line %d: '%.40s' is not `key = value`", number, name);
        *equals++ = '\0';
        if (!set_item(settings, &read, trim_blanks(name), trim_blanks(equals), first, err))
            return error_prefix(err, "line %d", number);
        first = false;
    }
    memcpy(value, &read, settings->size);
    return true;
}

bool settings_parse(const Settings *settings, const char *text, void *value, Error *err) {
    size_t size = strlen(text);
    bool path = strchr(text, '/') || (size > 6 && strcmp(text + size - 6, ".rules") == 0);
    if (!path) return parse_items(settings, text, value, err);
    Text content = {0};
    bool done = text_read_file(&content, text, 65536, err);
    if (done && content.data && strlen(content.data) != content.size)
        done = error_set(err, "%s holds a NUL byte; a rules file is lines of `key = value`", text);
    else if (done && !settings_parse_file(settings, content.data ? content.data : "", value, err))
        done = error_prefix(err, "%s", text);
    text_free(&content);
    return done;
}

static void value_text(const void *value, const SettingsKey *key, char *text, size_t room) {
    int number = load_number(value, key);
    if (key->words)
        snprintf(text, room, "%s", key->words[number]);
    else
        snprintf(text, room, "%d", number);
}

void settings_print(const Settings *settings, const void *value, char *text, size_t room) {
    Value base;
    begin_settings(settings, &base);
    find_preset(settings, value, &base, NULL);
    size_t used = (size_t)snprintf(text, room, "%s", base.bytes);
    for (int i = 0; i < settings->key_count; i++) {
        const SettingsKey *key = &settings->keys[i];
        if (load_number(value, key) == load_number(&base, key) || used >= room) continue;
        char number[16];
        value_text(value, key, number, sizeof number);
        used += (size_t)snprintf(text + used, room - used, ",%s=%s", key->name, number);
    }
}

void settings_describe(const Settings *settings, const void *value,
                       void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                       void *context) {
    for (int i = 0; i < settings->key_count; i++) {
        char text[16];
        value_text(value, &settings->keys[i], text, sizeof text);
        visit(context, settings->keys[i].name, text, settings->keys[i].meaning);
    }
}

bool settings_equal(const Settings *settings, const void *a, const void *b) {
    for (int i = 0; i < settings->key_count; i++)
        if (load_number(a, &settings->keys[i]) != load_number(b, &settings->keys[i])) return false;
    return true;
}
