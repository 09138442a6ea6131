// SPDX-License-Identifier: MIT
// Many rows of bytes at once answer as one by one, and choices follow from answers.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "learn/net/choice.h"
#include "learn/net/net_rows.h"
#include "support/random.h"

static void rows_together_answer_as_one_by_one_to_the_bit(void **state) {
    (void)state;
    static const char *const nets[] = {"20 7l",       "20 20r+ 7l", "64 33r 17t 5s",     "130 40n 40n+ 40n+ 106l",
                                       "8 8n 8t+ 3m", "9 1s",       "896 96n 96n+ 106l", "32 64l 64s+ 16l"};
    for (size_t k = 0; k < sizeof nets / sizeof *nets; k++) {
        Net *net = net_make(nets[k], 5 + k, NULL);
        assert_non_null(net);
        int in = net_inputs(net), out = net_outputs(net);
        for (int times = 0; times < effort(20, 3); times++) {
            Rng rng = rng_for(1, k, (uint64_t)times, 0);
            int rows = 1 + (int)rng_below(&rng, 130);
            uint8_t *bytes = malloc((size_t)rows * (size_t)in);
            float *many = malloc(sizeof(float) * (size_t)rows * (size_t)out),
                  *one = malloc(sizeof(float) * (size_t)out);
            assert_true(bytes && many && one);
            uint32_t often = 1 + rng_below(&rng, 8);
            for (int i = 0; i < rows * in; i++) bytes[i] = (uint8_t)(rng_below(&rng, often) ? 0 : rng_below(&rng, 256));
            net_apply_rows(net, rows, bytes, many);
            for (int r = 0; r < rows; r++) {
                net_apply_bytes(net, bytes + (size_t)r * (size_t)in, one);
                for (int i = 0; i < out; i++)
                    if (many[r * out + i] != one[i])
                        fail_msg("%s: row %d of %d, output %d: %a, alone %a", nets[k], r, rows, i,
                                 (double)many[r * out + i], (double)one[i]);
            }
            free(bytes);
            free(many);
            free(one);
        }
        net_close(net);
    }
}

static void choices_are_legal_and_follow_their_probabilities(void **state) {
    (void)state;
    enum { CHOICES = 20 };
    for (int times = 0; times < effort(200, 20); times++) {
        Rng rng = rng_for(2, 0, (uint64_t)times, 0);
        float outputs[CHOICES], probability[CHOICES];
        uint8_t legal[3] = {0};
        for (int i = 0; i < CHOICES; i++) {
            outputs[i] = (float)rng_below(&rng, 9) - 4;
            if (rng_below(&rng, 2) || i == 7) legal[i / 8] |= (uint8_t)(1 << i % 8);
        }
        int best = choice_best(outputs, legal, CHOICES);
        assert_true(choice_is_legal(legal, best));
        float top = outputs[best];
        for (int i = 0; i < CHOICES; i++)
            if (choice_is_legal(legal, i)) assert_true(outputs[i] < top || (outputs[i] == top && i >= best));
        choice_probabilities(outputs, legal, CHOICES, 0.7f, probability);
        double sum = 0, real = 0;
        for (int i = 0; i < CHOICES; i++)
            if (choice_is_legal(legal, i)) real += exp(((double)outputs[i] - (double)top) / (double)0.7f);
        for (int i = 0; i < CHOICES; i++) {
            double expected =
                choice_is_legal(legal, i) ? exp(((double)outputs[i] - (double)top) / (double)0.7f) / real : 0;
            assert_true(fabs((double)probability[i] - expected) < 1e-6);
            sum += (double)probability[i];
            if (probability[i] > 0)
                assert_int_equal(choice_at(probability, CHOICES, sum - (double)probability[i] / 2), i);
        }
        assert_true(choice_is_legal(legal, choice_at(probability, CHOICES, 0)));
        assert_true(choice_is_legal(legal, choice_at(probability, CHOICES, 1)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_together_answer_as_one_by_one_to_the_bit),
        cmocka_unit_test(choices_are_legal_and_follow_their_probabilities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
