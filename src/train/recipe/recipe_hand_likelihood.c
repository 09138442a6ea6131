// SPDX-License-Identifier: MIT
// How good a network is that completes hands: the likelihood of whole new hands, beside what probabilities card by card
// give and beside knowing nothing.
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/pool.h"
#include "base/threads/progress.h"
#include "gin/players/list/estimate.h"
#include "gin/players/mishra/mishra_pairs.h"
#include "train/recipe/recipe_internal.h"

enum { SLICES = 64, MOST_HANDS = 20000, ORDERS = 4 };

#define MOST_CERTAIN 0.9995f

typedef struct Likelihoods {
    double whole, marginal, uniform;
    uint64_t hands;
} Likelihoods;

typedef struct Judging {
    const Net *net, *marginals; // the second may be NULL
    const SparseRows *rows;
    uint64_t seed;
    uint32_t hands;
    Likelihoods slice[SLICES];
    atomic_int next;
} Judging;

// A card that is not known is never quite certain here, though estimators may say so: one surprise would make the mean
// infinite.
static double by_marginals(const Net *net, const MishraSeen *seen, CardSet hand) {
    float probability[CARD_COUNT];
    GinKnowledge known = {.theirs = seen->theirs, .unknown = seen->unknown, .missing = seen->missing};
    net_apply(net, NULL, seen->inputs, probability);
    gin_probabilities(&known, probability);
    for (CardSet rest = seen->unknown; rest; rest = set_rest(rest)) {
        float *one = &probability[card_index(set_first(rest))];
        if (*one > MOST_CERTAIN) *one = MOST_CERTAIN;
    }
    return mishra_marginal_likelihood(probability, hand);
}

static void judge_row(const Judging *work, uint32_t index, Likelihoods *sums) {
    const SparseRows *rows = work->rows;
    const uint8_t *row = rows->data + (size_t)rows->at[index] * SPARSE_UNIT;
    float inputs[MISHRA_INPUTS] = {0};
    CardSet hand = 0;
    for (int i = 0; i < row[0]; i++) inputs[row[2 + 2 * i]] = (float)(int8_t)row[3 + 2 * i];
    for (int i = 0; i < row[1]; i++) hand |= set_of(card_from_index(row[2 + 2 * row[0] + i]));
    MishraSeen seen;
    mishra_seen_in_inputs(inputs, &seen);
    Rng rng = rng_for(work->seed, index, 0, 0);
    sums->whole += mishra_pairs_likelihood(work->net, &seen, hand, ORDERS, &rng);
    if (work->marginals) sums->marginal += by_marginals(work->marginals, &seen, hand);
    sums->uniform += mishra_uniform_likelihood(&seen);
    sums->hands++;
}

static void judge_slices(void *context, int member) {
    (void)member;
    Judging *work = context;
    for (int slice; (slice = atomic_fetch_add(&work->next, 1)) < SLICES;)
        for (uint32_t i = (uint32_t)slice; i < work->hands && !progress_interrupted(); i += SLICES)
            judge_row(work, (uint32_t)((uint64_t)i * work->rows->count / work->hands), &work->slice[slice]);
}

bool recipe_judge_hands(const RecipeRun *run, const Net *net, const char *marginals, const SparseRows *rows,
                        RecipeResult *result, Error *err) {
    Judging *work = calloc(1, sizeof *work);
    if (!work) return error_set(err, "out of memory");
    Net *other = marginals ? net_load(marginals, err) : NULL;
    work->net = net;
    if (other && net_inputs(other) == MISHRA_INPUTS && net_outputs(other) == CARD_COUNT) work->marginals = other;
    work->rows = rows;
    work->seed = run->recipe->plan.seed;
    work->hands = rows->count < MOST_HANDS ? rows->count : MOST_HANDS;
    bool good = (other || !marginals) && pool_run(run->threads < 1 ? 1 : run->threads, judge_slices, work, err);
    Likelihoods all = {.hands = 0};
    for (int i = 0; i < SLICES; i++) {
        all.whole += work->slice[i].whole;
        all.marginal += work->slice[i].marginal;
        all.uniform += work->slice[i].uniform;
        all.hands += work->slice[i].hands;
    }
    double hands = all.hands ? (double)all.hands : 1;
    char card_by_card[48] = "";
    if (work->marginals) snprintf(card_by_card, sizeof card_by_card, ", %.3f by cards alone", all.marginal / hands);
    snprintf(result->quality, sizeof result->quality,
             "loss %.4f; log-likelihood of whole hands %.3f%s, %.3f knowing nothing (%llu new hands)", result->loss,
             all.whole / hands, card_by_card, all.uniform / hands, (unsigned long long)all.hands);
    net_close(other);
    free(work);
    return good;
}
