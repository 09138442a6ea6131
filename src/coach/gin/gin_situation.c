// SPDX-License-Identifier: MIT
#include "coach/gin/gin_situation.h"

#include <assert.h>
#include <string.h>

enum { US = 0, THEM = 1, MOST_UP = CARD_COUNT };

// Cards in the order they were named.
typedef struct Row {
    Card card[CARD_COUNT];
    int count;
} Row;

// What was told, as cards.
typedef struct Told {
    CardSet hand;
    Card upcard, taken; // CARD_NONE where there is none
    Row seen, took, shown;
    CardSet all; // every card that was named
} Told;

// ---- Reading ----

// Cards separated by spaces, commas or nothing, each once.
static bool gin_told_row(const char *text, const char *what, Row *row, CardSet *set, Error *err) {
    *row = (Row){.count = 0};
    *set = 0;
    for (const char *at = text ? text : ""; *at;) {
        Card card;
        int used = card_read(at, &card);
        if (*at == ' ' || *at == ',') {
            at++;
            continue;
        }
        if (!used) return error_set(err, "%s: '%.10s' is no card; cards are written 7H, TD or AS", what, at);
        if (set_has(*set, card)) return error_set(err, "%s: %.*s is there twice", what, used, at);
        *set |= set_of(card);
        row->card[row->count++] = card;
        at += used;
    }
    return true;
}

// No card may be in two places.
static bool place(Told *told, CardSet cards, const char *what, Error *err) {
    if (told->all & cards) {
        char card[CARD_TEXT];
        card_print(set_first(told->all & cards), card);
        return error_set(err, "%s: %s cannot be there, it was named before in another place", what, card);
    }
    told->all |= cards;
    return true;
}

static bool gin_told_hand(const char *text, Told *told, Error *err) {
    Row row;
    if (!gin_told_row(text, "the hand", &row, &told->hand, err)) return false;
    if (row.count != GIN_HAND_SIZE && row.count != GIN_HAND_SIZE + 1)
        return error_set(err, "the hand has %d card%s: give ten before a draw, eleven before a discard", row.count,
                         row.count == 1 ? "" : "s");
    return place(told, told->hand, "the hand", err);
}

// With eleven cards an upcard of the hand is the one just taken, and what lay below it is in --seen.
static bool gin_told_upcard(const char *text, Told *told, Error *err) {
    Row row;
    CardSet set;
    bool eleven = set_count(told->hand) > GIN_HAND_SIZE;
    told->upcard = told->taken = CARD_NONE;
    if (!gin_told_row(text, "--upcard", &row, &set, err)) return false;
    if (row.count == 0)
        return error_set(err, eleven
                                  ? "--upcard is missing: the card on the discard pile, or the one of the eleven that "
                                    "was just taken from there"
                                  : "--upcard is missing: the card on the discard pile");
    if (row.count > 1)
        return error_set(err, "--upcard: one card lies on top, not %d; the others go to --seen", row.count);
    if (eleven && (told->hand & set)) {
        told->taken = row.card[0];
        return true;
    }
    told->upcard = row.card[0];
    if (told->hand & set) return error_set(err, "--upcard: %.10s is in the hand already", text);
    return place(told, set, "--upcard", err);
}

static bool gin_told_cards(const GinTold *text, Told *told, Error *err) {
    CardSet seen, took, shown;
    *told = (Told){.upcard = CARD_NONE};
    if (!gin_told_hand(text->hand, told, err) || !gin_told_upcard(text->upcard, told, err)) return false;
    if (!gin_told_row(text->seen, "--seen", &told->seen, &seen, err) || !place(told, seen, "--seen", err)) return false;
    if (!gin_told_row(text->took, "--took", &told->took, &took, err) || !place(told, took, "--took", err)) return false;
    if (!gin_told_row(text->shown, "--shown", &told->shown, &shown, err)) return false;
    if (told->took.count > GIN_HAND_SIZE)
        return error_set(err, "--took: the opponent holds ten cards, not %d", told->took.count);
    CardSet strange = shown & ~told->hand;
    if (strange) {
        char card[CARD_TEXT];
        card_print(set_first(strange), card);
        return error_set(err, "--shown: %s is not in the hand; these are cards taken from the pile and still held",
                         card);
    }
    if (told->taken != CARD_NONE && set_has(shown, told->taken))
        return error_set(err, "--shown: the card just taken is the --upcard and nowhere else");
    return true;
}

static bool gin_told_score(const char *text, const GinRules *rules, uint16_t score[2], Error *err) {
    score[US] = score[THEM] = 0;
    if (!text) return true;
    unsigned number[2] = {0, 0};
    const char *at = text;
    for (int i = 0; i < 2; i++) {
        int digits = 0;
        for (; *at >= '0' && *at <= '9' && digits < 6; at++, digits++)
            number[i] = 10 * number[i] + (unsigned)(*at - '0');
        bool split = i == 0 && (*at == '-' || *at == ':' || *at == ',');
        if (digits == 0 || (i == 0 && !split) || (i == 1 && *at))
            return error_set(err, "--score: '%.20s' is no score; write your points, a dash, the opponent's: 40-25",
                             text);
        at += i == 0;
    }
    for (int i = 0; i < 2; i++) {
        if (number[i] >= rules->target)
            return error_set(err, "--score: %u points end a game to %u; during a hand both scores are below that",
                             number[i], rules->target);
        score[i] = (uint16_t)number[i];
    }
    return true;
}

