// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/rummy/rummy.h"
#include "train/recipe/recipe_internal.h"

// ---- Values ----

static bool choose_value(const char *value, const char *const *names, int count, int *chosen, Error *err) {
    Text known = {0};
    for (int i = 0; i < count; i++) {
        if (strcmp(value, names[i]) == 0) *chosen = i;
        text_addf(&known, "%s%s", i ? ", " : "", names[i]);
        if (strcmp(value, names[i]) == 0) {
            text_free(&known);
            return true;
        }
    }
    error_set(err, "'%.40s' is none of %s", value, known.data);
    text_free(&known);
    return false;
}

static bool read_examples(Recipe *recipe, const char *value, Error *err) {
    recipe->examples = dataset_find(value, err);
    return recipe->examples != NULL;
}

static bool read_loss(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"mse", "binary", "categorical"};
    int chosen = 0;
    if (!choose_value(value, names, 3, &chosen, err)) return false;
    recipe->plan.loss = (TrainLoss)chosen;
    return true;
}

static bool read_optimiser(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"sgd", "rmsprop", "adam"};
    int chosen = 0;
    if (!choose_value(value, names, 3, &chosen, err)) return false;
    recipe->plan.optimiser = (TrainOptimiser)chosen;
    return true;
}

static bool read_keep(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"last", "best"};
    int chosen = 0;
    if (!choose_value(value, names, 2, &chosen, err)) return false;
    recipe->plan.keep_best = chosen == 1;
    return true;
}

static bool read_precision(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"float32", "tf32"};
    int chosen = 0;
    if (!choose_value(value, names, 2, &chosen, err)) return false;
    recipe->plan.tf32 = chosen == 1;
    return true;
}

static bool read_learn(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"td", "league", "rummy"};
    static const RecipeKind kinds[] = {RECIPE_TD, RECIPE_LEAGUE, RECIPE_RUMMY};
    int chosen = 0;
    if (!choose_value(value, names, 3, &chosen, err)) return false;
    recipe->kind = kinds[chosen];
    return true;
}

static bool read_by(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"td", "evolution"};
    return choose_value(value, names, 2, &recipe->rummy.evolves, err);
}

static bool read_task(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"queen", "hearts", "full"};
    int chosen = 0;
    if (!choose_value(value, names, HEARTS_LEARN_GOALS, &chosen, err)) return false;
    recipe->td.goal = (HeartsGoal)chosen;
    return true;
}

static bool read_algorithm(Recipe *recipe, const char *value, Error *err) {
    const char *names[HEARTS_TRICK_ALGORITHMS];
    int chosen = 0;
    for (int i = 0; i < HEARTS_TRICK_ALGORITHMS; i++) names[i] = hearts_trick_algorithm_name((HeartsTrickAlgorithm)i);
    if (!choose_value(value, names, HEARTS_TRICK_ALGORITHMS, &chosen, err)) return false;
    recipe->td.algorithm = (HeartsTrickAlgorithm)chosen;
    return true;
}

// "0.001", or where it may fall "0.001..0.00001": from the beginning to the end.
static bool read_recipe_range(const char *value, const char *what, double low, double high, double *from, double *to,
                              Error *err) {
    char copy[64];
    if (!text_copy(copy, sizeof copy, value)) return error_set(err, "'%.40s...' is too long", value);
    char *dots = strstr(copy, "..");
    if (dots) *dots = '\0';
    if (!text_to_double(copy, what, low, high, from, err)) return false;
    return !dots || text_to_double(dots + 2, what, low, high, to, err);
}

static bool read_rate(Recipe *recipe, const char *value, Error *err) {
    return read_recipe_range(value, "rate", 1e-9, 100, &recipe->plan.rate, &recipe->rate_end, err);
}

static bool read_entropy(Recipe *recipe, const char *value, Error *err) {
    double *entropy = recipe->league.plan.entropy;
    return read_recipe_range(value, "entropy", 0, 10, &entropy[0], &entropy[1], err);
}

