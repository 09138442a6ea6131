// SPDX-License-Identifier: MIT
#include "app/hearts/play/play_hearts_bots.h"

#include <string.h>

#include "app/hearts/play/play_hearts_words.h"
#include "hearts/players/list/players.h"
#include "wire/hearts/hearts_host.h"

static void close_sitting_players(HeartsPlayer player[HEARTS_SEATS]) {
    for (int seat = 1; seat < HEARTS_SEATS; seat++) hearts_player_close(&player[seat]);
}

// A new game: clocks are full and nobody has failed.
static void begin_sitting_bots(SittingBots *bots) {
    wire_table_reset(&bots->clocks, &bots->limits.clock);
    memset(bots->out, 0, sizeof bots->out);
    memset(bots->heard, 0, sizeof bots->heard);
}

bool sitting_bots_open(SittingBots *bots, const char *const specs[3], Error *err) {
    HeartsPlayer opened[HEARTS_SEATS] = {0};
    bots->limits = wire_limits_default();
    if (!bots->stand_in.choose && !hearts_player_open(SITTING_BOT, &bots->stand_in, err)) return false;
    for (int seat = 1; seat < HEARTS_SEATS; seat++) {
        if (hearts_host_open(specs[seat - 1], &bots->limits, &bots->clocks, &opened[seat], err)) continue;
        close_sitting_players(opened);
        return false;
    }
    close_sitting_players(bots->player);
    memcpy(bots->player, opened, sizeof opened);
    begin_sitting_bots(bots);
    return true;
}

void sitting_bots_close(SittingBots *bots) {
    close_sitting_players(bots->player);
    hearts_player_close(&bots->stand_in);
}

void sitting_bots_restart(SittingBots *bots, const char *const specs[3]) {
    for (int seat = 1; seat < HEARTS_SEATS; seat++) {
        HeartsPlayer *player = &bots->player[seat], again;
        if (!player->watch) continue; // one of ours, which has no memory
        if (!hearts_host_open(specs[seat - 1], &bots->limits, &bots->clocks, &again, &bots->notice[seat])) continue;
        hearts_player_close(player);
        *player = again;
    }
    begin_sitting_bots(bots);
}

HeartsAction sitting_bots_choose(SittingBots *bots, const HeartsState *state, const HeartsLog *log, Rng *rng) {
    Seat seat = state->table.to_act;
    HeartsView view = hearts_view(state, log, seat);
    if (!bots->out[seat]) {
        const HeartsPlayer *player = &bots->player[seat];
        HeartsAction action = player->choose(player->self, &view, rng);
        bots->heard[seat] = true;
        if (hearts_is_legal(state, &action)) return action;
        const char *fault = host_seat_fault(hearts_host_seat(player));
        bots->out[seat] = true;
        error_set(&bots->notice[seat], "%s %s; " SITTING_BOT " plays its hand on.", sitting_seat(seat),
                  *fault ? fault : "tried what is not allowed");
    }
    return bots->stand_in.choose(bots->stand_in.self, &view, rng);
}

void sitting_bots_watch(SittingBots *bots, const HeartsHandRecord *record) {
    for (int seat = 1; seat < HEARTS_SEATS; seat++) {
        const HeartsPlayer *player = &bots->player[seat];
        HeartsState state = *record->state;
        HeartsHandRecord told = *record;
        told.state = &state;
        if (bots->out[seat]) state.fault[seat] = FAULT_RESIGN; // to its host: end it and start it again
        if (player->watch) player->watch(player->self, &told, (Seat)seat);
    }
    memset(bots->out, 0, sizeof bots->out);
}
