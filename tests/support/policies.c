// SPDX-License-Identifier: MIT
#include "support/policies.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/estimate.h"
#include "support/positions.h"
#include "support/random.h"

const GinPolicy *policy(GinColumn column, const char *name) {
    int count;
    const GinPolicy *const *list = gin_policies(column, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(list[i]->name, name) == 0) return list[i];
    fail_msg("there is no policy %s", name);
    return NULL;
}

void set_param(const GinPolicy *of, GinMind *mind, const char *key, double value) {
    for (int i = 0; i < GIN_MAX_PARAMS && of->params[i].key; i++) {
        if (strcmp(of->params[i].key, key) != 0) continue;
        mind->params[i] = value;
        return;
    }
    fail_msg("%s has no parameter %s", of->name, key);
}

GinMind mind_of(const GinPolicy *of, const char *settings) {
    GinMind mind = {0};
    for (int i = 0; i < GIN_MAX_PARAMS && of->params[i].key; i++) mind.params[i] = of->params[i].value;
    char copy[128], *save = NULL;
    snprintf(copy, sizeof copy, "%s", settings ? settings : "");
    for (char *item = strtok_r(copy, " ", &save); item; item = strtok_r(NULL, " ", &save)) {
        char *value = strchr(item, '=');
        assert_non_null(value);
        *value++ = '\0';
        set_param(of, &mind, item, strtod(value, NULL));
    }
    return mind;
}

void check_estimate(const GinPart *estimator, const GinView *view) {
    GinKnowledge known = gin_knowledge(view);
    float p[CARD_COUNT];
    double sum = 0;
    memset(p, 0xFF, sizeof p);
    estimator->policy->estimate(&estimator->mind, view, p);
    for (int i = 0; i < CARD_COUNT; i++) {
        Card card = card_from_index(i);
        assert_true(p[i] >= 0 && p[i] <= 1);
        if (set_has(known.theirs, card)) assert_true(p[i] == 1);
        if (!set_has(known.theirs | known.unknown, card)) assert_true(p[i] == 0);
        if (set_has(known.unknown, card)) sum += (double)p[i];
    }
    assert_true(fabs(sum - known.missing) < 1e-3);
}

void play_a_game(const GinPlayer players[2], uint64_t game) {
    GinRules rules = gin_rules_default();
    GinGamePlan plan = {.rules = &rules, .seed = 43, .deal = game, .game = game};
    GinGameResult result;
    gin_play_game(&plan, players, &result);
    assert_int_equal(result.fault, FAULT_NONE);
}

// ---- A table set by hand ----

static void bury_upcard(Scene *scene) {
    scene->table.buried |= set_of(scene->table.upcard) & SET_DECK;
    scene->table.upcard = CARD_NONE;
}

void move_in(Scene *scene, bool they, bool take, Card moved) {
    GinTable *table = &scene->table;
    GinEventKind kind = take ? GIN_EVENT_TAKE : GIN_EVENT_DISCARD;
    scene->log.event[scene->log.count++] = (GinEvent){(uint8_t)(2 * kind + they), moved};
    if (take) {
        if (table->upcard != moved) fail_msg("%s is not the upcard", text_of(set_of(moved)));
        table->upcard = CARD_NONE;
        table->known[they] |= set_of(moved);
        table->takes[they]++;
        if (!they) scene->view.hand |= set_of(moved);
    } else {
        bury_upcard(scene);
        table->upcard = moved;
        table->known[they] &= ~set_of(moved);
        table->discarded[they] |= set_of(moved);
        table->turns[they]++;
        if (!they) scene->view.hand &= ~set_of(moved);
    }
}

// "they take 7H, they drop KC, we take KC, we drop 2D".
static void moves_in(Scene *scene, const char *moves) {
    char copy[256], *save = NULL;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *item = strtok_r(copy, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
        char who[8], what[8], which[8];
        assert_int_equal(sscanf(item, "%7s %7s %7s", who, what, which), 3);
        move_in(scene, strcmp(who, "they") == 0, strcmp(what, "take") == 0, card(which));
    }
}

void set_scene(Scene *scene, const char *hand, const char *upcard, const char *moves) {
    memset(scene, 0, sizeof *scene);
    scene->rules = gin_rules_default();
    scene->table.upcard = upcard && *upcard ? card(upcard) : CARD_NONE;
    scene->table.taken = CARD_NONE;
    scene->table.stock = GIN_STOCK_SIZE;
    scene->table.knock_limit = scene->rules.knock_limit;
    scene->view = (GinView){.table = &scene->table,
                            .log = &scene->log,
                            .draws = &scene->draws,
                            .rules = &scene->rules,
                            .hand = cards(hand),
                            .drawn = CARD_NONE};
    if (moves) moves_in(scene, moves);
}
