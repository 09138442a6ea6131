// SPDX-License-Identifier: MIT
// Whether the keys of a recipe go together: which it needs, which make no sense beside others, and whether its nets fit
// its examples.
#include <string.h>

#include "train/recipe/recipe_internal.h"

static bool needs(const Recipe *recipe, const char *key, const char *why, Error *err) {
    return recipe_line_of(recipe, key) || error_set(err, "the key '%s' is missing%s", key, why);
}

static bool unused(const Recipe *recipe, const char *key, const char *why, Error *err) {
    int line = recipe_line_of(recipe, key);
    return !line || error_set(err, "line %d: %s %s", line, key, why);
}

static bool net_fits(const Recipe *recipe, const char *key, const char *layers, Error *err) {
    Net *net = net_make(layers, 1, err);
    if (!net) return error_prefix(err, "line %d", recipe_line_of(recipe, key));
    const DatasetKind *kind = recipe->examples;
    bool fits = net_inputs(net) == kind->inputs && net_outputs(net) == kind->outputs;
    if (!fits) {
        error_set(err, "line %d: %s has %d inputs and %d outputs; %s have %d and %d", recipe_line_of(recipe, key), key,
                  net_inputs(net), net_outputs(net), kind->name, kind->inputs, kind->outputs);
    } else if (net_memory(net) > 0 && kind->steps == 1) {
        fits = error_set(err, "line %d: a net with lstm needs examples = sequences, not %s",
                         recipe_line_of(recipe, key), kind->name);
    }
    net_close(net);
    return fits;
}

static bool has_pair_layer(const Recipe *recipe, Error *err) {
    Net *net = net_make(recipe->map, 1, err);
    bool there = false;
    for (int i = 0; net && i < net_layers(net); i++) there = there || net_layer(net, i)->outputs == 2;
    net_close(net);
    return there || error_set(err, "line %d: map has no layer of 2 units to draw", recipe_line_of(recipe, "map"));
}

static bool check_loop(const Recipe *recipe, Error *err) {
    static const char *const others[] = {"examples", "players", "records", "net", "map", "loss", "batch", "epochs"};
    for (int i = 0; i < 8; i++)
        if (!unused(recipe, others[i], "belongs to the recipes of the loop, not here", err)) return false;
    return needs(recipe, "player", " (the loop's player)", err) && needs(recipe, "generations", "", err) &&
           needs(recipe, "games", "", err) && needs(recipe, "output", "", err);
}

static bool check_counts(const Recipe *recipe, Error *err) {
    static const char *const others[] = {"net", "map", "loss", "batch", "epochs", "rate", "optimiser"};
    for (int i = 0; i < 7; i++)
        if (!unused(recipe, others[i], "is not for counts, where nothing is trained", err)) return false;
    return true;
}

static bool check_step(const Recipe *recipe, Error *err) {
    static const char *const others[] = {"players", "games", "records"};
    for (int i = 0; i < 3; i++)
        if (!unused(recipe, others[i], "is for other recipes; here 'mix' and 'after' say what is learned from", err))
            return false;
    for (int i = 0; i < recipe->named_count; i++)
        if (!recipe->named[i].line)
            return error_set(err, "line %d: there is no player.%s to tune", recipe->named[i].tune_line,
                             recipe->named[i].name);
    if (!recipe->examples->make_packed)
        return error_set(err, "line %d: %s cannot be mixed; estimates and completions can",
                         recipe_line_of(recipe, "examples"), recipe->examples->name);
    return needs(recipe, "evaluation", ": examples to evaluate with", err);
}

static bool check_games(const Recipe *recipe, Error *err) {
    if (recipe_is_step(recipe)) return check_step(recipe, err);
    if (recipe->named_count) return error_set(err, "a player with a name is for a mix; the key 'mix' is missing");
    static const char why[] = "is for games that are played; with 'records' they come from a file";
    if (!*recipe->records) return needs(recipe, "games", "", err);
    return unused(recipe, "players", why, err) && unused(recipe, "games", why, err);
}

// None of the keys that belong to another kind alone.
static bool none_of(const Recipe *recipe, RecipeKind kind, const char *why, Error *err) {
    const char *key;
    for (int i = 0; (key = recipe_key(kind, i)) != NULL; i++)
        if (!unused(recipe, key, why, err)) return false;
    return true;
}

// Keys of leagues alone, in a recipe of another kind.
static bool no_league(const Recipe *recipe, Error *err) {
    if (!none_of(recipe, RECIPE_LEAGUE, "is for leagues; 'learn = league' is missing", err)) return false;
    if (recipe->rate_end > 0) return unused(recipe, "rate", "FROM..TO is for leagues", err);
    return true;
}

// The same of learners of gin's values.
static bool no_rummy(const Recipe *recipe, Error *err) {
    return none_of(recipe, RECIPE_RUMMY, "is for gin's value network; 'learn = rummy' is missing", err);
}

