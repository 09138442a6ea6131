// SPDX-License-Identifier: MIT
// A bot that plays legally and tries to get out: `escape all` makes every attempt below once, when it starts, and says
// on stderr which did harm and which were held off; `escape hog-tmp` and the like take memory where a limit may not
// look. What it attacks stands in the environment, since what stands on the command line is shown in the sandbox:
// VICTIM a process, RESULTS a file the host writes, SECRET a file of another folder, SOCKET a unix socket, TOKEN words
// that stand only in the host's command line. tests/attacks/sandbox.sh runs it.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *given(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

static const char *token(void) {
    static char text[64];
    size_t size = strlen(given("NEKOT"));
    for (size_t i = 0; i < size && size < sizeof text; i++) text[i] = given("NEKOT")[size - 1 - i];
    return text;
}

static pid_t victim(void) {
    int pid = atoi(given("VICTIM"));
    return pid > 1 ? pid : INT32_MAX; // not itself, and not everybody
}

static void nap(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static bool opens(const char *path, int how) {
    int file = open(path, how | O_CLOEXEC);
    if (file >= 0) close(file);
    return file >= 0;
}

// ---- Other processes ----

static bool stop_another(void) { return kill(victim(), SIGSTOP) == 0 && kill(victim(), SIGCONT) == 0; }
static bool see_another(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)victim());
    return opens(path, O_RDONLY);
}
static bool slow_another(void) { return setpriority(PRIO_PROCESS, (id_t)victim(), 19) == 0; }
static bool slow_everybody(void) { // within its own processes the kernel would allow it
    return setpriority(PRIO_USER, getuid(), 1) == 0;
}
static bool move_another(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return sched_setaffinity(victim(), sizeof set, &set) == 0;
}
static bool trace_another(void) {
    if (ptrace(PTRACE_ATTACH, victim(), NULL, NULL) != 0) return false;
    waitpid(victim(), NULL, __WALL);
    ptrace(PTRACE_DETACH, victim(), NULL, NULL);
    return true;
}
static bool read_another(void) {
    char place[8];
    struct iovec here = {place, 0}, there = {place, 0};
    return process_vm_readv(victim(), &here, 1, &there, 1, 0) >= 0;
}
// The keeper, or in a sandbox the first process, which its own children cannot kill.
static bool above_is_the_hosts(void) {
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", (int)getppid());
    FILE *file = fopen(path, "r");
    if (!file) return false;
    bool keeper = fgets(text, sizeof text, file) && strncmp(text, "bot-keeper", 10) == 0 && getppid() != 1;
    fclose(file);
    return keeper;
}
static bool kill_the_first(void) { // outside that would be the machine's
    return getpid() < 100 && kill(1, SIGKILL) == 0 && (nap(50), getppid() != 1);
}

static bool holds(const char *path, const char *words) {
    static char text[65536];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text) : -1;
    if (file >= 0) close(file);
    return size > 0 && *words && memmem(text, (size_t)size, words, strlen(words)) != NULL;
}

static bool read_command_lines(void) {
    DIR *folder = opendir("/proc");
    bool found = false;
    for (const struct dirent *entry; folder && !found && (entry = readdir(folder)) != NULL;) {
        char path[300];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        found = atoi(entry->d_name) != getpid() && holds(path, token());
    }
    if (folder) closedir(folder);
    return found;
}

// The first process of a sandbox may be a copy of the host. Outside, the parent is one.
static bool read_memory_above(void) {
    static char block[1 << 16];
    char path[64], line[512];
    const char *words = token();
    snprintf(path, sizeof path, "/proc/%d/maps", (int)getppid());
    FILE *maps = fopen(path, "r");
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    bool found = false;
    while (*words && maps && memory >= 0 && !found && fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx rw", &from, &to) != 2 || to - from > (64UL << 20)) continue;
        for (; from < to && !found; from += sizeof block) {
            ssize_t size = pread(memory, block, sizeof block, (off_t)from);
            found = size > 0 && memmem(block, (size_t)size, words, strlen(words)) != NULL;
        }
    }
    if (maps) fclose(maps);
    if (memory >= 0) close(memory);
    return found;
}

