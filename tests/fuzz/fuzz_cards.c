// SPDX-License-Identifier: MIT
// Card text: what parses prints back to the same set, what does not leaves the set alone and says why.
#include "base/card.h"
#include "fuzz/reader.h"

static bool read_cards(const char *text, Error *err) {
    CardSet set = 1, again;
    char printed[SET_TEXT];
    if (!set_parse(text, &set, err)) {
        check(set == 1);
        return false;
    }
    check((set & ~SET_DECK) == 0);
    for (int packed = 0; packed < 2; packed++) {
        set_print(set, packed ? '\0' : ' ', printed);
        check(set_parse(printed, &again, err) && again == set);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, read_cards);
    return 0;
}
