// SPDX-License-Identifier: MIT
// Prints a hand as a record line. It runs for every recorded hand, so it writes through a pointer into one buffer that
// is large enough for any line, without printf.
#include "gin/record.h"

#include <assert.h>
#include <string.h>

#include "gin/record_internal.h"

// The longest line: every byte of both names encoded, a hand of GIN_TURN_LIMIT turns, a refused action with
// three times the whole deck, and what little the other fields take.
enum { LONGEST = 2 * 3 * GIN_NAME_TEXT + 5 * GIN_TURN_LIMIT + 3 * 2 * CARD_COUNT + GIN_RULES_TEXT + 1024 };

static char *put_melds(char *at, char mark, const GinSplit *melds) {
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        if (!melds->meld[i]) continue;
        if (mark) *at++ = mark;
        mark = '/';
        at = line_cards(at, melds->meld[i] & SET_DECK);
        if (melds->meld[i] & ~SET_DECK) at = line_put(at, "--");
    }
    return at;
}

static char *put_move(char *at, const GinAction *action) {
    switch ((GinMove)action->move) {
    case GIN_PASS: *at++ = 'p'; break;
    case GIN_TAKE: *at++ = 'u'; break;
    case GIN_STOCK: *at++ = 's'; break;
    case GIN_DROP:
        *at++ = '-';
        at = line_card(at, action->card);
        break;
    case GIN_KNOCK:
        *at++ = '!';
        at = line_card(at, action->card);
        at = put_melds(at, ':', &action->melds);
        break;
    case GIN_CALL_BIG:
        *at++ = '*';
        at = put_melds(at, ':', &action->melds);
        break;
    case GIN_SHOW:
        *at++ = '=';
        at = put_melds(at, 0, &action->melds);
        break;
    case GIN_RESIGN: break;
    }
    return at;
}

// A discard in any form stands right behind its draw; a comma comes before everything else.
static char *gin_put_play(char *at, const GinRecord *record) {
    for (int i = 0; i < record->actions; i++) {
        int move = record->action[i].move;
        bool ends_turn = move == GIN_DROP || move == GIN_KNOCK || move == GIN_CALL_BIG;
        if (i > 0 && !ends_turn) *at++ = ',';
        at = put_move(at, &record->action[i]);
    }
    if (record->fault != FAULT_ILLEGAL) return at;
    at = line_put(at, record->actions ? ",?" : "?");
    return put_move(at, &record->refused);
}

void gin_record_print_result(const GinRecord *record, char text[RECORD_PART]) {
    static const char *const ends[] = {
        [GIN_CANCELLED] = "cancelled,", [GIN_KNOCKED] = "knock,",     [GIN_GIN] = "gin,",
        [GIN_BIG_GIN] = "big-gin,",     [GIN_UNDERCUT] = "undercut,",
    };
    char *at = text;
    if (record->unfinished) {
        *line_put(at, "unfinished") = '\0';
        return;
    }
    if (record->faulty >= 0) {
        at = line_number(line_put(at, "forfeit,"), (uint64_t)record->faulty);
        *at++ = ',';
        *line_fault(at, record->fault) = '\0';
        return;
    }
    const GinResult *result = &record->result;
    at = line_put(at, ends[result->end]);
    *at++ = result->end == GIN_CANCELLED ? '-' : (char)('0' + result->winner);
    *at++ = ',';
    at = line_number(at, result->points);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        *at++ = ',';
        at = line_number(at, result->deadwood[seat]);
    }
    *at = '\0';
}

void gin_record_print_over(const GinRecord *record, char text[RECORD_PART]) {
    const char *known = !record->game_over         ? "no"
                        : record->game_winner < 0  ? "drawn"
                        : record->game_winner == 0 ? "won,0"
                                                   : "won,1";
    text_copy(text, RECORD_PART, known);
}

static char *put_head(char *at, const GinRecord *record) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&record->rules, rules);
    at = line_put(line_put(at, "gin/1 rules="), rules);
    at = line_name(line_put(at, " players="), record->player[0]);
    at = line_name(line_put(at, "|"), record->player[1]);
    at = line_number(line_put(at, " game="), record->game);
    at = line_number(line_put(at, " hand="), record->hand);
    at = line_number(line_put(at, " starter="), record->starter);
    at = line_number(line_put(at, " score="), record->score[0]);
    at = line_number(line_put(at, ","), record->score[1]);
    return line_deck(line_put(at, " deal="), record->deck);
}