// Files of the host that a bot was born with, and those of the process above.
static bool have_open_files(void) {
    for (int file = 3; file < 1024; file++)
        if (fcntl(file, F_GETFD) >= 0) return true;
    return false;
}
static bool see_roots_above(void) {
    struct stat own, above;
    if (stat("/", &own) == 0 && stat("/proc/1/root", &above) == 0 &&
        (own.st_dev != above.st_dev || own.st_ino != above.st_ino))
        return true;
    return opens("/proc/1/cwd/results", O_RDONLY) || opens("/proc/1/fd/3", O_RDONLY) || opens("/proc/1/mem", O_RDWR);
}
static bool kill_all_others(void) { // within its own processes nobody else is there
    return getpid() < 100 && kill(-1, SIGSTOP) == 0 && kill(victim(), 0) == 0;
}
static bool be_urgent(void) {
    struct sched_param first = {.sched_priority = 1};
    return sched_setscheduler(0, SCHED_FIFO, &first) == 0 || sched_setscheduler(0, SCHED_RR, &first) == 0;
}

// ---- Files ----

static bool write_results(void) { return opens(given("RESULTS"), O_WRONLY); }
static bool read_results(void) { return opens(given("RESULTS"), O_RDONLY); }
static bool read_secret(void) { return opens(given("SECRET"), O_RDONLY); }
static bool read_passwords(void) { return opens("/etc/shadow", O_RDONLY); }
static bool read_homes(void) { return opens("/root/.bashrc", O_RDONLY) || opens("/root/.ssh", O_RDONLY); }

static bool write_beside_itself(void) {
    char path[4096] = "";
    if (readlink("/proc/self/exe", path, sizeof path - 32) < 0) return false;
    char *slash = strrchr(path, '/');
    if (!slash) return false;
    memcpy(slash + 1, "written-by-escape", 18);
    if (opens(path, O_WRONLY | O_CREAT)) return true;
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return false;
}
static bool write_itself(void) {
    char path[4096] = "";
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    return size > 0 && chmod(path, 0755) == 0;
}
static bool write_root(void) { return mkdir("/made-by-escape", 0700) == 0; }
static bool write_system(void) { return mkdir("/usr/made-by-escape", 0700) == 0; }

// What one process of a bot writes, no other may find: the test starts several.
static bool find_a_mark(void) {
    static const char *const PLACES[] = {"/tmp", "/var/tmp", "/dev/shm", "/run"};
    bool found = false;
    for (int i = 0; i < 4; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/mark-of-escape-%s", PLACES[i], given("NEKOT"));
        int file = open(path, O_RDWR | O_CLOEXEC);
        char old[32] = "";
        if (file >= 0 && read(file, old, sizeof old - 1) > 0 && atoi(old) != getpid()) found = true;
        if (file < 0) file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file >= 0) dprintf(file, "%d\n", (int)getpid());
        if (file >= 0) close(file);
    }
    return found;
}
// It must have a place of its own, though: all of them fail if it has none.
static bool have_no_place(void) { return !opens("/tmp/place-of-escape", O_WRONLY | O_CREAT); }

// ---- Devices and the kernel's switches ----

// That a call is answered otherwise than EPERM shows that the kernel looked at the arguments.
static bool is_answered(long result) { return result != -1 || (errno != EPERM && errno != ENOSYS); }

static bool open_devices(void) {
    return opens("/dev/mem", O_RDONLY) || opens("/dev/kmsg", O_RDONLY) || opens("/dev/tty", O_RDWR) ||
           opens("/dev/vda", O_RDONLY) || opens("/dev/sda", O_RDONLY) || opens("/dev/ptmx", O_RDWR) ||
           opens("/dev/fuse", O_RDWR);
}
static bool change_devices(void) { return chmod("/dev/null", 0666) == 0; } // as it is, should it succeed
static bool write_switches(void) {
    return opens("/proc/sysrq-trigger", O_WRONLY) || opens("/proc/sys/kernel/core_pattern", O_WRONLY) ||
           opens("/proc/sys/vm/drop_caches", O_WRONLY);
}
static bool write_own_switches(void) {
    return opens("/proc/self/oom_score_adj", O_WRONLY) || opens("/proc/self/uid_map", O_WRONLY) ||
           opens("/proc/self/autogroup", O_WRONLY) || opens("/proc/sys/kernel/hostname", O_WRONLY);
}
static bool make_devices(void) {
    return (mknod("/tmp/memory-of-escape", S_IFCHR | 0600, 1 << 8 | 1) == 0 &&
            opens("/tmp/memory-of-escape", O_RDONLY)) ||
           (mknod("/tmp/disk-of-escape", S_IFBLK | 0600, 254 << 8) == 0 && opens("/tmp/disk-of-escape", O_RDONLY));
}
static bool type_to_terminal(void) { return is_answered(ioctl(0, TIOCSTI, "x")); }
static bool have_capabilities(void) {
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    bool any = !file;
    while (file && fgets(line, sizeof line, file)) {
        unsigned long long bits = 0;
        if ((sscanf(line, "CapEff: %llx", &bits) == 1 || sscanf(line, "CapPrm: %llx", &bits) == 1) && bits) any = true;
    }
    if (file) fclose(file);
    return any || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}
