// SPDX-License-Identifier: MIT
#include "wire/gin_seat.h"

#include <stdio.h>
#include <string.h>

#include "wire/protocol.h"

// ---- Match and deal ----

typedef struct MatchLine {
    uint64_t seats, you;
    const char *rules;         // the short name
    char items[GIN_ITEM_TEXT]; // ",key=value..." for each key of the rules on the line: they count, whatever the name
    int keys, wanted;          // of those, and how many there are
    const char *key;           // the pair that is being read
    const char *value;
    bool full;
} MatchLine;

static void count_key(void *context, const char *key, const char *value, const char *meaning) {
    (void)value, (void)meaning;
    MatchLine *line = context;
    line->wanted++;
    if (strcmp(key, line->key) != 0) return;
    size_t used = strlen(line->items);
    int more = snprintf(line->items + used, sizeof line->items - used, ",%s=%s", key, line->value);
    line->full = more < 0 || (size_t)more >= sizeof line->items - used;
    line->keys++;
}

static bool read_match_pair(MatchLine *line, Error *err) {
    const char *key = line->key, *value = line->value;
    if (strcmp(key, "seats") == 0)
        return (cgp_number(value, 2, &line->seats) && line->seats == 2) ||
               error_set(err, "gin has 2 seats, not '%.20s'", value);
    if (strcmp(key, "you") == 0)
        return cgp_number(value, 1, &line->you) || error_set(err, "you is 0 or 1, not '%.20s'", value);
    if (strcmp(key, "rules") == 0) line->rules = value;
    GinRules rules = gin_rules_default();
    line->wanted = 0;
    gin_rules_describe(&rules, count_key, line);
    return !line->full || error_set(err, "the rules are longer than %d characters", GIN_ITEM_TEXT);
}

// A host with a name of its own for the rules is understood as long as it spells out every key. What looks like a path
// is refused: a host has no business in our files.
static bool read_rules(const MatchLine *line, GinRules *rules, Error *err) {
    const char *name = line->rules ? line->rules : "contest";
    size_t size = strlen(name);
    bool path = strchr(name, '/') || (size >= 6 && strcmp(name + size - 6, ".rules") == 0);
    if (path || size >= GIN_RULES_TEXT || !gin_rules_parse(name, rules, err)) {
        if (line->keys < line->wanted)
            return error_set(err, "'%.60s' are no rules we know; write preset,key=value or spell out every key", name);
        name = "contest";
    }
    char text[GIN_RULES_TEXT + GIN_ITEM_TEXT];
    snprintf(text, sizeof text, "%s%s", name, line->items);
    return gin_rules_parse(text, rules, err);
}

bool gin_seat_newmatch(GinSeat *seat, char *rest, Error *err) {
    MatchLine line = {.you = UINT64_MAX};
    GinRules rules;
    seat->at = GIN_SEAT_IDLE;
    while ((line.key = cgp_next(&rest)) != NULL) {
        line.value = cgp_next(&rest);
        if (!line.value) return error_set(err, "newmatch: nothing stands behind '%.40s'", line.key);
        if (!read_match_pair(&line, err)) return error_prefix(err, "newmatch");
    }
    if (line.you == UINT64_MAX) return error_set(err, "newmatch does not say which seat is ours; add you 0 or you 1");
    if (!read_rules(&line, &rules, err)) return error_prefix(err, "newmatch");
    seat->rules = rules;
    seat->seat = (Seat)line.you;
    seat->at = GIN_SEAT_MATCH;
    return true;
}

