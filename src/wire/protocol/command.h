// SPDX-License-Identifier: MIT
// A bot's command line, the text after `exec:`: words with quotes as in a shell, but no shell runs.
#ifndef DEADWOOD_WIRE_PROTOCOL_COMMAND_H
#define DEADWOOD_WIRE_PROTOCOL_COMMAND_H

#include <stdbool.h>

#include "base/error.h"

enum { WIRE_COMMAND_TEXT = 512, WIRE_COMMAND_WORDS = 64, WIRE_PATH = 4096 };

typedef struct WireCommand {
    char text[WIRE_COMMAND_TEXT];        // the words, each ended by a NUL
    char *words[WIRE_COMMAND_WORDS + 1]; // pointers into it, ended by NULL; the first is the program as it was written
    char path[WIRE_PATH];                // the program's file
} WireCommand;

// True if a spec names a program, not a built-in player.
bool wire_is_exec(const char *spec);

// Reads "exec:./bot --fast 'two words'": space separates words; '...' holds anything, "..." and bare words take
// \ before a character. Looks the program up as execvp would. A WireCommand points into itself and must not be copied.
// False with err set if quotes stay open, it is too long, or there is no such program.
bool wire_command_parse(const char *spec, WireCommand *command, Error *err);

// Finds a program on the PATH as execvp would.
bool wire_find_program(const char *name, char path[WIRE_PATH]);

#endif
