// SPDX-License-Identifier: MIT
#include "contest/match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contest/names.h"
#include "contest/programs.h"

// Finds how many whole games a file of records holds, `most` or fewer, and where to cut it so that whole groups of them
// stay. At damage reading stops.
static bool scan_records(const MatchSetup *setup, uint64_t most, uint64_t *games, uint64_t *offset, Error *err) {
    *games = *offset = 0;
    Archive *archive = archive_open(setup->plan->records, err);
    if (!archive) return false;
    Text line = {0};
    bool belongs = true;
    uint64_t whole = 0, group = (uint64_t)setup->contest.group, game = 0, at;
    while (whole < most && archive_line(archive, &line, NULL) > 0) {
        MatchLine is = setup->read(setup->contest.config, line.data, &game);
        if (is == MATCH_LINE_DAMAGED) break;
        belongs = is != MATCH_LINE_FOREIGN && game == whole;
        if (!belongs) break;
        whole += is == MATCH_LINE_LAST_HAND;
        bool cut = is == MATCH_LINE_LAST_HAND && archive_boundary(archive, &at) && whole % group == 0;
        if (cut) *games = whole, *offset = at;
    }
    text_free(&line);
    archive_close(archive, NULL);
    if (belongs) return true;
    return error_set(err, "%s holds records of another match (at game %llu); give this one a file of its own",
                     setup->plan->records, (unsigned long long)game);
}

static bool open_store(const MatchSetup *setup, ArenaPlan *arena, ArenaTotals *totals, Error *err) {
    const ArenaContest *contest = &setup->contest;
    if (!store_match(setup->plan->store, setup->key, setup->tally, contest->tallies, contest->entrants, contest->group,
                     setup->plan->resume, &arena->store_match, totals, err))
        return false;
    if (totals->games > setup->games && setup->plan->prefix)
        return store_totals(setup->plan->store, arena->store_match, setup->games, contest->group, totals, err);
    if (totals->games > setup->games)
        return error_set(err,
                         "%llu games of this match are stored, more than the %llu asked for; ask for at least those",
                         (unsigned long long)totals->games, (unsigned long long)setup->games);
    return true;
}

// A file that holds no whole game may be overwritten only if it looks like one of ours that was cut short.
static bool clear_records(const MatchSetup *setup, Error *err) {
    const char *const starts[] = {setup->begins, "\x28\xB5\x2F\xFD"}; // a record, a zstd frame
    const char *path = setup->plan->records;
    char head[16] = "";
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0) return true;
    FILE *file = fopen(path, "rb");
    if (!file) return true;
    size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    bool ours = false;
    for (int i = 0; i < 2; i++) {
        size_t most = strlen(starts[i]);
        ours = ours || strncmp(head, starts[i], size < most ? size : most) == 0;
    }
    if (!ours) return error_set(err, "%s is there and holds no records; choose another file for them", path);
    return truncate(path, 0) == 0 || error_set(err, "%s cannot be started over: %s", path, strerror(errno));
}

// Store and records go on from the last game that both hold whole.
static bool open_records(const MatchSetup *setup, ArenaPlan *arena, ArenaTotals *totals, Error *err) {
    uint64_t games = 0, offset = 0;
    bool there = access(setup->plan->records, F_OK) == 0;
    if (totals->games && there && !scan_records(setup, totals->games, &games, &offset, err)) return false;
    if (totals->games && there && !games && !clear_records(setup, err)) return false;
    if (games < totals->games &&
        !store_truncate(setup->plan->store, arena->store_match, games, setup->contest.group, totals, err))
        return false;
    arena->records = archive_create(setup->plan->records, offset, err);
    return arena->records != NULL;
}

const char *match_end_name(ArenaEnd end) {
    static const char *const words[] = {"finished", "interrupted", "decided", "suspended", "failed"};
    return words[end];
}

static bool play(const MatchSetup *setup, MatchResult *result, Error *err) {
    const MatchPlan *plan = setup->plan;
    char label[64];
    snprintf(label, sizeof label, "%.28s v %.28s", match_name(plan, 0), match_name(plan, 1));
    ArenaPlan arena = {
        .games = setup->games,
        .threads = plan->threads,
        .sprt = plan->sprt,
        .store = plan->store,
        .quiet = plan->quiet,
        .label = label,
        .enough = match_programs_enough(setup->programs),
        .context = setup->programs,
    };
    ArenaTotals *totals = &result->totals;
    if (plan->from && !plan->store) *totals = *plan->from;
    if ((plan->store && !open_store(setup, &arena, totals, err)) ||
        (plan->records && !open_records(setup, &arena, totals, err))) {
        *totals = (ArenaTotals){0}; // games of earlier runs are no result of this one
        return false;
    }
    if (!match_programs_make_logs(setup->programs, err)) {
        archive_close(arena.records, NULL);
        return false;
    }
    arena.start = result->resumed = totals->games;
    double start = progress_clock();
    result->end = arena_run(&setup->contest, &arena, totals, err);
    result->seconds = progress_clock() - start;
    bool done = result->end != ARENA_FAILED;
    if (!archive_close(arena.records, done ? err : NULL)) done = false;
    if (plan->store && !store_finish(plan->store, arena.store_match, match_end_name(result->end), done ? err : NULL))
        done = false;
    if (!done) result->end = ARENA_FAILED;
    return done;
}

bool match_run(const MatchSetup *setup, MatchResult *result, Error *err) {
    *result = (MatchResult){.end = ARENA_FAILED};
    match_programs_open(setup->programs, setup, result);
    result->may_share =
        match_programs_enough(setup->programs) && setup->contest.group > 1 && !setup->programs->limits.sandbox;
    bool done = setup->check(setup->contest.config, err) && play(setup, result, err);
    match_programs_close(setup->programs);
    return done;
}
