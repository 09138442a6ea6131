// SPDX-License-Identifier: MIT
#include "wire/protocol/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.h"

static const char PREFIX[] = "exec:";

bool wire_is_exec(const char *spec) { return strncmp(spec, PREFIX, sizeof PREFIX - 1) == 0; }

// Copies one word without its quotes. Returns where it ended, or NULL where a quote stays open.
static const char *read_command_word(const char *at, char **to) {
    char quote = 0;
    for (; *at && (quote || (*at != ' ' && *at != '\t')); at++) {
        if (*at == quote)
            quote = 0;
        else if (!quote && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (*at == '\\' && quote != '\'' && at[1])
            *(*to)++ = *++at;
        else
            *(*to)++ = *at;
    }
    *(*to)++ = '\0';
    return quote ? NULL : at;
}

static bool split_command(const char *text, WireCommand *command, Error *err) {
    char *to = command->text;
    int count = 0;
    if (strlen(text) >= WIRE_COMMAND_TEXT)
        return error_set(err, "the command 'exec:%.40s...' is longer than %d characters; put it into a script", text,
                         WIRE_COMMAND_TEXT - 1);
    for (const char *at = text;;) {
        while (*at == ' ' || *at == '\t') at++;
        if (!*at) break;
        if (count == WIRE_COMMAND_WORDS)
            return error_set(err, "the command 'exec:%.40s...' has more than %d words; put it into a script", text,
                             WIRE_COMMAND_WORDS);
        command->words[count++] = to;
        at = read_command_word(at, &to);
        if (!at) return error_set(err, "a quote stays open in 'exec:%.200s'", text);
    }
    command->words[count] = NULL;
    if (!count || !*command->words[0])
        return error_set(err, "exec: names no program; write exec:./bot or exec:\"python3 bot.py\"");
    return true;
}

static bool runs(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

bool wire_find_program(const char *name, char path[WIRE_PATH]) {
    const char *folders = getenv("PATH");
    for (const char *at = folders ? folders : "/usr/local/bin:/usr/bin:/bin";;) {
        size_t size = strcspn(at, ":");
        int length = snprintf(path, WIRE_PATH, "%.*s%s%s", (int)size, at, size ? "/" : "./", name);
        if (length > 0 && length < WIRE_PATH && runs(path)) return true;
        if (!at[size]) return false;
        at += size + 1;
    }
}

static bool find_program(WireCommand *command, Error *err) {
    const char *name = command->words[0];
    if (!strchr(name, '/'))
        return wire_find_program(name, command->path) ||
               error_set(err,
                         "exec: there is no program '%.100s' on the PATH; for one in this folder write exec:./%.100s",
                         name, name);
    struct stat info;
    if (stat(name, &info) != 0) return error_set(err, "exec: %.200s: %s", name, strerror(errno));
    if (!S_ISREG(info.st_mode)) return error_set(err, "exec: %.200s is no program file", name);
    if (access(name, X_OK) != 0)
        return error_set(err, "exec: %.200s may not be run; chmod +x it, or name its interpreter before it", name);
    return text_copy(command->path, sizeof command->path, name); // a command is shorter than a path may be
}

bool wire_command_parse(const char *spec, WireCommand *command, Error *err) {
    return split_command(spec + sizeof PREFIX - 1, command, err) && find_program(command, err);
}
