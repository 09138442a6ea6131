// SPDX-License-Identifier: MIT
// Gin's lines as the host writes them.
#include "wire/gin/gin_lines.h"

#include <string.h>

static void add_char(Text *text, char letter) { text_add_bytes(text, &letter, 1); }

static void add_card_or_none(Text *text, Card card) {
    if (set_of(card) & SET_DECK)
        cgp_add_card(text, card);
    else
        add_char(text, '-');
}

// ---- Melds and moves ----

void gin_lines_add_melds(Text *text, const GinSplit *melds) {
    bool any = false;
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        if (!melds->meld[i]) continue;
        if (any) add_char(text, '/');
        cgp_add_cards(text, melds->meld[i], 0);
        any = true;
    }
    if (!any) add_char(text, '-');
}

void gin_lines_add_legal(Text *text, const GinLegal *legal) {
    if (legal->pass) text_add(text, " pass");
    if (legal->take) text_add(text, " draw:up");
    if (legal->stock) text_add(text, " draw:stock");
    for (CardSet rest = legal->discards; rest; rest = set_rest(rest)) {
        text_add_bytes(text, " discard:", 9);
        cgp_add_card(text, set_first(rest));
    }
    for (CardSet rest = legal->knocks; rest; rest = set_rest(rest)) {
        text_add_bytes(text, " knock:", 7);
        cgp_add_card(text, set_first(rest));
    }
    if (legal->big_gin) text_add(text, " biggin");
    if (legal->show) text_add(text, " melds");
}

static void add_optional_melds(Text *text, const GinSplit *melds) {
    if (!gin_split_cards(melds)) return;
    text_add(text, " melds ");
    gin_lines_add_melds(text, melds);
}

void gin_lines_add_move(Text *text, const GinAction *action) {
    switch ((GinMove)action->move) {
    case GIN_PASS: text_add(text, "pass"); break;
    case GIN_TAKE: text_add(text, "draw up"); break;
    case GIN_STOCK: text_add(text, "draw stock"); break;
    case GIN_DROP:
        text_add(text, "discard ");
        cgp_add_card(text, action->card);
        break;
    case GIN_KNOCK:
        text_add(text, "knock ");
        cgp_add_card(text, action->card);
        add_optional_melds(text, &action->melds);
        break;
    case GIN_CALL_BIG:
        text_add(text, "biggin");
        add_optional_melds(text, &action->melds);
        break;
    case GIN_SHOW:
        text_add(text, "melds");
        if (!gin_split_cards(&action->melds)) break;
        add_char(text, ' ');
        gin_lines_add_melds(text, &action->melds);
        break;
    case GIN_RESIGN: text_add(text, "resign"); break;
    }
}

// ---- A match and its deals ----

void gin_lines_newmatch(Text *text, const GinRules *rules, Seat you) {
    char name[GIN_RULES_TEXT];
    gin_rules_print(rules, name);
    text_addf(text, "newmatch gin seats 2 you %d rules %s", you, name);
    gin_rules_describe(rules, cgp_add_rule, text);
    add_char(text, '\n');
}

void gin_lines_newdeal(Text *text, const GinNewDeal *deal) {
    text_addf(text, "newdeal %u starter %d scores %u %u\n", deal->deal, deal->starter, deal->score[0], deal->score[1]);
}

static void gin_line_add_loose(Text *text, CardSet cards) {
    text_add(text, " loose ");
    cgp_add_cards(text, cards, ' ');
}

static void add_seat(Text *text, Seat seat) {
    text_add_bytes(text, "ev ", 3);
    add_char(text, (char)('0' + seat));
}

