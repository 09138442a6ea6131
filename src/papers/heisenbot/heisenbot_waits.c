// SPDX-License-Identifier: MIT
// Heisenbot's Figure 2: whether it pays to wait with a knock, and how long games are.
#include <inttypes.h>

#include "papers/heisenbot/heisenbot_rounds_internal.h"

static const char NEGATIVE[] = "figure-2.negative", RETURNS[] = "figure-2.returns", WAITING[] = "figure-2.waiting",
                  ROUNDS[] = "figure-2.rounds";

void heisenbot_waits_measures(Text *ids) { text_addf(ids, "%s\n%s\n%s\n%s\n", NEGATIVE, RETURNS, WAITING, ROUNDS); }

static LabClaim *add_round_count(LabRun *run, const LabMean *mean, const char *reading) {
    LabClaim *claim = heisenbot_mean(run, ROUNDS, mean, "games");
    lab_claim_reading(claim, "%s", reading);
    return claim;
}

static void add_match_command(LabClaim *claim, const LabRun *run, const GinRules *rules) {
    char name[GIN_RULES_TEXT];
    gin_rules_print(rules, name);
    lab_claim_command(claim, "deadwood match simple simple --plain --games %" PRIu64 " --seed %" PRIu64 " --rules %s",
                      claim->count, run->seed, name);
}

static void add_round_counts(LabRun *run, const HeisenbotStudy *study) {
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

static LabClaim *add_wait_statement(LabRun *run, const char *id, const char *reading, LabAnswer answer, int64_t count,
                                    const char *counted) {
    LabClaim *claim = lab_claim(run, "%s", id);
    claim->holds = answer;
    claim->count = (uint64_t)count;
    text_copy(claim->counted, sizeof claim->counted, counted);
    lab_claim_reading(claim, "%s", reading);
    return claim;
}

static void add_negative(LabRun *run, const HeisenbotStudy *study) {
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
        LabClaim *claim = add_wait_statement(run, NEGATIVE, rows[i].reading, answer, waits[0].count, "first chances");
        lab_claim_note(
            claim,
            "A knock scores %.1f at once, %.1f after 1 own turn, %.1f after 2, %.1f after 4, %.1f after 6%s%.0d.",
            lab_mean(&waits[0]), lab_mean(&waits[1]), lab_mean(&waits[2]), lab_mean(&waits[4]), lab_mean(&waits[6]),
            negative > 0 ? "; surely below zero from turn " : "", negative > 0 ? negative : 0);
    }
}

