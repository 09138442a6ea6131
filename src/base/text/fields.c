// SPDX-License-Identifier: MIT
#include "base/text/fields.h"

#include <inttypes.h>
#include <stdio.h>

Quote span_quote(Span span) {
    Quote quoted = {{0}};
    size_t size = span_size(span), most = 40;
    for (size_t i = 0; i < size && i < most; i++) {
        char c = span.at[i];
        quoted.text[i] = (char)(c >= ' ' && c < 0x7F ? c : '?');
    }
    if (size > most) memcpy(quoted.text + most, "...", 4);
    return quoted;
}

bool span_number(Span text, uint64_t most, uint64_t *number, Error *err) {
    uint64_t value = 0;
    size_t size = span_size(text);
    bool good = size > 0 && (size == 1 || *text.at != '0');
    for (size_t i = 0; i < size && good; i++) {
        unsigned digit = (unsigned)(text.at[i] - '0');
        good = digit <= 9 && digit <= most && value <= (most - digit) / 10;
        value = 10 * value + digit;
    }
    if (!good) return error_set(err, "'%s' is no whole number from 0 to %" PRIu64, span_quote(text).text, most);
    *number = value;
    return true;
}

bool span_fault(Span text, Fault *fault, Error *err) {
    char known[256] = "";
    for (Fault one = FAULT_NONE + 1; one < FAULT_KINDS; one++) {
        char name[32];
        *line_fault(name, one) = '\0';
        if (span_is(text, name)) {
            *fault = one;
            return true;
        }
        snprintf(known + strlen(known), sizeof known - strlen(known), " %s", name);
    }
    return error_set(err, "'%s' is no cause of a fault; causes are%s", span_quote(text).text, known);
}

bool span_card(const char *at, const char *end, Card *card) {
    char text[CARD_TEXT], again[CARD_TEXT];
    if (end - at < 2) return false;
    memcpy(text, at, 2);
    text[2] = '\0';
    if (card_parse(text, card) != 2) return false;
    card_print(*card, again); // lower case is good enough to type, not to store
    return memcmp(text, again, 2) == 0;
}

static int fields_hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_player_name(Span text, char *name, size_t room, Error *err) {
    size_t size = 0;
    for (const char *at = text.at; at < text.end; at++) {
        if (size == room - 1)
            return error_set(err, "the name '%s' is longer than %d characters", span_quote(text).text, (int)room - 1);
        if (*at <= ' ' || *at >= 0x7F)
            return error_set(err, "the name '%s' holds a character to be written as %%%02X", span_quote(text).text,
                             (unsigned)(unsigned char)*at);
        if (*at != '%') {
            name[size++] = *at;
            continue;
        }
        int high = text.end - at > 2 ? fields_hex_digit(at[1]) : -1, low = high >= 0 ? fields_hex_digit(at[2]) : -1;
        if (low < 0 || high + low == 0)
            return error_set(err, "after %% in the name '%s' there must be two digits, 01 to FF",
                             span_quote(text).text);
        name[size++] = (char)(16 * high + low);
        at += 2;
    }
    name[size] = '\0';
    return true;
}

static const char *count_word(int count) { return count == 2 ? "two" : count == 3 ? "three" : "four"; }

bool span_names(Span text, int count, char *names, size_t room, Error *err) {
    Span part;
    for (int i = 0; i < count; i++) {
        if (!span_next(&text, '|', &part))
            return error_set(err, "%s names with | between them belong here", count_word(count));
        if (!read_player_name(part, names + (size_t)i * room, room, err)) return false;
    }
    return !text.at || error_set(err, "more than %s names; a | within a name is written %%7C", count_word(count));
}

bool span_rules(Span text, char *copy, size_t room, const char *example, Error *err) {
    size_t size = span_size(text);
    bool path = memchr(text.at, '/', size) || (size >= 6 && memcmp(text.end - 6, ".rules", 6) == 0);
    if (path || size >= room)
        return error_set(err, "'%s' is not a preset with key=value after it, such as %s", span_quote(text).text,
                         example);
    for (size_t i = 0; i < size; i++) copy[i] = (char)(text.at[i] >= ' ' && text.at[i] < 0x7F ? text.at[i] : '?');
    copy[size] = '\0';
    return true;
}

