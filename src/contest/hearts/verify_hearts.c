// SPDX-License-Identifier: MIT
// Records of Hearts, held against what the match says of itself.
#include <inttypes.h>
#include <string.h>

#include "contest/hearts/hearts_match.h"
#include "contest/verify/verify_internal.h"
#include "hearts/record.h"

typedef struct Hearts {
    HeartsRules rules;
    char player[2][VERIFY_NAME];
    HeartsSeating seating;
    bool planned; // by notes; without them names, rules and numbers of hands go by the first game alone
    bool begun;
    HeartsRecord record[2];
    int at;
    HeartsGameResult game; // so far
    bool fault;            // in it
} Hearts;

static bool hearts_verify_plan(void *self, const VerifyNotes *notes, Error *err) {
    Hearts *hearts = self;
    hearts->seating =
        strcmp(notes->mode, hearts_seating_name(HEARTS_SEATING_ONE)) == 0 ? HEARTS_SEATING_ONE : HEARTS_SEATING_MIXED;
    if (strcmp(notes->mode, hearts_seating_name(hearts->seating)) != 0)
        return error_set(err, "mode: '%s' is none of hearts; they are 14 and 1v3", notes->mode);
    for (int i = 0; i < 2; i++) text_copy(hearts->player[i], VERIFY_NAME, notes->player[i]);
    hearts->planned = hearts->begun = true;
    return hearts_rules_parse(notes->rules, &hearts->rules, err) || error_prefix(err, "rules");
}

static int hearts_verify_group(const void *self) {
    const Hearts *hearts = self;
    return hearts->planned ? hearts_seating_count(hearts->seating) : 1;
}

static void hearts_learn_names(Hearts *hearts, const HeartsRecord *record) {
    if (hearts->begun) return;
    hearts->rules = record->rules;
    text_copy(hearts->player[0], VERIFY_NAME, record->player[0]);
    text_copy(hearts->player[1], VERIFY_NAME, record->player[0]);
    for (int seat = 1; seat < HEARTS_SEATS; seat++)
        if (strcmp(record->player[seat], record->player[0]) != 0)
            text_copy(hearts->player[1], VERIFY_NAME, record->player[seat]);
    hearts->begun = true;
}

// With notes everybody has a seat; without, it must be one of the two that play.
static bool hearts_check_players(const Hearts *hearts, const HeartsRecord *record, uint64_t game, Error *err) {
    unsigned seating = hearts_seating_of(hearts->seating, game);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int player = seating >> seat & 1 ? 0 : 1;
        bool right = strcmp(record->player[seat], hearts->player[player]) == 0;
        if (!hearts->planned) right = right || strcmp(record->player[seat], hearts->player[!player]) == 0;
        if (!right) return error_set(err, "players: in this game %.200s sits in seat %d", hearts->player[player], seat);
    }
    return true;
}

static bool hearts_check_order(const Hearts *hearts, const HeartsRecord *record, uint64_t game, Error *err) {
    char rules[HEARTS_RULES_TEXT];
    uint64_t deal = game / (uint64_t)hearts_verify_group(hearts), first = hearts->rules.target ? 0 : deal;
    bool numbered = hearts->rules.target || hearts->planned; // single hands have the number of their deal
    if (record->game != game)
        return error_set(err, "game=%" PRIu64 " stands where game=%" PRIu64 " belongs", record->game, game);
    if (numbered && record->hand != (uint32_t)first + hearts->game.hands)
        return error_set(err, "hand=%" PRIu32 " stands where hand=%" PRIu32 " of game %" PRIu64 " belongs",
                         record->hand, (uint32_t)first + hearts->game.hands, game);
    hearts_rules_print(&hearts->rules, rules);
    if (!hearts_rules_equal(&hearts->rules, &record->rules))
        return error_set(err, "rules: the match is played by %.200s", rules);
    return hearts_check_players(hearts, record, game, err);
}

static bool check_scores(const Hearts *hearts, const HeartsRecord *before, const HeartsRecord *record, Error *err) {
    if (hearts->game.hands) return hearts_record_follows(before, record, err);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (record->score[seat]) return error_set(err, "score: a game begins at 0,0,0,0");
    return true;
}

static bool hearts_check_deal(const Hearts *hearts, const VerifyTable *table, const HeartsRecord *record, Error *err) {
    Card right[CARD_COUNT];
    if (!table->chance) return true;
    chance_deck(table->chance, table->game / (uint64_t)hearts_verify_group(hearts), hearts->game.hands, right);
    table->report->shared = true;
    return verify_same_deck(record->deck, right, "the match's chance", err);
}

static void hearts_verify_play(Hearts *hearts, const HeartsRecord *record) {
    HeartsState state;
    HeartsLog log;
    hearts_record_deal(record, &state, &log);
    for (int i = 0; i < record->actions; i++) hearts_apply(&state, &log, &record->action[i]);
    hearts->game.hash = hearts_hand_hash(hearts->game.hash, &state, &log);
    hearts->game.hands++;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        hearts->game.total[seat] = hearts_new_score(record->score[seat], record->points[seat]);
        hearts->fault = hearts->fault || record->fault[seat];
    }
}

static bool hearts_verify_hand(void *self, const VerifyTable *table, const char *line, bool *last, ArenaGame *result,
                               Error *err) {
    Hearts *hearts = self;
    const HeartsRecord *before = &hearts->record[hearts->at];
    HeartsRecord *record = &hearts->record[hearts->at ^ 1];
    if (!hearts_record_parse(line, record, err)) return false;
    if (record->unfinished) return error_set(err, "result: a match has no unfinished hands; deadwood play writes them");
    hearts_learn_names(hearts, record);
    if (!hearts_check_order(hearts, record, table->game, err) || !check_scores(hearts, before, record, err) ||
        !hearts_check_deal(hearts, table, record, err))
        return false;
    hearts_verify_play(hearts, record);
    hearts->at ^= 1;
    *last = record->game_over;
    if (!record->game_over) return true;
    table->report->faulty += hearts->fault;
    *result = (ArenaGame){.hash = hearts->game.hash, .winner = ARENA_VOID};
    if (!hearts->fault) hearts_match_score(hearts->seating, table->game, &hearts->game, result);
    hearts->game = (HeartsGameResult){0};
    hearts->fault = false;
    return true;
}

const VerifyGame verify_hearts = {
    .size = sizeof(Hearts), .plan = hearts_verify_plan, .hand = hearts_verify_hand, .group = hearts_verify_group};
