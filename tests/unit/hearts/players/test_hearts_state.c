// SPDX-License-Identifier: MIT
// Hands of Hearts: the oracle agrees on what is legal and what it scores, and views leak nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/list/players.h"
#include "support/hearts_oracle.h"
#include "support/hearts_random.h"
#include "support/random.h"

// A hand as it was played, so that it can be played again with other hidden cards.
typedef struct Play {
    HeartsRules rules;
    Card deck[CARD_COUNT];
    uint32_t deal;
    int16_t score[HEARTS_SEATS];
    HeartsState state;
    HeartsLog log;
    HeartsAction action[HEARTS_SEATS + CARD_COUNT];
    int actions;
} Play;

static void begin(Play *play, Rng *rng) {
    memset(play, 0, sizeof *play);
    play->rules = hearts_variant(rng);
    hearts_some_deck(rng, play->deck);
    play->deal = rng_below(rng, 8);
    int most = play->rules.target ? play->rules.target : 1;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) play->score[seat] = (int16_t)rng_below(rng, (uint32_t)most);
    hearts_deal_deck(&play->state, &play->log, &play->rules, play->deal, play->score, play->deck);
}

static void play_on(Play *play, HeartsAction action) {
    play->action[play->actions++] = action;
    hearts_apply(&play->state, &play->log, &action);
}

// ---- The oracle ----

static CardSet as_set(int card) { return set_of(card_from_index(card)); }

static void assert_hands_agree(const HeartsState *state, const HeartsOracle *oracle) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        CardSet hand = 0;
        for (int i = 0; i < 13; i++)
            if (oracle->hand[seat][i] >= 0) hand |= as_set(oracle->hand[seat][i]);
        assert_true(hand == state->hand[seat]);
    }
    int points[4], tricks[4];
    hearts_oracle_taken(oracle, points, tricks);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (state->table.phase != HEARTS_OVER) assert_int_equal(state->points[seat], points[seat]);
        assert_int_equal(state->table.tricks_taken[seat], tricks[seat]);
        assert_int_equal(hearts_points_of(state->rules, state->table.taken[seat]), points[seat]);
    }
}

// Every card of the deck, and what is no card.
static void assert_legality_agrees(const HeartsState *state, const HeartsOracle *oracle) {
    CardSet legal = 0;
    for (int card = 0; card < CARD_COUNT; card++)
        if (hearts_oracle_may_play(oracle, card)) legal |= as_set(card);
    if (legal != hearts_legal(state))
        fail_msg("legal %s, the oracle says %s", text_of(hearts_legal(state)), text_of(legal));
    for (int byte = 0; byte < 256; byte++) {
        HeartsAction action = {.move = HEARTS_PLAY, .card = (Card)byte};
        assert_true(hearts_is_legal(state, &action) == (byte < 64 && set_has(legal, (Card)byte)));
    }
    HeartsAction resign = {.move = HEARTS_RESIGN};
    assert_false(hearts_is_legal(state, &resign));
}

static void give_both(Play *play, HeartsOracle *oracle, Rng *rng) {
    HeartsAction action = hearts_some_action(&play->state, rng);
    int cards[HEARTS_MAX_PASS + 1], count = 0;
    for (CardSet rest = action.give; rest; rest = set_rest(rest)) cards[count++] = card_index(set_first(rest));
    assert_true(hearts_oracle_may_give(oracle, cards, count) && hearts_is_legal(&play->state, &action));
    // One card more, one less, one of another seat.
    CardSet held = play->state.hand[play->state.table.to_act];
    HeartsAction wrong[] = {action, action, action};
    wrong[0].give |= held & ~action.give & -(held & ~action.give);
    wrong[1].give &= action.give - 1;
    wrong[2].give = (wrong[1].give | set_of(rng_card(rng, SET_DECK & ~held)));
    for (int i = 0; i < 3; i++) assert_false(hearts_is_legal(&play->state, &wrong[i]));
    hearts_oracle_give(oracle, cards, count);
    play_on(play, action);
}