bool gin_seat_newdeal(GinSeat *seat, char *rest, Error *err) {
    if (seat->at == GIN_SEAT_IDLE) return error_set(err, "newdeal comes before newmatch");
    uint64_t deal, starter = UINT64_MAX, score[2] = {0, 0};
    if (!cgp_number(cgp_next(&rest), UINT32_MAX, &deal))
        return error_set(err, "newdeal has no number; write newdeal N starter SEAT scores N N");
    for (const char *key; (key = cgp_next(&rest)) != NULL;) {
        bool good = true;
        const char *value = cgp_next(&rest);
        if (strcmp(key, "starter") == 0)
            good = cgp_number(value, 1, &starter);
        else if (strcmp(key, "scores") == 0)
            good = cgp_number(value, UINT16_MAX, &score[0]) && cgp_number(cgp_next(&rest), UINT16_MAX, &score[1]);
        if (!good) return error_set(err, "newdeal: '%.20s' has a wrong value; write starter SEAT scores N N", key);
    }
    if (starter == UINT64_MAX) return error_set(err, "newdeal does not say who starts; add starter 0 or starter 1");
    seat->deal = (uint32_t)deal;
    seat->starter = (Seat)starter;
    for (int i = 0; i < 2; i++) seat->score[i] = (uint16_t)score[i];
    seat->at = GIN_SEAT_DEAL;
    return true;
}

bool gin_seat_hand(GinSeat *seat, char *rest, Error *err) {
    if (seat->at != GIN_SEAT_DEAL) return error_set(err, "hand comes right behind newdeal, not here");
    CardSet cards;
    if (!cgp_parse_cards(rest, &cards) || set_count(cards) != GIN_HAND_SIZE)
        return error_set(err, "hand '%.60s' is not ten different cards", rest);
    seat->dealt = cards;
    seat->at = GIN_SEAT_HAND;
    return true;
}

// A deal of our ten cards and the upcard; everything else is a card that is none.
static bool begin(GinSeat *seat, const char *word, Error *err) {
    Card upcard, deck[CARD_COUNT];
    if (!word || card_parse(word, &upcard) != (int)strlen(word) || set_has(seat->dealt, upcard))
        return error_set(err, "ev upcard '%.20s' is no card that can lie there", word ? word : "");
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = CARD_NONE;
    int at = seat->seat == seat->starter ? 0 : 1;
    for (CardSet rest = seat->dealt; rest; rest = set_rest(rest), at += 2) deck[at] = set_first(rest);
    deck[2 * GIN_HAND_SIZE] = upcard;
    gin_deal_deck(&seat->state, &seat->history, &seat->rules, seat->starter, seat->score, deck);
    seat->state.hand[seat->seat ^ 1] = 0;
    seat->at = GIN_SEAT_PLAY;
    return true;
}

// ---- Events ----

// Cards the opponent can neither hold nor show: ours, and the pile.
static CardSet elsewhere(const GinSeat *seat) {
    const GinTable *table = &seat->state.table;
    return seat->state.hand[seat->seat] | table->buried | (set_of(table->upcard) & SET_DECK);
}

static bool act(GinSeat *seat, Seat who, const GinAction *action, const char *what, Error *err) {
    GinState *state = &seat->state;
    Seat other = seat->seat ^ 1;
    if (state->table.phase == GIN_OVER) return error_set(err, "ev %u %s, but the deal is over", who, what);
    if (state->table.to_act != who) return error_set(err, "ev %u %s, but seat %u is to act", who, what, who ^ 1u);
    if (!gin_try(state, &seat->history, action))
        return error_set(err, "ev %u %s is against the rules here", who, what);
    state->hand[other] &= SET_DECK;
    return true;
}

static bool see_draw(GinSeat *seat, Seat who, char *rest, Error *err) {
    const char *pile = cgp_next(&rest);
    if (pile && strcmp(pile, "stock") == 0) {
        if (who != seat->seat) return act(seat, who, &(GinAction){.move = GIN_STOCK}, "draw stock", err);
        seat->at = GIN_SEAT_DRAWN; // which card it is comes next
        return true;
    }
    const char *word = cgp_next(&rest);
    Card card;
    if (!pile || strcmp(pile, "up") != 0 || !word || !card_parse(word, &card))
        return error_set(err, "ev %u draw is up CARD or stock", who);
    if (card != seat->state.table.upcard) return error_set(err, "ev %u draw up %.2s, but that is not the upcard", who, word);
    return act(seat, who, &(GinAction){.move = GIN_TAKE}, "draw up", err);
}

