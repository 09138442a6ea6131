// SPDX-License-Identifier: MIT
// Heisenbot's policies: prognostication move by move, and each policy's own rule on hands made for it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/heisenbot.h"
#include "gin/players/players.h"
#include "support/oracle.h"
#include "support/positions.h"
#include "support/random.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

static Card card(const char *text) { return set_first(cards(text)); }

static const GinPolicy *policy(GinColumn column, const char *name) {
    int count;
    const GinPolicy *const *list = gin_policies(column, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(list[i]->name, name) == 0) return list[i];
    fail_msg("there is no policy %s", name);
    return NULL;
}

static void set_param(const GinPolicy *of, GinMind *mind, const char *key, double value) {
    for (int i = 0; i < GIN_MAX_PARAMS && of->params[i].key; i++) {
        if (strcmp(of->params[i].key, key) != 0) continue;
        mind->params[i] = value;
        return;
    }
    fail_msg("%s has no parameter %s", of->name, key);
}

// The policy's defaults, and then "key=value key=value".
static GinMind mind_of(const GinPolicy *of, const char *settings) {
    GinMind mind = {0};
    for (int i = 0; i < GIN_MAX_PARAMS && of->params[i].key; i++) mind.params[i] = of->params[i].value;
    char copy[128], *save = NULL;
    snprintf(copy, sizeof copy, "%s", settings ? settings : "");
    for (char *item = strtok_r(copy, " ", &save); item; item = strtok_r(NULL, " ", &save)) {
        char *value = strchr(item, '=');
        assert_non_null(value);
        *value++ = '\0';
        set_param(of, &mind, item, strtod(value, NULL));
    }
    return mind;
}

// ---- A table set by hand ----

// We sit in seat 0; what the moves say is all that has happened.
typedef struct Scene {
    GinTable table;
    GinLog log;
    GinDraws draws;
    GinRules rules;
    GinView view;
} Scene;

static void bury_upcard(Scene *scene) {
    scene->table.buried |= set_of(scene->table.upcard) & SET_DECK;
    scene->table.upcard = CARD_NONE;
}

static void move_in(Scene *scene, bool they, bool take, Card moved) {
    GinTable *table = &scene->table;
    GinEventKind kind = take ? GIN_EVENT_TAKE : GIN_EVENT_DISCARD;
    scene->log.event[scene->log.count++] = (GinEvent){(uint8_t)(2 * kind + they), moved};
    if (take) {
        if (table->upcard != moved) fail_msg("%s is not the upcard", text_of(set_of(moved)));
        table->upcard = CARD_NONE;
        table->known[they] |= set_of(moved);
        table->takes[they]++;
        if (!they) scene->view.hand |= set_of(moved);
    } else {
        bury_upcard(scene);
        table->upcard = moved;
        table->known[they] &= ~set_of(moved);
        table->discarded[they] |= set_of(moved);
        table->turns[they]++;
        if (!they) scene->view.hand &= ~set_of(moved);
    }
}

// "they take 7H, they drop KC, we take KC, we drop 2D".
static void moves_in(Scene *scene, const char *moves) {
    char copy[256], *save = NULL;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *item = strtok_r(copy, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
        char who[8], what[8], which[8];
        assert_int_equal(sscanf(item, "%7s %7s %7s", who, what, which), 3);
        move_in(scene, strcmp(who, "they") == 0, strcmp(what, "take") == 0, card(which));
    }
}

static void set_scene(Scene *scene, const char *hand, const char *upcard, const char *moves) {
    memset(scene, 0, sizeof *scene);
    scene->rules = gin_rules_default();
    scene->table.upcard = upcard && *upcard ? card(upcard) : CARD_NONE;
    scene->table.taken = CARD_NONE;
    scene->table.stock = GIN_STOCK_SIZE;
    scene->table.knock_limit = scene->rules.knock_limit;
    scene->view = (GinView){.table = &scene->table,
                            .log = &scene->log,
                            .draws = &scene->draws,
                            .rules = &scene->rules,
                            .hand = cards(hand),
                            .drawn = CARD_NONE};
    if (moves) moves_in(scene, moves);
}

