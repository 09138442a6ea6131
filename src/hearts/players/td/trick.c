// SPDX-License-Identifier: MIT
#include "hearts/players/td/trick.h"

#include <assert.h>
#include <stdlib.h>

enum { REMEMBERED = 1 << 13 };

typedef struct RememberedOutput {
    HeartsAtoms key;
    float output;
    uint32_t age; // of the weights it was computed with
} RememberedOutput;

struct HeartsTrickSearch {
    const HeartsPerceptron *net;
    HeartsTrickAlgorithm algorithm;
    Seat root; // whoever looks ahead
    uint32_t age;
    uint64_t leaves, outputs;
    RememberedOutput remembered[REMEMBERED];
};

// A trick being played; after its last card, a leaf.
typedef struct Line {
    HeartsPosition at;
    const HeartsRules *rules;
    CardSet table; // cards of the trick, in trick order
    CardSet best;  // the one that wins
    float value[HEARTS_SEATS];
    int suit; // led, or -1
    Seat winner;
    bool first, broken;          // trick of the hand; hearts
    uint8_t played;              //
    uint8_t known;               // a bit for each seat whose value is
    uint8_t cards[HEARTS_SEATS]; // bit numbers in trick order
} Line;

const char *hearts_trick_algorithm_name(HeartsTrickAlgorithm algorithm) {
    static const char *const names[HEARTS_TRICK_ALGORITHMS] = {"maxn", "paranoid", "soft-maxn"};
    return names[algorithm];
}

HeartsTrickSearch *hearts_trick_open(const HeartsPerceptron *net, HeartsTrickAlgorithm algorithm) {
    HeartsTrickSearch *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->net = net;
    search->algorithm = algorithm;
    search->age = 1;
    return search;
}

void hearts_trick_close(HeartsTrickSearch *search) { free(search); }
void hearts_trick_forget(HeartsTrickSearch *search) { search->age++; }
uint64_t hearts_trick_leaves(const HeartsTrickSearch *search) { return search->leaves; }
uint64_t hearts_trick_outputs(const HeartsTrickSearch *search) { return search->outputs; }

float hearts_trick_value(HeartsTrickSearch *search, const HeartsPosition *position, Seat seat) {
    const HeartsPerceptron *net = search->net;
    if (hearts_perceptron_decided(net, position)) return hearts_perceptron_exact(net, position, seat);
    HeartsAtoms key = hearts_perceptron_key(net, hearts_atoms(position, seat));
    uint64_t hash = (key.word[0] ^ key.word[1] * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD1B54A32D192ED03);
    RememberedOutput *found = &search->remembered[hash >> 51];
    if (found->age != search->age || found->key.word[0] != key.word[0] || found->key.word[1] != key.word[1]) {
        *found = (RememberedOutput){.key = key, .output = hearts_perceptron_output(net, &key), .age = search->age};
        search->outputs++;
    }
    return hearts_perceptron_cut(net, position, seat, found->output);
}
_Static_assert(REMEMBERED == 1 << (64 - 51), "the hash fills the memory");

// ---- The tree ----

static const CardSet QUEEN = (CardSet)1 << (16 * HEARTS_SPADES + 10); // in trick order
static const CardSet TWO_OF_CLUBS = 1;
static const CardSet HONOURS = (CardSet)0x1C00 << 16 * HEARTS_SPADES; // Q, K, A of spades: nobody's equals

// Of own cards with nothing outstanding between them, only the lowest.
static CardSet different(CardSet legal, CardSet outstanding) {
    CardSet kept = 0;
    for (CardSet rest = legal; rest;) {
        CardSet card = rest & -rest;
        kept |= card;
        rest ^= card;
        if (card & HONOURS) continue;
        CardSet lane_end = (CardSet)0x1FFF << (__builtin_ctzll(card) & 48);
        CardSet above = (outstanding | HONOURS) & lane_end & ~(card - 1); // the first of these ends the group
        CardSet group = above ? (above & -above) - 1 : ~UINT64_C(0);
        rest &= ~(group & lane_end);
    }
    return kept;
}

static CardSet or_else(CardSet wanted, CardSet hand) { return wanted ? wanted : hand; }

// Under the paper's rules any card may be led or thrown away; others know more (docs/RULES-hearts.md, [H7] to [H10]).
static CardSet legal_cards(const Line *line, Seat seat) {
    const HeartsRules *rules = line->rules;
    CardSet hand = line->at.hand[seat];
    if (line->suit < 0) {
        if (line->first && rules->two_leads) return or_else(hand & TWO_OF_CLUBS, hand);
        return rules->break_hearts && !line->broken ? or_else(hand & ~HEARTS_HEARTS, hand) : hand;
    }
    CardSet legal = or_else(hand & (CardSet)0x1FFF << 16 * line->suit, hand);
    CardSet points = (rules->heart_points ? HEARTS_HEARTS : 0) | (rules->queen_points ? QUEEN : 0);
    return line->first && rules->safe_first ? or_else(legal & ~points, legal) : legal;
}

static void play_on_line(Line *line, Seat seat, CardSet card) {
    line->at.hand[seat] ^= card;
    line->table |= card;
    line->cards[seat] = (uint8_t)__builtin_ctzll(card);
    if (line->suit < 0) {
        line->suit = line->cards[seat] >> 4;
        line->best = card;
        line->winner = seat;
    } else if (line->cards[seat] >> 4 == line->suit && card > line->best) {
        line->best = card;
        line->winner = seat;
    }
    if (++line->played < HEARTS_SEATS) return;
    Seat winner = line->winner;
    line->at.leader = winner;
    line->at.hearts[winner] = (uint8_t)(line->at.hearts[winner] + set_count(line->table & HEARTS_HEARTS));
    if (line->table & QUEEN) line->at.queen = winner;
}

