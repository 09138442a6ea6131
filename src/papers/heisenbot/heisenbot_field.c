// SPDX-License-Identifier: MIT
// Heisenbot's Figures 3 to 5: every player of the paper against every other. Games are plain, as the paper's were: each
// with its own deals and a random starter, so that Wilson's interval holds for them as they are.
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "contest/gin/gin_tally.h"
#include "gin/players/list/players.h"
#include "papers/heisenbot/heisenbot_internal.h"
#include "report/claims.h"

enum { FIELD = 5, PAPER_GAMES = 20000, SIMPLE = 0, GREEDY, ALWAYS_DRAW, RULE_KNOCK, HEISENBOT };

static const struct {
    const char *spec, *name;
} ROWS[FIELD] = {
    {"simple", "Simple"},           {"greedy", "Greedy"},
    {"always-draw", "Always Draw"}, {"rule-knock", "Rule-Based Knocking"},
    {"heisenbot", "Heisenbot"},
};

static const char WEAKEST[] = "results.weakest", STRONGEST[] = "results.strongest", AVERAGE[] = "results.average",
                  NEXT_BEST[] = "results.next-best", MOST_GINS[] = "figure-4.gin", UNDERCUTTING[] = "figure-4.undercut",
                  UNDERCUTS_ALIKE[] = "figure-4.undercuts-alike", LEAST[] = "figure-5.least", MOST[] = "figure-5.most",
                  LOST_ORDER[] = "figure-5.lost-order", DEVIATIONS[] = "figure-5.deviations";

// One player in one pairing, from its own side.
typedef struct Cell {
    bool played;
    uint64_t games;
    double win, low, high;         // %
    double pprw, pprl;             // points a round won, and a round lost
    double pprw_error, pprl_error; // standard errors
    double gins, undercuts;        // a thousand games
} Cell;

typedef struct Table {
    bool there[FIELD]; // the player is in our list
    Cell cell[FIELD][FIELD];
} Table;

static double points_a_round(const ArenaTotals *totals, int player, double *error) {
    int64_t rounds = totals->tally[gin_tally_at(player, GIN_TALLY_ROUNDS)];
    int64_t points = totals->tally[gin_tally_at(player, GIN_TALLY_ROUND_POINTS)];
    int64_t squares = totals->tally[gin_tally_at(player, GIN_TALLY_ROUND_POINTS_SQUARED)];
    *error = stats_standard_error(rounds, points, squares);
    return stats_mean(rounds, points);
}

static Cell see_pair(const ArenaTotals *totals, int player) {
    MatchStrength stats = match_strength(totals, 1);
    const MatchShare *own = &stats.player[player];
    double games = (double)totals->games;
    Cell cell = {.played = true, .games = totals->games};
    cell.win = 100 * own->win_rate;
    cell.low = 100 * own->win_95.low;
    cell.high = 100 * own->win_95.high;
    cell.pprw = points_a_round(totals, player, &cell.pprw_error);
    cell.pprl = points_a_round(totals, player ^ 1, &cell.pprl_error);
    cell.gins = 1000 * (double)totals->tally[gin_tally_at(player, GIN_TALLY_GINS)] / games;
    cell.undercuts = 1000 * (double)totals->tally[gin_tally_at(player, GIN_TALLY_UNDERCUTS)] / games;
    return cell;
}

// The pairs of players that exist; a paper's player that is not in our list yet simply stays away.
static bool play_field_pairs(const LabRun *run, const GinRules *rules, Table *table, Error *err) {
    for (int i = 0; i < FIELD; i++) {
        GinPlayer player;
        table->there[i] = gin_player_open(ROWS[i].spec, &player, NULL);
        if (table->there[i]) gin_player_close(&player);
    }
    for (int a = 0; a < FIELD; a++)
        for (int b = a + 1; b < FIELD; b++) {
            if (!table->there[a] || !table->there[b] || progress_interrupted()) continue;
            GinMatchPlan plan = {.common =
                                     lab_match(run, ROWS[a].spec, ROWS[b].spec, lab_size(run, 10000, PAPER_GAMES)),
                                 .rules = *rules};
            MatchResult result = {0};
            if (!gin_match_run(&plan, &result, err)) return false;
            if (!result.totals.games) continue;
            table->cell[a][b] = see_pair(&result.totals, 0);
            table->cell[b][a] = see_pair(&result.totals, 1);
        }
    return true;
}

// ---- Figure 3 ----

#define WINS "figure-3.%s.%s" // the one named first in Figure 3, then the other

