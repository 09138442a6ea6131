// SPDX-License-Identifier: MIT
// A person at `deadwood play`, of whatever game; every function fails the test where the screen is not as it must be.
#ifndef DEADWOOD_TESTS_PERSON_H
#define DEADWOOD_TESTS_PERSON_H

#include "base/rng.h"
#include "support/screen.h"

// The program with these words after `play`, ended by NULL. Skips the test where there is no program.
Screen *person_sits_down(int rows, int columns, const char *const *words);

// Waits for the words; presses a key and waits for the next turn; presses keys that mean nothing.
void person_sees(Screen *screen, const char *words);
void person_presses(Screen *screen, const char *key);
void person_fumbles(Screen *screen);

// Types bytes by chance, but none the terminal makes signals of, nor what quits or takes long; then quits.
void person_bangs(Screen *screen, Rng *rng);

// Leaves by a signal (SIGINT: by Ctrl-C), and closes the screen.
void person_leaves_by(Screen *screen, int signal_number);

// Looks for symbols where letters should stand.
void person_sees_letters_only(Screen *screen);

// The last line of a file of records; the caller frees it.
char *person_kept(const char *path);

#endif
