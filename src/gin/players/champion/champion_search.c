// SPDX-License-Identifier: MIT
// Search before a decision: few candidates, many determinizations ("worlds"), the network as the policy of both seats.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads/progress.h"
#include "gin/players/champion/champion_internal.h"
#include "gin/players/judge/judge.h"
#include "learn/net/choice.h"
#include "learn/net/net_rows.h"

enum { LEAST_ROUND = 4, LEAST = 24, USUAL_HAND = 16, TILT_HANDS = 600 };

static const double LIKELY = 0.02;      // choices that the network gives less are not looked at
static const double SURELY_WORSE = 3;   // standard errors
static const double EVEN = 0.08;        // of the worlds must count in the end: else their weights are evened out
static const double NAT = 0.004;        // what the network's opinion is worth, in chance to win: for one more nat
static const double OPINION = 0.012;    // and how far off that is, as a standard deviation
static const int64_t OVERHEAD = 250000; // nanoseconds to estimate the opponent's hand and fit the sampler

// ---- Tables ----

// Tables per rules, in a list that only grows.
struct ChampionTables {
    ChampionTables *next;
    GinTilts tilts;
    GinChances *chances;
};

void champion_tables_close(ChampionTables *tables) {
    while (tables) {
        ChampionTables *next = tables->next;
        gin_chances_close(tables->chances);
        free(tables);
        tables = next;
    }
}

static void search_estimate(const void *estimator, const GinView *view, float probability[CARD_COUNT]) {
    const GinPart *part = estimator;
    part->policy->estimate(&part->mind, view, probability);
}

// NULL without memory.
static ChampionTables *make_tables(const GinChampion *champion, const GinRules *rules, const GinTilts *tilts) {
    ChampionTables *made = calloc(1, sizeof *made);
    GinPlayer player = {0};
    bool good = made && gin_player_open(GIN_JUDGE_PLAYER, &player, NULL); // needs no file
    if (good) made->chances = gin_chances_open(rules, &player, GIN_CHANCES_HANDS, 1);
    if (!good || !made->chances) {
        gin_player_close(&player);
        free(made);
        return NULL;
    }
    if (tilts)
        made->tilts = *tilts;
    else
        gin_tilts_count(&made->tilts, &player, search_estimate, &champion->estimator, TILT_HANDS, 1);
    gin_player_close(&player);
    return made;
}

// Threads that meet new rules at the same time build the same table; the first to publish it wins.
static const ChampionTables *tables_for(const GinChampion *champion, const GinRules *rules) {
    ChampionTables *first = atomic_load(&champion->shelf->first), *made = NULL;
    for (;;) {
        for (ChampionTables *at = first; at; at = at->next) {
            if (!gin_rules_equal(gin_chances_rules(at->chances), rules)) continue;
            champion_tables_close(made);
            return at;
        }
        if (!made && !(made = make_tables(champion, rules, first ? &first->tilts : NULL))) return NULL;
        made->next = first;
        if (atomic_compare_exchange_strong(&champion->shelf->first, &first, made)) return made;
        made->next = NULL;
    }
}

typedef struct Work {
    const GinChampion *champion;
    const ChampionTables *tables;
    const GinView *view;
    bool known; // the rules: only the champion itself is asked about others
    int depth;  // the plan's; no critic is asked about rules it was not trained for
    GinWorlds law;
    GinHabits habits;       // of the game's hands that are over
    double like[GIN_TYPES]; // the opponent, by its earlier hands: how likely
    uint64_t key;
    int active[GIN_SEARCH_CANDIDATES], active_count; // candidates still looked at
    GinAction action[GIN_SEARCH_CANDIDATES];
    float logit[GIN_SEARCH_CANDIDATES][GIN_TYPES]; // of who answers each kind of opponent
    double opinion[GIN_SEARCH_CANDIDATES];         // their mean, each as far as the opponent is likely so
    int64_t played, spent;                         // hands played so far, and what they cost with all around them
    int done;                                      // worlds
    GinOpponentType type[GIN_SEARCH_WORLDS];
    ChampionLikelihood likelihood[GIN_SEARCH_WORLDS];
    double weight[GIN_SEARCH_WORLDS];                      // their mean is 1
    float value[GIN_SEARCH_WORLDS][GIN_SEARCH_CANDIDATES]; // chance to win
    ChampionWorld world[CHAMPION_ROUND];
    GinHand hand[CHAMPION_ROUND * GIN_SEARCH_CANDIDATES];
} Work;