// What Figure 3 prints for the row's player, in %.
static double published(const LabRun *run, int row, int column) {
    char id[64];
    bool below = row > column;
    snprintf(id, sizeof id, WINS, ROWS[below ? column : row].spec, ROWS[below ? row : column].spec);
    const LabSaid *said = lab_said(run, id);
    return !said ? (double)NAN : below ? said->mirror : said->published;
}

static void match_command(const LabRun *run, int a, int b, uint64_t games, LabClaim *claim) {
    Text rules = {0};
    lab_rules_option(run, &rules);
    lab_claim_command(claim, "deadwood match %s %s --plain --games %" PRIu64 " --seed %" PRIu64 "%s", ROWS[a].spec,
                      ROWS[b].spec, games, run->seed, rules.data ? rules.data : "");
    text_free(&rules);
}

static void add_field_wins(LabRun *run, const Table *table) {
    for (int a = 0; a < FIELD; a++)
        for (int b = a + 1; b < FIELD; b++) {
            const Cell *cell = &table->cell[a][b];
            if (!cell->played) continue;
            LabClaim *claim = lab_claim(run, WINS, ROWS[a].spec, ROWS[b].spec);
            claim->ours = cell->win;
            claim->low = cell->low;
            claim->high = cell->high;
            claim->count = cell->games;
            text_copy(claim->counted, sizeof claim->counted, "games");
            match_command(run, a, b, cell->games, claim);
        }
}

static void print_wins(const LabRun *run, const Table *table, Text *data) {
    text_add(data, "# row column win_% low high paper_% difference row_name column_name\n");
    for (int a = 0; a < FIELD; a++)
        for (int b = 0; b < FIELD; b++) {
            const Cell *cell = &table->cell[a][b];
            if (cell->played)
                text_addf(data, "%d %d %.3f %.3f %.3f %.1f %+.3f \"%s\" \"%s\"\n", a, b, cell->win, cell->low,
                          cell->high, published(run, a, b), cell->win - published(run, a, b), ROWS[a].name,
                          ROWS[b].name);
        }
}

// Mean distance from the paper's cells, in points; NAN if there are none.
static double distance(const LabRun *run, const Table *table) {
    double sum = 0;
    int cells = 0;
    for (int a = 0; a < FIELD; a++)
        for (int b = a + 1; b < FIELD; b++) {
            if (!table->cell[a][b].played) continue;
            sum += fabs(table->cell[a][b].win - published(run, a, b));
            cells++;
        }
    return cells ? sum / cells : NAN;
}

// In two lines where an axis has no room for one.
static const char *field_short_name(int player) {
    return player == RULE_KNOCK ? "Rule-Based\\nKnocking" : ROWS[player].name;
}

static const char FIGURE_3[] =
    "set xrange [-0.5:last+0.5]; set yrange [last+0.5:-0.5]\n"
    "set border 0; unset grid\n"
    "set tics scale 0\n"
    "unset xtics; set x2range [-0.5:last+0.5]\n"
    "set cbrange [0:100]; set cblabel \"games won by the row's player, %\"\n"
    "set cbtics 25; set colorbox\n"
    "set palette defined (0 \"#e08214\", 25 \"#fdc98a\", 50 \"#f4f3f0\", 75 \"#9fcbe6\", 100 \"#3f97cc\")\n"
    "set lmargin 13; set rmargin 13; set tmargin 3.5; set bmargin 1\n"
    "set style fill solid 1 noborder\n"
    "plot data using 2:1:($2-0.485):($2+0.485):($1-0.485):($1+0.485):3 with boxxyerror fc palette, \\\n"
    "     data using 2:($1-0.14):(sprintf(\"{/:Bold %.1f}\", $3)) with labels font \",21\" tc rgb \"#101114\", \\\n"
    "     data using 2:($1+0.14):(sprintf(\"paper %.1f\", $6)) with labels font \",13\" tc rgb \"#101114\", \\\n"
    "     data using 2:($1+0.32):(abs($7) < 0.05 ? \"same\" : sprintf(\"%+.1f\", $7)) with labels font \",13\" tc rgb \"#101114\"\n";

