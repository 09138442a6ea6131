// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// A sentence that was cut must not end in half a UTF-8 character, and one made of a system message not in a
// newline.
static void tidy_end(char *text, bool cut) {
    size_t size = strlen(text);
    if (cut) {
        while (size > 0 && ((unsigned char)text[size - 1] & 0xC0) == 0x80) size--;
        if (size > 0 && (unsigned char)text[size - 1] >= 0xC0) size--;
    }
    while (size > 0 && text[size - 1] == '\n') size--;
    text[size] = '\0';
}

bool(error_set)(Error *err, const char *format, ...) {
    if (!err) return false;
    char text[sizeof err->text]; // apart, because the arguments may point into err
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tidy_end(text, size >= (int)sizeof text);
    memcpy(err->text, text, strlen(text) + 1);
    return false;
}

bool(error_prefix)(Error *err, const char *format, ...) {
    if (!err) return false;
    char text[2 * sizeof err->text + 2];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof err->text, format, args);
    va_end(args);
    strcat(text, ": ");
    strcat(text, err->text);
    bool cut = strlen(text) >= sizeof err->text;
    if (cut) text[sizeof err->text - 1] = '\0';
    tidy_end(text, cut);
    memcpy(err->text, text, strlen(text) + 1);
    return false;
}
