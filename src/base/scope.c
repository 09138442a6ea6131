// SPDX-License-Identifier: MIT
#include "base/scope.h"

#include <stddef.h>
#include <string.h>

static _Thread_local const Scope *in_force;

const Scope *scope_set(const Scope *scope) {
    const Scope *before = in_force;
    in_force = scope;
    return before;
}

const Scope *scope_now(void) { return in_force; }

const char *scope_folder(int kind) { return in_force ? in_force->folder[kind] : NULL; }

const void *scope_player(const char *game, const char *name) {
    for (int i = 0; in_force && i < in_force->player_count; i++) {
        const ScopePlayer *player = &in_force->players[i];
        if (strcmp(player->name, name) == 0 && strcmp(player->game, game) == 0) return player->player;
    }
    return NULL;
}
