// SPDX-License-Identifier: MIT
// The hands of a game that are over: nothing in them hangs on a card that nobody saw, told as lines they come back byte
// by byte, and lines that cannot be are refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "gin/record.h"
#include "support/bot_lines.h"
#include "support/random.h"
#include "wire/gin/gin_tell.h"

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

// ---- Nothing leaks ----

static void shuffle_places(Card deck[CARD_COUNT], CardSet which, Rng *rng) {
    int place[CARD_COUNT] = {0}, count = 0;
    for (int i = 0; i < CARD_COUNT; i++)
        if (set_has(which, deck[i])) place[count++] = i;
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        Card card = deck[place[i]];
        deck[place[i]] = deck[place[j]];
        deck[place[j]] = card;
    }
}

// The hand's deck as it may have been for all that `seat` saw up to the end: the stock that was left in another order,
// and the cards that the opponent drew unseen and kept drawn at other times. Then the same actions are played.
static GinState otherwise(const GinRecord *record, const GinState *over, Seat seat, Rng *rng, GinHistory *history,
                          bool *moved) {
    CardSet stock = 0, kept = over->hand[seat ^ 1] & ~over->table.known[seat ^ 1];
    for (int i = 0; i < over->table.stock; i++) stock |= set_of(over->stock[i]);
    GinRecord other = *record;
    shuffle_places(other.deck, stock, rng);
    shuffle_places(other.deck, kept, rng);
    *moved = memcmp(other.deck, record->deck, sizeof other.deck) != 0;
    GinState state;
    gin_record_deal(&other, &state, history);
    for (int i = 0; i < other.actions; i++)
        if (!gin_try(&state, history, &other.action[i])) fail_msg("a hidden card changed what is legal");
    return state;
}

typedef struct Leaks {
    Rng rng;
    GinPast other[2]; // as each seat might have seen the game in another world
    long moved, cancelled;
} Leaks;

static void compare_worlds(void *context, const GinHandRecord *hand) {
    Leaks *leaks = context;
    static GinRecord record; // for its size
    static const char *const names[2] = {"a", "b"};
    gin_record_make(&record, hand, hand->state->rules, names, 0);
    for (Seat seat = 0; seat < 2; seat++) {
        if (hand->hand == 0) gin_past_close(&leaks->other[seat]);
        assert_true(gin_past_equal(leaks->other[seat].last, hand->history->past));
        bool moved;
        GinHistory history;
        GinState other = otherwise(&record, hand->state, seat, &leaks->rng, &history, &moved);
        assert_true(gin_past_add(&leaks->other[seat], &other, &history.log));
        leaks->moved += moved;
        leaks->cancelled += hand->state->result.end == GIN_CANCELLED;
    }
}

static void permuting_cards_hidden_in_earlier_hands_changes_no_byte(void **state) {
    (void)state;
    static const char *const variants[] = {"contest", "pagat,big-gin=31", "oklahoma,knock=40", "contest,stock=15"};
    GinPlayer players[2] = {opened("mix:draw=random,knock=wait"), opened("simple")};
    Leaks leaks = {.rng = rng_for(31, 0, 0, 0)};
    for (int game = 0; game < effort(2000, 20); game++) {
        GinRules rules = rules_of(variants[game % 4]);
        GinGamePlan plan = {.rules = &rules,
                            .seed = 32,
                            .deal = (uint64_t)game,
                            .game = (uint64_t)game,
                            .watch = compare_worlds,
                            .context = &leaks};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
    }
    for (int seat = 0; seat < 2; seat++) gin_past_close(&leaks.other[seat]);
    assert_true(leaks.moved > effort(20000, 200) && leaks.cancelled > 3);
    for (int seat = 0; seat < 2; seat++) gin_player_close(&players[seat]);
}

// ---- Told as lines ----

static void every_line_must_be_read(const Text *lines, const GinRules *rules, GinPast *past) {
    for (const char *at = lines->data, *end; at && *at; at = end + 1) {
        char line[CGP_LINE + 1], *rest = line;
        Error err = {{0}};
        end = strchr(at, '\n');
        assert_true(end - at < CGP_LINE);
        text_copy(line, (size_t)(end - at) + 1, at);
        assert_int_equal(cgp_tells(&rest), CGP_TELLS_PAST);
        if (!gin_lines_parse_past(rest, rules, past, &err)) fail_msg("%.*s\n%s", (int)(end - at), at, err.text);
    }
}