static bool read_spread(Recipe *recipe, const char *value, Error *err) {
    double *spread = recipe->rummy.spread;
    return read_recipe_range(value, "spread", 1e-6, 10, &spread[0], &spread[1], err);
}

// "constant", "step FACTOR EPOCHS", "exponential FACTOR", "cosine FACTOR"
static bool read_schedule(Recipe *recipe, const char *value, Error *err) {
    static const char *const names[] = {"constant", "step", "exponential", "cosine"};
    static const int wants[] = {0, 2, 1, 1};
    char copy[128], *words[4] = {NULL, NULL, NULL, NULL}, *rest = copy;
    int count = 0, chosen = 0;
    if (!text_copy(copy, sizeof copy, value)) return error_set(err, "'%.40s...' is too long", value);
    for (char *word; (word = strsep(&rest, " \t")) != NULL;)
        if (*word && count < 4) words[count++] = word;
    if (count == 0 || !choose_value(words[0], names, 4, &chosen, err)) return false;
    if (count - 1 != wants[chosen])
        return error_set(err, "write constant, step FACTOR EPOCHS, exponential FACTOR or cosine FACTOR");
    int64_t every = 1;
    double factor = 1;
    if (count > 1 && !text_to_double(words[1], "factor", 0, 1, &factor, err)) return false;
    if (count > 2 && !text_to_int(words[2], "epochs", 1, 1 << 20, &every, err)) return false;
    recipe->plan.schedule = (TrainSchedule)chosen;
    recipe->plan.factor = factor;
    recipe->plan.every = (int)every;
    return true;
}

static bool is_file_name(Recipe *recipe, const char *value, Error *err) {
    if (strchr(value, '/') || *value == '.')
        return error_set(err, "'%.60s' is no plain file name; --out says where it goes", value);
    if (!text_copy(recipe->output, sizeof recipe->output, value)) return error_set(err, "the name is too long");
    return true;
}

// ---- Keys ----

typedef enum { TEXT, COUNT, WHOLE, REAL, OTHER } KeyKind;

typedef struct Key {
    const char *name;
    const char *about;
    KeyKind kind;
    size_t at, room; // in Recipe
    double low, high;
    bool (*read)(Recipe *recipe, const char *value, Error *err);
} Key;

#define FIELD(field)   offsetof(Recipe, field), sizeof(((Recipe *)0)->field)
#define MOST_GAMES     1e9
#define IN_TEXT(field) TEXT, FIELD(field), 0, 0, NULL

