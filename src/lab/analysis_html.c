// SPDX-License-Identifier: MIT
// An analysis as a page: everything in one file, nothing loaded from anywhere, no scripts.
#include <inttypes.h>

#include "lab/analysis_report.h"
#include "lab/lab.h"

static const char STYLE[] =
    ":root{color-scheme:light dark;--paper:#f7f6f2;--sheet:#fff;--ink:#1d1f23;--soft:#646a73;--line:#e2dfd7;--red:#c02626;"
    "--felt:#1f6f54;--i:#7a5200;--i-bg:#fbf0d3;--m:#a13a00;--m-bg:#fbe1d3;--b:#a30f2d;--b-bg:#fbd9de}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#141619;--sheet:#1c1f23;--ink:#e7e5e0;--soft:#a0a6af;--line:#33373d;"
    "--red:#ff7b72;--felt:#6fc7a3;--i:#f1c766;--i-bg:#392d10;--m:#ffab80;--m-bg:#43210f;--b:#ff9aa8;--b-bg:#4a1420}}\n"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"
    "-apple-system,\"Segoe UI\",Roboto,\"Liberation Sans\",sans-serif}\n"
    "main{max-width:66rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}h1{font-size:1.9rem;margin:0 0 .3rem}"
    "h2{font-size:1.15rem;margin:2.5rem 0 .4rem}p{margin:.4rem 0;max-width:46rem}.soft{color:var(--soft);font-size:.92rem}\n"
    ".who{display:grid;grid-template-columns:repeat(auto-fit,minmax(19rem,1fr));gap:1rem;margin:1.5rem 0}"
    ".who section{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:1rem 1.2rem}"
    ".who h2{margin:0 0 .3rem}.who dl{display:grid;grid-template-columns:1fr auto auto;gap:.15rem 1rem;margin:.8rem 0 0;"
    "font-variant-numeric:tabular-nums}dt{color:var(--soft)}dd{margin:0;text-align:right}\n"
    ".wide{overflow-x:auto;background:var(--sheet);border:1px solid var(--line);border-radius:12px;margin:.6rem 0}"
    "table{border-collapse:collapse;width:100%;font-size:.93rem}th,td{text-align:left;vertical-align:top;padding:.45rem .7rem;"
    "border-top:1px solid var(--line)}thead th{border-top:0;color:var(--soft);font-weight:600;font-size:.82rem}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "b.c{font-weight:600;white-space:nowrap}b.r{color:var(--red)}.meld{border:1px solid var(--line);border-radius:6px;"
    "padding:.05rem .35rem;margin-right:.3rem;white-space:nowrap;display:inline-block}"
    "u{text-decoration:none;border-bottom:2px solid var(--felt)}\n"
    ".g{display:inline-block;border-radius:1rem;padding:0 .55rem;font-size:.82rem;font-weight:600}"
    ".inaccuracy{color:var(--i);background:var(--i-bg)}.mistake{color:var(--m);background:var(--m-bg)}"
    ".blunder{color:var(--b);background:var(--b-bg)}\n"
    "details summary{cursor:pointer;color:var(--soft);font-size:.88rem}details div{font-size:.9rem;margin:.2rem 0}"
    "svg{display:block;width:100%;height:4.5rem;margin:.3rem 0}svg path{fill:none;stroke:var(--felt);stroke-width:2;"
    "vector-effect:non-scaling-stroke}svg line{stroke:var(--line);vector-effect:non-scaling-stroke}"
    "@media print{body{background:#fff}.wide{break-inside:avoid}}\n";

static void card_html(Text *text, Card card) {
    bool red = card != CARD_NONE && (card_suit(card) == 1 || card_suit(card) == 2);
    text_add(text, red ? "<b class=\"c r\">" : "<b class=\"c\">");
    card_symbol(text, card);
    text_add(text, "</b>");
}

static void add_hand(Text *text, CardSet hand) {
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
    double step = 1000.0 / (hand->count + 1);
    text_add(text,
             "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"chance to win\">"
             "<line x1=\"0\" x2=\"1000\" y1=\"50\" y2=\"50\"/><path d=\"M0 ");
    text_addf(text, "%.1f", 100 - 100 * hand->seat[0].expected.win);
    for (int i = 0; i < hand->count; i++) {
        const AnalysisStep *at = &hand->step[i];
        double win = at->seat == 0 ? at->verdict.actual.win : 1 - at->verdict.actual.win;
        text_addf(text, " L%.1f %.1f", step * (i + 1), 100 - 100 * win);
    }
    text_addf(text, " L1000 %.1f\"/></svg>\n", 100 - 100 * hand->seat[0].result.win);
}

static void add_guess(Text *text, const AnalysisStep *step) {
    Card guess[ANALYSIS_GUESSES];
    int count = analysis_guess(step, guess);
    text_add(text, "<div>Opponent held ");
    add_hand(text, step->opponent);
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

static void add_step(Text *text, const AnalysisHand *hand, const AnalysisStep *step) {
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
    add_guess(text, step);
    text_add(text, "</details></td><td>");
    add_hand(text, step->hand);
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
    if (record->forfeiter >= 0) {
        text_add(text, "forfeited by ");
        lab_escape(text, record->player[record->forfeiter]);
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
    for (int i = 0; i < hand->count; i++) add_step(body, hand, &hand->step[i]);
    text_add(body, "</tbody></table></div>\n");
}

static void add_row(Text *text, const char *label, GinWorth worth) {
    text_addf(text, "<dt>%s</dt><dd>", label);
    words_points(text, worth.points);
    text_add(text, "</dd><dd>");
    words_points(text, 100 * worth.win);
    text_add(text, "%</dd>");
}

static void add_player(Text *text, const char *name, const AnalysisSeat *seat) {
    text_add(text, "<section><h2>");
    lab_escape(text, name);
    text_add(text, "</h2><p>");
    words_grades(text, seat->grade);
    text_addf(text, " in %d decisions; luck ", seat->decisions);
    words_points(text, seat->luck.points);
    text_add(text, " points.</p><dl><dt></dt><dd class=\"soft\">points</dd><dd class=\"soft\">to win</dd>");
    add_row(text, "cost against the best moves", seat->cost);
    add_row(text, "skill, above the judge's player", seat->skill);
    add_row(text, "luck", seat->luck);
    for (int i = 0; i < LUCKS; i++) {
        static const char *const labels[LUCKS] = {"&ensp;of the deal", "&ensp;of draws from the stock",
                                                  "&ensp;of what the opponent did", "&ensp;of what a knock met"};
        add_row(text, labels[i], seat->from[i]);
    }
    text_add(text, "</dl></section>\n");
}

void analysis_html_page(Text *page, const char *title, const AnalysisPlan *plan, const char *const *names,
                        const AnalysisTotal *totals, int count, const Text *body) {
    text_add(page, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                   "content=\"width=device-width,initial-scale=1\"><title>");
    lab_escape(page, title);
    text_addf(page, "</title><style>\n%s</style></head><body><main>\n<h1>", STYLE);
    lab_escape(page, title);
    text_add(page, "</h1>\n<p class=\"soft\">Judged by ");
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
        if (totals[i].hands) add_player(page, names[i], &totals[i].sum);
    text_add(page, "</div>\n");
    if (body->data) text_add(page, body->data);
    text_add(page, "</main></body></html>\n");
}
