// SPDX-License-Identifier: MIT
// Properties of a hand in progress, on random states: cards are conserved, exactly what the oracle's referee allows is
// legal, refusals change nothing, and a view shows nothing its seat may not know [G5]-[G17] [G23].
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/gin_random.h"
#include "support/oracle.h"
#include "support/random.h"

static const char *const VARIANTS[] = {
    "contest",
    "heisenbot",
    "pagat",
    "oklahoma",
    "contest,big-gin=31",
    "oklahoma,big-gin=50,stock=0",
    "contest,stock=20",
    "pagat,knock=60,big-gin=31",
};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof *VARIANTS };

// A hand being played beside the oracle's.
typedef struct Play {
    GinRules rules;
    Card deck[CARD_COUNT];
    Seat starter;
    GinState state;
    GinHistory history;
    OracleHand oracle;
    GinAction action[GIN_LOG_SIZE];
    int actions;
} Play;

// Decks in which melds are likely, for hands that knock, go gin and big gin early: the cards of a dense part of the
// deck come first, for both players or for the starter alone.
static void stack_deck(Rng *rng, Card deck[CARD_COUNT]) {
    Card order[CARD_COUNT];
    CardSet dense = some_deck(rng);
    int step = 1 + (int)rng_below(rng, 2), at = 0, left = 0;
    bool filled[CARD_COUNT] = {false};
    rng_deck(rng, order);
    for (int i = 0; i < CARD_COUNT; i++) {
        if (!set_has(dense, order[i])) continue;
        deck[at] = order[i];
        filled[at] = true;
        at += at < 20 ? step : 1;
        if (at >= CARD_COUNT) at = 1; // a whole deck leaves only odd places
        while (at < CARD_COUNT && filled[at]) at++;
    }
    for (int i = 0; i < CARD_COUNT; i++) {
        if (set_has(dense, order[i])) continue;
        while (filled[left]) left++;
        deck[left++] = order[i];
    }
}

static void begin(Play *play, const char *rules, Rng *rng) {
    const uint16_t lead = (uint16_t)rng_below(rng, 100), score[2] = {lead, (uint16_t)(99 - lead)};
    assert_true(gin_rules_parse(rules, &play->rules, NULL));
    play->starter = (Seat)rng_below(rng, 2);
    play->actions = 0;
    memset(&play->history, 0, sizeof play->history);
    gin_deal_deck(&play->state, &play->history, &play->rules, play->starter, score, play->deck);
    oracle_deal(&play->oracle, &play->rules, play->starter, play->deck);
    assert_int_equal(play->state.table.score[0], score[0]);
    assert_int_equal(play->state.table.score[1], score[1]);
}

static void compare(const Play *play) {
    const char *part = oracle_differs(&play->oracle, &play->state, &play->history);
    if (part) fail_msg("after %d actions under %s the oracle differs in %s", play->actions, play->rules.preset, part);
    assert_true(gin_state_is_sound(&play->state));
}

// Melds left out mean the best ones; which of them is the engine's choice, that they are best is not.
static void spell_out_melds(const GinState *after, GinAction *action, Seat seat) {
    if (action->move < GIN_KNOCK || gin_split_cards(&action->melds)) return;
    action->melds = after->melds[seat];
    CardSet loose = after->hand[seat] & ~gin_split_cards(&action->melds);
    if (action->move != GIN_SHOW) {
        assert_int_equal(oracle_points(loose), oracle_deadwood(after->hand[seat]));
        return;
    }
    const GinSplit *knock = &after->melds[seat ^ 1];
    bool gin = !(after->hand[seat ^ 1] & ~gin_split_cards(knock));
    int least = gin ? oracle_deadwood(after->hand[seat])
                    : oracle_best_defence(after->hand[seat], knock, (GinLayoff)after->rules->layoff);
    assert_int_equal(after->result.deadwood[seat], least);
}