// ---- Worlds and their weights ----

// Importance weights of worlds in which the opponent is plain: the likelihood ratio of always plain play to mostly
// plain play. The others have mean weight 1.
static void first_weights(Work *work) {
    double plain = 0, others = 0;
    int plains = 0;
    for (int i = 0; i < work->done; i++) {
        const ChampionLikelihood *of = &work->likelihood[i];
        plains += of->plain;
        plain += of->plain ? of->loosely : 0;
        others += of->plain ? 0 : of->likely;
    }
    for (int i = 0; i < work->done; i++) {
        const ChampionLikelihood *of = &work->likelihood[i];
        work->weight[i] = of->likely / (of->plain ? plain / plains : others / (work->done - plains));
    }
}

// Importance weights of mean 1 from likelihoods, flattened by square roots until the effective sample size is large
// enough. Returns the effective sample size.
static double even_out(Work *work) {
    int n = work->done;
    first_weights(work);
    for (;;) {
        double sum = 0, squares = 0;
        for (int i = 0; i < n; i++) sum += work->weight[i];
        for (int i = 0; i < n; i++) {
            work->weight[i] /= sum / n;
            squares += work->weight[i] * work->weight[i];
        }
        double effective = (double)n * n / squares;
        if (effective >= EVEN * n) return effective;
        for (int i = 0; i < n; i++) work->weight[i] = sqrt(work->weight[i]);
    }
}

// ---- Playing the worlds ----

// How many worlds of the next round fit the budget, by the cost of hands so far.
static int affordable(const Work *work, int64_t left) {
    int rows = work->depth > 0 ? work->depth + 1 : USUAL_HAND; // the last one is the critic's
    int64_t hand = work->played ? work->spent / work->played : rows * champion_cost(gin_champion_net(work->champion));
    int64_t worlds = left / (hand * work->active_count + 1);
    int64_t most = GIN_SEARCH_WORLDS - work->done;
    if (worlds > most) worlds = most;
    return worlds < LEAST_ROUND ? 0 : worlds > CHAMPION_ROUND ? CHAMPION_ROUND : (int)worlds;
}

static GinOpponentType draw_type(const Work *work, double unit) {
    if (unit < work->like[GIN_TYPE_PLAIN]) return GIN_TYPE_PLAIN;
    return unit < work->like[GIN_TYPE_PLAIN] + work->like[GIN_TYPE_KNOCKER] ? GIN_TYPE_KNOCKER : GIN_TYPE_NETWORK;
}

// Draws a round of worlds and plays every candidate in each; returns the cost.
static int64_t play_search_round(Work *work, int worlds) {
    int at = 0;
    int64_t cost = 0;
    for (int i = 0; i < worlds; i++) {
        ChampionWorld *world = &work->world[i];
        Rng chance = rng_for(work->key, (uint64_t)work->done + (uint64_t)i, 0, 0);
        world->type = work->type[work->done + i] = draw_type(work, rng_unit(&chance));
        cost += champion_draw(work->view, &work->law, &chance, world, &work->likelihood[work->done + i]);
        for (int k = 0; k < work->active_count; k++) {
            GinHand *hand = &work->hand[at++];
            hand->state = world->state;
            hand->history = world->history;
            hand->viewer = work->view->seat;
            hand->type = world->type;
            hand->answer = work->known ? world->type : GIN_TYPE_NETWORK;
            hand->decisions = 0;
            gin_apply(&hand->state, &hand->history, &work->action[work->active[k]]);
        }
    }
    cost +=
        champion_weigh(work->champion, work->view, &work->habits, work->world, worlds, work->likelihood + work->done);
    cost += gin_champion_play(work->champion, work->hand, at, work->depth);
    work->played += at;
    work->spent += cost;
    at = 0;
    for (int i = 0; i < worlds; i++)
        for (int k = 0; k < work->active_count; k++)
            work->value[work->done + i][work->active[k]] =
                (float)gin_champion_worth(&work->hand[at++], work->tables->chances, work->view->seat).win;
    work->done += worlds;
    return cost;
}

