// SPDX-License-Identifier: MIT
// A bot that keeps every deal it has played in its memory and looks in each new hand for cards it has seen dealt
// before: `remembers FILE [NAME]`. In duplicate play a process that had both games of a pair, or two seatings of a
// deal, would know all hidden cards. It plays badly, and appends a line to FILE for every hand it is dealt: its
// process's number, the game, and `new` or `seen`.
//
// In gin the other seat's ten cards are among those it discarded and ended with, and the upcard is the same; hands so
// long that any ten cards may be among them are passed over. In Hearts thirteen cards are known by who played them;
// three of them may have been passed.
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DEALS = 100000, SEATS = 4, TELLING = 17 };

typedef struct Deal {
    uint64_t cards[SEATS]; // what a seat was seen to have had
    uint64_t mine;         // as dealt
    uint64_t upcard;       // of gin
} Deal;

typedef struct Bot {
    const char *path;
    bool hearts;
    int seat, deals;
    Deal deal[MOST_DEALS]; // the last one is being played
} Bot;

static uint64_t bit(const char *card) {
    const char *rank = strchr("A23456789TJQK", card[0]), *suit = strchr("CDHS", card[1]);
    if (!card[0] || !card[1] || !rank || !suit) return 0;
    return UINT64_C(1) << (16 * (suit - "CDHS") + (rank - "A23456789TJQK"));
}

// All cards of a line, separated by anything.
static uint64_t cards_of(const char *text) {
    uint64_t set = 0;
    for (const char *at = text; *at && at[1]; at++) {
        uint64_t card = bit(at);
        if (card) set |= card, at++;
    }
    return set;
}

static int count(uint64_t set) { return __builtin_popcountll(set); }

static bool seen_before(const Bot *bot) {
    const Deal *now = &bot->deal[bot->deals - 1];
    for (const Deal *deal = bot->deal; deal < now; deal++) {
        if (deal->upcard != now->upcard) continue;
        if (deal->mine == now->mine) return true;
        for (int seat = 0; seat < SEATS; seat++)
            if (count(deal->cards[seat]) <= TELLING && count(deal->cards[seat] & now->mine) >= 10) return true;
    }
    return false;
}

// One write, so that lines of several processes stay whole.
static void report(const Bot *bot) {
    char line[80];
    bool seen = seen_before(bot);
    int size = snprintf(line, sizeof line, "%ld %s %s\n", (long)getpid(), bot->hearts ? "hearts" : "gin",
                        seen ? "seen" : "new");
    int file = open(bot->path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (file < 0 || write(file, line, (size_t)size) != size) exit(9);
    close(file);
}

static void see_hand(Bot *bot, const char *cards) {
    if (bot->deals == MOST_DEALS) exit(8);
    bot->deal[bot->deals++] = (Deal){.mine = cards_of(cards)};
    if (bot->hearts) report(bot);
}

static void see_event(Bot *bot, const char *event) {
    if (strncmp(event, "upcard ", 7) == 0 && bot->deals) {
        bot->deal[bot->deals - 1].upcard = bit(event + 7);
        report(bot);
    }
    int seat = event[0] - '0';
    if (seat < 0 || seat >= SEATS || !bot->deals) return;
    uint64_t *cards = &bot->deal[bot->deals - 1].cards[seat];
    const char *what = event + 2;
    if (strncmp(what, "discard ", 8) == 0 || strncmp(what, "knock ", 6) == 0) *cards |= bit(strchr(what, ' ') + 1);
    if (strncmp(what, "hand ", 5) == 0) *cards |= cards_of(what + 5);
    if (strncmp(what, "play ", 5) == 0) *cards |= bit(what + 5);
}

static void decide(const Bot *bot, const char *line) {
    int id = atoi(line + 3);
    const char *legal = strstr(line, " legal ") + 6, *pass = strstr(legal, " pass");
    static const char *const wanted[] = {" knock:", " discard:", " draw:stock", " pass ", " play:", " melds"};
    int left = pass ? atoi(pass + 5) : 0;
    if (bot->hearts && left) { // the lowest cards
        printf("move %d pass", id);
        for (int card = 0; card < 64 && left; card++)
            if (bot->deal[bot->deals - 1].mine >> card & 1)
                printf(" %c%c", "A23456789TJQK"[card % 16], "CDHS"[card / 16]), left--;
        printf("\n");
        return;
    }
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const char *at = strstr(legal, wanted[i]);
        if (!at) continue;
        printf("move %d %.*s\n", id, (int)strcspn(at + 1, " \n"), at + 1);
        return;
    }
}

static void hear(Bot *bot, const char *name, const char *line) {
    const char *you = strstr(line, " you ");
    if (strncmp(line, "cgp ", 4) == 0) printf("id name %s\ngames gin hearts\ncgpok\n", name);
    if (strncmp(line, "newmatch ", 9) == 0) {
        bot->seat = you ? atoi(you + 5) : 0;
        bot->hearts = strncmp(line + 9, "hearts ", 7) == 0;
    }
    if (strncmp(line, "ping ", 5) == 0) printf("pong %s", line + 5);
    if (strncmp(line, "hand ", 5) == 0) see_hand(bot, line + 5);
    if (strncmp(line, "ev ", 3) == 0) see_event(bot, line + 3);
    if (strncmp(line, "go ", 3) == 0) decide(bot, line);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 2) return 7;
    static Bot bot; // for its size
    char line[8192];
    bot.path = argv[1];
    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0)
        hear(&bot, argc > 2 ? argv[2] : "Remembers", line);
    return 0;
}
