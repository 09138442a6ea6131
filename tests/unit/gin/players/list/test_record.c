// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "gin/record.h"

static int effort(int cases) {
    const char *percent = getenv("DEADWOOD_TEST_EFFORT");
    int scaled = cases * (percent ? atoi(percent) : 100) / 100;
    return scaled > 2 ? scaled : 2;
}

// Plays games and hands every line to `look`.
typedef struct Table {
    GinRules rules;
    const char *names[2];
    uint64_t game;
    Text line;
    void (*look)(void *context, const char *line, const GinHandRecord *hand);
    void *context;
} Table;

static void watch(void *context, const GinHandRecord *hand) {
    Table *table = context;
    text_clear(&table->line);
    gin_record_write(&table->line, hand, &table->rules, table->names, table->game);
    table->look(table->context, table->line.data, hand);
}

static void play_between(Table *table, const GinPlayer players[2], uint64_t seed, int games) {
    for (int i = 0; i < games; i++) {
        GinGameResult result;
        table->game = (uint64_t)i;
        GinGamePlan plan = {.rules = &table->rules,
                            .seed = seed,
                            .deal = (uint64_t)i,
                            .game = (uint64_t)i,
                            .watch = watch,
                            .context = table};
        gin_play_game(&plan, players, &result);
    }
    text_free(&table->line);
}

static void play(Table *table, uint64_t seed, int games) {
    GinPlayer players[2];
    Error err = {{0}};
    for (int seat = 0; seat < 2; seat++)
        if (!gin_player_open(table->names[seat], &players[seat], &err)) fail_msg("%s", err.text);
    play_between(table, players, seed, games);
    for (int seat = 0; seat < 2; seat++) gin_player_close(&players[seat]);
}

static GinRules rules_of(const char *text) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

static void assert_same_action(const GinAction *a, const GinAction *b) {
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->card, b->card);
    assert_memory_equal(&a->melds, &b->melds, sizeof a->melds);
}

static void assert_same_result(const GinResult *a, const GinResult *b) {
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->winner, b->winner);
    assert_int_equal(a->knocker, b->knocker);
    assert_int_equal(a->deadwood[0], b->deadwood[0]);
    assert_int_equal(a->deadwood[1], b->deadwood[1]);
    assert_int_equal(a->points, b->points);
    assert_true(a->laid_off == b->laid_off);
}

static void assert_same_record(const GinRecord *a, const GinRecord *b) {
    assert_true(gin_rules_equal(&a->rules, &b->rules));
    assert_string_equal(a->rules.preset, b->rules.preset);
    for (int seat = 0; seat < 2; seat++) {
        assert_string_equal(a->player[seat], b->player[seat]);
        assert_int_equal(a->score[seat], b->score[seat]);
    }
    assert_true(a->game == b->game);
    assert_int_equal(a->hand, b->hand);
    assert_int_equal(a->starter, b->starter);
    assert_memory_equal(a->deck, b->deck, sizeof a->deck);
    assert_int_equal(a->actions, b->actions);
    for (int i = 0; i < a->actions; i++) assert_same_action(&a->action[i], &b->action[i]);
    assert_int_equal(a->unfinished, b->unfinished);
    assert_int_equal(a->faulty, b->faulty);
    assert_int_equal(a->fault, b->fault);
    assert_same_action(&a->refused, &b->refused);
    assert_same_result(&a->result, &b->result);
    assert_int_equal(a->game_over, b->game_over);
    assert_int_equal(a->game_winner, b->game_winner);
}

typedef struct Seen {
    int hands;
    int ends[5];
    int faults[FAULT_KINDS];
    int games;
    GinRecord before;
} Seen;

