// SPDX-License-Identifier: MIT
// Gin's lines as a bot, or the host from a bot, reads them.
#include <string.h>

#include "wire/gin/gin_lines.h"

static bool gin_word_is(const char *word, const char *text) { return word && strcmp(word, text) == 0; }

static bool gin_read_card(const char *word, Card *card) {
    int used = word ? card_parse(word, card) : 0;
    return used && !word[used];
}

static bool gin_read_seat(const char *word, Seat *seat) {
    if (!gin_word_is(word, "0") && !gin_word_is(word, "1")) return false;
    *seat = (Seat)(*word - '0');
    return true;
}

static bool read_small(const char *word, uint64_t most, uint16_t *value) {
    uint64_t number;
    if (!cgp_number(word, most, &number)) return false;
    *value = (uint16_t)number;
    return true;
}

static bool read_byte(const char *word, uint8_t *value) {
    uint64_t number;
    if (!cgp_number(word, UINT8_MAX, &number)) return false;
    *value = (uint8_t)number;
    return true;
}

// ---- Melds and moves ----

bool gin_lines_parse_melds(const char *text, GinSplit *melds, Error *err) {
    GinSplit read = {{0}};
    int count = 0;
    if (strcmp(text, "-") != 0) {
        for (const char *at = text;; at++) {
            if (count == GIN_MAX_MELDS) return error_set(err, "'%.60s' are more than %d melds", text, GIN_MAX_MELDS);
            CardSet meld = 0;
            Card card;
            for (int used; (used = card_parse(at, &card)) > 0; at += used) {
                if (set_has(meld, card)) return error_set(err, "%.2s is twice in a meld of '%.60s'", at, text);
                meld |= set_of(card);
            }
            if (!meld || (*at && *at != '/'))
                return error_set(err, "'%.60s' are no melds; write AC2C3C/7D7H7S, or - for none", text);
            read.meld[count++] = meld;
            if (!*at) break;
        }
    }
    *melds = read;
    return true;
}

// Melds given as "-" are none at all, which a knock cannot show in an action: zero means the best split there. Only the
// defender may lay none, and then it may as well not lay any that are better.
static bool read_move_melds(char *rest, bool keyed, GinSplit *melds, Error *err) {
    const char *word = cgp_next(&rest);
    if (!word) return true;
    if (keyed && !gin_word_is(word, "melds")) return error_set(err, "'%.20s' stands where only melds may", word);
    if (keyed) word = cgp_next(&rest);
    if (!word) return error_set(err, "melds without cards; write melds AC2C3C/7D7H7S or leave them out");
    if (cgp_next(&rest)) return error_set(err, "there is something behind the melds %.60s", word);
    return gin_lines_parse_melds(word, melds, err);
}

static bool read_draw(char *rest, GinAction *action, Error *err) {
    const char *from = cgp_next(&rest);
    if (gin_word_is(from, "up"))
        action->move = GIN_TAKE;
    else if (gin_word_is(from, "stock"))
        action->move = GIN_STOCK;
    else
        return error_set(err, "draw from where? write draw up or draw stock");
    return !cgp_next(&rest) || error_set(err, "there is something behind draw %s", from);
}

static bool read_discard(char *rest, bool knock, GinAction *action, Error *err) {
    const char *word = cgp_next(&rest);
    action->move = knock ? GIN_KNOCK : GIN_DROP;
    if (!gin_read_card(word, &action->card))
        return error_set(err, "'%.20s' is not a card; write %s KD", word ? word : "", knock ? "knock" : "discard");
    if (knock) return read_move_melds(rest, true, &action->melds, err);
    return !cgp_next(&rest) || error_set(err, "there is something behind discard %.2s", word);
}

static bool gin_read_move_words(char *rest, GinAction *action, Error *err) {
    const char *word = cgp_next(&rest);
    if (!word) return error_set(err, "the move is missing; write move ID MOVE");
    if (gin_word_is(word, "draw")) return read_draw(rest, action, err);
    if (gin_word_is(word, "discard")) return read_discard(rest, false, action, err);
    if (gin_word_is(word, "knock")) return read_discard(rest, true, action, err);
    if (gin_word_is(word, "biggin")) {
        action->move = GIN_CALL_BIG;
        return read_move_melds(rest, true, &action->melds, err);
    }
    if (gin_word_is(word, "melds")) {
        action->move = GIN_SHOW;
        return read_move_melds(rest, false, &action->melds, err);
    }
    if (gin_word_is(word, "pass"))
        action->move = GIN_PASS;
    else if (gin_word_is(word, "resign"))
        action->card = (Card)FAULT_RESIGN;
    else
        return error_set(err, "'%.20s' is not a move; they are pass, draw, discard, knock, biggin, melds, resign",
                         word);
    return !cgp_next(&rest) || error_set(err, "there is something behind %s", word);
}

