// SPDX-License-Identifier: MIT
// A bot that plays badly but legally, and in one way, named on its command line, not at all: `faulty hang`.
// tests/unit/contest/test_wire_faults.c and test_wire_hearts_faults.c know how the host must judge each.
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WHEN = 3 }; // the decision at which things go wrong in the middle of a game

typedef struct Bot {
    const char *mode;
    int decisions; // of this match
    unsigned long long seed;
    bool viewed; // the last line was a view
    bool took;   // drew the upcard this turn
    char drawn[3];
    char hand[64]; // of Hearts, as dealt: "2C 3C ..."
} Bot;

static bool is(const Bot *bot, const char *mode) { return strcmp(bot->mode, mode) == 0; }

static void say(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void sleep_for_ever(void) {
    for (;;) pause();
}

static void nap(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void crash(void) {
    signal(SIGSEGV, SIG_DFL); // sanitizers have a handler that exits instead
    raise(SIGSEGV);
}

// ---- Processes of its own ----

// A grandchild in a session of its own, deaf to polite signals, that keeps the bot's pipes open.
static void make_daemon(void) {
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            signal(SIGHUP, SIG_IGN);
            signal(SIGPIPE, SIG_IGN);
            sleep_for_ever();
        }
        _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

static void make_zombies(void) {
    for (int i = 0; i < 20; i++)
        if (fork() == 0) _exit(0);
}

// Never more than a few hundred, should the host fail to stop it.
static void fork_bomb(bool sessions) {
    for (int i = 0; i < 300; i++)
        if (fork() == 0) {
            if (sessions) setsid();
            sleep_for_ever();
        }
    sleep_for_ever();
}

static void eat_memory(void) {
    for (int i = 0; i < 40; i++) { // 640 MiB at most
        char *block = malloc(16 << 20);
        if (!block) abort();
        for (volatile char *at = block; at < block + (16 << 20); at += 1024) *at = 1; // volatile: or compilers drop it
        nap(10);
    }
    sleep_for_ever();
}

// The same in a grandchild.
static void eat_memory_below(void) {
    if (fork() == 0) {
        if (fork() == 0) eat_memory();
        _exit(0);
    }
    sleep_for_ever();
}

static void *eat_in_thread(void *nothing) {
    (void)nothing;
    eat_memory();
    return NULL;
}

// The same in a thread that outlives the first one.
static void eat_memory_without_main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, eat_in_thread, NULL);
    pthread_exit(NULL);
}

// Its keeper, whoever looks after that, and itself last. The host it spares.
static void kill_keepers(void) {
    make_daemon();
    for (pid_t above = getppid(); above > 1;) {
        char path[64], text[512] = "";
        snprintf(path, sizeof path, "/proc/%d/stat", (int)above);
        FILE *file = fopen(path, "r");
        if (!file || !fgets(text, sizeof text, file) || !strstr(text, "(bot-keeper)")) break;
        fclose(file);
        int parent = 0;
        sscanf(strrchr(text, ')') + 1, " %*c %d", &parent);
        kill(above, SIGSTOP);
        kill(above, SIGKILL);
        above = parent;
    }
    sleep_for_ever();
}

// ---- The ways to go wrong ----

static void before_anything(const Bot *bot) {
    if (is(bot, "exit-at-once")) exit(4);
    if (is(bot, "crash-at-once")) crash();
    if (is(bot, "no-handshake")) sleep_for_ever();
    if (is(bot, "stderr-then-exit")) {
        for (int i = 1; i <= 30; i++) fprintf(stderr, "line %d\n", i);
        exit(1);
    }
    if (is(bot, "zombies")) make_zombies();
    if (is(bot, "daemon")) make_daemon();
    if (is(bot, "ignores-signals"))
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    if (is(bot, "stderr-flood")) {
        setvbuf(stderr, NULL, _IOFBF, 1 << 16);
        for (int i = 0; i < 50000; i++) fprintf(stderr, "this is line %d of far too many\n", i);
        fflush(stderr);
    }
}

static void declare_options(int count) {
    for (int i = 0; i < count; i++) printf("option name Way%d type string default %0400d\n", i, i);
}

