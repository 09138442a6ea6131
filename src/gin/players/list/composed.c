// SPDX-License-Identifier: MIT
// A composed player asks one policy per decision, and a spec such as "greedy:limit=3" becomes such a player.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/list/players.h"

typedef struct Composed {
    GinPart part[GIN_COLUMNS];
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
    const GinPart *part = &player->part[GIN_COLUMN_MELDS];
    CardSet hand = view->hand & ~set_of(card);
    GinSplit melds = part->policy->melds(&part->mind, view, rng, hand, move == GIN_SHOW);
    return (GinAction){.move = (uint8_t)move, .card = card, .melds = melds};
}

static bool knocks(const Composed *player, const GinView *view, Rng *rng, GinDiscard discard) {
    const GinPart *part = &player->part[GIN_COLUMN_KNOCK];
    int deadwood = discard.deadwood;
    if (deadwood < 0) deadwood = gin_deadwood(view->hand & ~set_of(discard.card));
    if (deadwood > view->table->knock_limit) return false;
    bool decided = discard.knock && part->policy->open == player->part[GIN_COLUMN_DISCARD].policy->open;
    if (decided) return discard.knock == GIN_KNOCK_YES;
    return part->policy->knock(&part->mind, view, rng, discard.card, deadwood);
}

static __attribute__((noinline)) GinAction choose_discard(const Composed *player, const GinView *view, Rng *rng) {
    if (view->rules->big_gin_bonus && gin_deadwood(view->hand) == 0)
        return showing(player, view, rng, GIN_CALL_BIG, CARD_NONE);
    const GinPart *part = &player->part[GIN_COLUMN_DISCARD];
    GinDiscard discard = part->policy->discard(&part->mind, view, rng);
    if (knocks(player, view, rng, discard)) return showing(player, view, rng, GIN_KNOCK, discard.card);
    return plain(GIN_DROP, discard.card);
}

static __attribute__((noinline)) GinAction choose_draw(const Composed *player, const GinView *view, Rng *rng) {
    const GinPart *part = &player->part[GIN_COLUMN_DRAW];
    if (view->table->forced) return plain(GIN_STOCK, CARD_NONE);
    // Arithmetic instead of a branch on `take`, which is hard to predict and comes again where the move is played.
    int take = part->policy->take(&part->mind, view, rng);
    int decline = GIN_PASS + (GIN_STOCK - GIN_PASS) * (view->table->phase == GIN_DRAW);
    return plain((GinMove)(decline + (GIN_TAKE - decline) * take), CARD_NONE);
}

