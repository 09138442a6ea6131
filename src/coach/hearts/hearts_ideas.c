// SPDX-License-Identifier: MIT
#include "coach/hearts/hearts_ideas.h"

#include <math.h>

static const double SURELY = 2.5, LIKELY_MOON = 0.2;

const char *hearts_idea_name(HeartsIdeaKind kind) {
    static const char *const names[HEARTS_IDEA_KINDS] = {
        [HEARTS_IDEA_DUCKS] = "ducks",
        [HEARTS_IDEA_HIGH_DUCK] = "high-duck",
        [HEARTS_IDEA_FREE_TAKE] = "free-take",
        [HEARTS_IDEA_GIVES_QUEEN] = "gives-queen",
        [HEARTS_IDEA_GIVES_POINTS] = "gives-points",
        [HEARTS_IDEA_LEAVES_POINTS] = "leaves-points",
        [HEARTS_IDEA_EMPTIES] = "empties",
        [HEARTS_IDEA_KEEPS_FROM_QUEEN] = "keeps-from-queen",
        [HEARTS_IDEA_FLUSHES] = "flushes",
        [HEARTS_IDEA_LOW_LEAD] = "low-lead",
        [HEARTS_IDEA_SHORT] = "short",
        [HEARTS_IDEA_TAKES_LESS] = "takes-less",
        [HEARTS_IDEA_LESS_QUEEN] = "less-queen",
        [HEARTS_IDEA_STOPS_MOON] = "stops-moon",
        [HEARTS_IDEA_MOON] = "moon",
        [HEARTS_IDEA_PASSES_QUEEN] = "passes-queen",
        [HEARTS_IDEA_PASSES_HIGH_SPADES] = "passes-high-spades",
        [HEARTS_IDEA_KEEPS_QUEEN] = "keeps-queen",
        [HEARTS_IDEA_MAKES_VOID] = "makes-void",
        [HEARTS_IDEA_PASSES_HIGH] = "passes-high",
    };
    return names[kind];
}

typedef struct Search {
    const HeartsView *view;
    const HeartsTable *table;
    const HeartsChoice *best, *rival; // rival NULL: there is none
    int worlds;
    CardSet unseen, trick; // cards on the table
    HeartsIdea *idea;
    int count;
    HeartsIdea spare; // for one too many
} Search;

static HeartsIdea *hearts_ideas_say(Search *search, HeartsIdeaKind kind) {
    HeartsIdea *idea = search->count < HEARTS_MOST_IDEAS ? &search->idea[search->count++] : &search->spare;
    Card other = search->rival ? search->rival->card : CARD_NONE;
    *idea = (HeartsIdea){.kind = kind, .card = search->best->card, .other_card = other};
    return idea;
}

// True if the share a is below b beyond chance, both counted in the same worlds (which only makes them closer).
static bool surely_less(double a, double b, int worlds) {
    return b - a > SURELY * sqrt((a * (1 - a) + b * (1 - b)) / worlds);
}

// True if the card would take the trick as it lies.
static bool takes_now(const Search *search, Card card) {
    const HeartsTable *table = search->table;
    if (!table->on_table) return true;
    bool follows = card_suit(card) == card_suit(table->trick[table->leader]);
    return follows && hearts_worth(card, search->view->seat) > table->best;
}

static bool is_last(const Search *search) { return search->table->on_table == HEARTS_SEATS - 1; }

static int ideas_points_of(const Search *search, CardSet cards) { return hearts_points_of(search->view->rules, cards); }

// ---- Following ----

static void say_high_duck(Search *search, Card card) {
    CardSet legal = hearts_legal_of(search->table, search->view->rules, search->view->hand);
    CardSet suit = legal & set_suit(card_suit(card));
    int ducks = 0;
    for (CardSet rest = suit; rest; rest = set_rest(rest)) {
        if (takes_now(search, set_first(rest))) continue;
        if (hearts_strength(set_first(rest)) > hearts_strength(card)) return;
        ducks++;
    }
    if (ducks > 1) hearts_ideas_say(search, HEARTS_IDEA_HIGH_DUCK)->count = ducks;
}

