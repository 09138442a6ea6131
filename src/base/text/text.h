// SPDX-License-Identifier: MIT
// Growing text, and the small readers every parser here is made of.
#ifndef DEADWOOD_BASE_TEXT_TEXT_H
#define DEADWOOD_BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

// A string that grows. `{0}` is an empty one; the owner ends it with text_free. `data` is NUL-terminated once anything
// was added, and NULL before. If memory runs out, `failed` is set: the text keeps what it has, ignores further
// additions, and the thread notes it (memory.h), so only callers that rely on the bytes need to check.
typedef struct Text {
    char *data;
    size_t size; // bytes without the NUL
    size_t room;
    bool failed; // memory ran out; until text_clear or text_free
} Text;

void text_free(Text *text);
void text_clear(Text *text);            // forgets the content, keeps the room
void text_cut(Text *text, size_t size); // keeps the first `size` bytes; clears `failed`
void text_add(Text *text, const char *string);
void text_add_bytes(Text *text, const void *bytes, size_t size);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_double(Text *text, int digits, double value); // as text_double
void text_vaddf(Text *text, const char *format, va_list args);

// The bytes of the UTF-8 character at `at`, which a NUL ends; 0 if there is none: a wrong byte, or the end.
int text_utf8(const char *at);
uint32_t text_code(const char *character, int length); // its number in Unicode

// The same for a character that is safe to print; 0 for anything a terminal might act on: control characters (ESC and
// the 8-bit ones included), bidirectional and zero-width marks, and bytes that are not UTF-8.
int text_harmless(const char *at);

// Adds untrusted text (names, messages of programs, lines of files) with '?' for every character that text_harmless
// rejects.
void text_add_printable(Text *text, const char *string);

// Reads the whole file into `text` (added at the end). Fails with the path and the system's reason; a file of more than
// `limit` bytes is refused before it is read, and so is anything but a regular file.
bool text_read_file(Text *text, const char *path, size_t limit, Error *err);

// Writes the file beside itself first and renames it into place, so that a full disk or a kill leaves the old
// one.
bool text_write_file(const char *path, const char *data, size_t size, Error *err);

// Whole-string numbers within [low, high]; `what` names the thing in the message ("--games", "knock").
bool text_to_int(const char *string, const char *what, int64_t low, int64_t high, int64_t *value, Error *err);
bool text_to_double(const char *string, const char *what, double low, double high, double *value, Error *err);
bool text_to_uint64(const char *string, const char *what, uint64_t *value, Error *err); // decimal or 0x...

// Writes a number as %.DIGITSg, with a point in every locale.
void text_double(char *to, size_t room, int digits, double value);

// Copies at most `room - 1` characters and ends with a NUL. Returns false if it had to cut.
bool text_copy(char *to, size_t room, const char *from);

// The candidate closest in spelling to `word` if it is close enough to be a typing error, else NULL: "did you
// mean". `candidates[i]` for i below `count`.
const char *text_closest(const char *word, const char *const *candidates, int count);

#endif
