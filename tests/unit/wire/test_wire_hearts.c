// SPDX-License-Identifier: MIT
// Hearts on the bot's side of the Card Game Protocol: the view rebuilt from lines is the referee's, our players play
// the same games over the wire, and a host that tells what cannot be is told so.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/list/players.h"
#include "support/bot_lines.h"
#include "support/random.h"
#include "wire/hearts/hearts_tell.h"

// ---- A host in the same process ----

// A player that tells a bot every line it may see, compares what the bot makes of them with the referee's view, and
// plays what it answers.
typedef struct Wired {
    Bot bot;
    bool in_match, in_deal;
    HeartsTeller teller;
    uint32_t id;
    long compared;
} Wired;

static void compare_tables(const HeartsTable *ours, const HeartsTable *referee) {
    assert_true(ours->played == referee->played);
    assert_true(ours->asked == referee->asked);
    assert_memory_equal(ours->taken, referee->taken, sizeof ours->taken);
    assert_memory_equal(ours->trick, referee->trick, sizeof ours->trick);
    assert_int_equal(ours->best, referee->best);
    assert_int_equal(ours->on_table, referee->on_table);
    assert_int_equal(ours->tricks, referee->tricks);
    assert_int_equal(ours->phase, referee->phase);
    assert_int_equal(ours->leader, referee->leader);
    assert_int_equal(ours->to_act, referee->to_act);
    assert_int_equal(ours->broken, referee->broken);
    assert_int_equal(ours->direction, referee->direction);
    assert_int_equal(ours->passed, referee->passed);
    assert_memory_equal(ours->void_suits, referee->void_suits, sizeof ours->void_suits);
    assert_memory_equal(ours->tricks_taken, referee->tricks_taken, sizeof ours->tricks_taken);
    assert_int_equal(ours->deal, referee->deal);
    assert_memory_equal(ours->score, referee->score, sizeof ours->score);
}

static void compare(const HeartsView *ours, const HeartsView *referee) {
    compare_tables(ours->table, referee->table);
    assert_int_equal(ours->log->count, referee->log->count);
    assert_memory_equal(ours->log->card, referee->log->card, referee->log->count);
    assert_memory_equal(ours->log->seat, referee->log->seat, referee->log->count);
    assert_true(hearts_rules_equal(ours->rules, referee->rules));
    assert_true(ours->hand == referee->hand);
    assert_true(ours->start == referee->start);
    assert_true(ours->given == referee->given);
    assert_true(ours->received == referee->received);
    assert_int_equal(ours->seat, referee->seat);
}

static HeartsAction choose_wired(void *context, const HeartsView *view, Rng *rng) {
    Wired *self = context;
    Text lines = {0}, answer = {0};
    if (!self->in_match) {
        text_addf(&lines, "setoption name Seed value %llu\n", (unsigned long long)rng->state);
        hearts_lines_newmatch(&lines, view->rules, view->seat);
    }
    if (!self->in_deal) hearts_tell_deal(&self->teller, &lines, view);
    self->in_match = self->in_deal = true;
    hearts_tell_events(&self->teller, &lines, view);
    bot_must_obey_all(&self->bot, &lines, &answer);

    HeartsView rebuilt = hearts_seat_view(&self->bot.hearts.seat);
    compare(&rebuilt, view);
    self->compared++;

    // One view line says as much as all lines before it.
    hearts_lines_view(&lines, view);
    bot_must_obey_all(&self->bot, &lines, &answer);
    rebuilt = hearts_seat_view(&self->bot.hearts.seat);
    compare(&rebuilt, view);

    cgp_print_go(&lines, &(CgpGo){.id = ++self->id, .increment = -1, .move_time = -1});
    hearts_lines_add_legal(&lines, view);
    char *move = bot_must_answer(&self->bot, self->id, lines.data, &answer);
    HeartsAction action;
    Error err;
    if (!hearts_lines_parse_move(move, &action, &err)) fail_msg("%s", err.text);
    text_free(&lines);
    text_free(&answer);
    return action;
}

static void watch_wired(void *context, const HeartsHandRecord *record, Seat seat) {
    Wired *self = context;
    Text lines = {0}, answer = {0};
    int16_t score[HEARTS_SEATS];
    hearts_tell_end(&self->teller, &lines, record->state, record->log, seat, score);
    if (record->game_over) hearts_lines_endmatch(&lines, score);
    bot_must_obey_all(&self->bot, &lines, &answer);
    assert_int_equal(self->bot.hearts.seat.state.table.phase, HEARTS_OVER);
    assert_int_equal(self->bot.hearts.seat.state.moon, record->state->moon);
    self->in_deal = false;
    self->in_match = !record->game_over;
    text_free(&lines);
    text_free(&answer);
}

