// SPDX-License-Identifier: MIT
// Settings of search players, from and to text.
#include "hearts/players/list/compose.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

// A setting: a name out of a list, a whole number, or a number.
typedef struct Setting {
    const char *key, *meaning;
    size_t at;                // where in the composition
    const char *const *names; // or NULL
    double low, high;         // of numbers; names count from 0
    enum { WHOLE, REAL, NAME } kind;
} Setting;

static const char *const TREES[] = {"worlds", "shared", NULL};
static const char *const PICKS[] = {"visits", "mean", NULL};

#define AT(field) offsetof(HeartsComposition, field)
// clang-format off
static const Setting SETTINGS[] = {
    {"algo", "how to look ahead", AT(algo), hearts_algorithm_names, 0, 0, NAME},
    {"worlds", "sampled deals of the hidden cards", AT(worlds), NULL, 1, 10000, WHOLE},
    {"weigh", "draw so many times the worlds and keep those in which the plays seen are likely; 0: uniform", AT(weigh), NULL, 0, 100, WHOLE},
    {"race", "1: the worse half of the cards drops out after an eighth, a quarter and half of the worlds", AT(race), NULL, 0, 1, WHOLE},
    {"depth", "tricks to look ahead, 1: to the end of this one", AT(depth), NULL, 1, 13, WHOLE},
    {"solve", "cards in hand from which on worlds are solved to the end", AT(solve), NULL, 0, 13, WHOLE},
    {"tie", "which of equally good cards others play in max^n", AT(tie), hearts_tie_names, 0, 0, NAME},
    {"equals", "1: cards that do the same are tried once", AT(equals), NULL, 0, 1, WHOLE},
    {"prune", "1: leave out what cannot matter", AT(prune), NULL, 0, 1, WHOLE},
    {"softness", "points by which soft-max^n must prefer a card to be sure", AT(softness), NULL, 0, 26, REAL},
    {"moon", "points added to what a leaf costs where another can shoot the moon; not of UCT", AT(moon), NULL, 0, 1000, REAL},
    {"playouts", "of UCT, for each world", AT(playouts), NULL, 1, 1000000, WHOLE},
    {"c", "exploration of UCT, where 26 points are 1", AT(c), NULL, 0, 100, REAL},
    {"noise", "playouts go by ducker's rules, by chance in so many of 256 cards", AT(noise), NULL, 0, 256, WHOLE},
    {"ahead", "tricks UCT plays out before it asks an evaluation", AT(ahead), NULL, 0, 13, WHOLE},
    {"tree", "of UCT: one for each of the worlds, or shared", AT(shared), TREES, 0, 0, NAME},
    {"pick", "of UCT: the card with most visits, or with the best mean", AT(pick), PICKS, 0, 0, NAME},
    {"trial", "worlds in which choices of cards to pass are tried; 0: pass by rules", AT(trial), NULL, 0, 10000, WHOLE},
    {"trial-moon", "points added to what such a choice costs where another can shoot the moon", AT(trial_moon), NULL, 0, 1000, REAL},
    {"slips", "points a hand by which a dearer card is e times rarer than the cheapest; 0: the cheapest; not of rules", AT(slips), NULL, 0, 26, REAL},
    {"asleep", "chance for each choice to be any legal one", AT(lapses.asleep), NULL, 0, 1, REAL},
    {"careless", "chance for each choice to be a beginner's: low to a trick, else the highest, whatever it is", AT(lapses.careless), NULL, 0, 1, REAL},
    {"forgets", "of rules: chance for each card of earlier tricks to be thought out still", AT(lapses.forgets), NULL, 0, 1, REAL},
};
// clang-format on
enum { SETTING_COUNT = sizeof SETTINGS / sizeof *SETTINGS };

HeartsComposition hearts_composition_default(void) {
    return (HeartsComposition){
        .algo = HEARTS_MAXN,
        .eval = "expert",
        .worlds = 20,
        .depth = 1,
        .equals = 1,
        .prune = 1,
        .playouts = 333,
        .noise = 256,
        .c = 0.4,
        .softness = 0.5,
    };
}

