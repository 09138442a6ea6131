// SPDX-License-Identifier: MIT
// The command line: a table of subcommands in main.c, one file each, and the option reader they share.
//
// Exit codes: 0 done, 1 it failed, 2 the command line or an input is wrong, 3 a program at the table was suspended, 4 a
// round of parts is over and the next can be played, 130 stopped by Ctrl-C or SIGTERM, with what was done until then
// printed. Results go to stdout, everything else to stderr. If the reader of stdout goes away, the program saves what
// it must and ends by SIGPIPE, silently.
#ifndef DEADWOOD_APP_APP_H
#define DEADWOOD_APP_APP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text/text.h"

enum {
    APP_DONE = 0,
    APP_FAILED = 1,
    APP_USAGE = 2,
    APP_SUSPENDED = 3,
    APP_ROUND = 4,
    APP_INTERRUPTED = 130,
    APP_UNREAD = 141
};

typedef struct AppOption {
    const char *name;  // "--games"
    const char *value; // its value in the help ("N"); "[=N]": optional, after '='; NULL for a switch
    const char *help;
} AppOption;

enum { APP_MAX_OPTIONS = 32, APP_MAX_WORDS = 300 };

// What stood on the command line: the words that are no options, and the options' values ("" for a switch that is set,
// NULL for one that is not), in the order of the command's table.
typedef struct AppArgs {
    const char *words[APP_MAX_WORDS];
    int count;
    const AppOption *options;
    const char *values[APP_MAX_OPTIONS];
    bool still;    // plays nothing, only reports what --db holds (matches/merge.c)
    char seed[72]; // the value of --seed, which is wiped from the command line, where every process could read it
} AppArgs;

// The four doors of README.md; help groups commands by them.
typedef enum { DOOR_PLAY, DOOR_PAPERS, DOOR_BOTS, DOOR_RESEARCH, APP_DOORS } AppDoor;

enum { APP_EXAMPLES = 2 };

typedef struct AppCommand {
    const char *name;
    const char *words;        // "A B", for the usage line
    const char *summary;      // one line for `deadwood help`
    const char *details;      // more lines for `deadwood help NAME`, or NULL
    const AppOption *options; // ended by one without a name
    int least, most;          // words it takes
    int own;                  // number of words after which options belong to another command; 0: never
    AppDoor door;
    const char *examples[APP_EXAMPLES]; // for a shell; tests/cli/help_examples.sh runs them in the order of the table
    int (*run)(const AppArgs *args);
} AppCommand;

extern const AppCommand *const APP_COMMANDS[]; // ended by NULL

extern const AppCommand app_match, app_tournament, app_players, app_rules, app_melds, app_replay, app_bench, app_lab,
    app_tune, app_reproduce, app_train, app_export, app_bot, app_check, app_play, app_analyze, app_verify, app_advise,
    app_drill, app_web, app_merge, app_doctor, app_cluster;

// True for a switch with an optional value: app_option is then that value, or "" without one.
static inline bool app_may_bring(const AppOption *option) { return option->value && option->value[0] == '['; }

// Reads the words after the command's name; args borrow them from `argv`.
bool app_read_args(const AppCommand *command, int argc, char **argv, AppArgs *args, Error *err);

const char *app_option(const AppArgs *args, const char *name); // NULL when not given
bool app_switch(const AppArgs *args, const char *name);

// The option as a whole number in [low, high], or `otherwise` when it is not given.
bool app_number(const AppArgs *args, const char *name, int64_t low, int64_t high, int64_t otherwise, int64_t *value,
                Error *err);

// --threads: 0 or absent means all cores.
bool app_threads(const AppArgs *args, int *threads, Error *err);

// Prints "deadwood: sentence" to stderr, on one line whatever it quotes, and returns the code.
int app_fail(int code, const Error *err);

// Prints one or more lines to stderr, without control sequences.
void app_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Writes a document to stdout and checks that it got there: APP_DONE, APP_FAILED (already reported), or APP_UNREAD if
// the reader is gone. Control sequences are removed; only the second function keeps colours, and its caller has cleaned
// names from outside (text_add_printable).
int app_print(const Text *text);
int app_print_coloured(const Text *text);

// True if the locale uses UTF-8.
bool app_utf8(void);

#endif
