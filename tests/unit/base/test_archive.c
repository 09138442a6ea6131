// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/files/archive.h"
#include "base/rng.h"
#include "support/folder.h"

#ifdef DEADWOOD_HAVE_ZSTD
static const char *const kinds[] = {"plain.txt", "packed.zst"};
enum { KINDS = 2 };
#else
static const char *const kinds[] = {"plain.txt"};
enum { KINDS = 1 };
#endif

static void put_bytes(const char *path, const void *bytes, size_t size) {
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, size, to), size);
    assert_int_equal(fclose(to), 0);
}

static size_t get_bytes(const char *path, char *bytes, size_t room) {
    FILE *from = fopen(path, "rb");
    assert_non_null(from);
    size_t size = fread(bytes, 1, room, from);
    fclose(from);
    return size;
}

// Writes `frames` writes of `lines` numbered lines each, from line number `first`.
static void write_lines(const char *path, uint64_t offset, int first, int frames, int lines) {
    Error err = {{0}};
    Archive *archive = archive_create(path, offset, &err);
    if (!archive) fail_msg("%s", err.text);
    Text text = {0};
    for (int f = 0; f < frames; f++) {
        text_clear(&text);
        for (int i = 0; i < lines; i++) text_addf(&text, "line %d of the file\n", first + f * lines + i);
        assert_true(archive_write(archive, text.data, text.size, &err));
    }
    text_free(&text);
    assert_true(archive_close(archive, &err));
}

// Reads to the end, checking that the lines are numbered from 0; returns how many. `last` becomes the last
// result of archive_line, `boundary` the last place where the file may be cut and `kept` the lines before it.
static int read_lines(const char *path, int *last, uint64_t *boundary, int *kept) {
    Error err = {{0}};
    Archive *archive = archive_open(path, &err);
    if (!archive) fail_msg("%s", err.text);
    Text line = {0};
    int count = 0;
    *boundary = 0, *kept = 0;
    while ((*last = archive_line(archive, &line, &err)) == 1) {
        char expected[64];
        snprintf(expected, sizeof expected, "line %d of the file", count++);
        assert_string_equal(line.data, expected);
        assert_int_equal(archive_line_number(archive), count);
        if (archive_boundary(archive, boundary)) *kept = count;
    }
    assert_true((*last < 0) == (err.text[0] != '\0'));
    text_free(&line);
    assert_true(archive_close(archive, NULL));
    return count;
}

static void what_is_written_is_read_back(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        int last, kept;
        uint64_t boundary;
        write_lines(file(kinds[k]), 0, 0, 50, 100);
        assert_int_equal(read_lines(file(kinds[k]), &last, &boundary, &kept), 5000);
        struct stat about;
        stat(file(kinds[k]), &about);
        assert_int_equal(last, 0);
        assert_int_equal(kept, 5000);
        assert_int_equal(boundary, about.st_size);
        unlink(file(kinds[k]));
    }
}

static void frames_larger_than_every_buffer_are_read_back(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        int last, kept;
        uint64_t boundary;
        write_lines(file(kinds[k]), 0, 0, 2, 60000);
        assert_int_equal(read_lines(file(kinds[k]), &last, &boundary, &kept), 120000);
        assert_int_equal(last, 0);
        assert_int_equal(kept, 120000);
        unlink(file(kinds[k]));
    }
}

static void a_file_is_not_started_over_but_gone_on_with_where_asked(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        Error err = {{0}};
        int last, kept;
        uint64_t boundary;
        write_lines(file(kinds[k]), 0, 0, 3, 10);
        assert_null(archive_create(file(kinds[k]), 0, &err));
        assert_non_null(strstr(err.text, kinds[k]));
        read_lines(file(kinds[k]), &last, &boundary, &kept);
        write_lines(file(kinds[k]), boundary, 30, 2, 10);
        assert_int_equal(read_lines(file(kinds[k]), &last, &boundary, &kept), 50);
        assert_null(archive_create(file(kinds[k]), 1 << 20, &err));
        assert_null(archive_create(file("missing"), 5, &err));
        assert_int_not_equal(access(file("missing"), F_OK), 0);
        unlink(file(kinds[k]));
    }
}

static bool is_cut_short(const char *path) {
    Archive *archive = archive_open(path, NULL);
    Text line = {0};
    while (archive_line(archive, &line, NULL) == 1) continue;
    bool cut = archive_cut_short(archive);
    text_free(&line);
    archive_close(archive, NULL);
    return cut;
}

