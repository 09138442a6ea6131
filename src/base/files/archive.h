// SPDX-License-Identifier: MIT
// Files of text lines, plain or compressed with zstd (by the name's ending, .zst). A compressed archive is a sequence
// of independent frames, one per write, so a truncated file is good up to its last whole frame.
#ifndef DEADWOOD_BASE_FILES_ARCHIVE_H
#define DEADWOOD_BASE_FILES_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text/text.h"

typedef struct Archive Archive;

// Opens for writing: at `offset` (the file is cut there first) or from nothing at offset 0. Refuses to overwrite a file
// that is not empty; to continue one, give its offset. "-" is standard output. NULL with err set on failure, also when
// the name asks for zstd and the build has none. End with archive_close.
Archive *archive_create(const char *path, uint64_t offset, Error *err);

// The same in two steps, for callers that must read an existing file before they continue it, with other writers locked
// out. archive_claim opens and locks the file, creates it if it does not exist, and changes nothing in it. It fails if
// another process writes the file, under whatever path. archive_start truncates it at `offset`. archive_close removes a
// file that was created and never started. Pipes and devices are not locked.
Archive *archive_claim(const char *path, Error *err);
bool archive_start(Archive *archive, uint64_t offset, Error *err);
uint64_t archive_size(const Archive *archive); // bytes now in the file; 0 for a pipe or a device
bool archive_regular(const Archive *archive);  // a file, not a pipe or a device
bool archive_new_file(const Archive *archive); // archive_claim created it
bool archive_locked(const Archive *archive);   // false: its file system has no locks

// Writes whole lines and hands them to the system before it returns. Fails with the path and the reason if the disk is
// full, or if somebody else deleted, moved, replaced or changed the file.
bool archive_write(Archive *archive, const char *data, size_t size, Error *err);

// True if every write makes a frame; many small writes then compress badly.
bool archive_compressed(const Archive *archive);

// Opens for reading, zstd or plain by the first bytes, whatever the name says; "-" is standard input.
Archive *archive_open(const char *path, Error *err);

// Reads the next line that is not a note into `line` (cleared first), without its newline. Returns 1 for a line, 0 at
// the end, -1 with err set if the file is damaged: a truncated or corrupt frame, a line over 1 MiB, a NUL byte, a last
// line without its newline.
int archive_line(Archive *archive, Text *line, Error *err);

// Lines that begin with # are notes about the file. archive_line skips them unless this was called.
void archive_keep_notes(Archive *archive);

// After -1: true if the file ends inside its last line or frame and nothing else is wrong. A killed writer leaves such
// a file.
bool archive_cut_short(const Archive *archive);

// The number of the line last read, from 1, for messages.
uint64_t archive_line_number(const Archive *archive);

// True if the file may be cut after the line last read, and where: after any line of a plain file, after the
// last line of a frame in a compressed one.
bool archive_boundary(const Archive *archive, uint64_t *offset);

// Closes either kind. Fails if the last bytes could not be written, or if the path now names another file; `archive` is
// freed either way. NULL is fine.
bool archive_close(Archive *archive, Error *err);

#endif