static float value_of_leaf(HeartsTrickSearch *search, Line *leaf, Seat seat) {
    if (!(leaf->known >> seat & 1)) {
        leaf->value[seat] = hearts_trick_value(search, &leaf->at, seat);
        leaf->known = (uint8_t)(leaf->known | 1 << seat);
    }
    return leaf->value[seat];
}

// What `seat` would rather have: fewer points itself, or in the paranoid's mind more for the root.
static float dislike(HeartsTrickSearch *search, Line *leaf, Seat seat) {
    if (search->algorithm == HEARTS_TRICK_PARANOID && seat != search->root)
        return -value_of_leaf(search, leaf, search->root);
    return value_of_leaf(search, leaf, seat);
}

// How much a seat must gain to be sure to play a card, for soft-max^n; in points.
static const float SOFT_MARGIN = 0.25f;

static void look_down_line(HeartsTrickSearch *search, const Line *line, Seat seat, Line *best);

// The mean of all lines that are within the margin of the best, for the seats that matter: all four.
static void look_softly(HeartsTrickSearch *search, const Line *line, Seat seat, Line *best, CardSet cards) {
    Line lines[HEARTS_HAND_SIZE];
    int count = 0;
    float least = 0;
    *best = *line;
    for (; cards; cards &= cards - 1, count++) {
        Line next = *line;
        play_on_line(&next, seat, cards & -cards);
        if (next.played == HEARTS_SEATS) {
            lines[count] = next;
            search->leaves++;
        } else {
            look_down_line(search, &next, (Seat)((seat + 1) & 3), &lines[count]);
        }
        for (int s = 0; s < HEARTS_SEATS; s++) value_of_leaf(search, &lines[count], (Seat)s);
        if (count == 0 || lines[count].value[seat] < least) {
            least = lines[count].value[seat];
            *best = lines[count];
        }
    }
    if (seat == search->root) return; // it knows what it plays
    float sums[HEARTS_SEATS] = {0};
    int near = 0;
    for (int i = 0; i < count; i++) {
        if (lines[i].value[seat] > least + SOFT_MARGIN) continue;
        near++;
        for (int s = 0; s < HEARTS_SEATS; s++) sums[s] += lines[i].value[s];
    }
    for (int s = 0; s < HEARTS_SEATS; s++) best->value[s] = sums[s] / (float)near;
}

static void look_down_line(HeartsTrickSearch *search, const Line *line, Seat seat, Line *best) {
    CardSet others = line->table;
    for (int i = 1; i < HEARTS_SEATS; i++) others |= line->at.hand[(seat + i) & 3];
    CardSet cards = different(legal_cards(line, seat), others);
    assert(cards);
    if (search->algorithm == HEARTS_TRICK_SOFT) {
        look_softly(search, line, seat, best, cards);
        return;
    }
    *best = *line; // for the first card to replace
    float least = 0;
    bool alone = !(cards & (cards - 1)), first = true;
    for (; cards; cards &= cards - 1, first = false) {
        Line next = *line, leaf;
        play_on_line(&next, seat, cards & -cards);
        bool ended = next.played == HEARTS_SEATS;
        if (ended)
            search->leaves++;
        else
            look_down_line(search, &next, (Seat)((seat + 1) & 3), &leaf);
        Line *end = ended ? &next : &leaf;
        float bad = alone ? 0 : dislike(search, end, seat);
        if (first || bad < least) {
            least = bad;
            *best = *end;
        }
    }
}

static Line line_of_state(const HeartsState *state) {
    const HeartsTable *table = &state->table;
    HeartsState between = *state; // as if the trick had not begun, for what a position holds
    between.table.on_table = 0;
    Line line = {.at = hearts_position(&between),
                 .rules = state->rules,
                 .first = table->tricks == 0,
                 .broken = table->broken,
                 .suit = -1,
                 .winner = table->leader};
    for (int i = 0; i < table->on_table; i++) {
        Seat seat = (Seat)((table->leader + i) & 3);
        CardSet card = hearts_order(set_of(table->trick[seat]));
        line.at.hand[seat] |= card; // play_on_line takes it out again
        play_on_line(&line, seat, card);
    }
    return line;
}

float hearts_trick_search(HeartsTrickSearch *search, const HeartsState *state, Card cards[HEARTS_SEATS]) {
    const HeartsTable *table = &state->table;
    Line line = line_of_state(state), best;
    Seat seat = table->to_act;
    search->root = seat;
    look_down_line(search, &line, seat, &best);
    for (int i = table->on_table; i < HEARTS_SEATS; i++) {
        Seat next = (Seat)((table->leader + i) & 3);
        cards[next] = set_first(hearts_from_order((CardSet)1 << best.cards[next]));
    }
    return value_of_leaf(search, &best, seat);
}

void hearts_trick_values(HeartsTrickSearch *search, const HeartsState *state, float values[CARD_COUNT]) {
    Line line = line_of_state(state);
    Seat seat = state->table.to_act;
    search->root = seat;
    for (CardSet rest = legal_cards(&line, seat); rest; rest &= rest - 1) {
        Line next = line, leaf;
        play_on_line(&next, seat, rest & -rest);
        bool ended = next.played == HEARTS_SEATS;
        if (!ended) look_down_line(search, &next, (Seat)((seat + 1) & 3), &leaf);
        Card card = set_first(hearts_from_order(rest & -rest));
        values[card_index(card)] = value_of_leaf(search, ended ? &next : &leaf, seat);
    }
}
