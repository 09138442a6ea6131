// SPDX-License-Identifier: MIT
// A program in a terminal of our own: keys go in, and a tiny emulator (cursor moves, clearing, UTF-8; colours are
// skipped) shows what a person would see.
#ifndef DEADWOOD_TESTS_SCREEN_H
#define DEADWOOD_TESTS_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

enum { SCREEN_MOST_ROWS = 60, SCREEN_MOST_COLUMNS = 200 };

typedef struct Screen Screen;

// Starts argv[0] with its arguments in a terminal of that size. The caller ends it with screen_close, which kills what
// is left.
Screen *screen_open(const char *const *argv, int rows, int columns);
void screen_close(Screen *screen);

void screen_type(Screen *screen, const char *keys);
void screen_bytes(Screen *screen, const void *bytes, size_t size);
void screen_resize(Screen *screen, int rows, int columns);
void screen_signal(Screen *screen, int signal);

// Reads until a whole picture holds the words, for a minute at most; false if they never come.
bool screen_wait(Screen *screen, const char *words);

// Types, and waits for the next whole picture.
void screen_press(Screen *screen, const char *keys);

// Waits for the program's end and returns its exit code, or 128 + the signal that ended it.
int screen_exit(Screen *screen);

// The picture: lines without trailing spaces, newline after each. Good until the next call.
const char *screen_text(Screen *screen);

// True if the words stand in it now.
bool screen_has(Screen *screen, const char *words);

// True if the cursor is shown, the screen is the first one, and the terminal echoes and gathers lines: as it was
// before.
bool screen_restored(Screen *screen);

#endif
