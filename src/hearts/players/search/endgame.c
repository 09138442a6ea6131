// SPDX-License-Identifier: MIT
// Values are packed: sixteen bits a seat, points to come. Sets are in trick order (hearts_order) throughout, so that
// the lowest bit is the card tried first and the higher of two cards of a suit is the higher number.
#include "hearts/players/search/endgame.h"

#include <stdlib.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "base/threads/progress.h"

enum { ENDGAME_BITS = 16, ENDGAME_SLOTS = 1 << ENDGAME_BITS };
enum { INTERRUPTIBLE = 5 }; // cards in every hand with which Ctrl-C is asked for

struct HeartsEndgames {
    struct {
        uint64_t key; // 0: empty
        uint64_t to_come;
    } slot[ENDGAME_SLOTS];
};

typedef struct Endgame {
    HeartsEndgames *memory;
    CardSet hand[HEARTS_SEATS];
    CardSet hearts, queen;
    unsigned heart_points, queen_points;
} Endgame;

typedef struct EndTrick {
    CardSet cards; // on the table
    CardSet suit;  // led; all cards before anything is
    CardSet top;   // the card that takes it so far
    Seat taker;
    int on_table;
} EndTrick;

HeartsEndgames *hearts_endgames_open(void) { return calloc(1, sizeof(HeartsEndgames)); }

void hearts_endgames_close(HeartsEndgames *endgames) { free(endgames); }

bool hearts_endgame_fits(const HeartsState *state) {
    const HeartsRules *rules = state->rules;
    bool plain = rules->moon == HEARTS_MOON_NONE && !rules->jack_bonus && !rules->trickless_bonus;
    return plain && state->table.tricks > 0 && (!rules->break_hearts || state->table.broken);
}

static unsigned points_in(const Endgame *game, CardSet cards) {
    return game->heart_points * (unsigned)set_count(cards & game->hearts) +
           (cards & game->queen ? game->queen_points : 0);
}

static unsigned of_seat(uint64_t values, Seat seat) { return (unsigned)(values >> 16 * seat & 0xFFFF); }

static CardSet suit_of(CardSet card) { return SET_SUIT << (__builtin_ctzll(card) & 48); }

static CardSet all_hands(const Endgame *game) { return game->hand[0] | game->hand[1] | game->hand[2] | game->hand[3]; }

static uint64_t solve_turn(Endgame *game, Seat seat, const EndTrick *trick, int cards);

// One card in every hand: nobody has a choice.
static uint64_t last_trick(const Endgame *game, Seat leader) {
    CardSet suit = suit_of(game->hand[leader]), top = 0;
    Seat taker = leader;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        CardSet follows = game->hand[seat] & suit;
        taker = follows > top ? (Seat)seat : taker;
        top = follows > top ? follows : top;
    }
    return (uint64_t)points_in(game, all_hands(game)) << 16 * taker;
}

// The bits of `set` at the places of `all`, moved together.
static uint64_t gather(CardSet set, CardSet all) {
#ifdef __BMI2__
    return _pext_u64(set, all);
#else
    uint64_t bits = 0;
    for (int at = 0; all; all = set_rest(all), at++) bits |= (uint64_t)((set & all & -all) != 0) << at;
    return bits;
#endif
}

static uint64_t mix_in(uint64_t key, uint64_t word) { return rng_mix(key ^ word) + UINT64_C(0xD1B54A32D192ED03); }

// The key of a position: the holder of each remaining card in order, how many there are of each suit, and which one is
// the queen. Positions that differ only in cards already played share a key.
static uint64_t endgame_key(const Endgame *game, Seat leader) {
    CardSet all = all_hands(game);
    uint64_t shape = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) shape = 16 * shape + (uint64_t)set_count(all & SET_SUIT << 16 * suit);
    if (all & game->queen) shape = 64 * shape + 1 + (uint64_t)set_count(all & (game->queen - 1));
    uint64_t points = 256 * game->queen_points + game->heart_points;
    uint64_t key = mix_in(UINT64_C(0x9E3779B97F4A7C15) + leader, shape << 16 ^ points);
    key = mix_in(key, gather(game->hand[1] | game->hand[3], all));
    key = mix_in(key, gather(game->hand[2] | game->hand[3], all));
    return key ? key : 1;
}

