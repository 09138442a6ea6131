// SPDX-License-Identifier: MIT
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "gin/players/judge/judge_internal.h"

static void add_values(JudgeSums *sums, const JudgeSample *sample, const double value[GIN_MAX_CANDIDATES]) {
    for (int i = 0; i < sample->count; i++) {
        int a = sample->active[i];
        sums->sum[a] += value[a];
        for (int j = 0; j <= i; j++) {
            int b = sample->active[j];
            double product = value[a] * value[b];
            sums->product[a][b] += product;
            if (a != b) sums->product[b][a] += product;
        }
    }
}

// Draws the next world and plays every active candidate to the end of the hand in it.
static void play_world(JudgeSample *sample) {
    GinState world, state;
    GinHistory past, history;
    Rng chance = rng_for(sample->key, (uint64_t)sample->done, 0, 0);
    Seat seat = sample->worlds->view->seat;
    const GinPlayer players[2] = {sample->judge->player, sample->judge->player};
    double points[GIN_MAX_CANDIDATES], win[GIN_MAX_CANDIDATES];
    gin_worlds_draw(sample->worlds, &chance, &world, &past);
    for (int i = 0; i < sample->count; i++) {
        int a = sample->active[i];
        Rng rng[2] = {rng_for(sample->key, (uint64_t)sample->done, 1, 0),
                      rng_for(sample->key, (uint64_t)sample->done, 1, 1)};
        Fault fault;
        GinAction refused;
        state = world;
        history = past;
        gin_apply(&state, &history, &sample->action[a]);
        int faulty = gin_play_hand(&state, &history, players, rng, &fault, &refused);
        assert(faulty < 0 && "a judge plays by the rules");
        (void)faulty;
        GinWorth worth = gin_chances_after(sample->chances, &state, seat);
        points[a] = worth.points;
        win[a] = worth.win;
    }
    add_values(&sample->points, sample, points);
    add_values(&sample->win, sample, win);
    sample->done++;
}

// The slope of the winning chance per point at this score, between a typical hand won and lost.
static double point_worth(const GinChances *chances, const uint16_t score[2], Seat seat) {
    enum { USUAL = 20 };
    double gain = 0;
    for (Seat starter = 0; starter < 2; starter++)
        for (Seat winner = 0; winner < 2; winner++) {
            uint16_t after[2] = {score[0], score[1]};
            after[winner] = (uint16_t)(after[winner] + USUAL);
            double win = gin_chances_before(chances, after, starter, seat).win;
            gain += winner == seat ? win : -win;
        }
    return gain > 0 ? gain / (4 * USUAL) : 1;
}

// The critic predicts the winning chance, near the game's end sometimes slightly outside [0, 1]; points are the number
// that would change the chance as much at this score.
static GinWorth hand_worth(const GinHand *hand, const GinChances *chances, double point, Seat seat) {
    const GinTable *table = &hand->state.table;
    GinWorth worth = gin_champion_worth(hand, chances, seat);
    if (table->phase == GIN_OVER) return worth;
    GinWorth before = gin_chances_before(chances, table->score, table->starter, seat);
    worth.win = worth.win < 0 ? 0 : worth.win > 1 ? 1 : worth.win;
    worth.points = before.points + (worth.win - before.win) / point;
    return worth;
}

// The same for several worlds whose hands the champion plays in one batch. Its critic is asked under rules it was
// trained for; under others, hands are played to the end.
static void play_together(JudgeSample *sample, int worlds) {
    const GinChampion *champion = sample->judge->champion;
    const GinView *view = sample->worlds->view;
    int depth = gin_champion_knows(champion, view->rules) ? gin_champion_plan(champion)->depth : 0;
    double point = point_worth(sample->chances, view->table->score, view->seat);
    GinHand *hands = malloc((size_t)(worlds * sample->count) * sizeof *hands), *at = hands;
    if (!hands) {
        memory_note_short();
        sample->done += worlds; // so that the asking ends
        return;
    }
    for (int w = 0; w < worlds; w++) {
        GinState world;
        GinHistory past;
        Rng chance = rng_for(sample->key, (uint64_t)sample->done + (uint64_t)w, 0, 0);
        gin_worlds_draw(sample->worlds, &chance, &world, &past);
        for (int i = 0; i < sample->count; i++, at++) {
            at->state = world;
            at->history = past;
            at->viewer = view->seat;
            at->type = at->answer = GIN_TYPE_NETWORK;
            at->decisions = 0;
            gin_apply(&at->state, &at->history, &sample->action[sample->active[i]]);
        }
    }
    gin_champion_play(champion, hands, worlds * sample->count, depth);
    at = hands;
    for (int w = 0; w < worlds; w++) {
        double points[GIN_MAX_CANDIDATES], win[GIN_MAX_CANDIDATES];
        for (int i = 0; i < sample->count; i++, at++) {
            GinWorth worth = hand_worth(at, sample->chances, point, view->seat);
            points[sample->active[i]] = worth.points;
            win[sample->active[i]] = worth.win;
        }
        add_values(&sample->points, sample, points);
        add_values(&sample->win, sample, win);
        sample->done++;
    }
    free(hands);
}

void judge_play_worlds(JudgeSample *sample, int worlds) {
    if (sample->judge->champion && worlds > 0) {
        play_together(sample, worlds);
        return;
    }
    for (int i = 0; i < worlds; i++) play_world(sample);
}

static double sample_mean(const JudgeSums *sums, int n, int a) { return sums->sum[a] / n; }

static double sample_error(double sum, double squares, int n) {
    double variance = (squares - sum * sum / n) / (n > 1 ? n - 1 : 1);
    return variance > 0 ? sqrt(variance / n) : 0;
}

// Standard error of a's mean minus b's.
static double sample_gap_error(const JudgeSums *sums, int n, int a, int b) {
    double squares = sums->product[a][a] + sums->product[b][b] - 2 * sums->product[a][b];
    return sample_error(sums->sum[a] - sums->sum[b], squares, n);
}

GinWorth judge_worth(const JudgeSample *sample, int a) {
    return (GinWorth){sample_mean(&sample->points, sample->done, a), sample_mean(&sample->win, sample->done, a)};
}

GinWorth judge_gap_error(const JudgeSample *sample, int a, int b) {
    return (GinWorth){sample_gap_error(&sample->points, sample->done, a, b),
                      sample_gap_error(&sample->win, sample->done, a, b)};
}

GinWorth judge_worth_error(const JudgeSample *sample, int a) {
    return (GinWorth){
        sample_error(sample->points.sum[a], sample->points.product[a][a], sample->done),
        sample_error(sample->win.sum[a], sample->win.product[a][a], sample->done),
    };
}
