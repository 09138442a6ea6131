// SPDX-License-Identifier: MIT
// A whole gin bot: takes the upcard if it makes a meld, throws the dearest loose card, knocks as soon as it may.
//
// Try it:  cc -O2 bot.c -o bot;  deadwood check ./bot;  deadwood match exec:./bot simple
// docs/PROTOCOL.md has every line.
#include <stdio.h>
#include <string.h>

static char held[4][17]; // [suit][rank + 2] is 1 for each card held; the two places on either side stay 0
static const char RANKS[] = "A23456789TJQK", SUITS[] = "CDHS";
static int rank_of(const char *card) { return (int)(strchr(RANKS, card[0]) - RANKS); }
static int points(const char *card) { return rank_of(card) < 9 ? rank_of(card) + 1 : 10; }
static char *place(const char *card) { return &held[strchr(SUITS, card[1]) - SUITS][rank_of(card) + 2]; }

// Does the card belong to a set or a run of three of hand and card together?
static int melds(const char *card) {
    int same = 0, at = rank_of(card) + 2;
    char *here = place(card), *suit = here - at, before = *here;
    *here = 1;
    for (int s = 0; s < 4; s++) same += held[s][at];
    int run = (suit[at - 1] && (suit[at - 2] || suit[at + 1])) || (suit[at + 1] && suit[at + 2]);
    *here = before;
    return same >= 3 || run;
}

// Takes the upcard for a meld; throws loose cards before melded ones, dear before cheap, with a knock if it may.
static const char *choose(char *legal, const char *upcard) {
    const char *best = "";
    int most = -1;
    for (char *move = strtok(legal, " \r\n"); move; move = strtok(NULL, " \r\n")) {
        const char *card = strchr(move, ':') ? strchr(move, ':') + 1 : "";
        int worth = strcmp(move, "draw:up") == 0 ? (melds(upcard) ? 2 : 0) : 1; // stock, pass and melds are 1
        if (strncmp(move, "discard", 7) == 0) worth = 10 + (melds(card) ? 0 : 20) + points(card);
        if (strncmp(move, "knock", 5) == 0) worth = 50 + (melds(card) ? 0 : 20) + points(card);
        if (worth > most) best = move, most = worth;
    }
    return best;
}

int main(void) {
    char line[4200], who[8], what[8], card[8], upcard[8] = "", me[8] = "0";
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        int id, n = sscanf(line, "ev %7s %7s %7s", who, what, card), mine = n > 0 && strcmp(who, me) == 0;
        if (strncmp(line, "cgp ", 4) == 0) puts("id name C example\ngames gin\ncgpok");
        if (sscanf(line, "ping %d", &id) == 1) printf("pong %d\n", id);
        if (strncmp(line, "newmatch ", 9) == 0) sscanf(strstr(line, " you "), " you %7s", me);
        if (strncmp(line, "hand ", 5) == 0) {
            memset(held, 0, sizeof held);
            for (char *word = strtok(line + 5, " \r\n"); word; word = strtok(NULL, " \r\n")) *place(word) = 1;
        }
        if (n == 2 && strcmp(who, "upcard") == 0) strcpy(upcard, what);
        if (n == 3 && strcmp(what, "discard") == 0) strcpy(upcard, card);
        if (n == 3 && strcmp(who, "you") == 0) *place(card) = 1;
        if (mine && sscanf(line, "ev %*s draw up %7s", card) == 1) *place(card) = 1;
        if (mine && n == 3 && (strcmp(what, "discard") == 0 || strcmp(what, "knock") == 0)) *place(card) = 0;
        if (sscanf(line, "go %d", &id) == 1) printf("move %d %s\n", id, choose(strstr(line, " legal ") + 7, upcard));
        if (strncmp(line, "quit", 4) == 0) return 0;
    }
    return 0;
}
