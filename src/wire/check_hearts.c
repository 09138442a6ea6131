// SPDX-License-Identifier: MIT
// The situations a bot for Hearts is put into.
#include <string.h>

#include "hearts/players/players.h"
#include "wire/check_hand_internal.h"

typedef struct Script {
    const char *name; // for people
    const char
        *cards; // "bot's / of the seat to its left / of the next / of the last"; what is missing is dealt by chance
    const char *rules;
    const char *rival;
    unsigned odd;    // ODD_...
    unsigned wanted; // HAND_...: all of them, over the hands played
    int hands;       // at most
} Script;

// Without passing cards stay where they are put. The moon: a hand of the ace of clubs and all hearts but the two takes
// every trick from the first it wins, whatever anybody does.
#define STAY "standard,pass=0"
#define MOON "AC AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"

static const Script SCRIPTS[] = {
    {"cards passed left, right, across, and held", NULL, "standard", "random", 0,
     HAND_LEFT | HAND_RIGHT | HAND_ACROSS | HAND_HOLD | HAND_END, 4},
    {"one card passed", NULL, "standard,pass=1", "random", 0, HAND_LEFT | HAND_END, 2},
    {"four cards passed", NULL, "standard,pass=4", "random", 0, HAND_LEFT | HAND_END, 2},
    {"we lead the two of clubs", "2C", STAY, "random", 0, HAND_TWO | HAND_END, 4},
    {"no points on the first trick", "3D 4D 5D 6D 7D 8D 2H 3H 4H 2S 3S 4S QS / 2C", STAY, "random", 0, HAND_NO_POINTS,
     2},
    {"nothing but points on the first trick", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS / 2C", STAY, "random", 0,
     HAND_ALL_POINTS, 2},
    {"the suit led is followed", NULL, STAY, "random", 0, HAND_FOLLOW | HAND_END, 2},
    {"nothing of the suit led", NULL, STAY, "random", 0, HAND_VOID | HAND_END, 8},
    {"we lead before hearts are broken", "AC 3D 5D 7D 9D JD 2H 4H 6H 8H 3S 5S 7S / 2C", STAY, "random", 0,
     HAND_UNBROKEN, 4},
    {"we lead after hearts are broken", NULL, STAY, "random", 0, HAND_BROKEN, 40},
    {"nothing but hearts to lead", "AC 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH / 2C", STAY, "random", 0, HAND_HEARTS, 2},
    {"another seat shoots the moon", "2C / 2H 2D / " MOON, STAY, "random", 0, HAND_MOON, 2},
    {"we shoot the moon", MOON " / 2C / 2H", STAY, "random", 0, HAND_OWN_MOON, 2},
    {"the paper's rules: no passing, seats lead in turn", NULL, "paper", "random", 0, HAND_FREE_FIRST | HAND_END, 8},
    {"hearts may be led at once, points fall at once", NULL, "standard,break-hearts=no,safe-first=no", "random", 0,
     HAND_END, 3},
    {"numbers of decisions that jump", NULL, "standard", "ducker", ODD_IDS, HAND_END, 2},
    {"pings at odd moments", NULL, "standard", "random", ODD_PINGS, HAND_END, 2},
    {"lines, events and keys it cannot know", NULL, "standard", "random", ODD_UNKNOWN, HAND_END, 2},
    {"lines of 4,096 bytes", NULL, "standard", "random", ODD_UNKNOWN | ODD_LONG, HAND_END, 1},
    {"one second on the clock", NULL, "standard", "random", ODD_CLOCK, HAND_END, 1},
    {"no clock at all", NULL, "standard", "random", ODD_NO_CLOCK, HAND_END, 1},
    {"the match ends in the middle of a hand", NULL, "standard", "random", ODD_CUT, HAND_END | HAND_CUT, 6},
};

enum { MATCH_HANDS = 30 }; // a match ends at the latest after so many

// Cards that are named go where they are named, the rest by chance.
static void fill_deck(Check *check, const char *cards, Seat bot, Card deck[CARD_COUNT]) {
    int given[HEARTS_SEATS] = {0};
    Seat seat = bot;
    CardSet left = SET_DECK;
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = CARD_NONE;
    for (const char *text = cards; text && *text;) {
        Card card;
        int used = card_parse(text, &card);
        if (!used) {
            seat = (Seat)((seat + (*text++ == '/')) & 3);
            continue;
        }
        deck[HEARTS_SEATS * given[seat]++ + seat] = card;
        left &= ~set_of(card);
        text += used;
    }
    for (int i = 0; i < CARD_COUNT; i++) {
        if (deck[i] != CARD_NONE) continue;
        deck[i] = rng_card(&check->rng, left);
        left &= ~set_of(deck[i]);
    }
}

static void open_rival(CheckHand *hand, const char *spec, const char *rules, Check *check) {
    bool good = hearts_player_open(spec, &hand->rival, NULL) && hearts_rules_parse(rules, &hand->rules, NULL);
    (void)good; // both are written above
    hand->rival_rng = rng_of_hash(rng_next(&check->rng));
}

