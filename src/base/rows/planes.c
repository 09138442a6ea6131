// SPDX-License-Identifier: MIT
#include "base/rows/planes.h"

#include <stdio.h>

const char *plane_input_name(int input, const char *const *planes, int plane_count, const InputGroup *groups,
                             size_t group_count, char text[INPUT_NAME]) {
    int number = input - plane_count * CARD_COUNT;
    if (number < 0) {
        char card[CARD_TEXT];
        card_print(card_from_index(input % CARD_COUNT), card);
        snprintf(text, INPUT_NAME, "%s %s", planes[input / CARD_COUNT], card);
        return text;
    }
    const InputGroup *group = groups;
    for (size_t i = 1; i < group_count && groups[i].at <= number; i++) group = &groups[i];
    const char *each = group->each;
    for (int skip = number - group->at; skip > 0; skip--) each = strchr(each, '|') + 1;
    snprintf(text, INPUT_NAME, "%s%s%.*s", group->name, *each ? " " : "", (int)strcspn(each, "|"), each);
    return text;
}
