// SPDX-License-Identifier: MIT
// PPO's arithmetic per row and per game, the same code for the CPU and for GPU threads. All random draws and all
// formulas of the method are here.
//
// A row's legal choices L have the probabilities p_i = exp(l_i) / sum over L of exp(l_j), l the actor's outputs; others
// have none and no gradient.
//
// Advantages, game by game, in the view of seat 0. The learner's rows of a game are t_1 < t_2 < ...; s is +1 in rows of
// seat 0 and -1 in rows of seat 1, V_i = s_i * critic(t_i) from before learning, r_t the reward of the choice at step t
// (reported by step t+1).
//
//     R_i   = sum of r_t, t from t_i up to the first of: the end of a hand, the step before t_{i+1}
//     A_i   = R_i - V_i                                                     if a hand ended before t_{i+1}
//     A_i   = R_i + gamma V_{i+1} - V_i + gamma lambda A_{i+1}              otherwise
//
// The mover's advantage is s_i A_i, the critic's target s_i (A_i + V_i). Rows of other brains are skipped; their
// rewards are part of R_i. A row at step `steps` only bootstraps: its value is used, A = 0. If the rollout stops while
// another brain is to move, the learner's last row has no successor yet: it is not learned from, but bootstraps the row
// before it. (This drops at most one row per game, and not at random: a last row is kept if the hand ended after it.
// All other estimates are unbiased by it. Another brain's row cannot be used instead, since the critic knows only the
// learner's rows.)
//
// The loss of a row, with the ratio q = p / (p when it was chosen), the advantage A normalised over the rollout:
//
//     -min(q A, clamp(q, 1-clip, 1+clip) A) - entropy * H,   H = -sum of p_i ln p_i
//     gradient by l_i:  g (1[i chosen] - p_i) + entropy * p_i (ln p_i + H),   g = -q A, or 0 where the clip is active
//
// and of the critic (v - target)^2 / 2; with a value clip c, the larger of it and the same for v kept within c of the
// value before learning.
#ifndef DEADWOOD_LEARN_PPO_PPO_ROW_INTERNAL_H
#define DEADWOOD_LEARN_PPO_PPO_ROW_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "learn/net/activation_internal.h"
#include "learn/net/chance_internal.h"

enum { PPO_NONE = 255 }; // in the place of a choice: nothing is legal, or an output is not finite

static inline LEARN_BOTH bool ppo_is_legal(const uint8_t *legal, int choice) {
    return legal[choice >> 3] >> (choice & 7) & 1;
}

static inline LEARN_BOTH float ppo_exp(float x) {
#ifdef __CUDA_ARCH__
    return expf(x);
#else
    return act_exp(x);
#endif
}

// The random number in [0, 1) that decides a game's choice; `key` comes from seed, iteration and step.
static inline LEARN_BOTH float ppo_chance(uint64_t key, uint32_t game) {
    return (float)(chance_fold(key, game) >> 40) * 0x1p-24f;
}

// The largest legal output; sets *good to false if there is none or one is not finite.
static inline LEARN_BOTH float ppo_top(const float *outputs, const uint8_t *legal, int choices, bool *good) {
    float top = -3.0e38f;
    int count = 0;
    for (int i = 0; i < choices; i++) {
        if (!ppo_is_legal(legal, i)) continue;
        float x = outputs[i];
        if (!(x - x == 0)) *good = false;
        top = x > top ? x : top;
        count++;
    }
    if (count == 0) *good = false;
    return top;
}

// Draws a choice by `chance`; PPO_NONE if there is none to draw. Also its ln p.
static inline LEARN_BOTH uint8_t ppo_draw(const float *outputs, const uint8_t *legal, int choices, float chance,
                                          float *log_probability) {
    bool good = true;
    float top = ppo_top(outputs, legal, choices, &good), sum = 0, reached = 0;
    int drawn = PPO_NONE;
    *log_probability = 0;
    if (!good) return PPO_NONE;
    for (int i = 0; i < choices; i++) {
        if (ppo_is_legal(legal, i)) sum += ppo_exp(outputs[i] - top);
    }
    float wanted = chance * sum;
    for (int i = 0; i < choices; i++) {
        if (!ppo_is_legal(legal, i)) continue;
        float weight = ppo_exp(outputs[i] - top);
        reached += weight;
        if (weight > 0 || drawn == PPO_NONE) drawn = i; // rounding may leave `wanted` unreached: the last one then
        if (reached > wanted) break;
    }
    *log_probability = outputs[drawn] - top - logf(sum);
    return (uint8_t)drawn;
}