static bool see_own_draw(GinSeat *seat, const char *word, Error *err) {
    GinState *state = &seat->state;
    Card card;
    if (seat->at != GIN_SEAT_DRAWN) return error_set(err, "ev you draw comes right behind our draw from the stock");
    seat->at = GIN_SEAT_PLAY;
    if (!word || card_parse(word, &card) != (int)strlen(word))
        return error_set(err, "ev you draw '%.20s' is no card", word ? word : "");
    if (set_has(elsewhere(seat) | state->table.known[seat->seat ^ 1], card))
        return error_set(err, "ev you draw %.3s, but that card is elsewhere", word);
    if (state->table.stock) state->stock[state->table.stock - 1] = card;
    return act(seat, seat->seat, &(GinAction){.move = GIN_STOCK}, "draw stock", err);
}

// The opponent's card leaves a hand we do not see: it must be one that can be there.
static bool can_leave(const GinSeat *seat, Seat who, Card card, const char *word, Error *err) {
    if (who == seat->seat || !set_has(elsewhere(seat), card)) return true;
    return error_set(err, "ev %u discards %.3s, which is elsewhere", who, word);
}

static bool see_discard(GinSeat *seat, Seat who, char *rest, Error *err) {
    const char *word = cgp_next(&rest);
    Card card;
    if (!word || card_parse(word, &card) != (int)strlen(word))
        return error_set(err, "ev %u discard '%.20s' is no card", who, word ? word : "");
    if (!can_leave(seat, who, card, word, err)) return false;
    if (who != seat->seat) seat->state.hand[who] |= set_of(card);
    return act(seat, who, &(GinAction){.move = GIN_DROP, .card = card}, "discard", err);
}

bool gin_seat_melds(const char *text, GinSplit *melds) {
    GinSplit read = {0};
    int count = 0;
    while (strcmp(text, "-") != 0 && *text) {
        char meld[2 * CARD_COUNT + 1];
        size_t size = strcspn(text, "/");
        if (count == GIN_MAX_MELDS || size >= sizeof meld) return false;
        memcpy(meld, text, size);
        meld[size] = '\0';
        if (!cgp_parse_cards(meld, &read.meld[count]) || !read.meld[count]) return false;
        count++;
        text += size + (text[size] == '/');
    }
    *melds = read;
    return true;
}

// `melds MELDS [loose CARD...]`
static bool read_shown(char *rest, GinSplit *melds, CardSet *loose) {
    const char *text = cgp_next(&rest), *key = text ? cgp_next(&rest) : NULL;
    *loose = 0;
    if (!text || !gin_seat_melds(text, melds)) return false;
    return !key || (strcmp(key, "loose") == 0 && cgp_parse_cards(cgp_rest(&rest), loose));
}

// The opponent opens `count` cards, with the discard `gone` (or none) among what it held before.
static bool open_hand(GinSeat *seat, Seat who, const GinSplit *melds, CardSet loose, CardSet gone, int count, Error *err) {
    GinState *state = &seat->state;
    CardSet shown = gin_split_cards(melds) | loose, held = shown | gone;
    if (set_count(shown) != count || (shown & gone) || (gin_split_cards(melds) & loose))
        return error_set(err, "ev %u opens cards that are not %d different ones", who, count);
    if (who == seat->seat)
        return held == state->hand[who] || error_set(err, "ev %u opens cards that are not ours", who);
    if (held & elsewhere(seat)) return error_set(err, "ev %u opens cards that are elsewhere", who);
    if (state->table.known[who] & ~held) return error_set(err, "ev %u hides a card it took face up", who);
    state->hand[who] = held;
    return true;
}

