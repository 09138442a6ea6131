// SPDX-License-Identifier: MIT
#include "wire/hearts/hearts_tell.h"

void hearts_tell_deal(HeartsTeller *teller, Text *text, const HeartsView *view) {
    const HeartsTable *table = view->table;
    HeartsNewDeal line = {.deal = table->deal, .pass = (HeartsPass)table->direction};
    memcpy(line.score, table->score, sizeof line.score);
    hearts_lines_newdeal(text, &line);
    cgp_add_hand(text, (view->start & ~view->received) | (view->received ? view->given : 0));
    *teller = (HeartsTeller){0};
}

// The trick that ends with card number `last` of the log.
static void tell_trick(Text *text, const HeartsView *view, int last) {
    const HeartsLog *log = view->log;
    HeartsLineEvent line = {.kind = HEARTS_LINE_TRICK};
    Card trick[HEARTS_SEATS] = {CARD_NONE, CARD_NONE, CARD_NONE, CARD_NONE};
    CardSet cards = 0;
    for (int i = last - 3; i <= last; i++) {
        trick[log->seat[i]] = log->card[i];
        cards |= set_of(log->card[i]);
    }
    line.seat = hearts_trick_winner(trick, log->seat[last - 3]);
    line.points = (int16_t)hearts_points_of(view->rules, cards);
    hearts_lines_event(text, &line);
}

void hearts_tell_events(HeartsTeller *teller, Text *text, const HeartsView *view) {
    const HeartsLog *log = view->log;
    if (view->received && !teller->passed) {
        hearts_lines_event(text, &(HeartsLineEvent){.kind = HEARTS_LINE_GAVE, .cards = view->given});
        hearts_lines_event(text, &(HeartsLineEvent){.kind = HEARTS_LINE_RECEIVED, .cards = view->received});
        teller->passed = true;
    }
    for (; teller->cards < log->count; teller->cards++) {
        int at = teller->cards;
        HeartsLineEvent line = {.kind = HEARTS_LINE_PLAY, .seat = log->seat[at], .card = log->card[at]};
        hearts_lines_event(text, &line);
        if (at % HEARTS_SEATS == HEARTS_SEATS - 1) tell_trick(text, view, at);
    }
}

void hearts_tell_end(HeartsTeller *teller, Text *text, const HeartsState *over, const HeartsLog *log, Seat seat,
                     int16_t score[HEARTS_SEATS]) {
    HeartsView view = hearts_view(over, log, seat);
    hearts_tell_events(teller, text, &view);
    for (int i = 0; i < HEARTS_SEATS; i++) score[i] = hearts_new_score(over->table.score[i], over->points[i]);
    hearts_lines_enddeal(text, over, score);
}
