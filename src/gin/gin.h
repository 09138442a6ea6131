// SPDX-License-Identifier: MIT
// Gin Rummy: the types and the whole rules API. docs/RULES-gin.md states the rules with numbers; comments here
// cite them as [G4].
//
// A hand flows one way: gin_deal_deck makes a GinState, gin_view shows a seat what it may know, a player answers with a
// GinAction, gin_try plays or refuses it, until the phase is GIN_OVER and state.result says who scored what. table.h
// holds the referee that runs this loop for hands and whole games.
#ifndef DEADWOOD_GIN_GIN_H
#define DEADWOOD_GIN_GIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/card.h"
#include "base/error.h"
#include "base/rng.h"

enum {
    GIN_SEATS = 2,
    GIN_HAND_SIZE = 10,
    GIN_STOCK_SIZE = 31,
    GIN_MAX_MELDS = 3,    // eleven cards hold no more
    GIN_MELD_COUNT = 329, // 65 sets and 264 runs of 3 to 13 cards
    GIN_TURN_LIMIT = 200, // turns of both players after which a hand is cancelled [G17]
    GIN_HAND_LIMIT = 500, // hands after which a game is drawn [G24]
};

// ---- Melds (meld.c) ----

// A card's points as deadwood: ace 1, tens and court cards 10 [G3].
static inline int gin_card_points(Card card) {
    int rank = card_rank(card);
    return rank < 9 ? rank + 1 : 10;
}

// Points of all cards of a set: a popcount for each of four bit planes, worth 1, 2, 4 and 8.
static inline int gin_points(CardSet set) {
    return set_count(set & SET_RANK * 0x155) + 2 * set_count(set & SET_RANK * 0x1E66) +
           4 * set_count(set & SET_RANK * 0x78) + 8 * set_count(set & SET_RANK * 0x1F80);
}

// Cards that lie in a run of three or more of the set, all suits at once.
static inline CardSet gin_run_cards(CardSet set) {
    CardSet low = set & set >> 1 & set >> 2;
    return low | low << 1 | low << 2;
}

// Cards that lie in a set of three or four of the same rank.
static inline CardSet gin_set_cards(CardSet set) {
    CardSet one = set << 16 | set >> 48, two = set << 32 | set >> 32, three = set << 48 | set >> 16;
    return set & ((one & two) | (one & three) | (two & three));
}

// Cards of `hand` that belong to at least one meld of it.
static inline CardSet gin_meldable(CardSet hand) { return gin_run_cards(hand) | gin_set_cards(hand); }

// The exact minimum deadwood over all ways to lay disjoint melds, for any set of cards.
int gin_deadwood(CardSet hand);

// Cards outside `hand` that would belong to a meld of hand and card together, whether or not deadwood falls.
static inline CardSet gin_useful_draws(CardSet hand) {
    CardSet one = hand << 16 | hand >> 48, two = hand << 32 | hand >> 32, three = hand << 48 | hand >> 16;
    CardSet set = (one & two) | (one & three) | (two & three);
    CardSet run = (hand << 1 & (hand << 2 | hand >> 1)) | (hand >> 1 & hand >> 2);
    return (set | run) & ~hand & SET_DECK;
}

// The cards of a non-empty set with the most points; `points` gets that number. A table, because a branch on "is there
// a ten?" is unpredictable.
static inline CardSet gin_dearest(CardSet set, int *points) {
    static const CardSet as_dear[CARD_RANKS] = {
        SET_RANK << 0,     SET_RANK << 1,     SET_RANK << 2,     SET_RANK << 3, SET_RANK << 4,
        SET_RANK << 5,     SET_RANK << 6,     SET_RANK << 7,     SET_RANK << 8, SET_RANK * 0x1E00,
        SET_RANK * 0x1E00, SET_RANK * 0x1E00, SET_RANK * 0x1E00,
    };
    CardSet folded = set | set >> 32;
    int rank = 31 - __builtin_clz((unsigned)(folded | folded >> 16) & 0x1FFF);
    *points = rank < 9 ? rank + 1 : 10;
    return set & as_dear[rank];
}

// Of the cards `allowed` (a part of `hand`, not empty), those whose discard leaves the least deadwood, all ties; that
// deadwood goes to *deadwood.
//
// A card in no meld saves its own points, exactly; so of those only the dearest count. A card in some meld saves at
// most its points, so only the ones at least as dear are worth a look; and where no card is in a run and a set, all
// meldable cards are melded at once, so giving one up saves nothing and none of them can be best.
CardSet gin_best_discards_in_conflict(CardSet hand, CardSet allowed, int *deadwood);

