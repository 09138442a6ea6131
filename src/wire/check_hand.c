// SPDX-License-Identifier: MIT
#include "wire/check_hand_internal.h"

#include <string.h>

void check_hand_match(Check *check, CheckHand *hand, uint64_t seed) {
    Text lines = {0};
    memset(hand->score, 0, sizeof hand->score);
    hand->number = 0;
    hand->hash = 0;
    check_options(check, &lines, seed);
    hearts_lines_newmatch(&lines, &hand->rules, hand->bot);
    check_say(check, hand->odd, &lines);
    text_free(&lines);
}

// ---- The bot's decisions ----

static void look_at_lead(CheckHand *hand, CardSet legal, CardSet held) {
    const HeartsTable *table = &hand->state.table;
    if (table->tricks == 0) {
        hand->saw |= hand->rules.two_leads ? HAND_TWO : HAND_FREE_FIRST;
    } else if (table->broken) {
        if ((legal & HEARTS_HEARTS) && (legal & ~HEARTS_HEARTS)) hand->saw |= HAND_BROKEN;
    } else if (held & HEARTS_HEARTS) {
        hand->saw |= legal & HEARTS_HEARTS ? HAND_HEARTS : HAND_UNBROKEN;
    }
}

static void look(CheckHand *hand) {
    static const unsigned ways[] = {
        [HEARTS_PASS_NONE] = HAND_HOLD,
        [HEARTS_PASS_LEFT] = HAND_LEFT,
        [HEARTS_PASS_RIGHT] = HAND_RIGHT,
        [HEARTS_PASS_ACROSS] = HAND_ACROSS,
    };
    const HeartsTable *table = &hand->state.table;
    hand->saw |= ways[table->direction];
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (table->score[seat] < 0) hand->saw |= HAND_BELOW;
    if (table->phase == HEARTS_PASSING) return;
    CardSet legal = hearts_legal(&hand->state), held = hand->state.hand[hand->bot];
    if (!table->on_table) {
        look_at_lead(hand, legal, held);
        return;
    }
    bool follows = (held & table->asked) != 0;
    hand->saw |= !follows ? HAND_VOID : held & ~table->asked ? HAND_FOLLOW : 0;
    if (table->tricks || follows || !hand->rules.safe_first) return;
    hand->saw |= legal != held ? HAND_NO_POINTS : held & HEARTS_HEARTS ? HAND_ALL_POINTS : 0;
}

static const char *judge(void *context, char *move, Text *why) {
    CheckHand *hand = context;
    Error err;
    if (!hearts_lines_parse_move(move, &hand->action, &err)) {
        text_add(why, err.text);
        return "unreadable";
    }
    if (hand->action.move == HEARTS_RESIGN) return "resigned";
    return hearts_is_legal(&hand->state, &hand->action) ? NULL : check_hand_why(&hand->state, &hand->action, why);
}

static bool ask(Check *check, CheckHand *hand) {
    HeartsView view = hearts_view(&hand->state, &hand->log, hand->bot);
    Text lines = {0}, legal = {0};
    if (!(hand->odd & ODD_BARE)) {
        if (!hand->told) hearts_tell_deal(&hand->teller, &lines, &view);
        hearts_tell_events(&hand->teller, &lines, &view);
        check_say(check, hand->odd, &lines);
    }
    hand->told = true;
    look(hand);
    hearts_lines_view(&lines, &view);
    hearts_lines_add_legal(&legal, &view);
    bool good = check_ask(check, &(CheckTurn){.odd = hand->odd,
                                              .seats = HEARTS_SEATS,
                                              .decisions = hand->decisions,
                                              .view = &lines,
                                              .legal = &legal,
                                              .judge = judge,
                                              .context = hand});
    hand->decisions += good;
    hand->hash = rng_fold(rng_fold(hand->hash, hand->action.give), hand->action.card);
    text_free(&lines);
    text_free(&legal);
    return good;
}

static void end(Check *check, CheckHand *hand) {
    Text lines = {0};
    hearts_tell_end(&hand->teller, &lines, &hand->state, &hand->log, hand->bot, hand->score);
    if (!(hand->odd & ODD_BARE)) check_say(check, hand->odd, &lines);
    text_free(&lines);
    if (hand->state.moon >= 0) hand->saw |= hand->state.moon == (int)hand->bot ? HAND_OWN_MOON : HAND_MOON;
    hand->saw |= HAND_END;
    hand->number++;
}

static HeartsAction rival_move(CheckHand *hand) {
    HeartsView view = hearts_view(&hand->state, &hand->log, hand->state.table.to_act);
    return hand->rival.choose(hand->rival.self, &view, &hand->rival_rng);
}

static void cut(Check *check, CheckHand *hand) {
    Text line = {0};
    hearts_lines_endmatch(&line, hand->score);
    check_say(check, hand->odd, &line);
    text_free(&line);
}

bool check_hand_play(Check *check, CheckHand *hand, const Card deck[CARD_COUNT]) {
    HeartsState *state = &hand->state;
    hearts_deal_deck(state, &hand->log, &hand->rules, hand->number, hand->score, deck);
    hand->told = false;
    hand->decisions = 0;
    while (state->table.phase != HEARTS_OVER) {
        HeartsAction action;
        if (state->table.to_act != hand->bot) {
            action = rival_move(hand);
        } else {
            if (!ask(check, hand)) return false;
            action = hand->action;
        }
        hearts_apply(state, &hand->log, &action);
        if (!(hand->odd & ODD_CUT) || hand->decisions < CHECK_CUT_AFTER) continue;
        bool told = check->id % 2; // else newmatch alone ends it
        hand->saw |= told ? HAND_END : HAND_CUT;
        if (told) cut(check, hand);
        return false;
    }
    end(check, hand);
    return true;
}
