// SPDX-License-Identifier: MIT
#include "app/play/play_keep.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text/text.h"

enum { LOCK_PATIENCE = 100, LOCK_PAUSE_MS = 20 }; // two seconds in all

static char *copy_of(const char *text) {
    char *copy = strdup(text);
    if (!copy) abort(); // as in base/text.c
    return copy;
}

static void keep_begin(PlayKeep *keep, const char *path) {
    char *real = realpath(path, NULL); // renaming over a link would leave what it points to behind
    *keep = (PlayKeep){.path = copy_of(path), .real = real ? real : copy_of(path), .file = -1, .rival = keep->rival};
}

void play_keep_close(PlayKeep *keep) {
    struct stat is;
    if (keep->file >= 0 && keep->ours && fstat(keep->file, &is) == 0 && is.st_size == 0) unlink(keep->real);
    if (keep->file >= 0) close(keep->file);
    free(keep->path);
    free(keep->real);
    *keep = (PlayKeep){.file = -1};
}

static bool keep_give_up(PlayKeep *keep) {
    play_keep_close(keep);
    return false;
}

// ---- The lock ----

static bool same_file(int file, const char *path) {
    struct stat open_one, named;
    return fstat(file, &open_one) == 0 && stat(path, &named) == 0 && open_one.st_dev == named.st_dev &&
           open_one.st_ino == named.st_ino;
}

// 1: locked, or locks are unknown here; 0: somebody else has it.
static int lock(int file) {
    while (flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return 0;
        if (errno != EINTR) return 1;
    }
    return 1;
}

// For reading where it may not be written: the new file that takes its place needs only the folder.
static int open_regular(const char *path, int flags) {
    int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags, 0666);
    if (file < 0 && (errno == EACCES || errno == EROFS)) file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return file;
}

// Opens and locks the file of this name; whoever held it may have put another in its place meanwhile. False with err
// set if somebody keeps it; else keep->file is -1 with errno set where it cannot be opened.
static bool keep_take(PlayKeep *keep, int flags, Error *err) {
    for (int i = 0; i < LOCK_PATIENCE; i++) {
        keep->file = open_regular(keep->real, flags);
        if (keep->file < 0) return true;
        if (lock(keep->file) && same_file(keep->file, keep->real)) return true;
        close(keep->file);
        keep->file = -1;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE_MS * 1000000L}, NULL);
    }
    if (keep->rival) return error_set(err, "%s: another %s uses it: end that one first", keep->path, keep->rival);
    return error_set(err, "%s: another `deadwood play` goes on with this game: end that one, or play with another file",
                     keep->path);
}

// ---- Opening ----

bool play_keep_resume(PlayKeep *keep, const char *path, Error *err) {
    struct stat is;
    keep_begin(keep, path);
    bool there = stat(keep->real, &is) == 0;
    if (there && !S_ISREG(is.st_mode)) {
        error_set(err, "%s: is no file, so nothing is kept there", path);
        return keep_give_up(keep);
    }
    if (!keep_take(keep, 0, err)) return keep_give_up(keep);
    if (keep->file >= 0) return true;
    error_set(err, "%s: cannot be read: %s", path, strerror(errno));
    return keep_give_up(keep);
}

// Makes the file, or takes an empty one.
static bool make(PlayKeep *keep, Error *err) {
    struct stat is;
    bool there = stat(keep->real, &is) == 0;
    if (!keep_take(keep, O_CREAT, err)) return false;
    if (keep->file < 0) return true;
    keep->ours = !there;
    if (fstat(keep->file, &is) == 0 && is.st_size == 0) return true;
    close(keep->file);
    keep->file = -1;
    return error_set(err, "%s is there already: --resume goes on with it, or give another name", keep->path);
}

bool play_keep_new(PlayKeep *keep, const char *path, Error *err) {
    struct stat is;
    keep_begin(keep, path);
    bool there = stat(keep->real, &is) == 0;
    keep->device = there && S_ISCHR(is.st_mode);
    if (there && !keep->device && !S_ISREG(is.st_mode)) {
        error_set(err, "%s: is no file, so nothing can be kept there", path);
        return keep_give_up(keep);
    }
    return keep->device || make(keep, err) || keep_give_up(keep);
}

// ---- Writing ----

static bool put_all(int file, const char *data, size_t size) {
    while (size > 0) {
        ssize_t put = write(file, data, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        data += put;
        size -= (size_t)put;
    }
    return true;
}

static bool put_device(const PlayKeep *keep, const char *data, size_t size, Error *err) {
    int file = open(keep->real, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    bool good = file >= 0 && put_all(file, data, size);
    if (!good) error_set(err, "%s: cannot be written: %s", keep->path, strerror(errno));
    if (file >= 0) close(file);
    return good;
}

// A new name lasts through a loss of power only when its folder is on the disk too.
static void sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = copy_of(slash ? path : ".");
    if (slash) folder[slash == path ? 1 : slash - path] = '\0';
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(folder);
}

// The new file, whole and locked; -1 with errno set. One that a kill left behind is ours: we hold the lock.
static int write_beside(const PlayKeep *keep, const char *beside, const char *data, size_t size) {
    struct stat is;
    unlink(beside);
    int file = open(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file < 0) return -1;
    if (fstat(keep->file, &is) == 0) (void)!fchmod(file, is.st_mode & 07777);
    if (lock(file) && put_all(file, data, size) && fsync(file) == 0) return file;
    int reason = errno;
    close(file);
    unlink(beside);
    errno = reason;
    return -1;
}

static bool replace(PlayKeep *keep, const char *data, size_t size, Error *err) {
    Text beside = {0};
    text_addf(&beside, "%s.saving", keep->real);
    int file = write_beside(keep, beside.data, data, size);
    bool good = file >= 0 && rename(beside.data, keep->real) == 0;
    if (!good) error_set(err, "%s: cannot be written: %s", keep->path, strerror(errno));
    if (!good && file >= 0) {
        close(file);
        unlink(beside.data);
    }
    text_free(&beside);
    if (!good) return false;
    close(keep->file);
    keep->file = file;
    if (keep->ours) sync_folder(keep->real);
    keep->ours = false;
    return true;
}

static bool write_locked(PlayKeep *keep, const char *data, size_t size, Error *err) {
    if (keep->file < 0 && !make(keep, err)) return false;
    if (keep->file < 0) return error_set(err, "%s: cannot be written: %s", keep->path, strerror(errno));
    if (access(keep->real, F_OK) == 0 && !same_file(keep->file, keep->real))
        return error_set(err, "%s: somebody else has put another file there, which stays", keep->path);
    return replace(keep, data, size, err);
}

bool play_keep_write(PlayKeep *keep, const char *data, size_t size, Error *err) {
    sigset_t all, before; // a signal that ends us waits, so that no half file is left beside
    if (keep->device) return put_device(keep, data, size, err);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    bool good = write_locked(keep, data, size, err);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return good;
}

// ---- The folder ----

// Makes a folder and those above it.
static bool make_folders(char *path, Error *err) {
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at) continue;
        char end = *at;
        *at = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!made) error_set(err, "%s cannot be made: %s", path, strerror(errno));
        *at = end;
        if (!made) return false;
        if (!end) return true;
    }
}

bool play_data_folder(const char *name, Text *path, Error *err) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        text_addf(path, "%s/deadwood", data);
    else if (home && *home == '/')
        text_addf(path, "%s/.local/share/deadwood", home);
    if (!path->size) return true;
    if (*name) text_addf(path, "/%s", name);
    if (!make_folders(path->data, err)) return false;
    text_add(path, "/");
    return true;
}