static inline CardSet gin_best_discards(CardSet hand, CardSet allowed, int *deadwood) {
    CardSet runs = gin_run_cards(hand), sets = gin_set_cards(hand), loose = allowed & ~(runs | sets);
    if ((runs & sets) || !loose) return gin_best_discards_in_conflict(hand, allowed, deadwood);
    int points;
    CardSet ties = gin_dearest(loose, &points);
    *deadwood = gin_points(hand & ~(runs | sets)) - points;
    return ties;
}

// A melding: disjoint melds, unused places 0.
typedef struct GinSplit {
    CardSet meld[GIN_MAX_MELDS];
} GinSplit;

static inline CardSet gin_split_cards(const GinSplit *split) {
    return split->meld[0] | split->meld[1] | split->meld[2];
}

// True for a set of three or four cards of a rank, or a run of three or more of a suit.
bool gin_is_meld(CardSet cards);

// True if all melds are melds, disjoint and within `hand`.
bool gin_is_split(const GinSplit *split, CardSet hand);

// Every way to meld `hand` (at most eleven cards) down to gin_deadwood(hand), each once; returns their number. A run of
// six is one meld of six or two of three: both are listed, as the contest's program does.
enum { GIN_MAX_SPLITS = 64 };
int gin_best_splits(CardSet hand, GinSplit splits[GIN_MAX_SPLITS]);

// The first split that gin_best_splits would list.
GinSplit gin_best_split(CardSet hand);

// Visits each way to lay disjoint melds from `hand` (at most eleven cards) that leaves at most `most` points, once
// each, until `visit` returns false. With `most` = 110 these are all meldings, the empty one included.
void gin_each_split(CardSet hand, int most, bool (*visit)(void *context, const GinSplit *split), void *context);

// ---- Rules (rules.c) ----

typedef enum { GIN_TIE_DEFENDER, GIN_TIE_KNOCKER } GinTie;
typedef enum { GIN_LAYOFF_BEST, GIN_LAYOFF_GREEDY } GinLayoff;
typedef enum { GIN_START_ALTERNATE, GIN_START_WINNER, GIN_START_LOSER } GinStart;

// The rules as a value. `contest` is the default; gin_rules_parse and docs/RULES-gin.md give every key's name.
typedef struct GinRules {
    char preset[12];         // the preset it began as
    uint8_t knock_limit;     // most deadwood to knock with [G10]
    uint8_t gin_bonus;       // [G13]
    uint8_t undercut_bonus;  // [G15]
    uint8_t big_gin_bonus;   // for eleven melded cards, 0: there is no big gin [G14]
    uint8_t tie;             // GinTie: who wins when deadwood is equal [G15]
    uint8_t layoff;          // GinLayoff [G12]
    uint8_t stock_end;       // the hand is cancelled when so few cards are left and nobody knocked [G16]
    uint8_t next_starter;    // GinStart: who starts after a scored hand [G19]
    uint8_t upcard_limit;    // 1: the first upcard's points are the knock limit (Oklahoma) [G21]
    uint8_t ace_gin;         // 1: with that, an ace asks for gin [G21]
    uint8_t spades_double;   // 1: a spade as first upcard doubles the hand's points [G21]
    uint8_t shutout_doubles; // 1: the game bonus doubles against a loser without points [G20]
    uint16_t target;         // points that end the game [G18]
    uint16_t box_bonus;      // at the game's end, for each hand won [G20]
    uint16_t game_bonus;     // at the game's end, to its winner [G20]
} GinRules;

typedef struct GinPreset {
    GinRules rules;
    const char *source; // where these rules are written down
} GinPreset;

const GinPreset *gin_presets(int *count);
GinRules gin_rules_default(void);

// Reads "preset", "preset,key=value,...", "key=value,..." (on the default) or the path of a rules file: lines
// `key = value`, first of them `preset = name` if any, `#` comments.
bool gin_rules_parse(const char *text, GinRules *rules, Error *err);
bool gin_rules_parse_file(const char *content, GinRules *rules, Error *err);

// The shortest text that gin_rules_parse reads back to the same rules: "contest", "pagat,target=150".
enum { GIN_RULES_TEXT = 256 };
void gin_rules_print(const GinRules *rules, char text[GIN_RULES_TEXT]);

// One line for each key of the rules file: `visit` gets key, value and meaning.
void gin_rules_describe(const GinRules *rules,
                        void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                        void *context);

bool gin_rules_equal(const GinRules *a, const GinRules *b);

// ---- State ----

