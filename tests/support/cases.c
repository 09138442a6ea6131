// SPDX-License-Identifier: MIT
#include "support/cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text/text.h"

const char *case_place(const Case *c, const Line *line) {
    static char text[96];
    snprintf(text, sizeof text, "%s:%d", c->file, line ? line->number : 0);
    return text;
}

static void check_title(const Case *c, const char *title, int number, char letter, int rules) {
    char *end = NULL;
    long rule = title[0] == '[' && title[1] == letter ? strtol(title + 2, &end, 10) : 0;
    if (rule < 1 || rule > rules || !end || end[0] != ']' || strlen(end) < 10)
        fail_msg("%s:%d: a case begins `case [%c12] what it shows`", c->file, number, letter);
}

static char *trim(char *text) {
    text += strspn(text, " \t");
    size_t size = strlen(text);
    while (size && strchr(" \t\r", text[size - 1])) text[--size] = '\0';
    return text;
}

void cases_run(const char *name, char letter, int rules, void (*run)(const Case *c)) {
    const char *source = getenv("SRC");
    Text path = {0}, content = {0};
    Error err = {{0}};
    text_addf(&path, "%s/tests/cases/%s", source ? source : ".", name);
    if (!text_read_file(&content, path.data, 1 << 20, &err)) fail_msg("%s (set SRC to the source folder)", err.text);
    static Case c;
    int number = 0, cases = 0;
    c = (Case){.file = name};
    char *rest = content.data;
    for (char *text; (text = strsep(&rest, "\n")) != NULL;) {
        number++;
        text[strcspn(text, "#")] = '\0';
        text = trim(text);
        if (!*text) continue;
        char *value = text + strcspn(text, " \t");
        if (*value) *value++ = '\0';
        value = trim(value);
        if (strcmp(text, "case") == 0) {
            if (c.title) run(&c);
            check_title(&c, value, number, letter, rules);
            c = (Case){.file = name, .title = value};
            cases++;
            continue;
        }
        if (!c.title || c.lines == CASE_LINES) fail_msg("%s:%d: this line belongs to no case", name, number);
        c.line[c.lines++] = (Line){number, text, value};
    }
    if (c.title) run(&c);
    assert_true(cases > 0);
    print_message("%s: %d cases\n", name, cases);
    text_free(&path);
    text_free(&content);
}

const Line *case_find(const Case *c, const char *key) {
    for (int i = 0; i < c->lines; i++)
        if (strcmp(c->line[i].key, key) == 0) return &c->line[i];
    return NULL;
}

const Line *case_need(const Case *c, const char *key) {
    const Line *line = case_find(c, key);
    if (!line) fail_msg("%s: '%s' has no line `%s`", c->file, c->title, key);
    return line;
}

void case_only_keys(const Case *c, const char *known) {
    for (int i = 0; i < c->lines; i++)
        if (!strstr(known, c->line[i].key))
            fail_msg("%s: '%s' is no key here", case_place(c, &c->line[i]), c->line[i].key);
}

CardSet case_cards_in(const Case *c, const Line *line, const char *text) {
    CardSet set = 0;
    Error err = {{0}};
    if (strcmp(text, "none") == 0 || strcmp(text, "nothing") == 0) return 0;
    if (!set_parse(text, &set, &err)) fail_msg("%s: %s", case_place(c, line), err.text);
    return set;
}

CardSet case_cards(const Case *c, const char *key) {
    return case_cards_in(c, case_need(c, key), case_need(c, key)->value);
}

Card case_card(const Case *c, const Line *line, const char *text) {
    CardSet set = case_cards_in(c, line, text);
    if (set_count(set) != 1) fail_msg("%s: '%s' is not one card", case_place(c, line), text);
    return set_first(set);
}

int case_number(const Case *c, const char *key) {
    const Line *line = case_need(c, key);
    char *end;
    long value = strtol(line->value, &end, 10);
    if (end == line->value || *end) fail_msg("%s: '%s' is not a number", case_place(c, line), line->value);
    return (int)value;
}
