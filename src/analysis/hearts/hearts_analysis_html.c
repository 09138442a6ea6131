// SPDX-License-Identifier: MIT
// Judged hands of Hearts as a page.
#include <inttypes.h>
#include <math.h>

#include "analysis/analysis_page.h"
#include "analysis/hearts/hearts_analysis.h"
#include "report/page.h"

enum { SHOWN = 5 }; // choices of a decision

static void html_add_name(Text *text, const HeartsRecord *record, int seat) {
    Text name = {0};
    hearts_analysis_name(&name, record, seat);
    lab_escape(text, name.data);
    text_free(&name);
}

// What lay on the table, in the order it fell.
static void html_add_trick(Text *text, const HeartsRecord *record, const HeartsStep *step) {
    int card = step->action - hearts_record_passes(record);
    for (int i = step->trick ? card % HEARTS_SEATS : 0; i > 0; i--) {
        card_html(text, record->action[step->action - i].card);
        text_add(text, i > 1 ? " " : "");
    }
}

static void add_choices(Text *text, const HeartsVerdict *verdict) {
    for (int i = 0; i < verdict->count; i++) {
        const HeartsChoice *choice = &verdict->choice[i];
        if (i >= SHOWN && i != verdict->played) continue;
        text_add(text, "<div>");
        hearts_analysis_choice(text, card_html, choice);
        text_addf(text, ": %.1f points to expect", choice->points);
        if (i) text_addf(text, ", %+.1f &plusmn; %.1f against the first", choice->behind, choice->behind_error);
        if (choice->card != CARD_NONE)
            text_addf(text, "; takes the trick in %.0f%% of the worlds, ends with the queen in %.0f%%",
                      100 * choice->takes, 100 * choice->queen);
        if (choice->against > 0) text_addf(text, ", another shoots the moon in %.0f%%", 100 * choice->against);
        text_add(text, "</div>");
    }
}

// Three hands that the seat could not see.
static void html_add_others(Text *text, const HeartsRecord *record, const HeartsStep *step) {
    HeartsState state;
    hearts_record_deal(record, &state, NULL);
    for (int i = 0; i < step->action; i++) hearts_apply(&state, NULL, &record->action[i]);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (seat == step->seat) continue;
        text_add(text, "<div>");
        html_add_name(text, record, seat);
        text_add(text, " held ");
        hearts_analysis_choice(text, card_html, &(HeartsChoice){.card = CARD_NONE, .give = state.hand[seat]});
        text_add(text, "</div>");
    }
}

static void html_add_hearts_step(Text *text, const HeartsAnalysis *hand, const HeartsStep *step) {
    const HeartsRecord *record = hand->record;
    const HeartsVerdict *verdict = &step->verdict;
    bool bad = step->grade != GRADE_FINE;
    if (step->trick)
        text_addf(text, "<tr><td class=\"n\">%d</td><td>", step->trick);
    else
        text_add(text, "<tr><td class=\"n\">pass</td><td>");
    html_add_name(text, record, step->seat);
    text_add(text, "</td><td>");
    html_add_trick(text, record, step);
    text_add(text, "</td><td>");
    hearts_analysis_choice(text, card_html, &verdict->choice[verdict->played]);
    if (bad) {
        text_addf(text, " <span class=\"g %s\">%s</span><br>better: ", analysis_grade_name(step->grade),
                  analysis_grade_name(step->grade));
        hearts_analysis_choice(text, card_html, &verdict->choice[0]);
    }
    text_addf(text, "<details><summary>%s</summary>", bad ? "why, and what the others held" : "more");
    add_choices(text, verdict);
    html_add_others(text, record, step);
    text_add(text, "</details></td><td>");
    hearts_analysis_choice(text, card_html, &(HeartsChoice){.card = CARD_NONE, .give = step->hand});
    text_addf(text, "</td><td class=\"n\">%.1f</td><td class=\"n\">", verdict->choice[verdict->played].points);
    if (step->cost > 0)
        text_addf(text, "%.1f &plusmn; %.1f", step->cost, verdict->choice[verdict->played].behind_error);
    text_add(text, "</td><td class=\"n\">");
    if (hand->account.made) words_points(text, hand->account.luck[step->action]);
    text_add(text, "</td></tr>\n");
}

