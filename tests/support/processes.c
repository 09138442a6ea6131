// SPDX-License-Identifier: MIT
#include "support/processes.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void tag_text(char *text, size_t room) { snprintf(text, room, "DEADWOOD_TEST_TAG=%ld", (long)getpid()); }

void processes_tag(void) {
    char tag[64];
    tag_text(tag, sizeof tag);
    setenv("DEADWOOD_TEST_TAG", strchr(tag, '=') + 1, 1);
}

static size_t read_file(const char *pid, const char *name, char *text, size_t room) {
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/%s", pid, name);
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    size_t size = fread(text, 1, room - 1, file);
    fclose(file);
    text[size] = '\0';
    return size;
}

static int carries(const char *pid, const char *tag) {
    static char environment[1 << 17];
    size_t size = read_file(pid, "environ", environment, sizeof environment);
    for (size_t at = 0; at < size; at += strlen(environment + at) + 1)
        if (strcmp(environment + at, tag) == 0) return 1;
    return 0;
}

int processes_tagged(char *name, size_t room) {
    char tag[64], line[256];
    int count = 0;
    tag_text(tag, sizeof tag);
    DIR *folder = opendir("/proc");
    if (!folder) return -1;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || !carries(entry->d_name, tag)) continue;
        read_file(entry->d_name, "stat", line, sizeof line);
        snprintf(name, room, "%s", line);
        count++;
    }
    closedir(folder);
    return count;
}

void no_process_is_left(const char *mode) {
    char name[256] = "";
    int left = processes_tagged(name, sizeof name);
    for (int i = 0; i < 100 && left; i++) { // the kernel's own hand may still be on what it killed
        usleep(20000);
        left = processes_tagged(name, sizeof name);
    }
    if (left) fail_msg("%s leaves %d processes, one of them %s", mode, left, name);
}

void faulty_spec(const char *mode, char *spec, size_t room) {
    const char *bots = getenv("BOTS");
    snprintf(spec, room, "exec:'%s/faulty' %s", bots ? bots : "bots", mode);
}