static int *int_at(HeartsComposition *composition, const Setting *setting) {
    return (int *)(void *)((char *)composition + setting->at);
}

static double *real_at(HeartsComposition *composition, const Setting *setting) {
    return (double *)(void *)((char *)composition + setting->at);
}

static bool set_name(int *to, const Setting *setting, const char *value, Error *err) {
    Text known = {0};
    for (int i = 0; setting->names[i]; i++) {
        if (strcmp(setting->names[i], value) == 0) {
            *to = i;
            text_free(&known);
            return true;
        }
        text_addf(&known, "%s%s", i ? ", " : "", setting->names[i]);
    }
    error_set(err, "%s: there is no '%.40s'; there are %s", setting->key, value, known.data);
    text_free(&known);
    return false;
}

static bool set_value(HeartsComposition *composition, const Setting *setting, const char *value, Error *err) {
    if (setting->kind == NAME) return set_name(int_at(composition, setting), setting, value, err);
    if (setting->kind == REAL)
        return text_to_double(value, setting->key, setting->low, setting->high, real_at(composition, setting), err);
    int64_t whole;
    if (!text_to_int(value, setting->key, (int64_t)setting->low, (int64_t)setting->high, &whole, err)) return false;
    *int_at(composition, setting) = (int)whole;
    return true;
}

static bool set_composition_key(HeartsComposition *composition, const char *key, const char *value, Error *err) {
    if (strcmp(key, "eval") == 0)
        return text_copy(composition->eval, sizeof composition->eval, value) ||
               error_set(err, "eval: '%.40s...' is longer than %d characters", value, HEARTS_EVAL_TEXT - 1);
    Text known = {0};
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (strcmp(SETTINGS[i].key, key) == 0) {
            text_free(&known);
            return set_value(composition, &SETTINGS[i], value, err);
        }
        text_addf(&known, ", %s", SETTINGS[i].key);
    }
    error_set(err, "there is no setting '%.40s'; there are eval%s", key, known.data);
    text_free(&known);
    return false;
}

bool hearts_composition_read(HeartsComposition *composition, const char *settings, Error *err) {
    char copy[512];
    HeartsComposition changed = *composition;
    if (!text_copy(copy, sizeof copy, settings))
        return error_set(err, "the settings are longer than %d characters", (int)sizeof copy - 1);
    char *rest = copy;
    for (char *item; *settings && (item = strsep(&rest, ",")) != NULL;) {
        char *value = strchr(item, '=');
        if (!value || value == item)
            return error_set(err, "'%.40s' is not key=value, such as worlds=30 or algo=paranoid", item);
        *value++ = '\0';
        if (!set_composition_key(&changed, item, value, err)) return false;
    }
    if (changed.algo < HEARTS_ALGORITHMS && strcmp(changed.eval, "none") == 0)
        return error_set(err, "eval=none is for algo=uct; others need an evaluation, such as eval=expert");
    *composition = changed;
    return true;
}

static void print_value(HeartsComposition *composition, const Setting *setting, char *text, size_t room) {
    if (setting->kind == REAL)
        text_double(text, room, 6, *real_at(composition, setting));
    else if (setting->kind == NAME)
        snprintf(text, room, "%s", setting->names[*int_at(composition, setting)]);
    else
        snprintf(text, room, "%d", *int_at(composition, setting));
}

void hearts_composition_settings(void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                                 void *context) {
    HeartsComposition usual = hearts_composition_default();
    visit(context, "eval", usual.eval, "what a leaf is worth: expert, td:model=NAME, zero, or none (UCT plays out)");
    for (int i = 0; i < SETTING_COUNT; i++) {
        char value[32];
        print_value(&usual, &SETTINGS[i], value, sizeof value);
        visit(context, SETTINGS[i].key, value, SETTINGS[i].meaning);
    }
}

void hearts_composition_print(const HeartsComposition *composition, Text *text) {
    HeartsComposition copy = *composition;
    text_addf(text, "eval=%s", copy.eval);
    for (int i = 0; i < SETTING_COUNT; i++) {
        char value[32];
        print_value(&copy, &SETTINGS[i], value, sizeof value);
        text_addf(text, " %s=%s", SETTINGS[i].key, value);
    }
}
