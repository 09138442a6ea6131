// SPDX-License-Identifier: MIT
// The portable product is the usual one: blocks of b are packed into panels as wide as the kernel, blocks of a into
// panels as high, and a kernel that keeps its whole tile of c in registers runs over the two. The compiler makes the
// vector instructions; only the tile's size depends on the processor.
#include "learn/net/gemm.h"

#include <assert.h>
#include <string.h>

#ifdef DEADWOOD_HAVE_CBLAS
#include <cblas.h>
#endif

#if defined(__AVX512F__)
enum { LANES = 16, TILE_ROWS = 12 }; // 24 of 32 registers
#elif defined(__AVX__)
enum { LANES = 8, TILE_ROWS = 6 }; // 12 of 16
#elif defined(__aarch64__)
enum { LANES = 4, TILE_ROWS = 8 };
#else
enum { LANES = 4, TILE_ROWS = 4 };
#endif
enum {
    TILE_COLUMNS = 2 * LANES,
    BLOCK_ROWS = 144, // a multiple of every TILE_ROWS: 144 * 384 floats of a stay in the second-level cache
    BLOCK_INNER = 384,
    BLOCK_COLUMNS = 1024 // 384 * 1024 floats of b
};

typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef float LooseLanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

_Static_assert((BLOCK_ROWS + TILE_ROWS) * BLOCK_INNER + BLOCK_INNER * BLOCK_COLUMNS <= GEMM_WORK, "GEMM_WORK is small");
_Static_assert(BLOCK_COLUMNS % TILE_COLUMNS == 0, "panels fill a block");

static int smaller_of(int a, int b) { return a < b ? a : b; }

// Copies `wide` <= `width` neighbours of each of `depth` lines into a panel, line by line, zeros where there are none.
// `from` is where the panel's neighbours lie side by side in memory.
static void pack_lines(const float *from, size_t stride, int depth, int wide, int width, float *to) {
    for (int k = 0; k < depth; k++, to += width) {
        memcpy(to, from + (size_t)k * stride, sizeof(float) * (size_t)wide);
        for (int i = wide; i < width; i++) to[i] = 0;
    }
}

// The same where the neighbours lie a stride apart: read along the lines, since a line is contiguous.
static void pack_across(const float *from, size_t stride, int depth, int wide, int width, float *to) {
    for (int i = 0; i < wide; i++) {
        const float *line = from + (size_t)i * stride;
        for (int k = 0; k < depth; k++) to[(size_t)k * (size_t)width + (size_t)i] = line[k];
    }
    for (int i = wide; i < width; i++) {
        for (int k = 0; k < depth; k++) to[(size_t)k * (size_t)width + (size_t)i] = 0;
    }
}

static void pack_a(const GemmMatrix *a, int row, int rows, int k, int depth, float *to) {
    for (int i = 0; i < rows; i += TILE_ROWS, to += (size_t)TILE_ROWS * (size_t)depth) {
        int wide = smaller_of(TILE_ROWS, rows - i);
        size_t stride = (size_t)a->stride;
        if (a->transposed) {
            pack_lines(a->data + (size_t)k * stride + (size_t)(row + i), stride, depth, wide, TILE_ROWS, to);
        } else {
            pack_across(a->data + (size_t)(row + i) * stride + (size_t)k, stride, depth, wide, TILE_ROWS, to);
        }
    }
}

static void pack_b(const GemmMatrix *b, int column, int columns, int k, int depth, float *to) {
    for (int j = 0; j < columns; j += TILE_COLUMNS, to += (size_t)TILE_COLUMNS * (size_t)depth) {
        int wide = smaller_of(TILE_COLUMNS, columns - j);
        size_t stride = (size_t)b->stride;
        if (b->transposed) {
            pack_across(b->data + (size_t)(column + j) * stride + (size_t)k, stride, depth, wide, TILE_COLUMNS, to);
        } else {
            pack_lines(b->data + (size_t)k * stride + (size_t)(column + j), stride, depth, wide, TILE_COLUMNS, to);
        }
    }
}