static void play_on(Play *play, GinAction action) {
    Seat seat = play->state.table.to_act;
    assert_true(gin_is_legal(&play->state, &action));
    assert_true(oracle_allows(&play->oracle, &action));
    gin_apply(&play->state, &play->history, &action);
    play->action[play->actions++] = action;
    spell_out_melds(&play->state, &action, seat);
    oracle_play(&play->oracle, &action);
    compare(play);
}

static void the_oracles_referee_agrees_with_every_state_of_random_hands(void **state) {
    (void)state;
    static Play play;
    int states = 0, ends[5] = {0}, target = effort(400000, 20000);
    Rng rng = rng_for(1, 0, 0, 0);
    while (states < target) {
        double knock = rng_below(&rng, 3) ? rng_unit(&rng) : 0;
        if (rng_below(&rng, 2))
            rng_deck(&rng, play.deck);
        else
            stack_deck(&rng, play.deck);
        begin(&play, VARIANTS[rng_below(&rng, VARIANT_COUNT)], &rng);
        compare(&play);
        while (play.state.table.phase != GIN_OVER) {
            play_on(&play, some_action(&play.state, &rng, knock));
            states++;
        }
        ends[play.state.result.end]++;
    }
    for (int end = 0; end < 5; end++) assert_true(ends[end] > 0);
}

static void the_oracles_referee_agrees_with_every_state_of_simple_players(void **state) {
    (void)state;
    static Play play;
    GinPlayer simple, greedy;
    assert_true(gin_player_open("simple", &simple, NULL));
    assert_true(gin_player_open("greedy", &greedy, NULL));
    Rng rng = rng_for(2, 0, 0, 0);
    int states = 0, target = effort(250000, 10000);
    while (states < target) {
        rng_deck(&rng, play.deck);
        begin(&play, VARIANTS[rng_below(&rng, VARIANT_COUNT)], &rng);
        while (play.state.table.phase != GIN_OVER) {
            Seat seat = play.state.table.to_act;
            GinView view = gin_view(&play.state, &play.history, seat);
            const GinPlayer *player = seat ? &greedy : &simple;
            play_on(&play, player->choose(player->self, &view, &rng));
            states++;
        }
    }
    gin_player_close(&simple);
    gin_player_close(&greedy);
}

// Judges an action three ways and, if it is refused, makes sure that nothing moved.
static bool judge(const Play *play, const GinAction *action) {
    static GinState after;
    static GinHistory log;
    bool legal = oracle_allows(&play->oracle, action);
    if (gin_is_legal(&play->state, action) != legal)
        fail_msg("move %d card %d is judged wrongly", action->move, action->card);
    memcpy(&after, &play->state, sizeof after);
    memcpy(&log, &play->history, sizeof log);
    assert_int_equal(gin_try(&after, &log, action), legal);
    if (legal) {
        assert_true(gin_state_is_sound(&after));
        return true;
    }
    assert_memory_equal(&after, &play->state, sizeof after);
    assert_memory_equal(&log, &play->history, sizeof log);
    return false;
}

static GinSplit some_nonsense(const GinState *state, Rng *rng) {
    CardSet hand = state->hand[state->table.to_act];
    GinSplit split = some_split(hand, rng);
    int at = (int)rng_below(rng, GIN_MAX_MELDS);
    switch (rng_below(rng, 6)) {
    case 0: split.meld[at] |= set_of(rng_card(rng, SET_DECK)); break;
    case 1: split.meld[at] &= ~set_of(rng_card(rng, hand)); break;
    case 2: split.meld[at] = split.meld[(at + 1) % GIN_MAX_MELDS]; break;
    case 3: split.meld[at] = gin_best_split(state->hand[state->table.to_act ^ 1]).meld[0]; break;
    case 4: split.meld[at] = rng_next(rng); break;
    default: break;
    }
    return split;
}

