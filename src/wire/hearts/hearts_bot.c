// SPDX-License-Identifier: MIT
// A Hearts player of ours as a bot.
#include "hearts/players/list/players.h"
#include "wire/hearts/hearts_lines.h"
#include "wire/host/bot.h"

static bool open_hearts_bot(Bot *bot, const char *spec, Error *err) {
    return hearts_player_open(spec, &bot->hearts.player, err);
}

static void close_hearts_bot(Bot *bot) { hearts_player_close(&bot->hearts.player); }

static bool follow_hearts(Bot *bot, CgpTells kind, char *rest, Error *err) {
    HeartsSeat *seat = &bot->hearts.seat;
    switch (kind) {
    case CGP_TELLS_NEWMATCH: return hearts_seat_newmatch(seat, rest, err);
    case CGP_TELLS_NEWDEAL: return hearts_seat_newdeal(seat, rest, err);
    case CGP_TELLS_EV: return hearts_seat_event(seat, rest, err);
    case CGP_TELLS_VIEW: return hearts_seat_view_line(seat, rest, err);
    case CGP_TELLS_PAST: return true; // of gin
    default: return hearts_seat_hand(seat, cgp_rest(&rest), err);
    }
}

static bool choose_hearts(Bot *bot, Text *move, Error *err) {
    if (!hearts_seat_may_act(&bot->hearts.seat, err)) return false;
    HeartsView view = hearts_seat_view(&bot->hearts.seat);
    HeartsAction action = bot->hearts.player.choose(bot->hearts.player.self, &view, &bot->rng);
    hearts_lines_add_move(move, &action);
    return true;
}

const BotGame bot_of_hearts = {.name = "hearts",
                               .open = open_hearts_bot,
                               .close = close_hearts_bot,
                               .follow = follow_hearts,
                               .choose = choose_hearts};

Bot bot_make_hearts(const char *name, const HeartsPlayer *player, uint64_t seed) {
    return (Bot){.name = name, .game = &bot_of_hearts, .hearts.player = *player, .rng = rng_of_hash(rng_mix(seed))};
}
