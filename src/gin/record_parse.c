// SPDX-License-Identifier: MIT
// Parses a line to a hand. Nothing is trusted: the deal must be a deck, every action must be legal where it stands, and
// result and game score must be what the engine makes of them.
#include "gin/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gin/record_internal.h"

// ---- The head ----

static bool gin_read_rules(void *context, Span text, Error *err) {
    Reading *reading = context;
    char copy[GIN_RULES_TEXT];
    return span_rules(text, copy, sizeof copy, "contest,target=50", err) &&
           gin_rules_parse(copy, &reading->record.rules, err);
}

static bool gin_read_players(void *context, Span text, Error *err) {
    Reading *reading = context;
    return span_names(text, GIN_SEATS, reading->record.player[0], GIN_NAME_TEXT, err);
}

static bool gin_read_game(void *context, Span text, Error *err) {
    Reading *reading = context;
    return span_number(text, UINT64_MAX, &reading->record.game, err);
}

static bool gin_read_hand(void *context, Span text, Error *err) {
    Reading *reading = context;
    uint64_t hand;
    if (!span_number(text, GIN_HAND_LIMIT - 1, &hand, err)) return false;
    reading->record.hand = (uint32_t)hand;
    return true;
}

static bool read_starter(void *context, Span text, Error *err) {
    Reading *reading = context;
    if (!span_is(text, "0") && !span_is(text, "1"))
        return error_set(err, "'%s' is no seat; seats are 0 and 1", span_quote(text).text);
    reading->record.starter = (Seat)(*text.at - '0');
    return true;
}

static bool gin_read_score(void *context, Span text, Error *err) {
    Reading *reading = context;
    Span all = text, part;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        uint64_t score;
        if (!span_next(&text, ',', &part) || (seat == 1 && text.at))
            return error_set(err, "'%s' is not two numbers with a comma between them", span_quote(all).text);
        // With the target reached there would have been no further hand.
        if (!span_number(part, reading->record.rules.target - 1u, &score, err)) return false;
        reading->record.score[seat] = (uint16_t)score;
    }
    return true;
}

static bool gin_read_deal(void *context, Span text, Error *err) {
    Reading *reading = context;
    return span_deck(text, gin_deck_for, reading->record.deck, err);
}

// ---- The end ----

static bool gin_read_fault(Reading *reading, Span text, Error *err) {
    GinRecord *record = &reading->record;
    int seat = reading->state.table.to_act;
    Span part = {NULL, NULL};
    if (reading->state.table.phase == GIN_OVER) return error_set(err, "a hand played to its end is no forfeit");
    if (!span_next(&text, ',', &part) || !span_is(part, seat ? "1" : "0") || !span_next(&text, ',', &part))
        return error_set(err, "a forfeit here is written forfeit,%d,CAUSE: seat %d is to act", seat, seat);
    if (text.at) return error_set(err, "nothing follows the cause of a forfeit");
    if (!span_fault(part, &record->fault, err)) return false;
    if (reading->refused != (record->fault == FAULT_ILLEGAL))
        return error_set(err,
                         reading->refused ? "the refused action ending the play makes it forfeit,%d,illegal-move"
                                          : "an illegal move of seat %d must end the play, marked with ?",
                         seat);
    record->faulty = seat;
    return true;
}

static bool read_unfinished(Reading *reading, Error *err) {
    if (reading->refused) return error_set(err, "must be forfeit,%d,illegal-move", reading->state.table.to_act);
    if (reading->state.table.phase == GIN_OVER) return error_set(err, "a hand played to its end is not unfinished");
    reading->record.unfinished = true;
    return true;
}

static bool gin_read_result(void *context, Span text, Error *err) {
    Reading *reading = context;
    GinRecord *record = &reading->record;
    Span rest = text, end;
    char right[RECORD_PART];
    record->unfinished = false;
    record->faulty = -1;
    record->fault = FAULT_NONE;
    record->result = reading->state.result;
    if (span_is(text, "unfinished")) return read_unfinished(reading, err);
    if (span_next(&rest, ',', &end) && span_is(end, "forfeit")) return gin_read_fault(reading, rest, err);
    if (reading->refused) return error_set(err, "must be forfeit,%d,illegal-move", reading->state.table.to_act);
    if (reading->state.table.phase != GIN_OVER) {
        gin_record_expect(&reading->state, err);
        return error_prefix(err, "the hand is not over after %d actions", record->actions);
    }
    gin_record_print_result(record, right);
    return span_is(text, right) || error_set(err, "'%s' should be '%s' by the play", span_quote(text).text, right);
}

