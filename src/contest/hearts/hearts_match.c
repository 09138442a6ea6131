// SPDX-License-Identifier: MIT
#include "contest/hearts/hearts_match.h"

#include <stdio.h>
#include <string.h>

#include "contest/hearts/hearts_tally.h"
#include "contest/match_worker.h"
#include "contest/names.h"
#include "hearts/players/list/players.h"
#include "hearts/record.h"
#include "wire/hearts/hearts_host.h"

// One game in so many is timed, decision by decision: rarely enough for the quickest players, often enough for short
// matches of slow ones, and prime, so that all seatings have their turn. A match of fewer than SHORT games times all.
enum { TIMED_EVERY = 61, SHORT = 16 * TIMED_EVERY };

const char *hearts_seating_name(HeartsSeating seating) { return seating == HEARTS_SEATING_ONE ? "1v3" : "14"; }
int hearts_seating_count(HeartsSeating seating) { return seating == HEARTS_SEATING_ONE ? 4 : 14; }

// Mixed seatings are the numbers 1 to 14 read as bits.
unsigned hearts_seating_of(HeartsSeating seating, uint64_t game) {
    return seating == HEARTS_SEATING_ONE ? 1u << (game & 3) : (unsigned)(game % 14) + 1;
}

// Who sits in a seat.
static int player_at(unsigned seating, int seat) { return seating >> seat & 1 ? 0 : 1; }

static void hearts_seat_players(const MatchPlan *plan, uint64_t game, int player[]) {
    unsigned seating = hearts_seating_of(((const HeartsMatchPlan *)plan)->seating, game);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) player[seat] = player_at(seating, seat);
}

static void hearts_write_hand(void *context, const HeartsHandRecord *hand) {
    const MatchWorker *worker = context;
    const char *names[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) names[seat] = match_name(worker->setup->plan, worker->player[seat]);
    hearts_record_write(worker->record, hand, names, worker->game);
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

static void count_faults(const HeartsGameResult *game, int seat, int64_t *tally) {
    for (int fault = 1; fault < FAULT_KINDS; fault++) tally[fault - 1] += game->seat[seat].faults[fault];
}

// From seats to players.
static void hearts_report_game(const MatchWorker *worker, const HeartsGameResult *game, ArenaGame *result) {
    hearts_match_score(((const HeartsMatchPlan *)worker->setup->plan)->seating, worker->game, game, result);
    result->tally[HEARTS_TALLY_HANDS] = game->hands;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int player = worker->player[seat];
        result->tally[HEARTS_TALLY_MOONS] += game->seat[seat].moons;
        result->tally[hearts_tally_at(player, HEARTS_TALLY_SEATS)] += game->hands;
        result->tally[hearts_tally_at(player, HEARTS_TALLY_GAME_SEATS)]++;
        result->tally[hearts_tally_at(player, HEARTS_TALLY_POINTS)] += game->total[seat];
        result->tally[hearts_tally_at(player, HEARTS_TALLY_FIRST)] += game->winner == seat;
        match_tally_add(&hearts_match_numbers, player, &game->seat[seat], result->tally);
    }
}

// A game with a fault counts for nothing but that.
static void report_fault(const MatchWorker *worker, const HeartsGameResult *game, ArenaGame *result) {
    result->hash = game->hash;
    result->winner = ARENA_VOID;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        bool faulty = false;
        for (int fault = 1; fault < FAULT_KINDS; fault++) faulty = faulty || game->seat[seat].faults[fault];
        if (!faulty) continue;
        count_faults(game, seat, &result->tally[match_tally_faults(&hearts_match_numbers, worker->player[seat])]);
        match_worker_note(worker, seat);
    }
}

// A hand where there is no target: its number is the deal's, so that leaders and directions of the pass take turns.
static uint32_t first_hand(const HeartsMatchPlan *plan, uint64_t deal) {
    return plan->rules.target ? 0 : (uint32_t)deal;
}

