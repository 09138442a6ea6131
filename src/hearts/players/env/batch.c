// SPDX-License-Identifier: MIT
#include "hearts/players/env/batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/rows/shares.h"
#include "hearts/players/env/batch_internal.h"

// ---- Games ----

static const HeartsBatchChair *chair_at(const HeartsBatch *batch, const HeartsBatchGame *game, Seat seat) {
    return &batch->lineups[game->lineup].chair[game->chair[seat]];
}

static uint64_t hearts_key_of(const HeartsBatch *batch, const HeartsBatchGame *game) {
    return rng_key(batch->seed, (uint64_t)(game - batch->game), game->number);
}

static void deal_hand(const HeartsBatch *batch, HeartsBatchGame *game) {
    Card deck[CARD_COUNT];
    rng_deal(hearts_key_of(batch, game), game->hands, deck);
    hearts_deal_deck(&game->state, &game->log, &batch->rules, game->hands, game->total, deck);
    game->trail = (HeartsTrail){.cards = 0};
}

// Every order is equally likely.
static void draw_seats(HeartsBatchGame *game, bool fixed, Rng *rng) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int other = fixed ? seat : (int)rng_below(rng, (uint32_t)seat + 1);
        game->chair[seat] = game->chair[other];
        game->chair[other] = (uint8_t)seat;
    }
}

static void hearts_begin_game(const HeartsBatch *batch, HeartsBatchGame *game) {
    uint64_t key = hearts_key_of(batch, game);
    Rng seating = rng_of_key(key, RNG_SEATING);
    game->lineup = (uint8_t)shares_draw(batch->share, batch->lineup_count, batch->share_sum, &seating);
    draw_seats(game, batch->lineups[game->lineup].fixed, &seating);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        game->rng[seat] = rng_of_key(key, (uint64_t)seat);
        game->total[seat] = 0;
    }
    game->hands = 0;
    deal_hand(batch, game);
}

// ---- The end of a hand ----

static void hearts_batch_count_hand(HeartsBatchCount *count, const HeartsBatchGame *game) {
    const HeartsState *state = &game->state;
    count->hands++;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        HeartsBatchChairCount *chair = &count->chair[game->chair[seat]];
        chair->points += state->points[seat];
        chair->moons += state->moon == seat;
        chair->conceded += state->moon >= 0 && state->moon != seat;
        chair->queens += set_has(state->table.taken[seat], HEARTS_QUEEN);
        chair->faults += state->fault[seat] != FAULT_NONE;
    }
}

// A bit for each seat with the lowest total.
static unsigned winners_of(const int16_t total[HEARTS_SEATS]) {
    int lowest = total[0];
    unsigned winners = 0;
    for (int seat = 1; seat < HEARTS_SEATS; seat++) lowest = total[seat] < lowest ? total[seat] : lowest;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) winners |= (unsigned)(total[seat] == lowest) << seat;
    return winners;
}

static void count_game(HeartsBatchCount *count, const HeartsBatchGame *game, unsigned winners) {
    bool shared = (winners & (winners - 1)) != 0;
    count->games++;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        HeartsBatchChairCount *chair = &count->chair[game->chair[seat]];
        chair->wins += (winners >> seat & 1) && !shared;
        chair->ties += (winners >> seat & 1) && shared;
    }
}

static void chance_before(const HeartsBatchReward *reward, const int16_t score[HEARTS_SEATS],
                          double win[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) win[seat] = 1.0 / HEARTS_SEATS;
    if (reward->chance) reward->chance(reward->context, score, win);
}

// The reward of a change of score; `winners` if the game ended with it, else 0.
static void reward_between(const HeartsBatchReward *reward, const int16_t from[HEARTS_SEATS],
                           const int16_t to[HEARTS_SEATS], unsigned winners, double gained[HEARTS_SEATS]) {
    double before[HEARTS_SEATS], after[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) gained[seat] = reward->points * (from[seat] - to[seat]);
    if (reward->win == 0) return;
    chance_before(reward, from, before);
    if (!winners) chance_before(reward, to, after);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (winners) after[seat] = (double)(winners >> seat & 1) / set_count(winners);
        gained[seat] += reward->win * (after[seat] - before[seat]);
    }
}

typedef struct Outcome {
    double reward[HEARTS_SEATS];
    double hand[HEARTS_SEATS], game[HEARTS_SEATS]; // as in HeartsBatchOutcome
    unsigned winners;                              // of the first game that ended
    bool ended;                                    // a hand
} Outcome;

