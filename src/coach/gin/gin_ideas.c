// SPDX-License-Identifier: MIT
#include "coach/gin/gin_ideas.h"

#include <math.h>
#include <stdlib.h>

#include "gin/players/judge/world.h"

static const double SURELY = 2.5; // standard errors
static const double OTHERWISE = 0.25;

const char *gin_idea_name(GinIdeaKind kind) {
    static const char *const names[GIN_IDEA_KINDS] = {
        [GIN_IDEA_MELDS] = "melds",   [GIN_IDEA_SAVES] = "saves",     [GIN_IDEA_KNOCKS] = "knocks",
        [GIN_IDEA_BUILDS] = "builds", [GIN_IDEA_FREE] = "free",       [GIN_IDEA_LOW] = "low",
        [GIN_IDEA_NO_USE] = "no-use", [GIN_IDEA_HIDES] = "hides",     [GIN_IDEA_OUTS] = "outs",
        [GIN_IDEA_LOOSE] = "loose",   [GIN_IDEA_DEAREST] = "dearest", [GIN_IDEA_DEAD] = "dead",
        [GIN_IDEA_KEEPS] = "keeps",   [GIN_IDEA_SAFE] = "safe",       [GIN_IDEA_SAFER] = "safer",
        [GIN_IDEA_TOOK] = "took",     [GIN_IDEA_THREW] = "threw",     [GIN_IDEA_BREAKS] = "breaks",
        [GIN_IDEA_GIN] = "gin",       [GIN_IDEA_AHEAD] = "ahead",     [GIN_IDEA_WINS] = "wins",
        [GIN_IDEA_WAITS] = "waits",   [GIN_IDEA_CAUGHT] = "caught",   [GIN_IDEA_SCORE] = "score",
    };
    return names[kind];
}

CardSet gin_partners(Card card) {
    CardSet it = set_of(card), suit = set_suit(card_suit(card));
    return (set_rank(card_rank(card)) & ~it) | ((it << 1 | it << 2 | it >> 1 | it >> 2) & suit & SET_DECK);
}

// What the ideas of one decision are found from.
typedef struct Search {
    const GinJudge *judge;
    const GinVerdict *verdict;
    GinView view;
    CardSet unseen, known; // known: of the opponent
    CardSet loose;         // own cards outside the melds of a best split
    const GinAction *best, *rival;
    int worlds;
    uint64_t key;
    GinIdea *idea;
    int count;
    GinIdea spare; // for one too many
} Search;

static GinIdea *gin_ideas_say(Search *search, GinIdeaKind kind) {
    GinIdea *idea = search->count < GIN_MOST_IDEAS ? &search->idea[search->count++] : &search->spare;
    *idea = (GinIdea){.kind = kind, .card = CARD_NONE, .other_card = CARD_NONE};
    if (search->rival) idea->rival = *search->rival;
    return idea;
}

static bool is_discard(const GinAction *action) { return action->move == GIN_DROP || action->move == GIN_KNOCK; }

// The next move of the kind of the best, else the next of all.
static const GinAction *find_rival(const GinVerdict *verdict) {
    for (int i = 1; i < verdict->count; i++)
        if (verdict->candidate[i].action.move == verdict->candidate[0].action.move)
            return &verdict->candidate[i].action;
    return verdict->count > 1 ? &verdict->candidate[1].action : NULL;
}

static CardSet ideas_meld_with(CardSet hand, Card card) {
    GinSplit split = gin_best_split(hand);
    for (int i = 0; i < GIN_MAX_MELDS; i++)
        if (set_has(split.meld[i], card)) return split.meld[i];
    return 0;
}

static void say_outs(Search *search, CardSet hand) {
    CardSet outs = gin_useful_draws(hand) & search->unseen;
    if (!outs) return;
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_OUTS);
    idea->cards = outs;
    idea->count = set_count(outs);
    idea->of = set_count(search->unseen);
}

// ---- The upcard ----

static void say_loose_take(Search *search, Card card, int after, int before) {
    CardSet hand = search->view.hand, near = gin_partners(card) & search->loose;
    if (near) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_BUILDS);
        idea->card = card;
        idea->cards = near;
    }
    if (after >= before) return;
    int left;
    CardSet dropped = gin_best_discards(hand | set_of(card), hand, &left);
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_LOW);
    idea->card = card;
    idea->other_card = set_first(dropped);
}

