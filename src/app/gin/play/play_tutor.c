// SPDX-License-Identifier: MIT
// The tutor of gin: holds back what costs too much, and says why something else is better.
#include <stdlib.h>

#include "app/gin/play/play_words.h"
#include "coach/gin/gin_advice.h"

enum { TOLD = 2 }; // reasons

static void gin_tutor_add_objection(const GinAdvice *advice, CardWriter write, Text *text) {
    const GinVerdict *verdict = &advice->verdict;
    text_add(text, "Tutor: ");
    words_move(text, write, &advice->table, &verdict->candidate[verdict->played].action);
    text_addf(text, " costs %.1f%% of games. Better: ", 100 * verdict->cost.win);
    words_move(text, write, &advice->table, &verdict->candidate[0].action);
    for (int i = 0; i < advice->ideas && i < TOLD; i++) {
        text_add(text, i ? "; " : ". ");
        gin_idea_words(text, write, advice, &advice->idea[i]);
    }
    text_add(text, ". Play it all the same?");
}

bool play_tutor_objects(PlayGame *game, const GinAction *action) {
    GinAction some[GIN_MAX_CANDIDATES];
    PlayTable *table = &game->table;
    if (!table->tutored || gin_candidates(&game->state, action, some) < 2) return false;
    GinAdvice *advice = malloc(sizeof *advice);
    terminal_work(NULL);
    bool ready = advice && play_open_judge(game, &table->notice[PLAY_YOU]);
    if (ready) {
        uint64_t key = rng_key(table->seed, game->hand, (uint64_t)game->actions);
        gin_advise(&game->judge, game->chances, &game->state, &game->history, action, key, advice);
        if (advice->verdict.sure && 100 * advice->verdict.cost.win >= table->tutor)
            gin_tutor_add_objection(advice, table->write, &table->objection);
    } else {
        error_prefix(&table->notice[PLAY_YOU], "The tutor is silent");
        table->tutored = false;
    }
    terminal_rest();
    free(advice);
    return table->objection.size > 0;
}
