// SPDX-License-Identifier: MIT
// The situations a bot for Hearts is put into.
#include "hearts/players/list/players.h"
#include "wire/hearts/check_hand_internal.h"

// Without passing cards stay where they are put. The moon: a hand of the ace of clubs and all hearts but the two takes
// every trick from the first it wins, whatever anybody does.
#define STAY "standard,pass=0"
#define MOON "AC AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"

// Cards: the bot's / those of the seat to its left / of the next / of the last.
static const CheckScript SCRIPTS[] = {
    {"cards passed left, right, across, and held", NULL, "standard", "random", 0,
     HAND_LEFT | HAND_RIGHT | HAND_ACROSS | HAND_HOLD | SAW_END, 4, 0},
    {"one card passed", NULL, "standard,pass=1", "random", 0, HAND_LEFT | SAW_END, 2, 0},
    {"four cards passed", NULL, "standard,pass=4", "random", 0, HAND_LEFT | SAW_END, 2, 0},
    {"we lead the two of clubs", "2C", STAY, "random", 0, HAND_TWO | SAW_END, 4, 0},
    {"no points on the first trick", "3D 4D 5D 6D 7D 8D 2H 3H 4H 2S 3S 4S QS / 2C", STAY, "random", 0, HAND_NO_POINTS,
     2, 0},
    {"nothing but points on the first trick", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS / 2C", STAY, "random", 0,
     HAND_ALL_POINTS, 2, 0},
    {"the suit led is followed", NULL, STAY, "random", 0, HAND_FOLLOW | SAW_END, 2, 0},
    {"nothing of the suit led", NULL, STAY, "random", 0, HAND_VOID | SAW_END, 8, 0},
    {"we lead before hearts are broken", "AC 3D 5D 7D 9D JD 2H 4H 6H 8H 3S 5S 7S / 2C", STAY, "random", 0,
     HAND_UNBROKEN, 4, 0},
    {"we lead after hearts are broken", NULL, STAY, "random", 0, HAND_BROKEN, 40, 0},
    {"nothing but hearts to lead", "AC 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH / 2C", STAY, "random", 0, HAND_HEARTS, 2, 0},
    {"another seat shoots the moon", "2C / 2H 2D / " MOON, STAY, "random", 0, HAND_MOON, 2, 0},
    {"we shoot the moon", MOON " / 2C / 2H", STAY, "random", 0, HAND_OWN_MOON, 2, 0},
    {"the paper's rules: no passing, seats lead in turn", NULL, "paper", "random", 0, HAND_FREE_FIRST | SAW_END, 8, 0},
    {"hearts may be led at once, points fall at once", NULL, "standard,break-hearts=no,safe-first=no", "random", 0,
     SAW_END, 3, 0},
    {"numbers of decisions that jump", NULL, "standard", "ducker", ODD_IDS, SAW_END, 2, 0},
    {"pings at odd moments", NULL, "standard", "random", ODD_PINGS, SAW_END, 2, 0},
    {"lines, events and keys it cannot know", NULL, "standard", "random", ODD_UNKNOWN, SAW_END, 2, 0},
    {"lines of 4,096 bytes", NULL, "standard", "random", ODD_UNKNOWN | ODD_LONG, SAW_END, 1, 0},
    {"one second on the clock", NULL, "standard", "random", ODD_CLOCK, SAW_END, 1, 0},
    {"no clock at all", NULL, "standard", "random", ODD_NO_CLOCK, SAW_END, 1, 0},
    {"the match ends in the middle of a hand", NULL, "standard", "random", ODD_CUT, SAW_END | SAW_CUT, 6, 0},
};

enum { MATCH_HANDS = 30 }; // a match ends at the latest after so many

static void open_hand(CheckPlay *play, const char *rival, const char *rules) {
    CheckHand *hand = (CheckHand *)play;
    *hand = (CheckHand){.play = *play};
    bool good = hearts_player_open(rival, &hand->rival, NULL) && hearts_rules_parse(rules, &hand->rules, NULL);
    (void)good; // both are written here
}

static void close_hand(CheckPlay *play) { hearts_player_close(&((CheckHand *)play)->rival); }

// The number of a hand says where cards are passed.
static void check_hearts_single(CheckPlay *play, const CheckScript *script, int number) {
    CheckHand *hand = (CheckHand *)play;
    CheckPile piles[HEARTS_SEATS];
    Card deck[CARD_COUNT];
    for (int i = 0; i < HEARTS_SEATS; i++) piles[i] = (CheckPile){(play->bot + i) % HEARTS_SEATS, HEARTS_SEATS};
    check_deck(play, script->cards, piles, deck);
    check_hand_match(hand, rng_next(&play->check->rng));
    play->number = (uint32_t)number;
    check_hand_play(hand, deck);
}

static bool check_hand_is_over(const CheckHand *hand) {
    bool over = hand->play.number >= MATCH_HANDS;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) over = over || hand->score[seat] >= hand->rules.target;
    return over;
}

static bool check_hearts_match(CheckPlay *play, uint64_t seed) {
    CheckHand *hand = (CheckHand *)play;
    Rng rng = rng_of_hash(rng_next(&play->check->rng));
    check_hand_match(hand, seed);
    while (!check_hand_is_over(hand)) {
        Card deck[CARD_COUNT];
        rng_deck(&rng, deck);
        if (!check_hand_play(hand, deck)) return false;
    }
    Text line = {0};
    hearts_lines_endmatch(&line, hand->score);
    return check_end_match(play, &line);
}

const CheckGame check_hearts = {
    .name = "hearts",
    .size = sizeof(CheckHand),
    .seats = HEARTS_SEATS,
    .script = SCRIPTS,
    .scripts = sizeof SCRIPTS / sizeof *SCRIPTS,
    .left = {"quit in the middle of a match", NULL, "standard", "random", ODD_CUT, 0, 1, 0},
    .matches = {[MATCH_CRLF] = {"ducker", "standard,target=30", 0, SAW_END},
                [MATCH_MANY] = {"random", "standard", 0, SAW_END},
                [MATCH_OTHER] = {"random", "standard,moon=subtract,jack=10,trickless=5,target=60",
                                 ODD_PINGS | ODD_UNKNOWN, SAW_END | HAND_BELOW},
                [MATCH_TWICE] = {"random", "standard,target=50", 0, SAW_END},
                [MATCH_STATELESS] = {"random", "standard", ODD_BARE, SAW_END}},
    .open = open_hand,
    .close = close_hand,
    .single = check_hearts_single,
    .match = check_hearts_match,
};
