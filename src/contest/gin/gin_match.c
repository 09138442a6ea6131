// SPDX-License-Identifier: MIT
#include "contest/gin/gin_match.h"

#include <stdlib.h>
#include <string.h>

#include "contest/gin/gin_tally.h"
#include "contest/names.h"
#include "gin/players/list/players.h"
#include "gin/record.h"
#include "wire/gin/gin_host.h"
#include "wire/protocol/command.h"

// One game in so many is timed, decision by decision; timing all would slow the fast players to a third.
enum { TIMED_EVERY = 256 };

// What all workers of a match share.
typedef struct Match {
    const GinMatchPlan *plan;
    MatchPrograms *programs;
} Match;

typedef struct Worker {
    MatchPrograms *programs;
    const GinMatchPlan *plan;
    GinPlayer player[2];   // in the order of the match; of a program none
    ProgramGroup group[2]; // which of a program's processes have seen the deal
    GinPlayer *at_table[2];
    WireTable table;
    Text *record; // where the game in progress is written, or NULL
    uint64_t game;
    int swapped; // 1: player 1 sits in seat 0
} Worker;

static void close_worker(void *worker) {
    Worker *self = worker;
    for (int i = 0; i < 2; i++) gin_player_close(&self->player[i]);
    free(self);
}

static void *open_worker(const void *config, Error *err) {
    const Match *match = config;
    const GinMatchPlan *plan = match->plan;
    Worker *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(err, "out of memory for the players");
        return NULL;
    }
    self->programs = match->programs;
    self->plan = plan;
    for (int i = 0; i < 2; i++) {
        const char *spec = plan->common.players[i];
        if (wire_is_exec(spec) || gin_player_open(spec, &self->player[i], err)) continue;
        close_worker(self);
        return NULL;
    }
    return self;
}

// ---- Programs ----

static void *open_program(const char *spec, const WireLimits *limits, Error *err) {
    GinPlayer *player = calloc(1, sizeof *player);
    if (!player) {
        error_set(err, "out of memory for a bot");
        return NULL;
    }
    if (gin_host_open(spec, limits, NULL, player, err)) return player;
    free(player);
    return NULL;
}

static void quit_program(void *player) { gin_host_quit(player); }

static void close_program(void *player) {
    gin_player_close(player);
    free(player);
}

static const ProgramKind PROGRAM = {open_program, quit_program, close_program};

static void leave_table(Worker *self) {
    for (int i = 0; i < 2; i++) {
        if (self->at_table[i] && self->at_table[i] != &self->player[i])
            program_pool_give(&self->programs->pool[i], self->at_table[i]);
        self->at_table[i] = NULL;
    }
}

// Both players of a game of this group.
static bool come_to_table(Worker *self, uint64_t group, Error *err) {
    for (int i = 0; i < 2; i++) {
        self->at_table[i] = &self->player[i];
        if (!wire_is_exec(self->plan->common.players[i])) continue;
        self->at_table[i] = program_pool_take(&self->programs->pool[i], &self->group[i], group, err);
        if (!self->at_table[i]) {
            leave_table(self);
            return false;
        }
        gin_host_sit(self->at_table[i], &self->table);
    }
    return true;
}

// ---- Games ----

static void write_hand(void *context, const GinHandRecord *hand) {
    Worker *self = context;
    const MatchPlan *plan = &self->plan->common;
    const char *names[2] = {match_name(plan, self->swapped), match_name(plan, self->swapped ^ 1)};
    gin_record_write(self->record, hand, &self->plan->rules, names, self->game);
}

static void tally_player(int64_t *tally, const GinSeatStats *seat) {
    tally[GIN_TALLY_ROUNDS] = seat->rounds_won;
    tally[GIN_TALLY_ROUND_POINTS] = seat->round_points;
    tally[GIN_TALLY_ROUND_POINTS_SQUARED] = seat->round_points_squared;
    tally[GIN_TALLY_KNOCKS] = seat->knocks;
    tally[GIN_TALLY_KNOCK_DEADWOOD] = seat->knock_deadwood;
    tally[GIN_TALLY_GINS] = seat->gins;
    tally[GIN_TALLY_UNDERCUTS] = seat->undercuts;
    tally[GIN_TALLY_TURNS] = seat->turns;
    tally[GIN_TALLY_TAKES] = seat->takes;
    tally[GIN_TALLY_DECISIONS] = seat->decisions;
    tally[GIN_TALLY_NANOSECONDS] = (int64_t)seat->nanoseconds;
}

