// SPDX-License-Identifier: MIT
// Rules as text: presets, "preset,key=value" and rules files.
#include "gin/gin.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

// clang-format off
static const GinPreset PRESETS[] = {
    {{.preset = "contest", .knock_limit = 10, .gin_bonus = 25, .undercut_bonus = 25, .tie = GIN_TIE_DEFENDER,
      .layoff = GIN_LAYOFF_GREEDY, .stock_end = 2, .next_starter = GIN_START_ALTERNATE, .target = 100},
     "EAAI 2021 Undergraduate Research Challenge, reference program: what the papers' numbers were played on"},
    {{.preset = "heisenbot", .knock_limit = 10, .gin_bonus = 25, .undercut_bonus = 25, .tie = GIN_TIE_KNOCKER,
      .layoff = GIN_LAYOFF_BEST, .stock_end = 2, .next_starter = GIN_START_ALTERNATE, .target = 100},
     "Eicholtz et al. 2021, Gin Rummy Rules and Terminology: as its prose has it, ties go to the knocker"},
    {{.preset = "pagat", .knock_limit = 10, .gin_bonus = 20, .undercut_bonus = 10, .tie = GIN_TIE_DEFENDER,
      .layoff = GIN_LAYOFF_BEST, .stock_end = 2, .next_starter = GIN_START_WINNER, .shutout_doubles = 1,
      .target = 100, .box_bonus = 20, .game_bonus = 100},
     "J. McLeod, pagat.com, Gin Rummy: smaller bonuses, boxes and a game bonus, the loser of a hand deals"},
    {{.preset = "oklahoma", .knock_limit = 10, .gin_bonus = 25, .undercut_bonus = 25, .tie = GIN_TIE_DEFENDER,
      .layoff = GIN_LAYOFF_BEST, .stock_end = 2, .next_starter = GIN_START_WINNER, .upcard_limit = 1, .ace_gin = 1,
      .spades_double = 1, .shutout_doubles = 1, .target = 100, .box_bonus = 25, .game_bonus = 100},
     "Bicycle, Oklahoma Gin, on 25-point bonuses: the first upcard sets the knock limit, an ace asks for gin, spades double"},
};

static const char *const TIES[] = {"defender", "knocker", NULL};
static const char *const LAYOFFS[] = {"best", "greedy", NULL};
static const char *const STARTS[] = {"alternate", "winner", "loser", NULL};
static const char *const SWITCH[] = {"no", "yes", NULL};

typedef struct Key {
    const char *name;
    size_t at;                // offset in GinRules
    int size;                 // 1 or 2 bytes
    int low, high;            // for numbers
    const char *const *words; // for choices: the value is the index
    const char *meaning;
} Key;

#define BYTE(field) offsetof(GinRules, field), 1
#define WORD(field) offsetof(GinRules, field), 2
static const Key KEYS[] = {
    {"knock", BYTE(knock_limit), 0, 100, NULL, "most deadwood to knock with"},
    {"gin", BYTE(gin_bonus), 0, 255, NULL, "bonus for gin"},
    {"undercut", BYTE(undercut_bonus), 0, 255, NULL, "bonus for an undercut"},
    {"big-gin", BYTE(big_gin_bonus), 0, 255, NULL, "bonus for eleven melded cards; 0: no big gin"},
    {"tie", BYTE(tie), 0, 0, TIES, "who wins when deadwood is equal"},
    {"layoff", BYTE(layoff), 0, 0, LAYOFFS, "best possible, or in the contest program's greedy order"},
    {"stock", BYTE(stock_end), 0, 30, NULL, "cards left in the stock that cancel the hand"},
    {"starter", BYTE(next_starter), 0, 0, STARTS, "who starts after a scored hand"},
    {"upcard-knock", BYTE(upcard_limit), 0, 0, SWITCH, "the first upcard's points are the knock limit"},
    {"ace-gin", BYTE(ace_gin), 0, 0, SWITCH, "with upcard-knock, an ace asks for gin"},
    {"spades-double", BYTE(spades_double), 0, 0, SWITCH, "a spade as first upcard doubles the hand"},
    {"shutout-doubles", BYTE(shutout_doubles), 0, 0, SWITCH, "the game bonus doubles against a loser without points"},
    {"target", WORD(target), 1, 10000, NULL, "points that end the game"},
    {"box", WORD(box_bonus), 0, 10000, NULL, "bonus at the game's end for each hand won"},
    {"game", WORD(game_bonus), 0, 10000, NULL, "bonus at the game's end for its winner"},
};
// clang-format on

const GinPreset *gin_presets(int *count) {
    *count = LENGTH(PRESETS);
    return PRESETS;
}

GinRules gin_rules_default(void) { return PRESETS[0].rules; }

static int get(const GinRules *rules, const Key *key) {
    uint16_t word = 0;
    if (key->size == 1) return *((const uint8_t *)rules + key->at);
    memcpy(&word, (const char *)rules + key->at, sizeof word);
    return word;
}

static void put(GinRules *rules, const Key *key, int value) {
    uint16_t word = (uint16_t)value;
    if (key->size == 1)
        *((uint8_t *)rules + key->at) = (uint8_t)value;
    else
        memcpy((char *)rules + key->at, &word, sizeof word);
}

