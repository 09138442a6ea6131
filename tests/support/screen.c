// SPDX-License-Identifier: MIT
#include "support/screen.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

struct Screen {
    int fd, side; // the terminal's two ends; ours on the program's side keeps it alive
    pid_t pid;
    bool ended;
    int code;
    int rows, columns, row, column;
    bool hidden, second; // the cursor; the screen
    bool drawing;        // in the middle of a picture
    int pictures;        // finished ones
    char glyph[SCREEN_MOST_ROWS][SCREEN_MOST_COLUMNS][5];
    char pending[64]; // the beginning of an escape sequence or a character
    size_t pending_size;
    char text[SCREEN_MOST_ROWS * (SCREEN_MOST_COLUMNS * 4 + 1) + 1];
};

static void set_size(const Screen *screen) {
    struct winsize size = {.ws_row = (unsigned short)screen->rows, .ws_col = (unsigned short)screen->columns};
    ioctl(screen->fd, TIOCSWINSZ, &size);
}

static void clear(Screen *screen) {
    memset(screen->glyph, 0, sizeof screen->glyph);
    for (int row = 0; row < SCREEN_MOST_ROWS; row++)
        for (int column = 0; column < SCREEN_MOST_COLUMNS; column++) screen->glyph[row][column][0] = ' ';
}