static void the_oracle_agrees_on_every_state_and_result(void **state) {
    (void)state;
    static Play play;
    HeartsOracle oracle;
    Rng rng = rng_for(1, 0, 0, 0);
    int moons = 0, forced = 0;
    for (int hands = 0; hands < effort(30000, 1500); hands++) {
        begin(&play, &rng);
        hearts_oracle_deal(&oracle, &play.rules, play.deal, play.score, play.deck);
        if (rng_below(&rng, 8) == 0) { // a fault anywhere costs the same
            int seat = (int)rng_below(&rng, HEARTS_SEATS);
            oracle.fault[seat] = true;
            play.state.fault[seat] = FAULT_CRASH;
        }
        while (play.state.table.phase != HEARTS_OVER) {
            assert_true(hearts_state_is_sound(&play.state));
            assert_int_equal(play.state.table.to_act, hearts_oracle_to_act(&oracle));
            assert_true((play.state.table.phase == HEARTS_PASSING) == hearts_oracle_passes(&oracle));
            assert_hands_agree(&play.state, &oracle);
            assert_legality_agrees(&play.state, &oracle);
            if (play.state.table.phase == HEARTS_PASSING) {
                give_both(&play, &oracle, &rng);
                continue;
            }
            HeartsAction action = hearts_some_action(&play.state, &rng);
            forced += play.state.table.tricks == 0 && hearts_points_of(&play.rules, set_of(action.card)) > 0;
            hearts_oracle_play(&oracle, card_index(action.card));
            play_on(&play, action);
        }
        int points[4], moon;
        hearts_oracle_result(&oracle, points, &moon);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) assert_int_equal(play.state.points[seat], points[seat]);
        assert_int_equal(play.state.moon, moon);
        assert_true(hearts_oracle_over(&oracle) && hearts_state_is_sound(&play.state));
        moons += moon >= 0;
    }
    assert_true(moons > 10 && forced > 10);
}

// ---- Small functions ----

static void trick_order_puts_the_ace_on_top_and_comes_back(void **state) {
    (void)state;
    Rng rng = rng_for(2, 0, 0, 0);
    for (int i = 0; i < 1000; i++) {
        CardSet set = rng_next(&rng) & SET_DECK;
        assert_true(hearts_from_order(hearts_order(set)) == set);
    }
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int rank = 0; rank < CARD_RANKS; rank++) {
            Card card = card_make(rank, suit);
            assert_true(hearts_order(set_of(card)) == set_of((Card)(16 * suit + hearts_strength(card))));
        }
    assert_int_equal(hearts_strength(card_make(0, 2)), 12);
    assert_int_equal(hearts_strength(card_make(1, 2)), 0);
}

static void the_highest_card_of_the_suit_led_wins_whatever_lies_beside_it(void **state) {
    (void)state;
    Rng rng = rng_for(3, 0, 0, 0);
    for (int i = 0; i < effort(200000, 10000); i++) {
        Card trick[HEARTS_SEATS];
        CardSet left = SET_DECK;
        for (int seat = 0; seat < HEARTS_SEATS; seat++) left &= ~set_of(trick[seat] = rng_card(&rng, left));
        int leader = (int)rng_below(&rng, HEARTS_SEATS), best = leader;
        for (int seat = 0; seat < HEARTS_SEATS; seat++)
            if (card_suit(trick[seat]) == card_suit(trick[leader]) &&
                hearts_strength(trick[seat]) > hearts_strength(trick[best]))
                best = seat;
        assert_int_equal(hearts_trick_winner(trick, (Seat)leader), best);
    }
}

static void shown_voids_are_true_and_complete_for_seats_that_did_not_follow(void **state) {
    (void)state;
    static Play play;
    Rng rng = rng_for(4, 0, 0, 0);
    int shown = 0;
    for (int hands = 0; hands < effort(20000, 1000); hands++) {
        begin(&play, &rng);
        while (play.state.table.phase != HEARTS_OVER) {
            HeartsTable before = play.state.table;
            Seat seat = before.to_act;
            HeartsAction action = hearts_some_action(&play.state, &rng);
            play_on(&play, action);
            for (int suit = 0; suit < CARD_SUITS; suit++)
                if (play.state.table.void_suits[seat] >> suit & 1) {
                    assert_true((play.state.hand[seat] & set_suit(suit)) == 0);
                    shown++;
                }
            if (before.phase != HEARTS_PLAYING || !before.on_table) continue;
            int led = card_suit(before.trick[before.leader]);
            if (card_suit(action.card) != led) assert_true(play.state.table.void_suits[seat] >> led & 1);
        }
    }
    assert_true(shown > 1000);
}

