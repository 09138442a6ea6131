// SPDX-License-Identifier: MIT
// Completion for shells: commands, their options, and what a value or a word may be where that can be known.
#include "app/help/help.h"

#include <string.h>

#include "app/commands/games.h"
#include "papers/papers.h"

// ---- What may stand somewhere ----

typedef enum { FILL_NOTHING, FILL_FILES, FILL_FOLDERS, FILL_WORDS } FillKind;

typedef struct Fill {
    FillKind kind;
    Text words; // with blanks between them
} Fill;

static void fill_players(Text *words) {
    for (int game = 0; APP_GAMES[game]; game++) {
        const char *name;
        for (int i = 0; (name = APP_GAMES[game]->player_name(i)); i++) text_addf(words, "%s ", name);
    }
}

// The first word of every line.
static void fill_presets(Text *words) {
    for (int game = 0; APP_GAMES[game]; game++) {
        Text lines = {0};
        APP_GAMES[game]->game->presets(&lines);
        for (const char *at = lines.data; at && *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0'))
            text_addf(words, "%.*s ", (int)strcspn(at, " \n"), at);
        text_free(&lines);
    }
}

static bool is_any(const char *word, const char *const *list) {
    for (; *list; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

static Fill fill_value(const AppOption *option) {
    static const struct {
        const char *option, *words;
    } known[] = {{"--effort", "quick normal deep"},
                 {"--seating", "14 1v3"},
                 {"--device", "cpu cuda"},
                 {"--theme", "auto light dark"},
                 {"--pass", "left right across hold"},
                 {"--clock", "30 30+0.1 move=0.5 none"}};
    static const char *const files[] = {"FILE", NULL}, *const folders[] = {"FOLDER", "DIR", NULL};
    static const char *const rules[] = {"R", "RULES", NULL}, *const players[] = {"P", "PLAYER", "PLAYERS", "BOT", NULL};
    Fill fill = {0};
    if (!option->value) return fill;
    if (is_any(option->value, files)) fill.kind = FILL_FILES;
    if (is_any(option->value, folders)) fill.kind = FILL_FOLDERS;
    if (is_any(option->value, rules)) fill_presets(&fill.words);
    if (is_any(option->value, players)) fill_players(&fill.words);
    for (int game = 0; APP_GAMES[game] && strcmp(option->name, "--game") == 0 && strcmp(option->value, "G") == 0;
         game++)
        text_addf(&fill.words, "%s ", APP_GAMES[game]->game->name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(option->name, known[i].option) == 0) text_add(&fill.words, known[i].words);
    if (fill.words.size) fill.kind = FILL_WORDS;
    return fill;
}

// Words of a command that are no options, by how its usage calls them.
static Fill fill_words(const AppCommand *command) {
    const char *words = command->words;
    Fill fill = {0};
    if (strstr(words, "RECORD") || strstr(words, "FILE") || strstr(words, "COMMAND")) fill.kind = FILL_FILES;
    if (strstr(words, "PLAYER") || strstr(words, "BOT") || strcmp(words, "A B") == 0) fill_players(&fill.words);
    if (strcmp(words, "[R]") == 0) fill_presets(&fill.words);
    if (strstr(words, "policies")) text_add(&fill.words, "policies exploitability rules-of");
    int papers = 0;
    const LabPaper *const *paper = strstr(words, "PAPER") ? lab_papers(&papers) : NULL;
    for (int i = 0; i < papers; i++) text_addf(&fill.words, "%s ", paper[i]->name);
    if (fill.words.size) fill.kind = FILL_WORDS;
    return fill;
}

static const char *filled(const Fill *fill) { return fill->words.data ? fill->words.data : ""; }

static void add_names(Text *out) {
    for (int i = 0; APP_COMMANDS[i]; i++) text_addf(out, "%s ", APP_COMMANDS[i]->name);
    text_add(out, "help version");
}

// What may stand behind `help`.
static void add_topics(Text *out) {
    for (int i = 0; APP_COMMANDS[i]; i++) text_addf(out, "%s ", APP_COMMANDS[i]->name);
    for (const HelpTopic *topic = HELP_TOPICS; topic->name; topic++) text_addf(out, "%s ", topic->name);
}

// ---- bash ----

static void bash_case(Text *out, const char *pattern, const Fill *fill) {
    static const char *const actions[] = {[FILL_FILES] = "files=-f", [FILL_FOLDERS] = "files=-d"};
    if (fill->kind == FILL_WORDS)
        text_addf(out, "    %s) words=\"%s\" ;;\n", pattern, filled(fill));
    else if (fill->kind != FILL_NOTHING)
        text_addf(out, "    %s) %s ;;\n", pattern, actions[fill->kind]);
}

static void bash_command(Text *out, const AppCommand *command) {
    Fill words = fill_words(command);
    text_addf(out, "    %s:*)\n        words=\"%s\"", command->name, filled(&words));
    if (words.kind == FILL_FILES) text_add(out, " files=-f");
    text_add(out, "\n        [[ $current != -* ]] || words=\"");
    for (const AppOption *option = command->options; option->name; option++) text_addf(out, "%s ", option->name);
    text_add(out, "--help\" files='' ;;\n");
    text_free(&words.words);
}

static void complete_bash(Text *out) {
    text_add(out,
             "# bash completion for deadwood, written by `deadwood help --completion bash`\n"
             "_deadwood() {\n"
             "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words='' files=''\n"
             "    local command=${COMP_WORDS[1]}\n"
             "    ((COMP_CWORD > 1)) || command=''\n"
             "    case $command:$previous in\n    :*) words=\"");
    add_names(out);
    text_add(out, "\" ;;\n    help:*) words=\"");
    add_topics(out);
    text_add(out, "\" ;;\n");
    for (int i = 0; APP_COMMANDS[i]; i++)
        for (const AppOption *option = APP_COMMANDS[i]->options; option->name; option++) {
            Fill value = fill_value(option);
            char pattern[80];
            snprintf(pattern, sizeof pattern, "%s:%s", APP_COMMANDS[i]->name, option->name);
            bool waits = option->value && !app_may_bring(option);
            if (waits && value.kind == FILL_NOTHING)
                text_addf(out, "    %s) ;;\n", pattern);
            else if (waits)
                bash_case(out, pattern, &value);
            text_free(&value.words);
        }
    for (int i = 0; APP_COMMANDS[i]; i++) bash_command(out, APP_COMMANDS[i]);
    text_add(out, "    esac\n"
                  "    COMPREPLY=()\n"
                  "    local found\n"
                  "    while IFS= read -r found; do COMPREPLY+=(\"$found\"); done < <(\n"
                  "        [[ -z $files ]] || compgen \"$files\" -- \"$current\"\n"
                  "        [[ -z $words ]] || compgen -W \"$words\" -- \"$current\"\n"
                  "    )\n"
                  "    [[ -z $files ]] || compopt -o filenames 2>/dev/null || true\n"
                  "}\n"
                  "complete -F _deadwood deadwood\n");
}

// ---- zsh ----

// For a word in single quotes, with what _arguments and _describe read as their own escaped.
static void zsh_quote(Text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            text_add(out, "'\\''");
        else if (strchr("[]:\\", *text))
            text_addf(out, "\\%c", *text);
        else
            text_add_bytes(out, text, 1);
    }
}

static void zsh_action(Text *out, const Fill *fill) {
    if (fill->kind == FILL_FILES) text_add(out, "_files");
    if (fill->kind == FILL_FOLDERS) text_add(out, "_files -/");
    if (fill->kind == FILL_WORDS) text_addf(out, "(%s)", filled(fill));
}

static void zsh_command(Text *out, const AppCommand *command) {
    text_addf(out, "    %s)\n        _arguments", command->name);
    for (const AppOption *option = command->options; option->name; option++) {
        Fill value = fill_value(option);
        text_addf(out, " \\\n            '%s%s[", option->name,
                  app_may_bring(option) ? "=-"
                  : option->value       ? "="
                                        : "");
        zsh_quote(out, option->help);
        text_add(out, "]");
        if (option->value) {
            text_add(out, app_may_bring(option) ? "::" : ":");
            zsh_quote(out, option->value);
            text_add(out, ":");
            zsh_action(out, &value);
        }
        text_add(out, "'");
        text_free(&value.words);
    }
    Fill words = fill_words(command);
    if (words.kind != FILL_NOTHING) {
        text_add(out, " \\\n            '*:word:");
        zsh_action(out, &words);
        text_add(out, "'");
    }
    text_free(&words.words);
    text_add(out, "\n        ;;\n");
}

static void complete_zsh(Text *out) {
    text_add(out, "#compdef deadwood\n"
                  "# zsh completion for deadwood, written by `deadwood help --completion zsh`\n"
                  "_deadwood() {\n"
                  "    local -a commands=(\n");
    for (int i = 0; APP_COMMANDS[i]; i++) {
        text_addf(out, "        '%s:", APP_COMMANDS[i]->name);
        zsh_quote(out, APP_COMMANDS[i]->summary);
        text_add(out, "'\n");
    }
    text_add(out, "        'help:explains commands and topics'\n        'version:prints the version'\n    )\n"
                  "    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    fi\n"
                  "    shift words\n    ((CURRENT--))\n    case $words[1] in\n    help) _arguments '1:topic:(");
    add_topics(out);
    text_add(out, ")' ;;\n");
    for (int i = 0; APP_COMMANDS[i]; i++) zsh_command(out, APP_COMMANDS[i]);
    text_add(out, "    esac\n}\n[[ $zsh_eval_context[-1] == loadautofunc ]] && _deadwood \"$@\" || "
                  "compdef _deadwood deadwood\n");
}

// ---- fish ----

static void fish_quote(Text *out, const char *text) {
    text_add(out, "'");
    for (; *text; text++) {
        if (strchr("'\\", *text)) text_add(out, "\\");
        text_add_bytes(out, text, 1);
    }
    text_add(out, "'");
}

static void fish_words(Text *out, const Fill *fill) {
    if (fill->kind == FILL_FILES) text_add(out, " -F");
    if (fill->kind == FILL_FOLDERS) text_add(out, " -x -a '(__fish_complete_directories)'");
    if (fill->kind == FILL_WORDS) {
        text_add(out, " -x -a ");
        fish_quote(out, filled(fill));
    }
}

static void fish_command(Text *out, const AppCommand *command) {
    text_addf(out, "complete -c deadwood -n __fish_use_subcommand -a %s -d ", command->name);
    fish_quote(out, command->summary);
    text_add(out, "\n");
    char only[96];
    snprintf(only, sizeof only, "complete -c deadwood -n '__fish_seen_subcommand_from %s'", command->name);
    for (const AppOption *option = command->options; option->name; option++) {
        Fill value = fill_value(option);
        bool waits = option->value && !app_may_bring(option);
        text_addf(out, "%s -l %s%s", only, option->name + 2, waits ? " -r" : "");
        fish_words(out, &value);
        if (waits && value.kind == FILL_NOTHING) text_add(out, " -x");
        text_add(out, " -d ");
        fish_quote(out, option->help);
        text_add(out, "\n");
        text_free(&value.words);
    }
    Fill words = fill_words(command);
    if (words.kind != FILL_NOTHING) {
        text_add(out, only);
        fish_words(out, &words);
        text_add(out, "\n");
    }
    text_free(&words.words);
}

static void complete_fish(Text *out) {
    text_add(out, "# fish completion for deadwood, written by `deadwood help --completion fish`\n"
                  "complete -c deadwood -f\n");
    for (int i = 0; APP_COMMANDS[i]; i++) fish_command(out, APP_COMMANDS[i]);
    text_add(out, "complete -c deadwood -n __fish_use_subcommand -a help -d 'explains commands and topics'\n"
                  "complete -c deadwood -n '__fish_seen_subcommand_from help' -a '");
    add_topics(out);
    text_add(out, "'\n");
}

bool help_completion(const char *shell, Text *out, Error *err) {
    static const struct {
        const char *shell;
        void (*write)(Text *out);
    } shells[] = {{"bash", complete_bash}, {"zsh", complete_zsh}, {"fish", complete_fish}};
    for (int i = 0; i < 3; i++) {
        if (strcmp(shell, shells[i].shell) != 0) continue;
        shells[i].write(out);
        return true;
    }
    return error_set(err, "there is no completion for '%.40s'; there is one for bash, zsh and fish", shell);
}
