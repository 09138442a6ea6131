// SPDX-License-Identifier: MIT
#include "contest/gin_match.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contest/gin_tally.h"
#include "gin/record.h"
#include "wire/command.h"
#include "wire/gin_host.h"

// One game in so many is timed, decision by decision; timing all would slow the fast players to a third.
enum { TIMED_EVERY = 256 };

// What all workers of a match share.
typedef struct Match {
    const GinMatchPlan *plan;
    WireLimits limits;
    GinMatchResult *result;
    BotHealth own_health[2], *health[2];
    pthread_mutex_t lock; // of the result's trouble
} Match;

typedef struct Worker {
    Match *match;
    const GinMatchPlan *plan;
    GinPlayer player[2]; // in the order of the match
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
    Match *match = *(Match *const *)config;
    const GinMatchPlan *plan = match->plan;
    Worker *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(err, "out of memory for the players");
        return NULL;
    }
    self->match = match;
    self->plan = plan;
    for (int i = 0; i < 2; i++) {
        if (gin_host_open(plan->players[i], &match->limits, &self->table, &self->player[i], err)) continue;
        close_worker(self);
        return NULL;
    }
    return self;
}

static void write_hand(void *context, const GinHandRecord *hand) {
    Worker *self = context;
    const char *names[2] = {self->plan->players[self->swapped], self->plan->players[self->swapped ^ 1]};
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
    if (game->forfeit == GIN_NO_FORFEIT) return;
    int cause = GIN_TALLY_FORFEITS + (int)game->forfeit - 1;
    result->tally[gin_tally_at(result->winner ^ 1, (GinTally)cause)] = 1;
}

// Keeps what the program that forfeited says it did, of the earliest game.
static void note_trouble(Worker *self, int player) {
    const char *text = gin_host_trouble(&self->player[player]);
    GinMatchTrouble *trouble = &self->match->result->trouble[player];
    if (!*text) return;
    pthread_mutex_lock(&self->match->lock);
    if (!trouble->text[0] || self->game < trouble->game) {
        trouble->game = self->game;
        text_copy(trouble->text, sizeof trouble->text, text);
    }
    pthread_mutex_unlock(&self->match->lock);
}

static bool play_game(void *worker, uint64_t game, ArenaGame *result, Text *record, Error *err) {
    (void)err;
    Worker *self = worker;
    const GinMatchPlan *plan = self->plan;
    self->game = game;
    self->swapped = plan->duplicate ? (int)(game & 1) : 0;
    self->record = record;
    GinPlayer seats[2] = {self->player[self->swapped], self->player[self->swapped ^ 1]};
    GinGamePlan rules = {
        .rules = &plan->rules,
        .seed = plan->seed,
        .match = plan->match,
        .deal = plan->duplicate ? game / 2 : game,
        .game = game,
        .timed = game % TIMED_EVERY == 0,
        .watch = record ? write_hand : NULL,
        .context = self,
    };
    GinGameResult played;
    wire_table_reset(&self->table, &self->match->limits.clock);
    gin_play_game(&rules, seats, &played);
    report(&played, self->swapped, result);
    if (played.forfeit == GIN_NO_FORFEIT) return true;
    if (progress_interrupted()) return false; // a program that was waited for gives up then
    note_trouble(self, result->winner ^ 1);
    return true;
}

// Everything that determines the games, in words; what a store files them under.
static void match_key(const GinMatchPlan *plan, Text *key) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    text_addf(key, "gin %s | %s | %s | seed %llu match %llu | %s", rules, plan->players[0], plan->players[1],
              (unsigned long long)plan->seed, (unsigned long long)plan->match, plan->duplicate ? "duplicate" : "plain");
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
    gin_deck_for(plan->seed, plan->match, plan->duplicate ? record->game / 2 : record->game, record->hand, deck);
    return memcmp(deck, record->deck, sizeof deck) == 0 && gin_rules_equal(&plan->rules, &record->rules) &&
           strcmp(record->player[swapped], plan->players[0]) == 0 &&
           strcmp(record->player[!swapped], plan->players[1]) == 0;
}

// Finds how many whole games a file of records holds, `most` or fewer, and where to cut it so that they stay. Damage is
// what a killed run leaves at the end; there reading stops.
static bool scan_records(const GinMatchPlan *plan, uint64_t most, uint64_t *games, uint64_t *offset, Error *err) {
    *games = *offset = 0;
    Archive *archive = archive_open(plan->records, err);
    if (!archive) return false;
    Text line = {0};
    GinRecord record;
    Error damage;
    bool belongs = true;
    uint64_t whole = 0, at;
    while (whole < most && archive_line(archive, &line, &damage) > 0 && gin_record_parse(line.data, &record, &damage)) {
        belongs = record_belongs(plan, &record) && record.game == whole;
        if (!belongs) break;
        whole += record.game_over;
        bool cut = record.game_over && archive_boundary(archive, &at) && (!plan->duplicate || whole % 2 == 0);
        if (cut) *games = whole, *offset = at;
    }
    text_free(&line);
    archive_close(archive, NULL);
    if (belongs) return true;
    return error_set(err, "%s holds records of another match (at game %llu); give this one a file of its own",
                     plan->records, (unsigned long long)record.game);
}

static bool open_store(const GinMatchPlan *plan, int group, ArenaPlan *arena, ArenaTotals *totals, Error *err) {
    Text key = {0};
    const char *names[GIN_TALLIES];
    match_key(plan, &key);
    tally_names(names);
    bool done = store_match(plan->store, key.data, names, GIN_TALLIES, 2, group, plan->resume, &arena->store_match,
                            totals, err);
    text_free(&key);
    if (done && totals->games > plan->games && plan->prefix)
        return store_totals(plan->store, arena->store_match, plan->games, group, totals, err);
    if (done && totals->games > plan->games)
        return error_set(err,
                         "%llu games of this match are stored, more than the %llu asked for; ask for at least those",
                         (unsigned long long)totals->games, (unsigned long long)plan->games);
    return done;
}