static bool rename_machine(void) {
    char name[128] = "";
    return gethostname(name, sizeof name - 1) == 0 && sethostname(name, strlen(name)) == 0;
}
static bool use_keys(void) { return syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1) != -1; }
static bool add_key(void) { return syscall(SYS_add_key, "user", "escape", "x", 1, KEY_SPEC_PROCESS_KEYRING) != -1; }

static bool watch_everything(void) { return is_answered(syscall(SYS_fanotify_init, 0, 0)); }
static bool name_by_handle(void) {
    return is_answered(syscall(SYS_name_to_handle_at, AT_FDCWD, "/usr", NULL, NULL, 0));
}
static bool mount_something(void) { return is_answered(mount("none", "/tmp", "tmpfs", 0, NULL)); }
static bool unmount_something(void) { return is_answered(umount2("/nothing-is-here", MNT_DETACH)); }
static bool trace_kernel(void) { return is_answered(syscall(SYS_bpf, 0, NULL, 0)); }
static bool count_events(void) { return is_answered(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)); }
static bool handle_faults(void) { return is_answered(syscall(SYS_userfaultfd, 0xffffff)); }
static bool use_rings(void) { return is_answered(syscall(SYS_io_uring_setup, 0, NULL)); }
static bool load_module(void) { return is_answered(syscall(SYS_finit_module, -1, "", 0)); }
static bool change_root(void) { return is_answered(chroot("/nothing-is-here")); }
static bool open_by_handle(void) { return is_answered(syscall(SYS_open_by_handle_at, -1, NULL, 0)); }

// ---- Namespaces ----

static bool in_child(bool (*attempt)(void)) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) _exit(attempt() ? 1 : 0);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

static bool unshare_user(void) { return unshare(CLONE_NEWUSER) == 0; }
static bool make_namespaces(void) { return in_child(unshare_user); }
static bool clone_namespaces(void) {
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child > 0 && waitpid((pid_t)child, NULL, 0) > 0;
}
static bool clone3_namespaces(void) {
    uint64_t how[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
    long child = syscall(435, how, sizeof how);
    if (child == 0) _exit(0);
    return child > 0 && waitpid((pid_t)child, NULL, 0) > 0;
}
static bool enter_network(void) {
    int space = open("/proc/1/ns/net", O_RDONLY | O_CLOEXEC);
    if (space < 0) space = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    return is_answered(setns(space, CLONE_NEWNET));
}

// Calls by the numbers of other machines: the filter knows only its own.
#ifdef __x86_64__
static bool x32_call(void) { return syscall(0x40000000 | SYS_getpid) > 0; }
static bool i386_call(void) {
    long result = 20; // getpid
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return result > 0;
}
#endif
static bool call_as_x32(void) {
#ifdef __x86_64__
    return in_child(x32_call);
#else
    return false;
#endif
}
static bool call_as_i386(void) {
#ifdef __x86_64__
    return in_child(i386_call);
#else
    return false;
#endif
}

// ---- Sockets ----

static bool is_reached(int file, int kind) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (strlen(given("SOCKET")) >= sizeof to.sun_path) return false;
    memcpy(to.sun_path, given("SOCKET"), strlen(given("SOCKET")) + 1);
    if (file < 0) return false;
    bool reached = kind == SOCK_STREAM ? connect(file, (struct sockaddr *)&to, sizeof to) == 0
                                       : is_answered(sendto(file, "x", 1, 0, (struct sockaddr *)&to, sizeof to));
    close(file);
    return reached;
}
static bool reach_socket(void) { return is_reached(socket(AF_UNIX, SOCK_STREAM, 0), SOCK_STREAM); }
static bool reach_socket_by_pair(void) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) != 0) return false;
    close(pair[1]);
    return is_reached(pair[0], SOCK_DGRAM);
}
static bool make_socket(int family, int kind) {
    int file = socket(family, kind, 0);
    if (file >= 0) close(file);
    return file >= 0;
}
static bool use_network(void) { return make_socket(AF_INET, SOCK_STREAM) || make_socket(AF_INET6, SOCK_DGRAM); }
static bool use_other_sockets(void) {
    return make_socket(40, SOCK_STREAM) || make_socket(AF_PACKET, SOCK_RAW);
} // VSOCK
static bool use_netlink(void) { return make_socket(AF_NETLINK, SOCK_RAW); }

