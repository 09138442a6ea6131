// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/app.h"
#include "app/teach/advise.h"
#include "app/teach/cards.h"
#include "base/memory.h"
#include "coach/gin/gin_advice.h"
#include "coach/gin/gin_situation.h"

static bool read_gin_situation(const AppArgs *args, uint64_t seed, GinSituation *situation, Error *err) {
    Text hand = {0};
    const char *rules = app_option(args, "--rules");
    situation->rules = gin_rules_default();
    if (rules && !gin_rules_parse(rules, &situation->rules, err)) return error_prefix(err, "--rules");
    advise_words(args, &hand);
    GinTold told = {
        .hand = hand.data,
        .upcard = app_option(args, "--upcard"),
        .seen = app_option(args, "--seen"),
        .took = app_option(args, "--took"),
        .shown = app_option(args, "--shown"),
        .score = app_option(args, "--score"),
        .passed = app_switch(args, "--passed"),
    };
    bool good = gin_situation_read(&told, seed, situation, err);
    text_free(&hand);
    return good;
}

static int print_gin(const AppArgs *args, const GinAdvice *advice, uint64_t seed) {
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        json_uint(&json, "seed", seed);
        gin_advice_json(&json, advice);
        json_end(&json);
        text_add(&text, "\n");
    } else {
        gin_advice_text(&text, app_colour() ? card_colour : card_letters, advice,
                        app_switch(args, "--all") ? GIN_MAX_CANDIDATES : ADVISE_SHOWN);
    }
    int code = advise_print(args, &text);
    text_free(&text);
    return code;
}

static int run_advise_gin(const AppArgs *args) {
    static GinSituation situation; // for its size
    static GinAdvice advice;
    const char *spec = app_option(args, "--judge");
    GinJudge judge;
    Error err = {{0}};
    uint64_t seed;
    int worlds;
    if (!spec) spec = gin_judge_best();
    bool best = strcmp(spec, GIN_JUDGE_CHAMPION) == 0;
    if (!advise_number(args, best ? GIN_ADVICE_WORLDS : GIN_ADVICE_PLAIN_WORLDS, &worlds, &seed, &err) ||
        !read_gin_situation(args, seed, &situation, &err) ||
        !gin_judge_open(spec, GIN_JUDGE_ESTIMATOR, worlds, &judge, &err))
        return app_fail(APP_USAGE, &err);
    GinChances *chances = gin_judge_chances(&judge, &situation.rules);
    if (chances) gin_advise(&judge, chances, &situation.state, &situation.history, NULL, seed, &advice);
    gin_chances_close(chances);
    gin_judge_close(&judge);
    return memory_sufficed(&err) ? print_gin(args, &advice, seed) : app_fail(APP_FAILED, &err);
}

const AdviseGame advise_gin = {
    .run = run_advise_gin,
    .only = {"--upcard", "--took", "--shown", "--passed", "--judge"},
};
