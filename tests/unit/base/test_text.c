// SPDX-License-Identifier: MIT
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.h"
#include "support/folder.h"

static void an_error_is_cut_at_the_end_of_its_buffer_between_characters(void **state) {
    (void)state;
    char sentence[1024] = {0};
    for (int i = 0; i < 510; i++) strcat(sentence, i < 509 ? "x" : "\xC3\xA9\xC3\xA9");
    Error err = {0};
    assert_false(error_set(&err, "%s", sentence));
    assert_int_equal(strlen(err.text), 509);
    assert_int_equal(err.text[508], 'x');
}

static void an_error_never_ends_in_a_newline_and_may_be_nobodys(void **state) {
    (void)state;
    Error err = {0};
    error_set(&err, "gone\n\n");
    assert_string_equal(err.text, "gone");
    assert_false(error_set(NULL, "%d", 1));
    assert_false(error_prefix(NULL, "%d", 1));
}

static void a_prefix_goes_in_front_even_of_a_full_sentence(void **state) {
    (void)state;
    Error err = {0};
    error_set(&err, "'7X' is not a card");
    error_prefix(&err, "%s line %d", "games.txt", 3);
    assert_string_equal(err.text, "games.txt line 3: '7X' is not a card");
    error_set(&err, "%0600d", 1);
    error_prefix(&err, "deal");
    assert_memory_equal(err.text, "deal: 000", 9);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    error_set(&err, "again: %.5s", err.text);
    assert_string_equal(err.text, "again: deal:");
}

static void text_grows_and_stays_terminated(void **state) {
    (void)state;
    Text text = {0};
    for (int i = 0; i < 1000; i++) {
        text_addf(&text, "%d,", i);
        assert_int_equal(strlen(text.data), text.size);
    }
    assert_int_equal(text.size, 10 * 2 + 90 * 3 + 900 * 4);
    text_clear(&text);
    assert_string_equal(text.data, "");
    text_addf(&text, "%0500d", 7);
    assert_int_equal(text.size, 500);
    text_clear(&text);
    text_add_bytes(&text, "a\0b", 3);
    text_add_bytes(&text, "", 0);
    assert_int_equal(text.size, 3);
    text_free(&text);
    assert_null(text.data);
}

static void whole_numbers_are_read_whole_and_within_their_range(void **state) {
    (void)state;
    int64_t value = -77;
    Error err = {0};
    assert_true(text_to_int("42", "--games", 1, 100, &value, &err));
    assert_int_equal(value, 42);
    assert_true(text_to_int("-9223372036854775808", "x", INT64_MIN, INT64_MAX, &value, &err));
    assert_true(value == INT64_MIN);
    value = -77;
    static const char *const wrong[] = {"", " 4", "4 ", "4x", "x", "1e3", "0x10", "0", "101", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(text_to_int(wrong[i], "--games", 1, 100, &value, &err));
        assert_non_null(strstr(err.text, "--games: "));
        assert_non_null(strstr(err.text, "from 1 to 100"));
        assert_int_equal(value, -77);
    }
    assert_false(text_to_int("-1", "--games", 0, INT64_MAX, &value, &err));
    assert_string_equal(err.text, "--games: '-1' is out of range; give one of at least 0");
}

static void numbers_with_a_point_are_plain_and_finite(void **state) {
    (void)state;
    double value = 0;
    Error err = {0};
    assert_true(text_to_double("-2.5e-1", "elo0", -10, 10, &value, &err));
    assert_true(value == -0.25);
    static const char *const wrong[] = {"", ".", "nan", "inf", "0x1p3", " 1", "1 ", "1,5", "11", "1e999", "--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(text_to_double(wrong[i], "elo0", -10, 10, &value, &err));
        assert_non_null(strstr(err.text, "elo0: "));
        assert_true(value == -0.25);
    }
}

static void seeds_are_decimal_or_hexadecimal_up_to_64_bits(void **state) {
    (void)state;
    uint64_t value = 5;
    Error err = {0};
    assert_true(text_to_uint64("18446744073709551615", "--seed", &value, &err));
    assert_true(value == UINT64_MAX);
    assert_false(text_to_uint64("0xDeadWood", "--seed", &value, &err));
    assert_true(text_to_uint64("0xDEADbeef", "--seed", &value, &err));
    assert_true(value == 0xDEADBEEF);
    assert_true(text_to_uint64("010", "--seed", &value, &err));
    assert_true(value == 10);
    static const char *const wrong[] = {"", "-1", "+1", "0x", "18446744073709551616", "1.0", "0x0x1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(text_to_uint64(wrong[i], "--seed", &value, &err));
        assert_true(value == 10);
    }
}

static void a_copy_that_does_not_fit_is_cut_and_says_so(void **state) {
    (void)state;
    char room[4] = "???";
    assert_true(text_copy(room, sizeof room, "gin"));
    assert_string_equal(room, "gin");
    assert_false(text_copy(room, sizeof room, "knock"));
    assert_string_equal(room, "kno");
}

