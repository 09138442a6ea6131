// SPDX-License-Identifier: MIT
// Leagues after leagues: each makes a file of weights that says which settings made it, and who needs it looks for that
// file and runs the recipe where it is not there. Nothing else is kept, so a folder of runs can be copied to another
// machine and goes on there.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "learn/files/models.h"
#include "report/lab.h"
#include "train/recipe/recipe_league_internal.h"

void recipe_league_describe(const Recipe *recipe, Text *text) {
    const RecipeLeague *l = &recipe->league;
    const LeaguePlan *plan = &l->plan;
    const TrainPlan *p = &recipe->plan;
    text_addf(text, "%s | rules %s | actor %s | critic %s | opponents %s | from %s | after %s", recipe->name,
              recipe->rules, l->actor, l->critic, l->opponents, recipe->from, recipe->after);
    text_addf(text, " | games %" PRIu64 " steps %d batch %d epochs %d decisions %" PRIu64 " seed %" PRIu64,
              recipe->games, recipe->steps, p->batch, p->epochs, l->decisions, p->seed);
    text_addf(text, " rate %.9g %.9g entropy %.9g %.9g gamma %.9g lambda %.9g clip %.9g norm %.9g", p->rate,
              plan->rate[1], plan->entropy[0], plan->entropy[1], plan->ppo.gamma, recipe->lambda, p->clip,
              plan->ppo.gradient_clip);
    text_addf(text, " points %.9g win %.9g from %.9g table %d past %d snapshot %" PRIu64, plan->points, plan->win,
              plan->win_from, plan->table, plan->past, recipe->snapshot);
    text_addf(text, " priority %.9g floor %.9g evaluate %d", plan->priority, plan->floor, plan->evaluate);
}

// Weights that are done, with their critic, for the peers of the process that has them.
static bool tell_model(const RecipeRun *run, Error *err) {
    Text critic = {0};
    model_beside(run->out, MODEL_CRITIC, &critic);
    bool good = peers_rank(run->peers) == 0 || lab_make_folder(run->folder, err);
    good = good && peers_tell_file(run->peers, run->out, err) && peers_tell_file(run->peers, critic.data, err);
    text_free(&critic);
    return good;
}

// Whether the weights of a run are there and finished. False with err set if they are, but of other work.
static bool is_done(const RecipeRun *run, bool *done, Error *err) {
    Text checkpoint = {0}, settings = {0};
    text_addf(&checkpoint, "%s.checkpoint", run->out);
    *done = access(run->out, F_OK) == 0 && access(checkpoint.data, F_OK) != 0;
    Weights *weights = *done ? weights_load(run->out, err) : NULL;
    bool good = weights || !*done;
    recipe_league_describe(run->recipe, &settings);
    const char *fact = weights ? weights_fact(weights, "settings") : NULL;
    if (weights && (!fact || strcmp(fact, settings.data) != 0))
        good = error_set(err, "%s belongs to other work than the recipe %s now asks for; `%s --fresh` makes it again",
                         run->out, run->recipe->name, run->command);
    weights_close(weights);
    text_free(&checkpoint);
    text_free(&settings);
    return good;
}

// The same of every recipe of `after`.
static bool before_fits(const RecipeRun *run, Error *err) {
    char names[sizeof run->recipe->after], *rest = names;
    text_copy(names, sizeof names, run->recipe->after);
    bool good = true, done;
    for (char *name; good && (name = strsep(&rest, " \t")) != NULL;) {
        if (!*name) continue;
        RecipeEarlier *earlier = recipe_earlier_open(run, name, err);
        good = earlier && is_done(&earlier->run, &done, err);
        recipe_earlier_close(earlier);
    }
    return good;
}

static uint64_t whole_number_of_fact(const Weights *weights, const char *fact) {
    const char *text = weights_fact(weights, fact);
    uint64_t number = 0;
    return text && text_to_uint64(text, fact, &number, NULL) ? number : 0;
}

bool recipe_league_done(const RecipeRun *run, RecipeResult *result, Error *err) {
    if (!before_fits(run, err) || !is_done(run, &result->done, err)) return false;
    if (!result->done) return true;
    Weights *weights = weights_load(run->out, err);
    Net *net = weights ? net_load(run->out, err) : NULL;
    bool good = net && recipe_hash(run, result, err);
    if (good) {
        const char *quality = weights_fact(weights, "quality");
        text_copy(result->quality, sizeof result->quality, quality ? quality : "");
        result->decisions = whole_number_of_fact(weights, "decisions");
        result->learned = whole_number_of_fact(weights, "learned_from");
        result->games = run->recipe->games;
        result->parameters = net_parameters(net);
    }
    net_close(net);
    weights_close(weights);
    return good;
}

static bool add_chain_model(RecipeChain *chain, const RecipeRun *run, Error *err) {
    if (chain->models == CHAIN_MODELS) return error_set(err, "more than %d recipes go before it", CHAIN_MODELS);
    text_copy(chain->model[chain->models].recipe, sizeof chain->model[0].recipe, run->recipe->name);
    if (!text_copy(chain->model[chain->models].path, sizeof chain->model[0].path, run->out))
        return error_set(err, "%.100s...: the name is too long", run->out);
    chain->models++;
    return true;
}

static bool train_league_before(const RecipeRun *run, const char *name, RecipeChain *chain, bool *interrupted,
                                Error *err) {
    RecipeEarlier *earlier = recipe_earlier_open(run, name, err);
    bool done = false, good = earlier && is_done(&earlier->run, &done, err);
    if (good) peers_tell(run->peers, &done, sizeof done);
    if (good && done) good = tell_model(&earlier->run, err);
    if (good && !done) {
        if (!run->quiet) fprintf(stderr, "%s: first %s\n", run->recipe->name, earlier->recipe.name);
        good = recipe_run(&earlier->run, &earlier->result, err);
        *interrupted = good && earlier->result.interrupted;
        if (good && !*interrupted && !run->quiet)
            fprintf(stderr, "%s: %s\n", earlier->recipe.name, earlier->result.quality);
    }
    good = good && (*interrupted || add_chain_model(chain, &earlier->run, err));
    recipe_earlier_close(earlier);
    return good;
}

bool recipe_league_before(const RecipeRun *run, RecipeChain *chain, bool *interrupted, Error *err) {
    char names[sizeof run->recipe->after], *rest = names;
    text_copy(names, sizeof names, run->recipe->after);
    bool good = true;
    for (char *name; good && !*interrupted && (name = strsep(&rest, " \t")) != NULL;)
        if (*name) good = train_league_before(run, name, chain, interrupted, err);
    return good;
}