static void shake_hands(const Bot *bot) {
    if (is(bot, "banner")) say("Welcome to FaultyBot!\n");
    if (is(bot, "long-name")) printf("id author %0300d\nid name %0300d\n", 0, 0);
    if (is(bot, "options-64")) declare_options(64);
    if (is(bot, "options-65")) declare_options(65);
    if (!is(bot, "no-name")) say("id name Faulty\n");
    if (is(bot, "exit-in-handshake")) exit(0);
    say(is(bot, "wrong-game") ? "games chess\n" : "games gin hearts\n");
    if (is(bot, "bad-option")) say("option nonsense\n");
    if (is(bot, "stateless")) say("option name Stateless type check default true\n");
    if (is(bot, "half-handshake")) {
        say("cgpo");
        sleep_for_ever();
    }
    if (is(bot, "info-in-handshake"))
        for (;;) say("info still loading\n");
    if (is(bot, "crlf"))
        say("option name Depth type spin default 3 min 1 max 9\r\n\r\ncgpok\r\n");
    else
        say(is(bot, "version-9") ? "cgpok 9\n" : "cgpok\n");
}

static void at_newmatch(const Bot *bot) {
    if (is(bot, "deaf")) sleep_for_ever();
    if (is(bot, "early-move")) say("move 1 pass\n");
    if (is(bot, "id-again")) say("id name Another\n");
}

static void flood(const char *line) {
    for (;;) fputs(line, stdout);
}

static void drip(void) {
    for (const char *text = "info I am thinking very slowly ";; text = *text ? text : "and slowly ")
        putchar(*text++), fflush(stdout), nap(5);
}

static void huge_line(size_t size) {
    for (size_t i = 0; i < size; i++) putchar('x');
    fflush(stdout);
}

static void bytes(void) {
    uint32_t state = 12345;
    for (int i = 0; i < 3000; i++) putchar((int)((state = state * 1664525 + 1013904223) >> 24));
    say("\n");
}

static void infos(size_t bytes) {
    static char line[4096]; // with its end the longest there is
    memset(line, 'x', sizeof line - 1);
    memcpy(line, "info ", 5);
    line[sizeof line - 1] = '\n';
    for (; bytes > sizeof line - 1; bytes -= sizeof line - 1) fwrite(line, 1, sizeof line, stdout); // ends do not count
}

static void stale_moves(int id, int count) {
    for (int i = 0; i < count; i++) printf("move %d pass\n", id - 1);
}

// Wrong moves. True if one was made.
static bool move_wrongly(Bot *bot, int id, const char *legal) {
    bool discard = strstr(legal, "discard:") != NULL, plays = strstr(legal, "play:") != NULL;
    const char *move = NULL;
    if (is(bot, "unknown-move")) move = "fly";
    if (is(bot, "empty-move")) move = "";
    if (is(bot, "resign")) move = "resign";
    if (is(bot, "wrong-phase")) move = discard ? "draw stock" : "discard AC";
    if (discard && is(bot, "no-card")) move = "discard ZZ";
    if (discard && is(bot, "two-cards")) move = "discard AC 2C";
    if (discard && is(bot, "cheating-melds")) move = "knock AC melds 2C3C4C/5D6D7D/8H9HTH";
    if (discard && is(bot, "false-knock") && !strstr(legal, "knock:")) {
        printf("move %d knock %.2s\n", id, strstr(legal, "discard:") + 8);
        return true;
    }
    if (discard && is(bot, "back-again") && bot->took) {
        printf("move %d discard %s\n", id, bot->drawn);
        return true;
    }
    if (plays && is(bot, "no-card")) move = "play ZZ";
    if (plays && is(bot, "two-cards")) move = "play AC 2C";
    if ((discard || plays) && is(bot, "foreign-card"))
        for (int i = 0; i < 52 && !move; i++) {
            static char words[16];
            snprintf(words, sizeof words, "%s:%c%c", plays ? "play" : "discard", "A23456789TJQK"[i % 13],
                     "CDHS"[i / 13]);
            if (!strstr(legal, words)) move = words;
        }
    if (move) printf("move %d %s\n", id, move);
    return move != NULL;
}

