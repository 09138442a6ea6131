// SPDX-License-Identifier: MIT
// Every reason the coach gives rests on a fact; here each fact is found again in a slow and plain way.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coach/gin/gin_ideas.h"
#include "gin/players/judge/world.h"
#include "support/gin_random.h"
#include "support/oracle.h"
#include "support/random.h"

enum { WORLDS = 60 };

// A position and what may be known of it, found card by card.
typedef struct Scene {
    GinRules rules;
    GinState state;
    GinHistory history;
    GinJudge judge;
    GinVerdict verdict;
    GinView view;
    CardSet hand, unseen, known; // of the opponent: known
    GinAction best;
    uint64_t key;
} Scene;

// Cards of the rank, or at most `far` ranks away in the suit, one by one.
static CardSet near(Card card, CardSet among, int far) {
    CardSet found = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        Card other = card_from_index(i);
        int steps = abs(card_rank(card) - card_rank(other));
        bool close = card_suit(card) == card_suit(other) ? steps <= far : steps == 0;
        if (other != card && close && set_has(among, other)) found |= set_of(other);
    }
    return found;
}

// Some meld of three of the card and two of `cards`, by trying all pairs.
static bool some_meld(Card card, CardSet cards) {
    for (CardSet a = cards & ~set_of(card); a; a = set_rest(a))
        for (CardSet b = set_rest(a); b; b = set_rest(b))
            if (oracle_is_meld(set_of(card) | (a & -a) | (b & -b))) return true;
    return false;
}

// Unseen cards that would be in a meld of the hand and one of them.
static CardSet outs(const Scene *scene, CardSet hand) {
    CardSet found = 0;
    for (CardSet rest = scene->unseen; rest; rest = set_rest(rest))
        if (some_meld(set_first(rest), hand)) found |= rest & -rest;
    return found;
}

// Least deadwood of eleven cards after a discard, without `not`.
static int least_after(CardSet eleven, CardSet not ) {
    int least = 1000;
    for (CardSet rest = eleven & ~not ; rest; rest = set_rest(rest)) {
        int left = oracle_deadwood(eleven & ~(rest & -rest));
        least = left < least ? left : least;
    }
    return least;
}

// What the seat knows, from the events alone.
static void find_known(Scene *scene) {
    Seat them = scene->view.seat ^ 1;
    CardSet up = 0, taken = 0, mine = scene->hand;
    scene->unseen = SET_DECK & ~mine;
    for (int i = 0; i < scene->history.log.count; i++) {
        GinEvent event = scene->history.log.event[i];
        GinEventKind kind = gin_event_kind(event);
        if (event.card == CARD_NONE) continue;
        if (kind == GIN_EVENT_TAKE && gin_event_seat(event) == them) taken |= set_of(event.card);
        if (kind == GIN_EVENT_DISCARD && gin_event_seat(event) == them) taken &= ~set_of(event.card);
        up |= set_of(event.card);
    }
    up |= scene->state.table.upcard == CARD_NONE ? 0 : set_of(scene->state.table.upcard);
    scene->known = taken;
    scene->unseen &= ~up;
    // What we took and shed again lies in the pile and was face up; what we took and hold is ours: both are out.
}

// Takes what melds and sheds what counts most, so that hands become good ones.
static void make_greedy(const GinState *state, GinAction *action) {
    CardSet hand = state->hand[state->table.to_act];
    GinLegal legal = gin_legal(state);
    int least;
    if (action->move == GIN_DROP) action->card = set_first(gin_best_discards(hand, legal.discards, &least));
    if (!legal.take || action->move == GIN_DROP) return;
    bool useful = set_has(gin_useful_draws(hand), state->table.upcard);
    action->move = useful ? GIN_TAKE : legal.pass ? GIN_PASS : GIN_STOCK;
}

