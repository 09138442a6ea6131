// SPDX-License-Identifier: MIT
// Recipes: a short text of `key = value` lines that says how a model is made and that anyone can copy and change.
//
//     examples = knocks           what it learns from (dataset.h), made from games of ...
//     players = simple            ... these players
//     games = 10000               (or `records = FILE` instead of both: games that were recorded)
//     net = 5 128r 64r 32r 1s     learn/net/net.h
//     loss = binary
//     batch = 100
//     epochs = 35
//     output = mine.safetensors
//
// or, for a learner of Hearts, which learns while it plays:
//
//     learn = td
//     task = queen                not to take the queen; hearts, or full for the whole game
//     combine = 3                 atoms of a feature
//     opponent = expert           three of these, all cards open; or self
//     games = 200000
//     runs = 5
//     output = mine.safetensors
//
// or, for a player of gin, which learns while it plays thousands of games at once:
//
//     learn = league
//     games = 65536               at once, `steps` decisions of each to a rollout
//     decisions = 600000000
//     actor = 256n 256n+ 256n+    hidden layers
//     opponents = self 75 + simple 25
//     output = mine.safetensors
//
// or, for the value network of gin's td-rummy and evo-rummy, which learns from hands that it plays against itself:
//
//     learn = rummy
//     by = td                     or evolution
//     hidden = 32                 units
//     games = 200000              hands
//     output = mine.safetensors
//
// Running one plays the games, trains, evaluates on games it has not seen, and writes the weights file, the losses and
// their curve.
//
// A line that ends in a blank and + goes on in the next one. Larger work is a chain of recipes, each of which names its
// predecessor:
//
//     after = mishra-1                            its models, players and examples are there to use
//     player.new = mishra:model={mishra-1}        a player that uses its weights ...
//     tune.new = meld=0.5..2 opponent=0..1.5      ... with the best settings that are found
//     mix = 3000000 new new + 3000000 new first   how many examples of games between whom
//
// An interrupted recipe resumes when it is run again and produces the same file, bit for bit.
#ifndef DEADWOOD_TRAIN_RECIPE_RECIPE_H
#define DEADWOOD_TRAIN_RECIPE_RECIPE_H

#include "base/files/sha256.h"
#include "base/text/json.h"
#include "hearts/players/td/td.h"
#include "learn/train/metrics.h"
#include "learn/train/train.h"
#include "train/data/mix.h"
#include "train/league/league.h"
#include "train/league/league_match.h"

enum { RECIPE_KEYS = 80, RECIPE_NAME = 64, RECIPE_LOOP = 4, RECIPE_NAMED = 8, RECIPE_TOPS = 4 };

// A player with a name of its own: `player.first = mishra-blind`, `tune.first = meld=0.5..2 knock=5..15`.
typedef struct RecipePlayer {
    char name[32];
    char spec[MIX_SPEC]; // "{NAME}" stands for the weights that an earlier recipe made
    char tune[512];      // parameters to search through, or empty
    int line, tune_line; // where they stood
} RecipePlayer;
// A learner of Hearts (hearts/players/td/td.h).
typedef struct RecipeTd {
    HeartsGoal goal;                //
    int combine;                    // of a part task
    char opponent[256];             // a player of Hearts, or "self"
    int queen_features;             // how many of each
    int hearts_features;            //
    int runs;                       // each with chance of its own; the weights of the first are put out
    HeartsTrickAlgorithm algorithm; // how it looks ahead
    int worlds;                     // 0: all cards open; otherwise the hidden game, with so many worlds
    int leaf;                       // 1: TDLeaf(lambda)
} RecipeTd;

enum { RECIPE_TD_WINDOW = 5000, RECIPE_TD_RUNS = 64 }; // games that are one point of a learning curve, as in the paper

// A league (train/league/league.h). Numbers left 0 have the usual values that recipe_parse puts in.
typedef struct RecipeLeague {
    char actor[128], critic[128]; // hidden layers; the critic's are the actor's if not given
    uint64_t decisions;
    char opponents[2048], panel[2048]; // "{NAME}" stands for the weights that an earlier recipe made
    char target[MIX_SPEC];             // of an exploiter, or empty
    LeaguePlan plan;                   // what stands in the recipe; the rest is filled in when it is run
} RecipeLeague;

// A value network of gin, by temporal differences or by evolution (gin/players/rummy/).
typedef struct RecipeRummy {
    int evolves;
    int hidden;              // units
    double chance;           // td: of a random action while it learns
    int population, parents; // evolution: challengers of a generation, and the best of them whose mean goes on
    int pairs;               // evolution: deals of a challenge, each from both seats
    double spread[2];        // evolution: of a mutation, at the beginning and at the end; 0: as at the beginning
} RecipeRummy;

// A closed loop: these recipes again and again, on the games of the player they make.
typedef struct RecipeLoop {
    char recipes[256];
    char player[256];
    char vary[512];   // settings of the player in the games that are learned from
    char choose[512]; // settings of the player, of which each generation takes the one that beats Simple most
    int generations;
} RecipeLoop;

// What a recipe makes, by its `learn` and `loop`: models from examples, or ...
typedef enum { RECIPE_MODEL, RECIPE_LOOPED, RECIPE_TD, RECIPE_LEAGUE, RECIPE_RUMMY, RECIPE_KINDS } RecipeKind;