static void obey(GinSeat *seat, Text *lines, bool (*hear)(GinSeat *seat, char *rest, Error *err)) {
    for (char *at = lines->data, *end; at && *at; at = end + 1) {
        Error err = {{0}};
        end = strchr(at, '\n');
        *end = '\0';
        char *rest = at;
        cgp_next(&rest);
        if (!hear(seat, rest, &err)) fail_msg("%s", err.text);
    }
    text_clear(lines);
}

static bool hear_newmatch(GinSeat *seat, char *rest, Error *err) {
    cgp_next(&rest);
    return gin_seat_newmatch(seat, rest, err);
}

static bool hear_view(GinSeat *seat, char *rest, Error *err) {
    cgp_next(&rest);
    return gin_seat_view_line(seat, rest, err);
}

// A seat that comes into the match at this hand, told once and, as one without state is, again.
static void come_in(const GinHandRecord *hand, Seat which) {
    Text lines = {0};
    GinSeat seat = {.stage = GIN_SEAT_IDLE};
    GinState first;
    GinHistory history;
    gin_deal_deck(&first, &history, hand->state->rules, hand->state->table.starter, hand->state->table.score,
                  hand->deck);
    history.past = hand->history->past;
    GinView view = gin_view(&first, &history, which);
    gin_lines_newmatch(&lines, first.rules, which);
    obey(&seat, &lines, hear_newmatch);
    for (int again = 0; again < 2; again++) {
        gin_lines_past(&lines, history.past);
        obey(&seat, &lines, gin_seat_past);
        gin_lines_view(&lines, &view, hand->hand);
        obey(&seat, &lines, hear_view);
        GinView seen = gin_seat_view(&seat);
        assert_true(gin_past_equal(seen.past, history.past));
        assert_memory_equal(seen.table, view.table, sizeof *view.table);
    }
    gin_seat_close(&seat);
    text_free(&lines);
}

typedef struct Told {
    long hands, cancelled, big, undercuts, laid_off;
} Told;

static void tell_again(void *context, const GinHandRecord *hand) {
    Told *told = context;
    const GinResult *result = &hand->state->result;
    GinPast past = {0};
    Text lines = {0}, again = {0};
    gin_lines_past(&lines, hand->history->past);
    every_line_must_be_read(&lines, hand->state->rules, &past);
    assert_true(gin_past_equal(past.last, hand->history->past));
    gin_lines_past(&again, past.last);
    assert_int_equal(lines.size, again.size);
    if (lines.size) assert_memory_equal(lines.data, again.data, lines.size);
    come_in(hand, (Seat)(hand->hand & 1));
    told->hands++;
    told->cancelled += result->end == GIN_CANCELLED;
    told->big += result->end == GIN_BIG_GIN;
    told->undercuts += result->end == GIN_UNDERCUT;
    told->laid_off += result->laid_off != 0;
    gin_past_close(&past);
    text_free(&lines);
    text_free(&again);
}

static void hands_told_as_lines_come_back_byte_by_byte(void **state) {
    (void)state;
    static const struct {
        const char *players[2], *rules;
    } cases[] = {
        {{"simple", "greedy"}, "contest"},
        {{"heisenbot", "simple"}, "heisenbot"},
        {{"greedy:limit=0", "random"}, "pagat,big-gin=31,target=300"},
        {{"mix:draw=random,knock=random", "mix:knock=gin"}, "oklahoma,knock=30"},
        {{"mix:knock=gin", "mix:melds=best-layoff"}, "contest,stock=12,layoff=best"},
        {{"mix:draw=random,knock=random", "random"}, "contest,stock=0,knock=50"},
    };
    Told told = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinRules rules = rules_of(cases[i].rules);
        GinPlayer players[2] = {opened(cases[i].players[0]), opened(cases[i].players[1])};
        for (int game = 0; game < effort(200, 4); game++) {
            GinGamePlan plan = {.rules = &rules,
                                .seed = 51,
                                .deal = (uint64_t)game,
                                .game = (uint64_t)game,
                                .watch = tell_again,
                                .context = &told};
            GinGameResult result;
            gin_play_game(&plan, players, &result);
            assert_int_equal(result.fault, FAULT_NONE);
        }
        for (int seat = 0; seat < 2; seat++) gin_player_close(&players[seat]);
    }
    assert_true(told.hands > 100 && told.cancelled > 3 && told.undercuts > 3 && told.laid_off > 3);
}

// Players that take each other's discards for ever: no line is longer, and no game.
static void tell_the_last(void *context, const GinHandRecord *hand) {
    if (!hand->game_over) return;
    assert_int_equal(gin_past_hands(hand->history->past), GIN_HAND_LIMIT - 1);
    tell_again(context, hand);
}

