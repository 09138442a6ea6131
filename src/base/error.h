// SPDX-License-Identifier: MIT
// What went wrong, in one sentence a person can act on: what, where, and what would be right.
//
// Functions that read input take an `Error *` as their last argument, return false or NULL when they fail,
// and leave their outputs untouched. Mistakes of the programmer assert instead.
#ifndef DEADWOOD_BASE_ERROR_H
#define DEADWOOD_BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
    char text[512]; // empty while nothing is wrong; never ends in a newline
} Error;

// Sets the sentence (cut at the buffer's end) and returns false, so that `return error_set(...)` reads well.
// `err` may be NULL when the caller does not care.
bool error_set(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts "format: " in front of the sentence, for callers that know where it happened. Returns false.
bool error_prefix(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Returns false. Compilers and static checkers see one file at a time; here they can see that the result is false.
static inline bool error_false(bool answer) {
    (void)answer;
    return false;
}
#define error_set(...)    error_false(error_set(__VA_ARGS__))
#define error_prefix(...) error_false(error_prefix(__VA_ARGS__))

#endif
