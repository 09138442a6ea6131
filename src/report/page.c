// SPDX-License-Identifier: MIT
// The page: everything in one file, nothing loaded from anywhere, no scripts. It carries no date and no machine, so the
// same run writes the same bytes.
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "report/report.h"

static const char PAGE_STYLE[] =
    ":root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1d1f23;--soft:#5c626b;--line:#dcdad3;"
    "--link:#005a9c;--good:#0b6b45;--good-bg:#dcf1e6;--near:#7a5200;--near-bg:#fbeccb;--bad:#a13a00;--bad-bg:#fbe1d3;"
    "--open:#4d535c;--open-bg:#e6e8ea}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#15171a;--card:#1d2024;--ink:#e6e4df;--soft:#a2a8b1;"
    "--line:#363a41;--link:#7cc0f4;--good:#7fdcb2;--good-bg:#123527;--near:#f1c766;--near-bg:#3a2e10;--bad:#ffab80;"
    "--bad-bg:#43210f;--open:#b9bfc8;--open-bg:#2d3137}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,\"Segoe UI\","
    "Roboto,\"Liberation Sans\",sans-serif}\n"
    "main{max-width:68rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}\n"
    "h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.5rem;line-height:1.3;margin:3rem 0 .25rem}"
    "h3{font-size:1.15rem;margin:2.5rem 0 .75rem}p{margin:.5rem 0;max-width:44rem}a{color:var(--link)}\n"
    ".soft,.source{color:var(--soft)}.warn{border-left:4px solid var(--bad);padding:.25rem .75rem;background:var(--bad-bg)}\n"
    "code{font:.86em/1.5 ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace;overflow-wrap:anywhere}\n"
    "code span{display:inline-block;max-width:100%}\n"
    "pre{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.6rem .9rem;overflow-x:auto;"
    "max-width:100%}pre code{overflow-wrap:normal}\n"
    ".counts{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}\n"
    ".v{display:inline-block;padding:.05rem .6rem;border-radius:1rem;font-size:.86rem;font-weight:600;white-space:nowrap}"
    ".agrees{color:var(--good);background:var(--good-bg)}.close{color:var(--near);background:var(--near-bg)}"
    ".differs{color:var(--bad);background:var(--bad-bg)}.open,.inconsistent{color:var(--open);background:var(--open-bg)}td.p{white-space:nowrap}td.p .soft{font-size:.84rem}.summary td:nth-child(2){white-space:nowrap}.summary td{padding:.3rem .7rem}\n";

// Figures take part in dark screens: attribute selectors find gnuplot's ink (black, however it spells that) and give it
// the page's colour, and a few strong colours become lighter.
#define INK(attribute, value) "figure svg [" attribute "=\"" value "\"]{" attribute ":var(--ink)}"
#define LIGHTER(value, colour)                                                                                         \
    "figure svg [stroke=\"" value "\"]{stroke:" colour "}figure svg [color=\"" value "\"]{color:" colour "}"           \
    "figure svg [fill=\"" value "\"]{fill:" colour "}"
