// SPDX-License-Identifier: MIT
// Names of the inputs, for people who inspect weights.
#include <assert.h>

#include "gin/players/env/observe_internal.h"

static const char *const planes[GIN_PLANES] = {
    "hand",          "upcard",   "buried", "known",  "shown",  "discarded", "declined",
    "own discarded", "deadwood", "knock",  "useful", "melded", "outs",      "danger",
};

#define HABITS                                                                                                         \
    "knocks|undercuts|held a knock|defence points|takes|offers taken|knock count|defence count|"                       \
    "knock 0|knock 1-2|knock 3-4|knock 5-6|knock 7-8|knock 9+|"                                                        \
    "turn 1-3|turn 4-5|turn 6-7|turn 8-9|turn 10-12|turn 13+"

static const InputGroup groups[] = {
    {GIN_AT_PHASE, "phase", "first offer|second offer|draw|discard"},
    {GIN_AT_TAKEN, "upcard taken", ""},
    {GIN_AT_STARTER, "started", ""},
    {GIN_AT_STOCK, "stock", ""},
    {GIN_AT_STOCK_STEP, "stock", "0-1|2-3|4-5|6-8|9-12|13-17|18-23|24+"},
    {GIN_AT_TURN, "draws", "own|opponent"},
    {GIN_AT_TURN_STEP, "turn", "0|1|2|3|4|5|6|7-8|9-11|12+"},
    {GIN_AT_DEADWOOD, "deadwood", ""},
    {GIN_AT_DEADWOOD_IS, "deadwood", "0|1|2|3|4|5|6|7|8|9|10"},
    {GIN_AT_DEADWOOD_STEP, "deadwood", "11-15|16-20|21-25|26-30|31-40|41+"},
    {GIN_AT_TAKE, "taking leaves", ""},
    {GIN_AT_TAKE_IS, "taking leaves", "0|1|2|3|4|5|6|7|8|9|10"},
    {GIN_AT_TAKE_SAVES, "taking saves", ""},
    {GIN_AT_TAKE_MELDS, "taking melds", ""},
    {GIN_AT_CAN_KNOCK, "can knock", "now|after taking"},
    {GIN_AT_OUTS, "outs", ""},
    {GIN_AT_OUTS_STEP, "outs", "0|1|2|3|4|5-6|7-8|9+"},
    {GIN_AT_MELDED, "melded", ""},
    {GIN_AT_MELDED_STEP, "melded", "0|3-5|6-8|9+"},
    {GIN_AT_TAKES, "upcards taken", "own|opponent"},
    {GIN_AT_KNOWN, "known cards", ""},
    {GIN_AT_KNOWN_MELDED, "known melds", ""},
    {GIN_AT_SINCE_TAKE, "since its take", ""},
    {GIN_AT_SINCE_STEP, "since its take", "0|1|2-3|4+"},
    {GIN_AT_SCORE, "score", "own|opponent"},
    {GIN_AT_LEAD, "score", "ahead|behind"},
    {GIN_AT_SCORE_STEP, "own score tenths", "0|1|2|3|4|5|6|7|8|9"},
    {GIN_AT_OTHER_SCORE_STEP, "opponent score tenths", "0|1|2|3|4|5|6|7|8|9"},
    {GIN_AT_GIN_WINS, "gin wins the game", ""},
    {GIN_AT_RULES, "rule",
     "knock limit|gin bonus|undercut bonus|big gin bonus|tie to knocker|target|double|stock end|winner starts|"
     "loser starts"},
    {GIN_AT_HANDS, "past hands", ""},
    {GIN_AT_HANDS_STEP, "past hands", "0|1|2|3-4|5-8|9+"},
    {GIN_AT_CANCELLED, "past cancelled", ""},
    {GIN_AT_THEIR_HABITS, "opponent", HABITS},
    {GIN_AT_OWN_HABITS, "own", HABITS},
    {GIN_AT_END, "spare", "0"},
};

const char *gin_input_name(int input, char text[GIN_INPUT_NAME]) {
    assert(input >= 0 && input < GIN_INPUTS);
    return plane_input_name(input, planes, GIN_PLANES, groups, sizeof groups / sizeof *groups, text);
}

static const char *const secret_planes[] = {"opponent", "opponent useful"};

static const InputGroup secret_groups[] = {
    {0, "opponent deadwood", ""},
    {1, "opponent deadwood", "0|1|2|3|4|5|6|7|8|9|10|11+"},
    {13, "opponent can knock", ""},
    {14, "outs in the stock", "opponent|own"},
    {16, "next of the stock", "1 for us|1 for them|2 for us|2 for them|3 for us|3 for them|4 for us|4 for them"},
};

const char *gin_secret_name(int secret, char text[INPUT_NAME]) {
    assert(secret >= 0 && secret < GIN_SECRETS);
    return plane_input_name(secret, secret_planes, 2, secret_groups, sizeof secret_groups / sizeof *secret_groups,
                            text);
}