// Every length a kill or a full disk may leave.
static void a_file_cut_short_is_good_up_to_its_last_boundary(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        char bytes[4096];
        write_lines(file(kinds[k]), 0, 0, 4, 5);
        size_t size = get_bytes(file(kinds[k]), bytes, sizeof bytes);
        for (size_t cut = 0; cut < size; cut++) {
            int last, kept;
            uint64_t boundary;
            put_bytes(file(kinds[k]), bytes, cut);
            int count = read_lines(file(kinds[k]), &last, &boundary, &kept);
            assert_true(kept < 20 && kept <= count && boundary <= cut);
            assert_true(last == 0 ? boundary == cut : boundary < cut);
            assert_true(is_cut_short(file(kinds[k])) == (last < 0));
            if (boundary == 0) continue; // would be refused as a start over a file that is not empty
            write_lines(file(kinds[k]), boundary, kept, 1, 3);
            count = kept + 3;
            assert_int_equal(read_lines(file(kinds[k]), &last, &boundary, &kept), count);
            assert_int_equal(last, 0);
        }
        unlink(file(kinds[k]));
    }
}

static void flipped_bits_in_a_compressed_file_never_give_other_lines_before_a_boundary(void **state) {
    (void)state;
#ifndef DEADWOOD_HAVE_ZSTD
    skip();
#else
    char bytes[4096], flipped[4096];
    write_lines(file("good.zst"), 0, 0, 4, 5);
    size_t size = get_bytes(file("good.zst"), bytes, sizeof bytes);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        memcpy(flipped, bytes, size);
        flipped[bit / 8] = (char)(flipped[bit / 8] ^ 1 << bit % 8);
        put_bytes(file("bad.zst"), flipped, size);
        Error err = {{0}};
        Archive *archive = archive_open(file("bad.zst"), &err);
        assert_non_null(archive);
        Text line = {0}, unsure = {0}, sure = {0};
        uint64_t boundary;
        while (archive_line(archive, &line, &err) == 1) {
            text_addf(&unsure, "%s\n", line.data);
            if (!archive_boundary(archive, &boundary)) continue;
            text_add_bytes(&sure, unsure.data, unsure.size);
            text_clear(&unsure);
        }
        // A flipped magic may make a frame a skippable one or the file plain text; lines may then be missing.
        for (char *at = sure.data; at && bit >= 32 && *at;) {
            int number, length = 0;
            assert_int_equal(sscanf(at, "line %d of the file%n", &number, &length), 1);
            assert_true(length > 0 && at[length] == '\n' && number >= 0 && number < 20);
            at += length + 1;
        }
        text_free(&line), text_free(&unsure), text_free(&sure);
        archive_close(archive, NULL);
    }
    unlink(file("good.zst")), unlink(file("bad.zst"));
#endif
}

static void expect_damage(const char *bytes, size_t size, int good, const char *word) {
    put_bytes(file("bad.txt"), bytes, size);
    Error err = {{0}};
    Archive *archive = archive_open(file("bad.txt"), &err);
    assert_non_null(archive);
    Text line = {0};
    for (int i = 0; i < good; i++) assert_int_equal(archive_line(archive, &line, &err), 1);
    assert_int_equal(archive_line(archive, &line, &err), -1);
    assert_non_null(strstr(err.text, word));
    assert_non_null(strstr(err.text, "bad.txt"));
    assert_int_equal(archive_line(archive, &line, &err), -1);
    text_free(&line);
    archive_close(archive, NULL);
    unlink(file("bad.txt"));
}

static void damaged_text_is_told_with_its_line(void **state) {
    (void)state;
    expect_damage("one\ntwo\nthr", 11, 2, "line 3");
    expect_damage("one\nt\0o\n", 8, 1, "NUL");
    size_t size = (1 << 20) + 2;
    char *longest = malloc(size + 1);
    memset(longest, 'x', size);
    longest[size - 1] = '\n';
    expect_damage(longest, size, 0, "longer");
    free(longest);
}

static void the_longest_line_and_empty_lines_are_read(void **state) {
    (void)state;
    size_t size = (1 << 20) + 3;
    char *bytes = malloc(size);
    memset(bytes, 'x', size);
    bytes[0] = bytes[size - 2] = bytes[size - 1] = '\n';
    put_bytes(file("long.txt"), bytes, size);
    free(bytes);
    Archive *archive = archive_open(file("long.txt"), NULL);
    static const size_t sizes[] = {0, 1 << 20, 0};
    Text line = {0};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(archive_line(archive, &line, NULL), 1);
        assert_int_equal(line.size, sizes[i]);
    }
    assert_int_equal(archive_line(archive, &line, NULL), 0);
    text_free(&line);
    archive_close(archive, NULL);
    unlink(file("long.txt"));
}

