// SPDX-License-Identifier: MIT
// A hand from the deal to the last trick: what is legal, what an action changes, what a seat sees.
#include "hearts/hearts.h"

#include <assert.h>
#include <string.h>

// noinline for code that runs once a hand, to keep the functions of every card small.
#define COLD __attribute__((noinline))

static CardSet point_cards(const HeartsRules *rules) {
    return (rules->heart_points ? HEARTS_HEARTS : 0) | (rules->queen_points ? set_of(HEARTS_QUEEN) : 0);
}

CardSet hearts_asked(const HeartsTable *table, const HeartsRules *rules) {
    if (table->on_table) return set_suit(card_suit(table->trick[table->leader]));
    if (rules->two_leads && table->tricks == 0) return set_of(HEARTS_TWO_OF_CLUBS);
    return rules->break_hearts && !table->broken ? SET_DECK & ~HEARTS_HEARTS : SET_DECK;
}

static COLD void begin_first_trick(HeartsState *state) {
    HeartsTable *table = &state->table;
    table->phase = HEARTS_PLAYING;
    table->leader = (Seat)(table->deal & 3);
    table->asked = hearts_asked(table, state->rules);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) state->start[seat] = state->hand[seat];
    while (state->rules->two_leads && !set_has(state->hand[table->leader], HEARTS_TWO_OF_CLUBS))
        table->leader = (table->leader + 1) & 3;
    table->to_act = table->leader;
}

void hearts_deal_deck(HeartsState *state, HeartsLog *log, const HeartsRules *rules, uint32_t deal,
                      const int16_t score[HEARTS_SEATS], const Card deck[CARD_COUNT]) {
    *state = (HeartsState){
        .table = {.trick = {CARD_NONE, CARD_NONE, CARD_NONE, CARD_NONE},
                  .direction = (uint8_t)hearts_pass_direction(rules, deal),
                  .deal = deal,
                  .score = {score[0], score[1], score[2], score[3]}},
        .moon = -1,
        .rules = rules,
    };
    for (int i = 0; i < CARD_COUNT; i += HEARTS_SEATS)
        for (int seat = 0; seat < HEARTS_SEATS; seat++) state->hand[seat] |= set_of(deck[i + seat]);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) state->start[seat] = state->hand[seat];
    if (log) log->count = 0;
    if (state->table.direction == HEARTS_PASS_NONE) begin_first_trick(state);
}

CardSet hearts_legal_first(const HeartsTable *table, const HeartsRules *rules, CardSet hand) {
    CardSet asked = hand & table->asked, legal = asked ? asked : hand;
    CardSet safe = rules->safe_first ? legal & ~point_cards(rules) : legal;
    return safe ? safe : legal;
}

static bool may_give(const HeartsState *state, CardSet give) {
    const HeartsTable *table = &state->table;
    return table->phase == HEARTS_PASSING && set_count(give) == state->rules->pass_count &&
           !(give & ~state->hand[table->to_act]);
}

bool hearts_is_legal(const HeartsState *state, const HeartsAction *action) {
    if (action->move == HEARTS_PLAY) return action->card < 64 && set_has(hearts_legal(state), action->card);
    return action->move == HEARTS_GIVE && may_give(state, action->give);
}

// Cards change hands once all have passed [H6].
static COLD void hearts_give(HeartsState *state, CardSet cards) {
    HeartsTable *table = &state->table;
    state->given[table->to_act] = cards;
    table->passed |= (uint8_t)(1 << table->to_act);
    table->to_act = (table->to_act + 1) & 3;
    if (table->passed != 15) return;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        state->hand[seat] &= ~state->given[seat];
        state->hand[hearts_pass_to((HeartsPass)table->direction, (Seat)seat)] |= state->given[seat];
    }
    begin_first_trick(state);
}

// True if `shooter` is better off with the points taken off its own score [H14]: if giving them to the others would end
// the game and not leave it in front.
static bool better_off_below(const HeartsState *state, int shooter) {
    const int16_t *score = state->table.score;
    int all = hearts_all_points(state->rules), target = state->rules->target;
    bool ends = false, behind = false;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (seat == shooter) continue;
        ends = ends || score[seat] + all >= target;
        behind = behind || score[seat] + all < score[shooter];
    }
    return ends && behind;
}

static void score_moon(HeartsState *state, int shooter) {
    int all = hearts_all_points(state->rules);
    bool off = state->rules->moon == HEARTS_MOON_SUBTRACT ||
               (state->rules->moon == HEARTS_MOON_CHOOSE && better_off_below(state, shooter));
    state->moon = (int8_t)shooter;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) state->points[seat] = (int16_t)(off ? 0 : all);
    state->points[shooter] = (int16_t)(off ? -all : 0);
}

// Moon [H14], bonuses [H13], and the price of a fault [H19].
static COLD void finish_hand(HeartsState *state) {
    const HeartsRules *rules = state->rules;
    HeartsTable *table = &state->table;
    int all = hearts_all_points(rules);
    uint32_t faults;
    memcpy(&faults, state->fault, sizeof faults);
    table->phase = HEARTS_OVER;
    for (int seat = 0; rules->moon && all && !faults && seat < HEARTS_SEATS; seat++) {
        if (state->points[seat] != all) continue;
        score_moon(state, seat);
        break;
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int bonus = rules->jack_bonus && set_has(table->taken[seat], HEARTS_JACK_OF_DIAMONDS) ? rules->jack_bonus : 0;
        if (!table->tricks_taken[seat]) bonus += rules->trickless_bonus;
        state->points[seat] = (int16_t)(state->fault[seat] ? all : state->points[seat] - bonus);
    }
}

void hearts_end_trick(HeartsState *state) {
    HeartsTable *table = &state->table;
    CardSet cards = table->played & ~(table->taken[0] | table->taken[1] | table->taken[2] | table->taken[3]);
    Seat winner = hearts_taking(table);
    memset(table->trick, CARD_NONE, sizeof table->trick);
    CardSet breakers = HEARTS_HEARTS | (CardSet)state->rules->queen_breaks << HEARTS_QUEEN;
    table->broken |= (cards & breakers) != 0;
    table->taken[winner] |= cards;
    table->tricks_taken[winner]++;
    state->points[winner] = (int16_t)(state->points[winner] + hearts_points_of(state->rules, cards));
    table->on_table = table->best = 0;
    table->leader = table->to_act = winner;
    table->tricks++;
    table->asked = hearts_asked(table, state->rules);
    if (table->tricks == HEARTS_TRICKS) finish_hand(state);
}

unsigned hearts_shown_first(const HeartsState *state, Card card) {
    const HeartsTable *table = &state->table;
    bool forced = state->rules->safe_first && set_has(point_cards(state->rules) & ~table->asked, card);
    if (!forced) return 0;
    return card == HEARTS_QUEEN ? HEARTS_NOT_HEARTS : HEARTS_NOT_HEARTS & ~(1 << HEARTS_SPADES);
}

bool hearts_try(HeartsState *state, HeartsLog *log, const HeartsAction *action) {
    if (!hearts_is_legal(state, action)) return false;
    if (action->move == HEARTS_GIVE)
        hearts_give(state, action->give);
    else if (log)
        hearts_play_logged(state, log, action->card);
    else
        hearts_play_card(state, action->card);
    return true;
}

void hearts_apply(HeartsState *state, HeartsLog *log, const HeartsAction *action) {
    bool legal = hearts_try(state, log, action);
    assert(legal);
    (void)legal;
}
