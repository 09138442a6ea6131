// SPDX-License-Identifier: MIT
// The champion: one network looks at a view (observe.h) and gives each choice a number; it plays the one with the
// largest, or, with a search, thinks first.
//
// The weights file holds metadata, checked when it is opened: the inputs of the network and the rules it was trained
// for. NAME-critic.safetensors beside NAME.safetensors is the critic: it sees all cards and values a hand, in
// determinizations of the search only, never with the cards on the table. NAME-plain and NAME-knock, with critics of
// their own, are best responses: they play for the champion in determinizations whose opponent has the type they were
// trained against.
#ifndef DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_H
#define DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_H

#include "gin/players/env/observe.h"
#include "gin/players/judge/chances.h"
#include "gin/players/judge/world.h"
#include "gin/players/list/players.h"
#include "learn/net/net.h"

#define GIN_CHAMPION_MODEL  "champion.safetensors"
#define GIN_CHAMPION_CRITIC "champion-critic.safetensors"

// Suffixes of the best responses beside NAME.safetensors (model_beside).
#define GIN_CHAMPION_KNOCK "knock"
#define GIN_CHAMPION_PLAIN "plain"

// Metadata keys of a weights file that plays gin.
#define GIN_FACT_INPUTS "inputs" // gin_inputs_version of the program that trained it
#define GIN_FACT_RULES  "rules"  // trained for, as gin_rules_print writes them, separated by spaces
#define GIN_FACT_VALUE                                                                                                 \
    "value" // of a critic: what its output is for a game that is surely won, such as "8", when
            // rewards are changes of the chance to win; left out when they are not

// What the inputs are, as 16 hexadecimal digits: a hash of their number and names.
enum { GIN_INPUTS_VERSION = 17 };
void gin_inputs_version(char text[GIN_INPUTS_VERSION]);

// A depth that means GIN_CHAMPION_USUAL if there is a search and a critic that predicts winning chances beside the
// weights, else 0.
enum { GIN_CHAMPION_DEPTH = -1, GIN_CHAMPION_USUAL = 2 };

typedef struct GinChampionPlan {
    double temperature; // of the softmax that choices are drawn from; 0: argmax, the first of equals
    double search;      // milliseconds a decision on the reference core; 0: none
    int depth; // least decisions to play, up to a turn of its own, before NAME-critic.safetensors is asked; 0: to the
               // hand's end; GIN_CHAMPION_DEPTH: as it finds its files
    int weigh; // how many of the opponent's latest decisions weigh the worlds
} GinChampionPlan;

typedef struct GinChampion GinChampion;

// Loads the weights `model` names (models.h). The caller ends it with gin_champion_close. NULL with err set, and
// nothing loaded, if the file is missing, damaged, or of other inputs. One champion serves many threads at once.
GinChampion *gin_champion_open(const char *model, const GinChampionPlan *plan, Error *err);
void gin_champion_close(GinChampion *champion); // NULL is fine

// The champion behind a player, if that alone decides everything; borrowed. Else NULL.
const GinChampion *gin_player_champion(const GinPlayer *player);

const Net *gin_champion_net(const GinChampion *champion);
const GinChampionPlan *gin_champion_plan(const GinChampion *champion); // with its depth resolved
const char *gin_champion_rules(const GinChampion *champion);           // the fact, or ""
bool gin_champion_knows(const GinChampion *champion, const GinRules *rules);

// The network's probability of each choice of the seat to act, at temperature 1; 0 for illegal ones. Returns the number
// of choices, as gin_choices does; if that is 0, nothing is written.
int gin_champion_policy(const GinChampion *champion, const GinView *view, float probability[GIN_CHOICES]);

// ---- Hands played out (champion_hands.c) ----

// Opponent types: the policy that the opponent follows in a determinization.
typedef enum GinOpponentType {
    GIN_TYPE_NETWORK, // chooses as the network does
    GIN_TYPE_KNOCKER, // as the network, but knocks as soon as it can
    GIN_TYPE_PLAIN,   // takes what melds, sheds what counts most and knocks as soon as it can, as Simple does
    GIN_TYPES
} GinOpponentType;

// A hand that is rolled out in a determinization.
typedef struct GinHand {
    GinState state;
    GinHistory history;
    Seat viewer;            // the seat that sampled it
    GinOpponentType type;   // of the other seat
    GinOpponentType answer; // the best response the viewer plays: the champion itself, NAME-knock or NAME-plain
    int decisions;          // made in it so far
    float value;            // by the critic, where it was asked: the chance to win the game gained from here, to seat 0
} GinHand;

// Rolls out many hands together, both seats, so that the network evaluates whole batches: to the end, or to the
// viewer's turn after `depth` decisions (0: no limit), where the critic is asked. Bit-identical to rolling out each
// alone. Returns the cost in nanoseconds of the reference core, counted, not timed; 0, and nothing played, if memory
// runs out (memory.h).
int64_t gin_champion_play(const GinChampion *champion, GinHand *hands, int count, int depth);

// The value of a rolled-out hand to a seat: by the match-equity table if it is over, else by the critic.
GinWorth gin_champion_worth(const GinHand *hand, const GinChances *chances, Seat seat);

// ---- Search (champion_search.c) ----

enum { GIN_SEARCH_CANDIDATES = 6, GIN_SEARCH_WORLDS = 1024 };

typedef struct GinSearchMove {
    int choice;
    double policy; // probability
    double win;    // chance to win the game, mean over the worlds it was played in
    double behind; // the best mean minus this one, in the same worlds, and its standard error
    double error;
    int worlds;
} GinSearchMove;

typedef struct GinSearch {
    int count;
    GinSearchMove move[GIN_SEARCH_CANDIDATES]; // the one to play first
    int worlds;                                // drawn
    double effective;                          // effective sample size of the weighted worlds
    int64_t cost;                              // nanoseconds of the reference core, by count
    bool sure;                                 // stopped before the budget was spent
} GinSearch;

// Searches over the choices that the network gives more than 2%. It samples determinizations consistent with the view,
// weighs them by the likelihood of the opponent's actions (champion_likelihood.c), rolls out each choice in each of
// them, and drops choices that are significantly worse. The final value shrinks each mean toward the network's prior
// according to its standard error. Work is counted, not timed, so a view and a `key` give the same answer on every
// machine. Needs at least two choices.
void gin_champion_search(const GinChampion *champion, const GinView *view, double milliseconds, uint64_t key,
                         GinSearch *search);

#endif