static void add_figure_3(LabRun *run, const Table *table, const Table *prose) {
    uint64_t fewest = UINT64_MAX;
    int last = -1;
    for (int a = 0; a < FIELD; a++)
        for (int b = 0; b < FIELD; b++)
            if (table->cell[a][b].played) {
                last = a;
                if (table->cell[a][b].games < fewest) fewest = table->cell[a][b].games;
            }
    if (last < 0) return;
    char ours[LAB_NUMBER_TEXT], theirs[LAB_NUMBER_TEXT];
    LabFigure *figure = lab_figure(run, "heisenbot-figure-3", "Figure 3", 900, last == HEISENBOT ? 700 : 600,
                                   "Head-to-head win percentage");
    lab_figure_caption(
        figure,
        "Percentage of games that the player of the row wins against the player of the column: ours in large "
        "type, the paper's below it, then the difference in points. %s games a pair here, %s in the paper, so "
        "ours are exact to %.1f points, 95 times in 100.",
        lab_print_count(fewest, ours), lab_print_count(PAPER_GAMES, theirs), lab_percent_error(50, (double)fewest));
    if (prose) {
        size_t used = strlen(figure->caption);
        snprintf(
            figure->caption + used, sizeof figure->caption - used,
            " Mean distance from the paper: %.1f points; under the rules of its prose (--rules heisenbot, where a tie "
            "goes to the knocker) it would be %.1f.",
            distance(run, table), distance(run, prose));
    }
    print_wins(run, table, &figure->data);
    text_addf(&figure->script, "last = %d\n", last);
    for (int axis = 0; axis < 2; axis++) {
        text_add(&figure->script, axis ? "set x2tics (" : "set ytics (");
        for (int i = 0; i <= last; i++)
            text_addf(&figure->script, "%s\"%s\" %d", i ? ", " : "", field_short_name(i), i);
        text_add(&figure->script, ")\n");
    }
    text_add(&figure->script, FIGURE_3);
}

// ---- What the Results say in words ----

// Is `player` surely below (or above) half against every other?
static LabAnswer beats(const Table *table, int player, bool above) {
    LabAnswer answer = LAB_HOLDS;
    for (int other = 0; other < FIELD; other++) {
        const Cell *cell = &table->cell[player][other];
        if (!cell->played) continue;
        if (above ? cell->high < 50 : cell->low > 50) return LAB_FAILS;
        if (above ? cell->low <= 50 : cell->high >= 50) answer = LAB_UNDECIDED;
    }
    return answer;
}

static void add_field_statement(LabRun *run, const Table *table, const char *id, int player, LabAnswer answer) {
    LabClaim *claim = lab_claim(run, "%s", id);
    claim->holds = answer;
    for (int other = 0; other < FIELD; other++) claim->count += table->cell[player][other].games;
    text_copy(claim->counted, sizeof claim->counted, "games");
}

static void add_ranks(LabRun *run, const Table *table) {
    if (table->cell[ALWAYS_DRAW][SIMPLE].played)
        add_field_statement(run, table, WEAKEST, ALWAYS_DRAW, beats(table, ALWAYS_DRAW, false));
    if (!table->cell[HEISENBOT][SIMPLE].played) return;
    add_field_statement(run, table, STRONGEST, HEISENBOT, beats(table, HEISENBOT, true));
    LabAnswer next = LAB_HOLDS;
    const Cell *rules = &table->cell[RULE_KNOCK][HEISENBOT];
    for (int other = 0; other < HEISENBOT; other++) {
        const Cell *cell = &table->cell[other][HEISENBOT];
        if (other == RULE_KNOCK) continue;
        if (cell->low > rules->high) next = LAB_FAILS;
        if (cell->high >= rules->low && next == LAB_HOLDS) next = LAB_UNDECIDED;
    }
    add_field_statement(run, table, NEXT_BEST, RULE_KNOCK, next);
}

// Mean over opponents of one column, its sampling error, and the deviation between opponents (the paper's error bars).
typedef struct Average {
    int opponents;
    double mean, error, deviation;
    double deviation_error; // half the 95% interval of the deviation, from the sampling errors of the values
} Average;

typedef struct Column {
    size_t value, error; // offsets in Cell; equal when there is no error to speak of
} Column;

static double cell_value(const Cell *cell, size_t offset) {
    double value;
    memcpy(&value, (const char *)cell + offset, sizeof value);
    return value;
}

