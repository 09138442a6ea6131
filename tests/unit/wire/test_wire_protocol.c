// SPDX-License-Identifier: MIT
// Protocol lines, commands and clocks: what is written reads back, what is wrong is refused with what would be right.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// cmocka.h wants the above first
#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/random.h"
#include "wire/gin/gin_lines.h"
#include "wire/protocol/command.h"
#include "wire/protocol/limits.h"
#include "wire/protocol/lines.h"

// A copy that readers may cut up; good until the next call but three.
static char *cut(const char *text) {
    static char copies[4][CGP_LINE + 1];
    static int next;
    char *copy = copies[next++ % 4];
    text_copy(copy, CGP_LINE + 1, text);
    return copy;
}

static void words_are_separated_by_any_number_of_spaces(void **state) {
    (void)state;
    char *rest = cut("  move   7 discard  KD ");
    assert_int_equal(cgp_says(&rest), CGP_SAYS_MOVE);
    assert_string_equal(cgp_next(&rest), "7");
    assert_string_equal(cgp_rest(&rest), "discard  KD ");
    rest = cut("   ");
    assert_int_equal(cgp_says(&rest), CGP_SAYS_NOTHING);
    rest = cut("moves 7");
    assert_int_equal(cgp_says(&rest), CGP_SAYS_GARBAGE);
    rest = cut("hello");
    assert_int_equal(cgp_tells(&rest), CGP_TELLS_OTHER);
    rest = cut("quit");
    assert_int_equal(cgp_tells(&rest), CGP_TELLS_QUIT);
}

