// SPDX-License-Identifier: MIT
// The situations a gin bot is put into.
#include <string.h>

#include "gin/players/players.h"
#include "wire/check_deal_internal.h"

typedef struct Script {
    const char *name;  // for people
    const char *cards; // "bot's / opponent's / upcard and stock from its top"; what is missing is drawn by chance
    const char *rules;
    const char *rival;
    int starter;     // 0: the bot, 1: the opponent, -1: by chance
    unsigned odd;    // ODD_...
    unsigned wanted; // SAW_...: all of them, over the deals played
    int deals;       // at most
} Script;

enum { MATCH_DEALS = 40 }; // a match nobody wins is drawn after so many

// An opponent that passes, draws from the stock and knocks with gin alone.
#define QUIET "mix:draw=stock,knock=limit,knock.limit=0"

static const Script SCRIPTS[] = {
    {"first upcard, as starter", NULL, "contest", "simple", 0, 0, SAW_FIRST_OFFER | SAW_END, 4},
    {"first upcard, after a pass", NULL, "contest", QUIET, 1, 0, SAW_SECOND_OFFER | SAW_END, 4},
    {"after two passes, only the stock", "AC 3D 5H 7S 9C JD 2H 4S 6C 8D / QC QD / KS", "contest", QUIET, 0, 0,
     SAW_FORCED, 10},
    {"upcard taken, which may not be discarded at once", "AC 2C 7D 8D 4H 5H TS JS KC 9H / QC / 3C", "contest", "simple",
     0, 0, SAW_TAKEN, 20},
    {"a knock is legal", "AC 2C 3C 7D 7H 7S TD JD QD KH / 2D 4S 6H 8C TC QS KD 4D 9S JH / 9C 2S 5D 5C", "contest",
     QUIET, 0, 0, SAW_KNOCK, 10},
    {"gin is legal", "AC 2C 3C 4C 7D 7H 7S TD JD QD / 2D 4S 6H 8C TC QS KD 4D 9S JH / KC KS 5D 5C", "contest", QUIET, 0,
     0, SAW_GIN | SAW_KNOCK, 10},
    {"big gin is legal", "AC 2C 3C 4C 7D 7H 7S TD JD QD / 2D 4S 6H 8C TC QS 4D 9S JH / KD 5C 5D", "pagat,big-gin=31",
     QUIET, 0, 0, SAW_BIG_GIN, 10},
    {"the opponent knocks, layoffs are possible",
     "4C 8S KC 2D 5H TH 6D JC QS 9D / AC 2C 3C 7D 7H 7C TD JD QD AS / KH 5S", "contest", "simple", 1, 0,
     SAW_DEFEND | SAW_LAYOFFS, 10},
    {"the opponent knocks before our first turn",
     "4C 8S KC 2D 5H TH 6D JC QS 9D / AC 2C 3C 7D 7H 9H TD JD QD AS / 7C 5S", "contest", "simple", 1, 0, SAW_DEFEND, 3},
    {"the opponent has gin", "4C 8S KC 2D 5H TH 6D JC QS 9C / AC 2C 3C 7D 7H 7S TD JD QD KD / 2H 5S", "contest",
     "simple", 1, 0, SAW_GINNED, 10},
    {"a deal without winner", NULL, "contest,stock=25", QUIET, -1, 0, SAW_CANCELLED, 12},
    {"Oklahoma: the upcard sets the limit", NULL, "oklahoma", "simple", -1, 0, SAW_END, 6},
    {"a knock limit of 30", NULL, "contest,knock=30", "random", -1, 0, SAW_KNOCK | SAW_END, 12},
    {"numbers of decisions that jump", NULL, "contest", "simple", -1, ODD_IDS, SAW_END, 4},
    {"pings at odd moments", NULL, "contest", "simple", -1, ODD_PINGS, SAW_END, 4},
    {"lines, events and keys it cannot know", NULL, "contest", "simple", -1, ODD_UNKNOWN, SAW_END, 4},
    {"lines of 4,096 bytes", NULL, "contest", "simple", -1, ODD_UNKNOWN | ODD_LONG, SAW_END, 2},
    {"one second on the clock", NULL, "contest", "simple", -1, ODD_CLOCK, SAW_END, 2},
    {"no clock at all", NULL, "contest", "simple", -1, ODD_NO_CLOCK, SAW_END, 2},
    {"the match ends in the middle of a deal", NULL, "contest", QUIET, -1, ODD_CUT, SAW_END | SAW_CUT, 6},
};

// ---- Cards ----

static void fill_deck(Check *check, const char *cards, Seat bot, Seat starter, Card deck[CARD_COUNT]) {
    int at[3] = {bot == starter ? 0 : 1, bot == starter ? 1 : 0, 2 * GIN_HAND_SIZE}, part = 0;
    CardSet left = SET_DECK;
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = CARD_NONE;
    for (const char *text = cards; text && *text;) {
        Card card;
        int used = card_parse(text, &card);
        if (!used) {
            part += *text++ == '/';
            continue;
        }
        deck[at[part]] = card;
        at[part] += part < 2 ? 2 : 1;
        left &= ~set_of(card);
        text += used;
    }
    for (int i = 0; i < CARD_COUNT; i++) {
        if (deck[i] != CARD_NONE) continue;
        deck[i] = rng_card(&check->rng, left);
        left &= ~set_of(deck[i]);
    }
}

// ---- Situations ----

