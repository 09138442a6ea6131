// SPDX-License-Identifier: MIT
#include "engine/coach.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "coach/gin/gin_advice.h"
#include "coach/hearts/hearts_advice.h"
#include "gin/record.h"
#include "hearts/players/list/players.h"
#include "hearts/players/search/worlds.h"
#include "hearts/record.h"

struct WebCoach {
    GinRules gin_rules;
    GinJudge judge;
    GinChances *chances; // under those rules; NULL: nothing of gin is open
    GinRecord record[2]; // the last one read, and the one before
    GinPast past;        // of its game
    bool judge_open;
    GinAdvice gin_advice;
    HeartsRecord hearts_record; // the last one read
    bool hearts_open;
    HeartsEvaluation evaluation;
    HeartsPlayer champion;
    HeartsOdds odds;
    bool odds_counted;
    HeartsAdvice hearts_advice;
};

WebCoach *web_coach_open(void) { return calloc(1, sizeof(WebCoach)); }

static void leave_gin(WebCoach *coach) {
    if (coach->judge_open) gin_judge_close(&coach->judge);
    gin_chances_close(coach->chances);
    coach->chances = NULL;
    coach->judge_open = false;
}

void web_coach_close(WebCoach *coach) {
    if (!coach) return;
    leave_gin(coach);
    gin_past_close(&coach->past);
    if (coach->hearts_open) {
        hearts_evaluation_close(&coach->evaluation);
        hearts_player_close(&coach->champion);
    }
    free(coach);
}

// Each line of records without its newline, until `read` is false.
static bool each_line(const char *records, bool (*read)(void *context, const char *line, Error *err), void *context,
                      Error *err) {
    Text line = {0};
    bool good = true;
    while (good && *records) {
        size_t size = strcspn(records, "\n");
        text_clear(&line);
        text_add_bytes(&line, records, size);
        good = size == 0 || read(context, line.data, err);
        records += size + (records[size] == '\n');
    }
    text_free(&line);
    return good;
}

// ---- Gin ----

static bool open_judge(WebCoach *coach, Error *err) {
    if (!coach->judge_open)
        coach->judge_open =
            gin_judge_open(gin_judge_best(), GIN_JUDGE_ESTIMATOR, GIN_ADVICE_WORLDS, &coach->judge, err);
    return coach->judge_open;
}

static bool open_gin(WebCoach *coach, const GinRules *rules, Error *err) {
    if (coach->chances && gin_rules_equal(&coach->gin_rules, rules)) return true;
    if (!open_judge(coach, err)) return false;
    gin_chances_close(coach->chances);
    coach->gin_rules = *rules;
    coach->chances = gin_judge_chances(&coach->judge, &coach->gin_rules);
    return coach->chances || memory_sufficed(err);
}

static void put_guess(Json *json, const char *key, const float probability[CARD_COUNT]) {
    json_array(json, key);
    for (int i = 0; i < CARD_COUNT; i++) json_double(json, NULL, probability[i]);
    json_end_array(json);
}

static bool gin_line(void *context, const char *line, Error *err) {
    WebCoach *coach = context;
    coach->record[1] = coach->record[0];
    if (!gin_record_parse(line, &coach->record[0], err)) return false;
    gin_record_link(&coach->record[1], &coach->record[0], &coach->past);
    return true;
}

// What the estimator of the judge says of the other hand.
static bool guess_gin(WebCoach *coach, const char *records, Json *json, Error *err) {
    GinState state;
    GinHistory history;
    float probability[CARD_COUNT];
    GinRecord *record = &coach->record[0];
    memset(coach->record, 0, sizeof coach->record);
    if (!each_line(records, gin_line, coach, err) || !open_judge(coach, err)) return false;
    gin_record_deal(record, &state, &history);
    for (int i = 0; i < record->actions; i++) gin_apply(&state, &history, &record->action[i]);
    if (state.table.phase >= GIN_DEFEND) return error_set(err, "the cards lie open");
    GinView view = gin_view(&state, &history, state.table.to_act);
    coach->judge.estimator.policy->estimate(&coach->judge.estimator.mind, &view, probability);
    json_array(json, NULL);
    for (Seat seat = 0; seat < 2; seat++) {
        if (seat == view.seat)
            json_null(json, NULL);
        else
            put_guess(json, NULL, probability);
    }
    json_end_array(json);
    return true;
}

