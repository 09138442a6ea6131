// SPDX-License-Identifier: MIT
#include "wire/host/host.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/threads/progress.h"
#include "wire/process/process.h"
#include "wire/protocol/lines.h"

enum { LAST_LINES = 20, SLICE_MS = 100 }; // a slice is how long Ctrl-C may have to wait

static const int64_t QUIT_PATIENCE = INT64_C(2000000000);
static const int64_t END_PATIENCE = INT64_C(500000000); // between the end of a bot's output and its own

struct WireHost {
    WireCommand command;
    const WireLimits *limits;
    const char *game;
    WireProcess *process; // NULL while it does not run
    WireLines lines;
    Text text; // to be sent
    uint32_t id;
    uint32_t pings;
    int stale;         // moves of this match
    size_t info;       // bytes for this decision
    bool named, plays; // said in the handshake
    int options;       // declared there
    bool stateless, wants_past;
    char name[CGP_NAME + 1];
    int64_t quit_at;   // when it was asked to end, or 0
    Error fault;       // in words, the last one
    bool at_fault;     // since wire_host_forget
    Error first_fault; // the first of them
    Text last_words;   // and of stderr then
};

// ---- Blame ----

void wire_host_blame(WireHost *host, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(host->fault.text, sizeof host->fault.text, format, args);
    va_end(args);
    for (char *at = host->fault.text; *at; at++) // it may quote the bot
        if ((unsigned char)*at < ' ' || (unsigned char)*at >= 127) *at = '?';
}

static Fault garbage(WireHost *host, const char *why, const char *line) {
    wire_host_blame(host, "sent %s: '%.60s%s'", why, line, strlen(line) > 60 ? "..." : "");
    return FAULT_GARBAGE;
}

// Its output has ended, or its input is gone: has it?
static Fault ended(WireHost *host, Fault otherwise, const char *why) {
    Error how;
    switch (wire_process_life(host->process, END_PATIENCE, &how)) {
    case WIRE_ALIVE: wire_host_blame(host, "%s", why); return otherwise;
    case WIRE_EXITED: wire_host_blame(host, "%s", how.text); return FAULT_EXIT;
    case WIRE_KILLED: wire_host_blame(host, "%s", how.text); return FAULT_CRASH;
    case WIRE_UNSTARTED: wire_host_blame(host, "%s", how.text); return FAULT_HANDSHAKE;
    }
    return otherwise;
}

// A phase timed out. A silent bot may be thinking; a bot that left input unread, is stopped, or sent half a line is
// stuck.
static Fault late(WireHost *host, int64_t limit, bool clocked) {
    int unread = 0;
    double seconds = 1e-9 * (double)limit;
    if (wire_process_stopped(host->process))
        wire_host_blame(host, "is stopped, as by SIGSTOP; %.2f s were over", seconds);
    else if (ioctl(wire_process_in(host->process), FIONREAD, &unread) == 0 && unread > 0)
        wire_host_blame(host, "left %d bytes of its input unread for %.2f s", unread, seconds);
    else if (wire_lines_partial(&host->lines))
        wire_host_blame(host, "began a line and did not end it within %.2f s", seconds);
    else if (clocked) {
        wire_host_blame(host, "took longer than the %.2f s it had", seconds);
        return FAULT_TIMEOUT;
    } else
        wire_host_blame(host, "gave no answer within %.2f s", seconds);
    return FAULT_STALL;
}

// ---- Sending and receiving ----

static int slice(int64_t left) {
    int64_t milliseconds = left / 1000000 + 1;
    return milliseconds > SLICE_MS ? SLICE_MS : (int)milliseconds;
}

static Fault send_text(WireHost *host, int64_t deadline, int64_t limit) {
    const char *at = host->text.data;
    size_t left = host->text.size;
    int file = wire_process_in(host->process);
    while (left) {
        ssize_t sent = write(file, at, left);
        if (sent > 0) {
            at += sent;
            left -= (size_t)sent;
            continue;
        }
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno != EAGAIN) return ended(host, FAULT_STALL, "closed its input");
        if (progress_interrupted()) return FAULT_RESIGN;
        int64_t now = wire_now();
        if (now >= deadline) return late(host, limit, false);
        struct pollfd wait = {.fd = file, .events = POLLOUT};
        poll(&wait, 1, slice(deadline - now));
    }
    text_clear(&host->text);
    return FAULT_NONE;
}

