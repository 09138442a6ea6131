// SPDX-License-Identifier: MIT
// Bots that misbehave (tests/bots/faulty.c): the host tells each cause apart, lives on, and leaves no process behind.
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

#include "contest/bot_health.h"
#include "gin/players/list/players.h"
#include "support/processes.h"
#include "support/random.h"
#include "wire/gin/gin_host.h"
#include "wire/host/host.h"

static const int64_t SECOND = INT64_C(1000000000);

// How much a case is granted. Where the bot must run out of time, little; where it must not, so much that a busy
// machine makes no difference.
typedef enum { LONG, SHORT } Grant;

typedef struct Case {
    const char *mode;
    Fault cause;
    Grant clock, start;
    const char *words; // of what the host says about it
} Case;

static const Case CASES[] = {
    // Before the first game.
    {"exit-at-once", FAULT_HANDSHAKE, LONG, LONG, "exited with code 4"},
    {"crash-at-once", FAULT_HANDSHAKE, LONG, LONG, "signal 11 (segmentation fault)"},
    {"stderr-then-exit", FAULT_HANDSHAKE, LONG, LONG, "exited with code 1"},
    {"exit-in-handshake", FAULT_HANDSHAKE, LONG, LONG, "exited with code 0"},
    {"no-handshake", FAULT_HANDSHAKE, LONG, SHORT, "of its input unread"},
    {"half-handshake", FAULT_HANDSHAKE, LONG, SHORT, "began a line and did not end it"},
    {"info-in-handshake", FAULT_HANDSHAKE, LONG, LONG, "1 MiB of info"},
    {"no-name", FAULT_HANDSHAKE, LONG, LONG, "before 'id name TEXT'"},
    {"wrong-game", FAULT_HANDSHAKE, LONG, LONG, "does not play gin"},
    {"version-9", FAULT_HANDSHAKE, LONG, LONG, "speaks version 9"},
    {"banner", FAULT_HANDSHAKE, LONG, LONG, "no word of the protocol: 'Welcome to"},
    {"bad-option", FAULT_HANDSHAKE, LONG, LONG, "option name NAME"},
    {"options-65", FAULT_HANDSHAKE, LONG, LONG, "more than 64 options"},
    // Too slow, or stuck.
    {"hang", FAULT_TIMEOUT, SHORT, LONG, "took longer than"},
    {"busy", FAULT_TIMEOUT, SHORT, LONG, "took longer than"},
    {"late", FAULT_TIMEOUT, SHORT, LONG, "took longer than"},
    {"blank-lines-for-ever", FAULT_TIMEOUT, SHORT, LONG, "took longer than"},
    {"half-line", FAULT_STALL, SHORT, LONG, "began a line and did not end it"},
    {"drip", FAULT_STALL, SHORT, LONG, "began a line and did not end it"},
    {"stop", FAULT_STALL, SHORT, LONG, "is stopped"},
    {"deaf", FAULT_STALL, LONG, SHORT, "gave no answer|of its input unread"},
    {"no-pong", FAULT_STALL, LONG, SHORT, "gave no answer"},
    {"close-stdin", FAULT_STALL, LONG, LONG, "closed its input"},
    // Noise.
    {"info-for-ever", FAULT_GARBAGE, LONG, LONG, "more than 1 MiB of info"},
    {"yes", FAULT_GARBAGE, LONG, LONG, "no word of the protocol: 'y'"},
    {"binary", FAULT_GARBAGE, LONG, LONG, "sent"},
    {"nul", FAULT_GARBAGE, LONG, LONG, "holds a NUL"},
    {"huge-line", FAULT_GARBAGE, LONG, LONG, "longer than 4096 bytes"},
    {"long-line", FAULT_GARBAGE, LONG, LONG, "longer than 4096 bytes"},
    {"line-of-4097", FAULT_GARBAGE, LONG, LONG, "longer than 4096 bytes"},
    {"nul-in-info", FAULT_GARBAGE, LONG, LONG, "holds a NUL"},
    {"tab", FAULT_GARBAGE, LONG, LONG, "no word of the protocol: 'move?"},
    {"garbage-and-move", FAULT_GARBAGE, LONG, LONG, "no word of the protocol: 'y'"},
    {"endless-number", FAULT_GARBAGE, LONG, LONG, "without its number: '1000"},
    {"negative-number", FAULT_GARBAGE, LONG, LONG, "without its number: '-"},
    {"early-move", FAULT_GARBAGE, LONG, LONG, "never asked: '1'"},
    {"future-id", FAULT_GARBAGE, LONG, LONG, "never asked"},
    {"no-id", FAULT_GARBAGE, LONG, LONG, "without its number: 'draw'"},
    {"stale-9", FAULT_GARBAGE, LONG, LONG, "one stale move too many"},
    {"answers-twice", FAULT_GARBAGE, LONG, LONG, "one stale move too many"},
    {"false-pong", FAULT_GARBAGE, LONG, LONG, "a pong nobody asked for"},
    {"id-again", FAULT_GARBAGE, LONG, LONG, "id outside the handshake"},
    // Moves.
    {"unknown-move", FAULT_ILLEGAL, LONG, LONG, "'fly' is not a move"},
    {"empty-move", FAULT_ILLEGAL, LONG, LONG, "the move is missing"},
    {"wrong-phase", FAULT_ILLEGAL, LONG, LONG, "not legal there"},
    {"no-card", FAULT_ILLEGAL, LONG, LONG, "'ZZ' is not a card"},
    {"two-cards", FAULT_ILLEGAL, LONG, LONG, "something behind discard AC"},
    {"foreign-card", FAULT_ILLEGAL, LONG, LONG, "not legal there"},
    {"back-again", FAULT_ILLEGAL, LONG, LONG, "not legal there"},
    {"false-knock", FAULT_ILLEGAL, LONG, LONG, "answered 'knock"},
    {"cheating-melds", FAULT_ILLEGAL, LONG, LONG, "not legal there"},
    {"resign", FAULT_RESIGN, LONG, LONG, "resign"},
    // The end of it.
    {"crash", FAULT_CRASH, LONG, LONG, "signal 11 (segmentation fault)"},
    {"abort", FAULT_CRASH, LONG, LONG, "signal 6 (aborted)"},
    {"half-line-exit", FAULT_EXIT, LONG, LONG, "exited with code 5"},
    {"exit", FAULT_EXIT, LONG, LONG, "exited with code 3"},
    {"error", FAULT_EXIT, LONG, LONG, "gave up: my weights are gone"},
    {"close-stdout", FAULT_EXIT, LONG, LONG, "closed its output"},
    {"daemon-then-crash", FAULT_CRASH, LONG, LONG, "signal 11"},
    {"daemon-then-exit", FAULT_EXIT, LONG, LONG, "exited with code 0"},
    {"kill-parent", FAULT_CRASH, LONG, LONG, "lost its keeper"},
    {"kill-keepers", FAULT_CRASH, LONG, LONG, "lost its keeper"},
    {"fork-bomb", FAULT_CRASH, LONG, LONG, "processes at once"},
    {"session-bomb", FAULT_CRASH, LONG, LONG, "processes at once"},
    {"memory-hog", FAULT_CRASH, LONG, LONG, "MiB of memory"},
    {"child-hog", FAULT_CRASH, LONG, LONG, "MiB of memory"},
    {"thread-hog", FAULT_CRASH, LONG, LONG, "MiB of memory"},
    // Strange, but within the rules: the game is played to its end.
    {"none", FAULT_NONE, LONG, LONG, ""},
    {"crlf", FAULT_NONE, LONG, LONG, ""},
    {"blank-lines", FAULT_NONE, LONG, LONG, ""},
    {"info-nearly-too-much", FAULT_NONE, LONG, LONG, ""},
    {"long-name", FAULT_NONE, LONG, LONG, ""},
    {"options-64", FAULT_NONE, LONG, LONG, ""},
    {"stale-8", FAULT_NONE, LONG, LONG, ""},
    {"stateless", FAULT_NONE, LONG, LONG, ""},
    {"zombies", FAULT_NONE, LONG, LONG, ""},
    {"daemon", FAULT_NONE, LONG, LONG, ""},
    {"stderr-flood", FAULT_NONE, LONG, LONG, ""},
    {"ignores-quit", FAULT_NONE, LONG, LONG, ""},
    {"ignores-signals", FAULT_NONE, LONG, LONG, ""},
    {"talks-after-quit", FAULT_NONE, LONG, LONG, ""},
};

