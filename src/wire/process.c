// SPDX-License-Identifier: MIT
#include "wire/process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wire/keeper_internal.h"

enum { LOG_NAME = 160 };

static const int64_t KEEPER_PATIENCE = INT64_C(15000000000); // for the keeper to end all, on a busy machine

struct WireProcess {
    pid_t keeper;
    int control; // the socket to it; its end is the keeper's
    int in, out;
    KeeperNote *note;
};

static void close_all(int *files, int count) {
    for (int i = 0; i < count; i++)
        if (files[i] >= 0) close(files[i]);
}

// Waits for the keeper's end of the socket to close.
static bool keeper_gone(const WireProcess *process, int64_t patience) {
    int64_t deadline = wire_now() + patience;
    struct pollfd file = {.fd = process->control, .events = POLLIN | POLLRDHUP};
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

static bool open_files(Files *files, const WireCommand *command, const WireLimits *limits, Error *err) {
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
    char bwrap[WIRE_PATH];
    bool wraps = limits->sandbox && wire_find_program("bwrap", bwrap);
    if (!open_files(&files, command, limits, err)) {
        close_files(&files);
        return false;
    }
    KeeperPlan plan = {
        .command = command,
        .limits = limits,
        .note = process->note,
        .bwrap = wraps ? bwrap : NULL,
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

WireProcess *wire_process_open(const WireCommand *command, const WireLimits *limits, Error *err) {
    ignore_broken_pipes();
    WireProcess *process = calloc(1, sizeof *process);
    if (!process) {
        error_set(err, "out of memory for a bot");
        return NULL;
    }
    process->note = make_note(err);
    if (process->note && start(process, command, limits, err)) return process;
    if (process->note) munmap(process->note, sizeof *process->note);
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
    while (waitpid(process->keeper, NULL, 0) < 0 && errno == EINTR) {
    }
    close(process->control);
    close(process->out);
    munmap(process->note, sizeof *process->note);
    free(process);
}

void wire_process_end_input(WireProcess *process) {
    if (process->in >= 0) close(process->in);
    process->in = -1;
}

int wire_process_in(const WireProcess *process) { return process->in; }
int wire_process_out(const WireProcess *process) { return process->out; }

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

WireLife wire_process_life(WireProcess *process, int64_t patience, Error *how) {
    how->text[0] = '\0';
    bool gone = keeper_gone(process, patience);
    int status = process->note->status;
    switch ((KeeperEnd)atomic_load(&process->note->end)) {
    case KEEPER_RUNNING:
    case KEEPER_STOPPED:
        if (!gone) return WIRE_ALIVE;
        error_set(how, "lost its keeper");
        return WIRE_KILLED;
    case KEEPER_EXITED: error_set(how, "exited with code %d", status); return WIRE_EXITED;
    case KEEPER_SIGNALLED:
        error_set(how, "was killed by signal %d%s", status, signal_words(status));
        return WIRE_KILLED;
    case KEEPER_MEMORY: error_set(how, "was killed: it took %d MiB of memory", status); return WIRE_KILLED;
    case KEEPER_PROCESSES: error_set(how, "was killed: it ran %d processes at once", status); return WIRE_KILLED;
    case KEEPER_NO_EXEC:
        error_set(how, "cannot be run: %s%s", strerror(status),
                  status == ENOEXEC ? "; a script needs #! and its interpreter in its first line" : "");
        return WIRE_UNSTARTED;
    case KEEPER_NO_SANDBOX:
        error_set(
            how,
            "cannot be kept from the network here (%s): run as root, allow user namespaces, install bubblewrap, or leave --sandbox out",
            strerror(status));
        return WIRE_UNSTARTED;
    case KEEPER_NO_START: error_set(how, "cannot be started: %s", strerror(status)); return WIRE_UNSTARTED;
    }
    return WIRE_ALIVE;
}

bool wire_process_stopped(const WireProcess *process) {
    int bot = atomic_load(&process->note->bot);
    return bot > 0 && proctree_state(bot) == 'T';
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
