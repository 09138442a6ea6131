// SPDX-License-Identifier: MIT
// Records of gin, held against what the match says of itself.
#include <inttypes.h>
#include <string.h>

#include "contest/verify/verify_internal.h"
#include "gin/record.h"

// How players change seats. Without notes it shows with the second game.
typedef enum { MODE_UNKNOWN, MODE_PLAIN, MODE_DUPLICATE } Mode;

typedef struct Gin {
    GinRules rules;
    char player[2][VERIFY_NAME];
    Mode mode;
    bool begun; // the three above are known, apart from the mode
    GinRecord record[2];
    int at;             // the record of the hand before
    GinGameResult game; // so far
    // Of the first game of a pair: its deals, which are the second's too.
    Card deck[GIN_HAND_LIMIT][CARD_COUNT];
    Seat starter;
    uint32_t decks;
} Gin;

static bool gin_verify_plan(void *self, const VerifyNotes *notes, Error *err) {
    Gin *gin = self;
    gin->mode = strcmp(notes->mode, "duplicate") == 0 ? MODE_DUPLICATE : MODE_PLAIN;
    if (gin->mode == MODE_PLAIN && strcmp(notes->mode, "plain") != 0)
        return error_set(err, "mode: '%s' is none of gin; they are plain and duplicate", notes->mode);
    for (int i = 0; i < 2; i++) text_copy(gin->player[i], VERIFY_NAME, notes->player[i]);
    gin->begun = true;
    return gin_rules_parse(notes->rules, &gin->rules, err) || error_prefix(err, "rules");
}

static int gin_verify_group(const void *self) { return ((const Gin *)self)->mode == MODE_DUPLICATE ? 2 : 1; }

static bool second_of_pair(const Gin *gin, uint64_t game) { return gin->mode == MODE_DUPLICATE && (game & 1); }

static bool sits(const Gin *gin, const GinRecord *record, bool swapped) {
    return strcmp(record->player[0], gin->player[swapped]) == 0 &&
           strcmp(record->player[1], gin->player[!swapped]) == 0;
}

// Without notes the first hand says who plays by what rules, and the second game whether seats are changed.
static void gin_learn_names(Gin *gin, const GinRecord *record) {
    if (!gin->begun) {
        gin->rules = record->rules;
        for (int i = 0; i < 2; i++) text_copy(gin->player[i], VERIFY_NAME, record->player[i]);
    }
    gin->begun = true;
    if (gin->mode == MODE_UNKNOWN && record->game == 1)
        gin->mode = sits(gin, record, true) && !sits(gin, record, false) ? MODE_DUPLICATE : MODE_PLAIN;
}

static bool gin_check_order(const Gin *gin, const GinRecord *record, uint64_t game, Error *err) {
    bool swapped = second_of_pair(gin, game);
    char rules[GIN_RULES_TEXT];
    if (record->game != game)
        return error_set(err, "game=%" PRIu64 " stands where game=%" PRIu64 " belongs", record->game, game);
    if (record->hand != gin->game.hands)
        return error_set(err, "hand=%" PRIu32 " stands where hand=%" PRIu32 " of game %" PRIu64 " belongs",
                         record->hand, gin->game.hands, game);
    gin_rules_print(&gin->rules, rules);
    if (!gin_rules_equal(&gin->rules, &record->rules))
        return error_set(err, "rules: the match is played by %.200s", rules);
    return sits(gin, record, swapped) || error_set(err, "players: in this game %.150s sits in seat 0, %.150s in seat 1",
                                                   gin->player[swapped], gin->player[!swapped]);
}

// The first hand of a game; later ones follow from the hand before.
static bool check_first(const Gin *gin, const VerifyTable *table, uint64_t deal, const GinRecord *record, Error *err) {
    int starter = -1;
    if (record->score[0] || record->score[1]) return error_set(err, "score: a game begins at 0,0");
    if (second_of_pair(gin, table->game)) starter = gin->starter;
    if (table->chance) {
        Rng rng = chance_starter(table->chance, deal);
        starter = (int)(rng_next(&rng) >> 63);
    }
    return starter < 0 || starter == record->starter || error_set(err, "starter: in this game it is seat %d", starter);
}

static bool gin_check_deal(Gin *gin, const VerifyTable *table, uint64_t deal, const GinRecord *record, Error *err) {
    Card right[CARD_COUNT];
    if (table->chance) {
        chance_deck(table->chance, deal, record->hand, right);
        if (!verify_same_deck(record->deck, right, "the match's chance", err)) return false;
    }
    if (!second_of_pair(gin, table->game)) {
        memcpy(gin->deck[record->hand], record->deck, sizeof right);
        gin->decks = record->hand + 1;
        if (!record->hand) gin->starter = record->starter;
        return true;
    }
    table->report->shared = true;
    return record->hand >= gin->decks ||
           verify_same_deck(record->deck, gin->deck[record->hand],
                            "the same hand of the game before, the pair's other one", err);
}

// Plays the hand again and counts it as the referee does.
static void gin_verify_play(Gin *gin, const GinRecord *record) {
    GinState state;
    GinHistory history;
    GinGameResult *game = &gin->game;
    gin_record_deal(record, &state, &history);
    for (int i = 0; i < record->actions; i++) gin_apply(&state, &history, &record->action[i]);
    game->hash = gin_hand_hash(game->hash, &state, &history) + record->fault;
    game->hands++;
    if (record->faulty >= 0 || record->result.end == GIN_CANCELLED) return;
    game->seat[record->result.winner].rounds_won++;
    game->score[record->result.winner] = (uint16_t)(game->score[record->result.winner] + record->result.points);
}

static bool gin_verify_hand(void *self, const VerifyTable *table, const char *line, bool *last, ArenaGame *result,
                            Error *err) {
    Gin *gin = self;
    const GinRecord *before = &gin->record[gin->at];
    GinRecord *record = &gin->record[gin->at ^ 1];
    if (!gin_record_parse(line, record, err)) return false;
    if (record->unfinished) return error_set(err, "result: a match has no unfinished hands; deadwood play writes them");
    gin_learn_names(gin, record);
    uint64_t deal = gin->mode == MODE_DUPLICATE ? table->game / 2 : table->game;
    if (!gin_check_order(gin, record, table->game, err)) return false;
    if (record->hand ? !gin_record_follows(before, record, err) : !check_first(gin, table, deal, record, err))
        return false;
    if (!gin_check_deal(gin, table, deal, record, err)) return false;
    gin_verify_play(gin, record);
    gin->at ^= 1;
    *last = record->game_over;
    if (!record->game_over) return true;
    bool swapped = second_of_pair(gin, table->game);
    gin->game.winner = record->game_winner;
    gin_game_bonuses(&gin->game, &gin->rules);
    *result =
        (ArenaGame){.hash = gin->game.hash, .winner = record->game_winner < 0 ? -1 : record->game_winner ^ swapped};
    for (int i = 0; i < 2; i++) result->points[i] = gin->game.total[i ^ swapped];
    gin->game = (GinGameResult){0};
    return true;
}

const VerifyGame verify_gin = {
    .size = sizeof(Gin), .plan = gin_verify_plan, .hand = gin_verify_hand, .group = gin_verify_group};
