// SPDX-License-Identifier: MIT
// Decisions of Hearts as bytes: that inputs show what the view shows and nothing else, each by its name against a plain
// recount from the list of cards played, and that choices are exactly what is legal.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/env/observe_internal.h"
#include "support/hearts_random.h"
#include "support/random.h"

// ---- Positions ----

typedef struct Spot {
    HeartsRules rules;
    HeartsState state;
    HeartsLog log;
    CardSet picked;
    Seat us;
} Spot;

// A position from anywhere in a hand, often from one with voids, with some of a pass picked.
static void some_hearts_spot(Spot *spot, Rng *rng) {
    Card deck[CARD_COUNT];
    int16_t score[HEARTS_SEATS];
    spot->rules = hearts_variant(rng);
    hearts_some_deck(rng, deck);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        score[seat] = (int16_t)(rng_below(rng, 4) ? (int)rng_below(rng, 120) - 20 : (int)rng_below(rng, 9000) - 4500);
    hearts_deal_deck(&spot->state, &spot->log, &spot->rules, rng_below(rng, 40), score, deck);
    for (int moves = (int)rng_below(rng, 56); moves > 0; moves--) {
        HeartsState before = spot->state;
        HeartsLog log = spot->log;
        HeartsAction action = hearts_some_action(&spot->state, rng);
        hearts_apply(&spot->state, &spot->log, &action);
        if (spot->state.table.phase != HEARTS_OVER) continue;
        spot->state = before;
        spot->log = log;
        break;
    }
    spot->us = spot->state.table.to_act;
    bool passing = spot->state.table.phase == HEARTS_PASSING;
    spot->picked =
        passing ? some_cards(rng, spot->state.hand[spot->us], (int)rng_below(rng, spot->rules.pass_count)) : 0;
}

// ---- A plain recount, by names ----

static char input_names[HEARTS_INPUTS][INPUT_NAME], secret_names[HEARTS_SECRETS][INPUT_NAME];

static void name_all(void) {
    for (int i = 0; i < HEARTS_INPUTS; i++) hearts_input_name(i, input_names[i]);
    for (int i = 0; i < HEARTS_SECRETS; i++) hearts_secret_name(i, secret_names[i]);
}

// Sets the input that a name stands for.
static void tell_as(uint8_t *bytes, char (*names)[INPUT_NAME], int count, int value, const char *what,
                    const char *which) {
    char name[2 * INPUT_NAME];
    snprintf(name, sizeof name, "%s%s%s", what, *which ? " " : "", which);
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) != 0) continue;
        bytes[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        return;
    }
    fail_msg("nothing is called '%s'", name);
}

static uint8_t expected[HEARTS_INPUTS];

static void tell_input(int value, const char *what, const char *which) {
    tell_as(expected, input_names, HEARTS_INPUTS, value, what, which);
}

static void tell_number(int value, const char *what, int which) {
    char text[12];
    snprintf(text, sizeof text, "%d", which);
    tell_input(value, what, text);
}

static const char *const TURNS[] = {"own", "left", "across", "right"};
static const char *const SUITS[] = {"clubs", "diamonds", "hearts", "spades"};

static bool holds(const HeartsState *state, int seat, Card card) { return state->hand[seat] >> card & 1; }

static int when_played(const HeartsLog *log, Card card) {
    for (int i = 0; i < log->count; i++)
        if (log->card[i] == card) return i;
    return -1;
}

static bool is_unseen(const Spot *spot, Card card) {
    return !holds(&spot->state, spot->us, card) && when_played(&spot->log, card) < 0;
}

// 2 lowest, ace highest.
static int rank_of(Card card) { return card % 16 == 0 ? 13 : card % 16; }

// Log index of the card that takes the trick on the table; -1: none lies there.
static int best_of_trick(const HeartsLog *log) {
    int first = log->count / 4 * 4, best = -1;
    for (int i = first; i < log->count; i++)
        if (best < 0 || (log->card[i] / 16 == log->card[best] / 16 && rank_of(log->card[i]) > rank_of(log->card[best])))
            best = i;
    return best;
}

