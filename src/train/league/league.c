// SPDX-License-Identifier: MIT
#include "train/league/league.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/threads/progress.h"
#include "gin/players/list/players.h"
#include "train/league/league_internal.h"

// ---- Stopping ----

static bool is_stopped(const LeaguePlan *plan) {
    return plan->stop ? plan->stop(plan->stop_context) : progress_interrupted();
}

// Peers stop together. Asked by all of them at the same points.
static bool all_stop(const League *league, bool stop) { return peers_any(league->plan->ppo.peers, stop); }

// True if the current iteration should be abandoned: only if nothing else is lost. The learning threads call it too.
static bool may_leave(void *context) {
    const League *league = context;
    return league->kept == league->iteration && is_stopped(league->plan);
}

// ---- Opening ----

static Ppo *open_ppo(League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    PpoPlan ppo = plan->ppo;
    ppo.inputs = GIN_INPUTS;
    ppo.secrets = GIN_SECRETS;
    ppo.choices = GIN_CHOICES;
    ppo.brains = league->field.brains;
    ppo.stop = may_leave;
    ppo.stop_context = league;
    return ppo_open(&ppo, plan->actor, plan->critic, err);
}

static GinBatch *open_batch(const League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    GinBatchPlan batch = {.games = plan->ppo.games,
                          .seed = plan->ppo.seed,
                          .rules = plan->rules,
                          .opponents = league->field.opponent,
                          .opponent_count = league->field.count};
    return gin_batch_open(&batch, league->team, err);
}

static bool freeze(League *league, Error *err) {
    for (int i = 1; i < league->field.brains; i++)
        if (league->field.net[i] && !ppo_freeze(league->ppo, i, league->field.net[i], err)) return false;
    return true;
}

static bool open_league(League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    league->columns = LEAGUE_COLUMNS + plan->member_count * LEAGUE_OF_COLUMNS;
    league->actor = net_copy(plan->actor);
    league->critic = net_copy(plan->critic);
    league->choices = calloc((size_t)plan->ppo.games, 1);
    league->endings = calloc(1, sizeof *league->endings);
    league->team = team_open(plan->ppo.threads);
    if (!league->actor || !league->critic || !league->choices || !league->endings || !league->team)
        return error_set(err, "out of memory");
    return league_field_open(&league->field, plan, err) && (league->ppo = open_ppo(league, err)) &&
           (league->batch = open_batch(league, err));
}

static void close_league(League *league) {
    gin_batch_close(league->batch);
    ppo_close(league->ppo);
    team_close(league->team);
    gin_chances_close(league->chances);
    league_field_close(&league->field);
    free(league->endings);
    free(league->choices);
    free(league->curve);
    net_close(league->actor);
    net_close(league->critic);
    free(league);
}

// ---- Rewards ----

static int first_win(const LeaguePlan *plan) { return (int)ceil(plan->win_from * plan->iterations); }

bool league_rewards_chances(const League *league) {
    return league->plan->win > 0 && league->iteration >= first_win(league->plan);
}

static bool use_table(League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    GinChances *old = league->chances;
    if (league->counted) {
        league->chances = gin_chances_of_endings(plan->rules, league->endings);
    } else {
        GinPlayer simple;
        if (!gin_player_open("simple", &simple, err)) return false;
        league->chances = gin_chances_open(plan->rules, &simple, GIN_CHANCES_HANDS, plan->ppo.seed);
        gin_player_close(&simple);
    }
    if (!league->chances) {
        league->chances = old;
        memory_was_short();
        return error_set(err, "out of memory for the chances to win");
    }
    GinBatchReward reward = {.win = plan->win, .chances = league->chances};
    gin_batch_reward(league->batch, &reward);
    gin_chances_close(old);
    return true;
}

