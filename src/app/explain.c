// SPDX-License-Identifier: MIT
#include "app/explain.h"

#include <string.h>

#include "app/cards.h"
#include "gin/players/estimate.h"
#include "gin/players/mishra.h"
#include "gin/players/policies.h"

// The position, as far as it is told: what the opponent did, in order, and cards that lie in the pile besides.
typedef struct Scene {
    GinRules rules;
    CardSet hand, pile;
    Card taken;
    GinTable table;
    GinLog log;
    GinDraws draws;
    Card latest; // discard of all
} Scene;

enum { US = 0, THEM = 1 };

static void add_event(Scene *scene, GinEventKind kind, Seat seat, Card card) {
    scene->log.event[scene->log.count++] = (GinEvent){(uint8_t)(2 * kind + seat), card};
}

// One deed of the opponent. What it took or declined we had discarded before; how it drew otherwise is left open.
static bool add_deed(Scene *scene, const char *verb, Card card, Error *err) {
    char text[CARD_TEXT];
    card_print(card, text);
    if (set_has(scene->hand, card) && strcmp(verb, "took") == 0)
        return error_set(err, "--opponent: it cannot have taken %s, which is in the hand", text);
    if (scene->log.count + 4 > GIN_LOG_SIZE - 8) return error_set(err, "--opponent: that is more than a hand can hold");
    if (strcmp(verb, "discarded") == 0) {
        add_event(scene, GIN_EVENT_DISCARD, THEM, card);
        scene->table.discarded[THEM] |= set_of(card);
        scene->table.known[THEM] &= ~set_of(card);
        scene->pile |= set_of(card);
        scene->latest = card;
        scene->table.turns[THEM]++;
        return true;
    }
    bool took = strcmp(verb, "took") == 0;
    add_event(scene, GIN_EVENT_STOCK, US, CARD_NONE);
    add_event(scene, GIN_EVENT_DISCARD, US, card);
    add_event(scene, took ? GIN_EVENT_TAKE : GIN_EVENT_STOCK, THEM, took ? card : CARD_NONE);
    scene->table.discarded[US] |= set_of(card);
    scene->table.turns[US]++;
    scene->table.takes[THEM] = (uint8_t)(scene->table.takes[THEM] + took);
    if (took)
        scene->table.known[THEM] |= set_of(card), scene->pile &= ~set_of(card);
    else
        scene->pile |= set_of(card);
    scene->latest = card;
    return true;
}

// "took 7C, declined 9D TD, discarded KD": verbs, each with one card or more.
static bool read_opponent(const char *text, Scene *scene, Error *err) {
    static const char *const verbs[] = {"took", "declined", "discarded"};
    const char *verb = NULL;
    while (*text) {
        if (*text == ' ' || *text == ',') {
            text++;
            continue;
        }
        Card card;
        int used = card_parse(text, &card);
        bool ends = used && (text[used] == '\0' || text[used] == ' ' || text[used] == ',');
        if (ends && verb) {
            if (!add_deed(scene, verb, card, err)) return false;
            text += used;
            continue;
        }
        size_t size = strcspn(text, " ,");
        verb = NULL;
        for (int i = 0; i < 3; i++)
            if (strlen(verbs[i]) == size && strncmp(text, verbs[i], size) == 0) verb = verbs[i];
        if (!verb)
            return error_set(err,
                             "--opponent: '%.20s' is neither took, declined, discarded nor a card after one of them, "
                             "as in \"took 7C, declined 9D, discarded KD\"",
                             text);
        text += size;
    }
    return true;
}

static bool read_scene(const AppArgs *args, Scene *scene, Error *err) {
    const char *pile = app_option(args, "--pile"), *opponent = app_option(args, "--opponent");
    CardSet more = 0;
    scene->latest = CARD_NONE;
    if (pile && !set_parse(pile, &more, err)) return error_prefix(err, "--pile");
    scene->pile |= more;
    if (opponent && !read_opponent(opponent, scene, err)) return false;
    // The opponent may well have discarded what we took since.
    CardSet both = scene->pile & scene->hand & ~scene->table.discarded[THEM];
    if (both) {
        char text[SET_TEXT];
        set_print(both, ' ', text);
        return error_set(err, "%s cannot be in the pile and in the hand", text);
    }
    scene->pile &= ~scene->hand;
    if (scene->pile & scene->table.known[THEM])
        return error_set(err, "what the opponent took is no longer in the pile");
    if (set_count(scene->table.known[THEM]) > GIN_HAND_SIZE) return error_set(err, "the opponent holds ten cards only");
    if (set_count(SET_DECK & ~(scene->pile | scene->hand)) < GIN_HAND_SIZE + 2)
        return error_set(err, "with so many cards in the pile none are left for the opponent and the stock");
    return true;
}

// Makes the table of what was told: we have just drawn.
static GinView set_table(Scene *scene) {
    GinTable *table = &scene->table;
    bool taken = scene->taken != CARD_NONE;
    add_event(scene, taken ? GIN_EVENT_TAKE : GIN_EVENT_STOCK, US, scene->taken);
    table->upcard = CARD_NONE;
    if (set_has(scene->pile, scene->latest)) table->upcard = scene->latest;
    table->buried = scene->pile & ~set_of(table->upcard);
    table->taken = scene->taken;
    if (taken) table->known[US] = set_of(scene->taken);
    table->stock = (uint8_t)(set_count(SET_DECK & ~(scene->pile | scene->hand)) - GIN_HAND_SIZE);
    table->phase = GIN_DISCARD;
    table->to_act = US;
    table->knock_limit = scene->rules.knock_limit;
    table->factor = 1;
    table->turns[US]++;
    return (GinView){
        .table = table,
        .log = &scene->log,
        .draws = &scene->draws,
        .rules = &scene->rules,
        .hand = scene->hand,
        .drawn = scene->taken,
        .seat = US,
    };
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

static void add_text(Text *text, const Explained *e, bool colour) {
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

static void add_json(Text *text, const Explained *e) {
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

static bool explain(const char *spec, const GinView *view, Explained *e, Error *err) {
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
    Scene scene = {.rules = *rules, .hand = hand, .pile = known, .taken = taken};
    const char *player = app_option(args, "--player");
    Explained explained = {0};
    if (set_count(hand) != GIN_HAND_SIZE + 1) {
        error_set(&err, "--explain: a discard is chosen from eleven cards, not from %d", set_count(hand));
        return app_fail(APP_USAGE, &err);
    }
    if (!read_scene(args, &scene, &err)) return app_fail(APP_USAGE, &err);
    GinView view = set_table(&scene);
    if (!explain(player ? player : "mishra", &view, &explained, &err)) return app_fail(APP_USAGE, &err);
    Text text = {0};
    if (app_switch(args, "--json"))
        add_json(&text, &explained);
    else
        add_text(&text, &explained, app_colour());
    int code = app_print(&text);
    text_free(&text);
    return code;
}
