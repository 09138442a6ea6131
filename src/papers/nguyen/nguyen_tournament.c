// SPDX-License-Identifier: MIT
// Table 6 of Nguyen, Doan & Neller: each of the eight players against each other, and what the Comparative Results
// conclude from it. Games are plain, so that Wilson's interval holds for them as they are.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "papers/nguyen/nguyen_internal.h"
#include "report/claims.h"

enum {
    FIELD = 8,
    PAPER_GAMES = 10000,
    TIE_GAMES = 200000,
    SIMPLE = 0,
    HITTING,
    ESTIMATING,
    KNOCKING,
    KH,
    HE,
    EK,
    ADVANCED
};

static const struct {
    const char *spec, *name;
} ROWS[FIELD] = {
    {"simple", "Simple"},       {"hitting", "Hitting"},     {"estimating", "Estimating"}, {"knocking", "Knocking"},
    {"medium-kh", "Medium KH"}, {"medium-he", "Medium HE"}, {"medium-ek", "Medium EK"},   {"advanced", "Advanced"},
};

#define WINS "table-6.%s.%s" // the player that stands lower in the table, then the other
static const char BEATS[] = "results.knocking-beats", LOSE[] = "results.others-lose", BEST[] = "results.kh-best",
                  KH_KNOCKING[] = "results.kh-knocking", EK_KNOCKING[] = "results.ek-knocking",
                  BETWEEN[] = "results.advanced-between", LOSES[] = "results.advanced-loses",
                  KH_ADVANCED[] = "results.kh-advanced";

void nguyen_tournament_measures(Text *ids) {
    static const char *const said[] = {BEATS, LOSE, BEST, KH_KNOCKING, EK_KNOCKING, BETWEEN, LOSES, KH_ADVANCED};
    for (int row = 1; row < FIELD; row++)
        for (int column = 0; column < row; column++) text_addf(ids, WINS "\n", ROWS[row].spec, ROWS[column].spec);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) text_addf(ids, "%s\n", said[i]);
}

// The 90% interval that Table 6 prints for the row's player, in %.
typedef struct Printed {
    double low, high;
} Printed;

static Printed printed_wins(const LabRun *run, int row, int column) {
    char id[64];
    bool above = row < column;
    snprintf(id, sizeof id, WINS, ROWS[above ? column : row].spec, ROWS[above ? row : column].spec);
    const LabSaid *said = lab_said(run, id);
    if (!said) return (Printed){0, 0};
    return above ? (Printed){said->mirror, said->mirror_high} : (Printed){said->published, said->published_high};
}

// One player in one pairing, from its own side; in %.
typedef struct Cell {
    uint64_t games;
    double win;
    double low, high; // 90%
    double low95, high95;
} Cell;

typedef struct Table {
    Cell cell[FIELD][FIELD];
} Table;

static Cell see_cell(const ArenaTotals *totals, int player) {
    MatchStrength stats = match_strength(totals, 1);
    const MatchShare *own = &stats.player[player];
    return (Cell){totals->games,          100 * own->win_rate,   100 * own->win_90.low,
                  100 * own->win_90.high, 100 * own->win_95.low, 100 * own->win_95.high};
}

static bool play_tournament_pairs(const LabRun *run, Table *table, Error *err) {
    for (int b = 1; b < FIELD; b++)
        for (int a = 0; a < b; a++) {
            if (progress_interrupted()) return true;
            GinMatchPlan plan = {.common = lab_match(run, ROWS[b].spec, ROWS[a].spec, lab_size(run, 4000, PAPER_GAMES)),
                                 .rules = run->rules};
            MatchResult result = {0};
            if (!gin_match_run(&plan, &result, err)) return false;
            if (!result.totals.games) continue;
            table->cell[b][a] = see_cell(&result.totals, 0);
            table->cell[a][b] = see_cell(&result.totals, 1);
        }
    return true;
}

// What the text says of small differences, of less than a point: more games than the paper's, for 10,000 cannot tell.
static bool is_near_tie(int row, int column) {
    if (column == SIMPLE) return row == KNOCKING || row == KH || row == EK || row == ADVANCED;
    return column == ADVANCED && (row == KNOCKING || row == KH);
}

// The same cells from more games; the others as they are.
static bool play_near_ties(const LabRun *run, const Table *table, Table *ties, Error *err) {
    *ties = *table;
    for (int row = 1; row < FIELD; row++)
        for (int column = 0; column < FIELD && !progress_interrupted(); column++) {
            uint64_t games = lab_size(run, 4000, TIE_GAMES);
            if (!is_near_tie(row, column) || games <= table->cell[row][column].games) continue;
            GinMatchPlan plan = {.common = lab_match(run, ROWS[row].spec, ROWS[column].spec, games),
                                 .rules = run->rules};
            MatchResult result = {0};
            if (!gin_match_run(&plan, &result, err)) return false;
            if (result.totals.games) ties->cell[row][column] = see_cell(&result.totals, 0);
        }
    return true;
}

