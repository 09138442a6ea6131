// SPDX-License-Identifier: MIT
// `deadwood melds`: what a hand is worth and what it waits for.
#include <string.h>

#include "app/app.h"
#include "app/teach/cards.h"
#include "app/teach/explain.h"

static const AppOption OPTIONS[] = {
    {"--upcard", "CARD", "the upcard on offer; with eleven cards, the one just taken, which may not be discarded"},
    {"--known", "CARDS", "cards seen elsewhere, which cannot be drawn any more"},
    {"--rules", "R", "whose knock limit and bonuses to apply: preset, preset,key=value or a file (default contest)"},
    {"--explain", NULL, "with eleven cards: how a player that discards by utility weighs each discard"},
    {"--player", "P", "whom to ask then (mishra)"},
    {"--pile", "CARDS", "then: cards of the discard pile"},
    {"--opponent", "DEEDS", "then: what the opponent did, in order: \"took 7C, declined 9D, discarded KD\""},
    {"--json", NULL, "print one JSON object"},
    {NULL, NULL, NULL},
};

// The question, and what follows from it.
typedef struct Hand {
    GinRules rules;
    CardSet cards, known;
    Card upcard; // or CARD_NONE
    int count, deadwood;
    int splits;
    GinSplit split[GIN_MAX_SPLITS];
    bool colour;
} Hand;

// What a draw leads to: the discards that then leave least, and how much that is.
typedef struct Draw {
    Card card;
    bool melds; // belongs to a meld of the hand with it
    CardSet discards;
    int deadwood;
} Draw;

static Draw draw_of(const Hand *hand, Card card, CardSet allowed) {
    Draw draw = {.card = card, .melds = set_has(gin_useful_draws(hand->cards), card)};
    draw.discards = gin_best_discards(hand->cards | set_of(card), allowed, &draw.deadwood);
    return draw;
}

static Draw stock_draw(const Hand *hand, Card card) { return draw_of(hand, card, hand->cards | set_of(card)); }

static CardSet unseen(const Hand *hand) { return SET_DECK & ~(hand->cards | hand->known | set_of(hand->upcard)); }

static double melds_mean_after_stock(const Hand *hand) {
    int sum = 0, count = 0;
    for (CardSet rest = unseen(hand); rest; rest = set_rest(rest), count++)
        sum += stock_draw(hand, set_first(rest)).deadwood;
    return count ? (double)sum / count : hand->deadwood;
}

static bool melds_read_hand(const AppArgs *args, Hand *hand, Error *err) {
    Text words = {0};
    for (int i = 0; i < args->count; i++) text_addf(&words, "%s%s", i ? " " : "", args->words[i]);
    bool good = set_parse(words.data, &hand->cards, err);
    text_free(&words);
    if (!good) return false;
    hand->count = set_count(hand->cards);
    if (hand->count < 1 || hand->count > GIN_HAND_SIZE + 1)
        return error_set(err, "%d cards are no gin hand; give 1 to 11, such as \"AC 2C 3C 7D 7H 7S KD QH 9C 4S\"",
                         hand->count);
    return true;
}

static bool melds_read_upcard(const char *text, Hand *hand, Error *err) {
    int used = card_read(text, &hand->upcard);
    if (!used || text[used])
        return error_set(err, "--upcard: '%.20s' is no card; cards are written 7H, TD or AS", text);
    bool held = set_has(hand->cards, hand->upcard), eleven = hand->count > GIN_HAND_SIZE;
    if (held && !eleven) return error_set(err, "--upcard: %s is in the hand already", text);
    if (!held && eleven)
        return error_set(err, "--upcard: %s must be one of the eleven cards, the one just taken", text);
    return true;
}

