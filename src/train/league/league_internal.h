// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_TRAIN_LEAGUE_LEAGUE_INTERNAL_H
#define DEADWOOD_TRAIN_LEAGUE_LEAGUE_INTERNAL_H

#include "train/league/league.h"

// All opponents of the learner: one of the batch's opponents per member except `past`, then one per slot for a past
// self.
typedef struct LeagueField {
    const LeaguePlan *plan;
    GinBatchOpponent opponent[GIN_BATCH_OPPONENTS];
    int member[GIN_BATCH_OPPONENTS]; // whose it is
    GinPlayer player[LEAGUE_MEMBERS];
    Net *net[PPO_MAX_BRAINS]; // of the brains; the learner's is NULL
    int count, brains;
    int slots, first_slot; // opponents that are past selves; the brain of slot i is first_brain + i
    int first_brain;
    double taken[LEAGUE_PAST];         // iteration they come from; -1: none yet
    double games[GIN_BATCH_OPPONENTS]; // ended against each, the recent ones counting most
    double wins[GIN_BATCH_OPPONENTS];
    double share[GIN_BATCH_OPPONENTS]; // now, summing to 1
} LeagueField;

// Opens players and nets. False with err set on failure; ended with league_field_close either way.
bool league_field_open(LeagueField *field, const LeaguePlan *plan, Error *err);
void league_field_close(LeagueField *field);

// Updates the win rates with the games since the last call, and the shares with the win rates.
void league_field_note(LeagueField *field, const GinBatchCount *counts);
void league_field_share(LeagueField *field);

// The slot for this iteration's snapshot: an empty one, or the one whose loss keeps the others log-spaced in age.
int league_field_slot(const LeagueField *field, int iteration);

// Puts a past self, which is copied, into a slot.
bool league_field_put(LeagueField *field, int slot, int iteration, const Net *actor, Error *err);

enum { LEAGUE_COUNTS = sizeof(GinBatchCount) / sizeof(uint64_t) }; // whole numbers of 64 bits, all of them

// A run at work.
typedef struct League {
    const LeaguePlan *plan;
    LeagueField field;
    Team *team;
    Ppo *ppo;
    GinBatch *batch;
    Net *actor, *critic; // copies for fetching
    uint8_t *choices;    // [games]
    GinChances *chances; // the table in use, or NULL
    GinEndings *endings; // what it was made of, if `counted`
    bool counted;        //
    int iteration;       // the next one
    int kept;            // the iteration from which the checkpoint goes on; 0 before there is one
    bool cut;            // the iteration was left half way: nothing here may be saved any more
    uint64_t learned;
    GinBatchCount window[GIN_BATCH_OPPONENTS]; // since the last point
    double sums[LEAGUE_COLUMNS];               // the same of what ppo reports: sums over iterations
    double *curve;
    int points, room, columns;
    int saves; // which of two sets of files the next checkpoint goes to
    bool resumed, dealt_anew;
} League;

// True if the next iteration rewards the winning chance.
bool league_rewards_chances(const League *league);

// One more point of the curve from window and sums, which begin anew. False with err set without memory.
bool league_add_point(League *league, Error *err);

// Saves a run's whole state in one atomic step, and restores it if there is a checkpoint.
bool league_save(League *league, Error *err);
bool league_load(League *league, Error *err);

#endif
