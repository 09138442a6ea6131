// SPDX-License-Identifier: MIT
// Records of Hearts: a line that parses prints to one that parses to the same, and replays to its end; any other gives
// a message.
#include "fuzz/reader.h"
#include "hearts/record.h"

static void check_record(const HeartsRecord *record) {
    static HeartsRecord again;
    Text first = {0}, second = {0};
    hearts_record_print(&first, record);
    check(hearts_record_parse(first.data, &again, NULL));
    hearts_record_print(&second, &again);
    check(strcmp(first.data, second.data) == 0);
    text_free(&first), text_free(&second);

    HeartsState state;
    HeartsLog log;
    hearts_record_deal(record, &state, &log);
    for (int i = 0; i < record->actions; i++) {
        check(hearts_state_is_sound(&state));
        check(hearts_try(&state, &log, &record->action[i]));
    }
    check((state.table.phase == HEARTS_OVER) == !record->unfinished);
    check(record->unfinished || memcmp(state.points, record->points, sizeof state.points) == 0);
}

static bool read_record(const char *text, Error *err) {
    static HeartsRecord record;
    if (!hearts_record_parse(text, &record, err)) return false;
    check_record(&record);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, read_record);
    return 0;
}
