// SPDX-License-Identifier: MIT
#include "wire/process/process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wire/process/keeper_internal.h"
#include "wire/process/sandbox_internal.h"

enum { LOG_NAME = 160 };

static const int64_t KEEPER_PATIENCE = INT64_C(15000000000); // for the keeper to end all, on a busy machine

struct WireProcess {
    pid_t keeper;
    int control; // the socket to it; its end is the keeper's
    int in, out;
    KeeperNote *note;
    Sandbox *sandbox; // NULL: none
};

static void close_all(int *files, int count) {
    for (int i = 0; i < count; i++)
        if (files[i] >= 0) close(files[i]);
}

// Waits for the keeper's end of the socket to close.
static bool keeper_gone(const WireProcess *process, int64_t patience) {
    int64_t deadline = wire_now() + patience;
    struct pollfd file = wire_process_gone(process);
    for (;;) {
        int64_t left = deadline - wire_now();
        int wait = left <= 0 ? 0 : left > INT64_C(1000000000) ? 1000 : (int)(left / 1000000) + 1;
        int ready = poll(&file, 1, wait);
        if (ready > 0) return true;
        if (ready == 0 && left <= 0) return false;
        if (ready < 0 && errno != EINTR) return true;
    }
}

// A bot's name, or its program's file, as part of a file's name: letters, digits, _ and inner . + -
static void file_name(const WireCommand *command, const WireLimits *limits, char name[LOG_NAME]) {
    const char *slash = strrchr(command->words[0], '/'), *from = limits->log_as;
    int size = 0;
    if (!from) from = slash ? slash + 1 : command->words[0];
    for (; *from && size < LOG_NAME - 1; from++) {
        bool plain = isalnum((unsigned char)*from) || *from == '_' || (size && strchr(".+-", *from));
        if (plain || (size && name[size - 1] != '-')) name[size++] = plain ? *from : '-';
    }
    while (size && strchr(".-", name[size - 1])) size--;
    if (!size) name[size++] = '_';
    name[size] = '\0';
}

// A log of its own for every process: its number tells it from others.
static int open_log(const WireCommand *command, const WireLimits *limits, Error *err) {
    char path[WIRE_PATH], name[LOG_NAME];
    int length = 0, file = -1;
    file_name(command, limits, name);
    for (int number = 1; number < 100000; number++) {
        length = snprintf(path, sizeof path, "%s/%s.%d.log", limits->logs, name, number);
        if (length >= (int)sizeof path) break;
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0666);
        if (file >= 0 || errno != EEXIST) break;
    }
    if (file < 0) error_set(err, "%s: cannot be written: %s", path, strerror(errno));
    return file;
}

typedef struct Files {
    int control[2], in[2], out[2], error[2]; // of pipes: from, to
    int log;
} Files;

static bool open_process_files(Files *files, const WireCommand *command, const WireLimits *limits, Error *err) {
    memset(files, -1, sizeof *files);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, files->control) != 0 || pipe2(files->in, O_CLOEXEC) != 0 ||
        pipe2(files->out, O_CLOEXEC) != 0 || pipe2(files->error, O_CLOEXEC) != 0)
        return error_set(err, "exec: no pipes for a bot: %s", strerror(errno));
    fcntl(files->in[1], F_SETFL, O_NONBLOCK);
    fcntl(files->out[0], F_SETFL, O_NONBLOCK);
    if (limits->logs) files->log = open_log(command, limits, err);
    return !limits->logs || files->log >= 0;
}

static void close_files(Files *files) {
    close_all((int *)files->control, 2);
    close_all(files->in, 2);
    close_all(files->out, 2);
    close_all(files->error, 2);
    close_all(&files->log, 1);
}

