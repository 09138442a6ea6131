// SPDX-License-Identifier: MIT
// Who descends from whom, read from /proc with nothing but system calls.
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "wire/keeper_internal.h"

static char *put_number(char *at, pid_t number) {
    char digits[12];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *at++ = digits[--count];
    return at;
}

// Reads /proc/PID/NAME into text, ended by a NUL; the number of bytes, 0 if there is none.
static size_t read_proc(pid_t pid, const char *name, char *text, size_t room) {
    char path[48] = "/proc/", *at = put_number(path + 6, pid);
    *at++ = '/';
    memcpy(at, name, strlen(name) + 1);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t size = read(file, text, room - 1);
    close(file);
    if (size < 0) size = 0;
    text[size] = '\0';
    return (size_t)size;
}

// The fields behind the program's name, which may itself hold spaces and brackets.
static const char *stat_fields(pid_t pid, char *text, size_t room) {
    if (!read_proc(pid, "stat", text, room)) return NULL;
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end + 2 : NULL;
}

static pid_t parent_of(pid_t pid) {
    char text[512];
    const char *fields = stat_fields(pid, text, sizeof text);
    if (!fields || !fields[0] || fields[1] != ' ') return 0;
    pid_t parent = 0;
    for (const char *at = fields + 2; *at >= '0' && *at <= '9'; at++) parent = 10 * parent + (*at - '0');
    return parent;
}

char proctree_state(pid_t pid) {
    char text[512];
    const char *fields = stat_fields(pid, text, sizeof text);
    return fields ? fields[0] : '\0';
}

uint64_t proctree_pages(pid_t pid) {
    char text[128];
    uint64_t pages = 0;
    if (!read_proc(pid, "statm", text, sizeof text)) return 0;
    const char *at = strchr(text, ' ');
    if (!at) return 0;
    for (at++; *at >= '0' && *at <= '9'; at++) pages = 10 * pages + (uint64_t)(*at - '0');
    return pages;
}

// As the kernel fills it in.
typedef struct Entry {
    uint64_t inode;
    int64_t offset;
    unsigned short size;
    unsigned char type;
    char name[];
} Entry;

static void add_process(ProcTree *tree, const char *name) {
    pid_t pid = 0;
    for (; *name >= '0' && *name <= '9'; name++) pid = 10 * pid + (*name - '0');
    if (*name || !pid || tree->count == PROCTREE_MOST) return;
    tree->pid[tree->count] = pid;
    tree->parent[tree->count++] = parent_of(pid);
}

static void read_all(ProcTree *tree) {
    _Alignas(Entry) char block[8192];
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    for (long size; (size = syscall(SYS_getdents64, folder, block, sizeof block)) > 0;)
        for (long at = 0; at < size;) {
            const Entry *entry = (const Entry *)(const void *)(block + at);
            add_process(tree, entry->name);
            at += entry->size;
        }
    close(folder);
}

static bool is_among(const pid_t *pids, int count, pid_t pid) {
    for (int i = 0; i < count; i++)
        if (pids[i] == pid) return true;
    return false;
}

// Moves the descendants to the front, generation after generation: a process belongs if its parent is in front already.
void proctree_read(ProcTree *tree, pid_t root) {
    tree->count = 0;
    tree->pages = 0;
    read_all(tree);
    int found = 0;
    for (int before = -1; before != found;) {
        before = found;
        for (int i = found; i < tree->count; i++) {
            if (tree->parent[i] != root && !is_among(tree->pid, found, tree->parent[i])) continue;
            pid_t pid = tree->pid[i], parent = tree->parent[i];
            tree->pid[i] = tree->pid[found];
            tree->parent[i] = tree->parent[found];
            tree->pid[found] = pid;
            tree->parent[found++] = parent;
        }
    }
    tree->count = found;
    for (int i = 0; i < found; i++) tree->pages += proctree_pages(tree->pid[i]);
}