static Average average(const Table *table, int player, Column column) {
    Average result = {0};
    double squares = 0, variance = 0;
    for (int other = 0; other < FIELD; other++) {
        const Cell *cell = &table->cell[player][other];
        if (!cell->played) continue;
        double value = cell_value(cell, column.value), error = cell_value(cell, column.error);
        result.opponents++;
        result.mean += value;
        squares += value * value;
        variance += error * error;
    }
    if (!result.opponents) return result;
    int n = result.opponents;
    result.mean /= n;
    result.error = 1.959964 * sqrt(variance) / n;
    double spread = n > 1 ? (squares - n * result.mean * result.mean) / (n - 1) : 0;
    result.deviation = spread > 0 ? sqrt(spread) : 0;
    for (int other = 0; other < FIELD && result.deviation > 0; other++) {
        const Cell *cell = &table->cell[player][other];
        if (!cell->played) continue;
        double slope = (cell_value(cell, column.value) - result.mean) / ((n - 1) * result.deviation);
        result.deviation_error += pow(1.959964 * slope * cell_value(cell, column.error), 2);
    }
    result.deviation_error = sqrt(result.deviation_error);
    return result;
}

static const Column PPRW = {offsetof(Cell, pprw), offsetof(Cell, pprw_error)};
static const Column PPRL = {offsetof(Cell, pprl), offsetof(Cell, pprl_error)};
static const Column GINS = {offsetof(Cell, gins), offsetof(Cell, gins)};
static const Column UNDERCUTS = {offsetof(Cell, undercuts), offsetof(Cell, undercuts)};

static void add_average_win(LabRun *run, const Table *table) {
    double mean = 0, variance = 0;
    uint64_t games = 0;
    for (int other = 0; other < FIELD; other++) {
        const Cell *cell = &table->cell[HEISENBOT][other];
        if (other == HEISENBOT) continue;
        if (!cell->played) return;
        double half = lab_percent_error(cell->win, (double)cell->games);
        mean += cell->win / (FIELD - 1);
        variance += half * half;
        games += cell->games;
    }
    LabClaim *claim = lab_claim(run, "%s", AVERAGE);
    claim->ours = mean;
    claim->low = mean - sqrt(variance) / (FIELD - 1);
    claim->high = mean + sqrt(variance) / (FIELD - 1);
    claim->count = games;
    text_copy(claim->counted, sizeof claim->counted, "games");
}

// ---- Figures 4 and 5 ----

static const struct {
    const char *kind;
    int player;
    bool won;
    bool deviation; // between opponents, instead of their mean
} POINTS[] = {{"won", HEISENBOT, true, false},          {"lost", HEISENBOT, false, false},
              {"lost", GREEDY, false, false},           {"lost", RULE_KNOCK, false, false},
              {"won-deviation", HEISENBOT, true, true}, {"lost-deviation", HEISENBOT, false, true},
              {"lost-deviation", GREEDY, false, true},  {"lost-deviation", RULE_KNOCK, false, true}};
enum { POINT_CLAIMS = sizeof POINTS / sizeof *POINTS };

#define POINTS_ID "figure-5.%s.%s"

static void add_field_points(LabRun *run, const Table *table, int which) {
    Average ours = average(table, POINTS[which].player, POINTS[which].won ? PPRW : PPRL);
    if (!ours.opponents) return;
    LabClaim *claim = lab_claim(run, POINTS_ID, POINTS[which].kind, ROWS[POINTS[which].player].spec);
    bool deviation = POINTS[which].deviation;
    double half = deviation ? ours.deviation_error : ours.error;
    claim->ours = deviation ? ours.deviation : ours.mean;
    claim->low = claim->ours - half;
    claim->high = claim->ours + half;
    claim->incomparable = ours.opponents < FIELD - 1;
    if (claim->incomparable)
        lab_claim_note(claim, "The paper's mean is over four opponents; Heisenbot is not in our list of players yet.");
}

// Is the first average surely above the second?
static LabAnswer average_above(const Average *a, const Average *b) {
    double ahead = a->mean - b->mean, reach = hypot(a->error, b->error);
    return ahead > reach ? LAB_HOLDS : ahead < -reach ? LAB_FAILS : LAB_UNDECIDED;
}

// A statement of several parts holds if all do, and fails if one does.
static LabAnswer both_hold(LabAnswer a, LabAnswer b) {
    if (a == LAB_FAILS || b == LAB_FAILS) return LAB_FAILS;
    return a == LAB_HOLDS && b == LAB_HOLDS ? LAB_HOLDS : LAB_UNDECIDED;
}

