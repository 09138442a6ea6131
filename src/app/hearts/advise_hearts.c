// SPDX-License-Identifier: MIT
#include "app/app.h"
#include "app/teach/advise.h"

#include "app/teach/cards.h"
#include "coach/hearts/hearts_advice.h"
#include "coach/hearts/hearts_situation.h"
#include "hearts/players/list/players.h"

static bool read_hearts(const AppArgs *args, HeartsSituation *situation, Error *err) {
    Text hand = {0};
    const char *rules = app_option(args, "--rules");
    situation->rules = hearts_rules_default();
    if (rules && !hearts_rules_parse(rules, &situation->rules, err)) return error_prefix(err, "--rules");
    advise_words(args, &hand);
    HeartsTold told = {
        .hand = hand.data,
        .trick = app_option(args, "--trick"),
        .seen = app_option(args, "--seen"),
        .way = app_option(args, "--pass"),
        .given = app_option(args, "--given"),
        .received = app_option(args, "--received"),
        .score = app_option(args, "--score"),
    };
    bool good = hearts_situation_read(&told, situation, err);
    text_free(&hand);
    return good;
}

static int print_hearts(const AppArgs *args, const HeartsAdvice *advice, uint64_t seed) {
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        json_uint(&json, "seed", seed);
        hearts_advice_json(&json, advice);
        json_end(&json);
        text_add(&text, "\n");
    } else {
        hearts_advice_text(&text, app_colour() ? card_colour : card_letters, advice,
                           app_switch(args, "--all") ? HEARTS_CHOICES : ADVISE_SHOWN);
    }
    int code = advise_print(args, &text);
    text_free(&text);
    return code;
}

static int run_advise_hearts(const AppArgs *args) {
    static HeartsSituation situation; // for its size
    static HeartsAdvice advice;
    static HeartsOdds odds;
    HeartsEvaluation evaluation = {0};
    HeartsPlayer champion = {0};
    Error err = {{0}};
    uint64_t seed;
    int worlds;
    if (!read_hearts(args, &situation, &err)) return app_fail(APP_USAGE, &err);
    bool passing = situation.state.table.phase == HEARTS_PASSING;
    if (!advise_number(args, passing ? HEARTS_ADVICE_PASS_WORLDS : HEARTS_ADVICE_WORLDS, &worlds, &seed, &err))
        return app_fail(APP_USAGE, &err);
    bool good = hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &evaluation, &err) &&
                hearts_player_open(HEARTS_ADVICE_CHAMPION, &champion, &err);
    HeartsView view = hearts_view(&situation.state, &situation.log, 0);
    if (good) {
        hearts_odds_count(&odds, &situation.rules, 1);
        good = hearts_advise(&evaluation, &odds, &champion, &view, worlds, NULL, seed, &advice) ||
               error_set(&err, "out of memory");
    }
    hearts_player_close(&champion);
    hearts_evaluation_close(&evaluation);
    return good ? print_hearts(args, &advice, seed) : app_fail(APP_FAILED, &err);
}

const AdviseGame advise_hearts = {
    .run = run_advise_hearts,
    .only = {"--trick", "--pass", "--given", "--received"},
};