static void gin_line_add_event(Text *text, const GinLineEvent *event) {
    switch (event->kind) {
    case GIN_LINE_PASS: text_add(text, " pass"); break;
    case GIN_LINE_STOCK: text_add(text, " draw stock"); break;
    case GIN_LINE_TAKE:
        text_add(text, " draw up ");
        cgp_add_card(text, event->card);
        break;
    case GIN_LINE_DISCARD:
        text_add(text, " discard ");
        cgp_add_card(text, event->card);
        break;
    case GIN_LINE_KNOCK:
        text_add(text, " knock ");
        cgp_add_card(text, event->card);
        text_add(text, " melds ");
        gin_lines_add_melds(text, &event->melds);
        gin_line_add_loose(text, event->cards);
        break;
    case GIN_LINE_BIG_GIN:
        text_add(text, " biggin melds ");
        gin_lines_add_melds(text, &event->melds);
        break;
    case GIN_LINE_MELDS:
        text_add(text, " melds ");
        gin_lines_add_melds(text, &event->melds);
        gin_line_add_loose(text, event->cards);
        break;
    case GIN_LINE_LAYOFF:
        text_add(text, " layoff ");
        cgp_add_card(text, event->card);
        add_char(text, ' ');
        gin_lines_add_melds(text, &event->melds);
        break;
    case GIN_LINE_HAND:
        text_add(text, " hand ");
        cgp_add_cards(text, event->cards, ' ');
        break;
    case GIN_LINE_UPCARD:
    case GIN_LINE_DREW:
    case GIN_LINE_OTHER: break;
    }
}

void gin_lines_event(Text *text, const GinLineEvent *event) {
    if (event->kind == GIN_LINE_OTHER) return;
    if (event->kind == GIN_LINE_UPCARD || event->kind == GIN_LINE_DREW) {
        text_add(text, event->kind == GIN_LINE_UPCARD ? "ev upcard " : "ev you draw ");
        cgp_add_card(text, event->card);
    } else {
        add_seat(text, event->seat);
        gin_line_add_event(text, event);
    }
    add_char(text, '\n');
}

static bool gin_line_is_run(CardSet meld) { return card_rank(set_first(meld)) != card_rank(set_first(set_rest(meld))); }

// Where a card goes: with the best layoffs to a run rather than a set, with greedy ones to the first meld it fits.
static int meld_for(const GinSplit *melds, Card card, GinLayoff layoff) {
    int found = -1;
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        if (!melds->meld[i] || !gin_is_meld(melds->meld[i] | set_of(card))) continue;
        if (layoff == GIN_LAYOFF_GREEDY || gin_line_is_run(melds->meld[i])) return i;
        if (found < 0) found = i;
    }
    return found;
}

void gin_lines_layoffs(Text *text, const GinState *over) {
    Seat knocker = over->result.knocker;
    GinSplit melds = over->melds[knocker];
    CardSet left = over->result.laid_off;
    for (CardSet rest = left; rest;) {
        Card card = set_first(rest);
        int at = meld_for(&melds, card, (GinLayoff)over->rules->layoff);
        rest = set_rest(rest);
        if (at < 0) continue;
        GinLineEvent event = {.kind = GIN_LINE_LAYOFF, .seat = knocker ^ 1, .card = card, .melds = {{melds.meld[at]}}};
        gin_lines_event(text, &event);
        melds.meld[at] |= set_of(card);
        left &= ~set_of(card);
        rest = left; // a run that grew makes room for a card that did not fit before
    }
}

static const char *const ENDS[] = {"cancelled", "knock", "gin", "biggin", "undercut"};

void gin_lines_add_end(Text *text, const GinResult *result) {
    text_add(text, ENDS[result->end]);
    if (result->end != GIN_CANCELLED) text_addf(text, " winner %d points %d", result->winner, result->points);
    text_addf(text, " deadwood %d %d", result->deadwood[0], result->deadwood[1]);
}

void gin_lines_enddeal(Text *text, const GinEndDeal *end) {
    text_add(text, "enddeal ");
    gin_lines_add_end(text, &end->result);
    text_addf(text, " scores %d %d\n", end->score[0], end->score[1]);
}

