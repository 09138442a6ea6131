// SPDX-License-Identifier: MIT
#include "analysis/style/style.h"

#include <stdlib.h>
#include <string.h>

#include "gin/players/list/players.h"
#include "report/trial.h"

// ---- Watching a player ----

typedef struct Watched {
    const LabRun *run;
    const StylePlan *plan;
    GinPlayer player, other, field[STYLE_FIELD];
    StyleCounts *counts; // of the game at work
} Watched;

static int style_turn(const GinView *view, bool drawn) {
    int turn = view->table->turns[view->seat] + (drawn ? 0 : 1);
    return turn > STYLE_TURNS ? STYLE_TURNS - 1 : turn > 0 ? turn - 1 : 0;
}

static void note_draw(StyleCounts *counts, const GinView *view, const GinAction *action) {
    bool takes = action->move == GIN_TAKE;
    GinKind kind = gin_kind_of_upcard(view->hand, view->table->upcard);
    if (view->table->phase != GIN_DRAW) {
        counts->first_offers[kind]++;
        counts->first_taken[kind] += takes;
        return;
    }
    int turn = style_turn(view, false), after;
    counts->offers[turn][kind]++;
    counts->taken[turn][kind] += takes;
    gin_best_discards(view->hand | set_of(view->table->upcard), view->hand, &after);
    if (kind != GIN_KIND_MELD || after == 0) return;
    int saved = gin_deadwood(view->hand) - after;
    int step = saved < 0 ? 0 : saved < STYLE_SAVINGS ? saved : STYLE_SAVINGS - 1;
    counts->meld_offers[step]++;
    counts->meld_taken[step] += takes;
}

static void note_discard(StyleCounts *counts, const GinView *view, const GinAction *action) {
    int turn = style_turn(view, true), number[GIN_KINDS] = {0};
    CardSet allowed = view->hand & ~set_of(view->table->taken);
    for (CardSet rest = allowed; rest; rest = set_rest(rest)) number[gin_kind_of_card(view->hand, set_first(rest))]++;
    for (int kind = 0; kind < GIN_KINDS; kind++) {
        counts->held[turn][kind] += number[kind] > 0;
        counts->by_chance[turn][kind] += 1000000 * number[kind] / set_count(allowed);
    }
    counts->shed[turn][gin_kind_of_card(view->hand, action->card)]++;
}

static void count_knock(StyleCounts *counts, const GinView *view, bool knocks) {
    int least, turn = style_turn(view, true);
    CardSet best = gin_best_discards(view->hand, view->hand & ~set_of(view->table->taken), &least);
    if (view->rules->big_gin_bonus && gin_deadwood(view->hand) == 0) least = 0;
    if (least > view->table->knock_limit || least >= STYLE_DEADWOODS) return;
    counts->chances[turn][least]++;
    counts->knocked[turn][least] += knocks;
    CardSet left = view->hand & ~set_of(set_first(best));
    GinSplit split = gin_best_split(left);
    int loose = least ? set_count(left & ~gin_split_cards(&split)) : 0;
    if (loose >= STYLE_LOOSES) loose = STYLE_LOOSES - 1;
    counts->loose_chances[turn][loose]++;
    counts->loose_knocked[turn][loose] += knocks;
}

static bool ends_hand(const GinAction *action) { return action->move == GIN_KNOCK || action->move == GIN_CALL_BIG; }

static void count_comparison(StyleCounts *counts, const GinView *view, const GinAction *action,
                             const GinAction *other) {
    if (view->table->phase != GIN_DISCARD) {
        counts->asked[STYLE_DRAW]++;
        counts->same[STYLE_DRAW] += (action->move == GIN_TAKE) == (other->move == GIN_TAKE);
        return;
    }
    bool can = gin_view_legal(view).knocks != 0;
    counts->asked[STYLE_KNOCK] += can;
    counts->same[STYLE_KNOCK] += can && ends_hand(action) == ends_hand(other);
    counts->asked[STYLE_DISCARD]++;
    counts->same[STYLE_DISCARD] += action->card == other->card;
}