static void ideas_of_take(Search *search) {
    const GinView *view = &search->view;
    Card card = view->table->upcard;
    CardSet both = view->hand | set_of(card), meld = ideas_meld_with(both, card);
    int after, before = gin_deadwood(view->hand);
    gin_best_discards(both, view->hand, &after);
    if (after <= view->table->knock_limit) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_KNOCKS);
        idea->card = card;
        idea->count = after;
    }
    if (meld) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_MELDS);
        idea->card = card;
        idea->cards = meld;
    }
    if (after < before) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_SAVES);
        idea->card = card;
        idea->count = after;
        idea->of = before;
    }
    if (!meld) say_loose_take(search, card, after, before);
    if (view->table->phase != GIN_DRAW) gin_ideas_say(search, GIN_IDEA_FREE)->card = card;
}

// Least deadwood after a card from the stock, on average over the unseen cards.
static double ideas_mean_after_stock(const Search *search) {
    int sum = 0;
    for (CardSet rest = search->unseen; rest; rest = set_rest(rest)) {
        CardSet both = search->view.hand | (rest & -rest);
        int after;
        gin_best_discards(both, both, &after);
        sum += after;
    }
    return (double)sum / set_count(search->unseen);
}

static void ideas_of_leaving(Search *search) {
    const GinView *view = &search->view;
    Card card = view->table->upcard;
    bool useful = set_has(gin_useful_draws(view->hand), card);
    int after;
    gin_best_discards(view->hand | set_of(card), view->hand, &after);
    double mean = ideas_mean_after_stock(search);
    if (useful) {
        gin_ideas_say(search, GIN_IDEA_HIDES)->card = card;
    } else if (mean < after) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_NO_USE);
        idea->card = card;
        idea->count = after;
        idea->mean = mean;
    }
    say_outs(search, view->hand);
}

// ---- Discards ----

// True if two of `cards` make a meld of three with the card.
static bool may_meld(Card card, CardSet cards) { return set_has(gin_useful_draws(cards & ~set_of(card)), card); }

// Counts over the same worlds: how often the opponent could meld each card at once.
typedef struct Wanted {
    int one, other, both; // worlds in which it wants the one, the other, both
} Wanted;

static Wanted count_wanted(const Search *search, Card one, Card other) {
    GinWorlds law;
    Wanted wanted = {0, 0, 0};
    gin_worlds_begin(&law, &search->view, search->verdict->probability, search->verdict->tilt);
    for (int i = 0; i < search->worlds; i++) {
        Rng rng = rng_for(search->key, (uint64_t)i, 0, 0);
        GinState world;
        GinHistory past;
        gin_worlds_draw(&law, &rng, &world, &past);
        CardSet useful = gin_useful_draws(world.hand[search->view.seat ^ 1]);
        bool first = set_has(useful, one), second = set_has(useful, other);
        wanted.one += first;
        wanted.other += second;
        wanted.both += first && second;
    }
    return wanted;
}

static void say_safer(Search *search, Card card, Card rival) {
    Wanted wanted = count_wanted(search, card, rival);
    // Worlds in which just one is wanted are coin tosses between the two.
    int only_other = wanted.other - wanted.both, only_one = wanted.one - wanted.both;
    if (only_other - only_one <= SURELY * sqrt((double)(only_other + only_one))) return;
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_SAFER);
    idea->card = card;
    idea->other_card = rival;
    idea->chance = (double)wanted.one / search->worlds;
    idea->rival_chance = (double)wanted.other / search->worlds;
}

// What the opponent may do with the card.
static void ideas_of_safety(Search *search, Card card, Card rival) {
    const GinTable *table = search->view.table;
    Seat them = search->view.seat ^ 1;
    if (!may_meld(card, search->unseen | search->known)) {
        gin_ideas_say(search, GIN_IDEA_SAFE)->card = card;
    } else if (rival != CARD_NONE) {
        say_safer(search, card, rival);
    }
    CardSet theirs = rival != CARD_NONE ? gin_partners(rival) & search->known : 0;
    if (theirs && !(gin_partners(card) & search->known)) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_TOOK);
        idea->card = card;
        idea->other_card = rival;
        idea->cards = theirs;
    }
    CardSet it = set_of(card), next = (it << 1 | it >> 1) & set_suit(card_suit(card)) & SET_DECK;
    CardSet threw = table->discarded[them] & ((set_rank(card_rank(card)) & ~it) | next);
    if (threw) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_THREW);
        idea->card = card;
        idea->cards = threw;
    }
}