static bool melds_read_args(const AppArgs *args, Hand *hand, Error *err) {
    const char *upcard = app_option(args, "--upcard"), *known = app_option(args, "--known");
    const char *rules = app_option(args, "--rules");
    hand->rules = gin_rules_default();
    hand->upcard = CARD_NONE;
    if (rules && !gin_rules_parse(rules, &hand->rules, err)) return error_prefix(err, "--rules");
    if (!melds_read_hand(args, hand, err)) return false;
    if (upcard && !melds_read_upcard(upcard, hand, err)) return false;
    if (known && !set_parse(known, &hand->known, err)) return error_prefix(err, "--known");
    if (hand->known & hand->cards) {
        char both[SET_TEXT];
        set_print(hand->known & hand->cards, ' ', both);
        return error_set(err, "--known: %s cannot be elsewhere, being in the hand", both);
    }
    static const char *const explaining[] = {"--player", "--pile", "--opponent"};
    for (int i = 0; i < 3 && !app_switch(args, "--explain"); i++)
        if (app_option(args, explaining[i])) return error_set(err, "%s goes with --explain only", explaining[i]);
    hand->deadwood = gin_deadwood(hand->cards);
    hand->splits = gin_best_splits(hand->cards, hand->split);
    return true;
}

static bool melds_may_knock(const Hand *hand, int deadwood) {
    if (hand->count < GIN_HAND_SIZE) return false;
    return deadwood == 0 || (!hand->rules.upcard_limit && deadwood <= hand->rules.knock_limit);
}

static bool is_big_gin(const Hand *hand) {
    return hand->count > GIN_HAND_SIZE && hand->deadwood == 0 && hand->rules.big_gin_bonus;
}

// ---- As text ----

static void melds_add_title(Text *text, const char *title) { text_addf(text, "\n%s\n\n", title); }

static void add_splits(Text *text, const Hand *hand) {
    text_addf(text, "%d card%s, deadwood %d", hand->count, hand->count == 1 ? "" : "s", hand->deadwood);
    text_addf(text, hand->splits > 1 ? "; %d best splits\n\n" : "\n\n", hand->splits);
    for (int i = 0; i < hand->splits; i++) {
        text_add(text, "  ");
        app_add_hand(text, hand->cards, &hand->split[i], hand->colour);
        text_add(text, "\n");
    }
}

static void add_gain(Text *text, const Hand *hand, int deadwood) {
    int gain = hand->deadwood - deadwood;
    text_addf(text, "%3d", deadwood);
    if (gain > 0) text_addf(text, "   %d less", gain);
    if (melds_may_knock(hand, deadwood)) text_addf(text, "%s%s", gain > 0 ? ", " : "   ", deadwood ? "knock" : "gin");
    text_add(text, "\n");
}

// One row for all draws that make a meld (or do not) and lead to the same discards and deadwood.
static CardSet add_draw_row(Text *text, const Hand *hand, CardSet draws) {
    Draw first = stock_draw(hand, set_first(draws));
    CardSet row = 0;
    for (CardSet rest = draws; rest; rest = set_rest(rest)) {
        Draw draw = stock_draw(hand, set_first(rest));
        if (draw.discards == first.discards && draw.deadwood == first.deadwood) row |= set_of(set_first(rest));
    }
    size_t start = text->size;
    text_add(text, "  ");
    app_add_cards(text, row, hand->colour);
    app_pad(text, start, 36);
    app_add_cards(text, first.discards, hand->colour);
    app_pad(text, start, 54);
    add_gain(text, hand, first.deadwood);
    return row;
}

// Rows by the deadwood they lead to, least first.
static void melds_add_draws(Text *text, const Hand *hand, const char *title, CardSet draws) {
    if (!draws) return;
    size_t start = text->size;
    text_addf(text, "\n%s", title);
    app_pad(text, start + 1, 36);
    text_add(text, "best discard      deadwood\n\n");
    for (int deadwood = 0; deadwood <= 110 && draws; deadwood++) {
        CardSet equal = 0;
        for (CardSet rest = draws; rest; rest = set_rest(rest))
            if (stock_draw(hand, set_first(rest)).deadwood == deadwood) equal |= set_of(set_first(rest));
        draws &= ~equal;
        while (equal) equal &= ~add_draw_row(text, hand, equal);
    }
}

static void add_upcard(Text *text, const Hand *hand) {
    if (hand->upcard == CARD_NONE) return;
    Draw draw = draw_of(hand, hand->upcard, hand->cards);
    text_add(text, "\nUpcard ");
    app_add_card(text, hand->upcard, hand->colour);
    text_add(text, draw.melds ? ": makes a meld; discard " : ": makes no meld; discard ");
    app_add_cards(text, draw.discards, hand->colour);
    text_addf(text, " and %d is left, against %.1f on average from the stock.\n", draw.deadwood,
              melds_mean_after_stock(hand));
}

