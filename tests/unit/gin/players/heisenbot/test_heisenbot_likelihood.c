// SPDX-License-Identifier: MIT
// Heisenbot's prognostication: how likely the opponent holds each card, move by move.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/heisenbot/heisenbot.h"
#include "support/policies.h"
#include "support/positions.h"
#include "support/random.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

enum { NEAR = 2, FAR = 1 };

// The paper's two paragraphs, word by word.
static void brute_mark(int mark[CARD_COUNT], Card about, int sign) {
    for (int i = 0; i < CARD_COUNT; i++) {
        Card other = card_from_index(i);
        bool suited = card_suit(other) == card_suit(about);
        int apart = abs(card_rank(other) - card_rank(about)), change = 0;
        if (!suited && apart == 0) change = NEAR;
        if (suited && apart == 1) change = NEAR;
        if (suited && apart == 2) change = FAR;
        if (change == 0 || mark[i] == -5 || mark[i] == 5) continue;
        mark[i] += sign * change;
        if (mark[i] > 4) mark[i] = 4;
        if (mark[i] < -4) mark[i] = -4;
    }
    mark[card_index(about)] = sign > 0 ? 5 : -5;
}

// "5=7H 2=7C,7D -1=5H": the cards named have that value, ours and the pile's -5, all others 0.
static void check_likelihood(const Scene *scene, const char *expected, const char *what) {
    int value[CARD_COUNT] = {0};
    CardSet gone = scene->view.hand | scene->table.buried | (set_of(scene->table.upcard) & SET_DECK);
    for (CardSet rest = gone; rest; rest = set_rest(rest)) value[card_index(set_first(rest))] = -5;
    char copy[256], *save = NULL;
    snprintf(copy, sizeof copy, "%s", expected);
    for (char *item = strtok_r(copy, " ", &save); item; item = strtok_r(NULL, " ", &save)) {
        char *names = strchr(item, '=');
        assert_non_null(names);
        for (CardSet rest = cards(names + 1); rest; rest = set_rest(rest))
            value[card_index(set_first(rest))] = (int)strtol(item, NULL, 10);
    }
    int8_t found[CARD_COUNT];
    heisenbot_likelihood(&scene->view, found);
    for (int i = 0; i < CARD_COUNT; i++)
        if (found[i] != value[i])
            fail_msg("%s: %s is %d, not %d", what, text_of(set_of(card_from_index(i))), found[i], value[i]);
}

static void likelihoods_follow_table_1_move_by_move(void **state) {
    (void)state;
    static const char hand[] = "AC 3C 5C 9C JC KC AS 3S 5S KS";
    static const struct {
        const char *what, *hand, *upcard, *moves, *expected;
    } cases[] = {
        {"nothing has happened", hand, "7H", "", ""},
        {"a face-up draw", hand, "7H", "they take 7H", "5=7H 2=7C,7D,7S,6H,8H 1=5H,9H"},
        {"a discard", hand, "2D", "they drop 7H", "-2=7C,7D,7S,6H,8H -1=5H,9H"},
        {"an ace has neighbours above only", hand, "AH", "they take AH", "5=AH 2=AD,2H 1=3H"},
        {"a king below only", hand, "2D", "they drop KH", "-2=KD,QH -1=JH"},
        {"a two", hand, "2D", "they take 2D", "5=2D 2=2C,2H,2S,AD,3D 1=4D"},
        {"cards of ours stay impossible", "7C 7D 7S 6H 5H KC KD KS AC 2C", "7H", "they take 7H", "5=7H 2=8H 1=9H"},
        {"so do cards of the pile", hand, "8H", "they drop 9H, we drop KS, they drop 7H",
         "-2=9D,9S,TH,7C,7D,7S,6H -1=JH,5H"},
        {"a draw of ours says nothing", hand, "7H", "we take 7H", ""},
        {"nor does a discard of ours", hand, "7H", "we drop KC", ""},
        {"a known card stays known when a neighbour is dropped", hand, "7H", "they take 7H, they drop 8D",
         "5=7H 2=7C,7S,6H 0=8H,7D 1=5H,9H -2=8C,8S,9D -1=6D,TD"},
        {"and whatever else is dropped", hand, "7H",
         "they take 7H, they drop KD, we drop 5C, they drop QD, "
         "we drop KS, they drop 2D",
         "5=7H 2=7C,7D,7S,6H,8H 1=5H,9H -2=KH,QC,QH,QS,2C,2H,2S,AD,3D -3=JD -1=TD,4D"},
        {"a known card that is dropped is impossible", hand, "7H",
         "they take 7H, they drop KD, we drop AC, they drop 7H", "-2=KH,QD -1=JD"},
        {"and known again when taken back", hand, "7H",
         "they take 7H, they drop KD, we take KD, we drop KD, they take KD", "5=7H,KD 2=7C,7D,7S,6H,8H 1=5H,9H"},
        {"a card of ours they take is known", hand, "2D", "we drop 9C, they take 9C", "5=9C 2=9D,9H,9S,8C,TC 1=7C"},
    };
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < LENGTH(cases); i++) {
        set_scene(scene, cases[i].hand, cases[i].upcard, cases[i].moves);
        check_likelihood(scene, cases[i].expected, cases[i].what);
    }
    free(scene);
}

