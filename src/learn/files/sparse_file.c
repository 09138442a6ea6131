// SPDX-License-Identifier: MIT
// A file of packed rows: a line that says whose it is, then blocks, each a head and its rows. Numbers are as this
// machine writes them: such files are steps of one piece of work, not for sending.
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.h"
#include "learn/files/sparse.h"

#define FIRST_LINE  "deadwood rows 1 | "
#define BLOCK_MAGIC UINT64_C(0x31736F7764616564)

typedef struct Head {
    uint64_t magic, rows, bytes, mark;
    uint64_t hash; // of the four and of the bytes
} Head;

struct SparseFile {
    int file;
    uint64_t count, bytes, mark;
    uint64_t end; // of the last whole block
    char path[1024];
};

static uint64_t sparse_hash_bytes(uint64_t hash, const void *data, size_t size) {
    const uint8_t *at = data;
    for (; size; at += 8) {
        uint64_t word = 0;
        size_t part = size < 8 ? size : 8;
        memcpy(&word, at, part);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
        size -= part;
    }
    return hash;
}

static uint64_t hash_block(const Head *head, const uint8_t *data) {
    return sparse_hash_bytes(sparse_hash_bytes(1, head, offsetof(Head, hash)), data, (size_t)head->bytes);
}

static bool trouble(const char *path, const char *doing, Error *err) {
    return error_set(err, "%s: cannot %s: %s", path, doing, strerror(errno));
}

static bool sparse_write_all(SparseFile *file, const void *data, size_t size, Error *err) {
    const char *at = data;
    while (size) {
        ssize_t done = write(file->file, at, size < (size_t)1 << 30 ? size : (size_t)1 << 30);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return trouble(file->path, "write", err);
        at += done;
        size -= (size_t)done;
    }
    return true;
}