static GinAction watch_decision(void *self, const GinView *view, Rng *rng) {
    Watched *watched = self;
    Rng again = *rng;
    GinAction action = watched->player.choose(watched->player.self, view, rng);
    if (view->table->phase == GIN_DEFEND || view->table->forced) return action;
    if (watched->other.choose) {
        GinAction other = watched->other.choose(watched->other.self, view, &again);
        count_comparison(watched->counts, view, &action, &other);
    }
    if (view->table->phase != GIN_DISCARD) {
        note_draw(watched->counts, view, &action);
        return action;
    }
    count_knock(watched->counts, view, ends_hand(&action));
    if (action.move != GIN_CALL_BIG) note_discard(watched->counts, view, &action);
    return action;
}

// ---- Games ----

static void close_watched(void *self) {
    Watched *watched = self;
    gin_player_close(&watched->player);
    gin_player_close(&watched->other);
    for (int i = 0; i < STYLE_FIELD; i++) gin_player_close(&watched->field[i]);
    free(watched);
}

typedef struct Config {
    const LabRun *run;
    const StylePlan *plan;
} Config;

static void *open_watched(const void *context, Error *err) {
    const Config *config = context;
    const StylePlan *plan = config->plan;
    Watched *watched = calloc(1, sizeof *watched);
    if (!watched) {
        error_set(err, "out of memory");
        return NULL;
    }
    watched->run = config->run;
    watched->plan = plan;
    bool good = gin_player_open(plan->player, &watched->player, err) &&
                (!plan->other || gin_player_open(plan->other, &watched->other, err));
    for (int i = 0; good && i < plan->field_count; i++) good = gin_player_open(plan->field[i], &watched->field[i], err);
    if (good) return watched;
    close_watched(watched);
    return NULL;
}

static void note_game(StyleCounts *counts, const GinGameResult *result, Seat seat) {
    const GinSeatStats *own = &result->seat[seat], *other = &result->seat[seat ^ 1];
    counts->games++;
    counts->wins += result->winner == seat;
    counts->hands += result->hands;
    counts->rounds += own->rounds_won + other->rounds_won;
    counts->knocks += own->knocks;
    counts->gins += own->gins;
    counts->undercuts += own->undercuts;
    counts->undercut += other->undercuts;
    counts->deadwood += own->knock_deadwood;
    counts->draws += own->turns;
    counts->takes += own->takes;
}

// Both seats see the same cards in turn.
static void play_style_game(void *self, uint64_t index, int64_t *sums) {
    Watched *watched = self;
    uint64_t pair = index / 2;
    Seat seat = (Seat)(index & 1);
    GinPlayer players[2];
    players[seat] = (GinPlayer){.self = watched, .choose = watch_decision};
    players[seat ^ 1] = watched->field[pair % (uint64_t)watched->plan->field_count];
    GinGamePlan plan = {.rules = &watched->run->rules, .seed = watched->run->seed, .deal = pair, .game = index};
    GinGameResult result;
    watched->counts = (StyleCounts *)(void *)sums;
    gin_play_game(&plan, players, &result);
    note_game(watched->counts, &result, seat);
}

bool style_measure(const LabRun *run, const StylePlan *plan, StyleCounts *counts, Error *err) {
    const Config config = {run, plan};
    const LabTrial trial = {
        .label = plan->player,
        .unit = "games",
        .count = plan->games,
        .words = sizeof *counts / sizeof(int64_t),
        .config = &config,
        .open = open_watched,
        .play = play_style_game,
        .close = close_watched,
    };
    uint64_t done;
    memset(counts, 0, sizeof *counts);
    return lab_trial_run(run, &trial, (int64_t *)(void *)counts, &done, err);
}