static void numbers_are_whole_and_bounded(void **state) {
    (void)state;
    static const struct {
        const char *word;
        uint64_t most, value;
        bool good;
    } cases[] = {
        {"0", 5, 0, true},
        {"5", 5, 5, true},
        {"6", 5, 0, false},
        {"15", 5, 0, false},
        {"", 5, 0, false},
        {"-1", 5, 0, false},
        {"1x", 50, 0, false},
        {"007", 9, 7, true},
        {"+1", 5, 0, false},
        {"1e3", 5000, 0, false},
        {"18446744073709551615", UINT64_MAX, UINT64_MAX, true},
        {"18446744073709551616", UINT64_MAX, 0, false},
        {"99999999999999999999", UINT64_MAX, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t value = 0;
        bool good = cgp_number(cases[i].word, cases[i].most, &value);
        if (good != cases[i].good || value != cases[i].value) fail_msg("'%s' up to %lu", cases[i].word, cases[i].most);
    }
    assert_false(cgp_number(NULL, 5, &(uint64_t){0}));
}

static void moves_read_back(void **state) {
    (void)state;
    static const struct {
        const char *text, *as; // as it is written again, or NULL: refused
    } cases[] = {
        {"pass", "pass"},
        {"draw up", "draw up"},
        {"draw:stock", "draw stock"},
        {"discard:KD", "discard KD"},
        {"discard kd", "discard KD"},
        {"discard 10h", "discard TH"},
        {"knock KD", "knock KD"},
        {"knock:KD melds AC2C3C/7D7H7S", "knock KD melds AC2C3C/7D7H7S"},
        {"biggin", "biggin"},
        {"biggin melds AC2C3C4C5C6C7C8C9CTCJC", "biggin melds AC2C3C4C5C6C7C8C9CTCJC"},
        {"melds", "melds"},
        {"melds AC2C3C", "melds AC2C3C"},
        {"melds -", "melds"},
        {"melds:AC2C3C/4H4D4S", "melds AC2C3C/4D4H4S"},
        {"resign", "resign"},
        {"", NULL},
        {"draw", NULL},
        {"draw left", NULL},
        {"draw up up", NULL},
        {"discard", NULL},
        {"discard KDQ", NULL},
        {"discard KD KH", NULL},
        {"discard ZZ", NULL},
        {"knock KD AC2C3C", NULL},
        {"knock KD melds", NULL},
        {"knock KD melds AC2C3C/", NULL},
        {"knock KD melds /AC2C3C", NULL},
        {"knock KD melds ACAC2C", NULL},
        {"knock KD melds AC2C3C/4C/5C/6C", NULL},
        {"knock KD melds AC2C3C 4C5C6C", NULL},
        {"pass please", NULL},
        {"PASS", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinAction action;
        Error err = {{0}};
        Text text = {0};
        bool good = gin_lines_parse_move(cut(cases[i].text), &action, &err);
        if (good != (cases[i].as != NULL)) fail_msg("'%s': %s", cases[i].text, err.text);
        if (!good && !err.text[0]) fail_msg("'%s' is refused without a word", cases[i].text);
        if (good) gin_lines_add_move(&text, &action);
        if (good) assert_string_equal(text.data, cases[i].as);
        text_free(&text);
    }
}

static void rules_travel_in_newmatch(void **state) {
    (void)state;
    static const char *const rules[] = {
        "contest", "heisenbot", "pagat", "oklahoma", "pagat,target=150,big-gin=40", "contest,layoff=greedy,stock=5",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        GinRules sent, got;
        Seat you = 9;
        Error err;
        Text text = {0};
        assert_true(gin_rules_parse(rules[i], &sent, NULL));
        gin_lines_newmatch(&text, &sent, 1);
        assert_memory_equal(text.data, "newmatch gin seats 2 you 1 rules ", 33);
        text.data[text.size - 1] = '\0';
        if (!gin_lines_parse_newmatch(text.data + 13, &got, &you, &err)) fail_msg("%s", err.text);
        assert_true(gin_rules_equal(&sent, &got));
        assert_string_equal(sent.preset, got.preset);
        assert_int_equal(you, 1);
        text_free(&text);
    }
    GinRules rules_of_bad;
    Seat seat;
    assert_false(gin_lines_parse_newmatch(cut("seats 2 rules contest"), &rules_of_bad, &seat, NULL));
    assert_false(gin_lines_parse_newmatch(cut("seats 2 you 2"), &rules_of_bad, &seat, NULL));
    assert_false(gin_lines_parse_newmatch(cut("seats 4 you 1"), &rules_of_bad, &seat, NULL));
    assert_true(gin_lines_parse_newmatch(cut("seats 2 you 0 weather fine rules ../../etc/passwd"), &rules_of_bad, &seat,
                                         NULL)); // a bot knows no files of the host's
}

static void options_read_back(void **state) {
    (void)state;
    CgpOption option;
    Error err;
    Text text = {0};
    assert_true(cgp_parse_option(cut("name Sims type spin default 200 min -1 max 100000"), &option, &err));
    assert_string_equal(option.name, "Sims");
    assert_int_equal(option.type, CGP_SPIN);
    assert_int_equal(option.low, -1);
    assert_int_equal(option.high, 100000);
    cgp_print_option(&text, &option);
    assert_string_equal(text.data, "option name Sims type spin default 200 min -1 max 100000\n");
    text_free(&text);
    assert_true(cgp_parse_option(cut("name Style type combo default calm var calm var wild"), &option, &err));
    assert_string_equal(option.value, "calm");
    assert_true(cgp_parse_option(cut("name Book type string default two words"), &option, &err));
    assert_string_equal(option.value, "two words");
    static const char *const bad[] = {"",    "nonsense", "type spin default 3", "name A type tower", "name A min x",
                                      "name"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (cgp_parse_option(cut(bad[i]), &option, &err)) fail_msg("option %s", bad[i]);
    const char *name, *value;
    assert_true(cgp_parse_setoption(cut("name Seed value 12 34"), &name, &value, &err));
    assert_string_equal(name, "Seed");
    assert_string_equal(value, "12 34");
    assert_false(cgp_parse_setoption(cut("Seed 12"), &name, &value, &err));
}

static void go_reads_back(void **state) {
    (void)state;
    static const char *const lines[] = {
        "go 41 clock 28514 29100 legal",     "go 1 legal",
        "go 7 movetime 500 legal",           "go 9 clock 1 2 inc 100 movetime 50 legal",
        "go 2147483647 clock 1 2 3 4 legal",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        CgpGo go;
        Error err;
        Text text = {0};
        if (!cgp_parse_go(cut(lines[i]) + 3, &go, &err)) fail_msg("%s: %s", lines[i], err.text);
        assert_string_equal(go.legal, "");
        cgp_print_go(&text, &go);
        assert_string_equal(text.data, lines[i]);
        text_free(&text);
    }
    CgpGo go;
    assert_true(cgp_parse_go(cut("3 mood good legal pass draw:up"), &go, NULL));
    assert_string_equal(go.legal, "pass draw:up");
    static const char *const bad[] = {"", "0 legal", "x legal", "1", "1 clock legal", "1 clock 5", "1 inc -1 legal"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (cgp_parse_go(cut(bad[i]), &go, NULL)) fail_msg("go %s", bad[i]);
}

// ---- Whole hands: what a seat is told reads back to what happened ----

static void check_event(const GinLineEvent *event) {
    Text text = {0};
    GinLineEvent again;
    Error err;
    gin_lines_event(&text, event);
    assert_int_equal(text.data[text.size - 1], '\n');
    text.data[text.size - 1] = '\0';
    if (!gin_lines_parse_event(cut(text.data) + 3, &again, &err)) fail_msg("%s: %s", text.data, err.text);
    if (again.kind != event->kind || again.seat != event->seat || again.cards != event->cards ||
        (event->card != CARD_NONE && again.card != event->card) ||
        memcmp(&again.melds, &event->melds, sizeof again.melds) != 0)
        fail_msg("%s reads back as something else", text.data);
    text_free(&text);
}

// Each layoff is legal when it comes, and together they are those of the result.
static void check_layoffs(const GinState *over) {
    Text text = {0};
    CardSet laid = 0;
    GinSplit melds = over->melds[over->result.knocker];
    gin_lines_layoffs(&text, over);
    char *rest = text.data;
    for (char *line; rest && (line = strsep(&rest, "\n")) != NULL && *line;) {
        GinLineEvent event;
        assert_true(gin_lines_parse_event(line + 3, &event, NULL));
        assert_int_equal(event.kind, GIN_LINE_LAYOFF);
        laid |= set_of(event.card);
        bool found = false;
        for (int i = 0; i < GIN_MAX_MELDS; i++) {
            if (melds.meld[i] != event.melds.meld[0]) continue;
            melds.meld[i] |= set_of(event.card);
            found = gin_is_meld(melds.meld[i]);
        }
        assert_true(found);
    }
    assert_true(laid == over->result.laid_off);
    text_free(&text);
}

static void check_hand(void *context, const GinHandRecord *record) {
    (void)context;
    const GinState *state = record->state;
    for (int i = 0; i < record->history->log.count; i++) {
        GinEvent event = record->history->log.event[i];
        GinLineEvent line = {
            .kind = (GinLineKind)gin_event_kind(event), .seat = gin_event_seat(event), .card = event.card};
        if (line.kind == GIN_LINE_PASS || line.kind == GIN_LINE_STOCK) line.card = CARD_NONE;
        if (line.kind >= GIN_LINE_KNOCK) line.melds = state->melds[line.seat];
        if (line.kind == GIN_LINE_KNOCK || line.kind == GIN_LINE_MELDS)
            line.cards = state->hand[line.seat] & ~gin_split_cards(&line.melds);
        check_event(&line);
    }
    check_event(&(GinLineEvent){.kind = GIN_LINE_HAND, .seat = 1, .card = CARD_NONE, .cards = state->hand[1]});
    check_event(&(GinLineEvent){.kind = GIN_LINE_UPCARD, .card = state->stock[0]});
    check_event(&(GinLineEvent){.kind = GIN_LINE_DREW, .card = state->stock[1]});
    if (state->result.end != GIN_CANCELLED) check_layoffs(state);
    GinEndDeal end = {.result = state->result, .score = {12, 345}}, again;
    Text text = {0};
    gin_lines_enddeal(&text, &end);
    text.data[text.size - 1] = '\0';
    assert_true(gin_lines_parse_enddeal(text.data + 8, &again, NULL));
    assert_int_equal(again.result.end, end.result.end);
    assert_int_equal(again.result.points, end.result.points);
    assert_int_equal(again.result.deadwood[1], end.result.deadwood[1]);
    assert_int_equal(again.score[1], 345);
    text_free(&text);
}

static void whole_games_read_back(void **state) {
    (void)state;
    static const char *const rules[] = {"contest", "pagat", "oklahoma,layoff=greedy"};
    GinPlayer players[2];
    assert_true(gin_player_open("mix:draw=random,knock=at-once", &players[0], NULL));
    assert_true(gin_player_open("simple", &players[1], NULL));
    for (uint64_t game = 0; game < (uint64_t)effort(300, 30); game++) {
        GinRules played;
        GinGameResult result;
        assert_true(gin_rules_parse(rules[game % 3], &played, NULL));
        GinGamePlan plan = {.rules = &played, .seed = 3, .game = game, .deal = game, .watch = check_hand};
        gin_play_game(&plan, players, &result);
    }
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

static void legal_moves_are_listed_in_order(void **state) {
    (void)state;
    Text text = {0};
    GinLegal legal = {.discards = set_of(card_make(0, 0)) | set_of(card_make(12, 3)),
                      .knocks = set_of(card_make(12, 3)),
                      .big_gin = true};
    gin_lines_add_legal(&text, &legal);
    assert_string_equal(text.data, " discard:AC discard:KS knock:KS biggin");
    text_free(&text);
}

// ---- Commands, clocks, lines ----

static void commands_are_split_as_a_shell_would(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        const char *words[5];
    } cases[] = {
        {"exec:sh", {"sh"}},
        {"exec:  sh   -c  x ", {"sh", "-c", "x"}},
        {"exec:sh 'two words' \"and \\\"three\\\" more\"", {"sh", "two words", "and \"three\" more"}},
        {"exec:sh a\\ b '' \"\"", {"sh", "a b", "", ""}},
        {"exec:sh 'a\\b' c'd e'f", {"sh", "a\\b", "cd ef"}},
        {"exec:/bin/sh $HOME `x` *", {"/bin/sh", "$HOME", "`x`", "*"}}, // no shell is asked
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        WireCommand command = {.path = ""};
        Error err;
        if (!wire_command_parse(cases[i].spec, &command, &err)) fail_msg("%s: %s", cases[i].spec, err.text);
        int word = 0;
        for (; cases[i].words[word]; word++) assert_string_equal(command.words[word], cases[i].words[word]);
        assert_null(command.words[word]);
        assert_int_equal(access(command.path, X_OK), 0);
    }
    char long_spec[700];
    memset(long_spec, 'x', sizeof long_spec);
    memcpy(long_spec, "exec:", 5);
    long_spec[sizeof long_spec - 1] = '\0';
    const struct {
        const char *spec, *words;
    } bad[] = {
        {"exec:", "names no program"},
        {"exec:   ", "names no program"},
        {"exec:''", "names no program"},
        {"exec:sh 'open", "quote stays open"},
        {"exec:no-such-bot-here", "exec:./no-such-bot-here"},
        {"exec:./no/such", "No such file"},
        {"exec:/", "no program file"},
        {"exec:/etc/passwd", "chmod +x"},
        {long_spec, "longer than"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        WireCommand command = {.path = ""};
        Error err = {{0}};
        if (wire_command_parse(bad[i].spec, &command, &err) || !strstr(err.text, bad[i].words))
            fail_msg("%s: %s", bad[i].spec, err.text);
    }
}

static void clocks_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double game, increment, move, start;
    } cases[] = {
        {"30", 30, 0, 0, 10},          {"30+0.1", 30, 0.1, 0, 10}, {"move=0.5", 0, 0, 0.5, 10},
        {"60+1,move=5", 60, 1, 5, 10}, {"start=2", 30, 0, 0, 2},   {"none", 0, 0, 0, 10},
        {"none,start=3", 0, 0, 0, 3},  {"0.001", 0.001, 0, 0, 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        WireClock clock = wire_limits_default().clock;
        Error err;
        if (!wire_clock_parse(cases[i].text, &clock, &err)) fail_msg("%s: %s", cases[i].text, err.text);
        assert_int_equal(clock.game, cases[i].game * 1e9);
        assert_int_equal(clock.increment, cases[i].increment * 1e9);
        assert_int_equal(clock.move, cases[i].move * 1e9);
        assert_int_equal(clock.start, cases[i].start * 1e9);
    }
    static const char *const bad[] = {"", "fast", "0", "-1", "30+", "30+-1", "move=", "30,,", "1e9", "move=0", "nan"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        WireClock clock = wire_limits_default().clock;
        Error err = {{0}};
        if (wire_clock_parse(bad[i], &clock, &err) || !strstr(err.text, "--clock")) fail_msg("'%s'", bad[i]);
        assert_int_equal(clock.game, 30 * INT64_C(1000000000));
    }
}

// However the bytes come in pieces, the lines are the same.
static void lines_do_not_depend_on_how_they_arrive(void **state) {
    (void)state;
    static const char text[] = "id name A\r\n\nmove 1 pass\nhalf";
    for (size_t piece = 1; piece < sizeof text; piece++) {
        static WireLines lines;
        int pipes[2];
        char *line, seen[64] = "";
        memset(&lines, 0, sizeof lines);
        assert_int_equal(pipe(pipes), 0);
        for (size_t at = 0; at < sizeof text - 1; at += piece) {
            size_t size = sizeof text - 1 - at < piece ? sizeof text - 1 - at : piece;
            assert_int_equal(write(pipes[1], text + at, size), size);
            assert_int_equal(wire_lines_fill(&lines, pipes[0]), size);
            while (wire_lines_next(&lines, &line) == WIRE_LINE) strcat(strcat(seen, line), "|");
        }
        assert_string_equal(seen, "id name A||move 1 pass|");
        assert_true(wire_lines_partial(&lines));
        close(pipes[1]);
        assert_int_equal(wire_lines_fill(&lines, pipes[0]), 0);
        close(pipes[0]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_separated_by_any_number_of_spaces),
        cmocka_unit_test(numbers_are_whole_and_bounded),
        cmocka_unit_test(moves_read_back),
        cmocka_unit_test(rules_travel_in_newmatch),
        cmocka_unit_test(options_read_back),
        cmocka_unit_test(go_reads_back),
        cmocka_unit_test(whole_games_read_back),
        cmocka_unit_test(legal_moves_are_listed_in_order),
        cmocka_unit_test(commands_are_split_as_a_shell_would),
        cmocka_unit_test(clocks_are_read),
        cmocka_unit_test(lines_do_not_depend_on_how_they_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
