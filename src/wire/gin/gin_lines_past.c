// SPDX-License-Identifier: MIT
// Deals of a match that are over, a line each: all that both players saw. Reading one plays it again by the referee's
// own rules, on a state in which nobody holds a card before it is shown, so that what could not have happened is
// refused and what comes out is the referee's hand, byte by byte.
#include <string.h>

#include "base/memory.h"
#include "wire/gin/gin_lines.h"

// ---- Writing ----

static void add_line(Text *text, const GinPastHand *hand) {
    const GinTable *table = &hand->table;
    const GinResult *result = &hand->result;
    Seat knocker = result->knocker;
    text_addf(text, "past %u starter %d scores %u %u first ", hand->number, table->starter, table->score[0],
              table->score[1]);
    cgp_add_card(text, hand->event[0].card); // passed or taken
    text_add(text, " play ");
    gin_lines_add_play(text, hand->event, hand->events);
    text_add(text, " hands ");
    cgp_add_cards(text, hand->hand[0], 0);
    text_add(text, "/");
    cgp_add_cards(text, hand->hand[1], 0);
    text_add(text, " melds ");
    gin_lines_add_melds(text, &hand->melds[knocker]);
    text_add(text, " answer ");
    gin_lines_add_melds(text, &hand->melds[knocker ^ 1]);
    text_add(text, " layoffs ");
    cgp_add_cards(text, result->laid_off, 0);
    text_add(text, " end ");
    gin_lines_add_end(text, result);
    text_add(text, "\n");
}

void gin_lines_past(Text *text, const GinPastHand *last) {
    if (!last) return;
    gin_lines_past(text, last->before);
    add_line(text, last);
}

// ---- Reading ----

typedef struct PastLine {
    GinNewDeal deal;
    Card first;
    CardSet hand[2];
    GinSplit melds, answer; // the knocker's, the defender's
    GinLineStep step[GIN_LOG_SIZE];
    int steps;
    GinState state;
    GinHistory history;
} PastLine;

static bool read_hands(char *value, CardSet hand[2]) {
    char *other = strchr(value, '/');
    if (!other) return false;
    *other++ = '\0';
    return cgp_parse_cards(value, &hand[0]) && cgp_parse_cards(other, &hand[1]);
}

// The play is read when all is: it needs the starter.
static bool past_read_pair(PastLine *line, const char *key, char *value, char **rest, const char **play) {
    uint64_t number;
    if (strcmp(key, "starter") == 0) {
        if (!cgp_number(value, 1, &number)) return false;
        line->deal.starter = (Seat)number;
    } else if (strcmp(key, "scores") == 0) {
        for (int i = 0; i < GIN_SEATS; i++) {
            if (!cgp_number(i ? cgp_next(rest) : value, UINT16_MAX, &number)) return false;
            line->deal.score[i] = (uint16_t)number;
        }
    } else if (strcmp(key, "first") == 0) {
        return card_parse(value, &line->first) > 0;
    } else if (strcmp(key, "play") == 0) {
        *play = value;
    } else if (strcmp(key, "hands") == 0) {
        return read_hands(value, line->hand);
    } else if (strcmp(key, "melds") == 0) {
        return gin_lines_parse_melds(value, &line->melds, NULL);
    } else if (strcmp(key, "answer") == 0) {
        return gin_lines_parse_melds(value, &line->answer, NULL);
    }
    return true; // the rest follows from these
}

// A key looks like no number and no card, so that values of keys that are not read can be told apart.
static bool belongs_to_a_value(const char *word) {
    Card card;
    int64_t number;
    int used = card_parse(word, &card);
    return cgp_signed(word, &number) || (used && !word[used]);
}

static bool past_read_line(PastLine *line, char *rest, Error *err) {
    uint64_t number;
    const char *play = NULL;
    if (!cgp_number(cgp_next(&rest), GIN_HAND_LIMIT - 1, &number))
        return error_set(err, "past must begin with the deal's number, from 0 to %d", GIN_HAND_LIMIT - 1);
    line->deal.deal = (uint32_t)number;
    for (const char *key; (key = cgp_next(&rest)) != NULL;) {
        if (belongs_to_a_value(key)) continue;
        char *value = cgp_next(&rest);
        if (!value || !past_read_pair(line, key, value, &rest, &play))
            return error_set(err, "past %u: '%.20s' has a value that is wrong or missing", line->deal.deal, key);
    }
    line->steps = play ? gin_lines_parse_play(play, line->deal.starter, line->step) : -1;
    if (line->steps < 1 || line->first == CARD_NONE)
        return error_set(err, "past %u: first or play is wrong or missing", line->deal.deal);
    return true;
}

