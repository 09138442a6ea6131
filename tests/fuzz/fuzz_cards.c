// SPDX-License-Identifier: MIT
// Card text: what parses prints back to the same set, what does not leaves the set alone and says why.
#include <stdlib.h>
#include <string.h>

#include "base/card.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
    if (!holds) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    check(text != NULL);
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    CardSet set = 1, again;
    Error err = {{0}};
    char printed[SET_TEXT];
    if (set_parse(text, &set, &err)) {
        check((set & ~SET_DECK) == 0);
        set_print(set, size & 1 ? ' ' : '\0', printed);
        check(set_parse(printed, &again, &err) && again == set);
    } else {
        check(set == 1 && err.text[0] != '\0');
    }
    free(text);
    return 0;
}