Screen *screen_open(const char *const *argv, int rows, int columns) {
    Screen *screen = calloc(1, sizeof *screen);
    if (!screen) abort();
    screen->rows = rows;
    screen->columns = columns;
    clear(screen);
    screen->fd = posix_openpt(O_RDWR | O_NOCTTY);
    if (screen->fd < 0 || grantpt(screen->fd) != 0 || unlockpt(screen->fd) != 0) abort();
    set_size(screen);
    screen->side = open(ptsname(screen->fd), O_RDWR | O_NOCTTY);
    screen->pid = fork();
    if (screen->pid == 0) {
        setsid();
        int side = open(ptsname(screen->fd), O_RDWR); // the first terminal a new session opens is its own
        for (int i = 0; i < 3; i++) dup2(side, i);
        if (side > 2) close(side);
        close(screen->fd);
        close(screen->side);
        setenv("TERM", "xterm-256color", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        execv(argv[0], (char *const *)(size_t)argv);
        _exit(127);
    }
    return screen;
}

static void await(Screen *screen, int options) {
    int status;
    if (screen->ended || waitpid(screen->pid, &status, options) != screen->pid) return;
    screen->ended = true;
    screen->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void screen_close(Screen *screen) {
    if (!screen->ended) kill(screen->pid, SIGKILL);
    await(screen, 0);
    close(screen->fd);
    close(screen->side);
    free(screen);
}

void screen_bytes(Screen *screen, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = write(screen->fd, at, size > 16 ? 16 : size); // few at once, as a terminal's queue is short
        if (sent <= 0) return;
        at += sent;
        size -= (size_t)sent;
    }
}

void screen_type(Screen *screen, const char *keys) { screen_bytes(screen, keys, strlen(keys)); }

void screen_resize(Screen *screen, int rows, int columns) {
    screen->rows = rows;
    screen->columns = columns;
    clear(screen);
    set_size(screen);
}

void screen_signal(Screen *screen, int signal) { kill(screen->pid, signal); }

// ---- The emulator ----

static void put(Screen *screen, const char *glyph, size_t size) {
    if (screen->row < screen->rows && screen->column < screen->columns && size < 5) {
        memset(screen->glyph[screen->row][screen->column], 0, 5);
        memcpy(screen->glyph[screen->row][screen->column], glyph, size);
    }
    screen->column++;
}

static void obey(Screen *screen, const char *sequence, size_t size) {
    int first = 1, second = 1;
    bool on = sequence[size - 1] == 'h';
    sscanf(sequence + 2, "%d;%d", &first, &second);
    if (strncmp(sequence + 2, "?25", 3) == 0) screen->hidden = !on;
    if (strncmp(sequence + 2, "?2026", 5) == 0) {
        screen->drawing = on;
        screen->pictures += !on;
    }
    if (strncmp(sequence + 2, "?1049", 5) == 0) {
        screen->second = on;
        clear(screen);
        screen->row = screen->column = 0;
    }
    if (sequence[size - 1] == 'J') clear(screen);
    if (sequence[size - 1] != 'H') return;
    screen->row = first - 1;
    screen->column = second - 1;
}

// The size of the whole sequence or character at the front, or 0 if it goes on in bytes that have not come yet.
static size_t whole(const char *bytes, size_t size) {
    unsigned char first = (unsigned char)bytes[0];
    if (first == 0x1B) {
        size_t at = 2;
        while (at < size && (bytes[at] < 0x40 || bytes[at] > 0x7E)) at++;
        return at < size ? at + 1 : 0;
    }
    size_t need = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    return size >= need ? need : 0;
}

static void show(Screen *screen, const char *bytes, size_t size) {
    if (bytes[0] == 0x1B)
        obey(screen, bytes, size);
    else if (bytes[0] == '\r')
        screen->column = 0;
    else if (bytes[0] == '\n')
        screen->row++;
    else
        put(screen, bytes, size);
}

// Takes in what the program has written; waits a little if there is nothing.
static bool take(Screen *screen, int milliseconds) {
    char bytes[4096 + sizeof screen->pending];
    struct pollfd in = {.fd = screen->fd, .events = POLLIN};
    if (poll(&in, 1, milliseconds) <= 0 || !(in.revents & POLLIN)) return false;
    memcpy(bytes, screen->pending, screen->pending_size);
    ssize_t got = read(screen->fd, bytes + screen->pending_size, 4096);
    if (got <= 0) return false;
    size_t size = screen->pending_size + (size_t)got, at = 0, step;
    while (at < size && (step = whole(bytes + at, size - at)) > 0) {
        show(screen, bytes + at, step);
        at += step;
    }
    screen->pending_size = size - at < sizeof screen->pending ? size - at : 0;
    memcpy(screen->pending, bytes + at, screen->pending_size);
    return true;
}

const char *screen_text(Screen *screen) {
    char *to = screen->text;
    for (int row = 0; row < screen->rows; row++) {
        char *last = to;
        for (int column = 0; column < screen->columns; column++) {
            const char *glyph = screen->glyph[row][column];
            size_t size = strlen(glyph);
            memcpy(to, glyph, size);
            to += size;
            if (strcmp(glyph, " ") != 0) last = to;
        }
        to = last;
        *to++ = '\n';
    }
    *to = '\0';
    return screen->text;
}

bool screen_has(Screen *screen, const char *words) { return strstr(screen_text(screen), words) != NULL; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

bool screen_wait(Screen *screen, const char *words) {
    double end = now() + 60; // patience for a busy machine, not a measurement
    do {
        if (!screen->drawing && screen_has(screen, words)) return true;
        take(screen, 50);
        await(screen, WNOHANG);
        if (screen->ended)
            while (take(screen, 0)) continue;
    } while (now() < end && !screen->ended);
    return screen_has(screen, words);
}

void screen_press(Screen *screen, const char *keys) {
    int before = screen->pictures;
    double end = now() + 60;
    screen_type(screen, keys);
    while ((screen->pictures == before || screen->drawing) && now() < end && !screen->ended) {
        take(screen, 20);
        await(screen, WNOHANG);
    }
}

int screen_exit(Screen *screen) {
    double end = now() + 60;
    while (!screen->ended && now() < end) {
        take(screen, 20);
        await(screen, WNOHANG);
    }
    while (take(screen, 0)) continue;
    return screen->ended ? screen->code : -1;
}

bool screen_restored(Screen *screen) {
    struct termios mode;
    if (tcgetattr(screen->side, &mode) != 0) return false;
    return !screen->hidden && !screen->second && (mode.c_lflag & ICANON) && (mode.c_lflag & ECHO);
}
