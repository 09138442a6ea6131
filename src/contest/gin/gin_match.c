// SPDX-License-Identifier: MIT
#include "contest/gin/gin_match.h"

#include <string.h>

#include "contest/gin/gin_tally.h"
#include "contest/match_stats.h"
#include "contest/match_worker.h"
#include "contest/names.h"
#include "gin/players/list/players.h"
#include "gin/record.h"
#include "wire/gin/gin_host.h"

// One game in so many is timed, decision by decision; timing all would slow the fast players to a third. A match of
// fewer than SHORT games times them all, so that its numbers do not rest on a game or two.
enum { TIMED_EVERY = 256, SHORT = 4 * TIMED_EVERY };

// In duplicate play the second game of a pair has the players in each other's seats.
static void gin_seat_players(const MatchPlan *plan, uint64_t game, int player[]) {
    player[0] = ((const GinMatchPlan *)plan)->duplicate && (game & 1);
    player[1] = !player[0];
}

static void gin_write_hand(void *context, const GinHandRecord *hand) {
    const MatchWorker *worker = context;
    const MatchPlan *plan = worker->setup->plan;
    const char *names[2] = {match_name(plan, worker->player[0]), match_name(plan, worker->player[1])};
    gin_record_write(worker->record, hand, &((const GinMatchPlan *)plan)->rules, names, worker->game);
}

// From seats to players.
static void gin_report_game(const GinGameResult *game, const int player[2], ArenaGame *result) {
    result->hash = game->hash;
    result->winner = game->winner < 0 ? -1 : player[game->winner];
    result->tally[GIN_TALLY_HANDS] = game->hands;
    result->tally[GIN_TALLY_CANCELLED] = game->cancelled;
    result->tally[GIN_TALLY_STARTER_WINS] = game->winner == game->first_starter;
    result->tally[GIN_TALLY_DECIDED] = game->winner >= 0;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        result->points[player[seat]] = game->total[seat];
        match_tally_add(&gin_match_numbers, player[seat], &game->seat[seat], result->tally);
    }
    if (game->fault == FAULT_NONE) return;
    result->tally[match_tally_faults(&gin_match_numbers, result->winner ^ 1) + (int)game->fault - 1] = 1;
}

static bool gin_play_deal_game(MatchWorker *worker, uint64_t deal, ArenaGame *result) {
    const GinMatchPlan *plan = (const GinMatchPlan *)worker->setup->plan;
    GinPlayer seats[2] = {*(const GinPlayer *)worker->at[0], *(const GinPlayer *)worker->at[1]};
    GinGamePlan game = {
        .rules = &plan->rules,
        .seed = plan->common.seed,
        .match = plan->common.match,
        .secret = plan->common.secret,
        .deal = deal,
        .game = worker->game,
        .timed = plan->common.games < SHORT || worker->game % TIMED_EVERY == 0,
        .watch = worker->record ? gin_write_hand : NULL,
        .context = worker,
    };
    GinGameResult played;
    gin_play_game(&game, seats, &played);
    gin_report_game(&played, worker->player, result);
    if (progress_interrupted()) return false; // a search, or a program that was waited for, may have given up
    if (played.fault != FAULT_NONE) match_worker_note(worker, played.winner ^ 1);
    return true;
}

// The cards tell the seed, and whether the match was plain or duplicate.
static bool gin_record_belongs(const GinMatchPlan *plan, const GinRecord *record) {
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

static MatchPlace gin_record_place(const GinRecord *record) {
    int score[2] = {record->score[0], record->score[1]};
    GinState over = {.table = {.starter = record->starter}, .result = record->result};
    MatchPlace place = {.game = record->game, .hand = record->hand};
    place.before = scores(score[0], score[1], (int)record->starter);
    score[record->result.winner] += record->result.points;
    place.after = scores(score[0], score[1], (int)gin_next_starter(&record->rules, &over));
    return place;
}

static MatchLine gin_read_record_line(const MatchPlan *plan, const char *line, MatchPlace *place) {
    GinRecord record;
    if (!gin_record_parse(line, &record, NULL) || record.unfinished) return MATCH_LINE_DAMAGED;
    *place = gin_record_place(&record);
    if (!gin_record_belongs((const GinMatchPlan *)plan, &record)) return MATCH_LINE_FOREIGN;
    if (record.hand == 0 && (record.score[0] || record.score[1])) return MATCH_LINE_DAMAGED;
    return record.game_over ? MATCH_LINE_LAST_HAND : MATCH_LINE_HAND;
}

static bool gin_check_plan(const MatchPlan *plan, Error *err) {
    if (!((const GinMatchPlan *)plan)->duplicate || plan->games % 2 == 0) return true;
    return error_set(err, "duplicate play needs an even number of games, not %llu", (unsigned long long)plan->games);
}

bool gin_match_run(const GinMatchPlan *plan, MatchResult *result, Error *err) {
    static const MatchGame gin = {
        .name = "gin",
        .begins = "gin/1 ",
        .seats = GIN_SEATS,
        .stats = &gin_match_numbers,
        .player = &players_of_gin,
        .models = gin_player_models,
        .check = gin_check_plan,
        .seat = gin_seat_players,
        .play = gin_play_deal_game,
        .read = gin_read_record_line,
    };
    char rules[GIN_RULES_TEXT];
    const char *mode = gin_match_mode(plan);
    gin_rules_print(&plan->rules, rules);
    return match_run(&gin, &plan->common, &(MatchMode){rules, mode, mode, plan->duplicate ? 2 : 1, plan->common.games},
                     result, err);
}
