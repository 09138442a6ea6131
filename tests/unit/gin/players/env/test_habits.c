// SPDX-License-Identifier: MIT
// Habits counted over a game's earlier hands: each count by hand, and all of them against a second opinion that plays
// the records again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/env/habits.h"
#include "gin/players/env/selfplay.h"
#include "gin/players/list/players.h"
#include "gin/record.h"
#include "support/oracle.h"
#include "support/random.h"

static CardSet cards(const char *text) {
    CardSet set = 0;
    Card card;
    for (int used; *text; text += used) {
        used = card_parse(text, &card);
        if (!used) fail_msg("'%s' is no card", text);
        set |= set_of(card);
    }
    return set;
}

static GinHabits habits_of(const GinState *over, const GinLog *log) {
    GinPastHand hand = gin_past_hand(over, log);
    return gin_habits_of(&hand);
}

static void add_counts(Text *text, const GinHabits *habits) {
    uint16_t counts[sizeof *habits / sizeof(uint16_t)]; // all of it is counts
    memcpy(counts, habits, sizeof counts);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) text_addf(text, " %u", counts[i]);
}

// ---- The counts can be those of a game ----

enum { HAND_MOST = 110 }; // more than the turns of a seat, or the points it holds, in one hand

static int sum(const uint16_t *counts, int count) {
    int all = 0;
    for (int i = 0; i < count; i++) all += counts[i];
    return all;
}

static bool seat_is_sound(const GinSeatHabits *habits, const GinSeatHabits *other, int hands) {
    return sum(habits->knock_deadwood, GIN_KNOCK_DEADWOODS) == habits->knocks &&
           sum(habits->knock_turn, GIN_KNOCK_TURNS) == habits->knocks && habits->defences == other->knocks &&
           habits->undercuts <= habits->defences && habits->held_knock <= habits->defences &&
           habits->defence_points <= HAND_MOST * habits->defences && habits->draws <= HAND_MOST * hands &&
           habits->takes <= habits->draws && habits->offers <= hands && habits->offers_taken <= habits->offers &&
           habits->shown_takes <= habits->takes && habits->melded_takes <= habits->shown_takes &&
           habits->sheds <= habits->draws && habits->low_sheds <= habits->sheds;
}

static bool are_sound(const GinHabits *habits) {
    const GinSeatHabits *seat = habits->seat;
    int hands = habits->hands;
    return hands <= GIN_HAND_LIMIT && habits->cancelled + seat[0].knocks + seat[1].knocks == hands &&
           seat_is_sound(&seat[0], &seat[1], hands) && seat_is_sound(&seat[1], &seat[0], hands);
}

// ---- By hand ----

// Hands that leave 57 points, 31, and nothing.
#define POOR "AC3C5C7D9DJD2H4H6HKS"
#define FAIR "AC2C3C7D7H7S9STH2DJS"
#define GOOD "AC2C3C7D7H7STDJDQDKD"

typedef struct Told {
    const char *about;
    Seat starter;
    uint8_t passes, turns[2], takes[2], limit;
    GinEnd end;
    Seat knocker;
    uint8_t deadwood;    // the knocker's
    const char *defends; // the defender's cards
    GinHabits expected;
} Told;

static GinState told_state(const Told *told) {
    GinState over = {.table = {.phase = GIN_OVER,
                               .starter = told->starter,
                               .passes = told->passes,
                               .turns = {told->turns[0], told->turns[1]},
                               .takes = {told->takes[0], told->takes[1]},
                               .knock_limit = told->limit}};
    Seat defender = told->knocker ^ 1;
    over.result.end = (uint8_t)told->end;
    if (told->end == GIN_CANCELLED) return over;
    over.hand[defender] = cards(told->defends);
    over.result.knocker = told->knocker;
    over.result.winner = told->end == GIN_UNDERCUT ? defender : told->knocker;
    over.result.deadwood[told->knocker] = told->deadwood;
    return over;
}

