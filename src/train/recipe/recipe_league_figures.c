// SPDX-License-Identifier: MIT
// The curves of a league: who is beaten how often, how learning goes, how the player knocks, how fast it all is.
#include <math.h>
#include <stdio.h>

#include "report/lab.h"
#include "train/recipe/recipe_league_internal.h"

typedef struct Curves {
    LabRun *lab;
    const Recipe *recipe;
    const LeaguePlan *plan;
    const LeagueResult *played;
} Curves;

static LabFigure *new_figure(const Curves *curves, const char *what, int height, const char *title) {
    char name[48];
    snprintf(name, sizeof name, "%.36s-%s", curves->recipe->name, what);
    LabFigure *figure = lab_figure(curves->lab, name, "", 860, height, title);
    text_addf(&figure->script, "set xlabel \"million decisions\"\n");
    return figure;
}

static double ratio(double part, double whole) { return whole > 0 ? part / whole : (double)NAN; }

static double millions(const Curves *curves, int point) {
    return 1e-6 * league_at(curves->played, point, LEAGUE_AT_DECISIONS);
}

static bool draw_wins(const Curves *curves, Error *err) {
    const LeaguePlan *plan = curves->plan;
    LabFigure *figure = new_figure(curves, "wins", 480, "Games won against each opponent, choices drawn by chance");
    text_add(&figure->data, "# million decisions, then % of the games against each\n");
    for (int point = 0; point < curves->played->points; point++) {
        text_addf(&figure->data, "%.4f", millions(curves, point));
        for (int i = 0; i < plan->member_count; i++)
            text_addf(&figure->data, " %.3f",
                      100 * ratio(league_of(curves->played, point, i, LEAGUE_OF_WINS),
                                  league_of(curves->played, point, i, LEAGUE_OF_GAMES)));
        text_add(&figure->data, "\n");
    }
    text_addf(&figure->script,
              "set title \"%s\" noenhanced\nset ylabel \"games won, %%\"\nset yrange [0:100]\n"
              "set key outside right top noenhanced font \",10\"\nplot 50 lc rgb grey lw 1",
              curves->recipe->name);
    for (int i = 0; i < plan->member_count; i++)
        if (plan->members[i].kind != LEAGUE_SELF)
            text_addf(&figure->script, ", data using 1:%d with lines lw 2 title \"%.28s\"", i + 2,
                      plan->members[i].name);
    text_add(&figure->script, "\n");
    return lab_figure_draw(curves->lab, figure, err);
}

static bool draw_learning(const Curves *curves, Error *err) {
    static const struct {
        LeagueColumn column;
        const char *name;
    } panes[] = {{LEAGUE_AT_ENTROPY, "entropy, nats"},
                 {LEAGUE_AT_EXPLAINED, "explained variance"},
                 {LEAGUE_AT_VALUE, "critic's loss"},
                 {LEAGUE_AT_DIVERGENCE, "divergence"}};
    LabFigure *figure = new_figure(curves, "learning", 640, "How learning goes");
    text_add(&figure->data, "# million decisions, entropy, explained variance, critic's loss, divergence\n");
    for (int point = 0; point < curves->played->points; point++) {
        text_addf(&figure->data, "%.4f", millions(curves, point));
        for (int i = 0; i < 4; i++)
            text_addf(&figure->data, " %.6g", league_at(curves->played, point, panes[i].column));
        text_add(&figure->data, "\n");
    }
    text_add(&figure->script, "set multiplot layout 2,2\n");
    for (int i = 0; i < 4; i++)
        text_addf(&figure->script, "set title \"%s\"\nplot data using 1:%d with lines lw 2 lc rgb blue\n",
                  panes[i].name, i + 2);
    text_add(&figure->script, "unset multiplot\n");
    return lab_figure_draw(curves->lab, figure, err);
}

