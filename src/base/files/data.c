// SPDX-License-Identifier: MIT
#include "base/files/data.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/scope.h"

#ifndef DEADWOOD_DATA_DIR
#define DEADWOOD_DATA_DIR "/usr/local/share/deadwood" // as installed
#endif
#ifndef DEADWOOD_DATA_IN_PREFIX
#define DEADWOOD_DATA_IN_PREFIX "share/deadwood"
#endif
enum {
    DEEPEST = 2, // folders that PREFIX/lib/x86_64-linux-gnu lies below PREFIX
    SAID = 240,  // characters of folders in a message, which has to say more than that
};

extern const char deadwood_header[] __attribute__((weak, visibility("default"))); // of the program this is linked with

typedef struct Kind {
    const char *name, *variable;
} Kind;

static const Kind KINDS[DATA_KINDS] = {{"models", "DEADWOOD_MODELS"}, {"recipes", "DEADWOOD_RECIPES"}};
_Static_assert((int)DATA_MODELS == (int)SCOPE_MODELS && (int)DATA_RECIPES == (int)SCOPE_RECIPES, "the same order");

const char *data_variable(DataKind kind) { return KINDS[kind].variable; }

// ---- Where this code lies ----

// The program or shared library that this function was loaded from. The dynamic linker knows only the name it was
// opened by, which may be relative to a former current folder; the kernel knows the path.
static bool own_file(char path[PATH_MAX]) {
    FILE *maps = fopen("/proc/self/maps", "re");
    unsigned long here = (unsigned long)(uintptr_t)own_file;
    char line[PATH_MAX + 128];
    bool found = false;
    while (maps && !found && fgets(line, sizeof line, maps)) {
        unsigned long first, last;
        const char *name = strchr(line, '/');
        line[strcspn(line, "\n")] = '\0';
        found = name && sscanf(line, "%lx-%lx", &first, &last) == 2 && here >= first && here < last &&
                text_copy(path, PATH_MAX, name);
    }
    if (maps) fclose(maps);
    return found;
}

// Cuts the last name off a path. False when nothing is left but the root.
static bool go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return false;
    *slash = '\0';
    return true;
}

// ---- The list ----

static bool is_listed(const Text *folders, size_t from, const char *folder) {
    for (size_t at = from; at < folders->size; at += strlen(folders->data + at) + 1)
        if (strcmp(folders->data + at, folder) == 0) return true;
    return false;
}

typedef struct List {
    Text *folders;
    size_t from; // where ours begin
    const char *kind;
    int count;
} List;

static void add(List *list, const char *folder) {
    if (is_listed(list->folders, list->from, folder)) return;
    text_add_bytes(list->folders, folder, strlen(folder) + 1);
    list->count++;
}

// parent[/between]/KIND; `between` may be NULL.
static void add_below(List *list, const char *parent, const char *between) {
    Text folder = {0};
    text_addf(&folder, "%s%s%s/%s", parent, between ? "/" : "", between ? between : "", list->kind);
    add(list, folder.data);
    text_free(&folder);
}

static void add_beside_own_file(List *list) {
    char path[PATH_MAX];
    if (!own_file(path) || !go_up(path)) return;
    add_below(list, path, NULL);
    for (int up = 0; up < DEEPEST && go_up(path); up++) {
        if (up == 0) add_below(list, path, NULL);
        add_below(list, path, DEADWOOD_DATA_IN_PREFIX);
    }
}

// PREFIX/include/deadwood.h, or a source tree's src/api/deadwood.h. pkg-config writes PREFIX with dots.
static void add_beside_header(List *list) {
    char path[PATH_MAX];
    if (!deadwood_header || *deadwood_header != '/' || !realpath(deadwood_header, path)) return;
    if (!go_up(path) || !go_up(path)) return;
    add_below(list, path, DEADWOOD_DATA_IN_PREFIX);
    if (go_up(path)) add_below(list, path, NULL);
}

int data_folders(DataKind kind, Text *folders) {
    const char *set = getenv(KINDS[kind].variable);
    List list = {.folders = folders, .from = folders->size, .kind = KINDS[kind].name};
    const char *own = scope_folder((int)kind);
    if (own) add(&list, own);
    if (set && *set) {
        add(&list, set);
        return list.count;
    }
    add_beside_own_file(&list);
    add_beside_header(&list);
    add_below(&list, DEADWOOD_DATA_DIR, NULL);
    add(&list, list.kind);
    return list.count;
}

bool data_find(DataKind kind, const char *file, Text *path) {
    Text folders = {0}, at = {0};
    int count = data_folders(kind, &folders);
    bool found = false;
    const char *folder = folders.data;
    for (int i = 0; i < count && !found; i++, folder += strlen(folder) + 1) {
        text_clear(&at);
        text_addf(&at, "%s/%s", folder, file);
        found = access(at.data, R_OK) == 0;
    }
    if (found) text_add(path, at.data);
    text_free(&folders);
    text_free(&at);
    return found;
}

void data_say_folders(DataKind kind, Text *text) {
    Text folders = {0};
    int count = data_folders(kind, &folders);
    const char *folder = folders.data;
    size_t most = text->size + SAID;
    for (int i = 0; i < count; i++, folder += strlen(folder) + 1) {
        if (i && text->size + strlen(folder) > most) {
            text_addf(text, " or %d other folders", count - i);
            break;
        }
        text_addf(text, "%s%s%s", i == 0 ? "" : i < count - 1 ? ", " : " or ", *folder == '/' ? "" : "./", folder);
    }
    text_free(&folders);
}