// The line reads back to the record the hand makes, prints the same again and replays to the same state.
static void check_round_trip(void *context, const char *line, const GinHandRecord *hand) {
    Seen *seen = context;
    GinRecord record;
    Error err = {{0}};
    if (!gin_record_parse(line, &record, &err)) fail_msg("%s\n%s", err.text, line);
    GinRecord made;
    const char *const names[2] = {record.player[0], record.player[1]};
    gin_record_make(&made, hand, hand->state->rules, names, record.game);
    assert_same_record(&record, &made);
    Text again = {0};
    gin_record_print(&again, &record);
    assert_string_equal(again.data, line);
    text_free(&again);

    GinState state;
    GinHistory history;
    gin_record_deal(&record, &state, &history);
    for (int i = 0; i < record.actions; i++) gin_apply(&state, &history, &record.action[i]);
    assert_int_equal(state.table.phase, hand->state->table.phase);
    assert_true(state.hand[0] == hand->state->hand[0] && state.hand[1] == hand->state->hand[1]);
    assert_int_equal(history.log.count, hand->history->log.count);
    assert_memory_equal(history.log.event, hand->history->log.event, history.log.count * sizeof(GinEvent));
    if (seen->hands && !gin_record_follows(&seen->before, &record, &err)) fail_msg("%s\n%s", err.text, line);
    seen->before = record;
    seen->hands++;
    seen->games += record.game_over;
    seen->faults[record.fault]++;
    if (record.faulty < 0) seen->ends[record.result.end]++;
}

static void every_hand_of_simple_and_random_games_reads_back_under_every_preset(void **state) {
    (void)state;
    static const char *const rules[] = {"contest",
                                        "heisenbot",
                                        "pagat",
                                        "oklahoma",
                                        "contest,big-gin=31,knock=0",
                                        "pagat,knock=100,stock=0,target=1",
                                        "contest,stock=30"};
    Seen seen = {.hands = 0};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        Table simple = {
            .rules = rules_of(rules[i]), .names = {"simple", "greedy"}, .look = check_round_trip, .context = &seen};
        Table chance = simple;
        chance.names[0] = "random", chance.names[1] = "mix:draw=random,knock=random";
        play(&simple, i, effort(600));
        play(&chance, i, effort(60));
    }
    assert_true(seen.hands > seen.games && seen.games > 0);
    for (int end = 0; end < 5; end++)
        if (end != GIN_BIG_GIN) assert_true(seen.ends[end] > 0);
    assert_int_equal(seen.faults[FAULT_NONE], seen.hands);
}

static void games_cut_off_by_the_hand_limit_are_drawn(void **state) {
    (void)state;
    Seen seen = {.hands = 0};
    Table table = {.rules = rules_of("contest,stock=30,knock=0"),
                   .names = {"random", "random"},
                   .look = check_round_trip,
                   .context = &seen};
    play(&table, 3, 1);
    assert_int_equal(seen.hands, GIN_HAND_LIMIT);
    assert_true(seen.before.game_over);
    assert_int_equal(seen.before.game_winner, -1);
}

static void hands_at_the_turn_limit_read_back(void **state) {
    (void)state;
    Seen seen = {.hands = 0};
    const char *taker = "mix:draw=random,draw.p=1,discard=random,knock=gin";
    Table table = {.rules = rules_of("contest"), .names = {taker, taker}, .look = check_round_trip, .context = &seen};
    play(&table, 4, 1);
    assert_int_equal(seen.ends[GIN_CANCELLED], GIN_HAND_LIMIT);
    assert_int_equal(seen.before.actions, 2 * GIN_TURN_LIMIT);
}

// A player that plays Simple and then answers with something the referee must refuse.
typedef struct Faulty {
    GinPlayer simple;
    int left; // good answers to give first
} Faulty;

static GinAction garble(const GinView *view, Rng *rng) {
    GinAction action = {.move = (uint8_t)rng_below(rng, 10), .card = (Card)rng_below(rng, 256)};
    int kind = (int)rng_below(rng, 4);
    if (kind == 1) action.card = rng_card(rng, SET_DECK);
    if (kind == 2) action.card = rng_card(rng, view->hand);
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        if (kind == 0) action.melds.meld[i] = rng_next(rng);
        uint64_t some = rng_next(rng), others = rng_next(rng);
        if (kind == 1) action.melds.meld[i] = some & others & SET_DECK;
        if (kind == 2 && rng_below(rng, 2)) action.melds.meld[i] = view->hand & rng_next(rng);
    }
    if (action.move == GIN_RESIGN) action.card = (Card)rng_below(rng, FAULT_KINDS + 2);
    return action;
}

static GinAction choose_faulty(void *self, const GinView *view, Rng *rng) {
    Faulty *faulty = self;
    if (faulty->left-- > 0) return faulty->simple.choose(faulty->simple.self, view, rng);
    return garble(view, rng);
}

