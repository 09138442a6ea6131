// SPDX-License-Identifier: MIT
// Files of text lines, plain or compressed with zstd (by the name's ending, .zst). Compressed archives are a
// row of independent frames, one a write, so that a file cut short is good up to its last whole frame.
#ifndef DEADWOOD_BASE_FILES_ARCHIVE_H
#define DEADWOOD_BASE_FILES_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text/text.h"

typedef struct Archive Archive;

// Opens for writing: at `offset` (the file is cut there first) or from nothing at offset 0. Refuses to start
// over a file that is not empty unless `offset` says to go on in it. "-" is standard output. NULL with err
// set on failure, also when the name asks for zstd and the build has none. End with archive_close.
Archive *archive_create(const char *path, uint64_t offset, Error *err);

// The same in two steps, for who has to look at a file that is there before going on in it, while nobody else can write
// it. archive_claim opens and locks the file, makes it if it is not there, and changes nothing; it fails if another
// process writes the file, whatever path that has for it. archive_start cuts it at `offset`. A file that was made and
// never started goes again with archive_close. Pipes and devices are not locked.
Archive *archive_claim(const char *path, Error *err);
bool archive_start(Archive *archive, uint64_t offset, Error *err);
uint64_t archive_size(const Archive *archive); // bytes now in the file; 0 where it is a pipe or a device
bool archive_regular(const Archive *archive);  // a file, not a pipe or a device
bool archive_new_file(const Archive *archive); // it was not there before
bool archive_locked(const Archive *archive);   // false: its file system has no locks

// Writes whole lines; they are with the system when it returns. A full disk fails with the path and the
// reason, and so does a file that was deleted, moved, replaced or changed by somebody else meanwhile.
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

// After -1: true if the file ends inside its last line or frame and nothing else was wrong, which is how a killed
// writer leaves it.
bool archive_cut_short(const Archive *archive);

// The number of the line last read, from 1, for messages.
uint64_t archive_line_number(const Archive *archive);

// True if the file may be cut after the line last read, and where: after any line of a plain file, after the
// last line of a frame in a compressed one.
bool archive_boundary(const Archive *archive, uint64_t *offset);

// Closes either kind. Fails if the last bytes could not be written, or the file written is no longer the one of its
// name; `archive` is freed all the same. NULL is fine.
bool archive_close(Archive *archive, Error *err);

#endif
