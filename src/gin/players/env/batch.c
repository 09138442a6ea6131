// SPDX-License-Identifier: MIT
#include "gin/players/env/batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/rows/shares.h"
#include "gin/players/env/batch_internal.h"

// ---- Games ----

// Who chooses for a seat: a network's number, or -1 for a player.
static int brain_at(const GinBatch *batch, const GinBatchGame *game, Seat seat) {
    return seat == game->learner ? 0 : batch->opponents[game->opponent].brain;
}

static uint64_t key_of(const GinBatch *batch, const GinBatchGame *game) {
    return rng_key(batch->seed, (uint64_t)(game - batch->game), game->number);
}

static void deal(const GinBatch *batch, GinBatchGame *game, uint64_t key, Seat starter) {
    Card deck[CARD_COUNT];
    rng_deal(key, game->hands, deck);
    gin_deal_deck(&game->state, &game->history, &batch->rules, starter, game->score, deck);
    game->history.past = game->past.last;
}

static void begin_game(const GinBatch *batch, GinBatchGame *game) {
    uint64_t key = key_of(batch, game);
    Rng seating = rng_of_key(key, RNG_SEATING);
    game->opponent = (uint8_t)shares_draw(batch->share, batch->opponent_count, batch->share_sum, &seating);
    game->learner = batch->opponents[game->opponent].brain == 0 ? 0 : (Seat)(rng_next(&seating) >> 63);
    for (int seat = 0; seat < GIN_SEATS; seat++) game->rng[seat] = rng_of_key(key, (uint64_t)seat);
    game->hands = game->score[0] = game->score[1] = 0;
    game->habits = (GinHabits){0};
    gin_past_close(&game->past);
    deal(batch, game, key, gin_first_starter(key));
}

static void count_hand(GinBatchCount *count, const GinBatchGame *game) {
    const GinResult *result = &game->state.result;
    count->hands++;
    if (result->end == GIN_CANCELLED) {
        count->cancelled++;
        return;
    }
    bool gin = result->end == GIN_GIN || result->end == GIN_BIG_GIN, undercut = result->end == GIN_UNDERCUT;
    count->points += result->winner == game->learner ? result->points : -(int64_t)result->points;
    if (result->knocker == game->learner) {
        count->knocks++;
        count->gins += gin;
        count->against_undercuts += undercut;
    } else {
        count->against_knocks++;
        count->against_gins += gin;
        count->undercuts += undercut;
    }
}

// What the hand that is over brings seat 0, where the game now stands at game->score.
static double reward_of(const GinBatch *batch, const GinBatchGame *game, bool over, int winner, Seat next) {
    const GinBatchReward *reward = &batch->reward;
    const GinTable *table = &game->state.table;
    double points = game->score[0] - table->score[0] - (game->score[1] - table->score[1]), change = 0;
    if (reward->chances && reward->win != 0) {
        double after = winner == 0 ? 1 : winner == 1 ? 0 : 0.5;
        if (!over) after = gin_chances_before(reward->chances, game->score, next, 0).win;
        change = after - gin_chances_before(reward->chances, table->score, table->starter, 0).win;
    }
    return reward->points * points + reward->win * change;
}

static void remember(const GinBatch *batch, GinBatchGame *game) {
    const GinBatchOpponent *opponent = &batch->opponents[game->opponent];
    GinPastHand hand = gin_past_hand(&game->state, &game->history.log);
    gin_habits_note(&game->habits, &hand);
    if (opponent->brain < 0 && !opponent->player->forgets) gin_past_add(&game->past, &game->state, &game->history.log);
}

typedef struct Settled {
    double reward; // to seat 0
    bool over;     // the game too
    int winner;    // of it, or -1
} Settled;

// Settles a hand and deals the next. The faulty is -1 where nobody forfeited.
static Settled end_hand(const GinBatch *batch, GinBatchGame *game, GinBatchWorker *worker, int faulty) {
    const GinResult *result = &game->state.result;
    GinBatchCount *count = &worker->count[game->opponent];
    game->hands++;
    if (faulty < 0) {
        count_hand(count, game);
        gin_endings_note(&worker->endings, &game->state);
        remember(batch, game);
        if (result->end != GIN_CANCELLED)
            game->score[result->winner] = (uint16_t)(game->score[result->winner] + result->points);
    }
    int winner = faulty < 0 ? gin_winner_at(&batch->rules, game->score) : faulty ^ 1;
    bool over = winner >= 0 || game->hands >= GIN_HAND_LIMIT;
    Seat next = over ? 0 : gin_next_starter(&batch->rules, &game->state);
    Settled settled = {reward_of(batch, game, over, winner, next), over, winner};
    if (!over) {
        deal(batch, game, key_of(batch, game), next);
        return settled;
    }
    count->games++;
    count->wins += winner == game->learner;
    game->number++;
    begin_game(batch, game);
    return settled;
}

