// SPDX-License-Identifier: MIT
// Matrix products, for training. OpenBLAS where the build found it, otherwise a blocked kernel of our own; the two
// round differently, so nothing here decides play (net_apply does, with kernels that round alike everywhere).
#ifndef DEADWOOD_LEARN_NET_GEMM_H
#define DEADWOOD_LEARN_NET_GEMM_H

#include <stdbool.h>

// Matrices are stored by rows: element (i, j) of one with leading dimension d is at [i*d + j].
typedef struct GemmMatrix {
    const float *data;
    int stride;      // elements from one row to the next, as stored
    bool transposed; // used as its transpose
} GemmMatrix;

// Workspace of one call, in floats, aligned to 64 bytes; one for each thread that multiplies.
enum { GEMM_WORK = 480 * 1024 };

// c (rows x columns, `stride` between rows) = a * b, or c += a * b with `add`; `inner` is what a and b share.
// One thread, and the same bits whenever it is called with the same numbers and shapes in the same build.
void gemm(int rows, int columns, int inner, GemmMatrix a, GemmMatrix b, bool add, float *c, int stride, float *work);

// The same by our own kernel, whatever the build found.
void gemm_portable(int rows, int columns, int inner, GemmMatrix a, GemmMatrix b, bool add, float *c, int stride,
                   float *work);

// "OpenBLAS" or "portable": what gemm uses.
const char *gemm_name(void);

// Tells the BLAS to use one thread: ours are the threads. Call before the first gemm.
void gemm_setup(void);

#endif
