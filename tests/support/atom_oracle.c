// SPDX-License-Identifier: MIT
#include "support/atom_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const SUIT_NAMES[4] = {"clubs", "diamonds", "hearts", "spades"};

static int suit_of(const char *name) {
    for (int suit = 0; suit < 4; suit++)
        if (strncmp(name, SUIT_NAMES[suit], 4) == 0) return suit; // "club" is enough
    fail_msg("'%s' is no suit", name);
    return 0;
}

static int count(CardSet hand, int suit) {
    int cards = 0;
    for (int rank = 0; rank < 13; rank++) cards += set_has(hand, card_make(rank, suit));
    return cards;
}

// Aces high, 2 to 14.
static int height(int rank) { return rank == 0 ? 14 : rank + 1; }

static int lowest(CardSet hand, int suit) {
    int low = 99;
    for (int rank = 0; rank < 13; rank++)
        if (set_has(hand, card_make(rank, suit)) && height(rank) < low) low = height(rank);
    return low;
}

static int highest(CardSet hand, int suit) {
    int high = 0;
    for (int rank = 0; rank < 13; rank++)
        if (set_has(hand, card_make(rank, suit)) && height(rank) > high) high = height(rank);
    return high;
}

static bool has_spade(CardSet hand, char letter) {
    return set_has(hand, card_make(letter == 'A' ? 0 : letter == 'K' ? 12 : 11, 3));
}

static int backers(CardSet hand) {
    return count(hand, 3) - has_spade(hand, 'A') - has_spade(hand, 'K') - has_spade(hand, 'Q');
}

static bool has_number(const char *name, int number) {
    int asked;
    if (sscanf(name, ">=%d", &asked) == 1) return number >= asked;
    if (sscanf(name, "%d", &asked) == 1) return number == asked;
    fail_msg("'%s' has no number", name);
    return false;
}

static bool has_exit(const HeartsState *state, Seat seat, int suit) {
    int low = lowest(state->hand[seat], suit);
    if (count(state->hand[seat], suit) == 0) return false;
    for (int other = 0; other < 4; other++)
        if (other != seat && count(state->hand[other], suit) && lowest(state->hand[other], suit) > low) return true;
    return false;
}

static bool forced_high(const HeartsState *state, Seat seat, int suit) {
    CardSet others = 0;
    for (int other = 0; other < 4; other++)
        if (other != seat) others |= state->hand[other];
    return count(state->hand[seat], suit) && count(others, suit) &&
           lowest(state->hand[seat], suit) > highest(others, suit);
}

static bool opponent_short(const HeartsState *state, Seat seat, int suit) {
    for (int other = 0; other < 4; other++)
        if (other != seat && count(state->hand[other], suit) == 0) return true;
    return false;
}

static bool about_holder(const HeartsState *state, Seat seat, const char *question) {
    int holder = -1, shorts = 0;
    for (int other = 0; other < 4; other++)
        if (has_spade(state->hand[other], 'Q')) holder = other;
    if (holder < 0 || holder == seat) return false;
    CardSet hand = state->hand[holder];
    if (strncmp(question, "short ", 6) == 0) return count(hand, suit_of(question + 6)) == 0;
    for (int suit = 0; suit < 3; suit++) shorts += count(hand, suit) == 0;
    return has_number(question + 4, strstr(question, "backers") ? backers(hand) : shorts);
}

static bool about_points(const HeartsState *state, Seat seat, const char *name) {
    int taken[4], all = 0;
    for (int s = 0; s < 4; s++) all += taken[s] = count(state->table.taken[s], 2);
    if (strstr(name, "by us")) return has_number(name, taken[seat]);
    return has_number(name, strstr(name, "left") ? 13 - all : all - taken[seat]);
}

bool oracle_atom(const HeartsState *state, Seat seat, const char *name) {
    CardSet hand = state->hand[seat];
    Seat leader = state->table.leader;
    if (strcmp(name, "we have lead") == 0) return leader == seat;
    if (strncmp(name, "we have forced high ", 20) == 0) return forced_high(state, seat, suit_of(name + 20));
    if (strncmp(name, "we have single ", 15) == 0) return count(hand, 3) == 1 && has_spade(hand, name[15]);
    if (strncmp(name, "we have ", 8) == 0) return has_spade(hand, name[8]);
    if (strstr(name, "besides AKQ")) return has_number(name, backers(hand));
    if (strstr(name, "to start")) return has_number(name, count(state->start[seat], suit_of(strchr(name, ' ') + 1)));
    if (strncmp(name, "currently short ", 16) == 0) return count(hand, suit_of(name + 16)) == 0;
    if (strncmp(name, "currently not short ", 20) == 0) return count(hand, suit_of(name + 20)) > 0;
    if (strncmp(name, "opponent short ", 15) == 0) return opponent_short(state, seat, suit_of(name + 15));
    if (strncmp(name, "exit in ", 8) == 0) return has_exit(state, seat, suit_of(name + 8));
    if (strncmp(name, "leader short ", 13) == 0)
        return leader != seat && count(state->hand[leader], suit_of(name + 13)) == 0;
    if (strncmp(name, "leader not short ", 17) == 0)
        return leader != seat && count(state->hand[leader], suit_of(name + 17)) > 0;
    if (strncmp(name, "QS player ", 10) == 0) return about_holder(state, seat, name + 10);
    if (strstr(name, "points")) return about_points(state, seat, name);
    fail_msg("'%s' is no question", name);
    return false;
}
