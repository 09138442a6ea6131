// SPDX-License-Identifier: MIT
// Hearts: the types and the whole rules API. docs/RULES-hearts.md states the rules with numbers; comments here cite
// them as [H4].
//
// A hand flows one way: hearts_deal_deck makes a HeartsState, hearts_view shows a seat what it may know, a player
// answers with a HeartsAction, hearts_try plays or refuses it, until the phase is HEARTS_OVER and state.points says who
// took what. table.h holds the referee that runs this loop for hands and whole games.
//
// Cards are those of base/card.h, where the ace is rank 0. In a trick it is the highest: sets are compared in trick
// order, which hearts_order gives.
#ifndef DEADWOOD_HEARTS_HEARTS_H
#define DEADWOOD_HEARTS_HEARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/card.h"
#include "base/error.h"
#include "base/rng.h"

enum {
    HEARTS_SEATS = 4,
    HEARTS_HAND_SIZE = 13,
    HEARTS_TRICKS = 13,
    HEARTS_MAX_PASS = 4,        // most cards passed
    HEARTS_DEAL_LIMIT = 400,    // hands after which a game ends as it stands [H20]
    HEARTS_SCORE_LIMIT = 20000, // scores stop there, on either side
    HEARTS_SUIT = 2,            // hearts, of card_suit
    HEARTS_CLUBS = 0,
    HEARTS_DIAMONDS = 1,
    HEARTS_SPADES = 3,
};

#define HEARTS_QUEEN            ((Card)(16 * 3 + 11)) // the queen of spades
#define HEARTS_TWO_OF_CLUBS     ((Card)1)             // leads the first trick if rules.two_leads
#define HEARTS_JACK_OF_DIAMONDS ((Card)(16 + 10))
#define HEARTS_HEARTS           (SET_SUIT << 32) // all hearts

// A set in trick order: in each suit's lane 2 is the lowest bit and the ace bit 12. Comparing two cards of a suit is
// then comparing numbers, and the lowest card of a suit is its lowest bit.
static inline CardSet hearts_order(CardSet set) { return (set >> 1 & SET_RANK * 0xFFF) | (set & SET_RANK) << 12; }
static inline CardSet hearts_from_order(CardSet set) { return (set << 1 & SET_DECK) | (set >> 12 & SET_RANK); }
static inline int hearts_strength(Card card) { return card_rank(card) ? card_rank(card) - 1 : 12; } // 2: 0 .. ace: 12

// ---- Rules (rules.c) ----

// Seats sit clockwise; left is the next one.
typedef enum { HEARTS_PASS_NONE, HEARTS_PASS_LEFT, HEARTS_PASS_RIGHT, HEARTS_PASS_ACROSS } HeartsPass;
// Shooting the moon, by taking all points [H14]: no effect; 26 to each of the others; 26 off one's own; the better of
// the two.
typedef enum { HEARTS_MOON_NONE, HEARTS_MOON_ADD, HEARTS_MOON_SUBTRACT, HEARTS_MOON_CHOOSE } HeartsMoon;

// The rules as a value. `standard` is the default; `paper`, `paper-queen` and `paper-hearts` are those of Sturtevant
// and White. hearts_rules_parse and docs/RULES-hearts.md give every key's name.
typedef struct HeartsRules {
    char preset[16];         // the preset it began as
    uint8_t pass_count;      // cards passed, 0: no passing [H5]
    uint8_t pass_hold;       // 1: every fourth hand is played without passing [H5]
    uint8_t two_leads;       // 1: the two of clubs leads the first trick; 0: the leader moves on one seat a deal [H7]
    uint8_t safe_first;      // 1: no points on the first trick, unless there is nothing else [H9]
    uint8_t break_hearts;    // 1: hearts may not be led until they are broken, unless there is nothing else [H10]
    uint8_t queen_breaks;    // 1: the queen of spades breaks hearts too [H10]
    uint8_t heart_points;    // of each heart [H12]
    uint8_t queen_points;    // of the queen of spades [H12]
    uint8_t moon;            // HeartsMoon [H14]
    uint8_t jack_bonus;      // points off for taking the jack of diamonds, 0: none [H13]
    uint8_t trickless_bonus; // points off for taking no trick, 0: none [H13]
    uint16_t target;         // points that end the game [H18]; 0: one hand is a game
} HeartsRules;

