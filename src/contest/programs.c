// SPDX-License-Identifier: MIT
#include "contest/programs.h"

#include "wire/command.h"

void match_programs_open(MatchPrograms *programs, const MatchSetup *setup, MatchResult *result) {
    const MatchPlan *plan = setup->plan;
    *programs = (MatchPrograms){
        .players = {plan->players[0], plan->players[1]},
        .limits = plan->limits ? *plan->limits : wire_limits_default(),
        .failed = setup->failed,
        .result = result,
    };
    for (int i = 0; i < 2; i++) {
        programs->health[i] = plan->health[i] ? plan->health[i] : &programs->own_health[i];
        program_pool_open(&programs->pool[i], setup->program, plan->players[i], &programs->limits);
    }
    pthread_mutex_init(&programs->lock, NULL);
}

void match_programs_close(MatchPrograms *programs) {
    for (int i = 0; i < 2; i++) program_pool_quit(&programs->pool[i]);
    for (int i = 0; i < 2; i++) program_pool_close(&programs->pool[i]);
    pthread_mutex_destroy(&programs->lock);
}

// Counts failures game after game in order, and ends the match when a program is suspended.
static bool enough(void *context, const ArenaGame *games, int group) {
    MatchPrograms *programs = context;
    MatchResult *result = programs->result;
    for (int player = 0; player < 2; player++) {
        if (!wire_is_exec(programs->players[player])) continue;
        for (int i = 0; i < group; i++) bot_health_add(programs->health[player], programs->failed(&games[i], player));
        result->suspended[player] = programs->health[player]->suspended;
    }
    return result->suspended[0] || result->suspended[1];
}

MatchEnough *match_programs_enough(const MatchPrograms *programs) {
    return wire_is_exec(programs->players[0]) || wire_is_exec(programs->players[1]) ? enough : NULL;
}

void match_programs_note(MatchPrograms *programs, int player, uint64_t game, const char *text) {
    MatchTrouble *trouble = &programs->result->trouble[player];
    if (!*text) return;
    pthread_mutex_lock(&programs->lock);
    if (!trouble->text[0] || game < trouble->game) {
        trouble->game = game;
        text_copy(trouble->text, sizeof trouble->text, text);
    }
    pthread_mutex_unlock(&programs->lock);
}
