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

static const char *const CODES[] = {"<f4", "<f8", "|u1", "<i4", "<i8"};
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

// Files are little-endian on every machine.
static bool write_turned(FILE *file, const char *bytes, size_t size, size_t element) {
    char turned[8];
    for (size_t at = 0; at < size; at += element) {
        for (size_t k = 0; k < element; k++) turned[k] = bytes[at + element - 1 - k];
        if (fwrite(turned, element, 1, file) != 1) return false;
    }
    return true;
}

static bool write_numbers(Npy *npy, const void *rows, size_t count) {
    if (npy->row_size == 0) return true;
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        return write_turned(npy->file, rows, npy->row_size * count, SIZES[npy->type]);
    return fwrite(rows, npy->row_size, count, npy->file) == count;
}

bool npy_write(Npy *npy, const void *rows, size_t count, Error *err) {
    errno = 0;
    if (!write_numbers(npy, rows, count)) return failed(npy, err);
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

// ---- Joining ----

// The type, shape and rows that a header of ours names.
static bool read_npy_header(FILE *file, const char *path, Npy *npy, Error *err) {
    static const char begin[] = "{'descr': '", middle[] = "', 'fortran_order': False, 'shape': (";
    char header[HEADER + 1] = "";
    bool good = fread(header, 1, HEADER, file) == HEADER && memcmp(header, "\x93NUMPY\x01", 7) == 0 &&
                strncmp(header + 10, begin, sizeof begin - 1) == 0;
    char *at = header + 10 + sizeof begin - 1;
    int type = 0, types = (int)(sizeof CODES / sizeof *CODES);
    while (good && type < types && strncmp(at, CODES[type], strlen(CODES[type])) != 0) type++;
    good = good && type < types && strncmp(at + strlen(CODES[type]), middle, sizeof middle - 1) == 0;
    if (good) {
        at += strlen(CODES[type]) + sizeof middle - 1;
        npy->type = (NpyType)type;
        npy->row_size = SIZES[type];
        npy->rows = strtoull(at, &at, 10);
        for (npy->rank = 0; *at == ',' && at[1] == ' ' && npy->rank < MAX_RANK; npy->rank++) {
            npy->shape[npy->rank] = strtoull(at + 1, &at, 10);
            npy->row_size *= npy->shape[npy->rank];
        }
    }
    return good || error_set(err, "%s: is no array as `deadwood export` writes it", path);
}

static bool same_rows(const Npy *a, const Npy *b) {
    return a->type == b->type && a->rank == b->rank && memcmp(a->shape, b->shape, sizeof a->shape) == 0;
}

static bool copy_rows(Npy *to, FILE *from, const char *path, const Npy *part, Error *err) {
    char bytes[65536];
    size_t most = sizeof bytes / part->row_size;
    if (!most) return error_set(err, "%s: its rows are longer than %zu bytes", path, sizeof bytes);
    for (uint64_t left = part->rows; left > 0;) {
        size_t count = left < most ? (size_t)left : most;
        if (fread(bytes, part->row_size, count, from) != count)
            return error_set(err, "%s: is cut short; make it again", path);
        errno = 0;
        if (fwrite(bytes, part->row_size, count, to->file) != count) return failed(to, err); // as they are
        to->rows += count;
        left -= count;
    }
    return fgetc(from) == EOF || error_set(err, "%s: has more bytes than its rows; make it again", path);
}

// Appends a part; the first of them makes the array.
static bool join_part(const char *path, const char *name, Npy **to, Error *err) {
    Npy part = {.rank = 0};
    FILE *file = fopen(name, "rbe");
    if (!file) return error_set(err, "%s: %s", name, strerror(errno));
    bool good = read_npy_header(file, name, &part, err);
    if (good && !*to) *to = npy_create(path, part.type, part.rank, part.shape, err);
    good =
        good && *to && (same_rows(*to, &part) || error_set(err, "%s: has other columns than the parts before", name));
    good = good && copy_rows(*to, file, name, &part, err);
    fclose(file);
    return good;
}

bool npy_join(const char *path, const char *const *parts, int count, Error *err) {
    Npy *to = NULL;
    bool good = count > 0;
    for (int i = 0; good && i < count; i++) good = join_part(path, parts[i], &to, err);
    if (good) return npy_close(to, err);
    npy_drop(to);
    return false;
}
