// SPDX-License-Identifier: MIT
// How a player plays, as tables and figures.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "lab/style.h"

static double percent(int64_t part, int64_t whole) { return whole ? 100 * (double)part / (double)whole : NAN; }

// "63.2", or "-" where there was nothing to count.
static void add_percent(Text *text, int64_t part, int64_t whole) {
    if (whole)
        text_addf(text, "\t%.1f", percent(part, whole));
    else
        text_add(text, "\t-");
}

static void add_title(const StylePlan *plan, const char *what, char title[112]) {
    snprintf(title, 112, "%s: %.80s", what, plan->player);
}

// What the run played, for the tables' explanations.
static void add_games(const StylePlan *plan, const StyleCounts *counts, Text *text) {
    char games[LAB_NUMBER_TEXT];
    text_addf(text, "%s games against ", lab_print_count((uint64_t)counts->games, games));
    for (int i = 0; i < plan->field_count; i++) text_addf(text, "%s%.40s", i ? ", " : "", plan->field[i]);
}

// ---- Tables ----

static void add_habits(LabRun *run, const StylePlan *plan, const StyleCounts *c) {
    char title[112];
    Text played = {0};
    add_title(plan, "Style", title);
    LabTable *table = lab_table(run, title, "of\tpercent");
    add_games(plan, c, &played);
    lab_table_about(table, "%s.", played.data);
    const struct {
        const char *name;
        int64_t part, whole;
    } rows[] = {
        {"games won", c->wins, c->games},
        {"hands it ended", c->knocks, c->hands},
        {"hands it ended with gin", c->gins, c->hands},
        {"hands it undercut", c->undercuts, c->hands},
        {"its knocks that were undercut", c->undercut, c->knocks - c->gins},
        {"draws from the discard pile", c->takes, c->draws},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text_add(&table->rows, rows[i].name);
        add_percent(&table->rows, rows[i].part, rows[i].whole);
        text_add(&table->rows, "\n");
    }
    static const char *const decisions[STYLE_DECISIONS] = {"draws", "discards", "chances to knock"};
    for (int i = 0; plan->other && i < STYLE_DECISIONS; i++) {
        text_addf(&table->rows, "%s in which %.60s does the same", decisions[i], plan->other);
        add_percent(&table->rows, c->same[i], c->asked[i]);
        text_add(&table->rows, "\n");
    }
    text_free(&played);
}

// Two turns a row.
static void add_knocks(LabRun *run, const StylePlan *plan, const StyleCounts *c) {
    static const struct {
        const char *name;
        int low, high;
    } steps[] = {{"gin", 0, 0}, {"1-2", 1, 2}, {"3-4", 3, 4}, {"5-6", 5, 6}, {"7-8", 7, 8}, {"9-10", 9, 10}};
    char title[112];
    add_title(plan, "Chances to knock that it takes, %", title);
    LabTable *table = lab_table(run, title, "own turn\tgin\t1-2\t3-4\t5-6\t7-8\t9-10");
    lab_table_about(table, "By own turn and the least deadwood a discard leaves.");
    for (int turn = 0; turn < STYLE_TURNS; turn += 2) {
        text_addf(&table->rows, turn + 2 < STYLE_TURNS ? "%d-%d" : "%d and later", turn + 1, turn + 2);
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            int64_t chances = 0, knocked = 0;
            for (int d = steps[i].low; d <= steps[i].high; d++)
                for (int t = turn; t < turn + 2; t++) chances += c->chances[t][d], knocked += c->knocked[t][d];
            add_percent(&table->rows, knocked, chances);
        }
        text_add(&table->rows, "\n");
    }
}

// A table of kinds by turn: part of whole.
static LabTable *add_kinds(LabRun *run, const char *title, const int64_t part[STYLE_TURNS][GIN_KINDS],
                           const int64_t whole[STYLE_TURNS][GIN_KINDS]) {
    LabTable *table = lab_table(run, title, "kind\tturns 1-3\t4-6\t7-9\t10 and later\tall");
    for (int kind = 0; kind < GIN_KINDS; kind++) {
        int64_t parts = 0, wholes = 0;
        text_add(&table->rows, gin_kind_name((GinKind)kind));
        for (int turn = 0; turn < STYLE_TURNS; turn += 3) {
            int64_t some = 0, of = 0;
            for (int t = turn; t < turn + 3; t++) some += part[t][kind], of += whole[t][kind];
            add_percent(&table->rows, some, of);
            parts += some;
            wholes += of;
        }
        add_percent(&table->rows, parts, wholes);
        text_add(&table->rows, "\n");
    }
    return table;
}

static void add_takes_and_discards(LabRun *run, const StylePlan *plan, const StyleCounts *c) {
    char title[112];
    add_title(plan, "Upcards that it takes, %", title);
    lab_table_about(
        add_kinds(run, title, c->taken, c->offers),
        "By what the card is to the hand: in a meld; with a card of its rank, with a neighbour in its suit, "
        "with both (a triangle); one that only saves points (low); none of these.");
    add_title(plan, "Turns in which it sheds such a card, %", title);
    lab_table_about(add_kinds(run, title, c->shed, c->held),
                    "Of the turns in which it has one to shed. Low: up to 3 points.");
}

