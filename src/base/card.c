// SPDX-License-Identifier: MIT
#include "base/card.h"

#include <ctype.h>
#include <string.h>

static const char RANKS[] = "A23456789TJQK";
static const char SUITS[] = "CDHS";

void card_print(Card card, char text[CARD_TEXT]) {
    bool real = set_of(card) & SET_DECK;
    text[0] = real ? RANKS[card_rank(card)] : '-';
    text[1] = real ? SUITS[card_suit(card)] : '-';
    text[2] = '\0';
}

int card_parse(const char *text, Card *card) {
    int used = 1;
    char rank = (char)toupper((unsigned char)text[0]);
    if (rank == '1' && text[1] == '0') {
        rank = 'T';
        used = 2;
    }
    const char *at_rank = rank ? strchr(RANKS, rank) : NULL;
    if (!at_rank || !text[used]) return 0;
    const char *at_suit = strchr(SUITS, toupper((unsigned char)text[used]));
    if (!at_suit) return 0;
    *card = card_make((int)(at_rank - RANKS), (int)(at_suit - SUITS));
    return used + 1;
}

void set_print(CardSet set, char separator, char text[SET_TEXT]) {
    char *at = text;
    for (CardSet rest = set & SET_DECK; rest; rest = set_rest(rest)) {
        if (at != text && separator) *at++ = separator;
        card_print(set_first(rest), at);
        at += 2;
    }
    *at = '\0';
}

bool set_parse(const char *text, CardSet *set, Error *err) {
    CardSet found = 0;
    for (const char *at = text; *at;) {
        if (*at == ' ' || *at == ',' || *at == '\t') {
            at++;
            continue;
        }
        Card card;
        int used = card_parse(at, &card);
        if (!used)
            return error_set(err,
                             "'%.3s' at character %d is not a card; cards are rank then suit, such as 7H, TD or AS", at,
                             (int)(at - text) + 1);
        if (set_has(found, card))
            return error_set(err, "the card %.*s at character %d is there twice", used, at, (int)(at - text) + 1);
        found |= set_of(card);
        at += used;
    }
    *set = found;
    return true;
}
