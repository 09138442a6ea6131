// SPDX-License-Identifier: MIT
#include "base/text/text.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What a text without memory points at.
static const char nothing[1];

static bool text_fail(Text *text) {
    if (!text->data) text->data = (char *)(uintptr_t)nothing; // with a room of 0, so never written
    text->failed = true;
    memory_note_short();
    return false;
}

// Makes room for `more` bytes and the NUL. False, and nothing more is ever added, if there is none.
static bool text_reserve(Text *text, size_t more) {
    if (text->failed) return false;
    if (more >= SIZE_MAX - text->size) return text_fail(text);
    size_t need = text->size + more + 1;
    if (need <= text->room) return true;
    size_t room = text->room ? text->room : 64;
    while (room < need) room = room > SIZE_MAX / 2 ? need : room * 2;
    char *data = realloc(text->data, room);
    if (!data) return text_fail(text);
    text->data = data;
    text->room = room;
    return true;
}

void text_free(Text *text) {
    if (text->data != nothing) free(text->data);
    *text = (Text){0};
}

void text_clear(Text *text) {
    text->size = 0;
    if (text->data == nothing) *text = (Text){0};
    if (text->data) text->data[0] = '\0';
    text->failed = false;
}

void text_cut(Text *text, size_t size) {
    if (!size) {
        text_clear(text);
        return;
    }
    text->size = size;
    text->data[size] = '\0';
    text->failed = false;
}

void text_add(Text *text, const char *string) { text_add_bytes(text, string, strlen(string)); }

void text_add_bytes(Text *text, const void *bytes, size_t size) {
    if (!text_reserve(text, size)) return;
    if (size) memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void text_addf(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_vaddf(text, format, args);
    va_end(args);
}

void text_vaddf(Text *text, const char *format, va_list args) {
    va_list again;
    if (!text_reserve(text, 63)) return;
    va_copy(again, args);
    size_t room = text->room - text->size;
    int size = vsnprintf(text->data + text->size, room, format, args);
    if (size > 0 && (size_t)size >= room) {
        size = text_reserve(text, (size_t)size) ? size : 0;
        if (size) vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
    }
    va_end(again);
    if (size > 0) text->size += (size_t)size;
    text->data[text->size] = '\0';
}

// ---- What may be shown ----

int text_utf8(const char *at) {
    const unsigned char *bytes = (const unsigned char *)at;
    if (bytes[0] < 0x80) return bytes[0] != 0;
    int length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4) return 0;
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
    }
    bool overlong = (bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xF0 && bytes[1] < 0x90);
    bool surrogate = bytes[0] == 0xED && bytes[1] >= 0xA0;
    bool beyond = bytes[0] == 0xF4 && bytes[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

// First and last of each range: control characters; what is invisible, joins, or turns the direction of writing; line
// and paragraph separators; what no text may hold.
static const uint32_t HARMFUL[][2] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0x10FFFF},
};

uint32_t text_code(const char *character, int length) {
    const unsigned char *bytes = (const unsigned char *)character;
    uint32_t code = length <= 1 ? bytes[0] : bytes[0] & (0x7FU >> length);
    for (int i = 1; i < length; i++) code = code << 6 | (bytes[i] & 0x3F);
    return code;
}

int text_harmless(const char *at) {
    int length = text_utf8(at);
    uint32_t code = text_code(at, length);
    for (size_t i = 0; i < sizeof HARMFUL / sizeof *HARMFUL; i++)
        if (code >= HARMFUL[i][0] && code <= HARMFUL[i][1]) return 0;
    return length;
}

void text_add_printable(Text *text, const char *string) {
    text_add(text, ""); // even nothing is a string
    while (*string) {
        int length = text_harmless(string), skipped = text_utf8(string);
        text_add_bytes(text, length ? string : "?", length ? (size_t)length : 1);
        string += skipped ? skipped : 1;
    }
}

// ---- Files ----