static bool see_knock(GinSeat *seat, Seat who, char *rest, bool big, Error *err) {
    GinAction action = {.move = big ? GIN_CALL_BIG : GIN_KNOCK, .card = CARD_NONE};
    CardSet loose;
    const char *name = big ? "biggin" : "knock", *word = big ? NULL : cgp_next(&rest), *key = NULL;
    bool card = big || (word && card_parse(word, &action.card) == (int)strlen(word));
    key = cgp_next(&rest);
    if (!card || !key || strcmp(key, "melds") != 0 || !read_shown(rest, &action.melds, &loose))
        return error_set(err, "ev %u %s is not %s melds MELDS loose CARD...", who, name, big ? "biggin" : "knock CARD");
    if (!big && !can_leave(seat, who, action.card, word, err)) return false;
    CardSet gone = set_of(action.card) & SET_DECK;
    if (seat->state.table.to_act != who) return error_set(err, "ev %u %s out of turn", who, name);
    if (!open_hand(seat, who, &action.melds, loose, gone, big ? 11 : 10, err)) return false;
    return act(seat, who, &action, name, err);
}

static bool see_melds(GinSeat *seat, Seat who, char *rest, Error *err) {
    GinAction action = {.move = GIN_SHOW};
    CardSet loose;
    if (!read_shown(rest, &action.melds, &loose)) return error_set(err, "ev %u melds is not MELDS loose CARD...", who);
    if (!open_hand(seat, who, &action.melds, loose, 0, GIN_HAND_SIZE, err)) return false;
    return act(seat, who, &action, "melds", err);
}

static bool see_seat(GinSeat *seat, Seat who, char *rest, Error *err) {
    const char *what = cgp_next(&rest);
    if (!what) return true;
    if (strcmp(what, "pass") == 0) return act(seat, who, &(GinAction){.move = GIN_PASS}, "pass", err);
    if (strcmp(what, "draw") == 0) return see_draw(seat, who, rest, err);
    if (strcmp(what, "discard") == 0) return see_discard(seat, who, rest, err);
    if (strcmp(what, "knock") == 0) return see_knock(seat, who, rest, false, err);
    if (strcmp(what, "biggin") == 0) return see_knock(seat, who, rest, true, err);
    if (strcmp(what, "melds") == 0) return see_melds(seat, who, rest, err);
    return true; // layoff and hand tell nothing that is played on, others are of later versions
}

bool gin_seat_event(GinSeat *seat, char *rest, Error *err) {
    const char *who = cgp_next(&rest);
    if (!who) return true;
    if (strcmp(who, "upcard") == 0)
        return seat->at == GIN_SEAT_HAND ? begin(seat, cgp_next(&rest), err)
                                         : error_set(err, "ev upcard comes right behind hand, not here");
    bool own = strcmp(who, "you") == 0;
    uint64_t number;
    if (!own && !cgp_number(who, 1, &number)) return true;
    if (seat->at < GIN_SEAT_DRAWN) return error_set(err, "ev %.20s comes before a deal has begun", who);
    if (own) {
        const char *what = cgp_next(&rest);
        return !what || strcmp(what, "draw") != 0 || see_own_draw(seat, cgp_next(&rest), err);
    }
    if (seat->at == GIN_SEAT_DRAWN) return error_set(err, "our draw from the stock is not followed by ev you draw CARD");
    return see_seat(seat, (Seat)number, rest, err);
}

bool gin_seat_may_act(const GinSeat *seat, Error *err) {
    if (seat->at != GIN_SEAT_PLAY) return error_set(err, "we are asked for a move before all of the deal was told");
    if (seat->state.table.phase == GIN_OVER) return error_set(err, "we are asked for a move, but the deal is over");
    if (seat->state.table.to_act == seat->seat) return true;
    return error_set(err, "we are asked for a move, but seat %u is to act", seat->seat ^ 1u);
}