void gin_lines_endmatch(Text *text, int winner, const uint16_t score[2], const int32_t totals[2], int faulty,
                        Fault fault) {
    text_add(text, "endmatch");
    if (winner >= 0) text_addf(text, " winner %d", winner);
    text_addf(text, " scores %d %d", score[0], score[1]);
    if (totals) text_addf(text, " totals %d %d", totals[0], totals[1]);
    if (faulty >= 0) {
        text_addf(text, " forfeit %d ", faulty);
        cgp_add_fault(text, fault);
    }
    add_char(text, '\n');
}

// ---- The view line ----

// All cards that came to lie on the pile, oldest first, but for those taken again and its top.
static void add_pile(Text *text, const GinView *view) {
    Card pile[CARD_COUNT];
    int count = 0;
    const GinLog *log = view->log;
    if (log->count && log->event[0].card != CARD_NONE) pile[count++] = log->event[0].card; // the first upcard
    for (int i = 0; i < log->count; i++) {
        GinEventKind kind = gin_event_kind(log->event[i]);
        if (kind == GIN_EVENT_TAKE) count--;
        if (kind == GIN_EVENT_DISCARD || kind == GIN_EVENT_KNOCK) pile[count++] = log->event[i].card;
    }
    if (view->table->upcard != CARD_NONE) count--;
    for (int i = 0; i < count; i++) cgp_add_card(text, pile[i]);
    if (count <= 0) add_char(text, '-');
}

void gin_lines_add_play(Text *text, const GinEvent *event, int count) {
    for (int i = 0; i < count; i++) {
        GinEventKind kind = gin_event_kind(event[i]);
        bool turn_ends = kind == GIN_EVENT_DISCARD || kind == GIN_EVENT_KNOCK || kind == GIN_EVENT_BIG_GIN;
        if (i && !turn_ends) add_char(text, ',');
        add_char(text, "pus-!*="[kind]);
        if (kind == GIN_EVENT_DISCARD || kind == GIN_EVENT_KNOCK) cgp_add_card(text, event[i].card);
    }
    if (!count) add_char(text, '-');
}

static void gin_line_add_draws(Text *text, const GinDraws *draws) {
    for (int i = 0; i < draws->count; i++) cgp_add_card(text, draws->card[i]);
    if (!draws->count) add_char(text, '-');
}

void gin_lines_view(Text *text, const GinView *view, uint32_t deal) {
    static const char *const phases[] = {"offer", "offer", "draw", "discard", "defend", "over"};
    const GinTable *table = view->table;
    text_addf(text, "view gin you %d deal %u starter %d scores %d %d first ", view->seat, deal, table->starter,
              table->score[0], table->score[1]);
    cgp_add_card(text, view->log->count ? view->log->event[0].card : table->upcard); // passed, taken, or still there
    text_addf(text, " phase %s hand ", phases[table->phase]);
    cgp_add_cards(text, view->hand, 0);
    text_add(text, " drawn ");
    add_card_or_none(text, view->drawn);
    text_add(text, " taken ");
    add_card_or_none(text, table->taken);
    text_add(text, " upcard ");
    add_card_or_none(text, table->upcard);
    text_addf(text, " stock %d known ", table->stock);
    cgp_add_cards(text, table->known[view->seat ^ 1], 0);
    text_add(text, " pile ");
    add_pile(text, view);
    text_addf(text, " limit %d factor %d draws ", table->knock_limit, table->factor);
    gin_line_add_draws(text, view->draws);
    text_add(text, " play ");
    gin_lines_add_play(text, view->log->event, view->log->count);
    text_add(text, " melds ");
    gin_lines_add_melds(text, view->knock ? view->knock : &(GinSplit){{0}});
    text_add(text, " loose ");
    cgp_add_cards(text, view->knock ? view->exposed & ~gin_split_cards(view->knock) : 0, 0);
    add_char(text, '\n');
}