// True if the decision was taken care of.
static bool go_wrong(Bot *bot, int id, const char *legal) {
    if (is(bot, "answers-twice")) printf("move %d pass\n", id - 1);
    if (bot->decisions < WHEN) return false;
    if (is(bot, "hang")) sleep_for_ever();
    if (is(bot, "busy"))
        for (volatile int i = 0;; i = i + 1) {
        }
    if (is(bot, "late")) nap(1500);
    if (is(bot, "stop")) raise(SIGSTOP);
    if (is(bot, "half-line")) printf("move %d draw sto", id), fflush(stdout), sleep_for_ever();
    if (is(bot, "drip")) drip();
    if (is(bot, "info-for-ever")) flood("info depth 1 depth 2 depth 3\n");
    if (is(bot, "yes")) flood("y\n");
    if (is(bot, "blank-lines-for-ever")) flood("\n");
    if (is(bot, "blank-lines")) say("\n\r\n   \n  \r\n");
    if (is(bot, "info-nearly-too-much")) infos(1 << 20);
    if (is(bot, "line-of-4097")) printf("info %04091d\n", 0);
    if (is(bot, "nul-in-info")) fwrite("info \0\n", 1, 7, stdout);
    if (is(bot, "tab")) printf("move\t%d pass\n", id);
    if (is(bot, "garbage-and-move")) say("y\n");
    if (is(bot, "endless-number")) printf("move 1%0300d draw stock\n", id);
    if (is(bot, "negative-number")) printf("move -%d draw stock\n", id);
    if (is(bot, "half-line-exit")) printf("move %d draw sto", id), fflush(stdout), exit(5);
    if (is(bot, "binary")) bytes();
    if (is(bot, "nul")) fwrite("move 3\0pass\n", 1, 12, stdout);
    if (is(bot, "huge-line")) huge_line(3 << 20), sleep_for_ever();
    if (is(bot, "long-line")) huge_line(5000), say("\n");
    if (is(bot, "future-id")) printf("move %d pass\n", id + 1);
    if (is(bot, "no-id")) say("move draw up\n");
    if (is(bot, "stale-9")) stale_moves(id, 9);
    if (is(bot, "stale-8") && bot->decisions == WHEN) stale_moves(id, 8);
    if (is(bot, "false-pong")) say("pong 77\n");
    if (is(bot, "crash")) crash();
    if (is(bot, "sometimes") && bot->seed % 20 == 0) crash();
    if (is(bot, "rarely") && strncmp(bot->hand, "AC 2C", 5) == 0) crash(); // whoever is dealt these
    if (is(bot, "stderr-then-crash")) fputs("I am \033[31mlost\nbeyond hope\n", stderr), crash();
    if (is(bot, "abort")) signal(SIGABRT, SIG_DFL), abort();
    if (is(bot, "exit")) exit(3);
    if (is(bot, "error")) say("error my weights are gone\n"), exit(1);
    if (is(bot, "close-stdout")) close(1), sleep_for_ever();
    if (is(bot, "close-stdin")) close(0);
    if (is(bot, "fork-bomb")) fork_bomb(false);
    if (is(bot, "session-bomb")) fork_bomb(true);
    if (is(bot, "memory-hog")) eat_memory();
    if (is(bot, "child-hog")) eat_memory_below();
    if (is(bot, "thread-hog")) eat_memory_without_main();
    if (is(bot, "kill-parent")) kill(getppid(), SIGKILL), sleep_for_ever();
    if (is(bot, "kill-keepers")) kill_keepers();
    if (is(bot, "daemon-then-crash")) make_daemon(), crash();
    if (is(bot, "daemon-then-exit")) make_daemon(), exit(0);
    return move_wrongly(bot, id, legal);
}

// ---- Anything at all, from the seed ----

static uint32_t chance(Bot *bot, uint32_t count) {
    bot->seed = bot->seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(bot->seed >> 33) % count;
}

static void random_bytes(Bot *bot) {
    for (uint32_t left = chance(bot, 5000); left; left--) putchar((int)chance(bot, 256));
}

static void random_words(Bot *bot, int id) {
    static const char *const words[] = {"id",   "games", "option", "cgpok", "pong", "info", "move",  "error", "name",
                                        "pass", "draw",  "up",     "stock", "KH",   "-",    "melds", "\r",    ""};
    for (uint32_t left = 1 + chance(bot, 6); left; left--) {
        if (chance(bot, 3) == 0)
            printf("%d ", id + (int)chance(bot, 3) - 1);
        else
            printf("%s ", words[chance(bot, sizeof words / sizeof *words)]);
    }
}

static void spoilt_move(Bot *bot, int id, const char *legal) {
    char line[64];
    int size = snprintf(line, sizeof line, "move %d %.20s", id, legal + 6);
    line[chance(bot, (uint32_t)size)] = (char)(1 + chance(bot, 255));
    fputs(line, stdout);
}