static const char PARTS_STYLE[] =
    "figure{margin:1rem 0;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem}"
    "figure .plot{overflow-x:auto}figure svg{display:block;width:100%;height:auto;margin:0 auto}"
    "figure svg text,figure svg tspan{font-family:inherit!important}\n" INK("fill", "black") INK("fill", "rgb(0,0,0)")
        INK("stroke", "black") INK("stroke", "rgb(  0,   0,   0)") INK("color", "black") INK(
            "color",
            "rgb(  0,   0,   0)") "\n"
                                  "@media(prefers-color-scheme:dark){" LIGHTER("rgb(  0, 114, 178)", "#52abe2")
                                      LIGHTER("rgb(213,  94,   0)", "#ff8f52") LIGHTER(
                                          "rgb(  0, 158, 115)",
                                          "#2fc898") "}\n"
                                                     "figcaption{color:var(--soft);font-size:.92rem;margin-top:.75rem;max-width:48rem}\n"
                                                     "table{border-collapse:collapse;width:100%;font-size:.94rem;background:var(--card);border:1px solid var(--line)}"
                                                     "th,td{text-align:left;vertical-align:top;padding:.5rem .7rem;border-top:1px solid var(--line)}"
                                                     "thead th{border-top:0;color:var(--soft);font-weight:600;font-size:.84rem;white-space:nowrap}"
                                                     "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
                                                     "td.c{color:var(--soft);min-width:13rem;max-width:19rem}tr.r td:first-child{padding-left:1.8rem}"
                                                     "tr.g td{font-weight:600;border-bottom:0}.note{color:var(--soft);font-size:.9rem;margin:.25rem 0 0}\n"
                                                     "footer{margin-top:3.5rem;border-top:1px solid var(--line);padding-top:1rem;color:var(--soft);font-size:.92rem}\n"
                                                     "dl{display:grid;grid-template-columns:auto 1fr;gap:.4rem .9rem;max-width:46rem}dd{margin:0}\n"
                                                     "@media screen and (max-width:46rem){main{padding:1.5rem .8rem 3rem}h1{font-size:1.6rem}h2{font-size:1.25rem}"
                                                     "figure{padding:.6rem}figure svg{min-width:34rem}thead{display:none}table,tbody,tr,td{display:block;width:100%}"
                                                     "tr{padding:.5rem 0;border-top:1px solid var(--line)}tbody tr:first-child{border-top:0}"
                                                     "td{border:0;padding:.1rem .8rem}td.n{display:inline-block;width:auto;text-align:left;padding-right:.2rem}"
                                                     "td.n::before{content:attr(data-l)\" \";color:var(--soft);font-size:.84rem}td.n:empty{display:none}"
                                                     "td.c{max-width:none}tr.r td:first-child{padding-left:.8rem}tr.why{border-top:0;padding-top:0}}\n"
                                                     "details{margin:1rem 0;max-width:48rem}summary{cursor:pointer;font-weight:600}details ul{margin:.5rem 0;padding-left:1.2rem}"
                                                     "details li{margin:.3rem 0;font-size:.94rem}.wide{overflow-x:auto;max-width:100%}"
                                                     "table.claims td:first-child{min-width:15rem}tr.why td{border-top:0;padding-top:0}tr.why p{max-width:52rem}tr:target{outline:2px solid var(--link)}\n"
                                                     "@page{margin:14mm}"
                                                     "@media print{:root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--link:#000}"
                                                     "body{background:#fff;font-size:10pt}main{max-width:none;padding:0}a{text-decoration:none}pre,code{font-size:8pt}"
                                                     "table{font-size:8pt}th,td{padding:.25rem .4rem}.wide{overflow:visible}td.c{min-width:0;max-width:14rem}"
                                                     "table.claims td:first-child{min-width:0}.note,.v,td .soft,td.p .soft,td code,thead th{font-size:7.5pt}figcaption{font-size:9pt}tr,figure,li{break-inside:avoid}h2,h3,summary{break-after:avoid}"
                                                     "section{break-before:page}.v{border:1px solid currentColor}}\n";

void lab_escape(Text *html, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': text_add(html, "&amp;"); break;
        case '<': text_add(html, "&lt;"); break;
        case '>': text_add(html, "&gt;"); break;
        case '"': text_add(html, "&quot;"); break;
        case '\'': text_add(html, "&#39;"); break;
        default: text_add_bytes(html, text, 1);
        }
    }
}

// "<tag>escaped</tag>"; attributes may follow the tag's name.
static void add_element(Text *html, const char *tag, const char *text) {
    text_addf(html, "<%s>", tag);
    lab_escape(html, text);
    text_addf(html, "</%.*s>", (int)strcspn(tag, " "), tag);
}

// A command, breakable between its words only: browsers would break at the hyphens too.
static void page_add_command(Text *html, const char *command) {
    text_add(html, "<code>");
    for (size_t size; *command; command += size) {
        size = strcspn(command, " ");
        char word[512];
        snprintf(word, sizeof word, "%.*s", (int)size, command);
        add_element(html, "span", word);
        size += strspn(command + size, " ");
        if (command[size]) text_add(html, " ");
    }
    text_add(html, "</code>");
}

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