// What is being waited for.
typedef enum { WAIT_HANDSHAKE, WAIT_PONG, WAIT_MOVE } Wait;

static Fault host_read_id(WireHost *host, char *rest) {
    const char *what = cgp_next(&rest), *value = cgp_rest(&rest);
    if (what && strcmp(what, "name") == 0 && *value) {
        cgp_copy_name(host->name, sizeof host->name, value);
        host->named = *host->name != '\0';
    }
    return FAULT_NONE;
}

static Fault host_read_games(WireHost *host, char *rest) {
    for (const char *word; (word = cgp_next(&rest)) != NULL;)
        if (strcmp(word, host->game) == 0) host->plays = true;
    return FAULT_NONE;
}

static Fault host_read_option(WireHost *host, char *rest) {
    CgpOption option;
    Error err;
    if (++host->options > CGP_OPTIONS) {
        wire_host_blame(host, "declares more than %d options", CGP_OPTIONS);
        return FAULT_HANDSHAKE;
    }
    if (!cgp_parse_option(rest, &option, &err)) {
        wire_host_blame(host, "%s", err.text);
        return FAULT_HANDSHAKE;
    }
    if (strcmp(option.name, "Stateless") == 0) host->stateless = strcmp(option.value, "true") == 0;
    if (strcmp(option.name, "Past") == 0) host->wants_past = strcmp(option.value, "true") == 0;
    return FAULT_NONE;
}

static Fault read_ok(WireHost *host, char *rest) {
    uint64_t version = CGP_VERSION;
    const char *word = cgp_next(&rest);
    if (word && (!cgp_number(word, UINT32_MAX, &version) || version < 1 || version > CGP_VERSION))
        wire_host_blame(host, "speaks version %.20s of the protocol, the host at most %d", word, CGP_VERSION);
    else if (!host->named)
        wire_host_blame(host, "said cgpok before 'id name TEXT'");
    else if (!host->plays)
        wire_host_blame(host, "does not play %s; its 'games' line does not name it", host->game);
    else
        return FAULT_NONE;
    return FAULT_HANDSHAKE;
}

// *done: what was waited for has come.
static Fault host_read_move(WireHost *host, Wait wait, char *rest, bool *done, char **move) {
    uint64_t id;
    const char *word = cgp_next(&rest);
    if (!cgp_number(word, UINT64_MAX, &id)) return garbage(host, "a move without its number", word ? word : "");
    if (id > host->id) return garbage(host, "a move for a decision never asked", word);
    if (wait != WAIT_MOVE || id < host->id) {
        if (++host->stale <= CGP_STALE) return FAULT_NONE;
        return garbage(host, "one stale move too many", word);
    }
    *move = rest;
    *done = true;
    return FAULT_NONE;
}

static Fault host_give_up(WireHost *host, char *rest) {
    wire_host_blame(host, "gave up: %.200s", cgp_rest(&rest));
    return FAULT_EXIT;
}

static Fault host_hear(WireHost *host, Wait wait, char *line, bool *done, char **move) {
    char *rest = line, copy[64];
    size_t size = strlen(line);
    text_copy(copy, sizeof copy, line);
    CgpSays says = cgp_says(&rest);
    bool shaking = wait == WAIT_HANDSHAKE;
    uint64_t number;
    switch (says) {
    case CGP_SAYS_NOTHING: return FAULT_NONE;
    case CGP_SAYS_ERROR: return host_give_up(host, rest);
    case CGP_SAYS_INFO:
        host->info += size;
        return host->info <= CGP_INFO ? FAULT_NONE : garbage(host, "more than 1 MiB of info", copy);
    case CGP_SAYS_ID: return shaking ? host_read_id(host, rest) : garbage(host, "id outside the handshake", copy);
    case CGP_SAYS_GAMES:
        return shaking ? host_read_games(host, rest) : garbage(host, "games outside the handshake", copy);
    case CGP_SAYS_OPTION:
        return shaking ? host_read_option(host, rest) : garbage(host, "option outside the handshake", copy);
    case CGP_SAYS_OK:
        if (!shaking) return garbage(host, "cgpok outside the handshake", copy);
        *done = true;
        return read_ok(host, rest);
    case CGP_SAYS_PONG:
        if (shaking || !cgp_number(cgp_next(&rest), UINT32_MAX, &number) || number > host->pings)
            return garbage(host, "a pong nobody asked for", copy);
        *done = *done || (wait == WAIT_PONG && number == host->pings);
        return FAULT_NONE;
    case CGP_SAYS_MOVE:
        return shaking ? garbage(host, "a move in the handshake", copy) : host_read_move(host, wait, rest, done, move);
    case CGP_SAYS_GARBAGE: break;
    }
    return garbage(host, "a line that begins with no word of the protocol", copy);
}

