// SPDX-License-Identifier: MIT
#include "wire/check_deal_internal.h"

void check_deal_match(Check *check, CheckDeal *deal, uint64_t seed) {
    Text lines = {0};
    deal->score[0] = deal->score[1] = 0;
    deal->past = GIN_NO_PAST;
    deal->number = 0;
    deal->hash = 0;
    check_options(check, &lines, seed);
    gin_lines_newmatch(&lines, &deal->rules, deal->bot);
    check_say(check, deal->odd, &lines);
    text_free(&lines);
}

// ---- The bot's decisions ----

static void look(CheckDeal *deal) {
    const GinTable *table = &deal->state.table;
    GinLegal legal = gin_legal(&deal->state);
    CardSet hand = deal->state.hand[deal->bot];
    switch ((GinPhase)table->phase) {
    case GIN_FIRST_OFFER: deal->saw |= SAW_FIRST_OFFER; break;
    case GIN_SECOND_OFFER: deal->saw |= SAW_SECOND_OFFER; break;
    case GIN_DRAW: deal->saw |= table->forced ? SAW_FORCED : SAW_DRAW; break;
    case GIN_DISCARD:
        if (table->taken != CARD_NONE) deal->saw |= SAW_TAKEN;
        if (legal.knocks) deal->saw |= SAW_KNOCK;
        if (legal.big_gin) deal->saw |= SAW_BIG_GIN;
        for (CardSet rest = legal.knocks; rest; rest = set_rest(rest))
            if (gin_deadwood(hand & ~set_of(set_first(rest))) == 0) deal->saw |= SAW_GIN;
        break;
    case GIN_DEFEND: {
        const GinSplit *knock = &deal->state.melds[deal->bot ^ 1];
        bool gin = !(deal->state.hand[deal->bot ^ 1] & ~gin_split_cards(knock));
        deal->saw |= gin ? SAW_GINNED : SAW_DEFEND;
        if (!gin && gin_layoff(knock, hand)) deal->saw |= SAW_LAYOFFS;
        break;
    }
    case GIN_OVER: break;
    }
}

static const char *judge(void *context, char *move, Text *why) {
    CheckDeal *deal = context;
    Error err;
    if (!gin_lines_parse_move(move, &deal->action, &err)) {
        text_add(why, err.text);
        return "unreadable";
    }
    if (deal->action.move == GIN_RESIGN) return "resigned";
    return gin_is_legal(&deal->state, &deal->action) ? NULL : check_why(&deal->state, &deal->action, why);
}

static bool ask(Check *check, CheckDeal *deal) {
    GinView view = gin_view(&deal->state, &deal->history, deal->bot);
    GinLegal moves = gin_legal(&deal->state);
    Text lines = {0}, legal = {0};
    if (!(deal->odd & ODD_BARE)) {
        if (!deal->told) gin_tell_deal(&deal->teller, &lines, &view, deal->number);
        gin_tell_events(&deal->teller, &lines, &view);
        check_say(check, deal->odd, &lines);
    }
    deal->told = true;
    look(deal);
    gin_lines_view(&lines, &view, deal->number);
    gin_lines_add_legal(&legal, &moves);
    bool good = check_ask(check, &(CheckTurn){.odd = deal->odd,
                                              .seats = GIN_SEATS,
                                              .decisions = deal->decisions,
                                              .view = &lines,
                                              .legal = &legal,
                                              .judge = judge,
                                              .context = deal});
    deal->decisions += good;
    text_free(&lines);
    text_free(&legal);
    return good;
}

static void hash_move(CheckDeal *deal, const GinAction *action) {
    deal->hash = rng_fold(deal->hash, (uint64_t)action->move << 8 | action->card);
    for (int i = 0; i < GIN_MAX_MELDS; i++) deal->hash = rng_fold(deal->hash, action->melds.meld[i]);
}

static void cut(Check *check, CheckDeal *deal) {
    Text line = {0};
    gin_lines_endmatch(&line, deal->bot, deal->score, NULL, deal->bot ^ 1, GIN_FORFEIT_CRASH);
    check_say(check, deal->odd, &line);
    text_free(&line);
}

static void end(Check *check, CheckDeal *deal) {
    Text lines = {0};
    GinView view = gin_view(&deal->state, &deal->history, deal->bot);
    if (!deal->told) gin_tell_deal(&deal->teller, &lines, &view, deal->number);
    gin_tell_end(&deal->teller, &lines, &deal->state, &deal->history, deal->score);
    if (!(deal->odd & ODD_BARE)) check_say(check, deal->odd, &lines);
    text_free(&lines);
    deal->saw |= SAW_END | (deal->state.result.end == GIN_CANCELLED ? SAW_CANCELLED : 0);
    gin_past_note(&deal->past, &deal->state);
    deal->number++;
}

static GinAction rival_move(CheckDeal *deal) {
    GinView view = gin_view(&deal->state, &deal->history, deal->bot ^ 1);
    return deal->rival.choose(deal->rival.self, &view, &deal->rival_rng);
}

bool check_deal_play(Check *check, CheckDeal *deal, Seat starter, const Card deck[CARD_COUNT]) {
    GinState *state = &deal->state;
    gin_deal_deck(state, &deal->history, &deal->rules, starter, deal->score, deck);
    deal->history.past = &deal->past;
    deal->told = false;
    deal->decisions = 0;
    while (state->table.phase != GIN_OVER) {
        GinAction action;
        if (state->table.to_act != deal->bot) {
            action = rival_move(deal);
        } else {
            if (!ask(check, deal)) return false;
            action = deal->action;
            hash_move(deal, &action);
        }
        gin_apply(state, &deal->history, &action);
        if (!(deal->odd & ODD_CUT) || deal->decisions < CHECK_CUT_AFTER) continue;
        bool told = check->id % 2; // else newmatch alone ends it
        deal->saw |= told ? SAW_END : SAW_CUT;
        if (told) cut(check, deal);
        return false;
    }
    end(check, deal);
    return true;
}
