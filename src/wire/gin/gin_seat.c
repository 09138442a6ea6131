// SPDX-License-Identifier: MIT
#include "wire/gin/gin_seat.h"

#include <string.h>

// ---- Match and deal ----

bool gin_seat_newmatch(GinSeat *seat, char *rest, Error *err) {
    seat->stage = GIN_SEAT_IDLE;
    gin_past_close(&seat->past);
    seat->history.past = NULL;
    if (!gin_lines_parse_newmatch(rest, &seat->rules, &seat->seat, err)) return false;
    seat->stage = GIN_SEAT_MATCH;
    return true;
}

// Keeps the deal before, if it was told to its end. A host may go on for ever, a past does not (past.h).
static void note_last(GinSeat *seat) {
    bool over = seat->stage == GIN_SEAT_PLAY && seat->state.table.phase == GIN_OVER;
    if (over) gin_past_add(&seat->past, &seat->state, &seat->history.log);
}

bool gin_seat_newdeal(GinSeat *seat, char *rest, Error *err) {
    if (seat->stage == GIN_SEAT_IDLE) return error_set(err, "newdeal comes before newmatch");
    note_last(seat);
    seat->stage = GIN_SEAT_BROKEN;
    if (!gin_lines_parse_newdeal(rest, &seat->deal, err)) return false;
    seat->stage = GIN_SEAT_DEAL;
    return true;
}

// The deal that was told last is among those told now, if it is over.
bool gin_seat_past(GinSeat *seat, char *rest, Error *err) {
    if (seat->stage == GIN_SEAT_IDLE) return error_set(err, "past comes before newmatch, which has the rules");
    if (seat->stage == GIN_SEAT_PLAY && seat->state.table.phase == GIN_OVER) seat->stage = GIN_SEAT_MATCH;
    bool good = gin_lines_parse_past(rest, &seat->rules, &seat->past, err);
    seat->history.past = seat->past.last;
    return good;
}

bool gin_seat_hand(GinSeat *seat, char *rest, Error *err) {
    if (seat->stage != GIN_SEAT_DEAL) return error_set(err, "hand comes right behind newdeal, not here");
    if (!cgp_parse_cards(rest, &seat->dealt) || set_count(seat->dealt) != GIN_HAND_SIZE)
        return error_set(err, "hand '%.60s' is not ten different cards", rest);
    seat->stage = GIN_SEAT_HAND;
    return true;
}

// Deals our ten cards and the upcard; every other card of the deck is CARD_NONE.
static bool gin_seat_begin_hand(GinSeat *seat, Card upcard, Error *err) {
    if (seat->stage != GIN_SEAT_HAND) return error_set(err, "ev upcard comes right behind hand, not here");
    if (set_has(seat->dealt, upcard)) return error_set(err, "the upcard is one of our ten cards");
    Card deck[CARD_COUNT];
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = CARD_NONE;
    int at = seat->seat == seat->deal.starter ? 0 : 1;
    for (CardSet rest = seat->dealt; rest; rest = set_rest(rest), at += 2) deck[at] = set_first(rest);
    deck[2 * GIN_HAND_SIZE] = upcard;
    gin_deal_deck(&seat->state, &seat->history, &seat->rules, seat->deal.starter, seat->deal.score, deck);
    seat->history.past = seat->past.last;
    seat->state.hand[seat->seat ^ 1] = 0;
    seat->stage = GIN_SEAT_PLAY;
    return true;
}

// ---- Events ----

// Cards that the opponent cannot hold: ours, and the pile.
static CardSet elsewhere(const GinSeat *seat) {
    const GinTable *table = &seat->state.table;
    return seat->state.hand[seat->seat] | table->buried | (set_of(table->upcard) & SET_DECK);
}