// Adds all of an open file. The size the system gives is a hint only: files grow, and those of /proc have none.
static bool read_to_end(Text *text, int file, const char *path, size_t limit, Error *err) {
    size_t total = 0;
    for (;;) {
        if (!text_reserve(text, 1 << 16)) return error_set(err, "%s: out of memory", path);
        ssize_t got = read(file, text->data + text->size, 1 << 16);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return error_set(err, "%s: cannot be read: %s", path, strerror(errno));
        if (got == 0) return true;
        total += (size_t)got;
        if (total > limit) return error_set(err, "%s: more than the %zu bytes allowed here", path, limit);
        text->size += (size_t)got;
        text->data[text->size] = '\0';
    }
}

bool text_read_file(Text *text, const char *path, size_t limit, Error *err) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe that nobody writes to must not be waited for
    if (file < 0) return error_set(err, "%s: cannot be opened: %s", path, strerror(errno));
    struct stat about;
    size_t before = text->size;
    bool good = false;
    if (fstat(file, &about) != 0) {
        error_set(err, "%s: cannot be read: %s", path, strerror(errno));
    } else if (S_ISDIR(about.st_mode)) {
        error_set(err, "%s: is a folder, not a file", path);
    } else if (!S_ISREG(about.st_mode)) {
        error_set(err, "%s: is a device or a pipe, not a file", path);
    } else if ((uintmax_t)about.st_size > limit) {
        error_set(err, "%s: has %jd bytes, more than the %zu allowed here", path, (intmax_t)about.st_size, limit);
    } else if (!text_reserve(text, (size_t)about.st_size)) {
        error_set(err, "%s: not enough memory for its %jd bytes", path, (intmax_t)about.st_size);
    } else {
        text->data[text->size] = '\0';
        good = read_to_end(text, file, path, limit, err);
    }
    close(file);
    if (!good && text->room) {
        text->size = before;
        text->data[before] = '\0';
    }
    return good;
}

