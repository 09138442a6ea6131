// SPDX-License-Identifier: MIT
// A batch is cut into shards, whatever the number of threads; each shard's gradient is computed separately and they are
// added in order. The order of examples depends only on seed and epoch. So the result does not depend on threads or
// interruptions.
#include "learn/train/train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/text.h"
#include "base/threads/progress.h"
#include "learn/cuda/cuda_internal.h"
#include "learn/train/descent_internal.h"
#include "learn/train/train_internal.h"

enum { SHARD_ROWS = 128, MOST_SHARDS = 16 };
enum { UNHEARD = 64 }; // batches a GPU works through before its losses are asked for

// Learning one batch.

// Puts the numbers of a shard's examples into the seat. Returns how many they are and, in `first`, their place in the
// batch.
static int draw_shard(const TrainRun *run, int shard, TrainSeat *seat, uint32_t *first) {
    uint32_t begin = (uint32_t)((uint64_t)run->batch_size * (uint64_t)shard / (uint64_t)run->shards);
    uint32_t end = (uint32_t)((uint64_t)run->batch_size * (uint64_t)(shard + 1) / (uint64_t)run->shards);
    uint64_t key = rng_key(run->plan->seed, (uint64_t)run->at.epoch, 0);
    for (uint32_t i = begin; i < end; i++) {
        seat->indices[i - begin] = train_shuffle(key, run->learn_count, run->batch_first + i);
    }
    *first = begin;
    return (int)(end - begin);
}

static void learn_shard(void *context, int task, int member) {
    TrainRun *run = context;
    int shard = run->own_shard + task;
    TrainSeat *seat = &run->seats[member];
    uint32_t first;
    int count = draw_shard(run, shard, seat, &first);
    run->sums[2 * shard] = run->sums[2 * shard + 1] = 0;
    if (count == 0) return;
    run->sums[2 * shard] = train_examples(run, seat, count, true, &run->sums[2 * shard + 1]);
    if (run->sums[2 * shard + 1] > 0) pass_backward(&seat->pass, count, run->gradients + (size_t)shard * run->stride);
}

static bool is_number(const TrainRun *run, double loss, Error *err) {
    return isfinite(loss) ||
           error_set(err, "epoch %d: the loss is no number any more; try a smaller learning rate, or clip",
                     run->at.epoch + 1);
}

// False with err set if the gradient is no number.
static bool train_move_weights(TrainRun *run, double weight, Error *err) {
    Peers *peers = run->plan->peers;
    bool alone = peers_count(peers) == 1;
    if (!alone &&
        !peers_add_gradients(peers, run->shards, run->stride, net_parameters(run->net), run->sums, run->gradients, err))
        return false;
    run->at.step++;
    run->updates++;
    Descent descent = {.plan = run->plan,
                       .parameters = net_parameters(run->net),
                       .shards = alone ? run->shards : 1, // of peers all are added up in the first
                       .stride = run->stride,
                       .gradients = run->gradients,
                       .weights = alone ? run->sums : (double[2]){0, weight},
                       .block = run->learner->block,
                       .first = run->first_memory,
                       .second = run->second_memory,
                       .squares = run->squares,
                       .rate = run->rate,
                       .step = run->at.step};
    return isfinite(descent_move(&descent, run->team, weight)) || is_number(run, (double)NAN, err);
}

// On the processor: shards, then the sum of their losses and weights.
static void learn_shards(TrainRun *run, double *loss, double *weight) {
    int end;
    peers_shards(run->plan->peers, run->shards, &run->own_shard, &end);
    team_run(run->team, end - run->own_shard, learn_shard, run);
    peers_share_sums(run->plan->peers, run->shards, run->sums, &run->stop);
    for (int i = 0; i < run->shards; i++) {
        *loss += run->sums[2 * i];
        *weight += run->sums[2 * i + 1];
    }
}

// Rows of a shard, where the GPU takes them from.
static void fill_task(void *context, int shard, int member) {
    TrainRun *run = context;
    TrainSeat *seat = &run->seats[member];
    uint32_t first;
    int count = draw_shard(run, shard, seat, &first);
    if (count == 0) return;
    size_t steps = (size_t)run->data->steps, row = (size_t)first * steps, rows = (size_t)count * steps;
    size_t in = (size_t)net_inputs(run->net), out = (size_t)net_outputs(run->net);
    float *inputs = cuda_inputs(run->cuda) + row * in, *targets = cuda_targets(run->cuda) + row * out;
    float *weights = cuda_weights(run->cuda) + row;
    memset(inputs, 0, sizeof(float) * rows * in);
    memset(targets, 0, sizeof(float) * rows * out);
    for (size_t i = 0; i < rows; i++) weights[i] = 1;
    run->data->fill(run->data->context, seat->indices, count, inputs, targets, weights);
}