// ---- The table ----

// By how much a cell lies outside the paper's interval, in points.
static double outside(double win, Printed paper) {
    return win < paper.low ? win - paper.low : win > paper.high ? win - paper.high : 0;
}

// A cell below the diagonal says the same as its mirror above it.
static void add_tournament_cells(LabRun *run, const Table *table) {
    Text rules = {0};
    lab_rules_option(run, &rules);
    for (int row = 1; row < FIELD; row++)
        for (int column = 0; column < row; column++) {
            const Cell *cell = &table->cell[row][column];
            if (!cell->games) continue;
            LabClaim *claim = lab_claim(run, WINS, ROWS[row].spec, ROWS[column].spec);
            claim->ours = cell->win;
            claim->low = cell->low;
            claim->high = cell->high;
            claim->count = cell->games;
            text_copy(claim->counted, sizeof claim->counted, "games");
            lab_claim_command(claim, "deadwood match %s %s --plain --games %" PRIu64 " --seed %" PRIu64 "%s",
                              ROWS[row].spec, ROWS[column].spec, cell->games, run->seed, rules.data ? rules.data : "");
        }
    text_free(&rules);
}

static const char HEAT_MAP[] =
    "set xrange [-0.5:7.5]; set yrange [7.5:-0.5]\n"
    "set border 0; unset grid\n"
    "set tics scale 0\n"
    "unset xtics; set x2range [-0.5:7.5]\n"
    "set cbrange [25:75]; set cblabel \"games won by the row's player, %\"\n"
    "set cbtics 10 offset -0.5,0; set colorbox\n"
    "set palette defined (0 \"#e08214\", 25 \"#fdc98a\", 50 \"#f4f3f0\", 75 \"#9fcbe6\", 100 \"#3f97cc\")\n"
    "set lmargin 12; set rmargin 12; set tmargin 4; set bmargin 1\n"
    "set style fill solid 1 noborder\n"
    "plot data using 2:1:($2-0.485):($2+0.485):($1-0.485):($1+0.485):3 with boxxyerror fc palette, \\\n"
    "     data using 2:($1-0.16):(sprintf(\"{/:Bold %.1f}\", $3)) with labels font \",17\" tc rgb \"#101114\", \\\n"
    "     data using 2:($1+0.12):(sprintf(\"paper %d-%d\", $6, $7)) with labels font \",11\" tc rgb \"#101114\", \\\n"
    "     data using 2:($1+0.32):($8 == 0 ? \"in it\" : sprintf(\"%+.1f\", $8)) with labels font \",11\" \\\n"
    "         tc rgb \"#101114\"\n";

static void add_heat_map(LabRun *run, const Table *table) {
    double most = 0;
    int inside = 0, cells = 0;
    uint64_t games = 0;
    LabFigure *figure = lab_figure(run, "nguyen-table-6", "Table 6", 980, 760, "Each player against each other");
    text_add(&figure->data, "# row column win_% low_90 high_90 paper_low paper_high outside row_name column_name\n");
    for (int row = 0; row < FIELD; row++)
        for (int column = 0; column < FIELD; column++) {
            const Cell *cell = &table->cell[row][column];
            if (!cell->games) continue;
            Printed paper = printed_wins(run, row, column);
            double gap = outside(cell->win, paper);
            text_addf(&figure->data, "%d %d %.3f %.3f %.3f %.0f %.0f %+.3f \"%s\" \"%s\"\n", row, column, cell->win,
                      cell->low, cell->high, paper.low, paper.high, gap, ROWS[row].name, ROWS[column].name);
            most = fmax(most, fabs(gap));
            inside += gap == 0;
            cells++;
            games = cell->games;
        }
    char ours[LAB_NUMBER_TEXT], theirs[LAB_NUMBER_TEXT];
    lab_figure_caption(figure,
                       "Percentage of games that the player of the row wins against the player of the column: ours in "
                       "large type, the paper's 90%% interval below it, and by how many points ours lies outside. %s "
                       "games a pair here, %s in the paper. %d of %d cells lie in the printed interval; the farthest "
                       "is %.1f points outside. The open readings of the players were fitted to this table, with "
                       "seed 31.",
                       lab_print_count(games, ours), lab_print_count(PAPER_GAMES, theirs), inside, cells, most);
    for (int axis = 0; axis < 2; axis++) {
        text_add(&figure->script, axis ? "set x2tics (" : "set ytics (");
        for (int i = 0; i < FIELD; i++) {
            text_addf(&figure->script, "%s\"", i ? ", " : "");
            for (const char *c = ROWS[i].name; *c; c++)
                text_addf(&figure->script, *c == ' ' && axis ? "\\n" : "%c", *c); // columns are narrow
            text_addf(&figure->script, "\" %d", i);
        }
        text_add(&figure->script, ")\n");
    }
    text_add(&figure->script, HEAT_MAP);
}

