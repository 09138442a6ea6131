// SPDX-License-Identifier: MIT
// What a paper claims, as a text file that anyone can read beside the paper: papers/NAME/NAME.claims. The program
// carries the files within it, so that none is needed to run it.
//
//     # a comment
//     id: figure-3.simple.greedy              what our measurement names; letters, digits, hyphens and dots
//     where: Figure 3                         in the paper
//     claim: Simple wins against Greedy       as our tables word it
//     words: Simple 46.2 89.1 43.4 39.5       the paper's own; " ... " where some are left out
//     unit: %                                 [none]
//     value: 46.2                             also > 25, 45 to 47, and 855/1500; none: the claim is a statement
//     mirror: 97.8                            what it prints for the column's player, if not the rest to 100
//     rounding: 0.05                          half a unit of its last printed digit [0: exact]
//     confidence: 90                          in %, of the interval it prints [95]
//     sample: 20000 games                     behind its number [it does not say]
//     basis: measured                         how far our answer is independent of the claim: measured; fitted: what
//                                             was chosen to come near it; by construction: why it cannot fail
//     seeds: 7 31                             those on which it was fitted: a run with one of them gives no verdict
//     readings: 9                             how many readings of it were tried [1]
//     differs: why our number differs, as far as that is known
//     inconsistent: how the paper's number contradicts the paper itself
//
// Blocks are parted by empty lines; a line that begins with a blank goes on with the one before.
#ifndef DEADWOOD_REPORT_CLAIMS_H
#define DEADWOOD_REPORT_CLAIMS_H

#include "base/error.h"
#include "base/text/text.h"
#include "report/claim.h"

// One block. The texts are good as long as the list is; what does not stand there is "" or 0.
typedef struct LabSaid {
    const char *id, *where, *text, *words, *unit, *basis_says, *differs, *contradiction;
    const char *sampled; // "games"
    uint64_t sample;     // how many of them
    LabKind kind;
    double published, published_high;
    double mirror, mirror_high; // of the column's player
    double rounding;
    double error; // half the 95% interval of a percentage of games, by how many there were
    int confidence;
    LabBasis basis;
    int readings;
    const char *fit_seeds; // numbers parted by blanks
    int line;              // of the file
} LabSaid;

typedef struct LabClaims {
    LabSaid *list;
    int count;
    char *text; // the file, cut into words
} LabClaims;

// Reads a claims file; `name` is what messages call it. False with err set if anything is wrong: line, what would be
// right. The caller ends the list with lab_claims_free either way.
bool lab_claims_read(const char *text, const char *name, LabClaims *claims, Error *err);
void lab_claims_free(LabClaims *claims);

// True if something was fitted to this claim on this seed.
bool lab_was_fitted_on(const LabSaid *said, uint64_t seed);

// The claim with this id, or NULL.
const LabSaid *lab_claims_find(const LabClaims *claims, const char *id);

// True if every claim of the paper has a measurement and every measurement a claim; else err names the first without.
// Plays no games.
bool lab_audit(const LabPaper *paper, Error *err);

#endif
