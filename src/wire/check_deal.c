// SPDX-License-Identifier: MIT
#include "wire/check_deal.h"

#include <string.h>

enum { LITTLE_TIME = 1000, CUT_AFTER = 3 }; // milliseconds; the bot's decisions

static const int64_t MILLISECOND = 1000000;

// ---- Lines ----

static void say_odd(Check *check, const CheckDeal *deal) {
    if (deal->odd & ODD_PINGS) check_ping(check);
    if (!(deal->odd & ODD_UNKNOWN)) return;
    talk_say(&check->talk, "weather sunny and warm\nev 0 smile AC\nev table 2 7S\n");
    if (!(deal->odd & ODD_LONG)) return;
    char line[CGP_LINE + 1] = "remark ";
    memset(line + 7, 'x', CGP_LINE - 8);
    memcpy(line + CGP_LINE - 1, "\n", 2);
    talk_say(&check->talk, line);
}

// Says the lines one by one, with odd things between them and unknown keys at the end of those made of pairs.
static void say(Check *check, const CheckDeal *deal, Text *lines) {
    static const char *const paired[] = {"newmatch ", "newdeal ", "enddeal ", "endmatch "};
    for (char *at = lines->data, *end; at && *at; at = end + 1) {
        Text line = {0};
        bool pairs = false;
        end = strchr(at, '\n');
        *end = '\0';
        for (size_t i = 0; i < sizeof paired / sizeof *paired; i++)
            pairs = pairs || strncmp(at, paired[i], strlen(paired[i])) == 0;
        text_addf(&line, "%s%s\n", at, pairs && (deal->odd & ODD_UNKNOWN) ? " weather sunny" : "");
        talk_say(&check->talk, line.data);
        text_free(&line);
        if (!strstr(at, " draw stock")) say_odd(check, deal); // behind which `ev you draw` comes at once
    }
    text_clear(lines);
}

void check_deal_match(Check *check, CheckDeal *deal, uint64_t seed) {
    Text lines = {0};
    deal->score[0] = deal->score[1] = 0;
    deal->number = 0;
    deal->hash = 0;
    text_addf(&lines, "setoption name Seed value %llu\n", (unsigned long long)seed);
    if (check->report->stateless) text_add(&lines, "setoption name Stateless value true\n");
    gin_lines_newmatch(&lines, &deal->rules, deal->bot);
    say(check, deal, &lines);
    text_free(&lines);
}