// Points a hand by which the waiting player is ahead, with its interval from the spread over games.
static double net_points(const MatchResult *result, Interval *interval) {
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
static LabAnswer net_falls(const HeisenbotStudy *study, int a, int b) {
    Interval first, second;
    if (study->waits <= a || study->waits <= b) return LAB_UNDECIDED;
    net_points(&study->waiting[a], &first);
    net_points(&study->waiting[b], &second);
    return second.high < first.low ? LAB_HOLDS : second.low > first.high ? LAB_FAILS : LAB_UNDECIDED;
}

static LabClaim *add_against_simple(LabRun *run, const HeisenbotStudy *study, const char *id, LabAnswer answer,
                                    int turns) {
    Text rules = {0};
    const ArenaTotals *totals = &study->waiting[turns].totals;
    LabClaim *claim = add_wait_statement(run, id, "against Simple: points a hand ahead of it", answer,
                                         (int64_t)totals->games, "games each");
    lab_rules_option(run, &rules);
    lab_claim_command(claim,
                      "deadwood match mix:knock=wait,turns=%d simple --plain --games %" PRIu64 " --seed %" PRIu64 "%s",
                      turns, totals->games, run->seed, rules.data ? rules.data : "");
    text_free(&rules);
    return claim;
}

static void add_returns(LabRun *run, const HeisenbotStudy *study) {
    const LabMean *waits = study->rounds[LAB_PLAY_ON].wait_first;
    if (waits[0].count >= FEWEST)
        add_wait_statement(run, RETURNS, "play on: two own turns against four", falls(waits, 2, 4), waits[4].count,
                           "knocks");
    if (study->waits < LONGEST_WAIT + 1) return;
    Interval two_turns, four_turns, last;
    LabClaim *claim = add_against_simple(run, study, RETURNS, net_falls(study, 2, 4), 4);
    double after_two = net_points(&study->waiting[2], &two_turns),
           after_four = net_points(&study->waiting[4], &four_turns);
    double after_all = net_points(&study->waiting[LONGEST_WAIT], &last);
    const ArenaTotals *totals = &study->waiting[LONGEST_WAIT].totals;
    lab_claim_note(
        claim,
        "%+.2f points a hand waiting two own turns, %+.2f waiting four, %+.2f waiting %d, which wins %.1f%% of "
        "games and undercuts Simple in %.0f%% of hands.",
        after_two, after_four, after_all, LONGEST_WAIT, 100 * match_win_rate(totals, 0),
        100 * gin_match_stat(totals, 0, "undercut"));
}

// It pays if it does after one turn or after two; it does not if it fails after both.
static LabAnswer pays(LabAnswer one_falls, LabAnswer two_falls) {
    if (one_falls == LAB_FAILS || two_falls == LAB_FAILS) return LAB_HOLDS;
    return one_falls == LAB_HOLDS && two_falls == LAB_HOLDS ? LAB_FAILS : LAB_UNDECIDED;
}

static void add_waiting(LabRun *run, const HeisenbotStudy *study) {
    const LabMean *waits = study->rounds[LAB_PLAY_ON].wait_first;
    if (waits[0].count >= FEWEST)
        add_wait_statement(run, WAITING, "play on: score of a knock", pays(falls(waits, 0, 1), falls(waits, 0, 2)),
                           waits[0].count, "first chances");
    if (study->waits < 3) return;
    LabAnswer answer = pays(net_falls(study, 0, 1), net_falls(study, 0, 2));
    Interval ignored;
    LabClaim *claim = add_against_simple(run, study, WAITING, answer, 2);
    lab_claim_note(claim, "%+.2f points a hand when knocking at once, %+.2f waiting one own turn, %+.2f waiting two.",
                   net_points(&study->waiting[0], &ignored), net_points(&study->waiting[1], &ignored),
                   net_points(&study->waiting[2], &ignored));
}

static void add_mean_columns(Text *data, const LabMean *mean) {
    Interval interval = lab_mean_interval(mean);
    bool there = mean->count >= FEWEST;
    text_addf(data, " %" PRId64, mean->count);
    heisenbot_number(data, there, lab_mean(mean));
    heisenbot_number(data, there, interval.low);
    heisenbot_number(data, there, interval.high);
}

static void print_waits(const HeisenbotStudy *study, Text *data) {
    const LabRounds *on = &study->rounds[LAB_PLAY_ON];
    text_add(data, "# own_turns_waited first_n first first_low first_high each_n each each_low each_high "
                   "gin_% undercut_% net net_low net_high win_% win_low win_high\n");
    for (int k = 0; k < LAB_WAITS; k++) {
        bool played = k < study->waits;
        double knocks = (double)(on->wait_first[k].count ? on->wait_first[k].count : 1);
        Interval net = {0, 0};
        double points = played ? net_points(&study->waiting[k], &net) : 0;
        MatchStrength stats = {0};
        if (played) stats = match_strength(&study->waiting[k].totals, 1);
        const MatchShare *player = &stats.player[0];
        text_addf(data, "%d", k);
        add_mean_columns(data, &on->wait_first[k]);
        add_mean_columns(data, &on->wait_each[k]);
        heisenbot_number(data, on->wait_first[k].count >= FEWEST, 100.0 * (double)on->wait_gins[k] / knocks);
        heisenbot_number(data, on->wait_first[k].count >= FEWEST, 100.0 * (double)on->wait_undercuts[k] / knocks);
        heisenbot_number(data, played, points);
        heisenbot_number(data, played, net.low);
        heisenbot_number(data, played, net.high);
        heisenbot_number(data, played, 100 * player->win_rate);
        heisenbot_number(data, played, 100 * player->win_95.low);
        heisenbot_number(data, played, 100 * player->win_95.high);
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

static void add_figure_2(LabRun *run, const HeisenbotStudy *study) {
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

void heisenbot_waits(LabRun *run, const HeisenbotStudy *study) {
    add_negative(run, study);
    add_returns(run, study);
    add_waiting(run, study);
    add_round_counts(run, study);
    add_figure_2(run, study);
}
