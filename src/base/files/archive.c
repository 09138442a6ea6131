// SPDX-License-Identifier: MIT
#include "base/files/archive.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef DEADWOOD_HAVE_ZSTD
#include <zstd.h>
#endif

#include "base/files/file_lock.h"

enum {
    BUFFER = 1 << 16,       // bytes read, and bytes unpacked, at a time
    LONGEST_LINE = 1 << 20, // a damaged or wrong file must not fill the memory
    MAGIC = 4,              // bytes that tell zstd from text
};

struct Archive {
    char *path; // for messages: "standard input" instead of "-"
    int file;
    bool ours;    // to close: not standard input or output
    bool regular; // can be cut
    bool writing;
    bool made; // it was not there before
    bool started;
    bool unlocked; // the file system has no locks
    dev_t device;  // which file it is, to notice when the path comes to mean another
    ino_t inode;
    uint64_t offset; // bytes written, or read from the file

    // Reading. Bytes of the file pass from `in` through the unpacker to `out`; a plain file has no unpacker
    // and is read into `out` directly.
    unsigned char *in;
    size_t in_next, in_end;
    char *out;
    size_t out_next, out_end;
    void *unpacker;   // a ZSTD_DStream, or NULL
    bool frame_open;  // the unpacker stands inside a frame
    bool out_waiting; // it has more text than `out` had room for
    bool ended;
    bool notes;     // are given out with the other lines
    bool cut_short; // it ended inside a line or a frame
    uint64_t lines;
    Error damage; // found while looking ahead, told when asked for the line it spoils

    void *packer; // writing: a ZSTD_CCtx, or NULL
};

static bool is_zstd_name(const char *path) {
    size_t size = strlen(path);
    return size > 4 && strcmp(path + size - 4, ".zst") == 0;
}

// `standard` is what to call the standard stream `file`; NULL for a file of our own, which is closed on failure.
static Archive *archive_new(const char *path, int file, const char *standard, Error *err) {
    Archive *archive = calloc(1, sizeof *archive);
    char *name = strdup(standard ? standard : path);
    if (!archive || !name) {
        free(archive);
        free(name);
        if (!standard && file >= 0) close(file);
        error_set(err, "%s: out of memory", path);
        return NULL;
    }
    archive->path = name;
    archive->file = file;
    archive->ours = standard == NULL;
    return archive;
}

// Ends what failed to open.
static Archive *archive_give_up(Archive *archive) {
    archive_close(archive, NULL);
    return NULL;
}

#ifdef DEADWOOD_HAVE_ZSTD

static bool packer_open(Archive *archive, Error *err) {
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    if (!packer) return error_set(err, "%s: no memory to compress", archive->path);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
    archive->packer = packer;
    return true;
}

static void *pack(Archive *archive, const char *data, size_t *size, Error *err) {
    size_t room = ZSTD_compressBound(*size);
    void *frame = malloc(room);
    size_t packed = frame ? ZSTD_compress2(archive->packer, frame, room, data, *size) : 0;
    if (!frame || ZSTD_isError(packed)) {
        error_set(err, "%s: cannot be compressed: %s", archive->path, frame ? ZSTD_getErrorName(packed) : "no memory");
        free(frame);
        return NULL;
    }
    *size = packed;
    return frame;
}

static bool unpacker_open(Archive *archive, Error *err) {
    archive->unpacker = ZSTD_createDStream();
    return archive->unpacker || error_set(err, "%s: no memory to decompress", archive->path);
}

// Unpacks some more of `in` into `out`, never past the end of a frame.
static bool unpack(Archive *archive, Error *err) {
    ZSTD_inBuffer in = {archive->in, archive->in_end, archive->in_next};
    ZSTD_outBuffer out = {archive->out, BUFFER, 0};
    size_t left = ZSTD_decompressStream(archive->unpacker, &out, &in);
    if (ZSTD_isError(left))
        return error_set(err, "%s: the compressed data are damaged after line %" PRIu64 " (%s)", archive->path,
                         archive->lines, ZSTD_getErrorName(left));
    archive->in_next = in.pos;
    archive->out_next = 0;
    archive->out_end = out.pos;
    archive->frame_open = left != 0;
    archive->out_waiting = left != 0 && out.pos == out.size;
    return true;
}

static void coders_close(Archive *archive) {
    ZSTD_freeCCtx(archive->packer);
    ZSTD_freeDStream(archive->unpacker);
}

#else

static bool no_zstd(const Archive *archive, Error *err) {
    return error_set(err,
                     "%s: needs zstd, which was not in this build: "
                     "use a name without .zst and plain text, or install libzstd-dev and build again",
                     archive->path);
}

static bool packer_open(Archive *archive, Error *err) { return no_zstd(archive, err); }
static bool unpacker_open(Archive *archive, Error *err) { return no_zstd(archive, err); }

