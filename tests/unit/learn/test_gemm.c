// SPDX-License-Identifier: MIT
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "learn/net/gemm.h"
#include "learn/net/net_internal.h"

enum { MARGIN = 3 }; // rows are longer than what is used of them

typedef void Product(int rows, int columns, int inner, GemmMatrix a, GemmMatrix b, bool add, float *c, int stride,
                     float *work);

static float *random_floats(Rng *rng, size_t count) {
    float *floats = net_floats(count);
    for (size_t i = 0; i < count; i++) floats[i] = (float)(2 * rng_unit(rng) - 1);
    return floats;
}

static double at(const GemmMatrix *m, int row, int column) {
    return (double)(m->transposed ? m->data[column * m->stride + row] : m->data[row * m->stride + column]);
}

static GemmMatrix random_matrix(Rng *rng, int rows, int columns, bool transposed) {
    int stride = (transposed ? rows : columns) + MARGIN;
    size_t size = (size_t)(transposed ? columns : rows) * (size_t)stride;
    return (GemmMatrix){random_floats(rng, size), stride, transposed};
}

static void check(Product *product, int rows, int columns, int inner, int kind) {
    Rng rng = rng_for(1, (uint64_t)rows, (uint64_t)columns, (uint64_t)inner * 8 + (uint64_t)kind);
    bool add = kind & 4;
    GemmMatrix a = random_matrix(&rng, rows, inner, kind & 1), b = random_matrix(&rng, inner, columns, kind & 2);
    int stride = columns + MARGIN;
    size_t size = (size_t)rows * (size_t)stride;
    float *c = random_floats(&rng, size), *before = net_floats(size), *work = net_floats(GEMM_WORK);
    memcpy(before, c, sizeof(float) * size);
    product(rows, columns, inner, a, b, add, c, stride, work);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            double sum = add ? (double)before[i * stride + j] : 0;
            for (int k = 0; k < inner; k++) sum += at(&a, i, k) * at(&b, k, j);
            double off = fabs(sum - (double)c[i * stride + j]);
            if (!(off < 1e-5 * sqrt(inner + 1)))
                fail_msg("%dx%dx%d kind %d: off by %g", rows, columns, inner, kind, off);
        }
        for (int j = columns; j < stride; j++) assert_true(c[i * stride + j] == before[i * stride + j]);
    }
    free((void *)(uintptr_t)a.data);
    free((void *)(uintptr_t)b.data);
    free(c);
    free(before);
    free(work);
}

static void products_agree_with_three_loops_for_odd_sizes(void **state) {
    (void)state;
    static const int sizes[][3] = {{1, 1, 1},      {1, 52, 7},     {2, 3, 5},     {4, 8, 1},     {5, 31, 33},
                                   {12, 32, 16},   {13, 33, 17},   {11, 31, 40},  {25, 65, 64},  {145, 20, 385},
                                   {30, 1030, 11}, {150, 33, 400}, {3, 500, 208}, {64, 52, 100}, {7, 7, 800}};
    gemm_setup();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int kind = 0; kind < 8; kind++) {
            check(gemm_portable, sizes[i][0], sizes[i][1], sizes[i][2], kind);
            check(gemm, sizes[i][0], sizes[i][1], sizes[i][2], kind);
        }
    }
}

static void products_of_nothing_are_zero_or_leave_what_was_there(void **state) {
    (void)state;
    float *work = net_floats(GEMM_WORK), c[6] = {1, 2, 3, 4, 5, 6};
    GemmMatrix none = {c, 1, false};
    gemm_portable(2, 3, 0, none, none, true, c, 3, work);
    assert_true(c[0] == 1 && c[5] == 6);
    gemm_portable(0, 3, 4, none, none, false, c, 3, work);
    assert_true(c[0] == 1 && c[5] == 6);
    gemm_portable(2, 3, 0, none, none, false, c, 3, work);
    for (int i = 0; i < 6; i++) assert_true(c[i] == 0);
    free(work);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_agree_with_three_loops_for_odd_sizes),
        cmocka_unit_test(products_of_nothing_are_zero_or_leave_what_was_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
