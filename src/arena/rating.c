// SPDX-License-Identifier: MIT
// Newton's method on the log-likelihood of Bradley and Terry's model. The likelihood is concave and only
// differences of ratings matter, so its curvature is the Laplacian of the graph of games: singular along
// "everybody one point better", and made invertible by adding that direction back.
#include "arena/rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PRIOR = 0.25;                    // to each side of a pair that met: half a drawn game
static const double ELO_PER_LOGIT = 173.71779276130; // 400 / ln 10
static const double Z95 = 1.959963984540054;

typedef struct Fit {
    int players;
    const double *score; // as given, without the prior
    double *logit;       // the ratings
    double *trial;       // ratings tried in a step
    double *step;        // gradient, then Newton's step
    double *matrix;      // information, then its Cholesky factor
    double added;        // what was added along the direction that does not matter
} Fit;

static double games(const Fit *fit, int i, int j) {
    return fit->score[i * fit->players + j] + fit->score[j * fit->players + i];
}

static bool met(const Fit *fit, int i, int j) { return i != j && games(fit, i, j) > 0; }

static double chance(double difference) { return 1 / (1 + exp(-difference)); }

// How many players a chain of games leads to from the first.
static int reached(const Fit *fit) {
    int queue[RATING_MAX_PLAYERS] = {0}, found = 1;
    bool seen[RATING_MAX_PLAYERS] = {true};
    for (int head = 0; head < found; head++)
        for (int j = 0; j < fit->players; j++)
            if (!seen[j] && met(fit, queue[head], j)) {
                seen[j] = true;
                queue[found++] = j;
            }
    return found;
}

static double log_likelihood(const Fit *fit, const double *logit) {
    double sum = 0;
    for (int i = 0; i < fit->players; i++)
        for (int j = 0; j < fit->players; j++)
            if (met(fit, i, j)) sum -= (fit->score[i * fit->players + j] + PRIOR) * log1p(exp(logit[j] - logit[i]));
    return sum;
}

// Fills the gradient and the Fisher information at the current ratings.
static void derive(Fit *fit) {
    int n = fit->players;
    memset(fit->matrix, 0, (size_t)n * (size_t)n * sizeof *fit->matrix);
    double trace = 0;
    for (int i = 0; i < n; i++) {
        fit->step[i] = 0;
        for (int j = 0; j < n; j++) {
            if (!met(fit, i, j)) continue;
            double p = chance(fit->logit[i] - fit->logit[j]), played = games(fit, i, j) + 2 * PRIOR;
            double weight = played * p * (1 - p);
            fit->step[i] += fit->score[i * n + j] + PRIOR - played * p;
            fit->matrix[i * n + i] += weight;
            fit->matrix[i * n + j] -= weight;
            trace += weight;
        }
    }
    // As heavy as an average direction, so that the matrix is well conditioned however many games were
    // played.
    fit->added = trace / n;
    for (int i = 0; i < n * n; i++) fit->matrix[i] += fit->added / n;
}

// Replaces the lower triangle by Cholesky's factor.
static void factor_information(Fit *fit) {
    int n = fit->players;
    for (int i = 0; i < n; i++) {
        double *row = fit->matrix + i * n;
        for (int j = 0; j <= i; j++) {
            const double *other = fit->matrix + j * n;
            double sum = row[j];
            for (int k = 0; k < j; k++) sum -= row[k] * other[k];
            // Positive in exact arithmetic; rounding may leave a pivot of a nearly separate player at
            // nothing.
            row[j] = i == j ? sqrt(fmax(sum, 1e-300)) : sum / other[j];
        }
    }
}

// Solves factor * x = b in place, skipping the leading zeros of b.
static void solve_lower(const Fit *fit, double *x, int first) {
    int n = fit->players;
    for (int i = first; i < n; i++) {
        for (int k = first; k < i; k++) x[i] -= fit->matrix[i * n + k] * x[k];
        x[i] /= fit->matrix[i * n + i];
    }
}

static void solve_upper(const Fit *fit, double *x) {
    int n = fit->players;
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) x[i] -= fit->matrix[k * n + i] * x[k];
        x[i] /= fit->matrix[i * n + i];
    }
}

// One step uphill, halved until it helps. Returns how far it went, 0 when nothing is left to gain.
static double climb(Fit *fit) {
    int n = fit->players;
    // A sum over a million games cannot tell the last steps apart; those are Newton's best and must not be
    // refused.
    double before = log_likelihood(fit, fit->logit), enough = before - 1e-12 * fabs(before);
    derive(fit);
    factor_information(fit);
    solve_lower(fit, fit->step, 0);
    solve_upper(fit, fit->step);
    for (double scale = 1; scale > 1e-6; scale /= 2) {
        double farthest = 0;
        for (int i = 0; i < n; i++) {
            fit->trial[i] = fit->logit[i] + scale * fit->step[i];
            farthest = fmax(farthest, fabs(scale * fit->step[i]));
        }
        if (!(log_likelihood(fit, fit->trial) >= enough)) continue;
        memcpy(fit->logit, fit->trial, (size_t)n * sizeof *fit->logit);
        return farthest;
    }
    return 0;
}

// The variance of each rating with the field's mean held at 0: the diagonal of the inverse information, less
// what was added along the direction that does not matter.
static void report_ratings(Fit *fit, Rating *ratings) {
    int n = fit->players;
    double mean = 0;
    for (int i = 0; i < n; i++) mean += fit->logit[i] / n;
    derive(fit);
    factor_information(fit);
    for (int i = 0; i < n; i++) {
        memset(fit->trial, 0, (size_t)n * sizeof *fit->trial);
        fit->trial[i] = 1;
        solve_lower(fit, fit->trial, i);
        double variance = -1 / (fit->added * n);
        for (int k = i; k < n; k++) variance += fit->trial[k] * fit->trial[k];
        ratings[i].elo = ELO_PER_LOGIT * (fit->logit[i] - mean);
        ratings[i].error = ELO_PER_LOGIT * Z95 * sqrt(fmax(variance, 0));
    }
}

bool rating_fit(int players, const double *score, Rating *ratings, Error *err) {
    assert(players >= 1 && players <= RATING_MAX_PLAYERS);
    Fit fit = {.players = players, .score = score};
    int together = reached(&fit);
    if (together < players)
        return error_set(err,
                         "the field falls apart: only %d of %d players have met the first one, "
                         "directly or through others; play pairings that join them",
                         together, players);
    if (players == 1) {
        ratings[0] = (Rating){0, 0};
        return true;
    }
    size_t n = (size_t)players;
    double *block = calloc(3 * n + n * n, sizeof *block);
    if (!block) return error_set(err, "no memory to rate %d players", players);
    fit.logit = block;
    fit.trial = block + n;
    fit.step = block + 2 * n;
    fit.matrix = block + 3 * n;
    // Newton doubles the digits each time; the bound is for rounding that keeps it trembling at the top.
    for (int i = 0; i < 100 && climb(&fit) > 1e-12; i++) continue;
    report_ratings(&fit, ratings);
    free(block);
    return true;
}
