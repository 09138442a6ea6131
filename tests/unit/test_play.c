// SPDX-License-Identifier: MIT
// `deadwood play` as a person sees it, through a terminal of our own.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "gin/record.h"
#include "support/folder.h"
#include "support/random.h"
#include "support/screen.h"

static const char LEFT_KEY[] = "\x1B[D", RIGHT_KEY[] = "\x1B[C";

// The program with these words after `play`, ended by NULL.
static Screen *start(int rows, int columns, const char *const *words) {
    const char *argv[16] = {getenv("DEADWOOD"), "play", "--pace", "0"};
    int count = 4;
    if (!argv[0]) skip();
    for (; *words; words++) argv[count++] = *words;
    return screen_open(argv, rows, columns);
}

static void expect(Screen *screen, const char *words) {
    if (!screen_wait(screen, words)) fail_msg("no '%s' in:\n%s", words, screen_text(screen));
}

static char *file_text(const char *path) {
    Text text = {0};
    Error err;
    if (!text_read_file(&text, path, 1 << 20, &err)) fail_msg("%s", err.text);
    text_add(&text, "");
    return text.data;
}

// The last line of a record file, parsed.
static GinRecord *last_record(const char *path) {
    char *all = file_text(path);
    size_t size = strlen(all);
    if (size) all[size - 1] = '\0';
    char *line = strrchr(all, '\n');
    static GinRecord record;
    Error err = {{0}};
    if (!gin_record_parse(line ? line + 1 : all, &record, &err)) fail_msg("%s", err.text);
    free(all);
    return &record;
}

// Presses a key and waits for the person's turn to come again.
static void press(Screen *screen, const char *key) {
    screen_press(screen, key);
    expect(screen, "q quit");
}

// Plays on by the simplest keys, draw and discard, until the picture holds the words.
static void play_until(Screen *screen, const char *words) {
    for (int i = 0; i < 500 && !screen_has(screen, words); i++)
        press(screen, screen_has(screen, "p pass") ? "p" : screen_has(screen, "Enter") ? "\r" : "d");
    expect(screen, words);
}

static void a_whole_hand_can_be_played_by_keys(void **state) {
    (void)state;
    const char *path = file("hand.rec");
    Screen *screen = start(24, 80, (const char *[]){"simple", "--seed", "3", "--record", path, NULL});
    expect(screen, "Gin Rummy");
    expect(screen, "hand 1");
    expect(screen, "q quit");
    play_until(screen, "Enter next hand");
    assert_true(screen_has(screen, "score") || screen_has(screen, "nobody scores"));
    GinRecord *record = last_record(path);
    assert_int_equal(record->forfeiter, -1);
    assert_int_equal(record->game, 3);
    assert_string_equal(record->player[0], "you");
    assert_string_equal(record->player[1], "simple");
    screen_type(screen, "r"); // the review
    expect(screen, "luck");
    screen_type(screen, "\r");
    expect(screen, "hand 2");
    screen_type(screen, "q");
    assert_int_equal(screen_exit(screen), 0);
    assert_true(screen_restored(screen));
    expect(screen, "--resume");
    screen_close(screen);
}

static void the_picture_fits_and_nothing_is_cut(void **state) {
    (void)state;
    Screen *screen = start(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("fit.rec"), NULL});
    expect(screen, "q quit");
    screen_type(screen, "?");
    expect(screen, "beware of the undercut.");
    expect(screen, "if the rules have it");
    press(screen, " ");
    const char *text = screen_text(screen);
    assert_non_null(strstr(text, "╭───╮╭───╮"));
    int lines = 0;
    for (const char *at = text; *at; at++) lines += *at == '\n';
    assert_int_equal(lines, 24);
    screen_close(screen);
}

static void hints_are_ranked_and_have_reasons(void **state) {
    (void)state;
    Screen *screen = start(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("hint.rec"), NULL});
    expect(screen, "h hint");
    screen_type(screen, "h");
    expect(screen, "Hint: with the best move you win");
    assert_true(screen_has(screen, "1 take") || screen_has(screen, "1 draw") || screen_has(screen, "1 pass"));
    assert_true(screen_has(screen, "cards help"));
    screen_close(screen);
}

// Undo brings back the cards as they were, and the same answer follows the same move.
static void undo_goes_back_to_the_last_decision(void **state) {
    (void)state;
    Screen *screen = start(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("undo.rec"), NULL});
    expect(screen, "u take the upcard");
    screen_type(screen, "z");
    expect(screen, "nothing to take back");
    if (screen_has(screen, "p pass")) press(screen, "p");
    press(screen, "d");
    char *drawn = strdup(screen_text(screen));
    press(screen, "z");
    press(screen, "d");
    assert_string_equal(screen_text(screen), drawn);
    press(screen, "d");
    char *answered = strdup(screen_text(screen));
    press(screen, "z");
    assert_string_equal(screen_text(screen), drawn);
    press(screen, "d");
    assert_string_equal(screen_text(screen), answered);
    free(drawn);
    free(answered);
    screen_close(screen);
}

static void arrows_and_digits_choose_a_card(void **state) {
    (void)state;
    Screen *screen = start(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("keys.rec"), NULL});
    expect(screen, "u take the upcard");
    screen_type(screen, "u");
    expect(screen, "d discard");
    press(screen, "0"); // the queen of hearts, just taken
    press(screen, "d");
    expect(screen, "QH was just taken");
    press(screen, LEFT_KEY);
    press(screen, RIGHT_KEY);
    static const char *const unknown[] = {"\x1B[1;5C", "\x1B[999999;1~", "\x1BOP", "\x1B", "\x1B[[", "\xC3\xA4"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) press(screen, unknown[i]);
    press(screen, "9");
    press(screen, "k");
    expect(screen, "at most 10 is allowed");
    press(screen, "-");
    press(screen, "d");
    expect(screen, "you took Q♥, discarded K♥");
    screen_close(screen);
}

