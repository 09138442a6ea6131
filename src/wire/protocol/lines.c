// SPDX-License-Identifier: MIT
#include "wire/protocol/lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

WireLineKind wire_lines_next(WireLines *lines, char **line) {
    char *from = lines->data + lines->begin, *end = memchr(lines->data + lines->seen, '\n', lines->end - lines->seen);
    if (!end) {
        lines->seen = lines->end;
        return lines->end - lines->begin >= CGP_LINE ? WIRE_LONG_LINE : WIRE_NO_LINE;
    }
    size_t size = (size_t)(end - from);
    if (size >= CGP_LINE) return WIRE_LONG_LINE;
    lines->begin = lines->seen = (size_t)(end - lines->data) + 1;
    *line = from;
    return cgp_line(from, size) ? WIRE_LINE : WIRE_BAD_LINE;
}

int wire_lines_fill(WireLines *lines, int file) {
    if (lines->begin) { // nearly always nothing or part of one line is left
        memmove(lines->data, lines->data + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->seen -= lines->begin;
        lines->begin = 0;
    }
    ssize_t size;
    do size = read(file, lines->data + lines->end, sizeof lines->data - lines->end);
    while (size < 0 && errno == EINTR);
    if (size < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
    lines->end += (size_t)size;
    return (int)size;
}

bool wire_lines_partial(const WireLines *lines) { return lines->begin != lines->end; }