static CardSet cards_on_the_table(const GinState *state) {
    return state->hand[0] | state->hand[1] | state->table.buried | (set_of(state->table.upcard) & SET_DECK);
}

// A card comes out of a hand: until now it was there unseen, or was taken face up.
static bool reveal(GinState *state, Seat seat, CardSet cards) {
    CardSet unseen = cards & ~state->hand[seat];
    if (unseen & cards_on_the_table(state)) return false;
    state->hand[seat] |= cards;
    return true;
}

// All that both hold lies open, and `played` the last card of the one to act.
static bool reveal_all(PastLine *line, Seat seat, CardSet played) {
    GinState *state = &line->state;
    CardSet hand[2] = {line->hand[0], line->hand[1]};
    if (hand[seat] & played) return false;
    hand[seat] |= played;
    for (int i = 0; i < GIN_SEATS; i++)
        if ((state->hand[i] & ~hand[i]) || !reveal(state, (Seat)i, hand[i])) return false;
    return true;
}

static bool play_step(PastLine *line, const GinLineStep *step, bool last) {
    GinState *state = &line->state;
    GinAction action = {.card = step->card};
    CardSet card = set_of(step->card) & SET_DECK;
    if (state->table.phase == GIN_OVER || step->seat != state->table.to_act) return false;
    switch (step->kind) {
    case GIN_EVENT_PASS: action.move = GIN_PASS; break;
    case GIN_EVENT_TAKE: action.move = GIN_TAKE; break;
    case GIN_EVENT_STOCK: action.move = GIN_STOCK; break;
    case GIN_EVENT_DISCARD:
        action.move = GIN_DROP;
        if (!(last ? reveal_all(line, step->seat, card) : reveal(state, step->seat, card))) return false;
        break;
    case GIN_EVENT_KNOCK:
    case GIN_EVENT_BIG_GIN:
        action.move = step->kind == GIN_EVENT_KNOCK ? GIN_KNOCK : GIN_CALL_BIG;
        action.melds = line->melds;
        if (!reveal_all(line, step->seat, card)) return false;
        break;
    case GIN_EVENT_MELDS:
        action.move = GIN_SHOW;
        action.melds = line->answer;
        break;
    }
    if (!gin_try(state, &line->history, &action)) return false;
    for (int i = 0; i < GIN_SEATS; i++) state->hand[i] &= SET_DECK; // a card from the stock is not seen
    return true;
}

static bool replay(PastLine *line, const GinRules *rules) {
    GinState *state = &line->state;
    Card deck[CARD_COUNT];
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = CARD_NONE;
    deck[2 * GIN_HAND_SIZE] = line->first;
    gin_deal_deck(state, &line->history, rules, line->deal.starter, line->deal.score, deck);
    state->hand[0] = state->hand[1] = 0;
    for (int i = 0; i < line->steps; i++)
        if (!play_step(line, &line->step[i], i + 1 == line->steps)) return false;
    if (state->table.phase != GIN_OVER) return false;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        bool big = state->result.end == GIN_BIG_GIN && seat == state->result.knocker;
        if (set_count(state->hand[seat]) != GIN_HAND_SIZE + big) return false;
    }
    return true;
}

bool gin_lines_parse_past(char *rest, const GinRules *rules, GinPast *past, Error *err) {
    PastLine line = {.first = CARD_NONE};
    if (!past_read_line(&line, rest, err)) return false;
    uint32_t number = line.deal.deal, hands = gin_past_hands(past->last);
    if (number && number != hands)
        return error_set(err, "past %u comes where past %u must, or past 0 to begin anew", number, hands);
    if (!replay(&line, rules)) return error_set(err, "past %u tells a deal that the rules do not allow", number);
    if (number == 0) {
        gin_past_begin(past);
        gin_past_trim(past);
    }
    return gin_past_add(past, &line.state, &line.history.log) || memory_sufficed(err);
}