static void add_most_points(LabRun *run, const Table *table) {
    Average heisenbot = average(table, HEISENBOT, PPRW), best = {0};
    LabAnswer answer = LAB_HOLDS;
    int most = SIMPLE;
    if (!heisenbot.opponents) return;
    for (int i = 0; i < HEISENBOT; i++) {
        Average other = average(table, i, PPRW);
        if (!other.opponents) continue;
        answer = both_hold(answer, average_above(&heisenbot, &other));
        if (other.mean > best.mean) best = other, most = i;
    }
    add_field_statement(run, table, MOST, HEISENBOT, answer);
    lab_claim_note(&run->claims[run->claim_count - 1], "Here Heisenbot makes %.1f points and %s %.1f.", heisenbot.mean,
                   ROWS[most].name, best.mean);
}

static void add_lost_order(LabRun *run, const Table *table) {
    Average heisenbot = average(table, HEISENBOT, PPRL), greedy = average(table, GREEDY, PPRL),
            rules = average(table, RULE_KNOCK, PPRL);
    if (!heisenbot.opponents || !greedy.opponents || !rules.opponents) return;
    LabAnswer answer = both_hold(average_above(&heisenbot, &rules), average_above(&rules, &greedy));
    add_field_statement(run, table, LOST_ORDER, HEISENBOT, answer);
    lab_claim_note(&run->claims[run->claim_count - 1], "Here %.2f, %.2f and %.2f points.", greedy.mean, rules.mean,
                   heisenbot.mean);
    // The players with the lower PPRL deviate more: 4.5 and 4.8 against 3.8.
    double reach = hypot(heisenbot.deviation_error, fmax(greedy.deviation_error, rules.deviation_error));
    double ahead = fmin(greedy.deviation, rules.deviation) - heisenbot.deviation;
    add_field_statement(run, table, DEVIATIONS, HEISENBOT,
                        ahead > reach    ? LAB_HOLDS
                        : ahead < -reach ? LAB_FAILS
                                         : LAB_UNDECIDED);
    lab_claim_note(&run->claims[run->claim_count - 1], "Here %.1f and %.1f against %.1f.", greedy.deviation,
                   rules.deviation, heisenbot.deviation);
}

static void add_figure_5_claims(LabRun *run, const Table *table) {
    int least = -1;
    bool sure = true;
    Average low = {0};
    for (int i = 0; i < FIELD; i++) {
        Average ours = average(table, i, PPRW);
        if (!ours.opponents) continue;
        if (least < 0 || ours.mean < low.mean) least = i, low = ours;
    }
    if (least < 0) return;
    for (int i = 0; i < FIELD; i++) {
        Average ours = average(table, i, PPRW);
        if (ours.opponents && i != least && ours.mean - low.mean < hypot(ours.error, low.error)) sure = false;
    }
    LabClaim *claim = lab_claim(run, "%s", LEAST);
    claim->holds = !sure ? LAB_UNDECIDED : least == SIMPLE ? LAB_HOLDS : LAB_FAILS;
    lab_claim_note(claim, "Least here: %s with %.1f points; Simple makes %.1f.", ROWS[least].name, low.mean,
                   average(table, SIMPLE, PPRW).mean);
    add_most_points(run, table);
    add_lost_order(run, table);
    for (int i = 0; i < POINT_CLAIMS; i++) add_field_points(run, table, i);
}

static void print_pairs(const Table *table, Column first, Column second, const char *names, Text *data) {
    text_addf(data, "# player %s name\n", names);
    for (int i = 0; i < FIELD; i++) {
        Average a = average(table, i, first), b = average(table, i, second);
        if (a.opponents)
            text_addf(data, "%d %.3f %.3f %.3f %.3f \"%s\"\n", i, a.mean, a.deviation, b.mean, b.deviation,
                      field_short_name(i));
    }
}

static const char BARS[] =
    "set style fill solid 1 noborder\n"
    "set boxwidth 0.34\n"
    "set xrange [-0.6:last+0.6]; set yrange [0:*]\n"
    "set offsets 0, 0, graph 0.12, 0\n"
    "set grid noxtics\n"
    "set xtics scale 0\n"
    "set lmargin 9; set rmargin 2; set bmargin 3; set tmargin 1\n"
    "set key top left horizontal Left reverse samplen 1.5\n"
    "set ylabel what\n"
    "plot data using ($1-0.19):2:xtic(6) with boxes fc rgb blue title one, \\\n"
    "     data using ($1+0.19):4 with boxes fc rgb orange title two, \\\n"
    "     data using ($1-0.19):($2-$3):(0):(2*$3) with vectors heads size graph 0.012,90 lw 1.5 lc rgb ink, \\\n"
    "     data using ($1+0.19):($4-$5):(0):(2*$5) with vectors heads size graph 0.012,90 lw 1.5 lc rgb ink\n";