// ---- Comparative Results ----

// Does `a` surely win more against `against` than `b` does?
static LabAnswer better(const Table *table, int a, int b, int against) {
    const Cell *one = &table->cell[a][against], *other = &table->cell[b][against];
    double reach = hypot((one->high95 - one->low95) / 2, (other->high95 - other->low95) / 2);
    double ahead = one->win - other->win;
    return ahead > reach ? LAB_HOLDS : ahead < -reach ? LAB_FAILS : LAB_UNDECIDED;
}

// Surely above half, or below?
static LabAnswer above_half(const Cell *cell, bool above) {
    LabAnswer over = cell->low95 > 50 ? LAB_HOLDS : cell->high95 < 50 ? LAB_FAILS : LAB_UNDECIDED;
    if (above || over == LAB_UNDECIDED) return over;
    return over == LAB_HOLDS ? LAB_FAILS : LAB_HOLDS;
}

static LabAnswer both_answers(LabAnswer a, LabAnswer b) {
    if (a == LAB_FAILS || b == LAB_FAILS) return LAB_FAILS;
    return a == LAB_HOLDS && b == LAB_HOLDS ? LAB_HOLDS : LAB_UNDECIDED;
}

static LabClaim *add_tournament_statement(LabRun *run, LabAnswer answer, const char *id) {
    LabClaim *claim = lab_claim(run, "%s", id);
    claim->holds = answer;
    return claim;
}

// A statement that compares what two or three win against one player, with the numbers behind it.
static LabClaim *add_near_tie(LabRun *run, const Table *table, LabAnswer answer, const char *id, int against,
                              const int *players, int count) {
    LabClaim *claim = add_tournament_statement(run, answer, id);
    Text note = {0};
    for (int i = 0; i < count; i++) {
        const Cell *cell = &table->cell[players[i]][against];
        text_addf(&note, "%s%s %.2f +- %.2f", i ? ", " : "", ROWS[players[i]].name, cell->win,
                  (cell->high95 - cell->low95) / 2);
        claim->count = cell->games;
    }
    lab_claim_note(claim, "Won against %s, %%: %s.", ROWS[against].name, note.data);
    text_copy(claim->counted, sizeof claim->counted, "games each");
    text_free(&note);
    return claim;
}

static LabAnswer best_against_simple(const Table *table, int player) {
    LabAnswer answer = LAB_HOLDS;
    for (int other = 1; other < FIELD; other++)
        if (other != player) answer = both_answers(answer, better(table, player, other, SIMPLE));
    return answer;
}

static void add_tournament_statements(LabRun *run, const Table *t) {
    static const int four[] = {KH, KNOCKING, ADVANCED, EK}, kh[] = {KH, KNOCKING}, ek[] = {KNOCKING, EK},
                     between[] = {KH, ADVANCED, EK};
    const Cell(*cell)[FIELD] = t->cell;
    LabAnswer answer = both_answers(above_half(&cell[KNOCKING][SIMPLE], true), above_half(&cell[KH][SIMPLE], true));
    answer = both_answers(answer,
                          both_answers(above_half(&cell[EK][SIMPLE], true), above_half(&cell[ADVANCED][SIMPLE], true)));
    add_tournament_statement(run, answer, BEATS);
    answer = both_answers(above_half(&cell[HITTING][SIMPLE], false), above_half(&cell[ESTIMATING][SIMPLE], false));
    answer = both_answers(answer, above_half(&cell[HE][SIMPLE], false));
    add_tournament_statement(run, answer, LOSE);
    add_near_tie(run, t, best_against_simple(t, KH), BEST, SIMPLE, four, 4);
    add_near_tie(run, t, better(t, KH, KNOCKING, SIMPLE), KH_KNOCKING, SIMPLE, kh, 2);
    add_near_tie(run, t, better(t, KNOCKING, EK, SIMPLE), EK_KNOCKING, SIMPLE, ek, 2);
    answer = both_answers(better(t, ADVANCED, EK, SIMPLE), better(t, KH, ADVANCED, SIMPLE));
    add_near_tie(run, t, answer, BETWEEN, SIMPLE, between, 3);
    add_tournament_statement(
        run, both_answers(above_half(&cell[ADVANCED][KNOCKING], false), above_half(&cell[ADVANCED][KH], false)), LOSES);
    add_near_tie(run, t, better(t, KH, KNOCKING, ADVANCED), KH_ADVANCED, ADVANCED, kh, 2);
}

bool nguyen_tournament(LabRun *run, Error *err) {
    Table table = {0}, ties;
    if (!play_tournament_pairs(run, &table, err) || !play_near_ties(run, &table, &ties, err)) return false;
    if (progress_interrupted()) return true; // half a matrix says nothing
    add_tournament_cells(run, &table);
    add_heat_map(run, &table);
    add_tournament_statements(run, &ties);
    return true;
}