// Copies gnuplot's SVG from its <svg> on. Names of its parts get the figure's name in front: on one page they would
// otherwise be there several times.
static void add_svg(Text *html, const char *svg, const LabFigure *figure) {
    static const char *const marks[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};
    const char *at = strstr(svg, "<svg");
    if (!at) return;
    text_add(html, "<svg role=\"img\" aria-label=\"");
    lab_escape(html, figure->title);
    text_add(html, "\"");
    for (at += strlen("<svg"); *at;) {
        const char *mark = NULL;
        for (size_t i = 0; i < sizeof marks / sizeof *marks && !mark; i++)
            if (starts_with(at, marks[i])) mark = marks[i];
        if (mark) {
            text_addf(html, "%s%s-", mark, figure->name);
            at += strlen(mark);
        } else if (starts_with(at, "<title>")) { // it says "Gnuplot", and browsers show it on hover
            const char *end = strstr(at, "</title>");
            at = end ? end + strlen("</title>") : at + strlen("<title>");
        } else {
            text_add_bytes(html, at++, 1);
        }
    }
}

static bool page_add_figure(const LabRun *run, const LabFigure *figure, Text *html, Error *err) {
    text_add(html, "<figure>\n");
    if (figure->drawn && run->folder) {
        Text path = {0}, svg = {0};
        text_addf(&path, "%s/figures/%s.svg", run->folder, figure->name);
        bool read = text_read_file(&svg, path.data, 8u << 20, err);
        text_add(html, "<div class=\"plot\">");
        if (read) add_svg(html, svg.data, figure);
        text_add(html, "</div>\n");
        text_free(&path);
        text_free(&svg);
        if (!read) return false;
    } else {
        text_add(html, "<p class=\"warn\">This figure was not drawn. ");
        lab_escape(html, run->missing);
        text_add(html, "</p>\n");
    }
    text_add(html, "<figcaption>");
    lab_escape(html, figure->caption);
    text_addf(html, " <a href=\"data/%s.dat\">data</a> &middot; <a href=\"figures/%s.gp\">gnuplot script</a>",
              figure->name, figure->name);
    if (figure->drawn) text_addf(html, " &middot; <a href=\"figures/%s.svg\">SVG</a>", figure->name);
    if (figure->png) text_addf(html, " &middot; <a href=\"figures/%s.png\">PNG</a>", figure->name);
    text_add(html, "</figcaption>\n</figure>\n");
    return true;
}

static void page_add_number(Text *html, const char *label, const char *number) {
    text_addf(html, "<td class=\"n\" data-l=\"%s\">", label);
    lab_escape(html, number);
    text_add(html, "</td>");
}

// In as many digits as show that it is not 0, if it is not.
static void add_difference(Text *html, const LabClaim *claim) {
    char number[LAB_NUMBER_TEXT] = "";
    double difference = claim->ours - claim->published; // from the nearer end of an interval
    if (claim->kind == LAB_RANGE) difference = fmax(fmin(difference, 0), claim->ours - claim->published_high);
    bool is_number = claim->kind == LAB_EQUAL || claim->kind == LAB_RANGE;
    bool whole = fabs(difference - round(difference)) < 1e-9;
    int digits = whole ? 0 : claim->rounding > 0 && claim->rounding < 0.04 ? 2 : 1;
    while (digits < 4 && !whole && fabs(difference) < 0.5 * pow(10, -digits)) digits++;
    bool none = difference > -1e-12 && difference < 1e-12;
    if (is_number && isfinite(claim->ours) && !claim->incomparable) {
        if (none)
            text_copy(number, sizeof number, "0");
        else
            snprintf(number, sizeof number, "%+.*f", digits, difference);
    }
    page_add_number(html, "difference", number);
}

static void add_reason(Text *html, const char *kind, const char *says) {
    text_addf(html, "<p class=\"note\"><b>%s</b>", kind);
    lab_escape(html, says);
    text_add(html, "</p>");
}

// The verdict's pill, and below it what keeps a claim from being a confirmation.
static void add_verdict(const LabClaim *claim, Text *html) {
    const char *verdict = lab_verdict_name(lab_verdict(claim));
    text_addf(html, "<td class=\"p\"><span class=\"v %s\">%s</span>", verdict, verdict);
    if (claim->basis != LAB_MEASURED) add_element(html, "div class=\"soft\"", lab_basis_name(claim->basis));
    if (claim->readings > 1) text_addf(html, "<div class=\"soft\">%d readings tried</div>", claim->readings);
    text_add(html, "</td>");
}

// The first row of a claim can be linked to.
static bool has_anchor(const LabRun *run, const LabClaim *claim) {
    return claim == run->claims || claim[-1].paper != claim->paper || strcmp(claim[-1].id, claim->id) != 0;
}

