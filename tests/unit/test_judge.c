// SPDX-License-Identifier: MIT
// Worlds, chances to win and the judge: that samples agree with what was seen, that estimates are unbiased, and that
// known best moves are found.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/judge.h"
#include "gin/players/reasons.h"
#include "gin/players/rollout.h"
#include "gin/players/world.h"
#include "support/random.h"

static GinJudge opened(const char *estimator, int worlds) {
    GinJudge judge;
    Error err = {{0}};
    if (!gin_judge_open(GIN_JUDGE_PLAYER, estimator, worlds, &judge, &err)) fail_msg("%s", err.text);
    return judge;
}

static CardSet cards(const char *text) {
    CardSet set;
    Error err = {{0}};
    if (!set_parse(text, &set, &err)) fail_msg("%s", err.text);
    return set;
}

// A hand dealt and played on at random for a while, with somebody to act who has not been knocked against.
static bool some_position(Rng *rng, const GinRules *rules, GinState *state, GinHistory *history) {
    Card deck[CARD_COUNT];
    const uint16_t score[2] = {(uint16_t)rng_below(rng, rules->target), (uint16_t)rng_below(rng, rules->target)};
    rng_deck(rng, deck);
    gin_deal_deck(state, history, rules, (Seat)rng_below(rng, 2), score, deck);
    for (int left = (int)rng_below(rng, 40); left > 0 && state->table.phase < GIN_DEFEND; left--) {
        GinAction action = some_action(state, rng, 0);
        gin_apply(state, history, &action);
    }
    return state->table.phase < GIN_DEFEND;
}

// ---- Worlds ----

// The opponent's own history in a world: it must lead from a hand of ten to the hand it holds now, and cards drawn from
// the stock must not have lain face up before.
static void check_past(const GinState *world, const GinHistory *history, Seat them) {
    CardSet hand = world->hand[them], shown = 0;
    const GinDraws *draws = &history->draws[them];
    int turn = draws->count;
    assert_int_equal(turn, world->table.turns[them]);
    for (int i = history->log.count - 1; i >= 0; i--) {
        GinEvent event = history->log.event[i];
        if (gin_event_seat(event) != them) continue;
        if (gin_event_kind(event) == GIN_EVENT_DISCARD) hand |= set_of(event.card);
        if (gin_event_kind(event) != GIN_EVENT_TAKE && gin_event_kind(event) != GIN_EVENT_STOCK) continue;
        Card card = draws->card[--turn];
        assert_true(set_has(hand, card));
        hand &= ~set_of(card);
    }
    assert_int_equal(set_count(hand), GIN_HAND_SIZE);
    for (int i = 0; i < history->log.count; i++) {
        GinEvent event = history->log.event[i];
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_DISCARD || kind == GIN_EVENT_PASS) shown |= set_of(event.card);
        if (gin_event_seat(event) != them || (kind != GIN_EVENT_TAKE && kind != GIN_EVENT_STOCK)) continue;
        Card card = draws->card[turn++];
        if (kind == GIN_EVENT_TAKE)
            assert_int_equal(card, event.card);
        else
            assert_false(set_has(shown, card));
    }
}

static void worlds_agree_with_all_a_seat_has_seen(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = opened("prognosis", 64);
    for (int i = 0; i < effort(3000, 100); i++) {
        Rng rng = rng_for(1, 0, (uint64_t)i, 0);
        GinState real, world;
        GinHistory history, past;
        if (!some_position(&rng, &rules, &real, &history)) continue;
        Seat us = real.table.to_act, them = us ^ 1;
        GinView view = gin_view(&real, &history, us);
        float probability[CARD_COUNT];
        GinWorlds worlds;
        judge.estimator.policy->estimate(&judge.estimator.mind, &view, probability);
        gin_worlds_begin(&worlds, &view, probability, gin_tilt_for(&judge.tilts, &view));
        gin_worlds_draw(&worlds, &rng, &world, &past);
        assert_true(gin_state_is_sound(&world));
        assert_memory_equal(&world.table, &real.table, sizeof world.table);
        assert_true(world.hand[us] == real.hand[us]);
        assert_int_equal(world.drawn, real.drawn);
        assert_int_equal(set_count(world.hand[them]), set_count(real.hand[them]));
        assert_memory_equal(&past.log, &history.log, offsetof(GinLog, event) + history.log.count * sizeof(GinEvent));
        assert_memory_equal(past.draws[us].card, history.draws[us].card, history.draws[us].count);
        check_past(&world, &past, them);
    }
    gin_judge_close(&judge);
}

