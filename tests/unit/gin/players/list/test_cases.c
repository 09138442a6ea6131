// SPDX-License-Identifier: MIT
// Runs the case files of gin.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text/text.h"
#include "gin/players/list/players.h"
#include "support/cases.h"
#include "support/oracle.h"
#include "support/random.h"

// Melds separated by spaces, cards within one not.
static GinSplit melds_in(const Case *c, const Line *line, const char *text) {
    GinSplit split = {{0}};
    char copy[128], *rest = copy;
    int count = 0;
    if (strcmp(text, "none") == 0 || strcmp(text, "nothing") == 0) return split;
    assert_true(text_copy(copy, sizeof copy, text));
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        if (!*word) continue;
        assert_true(count < GIN_MAX_MELDS);
        split.meld[count++] = case_cards_in(c, line, word);
    }
    return split;
}

static GinRules rules_of(const Case *c) {
    const Line *line = case_find(c, "rules");
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(line ? line->value : "contest", &rules, &err))
        fail_msg("%s: %s", case_place(c, line), err.text);
    return rules;
}

static void equal_cards(const Case *c, const Line *line, CardSet found, CardSet expected) {
    if (found != expected)
        fail_msg("%s: it is %s, not %s", case_place(c, line), found ? text_of(found) : "none", line->value);
}

static void equal_number(const Case *c, const char *key, int found) {
    if (case_number(c, key) != found) fail_msg("%s: %s is %d", case_place(c, case_need(c, key)), key, found);
}

// ---- Melds, discards, layoffs, points ----

static void run_melds(const Case *c) {
    case_only_keys(c, "hand deadwood split splits useful");
    CardSet hand = case_cards(c, "hand");
    GinSplit found[GIN_MAX_SPLITS], expected[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, found), told = 0;
    equal_number(c, "deadwood", gin_deadwood(hand));
    for (int i = 0; i < c->lines; i++)
        if (strcmp(c->line[i].key, "split") == 0) expected[told++] = melds_in(c, &c->line[i], c->line[i].value);
    if (case_find(c, "splits")) {
        equal_number(c, "splits", count);
    } else {
        oracle_sort_splits(found, count);
        oracle_sort_splits(expected, told);
        if (count != told || memcmp(found, expected, (size_t)count * sizeof *found) != 0)
            fail_msg("%s: there are %d best splits, and they differ", case_place(c, case_need(c, "split")), count);
    }
    if (case_find(c, "useful")) equal_cards(c, case_find(c, "useful"), gin_useful_draws(hand), case_cards(c, "useful"));
}

static void run_discards(const Case *c) {
    case_only_keys(c, "hand taken best left");
    CardSet hand = case_cards(c, "hand"), taken = case_find(c, "taken") ? case_cards(c, "taken") : 0;
    int left;
    assert_int_equal(set_count(hand), 11);
    CardSet best = gin_best_discards(hand, hand & ~taken, &left);
    equal_cards(c, case_need(c, "best"), best, case_cards(c, "best"));
    equal_number(c, "left", left);
}

static void run_layoffs(const Case *c) {
    case_only_keys(c, "knock defender order shows laid left");
    GinSplit knock = melds_in(c, case_need(c, "knock"), case_need(c, "knock")->value);
    CardSet hand = case_cards(c, "defender");
    const Line *order = case_find(c, "order"), *shows = case_find(c, "shows");
    assert_int_equal(set_count(hand), 10);
    GinLayoff layoff = order && strcmp(order->value, "greedy") == 0 ? GIN_LAYOFF_GREEDY : GIN_LAYOFF_BEST;
    GinSplit melds = shows ? melds_in(c, shows, shows->value) : gin_best_defence(hand, &knock, layoff, NULL);
    if (!gin_is_split(&melds, hand)) fail_msg("%s: not melds of the hand", case_place(c, shows));
    CardSet loose = hand & ~gin_split_cards(&melds);
    CardSet laid = layoff == GIN_LAYOFF_BEST ? gin_layoff(&knock, loose) : gin_layoff_greedy(&knock, loose);
    equal_cards(c, case_need(c, "laid"), laid, case_cards(c, "laid"));
    equal_number(c, "left", gin_points(loose & ~laid));
}