// Of a claim with several readings the best of them, as it is counted.
static LabVerdict best_verdict(const LabRun *run, const LabClaim *first) {
    LabVerdict best = lab_verdict(first);
    for (const LabClaim *next = first + 1; next < run->claims + run->claim_count && !has_anchor(run, next); next++)
        if (lab_verdict(next) < best) best = lab_verdict(next);
    return best;
}

// Why it stands where it stands: what was fitted, where the paper contradicts itself, what may make the difference.
static void page_add_reasons(const LabRun *run, const LabClaim *claim, Text *html) {
    LabVerdict verdict = lab_verdict(claim);
    bool first = has_anchor(run, claim), differs = first && best_verdict(run, claim) == LAB_DIFFERS;
    bool chosen = first && claim->basis != LAB_MEASURED;
    bool says = *claim->note || verdict == LAB_INCONSISTENT || differs || chosen;
    if (!says) return;
    text_addf(html, "<tr class=\"why%s\"><td colspan=\"7\">", *claim->reading ? " r" : "");
    if (*claim->note) add_element(html, "p class=\"note\"", claim->note);
    if (verdict == LAB_INCONSISTENT) add_reason(html, "The paper contradicts itself: ", claim->contradiction);
    if (differs) add_reason(html, "Why it differs: ", *claim->differs ? claim->differs : "not known.");
    if (chosen && claim->basis == LAB_FITTED) add_reason(html, "Fitted: ", claim->basis_says);
    if (chosen && claim->basis == LAB_BY_CONSTRUCTION) add_reason(html, "By construction: ", claim->basis_says);
    text_add(html, "</td></tr>\n");
}

// `usual` is the command that repeats the whole paper; it stands above all tables and not in every row.
static void page_add_claim_row(const LabRun *run, const LabClaim *claim, const char *usual, Text *html) {
    char published[LAB_NUMBER_TEXT], ours[LAB_NUMBER_TEXT], interval[LAB_NUMBER_TEXT], count[LAB_NUMBER_TEXT];
    const char *against = claim->paper->against ? claim->paper->against : "paper";
    lab_print_published(claim, published);
    lab_print_ours(claim, ours);
    lab_print_interval(claim, interval);
    size_t used = strlen(interval);
    if (claim->confidence && used) snprintf(interval + used, sizeof interval - used, " (%d%%)", claim->confidence);
    text_addf(html, "<tr%s", *claim->reading ? " class=\"r\"" : "");
    if (has_anchor(run, claim)) text_addf(html, " id=\"%s.%s\"", claim->paper->name, claim->id);
    text_add(html, "><td>");
    lab_escape(html, *claim->reading ? claim->reading : claim->text);
    if (!*claim->reading && *claim->unit) text_addf(html, " <span class=\"soft\">(%s)</span>", claim->unit);
    text_add(html, "</td>");
    page_add_number(html, against, published);
    page_add_number(html, "ours", ours);
    page_add_number(html, "95%", interval);
    add_difference(html, claim);
    add_verdict(claim, html);
    text_add(html, "<td class=\"c\">");
    if (claim->count) {
        lab_escape(html, lab_print_counted(claim, count));
        text_add(html, "<br>");
    }
    if (*claim->recorded) {
        text_add(html, "<b>recorded</b>, ");
        lab_escape(html, claim->recorded);
        text_add(html, "<br>");
    }
    if (strcmp(claim->command, usual) != 0) page_add_command(html, claim->command);
    text_add(html, "</td></tr>\n");
    page_add_reasons(run, claim, html);
}

static void add_group_head(const LabClaim *claim, Text *html) {
    text_add(html, "<tr class=\"g\"><td colspan=\"7\">");
    lab_escape(html, claim->text);
    if (*claim->unit) text_addf(html, " <span class=\"soft\">(%s)</span>", claim->unit);
    text_add(html, "</td></tr>\n");
}

// The claims from `first` on that stand at the same place of the paper. Returns the one after them.
static int add_table(const LabRun *run, int first, const char *usual, Text *html) {
    const LabClaim *start = &run->claims[first];
    text_addf(html,
              "<div class=\"wide\"><table class=\"claims\"><thead><tr><th>Claim</th><th class=\"n\">%s</th>"
              "<th class=\"n\">ours</th><th class=\"n\">95%% interval</th><th class=\"n\">difference</th>"
              "<th>verdict</th><th>from</th></tr></thead><tbody>\n",
              start->paper->against ? start->paper->against : "paper");
    int i = first;
    for (; i < run->claim_count; i++) {
        const LabClaim *claim = &run->claims[i];
        if (claim->paper != start->paper || strcmp(claim->where, start->where) != 0) break;
        if (*claim->reading && (i == first || strcmp(claim->text, claim[-1].text) != 0)) add_group_head(claim, html);
        page_add_claim_row(run, claim, usual, html);
    }
    text_add(html, "</tbody></table></div>\n");
    return i;
}

