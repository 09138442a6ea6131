// SPDX-License-Identifier: MIT
// A judge of moves by rollouts: it samples worlds (determinizations) that agree with what the seat has seen, plays
// every candidate out in each of them with a fast good player in both seats, and compares the results world by world
// (common random numbers).
//
// Two samples avoid selection bias (the winner's curse). The first is a race: candidates drop out once they are
// significantly worse. The second, with fresh worlds, measures the winner against the move that was played. It also
// measures the move of the judge's own player: all rollouts continue with that player, so only its own move keeps the
// position's value on average. The gain of the best move over it is skill, not luck.
#ifndef DEADWOOD_GIN_PLAYERS_JUDGE_JUDGE_H
#define DEADWOOD_GIN_PLAYERS_JUDGE_JUDGE_H

#include "gin/players/champion/champion.h"
#include "gin/players/judge/chances.h"
#include "gin/players/judge/world.h"
#include "gin/players/list/players.h"

// The player: our strongest combination that needs no model and rarely cycles through the same draws and discards
// against itself. The estimator: the one whose hands need the least tilt (docs/JUDGE.md has the measurements).
#define GIN_JUDGE_PLAYER    "mix:draw=card-value,discard=categories,knock=rules,melds=best-layoff"
#define GIN_JUDGE_ESTIMATOR "mishra-net"
#define GIN_JUDGE_CHAMPION  "champion:depth=2"

enum { GIN_MAX_CANDIDATES = 26, GIN_JUDGE_WORLDS = 4000, GIN_JUDGE_LEAST = 64 };

// GIN_JUDGE_CHAMPION needs fewer worlds: a critic's value has less variance than the end of a hand.
enum { GIN_JUDGE_FEWER = 5 }; // times fewer

typedef struct GinJudge {
    GinPlayer player;            // plays the worlds out, in both seats
    const GinChampion *champion; // that player if it is a single network, which plays hands in batches; else NULL
    GinPart estimator;           // of the opponent's hand
    int worlds;                  // most to look at for one decision, half of them to choose and half to measure
    GinTilts tilts;              // how good hands of its player are, or of GIN_JUDGE_PLAYER where that one is slow
} GinJudge;

// Opens the player and the estimator by their specs. The caller ends it with gin_judge_close. False with err set and
// *judge untouched. One judge serves many threads at once if its player does, as all listed ones do.
bool gin_judge_open(const char *player, const char *estimator, int worlds, GinJudge *judge, Error *err);
void gin_judge_close(GinJudge *judge);

// The best player to judge by: GIN_JUDGE_CHAMPION, whose critic is asked after two decisions, where the weights of both
// are found (models.h); else GIN_JUDGE_PLAYER.
const char *gin_judge_best(void);

// The game under these rules, solved from hands of the judge's player; of GIN_JUDGE_PLAYER's where the judge's is slow.
// The caller ends it with gin_chances_close. NULL only without memory, which the thread notes (memory.h).
GinChances *gin_judge_chances(const GinJudge *judge, const GinRules *rules);

// If a critic gave the winning chance, points are the number that would change the chance as much at that score.
typedef struct GinCandidate {
    GinAction action;
    GinWorth worth;        // to the seat to act, in the worlds it was played in
    GinWorth error;        // its standard error
    GinWorth behind;       // the leader of the first sample minus this one, in the same worlds; the leader's is 0
    GinWorth behind_error; // its standard error
    int worlds;            // of the first sample, until it dropped out
    double policy;         // how likely the judge's champion plays it; -1 where the judge has none
} GinCandidate;

typedef struct GinVerdict {
    int count;
    GinCandidate candidate[GIN_MAX_CANDIDATES]; // the best first, by the chance to win; of those that the worlds cannot
                                                // tell from it the one that the judge's champion prefers
    int played;                                 // which of them was played, or -1
    int own;         // which of them the judge's player would play; -1 where none was played and it is no champion
    bool sure;       // the best beats the played one by more than two and a half standard errors of the second sample
    GinWorth best;   // what the position is worth with the best move; that of the played one where not sure
    GinWorth actual; // and with the played one
    GinWorth error;  // standard error of `best`
    GinWorth cost;   // best - actual: 0 where not sure
    GinWorth level;  // what the position is worth as the judge's player goes on
    GinWorth skill;  // actual - level, in the same worlds, sure or not
    GinWorth gap;    // first candidate against the played one in the second sample, sure or not
    GinWorth gap_error;
    int worlds;                    // looked at in both samples
    float probability[CARD_COUNT]; // that the opponent holds a card, as the estimator has it
    float tilt[GIN_TILTS];         // and how good its hand is, as a whole
} GinVerdict;

// The reasonable actions of the seat to act: every discard, the knocks with least deadwood, and the action played
// (NULL: none). Knocks are compared with their best melds. Returns their number; one means there is nothing to decide.
int gin_candidates(const GinState *state, const GinAction *played, GinAction actions[GIN_MAX_CANDIDATES]);

// Judges the decision of the view's seat, which is to act. All chance comes from `key`. With `played` NULL the second
// sample is left out and the best is worth what the first one said.
void gin_judge(const GinJudge *judge, const GinChances *chances, const GinState *state, const GinHistory *history,
               const GinAction *played, uint64_t key, GinVerdict *verdict);

#endif
