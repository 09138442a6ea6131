// SPDX-License-Identifier: MIT
// The champion, as it plays at once and with time to think, against the whole panel: every player of the papers, and
// the styles it sparred with. A win rate against one opponent is no measure of strength.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/rating.h"
#include "arena/stats.h"
#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "gin/players/list/players.h"
#include "papers/champion/champion_internal.h"

enum { MOST = 32, AT_ONCE = 0, THINKING = 1, CHAMPIONS };

#define TEN_MS_CHAMPION "champion:search=10"

typedef struct Cell {
    double win;     // %
    Interval range; // Wilson's: it makes sense of a few games too
    MatchStrength stats;
    ArenaTotals totals;
    uint64_t games;
} Cell;

typedef struct Field {
    int count;
    const char *spec[MOST], *name[MOST];
    const char *id[MOST];      // in the goals (champion.claims)
    double score[MOST * MOST]; // games i won against j, draws half
    double games[MOST * MOST];
    Cell cell[CHAMPIONS][MOST]; // of the champions against each
} Field;

static void add_field_player(Field *field, const char *spec, const char *name, const char *id) {
    if (field->count == MOST) return;
    field->spec[field->count] = spec;
    field->name[field->count] = name;
    field->id[field->count++] = id;
}

// The prototype's styles, rebuilt by the recipes of these names.
static const struct {
    const char *id, *spec, *name;
} STYLES[] = {{"champion-b", "champion:model=champion-b.safetensors", "knocks at once"},
              {"champion-e", "champion:model=champion-e.safetensors", "Simple's specialist"},
              {"champion-g", "champion:model=champion-g.safetensors", "all-rounder"}};
enum { STYLE_COUNT = sizeof STYLES / sizeof *STYLES };

// Those whose weights are there.
static void add_styles(Field *field) {
    for (int i = 0; i < STYLE_COUNT; i++) {
        GinPlayer player;
        Error err;
        if (!gin_player_open(STYLES[i].spec, &player, &err)) continue;
        gin_player_close(&player);
        add_field_player(field, STYLES[i].spec, STYLES[i].name, STYLES[i].id);
    }
}

static bool is_paper(const GinPlayerRow *row) { return strcmp(row->source, "house") != 0; }

void champion_field_measures(Text *ids) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (is_paper(&rows[i])) text_addf(ids, CHAMPION_GOAL "\n", rows[i].name);
    for (int i = 0; i < STYLE_COUNT; i++) text_addf(ids, CHAMPION_GOAL "\n", STYLES[i].id);
}

static void choose_field(Field *field) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    field->count = 0;
    add_field_player(field, "champion", "champion", "");
    add_field_player(field, TEN_MS_CHAMPION, "champion, 10 ms", "");
    for (int i = 0; i < count; i++)
        if (is_paper(&rows[i])) add_field_player(field, rows[i].name, rows[i].name, rows[i].name);
    add_styles(field);
}

// A game with time to think takes a hundred times as long.
static uint64_t games_of_pair(const LabRun *run, int a, int b) {
    if (a == THINKING || b == THINKING) return lab_size(run, 4, 10000);
    return a == AT_ONCE ? lab_size(run, 200, 10000) : lab_size(run, 20, 10000);
}

static bool play_pair(const LabRun *run, Field *field, int a, int b, Cell *cell, Error *err) {
    uint64_t games = games_of_pair(run, a, b);
    GinMatchPlan plan = {.common = lab_match(run, field->spec[a], field->spec[b], games + games % 2),
                         .rules = run->rules,
                         .duplicate = true};
    MatchResult result = {0};
    *cell = (Cell){0};
    if (!gin_match_run(&plan, &result, err)) return false;
    if (result.totals.games < 2) return true;
    cell->totals = result.totals;
    cell->stats = match_strength(&result.totals, 2);
    cell->games = result.totals.games;
    cell->win = 100 * cell->stats.player[0].win_rate;
    double played = (double)result.totals.games;
    cell->range = stats_wilson(played * cell->stats.player[0].win_rate, played, 0.95);
    field->score[a * field->count + b] = played * cell->stats.player[0].win_rate;
    field->score[b * field->count + a] = played * (1 - cell->stats.player[0].win_rate);
    field->games[a * field->count + b] = field->games[b * field->count + a] = played;
    return true;
}

static const LabClaim *add_claim(LabRun *run, const Field *field, int opponent) {
    const Cell *cell = &field->cell[THINKING][opponent];
    Text rules = {0};
    lab_rules_option(run, &rules);
    LabClaim *claim = lab_claim(run, CHAMPION_GOAL, field->id[opponent]);
    claim->ours = cell->win;
    claim->low = 100 * cell->range.low;
    claim->high = 100 * cell->range.high;
    claim->count = cell->games;
    text_copy(claim->counted, sizeof claim->counted, "games");
    lab_claim_command(claim, "deadwood match " TEN_MS_CHAMPION " %s --games %" PRIu64 " --seed %" PRIu64 "%s",
                      field->spec[opponent], cell->games, run->seed, rules.data ? rules.data : "");
    text_free(&rules);
    return claim;
}