static bool add_figures_of(const LabRun *run, const LabPaper *paper, const char *where, Text *html, Error *err) {
    for (int i = 0; i < run->figure_count; i++) {
        const LabFigure *figure = &run->figures[i];
        if (figure->paper != paper || strcmp(figure->where, where) != 0) continue;
        if (!page_add_figure(run, figure, html, err)) return false;
    }
    return true;
}

static void page_add_heading(const char *where, const char *title, Text *html) {
    text_add(html, "<h3>");
    lab_escape(html, where);
    if (*title) text_add(html, ". ");
    lab_escape(html, title);
    text_add(html, "</h3>\n");
}

// Of a place in the paper, by its first figure.
static void add_heading(const LabRun *run, const LabPaper *paper, const char *where, Text *html) {
    const char *title = "";
    for (int i = 0; i < run->figure_count && !*title; i++)
        if (run->figures[i].paper == paper && strcmp(run->figures[i].where, where) == 0) title = run->figures[i].title;
    page_add_heading(where, title, html);
}

static void page_add_counts(const LabRun *run, const LabPaper *paper, const char *usual, Text *html) {
    static const char *const words[2][LAB_VERDICTS] = {
        {"agrees", "is close", "differs", "contradicts itself", "is open"},
        {"agree", "are close", "differ", "contradict themselves", "are open"}};
    LabCounts counts = lab_count_verdicts(run, paper);
    for (int basis = 0; basis < LAB_BASES; basis++) {
        int claims = lab_count_basis(&counts, (LabBasis)basis);
        if (!claims) continue;
        text_addf(html, "<p class=\"counts\"><span>%d %s:</span>\n", claims, lab_basis_name((LabBasis)basis));
        for (int i = 0; i < LAB_VERDICTS; i++)
            if (counts.of[basis][i])
                text_addf(html, "<span class=\"v %s\">%d %s</span>\n", lab_verdict_name((LabVerdict)i),
                          counts.of[basis][i], words[counts.of[basis][i] != 1][i]);
        text_add(html, "</p>\n");
    }
    text_add(html, "<p>All of it again, or any row that names no command of its own:</p>\n<pre>");
    add_element(html, "code", usual);
    text_add(html, "</pre>\n");
}

// Figures at places of the paper where no claim stands.
static bool add_other_figures(const LabRun *run, const LabPaper *paper, Text *html, Error *err) {
    for (int i = 0; i < run->figure_count; i++) {
        const LabFigure *figure = &run->figures[i];
        bool shown = figure->paper != paper;
        for (int c = 0; c < run->claim_count && !shown; c++)
            shown = run->claims[c].paper == paper && strcmp(run->claims[c].where, figure->where) == 0;
        if (shown) continue;
        page_add_heading(figure->where, figure->title, html);
        if (!page_add_figure(run, figure, html, err)) return false;
    }
    return true;
}

static bool add_claims(const LabRun *run, const LabPaper *paper, const char *usual, Text *html, Error *err) {
    for (int i = 0; i < run->claim_count;) {
        const LabClaim *claim = &run->claims[i];
        if (claim->paper != paper) {
            i++;
            continue;
        }
        add_heading(run, paper, claim->where, html);
        if (!add_figures_of(run, paper, claim->where, html, err)) return false;
        i = add_table(run, i, usual, html);
    }
    return true;
}

typedef struct PageCells {
    Text *html;
    char names[LAB_MAX_COLUMNS][48]; // of columns; narrow screens show them beside every number
} PageCells;

static void page_add_cell(void *context, int row, int column, const char *text) {
    PageCells *self = context;
    Text *html = self->html;
    if (column >= LAB_MAX_COLUMNS) return;
    if (row == 0) text_copy(self->names[column], sizeof self->names[column], text);
    if (column == 0)
        text_add(html, row == 0   ? "<div class=\"wide\"><table><thead><tr>"
                       : row == 1 ? "</tr></thead><tbody>\n<tr>"
                                  : "</tr>\n<tr>");
    if (row > 0 && column > 0) {
        page_add_number(html, self->names[column], text);
    } else {
        add_element(html, row > 0 ? "td" : column > 0 ? "th class=\"n\"" : "th", text);
    }
}

