// SPDX-License-Identifier: MIT
// Records of Hearts: what the referee writes reads back, what is wrong is named, and golden games stay as they are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/list/players.h"
#include "hearts/record.h"
#include "support/hearts_random.h"
#include "support/random.h"

// ---- Games to record ----

typedef struct Book {
    const char *names[HEARTS_SEATS];
    uint64_t game;
    Text text;
} Book;

static void note(void *context, const HeartsHandRecord *hand) {
    Book *book = context;
    hearts_record_write(&book->text, hand, book->names, book->game);
}

static void play(Book *book, const HeartsRules *rules, HeartsPlayer players[HEARTS_SEATS], uint64_t game) {
    HeartsGameResult result;
    HeartsGamePlan plan = {.rules = rules,
                           .seed = 1,
                           .deal = game,
                           .game = game,
                           .first = rules->target ? 0 : (uint32_t)game,
                           .watch = note,
                           .context = book};
    book->game = game;
    hearts_play_game(&plan, players, &result);
}

static Book random_book(const char *rules_text, int games) {
    Book book = {.names = {"a", "b c", "d|e%", ""}};
    HeartsRules rules = hearts_rules_of(rules_text);
    HeartsPlayer players[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) players[seat] = hearts_random_tester();
    for (int game = 0; game < games; game++) play(&book, &rules, players, (uint64_t)game);
    return book;
}

// ---- Reading back ----

static void assert_same(const HeartsRecord *a, const HeartsRecord *b) {
    Text first = {0}, second = {0};
    hearts_record_print(&first, a);
    hearts_record_print(&second, b);
    assert_string_equal(first.data, second.data);
    text_free(&first), text_free(&second);
}

static void assert_replays(const HeartsRecord *record) {
    HeartsState state;
    HeartsLog log;
    hearts_record_deal(record, &state, &log);
    for (int i = 0; i < record->actions; i++) assert_true(hearts_try(&state, &log, &record->action[i]));
    assert_int_equal(state.table.phase, HEARTS_OVER);
    assert_memory_equal(state.points, record->points, sizeof state.points);
    assert_int_equal(state.moon, record->moon);
}

// Every line of the book; returns how many there were.
static int read_book(Book *book, int *moons, int *drawn) {
    static HeartsRecord record, before;
    int lines = 0;
    char *rest = book->text.data;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line; lines++) {
        Error err = {{0}};
        Text again = {0};
        if (!hearts_record_parse(line, &record, &err)) fail_msg("%s in %s", err.text, line);
        hearts_record_print(&again, &record);
        again.data[again.size - 1] = '\0';
        assert_string_equal(again.data, line);
        text_free(&again);
        assert_replays(&record);
        if (lines && !hearts_record_follows(&before, &record, &err)) fail_msg("%s", err.text);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) assert_string_equal(record.player[seat], book->names[seat]);
        *moons += record.moon >= 0;
        *drawn += record.game_over && record.game_winner < 0;
        before = record;
    }
    return lines;
}

static void every_hand_reads_back_under_all_rules(void **state) {
    (void)state;
    int moons = 0, drawn = 0;
    for (int i = 0; i < HEARTS_VARIANT_COUNT; i++) {
        int games = effort(hearts_rules_of(HEARTS_VARIANTS[i]).target ? 30 : 300, 10);
        Book book = random_book(HEARTS_VARIANTS[i], games);
        assert_true(read_book(&book, &moons, &drawn) >= games);
        text_free(&book.text);
    }
    assert_true(moons > 0 && drawn > 0);
}

