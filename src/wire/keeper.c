// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wire/keeper_internal.h"

enum {
    WATCH_MS = 50, // between two looks at what the bot uses
    WATCH_NS = WATCH_MS * 1000000,
    WATCH_ALL = 100,    // every so many of them at all its processes, not only the first
    KILL_PASSES = 2000, // of at least a millisecond each, before the keeper gives up on what cannot be killed
    NO_EXEC = 127,
};

typedef struct Keeper {
    const KeeperPlan *plan;
    pid_t bot;
    int signals;      // SIGCHLD as a file
    uint64_t threads; // of the whole machine when last looked at closely
    uint32_t looks;
    uint32_t logged;
    bool wrapped; // bubblewrap takes the network away, not we
    ProcTree tree;
} Keeper;

// ---- Files and signals ----

static void close_between(int first, int last) {
    if (first > last) return;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0) == 0) return;
#endif
    struct rlimit most = {1024, 1024};
    getrlimit(RLIMIT_NOFILE, &most);
    if (most.rlim_cur < 65536 && last > (int)most.rlim_cur) last = (int)most.rlim_cur;
    for (int file = first; file <= last && file < 65536; file++) close(file);
}

// Closes all files but standard ones and those kept: the host's other bots must not be held open from here.
static void close_others(const int *kept, int count) {
    int from = 3;
    for (;;) {
        int next = -1;
        for (int i = 0; i < count; i++)
            if (kept[i] >= from && (next < 0 || kept[i] < next)) next = kept[i];
        if (next < 0) break;
        close_between(from, next - 1);
        from = next + 1;
    }
    close_between(from, INT32_MAX);
}

static void set_signals(void (*handler)(int)) {
    for (int signal_number = 1; signal_number < NSIG; signal_number++)
        if (signal_number != SIGKILL && signal_number != SIGSTOP) signal(signal_number, handler);
}

static void mask_signals(int how, int signal_number) {
    sigset_t set;
    sigemptyset(&set);
    if (signal_number) sigaddset(&set, signal_number);
    sigprocmask(how, &set, NULL);
}

// ---- Becoming the bot ----

// The kernel's own call: glibc gives resources a type that other libraries do not have.
static void limit(int what, uint64_t most) {
    uint64_t now[2], wanted[2] = {most, most}; // soft, hard
    if (syscall(SYS_prlimit64, 0, what, NULL, now) != 0) return;
    if (now[1] < most) wanted[0] = wanted[1] = now[1];
    syscall(SYS_prlimit64, 0, what, wanted, NULL);
}

static void set_limits(const WireLimits *limits, uint64_t threads) {
    limit(RLIMIT_CORE, 0);
    // Counted over all processes of the user, so it can only bound what the keeper is too slow to see.
    limit(RLIMIT_NPROC, threads + 8 * (uint64_t)limits->processes);
    // Data, not address space: Java and JavaScript reserve many times what they use.
    if (limits->hard_memory) limit(RLIMIT_DATA, (uint64_t)limits->memory_mib << 20);
}

static void exec_wrapped(const KeeperPlan *plan) {
    char *words[WIRE_COMMAND_WORDS + 10] = {
        "bwrap",         "--dev-bind",        "/",  "/",
        "--unshare-net", "--die-with-parent", "--", (char *)(uintptr_t)plan->command->path};
    for (int i = 1; plan->command->words[i]; i++) words[7 + i] = plan->command->words[i];
    execve(plan->bwrap, words, environ);
}

static _Noreturn void become_bot(const Keeper *keeper, pid_t parent) {
    const KeeperPlan *plan = keeper->plan;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(NO_EXEC); // it died before the line above
    set_signals(SIG_DFL);
    mask_signals(SIG_SETMASK, 0);
    if (dup2(plan->bot_in, 0) == 0 && dup2(plan->bot_out, 1) == 1 && dup2(plan->bot_error, 2) == 2) {
        close_between(3, INT32_MAX);
        set_limits(plan->limits, keeper->threads);
        if (keeper->wrapped)
            exec_wrapped(plan);
        else
            execve(plan->command->path, plan->command->words, environ);
    }
    plan->note->status = errno;
    atomic_store(&plan->note->end, KEEPER_NO_EXEC);
    _exit(NO_EXEC);
}

