// SPDX-License-Identifier: MIT
// Bots that misbehave at Hearts (tests/bots/faulty.c): the host tells the causes apart, the hand is played to its end,
// the bot is asked again in the next one, and no process is left behind.
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

#include "contest/hearts/hearts_match.h"
#include "hearts/players/list/players.h"
#include "support/processes.h"
#include "wire/hearts/hearts_host.h"

static const int64_t SECOND = INT64_C(1000000000);

enum { SEAT = 1, HANDS = 2 }; // where the bot sits, and how much is played

typedef struct Case {
    const char *mode;
    Fault cause;
    bool clock; // little time
    const char *words;
} Case;

static const Case CASES[] = {
    {"exit-at-once", FAULT_HANDSHAKE, false, "exited with code 4"},
    {"no-name", FAULT_HANDSHAKE, false, "before 'id name TEXT'"},
    {"wrong-game", FAULT_HANDSHAKE, false, "does not play hearts"},
    {"hang", FAULT_TIMEOUT, true, "took longer than"},
    {"half-line", FAULT_STALL, true, "began a line and did not end it"},
    {"stop", FAULT_STALL, true, "is stopped"},
    {"yes", FAULT_GARBAGE, false, "no word of the protocol: 'y'"},
    {"nul", FAULT_GARBAGE, false, "holds a NUL"},
    {"long-line", FAULT_GARBAGE, false, "longer than 4096 bytes"},
    {"future-id", FAULT_GARBAGE, false, "never asked"},
    {"stale-9", FAULT_GARBAGE, false, "one stale move too many"},
    {"short-pass", FAULT_ILLEGAL, false, "answered 'pass "},
    {"same-pass", FAULT_ILLEGAL, false, "are not different cards"},
    {"play-for-pass", FAULT_ILLEGAL, false, "not legal there"},
    {"foreign-card", FAULT_ILLEGAL, false, "answered 'play:"},
    {"no-card", FAULT_ILLEGAL, false, "'ZZ' is not a card"},
    {"two-cards", FAULT_ILLEGAL, false, "something behind play AC"},
    {"wrong-phase", FAULT_ILLEGAL, false, "'discard' is not a move"},
    {"unknown-move", FAULT_ILLEGAL, false, "'fly' is not a move"},
    {"empty-move", FAULT_ILLEGAL, false, "the move is missing"},
    {"resign", FAULT_RESIGN, false, "resign"},
    {"crash", FAULT_CRASH, false, "signal 11"},
    {"exit", FAULT_EXIT, false, "exited with code 3"},
    {"error", FAULT_EXIT, false, "gave up: my weights are gone"},
    {"daemon-then-crash", FAULT_CRASH, false, "signal 11"},
    {"fork-bomb", FAULT_CRASH, false, "processes at once"},
    {"none", FAULT_NONE, false, ""},
    {"crlf", FAULT_NONE, false, ""},
    {"stale-8", FAULT_NONE, false, ""},
    {"stateless", FAULT_NONE, false, ""},
    {"daemon", FAULT_NONE, false, ""},
};

// After each hand of a fault the bot is gone, and has paid for it.
static void see_hand(void *context, const HeartsHandRecord *record) {
    const Case *fault = context;
    int points = 0;
    if (record->state->fault[SEAT] != fault->cause)
        fail_msg("%s: %s instead of %s in hand %u", fault->mode, fault_name((Fault)record->state->fault[SEAT]),
                 fault_name(fault->cause), record->hand);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points += record->state->points[seat];
    if (fault->cause == FAULT_NONE) return;
    assert_int_equal(record->state->points[SEAT], 26);
    assert_in_range(points, 26, 52);
}

static void play(const Case *fault, uint64_t game) {
    Error err;
    WireTable table;
    WireLimits limits = wire_limits_default();
    HeartsRules rules = hearts_rules_default();
    HeartsPlayer players[HEARTS_SEATS];
    HeartsGameResult result;
    char spec[600];
    limits.clock.game = fault->clock ? SECOND / 3 : 60 * SECOND;
    limits.clock.start = 60 * SECOND;
    limits.processes = 24;
    faulty_spec(fault->mode, spec, sizeof spec);
    wire_table_reset(&table, &limits.clock);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (!hearts_host_open(seat == SEAT ? spec : "random", &limits, &table, &players[seat], &err))
            fail_msg("%s", err.text);
    // With a clock that ran out there is no second hand.
    HeartsGamePlan plan = {.rules = &rules,
                           .seed = 7,
                           .game = game,
                           .deal = game,
                           .hands = fault->clock ? 1 : HANDS,
                           .watch = see_hand,
                           .context = (void *)(uintptr_t)fault};
    hearts_play_game(&plan, players, &result);
    assert_int_equal(result.fault, fault->cause);
    assert_int_equal(result.faulty, fault->cause ? SEAT : -1);
    if (fault->cause) {
        if (!strstr(host_seat_fault(hearts_host_seat(&players[SEAT])), fault->words))
            fail_msg("%s: no '%s' in: it %s", fault->mode, fault->words,
                     host_seat_fault(hearts_host_seat(&players[SEAT])));
        no_process_is_left(fault->mode);
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) hearts_player_close(&players[seat]);
    no_process_is_left(fault->mode);
}

static void each_fault_has_its_cause_and_leaves_nothing_behind(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) play(&CASES[i], i);
}

static void deals_with_a_fault_are_left_out(void **state) {
    (void)state;
    char spec[600];
    faulty_spec("rarely", spec, sizeof spec);
    HeartsMatchPlan plan = {.common = {.players = {spec, "random"}, .seed = 3, .games = 6},
                            .rules = hearts_rules_default()};
    MatchResult result;
    Error err = {{0}};
    plan.rules.target = 0;
    plan.common.quiet = true;
    plan.common.threads = 2;
    if (!hearts_match_run(&plan, &result, &err)) fail_msg("%s", err.text);
    const ArenaTotals *totals = &result.totals;
    uint64_t by[FAULT_KINDS], left_out = totals->left_out, deals = totals->groups;
    assert_int_equal(result.totals.games, 84);
    assert_int_equal(deals + left_out, 6);
    assert_in_range(left_out, 1, 6);
    assert_in_range(match_faults(&hearts_match_numbers, totals, 0, by), left_out, 84);
    assert_int_equal(match_faults(&hearts_match_numbers, totals, 1, by), 0);
    assert_int_equal(hearts_match_hands(totals), 14 * (int)deals);
    assert_int_equal(hearts_match_stat(totals, 0, "hands"), 28 * (int)deals);
    assert_int_equal(match_decided(totals), hearts_match_hands(totals));
    uint64_t faults = match_faults(&hearts_match_numbers, totals, 0, by);
    assert_int_equal(faults, by[FAULT_CRASH]);
    no_process_is_left("rarely");
}

int main(void) {
    processes_tag();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_cause_and_leaves_nothing_behind),
        cmocka_unit_test(deals_with_a_fault_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