// Goes through the lines that are there.
static Fault hear_lines(WireHost *host, Wait wait, bool *done, char **move) {
    for (char *line; !*done;) {
        Fault fault = FAULT_NONE;
        switch (wire_lines_next(&host->lines, &line)) {
        case WIRE_NO_LINE: return FAULT_NONE;
        case WIRE_LONG_LINE: wire_host_blame(host, "sent a line longer than %d bytes", CGP_LINE); return FAULT_GARBAGE;
        case WIRE_BAD_LINE: wire_host_blame(host, "sent a line that holds a NUL"); return FAULT_GARBAGE;
        case WIRE_LINE: fault = host_hear(host, wait, line, done, move); break;
        }
        if (fault != FAULT_NONE) return fault;
    }
    return FAULT_NONE;
}

// Sends what there is and waits for an answer. The clock runs from the first byte written, so that a bot that leaves
// its input unread waits on its own time, to when a line end was read.
static Fault converse(WireHost *host, Wait wait, int64_t limit, bool clocked, char **move, int64_t *spent) {
    int64_t start = wire_now(), deadline = start + limit;
    Fault fault = send_text(host, deadline, limit);
    if (fault != FAULT_NONE) return fault;
    int file = wire_process_out(host->process);
    struct pollfd ready[2] = {{.fd = file, .events = POLLIN}, wire_process_gone(host->process)};
    for (int64_t now = start;;) {
        bool done = false;
        fault = hear_lines(host, wait, &done, move);
        if (fault != FAULT_NONE) return fault;
        if (now >= deadline) return late(host, limit, clocked); // before the move is looked at
        *spent = now - start;
        if (done) return FAULT_NONE;
        if (progress_interrupted()) return FAULT_RESIGN;
        poll(ready, 2, slice(deadline - now));
        int size = wire_lines_fill(&host->lines, file);
        now = wire_now();
        // Something it left behind may keep its output open: then the end of its keeper tells.
        if (size == 0 || (size < 0 && ready[1].revents)) return ended(host, FAULT_EXIT, "closed its output");
    }
}

// ---- Its life ----

WireHost *wire_host_open(const char *spec, const char *game, const WireLimits *limits, Error *err) {
    WireHost *host = calloc(1, sizeof *host);
    if (!host) {
        error_set(err, "out of memory for a bot");
        return NULL;
    }
    host->limits = limits;
    host->game = game;
    if (wire_command_parse(spec, &host->command, err)) return host;
    free(host);
    return NULL;
}

void wire_host_forget(WireHost *host) {
    host->at_fault = false;
    host->first_fault.text[0] = '\0';
    text_clear(&host->last_words);
}

void wire_host_stop(WireHost *host) {
    if (!host->at_fault) host->first_fault = host->fault;
    if (!host->at_fault && host->process) wire_process_stderr(host->process, LAST_LINES, &host->last_words);
    host->at_fault = true;
    if (!host->process) return;
    wire_process_close(host->process, 0);
    host->process = NULL;
}

void wire_host_quit(WireHost *host) {
    if (!host->process || host->quit_at) return;
    host->quit_at = wire_now();
    text_add(&host->text, "quit\n");
    send_text(host, host->quit_at, 0);
    wire_process_end_input(host->process);
}