static void *pack(Archive *archive, const char *data, size_t *size, Error *err) {
    (void)data, (void)size;
    no_zstd(archive, err);
    return NULL;
}

static bool unpack(Archive *archive, Error *err) { return no_zstd(archive, err); }
static void coders_close(Archive *archive) { (void)archive; }

#endif

// Opens without O_TRUNC, so that a wrong name loses nothing, and notes whether the file is new. Does not wait for a
// pipe that nobody reads.
static bool open_to_write(Archive *archive, const char *path, Error *err) {
    archive->file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_CREAT | O_EXCL, 0666);
    archive->made = archive->file >= 0;
    // A symbolic link to nothing is there and yet makes a file.
    if (!archive->made && errno == EEXIST)
        archive->file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_CREAT, 0666);
    return archive->file >= 0 || error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

static bool claim(Archive *archive, Error *err) {
    struct stat about;
    if (fstat(archive->file, &about) != 0)
        return error_set(err, "%s: cannot be used: %s", archive->path, strerror(errno));
    archive->regular = S_ISREG(about.st_mode);
    if (archive->ours) fcntl(archive->file, F_SETFL, fcntl(archive->file, F_GETFL) & ~O_NONBLOCK);
    archive->device = about.st_dev;
    archive->inode = about.st_ino;
    if (!archive->regular || !archive->ours) return true;
    FileLock lock = file_lock(archive->file, 0, 0);
    archive->unlocked = lock == FILE_LOCK_NONE;
    return lock != FILE_LOCK_BUSY ||
           error_set(err, "%s: another process is writing it; wait until that ends or give another name",
                     archive->path);
}

Archive *archive_claim(const char *path, Error *err) {
    bool standard = strcmp(path, "-") == 0;
    Archive *archive = archive_new(path, standard ? STDOUT_FILENO : -1, standard ? "standard output" : NULL, err);
    if (!archive) return NULL;
    archive->writing = true;
    bool good = (!is_zstd_name(path) || packer_open(archive, err)) && (standard || open_to_write(archive, path, err)) &&
                claim(archive, err);
    return good ? archive : archive_give_up(archive);
}

bool archive_start(Archive *archive, uint64_t offset, Error *err) {
    struct stat about;
    if (fstat(archive->file, &about) != 0)
        return error_set(err, "%s: cannot be used: %s", archive->path, strerror(errno));
    uint64_t size = archive->regular ? (uint64_t)about.st_size : 0;
    if (offset > 0 && !archive->ours) return error_set(err, "%s: cannot be gone on with; give a file", archive->path);
    if (size < offset)
        return error_set(err, "%s: holds %" PRIu64 " bytes, fewer than the %" PRIu64 " to go on from", archive->path,
                         size, offset);
    bool cut = archive->regular && archive->ours;
    if (cut && ((size > offset && ftruncate(archive->file, (off_t)offset) != 0) ||
                lseek(archive->file, (off_t)offset, SEEK_SET) < 0))
        return error_set(err, "%s: cannot be cut at byte %" PRIu64 ": %s", archive->path, offset, strerror(errno));
    archive->offset = offset;
    archive->started = true;
    return true;
}

uint64_t archive_size(const Archive *archive) {
    struct stat about;
    return archive->regular && archive->ours && fstat(archive->file, &about) == 0 ? (uint64_t)about.st_size : 0;
}

bool archive_new_file(const Archive *archive) { return archive->made; }
bool archive_regular(const Archive *archive) { return archive->regular && archive->ours; }
bool archive_locked(const Archive *archive) { return !archive->unlocked; }

Archive *archive_create(const char *path, uint64_t offset, Error *err) {
    bool there = offset == 0 || access(path, F_OK) == 0; // going on in a file makes none
    if (!there) {
        error_set(err, "%s: cannot be written: %s", path, strerror(errno));
        return NULL;
    }
    Archive *archive = archive_claim(path, err);
    if (!archive) return NULL;
    uint64_t size = archive_size(archive);
    if (offset == 0 && size > 0) {
        error_set(err, "%s: holds %" PRIu64 " bytes already; resume it, remove it or give another name", archive->path,
                  size);
        return archive_give_up(archive);
    }
    return archive_start(archive, offset, err) ? archive : archive_give_up(archive);
}

bool archive_compressed(const Archive *archive) { return archive->packer || archive->unpacker; }

// True if the path still names the open file and nobody else has written or cut it.
static bool is_intact(const Archive *archive, Error *err) {
    struct stat here, there;
    if (!archive->regular || !archive->ours) return true;
    if (fstat(archive->file, &here) != 0)
        return error_set(err, "%s: cannot be used: %s", archive->path, strerror(errno));
    if (stat(archive->path, &there) != 0 || there.st_dev != archive->device || there.st_ino != archive->inode)
        return error_set(err,
                         "%s: was deleted, moved or replaced while it was being written; what was written to it is "
                         "lost unless it was moved",
                         archive->path);
    return (uint64_t)here.st_size == archive->offset ||
           error_set(err,
                     "%s: was changed by another program while it was being written: it has %" PRIu64
                     " bytes, not %" PRIu64,
                     archive->path, (uint64_t)here.st_size, archive->offset);
}

