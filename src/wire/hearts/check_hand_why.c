// SPDX-License-Identifier: MIT
// Why a move of Hearts is refused, in words for the person who wrote the bot.
#include "wire/hearts/check_hand_internal.h"

static void hand_why_add_cards(Text *text, CardSet cards) {
    char list[SET_TEXT];
    set_print(cards, ' ', list);
    text_add(text, list);
}

static const char *why_pass(const HeartsState *state, CardSet give, Text *why) {
    CardSet hand = state->hand[state->table.to_act];
    if (give & ~hand) {
        hand_why_add_cards(why, give & ~hand);
        text_add(why, " is not in the hand, which is ");
        hand_why_add_cards(why, hand);
        return "passed, not held";
    }
    text_addf(why, "%d cards are passed, not %d", state->rules->pass_count, set_count(give));
    return "wrong number passed";
}

static const char *why_lead(const HeartsState *state, Text *why) {
    if (state->table.tricks == 0 && state->rules->two_leads) {
        text_add(why, "the two of clubs leads the first trick");
        return "two of clubs leads";
    }
    text_add(why, "hearts are not broken yet, and the hand has other suits to lead");
    return "hearts not broken";
}

static const char *why_play(const HeartsState *state, Card card, Text *why) {
    const HeartsTable *table = &state->table;
    CardSet hand = state->hand[table->to_act];
    char name[CARD_TEXT];
    card_print(card, name);
    if (!set_has(hand, card)) {
        text_addf(why, "%s is not in the hand, which is ", name);
        hand_why_add_cards(why, hand);
        return "not held";
    }
    if (!table->on_table) return why_lead(state, why);
    if ((hand & table->asked) && !set_has(table->asked, card)) {
        card_print(table->trick[table->leader], name);
        text_addf(why, "%s was led, and the hand has ", name);
        hand_why_add_cards(why, hand & table->asked);
        text_add(why, " to follow suit with");
        return "suit not followed";
    }
    text_addf(why, "%s is worth points, which may not fall on the first trick while there is another card", name);
    return "points on the first trick";
}

const char *check_hand_why(const HeartsState *state, const HeartsAction *action, Text *why) {
    bool passing = state->table.phase == HEARTS_PASSING;
    if (passing && action->move == HEARTS_GIVE) return why_pass(state, action->give, why);
    if (!passing && action->move == HEARTS_PLAY) return why_play(state, action->card, why);
    text_addf(why, "that move does not belong here: %s",
              passing ? "cards to pass are asked for" : "a card is asked for");
    return "wrong phase";
}