static void forfeited_hands_read_back_with_their_cause_and_the_refused_action(void **state) {
    (void)state;
    Seen seen = {.hands = 0};
    GinPlayer simple;
    Error err;
    assert_true(gin_player_open("simple", &simple, &err));
    for (int i = 0; i < effort(4000); i++) {
        Faulty faulty = {.simple = simple, .left = i % 97};
        GinPlayer players[2] = {simple, simple};
        players[i & 1] = (GinPlayer){.self = &faulty, .choose = choose_faulty};
        Table table = {.rules = rules_of(i & 2 ? "contest" : "pagat,big-gin=31"),
                       .names = {"a", "b"},
                       .look = check_round_trip,
                       .context = &seen};
        play_between(&table, players, (uint64_t)i, 1);
        seen.hands = 0;
    }
    gin_player_close(&simple);
    assert_true(seen.faults[FAULT_ILLEGAL] > 0);
    assert_true(seen.faults[FAULT_ILLEGAL] > 10 * seen.faults[FAULT_TIMEOUT]);
}

static void keep_line(void *context, const char *line, const GinHandRecord *hand) {
    (void)hand;
    text_add(context, line);
}

static void names_may_hold_any_byte_and_long_ones_are_cut(void **state) {
    (void)state;
    char every[256], longer[2000];
    for (int i = 0; i < 255; i++) every[i] = (char)(i + 1);
    every[255] = '\0';
    memset(longer, ' ', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    GinPlayer simple;
    Error err = {{0}};
    assert_true(gin_player_open("simple", &simple, &err));
    Text line = {0};
    Table table = {
        .rules = rules_of("contest,target=1"), .names = {every, longer}, .look = keep_line, .context = &line};
    const GinPlayer players[2] = {simple, simple};
    play_between(&table, players, 1, 1);
    gin_player_close(&simple);
    GinRecord record;
    if (!gin_record_parse(line.data, &record, &err)) fail_msg("%s", err.text);
    assert_string_equal(record.player[0], every);
    assert_int_equal(strlen(record.player[1]), GIN_NAME_TEXT - 1);
    text_free(&line);
}

// Some lines of all kinds: games to the end, big gin, a forfeit.
static const char BIG_GIN[] =
    "gin/1 rules=contest,big-gin=31 players=x|y game=0 hand=0 starter=0 score=0,0 "
    "deal=AC2H2C4H3C6H4C8H5CTH6CQH7C2S8C4S9C6STC8SJC3D5D7D9DJDKDAD2D4D6D8DTDQDAHAS3H5H7H9HJHKH3S5S7S9STSJSQSKSQCKC "
    "play=u*:AC2C3C4C5C6C7C8C9CTCJC,= result=big-gin,0,91,0,60 over=no\n";
static const char FORFEIT[] = "gin/1 rules=contest players=x|y game=7 hand=3 starter=1 score=20,30 deal=seed:1.0.0.3 "
                              "play=p,p,s,?!--:AC--/2C2D2H result=forfeit,1,illegal-move over=won,0\n";

static void sample_lines(Text *lines) {
    Table table = {.rules = rules_of("contest"), .names = {"simple", "50%|x"}, .look = keep_line, .context = lines};
    GinPlayer players[2];
    Error err = {{0}};
    assert_true(gin_player_open("simple", &players[0], &err) && gin_player_open("random", &players[1], &err));
    play_between(&table, players, 5, 1);
    for (int seat = 0; seat < 2; seat++) gin_player_close(&players[seat]);
    text_add(lines, BIG_GIN);
    text_add(lines, FORFEIT);
}

// Calls `check` with a copy of each sample line (the newline cut off) in an allocation of its exact size.
static void with_samples(int most, void (*check)(char *line, size_t size)) {
    Text lines = {0};
    sample_lines(&lines);
    int total = 0, number = 0;
    for (const char *c = lines.data; *c; c++) total += *c == '\n';
    for (const char *at = lines.data; *at; number++) {
        size_t size = strcspn(at, "\n");
        char *line = malloc(size + 1);
        assert_non_null(line);
        memcpy(line, at, size);
        line[size] = '\0';
        if (number < most || number >= total - 2) check(line, size);
        free(line);
        at += size + 1;
    }
    text_free(&lines);
}

// A good record must say again what it said.
static void check_any(const char *line) {
    GinRecord record, again;
    Error err = {{0}};
    if (!gin_record_parse(line, &record, &err)) {
        assert_true(err.text[0] != '\0');
        for (const char *c = err.text; *c; c++) assert_true(*c >= ' ' && *c < 0x7F);
        return;
    }
    Text text = {0};
    gin_record_print(&text, &record);
    if (!gin_record_parse(text.data, &again, &err)) fail_msg("%s\n%s", err.text, text.data);
    assert_same_record(&record, &again);
    text_free(&text);
}

static void corrupt_each_place(char *line, size_t size) {
    static const char bytes[] = "\x01\t\n ,=|%/:.-?!*pus0189AKTCSDa~\x7F\x80\xFF";
    check_any(line);
    for (size_t i = 0; i < size; i++) {
        char was = line[i];
        for (size_t b = 0; b < sizeof bytes; b++) { // the string's NUL too
            line[i] = bytes[b];
            check_any(line);
        }
        for (int bit = 0; bit < 8; bit++) {
            line[i] = (char)(was ^ 1 << bit);
            check_any(line);
        }
        line[i] = was;
    }
}

static void every_single_byte_corruption_gives_a_legal_record_or_a_message(void **state) {
    (void)state;
    with_samples(effort(20) / 5, corrupt_each_place);
}

static void cut_at_each_place(char *line, size_t size) {
    GinRecord record;
    Error err;
    assert_true(gin_record_parse(line, &record, &err));
    for (size_t cut = 0; cut < size; cut++) {
        char *part = malloc(cut + 1);
        assert_non_null(part);
        memcpy(part, line, cut);
        part[cut] = '\0';
        err.text[0] = '\0';
        if (gin_record_parse(part, &record, &err)) fail_msg("cut short after %zu bytes and still read: %s", cut, part);
        assert_true(err.text[0] != '\0');
        free(part);
    }
}

static void a_record_cut_anywhere_fails_with_a_message(void **state) {
    (void)state;
    with_samples(20, cut_at_each_place);
}

static void lose_and_double_each_byte(char *line, size_t size) {
    char *changed = malloc(size + 2);
    assert_non_null(changed);
    for (size_t i = 0; i < size; i++) {
        memcpy(changed, line, i);
        memcpy(changed + i, line + i + 1, size - i);
        check_any(changed);
        memcpy(changed, line, i + 1);
        memcpy(changed + i + 1, line + i, size - i + 1);
        check_any(changed);
    }
    free(changed);
}

static void bytes_lost_or_doubled_are_noticed_or_harmless(void **state) {
    (void)state;
    with_samples(20, lose_and_double_each_byte);
}

static void a_big_gin_and_a_forfeit_are_read_as_written(void **state) {
    (void)state;
    GinRecord record;
    Error err = {{0}};
    if (!gin_record_parse(BIG_GIN, &record, &err)) fail_msg("%s", err.text);
    assert_int_equal(record.result.end, GIN_BIG_GIN);
    assert_int_equal(record.result.points, 91);
    if (!gin_record_parse(FORFEIT, &record, &err)) fail_msg("%s", err.text);
    assert_int_equal(record.faulty, 1);
    assert_int_equal(record.fault, FAULT_ILLEGAL);
    assert_int_equal(record.refused.move, GIN_KNOCK);
    assert_int_equal(record.refused.card, CARD_NONE);
    assert_int_equal(record.game_winner, 0);
}

// Each row replaces a piece of the BIG_GIN line; the message must hold `says`.
static const struct {
    const char *from, *to, *says;
} wrong[] = {
    {"gin/1", "gin/2", "gin/1"},
    {"rules=contest", "rules=contset", "did you mean 'contest'"},
    {"rules=contest,", "rules=/etc/passwd,", "is not a preset"},
    {"rules=contest,big-gin=31", "rules=x.rules", "is not a preset"},
    {"players=x|y", "players=x", "players: two names"},
    {"players=x|y", "players=x|y|z", "players: more than two names"},
    {"players=x|y", "players=x|%4", "two digits"},
    {"players=x|y", "players=x|%00", "two digits"},
    {"game=0", "game=-1", "game: '-1' is no whole number"},
    {"game=0", "game=18446744073709551616", "from 0 to 18446744073709551615"},
    {"game=0 ", "", "'hand=0' stands where game= belongs"},
    {"hand=0", "hand=500", "from 0 to 499"},
    {"starter=0", "starter=2", "seats are 0 and 1"},
    {"score=0,0", "score=0,100", "from 0 to 99"},
    {"score=0,0", "score=0", "two numbers"},
    {"deal=AC", "deal=KC", "deal: card 52, KC, is there twice"},
    {"deal=AC", "deal=XC", "deal: card 1, 'XC', is no card"},
    {"deal=AC", "deal=", "deal: has 102 characters"},
    {"play=u*", "play=s*", "play: action 1, 's': is not legal: seat 0 may pass (p) or take JC (u)"},
    {"play=u*", "play=u-JC,", "action 2, '-JC': is not legal: seat 0 may discard (-) one of AC 2C"},
    {"play=u*", "play=u-AD,", "action 2, '-AD': is not legal"},
    {"play=u*", "play=u,*", "must follow its draw without a comma"},
    {"play=u*:", "play=u!:", "after ! there must be a card such as 7H"},
    {"9CTCJC,=", "9CTCJD,=", "is not legal"},
    {"9CTCJC,=", "9CTCTC,=", "TC is twice in a meld"},
    {"9CTCJC,=", "9CTCJC,=,s", "action 4, 's': is not legal: the hand is over"},
    {"9CTCJC,=", "9CTCJC,=2H4H6H", "action 3, '=2H4H6H': is not legal: seat 1 shows (=) melds of its hand"},
    {"9CTCJC,=", "9CTCJC", "result: the hand is not over after 2 actions"},
    {"9CTCJC,=", "9CTCJC,?=", "action 3, '?=': is marked as refused (?) but legal"},
    {"result=big-gin,0,91,0,60", "result=gin,0,91,0,60", "should be 'big-gin,0,91,0,60'"},
    {"result=big-gin,0,91,0,60", "result=forfeit,0,timeout", "is no forfeit"},
    {"over=no", "over=won,0", "over: 'won,0' should be 'no': nobody has reached 100"},
    {"result=big-gin,0,91,0,60", "result=unfinished", "result: a hand played to its end is not unfinished"},
    {"over=no", "over=no more", "'more' follows the last field"},
};

static void messages_say_where_and_what_would_be_right(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        GinRecord record;
        Error err = {{0}};
        Text line = {0};
        const char *at = strstr(BIG_GIN, wrong[i].from);
        assert_non_null(at);
        text_addf(&line, "%.*s%s%s", (int)(at - BIG_GIN), BIG_GIN, wrong[i].to, at + strlen(wrong[i].from));
        assert_false(gin_record_parse(line.data, &record, &err));
        if (!strstr(err.text, wrong[i].says)) fail_msg("'%s' lacks '%s'", err.text, wrong[i].says);
        assert_false(gin_record_parse(line.data, &record, NULL));
        text_free(&line);
    }
}

