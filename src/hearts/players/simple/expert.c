// SPDX-License-Identifier: MIT
#include "hearts/players/simple/expert.h"

#include "hearts/players/search/lane.h"
#include "hearts/players/search/search.h"
#include "hearts/players/simple/moon.h"

// Weights for who will win what; divided by their sum they are shares.
typedef struct Outlook {
    float hearts[HEARTS_SEATS];
    float queen[HEARTS_SEATS];
    int holder; // of the queen of spades, or -1
} Outlook;

// How much a round counts: the first of a suit is nearly always played, later ones less and less.
static const float ROUND[HEARTS_HAND_SIZE] = {1.0f,  0.85f, 0.65f, 0.45f, 0.3f,  0.2f, 0.12f,
                                              0.08f, 0.05f, 0.03f, 0.02f, 0.01f, 0.01f};

static void play_suit_round(Outlook *outlook, int suit, int round, Lane lane[HEARTS_SEATS]) {
    int winner = -1, top = -1, following = 0;
    bool queen_falls = false;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (!lane[seat]) continue;
        int card = lane_low(lane[seat]);
        lane[seat] &= lane[seat] - 1;
        following++;
        queen_falls = queen_falls || (suit == HEARTS_SPADES && card == LANE_QUEEN);
        if (card > top) top = card, winner = seat;
    }
    int out = HEARTS_SEATS - following;
    float weight = ROUND[round];
    outlook->hearts[winner] += weight * ((suit == HEARTS_SUIT ? 1.0f : 0.1f) * (float)following + 0.5f * (float)out);
    if (outlook->holder < 0) return;
    if (queen_falls)
        outlook->queen[winner] += 2.0f * weight;
    else if (suit != HEARTS_SPADES)
        outlook->queen[winner] += 0.05f * weight;
}

// Rounds of other suits in which the holder of the queen has run out: it is thrown there.
static void throw_queen(Outlook *outlook, const Lane lane[HEARTS_SEATS], int round) {
    int winner = -1, top = -1;
    if (outlook->holder < 0 || lane[outlook->holder]) return;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (lane[seat] && lane_low(lane[seat]) > top) top = lane_low(lane[seat]), winner = seat;
    if (winner >= 0) outlook->queen[winner] += ROUND[round];
}

static void play_suit(Outlook *outlook, const HeartsState *state, int suit) {
    Lane lane[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) lane[seat] = lane_of(state->hand[seat], suit);
    for (int round = 0; lane[0] | lane[1] | lane[2] | lane[3]; round++) {
        if (suit != HEARTS_SPADES) throw_queen(outlook, lane, round);
        play_suit_round(outlook, suit, round, lane);
    }
}

// Adds what is still to be won, shared by weights on a floor that keeps every share possible.
static void share_out(float points[HEARTS_SEATS], float left, const float weight[HEARTS_SEATS], float floor) {
    float sum = weight[0] + weight[1] + weight[2] + weight[3] + 4.0f * floor;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] += left * (weight[seat] + floor) / sum;
}

// The seat with all points so far wins all the rest with a chance that falls quickly with what it is not sure of.
static void weigh_moon(const HeartsState *state, float points[HEARTS_SEATS]) {
    int shooter = hearts_moon_shooter(&state->table, state->rules, 1);
    float all = (float)hearts_all_points(state->rules);
    if (shooter < 0) return;
    float share = points[shooter] / all, chance = share * share;
    chance *= chance;
    chance *= chance;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        bool adds = state->rules->moon != HEARTS_MOON_SUBTRACT;
        float moon = seat == shooter ? (adds ? 0.0f : -all) : (adds ? all : 0.0f);
        points[seat] += chance * (moon - points[seat]);
    }
}

void hearts_expert_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    (void)self;
    if (hearts_settled(state, points)) return;
    const HeartsRules *rules = state->rules;
    Outlook outlook = {.holder = -1};
    CardSet left = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        left |= state->hand[seat];
        points[seat] = (float)state->points[seat];
        if (rules->queen_points && set_has(state->hand[seat], HEARTS_QUEEN)) outlook.holder = seat;
    }
    for (int suit = 0; suit < CARD_SUITS; suit++)
        if (left & set_suit(suit)) play_suit(&outlook, state, suit);
    share_out(points, (float)(rules->heart_points * set_count(left & HEARTS_HEARTS)), outlook.hearts, 0.3f);
    if (outlook.holder >= 0) share_out(points, (float)rules->queen_points, outlook.queen, 0.1f);
    if (rules->moon != HEARTS_MOON_NONE) weigh_moon(state, points);
}