static void every_action_is_legal_or_refused_as_the_oracle_says(void **state) {
    (void)state;
    static Play play;
    Rng rng = rng_for(3, 0, 0, 0);
    int states = 0, legal = 0, refused = 0, target = effort(12000, 600);
    while (states < target) {
        double knock = rng_unit(&rng) * 0.3;
        if (rng_below(&rng, 4))
            stack_deck(&rng, play.deck);
        else
            rng_deck(&rng, play.deck);
        begin(&play, VARIANTS[rng_below(&rng, VARIANT_COUNT)], &rng);
        for (bool over = false; !over; states++) {
            for (int move = 0; move < 10; move++) {
                bool carded = move == GIN_DROP || move == GIN_KNOCK;
                for (int card = 0; card < (carded ? 66 : 1); card++) {
                    GinAction action = {.move = (uint8_t)move, .card = (Card)(card == 65 ? 255 : card)};
                    bool good = judge(&play, &action);
                    legal += good;
                    refused += !good;
                }
            }
            for (int i = 0; i < 20; i++) {
                static const uint8_t moves[] = {GIN_KNOCK, GIN_CALL_BIG, GIN_SHOW};
                GinAction action = {.move = moves[rng_below(&rng, 3)], .card = rng_card(&rng, SET_DECK)};
                if (play.state.table.phase == GIN_DISCARD && rng_below(&rng, 8))
                    action.card = rng_card(&rng, play.state.hand[play.state.table.to_act]);
                action.melds = some_nonsense(&play.state, &rng);
                bool good = judge(&play, &action);
                legal += good;
                refused += !good;
            }
            over = play.state.table.phase == GIN_OVER;
            if (!over) play_on(&play, some_action(&play.state, &rng, knock));
        }
    }
    assert_true(legal > states && refused > states);
}

static void the_sets_of_legal_actions_agree_with_single_judgements(void **state) {
    (void)state;
    Rng rng = rng_for(4, 0, 0, 0);
    int states = 0, target = effort(150000, 5000);
    while (states < target) {
        GinState now;
        GinRules rules;
        Card deck[CARD_COUNT];
        const uint16_t score[2] = {0, 0};
        assert_true(gin_rules_parse(VARIANTS[rng_below(&rng, VARIANT_COUNT)], &rules, NULL));
        stack_deck(&rng, deck);
        gin_deal_deck(&now, NULL, &rules, (Seat)rng_below(&rng, 2), score, deck);
        double knock = rng_unit(&rng) * 0.2;
        for (; now.table.phase != GIN_OVER; states++) {
            GinLegal legal = gin_legal(&now);
            GinAction pass = {.move = GIN_PASS}, take = {.move = GIN_TAKE}, stock = {.move = GIN_STOCK};
            GinAction big = {.move = GIN_CALL_BIG}, show = {.move = GIN_SHOW}, resign = {.move = GIN_RESIGN};
            assert_int_equal(gin_is_legal(&now, &pass), legal.pass);
            assert_int_equal(gin_is_legal(&now, &take), legal.take);
            assert_int_equal(gin_is_legal(&now, &stock), legal.stock);
            assert_int_equal(gin_is_legal(&now, &big), legal.big_gin);
            assert_int_equal(gin_is_legal(&now, &show), legal.show);
            assert_false(gin_is_legal(&now, &resign));
            for (int card = 0; card < 64; card++) {
                GinAction drop = {.move = GIN_DROP, .card = (Card)card}, end = {.move = GIN_KNOCK, .card = (Card)card};
                assert_int_equal(gin_is_legal(&now, &drop), set_has(legal.discards, (Card)card));
                assert_int_equal(gin_is_legal(&now, &end), set_has(legal.knocks, (Card)card));
            }
            GinAction action = some_action(&now, &rng, knock); // without a history, as a search would
            gin_apply(&now, NULL, &action);
            assert_true(gin_state_is_sound(&now));
        }
        GinLegal none = gin_legal(&now);
        assert_false(none.pass || none.take || none.stock || none.big_gin || none.show || none.discards || none.knocks);
    }
}

// ---- Views ----

// What `seat` cannot know: the stock, and of the opponent's cards all it has not seen taken. In a showdown the
// knocker's cards are open.
static CardSet hidden_from(const GinState *state, Seat seat) {
    Seat other = seat ^ 1;
    CardSet hidden = state->hand[other] & ~state->table.known[other];
    if (state->table.phase == GIN_DEFEND && state->table.to_act == seat) hidden = 0;
    for (int i = 0; i < state->table.stock; i++) hidden |= set_of(state->stock[i]);
    return hidden;
}

