// SPDX-License-Identifier: MIT
// Protocol lines from either side, in any pieces: readers never read beyond a line, and what they accept is written as
// something they read to the same again.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wire/command.h"
#include "wire/gin_lines.h"
#include "wire/hearts_lines.h"
#include "wire/limits.h"
#include "wire/lines.h"

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
    HeartsRules rules;
    Seat you;
    char *copies[2] = {copy_of(rest), copy_of(rest)};
    if (hearts_lines_parse_newdeal(copies[0], &deal, NULL)) {
        Text text = {0};
        hearts_lines_newdeal(&text, &deal);
        text.data[text.size - 1] = '\0';
        check(hearts_lines_parse_newdeal(text.data + 8, &again, NULL));
        check(again.deal == deal.deal && again.pass == deal.pass &&
              memcmp(again.score, deal.score, sizeof deal.score) == 0);
        text_free(&text);
    }
    if (hearts_lines_parse_newmatch(copies[1], &rules, &you, NULL)) check(you < HEARTS_SEATS);
    for (int i = 0; i < 2; i++) free(copies[i]);
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

static void check_rest(const char *rest) {
    GinNewDeal deal;
    GinEndDeal end;
    CardSet cards;
    const char *name, *value;
    char *copies[3] = {copy_of(rest), copy_of(rest), copy_of(rest)};
    gin_lines_parse_newdeal(copies[0], &deal, NULL);
    gin_lines_parse_enddeal(copies[1], &end, NULL);
    if (cgp_parse_setoption(copies[2], &name, &value, NULL)) check(*name && value >= name);
    if (cgp_parse_cards(rest, &cards)) check(!(cards & ~SET_DECK));
    for (int i = 0; i < 3; i++) free(copies[i]);
}

static void check_words(const char *line) {
    WireCommand command = {.path = ""};
    WireClock clock = wire_limits_default().clock;
    Text spec = {0};
    text_addf(&spec, "exec:%s", line);
    if (wire_command_parse(spec.data, &command, NULL)) check(command.words[0] && command.path[0]);
    if (wire_clock_parse(line, &clock, NULL)) check(clock.start > 0 && clock.game >= 0 && clock.move >= 0);
    text_free(&spec);
}

static void check_line(const char *line) {
    char *copy = copy_of(line), *said = copy;
    CgpSays says = cgp_says(&said);
    const char *rest = line + (said - copy);
    if (says == CGP_SAYS_NOTHING) check(!*rest);
    check_move(rest);
    check_event(rest);
    check_hearts_move(rest);
    check_hearts_event(rest);
    check_hearts_deal(rest);
    check_go(rest);
    check_newmatch(rest);
    check_option(rest);
    check_rest(rest);
    check_words(line);
    char *told = strcpy(copy, line);
    cgp_tells(&told);
    free(copy);
}

// The bytes come in pieces whose sizes the first of them tells.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static WireLines lines;
    int pipes[2];
    check(pipe2(pipes, O_NONBLOCK | O_CLOEXEC) == 0);
    memset(&lines, 0, sizeof lines);
    size_t piece = size ? (size_t)data[0] * 16 + 1 : 1;
    WireLineKind kind = WIRE_NO_LINE;
    for (size_t at = 0; at < size && kind != WIRE_LONG_LINE; at += piece) {
        size_t part = size - at < piece ? size - at : piece;
        check(write(pipes[1], data + at, part) == (ssize_t)part);
        check(wire_lines_fill(&lines, pipes[0]) == (int)part);
        for (char *line; (kind = wire_lines_next(&lines, &line)) == WIRE_LINE || kind == WIRE_BAD_LINE;)
            if (kind == WIRE_LINE) check_line(line);
    }
    close(pipes[0]);
    close(pipes[1]);
    return 0;
}
