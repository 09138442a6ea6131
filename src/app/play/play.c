// SPDX-License-Identifier: MIT
// `deadwood play`: a person at the table.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "app/app.h"
#include "app/commands/games.h"
#include "app/gin/play/play_game.h"
#include "app/hearts/play/play_hearts.h"
#include "app/play/canvas_svg.h"
#include "app/play/terminal.h"
#include "app/teach/cards.h"
#include "wire/protocol/command.h"

static const AppOption OPTIONS[] = {
    APP_GAME_OPTION,
    {"--rules", "RULES", "a preset, keys and values, or a file; see `deadwood rules` (contest; standard in Hearts)"},
    {"--seed", "N", "the cards: the same number deals the same games (drawn by chance)"},
    {"--record", "FILE", "where the game is kept (a new file in the data folder, named by the date)"},
    {"--resume", "FILE", "take up the game that is kept there"},
    {"--from", "H.T", "with --resume: play on from turn T of hand H (trick; 0: the pass), in a new file"},
    {"--plain", NULL, "lines of text instead of a screen; so it is when standard output is no terminal"},
    {"--ascii", NULL, "letters instead of suit symbols (also where the locale is not UTF-8)"},
    {"--tutor", "[=PERCENT]",
     "warn before a move that costs so much of the chance to win, and offer to take it back (2)"},
    {"--judge", "PLAYER", "gin: whose play hints and the review go by (the champion, if its weights are there)"},
    {"--pace", "MS", "milliseconds to look at each move of a bot (700; 450 in Hearts)"},
    {"--svg", "FILE", "no game: draw the screen after --keys as a picture, - for standard output; nothing is kept"},
    {"--keys", "KEYS", "with --svg: the keys to press first, such as hdhdh (none)"},
    {"--columns", "N", "with --svg: of a window so wide; from 120 on there is a panel beside the table (80)"},
    {"--theme", "T", "with --svg: light, dark, or auto, which follows the reader's screen (auto)"},
    {NULL, NULL, NULL},
};

typedef struct Setting {
    const Game *game;
    const PlayKind *kind;
    PlaySetting table;
    const char *resume;
    PlayFrom from; // of the saved game
    uint64_t seed;
    bool plain;
    PlayLook look;
    const char *svg, *keys; // the picture to draw, or NULL
    SvgTheme theme;
    int columns; // of the picture
} Setting;

// Small enough to be read out and typed again, but not where a program could try them all on its first hand.
static uint64_t any_seed(const Setting *it) {
    uint64_t seed;
    bool program = false;
    for (int i = 0; i < it->kind->bots; i++) program = program || wire_is_exec(it->table.bot[i]);
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = (uint64_t)time(NULL);
    return program ? seed : seed % 1000000;
}

// A saved game says itself which it is.
static bool find_game(const AppArgs *args, Setting *it, Error *err) {
    if (!app_game(args, &it->game, err)) return false;
    const Game *saved = it->resume && !app_option(args, "--game") ? app_game_of_file(it->resume) : NULL;
    if (saved) it->game = saved;
    it->kind = app_game_of(it->game)->play;
    return true;
}

static bool read_bots(const AppArgs *args, Setting *it, Error *err) {
    int bots = it->kind->bots;
    if (args->count > 1 && args->count != bots) return error_set(err, "%s", it->kind->wanted);
    for (int i = 0; i < bots; i++) {
        const char **bot = &it->table.bot[i];
        *bot = args->count ? args->words[args->count > 1 ? i : 0] : LEVEL_FOR_NEWCOMERS;
        if (strlen(*bot) >= HEARTS_NAME_TEXT) // which is gin's as well
            return error_set(err, "a bot may have %d letters, for the game is kept under its whole name",
                             HEARTS_NAME_TEXT - 1);
    }
    return true;
}

static bool read_rules(const char *text, Setting *it, Error *err) {
    it->game->rules_usual(&it->table.rules);
    return !text || it->game->rules_parse(text, &it->table.rules, err);
}

// A picture is the same on every machine, whatever its terminal can show.
static bool read_picture(const AppArgs *args, Setting *it, Error *err) {
    static const char *const themes[] = {[THEME_AUTO] = "auto", [THEME_LIGHT] = "light", [THEME_DARK] = "dark"};
    const char *keys = app_option(args, "--keys"), *theme = app_option(args, "--theme");
    it->svg = app_option(args, "--svg");
    it->keys = keys ? keys : "";
    const char *alone = keys ? "--keys" : theme ? "--theme" : app_option(args, "--columns") ? "--columns" : NULL;
    int64_t columns;
    if (!it->svg && alone) return error_set(err, "%s needs --svg FILE", alone);
    if (!app_number(args, "--columns", CANVAS_COLUMNS, 400, CANVAS_COLUMNS, &columns, err)) return false;
    it->columns = (int)columns;
    if (!it->svg) return true;
    if (app_switch(args, "--plain") || app_option(args, "--record"))
        return error_set(err, "--svg draws the screen and keeps no game: leave out %s",
                         app_switch(args, "--plain") ? "--plain" : "--record");
    if (!app_option(args, "--seed")) it->seed = 1;
    it->look = (PlayLook){.symbols = !app_switch(args, "--ascii"), .colour = true};
    int wanted = theme ? -1 : THEME_AUTO;
    for (int i = 0; theme && i < 3; i++)
        if (strcmp(theme, themes[i]) == 0) wanted = i;
    if (wanted < 0) return error_set(err, "--theme '%.40s' is none of light, dark and auto", theme);
    it->theme = (SvgTheme)wanted;
    return true;
}