// Of all kinds of recipes, or of more than one.
static const Key COMMON_KEYS[] = {
    {"about", "one line that says what it makes", IN_TEXT(about)},
    {"examples", "cards, cards-all, knocks, turns, sequences, estimates, completions, hands or counts", OTHER, 0, 0, 0,
     0, read_examples},
    {"players", "whose games; several play every pair of them (usual ones for the examples)", IN_TEXT(players)},
    {"games", "how many; league: at once; rummy: hands", COUNT, FIELD(games), 1, MOST_GAMES, NULL},
    {"records", "a file of recorded games, instead of players and games", IN_TEXT(records)},
    {"after", "a recipe that goes before it: its players, examples and {weights} are there to use", IN_TEXT(after)},
    {"player.NAME", "a player of the mix", OTHER, 0, 0, 0, 0, NULL},
    {"tune.NAME", "its settings to search: key=lo..hi ..., against those named before it and Simple", OTHER, 0, 0, 0, 0,
     NULL},
    {"tries", "random settings of a search (32)", WHOLE, FIELD(tries), 1, 10000, NULL},
    {"mix", "examples by who plays whom: 24000000 one other + 4000000 one simple", IN_TEXT(mix)},
    {"evaluation",
     "new games to evaluate with (a tenth of games); examples, of a mix; rummy: deals against Simple (1000)", COUNT,
     FIELD(evaluation), 1, MOST_GAMES, NULL},
    {"steps", "longest sequence, in turns (24); league: decisions of a game in a rollout (32)", WHOLE, FIELD(steps), 1,
     GIN_TURN_LIMIT, NULL},
    {"net", "its layers: 5 128r 64r 1s (docs/LEARNING.md)", IN_TEXT(net)},
    {"map", "a second net whose layer of two units is drawn (hands)", IN_TEXT(map)},
    {"loss", "mse, binary or categorical", OTHER, 0, 0, 0, 0, read_loss},
    {"optimiser", "sgd, rmsprop or adam (adam)", OTHER, 0, 0, 0, 0, read_optimiser},
    {"rate", "learning rate (0.001); of a league or rummy also FROM..TO", OTHER, 0, 0, 0, 0, read_rate},
    {"momentum", "of sgd, or Adam's first decay (0.9)", REAL, FIELD(plan.momentum), 0, 0.9999999, NULL},
    {"clip", "longest gradient (0: no limit); league: of the ratio of probabilities (0.2)", REAL, FIELD(plan.clip), 0,
     1e9, NULL},
    {"schedule", "constant, step FACTOR EPOCHS, exponential FACTOR or cosine FACTOR (constant)", OTHER, 0, 0, 0, 0,
     read_schedule},
    {"batch", "examples a step (256); league: decisions (32768); rummy, td: hands played by the same weights (64)",
     WHOLE, FIELD(plan.batch), 1, 1 << 20, NULL},
    {"epochs", "times it sees every example (10); league: every decision (1)", WHOLE, FIELD(plan.epochs), 1, 1 << 20,
     NULL},
    {"validation", "share of the examples kept apart (0.1)", REAL, FIELD(plan.validation), 0, 0.9, NULL},
    {"patience", "epochs without a better loss before it stops (0: never)", WHOLE, FIELD(plan.patience), 0, 1 << 20,
     NULL},
    {"keep", "weights of the last epoch or of the best (last)", OTHER, 0, 0, 0, 0, read_keep},
    {"precision", "of products on a GPU: float32 or tf32 (float32)", OTHER, 0, 0, 0, 0, read_precision},
    {"seed", "where all chance comes from (1)", COUNT, FIELD(plan.seed), 0, 9e18, NULL},
    {"checkpoint", "seconds between checkpoints (60)", REAL, FIELD(plan.checkpoint_seconds), 0.001, 1e6, NULL},
    {"output", "file name of the weights", OTHER, 0, 0, 0, 0, is_file_name},
    {"match", "loop, league: games of each match; search: games of the last round (10000)", COUNT, FIELD(match), 2,
     MOST_GAMES, NULL},
    {"learn",
     "while it plays: td, a learner of Hearts; league, a player of gin (docs/champion.md); rummy, its value network",
     OTHER, 0, 0, 0, 0, read_learn},
    {"from", "td, full: models of queen and hearts whose largest features it takes; league: weights to begin with",
     IN_TEXT(from)},
    {"snapshot", "td: games between networks kept (0: none); league: iterations between past selves (25)", COUNT,
     FIELD(snapshot), 0, MOST_GAMES, NULL},
    {"rules", "td, full: rules of Hearts with 26 points (paper); league, rummy: of gin (contest)", IN_TEXT(rules)},
    {"lambda", "td, rummy: of TD(lambda) (0.75); league: of the advantages (0.95)", REAL, FIELD(lambda), 0, 1, NULL},
};

static const Key LOOP_KEYS[] = {
    {"loop", "a closed loop: recipes to run again on the player's own games", IN_TEXT(loop.recipes)},
    {"player", "loop: the player that uses their models", IN_TEXT(loop.player)},
    {"vary", "loop: settings of the player in games to learn from, one after the other", IN_TEXT(loop.vary)},
    {"choose", "loop: settings of the player, of which each generation takes the best against Simple",
     IN_TEXT(loop.choose)},
    {"generations", "loop: how often", WHOLE, FIELD(loop.generations), 1, RECIPE_MOST_GENERATIONS, NULL},
};

