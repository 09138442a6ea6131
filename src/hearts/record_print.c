// SPDX-License-Identifier: MIT
// Prints a hand as a record line, into one buffer that is large enough for any, without printf.
#include <assert.h>
#include <string.h>

#include "hearts/record_internal.h"

// The longest line: every byte of four names encoded, and what little the other fields take.
enum { LONGEST = HEARTS_SEATS * 3 * HEARTS_NAME_TEXT + HEARTS_RULES_TEXT + 1024 };

// Points and scores may be below zero.
static char *put_signed(char *at, int number) {
    if (number < 0) *at++ = '-';
    return line_number(at, (uint64_t)(number < 0 ? -number : number));
}

char *hearts_record_put_points(char *at, const int16_t points[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (seat) *at++ = ',';
        at = put_signed(at, points[seat]);
    }
    return at;
}

static char *put_faults(char *at, const HeartsRecord *record) {
    char *start = at;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (!record->fault[seat]) continue;
        if (at != start) *at++ = ',';
        at = line_number(at, (uint64_t)seat);
        *at++ = ':';
        at = line_fault(at, (Fault)record->fault[seat]);
        *at++ = ':';
        at = line_number(at, record->fault_at[seat]);
    }
    return at == start ? line_put(at, "none") : at;
}

static char *hearts_put_play(char *at, const HeartsRecord *record) {
    int passes = hearts_record_passes(record);
    at = line_put(at, " pass=");
    if (hearts_pass_direction(&record->rules, record->hand) == HEARTS_PASS_NONE) at = line_put(at, "none");
    for (int i = 0; i < passes; i++) {
        if (i) *at++ = '/';
        at = line_cards(at, record->action[i].give);
    }
    at = line_put(at, " play=");
    for (int i = 0; i < record->actions - passes; i++) {
        if (i && i % HEARTS_SEATS == 0) *at++ = ',';
        at = line_card(at, record->action[passes + i].card);
    }
    return at;
}

const char *hearts_record_over(const HeartsRecord *record) {
    static const char *const won[] = {"won,0", "won,1", "won,2", "won,3"};
    if (!record->game_over) return "no";
    return record->game_winner < 0 ? "drawn" : won[record->game_winner];
}

void hearts_record_print(Text *text, const HeartsRecord *record) {
    char line[LONGEST], rules[HEARTS_RULES_TEXT], *at = line;
    hearts_rules_print(&record->rules, rules);
    at = line_put(line_put(at, "hearts/1 rules="), rules);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        at = line_name(line_put(at, seat ? "|" : " players="), record->player[seat]);
    at = line_number(line_put(at, " game="), record->game);
    at = line_number(line_put(at, " hand="), record->hand);
    at = hearts_record_put_points(line_put(at, " score="), record->score);
    at = line_deck(line_put(at, " deal="), record->deck);
    at = hearts_put_play(at, record);
    at = put_faults(line_put(at, " faults="), record);
    at = line_put(at, " result=");
    at = record->unfinished ? line_put(at, "unfinished") : hearts_record_put_points(at, record->points);
    at = line_put(line_put(at, " over="), hearts_record_over(record));
    *at++ = '\n';
    assert(at <= line + sizeof line);
    text_add_bytes(text, line, (size_t)(at - line));
}

static void copy_play(HeartsRecord *record, const HeartsState *state, const HeartsLog *log) {
    record->actions = 0;
    for (int seat = 0; state->table.passed >> seat & 1; seat++)
        record->action[record->actions++] =
            (HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE, .give = state->given[seat]};
    for (int i = 0; i < log->count; i++)
        record->action[record->actions++] = (HeartsAction){.move = HEARTS_PLAY, .card = log->card[i]};
}

void hearts_record_make(HeartsRecord *record, const HeartsHandRecord *hand, const char *const names[HEARTS_SEATS],
                        uint64_t game) {
    const HeartsState *state = hand->state;
    record->rules = *state->rules;
    record->game = game;
    record->hand = state->table.deal;
    memcpy(record->deck, hand->deck, sizeof record->deck);
    copy_play(record, state, hand->log);
    record->unfinished = state->table.phase != HEARTS_OVER;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        text_copy(record->player[seat], HEARTS_NAME_TEXT, names[seat]);
        record->score[seat] = state->table.score[seat];
        record->fault[seat] = record->unfinished ? 0 : state->fault[seat];
        record->fault_at[seat] = record->unfinished ? 0 : state->fault_at[seat];
        record->points[seat] = record->unfinished ? 0 : state->points[seat];
    }
    record->moon = state->moon;
    hearts_record_decide(record);
    assert(record->game_over == hand->game_over);
}

void hearts_record_write(Text *text, const HeartsHandRecord *hand, const char *const names[HEARTS_SEATS],
                         uint64_t game) {
    HeartsRecord record;
    hearts_record_make(&record, hand, names, game);
    hearts_record_print(text, &record);
}
