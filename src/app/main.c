// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <string.h>

#include "app/app.h"
#include "app/help/help.h"
#include "base/version.h"

// In the order of the help, and of the examples, which build on each other.
const AppCommand *const APP_COMMANDS[] = {
    &app_play,    &app_web,       &app_advise, &app_drill,      &app_melds, &app_replay,  &app_analyze, &app_rules,
    &app_players, &app_reproduce, &app_match,  &app_tournament, &app_check, &app_bot,     &app_verify,  &app_lab,
    &app_tune,    &app_train,     &app_export, &app_merge,      &app_bench, &app_cluster, &app_doctor,  NULL,
};

enum { LONGEST_VALUE = 4095 }; // as long as a path may be

static bool check_value(const AppOption *option, const char *value, Error *err) {
    if (!*value) return error_set(err, "%s is empty; write %s %s", option->name, option->name, option->value);
    if (strlen(value) > LONGEST_VALUE)
        return error_set(err, "%s '%.40s...' is longer than %d characters", option->name, value, LONGEST_VALUE);
    return true;
}

// /proc/PID/cmdline shows what stands in argv to every process of the same user, programs at the table among them. What
// is too long for the copy is no seed, and is refused as such.
static void hide_seed(AppArgs *args, int option) {
    if (strcmp(args->options[option].name, "--seed") != 0) return;
    char *seen = (char *)(uintptr_t)args->values[option];
    text_copy(args->seed, sizeof args->seed, seen);
    memset(seen, '*', strlen(seen));
    args->values[option] = args->seed;
}

static bool read_option(AppArgs *args, int argc, char **argv, int *at, Error *err) {
    const char *word = argv[*at], *equals = strchr(word, '=');
    size_t size = equals ? (size_t)(equals - word) : strlen(word);
    const char *names[APP_MAX_OPTIONS];
    int count = 0;
    for (; args->options[count].name; count++) {
        const AppOption *option = &args->options[count];
        names[count] = option->name;
        if (strlen(option->name) != size || strncmp(option->name, word, size) != 0) continue;
        if (args->values[count]) return error_set(err, "%s is given twice", option->name);
        if (!option->value && equals) return error_set(err, "%s takes no value", option->name);
        bool alone = !option->value || (app_may_bring(option) && !equals);
        if (!alone && !equals && *at + 1 >= argc)
            return error_set(err, "%s needs a value: %s %s", option->name, option->name, option->value);
        if (app_may_bring(option) && equals && !equals[1])
            return error_set(err, "%s= needs a value, or leave out the =", option->name);
        args->values[count] = alone ? "" : equals ? equals + 1 : argv[++*at];
        if (!alone && !check_value(option, args->values[count], err)) return false;
        hide_seed(args, count);
        return true;
    }
    char name[41];
    snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : sizeof name - 1), word);
    const char *close = text_closest(name, names, count);
    return error_set(err, "there is no option '%s' here%s%s%s", name, close ? "; did you mean " : "",
                     close ? close : "", close ? "?" : "");
}

bool app_read_args(const AppCommand *command, int argc, char **argv, AppArgs *args, Error *err) {
    bool words_only = false;
    for (int i = 0; i < argc; i++) {
        words_only = words_only || (command->own && args->count >= command->own);
        if (!words_only && strcmp(argv[i], "--") == 0) {
            words_only = true;
        } else if (!words_only && strncmp(argv[i], "--", 2) == 0) {
            if (!read_option(args, argc, argv, &i, err)) return false;
        } else {
            bool full = args->count >= command->most || args->count >= APP_MAX_WORDS;
            if (full && argv[i][0] == '-' && argv[i][1])
                return error_set(err, "there is no option '%.40s'; options are words behind --, such as --help",
                                 argv[i]);
            if (full) return error_set(err, "'%.40s' is one word too many", argv[i]);
            args->words[args->count++] = argv[i];
        }
    }
    if (args->count < command->least) return error_set(err, "%s: too few words", command->name);
    return true;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

// A file opened while a standard stream is closed would take its number, and results would be printed into it. What
// stands in fails when it is used.
static void hold_standard_streams(void) {
    for (int stream = 0; stream <= 2; stream++)
        // cppcheck-suppress leakReturnValNotUsed // it stays open
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0) return;
}

// Ends as a program does that writes to a pipe nobody reads.
static int end_unread(void) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    return APP_UNREAD; // somebody blocks the signal
}

static int tell_usage(Text *text) {
    fputs(text->data ? text->data : "", stderr);
    text_free(text);
    return APP_USAGE;
}

static int run(int argc, char **argv) {
    Text text = {0};
    if (argc < 2) {
        help_doors(&text);
        return tell_usage(&text);
    }
    if (is_one_of(argv[1], "help", "--help", "-h")) return help_main(argc - 2, argv + 2);
    if (is_one_of(argv[1], "version", "--version", "-V")) {
        printf("deadwood %s%s%s\n", DEADWOOD_VERSION, *DEADWOOD_REVISION ? " " : "", DEADWOOD_REVISION);
        return app_print(&text); // nothing more, but what is printed must have got there
    }
    Error err;
    const AppCommand *command = help_find(argv[1], &err);
    if (!command) return app_fail(APP_USAGE, &err);
    for (int i = 2; i < argc; i++)
        if (is_one_of(argv[i], "--help", "-h", "--help")) return help_main(1, argv + 1);
    AppArgs args = {.options = command->options};
    if (!app_read_args(command, argc - 2, argv + 2, &args, &err)) {
        app_fail(APP_USAGE, &err);
        help_usage(command, &text);
        return tell_usage(&text);
    }
    return command->run(&args);
}

__attribute__((visibility("default"))) // it may lie in a library: DEADWOOD_SPLIT in CMakeLists.txt
int main(int argc, char **argv) {
    hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); // a reader that goes away is a write error like any other, until all is kept
    signal(SIGXFSZ, SIG_IGN); // and so is a file that may not grow
    int code = run(argc, argv);
    return code == APP_UNREAD ? end_unread() : code;
}
