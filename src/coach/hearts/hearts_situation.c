// SPDX-License-Identifier: MIT
#include "coach/hearts/hearts_situation.h"

#include <string.h>
#include <strings.h>

enum { US = 0 };

static const char *const SEATS[HEARTS_SEATS] = {"you", "the player on the left", "the player across",
                                                "the player on the right"};
static const char *const SUITS[CARD_SUITS] = {"clubs", "diamonds", "hearts", "spades"};

typedef struct Row {
    Card card[CARD_COUNT];
    int count;
    CardSet set;
} Row;

typedef struct Told {
    Row hand, trick, seen, given, received;
    CardSet own; // the thirteen cards play began with
    HeartsPass way;
    bool passing;
    Seat leader[HEARTS_TRICKS + 1]; // of each trick, the one on the table last
} Told;

// ---- Reading ----

static bool hearts_told_row(const char *text, const char *what, Row *row, Error *err) {
    *row = (Row){.count = 0};
    for (const char *at = text ? text : ""; *at;) {
        Card card;
        if (*at == ' ' || *at == ',') {
            at++;
            continue;
        }
        int used = card_read(at, &card);
        if (!used) return error_set(err, "%s: '%.10s' is no card; cards are written 7H, TD or AS", what, at);
        if (set_has(row->set, card)) return error_set(err, "%s: %.*s is there twice", what, used, at);
        row->set |= set_of(card);
        row->card[row->count++] = card;
        at += used;
    }
    return true;
}

static bool apart(CardSet both, const char *what, const char *other, Error *err) {
    char card[CARD_TEXT];
    if (!both) return true;
    card_print(set_first(both), card);
    return error_set(err, "%s: %s cannot be there and in %s", what, card, other);
}

static bool hearts_told_cards(const HeartsTold *text, Told *told, Error *err) {
    if (!hearts_told_row(text->hand, "the hand", &told->hand, err) ||
        !hearts_told_row(text->trick, "--trick", &told->trick, err) ||
        !hearts_told_row(text->seen, "--seen", &told->seen, err) ||
        !hearts_told_row(text->given, "--given", &told->given, err) ||
        !hearts_told_row(text->received, "--received", &told->received, err))
        return false;
    if (told->trick.count >= HEARTS_SEATS)
        return error_set(err, "--trick: %d cards; before your turn none to three lie on the table", told->trick.count);
    if (told->seen.count % HEARTS_SEATS)
        return error_set(err, "--seen: %d cards are no whole tricks; give four cards for each trick, as they fell",
                         told->seen.count);
    int tricks = told->seen.count / HEARTS_SEATS, holds = HEARTS_HAND_SIZE - tricks;
    if (told->hand.count != holds)
        return error_set(err, "the hand has %d card%s; after %d trick%s it has %d", told->hand.count,
                         told->hand.count == 1 ? "" : "s", tricks, tricks == 1 ? "" : "s", holds);
    return apart(told->trick.set & told->hand.set, "--trick", "the hand", err) &&
           apart(told->seen.set & told->hand.set, "--seen", "the hand", err) &&
           apart(told->seen.set & told->trick.set, "--seen", "--trick", err);
}

// The way as a deal's number, which is how the rules have it.
static bool read_way(const char *text, const HeartsRules *rules, Told *told, uint32_t *deal, Error *err) {
    static const char *const names[] = {[HEARTS_PASS_NONE] = "hold",
                                        [HEARTS_PASS_LEFT] = "left",
                                        [HEARTS_PASS_RIGHT] = "right",
                                        [HEARTS_PASS_ACROSS] = "across"};
    int way = rules->pass_count ? HEARTS_PASS_LEFT : HEARTS_PASS_NONE;
    if (text) {
        for (way = 0; way < 4 && strcasecmp(text, names[way]) != 0;) way++;
        if (way == 4) return error_set(err, "--pass: '%.20s' is none of left, right, across and hold", text);
    }
    told->way = (HeartsPass)way;
    for (*deal = 0; *deal < 4; ++*deal)
        if (hearts_pass_direction(rules, *deal) == told->way) return true;
    if (way == HEARTS_PASS_NONE) { // these rules pass in every hand; nothing is known of what was passed
        *deal = 0;
        return true;
    }
    return error_set(err, "--pass: under these rules no cards are passed %s", names[way]);
}

