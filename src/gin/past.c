// SPDX-License-Identifier: MIT
#include "gin/past.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct GinPastKept {
    struct GinPastKept *older;
    GinPastHand hand;
    GinEvent event[];
} GinPastKept;

GinPastHand gin_past_hand(const GinState *over, const GinLog *log) {
    assert(over->table.phase == GIN_OVER);
    return (GinPastHand){
        .events = log->count,
        .event = log->event,
        .table = over->table,
        .result = over->result,
        .melds = {over->melds[0], over->melds[1]},
        .hand = {over->hand[0], over->hand[1]},
    };
}

bool gin_past_add(GinPast *past, const GinState *over, const GinLog *log) {
    uint32_t number = gin_past_hands(past->last);
    if (number >= GIN_HAND_LIMIT) return false;
    size_t bytes = log->count * sizeof *log->event;
    GinPastKept *kept = malloc(sizeof *kept + bytes);
    if (!kept) {
        memory_note_short();
        return false;
    }
    memcpy(kept->event, log->event, bytes);
    kept->hand = gin_past_hand(over, log);
    kept->hand.before = past->last;
    kept->hand.number = number;
    kept->hand.event = kept->event;
    kept->older = past->kept;
    past->kept = kept;
    past->last = &kept->hand;
    return true;
}

static void free_from(GinPastKept *kept) {
    while (kept) {
        GinPastKept *older = kept->older;
        free(kept);
        kept = older;
    }
}

void gin_past_trim(GinPast *past) {
    GinPastKept **from = &past->kept;
    for (uint32_t i = gin_past_hands(past->last); i > 0; i--) from = &(*from)->older;
    free_from(*from);
    *from = NULL;
}

void gin_past_close(GinPast *past) {
    free_from(past->kept);
    *past = (GinPast){0};
}

static bool results_are_equal(const GinResult *a, const GinResult *b) {
    return a->end == b->end && a->winner == b->winner && a->knocker == b->knocker && a->points == b->points &&
           a->deadwood[0] == b->deadwood[0] && a->deadwood[1] == b->deadwood[1] && a->laid_off == b->laid_off;
}

static bool hands_are_equal(const GinPastHand *a, const GinPastHand *b) {
    return a->number == b->number && a->events == b->events &&
           memcmp(a->event, b->event, a->events * sizeof *a->event) == 0 &&
           memcmp(&a->table, &b->table, sizeof a->table) == 0 && results_are_equal(&a->result, &b->result) &&
           memcmp(a->melds, b->melds, sizeof a->melds) == 0 && memcmp(a->hand, b->hand, sizeof a->hand) == 0;
}

bool gin_past_equal(const GinPastHand *a, const GinPastHand *b) {
    for (; a && b; a = a->before, b = b->before)
        if (!hands_are_equal(a, b)) return false;
    return a == b;
}
