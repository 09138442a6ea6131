// SPDX-License-Identifier: MIT
// Where recipes lie.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/files/data.h"
#include "train/recipe/recipe.h"

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

static bool find_recipe_in(const char *name, Text *path) {
    Text file = {0};
    text_addf(&file, "%s.recipe", name);
    bool found = data_find(DATA_RECIPES, file.data, path);
    text_free(&file);
    return found;
}

static bool no_such(const char *name, Error *err) {
    const char *names[256];
    Text all = {0}, folders = {0};
    int count = recipe_names(&all), kept = 0;
    for (const char *at = all.data; kept < count && kept < 256; at += strlen(at) + 1) names[kept++] = at;
    const char *close = text_closest(name, names, kept);
    if (count) {
        error_set(err, "there is no recipe '%.60s'%s%s%s; `deadwood train` lists them", name,
                  close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
    } else {
        data_say_folders(DATA_RECIPES, &folders);
        error_set(err, "there are no recipes in %s; set %s to their folder", folders.data, data_variable(DATA_RECIPES));
    }
    text_free(&all);
    text_free(&folders);
    return false;
}

bool recipe_load(const char *name, Recipe *recipe, Error *err) {
    size_t size = strlen(name), ending = strlen(".recipe");
    bool is_path = strchr(name, '/') || (size > ending && strcmp(name + size - ending, ".recipe") == 0);
    if (is_path) return load_file(name, recipe, err);
    Text path = {0};
    bool done = find_recipe_in(name, &path) ? load_file(path.data, recipe, err) : no_such(name, err);
    text_free(&path);
    return done;
}

static int recipes_by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

enum { MOST = 256 };

static int names_in(const char *path, char *found[MOST], int count) {
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && count < MOST && (entry = readdir(folder)) != NULL;) {
        char *ending = strstr(entry->d_name, ".recipe");
        if (!ending || ending[strlen(".recipe")] || *entry->d_name == '.') continue;
        found[count] = strndup(entry->d_name, (size_t)(ending - entry->d_name));
        if (found[count]) count++;
    }
    if (folder) closedir(folder);
    return count;
}

int recipe_names(Text *names) {
    char *found[MOST] = {NULL};
    Text folders = {0};
    int count = 0, folder_count = data_folders(DATA_RECIPES, &folders);
    const char *folder = folders.data;
    for (int i = 0; i < folder_count; i++, folder += strlen(folder) + 1) count = names_in(folder, found, count);
    text_free(&folders);
    qsort(found, (size_t)count, sizeof *found, recipes_by_name);
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
