// SPDX-License-Identifier: MIT
// A decision as a vector of bytes for networks: what a seat sees, and which of 106 choices it has.
//
// A byte b stands for the number b/128, so that 128 is one. The inputs depend on the view alone. The `secrets` are
// privileged inputs that only the critic sees, in training (asymmetric actor-critic).
#ifndef DEADWOOD_GIN_PLAYERS_ENV_OBSERVE_H
#define DEADWOOD_GIN_PLAYERS_ENV_OBSERVE_H

#include "base/rows/planes.h"
#include "gin/players/env/habits.h"

enum {
    GIN_ONE = PLANE_ONE, // the byte of the number one

    // Choices: take the upcard; draw from the stock or decline an offer; discard a card; discard a card and knock.
    GIN_CHOICE_TAKE = 0,
    GIN_CHOICE_STOCK = 1,
    GIN_CHOICE_DROP = 2,                             // + card_index
    GIN_CHOICE_KNOCK = GIN_CHOICE_DROP + CARD_COUNT, // + card_index
    GIN_CHOICES = GIN_CHOICE_KNOCK + CARD_COUNT,
    GIN_LEGAL_BYTES = 14, // a bit a choice, the lowest of the first byte first

    // Inputs: planes of a byte a card (by card_index), then single numbers. observe_internal.h lists them.
    GIN_PLANES = 14,
    GIN_SCALARS = 168,
    GIN_INPUTS = GIN_PLANES * CARD_COUNT + GIN_SCALARS, // 896
    GIN_SECRETS = 128, // the opponent's hand, its useful draws, and single numbers, for the critic alone
};

// Writes the name of an input, for people who inspect weights: "hand AC", "deadwood 3". Names are unique. Returns
// `text`.
enum { GIN_INPUT_NAME = INPUT_NAME };
const char *gin_input_name(int input, char text[GIN_INPUT_NAME]);
const char *gin_secret_name(int secret, char text[GIN_INPUT_NAME]);

// The choices of the seat to act, as bits. Gin is never declined: if a discard leaves no deadwood, only such knocks are
// choices. Returns their number; below two nothing is to be decided and gin_forced gives the move (0 for a defence and
// for big gin).
int gin_choices(const GinView *view, uint8_t legal[GIN_LEGAL_BYTES]);
bool gin_choice_is_legal(const uint8_t legal[GIN_LEGAL_BYTES], int choice);

// The forced move, if there is one: big gin, the best defence, or the only choice. False if there is a decision to
// make.
bool gin_forced(const GinView *view, GinAction *action);

// The action that a choice of gin_choices stands for. A knock shows melds of least deadwood, and among those the melds
// least open to layoffs.
GinAction gin_choice_action(const GinView *view, int choice);

// The choice that an action stands for, or -1 if gin_choices does not offer it. A knock's melds do not matter.
int gin_action_choice(const GinView *view, const GinAction *action);

// Writes GIN_INPUTS bytes. The seat of the view is to act. `habits` are those of its past, counted by gin_habits_of or
// hand by hand.
void gin_observe(const GinView *view, const GinHabits *habits, uint8_t *inputs);

// Writes GIN_SECRETS bytes about the other seat's hand and the stock. For training alone.
void gin_observe_secrets(const GinState *state, Seat seat, uint8_t *secrets);

#endif
