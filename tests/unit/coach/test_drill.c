// SPDX-License-Identifier: MIT
// Drills: the rule of repetition, the book, and that every shipped position is what its line says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "coach/gin/gin_drill.h"
#include "coach/hearts/hearts_drill.h"
#include "support/random.h"

enum { DAY = 24 * 3600 };

static void what_is_known_comes_later_and_what_is_not_at_once(void **state) {
    (void)state;
    static const int64_t days[] = {1, 3, 7, 21, 60, 60, 60};
    int step = 0;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) assert_int_equal(drill_wait(&step, true), days[i] * DAY);
    assert_int_equal(step, DRILL_LAST_STEP);
    assert_int_equal(drill_wait(&step, false), 600);
    assert_int_equal(step, 0);
    assert_int_equal(drill_wait(&step, true), DAY);
}

static void difficulty_is_the_share_of_levels_that_fail(void **state) {
    (void)state;
    assert_int_equal(drill_difficulty(0), 1);
    assert_int_equal(drill_difficulty(0.19), 1);
    assert_int_equal(drill_difficulty(0.5), 3);
    assert_int_equal(drill_difficulty(1), DRILL_HARDEST);
}

static const char LINE[] =
    "drill/1 game=gin kind=discard idea=safer difficulty=3 cost=0.034 own=1 step=2 due=1700000000 right=2 wrong=1 "
    "position=gin/1 such as it is\n";

static void a_line_is_read_and_printed_alike(void **state) {
    (void)state;
    Drill drill;
    Error err;
    Text text = {0};
    assert_true(drill_read(&drill, LINE, &err));
    assert_string_equal(drill.idea, "safer");
    assert_int_equal(drill.due, 1700000000);
    assert_true(drill.own && drill.step == 2 && drill.difficulty == 3);
    assert_string_equal(drill.position.data, "gin/1 such as it is");
    drill_print(&drill, &text);
    assert_string_equal(text.data, LINE);
    text_free(&text);
    drill_free(&drill);
}

static void a_damaged_book_is_refused_with_its_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"drill/2 game=gin\n", "line 1: 'drill/2 game=gin"},
        {"drill/1 game=whist kind=a idea=b\n", "there is no game 'whist'"},
        {"drill/1 game=gin kind=A idea=b\n", "small letters"},
        {"drill/1 game=gin kind=a idea=b difficulty=6 cost=1 own=0 step=0 due=0 right=0 wrong=0 position=x\n",
         "difficulty"},
        {"drill/1 game=gin kind=a idea=b difficulty=1 cost=1 own=0 step=9 due=0 right=0 wrong=0 position=x\n", "step"},
        {"drill/1 game=gin kind=a idea=b difficulty=1 cost=1 own=0 step=0 due=-1 right=0 wrong=0 position=x\n", "due"},
        {"drill/1 game=gin kind=a idea=b difficulty=1 cost=nan own=0 step=0 due=0 right=0 wrong=0 position=x\n",
         "cost"},
        {"drill/1 game=gin kind=a idea=b difficulty=1 cost=1 own=0 step=0 due=0 right=0 wrong=0 position=\n", "empty"},
        {"hand/1 game=gin id=12 when=0 luck=0 skill=0\n", "not 16 digits"},
        {"hand/1 game=gin id=0000000000000001 when=0 luck=0 skill=0 draw=2\n", "decisions,cost"},
        {"hand/1 game=gin id=0000000000000001 when=0 luck=0 skill=0 a=1,1 b=1,1 c=1,1 d=1,1 e=1,1 f=1,1 g=1,1\n",
         "more than"},
        {"\n", "line 1"},
        {"hand/1 game=gin id=0000000000000001 when=0 luck=0 skill=0", "line 1 is cut off"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        DrillBook book;
        Error err = {{0}};
        if (drill_book_read(&book, cases[i].text, &err)) fail_msg("read: %s", cases[i].text);
        if (!strstr(err.text, cases[i].says)) fail_msg("'%s' instead of '%s'", err.text, cases[i].says);
        assert_null(book.drill);
    }
    // And any line of the book cut short or with a byte changed is read or refused, but nothing else.
    Rng rng = rng_for(9, 0, 0, 0);
    for (int i = 0; i < effort(20000, 500); i++) {
        char copy[sizeof LINE];
        DrillBook book;
        memcpy(copy, LINE, sizeof LINE);
        size_t at = rng_below(&rng, sizeof LINE - 1);
        copy[at] = (char)rng_below(&rng, 128);
        if (drill_book_read(&book, copy, NULL)) drill_book_close(&book);
    }
}

