// SPDX-License-Identifier: MIT
// What the engine's C asks of the system and wasi-libc does not have. Included before everything else.
#ifndef DEADWOOD_WEB_PORT_H
#define DEADWOOD_WEB_PORT_H

#include <stddef.h>
#include <sys/types.h>

ssize_t getrandom(void *bytes, size_t size, unsigned flags);
char *realpath(const char *path, char *resolved);

#endif
