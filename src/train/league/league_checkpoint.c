// SPDX-License-Identifier: MIT
// A league's checkpoint: what the league knows is one file, FILE; networks, optimiser and games are two larger ones
// beside it, FILE.a.ppo and FILE.a.games, or .b. A new checkpoint writes the set that the last one did not, then
// replaces FILE, which names the set: whenever it is cut short, the last checkpoint is whole.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/sha256.h"
#include "train/league/league_internal.h"

enum { POSITION = 4, MOST_TENSORS = 8 + LEAGUE_PAST };

static const char *const SETS[] = {"a", "b"};

static void part_path(const char *checkpoint, const char *set, const char *part, Text *path) {
    text_addf(path, "%s.%s.%s", checkpoint, set, part);
}

void league_forget(const char *checkpoint) {
    static const char *const parts[] = {"ppo", "games"};
    unlink(checkpoint);
    for (int i = 0; i < 4; i++) {
        Text path = {0};
        part_path(checkpoint, SETS[i / 2], parts[i % 2], &path);
        unlink(path.data);
        text_free(&path);
    }
}

// ---- Which work it is ----

static void add_net(Text *text, const char *what, const Net *net) {
    char digits[SHA256_DIGITS + 1];
    Sha256 hash = sha256_begin();
    sha256_add(&hash, net_weights(net), net_parameters(net) * sizeof(float));
    sha256_end(&hash, digits);
    text_addf(text, " %s %s %.16s", what, net_architecture(net), digits);
}

// All that changes the result.
static void describe_league(const League *league, Text *text) {
    const LeaguePlan *p = league->plan;
    const LeagueField *field = &league->field;
    char rules[GIN_RULES_TEXT];
    gin_rules_print(p->rules, rules);
    text_addf(text, "rules %s games %d steps %d batch %d epochs %d iterations %d seed %" PRIu64, rules, p->ppo.games,
              p->ppo.steps, p->ppo.minibatch, p->ppo.epochs, p->iterations, p->ppo.seed);
    text_addf(text, " rate %.17g %.17g entropy %.17g %.17g gamma %.17g lambda %.17g clip %.17g norm %.17g", p->rate[0],
              p->rate[1], p->entropy[0], p->entropy[1], p->ppo.gamma, p->ppo.lambda, p->ppo.clip, p->ppo.gradient_clip);
    text_addf(text, " points %.17g win %.17g from %.17g table %d past %d snapshot %d trained %d", p->points, p->win,
              p->win_from, p->table, p->past, p->snapshot, (int)p->trained);
    text_addf(text, " priority %.17g floor %.17g evaluate %d device %d tf32 %d", p->priority, p->floor, p->evaluate,
              (int)p->ppo.device, (int)p->ppo.tf32);
    add_net(text, "actor", p->actor);
    add_net(text, "critic", p->critic);
    for (int i = 0; i < field->count && (!field->slots || i < field->first_slot); i++) {
        const LeagueMember *member = &p->members[field->member[i]];
        text_addf(text, " | %s %d %.17g %.17g", member->name, (int)member->likeliest, member->share, member->goal);
        if (field->opponent[i].brain > 0) add_net(text, "net", field->net[field->opponent[i].brain]);
    }
    for (int i = 0; i < p->member_count; i++)
        if (p->members[i].kind == LEAGUE_PAST_SELVES) text_addf(text, " | past %.17g", p->members[i].share);
}

// ---- Games ----

static bool save_games(const League *league, const char *set, Error *err) {
    size_t size = gin_batch_size(league->batch);
    char *bytes = malloc(size + 1);
    if (!bytes) return error_set(err, "out of memory");
    Text path = {0};
    gin_batch_save(league->batch, bytes);
    part_path(league->plan->checkpoint, set, "games", &path);
    bool saved = text_write_file(path.data, bytes, size, err);
    text_free(&path);
    free(bytes);
    return saved;
}

// If the games are lost they are dealt again: the weights are what matters.
static bool load_games(League *league, const char *set, Error *err) {
    Text file = {0}, path = {0};
    part_path(league->plan->checkpoint, set, "games", &path);
    league->dealt_anew = access(path.data, F_OK) != 0;
    bool good = league->dealt_anew || text_read_file(&file, path.data, SIZE_MAX / 2, err);
    if (good && !league->dealt_anew)
        good = gin_batch_load(league->batch, file.data ? file.data : "", file.size, err) ||
               error_prefix(err, "%s, without which the games are dealt anew", path.data);
    text_free(&file);
    text_free(&path);
    return good;
}