static void a_book_survives_being_written(void **state) {
    (void)state;
    DrillBook book = {.drills = 0}, again;
    DrillHand hand = {.id = UINT64_C(0xFEDCBA9876543210), .when = 1700000000, .luck = -3.25, .skill = 0.5};
    Drill drill;
    Text text = {0}, same = {0};
    Error err;
    text_copy(hand.game, DRILL_GAME, "hearts");
    drill_hand_count(&hand, "lead", 0.5);
    drill_hand_count(&hand, "follow", 0);
    drill_hand_count(&hand, "lead", 0.25);
    assert_true(hand.kinds == 2 && hand.kind[0].decisions == 2 && hand.kind[0].cost > 0.74);
    assert_true(drill_read(&drill, LINE, &err));
    Drill *first = drill_book_add(&book, &drill);
    assert_true(drill_read(&drill, LINE, &err));
    assert_ptr_equal(drill_book_add(&book, &drill), first); // the same position is there once
    drill_book_add_hand(&book, &hand);
    hand.luck = 1;
    drill_book_add_hand(&book, &hand); // judged again: it takes its place
    assert_true(book.drills == 1 && book.hands == 1);
    drill_book_print(&book, &text);
    assert_true(drill_book_read(&again, text.data, &err));
    drill_book_print(&again, &same);
    assert_string_equal(text.data, same.data);
    assert_true(again.hand[0].luck > 0.99);
    text_free(&text);
    text_free(&same);
    drill_book_close(&book);
    drill_book_close(&again);
}

static void what_is_due_comes_first_then_what_is_new_and_easy(void **state) {
    (void)state;
    DrillBook book = {.drills = 0};
    DrillWish wish = {.game = "gin"};
    int64_t next;
    Drill *fresh = drill_book_next(&book, &wish, 1000, &next);
    assert_non_null(fresh);
    assert_int_equal(book.drills, 1);
    for (const char *line = drill_set("gin"); *line; line += strcspn(line, "\n") + 1) {
        Drill other;
        assert_true(drill_read(&other, line, NULL));
        assert_true(fresh->difficulty <= other.difficulty);
        drill_free(&other);
    }
    drill_answered(fresh, false, 1000);
    Drill *second = drill_book_next(&book, &wish, 1000, &next); // the first one waits
    assert_true(second && strcmp(second->position.data, book.drill[0].position.data) != 0);
    assert_int_equal(next, 1600);
    drill_answered(second, true, 1000);
    assert_ptr_equal(drill_book_next(&book, &wish, 1700, &next), &book.drill[0]);
    wish.own = true;
    assert_null(drill_book_next(&book, &wish, 1700, &next));
    Drill own;
    Error err;
    assert_true(drill_read(&own, LINE, &err));
    drill_book_add(&book, &own);
    assert_null(drill_book_next(&book, &wish, 1700, &next));
    assert_int_equal(next, 1700000000);
    wish.own = false;
    assert_true(drill_book_next(&book, &wish, 1700000000, &next)->own); // before those of the set
    wish.idea = "no-such-idea";
    assert_null(drill_book_next(&book, &wish, 1700000000, &next));
    drill_book_close(&book);
}