// A position from random play, with its moves in some order: what is best is none of the ideas' business.
static bool make_scene(Scene *scene, Rng *rng) {
    Card deck[CARD_COUNT];
    const uint16_t score[2] = {(uint16_t)rng_below(rng, 100), (uint16_t)rng_below(rng, 100)};
    int moves = (int)rng_below(rng, 60);
    rng_deck(rng, deck);
    scene->rules = gin_rules_default();
    gin_deal_deck(&scene->state, &scene->history, &scene->rules, (Seat)rng_below(rng, 2), score, deck);
    uint32_t greed = rng_below(rng, 3);
    for (int i = 0; i < moves; i++) {
        GinAction action = some_action(&scene->state, rng, 0);
        if (rng_below(rng, 4) < 2 * greed) make_greedy(&scene->state, &action);
        gin_apply(&scene->state, &scene->history, &action);
        if (scene->state.table.phase >= GIN_DEFEND) return false;
    }
    scene->view = gin_view(&scene->state, &scene->history, scene->state.table.to_act);
    scene->hand = scene->view.hand;
    scene->key = rng_next(rng);
    find_known(scene);
    GinAction actions[GIN_MAX_CANDIDATES];
    memset(&scene->verdict, 0, sizeof scene->verdict);
    scene->verdict.count = gin_candidates(&scene->state, NULL, actions);
    if (scene->verdict.count < 2) return false;
    uint32_t first = rng_below(rng, (uint32_t)scene->verdict.count);
    for (int i = 0; i < scene->verdict.count; i++)
        scene->verdict.candidate[i].action = actions[(i + (int)first) % scene->verdict.count];
    scene->best = scene->verdict.candidate[0].action;
    GinKnowledge knows = gin_knowledge(&scene->view);
    for (int i = 0; i < CARD_COUNT; i++) scene->verdict.probability[i] = 1;
    for (CardSet rest = SET_DECK; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        scene->verdict.probability[card_index(card)] = set_has(knows.theirs, card) ? 1
                                                       : set_has(knows.unknown, card)
                                                           ? (float)knows.missing / (float)set_count(knows.unknown)
                                                           : 0;
    }
    for (int i = 0; i < GIN_TILTS; i++) scene->verdict.tilt[i] = 1;
    return true;
}

static CardSet opponent_in_world(const Scene *scene, int i, GinState *world) {
    GinWorlds law;
    GinHistory past;
    Rng rng = rng_for(scene->key, (uint64_t)i, 0, 0);
    gin_worlds_begin(&law, &scene->view, scene->verdict.probability, scene->verdict.tilt);
    gin_worlds_draw(&law, &rng, world, &past);
    return world->hand[scene->view.seat ^ 1];
}

// Share of the worlds in which the opponent could meld the card at once.
static double wanted(const Scene *scene, Card card) {
    int count = 0;
    GinState world;
    for (int i = 0; i < WORLDS; i++) count += some_meld(card, opponent_in_world(scene, i, &world));
    return (double)count / WORLDS;
}

typedef struct Knocked {
    double theirs, undercut, wins;
} Knocked;

static Knocked knocked(const Scene *scene, Card card) {
    Knocked sum = {0, 0, 0};
    Seat us = scene->view.seat;
    for (int i = 0; i < WORLDS; i++) {
        GinState world;
        CardSet theirs = opponent_in_world(scene, i, &world), ours = scene->hand & ~set_of(card);
        GinSplit melds = gin_best_split(ours);
        bool gin = !(ours & ~gin_split_cards(&melds));
        GinSplit answer = gin ? gin_best_split(theirs) : gin_best_defence(theirs, &melds, GIN_LAYOFF_BEST, NULL);
        GinResult result = oracle_score(&scene->rules, scene->state.table.factor, us, ours, &melds, theirs, &answer);
        sum.theirs += result.deadwood[us ^ 1];
        sum.undercut += result.end == GIN_UNDERCUT;
        sum.wins += result.winner == us && scene->state.table.score[us] + result.points >= scene->rules.target;
    }
    return (Knocked){sum.theirs / WORLDS, sum.undercut / WORLDS, sum.wins / WORLDS};
}

static const GinAction *some_knock(const Scene *scene) {
    for (int i = 0; i < scene->verdict.count; i++)
        if (scene->verdict.candidate[i].action.move == GIN_KNOCK) return &scene->verdict.candidate[i].action;
    return NULL;
}

static CardSet gin_makers(const Scene *scene, CardSet hand) {
    CardSet found = 0;
    for (CardSet rest = scene->unseen; rest; rest = set_rest(rest))
        if (least_after(hand | (rest & -rest), 0) == 0) found |= rest & -rest;
    return found;
}

