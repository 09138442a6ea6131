// SPDX-License-Identifier: MIT
// Analysis of records: the identity of luck and skill, the same for any number of threads, weaker players make dearer
// mistakes.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/gin/analysis_report.h"
#include "gin/players/list/players.h"
#include "support/random.h"

enum { MOST_RECORDS = 400 };

typedef struct Book {
    GinRecord *record;
    int count;
    const GinRules *rules;
    const char *name[2];
    uint64_t game;
} Book;

static void keep(void *context, const GinHandRecord *hand) {
    Book *book = context;
    if (book->count < MOST_RECORDS)
        gin_record_make(&book->record[book->count++], hand, book->rules, book->name, book->game);
}

// Games of two players, as records. The caller frees book->record.
static void play_games(Book *book, const char *rules_text, const char *first, const char *second, int games) {
    static GinRules rules;
    GinPlayer players[2] = {{0}, {0}};
    Error err = {{0}};
    if (!gin_rules_parse(rules_text, &rules, &err) || !gin_player_open(first, &players[0], &err) ||
        !gin_player_open(second, &players[1], &err))
        fail_msg("%s", err.text);
    *book = (Book){.record = calloc(MOST_RECORDS, sizeof(GinRecord)), .rules = &rules, .name = {first, second}};
    for (int i = 0; i < games; i++) {
        GinGamePlan plan = {.rules = &rules, .seed = 4, .deal = (uint64_t)i, .game = (uint64_t)i, .watch = keep};
        GinGameResult result;
        plan.context = book;
        book->game = (uint64_t)i;
        gin_play_game(&plan, players, &result);
    }
    for (int i = 0; i < 2; i++) gin_player_close(&players[i]);
}

static AnalysisHand *analysed(const Book *book, int worlds, int threads, const char *player) {
    AnalysisPlan plan = {GIN_JUDGE_PLAYER, GIN_JUDGE_ESTIMATOR, worlds, 1, threads, player};
    Error err = {{0}};
    Analyzer *analyzer = analyzer_open(&plan, &err);
    if (!analyzer) fail_msg("%s", err.text);
    AnalysisHand *hands = calloc(MOST_RECORDS, sizeof *hands);
    if (!analyzer_hands(analyzer, book->record, book->count, hands, NULL, NULL, &err)) fail_msg("%s", err.text);
    analyzer_close(analyzer);
    return hands;
}

static void let_go(Book *book, AnalysisHand *hands) {
    for (int i = 0; i < book->count; i++) analysis_hand_free(&hands[i]);
    free(hands);
    free(book->record);
}

static void assert_near(double a, double b) {
    if (!(fabs(a - b) < 1e-9)) fail_msg("%.12f is not %.12f", a, b);
}

static void check_identity(const AnalysisHand *hand) {
    for (int seat = 0; seat < 2; seat++) {
        const AnalysisSeat *it = &hand->seat[seat], *other = &hand->seat[seat ^ 1];
        assert_near(it->result.points, it->expected.points + it->skill.points - other->skill.points + it->luck.points);
        assert_near(it->result.win, it->expected.win + it->skill.win - other->skill.win + it->luck.win);
        assert_near(it->luck.points, -other->luck.points);
        assert_near(it->luck.win, -other->luck.win);
        GinWorth from = {0, 0}, cost = {0, 0}, skill = {0, 0};
        for (int i = 0; i < LUCKS; i++) from = gin_worth_sum(from, it->from[i]);
        assert_near(from.points, it->luck.points);
        assert_near(from.win, it->luck.win);
        int decisions = 0, graded = 0;
        for (int i = 0; i < hand->count; i++) {
            if (hand->step[i].seat != seat) continue;
            cost = gin_worth_sum(cost, hand->step[i].verdict.cost);
            skill = gin_worth_sum(skill, hand->step[i].verdict.skill);
            decisions++;
        }
        for (int i = 0; i < GRADES; i++) graded += it->grade[i];
        assert_int_equal(decisions, it->decisions);
        assert_int_equal(decisions, graded);
        assert_near(cost.win, it->cost.win);
        if (hand->record->faulty != seat) assert_near(skill.win, it->skill.win);
    }
}

static void luck_and_skill_make_the_result(void **state) {
    (void)state;
    static const char *const rules[] = {"contest", "pagat", "oklahoma", "contest,starter=winner"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        Book book;
        play_games(&book, rules[i], "simple", "mix:draw=random,knock=random", 2);
        AnalysisHand *hands = analysed(&book, 64, 1, NULL);
        for (int j = 0; j < book.count; j++) {
            const GinRecord *record = &book.record[j];
            check_identity(&hands[j]);
            // From hand to hand the chance to win goes on where it was, until somebody has won.
            for (int seat = 0; seat < 2; seat++) {
                double after = hands[j].seat[seat].result.win;
                if (record->game_over)
                    assert_near(after, record->game_winner == seat);
                else
                    assert_near(after, hands[j + 1].seat[seat].expected.win);
            }
        }
        let_go(&book, hands);
    }
}