// Nine of hearts between eight and ten, and of the rank of two others: each adds or takes 2, and four is the end.
static void likelihoods_stop_at_four_either_way(void **state) {
    (void)state;
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int taken = 0; taken < 2; taken++) {
        static const char *const around[] = {"8H", "TH", "9C", "9D"};
        int8_t found[CARD_COUNT];
        set_scene(scene, "AC 3C 5C JC KC AS 3S 5S KS AD", "2D", "");
        for (int i = 0; i < LENGTH(around); i++) {
            if (taken) { // they take what we drop
                move_in(scene, false, false, card(around[i]));
                move_in(scene, true, true, card(around[i]));
            } else {
                move_in(scene, true, false, card(around[i]));
            }
            heisenbot_likelihood(&scene->view, found);
            assert_int_equal(found[card_index(card("9H"))], (taken ? 1 : -1) * (i == 0 ? 2 : 4));
        }
        // One step the other way starts from the end, not from where the sum would be.
        move_in(scene, taken ? true : false, false, card("9S"));
        if (!taken) move_in(scene, true, true, card("9S"));
        heisenbot_likelihood(&scene->view, found);
        assert_int_equal(found[card_index(card("9H"))], taken ? 2 : -2);
    }
    free(scene);
}

// Watches a player: at each of its decisions the likelihoods are what the log, read in order, makes them.
typedef struct Prophet {
    GinPlayer inner;
    int checked, likely, unlikely;
} Prophet;

static void brute_likelihood(const GinView *view, int mark[CARD_COUNT]) {
    CardSet mine = view->hand; // now; what I drew becomes impossible when it comes, which in the end is the same
    for (int i = 0; i < CARD_COUNT; i++) mark[i] = set_has(mine, card_from_index(i)) ? -5 : 0;
    for (int i = 0; i < view->log->count; i++) {
        GinEvent event = view->log->event[i];
        GinEventKind kind = gin_event_kind(event);
        bool they = gin_event_seat(event) != view->seat;
        if (kind == GIN_EVENT_DISCARD && !they) mark[card_index(event.card)] = -5;
        if (kind == GIN_EVENT_DISCARD && they) brute_mark(mark, event.card, -1);
        if (kind == GIN_EVENT_TAKE && !they) mark[card_index(event.card)] = -5;
        if (kind == GIN_EVENT_TAKE && they) brute_mark(mark, event.card, 1);
    }
    if (view->table->upcard != CARD_NONE) mark[card_index(view->table->upcard)] = -5; // the first one, if it is that
}

static GinAction prophesy(void *self, const GinView *view, Rng *rng) {
    Prophet *prophet = self;
    int8_t found[CARD_COUNT];
    int expected[CARD_COUNT];
    heisenbot_likelihood(view, found);
    brute_likelihood(view, expected);
    CardSet theirs = view->table->known[view->seat ^ 1];
    CardSet gone = view->hand | view->table->buried | (set_of(view->table->upcard) & SET_DECK);
    for (int i = 0; i < CARD_COUNT; i++) {
        Card one = card_from_index(i);
        assert_in_range(found[i] + 5, 0, 10);
        assert_int_equal(found[i] == -5, set_has(gone, one));
        assert_int_equal(found[i] == 5, set_has(theirs, one));
        if (!set_has(gone, one) && found[i] != expected[i])
            fail_msg("%s is %d, not %d", text_of(set_of(one)), found[i], expected[i]);
        prophet->likely += found[i] > 0 && found[i] < 5;
        prophet->unlikely += found[i] < 0 && found[i] > -5;
    }
    prophet->checked++;
    return prophet->inner.choose(prophet->inner.self, view, rng);
}

static void likelihoods_stay_in_range_and_never_contradict_what_is_known(void **state) {
    (void)state;
    static const char *const specs[] = {"heisenbot", "mix:draw=random,discard=prognosis,knock=gin", "random"};
    for (int i = 0; i < LENGTH(specs); i++) {
        Prophet prophets[2] = {{.inner = opened(specs[i])}, {.inner = opened("heisenbot")}};
        GinPlayer players[2] = {{.self = &prophets[0], .choose = prophesy}, {.self = &prophets[1], .choose = prophesy}};
        for (int game = 0; game < effort(100, 4); game++) play_a_game(players, (uint64_t)game);
        for (int seat = 0; seat < 2; seat++) {
            assert_true(prophets[seat].checked > 100);
            assert_true(prophets[seat].likely > 0 && prophets[seat].unlikely > 0);
            gin_player_close(&prophets[seat].inner);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(likelihoods_follow_table_1_move_by_move),
        cmocka_unit_test(likelihoods_stop_at_four_either_way),
        cmocka_unit_test(likelihoods_stay_in_range_and_never_contradict_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
