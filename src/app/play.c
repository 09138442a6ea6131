// SPDX-License-Identifier: MIT
// `deadwood play`: a person at the table.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/app.h"
#include "app/cards.h"
#include "app/games.h"
#include "app/play.h"
#include "app/play_hearts.h"
#include "app/terminal.h"
#include "base/archive.h"
#include "wire/command.h"

static const AppOption OPTIONS[] = {
    APP_GAME_OPTION,
    {"--rules", "RULES", "a preset, keys and values, or a file; see `deadwood rules` (contest; standard in Hearts)"},
    {"--seed", "N", "the cards: the same number deals the same games (drawn by chance)"},
    {"--record", "FILE", "where the game is kept (a new file in the data folder, named by the date)"},
    {"--resume", "FILE", "take up the game that is kept there"},
    {"--plain", NULL, "lines of text instead of a screen; so it is when standard output is no terminal"},
    {"--ascii", NULL, "letters instead of suit symbols (also where the locale is not UTF-8)"},
    {"--judge", "PLAYER", "gin: whose play hints and the review go by (the champion, if its weights are there)"},
    {"--pace", "MS", "milliseconds to look at each move of a bot (700; 450 in Hearts)"},
    {NULL, NULL, NULL},
};

typedef struct Setting {
    AppGame game;
    const char *bot[3]; // in gin there is one
    const char *resume;
    GinRules gin;
    HeartsRules hearts;
    uint64_t seed;
    bool plain;
    PlayLook look;
} Setting;

// Small enough to be read out and typed again, but not where a program could try them all on its first hand.
static uint64_t any_seed(const Setting *it) {
    uint64_t seed;
    bool program = false;
    for (int i = 0; i < 3; i++) program = program || wire_is_exec(it->bot[i]);
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = (uint64_t)time(NULL);
    return program ? seed : seed % 1000000;
}

// A saved game says itself which it is.
static bool find_game(const AppArgs *args, Setting *it, Error *err) {
    Error unread;
    Text line = {0};
    if (!app_game(args, &it->game, err)) return false;
    Archive *archive = it->resume && !app_option(args, "--game") ? archive_open(it->resume, &unread) : NULL;
    if (!archive) return true;
    if (archive_line(archive, &line, &unread) > 0 && strncmp(line.data, "hearts/", 7) == 0) it->game = APP_HEARTS;
    archive_close(archive, NULL);
    text_free(&line);
    return true;
}

static bool read_bots(const AppArgs *args, Setting *it, Error *err) {
    bool hearts = it->game == APP_HEARTS;
    int most = hearts ? 3 : 1;
    if (args->count > most || args->count == 2)
        return error_set(err, hearts ? "one bot for all seats, or three: west, north and east" : "gin is for one bot");
    for (int i = 0; i < 3; i++) {
        it->bot[i] = hearts ? SITTING_BOT : PLAY_STRONG;
        if (args->count) it->bot[i] = args->words[args->count == 3 ? i : 0];
        if (strlen(it->bot[i]) >= HEARTS_NAME_TEXT) // which is gin's as well
            return error_set(err, "a bot may have %d letters, for the game is kept under its whole name",
                             HEARTS_NAME_TEXT - 1);
    }
    return true;
}

static bool read_rules(const char *text, Setting *it, Error *err) {
    it->gin = gin_rules_default();
    it->hearts = hearts_rules_default();
    if (!text) return true;
    if (it->game == APP_HEARTS) return hearts_rules_parse(text, &it->hearts, err);
    return gin_rules_parse(text, &it->gin, err);
}

static bool read_setting(const AppArgs *args, Setting *it, Error *err) {
    const char *rules = app_option(args, "--rules"), *seed = app_option(args, "--seed");
    int64_t pace;
    it->resume = app_option(args, "--resume");
    it->plain = app_switch(args, "--plain") || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO);
    it->look.symbols = app_utf8() && !app_switch(args, "--ascii");
    it->look.colour = app_colour();
    if (it->resume && (args->count || rules || seed || app_option(args, "--record")))
        return error_set(err, "--resume brings bots, rules, cards and file along: leave them out");
    if (!find_game(args, it, err) || !read_bots(args, it, err) || !read_rules(rules, it, err)) return false;
    it->seed = any_seed(it);
    if (it->game == APP_HEARTS && app_option(args, "--judge")) return error_set(err, "--judge is for gin");
    if (seed && !text_to_uint64(seed, "--seed", &it->seed, err)) return false;
    if (!app_number(args, "--pace", 0, 60000, it->game == APP_HEARTS ? 450 : 700, &pace, err)) return false;
    it->look.pace = (int)pace;
    return true;
}

// ---- Where the game is kept ----

// Makes a folder and those above it.
static bool make_folders(char *path, Error *err) {
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at) continue;
        char end = *at;
        *at = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!made) error_set(err, "%s cannot be made: %s", path, strerror(errno));
        *at = end;
        if (!made) return false;
        if (!end) return true;
    }
}

