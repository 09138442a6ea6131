// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "train/recipe/recipe_internal.h"

static void json_generations(const RecipeResult *result, Json *json) {
    json_array(json, "generations");
    for (int i = 0; i <= result->generations; i++) {
        const RecipeGeneration *one = &result->generation[i];
        json_object(json, NULL);
        json_int(json, "generation", i);
        json_string(json, "choice", one->choice);
        json_double(json, "against_simple", one->simple);
        json_double(json, "against_simple_error", one->simple_error);
        json_double(json, "against_previous", i ? one->previous : (double)NAN);
        json_double(json, "against_previous_error", i ? one->previous_error : (double)NAN);
        json_end(json);
    }
    json_end_array(json);
}

static void json_evaluation(const RecipeResult *result, Json *json) {
    const Metrics *m = &result->metrics;
    bool known = result->probable;
    json_object(json, "evaluation");
    json_uint(json, "rows", result->new_rows);
    json_double(json, "loss", result->loss);
    json_double(json, "log_loss", known ? metrics_log_loss(m) : (double)NAN);
    json_double(json, "accuracy", known ? metrics_accuracy(m) : (double)NAN);
    json_double(json, "brier", known ? metrics_brier(m) : (double)NAN);
    json_double(json, "closeness", known ? metrics_closeness(m) : (double)NAN);
    json_double(json, "calibration_error", known ? metrics_calibration(m) : (double)NAN);
    json_double(json, "top", known ? metrics_top(m) : (double)NAN);
    json_array(json, "top_10_15_20_25");
    for (int i = 0; known && i < RECIPE_TOPS; i++) json_double(json, NULL, result->top[i]);
    json_end_array(json);
    json_end(json);
}

static void json_league(const RecipeRun *run, const RecipeResult *result, Json *json) {
    const RecipeLeague *league = &run->recipe->league;
    json_string(json, "opponents", league->opponents);
    if (*league->target) json_string(json, "target", league->target);
    json_string(json, "actor", league->actor);
    json_string(json, "critic", league->critic);
    json_bool(json, "done_already", result->done);
    json_uint(json, "parameters", result->parameters);
    json_uint(json, "decisions", result->decisions);
    json_uint(json, "learned_from", result->learned);
    json_double(json, "seconds_learning", result->seconds_learning);
    json_array(json, "matches");
    for (int i = 0; i < result->matches; i++) {
        const LeagueMatch *match = &result->match[i];
        json_object(json, NULL);
        json_string(json, "opponent", match->opponent);
        json_uint(json, "games", match->games);
        json_double(json, "won", match->won);
        json_double(json, "won_error", match->won_error);
        json_double(json, "points_a_hand", match->points);
        json_double(json, "points_a_hand_error", match->points_error);
        json_end(json);
    }
    json_end_array(json);
}

void recipe_json(const RecipeRun *run, const RecipeResult *result, Json *json) {
    const Recipe *recipe = run->recipe;
    json_object(json, NULL);
    json_string(json, "recipe", recipe->name);
    json_string(json, "file", recipe->path);
    json_string(json, "command", run->command);
    json_string(json, "end", result->interrupted ? "interrupted" : "finished");
    json_bool(json, "resumed", result->resumed);
    json_string(json, "weights", run->out);
    json_string(json, "sha256", result->sha256);
    json_uint(json, "bytes", result->bytes);
    json_string(json, "folder", run->folder);
    json_string(json, "device", run->device == TRAIN_CUDA ? "cuda" : "cpu");
    json_uint(json, "games", result->games);
    json_uint(json, "seed", recipe->plan.seed);
    json_double(json, "seconds", result->seconds);
    json_string(json, "quality", result->quality);
    if (recipe->kind == RECIPE_LOOPED) {
        json_generations(result, json);
    } else if (recipe->kind == RECIPE_LEAGUE) {
        json_league(run, result, json);
    } else if (recipe->kind == RECIPE_TD) {
        json_string(json, "task", hearts_goal_name(recipe->td.goal));
        json_string(json, "opponent", recipe->td.opponent);
        json_int(json, "runs", recipe->td.runs);
        json_uint(json, "parameters", result->parameters);
        json_double(json, "points", result->loss);
    } else if (recipe->kind == RECIPE_RUMMY) {
        json_string(json, "by", recipe->rummy.evolves ? "evolution" : "td");
        json_uint(json, "parameters", result->parameters);
        json_double(json, "points_against_simple", result->loss);
    } else {
        json_string(json, "examples", recipe->examples->name);
        json_string(json,
                    recipe_is_step(recipe) ? "mix"
                    : *recipe->records     ? "records"
                                           : "players",
                    recipe_is_step(recipe) ? recipe->mix : recipe_source(recipe));
        json_string(json, "net", recipe->net);
        json_uint(json, "parameters", result->parameters);
        json_uint(json, "rows", result->rows);
        json_int(json, "epochs", result->epochs);
        json_int(json, "best_epoch", result->best_epoch);
        json_double(json, "training_loss", result->training);
        json_double(json, "validation_loss", result->validation);
        json_evaluation(result, json);
    }
    json_end(json);
}