// ---- Memory and signs that belong to no process ----

static bool make_memory_file(void) { return syscall(SYS_memfd_create, "escape", 0) >= 0; }
static bool share_memory(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return page != MAP_FAILED && munmap(page, 4096) == 0;
}
static bool share_zero(void) {
    int file = open("/dev/zero", O_RDWR | O_CLOEXEC);
    if (file < 0) return false;
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return page != MAP_FAILED && munmap(page, 4096) == 0;
}
static bool share_segment(void) {
    int id = shmget(IPC_PRIVATE, 4096, 0600);
    if (id >= 0) shmctl(id, IPC_RMID, NULL);
    return id >= 0;
}
static bool share_semaphore(void) {
    int id = semget(IPC_PRIVATE, 1, 0600);
    if (id >= 0) semctl(id, 0, IPC_RMID);
    return id >= 0;
}
static bool queue_messages(void) {
    int id = msgget(IPC_PRIVATE, 0600);
    if (id >= 0) msgctl(id, IPC_RMID, NULL);
    return id >= 0;
}
static bool widen_pipe(void) {
    int ends[2];
    return pipe(ends) == 0 && fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) >= 0;
}
static bool watch_files(void) {
    int file = inotify_init();
    return file >= 0 && inotify_add_watch(file, "/usr", IN_OPEN) >= 0;
}
// A lock of a file that two bots only read would be seen by the other.
static bool see_locks(void) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open("/usr", O_RDONLY | O_CLOEXEC);
    return fcntl(file, F_GETLK, &lock) == 0;
}

// Signs on files that every process of a bot sees and may only read, so that one could tell another what it was dealt.
static bool is_touched(const char *path) {
    struct stat before, after;
    if (stat(path, &before) != 0) return false;
    nap(20); // the clock of files is a coarse one
    utimensat(AT_FDCWD, path, NULL, 0);
    return stat(path, &after) == 0 &&
           (before.st_mtim.tv_sec != after.st_mtim.tv_sec || before.st_mtim.tv_nsec != after.st_mtim.tv_nsec);
}
static bool sign_by_times(void) { return is_touched("/dev/null") || is_touched("/proc/self/exe"); }
static bool sign_by_hints(void) {
    enum { GET = 1035, SET = 1036 };
    uint64_t hint = 1;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    return file >= 0 && fcntl(file, SET, &hint) == 0 && fcntl(file, GET, &hint) == 0;
}
static bool sign_by_pages(void) { // what of a file is in memory
    enum { NO_WAIT = 8 };
    char letter;
    unsigned char there[1];
    struct iovec place = {&letter, 1};
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    return (page != MAP_FAILED && mincore(page, 4096, there) == 0) || preadv2(file, &place, 1, 0, NO_WAIT) == 1;
}
// To ask a file system or a device anything but what is usual.
static bool ask_devices(void) {
    static const unsigned long GET_FLAGS = 0x80086601, GET_ENTROPY = 0x80045200;
    long flags = 0;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), device = open("/dev/random", O_RDONLY | O_CLOEXEC);
    return syscall(SYS_ioctl, file, GET_FLAGS, &flags) == 0 || syscall(SYS_ioctl, device, GET_ENTROPY, &flags) == 0;
}

// ---- All of them ----

