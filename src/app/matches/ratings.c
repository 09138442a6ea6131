// SPDX-License-Identifier: MIT
#include "app/matches/ratings.h"

#include <string.h>

#include "app/help/help.h"

static const char HOUSE[] = "house"; // what rows call this project
enum { ABOUT_COLUMN = 29 };

const AppRating *app_rating(const AppRating *ratings, const char *player) {
    for (; ratings->player; ratings++)
        if (strcmp(ratings->player, player) == 0) return ratings;
    return NULL;
}

static void add_name_and_elo(Text *text, const char *name, const AppRating *rating) {
    char elo[16] = "";
    if (rating && !rating->error) text_copy(elo, sizeof elo, "0"); // what the others are measured by
    if (rating && rating->error) snprintf(elo, sizeof elo, "%+d +-%d", rating->elo, rating->error);
    text_addf(text, "  %-14s %-11s ", name, elo);
}

static void list_player(Text *text, const AppListed *player, const AppRating *ratings) {
    add_name_and_elo(text, player->name, app_rating(ratings, player->name));
    help_wrap(text, player->about, ABOUT_COLUMN, ABOUT_COLUMN);
    if (!player->more) return;
    text_addf(text, "%*s", ABOUT_COLUMN, "");
    help_wrap(text, player->more, ABOUT_COLUMN, ABOUT_COLUMN + 2);
}

void app_list_levels(Text *text, const Level *levels) {
    text_add(text, "Levels, for people: they make a person's mistakes\n\n");
    for (int i = 0; i < LEVEL_COUNT; i++) {
        Text about = {0};
        add_name_and_elo(text, levels[i].name, &(AppRating){levels[i].name, levels[i].elo, levels[i].error});
        bool usual = strcmp(levels[i].name, LEVEL_FOR_NEWCOMERS) == 0;
        text_addf(&about, "%s%s: %s", levels[i].title, usual ? " (whom `deadwood play` seats)" : "", levels[i].about);
        help_wrap(text, about.data ? about.data : "", ABOUT_COLUMN, ABOUT_COLUMN);
        text_free(&about);
    }
    text_add(text, "\n");
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