typedef struct Recipe {
    char name[RECIPE_NAME]; // of its file, without the ending
    char path[1024];        // of its file
    char about[256];
    char output[128]; // file name of the weights

    const DatasetKind *examples;
    char players[DATASET_PLAYERS_TEXT];
    char records[1024]; // a file of recorded games instead of players and games, or empty
    uint64_t games;
    uint64_t evaluation; // games to evaluate on; a tenth of `games` if not given. The last ones of a file
    int steps;           // of a sequence
    char net[256];
    char map[256];  // a second net with a layer of two units, which are drawn; for hands
    TrainPlan plan; // the numbers; its strings and device are set when it is run

    uint64_t match;  // games of the matches between generations, of a search, of a league
    int loop_epochs; // of a loop, instead of what its recipes say; 0: as they say

    // Examples by who plays whom, kept in files, and work in several steps.
    char after[4 * RECIPE_NAME]; // of a league several, with blanks between them
    char mix[1024];
    RecipePlayer named[RECIPE_NAMED];
    int named_count;
    int tries; // random settings in a search

    // Learners that learn while they play.
    char rules[128]; // by name; empty: the paper's, or contest's
    char from[256];  // td: the models of the queen and of hearts its features come from; league: weights to begin with
    uint64_t snapshot; // td: games between two networks that are kept; league: iterations between past selves; 0: none
    double lambda;
    double rate_end; // "rate = FROM..TO"; 0: as it begins

    RecipeKind kind; // says which of these is there; models have none
    union {
        RecipeLoop loop;
        RecipeTd td;
        RecipeLeague league;
        RecipeRummy rummy;
    };

    int lines[RECIPE_KEYS]; // where the keys stood; 0: nowhere
} Recipe;

// Reads a recipe. False with err set, and *recipe untouched, if anything is wrong: file, line, what would be right.
bool recipe_parse(const char *text, const char *name, const char *path, Recipe *recipe, Error *err);

// By name, from the folders of base/files/data.h; or by path, if there is a slash in it or it ends in .recipe.
bool recipe_load(const char *name, Recipe *recipe, Error *err);

// The names of all recipes that can be found, in alphabetical order. The caller ends `names`, which holds them one
// after the other with NULs between them, with text_free.
int recipe_names(Text *names);

// Where a key stood, as the beginning of a message: "recipes/mine.recipe: line 3".
void recipe_place(const Recipe *recipe, const char *key, Text *text);

// True if it uses a mix, its own or an earlier recipe's.
static inline bool recipe_is_step(const Recipe *recipe) {
    return recipe->kind != RECIPE_LEAGUE && (*recipe->mix || *recipe->after);
}

// Makes it smaller or larger: examples and evaluation of a mix, tries and games of its searches; decisions and games at
// once of a league, its batches along with them.
void recipe_scale(Recipe *recipe, double scale);

// All keys with their meanings, for the help.
void recipe_print_keys(Text *text);

// ---- Running ----

typedef struct RecipeRun {
    const Recipe *recipe;
    const char *out;     // the weights file
    const char *folder;  // data/ and figures/ with the losses and their curve
    const char *command; // that makes the same file, for its facts
    int threads;
    TrainDevice device;
    Peers *peers; // processes that train it together, of which this is one; or NULL
    double scale; // of a recipe's steps or league; those before it are scaled alike
    bool fresh;   // begin again even if there is a checkpoint; what goes before it stays
    bool quiet;
} RecipeRun;

// One generation of a loop.
typedef struct RecipeGeneration {
    char choice[64];                 // the setting it took, or empty
    double quality[RECIPE_LOOP];     // of each model, by its loss on new games
    double previous, previous_error; // share of games won against the generation before, and its standard error
    double simple, simple_error;     // against Simple
} RecipeGeneration;

enum { RECIPE_MOST_GENERATIONS = 64 };

typedef struct RecipeResult {
    uint64_t sent, updates; // bytes to peers, in so many updates
    uint64_t games;         // to learn from and to validate with
    uint32_t rows;          // to learn from and to validate with; turns, for counts
    uint32_t new_rows;      // to evaluate with
    size_t parameters;
    int epochs, best_epoch;
    double training, validation; // losses of the last epoch, or of the best where that is kept; NaN if there is none
    double loss;                 // on new games
    bool probable;               // `metrics` say something
    double top[RECIPE_TOPS];     // of what is true, the share among the 10, 15, 20 and 25 likeliest
    Metrics metrics;             // on new games
    bool resumed, interrupted;
    bool done; // of a league: its weights were there already, and nothing was run
    double seconds;
    size_t bytes;
    char sha256[SHA256_DIGITS + 1]; // of the weights file
    char quality[160];              // in words
    char missing[160];              // why there is no curve, or empty
    uint64_t decisions, learned;    // of a league: by all networks, and rows learned from
    double seconds_learning;        // of the clock, all runs of a resumed one together
    int matches;                    // played at its end
    LeagueMatch match[LEAGUE_MEMBERS];
    int generations;
    RecipeGeneration generation[RECIPE_MOST_GENERATIONS + 1]; // 0: before the loop
} RecipeResult;

// Runs the recipe. After Ctrl-C result->interrupted is set and the checkpoint is kept. False with err set on failure.
bool recipe_run(const RecipeRun *run, RecipeResult *result, Error *err);

// Everything that was measured, as one JSON object and as a few lines for people.
void recipe_json(const RecipeRun *run, const RecipeResult *result, Json *json);
void recipe_table(const RecipeRun *run, const RecipeResult *result, Text *text);

// The line of models/MANIFEST.
void recipe_manifest(const RecipeRun *run, const RecipeResult *result, Text *text);

#endif
