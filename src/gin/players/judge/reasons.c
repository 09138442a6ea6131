// SPDX-License-Identifier: MIT
#include "gin/players/judge/reasons.h"

#include "gin/players/judge/world.h"

// The meld of the best split that holds the card, or nothing.
static CardSet reasons_meld_with(CardSet hand, Card card) {
    GinSplit split = gin_best_split(hand);
    for (int i = 0; i < GIN_MAX_MELDS; i++)
        if (set_has(split.meld[i], card)) return split.meld[i];
    return 0;
}

// What the move does to the own hand.
static void look_at_hand(const GinView *view, const GinAction *action, GinReasons *reasons) {
    CardSet hand = view->hand, after = hand, dropped = 0;
    reasons->before = reasons->after = gin_deadwood(hand);
    if (action->move == GIN_TAKE) {
        Card card = view->table->upcard;
        after = hand | set_of(card);
        reasons->meld = reasons_meld_with(after, card);
        gin_best_discards(after, hand, &reasons->after);
    } else if (action->move == GIN_DROP || action->move == GIN_KNOCK) {
        after = hand & ~set_of(action->card);
        reasons->after = gin_deadwood(after);
        // A card from a run or set of four or more can go without breaking it.
        if (reasons->after > reasons->before) reasons->broken = reasons_meld_with(hand, action->card);
        dropped = set_of(action->card);
    }
    CardSet unseen = gin_knowledge(view).unknown;
    reasons->unseen = set_count(unseen);
    reasons->outs = set_count(gin_useful_draws(after) & unseen & ~dropped);
}

static void look_at_knock(const GinState *world, const GinAction *action, GinReasons *sums) {
    GinState over = *world;
    Seat seat = world->table.to_act;
    GinSplit none = {{0}};
    gin_apply(&over, NULL, action);
    gin_apply(&over, NULL, &(GinAction){.move = GIN_SHOW, .melds = none});
    sums->theirs += over.result.deadwood[seat ^ 1];
    sums->points += over.result.winner == seat ? over.result.points : -(int)over.result.points;
    sums->undercut += over.result.end == GIN_UNDERCUT;
}

GinReasons gin_reasons(const GinState *state, const GinHistory *history, const float probability[CARD_COUNT],
                       const float *tilt, const GinAction *action, int worlds, uint64_t key) {
    GinReasons reasons = {0};
    Seat seat = state->table.to_act;
    GinView view = gin_view(state, history, seat);
    GinWorlds law;
    look_at_hand(&view, action, &reasons);
    gin_worlds_begin(&law, &view, probability, tilt);
    for (int i = 0; i < worlds; i++) {
        Rng rng = rng_for(key, (uint64_t)i, 0, 0);
        GinState world;
        GinHistory past;
        gin_worlds_draw(&law, &rng, &world, &past);
        CardSet theirs = world.hand[seat ^ 1];
        if (action->move == GIN_DROP) reasons.wanted += set_has(gin_useful_draws(theirs), action->card);
        if (action->move == GIN_KNOCK)
            look_at_knock(&world, action, &reasons);
        else
            reasons.theirs += gin_deadwood(theirs);
    }
    reasons.wanted /= worlds;
    reasons.theirs /= worlds;
    reasons.points /= worlds;
    reasons.undercut /= worlds;
    return reasons;
}