static WireLimits limits_for(const Case *fault) {
    WireLimits limits = wire_limits_default();
    limits.clock.game = fault->clock == LONG ? 60 * SECOND : SECOND / 3;
    limits.clock.start = fault->start == LONG ? 60 * SECOND : SECOND / 3;
    limits.processes = 24;
    limits.memory_mib = strstr(fault->mode, "-hog") ? 128 : 4096;
    return limits;
}

// One of several words separated by |.
static bool says_one_of(const char *text, const char *words) {
    char copy[128], *rest = copy;
    snprintf(copy, sizeof copy, "%s", words);
    for (const char *part; (part = strsep(&rest, "|")) != NULL;)
        if (strstr(text, part)) return true;
    return false;
}

static void play(const Case *fault, uint64_t game) {
    Error err;
    WireLimits limits = limits_for(fault);
    WireTable table;
    GinRules rules = gin_rules_default();
    GinPlayer players[2];
    GinGameResult result;
    char spec[600];
    rules.target = 30; // a bot that never knocks loses soon
    faulty_spec(fault->mode, spec, sizeof spec);
    wire_table_reset(&table, &limits.clock);
    if (!gin_host_open(spec, &limits, &table, &players[0], &err)) fail_msg("%s", err.text);
    assert_true(gin_player_open("simple", &players[1], NULL));
    GinGamePlan plan = {.rules = &rules, .seed = 7, .game = game, .deal = game};
    for (int again = 0; again < 2; again++) { // a bot that failed is started anew
        wire_table_reset(&table, &limits.clock);
        gin_play_game(&plan, players, &result);
        if (result.fault != fault->cause)
            fail_msg("%s: %s instead of %s: it %s", fault->mode, fault_name(result.fault), fault_name(fault->cause),
                     host_seat_fault(gin_host_seat(&players[0])));
        if (fault->cause == FAULT_NONE) continue;
        assert_int_equal(result.winner, 1);
        if (!says_one_of(host_seat_fault(gin_host_seat(&players[0])), fault->words))
            fail_msg("%s: no '%s' in: it %s", fault->mode, fault->words, host_seat_fault(gin_host_seat(&players[0])));
        no_process_is_left(fault->mode);
        if (fault->clock == SHORT || fault->start == SHORT) break;
    }
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
    no_process_is_left(fault->mode);
}

