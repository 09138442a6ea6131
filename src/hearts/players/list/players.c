// SPDX-License-Identifier: MIT
// The list of players of Hearts. To add one: docs/PLAYERS.md.
#include "hearts/players/list/players.h"

#include <string.h>

#include "base/scope.h"
#include "hearts/players/list/compose.h"
#include "hearts/players/simple/ducker.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))
#define TD            "algo=maxn,worlds=20,prune=0,eval=td:model=" // a learned value may be below what was taken

// clang-format off
static const HeartsPlayerRow ROWS[] = {
    {"random", "house", "any legal card", NULL},
    {"ducker", "house", "simple rules: ducks, discards what is dangerous, leads what others must beat", NULL},
    {"expert", "house", "max^n to the end of the trick in sampled worlds, with a hand-made evaluation",
     "algo=maxn,eval=expert,worlds=20"},
    {"uct", "Sturtevant 2008", "UCT with random playouts, 30 worlds of 333",
     "algo=uct,eval=none,worlds=30,playouts=333,c=0.4,noise=256"},
    {"td-queen-1", "Sturtevant & White", "learned to avoid the queen, atoms alone", TD "td-queen-1"},
    {"td-queen-2", "Sturtevant & White", "learned to avoid the queen, to pairs of atoms", TD "td-queen-2"},
    {"td-queen-3", "Sturtevant & White", "learned to avoid the queen, to triples", TD "td-queen-3"},
    {"td-queen-4", "Sturtevant & White", "learned to avoid the queen, to fours", TD "td-queen-4"},
    {"td-hearts-1", "Sturtevant & White", "learned to avoid hearts, atoms alone", TD "td-hearts-1"},
    {"td-hearts-2", "Sturtevant & White", "learned to avoid hearts, to pairs of atoms", TD "td-hearts-2"},
    {"td-hearts-3", "Sturtevant & White", "learned to avoid hearts, to triples", TD "td-hearts-3"},
    {"td-full-self", "Sturtevant & White", "the full game, trained by playing itself", TD "td-full-self"},
    {"td-full-expert", "Sturtevant & White", "the full game, trained against the expert", TD "td-full-expert"},
    {"solver", "house", "our strongest: max^n over 280 worlds, outlook and playouts together as evaluation, passing by trial",
     "algo=maxn,eval=blend,worlds=280,race=1,trial=40,moon=25,trial-moon=40"},
    {"search", "house", "any combination: search:algo=..,eval=..,worlds=.. (expert's where not named)", ""},
};
// clang-format on

const HeartsPlayerRow *hearts_player_rows(int *count) {
    *count = LENGTH(ROWS);
    return ROWS;
}

bool hearts_is_listed(const char *name) {
    char spelled[LEVEL_TEXT];
    for (int i = 0; i < LENGTH(ROWS); i++)
        if (strcmp(ROWS[i].name, name) == 0) return true;
    return !strchr(name, ':') && level_find(hearts_levels(), name, spelled);
}

static const HeartsPlayerRow *find_row(const char *spec, size_t size, Error *err) {
    const char *names[LENGTH(ROWS) + LEVEL_COUNT];
    char name[64] = "";
    if (size == 0 || size >= sizeof name) {
        error_set(err, "'%.40s' is not a player; write name or name:key=value,...", spec);
        return NULL;
    }
    memcpy(name, spec, size);
    for (int i = 0; i < LENGTH(ROWS); i++) {
        names[i] = ROWS[i].name;
        if (strcmp(ROWS[i].name, name) == 0) return &ROWS[i];
    }
    for (int i = 0; i < LEVEL_COUNT; i++) names[LENGTH(ROWS) + i] = hearts_levels()[i].name;
    const char *close = text_closest(name, names, LENGTH(ROWS) + LEVEL_COUNT);
    error_set(err, "there is no hearts player '%s'%s%s%s; `deadwood players --game hearts` lists them", name,
              close ? "; did you mean '" : "", close ? close : "", close ? "'?" : "");
    return NULL;
}

// The row a spec names, and the composition it stands for where it is a search.
static const HeartsPlayerRow *read_spec(const char *said, HeartsComposition *composition, Error *err) {
    const char *spec = said;
    char spelled[LEVEL_TEXT];
    const Level *level = level_find(hearts_levels(), spec, spelled);
    if (level && !*spelled) {
        error_set(err, "player '%.80s...': the settings are too long", spec);
        return NULL;
    }
    if (level) spec = spelled;
    const char *colon = strchr(spec, ':');
    const HeartsPlayerRow *row = find_row(spec, colon ? (size_t)(colon - spec) : strlen(spec), err);
    if (!row) return NULL;
    if (!row->spec) {
        if (!colon) return row;
        error_set(err, "player '%.80s': %s has no settings", spec, row->name);
        return NULL;
    }
    *composition = hearts_composition_default();
    bool done = hearts_composition_read(composition, row->spec, err) &&
                hearts_composition_read(composition, colon ? colon + 1 : "", err);
    if (done) return row;
    error_prefix(err, "player '%.80s'", said);
    return NULL;
}

bool hearts_player_open(const char *spec, HeartsPlayer *player, Error *err) {
    const HeartsPlayer *callers = scope_player("hearts", spec);
    if (callers) {
        *player = *callers;
        return true;
    }
    HeartsComposition composition;
    const HeartsPlayerRow *row = read_spec(spec, &composition, err);
    if (!row) return false;
    if (row->spec)
        return hearts_composition_open(&composition, player, err) || error_prefix(err, "player '%.80s'", spec);
    *player = strcmp(row->name, "ducker") == 0 ? hearts_ducker_player() : hearts_random_player();
    return true;
}

bool hearts_player_describe(const char *spec, Text *text, Error *err) {
    HeartsComposition composition;
    const HeartsPlayerRow *row = read_spec(spec, &composition, err);
    if (!row) return false;
    if (row->spec)
        hearts_composition_print(&composition, text);
    else
        text_add(text, row->about);
    return true;
}

void hearts_player_models(const char *spec, void (*visit)(void *context, const char *model), void *context) {
    static const char learned[] = "td:model=";
    HeartsComposition composition;
    const HeartsPlayerRow *row = read_spec(spec, &composition, NULL);
    if (!row || !row->spec || strncmp(composition.eval, learned, strlen(learned)) != 0) return;
    char *games = strrchr(composition.eval, '@'); // a moment of its training, in the same file
    if (games) *games = '\0';
    visit(context, composition.eval + strlen(learned));
}
