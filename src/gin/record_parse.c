// SPDX-License-Identifier: MIT
// From a line to a hand. Nothing is believed: the deal must be a deck, every action must be legal where it
// stands, and result and game score must be what the engine makes of them.
#include "gin/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gin/record_internal.h"

// Digits alone, without needless zeros, so that every number has one text.
static bool read_number(Span text, uint64_t most, uint64_t *number, Error *err) {
    uint64_t value = 0;
    size_t size = span_size(text);
    bool good = size > 0 && (size == 1 || *text.at != '0');
    for (size_t i = 0; i < size && good; i++) {
        unsigned digit = (unsigned)(text.at[i] - '0');
        good = digit <= 9 && digit <= most && value <= (most - digit) / 10;
        value = 10 * value + digit;
    }
    if (!good) return error_set(err, "'%s' is no whole number from 0 to %" PRIu64, gin_record_quote(text).text, most);
    *number = value;
    return true;
}

// ---- The head ----

static bool read_rules(Reading *reading, Span text, Error *err) {
    char copy[GIN_RULES_TEXT];
    size_t size = span_size(text);
    // A path would make a record depend on, and read, a file of whoever reads it.
    bool path = memchr(text.at, '/', size) || (size >= 6 && memcmp(text.end - 6, ".rules", 6) == 0);
    if (path || size >= sizeof copy)
        return error_set(err, "'%s' is not a preset with key=value after it, such as contest,target=50",
                         gin_record_quote(text).text);
    for (size_t i = 0; i < size; i++) copy[i] = (char)(text.at[i] >= ' ' && text.at[i] < 0x7F ? text.at[i] : '?');
    copy[size] = '\0';
    return gin_rules_parse(copy, &reading->record.rules, err);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_name(Span text, char name[GIN_NAME_TEXT], Error *err) {
    size_t size = 0;
    for (const char *at = text.at; at < text.end; at++) {
        if (size == GIN_NAME_TEXT - 1)
            return error_set(err, "the name '%s' is longer than %d characters", gin_record_quote(text).text,
                             GIN_NAME_TEXT - 1);
        if (*at <= ' ' || *at >= 0x7F)
            return error_set(err, "the name '%s' holds a character to be written as %%%02X",
                             gin_record_quote(text).text, (unsigned)(unsigned char)*at);
        if (*at != '%') {
            name[size++] = *at;
            continue;
        }
        int high = text.end - at > 2 ? hex_digit(at[1]) : -1, low = high >= 0 ? hex_digit(at[2]) : -1;
        if (low < 0 || high + low == 0)
            return error_set(err, "after %% in the name '%s' there must be two digits, 01 to FF",
                             gin_record_quote(text).text);
        name[size++] = (char)(16 * high + low);
        at += 2;
    }
    name[size] = '\0';
    return true;
}

static bool read_players(Reading *reading, Span text, Error *err) {
    Span part;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        if (!span_next(&text, '|', &part)) return error_set(err, "two names with | between them belong here");
        if (!read_name(part, reading->record.player[seat], err)) return false;
    }
    return !text.at || error_set(err, "more than two names; a | within a name is written %%7C");
}

static bool read_game(Reading *reading, Span text, Error *err) {
    return read_number(text, UINT64_MAX, &reading->record.game, err);
}

static bool read_hand(Reading *reading, Span text, Error *err) {
    uint64_t hand;
    if (!read_number(text, GIN_HAND_LIMIT - 1, &hand, err)) return false;
    reading->record.hand = (uint32_t)hand;
    return true;
}

static bool read_starter(Reading *reading, Span text, Error *err) {
    if (!span_is(text, "0") && !span_is(text, "1"))
        return error_set(err, "'%s' is no seat; seats are 0 and 1", gin_record_quote(text).text);
    reading->record.starter = (Seat)(*text.at - '0');
    return true;
}