static GinView view_of(const GinBatchGame *game) {
    GinView view = gin_view_blank(&game->state, &game->history, game->state.table.to_act);
    gin_view_refresh(&view, &game->state);
    return view;
}

typedef struct Outcome {
    double reward;     // to seat 0
    bool ended;        // a hand
    bool over;         // a game
    double hand, game; // as in GinBatchOutcome
    int winner;
} Outcome;

static void note_settled(Outcome *outcome, const Settled *settled) {
    outcome->reward += settled->reward;
    if (!outcome->ended) outcome->hand = outcome->reward;
    outcome->ended = true;
    if (!settled->over || outcome->over) return;
    outcome->over = true;
    outcome->game = outcome->reward;
    outcome->winner = settled->winner;
}

// Plays on until a network has to choose, and writes its choices to `legal`.
static Outcome play_on(const GinBatch *batch, GinBatchGame *game, GinBatchWorker *worker,
                       uint8_t legal[GIN_LEGAL_BYTES]) {
    Outcome outcome = {.winner = -1};
    for (;;) {
        int faulty = -1;
        if (game->state.table.phase != GIN_OVER) {
            Seat seat = game->state.table.to_act;
            GinView view = view_of(game);
            GinAction action;
            if (brain_at(batch, game, seat) < 0) {
                const GinPlayer *player = batch->opponents[game->opponent].player;
                action = player->choose(player->self, &view, &game->rng[seat]);
            } else if (gin_choices(&view, legal) > 1) {
                return outcome;
            } else {
                gin_forced(&view, &action);
            }
            if (!gin_try(&game->state, &game->history, &action)) faulty = seat;
        }
        if (game->state.table.phase != GIN_OVER && faulty < 0) continue;
        Settled settled = end_hand(batch, game, worker, faulty);
        note_settled(&outcome, &settled);
    }
}

// ---- Rows ----

static void write_row(const GinBatch *batch, const GinBatchGame *game, const GinBatchRows *rows, int row) {
    GinView view = view_of(game);
    gin_observe(&view, &game->habits, rows->inputs + (size_t)row * GIN_INPUTS);
    if (rows->secrets) gin_observe_secrets(&game->state, view.seat, rows->secrets + (size_t)row * GIN_SECRETS);
    rows->brain[row] = (uint8_t)brain_at(batch, game, view.seat);
    rows->seat[row] = view.seat;
    if (rows->outcome) rows->outcome[row].opponent = game->opponent;
}

static void step_one(const GinBatch *batch, GinBatchGame *game, GinBatchWorker *worker, int choice,
                     const GinBatchRows *rows, int row) {
    uint8_t *legal = rows->legal + (size_t)row * GIN_LEGAL_BYTES;
    GinView view = view_of(game);
    assert(gin_choices(&view, legal) > 1 && gin_choice_is_legal(legal, choice));
    worker->count[game->opponent].decisions += brain_at(batch, game, view.seat) == 0;
    GinAction action = gin_choice_action(&view, choice);
    gin_apply(&game->state, &game->history, &action);
    Outcome outcome = play_on(batch, game, worker, legal);
    rows->reward[row] = (float)outcome.reward;
    rows->ended[row] = outcome.ended;
    if (rows->over) rows->over[row] = outcome.over;
    if (rows->outcome)
        rows->outcome[row] = (GinBatchOutcome){
            .hand = (float)outcome.hand, .game = (float)outcome.game, .winner = (int8_t)outcome.winner};
    write_row(batch, game, rows, row);
}

// Prefetches the parts of a game that a step touches while the game before it is processed.
static void fetch(const GinBatchGame *game) {
    enum { FRONT = offsetof(GinBatchGame, history) + 128 };
    for (int at = 0; at < FRONT; at += GIN_BATCH_LINE) __builtin_prefetch((const char *)game + at, 1);
    for (int seat = 0; seat < GIN_SEATS; seat++) __builtin_prefetch(&game->history.draws[seat], 1);
}

