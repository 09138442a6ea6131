// SPDX-License-Identifier: MIT
// Selects a legal choice from a network's outputs (masked softmax, argmax). Bit-identical on every compiler and
// processor.
#ifndef DEADWOOD_LEARN_NET_CHOICE_H
#define DEADWOOD_LEARN_NET_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

// `legal` holds a bit a choice, the lowest of the first byte first; at least one is set.
static inline bool choice_is_legal(const uint8_t *legal, int choice) { return legal[choice >> 3] >> (choice & 7) & 1; }

// The legal choice with the largest output, the lowest of those where several are.
int choice_best(const float *outputs, const uint8_t *legal, int count);

// Softmax over the legal choices of outputs / temperature (above 0); exactly 0 for all others.
void choice_probabilities(const float *outputs, const uint8_t *legal, int count, float temperature, float *probability);

// Inverse-CDF sampling: the choice at which the cumulative probability passes `unit` (0 to 1).
int choice_at(const float *probability, int count, double unit);

#endif
