// SPDX-License-Identifier: MIT
// The lines of Hearts as a bot, or the host from a bot, reads them.
#include <string.h>

#include "wire/hearts/hearts_lines.h"

static bool hearts_word_is(const char *word, const char *text) { return word && strcmp(word, text) == 0; }

static bool hearts_read_card(const char *word, Card *card) {
    int used = word ? card_parse(word, card) : 0;
    return used && !word[used];
}

static bool hearts_read_seat(const char *word, Seat *seat) {
    uint64_t number;
    if (!cgp_number(word, HEARTS_SEATS - 1, &number)) return false;
    *seat = (Seat)number;
    return true;
}

// ---- Moves ----

static bool hearts_read_move_words(char *rest, HeartsAction *action, Error *err) {
    const char *word = cgp_next(&rest);
    if (!word) return error_set(err, "the move is missing; write move ID MOVE");
    if (hearts_word_is(word, "pass")) {
        const char *cards = cgp_rest(&rest);
        action->move = HEARTS_GIVE;
        return (*cards && cgp_parse_cards(cards, &action->give)) ||
               error_set(err, "'%.40s' are not different cards; write pass QS KS AH", cards);
    }
    if (hearts_word_is(word, "play")) {
        const char *card = cgp_next(&rest);
        action->move = HEARTS_PLAY;
        if (!hearts_read_card(card, &action->card))
            return error_set(err, "'%.20s' is not a card; write play QS", card ? card : "");
        return !cgp_next(&rest) || error_set(err, "there is something behind play %.2s", card);
    }
    if (!hearts_word_is(word, "resign"))
        return error_set(err, "'%.20s' is not a move; they are pass, play, resign", word);
    action->card = (Card)FAULT_RESIGN;
    return !cgp_next(&rest) || error_set(err, "there is something behind resign");
}

bool hearts_lines_parse_move(char *rest, HeartsAction *action, Error *err) {
    HeartsAction read = {.move = HEARTS_RESIGN, .card = CARD_NONE};
    cgp_spaced_move(rest);
    if (!hearts_read_move_words(rest, &read, err)) return false;
    *action = read;
    return true;
}

// ---- A match and its deals ----

// The preset the short name begins with, or what there is.
static HeartsRules preset_of(const char *name, HeartsRules otherwise) {
    int count;
    const HeartsPreset *presets = hearts_presets(&count);
    size_t size = strcspn(name, ",");
    for (int i = 0; i < count; i++)
        if (strlen(presets[i].rules.preset) == size && strncmp(name, presets[i].rules.preset, size) == 0)
            return presets[i].rules;
    return otherwise;
}

// As in gin: the keys alone make the rules.
bool hearts_lines_parse_newmatch(char *rest, HeartsRules *rules, Seat *you, Error *err) {
    HeartsRules read = hearts_rules_default(), changed;
    Seat seat = 0;
    bool seated = false;
    for (const char *key; (key = cgp_next(&rest)) != NULL;) {
        const char *value = cgp_next(&rest);
        char name[HEARTS_RULES_TEXT], setting[2 * HEARTS_RULES_TEXT];
        if (!value) return error_set(err, "newmatch: '%.20s' has no value", key);
        if (hearts_word_is(key, "you") && !(seated = hearts_read_seat(value, &seat)))
            return error_set(err, "newmatch: you %.20s is no seat; hearts has 0 to 3", value);
        if (hearts_word_is(key, "seats") && !hearts_word_is(value, "4"))
            return error_set(err, "newmatch: hearts has 4 seats, not %.20s", value);
        if (hearts_word_is(key, "rules")) read = preset_of(value, read);
        hearts_rules_print(&read, name);
        if (cgp_join_rule(setting, sizeof setting, name, key, value) && hearts_rules_parse(setting, &changed, NULL))
            read = changed; // else a key this version does not know
    }
    if (!seated) return error_set(err, "newmatch does not say which seat is yours (you SEAT)");
    *rules = read;
    *you = seat;
    return true;
}

bool hearts_lines_read_pass(const char *word, HeartsPass *pass) {
    for (int i = HEARTS_PASS_NONE; i <= HEARTS_PASS_ACROSS; i++) {
        if (!hearts_word_is(word, hearts_lines_pass((HeartsPass)i))) continue;
        *pass = (HeartsPass)i;
        return true;
    }
    return false;
}

bool hearts_lines_read_scores(const char *first, char **rest, int16_t score[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int64_t number;
        if (!cgp_signed(seat ? cgp_next(rest) : first, &number)) return false;
        if (number < -HEARTS_SCORE_LIMIT || number > HEARTS_SCORE_LIMIT) return false;
        score[seat] = (int16_t)number;
    }
    return true;
}

bool hearts_lines_parse_newdeal(char *rest, HeartsNewDeal *deal, Error *err) {
    HeartsNewDeal read = {0};
    uint64_t number;
    bool way = false, good = cgp_number(cgp_next(&rest), UINT32_MAX, &number);
    for (const char *key; good && (key = cgp_next(&rest)) != NULL;) {
        if (hearts_word_is(key, "pass"))
            good = way = hearts_lines_read_pass(cgp_next(&rest), &read.pass);
        else if (hearts_word_is(key, "scores"))
            good = hearts_lines_read_scores(cgp_next(&rest), &rest, read.score);
        else
            cgp_next(&rest);
    }
    if (!good || !way) return error_set(err, "newdeal must be: newdeal N pass left|right|across|hold scores N N N N");
    read.deal = (uint32_t)number;
    *deal = read;
    return true;
}

static bool hearts_read_trick_words(char *rest, const char *seat, HeartsLineEvent *event) {
    uint64_t points;
    event->kind = HEARTS_LINE_TRICK;
    if (!hearts_read_seat(seat, &event->seat) || !cgp_number(cgp_next(&rest), HEARTS_SCORE_LIMIT, &points))
        return false;
    event->points = (int16_t)points;
    return true;
}

// `who` "received" has its first card as `what`, which is looked at together with the rest.
static bool read_event(char *rest, const char *who, const char *what, HeartsLineEvent *event) {
    CardSet first;
    if (hearts_word_is(who, "you") && hearts_word_is(what, "pass")) {
        event->kind = HEARTS_LINE_GAVE;
        return cgp_parse_cards(cgp_rest(&rest), &event->cards);
    }
    if (hearts_word_is(who, "received")) {
        event->kind = HEARTS_LINE_RECEIVED;
        if (!cgp_parse_cards(what, &first) || !cgp_parse_cards(cgp_rest(&rest), &event->cards)) return false;
        if (first & event->cards) return false;
        event->cards |= first;
        return true;
    }
    if (hearts_word_is(who, "trick")) return hearts_read_trick_words(rest, what, event);
    if (!hearts_word_is(what, "play") || !hearts_read_seat(who, &event->seat))
        return true; // something later versions have
    event->kind = HEARTS_LINE_PLAY;
    return hearts_read_card(cgp_next(&rest), &event->card);
}

bool hearts_lines_parse_event(char *rest, HeartsLineEvent *event, Error *err) {
    HeartsLineEvent read = {.kind = HEARTS_LINE_OTHER, .card = CARD_NONE};
    const char *who = cgp_next(&rest), *what = who ? cgp_next(&rest) : NULL;
    if (what && !read_event(rest, who, what, &read))
        return error_set(err, "the event 'ev %.20s %.20s ...' is not as the protocol has it", who, what);
    *event = read;
    return true;
}
