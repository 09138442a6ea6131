// SPDX-License-Identifier: MIT
// The situations a bot is put into, whatever the game: scripts of single deals, whole matches, and the ways to end.
#ifndef DEADWOOD_WIRE_CHECK_CHECK_PLAY_INTERNAL_H
#define DEADWOOD_WIRE_CHECK_CHECK_PLAY_INTERNAL_H

#include "wire/check/check_internal.h"

// What happened in a deal, to know whether a situation was reached: these bits belong to every game, lower ones to one
// game.
enum {
    SAW_END = 1 << 29, // the deal was played to its end, or ended by endmatch
    SAW_CUT = 1 << 30, // it was abandoned without endmatch
};

// What every game keeps of its deals, first in a struct of its own.
typedef struct CheckPlay {
    Check *check;
    Seat bot;
    Rng rival_rng;
    unsigned odd, saw; // ODD_..., SAW_...
    uint64_t hash;     // of the bot's moves
    bool told;         // the deal's beginning was sent
    uint32_t number;   // of the deal in its match
    int decisions;     // the bot's in this deal
} CheckPlay;

// A situation of single deals.
typedef struct CheckScript {
    const char *name;  // for people
    const char *cards; // the piles of check_deck, " / " between them; what is missing is dealt by chance
    const char *rules;
    const char *rival;
    unsigned odd;
    unsigned wanted; // SAW_...: all of them, over the deals played
    int deals;       // at most
    int starter;     // gin: 0 the bot, 1 the opponent, -1 by chance
} CheckScript;

// Whole matches: the opponent, the oddities, and what must happen.
typedef struct CheckMatches {
    const char *rival, *rules;
    unsigned odd, wanted;
} CheckMatches;

typedef enum { MATCH_CRLF, MATCH_MANY, MATCH_OTHER, MATCH_TWICE, MATCH_STATELESS, MATCH_KINDS } MatchKind;

struct CheckGame {
    const char *name; // "gin"
    size_t size;      // of its struct that begins with CheckPlay
    int seats;        // a power of two
    const CheckScript *script;
    int scripts;
    CheckScript left; // in the middle, by quit
    CheckMatches matches[MATCH_KINDS];
    // Clears everything after CheckPlay and sets up the other seats' player and the rules. `close` ends that player.
    void (*open)(CheckPlay *play, const char *rival, const char *rules);
    void (*close)(CheckPlay *play);
    // Plays one deal of a script, in a match that it begins and does not end.
    void (*single)(CheckPlay *play, const CheckScript *script, int number);
    // Plays a whole match to the target. False if the bot did something that ends it.
    bool (*match)(CheckPlay *play, uint64_t seed);
};

// All situations; `play` lies in the game's own struct, which `open` fills.
void check_game(Check *check, const CheckGame *game, CheckPlay *play);

// ---- What the games' deals are made of ----

// Where in the deck the cards of a part of a script go: first, first + step, ...
typedef struct CheckPile {
    int first, step;
} CheckPile;

// Places the named cards and deals the rest at random.
void check_deck(CheckPlay *play, const char *cards, const CheckPile *piles, Card deck[CARD_COUNT]);

// Tells the bot of a new match: `line` is the newmatch line of its game. Frees it.
void check_new_match(CheckPlay *play, uint64_t seed, Text *line);

// check_ask with the view line and the legal moves, both of which are freed. `play` is the context of `judge`.
bool check_decide(CheckPlay *play, int seats, Text *view, Text *legal,
                  const char *(*judge)(void *play, char *move, Text *why));

// With ODD_CUT: true when the bot has decided often enough for the match to end in the middle of the deal, which is
// then done by check_leave: with the endmatch line, or every other time without a word. Frees the line.
bool check_leaves(const CheckPlay *play);
void check_leave(CheckPlay *play, Text *endmatch);

// Says the lines that end a deal. Frees them.
void check_end_deal(CheckPlay *play, Text *lines);

// Says the endmatch line of a match played to its end, and waits until the bot has read it. Frees the line.
bool check_end_match(CheckPlay *play, Text *line);

#endif
