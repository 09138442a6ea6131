// SPDX-License-Identifier: MIT
#include "gin/players/env/selfplay.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/threads/pool.h"
#include "base/threads/progress.h"
#include "gin/players/list/players.h"

typedef struct Work {
    const GinSelfPlay *plan;
    GinRules rules;
    int slices;
    void *const *collectors;
    void (*watch)(void *collector, const GinHandRecord *hand);
    atomic_int next;   // slice
    atomic_bool wrong; // a player could not be opened
    Error *err;        // written by whoever sets `wrong` first
} Work;

typedef struct Watcher {
    void (*watch)(void *collector, const GinHandRecord *hand);
    void *collector;
} Watcher;

static void pass_on(void *context, const GinHandRecord *hand) {
    const Watcher *watcher = context;
    if (hand->faulty < 0) watcher->watch(watcher->collector, hand);
}

static void play_slice(Work *work, const GinPlayer (*players)[2], int slice) {
    const GinSelfPlay *plan = work->plan;
    uint64_t games = plan->games, slices = (uint64_t)work->slices, at = (uint64_t)slice;
    Watcher watcher = {work->watch, work->collectors[slice]};
    for (uint64_t i = at * games / slices; i < (at + 1) * games / slices && !progress_interrupted(); i++) {
        uint64_t game = plan->first + i;
        GinGamePlan one = {.rules = &work->rules,
                           .seed = plan->seed,
                           .deal = game,
                           .game = game,
                           .watch = pass_on,
                           .context = &watcher};
        GinGameResult result;
        gin_play_game(&one, players[game % (uint64_t)plan->pair_count], &result);
    }
}

static void close_player_pairs(GinPlayer (*players)[2], int pairs) {
    for (int i = 0; players && i < 2 * pairs; i++) gin_player_close(&players[i / 2][i % 2]);
    free(players);
}

static void run_selfplay_part(void *context, int index) {
    (void)index;
    Work *work = context;
    const GinSelfPlay *plan = work->plan;
    GinPlayer(*players)[2] = calloc((size_t)plan->pair_count, sizeof *players);
    Error err = {{0}};
    bool good = players || error_set(&err, "out of memory for %d pairs of players", plan->pair_count);
    for (int i = 0; good && i < 2 * plan->pair_count; i++)
        good = gin_player_open(plan->pairs[i / 2][i % 2], &players[i / 2][i % 2], &err);
    if (!good && !atomic_exchange(&work->wrong, true) && work->err) *work->err = err;
    for (int slice; good && (slice = atomic_fetch_add(&work->next, 1)) < work->slices;)
        play_slice(work, (const GinPlayer(*)[2])players, slice);
    close_player_pairs(players, plan->pair_count);
}

bool gin_selfplay(const GinSelfPlay *plan, int slices, void *const collectors[],
                  void (*watch)(void *collector, const GinHandRecord *hand), Error *err) {
    Work work = {.plan = plan,
                 .rules = plan->rules ? *plan->rules : gin_rules_default(),
                 .slices = slices,
                 .collectors = collectors,
                 .watch = watch,
                 .err = err};
    int threads = plan->threads < 1 ? 1 : plan->threads > slices ? slices : plan->threads;
    return pool_run(threads, run_selfplay_part, &work, err) && !atomic_load(&work.wrong);
}

// ---- Playing a hand again ----

void gin_replay_start(GinReplay *replay, const GinHandRecord *hand) {
    const GinTable *table = &hand->state->table;
    gin_deal_deck(&replay->state, &replay->history, hand->state->rules, table->starter, table->score, hand->deck);
    replay->history.past = hand->history->past;
    replay->hand = hand;
    replay->at = 0;
    replay->event = (GinEvent){0};
}

bool gin_replay_step(GinReplay *replay) {
    static const uint8_t moves[] = {[GIN_EVENT_PASS] = GIN_PASS,
                                    [GIN_EVENT_TAKE] = GIN_TAKE,
                                    [GIN_EVENT_STOCK] = GIN_STOCK,
                                    [GIN_EVENT_DISCARD] = GIN_DROP};
    const GinLog *log = &replay->hand->history->log;
    if (replay->at == log->count || gin_event_kind(log->event[replay->at]) > GIN_EVENT_DISCARD) return false;
    replay->event = log->event[replay->at++];
    GinAction action = {.move = moves[gin_event_kind(replay->event)], .card = replay->event.card};
    gin_apply(&replay->state, &replay->history, &action);
    return true;
}

GinHandRecord gin_hand_of_record(const GinRecord *record, GinState *state, GinHistory *history) {
    gin_record_deal(record, state, history);
    for (int i = 0; i < record->actions; i++) gin_apply(state, history, &record->action[i]);
    return (GinHandRecord){
        .deck = record->deck,
        .hand = record->hand,
        .state = state,
        .history = history,
        .faulty = record->faulty,
        .fault = record->fault,
        .last = record->refused,
        .game_winner = record->game_winner,
        .game_over = record->game_over,
    };
}
