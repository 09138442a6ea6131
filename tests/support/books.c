// SPDX-License-Identifier: MIT
#include "support/books.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

GinRules rules_of(const char *text) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

static void book_result(Book *book, const GinState *state) {
    const GinResult *result = &state->result;
    for (int seat = 0; seat < 2; seat++) {
        book->seat[seat].turns += state->table.turns[seat];
        book->seat[seat].takes += state->table.takes[seat];
    }
    if (result->end == GIN_CANCELLED) { // [G23]
        assert_int_equal(result->points, 0);
        book->cancelled++;
        return;
    }
    GinSeatStats *knocker = &book->seat[result->knocker], *winner = &book->seat[result->winner];
    knocker->knocks++;
    knocker->knock_deadwood += result->deadwood[result->knocker];
    knocker->gins += result->end == GIN_GIN || result->end == GIN_BIG_GIN;
    winner->undercuts += result->end == GIN_UNDERCUT;
    winner->rounds_won++;
    winner->round_points += result->points;
    winner->round_points_squared += (uint32_t)result->points * result->points;
    book->score[result->winner] += result->points;
    book->rounds[result->winner]++;
    switch (book->plan->rules->next_starter) { // [G19]
    case GIN_START_ALTERNATE: book->starter = (Seat)(1 - book->starter); break;
    case GIN_START_WINNER: book->starter = result->winner; break;
    default: book->starter = (Seat)(1 - result->winner); break;
    }
}

static void keep_books(void *context, const GinHandRecord *record) {
    Book *book = context;
    const GinTable *table = &record->state->table;
    Card deck[CARD_COUNT];
    assert_false(book->over); // no hand after the last
    assert_int_equal(record->hand, book->hands);
    if (book->hands == 0) book->starter = table->starter;
    assert_int_equal(table->starter, book->starter);
    assert_int_equal(table->score[0], book->score[0]);
    assert_int_equal(table->score[1], book->score[1]);
    gin_deck_for(book->plan->seed, book->plan->match, book->plan->deal, record->hand, deck);
    assert_memory_equal(record->deck, deck, sizeof deck);
    assert_true(gin_state_is_sound(record->state));
    book->hands++;
    book->fault = record->fault;
    book->refused = record->last;
    book->over = record->game_over;
    book->winner = record->game_winner;
    assert_int_equal(record->faulty >= 0, record->fault != FAULT_NONE);
    if (record->faulty >= 0) { // [G22]
        assert_true(record->game_over);
        assert_int_equal(record->game_winner, 1 - record->faulty);
        assert_int_not_equal(table->phase, GIN_OVER);
        return;
    }
    assert_int_equal(table->phase, GIN_OVER);
    book_result(book, record->state);
    bool reached = book->score[0] >= book->plan->rules->target || book->score[1] >= book->plan->rules->target; // [G18]
    assert_int_equal(record->game_over, reached || book->hands == GIN_HAND_LIMIT);
    assert_int_equal(record->game_winner, reached ? book->score[1] >= book->plan->rules->target : -1);
}

static void check_totals(const Book *book, const GinGameResult *result, const GinRules *rules) { // [G20]
    for (int seat = 0; seat < 2; seat++) {
        int total = book->score[seat] + rules->box_bonus * book->rounds[seat];
        if (result->winner == seat) total += rules->game_bonus;
        if (result->winner == seat && rules->shutout_doubles && book->score[1 - seat] == 0) total += rules->game_bonus;
        assert_int_equal(result->total[seat], total);
    }
}

GinGameResult play_with_books(const GinRules *rules, const GinPlayer players[2], uint64_t deal, Book *book) {
    GinGamePlan plan = {
        .rules = rules, .seed = 11, .match = 3, .deal = deal, .game = deal, .watch = keep_books, .context = book};
    GinGameResult result;
    *book = (Book){.plan = &plan, .winner = -1};
    gin_play_game(&plan, players, &result);
    assert_true(book->over);
    assert_int_equal(result.winner, book->winner);
    assert_int_equal(result.fault, book->fault);
    assert_int_equal(result.hands, book->hands);
    assert_int_equal(result.cancelled, book->cancelled);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(result.score[seat], book->score[seat]);
        assert_memory_equal(&result.seat[seat], &book->seat[seat], sizeof(GinSeatStats));
    }
    check_totals(book, &result, rules);
    book->plan = NULL;
    return result;
}
