// SPDX-License-Identifier: MIT
// Running a recipe with `learn = league`: what goes before it, the league, weights with their facts, curves, matches.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/threads/progress.h"
#include "gin/players/champion/champion.h"
#include "learn/files/models.h"
#include "report/lab.h"
#include "train/recipe/recipe_league_internal.h"

typedef struct Learning {
    const RecipeRun *run;
    const Recipe *recipe;
    RecipeResult *result;
    RecipeChain *chain;
    LeagueMember members[LEAGUE_MEMBERS];
    int member_count;
    GinRules rules;
    Net *actor, *critic; // as they begin
    LeaguePlan plan;
    Text checkpoint;
    LeagueResult played;
} Learning;

static bool prefix_key_place(const Recipe *recipe, const char *key, Error *err) {
    Text place = {0};
    recipe_place(recipe, key, &place);
    error_prefix(err, "%s: %s", place.data, key);
    text_free(&place);
    return false;
}

// ---- What it begins with ----

// The net of a file if it has the recipe's layers, or else a sentence.
static Net *load_net(const Recipe *recipe, const char *path, bool critic, Error *err) {
    Net *net = net_load(path, err), *fresh = net ? recipe_league_net(recipe, critic, 1, err) : NULL;
    bool fits = fresh && strcmp(net_architecture(net), net_architecture(fresh)) == 0;
    if (fresh && !fits)
        error_set(err, "%s is '%s', the recipe's %s '%s'", path, net_architecture(net), critic ? "critic" : "actor",
                  net_architecture(fresh));
    net_close(fresh);
    if (fits) return net;
    net_close(net);
    return NULL;
}

// Do the weights know the inputs that this program has?
static bool know_inputs(const char *path, Error *err) {
    GinChampion *champion = gin_champion_open(path, &(GinChampionPlan){.temperature = 1}, err);
    gin_champion_close(champion);
    return champion != NULL;
}

// Weights to begin with, and their critic where it lies beside them.
static bool load_nets(Learning *work, Error *err) {
    const Recipe *recipe = work->recipe;
    char name[2 * sizeof recipe->from];
    Text path = {0}, critic = {0};
    bool good = recipe_put_models(work->chain, recipe->from, name, sizeof name, err) && model_path(name, &path, err);
    good = good && know_inputs(path.data, err);
    if (good) {
        model_beside(path.data, MODEL_CRITIC, &critic);
        work->actor = load_net(recipe, path.data, false, err);
        good = work->actor != NULL;
    }
    if (good && access(critic.data, F_OK) == 0) {
        work->critic = load_net(recipe, critic.data, true, err);
        good = work->critic != NULL;
    }
    text_free(&path);
    text_free(&critic);
    return good || prefix_key_place(recipe, "from", err);
}

static bool make_league_nets(Learning *work, Error *err) {
    const Recipe *recipe = work->recipe;
    uint64_t seed = recipe->plan.seed;
    if (*recipe->from && !load_nets(work, err)) return false;
    if (!work->actor) work->actor = recipe_league_net(recipe, false, rng_fold(seed, 0), err);
    if (!work->critic) work->critic = recipe_league_net(recipe, true, rng_fold(seed, 1), err);
    return work->actor && work->critic;
}

// The recipe's own plan, with what its keys share with other kinds of recipes and what is known only now.
static void make_plan(Learning *work) {
    const Recipe *recipe = work->recipe;
    const RecipeRun *run = work->run;
    LeaguePlan *plan = &work->plan;
    *plan = recipe->league.plan;
    plan->name = recipe->name;
    plan->rules = &work->rules;
    plan->actor = work->actor;
    plan->critic = work->critic;
    plan->trained = *recipe->from != '\0';
    plan->members = work->members;
    plan->member_count = work->member_count;
    plan->iterations = recipe_league_iterations(recipe);
    plan->rate[0] = recipe->plan.rate;
    plan->snapshot = (int)recipe->snapshot;
    plan->ppo.games = (int)recipe->games;
    plan->ppo.steps = recipe->steps;
    plan->ppo.minibatch = recipe->plan.batch;
    plan->ppo.epochs = recipe->plan.epochs;
    plan->ppo.lambda = recipe->lambda;
    plan->ppo.clip = recipe->plan.clip;
    plan->ppo.seed = recipe->plan.seed;
    plan->ppo.tf32 = recipe->plan.tf32;
    plan->ppo.device = run->device;
    plan->ppo.threads = run->threads;
    plan->ppo.peers = run->peers;
    plan->quiet = run->quiet;
    plan->fresh = run->fresh;
    text_addf(&work->checkpoint, "%s.checkpoint", run->out);
    plan->checkpoint = work->checkpoint.data;
    plan->checkpoint_seconds = recipe->plan.checkpoint_seconds;
}

