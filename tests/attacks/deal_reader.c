// SPDX-License-Identifier: MIT
// deal_reader HOW FILE [game]: a bot that tries to know the whole deal before it plays, and writes to FILE how often
// it did: "read N of M". HOW is where it looks for the seed of the match:
//   invert     runs the Seed option it is told backwards, through all hashes of base/rng.h
//   seed1      takes 1, the default
//   ancestors  takes every number in the command lines and environments of the processes above it
// It knows a deal when the deck it makes has its own hand in it. What it plays is only legal.
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 400, SEEDS = 4096 };

typedef struct Reader {
    const char *how;
    bool hearts;
    uint64_t told; // the Seed option
    unsigned seat, starter, deal;
    uint64_t key; // of the game's deals, once it is known
    bool known;   // it is
    uint64_t seeds[SEEDS];
    int count; // of them
    uint64_t read, deals;
} Reader;

// ---- The hashes of base/rng.h, and back ----

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static uint64_t inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}

static uint64_t unshift(uint64_t x, int by) {
    uint64_t y = x;
    for (int i = 0; i < 3; i++) y = x ^ y >> by;
    return y;
}

static uint64_t unmix(uint64_t x) {
    x = unshift(x, 31) * inverse(UINT64_C(0x94D049BB133111EB));
    x = unshift(x, 27) * inverse(UINT64_C(0xBF58476D1CE4E5B9));
    return unshift(x, 30);
}

static uint64_t word_hash(uint64_t word) { return mix(word + UINT64_C(0x9E3779B97F4A7C15)); }
static uint64_t fold(uint64_t hash, uint64_t word) {
    return mix((hash ^ word_hash(word)) + UINT64_C(0xD1B54A32D192ED03));
}
static uint64_t unfold(uint64_t hash, uint64_t word) {
    return (unmix(hash) - UINT64_C(0xD1B54A32D192ED03)) ^ word_hash(word);
}

static uint64_t key_of(uint64_t seed, uint64_t match, uint64_t deal) { return fold(fold(fold(0, seed), match), deal); }

// ---- The deck ----

static void deck_of(uint64_t key, unsigned hand, unsigned char deck[52]) {
    __extension__ typedef unsigned __int128 Wide;
    uint64_t state = fold(key, 256 + (uint64_t)hand), step = mix(state + UINT64_C(0xA24BAED4963EE407)) | 1, word = 0;
    unsigned char rest[52];
    for (unsigned i = 0; i < 52; i++) rest[i] = (unsigned char)i; // suit by suit, aces low
    for (unsigned i = 0; i < 51; i++) {
        if (i % 7 == 0) word = mix(state += step);
        Wide wide = (Wide)word * (52 - i);
        unsigned draw = (unsigned)(wide >> 64);
        word = (uint64_t)wide;
        deck[i] = rest[draw];
        memmove(rest + draw, rest + draw + 1, 51 - draw);
    }
    deck[51] = rest[0];
}

static uint64_t bit_of(const char *card) {
    const char *rank = strchr("A23456789TJQK", card[0]), *suit = strchr("CDHS", card[1]);
    return rank && suit ? UINT64_C(1) << (13 * (suit - "CDHS") + (rank - "A23456789TJQK")) : 0;
}

// The cards the seat is dealt if the game's deals have this key.
static uint64_t dealt(const Reader *self, uint64_t key) {
    unsigned char deck[52];
    unsigned seats = self->hearts ? 4 : 2, cards = self->hearts ? 52 : 20, first = self->hearts ? 0 : self->starter;
    uint64_t hand = 0;
    deck_of(key, self->deal, deck);
    for (unsigned i = 0; i < cards; i++)
        if ((first + i) % seats == self->seat) hand |= UINT64_C(1) << deck[i];
    return hand;
}

// ---- Where seeds come from ----

// Every number in a text, decimal or hexadecimal.
static void take_numbers(Reader *self, const char *text, size_t size) {
    for (size_t at = 0; at < size && self->count < SEEDS; at++) {
        if (!isdigit((unsigned char)text[at]) || (at > 0 && isalnum((unsigned char)text[at - 1]))) continue;
        self->seeds[self->count++] = strtoull(text + at, NULL, 0);
    }
}

static void read_process(Reader *self, int process, const char *what) {
    static char text[1 << 17];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", process, what);
    FILE *file = fopen(path, "rb");
    if (!file) return;
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    take_numbers(self, text, size);
    fclose(file);
}