static bool gin_seat_act(GinSeat *seat, Seat who, const GinAction *action, Error *err) {
    GinState *state = &seat->state;
    if (state->table.phase == GIN_OVER) return error_set(err, "seat %u acts, but the deal is over", who);
    if (state->table.to_act != who) return error_set(err, "seat %u acts, but it is seat %u's turn", who, who ^ 1u);
    if (gin_try(state, &seat->history, action)) {
        state->hand[seat->seat ^ 1] &= SET_DECK; // without the CARD_NONE it drew
        return true;
    }
    Text move = {0};
    gin_lines_add_move(&move, action);
    error_set(err, "seat %u plays '%s', which the rules do not allow here", who, move.data);
    text_free(&move);
    return false;
}

static bool see_take(GinSeat *seat, const GinLineEvent *event, Error *err) {
    if (event->card != seat->state.table.upcard)
        return error_set(err, "seat %u takes a card that is not the upcard", event->seat);
    return gin_seat_act(seat, event->seat, &(GinAction){.move = GIN_TAKE}, err);
}

static bool see_stock(GinSeat *seat, const GinLineEvent *event, Error *err) {
    if (event->seat != seat->seat) return gin_seat_act(seat, event->seat, &(GinAction){.move = GIN_STOCK}, err);
    seat->stage = GIN_SEAT_DRAWS;
    return true;
}

static bool see_own_card(GinSeat *seat, Card card, Error *err) {
    GinState *state = &seat->state;
    if (seat->stage != GIN_SEAT_DRAWS) return error_set(err, "ev you draw comes without our draw from the stock");
    if (set_has(elsewhere(seat) | state->table.known[seat->seat ^ 1], card))
        return error_set(err, "we draw a card that is elsewhere");
    seat->stage = GIN_SEAT_PLAY;
    if (state->table.stock) state->stock[state->table.stock - 1] = card;
    return gin_seat_act(seat, seat->seat, &(GinAction){.move = GIN_STOCK}, err);
}

// The opponent shows `cards`, all it holds or one of them: they must be where it can have them.
static bool gin_seat_reveal(GinSeat *seat, Seat who, CardSet cards, Error *err) {
    if (who == seat->seat) return true;
    if (cards & elsewhere(seat)) return error_set(err, "seat %u shows a card that is elsewhere", who);
    seat->state.hand[who] |= cards;
    return true;
}

static bool gin_seat_see_discard(GinSeat *seat, const GinLineEvent *event, Error *err) {
    if (!gin_seat_reveal(seat, event->seat, set_of(event->card), err)) return false;
    return gin_seat_act(seat, event->seat, &(GinAction){.move = GIN_DROP, .card = event->card}, err);
}

// A knock, big gin, or the defender's melds: `count` cards are open now, beside the discard.
static bool see_melds(GinSeat *seat, const GinLineEvent *event, GinMove move, int count, Error *err) {
    CardSet melded = gin_split_cards(&event->melds), gone = set_of(event->card) & SET_DECK;
    CardSet all = melded | event->cards | gone;
    Seat who = event->seat;
    if (set_count(all) != count + set_count(gone) || (melded & event->cards) || ((melded | event->cards) & gone))
        return error_set(err, "seat %u shows cards that are not %d different ones", who, count);
    if (seat->state.hand[who] & ~all) return error_set(err, "seat %u does not show a card it holds", who);
    if (who == seat->seat && (all & ~seat->state.hand[who])) return error_set(err, "we show cards that are not ours");
    if (!gin_seat_reveal(seat, who, all, err)) return false;
    return gin_seat_act(seat, who, &(GinAction){.move = (uint8_t)move, .card = event->card, .melds = event->melds},
                        err);
}

// The cards that lie open at the end. Where somebody knocked all of them were shown before.
static bool see_hand(GinSeat *seat, const GinLineEvent *event, Error *err) {
    GinState *state = &seat->state;
    Seat who = event->seat;
    if (state->table.phase != GIN_OVER) return error_set(err, "seat %u shows its hand before the deal is over", who);
    if (who == seat->seat || state->result.end != GIN_CANCELLED) return true;
    if (set_count(event->cards) != GIN_HAND_SIZE || (state->hand[who] & ~event->cards))
        return error_set(err, "seat %u does not show the ten cards that it holds", who);
    if (!gin_seat_reveal(seat, who, event->cards, err)) return false;
    state->result.deadwood[who] = (uint8_t)gin_deadwood(event->cards);
    return true;
}