static int turn_of(const Spot *spot, int seat) { return (seat + 4 - spot->us) % 4; }

static bool gave_to(const Spot *spot, int from, int to) {
    static const int step[] = {[HEARTS_PASS_LEFT] = 1, [HEARTS_PASS_RIGHT] = 3, [HEARTS_PASS_ACROSS] = 2};
    int direction = spot->state.table.direction;
    return direction != HEARTS_PASS_NONE && (from + step[direction]) % 4 == to;
}

static int points_of_card(const HeartsRules *rules, Card card) {
    return card / 16 == 2 ? rules->heart_points : card == HEARTS_QUEEN ? rules->queen_points : 0;
}

static void tell_card(const Spot *spot, Card card) {
    const HeartsLog *log = &spot->log;
    char text[CARD_TEXT];
    card_print(card, text);
    int at = when_played(log, card), best = best_of_trick(log), higher = 0, lower = 0;
    bool own = holds(&spot->state, spot->us, card), playing = spot->state.table.phase == HEARTS_PLAYING;
    bool given = spot->state.given[spot->us] >> card & 1;
    if (own) tell_input(128, "hand", text);
    if (spot->picked >> card & 1) tell_input(128, "picked", text);
    if (given) tell_input(128, "given", text);
    for (int seat = 0; seat < 4; seat++) {
        int turn = turn_of(spot, seat);
        char what[INPUT_NAME];
        if (playing && gave_to(spot, seat, spot->us) && spot->state.given[seat] >> card & 1)
            tell_input(128, "received", text);
        snprintf(what, sizeof what, "played %s", TURNS[turn]);
        if (at >= 0 && log->seat[at] == seat) tell_input(128, what, text);
        bool out = spot->state.table.void_suits[seat] >> card / 16 & 1;
        snprintf(what, sizeof what, "%s may hold", TURNS[turn]);
        if (turn && is_unseen(spot, card) && !out && (!given || gave_to(spot, spot->us, seat)))
            tell_input(128, what, text);
    }
    if (at >= log->count / 4 * 4) tell_input(128, "table", text);
    if (at >= 0 && at == best) tell_input(128, "best", text);
    if (at >= 0 && at % 4 == 0) tell_input(128, "led", text);
    if (at >= 0 && card / 16 != log->card[at - at % 4] / 16) tell_input(128, "off suit", text);
    if (at >= 0) tell_input(9 * (at / 4 + 1), "when", text);
    if (!own) return;
    if (best >= 0 && log->card[best] / 16 == card / 16 && rank_of(card) > rank_of(log->card[best]))
        tell_input(128, "takes", text);
    for (int other = 0; other < 64; other++) {
        if (!(SET_DECK >> other & 1) || other / 16 != card / 16 || !is_unseen(spot, (Card)other)) continue;
        higher += rank_of((Card)other) > rank_of(card);
        lower += rank_of((Card)other) < rank_of(card);
    }
    tell_input(10 * higher, "higher", text);
    tell_input(10 * lower, "lower", text);
}

static void tell_where(const Spot *spot, Card card, const char *what) {
    const HeartsLog *log = &spot->log;
    int at = when_played(log, card);
    char taken[INPUT_NAME];
    if (at < 0) {
        tell_input(128, what, holds(&spot->state, spot->us, card) ? "own" : "unseen");
    } else if (at >= log->count / 4 * 4) {
        tell_input(128, what, "on the table");
    } else {
        HeartsLog then = *log;
        then.count = (uint8_t)(at / 4 * 4);
        int best = then.count; // the trick that held it, card by card
        for (int i = then.count; i < then.count + 4; i++)
            if (log->card[i] / 16 == log->card[best] / 16 && rank_of(log->card[i]) > rank_of(log->card[best])) best = i;
        snprintf(taken, sizeof taken, "taken %s", TURNS[turn_of(spot, log->seat[best])]);
        tell_input(128, what, taken);
    }
}

static int part_of_all(const Spot *spot, int points) {
    int all = 13 * spot->rules.heart_points + spot->rules.queen_points;
    return all ? (int)((unsigned)points * ((128U << 16) / (unsigned)all) >> 16) : 0;
}