static const Key TD_KEYS[] = {
    {"task", "td: queen, hearts or full", OTHER, 0, 0, 0, 0, read_task},
    {"combine", "td: atoms of a feature, 1 to 4", WHOLE, FIELD(td.combine), 1, HEARTS_COMBINE, NULL},
    {"opponent", "td: self, or the player in the three other seats, open (self)", IN_TEXT(td.opponent)},
    {"queen_features", "td, full: how many (10000)", WHOLE, FIELD(td.queen_features), 1, 1 << 20, NULL},
    {"hearts_features", "td, full: how many (2000)", WHOLE, FIELD(td.hearts_features), 1, 1 << 20, NULL},
    {"runs", "td: how often, each with chance of its own (1)", WHOLE, FIELD(td.runs), 1, RECIPE_TD_RUNS, NULL},
    {"algorithm", "td: looks ahead by maxn, paranoid or soft-maxn (maxn)", OTHER, 0, 0, 0, 0, read_algorithm},
    {"worlds", "td: the hidden game, in so many worlds (0: all cards open)", WHOLE, FIELD(td.worlds), 0,
     HEARTS_TD_WORLDS, NULL},
    {"leaf", "td: 1: TDLeaf(lambda), learns from where it expects the trick to end (0)", WHOLE, FIELD(td.leaf), 0, 1,
     NULL},
};

static const Key LEAGUE_KEYS[] = {
    {"actor", "league: hidden layers of the network that plays (256n 256n+ 256n+)", IN_TEXT(league.actor)},
    {"critic", "league: those of the one that judges, seeing all cards (the actor's)", IN_TEXT(league.critic)},
    {"decisions", "league: of all games together", COUNT, FIELD(league.decisions), 1, 1e12, NULL},
    {"opponents", "league: WHO SHARE [GOAL%] + ...: self, past, players, weights files, {recipe}",
     IN_TEXT(league.opponents)},
    {"panel", "league: who it is matched with at the end, by spec or weights file (its opponents)",
     IN_TEXT(league.panel)},
    {"entropy", "league: bonus for keeping its choices open, also FROM..TO (0.04..0.001)", OTHER, 0, 0, 0, 0,
     read_entropy},
    {"gamma", "league: what the next reward counts (1)", REAL, FIELD(league.plan.ppo.gamma), 0, 1, NULL},
    {"norm", "league: longest gradient (1)", REAL, FIELD(league.plan.ppo.gradient_clip), 1e-6, 1e6, NULL},
    {"points", "league: reward of a point (0.04)", REAL, FIELD(league.plan.points), 0, 1e3, NULL},
    {"win", "league: reward of the game, as its chance to be won changes; 0: never (8)", REAL, FIELD(league.plan.win),
     0, 1e3, NULL},
    {"win-from", "league: share of the run after which that is the reward instead of points (0.6)", REAL,
     FIELD(league.plan.win_from), 0, 1, NULL},
    {"table", "league: iterations between two tables of those chances (50)", WHOLE, FIELD(league.plan.table), 1,
     1 << 20, NULL},
    {"past", "league: past selves kept (8)", WHOLE, FIELD(league.plan.past), 1, LEAGUE_PAST, NULL},
    {"priority", "league: shares go by ((1 - won) / (1 - goal))^priority (1)", REAL, FIELD(league.plan.priority), 0, 16,
     NULL},
    {"floor", "league: but never below this part of them, nor above its inverse (0.3)", REAL, FIELD(league.plan.floor),
     0.01, 1, NULL},
    {"evaluate", "league: iterations a point of the curves (10)", WHOLE, FIELD(league.plan.evaluate), 1, 1 << 20, NULL},
};

static const Key RUMMY_KEYS[] = {
    {"by", "rummy: td or evolution", OTHER, 0, 0, 0, 0, read_by},
    {"hidden", "rummy: hidden units (32)", WHOLE, FIELD(rummy.hidden), 1, RUMMY_HIDDEN, NULL},
    {"chance", "rummy, td: of a random action while it learns (0)", REAL, FIELD(rummy.chance), 0, 1, NULL},
    {"population", "rummy, evolution: challengers of a generation (32)", WHOLE, FIELD(rummy.population), 2, 1024, NULL},
    {"parents", "rummy, evolution: the best of them, whose mean goes on (8)", WHOLE, FIELD(rummy.parents), 1, 1024,
     NULL},
    {"pairs", "rummy, evolution: deals of a challenge, each from both seats (16)", WHOLE, FIELD(rummy.pairs), 1, 10000,
     NULL},
    {"spread", "rummy, evolution: of a mutation, also FROM..TO (0.05)", OTHER, 0, 0, 0, 0, read_spread},
};

