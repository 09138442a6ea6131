// SPDX-License-Identifier: MIT
// Parses a line to a hand. Nothing is trusted: the deal must be a deck, every pass and card must be legal where it
// stands, and result and game score must be what the engine makes of them.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hearts/record_internal.h"

// What is read, and the state it has led to.
typedef struct Reading {
    HeartsRecord record;
    HeartsState state;
    Seat mover[CARD_COUNT]; // who played each card
} Reading;

// ---- The head ----

static bool hearts_read_rules(void *context, Span text, Error *err) {
    Reading *reading = context;
    char copy[HEARTS_RULES_TEXT];
    return span_rules(text, copy, sizeof copy, "standard,target=50", err) &&
           hearts_rules_parse(copy, &reading->record.rules, err);
}

static bool hearts_read_players(void *context, Span text, Error *err) {
    Reading *reading = context;
    return span_names(text, HEARTS_SEATS, reading->record.player[0], HEARTS_NAME_TEXT, err);
}

static bool hearts_read_game(void *context, Span text, Error *err) {
    Reading *reading = context;
    return span_number(text, UINT64_MAX, &reading->record.game, err);
}

static bool hearts_read_hand(void *context, Span text, Error *err) {
    Reading *reading = context;
    uint64_t hand;
    if (!span_number(text, reading->record.rules.target ? HEARTS_DEAL_LIMIT - 1 : UINT32_MAX, &hand, err)) return false;
    reading->record.hand = (uint32_t)hand;
    return true;
}

static bool hearts_read_score(void *context, Span text, Error *err) {
    Reading *reading = context;
    Span all = text, part;
    int target = reading->record.rules.target, most = target ? target - 1 : 0, least = target ? HEARTS_SCORE_LIMIT : 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        uint64_t score;
        if (!span_next(&text, ',', &part) || (seat == HEARTS_SEATS - 1 && text.at))
            return error_set(err, "'%s' is not four numbers with commas between them", span_quote(all).text);
        bool minus = part.at < part.end && *part.at == '-';
        part.at += minus;
        // With the target reached there would have been no further hand.
        if (!span_number(part, (uint64_t)(minus ? least : most), &score, err)) return false;
        if (minus && !score) return error_set(err, "'-%s' is written 0", span_quote(part).text);
        reading->record.score[seat] = (int16_t)(minus ? -(int)score : (int)score);
    }
    return true;
}

static bool hearts_read_deal(void *context, Span text, Error *err) {
    Reading *reading = context;
    HeartsRecord *record = &reading->record;
    if (!span_deck(text, hearts_deck_for, record->deck, err)) return false;
    memset(record->fault, 0, sizeof record->fault); // not read yet; they count at the end
    memset(record->fault_at, 0, sizeof record->fault_at);
    hearts_record_deal(record, &reading->state, NULL);
    record->actions = 0;
    return true;
}

// ---- The play ----

static bool hearts_read_cards(Span text, CardSet *cards, Error *err) {
    Card card = CARD_NONE, before = 0;
    *cards = 0;
    for (const char *at = text.at; at < text.end; at += 2, before = card) {
        Span rest = {at, text.end - at > 2 ? at + 2 : text.end};
        if (!span_card(at, text.end, &card)) return error_set(err, "'%s' is no card", span_quote(rest).text);
        if (*cards && card <= before) return error_set(err, "%.2s stands out of order; clubs come first, aces low", at);
        *cards |= set_of(card);
    }
    return true;
}

static bool read_give(Reading *reading, Span text, Error *err) {
    HeartsAction action = {.move = HEARTS_GIVE, .card = CARD_NONE};
    char hand[SET_TEXT];
    if (!hearts_read_cards(text, &action.give, err)) return false;
    set_print(reading->state.hand[reading->state.table.to_act], ' ', hand);
    if (!hearts_try(&reading->state, NULL, &action))
        return error_set(err, "%d cards of %s are to be passed on", reading->record.rules.pass_count, hand);
    reading->record.action[reading->record.actions++] = action;
    return true;
}

static bool read_pass(void *context, Span text, Error *err) {
    Reading *reading = context;
    Span part;
    bool passes = reading->state.table.phase == HEARTS_PASSING;
    if (span_is(text, "none"))
        return !passes || error_set(err, "in hand %" PRIu32 " every seat passes cards", reading->record.hand);
    if (!passes) return error_set(err, "no cards are passed in hand %" PRIu32 "; write none", reading->record.hand);
    if (text.at == text.end) return true; // unfinished before the first has passed
    for (int seat = 0; seat < HEARTS_SEATS && span_next(&text, '/', &part); seat++)
        if (!read_give(reading, part, err)) return error_prefix(err, "seat %d", seat);
    return !text.at || error_set(err, "more than four sets of cards");
}

