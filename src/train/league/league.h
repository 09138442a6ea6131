// SPDX-License-Identifier: MIT
// A league: one network learns gin by playing many games at once (gin/players/env/batch.h, learn/ppo/ppo.h) against
// itself, its past selves, frozen networks and players of ours, each in a share of the games that grows where it wins
// less than it should.
//
// The plan determines a run. An interrupted run resumes from its checkpoint and ends with bit-identical weights, for
// any number of threads. On a GPU both hold up to rounding.
#ifndef DEADWOOD_TRAIN_LEAGUE_LEAGUE_H
#define DEADWOOD_TRAIN_LEAGUE_LEAGUE_H

#include "base/text/text.h"
#include "gin/players/env/batch.h"
#include "learn/ppo/ppo.h"

enum {
    LEAGUE_MEMBERS = 40,
    LEAGUE_PAST = 16, // past selves kept at a time
    LEAGUE_SPEC = 512,
    LEAGUE_LONG = 5, // seconds
};

typedef enum { LEAGUE_SELF, LEAGUE_PAST_SELVES, LEAGUE_NET, LEAGUE_PLAYER } LeagueKind;

// One kind of opponent.
typedef struct LeagueMember {
    LeagueKind kind;
    char name[LEAGUE_SPEC]; // "self", "past", a weights file, or a player's spec
    bool likeliest;         // for a net: it plays the argmax policy, as a player with these weights does
    double share;           // of the games, in any unit
    double goal;            // target win rate against it, at which its share stays as given
} LeagueMember;

// Reads "self 40 + past 15 + simple 8 87% + likeliest:out/b.safetensors 3 + greedy 2": who, share, and the goal (50%).
// Files end in .safetensors. False with err set if it cannot be read. Players and files are only looked up when they
// are opened.
bool league_read(const char *text, LeagueMember members[LEAGUE_MEMBERS], int *count, Error *err);

typedef struct LeaguePlan {
    const char *name; // for the progress line
    const GinRules *rules;
    const Net *actor, *critic; // to begin with; borrowed
    bool trained;              // they are already trained, and become the first past self
    const LeagueMember *members;
    int member_count;

    // How it learns: a rollout is games x steps decisions, learned from in minibatches. Sizes of rows and the brains
    // are filled in; its `stop` is not used. Of its peers all play the same games, and stop together; the first alone
    // writes checkpoints.
    PpoPlan ppo;
    int iterations;             // rollouts
    double rate[2], entropy[2]; // at the beginning and at the end, exponential between them

    double points;   // reward of a point, before `win_from`
    double win;      // reward of a game's chance to be won, from there on
    double win_from; // share of the iterations
    int table;       // iterations between two tables of chances, made from how hands ended in between

    int past, snapshot; // past selves kept, iterations between them
    double priority;    // an opponent's share is multiplied by ((1 - won) / (1 - goal))^priority ...
    double floor;       // ... but at least by this and at most by its inverse
    int evaluate;       // iterations a point of the curve, and between two changes of the shares

    bool quiet;
    bool fresh;             // begin again, even if there is a checkpoint
    const char *checkpoint; // path; its parts lie beside it
    double checkpoint_seconds;
    // Polled by many threads; once true it must stay true. NULL: progress_interrupted.
    bool (*stop)(void *context);
    void *stop_context;
} LeaguePlan;

// A point of the curve: means and sums since the point before.
typedef enum {
    LEAGUE_AT_ITERATION,
    LEAGUE_AT_DECISIONS, // of all networks, since the beginning
    LEAGUE_AT_LEARNED,   // rows learned from, since the beginning
    LEAGUE_AT_RATE,
    LEAGUE_AT_POLICY,
    LEAGUE_AT_VALUE,
    LEAGUE_AT_ENTROPY,
    LEAGUE_AT_DIVERGENCE,
    LEAGUE_AT_CLIPPED,
    LEAGUE_AT_EXPLAINED,
    LEAGUE_AT_ACTOR_NORM,
    LEAGUE_AT_CRITIC_NORM,
    LEAGUE_AT_CHANCES, // 1 where the reward is the chance to win
    LEAGUE_AT_SECONDS, // of the clock; the next three are parts of it
    LEAGUE_AT_WAITING, // for choices
    LEAGUE_AT_PLAYING, // the games
    LEAGUE_AT_LEARNING,
    LEAGUE_COLUMNS // then, for each member, LEAGUE_OF_COLUMNS
} LeagueColumn;

typedef enum {
    LEAGUE_OF_SHARE, // of the games begun, as a fraction
    LEAGUE_OF_GAMES,
    LEAGUE_OF_WINS,
    LEAGUE_OF_HANDS,
    LEAGUE_OF_POINTS, // the learner's minus the opponent's
    LEAGUE_OF_KNOCKS, // the learner's, gin included
    LEAGUE_OF_GINS,
    LEAGUE_OF_UNDERCUTS, // by the learner
    LEAGUE_OF_UNDERCUT,  // of the learner
    LEAGUE_OF_COLUMNS
} LeagueMemberColumn;

typedef struct LeagueResult {
    Net *actor, *critic; // as they are now; of an interrupted run only the checkpoint has them
    int iterations;      // done
    uint64_t decisions;  // of all networks
    uint64_t learned;    // rows learned from
    bool resumed, interrupted;
    bool dealt_anew; // the checkpoint had lost its games: they were dealt again, and the weights are no longer the same
    double *curve;   // [points][columns]
    int points, columns;
    double seconds;         // of this run
    uint64_t updates, sent; // of this run: steps of the optimiser, bytes to plan.ppo.peers for them
} LeagueResult;

// Runs the plan to its end, or up to Ctrl-C: result->interrupted, and the checkpoint is kept. An iteration under way is
// dropped if the one before is in the checkpoint, which it always is where iterations take more than LEAGUE_LONG
// seconds, and finished otherwise. False with err set on failure: an opponent that cannot be opened, no memory, no GPU,
// a checkpoint of other work, a full disk. The caller ends the result with league_result_free either way.
bool league_run(const LeaguePlan *plan, LeagueResult *result, Error *err);
void league_result_free(LeagueResult *result);

// Removes the checkpoint and its parts.
void league_forget(const char *checkpoint);

// A number of the curve: of the run, or of a member.
static inline double league_at(const LeagueResult *result, int point, LeagueColumn column) {
    return result->curve[(size_t)point * (size_t)result->columns + column];
}
static inline double league_of(const LeagueResult *result, int point, int member, LeagueMemberColumn column) {
    return result
        ->curve[(size_t)point * (size_t)result->columns + LEAGUE_COLUMNS + (size_t)member * LEAGUE_OF_COLUMNS + column];
}

// The curve as lines of tabs, the names of the columns first.
void league_print_curve(const LeaguePlan *plan, const LeagueResult *result, Text *text);

#endif
