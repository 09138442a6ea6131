// SPDX-License-Identifier: MIT
#include "gin/players/mishra/mishra_examples.h"

enum { TAKEN, DISCARDED, DECLINED };

static void note_mishra_deed(MishraDeeds *deeds, int what, CardSet *cards, Card card) {
    *cards |= set_of(card);
    deeds->at[what][card_index(card)] = deeds->turn;
}

void mishra_see(MishraDeeds *deeds, GinEvent event, Card upcard) {
    GinEventKind kind = gin_event_kind(event);
    if (kind == GIN_EVENT_TAKE) note_mishra_deed(deeds, TAKEN, &deeds->taken, event.card);
    if (kind == GIN_EVENT_STOCK && upcard != CARD_NONE) note_mishra_deed(deeds, DECLINED, &deeds->declined, upcard);
    if (kind != GIN_EVENT_DISCARD) return;
    note_mishra_deed(deeds, DISCARDED, &deeds->discarded, event.card);
    if (deeds->turn < INT8_MAX) deeds->turn++;
}

MishraDeeds mishra_deeds(const GinView *view) {
    MishraDeeds deeds = {.turn = 1};
    Card upcard = CARD_NONE;
    for (int i = 0; i < view->log->count; i++) {
        GinEvent event = view->log->event[i];
        if (gin_event_seat(event) != view->seat) mishra_see(&deeds, event, upcard);
        if (gin_event_kind(event) == GIN_EVENT_DISCARD) upcard = event.card;
    }
    return deeds;
}

static int add_deed_turns(const uint8_t at[CARD_COUNT], CardSet cards, int plane, SparseInput *inputs) {
    int count = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest)) {
        int card = card_index(set_first(rest));
        inputs[count++] = (SparseInput){(uint8_t)(plane + card), (int8_t)at[card]};
    }
    return count;
}

int mishra_inputs(const MishraDeeds *deeds, CardSet hand, CardSet pile, SparseInput inputs[MISHRA_INPUTS]) {
    int count = 0;
    for (CardSet rest = hand | pile; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        inputs[count++] = (SparseInput){(uint8_t)card_index(card), set_has(hand, card) ? 1 : -1};
    }
    count += add_deed_turns(deeds->at[TAKEN], deeds->taken, MISHRA_TAKEN, inputs + count);
    count += add_deed_turns(deeds->at[DISCARDED], deeds->discarded, MISHRA_DISCARDED, inputs + count);
    count += add_deed_turns(deeds->at[DECLINED], deeds->declined, MISHRA_DECLINED, inputs + count);
    return count;
}

static void add_example_row(SparseRows *rows, const GinState *state, const MishraDeeds *theirs, Seat us) {
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
    MishraDeeds deeds[GIN_SEATS] = {{.turn = 1}, {.turn = 1}};
    Card upcard = CARD_NONE;
    GinReplay replay;
    gin_replay_start(&replay, hand);
    for (bool more = true; more && replay.at < log->count;) {
        GinEvent next = log->event[replay.at];
        GinEventKind kind = gin_event_kind(next);
        Seat seat = gin_event_seat(next);
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK)
            add_example_row(rows, &replay.state, &deeds[seat ^ 1], seat);
        more = gin_replay_step(&replay);
        mishra_see(&deeds[seat], next, upcard);
        if (kind == GIN_EVENT_DISCARD) upcard = next.card;
    }
}
