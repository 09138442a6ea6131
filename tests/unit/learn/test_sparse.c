// SPDX-License-Identifier: MIT
// Packed rows: they become the vectors they stand for, files of them go on after a kill and refuse what is damaged.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/text/text.h"
#include "learn/files/sparse.h"

enum { INPUTS = 208, OUTPUTS = 52, ROWS = 500 };

// Row i, dense and sparse, by its number; some rows have no inputs or no targets.
static void dense_row(uint32_t i, float inputs[INPUTS], float targets[OUTPUTS]) {
    Rng rng = rng_for(3, i, 0, 0);
    uint32_t rare = 1 + rng_below(&rng, 20);
    for (int k = 0; k < INPUTS; k++) {
        bool there = i % 50 != 0 && rng_below(&rng, rare) == 0;
        int value = (int)rng_below(&rng, 255) - 127;
        inputs[k] = there ? (float)value : 0;
    }
    for (int k = 0; k < OUTPUTS; k++) targets[k] = i % 60 != 0 && rng_below(&rng, 5) == 0;
}

static void add_row(SparseRows *rows, uint32_t i) {
    float inputs[INPUTS], targets[OUTPUTS];
    SparseInput sparse[INPUTS];
    uint8_t ones[OUTPUTS];
    int count = 0, held = 0;
    dense_row(i, inputs, targets);
    for (int k = 0; k < INPUTS; k++)
        if (inputs[k] != 0) sparse[count++] = (SparseInput){(uint8_t)k, (int8_t)inputs[k]};
    for (int k = 0; k < OUTPUTS; k++)
        if (targets[k] > 0) ones[held++] = (uint8_t)k;
    sparse_add(rows, sparse, count, ones, held);
}

static void check_rows(const SparseRows *rows, const uint32_t *numbers) {
    TrainData data = sparse_data(rows);
    for (uint32_t i = 0; i < rows->count; i++) {
        float in[INPUTS] = {0}, out[OUTPUTS] = {0}, weight = 1, inputs[INPUTS], targets[OUTPUTS];
        data.fill(data.context, &i, 1, in, out, &weight);
        dense_row(numbers ? numbers[i] : i, inputs, targets);
        assert_memory_equal(in, inputs, sizeof in);
        assert_memory_equal(out, targets, sizeof out);
    }
}

static SparseRows made(uint32_t first, uint32_t count) {
    SparseRows rows = {.shape = {INPUTS, OUTPUTS, 0}};
    for (uint32_t i = 0; i < count; i++) add_row(&rows, first + i);
    assert_false(rows.full);
    return rows;
}

static void packed_rows_become_the_vectors_they_stand_for(void **state) {
    (void)state;
    SparseRows rows = made(0, ROWS), more = made(ROWS, 20);
    check_rows(&rows, NULL);
    sparse_append(&rows, &more);
    assert_int_equal(rows.count, ROWS + 20);
    check_rows(&rows, NULL);
    sparse_cut(&rows, 7);
    assert_int_equal(rows.count, 7);
    add_row(&rows, 7);
    check_rows(&rows, NULL);
    sparse_free(&rows);
    sparse_free(&more);
}

static void some_targets_are_shown_and_the_others_share_one(void **state) {
    (void)state;
    SparseRows rows = made(0, ROWS), shown = made(0, ROWS);
    shown.shape = (SparseShape){INPUTS + OUTPUTS, OUTPUTS, INPUTS};
    TrainData plain = sparse_data(&rows), data = sparse_data(&shown);
    int none = 0, most = 0;
    for (uint32_t i = 0; i < ROWS; i++) {
        float in[INPUTS] = {0}, out[OUTPUTS] = {0}, weight = 1, with[INPUTS + OUTPUTS] = {0}, left[OUTPUTS] = {0};
        float again[INPUTS + OUTPUTS] = {0}, rest[OUTPUTS] = {0};
        plain.fill(plain.context, &i, 1, in, out, &weight);
        data.fill(data.context, &i, 1, with, left, &weight);
        data.fill(data.context, &i, 1, again, rest, &weight);
        assert_memory_equal(with, again, sizeof with);
        assert_memory_equal(left, rest, sizeof left);
        assert_memory_equal(with, in, sizeof in);
        int ones = 0, hidden = 0;
        double sum = 0;
        for (int k = 0; k < OUTPUTS; k++) {
            ones += out[k] > 0;
            hidden += left[k] > 0;
            sum += (double)left[k];
            assert_true((with[INPUTS + k] > 0) + (left[k] > 0) == (out[k] > 0));
        }
        if (!ones) continue;
        assert_true(hidden >= 1 && fabs(sum - 1) < 1e-5);
        none += hidden == ones;
        most += hidden == 1;
    }
    assert_true(none > 20 && most > 20); // of about ten targets, each number of them about as often
    sparse_free(&rows);
    sparse_free(&shown);
}

