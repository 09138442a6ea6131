// SPDX-License-Identifier: MIT
#include "app/commands/ratings.h"

#include <string.h>

#include "app/help/help.h"

static const char HOUSE[] = "house"; // what rows call this project
enum { ABOUT_COLUMN = 29 };

const AppRating *app_rating(const AppRating *ratings, const char *player) {
    for (; ratings->player; ratings++)
        if (strcmp(ratings->player, player) == 0) return ratings;
    return NULL;
}

static void list_player(Text *text, const AppListed *player, const AppRating *ratings) {
    const AppRating *rating = app_rating(ratings, player->name);
    char elo[16] = "";
    if (rating && !rating->error) text_copy(elo, sizeof elo, "0"); // what the others are measured by
    if (rating && rating->error) snprintf(elo, sizeof elo, "%+d +-%d", rating->elo, rating->error);
    text_addf(text, "  %-14s %-11s ", player->name, elo);
    help_wrap(text, player->about, ABOUT_COLUMN, ABOUT_COLUMN);
    if (!player->more) return;
    text_addf(text, "%*s", ABOUT_COLUMN, "");
    help_wrap(text, player->more, ABOUT_COLUMN, ABOUT_COLUMN + 2);
}

static void list_source(Text *text, const AppListed *players, int count, const char *source, const AppRating *ratings) {
    text_addf(text, "\n%s\n", strcmp(source, HOUSE) == 0 ? "This project (house)" : source);
    for (int i = 0; i < count; i++)
        if (strcmp(players[i].source, source) == 0) list_player(text, &players[i], ratings);
}

void app_list_players(Text *text, const AppListed *players, int count, const AppRating *ratings) {
    for (int i = 0; i < count; i++) {
        bool before = strcmp(players[i].source, HOUSE) == 0;
        for (int j = 0; j < i && !before; j++) before = strcmp(players[j].source, players[i].source) == 0;
        if (!before) list_source(text, players, count, players[i].source, ratings);
    }
    list_source(text, players, count, HOUSE, ratings);
}