static bool gin_seat_see(GinSeat *seat, const GinLineEvent *event, Error *err) {
    switch (event->kind) {
    case GIN_LINE_UPCARD: return gin_seat_begin_hand(seat, event->card, err);
    case GIN_LINE_DREW: return see_own_card(seat, event->card, err);
    case GIN_LINE_PASS: return gin_seat_act(seat, event->seat, &(GinAction){.move = GIN_PASS}, err);
    case GIN_LINE_TAKE: return see_take(seat, event, err);
    case GIN_LINE_STOCK: return see_stock(seat, event, err);
    case GIN_LINE_DISCARD: return gin_seat_see_discard(seat, event, err);
    case GIN_LINE_KNOCK: return see_melds(seat, event, GIN_KNOCK, GIN_HAND_SIZE, err);
    case GIN_LINE_BIG_GIN: return see_melds(seat, event, GIN_CALL_BIG, GIN_HAND_SIZE + 1, err);
    case GIN_LINE_MELDS: return see_melds(seat, event, GIN_SHOW, GIN_HAND_SIZE, err);
    case GIN_LINE_HAND: return see_hand(seat, event, err);
    case GIN_LINE_LAYOFF: // tells nothing that is played on
    case GIN_LINE_OTHER: break;
    }
    return true;
}

bool gin_seat_event(GinSeat *seat, char *rest, Error *err) {
    GinLineEvent event;
    if (!gin_lines_parse_event(rest, &event, err)) return false;
    if (event.kind == GIN_LINE_OTHER) return true;
    bool good = true;
    if (seat->stage == GIN_SEAT_DRAWS && event.kind != GIN_LINE_DREW)
        good = error_set(err, "our draw from the stock is not followed by ev you draw CARD");
    else if (seat->stage < GIN_SEAT_PLAY && event.kind != GIN_LINE_UPCARD)
        good = error_set(err, "an event comes before the deal has begun with ev upcard");
    else if (seat->stage == GIN_SEAT_BROKEN)
        good = error_set(err, "nothing can be played on what went before");
    good = good && gin_seat_see(seat, &event, err);
    if (!good) seat->stage = GIN_SEAT_BROKEN;
    return good;
}

// ---- All at once ----

typedef struct ViewLine {
    GinNewDeal deal;
    Card first;
    CardSet hand, loose;
    Card draws[GIN_TURN_LIMIT];
    int drawn;
    GinLineStep step[GIN_LOG_SIZE];
    int steps;
    GinSplit melds;
} ViewLine;

// A defender's melds end a deal, so nobody is asked behind them.
static bool gin_seat_read_play(ViewLine *line, const char *play) {
    line->steps = gin_lines_parse_play(play, line->deal.starter, line->step);
    return line->steps == 0 || (line->steps > 0 && line->step[line->steps - 1].kind != GIN_EVENT_MELDS);
}

static bool gin_seat_read_pair(ViewLine *line, const char *key, char *value, char **rest) {
    uint64_t number;
    if (strcmp(key, "deal") == 0) {
        if (!cgp_number(value, UINT32_MAX, &number)) return false;
        line->deal.deal = (uint32_t)number;
    } else if (strcmp(key, "starter") == 0) {
        if (!cgp_number(value, 1, &number)) return false;
        line->deal.starter = (Seat)number;
    } else if (strcmp(key, "scores") == 0) {
        for (int i = 0; i < GIN_SEATS; i++) {
            if (!cgp_number(i ? cgp_next(rest) : value, UINT16_MAX, &number)) return false;
            line->deal.score[i] = (uint16_t)number;
        }
    } else if (strcmp(key, "first") == 0) {
        return card_parse(value, &line->first) > 0;
    } else if (strcmp(key, "hand") == 0) {
        return cgp_parse_cards(value, &line->hand);
    } else if (strcmp(key, "draws") == 0) {
        return cgp_parse_card_list(value, line->draws, GIN_TURN_LIMIT, &line->drawn);
    } else if (strcmp(key, "play") == 0) {
        return gin_seat_read_play(line, value);
    } else if (strcmp(key, "melds") == 0) {
        return gin_lines_parse_melds(value, &line->melds, NULL);
    } else if (strcmp(key, "loose") == 0) {
        return cgp_parse_cards(value, &line->loose);
    }
    return true; // the rest follows from these
}

