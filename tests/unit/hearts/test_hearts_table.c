// SPDX-License-Identifier: MIT
// The referee of Hearts: whole games, faults, open cards, chance, rules text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/table.h"
#include "support/hearts_random.h"
#include "support/random.h"

// ---- Watching games ----

typedef struct Watcher {
    int hands, overs, moons;
    uint32_t first;
    int sum[HEARTS_SEATS];
    uint8_t faults[HEARTS_SEATS];
    bool full; // every hand's points add up to the deck's or come from a moon
} Watcher;

static void watch(void *context, const HeartsHandRecord *record) {
    Watcher *watcher = context;
    const HeartsState *state = record->state;
    assert_true(state->table.phase == HEARTS_OVER && hearts_state_is_sound(state));
    assert_int_equal(record->log->count, CARD_COUNT);
    assert_int_equal(record->hand, watcher->hands);
    assert_int_equal(state->table.deal, watcher->first + (uint32_t)watcher->hands);
    int total = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        assert_int_equal(state->table.score[seat], watcher->sum[seat]);
        watcher->sum[seat] += state->points[seat];
        total += state->points[seat];
        watcher->faults[seat] |= state->fault[seat];
    }
    int all = hearts_all_points(state->rules);
    watcher->full = watcher->full && (total == all || (state->moon >= 0 && total == 3 * all));
    watcher->hands++;
    watcher->moons += state->moon >= 0;
    watcher->overs += record->game_over;
}

static HeartsGameResult play(const char *rules, HeartsPlayer players[HEARTS_SEATS], HeartsGamePlan plan,
                             Watcher *watcher) {
    HeartsRules value = hearts_rules_of(rules);
    HeartsGameResult result;
    *watcher = (Watcher){.full = true, .first = plan.first};
    plan.rules = &value;
    plan.watch = watch;
    plan.context = watcher;
    hearts_play_game(&plan, players, &result);
    assert_int_equal(result.hands, watcher->hands);
    assert_int_equal(watcher->overs, 1);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) assert_int_equal(result.total[seat], watcher->sum[seat]);
    return result;
}

static void four_of(HeartsPlayer player, HeartsPlayer players[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) players[seat] = player;
}

static void games_end_when_somebody_has_the_target_and_the_lowest_wins(void **state) {
    (void)state;
    HeartsPlayer players[HEARTS_SEATS];
    four_of(hearts_random_tester(), players);
    int hands = 0, moons = 0, drawn = 0;
    for (uint64_t game = 0; game < (uint64_t)effort(2000, 100); game++) {
        Watcher watcher;
        HeartsGameResult result =
            play("standard", players, (HeartsGamePlan){.seed = 3, .deal = game, .game = game}, &watcher);
        int best = 0, worst = 0, same = 0;
        for (int seat = 1; seat < HEARTS_SEATS; seat++) {
            if (result.total[seat] < result.total[best]) best = seat;
            if (result.total[seat] > result.total[worst]) worst = seat;
        }
        for (int seat = 0; seat < HEARTS_SEATS; seat++) same += result.total[seat] == result.total[best];
        assert_true(result.total[worst] >= 100 && result.total[worst] < 100 + 78);
        assert_int_equal(result.winner, same > 1 ? -1 : best);
        assert_true(watcher.full && result.faulty < 0);
        hands += watcher.hands, moons += watcher.moons, drawn += same > 1;
    }
    assert_true(hands > 500 && moons > 0 && drawn > 0);
}

static void without_a_target_a_game_is_one_hand_and_a_number_of_hands_is_kept_whatever_the_score(void **state) {
    (void)state;
    HeartsPlayer players[HEARTS_SEATS];
    four_of(hearts_random_tester(), players);
    Watcher watcher;
    for (uint32_t deal = 0; deal < 8; deal++) {
        HeartsGamePlan plan = {.seed = 3, .deal = deal, .game = deal, .first = deal};
        assert_int_equal(play("paper", players, plan, &watcher).hands, 1);
        assert_int_equal(play("standard,target=0", players, plan, &watcher).hands, 1);
        plan.hands = 30;
        assert_int_equal(play("standard", players, plan, &watcher).hands, 30);
        assert_int_equal(play("paper", players, plan, &watcher).hands, 30);
    }
}

