// SPDX-License-Identifier: MIT
// A decision of Hearts as a vector of bytes for networks: what a seat sees, and which of 52 choices it has.
//
// A choice is a card. A pass is made of as many choices as cards are passed: one card after another, in any order, out
// of those not picked yet; the picked ones are inputs. So a network with 52 outputs gives a probability to each of the
// 286 passes, and no order is preferred. Cards that are picked are still in the hand, and nobody else knows of them.
//
// A byte b stands for the number b/128. The inputs depend on the view alone. The `secrets` are privileged inputs that
// only the critic sees, in training (asymmetric actor-critic).
#ifndef DEADWOOD_HEARTS_PLAYERS_ENV_OBSERVE_H
#define DEADWOOD_HEARTS_PLAYERS_ENV_OBSERVE_H

#include "base/rows/planes.h"
#include "hearts/hearts.h"

enum {
    HEARTS_CHOICES = CARD_COUNT, // by card_index
    HEARTS_LEGAL_BYTES = 8,      // a bit a choice, the lowest of the first byte first; the last 12 are 0

    // Inputs: planes of a byte a card, then single numbers. observe_internal.h lists them.
    HEARTS_PLANES = 19,
    HEARTS_SCALARS = 164,
    HEARTS_INPUTS = HEARTS_PLANES * CARD_COUNT + HEARTS_SCALARS, // 1152
    HEARTS_SECRET_PLANES = 4,
    HEARTS_SECRETS = HEARTS_SECRET_PLANES * CARD_COUNT + 48, // 256: the other hands, for the critic alone
};

// Writes the name of an input, for people who inspect weights: "hand AC", "trick 3". Names are unique. Returns `text`.
const char *hearts_input_name(int input, char text[INPUT_NAME]);
const char *hearts_secret_name(int secret, char text[INPUT_NAME]);

// What the log shows about each card, updated incrementally: a step reads only the new cards.
typedef struct HeartsTrail {
    CardSet played[HEARTS_SEATS]; // by each seat
    CardSet led;                  // cards that began a trick
    CardSet off;                  // cards that did not follow the suit led
    uint8_t cards;                // of the log that are counted in
    uint8_t when[CARD_COUNT + 4]; // by card_index: HEARTS_WHEN for each trick up to the card's own, 0: not yet
} HeartsTrail;

enum { HEARTS_WHEN = 9 };

// Brings the trail up to the end of the log; a new hand begins with an empty trail.
void hearts_trail_follow(HeartsTrail *trail, const HeartsLog *log);
HeartsTrail hearts_trail_of(const HeartsLog *log);

// Cards as bits of choices.
static inline void hearts_put_legal(CardSet cards, uint8_t legal[HEARTS_LEGAL_BYTES]) {
    uint64_t bits = set_indices(cards);
    for (int i = 0; i < HEARTS_LEGAL_BYTES; i++) legal[i] = (uint8_t)(bits >> 8 * i);
}

// The choices of the seat to act; `picked` are the cards it has picked to pass so far. Returns how many there are: with
// one there is nothing to decide.
int hearts_choices(const HeartsView *view, CardSet picked, uint8_t legal[HEARTS_LEGAL_BYTES]);

static inline bool hearts_choice_is_legal(const uint8_t legal[HEARTS_LEGAL_BYTES], int choice) {
    return choice >= 0 && choice < HEARTS_CHOICES && (legal[choice / 8] >> choice % 8 & 1);
}

// The forced action: the only legal card. False if there is a decision to make.
bool hearts_forced(const HeartsView *view, HeartsAction *action);

// Writes HEARTS_INPUTS bytes. The seat of the view is to act; the trail is that of the view's log.
void hearts_observe(const HeartsView *view, const HeartsTrail *trail, CardSet picked, uint8_t *inputs);

// Writes HEARTS_SECRETS bytes about the other seats' hands. For training alone.
void hearts_observe_secrets(const HeartsState *state, Seat seat, uint8_t *secrets);

#endif