static void add_all_draws(Text *text, const Hand *hand) {
    CardSet from = unseen(hand), melds = from & gin_useful_draws(hand->cards), lower = 0;
    for (CardSet rest = from & ~melds; rest; rest = set_rest(rest))
        if (stock_draw(hand, set_first(rest)).deadwood < hand->deadwood) lower |= set_of(set_first(rest));
    melds_add_draws(text, hand, "Draws that make a meld", melds);
    melds_add_draws(text, hand, "Draws that replace a higher card", lower);
    text_addf(text, "\nUnseen cards: %d, of them %d for a meld, %d to replace a higher card. ", set_count(from),
              set_count(melds), set_count(lower));
    text_addf(text, "A draw from the stock leaves %.1f on average.\n", melds_mean_after_stock(hand));
}

// All discards, those that leave least first.
static void add_discards(Text *text, const Hand *hand) {
    melds_add_title(text, "Discard  leaves");
    for (int deadwood = 0; deadwood <= 110; deadwood++) {
        for (CardSet rest = hand->cards; rest; rest = set_rest(rest)) {
            CardSet left = hand->cards & ~set_of(set_first(rest));
            if (gin_deadwood(left) != deadwood) continue;
            GinSplit split = gin_best_split(left);
            size_t start = text->size;
            text_add(text, "  ");
            app_add_card(text, set_first(rest), hand->colour);
            text_addf(text, "       %3d    ", deadwood);
            app_add_hand(text, left, &split, hand->colour);
            bool taken = set_first(rest) == hand->upcard;
            const char *note = taken ? "just taken: may not go" : !deadwood ? "gin" : "knock";
            if (taken || melds_may_knock(hand, deadwood)) {
                app_pad(text, start, 56);
                text_add(text, note);
            }
            text_add(text, "\n");
        }
    }
}

// The least deadwood a turn can end with: as it is, or after the best discard allowed.
static int least_left(const Hand *hand) {
    int left = hand->deadwood;
    CardSet allowed = hand->cards & ~set_of(hand->upcard);
    if (hand->count > GIN_HAND_SIZE) gin_best_discards(hand->cards, allowed, &left);
    return left;
}

static void add_knock(Text *text, const Hand *hand) {
    int left = least_left(hand), limit = hand->rules.knock_limit;
    int needed = hand->rules.ace_gin && left == 1 ? 2 : left; // an ace as upcard asks for gin
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&hand->rules, rules);
    text_addf(text, "\nKnock (%s): ", rules);
    if (is_big_gin(hand))
        text_addf(text, "big gin, for %d and the opponent's deadwood; or ", hand->rules.big_gin_bonus);
    if (hand->count < GIN_HAND_SIZE)
        text_add(text, "a hand has ten cards.\n");
    else if (left == 0)
        text_addf(text, "gin, for %d and the opponent's deadwood.\n", hand->rules.gin_bonus);
    else if (hand->rules.upcard_limit && left > 10)
        text_addf(text, "no, %d is too much whatever the first upcard.\n", left);
    else if (hand->rules.upcard_limit)
        text_addf(text, "with %d, if the first upcard counts %d or more.\n", left, needed);
    else if (left <= limit)
        text_addf(text, "yes, with %d; the limit is %d.\n", left, limit);
    else
        text_addf(text, "no, %d is over the limit of %d.\n", left, limit);
}

static void melds_add_text(Text *text, const Hand *hand) {
    add_splits(text, hand);
    if (hand->count > GIN_HAND_SIZE) {
        add_discards(text, hand);
    } else {
        add_upcard(text, hand);
        add_all_draws(text, hand);
    }
    add_knock(text, hand);
}

// ---- As JSON ----

static void json_draw(Json *json, const char *key, const Hand *hand, Draw draw) {
    json_object(json, key);
    app_json_card(json, "card", draw.card);
    json_bool(json, "melds", draw.melds);
    app_json_cards(json, "discards", draw.discards);
    json_int(json, "deadwood", draw.deadwood);
    json_int(json, "gain", hand->deadwood - draw.deadwood);
    json_end(json);
}