// The hand as it stood after so many actions: its record reads back, and no hand follows it.
static void cut(const GinRecord *whole, int actions) {
    static GinRecord record, again, next;
    GinState state;
    GinHistory history;
    Error err = {{0}};
    Text line = {0}, second = {0};
    const char *const names[] = {whole->player[0], whole->player[1]};
    gin_record_deal(whole, &state, &history);
    for (int i = 0; i < actions; i++) gin_apply(&state, &history, &whole->action[i]);
    GinHandRecord hand = {.deck = whole->deck,
                          .hand = whole->hand,
                          .state = &state,
                          .history = &history,
                          .faulty = -1,
                          .game_winner = -1};
    gin_record_make(&record, &hand, &whole->rules, names, whole->game);
    assert_true(record.unfinished);
    gin_record_print(&line, &record);
    if (!gin_record_parse(line.data, &again, &err)) fail_msg("%s in %s", err.text, line.data);
    assert_true(again.unfinished);
    assert_same_record(&record, &again);
    gin_record_print(&second, &again);
    assert_string_equal(line.data, second.data);
    assert_non_null(strstr(line.data, " result=unfinished over=no"));
    next = *whole;
    next.hand++;
    assert_false(gin_record_follows(&again, &next, &err));
    assert_non_null(strstr(err.text, "is unfinished"));
    text_free(&line), text_free(&second);
}