static void check_take(const Scene *scene, const GinIdea *idea) {
    Card up = scene->state.table.upcard;
    CardSet both = scene->hand | set_of(up);
    int after = least_after(both, set_of(up)), before = oracle_deadwood(scene->hand);
    if (idea->kind == GIN_IDEA_MELDS) {
        assert_true(oracle_is_meld(idea->cards) && set_has(idea->cards, up) && !(idea->cards & ~both));
        // It is part of a best split: the rest leaves no more than the whole.
        assert_int_equal(oracle_deadwood(both & ~idea->cards), oracle_deadwood(both));
    } else if (idea->kind == GIN_IDEA_SAVES) {
        assert_true(after < before && idea->count == after && idea->of == before);
    } else if (idea->kind == GIN_IDEA_KNOCKS) {
        assert_true(after <= scene->state.table.knock_limit && idea->count == after);
    } else if (idea->kind == GIN_IDEA_FREE) {
        GinState passed = scene->state;
        assert_true(scene->state.table.phase < GIN_DRAW);
        gin_apply(&passed, NULL, &(GinAction){.move = GIN_PASS});
        assert_true(passed.hand[scene->view.seat] == scene->hand); // no card came for the pass
    } else if (idea->kind == GIN_IDEA_BUILDS) {
        assert_true(idea->cards && idea->cards == near(up, idea->cards, 2) && !(idea->cards & ~scene->hand));
    } else {
        assert_int_equal(idea->kind, GIN_IDEA_LOW);
        assert_int_equal(oracle_deadwood(both & ~set_of(idea->other_card)), after);
        assert_true(gin_card_points(up) < gin_card_points(idea->other_card));
    }
}

static void check_leave(const Scene *scene, const GinIdea *idea) {
    Card up = scene->state.table.upcard;
    bool melds = some_meld(up, scene->hand);
    if (idea->kind == GIN_IDEA_HIDES) {
        assert_true(melds);
    } else if (idea->kind == GIN_IDEA_NO_USE) {
        double sum = 0;
        for (CardSet rest = scene->unseen; rest; rest = set_rest(rest))
            sum += least_after(scene->hand | (rest & -rest), 0);
        assert_false(melds);
        assert_int_equal(idea->count, least_after(scene->hand | set_of(up), set_of(up)));
        assert_true(fabs(idea->mean - sum / set_count(scene->unseen)) < 1e-9 && idea->mean < idea->count);
    } else {
        assert_int_equal(idea->kind, GIN_IDEA_OUTS);
        assert_true(idea->cards == outs(scene, scene->hand));
        assert_int_equal(idea->count, set_count(idea->cards));
        assert_int_equal(idea->of, set_count(scene->unseen));
    }
}

static void check_own_hand(const Scene *scene, const GinIdea *idea) {
    Card card = scene->best.card;
    CardSet hand = scene->hand, after = hand & ~set_of(card);
    if (idea->kind == GIN_IDEA_LOOSE) {
        assert_false(near(card, hand, 2));
    } else if (idea->kind == GIN_IDEA_DEAREST) {
        // Outside the melds of a best split: deadwood falls by all it counts.
        assert_int_equal(oracle_deadwood(hand) - oracle_deadwood(after), gin_card_points(card));
        assert_int_equal(idea->count, gin_card_points(card));
        GinSplit split = gin_best_split(hand);
        int cheaper = 0;
        for (CardSet rest = hand & ~gin_split_cards(&split); rest; rest = set_rest(rest)) {
            assert_true(gin_card_points(set_first(rest)) <= idea->count);
            cheaper += gin_card_points(set_first(rest)) < idea->count;
        }
        assert_true(cheaper > 0);
    } else if (idea->kind == GIN_IDEA_DEAD) {
        assert_true(near(card, hand, 2));
        assert_true(outs(scene, hand) == outs(scene, after));
    } else if (idea->kind == GIN_IDEA_KEEPS) {
        assert_int_equal(idea->count, set_count(outs(scene, after)));
        assert_int_equal(idea->of, set_count(outs(scene, hand & ~set_of(idea->other_card))));
        assert_true(idea->count > idea->of);
        GinSplit split = gin_best_split(hand);
        CardSet loose = hand & ~gin_split_cards(&split) & ~set_of(idea->other_card);
        for (CardSet rest = loose; rest; rest = set_rest(rest)) // pairs, neighbours and triangles
            assert_true(set_has(idea->cards, set_first(rest)) == (near(idea->other_card, rest & -rest, 2) != 0));
        assert_false(idea->cards & ~loose);
    } else {
        assert_int_equal(idea->kind, GIN_IDEA_BREAKS);
        assert_true(oracle_is_meld(idea->cards) && set_has(idea->cards, card) && !(idea->cards & ~hand));
        assert_int_equal(idea->count, oracle_deadwood(after));
        assert_int_equal(idea->of, oracle_deadwood(hand));
        assert_true(idea->count > idea->of);
    }
}