// ---- The turns ----

// A card that lay face up: the first upcard, or somebody's discard.
typedef struct Up {
    Card card;
    bool taken; // the other seat took it in the next turn
} Up;

// All of them in order. Discards alternate; the last one is the opponent's.
typedef struct Story {
    Up up[MOST_UP];
    int count;
} Story;

// How the named cards are put in order, from the first to the one before the last.
typedef struct Order {
    const Row *pile;    // cards that stayed, the last one left out
    const Row *took[2]; // cards that a seat took
    Story *story;
    bool tried[CARD_COUNT][GIN_HAND_SIZE + 2][GIN_HAND_SIZE + 2][2]; // in vain, by what was used and who is next
} Order;

// Puts in order what is left: so many pile cards, and cards taken by each seat, are used already; `seat` discards next.
// Cards that were taken come as early as they can. False if it cannot be done.
static bool arrange_draws(Order *order, int pile, const int took[2], Seat seat) {
    Story *story = order->story;
    Seat other = seat ^ 1;
    int before = story->count;
    bool pile_left = pile < order->pile->count, take_left = took[other] < order->took[other]->count;
    bool *tried = &order->tried[pile][took[US]][took[THEM]][seat];
    if (!pile_left && !take_left && took[seat] == order->took[seat]->count) return seat == THEM;
    if (*tried) return false;
    if (take_left) {
        int next[2] = {took[0], took[1]};
        story->up[story->count++] = (Up){order->took[other]->card[next[other]++], true};
        if (arrange_draws(order, pile, next, other)) return true;
        story->count = before;
    }
    if (pile_left) {
        story->up[story->count++] = (Up){order->pile->card[pile], false};
        if (arrange_draws(order, pile + 1, took, other)) return true;
        story->count = before;
    }
    *tried = true;
    return false;
}

// Begins with a first upcard, the one of `order->pile` that is left out or one that was taken; then `seat` discards.
static bool begin_with(Order *order, Up first, const int took[2], Seat seat, Up last) {
    Story *story = order->story;
    memset(order->tried, 0, sizeof order->tried);
    story->count = 1;
    story->up[0] = first;
    if (!arrange_draws(order, 0, took, seat)) return false;
    story->up[story->count++] = last;
    return true;
}

// The first upcard stayed, or was taken by a seat: the first way that works.
static bool find_story(const Told *told, Story *story, Error *err) {
    Row rest = {.count = 0};
    Order order = {&rest, {&told->shown, &told->took}, story, {{{{false}}}}};
    Up last = {told->taken != CARD_NONE ? told->taken : told->upcard, told->taken != CARD_NONE};
    if (!told->seen.count && !told->shown.count && !told->took.count) { // the last one is the first upcard
        *story = (Story){.count = 1, .up = {last}};
        return true;
    }
    if (told->seen.count) { // the oldest card is the first upcard, which both declined
        rest.count = told->seen.count - 1;
        memcpy(rest.card, told->seen.card + 1, (size_t)rest.count * sizeof *rest.card);
        for (Seat seat = 0; seat < 2; seat++)
            if (begin_with(&order, (Up){told->seen.card[0], false}, (const int[2]){0, 0}, seat, last)) return true;
    }
    rest = told->seen;
    for (Seat taker = 0; taker < 2; taker++) {
        const Row *row = order.took[taker];
        const int took[2] = {taker == US, taker == THEM};
        if (row->count && begin_with(&order, (Up){row->card[0], true}, took, taker, last)) return true;
    }
    return error_set(err, "these cards cannot have come about: whoever takes a card discards one, so name in --seen, "
                          "oldest first, what was discarded besides");
}

// ---- The state ----

// The deal and the actions that lead to where it stands.
typedef struct Plan {
    CardSet start[2];
    Seat starter;
    int passes;
    GinAction action[2 * MOST_UP + 4];
    int actions;
    Card stock[GIN_STOCK_SIZE]; // from its top
    int drawn;                  // of them, in the actions
} Plan;

static void plan_add_move(Plan *plan, GinMove move, Card card) {
    plan->action[plan->actions++] = (GinAction){.move = (uint8_t)move, .card = card};
}

static void plan_draw(Plan *plan, Card card) {
    plan_add_move(plan, GIN_STOCK, CARD_NONE);
    plan->stock[plan->drawn++] = card;
}

// Who discarded card i of the story, counted back from the opponent's last one.
static Seat discarder(const Story *story, int i) { return (story->count - 1 - i) % 2 ? US : THEM; }