static bool hearts_read_card_play(Reading *reading, const char *at, const char *end, Error *err) {
    HeartsRecord *record = &reading->record;
    HeartsState *state = &reading->state;
    HeartsAction action = {.move = HEARTS_PLAY, .card = CARD_NONE};
    char legal[SET_TEXT];
    Span text = {at, end - at > 2 ? at + 2 : end};
    if (!span_card(at, end, &action.card)) return error_set(err, "'%s' is no card", span_quote(text).text);
    Seat seat = state->table.to_act;
    set_print(hearts_legal(state), ' ', legal);
    if (!hearts_try(state, NULL, &action))
        return error_set(err, "%.2s is not legal: seat %d may play %s", at, seat, legal);
    reading->mover[set_count(state->table.played) - 1] = seat;
    record->action[record->actions++] = action;
    return true;
}

// Four cards; fewer where the play ends, which only an unfinished hand may.
static bool hearts_read_trick(Reading *reading, Span trick, int number, bool last, Error *err) {
    for (int i = 0; i < HEARTS_SEATS; i++, trick.at += 2) {
        if (trick.at >= trick.end && last && i > 0) return true;
        if (trick.at >= trick.end) return error_set(err, "trick %d has %d cards instead of four", number, i);
        if (!hearts_read_card_play(reading, trick.at, trick.end, err))
            return error_prefix(err, "trick %d, card %d", number, i + 1);
    }
    return trick.at >= trick.end ||
           error_set(err, "trick %d goes on after its fourth card; a comma belongs there", number);
}

static bool hearts_read_play(void *context, Span text, Error *err) {
    Reading *reading = context;
    Span trick;
    if (text.at == text.end) return true;
    for (int number = 1; number <= HEARTS_TRICKS && span_next(&text, ',', &trick); number++)
        if (!hearts_read_trick(reading, trick, number, !text.at, err)) return false;
    return !text.at || error_set(err, "more than thirteen tricks");
}

// ---- The end ----

// SEAT:CAUSE:CARDS, seats in order. The seat must have been to act after so many cards; when passing, that is none.
static bool hearts_read_fault(Reading *reading, Span text, int *after, Error *err) {
    HeartsRecord *record = &reading->record;
    Span all = text, seat_text, cause, at_text;
    uint64_t seat, at;
    Fault fault;
    bool parts = span_next(&text, ':', &seat_text) && span_next(&text, ':', &cause) && span_next(&text, ':', &at_text);
    if (!parts || text.at) return error_set(err, "'%s' is not SEAT:CAUSE:CARDS", span_quote(all).text);
    if (!span_number(seat_text, HEARTS_SEATS - 1, &seat, err) || !span_number(at_text, CARD_COUNT - 1, &at, err))
        return false;
    if ((int)seat <= *after) return error_set(err, "seat %d stands out of order", (int)seat);
    if (!span_fault(cause, &fault, err)) return false;
    record->fault[seat] = (uint8_t)fault;
    bool passing = at == 0 && reading->state.table.direction != HEARTS_PASS_NONE;
    if (!passing && at >= (uint64_t)set_count(reading->state.table.played))
        return error_set(err, "only %d cards were played", set_count(reading->state.table.played));
    if (reading->mover[at] != seat && !passing)
        return error_set(err, "after %d cards seat %d is to act, not %d", (int)at, reading->mover[at], (int)seat);
    record->fault_at[seat] = (uint8_t)at;
    *after = (int)seat;
    return true;
}

static bool read_faults(void *context, Span text, Error *err) {
    Reading *reading = context;
    Span part;
    int after = -1;
    if (span_is(text, "none")) return true;
    while (span_next(&text, ',', &part))
        if (!hearts_read_fault(reading, part, &after, err)) return false;
    // What a fault costs shows at the end of the hand, so it is played again.
    hearts_record_deal(&reading->record, &reading->state, NULL);
    for (int i = 0; i < reading->record.actions; i++) hearts_apply(&reading->state, NULL, &reading->record.action[i]);
    return true;
}

