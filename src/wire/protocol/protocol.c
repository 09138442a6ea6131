// SPDX-License-Identifier: MIT
#include "wire/protocol/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- Words ----

char *cgp_next(char **rest) {
    char *at = *rest;
    while (*at == ' ') at++;
    if (!*at) {
        *rest = at;
        return NULL;
    }
    char *end = at;
    while (*end && *end != ' ') end++;
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return at;
}

char *cgp_rest(char **rest) {
    while (**rest == ' ') ++*rest;
    return *rest;
}

bool cgp_number(const char *word, uint64_t most, uint64_t *value) {
    uint64_t sum = 0;
    if (!word || !*word) return false;
    for (; *word; word++) {
        uint64_t digit = (uint64_t)*word - '0';
        if (*word < '0' || *word > '9' || sum > (most - digit) / 10 || digit > most) return false;
        sum = 10 * sum + digit;
    }
    *value = sum;
    return true;
}

bool cgp_signed(const char *word, int64_t *value) {
    bool minus = word && *word == '-';
    uint64_t number;
    if (!word || !cgp_number(word + minus, INT64_MAX, &number)) return false;
    *value = minus ? -(int64_t)number : (int64_t)number;
    return true;
}

bool cgp_line(char *line, size_t size) {
    if (size && line[size - 1] == '\r') size--;
    line[size] = '\0';
    return memchr(line, '\0', size) == NULL;
}

void cgp_copy_name(char *to, size_t room, const char *from) {
    size_t size = 0;
    for (const unsigned char *at = (const unsigned char *)from; *at && size + 1 < room; at++) {
        if (*at == ' ' && (size == 0 || to[size - 1] == ' ')) continue;
        to[size++] = *at >= ' ' && *at < 127 ? (char)*at : '?';
    }
    while (size && to[size - 1] == ' ') size--;
    to[size] = '\0';
    if (strncasecmp(to, "exec:", 5) == 0) to[4] = '-';
}

// ---- Kinds of lines ----

static int word_index(const char *word, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0) return i;
    return -1;
}

CgpSays cgp_says(char **rest) {
    static const char *const words[] = {"id", "games", "option", "cgpok", "pong", "info", "move", "error"};
    const char *word = cgp_next(rest);
    if (!word) return CGP_SAYS_NOTHING;
    int index = word_index(word, words, sizeof words / sizeof *words);
    return index < 0 ? CGP_SAYS_GARBAGE : (CgpSays)(CGP_SAYS_ID + index);
}

CgpTells cgp_tells(char **rest) {
    static const char *const words[] = {"cgp",  "setoption", "ping",    "newmatch", "newdeal", "hand", "ev",
                                        "view", "go",        "enddeal", "endmatch", "quit",    "past"};
    const char *word = cgp_next(rest);
    int index = word ? word_index(word, words, sizeof words / sizeof *words) : -1;
    return index < 0 ? CGP_TELLS_OTHER : (CgpTells)index;
}

// ---- Options ----

static const char *const TYPES[] = {"check", "spin", "combo", "string"};

// A default may be a string of several words, so it ends where the next key stands. A long one is cut.
static bool read_default(char **rest, CgpOption *option) {
    option->value[0] = '\0';
    for (;;) {
        char *ahead = cgp_rest(rest);
        if (!*ahead || strncmp(ahead, "min ", 4) == 0 || strncmp(ahead, "max ", 4) == 0 ||
            strncmp(ahead, "var ", 4) == 0)
            return true;
        size_t used = strlen(option->value);
        const char *word = cgp_next(rest);
        if (used && used + 1 < sizeof option->value) option->value[used++] = ' ';
        text_copy(option->value + used, sizeof option->value - used, word);
    }
}

static bool option_read_pair(char **rest, const char *key, CgpOption *option) {
    if (strcmp(key, "default") == 0) return read_default(rest, option);
    const char *word = cgp_next(rest);
    if (!word) return false;
    if (strcmp(key, "name") == 0) return text_copy(option->name, sizeof option->name, word);
    if (strcmp(key, "min") == 0) return cgp_signed(word, &option->low);
    if (strcmp(key, "max") == 0) return cgp_signed(word, &option->high);
    if (strcmp(key, "type") != 0) return true; // var, and what later versions bring
    int type = word_index(word, TYPES, sizeof TYPES / sizeof *TYPES);
    option->type = type < 0 ? CGP_STRING : (CgpType)type;
    return type >= 0;
}

bool cgp_parse_option(char *rest, CgpOption *option, Error *err) {
    CgpOption read = {.type = CGP_STRING, .low = -INT64_MAX, .high = INT64_MAX};
    for (const char *key; (key = cgp_next(&rest)) != NULL;)
        if (!option_read_pair(&rest, key, &read))
            return error_set(err,
                             "the value behind '%.20s' is wrong; write option name NAME type check|spin|combo|string "
                             "default VALUE [min N] [max N] [var VALUE]...",
                             key);
    int64_t number;
    if (read.type == CGP_SPIN && !cgp_signed(read.value, &number))
        return error_set(err, "the default '%.40s' of the option %s is no whole number", read.value, read.name);
    if (!read.name[0])
        return error_set(err, "an option without a name; write option name NAME type TYPE default VALUE");
    *option = read;
    return true;
}

bool cgp_parse_setoption(char *rest, const char **name, const char **value, Error *err) {
    const char *key = cgp_next(&rest), *called = cgp_next(&rest), *second = cgp_next(&rest);
    if (!key || strcmp(key, "name") != 0 || !called || !second || strcmp(second, "value") != 0)
        return error_set(err, "write setoption name NAME value VALUE");
    *name = called;
    *value = cgp_rest(&rest);
    return true;
}

