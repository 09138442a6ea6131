// SPDX-License-Identifier: MIT
// The functions that a game provides for `deadwood drill`.
#ifndef DEADWOOD_APP_TEACH_DRILL_H
#define DEADWOOD_APP_TEACH_DRILL_H

#include "analysis/gin/analysis_words.h"
#include "coach/drill.h"

// What came of a file of games.
typedef struct DrillHarvest {
    int hands, decisions, mistakes;
} DrillHarvest;

// A trainer is `size` bytes, zero at first; `open` makes it, `close` ends it, also after a failure.
typedef struct DrillGame {
    size_t size;
    const char *words; // how to answer
    bool (*open)(void *trainer, Error *err);
    void (*close)(void *trainer);
    // Sets up a position and says what is asked.
    bool (*pose)(void *trainer, const char *position, CardWriter write, Text *question, Error *err);
    // Judges what was typed. False with a sentence for the person where it is no legal move.
    bool (*answer)(void *trainer, const char *typed, CardWriter write, bool *right, Text *words, Error *why);
    // The best move and its reasons.
    void (*solve)(void *trainer, CardWriter write, Text *words);
    // A position from game `number`; false with an empty sentence if it shows none.
    bool (*make)(void *trainer, uint64_t number, Drill *made, Error *err);
    // Judges the hands of a file in which `player` sat, adds them and the mistakes to the book.
    bool (*learn)(void *trainer, const char *path, const char *player, int64_t when, DrillBook *book,
                  DrillHarvest *harvest, Error *err);
    const char *unit; // of cost: "% of games" times 100, or "points"
    double scale;
} DrillGame;

extern const DrillGame drill_gin, drill_hearts;

#endif