typedef struct PpoLoss {
    float policy, entropy, divergence, clipped; // as in PpoReport, of one row
} PpoLoss;

// The coefficients of the loss.
typedef struct PpoPull {
    float clip, entropy, value_clip;
} PpoPull;

static inline LEARN_BOTH float ppo_clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

// The actor's loss of a row and, in `delta`, its gradient by the outputs.
static inline LEARN_BOTH PpoLoss ppo_judge(const float *outputs, const uint8_t *legal, int choices, int choice,
                                           float log_before, float advantage, PpoPull pull, float *delta) {
    bool good = true;
    float top = ppo_top(outputs, legal, choices, &good), sum = 0, mean = 0;
    for (int i = 0; i < choices; i++) {
        float weight = ppo_is_legal(legal, i) ? ppo_exp(outputs[i] - top) : 0;
        delta[i] = weight;
        sum += weight;
        if (weight > 0) mean += weight * (outputs[i] - top);
    }
    if (!good || !(sum > 0)) { // catches NaN too
        PpoLoss none = {(float)NAN, (float)NAN, (float)NAN, 0};
        return none;
    }
    float log_sum = logf(sum), entropy = log_sum - mean / sum;
    float change = ppo_clamp(outputs[choice] - top - log_sum - log_before, -20, 20), ratio = ppo_exp(change);
    float near = ppo_clamp(ratio, 1 - pull.clip, 1 + pull.clip);
    float plain = ratio * advantage, bounded = near * advantage;
    float pulls = plain <= bounded ? -plain : 0; // where the bound is less, moving changes nothing
    for (int i = 0; i < choices; i++) {
        float p = delta[i] / sum;
        float by = p > 0 ? pull.entropy * p * (outputs[i] - top - log_sum + entropy) : 0;
        delta[i] = pulls * ((i == choice ? 1.0f : 0.0f) - p) + by;
    }
    PpoLoss loss = {-(plain < bounded ? plain : bounded), entropy, ratio - 1 - change, near == ratio ? 0.0f : 1.0f};
    return loss;
}

// The critic's loss of a row and its gradient by the value.
static inline LEARN_BOTH float ppo_judge_value(float value, float before, float target, PpoPull pull, float *delta) {
    float off = value - target, change = value - before;
    *delta = off;
    if (!(pull.value_clip > 0) || (change >= -pull.value_clip && change <= pull.value_clip)) return off * off / 2;
    float near_off = before + ppo_clamp(change, -pull.value_clip, pull.value_clip) - target;
    if (!(near_off * near_off > off * off)) return off * off / 2;
    *delta = 0; // kept at the bound, where moving changes nothing
    return near_off * near_off / 2;
}

// A rollout's arrays, by row: step t of a game is at ((base + t) % (steps + 1)) * games + game.
typedef struct PpoRollout {
    int games, steps, base;
    const uint8_t *brain, *seat, *ended;
    const float *reward, *value; // values as the critic gives them: the mover's
    float *advantage, *target;   // the mover's; written for rows that are learned from
    double gamma, lambda;
} PpoRollout;

static inline LEARN_BOTH uint32_t ppo_place(int games, int steps, int base, int step, int game) {
    return (uint32_t)((base + step) % (steps + 1)) * (uint32_t)games + (uint32_t)game;
}

// All advantages of one game, from its end.
static inline LEARN_BOTH void ppo_advantages(const PpoRollout *of, int game) {
    double worth = 0, advantage = 0, reward = 0; // of the learner's next row, and what came in between
    bool known = false;                          // is there such a row, or the end of a hand?
    for (int step = of->steps; step >= 0; step--) {
        uint32_t row = ppo_place(of->games, of->steps, of->base, step, game);
        if (step < of->steps) {
            uint32_t after = ppo_place(of->games, of->steps, of->base, step + 1, game);
            if (of->ended[after]) {
                worth = advantage = reward = 0;
                known = true;
            }
            reward += (double)of->reward[after];
        }
        if (of->brain[row] != 0) continue;
        double sign = of->seat[row] ? -1 : 1, value = sign * (double)of->value[row];
        if (known) {
            advantage = reward + of->gamma * worth - value + of->gamma * of->lambda * advantage;
            of->advantage[row] = (float)(sign * advantage);
            of->target[row] = (float)(sign * (advantage + value));
        }
        worth = value;
        reward = 0;
        known = true;
    }
}

#endif
