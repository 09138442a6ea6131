// SPDX-License-Identifier: MIT
// The sandbox made by bubblewrap: its command line.
#include <stdio.h>
#include <stdlib.h>

#include "wire/process/sandbox_internal.h"

enum { BEFORE = 32, FOR_PLACE = 6 }; // words at most

static char *constant(const char *text) { return (char *)(uintptr_t)text; }

typedef struct Words {
    char **word;
    int count;
} Words;

static void wrap_add(Words *words, const char *a, const char *b, const char *c) {
    words->word[words->count++] = constant(a);
    if (b) words->word[words->count++] = constant(b);
    if (c) words->word[words->count++] = constant(c);
}

static void add_place(Words *words, const Place *place, const char *size) {
    switch (place->kind) {
    case PLACE_READ: wrap_add(words, "--ro-bind", place->from, place->to); break;
    case PLACE_WRITE: wrap_add(words, "--bind", place->from, place->to); break;
    case PLACE_DEVICE: wrap_add(words, "--dev-bind-try", place->from, place->to); break;
    case PLACE_EMPTY: wrap_add(words, "--dir", place->to, NULL); break;
    case PLACE_LINK: wrap_add(words, "--symlink", place->from, place->to); break;
    case PLACE_OWN:
        wrap_add(words, "--size", size, NULL);
        wrap_add(words, "--tmpfs", place->to, NULL);
        break;
    case PLACE_PROC: wrap_add(words, "--proc", place->to, NULL); break;
    }
}

bool sandbox_wrap(Sandbox *sandbox, const WireCommand *command, int filter_file) {
    int arguments = 0;
    while (command->words[arguments]) arguments++;
    size_t most = BEFORE + (size_t)sandbox->count * FOR_PLACE + (size_t)arguments + 1;
    char *numbers; // the texts made here, behind the words
    sandbox->words = calloc(1, most * sizeof(char *) + 64);
    if (!sandbox->words) return false;
    numbers = (char *)(sandbox->words + most);
    snprintf(numbers, 32, "%llu", (unsigned long long)sandbox->own_bytes);
    snprintf(numbers + 32, 32, "%d", filter_file);
    Words words = {sandbox->words, 0};
    wrap_add(&words, "bwrap", "--unshare-user", "--unshare-pid");
    wrap_add(&words, "--unshare-net", "--unshare-ipc", "--unshare-uts");
    wrap_add(&words, "--unshare-cgroup-try", "--die-with-parent", NULL);
    wrap_add(&words, "--cap-drop", "ALL", NULL);
    wrap_add(&words, "--hostname", "bot", NULL);
    for (int i = 0; i < sandbox->count; i++) add_place(&words, &sandbox->place[i], numbers);
    for (int i = 0; i < sandbox->count; i++)
        if (sandbox->place[i].kind == PLACE_PROC) wrap_add(&words, "--remount-ro", sandbox->place[i].to, NULL);
    wrap_add(&words, "--remount-ro", "/", NULL);
    wrap_add(&words, "--chdir", sandbox->folder, NULL);
    wrap_add(&words, "--seccomp", numbers + 32, "--");
    wrap_add(&words, sandbox->program, NULL, NULL);
    for (int i = 1; i < arguments; i++) wrap_add(&words, command->words[i], NULL, NULL);
    return true;
}