#define TABLE(keys)                                                                                                    \
    { keys, sizeof(keys) / sizeof *(keys) }
static const struct {
    const Key *keys;
    size_t count;
} TABLES[RECIPE_KINDS] = {[RECIPE_MODEL] = TABLE(COMMON_KEYS),
                          [RECIPE_LOOPED] = TABLE(LOOP_KEYS),
                          [RECIPE_TD] = TABLE(TD_KEYS),
                          [RECIPE_LEAGUE] = TABLE(LEAGUE_KEYS),
                          [RECIPE_RUMMY] = TABLE(RUMMY_KEYS)};

enum {
    KEY_COUNT =
        (sizeof COMMON_KEYS + sizeof LOOP_KEYS + sizeof TD_KEYS + sizeof LEAGUE_KEYS + sizeof RUMMY_KEYS) / sizeof(Key),
};
_Static_assert((int)KEY_COUNT <= (int)RECIPE_KEYS, "Recipe.lines has room for all keys");

// A key and the table it stands in; `number` is its place in Recipe.lines.
typedef struct Found {
    const Key *key;
    RecipeKind table;
    int number;
} Found;

// The key of that number, or none.
static Found key_at(int number) {
    int rest = number;
    for (int table = 0; table < RECIPE_KINDS; table++) {
        if (rest < (int)TABLES[table].count) return (Found){&TABLES[table].keys[rest], (RecipeKind)table, number};
        rest -= (int)TABLES[table].count;
    }
    return (Found){.key = NULL};
}

const char *recipe_key(RecipeKind kind, int index) {
    return index < (int)TABLES[kind].count ? TABLES[kind].keys[index].name : NULL;
}

void recipe_print_keys(Text *text) {
    for (int i = 0; i < KEY_COUNT; i++) text_addf(text, "  %-15s %s\n", key_at(i).key->name, key_at(i).key->about);
}