// The ten cards we began with: back through our own draws and discards.
static CardSet dealt_hand(const ViewLine *line, Seat me) {
    CardSet hand = line->hand;
    int draw = line->drawn;
    for (int i = line->steps - 1; i >= 0; i--) {
        const GinLineStep *step = &line->step[i];
        bool draws = step->kind == GIN_EVENT_TAKE || step->kind == GIN_EVENT_STOCK;
        if (step->seat != me) continue;
        if (step->kind == GIN_EVENT_DISCARD || step->kind == GIN_EVENT_KNOCK) hand |= set_of(step->card);
        if (draws && draw > 0) hand &= ~set_of(line->draws[--draw]);
    }
    return hand;
}

static bool gin_seat_replay(GinSeat *seat, const ViewLine *line, Error *err) {
    int draw = 0;
    for (int i = 0; i < line->steps; i++) {
        const GinLineStep *step = &line->step[i];
        GinLineEvent event = {.kind = (GinLineKind)step->kind, .seat = step->seat, .card = step->card};
        bool own = step->seat == seat->seat, draws = step->kind == GIN_EVENT_TAKE || step->kind == GIN_EVENT_STOCK;
        if (step->kind == GIN_EVENT_TAKE) event.card = seat->state.table.upcard;
        if (step->kind >= GIN_EVENT_KNOCK) {
            event.melds = line->melds;
            event.cards = line->loose;
        }
        if (!gin_seat_see(seat, &event, err)) return false;
        if (own && draws && draw == line->drawn)
            return error_set(err, "play has more draws of ours than draws has cards");
        if (own && step->kind == GIN_EVENT_STOCK && !see_own_card(seat, line->draws[draw], err)) return false;
        draw += own && draws;
    }
    return true;
}

bool gin_seat_view_line(GinSeat *seat, char *rest, Error *err) {
    if (seat->stage == GIN_SEAT_IDLE) return error_set(err, "view comes before newmatch, which has the rules");
    ViewLine line = {.first = CARD_NONE};
    note_last(seat);
    seat->stage = GIN_SEAT_BROKEN;
    for (const char *key; (key = cgp_next(&rest)) != NULL;) {
        char *value = cgp_next(&rest);
        if (!value || !gin_seat_read_pair(&line, key, value, &rest))
            return error_set(err, "'%.20s' has a value that is wrong or missing", key);
    }
    seat->deal = line.deal;
    seat->dealt = dealt_hand(&line, seat->seat);
    seat->stage = GIN_SEAT_HAND;
    if (line.first == CARD_NONE || set_count(seat->dealt) != GIN_HAND_SIZE) {
        seat->stage = GIN_SEAT_BROKEN;
        return error_set(err, "first, hand, draws and play do not go together");
    }
    if (gin_seat_begin_hand(seat, line.first, err) && gin_seat_replay(seat, &line, err)) return true;
    seat->stage = GIN_SEAT_BROKEN;
    return false;
}

void gin_seat_close(GinSeat *seat) {
    gin_past_close(&seat->past);
    seat->history.past = NULL;
    seat->stage = GIN_SEAT_IDLE;
}

bool gin_seat_may_act(const GinSeat *seat, Error *err) {
    if (seat->stage != GIN_SEAT_PLAY) return error_set(err, "we are asked for a move before the deal was told");
    if (seat->state.table.phase == GIN_OVER) return error_set(err, "we are asked for a move, but the deal is over");
    if (seat->state.table.to_act == seat->seat) return true;
    return error_set(err, "we are asked for a move, but it is seat %u's turn", seat->seat ^ 1u);
}