static void add_bars(LabRun *run, const Table *table, const char *name, const char *where, const char *title,
                     const char *labels, const char *columns, Column first, Column second) {
    int last = -1;
    for (int i = 0; i < FIELD; i++)
        if (average(table, i, first).opponents) last = i;
    if (last < 0) return;
    LabFigure *figure = lab_figure(run, name, where, 860, 400, title);
    lab_figure_caption(figure,
                       "Means over a player's opponents in the games of Figure 3; bars mark one standard deviation "
                       "between opponents%s.",
                       last < HEISENBOT ? ". Heisenbot is not in our list of players yet" : "");
    print_pairs(table, first, second, columns, &figure->data);
    text_addf(&figure->script, "last = %d\n%s", last, labels);
    text_add(&figure->script, BARS);
}

static void add_figure_4_claims(LabRun *run, const Table *table) {
    if (!table->cell[HEISENBOT][SIMPLE].played) return;
    bool most_gins = true, most_undercuts = true;
    for (int i = 0; i < HEISENBOT; i++) {
        if (average(table, i, GINS).mean >= average(table, HEISENBOT, GINS).mean) most_gins = false;
        if (average(table, i, UNDERCUTS).mean >= average(table, HEISENBOT, UNDERCUTS).mean) most_undercuts = false;
    }
    add_field_statement(run, table, MOST_GINS, HEISENBOT, most_gins ? LAB_HOLDS : LAB_FAILS);
    add_field_statement(run, table, UNDERCUTTING, HEISENBOT, most_undercuts ? LAB_FAILS : LAB_HOLDS);
    Average heisenbot = average(table, HEISENBOT, UNDERCUTS), greedy = average(table, GREEDY, UNDERCUTS),
            rules = average(table, RULE_KNOCK, UNDERCUTS);
    bool alike =
        fabs(heisenbot.mean - greedy.mean) <= greedy.mean / 5 && fabs(heisenbot.mean - rules.mean) <= rules.mean / 5;
    add_field_statement(run, table, UNDERCUTS_ALIKE, HEISENBOT, alike ? LAB_HOLDS : LAB_FAILS);
    lab_claim_note(&run->claims[run->claim_count - 1],
                   "Alike: within a fifth. Here %.0f, %.0f and %.0f in 1,000 games.", heisenbot.mean, greedy.mean,
                   rules.mean);
}

void heisenbot_field_measures(Text *ids) {
    static const char *const single[] = {WEAKEST,         STRONGEST, AVERAGE, NEXT_BEST,  MOST_GINS, UNDERCUTTING,
                                         UNDERCUTS_ALIKE, LEAST,     MOST,    LOST_ORDER, DEVIATIONS};
    for (int a = 0; a < FIELD; a++)
        for (int b = a + 1; b < FIELD; b++) text_addf(ids, WINS "\n", ROWS[a].spec, ROWS[b].spec);
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) text_addf(ids, "%s\n", single[i]);
    for (int i = 0; i < POINT_CLAIMS; i++) text_addf(ids, POINTS_ID "\n", POINTS[i].kind, ROWS[POINTS[i].player].spec);
}

bool heisenbot_field(LabRun *run, Error *err) {
    Table table = {0}, prose = {0};
    GinRules usual = gin_rules_default(), written = usual;
    bool both = gin_rules_equal(&run->rules, &usual) && gin_rules_parse("heisenbot", &written, err);
    if (!play_field_pairs(run, &run->rules, &table, err)) return false;
    if (both && !play_field_pairs(run, &written, &prose, err)) return false;
    add_field_wins(run, &table);
    add_figure_3(run, &table, both && !progress_interrupted() ? &prose : NULL);
    add_ranks(run, &table);
    add_average_win(run, &table);
    add_figure_4_claims(run, &table);
    add_bars(run, &table, "heisenbot-figure-4", "Figure 4", "Gin and undercuts",
             "what = \"times in 1,000 games\"; one = \"went gin\"; two = \"undercut the opponent\"\n",
             "gin_in_1000_games deviation undercuts_in_1000_games deviation", GINS, UNDERCUTS);
    add_figure_5_claims(run, &table);
    add_bars(run, &table, "heisenbot-figure-5", "Figure 5", "Points a round won and a round lost",
             "what = \"points a round\"; one = \"won (PPRW)\"; two = \"lost (PPRL)\"\n",
             "pprw deviation pprl deviation", PPRW, PPRL);
    return true;
}