static const char *const ENDS[] = {"cancelled", "knock", "gin", "big-gin", "undercut"};

static void run_scoring(const Case *c) {
    case_only_keys(c, "rules knocker defender doubled end winner points");
    GinRules rules = rules_of(c);
    CardSet knocker = case_cards(c, "knocker"), defender = case_cards(c, "defender");
    assert_false(knocker & defender);
    assert_int_equal(set_count(defender), 10);
    GinSplit knock = gin_best_split(knocker), defence = gin_best_split(defender);
    if (gin_deadwood(knocker)) defence = gin_best_defence(defender, &knock, (GinLayoff)rules.layoff, NULL);
    GinResult result = gin_score(&rules, case_find(c, "doubled") ? 2 : 1, 0, knocker, &knock, defender, &defence);
    if (strcmp(case_need(c, "end")->value, ENDS[result.end]) != 0)
        fail_msg("%s: it is %s", case_place(c, case_need(c, "end")), ENDS[result.end]);
    assert_string_equal(case_need(c, "winner")->value, result.winner ? "defender" : "knocker");
    equal_number(c, "points", result.points);
}

static void run_knock_rules(const Case *c) {
    case_only_keys(c, "hand discard turn score knock");
    GinPlayer player;
    assert_true(gin_player_open("rule-knock", &player, NULL));
    // The rules are asked through a whole player, so the discard must be the one it would make anyway.
    CardSet hand = case_cards(c, "hand");
    Card discard = case_card(c, case_need(c, "discard"), case_need(c, "discard")->value);
    int own, other, left;
    assert_int_equal(sscanf(case_need(c, "score")->value, "%d %d", &own, &other), 2);
    assert_int_equal(set_count(hand), 11);
    if (gin_best_discards(hand, hand, &left) != set_of(discard))
        fail_msg("%s: not the best discard", case_place(c, case_need(c, "discard")));
    if (left > 10) fail_msg("%s: leaves %d, nobody may knock", case_place(c, case_need(c, "discard")), left);
    GinRules rules = gin_rules_default();
    GinTable table = {.phase = GIN_DISCARD, .taken = CARD_NONE, .upcard = CARD_NONE, .knock_limit = 10, .factor = 1};
    table.turns[0] = (uint8_t)case_number(c, "turn");
    table.score[0] = (uint16_t)own;
    table.score[1] = (uint16_t)other;
    static const GinLog log;
    static const GinDraws draws;
    GinView view = {.table = &table, .log = &log, .draws = &draws, .rules = &rules, .hand = hand, .drawn = discard};
    Rng rng = rng_for(1, 0, 0, 0);
    GinAction action = player.choose(player.self, &view, &rng);
    assert_int_equal(action.card, discard);
    if ((action.move == GIN_KNOCK) != (strcmp(case_need(c, "knock")->value, "yes") == 0))
        fail_msg("%s: the rules say otherwise", case_place(c, case_need(c, "knock")));
    gin_player_close(&player);
}

// ---- Whole hands ----

typedef struct Story {
    const Case *c;
    GinRules rules;
    GinState state;
    GinHistory history;
    bool dealt;
    Seat starter;
    CardSet holds[2];
    Card upcard, stock[31];
    int stocked;
} Story;

static Seat seat_of(const Case *c, const Line *line, const char *name) {
    if (strcmp(name, "A") != 0 && strcmp(name, "B") != 0)
        fail_msg("%s: '%s' is neither A nor B", case_place(c, line), name);
    return (Seat)(name[0] - 'A');
}

