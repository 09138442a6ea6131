// SPDX-License-Identifier: MIT
#include "hearts/hearts.h"

void hearts_explain(const HeartsState *state, const HeartsAction *action, Error *why) {
    static const char *const suits[CARD_SUITS] = {"clubs", "diamonds", "hearts", "spades"};
    const HeartsTable *table = &state->table;
    CardSet hand = state->hand[table->to_act];
    char card[CARD_TEXT];
    card_print(action->card, card);
    if (table->phase == HEARTS_OVER)
        error_set(why, "The hand is over.");
    else if (table->phase == HEARTS_PASSING)
        error_set(why, "First pass %d of your cards.", state->rules->pass_count);
    else if (action->move == HEARTS_GIVE)
        error_set(why, "There is nothing to pass now: play a card.");
    else if (action->card >= 64 || !set_has(hand, action->card))
        error_set(why, "You do not hold %s.", card);
    else if (table->on_table && (hand & table->asked))
        error_set(why, "Follow suit: %s were led.", suits[card_suit(table->trick[table->leader])]);
    else if (table->tricks == 0 && !table->on_table && state->rules->two_leads)
        error_set(why, "The two of clubs leads the first trick.");
    else if (table->tricks == 0 && table->on_table)
        error_set(why, "No points may fall on the first trick.");
    else
        error_set(why, "Hearts are not broken yet: lead another suit.");
}
