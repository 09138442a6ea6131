// SPDX-License-Identifier: MIT
#include "gin/gin.h"

void gin_explain(const GinState *state, const GinAction *action, Error *why) {
    const GinTable *table = &state->table;
    CardSet hand = state->hand[table->to_act];
    char card[CARD_TEXT];
    card_print(action->card, card);
    bool drop = action->move == GIN_DROP || action->move == GIN_KNOCK;
    bool big = action->move == GIN_CALL_BIG && state->rules->big_gin_bonus;
    if (table->phase == GIN_OVER)
        error_set(why, "The hand is over.");
    else if (table->phase == GIN_DEFEND)
        error_set(why, action->move == GIN_SHOW ? "These are no melds of your cards." : "Now show your melds.");
    else if (drop && table->phase != GIN_DISCARD)
        error_set(why, "First draw: take the upcard or draw from the stock.");
    else if (!drop && !big && table->phase == GIN_DISCARD)
        error_set(why, "You have drawn already: now discard a card.");
    else if (drop && (action->card >= 64 || !set_has(hand, action->card)))
        error_set(why, "You do not hold %s.", card);
    else if (drop && action->card == table->taken)
        error_set(why, "%s was just taken: it cannot be discarded in the same turn.", card);
    else if (action->move == GIN_KNOCK && gin_deadwood(hand & ~set_of(action->card)) > table->knock_limit)
        error_set(why, "Knocking with %s leaves %d; at most %d is allowed.", card,
                  gin_deadwood(hand & ~set_of(action->card)), table->knock_limit);
    else if (action->move == GIN_KNOCK)
        error_set(why, "These melds are none, or leave more than the %d points to knock with.", table->knock_limit);
    else if (big)
        error_set(why, "Big gin is eleven melded cards.");
    else if (action->move == GIN_PASS)
        error_set(why, "Only the first upcard of a hand can be passed.");
    else if (action->move == GIN_STOCK)
        error_set(why, "The first upcard is on offer: take it, or pass.");
    else if (action->move == GIN_TAKE)
        error_set(why, "Both have passed: draw from the stock.");
    else
        error_set(why, "That is not allowed now.");
}