// No card lies on the table; `cards` are in every hand.
static uint64_t solve_lead(Endgame *game, Seat leader, int cards) {
    static const EndTrick empty = {.suit = ~UINT64_C(0)};
    if (!points_in(game, all_hands(game))) return 0;
    if (cards == 1) return last_trick(game, leader);
    uint64_t key = endgame_key(game, leader);
    size_t slot = (size_t)(key >> (64 - ENDGAME_BITS));
    if (game->memory->slot[slot].key == key) return game->memory->slot[slot].to_come;
    if (cards >= INTERRUPTIBLE && progress_interrupted()) return 0; // nobody looks at the value
    uint64_t to_come = solve_turn(game, leader, &empty, cards);
    if (progress_interrupted()) return 0; // it may be made of such values, and would be remembered
    game->memory->slot[slot].key = key;
    game->memory->slot[slot].to_come = to_come;
    return to_come;
}

// The seat has played its card.
static uint64_t solve_after(Endgame *game, Seat seat, const EndTrick *trick, int cards) {
    if (trick->on_table < HEARTS_SEATS) return solve_turn(game, (seat + 1) & 3, trick, cards);
    uint64_t taken = (uint64_t)points_in(game, trick->cards) << 16 * trick->taker;
    return taken + (cards > 1 ? solve_lead(game, trick->taker, cards - 1) : 0);
}

static EndTrick trick_with(const EndTrick *before, Seat seat, CardSet card) {
    EndTrick trick = *before;
    if (!trick.on_table++) trick.suit = suit_of(card);
    trick.cards |= card;
    if (card & trick.suit && card > trick.top) trick.top = card, trick.taker = seat;
    return trick;
}

// True if the card is equivalent to the next lower one of its own hand: nothing lies between them.
static bool is_twin(const Endgame *game, CardSet card, CardSet below, CardSet others) {
    if (!below || suit_of(card) != suit_of(below) || (card | below) & game->queen) return false;
    return !((card - 1) & ~(below | (below - 1)) & others);
}

// The mover's best value: the first card that costs it least; a card that costs nothing ends the search.
static uint64_t solve_turn(Endgame *game, Seat seat, const EndTrick *trick, int cards) {
    CardSet hand = game->hand[seat], legal = hand & trick->suit, below = 0;
    CardSet others = (all_hands(game) ^ hand) | trick->cards;
    uint64_t best = UINT64_MAX;
    for (CardSet rest = legal ? legal : hand; rest && of_seat(best, seat); rest = set_rest(rest)) {
        CardSet card = rest & -rest;
        bool twin = is_twin(game, card, below, others);
        below = card;
        if (twin) continue;
        EndTrick next = trick_with(trick, seat, card);
        bool takes = next.on_table == HEARTS_SEATS && next.taker == seat;
        if (takes && points_in(game, next.cards) >= of_seat(best, seat)) continue;
        game->hand[seat] = hand ^ card;
        uint64_t to_come = solve_after(game, seat, &next, cards);
        if (of_seat(to_come, seat) < of_seat(best, seat)) best = to_come;
    }
    game->hand[seat] = hand;
    return best;
}

void hearts_endgame_solve(HeartsEndgames *endgames, const HeartsState *state, int to_come[HEARTS_SEATS]) {
    const HeartsTable *table = &state->table;
    Endgame game = {.memory = endgames,
                    .hearts = HEARTS_HEARTS,
                    .queen = hearts_order(set_of(HEARTS_QUEEN)),
                    .heart_points = state->rules->heart_points,
                    .queen_points = state->rules->queen_points};
    EndTrick trick = {.suit = ~UINT64_C(0)};
    for (int seat = 0; seat < HEARTS_SEATS; seat++) game.hand[seat] = hearts_order(state->hand[seat]);
    for (int i = 0; i < table->on_table; i++) {
        Seat seat = (table->leader + i) & 3;
        trick = trick_with(&trick, seat, hearts_order(set_of(table->trick[seat])));
    }
    int cards = HEARTS_TRICKS - table->tricks;
    uint64_t values = 0;
    if (cards && table->on_table)
        values = solve_turn(&game, table->to_act, &trick, cards);
    else if (cards)
        values = solve_lead(&game, table->to_act, cards);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) to_come[seat] = (int)of_seat(values, (Seat)seat);
}