// ---- What the league knows ----

static WeightsTensor league_tensor(const char *name, WeightsType type, size_t rows, size_t columns, const void *data) {
    WeightsTensor tensor = {.type = type, .rank = 2, .shape = {rows, columns}, .data = data};
    text_copy(tensor.name, sizeof tensor.name, name);
    return tensor;
}

// Structs that are whole numbers of 64 bits throughout, as doubles and back; none comes near 2^53.
static void to_doubles(const void *words, int count, double *to) {
    for (int i = 0; i < count; i++) {
        int64_t word;
        memcpy(&word, (const char *)words + (size_t)i * sizeof word, sizeof word);
        to[i] = (double)word;
    }
}

static void from_doubles(const double *from, int count, void *words) {
    for (int i = 0; i < count; i++) {
        int64_t word = (int64_t)from[i];
        memcpy((char *)words + (size_t)i * sizeof word, &word, sizeof word);
    }
}

enum { ENDINGS = sizeof(GinEndings) / sizeof(uint64_t), WINDOW = GIN_BATCH_OPPONENTS * LEAGUE_COUNTS };

typedef struct Numbers {
    double position[POSITION]; // iteration, rows learned from, points of the curve, whether endings were counted
    double window[WINDOW];
    double endings[ENDINGS];
} Numbers;

static bool save_state(const League *league, const char *set, Error *err) {
    const LeagueField *field = &league->field;
    Numbers *numbers = calloc(1, sizeof *numbers);
    if (!numbers) return error_set(err, "out of memory");
    Numbers now = {.position = {league->iteration, (double)league->learned, league->points, league->counted}};
    *numbers = now;
    to_doubles(league->window, WINDOW, numbers->window);
    to_doubles(league->endings, ENDINGS, numbers->endings);
    WeightsTensor tensors[MOST_TENSORS] = {
        league_tensor("position", WEIGHTS_F64, 1, POSITION, numbers->position),
        league_tensor("window", WEIGHTS_F64, 1, WINDOW, numbers->window),
        league_tensor("endings", WEIGHTS_F64, 1, ENDINGS, numbers->endings),
        league_tensor("sums", WEIGHTS_F64, 1, LEAGUE_COLUMNS, league->sums),
        league_tensor("field_games", WEIGHTS_F64, 1, GIN_BATCH_OPPONENTS, field->games),
        league_tensor("field_wins", WEIGHTS_F64, 1, GIN_BATCH_OPPONENTS, field->wins),
        league_tensor("field_taken", WEIGHTS_F64, 1, LEAGUE_PAST, field->taken),
    };
    int count = 7;
    if (league->points)
        tensors[count++] =
            league_tensor("curve", WEIGHTS_F64, (size_t)league->points, (size_t)league->columns, league->curve);
    for (int i = 0; i < field->slots; i++) {
        const Net *net = field->net[field->first_brain + i];
        char name[WEIGHTS_NAME];
        snprintf(name, sizeof name, "past.%d", i);
        if (net) tensors[count++] = league_tensor(name, WEIGHTS_F32, 1, net_parameters(net), net_weights(net));
    }
    Text what = {0};
    describe_league(league, &what);
    WeightsFact facts[] = {{"work", what.data}, {"set", set}};
    bool saved = weights_save(league->plan->checkpoint, tensors, count, facts, 2, err);
    text_free(&what);
    free(numbers);
    return saved;
}

static bool read_doubles(const Weights *weights, const char *name, size_t rows, size_t columns, double *to,
                         Error *err) {
    return weights_doubles(weights, name, 2, (size_t[]){rows, columns}, to, err);
}

static bool read_numbers(League *league, const Weights *weights, Numbers *numbers, Error *err) {
    LeagueField *field = &league->field;
    if (!read_doubles(weights, "position", 1, POSITION, numbers->position, err) ||
        !read_doubles(weights, "window", 1, WINDOW, numbers->window, err) ||
        !read_doubles(weights, "endings", 1, ENDINGS, numbers->endings, err) ||
        !read_doubles(weights, "sums", 1, LEAGUE_COLUMNS, league->sums, err) ||
        !read_doubles(weights, "field_games", 1, GIN_BATCH_OPPONENTS, field->games, err) ||
        !read_doubles(weights, "field_wins", 1, GIN_BATCH_OPPONENTS, field->wins, err) ||
        !read_doubles(weights, "field_taken", 1, LEAGUE_PAST, field->taken, err))
        return false;
    const double *at = numbers->position;
    if (!(at[0] >= 0 && at[0] <= league->plan->iterations && at[1] >= 0 && at[1] < 1e15 && at[2] >= 0 &&
          at[2] <= at[0]))
        return error_set(err, "its position makes no sense");
    league->iteration = (int)at[0];
    league->learned = (uint64_t)at[1];
    league->points = league->room = (int)at[2];
    league->counted = at[3] > 0;
    from_doubles(numbers->window, WINDOW, league->window);
    from_doubles(numbers->endings, ENDINGS, league->endings);
    return true;
}