static void a_state_with_a_card_lost_doubled_or_misplaced_is_not_sound(void **state) {
    (void)state;
    static Play play;
    Rng rng = rng_for(5, 0, 0, 0);
    for (int hands = 0; hands < 200; hands++) {
        begin(&play, &rng);
        for (int i = (int)rng_below(&rng, 50); i > 0; i--) play_on(&play, hearts_some_action(&play.state, &rng));
        HeartsState good = play.state;
        if (good.table.phase == HEARTS_OVER) continue;
        Seat seat = (Seat)rng_below(&rng, HEARTS_SEATS), other = seat ^ 1;
        for (int harm = 0; harm < 6; harm++) {
            play.state = good;
            CardSet card = set_of(rng_card(&rng, good.hand[seat] | set_of(CARD_NONE))) & SET_DECK;
            if (!card) continue;
            switch (harm) {
            case 0: play.state.hand[seat] &= ~card; break;
            case 1: play.state.hand[other] |= card; break;
            case 2: play.state.hand[seat] ^= card, play.state.hand[other] |= card; break;
            case 3: play.state.table.played ^= card; break;
            case 4: play.state.table.tricks++; break;
            default: play.state.table.on_table ^= 1;
            }
            assert_false(hearts_state_is_sound(&play.state));
        }
        assert_true(hearts_state_is_sound(&good));
    }
}

// ---- Views ----

// Shuffles cards whose place `seat` cannot know, in the deck. All know who holds the two of clubs where it leads. What
// others passed stays too, so that the same passes are legal again.
static void permute(const Play *play, Seat seat, Card deck[CARD_COUNT], Rng *rng) {
    const HeartsState *state = &play->state;
    CardSet fixed = state->hand[seat] | state->start[seat] | state->table.played | state->given[seat];
    for (int other = 0; other < HEARTS_SEATS; other++) fixed |= state->given[other];
    if (play->rules.two_leads && state->table.phase == HEARTS_PLAYING) fixed |= set_of(HEARTS_TWO_OF_CLUBS);
    int place[CARD_COUNT] = {0}, count = 0;
    memcpy(deck, play->deck, CARD_COUNT);
    for (int i = 0; i < CARD_COUNT; i++)
        if (!set_has(fixed, deck[i])) place[count++] = i;
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        Card card = deck[place[i]];
        deck[place[i]] = deck[place[j]];
        deck[place[j]] = card;
    }
}

// The same actions with another deck; false where a hidden card changes what is legal, as a void shown would.
static bool replay(Play *copy, const Play *play, const Card deck[CARD_COUNT]) {
    memset(copy, 0, sizeof *copy);
    copy->rules = play->rules;
    hearts_deal_deck(&copy->state, &copy->log, &copy->rules, play->deal, play->score, deck);
    for (int i = 0; i < play->actions; i++)
        if (!hearts_try(&copy->state, &copy->log, &play->action[i])) return false;
    return true;
}

// A view copied to zeroed memory, so that padding compares equal.
static void look(HeartsView *view, const Play *play, Seat seat) {
    HeartsView made = hearts_view(&play->state, &play->log, seat);
    memset(view, 0, sizeof *view);
    view->table = made.table;
    view->log = made.log;
    view->rules = made.rules;
    view->hand = made.hand;
    view->start = made.start;
    view->given = made.given;
    view->received = made.received;
    view->seat = made.seat;
}