static void add_tables(const LabRun *run, const LabPaper *paper, Text *html) {
    for (int i = 0; i < run->table_count; i++) {
        const LabTable *table = &run->tables[i];
        if (table->paper != paper) continue;
        PageCells cells = {.html = html};
        add_element(html, "h3", table->title);
        if (*table->about) add_element(html, "p", table->about);
        text_add(html, "\n");
        lab_table_cells(table, &cells, page_add_cell);
        text_add(html, "</tr></tbody></table></div>\n");
    }
}

// What differs, with a link to the row and the reason; of a claim with several readings, if all of them do.
static void add_differing(const LabRun *run, const LabPaper *paper, Text *html) {
    int listed = 0;
    for (int i = 0; i < run->claim_count; i++) {
        const LabClaim *claim = &run->claims[i];
        if (claim->paper != paper || !has_anchor(run, claim) || best_verdict(run, claim) != LAB_DIFFERS) continue;
        if (!listed++)
            text_add(html, "<details class=\"differing\" open><summary>What differs, and why</summary><ul>\n");
        text_addf(html, "<li><a href=\"#%s.%s\">%s: ", paper->name, claim->id, claim->where);
        lab_escape(html, claim->text);
        text_add(html, "</a>. ");
        lab_escape(html, *claim->differs ? claim->differs : "Why is not known.");
        text_add(html, "</li>\n");
    }
    if (listed) text_add(html, "</ul></details>\n");
}

static bool add_paper(const LabRun *run, const LabPaper *paper, Text *html, Error *err) {
    Text usual = {0};
    lab_command(run, paper, &usual);
    text_addf(html, "<section id=\"%s\">\n", paper->name);
    add_element(html, "h2", paper->title);
    text_add(html, "\n");
    add_element(html, "p class=\"source\"", paper->source);
    text_add(html, "\n");
    if (paper->about) {
        text_add(html, "<p class=\"soft\">In words, with the experiments that were tried: ");
        add_element(html, "code", paper->about);
        text_add(html, "</p>\n");
    }
    page_add_counts(run, paper, usual.data, html);
    add_differing(run, paper, html);
    bool done = add_claims(run, paper, usual.data, html, err) && add_other_figures(run, paper, html, err);
    add_tables(run, paper, html);
    text_add(html, "</section>\n");
    text_free(&usual);
    return done;
}

static void add_footer(Text *html) {
    text_add(
        html,
        "<footer><p>How verdicts are made:</p><dl>"
        "<dt><span class=\"v agrees\">agrees</span></dt><dd>The paper&#39;s number lies within the 95% interval of "
        "the difference, and ours is about as precise. The interval is ours joined with the paper&#39;s own sampling "
        "error, where the paper says how many games it played, and widened by its rounding. Where the paper prints an "
        "interval, ours reaches into it. A statement in words agrees if it holds.</dd>"
        "<dt><span class=\"v close\">close</span></dt><dd>Not so, but within a tenth of the paper&#39;s number; for "
        "a percentage within a tenth of it or of what it lacks to 100, and at most 3 points.</dd>"
        "<dt><span class=\"v differs\">differs</span></dt><dd>Otherwise.</dd>"
        "<dt><span class=\"v inconsistent\">inconsistent</span></dt><dd>The paper&#39;s number contradicts the "
        "paper.</dd>"
        "<dt><span class=\"v open\">open</span></dt><dd>The numbers cannot be compared, for the reason given, or "
        "too few games were played to tell.</dd></dl>\n"
        "<p>What a number is worth:</p><dl>"
        "<dt>measured</dt><dd>Nothing was chosen by looking at it. Only these can confirm a paper.</dd>"
        "<dt>fitted</dt><dd>The paper leaves something open, and it was chosen so that this number, or its "
        "neighbours, come out. On other deals than those of the fit; a run on the seed of the fit gives no "
        "verdict.</dd>"
        "<dt>by construction</dt><dd>It cannot come out otherwise.</dd></dl>\n");
    text_addf(html,
              "<p>Deadwood %s%s%s. Everything here comes from one run; the claims are also in "
              "<a href=\"claims.json\">claims.json</a>.</p></footer>\n",
              DEADWOOD_VERSION, *DEADWOOD_REVISION ? ", revision " : "", DEADWOOD_REVISION);
}