static bool prepare_league(Learning *work, Error *err) {
    const Recipe *recipe = work->recipe;
    work->rules = gin_rules_default();
    if (strstr(recipe->league.opponents, "{target}"))
        return error_set(err, "%s is a pattern: `deadwood train exploit:TARGET` puts a player or a weights file in",
                         recipe->path);
    if (*recipe->rules && !gin_rules_parse(recipe->rules, &work->rules, err))
        return prefix_key_place(recipe, "rules", err);
    if (!recipe_league_before(work->run, work->chain, &work->result->interrupted, err)) return false;
    if (work->result->interrupted) return true;
    if (!recipe_league_members(recipe, work->chain, work->members, &work->member_count, err))
        return prefix_key_place(recipe, "opponents", err);
    if (!make_league_nets(work, err)) return false;
    make_plan(work);
    return true;
}

// ---- Weights ----

// The facts by which the champion knows them (gin/players/champion.h), and those of every model.
static bool save_net(const Learning *work, bool critic, const char *path, const char *quality, Error *err) {
    const Recipe *recipe = work->recipe;
    char version[GIN_INPUTS_VERSION], rules[GIN_RULES_TEXT], numbers[4][32];
    Text settings = {0};
    gin_inputs_version(version);
    gin_rules_print(&work->rules, rules);
    recipe_league_describe(recipe, &settings);
    snprintf(numbers[0], sizeof numbers[0], "%" PRIu64, work->played.decisions);
    snprintf(numbers[1], sizeof numbers[1], "%" PRIu64, work->played.learned);
    snprintf(numbers[2], sizeof numbers[2], "%" PRIu64, recipe->plan.seed);
    snprintf(numbers[3], sizeof numbers[3], "%g", recipe->league.plan.win);
    WeightsFact facts[10] = {{"recipe", recipe->name},     {"command", work->run->command},
                             {"settings", settings.data},  {GIN_FACT_INPUTS, version},
                             {GIN_FACT_RULES, rules},      {"decisions", numbers[0]},
                             {"learned_from", numbers[1]}, {"seed", numbers[2]}};
    int count = 8;
    if (!critic) facts[count++] = (WeightsFact){"quality", quality};
    bool chances = work->played.points > 0 && league_at(&work->played, work->played.points - 1, LEAGUE_AT_CHANCES) > 0;
    if (critic && chances) facts[count++] = (WeightsFact){GIN_FACT_VALUE, numbers[3]};
    bool saved = net_save(critic ? work->played.critic : work->played.actor, facts, count, path, err);
    text_free(&settings);
    return saved;
}

static bool save_critic(const Learning *work, Error *err) {
    Text path = {0};
    model_beside(work->run->out, MODEL_CRITIC, &path);
    bool saved = save_net(work, true, path.data, NULL, err);
    text_free(&path);
    return saved;
}

// ---- Matches ----

static void add_league_match(RecipeResult *result, const char *name) {
    if (result->matches == LEAGUE_MEMBERS) return;
    Text spec = {0};
    league_player(name, &spec);
    LeagueMatch *match = &result->match[result->matches];
    bool fits = text_copy(match->opponent, sizeof match->opponent, spec.data);
    text_free(&spec);
    for (int i = 0; i < result->matches; i++) fits = fits && strcmp(result->match[i].opponent, match->opponent) != 0;
    result->matches += fits;
}

// Everybody in the panel, or else everybody in the league that is not the learner; "none" is nobody.
static bool choose_panel(const Learning *work, Error *err) {
    const RecipeLeague *league = &work->recipe->league;
    char names[2 * sizeof league->panel], *rest = names;
    for (int i = 0; !*league->panel && i < work->member_count; i++)
        if (work->members[i].kind == LEAGUE_NET || work->members[i].kind == LEAGUE_PLAYER)
            add_league_match(work->result, work->members[i].name);
    if (strcmp(league->panel, "none") == 0) return true;
    if (!recipe_put_models(work->chain, league->panel, names, sizeof names, err))
        return prefix_key_place(work->recipe, "panel", err);
    for (char *name; (name = strsep(&rest, " \t")) != NULL;)
        if (*name) add_league_match(work->result, name);
    return true;
}

static bool play_league_matches(const Learning *work, Error *err) {
    RecipeResult *result = work->result;
    Text player = {0}, path = {0};
    if (!choose_panel(work, err)) return false;
    text_addf(&path, "%s%s", strchr(work->run->out, '/') ? "" : "./", work->run->out);
    league_player(path.data, &player);
    LeagueMatchPlan plan = {.player = player.data,
                            .rules = &work->rules,
                            .games = work->recipe->match,
                            .seed = work->recipe->plan.seed,
                            .threads = work->run->threads,
                            .quiet = work->run->quiet};
    bool good = true;
    for (int i = 0; good && i < result->matches && !result->interrupted; i++)
        good = league_match(&plan, &result->match[i], &result->interrupted, err);
    text_free(&player);
    text_free(&path);
    return good;
}