typedef enum {
    GIN_FIRST_OFFER,  // the starter may take the first upcard or pass [G6]
    GIN_SECOND_OFFER, // then the other player
    GIN_DRAW,         // upcard or stock [G7]
    GIN_DISCARD,      // eleven cards in hand: discard, or discard and knock, or big gin [G8]
    GIN_DEFEND,       // the opponent of a knocker shows melds [G11]
    GIN_OVER,
} GinPhase;

// What both players see.
typedef struct GinTable {
    CardSet buried;       // the discard pile without its top
    CardSet known[2];     // cards a seat took face up and still holds: its opponent knows them
    CardSet discarded[2]; // all cards a seat has discarded in this hand, wherever they are now
    Card upcard;          // the top of the discard pile, CARD_NONE when it is empty
    Card taken;           // the upcard taken this turn, which may not be discarded [G8]; else CARD_NONE
    uint8_t stock;        // cards left in it
    uint8_t phase;        // GinPhase
    Seat to_act;
    Seat starter;
    uint8_t knock_limit; // of this hand
    uint8_t factor;      // 2 when the hand counts double [G21]
    uint8_t turns[2];    // draws made by each seat
    uint8_t takes[2];    // those of them from the discard pile
    uint8_t passes;      // declined offers of the first upcard
    uint8_t forced;      // 1: both passed, the starter must draw from the stock [G6]
    uint16_t score[2];   // the game's score before this hand
    uint8_t spare[6];    // zero; fills the cache line
} GinTable;

typedef enum { GIN_CANCELLED, GIN_KNOCKED, GIN_GIN, GIN_BIG_GIN, GIN_UNDERCUT } GinEnd;

typedef struct GinResult {
    uint8_t end;         // GinEnd
    Seat winner;         // who scores; of a cancelled hand nobody
    Seat knocker;        // who ended the hand
    uint8_t deadwood[2]; // of each seat after layoffs
    uint16_t points;     // to the winner
    CardSet laid_off;    // the defender's cards laid on the knocker's melds
} GinResult;

// A hand in progress, everything included. Copied with `=`; `rules` is borrowed.
typedef struct GinState {
    GinTable table;
    CardSet hand[2];
    Card drawn;                 // by the seat to act this turn, from either pile; else CARD_NONE
    Card stock[GIN_STOCK_SIZE]; // the next card is stock[table.stock - 1]
    GinSplit melds[2];          // as shown at the end
    GinResult result;           // once the phase is GIN_OVER
    const GinRules *rules;
} GinState;

// What happened, as both players saw it. A card drawn from the stock is CARD_NONE here.
typedef enum {
    GIN_EVENT_PASS,
    GIN_EVENT_TAKE,
    GIN_EVENT_STOCK,
    GIN_EVENT_DISCARD,
    GIN_EVENT_KNOCK,   // the card is the discard; a knocker's melds are in the state
    GIN_EVENT_BIG_GIN, // no card
    GIN_EVENT_MELDS,   // the defender's
} GinEventKind;

typedef struct GinEvent {
    uint8_t what; // 2*kind + seat
    Card card;
} GinEvent;

static inline GinEventKind gin_event_kind(GinEvent event) { return (GinEventKind)(event.what >> 1); }
static inline Seat gin_event_seat(GinEvent event) { return event.what & 1; }

enum { GIN_LOG_SIZE = 2 * GIN_TURN_LIMIT + 8 };

typedef struct GinLog {
    uint16_t count;
    GinEvent event[GIN_LOG_SIZE]; // a few more than can happen
} GinLog;

// Cards one seat drew, turn by turn, from either pile: known to that seat alone.
typedef struct GinDraws {
    uint16_t count;
    Card card[GIN_TURN_LIMIT + 2];
} GinDraws;

// The log of a hand beside its state: what the seats saw together and each for itself.
typedef struct GinHistory {
    GinLog log;
    GinDraws draws[2];
    const struct GinPastHand *past; // the game's hand before this one (past.h), borrowed; NULL in the first
} GinHistory;

// What one seat may know and nothing else; no byte of it, nor of what it points to, depends on a hidden card. It
// borrows all it points to and is good until the next action.
typedef struct GinView {
    const GinTable *table;
    const GinLog *log;              // public events of this hand, oldest first
    const GinDraws *draws;          // own draws
    const struct GinPastHand *past; // the hand before this one of the game, and through it all earlier ones
                                    // (past.h); NULL in the first
    const GinRules *rules;
    const GinSplit *knock; // in GIN_DEFEND the knocker's melds, else NULL
    CardSet exposed;       // in GIN_DEFEND the knocker's cards, melded or not
    CardSet hand;          // own cards, eleven of them in GIN_DISCARD
    Card drawn;            // own card drawn this turn, from either pile; else CARD_NONE
    Seat seat;             // whose view it is
} GinView;