static void open_rival(CheckDeal *deal, const char *spec, const char *rules, Check *check) {
    bool good = gin_player_open(spec, &deal->rival, NULL) && gin_rules_parse(rules, &deal->rules, NULL);
    (void)good; // both are written above
    deal->rival_rng = rng_of_hash(rng_next(&check->rng));
}

static bool run_script(Check *check, const Script *script) {
    if (!check_enter(check, script->name)) return false;
    CheckDeal deal = {.odd = script->odd};
    open_rival(&deal, script->rival, script->rules, check);
    for (int i = 0; i < script->deals && (script->odd || (deal.saw & script->wanted) != script->wanted); i++) {
        Card deck[CARD_COUNT];
        deal.bot = (Seat)(i & 1);
        Seat starter = (Seat)(script->starter < 0 ? (int)rng_below(&check->rng, 2) : deal.bot ^ script->starter);
        fill_deck(check, script->cards, deal.bot, starter, deck);
        check_deal_match(check, &deal, rng_next(&check->rng));
        check_deal_play(check, &deal, starter, deck);
        if (!check_settle(check)) break;
    }
    check->now->reached = (deal.saw & script->wanted) == script->wanted;
    gin_player_close(&deal.rival);
    return true;
}

// A whole match to the target.
static bool play_match(Check *check, CheckDeal *deal, uint64_t seed) {
    uint64_t cards = rng_next(&check->rng);
    Rng rng = rng_of_hash(cards);
    Seat starter = (Seat)rng_below(&rng, 2);
    check_deal_match(check, deal, seed);
    while (deal->score[0] < deal->rules.target && deal->score[1] < deal->rules.target && deal->number < MATCH_DEALS) {
        Card deck[CARD_COUNT];
        rng_deck(&rng, deck);
        if (!check_deal_play(check, deal, starter, deck)) return false;
        starter = gin_next_starter(&deal->rules, &deal->state);
    }
    Text line = {0};
    int winner = deal->score[0] >= deal->rules.target ? 0 : deal->score[1] >= deal->rules.target ? 1 : -1;
    gin_lines_endmatch(&line, winner, deal->score, NULL, -1, GIN_NO_FORFEIT);
    talk_say(&check->talk, line.data);
    text_free(&line);
    return check_settle(check);
}

static bool run_matches(Check *check, const char *name, const char *rival, const char *rules, unsigned odd, int games) {
    if (!check_enter(check, name)) return false;
    CheckDeal deal = {.odd = odd};
    open_rival(&deal, rival, rules, check);
    check->talk.crlf = strstr(name, "CR LF") != NULL;
    for (int i = 0; i < games; i++) {
        if (check->plan->stop && check->plan->stop(check->plan->context)) break;
        deal.bot = (Seat)(i & 1);
        if (!play_match(check, &deal, rng_next(&check->rng)) && !check_settle(check)) break;
    }
    check->talk.crlf = false;
    check->now->reached = (deal.saw & SAW_END) != 0;
    gin_player_close(&deal.rival);
    return true;
}

// The same match twice: no mistake if it goes another way, but worth knowing.
static bool run_seeds(Check *check) {
    if (!check_enter(check, "the same Seed twice")) return false;
    uint64_t hash[2] = {0, 0};
    Rng before = check->rng;
    bool both = true;
    for (int i = 0; i < 2 && both; i++) {
        CheckDeal deal = {.bot = 0};
        check->rng = before;
        open_rival(&deal, "simple", "contest", check);
        both = play_match(check, &deal, 4711);
        hash[i] = deal.hash;
        gin_player_close(&deal.rival);
    }
    check->now->reached = both;
    if (both && hash[0] != hash[1]) check_note_chance(check);
    return true;
}

static bool run_stateless(Check *check) {
    if (!check_enter(check, "Stateless: view and go alone, in a fresh process")) return false;
    check->lost = true;
    if (!check_handshake(check, false)) return true;
    CheckDeal deal = {.odd = ODD_BARE};
    open_rival(&deal, "simple", "contest", check);
    play_match(check, &deal, 1);
    check_settle(check);
    check->now->reached = (deal.saw & SAW_END) != 0;
    gin_player_close(&deal.rival);
    return true;
}

static void leave_in_the_middle(Check *check) {
    CheckDeal deal = {.odd = ODD_CUT};
    Card deck[CARD_COUNT];
    open_rival(&deal, QUIET, "contest", check);
    fill_deck(check, NULL, 0, 0, deck);
    check_deal_match(check, &deal, 1);
    check_deal_play(check, &deal, 0, deck);
    gin_player_close(&deal.rival);
}

void check_gin(Check *check) {
    if (!check_enter(check, "handshake")) return;
    check->now->reached = true;
    if (!check_pings(check)) return;
    for (size_t i = 0; i < sizeof SCRIPTS / sizeof *SCRIPTS; i++)
        if (!run_script(check, &SCRIPTS[i])) return;
    if (!run_matches(check, "a match with CR LF line ends", "simple", "contest", 0, 1)) return;
    if (!run_matches(check, "whole matches, one process, changing seats", "random", "contest", 0, check->plan->games))
        return;
    if (!run_matches(check, "whole matches under other rules", "greedy", "pagat,big-gin=31", ODD_PINGS | ODD_UNKNOWN,
                     (check->plan->games + 3) / 4))
        return;
    if (!run_seeds(check)) return;
    if (check->report->stateless && !run_stateless(check)) return;
    check_quits(check, leave_in_the_middle);
}
