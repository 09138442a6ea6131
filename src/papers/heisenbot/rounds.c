// SPDX-License-Identifier: MIT
#include "papers/heisenbot/rounds.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gin/past.h"
#include "gin/players/list/players.h"
#include "report/trial.h"

typedef struct Config {
    uint64_t seed;
    const char *player;
    GinRules rules;
    LabReading reading;
} Config;

typedef struct Worker {
    const Config *config;
    GinPlayer player[2];
} Worker;

// One hand as it is watched.
typedef struct Watch {
    GinState state;
    GinHistory history;
    int able_turn[2]; // both players' turns when the seat could first knock, 0: not yet
    int able_own[2];  // its own turns then
    int gin_turn[2];
    int first; // the seat that could knock first, -1: none yet
} Watch;

const char *lab_reading_name(LabReading reading) {
    static const char *const names[LAB_READINGS] = {
        "knock at once",
        "play on to gin, knock only beyond turn 30",
        "hold even gin to turn 30, then knock",
        "play on to gin, never knock",
    };
    return names[reading];
}

void lab_mean_add(LabMean *mean, int64_t value) {
    mean->count++;
    mean->sum += value;
    mean->squares += value * value;
}

double lab_mean(const LabMean *mean) { return mean->count ? stats_mean(mean->count, mean->sum) : NAN; }

Interval lab_mean_interval(const LabMean *mean) {
    double middle = lab_mean(mean);
    double half = 1.959964 * stats_standard_error(mean->count, mean->sum, mean->squares);
    return (Interval){middle - half, middle + half};
}

static void rounds_close_worker(void *worker) {
    Worker *self = worker;
    for (int i = 0; i < 2; i++) gin_player_close(&self->player[i]);
    free(self);
}

static void *rounds_open_worker(const void *config, Error *err) {
    Worker *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(err, "out of memory for the players");
        return NULL;
    }
    self->config = config;
    for (int i = 0; i < 2; i++) {
        if (gin_player_open(self->config->player, &self->player[i], err)) continue;
        rounds_close_worker(self);
        return NULL;
    }
    return self;
}

static int rounds_turn(const GinState *state) { return state->table.turns[0] + state->table.turns[1]; }

static bool may_end(LabReading reading, int turn, int deadwood) {
    switch (reading) {
    case LAB_KNOCK_AT_ONCE: return true;
    case LAB_PLAY_ON: return deadwood == 0 || turn > LAB_FORCED_TURN;
    case LAB_HOLD_GIN: return turn > LAB_FORCED_TURN;
    case LAB_GIN_ONLY:
    case LAB_READINGS: break;
    }
    return deadwood == 0;
}

// Plays the knock on a copy, the defender answering with a copy of its own chance, and tells what it gives.
static GinResult result_of_knock(const Worker *self, const Watch *watch, const Rng rng[2], const GinAction *knock) {
    GinState state = watch->state;
    GinHistory history = watch->history;
    Rng chance[2] = {rng[0], rng[1]};
    bool legal = gin_try(&state, &history, knock);
    Fault fault;
    GinAction refused;
    int faulty = gin_play_hand(&state, &history, self->player, chance, &fault, &refused);
    assert(legal && faulty < 0);
    (void)legal, (void)faulty;
    return state.result;
}

// The wish to knock, whether or not it will be granted.
static void see_chance(const Worker *self, Watch *watch, const Rng rng[2], const GinAction *knock, LabRounds *sums) {
    Seat seat = watch->state.table.to_act;
    int turn = rounds_turn(&watch->state), own = watch->state.table.turns[seat];
    if (watch->first < 0) watch->first = seat;
    if (!watch->able_turn[seat]) {
        watch->able_turn[seat] = turn;
        watch->able_own[seat] = own;
    }
    int wait = own - watch->able_own[seat];
    if (wait >= LAB_WAITS) return;
    GinResult result = result_of_knock(self, watch, rng, knock);
    int64_t score = result.winner == seat ? result.points : -(int64_t)result.points;
    lab_mean_add(&sums->wait_each[wait], score);
    if (seat != watch->first) return;
    lab_mean_add(&sums->wait_first[wait], score);
    sums->wait_gins[wait] += result.end == GIN_GIN;
    sums->wait_undercuts[wait] += result.end == GIN_UNDERCUT;
}

static void rounds_see_discard(Watch *watch, int deadwood, LabRounds *sums) {
    Seat seat = watch->state.table.to_act;
    int turn = rounds_turn(&watch->state);
    if (deadwood == 0 && !watch->gin_turn[seat]) watch->gin_turn[seat] = turn;
    if (turn < LAB_TURNS) sums->deadwood[turn][deadwood]++;
}

