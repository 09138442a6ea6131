// SPDX-License-Identifier: MIT
#include "learn/files/npy.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text/text.h"

enum { HEADER = 128, MAX_RANK = 3 }; // header bytes: fixed, so that the number of rows can be written at the end

struct Npy {
    FILE *file;
    Text path, part; // the file is written beside its place, as path.part
    NpyType type;
    int rank;
    size_t shape[MAX_RANK];
    size_t row_size; // bytes
    uint64_t rows;
};

static const char *const CODES[] = {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    "<f4", "<f8", "|u1", "<i4", "<i8",
#else
    ">f4", ">f8", "|u1", ">i4", ">i8",
#endif
};
static const size_t SIZES[] = {4, 8, 1, 4, 8};

static bool failed(const Npy *npy, Error *err) {
    return error_set(err, "%s: %s", npy->part.data, errno ? strerror(errno) : "could not be written");
}

static bool npy_write_header(Npy *npy, Error *err) {
    Text text = {0};
    text_add_bytes(&text, "\x93NUMPY\x01\x00v\x00", 10); // 'v' = 118 bytes follow
    text_addf(&text, "{'descr': '%s', 'fortran_order': False, 'shape': (%llu,", CODES[npy->type],
              (unsigned long long)npy->rows);
    for (int i = 0; i < npy->rank; i++) text_addf(&text, "%s%zu", i ? ", " : " ", npy->shape[i]);
    text_add(&text, "), }");
    assert(text.size < HEADER);
    if (text.size < HEADER - 1) text_addf(&text, "%*s", HEADER - 1 - (int)text.size, "");
    text_add(&text, "\n");
    bool written = !text.failed && fwrite(text.data, 1, HEADER, npy->file) == HEADER;
    text_free(&text);
    return written || failed(npy, err);
}

static void release(Npy *npy) {
    text_free(&npy->path);
    text_free(&npy->part);
    free(npy);
}

Npy *npy_create(const char *path, NpyType type, int rank, const size_t *shape, Error *err) {
    assert(rank >= 0 && rank <= MAX_RANK);
    Npy *npy = calloc(1, sizeof *npy);
    if (!npy) {
        error_set(err, "%s: not enough memory", path);
        return NULL;
    }
    npy->type = type;
    npy->rank = rank;
    npy->row_size = SIZES[type];
    for (int i = 0; i < rank; i++) {
        npy->shape[i] = shape[i];
        npy->row_size *= shape[i];
    }
    text_add(&npy->path, path);
    text_addf(&npy->part, "%s.part", path);
    errno = npy->path.failed || npy->part.failed ? ENOMEM : 0;
    npy->file = errno ? NULL : fopen(npy->part.data, "wb");
    if (!npy->file) {
        failed(npy, err);
        release(npy);
        return NULL;
    }
    if (npy_write_header(npy, err)) return npy;
    npy_drop(npy);
    return NULL;
}

bool npy_write(Npy *npy, const void *rows, size_t count, Error *err) {
    errno = 0;
    if (npy->row_size > 0 && fwrite(rows, npy->row_size, count, npy->file) != count) return failed(npy, err);
    npy->rows += count;
    return true;
}

bool npy_close(Npy *npy, Error *err) {
    if (!npy) return true;
    errno = 0;
    bool good = fseek(npy->file, 0, SEEK_SET) == 0 || failed(npy, err);
    good = good && npy_write_header(npy, err);
    good = good && ((fflush(npy->file) == 0 && fsync(fileno(npy->file)) == 0) || failed(npy, err));
    if (!good) {
        npy_drop(npy);
        return false;
    }
    good = fclose(npy->file) == 0 && rename(npy->part.data, npy->path.data) == 0;
    if (!good) {
        failed(npy, err);
        unlink(npy->part.data);
    }
    release(npy);
    return good;
}

void npy_drop(Npy *npy) {
    if (!npy) return;
    fclose(npy->file);
    unlink(npy->part.data);
    release(npy);
}
