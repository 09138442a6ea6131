// SPDX-License-Identifier: MIT
#include "contest/hearts/hearts_match.h"

#include <stdlib.h>
#include <string.h>

#include "contest/hearts/hearts_tally.h"
#include "contest/names.h"
#include "hearts/players/list/players.h"
#include "hearts/record.h"
#include "wire/hearts/hearts_host.h"
#include "wire/protocol/command.h"

// One game in so many is timed, decision by decision: rarely enough for the quickest players, often enough for short
// matches of slow ones, and prime, so that all seatings have their turn.
enum { TIMED_EVERY = 61 };

const char *hearts_seating_name(HeartsSeating seating) { return seating == HEARTS_SEATING_ONE ? "1v3" : "14"; }
int hearts_seating_count(HeartsSeating seating) { return seating == HEARTS_SEATING_ONE ? 4 : 14; }

// Mixed seatings are the numbers 1 to 14 read as bits.
unsigned hearts_seating_of(HeartsSeating seating, uint64_t game) {
    return seating == HEARTS_SEATING_ONE ? 1u << (game & 3) : (unsigned)(game % 14) + 1;
}

// What all workers of a match share.
typedef struct Match {
    const HeartsMatchPlan *plan;
    MatchPrograms *programs;
} Match;

typedef struct Worker {
    const HeartsMatchPlan *plan;
    MatchPrograms *programs;
    HeartsPlayer player[2]; // in the order of the match; our own know no seat and have all of theirs, of a program none
    ProgramGroup group[2];  // which of a program's processes have seen the deal
    HeartsPlayer *at_table[HEARTS_SEATS]; // a process for each seat of a program
    WireTable table;
    Text *record; // where the game in progress is written, or NULL
    uint64_t game;
    unsigned seating;
} Worker;

static void close_worker(void *worker) {
    Worker *self = worker;
    for (int i = 0; i < 2; i++) hearts_player_close(&self->player[i]);
    free(self);
}

static void *open_worker(const void *config, Error *err) {
    const Match *match = config;
    Worker *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(err, "out of memory for the players");
        return NULL;
    }
    self->plan = match->plan;
    self->programs = match->programs;
    for (int i = 0; i < 2; i++) {
        const char *spec = match->plan->common.players[i];
        if (wire_is_exec(spec) || hearts_player_open(spec, &self->player[i], err)) continue;
        close_worker(self);
        return NULL;
    }
    return self;
}

// Who sits in a seat.
static int player_at(unsigned seating, int seat) { return seating >> seat & 1 ? 0 : 1; }

// ---- Programs ----

static void *open_program(const char *spec, const WireLimits *limits, Error *err) {
    HeartsPlayer *player = calloc(1, sizeof *player);
    if (!player) {
        error_set(err, "out of memory for a bot");
        return NULL;
    }
    if (hearts_host_open(spec, limits, NULL, player, err)) return player;
    free(player);
    return NULL;
}

static void quit_program(void *player) { hearts_host_quit(player); }

static void close_program(void *player) {
    hearts_player_close(player);
    free(player);
}

static const ProgramKind PROGRAM = {open_program, quit_program, close_program};

static void leave_table(Worker *self) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int player = player_at(self->seating, seat);
        if (self->at_table[seat] && self->at_table[seat] != &self->player[player])
            program_pool_give(&self->programs->pool[player], self->at_table[seat]);
        self->at_table[seat] = NULL;
    }
}

// The players of a game of this group.
static bool come_to_table(Worker *self, uint64_t group, Error *err) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int player = player_at(self->seating, seat);
        self->at_table[seat] = &self->player[player];
        if (!wire_is_exec(self->plan->common.players[player])) continue;
        self->at_table[seat] = program_pool_take(&self->programs->pool[player], &self->group[player], group, err);
        if (!self->at_table[seat]) {
            leave_table(self);
            return false;
        }
        hearts_host_sit(self->at_table[seat], &self->table);
    }
    return true;
}

// ---- Games ----

