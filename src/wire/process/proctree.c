// SPDX-License-Identifier: MIT
// Who descends from whom, read from /proc with nothing but system calls.
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "wire/process/keeper_internal.h"

static char *put_pid(char *at, pid_t number) {
    char digits[12];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *at++ = digits[--count];
    return at;
}

// Reads a file into text, ended by a NUL; the number of bytes, 0 if there is none.
static size_t read_file_text(const char *path, char *text, size_t room) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t size = read(file, text, room - 1);
    close(file);
    if (size < 0) size = 0;
    text[size] = '\0';
    return (size_t)size;
}

char *proctree_path(char *path, pid_t pid, const char *name) {
    memcpy(path, "/proc/", 6);
    char *at = put_pid(path + 6, pid);
    *at++ = '/';
    memcpy(at, name, strlen(name) + 1);
    return path;
}

size_t proctree_text(pid_t pid, const char *name, char *text, size_t room) {
    char path[PROCTREE_PATH];
    return read_file_text(proctree_path(path, pid, name), text, room);
}

// The fields behind the program's name, which may itself hold spaces and brackets.
static const char *stat_fields(pid_t pid, char *text, size_t room) {
    if (!proctree_text(pid, "stat", text, room)) return NULL;
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end + 2 : NULL;
}

// The field of that number, counted as proc(5) does; the third is the first behind the name.
static pid_t read_stat_field(const char *fields, int number) {
    const char *at = fields;
    for (int field = 3; field < number && at; field++) at = (at = strchr(at, ' ')) ? at + 1 : NULL;
    pid_t value = 0;
    for (; at && *at >= '0' && *at <= '9'; at++) value = 10 * value + (*at - '0');
    return value;
}

// The parent of a process, 0 if it is gone.
static pid_t read_process(pid_t pid, int *threads) {
    enum { PARENT = 4, THREADS = 20 };
    char text[512];
    const char *fields = stat_fields(pid, text, sizeof text);
    if (!fields) return 0;
    *threads = read_stat_field(fields, THREADS);
    return read_stat_field(fields, PARENT);
}

int proctree_processor(pid_t pid) {
    enum { PROCESSOR = 39 };
    char text[512];
    const char *fields = stat_fields(pid, text, sizeof text);
    return fields ? read_stat_field(fields, PROCESSOR) : -1;
}

char proctree_state(pid_t pid) {
    char text[512];
    const char *fields = stat_fields(pid, text, sizeof text);
    return fields ? fields[0] : '\0';
}

// As the kernel fills it in.
typedef struct Entry {
    uint64_t inode;
    int64_t offset;
    unsigned short size;
    unsigned char type;
    char name[];
} Entry;

void proctree_each_number(const char *path, void (*visit)(void *context, pid_t number), void *context) {
    _Alignas(Entry) char block[8192];
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    for (long size; (size = syscall(SYS_getdents64, folder, block, sizeof block)) > 0;)
        for (long at = 0; at < size;) {
            const Entry *entry = (const Entry *)(const void *)(block + at);
            const char *name = entry->name;
            pid_t number = 0;
            for (; *name >= '0' && *name <= '9'; name++) number = 10 * number + (*name - '0');
            if (!*name && name != entry->name) visit(context, number);
            at += entry->size;
        }
    close(folder);
}

static void add_process(void *context, pid_t pid) {
    ProcTree *tree = context;
    if (tree->count == PROCTREE_MOST) return;
    tree->pid[tree->count] = pid;
    tree->parent[tree->count] = read_process(pid, &tree->threads[tree->count]);
    tree->count++;
}

static void read_all_processes(ProcTree *tree) { proctree_each_number("/proc", add_process, tree); }

static bool is_among(const pid_t *pids, int count, pid_t pid) {
    for (int i = 0; i < count; i++)
        if (pids[i] == pid) return true;
    return false;
}

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

// Moves the descendants to the front, generation after generation: a process belongs if its parent is in front already.
static void keep_descendants(ProcTree *tree, pid_t root, int found) {
    for (int before = -1; before != found;) {
        before = found;
        for (int i = found; i < tree->count; i++) {
            if (tree->parent[i] != root && !is_among(tree->pid, found, tree->parent[i])) continue;
            swap(tree->pid + i, tree->pid + found);
            swap(tree->parent + i, tree->parent + found);
            swap(tree->threads + i, tree->threads + found);
            found++;
        }
    }
    tree->count = found;
}

void proctree_read(ProcTree *tree, pid_t root) {
    tree->count = 0;
    read_all_processes(tree);
    keep_descendants(tree, root, 0);
}

// ---- Looking again ----

// The number given last to a process or thread of the machine: behind the last space of /proc/loadavg.
static pid_t newest_number(void) {
    char text[128];
    pid_t pid = 0;
    if (!read_file_text("/proc/loadavg", text, sizeof text)) return 0;
    const char *at = strrchr(text, ' ');
    for (at = at ? at + 1 : text; *at >= '0' && *at <= '9'; at++) pid = 10 * pid + (*at - '0');
    return pid;
}

static void drop_ended(ProcTree *tree) {
    int kept = 0;
    for (int i = 0; i < tree->count; i++) {
        pid_t parent = read_process(tree->pid[i], &tree->threads[kept]);
        if (!parent) continue;
        tree->pid[kept] = tree->pid[i];
        tree->parent[kept++] = parent;
    }
    tree->count = kept;
}

// Numbers are given in rising order, so what is new lies between the newest of the look before the last (a number can
// be given before its process is seen) and the newest now. Now and then, and when the numbers begin anew, all are read.
void proctree_look(ProcTree *tree, pid_t root) {
    enum { AT_ONCE = 2048, EVERYTHING = 20 };
    pid_t newest = newest_number(), from = tree->older;
    bool all = !from || newest < tree->newest || newest - from > AT_ONCE || tree->looks++ % EVERYTHING == 0;
    tree->older = tree->newest;
    tree->newest = newest;
    if (all) {
        proctree_read(tree, root);
        return;
    }
    drop_ended(tree);
    int known = tree->count;
    for (pid_t pid = from + 1; pid <= newest && tree->count < PROCTREE_MOST; pid++) {
        if (is_among(tree->pid, known, pid)) continue;
        pid_t parent = read_process(pid, &tree->threads[tree->count]);
        if (!parent) continue;
        tree->pid[tree->count] = pid;
        tree->parent[tree->count++] = parent;
    }
    keep_descendants(tree, root, known);
}

int proctree_threads(const ProcTree *tree) {
    int threads = 0;
    for (int i = 0; i < tree->count; i++) threads += tree->threads[i] > 1 ? tree->threads[i] : 1;
    return threads;
}
