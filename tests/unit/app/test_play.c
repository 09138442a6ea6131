// SPDX-License-Identifier: MIT
// `deadwood play` as a person sees it, through a terminal of our own.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gin/record.h"
#include "support/folder.h"
#include "support/person.h"
#include "support/random.h"

static const char LEFT_KEY[] = "\x1B[D", RIGHT_KEY[] = "\x1B[C";

static GinRecord *last_record(const char *path) {
    static GinRecord record;
    Error err = {{0}};
    char *line = person_kept(path);
    if (!gin_record_parse(line, &record, &err)) fail_msg("%s", err.text);
    free(line);
    return &record;
}

// Plays on by the simplest keys, draw and discard, until the picture holds the words.
static void play_until(Screen *screen, const char *words) {
    for (int i = 0; i < 500 && !screen_has(screen, words); i++)
        person_presses(screen, screen_has(screen, "p pass") ? "p" : screen_has(screen, "Enter") ? "\r" : "d");
    person_sees(screen, words);
}

static void a_whole_hand_can_be_played_by_keys(void **state) {
    (void)state;
    const char *path = file("hand.rec");
    Screen *screen = person_sits_down(24, 80, (const char *[]){"simple", "--seed", "3", "--record", path, NULL});
    person_sees(screen, "Gin Rummy");
    person_sees(screen, "hand 1");
    person_sees(screen, "q quit");
    play_until(screen, "Enter next hand");
    assert_true(screen_has(screen, "score") || screen_has(screen, "nobody scores"));
    GinRecord *record = last_record(path);
    assert_int_equal(record->faulty, -1);
    assert_int_equal(record->game, 3);
    assert_string_equal(record->player[0], "you");
    assert_string_equal(record->player[1], "simple");
    screen_type(screen, "r"); // the review
    person_sees(screen, "luck");
    screen_type(screen, "\r");
    person_sees(screen, "hand 2");
    screen_type(screen, "q");
    assert_int_equal(screen_exit(screen), 0);
    assert_true(screen_restored(screen));
    person_sees(screen, "--resume");
    screen_close(screen);
}

static void the_picture_fits_and_nothing_is_cut(void **state) {
    (void)state;
    Screen *screen =
        person_sits_down(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("fit.rec"), NULL});
    person_sees(screen, "q quit");
    screen_type(screen, "?");
    person_sees(screen, "beware of the undercut.");
    person_sees(screen, "if the rules have it");
    person_presses(screen, " ");
    const char *text = screen_text(screen);
    assert_non_null(strstr(text, "╭───╮╭───╮"));
    int lines = 0;
    for (const char *at = text; *at; at++) lines += *at == '\n';
    assert_int_equal(lines, 24);
    screen_close(screen);
}

// At 120 columns a panel has the turns and what a hint rests on; at 119 there is none, and the table stays as it is.
static void a_wide_window_has_a_panel_beside_the_table(void **state) {
    (void)state;
    Screen *screen =
        person_sits_down(24, 120, (const char *[]){"simple", "--seed", "7", "--record", file("wide.rec"), NULL});
    person_sees(screen, "Turns  + from the pile, - onto it");
    person_sees(screen, "In the pile");
    person_presses(screen, "d");
    person_sees(screen, "new");
    screen_type(screen, "h");
    person_sees(screen, "Why discard");
    assert_true(screen_has(screen, "- ") && screen_has(screen, "Hint: "));
    person_presses(screen, "d");
    person_sees(screen, "In the pile"); // a hint goes with its decision
    screen_resize(screen, 30, 119);
    person_sees(screen, "q quit");
    screen_press(screen, "x");
    assert_false(screen_has(screen, "Turns"));
    screen_resize(screen, 24, 160);
    person_sees(screen, "Turns");
    screen_close(screen);
}

static void hints_are_ranked_and_have_reasons(void **state) {
    (void)state;
    Screen *screen =
        person_sits_down(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("hint.rec"), NULL});
    person_sees(screen, "h hint");
    screen_type(screen, "h");
    person_sees(screen, "Hint: your chance to win");
    assert_true(screen_has(screen, "1 take") || screen_has(screen, "1 draw") || screen_has(screen, "1 pass"));
    assert_true(screen_has(screen, "cards help"));
    assert_true(screen_has(screen, "in the open")); // nothing is cut
    screen_close(screen);
}

// Undo brings back the cards as they were, and the same answer follows the same move.
static void undo_goes_back_to_the_last_decision(void **state) {
    (void)state;
    Screen *screen =
        person_sits_down(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("undo.rec"), NULL});
    person_sees(screen, "u take the upcard");
    screen_type(screen, "z");
    person_sees(screen, "nothing to take back");
    if (screen_has(screen, "p pass")) person_presses(screen, "p");
    person_presses(screen, "d");
    char *drawn = strdup(screen_text(screen));
    person_presses(screen, "z");
    person_presses(screen, "d");
    assert_string_equal(screen_text(screen), drawn);
    person_presses(screen, "d");
    char *answered = strdup(screen_text(screen));
    person_presses(screen, "z");
    assert_string_equal(screen_text(screen), drawn);
    person_presses(screen, "d");
    assert_string_equal(screen_text(screen), answered);
    free(drawn);
    free(answered);
    screen_close(screen);
}

