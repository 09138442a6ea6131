// SPDX-License-Identifier: MIT
// What goes out: documents to stdout, sentences to stderr, and nothing in either that a terminal could obey but
// colours.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/commands/games.h"

bool app_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return false;
}

// A terminal that does not read UTF-8 sees control characters in its bytes; a file or a pipe sees none.
static bool shows_utf8(int stream) { return app_utf8() || !isatty(stream); }

// The bytes of a colour as app/cards.c writes it, "ESC [ digits m"; 0 if there is none.
static size_t colour_length(const char *at) {
    if (at[0] != '\x1B' || at[1] != '[') return 0;
    size_t size = 2 + strspn(at + 2, "0123456789;");
    return at[size] == 'm' ? size + 1 : 0;
}

static void add_clean(Text *clean, const char *at, const char *end, bool colours, bool utf8) {
    while (at < end) {
        int character = text_utf8(at), harmless = text_harmless(at);
        size_t colour = colours ? colour_length(at) : 0, size = character ? (size_t)character : 1;
        if (colour || *at == '\n' || *at == '\t' || (harmless && (utf8 || harmless == 1)))
            text_add_bytes(clean, at, size = colour ? colour : size);
        else
            text_add(clean, "?");
        at += size;
    }
}

// ---- Sentences ----

void app_tell(const char *format, ...) {
    Text raw = {0}, clean = {0};
    va_list args;
    va_start(args, format);
    text_vaddf(&raw, format, args);
    va_end(args);
    add_clean(&clean, raw.data, raw.data + raw.size, false, shows_utf8(STDERR_FILENO));
    fprintf(stderr, "%s\n", clean.data ? clean.data : "");
    text_free(&raw);
    text_free(&clean);
}

int app_fail(int code, const Error *err) {
    Text line = {0};
    Error told = *err;
    app_tell_other_game(&told);
    text_add_printable(&line, told.text);
    app_tell("deadwood: %s", line.size ? line.data : "");
    text_free(&line);
    return code;
}

// ---- Documents ----

// True if nobody can read standard output any more: quitting `less` or `head` is no failure of ours.
static bool reader_is_gone(int reason) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return reason == EPIPE || (poll(&out, 1, 0) == 1 && (out.revents & POLLERR));
}

static int print_coloured(const Text *text, bool colours) {
    Text clean = {0};
    if (text->size) add_clean(&clean, text->data, text->data + text->size, colours, shows_utf8(STDOUT_FILENO));
    errno = 0;
    bool good = !clean.size || fwrite(clean.data, 1, clean.size, stdout) == clean.size;
    good = fflush(stdout) == 0 && good && !ferror(stdout);
    int reason = errno;
    text_free(&clean);
    if (good) return APP_DONE;
    if (reader_is_gone(reason)) return APP_UNREAD;
    Error err;
    error_set(&err, "standard output could not be written: the disk may be full or the output closed%s%s%s",
              reason ? " (" : "", reason ? strerror(reason) : "", reason ? ")" : "");
    return app_fail(APP_FAILED, &err);
}

int app_print(const Text *text) { return print_coloured(text, false); }
int app_print_coloured(const Text *text) { return print_coloured(text, true); }
