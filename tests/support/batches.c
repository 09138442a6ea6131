// SPDX-License-Identifier: MIT
#include "support/batches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "gin/players/env/observe_internal.h"
#include "gin/players/list/players.h"

GinRules rules_parsed(const char *text) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

GinBatch *batch_of(const GinBatchPlan *plan, Team *team) {
    Error err = {{0}};
    GinBatch *batch = gin_batch_open(plan, team, &err);
    if (!batch) fail_msg("%s", err.text);
    return batch;
}

// How good a choice looks at first sight.
static int liking(const uint8_t *inputs, int choice) {
    const uint8_t *numbers = inputs + GIN_PLANES * CARD_COUNT;
    if (choice == GIN_CHOICE_TAKE) return numbers[GIN_AT_TAKE_MELDS] ? 2 : 0;
    if (choice == GIN_CHOICE_STOCK) return 1;
    if (choice >= GIN_CHOICE_KNOCK) return 256;
    return inputs[GIN_PLANE_DEADWOOD * CARD_COUNT + choice - GIN_CHOICE_DROP];
}

int batch_choose(const uint8_t *inputs, const uint8_t *legal, int brain) {
    Rng rng = rng_of_key(hash_of(inputs, GIN_INPUTS), (uint64_t)brain);
    int choices[GIN_CHOICES], count = 0, best = -1;
    for (int choice = 0; choice < GIN_CHOICES; choice++) {
        if (!gin_choice_is_legal(legal, choice)) continue;
        if (best < 0 || liking(inputs, choice) > liking(inputs, best)) best = choice;
        choices[count++] = choice;
    }
    return rng_below(&rng, 4) ? best : choices[rng_below(&rng, (uint32_t)count)];
}

Block block_of(int games) {
    size_t count = (size_t)games;
    Block block = {.games = games, .choices = calloc(count, 1)};
    block.rows = (GinBatchRows){
        .inputs = calloc(count, GIN_INPUTS),
        .secrets = calloc(count, GIN_SECRETS),
        .legal = calloc(count, GIN_LEGAL_BYTES),
        .brain = calloc(count, 1),
        .seat = calloc(count, 1),
        .reward = calloc(count, sizeof(float)),
        .ended = calloc(count, 1),
    };
    return block;
}

void block_free(Block *block) {
    free(block->choices);
    free(block->rows.inputs);
    free(block->rows.secrets);
    free(block->rows.legal);
    free(block->rows.brain);
    free(block->rows.seat);
    free(block->rows.reward);
    free(block->rows.ended);
}

GinBatchRows rows_from(const Block *block, int first) {
    size_t at = (size_t)first;
    return (GinBatchRows){
        .inputs = block->rows.inputs + at * GIN_INPUTS,
        .secrets = block->rows.secrets + at * GIN_SECRETS,
        .legal = block->rows.legal + at * GIN_LEGAL_BYTES,
        .brain = block->rows.brain + at,
        .seat = block->rows.seat + at,
        .reward = block->rows.reward + at,
        .ended = block->rows.ended + at,
    };
}

void choose_all(const Block *block) {
    for (int i = 0; i < block->games; i++)
        block->choices[i] =
            (uint8_t)batch_choose(block->rows.inputs + (size_t)i * GIN_INPUTS,
                                  block->rows.legal + (size_t)i * GIN_LEGAL_BYTES, block->rows.brain[i]);
}

void step_all(GinBatch *batch, const Block *block) {
    choose_all(block);
    gin_batch_step(batch, 0, block->games, block->choices, &block->rows);
}

void assert_same_rows(const Block *a, const Block *b) {
    size_t count = (size_t)a->games;
    assert_memory_equal(a->rows.inputs, b->rows.inputs, count * GIN_INPUTS);
    assert_memory_equal(a->rows.secrets, b->rows.secrets, count * GIN_SECRETS);
    assert_memory_equal(a->rows.legal, b->rows.legal, count * GIN_LEGAL_BYTES);
    assert_memory_equal(a->rows.brain, b->rows.brain, count);
    assert_memory_equal(a->rows.seat, b->rows.seat, count);
    assert_memory_equal(a->rows.reward, b->rows.reward, count * sizeof(float));
    assert_memory_equal(a->rows.ended, b->rows.ended, count);
}

static GinAction choose_looking_back(void *self, const GinView *view, Rng *rng) {
    (void)self, (void)rng;
    GinAction action;
    if (gin_forced(view, &action)) return action;
    uint64_t seen = view->hand;
    for (const GinPastHand *hand = view->past; hand; hand = hand->before) {
        seen = rng_fold(seen, hash_of(hand->event, hand->events * sizeof *hand->event));
        seen = rng_fold(rng_fold(seen, hand->hand[0]), hand->hand[1]);
        seen = rng_fold(seen, rng_fold(hand->result.points, hash_of(&hand->table, sizeof hand->table)));
    }
    uint8_t legal[GIN_LEGAL_BYTES];
    gin_choices(view, legal);
    return gin_choice_action(view,
                             batch_choose((const uint8_t[GIN_INPUTS]){(uint8_t)seen, (uint8_t)(seen >> 8)}, legal, 9));
}

GinPlayer batch_player_that_looks_back(void) { return (GinPlayer){.choose = choose_looking_back}; }