typedef enum {
    GIN_PASS,     // decline the first upcard
    GIN_TAKE,     // take the upcard
    GIN_STOCK,    // draw from the stock
    GIN_DROP,     // discard `card`
    GIN_KNOCK,    // discard `card` and knock, showing `melds`
    GIN_CALL_BIG, // big gin: show eleven melded cards
    GIN_SHOW,     // the defender shows `melds`
    GIN_RESIGN,   // not a move: a player that cannot go on (see table.h); never legal
} GinMove;

// `melds` are read with GIN_KNOCK, GIN_CALL_BIG and GIN_SHOW only, and may be anything otherwise. All zero they mean
// the best split: a knocker's first best one, a defender's with the best layoffs. (Packing the melds into eight bytes
// in all made games slower: compilers then build the action in memory and stall reading it.)
typedef struct GinAction {
    uint8_t move; // GinMove
    Card card;
    GinSplit melds;
} GinAction;

// What may be done now, as sets.
typedef struct GinLegal {
    bool pass, take, stock, big_gin, show;
    CardSet discards;
    CardSet knocks; // discards that may come with a knock
} GinLegal;

// ---- Dealing and playing (state.c) ----

// Deals in the order of `deck`: one card each in turn beginning with the starter, the upcard, the stock [G5]. The
// history begins as that of a game's first hand; a caller that plays whole games sets its `past`.
void gin_deal_deck(GinState *state, GinHistory *history, const GinRules *rules, Seat starter, const uint16_t score[2],
                   const Card deck[CARD_COUNT]);

GinLegal gin_legal(const GinState *state);
GinLegal gin_view_legal(const GinView *view); // for the seat to act
bool gin_is_legal(const GinState *state, const GinAction *action);

// Says in one sentence, for a person, why an illegal action of the seat to act is not allowed (explain.c).
void gin_explain(const GinState *state, const GinAction *action, Error *why);

// Plays a legal action. The history may be NULL if nobody will ask for views, as in search.
void gin_apply(GinState *state, GinHistory *history, const GinAction *action);

// Judges and plays in one step: false, and nothing changed, if the action is not legal.
bool gin_try(GinState *state, GinHistory *history, const GinAction *action);

// What a seat may know; borrows the state and the history.
GinView gin_view(const GinState *state, const GinHistory *history, Seat seat);

// A view with only what stays the same throughout a hand; gin_view_refresh fills in the rest.
static inline GinView gin_view_blank(const GinState *state, const GinHistory *history, Seat seat) {
    return (GinView){
        .table = &state->table,
        .log = &history->log,
        .draws = &history->draws[seat],
        .past = history->past,
        .rules = state->rules,
        .hand = state->hand[seat],
        .drawn = CARD_NONE,
        .seat = seat,
    };
}

// Brings the view of the seat to act up to date. The referee makes one view per seat and hand and refreshes it, which
// is 10% cheaper than a new view per decision.
static inline void gin_view_refresh(GinView *view, const GinState *state) {
    Seat seat = state->table.to_act;
    view->hand = state->hand[seat];
    view->drawn = state->drawn;
    if (__builtin_expect(state->table.phase != GIN_DEFEND, 1)) return;
    view->knock = &state->melds[seat ^ 1];
    view->exposed = state->hand[seat ^ 1];
}

// True if the state holds each of the 52 cards in exactly one place. For tests and for records from outside.
bool gin_state_is_sound(const GinState *state);

// ---- Showdown (score.c) ----

// The largest set of the unmelded cards `loose` that can be laid off on the knocker's melds; a run that grew takes the
// next card too. Order does not matter: a card that fits a run and a set goes to the run.
CardSet gin_layoff(const GinSplit *knock, CardSet loose);

// The contest program's order instead: the lowest loose card that fits goes to the first meld it fits, again and again.
CardSet gin_layoff_greedy(const GinSplit *knock, CardSet loose);

// The defender's melds that leave the least deadwood after layoffs, over all meldings, not only those that are best
// before layoffs. *deadwood may be NULL.
GinSplit gin_best_defence(CardSet hand, const GinSplit *knock, GinLayoff layoff, int *deadwood);

// The result of a hand: knocker's and defender's cards and the melds shown. Big gin if the knocker holds eleven.
GinResult gin_score(const GinRules *rules, int factor, Seat knocker, CardSet knocker_hand,
                    const GinSplit *knocker_melds, CardSet defender_hand, const GinSplit *defender_melds);

#endif
