// SPDX-License-Identifier: MIT
#include "app/help/help.h"

#include <string.h>

#include "base/version.h"

const char *const HELP_DOOR[APP_DOORS] = {[DOOR_PLAY] = "Play and learn",
                                          [DOOR_PAPERS] = "Check a paper",
                                          [DOOR_BOTS] = "Bring a bot",
                                          [DOOR_RESEARCH] = "Train and research"};

// ---- Parts ----

void help_wrap(Text *out, const char *text, int column, int indent) {
    bool fresh = true; // nothing stands on this line yet
    while (*text) {
        size_t word = strcspn(text, " ");
        if (!fresh && column + 1 + (int)word > HELP_COLUMNS) {
            text_addf(out, "\n%*s", indent, "");
            column = indent;
            fresh = true;
        }
        if (!fresh) text_add(out, " ");
        column += (int)word + !fresh;
        fresh = false;
        text_add_bytes(out, text, word);
        text += word;
        while (*text == ' ') text++;
    }
    text_add(out, "\n");
}

void help_usage(const AppCommand *command, Text *out) {
    text_addf(out, "usage: deadwood %s%s%s%s\n", command->name, *command->words ? " " : "", command->words,
              command->options[0].name ? " [options]" : "");
}

// Details come as lines. Those that end a sentence, or are indented, end where they do; others are filled up.
static void add_details(Text *out, const char *details) {
    Text filled = {0};
    while (*details) {
        size_t size = strcspn(details, "\n");
        const char *next = details + size + (details[size] != '\0');
        bool kept = size == 0 || *details == ' ', ends = size && details[size - 1] == '.';
        if (kept) {
            text_add_bytes(out, details, size);
            text_add(out, "\n");
        } else {
            text_add(&filled, filled.size ? " " : "");
            text_add_bytes(&filled, details, size);
        }
        if (filled.size && (ends || !*next || *next == ' ' || *next == '\n')) {
            help_wrap(out, filled.data, 0, 0);
            text_clear(&filled);
        }
        details = next;
    }
    text_free(&filled);
}

void help_command(const AppCommand *command, Text *out) {
    help_usage(command, out);
    Text summary = {0};
    text_addf(&summary, "%s.", command->summary);
    text_add(out, "\n");
    help_wrap(out, summary.data ? summary.data : "", 0, 0);
    text_free(&summary);
    if (command->details) {
        text_add(out, "\n");
        add_details(out, command->details);
    }
    if (command->options[0].name) text_add(out, "\n");
    for (const AppOption *option = command->options; option->name; option++) {
        char head[64];
        snprintf(head, sizeof head, "%s%s%s", option->name, option->value && !app_may_bring(option) ? " " : "",
                 option->value ? option->value : "");
        text_addf(out, "  %-22s ", head);
        help_wrap(out, option->help, 25, 25);
    }
    text_add(out, "\nExamples\n");
    for (int i = 0; i < APP_EXAMPLES && command->examples[i]; i++) text_addf(out, "  %s\n", command->examples[i]);
}

void help_doors(Text *out) {
    static const struct {
        AppDoor door;
        const char *command, *what;
    } rows[] = {
        {DOOR_PLAY, "deadwood play", "a game; h gives a hint"},
        {DOOR_PLAY, "deadwood advise AC 2C 3C ... --upcard 4C", "what to do with a hand, and why"},
        {DOOR_PAPERS, "deadwood reproduce heisenbot", "a paper's numbers beside ours"},
        {DOOR_BOTS, "deadwood check python3 mybot.py", "what a bot does wrong"},
        {DOOR_BOTS, "deadwood match exec:./mybot simple", "and how good it is"},
        {DOOR_RESEARCH, "deadwood tournament simple mishra champion", "who is stronger, and how sure"},
        {DOOR_RESEARCH, "deadwood train", "recipes of all networks"},
    };
    text_addf(out, "deadwood %s: Gin Rummy and Hearts, to play, to learn and to measure\n", DEADWOOD_VERSION);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (i == 0 || rows[i].door != rows[i - 1].door) text_addf(out, "\n%s\n", HELP_DOOR[rows[i].door]);
        text_addf(out, "  %-43s %s\n", rows[i].command, rows[i].what);
    }
    text_add(out, "\n`deadwood help` lists all commands and topics.\n");
}

static void help_overview(Text *out) {
    text_addf(out, "deadwood %s: Gin Rummy and Hearts, to play, to learn and to measure\n\n", DEADWOOD_VERSION);
    text_add(out, "usage: deadwood COMMAND ...\n");
    for (int door = 0; door < APP_DOORS; door++) {
        text_addf(out, "\n%s\n", HELP_DOOR[door]);
        for (int i = 0; APP_COMMANDS[i]; i++) {
            if ((int)APP_COMMANDS[i]->door != door) continue;
            text_addf(out, "  %-12s ", APP_COMMANDS[i]->name);
            help_wrap(out, APP_COMMANDS[i]->summary, 15, 15);
        }
    }
    text_add(out, "\nTopics\n");
    for (const HelpTopic *topic = HELP_TOPICS; topic->name; topic++)
        text_addf(out, "  %-12s %s\n", topic->name, topic->summary);
    text_add(out, "\n`deadwood help COMMAND` or `deadwood help TOPIC` says more.\n");
}

// ---- Finding ----

enum { HELP_NAMES = 64 };

const AppCommand *help_find(const char *name, Error *err) {
    const char *names[HELP_NAMES];
    int count = 0;
    for (int i = 0; APP_COMMANDS[i]; i++) {
        if (strcmp(name, APP_COMMANDS[i]->name) == 0) return APP_COMMANDS[i];
        if (count < HELP_NAMES) names[count++] = APP_COMMANDS[i]->name;
    }
    const char *close = text_closest(name, names, count);
    error_set(err, "there is no command '%.40s'%s%s%s; `deadwood help` lists them", name,
              close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
    return NULL;
}

static bool add_topic(const char *name, Text *out) {
    for (const HelpTopic *topic = HELP_TOPICS; topic->name; topic++) {
        if (strcmp(name, topic->name) != 0) continue;
        text_addf(out, "%s: %s\n\n%s", topic->name, topic->summary, topic->text);
        return true;
    }
    return false;
}

// ---- The command ----

static bool add_help(int argc, char **argv, Text *out, Error *err) {
    const AppCommand *command = NULL;
    if (argc == 0) {
        help_overview(out);
        return true;
    }
    bool man = strcmp(argv[0], "--man") == 0, completion = strcmp(argv[0], "--completion") == 0;
    if (argc > (man || completion ? 2 : 1)) return error_set(err, "'%.40s' is one word too many", argv[argc - 1]);
    if (completion && argc < 2) return error_set(err, "--completion needs a shell: bash, zsh or fish");
    if (completion) return help_completion(argv[1], out, err);
    if (man && argc == 2 && !(command = help_find(argv[1], err))) return false;
    if (man) {
        help_man(command, out);
        return true;
    }
    if (add_topic(argv[0], out)) return true;
    if (!(command = help_find(argv[0], err))) return false;
    help_command(command, out);
    return true;
}

int help_main(int argc, char **argv) {
    Text out = {0};
    Error err;
    int code = add_help(argc, argv, &out, &err) ? app_print(&out) : app_fail(APP_USAGE, &err);
    text_free(&out);
    return code;
}