static int parent_of(int process) {
    char path[64], line[512];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    if (fgets(line, sizeof line, file) && strrchr(line, ')')) sscanf(strrchr(line, ')') + 1, " %*c %d", &parent);
    fclose(file);
    return parent;
}

// Up to the host, and no further: what the test itself was called with is no fault of the host's.
static void ask_ancestors(Reader *self) {
    char path[64], name[64] = "";
    for (int process = getppid(); process > 1; process = parent_of(process)) {
        snprintf(path, sizeof path, "/proc/%d/comm", process);
        FILE *file = fopen(path, "r");
        bool ours = file && fgets(name, sizeof name, file) &&
                    (strncmp(name, "deadwood", 8) == 0 || strncmp(name, "bot-keeper", 10) == 0);
        if (file) fclose(file);
        if (!ours) return;
        read_process(self, process, "cmdline");
        read_process(self, process, "environ");
    }
}

// ---- Knowing the deal ----

static bool try_key(Reader *self, uint64_t key, uint64_t hand) {
    if (dealt(self, key) != hand) return false;
    self->key = key;
    self->known = true;
    return true;
}

static bool try_seed(Reader *self, uint64_t seed, uint64_t hand) {
    for (uint64_t deal = 0; deal < GAMES; deal++)
        if (try_key(self, key_of(seed, 0, deal), hand)) return true;
    return false;
}

// From the seat's stream to the game's key, to the match's, and forward again to that of the deals.
static bool invert(Reader *self, uint64_t hand) {
    uint64_t own = unfold(self->told, self->seat);
    for (uint64_t game = 0; game < GAMES; game++) {
        uint64_t match = unfold(own, game);
        for (uint64_t share = 1; share <= 14; share++)
            if (try_key(self, fold(match, game / share), hand)) return true;
    }
    return false;
}

static void look(Reader *self, uint64_t hand) {
    self->deals++;
    if (!self->known || dealt(self, self->key) != hand) {
        self->known = false;
        if (strcmp(self->how, "invert") == 0) invert(self, hand);
        for (int i = 0; i < self->count && !self->known; i++) try_seed(self, self->seeds[i], hand);
    }
    self->read += self->known;
}

// ---- The conversation ----

static void answer(const Reader *self, char *line, const char *hand) {
    char id[24] = "";
    sscanf(line, "go %20s", id);
    char *legal = strstr(line, " legal ") + 7;
    size_t size = strcspn(legal, " \n");
    if (strncmp(legal, "pass", 4) == 0 && size > 4) // hearts: the first cards of the hand
        printf("move %s pass %.*s\n", id, 3 * atoi(legal + 4) - 1, hand);
    else if (strstr(legal, "draw:stock"))
        printf("move %s draw stock\n", id);
    else
        printf("move %s %.*s\n", id, (int)size, legal);
    (void)self;
}

static void take_hand(Reader *self, const char *cards) {
    uint64_t hand = 0;
    for (const char *at = cards; *at; at += at[2] == ' ' ? 3 : 2) hand |= bit_of(at);
    look(self, hand);
}

static void report(const Reader *self, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "read %llu of %llu\n", (unsigned long long)self->read, (unsigned long long)self->deals);
    fclose(file);
}

int main(int argc, char **argv) {
    static Reader self;
    unsigned long long told = 0;
    static char line[4200], hand[64], file[4096];
    if (argc < 3) return 2;
    self.how = argv[1];
    self.hearts = argc > 3 && strcmp(argv[3], "hearts") == 0;
    snprintf(file, sizeof file, "%.4000s.%d", argv[2], (int)getpid());
    if (strcmp(self.how, "seed1") == 0) self.seeds[self.count++] = 1;
    if (strcmp(self.how, "ancestors") == 0) ask_ancestors(&self);
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "cgp ", 4) == 0) printf("id name reader\ngames %s\ncgpok\n", self.hearts ? "hearts" : "gin");
        if (strncmp(line, "ping ", 5) == 0) printf("pong %s\n", line + 5);
        if (sscanf(line, "newmatch %*s seats %*u you %u", &self.seat) == 1) self.known = false;
        if (sscanf(line, "setoption name Seed value %llu", &told) == 1) self.told = told;
        if (!self.hearts) sscanf(line, "newdeal %u starter %u", &self.deal, &self.starter); // else single hands
        if (strncmp(line, "hand ", 5) == 0) {
            snprintf(hand, sizeof hand, "%.60s", line + 5);
            take_hand(&self, hand);
            report(&self, file);
        }
        if (strncmp(line, "go ", 3) == 0) answer(&self, line, hand);
        if (strncmp(line, "quit", 4) == 0) break;
    }
    return 0;
}