static void tell_trick(const Spot *spot) {
    const HeartsTable *table = &spot->state.table;
    const HeartsLog *log = &spot->log;
    static const char *const directions[] = {"none", "left", "right", "across"};
    tell_input(128, "pass", directions[table->direction]);
    int points = 0, best = best_of_trick(log);
    for (int i = log->count / 4 * 4; i < log->count; i++) points += points_of_card(&spot->rules, log->card[i]);
    tell_input(part_of_all(spot, points), "points on the table", "");
    if (table->phase == HEARTS_PASSING) {
        tell_input(128, "phase", "passing");
        tell_number(128, "picks", set_count(spot->picked));
        return;
    }
    tell_input(128, "phase", "playing");
    tell_number(128, "trick", log->count / 4 + 1);
    tell_number(128, "cards on the table", log->count % 4);
    tell_input(128, "leader", TURNS[turn_of(spot, log->count % 4 ? log->seat[log->count / 4 * 4] : spot->us)]);
    if (best >= 0) tell_input(128, "taking", TURNS[turn_of(spot, log->seat[best])]);
    bool broken = false; // by tricks that are over
    for (int i = 0; i < log->count / 4 * 4; i++)
        broken = broken || log->card[i] / 16 == 2 || (log->card[i] == HEARTS_QUEEN && spot->rules.queen_breaks);
    tell_input(128 * broken, "hearts broken", "");
}

static void tell_taken(const Spot *spot) {
    const HeartsLog *log = &spot->log;
    int points[4] = {0}, tricks[4] = {0}, having = 0;
    for (int i = 0; i < log->count / 4 * 4; i += 4) {
        int best = i;
        for (int k = i; k < i + 4; k++)
            if (log->card[k] / 16 == log->card[best] / 16 && rank_of(log->card[k]) > rank_of(log->card[best])) best = k;
        int turn = turn_of(spot, log->seat[best]);
        tricks[turn]++;
        for (int k = i; k < i + 4; k++) points[turn] += points_of_card(&spot->rules, log->card[k]);
    }
    for (int turn = 0; turn < 4; turn++) having += points[turn] > 0;
    for (int turn = 0; turn < 4; turn++) {
        tell_input(part_of_all(spot, points[turn]), "points", TURNS[turn]);
        tell_input(9 * tricks[turn], "tricks", TURNS[turn]);
        if (having == 1 && points[turn]) tell_input(128, "alone with points", TURNS[turn]);
    }
    if (having > 1) tell_input(128, "alone with points", "nobody");
}

static void tell_suits(const Spot *spot) {
    for (int suit = 0; suit < 4; suit++) {
        int own = 0, unseen = 0;
        for (int rank = 0; rank < 13; rank++) {
            own += holds(&spot->state, spot->us, (Card)(16 * suit + rank));
            unseen += is_unseen(spot, (Card)(16 * suit + rank));
        }
        char what[INPUT_NAME];
        snprintf(what, sizeof what, "own %s", SUITS[suit]);
        tell_input(9 * own, what, "");
        if (own < 6)
            tell_number(128, what, own);
        else
            tell_input(128, what, "6+");
        tell_input(9 * unseen, "unseen", SUITS[suit]);
        for (int seat = 0; seat < 4; seat++) {
            if (seat == spot->us || !(spot->state.table.void_suits[seat] >> suit & 1)) continue;
            snprintf(what, sizeof what, "%s is out of", TURNS[turn_of(spot, seat)]);
            tell_input(128, what, SUITS[suit]);
        }
    }
}

// A score in parts of the target, rounded down, at most about two targets.
static int scaled_score(const Spot *spot, int score) {
    int target = spot->rules.target ? spot->rules.target : 100;
    long part = (128L << 16) / target, scaled = score * part >> 16;
    return (int)(scaled > 255 ? 255 : scaled < -255 ? -255 : scaled);
}