static void check_safety(const Scene *scene, const GinIdea *idea) {
    Card card = scene->best.card;
    if (idea->kind == GIN_IDEA_SAFE) {
        assert_false(some_meld(card, scene->unseen | scene->known));
        assert_false(some_meld(card, scene->state.hand[scene->view.seat ^ 1])); // nor does it hold what melds with it
    } else if (idea->kind == GIN_IDEA_SAFER) {
        assert_true(fabs(idea->chance - wanted(scene, card)) < 1e-9);
        assert_true(fabs(idea->rival_chance - wanted(scene, idea->other_card)) < 1e-9);
        assert_true(idea->chance < idea->rival_chance);
    } else if (idea->kind == GIN_IDEA_TOOK) {
        assert_true(idea->cards && idea->cards == near(idea->other_card, scene->known, 2));
        assert_false(near(card, scene->known, 2));
        assert_false(idea->cards & ~scene->state.hand[scene->view.seat ^ 1]);
    } else {
        CardSet thrown = 0;
        for (int i = 0; i < scene->history.log.count; i++) {
            GinEvent event = scene->history.log.event[i];
            bool theirs = gin_event_seat(event) != scene->view.seat;
            if (theirs && gin_event_kind(event) == GIN_EVENT_DISCARD) thrown |= set_of(event.card);
        }
        assert_int_equal(idea->kind, GIN_IDEA_THREW);
        assert_true(idea->cards && idea->cards == near(card, thrown, 1));
    }
}

static void check_knock(const Scene *scene, const GinIdea *idea) {
    const GinAction *knock = scene->best.move == GIN_KNOCK ? &scene->best : some_knock(scene);
    if (idea->kind == GIN_IDEA_GIN) {
        assert_int_equal(oracle_deadwood(scene->hand & ~set_of(scene->best.card)), 0);
        return;
    }
    assert_non_null(knock);
    Knocked mean = knocked(scene, knock->card);
    int left = oracle_deadwood(scene->hand & ~set_of(knock->card));
    if (idea->kind == GIN_IDEA_WAITS) {
        assert_int_equal(scene->best.move, GIN_DROP);
        assert_true(idea->cards == gin_makers(scene, scene->hand & ~set_of(scene->best.card)));
        assert_int_equal(idea->count, set_count(idea->cards));
        return;
    }
    if (idea->kind == GIN_IDEA_WINS) {
        assert_true(idea->chance > 0 && fabs(idea->chance - mean.wins) < 1e-9);
        return;
    }
    assert_int_equal(idea->count, left);
    assert_true(fabs(idea->chance - mean.undercut) < 1e-9);
    if (idea->kind == GIN_IDEA_AHEAD) assert_true(fabs(idea->mean - mean.theirs) < 1e-9);
}

static void check_idea(const Scene *scene, const GinIdea *idea) {
    if (idea->kind <= GIN_IDEA_LOW)
        check_take(scene, idea);
    else if (idea->kind <= GIN_IDEA_OUTS)
        check_leave(scene, idea);
    else if (idea->kind >= GIN_IDEA_GIN)
        check_knock(scene, idea);
    else if (idea->kind >= GIN_IDEA_SAFE && idea->kind <= GIN_IDEA_THREW)
        check_safety(scene, idea);
    else
        check_own_hand(scene, idea);
}