static void say_go(Check *check, const CheckDeal *deal, const GinView *view) {
    CgpGo go = {.id = check->id, .increment = -1, .move_time = -1, .clocks = 2, .clock = {30000, 30000}};
    if (deal->odd & ODD_NO_CLOCK) go.clocks = 0;
    if (deal->odd & ODD_CLOCK) go.clock[0] = go.clock[1] = LITTLE_TIME, go.increment = 0;
    if ((deal->odd & ODD_CLOCK) && deal->decisions % 2) go.move_time = LITTLE_TIME;
    Text line = {0};
    GinLegal legal = gin_legal(&deal->state);
    if (check->report->stateless) {
        gin_lines_view(&line, view, deal->number);
        talk_say(&check->talk, line.data); // right before go
        text_clear(&line);
    }
    cgp_print_go(&line, &go);
    gin_lines_add_legal(&line, &legal);
    text_add(&line, "\n");
    talk_say(&check->talk, line.data);
    text_free(&line);
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

static void find_illegal(Check *check, const CheckDeal *deal, const char *move, const char *reason, const char *why) {
    Text right = {0}, problem = {0};
    GinLegal legal = gin_legal(&deal->state);
    text_add(&right, "Legal here:");
    gin_lines_add_legal(&right, &legal);
    text_add(&right, ".");
    text_addf(&problem, "'%.80s' is not legal: %s", move, why);
    check_note(check, reason, "illegal-move", right.data, problem.data);
    text_free(&right);
    text_free(&problem);
}

typedef enum { MOVE_NONE, MOVE_FOUND, MOVE_WRONG } Heard;

// Reads a line as the move that was asked for. MOVE_NONE: it was something else, found, and the move may still come.
static Heard read_move(Check *check, const CheckDeal *deal, char *line, GinAction *action) {
    char *rest = line, said[96];
    uint64_t id;
    Error err;
    CgpSays kind = cgp_says(&rest);
    if (kind == CGP_SAYS_ERROR) {
        check->lost = true;
        check_find(check, "exit", "A bot that is asked something legal should answer it.", "the bot gave up: %.200s",
                   cgp_rest(&rest));
        return MOVE_WRONG;
    }
    if (kind != CGP_SAYS_MOVE) {
        check_find(check, "garbage", "The handshake ends with cgpok; now we wait for a move.",
                   "a line of the handshake comes in the middle of a match");
        return MOVE_NONE;
    }
    const char *number = cgp_next(&rest);
    if (!cgp_number(number, CGP_LAST_ID, &id)) {
        check_find(check, "garbage", "Write `move ID MOVE` with the ID of the go line.",
                   "move comes without the number of the decision, but with '%.20s'", number ? number : "");
        return MOVE_WRONG;
    }
    if (id != check->id) {
        check_find(check, "garbage",
                   "Repeat the ID of the last go line. Hosts ignore eight answers to earlier ones in a "
                   "match; the ninth, and one to a decision that was not asked, is garbage.",
                   "move answers decision %llu, but we asked for %u", (unsigned long long)id, check->id);
        return id < check->id ? MOVE_NONE : MOVE_WRONG;
    }
    text_copy(said, sizeof said, cgp_rest(&rest));
    if (!gin_lines_parse_move(rest, action, &err)) {
        find_illegal(check, deal, said, "unreadable", err.text);
        return MOVE_WRONG;
    }
    if (action->move == GIN_RESIGN) {
        text_addf(&check->report->notes, "It resigned a match, in \"%s\".\n", check->now->name);
        return MOVE_WRONG;
    }
    if (gin_is_legal(&deal->state, action)) return MOVE_FOUND;
    Text why = {0};
    const char *reason = check_why(&deal->state, action, &why);
    find_illegal(check, deal, said, reason, why.data);
    text_free(&why);
    return MOVE_WRONG;
}

static bool ask(Check *check, CheckDeal *deal, GinAction *action) {
    GinView view = gin_view(&deal->state, &deal->history, deal->bot);
    Text lines = {0};
    if (!(deal->odd & ODD_BARE)) {
        if (!deal->told) gin_tell_deal(&deal->teller, &lines, &view, deal->number);
        gin_tell_events(&deal->teller, &lines, &view);
        say(check, deal, &lines);
    }
    text_free(&lines);
    deal->told = true;
    look(deal);
    check->id += deal->odd & ODD_IDS ? 1 + rng_below(&check->rng, 100000) : 1;
    say_go(check, deal, &view);
    if (deal->odd & ODD_PINGS) check_ping(check); // its pong may wait for the move
    if (!check_send(check)) return false;
    int64_t sent = wire_now();
    char line[CGP_LINE + 1];
    for (Heard heard = MOVE_NONE; heard != MOVE_FOUND;) {
        if (!check_hear(check, "a move", line)) return false;
        heard = read_move(check, deal, line, action);
        if (heard == MOVE_WRONG) return false;
    }
    int64_t spent = (wire_now() - sent) / MILLISECOND;
    if ((deal->odd & ODD_CLOCK) && spent > LITTLE_TIME)
        check_find(check, "timeout", "Look at clock and movetime on the go line: they are milliseconds left.",
                   "the move took %lld ms, and %d were left", (long long)spent, LITTLE_TIME);
    check->now->decisions++;
    check->report->decisions++;
    deal->decisions++;
    return true;
}

static void hash_move(CheckDeal *deal, const GinAction *action) {
    deal->hash = rng_fold(deal->hash, (uint64_t)action->move << 8 | action->card);
    for (int i = 0; i < GIN_MAX_MELDS; i++) deal->hash = rng_fold(deal->hash, action->melds.meld[i]);
}

static void cut(Check *check, CheckDeal *deal) {
    Text line = {0};
    gin_lines_endmatch(&line, deal->bot, deal->score, NULL, deal->bot ^ 1, GIN_FORFEIT_CRASH);
    say(check, deal, &line);
    text_free(&line);
}

static void end(Check *check, CheckDeal *deal) {
    Text lines = {0};
    GinView view = gin_view(&deal->state, &deal->history, deal->bot);
    if (!deal->told) gin_tell_deal(&deal->teller, &lines, &view, deal->number);
    gin_tell_end(&deal->teller, &lines, &deal->state, &deal->history, deal->score);
    if (!(deal->odd & ODD_BARE)) say(check, deal, &lines);
    text_free(&lines);
    deal->saw |= SAW_END | (deal->state.result.end == GIN_CANCELLED ? SAW_CANCELLED : 0);
    deal->number++;
}

static GinAction rival_move(CheckDeal *deal) {
    GinView view = gin_view(&deal->state, &deal->history, deal->bot ^ 1);
    return deal->rival.choose(deal->rival.self, &view, &deal->rival_rng);
}

bool check_deal_play(Check *check, CheckDeal *deal, Seat starter, const Card deck[CARD_COUNT]) {
    GinState *state = &deal->state;
    gin_deal_deck(state, &deal->history, &deal->rules, starter, deal->score, deck);
    deal->told = false;
    deal->decisions = 0;
    while (state->table.phase != GIN_OVER) {
        GinAction action;
        if (state->table.to_act != deal->bot) {
            action = rival_move(deal);
        } else {
            if (!ask(check, deal, &action)) return false;
            hash_move(deal, &action);
        }
        gin_apply(state, &deal->history, &action);
        if (!(deal->odd & ODD_CUT) || deal->decisions < CUT_AFTER) continue;
        bool told = check->id % 2; // else newmatch alone ends it
        deal->saw |= told ? SAW_END : SAW_CUT;
        if (told) cut(check, deal);
        return false;
    }
    end(check, deal);
    return true;
}
