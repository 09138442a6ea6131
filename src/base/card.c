// SPDX-License-Identifier: MIT
#include "base/card.h"

#include <ctype.h>
#include <string.h>

#include "base/text/text.h"

static const char RANKS[] = "A23456789TJQK";
static const char SUITS[] = "CDHS";

void card_print(Card card, char text[CARD_TEXT]) {
    bool real = set_of(card) & SET_DECK;
    text[0] = real ? RANKS[card_rank(card)] : '-';
    text[1] = real ? SUITS[card_suit(card)] : '-';
    text[2] = '\0';
}

// `read_suit` gives the bytes of the suit, 0 for none.
static int parse_card(const char *text, Card *card, int (*read_suit)(const char *text, int *suit)) {
    int used = 1;
    char rank = (char)toupper((unsigned char)text[0]);
    if (rank == '1' && text[1] == '0') {
        rank = 'T';
        used = 2;
    }
    const char *at_rank = rank ? strchr(RANKS, rank) : NULL;
    if (!at_rank || !text[used]) return 0;
    int suit, wide = read_suit(text + used, &suit);
    if (!wide) return 0;
    *card = card_make((int)(at_rank - RANKS), suit);
    return used + wide;
}

static int read_letter(const char *text, int *suit) {
    const char *at = strchr(SUITS, toupper((unsigned char)*text));
    if (at) *suit = (int)(at - SUITS);
    return at ? 1 : 0;
}

int card_parse(const char *text, Card *card) { return parse_card(text, card, read_letter); }

// The symbols in black and in white, and the mark behind one that asks for a small picture or for none.
static int read_symbol(const char *text, int *suit) {
    static const char *const symbols[2][CARD_SUITS] = {{"♣", "♦", "♥", "♠"}, {"♧", "♢", "♡", "♤"}};
    static const char *const marks[] = {"\uFE0E", "\uFE0F"};
    enum { SYMBOL = 3 }; // bytes
    for (int i = 0; i < 2 * CARD_SUITS; i++) {
        if (strncmp(text, symbols[i / CARD_SUITS][i % CARD_SUITS], SYMBOL) != 0) continue;
        *suit = i % CARD_SUITS;
        bool marked = strncmp(text + SYMBOL, marks[0], SYMBOL) == 0 || strncmp(text + SYMBOL, marks[1], SYMBOL) == 0;
        return marked ? 2 * SYMBOL : SYMBOL;
    }
    return read_letter(text, suit);
}

int card_read(const char *text, Card *card) { return parse_card(text, card, read_symbol); }

void set_print(CardSet set, char separator, char text[SET_TEXT]) {
    char *at = text;
    for (CardSet rest = set & SET_DECK; rest; rest = set_rest(rest)) {
        if (at != text && separator) *at++ = separator;
        card_print(set_first(rest), at);
        at += 2;
    }
    *at = '\0';
}

// The bytes of the first three characters, for messages.
static int some_bytes(const char *text) {
    int size = 0;
    for (int i = 0; i < 3 && text[size]; i++) size += text_utf8(text + size) ? text_utf8(text + size) : 1;
    return size;
}

bool set_parse(const char *text, CardSet *set, Error *err) {
    CardSet found = 0;
    for (const char *at = text; *at;) {
        if (*at == ' ' || *at == ',' || *at == '\t') {
            at++;
            continue;
        }
        Card card;
        int used = card_read(at, &card);
        if (!used)
            return error_set(err,
                             "'%.*s' at character %d is not a card; cards are rank then suit, such as 7H, TD or AS",
                             some_bytes(at), at, (int)(at - text) + 1);
        if (set_has(found, card))
            return error_set(err, "the card %.*s at character %d is there twice", used, at, (int)(at - text) + 1);
        found |= set_of(card);
        at += used;
    }
    *set = found;
    return true;
}