// `--tutor` alone asks for mistakes, as `analyze` grades them.
static bool read_tutor(const AppArgs *args, Setting *it, Error *err) {
    const char *percent = app_option(args, "--tutor");
    it->table.tutored = percent != NULL;
    it->table.tutor = 100 * analysis_threshold[GRADE_MISTAKE];
    return !percent || !*percent || text_to_double(percent, "--tutor", 0, 100, &it->table.tutor, err);
}

// "2.5": hand and turn.
static bool read_from(const char *text, Setting *it, Error *err) {
    char hand[16];
    int64_t number, turn;
    if (!text) return true;
    const char *dot = strchr(text, '.');
    if (!it->resume) return error_set(err, "--from needs --resume FILE");
    if (!dot || (size_t)(dot - text) >= sizeof hand)
        return error_set(err, "--from '%.40s' is not HAND.TURN, such as 2.5", text);
    memcpy(hand, text, (size_t)(dot - text));
    hand[dot - text] = '\0';
    if (!text_to_int(hand, "--from", 1, 1000, &number, err) || !text_to_int(dot + 1, "--from", 0, 1000, &turn, err))
        return false;
    it->from = (PlayFrom){(int)number, (int)turn};
    return true;
}

static bool read_setting(const AppArgs *args, Setting *it, Error *err) {
    const char *rules = app_option(args, "--rules"), *seed = app_option(args, "--seed");
    int64_t pace;
    it->resume = app_option(args, "--resume");
    it->table.saved = it->resume != NULL;
    it->table.judge = app_option(args, "--judge");
    it->plain = app_switch(args, "--plain") || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO);
    it->look.symbols = app_utf8() && !app_switch(args, "--ascii");
    it->look.colour = app_colour();
    if (!read_from(app_option(args, "--from"), it, err)) return false;
    if (it->resume && (args->count || rules || seed || (app_option(args, "--record") && !it->from.hand)))
        return error_set(err, "--resume brings bots, rules, cards and file along: leave them out");
    if (!find_game(args, it, err) || !read_bots(args, it, err) || !read_rules(rules, it, err)) return false;
    it->seed = any_seed(it);
    if (it->table.judge && !it->kind->judged) return error_set(err, "--judge is for gin");
    if (seed && !text_to_uint64(seed, "--seed", &it->seed, err)) return false;
    if (!app_number(args, "--pace", 0, 60000, it->kind->pace, &pace, err)) return false;
    it->look.pace = (int)pace;
    if (!read_tutor(args, it, err)) return false;
    return read_picture(args, it, err);
}

// ---- Where the game is kept ----

// A file of today in the data folder, or in this folder where there is no home. It is made at once, so that nobody else
// takes the name.
static bool default_path(const char *game, Text *path, Error *err) {
    if (!play_data_folder("games", path, err)) return false;
    time_t now = time(NULL);
    struct tm today;
    char date[64] = "";
    if (localtime_r(&now, &today)) strftime(date, sizeof date, "-%Y-%m-%d-%H%M%S", &today);
    text_addf(path, "%s%s", game, date);
    size_t size = path->size;
    for (int i = 2; i < 1000; i++) { // two games begun in the same second
        text_add(path, ".rec");
        int file = open(path->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) close(file);
        if (file >= 0 || errno != EEXIST) return true; // that it cannot be made is said later
        text_cut(path, size);
        text_addf(path, "-%d", i);
    }
    return error_set(err, "%s: there are too many files of this name", path->data);
}

static bool open_keep(const AppArgs *args, const Setting *setting, PlayKeep *keep, Error *err) {
    const char *record = app_option(args, "--record");
    Text path = {0};
    if (setting->resume && !setting->from.hand) return play_keep_resume(keep, setting->resume, err);
    if (record) return play_keep_new(keep, record, err);
    bool good = default_path(setting->game->name, &path, err) && play_keep_new(keep, path.data, err);
    if (good) keep->ours = true;
    text_free(&path);
    return good;
}

// ---- The game ----

// A word as a shell reads it back.
static void add_word(Text *text, const char *word) {
    bool plain = *word != '\0';
    for (const char *c = word; *c; c++)
        plain = plain && ((*c >= '0' && *c <= '9') || (*c >= '@' && *c <= 'Z') || (*c >= 'a' && *c <= 'z') ||
                          strchr("_./+-:,=%", *c));
    if (!plain) text_add(text, "'");
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            text_add(text, "'\\''");
        else
            text_add_bytes(text, c, 1);
    if (!plain) text_add(text, "'");
}

