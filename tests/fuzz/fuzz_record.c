// SPDX-License-Identifier: MIT
// Records: a line that parses prints to one that parses to the same, and replays to its end; any other gives a message.
#include "fuzz/reader.h"
#include "gin/record.h"

static void check_record(const GinRecord *record) {
    static GinRecord again;
    Text first = {0}, second = {0};
    gin_record_print(&first, record);
    check(gin_record_parse(first.data, &again, NULL));
    gin_record_print(&second, &again);
    check(strcmp(first.data, second.data) == 0);
    text_free(&first), text_free(&second);

    GinState state;
    GinHistory history;
    gin_record_deal(record, &state, &history);
    for (int i = 0; i < record->actions; i++) {
        check(gin_state_is_sound(&state) || state.table.phase == GIN_DEFEND);
        check(gin_try(&state, &history, &record->action[i]));
    }
    check((state.table.phase == GIN_OVER) == (record->faulty < 0 && !record->unfinished));
}

static bool read_record(const char *text, Error *err) {
    static GinRecord record;
    if (!gin_record_parse(text, &record, err)) return false;
    check_record(&record);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, read_record);
    return 0;
}