// Where the points came from, and the points each of the judged was to take as the hand went on, all cards known.
static void add_account(Text *text, const HeartsAnalysis *hand) {
    const HeartsRecord *record = hand->record;
    if (!hand->account.made) {
        text_addf(text, "<p class=\"soft\">%s, so there is no account of luck.</p>\n",
                  record->unfinished ? "The hand is unfinished" : "A seat was taken out of the hand");
        return;
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        const HeartsBook *book = &hand->seat[seat].book;
        if (!hand->seat[seat].judged) continue;
        text_add(text, "<p class=\"soft\">");
        html_add_name(text, record, seat);
        text_addf(text,
                  ": %.1f &rarr; %.0f points; skill %+.1f, the others' %+.1f, luck %+.1f. The line is what it was to "
                  "take, from 0 at the bottom to %d.</p>\n",
                  book->expected, book->result, book->skill, book->others, book->luck,
                  hearts_all_points(&record->rules));
        double points[HEARTS_MAX_ACTIONS + 2] = {book->expected};
        int count = 1;
        for (int i = 0; i <= record->actions; i++) points[count++] = hand->account.worth[i][seat];
        for (int i = 0; i < count; i++) points[i] *= 100.0 / hearts_all_points(&record->rules);
        analysis_page_curve(text, "points to take", points, count);
    }
}

void hearts_analysis_html_hand(Text *body, const HeartsAnalysis *hand) {
    const HeartsRecord *record = hand->record;
    text_addf(body, "<h2>Game %" PRIu64 ", hand %" PRIu32 ": ", record->game, record->hand);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        text_add(body, seat ? ", " : "");
        html_add_name(body, record, seat);
        if (!record->unfinished) text_addf(body, " took %d", record->points[seat]);
    }
    text_add(body, "</h2>\n");
    add_account(body, hand);
    text_add(
        body,
        "<div class=\"wide\"><table><thead><tr><th class=\"n\">trick</th><th>player</th><th>on the table"
        "</th><th>card</th><th>hand</th><th class=\"n\">to expect</th><th class=\"n\">cost</th><th class=\"n\">luck</th>"
        "</tr></thead>"
        "<tbody>\n");
    for (int i = 0; i < hand->count; i++) html_add_hearts_step(body, hand, &hand->step[i]);
    text_add(body, "</tbody></table></div>\n");
}

static void html_add_points_row(Text *text, const char *label, double points) {
    text_addf(text, "<dt>%s</dt><dd></dd><dd>", label);
    words_points(text, points);
    text_add(text, "</dd>");
}

static void html_add_hearts_player(Text *text, const char *name, const HeartsSeatSum *sum) {
    text_add(text, "<section><h2>");
    lab_escape(text, name);
    text_add(text, "</h2><p>");
    words_grades(text, sum->grade);
    text_addf(text, " in %d decisions.</p><dl><dt>points in %d hand%s</dt><dd></dd><dd>%d</dd>", sum->decisions,
              sum->hands, sum->hands == 1 ? "" : "s", sum->points);
    text_addf(text, "<dt>cost against the best cards</dt><dd></dd><dd>%.1f &plusmn; %.1f</dd>", sum->cost,
              sqrt(sum->variance));
    if (sum->book.hands) {
        static const char *const labels[HEARTS_LUCKS] = {"&ensp;of the deal", "&ensp;of how cards lay, own choices",
                                                         "&ensp;of how they lay, others' choices"};
        html_add_points_row(text, "fewer points than usual", sum->book.expected - sum->book.result);
        html_add_points_row(text, "skill, above the plain player", sum->book.skill);
        html_add_points_row(text, "what the others' skill did", sum->book.others);
        html_add_points_row(text, "luck", sum->book.luck);
        for (int i = 0; i < HEARTS_LUCKS; i++) html_add_points_row(text, labels[i], sum->book.from[i]);
    }
    text_add(text, "</dl></section>\n");
}

void hearts_analysis_html_page(Text *page, const HeartsAnalysisPlan *plan, char *const *names,
                               const HeartsSeatSum *sums, int count, const Text *body) {
    analysis_page_begin(page, "Hearts, looked at again");
    text_addf(
        page,
        "<p class=\"soft\">Judged by looking to the end of the trick in %d worlds a decision (%s), seed %" PRIu64
        ". Costs are in points of the hand; &plusmn; is one standard error. An inaccuracy costs at least %g, a "
        "mistake %g, a blunder %g points. Skill and luck are points to the good: fewer to take.</p>\n<div class=\"who\">\n",
        plan->worlds, HEARTS_JUDGE_EVALUATION, plan->seed, hearts_analysis_threshold[GRADE_INACCURACY],
        hearts_analysis_threshold[GRADE_MISTAKE], hearts_analysis_threshold[GRADE_BLUNDER]);
    for (int i = 0; i < count; i++)
        if (sums[i].judged) html_add_hearts_player(page, names[i], &sums[i]);
    text_add(page, "</div>\n");
    if (body->data) text_add(page, body->data);
    analysis_page_end(page);
}