static void deal(Story *story) {
    CardSet rest = SET_DECK & ~story->holds[0] & ~story->holds[1] & ~set_of(story->upcard);
    Card deck[CARD_COUNT];
    assert_int_equal(set_count(story->holds[0]), 10);
    assert_int_equal(set_count(story->holds[1]), 10);
    CardSet first = story->holds[story->starter], second = story->holds[story->starter ^ 1];
    for (int i = 0; i < 20; i += 2) {
        deck[i] = set_first(first);
        deck[i + 1] = set_first(second);
        first = set_rest(first);
        second = set_rest(second);
    }
    deck[20] = story->upcard;
    for (int i = 0; i < story->stocked; i++) {
        deck[21 + i] = story->stock[i];
        if (!set_has(rest, story->stock[i])) fail_msg("%s: a card of the stock is elsewhere, too", story->c->title);
        rest &= ~set_of(story->stock[i]);
    }
    for (int i = 21 + story->stocked; i < CARD_COUNT; i++, rest = set_rest(rest)) deck[i] = set_first(rest);
    const uint16_t score[2] = {0, 0};
    gin_deal_deck(&story->state, &story->history, &story->rules, story->starter, score, deck);
    if (!gin_state_is_sound(&story->state)) fail_msg("%s: a card is there twice", story->c->title);
    story->dealt = true;
}

// True if `text` begins with `words`; then *text is what follows.
static bool says(const char **text, const char *words) {
    size_t size = strlen(words);
    if (strncmp(*text, words, size) != 0 || ((*text)[size] && (*text)[size] != ' ')) return false;
    *text += size;
    *text += strspn(*text, " ");
    return true;
}

static GinAction action_in(const Case *c, const Line *line, const char *text) {
    GinAction action = {.card = CARD_NONE};
    if (says(&text, "passes") || says(&text, "pass")) {
        action.move = GIN_PASS;
    } else if (says(&text, "takes") || says(&text, "take")) {
        action.move = GIN_TAKE;
    } else if (says(&text, "draws") || says(&text, "draw")) {
        action.move = GIN_STOCK;
    } else if (says(&text, "discards") || says(&text, "discard")) {
        action.move = GIN_DROP;
    } else if (says(&text, "knocks") || says(&text, "knock")) {
        action.move = GIN_KNOCK;
    } else if (says(&text, "calls big gin") || says(&text, "call big gin")) {
        action.move = GIN_CALL_BIG;
    } else if (says(&text, "shows") || says(&text, "show")) {
        action.move = GIN_SHOW;
        action.melds = melds_in(c, line, text);
        return action;
    } else {
        fail_msg("%s: '%s' is no move", case_place(c, line), text);
    }
    char name[8] = "";
    size_t size = strcspn(text, " ");
    if (size && size < sizeof name) {
        memcpy(name, text, size);
        text += size + strspn(text + size, " ");
        action.card = case_card(c, line, name);
    }
    if (says(&text, "showing"))
        action.melds = melds_in(c, line, text);
    else if (*text)
        fail_msg("%s: '%s' is not understood", case_place(c, line), text);
    return action;
}

static void move(Story *story, const Line *line, Seat seat, const char *text) {
    const Case *c = story->c;
    GinState *state = &story->state;
    bool refused = says(&text, "may not");
    GinAction action = action_in(c, line, text);
    if (refused && seat != state->table.to_act) return; // not even asked [G9]
    if (seat != state->table.to_act) fail_msg("%s: it is not %c's turn", case_place(c, line), 'A' + seat);
    if (action.move == GIN_TAKE && action.card != CARD_NONE && action.card != state->table.upcard)
        fail_msg("%s: the upcard is %s", case_place(c, line), text_of(set_of(state->table.upcard)));
    Card next = state->table.stock ? state->stock[state->table.stock - 1] : CARD_NONE;
    if (action.move == GIN_STOCK && action.card != CARD_NONE && action.card != next)
        fail_msg("%s: the next card is %s", case_place(c, line), text_of(set_of(next)));
    if (gin_try(state, &story->history, &action) == refused)
        fail_msg("%s: the referee %s it", case_place(c, line), refused ? "allows" : "refuses");
}

