// SPDX-License-Identifier: MIT
#include "analysis/analysis_page.h"

#include "analysis/gin/analysis_words.h"
#include "report/page.h"

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

void analysis_page_begin(Text *page, const char *title) {
    text_add(page, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                   "content=\"width=device-width,initial-scale=1\"><title>");
    lab_escape(page, title);
    text_addf(page, "</title><style>\n%s</style></head><body><main>\n<h1>", STYLE);
    lab_escape(page, title);
    text_add(page, "</h1>\n");
}

void analysis_page_end(Text *page) { text_add(page, "</main></body></html>\n"); }

void analysis_page_curve(Text *text, const char *label, const double *heights, int count) {
    text_addf(text,
              "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%s\">"
              "<line x1=\"0\" x2=\"1000\" y1=\"50\" y2=\"50\"/><path d=\"",
              label);
    for (int i = 0; i < count; i++)
        text_addf(text, "%s%.1f %.1f", i ? " L" : "M", 1000.0 * i / (count - 1), 100 - heights[i]);
    text_add(text, "\"/></svg>\n");
}

void card_html(Text *text, Card card) {
    bool red = card != CARD_NONE && (card_suit(card) == 1 || card_suit(card) == 2);
    text_add(text, red ? "<b class=\"c r\">" : "<b class=\"c\">");
    card_symbol(text, card);
    text_add(text, "</b>");
}