static void hands_with_faults_read_back_with_seat_cause_and_place(void **state) {
    (void)state;
    HeartsRules rules = hearts_rules_of("standard,target=0");
    for (int game = 0; game < effort(1000, 100); game++) {
        Book book = {.names = {"w", "x", "y", "z"}};
        HeartsPlayer players[HEARTS_SEATS];
        HeartsQuitter one = {.cards = game % 13, .cause = (uint8_t)(2 + game % (FAULT_KINDS - 2))};
        HeartsQuitter two = {.cards = game * 7 % 13, .cause = 0}; // an illegal move
        for (int seat = 0; seat < HEARTS_SEATS; seat++) players[seat] = hearts_random_tester();
        players[game % 4] = hearts_quitter(&one);
        if (game % 3 == 0) players[(game + 1) % 4] = hearts_quitter(&two);
        play(&book, &rules, players, (uint64_t)game);
        static HeartsRecord record, again;
        Error err = {{0}};
        if (!hearts_record_parse(book.text.data, &record, &err)) fail_msg("%s in %s", err.text, book.text.data);
        assert_int_equal(record.fault[game % 4], one.cause);
        assert_int_equal(record.points[game % 4], 26);
        assert_int_equal(record.moon, -1);
        if (game % 3 == 0) assert_int_equal(record.fault[(game + 1) % 4], FAULT_ILLEGAL);
        assert_replays(&record);
        text_clear(&book.text);
        hearts_record_print(&book.text, &record);
        assert_true(hearts_record_parse(book.text.data, &again, &err));
        assert_same(&record, &again);
        text_free(&book.text);
    }
}

static void names_may_hold_any_byte_and_long_ones_are_cut(void **state) {
    (void)state;
    char every[256], longest[2 * HEARTS_NAME_TEXT];
    for (int i = 0; i < 255; i++) every[i] = (char)(i + 1);
    every[255] = '\0';
    memset(longest, 0xFF, sizeof longest);
    longest[sizeof longest - 1] = '\0';
    Book book = {.names = {every, longest, longest, longest}};
    HeartsRules rules = hearts_rules_of("paper");
    HeartsPlayer players[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) players[seat] = hearts_random_tester();
    play(&book, &rules, players, 0);
    static HeartsRecord record;
    Error err = {{0}};
    if (!hearts_record_parse(book.text.data, &record, &err)) fail_msg("%s", err.text);
    assert_string_equal(record.player[0], every);
    assert_int_equal(strlen(record.player[3]), HEARTS_NAME_TEXT - 1);
    text_free(&book.text);
}

// ---- What is wrong ----

static char *GOOD; // a line of random_book

static int prepare(void **state) {
    (void)state;
    Book book = random_book("standard", 1);
    GOOD = strndup(book.text.data, strcspn(book.text.data, "\n"));
    text_free(&book.text);
    return GOOD == NULL;
}

static int finish(void **state) {
    (void)state;
    free(GOOD);
    return 0;
}

// The good line with the value of one field replaced.
static char *with(const char *field, const char *value) {
    Text text = {0};
    const char *at = strstr(GOOD, field);
    assert_non_null(at);
    at += strlen(field);
    text_add_bytes(&text, GOOD, (size_t)(at - GOOD));
    text_add(&text, value);
    text_add(&text, at + strcspn(at, " "));
    return text.data;
}

