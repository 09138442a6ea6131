// SPDX-License-Identifier: MIT
#include "hearts/players/td/features.h"

#include <assert.h>

// Where each group of atoms begins. Suits are in the paper's order: diamonds, clubs, hearts; where spades belong to a
// group they come first.
enum {
    HAVE = 0,           // Q, A, K of spades
    SPADES = 3,         // 0 to 4, 5 or more besides A, K, Q
    SUIT = 9,           // eight a suit
    LEAD = 33,          // ours
    LEADER_SHORT = 34,  // spades first
    LEADER_HAS = 38,    //
    FORCED = 42,        //
    SINGLE = 46,        // Q, A, K
    BACKERS = 49,       // of the queen's holder
    SHORTS = 53,        //
    HOLDER_SHORT = 57,  //
    TAKEN_BY_US = 60,   // 0 to 13
    TAKEN_BY_THEM = 74, //
    LEFT = 88,          //
};
enum { DEALT = 0, SHORT = 4, NOT_SHORT = 5, OPPONENT_SHORT = 6, EXIT = 7, SUIT_ATOMS = 8 };

_Static_assert((int)SINGLE == (int)HEARTS_ATOMS_SHARED, "what both tasks share comes first");
_Static_assert((int)TAKEN_BY_US == (int)HEARTS_ATOMS_QUEEN && LEFT + 14 == (int)HEARTS_ATOMS, "and hearts come last");

static const uint8_t SUITS[3] = {HEARTS_DIAMONDS, HEARTS_CLUBS, HEARTS_SUIT};
static const uint8_t SPADES_FIRST[4] = {HEARTS_SPADES, HEARTS_DIAMONDS, HEARTS_CLUBS, HEARTS_SUIT};

static const char *const NAMES[HEARTS_ATOMS] = {
    "we have QS",
    "we have AS",
    "we have KS",
    "0 spades besides AKQ",
    "1 spades besides AKQ",
    "2 spades besides AKQ",
    "3 spades besides AKQ",
    "4 spades besides AKQ",
    ">=5 spades besides AKQ",
    "0 diamonds to start",
    "1 diamonds to start",
    "2 diamonds to start",
    ">=3 diamonds to start",
    "currently short diamonds",
    "currently not short diamonds",
    "opponent short diamonds",
    "exit in diamonds",
    "0 clubs to start",
    "1 clubs to start",
    "2 clubs to start",
    ">=3 clubs to start",
    "currently short clubs",
    "currently not short clubs",
    "opponent short clubs",
    "exit in clubs",
    "0 hearts to start",
    "1 hearts to start",
    "2 hearts to start",
    ">=3 hearts to start",
    "currently short hearts",
    "currently not short hearts",
    "opponent short hearts",
    "exit in hearts",
    "we have lead",
    "leader short spades",
    "leader short diamonds",
    "leader short clubs",
    "leader short hearts",
    "leader not short spades",
    "leader not short diamonds",
    "leader not short clubs",
    "leader not short hearts",
    "we have forced high spade",
    "we have forced high diamond",
    "we have forced high club",
    "we have forced high heart",
    "we have single QS",
    "we have single AS",
    "we have single KS",
    "QS player has 0 backers",
    "QS player has 1 backers",
    "QS player has 2 backers",
    "QS player has >=3 backers",
    "QS player has 0 shorts",
    "QS player has 1 shorts",
    "QS player has 2 shorts",
    "QS player has 3 shorts",
    "QS player short diamonds",
    "QS player short clubs",
    "QS player short hearts",
    "0 points taken by us",
    "1 points taken by us",
    "2 points taken by us",
    "3 points taken by us",
    "4 points taken by us",
    "5 points taken by us",
    "6 points taken by us",
    "7 points taken by us",
    "8 points taken by us",
    "9 points taken by us",
    "10 points taken by us",
    "11 points taken by us",
    "12 points taken by us",
    "13 points taken by us",
    "0 points taken by opponents",
    "1 points taken by opponents",
    "2 points taken by opponents",
    "3 points taken by opponents",
    "4 points taken by opponents",
    "5 points taken by opponents",
    "6 points taken by opponents",
    "7 points taken by opponents",
    "8 points taken by opponents",
    "9 points taken by opponents",
    "10 points taken by opponents",
    "11 points taken by opponents",
    "12 points taken by opponents",
    "13 points taken by opponents",
    "0 points left",
    "1 points left",
    "2 points left",
    "3 points left",
    "4 points left",
    "5 points left",
    "6 points left",
    "7 points left",
    "8 points left",
    "9 points left",
    "10 points left",
    "11 points left",
    "12 points left",
    "13 points left",
};