// As it stands when a run begins or goes on.
static bool first_reward(League *league, Error *err) {
    if (league_rewards_chances(league) && league->iteration > first_win(league->plan)) return use_table(league, err);
    gin_batch_reward(league->batch, &(GinBatchReward){.points = league->plan->points});
    return true;
}

// A new table where one is due: in the first iteration that rewards the chance to win, and every so often from there.
static bool set_reward(League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    if (!league_rewards_chances(league) || (league->iteration - first_win(plan)) % plan->table) return true;
    if (league->iteration > 0) {
        gin_batch_endings(league->batch, league->endings);
        league->counted = true;
    }
    return use_table(league, err);
}

// ---- An iteration ----

// Games are stepped in two halves (double buffering): the threads play one half while the networks choose for the
// other. Launching GPU work takes time too; this thread does it while the others already play.
typedef struct Half {
    int first, count;
} Half;

static Half half_of(const LeaguePlan *plan, int lane) {
    int middle = plan->ppo.games / 2;
    return lane ? (Half){middle, plan->ppo.games - middle} : (Half){0, middle};
}

static GinBatchRows league_rows(const League *league, int step, Half half) {
    PpoRows rows = ppo_rows(league->ppo, step);
    size_t first = (size_t)half.first;
    return (GinBatchRows){.inputs = rows.inputs + first * GIN_INPUTS,
                          .secrets = rows.secrets + first * GIN_SECRETS,
                          .legal = rows.legal + first * GIN_LEGAL_BYTES,
                          .brain = rows.brain + first,
                          .seat = rows.seat + first,
                          .reward = rows.reward + first,
                          .ended = rows.ended + first};
}

static bool league_choose(League *league, int lane, int step, Error *err) {
    Half half = half_of(league->plan, lane);
    return ppo_choose_begin(league->ppo, lane, step, half.first, half.count, err);
}

// Waits for the choices of a half at a step, plays, and meanwhile lets the networks begin with the other half at step
// `next`.
static bool league_play(League *league, int lane, int step, int next, Error *err) {
    Half half = half_of(league->plan, lane);
    double begun = progress_clock();
    if (!ppo_choose_end(league->ppo, lane, league->choices + half.first, err)) return false;
    league->cut = all_stop(league, may_leave(league)); // while no network is choosing
    if (league->cut) return true;
    GinBatchRows rows = league_rows(league, step + 1, half);
    double played = progress_clock();
    gin_batch_begin(league->batch, half.first, half.count, league->choices + half.first, &rows);
    bool good = next == league->plan->ppo.steps || league_choose(league, !lane, next, err);
    gin_batch_end(league->batch);
    league->sums[LEAGUE_AT_WAITING] += played - begun;
    league->sums[LEAGUE_AT_PLAYING] += progress_clock() - played;
    return good;
}

static bool roll_out(League *league, Error *err) {
    if (!league_choose(league, 0, 0, err)) return false;
    for (int turn = 0; turn < 2 * league->plan->ppo.steps && !league->cut; turn++)
        if (!league_play(league, turn % 2, turn / 2, (turn + 1) / 2, err)) return false;
    return true;
}

// What goes from one number at the beginning to another at the end, exponentially where neither is 0.
static double between_ends(const double ends[2], int iteration, int iterations) {
    double at = iterations > 1 ? (double)iteration / (iterations - 1) : 0;
    return ends[0] > 0 && ends[1] > 0 ? ends[0] * pow(ends[1] / ends[0], at) : ends[0] + (ends[1] - ends[0]) * at;
}