bool gin_lines_parse_move(char *rest, GinAction *action, Error *err) {
    GinAction read = {.move = GIN_RESIGN, .card = CARD_NONE};
    cgp_spaced_move(rest);
    if (!gin_read_move_words(rest, &read, err)) return false;
    *action = read;
    return true;
}

// ---- A match and its deals ----

// The keys alone make the rules; the short name only says which preset they are called after, since it may be one that
// only the host knows.
bool gin_lines_parse_newmatch(char *rest, GinRules *rules, Seat *you, Error *err) {
    GinRules read = gin_rules_default();
    Seat seat = 0;
    bool seated = false;
    for (const char *key; (key = cgp_next(&rest)) != NULL;) {
        const char *value = cgp_next(&rest);
        if (!value) return error_set(err, "newmatch: '%.20s' has no value", key);
        if (gin_word_is(key, "you") && !(seated = gin_read_seat(value, &seat)))
            return error_set(err, "newmatch: you %.20s is no seat; gin has 0 and 1", value);
        if (gin_word_is(key, "seats") && !gin_word_is(value, "2"))
            return error_set(err, "newmatch: gin has 2 seats, not %.20s", value);
        if (gin_word_is(key, "rules")) {
            int count;
            const GinPreset *presets = gin_presets(&count);
            size_t size = strcspn(value, ",");
            for (int i = 0; i < count; i++)
                if (strlen(presets[i].rules.preset) == size && strncmp(value, presets[i].rules.preset, size) == 0)
                    read = presets[i].rules;
        }
        char name[GIN_RULES_TEXT], setting[2 * GIN_RULES_TEXT];
        gin_rules_print(&read, name);
        GinRules changed;
        if (cgp_join_rule(setting, sizeof setting, name, key, value) && gin_rules_parse(setting, &changed, NULL))
            read = changed; // else a key this version does not know
    }
    if (!seated) return error_set(err, "newmatch does not say which seat is yours (you SEAT)");
    *rules = read;
    *you = seat;
    return true;
}

static bool read_scores(char **rest, uint16_t score[2]) {
    return read_small(cgp_next(rest), UINT16_MAX, &score[0]) && read_small(cgp_next(rest), UINT16_MAX, &score[1]);
}

bool gin_lines_parse_newdeal(char *rest, GinNewDeal *deal, Error *err) {
    GinNewDeal read = {0};
    uint64_t number;
    bool starter = false, good = cgp_number(cgp_next(&rest), UINT32_MAX, &number);
    for (const char *key; good && (key = cgp_next(&rest)) != NULL;) {
        if (gin_word_is(key, "starter"))
            good = starter = gin_read_seat(cgp_next(&rest), &read.starter);
        else if (gin_word_is(key, "scores"))
            good = read_scores(&rest, read.score);
        else
            cgp_next(&rest);
    }
    if (!good || !starter) return error_set(err, "newdeal must be: newdeal N starter SEAT scores N N");
    read.deal = (uint32_t)number;
    *deal = read;
    return true;
}

// A pass, a discard or a knock hands the turn on.
int gin_lines_parse_play(const char *play, Seat starter, GinLineStep step[GIN_LOG_SIZE]) {
    static const char kinds[] = "pus-!*="; // in the order of GinEventKind
    int count = 0;
    Seat seat = starter;
    if (strcmp(play, "-") == 0) return 0;
    for (const char *at = play; *at; count++) {
        const char *kind = strchr(kinds, *at++);
        if (!kind || count == GIN_LOG_SIZE) return -1;
        step[count] = (GinLineStep){.kind = (GinEventKind)(kind - kinds), .seat = seat, .card = CARD_NONE};
        if (*kind == '-' || *kind == '!') {
            int used = card_parse(at, &step[count].card);
            if (!used) return -1;
            at += used;
        }
        if (*kind != 'u' && *kind != 's') seat ^= 1;
        at += *at == ',';
    }
    return count;
}

