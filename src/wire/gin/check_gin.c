// SPDX-License-Identifier: MIT
// The situations a gin bot is put into.
#include "gin/players/list/players.h"
#include "wire/gin/check_deal_internal.h"

enum { MATCH_DEALS = 40 }; // a match nobody wins is drawn after so many

// An opponent that passes, draws from the stock and knocks with gin alone.
#define QUIET "mix:draw=stock,knock=limit,knock.limit=0"

// Cards: the bot's / the opponent's / upcard and stock from its top.
static const CheckScript SCRIPTS[] = {
    {"first upcard, as starter", NULL, "contest", "simple", 0, SAW_FIRST_OFFER | SAW_END, 4, 0},
    {"first upcard, after a pass", NULL, "contest", QUIET, 0, SAW_SECOND_OFFER | SAW_END, 4, 1},
    {"after two passes, only the stock", "AC 3D 5H 7S 9C JD 2H 4S 6C 8D / QC QD / KS", "contest", QUIET, 0, SAW_FORCED,
     10, 0},
    {"upcard taken, which may not be discarded at once", "AC 2C 7D 8D 4H 5H TS JS KC 9H / QC / 3C", "contest", "simple",
     0, SAW_TAKEN, 20, 0},
    {"a knock is legal", "AC 2C 3C 7D 7H 7S TD JD QD KH / 2D 4S 6H 8C TC QS KD 4D 9S JH / 9C 2S 5D 5C", "contest",
     QUIET, 0, SAW_KNOCK, 10, 0},
    {"gin is legal", "AC 2C 3C 4C 7D 7H 7S TD JD QD / 2D 4S 6H 8C TC QS KD 4D 9S JH / KC KS 5D 5C", "contest", QUIET, 0,
     SAW_GIN | SAW_KNOCK, 10, 0},
    {"big gin is legal", "AC 2C 3C 4C 7D 7H 7S TD JD QD / 2D 4S 6H 8C TC QS 4D 9S JH / KD 5C 5D", "pagat,big-gin=31",
     QUIET, 0, SAW_BIG_GIN, 10, 0},
    {"the opponent knocks, layoffs are possible",
     "4C 8S KC 2D 5H TH 6D JC QS 9D / AC 2C 3C 7D 7H 7C TD JD QD AS / KH 5S", "contest", "simple", 0,
     SAW_DEFEND | SAW_LAYOFFS, 10, 1},
    {"the opponent knocks before our first turn",
     "4C 8S KC 2D 5H TH 6D JC QS 9D / AC 2C 3C 7D 7H 9H TD JD QD AS / 7C 5S", "contest", "simple", 0, SAW_DEFEND, 3, 1},
    {"the opponent has gin", "4C 8S KC 2D 5H TH 6D JC QS 9C / AC 2C 3C 7D 7H 7S TD JD QD KD / 2H 5S", "contest",
     "simple", 0, SAW_GINNED, 10, 1},
    {"a deal without winner", NULL, "contest,stock=25", QUIET, 0, SAW_CANCELLED, 12, -1},
    {"Oklahoma: the upcard sets the limit", NULL, "oklahoma", "simple", 0, SAW_END, 6, -1},
    {"a knock limit of 30", NULL, "contest,knock=30", "random", 0, SAW_KNOCK | SAW_END, 12, -1},
    {"numbers of decisions that jump", NULL, "contest", "simple", ODD_IDS, SAW_END, 4, -1},
    {"pings at odd moments", NULL, "contest", "simple", ODD_PINGS, SAW_END, 4, -1},
    {"lines, events and keys it cannot know", NULL, "contest", "simple", ODD_UNKNOWN, SAW_END, 4, -1},
    {"lines of 4,096 bytes", NULL, "contest", "simple", ODD_UNKNOWN | ODD_LONG, SAW_END, 2, -1},
    {"one second on the clock", NULL, "contest", "simple", ODD_CLOCK, SAW_END, 2, -1},
    {"no clock at all", NULL, "contest", "simple", ODD_NO_CLOCK, SAW_END, 2, -1},
    {"the match ends in the middle of a deal", NULL, "contest", QUIET, ODD_CUT, SAW_END | SAW_CUT, 6, -1},
    {"a match that has begun before", NULL, "contest", "simple", ODD_BEGUN, SAW_END, 4, -1},
};

static void open_deal(CheckPlay *play, const char *rival, const char *rules) {
    CheckDeal *deal = (CheckDeal *)play;
    *deal = (CheckDeal){.play = *play};
    bool good = gin_player_open(rival, &deal->rival, NULL) && gin_rules_parse(rules, &deal->rules, NULL);
    (void)good; // both are written here
}

static void close_deal(CheckPlay *play) {
    CheckDeal *deal = (CheckDeal *)play;
    gin_player_close(&deal->rival);
    gin_past_close(&deal->past);
}

static void check_gin_single(CheckPlay *play, const CheckScript *script, int number) {
    (void)number;
    CheckDeal *deal = (CheckDeal *)play;
    Rng *rng = &play->check->rng;
    Card deck[CARD_COUNT];
    Seat starter = (Seat)(script->starter < 0 ? (int)rng_below(rng, 2) : play->bot ^ script->starter);
    const CheckPile piles[] = {{play->bot ^ starter, 2}, {play->bot ^ starter ^ 1, 2}, {2 * GIN_HAND_SIZE, 1}};
    check_deck(play, script->cards, piles, deck);
    starter = check_deal_match(deal, rng_next(rng), starter);
    check_deal_play(deal, starter, deck);
}

static bool check_gin_match(CheckPlay *play, uint64_t seed) {
    CheckDeal *deal = (CheckDeal *)play;
    uint16_t target = deal->rules.target;
    Rng rng = rng_of_hash(rng_next(&play->check->rng));
    Seat starter = (Seat)rng_below(&rng, 2);
    starter = check_deal_match(deal, seed, starter);
    while (deal->score[0] < target && deal->score[1] < target && play->number < MATCH_DEALS) {
        Card deck[CARD_COUNT];
        rng_deck(&rng, deck);
        if (!check_deal_play(deal, starter, deck)) return false;
        starter = gin_next_starter(&deal->rules, &deal->state);
    }
    Text line = {0};
    int winner = deal->score[0] >= target ? 0 : deal->score[1] >= target ? 1 : -1;
    gin_lines_endmatch(&line, winner, deal->score, NULL, -1, FAULT_NONE);
    return check_end_match(play, &line);
}

const CheckGame check_gin = {
    .name = "gin",
    .size = sizeof(CheckDeal),
    .seats = GIN_SEATS,
    .script = SCRIPTS,
    .scripts = sizeof SCRIPTS / sizeof *SCRIPTS,
    .left = {"quit in the middle of a match", NULL, "contest", QUIET, ODD_CUT, 0, 1, 0},
    .matches = {[MATCH_CRLF] = {"simple", "contest", 0, SAW_END},
                [MATCH_MANY] = {"random", "contest", 0, SAW_END},
                [MATCH_OTHER] = {"greedy", "pagat,big-gin=31", ODD_PINGS | ODD_UNKNOWN, SAW_END},
                [MATCH_TWICE] = {"simple", "contest", 0, SAW_END},
                [MATCH_STATELESS] = {"simple", "contest", ODD_BARE, SAW_END}},
    .open = open_deal,
    .close = close_deal,
    .single = check_gin_single,
    .match = check_gin_match,
};
