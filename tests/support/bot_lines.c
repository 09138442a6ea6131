// SPDX-License-Identifier: MIT
#include "support/bot_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/random.h"

void bot_must_obey(Bot *bot, const char *line, Text *answer) {
    char copy[CGP_LINE + 1];
    Error err = {{0}};
    assert_true(strlen(line) < CGP_LINE);
    text_copy(copy, sizeof copy, line);
    if (!bot_obey(bot, copy, answer, &err)) fail_msg("'%s': %s", line, err.text);
}

void bot_must_obey_all(Bot *bot, Text *lines, Text *answer) {
    static const char *const later[] = {"weather sunny with a chance of hearts", "ev 2 sneezes loudly"};
    unsigned count = 0;
    for (char *at = lines->data, *end; at && *at; at = end + 1) {
        end = strchr(at, '\n');
        *end = '\0';
        bot_must_obey(bot, at, answer);
        bot_must_obey(bot, later[count++ % 2], answer);
    }
    text_clear(lines);
}

char *bot_must_answer(Bot *bot, uint32_t id, const char *go, Text *answer) {
    char expected[32];
    snprintf(expected, sizeof expected, "move %u ", id);
    text_clear(answer);
    bot_must_obey(bot, go, answer);
    assert_memory_equal(answer->data, expected, strlen(expected));
    answer->data[--answer->size] = '\0';
    return answer->data + strlen(expected);
}

void bot_must_refuse(const Bot *fresh, const BotRefusal *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Bot bot = *fresh;
        char copy[CGP_LINE], *line = copy;
        Text answer = {0};
        Error err = {{0}};
        bool good = true;
        text_copy(copy, sizeof copy, cases[i].lines);
        while (good && line) {
            char *end = strchr(line, '\n');
            if (end) *end = '\0';
            good = bot_obey(&bot, line, &answer, &err);
            line = end && end[1] ? end + 1 : NULL;
        }
        if (good || line || !strstr(err.text, cases[i].words))
            fail_msg("%s\n'%s' %s '%s'", cases[i].lines, err.text, line ? "too early, or without" : "is without",
                     cases[i].words);
        assert_int_equal(answer.size, 0);
        bot_forget(&bot);
        text_free(&answer);
    }
}

void bot_must_survive(Bot *bot, uint64_t seed, const char *deal, const char *const *pieces, uint32_t count) {
    Rng rng = rng_for(seed, 0, 0, 0);
    for (int i = 0; i < effort(200000, 5000); i++) {
        char line[CGP_LINE] = "";
        Text answer = {0}, sensible = {0};
        Error err;
        if (i % 8 == 0) { // so that events mean something
            text_add(&sensible, deal);
            for (char *at = sensible.data, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
                *end = '\0';
                assert_true(bot_obey(bot, at, &answer, &err));
            }
        }
        int words = 1 + (int)rng_below(&rng, 9);
        for (int word = 0; word < words; word++) {
            const char *piece = word == 0 && rng_below(&rng, 2) ? "ev" : pieces[rng_below(&rng, count)];
            strcat(strcat(line, word ? " " : ""), piece);
        }
        bot_obey(bot, line, &answer, &err);
        text_free(&answer);
        text_free(&sensible);
    }
}
