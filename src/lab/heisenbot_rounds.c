// SPDX-License-Identifier: MIT
// Heisenbot's Figures 1 and 2: Simple against itself, watched turn by turn. The paper does not say when hands end nor
// whose turns its averages are over, so several readings are played and each is a row.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "contest/gin_match.h"
#include "lab/heisenbot_internal.h"
#include "lab/rounds.h"

enum {
    FEWEST = 50,       // values a turn must have to be drawn
    LAST_TURN = 40,    // of Figure 1
    LONGEST_WAIT = 10, // of Figure 2
    LONG_TARGET = 250, // where the paper's 25 rounds a game would fit
};

typedef struct Study {
    LabRounds rounds[LAB_READINGS];
    GinMatchResult waiting[LONGEST_WAIT + 1]; // waiting so many own turns, against Simple
    LabRounds long_games;                     // at once, to LONG_TARGET points
    int waits;                                // of them played
} Study;

static bool play_match(const LabRun *run, const char *a, const char *b, const GinRules *rules, uint64_t games,
                       GinMatchResult *result, Error *err) {
    GinMatchPlan plan = {.players = {a, b},
                         .rules = *rules,
                         .seed = run->seed,
                         .games = games,
                         .threads = run->threads,
                         .quiet = run->quiet};
    return gin_match_run(&plan, result, err);
}

static void waiting_player(int turns, char spec[48]) { snprintf(spec, 48, "mix:knock=wait,turns=%d", turns); }

static bool play_all(const LabRun *run, Study *study, Error *err) {
    uint64_t games = lab_size(run, 4000, 10000);
    for (int i = 0; i < LAB_READINGS && !progress_interrupted(); i++)
        if (!lab_rounds_play(run, "simple", &run->rules, (LabReading)i, games, &study->rounds[i], err)) return false;
    GinRules rules = run->rules;
    rules.target = LONG_TARGET;
    if (!progress_interrupted() &&
        !lab_rounds_play(run, "simple", &rules, LAB_KNOCK_AT_ONCE, games, &study->long_games, err))
        return false;
    for (int turns = 0; turns <= LONGEST_WAIT && !progress_interrupted(); turns++) {
        char spec[48];
        waiting_player(turns, spec);
        if (!play_match(run, spec, "simple", &run->rules, lab_size(run, 4000, 20000), &study->waiting[turns], err))
            return false;
        if (study->waiting[turns].totals.games) study->waits = turns + 1;
    }
    return true;
}

// ---- Figure 1 ----

static LabClaim *add_mean(LabRun *run, const char *where, const char *text, const char *unit, double published,
                          const LabMean *mean, const char *counted) {
    Interval interval = lab_mean_interval(mean);
    LabClaim *claim = lab_claim(run, where, unit, "%s", text);
    claim->published = published;
    claim->rounding = 0.5;
    claim->ours = lab_mean(mean);
    claim->low = interval.low;
    claim->high = interval.high;
    claim->count = (uint64_t)mean->count;
    text_copy(claim->counted, sizeof claim->counted, counted);
    claim->incomparable = mean->count < FEWEST; // too few even for an interval
    return claim;
}

// The turn at which the mean deadwood falls to `points`, between whole turns by a straight line; its interval from that
// of the mean and the slope.
static LabMean nearest_mean(const LabRounds *rounds, double points, double *turn, double *half) {
    LabMean before = {0};
    *turn = NAN;
    *half = 0;
    for (int t = 1; t < LAB_TURNS; t++) {
        LabMean now = lab_deadwood_mean(rounds, t);
        if (now.count < FEWEST) continue;
        if (before.count && lab_mean(&before) > points && lab_mean(&now) <= points) {
            double slope = lab_mean(&before) - lab_mean(&now);
            Interval interval = lab_mean_interval(&now);
            // Over two turns: the player who began has always had one turn more, so single steps are uneven.
            LabMean earlier = lab_deadwood_mean(rounds, t > 2 ? t - 2 : 1);
            *turn = t - (points - lab_mean(&now)) / slope;
            *half = (interval.high - interval.low) / (lab_mean(&earlier) - lab_mean(&now));
            return now;
        }
        before = now;
    }
    return before;
}