// ---- Files ----

static const char PATH[] = "test-sparse.rows";

static void add_block(const char *work, uint32_t first, uint32_t count) {
    Error err = {{0}};
    SparseFile *file = sparse_file_open(PATH, work, &err);
    if (!file) fail_msg("%s", err.text);
    SparseRows rows = made(first, count);
    assert_int_equal(sparse_file_count(file), first);
    assert_int_equal(sparse_file_mark(file), first ? 1000 + first : 0);
    assert_true(sparse_file_add(file, &rows, 1000 + first + count, &err));
    sparse_file_close(file);
    sparse_free(&rows);
}

static bool read_back(const char *work, SparseRows *rows, Error *err) {
    uint64_t count = 0, bytes = 0;
    *rows = (SparseRows){.shape = {INPUTS, OUTPUTS, 0}};
    if (!sparse_file_size(PATH, work, &count, &bytes, err)) return false;
    assert_true(sparse_reserve(rows, count + 1, bytes));
    bool good = sparse_file_read(PATH, work, rows, rows->at, err);
    rows->count = good ? (uint32_t)count : 0;
    return good;
}

static void a_file_of_rows_goes_on_after_a_kill(void **state) {
    (void)state;
    unlink(PATH);
    add_block("work one", 0, 200);
    struct stat whole;
    assert_int_equal(stat(PATH, &whole), 0);
    add_block("work one", 200, 300);
    SparseRows rows;
    Error err = {{0}};
    assert_true(read_back("work one", &rows, &err));
    assert_int_equal(rows.count, 500);
    check_rows(&rows, NULL);
    sparse_free(&rows);
    for (off_t cut = 1; cut < 4000; cut += 97) { // cut inside the second block, by a kill
        assert_int_equal(truncate(PATH, whole.st_size + cut), 0);
        assert_true(read_back("work one", &rows, &err));
        assert_int_equal(rows.count, 200);
        sparse_free(&rows);
        add_block("work one", 200, 300);
        assert_true(read_back("work one", &rows, &err));
        assert_int_equal(rows.count, 500);
        sparse_free(&rows);
    }
    unlink(PATH);
}

static void damaged_and_foreign_files_are_refused(void **state) {
    (void)state;
    unlink(PATH);
    add_block("work one", 0, 50);
    SparseRows rows;
    Error err = {{0}};
    assert_false(read_back("work two", &rows, &err));
    assert_non_null(strstr(err.text, "other work"));
    sparse_free(&rows);
    assert_null(sparse_file_open(PATH, "work two", &err));
    Text file = {0};
    assert_true(text_read_file(&file, PATH, 1 << 20, &err));
    size_t first = strlen("deadwood rows 1 | work one\n");
    for (size_t at = 0; at < file.size; at += 1 + at / 40) {
        file.data[at] ^= 0x20;
        assert_true(text_write_file(PATH, file.data, file.size, &err));
        bool read = read_back("work one", &rows, &err);
        if (read) assert_int_equal(rows.count, 0); // a block that is not whole is not there
        if (read) assert_true(at >= first);
        sparse_free(&rows);
        file.data[at] ^= 0x20;
    }
    assert_true(text_write_file(PATH, "nothing of ours", 15, &err));
    assert_false(read_back("work one", &rows, &err));
    assert_non_null(strstr(err.text, "no file of examples"));
    sparse_free(&rows);
    text_free(&file);
    unlink(PATH);
    assert_false(read_back("work one", &rows, &err));
    assert_non_null(strstr(err.text, PATH));
    sparse_free(&rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_rows_become_the_vectors_they_stand_for),
        cmocka_unit_test(some_targets_are_shown_and_the_others_share_one),
        cmocka_unit_test(a_file_of_rows_goes_on_after_a_kill),
        cmocka_unit_test(damaged_and_foreign_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
