// SPDX-License-Identifier: MIT
// Players of Hearts from their texts: they play legally under all rules, alike every time, and by what they may see.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/list/players.h"
#include "hearts/players/search/uct.h"
#include "hearts/players/search/worlds.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/moon.h"
#include "hearts/players/simple/passing.h"
#include "support/random.h"

static HeartsRules rules_of(const char *text) {
    HeartsRules rules;
    Error err = {{0}};
    if (!hearts_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

static HeartsPlayer opened(const char *spec) {
    HeartsPlayer player = {0};
    Error err = {{0}};
    if (!hearts_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    return player;
}

// Small budgets of every kind of thinking.
static const char *const SPECS[] = {
    "random",
    "ducker",
    "expert:worlds=2",
    "uct:worlds=2,playouts=20",
    "uct:worlds=2,playouts=20,noise=20,pick=mean,c=0.1,equals=0",
    "uct:worlds=30,playouts=1,tree=shared",
    "uct:worlds=3,playouts=10,eval=expert,ahead=1,solve=3",
    "solver:worlds=8,trial=2",
    "search:algo=softmaxn,worlds=2,moon=30",
    "search:algo=paranoid,worlds=2,weigh=3",
    "search:algo=softmaxn,worlds=2,softness=1",
    "search:algo=maxn,eval=zero,worlds=2,tie=random,depth=2,prune=0",
    "search:algo=maxn,eval=rollout,worlds=9,race=1,tie=worst,solve=3",
    "search:algo=maxn,eval=blend,worlds=2,trial=3,tie=leader",
};
enum { SPEC_COUNT = sizeof SPECS / sizeof *SPECS };

static const char *const RULES[] = {"paper", "standard", "paper-queen", "paper-hearts",
                                    "standard,moon=subtract,jack=10,trickless=5,pass=4"};

static void every_row_has_words_and_a_composition(void **state) {
    (void)state;
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    assert_true(count >= 14);
    for (int i = 0; i < count; i++) {
        Text text = {0};
        Error err = {{0}};
        assert_true(strlen(rows[i].source) > 0 && strlen(rows[i].about) > 0);
        for (int j = 0; j < i; j++) assert_string_not_equal(rows[i].name, rows[j].name);
        if (!hearts_player_describe(rows[i].name, &text, &err)) fail_msg("%s", err.text);
        assert_true(!rows[i].spec || strstr(text.data, "algo="));
        text_free(&text);
    }
}

static void all_play_legally_to_the_end_under_all_rules(void **state) {
    (void)state;
    for (int i = 0; i < SPEC_COUNT; i++) {
        HeartsPlayer one = opened(SPECS[i]), two = opened(SPECS[(i + 3) % SPEC_COUNT]);
        for (int game = 0; game < effort(20, 5); game++) {
            HeartsRules rules = rules_of(RULES[game % 5]);
            HeartsPlayer players[HEARTS_SEATS] = {one, two, one, two};
            HeartsGamePlan plan = {.rules = &rules,
                                   .seed = 6,
                                   .deal = (uint64_t)game,
                                   .game = (uint64_t)game,
                                   .first = (uint32_t)game,
                                   .hands = 1,
                                   .open = game % 3 == 2};
            HeartsGameResult first, again;
            hearts_play_game(&plan, players, &first);
            hearts_play_game(&plan, players, &again);
            if (first.faulty >= 0)
                fail_msg("%s or %s broke the rules %s", SPECS[i], SPECS[(i + 3) % SPEC_COUNT], rules.preset);
            assert_true(first.hash == again.hash); // the same chance, the same game
        }
        hearts_player_close(&one);
        hearts_player_close(&two);
        assert_null(one.choose);
    }
}

static void whole_games_to_a_hundred_end(void **state) {
    (void)state;
    HeartsRules rules = rules_of("standard");
    HeartsPlayer players[HEARTS_SEATS] = {opened("ducker"), opened("expert:worlds=1"), opened("random"),
                                          opened("uct:worlds=1,playouts=10,trial=1")};
    HeartsGamePlan plan = {.rules = &rules, .seed = 7};
    HeartsGameResult result;
    hearts_play_game(&plan, players, &result);
    assert_int_equal(result.faulty, -1);
    assert_true(result.hands > 3 && result.hands < HEARTS_DEAL_LIMIT);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) hearts_player_close(&players[seat]);
}

static void hidden_cards_change_no_decision(void **state) {
    (void)state;
    Rng rng = rng_for(62, 0, 0, 0);
    for (int i = 0; i < SPEC_COUNT; i++) {
        HeartsPlayer player = opened(SPECS[i]);
        for (int n = 0; n < effort(20, 4); n++) {
            HeartsRules rules = rules_of(RULES[n % 5]);
            HeartsState at;
            HeartsLog log;
            Card deck[CARD_COUNT];
            const int16_t score[HEARTS_SEATS] = {0};
            rng_deck(&rng, deck);
            hearts_deal_deck(&at, &log, &rules, (uint32_t)n, score, deck);
            while (at.table.phase == HEARTS_PASSING) {
                HeartsAction give = {.move = HEARTS_GIVE,
                                     .give = hearts_pass_by_rules(&rules, at.hand[at.table.to_act])};
                hearts_apply(&at, &log, &give);
            }
            int plays = (int)rng_below(&rng, 50);
            for (int k = 0; k < plays; k++) {
                HeartsAction action = {.move = HEARTS_PLAY, .card = rng_card(&rng, hearts_legal(&at))};
                hearts_apply(&at, &log, &action);
            }
            HeartsView view = hearts_view(&at, &log, at.table.to_act);
            HeartsWorlds *worlds = hearts_worlds_open(&view);
            HeartsState other = hearts_worlds_sample(worlds, &rng);
            hearts_worlds_close(worlds);
            memcpy(other.given, at.given, sizeof other.given);
            HeartsView same = hearts_view(&other, &log, other.table.to_act);
            Rng chance = rng_for(62, 1, (uint64_t)n, 0), again = chance;
            HeartsAction here = player.choose(player.self, &view, &chance);
            HeartsAction there = player.choose(player.self, &same, &again);
            assert_int_equal(here.card, there.card);
        }
        hearts_player_close(&player);
    }
}

static void wrong_texts_get_sentences_that_name_what_exists(void **state) {
    (void)state;
    static const struct {
        const char *spec, *says;
    } cases[] = {
        {"duker", "did you mean 'ducker'?"},
        {"", "is not a player"},
        {":worlds=3", "is not a player"},
        {"ducker:worlds=3", "ducker has no settings"},
        {"uct:world=3", "there is no setting 'world'; there are eval, algo, worlds"},
        {"uct:worlds=0", "worlds"},
        {"uct:worlds=ten", "worlds"},
        {"uct:worlds", "is not key=value"},
        {"uct:worlds=3,,c=1", "is not key=value"},
        {"search:algo=minimax", "there are maxn, paranoid, softmaxn, uct"},
        {"search:tie=last", "there are first, random, worst, best, leader"},
        {"search:eval=experts", "there are zero, expert"},
        {"search:eval=none", "eval=none is for algo=uct"},
        {"search:c=-1", "c"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HeartsPlayer player = {0};
        Error err = {{0}};
        assert_false(hearts_player_open(cases[i].spec, &player, &err));
        if (!strstr(err.text, cases[i].says)) fail_msg("'%s' says: %s", cases[i].spec, err.text);
        assert_null(player.choose);
    }
}

// ---- Ducker's rules ----

static void ducker_plays_as_its_rules_say(void **state) {
    (void)state;
    static const struct {
        const char *trick; // cards on the table, the first led
        const char *hand, *plays;
    } cases[] = {
        {"KS", "QS 2S AH", "QS"},       // the queen under the king
        {"9H TH", "2H 8H JH", "8H"},    // as high as ducks
        {"9H TH 3H", "JH KH 2C", "KH"}, // last and must take: with the highest
        {"9H", "JH KH 2C", "JH"},       // others may still beat it: the lowest
        {"2D", "QS AH 3C", "QS"},       // cannot follow: the queen goes first
        {"2D", "AH 3C KC", "AH"},       // then high hearts
        {"5S 6S 7S", "QS AS 2C", "AS"}, // last, nothing in it: not the queen
        {"JS", "QS AS 2C", "AS"},       // the queen only where nothing else is left
    };
    HeartsRules rules = rules_of("paper");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HeartsState at = {
            .rules = &rules, .moon = -1, .table = {.tricks = 5, .phase = HEARTS_PLAYING, .asked = SET_DECK}};
        CardSet hand;
        memset(at.table.trick, CARD_NONE, sizeof at.table.trick);
        for (const char *text = cases[i].trick; *text; text += *text == ' ') {
            Card card;
            text += card_parse(text, &card);
            at.hand[at.table.to_act] |= set_of(card);
            hearts_play_card(&at, card);
        }
        assert_true(set_parse(cases[i].hand, &hand, NULL));
        char text[CARD_TEXT];
        card_print(hearts_ducker_card(&at.table, &rules, hand), text);
        assert_string_equal(text, cases[i].plays);
    }
}

static void passing_gives_away_what_is_dangerous(void **state) {
    (void)state;
    static const struct {
        const char *hand, *gives;
    } cases[] = {
        {"2C 5C 9C 3D 6D 8D 4H 7H 9H 2S QS KS AS", "QS KS AS"},
        {"2C 5C 9C 3D 6D 8D KH AH 3H 2S 4S 5S 6S", NULL},
    };
    HeartsRules rules = rules_of("standard");
    Rng rng = rng_for(62, 5, 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CardSet hand, gives = 0;
        assert_true(set_parse(cases[i].hand, &hand, NULL));
        CardSet give = hearts_pass_by_rules(&rules, hand);
        assert_int_equal(set_count(give), rules.pass_count);
        assert_int_equal(give & ~hand, 0);
        if (cases[i].gives && set_parse(cases[i].gives, &gives, NULL))
            assert_string_equal(text_of(give), text_of(gives));
        else
            assert_false(give & set_suit(HEARTS_SPADES)); // guards stay
    }
    for (int i = 0; i < effort(500, 50); i++) {
        rules.pass_count = (uint8_t)(1 + i % 4);
        CardSet hand = some_cards(&rng, SET_DECK, 13), give = hearts_pass_by_rules(&rules, hand);
        assert_true(set_count(give) == rules.pass_count && !(give & ~hand));
    }
}

// ---- Moons ----

static void who_may_shoot_is_seen_and_sure_moons_are_known(void **state) {
    (void)state;
    HeartsRules standard = rules_of("standard"), paper = rules_of("paper");
    HeartsTable table = {.taken = {0, set_of(HEARTS_QUEEN), 0, 0}};
    assert_int_equal(hearts_moon_shooter(&table, &standard, 1), 1);
    assert_int_equal(hearts_moon_shooter(&table, &standard, 14), -1);
    assert_int_equal(hearts_moon_shooter(&table, &paper, 1), -1);
    table.taken[3] = set_of(card_make(5, HEARTS_SUIT));
    assert_int_equal(hearts_moon_shooter(&table, &standard, 1), -1);
    static const struct {
        const char *hand, *out;
        bool sure;
    } cases[] = {
        {"AH KH", "2H 3H QH", true}, {"AH JH", "2H 3H QH", false},      {"AH 2C", "QH 3C", false},
        {"AH 2C", "QH", true},       {"AC KC QC 2C", "3C 4C 5C", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CardSet hand = 0, out = 0;
        assert_true(set_parse(cases[i].hand, &hand, NULL) && set_parse(cases[i].out, &out, NULL));
        assert_int_equal(hearts_moon_sure(hand, out), cases[i].sure);
    }
}

// Seat 1 leads to the last three tricks and has taken all that is gone, or nobody a point.
static HeartsState ending(const HeartsRules *rules, const char *const hands[HEARTS_SEATS], bool points) {
    HeartsState at = {.rules = rules,
                      .moon = -1,
                      .table = {.tricks = 10, .phase = HEARTS_PLAYING, .asked = SET_DECK, .leader = 1, .to_act = 1}};
    CardSet all = 0;
    memset(at.table.trick, CARD_NONE, sizeof at.table.trick);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        assert_true(set_parse(hands[seat], &at.hand[seat], NULL) && set_count(at.hand[seat]) == 3);
        all |= at.hand[seat];
    }
    at.table.played = SET_DECK & ~all;
    at.table.taken[1] = points ? at.table.played : 0;
    at.points[1] = (int16_t)hearts_points_of(rules, at.table.taken[1]);
    return at;
}

static void a_moon_is_tried_in_an_open_world_and_a_guard_stops_it(void **state) {
    (void)state;
    static const struct {
        const char *hands[HEARTS_SEATS]; // seat 1 shoots, seat 3 is on its guard
        int threat;
        bool points, moon; // the second where there are points
    } cases[] = {
        {{"2C 3C 4H", "AH KH QH", "5C 6C 7C", "2D 3D 4D"}, 1, true, true},  // nobody can
        {{"2C 3C 4H", "KH QH AC", "5C 6C 7C", "AH 3D 4D"}, 1, true, false}, // the ace is kept for a heart
        {{"2C 3C 4H", "KH AC KC", "5C 6C 7C", "AH 3D 4D"}, 1, true, false}, // and not thrown on clubs
        {{"2C 3C 4H", "AH KH QH", "5C 6C 7C", "2D 3D 4D"}, 1, false, true}, // no points yet, but such a hand
        {{"2C 3C 4H", "8C 3H 2H", "AH 6C 2D", "9C 3D 4D"}, -1, false, false},
    };
    HeartsRules standard = rules_of("standard"), paper = rules_of("paper");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HeartsState at = ending(&standard, cases[i].hands, cases[i].points);
        assert_int_equal(hearts_moon_threat(&at, 3, 7), cases[i].threat);
        if (cases[i].points) {
            assert_int_equal(hearts_moon_threat(&at, 1, 7), -1); // one's own is none
            assert_int_equal(hearts_moon_try(&at, 1, 3), cases[i].moon);
        }
        at.rules = &paper;
        assert_int_equal(hearts_moon_threat(&at, 3, 7), -1);
    }
}

// ---- UCT ----

static void uct_finds_the_exact_best_card_when_it_has_time(void **state) {
    (void)state;
    Rng rng = rng_for(62, 9, 0, 0);
    HeartsRules rules = rules_of("paper");
    int agreed = 0, all = effort(60, 20);
    for (int i = 0; i < all; i++) {
        HeartsState at;
        Card deck[CARD_COUNT];
        const int16_t score[HEARTS_SEATS] = {0};
        rng_deck(&rng, deck);
        hearts_deal_deck(&at, NULL, &rules, 0, score, deck);
        for (int k = 0; k < 40; k++) hearts_play_card(&at, rng_card(&rng, hearts_legal(&at)));
        HeartsSearch exact = {.depth = HEARTS_TRICKS, .equals = true, .prune = true};
        HeartsUct uct = {.playouts = 3000, .c = 0.1f, .noise = 256, .equals = true};
        HeartsValues values;
        HeartsCounts counts;
        hearts_search(&exact, &at, &rng, &values);
        assert_true(hearts_uct(&uct, &at, 1, &rng, &counts));
        Card most = set_first(values.legal);
        float least = 1000;
        for (CardSet rest = values.legal; rest; rest = set_rest(rest)) {
            Card card = set_first(rest);
            if (counts.visits[card_index(card)] > counts.visits[card_index(most)]) most = card;
            if (values.cost[card_index(card)] < least) least = values.cost[card_index(card)];
        }
        agreed += values.cost[card_index(most)] <= least;
    }
    assert_true(agreed * 10 >= all * 8); // the rest are ties that max^n and a mixture break differently
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_words_and_a_composition),
        cmocka_unit_test(all_play_legally_to_the_end_under_all_rules),
        cmocka_unit_test(whole_games_to_a_hundred_end),
        cmocka_unit_test(hidden_cards_change_no_decision),
        cmocka_unit_test(wrong_texts_get_sentences_that_name_what_exists),
        cmocka_unit_test(ducker_plays_as_its_rules_say),
        cmocka_unit_test(passing_gives_away_what_is_dangerous),
        cmocka_unit_test(who_may_shoot_is_seen_and_sure_moons_are_known),
        cmocka_unit_test(a_moon_is_tried_in_an_open_world_and_a_guard_stops_it),
        cmocka_unit_test(uct_finds_the_exact_best_card_when_it_has_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