static void put_holders(Json *json, const HeartsView *view, const HeartsState *deals, int count) {
    json_array(json, NULL);
    for (Seat seat = 0; seat < HEARTS_SEATS; seat++) {
        float share[CARD_COUNT] = {0};
        for (int i = 0; i < count; i++)
            for (CardSet rest = deals[i].hand[seat]; rest; rest = set_rest(rest))
                share[card_index(set_first(rest))] += 1.0f / (float)count;
        if (seat == view->seat)
            json_null(json, NULL);
        else
            put_guess(json, NULL, share);
    }
    json_end_array(json);
}

static bool hearts_line(void *context, const char *line, Error *err) {
    WebCoach *coach = context;
    return hearts_record_parse(line, &coach->hearts_record, err);
}

// In how many of the deals that agree with what the seat knows each of the others holds a card; deals in which the
// plays seen so far are likely count for more.
static bool guess_hearts(WebCoach *coach, const char *records, Json *json, Error *err) {
    enum { DEALS = 256, WEIGH = 4 };
    HeartsState state;
    HeartsLog log;
    HeartsRecord *record = &coach->hearts_record;
    if (!each_line(records, hearts_line, coach, err)) return false;
    hearts_record_deal(record, &state, &log);
    for (int i = 0; i < record->actions; i++) hearts_apply(&state, &log, &record->action[i]);
    if (state.table.phase >= HEARTS_OVER) return error_set(err, "the cards lie open");
    HeartsView view = hearts_view(&state, &log, state.table.to_act);
    HeartsWorlds *worlds = hearts_worlds_open(&view);
    HeartsState *deals = malloc(DEALS * sizeof *deals);
    if (worlds && deals) {
        Rng rng = rng_for(1, 0, 0, 0);
        hearts_worlds_fill(worlds, DEALS, WEIGH, &rng, deals);
        put_holders(json, &view, deals, DEALS);
    }
    free(deals);
    hearts_worlds_close(worlds);
    return worlds && deals ? true : error_set(err, "memory ran out");
}

bool web_guess(WebCoach *coach, const char *records, Text *text, Error *err) {
    Json json = json_into(text, false);
    bool hearts = strncmp(records, "hearts/", 7) == 0;
    return (hearts ? guess_hearts : guess_gin)(coach, records, &json, err) && memory_sufficed(err);
}

bool web_advise_told_gin(WebCoach *coach, const char *rules, const GinTold *told, Text *text, Error *err) {
    GinSituation situation = {.rules = gin_rules_default()};
    if (*rules && !gin_rules_parse(rules, &situation.rules, err)) return false;
    if (!gin_situation_read(told, 1, &situation, err) || !open_gin(coach, &situation.rules, err)) return false;
    gin_advise(&coach->judge, coach->chances, &situation.state, &situation.history, NULL, 1, &coach->gin_advice);
    Json json = json_into(text, false);
    json_object(&json, NULL);
    gin_advice_json(&json, &coach->gin_advice);
    put_guess(&json, "guess", coach->gin_advice.verdict.probability);
    json_end(&json);
    return memory_sufficed(err);
}

// ---- Hearts ----

static bool open_hearts(WebCoach *coach, const HeartsRules *rules, Error *err) {
    if (!coach->hearts_open) {
        if (!hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &coach->evaluation, err)) return false;
        if (!hearts_player_open(HEARTS_ADVICE_CHAMPION, &coach->champion, err)) {
            hearts_evaluation_close(&coach->evaluation);
            return false;
        }
        coach->hearts_open = true;
    }
    if (!coach->odds_counted || !hearts_rules_equal(&coach->odds.rules, rules))
        hearts_odds_count(&coach->odds, rules, 1);
    coach->odds_counted = true;
    return true;
}

bool web_advise_told_hearts(WebCoach *coach, const char *rules, const HeartsTold *told, Text *text, Error *err) {
    HeartsSituation situation = {.rules = hearts_rules_default()};
    if (*rules && !hearts_rules_parse(rules, &situation.rules, err)) return false;
    if (!hearts_situation_read(told, &situation, err) || !open_hearts(coach, &situation.rules, err)) return false;
    HeartsView view = hearts_view(&situation.state, &situation.log, 0);
    int worlds = view.table->phase == HEARTS_PASSING ? HEARTS_ADVICE_PASS_WORLDS : HEARTS_ADVICE_WORLDS;
    HeartsAdvice *advice = &coach->hearts_advice;
    if (!hearts_advise(&coach->evaluation, &coach->odds, &coach->champion, &view, worlds, NULL, 1, advice))
        return error_set(err, "out of memory");
    Json json = json_into(text, false);
    json_object(&json, NULL);
    hearts_advice_json(&json, advice);
    json_end(&json);
    return memory_sufficed(err);
}
