// SPDX-License-Identifier: MIT
#include "hearts/players/moon.h"

#include "hearts/players/lane.h"

int hearts_moon_shooter(const HeartsTable *table, const HeartsRules *rules, int least) {
    if (rules->moon == HEARTS_MOON_NONE) return -1;
    int shooter = -1;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int points = hearts_points_of(rules, table->taken[seat]);
        if (!points) continue;
        if (shooter >= 0 || points < least) return -1;
        shooter = seat;
    }
    return shooter;
}

bool hearts_moon_sure(CardSet hand, CardSet outstanding) {
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(hand, suit), out = lane_of(outstanding, suit);
        // From the top: as long as the highest card of the suit is ours, each lead takes at least one of theirs away.
        int left = lane_count(out);
        while (mine && left > 0) {
            int top = lane_high(mine);
            if (lane_above(out, top)) return false;
            mine &= ~(UINT32_C(1) << top);
            out &= out - 1; // they play their lowest
            left--;
        }
    }
    return true;
}

int hearts_moon_strength(CardSet hand, CardSet outstanding) {
    int strength = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(hand, suit), out = lane_of(outstanding, suit);
        int length = lane_count(mine);
        for (Lane rest = mine; rest; rest &= rest - 1) {
            int card = lane_low(rest);
            int beaten_by = lane_count(lane_above(out, card)), drawn = lane_count(lane_above(mine, card));
            // Each own card above draws about one and a half of theirs before this one is led.
            int left = 2 * beaten_by - 3 * drawn;
            if (left <= 0)
                strength += 10;
            else if (left <= 2)
                strength += length >= 4 ? 6 : 3;
            else if (left <= 4 && length >= 5)
                strength += 3;
        }
    }
    return strength;
}
