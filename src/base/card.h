// SPDX-License-Identifier: MIT
// Cards and sets of cards: the types that everything else is built on.
//
// A card is 16*suit + rank, clubs first, ace low. A set of cards is one 64-bit word with a bit per card, that
// is four 16-bit lanes, one a suit. The top three bits of each lane are always empty, so a shift by one or two
// ranks cannot leak into the next suit, and whole-deck questions ("which cards lie in a run of three?") are a
// few machine words of algebra.
#ifndef DEADWOOD_BASE_CARD_H
#define DEADWOOD_BASE_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef uint8_t Card;     // 16*suit + rank, or CARD_NONE
typedef uint64_t CardSet; // bit c is set when card c belongs to it
typedef uint8_t Seat;     // a place at the table, from 0

enum {
    CARD_SUITS = 4,  // clubs, diamonds, hearts, spades
    CARD_RANKS = 13, // ace (0) to king (12)
    CARD_COUNT = 52,
    CARD_NONE = 63, // not a card: its bit is outside SET_DECK, so set_of(CARD_NONE) is harmless to mask
};

#define SET_DECK UINT64_C(0x1FFF1FFF1FFF1FFF)
#define SET_RANK UINT64_C(0x0001000100010001) // the four aces; shift left for another rank
#define SET_SUIT UINT64_C(0x1FFF)             // the clubs; shift left by 16*suit for another suit

static inline Card card_make(int rank, int suit) { return (Card)(16 * suit + rank); }
static inline int card_rank(Card card) { return card & 15; }
static inline int card_suit(Card card) { return card >> 4; }

// Cards numbered 0..51 without gaps, suit by suit, for arrays.
static inline int card_index(Card card) { return 13 * card_suit(card) + card_rank(card); }
static inline Card card_from_index(int index) { return card_make(index % 13, index / 13); }

static inline CardSet set_of(Card card) { return UINT64_C(1) << card; }
static inline bool set_has(CardSet set, Card card) { return (set >> card & 1) != 0; }
static inline int set_count(CardSet set) { return __builtin_popcountll(set); }

// The lowest card of a set that is not empty.
static inline Card set_first(CardSet set) { return (Card)__builtin_ctzll(set); }

// The set without its lowest card; `for (CardSet s = set; s; s = set_rest(s))` visits every card in order.
static inline CardSet set_rest(CardSet set) { return set & (set - 1); }

// The set with bit card_index(c) for card c: 52 bits without gaps.
static inline uint64_t set_indices(CardSet set) {
    return (set & SET_SUIT) | (set >> 3 & SET_SUIT << 13) | (set >> 6 & SET_SUIT << 26) | (set >> 9 & SET_SUIT << 39);
}

// The n-th lowest card as a set, from 0; the set holds more than n cards.
static inline CardSet set_nth(CardSet set, int n) {
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(UINT64_C(1) << n, set);
#else
    while (n-- > 0) set = set_rest(set);
    return set & -set;
#endif
}

static inline CardSet set_rank(int rank) { return SET_RANK << rank; }
static inline CardSet set_suit(int suit) { return SET_SUIT << 16 * suit; }

// Text: rank then suit, "7H", "TD", "AS". Parsing takes either case, "10" for T, and nothing else. Reading what a
// person wrote takes symbols of suits as well, "7♥", as screens and analyses show them.

enum { CARD_TEXT = 3, SET_TEXT = 3 * CARD_COUNT + 1 };

// Writes two characters and a NUL; CARD_NONE prints as "--".
void card_print(Card card, char text[CARD_TEXT]);

// Reads one card from the start of `text` and returns the bytes used, or 0 when there is no card.
int card_parse(const char *text, Card *card); // written by a program or a file
int card_read(const char *text, Card *card);  // of a person

// Writes the cards from low to high, suit by suit, with `separator` between them (0 for none).
void set_print(CardSet set, char separator, char text[SET_TEXT]);

// Reads cards that a person typed, separated by spaces, commas or nothing. Fails on anything that is not a card and on
// a repeated card.
bool set_parse(const char *text, CardSet *set, Error *err);

#endif