static void a_slip_of_the_keyboard_is_recognised_and_another_word_is_not(void **state) {
    (void)state;
    static const char *const players[] = {"simple", "greedy", "always-draw", "rule-knock", "random", "gin"};
    static const struct {
        const char *word, *meant;
    } cases[] = {
        {"simpel", "simple"},
        {"Simple", "simple"},
        {"smple", "simple"},
        {"greeedy", "greedy"},
        {"alwaysdraw", "always-draw"},
        {"rule_knok", "rule-knock"},
        {"ginn", "gin"},
        {"gni", "gin"},
        {"heisenbot", NULL},
        {"x", NULL},
        {"", NULL},
        {"mishra", NULL},
        {"dog", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = text_closest(cases[i].word, players, 6);
        if (cases[i].meant) {
            assert_non_null(found);
            assert_string_equal(found, cases[i].meant);
        } else {
            assert_null(found);
        }
    }
    char endless[200];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    const char *const same[] = {endless};
    assert_null(text_closest(endless, same, 1));
}

// Tests of files work in a folder of their own, in which they leave nothing behind.
static int enter_folder(void **state) { return make_folder(state) || chdir(folder_path()) != 0; }

static int leave_folder(void **state) {
    unlink("file");
    int left = chdir("/") != 0 || rmdir(folder_path()) != 0;
    if (left) remove_folder(state);
    return left;
}

static void a_file_is_replaced_whole_and_keeps_its_permissions(void **state) {
    (void)state;
    Error err = {0};
    Text text = {0};
    assert_true(text_write_file("file", "one", 3, &err));
    assert_int_equal(chmod("file", 0640), 0);
    assert_true(text_write_file("file", "tw\0o", 4, &err));
    text_add(&text, "before:");
    assert_true(text_read_file(&text, "file", 4, &err));
    assert_int_equal(text.size, 11);
    assert_memory_equal(text.data, "before:tw\0o", 12);
    struct stat about;
    assert_int_equal(stat("file", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    text_free(&text);
}

static void a_file_that_cannot_be_read_is_named_and_changes_nothing(void **state) {
    (void)state;
    Error err = {0};
    Text text = {0};
    text_add(&text, "kept");
    assert_false(text_read_file(&text, "nowhere", 100, &err));
    assert_string_equal(err.text, "nowhere: cannot be opened: No such file or directory");
    assert_false(text_read_file(&text, ".", 100, &err));
    assert_string_equal(err.text, ".: is a folder, not a file");
    assert_true(text_write_file("file", "12345", 5, &err));
    assert_false(text_read_file(&text, "file", 4, &err));
    assert_string_equal(err.text, "file: has 5 bytes, more than the 4 allowed here");
    assert_false(text_read_file(&text, "/dev/zero", 100000, &err));
    assert_string_equal(err.text, "/dev/zero: is a device or a pipe, not a file");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_false(text_read_file(&text, "pipe", 100000, &err));
    assert_string_equal(err.text, "pipe: is a device or a pipe, not a file");
    unlink("pipe");
    assert_string_equal(text.data, "kept");
    assert_int_equal(text.size, 4);
    text_free(&text);
}

static void a_write_that_fails_leaves_no_trace(void **state) {
    (void)state;
    Error err = {0};
    assert_false(text_write_file("no/such/file", "x", 1, &err));
    assert_string_equal(err.text, "no/such/file: cannot be written: No such file or directory");
    assert_false(text_write_file("/dev/full", "x", 1, &err));
    assert_string_equal(err.text, "/dev/full: cannot be written: No space left on device");
    assert_true(text_write_file("/dev/null", "x", 1, &err));
}

static void what_a_terminal_could_obey_is_not_printable(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
    } cases[] = {
        {"plain ~ text", "plain ~ text"},
        {"J\xC3\xB6rg \xE2\x99\xA3 \xF0\x9F\x82\xA1", "J\xC3\xB6rg \xE2\x99\xA3 \xF0\x9F\x82\xA1"},
        {"\x1B[2J\r\b\n\t\x7F", "?[2J?????"},
        {"\x9B"
         "31m",
         "?31m"},                                   // CSI in one byte
        {"\xC2\x9B\xC2\x85\xC2\xA0", "??\xC2\xA0"}, // the same and NEL in UTF-8; a space that does not break
        {"\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\x8F\xD8\x9C", "????"},         // right to left
        {"\xE2\x80\x8B\xEF\xBB\xBF\xE2\x80\xA8\xF3\xA0\x81\x81", "????"}, // no room, a line's end, a tag
        {"\xC3", "?"},
        {"\xE2\x99", "??"},
        {"\xC0\x9B\xED\xA0\x80\xF5", "??????"}, // not UTF-8
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text text = {0};
        text_add(&text, "<");
        text_add_printable(&text, cases[i].from);
        assert_string_equal(text.data + 1, cases[i].to);
        assert_int_equal(text.size, strlen(text.data));
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_cut_at_the_end_of_its_buffer_between_characters),
        cmocka_unit_test(an_error_never_ends_in_a_newline_and_may_be_nobodys),
        cmocka_unit_test(a_prefix_goes_in_front_even_of_a_full_sentence),
        cmocka_unit_test(text_grows_and_stays_terminated),
        cmocka_unit_test(whole_numbers_are_read_whole_and_within_their_range),
        cmocka_unit_test(numbers_with_a_point_are_plain_and_finite),
        cmocka_unit_test(seeds_are_decimal_or_hexadecimal_up_to_64_bits),
        cmocka_unit_test(what_a_terminal_could_obey_is_not_printable),
        cmocka_unit_test(a_copy_that_does_not_fit_is_cut_and_says_so),
        cmocka_unit_test(a_slip_of_the_keyboard_is_recognised_and_another_word_is_not),
        cmocka_unit_test_setup_teardown(a_file_is_replaced_whole_and_keeps_its_permissions, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(a_file_that_cannot_be_read_is_named_and_changes_nothing, enter_folder,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(a_write_that_fails_leaves_no_trace, enter_folder, leave_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