static void permuting_hidden_cards_changes_no_byte_of_a_view(void **state) {
    (void)state;
    static Play play, other;
    HeartsPlayer ducker;
    assert_true(hearts_player_open("ducker", &ducker, NULL));
    Rng rng = rng_for(6, 0, 0, 0);
    int views = 0, moved = 0, target = effort(60000, 3000);
    while (views < target) {
        begin(&play, &rng);
        for (; play.state.table.phase != HEARTS_OVER; play_on(&play, hearts_some_action(&play.state, &rng))) {
            if (rng_below(&rng, 4)) continue;
            Seat seat = (Seat)rng_below(&rng, HEARTS_SEATS);
            Card deck[CARD_COUNT];
            permute(&play, seat, deck, &rng);
            if (!replay(&other, &play, deck)) continue;
            HeartsView here, there;
            look(&here, &play, seat);
            look(&there, &other, seat);
            assert_memory_equal(here.table, there.table, sizeof *here.table);
            assert_memory_equal(here.log, there.log, sizeof *here.log);
            size_t from = offsetof(HeartsView, hand); // the first field that is no pointer
            assert_memory_equal((const char *)&here + from, (const char *)&there + from, sizeof here - from);
            views++;
            moved += play.state.hand[seat ^ 1] != other.state.hand[seat ^ 1];
            if (seat != play.state.table.to_act) continue;
            Rng chance = rng_for(7, 0, (uint64_t)views, 0), same = chance;
            HeartsAction first = ducker.choose(ducker.self, &here, &chance);
            HeartsAction second = ducker.choose(ducker.self, &there, &same);
            assert_true(first.move == second.move &&
                        (first.move == HEARTS_GIVE ? first.give == second.give : first.card == second.card));
        }
    }
    assert_true(moved > views / 4);
    hearts_player_close(&ducker);
}

static void a_view_shows_own_cards_and_what_was_received_only_after_the_exchange(void **state) {
    (void)state;
    static Play play;
    Rng rng = rng_for(8, 0, 0, 0);
    int received = 0;
    for (int hands = 0; hands < effort(3000, 200); hands++) {
        begin(&play, &rng);
        while (play.state.table.phase != HEARTS_OVER) {
            for (int seat = 0; seat < HEARTS_SEATS; seat++) {
                HeartsView view = hearts_view(&play.state, &play.log, (Seat)seat);
                assert_true(view.hand == play.state.hand[seat] && view.start == play.state.start[seat]);
                assert_true(view.given == play.state.given[seat] && view.seat == seat);
                bool exchanged = play.state.table.direction && play.state.table.phase != HEARTS_PASSING;
                assert_int_equal(set_count(view.received), exchanged ? play.rules.pass_count : 0);
                assert_true((view.received & ~view.start) == 0 && (!exchanged || !(view.given & view.start)));
                received += view.received != 0;
            }
            play_on(&play, hearts_some_action(&play.state, &rng));
        }
    }
    assert_true(received > 1000);
}

static void the_state_made_of_a_view_and_the_true_hands_plays_on_as_the_true_one(void **state) {
    (void)state;
    static Play play;
    Rng rng = rng_for(9, 0, 0, 0);
    for (int hands = 0; hands < effort(5000, 300); hands++) {
        begin(&play, &rng);
        while (play.state.table.phase == HEARTS_PASSING) play_on(&play, hearts_some_action(&play.state, &rng));
        for (int i = (int)rng_below(&rng, CARD_COUNT); i > 0; i--)
            play_on(&play, hearts_some_action(&play.state, &rng));
        Seat seat = (Seat)rng_below(&rng, HEARTS_SEATS);
        HeartsView view = hearts_view(&play.state, &play.log, seat);
        HeartsState made = hearts_state_of_view(&view, play.state.hand);
        assert_true(hearts_state_is_sound(&made));
        assert_memory_equal(made.start, play.state.start, sizeof made.start);
        while (made.table.phase != HEARTS_OVER) {
            Card card = rng_card(&rng, hearts_legal(&made));
            hearts_play_card(&made, card);
            play_on(&play, (HeartsAction){.move = HEARTS_PLAY, .card = card});
        }
        assert_memory_equal(&made.table, &play.state.table, sizeof made.table);
        assert_memory_equal(made.points, play.state.points, sizeof made.points);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracle_agrees_on_every_state_and_result),
        cmocka_unit_test(trick_order_puts_the_ace_on_top_and_comes_back),
        cmocka_unit_test(the_highest_card_of_the_suit_led_wins_whatever_lies_beside_it),
        cmocka_unit_test(shown_voids_are_true_and_complete_for_seats_that_did_not_follow),
        cmocka_unit_test(a_state_with_a_card_lost_doubled_or_misplaced_is_not_sound),
        cmocka_unit_test(permuting_hidden_cards_changes_no_byte_of_a_view),
        cmocka_unit_test(a_view_shows_own_cards_and_what_was_received_only_after_the_exchange),
        cmocka_unit_test(the_state_made_of_a_view_and_the_true_hands_plays_on_as_the_true_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
