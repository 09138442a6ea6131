// SPDX-License-Identifier: MIT
#include "contest/match_worker.h"

#include <stdlib.h>

#include "wire/protocol/command.h"

void match_worker_close(void *worker) {
    MatchWorker *self = worker;
    const PlayerKind *kind = self->setup->game->player;
    for (int i = 0; i < 2; i++)
        if (self->own[i]) player_free(kind, self->own[i]);
    free(self);
}

void *match_worker_open(const void *setup, Error *err) {
    MatchWorker *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(err, "out of memory for the players");
        return NULL;
    }
    self->setup = setup;
    for (int i = 0; i < 2; i++) {
        const char *spec = self->setup->plan->players[i];
        if (wire_is_exec(spec)) continue;
        self->own[i] = player_make(self->setup->game->player, spec, &self->setup->programs->limits, err);
        if (self->own[i]) continue;
        match_worker_close(self);
        return NULL;
    }
    return self;
}

static void leave_table(MatchWorker *self) {
    for (int seat = 0; seat < self->setup->game->seats; seat++) {
        int player = self->player[seat];
        if (self->at[seat] && self->at[seat] != self->own[player])
            program_pool_give(&self->setup->programs->pool[player], self->at[seat]);
        self->at[seat] = NULL;
    }
}

// The players of a game of this group.
static bool come_to_table(MatchWorker *self, uint64_t group, Error *err) {
    for (int seat = 0; seat < self->setup->game->seats; seat++) {
        int player = self->player[seat];
        self->at[seat] = self->own[player];
        if (self->at[seat]) continue;
        self->at[seat] = program_pool_take(&self->setup->programs->pool[player], &self->group[player], group, err);
        if (!self->at[seat]) {
            leave_table(self);
            return false;
        }
        host_seat_sit(self->setup->game->player->seat(self->at[seat]), &self->table);
    }
    return true;
}

bool match_worker_play(void *worker, uint64_t game, ArenaGame *result, Text *record, Error *err) {
    MatchWorker *self = worker;
    const MatchSetup *setup = self->setup;
    uint64_t deal = game / (uint64_t)setup->contest.group;
    self->game = game;
    self->record = record;
    setup->game->seat(setup->plan, game, self->player);
    if (!come_to_table(self, deal, err)) return false;
    wire_table_reset(&self->table, &setup->programs->limits.clock);
    bool done = setup->game->play(self, deal, result);
    leave_table(self);
    return done;
}

void match_worker_note(const MatchWorker *worker, int seat) {
    Text last_words = {0};
    const HostSeat *program = worker->setup->game->player->seat(worker->at[seat]);
    const char *what = host_seat_first_fault(program, &last_words);
    match_programs_note(worker->setup->programs, worker->player[seat], worker->game, what, &last_words);
    text_free(&last_words);
}