static void say_dearest(Search *search, Card card) {
    int dearest, least = 10;
    gin_dearest(search->loose, &dearest);
    for (CardSet rest = search->loose; rest; rest = set_rest(rest)) {
        int points = gin_card_points(set_first(rest));
        least = points < least ? points : least;
    }
    if (gin_card_points(card) < dearest || least == dearest) return;
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_DEAREST);
    idea->card = card;
    idea->count = dearest;
}

// What the card is to the own hand.
static void ideas_of_own_hand(Search *search, Card card, Card rival) {
    CardSet hand = search->view.hand, after = hand & ~set_of(card);
    CardSet outs = gin_useful_draws(after) & search->unseen;
    bool loose = set_has(search->loose, card), partners = (gin_partners(card) & hand) != 0;
    int left = gin_deadwood(after), before = gin_deadwood(hand);
    if (left > before) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_BREAKS);
        idea->card = card;
        idea->cards = ideas_meld_with(hand, card);
        idea->count = left;
        idea->of = before;
    }
    if (!partners) gin_ideas_say(search, GIN_IDEA_LOOSE)->card = card;
    if (loose && partners && !(gin_useful_draws(hand) & search->unseen & ~outs))
        gin_ideas_say(search, GIN_IDEA_DEAD)->card = card;
    if (loose) say_dearest(search, card);
    if (rival == CARD_NONE) return;
    int fewer = set_count(gin_useful_draws(hand & ~set_of(rival)) & search->unseen);
    if (set_count(outs) <= fewer) return;
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_KEEPS);
    idea->card = card;
    idea->other_card = rival;
    idea->cards = gin_partners(rival) & search->loose;
    idea->count = set_count(outs);
    idea->of = fewer;
}

// ---- Knocks ----

typedef struct Knocked {
    double theirs, undercut, wins; // means over the worlds
} Knocked;

static Knocked knock_in_worlds(const Search *search, const GinAction *knock) {
    const GinView *view = &search->view;
    GinWorlds law;
    Knocked sum = {0, 0, 0};
    gin_worlds_begin(&law, view, search->verdict->probability, search->verdict->tilt);
    for (int i = 0; i < search->worlds; i++) {
        Rng rng = rng_for(search->key, (uint64_t)i, 0, 0);
        GinState world;
        GinHistory past;
        gin_worlds_draw(&law, &rng, &world, &past);
        gin_apply(&world, NULL, knock);
        gin_apply(&world, NULL, &(GinAction){.move = GIN_SHOW, .card = CARD_NONE});
        sum.theirs += world.result.deadwood[view->seat ^ 1];
        sum.undercut += world.result.end == GIN_UNDERCUT;
        sum.wins += world.result.winner == view->seat &&
                    view->table->score[view->seat] + world.result.points >= view->rules->target;
    }
    return (Knocked){sum.theirs / search->worlds, sum.undercut / search->worlds, sum.wins / search->worlds};
}

static void ideas_of_knock(Search *search, const GinAction *knock) {
    int left = gin_deadwood(search->view.hand & ~set_of(knock->card));
    Knocked knocked = knock_in_worlds(search, knock);
    if (left == 0) gin_ideas_say(search, GIN_IDEA_GIN)->card = knock->card;
    if (knocked.wins > 0) gin_ideas_say(search, GIN_IDEA_WINS)->chance = knocked.wins;
    if (left == 0) return;
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_AHEAD);
    idea->count = left;
    idea->mean = knocked.theirs;
    idea->chance = knocked.undercut;
}

// Unseen cards that make gin of the hand, with a best discard.
static CardSet gin_cards(CardSet hand, CardSet unseen) {
    CardSet gins = 0;
    for (CardSet rest = unseen; rest; rest = set_rest(rest)) {
        CardSet both = hand | (rest & -rest);
        int left;
        gin_best_discards(both, both, &left);
        if (left == 0) gins |= rest & -rest;
    }
    return gins;
}

