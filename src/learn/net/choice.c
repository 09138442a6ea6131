// SPDX-License-Identifier: MIT
#include "learn/net/choice.h"

#include "learn/net/activation_internal.h"

int choice_best(const float *outputs, const uint8_t *legal, int count) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (choice_is_legal(legal, i) && (best < 0 || outputs[i] > outputs[best])) best = i;
    return best;
}

void choice_probabilities(const float *outputs, const uint8_t *legal, int count, float temperature,
                          float *probability) {
    float top = outputs[choice_best(outputs, legal, count)], sum = 0;
    for (int i = 0; i < count; i++) {
        probability[i] = choice_is_legal(legal, i) ? act_exp((outputs[i] - top) / temperature) : 0;
        sum += probability[i];
    }
    for (int i = 0; i < count; i++) probability[i] /= sum;
}

int choice_at(const float *probability, int count, double unit) {
    double sum = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (!(probability[i] > 0)) continue;
        last = i;
        sum += (double)probability[i];
        if (unit < sum) break;
    }
    return last;
}
