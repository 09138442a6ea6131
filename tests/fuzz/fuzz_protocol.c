// SPDX-License-Identifier: MIT
// Protocol lines from either side, in any pieces: readers never read beyond a line, and what they accept is written as
// something they read to the same again. The first byte of an input chooses the reader that gets all its lines.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wire/gin/gin_lines.h"
#include "wire/hearts/hearts_lines.h"
#include "wire/protocol/command.h"
#include "wire/protocol/limits.h"
#include "wire/protocol/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
    if (!holds) abort();
}

// A copy of exactly the text's size, so that the sanitizers see a step beyond it.
static char *copy_of(const char *text) {
    char *copy = strdup(text);
    check(copy != NULL);
    return copy;
}

static void check_move(const char *rest) {
    GinAction action, again;
    Error err = {{0}};
    char *copy = copy_of(rest);
    if (gin_lines_parse_move(copy, &action, &err)) {
        Text text = {0};
        gin_lines_add_move(&text, &action);
        check(gin_lines_parse_move(text.data, &again, &err));
        check(again.move == action.move && again.card == action.card);
        check(memcmp(&again.melds, &action.melds, sizeof again.melds) == 0);
        text_free(&text);
    } else {
        check(err.text[0] != '\0');
    }
    free(copy);
}

static void check_event(const char *rest) {
    GinLineEvent event, again;
    char *copy = copy_of(rest);
    if (gin_lines_parse_event(copy, &event, NULL) && event.kind != GIN_LINE_OTHER) {
        Text text = {0};
        gin_lines_event(&text, &event);
        text.data[text.size - 1] = '\0';
        check(gin_lines_parse_event(text.data + 3, &again, NULL));
        check(again.kind == event.kind && again.seat == event.seat && again.card == event.card);
        check(again.cards == event.cards && memcmp(&again.melds, &event.melds, sizeof again.melds) == 0);
        text_free(&text);
    }
    free(copy);
}

static void check_hearts_move(const char *rest) {
    HeartsAction action, again;
    char *copy = copy_of(rest);
    if (hearts_lines_parse_move(copy, &action, NULL)) {
        Text text = {0};
        hearts_lines_add_move(&text, &action);
        check(hearts_lines_parse_move(text.data, &again, NULL));
        check(again.move == action.move && again.card == action.card && again.give == action.give);
        text_free(&text);
    }
    free(copy);
}

static void check_hearts_event(const char *rest) {
    HeartsLineEvent event, again;
    char *copy = copy_of(rest);
    if (hearts_lines_parse_event(copy, &event, NULL) && event.kind != HEARTS_LINE_OTHER) {
        Text text = {0};
        hearts_lines_event(&text, &event);
        text.data[text.size - 1] = '\0';
        check(hearts_lines_parse_event(text.data + 3, &again, NULL));
        check(again.kind == event.kind && again.seat == event.seat && again.card == event.card);
        check(again.cards == event.cards && again.points == event.points);
        text_free(&text);
    }
    free(copy);
}

static void check_hearts_deal(const char *rest) {
    HeartsNewDeal deal, again;
    char *copy = copy_of(rest);
    if (hearts_lines_parse_newdeal(copy, &deal, NULL)) {
        Text text = {0};
        hearts_lines_newdeal(&text, &deal);
        text.data[text.size - 1] = '\0';
        check(hearts_lines_parse_newdeal(text.data + 8, &again, NULL));
        check(again.deal == deal.deal && again.pass == deal.pass &&
              memcmp(again.score, deal.score, sizeof deal.score) == 0);
        text_free(&text);
    }
    free(copy);
}

static void check_hearts_match(const char *rest) {
    HeartsRules rules;
    Seat you;
    char *copy = copy_of(rest);
    if (hearts_lines_parse_newmatch(copy, &rules, &you, NULL)) check(you < HEARTS_SEATS);
    free(copy);
}

static void check_go(const char *rest) {
    CgpGo go, again;
    char *copy = copy_of(rest);
    if (cgp_parse_go(copy, &go, NULL)) {
        Text text = {0};
        cgp_print_go(&text, &go);
        check(cgp_parse_go(text.data + 3, &again, NULL));
        check(again.id == go.id && again.clocks == go.clocks && again.increment == go.increment);
        check(again.move_time == go.move_time && memcmp(again.clock, go.clock, sizeof go.clock) == 0);
        text_free(&text);
    }
    free(copy);
}

static void check_newmatch(const char *rest) {
    GinRules rules, again;
    Seat you, same;
    char *copy = copy_of(rest);
    if (gin_lines_parse_newmatch(copy, &rules, &you, NULL)) {
        Text text = {0};
        gin_lines_newmatch(&text, &rules, you);
        text.data[text.size - 1] = '\0';
        check(gin_lines_parse_newmatch(text.data + 13, &again, &same, NULL));
        check(gin_rules_equal(&rules, &again) && you == same);
        text_free(&text);
    }
    free(copy);
}

