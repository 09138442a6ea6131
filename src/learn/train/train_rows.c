// SPDX-License-Identifier: MIT
// What learning and evaluation share: examples through the net, by a team.
#include <stdlib.h>
#include <string.h>

#include "learn/net/chance_internal.h"
#include "learn/net/gemm.h"
#include "learn/net/loss_internal.h"
#include "learn/train/train_internal.h"

uint32_t train_shuffle(uint64_t key, uint32_t n, uint32_t i) { return chance_shuffle(key, n, i); }

bool train_open_seats(TrainRun *run, int threads, int room, bool learns, Error *err) {
    gemm_setup();
    run->seat_room = room;
    run->team = team_open(threads);
    if (!run->team) return error_set(err, "not enough memory for %d threads", threads);
    int size = team_size(run->team);
    run->seats = calloc((size_t)size, sizeof *run->seats);
    for (int i = 0; run->seats && i < size; i++) {
        TrainSeat *seat = &run->seats[i];
        seat->indices = malloc(sizeof *seat->indices * (size_t)room);
        if (!seat->indices || !pass_open(&seat->pass, run->net, room, run->data->steps, learns, err)) break;
        if (i + 1 == size) return true;
    }
    return error_set(err, "not enough memory for %d threads with %d examples each", size, room);
}

void train_close_seats(TrainRun *run) {
    int size = run->team ? team_size(run->team) : 0;
    for (int i = 0; run->seats && i < size; i++) {
        pass_close(&run->seats[i].pass);
        free(run->seats[i].indices);
    }
    free(run->seats);
    team_close(run->team);
}

// Rows whose weight is 0 cost nothing more and change nothing.
static double sum_losses(TrainRun *run, Pass *pass, int rows, bool learns, double *weight) {
    const Net *net = run->net;
    int n = net_outputs(net);
    NetActivation activation = net->layers[net->layer_count - 1].activation;
    double sum = 0;
    *weight = 0;
    for (int i = 0; i < rows; i++) {
        size_t at = (size_t)i * (size_t)n;
        float *delta = learns ? pass->delta + at : NULL, w = pass->row_weights[i];
        if (w != 0) {
            sum += (double)w * loss_row(run->loss, activation, pass->values[net->layer_count] + at, pass->targets + at,
                                        n, w, delta);
            *weight += (double)w;
        } else if (delta) {
            memset(delta, 0, sizeof(float) * (size_t)n);
        }
    }
    return sum;
}

double train_examples(TrainRun *run, TrainSeat *seat, int count, bool learns, double *weight) {
    Pass *pass = &seat->pass;
    int rows = count * run->data->steps;
    memset(pass->values[0], 0, sizeof(float) * (size_t)rows * (size_t)net_inputs(run->net));
    memset(pass->targets, 0, sizeof(float) * (size_t)rows * (size_t)net_outputs(run->net));
    for (int i = 0; i < rows; i++) pass->row_weights[i] = 1;
    run->data->fill(run->data->context, seat->indices, count, pass->values[0], pass->targets, pass->row_weights);
    pass_forward(pass, count);
    return sum_losses(run, pass, rows, learns, weight);
}

static void check_task(void *context, int index, int member) {
    TrainRun *run = context;
    TrainSeat *seat = &run->seats[member];
    uint32_t begin = (uint32_t)index * (uint32_t)run->seat_room, left = run->count - begin;
    int count = left < (uint32_t)run->seat_room ? (int)left : run->seat_room;
    for (int i = 0; i < count; i++) seat->indices[i] = run->first + begin + (uint32_t)i;
    run->sums[2 * index] = train_examples(run, seat, count, false, &run->sums[2 * index + 1]);
}

size_t train_check_tasks(const TrainRun *run, uint32_t count) {
    return ((size_t)count + (size_t)run->seat_room - 1) / (size_t)run->seat_room;
}

double train_check(TrainRun *run) {
    size_t tasks = train_check_tasks(run, run->count);
    team_run(run->team, (int)tasks, check_task, run);
    double loss = 0, weight = 0;
    for (size_t i = 0; i < tasks; i++) {
        loss += run->sums[2 * i];
        weight += run->sums[2 * i + 1];
    }
    return weight > 0 ? loss / weight : 0;
}

bool train_evaluate(const Net *net, TrainLoss loss, const TrainData *data, uint32_t first, uint32_t count, int threads,
                    double *mean, Error *err) {
    enum { ROWS_AT_ONCE = 256 };
    const NetLayer *last = net_layer(net, net_layers(net) - 1);
    if (!loss_fits(loss, last->activation, err)) return false;
    TrainRun run = {.net = net, .data = data, .loss = loss, .first = first, .count = count};
    int room = data->steps < ROWS_AT_ONCE ? ROWS_AT_ONCE / data->steps : 1;
    bool good = train_open_seats(&run, threads, room, false, err);
    if (good) {
        run.sums = malloc(sizeof *run.sums * 2 * (train_check_tasks(&run, count) + 1));
        good = run.sums || error_set(err, "not enough memory for %u examples", (unsigned)count);
    }
    if (good) *mean = train_check(&run);
    train_close_seats(&run);
    free(run.sums);
    return good;
}