static bool find_preset(const char *name, GinRules *rules, Error *err) {
    const char *names[LENGTH(PRESETS)];
    for (int i = 0; i < LENGTH(PRESETS); i++) {
        names[i] = PRESETS[i].rules.preset;
        if (strcmp(name, names[i]) != 0) continue;
        *rules = PRESETS[i].rules;
        return true;
    }
    const char *close = text_closest(name, names, LENGTH(PRESETS));
    return error_set(err, "there is no rules preset '%.40s'%s%s%s; presets are contest, heisenbot, pagat, oklahoma",
                     name, close ? " (did you mean '" : "", close ? close : "", close ? "'?)" : "");
}

static bool set_word(const Key *key, const char *value, int *number, Error *err) {
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

static bool set_key(GinRules *rules, const char *name, const char *value, Error *err) {
    const char *names[LENGTH(KEYS)];
    for (int i = 0; i < LENGTH(KEYS); i++) {
        const Key *key = &KEYS[i];
        names[i] = key->name;
        if (strcmp(name, key->name) != 0) continue;
        int number = 0;
        int64_t wide;
        if (key->words) {
            if (!set_word(key, value, &number, err)) return false;
        } else {
            if (!text_to_int(value, key->name, key->low, key->high, &wide, err)) return false;
            number = (int)wide;
        }
        put(rules, key, number);
        return true;
    }
    const char *close = text_closest(name, names, LENGTH(KEYS));
    return error_set(err, "there is no rule '%.40s'%s%s%s; `deadwood rules` lists them all", name,
                     close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
}

// One item, "preset" or "key=value"; both parts are trimmed already.
static bool set_item(GinRules *rules, const char *name, const char *value, bool first, Error *err) {
    if (!value || strcmp(name, "preset") == 0) {
        if (!first) return error_set(err, "'%.40s' comes too late: a preset stands first", value ? value : name);
        return find_preset(value ? value : name, rules, err);
    }
    return set_key(rules, name, value, err);
}

static char *trim(char *text) {
    while (*text == ' ' || *text == '\t') text++;
    size_t size = strlen(text);
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\t' || text[size - 1] == '\r')) text[--size] = '\0';
    return text;
}

static bool parse_items(const char *text, GinRules *rules, Error *err) {
    char copy[512], *rest = copy;
    if (!text_copy(copy, sizeof copy, text)) return error_set(err, "the rules are longer than 511 characters");
    GinRules read = gin_rules_default();
    bool first = true;
    for (char *item; (item = strsep(&rest, ",")) != NULL; first = false) {
        if (!first && !*trim(item))
            return error_set(err, "nothing stands behind a comma of '%.60s'; write preset,key=value", text);
        char *value = strchr(item, '=');
        if (value) *value++ = '\0';
        if (!set_item(&read, trim(item), value ? trim(value) : NULL, first, err)) return false;
    }
    *rules = read;
    return true;
}

bool gin_rules_parse_file(const char *content, GinRules *rules, Error *err) {
    GinRules read = gin_rules_default();
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
        char *name = trim(line), *value = strchr(name, '=');
        if (!*name) continue;
        if (!value) return error_set(err, "line %d: '%.40s' is not `key = value`", number, name);
        *value++ = '\0';
        if (!set_item(&read, trim(name), trim(value), first, err)) return error_prefix(err, "line %d", number);
        first = false;
    }
    *rules = read;
    return true;
}

bool gin_rules_parse(const char *text, GinRules *rules, Error *err) {
    size_t size = strlen(text);
    bool path = strchr(text, '/') || (size > 6 && strcmp(text + size - 6, ".rules") == 0);
    if (!path) return parse_items(text, rules, err);
    Text content = {0};
    bool done = text_read_file(&content, text, 65536, err);
    if (done && content.data && strlen(content.data) != content.size)
        done = error_set(err, "%s holds a NUL byte; a rules file is lines of `key = value`", text);
    else if (done && !gin_rules_parse_file(content.data ? content.data : "", rules, err))
        done = error_prefix(err, "%s", text);
    text_free(&content);
    return done;
}

static void value_text(const GinRules *rules, const Key *key, char *text, size_t room) {
    int value = get(rules, key);
    if (key->words)
        snprintf(text, room, "%s", key->words[value]);
    else
        snprintf(text, room, "%d", value);
}

void gin_rules_print(const GinRules *rules, char text[GIN_RULES_TEXT]) {
    GinRules base = gin_rules_default();
    find_preset(rules->preset, &base, NULL);
    size_t used = (size_t)snprintf(text, GIN_RULES_TEXT, "%s", base.preset);
    for (int i = 0; i < LENGTH(KEYS); i++) {
        if (get(rules, &KEYS[i]) == get(&base, &KEYS[i]) || used >= GIN_RULES_TEXT) continue;
        char value[16];
        value_text(rules, &KEYS[i], value, sizeof value);
        used += (size_t)snprintf(text + used, GIN_RULES_TEXT - used, ",%s=%s", KEYS[i].name, value);
    }
}

void gin_rules_describe(const GinRules *rules,
                        void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                        void *context) {
    for (int i = 0; i < LENGTH(KEYS); i++) {
        char value[16];
        value_text(rules, &KEYS[i], value, sizeof value);
        visit(context, KEYS[i].name, value, KEYS[i].meaning);
    }
}

bool gin_rules_equal(const GinRules *a, const GinRules *b) {
    for (int i = 0; i < LENGTH(KEYS); i++)
        if (get(a, &KEYS[i]) != get(b, &KEYS[i])) return false;
    return true;
}
