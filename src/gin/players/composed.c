// SPDX-License-Identifier: MIT
// A composed player asks one policy per decision, and a spec such as "greedy:limit=3" becomes such a player.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/players.h"

typedef struct Composed {
    const GinPolicy *policy[GIN_COLUMNS];
    GinMind mind[GIN_COLUMNS];
} Composed;

// An action without melds. They stay unset, since nobody reads them and clearing them costs 2% of a game.
static inline GinAction plain(GinMove move, Card card) {
    GinAction action;
    action.move = (uint8_t)move;
    action.card = card;
    return action; // cppcheck-suppress uninitvar
}

// What happens once a hand is kept out of line, so that the decisions of every turn stay small.
static __attribute__((noinline)) GinAction showing(const Composed *player, const GinView *view, Rng *rng, GinMove move,
                                                   Card card) {
    const GinMind *mind = &player->mind[GIN_COLUMN_MELDS];
    CardSet hand = view->hand & ~set_of(card);
    GinSplit melds = player->policy[GIN_COLUMN_MELDS]->melds(mind, view, rng, hand, move == GIN_SHOW);
    return (GinAction){.move = (uint8_t)move, .card = card, .melds = melds};
}

static bool knocks(const Composed *player, const GinView *view, Rng *rng, GinDiscard discard) {
    const GinPolicy *policy = player->policy[GIN_COLUMN_KNOCK];
    int deadwood = discard.deadwood;
    if (deadwood < 0) deadwood = gin_deadwood(view->hand & ~set_of(discard.card));
    if (deadwood > view->table->knock_limit) return false;
    return policy->knock(&player->mind[GIN_COLUMN_KNOCK], view, rng, discard.card, deadwood);
}

static __attribute__((noinline)) GinAction choose_discard(const Composed *player, const GinView *view, Rng *rng) {
    if (view->rules->big_gin_bonus && gin_deadwood(view->hand) == 0)
        return showing(player, view, rng, GIN_CALL_BIG, CARD_NONE);
    const GinMind *mind = &player->mind[GIN_COLUMN_DISCARD];
    GinDiscard discard = player->policy[GIN_COLUMN_DISCARD]->discard(mind, view, rng);
    if (knocks(player, view, rng, discard)) return showing(player, view, rng, GIN_KNOCK, discard.card);
    return plain(GIN_DROP, discard.card);
}

static GinAction choose(void *self, const GinView *view, Rng *rng) {
    const Composed *player = self;
    if (view->table->phase == GIN_DISCARD) return choose_discard(player, view, rng);
    if (view->table->phase == GIN_DEFEND) return showing(player, view, rng, GIN_SHOW, CARD_NONE);
    const GinMind *mind = &player->mind[GIN_COLUMN_DRAW];
    if (view->table->forced) return plain(GIN_STOCK, CARD_NONE);
    // Arithmetic instead of a branch on `take`, which is hard to predict and comes again where the move is played.
    int take = player->policy[GIN_COLUMN_DRAW]->take(mind, view, rng);
    int decline = GIN_PASS + (GIN_STOCK - GIN_PASS) * (view->table->phase == GIN_DRAW);
    return plain((GinMove)(decline + (GIN_TAKE - decline) * take), CARD_NONE);
}

// ---- From text to player ----

static int param_count(const GinPolicy *policy) {
    int count = 0;
    while (count < GIN_MAX_PARAMS && policy->params[count].key) count++;
    return count;
}

static void list_policies(GinColumn column, char *text, size_t room) {
    int count;
    const GinPolicy *const *policies = gin_policies(column, &count);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        if (i) strncat(text, ", ", room - strlen(text) - 1);
        strncat(text, policies[i]->name, room - strlen(text) - 1);
    }
}

static bool set_policy(Composed *player, GinColumn column, const char *name, Error *err) {
    int count;
    const GinPolicy *const *policies = gin_policies(column, &count);
    for (int i = 0; i < count; i++) {
        if (strcmp(policies[i]->name, name) != 0) continue;
        player->policy[column] = policies[i];
        for (int p = 0; p < param_count(policies[i]); p++)
            player->mind[column].params[p] = policies[i]->params[p].value;
        return true;
    }
    char known[256];
    list_policies(column, known, sizeof known);
    return error_set(err, "there is no %s policy '%s'; there are %s", gin_column_name(column), name, known);
}

static int find_column(const char *name, size_t size) {
    for (int column = 0; column < GIN_COLUMNS; column++) {
        const char *known = gin_column_name((GinColumn)column);
        if (strlen(known) == size && strncmp(known, name, size) == 0) return column;
    }
    return -1;
}

static void list_params(const Composed *player, char *text, size_t room) {
    size_t used = 0;
    text[0] = '\0';
    for (int column = 0; column < GIN_COLUMNS; column++)
        for (int p = 0; p < param_count(player->policy[column]) && used < room - 64; p++)
            used += (size_t)snprintf(text + used, room - used, "%s%s.%s", used ? ", " : "",
                                     gin_column_name((GinColumn)column), player->policy[column]->params[p].key);
}

