// SPDX-License-Identifier: MIT
// `deadwood drill`: positions to solve, from a set and from one's own mistakes, until they are known.
#include "app/teach/drill.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/commands/games.h"
#include "app/play/play_keep.h"
#include "app/play/play_typed.h"
#include "app/play/terminal.h"
#include "app/teach/cards.h"
#include "app/teach/drill_progress.h"
#include "base/threads/progress.h"

enum { BOOK_LIMIT = 256 << 20, MOST_MADE = 10000, MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

typedef struct Session {
    const AppArgs *args;
    const char *name; // of the game
    const DrillGame *game;
    void *trainer;
    CardWriter write;
    PlayKeep keep;
    DrillBook book;
    DrillWish wish;
    int right, asked, most;
} Session;

// ---- The book on the disk ----

static bool book_path(const AppArgs *args, Text *path, Error *err) {
    const char *file = app_option(args, "--file");
    if (file) text_add(path, file);
    if (file) return true;
    if (!play_data_folder("", path, err)) return false;
    text_add(path, path->size ? "drills.txt" : "deadwood-drills.txt");
    return true;
}

static bool open_book(Session *session, Error *err) {
    Text path = {0}, text = {0};
    struct stat is;
    session->keep.rival = "`deadwood drill`";
    bool good = book_path(session->args, &path, err);
    bool there = good && stat(path.data, &is) == 0 && !(S_ISREG(is.st_mode) && is.st_size == 0);
    good = good &&
           (there ? play_keep_resume(&session->keep, path.data, err) : play_keep_new(&session->keep, path.data, err));
    text_add(&text, "");
    good = good && (!there || text_read_file(&text, path.data, BOOK_LIMIT, err));
    if (good && !drill_book_read(&session->book, text.data, err)) {
        error_prefix(err, "%s", path.data);
        good = false;
    }
    text_free(&text);
    text_free(&path);
    return good;
}

static bool save_book(Session *session, Error *err) {
    Text text = {0};
    text_add(&text, "");
    drill_book_print(&session->book, &text);
    bool good = play_keep_write(&session->keep, text.data, text.size, err);
    text_free(&text);
    return good;
}

// ---- A session ----

static void add_wait(Text *text, int64_t seconds) {
    int64_t number = seconds >= DAY    ? (seconds + DAY / 2) / DAY
                     : seconds >= HOUR ? (seconds + HOUR / 2) / HOUR
                                       : (seconds + MINUTE - 1) / MINUTE;
    const char *unit = seconds >= DAY ? "day" : seconds >= HOUR ? "hour" : "minute";
    text_addf(text, "in %" PRId64 " %s%s", number, unit, number == 1 ? "" : "s");
}

static void drill_tell(Text *text) {
    if (text->data) fputs(text->data, stdout);
    fflush(stdout);
    text_clear(text);
}

static void answered(Session *session, Drill *drill, bool right, Text *text) {
    int64_t now = (int64_t)time(NULL);
    Error err;
    drill_answered(drill, right, now);
    session->asked++;
    session->right += right;
    text_add(text, "It comes again ");
    add_wait(text, drill->due - now);
    text_add(text, ".\n");
    if (!save_book(session, &err)) text_addf(text, "This could not be kept: %s\n", err.text);
}

typedef enum { GO_ON, SKIP, STOP } Then;

// Reads answers until one counts.
static Then hear_answer(Session *session, Drill *drill) {
    static const char *const quit[] = {"quit", "q", "exit", "bye", NULL}, *const skip[] = {"skip", "s", "next", NULL},
                             *const why[] = {"why", "show", "solve", "?", "help", "hint", NULL};
    Text line = {0}, text = {0};
    Then then = GO_ON;
    for (bool done = false; !done;) {
        char word[16];
        Error wrong = {{0}};
        bool right = false;
        text_addf(&text, "Your move: %s; why, skip, quit?\n", session->game->words);
        drill_tell(&text);
        bool heard = terminal_line(&line);
        if (heard) play_next_word(line.data ? line.data : "", word);
        bool leaves = !heard || play_is_word(word, quit);
        done = true;
        if (leaves || play_is_word(word, skip)) {
            then = leaves ? STOP : SKIP;
        } else if (play_is_word(word, why)) {
            session->game->solve(session->trainer, session->write, &text);
            answered(session, drill, false, &text);
        } else if (session->game->answer(session->trainer, line.data ? line.data : "", session->write, &right, &text,
                                         &wrong)) {
            answered(session, drill, right, &text);
        } else {
            text_add_printable(&text, wrong.text);
            text_add(&text, "\n");
            done = false;
        }
    }
    drill_tell(&text);
    text_free(&text);
    text_free(&line);
    return then;
}

static bool ask_drill(Session *session, Drill *drill, bool fresh, Then *then, Error *err) {
    Text text = {0};
    text_addf(&text, "\n%s, difficulty %d of %d%s.\n", drill->kind, drill->difficulty, DRILL_HARDEST,
              drill->own ? ", from a game of yours"
              : fresh    ? ", new"
                         : "");
    if (!drill->difficulty) {
        text_clear(&text);
        text_addf(&text, "\n%s, from a game of yours.\n", drill->kind);
    }
    bool good = session->game->pose(session->trainer, drill->position.data, session->write, &text, err);
    if (good) drill_tell(&text);
    text_free(&text);
    if (good) *then = hear_answer(session, drill);
    return good;
}

static void drill_say_end(Session *session, int64_t next) {
    Text text = {0};
    int64_t now = (int64_t)time(NULL);
    if (session->asked) text_addf(&text, "\n%d of %d right.", session->right, session->asked);
    if (!session->asked) text_add(&text, "\nNothing was asked.");
    if (next > now) {
        text_add(&text, " The next drill is due ");
        add_wait(&text, next - now);
        text_add(&text, ".");
    }
    text_add(&text, "\n");
    bool usual = strcmp(session->name, game_default()->name) == 0;
    if (session->asked)
        text_addf(&text, "Kept in %s; `deadwood drill --progress%s%s` shows how it goes.\n", session->keep.path,
                  usual ? "" : " --game ", usual ? "" : session->name);
    drill_tell(&text);
    text_free(&text);
}

static int run_session(Session *session, Error *err) {
    int64_t next = 0;
    Then then = GO_ON;
    // What is skipped waits a little, so that the next comes up.
    while (then != STOP && session->asked < session->most && !terminal_ended()) {
        int64_t now = (int64_t)time(NULL);
        int before = session->book.drills;
        Drill *drill = drill_book_next(&session->book, &session->wish, now, &next);
        if (!drill) break;
        bool fresh = session->book.drills > before;
        if (!ask_drill(session, drill, fresh, &then, err)) return app_fail(APP_FAILED, err);
        if (then == SKIP) drill->due = now + HOUR;
    }
    drill_say_end(session, next);
    return terminal_ended() ? APP_INTERRUPTED : APP_DONE;
}

// ---- Making a set ----

// No idea and no kind of decision fills the set.
static bool drill_is_wanted(const DrillBook *set, const Drill *made, int wanted) {
    int ideas = 0, kinds = 0, hard = 0;
    for (int i = 0; i < set->drills; i++) {
        ideas += strcmp(set->drill[i].idea, made->idea) == 0;
        kinds += strcmp(set->drill[i].kind, made->kind) == 0;
        hard += set->drill[i].difficulty == made->difficulty;
    }
    return ideas <= wanted / 8 && kinds <= wanted / 2 && hard <= wanted / 3;
}

static int make_set(Session *session, int wanted, uint64_t seed, Error *err) {
    DrillBook set = {0};
    progress_catch_interrupt();
    Progress progress = progress_start("drill", "positions", (uint64_t)wanted, 0, false);
    bool good = true;
    for (uint64_t i = 0; good && set.drills < wanted && i < (uint64_t)wanted * 200 && !progress_interrupted(); i++) {
        Drill made;
        *err = (Error){{0}};
        if (!session->game->make(session->trainer, seed * 1000000 + i, &made, err)) {
            good = !err->text[0];
            continue;
        }
        if (drill_is_wanted(&set, &made, wanted))
            drill_book_add(&set, &made);
        else
            drill_free(&made);
        progress_update(&progress, (uint64_t)set.drills);
    }
    progress_end(&progress, (uint64_t)set.drills);
    Text text = {0};
    drill_book_print(&set, &text); // after Ctrl-C what there is
    int code = good ? app_print(&text) : app_fail(APP_FAILED, err);
    if (code == APP_DONE && progress_interrupted()) code = APP_INTERRUPTED;
    text_free(&text);
    drill_book_close(&set);
    return code;
}

// ---- Own games ----

static int add_games(Session *session, Error *err) {
    const char *player = app_option(session->args, "--player");
    DrillHarvest harvest = {0};
    int before = session->book.drills;
    for (int i = 0; i < session->args->count; i++) {
        const char *path = session->args->words[i];
        struct stat is;
        int64_t when = stat(path, &is) == 0 ? (int64_t)is.st_mtime : (int64_t)time(NULL);
        if (!session->game->learn(session->trainer, path, player ? player : "you", when, &session->book, &harvest, err))
            return app_fail(APP_FAILED, err);
    }
    if (!harvest.hands) {
        error_set(err, "nobody called '%.60s' plays there; --player says who you are", player ? player : "you");
        return app_fail(APP_FAILED, err);
    }
    if (!save_book(session, err)) return app_fail(APP_FAILED, err);
    Text text = {0};
    text_addf(&text, "%d hands, %d decisions, %d of them mistakes; %d new drills.\n", harvest.hands, harvest.decisions,
              harvest.mistakes, session->book.drills - before);
    int code = app_print(&text);
    text_free(&text);
    return code;
}

static int drill_show_progress(const Session *session) {
    Text text = {0};
    int64_t now = (int64_t)time(NULL);
    if (app_switch(session->args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        drill_progress_json(&session->book, session->name, session->game, now, &json);
        json_end(&json);
        text_add(&text, "\n");
    } else {
        drill_progress_text(&session->book, session->name, session->game, now, &text);
    }
    int code = app_print(&text);
    text_free(&text);
    return code;
}

// ---- The command ----

static bool read_wish(const AppArgs *args, Session *session, Error *err) {
    int64_t difficulty, most;
    session->wish = (DrillWish){.game = session->name,
                                .idea = app_option(args, "--idea"),
                                .kind = app_option(args, "--kind"),
                                .own = app_switch(args, "--own")};
    if (!app_number(args, "--difficulty", 1, DRILL_HARDEST, 0, &difficulty, err) ||
        !app_number(args, "--count", 1, 1000000, 1000000, &most, err))
        return false;
    session->wish.difficulty = (int)difficulty;
    session->most = (int)most;
    return true;
}

// A word that no drill has is a mistake of the person's, not an empty set.
static bool check_word(const char *game, const char *option, const char *word, size_t at, Error *err) {
    Text known = {0};
    bool found = !word;
    for (const char *line = drill_set(game); *line && !found; line += strcspn(line, "\n") + 1) {
        Drill drill;
        if (drill_read(&drill, line, NULL)) {
            const char *has = (const char *)&drill + at;
            found = strcmp(has, word) == 0;
            Text padded = {0};
            text_addf(&padded, ", %s,", has);
            if (!known.data || !strstr(known.data, padded.data))
                text_addf(&known, "%s %s,", known.size ? "" : ",", has);
            text_free(&padded);
        }
        drill_free(&drill);
    }
    if (!found)
        error_set(err, "%s: no drill of the set has '%.40s'; there are%.*s", option, word,
                  known.size > 2 ? (int)known.size - 2 : 5, known.size > 2 ? known.data + 1 : " none");
    text_free(&known);
    return found;
}

static bool drill_read_command(const AppArgs *args, Session *session, int64_t *made, uint64_t *seed, Error *err) {
    const Game *game;
    const char *text = app_option(args, "--seed");
    if (!app_game(args, &game, err)) return false;
    session->args = args;
    session->name = game->name;
    session->game = app_game_of(game)->drill;
    session->write =
        app_utf8() && !app_switch(args, "--ascii") ? (app_colour() ? card_colour : card_symbol) : card_letters;
    *seed = 1;
    if (!read_wish(args, session, err) || !app_number(args, "--make", 1, MOST_MADE, 0, made, err)) return false;
    if (text && !text_to_uint64(text, "--seed", seed, err)) return false;
    if (text && !*made) return error_set(err, "--seed is for --make");
    if (args->count && !app_switch(args, "--add")) return error_set(err, "files of games go with --add");
    if (!args->count && app_switch(args, "--add")) return error_set(err, "--add needs files of games");
    if (app_option(args, "--player") && !app_switch(args, "--add")) return error_set(err, "--player goes with --add");
    if (*made) return true;
    return session->wish.own || (check_word(session->name, "--idea", session->wish.idea, offsetof(Drill, idea), err) &&
                                 check_word(session->name, "--kind", session->wish.kind, offsetof(Drill, kind), err));
}

static int run_drill(const AppArgs *args) {
    Session session = {.keep = {.file = -1}};
    Error err = {{0}};
    int64_t made;
    uint64_t seed;
    int code = APP_FAILED;
    if (!drill_read_command(args, &session, &made, &seed, &err)) return app_fail(APP_USAGE, &err);
    if (!made && !open_book(&session, &err)) {
        play_keep_close(&session.keep);
        return app_fail(APP_FAILED, &err);
    }
    bool looks = app_switch(args, "--progress");
    session.trainer = calloc(1, session.game->size);
    bool ready = session.trainer || error_set(&err, "out of memory");
    terminal_catch();
    ready = ready && (looks || session.game->open(session.trainer, &err));
    if (!ready) app_fail(code, &err);
    if (ready)
        code = made                        ? make_set(&session, (int)made, seed, &err)
               : looks                     ? drill_show_progress(&session)
               : app_switch(args, "--add") ? add_games(&session, &err)
                                           : run_session(&session, &err);
    if (session.trainer && !looks) session.game->close(session.trainer);
    free(session.trainer);
    drill_book_close(&session.book);
    play_keep_close(&session.keep);
    return code;
}

static const AppOption OPTIONS[] = {
    APP_GAME_OPTION,
    {"--idea", "IDEA", "only positions whose best move has this reason first, such as safer (all)"},
    {"--kind", "KIND", "only this kind of decision, such as discard, or lead in Hearts (all)"},
    {"--difficulty", "N", "only positions of this difficulty, 1 to 5 (all, the easiest first)"},
    {"--own", NULL, "only mistakes of your own games"},
    {"--count", "N", "stop after so many answers"},
    {"--add", NULL, "judge the games in the files given, and take your mistakes among the drills"},
    {"--player", "NAME", "with --add: who you are in those files (you)"},
    {"--progress", NULL, "what your decisions cost by kind, luck apart, and how drills went"},
    {"--json", NULL, "with --progress: print one JSON object"},
    {"--file", "FILE", "where drills and progress are kept (drills.txt in the data folder)"},
    {"--ascii", NULL, "letters instead of suit symbols"},
    {"--make", "N", "print N new positions from games of levels, as the shipped set was made"},
    {"--seed", "S", "with --make: which games (1)"},
    {NULL, NULL, NULL},
};

const AppCommand app_drill = {
    .name = "drill",
    .words = "[FILE...]",
    .summary = "positions to solve, from a set and from your own mistakes, until you know them",
    .details =
        "You are shown a position and type your move; the coach says whether it is right, and why. What you get\n"
        "wrong comes again after ten minutes, what you get right after 1, 3, 7, 21 and 60 days. Difficulty is measured:\n"
        "the share of the levels below the champion that get it wrong. `--add FILE` judges games that you played\n"
        "(`deadwood play` says where they are kept), and their mistakes come up first. Everything is kept after\n"
        "every answer.",
    .options = OPTIONS,
    .least = 0,
    .most = APP_MAX_WORDS,
    .door = DOOR_PLAY,
    .examples = {"deadwood drill --count 5", "deadwood drill --game hearts --progress"},
    .run = run_drill,
};
