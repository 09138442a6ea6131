// SPDX-License-Identifier: MIT
// Advisory locks on open files, so that two processes do not write one file. A lock belongs to the open file, whatever
// path opened it, and ends when the file is closed or the process dies, even by kill -9. Programs that do not ask for a
// lock do not notice it.
#ifndef DEADWOOD_BASE_FILES_FILE_LOCK_H
#define DEADWOOD_BASE_FILES_FILE_LOCK_H

#include <stdint.h>

typedef enum {
    FILE_LOCK_HELD,
    FILE_LOCK_BUSY, // another process has it
    FILE_LOCK_NONE, // the file system has no locks, or this is no file that could be locked
} FileLock;

// Locks `size` bytes from `from` on in a file open for writing (0: to the end, however far it grows; the bytes need not
// exist). The lock of a killed process may linger, so this waits about two seconds for a busy lock; Ctrl-C ends the
// wait.
FileLock file_lock(int file, uint64_t from, uint64_t size);
void file_unlock(int file, uint64_t from, uint64_t size);

#endif
