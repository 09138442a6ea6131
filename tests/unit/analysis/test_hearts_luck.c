// SPDX-License-Identifier: MIT
// Where the points of a hand of Hearts came from: the identity, nothing but the arguments, and luck that is fair.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/hearts/hearts_luck.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/passing.h"
#include "support/random.h"

// A hand in which all pass by rules; of 256 cards a seat plays so many by chance and the others by rules.
static void play_hand(uint64_t seed, const HeartsRules *rules, const int wild[HEARTS_SEATS], HeartsRecord *record) {
    static const char *const names[HEARTS_SEATS] = {"a", "b", "c", "d"};
    Card deck[CARD_COUNT];
    HeartsState state;
    HeartsLog log;
    Rng rng = rng_for(seed, 77, 0, 0);
    rng_deck(&rng, deck);
    uint32_t number = rng_below(&rng, 4);
    hearts_deal_deck(&state, &log, rules, number, (const int16_t[HEARTS_SEATS]){0}, deck);
    while (state.table.phase != HEARTS_OVER) {
        Seat seat = state.table.to_act;
        HeartsAction action = {.move = HEARTS_PLAY};
        if (state.table.phase == HEARTS_PASSING)
            action = (HeartsAction){HEARTS_GIVE, CARD_NONE, hearts_pass_by_rules(rules, state.hand[seat])};
        else if ((int)rng_below(&rng, 256) < wild[seat])
            action.card = rng_card(&rng, hearts_legal(&state));
        else
            action.card = hearts_ducker_card(&state.table, rules, state.hand[seat]);
        hearts_apply(&state, &log, &action);
    }
    bool alone = rules->target == 0; // otherwise a first hand never ends the game
    HeartsHandRecord hand = {.deck = deck, .state = &state, .log = &log, .hand = number, .game_over = alone};
    hearts_record_make(record, &hand, names, seed);
}

// Rules, and what hands are worth before the deal by their number in a game.
typedef struct Game {
    HeartsRules rules;
    double expected[4][HEARTS_SEATS];
} Game;

static Game game_of(const char *text) {
    Game game;
    Error err;
    if (!hearts_rules_parse(text, &game.rules, &err)) fail_msg("%s", err.text);
    for (uint32_t number = 0; number < 4; number++) hearts_expected(&game.rules, number, game.expected[number]);
    return game;
}

static void account_of(const Game *game, const HeartsRecord *record, int worlds, HeartsAccount *account) {
    assert_true(hearts_account(record, game->expected[record->hand], worlds, 5, account));
}

static void assert_near(double a, double b) {
    if (fabs(a - b) > 1e-9) fail_msg("%.12f is not %.12f", a, b);
}

static void skill_others_and_luck_make_the_result(void **unused) {
    (void)unused;
    static const char *const games[] = {"standard", "paper", "paper-queen", "standard,jack=10,trickless=5,pass=0"};
    static HeartsRecord record;
    static HeartsAccount account, again;
    Game game[4];
    for (int i = 0; i < 4; i++) game[i] = game_of(games[i]);
    for (int i = 0; i < effort(40, 4); i++) {
        const HeartsRules *rules = &game[i % 4].rules;
        play_hand((uint64_t)i, rules, (const int[]){0, 20 * i % 256, 128, 256}, &record);
        account_of(&game[i % 4], &record, 20, &account);
        assert_true(account.made);
        double luck = 0, beyond = -hearts_all_points(rules);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) beyond += record.points[seat];
        for (int seat = 0; seat < HEARTS_SEATS; seat++) {
            const HeartsBook *book = &account.seat[seat];
            assert_near(book->expected - book->result, book->skill + book->others + book->luck);
            assert_near(book->luck, book->from[0] + book->from[1] + book->from[2]);
            assert_near(book->result, record.points[seat] - beyond / 4);
            luck += book->luck;
        }
        assert_near(luck, 0);
        for (int a = 0; a <= record.actions; a++) {
            const double *worth = account.worth[a];
            assert_near(worth[0] + worth[1] + worth[2] + worth[3], hearts_all_points(rules));
        }
        account_of(&game[i % 4], &record, 20, &again);
        assert_memory_equal(&account, &again, sizeof account);
    }
}

static void a_hand_somebody_was_taken_out_of_has_no_account(void **unused) {
    (void)unused;
    static HeartsRecord record;
    static HeartsAccount account;
    Game game = game_of("standard");
    play_hand(1, &game.rules, (const int[HEARTS_SEATS]){0}, &record);
    record.fault[2] = FAULT_CRASH;
    account_of(&game, &record, 20, &account);
    assert_false(account.made);
}

// Of many hands, what a seat got: mean and standard error.
typedef struct Mean {
    double sum, squares;
    int count;
} Mean;

static void add(Mean *mean, double value) {
    mean->sum += value;
    mean->squares += value * value;
    mean->count++;
}

static double error_of(const Mean *mean) {
    double middle = mean->sum / mean->count;
    return sqrt((mean->squares / mean->count - middle * middle) / (mean->count - 1));
}

typedef struct Fairness {
    const char *rules;
    int wild[HEARTS_SEATS];
    double bias; // points a hand that luck of one source may be off, where worlds are not drawn as they are
} Fairness;

static void assert_fair(const Fairness *it, int hands) {
    static HeartsRecord record;
    static HeartsAccount account;
    Game game = game_of(it->rules);
    Mean from[2][HEARTS_LUCKS] = {0}, skill[2] = {0};
    for (int i = 0; i < hands; i++) {
        play_hand((uint64_t)(1000 + i), &game.rules, it->wild, &record);
        account_of(&game, &record, 32, &account);
        for (int seat = 0; seat < 2; seat++) {
            for (int j = 0; j < HEARTS_LUCKS; j++) add(&from[seat][j], account.seat[seat].from[j]);
            add(&skill[seat], account.seat[seat].skill);
        }
    }
    for (int seat = 0; seat < 2; seat++) {
        print_message("%s, %d of 256 cards by chance: skill %+.2f +- %.2f", it->rules, it->wild[seat],
                      skill[seat].sum / hands, error_of(&skill[seat]));
        for (int j = 0; j < HEARTS_LUCKS; j++)
            print_message(", %s %+.2f +- %.2f", hearts_luck_name((HeartsLuck)j), from[seat][j].sum / hands,
                          error_of(&from[seat][j]));
        print_message(" (%d hands)\n", hands);
        for (int j = 0; j < HEARTS_LUCKS; j++)
            assert_true(fabs(from[seat][j].sum / hands) <= it->bias + 3 * error_of(&from[seat][j]));
    }
    if (it->wild[1] == 256) assert_true(skill[0].sum > 0 && skill[1].sum / hands < -2);
}

// Who plays half of the cards by rules is what worlds are weighed by: there luck of every kind is 0 on average. Passing
// and other players make it a little less exact. What is lost by play is skill, and none of it comes out as luck.
static void luck_is_fair(void **unused) {
    (void)unused;
    static const Fairness cases[] = {
        {"standard,pass=0", {128, 128, 128, 128}, 0},
        {"paper,pass=0", {128, 128, 128, 128}, 0},
        {"standard", {0, 256, 0, 256}, 0.25},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) assert_fair(&cases[i], effort(300, 30));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skill_others_and_luck_make_the_result),
        cmocka_unit_test(a_hand_somebody_was_taken_out_of_has_no_account),
        cmocka_unit_test(luck_is_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
