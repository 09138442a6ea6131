// SPDX-License-Identifier: MIT
#include "wire/hearts/hearts_seat.h"

#include <string.h>

// ---- Match and deal ----

bool hearts_seat_newmatch(HeartsSeat *seat, char *rest, Error *err) {
    seat->stage = HEARTS_SEAT_IDLE;
    if (!hearts_lines_parse_newmatch(rest, &seat->rules, &seat->seat, err)) return false;
    seat->stage = HEARTS_SEAT_MATCH;
    return true;
}

bool hearts_seat_newdeal(HeartsSeat *seat, char *rest, Error *err) {
    if (seat->stage == HEARTS_SEAT_IDLE) return error_set(err, "newdeal comes before newmatch");
    seat->stage = HEARTS_SEAT_BROKEN;
    if (!hearts_lines_parse_newdeal(rest, &seat->deal, err)) return false;
    if (seat->deal.pass != HEARTS_PASS_NONE && !seat->rules.pass_count)
        return error_set(err, "newdeal has a pass, and these rules have none (pass 0)");
    seat->stage = HEARTS_SEAT_DEAL;
    return true;
}

static void hearts_seat_begin_play(HeartsSeat *seat, Seat leader) {
    HeartsTable *table = &seat->state.table;
    table->phase = HEARTS_PLAYING;
    table->leader = table->to_act = leader;
    table->asked = hearts_asked(table, &seat->rules);
    seat->stage = HEARTS_SEAT_PLAY;
}

// Our thirteen cards are there. Who leads may show only with the first card.
static void await_play(HeartsSeat *seat) {
    HeartsState *state = &seat->state;
    state->start[seat->seat] = state->hand[seat->seat];
    seat->stage = HEARTS_SEAT_WAITS;
    if (!seat->rules.two_leads)
        hearts_seat_begin_play(seat, (Seat)(seat->deal.deal & 3));
    else if (set_has(state->hand[seat->seat], HEARTS_TWO_OF_CLUBS))
        hearts_seat_begin_play(seat, seat->seat);
}

static void hearts_seat_deal(HeartsSeat *seat, CardSet dealt) {
    HeartsState *state = &seat->state;
    *state = (HeartsState){
        .table = {.trick = {CARD_NONE, CARD_NONE, CARD_NONE, CARD_NONE},
                  .direction = (uint8_t)seat->deal.pass,
                  .deal = seat->deal.deal},
        .moon = -1,
        .rules = &seat->rules,
    };
    memcpy(state->table.score, seat->deal.score, sizeof state->table.score);
    state->hand[seat->seat] = state->start[seat->seat] = dealt;
    seat->log.count = 0;
    seat->stage = HEARTS_SEAT_PASSES;
    // Seats are asked in order, and nobody is told what the others pass.
    state->table.to_act = seat->seat;
    state->table.passed = (uint8_t)((1 << seat->seat) - 1);
    if (seat->deal.pass != HEARTS_PASS_NONE) return;
    state->table.passed = 0;
    await_play(seat);
}

bool hearts_seat_hand(HeartsSeat *seat, char *rest, Error *err) {
    CardSet dealt;
    if (seat->stage != HEARTS_SEAT_DEAL) return error_set(err, "hand comes right behind newdeal, not here");
    if (!cgp_parse_cards(rest, &dealt) || set_count(dealt) != HEARTS_HAND_SIZE)
        return error_set(err, "hand '%.60s' is not thirteen different cards", rest);
    hearts_seat_deal(seat, dealt);
    return true;
}

// ---- Events ----

static bool see_given(HeartsSeat *seat, CardSet cards, Error *err) {
    HeartsState *state = &seat->state;
    if (seat->stage != HEARTS_SEAT_PASSES) return error_set(err, "we pass cards, but now is not the time");
    if (set_count(cards) != seat->rules.pass_count || (cards & ~state->hand[seat->seat]))
        return error_set(err, "we pass cards that are not %d of ours", seat->rules.pass_count);
    Seat to = hearts_pass_to(seat->deal.pass, seat->seat);
    state->given[seat->seat] = state->hand[to] = cards;
    state->hand[seat->seat] &= ~cards;
    seat->stage = HEARTS_SEAT_RECEIVES;
    return true;
}