static GinAction choose(void *self, const GinView *view, Rng *rng) {
    const Composed *player = self;
    if (view->table->phase == GIN_DISCARD) return choose_discard(player, view, rng);
    if (view->table->phase == GIN_DEFEND) return showing(player, view, rng, GIN_SHOW, CARD_NONE);
    return choose_draw(player, view, rng);
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

static bool set_policy(GinPart *part, GinColumn column, const char *name, Error *err) {
    const GinPolicy *policy = gin_find_policy(column, name);
    if (policy) {
        *part = (GinPart){.policy = policy};
        if (policy->file) text_copy(part->model, sizeof part->model, policy->file);
        for (int p = 0; p < param_count(policy); p++) part->mind.params[p] = policy->params[p].value;
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

static void list_key(GinColumn column, const char *key, char *text, size_t room) {
    size_t used = strlen(text);
    if (used + 64 < room) snprintf(text + used, room - used, "%s%s.%s", used ? ", " : "", gin_column_name(column), key);
}

static void list_params(const Composed *player, char *text, size_t room) {
    text[0] = '\0';
    for (int column = 0; column < GIN_COLUMNS; column++) {
        const GinPolicy *policy = player->part[column].policy;
        for (int p = 0; p < param_count(policy); p++) list_key((GinColumn)column, policy->params[p].key, text, room);
        if (policy->file) list_key((GinColumn)column, "model", text, room);
    }
}

// Where a setting goes: a parameter of a column, or, with param -1, the name of its model.
typedef struct Place {
    int column, param;
} Place;

// All the places a key may stand for; a policy has each key once.
typedef struct Places {
    Place place[GIN_COLUMNS];
    int count;
} Places;

static void find_in_column(const GinPolicy *policy, const char *key, int column, Places *places) {
    for (int p = 0; p < param_count(policy); p++)
        if (strcmp(policy->params[p].key, key) == 0) places->place[places->count++] = (Place){column, p};
    if (policy->file && strcmp(key, "model") == 0) places->place[places->count++] = (Place){column, -1};
}

// The same model in all of them: policies that share a network.
static bool is_one_model(const Composed *player, const Places *places) {
    const GinPart *first = &player->part[places->place[0].column];
    for (int i = 1; i < places->count; i++) {
        const GinPart *part = &player->part[places->place[i].column];
        if (part->policy->open != first->policy->open) return false; // NOLINT(clang-analyzer-*): all are set
    }
    return true;
}

// The very same parameter in several policies: what a family of policies has in common.
static bool is_one_setting(const Composed *player, const Places *places) {
    const GinParam *first = NULL;
    for (int i = 0; i < places->count; i++) {
        Place place = places->place[i];
        if (place.param < 0) return is_one_model(player, places);
        const GinParam *param = &player->part[place.column].policy->params[place.param];
        if (first && strcmp(first->meaning, param->meaning) != 0) return false;
        first = param;
    }
    return places->count > 0;
}

// Finds the parameter `key` ("limit", or "knock.limit") of a composition; it must be just one setting.
static bool find_param(const Composed *player, const char *key, Places *places, Error *err) {
    const char *dot = strchr(key, '.');
    int only = dot ? find_column(key, (size_t)(dot - key)) : -1;
    const char *bare = dot ? dot + 1 : key;
    for (int column = 0; column < GIN_COLUMNS; column++)
        if (!dot || column == only) find_in_column(player->part[column].policy, bare, column, places);
    if (is_one_setting(player, places)) return true;
    char known[256];
    list_params(player, known, sizeof known);
    if (places->count) return error_set(err, "'%s' could mean several parameters; say which: %s", key, known);
    return error_set(err, "there is no parameter '%s' here; keys are draw, discard, knock, melds, estimator%s%s", key,
                     *known ? " and " : "", known);
}

static bool set_in_part(GinPart *part, int p, const char *key, const char *value, Error *err) {
    if (p < 0)
        return text_copy(part->model, sizeof part->model, value) ||
               error_set(err, "%s: '%.40s...' is longer than %d characters", key, value, GIN_MODEL_TEXT - 1);
    const GinParam *param = &part->policy->params[p];
    double *number = &part->mind.params[p];
    if (!param->whole) return text_to_double(value, key, param->low, param->high, number, err);
    int64_t whole;
    if (!text_to_int(value, key, (int64_t)param->low, (int64_t)param->high, &whole, err)) return false;
    *number = (double)whole;
    return true;
}

static bool set_param(Composed *player, const char *key, const char *value, Error *err) {
    Places places = {.count = 0};
    if (!find_param(player, key, &places, err)) return false;
    for (int i = 0; i < places.count; i++) {
        Place place = places.place[i];
        if (!set_in_part(&player->part[place.column], place.param, key, value, err)) return false;
    }
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
        if (column >= 0 && pass == SET_POLICIES)
            done = set_policy(&player->part[column], (GinColumn)column, value, err);
        if (column < 0 && pass == SET_PARAMS) done = set_param(player, item, value, err);
        if (!done) return false;
    }
    return true;
}

static const GinPlayerRow *find_row(const char *name, Error *err) {
    const GinPlayerRow *row = gin_find_row(name);
    if (row) return row;
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    const char *names[64];
    for (int i = 0; i < count; i++) names[i] = rows[i].name;
    const char *close = text_closest(name, names, count);
    error_set(err, "there is no gin player '%s'%s%s%s; `deadwood players` lists them", name,
              close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
    return NULL;
}

// What a policy asks of the rest of its row.
static bool check_parts(const Composed *player, Error *err) {
    bool estimates = player->part[GIN_COLUMN_ESTIMATOR].policy->estimate != NULL;
    for (int column = 0; column < GIN_COLUMNS; column++) {
        const GinPolicy *policy = player->part[column].policy;
        if (!policy->needs_estimator || estimates) continue;
        char known[256];
        list_policies(GIN_COLUMN_ESTIMATOR, known, sizeof known);
        return error_set(err, "the %s policy '%s' needs an estimator of the opponent's hand; add estimator=, one of %s",
                         gin_column_name((GinColumn)column), policy->name, known);
    }
    return true;
}

// The name in "name" or "name:settings".
static bool read_name(const char *spec, char name[64], Error *err) {
    const char *colon = strchr(spec, ':');
    size_t size = colon ? (size_t)(colon - spec) : strlen(spec);
    if (size == 0 || size >= 64)
        return error_set(err, "'%.40s' is not a player; write name or name:key=value,...", spec);
    memcpy(name, spec, size);
    name[size] = '\0';
    return true;
}

static const char *read_settings(const char *spec) {
    const char *colon = strchr(spec, ':');
    return colon ? colon + 1 : "";
}

static bool compose(Composed *player, const char *spec, Error *err) {
    char name[64];
    if (!read_name(spec, name, err)) return false;
    const GinPlayerRow *row = find_row(name, err);
    if (!row) return false;
    const char *settings = read_settings(spec);
    for (int column = 0; column < GIN_COLUMNS; column++)
        if (!set_policy(&player->part[column], (GinColumn)column, row->column[column], err)) return false;
    // The row's own settings come before the overriding policies, so that a policy named here starts at its defaults.
    bool done = apply_settings(player, row->settings, SET_PARAMS, err) &&
                apply_settings(player, settings, SET_POLICIES, err) &&
                apply_settings(player, settings, SET_PARAMS, err) && check_parts(player, err);
    return done || error_prefix(err, "player '%.80s'", spec);
}

// ---- Opening and closing ----

void gin_part_close(GinPart *part) {
    bool owned = part->mind.model && !part->borrowed;
    if (part->policy && part->policy->close && owned) part->policy->close(part->mind.model);
    *part = (GinPart){0};
}

static bool open_part(GinPart *part, Error *err) {
    if (!part->policy->open) return true;
    part->mind.model = part->policy->open(part->mind.params, part->model, err);
    return part->mind.model != NULL || error_prefix(err, "%s", part->policy->name);
}

static bool same_params(const GinPart *a, const GinPart *b) {
    for (int p = 0; p < GIN_MAX_PARAMS; p++)
        if (a->mind.params[p] != b->mind.params[p]) return false;
    return true;
}

// The part before this one that has made the same model already, or NULL.
static const GinPart *find_twin(const Composed *player, int column) {
    const GinPart *part = &player->part[column];
    for (int i = 0; i < column && part->policy->open; i++) {
        const GinPart *other = &player->part[i];
        bool same = other->policy->open == part->policy->open && strcmp(other->model, part->model) == 0 &&
                    same_params(other, part);
        if (same) return other;
    }
    return NULL;
}

static void close_composed(void *self) {
    Composed *player = self;
    for (int column = 0; column < GIN_COLUMNS; column++) gin_part_close(&player->part[column]);
    free(player);
}

static bool open_parts(Composed *player, Error *err) {
    for (int column = 0; column < GIN_COLUMNS; column++) {
        GinPart *part = &player->part[column];
        const GinPart *twin = find_twin(player, column);
        part->mind.estimator = &player->part[GIN_COLUMN_ESTIMATOR];
        part->borrowed = twin != NULL;
        if (twin)
            part->mind.model = twin->mind.model;
        else if (!open_part(part, err))
            return false;
    }
    return true;
}

static bool forgets(const Composed *player) {
    for (int column = 0; column < GIN_COLUMNS; column++)
        if (player->part[column].policy->remembers) return false;
    return true;
}

bool gin_player_open(const char *spec, GinPlayer *player, Error *err) {
    Composed composed = {0};
    if (!compose(&composed, spec, err)) return false;
    Composed *self = malloc(sizeof *self);
    if (!self) return error_set(err, "out of memory for player '%.80s'", spec);
    *self = composed;
    if (!open_parts(self, err)) {
        close_composed(self);
        return error_prefix(err, "player '%.80s'", spec);
    }
    *player = (GinPlayer){.self = self, .choose = choose, .close = close_composed, .forgets = forgets(self)};
    return true;
}

const GinPart *gin_player_part(const GinPlayer *player, GinColumn column) {
    if (player->choose != choose) return NULL;
    const Composed *self = player->self;
    return &self->part[column];
}

void gin_player_note(const GinPlayer *player, const GinRules *rules, Text *text) {
    for (int column = 0; column < GIN_COLUMNS; column++) {
        const GinPart *part = gin_player_part(player, (GinColumn)column);
        if (!part || !part->policy->note || part->borrowed) continue;
        Text note = {0};
        part->policy->note(part->mind.model, rules, &note);
        if (note.size) text_addf(text, "%s%s", text->size ? "; " : "", note.data);
        text_free(&note);
    }
}

bool gin_estimator_open(const char *spec, GinPart *estimator, Error *err) {
    Composed player = {0};
    char name[64];
    GinPart *part = &player.part[GIN_COLUMN_ESTIMATOR];
    if (!compose(&player, "mix", err) || !read_name(spec, name, err)) return false;
    bool done = set_policy(part, GIN_COLUMN_ESTIMATOR, name, err) &&
                (part->policy->estimate || error_set(err, "'%s' estimates nothing", name)) &&
                apply_settings(&player, read_settings(spec), SET_PARAMS, err) && open_part(part, err);
    if (!done) return error_prefix(err, "estimator '%.80s'", spec);
    *estimator = *part;
    return true;
}

static void describe_part(const GinPart *part, GinColumn column, Text *text) {
    const char *name = gin_column_name(column);
    text_addf(text, "%s%s=%s", column ? " " : "", name, part->policy->name);
    for (int p = 0; p < param_count(part->policy); p++)
        text_addf(text, " %s.%s=%.6g", name, part->policy->params[p].key, part->mind.params[p]);
    if (part->policy->file) text_addf(text, " %s.model=%s", name, part->model);
}

bool gin_player_describe(const char *spec, Text *text, Error *err) {
    Composed player = {0};
    if (!compose(&player, spec, err)) return false;
    for (int column = 0; column < GIN_COLUMNS; column++) {
        bool none = column == GIN_COLUMN_ESTIMATOR && !player.part[column].policy->estimate;
        if (!none) describe_part(&player.part[column], (GinColumn)column, text);
    }
    return true;
}

void gin_player_models(const char *spec, void (*visit)(void *context, const char *model), void *context) {
    Composed player = {0};
    if (!compose(&player, spec, NULL)) return;
    for (int column = 0; column < GIN_COLUMNS; column++)
        if (player.part[column].policy->file) visit(context, player.part[column].model);
}