// ---- Prognostication ----

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

static GinPlayer opened(const char *spec) {
    GinPlayer player;
    Error err = {{0}};
    if (!gin_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    return player;
}

static GinGameResult play(const GinPlayer players[2], uint64_t game) {
    GinRules rules = gin_rules_default();
    GinGamePlan plan = {.rules = &rules, .seed = 43, .deal = game, .game = game};
    GinGameResult result;
    gin_play_game(&plan, players, &result);
    assert_int_equal(result.forfeit, GIN_NO_FORFEIT);
    return result;
}

static void likelihoods_stay_in_range_and_never_contradict_what_is_known(void **state) {
    (void)state;
    static const char *const specs[] = {"heisenbot", "mix:draw=random,discard=prognosis,knock=gin", "random"};
    for (int i = 0; i < LENGTH(specs); i++) {
        Prophet prophets[2] = {{.inner = opened(specs[i])}, {.inner = opened("heisenbot")}};
        GinPlayer players[2] = {{&prophets[0], prophesy, NULL, NULL}, {&prophets[1], prophesy, NULL, NULL}};
        for (int game = 0; game < effort(100, 4); game++) play(players, (uint64_t)game);
        for (int seat = 0; seat < 2; seat++) {
            assert_true(prophets[seat].checked > 100);
            assert_true(prophets[seat].likely > 0 && prophets[seat].unlikely > 0);
            gin_player_close(&prophets[seat].inner);
        }
    }
}

// ---- Draws ----

static void future_value_takes_melds_low_cards_and_early_triangles(void **state) {
    (void)state;
    static const char hand[] = "6H 7H 9C TC 4S 4C JD QD KS 8D";
    static const struct {
        const char *hand, *upcard, *settings;
        int turns[2];
        bool take;
    } cases[] = {
        {hand, "8H", "", {0, 0}, true},   // 6-7-8
        {hand, "8H", "", {20, 20}, true}, // at any time
        {hand, "4D", "", {20, 20}, true}, // a set
        {hand, "KD", "", {3, 3}, true},   // J-Q-K
        {hand, "AC", "", {0, 0}, true},   // low cards, useful or not
        {hand, "AC", "", {20, 20}, true},
        {hand, "2H", "", {20, 20}, true},
        {hand, "3D", "", {0, 0}, false}, // three is not low
        {hand, "3D", "low=3", {9, 9}, true},
        {hand, "2H", "low=1", {9, 9}, false},
        {hand, "AH", "low=0", {9, 9}, false},
        {hand, "7D", "", {0, 0}, true},  // [6H 7H 7D]
        {hand, "6D", "", {0, 0}, true},  // [6H 6D 7H]
        {hand, "5S", "", {0, 0}, true},  // [4S 4C 5S]
        {hand, "3C", "", {1, 1}, true},  // [4S 4C 3C]
        {hand, "3H", "", {0, 0}, false}, // next in rank, of no suit of the pair
        {hand, "8S", "", {0, 0}, false}, // a pair, and nothing next to it
        {hand, "9S", "", {0, 0}, true},  // [9C 9S TC]
        {hand, "7D", "", {2, 2}, true},  // the fifth move
        {hand, "7D", "", {3, 2}, false}, // the sixth
        {hand, "7D", "", {2, 3}, false},
        {hand, "7D", "moves=0", {0, 0}, false},
        {hand, "7D", "moves=12", {6, 5}, true},
        {hand, "7D", "moves=12", {6, 6}, false},
        {"6H 7H 8H 9C TC 4S 4C JD QD KS", "7D", "", {0, 0}, false}, // with melded cards only
        {"6H 7H 7C 2C 4S 9C JD QS KS KD", "9D", "", {0, 0}, false}, // a triangle without the upcard
    };
    const GinPolicy *future = policy(GIN_COLUMN_DRAW, "future-value");
    Rng rng = rng_for(1, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < LENGTH(cases); i++) {
        set_scene(scene, cases[i].hand, cases[i].upcard, NULL);
        for (int seat = 0; seat < 2; seat++) scene->table.turns[seat] = (uint8_t)cases[i].turns[seat];
        GinMind mind = mind_of(future, cases[i].settings);
        if (future->take(&mind, &scene->view, &rng) != cases[i].take)
            fail_msg("%s after %d and %d turns (%s)", cases[i].upcard, cases[i].turns[0], cases[i].turns[1],
                     cases[i].settings);
    }
    free(scene);
}

static void future_value_takes_all_that_immediate_value_takes(void **state) {
    (void)state;
    const GinPolicy *future = policy(GIN_COLUMN_DRAW, "future-value"), *now = policy(GIN_COLUMN_DRAW, "meld-only");
    GinMind mind = mind_of(future, ""), none = {0};
    Rng rng = rng_for(33, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    set_scene(scene, "", NULL, NULL);
    int more = 0;
    for (int i = 0; i < effort(50000, 2000); i++) {
        scene->view.hand = some_cards(&rng, SET_DECK, GIN_HAND_SIZE);
        scene->table.upcard = rng_card(&rng, SET_DECK & ~scene->view.hand);
        scene->table.turns[0] = scene->table.turns[1] = (uint8_t)rng_below(&rng, 6);
        bool takes = future->take(&mind, &scene->view, &rng), melds = now->take(&none, &scene->view, &rng);
        assert_int_equal(melds, set_has(oracle_useful_draws(scene->view.hand), scene->table.upcard));
        if (melds || card_rank(scene->table.upcard) < 2) assert_true(takes);
        more += takes && !melds;
        if (scene->table.turns[0] >= 3) assert_int_equal(takes, melds || card_rank(scene->table.upcard) < 2);
    }
    assert_true(more > 0);
    free(scene);
}

static void chance_takes_always_or_never_at_its_ends_and_stock_never(void **state) {
    (void)state;
    const GinPolicy *chance = policy(GIN_COLUMN_DRAW, "random"), *stock = policy(GIN_COLUMN_DRAW, "stock");
    GinMind never = mind_of(chance, "p=0"), always = mind_of(chance, "p=1"), none = {0};
    Rng rng = rng_for(34, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    set_scene(scene, "6H 7H 9C TC 4S 4C JD QD KS 8D", "8H", NULL);
    for (int i = 0; i < 1000; i++) {
        assert_false(chance->take(&never, &scene->view, &rng));
        assert_true(chance->take(&always, &scene->view, &rng));
        assert_false(stock->take(&none, &scene->view, &rng));
    }
    free(scene);
}

// ---- Discards ----

static const char *const PAPER_DISCARDS[] = {"points", "fewest-melds", "triangles", "defensive",
                                             "safety", "prognosis",    "categories"};

// Eleven cards and what has happened: the discard is one of `expected`, and with time each of them.
static void discards_follow_their_own_rule(void **state) {
    (void)state;
    static const char plain[] = "3C 4C 5C 7D 7H 7S KD QH 9S 2D AC";  // two melds, five loose cards
    static const char pair[] = "3C 4C 5C 7D 7H 7S KD KH 9S 2D AC";   // a double among them
    static const char gap[] = "3C 4C 5C 7D 7H 7S KD JD 9S 2D AC";    // or half a run
    static const char corner[] = "3C 4C 5C 7D 7H 7S KD KH QH 9S 2D"; // or a triangle
    static const char closed[] = "3C 4C 5C 6C 7C 7D 7H 7S KD KH QH"; // nothing but a triangle
    static const char both[] = "3C 4C 5C 6D 6H 6S KD KH QH 9S TS";   // a triangle and a double
    static const char held[] = "3C 4C 5C 7D 7H 7S KD KH QD 9S 2D";   // cards that block each other
    static const char low[] = "3C 4C 5C 7D 7H 7S KD 2D 2H AD AH";    // low cards and a king
    static const char even[] = "3C 4C 5C 7D 7H 7S TH JD KC KS QC";   // two cards equally safe
    static const char full[] = "3C 4C 5C 6C 7D 7H 7S 9D TD JD QD";   // all melded
    static const char almost[] = "3C 4C 5C 7D 7H 7S 9D TD JD QD 2H"; // all but one
    static const struct {
        const char *policy, *settings, *hand, *upcard, *moves, *taken, *known;
        int turn;
        const char *expected;
    } cases[] = {
        {"points", "", plain, "", "", NULL, "", 1, "KD QH"},
        {"points", "", plain, "", "", "KD", "", 1, "QH"},
        {"points", "", corner, "", "", NULL, "", 1, "KD KH QH"},
        {"points", "", full, "", "", NULL, "", 1, "QD"}, // of the ends of runs of four
        {"points", "", almost, "", "", NULL, "", 1, "2H"},
        {"points", "", almost, "", "", "2H", "", 1, "QD"}, // may not go: the end of a run that saves most

        {"triangles", "", plain, "", "", NULL, "", 1, "KD QH"},
        {"triangles", "", corner, "", "", NULL, "", 1, "9S"},
        {"triangles", "", closed, "", "", NULL, "", 1, "KD KH QH"},
        {"triangles", "", both, "", "", NULL, "", 1, "TS"},

        {"fewest-melds", "", plain, "", "", NULL, "", 1, "KD"},               // four, and the higher of two
        {"fewest-melds", "", held, "", "", NULL, "", 1, "KD KH"},             // our own cards stand in nobody's way
        {"fewest-melds", "", plain, "QC", "they drop QS", NULL, "", 1, "QH"}, // no set, two runs
        {"fewest-melds", "", plain, "9C", "they drop 8S, they drop TS, they drop 9H", NULL, "", 1, "9S"}, // none at all
        {"fewest-melds", "", plain, "", "", NULL, "AH AS", 1, "AC"}, // known in their hand: no set, one run

        {"safety", "", held, "", "", NULL, "", 1, "KD"},
        {"safety", "", plain, "", "", NULL, "", 1, "AC"}, // the three of clubs is ours
        {"safety", "", plain, "9C", "they drop 8S, they drop TS, they drop 9H", NULL, "", 1, "9S"},
        {"safety", "", plain, "", "", NULL, "AH AS", 1, "AC"}, // what they hold they can meld with: still three

        {"defensive", "", plain, "", "", NULL, "", 1, "KD"},
        {"defensive", "", plain, "", "", NULL, "KS", 1, "QH"},
        {"defensive", "", plain, "", "", NULL, "QD", 1, "9S"},       // next to the king, same rank as the queen
        {"defensive", "", plain, "", "", NULL, "JD", 1, "KD"},       // two ranks away is not next to it
        {"defensive", "", plain, "", "", NULL, "KS QS 9H", 1, "KD"}, // all but the low ones: then the highest
        {"defensive", "", low, "", "", NULL, "KS", 1, "KD"},         // low cards stay longest
        {"defensive", "low=10", plain, "", "", NULL, "KS", 1, "QH"}, // all are low
        {"defensive", "low=0", "3C 4C 5C 7D 7H 7S 2D 2H AD AS 4S", "", "", NULL, "4H", 1, "2D 2H"},

        {"prognosis", "", plain, "", "they drop KS", NULL, "", 1, "KD"},
        {"prognosis", "", plain, "KS", "they take KS, they drop 5D", NULL, "KS", 1, "AC"},

        {"categories", "", plain, "", "", NULL, "", 1, "KD"},
        {"categories", "", pair, "", "", NULL, "", 1, "9S"},
        {"categories", "decay=3", pair, "", "", NULL, "", 2, "9S"},
        {"categories", "decay=3", pair, "", "", NULL, "", 3, "KD KH"}, // doubles have decayed
        {"categories", "decay=1", pair, "", "", NULL, "", 1, "KD KH"},
        {"categories", "decay=100", pair, "", "", NULL, "", 30, "9S"},
        {"categories", "by-rank=0", pair, "", "", NULL, "", 1, "AC"}, // the safest
        {"categories", "by-rank=1", pair, "", "", NULL, "", 1, "9S"},
        {"categories", "gap=0", gap, "", "", NULL, "", 1, "KD"},
        {"categories", "gap=1", gap, "", "", NULL, "", 1, "9S"},
        {"categories", "", corner, "", "", NULL, "", 1, "9S"},
        {"categories", "", corner, "", "", NULL, "", 30, "9S"}, // triangles do not decay
        {"categories", "", closed, "", "", NULL, "", 1, "KH"},  // the queen of hearts is ours: safer than the other
        {"categories", "", closed, "", "", "KH", "", 1, "KD"},
        {"categories", "", both, "", "", NULL, "", 1, "TS"}, // doubles before triangles
        {"categories", "", both, "", "", "TS", "", 1, "9S"},
        {"categories", "by-rank=0", even, "", "", NULL, "", 1, "JD"},
        {"categories", "by-rank=0", even, "JS", "they take JS", NULL, "", 1, "JD"},
        {"categories", "by-rank=0 prognosis=1", even, "JS", "they take JS", NULL, "", 1, "TH"},
        {"categories", "by-rank=0 prognosis=1", even, "", "", NULL, "", 1, "JD"},
    };
    Rng rng = rng_for(35, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < LENGTH(cases); i++) {
        const GinPolicy *of = policy(GIN_COLUMN_DISCARD, cases[i].policy);
        GinMind mind = mind_of(of, cases[i].settings);
        set_scene(scene, cases[i].hand, cases[i].upcard, cases[i].moves);
        scene->table.known[1] |= cards(cases[i].known);
        scene->table.turns[0] = (uint8_t)cases[i].turn;
        if (cases[i].taken) scene->table.taken = scene->view.drawn = card(cases[i].taken);
        assert_int_equal(set_count(scene->view.hand), GIN_HAND_SIZE + 1);
        CardSet chosen = 0;
        for (int n = 0; n < 200; n++) chosen |= set_of(of->discard(&mind, &scene->view, &rng).card);
        if (chosen != cards(cases[i].expected))
            fail_msg("case %d: %s (%s) drops %s of %s, not %s", i, cases[i].policy, cases[i].settings, text_of(chosen),
                     cases[i].hand, cases[i].expected);
    }
    free(scene);
}

// Watches the discards of one policy.
typedef struct Watched {
    GinPlayer inner;
    const char *name;
    int checked, forced;
} Watched;

static CardSet unmelded_in_a_best_split(CardSet hand) {
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    CardSet loose = 0;
    for (int i = 0; i < count; i++) loose |= hand & ~gin_split_cards(&splits[i]);
    return loose;
}

static GinAction check_discard(void *self, const GinView *view, Rng *rng) {
    Watched *watched = self;
    GinAction action = watched->inner.choose(watched->inner.self, view, rng);
    if (view->table->phase != GIN_DISCARD) return action;
    CardSet legal = view->hand & ~set_of(view->table->taken), loose = legal & unmelded_in_a_best_split(view->hand);
    if (!set_has(legal, action.card) || (loose && !set_has(loose, action.card)))
        fail_msg("%s drops %s of %s", watched->name, text_of(set_of(action.card)), text_of(view->hand));
    watched->checked++;
    watched->forced += loose == 0;
    return action;
}

static void discards_are_legal_and_unmelded_where_they_can_be(void **state) {
    (void)state;
    for (int i = 0; i < LENGTH(PAPER_DISCARDS); i++) {
        static const char *const knocks[] = {"at-once", "gin"};
        int checked = 0, forced = 0;
        for (int k = 0; k < 2; k++) {
            char spec[96];
            snprintf(spec, sizeof spec, "mix:draw=future-value,discard=%s,knock=%s", PAPER_DISCARDS[i], knocks[k]);
            Watched watched = {.inner = opened(spec), .name = PAPER_DISCARDS[i]};
            GinPlayer simple = opened("simple"), players[2] = {{&watched, check_discard, NULL, NULL}, simple};
            for (int game = 0; game < effort(400, 8); game++) play(players, (uint64_t)game);
            checked += watched.checked;
            forced += watched.forced;
            gin_player_close(&watched.inner);
            gin_player_close(&simple);
        }
        assert_true(checked >= effort(20000, 200));
        if (checked > 20000) assert_true(forced > 0);
    }
}

// Hands dense with melds, where best splits are many and the card just taken is often the only loose one.
static void discards_keep_to_that_in_hands_full_of_melds(void **state) {
    (void)state;
    Rng rng = rng_for(36, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < effort(200000, 2000); i++) {
        const GinPolicy *of = policy(GIN_COLUMN_DISCARD, PAPER_DISCARDS[i % LENGTH(PAPER_DISCARDS)]);
        GinMind mind = mind_of(of, "");
        CardSet deck = some_deck(&rng);
        set_scene(scene, "", NULL, NULL);
        scene->view.hand = some_cards(&rng, deck, GIN_HAND_SIZE + 1);
        scene->table.buried = some_cards(&rng, SET_DECK & ~scene->view.hand, (int)rng_below(&rng, 20));
        scene->table.turns[0] = (uint8_t)(1 + rng_below(&rng, 12));
        if (rng_below(&rng, 2)) scene->table.taken = scene->view.drawn = rng_card(&rng, scene->view.hand);
        CardSet legal = scene->view.hand & ~set_of(scene->table.taken);
        CardSet loose = legal & unmelded_in_a_best_split(scene->view.hand);
        GinDiscard discard = of->discard(&mind, &scene->view, &rng);
        if (!set_has(loose ? loose : legal, discard.card))
            fail_msg("%s drops %s of %s, %s taken", of->name, text_of(set_of(discard.card)), text_of(scene->view.hand),
                     text_of(set_of(scene->table.taken) & SET_DECK));
        if (discard.deadwood >= 0)
            assert_int_equal(discard.deadwood, gin_deadwood(scene->view.hand ^ set_of(discard.card)));
    }
    free(scene);
}

// ---- Knocks ----

// The seven rules as the paper lists them; tests/cases/knock-rules.txt has each from both sides.
static bool rules_say(int lead, int turns, int deadwood, int deadwood_cards) {
    if (deadwood == 0) return true;
    if (lead >= 30) return false;
    if (lead <= -30) return false;
    if (turns < 4) return true;
    if (turns > 13) return true;
    if (deadwood <= 5) return true;
    if (deadwood_cards < 3) return false;
    return true;
}

static void earlier_knock_rules_go_before_later_ones(void **state) {
    (void)state;
    static const struct {
        const char *hand; // ten cards
        int deadwood, loose;
    } hands[] = {
        {"AC 2C 3C 7D 7H 7S TS JS QS KS", 0, 0},  {"AC 2C 3C 7D 7H 7S JS QS KS 5D", 5, 1},
        {"AC 2C 3C 7D 7H 7S JS QS KS 6D", 6, 1},  {"AC 2C 3C 7D 7H 7S JS QS KS TD", 10, 1},
        {"4C 5C 6C 7C 8D 8H 8S 8C AD 4S", 5, 2},  {"4C 5C 6C 7C 8D 8H 8S 8C AD 5S", 6, 2},
        {"4C 5C 6C 7C 8D 8H 8S 2D AH 2S", 5, 3},  {"4C 5C 6C 7C 8D 8H 8S 2D AH 4S", 7, 3},
        {"4C 5C 6C 7C 8D 8H 8S 2D 3H 5S", 10, 3}, {"8D 8H 8S AC AD 2H 2C 4S", 10, 5},
    };
    const GinPolicy *rules = policy(GIN_COLUMN_KNOCK, "rules");
    GinMind mind = mind_of(rules, "");
    Rng rng = rng_for(37, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < LENGTH(hands); i++) {
        set_scene(scene, hands[i].hand, NULL, NULL);
        GinSplit split = gin_best_split(scene->view.hand);
        assert_int_equal(gin_deadwood(scene->view.hand), hands[i].deadwood);
        assert_int_equal(set_count(scene->view.hand & ~gin_split_cards(&split)), hands[i].loose);
        scene->view.hand |= cards("KD");
        for (int lead = -99; lead <= 99; lead++)
            for (int turns = 1; turns <= 20; turns++) {
                scene->table.score[0] = (uint16_t)(lead > 0 ? lead : 0);
                scene->table.score[1] = (uint16_t)(lead < 0 ? -lead : 0);
                scene->table.turns[0] = (uint8_t)turns;
                scene->table.turns[1] = (uint8_t)rng_below(&rng, 30); // the opponent's are not counted
                bool knocks = rules->knock(&mind, &scene->view, &rng, card("KD"), hands[i].deadwood);
                if (knocks != rules_say(lead, turns, hands[i].deadwood, hands[i].loose))
                    fail_msg("%s, lead %d, turn %d", hands[i].hand, lead, turns);
            }
    }
    free(scene);
}

static void heisenbot_is_future_value_categories_and_rules(void **state) {
    (void)state;
    int count, found = 0;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].name, "heisenbot") != 0) continue;
        found++;
        assert_string_equal(rows[i].column[GIN_COLUMN_DRAW], "future-value");
        assert_string_equal(rows[i].column[GIN_COLUMN_DISCARD], "categories");
        assert_string_equal(rows[i].column[GIN_COLUMN_KNOCK], "rules");
    }
    assert_int_equal(found, 1);
}

