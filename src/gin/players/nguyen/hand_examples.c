// SPDX-License-Identifier: MIT
#include "gin/players/nguyen/hand_examples.h"

void hand_rows(Examples *rows, const GinHandRecord *hand) {
    GinReplay replay;
    gin_replay_start(&replay, hand);
    while (gin_replay_step(&replay)) {
        if (gin_event_kind(replay.event) != GIN_EVENT_DISCARD) continue;
        HandRow row = {.hand = replay.state.hand[gin_event_seat(replay.event)]};
        examples_add(rows, &row);
    }
}

static void fill_hands(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                       float *weights) {
    const Examples *rows = context;
    for (int i = 0; i < count; i++) {
        const HandRow *row = (const HandRow *)(const void *)(rows->data + (size_t)indices[i] * rows->size);
        weights[i] = 1;
        for (CardSet rest = row->hand; rest; rest = set_rest(rest)) {
            int at = i * CARD_COUNT + card_index(set_first(rest));
            inputs[at] = targets[at] = 1;
        }
    }
}

TrainData hand_data(const Examples *rows) {
    return (TrainData){.context = (void *)(uintptr_t)rows, .count = rows->count, .steps = 1, .fill = fill_hands};
}