static void look_slice(void *context, int index, int member) {
    (void)member;
    const GinBatchJob *job = context;
    int end = (index + 1) * job->slice < job->count ? (index + 1) * job->slice : job->count;
    for (int row = index * job->slice; row < end; row++) {
        const GinBatchGame *game = &job->batch->game[job->first + row];
        GinView view = view_of(game);
        gin_choices(&view, job->rows.legal + (size_t)row * GIN_LEGAL_BYTES);
        write_row(job->batch, game, &job->rows, row);
    }
}

static void step_slice(void *context, int index, int member) {
    const GinBatchJob *job = context;
    int end = (index + 1) * job->slice < job->count ? (index + 1) * job->slice : job->count;
    for (int row = index * job->slice; row < end; row++) {
        GinBatchGame *game = &job->batch->game[job->first + row];
        if (row + 1 < end) fetch(game + 1);
        step_one(job->batch, game, &job->batch->worker[member], job->choices[row], &job->rows, row);
    }
}

static void begin_slice(void *context, int index, int member) {
    const GinBatchJob *job = context;
    int end = (index + 1) * job->slice < job->count ? (index + 1) * job->slice : job->count;
    for (int row = index * job->slice; row < end; row++) {
        uint8_t legal[GIN_LEGAL_BYTES];
        begin_game(job->batch, &job->batch->game[row]);
        play_on(job->batch, &job->batch->game[row], &job->batch->worker[member], legal);
    }
}

static void begin(GinBatchJob job, void (*task)(void *context, int index, int member)) {
    GinBatch *batch = job.batch;
    assert(job.first >= 0 && job.count >= 0 && job.first + job.count <= batch->games);
    job.slice = team_slice(batch->team, job.count);
    batch->job = job;
    team_begin(batch->team, (job.count + job.slice - 1) / job.slice, task, &batch->job);
}

void gin_batch_begin(GinBatch *batch, int first, int count, const uint8_t *choices, const GinBatchRows *rows) {
    begin((GinBatchJob){.batch = batch, .first = first, .count = count, .choices = choices, .rows = *rows}, step_slice);
}

void gin_batch_end(GinBatch *batch) { team_end(batch->team); }

void gin_batch_step(GinBatch *batch, int first, int count, const uint8_t *choices, const GinBatchRows *rows) {
    gin_batch_begin(batch, first, count, choices, rows);
    gin_batch_end(batch);
}

void gin_batch_look(GinBatch *batch, int first, int count, const GinBatchRows *rows) {
    begin((GinBatchJob){.batch = batch, .first = first, .count = count, .rows = *rows}, look_slice);
    gin_batch_end(batch);
}

// ---- The batch ----

static bool check_plan(const GinBatchPlan *plan, Error *err) {
    if (plan->games < 1) return error_set(err, "a batch of %d games: at least one is needed", plan->games);
    if (plan->rules->target < 1) return error_set(err, "a batch needs games with a target of 1 or more");
    if (plan->opponent_count < 1 || plan->opponent_count > GIN_BATCH_OPPONENTS)
        return error_set(err, "%d opponents: a batch has 1 to %d", plan->opponent_count, GIN_BATCH_OPPONENTS);
    double share[GIN_BATCH_OPPONENTS];
    for (int i = 0; i < plan->opponent_count; i++) {
        const GinBatchOpponent *opponent = &plan->opponents[i];
        if (opponent->brain < -1 || opponent->brain >= GIN_BATCH_BRAINS)
            return error_set(err, "opponent %d: brain %d is none of -1 to %d", i, opponent->brain,
                             GIN_BATCH_BRAINS - 1);
        if (opponent->brain < 0 && (!opponent->player || !opponent->player->choose))
            return error_set(err, "opponent %d has neither a network nor a player", i);
        if (opponent->brain < 0 && opponent->player->watch)
            return error_set(err, "opponent %d keeps something from hand to hand, which a batch cannot", i);
        share[i] = opponent->share;
    }
    return shares_make_sense(share, plan->opponent_count, "opponent", err);
}