static void add_first_knock(LabRun *run, const Study *study) {
    static const char text[] = "Simple was able to knock after 18 turns on average (turns of both players)";
    const LabRounds *once = &study->rounds[LAB_KNOCK_AT_ONCE], *on = &study->rounds[LAB_PLAY_ON],
                    *hold = &study->rounds[LAB_HOLD_GIN];
    const struct {
        const LabMean *mean;
        const char *reading, *counted;
    } rows[] = {
        {&once->able_first, "knock at once: the first of the two", "hands"},
        {&on->able_first, "play on: the first of the two", "hands"},
        {&on->able_each, "play on: each player", "players"},
        {&on->able_each_counter, "play on: each, declined offers as turns", "players"},
        {&hold->able_each, "hold gin too: each player", "players"},
        {&hold->able_each_counter, "hold gin too: each, declined offers as turns", "players"},
        {&on->able_both, "play on: both players", "hands"},
        {&hold->able_both, "hold gin too: both players", "hands"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].mean->count) continue;
        LabClaim *claim = add_mean(run, "Figure 1", text, "turns", 18, rows[i].mean, rows[i].counted);
        lab_claim_reading(claim, "%s", rows[i].reading);
    }
    double turn, half;
    LabMean mean = nearest_mean(on, 10, &turn, &half);
    if (!isfinite(turn)) return;
    LabClaim *claim = add_mean(run, "Figure 1", text, "turns", 18, &mean, "hands in that turn");
    claim->ours = turn;
    claim->low = turn - half;
    claim->high = turn + half;
    lab_claim_reading(claim, "play on: mean deadwood down to 10");
}