static void add_link(Text *html, const char *section, const char *title) {
    text_addf(html, "<a href=\"#%s\">", section);
    lab_escape(html, title);
    text_add(html, "</a>");
}

// Contents and result in one: a row for each paper and basis.
static void page_add_summary(const LabRun *run, Text *html) {
    static const char *const heads[] = {"Paper", "Basis", "Claims"};
    text_add(html, "<table class=\"summary\"><thead><tr>");
    for (int i = 0; i < 3; i++) add_element(html, i == 2 ? "th class=\"n\"" : "th", heads[i]);
    for (int i = 0; i < LAB_VERDICTS; i++) add_element(html, "th class=\"n\"", lab_verdict_name((LabVerdict)i));
    text_add(html, "</tr></thead><tbody>\n");
    for (int p = 0; p < run->begun_count; p++) {
        LabCounts counts = lab_count_verdicts(run, run->begun[p]);
        bool named = false;
        for (int basis = 0; basis < LAB_BASES; basis++) {
            int claims = lab_count_basis(&counts, (LabBasis)basis);
            char number[LAB_NUMBER_TEXT];
            if (!claims) continue;
            text_add(html, "<tr><td>");
            if (!named) add_link(html, run->begun[p]->name, run->begun[p]->title);
            text_add(html, "</td>");
            add_element(html, "td", lab_basis_name((LabBasis)basis));
            page_add_number(html, "claims", lab_print_count((uint64_t)claims, number));
            for (int i = 0; i < LAB_VERDICTS; i++)
                page_add_number(html, lab_verdict_name((LabVerdict)i),
                                counts.of[basis][i] ? lab_print_count((uint64_t)counts.of[basis][i], number) : "");
            text_add(html, "</tr>\n");
            named = true;
        }
    }
    text_add(html, "</tbody></table>\n");
}

static void add_header(const LabRun *run, Text *html) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&run->rules, rules);
    text_addf(
        html,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Deadwood: papers, played again</title>\n"
        "<style>\n%s%s</style>\n</head>\n<body>\n<main>\n<header>\n<h1>Papers, played again</h1>\n"
        "<p>Each number a paper prints stands beside the one measured here, with its 95%% interval, a verdict by one "
        "rule, and the command that plays it again.</p>\n",
        PAGE_STYLE, PARTS_STYLE);
    text_addf(html, "<p class=\"soft\">Seed %" PRIu64 ", rules ", run->seed);
    lab_escape(html, rules);
    text_addf(html, ", %s. The same command gives the same numbers on any machine and any number of threads.</p>\n",
              run->games  ? "sizes as given by --games"
              : run->full ? "as many games as the papers played"
              : run->brief
                  ? "what is quick to play in as many games as the papers played, the rest quickly; --full plays "
                    "all of it"
                  : "quick sizes; --full plays as many games as the papers did");
    if (run->interrupted)
        text_add(
            html,
            "<p class=\"warn\">This run was interrupted. What was finished is here; the rest is missing or rests on "
            "fewer games.</p>\n");
    if (*run->missing) add_element(html, "p class=\"warn\"", run->missing);
    page_add_summary(run, html);
    text_add(html, "</header>\n");
}

bool lab_print_page(const LabRun *run, Text *html, Error *err) {
    add_header(run, html);
    for (int i = 0; i < run->begun_count; i++)
        if (!add_paper(run, run->begun[i], html, err)) return false;
    add_footer(html);
    text_add(html, "</main>\n</body>\n</html>\n");
    return true;
}

bool lab_write_report(const LabRun *run, Error *err) {
    Text html = {0}, claims = {0}, path = {0};
    bool done = lab_print_page(run, &html, err);
    if (done) {
        text_addf(&path, "%s/index.html", run->folder);
        done = text_write_file(path.data, html.data, html.size, err);
    }
    if (done) {
        Json json = json_into(&claims, true);
        lab_print_json(run, &json);
        text_add(&claims, "\n");
        text_clear(&path);
        text_addf(&path, "%s/claims.json", run->folder);
        done = text_write_file(path.data, claims.data, claims.size, err);
    }
    text_free(&html);
    text_free(&claims);
    text_free(&path);
    return done;
}