static void each_fault_has_its_cause_and_leaves_nothing_behind(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) play(&CASES[i], i);
}

// Lines, halves of lines and bytes at random between good moves: it is judged at once, and never waited for.
static void whatever_a_bot_says_has_one_of_these_causes(void **state) {
    (void)state;
    Error err;
    WireLimits limits = limits_for(&(Case){.mode = "anything"});
    WireTable table;
    GinRules rules = gin_rules_default();
    GinPlayer players[2];
    GinGameResult result;
    char spec[600];
    int came[FAULT_KINDS] = {0}, games = effort(100, 40);
    faulty_spec("anything", spec, sizeof spec);
    wire_table_reset(&table, &limits.clock);
    if (!gin_host_open(spec, &limits, &table, &players[0], &err)) fail_msg("%s", err.text);
    assert_true(gin_player_open("simple", &players[1], NULL));
    for (int game = 0; game < games; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 11, .game = (uint64_t)game, .deal = (uint64_t)game};
        wire_table_reset(&table, &limits.clock);
        gin_play_game(&plan, players, &result);
        came[result.fault]++;
        bool judged = result.fault == FAULT_NONE || result.fault == FAULT_ILLEGAL || result.fault == FAULT_GARBAGE ||
                      result.fault == FAULT_EXIT;
        if (!judged)
            fail_msg("game %d: %s: it %s", game, fault_name(result.fault), host_seat_fault(gin_host_seat(&players[0])));
    }
    assert_true(came[FAULT_ILLEGAL] && came[FAULT_GARBAGE] && came[FAULT_EXIT]);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
    no_process_is_left("anything");
}