// ---- Positions ----

HeartsPosition hearts_position(const HeartsState *state) {
    assert(state->table.on_table == 0);
    HeartsPosition position = {.queen = -1, .leader = state->table.leader};
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        position.hand[seat] = hearts_order(state->hand[seat]);
        for (int suit = 0; suit < CARD_SUITS; suit++)
            position.dealt[seat][suit] = (uint8_t)set_count(state->start[seat] & set_suit(suit));
        position.hearts[seat] = (uint8_t)set_count(state->table.taken[seat] & HEARTS_HEARTS);
        if (set_has(state->table.taken[seat], HEARTS_QUEEN)) position.queen = (int16_t)seat;
    }
    return position;
}

// ---- Atoms ----

static inline unsigned lane(CardSet set, int suit) { return (unsigned)(set >> 16 * suit) & 0x1FFF; }

static inline uint64_t bit(int atom) { return UINT64_C(1) << atom; }
static inline uint64_t bit_if(bool truth, int atom) { return (uint64_t)truth << atom; }
static inline int feature_at_most(int number, int limit) { return number < limit ? number : limit; }

enum { BACKER_CARDS = 0x3FF, QUEEN = 1 << 10, KING = 1 << 11, ACE = 1 << 12 }; // in a suit's lane, trick order

static inline bool beats_all(unsigned own, unsigned outstanding) {
    return own && outstanding && (own & -own) > outstanding;
}

// Somebody who must follow holds only higher cards than our lowest.
static inline bool is_exit(unsigned own, unsigned a, unsigned b, unsigned c) {
    unsigned lowest = own & -own;
    return own && ((a && (a & -a) > lowest) || (b && (b & -b) > lowest) || (c && (c & -c) > lowest));
}

static inline uint64_t own_spades(unsigned spades) {
    uint64_t atoms = bit(SPADES + feature_at_most(__builtin_popcount(spades & BACKER_CARDS), 5));
    atoms |= (uint64_t)((spades & QUEEN) != 0) << HAVE | (uint64_t)((spades & ACE) != 0) << (HAVE + 1) |
             (uint64_t)((spades & KING) != 0) << (HAVE + 2);
    return atoms | bit_if(spades == QUEEN, SINGLE) | bit_if(spades == ACE, SINGLE + 1) |
           bit_if(spades == KING, SINGLE + 2);
}

static inline uint64_t about_leader(CardSet hand) {
    uint64_t atoms = 0;
    for (int i = 0; i < 4; i++) atoms |= bit((lane(hand, SPADES_FIRST[i]) ? LEADER_HAS : LEADER_SHORT) + i);
    return atoms;
}

static inline uint64_t about_holder(CardSet hand) {
    uint64_t atoms = bit(BACKERS + feature_at_most(__builtin_popcount(lane(hand, HEARTS_SPADES) & BACKER_CARDS), 3));
    int shorts = 0;
    for (int i = 0; i < 3; i++) {
        bool is_short = lane(hand, SUITS[i]) == 0;
        shorts += is_short;
        atoms |= bit_if(is_short, HOLDER_SHORT + i);
    }
    return atoms | bit(SHORTS + shorts);
}

HeartsAtoms hearts_atoms(const HeartsPosition *position, Seat seat) {
    CardSet own = position->hand[seat], a = position->hand[(seat + 1) & 3], b = position->hand[(seat + 2) & 3],
            c = position->hand[(seat + 3) & 3];
    uint64_t low = own_spades(lane(own, HEARTS_SPADES));
    low |= bit_if(beats_all(lane(own, HEARTS_SPADES), lane(a | b | c, HEARTS_SPADES)), FORCED);
    for (int i = 0; i < 3; i++) {
        int suit = SUITS[i], first = SUIT + SUIT_ATOMS * i;
        unsigned mine = lane(own, suit), one = lane(a, suit), two = lane(b, suit), three = lane(c, suit);
        low |= bit(first + DEALT + feature_at_most(position->dealt[seat][suit], 3));
        low |= bit(first + (mine ? NOT_SHORT : SHORT));
        low |= bit_if(!one || !two || !three, first + OPPONENT_SHORT);
        low |= bit_if(is_exit(mine, one, two, three), first + EXIT);
        low |= bit_if(beats_all(mine, one | two | three), FORCED + 1 + i);
    }
    low |= position->leader == seat ? bit(LEAD) : about_leader(position->hand[position->leader]);
    CardSet queen = (CardSet)QUEEN << 16 * HEARTS_SPADES;
    if (a & queen) low |= about_holder(a);
    if (b & queen) low |= about_holder(b);
    if (c & queen) low |= about_holder(c);

    int ours = position->hearts[seat], all = 0;
    for (int i = 0; i < HEARTS_SEATS; i++) all += position->hearts[i];
    low |= ours < 64 - TAKEN_BY_US ? bit(TAKEN_BY_US + ours) : 0;
    uint64_t high = ours >= 64 - TAKEN_BY_US ? bit(TAKEN_BY_US + ours - 64) : 0;
    high |= bit(TAKEN_BY_THEM + all - ours - 64) | bit(LEFT + CARD_RANKS - all - 64);
    return (HeartsAtoms){{low, high}};
}

