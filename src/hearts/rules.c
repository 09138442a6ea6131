// SPDX-License-Identifier: MIT
// Rules as text: presets, "preset,key=value" and rules files.
#include "hearts/hearts.h"

#include <stddef.h>

#include "base/text/settings.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

// clang-format off
static const HeartsPreset PRESETS[] = {
    {{.preset = "standard", .pass_count = 3, .pass_hold = 1, .two_leads = 1, .safe_first = 1, .break_hearts = 1,
      .queen_breaks = 1, .heart_points = 1, .queen_points = 13, .moon = HEARTS_MOON_ADD, .target = 100},
     "J. McLeod, pagat.com, Hearts: the usual game of four to 100; here the queen breaks hearts too, as many tables have it"},
    {{.preset = "paper", .heart_points = 1, .queen_points = 13},
     "Sturtevant and White, section 1.1: no passing, any card may be led, no moon; each deal is a game"},
    {{.preset = "paper-queen", .queen_points = 13},
     "Sturtevant and White, section 2.3: of the paper's game the queen of spades alone"},
    {{.preset = "paper-hearts", .heart_points = 1},
     "Sturtevant and White, section 2.4: of the paper's game the hearts alone"},
};

static const char *const MOONS[] = {"none", "add", "subtract", "choose", NULL};
static const char *const SWITCH[] = {"no", "yes", NULL};

#define BYTE(field) offsetof(HeartsRules, field), 1
#define WORD(field) offsetof(HeartsRules, field), 2
static const SettingsKey KEYS[] = {
    {"pass", BYTE(pass_count), 0, HEARTS_MAX_PASS, NULL, "cards passed before play; 0: none"},
    {"hold", BYTE(pass_hold), 0, 0, SWITCH, "every fourth hand is played without passing"},
    {"two-leads", BYTE(two_leads), 0, 0, SWITCH, "the two of clubs leads the first trick; no: seats take turns"},
    {"safe-first", BYTE(safe_first), 0, 0, SWITCH, "no points on the first trick unless there is nothing else"},
    {"break-hearts", BYTE(break_hearts), 0, 0, SWITCH, "hearts are led only once they are broken, or if nothing else is left"},
    {"queen-breaks", BYTE(queen_breaks), 0, 0, SWITCH, "the queen of spades breaks hearts too"},
    {"heart", BYTE(heart_points), 0, 10, NULL, "points of each heart"},
    {"queen", BYTE(queen_points), 0, 100, NULL, "points of the queen of spades"},
    {"moon", BYTE(moon), 0, 0, MOONS, "taking all points: counts as it is, all to each of the others, off one's own, or the better"},
    {"jack", BYTE(jack_bonus), 0, 100, NULL, "points off for taking the jack of diamonds"},
    {"trickless", BYTE(trickless_bonus), 0, 100, NULL, "points off for taking no trick"},
    {"target", WORD(target), 0, 10000, NULL, "points that end the game; 0: one hand is a game"},
};
// clang-format on

static const Settings RULES = {
    .keys = KEYS,
    .key_count = LENGTH(KEYS),
    .presets = PRESETS,
    .preset_count = LENGTH(PRESETS),
    .stride = sizeof *PRESETS,
    .size = sizeof(HeartsRules),
    .listing = "deadwood rules --game hearts",
};

const HeartsPreset *hearts_presets(int *count) {
    *count = LENGTH(PRESETS);
    return PRESETS;
}

HeartsRules hearts_rules_default(void) { return PRESETS[0].rules; }

bool hearts_rules_parse(const char *text, HeartsRules *rules, Error *err) {
    return settings_parse(&RULES, text, rules, err);
}

bool hearts_rules_parse_file(const char *content, HeartsRules *rules, Error *err) {
    return settings_parse_file(&RULES, content, rules, err);
}

void hearts_rules_print(const HeartsRules *rules, char text[HEARTS_RULES_TEXT]) {
    settings_print(&RULES, rules, text, HEARTS_RULES_TEXT);
}

void hearts_rules_describe(const HeartsRules *rules,
                           void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                           void *context) {
    settings_describe(&RULES, rules, visit, context);
}

bool hearts_rules_equal(const HeartsRules *a, const HeartsRules *b) { return settings_equal(&RULES, a, b); }

HeartsPass hearts_pass_direction(const HeartsRules *rules, uint32_t deal) {
    static const HeartsPass turn[] = {HEARTS_PASS_LEFT, HEARTS_PASS_RIGHT, HEARTS_PASS_ACROSS, HEARTS_PASS_NONE};
    if (!rules->pass_count) return HEARTS_PASS_NONE;
    return turn[deal % (rules->pass_hold ? 4 : 3)];
}
