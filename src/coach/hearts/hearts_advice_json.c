// SPDX-License-Identifier: MIT
#include "coach/hearts/hearts_drill.h"

static void hearts_advice_json_card(Json *json, const char *key, Card card) {
    char text[CARD_TEXT];
    card_print(card, text);
    if (card == CARD_NONE)
        json_null(json, key);
    else
        json_string(json, key, text);
}

static void hearts_advice_json_cards(Json *json, const char *key, CardSet cards) {
    json_array(json, key);
    for (; cards; cards = set_rest(cards)) hearts_advice_json_card(json, NULL, set_first(cards));
    json_end_array(json);
}

static void hearts_advice_json_choice(Json *json, const HeartsAdvice *advice, int which) {
    const HeartsChoice *choice = &advice->verdict.choice[which];
    json_object(json, NULL);
    json_string(json, "move", choice->card == CARD_NONE ? "pass" : "play");
    hearts_advice_json_cards(json, "cards", choice->card == CARD_NONE ? choice->give : set_of(choice->card));
    json_double(json, "points", choice->points);
    json_double(json, "points_error", choice->points_error);
    json_double(json, "behind", choice->behind);
    json_double(json, "behind_error", choice->behind_error);
    json_double(json, "win", advice->win[which]);
    json_double(json, "win_error", advice->win_error[which]);
    json_bool(json, "as_good", hearts_advice_as_good(advice, which));
    if (advice->champion[which] < 0)
        json_null(json, "champion");
    else
        json_double(json, "champion", advice->champion[which]);
    if (choice->card != CARD_NONE) {
        json_object(json, "figures");
        json_double(json, "takes", choice->takes);
        json_double(json, "trick", choice->trick);
        json_double(json, "queen", choice->queen);
        json_double(json, "moon", choice->moon);
        json_double(json, "against", choice->against);
        json_end(json);
    }
    json_end(json);
}

static void hearts_advice_json_idea(Json *json, const HeartsAdvice *advice, const HeartsIdea *idea) {
    Text words = {0};
    hearts_idea_words(&words, card_letters, advice, idea);
    json_object(json, NULL);
    json_string(json, "idea", hearts_idea_name(idea->kind));
    json_string(json, "text", words.data ? words.data : "");
    hearts_advice_json_card(json, "card", idea->card);
    hearts_advice_json_card(json, "other_card", idea->other_card);
    hearts_advice_json_cards(json, "cards", idea->cards);
    json_uint(json, "seats", idea->seats);
    json_int(json, "count", idea->count);
    json_int(json, "of", idea->of);
    json_double(json, "chance", idea->chance);
    json_double(json, "rival_chance", idea->rival_chance);
    json_end(json);
    text_free(&words);
}

static void json_table(Json *json, const HeartsAdvice *advice) {
    const HeartsTable *table = &advice->table;
    json_array(json, "score");
    for (int i = 0; i < HEARTS_SEATS; i++) json_int(json, NULL, table->score[(advice->seat + i) & 3]);
    json_end_array(json);
    hearts_advice_json_cards(json, "hand", advice->hand);
    json_array(json, "trick");
    for (int i = 0; i < table->on_table; i++)
        hearts_advice_json_card(json, NULL, table->trick[(table->leader + i) & 3]);
    json_end_array(json);
    hearts_advice_json_cards(json, "played", table->played);
}

void hearts_advice_json(Json *json, const HeartsAdvice *advice) {
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(advice->rules, rules);
    json_string(json, "advice", "hearts/1");
    json_string(json, "decision", hearts_advice_decision(advice));
    json_string(json, "rules", rules);
    json_table(json, advice);
    json_int(json, "worlds", advice->worlds);
    json_double(json, "win", advice->win[0]);
    json_double(json, "win_error", advice->win_error[0]);
    json_array(json, "moves");
    for (int i = 0; i < advice->verdict.count; i++) hearts_advice_json_choice(json, advice, i);
    json_end_array(json);
    if (advice->favourite < 0)
        json_null(json, "champion");
    else
        json_int(json, "champion", advice->favourite);
    if (advice->verdict.played >= 0) {
        json_int(json, "played", advice->verdict.played);
        json_double(json, "cost", hearts_verdict_cost(&advice->verdict));
        Text words = {0};
        hearts_drill_words(advice, card_letters, &words);
        json_object(json, "grade");
        json_bool(json, "right", hearts_drill_right(advice));
        json_string(json, "text", words.data);
        json_end(json);
        text_free(&words);
    }
    json_array(json, "ideas");
    for (int i = 0; i < advice->ideas; i++) hearts_advice_json_idea(json, advice, &advice->idea[i]);
    json_end_array(json);
}
