// SPDX-License-Identifier: MIT
#include "wire/hearts/check_hand_internal.h"

#include <string.h>

void check_hand_match(CheckHand *hand, uint64_t seed) {
    Text line = {0};
    memset(hand->score, 0, sizeof hand->score);
    hearts_lines_newmatch(&line, &hand->rules, hand->play.bot);
    check_new_match(&hand->play, seed, &line);
}

// ---- The bot's decisions ----

static void look_at_lead(CheckHand *hand, CardSet legal, CardSet held) {
    const HeartsTable *table = &hand->state.table;
    if (table->tricks == 0) {
        hand->play.saw |= hand->rules.two_leads ? HAND_TWO : HAND_FREE_FIRST;
    } else if (table->broken) {
        if ((legal & HEARTS_HEARTS) && (legal & ~HEARTS_HEARTS)) hand->play.saw |= HAND_BROKEN;
    } else if (held & HEARTS_HEARTS) {
        hand->play.saw |= legal & HEARTS_HEARTS ? HAND_HEARTS : HAND_UNBROKEN;
    }
}

static void hand_look(CheckHand *hand) {
    static const unsigned ways[] = {
        [HEARTS_PASS_NONE] = HAND_HOLD,
        [HEARTS_PASS_LEFT] = HAND_LEFT,
        [HEARTS_PASS_RIGHT] = HAND_RIGHT,
        [HEARTS_PASS_ACROSS] = HAND_ACROSS,
    };
    const HeartsTable *table = &hand->state.table;
    hand->play.saw |= ways[table->direction];
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (table->score[seat] < 0) hand->play.saw |= HAND_BELOW;
    if (table->phase == HEARTS_PASSING) return;
    CardSet legal = hearts_legal(&hand->state), held = hand->state.hand[hand->play.bot];
    if (!table->on_table) {
        look_at_lead(hand, legal, held);
        return;
    }
    bool follows = (held & table->asked) != 0;
    hand->play.saw |= !follows ? HAND_VOID : held & ~table->asked ? HAND_FOLLOW : 0;
    if (table->tricks || follows || !hand->rules.safe_first) return;
    hand->play.saw |= legal != held ? HAND_NO_POINTS : held & HEARTS_HEARTS ? HAND_ALL_POINTS : 0;
}

static const char *hand_judge(void *context, char *move, Text *why) {
    CheckHand *hand = context;
    Error err;
    if (!hearts_lines_parse_move(move, &hand->action, &err)) {
        text_add(why, err.text);
        return "unreadable";
    }
    if (hand->action.move == HEARTS_RESIGN) return "resigned";
    return hearts_is_legal(&hand->state, &hand->action) ? NULL : check_hand_why(&hand->state, &hand->action, why);
}

static bool hand_ask(CheckHand *hand) {
    CheckPlay *play = &hand->play;
    HeartsView view = hearts_view(&hand->state, &hand->log, play->bot);
    Text lines = {0}, legal = {0};
    if (!(play->odd & ODD_BARE)) {
        if (!play->told) hearts_tell_deal(&hand->teller, &lines, &view);
        hearts_tell_events(&hand->teller, &lines, &view);
        check_say(play->check, play->odd, &lines);
    }
    play->told = true;
    hand_look(hand);
    hearts_lines_view(&lines, &view);
    hearts_lines_add_legal(&legal, &view);
    bool good = check_decide(play, HEARTS_SEATS, &lines, &legal, hand_judge);
    play->hash = rng_fold(rng_fold(play->hash, hand->action.give), hand->action.card);
    return good;
}

static void hand_leave(CheckHand *hand) {
    Text line = {0};
    hearts_lines_endmatch(&line, hand->score);
    check_leave(&hand->play, &line);
}

static void hand_end(CheckHand *hand) {
    Text lines = {0};
    Seat bot = hand->play.bot;
    hearts_tell_end(&hand->teller, &lines, &hand->state, &hand->log, bot, hand->score);
    if (hand->state.moon >= 0) hand->play.saw |= hand->state.moon == (int)bot ? HAND_OWN_MOON : HAND_MOON;
    check_end_deal(&hand->play, &lines);
}

static HeartsAction hand_rival_move(CheckHand *hand) {
    HeartsView view = hearts_view(&hand->state, &hand->log, hand->state.table.to_act);
    return hand->rival.choose(hand->rival.self, &view, &hand->play.rival_rng);
}

bool check_hand_play(CheckHand *hand, const Card deck[CARD_COUNT]) {
    CheckPlay *play = &hand->play;
    HeartsState *state = &hand->state;
    hearts_deal_deck(state, &hand->log, &hand->rules, play->number, hand->score, deck);
    play->told = false;
    play->decisions = 0;
    while (state->table.phase != HEARTS_OVER) {
        bool bots = state->table.to_act == play->bot;
        if (bots && !hand_ask(hand)) return false;
        HeartsAction action = bots ? hand->action : hand_rival_move(hand);
        hearts_apply(state, &hand->log, &action);
        if (!check_leaves(play)) continue;
        hand_leave(hand);
        return false;
    }
    hand_end(hand);
    return true;
}
