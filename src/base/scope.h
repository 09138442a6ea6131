// SPDX-License-Identifier: MIT
// What a caller brings along for the time of a call: folders of its own for files, and players of its own.
//
// Players are made deep inside (of a match's workers, of a league), from a name alone. What such a name means beyond
// the lists that are built in is looked up here. A thread has a scope of its own, none to begin with; who sets one puts
// the old one back before it returns. Threads of a pool (pool.h) have that of the thread which called it.
#ifndef DEADWOOD_BASE_SCOPE_H
#define DEADWOOD_BASE_SCOPE_H

enum { SCOPE_MODELS, SCOPE_RECIPES, SCOPE_FOLDERS }; // as DataKind in data.h

// A player under a name: `player` is the game's own kind, a GinPlayer or a HeartsPlayer.
typedef struct ScopePlayer {
    const char *game, *name;
    const void *player;
} ScopePlayer;

typedef struct Scope {
    const char *folder[SCOPE_FOLDERS]; // looked in before anywhere else; or NULL
    const ScopePlayer *players;
    int player_count;
} Scope;

// The thread's scope from now on, which must stay as it is until it is replaced; NULL: none. Returns the one before.
const Scope *scope_set(const Scope *scope);
const Scope *scope_now(void);

// The thread's folder of a kind, or NULL.
const char *scope_folder(int kind);

// The player of that name, or NULL.
const void *scope_player(const char *game, const char *name);

#endif
