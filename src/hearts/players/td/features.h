// SPDX-License-Identifier: MIT
// Inputs of Sturtevant and White's learners: atomic features of a position, and their conjunctions.
//
// An atom is a boolean feature of the game as one seat sees it with all cards open (Appendix A of the paper). A feature
// is the AND of one to four atoms. Only features whose atoms are all true count, and about 16 atoms are true at a time,
// so a feature is never stored: its number is computed from the numbers of its atoms.
#ifndef DEADWOOD_HEARTS_PLAYERS_TD_FEATURES_H
#define DEADWOOD_HEARTS_PLAYERS_TD_FEATURES_H

#include "base/text/text.h"
#include "hearts/hearts.h"

// A position between two tricks, all cards open. Sets are in trick order (hearts_order).
typedef struct HeartsPosition {
    CardSet hand[HEARTS_SEATS];
    uint8_t dealt[HEARTS_SEATS][CARD_SUITS]; // cards of each suit the seat began to play with
    uint8_t hearts[HEARTS_SEATS];            // hearts taken
    int16_t queen;                           // who took the queen of spades, or -1
    Seat leader;                             // of the next trick
} HeartsPosition;

HeartsPosition hearts_position(const HeartsState *state);

// The atoms 0 to 45 belong to both tasks, 46 to 59 are about the queen only, 60 to 101 count points taken in hearts.
enum {
    HEARTS_ATOMS_SHARED = 46,
    HEARTS_ATOMS_QUEEN = 60,
    HEARTS_ATOMS = 102,
    HEARTS_ATOMS_HEARTS = HEARTS_ATOMS - HEARTS_ATOMS_QUEEN + HEARTS_ATOMS_SHARED,
    HEARTS_COMBINE = 4,     // most atoms of a feature
    HEARTS_MOST_ACTIVE = 40 // no position has more true atoms
};

// The true atoms, a bit each.
typedef struct HeartsAtoms {
    uint64_t word[2];
} HeartsAtoms;

HeartsAtoms hearts_atoms(const HeartsPosition *position, Seat seat);

// The paper's two part tasks: not to take the queen, and not to take hearts.
typedef enum { HEARTS_TASK_QUEEN, HEARTS_TASK_HEARTS, HEARTS_TASKS } HeartsTask;

// The true atoms of a task, in ascending order and numbered within the task (60 for the queen, 88 for hearts); returns
// how many.
int hearts_task_atoms(HeartsTask task, const HeartsAtoms *atoms, uint8_t list[HEARTS_MOST_ACTIVE]);

// All features of a task up to so many atoms. Which sizes are included follows the paper's counts: one (60, 88); one
// and two (1,830, 3,916); one and three, without the pairs (34,280, 109,824); one to four (523,685 for the queen).
typedef struct HeartsFeatures {
    HeartsTask task;
    int combine;                       // 1 to 4
    int atoms;                         // of the task
    int32_t first[HEARTS_COMBINE + 1]; // [k]: number of the first feature of k atoms, or -1 where there is none
    int32_t count;
} HeartsFeatures;

HeartsFeatures hearts_features(HeartsTask task, int combine);

// The number of the feature with these `count` atoms (ascending, numbered within the task), and the inverse.
int32_t hearts_feature_index(const HeartsFeatures *features, const uint8_t *atoms, int count);
int hearts_feature_atoms(const HeartsFeatures *features, int32_t index, uint8_t atoms[HEARTS_COMBINE]);

// n over k, for k up to 4.
static inline int32_t hearts_choose(int n, int k) {
    int32_t ways = 1;
    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

// In words: "we have QS & 1 spades besides AKQ & we have the lead". Atoms are numbered within the task.
const char *hearts_atom_name(HeartsTask task, int atom);
void hearts_feature_name(const HeartsFeatures *features, int32_t index, Text *name);

const char *hearts_task_name(HeartsTask task); // "queen", "hearts"

#endif