static void files_that_cannot_be_opened_are_told(void **state) {
    (void)state;
    Error err = {{0}};
    assert_null(archive_open(file("missing.txt"), &err));
    assert_non_null(strstr(err.text, "missing.txt"));
    assert_null(archive_open(folder_path(), &err));
    assert_null(archive_create(file("missing/too.txt"), 0, &err));
    assert_non_null(strstr(err.text, "too.txt"));
    assert_null(archive_create(folder_path(), 0, &err));
}

static void an_empty_file_has_no_lines_and_can_be_started(void **state) {
    (void)state;
    int last, kept;
    uint64_t boundary;
    put_bytes(file("empty.txt"), "", 0);
    assert_int_equal(read_lines(file("empty.txt"), &last, &boundary, &kept), 0);
    assert_int_equal(last, 0);
    write_lines(file("empty.txt"), 0, 0, 1, 1);
    unlink(file("empty.txt"));
}

static void standard_input_is_read_plain_or_packed(void **state) {
    (void)state;
    int keep = dup(STDIN_FILENO);
    for (int k = 0; k < KINDS; k++) {
        write_lines(file(kinds[k]), 0, 0, 3, 10);
        int from = open(file(kinds[k]), O_RDONLY);
        dup2(from, STDIN_FILENO);
        close(from);
        int last, kept;
        uint64_t boundary;
        assert_int_equal(read_lines("-", &last, &boundary, &kept), 30);
        assert_int_equal(last, 0);
        unlink(file(kinds[k]));
    }
    dup2(keep, STDIN_FILENO);
    close(keep);
}