static bool write_failed(const Archive *archive, int wrong, Error *err) {
    bool full = wrong == ENOSPC || wrong == EDQUOT || wrong == EFBIG;
    return error_set(err, "%s: cannot be written: %s%s", archive->path, strerror(wrong),
                     full ? "; what it holds is whole: make room and go on" : "");
}

static bool archive_write_all(Archive *archive, const char *data, size_t size, Error *err) {
    uint64_t start = archive->offset;
    while (size > 0) {
        ssize_t put = write(archive->file, data, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) {
            write_failed(archive, errno, err);
            // Half a line or frame would spoil what is good; if even this fails the reader finds the damage.
            bool cut = archive->regular && archive->ours && ftruncate(archive->file, (off_t)start) == 0 &&
                       lseek(archive->file, (off_t)start, SEEK_SET) >= 0;
            if (cut) archive->offset = start;
            return false;
        }
        data += put;
        size -= (size_t)put;
        archive->offset += (uint64_t)put;
    }
    return true;
}

bool archive_write(Archive *archive, const char *data, size_t size, Error *err) {
    assert(archive->writing);
    if (size == 0) return true;
    assert(data[size - 1] == '\n');
    if (!is_intact(archive, err)) return false;
    if (!archive->packer) return archive_write_all(archive, data, size, err);
    void *frame = pack(archive, data, &size, err);
    bool ok = frame && archive_write_all(archive, frame, size, err);
    free(frame);
    return ok;
}

// Reads up to BUFFER bytes, 0 at the end, -1 with err set.
static ssize_t read_some(Archive *archive, void *to, size_t room, Error *err) {
    ssize_t got;
    do {
        got = read(archive->file, to, room);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        error_set(err, "%s: cannot be read: %s", archive->path, strerror(errno));
    else
        archive->offset += (uint64_t)got;
    return got;
}

static bool is_zstd_magic(const unsigned char *bytes, size_t size) {
    static const unsigned char frame[MAGIC] = {0x28, 0xB5, 0x2F, 0xFD}, skippable[MAGIC] = {0x50, 0x2A, 0x4D, 0x18};
    if (size < MAGIC) return false;
    return memcmp(bytes, frame, MAGIC) == 0 || ((bytes[0] & 0xF0) == 0x50 && memcmp(bytes + 1, skippable + 1, 3) == 0);
}

// Looks at the first bytes, and makes `in` or `out` begin with them.
static bool recognise(Archive *archive, Error *err) {
    while (archive->in_end < MAGIC) {
        ssize_t got = read_some(archive, archive->in + archive->in_end, BUFFER - archive->in_end, err);
        if (got < 0) return false;
        if (got == 0) break;
        archive->in_end += (size_t)got;
    }
    if (is_zstd_magic(archive->in, archive->in_end)) return unpacker_open(archive, err);
    memcpy(archive->out, archive->in, archive->in_end);
    archive->out_end = archive->in_end;
    return true;
}

// Opens without blocking: pipes such as <(zcat games.gz) can be read, but opening a pipe without a writer would block
// for ever. -1 with err set.
static int archive_open_file(const char *path, Error *err) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about;
    bool good = file >= 0 && fstat(file, &about) == 0;
    if (!good) error_set(err, "%s: cannot be read: %s", path, strerror(errno));
    if (good && S_ISFIFO(about.st_mode)) {
        struct pollfd pipe = {.fd = file, .events = POLLIN};
        char byte;
        good = (poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLIN)) || (read(file, &byte, 1) < 0 && errno == EAGAIN);
        if (!good) error_set(err, "%s: is a pipe that nobody writes to; give a file, or - for standard input", path);
    }
    if (good && fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) != 0)
        good = error_set(err, "%s: cannot be read: %s", path, strerror(errno));
    if (good || file < 0) return file;
    close(file);
    return -1;
}

Archive *archive_open(const char *path, Error *err) {
    bool standard = strcmp(path, "-") == 0;
    int file = standard ? STDIN_FILENO : archive_open_file(path, err);
    if (file < 0) return NULL;
    Archive *archive = archive_new(path, file, standard ? "standard input" : NULL, err);
    if (!archive) return NULL;
    archive->in = malloc(BUFFER);
    archive->out = malloc(BUFFER);
    if (!archive->in || !archive->out) {
        error_set(err, "%s: out of memory", archive->path);
        return archive_give_up(archive);
    }
    return recognise(archive, err) ? archive : archive_give_up(archive);
}