static bool see_received(HeartsSeat *seat, CardSet cards, Error *err) {
    HeartsState *state = &seat->state;
    if (seat->stage != HEARTS_SEAT_RECEIVES) return error_set(err, "ev received comes right behind ev you pass");
    if (set_count(cards) != seat->rules.pass_count || (cards & (state->hand[seat->seat] | state->given[seat->seat])))
        return error_set(err, "we receive cards that are not %d of the others'", seat->rules.pass_count);
    for (int from = 0; from < HEARTS_SEATS; from++)
        if (hearts_pass_to(seat->deal.pass, (Seat)from) == seat->seat) state->given[from] = cards;
    state->hand[seat->seat] |= cards;
    state->table.passed = 15;
    await_play(seat);
    return true;
}

// A card of another seat must be where that can have it.
static bool hearts_seat_reveal(HeartsSeat *seat, Seat who, Card card, Error *err) {
    HeartsState *state = &seat->state;
    CardSet elsewhere = state->table.played | state->start[seat->seat];
    for (int other = 0; other < HEARTS_SEATS; other++)
        if (other != who) elsewhere |= state->hand[other];
    if (set_has(elsewhere, card)) return error_set(err, "seat %u plays a card that is elsewhere", who);
    if (state->table.void_suits[who] >> card_suit(card) & 1)
        return error_set(err, "seat %u plays a card of a suit it has shown to be out of", who);
    state->hand[who] |= set_of(card);
    return true;
}

static bool see_play(HeartsSeat *seat, Seat who, Card card, Error *err) {
    HeartsState *state = &seat->state;
    if (seat->stage == HEARTS_SEAT_WAITS) {
        if (card != HEARTS_TWO_OF_CLUBS) return error_set(err, "the first card is not the two of clubs");
        if (who == seat->seat) return error_set(err, "we lead the two of clubs, which we do not hold");
        hearts_seat_begin_play(seat, who);
    }
    if (seat->stage != HEARTS_SEAT_PLAY) return error_set(err, "a card is played before all have passed");
    if (state->table.phase == HEARTS_OVER) return error_set(err, "seat %u plays, but the deal is over", who);
    if (state->table.to_act != who)
        return error_set(err, "seat %u plays, but it is seat %u's turn", who, state->table.to_act);
    if (who != seat->seat && !hearts_seat_reveal(seat, who, card, err)) return false;
    return hearts_try(state, &seat->log, &(HeartsAction){.move = HEARTS_PLAY, .card = card}) ||
           error_set(err, "seat %u plays a card that the rules do not allow here", who);
}

// Tells nothing that does not follow from the cards.
static bool see_trick(const HeartsSeat *seat, const HeartsLineEvent *event, Error *err) {
    const HeartsTable *table = &seat->state.table;
    const HeartsLog *log = &seat->log;
    CardSet cards = 0;
    bool full = seat->stage == HEARTS_SEAT_PLAY && table->on_table == 0 && log->count > 0;
    for (int i = log->count - HEARTS_SEATS; full && i < log->count; i++) cards |= set_of(log->card[i]);
    if (full && table->leader == event->seat && hearts_points_of(&seat->rules, cards) == event->points) return true;
    return error_set(err, "no trick of %d points has just gone to seat %u", event->points, event->seat);
}

static bool hearts_seat_see(HeartsSeat *seat, const HeartsLineEvent *event, Error *err) {
    switch (event->kind) {
    case HEARTS_LINE_GAVE: return see_given(seat, event->cards, err);
    case HEARTS_LINE_RECEIVED: return see_received(seat, event->cards, err);
    case HEARTS_LINE_PLAY: return see_play(seat, event->seat, event->card, err);
    case HEARTS_LINE_TRICK: return see_trick(seat, event, err);
    case HEARTS_LINE_OTHER: break;
    }
    return true;
}

bool hearts_seat_event(HeartsSeat *seat, char *rest, Error *err) {
    HeartsLineEvent event;
    if (!hearts_lines_parse_event(rest, &event, err)) return false;
    if (event.kind == HEARTS_LINE_OTHER) return true;
    bool good = true;
    if (seat->stage < HEARTS_SEAT_PASSES)
        good = error_set(err, "an event comes before our cards");
    else if (seat->stage == HEARTS_SEAT_BROKEN)
        good = error_set(err, "nothing can be played on what went before");
    good = good && hearts_seat_see(seat, &event, err);
    if (!good) seat->stage = HEARTS_SEAT_BROKEN;
    return good;
}

