// SPDX-License-Identifier: MIT
// Shared by the screens of all games: the key loop, common keys, notes below the hand.
#ifndef DEADWOOD_APP_PLAY_PLAY_DESK_H
#define DEADWOOD_APP_PLAY_PLAY_DESK_H

#include "analysis/gin/analysis_words.h"
#include "app/play/play_table.h"

enum { DESK_NOTES = 4, DESK_NOTE_ROW = 19 };

typedef enum { DESK_PLAYING, DESK_ASKING_MOVE, DESK_ASKING_TUTOR, DESK_ASKING_NEW, DESK_HELPING } DeskMode;
typedef enum { DESK_UNDONE, DESK_INSISTED, DESK_NEXT_HAND, DESK_NEW_GAME } DeskChange;

typedef struct DeskGame DeskGame;

// First in a game's own view.
typedef struct Desk {
    const DeskGame *game;
    PlayTable *table;
    const PlayLook *look;
    CardWriter write;
    DeskMode mode;
    Text note[DESK_NOTES]; // lines below the hand
    Text turn[DESK_NOTES]; // the same of the whole game: where it turned, until 'g' shows them; or what cost most
    bool turned;           // which of the two the notes are
    Text hint;             // lines for the panel beside the table; of the decision at hand
} Desk;

struct DeskGame {
    void (*draw)(Desk *desk, Canvas *canvas);
    int (*draw_keys)(const Desk *desk, Canvas *canvas, int column); // of a decision; the column after them
    void (*panel)(const Desk *desk, Canvas *canvas);                // beside the table, where the window is that wide
    int (*pause)(const Desk *desk); // how long to look at what stands there, in paces; or NULL, which is always one
    void (*decide)(Desk *desk, int key);
    int yes;                                      // another key that says yes when asked about a move, or 0
    void (*agreed)(Desk *desk);                   // to that move
    void (*changed)(Desk *desk, DeskChange what); // other cards will lie there: forgets what was chosen
};

// Plays until the person quits, on the terminal, which terminal_open has taken over. False when the program was told to
// end. Empties the notes.
bool desk_run(Desk *desk);

void desk_show(Desk *desk);

// Lets the person look. False when told to end.
bool desk_pause(Desk *desk, int milliseconds);

void desk_clear(Desk *desk); // the notes
void desk_say(Desk *desk, const char *sentence);
void desk_add(Desk *desk, const char *sentence); // below those that are there, on as many lines as it needs

// A move was not made: says why, or asks what the tutor asks.
void desk_refused(Desk *desk, const Error *why);

// ---- Parts of the picture ----

// The panel: from column DESK_PANEL on, DESK_PANEL_WIDTH wide, above the row of keys.
enum { DESK_PANEL = CANVAS_COLUMNS + 1, DESK_PANEL_WIDTH = CANVAS_WIDEST - DESK_PANEL - 2 };

// Lines of text in the panel, wrapped, the first one of each paragraph bold if it ends with a colon; returns the row
// after them, at most `end`.
int desk_draw_panel_text(Canvas *canvas, int row, int end, const char *text);

void desk_draw_notes(const Desk *desk, Canvas *canvas);
void desk_draw_keys(const Desk *desk, Canvas *canvas);
void desk_draw_help(const Desk *desk, Canvas *canvas, const char *const *lines, size_t count);

#endif