GinBatch *gin_batch_open(const GinBatchPlan *plan, Team *team, Error *err) {
    if (!check_plan(plan, err)) return NULL;
    GinBatch *batch = calloc(1, sizeof *batch);
    if (!batch) {
        error_set(err, "out of memory");
        return NULL;
    }
    batch->rules = *plan->rules;
    batch->seed = plan->seed;
    batch->games = plan->games;
    batch->opponent_count = plan->opponent_count;
    for (int i = 0; i < plan->opponent_count; i++) {
        batch->opponents[i] = plan->opponents[i];
        batch->share[i] = plan->opponents[i].share;
    }
    batch->share_sum = shares_sum(batch->share, batch->opponent_count);
    batch->team = team;
    batch->workers = team_size(team);
    batch->game = aligned_alloc(GIN_BATCH_LINE, (size_t)plan->games * sizeof *batch->game);
    batch->worker = aligned_alloc(GIN_BATCH_LINE, (size_t)batch->workers * sizeof *batch->worker);
    if (batch->game) memset(batch->game, 0, (size_t)plan->games * sizeof *batch->game);
    if (!batch->game || !batch->worker) {
        error_set(err, "not enough memory for %d games at once", plan->games);
        gin_batch_close(batch);
        return NULL;
    }
    memset(batch->worker, 0, (size_t)batch->workers * sizeof *batch->worker);
    begin((GinBatchJob){.batch = batch, .count = batch->games}, begin_slice);
    gin_batch_end(batch);
    return batch;
}

void gin_batch_free_games(GinBatchGame *games, int count) {
    for (int i = 0; games && i < count; i++) gin_past_close(&games[i].past);
    free(games);
}

void gin_batch_close(GinBatch *batch) {
    if (!batch) return;
    gin_batch_free_games(batch->game, batch->games);
    free(batch->worker);
    free(batch);
}

void gin_batch_shares(GinBatch *batch, const double *shares) {
    batch->share_sum = shares_sum(shares, batch->opponent_count);
    assert(batch->share_sum > 0);
    memcpy(batch->share, shares, (size_t)batch->opponent_count * sizeof *shares);
}

void gin_batch_reward(GinBatch *batch, const GinBatchReward *reward) {
    assert(reward->win == 0 || reward->chances);
    batch->reward = *reward;
}

double gin_batch_gained(const GinBatch *batch, int place) {
    const GinBatchReward *reward = &batch->reward;
    const GinBatchGame *game = &batch->game[place];
    double change = 0;
    if (reward->chances && reward->win != 0) {
        static const uint16_t none[2] = {0, 0};
        const GinTable *table = &game->state.table;
        change = gin_chances_before(reward->chances, table->score, table->starter, 0).win -
                 gin_chances_before(reward->chances, none, gin_first_starter(key_of(batch, game)), 0).win;
    }
    return reward->points * (game->score[0] - game->score[1]) + reward->win * change;
}

void gin_batch_add_count(GinBatchCount *sum, const GinBatchCount *count) {
    sum->games += count->games;
    sum->wins += count->wins;
    sum->hands += count->hands;
    sum->cancelled += count->cancelled;
    sum->points += count->points;
    sum->knocks += count->knocks;
    sum->gins += count->gins;
    sum->undercuts += count->undercuts;
    sum->against_knocks += count->against_knocks;
    sum->against_gins += count->against_gins;
    sum->against_undercuts += count->against_undercuts;
    sum->decisions += count->decisions;
}

void gin_batch_add_endings(GinEndings *sum, const GinEndings *endings) {
    for (int points = 0; points < GIN_MOST_POINTS; points++) {
        sum->starter[points] += endings->starter[points];
        sum->other[points] += endings->other[points];
    }
    sum->cancelled += endings->cancelled;
}

void gin_batch_counts(GinBatch *batch, GinBatchCount *counts) {
    memset(counts, 0, (size_t)batch->opponent_count * sizeof *counts);
    for (int w = 0; w < batch->workers; w++) {
        for (int i = 0; i < batch->opponent_count; i++) gin_batch_add_count(&counts[i], &batch->worker[w].count[i]);
        memset(batch->worker[w].count, 0, sizeof batch->worker[w].count);
    }
}

void gin_batch_endings(GinBatch *batch, GinEndings *endings) {
    memset(endings, 0, sizeof *endings);
    for (int w = 0; w < batch->workers; w++) {
        gin_batch_add_endings(endings, &batch->worker[w].endings);
        memset(&batch->worker[w].endings, 0, sizeof batch->worker[w].endings);
    }
}