// ---- No network ----

static void write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t written = write(file, text, strlen(text));
    (void)written; // where it is refused the bot runs as nobody, which is as good
    close(file);
}

static char *put_id(char *at, unsigned id) {
    char digits[12];
    int count = 0;
    do digits[count++] = (char)('0' + id % 10);
    while (id /= 10);
    while (count) *at++ = digits[--count];
    return at;
}

// "ID ID 1": itself and nobody else.
static void map_id(const char *path, unsigned id) {
    char line[32], *at = put_id(line, id);
    *at++ = ' ';
    at = put_id(at, id);
    memcpy(at, " 1", 3);
    write_file(path, line);
}

static bool leave_network(void) {
    unsigned user = getuid(), group = getgid();
    if (unshare(CLONE_NEWNET) == 0) return true;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
    write_file("/proc/self/setgroups", "deny");
    map_id("/proc/self/uid_map", user);
    map_id("/proc/self/gid_map", group);
    return true;
}

// ---- While it runs ----

static void say_end(const Keeper *keeper, KeeperEnd end, int status) {
    KeeperNote *note = keeper->plan->note;
    int running = KEEPER_RUNNING;
    if (atomic_load(&note->end) != KEEPER_RUNNING) return; // the first cause counts
    note->status = status;
    atomic_compare_exchange_strong(&note->end, &running, (int)end);
}

static void keep_words(Keeper *keeper, const char *words, size_t size) {
    KeeperNote *note = keeper->plan->note;
    uint32_t said = atomic_load(&note->said);
    if (said + size > KEEPER_TAIL) atomic_store(&note->cut, 1);
    for (size_t i = 0; i < size; i++) note->tail[(said + i) % KEEPER_TAIL] = words[i];
    atomic_store(&note->said, said + (uint32_t)size);
    if (keeper->plan->log < 0 || keeper->logged >= KEEPER_LOG) return;
    ssize_t written = write(keeper->plan->log, words, size);
    keeper->logged += written > 0 ? (uint32_t)written : KEEPER_LOG; // a full disk ends the log, not the game
}

// One helping of stderr, so that a bot that floods it cannot keep the keeper from its other work.
static bool hear(Keeper *keeper) {
    char words[4096];
    ssize_t size = read(keeper->plan->error_from, words, sizeof words);
    if (size > 0) keep_words(keeper, words, (size_t)size);
    return size > 0;
}

// Reaps what has ended. The bot itself is left for last: as long as it is not reaped its number is nobody else's, and
// killing its group cannot hit a stranger. True when the bot has ended.
static bool reap(const Keeper *keeper) {
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
        if (info.si_pid == keeper->bot) return true;
        waitpid(info.si_pid, NULL, 0);
    }
}

static void end_bot(const Keeper *keeper) {
    int status = 0;
    kill(-keeper->bot, SIGKILL);
    kill(keeper->bot, SIGKILL);
    if (waitpid(keeper->bot, &status, 0) != keeper->bot) return;
    if (WIFSIGNALED(status))
        say_end(keeper, KEEPER_SIGNALLED, WTERMSIG(status));
    else
        say_end(keeper, KEEPER_EXITED, WEXITSTATUS(status));
}

// Kills all that is left, until nothing is: what a killed one leaves behind comes to the keeper for the next pass.
static void end_rest(Keeper *keeper) {
    for (int pass = 0; pass < KILL_PASSES; pass++) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
        }
        if (ended < 0) return; // no child left
        proctree_read(&keeper->tree, getpid());
        for (int i = 0; i < keeper->tree.count; i++) kill(keeper->tree.pid[i], SIGKILL);
        poll(NULL, 0, pass < 20 ? 1 : 5);
    }
}