// A knock would be possible, and another move is better.
static void ideas_of_waiting(Search *search) {
    const GinAction *knock = NULL;
    for (int i = 0; i < search->verdict->count && !knock; i++)
        if (search->verdict->candidate[i].action.move == GIN_KNOCK) knock = &search->verdict->candidate[i].action;
    if (!knock) return;
    CardSet gins = gin_cards(search->view.hand & ~set_of(search->best->card), search->unseen);
    Knocked knocked = knock_in_worlds(search, knock);
    if (gins) {
        GinIdea *idea = gin_ideas_say(search, GIN_IDEA_WAITS);
        idea->cards = gins;
        idea->count = set_count(gins);
        idea->of = set_count(search->unseen);
    }
    if (knocked.undercut <= 0) return;
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_CAUGHT);
    idea->count = gin_deadwood(search->view.hand & ~set_of(knock->card));
    idea->chance = knocked.undercut;
}

// ---- At another score ----

// How likely the champion plays each candidate in this view; the number of its favourite, or -1.
static int gin_ideas_ask(const Search *search, const GinView *view, double policy[GIN_MAX_CANDIDATES]) {
    float probability[GIN_CHOICES];
    int favourite = 0;
    if (gin_champion_policy(search->judge->champion, view, probability) < 2) return -1;
    for (int i = 0; i < search->verdict->count; i++) {
        int choice = gin_action_choice(view, &search->verdict->candidate[i].action);
        policy[i] = choice >= 0 ? (double)probability[choice] : 0;
        if (policy[i] > policy[favourite]) favourite = i;
    }
    return favourite;
}

static void say_score(Search *search) {
    const GinTable *table = search->view.table;
    const GinChampion *champion = search->judge->champion;
    if (!champion || !gin_champion_knows(champion, search->view.rules) || !(table->score[0] | table->score[1])) return;
    double here[GIN_MAX_CANDIDATES] = {0}, there[GIN_MAX_CANDIDATES] = {0};
    GinTable even = *table;
    GinView other = search->view;
    even.score[0] = even.score[1] = 0;
    other.table = &even;
    if (gin_ideas_ask(search, &search->view, here) != 0) return;
    int favourite = gin_ideas_ask(search, &other, there);
    if (favourite <= 0 || here[0] - there[0] < OTHERWISE) return;
    const GinAction *other_best = &search->verdict->candidate[favourite].action;
    if (other_best->move == GIN_KNOCK && search->best->move == GIN_KNOCK) return; // another card, but a knock
    GinIdea *idea = gin_ideas_say(search, GIN_IDEA_SCORE);
    idea->chance = here[0];
    idea->rival_chance = there[0];
    idea->rival = *other_best;
}

int gin_ideas(const GinJudge *judge, const GinState *state, const GinHistory *history, const GinVerdict *verdict,
              int worlds, uint64_t key, GinIdea ideas[GIN_MOST_IDEAS]) {
    Search search = {.judge = judge, .verdict = verdict, .worlds = worlds, .key = key, .idea = ideas};
    search.view = gin_view(state, history, state->table.to_act);
    GinKnowledge knows = gin_knowledge(&search.view);
    GinSplit split = gin_best_split(search.view.hand);
    search.unseen = knows.unknown;
    search.known = knows.theirs;
    search.loose = search.view.hand & ~gin_split_cards(&split);
    search.best = &verdict->candidate[0].action;
    search.rival = find_rival(verdict);
    Card card = search.best->card, rival = search.rival && is_discard(search.rival) ? search.rival->card : CARD_NONE;
    if (rival == card) rival = CARD_NONE; // the same card, with a knock or without
    if (search.best->move == GIN_TAKE) ideas_of_take(&search);
    if (search.best->move == GIN_PASS || search.best->move == GIN_STOCK) ideas_of_leaving(&search);
    if (search.best->move == GIN_KNOCK) ideas_of_knock(&search, search.best);
    if (search.best->move == GIN_CALL_BIG) gin_ideas_say(&search, GIN_IDEA_GIN);
    say_score(&search);
    if (search.best->move == GIN_DROP) {
        ideas_of_waiting(&search);
        ideas_of_own_hand(&search, card, rival);
        ideas_of_safety(&search, card, rival);
    }
    return search.count;
}
