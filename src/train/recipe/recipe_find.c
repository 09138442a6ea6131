// SPDX-License-Identifier: MIT
// Where recipes lie.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "train/recipe/recipe.h"

#ifndef DEADWOOD_RECIPES_DIR
#define DEADWOOD_RECIPES_DIR "/usr/local/share/deadwood/recipes"
#endif

static bool load_file(const char *path, Recipe *recipe, Error *err) {
    enum { LIMIT = 64 << 10 };
    Text text = {0};
    if (!text_read_file(&text, path, LIMIT, err)) return false;
    text_add(&text, "");
    const char *slash = strrchr(path, '/');
    char name[RECIPE_NAME];
    text_copy(name, sizeof name, slash ? slash + 1 : path);
    char *ending = strstr(name, ".recipe");
    if (ending) *ending = '\0';
    bool good = strlen(text.data) == text.size || error_set(err, "%s holds a NUL byte; a recipe is text", path);
    good = good && recipe_parse(text.data, name, path, recipe, err);
    text_free(&text);
    return good;
}

enum { FOLDERS = 3 };

static void folders(const char *list[FOLDERS]) {
    const char *set = getenv("DEADWOOD_RECIPES");
    list[0] = set && *set ? set : "recipes";
    list[1] = "recipes";
    list[2] = DEADWOOD_RECIPES_DIR;
}

static bool find(const char *name, Text *path) {
    const char *list[FOLDERS];
    folders(list);
    for (int i = 0; i < FOLDERS; i++) {
        text_clear(path);
        text_addf(path, "%s/%s.recipe", list[i], name);
        if (access(path->data, R_OK) == 0) return true;
    }
    return false;
}

static bool no_such(const char *name, Error *err) {
    const char *names[256], *list[FOLDERS];
    Text all = {0};
    int count = recipe_names(&all), kept = 0;
    for (const char *at = all.data; kept < count && kept < 256; at += strlen(at) + 1) names[kept++] = at;
    const char *close = text_closest(name, names, kept);
    folders(list);
    if (count)
        error_set(err, "there is no recipe '%.60s'%s%s%s; `deadwood train` lists them", name,
                  close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
    else
        error_set(err, "there are no recipes in %s or %s; set DEADWOOD_RECIPES to their folder", list[0], list[2]);
    text_free(&all);
    return false;
}

bool recipe_load(const char *name, Recipe *recipe, Error *err) {
    size_t size = strlen(name), ending = strlen(".recipe");
    bool is_path = strchr(name, '/') || (size > ending && strcmp(name + size - ending, ".recipe") == 0);
    if (is_path) return load_file(name, recipe, err);
    Text path = {0};
    bool done = find(name, &path) ? load_file(path.data, recipe, err) : no_such(name, err);
    text_free(&path);
    return done;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int recipe_names(Text *names) {
    enum { MOST = 256 };
    const char *list[FOLDERS];
    char *found[MOST] = {NULL};
    int count = 0;
    folders(list);
    for (int i = 0; i < FOLDERS; i++) {
        DIR *folder = opendir(list[i]);
        for (struct dirent *entry; folder && count < MOST && (entry = readdir(folder)) != NULL;) {
            char *ending = strstr(entry->d_name, ".recipe");
            if (!ending || ending[strlen(".recipe")] || *entry->d_name == '.') continue;
            found[count] = strndup(entry->d_name, (size_t)(ending - entry->d_name));
            if (found[count]) count++;
        }
        if (folder) closedir(folder);
    }
    qsort(found, (size_t)count, sizeof *found, by_name);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (i == 0 || strcmp(found[i], found[i - 1]) != 0) {
            text_add_bytes(names, found[i], strlen(found[i]) + 1);
            kept++;
        }
    }
    for (int i = 0; i < count; i++) free(found[i]);
    return kept;
}