typedef struct HeartsPreset {
    HeartsRules rules;
    const char *source; // where these rules are written down
} HeartsPreset;

const HeartsPreset *hearts_presets(int *count);
HeartsRules hearts_rules_default(void);

// Reads "preset", "preset,key=value,...", "key=value,..." (on the default) or the path of a rules file, as in gin.
bool hearts_rules_parse(const char *text, HeartsRules *rules, Error *err);
bool hearts_rules_parse_file(const char *content, HeartsRules *rules, Error *err);

// The shortest text that hearts_rules_parse reads back to the same rules.
enum { HEARTS_RULES_TEXT = 256 };
void hearts_rules_print(const HeartsRules *rules, char text[HEARTS_RULES_TEXT]);
void hearts_rules_describe(const HeartsRules *rules,
                           void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                           void *context);
bool hearts_rules_equal(const HeartsRules *a, const HeartsRules *b);

// Which way deal number `deal` (from 0) passes: left, right, across, and hold where the rules have it.
HeartsPass hearts_pass_direction(const HeartsRules *rules, uint32_t deal);

// ---- State ----

typedef enum { HEARTS_PASSING, HEARTS_PLAYING, HEARTS_OVER } HeartsPhase;

// What all players see.
typedef struct HeartsTable {
    CardSet played;              // all cards played in this hand, those of the trick on the table included
    CardSet asked;               // a seat must play one of these if it holds any: the suit led, or what may be led
    CardSet taken[HEARTS_SEATS]; // cards won in tricks
    Card trick[HEARTS_SEATS];    // the trick on the table by seat, CARD_NONE where nothing lies yet
    uint8_t best;                // hearts_worth of the card that takes it so far, 0 where nothing lies
    uint8_t on_table;            // how many cards that is, 0 to 3
    uint8_t tricks;              // finished
    uint8_t phase;               // HeartsPhase
    Seat leader;                 // of the trick on the table
    Seat to_act;
    uint8_t broken;                   // 1: hearts may be led; brought up to date when a trick ends
    uint8_t direction;                // HeartsPass of this hand
    uint8_t passed;                   // a bit for each seat that has passed
    uint8_t void_suits[HEARTS_SEATS]; // a bit for each suit in which the seat has shown to hold nothing
    uint8_t tricks_taken[HEARTS_SEATS];
    uint32_t deal;               // number of the hand in its game, from 0
    int16_t score[HEARTS_SEATS]; // the game's before this hand
} HeartsTable;

// A hand in progress, everything included. Copied with `=`; `rules` is borrowed.
typedef struct HeartsState {
    HeartsTable table;
    CardSet hand[HEARTS_SEATS];
    CardSet given[HEARTS_SEATS];    // cards each seat passed on; they change hands when all have passed
    CardSet start[HEARTS_SEATS];    // the thirteen cards each seat began to play with
    int16_t points[HEARTS_SEATS];   // of the tricks taken so far; moon, bonuses and faults included once HEARTS_OVER
    int8_t moon;                    // the seat that shot it, or -1 (before the end as well)
    uint8_t fault[HEARTS_SEATS];    // of seats taken out of the hand, the Fault of table.h; else 0 [H19]
    uint8_t fault_at[HEARTS_SEATS]; // and how many cards had been played by all when they were
    const HeartsRules *rules;
} HeartsState;

// Cards in the order they were played, with who played them; public.
typedef struct HeartsLog {
    uint8_t count;
    Card card[CARD_COUNT];
    Seat seat[CARD_COUNT];
} HeartsLog;