static bool is_said(const GinIdea *ideas, int count, GinIdeaKind kind) {
    for (int i = 0; i < count; i++)
        if (ideas[i].kind == kind) return true;
    return false;
}

// What must be said where it is so.
static void check_missing(const Scene *scene, const GinIdea *ideas, int count) {
    Card card = scene->best.card;
    if (scene->best.move == GIN_DROP) {
        assert_int_equal(is_said(ideas, count, GIN_IDEA_LOOSE), !near(card, scene->hand, 2));
        assert_int_equal(is_said(ideas, count, GIN_IDEA_SAFE), !some_meld(card, scene->unseen | scene->known));
    }
    if (scene->best.move == GIN_KNOCK)
        assert_int_equal(is_said(ideas, count, GIN_IDEA_GIN), oracle_deadwood(scene->hand & ~set_of(card)) == 0);
    if (scene->best.move == GIN_TAKE)
        assert_int_equal(is_said(ideas, count, GIN_IDEA_FREE), scene->state.table.phase < GIN_DRAW);
}

static void every_reason_rests_on_a_fact_that_a_slow_count_finds_too(void **unused) {
    (void)unused;
    static Scene scene;
    Rng rng = rng_for(31, 0, 0, 0);
    int seen[GIN_IDEA_KINDS] = {0};
    for (int i = 0; i < effort(5000, 3000); i++) {
        GinIdea ideas[GIN_MOST_IDEAS];
        if (!make_scene(&scene, &rng)) continue;
        int count = gin_ideas(&scene.judge, &scene.state, &scene.history, &scene.verdict, WORLDS, scene.key, ideas);
        assert_in_range(count, 0, GIN_MOST_IDEAS);
        for (int j = 0; j < count; j++) {
            check_idea(&scene, &ideas[j]);
            seen[ideas[j].kind]++;
        }
        check_missing(&scene, ideas, count);
    }
    for (int kind = 0; kind < GIN_IDEA_KINDS; kind++) {
        if (kind == GIN_IDEA_SCORE) continue; // needs a champion: below
        if (!seen[kind]) print_message("no position for the idea %s\n", gin_idea_name((GinIdeaKind)kind));
        assert_true(seen[kind] > 0);
    }
}

// The only idea that asks the champion: it would play something else at 0 to 0.
static void the_score_is_a_reason_where_the_champion_plays_otherwise_at_another(void **unused) {
    (void)unused;
    static Scene scene;
    Rng rng = rng_for(32, 0, 0, 0);
    GinPlayer player;
    int seen = 0;
    if (!gin_player_open("champion", &player, NULL)) skip();
    for (int i = 0; i < effort(20000, 6000) && seen < 5; i++) {
        GinIdea ideas[GIN_MOST_IDEAS];
        float here[GIN_CHOICES], there[GIN_CHOICES];
        if (!make_scene(&scene, &rng)) continue;
        scene.judge.champion = gin_player_champion(&player);
        int count = gin_ideas(&scene.judge, &scene.state, &scene.history, &scene.verdict, 1, scene.key, ideas);
        for (int j = 0; j < count; j++) {
            if (ideas[j].kind != GIN_IDEA_SCORE) continue;
            GinState even = scene.state;
            even.table.score[0] = even.table.score[1] = 0;
            GinView view = gin_view(&even, &scene.history, scene.view.seat);
            gin_champion_policy(scene.judge.champion, &scene.view, here);
            gin_champion_policy(scene.judge.champion, &view, there);
            int best = gin_action_choice(&scene.view, &scene.best), rival = gin_action_choice(&view, &ideas[j].rival);
            assert_true(fabs(ideas[j].chance - (double)here[best]) < 1e-6);
            assert_true(fabs(ideas[j].rival_chance - (double)there[best]) < 1e-6);
            assert_true(here[best] - there[best] >= 0.25F && there[rival] > there[best]);
            seen++;
        }
    }
    assert_true(seen > 0);
    gin_player_close(&player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reason_rests_on_a_fact_that_a_slow_count_finds_too),
        cmocka_unit_test(the_score_is_a_reason_where_the_champion_plays_otherwise_at_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
