// SPDX-License-Identifier: MIT
// A composition: all settings of a `search:` player, as values.
#ifndef DEADWOOD_HEARTS_PLAYERS_LIST_COMPOSE_H
#define DEADWOOD_HEARTS_PLAYERS_LIST_COMPOSE_H

#include "base/text/text.h"
#include "hearts/players/search/uct.h"
#include "hearts/players/simple/human.h"
#include "hearts/table.h"

enum { HEARTS_EVAL_TEXT = 200 };

typedef struct HeartsComposition {
    int algo;                    // HeartsAlgorithm, HEARTS_UCT or HEARTS_BY_RULES
    char eval[HEARTS_EVAL_TEXT]; // "none": UCT plays out to the end
    int worlds, weigh, race;
    int depth, solve, tie, equals, prune;
    int playouts, noise, ahead, shared, pick;
    int trial; // passing: worlds in which each choice is tried, 0: by rules
    double softness, c, moon;
    double trial_moon; // passing by trial: extra cost if another seat can shoot the moon
    double slips;      // softmax over costs instead of the cheapest
    HeartsLapses lapses;
} HeartsComposition;

// Reads "key=value,..." on top of what is there. False with err set on an unknown key or value.
bool hearts_composition_read(HeartsComposition *composition, const char *settings, Error *err);
HeartsComposition hearts_composition_default(void);
void hearts_composition_print(const HeartsComposition *composition, Text *text);

// Visits all settings: key, default value, and meaning.
void hearts_composition_settings(void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                                 void *context);

// Makes the player (searcher.c). The caller ends it with hearts_player_close.
bool hearts_composition_open(const HeartsComposition *composition, HeartsPlayer *player, Error *err);

#endif
