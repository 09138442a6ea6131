// SPDX-License-Identifier: MIT
// The bot's side of the Card Game Protocol: the view rebuilt from lines is the referee's, our players play the same
// games over the wire, and a host that tells what cannot be is told so.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/bot_lines.h"
#include "support/positions.h"
#include "support/random.h"
#include "wire/gin/gin_tell.h"

// ---- A host in the same process ----

// A player that tells a bot every line it may see, compares what the bot makes of them with the referee's view, and
// plays what it answers.
typedef struct Wired {
    Bot bot;
    uint64_t seed; // of the game in progress
    GinTeller teller;
    uint32_t deal, id;
    long compared;
} Wired;

static void begin_match(Wired *self, const GinView *view, uint64_t seed, Text *lines) {
    text_addf(lines, "setoption name Seed value %llu\n", (unsigned long long)seed);
    gin_lines_newmatch(lines, view->rules, view->seat);
    self->seed = seed;
    self->deal = 0;
}

static void compare(const GinView *ours, const GinView *referee) {
    assert_memory_equal(ours->table, referee->table, sizeof *ours->table);
    assert_int_equal(ours->log->count, referee->log->count);
    assert_memory_equal(ours->log->event, referee->log->event, referee->log->count * sizeof *ours->log->event);
    assert_int_equal(ours->draws->count, referee->draws->count);
    assert_memory_equal(ours->draws->card, referee->draws->card, referee->draws->count * sizeof *ours->draws->card);
    assert_true(gin_past_equal(ours->past, referee->past));
    assert_true(gin_rules_equal(ours->rules, referee->rules));
    assert_int_equal(ours->knock == NULL, referee->knock == NULL);
    if (ours->knock) assert_memory_equal(ours->knock, referee->knock, sizeof *ours->knock);
    assert_true(ours->exposed == referee->exposed);
    assert_true(ours->hand == referee->hand);
    assert_int_equal(ours->drawn, referee->drawn);
    assert_int_equal(ours->seat, referee->seat);
}

static GinAction choose_wired(void *context, const GinView *view, Rng *rng) {
    Wired *self = context;
    Text lines = {0}, answer = {0};
    // A match is new when its stream is, which we never draw from; a deal when nothing of ours is in its log yet.
    bool ours = false;
    for (int i = 0; i < view->log->count; i++) ours = ours || gin_event_seat(view->log->event[i]) == view->seat;
    if (rng->state != self->seed) begin_match(self, view, rng->state, &lines);
    if (!ours) gin_tell_deal(&self->teller, &lines, view, self->deal++);
    gin_tell_events(&self->teller, &lines, view);
    bot_must_obey_all(&self->bot, &lines, &answer);

    GinView rebuilt = gin_seat_view(&self->bot.gin.seat);
    compare(&rebuilt, view);
    self->compared++;

    // One view line says as much as all lines before it.
    gin_lines_view(&lines, view, self->deal);
    bot_must_obey_all(&self->bot, &lines, &answer);
    rebuilt = gin_seat_view(&self->bot.gin.seat);
    compare(&rebuilt, view);

    GinLegal legal = gin_legal(&self->bot.gin.seat.state);
    cgp_print_go(&lines, &(CgpGo){.id = ++self->id, .increment = -1, .move_time = -1});
    gin_lines_add_legal(&lines, &legal);
    char *move = bot_must_answer(&self->bot, self->id, lines.data, &answer);
    GinAction action;
    Error err;
    if (!gin_lines_parse_move(move, &action, &err)) fail_msg("%s", err.text);
    text_free(&lines);
    text_free(&answer);
    return action;
}

static void watch_wired(void *context, const GinHandRecord *record, Seat seat) {
    Wired *self = context;
    Text lines = {0}, answer = {0};
    uint16_t score[2];
    assert_int_equal(seat, self->teller.seat);
    gin_tell_end(&self->teller, &lines, record->state, record->history, score);
    bot_must_obey_all(&self->bot, &lines, &answer);
    assert_int_equal(answer.size, 0);
    text_free(&lines);
    text_free(&answer);
}

