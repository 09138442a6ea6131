// SPDX-License-Identifier: MIT
// Scope: folders and players that a caller adds for the duration of a call.
//
// Players are opened deep inside (in a match's workers, in a league) from a name alone; names that are not built in are
// looked up here. Each thread has its own scope, at first none; whoever sets one restores the old one before returning.
// Threads of a pool (pool.h) inherit the scope of the calling thread.
#ifndef DEADWOOD_BASE_SCOPE_H
#define DEADWOOD_BASE_SCOPE_H

enum { SCOPE_MODELS, SCOPE_RECIPES, SCOPE_FOLDERS }; // as DataKind in data.h

// A named player: `player` points to the game's own type, a GinPlayer or a HeartsPlayer.
typedef struct ScopePlayer {
    const char *game, *name;
    const void *player;
} ScopePlayer;

typedef struct Scope {
    const char *folder[SCOPE_FOLDERS]; // searched first; or NULL
    const ScopePlayer *players;
    int player_count;
} Scope;

// Sets the thread's scope (borrowed, and unchanged until it is replaced); NULL: none. Returns the previous one.
const Scope *scope_set(const Scope *scope);
const Scope *scope_now(void);

// The thread's folder of a kind, or NULL.
const char *scope_folder(int kind);

// The player of that name, or NULL.
const void *scope_player(const char *game, const char *name);

#endif