// ---- Waiting ----

// A hand played as a script says: we start, both pass the upcard, then "draw discard" for us turn by turn, while the
// opponent throws away what it draws.
static void deal_script(const char *hand, const char *const (*turns)[2], int count, GinState *state,
                        GinHistory *history, const GinRules *rules) {
    CardSet ours = cards(hand), drawn = 0;
    for (int i = 0; i < count; i++) drawn |= cards(turns[i][0]);
    assert_int_equal(set_count(ours), GIN_HAND_SIZE);
    assert_int_equal(ours & drawn, 0);
    CardSet rest = SET_DECK & ~(ours | drawn);
    Card deck[CARD_COUNT];
    int at = 0;
    for (int i = 0; i < GIN_HAND_SIZE; i++, ours = set_rest(ours), rest = set_rest(rest))
        deck[at++] = set_first(ours), deck[at++] = set_first(rest);
    deck[at++] = set_first(rest), rest = set_rest(rest);
    for (int i = 0; i < count; i++, rest = set_rest(rest)) deck[at++] = card(turns[i][0]), deck[at++] = set_first(rest);
    for (; rest; rest = set_rest(rest)) deck[at++] = set_first(rest);
    assert_int_equal(at, CARD_COUNT);
    static const uint16_t score[2] = {0, 0};
    gin_deal_deck(state, history, rules, 0, score, deck);
}

