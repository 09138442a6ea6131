// SPDX-License-Identifier: MIT
// Runs a fuzz target on files and folders of files, for builds without libFuzzer: what fuzzing once found
// stays fixed.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replayed;

static bool replay_file(const char *path) {
    Text text = {0};
    Error err = {0};
    if (!text_read_file(&text, path, 1 << 24, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    // An allocation of exactly the input's size lets the sanitizers see a read past its end.
    uint8_t *data = malloc(text.size ? text.size : 1);
    if (!data) abort();
    if (text.size) memcpy(data, text.data, text.size);
    LLVMFuzzerTestOneInput(data, text.size);
    free(data);
    text_free(&text);
    replayed++;
    return true;
}

static bool replay(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return true; // a target without a corpus yet
    if (!S_ISDIR(about.st_mode)) return replay_file(path);
    DIR *folder = opendir(path);
    if (!folder) return false;
    bool good = true;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.') continue;
        Text name = {0};
        text_addf(&name, "%s/%s", path, entry->d_name);
        good = replay_file(name.data) && good;
        text_free(&name);
    }
    closedir(folder);
    return good;
}

int main(int count, char **arguments) {
    bool good = true;
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < count; i++) good = replay(arguments[i]) && good;
    printf("%d inputs replayed\n", replayed);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
