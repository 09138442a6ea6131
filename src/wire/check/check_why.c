// SPDX-License-Identifier: MIT
// Why a move is refused, in words for the person who wrote the bot.
#include "wire/gin/check_deal_internal.h"

static void why_add_cards(Text *text, CardSet cards) {
    char list[SET_TEXT];
    set_print(cards, ' ', list);
    text_add(text, list);
}

static const char *why_card(const GinState *state, Card card, Text *why) {
    const GinTable *table = &state->table;
    char name[CARD_TEXT];
    card_print(card, name);
    if (!set_has(state->hand[table->to_act], card)) {
        text_addf(why, "%s is not in the hand, which is ", name);
        why_add_cards(why, state->hand[table->to_act]);
        return "not held";
    }
    if (card != table->taken) return NULL;
    text_addf(why, "%s was taken from the pile in this very turn and may be discarded from the next one on", name);
    return "just taken";
}

static const char *why_melds(const GinSplit *melds, CardSet hand, Text *why) {
    CardSet seen = 0;
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        CardSet meld = melds->meld[i];
        if (!meld) continue;
        if (meld & ~hand) {
            text_add(why, "the melds show ");
            why_add_cards(why, meld & ~hand);
            text_add(why, ", not among the cards that stay in the hand");
            return "meld not held";
        }
        if (!gin_is_meld(meld)) {
            why_add_cards(why, meld);
            text_add(why, " is no meld: that is three or four of a rank, or three or more in a row of a suit");
            return "no meld";
        }
        if (meld & seen) {
            why_add_cards(why, meld & seen);
            text_add(why, " is in two melds at once");
            return "two melds";
        }
        seen |= meld;
    }
    return NULL;
}

static const char *why_knock(const GinState *state, const GinAction *action, Text *why) {
    bool big = action->move == GIN_CALL_BIG;
    CardSet hand = state->hand[state->table.to_act] & ~(big ? 0 : set_of(action->card));
    const char *reason = big ? NULL : why_card(state, action->card, why);
    if (reason) return reason;
    if (big && !state->rules->big_gin_bonus) {
        text_add(why, "these rules have no big gin (big-gin 0)");
        return "no big gin";
    }
    reason = why_melds(&action->melds, hand, why);
    if (reason) return reason;
    CardSet melded = gin_split_cards(&action->melds);
    int best = gin_deadwood(hand), left = melded ? gin_points(hand & ~melded) : best;
    text_addf(why, "it leaves %d points of deadwood, and the limit is %d", left, big ? 0 : state->table.knock_limit);
    if (left > best) text_addf(why, " (the best melds leave %d)", best);
    return left > best ? "melds too few" : "too much deadwood";
}

const char *check_why(const GinState *state, const GinAction *action, Text *why) {
    static const char *const phases[] = {"the first upcard is on offer", "the first upcard is on offer",
                                         "a draw is asked for",          "a discard is asked for",
                                         "the knocker waits for melds",  "the deal is over"};
    GinPhase phase = (GinPhase)state->table.phase;
    GinMove move = (GinMove)action->move;
    const char *reason = NULL;
    if (phase == GIN_DISCARD && move == GIN_DROP) reason = why_card(state, action->card, why);
    if (phase == GIN_DISCARD && (move == GIN_KNOCK || move == GIN_CALL_BIG)) reason = why_knock(state, action, why);
    if (phase == GIN_DEFEND && move == GIN_SHOW)
        reason = why_melds(&action->melds, state->hand[state->table.to_act], why);
    if (reason) return reason;
    if (phase == GIN_DRAW && move == GIN_TAKE) {
        text_add(why, "both players declined the first upcard, so the stock is all there is");
        return "stock only";
    }
    if (phase <= GIN_SECOND_OFFER && move == GIN_STOCK) {
        text_add(why, "the first upcard is on offer: it is taken or passed, the stock comes later");
        return "upcard or pass";
    }
    text_addf(why, "that move does not belong here: %s", phases[phase]);
    return "wrong phase";
}