static bool check_rummy_recipe(const Recipe *recipe, Error *err) {
    static const char *const shared[] = {"about", "games", "evaluation", "batch",  "rate", "lambda",
                                         "rules", "seed",  "checkpoint", "output", "learn"};
    static const char *const td[] = {"rate", "lambda", "batch", "chance"};
    static const char *const evolution[] = {"population", "parents", "pairs", "spread"};
    const RecipeRummy *rummy = &recipe->rummy;
    for (int kind = 0; kind < RECIPE_KINDS; kind++)
        if (kind != RECIPE_RUMMY && kind != RECIPE_MODEL &&
            !none_of(recipe, (RecipeKind)kind, "is not for learn = rummy", err))
            return false;
    const char *key;
    for (int i = 0; (key = recipe_key(RECIPE_MODEL, i)) != NULL; i++) {
        bool goes = false;
        for (size_t k = 0; k < sizeof shared / sizeof *shared; k++) goes = goes || strcmp(key, shared[k]) == 0;
        if (!goes && !unused(recipe, key, "is not for learn = rummy", err)) return false;
    }
    if (recipe->named_count) return error_set(err, "a player with a name is for a mix, not for learn = rummy");
    const char *const *others = rummy->evolves ? td : evolution;
    for (int i = 0; i < 4; i++)
        if (!unused(recipe, others[i], rummy->evolves ? "is for by = td" : "is for by = evolution", err)) return false;
    if (rummy->evolves && rummy->parents > rummy->population)
        return error_set(err, "parents: %d of a population of %d", rummy->parents, rummy->population);
    GinRules rules;
    if (*recipe->rules && !gin_rules_parse(recipe->rules, &rules, err))
        return error_prefix(err, "line %d: rules", recipe_line_of(recipe, "rules"));
    return needs(recipe, "by", ": td or evolution", err) && needs(recipe, "games", ": hands", err) &&
           needs(recipe, "output", "", err);
}

static bool check_league(const Recipe *recipe, Error *err) {
    static const char *const others[] = {
        "examples", "players",        "records",         "evaluation", "net",         "map",       "loss",
        "patience", "keep",           "player",          "validation", "loop",        "task",      "schedule",
        "vary",     "choose",         "momentum",        "mix",        "generations", "tries",     "combine",
        "opponent", "queen_features", "hearts_features", "runs",       "optimiser",   "algorithm", "worlds",
        "leaf"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!unused(recipe, others[i], "is not for learn = league", err)) return false;
    if (!no_rummy(recipe, err)) return false;
    if (recipe->named_count) return error_set(err, "a player with a name is for a mix, not for learn = league");
    return needs(recipe, "games", ": played at once", err) && needs(recipe, "decisions", "", err) &&
           needs(recipe, "opponents", "", err) && needs(recipe, "output", "", err) && recipe_league_check(recipe, err);
}

static bool check_td(const Recipe *recipe, Error *err) {
    static const char *const others[] = {"examples", "players", "records", "evaluation", "net",        "map",
                                         "loss",     "batch",   "epochs",  "patience",   "validation", "keep",
                                         "player",   "loop",    "rate",    "steps",      "schedule",   "momentum",
                                         "clip",     "vary",    "choose",  "match",      "generations"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!unused(recipe, others[i], "is not for learn = td", err)) return false;
    if (!no_league(recipe, err) || !no_rummy(recipe, err)) return false;
    if (recipe->td.leaf && (recipe->td.worlds || recipe->td.algorithm != HEARTS_TRICK_MAXN))
        return error_set(err, "leaf: goes with algorithm = maxn and worlds = 0 alone");
    if (!needs(recipe, "task", ": queen, hearts or full", err) || !needs(recipe, "games", "", err) ||
        !needs(recipe, "output", "", err))
        return false;
    if (recipe->td.goal == HEARTS_LEARN_FULL)
        return needs(recipe, "from", ": a model of the queen and one of hearts", err) &&
               unused(recipe, "combine", "is for the tasks queen and hearts; 'from' says what is combined here", err);
    return needs(recipe, "combine", ": 1 to 4", err) && unused(recipe, "from", "is for task = full", err) &&
           unused(recipe, "queen_features", "is for task = full", err) &&
           unused(recipe, "rules", "is for task = full", err) &&
           unused(recipe, "hearts_features", "is for task = full", err);
}

bool recipe_check(const Recipe *recipe, Error *err) {
    static const char *const both[] = {"from", "snapshot", "lambda", "rules"};
    if (recipe->kind == RECIPE_TD) return check_td(recipe, err);
    if (recipe->kind == RECIPE_LEAGUE) return check_league(recipe, err);
    if (recipe->kind == RECIPE_RUMMY) return check_rummy_recipe(recipe, err);
    if (!no_league(recipe, err) || !no_rummy(recipe, err)) return false;
    if (!none_of(recipe, RECIPE_TD, "is for learners of Hearts; 'learn = td' is missing", err)) return false;
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        if (!unused(recipe, both[i], "is for who learns while it plays; 'learn = td', 'league' or 'rummy' is missing",
                    err))
            return false;
    if (recipe->kind == RECIPE_LOOPED) return check_loop(recipe, err);
    if (!none_of(recipe, RECIPE_LOOPED, "is for closed loops; 'loop' is missing", err)) return false;
    bool tunes = false;
    for (int i = 0; i < recipe->named_count; i++) tunes = tunes || *recipe->named[i].tune;
    if (!tunes &&
        (!unused(recipe, "match", "is for closed loops and searches; 'loop' or 'tune.NAME' is missing", err) ||
         !unused(recipe, "tries", "is for searches; 'tune.NAME' is missing", err)))
        return false;
    if (!needs(recipe, "examples", ": what to learn from", err) || !check_games(recipe, err) ||
        !needs(recipe, "output", "", err))
        return false;
    if (recipe->examples->inputs == 0) return check_counts(recipe, err);
    if (!needs(recipe, "net", "", err) || !needs(recipe, "loss", ": mse, binary or categorical", err)) return false;
    if (!net_fits(recipe, "net", recipe->net, err)) return false;
    if (!*recipe->map) return true;
    if (strcmp(recipe->examples->name, "hands") != 0) return unused(recipe, "map", "is for examples = hands", err);
    return net_fits(recipe, "map", recipe->map, err) && has_pair_layer(recipe, err);
}