static bool read_seed_words(Span text, uint64_t number[4], Error *err) {
    Span all = text, part;
    for (int i = 0; i < 4; i++) {
        if (!span_next(&text, '.', &part) || (i == 3 && text.at))
            return error_set(err, "'%s' is not SEED.MATCH.DEAL.HAND", span_quote(all).text);
        if (!span_number(part, i < 3 ? UINT64_MAX : UINT32_MAX, &number[i], err)) return false;
    }
    return true;
}

bool span_deck(Span text,
               void (*shuffled)(uint64_t seed, uint64_t match, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]),
               Card deck[CARD_COUNT], Error *err) {
    if (span_size(text) > 5 && memcmp(text.at, "seed:", 5) == 0) {
        uint64_t number[4];
        if (!read_seed_words((Span){text.at + 5, text.end}, number, err)) return false;
        shuffled(number[0], number[1], number[2], (uint32_t)number[3], deck);
        return true;
    }
    if (span_size(text) != 2 * CARD_COUNT)
        return error_set(err, "has %zu characters; 52 cards take 104, or write seed:SEED.MATCH.DEAL.HAND",
                         span_size(text));
    CardSet seen = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        const char *at = text.at + 2 * i;
        Card card;
        if (!span_card(at, text.end, &card))
            return error_set(err, "card %d, '%s', is no card; cards are written 7H, TD or AS", i + 1,
                             span_quote((Span){at, at + 2}).text);
        if (set_has(seen, card)) return error_set(err, "card %d, %.2s, is there twice", i + 1, at);
        seen |= set_of(card);
        deck[i] = card;
    }
    return true;
}

bool fields_read(const char *line, const char *begins, const char *what, const Field *fields, int count, void *context,
                 Error *err) {
    Span rest = {line, line + strlen(line)}, part;
    if (rest.end > rest.at && rest.end[-1] == '\n') rest.end--;
    if (!span_next(&rest, ' ', &part) || !span_is(part, begins))
        return error_set(err, "'%s' begins no record of a %s; they begin with %s", span_quote(part).text, what, begins);
    for (int i = 0; i < count; i++) {
        const char *name = fields[i].name;
        size_t size = strlen(name);
        if (!span_next(&rest, ' ', &part)) return error_set(err, "the record ends where %s= belongs", name);
        if (span_size(part) <= size || memcmp(part.at, name, size) != 0 || part.at[size] != '=')
            return error_set(err, "'%s' stands where %s= belongs", span_quote(part).text, name);
        part.at += size + 1;
        if (!fields[i].read(context, part, err)) return error_prefix(err, "%s", name);
    }
    if (rest.at)
        return error_set(err, "'%s' follows the last field, %s=", span_quote(rest).text, fields[count - 1].name);
    return true;
}

char *line_put(char *at, const char *text) {
    while (*text) *at++ = *text++;
    return at;
}

char *line_number(char *at, uint64_t number) {
    char digits[20];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *at++ = digits[--count];
    return at;
}

char *line_card(char *at, Card card) {
    at[0] = card == CARD_NONE ? '-' : "A23456789TJQK"[card_rank(card)];
    at[1] = card == CARD_NONE ? '-' : "CDHS"[card_suit(card)];
    return at + 2;
}

char *line_cards(char *at, CardSet cards) {
    for (CardSet rest = cards; rest; rest = set_rest(rest)) at = line_card(at, set_first(rest));
    return at;
}

char *line_deck(char *at, const Card deck[CARD_COUNT]) {
    for (int i = 0; i < CARD_COUNT; i++) at = line_card(at, deck[i]);
    return at;
}

char *line_name(char *at, const char *name) {
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (*c > ' ' && *c < 0x7F && *c != '|' && *c != '%') {
            *at++ = (char)*c;
            continue;
        }
        *at++ = '%';
        *at++ = "0123456789ABCDEF"[*c >> 4];
        *at++ = "0123456789ABCDEF"[*c & 15];
    }
    return at;
}

char *line_fault(char *at, Fault fault) {
    for (const char *name = fault_name(fault); *name; name++) *at++ = *name == ' ' ? '-' : *name;
    return at;
}