static void messages_say_where_and_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *field, *value, *message;
    } cases[] = {
        {"rules=", "standart", "rules: there is no rules preset 'standart' (did you mean 'standard'?)"},
        {"rules=", "x/y.rules",
         "rules: 'x/y.rules' is not a preset with key=value after it, such as standard,target=50"},
        {"players=", "a|b|c", "players: four names with | between them belong here"},
        {"players=", "a|b|c|d|e", "players: more than four names"},
        {"game=", "01", "game: '01' is no whole number from 0 to"},
        {"hand=", "400", "hand: '400' is no whole number from 0 to 399"},
        {" score=", "0,0,0", "score: '0,0,0' is not four numbers with commas between them"},
        {" score=", "100,0,0,0", "score: '100' is no whole number from 0 to 99"},
        {" score=", "-0,0,0,0", "score: '-0' is written 0"},
        {" deal=", "2C", "deal: has 2 characters; 52 cards take 104, or write seed:SEED.MATCH.DEAL.HAND"},
        {" pass=", "none", "pass: in hand 0 every seat passes cards"},
        {" pass=", "2C", "pass: seat 0: 3 cards of"},
        {" pass=", "3C2C", "pass: seat 0: 2C stands out of order; clubs come first, aces low"},
        {" pass=", "2c", "pass: seat 0: '2c' is no card"},
        {" play=", "2C", "result: must be unfinished: the hand is not over after 1 of its 52 cards"},
        {" play=", "2C,", "play: trick 1 has 1 cards instead of four"},
        {" play=", "XX", "play: trick 1, card 1: 'XX' is no card"},
        {" faults=", "4:crash:0", "faults: '4' is no whole number from 0 to 3"},
        {" faults=", "0:sleep:0", "faults: 'sleep' is no cause of a fault; causes are illegal-move resigned"},
        {" faults=", "0:crash", "faults: '0:crash' is not SEAT:CAUSE:CARDS"},
        {" faults=", "1:crash:0,0:crash:0", "faults: seat 0 stands out of order"},
        {" faults=", "0:crash:52", "faults: '52' is no whole number from 0 to 51"},
        {" result=", "1,2,3,4", "result: '1,2,3,4' should be '"},
        {" result=", "unfinished", "result: a hand played to its end is not unfinished"},
        {" over=", "won,0", "over: 'won,0' should be 'no': nobody has reached 100"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *line = with(cases[i].field, cases[i].value);
        static HeartsRecord record;
        Error err = {{0}};
        memset(&record, 0x5A, sizeof record);
        assert_false(hearts_record_parse(line, &record, &err));
        if (strncmp(err.text, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("%s%s: %s", cases[i].field, cases[i].value, err.text);
        for (size_t k = 0; k < sizeof record; k++) assert_int_equal(((unsigned char *)&record)[k], 0x5A);
        free(line);
    }
}

static void a_good_line_with_any_byte_changed_lost_or_doubled_is_noticed_or_legal(void **state) {
    (void)state;
    static HeartsRecord record;
    size_t size = strlen(GOOD);
    char *line = malloc(size + 2);
    Rng rng = rng_for(3, 0, 0, 0);
    int good = 0;
    for (int i = 0; i < effort(20000, 1500); i++) {
        size_t at = rng_below(&rng, (uint32_t)size);
        strcpy(line, GOOD);
        switch (i % 3) {
        case 0: line[at] = (char)(1 + rng_below(&rng, 255)); break;
        case 1: memmove(line + at, line + at + 1, size - at); break;
        default: memmove(line + at + 1, line + at, size - at + 1);
        }
        Error err = {{0}};
        if (hearts_record_parse(line, &record, &err)) {
            assert_replays(&record);
            good++;
        } else {
            assert_true(strlen(err.text) > 5);
        }
    }
    for (size_t cut = 0; cut < size; cut++) {
        strcpy(line, GOOD);
        line[cut] = '\0';
        Error err = {{0}};
        assert_false(hearts_record_parse(line, &record, &err));
        assert_true(err.text[0]);
    }
    assert_true(good > 0);
    free(line);
}

// The hand as it stood after so many actions: its record reads back, and no hand follows it.
static void cut(const HeartsRecord *whole, int actions) {
    static HeartsRecord record, again, next;
    HeartsState state;
    HeartsLog log;
    Error err = {{0}};
    Text line = {0};
    const char *const names[] = {whole->player[0], whole->player[1], whole->player[2], whole->player[3]};
    hearts_record_deal(whole, &state, &log);
    for (int i = 0; i < actions; i++) hearts_apply(&state, &log, &whole->action[i]);
    HeartsHandRecord hand = {.deck = whole->deck, .state = &state, .log = &log, .hand = whole->hand};
    hearts_record_make(&record, &hand, names, whole->game);
    assert_true(record.unfinished && !record.game_over && record.actions == actions);
    hearts_record_print(&line, &record);
    if (!hearts_record_parse(line.data, &again, &err)) fail_msg("%s in %s", err.text, line.data);
    assert_true(again.unfinished && again.actions == actions);
    assert_same(&record, &again);
    next = *whole;
    next.hand++;
    assert_true(!whole->rules.target || !hearts_record_follows(&again, &next, &err));
    text_free(&line);
}

static void a_hand_left_at_any_action_reads_back_as_unfinished(void **state) {
    (void)state;
    static const char *const rules[] = {"standard", "standard,target=0", "paper"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        static HeartsRecord record;
        Book book = random_book(rules[i], effort(4, 2));
        char *rest = book.text.data;
        for (char *line; (line = strsep(&rest, "\n")) != NULL && *line;) {
            assert_true(hearts_record_parse(line, &record, NULL) && !record.unfinished);
            for (int at = 0; at < record.actions; at++) cut(&record, at);
        }
        text_free(&book.text);
    }
}

static void a_hand_that_does_not_follow_the_one_before_is_noticed(void **state) {
    (void)state;
    static HeartsRecord first, second;
    Book book = random_book("standard", 1);
    char *next = strchr(book.text.data, '\n');
    Error err = {{0}};
    *next++ = '\0';
    *strchr(next, '\n') = '\0';
    assert_true(hearts_record_parse(book.text.data, &first, NULL) && hearts_record_parse(next, &second, NULL));
    assert_true(hearts_record_follows(&first, &second, &err));
    second.score[2]++;
    assert_false(hearts_record_follows(&first, &second, &err));
    assert_non_null(strstr(err.text, "score: after hand 0 it is "));
    second.game++;
    assert_true(hearts_record_follows(&first, &second, &err));
    text_free(&book.text);
}

// The golden files pin what the engine and the players do. DEADWOOD_GOLDEN_UPDATE=1 writes them anew, for a change that
// means to change play.
static void compare_with_golden(const char *name, const char *first, const char *second, const char *rules_text,
                                int games) {
    Text path = {0}, golden = {0};
    Error err = {{0}};
    const char *source = getenv("SRC");
    HeartsRules rules = hearts_rules_of(rules_text);
    HeartsPlayer kind[2], players[HEARTS_SEATS];
    Book book = {.names = {first, second, first, second}};
    if (!hearts_player_open(first, &kind[0], &err) || !hearts_player_open(second, &kind[1], &err))
        fail_msg("%s", err.text);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) players[seat] = kind[seat % 2];
    for (int game = 0; game < games; game++) play(&book, &rules, players, (uint64_t)game);
    text_addf(&path, "%s/tests/golden/%s.rec", source ? source : ".", name);
    if (getenv("DEADWOOD_GOLDEN_UPDATE")) assert_true(text_write_file(path.data, book.text.data, book.text.size, &err));
    if (!text_read_file(&golden, path.data, 1 << 20, &err)) fail_msg("%s", err.text);
    assert_string_equal(book.text.data, golden.data);
    for (int i = 0; i < 2; i++) hearts_player_close(&kind[i]);
    text_free(&path), text_free(&book.text), text_free(&golden);
}

static void golden_games_are_played_as_recorded(void **state) {
    (void)state;
    compare_with_golden("hearts-random-random", "random", "random", "standard", 1);
    compare_with_golden("hearts-ducker-random", "ducker", "random", "standard", 1);
    compare_with_golden("hearts-ducker-ducker-paper", "ducker", "ducker", "paper", 8);
    compare_with_golden("hearts-ducker-random-options", "ducker", "random",
                        "standard,moon=choose,jack=10,trickless=5,hold=no,target=50", 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hand_reads_back_under_all_rules),
        cmocka_unit_test(hands_with_faults_read_back_with_seat_cause_and_place),
        cmocka_unit_test(names_may_hold_any_byte_and_long_ones_are_cut),
        cmocka_unit_test(messages_say_where_and_what_would_be_right),
        cmocka_unit_test(a_good_line_with_any_byte_changed_lost_or_doubled_is_noticed_or_legal),
        cmocka_unit_test(a_hand_left_at_any_action_reads_back_as_unfinished),
        cmocka_unit_test(a_hand_that_does_not_follow_the_one_before_is_noticed),
        cmocka_unit_test(golden_games_are_played_as_recorded),
    };
    return cmocka_run_group_tests(tests, prepare, finish);
}