// ---- Figures ----

static void add_knock_figure(LabRun *run, const StylePlan *plan, const StyleCounts *c, const char *name) {
    char full[48], title[112];
    snprintf(full, sizeof full, "%.36s-knocks", name);
    add_title(plan, "When it knocks", title);
    LabFigure *figure = lab_figure(run, full, "Style", 900, 520, title);
    text_add(&figure->data, "# turn deadwood knocked_% chances\n");
    for (int turn = 0; turn < STYLE_TURNS; turn++)
        for (int d = 0; d < STYLE_DEADWOODS; d++)
            if (c->chances[turn][d])
                text_addf(&figure->data, "%d %d %.2f %" PRId64 "\n", turn + 1, d,
                          percent(c->knocked[turn][d], c->chances[turn][d]), c->chances[turn][d]);
    Text played = {0};
    add_games(plan, c, &played);
    lab_figure_caption(
        figure,
        "Share of its chances to knock that the player takes, by its own turn (the last column: and "
        "later) and the least deadwood a discard leaves; pale numbers rest on fewer than 20 chances. %s.",
        played.data);
    text_free(&played);
    text_add(&figure->script,
             "set xrange [0.5:12.5]; set yrange [-0.5:10.5]; set xtics 1; set ytics 1; unset grid; set border 0\n"
             "set tics scale 0; set xlabel \"own turn\"; set ylabel \"deadwood\"\n"
             "set cbrange [0:100]; set cblabel \"chances taken, %\"\n"
             "set palette defined (0 \"#f4f3f0\", 50 \"#9fcbe6\", 100 \"#3f97cc\")\n"
             "set style fill solid 1 noborder\n"
             "plot data using 1:2:($1-0.48):($1+0.48):($2-0.48):($2+0.48):3 with boxxyerror fc palette, \\\n"
             "     data using 1:2:(sprintf(\"%.0f\", $3)):($4 < 20 ? 0x8a8f98 : 0x101114) with labels font \",12\" \\\n"
             "         tc rgb variable\n");
}

static void add_kind_figure(LabRun *run, const StylePlan *plan, const StyleCounts *c, const char *name) {
    static const char *const colours[GIN_KINDS] = {"ink", "purple", "blue", "green", "orange", "grey"};
    char full[48], title[112];
    snprintf(full, sizeof full, "%.36s-cards", name);
    add_title(plan, "What it takes and what it sheds", title);
    LabFigure *figure = lab_figure(run, full, "Style", 980, 440, title);
    text_add(&figure->data, "# turn, then for each kind taken_% and shed_%:");
    for (int kind = 0; kind < GIN_KINDS; kind++) text_addf(&figure->data, " %s", gin_kind_name((GinKind)kind));
    text_add(&figure->data, "\n");
    for (int turn = 0; turn < STYLE_TURNS; turn++) {
        text_addf(&figure->data, "%d", turn + 1);
        for (int kind = 0; kind < GIN_KINDS; kind++) {
            double taken = percent(c->taken[turn][kind], c->offers[turn][kind]);
            double shed = percent(c->shed[turn][kind], c->held[turn][kind]);
            text_addf(&figure->data, isnan(taken) ? " NaN" : " %.2f", taken);
            text_addf(&figure->data, isnan(shed) ? " NaN" : " %.2f", shed);
        }
        text_add(&figure->data, "\n");
    }
    lab_figure_caption(
        figure, "By own turn (the last: and later). Left: of the upcards of a kind, how many it takes. Right: of "
                "the turns in which it could shed a card of a kind, in how many it does.");
    Text *script = &figure->script;
    text_add(script, "set multiplot layout 1,2 margins 0.07,0.98,0.15,0.91 spacing 0.08\n"
                     "set xlabel \"own turn\"; set xrange [0.5:12.5]; set yrange [0:100]; set xtics 2\n");
    for (int side = 0; side < 2; side++) {
        text_addf(script, "set title \"%s\"; %s\nplot ", side ? "sheds, %" : "takes, %",
                  side ? "unset key" : "set key top right samplen 1.5");
        for (int kind = 0; kind < GIN_KINDS; kind++)
            text_addf(script, "%sdata using 1:%d with linespoints pt 7 ps 0.5 lc rgb %s title \"%s\"",
                      kind ? ", \\\n     " : "", 2 + 2 * kind + side, colours[kind], gin_kind_name((GinKind)kind));
        text_add(script, "\n");
    }
    text_add(script, "unset multiplot\n");
}

void style_report(LabRun *run, const StylePlan *plan, const StyleCounts *counts, const char *name) {
    add_habits(run, plan, counts);
    add_knocks(run, plan, counts);
    add_takes_and_discards(run, plan, counts);
    add_knock_figure(run, plan, counts, name);
    add_kind_figure(run, plan, counts, name);
}
