// SPDX-License-Identifier: MIT
// The curve of a game: its line, its turning points, its mistakes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "coach/curve.h"

static GameCurve curve;

static void draw(const double *win, const double *cost, int count) {
    curve_close(&curve);
    for (int i = 0; i < count; i++) {
        CurvePoint point = {.win = win[i], .hand = 1 + i / 3, .turn = 1 + i, .cost = cost[i]};
        text_addf(&point.words, "move %d", i);
        curve_add(&curve, &point);
    }
}

static void a_line_has_a_bar_for_every_point_or_is_thinned_out(void **state) {
    (void)state;
    static const double win[] = {0.5, 0, 1, 0.24, 0.99}, none[5] = {0};
    Text line = {0};
    draw(win, none, 5);
    curve_line(&curve, false, 40, &line);
    assert_string_equal(line.data, "50929");
    text_clear(&line);
    curve_line(&curve, true, 40, &line);
    assert_string_equal(line.data, "▅▁█▂█");
    text_clear(&line);
    curve_line(&curve, false, 3, &line);
    assert_string_equal(line.data, "599");
    text_free(&line);
}

static void turning_points_come_by_size_and_mistakes_by_cost(void **state) {
    (void)state;
    static const double win[] = {0.5, 0.52, 0.3, 0.3, 0.9, 0.9, 0.88}, cost[] = {0, 0.2, 0, 0.01, 0, 0.2, 0};
    Text lines[8];
    draw(win, cost, 7);
    assert_int_equal(curve_turns(&curve, lines, 8), 2); // changes of less than five in a hundred are none
    assert_string_equal(lines[0].data, "2.4: 30% to 90%: move 3");
    assert_string_equal(lines[1].data, "1.2: 52% to 30%: move 1");
    for (int i = 0; i < 2; i++) text_free(&lines[i]);
    assert_int_equal(curve_mistakes(&curve, lines, 8), 3); // equal ones in their order, each once
    assert_string_equal(lines[0].data, "1.2: move 1");
    assert_string_equal(lines[1].data, "2.6: move 5");
    assert_string_equal(lines[2].data, "2.4: move 3");
    for (int i = 0; i < 3; i++) text_free(&lines[i]);
    assert_int_equal(curve_mistakes(&curve, lines, 1), 1);
    text_free(&lines[0]);
}

static void more_points_than_there_is_room_for_are_left_out(void **state) {
    (void)state;
    curve_close(&curve);
    for (int i = 0; i < CURVE_POINTS + 9; i++) {
        CurvePoint point = {.win = 0.5};
        text_add(&point.words, "x");
        curve_add(&curve, &point);
    }
    assert_int_equal(curve.points, CURVE_POINTS);
    Text lines[2];
    assert_int_equal(curve_turns(&curve, lines, 2), 0);
    curve_close(&curve);
    assert_int_equal(curve_turns(&curve, lines, 2), 0);
    assert_int_equal(curve_mistakes(&curve, lines, 2), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_a_bar_for_every_point_or_is_thinned_out),
        cmocka_unit_test(turning_points_come_by_size_and_mistakes_by_cost),
        cmocka_unit_test(more_points_than_there_is_room_for_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