// What one seat may know and nothing else; no byte of it, nor of what it points to, depends on a hidden card. It
// borrows all it points to and is good until the next action.
typedef struct HeartsView {
    const HeartsTable *table;
    const HeartsLog *log;
    const HeartsRules *rules;
    CardSet hand;
    CardSet start;    // own thirteen cards after passing (before it, those dealt)
    CardSet given;    // own cards passed on: the seat they went to held them at the start of play
    CardSet received; // cards that came to us
    Seat seat;
} HeartsView;

typedef enum { HEARTS_GIVE, HEARTS_PLAY, HEARTS_RESIGN } HeartsMove;

typedef struct HeartsAction {
    uint8_t move; // HeartsMove; HEARTS_RESIGN is never legal: a player that cannot go on, the cause as `card`
    Card card;    // with HEARTS_PLAY
    CardSet give; // with HEARTS_GIVE: exactly rules.pass_count own cards
} HeartsAction;

// ---- Dealing and playing (state.c) ----

// Deals 13 cards each in the order of `deck`, one in turn beginning with seat 0. `deal` says who leads and which way to
// pass.
void hearts_deal_deck(HeartsState *state, HeartsLog *log, const HeartsRules *rules, uint32_t deal,
                      const int16_t score[HEARTS_SEATS], const Card deck[CARD_COUNT]);

// What `asked` of the table is by its other fields [H7] [H8] [H10].
CardSet hearts_asked(const HeartsTable *table, const HeartsRules *rules);

// On a safe first trick [H9]: what follows suit without points, what follows suit, what is no point, anything.
CardSet hearts_legal_first(const HeartsTable *table, const HeartsRules *rules, CardSet hand);

// Cards that a seat to act with such a hand may play while the phase is HEARTS_PLAYING, so that a search can ask for
// sampled worlds too.
static inline CardSet hearts_legal_of(const HeartsTable *table, const HeartsRules *rules, CardSet hand) {
    if (table->tricks == 0) return hearts_legal_first(table, rules, hand);
    CardSet asked = hand & table->asked;
    return asked ? asked : hand;
}

// Cards the seat to act may play; empty unless the phase is HEARTS_PLAYING.
static inline CardSet hearts_legal(const HeartsState *state) {
    if (state->table.phase != HEARTS_PLAYING) return 0;
    return hearts_legal_of(&state->table, state->rules, state->hand[state->table.to_act]);
}

bool hearts_is_legal(const HeartsState *state, const HeartsAction *action);

// Says in one sentence, for a person, why an illegal action of the seat to act is not allowed (explain.c).
void hearts_explain(const HeartsState *state, const HeartsAction *action, Error *why);

// ---- Playing, in line because referee and searches do little else ----

enum { HEARTS_NOT_HEARTS = 1 << HEARTS_CLUBS | 1 << HEARTS_DIAMONDS | 1 << HEARTS_SPADES }; // as in void_suits

// A point falls on a safe first trick only from a hand of points; that may hold the queen where a heart fell [H9].
unsigned hearts_shown_first(const HeartsState *state, Card card);

// Cards of a suit in the order they beat each other, with who played them: 4 * (2: 0 .. king: 11, ace: 15) + seat.
static inline unsigned hearts_worth(Card card, Seat seat) { return ((card - 1u) & 15) * 4 + seat; }

// Gives the full trick to its winner, and ends the hand after the last.
void hearts_end_trick(HeartsState *state);