// Who leaves has lost by his own doing.
static void a_forfeit_is_nobodys_luck(void **state) {
    (void)state;
    Book book;
    play_games(&book, "contest", "simple", "simple", 1);
    book.count = 1;
    GinRecord *record = &book.record[0];
    record->actions = record->actions / 2;
    record->faulty = 1;
    record->fault = FAULT_RESIGN;
    record->result = (GinResult){0};
    record->game_over = true;
    record->game_winner = 0;
    AnalysisHand *hands = analysed(&book, 64, 1, NULL);
    check_identity(&hands[0]);
    assert_near(hands[0].seat[1].result.win, 0);
    assert_near(hands[0].seat[0].result.win, 1);
    assert_true(hands[0].seat[1].skill.win < -0.2);
    let_go(&book, hands);
}

static void threads_change_nothing(void **state) {
    (void)state;
    Book book;
    play_games(&book, "contest", "simple", "greedy", 1);
    AnalysisHand *one = analysed(&book, 100, 1, NULL), *many = analysed(&book, 100, 4, NULL);
    for (int i = 0; i < book.count; i++) {
        assert_int_equal(one[i].count, many[i].count);
        assert_memory_equal(one[i].step, many[i].step, (size_t)one[i].count * sizeof(AnalysisStep));
        assert_memory_equal(one[i].seat, many[i].seat, sizeof one[i].seat);
        analysis_hand_free(&many[i]);
    }
    free(many);
    let_go(&book, one);
}

static void one_player_alone_can_be_judged(void **state) {
    (void)state;
    Book book;
    play_games(&book, "contest", "simple", "greedy", 1);
    AnalysisHand *hands = analysed(&book, 64, 1, "greedy");
    for (int i = 0; i < book.count; i++) {
        assert_false(hands[i].seat[0].judged);
        assert_int_equal(hands[i].seat[0].decisions, 0);
        assert_true(hands[i].seat[1].judged);
        check_identity(&hands[i]);
    }
    let_go(&book, hands);
}

// Per hand: what came from one source of luck, or from skill, to both seats.
static double mean_of(const AnalysisHand *hands, int count, int source, double *error) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        double both = 0;
        for (int seat = 0; seat < 2; seat++) {
            const AnalysisSeat *it = &hands[i].seat[seat];
            both += source < LUCKS ? it->from[source].points : it->skill.points;
        }
        sum += both;
        squares += both * both;
    }
    *error = sqrt((squares / count - sum / count * sum / count) / (count - 1));
    return sum / count;
}

// Where the judge's player plays itself nothing is skill, and luck of every kind is good as often as bad.
static void luck_is_fair(void **state) {
    (void)state;
    static const char *const names[LUCKS + 1] = {"deal", "draws", "opponent", "showdown", "skill"};
    Book book;
    play_games(&book, "contest", GIN_JUDGE_PLAYER, GIN_JUDGE_PLAYER, effort(45, 6));
    AnalysisHand *hands = analysed(&book, 64, 2, NULL);
    for (int i = 0; i <= LUCKS; i++) {
        double error, mean = mean_of(hands, book.count, i, &error);
        print_message("%d hands, %s: %+.2f +- %.2f points\n", book.count, names[i], mean, error);
        assert_true(fabs(mean) <= 3 * error);
    }
    let_go(&book, hands);
}

// Between players of different strength the difference is skill, not luck.
static void the_better_player_is_not_lucky(void **state) {
    (void)state;
    Book book;
    play_games(&book, "contest", "heisenbot", "mix:draw=random", effort(30, 4));
    AnalysisHand *hands = analysed(&book, 64, 2, NULL);
    AnalysisTotal total = {.hands = 0};
    for (int i = 0; i < book.count; i++) analysis_total_add(&total, &hands[i].seat[0]);
    double error, luck = analysis_a_hand(&total, FIGURE_LUCK, &error);
    double won = (total.sum.result.points - total.sum.expected.points) / book.count;
    print_message("%d hands: won %+.2f, luck %+.2f +- %.2f points a hand\n", book.count, won, luck, error);
    assert_true(fabs(luck) <= 3 * error);
    let_go(&book, hands);
}