// Settles a hand and deals the next.
static __attribute__((noinline)) void settle_hand(const HeartsBatch *batch, HeartsBatchGame *game,
                                                  HeartsBatchWorker *worker, Outcome *outcome) {
    HeartsBatchCount *count = &worker->count[game->lineup];
    const HeartsState *state = &game->state;
    double gained[HEARTS_SEATS];
    hearts_batch_count_hand(count, game);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        game->total[seat] = hearts_new_score(game->total[seat], state->points[seat]);
    game->hands++;
    bool over = hearts_game_ends(&batch->rules, game->total, game->hands);
    unsigned winners = over ? winners_of(game->total) : 0;
    reward_between(&batch->reward, state->table.score, game->total, winners, gained);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) outcome->reward[seat] += gained[seat];
    if (!outcome->ended) memcpy(outcome->hand, outcome->reward, sizeof outcome->hand);
    if (over && !outcome->winners) {
        memcpy(outcome->game, outcome->reward, sizeof outcome->game);
        outcome->winners = winners;
    }
    outcome->ended = true;
    if (!over) {
        deal_hand(batch, game);
        return;
    }
    count_game(count, game, winners);
    game->number++;
    hearts_begin_game(batch, game);
}

// ---- Decisions ----

// What the seat to act may choose from.
static CardSet choices_of(const HeartsBatchGame *game) {
    const HeartsState *state = &game->state;
    if (state->table.phase == HEARTS_PASSING) return state->hand[state->table.to_act] & ~game->picked;
    return hearts_legal_of(&state->table, state->rules, state->hand[state->table.to_act]);
}

// Plays a card of a network's, or picks it to be passed.
static void choose_card(const HeartsBatch *batch, HeartsBatchGame *game, Card card) {
    if (game->state.table.phase == HEARTS_PLAYING) {
        hearts_play_logged(&game->state, &game->log, card);
        return;
    }
    game->picked |= set_of(card);
    if (set_count(game->picked) < batch->rules.pass_count) return;
    HeartsAction pass = {.move = HEARTS_GIVE, .give = game->picked};
    game->picked = 0;
    hearts_apply(&game->state, &game->log, &pass);
}

// Plays on until a network has to choose; returns its choices.
static CardSet hearts_play_on(const HeartsBatch *batch, HeartsBatchGame *game, HeartsBatchWorker *worker,
                              Outcome *outcome) {
    for (;;) {
        HeartsState *state = &game->state;
        if (state->table.phase == HEARTS_OVER) settle_hand(batch, game, worker, outcome);
        Seat seat = state->table.to_act;
        const HeartsBatchChair *chair = chair_at(batch, game, seat);
        if (chair->brain < 0) {
            hearts_play_turn(state, &game->log, chair->player, &game->rng[seat]);
            continue;
        }
        CardSet choices = choices_of(game);
        if (set_rest(choices)) return choices;
        choose_card(batch, game, set_first(choices));
    }
}

// ---- Rows ----

static void hearts_write_row(const HeartsBatch *batch, HeartsBatchGame *game, CardSet choices,
                             const HeartsBatchRows *rows, int row) {
    HeartsView view;
    Seat seat = game->state.table.to_act;
    hearts_view_fill(&view, &game->state, &game->log, seat);
    hearts_trail_follow(&game->trail, &game->log);
    hearts_observe(&view, &game->trail, game->picked, rows->inputs + (size_t)row * HEARTS_INPUTS);
    if (rows->secrets) hearts_observe_secrets(&game->state, seat, rows->secrets + (size_t)row * HEARTS_SECRETS);
    hearts_put_legal(choices, rows->legal + (size_t)row * HEARTS_LEGAL_BYTES);
    rows->brain[row] = (uint8_t)chair_at(batch, game, seat)->brain;
    rows->seat[row] = seat;
    if (rows->outcome) rows->outcome[row].lineup = game->lineup;
}

static void put_rewards(float *to, const double from[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) to[seat] = (float)from[seat];
}