// From seats to players: player p sat in seat p ^ swapped.
static void report(const GinGameResult *game, int swapped, ArenaGame *result) {
    result->hash = game->hash;
    result->winner = game->winner < 0 ? -1 : game->winner ^ swapped;
    result->tally[GIN_TALLY_HANDS] = game->hands;
    result->tally[GIN_TALLY_CANCELLED] = game->cancelled;
    result->tally[GIN_TALLY_STARTER_WINS] = game->winner == game->first_starter;
    result->tally[GIN_TALLY_DECIDED] = game->winner >= 0;
    for (int player = 0; player < 2; player++) {
        int seat = player ^ swapped;
        result->points[player] = game->total[seat];
        tally_player(&result->tally[gin_tally_at(player, 0)], &game->seat[seat]);
    }
    if (game->fault == FAULT_NONE) return;
    int fault = GIN_TALLY_FAULTS + (int)game->fault - 1;
    result->tally[gin_tally_at(result->winner ^ 1, (GinTally)fault)] = 1;
}

// Plays the game with who is at the table. False if it was cut short.
static bool play_at_table(Worker *self, const GinGamePlan *game, ArenaGame *result) {
    GinPlayer seats[2] = {*self->at_table[self->swapped], *self->at_table[self->swapped ^ 1]};
    GinGameResult played;
    wire_table_reset(&self->table, &self->programs->limits.clock);
    gin_play_game(game, seats, &played);
    report(&played, self->swapped, result);
    if (progress_interrupted()) return false; // a search, or a program that was waited for, may have given up
    if (played.fault == FAULT_NONE) return true;
    int loser = result->winner ^ 1;
    Text last_words = {0};
    const char *what = gin_host_first_fault(self->at_table[loser], &last_words);
    match_programs_note(self->programs, loser, self->game, what, &last_words);
    text_free(&last_words);
    return true;
}

static bool play_game(void *worker, uint64_t game, ArenaGame *result, Text *record, Error *err) {
    Worker *self = worker;
    const GinMatchPlan *plan = self->plan;
    uint64_t deal = plan->duplicate ? game / 2 : game;
    self->game = game;
    self->swapped = plan->duplicate ? (int)(game & 1) : 0;
    self->record = record;
    GinGamePlan rules = {
        .rules = &plan->rules,
        .seed = plan->common.seed,
        .match = plan->common.match,
        .secret = plan->common.secret,
        .deal = deal,
        .game = game,
        .timed = game % TIMED_EVERY == 0,
        .watch = record ? write_hand : NULL,
        .context = self,
    };
    if (!come_to_table(self, deal, err)) return false;
    bool done = play_at_table(self, &rules, result);
    leave_table(self);
    return done;
}

// Everything that determines the games, in words; what a store files them under.
static void match_key(const GinMatchPlan *plan, Text *key) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    text_addf(key, "gin %s | %s | %s | ", rules, plan->common.players[0], plan->common.players[1]);
    match_key_chance(key, &plan->common);
    text_addf(key, " | %s", plan->duplicate ? "duplicate" : "plain");
    for (int i = 0; plan->common.store && i < 2; i++) gin_player_models(plan->common.players[i], match_key_model, key);
}

static void tally_names(const char *names[GIN_TALLIES]) {
    static const char *const shared[] = {"hands", "cancelled", "starter_wins", "decided"};
    static const char *const own[2][GIN_TALLY_OWN] = {
        {"rounds_0", "round_points_0", "round_points_squared_0", "knocks_0", "knock_deadwood_0", "gins_0",
         "undercuts_0", "turns_0", "takes_0", "timed_decisions_0", "nanoseconds_0", "illegal_0", "resigned_0",
         "crash_0", "exit_0", "timeout_0", "stall_0", "garbage_0", "handshake_0"},
        {"rounds_1", "round_points_1", "round_points_squared_1", "knocks_1", "knock_deadwood_1", "gins_1",
         "undercuts_1", "turns_1", "takes_1", "timed_decisions_1", "nanoseconds_1", "illegal_1", "resigned_1",
         "crash_1", "exit_1", "timeout_1", "stall_1", "garbage_1", "handshake_1"},
    };
    memcpy(names, shared, sizeof shared);
    for (int player = 0; player < 2; player++) memcpy(&names[gin_tally_at(player, 0)], own[player], sizeof own[player]);
}

