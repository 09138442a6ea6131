// SPDX-License-Identifier: MIT
// Advice for a decision of a game, by the coach.
#include <stdlib.h>

#include "api/gin/api_gin_internal.h"
#include "api/hearts/api_hearts_internal.h"
#include "base/memory.h"
#include "coach/gin/gin_advice.h"
#include "coach/gin/gin_situation.h"
#include "coach/hearts/hearts_advice.h"
#include "hearts/players/list/players.h"
#include "wire/gin/gin_lines.h"
#include "wire/hearts/hearts_lines.h"

enum { LEAST_WORLDS = 64, MOST_WORLDS = 100000, MOVE_TEXT = 128 };

// One game's parts are open.
struct deadwood_coach {
    ApiGame game;
    int worlds; // 0: as many as the coach finds right
    GinRules gin_rules;
    GinJudge judge;
    GinChances *chances;
    HeartsRules hearts_rules;
    HeartsEvaluation evaluation;
    HeartsOdds *odds;
    HeartsPlayer champion;
};

static bool open_gin_coach(deadwood_coach *coach, const char *rules, Error *err) {
    coach->gin_rules = gin_rules_default();
    if (rules && !gin_rules_parse(rules, &coach->gin_rules, err)) return false;
    int worlds = coach->worlds ? coach->worlds : GIN_ADVICE_WORLDS;
    if (!gin_judge_open(gin_judge_best(), GIN_JUDGE_ESTIMATOR, worlds, &coach->judge, err)) return false;
    if (!coach->judge.champion && !coach->worlds) coach->judge.worlds = GIN_ADVICE_PLAIN_WORLDS;
    coach->chances = gin_judge_chances(&coach->judge, &coach->gin_rules);
    return coach->chances || error_set(err, "out of memory");
}

static bool open_hearts_coach(deadwood_coach *coach, const char *rules, Error *err) {
    coach->hearts_rules = hearts_rules_default();
    if (rules && !hearts_rules_parse(rules, &coach->hearts_rules, err)) return false;
    if (!hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &coach->evaluation, err)) return false;
    if (!hearts_player_open(HEARTS_ADVICE_CHAMPION, &coach->champion, err)) return false;
    coach->odds = malloc(sizeof *coach->odds);
    if (!coach->odds) return error_set(err, "out of memory");
    hearts_odds_count(coach->odds, &coach->hearts_rules, 1);
    return true;
}

deadwood_coach *deadwood_coach_open(const deadwood_context *dw, const char *game, const char *rules,
                                    const char *options, deadwood_error *err) {
    ApiOption option = {.key = "worlds", .low = 0, .high = MOST_WORLDS, .whole = true};
    ApiScope scope;
    ApiGame which;
    Error why = {{0}};
    if (!dw) {
        api_null(err, __func__, "dw");
        return NULL;
    }
    if (!api_game_find(game, &which, err) || !api_options_read(options, &option, 1, err)) return NULL;
    if (option.value > 0 && option.value < LEAST_WORLDS) option.value = LEAST_WORLDS;
    deadwood_coach *coach = calloc(1, sizeof *coach);
    if (!coach) {
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        return NULL;
    }
    coach->game = which;
    coach->worlds = (int)option.value;
    bool entered = api_scope_enter(&scope, dw, err);
    bool good =
        entered && (which == API_GIN ? open_gin_coach(coach, rules, &why) : open_hearts_coach(coach, rules, &why));
    if (entered) api_scope_leave(&scope, NULL);
    if (good && api_sufficed(err) == DEADWOOD_OK) return coach;
    if (entered && !good) api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    deadwood_coach_close(coach);
    return NULL;
}

void deadwood_coach_close(deadwood_coach *coach) {
    if (!coach) return;
    if (coach->judge.player.choose) gin_judge_close(&coach->judge);
    gin_chances_close(coach->chances);
    hearts_player_close(&coach->champion);
    hearts_evaluation_close(&coach->evaluation);
    free(coach->odds);
    free(coach);
}

// ---- Advice ----

static int advise_gin(const deadwood_coach *coach, const ApiGinGame *game, const char *played, Json *json,
                      deadwood_error *err) {
    Error why = {{0}};
    GinAction action, some[GIN_MAX_CANDIDATES];
    char words[MOVE_TEXT];
    if (!gin_rules_equal(&game->rules, &coach->gin_rules))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "the coach was opened for other rules than the game's");
    if (game->state.table.phase >= GIN_DEFEND || gin_candidates(&game->state, NULL, some) < 2)
        return api_fail(err, DEADWOOD_E_STATE, "there is nothing to decide");
    if (played && (!text_copy(words, sizeof words, played) || !gin_lines_parse_move(words, &action, &why)))
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    if (played && !gin_is_legal(&game->state, &action)) {
        gin_explain(&game->state, &action, &why);
        return api_fail_as(err, DEADWOOD_E_ILLEGAL, &why);
    }
    GinAdvice *advice = malloc(sizeof *advice);
    if (!advice) return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    uint64_t key = rng_key(game->common.seed, game->common.hand, (uint64_t)game->common.actions);
    gin_advise(&coach->judge, coach->chances, &game->state, &game->history, played ? &action : NULL, key, advice);
    gin_advice_json(json, advice);
    free(advice);
    return DEADWOOD_OK;
}