// Goes through the turns. Whoever took a card discarded one that it held from the start.
static bool make_turns(const Told *told, const Story *story, Plan *plan) {
    bool alone = story->count == 1;
    plan->starter = alone ? US : discarder(story, 1);
    if (!story->up[0].taken && !alone)
        for (; plan->passes < 2; plan->passes++) plan_add_move(plan, GIN_PASS, CARD_NONE);
    for (int i = 1; i < story->count; i++) {
        Card card = story->up[i].card;
        Seat seat = discarder(story, i);
        if (story->up[i - 1].taken) {
            plan_add_move(plan, GIN_TAKE, CARD_NONE);
            plan->start[seat] = (plan->start[seat] | set_of(card)) & ~set_of(story->up[i - 1].card);
        } else {
            if (plan->drawn >= GIN_STOCK_SIZE) return false;
            plan_draw(plan, card);
        }
        plan_add_move(plan, GIN_DROP, card);
    }
    if (told->taken != CARD_NONE) {
        plan_add_move(plan, GIN_TAKE, CARD_NONE);
        plan->start[US] &= ~set_of(told->taken);
    }
    return plan->drawn < GIN_STOCK_SIZE;
}

// Eleven cards, none of them just taken: one came from the stock. Which one nobody asks.
static void plan_draw_last(const Told *told, Plan *plan) {
    CardSet old = 0;
    for (int i = 0; i < told->shown.count; i++) old |= set_of(told->shown.card[i]);
    Card card = set_first(told->hand & ~old);
    plan_draw(plan, card);
    plan->start[US] &= ~set_of(card);
}

static void make_deck(const Plan *plan, const Story *story, CardSet hidden, Rng *rng, Card deck[CARD_COUNT]) {
    CardSet hand[2] = {plan->start[US], plan->start[THEM]};
    int at = 0;
    for (int i = 0; i < GIN_HAND_SIZE; i++)
        for (int turn = 0; turn < 2; turn++) {
            Seat seat = (Seat)(plan->starter ^ turn);
            deck[at++] = set_first(hand[seat]);
            hand[seat] = set_rest(hand[seat]);
        }
    deck[at++] = story->up[0].card;
    for (int i = 0; i < plan->drawn; i++) deck[at++] = plan->stock[i];
    for (; hidden; at++) {
        deck[at] = rng_card(rng, hidden);
        hidden &= ~set_of(deck[at]);
    }
    assert(at == CARD_COUNT);
}

// The opponent's hand before the turns: what it took is in it later, the rest are hidden cards.
static CardSet fill_opponent(const Told *told, Plan *plan, Rng *rng) {
    CardSet hidden = SET_DECK & ~told->all;
    for (int i = 0; i < told->took.count; i++) hidden &= ~set_of(told->took.card[i]);
    while (set_count(plan->start[THEM]) < GIN_HAND_SIZE) {
        Card card = rng_card(rng, hidden);
        plan->start[THEM] |= set_of(card);
        hidden &= ~set_of(card);
    }
    return hidden;
}

static bool play_plan(const Plan *plan, GinSituation *situation, Error *err) {
    for (int i = 0; i < plan->actions; i++) {
        if (gin_try(&situation->state, &situation->history, &plan->action[i])) continue;
        return error_set(err, "these cards cannot have come about under the rules: by then the stock would be used up");
    }
    if (situation->state.table.phase != GIN_OVER) return true;
    return error_set(err, "the stock would be used up: with so many cards seen the hand is over");
}

bool gin_situation_read(const GinTold *told, uint64_t seed, GinSituation *situation, Error *err) {
    Told cards;
    Story story = {0};
    Plan plan = {.actions = 0};
    uint16_t score[2];
    Card deck[CARD_COUNT];
    Rng rng = rng_for(seed, 0, 0, 0);
    if (!gin_told_cards(told, &cards, err) || !gin_told_score(told->score, &situation->rules, score, err)) return false;
    if (!find_story(&cards, &story, err)) return false;
    bool eleven = set_count(cards.hand) > GIN_HAND_SIZE, first = story.count == 1 && !eleven;
    if (told->passed && !first)
        return error_set(err, "--passed is said of the first upcard alone: ten cards, --upcard, nothing else seen");
    plan.start[US] = cards.hand;
    if (!make_turns(&cards, &story, &plan)) return error_set(err, "the stock would be used up by so many cards seen");
    if (told->passed) {
        plan.starter = THEM;
        plan_add_move(&plan, GIN_PASS, CARD_NONE);
    }
    if (eleven && cards.taken == CARD_NONE) {
        if (story.count == 1) // both have declined the first upcard
            for (int i = 0; i < 2; i++) plan_add_move(&plan, GIN_PASS, CARD_NONE);
        plan_draw_last(&cards, &plan);
    }
    CardSet hidden = fill_opponent(&cards, &plan, &rng);
    make_deck(&plan, &story, hidden, &rng, deck);
    gin_deal_deck(&situation->state, &situation->history, &situation->rules, plan.starter, score, deck);
    return play_plan(&plan, situation, err);
}