// How to go on, as it can be typed in this folder.
static void add_farewell(Text *text, const PlayKeep *keep) {
    static const char *const commands[] = {"play --resume", "replay", "analyze"};
    text_add(text, "The game is kept. To go on with it, to look at it, to have it judged:\n");
    for (int i = 0; i < 3; i++) {
        text_add(text, "  ");
        add_word(text, program_invocation_name);
        text_addf(text, " %s ", commands[i]);
        add_word(text, keep->path);
        text_add(text, "\n");
    }
}

static bool show(PlayTable *table, const Setting *setting, Error *err) {
    if (setting->plain) return table->kind->plain(table, setting->look.symbols ? card_symbol : card_letters);
    if (!terminal_open(setting->look.colour, err)) return true;
    bool on = table->kind->screen(table, &setting->look);
    terminal_close();
    return on;
}

static int play(PlayTable *table, const Setting *setting) {
    Error err = {{0}};
    Text farewell = {0};
    terminal_catch();
    bool kept = table_save(table) && !table->keep.device;
    if (kept) add_farewell(&farewell, &table->keep);
    terminal_farewell(farewell.data);
    bool on = show(table, setting, &err);
    bool saved = table_save(table);
    if (!saved) app_fail(APP_FAILED, &table->unsaved);
    if (saved && !table->keep.device && !farewell.size) add_farewell(&farewell, &table->keep);
    if (saved && farewell.data) fputs(farewell.data, stdout);
    int code = app_print(&(Text){0});
    terminal_farewell(NULL);
    text_free(&farewell);
    if (err.text[0]) return app_fail(APP_FAILED, &err);
    if (!on) return APP_INTERRUPTED;
    return saved ? code : APP_FAILED;
}

// Presses the keys where no terminal is, and draws what stands on the screen then.
static int draw_picture(PlayTable *table, const Setting *setting) {
    static Canvas shown; // for its size
    Text svg = {0};
    Error err;
    terminal_script(setting->keys, setting->columns, &shown);
    canvas_clear(&shown);
    table->kind->screen(table, &setting->look);
    terminal_close();
    canvas_svg(&shown, setting->theme, setting->kind->title, &svg);
    int code = APP_DONE;
    if (strcmp(setting->svg, "-") == 0)
        code = app_print(&svg);
    else if (!text_write_file(setting->svg, svg.data, svg.size, &err))
        code = app_fail(APP_FAILED, &err);
    text_free(&svg);
    return code;
}

// Sets up the table, which may take a while: who plays, where it is kept, the cards.
static int sit_down(const AppArgs *args, const Setting *setting) {
    Error err = {{0}};
    Text what = {0};
    int code = APP_USAGE;
    text_add(&what, setting->resume ? "Opening the game " : "Setting up a game against ");
    app_add_name(&what, setting->resume ? setting->resume : setting->table.bot[0]);
    text_add(&what, "...");
    terminal_work(what.data);
    PlayTable *table = table_open(setting->kind, &setting->table, &err);
    bool good = table != NULL;
    if (good) {
        code = APP_FAILED;
        good = ((setting->svg && !setting->resume) || open_keep(args, setting, &table->keep, &err)) &&
               (!setting->resume || table_resume(table, setting->resume, setting->from, &err));
        if (good && setting->svg) play_keep_close(&table->keep);
        table->seed = setting->resume ? table->seed : setting->seed;
        if (good && !setting->resume) table->kind->begin(table);
    }
    terminal_rest();
    code = good ? (setting->svg ? draw_picture : play)(table, setting) : app_fail(code, &err);
    table_close(table);
    text_free(&what);
    return code;
}

static int run(const AppArgs *args) {
    Setting setting = {0};
    Error err = {{0}};
    if (!read_setting(args, &setting, &err)) return app_fail(APP_USAGE, &err);
    return sit_down(args, &setting);
}

const AppCommand app_play = {
    .name = "play",
    .words = "[BOT [BOT BOT]]",
    .summary = "a game of gin or Hearts against players, in the terminal",
    .details =
        "BOT is a level, from level-1 to level-8, the champion; any player (`deadwood players` lists all, with their\n"
        "strength), or a program, \"exec:./mybot\". Without one you meet `" LEVEL_FOR_NEWCOMERS
        "`, who makes a learner's mistakes. In gin\nthere is also `" PLAY_STRONG
        "`, which plays every choice out many times before it moves. In Hearts one BOT takes\n"
        "all seats, or three: west, north, east. Keys are shown on the screen; ? explains them. The game is kept after\n"
        "every move, and `deadwood analyze` judges it afterwards. docs/PLAYING.md says more.",
    .options = OPTIONS,
    .least = 0,
    .most = 3,
    .door = DOOR_PLAY,
    .examples = {"deadwood play level-3", "deadwood play --game hearts level-5 --seed 7"},
    .run = run,
};
