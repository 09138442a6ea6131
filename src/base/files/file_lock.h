// SPDX-License-Identifier: MIT
// Locks on open files, so that two processes do not write one. They belong to the open file, whatever path it was
// opened by, and go when it is closed or its process ends, by kill -9 too. Programs that do not ask for a lock do not
// see them.
#ifndef DEADWOOD_BASE_FILES_FILE_LOCK_H
#define DEADWOOD_BASE_FILES_FILE_LOCK_H

#include <stdint.h>

typedef enum {
    FILE_LOCK_HELD,
    FILE_LOCK_BUSY, // another process has it
    FILE_LOCK_NONE, // the file system has no locks, or this is no file that could be locked
} FileLock;

// Locks `size` bytes from `from` on (0: to the end, however far it grows; they need not be there) of a file open for
// writing. What a killed process held may take a moment to go, so a busy lock is waited for, some two seconds, unless
// there is a Ctrl-C.
FileLock file_lock(int file, uint64_t from, uint64_t size);
void file_unlock(int file, uint64_t from, uint64_t size);

#endif
