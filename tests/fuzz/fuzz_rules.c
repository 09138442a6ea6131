// SPDX-License-Identifier: MIT
// Rules, as on the command line and as a file: what parses prints back to the same rules.
#include "fuzz/reader.h"
#include "gin/gin.h"

static void check_rules(const GinRules *rules) {
    char text[GIN_RULES_TEXT], again_text[GIN_RULES_TEXT];
    GinRules again;
    gin_rules_print(rules, text);
    check(gin_rules_parse(text, &again, NULL) && gin_rules_equal(rules, &again));
    gin_rules_print(&again, again_text);
    check(strcmp(text, again_text) == 0);
}

static bool read_file(const char *text, Error *err) {
    GinRules rules;
    if (!gin_rules_parse_file(text, &rules, err)) return false;
    check_rules(&rules);
    return true;
}

static bool read_option(const char *text, Error *err) {
    GinRules rules;
    if (fuzz_names_rules_file(text)) return true;
    if (!gin_rules_parse(text, &rules, err)) return false;
    check_rules(&rules);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, read_file);
    fuzz_read(data, size, read_option);
    return 0;
}
