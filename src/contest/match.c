// SPDX-License-Identifier: MIT
#include "contest/match.h"

#include <stdio.h>

#include "contest/match_stats.h"
#include "contest/match_worker.h"
#include "contest/names.h"
#include "contest/records/match_records.h"

// A store that holds a part says which games are to be played, if any.
static bool open_share(const MatchSetup *setup, ArenaPlan *arena, ArenaTotals *totals, bool *part, Error *err) {
    const MatchPlan *plan = setup->plan;
    const ArenaContest *contest = &setup->contest;
    StoreShare share = {.totals = totals};
    if (plan->sprt)
        return error_set(err,
                         "a sequential test looks at all games in their order, which no part has; leave out --sprt");
    if (match_has_program(plan))
        return error_set(err, "programs are suspended by what they did in all games before, which no part knows; play "
                              "them in one piece, or through a player of ours");
    if (!store_share(plan->store, setup->key, setup->tally, contest->tallies, contest->entrants, contest->group,
                     setup->mode->games, &share, err))
        return false;
    *part = !share.whole;
    if (share.none) {
        arena->store = NULL;
        arena->games = totals->games;
        return true;
    }
    arena->first = share.range.first;
    arena->games = share.range.until;
    return store_match_range(plan->store, setup->key, setup->tally, contest->tallies, contest->entrants, contest->group,
                             share.range, true, &arena->store_match, totals, err);
}

static bool open_store(const MatchSetup *setup, ArenaPlan *arena, ArenaTotals *totals, Error *err) {
    const ArenaContest *contest = &setup->contest;
    if (!store_match(setup->plan->store, setup->key, setup->tally, contest->tallies, contest->entrants, contest->group,
                     setup->plan->resume, &arena->store_match, totals, err))
        return false;
    if (totals->games > setup->mode->games && setup->plan->prefix)
        return store_totals(setup->plan->store, arena->store_match, setup->mode->games, contest->group, totals, err);
    if (totals->games > setup->mode->games)
        return error_set(err,
                         "%llu games of this match are stored, more than the %llu asked for; ask for at least those",
                         (unsigned long long)totals->games, (unsigned long long)setup->mode->games);
    return true;
}

const char *match_end_name(ArenaEnd end) {
    static const char *const words[] = {"finished", "interrupted", "decided", "suspended", "failed"};
    return words[end];
}

// A secret that was revealed gives the games that were played from it and no others.
static bool may_be_spent(const MatchSetup *setup, uint64_t games, Error *err) {
    if (games >= setup->mode->games || setup->plan->sprt) return true;
    return error_set(err,
                     "the secret of this match was revealed when it was over, after %llu games; further ones could be "
                     "predicted: leave out --resume for a match of its own",
                     (unsigned long long)games);
}

// Everything that can refuse the match. What is gone on with stands in *totals then; a match that is refused leaves
// nothing in the store.
static bool open_match(const MatchSetup *setup, ArenaPlan *arena, MatchResult *result, Error *err) {
    const MatchPlan *plan = setup->plan;
    ArenaTotals *totals = &result->totals;
    if (plan->from && !plan->store) *totals = *plan->from;
    bool stored = plan->store && (store_is_part(plan->store) ? open_share(setup, arena, totals, &result->part, err)
                                                             : open_store(setup, arena, totals, err));
    if ((!plan->store || stored) && (!plan->spent || may_be_spent(setup, totals->games, err)) &&
        (!plan->records || match_records_open(setup, arena, totals, err)) &&
        match_programs_make_logs(setup->programs, err))
        return true;
    archive_close(arena->records, NULL);
    if (stored && arena->store) store_give_up(plan->store, arena->store_match);
    *totals = (ArenaTotals){0}; // games of earlier runs are no result of this one
    return false;
}

// The records' last line tells the secret, and from then on the store must know that it is none: a match killed between
// the two could be made longer from a secret that everybody knows.
static bool end_records(const MatchSetup *setup, const ArenaPlan *arena, const MatchResult *result, Error *err) {
    const MatchPlan *plan = setup->plan;
    ArenaTotals totals = result->totals;
    totals.games += arena->first; // counted from the first of the match
    bool reveals = plan->committed && plan->store && !plan->spent && match_is_over(result->end);
    return !arena->records || ((!reveals || store_secret_reveal(plan->store, plan->secret, err)) &&
                               match_note_close(setup, arena->records, &totals, result->end, err));
}

static bool play(const MatchSetup *setup, MatchResult *result, Error *err) {
    const MatchPlan *plan = setup->plan;
    char label[64];
    snprintf(label, sizeof label, "%.28s v %.28s", match_name(plan, 0), match_name(plan, 1));
    ArenaPlan arena = {
        .games = setup->mode->games,
        .threads = plan->threads,
        .sprt = plan->sprt,
        .store = plan->store,
        .quiet = plan->quiet,
        .label = label,
        .enough = match_programs_enough(setup->programs),
        .context = setup->programs,
        .watch = plan->watch,
    };
    ArenaTotals *totals = &result->totals;
    if (!open_match(setup, &arena, result, err)) return false;
    result->began = true;
    result->resumed = totals->games;
    arena.start = arena.first + totals->games;
    if (plan->spent) arena.games = totals->games;
    double start = progress_clock();
    result->end = arena_run(&setup->contest, &arena, totals, err);
    result->seconds = progress_clock() - start;
    bool done = result->end != ARENA_FAILED && end_records(setup, &arena, result, err);
    if (!archive_close(arena.records, done ? err : NULL)) done = false;
    if (arena.store && !store_finish(plan->store, arena.store_match, match_end_name(result->end), done ? err : NULL))
        done = false;
    if (!done) result->end = ARENA_FAILED;
    return done;
}

static bool check_players(const MatchSetup *setup, Error *err) {
    const PlayerKind *kind = setup->game->player;
    for (int i = 0; i < 2; i++) {
        void *player = player_make(kind, setup->plan->players[i], &setup->programs->limits, err);
        if (!player) return false;
        player_free(kind, player);
    }
    return true;
}

bool match_run(const MatchGame *game, const MatchPlan *plan, const MatchMode *mode, MatchResult *result, Error *err) {
    MatchPrograms programs;
    Text key = {0}, names = {0};
    MatchSetup setup = {.game = game, .plan = plan, .mode = mode, .programs = &programs};
    setup.contest = (ArenaContest){.entrants = 2,
                                   .tallies = match_tallies(game->stats),
                                   .group = mode->group,
                                   .config = &setup,
                                   .open = match_worker_open,
                                   .play = match_worker_play,
                                   .close = match_worker_close};
    match_key(&key, game, plan, mode);
    match_tally_names(game->stats, &names, setup.tally);
    setup.key = key.data;
    *result = (MatchResult){.end = ARENA_FAILED};
    match_programs_open(&programs, &setup, result);
    result->may_share = match_programs_enough(&programs) && mode->group > 1 && !programs.limits.sandbox;
    bool done = check_players(&setup, err) && game->check(plan, err) && play(&setup, result, err);
    match_programs_close(&programs);
    text_free(&key);
    text_free(&names);
    return done;
}
