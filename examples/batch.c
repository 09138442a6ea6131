// SPDX-License-Identifier: MIT
// A thousand games at once, with the installed library: random play against Simple, and what it costs.
//     cc -O2 batch.c $(pkg-config --cflags --libs deadwood) -o batch && ./batch
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <deadwood.h>

enum { GAMES = 1024, STEPS = 1000 };

static uint8_t observation[GAMES][DEADWOOD_GIN_OBSERVATION], mask[GAMES][DEADWOOD_GIN_ACTIONS], done[GAMES];
static float reward[GAMES];

static int fail(const deadwood_error *err) {
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

int main(void) {
    deadwood_error err;
    const char *const opponents[] = {"self", "simple"};
    const double shares[] = {1, 1}; // half of the games against itself, half against Simple
    deadwood_context *dw = deadwood_open(NULL, &err);
    if (!dw) return fail(&err);
    deadwood_vec *vec = deadwood_vec_new(dw, "gin", GAMES, 1, 1, "contest", "episode=hand", opponents, shares, 2, &err);
    if (!vec) return fail(&err);
    // The environment writes straight into these arrays.
    deadwood_vec_bind(vec, DEADWOOD_VEC_OBSERVATION, observation, sizeof observation, &err);
    deadwood_vec_bind(vec, DEADWOOD_VEC_MASK, mask, sizeof mask, &err);
    deadwood_vec_bind(vec, DEADWOOD_VEC_REWARD_ACTED, reward, sizeof reward, &err);
    deadwood_vec_bind(vec, DEADWOOD_VEC_DONE, done, sizeof done, &err);
    if (deadwood_vec_look(vec, &err) != DEADWOOD_OK) return fail(&err);

    int32_t actions[GAMES];
    double sum = 0;
    long hands = 0;
    clock_t began = clock();
    for (int step = 0; step < STEPS; step++) {
        deadwood_vec_sample(vec, actions, &err); // a network would look at `observation` and `mask` instead
        if (deadwood_vec_step(vec, actions, &err) != DEADWOOD_OK) return fail(&err);
        for (int game = 0; game < GAMES; game++) {
            sum += (double)reward[game];
            hands += done[game];
        }
    }
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    char *counts = deadwood_vec_counts(vec, &err);
    printf("%ld hands, %.1f points to who moved last\n%.2f million decisions a second\n%s\n", hands, 100 * sum,
           1e-6 * GAMES * STEPS / seconds, counts);
    deadwood_free(counts);
    deadwood_vec_close(vec);
    deadwood_close(dw);
    return 0;
}