// Plays a legal card: hearts_apply without the log, for search. Branch-free on who follows suit and who beats whom,
// which is unpredictable. A seat that plays none of the cards asked for shows a void in the suit led; if it leads an
// unbroken heart, in all suits but hearts.
static inline void hearts_play_card(HeartsState *state, Card card) {
    HeartsTable *table = &state->table;
    Seat seat = table->to_act;
    CardSet bit = set_of(card);
    unsigned asked = (unsigned)(table->asked >> card & 1), follows = asked;
    unsigned shown = HEARTS_NOT_HEARTS;
    if (table->on_table) {
        shown = 1u << (set_first(table->asked) >> 4);
    } else {
        table->asked = set_suit(card_suit(card));
        follows = 1;
    }
    shown &= asked - 1;
    if (table->tricks == 0) shown |= hearts_shown_first(state, card);
    table->void_suits[seat] |= (uint8_t)shown;
    state->hand[seat] ^= bit;
    table->played |= bit;
    table->trick[seat] = card;
    unsigned worth = hearts_worth(card, seat) & (0 - follows);
    table->best = (uint8_t)(worth > table->best ? worth : table->best);
    table->to_act = (seat + 1) & 3;
    if (++table->on_table == HEARTS_SEATS) hearts_end_trick(state);
}

// True if `seat`, which is to act while the phase is HEARTS_PLAYING, may play the card.
static inline bool hearts_may_play(const HeartsState *state, Seat seat, Card card) {
    return card < 64 && set_has(hearts_legal_of(&state->table, state->rules, state->hand[seat]), card);
}

static inline void hearts_play_logged(HeartsState *state, HeartsLog *log, Card card) {
    log->seat[log->count] = state->table.to_act;
    log->card[log->count++] = card;
    hearts_play_card(state, card);
}

// Judges and plays in one step: false, and nothing changed, if the action is not legal. The log may be NULL if nobody
// will ask for views, as in search.
bool hearts_try(HeartsState *state, HeartsLog *log, const HeartsAction *action);

// The same for an action known to be legal.
void hearts_apply(HeartsState *state, HeartsLog *log, const HeartsAction *action);

// ---- Views (view.c) ----

HeartsView hearts_view(const HeartsState *state, const HeartsLog *log, Seat seat);
void hearts_view_fill(HeartsView *view, const HeartsState *state, const HeartsLog *log, Seat seat); // the same in place

// The state that fits the view if the others hold `hands` (the seat's own is the view's); search plays it on.
HeartsState hearts_state_of_view(const HeartsView *view, const CardSet hands[HEARTS_SEATS]);

// True if each of the 52 cards is in exactly one place and all counters are consistent.
bool hearts_state_is_sound(const HeartsState *state);

// Which seat `direction` passes the cards of `seat` to.
static inline Seat hearts_pass_to(HeartsPass direction, Seat seat) {
    static const uint8_t step[] = {[HEARTS_PASS_LEFT] = 1, [HEARTS_PASS_RIGHT] = 3, [HEARTS_PASS_ACROSS] = 2};
    return (Seat)((seat + step[direction]) & 3);
}

// A game's score after a hand.
static inline int16_t hearts_new_score(int16_t score, int16_t points) {
    int sum = score + points, most = HEARTS_SCORE_LIMIT;
    return (int16_t)(sum > most ? most : sum < -most ? -most : sum);
}

// The points of the whole deck: 26 in the usual game.
static inline int hearts_all_points(const HeartsRules *rules) { return 13 * rules->heart_points + rules->queen_points; }

// The plain points of a set of taken cards, without moon and bonuses.
static inline int hearts_points_of(const HeartsRules *rules, CardSet cards) {
    return rules->heart_points * set_count(cards & HEARTS_HEARTS) +
           rules->queen_points * (int)set_has(cards, HEARTS_QUEEN);
}

// The seat that takes the trick on the table as it lies; there is at least one card.
static inline Seat hearts_taking(const HeartsTable *table) { return table->best & 3; }

// The seat that wins a full trick led by `leader`.
static inline Seat hearts_trick_winner(const Card trick[HEARTS_SEATS], Seat leader) {
    unsigned led = (unsigned)card_suit(trick[leader]), best = 0;
    for (unsigned seat = 0; seat < HEARTS_SEATS; seat++) {
        unsigned worth = hearts_worth(trick[seat], (Seat)seat);
        if ((unsigned)card_suit(trick[seat]) == led && worth > best) best = worth;
    }
    return best & 3;
}

#endif
