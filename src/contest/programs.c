// SPDX-License-Identifier: MIT
#include "contest/programs.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "contest/match_stats.h"
#include "wire/protocol/command.h"

void match_programs_open(MatchPrograms *programs, const MatchSetup *setup, MatchResult *result) {
    const MatchPlan *plan = setup->plan;
    *programs = (MatchPrograms){
        .players = {plan->players[0], plan->players[1]},
        .limits = plan->limits ? *plan->limits : wire_limits_default(),
        .faults = {match_tally_faults(setup->game->stats, 0), match_tally_faults(setup->game->stats, 1)},
        .result = result,
    };
    for (int i = 0; i < 2; i++) {
        programs->health[i] = plan->health[i] ? plan->health[i] : &programs->own_health[i];
        WireLimits limits = programs->limits;
        limits.log_as = plan->names[i];
        program_pool_open(&programs->pool[i], setup->game->player, plan->players[i], &limits);
    }
    pthread_mutex_init(&programs->lock, NULL);
}

bool match_programs_make_logs(const MatchPrograms *programs, Error *err) {
    const char *folder = programs->limits.logs;
    bool runs = wire_is_exec(programs->players[0]) || wire_is_exec(programs->players[1]);
    if (!folder || !runs || mkdir(folder, 0777) == 0 || errno == EEXIST) return true;
    return error_set(err, "--bot-logs: the folder %.200s cannot be made: %s", folder, strerror(errno));
}

void match_programs_close(MatchPrograms *programs) {
    for (int i = 0; i < 2; i++) program_pool_quit(&programs->pool[i]);
    for (int i = 0; i < 2; i++) program_pool_close(&programs->pool[i]);
    pthread_mutex_destroy(&programs->lock);
}

static bool fault_in_one(const MatchPrograms *programs, const ArenaGame *games, int group, int player) {
    for (int i = 0; i < group; i++)
        for (int fault = 0; fault < FAULT_KINDS - 1; fault++)
            if (games[i].tally[programs->faults[player] + fault]) return true;
    return false;
}

// Counts faults group by group and ends the match when a program is suspended. The games of a group have the same
// cards, so one mistake may show in many of them; it counts once.
static bool enough(void *context, const ArenaGame *games, int group) {
    MatchPrograms *programs = context;
    MatchResult *result = programs->result;
    for (int player = 0; player < 2; player++) {
        if (!wire_is_exec(programs->players[player])) continue;
        bot_health_add(programs->health[player], fault_in_one(programs, games, group, player));
        result->suspended[player] = programs->health[player]->suspended;
    }
    return result->suspended[0] || result->suspended[1];
}

MatchEnough *match_programs_enough(const MatchPrograms *programs) {
    return wire_is_exec(programs->players[0]) || wire_is_exec(programs->players[1]) ? enough : NULL;
}

// As many of the last lines as there is room for.
static void keep_last_words(MatchFault *first, const Text *words) {
    size_t from = words->size;
    first->last_words[0] = '\0';
    for (size_t at = words->size; at > 0 && words->size - at < sizeof first->last_words - 1; at--)
        if (at == 1 || words->data[at - 2] == '\n') from = at - 1;
    if (words->size) text_copy(first->last_words, sizeof first->last_words, words->data + from);
}

void match_programs_note(MatchPrograms *programs, int player, uint64_t game, const char *text, const Text *last_words) {
    MatchFault *first = &programs->result->fault[player];
    if (!*text) return;
    pthread_mutex_lock(&programs->lock);
    if (!first->text[0] || game < first->game) {
        first->game = game;
        text_copy(first->text, sizeof first->text, text);
        keep_last_words(first, last_words);
    }
    pthread_mutex_unlock(&programs->lock);
}