// The cards tell the seed, and whether the match was plain or duplicate.
static bool record_belongs(const GinMatchPlan *plan, const GinRecord *record) {
    bool swapped = plan->duplicate && (record->game & 1);
    Card deck[CARD_COUNT];
    Chance chance = match_chance(&plan->common);
    chance_deck(&chance, plan->duplicate ? record->game / 2 : record->game, record->hand, deck);
    return memcmp(deck, record->deck, sizeof deck) == 0 && gin_rules_equal(&plan->rules, &record->rules) &&
           match_recorded_as(&plan->common, 0, record->player[swapped]) &&
           match_recorded_as(&plan->common, 1, record->player[!swapped]);
}

static uint64_t scores(int a, int b, int starter) {
    return (uint64_t)(uint16_t)a | (uint64_t)(uint16_t)b << 16 | (uint64_t)(unsigned)starter << 32;
}

static MatchPlace place_of(const GinRecord *record) {
    int score[2] = {record->score[0], record->score[1]};
    GinState over = {.table = {.starter = record->starter}, .result = record->result};
    MatchPlace place = {.game = record->game, .hand = record->hand};
    place.before = scores(score[0], score[1], (int)record->starter);
    score[record->result.winner] += record->result.points;
    place.after = scores(score[0], score[1], (int)gin_next_starter(&record->rules, &over));
    return place;
}

static MatchLine read_line(const void *config, const char *line, MatchPlace *place) {
    const GinMatchPlan *plan = ((const Match *)config)->plan;
    GinRecord record;
    if (!gin_record_parse(line, &record, NULL) || record.unfinished) return MATCH_LINE_DAMAGED;
    *place = place_of(&record);
    if (!record_belongs(plan, &record)) return MATCH_LINE_FOREIGN;
    if (record.hand == 0 && (record.score[0] || record.score[1])) return MATCH_LINE_DAMAGED;
    return record.game_over ? MATCH_LINE_LAST_HAND : MATCH_LINE_HAND;
}

static bool check_plan(const void *config, Error *err) {
    const Match *match = config;
    const GinMatchPlan *plan = match->plan;
    for (int i = 0; i < 2; i++) {
        GinPlayer player;
        if (!gin_host_open(plan->common.players[i], &match->programs->limits, NULL, &player, err)) return false;
        gin_player_close(&player);
    }
    if (plan->duplicate && plan->common.games % 2)
        return error_set(err, "duplicate play needs an even number of games, not %llu",
                         (unsigned long long)plan->common.games);
    return true;
}

bool gin_match_run(const GinMatchPlan *plan, GinMatchResult *result, Error *err) {
    MatchPrograms programs;
    Match match = {.plan = plan, .programs = &programs};
    Text key = {0};
    char rules[GIN_RULES_TEXT];
    const char *names[GIN_TALLIES];
    match_key(plan, &key);
    tally_names(names);
    gin_rules_print(&plan->rules, rules);
    MatchSetup setup = {
        .plan = &plan->common,
        .programs = &programs,
        .contest = {.entrants = 2,
                    .tallies = GIN_TALLIES,
                    .group = plan->duplicate ? 2 : 1,
                    .config = &match,
                    .open = open_worker,
                    .play = play_game,
                    .close = close_worker},
        .games = plan->common.games,
        .key = key.data,
        .tally = names,
        .begins = "gin/1 ",
        .game = "gin",
        .rules = rules,
        .mode = plan->duplicate ? "duplicate" : "plain",
        .program = &PROGRAM,
        .check = check_plan,
        .read = read_line,
        .faults = {gin_tally_at(0, GIN_TALLY_FAULTS), gin_tally_at(1, GIN_TALLY_FAULTS)},
    };
    bool done = match_run(&setup, result, err);
    text_free(&key);
    return done;
}