static void table_training(const Recipe *recipe, const RecipeResult *result, Text *text) {
    text_addf(text, "  %-12s %u %s", "examples", result->rows, recipe->examples->name);
    if (*recipe->after) text_addf(text, ", with those of %s", recipe->after);
    if (*recipe->mix) text_addf(text, ": %.200s", recipe->mix);
    if (!recipe_is_step(recipe))
        text_addf(text, " from %" PRIu64 " games %s %.120s", result->games, *recipe->records ? "in" : "of",
                  recipe_source(recipe));
    text_add(text, "\n");
    if (!recipe->examples->inputs) return;
    text_addf(text, "  %-12s %s, %zu parameters\n", "net", recipe->net, result->parameters);
    text_addf(text, "  %-12s %d, the best is %d; loss %.5f", "epochs", result->epochs, result->best_epoch,
              result->training);
    if (!isnan(result->validation)) text_addf(text, ", validation %.5f", result->validation);
    text_add(text, "\n");
}

static void table_generations(const RecipeResult *result, Text *text) {
    text_addf(text, "  %-12s %16s %22s\n", "generation", "against Simple", "against the one before");
    for (int i = 0; i <= result->generations; i++) {
        const RecipeGeneration *one = &result->generation[i];
        text_addf(text, "  %-12d %8.1f%% +-%4.1f", i, 100 * one->simple, 196 * one->simple_error);
        if (i) text_addf(text, " %14.1f%% +-%4.1f", 100 * one->previous, 196 * one->previous_error);
        if (*one->choice) text_addf(text, "%*s%s", i ? 2 : 25, "", one->choice);
        text_add(text, "\n");
    }
}

static void table_league(const Recipe *recipe, const RecipeResult *result, Text *text) {
    double decisions = 1e-6 * (double)result->decisions;
    text_addf(text, "  %-12s %.4g million decisions, %" PRIu64 " games at once", "league", decisions, recipe->games);
    if (result->seconds_learning > 0) text_addf(text, ", %.3g million a second", decisions / result->seconds_learning);
    text_add(text, "\n");
    text_addf(text, "  %-12s %s, %zu parameters\n", "net", recipe->league.actor, result->parameters);
    if (result->matches) text_addf(text, "  %-44s %16s %18s\n", "against", "games won", "points a hand");
    for (int i = 0; i < result->matches; i++) {
        const LeagueMatch *match = &result->match[i];
        char name[64];
        league_player_name(match->opponent, name);
        text_addf(text, "  %-44.44s %6.1f%% [%4.1f, %5.1f] %7.2f +-%5.2f\n", name, 100 * match->won,
                  100 * match->won_95.low, 100 * match->won_95.high, match->points, 1.96 * match->points_error);
    }
}

void recipe_table(const RecipeRun *run, const RecipeResult *result, Text *text) {
    const Recipe *recipe = run->recipe;
    text_addf(text, "%s%s%s\n", recipe->name, *recipe->about ? ": " : "", recipe->about);
    if (recipe->kind == RECIPE_LOOPED)
        table_generations(result, text);
    else if (recipe->kind == RECIPE_LEAGUE)
        table_league(recipe, result, text);
    else if (recipe->kind == RECIPE_TD)
        text_addf(text, "  %-12s %d runs of %" PRIu64 " games against %s, %zu features\n", "learning", recipe->td.runs,
                  result->games, recipe->td.opponent, result->parameters);
    else if (recipe->kind == RECIPE_RUMMY)
        text_addf(text, "  %-12s %" PRIu64 " hands by %s, %zu parameters\n", "learning", result->games,
                  recipe->rummy.evolves ? "evolution" : "temporal differences", result->parameters);
    else
        table_training(recipe, result, text);
    text_addf(text, "  %-12s %s\n", "quality", result->quality);
    text_addf(text, "  %-12s %s, %zu bytes, sha256 %.16s...\n", "weights", run->out, result->bytes, result->sha256);
    text_addf(text, "  %-12s %s/data and %s/figures\n",
              recipe->kind == RECIPE_LOOPED  ? "strength"
              : recipe->kind == RECIPE_MODEL ? "losses"
                                             : "curve",
              run->folder, run->folder);
}

void recipe_manifest(const RecipeRun *run, const RecipeResult *result, Text *text) {
    const char *slash = strrchr(run->out, '/');
    text_addf(text, "%s | %s | %zu | %s | %" PRIu64 " | %s --out models/%s | %s\n", slash ? slash + 1 : run->out,
              result->sha256, result->bytes, run->recipe->name, run->recipe->plan.seed, run->command,
              slash ? slash + 1 : run->out, result->quality);
}
