// SPDX-License-Identifier: MIT
// A player of your own against Simple, with nothing but libdeadwood:
//     cc my_player.c $(pkg-config --cflags --libs --static deadwood) -o my_player && ./my_player
#include <stdio.h>

#include "gin/players/list/players.h"

// Takes what melds, sheds the most deadwood, and waits for gin while the stock is deep.
static GinAction choose(void *self, const GinView *view, Rng *rng) {
    (void)self;
    const GinTable *table = view->table;
    if (table->phase == GIN_DEFEND) return (GinAction){.move = GIN_SHOW}; // no melds named: the best ones
    if (table->phase != GIN_DISCARD) {
        bool useful = set_has(gin_useful_draws(view->hand), table->upcard);
        if (useful && !table->forced) return (GinAction){.move = GIN_TAKE};
        return (GinAction){.move = table->phase == GIN_DRAW ? GIN_STOCK : GIN_PASS};
    }
    int deadwood;
    CardSet best = gin_best_discards(view->hand, view->hand & ~set_of(table->taken), &deadwood);
    bool knock = deadwood == 0 || (deadwood <= table->knock_limit && table->stock < 16);
    return (GinAction){.move = knock ? GIN_KNOCK : GIN_DROP, .card = rng_card(rng, best)};
}

int main(void) {
    Error err;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {{.choose = choose}};
    if (!gin_player_open("simple", &players[1], &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    int won = 0, games = 2000;
    for (int game = 0; game < games; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 1, .deal = (uint64_t)game, .game = (uint64_t)game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        won += result.winner == 0;
    }
    gin_player_close(&players[1]);
    printf("won %d of %d games\n", won, games);
    return 0;
}
