// SPDX-License-Identifier: MIT
#include "hearts/players/search/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"
#include "hearts/players/search/search.h"
#include "hearts/players/search/worlds.h"
#include "hearts/players/simple/ducker.h"

enum { PASS_AMONG = 7, NOISE = 26 };

// A judgement under way.
typedef struct Trial {
    const HeartsEvaluation *evaluation;
    const HeartsView *view;
    HeartsVerdict *verdict;
    int worlds;
    double *points; // of each choice in each world
} Trial;

static double *trial_points(const Trial *trial, int choice) {
    return trial->points + (size_t)choice * (size_t)trial->worlds;
}

// From the searches' cost (search.h) to points: without moons and bonuses the two differ by scale alone.
static double cost_to_points(const HeartsRules *rules, double cost) {
    bool plain = rules->moon == HEARTS_MOON_NONE && !rules->jack_bonus && !rules->trickless_bonus;
    return plain ? cost : 0.75 * (cost + hearts_all_points(rules) / 3.0);
}

static void list_choices(Trial *trial, const HeartsAction *played) {
    HeartsVerdict *verdict = trial->verdict;
    const HeartsView *view = trial->view;
    memset(verdict, 0, sizeof *verdict);
    if (view->table->phase == HEARTS_PASSING) {
        CardSet list[HEARTS_PASS_CHOICES];
        int count = hearts_pass_choices(view, PASS_AMONG, list);
        bool there = !played;
        for (int i = 0; i < count; i++) {
            there = there || list[i] == played->give;
            verdict->choice[verdict->count++] = (HeartsChoice){.card = CARD_NONE, .give = list[i]};
        }
        if (!there) verdict->choice[verdict->count++] = (HeartsChoice){.card = CARD_NONE, .give = played->give};
        return;
    }
    CardSet legal = hearts_legal_of(view->table, view->rules, view->hand);
    for (CardSet rest = legal; rest; rest = set_rest(rest))
        verdict->choice[verdict->count++] = (HeartsChoice){.card = set_first(rest)};
}

// ---- In one world ----

static void try_passes(const Trial *trial, const HeartsState *world, int w, uint64_t key) {
    for (int i = 0; i < trial->verdict->count; i++) {
        Rng noise = rng_of_key(key, 0); // the same for all
        double cost = hearts_pass_try(world, trial->view->seat, trial->verdict->choice[i].give, 0, &noise);
        trial_points(trial, i)[w] = cost_to_points(trial->view->rules, cost);
    }
}

// Plays the card and goes on by rules, and counts what a person would ask about.
static void look_into_world(const Trial *trial, const HeartsState *world, HeartsChoice *choice, uint64_t key) {
    HeartsState state = *world;
    Seat seat = trial->view->seat;
    int trick = state.table.tricks;
    CardSet before = state.table.taken[seat];
    Rng noise = rng_of_key(key, 1);
    hearts_play_card(&state, choice->card);
    while (state.table.tricks == trick)
        hearts_play_card(&state, hearts_ducker_card(&state.table, state.rules, state.hand[state.table.to_act]));
    if (state.table.leader == seat) {
        choice->takes += 1;
        choice->trick += hearts_points_of(state.rules, state.table.taken[seat] & ~before);
    }
    hearts_ducker_playout(&state, NOISE, &noise);
    choice->queen += set_has(state.table.taken[seat], HEARTS_QUEEN);
    bool shot = state.moon >= 0, ours = shot && (Seat)state.moon == seat;
    choice->moon += ours;
    choice->against += shot && !ours;
}

static void try_cards(const Trial *trial, const HeartsState *world, int w, uint64_t key) {
    HeartsSearch search = {
        .algorithm = HEARTS_MAXN, .depth = 1, .prune = true, .equals = true, .evaluation = trial->evaluation};
    HeartsValues values = {0};
    Rng rng = rng_of_key(key, 2);
    hearts_search(&search, world, &rng, &values);
    for (int i = 0; i < trial->verdict->count; i++) {
        HeartsChoice *choice = &trial->verdict->choice[i];
        double cost = (double)values.cost[card_index(choice->card)];
        trial_points(trial, i)[w] = cost_to_points(trial->view->rules, cost);
        look_into_world(trial, world, choice, key);
    }
}