static void a_knock_is_shown_and_asked_for(void **state) {
    (void)state;
    // A limit of 60 lets nearly every hand knock.
    Screen *screen = start(
        24, 80,
        (const char *[]){"always-draw", "--rules", "knock=60", "--seed", "7", "--record", file("knock.rec"), NULL});
    expect(screen, "q quit");
    play_until(screen, "k knock");
    press(screen, "-"); // the last of the deadwood
    screen_press(screen, "k");
    expect(screen, "y yes");
    expect(screen, "You show");
    press(screen, "n");
    expect(screen, "k knock");
    screen_press(screen, "k");
    expect(screen, "y yes");
    press(screen, "y");
    expect(screen, "Enter");
    assert_true(screen_has(screen, "knocked with") || screen_has(screen, "Gin!"));
    screen_close(screen);
}

static void a_small_window_is_told_and_a_larger_one_used(void **state) {
    (void)state;
    Screen *screen = start(20, 60, (const char *[]){"simple", "--seed", "7", "--record", file("small.rec"), NULL});
    expect(screen, "needs 80 columns");
    screen_resize(screen, 40, 120);
    expect(screen, "Gin Rummy");
    assert_false(screen_has(screen, "needs 80"));
    screen_resize(screen, 10, 30);
    expect(screen, "Make it larger");
    screen_resize(screen, 24, 80);
    expect(screen, "q quit");
    screen_type(screen, "q");
    assert_int_equal(screen_exit(screen), 0);
    screen_close(screen);
}

// Leaves the game by a signal and takes it up again at the same point.
static void left_by(int signal_number, const char *name) {
    const char *path = file(name);
    Screen *screen = start(24, 80, (const char *[]){"simple", "--seed", "7", "--record", path, NULL});
    expect(screen, "u take the upcard");
    screen_type(screen, "u");
    expect(screen, "d discard");
    char *before = strdup(screen_text(screen));
    if (signal_number == SIGINT)
        screen_type(screen, "\x03"); // Ctrl-C, as the terminal makes it a signal
    else
        screen_signal(screen, signal_number);
    int code = screen_exit(screen);
    if (signal_number != SIGKILL) {
        assert_int_equal(code, 130);
        assert_true(screen_restored(screen));
    }
    screen_close(screen);
    GinRecord *record = last_record(path);
    assert_int_equal(record->forfeiter, 0);
    assert_int_equal(record->forfeit, GIN_FORFEIT_RESIGN);
    screen = start(24, 80, (const char *[]){"--resume", path, NULL});
    expect(screen, "d discard");
    assert_string_equal(screen_text(screen), before);
    free(before);
    screen_close(screen);
}

static void a_game_left_by_a_signal_can_be_taken_up(void **state) {
    (void)state;
    left_by(SIGINT, "int.rec");
    left_by(SIGTERM, "term.rec");
    left_by(SIGHUP, "hup.rec");
    left_by(SIGKILL, "kill.rec");
}

static void any_bytes_leave_the_program_alive(void **state) {
    (void)state;
    Rng rng = rng_for(11, 0, 0, 0);
    for (int round = 0; round < effort(4, 1); round++) {
        Screen *screen = start(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("noise.rec"), NULL});
        expect(screen, "q quit");
        for (int i = 0; i < 60; i++) {
            unsigned char bytes[16];
            for (size_t j = 0; j < sizeof bytes; j++) {
                // All but the bytes the terminal itself makes signals of, and q.
                do bytes[j] = (unsigned char)rng_below(&rng, 256);
                while (bytes[j] == 3 || bytes[j] == 0x1C || bytes[j] == 0x1A || (bytes[j] | 32) == 'q' ||
                       bytes[j] == 'h' || bytes[j] == 'H' || bytes[j] == 'r' || bytes[j] == 'R');
            }
            screen_bytes(screen, bytes, sizeof bytes);
        }
        screen_type(screen, "q");
        assert_int_equal(screen_exit(screen), 0);
        assert_true(screen_restored(screen));
        screen_close(screen);
        unlink(file("noise.rec"));
    }
}

static void letters_stand_in_where_symbols_cannot(void **state) {
    (void)state;
    Screen *screen =
        start(24, 80, (const char *[]){"simple", "--ascii", "--seed", "7", "--record", file("ascii.rec"), NULL});
    expect(screen, ".---.");
    for (const char *at = screen_text(screen); *at; at++) assert_true((unsigned char)*at < 0x80);
    screen_close(screen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_hand_can_be_played_by_keys),
        cmocka_unit_test(the_picture_fits_and_nothing_is_cut),
        cmocka_unit_test(hints_are_ranked_and_have_reasons),
        cmocka_unit_test(undo_goes_back_to_the_last_decision),
        cmocka_unit_test(arrows_and_digits_choose_a_card),
        cmocka_unit_test(a_knock_is_shown_and_asked_for),
        cmocka_unit_test(a_small_window_is_told_and_a_larger_one_used),
        cmocka_unit_test(a_game_left_by_a_signal_can_be_taken_up),
        cmocka_unit_test(any_bytes_leave_the_program_alive),
        cmocka_unit_test(letters_stand_in_where_symbols_cannot),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