static void tell_scores(const Spot *spot) {
    const int16_t *score = spot->state.table.score;
    int own = score[spot->us], least = 1 << 20, most = -(1 << 20), less = 0;
    for (int seat = 0; seat < 4; seat++) {
        int turn = turn_of(spot, seat), byte = scaled_score(spot, score[seat]);
        tell_input(byte, "score", TURNS[turn]);
        tell_input(-byte, "below zero", TURNS[turn]);
        int all = 13 * spot->rules.heart_points + spot->rules.queen_points;
        if (spot->rules.target && score[seat] + all >= spot->rules.target)
            tell_input(128, "all points end the game", TURNS[turn]);
        most = score[seat] > most ? score[seat] : most;
        less += score[seat] < own;
        if (seat != spot->us) least = score[seat] < least ? score[seat] : least;
    }
    tell_input(scaled_score(spot, least - own), "score", "ahead");
    tell_input(-scaled_score(spot, least - own), "score", "behind");
    tell_number(128, "others with less", less);
    tell_input(scaled_score(spot, most), "score highest", "");
    int tenth = scaled_score(spot, own) < 0 ? 0 : scaled_score(spot, own) * 10 / 128;
    tell_number(128, "own score tenths", tenth > 9 ? 9 : tenth);
    tell_input((int)spot->state.table.deal * 8, "past hands", "");
}

static void tell_rules(const HeartsRules *rules) {
    static const char *const moons[] = {"moon none", "moon add", "moon subtract", "moon choose"};
    tell_input(32 * rules->pass_count, "rule", "pass");
    tell_input(128 * rules->pass_hold, "rule", "hold");
    tell_input(128 * rules->two_leads, "rule", "two leads");
    tell_input(128 * rules->safe_first, "rule", "safe first");
    tell_input(128 * rules->break_hearts, "rule", "break hearts");
    tell_input(128 * rules->queen_breaks, "rule", "queen breaks");
    tell_input(12 * rules->heart_points, "rule", "heart");
    tell_input(8 * rules->queen_points, "rule", "queen");
    tell_input(128, "rule", moons[rules->moon]);
    tell_input(8 * rules->jack_bonus, "rule", "jack");
    tell_input(8 * rules->trickless_bonus, "rule", "trickless");
    tell_input(rules->target * 128 / 200, "rule", "target");
    tell_input(rules->target ? 0 : 128, "rule", "one hand");
}

static void every_input_of_hearts_has_a_name_of_its_own(void **state) {
    (void)state;
    for (int i = 0; i < HEARTS_INPUTS; i++) {
        assert_true(strlen(input_names[i]) > 2 && strlen(input_names[i]) < INPUT_NAME - 1);
        for (int j = 0; j < i; j++)
            if (strcmp(input_names[i], input_names[j]) == 0)
                fail_msg("inputs %d and %d are both called %s", i, j, input_names[i]);
    }
    for (int i = 0; i < HEARTS_SECRETS; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(secret_names[i], secret_names[j]) == 0)
                fail_msg("secrets %d and %d are both called %s", i, j, secret_names[i]);
    assert_string_equal(input_names[0], "hand AC");
    assert_string_equal(input_names[HEARTS_INPUTS - 1], "spare 5");
    assert_string_equal(secret_names[HEARTS_SECRETS - 1], "spare 5");
}

static void inputs_are_what_a_plain_recount_gives(void **state) {
    (void)state;
    static Spot spot;
    for (int i = 0; i < effort(3000, 100); i++) {
        Rng rng = rng_for(2, 0, (uint64_t)i, 0);
        some_hearts_spot(&spot, &rng);
        memset(expected, 0, sizeof expected);
        for (int card = 0; card < 64; card++)
            if (SET_DECK >> card & 1) tell_card(&spot, (Card)card);
        tell_where(&spot, HEARTS_QUEEN, "queen");
        tell_where(&spot, HEARTS_JACK_OF_DIAMONDS, "jack");
        tell_trick(&spot);
        tell_taken(&spot);
        tell_suits(&spot);
        tell_scores(&spot);
        tell_rules(&spot.rules);
        uint8_t inputs[HEARTS_INPUTS];
        memset(inputs, 0xA5, sizeof inputs); // all of it must be written
        HeartsView view = hearts_view(&spot.state, &spot.log, spot.us);
        HeartsTrail trail = hearts_trail_of(&spot.log);
        hearts_observe(&view, &trail, spot.picked, inputs);
        for (int k = 0; k < HEARTS_INPUTS; k++)
            if (inputs[k] != expected[k])
                fail_msg("position %d: '%s' is %d, not %d", i, input_names[k], inputs[k], expected[k]);
    }
}