// ---- All at once ----

typedef struct ViewLine {
    HeartsNewDeal deal;
    CardSet start, given, received;
    Seat leader; // of the trick on the table
    Card play[CARD_COUNT];
    int played;
} ViewLine;

static bool hearts_seat_read_pair(ViewLine *line, const char *key, const char *value, char **rest) {
    uint64_t number;
    if (strcmp(key, "deal") == 0) {
        if (!cgp_number(value, UINT32_MAX, &number)) return false;
        line->deal.deal = (uint32_t)number;
    } else if (strcmp(key, "pass") == 0) {
        return hearts_lines_read_pass(value, &line->deal.pass);
    } else if (strcmp(key, "leader") == 0) {
        if (!cgp_number(value, HEARTS_SEATS - 1, &number)) return false;
        line->leader = (Seat)number;
    } else if (strcmp(key, "start") == 0) {
        return cgp_parse_cards(value, &line->start);
    } else if (strcmp(key, "given") == 0) {
        return cgp_parse_cards(value, &line->given);
    } else if (strcmp(key, "received") == 0) {
        return cgp_parse_cards(value, &line->received);
    } else if (strcmp(key, "play") == 0) {
        return cgp_parse_card_list(value, line->play, CARD_COUNT, &line->played);
    } else if (strcmp(key, "scores") == 0) {
        return hearts_lines_read_scores(value, rest, line->deal.score);
    }
    return true; // the rest follows from these
}

// Where a whole trick was played we are in it, which tells who led; else the line does.
static Seat first_leader(const ViewLine *line, Seat me) {
    for (int i = 0; line->played >= HEARTS_SEATS && i < HEARTS_SEATS; i++)
        if (set_has(line->start, line->play[i])) return (Seat)((me - i) & 3);
    return line->leader;
}

static bool hearts_seat_replay(HeartsSeat *seat, const ViewLine *line, Error *err) {
    const HeartsTable *table = &seat->state.table;
    if (line->received && (!see_given(seat, line->given, err) || !see_received(seat, line->received, err)))
        return false;
    for (int i = 0; i < line->played; i++) {
        Seat who = i ? table->to_act : first_leader(line, seat->seat);
        if (!see_play(seat, who, line->play[i], err)) return false;
    }
    return true;
}

bool hearts_seat_view_line(HeartsSeat *seat, char *rest, Error *err) {
    if (seat->stage == HEARTS_SEAT_IDLE) return error_set(err, "view comes before newmatch, which has the rules");
    ViewLine line = {.played = 0};
    seat->stage = HEARTS_SEAT_BROKEN;
    for (const char *key; (key = cgp_next(&rest)) != NULL;) {
        const char *value = cgp_next(&rest);
        if (!value || !hearts_seat_read_pair(&line, key, value, &rest))
            return error_set(err, "'%.20s' has a value that is wrong or missing", key);
    }
    CardSet dealt = (line.start & ~line.received) | (line.received ? line.given : 0);
    if (set_count(dealt) != HEARTS_HAND_SIZE || (line.received & ~line.start) ||
        (line.deal.pass != HEARTS_PASS_NONE && !seat->rules.pass_count))
        return error_set(err, "pass, start, given and received do not go together");
    seat->deal = line.deal;
    hearts_seat_deal(seat, dealt);
    if (hearts_seat_replay(seat, &line, err)) return true;
    seat->stage = HEARTS_SEAT_BROKEN;
    return false;
}

bool hearts_seat_may_act(const HeartsSeat *seat, Error *err) {
    const HeartsTable *table = &seat->state.table;
    if (seat->stage == HEARTS_SEAT_PASSES) return true;
    if (seat->stage != HEARTS_SEAT_PLAY) return error_set(err, "we are asked for a move before it can be our turn");
    if (table->phase == HEARTS_OVER) return error_set(err, "we are asked for a move, but the deal is over");
    if (table->to_act == seat->seat) return true;
    return error_set(err, "we are asked for a move, but it is seat %u's turn", table->to_act);
}