static void each_count_is_as_told_by_hand(void **state) {
    (void)state;
    static const Told cases[] = {
        {.about = "the starter takes the upcard and knocks in its second turn",
         .turns = {2, 1},
         .takes = {2, 0},
         .limit = 10,
         .end = GIN_KNOCKED,
         .deadwood = 7,
         .defends = POOR,
         .expected = {.hands = 1,
                      .seat = {{.knocks = 1,
                                .knock_deadwood = {[4] = 1},
                                .knock_turn = {[0] = 1},
                                .draws = 2,
                                .takes = 2,
                                .offers = 1,
                                .offers_taken = 1},
                               {.defences = 1, .defence_points = 57, .draws = 1}}}},
        {.about = "the other takes the upcard, later has gin, and the starter could have knocked",
         .starter = 1,
         .passes = 1,
         .turns = {8, 7},
         .takes = {3, 1},
         .limit = 10,
         .end = GIN_GIN,
         .defends = GOOD,
         .expected =
             {.hands = 1,
              .seat = {{.knocks = 1,
                        .knock_deadwood = {1},
                        .knock_turn = {[3] = 1},
                        .draws = 8,
                        .takes = 3,
                        .offers = 1,
                        .offers_taken = 1},
                       {.defences = 1, .held_knock = 1, .defence_points = 0, .draws = 7, .takes = 1, .offers = 1}}}},
        {.about = "nobody wants the upcard; an undercut late in the hand, by cards too poor to knock under this limit",
         .passes = 2,
         .turns = {13, 13},
         .takes = {0, 2},
         .limit = 8,
         .end = GIN_UNDERCUT,
         .knocker = 1,
         .deadwood = 8,
         .defends = FAIR,
         .expected = {.hands = 1,
                      .seat = {{.undercuts = 1, .defences = 1, .defence_points = 31, .draws = 13, .offers = 1},
                               {.knocks = 1,
                                .knock_deadwood = {[4] = 1},
                                .knock_turn = {[5] = 1},
                                .draws = 13,
                                .takes = 2,
                                .offers = 1}}}},
        {.about = "a cancelled hand shows draws and offers alone",
         .starter = 1,
         .passes = 2,
         .turns = {14, 15},
         .takes = {0, 4},
         .limit = 10,
         .expected = {.hands = 1,
                      .cancelled = 1,
                      .seat = {{.draws = 14, .offers = 1}, {.draws = 15, .takes = 4, .offers = 1}}}},
        {.about = "big gin is gin; a limit as high as the defender's cards",
         .starter = 1,
         .turns = {4, 5},
         .takes = {1, 1},
         .limit = 31,
         .end = GIN_BIG_GIN,
         .knocker = 1,
         .defends = FAIR,
         .expected = {.hands = 1,
                      .seat = {{.defences = 1, .held_knock = 1, .defence_points = 31, .draws = 4, .takes = 1},
                               {.knocks = 1,
                                .knock_deadwood = {1},
                                .knock_turn = {[1] = 1},
                                .draws = 5,
                                .takes = 1,
                                .offers = 1,
                                .offers_taken = 1}}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinState over = told_state(&cases[i]);
        GinHabits habits = habits_of(&over, &(GinLog){.count = 0});
        assert_true(are_sound(&habits));
        for (int seat = 0; seat < 2; seat++)
            habits.seat[seat].shown_takes = habits.seat[seat].sheds = 0; // see the next test
        if (memcmp(&habits, &cases[i].expected, sizeof habits) == 0) continue;
        Text got = {0};
        add_counts(&got, &habits);
        text_add(&got, " is not");
        add_counts(&got, &cases[i].expected);
        fail_msg("%s:%s", cases[i].about, got.data);
    }
}

static void steps_of_deadwood_and_turns_are_as_documented(void **state) {
    (void)state;
    static const int deadwood[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5};
    static const int turns[] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5};
    for (int i = 0; i < 14; i++) {
        Told told = {
            .turns = {(uint8_t)i, 1}, .end = GIN_KNOCKED, .deadwood = (uint8_t)i, .defends = POOR, .limit = 98};
        GinState over = told_state(&told);
        GinHabits habits = habits_of(&over, &(GinLog){.count = 0});
        assert_int_equal(habits.seat[0].knock_deadwood[deadwood[i]], 1);
        assert_int_equal(habits.seat[0].knock_turn[turns[i]], 1);
    }
}

// Seat 0 took two cards and shed three besides its knock; the log of a whole hand, its last event last.
static void open_cards_tell_what_was_taken_and_kept(void **state) {
    (void)state;
    GinState over = {.table = {.phase = GIN_OVER, .turns = {4, 3}, .takes = {2, 0}, .knock_limit = 10}};
    static const struct {
        GinEventKind what;
        Seat seat;
        const char *card;
    } told[] = {
        {GIN_EVENT_TAKE, 0, "7C"},    // with 7D and 7H, which it held to the end
        {GIN_EVENT_DISCARD, 0, "KS"}, //
        {GIN_EVENT_STOCK, 1, ""},
        {GIN_EVENT_DISCARD, 1, "QS"},
        {GIN_EVENT_TAKE, 0, "QS"},    // melds with nothing
        {GIN_EVENT_DISCARD, 0, "2C"}, // lower than the queen that it keeps for a while, as low as what it keeps to the
                                      // end
        {GIN_EVENT_STOCK, 1, ""},
        {GIN_EVENT_DISCARD, 1, "9S"},
        {GIN_EVENT_STOCK, 0, ""},
        {GIN_EVENT_DISCARD, 0, "AC"}, // lower than the two that it keeps
        {GIN_EVENT_STOCK, 1, ""},
        {GIN_EVENT_DISCARD, 1, "QH"},
        {GIN_EVENT_STOCK, 0, ""},
        {GIN_EVENT_KNOCK, 0, "QS"},
    };
    GinLog log = {0};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        log.event[log.count++] = (GinEvent){.what = (uint8_t)(2 * told[i].what + told[i].seat),
                                            .card = *told[i].card ? set_first(cards(told[i].card)) : CARD_NONE};
    over.hand[0] = cards("7C7D7H3S4S5STDJDQD2H");
    over.hand[1] = cards(POOR);
    over.result.end = GIN_KNOCKED;
    GinHabits habits = habits_of(&over, &log);
    const GinSeatHabits *own = &habits.seat[0], *other = &habits.seat[1];
    assert_int_equal(own->shown_takes, 2);
    assert_int_equal(own->melded_takes, 1);
    assert_int_equal(own->sheds, 3);
    assert_int_equal(own->low_sheds, 1);
    assert_int_equal(other->shown_takes, 0);
    assert_int_equal(other->sheds, 3);
    assert_int_equal(other->low_sheds, 1); // the nine, less than its king
    assert_true(are_sound(&habits));
}

// ---- Against a second opinion, over whole games ----

static GinPlayer opened(const char *spec) {
    GinPlayer player;
    Error err = {{0}};
    if (!gin_player_open(spec, &player, &err)) fail_msg("%s: %s", spec, err.text);
    return player;
}

static GinRules rules_of(const char *text) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

static CardSet set_of_oracle(const OracleCards *held) {
    CardSet set = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= 13; rank++)
            if (held->in[suit][rank]) set |= set_of((Card)(16 * suit + rank - 1));
    return set;
}