// How the learner ends hands, against everybody.
static bool draw_style(const Curves *curves, Error *err) {
    static const LeagueMemberColumn columns[] = {LEAGUE_OF_KNOCKS, LEAGUE_OF_GINS, LEAGUE_OF_UNDERCUTS,
                                                 LEAGUE_OF_UNDERCUT};
    LabFigure *figure = new_figure(curves, "style", 420, "How the learner's hands end");
    text_add(&figure->data, "# million decisions, % of hands: it knocks (gin included), goes gin, undercuts, is "
                            "undercut\n");
    for (int point = 0; point < curves->played->points; point++) {
        text_addf(&figure->data, "%.4f", millions(curves, point));
        for (int i = 0; i < 4; i++) {
            double sum = 0, hands = 0;
            for (int member = 0; member < curves->plan->member_count; member++) {
                sum += league_of(curves->played, point, member, columns[i]);
                hands += league_of(curves->played, point, member, LEAGUE_OF_HANDS);
            }
            text_addf(&figure->data, " %.4f", 100 * ratio(sum, hands));
        }
        text_add(&figure->data, "\n");
    }
    text_addf(&figure->script,
              "set title \"%s\" noenhanced\nset ylabel \"%% of hands\"\nset yrange [0:*]\nset key outside right top\n"
              "plot data using 1:2 with lines lw 2 lc rgb blue title \"knocks\", "
              "data using 1:3 with lines lw 2 lc rgb green title \"gin\", "
              "data using 1:4 with lines lw 2 lc rgb orange title \"undercuts\", "
              "data using 1:5 with lines lw 2 lc rgb red title \"is undercut\"\n",
              curves->recipe->name);
    return lab_figure_draw(curves->lab, figure, err);
}

static bool draw_speed(const Curves *curves, Error *err) {
    LabFigure *figure = new_figure(curves, "speed", 420, "Decisions a second");
    text_add(&figure->data, "# million decisions, millions a second, share of the time: waiting, playing, learning\n");
    for (int point = 0; point < curves->played->points; point++) {
        double seconds = league_at(curves->played, point, LEAGUE_AT_SECONDS);
        double made = millions(curves, point) - (point ? millions(curves, point - 1) : 0);
        text_addf(&figure->data, "%.4f %.5g %.4f %.4f %.4f\n", millions(curves, point), ratio(made, seconds),
                  ratio(league_at(curves->played, point, LEAGUE_AT_WAITING), seconds),
                  ratio(league_at(curves->played, point, LEAGUE_AT_PLAYING), seconds),
                  ratio(league_at(curves->played, point, LEAGUE_AT_LEARNING), seconds));
    }
    text_add(&figure->script, "set ylabel \"million decisions a second\"\nset yrange [0:*]\n"
                              "plot data using 1:2 with lines lw 2 lc rgb blue\n");
    return lab_figure_draw(curves->lab, figure, err);
}

static bool write_curve(const RecipeRun *run, const Curves *curves, Error *err) {
    Text text = {0}, path = {0};
    league_print_curve(curves->plan, curves->played, &text);
    text_addf(&path, "%s/curve.tsv", run->folder);
    bool written = text_write_file(path.data, text.data, text.size, err);
    text_free(&text);
    text_free(&path);
    return written;
}

bool recipe_league_draw(const RecipeRun *run, const LeaguePlan *plan, const LeagueResult *played, RecipeResult *result,
                        Error *err) {
    Curves curves = {.lab = lab_open(err), .recipe = run->recipe, .plan = plan, .played = played};
    if (!curves.lab) return false;
    curves.lab->folder = run->folder;
    bool done = write_curve(run, &curves, err);
    if (done && played->points > 0)
        done = draw_wins(&curves, err) && draw_learning(&curves, err) && draw_style(&curves, err) &&
               draw_speed(&curves, err);
    text_copy(result->missing, sizeof result->missing, curves.lab->missing);
    lab_close(curves.lab);
    return done;
}
