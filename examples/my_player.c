// SPDX-License-Identifier: MIT
// A player of your own against Simple, with the installed library:
//     cc my_player.c $(pkg-config --cflags --libs deadwood) -o my_player && ./my_player
#include <stdio.h>

#include <deadwood.h>

// Takes what melds, sheds what counts most, and knocks as soon as it may.
static int choose(void *user, deadwood_turn *turn) {
    uint8_t seen[DEADWOOD_GIN_OBSERVATION], legal[DEADWOOD_GIN_ACTIONS];
    deadwood_error err;
    (void)user;
    if (deadwood_turn_forced(turn, &err) == DEADWOOD_OK) return 0; // a defence, big gin, the only move
    if (deadwood_turn_observe(turn, seen, legal, &err) != DEADWOOD_OK) return 1;
    deadwood_cards hand = deadwood_turn_hand(turn), best = deadwood_cards_indices(deadwood_gin_best_discards(hand));
    int choice = -1;
    for (int card = 0; card < 52; card++) {
        int drop = 2 + card, knock = 54 + card;
        if (!(best >> card & 1)) continue;
        if (legal[knock])
            choice = knock;
        else if (legal[drop] && choice < 54)
            choice = drop;
    }
    if (choice < 0) { // a draw, or the one best discard is the upcard just taken
        uint64_t useful = deadwood_cards_indices(deadwood_gin_useful(hand));
        for (int card = 0; card < 52; card++) // plane 1 of the observation is the upcard
            if (seen[52 + card] && (useful >> card & 1) && legal[0]) choice = 0;
        for (int action = 1; choice < 0; action++)
            if (legal[action]) choice = action;
    }
    return deadwood_turn_choose(turn, choice, &err);
}

int main(void) {
    deadwood_error err;
    const char *const players[2] = {"mine", "simple"};
    deadwood_context *dw = deadwood_open(NULL, &err);
    char *report = NULL;
    if (dw && deadwood_add_player(dw, "gin", "mine", choose, NULL, &err) == DEADWOOD_OK)
        report = deadwood_match(dw, "gin", NULL, players, "games=2000,seed=1", NULL, NULL, &err);
    if (report)
        puts(report);
    else
        fprintf(stderr, "%s\n", err.text);
    deadwood_free(report);
    deadwood_close(dw);
    return report ? 0 : 1;
}