static void write_hand(void *context, const HeartsHandRecord *hand) {
    Worker *self = context;
    const char *names[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        names[seat] = match_name(&self->plan->common, player_at(self->seating, seat));
    hearts_record_write(self->record, hand, names, self->game);
}

static void tally_seat(int64_t *tally, const HeartsGameResult *game, int seat) {
    const HeartsSeatStats *stats = &game->seat[seat];
    tally[HEARTS_TALLY_SEATS] += game->hands;
    tally[HEARTS_TALLY_GAME_SEATS]++;
    tally[HEARTS_TALLY_POINTS] += game->total[seat];
    tally[HEARTS_TALLY_FIRST] += game->winner == seat;
    tally[HEARTS_TALLY_QUEENS] += stats->queens;
    tally[HEARTS_TALLY_SHOT] += stats->moons;
    tally[HEARTS_TALLY_CONCEDED] += stats->conceded;
    tally[HEARTS_TALLY_DECISIONS] += stats->decisions;
    tally[HEARTS_TALLY_NANOSECONDS] += (int64_t)stats->nanoseconds;
    for (int fault = 1; fault < FAULT_KINDS; fault++) tally[HEARTS_TALLY_FAULTS + fault - 1] += stats->faults[fault];
}

void hearts_match_score(HeartsSeating way, uint64_t number, const HeartsGameResult *game, ArenaGame *result) {
    unsigned seating = hearts_seating_of(way, number);
    int seats[2] = {0};
    int64_t points[2] = {0};
    result->hash = game->hash;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int player = player_at(seating, seat);
        seats[player]++;
        points[player] += game->total[seat];
    }
    // The mean of fewer points wins: p0/s0 against p1/s1, without dividing.
    int64_t mine = points[0] * seats[1], theirs = points[1] * seats[0];
    result->winner = mine < theirs ? 0 : mine > theirs ? 1 : -1;
    for (int i = 0; i < 2; i++)
        result->points[i] = (int32_t)points[i] * hearts_tally_weight(way == HEARTS_SEATING_ONE, i);
}

// From seats to players.
static void report(const Worker *self, const HeartsGameResult *game, ArenaGame *result) {
    hearts_match_score(self->plan->seating, self->game, game, result);
    result->tally[HEARTS_TALLY_HANDS] = game->hands;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int player = player_at(self->seating, seat);
        result->tally[HEARTS_TALLY_MOONS] += game->seat[seat].moons;
        tally_seat(&result->tally[hearts_tally_at(player, 0)], game, seat);
    }
}

// A game with a fault counts for nothing but that.
static void report_fault(Worker *self, const HeartsGameResult *game, ArenaGame *result) {
    result->hash = game->hash;
    result->winner = ARENA_VOID;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int player = player_at(self->seating, seat);
        bool faulty = false;
        for (int fault = 1; fault < FAULT_KINDS; fault++) {
            uint32_t times = game->seat[seat].faults[fault];
            result->tally[hearts_tally_at(player, (HeartsTally)(HEARTS_TALLY_FAULTS + fault - 1))] += times;
            faulty = faulty || times;
        }
        if (!faulty) continue;
        Text last_words = {0};
        const char *what = hearts_host_first_fault(self->at_table[seat], &last_words);
        match_programs_note(self->programs, player, self->game, what, &last_words);
        text_free(&last_words);
    }
}

// A hand where there is no target: its number is the deal's, so that leaders and directions of the pass take turns.
static uint32_t first_hand(const HeartsMatchPlan *plan, uint64_t deal) {
    return plan->rules.target ? 0 : (uint32_t)deal;
}

// Plays the game with who is at the table. False if it was cut short.
static bool play_at_table(Worker *self, const HeartsGamePlan *game, ArenaGame *result) {
    HeartsPlayer seats[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) seats[seat] = *self->at_table[seat];
    HeartsGameResult played;
    wire_table_reset(&self->table, &self->programs->limits.clock);
    hearts_play_game(game, seats, &played);
    if (progress_interrupted()) return false; // a search, or a program that was waited for, may have given up
    if (played.faulty < 0) {
        report(self, &played, result);
        return true;
    }
    report_fault(self, &played, result);
    return true;
}