static void add_field_row(LabTable *table, const Field *field, int opponent, double goal) {
    const Cell *at_once = &field->cell[AT_ONCE][opponent], *thinking = &field->cell[THINKING][opponent];
    const ArenaTotals *totals = &at_once->totals;
    text_addf(&table->rows,
              "%s\t%" PRIu64 "\t%.1f\t%.1f-%.1f\t%" PRIu64 "\t%.1f\t%.1f-%.1f\t%.0f\t%.1f\t%.1f\t%.1f\t%.1f\n",
              field->name[opponent], at_once->games, at_once->win, 100 * at_once->range.low, 100 * at_once->range.high,
              thinking->games, thinking->win, 100 * thinking->range.low, 100 * thinking->range.high, goal,
              100 * gin_match_stat(totals, 0, "knock"), 100 * gin_match_stat(totals, 0, "gin"),
              100 * gin_match_stat(totals, 0, "undercut"), 100 * gin_match_stat(totals, 1, "undercut"));
}

static void add_ratings(LabRun *run, const Field *field) {
    Rating ratings[MOST];
    Error why = {{0}};
    LabTable *table = lab_table(run, "Ratings", "player\tElo\t+-");
    if (!rating_fit(field->count, field->score, ratings, &why)) {
        lab_table_about(table, "None: %s.", why.text);
        return;
    }
    lab_table_about(table, "Bradley and Terry's, from all pairs of the panel; its mean is 0. 95%% intervals.");
    bool told[MOST] = {false};
    for (int n = 0; n < field->count; n++) {
        int best = 0;
        while (told[best]) best++;
        for (int i = best + 1; i < field->count; i++)
            if (!told[i] && ratings[i].elo > ratings[best].elo) best = i;
        told[best] = true;
        text_addf(&table->rows, "%s\t%+.0f\t%.0f\n", field->name[best], ratings[best].elo, ratings[best].error);
    }
}

static void add_tics(const Field *field, Text *script) {
    for (int axis = 0; axis < 2; axis++) {
        text_add(script, axis ? "set x2tics rotate by 60 (" : "set ytics (");
        for (int i = 0; i < field->count; i++) text_addf(script, "%s\"%s\" %d", i ? ", " : "", field->name[i], i);
        text_add(script, ")\n");
    }
}

enum { FEWEST = 100 }; // games a pair of which a picture is drawn

static double fewest_games(const Field *field) {
    double least = INFINITY;
    for (int a = 0; a < field->count; a++)
        for (int b = 0; b < a; b++) least = fmin(least, field->games[a * field->count + b]);
    return least;
}

static void add_cross_table(LabRun *run, const Field *field) {
    if (fewest_games(field) < FEWEST) return;
    LabFigure *figure = lab_figure(run, "champion-field", "The panel", 1080, 900, "Everybody against everybody");
    text_add(&figure->data, "# row column win_% games row_name column_name\n");
    for (int a = 0; a < field->count; a++)
        for (int b = 0; b < field->count; b++) {
            double games = field->games[a * field->count + b];
            if (games > 0)
                text_addf(&figure->data, "%d %d %.2f %.0f \"%s\" \"%s\"\n", a, b,
                          100 * field->score[a * field->count + b] / games, games, field->name[a], field->name[b]);
        }
    lab_figure_caption(figure, "Percentage of games that the player of the row wins against the player of the column, "
                               "on duplicate deals.");
    text_addf(&figure->script,
              "set xrange [-0.5:%d.5]; set yrange [%d.5:-0.5]; set x2range [-0.5:%d.5]\n"
              "set border 0; unset grid; set tics scale 0; unset xtics\n",
              field->count - 1, field->count - 1, field->count - 1);
    add_tics(field, &figure->script);
    text_add(&figure->script,
             "set cbrange [10:90]; set cblabel \"games won by the row's player, %\"\n"
             "set palette defined (0 \"#e08214\", 25 \"#fdc98a\", 50 \"#f4f3f0\", 75 \"#9fcbe6\", 100 \"#3f97cc\")\n"
             "set lmargin 20; set rmargin 12; set tmargin 9; set bmargin 1; set style fill solid 1 noborder\n"
             "plot data using 2:1:($2-0.485):($2+0.485):($1-0.485):($1+0.485):3 with boxxyerror fc palette, \\\n"
             "     data using 2:1:(sprintf(\"%.0f\", $3)) with labels font \",12\" tc rgb \"#101114\"\n");
}

static void add_panel(LabRun *run, const Field *field) {
    LabTable *table = lab_table(run, "The champion against the panel",
                                "opponent\tgames\twon, %\t95%\tgames\twon with 10 ms, %\t95%\tgoal\tends, %\tgin, "
                                "%\tundercuts, %\tis undercut, %");
    lab_table_about(table,
                    "The champion as it plays at once, and as " TEN_MS_CHAMPION " (at most 10 ms a decision on the "
                    "reference core). Duplicate deals, Wilson's intervals; the last four are shares of hands, "
                    "played at once.");
    for (int i = CHAMPIONS; i < field->count; i++) {
        if (!field->cell[AT_ONCE][i].games || !field->cell[THINKING][i].games) continue;
        add_field_row(table, field, i, add_claim(run, field, i)->published);
    }
}

bool champion_field(LabRun *run, Error *err) {
    Field *field = calloc(1, sizeof *field);
    if (!field) return error_set(err, "out of memory for the panel");
    choose_field(field);
    bool good = true;
    for (int a = 0; a < field->count; a++)
        for (int b = a + 1; good && b < field->count && !progress_interrupted(); b++) {
            Cell other;
            good = play_pair(run, field, a, b, a < CHAMPIONS ? &field->cell[a][b] : &other, err);
        }
    if (good) add_panel(run, field);
    if (good && !progress_interrupted()) {
        add_ratings(run, field);
        add_cross_table(run, field);
    }
    free(field);
    return good;
}