static bool refill_plain(Archive *archive, Error *err) {
    ssize_t got = read_some(archive, archive->out, BUFFER, err);
    if (got < 0) return false;
    archive->out_next = 0;
    archive->out_end = (size_t)got;
    archive->ended = got == 0;
    return true;
}

static bool refill_packed(Archive *archive, Error *err) {
    if (archive->in_next == archive->in_end && !archive->out_waiting) {
        ssize_t got = read_some(archive, archive->in, BUFFER, err);
        if (got < 0) return false;
        archive->in_next = 0;
        archive->in_end = (size_t)got;
        archive->ended = got == 0;
        archive->cut_short = archive->ended && archive->frame_open;
        if (archive->cut_short)
            return error_set(err, "%s: is cut short inside the frame after line %" PRIu64, archive->path,
                             archive->lines);
        if (archive->ended) return true;
    }
    return unpack(archive, err);
}

static bool refill(Archive *archive, Error *err) {
    return archive->unpacker ? refill_packed(archive, err) : refill_plain(archive, err);
}

// Whether the frame ends here is known only once its last bytes, which bring no text, were unpacked.
static void archive_look_ahead(Archive *archive) {
    while (archive->unpacker && archive->frame_open && archive->out_next == archive->out_end &&
           !archive->damage.text[0])
        refill(archive, &archive->damage);
}

// Moves what is left of the line, up to its newline, from `out` to `line`. True when the newline was there.
static bool take_line(Archive *archive, Text *line) {
    const char *from = archive->out + archive->out_next;
    size_t size = archive->out_end - archive->out_next;
    const char *newline = memchr(from, '\n', size);
    if (newline) size = (size_t)(newline - from);
    text_add_bytes(line, from, size);
    archive->out_next += size + (newline != NULL);
    return newline != NULL;
}

static bool check_line(const Archive *archive, const Text *line, Error *err) {
    if (line->size > LONGEST_LINE)
        return error_set(err, "%s, line %" PRIu64 ": is longer than %d bytes; this is no file of records",
                         archive->path, archive->lines + 1, LONGEST_LINE);
    if (line->size && memchr(line->data, '\0', line->size))
        return error_set(err, "%s, line %" PRIu64 ": holds a NUL byte; this is no text or it is damaged", archive->path,
                         archive->lines + 1);
    return true;
}

// Adds more of the line. True when it is whole; false with `ended` set or damage found otherwise.
static bool more_of_line(Archive *archive, Text *line) {
    if (archive->out_next == archive->out_end) refill(archive, &archive->damage);
    bool whole = take_line(archive, line);
    return check_line(archive, line, &archive->damage) && whole;
}

static int any_line(Archive *archive, Text *line, Error *err) {
    text_clear(line);
    bool whole = false;
    while (!whole && !archive->ended && !archive->damage.text[0]) whole = more_of_line(archive, line);
    if (whole) {
        archive->lines++;
        archive_look_ahead(archive);
        return 1;
    }
    if (!archive->damage.text[0] && line->size) {
        archive->cut_short = true;
        error_set(&archive->damage, "%s, line %" PRIu64 ": has no newline at its end; the file was cut short",
                  archive->path, archive->lines + 1);
    }
    if (!archive->damage.text[0]) return 0;
    error_set(err, "%s", archive->damage.text);
    return -1;
}

int archive_line(Archive *archive, Text *line, Error *err) {
    assert(!archive->writing);
    int got;
    do got = any_line(archive, line, err);
    while (got > 0 && !archive->notes && line->size && line->data[0] == '#');
    return got;
}

void archive_keep_notes(Archive *archive) { archive->notes = true; }

bool archive_cut_short(const Archive *archive) { return archive->cut_short; }

uint64_t archive_line_number(const Archive *archive) { return archive->lines; }

bool archive_boundary(const Archive *archive, uint64_t *offset) {
    if (archive->unpacker) {
        if (archive->frame_open || archive->out_next < archive->out_end || archive->damage.text[0]) return false;
        *offset = archive->offset - (archive->in_end - archive->in_next);
    } else {
        *offset = archive->offset - (archive->out_end - archive->out_next);
    }
    return true;
}

bool archive_close(Archive *archive, Error *err) {
    if (!archive) return true;
    bool ok = !archive->writing || archive->file < 0 || !archive->started || is_intact(archive, err);
    if (archive->made && !archive->started) unlink(archive->path); // claimed for nothing
    bool closed = !archive->ours || archive->file < 0 || close(archive->file) == 0;
    // Network file systems report a full disk only here.
    if (!closed && archive->writing) ok = write_failed(archive, errno, err);
    coders_close(archive);
    free(archive->in);
    free(archive->out);
    free(archive->path);
    free(archive);
    return ok;
}
