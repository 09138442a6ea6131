// SPDX-License-Identifier: MIT
#include "app/play/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <termios.h>
#include <unistd.h>

#include "app/app.h"

enum { MOMENT_US = 150000 }; // of work, before somebody might wonder

// What signals say; the one thing handlers may touch.
static volatile sig_atomic_t told_to_end, told_to_stop, resized;

// The one terminal of the process, as it was and as it is.
static struct {
    struct termios before;
    bool open, colour;
    bool caught;      // signals come in when we let them
    sigset_t waiting; // signals let through while waiting
    unsigned char bytes[64];
    int count;         // bytes read and not used
    int rows, columns; // of the window when the last picture was made
} terminal;

// What stands in for a terminal, or NULL.
static struct {
    const char *keys;
    int columns;
    Canvas *shown;
} script;

// The work at hand, for handlers.
static struct {
    volatile sig_atomic_t on;
    char what[200]; // to say if it takes long
    size_t size;
    const char *farewell;
} work;

static void leave_terminal(void);
static void stop(void);

static void end_at_once(void) {
    if (terminal.open) leave_terminal();
    if (work.farewell) (void)!write(STDOUT_FILENO, work.farewell, strlen(work.farewell));
    _exit(APP_INTERRUPTED);
}

static void on_signal(int signal) {
    int before = errno; // of whatever the work was doing
    if (signal == SIGALRM)
        (void)!write(STDERR_FILENO, work.what, work.size);
    else if (work.on && signal == SIGTSTP)
        stop();
    else if (work.on && signal != SIGWINCH && signal != SIGCONT)
        end_at_once();
    else if (signal == SIGWINCH || signal == SIGCONT)
        resized = 1;
    else if (signal == SIGTSTP)
        told_to_stop = 1;
    else
        told_to_end = 1;
    errno = before;
}

// Signals come in only while we wait or work, so none is missed between looking and waiting.
void terminal_catch(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = {.sa_handler = on_signal};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
        sigaddset(&set, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &set, &terminal.waiting);
    terminal.caught = true;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigdelset(&terminal.waiting, signals[i]);
}

// Those that end or stop the program.
static void let_in(int how) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&set, signals[i]);
    if (terminal.caught) sigprocmask(how, &set, NULL);
}

static void set_alarm(int microseconds) {
    struct itimerval time = {.it_value = {.tv_usec = microseconds}};
    setitimer(ITIMER_REAL, &time, NULL);
}

void terminal_work(const char *what) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    if (told_to_end) return; // nothing more is shown anyway
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    if (what) work.size = (size_t)snprintf(work.what, sizeof work.what, "%.198s\n", what);
    work.on = 1;
    let_in(SIG_UNBLOCK);
    if (what) set_alarm(MOMENT_US);
}

void terminal_rest(void) {
    set_alarm(0);
    let_in(SIG_BLOCK);
    work.on = 0;
}

void terminal_farewell(const char *text) { work.farewell = text; }

bool terminal_ended(void) { return told_to_end; }

static void send(const char *text, size_t size) {
    while (size > 0) {
        ssize_t sent = write(STDOUT_FILENO, text, size);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) {
            struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&out, 1, 100);
            if (!told_to_end) continue;
        }
        if (sent <= 0) {
            told_to_end = 1; // nobody is there any more
            return;
        }
        text += sent;
        size -= (size_t)sent;
    }
}

static void enter(void) {
    struct termios raw = terminal.before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
    raw.c_cc[VMIN] = 0; // Ctrl-C empties the input after poll has seen some: reading must not wait then
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    static const char begin[] = "\x1B[?1049h\x1B[?25l\x1B[2J"; // a screen of our own, no cursor
    send(begin, sizeof begin - 1);
}

static void leave_terminal(void) {
    static const char end[] = "\x1B[0m\x1B[?25h\x1B[?1049l";
    send(end, sizeof end - 1);
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.before);
}

bool terminal_open(bool colour, Error *err) {
    if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &terminal.before) != 0)
        return error_set(err, "standard input and output are no terminal; --plain works without one");
    terminal.open = true;
    terminal.colour = colour;
    enter();
    return true;
}

void terminal_close(void) {
    if (terminal.open) leave_terminal();
    terminal.open = false;
    script.keys = NULL;
}

void terminal_script(const char *keys, int columns, Canvas *shown) {
    script.keys = keys;
    script.columns = columns;
    script.shown = shown;
}