static void ideas_of_following(Search *search) {
    Card card = search->best->card;
    int lies = ideas_points_of(search, search->trick), counts = ideas_points_of(search, set_of(card));
    if (takes_now(search, card)) {
        if (is_last(search) && !lies && !counts) hearts_ideas_say(search, HEARTS_IDEA_FREE_TAKE);
        return;
    }
    if (card == HEARTS_QUEEN && counts)
        hearts_ideas_say(search, HEARTS_IDEA_GIVES_QUEEN);
    else if (counts)
        hearts_ideas_say(search, HEARTS_IDEA_GIVES_POINTS)->count = counts;
    else
        hearts_ideas_say(search, HEARTS_IDEA_DUCKS);
    if (card_suit(card) == card_suit(search->table->trick[search->table->leader])) say_high_duck(search, card);
    if (lies > 0 && search->rival && takes_now(search, search->rival->card))
        hearts_ideas_say(search, HEARTS_IDEA_LEAVES_POINTS)->count = lies;
}

// ---- Leading ----

static unsigned known_short(const HeartsTable *table, Seat us, int suit) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < HEARTS_SEATS; seat++)
        if (seat != us && (table->void_suits[seat] >> suit & 1)) seats |= 1u << seat;
    return seats;
}

static void ideas_of_leading(Search *search) {
    Card card = search->best->card;
    CardSet suit = set_suit(card_suit(card)), left = search->unseen & suit;
    int higher = 0, of = set_count(left);
    for (CardSet rest = left; rest; rest = set_rest(rest))
        higher += hearts_strength(set_first(rest)) > hearts_strength(card);
    if (2 * higher > of) {
        HeartsIdea *idea = hearts_ideas_say(search, HEARTS_IDEA_LOW_LEAD);
        idea->count = higher;
        idea->of = of;
    }
    CardSet high = set_of(HEARTS_QUEEN) | set_of(HEARTS_QUEEN + 1) | set_of(card_make(0, HEARTS_SPADES));
    bool low = card_suit(card) == HEARTS_SPADES && !(set_of(card) & high) && !(search->view->hand & high);
    if (low && set_has(search->unseen, HEARTS_QUEEN) && search->view->rules->queen_points)
        hearts_ideas_say(search, HEARTS_IDEA_FLUSHES);
    if (!search->rival) return;
    Seat us = search->view->seat;
    unsigned out = known_short(search->table, us, card_suit(search->rival->card));
    if (out && !known_short(search->table, us, card_suit(card)))
        hearts_ideas_say(search, HEARTS_IDEA_SHORT)->seats = out;
}

// ---- Any card ----

// Spades above the queen that could be made to take it: not in a trick where somebody plays after a higher one is gone.
static bool could_take_queen(const Search *search, Card card) {
    bool above = card == HEARTS_QUEEN + 1 || card == card_make(0, HEARTS_SPADES);
    return above && !is_last(search) && takes_now(search, card);
}

static void ideas_of_worlds(Search *search) {
    const HeartsChoice *best = search->best, *rival = search->rival;
    if (surely_less(best->takes, rival->takes, search->worlds)) {
        HeartsIdea *idea = hearts_ideas_say(search, HEARTS_IDEA_TAKES_LESS);
        idea->chance = best->takes;
        idea->rival_chance = rival->takes;
    }
    if (search->view->rules->queen_points && surely_less(best->queen, rival->queen, search->worlds)) {
        HeartsIdea *idea = hearts_ideas_say(search, HEARTS_IDEA_LESS_QUEEN);
        idea->chance = best->queen;
        idea->rival_chance = rival->queen;
    }
}

// The seat that has taken all points so far, or -1.
static int lone_taker(const Search *search, int *points) {
    int taker = -1;
    *points = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int own = ideas_points_of(search, search->table->taken[seat]);
        if (!own) continue;
        if (taker >= 0) return -1;
        taker = seat;
        *points = own;
    }
    return taker;
}