static void cut_everywhere(void *context, const char *line, const GinHandRecord *hand) {
    static GinRecord record;
    (void)context, (void)hand;
    assert_true(gin_record_parse(line, &record, NULL) && !record.unfinished);
    for (int i = 0; i < record.actions; i++) cut(&record, i);
}

static void a_hand_left_at_any_action_reads_back_as_unfinished(void **state) {
    (void)state;
    Table table = {.rules = rules_of("contest"), .names = {"simple", "random"}, .look = cut_everywhere};
    play(&table, 7, effort(3));
    table.rules = rules_of("oklahoma");
    play(&table, 8, effort(2));
}

static void a_failed_read_leaves_the_record_alone(void **state) {
    (void)state;
    GinRecord record, before;
    memset(&record, 0x5A, sizeof record);
    before = record;
    char line[sizeof BIG_GIN];
    memcpy(line, BIG_GIN, sizeof line);
    line[sizeof line - 4] = 'x';
    assert_false(gin_record_parse(line, &record, NULL));
    assert_memory_equal(&record, &before, sizeof record);
}

static void a_hand_that_does_not_follow_the_one_before_is_noticed(void **state) {
    (void)state;
    GinRecord first, next;
    Error err = {{0}};
    assert_true(gin_record_parse(BIG_GIN, &first, &err));
    next = first;
    next.hand = 1;
    assert_false(gin_record_follows(&first, &next, &err));
    assert_non_null(strstr(err.text, "91,0"));
    next.score[0] = 91;
    assert_false(gin_record_follows(&first, &next, &err));
    assert_non_null(strstr(err.text, "seat 1"));
    next.starter = 1;
    assert_true(gin_record_follows(&first, &next, &err));
    next.score[0] = 5;
    next.game = 1;
    assert_true(gin_record_follows(&first, &next, &err));
}

