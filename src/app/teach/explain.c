// SPDX-License-Identifier: MIT
#include "app/teach/explain.h"

#include "app/teach/cards.h"
#include "gin/players/env/scene.h"
#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "gin/players/mishra/mishra.h"

static bool read_scene(const AppArgs *args, GinScene *scene, Error *err) {
    const char *pile = app_option(args, "--pile"), *opponent = app_option(args, "--opponent");
    CardSet more = 0;
    if (pile && !set_parse(pile, &more, err)) return error_prefix(err, "--pile");
    scene->pile |= more;
    return !opponent || gin_scene_opponent(scene, opponent, err) || error_prefix(err, "--opponent");
}

// ---- Printing ----

typedef struct Explained {
    const char *player;
    double importance;
    MishraDecision decision;
    float probability[CARD_COUNT];
    CardSet likely; // cards the opponent may hold
} Explained;

static Card likeliest(const Explained *e, CardSet cards) {
    Card best = set_first(cards);
    for (; cards; cards = set_rest(cards))
        if (e->probability[card_index(set_first(cards))] > e->probability[card_index(best)]) best = set_first(cards);
    return best;
}

static void explain_add_text(Text *text, const Explained *e, bool colour) {
    char player[160];
    text_copy(player, sizeof player, e->player);
    app_add_name(text, player);
    text_add(text, " discards ");
    app_add_card(text, e->decision.card, colour);
    text_add(text,
             e->decision.forced ? ": the dearest card goes when the others can knock, or all is melded.\n\n" : ".\n\n");
    text_add(text, "Discard   own utility   opponent's gain   value\n\n");
    for (int i = 0; i < e->decision.count; i++) {
        const MishraReason *reason = &e->decision.reason[i];
        text_add(text, "  ");
        app_add_card(text, reason->card, colour);
        text_addf(text, "%17.2f%18.2f%8.2f\n", reason->own, reason->gain, reason->value);
    }
    text_addf(text, "\nvalue = own utility - %g x opponent's expected gain\n\nThe opponent holds, in percent:",
              e->importance);
    int shown = 0;
    for (CardSet rest = e->likely; rest && shown < 40; shown++) {
        Card card = likeliest(e, rest);
        rest &= ~set_of(card);
        text_add(text, shown % 8 ? "   " : "\n  ");
        app_add_card(text, card, colour);
        text_addf(text, " %3.0f", 100 * (double)e->probability[card_index(card)]);
    }
    text_add(text, "\n");
}

static void explain_add_json(Text *text, const Explained *e) {
    Json json = json_into(text, true);
    json_object(&json, NULL);
    json_string(&json, "player", e->player);
    app_json_card(&json, "discard", e->decision.card);
    json_bool(&json, "forced", e->decision.forced);
    json_double(&json, "opponent_weight", e->importance);
    json_array(&json, "discards");
    for (int i = 0; i < e->decision.count; i++) {
        const MishraReason *reason = &e->decision.reason[i];
        json_object(&json, NULL);
        app_json_card(&json, "card", reason->card);
        json_double(&json, "own", reason->own);
        json_double(&json, "gain", reason->gain);
        json_double(&json, "value", reason->value);
        json_end(&json);
    }
    json_end_array(&json);
    json_object(&json, "estimate");
    for (CardSet rest = e->likely; rest; rest = set_rest(rest)) {
        char card[CARD_TEXT];
        card_print(set_first(rest), card);
        json_double(&json, card, (double)e->probability[card_index(set_first(rest))]);
    }
    json_end(&json);
    json_end(&json);
    text_add(text, "\n");
}

static bool explain_view(const char *spec, const GinView *view, Explained *e, Error *err) {
    GinPlayer player;
    if (!gin_player_open(spec, &player, err)) return false;
    const GinPart *discard = gin_player_part(&player, GIN_COLUMN_DISCARD);
    bool utility = discard && discard->policy == &gin_discard_sampled_gain;
    if (utility) {
        Rng rng = rng_for(1, 0, 0, 0);
        e->player = spec;
        e->importance = discard->mind.params[MISHRA_OPPONENT];
        e->decision = mishra_decide(&discard->mind, view, &rng, true);
        gin_estimate(&discard->mind, view, e->probability);
        e->likely = SET_DECK & ~gin_open_cards(view);
    }
    gin_player_close(&player);
    return utility || error_set(err,
                                "--player: '%.80s' does not discard by utility (discard=sampled-gain), so there is "
                                "nothing to explain",
                                spec);
}

int app_explain(const AppArgs *args, const GinRules *rules, CardSet hand, CardSet known, Card taken) {
    Error err = {{0}};
    GinScene scene = {.rules = *rules, .hand = hand, .pile = known, .taken = taken, .latest = CARD_NONE};
    GinView view;
    const char *player = app_option(args, "--player");
    Explained explained = {0};
    if (set_count(hand) != GIN_HAND_SIZE + 1) {
        error_set(&err, "--explain: a discard is chosen from eleven cards, not from %d", set_count(hand));
        return app_fail(APP_USAGE, &err);
    }
    if (!read_scene(args, &scene, &err) || !gin_scene_view(&scene, &view, &err)) return app_fail(APP_USAGE, &err);
    if (!explain_view(player ? player : "mishra", &view, &explained, &err)) return app_fail(APP_USAGE, &err);
    Text text = {0};
    bool as_json = app_switch(args, "--json"), colour = !as_json && app_colour();
    if (as_json)
        explain_add_json(&text, &explained);
    else
        explain_add_text(&text, &explained, colour);
    int code = colour ? app_print_coloured(&text) : app_print(&text);
    text_free(&text);
    return code;
}
