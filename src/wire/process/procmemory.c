// SPDX-License-Identifier: MIT
// What processes take, read from /proc with nothing but system calls.
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "wire/process/keeper_internal.h"

enum {
    FILE_KIB = 8,       // an open file may be a pipe; the first megabytes of them aside, the kernel gives it two pages
    SOCKET_KIB = 256,   // what one can hold unread
    INODE_KIB = 2,      // a file in memory, however short
    COMPARE_MEMORY = 1, // KCMP_VM
};

// The number behind `name` in lines as "RssAnon:      1234 kB", 0 if there is none.
static uint64_t field(const char *text, const char *name) {
    const char *at = strstr(text, name);
    uint64_t number = 0;
    if (!at) return 0;
    for (at += strlen(name); *at == ' ' || *at == '\t'; at++) {
    }
    for (; *at >= '0' && *at <= '9'; at++) number = 10 * number + (uint64_t)(*at - '0');
    return number;
}

typedef struct Living {
    pid_t pid;
    char *text;
    size_t room;
} Living;

static void read_living(void *context, pid_t task) {
    Living *living = context;
    if (living->pid || !proctree_text(task, "status", living->text, living->room)) return;
    if (strstr(living->text, "\nVmRSS:")) living->pid = task;
}

// The status of a process, of another of its threads where the first has ended: memory outlives it. Returns the thread
// that has it, 0 if none has any.
static pid_t read_status(pid_t pid, char *text, size_t room) {
    Living living = {.text = text, .room = room};
    read_living(&living, pid);
    if (living.pid) return living.pid;
    char path[PROCTREE_PATH];
    proctree_each_number(proctree_path(path, pid, "task"), read_living, &living);
    return living.pid;
}

static uint64_t count_open_files(pid_t pid) {
    char path[PROCTREE_PATH];
    struct stat info;
    return stat(proctree_path(path, pid, "fd"), &info) == 0 ? (uint64_t)info.st_size : 0; // since Linux 6.2
}

// What is nobody else's (swapped out or not), tables of pages, and open files.
static uint64_t process_kib(pid_t pid, bool shared, bool exact) {
    char text[4096], rollup[2048];
    pid_t task = read_status(pid, text, sizeof text);
    if (!task) return 0;
    uint64_t kib = field(text, "\nRssAnon:") + field(text, "\nVmSwap:");
    uint64_t shared_kib = field(text, "\nRssShmem:");
    if (exact && proctree_text(task, "smaps_rollup", rollup, sizeof rollup) && strstr(rollup, "\nPss_Anon:")) {
        kib = field(rollup, "\nPss_Anon:") + field(rollup, "\nSwapPss:");
        shared_kib = field(rollup, "\nPss_Shmem:");
    }
    if (shared) kib += shared_kib;
    return kib + field(text, "\nVmPTE:") + FILE_KIB * count_open_files(pid);
}

// Two processes may share all their memory, as between vfork and exec; it is there once.
static bool shares_memory(const ProcTree *tree, int which) {
#ifdef SYS_kcmp
    for (int i = 0; i < which; i++)
        if (syscall(SYS_kcmp, tree->pid[i], tree->pid[which], COMPARE_MEMORY, 0, 0) == 0) return true;
#else
    (void)tree;
    (void)which;
#endif
    return false;
}

uint64_t proctree_memory(const ProcTree *tree, bool shared, uint64_t most) {
    uint64_t kib = 0;
    for (int i = 0; i < tree->count; i++) kib += process_kib(tree->pid[i], shared, false);
    if (kib <= most) return kib;
    kib = 0; // what several share was counted for each: now slowly and exactly
    for (int i = 0; i < tree->count; i++)
        if (!shares_memory(tree, i)) kib += process_kib(tree->pid[i], shared, true);
    return kib;
}

// ---- In the sandbox ----

// A sandbox that is still being made has our root, and for a moment another memory at /tmp.
static bool has_own_root(pid_t pid) {
    char path[PROCTREE_PATH];
    struct stat ours, theirs;
    return stat("/", &ours) == 0 && stat(proctree_path(path, pid, "root"), &theirs) == 0 &&
           (ours.st_dev != theirs.st_dev || ours.st_ino != theirs.st_ino);
}

static bool is_private(int folder) {
    enum { TMPFS = 0x01021994 };
    struct stat ours = {0}, theirs;
    struct statfs info;
    (void)!stat("/tmp", &ours);
    return fstat(folder, &theirs) == 0 && theirs.st_dev != ours.st_dev && fstatfs(folder, &info) == 0 &&
           info.f_type == TMPFS;
}

int proctree_private(const ProcTree *tree) {
    char path[PROCTREE_PATH];
    for (int i = 0; i < tree->count; i++) {
        if (!has_own_root(tree->pid[i])) continue;
        int folder = open(proctree_path(path, tree->pid[i], "root/tmp"), O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0) continue;
        if (is_private(folder)) return folder;
        close(folder);
    }
    return -1;
}

uint64_t proctree_private_memory(const ProcTree *tree, int folder) {
    char text[512];
    struct statfs info;
    uint64_t kib = 0;
    if (folder >= 0 && fstatfs(folder, &info) == 0)
        kib += (uint64_t)(info.f_blocks - info.f_bfree) * (uint64_t)info.f_bsize / 1024 +
               (uint64_t)(info.f_files - info.f_ffree) * INODE_KIB;
    // All its processes are in one network of their own, and sockets exist there only in pairs.
    if (tree->count && proctree_text(tree->pid[tree->count - 1], "net/sockstat", text, sizeof text))
        kib += field(text, "sockets: used ") * SOCKET_KIB;
    return kib;
}