static void act(GinState *state, GinHistory *history, GinMove move, Card which) {
    GinAction action = {.move = (uint8_t)move, .card = which};
    assert_true(gin_try(state, history, &action));
}

// What `knock=wait` answers at turn number `last` (from 1) of the script.
static bool knocks_after(const char *hand, const char *const (*turns)[2], int last, int wait) {
    GinRules rules = gin_rules_default();
    GinState state;
    GinHistory *history = malloc(sizeof *history);
    assert_non_null(history);
    deal_script(hand, turns, last, &state, history, &rules);
    act(&state, history, GIN_PASS, CARD_NONE);
    act(&state, history, GIN_PASS, CARD_NONE);
    for (int turn = 1; turn < last; turn++) {
        act(&state, history, GIN_STOCK, CARD_NONE);
        act(&state, history, GIN_DROP, card(turns[turn - 1][1]));
        act(&state, history, GIN_STOCK, CARD_NONE);
        act(&state, history, GIN_DROP, state.drawn);
    }
    act(&state, history, GIN_STOCK, CARD_NONE);
    Card discard = card(turns[last - 1][1]);
    int deadwood = gin_deadwood(state.hand[0] ^ set_of(discard));
    assert_true(set_has(state.hand[0], discard) && deadwood <= rules.knock_limit);
    GinView view = gin_view(&state, history, 0);
    const GinPolicy *of = policy(GIN_COLUMN_KNOCK, "wait");
    GinMind mind = mind_of(of, "");
    set_param(of, &mind, "turns", wait);
    Rng rng = rng_for(38, 0, 0, 0);
    bool knocks = of->knock(&mind, &view, &rng, discard, deadwood);
    free(history);
    return knocks;
}