static bool read_passed(const HeartsRules *rules, Told *told, Error *err) {
    int count = rules->pass_count;
    if (told->way == HEARTS_PASS_NONE && (told->given.count || told->received.count))
        return error_set(err, "--given and --received: in this hand no cards are passed");
    if (told->given.count && told->given.count != count)
        return error_set(err, "--given: %d cards are passed, not %d", count, told->given.count);
    if (told->received.count && told->received.count != count)
        return error_set(err, "--received: %d cards are passed, not %d", count, told->received.count);
    told->passing = told->way != HEARTS_PASS_NONE && !told->given.count && !told->received.count && !told->seen.count &&
                    !told->trick.count;
    return apart(told->given.set & told->hand.set, "--given", "the hand", err);
}

static bool hearts_told_score(const char *text, const HeartsRules *rules, int16_t score[HEARTS_SEATS], Error *err) {
    memset(score, 0, HEARTS_SEATS * sizeof *score);
    const char *at = text ? text : "";
    for (int seat = 0; text && seat < HEARTS_SEATS; seat++) {
        bool minus = *at == '-';
        int digits = 0, number = 0;
        for (at += minus; *at >= '0' && *at <= '9' && digits < 5; at++, digits++) number = 10 * number + (*at - '0');
        bool ends = seat == HEARTS_SEATS - 1 ? !*at : *at == '-' || *at == ':' || *at == ',';
        if (!digits || !ends)
            return error_set(err,
                             "--score: '%.30s' is no score; write four numbers, yours first, then clockwise: "
                             "12-30-5-40",
                             text);
        at += *at != '\0';
        if (rules->target && number >= rules->target && !minus)
            return error_set(err, "--score: %d points end a game to %d; during a hand all scores are below that",
                             number, rules->target);
        if (number > HEARTS_SCORE_LIMIT) return error_set(err, "--score: nobody has %d points", number);
        score[seat] = (int16_t)(minus ? -number : number);
    }
    return true;
}

// ---- Who played what ----

static const Card *trick_at(const Told *told, int trick) { return told->seen.card + HEARTS_SEATS * trick; }

// The place in a full trick, from its leader, that takes it.
static int winning_place(const Card *trick) {
    int best = 0;
    for (int i = 1; i < HEARTS_SEATS; i++)
        if (card_suit(trick[i]) == card_suit(trick[0]) && hearts_strength(trick[i]) > hearts_strength(trick[best]))
            best = i;
    return best;
}

static void find_leaders(Told *told) {
    int tricks = told->seen.count / HEARTS_SEATS;
    told->leader[tricks] = (Seat)((HEARTS_SEATS - told->trick.count) & 3);
    told->own = told->hand.set;
    for (int trick = tricks - 1; trick >= 0; trick--) {
        const Card *cards = trick_at(told, trick);
        told->leader[trick] = (Seat)((told->leader[trick + 1] - winning_place(cards)) & 3);
        told->own |= set_of(cards[(US - told->leader[trick]) & 3]);
    }
}

// Cards for the others: what they played, then hidden ones up to thirteen.
static void deal_others(const Told *told, HeartsState *state) {
    int tricks = told->seen.count / HEARTS_SEATS;
    CardSet hidden = SET_DECK & ~(told->own | told->seen.set | told->trick.set);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) state->hand[seat] = seat == US ? told->own : 0;
    for (int i = 0; i < told->seen.count; i++) {
        Seat seat = (Seat)((told->leader[i / 4] + i % 4) & 3);
        if (seat != US) state->hand[seat] |= set_of(told->seen.card[i]);
    }
    for (int i = 0; i < told->trick.count; i++)
        state->hand[(told->leader[tricks] + i) & 3] |= set_of(told->trick.card[i]);
    for (int seat = 1; seat < HEARTS_SEATS; seat++)
        for (; set_count(state->hand[seat]) < HEARTS_HAND_SIZE; hidden = set_rest(hidden))
            state->hand[seat] |= hidden & -hidden;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) state->start[seat] = state->hand[seat];
}

