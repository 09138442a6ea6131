// SPDX-License-Identifier: MIT
#include "gin/players/mishra/mishra_examples.h"

enum { TAKEN, DISCARDED, DECLINED };

static void note_mishra_move(MishraMoves *moves, int what, CardSet *cards, Card card) {
    *cards |= set_of(card);
    moves->at[what][card_index(card)] = moves->turn;
}

void mishra_see(MishraMoves *moves, GinEvent event, Card upcard) {
    GinEventKind kind = gin_event_kind(event);
    if (kind == GIN_EVENT_TAKE) note_mishra_move(moves, TAKEN, &moves->taken, event.card);
    if (kind == GIN_EVENT_STOCK && upcard != CARD_NONE) note_mishra_move(moves, DECLINED, &moves->declined, upcard);
    if (kind != GIN_EVENT_DISCARD) return;
    note_mishra_move(moves, DISCARDED, &moves->discarded, event.card);
    if (moves->turn < INT8_MAX) moves->turn++;
}

MishraMoves mishra_moves(const GinView *view) {
    MishraMoves moves = {.turn = 1};
    Card upcard = CARD_NONE;
    for (int i = 0; i < view->log->count; i++) {
        GinEvent event = view->log->event[i];
        if (gin_event_seat(event) != view->seat) mishra_see(&moves, event, upcard);
        if (gin_event_kind(event) == GIN_EVENT_DISCARD) upcard = event.card;
    }
    return moves;
}

static int add_move_turns(const uint8_t at[CARD_COUNT], CardSet cards, int plane, SparseInput *inputs) {
    int count = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest)) {
        int card = card_index(set_first(rest));
        inputs[count++] = (SparseInput){(uint8_t)(plane + card), (int8_t)at[card]};
    }
    return count;
}

int mishra_inputs(const MishraMoves *moves, CardSet hand, CardSet pile, SparseInput inputs[MISHRA_INPUTS]) {
    int count = 0;
    for (CardSet rest = hand | pile; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        inputs[count++] = (SparseInput){(uint8_t)card_index(card), set_has(hand, card) ? 1 : -1};
    }
    count += add_move_turns(moves->at[TAKEN], moves->taken, MISHRA_TAKEN, inputs + count);
    count += add_move_turns(moves->at[DISCARDED], moves->discarded, MISHRA_DISCARDED, inputs + count);
    count += add_move_turns(moves->at[DECLINED], moves->declined, MISHRA_DECLINED, inputs + count);
    return count;
}

static void add_example_row(SparseRows *rows, const GinState *state, const MishraMoves *theirs, Seat us) {
    SparseInput inputs[MISHRA_INPUTS];
    uint8_t held[CARD_COUNT];
    CardSet pile = state->table.buried | (set_of(state->table.upcard) & SET_DECK);
    int count = mishra_inputs(theirs, state->hand[us], pile, inputs), cards = 0;
    for (CardSet rest = state->hand[us ^ 1]; rest; rest = set_rest(rest))
        held[cards++] = (uint8_t)card_index(set_first(rest));
    sparse_add(rows, inputs, count, held, cards);
}

void mishra_rows(SparseRows *rows, const GinHandRecord *hand) {
    const GinLog *log = &hand->history->log;
    MishraMoves moves[GIN_SEATS] = {{.turn = 1}, {.turn = 1}};
    Card upcard = CARD_NONE;
    GinReplay replay;
    gin_replay_start(&replay, hand);
    for (bool more = true; more && replay.at < log->count;) {
        GinEvent next = log->event[replay.at];
        GinEventKind kind = gin_event_kind(next);
        Seat seat = gin_event_seat(next);
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK)
            add_example_row(rows, &replay.state, &moves[seat ^ 1], seat);
        more = gin_replay_step(&replay);
        mishra_see(&moves[seat], next, upcard);
        if (kind == GIN_EVENT_DISCARD) upcard = next.card;
    }
}