static HeartsPlayer opened(const char *spec) {
    HeartsPlayer player = {0};
    Error err = {{0}};
    if (!hearts_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    return player;
}

static long games_over_the_wire(const char *spec, const char *rules_text, int games) {
    HeartsRules rules;
    Error err;
    if (!hearts_rules_parse(rules_text, &rules, &err)) fail_msg("%s", err.text);
    HeartsPlayer inner = opened(spec), direct[HEARTS_SEATS], over_wire[HEARTS_SEATS];
    Wired wired[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        wired[seat] = (Wired){.bot = bot_make_hearts(spec, &inner, 1)};
        direct[seat] = inner;
        over_wire[seat] = (HeartsPlayer){.self = &wired[seat], .choose = choose_wired, .watch = watch_wired};
    }
    for (int game = 0; game < games; game++) {
        uint32_t first = rules.target ? 0 : (uint32_t)game;
        HeartsGamePlan plan = {.rules = &rules, .seed = 7, .deal = (uint64_t)game, .game = (uint64_t)game};
        plan.first = first;
        HeartsGameResult expected, got;
        hearts_play_game(&plan, direct, &expected);
        hearts_play_game(&plan, over_wire, &got);
        assert_true(got.hash == expected.hash);
        assert_int_equal(got.winner, expected.winner);
        assert_int_equal(got.faulty, -1);
    }
    hearts_player_close(&inner);
    long compared = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) compared += wired[seat].compared;
    return compared;
}

static void views_rebuilt_from_lines_are_the_referees(void **unused) {
    (void)unused;
    static const struct {
        const char *player, *rules;
        int games;
    } cases[] = {
        {"random", "standard", 20},
        {"ducker", "standard,target=0", 400},
        {"random", "paper", 400},
        {"random", "paper,target=60", 30},
        {"ducker", "standard,moon=subtract,pass=4,jack=10,target=50", 30},
        {"random", "standard,two-leads=no,safe-first=no,break-hearts=no,target=0", 200},
    };
    long compared = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        compared += games_over_the_wire(cases[i].player, cases[i].rules, effort(cases[i].games, 2));
    assert_true(compared > effort(80000, 1000));
}

// ---- Hosts that go wrong ----

#define MATCH "newmatch hearts seats 4 you 1 rules standard\n"
#define HAND  "hand 3C 9C KC 4D 8D JD 5H 9H AH 2S 7S QS KS\n"
#define PASS  MATCH "newdeal 0 pass left scores 0 0 0 0\n" HAND
#define HOLD  MATCH "newdeal 3 pass hold scores 0 -3 0 0\n" HAND
#define PLAY  PASS "ev you pass AH QS KS\nev received 4C 5C 2D\n"

static void impossible_lines_are_refused_with_a_sentence(void **unused) {
    (void)unused;
    static const BotRefusal cases[] = {
        {"newmatch gin seats 2 you 0", "we play hearts"},
        {"newmatch hearts seats 3 you 0", "4 seats"},
        {"newmatch hearts seats 4", "which seat"},
        {"newmatch hearts seats 4 you 5", "no seat"},
        {"newdeal 0 pass left scores 0 0 0 0", "before newmatch"},
        {MATCH "newdeal 0 scores 0 0 0 0", "pass left|right"},
        {MATCH "newdeal 0 pass up scores 0 0 0 0", "pass left|right"},
        {MATCH "newdeal 0 pass left scores 0 0 0", "pass left|right"},
        {MATCH "newdeal 0 pass left scores 0 0 0 99999", "pass left|right"},
        {"newmatch hearts seats 4 you 1 rules paper pass 0\nnewdeal 0 pass left scores 0 0 0 0",
         "these rules have none"},
        {MATCH HAND, "behind newdeal"},
        {MATCH "newdeal 0 pass left scores 0 0 0 0\nhand 3C 3C KC 4D 8D JD 5H 9H AH 2S 7S QS KS", "thirteen"},
        {MATCH "newdeal 0 pass left scores 0 0 0 0\nev 0 play 2C", "before our cards"},
        {PASS "ev received 4C 5C 2D", "right behind ev you pass"},
        {PASS "ev you pass AH QS", "not 3 of ours"},
        {PASS "ev you pass AH QS AC", "not 3 of ours"},
        {PASS "ev you pass AH QS ZZ", "not as the protocol"},
        {PASS "ev 0 play 2C", "before all have passed"},
        {PASS "ev you pass AH QS KS\nev received 4C 5C 9C", "of the others'"},
        {PASS "ev you pass AH QS KS\nev received 4C 5C QS", "of the others'"},
        {HOLD "ev you pass AH QS KS", "not the time"},
        {HOLD "ev 0 play 3D", "not the two of clubs"},
        {HOLD "ev 1 play 2C", "do not hold"},
        {HOLD "ev 0 play 2C\nev 2 play 5C", "seat 1's turn"},
        {HOLD "ev 0 play 2C\nev 1 play 8D", "do not allow"},
        {HOLD "ev 0 play 2C\nev 1 play TC", "do not allow"},
        {HOLD "ev 0 play 2C\nev 1 play 3C\nev 2 play 9C", "elsewhere"},
        {HOLD "ev 0 play 2C\nev 1 play 3C\nev 2 play 2C", "elsewhere"},
        {HOLD "ev 0 play 2C\nev trick 0 0", "no trick"},
        {PLAY "ev 0 play 2C\nev 1 play 3C\nev 2 play 7C\nev 3 play AH", "elsewhere"},
        {PLAY "ev 0 play 2C\nev 1 play 3C\nev 2 play 7C\nev 3 play 8C\nev trick 2 0", "no trick"},
        {PLAY "ev 0 play 2C\nev 1 play 3C\nev 2 play 7C\nev 3 play 8C\nev trick 3 1", "no trick"},
        {PLAY "ev 0 play 2C\nev 1 play 3C\nev 2 play 3D\nev 3 play 8C\nev trick 3 0\nev 3 play TC\nev 0 play AC\n"
              "ev 1 play KC\nev 2 play QC",
         "shown to be out of"},
        {HOLD "ev 0 play 2C\nev 1 play ZZ", "not as the protocol"},
        {HOLD "go 4 legal play:3C", "before it can be our turn"},
        {HOLD "ev 0 play 2C\nev 1 play 3C\ngo 4 legal play:3C", "seat 2's turn"},
        {PASS "go four legal pass3", "number of its decision"},
        {"view hearts you 0 hand AC", "before newmatch"},
        {MATCH "view hearts start", "wrong or missing"},
        {MATCH "view hearts start ACAC", "wrong or missing"},
        {MATCH "view hearts scores 1 2 3", "wrong or missing"},
        {MATCH "view hearts start AC2C", "do not go together"},
        {MATCH "view hearts pass hold start 3C9CKC4D8DJD5H9HAH2S7SQSKS leader 0 play 2C5C", "do not allow"},
    };
    HeartsPlayer player = opened("random");
    Bot fresh = bot_make_hearts("random", &player, 1);
    bot_must_refuse(&fresh, cases, sizeof cases / sizeof *cases);
    hearts_player_close(&player);
}

