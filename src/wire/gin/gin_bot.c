// SPDX-License-Identifier: MIT
// A gin player of ours as a bot.
#include "gin/players/list/players.h"
#include "wire/gin/gin_lines.h"
#include "wire/host/bot.h"

static bool open_gin_bot(Bot *bot, const char *spec, Error *err) {
    return gin_player_open(spec, &bot->gin.player, err);
}

static void forget_gin(Bot *bot) { gin_seat_close(&bot->gin.seat); }

static void close_gin_bot(Bot *bot) {
    forget_gin(bot);
    gin_player_close(&bot->gin.player);
}

static void declare_past(const Bot *bot, Text *lines) {
    if (!bot->gin.player.forgets) text_add(lines, "option name Past type check default true\n");
}

static bool follow_gin(Bot *bot, CgpTells kind, char *rest, Error *err) {
    GinSeat *seat = &bot->gin.seat;
    switch (kind) {
    case CGP_TELLS_NEWMATCH: return gin_seat_newmatch(seat, rest, err);
    case CGP_TELLS_NEWDEAL: return gin_seat_newdeal(seat, rest, err);
    case CGP_TELLS_EV: return gin_seat_event(seat, rest, err);
    case CGP_TELLS_VIEW: return gin_seat_view_line(seat, rest, err);
    case CGP_TELLS_PAST: return gin_seat_past(seat, rest, err);
    default: return gin_seat_hand(seat, cgp_rest(&rest), err);
    }
}

static bool choose_gin(Bot *bot, Text *move, Error *err) {
    if (!gin_seat_may_act(&bot->gin.seat, err)) return false;
    GinView view = gin_seat_view(&bot->gin.seat);
    GinAction action = bot->gin.player.choose(bot->gin.player.self, &view, &bot->rng);
    gin_lines_add_move(move, &action);
    return true;
}

const BotGame bot_of_gin = {.name = "gin",
                            .open = open_gin_bot,
                            .close = close_gin_bot,
                            .follow = follow_gin,
                            .choose = choose_gin,
                            .declare = declare_past,
                            .forget = forget_gin};

Bot bot_make(const char *name, const GinPlayer *player, uint64_t seed) {
    return (Bot){.name = name, .game = &bot_of_gin, .gin.player = *player, .rng = rng_of_hash(rng_mix(seed))};
}
