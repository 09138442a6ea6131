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

#include "wire/process/keeper_internal.h"
#include "wire/process/sandbox_internal.h"

enum {
    WATCH_MS = 50, // between two looks at what the bot uses
    WATCH_NS = WATCH_MS * 1000000,
    KILL_PASSES = 2000, // of at least a millisecond each, before the keeper gives up on what cannot be killed
    NO_EXEC = 127,
    THREADS_EACH = 8, // threads for each process that a bot may have; Java has some for each processor
};

typedef struct Keeper {
    const KeeperPlan *plan;
    pid_t bot;
    int signals;      // SIGCHLD as a file
    uint64_t threads; // of the whole machine before the bot began
    int own;          // the private folder of a sandboxed bot, or -1
    uint32_t logged;
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

static void say_end(KeeperNote *note, KeeperEnd end, int status) {
    int running = KEEPER_RUNNING;
    if (atomic_load(&note->end) != KEEPER_RUNNING) return; // the first cause counts
    note->status = status;
    atomic_compare_exchange_strong(&note->end, &running, (int)end);
}

static void say_status(const KeeperPlan *plan, int status) {
    enum { SIGNALLED = 128 }; // bubblewrap tells a signal as a shell does
    int code = WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
    bool wrapped = plan->sandbox && plan->sandbox->bwrap;
    if (WIFSIGNALED(status) || (wrapped && code > SIGNALLED && code < SIGNALLED + NSIG))
        say_end(plan->note, KEEPER_SIGNALLED, code - SIGNALLED);
    else
        say_end(plan->note, KEEPER_EXITED, code);
}

// ---- Becoming the bot ----

// The kernel's own call: glibc gives resources a type that other libraries do not have.
static void limit(int what, uint64_t most) {
    uint64_t now[2], wanted[2] = {most, most}; // soft, hard
    if (syscall(SYS_prlimit64, 0, what, NULL, now) != 0) return;
    if (now[1] < most) wanted[0] = wanted[1] = now[1];
    syscall(SYS_prlimit64, 0, what, wanted, NULL);
}

static void set_process_limits(const WireLimits *limits, uint64_t threads) {
    enum { FILES = 1024, LOCKED = 65536 };
    limit(RLIMIT_CORE, 0);
    // Counted over all processes of the user, so it can only bound what the keeper is too slow to see.
    limit(RLIMIT_NPROC, threads + THREADS_EACH * (uint64_t)limits->processes);
    // Data, not address space: Java and JavaScript reserve many times what they use.
    if (limits->hard_memory) limit(RLIMIT_DATA, (uint64_t)limits->memory_mib << 20);
    if (!limits->sandbox) return;
    limit(RLIMIT_NOFILE, FILES); // pipes and sockets hold memory
    limit(RLIMIT_MEMLOCK, LOCKED);
    limit(RLIMIT_MSGQUEUE, 0);
}

static _Noreturn void no_exec(const KeeperPlan *plan) {
    plan->note->status = errno;
    atomic_store(&plan->note->end, KEEPER_NO_EXEC);
    _exit(NO_EXEC);
}

// bubblewrap reads the filter from the first file that is free.
static void exec_wrapped(const Sandbox *sandbox) {
    int ends[2];
    size_t size = (size_t)sandbox->filtered * sizeof *sandbox->filter;
    if (pipe(ends) != 0 || write(ends[1], sandbox->filter, size) != (ssize_t)size) return;
    close(ends[1]);
    execve(sandbox->bwrap, sandbox->words, sandbox->environment);
}

// In a process of its own, whose standard files are the bot's from here on.
static _Noreturn void become_bot(const Keeper *keeper) {
    const KeeperPlan *plan = keeper->plan;
    const Sandbox *sandbox = plan->sandbox;
    setsid();
    set_signals(SIG_DFL);
    mask_signals(SIG_SETMASK, 0);
    if (dup2(plan->bot_in, 0) != 0 || dup2(plan->bot_out, 1) != 1 || dup2(plan->bot_error, 2) != 2) no_exec(plan);
    close_between(3, INT32_MAX);
    set_process_limits(plan->limits, keeper->threads);
    if (!sandbox)
        execve(plan->command->path, plan->command->words, environ);
    else if (sandbox->bwrap)
        exec_wrapped(sandbox);
    else if (sandbox_load_filter(sandbox))
        execve(sandbox->program, plan->command->words, sandbox->environment);
    else {
        say_end(plan->note, KEEPER_NO_SANDBOX, SANDBOX_NO_FILTER);
        _exit(NO_EXEC);
    }
    no_exec(plan);
}

// The life of the first process of the bot's own namespaces. It reaps what the bot leaves behind; when it ends, the
// kernel ends all that is in there. `lifeline` is closed at its other end when the keeper is gone.
static _Noreturn void be_first(const Keeper *keeper, int lifeline, unsigned user, unsigned group) {
    const KeeperPlan *plan = keeper->plan;
    struct pollfd keeper_gone = {.fd = lifeline, .events = POLLIN};
    SandboxTrouble trouble = sandbox_enter(plan->sandbox, user, group);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (trouble != SANDBOX_FINE) {
        plan->note->error = errno;
        say_end(plan->note, KEEPER_NO_SANDBOX, (int)trouble);
        _exit(NO_EXEC);
    }
    if (poll(&keeper_gone, 1, 0) != 0) _exit(NO_EXEC);
    int status = 0, bot = fork();
    if (bot == 0) become_bot(keeper);
    if (bot < 0) {
        say_end(plan->note, KEEPER_NO_START, errno);
        _exit(NO_EXEC);
    }
    set_signals(SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    close_between(0, INT32_MAX);
    for (int ended; (ended = waitpid(-1, &status, 0)) != bot;)
        if (ended < 0 && errno != EINTR) _exit(NO_EXEC);
    say_status(plan, status);
    _exit(0);
}

static pid_t start_own_sandbox(const Keeper *keeper) {
    int lifeline[2];
    unsigned user = geteuid(), group = getegid();
    if (pipe2(lifeline, O_CLOEXEC) != 0) return -1;
    pid_t first = sandbox_fork();
    if (first == 0) {
        close(lifeline[1]);
        be_first(keeper, lifeline[0], user, group);
    }
    close(lifeline[0]);
    if (first >= 0) return first; // the other end stays open as long as the keeper lives
    keeper->plan->note->error = errno;
    say_end(keeper->plan->note, KEEPER_NO_SANDBOX, SANDBOX_NO_SPACES);
    return -1;
}

static pid_t start_bot(const Keeper *keeper) {
    if (keeper->plan->sandbox && !keeper->plan->sandbox->bwrap) return start_own_sandbox(keeper);
    pid_t self = getpid(), bot = fork();
    if (bot != 0) return bot;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) _exit(NO_EXEC); // it died before the line above
    become_bot(keeper);
}

// ---- While it runs ----

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
static bool keeper_hear(Keeper *keeper) {
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
    if (waitpid(keeper->bot, &status, 0) == keeper->bot) say_status(keeper->plan, status);
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

// The bot itself, for who asks whether it is stopped: in a sandbox it is the child of the namespaces' first process.
static void note_inner(const Keeper *keeper) {
    const Sandbox *sandbox = keeper->plan->sandbox;
    const ProcTree *tree = &keeper->tree;
    pid_t inner = keeper->bot;
    for (int level = sandbox ? sandbox->bwrap ? 2 : 1 : 0; level > 0; level--) {
        pid_t parent = inner;
        for (int i = 0; i < tree->count && inner == parent; i++)
            if (tree->parent[i] == parent) inner = tree->pid[i];
        if (inner == parent) return;
    }
    atomic_store(&keeper->plan->note->inner, inner);
}

static bool within_limits(Keeper *keeper) {
    const KeeperPlan *plan = keeper->plan;
    const WireLimits *limits = plan->limits;
    proctree_look(&keeper->tree, getpid());
    if (!atomic_load(&plan->note->inner)) note_inner(keeper);
    if (limits->processes && (uint32_t)keeper->tree.count > limits->processes) {
        say_end(plan->note, KEEPER_PROCESSES, keeper->tree.count);
        return false;
    }
    int threads = proctree_threads(&keeper->tree); // of root's processes the kernel limits neither
    if (limits->processes && (uint64_t)threads > THREADS_EACH * (uint64_t)limits->processes) {
        say_end(plan->note, KEEPER_THREADS, threads);
        return false;
    }
    if (!limits->memory_mib) return true;
    uint64_t most = (uint64_t)limits->memory_mib << 10, used = 0;
    if (plan->sandbox) {
        if (keeper->own < 0) keeper->own = proctree_private(&keeper->tree);
        used = proctree_private_memory(&keeper->tree, keeper->own);
    }
    used += proctree_memory(&keeper->tree, !plan->sandbox, most > used ? most - used : 0);
    if (used <= most) return true;
    say_end(plan->note, KEEPER_MEMORY, (int)(used >> 10));
    return false;
}

// Until the bot ends, the host wants it to end or is gone, or the bot took more than it may.
static void keeper_watch(Keeper *keeper) {
    struct pollfd files[3] = {
        {.fd = keeper->plan->control, .events = POLLIN | POLLRDHUP},
        {.fd = keeper->signals, .events = POLLIN},
        {.fd = keeper->plan->error_from, .events = POLLIN},
    };
    int64_t next = wire_now() + WATCH_NS;
    for (;;) {
        if (poll(files, 3, WATCH_MS) < 0 && errno != EINTR) return;
        if (files[0].revents) {
            say_end(keeper->plan->note, KEEPER_STOPPED, 0);
            return;
        }
        if (files[1].revents) {
            struct signalfd_siginfo ignored[8];
            ssize_t size = read(keeper->signals, ignored, sizeof ignored);
            (void)size;
            if (reap(keeper)) return;
        }
        if (files[2].revents && !keeper_hear(keeper)) files[2].fd = -1;
        if (wire_now() < next) continue;
        next = wire_now() + WATCH_NS;
        if (!within_limits(keeper)) return;
    }
}

// It stays in the host's session, in which nothing of a bot can be: that is how the host knows what is left of bots
// whose keeper was killed. In a group of its own it does not hear the terminal's Ctrl-C.
static void keeper_prepare(Keeper *keeper) {
    const KeeperPlan *plan = keeper->plan;
    int kept[] = {plan->control, plan->bot_in, plan->bot_out, plan->bot_error, plan->error_from, plan->log};
    setpgid(0, 0);
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
}

void keeper_run(const KeeperPlan *plan) {
    Keeper keeper = {.plan = plan, .own = -1};
    keeper_prepare(&keeper);
    keeper.bot = start_bot(&keeper);
    if (keeper.bot < 0) {
        say_end(plan->note, KEEPER_NO_START, errno);
        _exit(1);
    }
    atomic_store(&plan->note->bot, keeper.bot);
    if (!plan->sandbox) atomic_store(&plan->note->inner, keeper.bot);
    close(plan->bot_in);
    close(plan->bot_out);
    close(plan->bot_error);
    keeper_watch(&keeper);
    end_bot(&keeper);
    end_rest(&keeper);
    for (int i = 0; i < 64 && keeper_hear(&keeper); i++) {
    } // last words
    _exit(0);
}
