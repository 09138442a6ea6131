// SPDX-License-Identifier: MIT
#include "support/hearts_batches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hearts/players/list/players.h"
#include "support/rows.h"

HeartsBatch *hearts_batch_of(const HeartsBatchPlan *plan, Team *team) {
    Error err = {{0}};
    HeartsBatch *batch = hearts_batch_open(plan, team, &err);
    if (!batch) fail_msg("%s", err.text);
    return batch;
}

HeartsPlayer hearts_opened(const char *spec) {
    HeartsPlayer player;
    Error err = {{0}};
    if (!hearts_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    return player;
}

int hearts_batch_choose(const uint8_t *inputs, const uint8_t *legal, int brain) {
    Rng rng = rng_of_key(hash_of(inputs, HEARTS_INPUTS), (uint64_t)brain);
    int choices[HEARTS_CHOICES] = {0}, count = 0;
    for (int choice = 0; choice < HEARTS_CHOICES; choice++)
        if (hearts_choice_is_legal(legal, choice)) choices[count++] = choice;
    assert_true(count > 1);
    return choices[rng_below(&rng, (uint32_t)count)];
}

HeartsBlock hearts_block_of(int games) {
    size_t count = (size_t)games;
    HeartsBlock block = {.games = games, .choices = calloc(count, 1)};
    block.rows = (HeartsBatchRows){
        .inputs = calloc(count, HEARTS_INPUTS),
        .secrets = calloc(count, HEARTS_SECRETS),
        .legal = calloc(count, HEARTS_LEGAL_BYTES),
        .brain = calloc(count, 1),
        .seat = calloc(count, 1),
        .reward = calloc(count * HEARTS_SEATS, sizeof(float)),
        .ended = calloc(count, 1),
        .over = calloc(count, 1),
        .outcome = calloc(count, sizeof(HeartsBatchOutcome)),
    };
    return block;
}

void hearts_block_free(HeartsBlock *block) {
    free(block->choices);
    free(block->rows.inputs);
    free(block->rows.secrets);
    free(block->rows.legal);
    free(block->rows.brain);
    free(block->rows.seat);
    free(block->rows.reward);
    free(block->rows.ended);
    free(block->rows.over);
    free(block->rows.outcome);
}

HeartsBatchRows hearts_rows_from(const HeartsBlock *block, int first) {
    size_t at = (size_t)first;
    return (HeartsBatchRows){
        .inputs = block->rows.inputs + at * HEARTS_INPUTS,
        .secrets = block->rows.secrets + at * HEARTS_SECRETS,
        .legal = block->rows.legal + at * HEARTS_LEGAL_BYTES,
        .brain = block->rows.brain + at,
        .seat = block->rows.seat + at,
        .reward = block->rows.reward + at * HEARTS_SEATS,
        .ended = block->rows.ended + at,
        .over = block->rows.over + at,
        .outcome = block->rows.outcome + at,
    };
}

void hearts_choose_all(const HeartsBlock *block) {
    for (int i = 0; i < block->games; i++)
        block->choices[i] =
            (uint8_t)hearts_batch_choose(block->rows.inputs + (size_t)i * HEARTS_INPUTS,
                                         block->rows.legal + (size_t)i * HEARTS_LEGAL_BYTES, block->rows.brain[i]);
}

void hearts_step_all(HeartsBatch *batch, const HeartsBlock *block) {
    hearts_choose_all(block);
    hearts_batch_step(batch, 0, block->games, block->choices, &block->rows);
}

void hearts_assert_same_rows(const HeartsBlock *a, const HeartsBlock *b) {
    size_t count = (size_t)a->games;
    assert_memory_equal(a->rows.inputs, b->rows.inputs, count * HEARTS_INPUTS);
    assert_memory_equal(a->rows.secrets, b->rows.secrets, count * HEARTS_SECRETS);
    assert_memory_equal(a->rows.legal, b->rows.legal, count * HEARTS_LEGAL_BYTES);
    assert_memory_equal(a->rows.brain, b->rows.brain, count);
    assert_memory_equal(a->rows.seat, b->rows.seat, count);
    assert_memory_equal(a->rows.reward, b->rows.reward, count * HEARTS_SEATS * sizeof(float));
    assert_memory_equal(a->rows.ended, b->rows.ended, count);
    assert_memory_equal(a->rows.over, b->rows.over, count);
    for (size_t i = 0; i < count; i++) {
        const HeartsBatchOutcome *one = &a->rows.outcome[i], *two = &b->rows.outcome[i];
        assert_memory_equal(one->hand, two->hand, sizeof one->hand);
        assert_memory_equal(one->game, two->game, sizeof one->game);
        assert_true(one->winners == two->winners && one->lineup == two->lineup);
    }
}
