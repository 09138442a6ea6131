// SPDX-License-Identifier: MIT
// Rules as text: presets, options, files, and what is said about each mistake. The table of docs/RULES-gin.md is held
// against the presets.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text/text.h"
#include "gin/gin.h"
#include "support/random.h"

static GinRules parsed(const char *text) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(text, &rules, &err)) fail_msg("%s: %s", text, err.text);
    return rules;
}

static void the_default_is_the_contest(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    assert_string_equal(rules.preset, "contest");
    assert_int_equal(rules.knock_limit, 10);
    assert_int_equal(rules.gin_bonus, 25);
    assert_int_equal(rules.undercut_bonus, 25);
    assert_int_equal(rules.big_gin_bonus, 0);
    assert_int_equal(rules.tie, GIN_TIE_DEFENDER);
    assert_int_equal(rules.layoff, GIN_LAYOFF_GREEDY);
    assert_int_equal(rules.stock_end, 2);
    assert_int_equal(rules.next_starter, GIN_START_ALTERNATE);
    assert_int_equal(rules.target, 100);
    assert_int_equal(rules.box_bonus + rules.game_bonus, 0);
    GinRules from_text = parsed("contest");
    assert_true(gin_rules_equal(&rules, &from_text));
}

static void every_preset_reads_by_its_name_and_cites_a_source(void **state) {
    (void)state;
    int count;
    const GinPreset *presets = gin_presets(&count);
    assert_true(count >= 4);
    for (int i = 0; i < count; i++) {
        GinRules rules = parsed(presets[i].rules.preset);
        assert_memory_equal(&rules, &presets[i].rules, sizeof rules);
        assert_true(strlen(presets[i].source) > 10);
        char text[GIN_RULES_TEXT];
        gin_rules_print(&rules, text);
        assert_string_equal(text, rules.preset);
    }
}

static void options_change_what_they_name_and_nothing_else(void **state) {
    (void)state;
    GinRules rules = parsed("pagat, target = 150 ,tie=knocker"), pagat = parsed("pagat");
    assert_int_equal(rules.target, 150);
    assert_int_equal(rules.tie, GIN_TIE_KNOCKER);
    rules.target = pagat.target;
    rules.tie = pagat.tie;
    assert_true(gin_rules_equal(&rules, &pagat));
    assert_false(gin_rules_equal(&rules, &(GinRules){0}));
    GinRules bare = parsed("big-gin=31");
    assert_string_equal(bare.preset, "contest");
    assert_int_equal(bare.big_gin_bonus, 31);
    GinRules named = parsed("preset=oklahoma,knock=7");
    assert_string_equal(named.preset, "oklahoma");
    assert_int_equal(named.knock_limit, 7);
}

typedef struct Written {
    char text[1024];
    int keys;
    Rng *rng;
} Written;

// Key by key, with a random value in place of some.
static void write_key(void *context, const char *key, const char *value, const char *meaning) {
    Written *written = context;
    assert_true(strlen(meaning) > 5);
    size_t used = strlen(written->text);
    char other[32];
    bool number = value[0] >= '0' && value[0] <= '9';
    uint32_t limit = strcmp(key, "stock") == 0 ? 31 : strcmp(key, "knock") == 0 ? 101 : 256;
    snprintf(other, sizeof other, "%u", 1 + rng_below(written->rng, limit - 1));
    if (!number)
        snprintf(other, sizeof other, "%s",
                 strcmp(value, "yes") == 0  ? "no"
                 : strcmp(value, "no") == 0 ? "yes"
                                            : value);
    bool keep = rng_below(written->rng, 2);
    snprintf(written->text + used, sizeof written->text - used, ",%s=%s", key, keep ? value : other);
    written->keys++;
}

static void random_rules_print_and_read_back(void **state) {
    (void)state;
    Rng rng = rng_for(1, 0, 0, 0);
    int count;
    const GinPreset *presets = gin_presets(&count);
    for (int i = 0; i < effort(20000, 1000); i++) {
        const GinRules *base = &presets[rng_below(&rng, (uint32_t)count)].rules;
        Written written = {.rng = &rng};
        snprintf(written.text, sizeof written.text, "%s", base->preset);
        gin_rules_describe(base, write_key, &written);
        assert_int_equal(written.keys, 15);
        GinRules rules = parsed(written.text);
        char text[GIN_RULES_TEXT];
        gin_rules_print(&rules, text);
        GinRules again = parsed(text);
        assert_memory_equal(&again, &rules, sizeof rules);
        assert_true(strlen(text) <= strlen(written.text)); // only what differs from the preset
    }
}

