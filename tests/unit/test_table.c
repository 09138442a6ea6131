// SPDX-License-Identifier: MIT
// The referee: whole games under all presets, who starts, what is added up, and every way to forfeit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/players.h"
#include "gin/table.h"
#include "support/oracle.h"
#include "support/positions.h"
#include "support/random.h"

static GinRules parsed(const char *text) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

// ---- Keeping books beside the referee ----

typedef struct Book {
    const GinGamePlan *plan;
    Seat starter;
    uint32_t hands, cancelled;
    int score[2], rounds[2];
    GinSeatStats seat[2];
    bool over;
    int winner;
    GinForfeit forfeit;
    GinAction refused;
} Book;

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
    book->forfeit = record->forfeit;
    book->refused = record->last;
    book->over = record->game_over;
    book->winner = record->game_winner;
    assert_int_equal(record->forfeiter >= 0, record->forfeit != GIN_NO_FORFEIT);
    if (record->forfeiter >= 0) { // [G22]
        assert_true(record->game_over);
        assert_int_equal(record->game_winner, 1 - record->forfeiter);
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

// Plays a game with the books kept, compares them with the result, and returns it.
static GinGameResult play(const GinRules *rules, const GinPlayer players[2], uint64_t deal, Book *book) {
    GinGamePlan plan = {
        .rules = rules, .seed = 11, .match = 3, .deal = deal, .game = deal, .watch = keep_books, .context = book};
    GinGameResult result;
    *book = (Book){.plan = &plan, .winner = -1};
    gin_play_game(&plan, players, &result);
    assert_true(book->over);
    assert_int_equal(result.winner, book->winner);
    assert_int_equal(result.forfeit, book->forfeit);
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

static void games_go_to_the_target_under_all_presets(void **state) { // [G18] [G19] [G20] [G23]
    (void)state;
    static const char *const variants[] = {
        "contest",
        "heisenbot",
        "pagat",
        "oklahoma",
        "oklahoma,big-gin=50,target=500",
        "contest,stock=28",
        "pagat,stock=24",
        "contest,starter=loser,stock=24",
        "pagat,target=1",
        "heisenbot,game=7",
        "contest,box=3,shutout-doubles=yes,game=50,target=30",
    };
    static const char *const specs[] = {"simple",     "greedy",      "random",
                                        "rule-knock", "always-draw", "mix:draw=random,knock=gin"};
    int started[2] = {0}, cancelled = 0, shutouts = 0;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        GinRules rules = parsed(variants[v]);
        for (uint64_t game = 0; game < (uint64_t)effort(300, 20); game++) {
            GinPlayer players[2] = {opened(specs[game % 6]), opened(specs[game / 6 % 6])};
            Book book;
            GinGameResult result = play(&rules, players, game, &book);
            assert_int_equal(result.forfeit, GIN_NO_FORFEIT);
            if (result.winner >= 0) assert_true(result.score[result.winner] >= rules.target);
            started[result.first_starter]++;
            cancelled += (int)result.cancelled;
            shutouts += result.winner >= 0 && result.score[result.winner ^ 1] == 0;
            gin_player_close(&players[0]);
            gin_player_close(&players[1]);
        }
    }
    assert_true(started[0] > 0 && started[1] > 0 && cancelled > 0 && shutouts > 0);
}

static void the_first_starter_is_a_coin_toss(void **state) { // [G19]
    (void)state;
    GinRules rules = parsed("contest,target=1");
    GinPlayer players[2] = {opened("simple"), opened("simple")};
    int started[2] = {0};
    for (uint64_t deal = 0; deal < (uint64_t)effort(20000, 2000); deal++) {
        GinGamePlan plan = {.rules = &rules, .seed = 5, .deal = deal, .game = deal};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        started[result.first_starter]++;
    }
    assert_true(uneven(started, 2) < 5);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

static void a_game_nobody_wins_is_drawn_after_500_hands(void **state) { // [G24]
    (void)state;
    GinRules rules = parsed("pagat");
    GinPlayer players[2] = {opened("mix:draw=stock,discard=random,knock=random,knock.p=0"),
                            opened("mix:draw=stock,discard=random,knock=random,knock.p=0")};
    Book book;
    GinGameResult result = play(&rules, players, 1, &book);
    assert_int_equal(result.winner, -1);
    assert_int_equal(result.hands, GIN_HAND_LIMIT);
    assert_int_equal(result.cancelled, GIN_HAND_LIMIT);
    assert_int_equal(result.total[0] + result.total[1], 0);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

static void the_same_seed_gives_the_same_game_and_another_one_another(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {opened("simple"), opened("random")};
    for (uint64_t game = 0; game < (uint64_t)effort(300, 30); game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 21, .match = 1, .deal = game, .game = game};
        GinGameResult first, again, other;
        gin_play_game(&plan, players, &first);
        gin_play_game(&plan, players, &again);
        assert_memory_equal(&first, &again, sizeof first);
        GinGamePlan changed[] = {plan, plan, plan, plan};
        changed[0].seed++;
        changed[1].match++;
        changed[2].deal++;
        changed[3].game++;
        for (int i = 0; i < 4; i++) {
            gin_play_game(&changed[i], players, &other);
            assert_true(other.hash != first.hash);
        }
        assert_int_equal(other.first_starter, first.first_starter); // the same deal
    }
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

static void timing_a_game_counts_decisions_and_changes_nothing_else(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {opened("simple"), opened("greedy")};
    GinGamePlan plan = {.rules = &rules, .seed = 22};
    GinGameResult plain, timed;
    gin_play_game(&plan, players, &plain);
    plan.timed = true;
    gin_play_game(&plan, players, &timed);
    assert_true(timed.hash == plain.hash);
    for (int seat = 0; seat < 2; seat++) {
        assert_true(timed.seat[seat].decisions >= 2 * timed.seat[seat].turns);
        assert_true(timed.seat[seat].nanoseconds > 0);
        assert_int_equal(plain.seat[seat].decisions, 0);
        timed.seat[seat].decisions = 0;
        timed.seat[seat].nanoseconds = 0;
    }
    assert_memory_equal(&plain, &timed, sizeof plain);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

// A view's table is the first part of the state and its log of the history, so a test can look behind it.
static GinAction check_view(void *self, const GinView *view, Rng *rng) {
    const GinPlayer *inner = self;
    GinView fresh =
        gin_view((const GinState *)(const void *)view->table, (const GinHistory *)(const void *)view->log, view->seat);
    assert_true(view->table == fresh.table && view->log == fresh.log && view->draws == fresh.draws);
    assert_true(view->rules == fresh.rules && view->knock == fresh.knock);
    assert_true(view->exposed == fresh.exposed && view->hand == fresh.hand);
    assert_true(view->drawn == fresh.drawn && view->seat == fresh.seat && view->seat == view->table->to_act);
    return inner->choose(inner->self, view, rng);
}

static void the_referee_hands_out_the_views_that_gin_view_makes(void **state) {
    (void)state;
    GinRules rules = parsed("oklahoma,big-gin=31");
    GinPlayer inner[2] = {opened("simple"), opened("mix:draw=random,knock=gin,melds=best-layoff")};
    GinPlayer players[2] = {{&inner[0], check_view, NULL, NULL}, {&inner[1], check_view, NULL, NULL}};
    for (uint64_t game = 0; game < (uint64_t)effort(500, 30); game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 23, .deal = game, .game = game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        assert_int_equal(result.forfeit, GIN_NO_FORFEIT);
    }
    gin_player_close(&inner[0]);
    gin_player_close(&inner[1]);
}

// ---- Forfeits [G22] ----

typedef enum {
    BAD_STOCK_ON_OFFER,
    BAD_PASS_ON_TURN,
    BAD_TAKE_WHEN_FORCED,
    BAD_DISCARD_BEFORE_DRAWING,
    BAD_DRAW_TWICE,
    BAD_DISCARD_NOT_HELD,
    BAD_DISCARD_NO_CARD,
    BAD_DISCARD_CARD_200,
    BAD_DISCARD_TAKEN,
    BAD_KNOCK_TOO_HIGH,
    BAD_KNOCK_NOT_HELD,
    BAD_KNOCK_TAKEN,
    BAD_KNOCK_FALSE_MELD,
    BAD_KNOCK_OVERLAP,
    BAD_KNOCK_OTHERS_CARDS,
    BAD_KNOCK_POOR_MELDS,
    BAD_KNOCK_MELDED_DISCARD,
    BAD_BIG_GIN_NOT_PLAYED,
    BAD_SHOW_FALSE_MELD,
    BAD_SHOW_OTHERS_CARDS,
    BAD_SHOW_DISCARDS,
    BAD_SHOW_TOO_SOON,
    BAD_MOVE_99,
    BAD_KINDS,
} BadKind;

typedef struct BadPlayer {
    GinPlayer good;
    BadKind kind;
    GinAction played;
    bool done;
} BadPlayer;

static CardSet not_held(const GinView *view) { return SET_DECK & ~view->hand; }

// Makes a knock that is legal but for its melds; false if there is none to spoil.
static bool spoil_knock(const GinView *view, BadKind kind, GinAction *action) {
    CardSet legal = view->hand & ~set_of(view->table->taken);
    int left;
    Card card = set_first(gin_best_discards(view->hand, legal, &left));
    if (left > view->table->knock_limit) return false;
    CardSet hand = view->hand ^ set_of(card);
    GinSplit melds = gin_best_split(hand);
    CardSet loose = hand & ~gin_split_cards(&melds);
    *action = (GinAction){.move = GIN_KNOCK, .card = card, .melds = melds};
    int last = 0;
    while (last < GIN_MAX_MELDS - 1 && action->melds.meld[last + 1]) last++;
    switch (kind) {
    case BAD_KNOCK_FALSE_MELD:
        if (!loose) return false;
        action->melds.meld[0] |= loose;
        return !gin_is_meld(action->melds.meld[0]);
    case BAD_KNOCK_OVERLAP:
        if (last == GIN_MAX_MELDS - 1) return false;
        action->melds.meld[last + 1] = action->melds.meld[0];
        return true;
    case BAD_KNOCK_OTHERS_CARDS:
        for (int rank = 0; rank < CARD_RANKS; rank++) {
            CardSet meld = not_held(view) & set_rank(rank);
            if (gin_is_meld(meld)) action->melds.meld[0] = meld;
        }
        return (action->melds.meld[0] & ~view->hand) != 0;
    case BAD_KNOCK_MELDED_DISCARD: {
        CardSet grown = melds.meld[0] | set_of(card);
        if (!gin_is_meld(grown)) return false;
        action->melds.meld[0] = grown;
        return true;
    }
    default: // one meld too few leaves too much
        if (!last) return false;
        action->melds.meld[last] = 0;
        return gin_points(hand & ~gin_split_cards(&action->melds)) > view->table->knock_limit;
    }
}

static bool spoil_show(const GinView *view, BadKind kind, GinAction *action) {
    *action = (GinAction){.move = GIN_SHOW};
    if (kind == BAD_SHOW_FALSE_MELD) action->melds.meld[1] = some_cards(&(Rng){1, 1}, view->hand, 2);
    if (kind == BAD_SHOW_OTHERS_CARDS) action->melds.meld[0] = gin_split_cards(view->knock) ? view->knock->meld[0] : 0;
    if (kind == BAD_SHOW_DISCARDS) {
        *action = (GinAction){.move = GIN_DROP, .card = set_first(view->hand)};
        return true;
    }
    return gin_split_cards(&action->melds) != 0;
}

static bool spoil_discard(const GinView *view, BadKind kind, GinAction *action) {
    Card taken = view->table->taken, any = set_first(view->hand & ~set_of(taken));
    CardSet high = view->hand & ~set_of(taken);
    switch (kind) {
    case BAD_DRAW_TWICE: *action = (GinAction){.move = GIN_STOCK}; return true;
    case BAD_DISCARD_NOT_HELD: *action = (GinAction){.move = GIN_DROP, .card = set_first(not_held(view))}; return true;
    case BAD_DISCARD_NO_CARD: *action = (GinAction){.move = GIN_DROP, .card = CARD_NONE}; return true;
    case BAD_DISCARD_CARD_200: *action = (GinAction){.move = GIN_DROP, .card = 200}; return true;
    case BAD_DISCARD_TAKEN: *action = (GinAction){.move = GIN_DROP, .card = taken}; return taken != CARD_NONE;
    case BAD_KNOCK_NOT_HELD: *action = (GinAction){.move = GIN_KNOCK, .card = set_first(not_held(view))}; return true;
    case BAD_KNOCK_TAKEN: *action = (GinAction){.move = GIN_KNOCK, .card = taken}; return taken != CARD_NONE;
    case BAD_KNOCK_TOO_HIGH:
        for (; high; high = set_rest(high)) {
            *action = (GinAction){.move = GIN_KNOCK, .card = set_first(high)};
            if (oracle_deadwood(view->hand ^ (high & -high)) > view->table->knock_limit) return true;
        }
        return false;
    case BAD_BIG_GIN_NOT_PLAYED: *action = (GinAction){.move = GIN_CALL_BIG}; return true;
    case BAD_SHOW_TOO_SOON: *action = (GinAction){.move = GIN_SHOW}; return true;
    case BAD_MOVE_99: *action = (GinAction){.move = 99, .card = any}; return true;
    default: return spoil_knock(view, kind, action);
    }
}

static bool spoil(const GinView *view, BadKind kind, GinAction *action) {
    GinPhase phase = (GinPhase)view->table->phase;
    switch (kind) {
    case BAD_STOCK_ON_OFFER: *action = (GinAction){.move = GIN_STOCK}; return phase <= GIN_SECOND_OFFER;
    case BAD_PASS_ON_TURN: *action = (GinAction){.move = GIN_PASS}; return phase == GIN_DRAW;
    case BAD_TAKE_WHEN_FORCED: *action = (GinAction){.move = GIN_TAKE}; return view->table->forced; // [G6]
    case BAD_DISCARD_BEFORE_DRAWING:
        *action = (GinAction){.move = GIN_DROP, .card = set_first(view->hand)};
        return phase == GIN_DRAW;
    case BAD_SHOW_FALSE_MELD:
    case BAD_SHOW_OTHERS_CARDS:
    case BAD_SHOW_DISCARDS: return phase == GIN_DEFEND && spoil_show(view, kind, action);
    default: return phase == GIN_DISCARD && spoil_discard(view, kind, action);
    }
}

static GinAction play_badly(void *self, const GinView *view, Rng *rng) {
    BadPlayer *bad = self;
    assert_false(bad->done); // nobody asks again after a forfeit
    if (!spoil(view, bad->kind, &bad->played)) return bad->good.choose(bad->good.self, view, rng);
    bad->done = true;
    return bad->played;
}

static void every_illegal_move_forfeits_the_game(void **state) {
    (void)state;
    static const char *const presets[] = {"contest", "heisenbot", "pagat", "oklahoma"};
    for (int kind = 0; kind < BAD_KINDS; kind++) {
        int forfeits = 0;
        for (uint64_t game = 0; game < 400 && forfeits < effort(40, 8); game++) {
            GinRules rules = parsed(presets[game % 4]);
            int seat = (int)(game / 4 % 2);
            BadPlayer bad = {.good = opened("simple"), .kind = (BadKind)kind};
            GinPlayer good = opened("simple"), players[2];
            players[seat] = (GinPlayer){&bad, play_badly, NULL, NULL};
            players[1 - seat] = good;
            Book book;
            GinGameResult result = play(&rules, players, game, &book);
            assert_int_equal(bad.done, result.forfeit != GIN_NO_FORFEIT);
            if (bad.done) {
                assert_int_equal(result.winner, 1 - seat);
                assert_int_equal(result.forfeit, GIN_FORFEIT_ILLEGAL);
                assert_int_equal(book.refused.move, bad.played.move);
                assert_int_equal(book.refused.card, bad.played.card);
                assert_memory_equal(&book.refused.melds, &bad.played.melds, sizeof(GinSplit));
                forfeits++;
            }
            gin_player_close(&bad.good);
            gin_player_close(&good);
        }
        if (!forfeits) fail_msg("kind %d of bad move never came up", kind);
    }
}

static GinAction resign(void *self, const GinView *view, Rng *rng) {
    (void)view, (void)rng;
    return (GinAction){.move = GIN_RESIGN, .card = *(const Card *)self};
}

static void a_player_that_cannot_go_on_forfeits_with_its_cause(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    for (int cause = 0; cause < 256; cause++) {
        Card card = (Card)cause;
        GinPlayer simple = opened("simple"), players[2] = {simple, {&card, resign, NULL, NULL}};
        Book book;
        GinGameResult result = play(&rules, players, (uint64_t)cause, &book);
        bool known = cause >= GIN_FORFEIT_RESIGN && cause < GIN_FORFEIT_CAUSES;
        assert_int_equal(result.forfeit, known ? cause : GIN_FORFEIT_ILLEGAL);
        assert_int_equal(result.winner, 0);
        assert_int_equal(result.hands, 1);
        gin_player_close(&simple);
    }
    for (int cause = 0; cause < GIN_FORFEIT_CAUSES; cause++)
        assert_true(strlen(gin_forfeit_name((GinForfeit)cause)) > 0);
}

static void a_forfeit_keeps_the_score_of_the_hands_before(void **state) { // and pays boxes and bonus [G20] [G22]
    (void)state;
    GinRules rules = parsed("pagat");
    int later = 0;
    for (uint64_t game = 0; game < (uint64_t)effort(400, 100); game++) {
        BadPlayer bad = {.good = opened("simple"), .kind = BAD_SHOW_FALSE_MELD};
        GinPlayer good = opened("simple"), players[2] = {{&bad, play_badly, NULL, NULL}, good};
        Book book;
        GinGameResult result = play(&rules, players, game, &book); // compares score and totals
        later += result.forfeit && result.score[0] > 0;
        gin_player_close(&bad.good);
        gin_player_close(&good);
    }
    assert_true(later > 0);
}

static void a_hand_can_be_played_on_from_any_state(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {opened("simple"), opened("simple")};
    Rng rng = rng_for(31, 0, 0, 0);
    for (int i = 0; i < effort(2000, 100); i++) {
        GinState now;
        GinHistory history;
        Card deck[CARD_COUNT];
        const uint16_t score[2] = {0, 0};
        rng_deck(&rng, deck);
        gin_deal_deck(&now, &history, &rules, (Seat)rng_below(&rng, 2), score, deck);
        for (int moves = (int)rng_below(&rng, 30); moves > 0 && now.table.phase != GIN_OVER; moves--) {
            GinAction action = some_action(&now, &rng, 0.1);
            gin_apply(&now, &history, &action);
        }
        Rng streams[2] = {rng_for(1, 0, (uint64_t)i, 0), rng_for(1, 0, (uint64_t)i, 1)};
        GinForfeit cause = GIN_NO_FORFEIT;
        GinAction refused;
        assert_int_equal(gin_play_hand(&now, &history, players, streams, &cause, &refused), -1);
        assert_int_equal(now.table.phase, GIN_OVER);
        assert_int_equal(cause, GIN_NO_FORFEIT);
    }
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_go_to_the_target_under_all_presets),
        cmocka_unit_test(the_first_starter_is_a_coin_toss),
        cmocka_unit_test(a_game_nobody_wins_is_drawn_after_500_hands),
        cmocka_unit_test(the_same_seed_gives_the_same_game_and_another_one_another),
        cmocka_unit_test(timing_a_game_counts_decisions_and_changes_nothing_else),
        cmocka_unit_test(the_referee_hands_out_the_views_that_gin_view_makes),
        cmocka_unit_test(every_illegal_move_forfeits_the_game),
        cmocka_unit_test(a_player_that_cannot_go_on_forfeits_with_its_cause),
        cmocka_unit_test(a_forfeit_keeps_the_score_of_the_hands_before),
        cmocka_unit_test(a_hand_can_be_played_on_from_any_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
