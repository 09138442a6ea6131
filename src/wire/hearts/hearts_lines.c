// SPDX-License-Identifier: MIT
// The lines of Hearts as the host writes them.
#include "wire/hearts/hearts_lines.h"

static void hearts_line_add_scores(Text *text, const int16_t score[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) text_addf(text, " %d", score[seat]);
}

// ---- Moves ----

void hearts_lines_add_legal(Text *text, const HeartsView *view) {
    if (view->table->phase == HEARTS_PASSING) {
        text_addf(text, " pass%d", view->rules->pass_count);
        return;
    }
    for (CardSet rest = hearts_legal_of(view->table, view->rules, view->hand); rest; rest = set_rest(rest)) {
        text_add_bytes(text, " play:", 6);
        cgp_add_card(text, set_first(rest));
    }
}

void hearts_lines_add_move(Text *text, const HeartsAction *action) {
    switch ((HeartsMove)action->move) {
    case HEARTS_GIVE:
        text_add(text, "pass ");
        cgp_add_cards(text, action->give, ' ');
        break;
    case HEARTS_PLAY:
        text_add_bytes(text, "play ", 5);
        cgp_add_card(text, action->card);
        break;
    case HEARTS_RESIGN: text_add(text, "resign"); break;
    }
}

// ---- A match and its deals ----

void hearts_lines_newmatch(Text *text, const HeartsRules *rules, Seat you) {
    char name[HEARTS_RULES_TEXT];
    hearts_rules_print(rules, name);
    text_addf(text, "newmatch hearts seats 4 you %d rules %s", you, name);
    hearts_rules_describe(rules, cgp_add_rule, text);
    text_add(text, "\n");
}

const char *hearts_lines_pass(HeartsPass pass) {
    static const char *const ways[] = {
        [HEARTS_PASS_NONE] = "hold",
        [HEARTS_PASS_LEFT] = "left",
        [HEARTS_PASS_RIGHT] = "right",
        [HEARTS_PASS_ACROSS] = "across",
    };
    return ways[pass];
}

void hearts_lines_newdeal(Text *text, const HeartsNewDeal *deal) {
    text_addf(text, "newdeal %u pass %s scores", deal->deal, hearts_lines_pass(deal->pass));
    hearts_line_add_scores(text, deal->score);
    text_add(text, "\n");
}

void hearts_lines_event(Text *text, const HeartsLineEvent *event) {
    char seat = (char)('0' + event->seat);
    switch (event->kind) {
    case HEARTS_LINE_GAVE:
    case HEARTS_LINE_RECEIVED:
        text_add(text, event->kind == HEARTS_LINE_GAVE ? "ev you pass " : "ev received ");
        cgp_add_cards(text, event->cards, ' ');
        break;
    case HEARTS_LINE_PLAY:
        text_add_bytes(text, "ev ", 3);
        text_add_bytes(text, &seat, 1);
        text_add_bytes(text, " play ", 6);
        cgp_add_card(text, event->card);
        break;
    case HEARTS_LINE_TRICK: text_addf(text, "ev trick %c %d", seat, event->points); break;
    case HEARTS_LINE_OTHER: return;
    }
    text_add_bytes(text, "\n", 1);
}

void hearts_lines_enddeal(Text *text, const HeartsState *over, const int16_t score[HEARTS_SEATS]) {
    if (over->moon >= 0)
        text_addf(text, "enddeal moon shooter %d", over->moon);
    else
        text_add(text, "enddeal played");
    text_add(text, " points");
    hearts_line_add_scores(text, over->points);
    text_add(text, " scores");
    hearts_line_add_scores(text, score);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (!over->fault[seat]) continue;
        text_addf(text, " fault %d ", seat);
        cgp_add_fault(text, (Fault)over->fault[seat]);
    }
    text_add(text, "\n");
}

void hearts_lines_endmatch(Text *text, const int16_t score[HEARTS_SEATS]) {
    int16_t lowest = score[0];
    for (int seat = 1; seat < HEARTS_SEATS; seat++)
        if (score[seat] < lowest) lowest = score[seat];
    text_add(text, "endmatch winner");
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (score[seat] == lowest) text_addf(text, " %d", seat);
    text_add(text, " scores");
    hearts_line_add_scores(text, score);
    text_add(text, "\n");
}

// ---- The view line ----

static void add_list(Text *text, const char *key, const Card *cards, int count) {
    text_addf(text, " %s ", key);
    for (int i = 0; i < count; i++) cgp_add_card(text, cards[i]);
    if (!count) text_add(text, "-");
}

static void hearts_line_add_cards(Text *text, const char *key, CardSet cards) {
    text_addf(text, " %s ", key);
    cgp_add_cards(text, cards, 0);
}

void hearts_lines_view(Text *text, const HeartsView *view) {
    const HeartsTable *table = view->table;
    const HeartsLog *log = view->log;
    text_addf(text, "view hearts you %d deal %u pass %s scores", view->seat, table->deal,
              hearts_lines_pass((HeartsPass)table->direction));
    hearts_line_add_scores(text, table->score);
    text_addf(text, " phase %s", table->phase == HEARTS_PASSING ? "pass" : "play");
    hearts_line_add_cards(text, "hand", view->hand);
    hearts_line_add_cards(text, "start", view->start);
    hearts_line_add_cards(text, "given", view->given);
    hearts_line_add_cards(text, "received", view->received);
    text_addf(text, " tricks %d leader %d", table->tricks, table->leader);
    add_list(text, "trick", log->card + log->count - table->on_table, table->on_table);
    text_addf(text, " broken %s taken ", table->broken ? "yes" : "no");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (seat) text_add(text, "/");
        cgp_add_cards(text, table->taken[seat], 0);
    }
    add_list(text, "play", log->card, log->count);
    text_add(text, "\n");
}
