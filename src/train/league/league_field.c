// SPDX-License-Identifier: MIT
// Who plays against the learner, and how often.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/champion/champion.h"
#include "train/league/league_internal.h"

// ---- Reading ----

static bool ends_in(const char *text, const char *ending) {
    size_t size = strlen(text), tail = strlen(ending);
    return size > tail && strcmp(text + size - tail, ending) == 0;
}

static bool read_member_name(LeagueMember *member, const char *word, Error *err) {
    static const char likeliest[] = "likeliest:";
    bool net = ends_in(word, ".safetensors") && strncmp(word, "mix:", 4) != 0;
    member->likeliest = strncmp(word, likeliest, sizeof likeliest - 1) == 0;
    if (member->likeliest) word += sizeof likeliest - 1;
    if (member->likeliest && !net) return error_set(err, "likeliest: wants a weights file, NAME.safetensors");
    if (!text_copy(member->name, sizeof member->name, word))
        return error_set(err, "'%.40s...' is longer than %d characters", word, LEAGUE_SPEC - 1);
    if (strcmp(word, "self") == 0)
        member->kind = LEAGUE_SELF;
    else if (strcmp(word, "past") == 0)
        member->kind = LEAGUE_PAST_SELVES;
    else
        member->kind = net && !strchr(word, '=') ? LEAGUE_NET : LEAGUE_PLAYER;
    return true;
}

// "simple 8 87%"
static bool read_member(LeagueMember *member, char *text, Error *err) {
    char *words[4] = {NULL, NULL, NULL, NULL}, *rest = text;
    int count = 0;
    for (char *word; (word = strsep(&rest, " \t")) != NULL;)
        if (*word && count < 4) words[count++] = word;
    if (count < 2 || count > 3) return error_set(err, "write WHO SHARE [GOAL%%] + WHO SHARE [GOAL%%] ...");
    *member = (LeagueMember){.goal = 0.5};
    if (!read_member_name(member, words[0], err) || !text_to_double(words[1], "share", 1e-6, 1e6, &member->share, err))
        return false;
    if (count < 3) return true;
    size_t size = strlen(words[2]);
    if (words[2][size - 1] != '%') return error_set(err, "the goal '%.40s' is no percentage such as 65%%", words[2]);
    words[2][size - 1] = '\0';
    double percent;
    if (!text_to_double(words[2], "goal", 1, 99, &percent, err)) return false;
    member->goal = percent / 100;
    return true;
}

static bool is_known(const LeagueMember *members, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(members[i].name, members[count].name) == 0 && members[i].likeliest == members[count].likeliest)
            return true;
    return false;
}

bool league_read(const char *text, LeagueMember members[LEAGUE_MEMBERS], int *count, Error *err) {
    char *copy = strdup(text), *rest = copy;
    bool good = copy || error_set(err, "out of memory");
    int read = 0;
    for (char *part; good && (part = strsep(&rest, "+")) != NULL; read++) {
        good = read < LEAGUE_MEMBERS || error_set(err, "more than %d opponents", LEAGUE_MEMBERS);
        good = good && read_member(&members[read], part, err);
        if (good && is_known(members, read)) good = error_set(err, "'%.60s' stands there twice", members[read].name);
    }
    if (good && read == 1 && members[0].kind == LEAGUE_PAST_SELVES)
        good = error_set(err, "past selves alone are nobody to begin with; add self or somebody else");
    free(copy);
    if (good) *count = read;
    return good;
}

// ---- Opening ----

// The argmax policy of a net: its logits are scaled up until the softmax puts all probability on the largest.
static void sharpen(Net *net) {
    enum { FACTOR = 1024 };
    const NetLayer *last = net_layer(net, net_layers(net) - 1);
    float *block = net_block(net);
    for (size_t i = 0; i < (size_t)last->inputs * (size_t)last->outputs; i++) block[last->weights + i] *= FACTOR;
    for (size_t i = 0; i < (size_t)last->outputs; i++) block[last->bias + i] *= FACTOR;
}

// Adds the net to the frozen networks ("brains") of the batch.
static bool add_brain(LeagueField *field, const GinChampion *champion, bool likeliest, Error *err) {
    if (field->brains == PPO_MAX_BRAINS) return error_set(err, "more than %d networks", PPO_MAX_BRAINS - 1);
    Net *net = net_copy(gin_champion_net(champion));
    if (!net) return error_set(err, "out of memory");
    if (likeliest) sharpen(net);
    field->opponent[field->count].brain = field->brains;
    field->net[field->brains++] = net;
    return true;
}

static bool open_member_net(LeagueField *field, const LeagueMember *member, Error *err) {
    GinChampion *champion = gin_champion_open(member->name, &(GinChampionPlan){.temperature = 1}, err);
    bool good = champion && add_brain(field, champion, member->likeliest, err);
    gin_champion_close(champion);
    return good;
}

// A player that is a network and no more is asked with the other networks, which is faster by far.
static bool open_player(LeagueField *field, int index, Error *err) {
    GinBatchOpponent *opponent = &field->opponent[field->count];
    GinPlayer *player = &field->player[index];
    const char *name = field->plan->members[index].name;
    if (!gin_player_open(name, player, err)) return false;
    const GinChampion *champion = gin_player_champion(player);
    const GinChampionPlan *thinks = champion ? gin_champion_plan(champion) : NULL;
    if (thinks && thinks->search <= 0 && (thinks->temperature <= 0 || thinks->temperature == 1))
        return add_brain(field, champion, thinks->temperature <= 0, err);
    opponent->brain = -1;
    opponent->player = player;
    return !player->watch || error_set(err, "%.60s: programs cannot be learned from", name);
}

