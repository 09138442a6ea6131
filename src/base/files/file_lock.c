// SPDX-License-Identifier: MIT
#include "base/files/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>

#include "base/threads/progress.h"

enum { TRIES = 100, PAUSE = 20 * 1000 * 1000 }; // nanoseconds between two tries: two seconds in all

// Locks of the open file, not of the process: closing another descriptor of the same file must not end them.
static int set_lock(int file, short type, uint64_t from, uint64_t size) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)from, .l_len = (off_t)size};
    int done;
    do done = fcntl(file, F_OFD_SETLK, &lock);
    while (done != 0 && errno == EINTR);
    return done == 0 ? 0 : errno;
}

FileLock file_lock(int file, uint64_t from, uint64_t size) {
    for (int i = 0; i < TRIES; i++) {
        int wrong = set_lock(file, F_WRLCK, from, size);
        if (wrong == 0) return FILE_LOCK_HELD;
        if (wrong != EAGAIN && wrong != EACCES) return FILE_LOCK_NONE;
        if (progress_interrupted()) break;
        struct timespec pause = {.tv_nsec = PAUSE};
        nanosleep(&pause, NULL);
    }
    return FILE_LOCK_BUSY;
}

void file_unlock(int file, uint64_t from, uint64_t size) { set_lock(file, F_UNLCK, from, size); }