static void totals_are_means_with_their_errors(void **state) {
    (void)state;
    AnalysisTotal total = {.hands = 0};
    static const struct {
        int decisions, fine;
        double cost, luck;
    } hands[] = {{4, 4, 0, 6}, {10, 8, 5, -3}, {6, 6, 0, 3}};
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        AnalysisSeat seat = {.judged = true, .decisions = hands[i].decisions};
        seat.grade[GRADE_FINE] = hands[i].fine;
        seat.cost.points = hands[i].cost;
        seat.luck.points = hands[i].luck;
        analysis_total_add(&total, &seat);
    }
    analysis_total_add(&total, &(AnalysisSeat){.judged = false, .luck = {100, 0}});
    double error;
    assert_int_equal(total.hands, 3);
    assert_near(analysis_a_hand(&total, FIGURE_LUCK, &error), 2);
    assert_near(error, sqrt((16 + 25 + 1) / 2.0 / 3));
    assert_near(analysis_a_decision(&total, FIGURE_ERRORS, &error), 0.1);
    assert_near(analysis_a_decision(&total, FIGURE_COST, &error), 0.25);
    // What the hands leave over at a quarter a decision: -1, 2.5 and -1.5.
    assert_near(error, sqrt((1 + 6.25 + 2.25) * 3 / 2.0) / 20);
}

static double cost_of(const char *player) {
    Book book;
    play_games(&book, "contest", player, player, effort(3, 1));
    if (book.count > 30) book.count = 30;
    AnalysisHand *hands = analysed(&book, 400, 2, NULL);
    double cost = 0;
    int decisions = 0;
    for (int i = 0; i < book.count; i++)
        for (int seat = 0; seat < 2; seat++) {
            cost += hands[i].seat[seat].cost.points;
            decisions += hands[i].seat[seat].decisions;
        }
    let_go(&book, hands);
    return cost / decisions;
}

static void weaker_players_make_dearer_mistakes(void **state) {
    (void)state;
    double by_chance = cost_of("random"), simple = cost_of("simple");
    assert_true(by_chance > 2 * simple);
    assert_true(simple > 0);
}

static void words_say_what_happened(void **state) {
    (void)state;
    static const struct {
        int grade[GRADES];
        const char *words;
    } cases[] = {
        {{9, 0, 0, 0}, "no mistakes"},
        {{9, 0, 3, 0}, "three mistakes"},
        {{9, 1, 0, 1}, "one blunder and one inaccuracy"},
        {{9, 2, 13, 2}, "two blunders, 13 mistakes and two inaccuracies"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text text = {0};
        words_grades(&text, cases[i].grade);
        assert_string_equal(text.data, cases[i].words);
        text_free(&text);
    }
}

static bool holds(const Text *text, const char *words) { return text->data && strstr(text->data, words); }

// Reports of a hand full of mistakes hold what they should, in every form.
static void reports_are_whole(void **state) {
    (void)state;
    Book book;
    play_games(&book, "pagat", "random", "simple", 1);
    if (book.count > 6) book.count = 6;
    AnalysisHand *hands = analysed(&book, 64, 1, NULL);
    Text text = {0}, body = {0}, page = {0}, document = {0};
    Json json = json_into(&document, false);
    json_array(&json, NULL);
    AnalysisPlan plan = {GIN_JUDGE_PLAYER, GIN_JUDGE_ESTIMATOR, 64, 1, 1, NULL};
    for (int i = 0; i < book.count; i++) {
        analysis_hand_text(&text, card_letters, &hands[i], true);
        analysis_html_hand(&body, &hands[i]);
        analysis_hand_json(&json, &hands[i]);
    }
    json_end_array(&json);
    AnalysisTotal total = {.hands = 0};
    analysis_total_add(&total, &hands[0].seat[0]);
    analysis_html_page(&page, "<&>", &plan, (const char *[]){"random"}, &total, 1, &body);
    assert_true(holds(&text, "better:"));
    assert_true(holds(&text, "opponent held"));
    assert_true(holds(&page, "&lt;&amp;&gt;</h1>"));
    assert_true(holds(&page, "</html>"));
    assert_true(holds(&document, "\"luck_from\""));
    text_free(&text);
    text_free(&body);
    text_free(&page);
    text_free(&document);
    let_go(&book, hands);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_and_skill_make_the_result),
        cmocka_unit_test(a_forfeit_is_nobodys_luck),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(one_player_alone_can_be_judged),
        cmocka_unit_test(luck_is_fair),
        cmocka_unit_test(the_better_player_is_not_lucky),
        cmocka_unit_test(totals_are_means_with_their_errors),
        cmocka_unit_test(weaker_players_make_dearer_mistakes),
        cmocka_unit_test(words_say_what_happened),
        cmocka_unit_test(reports_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
