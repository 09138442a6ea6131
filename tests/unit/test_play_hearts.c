// SPDX-License-Identifier: MIT
// `deadwood play --game hearts` as a person sees it, through a terminal of our own.
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
#include "hearts/record.h"
#include "support/folder.h"
#include "support/random.h"
#include "support/screen.h"

static const char LEFT_KEY[] = "\x1B[D", RIGHT_KEY[] = "\x1B[C";

static void expect(Screen *screen, const char *words) {
    if (!screen_wait(screen, words)) fail_msg("no '%s' in:\n%s", words, screen_text(screen));
}

// The program with these words after `play`, ended by NULL.
static Screen *start(const char *const *words) {
    const char *argv[16] = {getenv("DEADWOOD"), "play", "--pace", "0"};
    int count = 4;
    if (!argv[0]) skip();
    for (; *words; words++) argv[count++] = *words;
    Screen *screen = screen_open(argv, 24, 80);
    expect(screen, "q quit");
    return screen;
}

// A game against three duckers, kept in this file.
static Screen *start_game(const char *seed, const char *name) {
    return start((const char *[]){"--game", "hearts", "ducker", "--seed", seed, "--record", file(name), NULL});
}

// The last line of a record file, parsed.
static HeartsRecord *last_record(const char *path) {
    static HeartsRecord record;
    Text all = {0};
    Error err = {{0}};
    if (!text_read_file(&all, path, 1 << 20, &err)) fail_msg("%s", err.text);
    text_add(&all, "");
    if (all.size) all.data[all.size - 1] = '\0';
    char *line = strrchr(all.data, '\n');
    if (!hearts_record_parse(line ? line + 1 : all.data, &record, &err)) fail_msg("%s", err.text);
    text_free(&all);
    return &record;
}

// Presses a key and waits for the person's turn to come again.
static void press(Screen *screen, const char *key) {
    screen_press(screen, key);
    expect(screen, "q quit");
}

// Passes the three cards on the left.
static void pass(Screen *screen) {
    press(screen, "1");
    press(screen, "2");
    press(screen, "3");
    expect(screen, "3 of 3 chosen");
    screen_press(screen, "\r");
    expect(screen, "y yes");
    press(screen, "y");
    expect(screen, "Enter play");
}

static void play_to_the_end(Screen *screen) {
    for (int i = 0; i < 20 && !screen_has(screen, "Enter next hand"); i++) press(screen, "\r");
    expect(screen, "Enter next hand");
}

static void a_whole_hand_can_be_played_by_keys(void **state) {
    (void)state;
    const char *path = file("hand.rec");
    Screen *screen = start_game("3", "hand.rec");
    expect(screen, "Cards go left.");
    pass(screen);
    play_to_the_end(screen);
    expect(screen, "You took");
    HeartsRecord *record = last_record(path);
    assert_int_equal(record->fault[0], HEARTS_NO_FAULT);
    assert_int_equal(record->game, 3);
    assert_string_equal(record->player[0], "you");
    assert_string_equal(record->player[3], "ducker");
    screen_type(screen, "r"); // the review
    expect(screen, " decisions");
    press(screen, "\r");
    expect(screen, "hand 2");
    expect(screen, "Cards go right.");
    screen_type(screen, "q");
    assert_int_equal(screen_exit(screen), 0);
    assert_true(screen_restored(screen));
    expect(screen, "--resume");
    screen_close(screen);
}

static void three_cards_are_chosen_and_confirmed(void **state) {
    (void)state;
    Screen *screen = start_game("3", "pass.rec");
    expect(screen, "Choose 3 for West.");
    press(screen, " ");
    expect(screen, "1 of 3 chosen");
    press(screen, RIGHT_KEY);
    press(screen, " ");
    expect(screen, "2 of 3 chosen");
    press(screen, "\r");
    expect(screen, "Choose 3 cards");
    press(screen, "c");
    press(screen, "b");
    expect(screen, "put one back first");
    press(screen, "c");
    expect(screen, "2 of 3 chosen");
    press(screen, "b");
    screen_press(screen, "\r");
    expect(screen, "Pass 4♣ 5♣ 7♥ to West?");
    press(screen, "n");
    expect(screen, "3 of 3 chosen");
    screen_press(screen, "\r");
    expect(screen, "y yes");
    press(screen, "\r");
    expect(screen, "new"); // the cards that came
    screen_close(screen);
}

