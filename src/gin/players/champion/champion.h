// SPDX-License-Identifier: MIT
// The champion: one network looks at a view (observe.h) and gives each choice a number; it plays the one with the
// largest, or, with a search, thinks first.
//
// Its weights file carries facts that are checked when it is opened: which inputs the network was shown, and which
// rules it was trained for. Beside NAME.safetensors may lie NAME-critic.safetensors, which says what a hand is worth to
// who sees all cards: for worlds that the search made up, never for the cards on the table. And NAME-plain and
// NAME-knock, with critics of their own: those play for the champion in made-up worlds in which the opponent is of a
// kind that they learned against and no other.
#ifndef DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_H
#define DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_H

#include "gin/players/env/observe.h"
#include "gin/players/judge/chances.h"
#include "gin/players/judge/world.h"
#include "gin/players/list/players.h"
#include "learn/net/net.h"

#define GIN_CHAMPION_MODEL  "champion.safetensors"
#define GIN_CHAMPION_CRITIC "champion-critic.safetensors"

// What may lie beside NAME.safetensors besides its critic (model_beside).
#define GIN_CHAMPION_KNOCK "knock"
#define GIN_CHAMPION_PLAIN "plain"

// Facts of a weights file that plays gin.
#define GIN_FACT_INPUTS "inputs" // gin_inputs_version of the program that trained it
#define GIN_FACT_RULES  "rules"  // trained for, as gin_rules_print has them; several with spaces between them
#define GIN_FACT_VALUE                                                                                                 \
    "value" // of a critic: what its output is for a game that is surely won, such as "8", when
            // rewards are changes of the chance to win; left out when they are not

// What the inputs are, as 16 hexadecimal digits: a hash of their number and names.
enum { GIN_INPUTS_VERSION = 17 };
void gin_inputs_version(char text[GIN_INPUTS_VERSION]);

// A depth: GIN_CHAMPION_USUAL where there is a search and a critic that tells chances to win lies beside the weights,
// else 0.
enum { GIN_CHAMPION_DEPTH = -1, GIN_CHAMPION_USUAL = 2 };

typedef struct GinChampionPlan {
    double temperature; // of the softmax choices are drawn from; 0: the likeliest choice, the first of equals
    double search;      // milliseconds a decision on the reference core; 0: none
    int depth; // least decisions to play, up to a turn of its own, before NAME-critic.safetensors is asked; 0: to the
               // hand's end; GIN_CHAMPION_DEPTH: as it finds its files
    int weigh; // decisions of the opponent, the last ones, that the worlds are weighed by
} GinChampionPlan;

typedef struct GinChampion GinChampion;

// Loads the weights `model` names (models.h). The caller ends it with gin_champion_close. NULL with err set, and
// nothing loaded, if the file is missing, damaged, or of other inputs. One champion serves many threads at once.
GinChampion *gin_champion_open(const char *model, const GinChampionPlan *plan, Error *err);
void gin_champion_close(GinChampion *champion); // NULL is fine

// The champion a player is, if it is one and nothing else decides for it; borrowed from it. Else NULL.
const GinChampion *gin_player_champion(const GinPlayer *player);

const Net *gin_champion_net(const GinChampion *champion);
const GinChampionPlan *gin_champion_plan(const GinChampion *champion); // its depth decided
const char *gin_champion_rules(const GinChampion *champion);           // the fact, or ""
bool gin_champion_knows(const GinChampion *champion, const GinRules *rules);

// How likely the network plays each choice of the seat to act, at temperature 1; 0 for what is none. Returns how many
// choices there are, as gin_choices does; with none nothing is written.
int gin_champion_policy(const GinChampion *champion, const GinView *view, float probability[GIN_CHOICES]);

// ---- Hands played out (champion_hands.c) ----

// Opponent types: the policy that the opponent follows in a determinization.
typedef enum GinOpponentType {
    GIN_TYPE_NETWORK, // chooses as the network does
    GIN_TYPE_KNOCKER, // so too, but knocks as soon as it can
    GIN_TYPE_PLAIN,   // takes what melds, sheds what counts most and knocks as soon as it can, as Simple does
    GIN_TYPES
} GinOpponentType;

// A hand that is rolled out in a determinization.
typedef struct GinHand {
    GinState state;
    GinHistory history;
    Seat viewer;            // who made it up
    GinOpponentType type;   // of the other one
    GinOpponentType answer; // whom the viewer plays as against: the champion itself, or NAME-knock or NAME-plain
    int decisions;          // made in it so far
    float value;            // by the critic, where it was asked: the chance to win the game gained from here, to seat 0
} GinHand;

// Plays hands on in both seats, all together, so that the network answers many rows at once: to their ends, or up to
// the viewer's turn after `depth` decisions (0: no limit), when the critic is asked. The same as playing each alone, to
// the bit. Returns what it cost in nanoseconds of the reference core, by count; without memory (memory.h) nothing is
// played, and that is 0.
int64_t gin_champion_play(const GinChampion *champion, GinHand *hands, int count, int depth);

// What a hand that was played on is worth to a seat, by the table and where it is not over by the critic.
GinWorth gin_champion_worth(const GinHand *hand, const GinChances *chances, Seat seat);

// ---- Search (champion_search.c) ----

enum { GIN_SEARCH_CANDIDATES = 6, GIN_SEARCH_WORLDS = 1024 };

typedef struct GinSearchMove {
    int choice;
    double policy; // probability
    double win;    // chance to win the game, mean over the worlds it was played in
    double behind; // what the best mean is above it in the same worlds, and the standard error of that
    double error;
    int worlds;
} GinSearchMove;

typedef struct GinSearch {
    int count;
    GinSearchMove move[GIN_SEARCH_CANDIDATES]; // the one to play first
    int worlds;                                // drawn
    double effective;                          // how many worlds of equal weight they are worth
    int64_t cost;                              // nanoseconds of the reference core, by count
    bool sure;                                 // ended before the budget
} GinSearch;

// Looks at the choices that the network gives more than 2%: worlds that agree with the view are drawn, weighed
// by how likely what the opponent did is in them (champion_likelihood.c), each choice is played out in each of
// them, and what is surely worse leaves. In the end the means count as far as they are sure, and the network's
// opinion for the rest. Work is counted, not timed, so that a view and a `key` give the same answer on every machine.
// Never looks beyond the view. There are at least two choices.
void gin_champion_search(const GinChampion *champion, const GinView *view, double milliseconds, uint64_t key,
                         GinSearch *search);

#endif