// With every unknown card alike, each is held in missing/unknown of the worlds, and the stock has no favourites.
static void worlds_without_knowledge_are_uniform(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinState real, world;
    GinHistory history, past;
    Rng rng = rng_for(2, 0, 0, 0);
    while (!some_position(&rng, &rules, &real, &history) || real.table.stock < 15) continue;
    Seat us = real.table.to_act;
    GinView view = gin_view(&real, &history, us);
    GinKnowledge known = gin_knowledge(&view);
    float probability[CARD_COUNT];
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    gin_probabilities(&known, probability);
    GinWorlds worlds;
    gin_worlds_begin(&worlds, &view, probability, NULL);
    int held[CARD_COUNT] = {0}, next[CARD_COUNT] = {0}, kinds = 0, held_list[CARD_COUNT], next_list[CARD_COUNT];
    int count = effort(40000, 4000);
    for (int i = 0; i < count; i++) {
        gin_worlds_draw(&worlds, &rng, &world, &past);
        for (CardSet rest = world.hand[us ^ 1] & known.unknown; rest; rest = set_rest(rest))
            held[card_index(set_first(rest))]++;
        next[card_index(world.stock[world.table.stock - 1])]++;
    }
    for (CardSet rest = known.unknown; rest; rest = set_rest(rest), kinds++) {
        held_list[kinds] = held[card_index(set_first(rest))];
        next_list[kinds] = next[card_index(set_first(rest))];
    }
    assert_true(uneven(held_list, kinds) < 5);
    assert_true(uneven(next_list, kinds) < 5);
}

// A card an estimator is surer of is in the hand more often, and the shares are near what it said.
static void worlds_follow_the_probabilities(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinState real, world;
    GinHistory history, past;
    Card deck[CARD_COUNT];
    Rng rng = rng_for(3, 0, 0, 0);
    rng_deck(&rng, deck);
    gin_deal_deck(&real, &history, &rules, 0, (const uint16_t[2]){0, 0}, deck);
    GinView view = gin_view(&real, &history, 0);
    GinKnowledge known = gin_knowledge(&view);
    float probability[CARD_COUNT];
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = (float)(1 + i % 4);
    gin_probabilities(&known, probability);
    GinWorlds worlds;
    gin_worlds_begin(&worlds, &view, probability, NULL);
    double held[CARD_COUNT] = {0};
    int count = effort(40000, 4000);
    for (int i = 0; i < count; i++) {
        gin_worlds_draw(&worlds, &rng, &world, &past);
        for (CardSet rest = world.hand[1]; rest; rest = set_rest(rest))
            held[card_index(set_first(rest))] += 1.0 / count;
    }
    for (CardSet rest = known.unknown; rest; rest = set_rest(rest)) {
        int i = card_index(set_first(rest));
        assert_true(fabs(held[i] - (double)probability[i]) < 0.02 + 4 * sqrt(0.25 / count));
    }
}

// A player's hands get better turn by turn; so must those of the worlds, on average.
static void tilted_worlds_are_as_good_as_real_hands(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = opened("prognosis", 64);
    double real = 0, plain = 0, tilted = 0;
    int count = 0;
    for (int i = 0; i < effort(600, 60); i++) {
        Rng rng = rng_for(31, 0, (uint64_t)i, 0);
        GinState now, world;
        GinHistory history, past;
        Card deck[CARD_COUNT];
        rng_deck(&rng, deck);
        gin_deal_deck(&now, &history, &rules, 0, (const uint16_t[2]){0, 0}, deck);
        while (now.table.phase < GIN_DEFEND && history.log.count < 40) {
            Seat us = now.table.to_act;
            GinView view = gin_view(&now, &history, us);
            if (now.table.phase == GIN_DRAW && now.table.turns[us ^ 1] >= 3) {
                float probability[CARD_COUNT];
                GinWorlds worlds;
                judge.estimator.policy->estimate(&judge.estimator.mind, &view, probability);
                real += gin_deadwood(now.hand[us ^ 1]);
                gin_worlds_begin(&worlds, &view, probability, NULL);
                gin_worlds_draw(&worlds, &rng, &world, &past);
                plain += gin_deadwood(world.hand[us ^ 1]);
                gin_worlds_begin(&worlds, &view, probability, gin_tilt_for(&judge.tilts, &view));
                gin_worlds_draw(&worlds, &rng, &world, &past);
                tilted += gin_deadwood(world.hand[us ^ 1]);
                count++;
            }
            GinAction action = judge.player.choose(judge.player.self, &view, &rng);
            gin_apply(&now, &history, &action);
        }
    }
    print_message("deadwood of real hands %.1f, drawn %.1f, drawn with tilt %.1f\n", real / count, plain / count,
                  tilted / count);
    assert_true(plain / count > real / count + 8);
    assert_true(fabs(tilted - real) / count < 4);
    gin_judge_close(&judge);
}

// ---- Chances ----