// Whether a card makes three or more with others of its rank, or of its suit in a row.
static bool makes_three(CardSet held, Card card) {
    int same = 0, row = 1, suit = card_suit(card), rank = card_rank(card);
    for (int other = 0; other < CARD_SUITS; other++) same += set_has(held, card_make(rank, other));
    for (int next = rank - 1; next >= 0 && set_has(held, card_make(next, suit)); next--) row++;
    for (int next = rank + 1; next < CARD_RANKS && set_has(held, card_make(next, suit)); next++) row++;
    return same >= 3 || row >= 3;
}

// What a seat's open cards say of event number `at`, a take or a discard of its own.
static void recount_play(GinSeatHabits *habits, const OracleHand *hand, int at) {
    int seat = gin_event_seat(hand->event[at]), kept = 0;
    Card card = hand->event[at].card;
    CardSet last = set_of_oracle(&hand->hand[seat]), then = last;
    for (int i = hand->events - 1; i > at; i--) {
        GinEventKind kind = gin_event_kind(hand->event[i]);
        if (gin_event_seat(hand->event[i]) != seat) continue;
        if (kind == GIN_EVENT_DISCARD || kind == GIN_EVENT_KNOCK) then |= set_of(hand->event[i].card);
        if (kind == GIN_EVENT_TAKE) then &= ~set_of(hand->event[i].card);
    }
    for (CardSet rest = last; rest; rest = set_rest(rest)) {
        int points = oracle_points(set_of(set_first(rest)));
        if (!makes_three(last, set_first(rest)) && points > kept) kept = points;
    }
    if (gin_event_kind(hand->event[at]) == GIN_EVENT_TAKE) {
        habits->shown_takes++;
        habits->melded_takes = (uint16_t)(habits->melded_takes + makes_three(then, card));
    } else {
        habits->sheds++;
        habits->low_sheds = (uint16_t)(habits->low_sheds + (oracle_points(set_of(card)) < kept));
    }
}