static void say_anything(Bot *bot, int id, const char *legal) {
    switch (chance(bot, 24)) {
    case 0:
        random_bytes(bot);
        if (chance(bot, 2)) return; // the good move stands on the same line
        break;
    case 1: random_words(bot, id); break;
    case 2: spoilt_move(bot, id, legal); break;
    case 3: stale_moves(id, (int)chance(bot, 4)); return;
    case 4: infos(chance(bot, 20000)); return;
    case 5: printf("move %d", id), fflush(stdout), exit((int)chance(bot, 3));
    default: return;
    }
    putchar('\n'); // or the good move might be part of an info
}

// ---- Playing: stock, and then the first card that may go ----

// Passes the first cards of the hand, if asked for cards to pass.
static bool pass(const Bot *bot, int id, const char *legal) {
    const char *asked = strstr(legal, " pass");
    int count = asked ? atoi(asked + 5) : 0;
    if (!count) return false;
    if (is(bot, "short-pass")) count--;
    if (is(bot, "same-pass"))
        printf("move %d pass %.2s %.2s %.2s\n", id, bot->hand, bot->hand, bot->hand);
    else if (is(bot, "play-for-pass"))
        printf("move %d play %.2s\n", id, bot->hand);
    else
        printf("move %d pass %.*s%s", id, 3 * count - 1, bot->hand, is(bot, "crlf") ? "\r\n" : "\n");
    return true;
}

static void play(const Bot *bot, int id, const char *legal) {
    const char *end = is(bot, "crlf") ? "\r\n" : "\n", *discard = strstr(legal, "discard:");
    const char *card = strstr(legal, "play:");
    bool taker = is(bot, "back-again");
    if (card)
        printf("move %d %.7s%s", id, card, end);
    else if (discard)
        printf("move %d %.10s%s", id, discard, end);
    else if (strstr(legal, "draw:up") && taker)
        printf("move %d draw up%s", id, end);
    else if (pass(bot, id, legal))
        ;
    else if (strstr(legal, "pass"))
        printf("move  %d  pass %s", id, end);
    else if (strstr(legal, "draw:stock"))
        printf("move %d draw stock%s", id, end);
    else
        printf("move %d melds%s", id, end);
    fflush(stdout);
    if (is(bot, "close-stdin") && bot->decisions >= WHEN) sleep_for_ever();
}

static void decide(Bot *bot, const char *line) {
    int id = atoi(line + 3);
    const char *legal = strstr(line, "legal");
    bot->decisions++;
    if (is(bot, "stateless") != bot->viewed) crash();
    if (is(bot, "anything")) say_anything(bot, id, legal);
    bool wrong = go_wrong(bot, id, legal);
    fflush(stdout);
    if (!wrong && !is(bot, "early-move")) play(bot, id, legal);
}

static void at_quit(const Bot *bot) {
    if (is(bot, "ignores-quit") || is(bot, "ignores-signals")) sleep_for_ever();
    if (is(bot, "talks-after-quit"))
        for (int i = 0; i < 100000; i++) say("info one more thing\n");
    exit(0);
}

int main(int argc, char **argv) {
    Bot bot = {.mode = argc > 1 ? argv[1] : "none"};
    char line[8192];
    before_anything(&bot);
    while (fgets(line, sizeof line, stdin)) {
        if (is(&bot, "echo")) fputs(line, stderr);
        if (strncmp(line, "cgp ", 4) == 0) shake_hands(&bot);
        if (strncmp(line, "setoption name Seed value ", 26) == 0) bot.seed = strtoull(line + 26, NULL, 10);
        if (strncmp(line, "newdeal ", 8) == 0 && is(&bot, "slow-reader")) nap(1000);
        if (strncmp(line, "newmatch ", 9) == 0) {
            bot.decisions = 0;
            at_newmatch(&bot);
        }
        if (strncmp(line, "ping ", 5) == 0 && !is(&bot, "no-pong")) printf("pong %s", line + 5), fflush(stdout);
        if (strncmp(line, "ev ", 3) == 0) {
            const char *up = strstr(line, " draw up ");
            if (up) snprintf(bot.drawn, sizeof bot.drawn, "%.2s", up + 9);
            bot.took = up != NULL;
        }
        if (strncmp(line, "hand ", 5) == 0) snprintf(bot.hand, sizeof bot.hand, "%.38s", line + 5);
        if (strncmp(line, "go ", 3) == 0) decide(&bot, line);
        bot.viewed = strncmp(line, "view ", 5) == 0;
        if (strncmp(line, "quit", 4) == 0) at_quit(&bot);
    }
    if (is(&bot, "ignores-signals")) sleep_for_ever();
    return 0;
}