static bool may_have(const HeartsState *state, const Told *told, Seat seat, Card card, Error *err) {
    char text[CARD_TEXT];
    card_print(card, text);
    if (seat == US && !hearts_may_play(state, US, card))
        return error_set(err, "--seen: in trick %d you played %s, which the rules did not allow with your cards",
                         state->table.tricks + 1, text);
    if (seat != US && (state->table.void_suits[seat] >> card_suit(card) & 1) && card != HEARTS_QUEEN)
        return error_set(err, "%s played %s in trick %d after showing to have no %s", SEATS[seat], text,
                         state->table.tricks + 1, SUITS[card_suit(card)]);
    if (set_has(told->given.set, card) && seat != hearts_pass_to(told->way, US))
        return error_set(err, "--given: %s was passed on, so %s cannot have played it", text, SEATS[seat]);
    return true;
}

static bool situation_play_card(HeartsSituation *situation, const Told *told, Card card, Error *err) {
    HeartsState *state = &situation->state;
    if (!may_have(state, told, state->table.to_act, card, err)) return false;
    hearts_play_logged(state, &situation->log, card);
    return true;
}

static bool situation_play_all(HeartsSituation *situation, const Told *told, Error *err) {
    HeartsTable *table = &situation->state.table;
    Card first = told->seen.count ? told->seen.card[0] : told->trick.count ? told->trick.card[0] : CARD_NONE;
    bool two = situation->rules.two_leads;
    if (two && first != CARD_NONE && first != HEARTS_TWO_OF_CLUBS)
        return error_set(err,
                         "the first trick is led with the two of clubs: name all tricks in --seen, from the first");
    if (two && first == CARD_NONE && !set_has(told->own, HEARTS_TWO_OF_CLUBS))
        return error_set(err,
                         "whoever holds the two of clubs leads the first trick: name it in --trick, or pass cards");
    table->phase = HEARTS_PLAYING;
    table->passed = told->way == HEARTS_PASS_NONE ? 0 : 15;
    table->leader = table->to_act = told->leader[0];
    table->asked = hearts_asked(table, &situation->rules);
    for (int i = 0; i < told->seen.count; i++)
        if (!situation_play_card(situation, told, told->seen.card[i], err)) return false;
    for (int i = 0; i < told->trick.count; i++)
        if (!situation_play_card(situation, told, told->trick.card[i], err)) return false;
    return true;
}

static void note_passes(const Told *told, HeartsState *state) {
    if (told->way == HEARTS_PASS_NONE) return;
    state->given[US] = told->given.set;
    for (int seat = 1; seat < HEARTS_SEATS; seat++)
        if (hearts_pass_to(told->way, (Seat)seat) == US) state->given[seat] = told->received.set;
}

bool hearts_situation_read(const HeartsTold *text, HeartsSituation *situation, Error *err) {
    Told told = {.own = 0};
    uint32_t deal;
    int16_t score[HEARTS_SEATS];
    HeartsState *state = &situation->state;
    Card deck[CARD_COUNT];
    const HeartsRules *rules = &situation->rules;
    if (!hearts_told_cards(text, &told, err) || !read_way(text->way, rules, &told, &deal, err) ||
        !read_passed(rules, &told, err) || !hearts_told_score(text->score, rules, score, err))
        return false;
    find_leaders(&told);
    if (told.received.set & ~told.own)
        return error_set(err, "--received: these cards are in your hand or were played by you");
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = card_from_index(i);
    hearts_deal_deck(state, &situation->log, rules, deal, score, deck);
    state->table.direction = (uint8_t)told.way;
    deal_others(&told, state);
    if (told.passing) {
        state->table.phase = HEARTS_PASSING;
        state->table.to_act = US;
        return true;
    }
    note_passes(&told, state);
    return situation_play_all(situation, &told, err);
}
