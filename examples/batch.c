// SPDX-License-Identifier: MIT
// A thousand games at once, with the installed library: random play against a simple player, and what it costs.
//     cc -O2 batch.c $(pkg-config --cflags --libs deadwood) -o batch && ./batch && ./batch hearts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <deadwood.h>

enum { GAMES = 1024, STEPS = 1000 };

static uint8_t done[GAMES];
static float reward[GAMES];

static int fail(const deadwood_error *err) {
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

// Binds a field of bytes to an array of its size. NULL on failure.
static uint8_t *bind_bytes(deadwood_vec *vec, const char *game, int field, deadwood_error *err) {
    size_t bytes = (size_t)GAMES * (size_t)deadwood_vec_shape(game, field, err);
    uint8_t *array = malloc(bytes);
    if (array && deadwood_vec_bind(vec, field, array, bytes, err) == DEADWOOD_OK) return array;
    free(array);
    return NULL;
}

// Steps all games, and prints what came of it.
static int play(deadwood_vec *vec, deadwood_error *err) {
    int32_t actions[GAMES];
    double sum = 0;
    long hands = 0;
    clock_t began = clock();
    for (int step = 0; step < STEPS; step++) {
        deadwood_vec_sample(vec, actions, err); // a network would look at the observations and masks instead
        if (deadwood_vec_step(vec, actions, err) != DEADWOOD_OK) return fail(err);
        for (int i = 0; i < GAMES; i++) {
            sum += (double)reward[i];
            hands += done[i];
        }
    }
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    char *counts = deadwood_vec_counts(vec, err);
    printf("%ld hands, %.1f points to who moved last\n%.2f million decisions a second\n%s\n", hands, 100 * sum,
           1e-6 * GAMES * STEPS / seconds, counts);
    deadwood_free(counts);
    return 0;
}

int main(int argc, char **argv) {
    deadwood_error err;
    const char *game = argc > 1 ? argv[1] : "gin";
    // Half of the games against itself, half against another; in Hearts one name is that of all three others.
    const char *const opponents[] = {"self", strcmp(game, "hearts") == 0 ? "ducker" : "simple"};
    const double shares[] = {1, 1};
    deadwood_context *dw = deadwood_open(NULL, &err);
    if (!dw) return fail(&err);
    deadwood_vec *vec = deadwood_vec_new(dw, game, GAMES, 1, 1, NULL, "episode=hand", opponents, shares, 2, &err);
    if (!vec) return fail(&err);
    // The environment writes straight into these arrays.
    uint8_t *observation = bind_bytes(vec, game, DEADWOOD_VEC_OBSERVATION, &err);
    uint8_t *mask = bind_bytes(vec, game, DEADWOOD_VEC_MASK, &err);
    deadwood_vec_bind(vec, DEADWOOD_VEC_REWARD_ACTED, reward, sizeof reward, &err);
    deadwood_vec_bind(vec, DEADWOOD_VEC_DONE, done, sizeof done, &err);
    int status = 1;
    if (observation && mask && deadwood_vec_look(vec, &err) == DEADWOOD_OK) status = play(vec, &err);
    deadwood_vec_close(vec);
    deadwood_close(dw);
    free(observation);
    free(mask);
    return status;
}