static bool league_learn(League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    double rate = between_ends(plan->rate, league->iteration, plan->iterations), begun = progress_clock();
    double entropy = between_ends(plan->entropy, league->iteration, plan->iterations);
    PpoReport report;
    if (!ppo_learn(league->ppo, rate, entropy, &report, err)) return false;
    league->cut = report.stopped;
    if (league->cut) return true;
    double *sums = league->sums;
    league->learned += report.rows;
    sums[LEAGUE_AT_RATE] += rate;
    sums[LEAGUE_AT_POLICY] += report.policy;
    sums[LEAGUE_AT_VALUE] += report.value;
    sums[LEAGUE_AT_ENTROPY] += report.entropy;
    sums[LEAGUE_AT_DIVERGENCE] += report.divergence;
    sums[LEAGUE_AT_CLIPPED] += report.clipped;
    sums[LEAGUE_AT_EXPLAINED] += report.explained;
    sums[LEAGUE_AT_ACTOR_NORM] += report.actor_norm;
    sums[LEAGUE_AT_CRITIC_NORM] += report.critic_norm;
    sums[LEAGUE_AT_CHANCES] += league_rewards_chances(league);
    sums[LEAGUE_AT_LEARNING] += progress_clock() - begun;
    return true;
}

static bool keep_past(League *league, Error *err) {
    LeagueField *field = &league->field;
    int every = league->plan->snapshot, at = league->iteration;
    if (!field->slots || at % every || (at == 0 && !league->plan->trained)) return true;
    int slot = league_field_slot(field, at), brain = field->first_brain + slot;
    if (!ppo_fetch(league->ppo, league->actor, league->critic, err) ||
        !league_field_put(field, slot, at, league->actor, err) ||
        !ppo_freeze(league->ppo, brain, field->net[brain], err))
        return false;
    league_field_share(field);
    gin_batch_shares(league->batch, field->share);
    return true;
}

static void add_batch_counts(GinBatchCount *to, const GinBatchCount *more) {
    int64_t sum[LEAGUE_COUNTS], words[LEAGUE_COUNTS];
    memcpy(sum, to, sizeof sum);
    memcpy(words, more, sizeof words);
    for (int i = 0; i < LEAGUE_COUNTS; i++) sum[i] += words[i];
    memcpy(to, sum, sizeof sum);
}

// One more, unless it is cut.
static bool league_iterate(League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    double begun = progress_clock();
    if (!keep_past(league, err) || !set_reward(league, err) || !roll_out(league, err)) return false;
    if (!league->cut && !league_learn(league, err)) return false;
    if (league->cut) return true;
    GinBatchCount counts[GIN_BATCH_OPPONENTS];
    gin_batch_counts(league->batch, counts);
    for (int i = 0; i < league->field.count; i++) add_batch_counts(&league->window[i], &counts[i]);
    league->iteration++;
    league->sums[LEAGUE_AT_SECONDS] += progress_clock() - begun;
    if (league->iteration % plan->evaluate && league->iteration < plan->iterations) return true;
    league_field_note(&league->field, league->window);
    if (!league_add_point(league, err)) return false;
    league_field_share(&league->field);
    gin_batch_shares(league->batch, league->field.share);
    return true;
}

// ---- The run ----

// Whether a checkpoint is due, by the clock of the first process.
static bool is_due(const League *league, double begun, double saved) {
    double now = progress_clock();
    bool due = now - begun >= LEAGUE_LONG || now - saved >= league->plan->checkpoint_seconds;
    peers_tell(league->plan->ppo.peers, &due, sizeof due);
    return due;
}

static void league_look(League *league) {
    GinBatchRows rows = league_rows(league, 0, (Half){0, league->plan->ppo.games});
    gin_batch_look(league->batch, 0, league->plan->ppo.games, &rows);
}