void terminal_size(int *rows, int *columns) {
    struct winsize size = {0};
    *rows = CANVAS_ROWS;
    *columns = script.keys ? script.columns : CANVAS_COLUMNS;
    if (script.keys) return;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return;
    *rows = size.ws_row;
    *columns = size.ws_col;
}

// Stops as Ctrl-Z asks, with the terminal as it was, until somebody lets us go on.
static void stop(void) {
    told_to_stop = 0;
    if (terminal.open) leave_terminal();
    raise(SIGSTOP);
    if (terminal.open) enter();
    resized = 1;
}

// Waits for input: 1 when there is some, 0 when time is up or a signal came, -1 at the end.
static int wait_for_input(int milliseconds) {
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    int ready = ppoll(&in, 1, milliseconds < 0 ? NULL : &time, &terminal.waiting);
    if (told_to_stop) stop();
    if (told_to_end) return -1;
    if (ready < 0) return errno == EINTR ? 0 : -1;
    return ready > 0;
}

static bool hung_up(void) {
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) > 0 && (in.revents & (POLLHUP | POLLERR | POLLNVAL));
}

// Adds what there is to the bytes. False at the end of input.
static bool read_key_bytes(void) {
    ssize_t got = read(STDIN_FILENO, terminal.bytes + terminal.count, sizeof terminal.bytes - (size_t)terminal.count);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    terminal.count += (int)got;
    return got > 0 || (terminal.open && !hung_up()); // a file or pipe that gives nothing is at its end
}

static void use_bytes(int count) {
    terminal.count -= count;
    memmove(terminal.bytes, terminal.bytes + count, (size_t)terminal.count);
}

// The length of the escape sequence at the front: ESC [ or ESC O, parameters, one final byte; or ESC alone. 0 if it may
// go on.
static int sequence(void) {
    if (terminal.count < 2) return 0;
    if (terminal.bytes[1] != '[' && terminal.bytes[1] != 'O') return 1;
    for (int at = 2; at < terminal.count; at++)
        if (terminal.bytes[at] >= 0x40 && terminal.bytes[at] <= 0x7E) return at + 1;
    return terminal.count < (int)sizeof terminal.bytes ? 0 : terminal.count;
}

static int take_key(void) {
    unsigned char first = terminal.bytes[0];
    if (first != 0x1B) {
        use_bytes(1);
        if (first == '\r' || first == '\n') return KEY_ENTER;
        return first >= ' ' && first < 0x7F ? first : KEY_OTHER;
    }
    // An arrow comes in one piece from a terminal on this machine, but over a slow line it may not.
    int length;
    while ((length = sequence()) == 0 && wait_for_input(25) > 0)
        if (!read_key_bytes()) break;
    if (length == 0) length = terminal.count;
    int last = terminal.bytes[length - 1];
    bool arrow = length == 3;
    use_bytes(length);
    if (length == 1) return KEY_ESCAPE;
    static const int keys[] = {KEY_UP, KEY_DOWN, KEY_RIGHT, KEY_LEFT};
    return arrow && last >= 'A' && last <= 'D' ? keys[last - 'A'] : KEY_OTHER;
}

// Has the window another size than the last picture was made for? Not every terminal sends a signal about it.
static bool has_changed(void) {
    int rows, columns;
    terminal_size(&rows, &columns);
    return terminal.rows && (rows != terminal.rows || columns != terminal.columns);
}

int terminal_key(int milliseconds) {
    const int glance = 250;
    for (;;) {
        if (told_to_end) return KEY_END;
        if (script.keys) return *script.keys ? (unsigned char)*script.keys++ : 'q';
        if (terminal.count > 0) return take_key();
        int ready = wait_for_input(milliseconds < 0 ? glance : milliseconds);
        if (ready < 0) return KEY_END;
        if (resized || (ready == 0 && has_changed())) {
            resized = 0;
            return KEY_RESIZE;
        }
        if (ready == 0 && milliseconds >= 0) return KEY_NONE;
        if (ready > 0 && !read_key_bytes()) return KEY_END;
    }
}

bool terminal_line(Text *line) {
    const size_t most = 1000;
    text_clear(line);
    for (;;) {
        for (int i = 0; i < terminal.count; i++) {
            if (terminal.bytes[i] != '\n') {
                if (line->size < most && terminal.bytes[i]) text_add_bytes(line, &terminal.bytes[i], 1);
                continue;
            }
            use_bytes(i + 1);
            text_add(line, "");
            return true;
        }
        terminal.count = 0;
        int ready = wait_for_input(-1);
        if (ready < 0 || (ready > 0 && !read_key_bytes())) return line->size > 0 && !told_to_end;
    }
}

