// SPDX-License-Identifier: MIT
// An analysis of gin as a page.
#include <inttypes.h>

#include "analysis/analysis_page.h"
#include "analysis/gin/analysis_report.h"
#include "report/page.h"

static void html_add_hand(Text *text, CardSet hand) {
    GinSplit split = gin_best_split(hand);
    for (int i = 0; i < GIN_MAX_MELDS && split.meld[i]; i++) {
        text_add(text, "<span class=\"meld\">");
        words_cards(text, card_html, split.meld[i]);
        text_add(text, "</span>");
    }
    words_cards(text, card_html, hand & ~gin_split_cards(&split));
}

// The chance to win as the hand went on, from seat 0's side: before the deal, at each decision, after the end.
static void add_curve(Text *text, const AnalysisHand *hand) {
    double win[GIN_MAX_ACTIONS + 2];
    int count = 0;
    win[count++] = 100 * hand->seat[0].expected.win;
    for (int i = 0; i < hand->count; i++) {
        const AnalysisStep *at = &hand->step[i];
        win[count++] = 100 * (at->seat == 0 ? at->verdict.actual.win : 1 - at->verdict.actual.win);
    }
    win[count++] = 100 * hand->seat[0].result.win;
    analysis_page_curve(text, "chance to win", win, count);
}

static void html_add_guess(Text *text, const AnalysisStep *step) {
    Card guess[ANALYSIS_GUESSES];
    int count = analysis_guess(step, guess);
    text_add(text, "<div>Opponent held ");
    html_add_hand(text, step->opponent);
    text_add(text, "</div><div>Most likely then: ");
    if (!count) text_add(text, "no card more than another");
    for (int i = 0; i < count; i++) {
        bool held = set_has(step->opponent, guess[i]);
        text_add(text, held ? " <u>" : " ");
        card_html(text, guess[i]);
        text_addf(text, "%s&nbsp;%.0f%%", held ? "</u>" : "",
                  100 * (double)step->verdict.probability[card_index(guess[i])]);
    }
    text_add(text, "</div>");
}

static void add_candidates(Text *text, const AnalysisHand *hand, const AnalysisStep *step) {
    const GinVerdict *verdict = &step->verdict;
    for (int i = 0; i < verdict->count && i < 4; i++) {
        const GinCandidate *candidate = &verdict->candidate[i];
        text_add(text, "<div>");
        words_move(text, card_html, &step->table, &candidate->action);
        if (i)
            text_addf(text, ", %.1f &plusmn; %.1f points behind", candidate->behind.points,
                      candidate->behind_error.points);
        text_add(text, ": ");
        analysis_add_reasons(text, card_html, hand, step, &candidate->action);
        words_champion(text, candidate);
        text_add(text, "</div>");
    }
}

static void html_add_step(Text *text, const AnalysisHand *hand, const AnalysisStep *step) {
    const GinVerdict *verdict = &step->verdict;
    bool bad = step->grade != GRADE_FINE;
    text_addf(text, "<tr><td class=\"n\">%d</td><td>", step->turn);
    lab_escape(text, hand->record->player[step->seat]);
    text_add(text, "</td><td>");
    words_move(text, card_html, &step->table, &step->played);
    if (bad) {
        text_addf(text, " <span class=\"g %s\">%s</span><br>better: ", analysis_grade_name(step->grade),
                  analysis_grade_name(step->grade));
        words_move(text, card_html, &step->table, &verdict->candidate[0].action);
    }
    text_add(text, "<details><summary>");
    text_add(text, bad ? "why, and what the opponent held" : "more");
    text_add(text, "</summary>");
    add_candidates(text, hand, step);
    html_add_guess(text, step);
    text_add(text, "</details></td><td>");
    html_add_hand(text, step->hand);
    text_add(text, "</td><td>");
    if (step->table.upcard != CARD_NONE) card_html(text, step->table.upcard);
    text_add(text, "</td><td class=\"n\">");
    if (bad)
        text_addf(text, "%.1f &plusmn; %.1f<br><span class=\"soft\">%.1f%%</span>", verdict->cost.points,
                  verdict->gap_error.points, 100 * verdict->cost.win);
    text_add(text, "</td><td class=\"n\">");
    words_points(text, step->luck.points);
    text_addf(text, "</td><td class=\"n\">%.0f%%</td></tr>\n", 100 * verdict->best.win);
}