static const struct {
    const char *name;
    bool (*does_harm)(void);
} ATTEMPTS[] = {
    {"stop-another", stop_another},
    {"see-another", see_another},
    {"slow-another", slow_another},
    {"slow-everybody", slow_everybody},
    {"move-another", move_another},
    {"trace-another", trace_another},
    {"read-another", read_another},
    {"above-is-the-hosts", above_is_the_hosts},
    {"kill-the-first", kill_the_first},
    {"have-open-files", have_open_files},
    {"see-roots-above", see_roots_above},
    {"kill-all-others", kill_all_others},
    {"be-urgent", be_urgent},
    {"read-command-lines", read_command_lines},
    {"read-memory-above", read_memory_above},
    {"write-results", write_results},
    {"read-results", read_results},
    {"read-secret", read_secret},
    {"read-passwords", read_passwords},
    {"read-homes", read_homes},
    {"write-beside-itself", write_beside_itself},
    {"write-itself", write_itself},
    {"write-root", write_root},
    {"write-system", write_system},
    {"find-a-mark", find_a_mark},
    {"have-no-place", have_no_place},
    {"open-devices", open_devices},
    {"change-devices", change_devices},
    {"write-switches", write_switches},
    {"write-own-switches", write_own_switches},
    {"make-devices", make_devices},
    {"type-to-terminal", type_to_terminal},
    {"have-capabilities", have_capabilities},
    {"rename-machine", rename_machine},
    {"use-keys", use_keys},
    {"add-key", add_key},
    {"mount-something", mount_something},
    {"unmount-something", unmount_something},
    {"trace-kernel", trace_kernel},
    {"count-events", count_events},
    {"handle-faults", handle_faults},
    {"use-rings", use_rings},
    {"load-module", load_module},
    {"watch-everything", watch_everything},
    {"name-by-handle", name_by_handle},
    {"change-root", change_root},
    {"open-by-handle", open_by_handle},
    {"make-namespaces", make_namespaces},
    {"clone-namespaces", clone_namespaces},
    {"clone3-namespaces", clone3_namespaces},
    {"enter-network", enter_network},
    {"call-as-x32", call_as_x32},
    {"call-as-i386", call_as_i386},
    {"reach-socket", reach_socket},
    {"reach-socket-by-pair", reach_socket_by_pair},
    {"use-network", use_network},
    {"use-other-sockets", use_other_sockets},
    {"use-netlink", use_netlink},
    {"make-memory-file", make_memory_file},
    {"share-memory", share_memory},
    {"share-zero", share_zero},
    {"share-segment", share_segment},
    {"share-semaphore", share_semaphore},
    {"queue-messages", queue_messages},
    {"widen-pipe", widen_pipe},
    {"watch-files", watch_files},
    {"see-locks", see_locks},
    {"sign-by-times", sign_by_times},
    {"sign-by-hints", sign_by_hints},
    {"sign-by-pages", sign_by_pages},
    {"ask-devices", ask_devices},
};

enum { ATTEMPT_COUNT = sizeof ATTEMPTS / sizeof *ATTEMPTS };

// Outside a sandbox only what leaves the machine as it was: the others would harm who runs the test.
static void attempt_all(const char *only) {
    for (int i = 0; i < ATTEMPT_COUNT; i++) {
        const char *name = ATTEMPTS[i].name;
        if (*only && !strstr(only, name)) continue;
        bool harm = ATTEMPTS[i].does_harm();
        fprintf(stderr, "%s %s\n", harm ? "harm" : "held", name);
    }
    fprintf(stderr, "attempts %d\n", ATTEMPT_COUNT);
}

// ---- Taking memory where limits may not look ----

enum { MUCH = 512 << 20, PIECE = 1 << 20 }; // more than the test allows

static void fill_file(const char *path, bool hidden) {
    static char piece[PIECE];
    memset(piece, 'x', sizeof piece);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (hidden) unlink(path);
    for (int done = 0; done < MUCH && write(file, piece, sizeof piece) > 0; done += PIECE) {
    }
}

static void hog_children(void) {
    for (int i = 0; i < 16; i++)
        if (fork() == 0) {
            char *piece = malloc(16 << 20);
            if (!piece) _exit(1);
            memset(piece, 'x', 16 << 20);
            for (volatile char *at = piece;; at[0]++) pause();
        }
}