// Packed rows are already on the GPU, which only gets their indices. Losses are fetched now and then, since waiting for
// every batch would leave it idle.
static bool learn_packed(TrainRun *run, double *weight, Error *err) {
    uint64_t key = rng_key(run->plan->seed, (uint64_t)run->at.epoch, 0);
    if (!cuda_learn_packed(run->cuda, run, key, err)) return false;
    *weight = run->batch_size;
    run->unheard += *weight;
    run->unheard_batches++;
    return true;
}

static bool hear_losses(TrainRun *run, Error *err) {
    if (!run->unheard_batches) return true;
    if (!cuda_losses(run->cuda, &run->at.loss, err) || !is_number(run, run->at.loss, err)) return false;
    run->at.weight += run->unheard;
    run->unheard = 0;
    run->unheard_batches = 0;
    return true;
}

static bool learn_on_gpu(TrainRun *run, double *loss, double *weight, Error *err) {
    team_run(run->team, run->shards, fill_task, run);
    return cuda_learn(run->cuda, (int)run->batch_size, loss, weight, err);
}

static bool move_on_gpu(TrainRun *run, double weight, Error *err) {
    run->at.step++;
    return cuda_move(run->cuda, run, weight, err);
}

// What the GPU has learned, before anything is done with the weights here.
static bool fetch_weights(TrainRun *run, Error *err) {
    return !run->cuda || (hear_losses(run, err) && cuda_fetch(run->cuda, run, err));
}

static bool learn_batch(TrainRun *run, Error *err) {
    TrainPosition *at = &run->at;
    uint32_t size = (uint32_t)run->plan->batch, left = run->learn_count - at->batch * size;
    run->batch_first = at->batch * size;
    run->batch_size = left < size ? left : size;
    run->rate = train_rate(run->plan, at->epoch + (double)at->batch / run->batches);
    double loss = 0, weight = 0;
    bool packed = run->cuda && run->data->sparse;
    if (!run->cuda) learn_shards(run, &loss, &weight);
    if (packed && !learn_packed(run, &weight, err)) return false;
    if (run->cuda && !packed && !learn_on_gpu(run, &loss, &weight, err)) return false;
    at->batch++;
    if (!is_number(run, loss, err)) return false;
    if (weight > 0 && run->cuda && !move_on_gpu(run, weight, err)) return false;
    if (weight > 0 && !run->cuda && !train_move_weights(run, weight, err)) return false;
    if (packed) return run->unheard_batches < UNHEARD || hear_losses(run, err);
    at->loss += loss;
    at->weight += weight;
    return true;
}

// Epochs.

static bool all_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) return false;
    }
    return true;
}

static void judge_epoch(TrainRun *run, double loss) {
    TrainPosition *at = &run->at;
    if (at->best_epoch == 0 || loss < at->best - run->plan->better) {
        at->best = loss;
        at->best_epoch = at->epoch;
        at->waited = 0;
        if (run->best_weights) {
            memcpy(run->best_weights, run->net->block, sizeof(float) * net_parameters(run->net));
        }
    } else {
        at->waited++;
    }
}

static bool validate(TrainRun *run, double *loss, Error *err) {
    *loss = (double)NAN;
    if (!run->check_count) return true;
    if (run->cuda && run->data->sparse) return cuda_check_packed(run->cuda, run, loss, err);
    *loss = train_check(run);
    return true;
}

static bool end_epoch(TrainRun *run, double started, Error *err) {
    TrainPosition *at = &run->at;
    if (!fetch_weights(run, err)) return false;
    if (!all_finite(run->net->block, net_parameters(run->net))) {
        return error_set(err, "epoch %d: a weight is no number any more; try a smaller learning rate, or clip",
                         at->epoch + 1);
    }
    TrainEpoch *result = &run->history[at->epoch];
    result->training = at->weight > 0 ? at->loss / at->weight : 0;
    if (!validate(run, &result->validation, err)) return false;
    result->rate = run->rate;
    result->seconds = at->seconds + progress_clock() - started;
    at->epoch++;
    at->batch = 0;
    at->loss = at->weight = at->seconds = 0;
    judge_epoch(run, run->check_count ? result->validation : result->training);
    if (run->plan->on_epoch) run->plan->on_epoch(run->plan->on_epoch_context, at->epoch, result);
    return true;
}

