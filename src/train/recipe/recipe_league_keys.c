// SPDX-License-Identifier: MIT
// The keys of a league: usual values, mistakes, sizes.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "train/recipe/recipe_internal.h"
#include "train/recipe/recipe_league_internal.h"

// ---- Usual values ----

static void whole(const Recipe *recipe, const char *key, int *field, int value) {
    if (!recipe_line_of(recipe, key)) *field = value;
}

static void real(const Recipe *recipe, const char *key, double *field, double value) {
    if (!recipe_line_of(recipe, key)) *field = value;
}

void recipe_league_fill(Recipe *recipe) {
    RecipeLeague *league = &recipe->league;
    LeaguePlan *plan = &league->plan;
    whole(recipe, "steps", &recipe->steps, 32);
    whole(recipe, "batch", &recipe->plan.batch, 32768);
    whole(recipe, "epochs", &recipe->plan.epochs, 1);
    whole(recipe, "table", &plan->table, 50);
    whole(recipe, "past", &plan->past, 8);
    whole(recipe, "evaluate", &plan->evaluate, 10);
    real(recipe, "lambda", &recipe->lambda, 0.95);
    real(recipe, "gamma", &plan->ppo.gamma, 1);
    real(recipe, "clip", &recipe->plan.clip, 0.2);
    real(recipe, "norm", &plan->ppo.gradient_clip, 1);
    real(recipe, "points", &plan->points, 0.04);
    real(recipe, "win", &plan->win, 8);
    real(recipe, "win-from", &plan->win_from, 0.6);
    real(recipe, "priority", &plan->priority, 1);
    real(recipe, "floor", &plan->floor, 0.3);
    if (!recipe_line_of(recipe, "snapshot")) recipe->snapshot = 25;
    if (!recipe_line_of(recipe, "rate")) {
        recipe->plan.rate = 6e-4;
        recipe->rate_end = 1e-5;
    }
    if (!recipe_line_of(recipe, "entropy")) {
        plan->entropy[0] = 0.04;
        plan->entropy[1] = 0.001;
    }
    plan->rate[1] = recipe->rate_end > 0 ? recipe->rate_end : recipe->plan.rate;
    if (recipe_line_of(recipe, "entropy") && plan->entropy[1] <= 0) plan->entropy[1] = plan->entropy[0];
    if (!*league->actor) text_copy(league->actor, sizeof league->actor, "256n 256n+ 256n+");
    if (!*league->critic) text_copy(league->critic, sizeof league->critic, league->actor);
}

// ---- Sizes ----

static int scaled_size(int size, double scale, int least) {
    double scaled = fmin(floor(size * scale + 0.5), 1 << 24);
    return (int)fmax(scaled, size < least ? size : least);
}

// As many iterations as before, each of fewer games. Matches shrink less: what they say would drown in their error.
void recipe_league_scale(Recipe *recipe, double scale) {
    enum { LEAST_GAMES = 16, LEAST_BATCH = 64 };
    int games = (int)recipe->games;
    recipe->games = (uint64_t)scaled_size(games, scale, LEAST_GAMES);
    recipe->plan.batch = scaled_size(recipe->plan.batch, scale, LEAST_BATCH);
    double now = (double)recipe->games / games;
    recipe->league.decisions = (uint64_t)fmax(1, floor((double)recipe->league.decisions * now + 0.5));
    recipe->match = 2 * (uint64_t)fmax(1, ceil((double)recipe->match * fmin(1, 10 * scale) / 2));
}

int recipe_league_iterations(const Recipe *recipe) {
    double rollout = (double)recipe->games * recipe->steps;
    return (int)fmin(fmax(1, floor((double)recipe->league.decisions / rollout + 0.5)), 1 << 30);
}

// ---- Networks and opponents ----

Net *recipe_league_net(const Recipe *recipe, bool critic, uint64_t seed, Error *err) {
    const char *hidden = critic ? recipe->league.critic : recipe->league.actor;
    char layers[192];
    if (critic)
        snprintf(layers, sizeof layers, "%d %s 1l", GIN_INPUTS + GIN_SECRETS, hidden);
    else
        snprintf(layers, sizeof layers, "%d %s %dl", GIN_INPUTS, hidden, GIN_CHOICES);
    return net_make(layers, seed, err);
}

// Before there is a chain, as a recipe is read, any {NAME} will do.
static bool put_names(const char *text, char *to, size_t room, Error *err) {
    Text names = {0};
    for (; *text; text++) {
        if (*text == '}')
            text_add(&names, ".safetensors");
        else if (*text != '{')
            text_add_bytes(&names, text, 1);
    }
    bool fits = text_copy(to, room, names.data ? names.data : "");
    text_free(&names);
    return fits || error_set(err, "it is too long");
}

bool recipe_league_members(const Recipe *recipe, const RecipeChain *chain, LeagueMember members[LEAGUE_MEMBERS],
                           int *count, Error *err) {
    char text[2 * sizeof recipe->league.opponents];
    bool put = chain ? recipe_put_models(chain, recipe->league.opponents, text, sizeof text, err)
                     : put_names(recipe->league.opponents, text, sizeof text, err);
    return put && league_read(text, members, count, err);
}

static bool prefix_key_line(const Recipe *recipe, const char *key, Error *err) {
    int line = recipe_line_of(recipe, key);
    return line ? error_prefix(err, "line %d: %s", line, key) : error_prefix(err, "%s", key);
}

bool recipe_league_check(const Recipe *recipe, Error *err) {
    LeagueMember members[LEAGUE_MEMBERS];
    int count;
    GinRules rules;
    for (int critic = 0; critic < 2; critic++) {
        Net *net = recipe_league_net(recipe, critic, 1, err);
        if (!net) return prefix_key_line(recipe, critic && recipe_line_of(recipe, "critic") ? "critic" : "actor", err);
        bool forgets = net_memory(net) == 0;
        net_close(net);
        if (!forgets) {
            error_set(err, "a league's networks remember nothing: no lstm");
            return prefix_key_line(recipe, critic ? "critic" : "actor", err);
        }
    }
    if (*recipe->rules && !gin_rules_parse(recipe->rules, &rules, err)) return prefix_key_line(recipe, "rules", err);
    if (!recipe_league_members(recipe, NULL, members, &count, err)) return prefix_key_line(recipe, "opponents", err);
    if (recipe->games < 2 || recipe->games > 1 << 24) {
        error_set(err, "%llu is not between 2 and %d", (unsigned long long)recipe->games, 1 << 24);
        return prefix_key_line(recipe, "games", err);
    }
    if (recipe->snapshot < 1 || recipe->snapshot > 1 << 20) {
        error_set(err, "%llu is not between 1 and %d", (unsigned long long)recipe->snapshot, 1 << 20);
        return prefix_key_line(recipe, "snapshot", err);
    }
    return true;
}