// 256 KiB before the question: more than fits into a pipe, so that the host must wait for the bot to read.
static void writing_to_a_bot_that_does_not_read_is_on_its_clock(void **state) {
    (void)state;
    Error err;
    char spec[600], *move;
    WireLimits limits = wire_limits_default();
    WireTable table;
    limits.clock.game = 60 * SECOND;
    faulty_spec("slow-reader", spec, sizeof spec);
    WireHost *host = wire_host_open(spec, "gin", &limits, &err);
    assert_non_null(host);
    assert_int_equal(wire_host_start(host), FAULT_NONE);
    wire_table_reset(&table, &limits.clock);
    Text *text = wire_host_text(host);
    text_add(text, "newdeal 0 starter 0 scores 0 0\n");
    for (int i = 0; i < 4096; i++) text_add(text, "hand AC 2C 3C 4C 5C 6C 7C 8C 9C TC and so on, as long as this\n");
    text_add(text, "go 1 legal draw:stock\n");
    wire_host_go(host, &table, 2);
    assert_int_equal(wire_host_ask(host, &table, 0, &move), FAULT_NONE);
    assert_true(table.left[0] <= 59 * SECOND); // it read nothing for one
    wire_host_close(host);
}

static void a_bot_that_dies_in_the_handshake_is_quoted(void **state) {
    (void)state;
    Text tail = {0};
    Error err;
    char spec[600];
    WireLimits limits = wire_limits_default();
    faulty_spec("stderr-then-exit", spec, sizeof spec);
    assert_false(player_check(&players_of_gin, spec, &limits, NULL, &tail, &err));
    assert_non_null(strstr(err.text, "does not start: it exited with code 1"));
    assert_string_equal(strncmp(tail.data, "line 11\n", 8) == 0 ? "line 11" : tail.data, "line 11");
    assert_non_null(strstr(tail.data, "line 30\n"));
    text_free(&tail);
    assert_false(player_check(&players_of_gin, "exec:./there-is-no-such-bot", &limits, NULL, NULL, &err));
    assert_non_null(strstr(err.text, "No such file"));
}

static void three_failures_in_a_row_or_over_one_percent_suspend(void **state) {
    (void)state;
    static const struct {
        uint64_t every;     // every so manieth deal fails, from the first
        uint64_t in_a_row;  // so many of them
        uint64_t suspended; // with this deal, counted from 1; 0: never
    } cases[] = {
        {1, 1, 3},     {10, 3, 3},  {10, 2, 200}, {50, 1, 200}, {99, 1, 200},
        {101, 1, 203}, {150, 1, 0}, {1000, 2, 0}, {1000, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        BotHealth health = {0};
        uint64_t suspended = 0;
        for (uint64_t deal = 0; deal < 2000 && !suspended; deal++)
            if (bot_health_add(&health, deal % cases[i].every < cases[i].in_a_row)) suspended = deal + 1;
        if (suspended != cases[i].suspended) fail_msg("case %zu: suspended with deal %lu", i, suspended);
    }
}

int main(void) {
    processes_tag();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_cause_and_leaves_nothing_behind),
        cmocka_unit_test(whatever_a_bot_says_has_one_of_these_causes),
        cmocka_unit_test(three_failures_in_a_row_or_over_one_percent_suspend),
        cmocka_unit_test(writing_to_a_bot_that_does_not_read_is_on_its_clock),
        cmocka_unit_test(a_bot_that_dies_in_the_handshake_is_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
