// SPDX-License-Identifier: MIT
// The tutor of Hearts: holds back what costs too much, and says why something else is better.
#include <stdlib.h>

#include "app/hearts/play/play_hearts.h"
#include "coach/hearts/hearts_advice.h"

enum { TOLD = 2 }; // reasons

static void hearts_tutor_add_choice(Text *text, CardWriter write, const HeartsChoice *choice) {
    text_add(text, choice->card == CARD_NONE ? "passing " : "");
    hearts_advice_cards(text, write, choice->card == CARD_NONE ? choice->give : set_of(choice->card));
}

static void hearts_tutor_add_objection(const HeartsAdvice *advice, CardWriter write, Text *text) {
    const HeartsVerdict *verdict = &advice->verdict;
    text_add(text, "Tutor: ");
    hearts_tutor_add_choice(text, write, &verdict->choice[verdict->played]);
    text_addf(text, " costs %.1f points, %.1f%% of games. Better: ", hearts_verdict_cost(verdict),
              100 * (advice->win[0] - advice->win[verdict->played]));
    hearts_tutor_add_choice(text, write, &verdict->choice[0]);
    for (int i = 0; i < advice->ideas && i < TOLD; i++) {
        text_add(text, i ? "; " : ". ");
        hearts_idea_words(text, write, advice, &advice->idea[i]);
    }
    text_add(text, ". Play it all the same?");
}

bool sitting_count_odds(Sitting *game) {
    if (game->odds) return true;
    game->odds = malloc(sizeof *game->odds);
    if (game->odds) hearts_odds_count(game->odds, &game->rules, 1);
    return game->odds != NULL;
}

static bool ask(Sitting *game, const HeartsAction *action, HeartsAdvice *advice) {
    uint64_t key = rng_key(game->table.seed, game->hand, (uint64_t)game->actions);
    HeartsView view = hearts_view(&game->state, &game->log, SITTING_YOU);
    int worlds = action->move == HEARTS_GIVE ? HEARTS_ADVICE_PASS_WORLDS : HEARTS_ADVICE_WORLDS;
    return sitting_count_odds(game) &&
           hearts_advise(&game->evaluation, game->odds, NULL, &view, worlds, action, key, advice);
}

bool sitting_tutor_objects(Sitting *game, const HeartsAction *action) {
    PlayTable *table = &game->table;
    if (!table->tutored || (action->move == HEARTS_PLAY && !set_rest(hearts_legal(&game->state)))) return false;
    HeartsAdvice *advice = malloc(sizeof *advice);
    terminal_work(NULL);
    if (!advice || !ask(game, action, advice)) {
        error_set(&table->notice[SITTING_YOU], "The tutor is silent: there is not enough memory for it.");
        table->tutored = false;
    } else if (hearts_verdict_cost(&advice->verdict) > 0 &&
               100 * (advice->win[0] - advice->win[advice->verdict.played]) >= table->tutor) {
        hearts_tutor_add_objection(advice, table->write, &table->objection);
    }
    terminal_rest();
    free(advice);
    return table->objection.size > 0;
}