static void whatever_bytes_come_the_bot_survives(void **unused) {
    (void)unused;
    static const char *const pieces[] = {
        "view",    "hearts",   "pass",   "left", "hold", "start",  "3C9CKC4D8DJD5H9HAH2S7SQSKS",
        "given",   "received", "play",   "2C",   "5C",   "KC",     "trick",
        "you",     "0",        "1",      "3",    "-",    "go",     "legal",
        "newdeal", "scores",   "hand",   "ev",   "\xFF", "-99999", "99999999999999999999",
        "QS",      "3C",       "leader",
    };
    HeartsPlayer player = opened("random");
    Bot bot = bot_make_hearts("random", &player, 1);
    bot_must_survive(&bot, 12, PLAY, pieces, sizeof pieces / sizeof *pieces);
    hearts_player_close(&player);
}

// ---- Lines ----

static void moves_are_read_as_they_are_written(void **unused) {
    (void)unused;
    static const struct {
        const char *move, *again;
    } cases[] = {
        {"play QS", "play QS"},           {"play:qs", "play QS"}, {"pass QS KS AH", "pass AH QS KS"},
        {"pass:AHQSKS", "pass AH QS KS"}, {"pass AH", "pass AH"}, {"resign", "resign"},
    };
    static const char *const wrong[] = {"",        "pass",       "pass AH AH 2C", "pass XX",    "play",
                                        "play ZZ", "play 2C 3C", "fold",          "resign now", "discard 2C"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char copy[64];
        HeartsAction action;
        Error err;
        Text text = {0};
        text_copy(copy, sizeof copy, cases[i].move);
        assert_true(hearts_lines_parse_move(copy, &action, &err));
        hearts_lines_add_move(&text, &action);
        assert_string_equal(text.data, cases[i].again);
        text_free(&text);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char copy[64];
        HeartsAction action;
        Error err = {{0}};
        text_copy(copy, sizeof copy, wrong[i]);
        assert_false(hearts_lines_parse_move(copy, &action, &err));
        assert_true(err.text[0]);
    }
}

static void rules_travel_by_their_keys_alone(void **unused) {
    (void)unused;
    int count;
    const HeartsPreset *presets = hearts_presets(&count);
    for (int i = 0; i < count; i++) {
        HeartsRules rules = presets[i].rules, read;
        Seat you;
        Error err;
        rules.target = 77;
        text_copy(rules.preset, sizeof rules.preset, "another");
        Text line = {0};
        hearts_lines_newmatch(&line, &rules, 3);
        line.data[--line.size] = '\0';
        if (!hearts_lines_parse_newmatch(line.data + strlen("newmatch hearts "), &read, &you, &err))
            fail_msg("%s", err.text);
        assert_true(hearts_rules_equal(&rules, &read));
        assert_int_equal(you, 3);
        text_free(&line);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_rebuilt_from_lines_are_the_referees),
        cmocka_unit_test(impossible_lines_are_refused_with_a_sentence),
        cmocka_unit_test(whatever_bytes_come_the_bot_survives),
        cmocka_unit_test(moves_are_read_as_they_are_written),
        cmocka_unit_test(rules_travel_by_their_keys_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