static void permute_deck(Card deck[CARD_COUNT], CardSet hidden, Rng *rng) {
    Card order[CARD_COUNT];
    int place[CARD_COUNT] = {0}, count = 0;
    for (int i = 0; i < CARD_COUNT; i++)
        if (set_has(hidden, deck[i])) {
            place[count] = i;
            order[count++] = deck[i];
        }
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        Card card = order[i];
        order[i] = order[j];
        order[j] = card;
    }
    for (int i = 0; i < count; i++) deck[place[i]] = order[i];
}

static void assert_same_view(const GinView *a, const GinView *b) {
    assert_memory_equal(a->table, b->table, sizeof *a->table);
    assert_memory_equal(a->log, b->log, sizeof *a->log);
    assert_memory_equal(a->draws, b->draws, sizeof *a->draws);
    assert_ptr_equal(a->past, b->past); // that of a first hand; test_past.c has more
    assert_int_equal(a->knock == NULL, b->knock == NULL);
    if (a->knock) assert_memory_equal(a->knock, b->knock, sizeof *a->knock);
    // From the first field that is no pointer to the last byte.
    size_t from = offsetof(GinView, exposed);
    assert_memory_equal((const char *)a + from, (const char *)b + from, sizeof *a - from);
}

// A view copied to zeroed memory, so that padding compares equal.
static void look(GinView *view, const Play *play, Seat seat) {
    GinView made = gin_view(&play->state, &play->history, seat);
    memset(view, 0, sizeof *view);
    view->table = made.table;
    view->log = made.log;
    view->draws = made.draws;
    view->past = made.past;
    view->rules = made.rules;
    view->knock = made.knock;
    view->exposed = made.exposed;
    view->hand = made.hand;
    view->drawn = made.drawn;
    view->seat = made.seat;
}

static void replay(Play *play, const Play *original, const Card deck[CARD_COUNT]) {
    memcpy(play->deck, deck, sizeof play->deck);
    play->rules = original->rules;
    memset(&play->history, 0, sizeof play->history);
    gin_deal_deck(&play->state, &play->history, &play->rules, original->starter, original->state.table.score, deck);
    for (int i = 0; i < original->actions; i++)
        if (!gin_try(&play->state, &play->history, &original->action[i]))
            fail_msg("a hidden card changed what is legal");
}

static void permuting_hidden_cards_changes_no_byte_of_a_view(void **state) {
    (void)state;
    static Play play, other;
    // Players that look at all there is: nothing hidden changes what they do.
    static const char *const specs[] = {
        "mix:draw=random,knock=wait,melds=best-layoff",
        "mishra-blind:samples=3",
        "mishra:samples=3,knock=contest,melds=contest,wary=3",
        "mishra:samples=3,estimator=mishra-pairs",
    };
    enum { PLAYERS = sizeof specs / sizeof *specs };
    GinPlayer players[PLAYERS];
    Error err = {{0}};
    for (int i = 0; i < PLAYERS; i++)
        if (!gin_player_open(specs[i], &players[i], &err)) fail_msg("%s", err.text);
    Rng rng = rng_for(5, 0, 0, 0);
    int views = 0, defences = 0, moved = 0, target = effort(60000, 3000);
    while (views < target) {
        if (rng_below(&rng, 2))
            rng_deck(&rng, play.deck);
        else
            stack_deck(&rng, play.deck);
        begin(&play, VARIANTS[rng_below(&rng, VARIANT_COUNT)], &rng);
        double knock = rng_unit(&rng);
        for (; play.state.table.phase != GIN_OVER; play_on(&play, some_action(&play.state, &rng, knock))) {
            if (rng_below(&rng, 4) && play.state.table.phase != GIN_DEFEND) continue;
            Seat seat = (Seat)rng_below(&rng, 2);
            Card deck[CARD_COUNT];
            memcpy(deck, play.deck, sizeof deck);
            permute_deck(deck, hidden_from(&play.state, seat), &rng);
            replay(&other, &play, deck);
            GinView here, there;
            look(&here, &play, seat);
            look(&there, &other, seat);
            assert_same_view(&here, &there);
            views++;
            defences += play.state.table.phase == GIN_DEFEND;
            moved += play.state.hand[seat ^ 1] != other.state.hand[seat ^ 1];
            if (seat != play.state.table.to_act) continue;
            Rng chance = rng_for(6, 0, (uint64_t)views, 0), same = chance;
            // The quick one as a rule, since the others take a thousand times as long.
            const GinPlayer *player = &players[views % 16 ? 0 : views / 16 % PLAYERS];
            GinAction first = player->choose(player->self, &here, &chance);
            GinAction second = player->choose(player->self, &there, &same);
            assert_true(first.move == second.move && first.card == second.card);
            bool shows = first.move >= GIN_KNOCK; // melds of other moves are unset
            if (shows) assert_memory_equal(&first.melds, &second.melds, sizeof first.melds);
        }
    }
    assert_true(defences > 10 && moved > views / 2);
    for (int i = 0; i < PLAYERS; i++) gin_player_close(&players[i]);
}

