// SPDX-License-Identifier: MIT
// Human lapses in Hearts, and that the levels are what their list says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/list/players.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/human.h"
#include "hearts/players/simple/passing.h"
#include "support/random.h"

static HeartsPlayer hearts_opened(const char *spec) {
    HeartsPlayer player = {0};
    Error err = {{0}};
    if (!hearts_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    return player;
}

// Calls `look` at every decision about a card of a few hands that ducker's rules play.
static void each_decision(int hands, void (*look)(const HeartsView *view, Rng *rng)) {
    HeartsRules rules = hearts_rules_default();
    static const int16_t score[HEARTS_SEATS] = {0};
    for (int hand = 0; hand < hands; hand++) {
        HeartsState state;
        HeartsLog log;
        Card deck[CARD_COUNT];
        Rng rng = rng_for(4, 0, (uint64_t)hand, 0);
        rng_deck(&rng, deck);
        hearts_deal_deck(&state, &log, &rules, 3, score, deck); // held: no cards are passed
        while (state.table.phase == HEARTS_PLAYING) {
            HeartsView view = hearts_view(&state, &log, state.table.to_act);
            look(&view, &rng);
            hearts_play_logged(&state, &log, hearts_ducker_card(&state.table, &rules, view.hand));
        }
    }
}

static void plays_duckers_card(const HeartsView *view, Rng *rng) {
    HeartsLapses none = {0};
    Rng before = *rng;
    assert_int_equal(hearts_human_card(&none, view, rng), hearts_ducker_card(view->table, view->rules, view->hand));
    assert_memory_equal(&before, rng, sizeof before); // and draws nothing
}

static void without_lapses_it_plays_duckers_rules(void **state) {
    (void)state;
    each_decision(effort(100, 5), plays_duckers_card);
}

static void plays_low_or_its_highest(const HeartsView *view, Rng *rng) {
    HeartsLapses lapses = {.careless = 1};
    CardSet legal = hearts_legal_of(view->table, view->rules, view->hand);
    Card card = hearts_human_card(&lapses, view, rng);
    assert_true(set_has(legal, card));
    if (!view->table->on_table) return;
    int suit = card_suit(view->table->trick[view->table->leader]);
    for (CardSet rest = legal; rest; rest = set_rest(rest)) {
        int other = hearts_strength(set_first(rest)), mine = hearts_strength(card);
        if (legal & set_suit(suit))
            assert_true(card_suit(card) == suit && mine <= other);
        else
            assert_true(mine >= other);
    }
}

static void careless_it_ducks_low_and_throws_high(void **state) {
    (void)state;
    each_decision(effort(100, 5), plays_low_or_its_highest);
}

static int differ, asked; // decisions in which a seat that forgets plays another card

static void counts_other_cards(const HeartsView *view, Rng *rng) {
    HeartsLapses lapses = {.forgets = 1};
    Card card = hearts_human_card(&lapses, view, rng), sure = hearts_ducker_card(view->table, view->rules, view->hand);
    assert_true(set_has(hearts_legal_of(view->table, view->rules, view->hand), card));
    if (view->table->tricks == 0) assert_int_equal(card, sure); // there is nothing to forget yet
    differ += card != sure;
    asked++;
}

static void forgetting_changes_cards_of_later_tricks_alone(void **state) {
    (void)state;
    differ = asked = 0;
    each_decision(effort(100, 20), counts_other_cards);
    assert_true(differ > asked / 100 && differ < asked / 3);
}

static void careless_it_passes_its_highest_cards(void **state) {
    (void)state;
    HeartsRules rules = hearts_rules_default();
    HeartsLapses lapses = {.careless = 1}, none = {0};
    Rng rng = rng_for(5, 0, 0, 0);
    for (int i = 0; i < 200; i++) {
        HeartsView view = {.rules = &rules, .hand = some_cards(&rng, SET_DECK, HEARTS_HAND_SIZE)};
        CardSet give = hearts_human_pass(&lapses, &view, &rng);
        int least = 12, most = 0;
        assert_true(set_count(give) == 3 && !(give & ~view.hand));
        for (CardSet rest = give; rest; rest = set_rest(rest))
            if (hearts_strength(set_first(rest)) < least) least = hearts_strength(set_first(rest));
        for (CardSet rest = view.hand & ~give; rest; rest = set_rest(rest))
            if (hearts_strength(set_first(rest)) > most) most = hearts_strength(set_first(rest));
        assert_true(least >= most);
        assert_true(hearts_human_pass(&none, &view, &rng) == hearts_pass_by_rules(&rules, view.hand));
    }
}

static void every_level_is_listed_and_can_be_changed(void **state) {
    (void)state;
    for (int i = 0; i < LEVEL_COUNT; i++) {
        const Level *level = &hearts_levels()[i];
        char name[] = "level-0";
        name[6] = (char)('1' + i);
        assert_string_equal(level->name, name);
        assert_true(hearts_is_listed(name) && level->error > 0);
        assert_true(i == 0 || level->elo > level[-1].elo);
        Text text = {0}, same = {0};
        Error err;
        assert_true(hearts_player_describe(name, &text, &err) && hearts_player_describe(level->spec, &same, &err));
        assert_string_equal(text.data, same.data);
        text_free(&text);
        text_free(&same);
    }
    Text text = {0};
    Error err;
    assert_true(hearts_player_describe("level-8:worlds=3", &text, &err));
    assert_non_null(strstr(text.data, "worlds=3"));
    assert_false(hearts_player_describe("level-1:no-such=7", &text, &err));
    assert_non_null(strstr(err.text, "level-1:no-such"));
    assert_false(hearts_player_describe("level-9", &text, &err));
    assert_non_null(strstr(err.text, "did you mean 'level-"));
    text_free(&text);
}

// What two seats of one level take more than two of another, over hands played in two seatings.
static int excess(const char *one, const char *other, int hands) {
    HeartsRules rules = hearts_rules_default();
    HeartsPlayer a = hearts_opened(one), b = hearts_opened(other);
    int sum = 0;
    rules.target = 0;
    for (int i = 0; i < hands; i++) {
        HeartsPlayer seats[HEARTS_SEATS] = {i & 1 ? b : a, i & 1 ? a : b, i & 1 ? b : a, i & 1 ? a : b};
        HeartsGamePlan plan = {.rules = &rules, .seed = 8, .deal = (uint64_t)i / 2, .game = (uint64_t)i, .hands = 1};
        HeartsGameResult result;
        hearts_play_game(&plan, seats, &result);
        int even = result.total[0] + result.total[2], odd = result.total[1] + result.total[3];
        sum += i & 1 ? odd - even : even - odd;
    }
    hearts_player_close(&a);
    hearts_player_close(&b);
    return sum;
}

static void a_level_loses_to_the_one_two_above(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) { // searches think for milliseconds: those two by two are left to the ratings
        int points = excess(hearts_levels()[i].name, hearts_levels()[i + 2].name, i < 3 ? 2000 : 60);
        if (points <= 0) fail_msg("%s takes %d points more", hearts_levels()[i].name, points);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_lapses_it_plays_duckers_rules),
        cmocka_unit_test(careless_it_ducks_low_and_throws_high),
        cmocka_unit_test(forgetting_changes_cards_of_later_tricks_alone),
        cmocka_unit_test(careless_it_passes_its_highest_cards),
        cmocka_unit_test(every_level_is_listed_and_can_be_changed),
        cmocka_unit_test(a_level_loses_to_the_one_two_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