static bool read_score(Reading *reading, Span text, Error *err) {
    Span all = text, part;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        uint64_t score;
        if (!span_next(&text, ',', &part) || (seat == 1 && text.at))
            return error_set(err, "'%s' is not two numbers with a comma between them", gin_record_quote(all).text);
        // With the target reached there would have been no further hand.
        if (!read_number(part, reading->record.rules.target - 1u, &score, err)) return false;
        reading->record.score[seat] = (uint16_t)score;
    }
    return true;
}

static bool read_seed_deal(Reading *reading, Span text, Error *err) {
    uint64_t number[4];
    Span all = text, part;
    for (int i = 0; i < 4; i++) {
        if (!span_next(&text, '.', &part) || (i == 3 && text.at))
            return error_set(err, "'%s' is not SEED.MATCH.DEAL.HAND", gin_record_quote(all).text);
        if (!read_number(part, i < 3 ? UINT64_MAX : UINT32_MAX, &number[i], err)) return false;
    }
    gin_deck_for(number[0], number[1], number[2], (uint32_t)number[3], reading->record.deck);
    return true;
}

static bool read_deal(Reading *reading, Span text, Error *err) {
    if (span_size(text) > 5 && memcmp(text.at, "seed:", 5) == 0)
        return read_seed_deal(reading, (Span){text.at + 5, text.end}, err);
    if (span_size(text) != 2 * CARD_COUNT)
        return error_set(err, "has %zu characters; 52 cards take 104, or write seed:SEED.MATCH.DEAL.HAND",
                         span_size(text));
    CardSet seen = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        const char *at = text.at + 2 * i;
        Card card;
        if (!gin_record_card(at, text.end, &card))
            return error_set(err, "card %d, '%s', is no card; cards are written 7H, TD or AS", i + 1,
                             gin_record_quote((Span){at, at + 2}).text);
        if (set_has(seen, card)) return error_set(err, "card %d, %.2s, is there twice", i + 1, at);
        seen |= set_of(card);
        reading->record.deck[i] = card;
    }
    return true;
}

// ---- The end ----

static bool read_cause(Span text, GinForfeit *cause, Error *err) {
    char name[RECORD_PART], known[256] = "";
    for (int i = GIN_NO_FORFEIT + 1; i < GIN_FORFEIT_CAUSES; i++) {
        gin_record_print_cause((GinForfeit)i, name);
        if (span_is(text, name)) {
            *cause = (GinForfeit)i;
            return true;
        }
        snprintf(known + strlen(known), sizeof known - strlen(known), " %s", name);
    }
    return error_set(err, "'%s' is no cause of a forfeit; causes are%s", gin_record_quote(text).text, known);
}

static bool read_forfeit(Reading *reading, Span text, Error *err) {
    GinRecord *record = &reading->record;
    int seat = reading->state.table.to_act;
    Span part = {NULL, NULL};
    if (reading->state.table.phase == GIN_OVER) return error_set(err, "a hand played to its end is no forfeit");
    if (!span_next(&text, ',', &part) || !span_is(part, seat ? "1" : "0") || !span_next(&text, ',', &part))
        return error_set(err, "a forfeit here is written forfeit,%d,CAUSE: seat %d is to act", seat, seat);
    if (text.at) return error_set(err, "nothing follows the cause of a forfeit");
    if (!read_cause(part, &record->forfeit, err)) return false;
    if (reading->refused != (record->forfeit == GIN_FORFEIT_ILLEGAL))
        return error_set(err,
                         reading->refused ? "the refused action ending the play makes it forfeit,%d,illegal-move"
                                          : "an illegal move of seat %d must end the play, marked with ?",
                         seat);
    record->forfeiter = seat;
    return true;
}

static bool read_result(Reading *reading, Span text, Error *err) {
    GinRecord *record = &reading->record;
    Span rest = text, end;
    char right[RECORD_PART];
    record->forfeiter = -1;
    record->forfeit = GIN_NO_FORFEIT;
    record->result = reading->state.result;
    if (span_next(&rest, ',', &end) && span_is(end, "forfeit")) return read_forfeit(reading, rest, err);
    if (reading->refused) return error_set(err, "must be forfeit,%d,illegal-move", reading->state.table.to_act);
    if (reading->state.table.phase != GIN_OVER) {
        gin_record_expect(&reading->state, err);
        return error_prefix(err, "the hand is not over after %d actions", record->actions);
    }
    gin_record_print_result(record, right);
    return span_is(text, right) ||
           error_set(err, "'%s' should be '%s' by the play", gin_record_quote(text).text, right);
}