// The golden files pin what the engine and the players do. DEADWOOD_GOLDEN_UPDATE=1 writes them anew, for a
// change that means to change play.
static void compare_with_golden(const char *name, const char *first, const char *second, const char *rules, int games) {
    Text path = {0}, text = {0}, golden = {0};
    Error err = {{0}};
    const char *source = getenv("SRC");
    text_addf(&path, "%s/tests/golden/%s.rec", source ? source : ".", name);
    Table table = {.rules = rules_of(rules), .names = {first, second}, .look = keep_line, .context = &text};
    play(&table, 1, games);
    if (getenv("DEADWOOD_GOLDEN_UPDATE")) assert_true(text_write_file(path.data, text.data, text.size, &err));
    if (!text_read_file(&golden, path.data, 1 << 20, &err)) fail_msg("%s", err.text);
    assert_string_equal(text.data, golden.data);
    text_free(&path), text_free(&text), text_free(&golden);
}

static void golden_games_are_played_as_recorded(void **state) {
    (void)state;
    compare_with_golden("simple-simple", "simple", "simple", "contest", 3);
    compare_with_golden("greedy-rule-knock", "greedy", "rule-knock", "contest", 3);
    compare_with_golden("random-random", "random", "random", "contest", 1);
    compare_with_golden("simple-greedy-pagat", "simple", "greedy", "pagat,big-gin=31", 2);
    compare_with_golden("simple-always-draw-oklahoma", "simple", "always-draw", "oklahoma", 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hand_of_simple_and_random_games_reads_back_under_every_preset),
        cmocka_unit_test(games_cut_off_by_the_hand_limit_are_drawn),
        cmocka_unit_test(hands_at_the_turn_limit_read_back),
        cmocka_unit_test(forfeited_hands_read_back_with_their_cause_and_the_refused_action),
        cmocka_unit_test(names_may_hold_any_byte_and_long_ones_are_cut),
        cmocka_unit_test(a_big_gin_and_a_forfeit_are_read_as_written),
        cmocka_unit_test(messages_say_where_and_what_would_be_right),
        cmocka_unit_test(every_single_byte_corruption_gives_a_legal_record_or_a_message),
        cmocka_unit_test(a_record_cut_anywhere_fails_with_a_message),
        cmocka_unit_test(bytes_lost_or_doubled_are_noticed_or_harmless),
        cmocka_unit_test(a_hand_left_at_any_action_reads_back_as_unfinished),
        cmocka_unit_test(a_failed_read_leaves_the_record_alone),
        cmocka_unit_test(a_hand_that_does_not_follow_the_one_before_is_noticed),
        cmocka_unit_test(golden_games_are_played_as_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