// The prior policy over the candidates: the networks' policies, averaged with the posterior probabilities of the
// opponent types they answer.
static void form_opinion(Work *work, int candidates) {
    double share[GIN_TYPES] = {0};
    for (int i = 0; i < work->done; i++) share[work->type[i]] += work->weight[i] / work->done;
    for (int a = 0; a < candidates; a++) {
        work->opinion[a] = 0;
        for (int kind = 0; kind < GIN_TYPES; kind++) work->opinion[a] += share[kind] * (double)work->logit[a][kind];
    }
}

// Mean of a candidate over the first n worlds, and how far another one is above it, with its standard error.
static double mean_of_move(const Work *work, int n, int a) {
    double sum = 0, weights = 0;
    for (int i = 0; i < n; i++) {
        sum += work->weight[i] * (double)work->value[i][a];
        weights += work->weight[i];
    }
    return sum / weights;
}

static double search_gap_error(const Work *work, int n, int a, int b) {
    double gap = mean_of_move(work, n, a) - mean_of_move(work, n, b), squares = 0, weights = 0;
    for (int i = 0; i < n; i++) {
        double off = (double)work->value[i][a] - (double)work->value[i][b] - gap;
        squares += work->weight[i] * work->weight[i] * off * off;
        weights += work->weight[i];
    }
    // A few worlds may agree by chance: one imaginary world that differs by 0.05 keeps the standard error above 0.
    return sqrt(squares + 0.05 * 0.05) / weights;
}

// The posterior estimate of candidate a's advantage over the first one, the network's favourite: the network's prior
// combined with the worlds' mean.
static double ahead_of_first(const Work *work, int n, int a) {
    if (a == 0) return 0;
    double opinion = NAT * (work->opinion[a] - work->opinion[0]);
    double error = search_gap_error(work, n, a, 0), seen = mean_of_move(work, n, a) - mean_of_move(work, n, 0);
    double trust = OPINION * OPINION / (OPINION * OPINION + error * error);
    return opinion + trust * (seen - opinion);
}

static void note_move(const Work *work, int a, int leader, GinSearchMove *move) {
    move->worlds = work->done;
    move->win = mean_of_move(work, work->done, a);
    move->behind = a == leader ? 0 : mean_of_move(work, work->done, leader) - move->win;
    move->error = a == leader ? 0 : search_gap_error(work, work->done, a, leader);
}

static int search_leader(const Work *work) {
    int leader = work->active[0];
    double best = ahead_of_first(work, work->done, leader);
    for (int k = 1; k < work->active_count; k++) {
        double ahead = ahead_of_first(work, work->done, work->active[k]);
        if (ahead <= best) continue;
        best = ahead;
        leader = work->active[k];
    }
    return leader;
}

// Eliminates candidates that are significantly worse than the leader. The first one stays, since all are compared with
// it, unless it is the only rival left.
static void search_drop_losers(Work *work, GinSearchMove *moves) {
    int leader = search_leader(work), kept = 0;
    bool others = false;
    for (int k = 0; k < work->active_count; k++) {
        int a = work->active[k];
        note_move(work, a, leader, &moves[a]);
        bool worse = a != leader && moves[a].behind > SURELY_WORSE * moves[a].error;
        if (worse && a != 0) continue;
        work->active[kept++] = a;
        others = others || (a != leader && !worse);
    }
    work->active_count = others ? kept : 1;
    if (!others) work->active[0] = leader;
}

// ---- The whole ----

// The policies of the networks that answer each opponent type.
typedef struct Advice {
    float logit[GIN_TYPES][GIN_CHOICES], probability[GIN_TYPES][GIN_CHOICES];
} Advice;

static int64_t ask_networks(const Work *work, Advice *advice) {
    uint8_t legal[GIN_LEGAL_BYTES], inputs[GIN_INPUTS];
    int64_t cost = 0;
    gin_choices(work->view, legal);
    gin_observe(work->view, &work->habits, inputs);
    for (int kind = 0; kind < GIN_TYPES; kind++) {
        const Net *net = champion_answer(work->champion, work->known ? (GinOpponentType)kind : GIN_TYPE_NETWORK)->net;
        float *logit = advice->logit[kind];
        bool same = kind != GIN_TYPE_NETWORK && net == gin_champion_net(work->champion);
        if (same)
            memcpy(logit, advice->logit[GIN_TYPE_NETWORK], sizeof advice->logit[kind]);
        else
            net_apply_bytes(net, inputs, logit);
        choice_probabilities(logit, legal, GIN_CHOICES, 1, advice->probability[kind]);
        cost += same ? 0 : champion_cost(net);
    }
    return cost;
}