static void json_draws(Json *json, const Hand *hand) {
    if (hand->upcard != CARD_NONE) json_draw(json, "upcard", hand, draw_of(hand, hand->upcard, hand->cards));
    json_int(json, "unseen", set_count(unseen(hand)));
    json_double(json, "mean_deadwood", melds_mean_after_stock(hand));
    app_json_cards(json, "useful", gin_useful_draws(hand->cards) & unseen(hand));
    json_array(json, "draws");
    for (CardSet rest = unseen(hand); rest; rest = set_rest(rest)) {
        Draw draw = stock_draw(hand, set_first(rest));
        if (draw.melds || draw.deadwood < hand->deadwood) json_draw(json, NULL, hand, draw);
    }
    json_end_array(json);
}

static void json_discards(Json *json, const Hand *hand) {
    json_array(json, "discards");
    for (CardSet rest = hand->cards; rest; rest = set_rest(rest)) {
        int left = gin_deadwood(hand->cards & ~set_of(set_first(rest)));
        bool allowed = set_first(rest) != hand->upcard;
        json_object(json, NULL);
        app_json_card(json, "card", set_first(rest));
        json_int(json, "deadwood", left);
        json_bool(json, "allowed", allowed);
        json_bool(json, "knock", allowed && melds_may_knock(hand, left));
        json_end(json);
    }
    json_end_array(json);
}

static void json_knock(Json *json, const Hand *hand) {
    bool whole = hand->count >= GIN_HAND_SIZE;
    json_object(json, "knock");
    if (hand->rules.upcard_limit)
        json_null(json, "limit"); // the first upcard's
    else
        json_int(json, "limit", hand->rules.knock_limit);
    json_int(json, "deadwood", least_left(hand));
    json_bool(json, "possible", melds_may_knock(hand, least_left(hand)));
    json_bool(json, "gin", whole && least_left(hand) == 0);
    json_bool(json, "big_gin", is_big_gin(hand));
    json_end(json);
}

static void melds_add_json(Text *text, const Hand *hand) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&hand->rules, rules);
    Json json = json_into(text, true);
    json_object(&json, NULL);
    json_string(&json, "rules", rules);
    app_json_cards(&json, "cards", hand->cards);
    json_int(&json, "deadwood", hand->deadwood);
    json_array(&json, "splits");
    for (int i = 0; i < hand->splits; i++) {
        json_object(&json, NULL);
        app_json_melds(&json, "melds", &hand->split[i]);
        app_json_cards(&json, "loose", hand->cards & ~gin_split_cards(&hand->split[i]));
        json_end(&json);
    }
    json_end_array(&json);
    if (hand->count > GIN_HAND_SIZE)
        json_discards(&json, hand);
    else
        json_draws(&json, hand);
    json_knock(&json, hand);
    json_end(&json);
    text_add(text, "\n");
}

static int run_melds(const AppArgs *args) {
    Hand hand = {.colour = app_colour()};
    Error err = {{0}};
    if (!melds_read_args(args, &hand, &err)) return app_fail(APP_USAGE, &err);
    if (app_switch(args, "--explain")) return app_explain(args, &hand.rules, hand.cards, hand.known, hand.upcard);
    Text text = {0};
    if (app_switch(args, "--json"))
        melds_add_json(&text, &hand);
    else
        melds_add_text(&text, &hand);
    int code = hand.colour ? app_print_coloured(&text) : app_print(&text);
    text_free(&text);
    return code;
}

const AppCommand app_melds = {
    .name = "melds",
    .words = "CARDS",
    .summary = "explains a gin hand: best melds, deadwood, discards, useful draws",
    .details =
        "CARDS are 1 to 11 cards, rank then suit, in one word or several: AC 2C 3C 7D 7H 7S KD QH 9C 4S. Ten cards\n"
        "are a hand before its draw, eleven one before its discard. Melds stand in brackets.",
    .options = OPTIONS,
    .least = 1,
    .most = 60,
    .door = DOOR_PLAY,
    .examples = {"deadwood melds AC 2C 3C 7D 7H 7S KD QH 9C 4S",
                 "deadwood melds AC 2C 3C 4C 4D 4H 4S 5D 6D 7D KS --explain"},
    .run = run_melds,
};