// Finds the parameter `key` ("limit", or "knock.limit") of a composition; it must be just one.
static bool find_param(const Composed *player, const char *key, int *at_column, int *at_param, Error *err) {
    const char *dot = strchr(key, '.');
    int only = dot ? find_column(key, (size_t)(dot - key)) : -1;
    const char *bare = dot ? dot + 1 : key;
    int found = 0;
    for (int column = 0; column < GIN_COLUMNS; column++) {
        if (dot && column != only) continue;
        for (int p = 0; p < param_count(player->policy[column]); p++) {
            if (strcmp(player->policy[column]->params[p].key, bare) != 0) continue;
            *at_column = column;
            *at_param = p;
            found++;
        }
    }
    if (found == 1) return true;
    char known[256];
    list_params(player, known, sizeof known);
    if (found > 1) return error_set(err, "'%s' could mean several parameters; say which: %s", key, known);
    return error_set(err, "there is no parameter '%s' here; keys are draw, discard, knock, melds%s%s", key,
                     *known ? " and " : "", known);
}

static bool set_param(Composed *player, const char *key, const char *value, Error *err) {
    int column = 0, p = 0;
    if (!find_param(player, key, &column, &p, err)) return false;
    const GinParam *param = &player->policy[column]->params[p];
    if (!param->whole) return text_to_double(value, key, param->low, param->high, &player->mind[column].params[p], err);
    int64_t whole;
    if (!text_to_int(value, key, (int64_t)param->low, (int64_t)param->high, &whole, err)) return false;
    player->mind[column].params[p] = (double)whole;
    return true;
}

typedef enum { SET_POLICIES, SET_PARAMS } Pass;

// Applies the settings "key=value,..." of one kind: policies first, then the parameters they bring.
static bool apply_settings(Composed *player, const char *settings, Pass pass, Error *err) {
    char copy[512];
    if (!text_copy(copy, sizeof copy, settings))
        return error_set(err, "the settings are longer than %d characters", (int)sizeof copy - 1);
    char *rest = copy;
    for (char *item; (item = strsep(&rest, ",")) != NULL;) {
        if (!*item && !*settings) break;
        char *value = strchr(item, '=');
        if (!value || value == item)
            return error_set(err, "'%s' is not key=value, such as knock=rules or limit=3", item);
        *value++ = '\0';
        int column = find_column(item, strlen(item));
        bool done = true;
        if (column >= 0 && pass == SET_POLICIES) done = set_policy(player, (GinColumn)column, value, err);
        if (column < 0 && pass == SET_PARAMS) done = set_param(player, item, value, err);
        if (!done) return false;
    }
    return true;
}

static const GinPlayerRow *find_row(const char *name, Error *err) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    const char *names[64];
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
        names[i] = rows[i].name;
    }
    const char *close = text_closest(name, names, count);
    error_set(err, "there is no gin player '%s'%s%s%s; `deadwood players` lists them", name,
              close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
    return NULL;
}

static bool compose(Composed *player, const char *spec, Error *err) {
    char name[64];
    const char *colon = strchr(spec, ':');
    size_t size = colon ? (size_t)(colon - spec) : strlen(spec);
    if (size == 0 || size >= sizeof name)
        return error_set(err, "'%.40s' is not a player; write name or name:key=value,...", spec);
    memcpy(name, spec, size);
    name[size] = '\0';
    const GinPlayerRow *row = find_row(name, err);
    if (!row) return false;
    const char *settings = colon ? colon + 1 : "";
    for (int column = 0; column < GIN_COLUMNS; column++)
        if (!set_policy(player, (GinColumn)column, row->column[column], err)) return false;
    // The row's own settings come before the overriding policies, so that a policy named here starts at its defaults.
    bool done = apply_settings(player, row->settings, SET_PARAMS, err) &&
                apply_settings(player, settings, SET_POLICIES, err) &&
                apply_settings(player, settings, SET_PARAMS, err);
    return done || error_prefix(err, "player '%.80s'", spec);
}

bool gin_player_open(const char *spec, GinPlayer *player, Error *err) {
    Composed composed = {0};
    if (!compose(&composed, spec, err)) return false;
    Composed *self = malloc(sizeof *self);
    if (!self) return error_set(err, "out of memory for player '%.80s'", spec);
    *self = composed;
    *player = (GinPlayer){.self = self, .choose = choose, .close = free};
    return true;
}

bool gin_player_describe(const char *spec, Text *text, Error *err) {
    Composed player = {0};
    if (!compose(&player, spec, err)) return false;
    for (int column = 0; column < GIN_COLUMNS; column++) {
        text_addf(text, "%s%s=%s", column ? " " : "", gin_column_name((GinColumn)column), player.policy[column]->name);
        for (int p = 0; p < param_count(player.policy[column]); p++)
            text_addf(text, " %s.%s=%.6g", gin_column_name((GinColumn)column), player.policy[column]->params[p].key,
                      player.mind[column].params[p]);
    }
    return true;
}
