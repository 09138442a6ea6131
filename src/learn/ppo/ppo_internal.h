// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LEARN_PPO_PPO_INTERNAL_H
#define DEADWOOD_LEARN_PPO_PPO_INTERNAL_H

#include "base/threads/team.h"
#include "learn/net/pass_internal.h"
#include "learn/ppo/ppo.h"
#include "learn/ppo/ppo_row_internal.h"
#include "learn/train/descent_internal.h"

enum { PPO_LANES = 2 };
enum { PPO_AT_ONCE = 256 };    // rows that go through a net together, on the processor
enum { PPO_MOST_SHARDS = 16 }; // of a minibatch, each with a gradient of its own
enum { PPO_ACTOR, PPO_CRITIC, PPO_NETS };
enum { PPO_MOMENTS = 4 }; // sums over rows learned from: advantages, their squares, targets, their squares

// A net that learns, with the optimiser's state (Adam's moments).
typedef struct PpoNet {
    Net *net;
    float *first, *second; // [parameters]
} PpoNet;

// Workspace for nets of one architecture, one pass per member of the team.
typedef struct PpoRoom {
    char *architecture;
    Pass *passes;
} PpoRoom;

// A range of games that waits for ppo_choose_end.
typedef struct PpoLane {
    bool busy;
    int step, first, count;
    uint32_t *order;                // [games]: the games of the range, by brain
    int starts[PPO_MAX_BRAINS + 1]; // where each brain's begin in `order`
    uint8_t *choices;               // [games], by game of the range; pinned for a GPU
} PpoLane;

// Sums over rows that were judged.
typedef struct PpoSums {
    double rows, policy, entropy, divergence, clipped, value;
} PpoSums;

// The state of learning on the CPU.
typedef struct PpoWorker {
    Team *team;
    PpoRoom rooms[PPO_MAX_BRAINS]; // the first is the learner's, whose passes learn; others for frozen nets
    PpoRoom critic;
    int room_of[PPO_MAX_BRAINS];
    uint8_t *choice;                                // by row, as the arrays of PpoRollout
    float *log_before, *value, *advantage, *target; // by row
    float *gradients[PPO_NETS];                     // [shards][stride]
    size_t stride[PPO_NETS];
    float *scratch; // [members][scratch_stride]: the gradient of a part of a shard
    size_t scratch_stride;
    double *squares;                               // of Descent
    double (*moments)[PPO_MOMENTS];                // of parts of the learned rows
    PpoSums sums[PPO_NETS][PPO_MOST_SHARDS];       // of each shard
    double weights[PPO_NETS][2 * PPO_MOST_SHARDS]; // as Descent wants them
    int shards;                                    // of the minibatch under way
    int first_task, own_shards;                    // of this process, among its peers
    int *cuts;                                     // [peers + 1]: where each one's things begin
    uint64_t updates, bytes;                       // minibatches, and what this process sent for them to its peers
    const PpoLane *lane;
    uint32_t first, count; // of the minibatch in the shuffled order
    uint64_t key;
    PpoPull pull;
    double mean, deviation; // of the advantages
} PpoWorker;

struct Ppo {
    PpoPlan plan;
    PpoNet nets[PPO_NETS];
    Net *frozen[PPO_MAX_BRAINS];
    uint64_t iteration; // done
    uint64_t step;      // of the optimisers, done
    int base;           // the slot that is step 0: rows of steps 0 to `steps` are a ring of steps+1 slots
    uint8_t *block;     // all arrays of rows, on the host
    PpoRows slots;      // of slot 0
    uint32_t *learned;  // [games * steps + 1]: the places of the rows to learn from, pinned for a GPU
    uint32_t learned_count;
    uint8_t *known; // [games]
    PpoLane lanes[PPO_LANES];
    PpoWorker worker;
    struct PpoCuda *cuda; // NULL: the processor does it
};

static inline int ppo_legal_bytes(const PpoPlan *plan) { return (plan->choices + 7) / 8; }