static void the_longest_rules_still_fit_their_text(void **state) {
    (void)state;
    GinRules rules = parsed("heisenbot,knock=100,gin=255,undercut=255,big-gin=255,tie=defender,layoff=greedy,stock=30,"
                            "starter=winner,upcard-knock=yes,ace-gin=yes,spades-double=yes,shutout-doubles=yes,"
                            "target=10000,box=10000,game=10000");
    char text[GIN_RULES_TEXT];
    gin_rules_print(&rules, text);
    GinRules again = parsed(text);
    assert_memory_equal(&again, &rules, sizeof rules);
}

// Text, and the words its message must hold: what is wrong, and what would be right.
static const struct {
    const char *text, *wrong, *right;
} BAD[] = {
    {"", "''", "contest, heisenbot, pagat, oklahoma"},
    {"kontest", "'kontest'", "did you mean 'contest'?"},
    {"zzz", "'zzz'", "presets are contest, heisenbot, pagat, oklahoma"},
    {"contest,knok=5", "'knok'", "did you mean 'knock'?"},
    {"contest,zzz=5", "'zzz'", "`deadwood rules` lists them all"},
    {"contest,knock=ten", "'ten' is not a whole number", "from 0 to 100"},
    {"contest,knock=101", "'101' is out of range", "from 0 to 100"},
    {"contest,knock=-1", "'-1' is out of range", "from 0 to 100"},
    {"contest,knock=", "knock", "from 0 to 100"},
    {"contest,knock=5x", "'5x'", "from 0 to 100"},
    {"contest,gin=256", "'256'", "from 0 to 255"},
    {"contest,undercut=1e1", "'1e1'", "from 0 to 255"},
    {"contest,big-gin=999999999999999999999", "out of range", "from 0 to 255"},
    {"contest,stock=31", "'31'", "from 0 to 30"},
    {"contest,target=0", "'0'", "from 1 to 10000"},
    {"contest,box=10001", "'10001'", "from 0 to 10000"},
    {"contest,game=a", "'a'", "from 0 to 10000"},
    {"contest,tie=both", "'both'", "defender or knocker"},
    {"contest,layoff=", "''", "best or greedy"},
    {"contest,starter=me", "'me'", "alternate or winner or loser"},
    {"contest,ace-gin=1", "'1'", "no or yes"},
    {"contest,spades-double=true", "'true'", "no or yes"},
    {"contest,shutout-doubles=on", "'on'", "no or yes"},
    {"contest,upcard-knock=maybe", "'maybe'", "no or yes"},
    {"contest,pagat", "'pagat'", "a preset stands first"},
    {"knock=5,preset=pagat", "'pagat'", "a preset stands first"},
    {"contest,", "'contest,'", "write preset,key=value"},
    {"contest,=5", "''", "`deadwood rules` lists them all"},
    {"/nonexistent/my.rules", "/nonexistent/my.rules", "No such file"},
    {"nowhere.rules", "nowhere.rules", "No such file"},
};

static void every_bad_text_gets_a_message_that_says_what_would_be_right(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        GinRules rules, before;
        memset(&rules, 7, sizeof rules);
        before = rules;
        Error err = {{0}};
        assert_false(gin_rules_parse(BAD[i].text, &rules, &err));
        if (!strstr(err.text, BAD[i].wrong) || !strstr(err.text, BAD[i].right))
            fail_msg("'%s' gives: %s", BAD[i].text, err.text);
        assert_null(strchr(err.text, '\n'));
        assert_memory_equal(&rules, &before, sizeof rules);
        assert_false(gin_rules_parse(BAD[i].text, &rules, NULL));
    }
    char endless[600];
    memset(endless, 'k', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    Error err = {{0}};
    assert_false(gin_rules_parse(endless, &(GinRules){0}, &err));
    assert_non_null(strstr(err.text, "511 characters"));
}

static void a_rules_file_has_a_key_a_line_comments_and_empty_lines(void **state) {
    (void)state;
    GinRules rules, pagat = parsed("pagat,target=250,tie=knocker");
    Error err = {{0}};
    assert_true(gin_rules_parse_file("# our table\npreset = pagat\r\n\n  target=250   # long evenings\n\ttie = knocker",
                                     &rules, &err));
    assert_true(gin_rules_equal(&rules, &pagat));
    assert_string_equal(rules.preset, "pagat");
    assert_true(gin_rules_parse_file("", &rules, &err));
    GinRules contest = gin_rules_default();
    assert_true(gin_rules_equal(&rules, &contest));
}