// False without err at the end of the file.
static bool sparse_read_all(int file, void *data, size_t size) {
    char *at = data;
    while (size) {
        ssize_t done = read(file, at, size < (size_t)1 << 30 ? size : (size_t)1 << 30);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

static bool check_first_line(SparseFile *file, const char *work, Error *err) {
    Text line = {0};
    text_addf(&line, FIRST_LINE "%s\n", work);
    char *there = malloc(line.size);
    bool same = there && sparse_read_all(file->file, there, line.size) && memcmp(there, line.data, line.size) == 0;
    bool ours = there && strncmp(there, FIRST_LINE, strlen(FIRST_LINE)) == 0;
    file->end = line.size;
    free(there);
    text_free(&line);
    if (same) return true;
    return ours ? error_set(err, "%s holds the examples of other work", file->path)
                : error_set(err, "%s is no file of examples", file->path);
}

static bool sane(const Head *head) {
    return head->magic == BLOCK_MAGIC && head->rows <= UINT32_MAX && head->bytes <= (uint64_t)SPARSE_UNIT << 32 &&
           head->rows * SPARSE_UNIT <= head->bytes && head->bytes % SPARSE_UNIT == 0;
}

// Walks the blocks by their heads, up to the first that is not whole.
static bool walk(SparseFile *file, Error *err) {
    struct stat about;
    if (fstat(file->file, &about) != 0) return trouble(file->path, "read", err);
    uint64_t size = (uint64_t)about.st_size;
    Head head;
    while (file->end + sizeof head <= size) {
        if (lseek(file->file, (off_t)file->end, SEEK_SET) < 0 || !sparse_read_all(file->file, &head, sizeof head))
            break;
        if (!sane(&head) || head.bytes > size - file->end - sizeof head) break;
        file->end += sizeof head + head.bytes;
        file->count += head.rows;
        file->bytes += head.bytes;
        file->mark = head.mark;
    }
    return true;
}

static SparseFile *sparse_open_file(const char *path, int flags, Error *err) {
    SparseFile *file = calloc(1, sizeof *file);
    if (!file || !text_copy(file->path, sizeof file->path, path)) {
        error_set(err, file ? "%.100s...: the name is too long" : "%.100s: out of memory", path);
        free(file);
        return NULL;
    }
    file->file = open(path, flags | O_CLOEXEC, 0666);
    if (file->file >= 0) return file;
    trouble(path, "open", err);
    free(file);
    return NULL;
}

static bool sparse_begin_file(SparseFile *file, const char *work, Error *err) {
    struct stat about;
    if (fstat(file->file, &about) != 0) return trouble(file->path, "read", err);
    if (about.st_size) {
        if (!check_first_line(file, work, err) || !walk(file, err)) return false;
        if (ftruncate(file->file, (off_t)file->end) != 0) return trouble(file->path, "cut", err);
    } else {
        Text line = {0};
        text_addf(&line, FIRST_LINE "%s\n", work);
        bool written = sparse_write_all(file, line.data, line.size, err);
        file->end = line.size;
        text_free(&line);
        if (!written) return false;
    }
    return lseek(file->file, (off_t)file->end, SEEK_SET) >= 0 || trouble(file->path, "write", err);
}

SparseFile *sparse_file_open(const char *path, const char *work, Error *err) {
    SparseFile *file = sparse_open_file(path, O_RDWR | O_CREAT, err);
    if (!file || sparse_begin_file(file, work, err)) return file;
    sparse_file_close(file);
    return NULL;
}

void sparse_file_close(SparseFile *file) {
    if (file) close(file->file);
    free(file);
}

uint64_t sparse_file_count(const SparseFile *file) { return file->count; }
uint64_t sparse_file_mark(const SparseFile *file) { return file->mark; }

bool sparse_file_add(SparseFile *file, const SparseRows *rows, uint64_t mark, Error *err) {
    Head head = {.magic = BLOCK_MAGIC, .rows = rows->count, .bytes = rows->size, .mark = mark};
    head.hash = hash_block(&head, rows->data);
    if (!sparse_write_all(file, &head, sizeof head, err) || !sparse_write_all(file, rows->data, rows->size, err))
        return false;
    file->count += head.rows;
    file->bytes += head.bytes;
    file->mark = mark;
    file->end += sizeof head + head.bytes;
    return true;
}

bool sparse_file_size(const char *path, const char *work, uint64_t *count, uint64_t *bytes, Error *err) {
    SparseFile *file = sparse_open_file(path, O_RDONLY, err);
    bool good = file && check_first_line(file, work, err) && walk(file, err);
    if (good) {
        *count = file->count;
        *bytes = file->bytes;
    }
    sparse_file_close(file);
    return good;
}

// The rows of a block that was read to the end of rows->data.
static bool find_rows(SparseRows *rows, const Head *head, uint32_t *at) {
    const uint8_t *row = rows->data + rows->size, *end = row + head->bytes;
    for (uint64_t i = 0; i < head->rows; i++) {
        if (end - row < SPARSE_UNIT || sparse_row_bytes(row) > (size_t)(end - row)) return false;
        const uint8_t *pair = row + 2, *ones = pair + 2 * row[0];
        int input = 0, target = 0;
        for (int k = 0; k < row[0]; k++) input = pair[2 * k] > input ? pair[2 * k] : input;
        for (int k = 0; k < row[1]; k++) target = ones[k] > target ? ones[k] : target;
        if (input >= rows->shape.inputs || target >= rows->shape.outputs) return false;
        at[i] = (uint32_t)((size_t)(row - rows->data) / SPARSE_UNIT);
        row += sparse_row_bytes(row);
    }
    return row == end;
}

static bool read_blocks(SparseFile *file, SparseRows *rows, uint32_t *at, Error *err) {
    uint64_t count = file->count, end = file->end;
    Head head;
    if (!sparse_reserve(rows, rows->room, rows->size + file->bytes))
        return error_set(err, "%s: out of memory for its %" PRIu64 " examples", file->path, count);
    for (uint64_t done = 0; done < count; done += head.rows) {
        bool there = sparse_read_all(file->file, &head, sizeof head) && sane(&head) && head.rows <= count - done &&
                     head.bytes <= rows->data_room - rows->size &&
                     sparse_read_all(file->file, rows->data + rows->size, (size_t)head.bytes);
        if (!there || hash_block(&head, rows->data + rows->size) != head.hash || !find_rows(rows, &head, at + done))
            return error_set(err, "%s is damaged before byte %" PRIu64 "; remove it to make it again", file->path, end);
        rows->size += (size_t)head.bytes;
    }
    return true;
}

bool sparse_file_read(const char *path, const char *work, SparseRows *rows, uint32_t *at, Error *err) {
    SparseFile *file = sparse_open_file(path, O_RDONLY, err);
    bool good = file && check_first_line(file, work, err);
    uint64_t first = good ? file->end : 0;
    good = good && walk(file, err);
    if (good && lseek(file->file, (off_t)first, SEEK_SET) < 0) good = trouble(path, "read", err);
    good = good && read_blocks(file, rows, at, err);
    sparse_file_close(file);
    return good;
}