// tile (TILE_ROWS x TILE_COLUMNS) = panel of a * panel of b. The loops over the tile are unrolled completely, so that
// `sum` is registers.
static inline void multiply_tile(int depth, const float *restrict a, const float *restrict b,
                                 Lanes sum[restrict TILE_ROWS][2]) {
    Lanes s[TILE_ROWS][2] = {0};
    for (int k = 0; k < depth; k++, a += TILE_ROWS, b += TILE_COLUMNS) {
        Lanes left = *(const Lanes *)(const void *)b, right = *(const Lanes *)(const void *)(b + LANES);
#pragma GCC unroll 16
        for (int i = 0; i < TILE_ROWS; i++) {
            s[i][0] += a[i] * left;
            s[i][1] += a[i] * right;
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < TILE_ROWS; i++) {
        sum[i][0] = s[i][0];
        sum[i][1] = s[i][1];
    }
}

static void store_whole(Lanes sum[TILE_ROWS][2], bool add, float *c, size_t stride) {
    for (int i = 0; i < TILE_ROWS; i++, c += stride) {
        LooseLanes *left = (LooseLanes *)(void *)c, *right = (LooseLanes *)(void *)(c + LANES);
        if (add) {
            *left += sum[i][0];
            *right += sum[i][1];
        } else {
            *left = sum[i][0];
            *right = sum[i][1];
        }
    }
}

static void store_part(Lanes sum[TILE_ROWS][2], int rows, int columns, bool add, float *c, size_t stride) {
    float tile[TILE_ROWS * TILE_COLUMNS];
    memcpy(tile, sum, sizeof tile);
    for (int i = 0; i < rows; i++, c += stride) {
        const float *from = tile + i * TILE_COLUMNS;
        for (int j = 0; j < columns; j++) c[j] = add ? c[j] + from[j] : from[j];
    }
}

// One packed block of a times one packed block of b.
static void multiply_blocks(int rows, int columns, int depth, const float *a, const float *b, bool add, float *c,
                            size_t stride) {
    for (int j = 0; j < columns; j += TILE_COLUMNS) {
        for (int i = 0; i < rows; i += TILE_ROWS) {
            Lanes sum[TILE_ROWS][2];
            multiply_tile(depth, a + (size_t)i * (size_t)depth, b + (size_t)j * (size_t)depth, sum);
            float *corner = c + (size_t)i * stride + (size_t)j;
            int high = smaller_of(TILE_ROWS, rows - i), wide = smaller_of(TILE_COLUMNS, columns - j);
            if (high == TILE_ROWS && wide == TILE_COLUMNS) {
                store_whole(sum, add, corner, stride);
            } else {
                store_part(sum, high, wide, add, corner, stride);
            }
        }
    }
}

void gemm_portable(int rows, int columns, int inner, GemmMatrix a, GemmMatrix b, bool add, float *c, int stride,
                   float *work) {
    assert((size_t)work % 64 == 0);
    float *packed_b = work, *packed_a = work + (size_t)BLOCK_INNER * BLOCK_COLUMNS;
    if (inner == 0 && !add) {
        for (int i = 0; i < rows; i++) memset(c + (size_t)i * (size_t)stride, 0, sizeof(float) * (size_t)columns);
    }
    for (int j = 0; j < columns; j += BLOCK_COLUMNS) {
        int wide = smaller_of(BLOCK_COLUMNS, columns - j);
        for (int k = 0; k < inner; k += BLOCK_INNER) {
            int depth = smaller_of(BLOCK_INNER, inner - k);
            pack_b(&b, j, wide, k, depth, packed_b);
            for (int i = 0; i < rows; i += BLOCK_ROWS) {
                int high = smaller_of(BLOCK_ROWS, rows - i);
                pack_a(&a, i, high, k, depth, packed_a);
                multiply_blocks(high, wide, depth, packed_a, packed_b, add || k > 0,
                                c + (size_t)i * (size_t)stride + (size_t)j, (size_t)stride);
            }
        }
    }
}

#ifdef DEADWOOD_HAVE_CBLAS

void gemm(int rows, int columns, int inner, GemmMatrix a, GemmMatrix b, bool add, float *c, int stride, float *work) {
    (void)work;
    if (rows == 0 || columns == 0) return;
    cblas_sgemm(CblasRowMajor, a.transposed ? CblasTrans : CblasNoTrans, b.transposed ? CblasTrans : CblasNoTrans, rows,
                columns, inner, 1, a.data, a.stride, b.data, b.stride, add ? 1 : 0, c, stride);
}

const char *gemm_name(void) { return "OpenBLAS"; }
void gemm_setup(void) { openblas_set_num_threads(1); }

#else

void gemm(int rows, int columns, int inner, GemmMatrix a, GemmMatrix b, bool add, float *c, int stride, float *work) {
    gemm_portable(rows, columns, inner, a, b, add, c, stride, work);
}

const char *gemm_name(void) { return "portable"; }
void gemm_setup(void) {}

#endif