// The likely choices, the likeliest first; ties in the order of their numbers.
static void find_candidates(Work *work, GinSearch *search) {
    Advice advice = {0};
    double probability[GIN_CHOICES] = {0};
    search->cost += ask_networks(work, &advice);
    for (int kind = 0; kind < GIN_TYPES; kind++)
        for (int i = 0; i < GIN_CHOICES; i++) probability[i] += work->like[kind] * (double)advice.probability[kind][i];
    search->count = 0;
    while (search->count < GIN_SEARCH_CANDIDATES) {
        int best = -1;
        for (int i = 0; i < GIN_CHOICES; i++)
            if (probability[i] > 0 && (best < 0 || probability[i] > probability[best])) best = i;
        if (best < 0 || (search->count > 0 && probability[best] < LIKELY)) break;
        int at = search->count++;
        search->move[at] = (GinSearchMove){.choice = best, .policy = probability[best]};
        work->action[at] = gin_choice_action(work->view, best);
        for (int kind = 0; kind < GIN_TYPES; kind++) work->logit[at][kind] = advice.logit[kind][best];
        work->active[at] = at;
        probability[best] = 0;
    }
    work->active_count = search->count;
}

// The one to play first, then by their means, those that left early last.
static void sort_moves(GinSearch *search, int leader) {
    GinSearchMove first = search->move[leader];
    memmove(&search->move[1], &search->move[0], (size_t)leader * sizeof first);
    search->move[0] = first;
    for (int i = 2; i < search->count; i++)
        for (int j = i; j > 1; j--) {
            GinSearchMove *a = &search->move[j - 1], *b = &search->move[j];
            bool swap = b->worlds != a->worlds ? b->worlds > a->worlds : b->behind < a->behind;
            if (!swap) break;
            GinSearchMove held = *a;
            *a = *b;
            *b = held;
        }
}

static void search_worlds(Work *work, int64_t budget, GinSearch *search) {
    float probability[CARD_COUNT];
    search_estimate(&work->champion->estimator, work->view, probability);
    gin_worlds_begin(&work->law, work->view, probability, gin_tilt_for(&work->tables->tilts, work->view));
    // After Ctrl-C the choice is not used.
    for (int worlds;
         work->active_count > 1 && !progress_interrupted() && (worlds = affordable(work, budget - search->cost)) > 0;) {
        search->cost += play_search_round(work, worlds);
        search->effective = even_out(work);
        form_opinion(work, search->count);
        if (work->done >= LEAST) search_drop_losers(work, search->move);
    }
    search->sure = work->active_count == 1;
    search->worlds = work->done;
    if (!work->done) return;
    int leader = search_leader(work);
    for (int k = 0; k < work->active_count; k++)
        note_move(work, work->active[k], leader, &search->move[work->active[k]]);
    sort_moves(search, leader);
}

void gin_champion_search(const GinChampion *champion, const GinView *view, double milliseconds, uint64_t key,
                         GinSearch *search) {
    Work *work = malloc(sizeof *work);
    *search = (GinSearch){.cost = OVERHEAD};
    if (!work) {
        memory_note_short();
        return;
    }
    work->champion = champion;
    work->view = view;
    work->known = gin_champion_knows(champion, view->rules);
    work->depth = work->known ? champion->plan.depth : 0;
    work->key = key;
    work->done = 0;
    work->played = work->spent = 0;
    work->habits = gin_habits_of(view->past);
    champion_type_chances(&work->habits, view->seat ^ 1, work->like);
    find_candidates(work, search);
    if (search->count > 1) {
        assert(champion->estimator.policy && "opened with a search");
        work->tables = tables_for(champion, view->rules);
        if (work->tables)
            search_worlds(work, (int64_t)(milliseconds * 1e6), search);
        else
            memory_note_short();
    }
    free(work);
}
