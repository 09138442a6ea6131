// SPDX-License-Identifier: MIT
// Which processes does a test leave behind? Whatever it starts by exec carries its tag in the environment.
#ifndef DEADWOOD_TESTS_SUPPORT_PROCESSES_H
#define DEADWOOD_TESTS_SUPPORT_PROCESSES_H

#include <stddef.h>

// Puts a tag into this process's environment that only its descendants have.
void processes_tag(void);

// How many processes carry it; names one of them in `name`. Zombies have no environment and do not count.
int processes_tagged(char *name, size_t room);

// Fails the test if one is left that `mode` of a bot started.
void no_process_is_left(const char *mode);

// tests/bots/faulty.c in that mode, as a player's spec.
void faulty_spec(const char *mode, char *spec, size_t room);

#endif