static void chances_rise_with_the_score_and_add_up_to_one(void **state) {
    (void)state;
    GinJudge judge = opened("uniform", 64);
    static const char *const rules_texts[] = {"contest",
                                              "pagat",
                                              "oklahoma",
                                              "contest,target=10",
                                              "contest,target=2500",
                                              "contest,starter=winner",
                                              "contest,starter=loser"};
    for (size_t i = 0; i < sizeof rules_texts / sizeof *rules_texts; i++) {
        GinRules rules;
        Error err = {{0}};
        if (!gin_rules_parse(rules_texts[i], &rules, &err)) fail_msg("%s", err.text);
        GinChances *chances = gin_chances_open(&rules, &judge.player, effort(20000, 1000), 1);
        for (int a = 0; a < rules.target; a += 1 + rules.target / 12)
            for (int b = 0; b < rules.target; b += 1 + rules.target / 12)
                for (Seat starter = 0; starter < 2; starter++) {
                    uint16_t score[2] = {(uint16_t)a, (uint16_t)b};
                    double win = gin_chances_before(chances, score, starter, 0).win;
                    double other = gin_chances_before(chances, score, starter, 1).win;
                    assert_true(win >= 0 && win <= 1 && fabs(win + other - 1) < 1e-12);
                    int more = a + rules.target / 5 + 1;
                    uint16_t better[2] = {(uint16_t)(more < rules.target ? more : rules.target - 1), (uint16_t)b};
                    assert_true(gin_chances_before(chances, better, starter, 0).win >= win);
                }
        double even = gin_chances_before(chances, (const uint16_t[2]){0, 0}, 0, 0).win;
        assert_true(even > 0.4 && even < 0.6);
        gin_chances_close(chances);
    }
    gin_judge_close(&judge);
}

// The chance before a hand is the mean of the chances after it, and so are the points.
static void chances_are_a_fair_price(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = opened("uniform", 64);
    GinChances *chances = gin_chances_open(&rules, &judge.player, GIN_CHANCES_HANDS, 1);
    const GinPlayer players[2] = {judge.player, judge.player};
    const uint16_t score[2] = {70, 40};
    int count = effort(20000, 2000);
    double sum = 0, squares = 0, points = 0, point_squares = 0;
    GinWorth before = gin_chances_before(chances, score, 1, 0);
    for (int i = 0; i < count; i++) {
        GinState state_now;
        GinHistory history;
        Card deck[CARD_COUNT];
        Rng rng[2] = {rng_for(77, 0, (uint64_t)i, 0), rng_for(77, 0, (uint64_t)i, 1)};
        GinForfeit cause;
        GinAction refused;
        gin_deck_for(77, 5, 0, (uint32_t)i, deck);
        gin_deal_deck(&state_now, &history, &rules, 1, score, deck);
        gin_play_hand(&state_now, &history, players, rng, &cause, &refused);
        GinWorth after = gin_chances_after(chances, &state_now, 0);
        sum += after.win, squares += after.win * after.win;
        points += after.points, point_squares += after.points * after.points;
    }
    double error = sqrt((squares / count - sum / count * sum / count) / count);
    double point_error = sqrt((point_squares / count - points / count * points / count) / count);
    // The table itself was estimated from as many hands again.
    assert_true(fabs(sum / count - before.win) < 4 * error + 0.004);
    assert_true(fabs(points / count - before.points) < 4 * point_error + 0.4);
    gin_chances_close(chances);
    gin_judge_close(&judge);
}

// ---- The judge ----

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
    GinJudge judge = opened("uniform", 1000);
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
    GinJudge judge = opened("uniform", 1000);
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
    GinJudge judge = opened("uniform", 128);
    GinChances *chances = gin_chances_open(&rules, &judge.player, 20000, 1);
    const GinPlayer players[2] = {judge.player, judge.player};
    int count = effort(3000, 300);
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        GinState now;
        GinHistory history;
        GinVerdict verdict;
        Card deck[CARD_COUNT];
        GinForfeit cause;
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
        assert_int_equal(result.forfeit, GIN_NO_FORFEIT);
        won += result.winner == (game & 1);
    }
    print_message("the judge won %d of %d games against heisenbot\n", won, games);
    if (games >= 100) assert_true(won * 2 > games);
    for (int i = 0; i < 2; i++) gin_player_close(&players[i]);
}

static void the_same_key_gives_the_same_verdict(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = opened("prognosis", 200);
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
        cmocka_unit_test(worlds_agree_with_all_a_seat_has_seen),
        cmocka_unit_test(worlds_without_knowledge_are_uniform),
        cmocka_unit_test(worlds_follow_the_probabilities),
        cmocka_unit_test(tilted_worlds_are_as_good_as_real_hands),
        cmocka_unit_test(chances_rise_with_the_score_and_add_up_to_one),
        cmocka_unit_test(chances_are_a_fair_price),
        cmocka_unit_test(known_best_moves_are_found),
        cmocka_unit_test(a_meld_from_the_pile_is_better_than_none),
        cmocka_unit_test(rollouts_are_unbiased),
        cmocka_unit_test(the_judge_beats_what_it_rolls_out_with),
        cmocka_unit_test(the_same_key_gives_the_same_verdict),
        cmocka_unit_test(a_judge_needs_an_estimator_that_estimates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
