// SPDX-License-Identifier: MIT
// Rules of Hearts, as on the command line and as a file: what parses prints back to the same rules.
#include "fuzz/reader.h"
#include "hearts/hearts.h"

static void check_rules(const HeartsRules *rules) {
    char text[HEARTS_RULES_TEXT], again_text[HEARTS_RULES_TEXT];
    HeartsRules again;
    hearts_rules_print(rules, text);
    check(hearts_rules_parse(text, &again, NULL) && hearts_rules_equal(rules, &again));
    hearts_rules_print(&again, again_text);
    check(strcmp(text, again_text) == 0);
}

static bool read_file(const char *text, Error *err) {
    HeartsRules rules;
    if (!hearts_rules_parse_file(text, &rules, err)) return false;
    check_rules(&rules);
    return true;
}

static bool read_option(const char *text, Error *err) {
    HeartsRules rules;
    if (fuzz_names_rules_file(text)) return true;
    if (!hearts_rules_parse(text, &rules, err)) return false;
    check_rules(&rules);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, read_file);
    fuzz_read(data, size, read_option);
    return 0;
}