static bool read_league_curve(League *league, const Weights *weights, Error *err) {
    if (!league->points) return true;
    size_t points = (size_t)league->points, columns = (size_t)league->columns;
    league->curve = calloc(points * columns, sizeof *league->curve);
    return league->curve ? read_doubles(weights, "curve", points, columns, league->curve, err)
                         : error_set(err, "out of memory");
}

static bool read_past(League *league, const Weights *weights, Error *err) {
    LeagueField *field = &league->field;
    for (int i = 0; i < field->slots; i++) {
        if (field->taken[i] < 0) continue;
        char name[WEIGHTS_NAME];
        snprintf(name, sizeof name, "past.%d", i);
        size_t shape[] = {1, net_parameters(league->actor)};
        Net *net = net_copy(league->actor);
        bool good =
            (net || error_set(err, "out of memory")) && weights_floats(weights, name, 2, shape, net_block(net), err);
        field->net[field->first_brain + i] = net;
        if (!good) return false;
    }
    return true;
}

static bool read_state(League *league, const Weights *weights, Error *err) {
    Text what = {0};
    describe_league(league, &what);
    const char *fact = weights_fact(weights, "work");
    // The first process has seen to that; others may know its files by other names.
    bool same = peers_rank(league->plan->ppo.peers) > 0 || (fact && strcmp(fact, what.data) == 0);
    text_free(&what);
    if (!same) return error_set(err, "it belongs to other work");
    Numbers *numbers = calloc(1, sizeof *numbers);
    bool good = (numbers || error_set(err, "out of memory")) && read_numbers(league, weights, numbers, err) &&
                read_league_curve(league, weights, err) && read_past(league, weights, err);
    free(numbers);
    return good;
}

// ---- The whole ----

bool league_save(League *league, Error *err) {
    const char *set = SETS[league->saves % 2];
    Text path = {0};
    if (peers_rank(league->plan->ppo.peers) > 0) {
        league->kept = league->iteration;
        return true;
    }
    part_path(league->plan->checkpoint, set, "ppo", &path);
    bool saved = ppo_save(league->ppo, path.data, err) && save_games(league, set, err) && save_state(league, set, err);
    league->saves++;
    if (saved) league->kept = league->iteration;
    text_free(&path);
    return saved;
}

static bool load_parts(League *league, const Weights *weights, Error *err) {
    const char *set = weights_fact(weights, "set");
    bool second = set && strcmp(set, SETS[1]) == 0;
    Text path = {0};
    part_path(league->plan->checkpoint, SETS[second], "ppo", &path);
    bool good = ppo_load(league->ppo, path.data, err) && load_games(league, SETS[second], err);
    league->saves = second ? 0 : 1;
    text_free(&path);
    return good;
}

// The first process's checkpoint, for its peers.
static bool tell_checkpoint(const League *league, Error *err) {
    static const char *const parts[] = {"ppo", "games"};
    const LeaguePlan *plan = league->plan;
    bool good = peers_tell_file(plan->ppo.peers, plan->checkpoint, err);
    for (int i = 0; good && i < 4; i++) {
        Text path = {0};
        part_path(plan->checkpoint, SETS[i / 2], parts[i % 2], &path);
        good = peers_tell_file(plan->ppo.peers, path.data, err);
        text_free(&path);
    }
    return good;
}

bool league_load(League *league, Error *err) {
    const char *path = league->plan->checkpoint;
    if (league->plan->fresh) league_forget(path);
    if (!tell_checkpoint(league, err)) return false;
    if (access(path, F_OK) != 0) return true;
    Weights *weights = weights_load(path, err);
    bool good = weights && read_state(league, weights, err) && load_parts(league, weights, err);
    weights_close(weights);
    league->resumed = good;
    if (good) {
        league_field_share(&league->field);
        gin_batch_shares(league->batch, league->field.share);
        return true;
    }
    Error reason = err ? *err : (Error){{0}};
    return error_set(err, "the checkpoint %.200s cannot be used: %.200s; --fresh begins again", path, reason.text);
}
