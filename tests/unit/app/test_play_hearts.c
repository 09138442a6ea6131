// SPDX-License-Identifier: MIT
// `deadwood play --game hearts` as a person sees it, through a terminal of our own.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hearts/record.h"
#include "support/folder.h"
#include "support/person.h"
#include "support/processes.h"
#include "support/random.h"

static const char LEFT_KEY[] = "\x1B[D", RIGHT_KEY[] = "\x1B[C";

static Screen *start(const char *const *words) {
    Screen *screen = person_sits_down(24, 80, words);
    person_sees(screen, "q quit");
    return screen;
}

// A game against three duckers, kept in this file.
static Screen *start_game(const char *seed, const char *name) {
    return start((const char *[]){"--game", "hearts", "ducker", "--seed", seed, "--record", file(name), NULL});
}

static HeartsRecord *last_record(const char *path) {
    static HeartsRecord record;
    Error err = {{0}};
    char *line = person_kept(path);
    if (!hearts_record_parse(line, &record, &err)) fail_msg("%s", err.text);
    free(line);
    return &record;
}

// Passes the three cards on the left.
static void pass(Screen *screen) {
    person_presses(screen, "1");
    person_presses(screen, "2");
    person_presses(screen, "3");
    person_sees(screen, "3 of 3 chosen");
    screen_press(screen, "\r");
    person_sees(screen, "y yes");
    person_presses(screen, "y");
    person_sees(screen, "Enter play");
}

static void play_to_the_end(Screen *screen) {
    for (int i = 0; i < 20 && !screen_has(screen, "Enter next hand"); i++) person_presses(screen, "\r");
    person_sees(screen, "Enter next hand");
}

static void a_wide_window_has_the_tricks_beside_the_table(void **state) {
    (void)state;
    Screen *screen = person_sits_down(
        24, 120, (const char *[]){"--game", "hearts", "ducker", "--seed", "3", "--record", file("wide.rec"), NULL});
    person_sees(screen, "Still out");
    pass(screen);
    screen_type(screen, "h");
    person_sees(screen, "Why ");
    person_presses(screen, "\r");
    person_sees(screen, "Tricks  from the lead, and who won");
    person_sees(screen, " 1 ");
    screen_resize(screen, 24, 80);
    person_sees(screen, "last trick");
    assert_false(screen_has(screen, "Tricks  from"));
    screen_close(screen);
}

static void a_whole_hand_can_be_played_by_keys(void **state) {
    (void)state;
    const char *path = file("hand.rec");
    Screen *screen = start_game("3", "hand.rec");
    person_sees(screen, "Cards go left.");
    pass(screen);
    play_to_the_end(screen);
    person_sees(screen, "You took");
    HeartsRecord *record = last_record(path);
    assert_int_equal(record->fault[0], FAULT_NONE);
    assert_int_equal(record->game, 3);
    assert_string_equal(record->player[0], "you");
    assert_string_equal(record->player[3], "ducker");
    screen_type(screen, "r"); // the review
    person_sees(screen, " decisions");
    person_presses(screen, "\r");
    person_sees(screen, "hand 2");
    person_sees(screen, "Cards go right.");
    screen_type(screen, "q");
    assert_int_equal(screen_exit(screen), 0);
    assert_true(screen_restored(screen));
    person_sees(screen, "--resume");
    screen_close(screen);
}

static void three_cards_are_chosen_and_confirmed(void **state) {
    (void)state;
    Screen *screen = start_game("3", "pass.rec");
    person_sees(screen, "Choose 3 for West.");
    person_presses(screen, " ");
    person_sees(screen, "1 of 3 chosen");
    person_presses(screen, RIGHT_KEY);
    person_presses(screen, " ");
    person_sees(screen, "2 of 3 chosen");
    person_presses(screen, "\r");
    person_sees(screen, "Choose 3 cards");
    person_presses(screen, "c");
    person_presses(screen, "b");
    person_sees(screen, "put one back first");
    person_presses(screen, "c");
    person_sees(screen, "2 of 3 chosen");
    person_presses(screen, "b");
    screen_press(screen, "\r");
    person_sees(screen, "Pass 4♣ 5♣ 7♥ to West?");
    person_presses(screen, "n");
    person_sees(screen, "3 of 3 chosen");
    screen_press(screen, "\r");
    person_sees(screen, "y yes");
    person_presses(screen, "\r");
    person_sees(screen, "new"); // the cards that came
    screen_close(screen);
}

static void hints_are_ranked_and_have_reasons(void **state) {
    (void)state;
    Screen *screen = start_game("3", "hint.rec");
    screen_type(screen, "h");
    person_sees(screen, "by what you pass:");
    person_sees(screen, "above ten");
    person_sees(screen, "3 of 3 chosen");
    screen_press(screen, "\r");
    person_sees(screen, "y yes");
    person_presses(screen, "y");
    screen_type(screen, "h");
    person_sees(screen, "by what you play:");
    person_sees(screen, "the trick");
    assert_true(screen_has(screen, "worse") || screen_has(screen, "about as good"));
    screen_close(screen);
}

