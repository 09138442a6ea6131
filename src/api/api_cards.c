// SPDX-License-Identifier: MIT
// Cards as text and sets, and hands of gin.
#include <string.h>

#include "api/api_internal.h"
#include "gin/gin.h"

enum { MOST_CARDS = GIN_HAND_SIZE + 1 };

int deadwood_cards_parse(const char *text, deadwood_cards *cards, deadwood_error *err) {
    Error why = {{0}};
    CardSet set;
    if (!text) return api_null(err, __func__, "text");
    if (!cards) return api_null(err, __func__, "cards");
    if (!set_parse(text, &set, &why)) return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    *cards = set;
    return api_done(err);
}

static int check_cards(deadwood_cards cards, deadwood_error *err) {
    if (cards & ~SET_DECK)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%#llx is no set of cards: a card is bit 16*suit + rank",
                        (unsigned long long)cards);
    return api_done(err);
}

int deadwood_cards_print(deadwood_cards cards, char text[DEADWOOD_CARDS_TEXT], deadwood_error *err) {
    _Static_assert((int)DEADWOOD_CARDS_TEXT >= (int)SET_TEXT, "room for the deck");
    if (!text) return api_null(err, __func__, "text");
    int code = check_cards(cards, err);
    if (code == DEADWOOD_OK) set_print(cards, ' ', text);
    return code;
}

uint64_t deadwood_cards_indices(deadwood_cards cards) { return set_indices(cards & SET_DECK); }

// ---- Hands of gin ----

int deadwood_gin_points(deadwood_cards cards) { return gin_points(cards & SET_DECK); }

int deadwood_gin_deadwood(deadwood_cards hand) { return gin_deadwood(hand & SET_DECK); }

deadwood_cards deadwood_gin_useful(deadwood_cards hand) { return gin_useful_draws(hand & SET_DECK); }

deadwood_cards deadwood_gin_best_discards(deadwood_cards hand) {
    int deadwood;
    hand &= SET_DECK;
    return hand ? gin_best_discards(hand, hand, &deadwood) : 0;
}

static int cards_check_hand(deadwood_cards hand, deadwood_error *err) {
    int code = check_cards(hand, err);
    if (code == DEADWOOD_OK && set_count(hand) > MOST_CARDS)
        code = api_fail(err, DEADWOOD_E_ARGUMENT, "%d cards are no hand of gin: it has at most %d", set_count(hand),
                        MOST_CARDS);
    return code;
}

int deadwood_gin_melds(deadwood_cards hand, deadwood_cards *melds, int room, deadwood_error *err) {
    GinSplit splits[GIN_MAX_SPLITS];
    _Static_assert((int)DEADWOOD_MELDS == (int)GIN_MAX_MELDS, "as many melds");
    if (room < 0 || (room > 0 && !melds))
        return -api_fail(err, DEADWOOD_E_ARGUMENT, "%s: room for %d meldings at %s", __func__, room,
                         melds ? "an array" : "NULL");
    int code = cards_check_hand(hand, err);
    if (code != DEADWOOD_OK) return -code;
    int count = gin_best_splits(hand, splits);
    for (int i = 0; i < count && i < room; i++)
        memcpy(melds + i * DEADWOOD_MELDS, splits[i].meld, sizeof splits[i].meld);
    return count;
}

int deadwood_gin_defend(deadwood_cards hand, const deadwood_cards knock[DEADWOOD_MELDS],
                        deadwood_cards melds[DEADWOOD_MELDS], deadwood_cards *laid_off, deadwood_error *err) {
    GinSplit shown;
    int deadwood;
    if (!knock) return -api_null(err, __func__, "knock");
    int code = cards_check_hand(hand, err);
    if (code != DEADWOOD_OK) return -code;
    memcpy(shown.meld, knock, sizeof shown.meld);
    CardSet all = gin_split_cards(&shown);
    if ((all & ~SET_DECK) || !gin_is_split(&shown, all))
        return -api_fail(err, DEADWOOD_E_ARGUMENT, "the knocker's melds are no disjoint melds");
    if (all & hand) return -api_fail(err, DEADWOOD_E_ARGUMENT, "a card is in the hand and in the knocker's melds");
    GinSplit best = gin_best_defence(hand, &shown, GIN_LAYOFF_BEST, &deadwood);
    if (melds) memcpy(melds, best.meld, sizeof best.meld);
    if (laid_off) *laid_off = gin_layoff(&shown, hand & ~gin_split_cards(&best));
    return deadwood;
}