static void arrows_and_digits_choose_a_card(void **state) {
    (void)state;
    Screen *screen =
        person_sits_down(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("keys.rec"), NULL});
    person_sees(screen, "u take the upcard");
    screen_type(screen, "u");
    person_sees(screen, "d discard");
    person_presses(screen, "0"); // the queen of hearts, just taken
    person_presses(screen, "d");
    person_sees(screen, "QH was just taken");
    person_presses(screen, LEFT_KEY);
    person_presses(screen, RIGHT_KEY);
    person_fumbles(screen);
    person_presses(screen, "9");
    person_presses(screen, "k");
    person_sees(screen, "at most 10 is allowed");
    person_presses(screen, "-");
    person_presses(screen, "d");
    person_sees(screen, "you took Q♥, discarded K♥");
    screen_close(screen);
}

static void a_knock_is_shown_and_asked_for(void **state) {
    (void)state;
    // A limit of 60 lets nearly every hand knock.
    Screen *screen = person_sits_down(
        24, 80,
        (const char *[]){"always-draw", "--rules", "knock=60", "--seed", "7", "--record", file("knock.rec"), NULL});
    person_sees(screen, "q quit");
    play_until(screen, "k knock");
    person_presses(screen, "-"); // the last of the deadwood
    screen_press(screen, "k");
    person_sees(screen, "y yes");
    person_sees(screen, "You show");
    person_presses(screen, "n");
    person_sees(screen, "k knock");
    screen_press(screen, "k");
    person_sees(screen, "y yes");
    person_presses(screen, "y");
    person_sees(screen, "Enter");
    assert_true(screen_has(screen, "knocked with") || screen_has(screen, "Gin!"));
    screen_close(screen);
}

static void a_small_window_is_told_and_a_larger_one_used(void **state) {
    (void)state;
    Screen *screen =
        person_sits_down(20, 60, (const char *[]){"simple", "--seed", "7", "--record", file("small.rec"), NULL});
    person_sees(screen, "needs 80 columns");
    screen_resize(screen, 40, 120);
    person_sees(screen, "Gin Rummy");
    assert_false(screen_has(screen, "needs 80"));
    screen_resize(screen, 10, 30);
    person_sees(screen, "Make it larger");
    screen_resize(screen, 24, 80);
    person_sees(screen, "q quit");
    screen_type(screen, "q");
    assert_int_equal(screen_exit(screen), 0);
    screen_close(screen);
}

// Leaves the game by a signal and takes it up again at the same point.
static void left_by(int signal_number, const char *name) {
    const char *path = file(name);
    Screen *screen = person_sits_down(24, 80, (const char *[]){"simple", "--seed", "7", "--record", path, NULL});
    person_sees(screen, "u take the upcard");
    screen_type(screen, "u");
    person_sees(screen, "d discard");
    char *before = strdup(screen_text(screen));
    person_leaves_by(screen, signal_number);
    GinRecord *record = last_record(path);
    assert_true(record->unfinished);
    assert_int_equal(record->faulty, -1);
    screen = person_sits_down(24, 80, (const char *[]){"--resume", path, NULL});
    person_sees(screen, "d discard");
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

// Nobody knows how long a bot thinks: what ends the program ends it then, too.
static void a_program_that_thinks_keeps_nobody_waiting(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        const char *path = file("thinks.rec");
        Screen *screen =
            person_sits_down(24, 80, (const char *[]){"exec:sleep 60", "--seed", "3", "--record", path, NULL});
        person_sees(screen, "Starting exec:sleep 60");
        person_leaves_by(screen, signals[i]);
        assert_true(last_record(path)->unfinished);
        unlink(path);
    }
}

static void any_bytes_leave_the_program_alive(void **state) {
    (void)state;
    Rng rng = rng_for(11, 0, 0, 0);
    for (int round = 0; round < effort(4, 1); round++) {
        Screen *screen =
            person_sits_down(24, 80, (const char *[]){"simple", "--seed", "7", "--record", file("noise.rec"), NULL});
        person_sees(screen, "q quit");
        person_bangs(screen, &rng);
        screen_close(screen);
        unlink(file("noise.rec"));
    }
}

static void letters_stand_in_where_symbols_cannot(void **state) {
    (void)state;
    Screen *screen = person_sits_down(
        24, 80, (const char *[]){"simple", "--ascii", "--seed", "7", "--record", file("ascii.rec"), NULL});
    person_sees_letters_only(screen);
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
        cmocka_unit_test(a_program_that_thinks_keeps_nobody_waiting),
        cmocka_unit_test(any_bytes_leave_the_program_alive),
        cmocka_unit_test(a_wide_window_has_a_panel_beside_the_table),
        cmocka_unit_test(letters_stand_in_where_symbols_cannot),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