static bool read_event_melds(char **rest, GinLineEvent *event, bool loose) {
    const char *melds = cgp_next(rest);
    if (!melds || !gin_lines_parse_melds(melds, &event->melds, NULL)) return false;
    if (!loose) return true;
    return gin_word_is(cgp_next(rest), "loose") && cgp_parse_cards(cgp_rest(rest), &event->cards);
}

static bool read_seat_event(char *rest, const char *what, GinLineEvent *event) {
    if (gin_word_is(what, "pass")) {
        event->kind = GIN_LINE_PASS;
    } else if (gin_word_is(what, "draw")) {
        const char *from = cgp_next(&rest);
        event->kind = gin_word_is(from, "up") ? GIN_LINE_TAKE : GIN_LINE_STOCK;
        return gin_word_is(from, "stock") || (gin_word_is(from, "up") && gin_read_card(cgp_next(&rest), &event->card));
    } else if (gin_word_is(what, "discard")) {
        event->kind = GIN_LINE_DISCARD;
        return gin_read_card(cgp_next(&rest), &event->card);
    } else if (gin_word_is(what, "knock")) {
        event->kind = GIN_LINE_KNOCK;
        return gin_read_card(cgp_next(&rest), &event->card) && gin_word_is(cgp_next(&rest), "melds") &&
               read_event_melds(&rest, event, true);
    } else if (gin_word_is(what, "biggin")) {
        event->kind = GIN_LINE_BIG_GIN;
        return gin_word_is(cgp_next(&rest), "melds") && read_event_melds(&rest, event, false);
    } else if (gin_word_is(what, "melds")) {
        event->kind = GIN_LINE_MELDS;
        return read_event_melds(&rest, event, true);
    } else if (gin_word_is(what, "layoff")) {
        event->kind = GIN_LINE_LAYOFF;
        return gin_read_card(cgp_next(&rest), &event->card) && read_event_melds(&rest, event, false);
    } else if (gin_word_is(what, "hand")) {
        event->kind = GIN_LINE_HAND;
        return cgp_parse_cards(cgp_rest(&rest), &event->cards);
    }
    return true;
}

bool gin_lines_parse_event(char *rest, GinLineEvent *event, Error *err) {
    GinLineEvent read = {.kind = GIN_LINE_OTHER, .card = CARD_NONE};
    const char *who = cgp_next(&rest), *what = cgp_next(&rest);
    bool good = true;
    if (gin_word_is(who, "upcard")) {
        read.kind = GIN_LINE_UPCARD;
        good = gin_read_card(what, &read.card);
    } else if (gin_word_is(who, "you") && gin_word_is(what, "draw")) {
        read.kind = GIN_LINE_DREW;
        good = gin_read_card(cgp_next(&rest), &read.card);
    } else if (what && gin_read_seat(who, &read.seat)) {
        good = read_seat_event(rest, what, &read);
    }
    if (!good)
        return error_set(err, "the event 'ev %.20s %.20s ...' is not as the protocol has it", who, what ? what : "");
    *event = read;
    return true;
}

static bool gin_read_end_word(const char *word, uint8_t *end) {
    static const char *const ends[] = {"cancelled", "knock", "gin", "biggin", "undercut"};
    for (uint8_t i = 0; word && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(word, ends[i]) == 0) {
            *end = i;
            return true;
        }
    return false;
}

bool gin_lines_parse_enddeal(char *rest, GinEndDeal *end, Error *err) {
    GinEndDeal read = {.score = {0, 0}};
    bool good = gin_read_end_word(cgp_next(&rest), &read.result.end);
    for (const char *key; good && (key = cgp_next(&rest)) != NULL;) {
        if (gin_word_is(key, "winner"))
            good = gin_read_seat(cgp_next(&rest), &read.result.winner);
        else if (gin_word_is(key, "points"))
            good = read_small(cgp_next(&rest), UINT16_MAX, &read.result.points);
        else if (gin_word_is(key, "deadwood"))
            good = read_byte(cgp_next(&rest), &read.result.deadwood[0]) &&
                   read_byte(cgp_next(&rest), &read.result.deadwood[1]);
        else if (gin_word_is(key, "scores"))
            good = read_scores(&rest, read.score);
        else
            cgp_next(&rest);
    }
    if (!good) return error_set(err, "enddeal must be: enddeal END [winner SEAT points N] deadwood N N scores N N");
    *end = read;
    return true;
}