// ---- All together ----

static double mean_of_range(const double *values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) sum += values[i];
    return sum / (to - from);
}

// The mean of a - b over [from, to), and its standard error; b NULL: of a alone.
static double difference(const double *a, const double *b, int from, int to, double *error) {
    double sum = 0, squares = 0;
    int count = to - from;
    for (int i = from; i < to; i++) sum += a[i] - (b ? b[i] : 0);
    for (int i = from; i < to; i++) {
        double off = a[i] - (b ? b[i] : 0) - sum / count;
        squares += off * off;
    }
    *error = count > 1 ? sqrt(squares / (count - 1) / count) : 0;
    return sum / count;
}

static void weigh_up(const Trial *trial, int half) {
    HeartsVerdict *verdict = trial->verdict;
    HeartsChoice sorted[HEARTS_CHOICES] = {0};
    int order[HEARTS_CHOICES], count = verdict->count, worlds = trial->worlds;
    double early[HEARTS_CHOICES];
    for (int i = 0; i < count; i++) {
        early[i] = mean_of_range(trial_points(trial, i), 0, half ? half : worlds);
        int at = i;
        for (; at > 0 && early[order[at - 1]] > early[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < count; i++) {
        HeartsChoice *choice = &sorted[i];
        *choice = verdict->choice[order[i]];
        const double *own = trial_points(trial, order[i]);
        choice->points = difference(own, NULL, half, worlds, &choice->points_error);
        choice->behind = difference(own, trial_points(trial, order[0]), half, worlds, &choice->behind_error);
        choice->trick = choice->takes > 0 ? choice->trick / choice->takes : 0;
        choice->takes /= worlds;
        choice->queen /= worlds;
        choice->moon /= worlds;
        choice->against /= worlds;
    }
    memcpy(verdict->choice, sorted, (size_t)count * sizeof *sorted);
}

static int find_choice(const HeartsVerdict *verdict, const HeartsAction *played) {
    for (int i = 0; played && i < verdict->count; i++) {
        const HeartsChoice *choice = &verdict->choice[i];
        if (played->move == HEARTS_GIVE ? choice->give == played->give : choice->card == played->card) return i;
    }
    return -1;
}

bool hearts_judge(const HeartsEvaluation *evaluation, const HeartsView *view, int worlds, const HeartsAction *played,
                  uint64_t key, HeartsVerdict *verdict) {
    Trial trial = {.evaluation = evaluation, .view = view, .verdict = verdict, .worlds = worlds};
    list_choices(&trial, played);
    trial.points = calloc((size_t)verdict->count * (size_t)worlds, sizeof *trial.points);
    HeartsWorlds *sampler = trial.points ? hearts_worlds_open(view) : NULL;
    for (int w = 0; sampler && w < worlds && !progress_interrupted(); w++) {
        Rng rng = rng_of_key(key, (uint64_t)w);
        HeartsState world = hearts_worlds_sample(sampler, &rng);
        uint64_t noise = rng_next(&rng);
        if (view->table->phase == HEARTS_PASSING)
            try_passes(&trial, &world, w, noise);
        else
            try_cards(&trial, &world, w, noise);
    }
    bool done = sampler != NULL;
    if (done) weigh_up(&trial, played ? worlds / 2 : 0);
    verdict->played = find_choice(verdict, played);
    hearts_worlds_close(sampler);
    free(trial.points);
    return done;
}

double hearts_verdict_cost(const HeartsVerdict *verdict) {
    if (verdict->played < 0) return 0;
    const HeartsChoice *choice = &verdict->choice[verdict->played];
    return choice->behind > 2.5 * choice->behind_error ? choice->behind : 0;
}
