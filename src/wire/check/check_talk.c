// SPDX-License-Identifier: MIT
#include "wire/check/check_talk.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static void keep_talk_line(Talk *talk, char side, const char *line) {
    Text *place = &talk->kept[talk->lines++ % TALK_KEPT];
    text_clear(place);
    text_addf(place, "%c %s", side, line);
    for (size_t i = 0; i < place->size; i++)
        if (place->data[i] < ' ' || place->data[i] >= 0x7F) place->data[i] = '?';
    if (talk->copy) fprintf(talk->copy, "%s\n", place->data);
}

bool talk_start(Talk *talk, Error *err) {
    talk_stop(talk);
    text_clear(&talk->out);
    talk->in = (WireLines){.begin = 0};
    talk->process = wire_process_open(talk->command, talk->limits, err);
    return talk->process != NULL;
}

void talk_stop(Talk *talk) {
    wire_process_close(talk->process, 0);
    talk->process = NULL;
}

void talk_free(Talk *talk) {
    talk_stop(talk);
    text_free(&talk->out);
    for (int i = 0; i < TALK_KEPT; i++) text_free(&talk->kept[i]);
}

void talk_say(Talk *talk, const char *lines) {
    char line[CGP_LINE + 1];
    for (const char *end; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        text_copy(line, (size_t)(end - lines) < sizeof line ? (size_t)(end - lines) + 1 : sizeof line, lines);
        keep_talk_line(talk, '>', line);
        text_addf(&talk->out, "%s%s", line, talk->crlf ? "\r\n" : "\n");
    }
}

// Waits until the file is ready; false when the time is up.
static bool ready(int file, short what, int64_t deadline) {
    for (;;) {
        int64_t left = deadline - wire_now();
        struct pollfd poll_for = {.fd = file, .events = what};
        int wait = left <= 0 ? 0 : (int)(left / 1000000 + 1);
        int answer = poll(&poll_for, 1, wait);
        if (answer > 0) return true;
        if (answer < 0 && errno != EINTR) return true; // the read or write will say what is wrong
        if (left <= 0) return false;
    }
}

TalkEnd talk_send(Talk *talk, int64_t deadline) {
    size_t sent = 0;
    TalkEnd end = TALK_LINE;
    while (sent < talk->out.size && end == TALK_LINE) {
        if (!ready(wire_process_in(talk->process), POLLOUT, deadline)) {
            end = TALK_LATE;
            break;
        }
        ssize_t written = write(wire_process_in(talk->process), talk->out.data + sent, talk->out.size - sent);
        if (written > 0)
            sent += (size_t)written;
        else if (errno != EAGAIN && errno != EINTR)
            end = TALK_ENDED;
    }
    text_clear(&talk->out);
    return end;
}

TalkEnd talk_hear(Talk *talk, int64_t deadline, char line[CGP_LINE + 1]) {
    WireLineKind kind;
    char *there = "";
    line[0] = '\0';
    while ((kind = wire_lines_next(&talk->in, &there)) == WIRE_NO_LINE) {
        if (!ready(wire_process_out(talk->process), POLLIN, deadline)) return TALK_LATE;
        if (wire_lines_fill(&talk->in, wire_process_out(talk->process)) == 0) return TALK_ENDED;
    }
    if (kind == WIRE_LINE) text_copy(line, CGP_LINE + 1, there);
    if (kind == WIRE_LONG_LINE) snprintf(line, CGP_LINE + 1, "%.60s", talk->in.data + talk->in.begin);
    keep_talk_line(talk, '<', kind == WIRE_LINE ? line : "(what the protocol cannot read)");
    return kind == WIRE_LINE ? TALK_LINE : kind == WIRE_LONG_LINE ? TALK_LONG : TALK_BINARY;
}

void talk_transcript(const Talk *talk, Text *text) {
    unsigned first = talk->lines > TALK_KEPT ? talk->lines - TALK_KEPT : 0;
    for (unsigned i = first; i < talk->lines; i++) text_addf(text, "%s\n", talk->kept[i % TALK_KEPT].data);
}
