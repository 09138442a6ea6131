// SPDX-License-Identifier: MIT
// Names of the inputs, for people who inspect weights.
#include <assert.h>

#include "hearts/players/env/observe_internal.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const input_planes[HEARTS_PLANES] = {
    "hand",  "picked", "given", "received", "played own", "played left",   "played across",   "played right",
    "table", "best",   "led",   "off suit", "when",       "left may hold", "across may hold", "right may hold",
    "takes", "higher", "lower",
};

#define SEATS  "own|left|across|right"
#define OTHERS "left|across|right"
#define SUITS  "clubs|diamonds|hearts|spades"
#define WHERE  "own|unseen|on the table|taken own|taken left|taken across|taken right"
#define STEPS  "0|1|2|3|4|5|6+"

static const InputGroup input_groups[] = {
    {HEARTS_AT_PHASE, "phase", "passing|playing"},
    {HEARTS_AT_DIRECTION, "pass", "none|left|right|across"},
    {HEARTS_AT_PICKS, "picks", "0|1|2|3"},
    {HEARTS_AT_TRICK, "trick", "1|2|3|4|5|6|7|8|9|10|11|12|13"},
    {HEARTS_AT_PLACE, "cards on the table", "0|1|2|3"},
    {HEARTS_AT_LEADER, "leader", SEATS},
    {HEARTS_AT_TAKING, "taking", SEATS},
    {HEARTS_AT_TABLE_POINTS, "points on the table", ""},
    {HEARTS_AT_QUEEN, "queen", WHERE},
    {HEARTS_AT_JACK, "jack", WHERE},
    {HEARTS_AT_BROKEN, "hearts broken", ""},
    {HEARTS_AT_POINTS, "points", SEATS},
    {HEARTS_AT_TRICKS, "tricks", SEATS},
    {HEARTS_AT_ALONE, "alone with points", SEATS "|nobody"},
    {HEARTS_AT_SUITS, "own", SUITS},
    {HEARTS_AT_SUIT_STEP, "own clubs", STEPS},
    {HEARTS_AT_SUIT_STEP + HEARTS_OWN_SUIT_STEPS, "own diamonds", STEPS},
    {HEARTS_AT_SUIT_STEP + 2 * HEARTS_OWN_SUIT_STEPS, "own hearts", STEPS},
    {HEARTS_AT_SUIT_STEP + 3 * HEARTS_OWN_SUIT_STEPS, "own spades", STEPS},
    {HEARTS_AT_UNSEEN, "unseen", SUITS},
    {HEARTS_AT_VOID, "left is out of", SUITS},
    {HEARTS_AT_VOID + CARD_SUITS, "across is out of", SUITS},
    {HEARTS_AT_VOID + 2 * CARD_SUITS, "right is out of", SUITS},
    {HEARTS_AT_SCORE, "score", SEATS},
    {HEARTS_AT_BELOW, "below zero", SEATS},
    {HEARTS_AT_LEAD, "score", "ahead|behind"},
    {HEARTS_AT_RANK, "others with less", "0|1|2|3"},
    {HEARTS_AT_NEAR, "all points end the game", SEATS},
    {HEARTS_AT_HIGHEST, "score highest", ""},
    {HEARTS_AT_SCORE_STEP, "own score tenths", "0|1|2|3|4|5|6|7|8|9"},
    {HEARTS_AT_HANDS, "past hands", ""},
    {HEARTS_AT_RULES, "rule",
     "pass|hold|two leads|safe first|break hearts|queen breaks|heart|queen|moon none|moon add|moon subtract|"
     "moon choose|jack|trickless|target|one hand"},
    {HEARTS_AT_END, "spare", "0|1|2|3|4|5"},
};

static const char *const secret_planes[HEARTS_SECRET_PLANES] = {"left", "across", "right", "incoming"};

static const InputGroup secret_groups[] = {
    {HEARTS_SECRET_SUITS, "left", SUITS},
    {HEARTS_SECRET_SUITS + CARD_SUITS, "across", SUITS},
    {HEARTS_SECRET_SUITS + 2 * CARD_SUITS, "right", SUITS},
    {HEARTS_SECRET_QUEEN, "queen", OTHERS},
    {HEARTS_SECRET_JACK, "jack", OTHERS},
    {HEARTS_SECRET_HIGHEST, "left highest", SUITS},
    {HEARTS_SECRET_HIGHEST + CARD_SUITS, "across highest", SUITS},
    {HEARTS_SECRET_HIGHEST + 2 * CARD_SUITS, "right highest", SUITS},
    {HEARTS_SECRET_LOWEST, "left lowest", SUITS},
    {HEARTS_SECRET_LOWEST + CARD_SUITS, "across lowest", SUITS},
    {HEARTS_SECRET_LOWEST + 2 * CARD_SUITS, "right lowest", SUITS},
    {HEARTS_SECRET_END, "spare", "0|1|2|3|4|5"},
};

const char *hearts_input_name(int input, char text[INPUT_NAME]) {
    assert(input >= 0 && input < HEARTS_INPUTS);
    return plane_input_name(input, input_planes, HEARTS_PLANES, input_groups, COUNT(input_groups), text);
}

const char *hearts_secret_name(int secret, char text[INPUT_NAME]) {
    assert(secret >= 0 && secret < HEARTS_SECRETS);
    return plane_input_name(secret, secret_planes, HEARTS_SECRET_PLANES, secret_groups, COUNT(secret_groups), text);
}
