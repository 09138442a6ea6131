// SPDX-License-Identifier: MIT
// How a player plays, as tables and figures.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "analysis/style/style.h"

static double percent(int64_t part, int64_t whole) { return whole ? 100 * (double)part / (double)whole : NAN; }

// "63.2", or "-" where there was nothing to count.
static void add_percent(Text *text, int64_t part, int64_t whole) {
    if (whole)
        text_addf(text, "\t%.1f", percent(part, whole));
    else
        text_add(text, "\t-");
}

static void add_style_title(const StylePlan *plan, const char *what, char title[112]) {
    snprintf(title, 112, "%s: %.80s", what, plan->player);
}

// What the run played, for the tables' explanations.
static void add_games_line(const StylePlan *plan, const StyleCounts *counts, Text *text) {
    char games[LAB_NUMBER_TEXT];
    text_addf(text, "%s games against ", lab_print_count((uint64_t)counts->games, games));
    for (int i = 0; i < plan->field_count; i++) text_addf(text, "%s%.40s", i ? ", " : "", plan->field[i]);
}

// ---- Tables ----

static void add_habits(LabRun *run, const StylePlan *plan, const StyleCounts *c) {
    char title[112];
    Text played = {0};
    add_style_title(plan, "Style", title);
    LabTable *table = lab_table(run, title, "of\tpercent");
    add_games_line(plan, c, &played);
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

// Two turns a row, a column for each step of what else is counted by.
static void add_turn_rows(LabTable *table, const int64_t *part, const int64_t *whole, int width, const int (*steps)[2],
                          int step_count) {
    for (int turn = 0; turn < STYLE_TURNS; turn += 2) {
        text_addf(&table->rows, turn + 2 < STYLE_TURNS ? "%d-%d" : "%d and later", turn + 1, turn + 2);
        for (int i = 0; i < step_count; i++) {
            int64_t some = 0, of = 0;
            for (int t = turn; t < turn + 2; t++)
                for (int d = steps[i][0]; d <= steps[i][1]; d++)
                    some += part[t * width + d], of += whole[t * width + d];
            add_percent(&table->rows, some, of);
        }
        text_add(&table->rows, "\n");
    }
}

static void add_knocks(LabRun *run, const StylePlan *plan, const StyleCounts *c) {
    static const int deadwoods[][2] = {{0, 0}, {1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}},
                     looses[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, STYLE_LOOSES - 1}};
    char title[112];
    add_style_title(plan, "Chances to knock that it takes, %", title);
    LabTable *table = lab_table(run, title, "own turn\tgin\t1-2\t3-4\t5-6\t7-8\t9-10");
    lab_table_about(table, "By own turn and the least deadwood a discard leaves.");
    add_turn_rows(table, c->knocked[0], c->chances[0], STYLE_DEADWOODS, deadwoods, 6);
    add_style_title(plan, "Chances to knock by loose cards, %", title);
    table = lab_table(run, title, "own turn\t1 loose card\t2\t3\t4 and more");
    lab_table_about(table,
                    "Those that it takes, by own turn and the cards outside melds after that discard; gin apart.");
    add_turn_rows(table, c->loose_knocked[0], c->loose_chances[0], STYLE_LOOSES, looses, 4);
}

// A row of kinds by turn: part of whole.
static void add_kind(LabTable *table, int kind, const int64_t part[STYLE_TURNS][GIN_KINDS],
                     const int64_t whole[STYLE_TURNS][GIN_KINDS]) {
    for (int turn = 0; turn < STYLE_TURNS; turn += 3) {
        int64_t some = 0, of = 0;
        for (int t = turn; t < turn + 3; t++) some += part[t][kind], of += whole[t][kind];
        add_percent(&table->rows, some, of);
    }
    text_add(&table->rows, "\n");
}