void gin_record_print(Text *text, const GinRecord *record) {
    char line[LONGEST], part[RECORD_PART], *at = put_head(line, record);
    at = gin_put_play(line_put(at, " play="), record);
    gin_record_print_result(record, part);
    at = line_put(line_put(at, " result="), part);
    gin_record_print_over(record, part);
    at = line_put(line_put(at, " over="), part);
    *at++ = '\n';
    assert(at <= line + sizeof line);
    text_add_bytes(text, line, (size_t)(at - line));
}

// Melds as their text says them: no empty place before a full one, and one bit for all that is no card.
static GinSplit as_text(const GinSplit *melds) {
    GinSplit text = {{0}};
    for (int i = 0, count = 0; i < GIN_MAX_MELDS; i++) {
        CardSet meld = melds->meld[i], wrong = meld & ~SET_DECK ? set_of(CARD_NONE) : 0;
        if (meld) text.meld[count++] = (meld & SET_DECK) | wrong;
    }
    return text;
}

// What the log says an event was done as. The melds are the state's: those shown, the best ones where none
// were named.
static GinAction action_of_event(GinEvent event, const GinState *state) {
    static const uint8_t moves[] = {
        [GIN_EVENT_PASS] = GIN_PASS,        [GIN_EVENT_TAKE] = GIN_TAKE,   [GIN_EVENT_STOCK] = GIN_STOCK,
        [GIN_EVENT_DISCARD] = GIN_DROP,     [GIN_EVENT_KNOCK] = GIN_KNOCK, [GIN_EVENT_MELDS] = GIN_SHOW,
        [GIN_EVENT_BIG_GIN] = GIN_CALL_BIG,
    };
    GinAction action = {.move = moves[gin_event_kind(event)], .card = CARD_NONE};
    if (action.move == GIN_DROP || action.move == GIN_KNOCK) action.card = event.card;
    if (action.move >= GIN_KNOCK) action.melds = as_text(&state->melds[gin_event_seat(event)]);
    return action;
}

// Leaves of a refused action what its text can say.
static GinAction writable(const GinAction *refused) {
    GinAction action = {.move = refused->move, .card = CARD_NONE};
    if (action.move >= GIN_RESIGN) action.move = GIN_RESIGN;
    bool discards = action.move == GIN_DROP || action.move == GIN_KNOCK;
    if (discards && refused->card < 64 && set_has(SET_DECK, refused->card)) action.card = refused->card;
    if (action.move >= GIN_KNOCK && action.move < GIN_RESIGN) action.melds = as_text(&refused->melds);
    return action;
}

void gin_record_make(GinRecord *record, const GinHandRecord *hand, const GinRules *rules, const char *const names[2],
                     uint64_t game) {
    const GinState *state = hand->state;
    const GinLog *log = &hand->history->log;
    record->rules = *rules;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        text_copy(record->player[seat], GIN_NAME_TEXT, names[seat]);
        record->score[seat] = state->table.score[seat];
    }
    record->game = game;
    record->hand = hand->hand;
    record->starter = state->table.starter;
    memcpy(record->deck, hand->deck, sizeof record->deck);
    record->actions = log->count;
    for (int i = 0; i < log->count; i++) record->action[i] = action_of_event(log->event[i], state);
    record->unfinished = hand->faulty < 0 && state->table.phase != GIN_OVER;
    record->faulty = hand->faulty;
    record->fault = hand->fault;
    bool illegal = hand->fault == FAULT_ILLEGAL;
    record->refused = illegal ? writable(&hand->last) : (GinAction){.card = CARD_NONE};
    record->result = state->result;
    record->game_over = hand->game_over;
    record->game_winner = hand->game_winner;
    record->past = hand->history->past;
}

void gin_record_write(Text *text, const GinHandRecord *hand, const GinRules *rules, const char *const names[2],
                      uint64_t game) {
    GinRecord record;
    gin_record_make(&record, hand, rules, names, game);
    gin_record_print(text, &record);
}
