// SPDX-License-Identifier: MIT
// Help, manual pages and shell completion, all generated from the table of commands (app.h), so they cannot disagree
// with what the program accepts.
#ifndef DEADWOOD_APP_HELP_HELP_H
#define DEADWOOD_APP_HELP_HELP_H

#include "app/app.h"

enum { HELP_COLUMNS = 100 };

// `deadwood help ...`, with the words behind `help`; returns the exit code.
int help_main(int argc, char **argv);

// `deadwood` alone: the four doors.
void help_doors(Text *out);

void help_usage(const AppCommand *command, Text *out); // one line, with its newline
void help_command(const AppCommand *command, Text *out);

// The command of that name; NULL with err set, which names one that is spelt nearly so. A topic's name is no command.
const AppCommand *help_find(const char *name, Error *err);

// ---- Topics (help_topics.c): pages that belong to no single command ----

typedef struct HelpTopic {
    const char *name, *summary, *text;
} HelpTopic;

extern const HelpTopic HELP_TOPICS[]; // ended by one without a name

// ---- Made for other programs ----

// The manual page of a command, or with NULL of the program, in man(7).
void help_man(const AppCommand *command, Text *out);

// Completion for bash, zsh or fish. False with err set for another shell.
bool help_completion(const char *shell, Text *out, Error *err);

// ---- What they share ----

extern const char *const HELP_DOOR[APP_DOORS]; // "Play and learn"

// Adds text so that no line is longer than HELP_COLUMNS: it begins at `column`, and goes on at `indent`. Words longer
// than a line stay whole.
void help_wrap(Text *out, const char *text, int column, int indent);

#endif