static void hearts_step_one(const HeartsBatch *batch, HeartsBatchGame *game, HeartsBatchWorker *worker, int choice,
                            const HeartsBatchRows *rows, int row) {
    Outcome outcome = {.winners = 0};
    Card card = card_from_index(choice);
    assert(choice < HEARTS_CHOICES && set_has(choices_of(game), card));
    worker->count[game->lineup].chair[game->chair[game->state.table.to_act]].decisions++;
    choose_card(batch, game, card);
    CardSet choices = hearts_play_on(batch, game, worker, &outcome);
    put_rewards(rows->reward + (size_t)row * HEARTS_SEATS, outcome.reward);
    rows->ended[row] = outcome.ended;
    if (rows->over) rows->over[row] = outcome.winners != 0;
    if (rows->outcome) {
        put_rewards(rows->outcome[row].hand, outcome.hand);
        put_rewards(rows->outcome[row].game, outcome.game);
        rows->outcome[row].winners = (uint8_t)outcome.winners;
    }
    hearts_write_row(batch, game, choices, rows, row);
}

static int slice_end(const HeartsBatchJob *job, int index) {
    int end = (index + 1) * job->slice;
    return end < job->count ? end : job->count;
}

static void hearts_look_slice(void *context, int index, int member) {
    (void)member;
    const HeartsBatchJob *job = context;
    for (int row = index * job->slice; row < slice_end(job, index); row++) {
        HeartsBatchGame *game = &job->batch->game[job->first + row];
        hearts_write_row(job->batch, game, choices_of(game), &job->rows, row);
    }
}

static void hearts_step_slice(void *context, int index, int member) {
    const HeartsBatchJob *job = context;
    int end = slice_end(job, index);
    for (int row = index * job->slice; row < end; row++) {
        HeartsBatchGame *game = &job->batch->game[job->first + row];
        for (size_t at = 0; row + 1 < end && at < sizeof *game; at += HEARTS_BATCH_LINE)
            __builtin_prefetch((const char *)(game + 1) + at, 1); // the next one, while this is worked on
        hearts_step_one(job->batch, game, &job->batch->worker[member], job->choices[row], &job->rows, row);
    }
}

static void hearts_begin_slice(void *context, int index, int member) {
    const HeartsBatchJob *job = context;
    for (int row = index * job->slice; row < slice_end(job, index); row++) {
        Outcome nothing = {.winners = 0};
        hearts_begin_game(job->batch, &job->batch->game[row]);
        hearts_play_on(job->batch, &job->batch->game[row], &job->batch->worker[member], &nothing);
    }
}

static void begin_job(HeartsBatchJob job, void (*task)(void *context, int index, int member)) {
    HeartsBatch *batch = job.batch;
    assert(job.first >= 0 && job.count >= 0 && job.first + job.count <= batch->games);
    job.slice = team_slice(batch->team, job.count);
    batch->job = job;
    team_begin(batch->team, (job.count + job.slice - 1) / job.slice, task, &batch->job);
}

void hearts_batch_begin(HeartsBatch *batch, int first, int count, const uint8_t *choices, const HeartsBatchRows *rows) {
    begin_job((HeartsBatchJob){.batch = batch, .first = first, .count = count, .choices = choices, .rows = *rows},
              hearts_step_slice);
}

void hearts_batch_end(HeartsBatch *batch) { team_end(batch->team); }

void hearts_batch_step(HeartsBatch *batch, int first, int count, const uint8_t *choices, const HeartsBatchRows *rows) {
    hearts_batch_begin(batch, first, count, choices, rows);
    hearts_batch_end(batch);
}

void hearts_batch_look(HeartsBatch *batch, int first, int count, const HeartsBatchRows *rows) {
    begin_job((HeartsBatchJob){.batch = batch, .first = first, .count = count, .rows = *rows}, hearts_look_slice);
    hearts_batch_end(batch);
}

// ---- The batch ----

static bool check_chair(const HeartsBatchChair *chair, int lineup, int i, Error *err) {
    if (chair->brain < -1 || chair->brain >= HEARTS_BATCH_BRAINS)
        return error_set(err, "line-up %d, chair %d: brain %d is none of -1 to %d", lineup, i, chair->brain,
                         HEARTS_BATCH_BRAINS - 1);
    if (chair->brain < 0 && (!chair->player || !chair->player->choose))
        return error_set(err, "line-up %d, chair %d has neither a network nor a player", lineup, i);
    if (chair->brain < 0 && chair->player->watch)
        return error_set(err, "line-up %d, chair %d keeps something from hand to hand, which a batch cannot", lineup,
                         i);
    return true;
}