static bool is_short(const HeartsMatchPlan *plan) {
    return plan->common.games * (uint64_t)hearts_seating_count(plan->seating) < SHORT;
}

static bool hearts_play_deal_game(MatchWorker *worker, uint64_t deal, ArenaGame *result) {
    const HeartsMatchPlan *plan = (const HeartsMatchPlan *)worker->setup->plan;
    HeartsPlayer seats[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) seats[seat] = *(const HeartsPlayer *)worker->at[seat];
    HeartsGamePlan game = {
        .rules = &plan->rules,
        .seed = plan->common.seed,
        .match = plan->common.match,
        .secret = plan->common.secret,
        .deal = deal,
        .game = worker->game,
        .first = first_hand(plan, deal),
        .open = plan->open,
        .timed = is_short(plan) || worker->game % TIMED_EVERY == 0,
        .watch = worker->record ? hearts_write_hand : NULL,
        .context = worker,
    };
    HeartsGameResult played;
    hearts_play_game(&game, seats, &played);
    if (progress_interrupted()) return false; // a search, or a program that was waited for, may have given up
    (played.faulty < 0 ? hearts_report_game : report_fault)(worker, &played, result);
    return true;
}

// The cards tell the seed, the names the seating.
static bool hearts_record_belongs(const HeartsMatchPlan *plan, const HeartsRecord *record) {
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

static MatchPlace hearts_record_place(const HeartsMatchPlan *plan, const HeartsRecord *record) {
    uint64_t deal = record->game / (uint64_t)hearts_seating_count(plan->seating);
    MatchPlace place = {.game = record->game, .hand = record->hand - first_hand(plan, deal)};
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int16_t score = hearts_new_score(record->score[seat], record->points[seat]);
        place.before = place.before << 16 | (uint16_t)record->score[seat];
        place.after = place.after << 16 | (uint16_t)score;
    }
    return place;
}

static MatchLine hearts_read_record_line(const MatchPlan *plan, const char *line, MatchPlace *place) {
    const HeartsMatchPlan *hearts = (const HeartsMatchPlan *)plan;
    HeartsRecord record;
    if (!hearts_record_parse(line, &record, NULL) || record.unfinished) return MATCH_LINE_DAMAGED;
    if (!hearts_record_belongs(hearts, &record)) return MATCH_LINE_FOREIGN;
    *place = hearts_record_place(hearts, &record);
    if (place->hand == 0 && place->before) return MATCH_LINE_DAMAGED; // a game begins without points
    return record.game_over ? MATCH_LINE_LAST_HAND : MATCH_LINE_HAND;
}

static bool hearts_check_plan(const MatchPlan *plan, Error *err) {
    if (!plan->sprt || ((const HeartsMatchPlan *)plan)->seating == HEARTS_SEATING_MIXED) return true;
    return error_set(err, "the sequential test needs mixed seatings: one against three, equal players do not win half "
                          "of the hands");
}

bool hearts_match_run(const HeartsMatchPlan *plan, MatchResult *result, Error *err) {
    static const MatchGame hearts = {
        .name = "hearts",
        .begins = "hearts/1 ",
        .seats = HEARTS_SEATS,
        .stats = &hearts_match_numbers,
        .player = &players_of_hearts,
        .models = hearts_player_models,
        .check = hearts_check_plan,
        .seat = hearts_seat_players,
        .play = hearts_play_deal_game,
        .read = hearts_read_record_line,
    };
    char rules[HEARTS_RULES_TEXT], key[64];
    const char *name = hearts_seating_name(plan->seating);
    int group = hearts_seating_count(plan->seating);
    hearts_rules_print(&plan->rules, rules);
    snprintf(key, sizeof key, "seating %s%s", name, plan->open ? " open" : "");
    return match_run(&hearts, &plan->common,
                     &(MatchMode){rules, name, key, group, plan->common.games * (uint64_t)group}, result, err);
}
