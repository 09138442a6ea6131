// SPDX-License-Identifier: MIT
#include "learn/train/descent_internal.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 8192 }; // parameters that one task adds up and moves

size_t descent_chunks(size_t parameters) { return (parameters + CHUNK - 1) / CHUNK; }

static size_t chunk_size(const Descent *descent, size_t begin) {
    size_t left = descent->parameters - begin;
    return left < CHUNK ? left : CHUNK;
}

// The mean gradient of one chunk, at its place in the first shard's.
static void add_shards(const Descent *descent, size_t begin, size_t count) {
    float sum[CHUNK], *to = descent->gradients + begin, scale = (float)descent->scale;
    memset(sum, 0, sizeof(float) * count);
    for (int shard = 0; shard < descent->shards; shard++) {
        const float *from = descent->gradients + (size_t)shard * descent->stride + begin;
        if (!(descent->weights[2 * shard + 1] > 0)) continue; // nothing was written there
        for (size_t i = 0; i < count; i++) sum[i] += from[i];
    }
    for (size_t i = 0; i < count; i++) to[i] = sum[i] * scale;
}

static double square_of(const float *values, size_t count) {
    double part[8] = {0};
    for (size_t i = 0; i < count; i++) part[i % 8] += (double)values[i] * (double)values[i];
    return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}

static void move_chunk(const Descent *descent, size_t begin, size_t count) {
    train_step(descent->plan, descent->rate, descent->step, count, descent->gradients + begin, descent->block + begin,
               descent->first + begin, descent->second + begin);
}

static void add_task(void *context, int chunk, int member) {
    const Descent *descent = context;
    (void)member;
    size_t begin = (size_t)chunk * CHUNK, count = chunk_size(descent, begin);
    add_shards(descent, begin, count);
    if (descent->plan->clip > 0) {
        descent->squares[chunk] = square_of(descent->gradients + begin, count);
    } else {
        move_chunk(descent, begin, count);
    }
}

static void clip_task(void *context, int chunk, int member) {
    const Descent *descent = context;
    (void)member;
    size_t begin = (size_t)chunk * CHUNK, count = chunk_size(descent, begin);
    float scale = (float)descent->scale;
    for (size_t i = 0; i < count; i++) descent->gradients[begin + i] *= scale;
    move_chunk(descent, begin, count);
}

double descent_move(Descent *descent, Team *team, double weight) {
    int chunks = (int)descent_chunks(descent->parameters);
    descent->scale = 1 / weight;
    team_run(team, chunks, add_task, descent);
    if (!(descent->plan->clip > 0)) return 0;
    double square = 0;
    for (int i = 0; i < chunks; i++) square += descent->squares[i];
    double length = sqrt(square);
    if (!isfinite(length)) return length;
    descent->scale = length > descent->plan->clip ? descent->plan->clip / length : 1;
    team_run(team, chunks, clip_task, descent);
    return length;
}
