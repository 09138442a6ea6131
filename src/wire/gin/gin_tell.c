// SPDX-License-Identifier: MIT
#include "wire/gin/gin_tell.h"

void gin_tell_deal(GinTeller *teller, Text *text, const GinView *view, uint32_t deal) {
    const GinTable *table = view->table;
    GinNewDeal line = {.deal = deal, .starter = table->starter, .score = {table->score[0], table->score[1]}};
    // Whatever happened first says which card lay there: it was passed or taken.
    Card upcard = view->log->count ? view->log->event[0].card : table->upcard;
    gin_lines_newdeal(text, &line);
    cgp_add_hand(text, view->hand);
    gin_lines_event(text, &(GinLineEvent){.kind = GIN_LINE_UPCARD, .card = upcard});
    *teller = (GinTeller){.seat = view->seat};
}

// What is told of a seat's cards once they are open.
typedef struct Open {
    const GinSplit *melds[2];
    CardSet hand[2];
} Open;

static void tell_since(GinTeller *teller, Text *text, const GinLog *log, const GinDraws *draws, const Open *open) {
    for (; teller->events < log->count; teller->events++) {
        GinEvent event = log->event[teller->events];
        GinLineEvent line = {
            .kind = (GinLineKind)gin_event_kind(event), .seat = gin_event_seat(event), .card = event.card};
        if (line.kind >= GIN_LINE_KNOCK) {
            line.melds = *open->melds[line.seat];
            line.cards = open->hand[line.seat] & ~gin_split_cards(&line.melds);
        }
        gin_lines_event(text, &line);
        if (line.seat != teller->seat || (line.kind != GIN_LINE_STOCK && line.kind != GIN_LINE_TAKE)) continue;
        GinLineEvent drew = {.kind = GIN_LINE_DREW, .card = draws->card[teller->draws++]};
        if (line.kind == GIN_LINE_STOCK) gin_lines_event(text, &drew);
    }
}

void gin_tell_events(GinTeller *teller, Text *text, const GinView *view) {
    Open open = {.melds = {view->knock, view->knock}, .hand = {view->exposed, view->exposed}}; // the opponent's
    tell_since(teller, text, view->log, view->draws, &open);
}

void gin_tell_end(GinTeller *teller, Text *text, const GinState *over, const GinHistory *history, uint16_t score[2]) {
    Open open = {.melds = {&over->melds[0], &over->melds[1]}, .hand = {over->hand[0], over->hand[1]}};
    tell_since(teller, text, &history->log, &history->draws[teller->seat], &open);
    GinEndDeal end = {.result = over->result, .score = {over->table.score[0], over->table.score[1]}};
    if (end.result.end != GIN_CANCELLED) {
        gin_lines_layoffs(text, over);
        end.score[end.result.winner] = (uint16_t)(end.score[end.result.winner] + end.result.points);
    }
    for (int seat = 0; seat < GIN_SEATS; seat++)
        gin_lines_event(text, &(GinLineEvent){.kind = GIN_LINE_HAND, .seat = (Seat)seat, .cards = over->hand[seat]});
    gin_lines_enddeal(text, &end);
    score[0] = end.score[0];
    score[1] = end.score[1];
}