// A count, one step at a time and from the events alone.
static void recount(GinHabits *past, const OracleHand *hand) {
    past->hands++;
    for (int i = 0; i < hand->events; i++) {
        GinSeatHabits *habits = &past->seat[gin_event_seat(hand->event[i])];
        GinEventKind kind = gin_event_kind(hand->event[i]);
        bool offer = i == 0 || (i == 1 && gin_event_kind(hand->event[0]) == GIN_EVENT_PASS);
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) habits->draws++;
        if (kind == GIN_EVENT_TAKE) habits->takes++;
        if (offer) habits->offers++;
        if (offer && kind == GIN_EVENT_TAKE) habits->offers_taken++;
        if (kind != GIN_EVENT_KNOCK && kind != GIN_EVENT_BIG_GIN) continue;
        int seat = gin_event_seat(hand->event[i]), own = 0;
        for (int j = 0; j < i; j++) {
            GinEventKind before = gin_event_kind(hand->event[j]);
            own += gin_event_seat(hand->event[j]) == seat && (before == GIN_EVENT_TAKE || before == GIN_EVENT_STOCK);
        }
        int left = oracle_points(set_of_oracle(&hand->hand[seat]) & ~gin_split_cards(&hand->melds[seat]));
        int held = oracle_deadwood(set_of_oracle(&hand->hand[seat ^ 1]));
        GinSeatHabits *defends = &past->seat[seat ^ 1];
        habits->knocks++;
        habits->knock_deadwood[left == 0 ? 0 : left <= 2 ? 1 : left <= 4 ? 2 : left <= 6 ? 3 : left <= 8 ? 4 : 5]++;
        habits->knock_turn[own <= 3 ? 0 : own <= 5 ? 1 : own <= 7 ? 2 : own <= 9 ? 3 : own <= 12 ? 4 : 5]++;
        defends->defences++;
        if (held <= hand->knock_limit) defends->held_knock++;
        defends->defence_points = (uint16_t)(defends->defence_points + held);
        if (hand->result.winner != seat) defends->undercuts++;
    }
    int last = hand->events - 1;
    bool cancelled = gin_event_kind(hand->event[last]) == GIN_EVENT_DISCARD;
    past->cancelled = (uint16_t)(past->cancelled + cancelled);
    for (int i = 0; i < hand->events && !cancelled; i++) {
        GinEventKind kind = gin_event_kind(hand->event[i]);
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_DISCARD)
            recount_play(&past->seat[gin_event_seat(hand->event[i])], hand, i);
    }
}

// A game watched: what the referee shows, what the records give when they are linked, and the recount, side by side.
typedef struct Watched {
    const char *const *names;
    GinHabits counted; // of the hands so far
    GinRecord before;  // the last one, linked
    GinPast past;      // of the records
    long hands, cancelled, undercuts, held;
} Watched;