static void add_ending(Text *text, const GinRecord *record) {
    static const char *const ends[] = {"cancelled", "knock", "gin", "big gin", "undercut"};
    if (record->faulty >= 0) {
        text_add(text, "forfeited by ");
        lab_escape(text, record->player[record->faulty]);
    } else if (record->unfinished) {
        text_add(text, "unfinished");
    } else if (record->result.end == GIN_CANCELLED) {
        text_add(text, "cancelled");
    } else {
        text_addf(text, "%s, ", ends[record->result.end]);
        lab_escape(text, record->player[record->result.winner]);
        text_addf(text, " scores %d", record->result.points);
    }
}

void analysis_html_hand(Text *body, const AnalysisHand *hand) {
    const GinRecord *record = hand->record;
    text_addf(body, "<h2>Game %" PRIu64 ", hand %" PRIu32 ": ", record->game, record->hand);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        lab_escape(body, record->player[seat]);
        text_addf(body, " %d%s", record->score[seat], seat ? "" : ", ");
    }
    text_add(body, "; ");
    add_ending(body, record);
    text_add(body, "</h2>\n<p class=\"soft\">");
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        if (!hand->seat[seat].judged) continue;
        lab_escape(body, record->player[seat]);
        text_addf(body, ": %.1f%% &rarr; %.1f%% to win, skill %+.1f, luck %+.1f points. ",
                  100 * hand->seat[seat].expected.win, 100 * hand->seat[seat].result.win, hand->seat[seat].skill.points,
                  hand->seat[seat].luck.points);
    }
    text_add(body, "The line is the chance of ");
    lab_escape(body, record->player[0]);
    text_add(body, " to win.</p>\n");
    add_curve(body, hand);
    text_add(body, "<div class=\"wide\"><table><thead><tr><th class=\"n\">turn</th><th>player</th><th>move</th><th>hand"
                   "</th><th>upcard</th><th class=\"n\">cost</th><th class=\"n\">luck</th><th class=\"n\">to win</th>"
                   "</tr></thead><tbody>\n");
    for (int i = 0; i < hand->count; i++) html_add_step(body, hand, &hand->step[i]);
    text_add(body, "</tbody></table></div>\n");
}

static void html_add_worth_row(Text *text, const char *label, GinWorth worth) {
    text_addf(text, "<dt>%s</dt><dd>", label);
    words_points(text, worth.points);
    text_add(text, "</dd><dd>");
    words_points(text, 100 * worth.win);
    text_add(text, "%</dd>");
}

static void html_add_player(Text *text, const char *name, const AnalysisSeat *seat) {
    text_add(text, "<section><h2>");
    lab_escape(text, name);
    text_add(text, "</h2><p>");
    words_grades(text, seat->grade);
    text_addf(text, " in %d decisions; luck ", seat->decisions);
    words_points(text, seat->luck.points);
    text_add(text, " points.</p><dl><dt></dt><dd class=\"soft\">points</dd><dd class=\"soft\">to win</dd>");
    html_add_worth_row(text, "cost against the best moves", seat->cost);
    html_add_worth_row(text, "skill, above the judge's player", seat->skill);
    html_add_worth_row(text, "luck", seat->luck);
    for (int i = 0; i < LUCKS; i++) {
        static const char *const labels[LUCKS] = {"&ensp;of the deal", "&ensp;of draws from the stock",
                                                  "&ensp;of what the opponent did", "&ensp;of what a knock met"};
        html_add_worth_row(text, labels[i], seat->from[i]);
    }
    text_add(text, "</dl></section>\n");
}

void analysis_html_page(Text *page, const char *title, const AnalysisPlan *plan, const char *const *names,
                        const AnalysisTotal *totals, int count, const Text *body) {
    analysis_page_begin(page, title);
    text_add(page, "<p class=\"soft\">Judged by ");
    lab_escape(page, plan->judge);
    text_add(page, ", hands guessed by ");
    lab_escape(page, plan->estimator);
    text_addf(
        page,
        ", %d worlds a decision, seed %" PRIu64
        ". Cost and luck are in points; &plusmn; is one standard error. An inaccuracy costs at least %g%%, a "
        "mistake %g%%, a blunder %g%% of the chance to win the game. Cards underlined in a guess were held.</p>\n",
        plan->worlds, plan->seed, 100 * analysis_threshold[GRADE_INACCURACY], 100 * analysis_threshold[GRADE_MISTAKE],
        100 * analysis_threshold[GRADE_BLUNDER]);
    text_add(page, "<div class=\"who\">\n");
    for (int i = 0; i < count; i++)
        if (totals[i].hands) html_add_player(page, names[i], &totals[i].sum);
    text_add(page, "</div>\n");
    if (body->data) text_add(page, body->data);
    analysis_page_end(page);
}