static inline size_t ppo_all_rows(const PpoPlan *plan) { return (size_t)plan->games * (size_t)(plan->steps + 1); }

static inline uint32_t ppo_row_at(const Ppo *ppo, int step, int game) {
    return ppo_place(ppo->plan.games, ppo->plan.steps, ppo->base, step, game);
}

// True if the plan is valid and the nets fit it; else false with err set.
bool ppo_check(const PpoPlan *plan, const Net *actor, const Net *critic, Error *err);
bool ppo_check_actor(const PpoPlan *plan, const Net *actor, Error *err);

// The optimiser as train_step wants it.
TrainPlan ppo_optimiser(const PpoPlan *plan);

// Lists the rows to learn from: those of the learner whose successor is known. From the last step to the first.
void ppo_list_learned(Ppo *ppo);

// Sorts the games of a lane's range by brain. False with err set if a brain has no net.
bool ppo_sort_lane(const Ppo *ppo, PpoLane *lane, Error *err);

// The order of the learned rows in an epoch of this iteration, for chance_shuffle.
uint64_t ppo_order_key(const Ppo *ppo, int epoch);

// A minibatch's place: part `index` of `parts` of the learned rows.
void ppo_part(uint32_t rows, uint32_t parts, uint32_t index, uint32_t *first, uint32_t *count);
uint32_t ppo_parts(const Ppo *ppo);

// Mean and deviation of the advantages.
void ppo_normal(const Ppo *ppo, const double moments[PPO_MOMENTS], double *mean, double *deviation);

// A report of sums over the rows of all epochs and of norms over all `steps` of the optimiser. False with err set if
// anything is not finite.
bool ppo_fill_report(const Ppo *ppo, const PpoSums *sums, double steps, const double norms[PPO_NETS],
                     const double moments[PPO_MOMENTS], PpoReport *report, Error *err);

// On the processor.
bool ppo_worker_open(Ppo *ppo, Error *err);
void ppo_worker_close(Ppo *ppo);
bool ppo_worker_freeze(Ppo *ppo, int brain, Error *err); // ppo->frozen[brain] is new
bool ppo_worker_choose(Ppo *ppo, PpoLane *lane, Error *err);
bool ppo_worker_learn(Ppo *ppo, double rate, double entropy, PpoReport *report, Error *err);

// Its parts, for the tests: values and advantages of all rows; the order of an epoch; the gradients of a minibatch, by
// shard, and what is added to the sums.
void ppo_worker_judge(Ppo *ppo, double moments[PPO_MOMENTS]);
void ppo_worker_order(Ppo *ppo, int epoch, double entropy);
void ppo_worker_minibatch(Ppo *ppo, uint32_t first, uint32_t count, PpoSums *sums);

// A row of bytes as a net's inputs, the critic's with `secrets`.
void ppo_expand(const Ppo *ppo, uint32_t row, bool secrets, float *to);

// On a GPU; without CUDA, open says so.
void *ppo_cuda_pin(size_t bytes, Error *err); // host memory a GPU reads quickly
void ppo_cuda_unpin(void *memory);
typedef struct PpoCuda PpoCuda;
PpoCuda *ppo_cuda_open(Ppo *ppo, Error *err);
void ppo_cuda_close(PpoCuda *cuda); // NULL is fine
bool ppo_cuda_freeze(Ppo *ppo, int brain, Error *err);
bool ppo_cuda_begin(Ppo *ppo, int lane, Error *err);
bool ppo_cuda_end(Ppo *ppo, int lane, Error *err);
void ppo_cuda_look(Ppo *ppo); // uploads the last step's rows and evaluates them; before ppo_cuda_learn
bool ppo_cuda_learn(Ppo *ppo, double rate, double entropy, PpoReport *report, Error *err);
bool ppo_cuda_pull(Ppo *ppo, Error *err); // weights and memories to the host
bool ppo_cuda_push(Ppo *ppo, Error *err); // and from there
bool ppo_cuda_peek(Ppo *ppo, uint8_t *choice, float *log_before, float *value, float *advantage, Error *err); // by row

#endif