// Nobody is taken out of a hand that may still go on, and nobody has points of it.
static bool leave_open(HeartsRecord *record, Error *err) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (record->fault[seat])
            return error_set(err, "a hand with faults is not unfinished: it was played to its end");
    memset(record->points, 0, sizeof record->points);
    record->moon = -1;
    return true;
}

static bool hearts_read_result(void *context, Span text, Error *err) {
    Reading *reading = context;
    HeartsRecord *record = &reading->record;
    char right[64];
    bool over = reading->state.table.phase == HEARTS_OVER;
    record->unfinished = span_is(text, "unfinished");
    if (record->unfinished && over) return error_set(err, "a hand played to its end is not unfinished");
    if (!record->unfinished && !over)
        return error_set(err, "must be unfinished: the hand is not over after %d of its %d cards",
                         set_count(reading->state.table.played), CARD_COUNT);
    if (record->unfinished) return leave_open(record, err);
    memcpy(record->points, reading->state.points, sizeof record->points);
    record->moon = reading->state.moon;
    *hearts_record_put_points(right, record->points) = '\0';
    return span_is(text, right) || error_set(err, "'%s' should be '%s' by the play", span_quote(text).text, right);
}

void hearts_record_decide(HeartsRecord *record) {
    int16_t total[HEARTS_SEATS];
    int best = 0, target = record->rules.target;
    bool tied = false;
    record->game_over = !target || record->hand + 1 >= HEARTS_DEAL_LIMIT;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        total[seat] = hearts_new_score(record->score[seat], record->points[seat]);
        record->game_over = record->game_over || total[seat] >= target;
        if (seat && total[seat] == total[best]) tied = true;
        if (total[seat] < total[best]) best = seat, tied = false;
    }
    record->game_over = record->game_over && !record->unfinished;
    record->game_winner = record->game_over && !tied ? best : -1;
}

static bool hearts_read_over(void *context, Span text, Error *err) {
    Reading *reading = context;
    HeartsRecord *record = &reading->record;
    hearts_record_decide(record);
    const char *right = hearts_record_over(record);
    if (span_is(text, right)) return true;
    if (record->game_over)
        return error_set(err, "'%s' should be '%s': the game ends here", span_quote(text).text, right);
    if (record->unfinished) return error_set(err, "'%s' should be 'no': the hand is unfinished", span_quote(text).text);
    return error_set(err, "'%s' should be '%s': nobody has reached %d", span_quote(text).text, right,
                     record->rules.target);
}

static const Field FIELDS[] = {
    {"rules", hearts_read_rules}, {"players", hearts_read_players},
    {"game", hearts_read_game},   {"hand", hearts_read_hand},
    {"score", hearts_read_score}, {"deal", hearts_read_deal},
    {"pass", read_pass},          {"play", hearts_read_play},
    {"faults", read_faults},      {"result", hearts_read_result},
    {"over", hearts_read_over},
};

bool hearts_record_parse(const char *line, HeartsRecord *record, Error *err) {
    Reading reading;
    if (!fields_read(line, "hearts/1", "hearts hand", FIELDS, sizeof FIELDS / sizeof *FIELDS, &reading, err))
        return false;
    *record = reading.record;
    return true;
}

int hearts_record_passes(const HeartsRecord *record) {
    int passes = 0;
    while (passes < record->actions && record->action[passes].move == HEARTS_GIVE) passes++;
    return passes;
}

void hearts_record_deal(const HeartsRecord *record, HeartsState *state, HeartsLog *log) {
    hearts_deal_deck(state, log, &record->rules, record->hand, record->score, record->deck);
    memcpy(state->fault, record->fault, sizeof state->fault);
    memcpy(state->fault_at, record->fault_at, sizeof state->fault_at);
}

bool hearts_record_follows(const HeartsRecord *before, const HeartsRecord *next, Error *err) {
    bool same = before->game == next->game && before->hand + 1 == next->hand && !before->game_over &&
                hearts_rules_equal(&before->rules, &next->rules);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        same = same && strcmp(before->player[seat], next->player[seat]) == 0;
    if (!same) return true;
    if (before->unfinished)
        return error_set(err, "hand: hand %" PRIu32 " is unfinished, and none follows it", before->hand);
    int16_t score[HEARTS_SEATS];
    char right[64];
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        score[seat] = hearts_new_score(before->score[seat], before->points[seat]);
    *hearts_record_put_points(right, score) = '\0';
    return memcmp(score, next->score, sizeof score) == 0 ||
           error_set(err, "score: after hand %" PRIu32 " it is %s", before->hand, right);
}