static bool run_script(Check *check, const Script *script) {
    if (!check_enter(check, script->name)) return false;
    CheckHand hand = {.odd = script->odd};
    open_rival(&hand, script->rival, script->rules, check);
    for (int i = 0; i < script->hands && (script->odd || (hand.saw & script->wanted) != script->wanted); i++) {
        Card deck[CARD_COUNT];
        hand.bot = (Seat)(i & 3);
        fill_deck(check, script->cards, hand.bot, deck);
        check_hand_match(check, &hand, rng_next(&check->rng));
        hand.number = (uint32_t)i;
        check_hand_play(check, &hand, deck);
        if (!check_settle(check)) break;
    }
    check->now->reached = (hand.saw & script->wanted) == script->wanted;
    hearts_player_close(&hand.rival);
    return true;
}

static bool is_over(const CheckHand *hand) {
    bool over = hand->number >= MATCH_HANDS;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) over = over || hand->score[seat] >= hand->rules.target;
    return over;
}

// A whole match to the target.
static bool play_match(Check *check, CheckHand *hand, uint64_t seed) {
    Rng rng = rng_of_hash(rng_next(&check->rng));
    check_hand_match(check, hand, seed);
    while (!is_over(hand)) {
        Card deck[CARD_COUNT];
        rng_deck(&rng, deck);
        if (!check_hand_play(check, hand, deck)) return false;
    }
    Text line = {0};
    hearts_lines_endmatch(&line, hand->score);
    talk_say(&check->talk, line.data);
    text_free(&line);
    return check_settle(check);
}

typedef struct Matches {
    const char *name, *rival, *rules;
    unsigned odd, wanted;
} Matches;

static bool run_matches(Check *check, const Matches *plan, int games) {
    if (!check_enter(check, plan->name)) return false;
    CheckHand hand = {.odd = plan->odd};
    open_rival(&hand, plan->rival, plan->rules, check);
    check->talk.crlf = strstr(plan->name, "CR LF") != NULL;
    for (int i = 0; i < games; i++) {
        if (check->plan->stop && check->plan->stop(check->plan->context)) break;
        hand.bot = (Seat)(i & 3);
        if (!play_match(check, &hand, rng_next(&check->rng)) && !check_settle(check)) break;
    }
    check->talk.crlf = false;
    check->now->reached = (hand.saw & plan->wanted) == plan->wanted;
    hearts_player_close(&hand.rival);
    return true;
}

// The same match twice: no mistake if it goes another way, but worth knowing.
static bool run_seeds(Check *check) {
    if (!check_enter(check, "the same Seed twice")) return false;
    uint64_t hash[2] = {0, 0};
    Rng before = check->rng;
    bool both = true;
    for (int i = 0; i < 2 && both; i++) {
        CheckHand hand = {.bot = 0};
        check->rng = before;
        open_rival(&hand, "random", "standard,target=50", check);
        both = play_match(check, &hand, 4711);
        hash[i] = hand.hash;
        hearts_player_close(&hand.rival);
    }
    check->now->reached = both;
    if (both && hash[0] != hash[1]) check_note_chance(check);
    return true;
}

static bool run_stateless(Check *check) {
    if (!check_enter(check, "Stateless: view and go alone, in a fresh process")) return false;
    check->lost = true;
    if (!check_handshake(check, false)) return true;
    CheckHand hand = {.odd = ODD_BARE};
    open_rival(&hand, "random", "standard", check);
    play_match(check, &hand, 1);
    check_settle(check);
    check->now->reached = (hand.saw & HAND_END) != 0;
    hearts_player_close(&hand.rival);
    return true;
}

static void leave_in_the_middle(Check *check) {
    CheckHand hand = {.odd = ODD_CUT};
    Card deck[CARD_COUNT];
    open_rival(&hand, "random", "standard", check);
    fill_deck(check, NULL, 0, deck);
    check_hand_match(check, &hand, 1);
    check_hand_play(check, &hand, deck);
    hearts_player_close(&hand.rival);
}

void check_hearts(Check *check) {
    static const Matches crlf = {"a match with CR LF line ends", "ducker", "standard,target=30", 0, HAND_END};
    static const Matches many = {"whole matches, one process, changing seats", "random", "standard", 0, HAND_END};
    static const Matches other = {"whole matches under other rules", "random",
                                  "standard,moon=subtract,jack=10,trickless=5,target=60", ODD_PINGS | ODD_UNKNOWN,
                                  HAND_END | HAND_BELOW};
    int games = check->plan->games;
    if (!check_enter(check, "handshake")) return;
    check->now->reached = true;
    if (!check_pings(check)) return;
    for (size_t i = 0; i < sizeof SCRIPTS / sizeof *SCRIPTS; i++)
        if (!run_script(check, &SCRIPTS[i])) return;
    if (!run_matches(check, &crlf, 1) || !run_matches(check, &many, games) ||
        !run_matches(check, &other, (games + 3) / 4) || !run_seeds(check))
        return;
    if (check->report->stateless && !run_stateless(check)) return;
    check_quits(check, leave_in_the_middle);
}
