// SPDX-License-Identifier: MIT
// A composed player asks one policy per decision, or leaves some to a whole player, and a spec such as "greedy:limit=3"
// becomes such a player.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scope.h"
#include "gin/players/list/players.h"

// Decisions without a policy are left to the whole player.
typedef struct Composed {
    GinPart part[GIN_COLUMNS];
    const GinWhole *whole; // or NULL
    double params[GIN_MAX_PARAMS];
    char model[GIN_MODEL_TEXT];
    void *opened; // by the whole player
} Composed;

static GinAction ask_whole(const Composed *player, const GinView *view, const GinLegal *among, Rng *rng) {
    return player->whole->choose(player->opened, view, among, rng);
}

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
    CardSet hand = view->hand & ~set_of(card), left = move == GIN_KNOCK ? set_of(card) : 0;
    const GinLegal among = {.big_gin = move == GIN_CALL_BIG, .show = move == GIN_SHOW, .knocks = left};
    GinSplit melds = part->policy ? part->policy->melds(&part->mind, view, rng, hand, move == GIN_SHOW)
                                  : ask_whole(player, view, &among, rng).melds;
    return (GinAction){.move = (uint8_t)move, .card = card, .melds = melds};
}

static bool knocks(const Composed *player, const GinView *view, Rng *rng, GinDiscard discard) {
    const GinPart *part = &player->part[GIN_COLUMN_KNOCK];
    int deadwood = discard.deadwood;
    if (deadwood < 0) deadwood = gin_deadwood(view->hand & ~set_of(discard.card));
    if (deadwood > view->table->knock_limit) return false;
    if (part->policy) return part->policy->knock(&part->mind, view, rng, discard.card, deadwood);
    const GinLegal among = {.discards = set_of(discard.card), .knocks = set_of(discard.card)};
    return ask_whole(player, view, &among, rng).move == GIN_KNOCK;
}

static bool has_big_gin(const GinView *view) { return view->rules->big_gin_bonus && gin_deadwood(view->hand) == 0; }

