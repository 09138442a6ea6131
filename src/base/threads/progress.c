// SPDX-License-Identifier: MIT
#include "base/threads/progress.h"

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text/text.h"

enum { BAR_CELLS = 24, LINE_ROOM = 256 };

static const double TERMINAL_INTERVAL = 0.1; // seconds between two lines
static const double PLAIN_INTERVAL = 10;

static const int64_t SAME_INTERRUPT = 1000000000; // nanoseconds in which two signals are one

double progress_clock(void) { return 1e-9 * (double)clock_now(); }

// 950, 12.3k, 4.56M: three digits are all a reader of a rate takes in.
static void print_short(double number, char *text, size_t room) {
    static const char scale[] = {'k', 'M', 'G', 'T'};
    if (number < 999.5) {
        snprintf(text, room, number < 9.995 ? "%.2f" : number < 99.95 ? "%.1f" : "%.0f", number);
        return;
    }
    size_t i = 0;
    for (number /= 1000; number >= 999.5 && i + 1 < sizeof scale; i++) number /= 1000;
    snprintf(text, room, number < 9.995 ? "%.2f%c" : number < 99.95 ? "%.1f%c" : "%.0f%c", number, scale[i]);
}

static void print_duration(double seconds, char *text, size_t room) {
    long s = seconds < 360000 ? (long)(seconds + 0.5) : 359999;
    if (s >= 3600) {
        snprintf(text, room, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    } else {
        snprintf(text, room, "%ld:%02ld", s / 60, s % 60);
    }
}

static void print_line(const Progress *progress, uint64_t done, double now, char *line, size_t room) {
    Text text = {0};
    uint64_t total = progress->total;
    double elapsed = now - progress->started;
    double run = done > progress->first ? (double)(done - progress->first) : 0;
    double rate = elapsed > 0 ? run / elapsed : 0;
    double part = total ? (done < total ? (double)done / (double)total : 1) : 0;
    char number[32];
    text_addf(&text, "%s: ", progress->label);
    if (progress->terminal && total) {
        char bar[BAR_CELLS + 1] = {0};
        for (int i = 0; i < BAR_CELLS; i++) bar[i] = i < (int)(part * BAR_CELLS) ? '#' : '.';
        text_addf(&text, "[%s] ", bar);
    }
    text_addf(&text, "%" PRIu64, done);
    if (total) text_addf(&text, " of %" PRIu64, total);
    text_addf(&text, " %s", progress->unit);
    if (total) text_addf(&text, " (%d%%)", (int)(100 * part));
    if (rate > 0) {
        print_short(rate, number, sizeof number);
        text_addf(&text, ", %s/s", number);
    }
    if (rate > 0 && total > done) {
        print_duration((double)(total - done) / rate, number, sizeof number);
        text_addf(&text, ", %s left", number);
    } else if (elapsed >= 1) {
        print_duration(elapsed, number, sizeof number);
        text_addf(&text, ", took %s", number);
    }
    text_copy(line, room, text.data);
    text_free(&text);
}

static size_t terminal_columns(void) {
    struct winsize window;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1;
    return known ? window.ws_col : 80;
}

static void draw_progress(Progress *progress, uint64_t done, double now) {
    char line[LINE_ROOM];
    size_t room = sizeof line;
    if (progress->terminal && terminal_columns() < room) room = terminal_columns(); // a wrapped bar cannot be wiped
    print_line(progress, done, now, line, room);
    if (progress->terminal) {
        fprintf(stderr, "\r%s\x1b[K", line);
        fflush(stderr);
    } else {
        fprintf(stderr, "%s\n", line);
    }
    progress->shown = now;
}

Progress progress_start(const char *label, const char *unit, uint64_t total, uint64_t already, bool quiet) {
    Progress progress = {.total = total, .first = already, .quiet = quiet};
    Text clean = {0}; // it may name a player
    text_add_printable(&clean, label);
    text_copy(progress.label, sizeof progress.label, clean.data);
    text_free(&clean);
    text_copy(progress.unit, sizeof progress.unit, unit);
    const char *kind = getenv("TERM");
    progress.terminal = isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0;
    progress.started = progress_clock();
    progress.shown = progress.started;
    return progress;
}

void progress_update(Progress *progress, uint64_t done) {
    if (progress->quiet) return;
    double now = progress_clock();
    if (now - progress->shown >= (progress->terminal ? TERMINAL_INTERVAL : PLAIN_INTERVAL)) {
        draw_progress(progress, done, now);
    }
}

void progress_end(Progress *progress, uint64_t done) {
    if (progress->quiet) return;
    if (progress->terminal) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
    } else {
        draw_progress(progress, done, progress_clock());
    }
}

// The project's only mutable global: a signal has no other way to reach us. Atomic, because worker threads
// ask too.
static volatile _Atomic sig_atomic_t interrupted;

// When the first signal came. `timeout -s INT` sends it to the process and to its group; both count as one.
static volatile _Atomic int64_t interrupted_at;

static void on_interrupt(int number) {
    int64_t now = clock_now(); // clock_gettime, which handlers may call
    if (!interrupted) {
        interrupted_at = now;
        interrupted = 1;
        return;
    }
    if (now - interrupted_at < SAME_INTERRUPT) return;
    signal(number, SIG_DFL);
    raise(number);
}

void progress_catch_interrupt(void) {
    static const int numbers[] = {SIGINT, SIGTERM};
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction before;
        bool ignored = sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (!ignored) sigaction(numbers[i], &action, NULL); // nohup and background jobs stay deaf, as their shell asked
    }
}

bool progress_interrupted(void) { return interrupted != 0; }
