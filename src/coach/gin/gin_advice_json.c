// SPDX-License-Identifier: MIT
#include "coach/gin/gin_drill.h"

static void gin_advice_json_card(Json *json, const char *key, Card card) {
    char text[CARD_TEXT];
    card_print(card, text);
    if (card == CARD_NONE)
        json_null(json, key);
    else
        json_string(json, key, text);
}

static void gin_advice_json_cards(Json *json, const char *key, CardSet cards) {
    json_array(json, key);
    for (; cards; cards = set_rest(cards)) gin_advice_json_card(json, NULL, set_first(cards));
    json_end_array(json);
}

static void gin_advice_json_worth(Json *json, const char *key, GinWorth worth) {
    json_object(json, key);
    json_double(json, "win", worth.win);
    json_double(json, "points", worth.points);
    json_end(json);
}

static const char *move_name(int move) {
    static const char *const names[] = {
        [GIN_PASS] = "pass",   [GIN_TAKE] = "take",        [GIN_STOCK] = "stock", [GIN_DROP] = "discard",
        [GIN_KNOCK] = "knock", [GIN_CALL_BIG] = "big-gin", [GIN_SHOW] = "show",   [GIN_RESIGN] = "resign",
    };
    return names[move];
}

static void gin_advice_json_move(Json *json, const GinAdvice *advice, const GinAction *action) {
    bool carded = action->move == GIN_DROP || action->move == GIN_KNOCK;
    Card card = action->move == GIN_TAKE ? advice->table.upcard : carded ? action->card : CARD_NONE;
    json_string(json, "move", move_name(action->move));
    gin_advice_json_card(json, "card", card);
}

static void json_figures(Json *json, const GinReasons *figures, const GinAction *action) {
    json_object(json, "figures");
    json_int(json, "deadwood_before", figures->before);
    json_int(json, "deadwood", figures->after);
    json_int(json, "outs", figures->outs);
    json_int(json, "unseen", figures->unseen);
    json_double(json, "opponent_deadwood", figures->theirs);
    if (action->move == GIN_DROP) json_double(json, "wanted", figures->wanted);
    if (action->move == GIN_KNOCK) {
        json_double(json, "points", figures->points);
        json_double(json, "undercut", figures->undercut);
    }
    json_end(json);
}

static void json_candidate(Json *json, const GinAdvice *advice, int which) {
    const GinCandidate *candidate = &advice->verdict.candidate[which];
    json_object(json, NULL);
    gin_advice_json_move(json, advice, &candidate->action);
    gin_advice_json_worth(json, "worth", candidate->worth);
    gin_advice_json_worth(json, "error", candidate->error);
    gin_advice_json_worth(json, "behind", candidate->behind);
    gin_advice_json_worth(json, "behind_error", candidate->behind_error);
    json_bool(json, "as_good", gin_advice_as_good(advice, which));
    json_int(json, "worlds", candidate->worlds);
    if (candidate->policy < 0)
        json_null(json, "champion");
    else
        json_double(json, "champion", candidate->policy);
    json_figures(json, &advice->figures[which], &candidate->action);
    json_end(json);
}

static void gin_advice_json_idea(Json *json, const GinAdvice *advice, const GinIdea *idea) {
    Text words = {0};
    gin_idea_words(&words, card_letters, advice, idea);
    json_object(json, NULL);
    json_string(json, "idea", gin_idea_name(idea->kind));
    json_string(json, "text", words.data ? words.data : "");
    gin_advice_json_card(json, "card", idea->card);
    gin_advice_json_card(json, "other_card", idea->other_card);
    gin_advice_json_cards(json, "cards", idea->cards);
    json_int(json, "count", idea->count);
    json_int(json, "of", idea->of);
    json_double(json, "mean", idea->mean);
    json_double(json, "chance", idea->chance);
    json_double(json, "rival_chance", idea->rival_chance);
    json_end(json);
    text_free(&words);
}

void gin_advice_json(Json *json, const GinAdvice *advice) {
    char rules[GIN_RULES_TEXT];
    const GinTable *table = &advice->table;
    const GinVerdict *verdict = &advice->verdict;
    gin_rules_print(advice->rules, rules);
    json_string(json, "advice", "gin/1");
    json_string(json, "decision", gin_advice_decision(advice));
    json_string(json, "rules", rules);
    json_array(json, "score");
    json_int(json, NULL, table->score[advice->seat]);
    json_int(json, NULL, table->score[advice->seat ^ 1]);
    json_end_array(json);
    gin_advice_json_cards(json, "hand", advice->hand);
    gin_advice_json_card(json, "upcard", table->upcard);
    gin_advice_json_card(json, "taken", table->taken);
    json_int(json, "stock", table->stock);
    json_int(json, "deadwood", gin_deadwood(advice->hand));
    json_int(json, "worlds", verdict->worlds);
    gin_advice_json_worth(json, "worth", verdict->best);
    gin_advice_json_worth(json, "error", verdict->error);
    json_array(json, "moves");
    for (int i = 0; i < verdict->count; i++) json_candidate(json, advice, i);
    json_end_array(json);
    if (advice->champion < 0)
        json_null(json, "champion");
    else
        json_int(json, "champion", advice->champion);
    if (verdict->played >= 0) {
        json_int(json, "played", verdict->played);
        gin_advice_json_worth(json, "cost", verdict->cost);
        Text words = {0};
        gin_drill_words(advice, card_letters, &words);
        json_object(json, "grade");
        json_bool(json, "right", gin_drill_right(advice));
        json_string(json, "text", words.data);
        json_end(json);
        text_free(&words);
    }
    json_array(json, "ideas");
    for (int i = 0; i < advice->ideas; i++) gin_advice_json_idea(json, advice, &advice->idea[i]);
    json_end_array(json);
}