static bool write_to_end(int file, const char *data, size_t size) {
    while (size > 0) {
        ssize_t put = write(file, data, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        data += put;
        size -= (size_t)put;
    }
    return true;
}

// Opens a new file beside `path` and leaves its name in `name`. -1 with errno set on failure.
static int open_beside(const char *path, mode_t mode, Text *name) {
    for (int attempt = 0; attempt < 100; attempt++) {
        text_clear(name);
        text_addf(name, "%s.%ld-%d.part", path, (long)getpid(), attempt);
        if (name->failed) return -1;
        int file = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

bool text_write_file(const char *path, const char *data, size_t size, Error *err) {
    struct stat about;
    bool exists = stat(path, &about) == 0;
    bool beside = !exists || S_ISREG(about.st_mode); // a device or a pipe cannot be replaced: write into it
    mode_t mode = exists ? about.st_mode & 0777 : 0666;
    Text name = {0};
    errno = ENOMEM;
    int file = beside ? open_beside(path, mode, &name) : open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    bool good = file >= 0 && write_to_end(file, data, size) && (!beside || fsync(file) == 0);
    int reason = errno;
    if (file >= 0 && close(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && beside && rename(name.data, path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good && beside && file >= 0) unlink(name.data);
    text_free(&name);
    return good || error_set(err, "%s: cannot be written: %s", path, strerror(reason));
}

bool text_to_int(const char *string, const char *what, int64_t low, int64_t high, int64_t *value, Error *err) {
    char *end = NULL;
    errno = 0;
    long long number = strtoll(string, &end, 10);
    bool number_like = end != string && *end == '\0' && !isspace((unsigned char)string[0]);
    if (number_like && errno == 0 && number >= low && number <= high) {
        *value = number;
        return true;
    }
    const char *fault = number_like ? "out of range" : "not a whole number";
    if (high == INT64_MAX) {
        return error_set(err, "%s: '%.40s' is %s; give one of at least %" PRId64, what, string, fault, low);
    }
    return error_set(err, "%s: '%.40s' is %s; give one from %" PRId64 " to %" PRId64, what, string, fault, low, high);
}

// strtod uses the locale's decimal point, and a library's locale is the host's; ours is always a point.
static bool read_double(const char *string, double *number) {
    const char *point = localeconv()->decimal_point, *dot = strchr(string, '.');
    char copy[128], *end = NULL;
    if (dot && strcmp(point, ".") != 0) {
        int size = snprintf(copy, sizeof copy, "%.*s%s%s", (int)(dot - string), string, point, dot + 1);
        if (size >= (int)sizeof copy) return false;
        string = copy;
    }
    *number = strtod(string, &end);
    return *end == '\0';
}

void text_double(char *to, size_t room, int digits, double value) {
    snprintf(to, room, "%.*g", digits, value);
    char *comma = strchr(to, ',');
    if (comma) *comma = '.';
}

void text_add_double(Text *text, int digits, double value) {
    char number[64];
    text_double(number, sizeof number, digits, value);
    text_add(text, number);
}

bool text_to_double(const char *string, const char *what, double low, double high, double *value, Error *err) {
    // strtod alone would also take spaces, hexadecimal, "inf" and "nan".
    bool plain = string[0] != '\0' && strspn(string, "+-.0123456789eE") == strlen(string);
    double number = NAN;
    plain = plain && read_double(string, &number);
    if (plain && isfinite(number) && number >= low && number <= high) {
        *value = number;
        return true;
    }
    const char *fault = plain ? "out of range" : "not a number";
    return error_set(err, "%s: '%.40s' is %s; give one from %g to %g", what, string, fault, low, high);
}

bool text_to_uint64(const char *string, const char *what, uint64_t *value, Error *err) {
    bool hexadecimal = string[0] == '0' && (string[1] == 'x' || string[1] == 'X');
    const char *digits = hexadecimal ? string + 2 : string;
    const char *allowed = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    if (digits[0] != '\0' && strspn(digits, allowed) == strlen(digits)) {
        errno = 0;
        unsigned long long number = strtoull(digits, NULL, hexadecimal ? 16 : 10);
        if (errno == 0) {
            *value = number;
            return true;
        }
    }
    return error_set(err, "%s: '%.40s' is no number from 0 to %" PRIu64 "; write it in digits or as 0x...", what,
                     string, UINT64_MAX);
}

bool text_copy(char *to, size_t room, const char *from) {
    size_t size = strlen(from);
    bool fits = size < room;
    if (!fits) size = room - 1;
    memcpy(to, from, size);
    to[size] = '\0';
    return fits;
}

enum { CLOSEST_WORD = 48 }; // longer words are no command, option or player of ours

static int smaller(int a, int b) { return a < b ? a : b; }

// Insertions, deletions, changes and swaps of neighbours that turn a into b; case is ignored. Both fit
// CLOSEST_WORD.
static int spelling_distance(const char *a, const char *b) {
    int rows[3][CLOSEST_WORD + 1];
    int size = (int)strlen(b);
    for (int j = 0; j <= size; j++) rows[0][j] = j;
    int i = 1;
    for (; a[i - 1]; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= size; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            row[j] = smaller(smaller(row[j - 1], above[j]) + 1, above[j - 1] + (x != y));
            bool swapped =
                i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && y == tolower((unsigned char)a[i - 2]);
            if (swapped) row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[(i - 1) % 3][size];
}

const char *text_closest(const char *word, const char *const *candidates, int count) {
    size_t size = strlen(word);
    if (size == 0 || size > CLOSEST_WORD) return NULL;
    const char *closest = NULL;
    int slips = size < 6 ? 1 : size < 9 ? 2 : 3; // one per three letters
    int least = slips + 1;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(candidates[i]), apart = length > size ? length - size : size - length;
        if (length > CLOSEST_WORD || apart >= (size_t)least) continue; // a distance is no less than that of the lengths
        int distance = spelling_distance(word, candidates[i]);
        if (distance < least && distance < (int)size) {
            least = distance;
            closest = candidates[i];
        }
    }
    return closest;
}