static bool finished(const TrainRun *run) {
    const TrainPlan *plan = run->plan;
    return run->at.epoch >= plan->epochs || (plan->patience > 0 && run->at.waited >= plan->patience);
}

static void show_train_progress(const TrainRun *run, Progress *progress) {
    const TrainPosition *at = &run->at;
    if (at->weight > 0) {
        snprintf(progress->label, sizeof progress->label, "epoch %d, loss %.4g", at->epoch + 1, at->loss / at->weight);
    }
    uint64_t done = (uint64_t)at->epoch * run->learn_count + (uint64_t)at->batch * (uint64_t)run->plan->batch;
    progress_update(progress, done);
}

// Until finished, interrupted or failed. What lies between two checkpoints is lost by a kill, nothing by Ctrl-C.
static bool learn_epochs(TrainRun *run, Progress *progress, TrainReport *report, Error *err) {
    const TrainPlan *plan = run->plan;
    double interval = plan->checkpoint_seconds > 0 ? plan->checkpoint_seconds : 60;
    double saved = progress_clock(), started = saved;
    while (!finished(run)) {
        if (run->stop || (peers_count(plan->peers) == 1 && progress_interrupted())) {
            report->interrupted = true;
            break;
        }
        run->stop = progress_interrupted(); // peers stop together, behind the same batch
        if (!learn_batch(run, err)) return false;
        report->rows += (size_t)run->batch_size * (size_t)run->data->steps;
        if (run->at.batch == run->batches) {
            if (!end_epoch(run, started, err)) return false;
            started = progress_clock();
        }
        show_train_progress(run, progress);
        if (plan->checkpoint && peers_rank(plan->peers) == 0 && progress_clock() - saved > interval) {
            run->at.seconds += progress_clock() - started;
            started = saved = progress_clock();
            if (!fetch_weights(run, err) || !train_save_checkpoint(run, err)) return false;
        }
    }
    run->at.seconds += progress_clock() - started;
    return fetch_weights(run, err) &&
           (!plan->checkpoint || peers_rank(plan->peers) > 0 || train_save_checkpoint(run, err));
}

// A run's memory.

static int shards_of(const TrainPlan *plan, const TrainData *data) {
    int64_t rows = (int64_t)plan->batch * data->steps, shards = (rows + SHARD_ROWS / 2) / SHARD_ROWS;
    if (plan->shards) shards = plan->shards;
    if (shards > MOST_SHARDS && !plan->shards) shards = MOST_SHARDS;
    if (shards > plan->batch) shards = plan->batch;
    return shards < 1 ? 1 : (int)shards;
}

static float *zeros(size_t count) {
    float *floats = net_floats(count);
    if (floats) memset(floats, 0, sizeof(float) * count);
    return floats;
}

static bool train_open_arrays(TrainRun *run, Error *err) {
    size_t parameters = net_parameters(run->net), tasks = train_check_tasks(run, run->check_count);
    size_t sums = tasks > (size_t)run->shards ? tasks : (size_t)run->shards;
    run->stride = (parameters + 15) / 16 * 16;
    run->gradients = net_floats((size_t)run->shards * run->stride);
    run->first_memory = zeros(parameters);
    run->second_memory = zeros(parameters);
    run->best_weights = zeros(parameters);
    run->old_weights = net_floats(parameters);
    run->squares = malloc(sizeof(double) * descent_chunks(parameters));
    run->sums = malloc(sizeof(double) * 2 * sums);
    run->history = calloc((size_t)run->plan->epochs, sizeof *run->history);
    if (!run->gradients || !run->first_memory || !run->second_memory || !run->best_weights || !run->old_weights ||
        !run->squares || !run->sums || !run->history) {
        return error_set(err, "not enough memory to train %zu parameters in %d shards", parameters, run->shards);
    }
    memcpy(run->old_weights, run->net->block, sizeof(float) * parameters);
    return true;
}

static bool open_run(TrainRun *run, Error *err) {
    const TrainPlan *plan = run->plan;
    run->check_count = (uint32_t)(plan->validation * run->data->count);
    run->learn_count = run->data->count - run->check_count;
    run->first = run->learn_count;
    run->count = run->check_count;
    run->batches = (uint32_t)(((uint64_t)run->learn_count + (uint64_t)plan->batch - 1) / (uint64_t)plan->batch);
    run->shards = shards_of(plan, run->data);
    int room = (plan->batch + run->shards - 1) / run->shards;
    return train_open_seats(run, plan->threads ? plan->threads : 1, room, true, err) && train_open_arrays(run, err);
}