static bool open_member(LeagueField *field, int index, Error *err) {
    const LeagueMember *member = &field->plan->members[index];
    if (member->kind == LEAGUE_PAST_SELVES) return true; // its opponents come last
    field->opponent[field->count] = (GinBatchOpponent){.share = member->share};
    field->member[field->count] = index;
    if (member->kind == LEAGUE_PLAYER && !open_player(field, index, err)) return false;
    if (member->kind == LEAGUE_NET && !open_member_net(field, member, err)) return false;
    field->count++;
    return true;
}

static bool open_past(LeagueField *field, int member, Error *err) {
    field->slots = field->plan->past;
    field->first_slot = field->count;
    field->first_brain = field->brains;
    if (field->brains + field->slots > PPO_MAX_BRAINS)
        return error_set(err, "%d frozen networks and %d past selves are more than %d", field->brains - 1, field->slots,
                         PPO_MAX_BRAINS - 1);
    for (int i = 0; i < field->slots; i++) {
        field->member[field->count] = member;
        field->opponent[field->count++] = (GinBatchOpponent){.brain = field->brains++};
        field->taken[i] = -1;
    }
    return true;
}

bool league_field_open(LeagueField *field, const LeaguePlan *plan, Error *err) {
    *field = (LeagueField){.plan = plan, .brains = 1};
    int past = -1;
    for (int i = 0; i < plan->member_count; i++) {
        if (plan->members[i].kind == LEAGUE_PAST_SELVES) past = i;
        if (!open_member(field, i, err)) return false;
    }
    if (past >= 0 && !open_past(field, past, err)) return false;
    league_field_share(field);
    return true;
}

void league_field_close(LeagueField *field) {
    for (int i = 0; i < LEAGUE_MEMBERS; i++) gin_player_close(&field->player[i]);
    for (int i = 0; i < PPO_MAX_BRAINS; i++) net_close(field->net[i]);
    *field = (LeagueField){.plan = NULL};
}

// ---- Shares ----

void league_field_note(LeagueField *field, const GinBatchCount *counts) {
    const double memory = 0.7; // what a game counts one point of the curve later
    for (int i = 0; i < field->count; i++) {
        field->games[i] = memory * field->games[i] + (double)counts[i].games;
        field->wins[i] = memory * field->wins[i] + (double)counts[i].wins;
    }
}

// The factor by which an opponent's share grows or shrinks with the win rate against it. The rate is shrunk towards the
// goal by `PRIOR` imagined games, since a few games tell little.
static double factor_of(const LeagueField *field, int opponent) {
    enum { PRIOR = 50 };
    const LeaguePlan *plan = field->plan;
    const LeagueMember *member = &plan->members[field->member[opponent]];
    if (member->kind == LEAGUE_SELF) return 1;
    double won = (field->wins[opponent] + PRIOR * member->goal) / (field->games[opponent] + PRIOR);
    double factor = pow((1 - won) / (1 - member->goal), plan->priority);
    return fmin(fmax(factor, plan->floor), 1 / plan->floor);
}

static int past_selves(const LeagueField *field) {
    int there = 0;
    for (int i = 0; i < field->slots; i++) there += field->taken[i] >= 0;
    return there;
}

// The share of past selves that do not exist yet is spread over all other opponents.
void league_field_share(LeagueField *field) {
    int there = past_selves(field);
    double total = 0;
    for (int i = 0; i < field->count; i++) {
        const LeagueMember *member = &field->plan->members[field->member[i]];
        double share = member->share;
        if (member->kind == LEAGUE_PAST_SELVES) share = field->taken[i - field->first_slot] < 0 ? 0 : share / there;
        field->share[i] = share * factor_of(field, i);
        total += field->share[i];
    }
    for (int i = 0; i < field->count; i++) {
        field->share[i] /= total;
        field->opponent[i].share = field->share[i];
    }
}

// ---- Past selves ----

// Keeps the snapshots log-spaced in age: drops the one whose two neighbours have the smallest ratio of ages.
int league_field_slot(const LeagueField *field, int iteration) {
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < field->slots; i++) {
        if (field->taken[i] < 0) return i;
        double before = 0, after = iteration;
        for (int k = 0; k < field->slots; k++) {
            if (field->taken[k] < field->taken[i] && field->taken[k] > before) before = field->taken[k];
            if (field->taken[k] > field->taken[i] && field->taken[k] < after) after = field->taken[k];
        }
        double gap = (iteration - before + field->plan->snapshot) / (iteration - after + field->plan->snapshot);
        if (gap < least) {
            least = gap;
            best = i;
        }
    }
    return best;
}

bool league_field_put(LeagueField *field, int slot, int iteration, const Net *actor, Error *err) {
    Net *copy = net_copy(actor);
    if (!copy) return error_set(err, "out of memory");
    Net **net = &field->net[field->first_brain + slot];
    net_close(*net);
    *net = copy;
    field->taken[slot] = iteration;
    field->games[field->first_slot + slot] = field->wins[field->first_slot + slot] = 0;
    return true;
}