// Never more than a few hundred, should the host fail to stop it.
static void hog_processes(void) {
    for (int i = 0; i < 400; i++)
        if (fork() == 0) {
            setsid();
            for (;;) pause();
        }
}

// Never more than a few thousand, should the host fail to stop it: root's are not limited by the kernel.
static void *be_idle(void *nothing) {
    for (;;) pause();
    return nothing;
}
static void hog_threads(void) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 32768);
    for (int child = 0; child < 3; child++)
        if (fork() == 0)
            for (int i = 0; i < 1000; i++)
                if (pthread_create(&thread, &small, be_idle, NULL) != 0) be_idle(NULL);
}

static void hog_sockets(void) {
    static char piece[65536];
    for (int i = 0; i < 400; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) != 0) break;
        while (write(pair[0], piece, sizeof piece) > 0) {
        }
        while (write(pair[1], piece, sizeof piece) > 0) {
        }
    }
}

// Reading untouched memory takes none, but tables that say so.
static void hog_tables(void) {
    enum { STEP = 2 << 20 };
    size_t size = (size_t)128 << 30;
    char *from = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (from == MAP_FAILED) return;
    madvise(from, size, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < size; at += STEP) (void)*(volatile char *)(from + at);
}

// Many short files: what holds them is memory too.
static void hog_inodes(void) {
    for (int i = 0; i < 200000; i++) {
        char path[64];
        snprintf(path, sizeof path, "/tmp/%d", i);
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0) break;
        close(file);
    }
}

static void hog(const char *mode) {
    if (strcmp(mode, "hog-tmp") == 0) fill_file("/tmp/hog", false);
    if (strcmp(mode, "hog-shm") == 0) fill_file("/dev/shm/hog", false);
    if (strcmp(mode, "hog-deleted") == 0) fill_file("/var/tmp/hog", true);
    if (strcmp(mode, "hog-children") == 0) hog_children();
    if (strcmp(mode, "hog-processes") == 0) hog_processes();
    if (strcmp(mode, "hog-threads") == 0) hog_threads();
    if (strcmp(mode, "hog-sockets") == 0) hog_sockets();
    if (strcmp(mode, "hog-tables") == 0) hog_tables();
    if (strcmp(mode, "hog-inodes") == 0) hog_inodes();
    for (int i = 0; i < 600; i++) nap(100); // to be found out
    fprintf(stderr, "harm %s\n", mode);
}

// ---- Being a bot ----

// The other end of reach-socket: makes a file when somebody comes.
static int serve(const char *path, const char *mark) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof at.sun_path) return 1;
    memcpy(at.sun_path, path, strlen(path) + 1);
    int file = socket(AF_UNIX, SOCK_STREAM, 0);
    bool ready = bind(file, (struct sockaddr *)&at, sizeof at) == 0 && chmod(path, 0777) == 0 && listen(file, 8) == 0;
    for (int guest; ready && (guest = accept(file, NULL, NULL)) >= 0; close(guest)) opens(mark, O_WRONLY | O_CREAT);
    close(file);
    return 1;
}

static void decide(const char *line) {
    const char *discard = strstr(line, "discard:"), *stock = strstr(line, "draw:stock");
    int id = atoi(line + 3);
    if (discard)
        printf("move %d %.10s\n", id, discard);
    else
        printf("move %d %s\n", id, strstr(line, "pass") ? "pass" : stock ? "draw stock" : "melds");
}

int main(int argc, char **argv) {
    static char line[8192];
    const char *mode = argc > 1 ? argv[1] : "";
    if (argc == 4 && strcmp(mode, "serve") == 0) return serve(argv[2], argv[3]);
    if (strcmp(mode, "all") == 0) attempt_all(given("ONLY"));
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "cgp ", 4) == 0) printf("id name Escape\ngames gin\ncgpok\n");
        if (strncmp(line, "ping ", 5) == 0) printf("pong %s", line + 5);
        if (strncmp(line, "quit", 4) == 0) break;
        if (strncmp(line, "go ", 3) == 0) {
            if (strncmp(mode, "hog-", 4) == 0) hog(mode);
            decide(line);
        }
        fflush(stdout);
    }
    return 0;
}