static bool gin_read_over(void *context, Span text, Error *err) {
    Reading *reading = context;
    GinRecord *record = &reading->record;
    int scorer = record->result.winner, score = record->score[scorer] + record->result.points;
    char right[RECORD_PART];
    record->game_winner = -1;
    if (record->faulty >= 0)
        record->game_winner = record->faulty ^ 1;
    else if (score >= record->rules.target)
        record->game_winner = scorer;
    record->game_over = record->game_winner >= 0 || (record->hand + 1 >= GIN_HAND_LIMIT && !record->unfinished);
    gin_record_print_over(record, right);
    if (span_is(text, right)) return true;
    if (record->game_over)
        return error_set(err, "'%s' should be '%s': the game ends here", span_quote(text).text, right);
    if (record->unfinished) return error_set(err, "'%s' should be 'no': the hand is unfinished", span_quote(text).text);
    return error_set(err, "'%s' should be '%s': nobody has reached %d", span_quote(text).text, right,
                     record->rules.target);
}

static bool gin_read_play(void *context, Span text, Error *err) { return gin_record_read_play(context, text, err); }

static const Field FIELDS[] = {
    {"rules", gin_read_rules},   {"players", gin_read_players}, {"game", gin_read_game}, {"hand", gin_read_hand},
    {"starter", read_starter},   {"score", gin_read_score},     {"deal", gin_read_deal}, {"play", gin_read_play},
    {"result", gin_read_result}, {"over", gin_read_over},
};

bool gin_record_parse(const char *line, GinRecord *record, Error *err) {
    Reading reading;
    reading.refused = false;
    if (!fields_read(line, "gin/1", "gin hand", FIELDS, sizeof FIELDS / sizeof *FIELDS, &reading, err)) return false;
    *record = reading.record;
    record->past = NULL;
    return true;
}

void gin_record_deal(const GinRecord *record, GinState *state, GinHistory *history) {
    gin_deal_deck(state, history, &record->rules, record->starter, record->score, record->deck);
    if (history) history->past = record->past;
}

static bool is_next(const GinRecord *before, const GinRecord *next) {
    return before->game == next->game && before->hand + 1 == next->hand && !before->game_over &&
           strcmp(before->player[0], next->player[0]) == 0 && strcmp(before->player[1], next->player[1]) == 0 &&
           gin_rules_equal(&before->rules, &next->rules);
}

bool gin_record_follows(const GinRecord *before, const GinRecord *next, Error *err) {
    if (!is_next(before, next)) return true;
    if (before->unfinished)
        return error_set(err, "hand: hand %" PRIu32 " is unfinished, and none follows it", before->hand);
    int score[2] = {before->score[0], before->score[1]};
    score[before->result.winner] += before->result.points;
    if (score[0] != next->score[0] || score[1] != next->score[1])
        return error_set(err, "score: after hand %" PRIu32 " it is %d,%d", before->hand, score[0], score[1]);
    GinState over = {.table = {.starter = before->starter}, .result = before->result};
    Seat starter = gin_next_starter(&before->rules, &over);
    return starter == next->starter ||
           error_set(err, "starter: after hand %" PRIu32 " it is seat %d", before->hand, starter);
}

void gin_record_link(const GinRecord *before, GinRecord *next, GinPast *past) {
    next->past = NULL;
    if (!is_next(before, next) || before->unfinished) {
        gin_past_begin(past);
        return;
    }
    GinState state;
    GinHistory history;
    gin_record_deal(before, &state, &history);
    for (int i = 0; i < before->actions; i++) gin_apply(&state, &history, &before->action[i]);
    gin_past_add(past, &state, &history.log);
    next->past = past->last;
}