static bool write_matches(const Learning *work, Error *err) {
    const RecipeResult *result = work->result;
    Text text = {0}, path = {0};
    text_add(&text, "opponent\tgames\twon\twon_error\tpoints\tpoints_error\tdecisions\tseed\tcommand\n");
    for (int i = 0; i < result->matches; i++) {
        const LeagueMatch *match = &result->match[i];
        text_addf(&text, "%s\t%" PRIu64 "\t%.6f\t%.6f\t%.5f\t%.5f\t%" PRIu64 "\t%" PRIu64 "\t%s\n", match->opponent,
                  match->games, match->won, match->won_error, match->points, match->points_error, result->decisions,
                  work->recipe->plan.seed, work->run->command);
    }
    text_addf(&path, "%s/matches.tsv", work->run->folder);
    bool written = text_write_file(path.data, text.data, text.size, err);
    text_free(&text);
    text_free(&path);
    return written;
}

// "won 85.1% v simple, 61.0% v greedy of 10000 games each", as many as fit.
static void judge_league(const Learning *work) {
    RecipeResult *result = work->result;
    Text text = {0};
    int told = 0;
    for (; told < result->matches; told++) {
        const LeagueMatch *match = &result->match[told];
        char name[64];
        league_player_name(match->opponent, name);
        if (text.size + strlen(name) + 48 > sizeof result->quality) break;
        text_addf(&text, "%s%.1f%% v %s", told ? ", " : "won ", 100 * match->won, name);
    }
    if (told)
        text_addf(&text, " of %" PRIu64 " games each", result->match[0].games);
    else
        text_add(&text, "not matched with anybody");
    text_copy(result->quality, sizeof result->quality, text.data);
    text_free(&text);
}

// ---- The whole ----

static void note_league(Learning *work) {
    RecipeResult *result = work->result;
    const LeagueResult *played = &work->played;
    result->interrupted = played->interrupted;
    result->resumed = played->resumed;
    result->decisions = played->decisions;
    result->learned = played->learned;
    result->games = work->recipe->games;
    result->sent = played->sent;
    result->updates = played->updates;
    result->parameters = net_parameters(played->actor);
    result->training = result->validation = result->loss = (double)NAN;
    for (int i = 0; i < played->points; i++) result->seconds_learning += league_at(played, i, LEAGUE_AT_SECONDS);
    if (played->dealt_anew && !work->run->quiet)
        fprintf(stderr, "%s: the checkpoint's games were gone; they were dealt anew\n", work->recipe->name);
}

// The weights are saved before the matches, as the player in them, and again with what came of those.
static bool finish_league(Learning *work, Error *err) {
    const char *out = work->run->out;
    RecipeResult *result = work->result;
    if (!save_critic(work, err) || !save_net(work, false, out, "not matched yet", err)) return false;
    if (peers_rank(work->run->peers) > 0) return true;
    if (!play_league_matches(work, err)) return false;
    if (result->interrupted) return true;
    judge_league(work);
    if (!write_matches(work, err) || !save_net(work, false, out, result->quality, err) ||
        !recipe_hash(work->run, result, err))
        return false;
    league_forget(work->checkpoint.data);
    return true;
}

static bool learn_league(Learning *work, Error *err) {
    if (!work->run->fresh && !recipe_league_done(work->run, work->result, err)) return false;
    peers_tell(work->run->peers, &work->result->done, sizeof work->result->done);
    if (work->result->done) return true;
    if (!prepare_league(work, err)) return false;
    if (work->result->interrupted) return true;
    if (!league_run(&work->plan, &work->played, err)) return error_prefix(err, "%s", work->recipe->path);
    note_league(work);
    if (peers_rank(work->run->peers) == 0 &&
        !recipe_league_draw(work->run, &work->plan, &work->played, work->result, err))
        return false;
    return work->result->interrupted || finish_league(work, err);
}

bool recipe_league(const RecipeRun *run, RecipeResult *result, Error *err) {
    Learning *work = calloc(1, sizeof *work);
    if (!work) return error_set(err, "out of memory");
    work->run = run;
    work->recipe = run->recipe;
    work->result = result;
    work->chain = calloc(1, sizeof *work->chain);
    bool done = (work->chain || error_set(err, "out of memory")) && learn_league(work, err);
    league_result_free(&work->played);
    net_close(work->actor);
    net_close(work->critic);
    text_free(&work->checkpoint);
    free(work->chain);
    free(work);
    return done;
}
