// SPDX-License-Identifier: MIT
// Why a move is refused, in words for the person who wrote the bot.
#include "wire/check_internal.h"

static const char *name_of(Card card, char name[CARD_TEXT]) {
    card_print(card, name);
    return name;
}

static void add_set(Text *text, CardSet cards) {
    char list[SET_TEXT];
    set_print(cards, ' ', list);
    text_add(text, list);
}

static bool why_card(const GinState *state, Card card, Text *why) {
    const GinTable *table = &state->table;
    char name[CARD_TEXT];
    if (!set_has(state->hand[table->to_act], card)) {
        text_addf(why, "%s is not in the hand, which is ", name_of(card, name));
        add_set(why, state->hand[table->to_act]);
        return true;
    }
    if (card == table->taken) {
        text_addf(why, "%s was taken from the pile in this very turn and may be discarded from the next one on",
                  name_of(card, name));
        return true;
    }
    return false;
}

static bool why_melds(const GinSplit *melds, CardSet hand, Text *why) {
    CardSet seen = 0;
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        CardSet meld = melds->meld[i];
        if (!meld) continue;
        if (meld & ~hand) {
            text_add(why, "the melds show ");
            add_set(why, meld & ~hand);
            text_add(why, ", which cannot be melded: it is not among the cards that stay in the hand");
            return true;
        }
        if (!gin_is_meld(meld)) {
            add_set(why, meld);
            text_add(why, " is no meld: that is three or four of a rank, or three or more in a row of a suit");
            return true;
        }
        if (meld & seen) {
            add_set(why, meld & seen);
            text_add(why, " is in two melds at once");
            return true;
        }
        seen |= meld;
    }
    return false;
}

static void why_knock(const GinState *state, const GinAction *action, Text *why) {
    Seat seat = state->table.to_act;
    bool big = action->move == GIN_CALL_BIG;
    CardSet hand = state->hand[seat] & ~(big ? 0 : set_of(action->card));
    if (!big && why_card(state, action->card, why)) return;
    if (big && !state->rules->big_gin_bonus) {
        text_add(why, "these rules have no big gin (big-gin 0)");
        return;
    }
    if (why_melds(&action->melds, hand, why)) return;
    CardSet melded = gin_split_cards(&action->melds);
    int left = melded ? gin_points(hand & ~melded) : gin_deadwood(hand);
    text_addf(why, "it leaves %d points of deadwood%s, and the limit is %d", left,
              melded && gin_deadwood(hand) < left ? " with these melds" : "", big ? 0 : state->table.knock_limit);
    if (melded && gin_deadwood(hand) < left) text_addf(why, " (the best melds leave %d)", gin_deadwood(hand));
}

void check_why(const GinState *state, const GinAction *action, Text *why) {
    static const char *const phases[] = {"the first upcard is on offer", "the first upcard is on offer",
                                         "a draw is asked for",          "a discard is asked for",
                                         "the knocker waits for melds",  "the deal is over"};
    GinPhase phase = (GinPhase)state->table.phase;
    switch ((GinMove)action->move) {
    case GIN_DROP:
        if (phase == GIN_DISCARD && why_card(state, action->card, why)) return;
        break;
    case GIN_KNOCK:
    case GIN_CALL_BIG:
        if (phase != GIN_DISCARD) break;
        why_knock(state, action, why);
        return;
    case GIN_SHOW:
        if (phase != GIN_DEFEND) break;
        why_melds(&action->melds, state->hand[state->table.to_act], why);
        return;
    case GIN_TAKE:
        if (phase != GIN_DRAW) break;
        text_add(why, "both players declined the first upcard, so the stock is all there is");
        return;
    case GIN_STOCK:
        if (phase > GIN_SECOND_OFFER) break;
        text_add(why, "the first upcard is on offer: it is taken or passed, the stock comes later");
        return;
    case GIN_PASS:
    case GIN_RESIGN: break;
    }
    text_addf(why, "that move does not belong here: %s", phases[phase]);
}