static void secrets_are_the_cards_of_the_others(void **state) {
    (void)state;
    static Spot spot;
    for (int i = 0; i < effort(2000, 100); i++) {
        Rng rng = rng_for(3, 0, (uint64_t)i, 0);
        some_hearts_spot(&spot, &rng);
        const HeartsState *whole = &spot.state;
        uint8_t told[HEARTS_SECRETS] = {0}, secrets[HEARTS_SECRETS];
#define TELL(what, which) tell_as(told, secret_names, HEARTS_SECRETS, 128, what, which)
        for (int seat = 0; seat < 4; seat++) {
            int turn = turn_of(&spot, seat);
            if (!turn) continue;
            for (int suit = 0; suit < 4; suit++) {
                int count = 0, highest = 0, lowest = 99;
                bool high = false, low = false;
                for (int rank = 0; rank < 13; rank++) {
                    Card card = (Card)(16 * suit + rank);
                    char text[CARD_TEXT], what[INPUT_NAME];
                    card_print(card, text);
                    bool here = holds(whole, seat, card), incoming = whole->given[seat] >> card & 1;
                    if (here) TELL(TURNS[turn], text);
                    if (incoming && whole->table.phase == HEARTS_PASSING && gave_to(&spot, seat, spot.us))
                        TELL("incoming", text);
                    if (here && card == HEARTS_QUEEN) TELL("queen", TURNS[turn]);
                    if (here && card == HEARTS_JACK_OF_DIAMONDS) TELL("jack", TURNS[turn]);
                    count += here;
                    bool left = when_played(&spot.log, card) < 0;
                    if (left && rank_of(card) > highest) highest = rank_of(card), high = here;
                    if (left && rank_of(card) < lowest) lowest = rank_of(card), low = here;
                    snprintf(what, sizeof what, "%s highest", TURNS[turn]);
                    if (rank == 12 && high) TELL(what, SUITS[suit]);
                    snprintf(what, sizeof what, "%s lowest", TURNS[turn]);
                    if (rank == 12 && low) TELL(what, SUITS[suit]);
                }
                tell_as(told, secret_names, HEARTS_SECRETS, 9 * count, TURNS[turn], SUITS[suit]);
            }
        }
        memset(secrets, 0xA5, sizeof secrets);
        hearts_observe_secrets(whole, spot.us, secrets);
        for (int k = 0; k < HEARTS_SECRETS; k++)
            if (secrets[k] != told[k])
                fail_msg("position %d: '%s' is %d, not %d", i, secret_names[k], secrets[k], told[k]);
    }
}

// Deals what the seat to act does not see anew: the others' hands, and what they passed among themselves.
static bool permute_hearts_hidden(Spot *spot, Rng *rng) {
    HeartsState *state = &spot->state;
    CardSet hidden = 0;
    bool moved = false;
    for (int seat = 0; seat < 4; seat++)
        if (seat != spot->us) hidden |= state->hand[seat];
    for (int seat = 0; seat < 4; seat++) {
        if (seat == spot->us) continue;
        CardSet hand = some_cards(rng, hidden, set_count(state->hand[seat]));
        moved = moved || hand != state->hand[seat];
        hidden &= ~hand;
        state->hand[seat] = state->start[seat] = hand;
        bool seen = state->table.phase != HEARTS_PASSING && gave_to(spot, seat, spot->us);
        if (!seen) state->given[seat] = some_cards(rng, SET_DECK, set_count(state->given[seat]));
    }
    return moved;
}

