// SPDX-License-Identifier: MIT
#include "app/commands/games.h"

#include <string.h>

#include "base/files/archive.h"

const AppGame *const APP_GAMES[] = {&app_of_gin, &app_of_hearts, NULL};

bool app_game(const AppArgs *args, const Game **game, Error *err) {
    const char *text = app_option(args, "--game");
    *game = text ? game_named(text) : game_default();
    if (*game) return true;
    Text names = {0};
    game_add_names(&names, "or");
    error_set(err, "there is no game '%.40s'; --game is %s", text, names.data);
    text_free(&names);
    return false;
}

const AppGame *app_game_of(const Game *game) {
    int i = 0;
    while (APP_GAMES[i]->game != game) i++;
    return APP_GAMES[i];
}

const Game *app_game_of_file(const char *path) {
    Error unread;
    Text line = {0};
    Archive *archive = strcmp(path, "-") == 0 ? NULL : archive_open(path, &unread);
    if (!archive) return NULL;
    const Game *game = archive_line(archive, &line, &unread) > 0 ? game_of_records(line.data) : NULL;
    archive_close(archive, NULL);
    text_free(&line);
    return game;
}

// The name in "there is no hearts player 'NAME'", and where the sentence begins; NULL in others.
static char *name_missing(Error *err, const Game *game, char name[80]) {
    char sentence[64];
    int size = snprintf(sentence, sizeof sentence, "there is no %s player '", game->name);
    char *at = strstr(err->text, sentence);
    if (!at || !text_copy(name, 80, at + size) || !strchr(name, '\'')) return NULL;
    *strchr(name, '\'') = '\0';
    return at;
}

static const Game *other_that_has(const Game *game, const char *name) {
    for (int i = 0; GAMES[i]; i++)
        if (GAMES[i] != game && GAMES[i]->has_player(name)) return GAMES[i];
    return NULL;
}

void app_tell_other_game(Error *err) {
    for (int i = 0; GAMES[i]; i++) {
        char name[80], *at = name_missing(err, GAMES[i], name);
        const Game *other = at ? other_that_has(GAMES[i], name) : NULL;
        if (!other) continue;
        *at = '\0'; // what stands before says where it was named
        Error before = *err;
        if (other == game_default())
            error_set(err, "%.200s'%s' plays %s, and this is %s; leave out --game %s", before.text, name, other->title,
                      GAMES[i]->title, GAMES[i]->name);
        else
            error_set(err, "%.200s'%s' plays %s, and this is %s; commands that play both take --game %s", before.text,
                      name, other->title, GAMES[i]->title, other->name);
        return;
    }
}

void app_tell_note(const char *note) {
    if (note && *note) app_tell("deadwood: note: %s", note);
}

bool app_players_exist(const AppArgs *args, const Game *game, const GamePlan *plan, Error *err) {
    for (int i = 0; i < args->count; i++) {
        Text note = {0};
        bool there = game->player_exists(args->words[i], plan, &note, err);
        app_tell_note(note.data);
        text_free(&note);
        if (!there) return false;
    }
    return true;
}