// ---- Canvas ----

void canvas_clear(Canvas *canvas) {
    int rows, columns;
    memset(canvas, 0, sizeof *canvas);
    terminal_size(&rows, &columns);
    canvas->columns = columns >= CANVAS_WIDEST ? CANVAS_WIDEST : CANVAS_COLUMNS;
    for (int row = 0; row < CANVAS_ROWS; row++)
        for (int column = 0; column < CANVAS_WIDEST; column++) canvas->glyph[row][column][0] = ' ';
}

// Bytes of the character at the front.
static size_t width_of(const char *text) {
    size_t size = 1;
    while (size < 4 && ((unsigned char)text[size] & 0xC0) == 0x80) size++;
    return size;
}

static int put_one(Canvas *canvas, int row, int column, Ink ink, const char *text, size_t size) {
    if (row < 0 || row >= CANVAS_ROWS || column < 0 || column >= canvas->columns) return column + 1;
    bool control = (unsigned char)text[0] < ' ' || text[0] == 0x7F;
    memset(canvas->glyph[row][column], 0, sizeof canvas->glyph[row][column]);
    memcpy(canvas->glyph[row][column], control ? "?" : text, control ? 1 : size);
    canvas->ink[row][column] = (unsigned char)ink;
    return column + 1;
}

int canvas_put(Canvas *canvas, int row, int column, Ink ink, const char *text) {
    for (size_t size; *text; text += size) {
        size = width_of(text);
        column = put_one(canvas, row, column, ink, text, size);
    }
    return column;
}

int canvas_put_cards(Canvas *canvas, int row, int column, Ink ink, const char *text) {
    Ink now = ink;
    for (size_t size; *text; text += size) {
        if (*text == 0x1B) {
            const char *end = strchr(text, 'm');
            size = end ? (size_t)(end - text) + 1 : strlen(text);
            now = strncmp(text, "\x1B[31m", 5) == 0 ? INK_RED : strncmp(text, "\x1B[1m", 4) == 0 ? INK_BOLD : ink;
            continue;
        }
        size = width_of(text);
        column = put_one(canvas, row, column, now, text, size);
    }
    return column;
}

static void add_ink(Text *out, int ink) {
    static const char *const codes[INKS] = {
        [INK_PLAIN] = "\x1B[0m",   [INK_SOFT] = "\x1B[0;2m", [INK_BOLD] = "\x1B[0;1m",      [INK_RED] = "\x1B[0;1;31m",
        [INK_GOOD] = "\x1B[0;32m", [INK_BAD] = "\x1B[0;33m", [INK_ACCENT] = "\x1B[0;1;36m", [INK_BACK] = "\x1B[0;34m",
    };
    if (terminal.colour) text_add(out, codes[ink]);
}

static void add_canvas_row(Text *out, const Canvas *canvas, int row) {
    int last = canvas->columns, ink = -1;
    while (last > 0 && strcmp(canvas->glyph[row][last - 1], " ") == 0) last--;
    for (int column = 0; column < last; column++) {
        if (canvas->ink[row][column] != ink) add_ink(out, ink = canvas->ink[row][column]);
        text_add(out, canvas->glyph[row][column]);
    }
    if (ink > INK_PLAIN) add_ink(out, INK_PLAIN);
}

void terminal_show(const Canvas *canvas) {
    int rows, columns;
    if (script.keys) {
        *script.shown = *canvas;
        return;
    }
    Text out = {0};
    terminal_size(&rows, &columns);
    terminal.rows = rows;
    terminal.columns = columns;
    text_add(&out, "\x1B[?2026h\x1B[H\x1B[2J"); // terminals that can, show the new picture at once
    if (rows < CANVAS_ROWS || columns < CANVAS_COLUMNS) {
        text_addf(&out,
                  "The game needs %d columns and\r\n%d rows; this window has\r\n%d and %d.\r\nMake it larger, or q.",
                  CANVAS_COLUMNS, CANVAS_ROWS, columns, rows);
    } else {
        int top = (rows - CANVAS_ROWS) / 2, left = columns > canvas->columns ? (columns - canvas->columns) / 2 : 0;
        for (int row = 0; row < CANVAS_ROWS; row++) {
            text_addf(&out, "\x1B[%d;%dH", top + row + 1, left + 1);
            add_canvas_row(&out, canvas, row);
        }
    }
    text_add(&out, "\x1B[?2026l");
    send(out.data, out.size);
    text_free(&out);
}