static Found find_recipe_key(const char *name, Error *err) {
    const char *names[KEY_COUNT];
    for (int i = 0; i < KEY_COUNT; i++) {
        names[i] = key_at(i).key->name;
        if (strcmp(name, names[i]) == 0) return key_at(i);
    }
    const char *close = text_closest(name, names, KEY_COUNT);
    error_set(err, "there is no key '%.40s'%s%s%s; `deadwood help train` lists them", name,
              close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
    return (Found){.key = NULL};
}

static bool set_recipe_key(const Key *key, Recipe *recipe, const char *value, Error *err) {
    char *to = (char *)recipe + key->at;
    int64_t whole;
    if (!*value) return error_set(err, "%s has no value", key->name);
    switch (key->kind) {
    case TEXT:
        return text_copy(to, key->room, value) ||
               error_set(err, "%s is longer than %d characters", key->name, (int)key->room - 1);
    case COUNT:
        if (!text_to_int(value, key->name, (int64_t)key->low, (int64_t)key->high, &whole, err)) return false;
        *(uint64_t *)(void *)to = (uint64_t)whole;
        return true;
    case WHOLE:
        if (!text_to_int(value, key->name, (int64_t)key->low, (int64_t)key->high, &whole, err)) return false;
        *(int *)(void *)to = (int)whole;
        return true;
    case REAL: return text_to_double(value, key->name, key->low, key->high, (double *)(void *)to, err);
    case OTHER: break;
    }
    return key->read(recipe, value, err) || error_prefix(err, "%s", key->name);
}

int recipe_line_of(const Recipe *recipe, const char *name) {
    for (int i = 0; i < KEY_COUNT; i++)
        if (strcmp(key_at(i).key->name, name) == 0) return recipe->lines[i];
    return 0;
}

void recipe_place(const Recipe *recipe, const char *key, Text *text) {
    int line = recipe_line_of(recipe, key);
    text_add(text, recipe->path);
    if (line) text_addf(text, ": line %d", line);
}

static char *trim_line(char *text) {
    text += strspn(text, " \t\r");
    size_t size = strlen(text);
    while (size && strchr(" \t\r", text[size - 1])) size--;
    text[size] = '\0';
    return text;
}

// ---- Players with names ----

static RecipePlayer *named(Recipe *recipe, const char *name, Error *err) {
    for (int i = 0; i < recipe->named_count; i++)
        if (strcmp(recipe->named[i].name, name) == 0) return &recipe->named[i];
    size_t size = strlen(name), plain = 0;
    while (isalnum((unsigned char)name[plain]) || name[plain] == '-') plain++;
    if (!size || plain < size || size >= sizeof recipe->named[0].name) {
        error_set(err, "'%.40s' is no name for a player: letters, digits and hyphens", name);
    } else if (recipe->named_count == RECIPE_NAMED) {
        error_set(err, "more than %d players with names", RECIPE_NAMED);
    } else {
        RecipePlayer *player = &recipe->named[recipe->named_count++];
        text_copy(player->name, sizeof player->name, name);
        return player;
    }
    return NULL;
}

// `player.NAME = SPEC` and `tune.NAME = AXES`; *known says whether it is one of them.
static bool read_named(Recipe *recipe, const char *key, const char *value, int number, bool *known, Error *err) {
    bool tune = strncmp(key, "tune.", 5) == 0;
    *known = tune || strncmp(key, "player.", 7) == 0;
    if (!*known) return true;
    RecipePlayer *player = named(recipe, strchr(key, '.') + 1, err);
    if (!player) return false;
    int *line = tune ? &player->tune_line : &player->line;
    if (*line) return error_set(err, "%s stands there already, in line %d", key, *line);
    *line = number;
    if (!*value) return error_set(err, "%s has no value", key);
    if (tune && !tune_check(value, err)) return error_prefix(err, "%s", key);
    char *to = tune ? player->tune : player->spec;
    size_t room = tune ? sizeof player->tune : sizeof player->spec;
    return text_copy(to, room, value) || error_set(err, "%s is longer than %d characters", key, (int)room - 1);
}

void recipe_scale(Recipe *recipe, double scale) {
    Text mix = {0};
    char copy[sizeof recipe->mix], *rest = copy;
    text_copy(copy, sizeof copy, recipe->mix);
    for (char *word; (word = strsep(&rest, " \t")) != NULL;) {
        if (!*word) continue;
        if (mix.size) text_add(&mix, " ");
        if (word[strspn(word, "0123456789")] == '\0')
            text_addf(&mix, "%.0f", fmax(1, ceil(strtod(word, NULL) * scale)));
        else
            text_add(&mix, word);
    }
    if (mix.size) text_copy(recipe->mix, sizeof recipe->mix, mix.data);
    text_free(&mix);
    if (recipe->kind == RECIPE_LEAGUE) recipe_league_scale(recipe, scale);
    if (!recipe_is_step(recipe)) return;
    recipe->evaluation = (uint64_t)fmax(1, ceil((double)recipe->evaluation * scale));
    recipe->tries = (int)fmax(2, ceil(recipe->tries * fmin(1, scale)));
    recipe->match = 2 * (uint64_t)fmax(1, ceil((double)recipe->match * fmin(1, scale) / 2));
}

// ---- Lines ----

// What is none of the recipe's kind goes to `other`: its value is checked all the same, and recipe_check says what is
// wrong with it.
static bool read_recipe_line(Recipe *recipe, Recipe *other, char *line, int number, Error *err) {
    char *name = trim_line(line), *value = strchr(name, '=');
    if (!*name) return true;
    if (!value) return error_set(err, "'%.40s' is not `key = value`", name);
    *value++ = '\0';
    bool known;
    if (!read_named(recipe, trim_line(name), trim_line(value), number, &known, err)) return false;
    if (known) return true;
    Found found = find_recipe_key(trim_line(name), err);
    if (!found.key) return false;
    int *seen = &recipe->lines[found.number];
    if (*seen) return error_set(err, "%s stands there already, in line %d", found.key->name, *seen);
    *seen = number;
    bool foreign = found.table != RECIPE_MODEL && found.table != recipe->kind;
    return set_recipe_key(found.key, foreign ? other : recipe, trim_line(value), err);
}

// Its kind, before anything else is read.
static bool see_kind(Recipe *recipe, Recipe *other, char *line, int number, Error *err) {
    (void)other, (void)number, (void)err;
    char *value = strchr(line, '=');
    if (!value) return true;
    *value++ = '\0';
    const char *name = trim_line(line);
    if (strcmp(name, "learn") == 0) (void)read_learn(recipe, trim_line(value), NULL);
    if (strcmp(name, "loop") == 0 && recipe->kind == RECIPE_MODEL) recipe->kind = RECIPE_LOOPED;
    return true;
}

// What stands nowhere in a recipe of a league has other usual values than elsewhere.
static bool finish_recipe(Recipe *recipe, Error *err) {
    if (recipe->kind == RECIPE_LEAGUE) recipe_league_fill(recipe);
    return recipe_check(recipe, err);
}

// A line that ends in a blank and + goes on in the next one.
typedef bool ReadLine(Recipe *recipe, Recipe *other, char *line, int number, Error *err);

static bool read_lines(ReadLine *read, Recipe *recipe, Recipe *other, const char *text, Error *err) {
    char *copy = strdup(text), *rest = copy;
    if (!copy) return error_set(err, "out of memory");
    int number = 1, begun = 1;
    bool good = true;
    Text whole = {0};
    for (char *line; good && (line = strsep(&rest, "\n")) != NULL; number++) {
        if (!whole.size) begun = number;
        line[strcspn(line, "#")] = '\0';
        text_addf(&whole, "%s%s", whole.size ? " " : "", trim_line(line));
        if (whole.size > 2 && strcmp(whole.data + whole.size - 2, " +") == 0 && rest) continue;
        good = whole.failed ? error_set(err, "out of memory")
                            : read(recipe, other, whole.data, begun, err) || error_prefix(err, "line %d", begun);
        text_clear(&whole);
    }
    text_free(&whole);
    free(copy);
    return good;
}

// What is usual where nothing is said.
static void set_usual(Recipe *recipe) {
    recipe->plan = train_plan(TRAIN_MSE);
    recipe->plan.seed = 1;
    recipe->plan.checkpoint_seconds = 60;
    recipe->steps = 24;
    recipe->match = 10000;
    recipe->tries = 32;
    recipe->lambda = 0.75;
    if (recipe->kind == RECIPE_LEAGUE) recipe->league.plan.ppo = ppo_plan();
    if (recipe->kind == RECIPE_RUMMY) {
        recipe->plan.batch = 64;
        recipe->rummy = (RecipeRummy){.hidden = 32, .population = 32, .parents = 8, .pairs = 16, .spread = {0.05, 0}};
    }
    if (recipe->kind != RECIPE_TD) return;
    recipe->td = (RecipeTd){.runs = 1, .queen_features = 10000, .hearts_features = 2000};
    text_copy(recipe->td.opponent, sizeof recipe->td.opponent, "self");
}

bool recipe_parse(const char *text, const char *name, const char *path, Recipe *recipe, Error *err) {
    Recipe *read = calloc(2, sizeof *read); // and one for what belongs to another kind
    bool good = (read || error_set(err, "out of memory")) && read_lines(see_kind, read, read + 1, text, err);
    if (good) {
        set_usual(read);
        text_copy(read->name, sizeof read->name, name);
        text_copy(read->path, sizeof read->path, path);
        good = (read_lines(read_recipe_line, read, read + 1, text, err) && finish_recipe(read, err)) ||
               error_prefix(err, "%s", path);
    }
    if (good && !*read->players && !*read->records && read->examples && !recipe_is_step(read)) {
        text_copy(read->players, sizeof read->players, read->examples->players);
    }
    if (good) *recipe = *read;
    free(read);
    return good;
}