static void add_first_gin(LabRun *run, const Study *study) {
    static const char text[] = "Simple went gin after 21 turns on average (turns of both players)";
    const struct {
        LabReading reading;
        bool each;
        const char *words;
    } rows[] = {
        {LAB_KNOCK_AT_ONCE, false, "knock at once: hands ended by gin"},
        {LAB_PLAY_ON, false, "play on, knock beyond turn 30: hands with gin"},
        {LAB_GIN_ONLY, false, "play on, never knock: hands with gin"},
        {LAB_HOLD_GIN, false, "hold gin too: the first of the two"},
        {LAB_HOLD_GIN, true, "hold gin too: each player"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const LabRounds *rounds = &study->rounds[rows[i].reading];
        const LabMean *mean = rows[i].each ? &rounds->gin_each : &rounds->gin_first;
        if (!mean->count) continue;
        LabClaim *claim =
            add_mean(run, "Figure 1", text, "turns", 21, mean, rows[i].each ? "players" : "hands with gin");
        lab_claim_reading(claim, "%s", rows[i].words);
    }
}

static void add_number(Text *data, bool there, double number) {
    if (there)
        text_addf(data, " %.3f", number);
    else
        text_add(data, " NaN");
}

static void print_turns(const Study *study, Text *data) {
    const LabRounds *on = &study->rounds[LAB_PLAY_ON], *once = &study->rounds[LAB_KNOCK_AT_ONCE];
    int64_t gone = 0, gone_once = 0;
    text_addf(data, "# turn values mean mean_low mean_high q05 q25 median q75 q95 gin_in_turn_%% gin_by_turn_%% "
                    "once_values once_mean once_gin_by_turn_%%\n");
    for (int turn = 1; turn <= LAST_TURN; turn++) {
        static const double shares[] = {0.05, 0.25, 0.5, 0.75, 0.95};
        LabMean mean = lab_deadwood_mean(on, turn), at_once = lab_deadwood_mean(once, turn);
        Interval interval = lab_mean_interval(&mean);
        bool there = mean.count >= FEWEST;
        gone += on->gin_at[turn];
        gone_once += once->gin_at[turn];
        text_addf(data, "%d %" PRId64, turn, mean.count);
        add_number(data, there, lab_mean(&mean));
        add_number(data, there, interval.low);
        add_number(data, there, interval.high);
        for (int i = 0; i < 5; i++) add_number(data, there, lab_deadwood_quantile(on, turn, shares[i]));
        add_number(data, there, 100.0 * (double)on->gin_at[turn] / (double)(mean.count ? mean.count : 1));
        add_number(data, on->hands > 0, 100.0 * (double)gone / (double)on->hands);
        text_addf(data, " %" PRId64, at_once.count);
        add_number(data, at_once.count >= FEWEST, lab_mean(&at_once));
        add_number(data, once->hands > 0, 100.0 * (double)gone_once / (double)once->hands);
        text_add(data, "\n");
    }
}

static const char FIGURE_1[] =
    "set datafile missing \"NaN\"\n"
    "set xrange [1:34]\n"
    "set xtics 2\n"
    "set lmargin 9; set rmargin 3\n"
    "set arrow 1 from 30, graph 0 to 30, graph 1 nohead lc rgb grey dt 3\n"
    "set multiplot\n"
    "set origin 0, 0.42; set size 1, 0.58\n"
    "set bmargin 1; set tmargin 1\n"
    "set format x \"\"\n"
    "set ylabel \"deadwood after the turn\"\n"
    "set yrange [0:80]\n"
    "set arrow 2 from 1, 10 to 34, 10 nohead lc rgb grey dt 2\n"
    "set label 1 \"knocking allowed\" at 1.4, 10 offset 0, 0.5 tc rgb ink font \",12\"\n"
    "set label 2 \"knocking forced\" at 30.2, 76 tc rgb ink font \",12\"\n"
    "set key top right at graph 0.82, 0.98 Left reverse samplen 2 spacing 1.15\n"
    "plot data using 1:6:10 with filledcurves fc rgb blue fs transparent solid 0.14 noborder title \"5 to 95%\", \\\n"
    "     data using 1:7:9 with filledcurves fc rgb blue fs transparent solid 0.30 noborder title \"25 to 75%\", \\\n"
    "     data using 1:8 with lines lw 2.5 lc rgb blue title \"median\", \\\n"
    "     data using 1:3 with points pt 7 ps 0.45 lc rgb red title \"mean\", \\\n"
    "     data using 1:14 with lines lw 2 dt 2 lc rgb red title \"mean, knocking at once\"\n"
    "unset arrow 2; unset label\n"
    "set origin 0, 0; set size 1, 0.42\n"
    "set bmargin 3.4; set tmargin 0.5\n"
    "set format x\n"
    "set xlabel \"turn, counted for both players\"\n"
    "set ylabel \"gin, % of hands\"\n"
    "set yrange [0:100]\n"
    "set key top left at graph 0.02, 0.96 Left reverse\n"
    "plot data using 1:12 with lines lw 2.5 lc rgb green title \"by this turn\", \\\n"
    "     data using 1:11 with lines lw 2.5 lc rgb orange title \"in this turn, of hands still played\", \\\n"
    "     data using 1:15 with lines lw 2 dt 2 lc rgb red title \"by this turn, knocking at once\"\n"
    "unset multiplot\n";

static void add_figure_1(LabRun *run, const Study *study) {
    const LabRounds *on = &study->rounds[LAB_PLAY_ON];
    if (!on->hands) return;
    char games[LAB_NUMBER_TEXT], hands[LAB_NUMBER_TEXT];
    LabFigure *figure =
        lab_figure(run, "heisenbot-figure-1", "Figure 1", 860, 660, "Deadwood and the chance of gin, turn by turn");
    lab_figure_caption(
        figure,
        "Simple against itself, %s games (%s hands), played as the paper's caption tells: "
        "nobody knocks, gin ends a hand, and beyond turn %d whoever can knock must. Above, the deadwood of the "
        "player who has just moved; below, how many hands have been ended by gin. Dashed: the same when "
        "everybody knocks at once, as Simple does.",
        lab_print_count((uint64_t)on->game_hands.count, games), lab_print_count((uint64_t)on->hands, hands),
        LAB_FORCED_TURN);
    print_turns(study, &figure->data);
    text_add(&figure->script, FIGURE_1);
}

// ---- Figure 2 ----

static LabClaim *add_round_count(LabRun *run, const LabMean *mean, const char *reading) {
    LabClaim *claim = add_mean(run, "Figure 2", "More than 25 rounds a game (10,000 games are over 250,000 rounds)",
                               "hands", 25, mean, "games");
    claim->kind = LAB_AT_LEAST;
    lab_claim_reading(claim, "%s", reading);
    return claim;
}

static void add_match_command(LabClaim *claim, const LabRun *run, const GinRules *rules) {
    char name[GIN_RULES_TEXT];
    gin_rules_print(rules, name);
    lab_claim_command(claim, "deadwood match simple simple --plain --games %" PRIu64 " --seed %" PRIu64 " --rules %s",
                      claim->count, run->seed, name);
}

static void add_round_counts(LabRun *run, const Study *study) {
    for (int i = 0; i < LAB_READINGS; i++) {
        const LabMean *mean = &study->rounds[i].game_hands;
        if (!mean->count) continue;
        LabClaim *claim = add_round_count(run, mean, lab_reading_name((LabReading)i));
        if (i == LAB_KNOCK_AT_ONCE) add_match_command(claim, run, &run->rules);
    }
    if (!study->long_games.game_hands.count) return;
    GinRules rules = run->rules;
    rules.target = LONG_TARGET;
    LabClaim *claim = add_round_count(run, &study->long_games.game_hands, "knock at once, games to 250 points");
    add_match_command(claim, run, &rules);
    claim->incomparable = true; // found by looking for what would fit, so it must not count as agreement
    lab_claim_note(claim,
                   "Not what the paper describes: shown because no reading of a game to %d points comes near its "
                   "count of rounds.",
                   run->rules.target);
}

// The shortest wait after which the average is surely below zero, or -1.
static int first_negative(const LabMean *waits) {
    for (int k = 0; k < LAB_WAITS; k++)
        if (waits[k].count >= FEWEST && lab_mean_interval(&waits[k]).high < 0) return k;
    return -1;
}

static bool always_positive(const LabMean *waits) {
    for (int k = 0; k < LAB_WAITS; k++)
        if (waits[k].count >= FEWEST && lab_mean_interval(&waits[k]).low <= 0) return false;
    return true;
}

// Does the average fall from wait `a` to wait `b`?
static LabAnswer falls(const LabMean *waits, int a, int b) {
    if (waits[a].count < FEWEST || waits[b].count < FEWEST) return LAB_UNDECIDED;
    Interval first = lab_mean_interval(&waits[a]), second = lab_mean_interval(&waits[b]);
    return second.high < first.low ? LAB_HOLDS : second.low > first.high ? LAB_FAILS : LAB_UNDECIDED;
}

static LabClaim *add_statement(LabRun *run, const char *text, const char *reading, LabAnswer answer, int64_t count,
                               const char *counted) {
    LabClaim *claim = lab_claim(run, "Figure 2", "", "%s", text);
    claim->kind = LAB_STATEMENT;
    claim->holds = answer;
    claim->count = (uint64_t)count;
    text_copy(claim->counted, sizeof claim->counted, counted);
    lab_claim_reading(claim, "%s", reading);
    return claim;
}

static void add_negative(LabRun *run, const Study *study) {
    static const char text[] = "Scores turn negative as the player waits too long to knock (undercuts)";
    const struct {
        const LabMean *waits;
        const char *reading;
    } rows[] = {
        {study->rounds[LAB_PLAY_ON].wait_first, "play on: the hand's first chance to knock"},
        {study->rounds[LAB_PLAY_ON].wait_each, "play on: each player's own first chance"},
        {study->rounds[LAB_HOLD_GIN].wait_first, "hold gin too: the hand's first chance"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const LabMean *waits = rows[i].waits;
        if (waits[0].count < FEWEST) continue;
        int negative = first_negative(waits);
        LabAnswer answer = negative >= 0 ? LAB_HOLDS : always_positive(waits) ? LAB_FAILS : LAB_UNDECIDED;
        LabClaim *claim = add_statement(run, text, rows[i].reading, answer, waits[0].count, "first chances");
        lab_claim_note(
            claim,
            "A knock scores %.1f at once, %.1f after 1 own turn, %.1f after 2, %.1f after 4, %.1f after 6%s%.0d.",
            lab_mean(&waits[0]), lab_mean(&waits[1]), lab_mean(&waits[2]), lab_mean(&waits[4]), lab_mean(&waits[6]),
            negative > 0 ? "; surely below zero from turn " : "", negative > 0 ? negative : 0);
    }
}

// Points a hand by which the waiting player is ahead, with its interval from the spread over games.
static double net_points(const GinMatchResult *result, Interval *interval) {
    const ArenaTotals *totals = &result->totals;
    double hands = (double)gin_match_hands(totals) / (double)totals->games;
    double mean = stats_mean((int64_t)totals->groups, totals->group_points) / hands;
    double half = 1.96 *
                  stats_standard_error((int64_t)totals->groups, totals->group_points, totals->group_points_squared) /
                  hands;
    *interval = (Interval){mean - half, mean + half};
    return mean;
}

// The same question about the points a hand of two waiting players.
static LabAnswer net_falls(const Study *study, int a, int b) {
    Interval first, second;
    if (study->waits <= a || study->waits <= b) return LAB_UNDECIDED;
    net_points(&study->waiting[a], &first);
    net_points(&study->waiting[b], &second);
    return second.high < first.low ? LAB_HOLDS : second.low > first.high ? LAB_FAILS : LAB_UNDECIDED;
}

static LabClaim *add_against_simple(LabRun *run, const Study *study, const char *text, LabAnswer answer, int turns) {
    Text rules = {0};
    const ArenaTotals *totals = &study->waiting[turns].totals;
    LabClaim *claim = add_statement(run, text, "against Simple: points a hand ahead of it", answer,
                                    (int64_t)totals->games, "games each");
    lab_rules_option(run, &rules);
    lab_claim_command(claim,
                      "deadwood match mix:knock=wait,turns=%d simple --plain --games %" PRIu64 " --seed %" PRIu64 "%s",
                      turns, totals->games, run->seed, rules.data ? rules.data : "");
    text_free(&rules);
    return claim;
}

static void add_returns(LabRun *run, const Study *study) {
    static const char text[] = "Diminishing returns after waiting more than a couple of turns";
    const LabMean *waits = study->rounds[LAB_PLAY_ON].wait_first;
    if (waits[0].count >= FEWEST)
        add_statement(run, text, "play on: two own turns against four", falls(waits, 2, 4), waits[4].count, "knocks");
    if (study->waits < LONGEST_WAIT + 1) return;
    Interval two, four, last;
    LabClaim *claim = add_against_simple(run, study, text, net_falls(study, 2, 4), 4);
    double after_two = net_points(&study->waiting[2], &two), after_four = net_points(&study->waiting[4], &four);
    double after_all = net_points(&study->waiting[LONGEST_WAIT], &last);
    GinMatchStats stats = gin_match_stats(&study->waiting[LONGEST_WAIT].totals, 1);
    lab_claim_note(
        claim,
        "%+.2f points a hand waiting two own turns, %+.2f waiting four, %+.2f waiting %d, which wins %.1f%% of "
        "games and undercuts Simple in %.0f%% of hands.",
        after_two, after_four, after_all, LONGEST_WAIT, 100 * stats.player[0].win_rate, 100 * stats.player[0].undercut);
}

// It pays if it does after one turn or after two; it does not if it fails after both.
static LabAnswer pays(LabAnswer one_falls, LabAnswer two_falls) {
    if (one_falls == LAB_FAILS || two_falls == LAB_FAILS) return LAB_HOLDS;
    return one_falls == LAB_HOLDS && two_falls == LAB_HOLDS ? LAB_FAILS : LAB_UNDECIDED;
}

static void add_waiting(LabRun *run, const Study *study) {
    static const char text[] = "Waiting 1-2 turns after being able to knock may raise points per round";
    const LabMean *waits = study->rounds[LAB_PLAY_ON].wait_first;
    if (waits[0].count >= FEWEST)
        add_statement(run, text, "play on: score of a knock", pays(falls(waits, 0, 1), falls(waits, 0, 2)),
                      waits[0].count, "first chances");
    if (study->waits < 3) return;
    LabAnswer answer = pays(net_falls(study, 0, 1), net_falls(study, 0, 2));
    Interval ignored;
    LabClaim *claim = add_against_simple(run, study, text, answer, 2);
    lab_claim_note(claim, "%+.2f points a hand when knocking at once, %+.2f waiting one own turn, %+.2f waiting two.",
                   net_points(&study->waiting[0], &ignored), net_points(&study->waiting[1], &ignored),
                   net_points(&study->waiting[2], &ignored));
}

static void add_mean_columns(Text *data, const LabMean *mean) {
    Interval interval = lab_mean_interval(mean);
    bool there = mean->count >= FEWEST;
    text_addf(data, " %" PRId64, mean->count);
    add_number(data, there, lab_mean(mean));
    add_number(data, there, interval.low);
    add_number(data, there, interval.high);
}

static void print_waits(const Study *study, Text *data) {
    const LabRounds *on = &study->rounds[LAB_PLAY_ON];
    text_add(data, "# own_turns_waited first_n first first_low first_high each_n each each_low each_high "
                   "gin_% undercut_% net net_low net_high win_% win_low win_high\n");
    for (int k = 0; k < LAB_WAITS; k++) {
        bool played = k < study->waits;
        double knocks = (double)(on->wait_first[k].count ? on->wait_first[k].count : 1);
        Interval net = {0, 0};
        double points = played ? net_points(&study->waiting[k], &net) : 0;
        GinMatchStats stats = {0};
        if (played) stats = gin_match_stats(&study->waiting[k].totals, 1);
        const GinPlayerStats *player = &stats.player[0];
        text_addf(data, "%d", k);
        add_mean_columns(data, &on->wait_first[k]);
        add_mean_columns(data, &on->wait_each[k]);
        add_number(data, on->wait_first[k].count >= FEWEST, 100.0 * (double)on->wait_gins[k] / knocks);
        add_number(data, on->wait_first[k].count >= FEWEST, 100.0 * (double)on->wait_undercuts[k] / knocks);
        add_number(data, played, points);
        add_number(data, played, net.low);
        add_number(data, played, net.high);
        add_number(data, played, 100 * player->win_rate);
        add_number(data, played, 100 * player->win_95.low);
        add_number(data, played, 100 * player->win_95.high);
        text_add(data, "\n");
    }
}

static const char FIGURE_2[] =
    "set datafile missing \"NaN\"\n"
    "set lmargin 9; set rmargin 2; set bmargin 3.4; set tmargin 2.2\n"
    "set xrange [-0.4:10.4]\n"
    "set xtics 1\n"
    "set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb ink lw 1\n"
    "set multiplot layout 1,2\n"
    "set title \"Score of a knock, nobody knocking before\" tc rgb ink\n"
    "set xlabel \"own turns after the first ability to knock\"\n"
    "set ylabel \"average score of the knocker, points\"\n"
    "set key top right Left reverse samplen 2\n"
    "plot data using 1:4:5 with filledcurves fc rgb blue fs transparent solid 0.25 noborder, \\\n"
    "     data using 1:3 with linespoints pt 7 ps 0.7 lw 2 lc rgb blue title \"first chance of the hand\", \\\n"
    "     data using 1:8:9 with filledcurves fc rgb orange fs transparent solid 0.3 noborder, \\\n"
    "     data using 1:7 with linespoints pt 5 ps 0.6 lw 2 lc rgb orange title \"each player's own\"\n"
    "set title \"Waiting that long against Simple\" tc rgb ink\n"
    "set xlabel \"own turns waited before knocking\"\n"
    "set ylabel \"points a hand ahead of Simple\"\n"
    "set key top right\n"
    "plot data using 1:13:(0):($14-$13) with vectors heads size graph 0.012,90 lw 1.5 lc rgb green, \\\n"
    "     data using 1:12 with linespoints pt 7 ps 0.7 lw 2 lc rgb green\n"
    "unset multiplot\n";

static void add_figure_2(LabRun *run, const Study *study) {
    const LabRounds *on = &study->rounds[LAB_PLAY_ON];
    if (on->wait_first[0].count < FEWEST) return;
    char games[LAB_NUMBER_TEXT], hands[LAB_NUMBER_TEXT];
    LabFigure *figure = lab_figure(run, "heisenbot-figure-2", "Figure 2", 960, 440,
                                   "Average score by turns after the first ability to knock");
    lab_figure_caption(
        figure,
        "Left: Simple against itself, %s hands, nobody knocking; what a knock would have scored at that "
        "moment, gin and undercut included, in hands nobody had ended by gin before. Right: the player that "
        "really waits so long (but takes gin) against Simple, which knocks at once, %s "
        "games a point. Bands and bars are 95%% intervals.",
        lab_print_count((uint64_t)on->hands, hands),
        lab_print_count(study->waits ? study->waiting[0].totals.games : 0, games));
    print_waits(study, &figure->data);
    text_add(&figure->script, FIGURE_2);
}

bool heisenbot_rounds(LabRun *run, Error *err) {
    Study *study = calloc(1, sizeof *study);
    if (!study) return error_set(err, "out of memory for the study of Simple's self-play");
    bool done = play_all(run, study, err);
    if (done) {
        add_first_knock(run, study);
        add_first_gin(run, study);
        add_figure_1(run, study);
        add_negative(run, study);
        add_returns(run, study);
        add_waiting(run, study);
        add_round_counts(run, study);
        add_figure_2(run, study);
    }
    free(study);
    return done;
}