static void hints_are_ranked_and_have_reasons(void **state) {
    (void)state;
    Screen *screen = start_game("3", "hint.rec");
    screen_type(screen, "h");
    expect(screen, "by what you pass:");
    expect(screen, "above ten");
    expect(screen, "3 of 3 chosen");
    screen_press(screen, "\r");
    expect(screen, "y yes");
    press(screen, "y");
    screen_type(screen, "h");
    expect(screen, "by what you play:");
    expect(screen, "the trick");
    assert_true(screen_has(screen, "worse") || screen_has(screen, "about as good"));
    screen_close(screen);
}

// Undo brings back the cards as they were, and the same answer follows the same move.
static void undo_goes_back_to_the_last_decision(void **state) {
    (void)state;
    Screen *screen = start_game("3", "undo.rec");
    press(screen, "z");
    expect(screen, "nothing to take back");
    pass(screen);
    char *passed = strdup(screen_text(screen));
    press(screen, "\r");
    char *answered = strdup(screen_text(screen));
    press(screen, "z");
    assert_string_equal(screen_text(screen), passed);
    press(screen, "\r");
    assert_string_equal(screen_text(screen), answered);
    press(screen, "z");
    press(screen, "z");
    expect(screen, "Choose 3 for West.");
    pass(screen);
    assert_string_equal(screen_text(screen), passed);
    free(passed);
    free(answered);
    screen_close(screen);
}

static void a_card_that_may_not_be_played_says_why(void **state) {
    (void)state;
    Screen *screen = start_game("3", "keys.rec");
    pass(screen);
    press(screen, "c"); // a heart on the first trick
    assert_true(screen_has(screen, "Follow suit") || screen_has(screen, "No points may fall") ||
                screen_has(screen, "two of clubs leads"));
    static const char *const unknown[] = {"\x1B[1;5C", "\x1B[999999;1~", "\x1BOP", "\x1B", "\x1B[[", "\xC3\xA4"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) press(screen, unknown[i]);
    press(screen, LEFT_KEY);
    press(screen, RIGHT_KEY);
    screen_press(screen, "?");
    expect(screen, "shoots the moon");
    press(screen, " ");
    press(screen, "s");
    expect(screen, "Saved: ");
    screen_press(screen, "n");
    expect(screen, "Leave this game");
    press(screen, "y");
    expect(screen, "Choose 3 for West.");
    screen_close(screen);
}

// Leaves the game by a signal and takes it up again at the same point.
static void left_by(int signal_number, const char *name) {
    const char *path = file(name);
    Screen *screen = start_game("3", name);
    pass(screen);
    press(screen, "\r");
    press(screen, "\r");
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
    HeartsRecord *record = last_record(path);
    assert_int_equal(record->fault[0], HEARTS_FAULT_RESIGN);
    assert_int_equal(record->points[0], 26);
    screen = start((const char *[]){"--resume", path, NULL});
    expect(screen, "Enter play");
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
    Rng rng = rng_for(11, 1, 0, 0);
    for (int round = 0; round < effort(4, 1); round++) {
        Screen *screen = start_game("7", "noise.rec");
        for (int i = 0; i < 60; i++) {
            unsigned char bytes[16];
            for (size_t j = 0; j < sizeof bytes; j++) {
                // All but the bytes the terminal itself makes signals of, q, and what takes long.
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
    Screen *screen = start(
        (const char *[]){"--game", "hearts", "ducker", "--ascii", "--seed", "7", "--record", file("ascii.rec"), NULL});
    expect(screen, ".---.");
    for (const char *at = screen_text(screen); *at; at++) assert_true((unsigned char)*at < 0x80);
    screen_close(screen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_hand_can_be_played_by_keys),
        cmocka_unit_test(three_cards_are_chosen_and_confirmed),
        cmocka_unit_test(hints_are_ranked_and_have_reasons),
        cmocka_unit_test(undo_goes_back_to_the_last_decision),
        cmocka_unit_test(a_card_that_may_not_be_played_says_why),
        cmocka_unit_test(a_game_left_by_a_signal_can_be_taken_up),
        cmocka_unit_test(any_bytes_leave_the_program_alive),
        cmocka_unit_test(letters_stand_in_where_symbols_cannot),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
