// SPDX-License-Identifier: MIT
// Proximal policy optimisation (Schulman et al., 2017) for two-player zero-sum games played by one network in one seat
// or in both. It knows rows of bytes, never cards.
//
// One iteration: `steps` times the caller fills the rows of a step (one per game) and ppo_choose_end returns a choice
// for each. It fills one more step, used only for its values; then ppo_learn learns from all rows of the learner. The
// actor sees a row's inputs, the critic also its secrets. Everything is from the view of seat 0: rewards are seat 0's,
// and a row of seat 1 counts with the opposite sign.
//
// The same plan and rows give the same weights for any number of threads and of processes; on a GPU they differ by
// rounding.
#ifndef DEADWOOD_LEARN_PPO_PPO_H
#define DEADWOOD_LEARN_PPO_PPO_H

#include "learn/train/train.h"

enum { PPO_ONE = 128, PPO_MAX_CHOICES = 128, PPO_MAX_BRAINS = 32 }; // a byte b stands for the number b/128

typedef struct PpoPlan {
    int games, steps;                // rows of a rollout
    int inputs, secrets, choices;    // bytes a row; outputs of the actor
    int minibatch;                   // rows a step of the optimiser, at most
    int epochs;                      // over all rows
    int brains;                      // networks that choose: the learner and brains-1 frozen ones
    double gamma, lambda;            // of generalised advantage estimation, between consecutive rows of the learner
    double clip;                     // of the probability ratio
    double value_clip;               // of the change of values [none]
    double value_weight;             // of the critic's loss, where both share nothing: its learning rate's factor
    double gradient_clip;            // norm, each net's own
    double momentum, decay, epsilon; // Adam's
    uint64_t seed;
    TrainDevice device;
    bool tf32;
    int threads;
    // Polled by many threads while the CPU learns. Once true it must stay true; learning then ends within about a
    // second [never]. A GPU is done before it would matter.
    bool (*stop)(void *context);
    void *stop_context;
    Peers *peers; // processes that play the same games; choices and learning are cut among them; processor only [none]
} PpoPlan;

PpoPlan ppo_plan(void); // the numbers above that are usual; sizes are left 0

// The rows of one step, on the host: filled by the caller, [games] each, for bytes [games][...]. `reward` and `ended`
// are the result of the previous step's choice, read from step 1 on.
typedef struct PpoRows {
    uint8_t *inputs, *secrets, *legal; // legal: a bit a choice, (choices+7)/8 bytes a row
    uint8_t *brain, *seat, *ended;
    float *reward;
} PpoRows;

typedef struct PpoReport {
    uint64_t rows;                             // learned from
    double policy, value, entropy, divergence; // means: losses, nats, estimated KL from the policy that chose;
                                               // each computed just before the optimiser step that uses the row
    double clipped;                            // share of rows whose ratio was clipped
    double explained;                          // 1 - var(return - value)/var(return)
    double actor_norm, critic_norm;            // of the gradients before clipping, means
    bool stopped;                              // by plan.stop, before the end: all else is 0
} PpoReport;

typedef struct Ppo Ppo;

// Actor: plan.inputs -> plan.choices, linear at the end; critic: inputs + secrets -> 1, linear. Their weights are
// copied. The caller ends it with ppo_close. NULL with err set: no GPU, no memory, nets that do not fit.
Ppo *ppo_open(const PpoPlan *plan, const Net *actor, const Net *critic, Error *err);
void ppo_close(Ppo *ppo); // NULL is fine

// Sets the frozen network of a brain (1 to brains-1), of any hidden architecture; it is copied. NULL removes it. False
// with err set if it does not fit (nothing has changed then) or memory is short (the brain then has none).
bool ppo_freeze(Ppo *ppo, int brain, const Net *actor, Error *err);

// The buffers for the rows of a step (0 to steps), valid until ppo_learn. Then ask again: the last step's rows become
// step 0 in place.
PpoRows ppo_rows(Ppo *ppo, int step);

// Samples choices for a range of games at a step from the networks' masked softmax. Randomness comes from (seed,
// iteration, step, game), so threads do not matter, and ranges only through the rounding of products. `begin` may
// return early; `end` waits and returns the choices [count]. Meanwhile the caller may do other work, such as stepping
// other games. Two ranges may be in progress at once, each with its own `lane` (0 or 1). All games need choices at all
// steps before ppo_learn.
bool ppo_choose_begin(Ppo *ppo, int lane, int step, int first, int count, Error *err);
bool ppo_choose_end(Ppo *ppo, int lane, uint8_t *choices, Error *err);

// Learns from the rollout and begins the next iteration, whose step 0 is the last step of this one. `rate` and
// `entropy` are this iteration's. A rollout without rows of the learner changes nothing and is not an error. False with
// err set if a loss or weight is not finite. After that, or if report->stopped, close the Ppo and resume from the last
// ppo_save.
bool ppo_learn(Ppo *ppo, double rate, double entropy, PpoReport *report, Error *err);

// Steps of the optimiser in this run, and bytes that this process sent to its peers for them.
void ppo_traffic(const Ppo *ppo, uint64_t *updates, uint64_t *bytes);

// Copies the weights out.
bool ppo_fetch(Ppo *ppo, Net *actor, Net *critic, Error *err);

// Save and load a checkpoint: weights, optimiser state, iteration; the environment shows the rows of step 0 again.
// Saving is atomic; a file of another plan is refused with err set.
bool ppo_save(Ppo *ppo, const char *path, Error *err);
bool ppo_load(Ppo *ppo, const char *path, Error *err);

// A few iterations of a small made-up game on the GPU and on the processor: the largest difference of probabilities,
// values, advantages and weights. False with err set without a GPU.
bool ppo_compare(double *difference, Error *err);

#endif