static void a_game_that_does_not_come_to_its_target_ends_at_the_deal_limit(void **state) {
    (void)state;
    HeartsPlayer players[HEARTS_SEATS];
    four_of(hearts_random_tester(), players);
    Watcher watcher;
    HeartsGameResult result = play("paper,heart=0,queen=0,target=10", players, (HeartsGamePlan){.seed = 1}, &watcher);
    assert_int_equal(result.hands, HEARTS_DEAL_LIMIT);
    assert_int_equal(result.winner, -1);
}

static void the_same_numbers_give_the_same_game_and_others_another(void **state) {
    (void)state;
    HeartsPlayer players[HEARTS_SEATS];
    four_of(hearts_random_tester(), players);
    Watcher watcher;
    HeartsGamePlan plan = {.seed = 5, .match = 1, .deal = 2, .game = 3};
    uint64_t hash = play("standard", players, plan, &watcher).hash;
    assert_true(play("standard", players, plan, &watcher).hash == hash);
    plan.timed = true;
    HeartsGameResult timed = play("standard", players, plan, &watcher);
    assert_true(timed.hash == hash);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) assert_true(timed.seat[seat].decisions >= 13u * timed.hands);
    plan.timed = false;
    HeartsGamePlan others[] = {plan, plan, plan, plan, plan};
    others[0].seed++, others[1].match++, others[2].deal++, others[3].game++, others[4].first++;
    for (int i = 0; i < 5; i++) assert_true(play("standard", players, others[i], &watcher).hash != hash);
}

static void leaders_and_directions_of_the_pass_take_turns(void **state) {
    (void)state;
    HeartsRules rules = hearts_rules_of("standard,two-leads=no");
    static const HeartsPass held[] = {HEARTS_PASS_LEFT, HEARTS_PASS_RIGHT, HEARTS_PASS_ACROSS, HEARTS_PASS_NONE};
    for (uint32_t deal = 0; deal < 12; deal++) {
        rules.pass_hold = 1, rules.pass_count = 3;
        assert_int_equal(hearts_pass_direction(&rules, deal), held[deal % 4]);
        rules.pass_hold = 0;
        assert_int_equal(hearts_pass_direction(&rules, deal), held[deal % 3]);
        rules.pass_count = 0;
        assert_int_equal(hearts_pass_direction(&rules, deal), HEARTS_PASS_NONE);
        Card deck[CARD_COUNT];
        HeartsState dealt;
        hearts_deck_for(1, 0, 0, deal, deck);
        hearts_deal_deck(&dealt, NULL, &rules, deal, (const int16_t[HEARTS_SEATS]){0}, deck);
        assert_int_equal(dealt.table.leader, deal % 4);
    }
}

// ---- Faults ----

static HeartsAction answer(void *self, const HeartsView *view, Rng *rng) {
    (void)view, (void)rng;
    return *(HeartsAction *)self;
}

static void a_seat_that_fails_scores_26_and_random_cards_finish_the_hand_for_it(void **state) {
    (void)state;
    for (uint64_t game = 0; game < (uint64_t)effort(3000, 200); game++) {
        HeartsPlayer players[HEARTS_SEATS];
        HeartsQuitter quitter = {.cards = (int)(game % 13), .cause = (uint8_t)(2 + game % (FAULT_KINDS - 2))};
        Seat seat = (Seat)(game % 4);
        Watcher watcher;
        four_of(hearts_random_tester(), players);
        players[seat] = hearts_quitter(&quitter);
        HeartsGamePlan plan = {.seed = 4, .deal = game, .game = game, .first = (uint32_t)game};
        HeartsGameResult result = play("standard,target=0", players, plan, &watcher);
        assert_int_equal(result.faulty, seat);
        assert_int_equal(result.fault, quitter.cause);
        assert_int_equal(result.total[seat], 26);
        assert_int_equal(result.seat[seat].faults[quitter.cause], 1);
        assert_int_equal(watcher.moons, 0);
        int others = 0;
        for (int other = 0; other < HEARTS_SEATS; other++) {
            if (other == seat) continue;
            others += result.total[other];
            assert_int_equal(watcher.faults[other], 0);
        }
        assert_true(others >= 0 && others <= 26);
    }
}

