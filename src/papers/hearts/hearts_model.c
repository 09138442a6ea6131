// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "papers/hearts/hearts_internal.h"

static uint64_t number_of_fact(const Weights *weights, const char *fact) {
    const char *text = weights_fact(weights, fact);
    uint64_t number = 0;
    return text && text_to_uint64(text, fact, &number, NULL) ? number : 0;
}

static bool read_hearts_curve(HeartsModel *model, Error *err) {
    const WeightsTensor *curve = weights_find(model->weights, "curve");
    model->window = number_of_fact(model->weights, "window");
    model->games = number_of_fact(model->weights, "games");
    if (!curve || curve->rank != 2 || !curve->shape[0] || !curve->shape[1] || !model->window)
        return error_set(err, "the model %s has no learning curve", model->name);
    model->runs = (int)curve->shape[0];
    model->windows = (int)curve->shape[1];
    model->curve = malloc(curve->shape[0] * curve->shape[1] * sizeof *model->curve);
    return (model->curve || error_set(err, "out of memory")) &&
           weights_floats(model->weights, "curve", 2, curve->shape, model->curve, err);
}

bool hearts_model_open(const char *name, HeartsModel *model, Error *err) {
    Text path = {0};
    *model = (HeartsModel){.runs = 0};
    text_copy(model->name, sizeof model->name, name);
    bool good = hearts_perceptron_path(name, &path, err) && (model->weights = weights_load(path.data, err)) != NULL &&
                (model->net = hearts_perceptron_parse(model->weights, err)) != NULL && read_hearts_curve(model, err);
    if (!good) {
        error_prefix(err, "%s", name);
        hearts_model_close(model);
    }
    text_free(&path);
    return good;
}

void hearts_model_close(HeartsModel *model) {
    weights_close(model->weights);
    hearts_perceptron_close(model->net);
    free(model->curve);
    *model = (HeartsModel){.runs = 0};
}

static double mean_of_values(const float *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)values[i];
    return sum / count;
}

LabSample hearts_model_level(const HeartsModel *model, double from, double to) {
    LabSample sample = {.count = 0};
    int first = (int)(from * model->windows), last = (int)ceil(to * model->windows);
    if (last <= first) last = first + 1;
    if (model->runs > 1) {
        for (int run = 0; run < model->runs; run++)
            lab_sample_add(&sample,
                           mean_of_values(model->curve + (size_t)run * (size_t)model->windows + first, last - first));
    } else {
        for (int i = first; i < last; i++) lab_sample_add(&sample, (double)model->curve[i]);
    }
    return sample;
}

// ---- Answers ----

LabAnswer hearts_below(const LabSample *sample, double limit) {
    double mean = lab_sample_mean(sample), half = lab_sample_half(sample);
    return mean + half < limit ? LAB_HOLDS : mean - half > limit ? LAB_FAILS : LAB_UNDECIDED;
}

LabAnswer hearts_lower(const LabSample *a, const LabSample *b) {
    double gap = lab_sample_mean(b) - lab_sample_mean(a), reach = hypot(lab_sample_half(a), lab_sample_half(b));
    return gap > reach ? LAB_HOLDS : gap < -reach ? LAB_FAILS : LAB_UNDECIDED;
}

LabAnswer hearts_not(LabAnswer answer) {
    return answer == LAB_HOLDS ? LAB_FAILS : answer == LAB_FAILS ? LAB_HOLDS : LAB_UNDECIDED;
}

LabClaim *hearts_statement(LabRun *run, const char *id, LabAnswer answer) {
    LabClaim *claim = lab_claim(run, "%s", id);
    claim->holds = answer;
    return claim;
}