static bool within_limits(Keeper *keeper) {
    const WireLimits *limits = keeper->plan->limits;
    struct sysinfo info;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), most = ((uint64_t)limits->memory_mib << 20) / page;
    bool many = sysinfo(&info) == 0 && info.procs > keeper->threads + limits->processes;
    uint64_t pages = proctree_pages(keeper->bot);
    if (many || ++keeper->looks % WATCH_ALL == 0) {
        proctree_read(&keeper->tree, getpid());
        pages = keeper->tree.pages;
        if (limits->processes && (uint32_t)keeper->tree.count > limits->processes) {
            say_end(keeper, KEEPER_PROCESSES, keeper->tree.count);
            return false;
        }
        if (many) keeper->threads = info.procs; // somebody else's
    }
    if (!limits->memory_mib || pages <= most) return true;
    say_end(keeper, KEEPER_MEMORY, (int)(pages * page >> 20));
    return false;
}

// Until the bot ends, the host wants it to end or is gone, or the bot took more than it may.
static void watch(Keeper *keeper) {
    struct pollfd files[3] = {
        {.fd = keeper->plan->control, .events = POLLIN | POLLRDHUP},
        {.fd = keeper->signals, .events = POLLIN},
        {.fd = keeper->plan->error_from, .events = POLLIN},
    };
    int64_t next = wire_now() + WATCH_NS;
    for (;;) {
        if (poll(files, 3, WATCH_MS) < 0 && errno != EINTR) return;
        if (files[0].revents) {
            say_end(keeper, KEEPER_STOPPED, 0);
            return;
        }
        if (files[1].revents) {
            struct signalfd_siginfo ignored[8];
            ssize_t size = read(keeper->signals, ignored, sizeof ignored);
            (void)size;
            if (reap(keeper)) return;
        }
        if (files[2].revents && !hear(keeper)) files[2].fd = -1;
        if (wire_now() < next) continue;
        next = wire_now() + WATCH_NS;
        if (!within_limits(keeper)) return;
    }
}

static bool prepare(Keeper *keeper) {
    const KeeperPlan *plan = keeper->plan;
    int kept[] = {plan->control, plan->bot_in, plan->bot_out, plan->bot_error, plan->error_from, plan->log};
    setsid();
    set_signals(SIG_IGN);
    signal(SIGCHLD, SIG_DFL); // ignored, it would leave nothing to wait for
    prctl(PR_SET_NAME, "bot-keeper");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int nothing = open("/dev/null", O_RDWR);
    for (int stream = 0; stream < 3 && nothing >= 0; stream++) dup2(nothing, stream);
    close_others(kept, sizeof kept / sizeof *kept);
    mask_signals(SIG_SETMASK, SIGCHLD);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    keeper->signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    fcntl(plan->error_from, F_SETFL, O_NONBLOCK);
    struct sysinfo info;
    if (sysinfo(&info) == 0) keeper->threads = info.procs;
    if (!plan->limits->sandbox || leave_network()) return true;
    keeper->wrapped = plan->bwrap != NULL;
    if (!keeper->wrapped) say_end(keeper, KEEPER_NO_SANDBOX, errno);
    return keeper->wrapped;
}

void keeper_run(const KeeperPlan *plan) {
    Keeper keeper = {.plan = plan};
    if (!prepare(&keeper)) _exit(1);
    pid_t self = getpid();
    keeper.bot = fork();
    if (keeper.bot == 0) become_bot(&keeper, self);
    if (keeper.bot < 0) {
        say_end(&keeper, KEEPER_NO_START, errno);
        _exit(1);
    }
    atomic_store(&plan->note->bot, keeper.bot);
    close(plan->bot_in);
    close(plan->bot_out);
    close(plan->bot_error);
    watch(&keeper);
    end_bot(&keeper);
    end_rest(&keeper);
    for (int i = 0; i < 64 && hear(&keeper); i++) {
    } // last words
    _exit(0);
}