static long games_over_the_wire(const char *spec, const char *other, const char *rules_text, int games) {
    GinRules rules;
    Error err;
    if (!gin_rules_parse(rules_text, &rules, &err)) fail_msg("%s", err.text);
    GinPlayer inner = opened(spec), rival = opened(other);
    Wired wired = {.bot = bot_make(spec, &inner, 1)};
    GinPlayer player = {.self = &wired, .choose = choose_wired, .watch = watch_wired};
    for (int game = 0; game < games; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 7, .deal = (uint64_t)game, .game = (uint64_t)game};
        bool second = game & 1;
        GinPlayer direct[2] = {inner, rival}, over_wire[2] = {player, rival};
        if (second) direct[0] = rival, direct[1] = inner, over_wire[0] = rival, over_wire[1] = player;
        GinGameResult expected, got;
        gin_play_game(&plan, direct, &expected);
        gin_play_game(&plan, over_wire, &got);
        assert_true(got.hash == expected.hash);
        assert_int_equal(got.winner, expected.winner);
        assert_int_equal(got.fault, expected.fault);
    }
    bot_forget(&wired.bot);
    gin_player_close(&inner);
    gin_player_close(&rival);
    return wired.compared;
}

static void views_rebuilt_from_lines_are_the_referees(void **unused) {
    (void)unused;
    static const struct {
        const char *player, *other, *rules;
    } cases[] = {
        {"simple", "greedy", "contest"},
        {"greedy:limit=0", "random", "pagat,big-gin=31,target=300"},
        {"random", "simple", "oklahoma"},
        {"heisenbot", "simple", "heisenbot"},
        {"mix:draw=random,knock=random", "random", "contest,stock=0,knock=50"},
        {"mix:melds=best-layoff", "mix:draw=collect", "contest,layoff=best,tie=knocker"},
    };
    long compared = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        compared += games_over_the_wire(cases[i].player, cases[i].other, cases[i].rules, effort(400, 10));
    assert_true(compared > effort(100000, 1000));
}

// ---- Hosts that go wrong ----

#define DEAL                                                                                                           \
    "newmatch gin seats 2 you 0 rules contest\nnewdeal 0 starter 0 scores 0 0\nhand AC 2C 3C 7D 7H 9S TD JD QD KH\n"
#define START DEAL "ev upcard 7S\n"

static void impossible_lines_are_refused_with_a_sentence(void **unused) {
    (void)unused;
    static const BotRefusal cases[] = {
        {"newmatch hearts seats 4 you 0", "we play gin"},
        {"newmatch gin seats 3 you 0", "2 seats"},
        {"newmatch gin seats 2", "which seat"},
        {"newmatch gin seats 2 you 5", "no seat"},
        {"newdeal 0 starter 0 scores 0 0", "before newmatch"},
        {"newmatch gin seats 2 you 0\nnewdeal 0 scores 0 0", "starter SEAT"},
        {"newmatch gin seats 2 you 0\nhand AC 2C 3C 7D 7H 9S TD JD QD KH", "behind newdeal"},
        {"newmatch gin seats 2 you 0\nnewdeal 0 starter 1 scores 0 0\nhand AC AC 3C 7D 7H 9S TD JD QD KH",
         "ten different"},
        {"newmatch gin seats 2 you 0\nnewdeal 0 starter 1 scores 0 0\nhand AC", "ten different"},
        {DEAL "ev 1 pass", "before the deal has begun"},
        {DEAL "ev upcard AC", "one of our ten"},
        {DEAL "ev upcard ZZ", "not as the protocol"},
        {START "ev upcard 8S", "right behind hand"},
        {START "ev 1 pass", "turn"},
        {START "ev 0 draw up 8S", "not the upcard"},
        {START "ev 0 draw stock\nev you draw 5C", "do not allow"},
        {START "ev 0 draw up 7S\nev 0 discard 7S", "do not allow"},
        {START "ev 0 draw up 7S\nev 0 discard 5C", "do not allow"},
        {START "ev 0 pass\nev 1 pass\nev 0 draw stock\nev you draw KH", "elsewhere"},
        {START "ev 0 pass\nev 1 pass\nev 0 draw stock\nev 0 discard KH", "not followed by ev you draw"},
        {START "ev you draw 5C", "without our draw"},
        {START "ev 0 pass\nev 1 draw up 7S\nev 1 discard KH", "elsewhere"},
        {START "ev 0 pass\nev 1 draw up 7S\nev 1 discard 7S", "do not allow"},
        {START "ev 0 pass\nev 1 draw up 7S\nev 1 knock KD melds 2D3D4D/5C6C7C loose 7S 9S AS 2S", "elsewhere"},
        {START "ev 0 pass\nev 1 draw up 7S\nev 1 knock KD melds 2D3D4D/5C6C7C loose AS 2S 3S 4S", "does not show"},
        {START "ev 0 pass\nev 1 draw up 7S\nev 1 knock KD melds 2D3D4D/5C6C7C loose 7S 2S 3S 4S", "do not allow"},
        {START "ev 0 pass\nev 1 draw up 7S\nev 1 knock KD melds 2D3D4D/5C6C7C loose 7S", "not 10 different"},
        {START "ev 0 pass\nev 1 pass\nev 0 pass", "do not allow"},
        {START "ev 0 pass\ngo 4 legal draw:up", "seat 1's turn"},
        {DEAL "go 4 legal draw:up", "before the deal"},
        {START "go four legal pass", "number of its decision"},
        {START "go 4", "what is legal"},
        {"view gin you 0 hand AC", "before newmatch"},
        {START "view gin hand", "wrong or missing"},
        {START "view gin hand AC2C", "do not go together"},
        {START "view gin starter 0 first 7S hand AC2C3C7D7H9STDJDQDKH play p,p,s", "more draws"},
        {START "view gin starter 0 first 7S hand AC2C3C7D7H9STDJDQDKH play p,x", "wrong or missing"},
        {START "view gin starter 0 first 7S hand AC2C3C7D7H9STDJDQDKH play p,p,p", "do not allow"},
        {START "view gin starter 0 first 7S hand AC2C3C7D7H9STDJDQDKH play p,=", "wrong or missing"},
        {"cgp one", "version"},
        {"setoption Seed 5", "setoption name NAME value VALUE"},
        {"setoption name Seed value x", "no whole number"},
    };
    GinPlayer player = opened("simple");
    Bot fresh = bot_make("simple", &player, 1);
    bot_must_refuse(&fresh, cases, sizeof cases / sizeof *cases);
    gin_player_close(&player);
}