int hearts_task_atoms(HeartsTask task, const HeartsAtoms *atoms, uint8_t list[HEARTS_MOST_ACTIVE]) {
    int count = 0;
    uint64_t first = atoms->word[0] & (bit(task == HEARTS_TASK_QUEEN ? HEARTS_ATOMS_QUEEN : HEARTS_ATOMS_SHARED) - 1);
    for (; first; first &= first - 1) list[count++] = (uint8_t)__builtin_ctzll(first);
    if (task == HEARTS_TASK_QUEEN) return count;
    enum { MOVED = HEARTS_ATOMS_QUEEN - HEARTS_ATOMS_SHARED };
    for (uint64_t rest = atoms->word[0] >> HEARTS_ATOMS_QUEEN; rest; rest &= rest - 1)
        list[count++] = (uint8_t)(__builtin_ctzll(rest) + HEARTS_ATOMS_QUEEN - MOVED);
    for (uint64_t rest = atoms->word[1]; rest; rest &= rest - 1)
        list[count++] = (uint8_t)(__builtin_ctzll(rest) + 64 - MOVED);
    return count;
}

// ---- Combinations ----

HeartsFeatures hearts_features(HeartsTask task, int combine) {
    static const bool has[HEARTS_COMBINE + 1][HEARTS_COMBINE + 1] = {
        {0}, {0, 1}, {0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 1, 1}};
    assert(combine >= 1 && combine <= HEARTS_COMBINE);
    HeartsFeatures features = {.task = task, .combine = combine};
    features.atoms = task == HEARTS_TASK_QUEEN ? HEARTS_ATOMS_QUEEN : HEARTS_ATOMS_HEARTS;
    for (int size = 0; size <= HEARTS_COMBINE; size++) {
        features.first[size] = has[combine][size] ? features.count : -1;
        if (has[combine][size]) features.count += hearts_choose(features.atoms, size);
    }
    return features;
}

int32_t hearts_feature_index(const HeartsFeatures *features, const uint8_t *atoms, int count) {
    assert(count >= 1 && count <= HEARTS_COMBINE && features->first[count] >= 0);
    int32_t index = features->first[count];
    for (int i = 0; i < count; i++) index += hearts_choose(atoms[i], i + 1);
    return index;
}

int hearts_feature_atoms(const HeartsFeatures *features, int32_t index, uint8_t atoms[HEARTS_COMBINE]) {
    int size = HEARTS_COMBINE;
    while (features->first[size] < 0 || features->first[size] > index) size--;
    int32_t rest = index - features->first[size];
    for (int i = size; i > 0; i--) {
        int atom = i - 1;
        while (hearts_choose(atom + 1, i) <= rest) atom++;
        rest -= hearts_choose(atom, i);
        atoms[i - 1] = (uint8_t)atom;
    }
    return size;
}

const char *hearts_atom_name(HeartsTask task, int atom) {
    bool moved = task == HEARTS_TASK_HEARTS && atom >= HEARTS_ATOMS_SHARED;
    return NAMES[moved ? atom + HEARTS_ATOMS_QUEEN - HEARTS_ATOMS_SHARED : atom];
}

void hearts_feature_name(const HeartsFeatures *features, int32_t index, Text *name) {
    uint8_t atoms[HEARTS_COMBINE];
    int count = hearts_feature_atoms(features, index, atoms);
    for (int i = 0; i < count; i++) text_addf(name, "%s%s", i ? " & " : "", hearts_atom_name(features->task, atoms[i]));
}

const char *hearts_task_name(HeartsTask task) { return task == HEARTS_TASK_QUEEN ? "queen" : "hearts"; }
