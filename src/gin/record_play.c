// SPDX-License-Identifier: MIT
// Parses the play of a record: from text to actions, each checked in its position.
#include <assert.h>

#include "gin/record_internal.h"

// Says what the seat to act could have done instead.
bool gin_record_expect(const GinState *state, Error *err) {
    char cards[SET_TEXT], knocks[SET_TEXT], up[CARD_TEXT];
    int seat = state->table.to_act;
    GinLegal legal = gin_legal(state);
    card_print(state->table.upcard, up);
    switch ((GinPhase)state->table.phase) {
    case GIN_FIRST_OFFER:
    case GIN_SECOND_OFFER: return error_set(err, "seat %d may pass (p) or take %s (u)", seat, up);
    case GIN_DRAW:
        if (!legal.take) return error_set(err, "seat %d must draw from the stock (s): both have declined %s", seat, up);
        return error_set(err, "seat %d may take %s (u) or draw from the stock (s)", seat, up);
    case GIN_DISCARD:
        set_print(legal.discards, ' ', cards);
        set_print(legal.knocks, ' ', knocks);
        return error_set(err, "seat %d may discard (-) one of %s, and knock (!) with %s; the limit is %d", seat, cards,
                         legal.knocks ? knocks : "none of them", state->table.knock_limit);
    case GIN_DEFEND:
        set_print(state->hand[seat], ' ', cards);
        return error_set(err, "seat %d shows (=) melds of its hand %s", seat, cards);
    case GIN_OVER: break;
    }
    return error_set(err, "the hand is over");
}

// Melds with '/' between them. Those of a refused action may hold "--", what was no card.
static bool read_melds(Span text, bool refused, GinSplit *melds, Error *err) {
    Span part;
    for (int i = 0; span_next(&text, '/', &part); i++) {
        if (i == GIN_MAX_MELDS) return error_set(err, "more than %d melds", GIN_MAX_MELDS);
        CardSet meld = 0;
        for (const char *at = part.at; at < part.end; at += 2) {
            Card card = CARD_NONE;
            bool wrong = refused && part.end - at >= 2 && memcmp(at, "--", 2) == 0;
            if (!wrong && !span_card(at, part.end, &card))
                return error_set(err, "'%s' in its melds is no card",
                                 span_quote((Span){at, at + (part.end - at > 1 ? 2 : 1)}).text);
            if (set_has(meld, card)) return error_set(err, "%.2s is twice in a meld", at);
            meld |= set_of(card);
        }
        if (!meld) return error_set(err, "a meld without cards; melds are written AC2C3C/7D7H7S");
        melds->meld[i] = meld;
    }
    return true;
}

static int move_of(char c) {
    const char *known = "pus-!*="; // in the order of GinMove
    const char *at = c ? strchr(known, c) : NULL;
    return at ? (int)(at - known) : -1;
}

// One action without its comma and question mark.
static bool gin_read_move(Span text, bool refused, GinAction *action, Error *err) {
    *action = (GinAction){.move = GIN_RESIGN, .card = CARD_NONE};
    if (text.at == text.end && refused) return true;
    int move = text.at < text.end ? move_of(*text.at) : -1;
    if (move < 0) return error_set(err, "is no action; actions are p u s -CARD !CARD:MELDS *:MELDS =MELDS");
    action->move = (uint8_t)move;
    text.at++;
    if (move == GIN_DROP || move == GIN_KNOCK) {
        bool none = refused && span_size(text) >= 2 && memcmp(text.at, "--", 2) == 0;
        if (!none && !span_card(text.at, text.end, &action->card))
            return error_set(err, "after %c there must be a card such as 7H", text.at[-1]);
        text.at += 2;
    }
    if (text.at == text.end) return true;
    if (move < GIN_KNOCK) return error_set(err, "goes on with '%s' where a comma belongs", span_quote(text).text);
    if (move != GIN_SHOW && *text.at++ != ':') return error_set(err, "needs a : before its melds");
    if (text.at == text.end) return error_set(err, "has no melds after its :");
    return read_melds(text, refused, &action->melds, err);
}

static bool play_action(Reading *reading, Span text, Error *err) {
    GinRecord *record = &reading->record;
    GinAction action;
    if (reading->refused) return error_set(err, "comes after an action that was refused and ended the hand");
    reading->refused = text.at < text.end && *text.at == '?';
    if (reading->refused) text.at++;
    if (!gin_read_move(text, reading->refused, &action, err)) return false;
    if (reading->refused) {
        record->refused = action;
        if (reading->state.table.phase == GIN_OVER) return error_set(err, "was refused (?) though the hand was over");
        return !gin_is_legal(&reading->state, &action) || error_set(err, "is marked as refused (?) but legal");
    }
    if (!gin_try(&reading->state, NULL, &action)) {
        gin_record_expect(&reading->state, err);
        return error_prefix(err, "is not legal");
    }
    assert(record->actions < GIN_MAX_ACTIONS); // the turn limit ends every hand before
    record->action[record->actions++] = action;
    return true;
}

static bool ends_turn(char c) { return c == '-' || c == '!' || c == '*'; }

// The end of the action that begins at text.at: a draw ends where its discard begins.
static const char *end_of_action(Span text) {
    const char *end = text.at;
    bool draw = end < text.end && (*end == 'u' || *end == 's');
    while (end < text.end && *end != ',') {
        if (draw && end > text.at && ends_turn(*end)) break;
        end++;
    }
    return end;
}

bool gin_record_read_play(Reading *reading, Span text, Error *err) {
    gin_record_deal(&reading->record, &reading->state, NULL);
    reading->record.actions = 0;
    reading->record.refused = (GinAction){.card = CARD_NONE};
    for (bool more = text.at < text.end; more;) {
        Span action = {text.at, end_of_action(text)};
        if (!play_action(reading, action, err))
            return error_prefix(err, "action %d, '%s'", reading->record.actions + 1, span_quote(action).text);
        more = action.end < text.end;
        bool comma = more && *action.end == ',';
        text.at = action.end + comma;
        if (comma && text.at < text.end && ends_turn(*text.at))
            return error_set(err, "action %d, '%s', must follow its draw without a comma", reading->record.actions + 1,
                             span_quote((Span){text.at, end_of_action(text)}).text);
    }
    return true;
}