static void a_view_shows_ones_own_cards_and_the_knockers_only_in_a_showdown(void **state) {
    (void)state;
    static Play play;
    Rng rng = rng_for(7, 0, 0, 0);
    for (int hands = 0; hands < effort(3000, 200); hands++) {
        stack_deck(&rng, play.deck);
        begin(&play, VARIANTS[rng_below(&rng, VARIANT_COUNT)], &rng);
        while (play.state.table.phase != GIN_OVER) {
            for (Seat seat = 0; seat < 2; seat++) {
                GinView view = gin_view(&play.state, &play.history, seat);
                bool acts = play.state.table.to_act == seat, defends = acts && play.state.table.phase == GIN_DEFEND;
                assert_true(view.hand == play.state.hand[seat] && view.seat == seat && view.rules == &play.rules);
                assert_true(view.exposed == (defends ? play.state.hand[seat ^ 1] : 0));
                assert_true(view.knock == (defends ? &play.state.melds[seat ^ 1] : NULL));
                bool drew = acts && play.state.table.phase == GIN_DISCARD;
                assert_int_equal(view.drawn, drew ? play.state.drawn : CARD_NONE);
            }
            play_on(&play, some_action(&play.state, &rng, 0.3));
        }
    }
}

// ---- Ends ----

static void a_hand_is_cancelled_when_the_stock_runs_down_and_nobody_knocks(void **state) { // [G16] [G23]
    (void)state;
    static Play play;
    Rng rng = rng_for(8, 0, 0, 0);
    for (int hands = 0; hands < effort(500, 50); hands++) {
        rng_deck(&rng, play.deck);
        begin(&play, hands % 2 ? "contest" : "contest,stock=20", &rng);
        int draws = 0;
        while (play.state.table.phase != GIN_OVER) {
            GinLegal legal = gin_legal(&play.state);
            draws += legal.stock;
            GinAction action = {.move = legal.pass ? GIN_PASS : legal.stock ? GIN_STOCK : GIN_DROP};
            if (action.move == GIN_DROP) action.card = rng_card(&rng, legal.discards);
            play_on(&play, action);
        }
        assert_int_equal(draws, hands % 2 ? 29 : 11);
        assert_int_equal(play.state.result.end, GIN_CANCELLED);
        assert_int_equal(play.state.result.points, 0);
    }
}