static void close_run(TrainRun *run) {
    cuda_close(run->cuda);
    train_close_seats(run);
    free(run->gradients);
    free(run->first_memory);
    free(run->second_memory);
    free(run->best_weights);
    free(run->old_weights);
    free(run->squares);
    free(run->sums);
    free(run->history);
}

static void fill_report(TrainRun *run, TrainReport *report) {
    report->history = run->history;
    run->history = NULL;
    report->epochs = run->at.epoch;
    report->best_epoch = run->at.best_epoch;
    report->best = run->at.best;
    report->stopped_early = !report->interrupted && run->at.epoch < run->plan->epochs;
}

// Process 0 reads the checkpoint and tells the others. Where it cannot, all fail.
static bool load_for_all(TrainRun *run, bool *resumed, Error *err) {
    Peers *peers = run->plan->peers;
    bool good = true;
    size_t size = sizeof(float) * net_parameters(run->net);
    if (run->plan->checkpoint && peers_rank(peers) == 0) good = train_load_checkpoint(run, resumed, err);
    if (peers_count(peers) == 1) return good;
    peers_tell(peers, &good, sizeof good);
    peers_tell(peers, resumed, sizeof *resumed);
    if (!good) return peers_rank(peers) == 0 ? false : error_set(err, "process 0 could not read its checkpoint");
    if (!*resumed) return true;
    peers_tell(peers, &run->at, sizeof run->at);
    peers_tell(peers, run->learner->block, size);
    peers_tell(peers, run->first_memory, size);
    peers_tell(peers, run->second_memory, size);
    peers_tell(peers, run->best_weights, size);
    if (run->at.epoch > run->plan->epochs) return error_set(err, "the checkpoint has more epochs than are asked for");
    peers_tell(peers, run->history, (size_t)run->at.epoch * sizeof *run->history);
    return true;
}

static bool train_run(TrainRun *run, TrainReport *report, Error *err) {
    if (!open_run(run, err)) return false;
    if (!load_for_all(run, &report->resumed, err)) return false;
    if (run->plan->device == TRAIN_CUDA) {
        run->cuda = cuda_open(run, err);
        if (!run->cuda) return false;
    }
    uint64_t total = (uint64_t)run->plan->epochs * run->learn_count;
    uint64_t done = (uint64_t)run->at.epoch * run->learn_count;
    Progress progress = progress_start("training", "examples", total, done, run->plan->quiet);
    double started = progress_clock();
    bool good = learn_epochs(run, &progress, report, err);
    progress_end(&progress, (uint64_t)run->at.epoch * run->learn_count);
    report->seconds = progress_clock() - started;
    report->bytes = peers_bytes(run->plan->peers);
    report->updates = run->updates;
    return good;
}

bool train(Net *net, const TrainPlan *plan, const TrainData *data, TrainReport *report, Error *err) {
    TrainReport result = {0};
    TrainRun run = {.net = net, .learner = net, .plan = plan, .data = data, .loss = plan->loss};
    bool good = train_check_plan(net, plan, data, err) && train_run(&run, &result, err);
    const float *end = NULL; // the weights to end with, if not those at hand
    if (!good) {
        end = run.old_weights;
    } else if (plan->keep_best && run.at.best_epoch > 0) {
        end = run.best_weights;
    }
    if (end) memcpy(net->block, end, sizeof(float) * net_parameters(net));
    if (good) fill_report(&run, &result);
    close_run(&run);
    if (report && good) {
        *report = result;
    } else {
        train_report_free(&result);
    }
    return good;
}

void train_report_free(TrainReport *report) {
    free(report->history);
    *report = (TrainReport){0};
}

bool train_save_history(const TrainReport *report, const char *path, Error *err) {
    Text text = {0};
    text_add(&text, "# epoch training validation rate seconds\n");
    for (int i = 0; i < report->epochs; i++) {
        const TrainEpoch *epoch = &report->history[i];
        text_addf(&text, "%d %.9g %.9g %.9g %.3f\n", i + 1, epoch->training, epoch->validation, epoch->rate,
                  epoch->seconds);
    }
    bool written = text_write_file(path, text.data, text.size, err);
    text_free(&text);
    return written;
}
