// SPDX-License-Identifier: MIT
// The sandbox made with the kernel's own calls, where bubblewrap is not installed. Nothing here allocates: it runs in a
// process forked from a host that may have many threads.
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "wire/process/sandbox_internal.h"

enum { PATH = 4224, MODE = 0755 };

// As the kernel has it; the headers of older systems lack it.
typedef struct MountChange {
    uint64_t set, clear, propagation, user_namespace;
} MountChange;

enum {
    CALL_MOUNT_SETATTR = 442,
    CHANGE_READ_ONLY = 1,
    CHANGE_NO_SUID = 2,
    CHANGE_NO_DEVICES = 4,
    ALL_BENEATH = 0x8000
};

int sandbox_fork(void) {
    unsigned long spaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    long child = syscall(SYS_clone, spaces | CLONE_NEWCGROUP | SIGCHLD, 0, 0, 0, 0);
    if (child < 0 && errno == EINVAL) child = syscall(SYS_clone, spaces | SIGCHLD, 0, 0, 0, 0);
    return (int)child;
}

// ---- Who it is ----

static bool write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool good = write(file, text, strlen(text)) == (ssize_t)strlen(text);
    close(file);
    return good;
}

static char *put_number(char *at, uint64_t number) {
    char digits[24];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *at++ = digits[--count];
    *at = '\0';
    return at;
}

// "ID ID 1": itself and nobody else.
static bool map_id(const char *path, unsigned id) {
    char line[32], *at = put_number(line, id);
    *at++ = ' ';
    at = put_number(at, id);
    memcpy(at, " 1", 3);
    return write_file(path, line);
}

static bool drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int capability = 0; capability < 64; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EINVAL) return false;
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0;
}

// This process is a copy of the host and the bot's neighbour: its command line, which may name what no bot should know,
// is wiped, and nobody may look into it.
static void become_unreadable(void) {
    char text[1024];
    int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC), field = 2;
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    uintptr_t bounds[2] = {0}; // of the arguments: fields 48 and 49
    if (file >= 0) close(file);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (size <= 0) return;
    text[size] = '\0';
    const char *at = strrchr(text, ')');
    for (at = at ? at + 1 : text + size; *at; at++) {
        if (*at == ' ')
            field++;
        else if (field >= 48 && field <= 49 && *at >= '0' && *at <= '9')
            bounds[field - 48] = 10 * bounds[field - 48] + (uintptr_t)(*at - '0');
    }
    if (bounds[0] && bounds[1] > bounds[0]) memset((void *)bounds[0], 0, bounds[1] - bounds[0]);
}

// ---- What it sees ----

static bool join(char *path, const char *base, const char *rest) {
    size_t first = strlen(base), second = strlen(rest);
    if (first + second >= PATH) return false;
    memcpy(path, base, first);
    memcpy(path + first, rest, second + 1);
    return true;
}

// All folders on the way to a path, and with `whole` the path itself.
static void make_folders(char *path, bool whole) {
    for (char *at = path + 1; *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        mkdir(path, MODE);
        *at = '/';
    }
    if (whole) mkdir(path, MODE);
}

static bool change(const char *path, uint64_t set) {
    MountChange how = {.set = set};
    return syscall(CALL_MOUNT_SETATTR, AT_FDCWD, path, ALL_BENEATH, &how, sizeof how) == 0;
}

static bool bind_place(const char *from, const char *to, uint64_t changes) {
    struct stat info;
    if (stat(from, &info) != 0) return false;
    if (S_ISDIR(info.st_mode))
        mkdir(to, MODE);
    else {
        int file = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
        if (file >= 0) close(file);
    }
    return mount(from, to, NULL, MS_BIND | MS_REC, NULL) == 0 && change(to, changes);
}

static bool own_place(const char *to, uint64_t bytes) {
    char options[96] = "mode=0700,nr_inodes=65536,size=";
    put_number(options + strlen(options), bytes);
    mkdir(to, MODE);
    return mount("tmpfs", to, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

// The host's files are under /old, the bot's will be under /new.
static bool show_place(const Sandbox *sandbox, const Place *place) {
    char from[PATH], to[PATH];
    enum { READ = CHANGE_READ_ONLY | CHANGE_NO_SUID };
    if (!join(from, "/old", place->from) || !join(to, "/new", place->to)) return false;
    make_folders(to, place->kind == PLACE_EMPTY);
    switch (place->kind) {
    case PLACE_READ: return bind_place(from, to, READ | CHANGE_NO_DEVICES);
    case PLACE_WRITE: return bind_place(from, to, CHANGE_NO_SUID | CHANGE_NO_DEVICES);
    case PLACE_DEVICE: return access(from, F_OK) != 0 || bind_place(from, to, READ);
    case PLACE_EMPTY: return true;
    case PLACE_LINK: return symlink(place->from, to) == 0 || errno == EEXIST;
    case PLACE_OWN: return own_place(to, sandbox->own_bytes);
    case PLACE_PROC:
        mkdir(to, MODE);
        return mount("proc", to, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=2") == 0;
    }
    return false;
}

// What was mounted for good, and the root of it all, is closed last: until then folders are made in it.
static bool close_places(const Sandbox *sandbox) {
    MountChange read_only = {.set = CHANGE_READ_ONLY | CHANGE_NO_SUID | CHANGE_NO_DEVICES};
    for (int i = 0; i < sandbox->count; i++) {
        char to[PATH];
        if (sandbox->place[i].kind != PLACE_PROC || !join(to, "/new", sandbox->place[i].to)) continue;
        if (!change(to, CHANGE_READ_ONLY)) return false;
    }
    return syscall(CALL_MOUNT_SETATTR, AT_FDCWD, "/new", 0, &read_only, sizeof read_only) == 0;
}

static bool change_root(const Sandbox *sandbox) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return false;
    if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=16m") != 0 || chdir("/tmp") != 0)
        return false;
    mkdir("old", MODE);
    mkdir("new", MODE);
    if (mount("tmpfs", "new", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=16m") != 0) return false;
    if (syscall(SYS_pivot_root, ".", "old") != 0) return false;
    for (int i = 0; i < sandbox->count; i++)
        if (!show_place(sandbox, &sandbox->place[i])) return false;
    if (!close_places(sandbox) || chdir("/new") != 0) return false;
    if (syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0) return false;
    return chdir("/") == 0 && chdir(sandbox->folder) == 0;
}

SandboxTrouble sandbox_enter(const Sandbox *sandbox, unsigned user, unsigned group) {
    write_file("/proc/self/setgroups", "deny");
    if (!map_id("/proc/self/uid_map", user) || !map_id("/proc/self/gid_map", group)) return SANDBOX_NO_SPACES;
    become_unreadable();
    umask(022);
    if (sethostname("bot", 3) != 0) return SANDBOX_NO_SPACES;
    if (!change_root(sandbox)) return SANDBOX_NO_MOUNT;
    return drop_capabilities() ? SANDBOX_FINE : SANDBOX_NO_PRIVILEGE;
}
