// SPDX-License-Identifier: MIT
#include "analysis/gin/analysis_words.h"

#include <math.h>

void card_letters(Text *text, Card card) {
    char plain[CARD_TEXT];
    card_print(card, plain);
    text_add(text, plain);
}

void card_symbol(Text *text, Card card) {
    static const char *const suits[CARD_SUITS] = {"♣", "♦", "♥", "♠"};
    char plain[CARD_TEXT];
    card_print(card, plain);
    if (card == CARD_NONE)
        text_add(text, plain);
    else
        text_addf(text, "%c%s", plain[0], suits[card_suit(card)]);
}

void card_colour(Text *text, Card card) {
    bool red = card != CARD_NONE && (card_suit(card) == 1 || card_suit(card) == 2);
    text_add(text, red ? "\x1B[31m" : "\x1B[1m");
    card_symbol(text, card);
    text_add(text, red ? "\x1B[39m" : "\x1B[22m");
}

static bool add_spaced_cards(Text *text, CardWriter write, CardSet cards, bool space) {
    for (; cards; cards = set_rest(cards), space = true) {
        if (space) text_add(text, " ");
        write(text, set_first(cards));
    }
    return space;
}

void words_cards(Text *text, CardWriter write, CardSet cards) {
    bool space = false;
    for (int rank = 0; rank < CARD_RANKS; rank++) space = add_spaced_cards(text, write, cards & set_rank(rank), space);
}

void words_hand(Text *text, CardWriter write, CardSet hand) {
    GinSplit split = gin_best_split(hand);
    for (int i = 0; i < GIN_MAX_MELDS && split.meld[i]; i++) {
        text_add(text, i ? " [" : "[");
        add_spaced_cards(text, write, split.meld[i], false);
        text_add(text, "]");
    }
    CardSet melded = gin_split_cards(&split);
    if (melded && hand != melded) text_add(text, " ");
    words_cards(text, write, hand & ~melded);
}

void words_move(Text *text, CardWriter write, const GinTable *table, const GinAction *action) {
    static const char *const verbs[] = {
        [GIN_PASS] = "pass",           [GIN_TAKE] = "take ",        [GIN_STOCK] = "draw from the stock",
        [GIN_DROP] = "discard ",       [GIN_KNOCK] = "knock with ", [GIN_CALL_BIG] = "call big gin",
        [GIN_SHOW] = "show the melds", [GIN_RESIGN] = "resign",
    };
    text_add(text, verbs[action->move]);
    if (action->move == GIN_TAKE) write(text, table->upcard);
    if (action->move == GIN_DROP || action->move == GIN_KNOCK) write(text, action->card);
}

static int words_in_hundred(double chance) { return (int)lround(100 * chance); }

static void add_deadwood_reason(Text *text, const GinReasons *reasons) {
    if (reasons->after == reasons->before)
        text_addf(text, "deadwood stays %d", reasons->after);
    else
        text_addf(text, "deadwood %d to %d", reasons->before, reasons->after);
}

static void add_outs(Text *text, const GinReasons *reasons) {
    text_addf(text, "%d of %d cards help", reasons->outs, reasons->unseen);
}

static void knock_reasons(Text *text, const GinReasons *reasons) {
    if (reasons->after == 0)
        text_addf(text, "gin, about %.0f points", reasons->points);
    else
        text_addf(text, "%d against about %.0f: %+.0f points, undercut %d%%", reasons->after, reasons->theirs,
                  reasons->points, words_in_hundred(reasons->undercut));
}

static void take_reasons(Text *text, CardWriter write, const GinReasons *reasons) {
    if (reasons->meld) {
        text_add(text, "makes ");
        add_spaced_cards(text, write, reasons->meld, false);
        text_add(text, ", ");
    } else {
        text_add(text, "makes no meld, ");
    }
    add_deadwood_reason(text, reasons);
    text_add(text, ", in the open");
}

void words_reasons(Text *text, CardWriter write, const GinAction *action, const GinReasons *reasons) {
    switch ((GinMove)action->move) {
    case GIN_TAKE: take_reasons(text, write, reasons); return;
    case GIN_PASS:
    case GIN_STOCK: add_outs(text, reasons); return;
    case GIN_KNOCK: knock_reasons(text, reasons); return;
    case GIN_CALL_BIG: text_add(text, "all eleven cards are melded"); return;
    case GIN_DROP: break;
    case GIN_SHOW:
    case GIN_RESIGN: return;
    }
    if (reasons->broken) {
        text_add(text, "breaks ");
        add_spaced_cards(text, write, reasons->broken, false);
        text_add(text, ", ");
    }
    text_addf(text, "leaves %d, ", reasons->after);
    add_outs(text, reasons);
    text_addf(text, ", wanted %d%%", words_in_hundred(reasons->wanted));
}

void words_champion(Text *text, const GinCandidate *candidate) {
    if (candidate->policy < 0) return;
    text_addf(text, "; %.1f%% to win, the champion plays it in %d of 100", 100 * candidate->worth.win,
              words_in_hundred(candidate->policy));
}

static void add_counted(Text *text, int number, const char *one) {
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (number < (int)(sizeof words / sizeof *words))
        text_add(text, words[number]);
    else
        text_addf(text, "%d", number);
    size_t length = 0;
    while (one[length]) length++;
    if (number == 1)
        text_addf(text, " %s", one);
    else if (one[length - 1] == 'y')
        text_addf(text, " %.*sies", (int)length - 1, one);
    else
        text_addf(text, " %ss", one);
}

void words_grades(Text *text, const int grade[GRADES]) {
    int kinds = 0, said = 0;
    for (int i = GRADE_INACCURACY; i < GRADES; i++) kinds += grade[i] > 0;
    if (!kinds) {
        text_add(text, "no mistakes");
        return;
    }
    for (int i = GRADE_BLUNDER; i >= GRADE_INACCURACY; i--) {
        if (!grade[i]) continue;
        if (said) text_add(text, said == kinds - 1 ? " and " : ", ");
        add_counted(text, grade[i], analysis_grade_name((AnalysisGrade)i));
        said++;
    }
}

void words_points(Text *text, double points) {
    if (fabs(points) < 0.05) points = 0; // no "-0.0"
    text_addf(text, points == 0 ? "%.1f" : "%+.1f", points);
}

void words_summary(Text *text, const char *name, const AnalysisSeat *seat) {
    text_addf(text, "%s: ", name);
    words_grades(text, seat->grade);
    text_addf(text, " in %d decision%s", seat->decisions, seat->decisions == 1 ? "" : "s");
    if (seat->cost.points != 0 || seat->cost.win != 0)
        text_addf(text, ", cost %.1f points and %.1f%% of the game", seat->cost.points, 100 * seat->cost.win);
    text_add(text, "; skill ");
    words_points(text, seat->skill.points);
    text_add(text, " points; luck ");
    words_points(text, seat->luck.points);
    text_add(text, " points, ");
    words_points(text, 100 * seat->luck.win);
    text_add(text, "%");
}