// A file that holds no whole game may be overwritten only if it looks like one of ours that was cut short.
static bool clear_records(const char *path, Error *err) {
    static const char *const starts[] = {"gin/1 ", "\x28\xB5\x2F\xFD"}; // a record, a zstd frame
    char head[8] = "";
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0) return true;
    FILE *file = fopen(path, "rb");
    if (!file) return true;
    size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    bool ours = false;
    for (int i = 0; i < 2; i++) {
        size_t most = strlen(starts[i]);
        ours = ours || strncmp(head, starts[i], size < most ? size : most) == 0;
    }
    if (!ours) return error_set(err, "%s is there and holds no records; choose another file for them", path);
    return truncate(path, 0) == 0 || error_set(err, "%s cannot be started over: %s", path, strerror(errno));
}

// Store and records go on from the last game that both hold whole.
static bool open_records(const GinMatchPlan *plan, int group, ArenaPlan *arena, ArenaTotals *totals, Error *err) {
    uint64_t games = 0, offset = 0;
    bool there = access(plan->records, F_OK) == 0;
    if (totals->games && there && !scan_records(plan, totals->games, &games, &offset, err)) return false;
    if (totals->games && there && !games && !clear_records(plan->records, err)) return false;
    if (games < totals->games && !store_truncate(plan->store, arena->store_match, games, group, totals, err))
        return false;
    arena->records = archive_create(plan->records, offset, err);
    return arena->records != NULL;
}

static bool check_plan(const Match *match, Error *err) {
    const GinMatchPlan *plan = match->plan;
    for (int i = 0; i < 2; i++) {
        GinPlayer player;
        if (!gin_host_open(plan->players[i], &match->limits, NULL, &player, err)) return false;
        gin_player_close(&player);
    }
    if (plan->duplicate && plan->games % 2)
        return error_set(err, "duplicate play needs an even number of games, not %llu",
                         (unsigned long long)plan->games);
    return true;
}

static const char *state_word(ArenaEnd end) {
    switch (end) {
    case ARENA_FINISHED: return "finished";
    case ARENA_INTERRUPTED: return "interrupted";
    case ARENA_DECIDED: return "decided";
    case ARENA_SUSPENDED: return "suspended";
    case ARENA_FAILED: break;
    }
    return "failed";
}

static bool failed(const ArenaGame *game, int player) {
    for (int cause = 0; cause < GIN_FORFEIT_CAUSES - 1; cause++)
        if (game->tally[gin_tally_at(player, (GinTally)(GIN_TALLY_FORFEITS + cause))]) return true;
    return false;
}

// Counts programs' failures, game after game in order, and ends the match when one is suspended.
static bool enough(void *context, const ArenaGame *games, int group) {
    Match *match = context;
    for (int player = 0; player < 2; player++) {
        if (!wire_is_exec(match->plan->players[player])) continue;
        for (int i = 0; i < group; i++) bot_health_add(match->health[player], failed(&games[i], player));
        match->result->suspended[player] = match->health[player]->suspended;
    }
    return match->result->suspended[0] || match->result->suspended[1];
}

bool gin_match_run(const GinMatchPlan *plan, GinMatchResult *result, Error *err) {
    *result = (GinMatchResult){.end = ARENA_FAILED};
    Match match = {.plan = plan, .result = result, .limits = plan->limits ? *plan->limits : wire_limits_default()};
    Match *shared = &match;
    for (int i = 0; i < 2; i++) match.health[i] = plan->health[i] ? plan->health[i] : &match.own_health[i];
    if (!check_plan(&match, err)) return false;
    char label[64];
    snprintf(label, sizeof label, "%.28s v %.28s", plan->players[0], plan->players[1]);
    ArenaContest contest = {
        .entrants = 2,
        .tallies = GIN_TALLIES,
        .group = plan->duplicate ? 2 : 1,
        .config = &shared,
        .open = open_worker,
        .play = play_game,
        .close = close_worker,
    };
    bool programs = wire_is_exec(plan->players[0]) || wire_is_exec(plan->players[1]);
    ArenaPlan arena = {
        .games = plan->games,
        .threads = plan->threads,
        .sprt = plan->sprt,
        .store = plan->store,
        .quiet = plan->quiet,
        .label = label,
        .enough = programs ? enough : NULL,
        .context = &match,
    };
    ArenaTotals *totals = &result->totals;
    if (plan->from && !plan->store) *totals = *plan->from;
    if ((plan->store && !open_store(plan, contest.group, &arena, totals, err)) ||
        (plan->records && !open_records(plan, contest.group, &arena, totals, err))) {
        *totals = (ArenaTotals){0}; // games of earlier runs are no result of this one
        return false;
    }
    arena.start = result->resumed = totals->games;
    double start = progress_clock();
    pthread_mutex_init(&match.lock, NULL);
    result->end = arena_run(&contest, &arena, totals, err);
    pthread_mutex_destroy(&match.lock);
    result->seconds = progress_clock() - start;
    bool done = result->end != ARENA_FAILED;
    if (!archive_close(arena.records, done ? err : NULL)) done = false;
    if (plan->store && !store_finish(plan->store, arena.store_match, state_word(result->end), done ? err : NULL))
        done = false;
    if (!done) result->end = ARENA_FAILED;
    return done;
}
