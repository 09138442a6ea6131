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
#include "app/play.h"
#include "app/terminal.h"

static const AppOption OPTIONS[] = {
    {"--rules", "RULES", "a preset, keys and values, or a file; see `deadwood rules` (contest)"},
    {"--seed", "N", "the cards: the same number deals the same games (drawn by chance)"},
    {"--record", "FILE", "where the game is kept (a new file in the data folder, named by the date)"},
    {"--resume", "FILE", "take up the game that is kept there"},
    {"--plain", NULL, "lines of text instead of a screen; so it is when standard output is no terminal"},
    {"--ascii", NULL, "letters instead of suit symbols (also where the locale is not UTF-8)"},
    {"--pace", "MS", "milliseconds to look at each move of the bot (700)"},
    {NULL, NULL, NULL},
};

typedef struct Setting {
    const char *bot, *resume;
    GinRules rules;
    uint64_t seed;
    bool plain;
    PlayLook look;
} Setting;

static bool utf8_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return false;
}

// Small enough to be read out and typed again.
static uint64_t any_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = (uint64_t)time(NULL);
    return seed % 1000000;
}

static bool read_setting(const AppArgs *args, Setting *it, Error *err) {
    const char *rules = app_option(args, "--rules"), *seed = app_option(args, "--seed");
    int64_t pace;
    it->bot = args->count ? args->words[0] : PLAY_STRONG;
    it->resume = app_option(args, "--resume");
    it->plain = app_switch(args, "--plain") || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO);
    it->look.symbols = utf8_locale() && !app_switch(args, "--ascii");
    it->look.colour = app_colour();
    it->rules = gin_rules_default();
    it->seed = any_seed();
    if (it->resume && (args->count || rules || seed || app_option(args, "--record")))
        return error_set(err, "--resume brings bot, rules, cards and file along: leave them out");
    if (rules && !gin_rules_parse(rules, &it->rules, err)) return false;
    if (seed && !text_to_uint64(seed, "--seed", &it->seed, err)) return false;
    if (!app_number(args, "--pace", 0, 60000, 700, &pace, err)) return false;
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
static bool default_path(Text *path, Error *err) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        text_addf(path, "%s/deadwood/games", data);
    else if (home && *home == '/')
        text_addf(path, "%s/.local/share/deadwood/games", home);
    if (path->size && !make_folders(path->data, err)) return false;
    if (path->size) text_add(path, "/");
    time_t now = time(NULL);
    struct tm today;
    char name[64] = "gin";
    if (localtime_r(&now, &today)) strftime(name, sizeof name, "gin-%Y-%m-%d-%H%M%S", &today);
    text_add(path, name);
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
    if (!record) return default_path(path, err);
    text_add(path, record);
    if (stat(record, &is) == 0 && is.st_size > 0)
        return error_set(err, "%s is there already: --resume goes on with it, or give another name", record);
    return true;
}

// ---- The game ----

static int play(PlayGame *game, const Setting *setting) {
    Error err = {{0}};
    terminal_catch();
    bool on = false;
    if (setting->plain) {
        on = play_plain(game, setting->look.symbols ? card_symbol : card_letters);
    } else {
        if (!terminal_open(setting->look.colour, &err)) return app_fail(APP_FAILED, &err);
        on = play_screen(game, &setting->look);
        terminal_close();
    }
    bool saved = play_save(game);
    bool kept = game->path && access(game->path, F_OK) == 0;
    if (!saved) app_fail(APP_FAILED, &game->trouble);
    if (kept && saved)
        printf("%s\n  deadwood play --resume %s\n  deadwood analyze %s\n", "The game is kept:", game->path, game->path);
    int code = app_print(&(Text){0});
    if (!on) return APP_INTERRUPTED;
    return saved ? code : APP_FAILED;
}

static int run(const AppArgs *args) {
    static PlayGame game; // for its size
    Setting setting = {0};
    Text path = {0};
    Error err = {{0}};
    if (!read_setting(args, &setting, &err)) return app_fail(APP_USAGE, &err);
    if (!play_open(&game, setting.bot, &setting.rules, &err)) return app_fail(APP_USAGE, &err);
    int code = APP_FAILED;
    bool ready = find_path(args, &setting, &path, &err);
    if (ready && setting.resume)
        ready = play_resume(&game, setting.resume, &err);
    else if (ready)
        play_begin(&game, setting.seed);
    if (ready) {
        game.path = path.data;
        code = play(&game, &setting);
    } else {
        app_fail(code, &err);
    }
    play_close(&game);
    text_free(&path);
    return code;
}

const AppCommand app_play = {
    .name = "play",
    .words = "[BOT]",
    .summary = "a game of gin against a player, in the terminal",
    .details =
        "BOT is a player (`deadwood players`) or `" PLAY_STRONG
        "`, the default, which plays every choice out many times\n"
        "before it moves. Keys are shown on the screen; ? explains them. The game is kept after every move, and\n"
        "`deadwood analyze` judges it afterwards. docs/PLAYING.md says more.",
    .options = OPTIONS,
    .least = 0,
    .most = 1,
    .run = run,
};
