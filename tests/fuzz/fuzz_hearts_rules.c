// SPDX-License-Identifier: MIT
// Rules of Hearts, as on the command line and as a file: what parses prints back to the same rules.
#include <stdlib.h>
#include <string.h>

#include "hearts/hearts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
    if (!holds) abort();
}

static void check_rules(const HeartsRules *rules) {
    char text[HEARTS_RULES_TEXT], again_text[HEARTS_RULES_TEXT];
    HeartsRules again;
    hearts_rules_print(rules, text);
    check(hearts_rules_parse(text, &again, NULL) && hearts_rules_equal(rules, &again));
    hearts_rules_print(&again, again_text);
    check(strcmp(text, again_text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    check(text != NULL);
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    HeartsRules rules;
    Error err = {{0}};
    if (hearts_rules_parse_file(text, &rules, &err))
        check_rules(&rules);
    else
        check(err.text[0] != '\0');
    // A text that names a file would make the run depend on what lies around; the file's content is tried above.
    size_t length = strlen(text);
    bool path = strchr(text, '/') || (length > 6 && strcmp(text + length - 6, ".rules") == 0);
    err.text[0] = '\0';
    if (!path && hearts_rules_parse(text, &rules, &err))
        check_rules(&rules);
    else
        check(path || err.text[0] != '\0');
    free(text);
    return 0;
}