// A file of today in the data folder, or in this folder where there is no home.
static bool default_path(const char *game, Text *path, Error *err) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        text_addf(path, "%s/deadwood/games", data);
    else if (home && *home == '/')
        text_addf(path, "%s/.local/share/deadwood/games", home);
    if (path->size && !make_folders(path->data, err)) return false;
    if (path->size) text_add(path, "/");
    time_t now = time(NULL);
    struct tm today;
    char date[64] = "";
    if (localtime_r(&now, &today)) strftime(date, sizeof date, "-%Y-%m-%d-%H%M%S", &today);
    text_addf(path, "%s%s", game, date);
    size_t size = path->size;
    for (int i = 2; i < 1000; i++) { // two games begun in the same second
        text_add(path, ".rec");
        if (access(path->data, F_OK) != 0) return true;
        path->size = size;
        path->data[size] = '\0';
        text_addf(path, "-%d", i);
    }
    return error_set(err, "%s: there are too many files of this name", path->data);
}

static bool find_path(const AppArgs *args, const Setting *setting, Text *path, Error *err) {
    const char *record = app_option(args, "--record");
    struct stat is;
    if (setting->resume) {
        text_add(path, setting->resume);
        return true;
    }
    if (!record) return default_path(setting->game == APP_HEARTS ? "hearts" : "gin", path, err);
    text_add(path, record);
    if (stat(record, &is) == 0 && is.st_size > 0)
        return error_set(err, "%s is there already: --resume goes on with it, or give another name", record);
    return true;
}

// ---- The game ----

// What the two games have in common, as the program around them sees it.
typedef struct Table {
    void *game;
    bool (*plain)(void *game, CardWriter write);
    bool (*screen)(void *game, const PlayLook *look);
    bool (*save)(void *game);
    const Error *trouble;
} Table;

static bool gin_plain(void *game, CardWriter write) { return play_plain(game, write); }
static bool gin_screen(void *game, const PlayLook *look) { return play_screen(game, look); }
static bool gin_save(void *game) { return play_save(game); }
static bool hearts_plain(void *game, CardWriter write) { return sitting_plain(game, write); }
static bool hearts_screen(void *game, const PlayLook *look) { return sitting_screen(game, look); }
static bool hearts_save(void *game) { return sitting_save(game); }

static int play(const Table *table, const Setting *setting, const char *path) {
    Error err = {{0}};
    terminal_catch();
    bool on = false;
    if (setting->plain) {
        on = table->plain(table->game, setting->look.symbols ? card_symbol : card_letters);
    } else {
        if (!terminal_open(setting->look.colour, &err)) return app_fail(APP_FAILED, &err);
        on = table->screen(table->game, &setting->look);
        terminal_close();
    }
    bool saved = table->save(table->game);
    bool kept = path && access(path, F_OK) == 0;
    if (!saved) app_fail(APP_FAILED, table->trouble);
    if (kept && saved)
        printf("%s\n  deadwood play --resume %s\n  deadwood analyze %s\n", "The game is kept:", path, path);
    int code = app_print(&(Text){0});
    if (!on) return APP_INTERRUPTED;
    return saved ? code : APP_FAILED;
}

static int play_gin(const AppArgs *args, const Setting *setting, Text *path) {
    static PlayGame game; // for its size
    Error err = {{0}};
    if (!play_open(&game, setting->bot[0], &setting->gin, app_option(args, "--judge"), &err))
        return app_fail(APP_USAGE, &err);
    Table table = {&game, gin_plain, gin_screen, gin_save, &game.trouble};
    bool ready = find_path(args, setting, path, &err);
    if (ready && setting->resume)
        ready = play_resume(&game, setting->resume, &err);
    else if (ready)
        play_begin(&game, setting->seed);
    game.path = path->data;
    int code = ready ? play(&table, setting, path->data) : app_fail(APP_FAILED, &err);
    play_close(&game);
    return code;
}

static int play_hearts(const AppArgs *args, const Setting *setting, Text *path) {
    static Sitting game; // for its size
    Error err = {{0}};
    if (!sitting_open(&game, setting->bot, &setting->hearts, &err)) return app_fail(APP_USAGE, &err);
    Table table = {&game, hearts_plain, hearts_screen, hearts_save, &game.trouble};
    bool ready = find_path(args, setting, path, &err);
    if (ready && setting->resume)
        ready = sitting_resume(&game, setting->resume, &err);
    else if (ready)
        sitting_begin(&game, setting->seed);
    game.path = path->data;
    int code = ready ? play(&table, setting, path->data) : app_fail(APP_FAILED, &err);
    sitting_close(&game);
    return code;
}

static int run(const AppArgs *args) {
    Setting setting = {0};
    Text path = {0};
    Error err = {{0}};
    if (!read_setting(args, &setting, &err)) return app_fail(APP_USAGE, &err);
    int code = (setting.game == APP_HEARTS ? play_hearts : play_gin)(args, &setting, &path);
    text_free(&path);
    return code;
}

const AppCommand app_play = {
    .name = "play",
    .words = "[BOT [BOT BOT]]",
    .summary = "a game of gin or Hearts against players, in the terminal",
    .details =
        "BOT is a player (`deadwood players`) or a program, \"exec:./mybot\". In gin the default is `" PLAY_STRONG
        "`, which plays\nevery choice out many times before it moves; in Hearts three of `" SITTING_BOT
        "`, or one BOT for all seats, or three:\n"
        "west, north, east. Keys are shown on the screen; ? explains them. The game is kept after every move, and\n"
        "`deadwood analyze` judges it afterwards. docs/PLAYING.md says more.",
    .options = OPTIONS,
    .least = 0,
    .most = 3,
    .run = run,
};