static KeeperNote *make_note(Error *err) {
    void *note = mmap(NULL, sizeof(KeeperNote), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (note != MAP_FAILED) return note;
    error_set(err, "exec: no memory to share with a bot's keeper: %s", strerror(errno));
    return NULL;
}

static bool start(WireProcess *process, const WireCommand *command, const WireLimits *limits, Error *err) {
    Files files;
    if (limits->sandbox && !(process->sandbox = sandbox_make(command, limits, err))) return false;
    if (!open_process_files(&files, command, limits, err)) {
        close_files(&files);
        return false;
    }
    KeeperPlan plan = {
        .command = command,
        .limits = limits,
        .note = process->note,
        .sandbox = process->sandbox,
        .control = files.control[1],
        .bot_in = files.in[0],
        .bot_out = files.out[1],
        .bot_error = files.error[1],
        .error_from = files.error[0],
        .log = files.log,
    };
    process->keeper = fork();
    if (process->keeper == 0) keeper_run(&plan);
    if (process->keeper < 0) {
        error_set(err, "exec: no process for a bot: %s", strerror(errno));
        close_files(&files);
        return false;
    }
    process->control = files.control[0];
    process->in = files.in[1];
    process->out = files.out[0];
    int theirs[] = {files.control[1], files.in[0], files.out[1], files.error[0], files.error[1], files.log};
    close_all(theirs, sizeof theirs / sizeof *theirs);
    return true;
}

// Writing to a bot that is gone must fail, not end the host. For all of the process, as there is no other way with
// pipes that costs nothing; a program that handles the signal is left alone.
static void ignore_broken_pipes(void) {
    struct sigaction now;
    if (sigaction(SIGPIPE, NULL, &now) == 0 && now.sa_handler == SIG_DFL) signal(SIGPIPE, SIG_IGN);
}

// ---- What is left of bots whose keeper was killed ----

// It comes to this process (PR_SET_CHILD_SUBREAPER). A bot begins a session of its own, and no process can enter one
// that it was not born in: so children of ours in another session than ours are what bots left behind, and keepers are
// not among them.
static bool end_orphans(ProcTree *tree) {
    pid_t self = getpid(), session = getsid(0);
    bool any = false;
    proctree_read(tree, self);
    for (int i = 0; i < tree->count; i++) {
        if (tree->parent[i] != self || getsid(tree->pid[i]) == session) continue;
        any = true;
        kill(tree->pid[i], SIGKILL);
        waitpid(tree->pid[i], NULL, WNOHANG);
    }
    return any;
}

// What one leaves behind comes to us for the next pass.
static void end_all_orphans(void) {
    enum { PASSES = 2000 };
    ProcTree *tree = calloc(1, sizeof *tree);
    for (int pass = 0; tree && pass < PASSES && end_orphans(tree); pass++) poll(NULL, 0, pass < 20 ? 1 : 5);
    free(tree);
}

// ---- Its life ----

WireProcess *wire_process_open(const WireCommand *command, const WireLimits *limits, Error *err) {
    ignore_broken_pipes();
    if (!limits->sandbox) prctl(PR_SET_CHILD_SUBREAPER, 1);
    WireProcess *process = calloc(1, sizeof *process);
    if (!process) {
        error_set(err, "out of memory for a bot");
        return NULL;
    }
    process->note = make_note(err);
    if (process->note && start(process, command, limits, err)) return process;
    if (process->note) munmap(process->note, sizeof *process->note);
    sandbox_free(process->sandbox);
    free(process);
    return NULL;
}

void wire_process_close(WireProcess *process, int64_t patience) {
    if (!process) return;
    wire_process_end_input(process);
    if (patience <= 0 || !keeper_gone(process, patience)) {
        shutdown(process->control, SHUT_WR);
        if (!keeper_gone(process, KEEPER_PATIENCE)) { // somebody stopped it: then by force, as far as we can see
            int bot = atomic_load(&process->note->bot);
            if (bot > 0) kill(-bot, SIGKILL);
            kill(process->keeper, SIGKILL);
        }
    }
    int status = 0;
    while (waitpid(process->keeper, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) end_all_orphans();
    close(process->control);
    close(process->out);
    munmap(process->note, sizeof *process->note);
    sandbox_free(process->sandbox);
    free(process);
}

void wire_process_end_input(WireProcess *process) {
    if (process->in >= 0) close(process->in);
    process->in = -1;
}

int wire_process_in(const WireProcess *process) { return process->in; }
int wire_process_out(const WireProcess *process) { return process->out; }

struct pollfd wire_process_gone(const WireProcess *process) {
    return (struct pollfd){.fd = process->control, .events = POLLIN | POLLRDHUP};
}

// strsignal keeps a buffer for all threads, and only a few signals happen to bots.
static const char *signal_words(int number) {
    static const struct {
        int number;
        const char *words;
    } known[] = {
        {SIGSEGV, " (segmentation fault)"}, {SIGABRT, " (aborted)"},     {SIGFPE, " (arithmetic error)"},
        {SIGILL, " (illegal instruction)"}, {SIGBUS, " (bus error)"},    {SIGKILL, " (killed)"},
        {SIGTERM, " (terminated)"},         {SIGPIPE, " (broken pipe)"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == number) return known[i].words;
    return "";
}

// bubblewrap says what it cannot do on stderr, before there is a bot that could.
static bool bwrap_failed(const WireProcess *process, Error *how) {
    static const char SAYS[] = "bwrap: ";
    const KeeperNote *note = process->note;
    uint32_t said = atomic_load(&note->said);
    if (!process->sandbox || !process->sandbox->bwrap || note->status != 1 || said < sizeof SAYS) return false;
    if (atomic_load(&note->cut) || memcmp(note->tail, SAYS, sizeof SAYS - 1) != 0) return false;
    const char *why = note->tail + sizeof SAYS - 1;
    const char *end = memchr(why, '\n', said - sizeof SAYS + 1);
    int size = end ? (int)(end - why) : (int)(said - sizeof SAYS + 1);
    bool starts = size > 7 && memcmp(why, "execvp ", 7) == 0;
    error_set(how, starts ? "cannot be run: %.*s" : "cannot be put into a sandbox here (bubblewrap says: %.*s): %s",
              size > 200 ? 200 : size, why,
              "allow user namespaces, update bubblewrap, or leave --sandbox out to trust the bots");
    return true;
}

static void no_sandbox(const KeeperNote *note, Error *how) {
    static const char *const WHAT[] = {
        [SANDBOX_FINE] = "",
        [SANDBOX_NO_SPACES] = "it gives no namespaces",
        [SANDBOX_NO_MOUNT] = "no files can be mounted, which takes Linux 5.12",
        [SANDBOX_NO_FILTER] = "system calls cannot be filtered",
        [SANDBOX_NO_PRIVILEGE] = "privileges cannot be dropped",
    };
    error_set(how,
              "cannot be put into a sandbox on this machine: %s (%s); install bubblewrap, allow user namespaces "
              "(sysctl user.max_user_namespaces), or leave --sandbox out to trust the bots",
              WHAT[note->status], strerror(note->error));
}

static WireLife said_end(const WireProcess *process, Error *how) {
    const KeeperNote *note = process->note;
    int status = note->status;
    switch ((KeeperEnd)atomic_load(&note->end)) {
    case KEEPER_RUNNING:
    case KEEPER_STOPPED: break;
    case KEEPER_EXITED:
        if (bwrap_failed(process, how)) return WIRE_UNSTARTED;
        error_set(how, "exited with code %d", status);
        return WIRE_EXITED;
    case KEEPER_SIGNALLED:
        error_set(how, "was killed by signal %d%s%s", status, signal_words(status),
                  status == SIGKILL && !process->sandbox ? "; without --sandbox others may have done that" : "");
        return WIRE_KILLED;
    case KEEPER_MEMORY: error_set(how, "was killed: it took %d MiB of memory", status); return WIRE_KILLED;
    case KEEPER_PROCESSES: error_set(how, "was killed: it ran %d processes at once", status); return WIRE_KILLED;
    case KEEPER_THREADS: error_set(how, "was killed: it ran %d threads at once", status); return WIRE_KILLED;
    case KEEPER_NO_EXEC:
        error_set(how, "cannot be run: %s%s", strerror(status),
                  status == ENOEXEC ? "; a script needs #! and its interpreter in its first line" : "");
        return WIRE_UNSTARTED;
    case KEEPER_NO_SANDBOX: no_sandbox(note, how); return WIRE_UNSTARTED;
    case KEEPER_NO_START: error_set(how, "cannot be started: %s", strerror(status)); return WIRE_UNSTARTED;
    }
    return WIRE_ALIVE;
}

WireLife wire_process_life(WireProcess *process, int64_t patience, Error *how) {
    how->text[0] = '\0';
    bool gone = keeper_gone(process, patience);
    WireLife life = said_end(process, how);
    if (life != WIRE_ALIVE || !gone) return life;
    error_set(how, "lost its keeper, the process that looks after it");
    return WIRE_KILLED;
}

bool wire_process_try_sandbox(const WireLimits *limits, Error *err) {
    WireCommand command;
    WireLimits plain = *limits;
    plain.logs = NULL;
    if (!wire_command_parse("exec:true", &command, err)) return false;
    WireProcess *process = wire_process_open(&command, &plain, err);
    if (!process) return false;
    Error how;
    WireLife life = wire_process_life(process, KEEPER_PATIENCE, &how);
    bool good = life == WIRE_EXITED && process->note->status == 0;
    if (!good) error_set(err, "--sandbox: a program %s", how.text);
    wire_process_close(process, 0);
    return good;
}

bool wire_process_stopped(const WireProcess *process) {
    int bot = atomic_load(&process->note->inner);
    return bot > 0 && proctree_state(bot) == 'T';
}

// To be allowed one processor alone moves this thread there; what it was allowed before is given back at once, so that
// neither it nor the bot is bound to anything.
void wire_process_approach(const WireProcess *process) {
    cpu_set_t allowed, there;
    int bot = atomic_load(&process->note->inner), processor = bot > 0 ? proctree_processor(bot) : -1;
    if (processor < 0 || processor >= CPU_SETSIZE || processor == sched_getcpu()) return;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || !CPU_ISSET((size_t)processor, &allowed)) return;
    CPU_ZERO(&there);
    CPU_SET((size_t)processor, &there);
    if (sched_setaffinity(0, sizeof there, &there) == 0) sched_setaffinity(0, sizeof allowed, &allowed);
}

void wire_process_stderr(const WireProcess *process, int lines, Text *text) {
    const KeeperNote *note = process->note;
    uint32_t said = atomic_load(&note->said), held = atomic_load(&note->cut) ? KEEPER_TAIL : said;
    if (!held) return;
    uint32_t from = said; // goes back, byte by byte, to where the last lines begin
    for (int ends = 0; from != said - held; from--) {
        bool newline = note->tail[(from - 1) % KEEPER_TAIL] == '\n' && from != said;
        if (newline && ++ends == lines) break;
    }
    for (; from != said; from++) {
        char letter = note->tail[from % KEEPER_TAIL];
        bool plain = letter == '\n' || letter == '\t' || (letter >= ' ' && letter < 127);
        text_add_bytes(text, plain ? &letter : "?", 1);
    }
    if (text->data[text->size - 1] != '\n') text_add(text, "\n");
}