static void whatever_bytes_come_the_bot_survives(void **unused) {
    (void)unused;
    static const char *const pieces[] = {"cgp",      "1",
                                         "newmatch", "gin",
                                         "seats",    "2",
                                         "you",      "0",
                                         "ev",       "upcard",
                                         "7S",       "pass",
                                         "draw",     "stock",
                                         "up",       "discard",
                                         "KH",       "knock",
                                         "melds",    "loose",
                                         "-",        "AC2C3C/7D7H7S",
                                         "go",       "legal",
                                         "hand",     "newdeal",
                                         "starter",  "scores",
                                         "past",     "play",
                                         "ping",     "setoption",
                                         "\xFF",     "99999999999999999999"};
    GinPlayer player = opened("simple");
    Bot bot = bot_make("simple", &player, 1);
    bot_must_survive(&bot, 11, START, pieces, sizeof pieces / sizeof *pieces);
    bot_forget(&bot);
    gin_player_close(&player);
}

static void a_stream_of_lines_is_answered_until_quit(void **unused) {
    (void)unused;
    char input[] = "cgp 1\r\n\r\n  ping   3\r\n" START "go 1 clock 1 1 legal pass draw:up\r\nquit\nping 4\n";
    char output[512] = "";
    FILE *in = fmemopen(input, strlen(input), "r"), *out = fmemopen(output, sizeof output, "w");
    GinPlayer player = opened("simple");
    Bot bot = bot_make("simple", &player, 1);
    Error err;
    assert_true(bot_run(&bot, in, out, &err));
    fclose(in);
    fclose(out);
    gin_player_close(&player);
    assert_non_null(strstr(output, "\ngames gin\n"));
    assert_non_null(strstr(output, "\ncgpok 1\npong 3\nmove 1 draw up\n"));
    assert_null(strstr(output, "pong 4"));
}

static void a_line_without_end_is_refused(void **unused) {
    (void)unused;
    char input[3 * CGP_LINE], output[64] = "";
    memset(input, 'a', sizeof input);
    FILE *in = fmemopen(input, sizeof input, "r"), *out = fmemopen(output, sizeof output, "w");
    GinPlayer player = opened("simple");
    Bot bot = bot_make("simple", &player, 1);
    Error err;
    assert_false(bot_run(&bot, in, out, &err));
    assert_non_null(strstr(err.text, "line 1 is longer than 4096 bytes"));
    fclose(in);
    fclose(out);
    gin_player_close(&player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_rebuilt_from_lines_are_the_referees),
        cmocka_unit_test(impossible_lines_are_refused_with_a_sentence),
        cmocka_unit_test(whatever_bytes_come_the_bot_survives),
        cmocka_unit_test(a_stream_of_lines_is_answered_until_quit),
        cmocka_unit_test(a_line_without_end_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