static void compare(void *context, const GinHandRecord *hand) {
    Watched *watched = context;
    static GinRecord record; // for its size
    static OracleHand oracle;
    Text line = {0};
    Error err = {{0}};
    if (hand->hand == 0) watched->counted = (GinHabits){0};
    const GinPastHand *shown = hand->history->past;
    GinHabits habits = gin_habits_of(shown);
    assert_memory_equal(&habits, &watched->counted, sizeof habits);
    assert_true(are_sound(&habits));

    gin_record_write(&line, hand, hand->state->rules, watched->names, 5);
    if (!gin_record_parse(line.data, &record, &err)) fail_msg("%s\n%s", err.text, line.data);
    assert_null(record.past);
    gin_record_link(&watched->before, &record, &watched->past);
    gin_past_trim(&watched->past);
    assert_true(gin_past_equal(record.past, shown));
    assert_int_equal(gin_past_hands(record.past), hand->hand);
    text_free(&line);

    GinState state;
    GinHistory history;
    GinHandRecord again = gin_hand_of_record(&record, &state, &history);
    static GinReplay replay;
    gin_replay_start(&replay, &again);
    GinView view = gin_view(&replay.state, &replay.history, 0);
    assert_true(gin_past_equal(view.past, shown));

    oracle_deal(&oracle, &record.rules, record.starter, record.deck);
    for (int i = 0; i < record.actions; i++) oracle_play(&oracle, &record.action[i]);
    recount(&watched->counted, &oracle);
    watched->before = record;
    watched->hands++;
    watched->cancelled += hand->state->result.end == GIN_CANCELLED;
    watched->undercuts += hand->state->result.end == GIN_UNDERCUT;
    if (hand->game_over) watched->held += watched->counted.seat[0].held_knock + watched->counted.seat[1].held_knock;
}

static void referee_and_linked_records_agree_with_a_recount(void **state) {
    (void)state;
    static const struct {
        const char *players[2], *rules;
    } cases[] = {
        {{"simple", "greedy"}, "contest"},
        {{"heisenbot", "simple"}, "heisenbot"},
        {{"greedy:limit=0", "random"}, "pagat,big-gin=31"},
        {{"mix:draw=random,knock=random", "mix:knock=gin"}, "oklahoma,knock=30"},
        {{"mix:knock=gin", "mix:melds=best-layoff"}, "contest,stock=12,layoff=best"},
    };
    static Watched watched;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinRules rules = rules_of(cases[i].rules);
        GinPlayer players[2] = {opened(cases[i].players[0]), opened(cases[i].players[1])};
        watched.names = cases[i].players;
        for (int game = 0; game < effort(400, 4); game++) {
            GinGamePlan plan = {.rules = &rules,
                                .seed = 11,
                                .deal = (uint64_t)game,
                                .game = (uint64_t)game,
                                .watch = compare,
                                .context = &watched};
            GinGameResult result;
            memset(&watched.before, 0, sizeof watched.before);
            watched.before.game_over = true;
            gin_play_game(&plan, players, &result);
            assert_int_equal(result.fault, FAULT_NONE);
        }
        for (int seat = 0; seat < 2; seat++) gin_player_close(&players[seat]);
    }
    gin_past_close(&watched.past);
    assert_true(watched.hands > 50 && watched.cancelled > 3 && watched.undercuts > 3 && watched.held > 3);
}

typedef struct Longest {
    GinHabits habits;
    uint32_t hand;
} Longest;

static void keep_habits(void *context, const GinHandRecord *hand) {
    Longest *longest = context;
    longest->hand = hand->hand;
    if (hand->game_over) longest->habits = gin_habits_of(hand->history->past);
}

static void the_longest_game_overflows_no_count(void **state) {
    (void)state;
    GinRules rules = rules_of("contest");
    GinPlayer taker = opened("mix:draw=random,draw.p=1,discard=random,knock=gin");
    const GinPlayer players[2] = {taker, taker};
    Longest longest = {.hand = 0};
    GinGamePlan plan = {.rules = &rules, .seed = 4, .watch = keep_habits, .context = &longest};
    GinGameResult result;
    gin_play_game(&plan, players, &result);
    assert_int_equal(longest.hand, GIN_HAND_LIMIT - 1);
    assert_int_equal(longest.habits.hands, GIN_HAND_LIMIT - 1);
    assert_int_equal(longest.habits.cancelled, GIN_HAND_LIMIT - 1);
    assert_int_equal(longest.habits.seat[0].draws, (GIN_HAND_LIMIT - 1) * GIN_TURN_LIMIT / 2);
    assert_int_equal(longest.habits.seat[1].takes, longest.habits.seat[1].draws);
    assert_true(are_sound(&longest.habits));
    gin_player_close(&taker);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_count_is_as_told_by_hand),
        cmocka_unit_test(open_cards_tell_what_was_taken_and_kept),
        cmocka_unit_test(steps_of_deadwood_and_turns_are_as_documented),
        cmocka_unit_test(referee_and_linked_records_agree_with_a_recount),
        cmocka_unit_test(the_longest_game_overflows_no_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