static void actor_line(Story *story, const Line *line) {
    Seat seat = seat_of(story->c, line, line->key);
    const char *text = line->value;
    if (says(&text, "holds")) {
        story->holds[seat] = case_cards_in(story->c, line, text);
        return;
    }
    if (!story->dealt) deal(story);
    if (says(&text, "is known to hold"))
        equal_cards(story->c, line, story->state.table.known[seat], case_cards_in(story->c, line, text));
    else
        move(story, line, seat, text);
}

static void throw_on(Story *story, const Line *line) {
    int turns;
    if (sscanf(line->value, "draw and throw %d", &turns) != 1)
        fail_msg("%s: not understood", case_place(story->c, line));
    for (int i = 0; i < turns; i++) {
        GinAction draw = {.move = GIN_STOCK}, drop = {.move = GIN_DROP};
        assert_true(gin_try(&story->state, &story->history, &draw));
        drop.card = story->state.drawn;
        assert_true(gin_try(&story->state, &story->history, &drop));
    }
}

static void check_result(const Story *story, const Line *line) {
    const GinResult *result = &story->state.result;
    char found[64];
    if (story->state.table.phase != GIN_OVER) fail_msg("%s: the hand is not over", case_place(story->c, line));
    if (result->end == GIN_CANCELLED)
        snprintf(found, sizeof found, "cancelled");
    else
        snprintf(found, sizeof found, "%c %d %s", 'A' + result->winner, result->points, ENDS[result->end]);
    if (strcmp(found, line->value) != 0) fail_msg("%s: it is %s", case_place(story->c, line), found);
}

static void run_hands(const Case *c) {
    case_only_keys(c, "rules starter A B upcard stock they limit result laid next");
    static Story story;
    memset(&story, 0, sizeof story);
    story.c = c;
    story.rules = rules_of(c);
    for (int i = 0; i < c->lines; i++) {
        const Line *line = &c->line[i];
        const char *key = line->key;
        if (strcmp(key, "A") == 0 || strcmp(key, "B") == 0)
            actor_line(&story, line);
        else if (strcmp(key, "starter") == 0)
            story.starter = seat_of(c, line, line->value);
        else if (strcmp(key, "upcard") == 0)
            story.upcard = case_card(c, line, line->value);
        else if (strcmp(key, "they") == 0)
            throw_on(&story, line);
        else if (strcmp(key, "result") == 0)
            check_result(&story, line);
        else if (strcmp(key, "laid") == 0)
            equal_cards(c, line, story.state.result.laid_off, case_cards(c, "laid"));
        else if (strcmp(key, "next") == 0)
            assert_int_equal(gin_next_starter(&story.rules, &story.state), seat_of(c, line, line->value));
        else if (strcmp(key, "limit") == 0) {
            if (!story.dealt) deal(&story);
            equal_number(c, "limit", story.state.table.knock_limit);
        } else if (strcmp(key, "stock") == 0) {
            const char *at = line->value;
            for (int used; *at && (used = card_parse(at, &story.stock[story.stocked])) > 0; story.stocked++)
                at += used + (at[used] == ' ');
            if (*at) fail_msg("%s: '%s' is no card", case_place(c, line), at);
        }
    }
}

// ---- The files ----

static void melds_are_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("melds.txt", 'G', 24, run_melds);
}

static void discards_are_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("discards.txt", 'G', 24, run_discards);
}

static void layoffs_are_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("layoffs.txt", 'G', 24, run_layoffs);
}

static void hands_score_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("scoring.txt", 'G', 24, run_scoring);
}

static void hands_go_as_the_stories_tell(void **state) {
    (void)state;
    cases_run("hands.txt", 'G', 24, run_hands);
}

static void heisenbots_seven_knock_rules_decide_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("knock-rules.txt", 'G', 24, run_knock_rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(melds_are_as_the_cases_tell),
        cmocka_unit_test(discards_are_as_the_cases_tell),
        cmocka_unit_test(layoffs_are_as_the_cases_tell),
        cmocka_unit_test(hands_score_as_the_cases_tell),
        cmocka_unit_test(hands_go_as_the_stories_tell),
        cmocka_unit_test(heisenbots_seven_knock_rules_decide_as_the_cases_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