static __attribute__((noinline)) GinAction choose_discard(const Composed *player, const GinView *view, Rng *rng) {
    if (has_big_gin(view)) return showing(player, view, rng, GIN_CALL_BIG, CARD_NONE);
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

// ---- Sharing with a whole player ----

static GinAction choose_whole(void *self, const GinView *view, Rng *rng) { return ask_whole(self, view, NULL, rng); }

// The whole player discards; whether to knock with that card is its own to say as well, or not.
static GinAction share_discard(const Composed *player, const GinView *view, Rng *rng) {
    if (has_big_gin(view)) return showing(player, view, rng, GIN_CALL_BIG, CARD_NONE);
    GinAction action = ask_whole(player, view, NULL, rng);
    bool ends = player->part[GIN_COLUMN_KNOCK].policy
                    ? knocks(player, view, rng, (GinDiscard){.card = action.card, .deadwood = -1})
                    : action.move == GIN_KNOCK;
    return ends ? showing(player, view, rng, GIN_KNOCK, action.card) : plain(GIN_DROP, action.card);
}

static GinAction choose_shared(void *self, const GinView *view, Rng *rng) {
    const Composed *player = self;
    int phase = view->table->phase;
    if (phase == GIN_DISCARD && !player->part[GIN_COLUMN_DISCARD].policy) return share_discard(player, view, rng);
    if (phase <= GIN_DRAW && !player->part[GIN_COLUMN_DRAW].policy) return ask_whole(player, view, NULL, rng);
    return choose(self, view, rng);
}

// ---- From text to player ----

static int param_count(const GinParam *params) {
    int count = 0;
    while (count < GIN_MAX_PARAMS && params[count].key) count++;
    return count;
}

// What settings belong to: the policy of a column, or the whole player behind them.
enum { WHOLE = GIN_COLUMNS, HOLDERS };
typedef struct Holder {
    const char *name;       // the column's, or the whole player's
    const GinParam *params; // NULL: nobody is there
    double *values;
    const char *file;
    char *model;
    void *(*open)(const double params[GIN_MAX_PARAMS], const char *model, Error *err);
} Holder;

static Holder holder_of(Composed *player, int which) {
    if (which < WHOLE) {
        GinPart *part = &player->part[which];
        const GinPolicy *policy = part->policy;
        Holder holder = {.name = gin_column_name((GinColumn)which), .values = part->mind.params, .model = part->model};
        if (!policy) return holder;
        holder.params = policy->params;
        holder.file = policy->file;
        holder.open = policy->open;
        return holder;
    }
    const GinWhole *whole = player->whole;
    if (!whole) return (Holder){.name = ""};
    return (Holder){whole->name, whole->params, player->params, whole->file, player->model, whole->open};
}

static void set_defaults(const Holder *holder) {
    if (holder->file) text_copy(holder->model, GIN_MODEL_TEXT, holder->file);
    for (int p = 0; p < param_count(holder->params); p++) holder->values[p] = holder->params[p].value;
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

// Leaves a decision to a whole player. There is one at most: nobody needs two.
static bool leave_to(Composed *player, GinColumn column, const GinWhole *whole, Error *err) {
    if (player->whole && player->whole != whole)
        return error_set(err, "decisions are left to %s already, so none can be left to %s", player->whole->name,
                         whole->name);
    player->part[column] = (GinPart){.policy = NULL};
    if (player->whole) return true;
    player->whole = whole;
    Holder holder = holder_of(player, WHOLE);
    set_defaults(&holder);
    return true;
}

static bool set_policy(Composed *player, GinColumn column, const char *name, Error *err) {
    const GinPolicy *policy = gin_find_policy(column, name);
    if (policy) {
        player->part[column] = (GinPart){.policy = policy};
        Holder holder = holder_of(player, (int)column);
        set_defaults(&holder);
        return true;
    }
    const GinPlayerRow *row = gin_find_row(name);
    if (row && row->whole && column != GIN_COLUMN_ESTIMATOR) return leave_to(player, column, row->whole, err);
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

static void list_key(const char *holder, const char *key, char *text, size_t room) {
    size_t used = strlen(text);
    if (used + 64 < room) snprintf(text + used, room - used, "%s%s.%s", used ? ", " : "", holder, key);
}

static void list_params(Composed *player, char *text, size_t room) {
    text[0] = '\0';
    for (int which = 0; which < HOLDERS; which++) {
        Holder holder = holder_of(player, which);
        if (!holder.params) continue;
        for (int p = 0; p < param_count(holder.params); p++) list_key(holder.name, holder.params[p].key, text, room);
        if (holder.file) list_key(holder.name, "model", text, room);
    }
}

// Where a setting goes: a parameter of a holder, or, with param -1, the name of its model.
typedef struct Place {
    Holder holder;
    int param;
} Place;

// All the places a key may stand for; a holder has each key once.
typedef struct Places {
    Place place[HOLDERS];
    int count;
} Places;

static void find_in_holder(const Holder *holder, const char *key, Places *places) {
    if (!holder->params) return;
    for (int p = 0; p < param_count(holder->params); p++)
        if (strcmp(holder->params[p].key, key) == 0) places->place[places->count++] = (Place){*holder, p};
    if (holder->file && strcmp(key, "model") == 0) places->place[places->count++] = (Place){*holder, -1};
}

// The very same parameter in several policies: what a family of policies has in common. Or a model that all of them
// open alike.
static bool is_one_setting(const Places *places) {
    const Place *first = &places->place[0];
    for (int i = 1; i < places->count; i++) {
        const Place *other = &places->place[i];
        if ((first->param < 0) != (other->param < 0)) return false;
        bool same = first->param < 0 ? first->holder.open == other->holder.open
                                     : strcmp(first->holder.params[first->param].meaning,
                                              other->holder.params[other->param].meaning) == 0;
        if (!same) return false;
    }
    return places->count > 0;
}

static int columns_left(const Composed *player) {
    int left = 0;
    for (int column = 0; column < GIN_COLUMNS; column++) left += player->part[column].policy == NULL;
    return left;
}

// Whose settings "discard." in front of a key means. The only column that is left to a whole player has the settings of
// that one.
static bool is_meant(const Composed *player, const Holder *holder, int which, const char *prefix, size_t size) {
    if (strlen(holder->name) == size && strncmp(holder->name, prefix, size) == 0) return true;
    int column = find_column(prefix, size);
    return which == WHOLE && column >= 0 && !player->part[column].policy && columns_left(player) == 1;
}

// Finds the parameter `key` ("limit", or "knock.limit") of a composition; it must be just one setting.
static bool find_param(Composed *player, const char *key, Places *places, Error *err) {
    const char *dot = strchr(key, '.');
    const char *bare = dot ? dot + 1 : key;
    for (int which = 0; which < HOLDERS; which++) {
        Holder holder = holder_of(player, which);
        if (!dot || is_meant(player, &holder, which, key, (size_t)(dot - key))) find_in_holder(&holder, bare, places);
    }
    if (is_one_setting(places)) return true;
    char known[256];
    list_params(player, known, sizeof known);
    if (places->count) return error_set(err, "'%s' could mean several parameters; say which: %s", key, known);
    return error_set(err, "there is no parameter '%s' here; keys are draw, discard, knock, melds, estimator%s%s", key,
                     *known ? " and " : "", known);
}

static bool set_in_place(const Place *place, const char *key, const char *value, Error *err) {
    const Holder *holder = &place->holder;
    if (place->param < 0)
        return text_copy(holder->model, GIN_MODEL_TEXT, value) ||
               error_set(err, "%s: '%.40s...' is longer than %d characters", key, value, GIN_MODEL_TEXT - 1);
    const GinParam *param = &holder->params[place->param];
    double *number = &holder->values[place->param];
    if (!param->whole) return text_to_double(value, key, param->low, param->high, number, err);
    int64_t whole;
    if (!text_to_int(value, key, (int64_t)param->low, (int64_t)param->high, &whole, err)) return false;
    *number = (double)whole;
    return true;
}

static bool set_param(Composed *player, const char *key, const char *value, Error *err) {
    Places places = {.count = 0};
    if (!find_param(player, key, &places, err)) return false;
    for (int i = 0; i < places.count; i++)
        if (!set_in_place(&places.place[i], key, value, err)) return false;
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
    const GinPlayerRow *row = gin_find_row(name);
    if (row) return row;
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    const char *names[64];
    for (int i = 0; i < count; i++) names[i] = rows[i].name;
    for (int i = 0; i < LEVEL_COUNT; i++) names[count++] = gin_levels()[i].name;
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
        if (!policy || !policy->needs_estimator || estimates) continue;
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

static bool compose(Composed *player, const char *said, Error *err) {
    const char *spec = said;
    char name[64], spelled[LEVEL_TEXT];
    const Level *level = level_find(gin_levels(), spec, spelled);
    if (level && !*spelled) return error_set(err, "player '%.80s...': the settings are too long", spec);
    if (level) spec = spelled;
    if (!read_name(spec, name, err)) return false;
    const GinPlayerRow *row = find_row(name, err);
    if (!row) return false;
    const char *settings = read_settings(spec);
    for (int column = 0; column < GIN_COLUMNS; column++)
        if (!set_policy(player, (GinColumn)column, gin_row_column(row, (GinColumn)column), err)) return false;
    // The row's own settings come before the overriding policies, so that a policy named here starts at its defaults.
    bool done =
        apply_settings(player, row->settings, SET_PARAMS, err) && apply_settings(player, settings, SET_POLICIES, err);
    if (columns_left(player) == 0) player->whole = NULL; // all that was left to it is decided by others
    done = done && apply_settings(player, settings, SET_PARAMS, err) && check_parts(player, err);
    return done || error_prefix(err, "player '%.80s'", said);
}

// ---- Opening and closing ----

void gin_part_close(GinPart *part) {
    if (part->mind.model && part->policy->close) part->policy->close(part->mind.model);
    *part = (GinPart){0};
}

static bool open_part(GinPart *part, Error *err) {
    if (!part->policy || !part->policy->open) return true;
    part->mind.model = part->policy->open(part->mind.params, part->model, err);
    return part->mind.model != NULL || error_prefix(err, "%s", part->policy->name);
}

static bool open_whole(Composed *player, Error *err) {
    if (!player->whole) return true;
    player->opened = player->whole->open(player->params, player->model, err);
    return player->opened != NULL || error_prefix(err, "%s", player->whole->name);
}

static void close_composed(void *self) {
    Composed *player = self;
    for (int column = 0; column < GIN_COLUMNS; column++) gin_part_close(&player->part[column]);
    if (player->opened) player->whole->close(player->opened);
    free(player);
}

static bool open_parts(Composed *player, Error *err) {
    for (int column = 0; column < GIN_COLUMNS; column++) {
        player->part[column].mind.estimator = &player->part[GIN_COLUMN_ESTIMATOR];
        if (!open_part(&player->part[column], err)) return false;
    }
    return open_whole(player, err);
}

static bool forgets(const Composed *player) {
    for (int column = 0; column < GIN_COLUMNS; column++)
        if (player->part[column].policy && player->part[column].policy->remembers) return false;
    return !player->whole || !player->whole->remembers;
}

bool gin_player_open(const char *spec, GinPlayer *player, Error *err) {
    const GinPlayer *callers = scope_player("gin", spec);
    if (callers) {
        *player = *callers;
        return true;
    }
    Composed composed = {0};
    if (!compose(&composed, spec, err)) return false;
    Composed *self = malloc(sizeof *self);
    if (!self) return error_set(err, "out of memory for player '%.80s'", spec);
    *self = composed;
    if (!open_parts(self, err)) {
        close_composed(self);
        return error_prefix(err, "player '%.80s'", spec);
    }
    int left = columns_left(self);
    *player = (GinPlayer){
        .self = self,
        .choose = left == 0                      ? choose
                  : left == GIN_COLUMN_ESTIMATOR ? choose_whole
                                                 : choose_shared,
        .close = close_composed,
        .forgets = forgets(self),
    };
    return true;
}

static const Composed *composed_of(const GinPlayer *player) {
    bool ours = player->choose == choose || player->choose == choose_whole || player->choose == choose_shared;
    return ours ? player->self : NULL;
}

const GinPart *gin_player_part(const GinPlayer *player, GinColumn column) {
    const Composed *self = composed_of(player);
    return self && self->part[column].policy ? &self->part[column] : NULL;
}

const void *gin_player_whole(const GinPlayer *player, const GinWhole *whole) {
    const Composed *self = composed_of(player);
    if (!self || self->whole != whole) return NULL;
    for (int column = 0; column < GIN_COLUMN_MELDS; column++)
        if (self->part[column].policy) return NULL;
    return self->opened;
}

void gin_player_note(const GinPlayer *player, const GinRules *rules, Text *text) {
    const Composed *self = composed_of(player);
    if (self && self->whole && self->whole->note) self->whole->note(self->opened, rules, text);
}

bool gin_estimator_open(const char *spec, GinPart *estimator, Error *err) {
    Composed player = {0};
    char name[64];
    GinPart *part = &player.part[GIN_COLUMN_ESTIMATOR];
    if (!compose(&player, "mix", err) || !read_name(spec, name, err)) return false;
    bool done = set_policy(&player, GIN_COLUMN_ESTIMATOR, name, err) &&
                (part->policy->estimate || error_set(err, "'%s' estimates nothing", name)) &&
                apply_settings(&player, read_settings(spec), SET_PARAMS, err) && open_part(part, err);
    if (!done) return error_prefix(err, "estimator '%.80s'", spec);
    *estimator = *part;
    return true;
}

static void describe_settings(const Holder *holder, Text *text) {
    for (int p = 0; p < param_count(holder->params); p++) {
        text_addf(text, " %s.%s=", holder->name, holder->params[p].key);
        text_add_double(text, 6, holder->values[p]);
    }
    if (holder->file) text_addf(text, " %s.model=%s", holder->name, holder->model);
}

bool gin_player_describe(const char *spec, Text *text, Error *err) {
    Composed player = {0};
    if (!compose(&player, spec, err)) return false;
    for (int which = 0; which < HOLDERS; which++) {
        Holder holder = holder_of(&player, which);
        const GinPolicy *policy = which < WHOLE ? player.part[which].policy : NULL;
        bool none = which == GIN_COLUMN_ESTIMATOR && !policy->estimate;
        if (which < WHOLE && !none)
            text_addf(text, "%s%s=%s", which ? " " : "", holder.name, policy ? policy->name : player.whole->name);
        if (holder.params && !none) describe_settings(&holder, text);
    }
    return true;
}

void gin_player_models(const char *spec, void (*visit)(void *context, const char *model), void *context) {
    Composed player = {0};
    if (!compose(&player, spec, NULL)) return;
    for (int which = 0; which < HOLDERS; which++) {
        Holder holder = holder_of(&player, which);
        if (holder.file) visit(context, holder.model);
    }
}