static void add_takes_and_discards(LabRun *run, const StylePlan *plan, const StyleCounts *c) {
    char title[112];
    add_style_title(plan, "Upcards that it takes, %", title);
    LabTable *table = lab_table(run, title, "kind\tfirst upcard\tturns 1-3\t4-6\t7-9\t10 and later");
    lab_table_about(table, "By what the card is to the hand: in a meld; with a card of its rank, with a neighbour in "
                           "its suit, with both (a triangle); one that only saves points (low); none of these.");
    for (int kind = 0; kind < GIN_KINDS; kind++) {
        text_add(&table->rows, gin_kind_name((GinKind)kind));
        add_percent(&table->rows, c->first_taken[kind], c->first_offers[kind]);
        add_kind(table, kind, c->taken, c->offers);
    }
    add_style_title(plan, "Cards of a meld that it takes, %", title);
    table = lab_table(run, title, "points saved\ttaken");
    lab_table_about(table, "Later than the first upcard, by the points they save; gin apart.");
    for (int i = 0; i < STYLE_SAVINGS; i++) {
        text_addf(&table->rows, i == 0 ? "none" : i + 1 < STYLE_SAVINGS ? "%d" : "%d and more", i);
        add_percent(&table->rows, c->meld_taken[i], c->meld_offers[i]);
        text_add(&table->rows, "\n");
    }
    add_style_title(plan, "Turns in which it sheds such a card, %", title);
    table = lab_table(run, title, "kind\tturns 1-3\t4-6\t7-9\t10 and later");
    lab_table_about(table, "Of the turns in which it has one to shed. Low: up to 3 points.");
    for (int kind = 0; kind < GIN_KINDS; kind++) {
        text_add(&table->rows, gin_kind_name((GinKind)kind));
        add_kind(table, kind, c->shed, c->held);
    }
}

// ---- Figures ----

// A cell a line: turn, step, percent, number of chances.
static void add_figure_cells(LabFigure *figure, const int64_t *part, const int64_t *whole, int width) {
    for (int turn = 0; turn < STYLE_TURNS; turn++)
        for (int d = 0; d < width; d++) {
            int64_t some = part[turn * width + d], of = whole[turn * width + d];
            if (of) text_addf(&figure->data, "%d %d %.2f %" PRId64 "\n", turn + 1, d, percent(some, of), of);
        }
    text_add(&figure->data, "\n\n");
}

static void add_knock_figure(LabRun *run, const StylePlan *plan, const StyleCounts *c, const char *name) {
    char full[48], title[112];
    snprintf(full, sizeof full, "%.36s-knocks", name);
    add_style_title(plan, "When it knocks", title);
    LabFigure *figure = lab_figure(run, full, "Style", 1180, 480, title);
    text_add(&figure->data, "# turn deadwood knocked_% chances; then turn loose_cards knocked_% chances\n");
    add_figure_cells(figure, c->knocked[0], c->chances[0], STYLE_DEADWOODS);
    add_figure_cells(figure, c->loose_knocked[0], c->loose_chances[0], STYLE_LOOSES);
    Text played = {0};
    add_games_line(plan, c, &played);
    lab_figure_caption(
        figure,
        "Share of its chances to knock that the player takes, by its own turn (the last column: and "
        "later) and, left, the least deadwood a discard leaves, right, the cards outside melds then (the "
        "last row: and more; 0 is gin). Numbers in brackets rest on fewer than 20 chances. %s.",
        played.data);
    text_free(&played);
    text_addf(
        &figure->script,
        "set multiplot layout 1,2 margins 0.05,0.99,0.13,0.90 spacing 0.06\n"
        "set xrange [0.5:12.5]; set xtics 1; set ytics 1; unset grid; set border 0; unset colorbox\n"
        "set tics scale 0; set xlabel \"own turn\"; set cbrange [0:100]\n"
        "set palette defined (0 \"#f4f3f0\", 50 \"#9fcbe6\", 100 \"#3f97cc\")\n"
        "set style fill solid 1 noborder\n"
        "do for [i=0:1] {\n"
        "set yrange [-0.5:(i ? %d.5 : %d.5)]; set ytics 1; set xtics add (\"%d+\" %d); set ytics add (\"gin\" 0)\n"
        "if (i) { set ytics add (\"%d+\" %d) }\n"
        "set title (i ? \"knocks, %%, by loose cards\" : \"knocks, %%, by deadwood\")\n"
        "plot data index i using 1:2:($1-0.48):($1+0.48):($2-0.48):($2+0.48):3 with boxxyerror fc palette, \\\n"
        "     data index i using 1:2:(sprintf($4 < 20 ? \"(%%.0f)\" : \"%%.0f\", $3)) with labels \\\n"
        "         font \",12\" tc rgb \"#101114\"\n"
        "}\n"
        "unset multiplot\n",
        STYLE_LOOSES - 1, STYLE_DEADWOODS - 1, STYLE_TURNS, STYLE_TURNS, STYLE_LOOSES - 1, STYLE_LOOSES - 1);
}