// A limit on the size of files fails like a full disk. In a child, because the limit is the process's.
static int write_until_full(const char *path) {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {2000, 2000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Error err = {{0}};
    Archive *archive = archive_create(path, 0, &err);
    Rng rng = rng_for(1, 2, 3, 4);
    while (archive) {
        char line[256];
        for (int i = 0; i < 255; i++) line[i] = (char)('0' + rng_below(&rng, 64));
        line[255] = '\n';
        if (!archive_write(archive, line, sizeof line, &err)) break;
    }
    bool told = archive && strstr(err.text, path) != NULL;
    archive_close(archive, NULL);
    return told ? 0 : 1;
}

static void a_full_disk_is_told_and_leaves_whole_lines(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        pid_t child = fork();
        if (child == 0) _exit(write_until_full(file(kinds[k])));
        int status;
        waitpid(child, &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        Archive *archive = archive_open(file(kinds[k]), NULL);
        Text line = {0};
        int got, lines = 0;
        while ((got = archive_line(archive, &line, NULL)) == 1) lines++;
        assert_int_equal(got, 0);
        assert_in_range(lines, 7, 12);
        text_free(&line);
        archive_close(archive, NULL);
        unlink(file(kinds[k]));
    }
}

static void the_name_decides_on_compression_and_a_build_without_it_says_so(void **state) {
    (void)state;
    Error err = {{0}};
    Archive *archive = archive_create(file("x.zst"), 0, &err);
#ifdef DEADWOOD_HAVE_ZSTD
    assert_non_null(archive);
    assert_true(archive_compressed(archive));
#else
    assert_null(archive);
    assert_non_null(strstr(err.text, "libzstd-dev"));
    assert_int_not_equal(access(file("x.zst"), F_OK), 0);
    put_bytes(file("y.txt"), "\x28\xB5\x2F\xFDrest", 8);
    assert_null(archive_open(file("y.txt"), &err));
    assert_non_null(strstr(err.text, "libzstd-dev"));
#endif
    archive_close(archive, NULL);
    archive = archive_create(file("x.txt"), 0, &err);
    assert_false(archive_compressed(archive));
    archive_close(archive, NULL);
}

// In another process: locks are the process's own.
static bool other_process_can_write(const char *path) {
    pid_t child = fork();
    if (child == 0) {
        Error err = {{0}};
        Archive *archive = archive_claim(path, &err);
        _exit(archive ? 0 : strstr(err.text, "another process is writing it") ? 1 : 2);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return WEXITSTATUS(status) == 0;
}

static void one_process_at_a_time_writes_a_file_by_whatever_path(void **state) {
    (void)state;
    char link_path[256];
    text_copy(link_path, sizeof link_path, file("link.txt"));
    Archive *archive = archive_create(file("locked.txt"), 0, NULL);
    assert_non_null(archive);
    if (!archive_locked(archive)) skip(); // a file system without locks
    assert_int_equal(symlink("locked.txt", link_path), 0);
    assert_false(other_process_can_write(file("locked.txt")));
    assert_false(other_process_can_write(link_path));
    archive_close(archive, NULL);
    assert_true(other_process_can_write(link_path));
    unlink(file("locked.txt")), unlink(link_path);
}

static void a_claim_changes_nothing_and_leaves_no_new_file(void **state) {
    (void)state;
    Archive *archive = archive_claim(file("new.txt"), NULL);
    assert_non_null(archive);
    assert_true(archive_new_file(archive));
    assert_true(archive_close(archive, NULL));
    assert_int_not_equal(access(file("new.txt"), F_OK), 0);
    put_bytes(file("old.txt"), "one\ntwo\n", 8);
    archive = archive_claim(file("old.txt"), NULL);
    assert_false(archive_new_file(archive));
    assert_int_equal(archive_size(archive), 8);
    assert_true(archive_close(archive, NULL));
    archive = archive_claim(file("old.txt"), NULL);
    assert_true(archive_start(archive, 4, NULL));
    assert_true(archive_write(archive, "2\n", 2, NULL));
    assert_true(archive_close(archive, NULL));
    char bytes[16];
    assert_int_equal(get_bytes(file("old.txt"), bytes, sizeof bytes), 6);
    assert_memory_equal(bytes, "one\n2\n", 6);
    unlink(file("old.txt"));
}

static void a_file_that_is_gone_replaced_or_changed_is_not_written_in_silence(void **state) {
    (void)state;
    static const char *const words[] = {"was deleted", "was deleted", "changed by another program"};
    for (int how = 0; how < 3; how++) {
        Error err = {{0}};
        Archive *archive = archive_create(file("gone.txt"), 0, NULL);
        assert_true(archive_write(archive, "one\n", 4, &err));
        if (how < 2) unlink(file("gone.txt"));
        if (how > 0) put_bytes(file("gone.txt"), "else\n", 5);
        assert_false(archive_write(archive, "two\n", 4, &err));
        assert_non_null(strstr(err.text, words[how]));
        assert_false(archive_close(archive, &err));
        unlink(file("gone.txt"));
    }
}

// Sparse, so that it needs no room.
static void a_file_grows_past_four_gigabytes(void **state) {
    (void)state;
    uint64_t far = (UINT64_C(1) << 32) + 10;
    put_bytes(file("far.txt"), "", 0);
    if (truncate(file("far.txt"), (off_t)far + 5) != 0) skip(); // a file system that cannot
    Error err = {{0}};
    Archive *archive = archive_create(file("far.txt"), far, &err);
    if (!archive) fail_msg("%s", err.text);
    assert_true(archive_write(archive, "far\n", 4, &err) && archive_write(archive, "off\n", 4, &err));
    assert_true(archive_close(archive, &err));
    struct stat about;
    stat(file("far.txt"), &about);
    assert_true((uint64_t)about.st_size == far + 8);
    unlink(file("far.txt"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(frames_larger_than_every_buffer_are_read_back),
        cmocka_unit_test(a_file_is_not_started_over_but_gone_on_with_where_asked),
        cmocka_unit_test(a_file_cut_short_is_good_up_to_its_last_boundary),
        cmocka_unit_test(flipped_bits_in_a_compressed_file_never_give_other_lines_before_a_boundary),
        cmocka_unit_test(damaged_text_is_told_with_its_line),
        cmocka_unit_test(the_longest_line_and_empty_lines_are_read),
        cmocka_unit_test(files_that_cannot_be_opened_are_told),
        cmocka_unit_test(an_empty_file_has_no_lines_and_can_be_started),
        cmocka_unit_test(standard_input_is_read_plain_or_packed),
        cmocka_unit_test(a_full_disk_is_told_and_leaves_whole_lines),
        cmocka_unit_test(one_process_at_a_time_writes_a_file_by_whatever_path),
        cmocka_unit_test(a_claim_changes_nothing_and_leaves_no_new_file),
        cmocka_unit_test(a_file_that_is_gone_replaced_or_changed_is_not_written_in_silence),
        cmocka_unit_test(a_file_grows_past_four_gigabytes),
        cmocka_unit_test(the_name_decides_on_compression_and_a_build_without_it_says_so),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