// What the point that was just added says.
static void show_point(const League *league) {
    const LeaguePlan *plan = league->plan;
    const double *row = league->curve + (size_t)(league->points - 1) * (size_t)league->columns;
    double before = league->points > 1 ? row[LEAGUE_AT_DECISIONS - league->columns] : 0;
    Text line = {0};
    double seconds = row[LEAGUE_AT_SECONDS], percent = 100 / seconds;
    text_addf(&line, "%s%.1f M decisions (%.2f M/s; playing %.0f%%, waiting %.0f%%, learning %.0f%%): ",
              isatty(STDERR_FILENO) ? "\r\033[K" : "", row[LEAGUE_AT_DECISIONS] * 1e-6,
              1e-6 * (row[LEAGUE_AT_DECISIONS] - before) / seconds, percent * row[LEAGUE_AT_PLAYING],
              percent * row[LEAGUE_AT_WAITING], percent * row[LEAGUE_AT_LEARNING]);
    text_addf(&line, "entropy %.3f, explained %.2f; won", row[LEAGUE_AT_ENTROPY], row[LEAGUE_AT_EXPLAINED]);
    for (int i = 0; i < plan->member_count; i++) {
        const double *of = row + LEAGUE_COLUMNS + (size_t)i * LEAGUE_OF_COLUMNS;
        if (plan->members[i].kind == LEAGUE_SELF || of[LEAGUE_OF_GAMES] == 0) continue;
        text_addf(&line, " %.24s %.1f%%", plan->members[i].name, 100 * of[LEAGUE_OF_WINS] / of[LEAGUE_OF_GAMES]);
    }
    fprintf(stderr, "%s\n", line.data);
    text_free(&line);
}

static bool league_work(League *league, LeagueResult *result, Error *err) {
    const LeaguePlan *plan = league->plan;
    uint64_t rollout = (uint64_t)plan->ppo.games * (uint64_t)plan->ppo.steps;
    bool good = true;
    if (!league_load(league, err) || !freeze(league, err) || !first_reward(league, err)) return false;
    league_look(league);
    Progress progress = progress_start(plan->name, "decisions", rollout * (uint64_t)plan->iterations,
                                       rollout * (uint64_t)league->iteration, plan->quiet);
    double saved = progress_clock();
    league->kept = league->iteration;
    while (good && league->iteration < plan->iterations && !league->cut && !all_stop(league, is_stopped(plan))) {
        int points = league->points;
        double begun = progress_clock();
        good = league_iterate(league, err);
        if (good && league->points > points && !plan->quiet) show_point(league);
        progress_update(&progress, rollout * (uint64_t)league->iteration);
        if (!good || league->cut || !is_due(league, begun, saved)) continue;
        good = league_save(league, err);
        saved = progress_clock();
    }
    progress_end(&progress, rollout * (uint64_t)league->iteration);
    good = good && (league->kept == league->iteration || league_save(league, err)) &&
           (league->cut || ppo_fetch(league->ppo, league->actor, league->critic, err));
    result->interrupted = league->iteration < plan->iterations;
    result->iterations = league->iteration;
    result->decisions = rollout * (uint64_t)league->iteration;
    ppo_traffic(league->ppo, &result->updates, &result->sent);
    return good;
}

static void hand_over(League *league, LeagueResult *result) {
    result->actor = league->actor;
    result->critic = league->critic;
    result->learned = league->learned;
    result->curve = league->curve;
    result->points = league->points;
    result->columns = league->columns;
    result->resumed = league->resumed;
    result->dealt_anew = league->dealt_anew;
    league->actor = league->critic = NULL;
    league->curve = NULL;
}

bool league_run(const LeaguePlan *plan, LeagueResult *result, Error *err) {
    assert(plan->ppo.games >= 2 && plan->ppo.steps >= 1 && plan->iterations >= 1 && plan->evaluate >= 1 &&
           plan->table >= 1);
    double begun = progress_clock();
    *result = (LeagueResult){.actor = NULL};
    League *league = calloc(1, sizeof *league);
    if (!league) return error_set(err, "out of memory");
    league->plan = plan;
    bool good = open_league(league, err) && league_work(league, result, err);
    if (good) hand_over(league, result);
    close_league(league);
    result->seconds = progress_clock() - begun;
    return good;
}

void league_result_free(LeagueResult *result) {
    net_close(result->actor);
    net_close(result->critic);
    free(result->curve);
    *result = (LeagueResult){.actor = NULL};
}