static void permuting_hidden_cards_changes_no_input_of_hearts(void **state) {
    (void)state;
    static Spot spot;
    int moved = 0, count = effort(50000, 2000);
    for (int i = 0; i < count; i++) {
        Rng rng = rng_for(1, 0, (uint64_t)i, 0);
        some_hearts_spot(&spot, &rng);
        uint8_t inputs[2][HEARTS_INPUTS], legal[2][HEARTS_LEGAL_BYTES];
        for (int k = 0; k < 2; k++) {
            HeartsView view = hearts_view(&spot.state, &spot.log, spot.us);
            HeartsTrail trail = hearts_trail_of(&spot.log);
            memset(inputs[k], k ? 0x5A : 0xA5, sizeof inputs[k]); // all of it must be written
            hearts_observe(&view, &trail, spot.picked, inputs[k]);
            hearts_choices(&view, spot.picked, legal[k]);
            if (k == 0) moved += permute_hearts_hidden(&spot, &rng);
        }
        assert_memory_equal(inputs[0], inputs[1], sizeof inputs[0]);
        assert_memory_equal(legal[0], legal[1], sizeof legal[0]);
    }
    assert_true(moved > count / 2);
}

static void hearts_choices_are_exactly_what_is_legal(void **state) {
    (void)state;
    static Spot spot;
    for (int i = 0; i < effort(10000, 500); i++) {
        Rng rng = rng_for(5, 0, (uint64_t)i, 0);
        some_hearts_spot(&spot, &rng);
        HeartsView view = hearts_view(&spot.state, &spot.log, spot.us);
        HeartsAction action;
        uint8_t legal[HEARTS_LEGAL_BYTES];
        int count = hearts_choices(&view, spot.picked, legal), found = 0;
        bool passing = spot.state.table.phase == HEARTS_PASSING;
        for (int choice = 0; choice < 8 * HEARTS_LEGAL_BYTES; choice++) {
            bool bit = legal[choice / 8] >> choice % 8 & 1, may = false;
            if (choice < HEARTS_CHOICES) {
                Card card = card_from_index(choice);
                action = (HeartsAction){.move = HEARTS_PLAY, .card = card};
                may = passing ? holds(&spot.state, spot.us, card) && !(spot.picked >> card & 1)
                              : hearts_is_legal(&spot.state, &action);
            }
            assert_int_equal(bit, may);
            assert_int_equal(hearts_choice_is_legal(legal, choice), may);
            found += may;
        }
        assert_int_equal(count, found);
        assert_int_equal(hearts_forced(&view, &action), count == 1);
        if (count == 1) assert_true(hearts_is_legal(&spot.state, &action));
        assert_false(hearts_choice_is_legal(legal, -1));
    }
}

static void a_trail_that_follows_is_the_trail_of_the_log(void **state) {
    (void)state;
    static Spot spot;
    for (int i = 0; i < effort(2000, 100); i++) {
        Rng rng = rng_for(6, 0, (uint64_t)i, 0);
        some_hearts_spot(&spot, &rng);
        HeartsTrail trail = {.cards = 0}, whole = hearts_trail_of(&spot.log);
        HeartsLog part = spot.log;
        for (part.count = 0; part.count < spot.log.count; part.count = (uint8_t)(part.count + rng_below(&rng, 4)))
            hearts_trail_follow(&trail, &part);
        hearts_trail_follow(&trail, &spot.log);
        assert_memory_equal(trail.played, whole.played, sizeof trail.played);
        assert_memory_equal(trail.when, whole.when, sizeof trail.when);
        assert_true(trail.led == whole.led && trail.off == whole.off && trail.cards == whole.cards);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_input_of_hearts_has_a_name_of_its_own),
        cmocka_unit_test(inputs_are_what_a_plain_recount_gives),
        cmocka_unit_test(secrets_are_the_cards_of_the_others),
        cmocka_unit_test(permuting_hidden_cards_changes_no_input_of_hearts),
        cmocka_unit_test(hearts_choices_are_exactly_what_is_legal),
        cmocka_unit_test(a_trail_that_follows_is_the_trail_of_the_log),
    };
    name_all();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