static bool read_over(Reading *reading, Span text, Error *err) {
    GinRecord *record = &reading->record;
    int scorer = record->result.winner, score = record->score[scorer] + record->result.points;
    char right[RECORD_PART];
    record->game_winner = -1;
    if (record->forfeiter >= 0)
        record->game_winner = record->forfeiter ^ 1;
    else if (score >= record->rules.target)
        record->game_winner = scorer;
    record->game_over = record->game_winner >= 0 || record->hand + 1 >= GIN_HAND_LIMIT;
    gin_record_print_over(record, right);
    if (span_is(text, right)) return true;
    if (record->game_over)
        return error_set(err, "'%s' should be '%s': the game ends here", gin_record_quote(text).text, right);
    return error_set(err, "'%s' should be '%s': nobody has reached %d", gin_record_quote(text).text, right,
                     record->rules.target);
}

static const struct {
    const char *name;
    bool (*read)(Reading *reading, Span text, Error *err);
} FIELDS[] = {
    {"rules", read_rules},     {"players", read_players}, {"game", read_game}, {"hand", read_hand},
    {"starter", read_starter}, {"score", read_score},     {"deal", read_deal}, {"play", gin_record_read_play},
    {"result", read_result},   {"over", read_over},
};
enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };

bool gin_record_parse(const char *line, GinRecord *record, Error *err) {
    Span rest = {line, line + strlen(line)}, part;
    if (rest.end > rest.at && rest.end[-1] == '\n') rest.end--;
    if (!span_next(&rest, ' ', &part) || !span_is(part, "gin/1"))
        return error_set(err, "'%s' begins no record of a gin hand; they begin with gin/1",
                         gin_record_quote(part).text);
    Reading reading;
    reading.refused = false;
    for (int i = 0; i < FIELD_COUNT; i++) {
        const char *name = FIELDS[i].name;
        size_t size = strlen(name);
        if (!span_next(&rest, ' ', &part)) return error_set(err, "the record ends where %s= belongs", name);
        if (span_size(part) <= size || memcmp(part.at, name, size) != 0 || part.at[size] != '=')
            return error_set(err, "'%s' stands where %s= belongs", gin_record_quote(part).text, name);
        part.at += size + 1;
        if (!FIELDS[i].read(&reading, part, err)) return error_prefix(err, "%s", name);
    }
    if (rest.at) return error_set(err, "'%s' follows the last field, over=", gin_record_quote(rest).text);
    *record = reading.record;
    return true;
}

void gin_record_deal(const GinRecord *record, GinState *state, GinHistory *history) {
    gin_deal_deck(state, history, &record->rules, record->starter, record->score, record->deck);
}

bool gin_record_follows(const GinRecord *before, const GinRecord *next, Error *err) {
    bool same = before->game == next->game && before->hand + 1 == next->hand && !before->game_over &&
                strcmp(before->player[0], next->player[0]) == 0 && strcmp(before->player[1], next->player[1]) == 0 &&
                gin_rules_equal(&before->rules, &next->rules);
    if (!same) return true;
    int score[2] = {before->score[0], before->score[1]};
    score[before->result.winner] += before->result.points;
    if (score[0] != next->score[0] || score[1] != next->score[1])
        return error_set(err, "score: after hand %" PRIu32 " it is %d,%d", before->hand, score[0], score[1]);
    GinState over = {.table = {.starter = before->starter}, .result = before->result};
    Seat starter = gin_next_starter(&before->rules, &over);
    return starter == next->starter ||
           error_set(err, "starter: after hand %" PRIu32 " it is seat %d", before->hand, starter);
}
