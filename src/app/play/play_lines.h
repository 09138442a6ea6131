// SPDX-License-Identifier: MIT
// Plain-text play for all games, for screen readers, pipes and small terminals.
#ifndef DEADWOOD_APP_PLAY_PLAY_LINES_H
#define DEADWOOD_APP_PLAY_PLAY_LINES_H

#include "app/play/play_table.h"

typedef struct LinesGame LinesGame;

// What the person has been told.
typedef struct Lines {
    const LinesGame *game;
    PlayTable *table;
    CardWriter write;
    Text text;  // to be printed
    int told;   // turns or cards of this hand that were told
    bool fresh; // a hand that was not announced yet
} Lines;

struct LinesGame {
    void (*deal)(Lines *lines);                  // a new hand
    void (*happened)(Lines *lines, bool waited); // since it was last told; for the person alone, or for bots too
    void (*decide)(Lines *lines);                // what the person has to decide on
    void (*end)(Lines *lines);                   // of a hand
    void (*hint)(Lines *lines);
    void (*show)(Lines *lines);   // beside what `decide` tells, when asked for; or NULL
    void (*undone)(Lines *lines); // sets `told`
    bool asks_again;              // a bot may be asked again when a move is taken back
    bool reviews;
    const char *help;
    // Makes the move that was typed. False with a sentence for the person.
    bool (*move)(PlayTable *table, const char *line, Error *why);
};

// Plays until the person quits. False when the program was told to end.
bool lines_run(const LinesGame *game, PlayTable *table, CardWriter write);

#endif