void wire_host_close(WireHost *host) {
    if (!host) return;
    wire_host_quit(host);
    int64_t left = host->quit_at + QUIT_PATIENCE - wire_now();
    if (host->process) wire_process_close(host->process, progress_interrupted() ? 0 : left);
    text_free(&host->text);
    text_free(&host->last_words);
    free(host);
}

static Fault shake_hands(WireHost *host) {
    int64_t spent;
    text_clear(&host->text);
    text_addf(&host->text, "cgp %d\n", CGP_VERSION);
    Fault fault = converse(host, WAIT_HANDSHAKE, host->limits->clock.start, false, NULL, &spent);
    return fault == FAULT_NONE || fault == FAULT_RESIGN ? fault : FAULT_HANDSHAKE;
}

Fault wire_host_start(WireHost *host) {
    if (host->process) return FAULT_NONE;
    Error err;
    memset(&host->lines, 0, sizeof host->lines);
    host->id = host->pings = 0;
    host->info = 0;
    host->options = 0;
    host->quit_at = 0;
    host->named = host->plays = host->stateless = host->wants_past = false;
    host->process = wire_process_open(&host->command, host->limits, &err);
    if (!host->process) {
        wire_host_blame(host, "%s", err.text);
        return FAULT_HANDSHAKE;
    }
    Fault fault = shake_hands(host);
    if (fault != FAULT_NONE) wire_host_stop(host);
    return fault;
}

void wire_host_seed(WireHost *host, uint64_t seed) {
    char value[24];
    snprintf(value, sizeof value, "%llu", (unsigned long long)seed);
    cgp_print_setoption(&host->text, "Seed", value);
    if (host->stateless) cgp_print_setoption(&host->text, "Stateless", "true");
    if (host->wants_past) cgp_print_setoption(&host->text, "Past", "true");
}

Fault wire_host_ready(WireHost *host) {
    int64_t spent;
    host->stale = 0;
    host->info = 0;
    text_addf(&host->text, "ping %u\n", ++host->pings);
    wire_process_approach(host->process);
    return converse(host, WAIT_PONG, host->limits->clock.start, false, NULL, &spent);
}

Text *wire_host_text(WireHost *host) { return &host->text; }

static int64_t milliseconds(int64_t nanoseconds) { return nanoseconds > 0 ? nanoseconds / 1000000 : 0; }

CgpGo wire_host_go(WireHost *host, const WireTable *table, int seats) {
    const WireClock *clock = &host->limits->clock;
    CgpGo go = {.id = ++host->id, .increment = -1, .move_time = -1};
    if (clock->game) {
        go.clocks = seats;
        for (int seat = 0; seat < seats; seat++) go.clock[seat] = milliseconds(table->left[seat]);
    }
    if (clock->increment) go.increment = milliseconds(clock->increment);
    if (clock->move) go.move_time = milliseconds(clock->move);
    return go;
}

// The nearer of the two limits, 0 if there is none.
static int64_t limit_of(const WireClock *clock, int64_t left) {
    int64_t game = clock->game ? (left > 1 ? left : 1) : 0;
    if (!clock->move) return game;
    return game && game < clock->move ? game : clock->move;
}

Fault wire_host_ask(WireHost *host, WireTable *table, Seat seat, char **move) {
    const WireClock *clock = &host->limits->clock;
    int64_t limit = limit_of(clock, table->left[seat]), spent = 0;
    host->info = 0;
    Fault fault = converse(host, WAIT_MOVE, limit ? limit : clock->start, limit != 0, move, &spent);
    table->left[seat] += clock->increment - spent;
    return fault;
}

bool wire_host_stateless(const WireHost *host) { return host->stateless; }
bool wire_host_wants_past(const WireHost *host) { return host->wants_past; }
const char *wire_host_name(const WireHost *host) { return host->name; }
const char *wire_host_fault(const WireHost *host) { return host->fault.text; }
const char *wire_host_first_fault(const WireHost *host) { return host->first_fault.text; }

void wire_host_last_words(const WireHost *host, Text *text) {
    if (host->last_words.size) text_add_bytes(text, host->last_words.data, host->last_words.size);
}