static bool play_game(void *worker, uint64_t game, ArenaGame *result, Text *record, Error *err) {
    Worker *self = worker;
    const HeartsMatchPlan *plan = self->plan;
    uint64_t deal = game / (uint64_t)hearts_seating_count(plan->seating);
    self->game = game;
    self->seating = hearts_seating_of(plan->seating, game);
    self->record = record;
    HeartsGamePlan rules = {
        .rules = &plan->rules,
        .seed = plan->common.seed,
        .match = plan->common.match,
        .secret = plan->common.secret,
        .deal = deal,
        .game = game,
        .first = first_hand(plan, deal),
        .open = plan->open,
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
static void match_key(const HeartsMatchPlan *plan, Text *key) {
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&plan->rules, rules);
    text_addf(key, "hearts %s | %s | %s | ", rules, plan->common.players[0], plan->common.players[1]);
    match_key_chance(key, &plan->common);
    text_addf(key, " | seating %s%s", hearts_seating_name(plan->seating), plan->open ? " open" : "");
    for (int i = 0; plan->common.store && i < 2; i++)
        hearts_player_models(plan->common.players[i], match_key_model, key);
}

static void tally_names(const char *names[HEARTS_TALLIES]) {
    static const char *const shared[] = {"hands", "moons"};
    static const char *const own[2][HEARTS_TALLY_OWN] = {
        {"seats_0", "game_seats_0", "points_0", "first_0", "queens_0", "moons_0", "moons_conceded_0",
         "timed_decisions_0", "nanoseconds_0", "illegal_0", "resigned_0", "crash_0", "exit_0", "timeout_0", "stall_0",
         "garbage_0", "handshake_0"},
        {"seats_1", "game_seats_1", "points_1", "first_1", "queens_1", "moons_1", "moons_conceded_1",
         "timed_decisions_1", "nanoseconds_1", "illegal_1", "resigned_1", "crash_1", "exit_1", "timeout_1", "stall_1",
         "garbage_1", "handshake_1"},
    };
    memcpy(names, shared, sizeof shared);
    for (int player = 0; player < 2; player++)
        memcpy(&names[hearts_tally_at(player, 0)], own[player], sizeof own[player]);
}

// The cards tell the seed, the names the seating.
static bool record_belongs(const HeartsMatchPlan *plan, const HeartsRecord *record) {
    uint64_t deal = record->game / (uint64_t)hearts_seating_count(plan->seating);
    unsigned seating = hearts_seating_of(plan->seating, record->game);
    uint32_t first = first_hand(plan, deal);
    Card deck[CARD_COUNT];
    Chance chance = match_chance(&plan->common);
    chance_deck(&chance, deal, record->hand - first, deck);
    bool belongs = record->hand >= first && memcmp(deck, record->deck, sizeof deck) == 0 &&
                   hearts_rules_equal(&plan->rules, &record->rules);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        belongs = belongs && match_recorded_as(&plan->common, player_at(seating, seat), record->player[seat]);
    return belongs;
}

static MatchPlace place_of(const HeartsMatchPlan *plan, const HeartsRecord *record) {
    uint64_t deal = record->game / (uint64_t)hearts_seating_count(plan->seating);
    MatchPlace place = {.game = record->game, .hand = record->hand - first_hand(plan, deal)};
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int16_t score = hearts_new_score(record->score[seat], record->points[seat]);
        place.before = place.before << 16 | (uint16_t)record->score[seat];
        place.after = place.after << 16 | (uint16_t)score;
    }
    return place;
}

static MatchLine read_line(const void *config, const char *line, MatchPlace *place) {
    const HeartsMatchPlan *plan = ((const Match *)config)->plan;
    HeartsRecord record;
    if (!hearts_record_parse(line, &record, NULL) || record.unfinished) return MATCH_LINE_DAMAGED;
    if (!record_belongs(plan, &record)) return MATCH_LINE_FOREIGN;
    *place = place_of(plan, &record);
    if (place->hand == 0 && place->before) return MATCH_LINE_DAMAGED; // a game begins without points
    return record.game_over ? MATCH_LINE_LAST_HAND : MATCH_LINE_HAND;
}

static bool check_plan(const void *config, Error *err) {
    const Match *match = config;
    const HeartsMatchPlan *plan = match->plan;
    for (int i = 0; i < 2; i++) {
        HeartsPlayer player;
        WireTable table;
        if (!hearts_host_open(plan->common.players[i], &match->programs->limits, &table, &player, err)) return false;
        hearts_player_close(&player);
    }
    if (plan->common.sprt && plan->seating == HEARTS_SEATING_ONE)
        return error_set(err, "the sequential test needs mixed seatings: one against three, equal players do not win "
                              "half of the hands");
    return true;
}

bool hearts_match_run(const HeartsMatchPlan *plan, MatchResult *result, Error *err) {
    MatchPrograms programs;
    Match match = {.plan = plan, .programs = &programs};
    int group = hearts_seating_count(plan->seating);
    Text key = {0};
    char rules[HEARTS_RULES_TEXT];
    const char *names[HEARTS_TALLIES];
    match_key(plan, &key);
    tally_names(names);
    hearts_rules_print(&plan->rules, rules);
    MatchSetup setup = {
        .plan = &plan->common,
        .programs = &programs,
        .contest = {.entrants = 2,
                    .tallies = HEARTS_TALLIES,
                    .group = group,
                    .config = &match,
                    .open = open_worker,
                    .play = play_game,
                    .close = close_worker},
        .games = plan->common.games * (uint64_t)group,
        .key = key.data,
        .tally = names,
        .begins = "hearts/1 ",
        .game = "hearts",
        .rules = rules,
        .mode = hearts_seating_name(plan->seating),
        .program = &PROGRAM,
        .check = check_plan,
        .read = read_line,
        .faults = {hearts_tally_at(0, HEARTS_TALLY_FAULTS), hearts_tally_at(1, HEARTS_TALLY_FAULTS)},
    };
    bool done = match_run(&setup, result, err);
    text_free(&key);
    return done;
}