static void a_rules_file_with_a_mistake_names_the_line(void **state) {
    (void)state;
    static const struct {
        const char *content, *says;
    } bad[] = {
        {"preset = pagat\n\nknock = ten\n", "line 3: knock: 'ten' is not a whole number; give one from 0 to 100"},
        {"knock = 5\npreset = pagat\n", "line 2: 'pagat' comes too late: a preset stands first"},
        {"pagat\n", "line 1: 'pagat' is not `key = value`"},
        {"preset = page\n", "line 1: there is no rules preset 'page'"},
        {"tie = \n", "line 1: tie is defender or knocker, not ''"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        GinRules rules, before;
        memset(&rules, 7, sizeof rules);
        before = rules;
        Error err = {{0}};
        assert_false(gin_rules_parse_file(bad[i].content, &rules, &err));
        if (strncmp(err.text, bad[i].says, strlen(bad[i].says)) != 0) fail_msg("%s", err.text);
        assert_memory_equal(&rules, &before, sizeof rules);
    }
    char long_line[400];
    memset(long_line, ' ', sizeof long_line - 1);
    long_line[sizeof long_line - 1] = '\0';
    Error err = {{0}};
    assert_false(gin_rules_parse_file(long_line, &(GinRules){0}, &err));
    assert_string_equal(err.text, "line 1 is longer than 255 characters");
}

static void a_path_reads_the_file_there(void **state) {
    (void)state;
    const char *path = "./test_rules.rules", *content = "preset = oklahoma\nbig-gin = 50\n";
    assert_true(text_write_file(path, content, strlen(content), NULL));
    GinRules rules = parsed(path), expected = parsed("oklahoma,big-gin=50");
    assert_true(gin_rules_equal(&rules, &expected));
    Error err = {{0}};
    assert_true(text_write_file(path, "preset = oklahoma\nbig-gun = 50\n", 31, NULL));
    assert_false(gin_rules_parse(path, &rules, &err));
    assert_non_null(strstr(err.text, "test_rules.rules: line 2: there is no rule 'big-gun'"));
    assert_true(text_write_file(path, "knock = 5\0\n", 11, NULL));
    assert_false(gin_rules_parse(path, &rules, &err));
    assert_non_null(strstr(err.text, "NUL byte"));
    remove(path);
}

// ---- The documentation ----

typedef struct Cell {
    const char *key;
    char value[16];
} Cell;

static void find_value(void *context, const char *key, const char *value, const char *meaning) {
    Cell *cell = context;
    (void)meaning;
    if (strcmp(key, cell->key) == 0) snprintf(cell->value, sizeof cell->value, "%s", value);
}

// Rows look like "| `knock` | 10 | 10 | 10 | 10 | G10 |", columns in the order of the presets.
static bool check_row(char *row, const GinPreset *presets, int count) {
    if (strncmp(row, "| `", 3) != 0) return false;
    char *name = row + 3, *rest = strchr(name, '|');
    if (!rest) return false;
    name[strcspn(name, "`")] = '\0';
    rest++;
    for (int i = 0; i < count; i++) {
        Cell cell = {.key = name};
        gin_rules_describe(&presets[i].rules, find_value, &cell);
        if (!cell.value[0]) return false; // another table of the page
        char *value = strsep(&rest, "|");
        assert_non_null(value);
        while (*value == ' ') value++;
        value[strcspn(value, " ")] = '\0';
        if (strcmp(value, cell.value) != 0)
            fail_msg("docs/RULES-gin.md: %s of %s is %s, the preset says %s", name, presets[i].rules.preset, value,
                     cell.value);
    }
    return true;
}

static void the_table_in_the_documentation_states_the_presets(void **state) { // and that G1 to G24 are there
    (void)state;
    const char *source = getenv("SRC");
    Text path = {0}, page = {0};
    Error err = {{0}};
    if (!source) skip();
    text_addf(&path, "%s/docs/RULES-gin.md", source);
    if (!text_read_file(&page, path.data, 1 << 20, &err)) fail_msg("%s", err.text);
    for (int rule = 1; rule <= 24; rule++) {
        char heading[16];
        snprintf(heading, sizeof heading, "**G%d ", rule);
        if (!strstr(page.data, heading)) fail_msg("docs/RULES-gin.md has no rule %s", heading + 2);
    }
    int count, rows = 0;
    const GinPreset *presets = gin_presets(&count);
    char *rest = page.data;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) rows += check_row(line, presets, count);
    assert_int_equal(rows, 15);
    text_free(&path);
    text_free(&page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_the_contest),
        cmocka_unit_test(every_preset_reads_by_its_name_and_cites_a_source),
        cmocka_unit_test(options_change_what_they_name_and_nothing_else),
        cmocka_unit_test(random_rules_print_and_read_back),
        cmocka_unit_test(the_longest_rules_still_fit_their_text),
        cmocka_unit_test(every_bad_text_gets_a_message_that_says_what_would_be_right),
        cmocka_unit_test(a_rules_file_has_a_key_a_line_comments_and_empty_lines),
        cmocka_unit_test(a_rules_file_with_a_mistake_names_the_line),
        cmocka_unit_test(a_path_reads_the_file_there),
        cmocka_unit_test(the_table_in_the_documentation_states_the_presets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