// Percent of turns from `first` to before `end`.
static double share_of_kind(const int64_t part[STYLE_TURNS][GIN_KINDS], const int64_t whole[STYLE_TURNS][GIN_KINDS],
                            int kind, int first, int end) {
    int64_t some = 0, of = 0;
    for (int turn = first; turn < end; turn++) some += part[turn][kind], of += whole[turn][kind];
    return percent(some, of);
}

static void add_rounded(Text *text, double number) { text_addf(text, isnan(number) ? " NaN" : " %.2f", number); }

static void add_kind_figure(LabRun *run, const StylePlan *plan, const StyleCounts *c, const char *name) {
    enum { LATE = 6 };
    char full[48], title[112];
    snprintf(full, sizeof full, "%.36s-cards", name);
    add_style_title(plan, "What it takes and what it sheds", title);
    LabFigure *figure = lab_figure(run, full, "Style", 1180, 420, title);
    Text *data = &figure->data;
    text_add(data, "# kind first_upcard_% later_% shed_early_% shed_late_%\n");
    for (int kind = 0; kind < GIN_KINDS; kind++) {
        text_add(data, gin_kind_name((GinKind)kind));
        add_rounded(data, percent(c->first_taken[kind], c->first_offers[kind]));
        add_rounded(data, share_of_kind(c->taken, c->offers, kind, 0, STYLE_TURNS));
        add_rounded(data, share_of_kind(c->shed, c->held, kind, 0, LATE));
        add_rounded(data, share_of_kind(c->shed, c->held, kind, LATE, STYLE_TURNS));
        text_add(data, "\n");
    }
    text_add(data, "\n\n# points_saved taken_%\n");
    for (int i = 0; i < STYLE_SAVINGS; i++) {
        text_addf(data, i == 0 ? "none" : i + 1 < STYLE_SAVINGS ? "%d" : "%d+", i);
        add_rounded(data, percent(c->meld_taken[i], c->meld_offers[i]));
        text_add(data, "\n");
    }
    lab_figure_caption(figure,
                       "Left: of the upcards of a kind, how many it takes. Middle: of later upcards that belong "
                       "to a meld without making gin, by the points they save. Right: of the turns in which "
                       "it could shed a card of a kind, in how many it does.");
    text_add(
        &figure->script,
        "set multiplot layout 1,3 margins 0.04,0.99,0.13,0.88 spacing 0.045\n"
        "set yrange [0:105]; set ytics 0,25,100; set xtics scale 0; unset grid; set grid y lc rgb grey lw 0.5\n"
        "set style data histograms; set style histogram clustered gap 1; set style fill solid 1 noborder\n"
        "set boxwidth 0.9; set key top right samplen 1 reverse Left\n"
        "set title \"takes, %, by kind of upcard\"\n"
        "set xrange [-0.6:5.6]; set xtics font \",12\"\n"
        "plot data index 0 using 2:xtic(1) lc rgb blue title \"first upcard\", '' index 0 using 3 lc rgb sky title "
        "\"later\"\n"
        "set title \"takes, %, of melds by points saved\"; unset key; set xrange [-0.8:9.8]\n"
        "plot data index 1 using 2:xtic(1) lc rgb sky\n"
        "set title \"sheds, %, by kind of card\"; set xrange [-0.6:5.6]; set key top left samplen 1 reverse Left\n"
        "plot data index 0 using 4:xtic(1) lc rgb orange title \"own turns 1 to 6\", '' index 0 using 5 lc rgb red "
        "title \"later\"\n"
        "unset multiplot\n");
}

void style_report(LabRun *run, const StylePlan *plan, const StyleCounts *counts, const char *name) {
    add_habits(run, plan, counts);
    add_knocks(run, plan, counts);
    add_takes_and_discards(run, plan, counts);
    add_knock_figure(run, plan, counts, name);
    add_kind_figure(run, plan, counts, name);
}
