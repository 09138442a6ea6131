// SPDX-License-Identifier: MIT
#include "wire/gin/check_deal_internal.h"

static GinAction deal_rival_move(CheckDeal *deal, Seat seat) {
    GinView view = gin_view(&deal->state, &deal->history, seat);
    return deal->rival.choose(deal->rival.self, &view, &deal->play.rival_rng);
}

static void begin_check_deal(CheckDeal *deal, Seat starter, const Card deck[CARD_COUNT]) {
    gin_deal_deck(&deal->state, &deal->history, &deal->rules, starter, deal->score, deck);
    deal->history.past = deal->past.last;
}

// Without the bot.
static void play_unseen(CheckDeal *deal, Seat starter) {
    Card deck[CARD_COUNT];
    rng_deck(&deal->play.rival_rng, deck);
    begin_check_deal(deal, starter, deck);
    while (deal->state.table.phase != GIN_OVER) {
        GinAction action = deal_rival_move(deal, deal->state.table.to_act);
        gin_apply(&deal->state, &deal->history, &action);
    }
    const GinResult *result = &deal->state.result;
    if (result->end != GIN_CANCELLED)
        deal->score[result->winner] = (uint16_t)(deal->score[result->winner] + result->points);
    gin_past_add(&deal->past, &deal->state, &deal->history.log);
    deal->play.number++;
}

Seat check_deal_match(CheckDeal *deal, uint64_t seed, Seat starter) {
    enum { UNSEEN = 3 };
    Text lines = {0};
    CheckPlay *play = &deal->play;
    deal->score[0] = deal->score[1] = 0;
    gin_past_close(&deal->past);
    gin_lines_newmatch(&lines, &deal->rules, play->bot);
    check_new_match(play, seed, &lines);
    if (!(play->odd & ODD_BEGUN)) return starter;
    for (int i = 0, most = deal->rules.target / 2; i < UNSEEN && deal->score[0] < most && deal->score[1] < most; i++) {
        play_unseen(deal, starter);
        starter = gin_next_starter(&deal->rules, &deal->state);
    }
    if (play->check->report->wants_past) gin_lines_past(&lines, deal->past.last);
    check_say(play->check, play->odd, &lines);
    text_free(&lines);
    return starter;
}

// ---- The bot's decisions ----

static void deal_look(CheckDeal *deal) {
    const GinTable *table = &deal->state.table;
    GinLegal legal = gin_legal(&deal->state);
    CardSet hand = deal->state.hand[deal->play.bot];
    switch ((GinPhase)table->phase) {
    case GIN_FIRST_OFFER: deal->play.saw |= SAW_FIRST_OFFER; break;
    case GIN_SECOND_OFFER: deal->play.saw |= SAW_SECOND_OFFER; break;
    case GIN_DRAW: deal->play.saw |= table->forced ? SAW_FORCED : SAW_DRAW; break;
    case GIN_DISCARD:
        if (table->taken != CARD_NONE) deal->play.saw |= SAW_TAKEN;
        if (legal.knocks) deal->play.saw |= SAW_KNOCK;
        if (legal.big_gin) deal->play.saw |= SAW_BIG_GIN;
        for (CardSet rest = legal.knocks; rest; rest = set_rest(rest))
            if (gin_deadwood(hand & ~set_of(set_first(rest))) == 0) deal->play.saw |= SAW_GIN;
        break;
    case GIN_DEFEND: {
        const GinSplit *knock = &deal->state.melds[deal->play.bot ^ 1];
        bool gin = !(deal->state.hand[deal->play.bot ^ 1] & ~gin_split_cards(knock));
        deal->play.saw |= gin ? SAW_GINNED : SAW_DEFEND;
        if (!gin && gin_layoff(knock, hand)) deal->play.saw |= SAW_LAYOFFS;
        break;
    }
    case GIN_OVER: break;
    }
}

static const char *deal_judge(void *context, char *move, Text *why) {
    CheckDeal *deal = context;
    Error err;
    if (!gin_lines_parse_move(move, &deal->action, &err)) {
        text_add(why, err.text);
        return "unreadable";
    }
    if (deal->action.move == GIN_RESIGN) return "resigned";
    return gin_is_legal(&deal->state, &deal->action) ? NULL : check_why(&deal->state, &deal->action, why);
}

static bool deal_ask(CheckDeal *deal) {
    CheckPlay *play = &deal->play;
    GinView view = gin_view(&deal->state, &deal->history, play->bot);
    GinLegal moves = gin_legal(&deal->state);
    Text lines = {0}, legal = {0};
    if (!(play->odd & ODD_BARE)) {
        if (!play->told) gin_tell_deal(&deal->teller, &lines, &view, play->number);
        gin_tell_events(&deal->teller, &lines, &view);
        check_say(play->check, play->odd, &lines);
    }
    play->told = true;
    deal_look(deal);
    if (play->check->report->wants_past) gin_lines_past(&lines, view.past); // of both, a bot without state is told
    gin_lines_view(&lines, &view, play->number);
    gin_lines_add_legal(&legal, &moves);
    return check_decide(play, GIN_SEATS, &lines, &legal, deal_judge);
}

static uint64_t hash_move(uint64_t hash, const GinAction *action) {
    hash = rng_fold(hash, (uint64_t)action->move << 8 | action->card);
    for (int i = 0; i < GIN_MAX_MELDS; i++) hash = rng_fold(hash, action->melds.meld[i]);
    return hash;
}

static void deal_leave(CheckDeal *deal) {
    Text line = {0};
    Seat bot = deal->play.bot;
    gin_lines_endmatch(&line, bot, deal->score, NULL, bot ^ 1, FAULT_CRASH);
    check_leave(&deal->play, &line);
}

static void deal_end(CheckDeal *deal) {
    Text lines = {0};
    GinView view = gin_view(&deal->state, &deal->history, deal->play.bot);
    if (!deal->play.told) gin_tell_deal(&deal->teller, &lines, &view, deal->play.number);
    gin_tell_end(&deal->teller, &lines, &deal->state, &deal->history, deal->score);
    if (deal->state.result.end == GIN_CANCELLED) deal->play.saw |= SAW_CANCELLED;
    gin_past_add(&deal->past, &deal->state, &deal->history.log);
    check_end_deal(&deal->play, &lines);
}

bool check_deal_play(CheckDeal *deal, Seat starter, const Card deck[CARD_COUNT]) {
    CheckPlay *play = &deal->play;
    GinState *state = &deal->state;
    begin_check_deal(deal, starter, deck);
    play->told = false;
    play->decisions = 0;
    while (state->table.phase != GIN_OVER) {
        bool bots = state->table.to_act == play->bot;
        if (bots && !deal_ask(deal)) return false;
        GinAction action = bots ? deal->action : deal_rival_move(deal, play->bot ^ 1);
        if (bots) play->hash = hash_move(play->hash, &action);
        gin_apply(state, &deal->history, &action);
        if (!check_leaves(play)) continue;
        deal_leave(deal);
        return false;
    }
    deal_end(deal);
    return true;
}
