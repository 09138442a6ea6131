// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_TRAIN_RECIPE_RECIPE_INTERNAL_H
#define DEADWOOD_TRAIN_RECIPE_RECIPE_INTERNAL_H

#include "train/recipe/recipe.h"
#include "train/tune/tune.h"

// The line a key stands in; 0: none.
int recipe_line_of(const Recipe *recipe, const char *name);

// The keys that belong to one kind of recipe alone, or to several (RECIPE_MODEL), one after the other; NULL beyond
// them.
const char *recipe_key(RecipeKind kind, int index);

// True if the keys are consistent; else false with err set.
bool recipe_check(const Recipe *recipe, Error *err);

// A closed loop, for recipe_run.
bool recipe_loop(const RecipeRun *run, RecipeResult *result, Error *err);

// A learner of Hearts, for recipe_run.
bool recipe_td(const RecipeRun *run, RecipeResult *result, Error *err);

// A value network of gin, for recipe_run.
bool recipe_rummy(const RecipeRun *run, RecipeResult *result, Error *err);

// A league, for recipe_run; and its part of reading a recipe: defaults, checks of its keys, scaling.
bool recipe_league(const RecipeRun *run, RecipeResult *result, Error *err);
void recipe_league_fill(Recipe *recipe);
bool recipe_league_check(const Recipe *recipe, Error *err);
void recipe_league_scale(Recipe *recipe, double scale);

// Writes a net with the facts of how it was made: nothing that would differ from one run to the next. `quality` in
// words, or NULL for a net beside the main one, whose losses are not noted either.
bool recipe_save_net(const RecipeRun *run, const RecipeResult *result, const TrainReport *report, const Net *net,
                     const char *path, const char *quality, Error *err);

// Size and hash of the weights file, for the result.
bool recipe_hash(const RecipeRun *run, RecipeResult *result, Error *err);

// Metrics and top shares of a net's probabilities on new examples, for the result.
bool recipe_measure(const RecipeRun *run, const Net *net, const TrainData *data, RecipeResult *result, Error *err);

// Sets result->quality to the log-likelihood of new examples' hands under the net that completes hands, beside that of
// the network `marginals` (a file, or NULL), which predicts single cards.
bool recipe_judge_hands(const RecipeRun *run, const Net *net, const char *marginals, const SparseRows *rows,
                        RecipeResult *result, Error *err);

// The players of the games, or the file of recorded games.
static inline const char *recipe_source(const Recipe *recipe) {
    if (recipe_is_step(recipe)) return *recipe->mix ? recipe->mix : recipe->after;
    return *recipe->records ? recipe->records : recipe->players;
}

// The results that a recipe can build on: the players it and those before it have named, who plays whom, and the models
// made.
enum { CHAIN_PLAYERS = 16, CHAIN_LINES = 32, CHAIN_MODELS = 8 };

typedef struct RecipeChain {
    struct {
        char name[32];
        char spec[MIX_SPEC];
    } player[CHAIN_PLAYERS];
    struct {
        char recipe[RECIPE_NAME];
        char path[MIX_PATH];
        char sha256[SHA256_DIGITS + 1];
    } model[CHAIN_MODELS];
    MixLine line[CHAIN_LINES];
    int players, models, lines;
    int before; // lines of earlier recipes
} RecipeChain;

// "{NAME}" in a text becomes the path of the weights that the recipe NAME of the chain made.
bool recipe_put_models(const RecipeChain *chain, const char *text, char *to, size_t room, Error *err);

// A recipe that goes before another, as it is run there: in the folder beside that one's, of the same scale, seed and
// device. The caller ends it with recipe_earlier_close. NULL with err set if there is none of that name and kind.
typedef struct RecipeEarlier {
    Recipe recipe;
    RecipeResult result;
    RecipeRun run;
    Text folder, out, command;
} RecipeEarlier;

RecipeEarlier *recipe_earlier_open(const RecipeRun *run, const char *name, Error *err);
void recipe_earlier_close(RecipeEarlier *earlier); // NULL is fine

// Runs the recipe's predecessors where needed and finds its own players. True with *interrupted set after Ctrl-C.
// FOLDER/steps.txt keeps what is done.
bool recipe_chain(const RecipeRun *run, RecipeChain *chain, bool *interrupted, Error *err);

// recipe_chain_done: records that the weights are made. recipe_chain_forget: deletes all that the recipe has made, its
// examples too.
bool recipe_chain_done(const RecipeRun *run, const RecipeChain *chain, const char *sha256, Error *err);
void recipe_chain_forget(const RecipeRun *run);

// Makes the missing examples, for training or for evaluation, and reads all of them.
bool recipe_chain_examples(const RecipeRun *run, const RecipeChain *chain, bool new, SparseRows *rows,
                           bool *interrupted, Error *err);

// Makes the folder a file lies in.
bool recipe_make_place(const char *path, Error *err);

#endif