static void the_player_who_leaves_two_cards_in_the_stock_may_still_knock(void **state) { // [G16]
    (void)state;
    static Play play;
    Rng rng = rng_for(9, 0, 0, 0);
    int knocks = 0;
    for (int hands = 0; hands < effort(400, 100); hands++) {
        stack_deck(&rng, play.deck);
        begin(&play, "contest", &rng);
        while (play.state.table.phase != GIN_OVER) {
            GinLegal legal = gin_legal(&play.state);
            GinAction action = {.move = legal.pass ? GIN_PASS : legal.stock ? GIN_STOCK : GIN_DROP};
            if (legal.show) action.move = GIN_SHOW;
            if (legal.discards) {
                int left;
                CardSet best = gin_best_discards(play.state.hand[play.state.table.to_act], legal.discards, &left);
                action.card = rng_card(&rng, best);
                if (play.state.table.stock == 2 && legal.knocks) {
                    action = (GinAction){.move = GIN_KNOCK, .card = rng_card(&rng, legal.knocks)};
                    knocks++;
                }
            }
            play_on(&play, action);
        }
    }
    assert_true(knocks > 0);
}

static void a_hand_of_endless_takes_ends_at_the_turn_limit(void **state) { // [G17] [G23]
    (void)state;
    static Play play;
    Rng rng = rng_for(10, 0, 0, 0);
    for (int hands = 0; hands < effort(300, 20); hands++) {
        rng_deck(&rng, play.deck);
        begin(&play, "contest", &rng);
        while (play.state.table.phase != GIN_OVER) {
            GinLegal legal = gin_legal(&play.state);
            GinAction action = {.move = legal.take ? GIN_TAKE : GIN_DROP};
            if (!legal.take) action.card = rng_card(&rng, legal.discards);
            play_on(&play, action);
        }
        assert_int_equal(play.state.table.turns[0] + play.state.table.turns[1], GIN_TURN_LIMIT);
        assert_int_equal(play.state.table.stock, GIN_STOCK_SIZE);
        assert_int_equal(play.state.result.end, GIN_CANCELLED);
        assert_true(play.history.log.count <= GIN_LOG_SIZE - 3);
    }
}

static void a_state_with_a_card_lost_doubled_or_misplaced_is_not_sound(void **state) {
    (void)state;
    Rng rng = rng_for(11, 0, 0, 0);
    GinRules rules = gin_rules_default();
    const uint16_t score[2] = {0, 0};
    for (int i = 0; i < effort(2000, 200); i++) {
        GinState now;
        Card deck[CARD_COUNT];
        rng_deck(&rng, deck);
        gin_deal_deck(&now, NULL, &rules, 0, score, deck);
        for (int moves = (int)rng_below(&rng, 20); moves > 0 && now.table.phase != GIN_OVER; moves--) {
            GinAction action = some_action(&now, &rng, 0);
            gin_apply(&now, NULL, &action);
        }
        assert_true(gin_state_is_sound(&now));
        GinState broken = now;
        broken.hand[0] &= broken.hand[0] - 1;
        assert_false(gin_state_is_sound(&broken));
        broken = now;
        broken.hand[0] |= set_of(rng_card(&rng, broken.hand[1]));
        assert_false(gin_state_is_sound(&broken));
        broken = now;
        broken.hand[1] |= UINT64_C(1) << 13;
        assert_false(gin_state_is_sound(&broken));
        broken = now;
        broken.stock[0] = broken.stock[1];
        assert_false(gin_state_is_sound(&broken));
        broken = now;
        broken.table.known[0] |= set_of(rng_card(&rng, broken.hand[1]));
        assert_false(gin_state_is_sound(&broken));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracles_referee_agrees_with_every_state_of_random_hands),
        cmocka_unit_test(the_oracles_referee_agrees_with_every_state_of_simple_players),
        cmocka_unit_test(every_action_is_legal_or_refused_as_the_oracle_says),
        cmocka_unit_test(the_sets_of_legal_actions_agree_with_single_judgements),
        cmocka_unit_test(permuting_hidden_cards_changes_no_byte_of_a_view),
        cmocka_unit_test(a_view_shows_ones_own_cards_and_the_knockers_only_in_a_showdown),
        cmocka_unit_test(a_hand_is_cancelled_when_the_stock_runs_down_and_nobody_knocks),
        cmocka_unit_test(the_player_who_leaves_two_cards_in_the_stock_may_still_knock),
        cmocka_unit_test(a_hand_of_endless_takes_ends_at_the_turn_limit),
        cmocka_unit_test(a_state_with_a_card_lost_doubled_or_misplaced_is_not_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