static void the_longest_game_is_told_too(void **state) {
    (void)state;
    GinRules rules = rules_of("contest");
    GinPlayer taker = opened("mix:draw=random,draw.p=1,discard=random,knock=gin");
    const GinPlayer players[2] = {taker, taker};
    Told told = {0};
    GinGamePlan plan = {.rules = &rules, .seed = 4, .watch = tell_the_last, .context = &told};
    GinGameResult result;
    gin_play_game(&plan, players, &result);
    assert_int_equal(told.hands, 1);
    gin_player_close(&taker);
}

#define MATCH "newmatch gin seats 2 you 0 rules contest\n"
#define HEAD  "past 0 starter 0 scores 0 0 "
#define HANDS " hands AC2C3C7D7H7STDJDQDKH/2D3S4H6C8C9HJSKSAD5D"
#define MELDS " melds AC2C3C/7D7H7S/TDJDQD answer -"
#define GOOD  HEAD "first 7S play u!9S,=" HANDS MELDS

static void what_cannot_have_been_is_refused(void **state) {
    (void)state;
    static const BotRefusal cases[] = {
        {GOOD, "before newmatch"},
        {MATCH "past", "deal's number"},
        {MATCH "past one", "deal's number"},
        {MATCH "past 500 starter 0", "from 0 to 499"},
        {MATCH "past 1 starter 0 scores 0 0 first 7S play u!9S,=" HANDS MELDS, "where past 0 must"},
        {MATCH GOOD "\n" MATCH "past 1 starter 0 scores 0 0 first 7S play u!9S,=" HANDS MELDS, "where past 0 must"},
        {MATCH GOOD "\npast 2 starter 0 scores 0 0 first 7S play u!9S,=" HANDS MELDS, "where past 1 must"},
        {MATCH "past 0 starter 2 scores 0 0 first 7S play u!9S,=" HANDS MELDS, "'starter' has a value"},
        {MATCH "past 0 starter 0 scores 0 first 7S play u!9S,=" HANDS MELDS, "'scores' has a value"},
        {MATCH HEAD "first 7X play u!9S,=" HANDS MELDS, "'first' has a value"},
        {MATCH HEAD "play u!9S,=" HANDS MELDS, "first or play"},
        {MATCH HEAD "first 7S" HANDS MELDS, "first or play"},
        {MATCH HEAD "first 7S play -" HANDS MELDS, "first or play"},
        {MATCH HEAD "first 7S play u!9S,x" HANDS MELDS, "first or play"},
        {MATCH HEAD "first 7S play u!9S,= hands AC" MELDS, "'hands' has a value"},
        {MATCH HEAD "first 7S play u!9S,=" HANDS " melds AC2C3C/9S/", "'melds' has a value"},
        {MATCH HEAD "first 7S play u!9S,=", "do not allow"},
        {MATCH HEAD "first 7S play u!9S" HANDS MELDS, "do not allow"},     // not over
        {MATCH HEAD "first 7S play u!9S,=,=" HANDS MELDS, "do not allow"}, // over before
        {MATCH HEAD "first 7S play s!9S,=" HANDS MELDS, "do not allow"},   // from the stock, before it was declined
        {MATCH HEAD "first 7S play u-9S,=" HANDS MELDS, "do not allow"},   // nobody knocked
        {MATCH HEAD "first 7S play u!7S,=" HANDS MELDS, "do not allow"},   // what was just taken
        {MATCH HEAD "first 7S play u!8C,=" HANDS MELDS, "do not allow"},   // the other's card
        {MATCH HEAD "first 8S play u!9S,=" HANDS MELDS, "do not allow"},   // 8S is nowhere
        {MATCH HEAD "first 7S play u!9S,=" HANDS " melds AC2C3C answer -", "do not allow"},
        {MATCH HEAD "first 7S play u!9S,=" HANDS " melds AC2C3C/7D7H7S/TDJDQD answer 2D3D4D", "do not allow"},
        {MATCH HEAD "first 7S play u!9S,= hands AC2C3C7D7H7STDJDQD/2D3S4H6C8C9HJSKSAD5D" MELDS, "do not allow"},
        {MATCH HEAD "first 7S play u!9S,= hands AC2C3C7D7H7STDJDQDKH/2D3S4H6C8C9HJSKSAD" MELDS, "do not allow"},
        {MATCH HEAD "first 7S play u!9S,= hands AC2C3C7D7H7STDJDQDKH/2D3S4H6C8C9HJSKSADKH" MELDS, "do not allow"},
        {MATCH HEAD "first 7S play u!9S,= hands AC2C3C7D7H7STDJDQDKH/2D3S4H6C8C9HJSKSAD9S" MELDS, "do not allow"},
        {MATCH HEAD "first 7S play p,u-2C,u-KH,u!9S,=" HANDS MELDS, "do not allow"}, // two at the same card
        {MATCH HEAD "first 7S play p,p,s-4C,s-4C" HANDS MELDS, "do not allow"},      // a card twice
    };
    GinPlayer player = opened("simple");
    Bot fresh = bot_make("simple", &player, 1), bot = fresh;
    bot_must_refuse(&fresh, cases, sizeof cases / sizeof *cases);
    Text answer = {0};
    bot_must_obey(&bot, "newmatch gin seats 2 you 0 rules contest", &answer);
    bot_must_obey(&bot, GOOD " weather sunny", &answer);
    assert_int_equal(gin_past_hands(bot.gin.seat.past.last), 1);
    assert_int_equal(bot.gin.seat.past.last->result.points, 48);
    bot_must_obey(&bot, GOOD, &answer);
    assert_int_equal(gin_past_hands(bot.gin.seat.past.last), 1);
    bot_forget(&bot);
    text_free(&answer);
    gin_player_close(&player);
}

