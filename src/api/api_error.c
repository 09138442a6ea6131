// SPDX-License-Identifier: MIT
// Errors, versions, and text that goes to the caller.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "base/memory.h"
#include "base/version.h"

_Static_assert(sizeof(deadwood_error) == 512, "the layout of errors is a promise");

const char *deadwood_version(void) {
    return DEADWOOD_REVISION[0] ? DEADWOOD_VERSION " (" DEADWOOD_REVISION ")" : DEADWOOD_VERSION;
}

int deadwood_abi(void) { return DEADWOOD_ABI; }

const char *deadwood_error_name(int code) {
    static const char *const names[] = {"ok",   "argument", "illegal",   "state",
                                        "file", "memory",   "cancelled", "internal"};
    return code >= 0 && code < (int)(sizeof names / sizeof *names) ? names[code] : "unknown";
}

void deadwood_free(char *text) { free(text); }

int api_done(deadwood_error *err) {
    if (!err) return DEADWOOD_OK;
    err->code = DEADWOOD_OK;
    err->text[0] = '\0';
    return DEADWOOD_OK;
}

static int set(deadwood_error *err, int code, const char *format, va_list args) {
    if (!err) return code;
    err->code = code;
    vsnprintf(err->text, sizeof err->text, format, args);
    size_t size = strlen(err->text);
    while (size && (err->text[size - 1] & 0xC0) == 0x80 && !text_utf8(err->text + size - 1)) size--; // a cut character
    if (strlen(err->text) + 1 == sizeof err->text && size && (unsigned char)err->text[size - 1] >= 0xC0) size--;
    err->text[size] = '\0';
    return code;
}

int api_fail(deadwood_error *err, int code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    set(err, code, format, args);
    va_end(args);
    return code;
}

int api_fail_as(deadwood_error *err, int code, const Error *why) {
    bool silent = !why->text[0]; // memory ran out where there is no Error to tell it (base/memory.h)
    bool short_of = memory_was_short() || silent || strstr(why->text, "memory");
    return api_fail(err, short_of ? DEADWOOD_E_MEMORY : code, "%s", silent ? "out of memory" : why->text);
}

int api_sufficed(deadwood_error *err) {
    return memory_was_short() ? api_fail(err, DEADWOOD_E_MEMORY, "out of memory") : api_done(err);
}

int api_null(deadwood_error *err, const char *function, const char *what) {
    return api_fail(err, DEADWOOD_E_ARGUMENT, "%s: %s is NULL", function, what);
}

char *api_text(Text *text, deadwood_error *err) {
    text_add(text, ""); // even nothing is a string
    if (text->failed || api_sufficed(err) != DEADWOOD_OK) {
        text_free(text);
        memory_was_short();
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        return NULL;
    }
    char *data = text->data;
    *text = (Text){0};
    return data;
}

void api_undash(Error *why) {
    char *to = why->text;
    for (const char *from = why->text; *from; from++)
        if (strncmp(from, "--", 2) == 0)
            from++;
        else
            *to++ = *from;
    *to = '\0';
}