static int advise_hearts(const deadwood_coach *coach, const ApiHeartsGame *game, const char *played, Json *json,
                         deadwood_error *err) {
    Error why = {{0}};
    HeartsAction action;
    char words[MOVE_TEXT];
    bool passing = game->state.table.phase == HEARTS_PASSING;
    if (!hearts_rules_equal(&game->rules, &coach->hearts_rules))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "the coach was opened for other rules than the game's");
    if (game->state.table.phase == HEARTS_OVER || (!passing && !set_rest(hearts_legal(&game->state))))
        return api_fail(err, DEADWOOD_E_STATE, "there is nothing to decide");
    if (played && (!text_copy(words, sizeof words, played) || !hearts_lines_parse_move(words, &action, &why)))
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    if (played && !hearts_is_legal(&game->state, &action)) {
        hearts_explain(&game->state, &action, &why);
        return api_fail_as(err, DEADWOOD_E_ILLEGAL, &why);
    }
    HeartsAdvice *advice = malloc(sizeof *advice);
    if (!advice) return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    HeartsView view = hearts_view(&game->state, &game->log, game->state.table.to_act);
    uint64_t key = rng_key(game->common.seed, game->common.hand, (uint64_t)game->common.actions);
    int worlds = coach->worlds ? coach->worlds : passing ? HEARTS_ADVICE_PASS_WORLDS : HEARTS_ADVICE_WORLDS;
    bool good = hearts_advise(&coach->evaluation, coach->odds, &coach->champion, &view, worlds, played ? &action : NULL,
                              key, advice);
    if (good) hearts_advice_json(json, advice);
    free(advice);
    return good ? DEADWOOD_OK : api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
}

char *deadwood_advise(const deadwood_coach *coach, const deadwood_game *game, const char *played, deadwood_error *err) {
    Text text = {0};
    if (!coach || !game) {
        api_null(err, __func__, coach ? "game" : "coach");
        return NULL;
    }
    if (coach->game != game->kind->game) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "this coach knows %s alone", api_game_name(coach->game));
        return NULL;
    }
    Json json = json_into(&text, false);
    json_object(&json, NULL);
    int code = coach->game == API_GIN ? advise_gin(coach, (const ApiGinGame *)game, played, &json, err)
                                      : advise_hearts(coach, (const ApiHeartsGame *)game, played, &json, err);
    json_end(&json);
    if (code == DEADWOOD_OK) return api_text(&text, err);
    text_free(&text);
    memory_was_short();
    return NULL;
}

static int advise_situation(const deadwood_coach *coach, const deadwood_gin_told *told, uint64_t seed,
                            GinSituation *situation, GinAdvice *advice, deadwood_error *err) {
    Error why = {{0}};
    GinAction some[GIN_MAX_CANDIDATES];
    GinTold words = {told->hand, told->upcard, told->seen, told->took, told->shown, told->score, told->passed != 0};
    situation->rules = coach->gin_rules;
    if (!gin_situation_read(&words, seed, situation, &why)) {
        api_undash(&why);
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    }
    if (gin_candidates(&situation->state, NULL, some) < 2)
        return api_fail(err, DEADWOOD_E_STATE, "there is nothing to decide");
    gin_advise(&coach->judge, coach->chances, &situation->state, &situation->history, NULL, seed, advice);
    return DEADWOOD_OK;
}

char *deadwood_advise_told(const deadwood_coach *coach, const deadwood_gin_told *told, uint64_t seed,
                           deadwood_error *err) {
    Text text = {0};
    if (!coach || !told || !told->hand) {
        api_null(err, __func__, !coach ? "coach" : !told ? "told" : "hand");
        return NULL;
    }
    if (coach->game != API_GIN) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "this coach knows %s alone", api_game_name(coach->game));
        return NULL;
    }
    GinSituation *situation = malloc(sizeof *situation);
    GinAdvice *advice = malloc(sizeof *advice);
    int code = situation && advice ? advise_situation(coach, told, seed, situation, advice, err)
                                   : api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    if (code == DEADWOOD_OK) {
        Json json = json_into(&text, false);
        json_object(&json, NULL);
        gin_advice_json(&json, advice);
        json_end(&json);
    }
    free(situation);
    free(advice);
    if (code == DEADWOOD_OK) return api_text(&text, err);
    memory_was_short();
    return NULL;
}