static void check_option(const char *rest) {
    CgpOption option, again;
    char *copy = copy_of(rest);
    if (cgp_parse_option(copy, &option, NULL)) {
        Text text = {0};
        cgp_print_option(&text, &option);
        text.data[text.size - 1] = '\0';
        check(cgp_parse_option(text.data + 7, &again, NULL));
        check(strcmp(again.name, option.name) == 0 && again.type == option.type);
        text_free(&text);
    }
    free(copy);
}

static void check_deal(const char *rest) {
    GinNewDeal deal;
    char *copy = copy_of(rest);
    gin_lines_parse_newdeal(copy, &deal, NULL);
    free(copy);
}

static void check_deal_end(const char *rest) {
    GinEndDeal end;
    char *copy = copy_of(rest);
    gin_lines_parse_enddeal(copy, &end, NULL);
    free(copy);
}

static void check_setoption(const char *rest) {
    const char *name, *value;
    char *copy = copy_of(rest);
    if (cgp_parse_setoption(copy, &name, &value, NULL)) check(*name && value >= name);
    free(copy);
}

static void check_cards(const char *rest) {
    CardSet cards;
    if (cgp_parse_cards(rest, &cards)) check(!(cards & ~SET_DECK));
}

static void check_command(const char *line) {
    WireCommand command = {.path = ""};
    Text spec = {0};
    text_addf(&spec, "exec:%s", line);
    if (wire_command_parse(spec.data, &command, NULL)) check(command.words[0] && command.path[0]);
    text_free(&spec);
}

static void check_clock(const char *line) {
    WireClock clock = wire_limits_default().clock;
    if (wire_clock_parse(line, &clock, NULL)) check(clock.start > 0 && clock.game >= 0 && clock.move >= 0);
}

static void check_first_word(const char *line) {
    char *copy = copy_of(line), *said = copy;
    if (cgp_says(&said) == CGP_SAYS_NOTHING) check(!line[said - copy]);
    char *told = strcpy(copy, line);
    cgp_tells(&told);
    free(copy);
}

// ---- Lines out of a pipe ----

// The bytes come in pieces whose sizes the first of them tells.
static void check_pieces(const uint8_t *data, size_t size) {
    static WireLines lines;
    int pipes[2];
    check(pipe2(pipes, O_NONBLOCK | O_CLOEXEC) == 0);
    lines.begin = lines.end = lines.seen = 0;
    size_t piece = size ? (size_t)data[0] * 16 + 1 : 1, given = 0;
    WireLineKind kind = WIRE_NO_LINE;
    for (size_t at = 0; at < size && kind != WIRE_LONG_LINE; at += piece) {
        size_t part = size - at < piece ? size - at : piece;
        check(write(pipes[1], data + at, part) == (ssize_t)part);
        check(wire_lines_fill(&lines, pipes[0]) == (int)part);
        for (char *line; (kind = wire_lines_next(&lines, &line)) == WIRE_LINE || kind == WIRE_BAD_LINE;) {
            const uint8_t *end = memchr(data + given, '\n', size - given);
            check(end != NULL);
            size_t length = (size_t)(end - data) - given;
            if (kind == WIRE_LINE)
                check(strlen(line) <= length && strncmp(line, (const char *)data + given, strlen(line)) == 0);
            given += length + 1;
        }
    }
    close(pipes[0]);
    close(pipes[1]);
}

// ---- Choosing ----

static void (*const READERS[])(const char *line) = {
    check_move,         check_event,     check_newmatch, check_deal,        check_deal_end,     check_go,
    check_option,       check_setoption, check_cards,    check_hearts_move, check_hearts_event, check_hearts_deal,
    check_hearts_match, check_command,   check_clock,    check_first_word,
};
enum { READER_COUNT = sizeof READERS / sizeof *READERS };

int LLVMFuzzerInitialize(int *count, char ***words);

// A program that a line names is looked for on the PATH: a short one, for speed.
int LLVMFuzzerInitialize(int *count, char ***words) {
    (void)count;
    (void)words;
    return setenv("PATH", "/bin", 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    unsigned reader = data[0] % (READER_COUNT + 1);
    data++;
    size--;
    if (reader == READER_COUNT) {
        check_pieces(data, size);
        return 0;
    }
    for (size_t at = 0; at < size;) {
        char line[CGP_LINE];
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        if (length >= CGP_LINE) break;
        memcpy(line, data + at, length);
        at += length + 1;
        if (cgp_line(line, length)) READERS[reader](line);
    }
    return 0;
}