static void ideas_of_moon(Search *search) {
    int points, taker = lone_taker(search, &points);
    const HeartsChoice *best = search->best, *rival = search->rival;
    if (!search->view->rules->moon || taker < 0) return;
    if (taker == search->view->seat && best->moon >= LIKELY_MOON) {
        HeartsIdea *idea = hearts_ideas_say(search, HEARTS_IDEA_MOON);
        idea->count = points;
        idea->chance = best->moon;
    }
    if (taker == search->view->seat || !rival || !surely_less(best->against, rival->against, search->worlds)) return;
    HeartsIdea *idea = hearts_ideas_say(search, HEARTS_IDEA_STOPS_MOON);
    idea->seats = 1u << taker;
    idea->count = points;
    idea->chance = best->against;
    idea->rival_chance = rival->against;
}

static void ideas_of_card(Search *search) {
    Card card = search->best->card;
    CardSet hand = search->view->hand, suit = hand & set_suit(card_suit(card));
    bool queen_out = search->view->rules->queen_points && set_has(search->unseen, HEARTS_QUEEN);
    ideas_of_moon(search);
    if (search->table->on_table)
        ideas_of_following(search);
    else
        ideas_of_leading(search);
    if (suit == set_of(card) && hand != suit) hearts_ideas_say(search, HEARTS_IDEA_EMPTIES);
    if (!search->rival) return;
    if (queen_out && could_take_queen(search, search->rival->card) && !could_take_queen(search, card))
        hearts_ideas_say(search, HEARTS_IDEA_KEEPS_FROM_QUEEN);
    ideas_of_worlds(search);
}

// ---- Passing ----

static void ideas_of_pass(Search *search) {
    CardSet hand = search->view->hand, give = search->best->give, kept = hand & ~give;
    CardSet queen = set_of(HEARTS_QUEEN), above = set_of(HEARTS_QUEEN + 1) | set_of(card_make(0, HEARTS_SPADES));
    CardSet spades = set_suit(HEARTS_SPADES), low = spades & ~queen & ~above;
    CardSet high = set_rank(0) | set_rank(10) | set_rank(11) | set_rank(12);
    int guards = set_count(hand & low), stay = set_count(kept & low), others = set_count(kept & spades & ~queen);
    unsigned gone = 0;
    if ((give & queen) && guards < 4) hearts_ideas_say(search, HEARTS_IDEA_PASSES_QUEEN)->count = guards;
    if ((give & above) && stay < 4) {
        HeartsIdea *idea = hearts_ideas_say(search, HEARTS_IDEA_PASSES_HIGH_SPADES);
        idea->cards = give & above;
        idea->count = stay;
    }
    if ((kept & queen) && others >= 4) hearts_ideas_say(search, HEARTS_IDEA_KEEPS_QUEEN)->count = others;
    for (int suit = 0; suit < CARD_SUITS; suit++)
        if ((hand & set_suit(suit)) && !(kept & set_suit(suit))) gone |= 1u << suit;
    if (gone) hearts_ideas_say(search, HEARTS_IDEA_MAKES_VOID)->seats = gone;
    if (!(give & high)) return;
    HeartsIdea *idea = hearts_ideas_say(search, HEARTS_IDEA_PASSES_HIGH);
    idea->count = set_count(give & high);
    idea->of = set_count(hand & high);
}

int hearts_ideas(const HeartsView *view, const HeartsVerdict *verdict, int worlds,
                 HeartsIdea ideas[HEARTS_MOST_IDEAS]) {
    Search search = {.view = view, .table = view->table, .best = &verdict->choice[0], .worlds = worlds, .idea = ideas};
    search.rival = verdict->count > 1 ? &verdict->choice[1] : NULL;
    search.unseen = SET_DECK & ~view->table->played & ~view->hand;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) search.trick |= set_of(view->table->trick[seat]) & SET_DECK;
    if (view->table->phase == HEARTS_PASSING)
        ideas_of_pass(&search);
    else if (search.rival)
        ideas_of_card(&search);
    return search.count;
}