// Undo brings back the cards as they were, and the same answer follows the same move.
static void undo_goes_back_to_the_last_decision(void **state) {
    (void)state;
    Screen *screen = start_game("3", "undo.rec");
    person_presses(screen, "z");
    person_sees(screen, "nothing to take back");
    pass(screen);
    char *passed = strdup(screen_text(screen));
    person_presses(screen, "\r");
    char *answered = strdup(screen_text(screen));
    person_presses(screen, "z");
    assert_string_equal(screen_text(screen), passed);
    person_presses(screen, "\r");
    assert_string_equal(screen_text(screen), answered);
    person_presses(screen, "z");
    person_presses(screen, "z");
    person_sees(screen, "Choose 3 for West.");
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
    person_presses(screen, "c"); // a heart on the first trick
    assert_true(screen_has(screen, "Follow suit") || screen_has(screen, "No points may fall") ||
                screen_has(screen, "two of clubs leads"));
    person_fumbles(screen);
    person_presses(screen, LEFT_KEY);
    person_presses(screen, RIGHT_KEY);
    screen_press(screen, "?");
    person_sees(screen, "shoots the moon");
    person_presses(screen, " ");
    person_presses(screen, "s");
    person_sees(screen, "Saved: ");
    screen_press(screen, "n");
    person_sees(screen, "Leave this game");
    person_presses(screen, "y");
    person_sees(screen, "Choose 3 for West.");
    screen_close(screen);
}

// Leaves the game by a signal and takes it up again at the same point.
static void left_by(int signal_number, const char *name) {
    const char *path = file(name);
    Screen *screen = start_game("3", name);
    pass(screen);
    person_presses(screen, "\r");
    person_presses(screen, "\r");
    char *before = strdup(screen_text(screen));
    person_leaves_by(screen, signal_number);
    HeartsRecord *record = last_record(path);
    assert_true(record->unfinished);
    assert_int_equal(record->fault[0], FAULT_NONE);
    screen = start((const char *[]){"--resume", path, NULL});
    person_sees(screen, "Enter play");
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

// Nobody knows how long a bot thinks: what ends the program ends it then, too. West leads.
static void a_program_that_thinks_keeps_nobody_waiting(void **state) {
    (void)state;
    const char *path = file("thinks.rec");
    Screen *screen = person_sits_down(24, 80,
                                      (const char *[]){"--game", "hearts", "exec:sleep 60", "--rules", "pass=0",
                                                       "--seed", "3", "--record", path, NULL});
    person_sees(screen, "Starting exec:sleep 60");
    person_leaves_by(screen, SIGINT);
    assert_true(last_record(path)->unfinished);
    unlink(path);
}

static void any_bytes_leave_the_program_alive(void **state) {
    (void)state;
    Rng rng = rng_for(11, 1, 0, 0);
    for (int round = 0; round < effort(4, 1); round++) {
        Screen *screen = start_game("7", "noise.rec");
        person_bangs(screen, &rng);
        screen_close(screen);
        unlink(file("noise.rec"));
    }
}

static void letters_stand_in_where_symbols_cannot(void **state) {
    (void)state;
    Screen *screen = start(
        (const char *[]){"--game", "hearts", "ducker", "--ascii", "--seed", "7", "--record", file("ascii.rec"), NULL});
    person_sees_letters_only(screen);
    screen_close(screen);
}

static void a_program_that_fails_is_told_of_and_its_hand_goes_on(void **state) {
    (void)state;
    char spec[4096];
    faulty_spec("crash", spec, sizeof spec);
    Screen *screen = start((const char *[]){"--game", "hearts", "ducker", spec, "ducker", "--rules", "pass=0", "--seed",
                                            "3", "--record", file("crash.rec"), NULL});
    for (int i = 0; i < 20 && !screen_has(screen, "solver plays"); i++) person_presses(screen, "\r");
    person_sees(screen, "North was killed by signal 11");
    person_sees(screen, "on."); // the end of the sentence, on a line of its own
    play_to_the_end(screen);
    HeartsRecord *record = last_record(file("crash.rec"));
    for (int seat = 0; seat < HEARTS_SEATS; seat++) assert_int_equal(record->fault[seat], FAULT_NONE);
    assert_string_equal(record->player[2], spec);
    screen_close(screen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_hand_can_be_played_by_keys),
        cmocka_unit_test(a_wide_window_has_the_tricks_beside_the_table),
        cmocka_unit_test(three_cards_are_chosen_and_confirmed),
        cmocka_unit_test(hints_are_ranked_and_have_reasons),
        cmocka_unit_test(undo_goes_back_to_the_last_decision),
        cmocka_unit_test(a_card_that_may_not_be_played_says_why),
        cmocka_unit_test(a_game_left_by_a_signal_can_be_taken_up),
        cmocka_unit_test(a_program_that_thinks_keeps_nobody_waiting),
        cmocka_unit_test(any_bytes_leave_the_program_alive),
        cmocka_unit_test(letters_stand_in_where_symbols_cannot),
        cmocka_unit_test(a_program_that_fails_is_told_of_and_its_hand_goes_on),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
