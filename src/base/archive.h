// SPDX-License-Identifier: MIT
// Files of text lines, plain or compressed with zstd (by the name's ending, .zst). Compressed archives are a
// row of independent frames, one a write, so that a file cut short is good up to its last whole frame.
#ifndef DEADWOOD_BASE_ARCHIVE_H
#define DEADWOOD_BASE_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

typedef struct Archive Archive;

// Opens for writing: at `offset` (the file is cut there first) or from nothing at offset 0. Refuses to start
// over a file that is not empty unless `offset` says to go on in it. "-" is standard output. NULL with err
// set on failure, also when the name asks for zstd and the build has none. End with archive_close.
Archive *archive_create(const char *path, uint64_t offset, Error *err);

// Writes whole lines; they are with the system when it returns. A full disk fails with the path and the
// reason.
bool archive_write(Archive *archive, const char *data, size_t size, Error *err);

// True if every write makes a frame, so that many small writes would compress badly.
bool archive_compressed(const Archive *archive);

// Opens for reading, zstd or plain by the first bytes, whatever the name says; "-" is standard input.
Archive *archive_open(const char *path, Error *err);

// The next line that is no note, without its newline, in `line` (cleared first). 1: a line; 0: the end; -1: damaged,
// with err set: a truncated or corrupt frame, a line over 1 MiB, a NUL byte, a last line without its newline.
int archive_line(Archive *archive, Text *line, Error *err);

// Lines that begin with # are notes about the file, not part of what it lists, and are passed over unless this was
// called.
void archive_keep_notes(Archive *archive);

// The number of the line last read, from 1, for messages.
uint64_t archive_line_number(const Archive *archive);

// True if the file may be cut after the line last read, and where: after any line of a plain file, after the
// last line of a frame in a compressed one.
bool archive_boundary(const Archive *archive, uint64_t *offset);

// Closes either kind. Fails if the last bytes could not be written; `archive` is freed all the same. NULL is
// fine.
bool archive_close(Archive *archive, Error *err);

#endif
