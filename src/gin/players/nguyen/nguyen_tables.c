// SPDX-License-Identifier: MIT
#include "gin/players/nguyen/nguyen_tables.h"

#include "gin/players/nguyen/nguyen.h"

static void tally_draws(NguyenTally *tally, int swapped, const GinHandRecord *hand) {
    GinReplay replay;
    gin_replay_start(&replay, hand);
    for (;;) {
        const GinTable *table = &replay.state.table;
        Seat seat = table->to_act;
        GinView view = gin_view(&replay.state, &replay.history, seat);
        Card upcard = table->upcard;
        NguyenHits hits = nguyen_hits(view.hand, nguyen_unknown(&view));
        bool melds = set_has(gin_useful_draws(view.hand), upcard);
        if (!gin_replay_step(&replay)) return;
        if (gin_event_kind(replay.event) != GIN_EVENT_TAKE) continue;
        NguyenSide *side = &tally->side[seat ^ swapped];
        side->takes++;
        side->hits += !melds && set_has(hits.runs | hits.sets, upcard);
    }
}

static void tally_end(NguyenSide *side, const GinState *over, Seat seat) {
    bool cancelled = over->result.end == GIN_CANCELLED;
    GinSplit split = cancelled ? gin_best_split(over->hand[seat]) : over->melds[seat];
    for (int i = 0; i < GIN_MAX_MELDS; i++) side->melds += split.meld[i] != 0;
    side->deadwood += cancelled ? (uint64_t)gin_deadwood(over->hand[seat]) : over->result.deadwood[seat];
}

void nguyen_tally_hand(NguyenTally *tally, int swapped, const GinHandRecord *hand) {
    const GinState *over = hand->state;
    tally->hands++;
    tally->cancelled += over->result.end == GIN_CANCELLED;
    tally->games += hand->game_over;
    if (hand->game_over && hand->game_winner >= 0) tally->side[hand->game_winner ^ swapped].wins++;
    for (int seat = 0; seat < GIN_SEATS; seat++) tally_end(&tally->side[seat ^ swapped], over, (Seat)seat);
    tally_draws(tally, swapped, hand);
}

static void watch_plain(void *collector, const GinHandRecord *hand) { nguyen_tally_hand(collector, 0, hand); }
static void watch_swapped(void *collector, const GinHandRecord *hand) { nguyen_tally_hand(collector, 1, hand); }

static void merge(NguyenTally *tally, const NguyenTally *other) {
    tally->games += other->games;
    tally->hands += other->hands;
    tally->cancelled += other->cancelled;
    for (int i = 0; i < 2; i++) {
        tally->side[i].wins += other->side[i].wins;
        tally->side[i].takes += other->side[i].takes;
        tally->side[i].hits += other->side[i].hits;
        tally->side[i].melds += other->side[i].melds;
        tally->side[i].deadwood += other->side[i].deadwood;
    }
}

bool nguyen_measure(NguyenTally *tally, const char *player, const char *opponent, const GinRules *rules, uint64_t games,
                    uint64_t seed, int threads, Error *err) {
    NguyenTally parts[2][GIN_SELFPLAY_SLICES] = {{{0}}};
    for (int swapped = 0; swapped < 2; swapped++) {
        void *collectors[GIN_SELFPLAY_SLICES];
        for (int i = 0; i < GIN_SELFPLAY_SLICES; i++) collectors[i] = &parts[swapped][i];
        const char *const pair[1][2] = {{swapped ? opponent : player, swapped ? player : opponent}};
        uint64_t share = (games + !swapped) / 2;
        GinSelfPlay plan = {
            .pairs = pair, .pair_count = 1, .rules = rules, .seed = seed, .games = share, .threads = threads};
        if (!gin_selfplay(&plan, GIN_SELFPLAY_SLICES, collectors, swapped ? watch_swapped : watch_plain, err))
            return false;
    }
    for (int i = 0; i < 2 * GIN_SELFPLAY_SLICES; i++)
        merge(tally, &parts[i / GIN_SELFPLAY_SLICES][i % GIN_SELFPLAY_SLICES]);
    return true;
}