// The one of docs/PROTOCOL.md.
static void the_documented_line_is_told_again_as_it_stands(void **state) {
    (void)state;
    const char line[] = "past 0 starter 0 scores 0 0 first TS play "
                        "p,p,s-KC,s-TH,s-TC,s-JC,s-8D,u-9D,s-JH,s-7S,s-7H,u!6C,= hands "
                        "AC2C4C7C4D2H3H2S4S6S/3C5C8CAD8D4H5H6H7H8S melds 8C8D8S/4H5H6H7H answer 2C2H2S/4C4D4S "
                        "layoffs 3H end knock winner 1 points 5 deadwood 14 9\n";
    GinRules rules = rules_of("contest");
    GinPast past = {0};
    Text lines = {0}, again = {0};
    text_add(&lines, line);
    every_line_must_be_read(&lines, &rules, &past);
    gin_lines_past(&again, past.last);
    assert_string_equal(again.data, line);
    text_free(&lines);
    text_free(&again);
    gin_past_close(&past);
}

// A deal heard to its end is not counted twice where the host tells it again; and a host that goes on for ever fills no
// memory.
static void a_past_never_grows_beyond_a_game(void **state) {
    (void)state;
    static const char *const deal[] = {"newdeal 0 starter 0 scores 0 0",
                                       "hand AC 2C 3C 7D 7H 9S TD JD QD KH",
                                       "ev upcard 7S",
                                       "ev 0 draw up 7S",
                                       "ev 0 knock 9S melds AC2C3C/7D7H7S/TDJDQD loose KH",
                                       "ev 1 melds - loose 2D 3S 4H 6C 8C 9H JS KS AD 5D",
                                       "enddeal knock winner 0 points 48 deadwood 10 58 scores 48 0"};
    GinPlayer player = opened("simple");
    Bot bot = bot_make("simple", &player, 1);
    Text answer = {0};
    bot_must_obey(&bot, "newmatch gin seats 2 you 0 rules contest,target=60000", &answer);
    for (int i = 0; i < GIN_HAND_LIMIT + 20; i++) {
        for (size_t line = 0; line < sizeof deal / sizeof *deal; line++) bot_must_obey(&bot, deal[line], &answer);
        int before = i < GIN_HAND_LIMIT ? i : GIN_HAND_LIMIT;
        assert_int_equal(gin_past_hands(bot.gin.seat.past.last), before);
    }
    bot_must_obey(&bot, GOOD, &answer);
    bot_must_obey(&bot, deal[0], &answer);
    assert_int_equal(gin_past_hands(bot.gin.seat.past.last), 1);
    bot_forget(&bot);
    text_free(&answer);
    gin_player_close(&player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permuting_cards_hidden_in_earlier_hands_changes_no_byte),
        cmocka_unit_test(hands_told_as_lines_come_back_byte_by_byte),
        cmocka_unit_test(the_longest_game_is_told_too),
        cmocka_unit_test(the_documented_line_is_told_again_as_it_stands),
        cmocka_unit_test(what_cannot_have_been_is_refused),
        cmocka_unit_test(a_past_never_grows_beyond_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
