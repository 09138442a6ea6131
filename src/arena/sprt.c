// SPDX-License-Identifier: MIT
#include "arena/sprt.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text/text.h"

// Cuts the text at its commas into at most `room` pieces of `buffer`. Returns how many there are, which may
// be more.
static int split_at_commas(char *buffer, char *pieces[], int room) {
    int count = 0;
    for (char *piece = buffer; piece; count++) {
        char *comma = strchr(piece, ',');
        if (comma) *comma++ = '\0';
        if (count < room) pieces[count] = piece;
        piece = comma;
    }
    return count;
}

bool sprt_parse(const char *text, Sprt *sprt, Error *err) {
    char buffer[128], *piece[4];
    bool whole = text_copy(buffer, sizeof buffer, text);
    int count = whole ? split_at_commas(buffer, piece, 4) : 0;
    if (count != 2 && count != 4)
        return error_set(err, "'%.40s' is no test: write elo0,elo1 or elo0,elo1,alpha,beta, such as 0,10,0.05,0.05",
                         text);

    Sprt read = {.alpha = 0.05, .beta = 0.05};
    if (!text_to_double(piece[0], "elo0", -2000, 2000, &read.elo0, err)) return false;
    if (!text_to_double(piece[1], "elo1", -2000, 2000, &read.elo1, err)) return false;
    if (count == 4 && !text_to_double(piece[2], "alpha", 1e-9, 0.49, &read.alpha, err)) return false;
    if (count == 4 && !text_to_double(piece[3], "beta", 1e-9, 0.49, &read.beta, err)) return false;
    if (!(read.elo0 < read.elo1)) return error_set(err, "elo0 (%g) must be below elo1 (%g)", read.elo0, read.elo1);
    *sprt = read;
    return true;
}

double sprt_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double sprt_elo(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400 * log10(score / (1 - score));
}

static double ratio_of_wins(double s0, double s1, double wins, double losses) {
    return wins * log(s1 / s0) + losses * log((1 - s1) / (1 - s0));
}

double sprt_ratio(const Sprt *sprt, int group, uint64_t groups, int64_t half_wins, int64_t half_wins_squared) {
    assert(group >= 1);
    if (groups == 0) return 0;
    double s0 = sprt_score(sprt->elo0), s1 = sprt_score(sprt->elo1), n = (double)groups;
    // 2h - h*h is 1 for a draw and 0 for a win or a loss, so equal sums mean that no single game was drawn.
    if (group == 1 && half_wins_squared == 2 * half_wins) {
        double wins = (double)half_wins / 2;
        return ratio_of_wins(s0, s1, wins, n - wins);
    }
    // Every group's score is a share of 2*group half-wins. Its mean is close to normal; the likelihoods of s0
    // and s1 with the variance as found give the generalised ratio.
    double most = 2.0 * group, mean = (double)half_wins / (n * most);
    double spread = (double)half_wins_squared / (most * most) - n * mean * mean;
    double middle = (s0 + s1) / 2, imagined = middle * (1 - middle) / group;
    double variance = (fmax(spread, 0) + imagined) / n; // n-1 found degrees of freedom and one imagined
    return n * (s1 - s0) * (mean - middle) / variance;
}

SprtVerdict sprt_verdict(const Sprt *sprt, double ratio) {
    if (ratio >= log((1 - sprt->beta) / sprt->alpha)) return SPRT_ACCEPT_H1;
    if (ratio <= log(sprt->beta / (1 - sprt->alpha))) return SPRT_ACCEPT_H0;
    return SPRT_CONTINUE;
}
