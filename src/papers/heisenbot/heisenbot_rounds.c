// SPDX-License-Identifier: MIT
// Heisenbot's Figure 1, and the games that Figures 1 and 2 are drawn from: Simple against itself, watched turn by turn.
// The paper does not say when hands end or whose turns it averages over, so several readings are played, a row each.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "papers/heisenbot/heisenbot_rounds_internal.h"

static bool play_rounds_match(const LabRun *run, const char *a, const char *b, const GinRules *rules, uint64_t games,
                              MatchResult *result, Error *err) {
    GinMatchPlan plan = {.common = lab_match(run, a, b, games), .rules = *rules};
    return gin_match_run(&plan, result, err);
}

static void waiting_player(int turns, char spec[48]) { snprintf(spec, 48, "mix:knock=wait,turns=%d", turns); }

static bool play_all_rounds(const LabRun *run, HeisenbotStudy *study, Error *err) {
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
        if (!play_rounds_match(run, spec, "simple", &run->rules, lab_size(run, 4000, 20000), &study->waiting[turns],
                               err))
            return false;
        if (study->waiting[turns].totals.games) study->waits = turns + 1;
    }
    return true;
}

// ---- Figure 1 ----

static const char KNOCK[] = "figure-1.knock", GIN[] = "figure-1.gin";

LabClaim *heisenbot_mean(LabRun *run, const char *id, const LabMean *mean, const char *counted) {
    Interval interval = lab_mean_interval(mean);
    LabClaim *claim = lab_claim(run, "%s", id);
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

static void add_first_knock(LabRun *run, const HeisenbotStudy *study) {
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
        LabClaim *claim = heisenbot_mean(run, KNOCK, rows[i].mean, rows[i].counted);
        lab_claim_reading(claim, "%s", rows[i].reading);
    }
    double turn, half;
    LabMean mean = nearest_mean(on, 10, &turn, &half);
    if (!isfinite(turn)) return;
    LabClaim *claim = heisenbot_mean(run, KNOCK, &mean, "hands in that turn");
    claim->ours = turn;
    claim->low = turn - half;
    claim->high = turn + half;
    lab_claim_reading(claim, "play on: mean deadwood down to 10");
}

static void add_first_gin(LabRun *run, const HeisenbotStudy *study) {
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
        LabClaim *claim = heisenbot_mean(run, GIN, mean, rows[i].each ? "players" : "hands with gin");
        lab_claim_reading(claim, "%s", rows[i].words);
    }
}

void heisenbot_number(Text *data, bool there, double number) {
    if (there)
        text_addf(data, " %.3f", number);
    else
        text_add(data, " NaN");
}

static void print_turns(const HeisenbotStudy *study, Text *data) {
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
        heisenbot_number(data, there, lab_mean(&mean));
        heisenbot_number(data, there, interval.low);
        heisenbot_number(data, there, interval.high);
        for (int i = 0; i < 5; i++) heisenbot_number(data, there, lab_deadwood_quantile(on, turn, shares[i]));
        heisenbot_number(data, there, 100.0 * (double)on->gin_at[turn] / (double)(mean.count ? mean.count : 1));
        heisenbot_number(data, on->hands > 0, 100.0 * (double)gone / (double)on->hands);
        text_addf(data, " %" PRId64, at_once.count);
        heisenbot_number(data, at_once.count >= FEWEST, lab_mean(&at_once));
        heisenbot_number(data, once->hands > 0, 100.0 * (double)gone_once / (double)once->hands);
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

static void add_figure_1(LabRun *run, const HeisenbotStudy *study) {
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

bool heisenbot_rounds(LabRun *run, Error *err) {
    HeisenbotStudy *study = calloc(1, sizeof *study);
    if (!study) return error_set(err, "out of memory for the study of Simple's self-play");
    bool done = play_all_rounds(run, study, err);
    if (done) {
        add_first_knock(run, study);
        add_first_gin(run, study);
        add_figure_1(run, study);
        heisenbot_waits(run, study);
    }
    free(study);
    return done;
}

void heisenbot_rounds_measures(Text *ids) {
    text_addf(ids, "%s\n%s\n", KNOCK, GIN);
    heisenbot_waits_measures(ids);
}
