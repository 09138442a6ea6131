// SPDX-License-Identifier: MIT
#include "coach/hearts/hearts_odds.h"

#include <string.h>

#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/passing.h"

enum { NOISE = 26 };

static void odds_play_hand(const HeartsRules *rules, uint64_t seed, uint32_t hand, int16_t points[HEARTS_SEATS]) {
    HeartsState state;
    Card deck[CARD_COUNT];
    Rng rng = rng_for(seed, 0, hand, 0);
    rng_deck(&rng, deck);
    hearts_deal_deck(&state, NULL, rules, hand, (const int16_t[HEARTS_SEATS]){0}, deck);
    while (state.table.phase == HEARTS_PASSING) {
        CardSet own = state.hand[state.table.to_act];
        HeartsAction action = {.move = HEARTS_GIVE, .give = hearts_pass_by_rules(rules, own)};
        hearts_apply(&state, NULL, &action);
    }
    hearts_ducker_playout(&state, NOISE, &rng);
    memcpy(points, state.points, HEARTS_SEATS * sizeof *points);
}

void hearts_odds_count(HeartsOdds *odds, const HeartsRules *rules, uint64_t seed) {
    int16_t hands[HEARTS_ODDS_HANDS][HEARTS_SEATS];
    odds->rules = *rules;
    for (uint32_t i = 0; i < HEARTS_ODDS_HANDS; i++) odds_play_hand(rules, seed, i, hands[i]);
    for (int game = 0; game < HEARTS_ODDS_GAMES; game++) {
        Rng rng = rng_for(seed, 1, (uint64_t)game, 0);
        int16_t sum[HEARTS_SEATS] = {0};
        for (int hand = 0; hand < HEARTS_ODDS_LONGEST; hand++) {
            const int16_t *points = hands[rng_below(&rng, HEARTS_ODDS_HANDS)];
            int seats[HEARTS_SEATS] = {0, 1, 2, 3};
            for (uint32_t i = HEARTS_SEATS; i > 0; i--) {
                uint32_t which = rng_below(&rng, i);
                sum[i - 1] = (int16_t)(sum[i - 1] + points[seats[which]]);
                seats[which] = seats[i - 1];
            }
            memcpy(odds->sum[game][hand], sum, sizeof sum);
        }
    }
}

static bool odds_game_is_over(const HeartsRules *rules, const int score[HEARTS_SEATS]) {
    bool over = rules->target == 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) over = over || score[seat] >= rules->target;
    return over;
}

static double odds_share(const int score[HEARTS_SEATS], Seat seat) {
    int first = 0;
    for (int other = 0; other < HEARTS_SEATS; other++) {
        if (score[other] < score[seat]) return 0;
        first += score[other] == score[seat];
    }
    return 1.0 / first;
}

double hearts_odds_win(const HeartsOdds *odds, const int score[HEARTS_SEATS], Seat seat) {
    double wins = 0;
    if (odds_game_is_over(&odds->rules, score)) return odds_share(score, seat);
    for (int game = 0; game < HEARTS_ODDS_GAMES; game++) {
        int now[HEARTS_SEATS];
        for (int hand = 0; hand < HEARTS_ODDS_LONGEST; hand++) {
            for (int i = 0; i < HEARTS_SEATS; i++) now[i] = score[i] + odds->sum[game][hand][i];
            if (odds_game_is_over(&odds->rules, now)) break;
        }
        wins += odds_share(now, seat);
    }
    return wins / HEARTS_ODDS_GAMES;
}