// Sums up what belongs to the hand as a whole.
static void see_end(const Watch *watch, LabRounds *sums) {
    const GinResult *result = &watch->state.result;
    sums->hands++;
    sums->knocks += result->end != GIN_CANCELLED;
    sums->gins += result->end == GIN_GIN || result->end == GIN_BIG_GIN;
    sums->undercuts += result->end == GIN_UNDERCUT;
    const int *able = watch->able_turn, *gin = watch->gin_turn;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        if (able[seat]) lab_mean_add(&sums->able_each, able[seat]);
        if (able[seat]) lab_mean_add(&sums->able_each_counter, able[seat] + watch->state.table.passes);
        if (gin[seat]) lab_mean_add(&sums->gin_each, gin[seat]);
    }
    if (watch->first >= 0) lab_mean_add(&sums->able_first, able[watch->first]);
    if (able[0] && able[1]) lab_mean_add(&sums->able_both, able[0] > able[1] ? able[0] : able[1]);
    int first_gin = !gin[0] || (gin[1] && gin[1] < gin[0]) ? gin[1] : gin[0];
    if (!first_gin) return;
    lab_mean_add(&sums->gin_first, first_gin);
    if (first_gin < LAB_TURNS) sums->gin_at[first_gin]++;
}

static void rounds_play_hand(const Worker *self, Watch *watch, Rng rng[2], LabRounds *sums) {
    GinState *state = &watch->state;
    while (state->table.phase != GIN_OVER) {
        Seat seat = state->table.to_act;
        GinView view = gin_view(state, &watch->history, seat);
        GinAction action = self->player[seat].choose(self->player[seat].self, &view, &rng[seat]);
        if (state->table.phase == GIN_DISCARD) {
            int deadwood = gin_deadwood(view.hand & ~set_of(action.card));
            rounds_see_discard(watch, deadwood, sums);
            if (action.move == GIN_KNOCK) {
                see_chance(self, watch, rng, &action, sums);
                bool ends = may_end(self->config->reading, rounds_turn(state), deadwood);
                if (!ends) action = (GinAction){.move = GIN_DROP, .card = action.card};
            }
        }
        bool legal = gin_try(state, &watch->history, &action);
        assert(legal);
        if (!legal) return;
    }
    see_end(watch, sums);
}

// The chance of a game is derived as the referee does it (gin_play_game), so that the games are the same.
static void rounds_play_game(void *worker, uint64_t game, int64_t *words) {
    const Worker *self = worker;
    LabRounds *sums = (LabRounds *)words;
    const GinRules *rules = &self->config->rules;
    uint64_t seed = self->config->seed;
    Rng chance = rng_for(seed, 0, game, RNG_STARTER);
    Rng rng[2] = {rng_for(seed, 0, game, 0), rng_for(seed, 0, game, 1)};
    Seat starter = (Seat)(rng_next(&chance) >> 63);
    uint16_t score[2] = {0, 0};
    uint32_t hands = 0;
    GinPast past = {0};
    while (score[0] < rules->target && score[1] < rules->target && hands < GIN_HAND_LIMIT) {
        Watch watch = {.first = -1};
        Card deck[CARD_COUNT];
        gin_deck_for(seed, 0, game, hands++, deck);
        gin_deal_deck(&watch.state, &watch.history, rules, starter, score, deck);
        watch.history.past = past.last;
        rounds_play_hand(self, &watch, rng, sums);
        gin_past_add(&past, &watch.state, &watch.history.log);
        const GinResult *result = &watch.state.result;
        if (result->end != GIN_CANCELLED) score[result->winner] = (uint16_t)(score[result->winner] + result->points);
        starter = gin_next_starter(rules, &watch.state);
    }
    gin_past_close(&past);
    lab_mean_add(&sums->game_hands, hands);
}

static void add_rounds_key(Text *key, const Config *config) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&config->rules, rules);
    text_addf(key, "rounds | %s | %s | %s | seed %" PRIu64, rules, config->player, lab_reading_name(config->reading),
              config->seed);
    gin_player_models(config->player, match_key_model, key);
}

bool lab_rounds_play(const LabRun *run, const char *player, const GinRules *rules, LabReading reading, uint64_t games,
                     LabRounds *rounds, Error *err) {
    Config config = {run->seed, player, *rules, reading};
    uint64_t done; // the games are counted in the sums as well
    LabTrial trial = {
        .label = lab_reading_name(reading),
        .unit = "games",
        .count = games,
        .words = (int)(sizeof *rounds / sizeof(int64_t)),
        .config = &config,
        .open = rounds_open_worker,
        .play = rounds_play_game,
        .close = rounds_close_worker,
    };
    Text key = {0};
    add_rounds_key(&key, &config);
    trial.key = key.data;
    memset(rounds, 0, sizeof *rounds);
    bool good = lab_trial_run(run, &trial, (int64_t *)rounds, &done, err);
    text_free(&key);
    return good;
}

int64_t lab_deadwood_count(const LabRounds *rounds, int turn) {
    int64_t count = 0;
    for (int points = 0; points < LAB_POINTS; points++) count += rounds->deadwood[turn][points];
    return count;
}

LabMean lab_deadwood_mean(const LabRounds *rounds, int turn) {
    LabMean mean = {0};
    for (int points = 0; points < LAB_POINTS; points++) {
        int64_t count = rounds->deadwood[turn][points];
        mean.count += count;
        mean.sum += count * points;
        mean.squares += count * points * points;
    }
    return mean;
}

int lab_deadwood_quantile(const LabRounds *rounds, int turn, double share) {
    double wanted = share * (double)lab_deadwood_count(rounds, turn);
    int64_t below = 0;
    for (int points = 0; points < LAB_POINTS; points++) {
        below += rounds->deadwood[turn][points];
        if ((double)below >= wanted) return points;
    }
    return LAB_POINTS - 1;
}