static bool hearts_check_plan(const HeartsBatchPlan *plan, Error *err) {
    double share[HEARTS_BATCH_LINEUPS];
    if (plan->games < 1) return error_set(err, "a batch of %d games: at least one is needed", plan->games);
    if (plan->lineup_count < 1 || plan->lineup_count > HEARTS_BATCH_LINEUPS)
        return error_set(err, "%d line-ups: a batch has 1 to %d", plan->lineup_count, HEARTS_BATCH_LINEUPS);
    for (int i = 0; i < plan->lineup_count; i++) {
        const HeartsBatchLineup *lineup = &plan->lineups[i];
        bool network = false;
        for (int c = 0; c < HEARTS_SEATS; c++) {
            if (!check_chair(&lineup->chair[c], i, c, err)) return false;
            network = network || lineup->chair[c].brain >= 0;
        }
        if (!network) return error_set(err, "line-up %d has no network: nobody would ever be asked", i);
        share[i] = lineup->share;
    }
    return shares_make_sense(share, plan->lineup_count, "line-up", err);
}

HeartsBatch *hearts_batch_open(const HeartsBatchPlan *plan, Team *team, Error *err) {
    if (!hearts_check_plan(plan, err)) return NULL;
    HeartsBatch *batch = calloc(1, sizeof *batch);
    if (!batch) {
        error_set(err, "out of memory");
        return NULL;
    }
    batch->rules = *plan->rules;
    batch->seed = plan->seed;
    batch->games = plan->games;
    batch->lineup_count = plan->lineup_count;
    for (int i = 0; i < plan->lineup_count; i++) {
        batch->lineups[i] = plan->lineups[i];
        batch->share[i] = plan->lineups[i].share;
    }
    batch->share_sum = shares_sum(batch->share, batch->lineup_count);
    batch->team = team;
    batch->workers = team_size(team);
    batch->game = aligned_alloc(HEARTS_BATCH_LINE, (size_t)plan->games * sizeof *batch->game);
    batch->worker = aligned_alloc(HEARTS_BATCH_LINE, (size_t)batch->workers * sizeof *batch->worker);
    if (!batch->game || !batch->worker) {
        error_set(err, "not enough memory for %d games at once", plan->games);
        hearts_batch_close(batch);
        return NULL;
    }
    memset(batch->game, 0, (size_t)plan->games * sizeof *batch->game);
    memset(batch->worker, 0, (size_t)batch->workers * sizeof *batch->worker);
    begin_job((HeartsBatchJob){.batch = batch, .count = batch->games}, hearts_begin_slice);
    hearts_batch_end(batch);
    return batch;
}

void hearts_batch_close(HeartsBatch *batch) {
    if (!batch) return;
    free(batch->game);
    free(batch->worker);
    free(batch);
}

void hearts_batch_shares(HeartsBatch *batch, const double *shares) {
    batch->share_sum = shares_sum(shares, batch->lineup_count);
    assert(batch->share_sum > 0);
    memcpy(batch->share, shares, (size_t)batch->lineup_count * sizeof *shares);
}

void hearts_batch_reward(HeartsBatch *batch, const HeartsBatchReward *reward) { batch->reward = *reward; }

void hearts_batch_gained(const HeartsBatch *batch, int place, double gained[HEARTS_SEATS]) {
    static const int16_t none[HEARTS_SEATS] = {0};
    reward_between(&batch->reward, none, batch->game[place].total, 0, gained);
}

void hearts_batch_add_count(HeartsBatchCount *sum, const HeartsBatchCount *count) {
    sum->games += count->games;
    sum->hands += count->hands;
    for (int i = 0; i < HEARTS_SEATS; i++) {
        HeartsBatchChairCount *to = &sum->chair[i];
        const HeartsBatchChairCount *from = &count->chair[i];
        to->wins += from->wins;
        to->ties += from->ties;
        to->points += from->points;
        to->moons += from->moons;
        to->conceded += from->conceded;
        to->queens += from->queens;
        to->faults += from->faults;
        to->decisions += from->decisions;
    }
}

void hearts_batch_counts(HeartsBatch *batch, HeartsBatchCount *counts) {
    memset(counts, 0, (size_t)batch->lineup_count * sizeof *counts);
    for (int w = 0; w < batch->workers; w++) {
        HeartsBatchWorker *worker = &batch->worker[w];
        for (int i = 0; i < batch->lineup_count; i++) hearts_batch_add_count(&counts[i], &worker->count[i]);
        memset(worker, 0, sizeof *worker);
    }
}
