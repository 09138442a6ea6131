// SPDX-License-Identifier: MIT
// A terminal for games of any kind: keys in, a canvas of 80 by 24 cells out, or 120 where there is room, plain ANSI and
// termios. It leaves the
// terminal as it found it, also when it is told to end (Ctrl-C, SIGTERM, SIGHUP) or to stop for a while (Ctrl-Z).
#ifndef DEADWOOD_APP_PLAY_TERMINAL_H
#define DEADWOOD_APP_PLAY_TERMINAL_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text/text.h"

enum { CANVAS_ROWS = 24, CANVAS_COLUMNS = 80, CANVAS_WIDEST = 120 };

typedef enum { INK_PLAIN, INK_SOFT, INK_BOLD, INK_RED, INK_GOOD, INK_BAD, INK_ACCENT, INK_BACK, INKS } Ink;

// What the screen shall show; every cell one character, UTF-8.
typedef struct Canvas {
    int columns; // CANVAS_COLUMNS, or CANVAS_WIDEST
    char glyph[CANVAS_ROWS][CANVAS_WIDEST][5];
    unsigned char ink[CANVAS_ROWS][CANVAS_WIDEST];
} Canvas;

// Empty, and as wide as the window has room for.
void canvas_clear(Canvas *canvas);

// Writes text (UTF-8, one cell a character, no control characters) and returns the column after it. What does not fit
// is left out.
int canvas_put(Canvas *canvas, int row, int column, Ink ink, const char *text);

// The same with ANSI colours in the text for red and bold, as card_colour writes them.
int canvas_put_cards(Canvas *canvas, int row, int column, Ink ink, const char *text);

// Keys that are no characters.
enum {
    KEY_NONE = 256, // time is up
    KEY_LEFT,
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_ENTER,
    KEY_ESCAPE,
    KEY_OTHER,  // one we do not know
    KEY_RESIZE, // the window has another size: draw again
    KEY_END,    // told to end, or nobody is there any more
};

// Catches the signals. Nothing else of a terminal is touched yet; terminal_line works for pipes.
void terminal_catch(void);

// True once the program was told to end.
bool terminal_ended(void);

// Marks the beginning of long work, such as loading or thinking, up to terminal_rest. If it takes long, stderr gets the
// sentence `what` (NULL: nothing). A signal then ends the program immediately: it restores the terminal, prints the
// farewell and exits with 130. So save everything before.
void terminal_work(const char *what);
void terminal_rest(void);

// Sets the text that is then printed to standard output; borrowed, NULL for none.
void terminal_farewell(const char *text);

// Takes over the terminal on standard input and output: no echo, keys at once, a screen of its own. False with err set
// when they are no terminal. terminal_close gives it back; calling it twice is fine.
bool terminal_open(bool colour, Error *err);
void terminal_close(void);

// Rows and columns of the window.
void terminal_size(int *rows, int *columns);

// The next key, a byte or one of those above; waits at most so many milliseconds, or for ever with -1.
int terminal_key(int milliseconds);

// Shows the canvas in the middle of the window, or says that the window is too small.
void terminal_show(const Canvas *canvas);

// Replaces terminal_open without a terminal: reads these keys, then `q`, and stores the last canvas in *shown. Borrows
// both until terminal_close. `columns` is the width of the imaginary window.
void terminal_script(const char *keys, int columns, Canvas *shown);

// Reads a line from standard input without its newline, at most 1000 bytes of it. False at the end, or when told to
// end.
bool terminal_line(Text *line);

#endif
