// SPDX-License-Identifier: MIT
// Every way to forfeit a game [G22]: illegal moves of all kinds, players that cannot go on, and what the hands before
// are worth then.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/books.h"
#include "support/oracle.h"
#include "support/positions.h"
#include "support/random.h"

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
            GinRules rules = rules_of(presets[game % 4]);
            int seat = (int)(game / 4 % 2);
            BadPlayer bad = {.good = opened("simple"), .kind = (BadKind)kind};
            GinPlayer good = opened("simple"), players[2];
            players[seat] = (GinPlayer){.self = &bad, .choose = play_badly};
            players[1 - seat] = good;
            Book book;
            GinGameResult result = play_with_books(&rules, players, game, &book);
            assert_int_equal(bad.done, result.fault != FAULT_NONE);
            if (bad.done) {
                assert_int_equal(result.winner, 1 - seat);
                assert_int_equal(result.fault, FAULT_ILLEGAL);
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
        GinPlayer simple = opened("simple"), players[2] = {simple, {.self = &card, .choose = resign}};
        Book book;
        GinGameResult result = play_with_books(&rules, players, (uint64_t)cause, &book);
        bool known = cause >= FAULT_RESIGN && cause < FAULT_KINDS;
        assert_int_equal(result.fault, known ? cause : FAULT_ILLEGAL);
        assert_int_equal(result.winner, 0);
        assert_int_equal(result.hands, 1);
        gin_player_close(&simple);
    }
    for (int cause = 0; cause < FAULT_KINDS; cause++) assert_true(strlen(fault_name((Fault)cause)) > 0);
}

static void a_forfeit_keeps_the_score_of_the_hands_before(void **state) { // and pays boxes and bonus [G20] [G22]
    (void)state;
    GinRules rules = rules_of("pagat");
    int later = 0;
    for (uint64_t game = 0; game < (uint64_t)effort(400, 100); game++) {
        BadPlayer bad = {.good = opened("simple"), .kind = BAD_SHOW_FALSE_MELD};
        GinPlayer good = opened("simple"), players[2] = {{.self = &bad, .choose = play_badly}, good};
        Book book;
        GinGameResult result = play_with_books(&rules, players, game, &book); // compares score and totals
        later += result.fault && result.score[0] > 0;
        gin_player_close(&bad.good);
        gin_player_close(&good);
    }
    assert_true(later > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_illegal_move_forfeits_the_game),
        cmocka_unit_test(a_player_that_cannot_go_on_forfeits_with_its_cause),
        cmocka_unit_test(a_forfeit_keeps_the_score_of_the_hands_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
