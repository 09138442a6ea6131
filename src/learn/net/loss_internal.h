// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LEARN_NET_LOSS_INTERNAL_H
#define DEADWOOD_LEARN_NET_LOSS_INTERNAL_H

#include "learn/train/train.h"

// The loss of one row of n outputs of a layer with that activation. If `delta` is not NULL, it gets the gradient of
// weight * loss by what went into the activation; the result is not weighted.
double loss_row(TrainLoss loss, NetActivation activation, const float *outputs, const float *targets, int n,
                float weight, float *delta);

// False with err set if the loss makes no sense for such outputs.
bool loss_fits(TrainLoss loss, NetActivation activation, Error *err);

const char *loss_name(TrainLoss loss);

#endif