void cgp_print_option(Text *text, const CgpOption *option) {
    text_addf(text, "option name %s type %s default %s", option->name, TYPES[option->type], option->value);
    if (option->type == CGP_SPIN)
        text_addf(text, " min %lld max %lld", (long long)option->low, (long long)option->high);
    text_add(text, "\n");
}

void cgp_print_setoption(Text *text, const char *name, const char *value) {
    text_addf(text, "setoption name %s value %s\n", name, value);
}

// ---- Decisions ----

static bool read_clocks(char **rest, CgpGo *go) {
    while (go->clocks < CGP_SEATS) {
        const char *ahead = cgp_rest(rest);
        if (*ahead < '0' || *ahead > '9') break;
        uint64_t number;
        if (!cgp_number(cgp_next(rest), INT64_MAX, &number)) return false;
        go->clock[go->clocks++] = (int64_t)number;
    }
    return go->clocks > 0;
}

static bool read_time(char **rest, int64_t *value) {
    uint64_t number;
    if (!cgp_number(cgp_next(rest), INT64_MAX, &number)) return false;
    *value = (int64_t)number;
    return true;
}

bool cgp_parse_go(char *rest, CgpGo *go, Error *err) {
    uint64_t id;
    *go = (CgpGo){.increment = -1, .move_time = -1};
    if (!cgp_number(cgp_next(&rest), CGP_LAST_ID, &id) || id == 0)
        return error_set(err, "go has no number of its decision; write go ID [clock MS MS] legal MOVE...");
    go->id = (uint32_t)id;
    for (const char *key; (key = cgp_next(&rest)) != NULL;) {
        bool good = true;
        if (strcmp(key, "legal") == 0) {
            go->legal = cgp_rest(&rest);
            return true;
        }
        if (strcmp(key, "clock") == 0)
            good = read_clocks(&rest, go);
        else if (strcmp(key, "inc") == 0)
            good = read_time(&rest, &go->increment);
        else if (strcmp(key, "movetime") == 0)
            good = read_time(&rest, &go->move_time);
        else
            good = cgp_next(&rest) != NULL; // a pair of a later host
        if (!good) return error_set(err, "go %u has no number behind '%.20s'", go->id, key);
    }
    return error_set(err, "go %u does not say what is legal", go->id);
}

void cgp_print_go(Text *text, const CgpGo *go) {
    text_add_bytes(text, "go ", 3);
    cgp_add_number(text, go->id);
    if (go->clocks) text_add_bytes(text, " clock", 6);
    for (int i = 0; i < go->clocks; i++) {
        text_add_bytes(text, " ", 1);
        cgp_add_number(text, (uint64_t)go->clock[i]);
    }
    if (go->increment >= 0) text_addf(text, " inc %lld", (long long)go->increment);
    if (go->move_time >= 0) text_addf(text, " movetime %lld", (long long)go->move_time);
    text_add_bytes(text, " legal", 6);
}

void cgp_spaced_move(char *move) {
    for (bool fresh = true; *move; move++) {
        if (*move == ':' && fresh) {
            *move = ' ';
            fresh = false;
        } else if (*move == ' ') {
            fresh = true;
        }
    }
}

// ---- Rules and faults ----

bool cgp_join_rule(char *text, size_t room, const char *rules, const char *key, const char *value) {
    if (strpbrk(key, ",=/") || strpbrk(value, ",=/")) return false;
    int length = snprintf(text, room, "%s,%s=%s", rules, key, value);
    return length > 0 && (size_t)length < room;
}

void cgp_add_rule(void *text, const char *key, const char *value, const char *meaning) {
    (void)meaning;
    text_addf(text, " %s %s", key, value);
}

void cgp_add_fault(Text *text, Fault fault) {
    for (const char *name = fault_name(fault); *name; name++) text_add_bytes(text, *name == ' ' ? "-" : name, 1);
}

// ---- Cards ----

void cgp_add_number(Text *text, uint64_t number) {
    char digits[20];
    size_t count = 0;
    do digits[sizeof digits - ++count] = (char)('0' + number % 10);
    while (number /= 10);
    text_add_bytes(text, digits + sizeof digits - count, count);
}

void cgp_add_card(Text *text, Card card) {
    char name[CARD_TEXT];
    card_print(card, name);
    text_add_bytes(text, name, 2);
}

void cgp_add_cards(Text *text, CardSet cards, char separator) {
    char line[SET_TEXT];
    set_print(cards, separator, line);
    text_add(text, cards ? line : "-");
}

void cgp_add_hand(Text *text, CardSet hand) {
    text_add(text, "hand ");
    cgp_add_cards(text, hand, ' ');
    text_add(text, "\n");
}

bool cgp_parse_card_list(const char *text, Card *cards, int most, int *count) {
    *count = 0;
    if (strcmp(text, "-") == 0) return true;
    for (;;) {
        while (*text == ' ') text++;
        if (!*text) return true;
        int used = *count < most ? card_parse(text, &cards[*count]) : 0;
        if (!used) return false;
        text += used;
        ++*count;
    }
}

bool cgp_parse_cards(const char *text, CardSet *cards) {
    Card list[CARD_COUNT];
    int count;
    CardSet set = 0;
    if (!cgp_parse_card_list(text, list, CARD_COUNT, &count)) return false;
    for (int i = 0; i < count; i++) {
        if (set_has(set, list[i])) return false;
        set |= set_of(list[i]);
    }
    *cards = set;
    return true;
}