static void answers_that_are_no_legal_move_are_faults(void **state) {
    (void)state;
    HeartsAction wrong[] = {
        {.move = HEARTS_PLAY, .card = CARD_NONE},     {.move = HEARTS_PLAY, .card = 255},
        {.move = HEARTS_GIVE, .give = SET_DECK},      {.move = 77},
        {.move = HEARTS_RESIGN, .card = 0},           {.move = HEARTS_RESIGN, .card = FAULT_ILLEGAL},
        {.move = HEARTS_RESIGN, .card = FAULT_KINDS},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (uint32_t deal = 0; deal < 4; deal++) {
            HeartsPlayer players[HEARTS_SEATS];
            Watcher watcher;
            four_of((HeartsPlayer){.self = &wrong[i], .choose = answer}, players);
            HeartsGamePlan plan = {.seed = 5, .deal = deal, .game = deal, .first = deal};
            HeartsGameResult result = play("standard,target=0", players, plan, &watcher);
            for (int seat = 0; seat < HEARTS_SEATS; seat++) {
                assert_int_equal(result.total[seat], 26);
                assert_int_equal(result.seat[seat].faults[FAULT_ILLEGAL], 1);
            }
            assert_int_equal(result.fault, FAULT_ILLEGAL);
        }
}

static void a_seat_that_failed_is_asked_again_in_the_next_hand(void **state) {
    (void)state;
    HeartsPlayer players[HEARTS_SEATS];
    HeartsQuitter quitter = {.cards = 5, .cause = FAULT_TIMEOUT};
    Watcher watcher;
    four_of(hearts_random_tester(), players);
    players[2] = hearts_quitter(&quitter);
    HeartsGameResult result = play("standard,target=150", players, (HeartsGamePlan){.seed = 6}, &watcher);
    assert_int_equal(result.seat[2].faults[FAULT_TIMEOUT], result.hands);
    assert_int_equal(result.total[2], 26 * (int)result.hands);
}

// ---- Open cards ----

static HeartsAction see_all(void *self, const HeartsState *state, const HeartsLog *log, Rng *rng) {
    (void)log;
    ++*(int *)self;
    return hearts_some_action(state, rng);
}

static void open_games_show_the_state_to_players_that_can_use_it(void **state) {
    (void)state;
    int seen = 0;
    HeartsPlayer players[HEARTS_SEATS];
    Watcher watcher;
    four_of(hearts_random_tester(), players);
    players[1].self = &seen;
    players[1].choose_open = see_all;
    play("standard,target=0", players, (HeartsGamePlan){.seed = 7}, &watcher);
    assert_int_equal(seen, 0);
    play("standard,target=0", players, (HeartsGamePlan){.seed = 7, .open = true}, &watcher);
    assert_int_equal(seen, 14); // a pass and thirteen cards
}

static void a_hand_can_be_played_on_from_any_state(void **state) {
    (void)state;
    Rng rng = rng_for(8, 0, 0, 0);
    HeartsPlayer players[HEARTS_SEATS];
    four_of(hearts_random_tester(), players);
    for (int hands = 0; hands < effort(3000, 200); hands++) {
        HeartsRules rules = hearts_variant(&rng);
        HeartsState play_state;
        HeartsLog log;
        Card deck[CARD_COUNT];
        hearts_some_deck(&rng, deck);
        hearts_deal_deck(&play_state, &log, &rules, rng_below(&rng, 8), (const int16_t[HEARTS_SEATS]){0}, deck);
        for (int i = (int)rng_below(&rng, CARD_COUNT); i > 0; i--) {
            HeartsAction action = hearts_some_action(&play_state, &rng);
            hearts_apply(&play_state, &log, &action);
        }
        Rng own[HEARTS_SEATS];
        for (int seat = 0; seat < HEARTS_SEATS; seat++) own[seat] = rng_for(9, 0, (uint64_t)hands, (uint64_t)seat);
        Fault cause = FAULT_CRASH;
        assert_int_equal(hearts_play_hand(&play_state, &log, players, own, false, &cause), -1);
        assert_int_equal(cause, FAULT_NONE);
        assert_true(play_state.table.phase == HEARTS_OVER && log.count == CARD_COUNT);
    }
}

// ---- Rules text ----

static void every_preset_and_option_prints_what_reads_back(void **state) {
    (void)state;
    int count;
    const HeartsPreset *presets = hearts_presets(&count);
    assert_int_equal(count, 4);
    assert_string_equal(presets[0].rules.preset, "standard");
    for (int i = 0; i < count; i++) assert_true(strlen(presets[i].source) > 20);
    for (int i = 0; i < HEARTS_VARIANT_COUNT; i++) {
        HeartsRules rules = hearts_rules_of(HEARTS_VARIANTS[i]);
        char text[HEARTS_RULES_TEXT];
        hearts_rules_print(&rules, text);
        HeartsRules again = hearts_rules_of(text);
        assert_true(hearts_rules_equal(&rules, &again));
    }
    HeartsRules paper = hearts_rules_of("paper"), standard = hearts_rules_default();
    assert_false(hearts_rules_equal(&paper, &standard));
    assert_int_equal(hearts_all_points(&paper), 26);
    assert_int_equal(hearts_all_points(&(HeartsRules){.heart_points = 1}), 13);
}

static void wrong_rules_are_refused_with_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *rules, *message;
    } cases[] = {
        {"papers", "there is no rules preset 'papers' (did you mean 'paper'?); presets are standard, paper, "
                   "paper-queen, paper-hearts"},
        {"standard,moon=chose", "moon is none or add or subtract or choose, not 'chose'"},
        {"standard,pass=5", "pass"},
        {"standard,pas=3",
         "there is no rule 'pas'; did you mean 'pass'?; `deadwood rules --game hearts` lists them all"},
        {"moon=add,paper", "'paper' comes too late: a preset stands first"},
        {"target=10001", "target"},
        {"standard,", "nothing stands behind a comma"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HeartsRules rules = {.target = 77};
        Error err = {{0}};
        assert_false(hearts_rules_parse(cases[i].rules, &rules, &err));
        if (!strstr(err.text, cases[i].message)) fail_msg("%s: %s", cases[i].rules, err.text);
        assert_int_equal(rules.target, 77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_when_somebody_has_the_target_and_the_lowest_wins),
        cmocka_unit_test(without_a_target_a_game_is_one_hand_and_a_number_of_hands_is_kept_whatever_the_score),
        cmocka_unit_test(a_game_that_does_not_come_to_its_target_ends_at_the_deal_limit),
        cmocka_unit_test(the_same_numbers_give_the_same_game_and_others_another),
        cmocka_unit_test(leaders_and_directions_of_the_pass_take_turns),
        cmocka_unit_test(a_seat_that_fails_scores_26_and_random_cards_finish_the_hand_for_it),
        cmocka_unit_test(answers_that_are_no_legal_move_are_faults),
        cmocka_unit_test(a_seat_that_failed_is_asked_again_in_the_next_hand),
        cmocka_unit_test(open_games_show_the_state_to_players_that_can_use_it),
        cmocka_unit_test(a_hand_can_be_played_on_from_any_state),
        cmocka_unit_test(every_preset_and_option_prints_what_reads_back),
        cmocka_unit_test(wrong_rules_are_refused_with_what_would_be_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