static void waiting_counts_own_turns_since_the_first_chance(void **state) {
    (void)state;
    static const char hand[] = "AC 2C 3C 7D 7H 7S JS QS 5D 9H"; // 34 points
    static const char *const straight[][2] = {{"4H", "4H"}, {"KS", "9H"}, {"TD", "TD"}, {"QD", "QD"}, {"8D", "5D"}};
    // The third turn breaks a meld up, so that there is no chance in it; the wait goes on all the same.
    static const char *const broken[][2] = {{"4H", "4H"}, {"KS", "9H"}, {"TD", "KS"}, {"TS", "TD"}};
    for (int wait = 0; wait <= 4; wait++) {
        for (int turn = 2; turn <= 5; turn++)
            assert_int_equal(knocks_after(hand, straight, turn, wait), turn - 2 >= wait);
        assert_int_equal(knocks_after(hand, broken, 4, wait), wait <= 2);
    }
}

static void waiting_never_misses_gin(void **state) {
    (void)state;
    static const char hand[] = "AC 2C 3C 7D 7H 7S JS QS 5D 9H";
    static const char *const gin[][2] = {{"KS", "9H"}, {"4C", "5D"}};
    static const char *const first[][2] = {{"4C", "5D"}};
    for (int wait = 0; wait <= 30; wait++) {
        assert_int_equal(knocks_after(hand, gin, 1, wait), wait == 0);
        assert_true(knocks_after(hand, gin, 2, wait));
        assert_true(knocks_after("AC 2C 3C 7D 7H 7S JS QS KS 5D", first, 1, wait));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(likelihoods_follow_table_1_move_by_move),
        cmocka_unit_test(likelihoods_stop_at_four_either_way),
        cmocka_unit_test(likelihoods_stay_in_range_and_never_contradict_what_is_known),
        cmocka_unit_test(future_value_takes_melds_low_cards_and_early_triangles),
        cmocka_unit_test(future_value_takes_all_that_immediate_value_takes),
        cmocka_unit_test(chance_takes_always_or_never_at_its_ends_and_stock_never),
        cmocka_unit_test(discards_follow_their_own_rule),
        cmocka_unit_test(discards_are_legal_and_unmelded_where_they_can_be),
        cmocka_unit_test(discards_keep_to_that_in_hands_full_of_melds),
        cmocka_unit_test(earlier_knock_rules_go_before_later_ones),
        cmocka_unit_test(heisenbot_is_future_value_categories_and_rules),
        cmocka_unit_test(waiting_counts_own_turns_since_the_first_chance),
        cmocka_unit_test(waiting_never_misses_gin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
