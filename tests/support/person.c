// SPDX-License-Identifier: MIT
#include "support/person.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text/text.h"

Screen *person_sits_down(int rows, int columns, const char *const *words) {
    const char *argv[16] = {getenv("DEADWOOD"), "play", "--pace", "0"};
    int count = 4;
    if (!argv[0]) skip();
    for (; *words; words++) argv[count++] = *words;
    return screen_open(argv, rows, columns);
}

void person_sees(Screen *screen, const char *words) {
    if (!screen_wait(screen, words)) fail_msg("no '%s' in:\n%s", words, screen_text(screen));
}

void person_presses(Screen *screen, const char *key) {
    screen_press(screen, key);
    person_sees(screen, "q quit");
}

void person_fumbles(Screen *screen) {
    static const char *const unknown[] = {"\x1B[1;5C", "\x1B[999999;1~", "\x1BOP", "\x1B", "\x1B[[", "\xC3\xA4"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) person_presses(screen, unknown[i]);
}

static bool is_harmless(unsigned char byte) {
    unsigned char letter = byte | 32;
    return byte != 3 && byte != 0x1C && byte != 0x1A && letter != 'q' && letter != 'h' && letter != 'r';
}

void person_bangs(Screen *screen, Rng *rng) {
    for (int i = 0; i < 60; i++) {
        unsigned char bytes[16];
        for (size_t j = 0; j < sizeof bytes; j++) {
            do bytes[j] = (unsigned char)rng_below(rng, 256);
            while (!is_harmless(bytes[j]));
        }
        screen_bytes(screen, bytes, sizeof bytes);
    }
    screen_type(screen, "q");
    assert_int_equal(screen_exit(screen), 0);
    assert_true(screen_restored(screen));
}

void person_leaves_by(Screen *screen, int signal_number) {
    if (signal_number == SIGINT)
        screen_type(screen, "\x03"); // as the terminal makes it a signal
    else
        screen_signal(screen, signal_number);
    int code = screen_exit(screen);
    if (signal_number != SIGKILL) {
        assert_int_equal(code, 130);
        assert_true(screen_restored(screen));
    }
    screen_close(screen);
}

void person_sees_letters_only(Screen *screen) {
    person_sees(screen, ".---.");
    for (const char *at = screen_text(screen); *at; at++) assert_true((unsigned char)*at < 0x80);
}

char *person_kept(const char *path) {
    Text all = {0};
    Error err = {{0}};
    if (!text_read_file(&all, path, 1 << 20, &err)) fail_msg("%s", err.text);
    text_add(&all, "");
    if (all.size) all.data[all.size - 1] = '\0';
    const char *line = strrchr(all.data, '\n');
    char *copy = strdup(line ? line + 1 : all.data);
    assert_non_null(copy);
    text_free(&all);
    return copy;
}