// Every shipped gin position is one (its cost is a third estimate, made when the answer was graded), and the answer
// behind its idea is right while the worst move is wrong.
static void shipped_positions_of_gin_have_one_answer(void **state) {
    (void)state;
    GinDrill trainer;
    Error err;
    int count = 0, ideas = 0, stride = 100 / effort(100, 20), number = 0;
    char seen[64][DRILL_WORD];
    if (!gin_drill_open(&trainer, &err)) fail_msg("%s", err.text);
    for (const char *line = drill_set("gin"); *line; line += strcspn(line, "\n") + 1, count++) {
        Drill drill;
        if (!drill_read(&drill, line, &err)) fail_msg("%s", err.text);
        assert_true(drill.difficulty >= 1 && drill.cost >= GIN_DRILL_CLEAR / 2 && !drill.own && drill.due == 0);
        int known = 0;
        while (known < ideas && strcmp(seen[known], drill.idea) != 0) known++;
        if (known == ideas) text_copy(seen[ideas++], DRILL_WORD, drill.idea);
        if (++number % (10 * stride) == 0) {
            if (!gin_drill_set_up(&trainer, drill.position.data, &err)) fail_msg("%s", err.text);
            GinAction some[GIN_MAX_CANDIDATES];
            int moves = gin_candidates(&trainer.state, NULL, some);
            gin_drill_answer(&trainer, &some[0]);
            GinAction best = trainer.advice.verdict.candidate[0].action;
            gin_drill_answer(&trainer, &best);
            assert_true(gin_drill_right(&trainer.advice));
            Text words = {0};
            gin_drill_words(&trainer.advice, card_letters, &words);
            assert_true(strncmp(words.data, "Right: ", 7) == 0);
            text_free(&words);
            int wrong = 0;
            for (int i = 0; i < moves; i++) {
                gin_drill_answer(&trainer, &some[i]);
                wrong += !gin_drill_right(&trainer.advice);
            }
            if (wrong < moves - 1) fail_msg("%d of %d moves are right: %s", moves - wrong, moves, drill.position.data);
        }
        drill_free(&drill);
    }
    gin_drill_close(&trainer);
    assert_true(count >= 50 && ideas >= 8);
}

// How many cards are graded right, of all that may be played.
static int right_cards(HeartsDrill *trainer) {
    int right = 0;
    for (CardSet rest = hearts_legal(&trainer->state); rest; rest = set_rest(rest)) {
        HeartsAction action = {.move = HEARTS_PLAY, .card = set_first(rest)};
        assert_true(hearts_drill_answer(trainer, &action));
        right += hearts_drill_right(&trainer->advice);
    }
    return right;
}

// How many passes are graded right, of all that are judged; `all` says how many those are.
static int right_passes(HeartsDrill *trainer, int *all) {
    HeartsAction first = {.move = HEARTS_GIVE};
    for (CardSet rest = trainer->state.hand[trainer->state.table.to_act]; set_count(first.give) < 3;
         rest = set_rest(rest))
        first.give |= set_of(set_first(rest));
    assert_true(hearts_drill_answer(trainer, &first));
    HeartsVerdict verdict = trainer->advice.verdict;
    int right = 0;
    *all = verdict.count;
    for (int i = 0; i < verdict.count; i++) {
        HeartsAction action = {.move = HEARTS_GIVE, .give = verdict.choice[i].give};
        assert_true(hearts_drill_answer(trainer, &action));
        right += hearts_drill_right(&trainer->advice);
    }
    return right;
}

static void shipped_positions_of_hearts_have_one_answer(void **state) {
    (void)state;
    static HeartsDrill trainer; // for its size
    Error err;
    int count = 0, passes = 0, stride = 100 / effort(100, 20);
    if (!hearts_drill_open(&trainer, &err)) fail_msg("%s", err.text);
    for (const char *line = drill_set("hearts"); *line; line += strcspn(line, "\n") + 1) {
        Drill drill;
        if (!drill_read(&drill, line, &err)) fail_msg("%s", err.text);
        bool pass = strcmp(drill.kind, "pass") == 0;
        assert_true(drill.difficulty >= 1 && drill.cost >= (pass ? 0 : HEARTS_DRILL_CLEAR / 2) && !drill.own);
        bool asked = pass ? ++passes % (10 * stride) == 1 : ++count % (10 * stride) == 0;
        if (asked && !hearts_drill_set_up(&trainer, drill.position.data, &err)) fail_msg("%s", err.text);
        int all = 0, right = !asked ? 0 : pass ? right_passes(&trainer, &all) : right_cards(&trainer);
        if (asked && (pass ? right < 1 || right > HEARTS_DRILL_PASSES || right == all : right != 1))
            fail_msg("%d answers are right: %s", right, drill.position.data);
        drill_free(&drill);
    }
    hearts_drill_close(&trainer);
    assert_true(count >= 80 && passes >= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_comes_later_and_what_is_not_at_once),
        cmocka_unit_test(difficulty_is_the_share_of_levels_that_fail),
        cmocka_unit_test(a_line_is_read_and_printed_alike),
        cmocka_unit_test(a_damaged_book_is_refused_with_its_line),
        cmocka_unit_test(a_book_survives_being_written),
        cmocka_unit_test(what_is_due_comes_first_then_what_is_new_and_easy),
        cmocka_unit_test(shipped_positions_of_gin_have_one_answer),
        cmocka_unit_test(shipped_positions_of_hearts_have_one_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
