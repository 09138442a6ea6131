// SPDX-License-Identifier: MIT
// Rules as text: presets, "preset,key=value" and rules files.
#include "gin/gin.h"

#include <stddef.h>

#include "base/text/settings.h"

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

#define BYTE(field) offsetof(GinRules, field), 1
#define WORD(field) offsetof(GinRules, field), 2
static const SettingsKey KEYS[] = {
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

static const Settings RULES = {
    .keys = KEYS,
    .key_count = LENGTH(KEYS),
    .presets = PRESETS,
    .preset_count = LENGTH(PRESETS),
    .stride = sizeof *PRESETS,
    .size = sizeof(GinRules),
    .listing = "deadwood rules",
};

bool gin_rules_parse(const char *text, GinRules *rules, Error *err) { return settings_parse(&RULES, text, rules, err); }

bool gin_rules_parse_file(const char *content, GinRules *rules, Error *err) {
    return settings_parse_file(&RULES, content, rules, err);
}

void gin_rules_print(const GinRules *rules, char text[GIN_RULES_TEXT]) {
    settings_print(&RULES, rules, text, GIN_RULES_TEXT);
}

void gin_rules_describe(const GinRules *rules,
                        void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                        void *context) {
    settings_describe(&RULES, rules, visit, context);
}

bool gin_rules_equal(const GinRules *a, const GinRules *b) { return settings_equal(&RULES, a, b); }
