// SPDX-License-Identifier: MIT
#include "train/data/dataset.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"
#include "gin/players/list/players.h"
#include "gin/players/mishra/mishra_examples.h"
#include "gin/players/nguyen/hand_examples.h"
#include "learn/files/npy.h"
#include "train/data/recorded.h"

#define LIMITS "mix:knock=limit,limit=0..10"

static const DatasetKind KINDS[] = {
    {"cards", "a card taken from the pile: points, turn, hit count -> what it cost at the end", "mix:draw=collect",
     NGUYEN_CARD_INPUTS, 1, 1, sizeof(NguyenCardRow), nguyen_taken_rows, nguyen_card_data, NULL, 0},
    {"cards-all", "the same for every card on offer, taken or not", "mix:draw=collect", NGUYEN_CARD_INPUTS, 1, 1,
     sizeof(NguyenCardRow), nguyen_card_rows, nguyen_card_data, NULL, 0},
    {"knocks", "a player at the end of a hand: turns, deadwood, melds, hitting cards, takes -> did it win", LIMITS,
     NGUYEN_KNOCK_INPUTS, 1, 1, sizeof(NguyenKnockRow), nguyen_knock_rows, nguyen_knock_data, NULL, 0},
    {"turns", "a turn of the opponent: discard, upcard left or taken, open cards -> its hand", "simple",
     NGUYEN_TURN_INPUTS, CARD_COUNT, 1, sizeof(NguyenTurnRow), nguyen_turn_rows, nguyen_turn_data, NULL, 0},
    {"sequences", "all turns of the opponent in one hand, one after the other -> its hand after each", "simple",
     NGUYEN_TURN_INPUTS, CARD_COUNT, GIN_TURN_LIMIT, sizeof(NguyenTurnRow), nguyen_turn_rows, NULL, NULL, 0},
    {"estimates", "a turn: own hand, pile, what the opponent took, discarded, declined and when -> its hand", "simple",
     MISHRA_INPUTS, CARD_COUNT, 1, 0, NULL, NULL, mishra_rows, 0},
    {"completions", "the same with some cards of its hand shown -> the other ones", "simple", MISHRA_SHOWN_INPUTS,
     CARD_COUNT, 1, 0, NULL, NULL, mishra_rows, MISHRA_INPUTS},
    {"hands", "the ten cards of a hand -> the same ten cards", "simple", CARD_COUNT, CARD_COUNT, 1, sizeof(HandRow),
     hand_rows, hand_data, NULL, 0},
    {"counts", "what is held after a turn, counted for the Bayes estimator", "simple", 0, 0, 1, 0, NULL, NULL, NULL, 0},
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

const DatasetKind *dataset_kinds(int *count) {
    *count = KIND_COUNT;
    return KINDS;
}

const DatasetKind *dataset_find(const char *name, Error *err) {
    const char *names[KIND_COUNT];
    Text known = {0};
    for (int i = 0; i < KIND_COUNT; i++) {
        names[i] = KINDS[i].name;
        if (strcmp(name, names[i]) == 0) {
            text_free(&known);
            return &KINDS[i];
        }
        text_addf(&known, "%s%s", i ? ", " : "", names[i]);
    }
    const char *close = text_closest(name, names, KIND_COUNT);
    error_set(err, "there are no examples '%.40s'%s%s%s; choose among %s", name, close ? "; did you mean '" : "",
              close ? close : "", close ? "'?" : "", known.data);
    text_free(&known);
    return NULL;
}

SparseShape dataset_shape(const DatasetKind *kind) {
    return (SparseShape){.inputs = kind->inputs, .outputs = kind->outputs, .shown_at = kind->shown_at};
}

// ---- Players ----

// The specs a text names, one after the other with NULs between them, and all pairs of them.
typedef struct Field {
    Text text;
    size_t start[DATASET_MAX_PLAYERS];
    int count;
    const char *(*pairs)[2];
} Field;

static void field_free(Field *field) {
    text_free(&field->text);
    free(field->pairs);
}

static bool add_player_spec(Field *field, const char *spec, size_t size, Error *err) {
    if (field->count == DATASET_MAX_PLAYERS) return error_set(err, "more than %d players", DATASET_MAX_PLAYERS);
    field->start[field->count++] = field->text.size;
    text_add_bytes(&field->text, spec, size);
    text_add_bytes(&field->text, "", 1);
    return true;
}

// "=3..7" in a spec: where its first number begins, both numbers, and where it ends. NULL if there is none.
static const char *find_range(const char *spec, const char *spec_end, long *low, long *high, const char **end) {
    for (const char *at = spec; at + 1 < spec_end; at++) {
        if (*at != '=' || !isdigit((unsigned char)at[1])) continue;
        char *rest;
        *low = strtol(at + 1, &rest, 10);
        if (rest + 2 >= spec_end || rest[0] != '.' || rest[1] != '.' || !isdigit((unsigned char)rest[2])) continue;
        *high = strtol(rest + 2, &rest, 10);
        *end = rest;
        return at + 1;
    }
    return NULL;
}

static bool add_specs(Field *field, const char *spec, size_t size, Error *err) {
    long low = 0, high = 0;
    const char *rest = NULL, *number = find_range(spec, spec + size, &low, &high, &rest);
    if (!number) return add_player_spec(field, spec, size, err);
    if (low > high || high - low >= DATASET_MAX_PLAYERS)
        return error_set(err, "'%.*s' stands for no players, or for more than %d", (int)size, spec,
                         DATASET_MAX_PLAYERS);
    bool good = true;
    for (long value = low; good && value <= high; value++) {
        Text one = {0};
        text_addf(&one, "%.*s%ld%.*s", (int)(number - spec), spec, value, (int)(spec + size - rest), rest);
        good = add_player_spec(field, one.data, one.size, err);
        text_free(&one);
    }
    return good;
}

static bool field_read(Field *field, const char *players, Error *err) {
    for (const char *at = players + strspn(players, " \t"); *at; at += strspn(at, " \t")) {
        size_t size = strcspn(at, " \t");
        if (!add_specs(field, at, size, err)) return false;
        at += size;
    }
    if (field->count == 0) return error_set(err, "no player is named");
    field->pairs = calloc((size_t)field->count * (size_t)field->count, sizeof *field->pairs);
    if (!field->pairs) return error_set(err, "out of memory for %d players", field->count);
    for (int i = 0; i < field->count * field->count; i++) {
        field->pairs[i][0] = field->text.data + field->start[i / field->count];
        field->pairs[i][1] = field->text.data + field->start[i % field->count];
    }
    return true;
}

bool dataset_check_players(const char *players, Error *err) {
    Field field = {.count = 0};
    bool good = field_read(&field, players, err);
    for (int i = 0; good && i < field.count; i++) {
        GinPlayer player;
        good = gin_player_open(field.text.data + field.start[i], &player, err);
        if (good) gin_player_close(&player);
    }
    field_free(&field);
    return good;
}

// ---- Playing ----

// Plays the games some at a time, so that there is something to show; `some` collects them. The order of games is
// theirs.
static bool play_dataset_games(const DatasetGames *games, void *context,
                               bool (*some)(void *context, const GinSelfPlay *plan, Error *err), Error *err) {
    enum { PARTS = 50, LEAST = 128 };
    Field field = {.count = 0};
    bool good = field_read(&field, games->players, err);
    uint64_t part = (games->games + PARTS - 1) / PARTS;
    uint64_t least =
        (uint64_t)field.count * (uint64_t)field.count; // players are opened anew for each part: let them play
    if (part < 4 * least) part = 4 * least;
    if (part < LEAST) part = LEAST;
    Progress progress = progress_start(games->label ? games->label : "games", "games", games->games, 0, games->quiet);
    uint64_t done = 0;
    while (good && done < games->games && !progress_interrupted()) {
        uint64_t left = games->games - done;
        GinSelfPlay plan = {.pairs = (const char *const(*)[2])field.pairs,
                            .pair_count = field.count * field.count,
                            .seed = games->seed,
                            .first = games->first + done,
                            .games = left < part ? left : part,
                            .threads = games->threads};
        good = some(context, &plan, err);
        done += plan.games;
        progress_update(&progress, done);
    }
    progress_end(&progress, done);
    field_free(&field);
    return good;
}

static bool some_rows(void *context, const GinSelfPlay *plan, Error *err) {
    Dataset *set = context;
    return examples_collect(&set->rows, plan, set->kind->make, err);
}

typedef struct Packer {
    SparseRows rows;
    const DatasetKind *kind;
} Packer;

static void pack_hand(void *collector, const GinHandRecord *hand) {
    Packer *packer = collector;
    packer->kind->make_packed(&packer->rows, hand);
}

bool dataset_collect_packed(SparseRows *rows, const DatasetKind *kind, const GinSelfPlay *plan, Error *err) {
    enum { SLICES = 4 * GIN_SELFPLAY_SLICES }; // small ones: threads without work wait for the last slice
    Packer parts[SLICES];
    void *collectors[SLICES];
    for (int i = 0; i < SLICES; i++) {
        parts[i] = (Packer){.rows.shape = dataset_shape(kind), .kind = kind};
        collectors[i] = &parts[i];
    }
    bool done = gin_selfplay(plan, SLICES, collectors, pack_hand, err);
    for (int i = 0; i < SLICES; i++) {
        if (done) sparse_append(rows, &parts[i].rows);
        sparse_free(&parts[i].rows);
    }
    if (done && rows->full) return error_set(err, "out of memory for %u examples", rows->count);
    return done;
}

static bool some_packed(void *context, const GinSelfPlay *plan, Error *err) {
    Dataset *set = context;
    return dataset_collect_packed(&set->packed, set->kind, plan, err);
}

static void add_rows(void *collector, const GinHandRecord *hand) {
    Dataset *set = collector;
    if (set->kind->make_packed)
        set->kind->make_packed(&set->packed, hand);
    else
        set->kind->make(&set->rows, hand);
}

static bool read_rows(Dataset *set, const DatasetGames *games, Error *err) {
    if (!recorded_hands(games, set, add_rows, err)) return false;
    uint32_t count = set->rows.count + set->packed.count;
    if (set->rows.full || set->packed.full) return error_set(err, "out of memory for %u examples", count);
    return count || progress_interrupted() ||
           error_set(err, "%s: there are no %s in its games", games->records, set->kind->name);
}

bool dataset_open(Dataset *set, const DatasetKind *kind, int steps, const DatasetGames *games, Error *err) {
    *set = (Dataset){.kind = kind, .rows.size = kind->size, .packed.shape = dataset_shape(kind)};
    bool packed = kind->make_packed != NULL, good;
    if (games->records)
        good = read_rows(set, games, err);
    else
        good = play_dataset_games(games, set, packed ? some_packed : some_rows, err);
    if (good && kind->data) set->data = kind->data(&set->rows);
    if (good && packed) set->data = sparse_data(&set->packed);
    if (good && kind->steps > 1) good = nguyen_sequences(&set->rows, steps, &set->sequences, &set->data, err);
    if (!good) dataset_close(set);
    return good;
}

void dataset_close(Dataset *set) {
    examples_free(&set->rows);
    sparse_free(&set->packed);
    free(set->sequences.starts);
    *set = (Dataset){.kind = NULL};
}

static void count_dataset_hand(void *collector, const GinHandRecord *hand) { bayes_count_hand(collector, hand); }

static bool some_counts(void *context, const GinSelfPlay *plan, Error *err) {
    enum { SLICES = 8 }; // sums are exact, so few will do
    BayesCounts *parts = calloc(SLICES, sizeof *parts);
    if (!parts) return error_set(err, "out of memory for the counts of the Bayes estimator");
    void *collectors[SLICES];
    for (int i = 0; i < SLICES; i++) collectors[i] = &parts[i];
    bool done = gin_selfplay(plan, SLICES, collectors, count_dataset_hand, err);
    for (int i = 0; done && i < SLICES; i++) bayes_merge(context, &parts[i]);
    free(parts);
    return done;
}

bool dataset_count(BayesCounts *counts, const DatasetGames *games, Error *err) {
    bool done = games->records ? recorded_hands(games, counts, count_dataset_hand, err)
                               : play_dataset_games(games, counts, some_counts, err);
    if (!done) return false;
    counts->games += games->games;
    counts->seed = games->seed;
    return true;
}

typedef struct Scoring {
    EstimatorScore *score;
    const GinPart *estimator;
} Scoring;

static bool some_scores(void *context, const GinSelfPlay *plan, Error *err) {
    const Scoring *scoring = context;
    return estimator_score(scoring->score, scoring->estimator, plan, err);
}

static void score_hand(void *collector, const GinHandRecord *hand) {
    const Scoring *scoring = collector;
    estimator_score_hand(scoring->score, scoring->estimator, hand);
}

bool dataset_score(EstimatorScore *score, const GinPart *estimator, const DatasetGames *games, Error *err) {
    Scoring scoring = {score, estimator};
    return games->records ? recorded_hands(games, &scoring, score_hand, err)
                          : play_dataset_games(games, &scoring, some_scores, err);
}

// ---- For other tools ----

typedef struct Arrays {
    Npy *inputs, *targets, *weights;
} Arrays;

static Npy *create(const char *folder, const char *name, int rank, const size_t *shape, Error *err) {
    Text path = {0};
    text_addf(&path, "%s/%s.npy", folder, name);
    Npy *npy = npy_create(path.data, NPY_F32, rank, shape, err);
    text_free(&path);
    return npy;
}

// [examples, width], or [examples, steps, width] for sequences.
static bool dataset_open_arrays(const Dataset *set, const char *folder, Arrays *arrays, Error *err) {
    bool sequences = set->kind->steps > 1;
    const size_t in[] = {(size_t)set->data.steps, (size_t)set->kind->inputs};
    const size_t out[] = {(size_t)set->data.steps, (size_t)set->kind->outputs};
    int rank = sequences ? 2 : 1, skip = sequences ? 0 : 1;
    arrays->inputs = create(folder, "inputs", rank, in + skip, err);
    arrays->targets = arrays->inputs ? create(folder, "targets", rank, out + skip, err) : NULL;
    if (!arrays->targets) return false;
    if (sequences) arrays->weights = create(folder, "weights", 1, in, err);
    return !sequences || arrays->weights;
}

enum { EXPORT_ROWS = 256 };

static bool write_rows(const Dataset *set, const Arrays *arrays, uint32_t first, uint32_t count, float *room,
                       Error *err) {
    const DatasetKind *kind = set->kind;
    size_t rows = (size_t)count * (size_t)set->data.steps;
    float *inputs = room, *targets = inputs + rows * (size_t)kind->inputs;
    float *weights = targets + rows * (size_t)kind->outputs;
    memset(room, 0, rows * (size_t)(kind->inputs + kind->outputs) * sizeof *room);
    for (size_t i = 0; i < rows; i++) weights[i] = 1;
    uint32_t indices[EXPORT_ROWS];
    for (uint32_t i = 0; i < count; i++) indices[i] = first + i;
    set->data.fill(set->data.context, indices, (int)count, inputs, targets, weights);
    return npy_write(arrays->inputs, inputs, count, err) && npy_write(arrays->targets, targets, count, err) &&
           (!arrays->weights || npy_write(arrays->weights, weights, count, err));
}

static bool dataset_write_all(const Dataset *set, const Arrays *arrays, bool quiet, Error *err) {
    size_t floats = (size_t)set->data.steps * (size_t)(set->kind->inputs + set->kind->outputs + 1);
    float *room = malloc(EXPORT_ROWS * floats * sizeof *room);
    if (!room) return error_set(err, "out of memory");
    bool good = true;
    Progress progress = progress_start("writing", "examples", set->data.count, 0, quiet);
    uint32_t done = 0;
    while (good && done < set->data.count && !progress_interrupted()) {
        uint32_t left = set->data.count - done, count = left < EXPORT_ROWS ? left : EXPORT_ROWS;
        good = write_rows(set, arrays, done, count, room, err);
        done += count;
        progress_update(&progress, done);
    }
    progress_end(&progress, done);
    free(room);
    return good && !progress_interrupted();
}

bool dataset_export(const Dataset *set, const char *folder, bool quiet, Error *err) {
    Arrays arrays = {NULL, NULL, NULL};
    bool good = dataset_open_arrays(set, folder, &arrays, err) && dataset_write_all(set, &arrays, quiet, err);
    Npy *all[] = {arrays.inputs, arrays.targets, arrays.weights};
    for (int i = 0; i < 3; i++) {
        if (good)
            good = npy_close(all[i], err);
        else
            npy_drop(all[i]);
    }
    return good;
}
