// SPDX-License-Identifier: MIT
#include "gin/players/list/estimator_score.h"

#include <stdlib.h>

#include "gin/players/list/estimate.h"

const int estimator_tops[ESTIMATOR_TOPS] = {10, 15, 20, 25};

typedef struct Row {
    float predicted[CARD_COUNT], actual[CARD_COUNT], unknown[CARD_COUNT];
} Row;

static void fill_estimate_row(Row *row, const GinPart *estimator, const GinView *view, CardSet truth) {
    GinKnowledge known = gin_knowledge(view);
    estimator->policy->estimate(&estimator->mind, view, row->predicted);
    for (int i = 0; i < CARD_COUNT; i++) {
        row->actual[i] = set_has(truth, card_from_index(i));
        row->unknown[i] = set_has(known.unknown, card_from_index(i));
    }
}

// A card's place in the order of falling probability; equal ones by their number.
static int place_of_card(const float predicted[CARD_COUNT], int card) {
    int before = 0;
    for (int i = 0; i < CARD_COUNT; i++)
        before += predicted[i] > predicted[card] || (i < card && predicted[i] == predicted[card]);
    return before;
}

// The paper's matrices are 13 x 4: rank by rank, and by suit within a rank.
static int first_card(const float actual[CARD_COUNT]) {
    for (int rank = 0; rank < 13; rank++)
        for (int suit = 0; suit < 4; suit++)
            if (actual[card_index(card_make(rank, suit))] != 0) return card_index(card_make(rank, suit));
    return 0;
}

static void add_estimate_row(EstimatorScore *score, const Row *row, int turn) {
    int at = turn < ESTIMATOR_TURNS ? turn : ESTIMATOR_TURNS - 1;
    metrics_add(&score->all, row->predicted, row->actual, NULL, CARD_COUNT);
    metrics_add(&score->turn[at], row->predicted, row->actual, NULL, CARD_COUNT);
    metrics_add(&score->turn_unknown[at], row->predicted, row->actual, row->unknown, CARD_COUNT);
    metrics_add(&score->unknown, row->predicted, row->actual, row->unknown, CARD_COUNT);
    for (int i = 0; i < CARD_COUNT; i++) {
        if (row->actual[i] == 0) continue;
        int before = place_of_card(row->predicted, i);
        for (int top = 0; top < ESTIMATOR_TOPS; top++) score->found[top] += before < estimator_tops[top];
        score->to_find++;
    }
    int before = place_of_card(row->predicted, first_card(row->actual));
    for (int top = 0; top < ESTIMATOR_TOPS; top++) score->first_found[top] += before < estimator_tops[top];
}

void estimator_score_hand(EstimatorScore *score, const GinPart *estimator, const GinHandRecord *hand) {
    GinReplay replay;
    Row row[2]; // the latest, by observer
    int turns[2] = {0, 0};
    gin_replay_start(&replay, hand);
    while (gin_replay_step(&replay)) {
        if (gin_event_kind(replay.event) != GIN_EVENT_DISCARD) continue;
        Seat them = gin_event_seat(replay.event), us = them ^ 1;
        GinView view = gin_view(&replay.state, &replay.history, us);
        fill_estimate_row(&row[us], estimator, &view, replay.state.hand[them]);
        add_estimate_row(score, &row[us], turns[us]++);
    }
    for (int us = 0; us < GIN_SEATS; us++)
        if (turns[us]) metrics_add(&score->last, row[us].predicted, row[us].actual, NULL, CARD_COUNT);
}

void estimator_score_merge(EstimatorScore *score, const EstimatorScore *other) {
    metrics_merge(&score->all, &other->all);
    metrics_merge(&score->unknown, &other->unknown);
    metrics_merge(&score->last, &other->last);
    for (int i = 0; i < ESTIMATOR_TURNS; i++) {
        metrics_merge(&score->turn[i], &other->turn[i]);
        metrics_merge(&score->turn_unknown[i], &other->turn_unknown[i]);
    }
    for (int top = 0; top < ESTIMATOR_TOPS; top++) {
        score->found[top] += other->found[top];
        score->first_found[top] += other->first_found[top];
    }
    score->to_find += other->to_find;
}

typedef struct Collector {
    const GinPart *estimator;
    EstimatorScore score;
} Collector;

static void watch_estimator(void *collector, const GinHandRecord *hand) {
    Collector *self = collector;
    estimator_score_hand(&self->score, self->estimator, hand);
}

bool estimator_score(EstimatorScore *score, const GinPart *estimator, const GinSelfPlay *plan, Error *err) {
    Collector *parts = calloc(GIN_SELFPLAY_SLICES, sizeof *parts);
    if (!parts) return error_set(err, "out of memory for the scores of an estimator");
    void *collectors[GIN_SELFPLAY_SLICES];
    for (int i = 0; i < GIN_SELFPLAY_SLICES; i++) parts[i].estimator = estimator, collectors[i] = &parts[i];
    bool done = gin_selfplay(plan, GIN_SELFPLAY_SLICES, collectors, watch_estimator, err);
    for (int i = 0; done && i < GIN_SELFPLAY_SLICES; i++) estimator_score_merge(score, &parts[i].score);
    free(parts);
    return done;
}

double estimator_score_top(const EstimatorScore *score, int top) {
    return score->to_find ? (double)score->found[top] / (double)score->to_find : 0;
}

double estimator_score_first(const EstimatorScore *score, int top) {
    return score->all.rows ? (double)score->first_found[top] / (double)score->all.rows : 0;
}
