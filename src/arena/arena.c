// SPDX-License-Identifier: MIT
// Workers, and the one queue between them.
//
// Chunks of games are handed out in order and leave in order through a ring of slots. Whoever finishes the
// chunk that is next to leave becomes the committer and drains what is ready behind it; the others put theirs
// down and go on, and wait only when the ring is full. The worker with the oldest chunk never waits, so the
// run always moves.
//
// How large a chunk is follows the clock, since 5-microsecond and 5-second games both must keep all threads
// busy and answer Ctrl-C. That is harmless: sums do not depend on how games are parcelled, and what could
// tell (looks of the sequential test, frames of compressed records) happens at whole batches, which chunks
// never straddle.
#include "arena/arena.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/threads/pool.h"

enum { SLOTS_A_THREAD = 4 };

static const double CHUNK_SHORT = 0.001, CHUNK_LONG = 0.008; // seconds; grow below, shrink above

// A chunk being played or waiting for its turn. `cut`: it ends before its last game, and so does the match:
// by interrupt, or by failure if err says why.
typedef struct Slot {
    uint64_t first;
    int count; // games asked for; whole groups played once it is done
    bool done;
    bool cut;
    Error err;
    ArenaTotals totals;
    ArenaGame *games; // room for the largest chunk with a store, else for one group
    Text records;
} Slot;

typedef struct Run {
    const ArenaContest *contest;
    const ArenaPlan *plan;
    uint64_t batch;
    int slots;
    Slot *slot;

    pthread_mutex_t lock;
    pthread_cond_t moved; // a chunk left the ring, or the run is closing
    uint64_t next;        // first game not handed out
    uint64_t taken, left; // chunks handed out, chunks committed
    uint64_t committed;   // games
    uint64_t chunk;       // games to hand out at a time
    bool closing;         // nothing more is handed out
    bool committing;      // somebody is the committer
    bool ended;           // nothing more is committed, and `end` says why
    ArenaEnd end;
    Error why; // for ARENA_FAILED

    // The committer's alone; committing passes it on.
    ArenaTotals *totals;
    Progress progress;
    Text frame; // records of the batch so far, when they are compressed
} Run;

uint64_t arena_batch(int group) {
    assert(group >= 1);
    return group > ARENA_BATCH ? (uint64_t)group : (uint64_t)(ARENA_BATCH - ARENA_BATCH % group);
}

// A game's part of the digest. Parts are summed, so chunks and resumed runs combine in any order; the index inside
// detects swapped games.
static uint64_t game_digest(const ArenaGame *game, uint64_t index, int entrants) {
    uint64_t hash = rng_fold(index, game->hash ^ (uint64_t)(int64_t)game->winner);
    for (int i = 0; i < entrants; i += 2) {
        uint64_t high = i + 1 < entrants ? (uint32_t)game->points[i + 1] : 0;
        hash = rng_fold(hash, high << 32 | (uint32_t)game->points[i]);
    }
    return hash;
}

static void add_tallies(ArenaTotals *totals, const ArenaGame *game, int tallies) {
    for (int i = 0; i < tallies; i++) totals->tally[i] += game->tally[i];
}

static void add_game(ArenaTotals *totals, const ArenaGame *game, int entrants, int tallies) {
    if (game->winner >= 0)
        totals->wins[game->winner]++;
    else
        totals->draws++;
    for (int i = 0; i < entrants; i++) totals->points[i] += game->points[i];
    add_tallies(totals, game, tallies);
}

// A group that does not count.
static void add_void(ArenaTotals *totals, const ArenaGame *games, int group, int tallies) {
    for (int i = 0; i < group; i++)
        if (games[i].winner == ARENA_VOID) add_tallies(totals, &games[i], tallies);
    totals->left_out++;
}

void arena_totals_add(ArenaTotals *totals, const ArenaGame *games, uint64_t first, int group, int entrants,
                      int tallies) {
    int64_t score = 0, points = 0;
    bool counts = true;
    for (int i = 0; i < group; i++) {
        assert(games[i].winner >= ARENA_VOID && games[i].winner < entrants);
        totals->games++;
        totals->digest += game_digest(&games[i], first + (uint64_t)i, entrants);
        counts = counts && games[i].winner != ARENA_VOID;
    }
    if (!counts) {
        add_void(totals, games, group, tallies);
        return;
    }
    for (int i = 0; i < group; i++) {
        const ArenaGame *game = &games[i];
        add_game(totals, game, entrants, tallies);
        score += game->winner == 0 ? 2 : game->winner < 0 ? 1 : 0;
        points += game->points[0] - (entrants > 1 ? (int64_t)game->points[1] : 0);
    }
    totals->groups++;
    totals->group_score += score;
    totals->group_score_squared += score * score;
    totals->group_points += points;
    totals->group_points_squared += points * points;
    for (int t = 0; t < tallies; t++) {
        uint64_t sum = 0;
        for (int i = 0; i < group; i++) sum += (uint64_t)games[i].tally[t];
        totals->tally_squared[t] += sum * sum;
    }
}

void arena_totals_merge(ArenaTotals *totals, const ArenaTotals *more) {
    totals->games += more->games;
    totals->groups += more->groups;
    totals->left_out += more->left_out;
    totals->digest += more->digest;
    totals->draws += more->draws;
    for (int i = 0; i < ARENA_MAX_ENTRANTS; i++) totals->wins[i] += more->wins[i];
    for (int i = 0; i < ARENA_MAX_ENTRANTS; i++) totals->points[i] += more->points[i];
    for (int i = 0; i < ARENA_MAX_TALLIES; i++) totals->tally[i] += more->tally[i];
    totals->group_score += more->group_score;
    totals->group_score_squared += more->group_score_squared;
    totals->group_points += more->group_points;
    totals->group_points_squared += more->group_points_squared;
    for (int i = 0; i < ARENA_MAX_TALLIES; i++) totals->tally_squared[i] += more->tally_squared[i];
}

// The rest is called with the lock held where a name ends in _locked, and without it elsewhere.

static void close_locked(Run *run) {
    run->closing = true;
    pthread_cond_broadcast(&run->moved);
}

// The first end counts: a committer at work may find another in its way.
static void end_locked(Run *run, ArenaEnd end, const Error *why) {
    if (run->ended) return;
    run->ended = true;
    run->end = end;
    run->why = *why;
    close_locked(run);
}

// The next chunk, or NULL when there is none: all handed out, closing, or interrupted.
static Slot *take(Run *run) {
    pthread_mutex_lock(&run->lock);
    while (!run->closing && run->taken - run->left >= (uint64_t)run->slots) pthread_cond_wait(&run->moved, &run->lock);
    if (!run->closing && progress_interrupted()) close_locked(run);
    Slot *slot = NULL;
    if (!run->closing && run->next < run->plan->games) {
        uint64_t limit = (run->next / run->batch + 1) * run->batch;
        if (limit > run->plan->games) limit = run->plan->games;
        uint64_t count = run->chunk < limit - run->next ? run->chunk : limit - run->next;
        slot = &run->slot[run->taken++ % (uint64_t)run->slots];
        slot->first = run->next;
        slot->count = (int)count;
        slot->cut = false;
        slot->err.text[0] = '\0';
        run->next += count;
    }
    pthread_mutex_unlock(&run->lock);
    return slot;
}

// Plays one group into `games`. False when it was interrupted or failed on the way.
static bool play_group(const Run *run, void *worker, Slot *slot, uint64_t first, ArenaGame *games) {
    const ArenaContest *contest = run->contest;
    size_t used = offsetof(ArenaGame, tally) + (size_t)contest->tallies * sizeof games->tally[0];
    Text *records = run->plan->records ? &slot->records : NULL;
    for (int i = 0; i < contest->group; i++) {
        if (progress_interrupted()) return false;
        memset(&games[i], 0, used);
        bool played = contest->play(worker, first + (uint64_t)i, &games[i], records, &slot->err);
        if (!memory_sufficed(&slot->err)) return false; // a player may have moved without thinking
        if (played) continue;
        if (!slot->err.text[0] && !progress_interrupted())
            error_set(&slot->err, "game %" PRIu64 " failed and its contest did not say why", first + (uint64_t)i);
        return false;
    }
    return true;
}

static void play_chunk(const Run *run, void *worker, Slot *slot) {
    const ArenaContest *contest = run->contest;
    memset(&slot->totals, 0, sizeof slot->totals);
    text_clear(&slot->records);
    for (int done = 0; done < slot->count; done += contest->group) {
        uint64_t first = slot->first + (uint64_t)done;
        size_t recorded = slot->records.size;
        ArenaGame *games = slot->games + (run->plan->store ? done : 0);
        if (!play_group(run, worker, slot, first, games)) {
            slot->records.size = recorded; // the records of half a group go with it
            slot->count = done;
            slot->cut = true;
            return;
        }
        arena_totals_add(&slot->totals, games, first, contest->group, contest->entrants, contest->tallies);
    }
}

static bool write_frame(Run *run, Error *err) {
    bool ok = run->frame.size == 0 || archive_write(run->plan->records, run->frame.data, run->frame.size, err);
    text_clear(&run->frame);
    return ok;
}

// A plain file gets every chunk at once; a compressed one gets whole batches, so that its frames are the same
// whatever the chunks were.
static bool commit_records(Run *run, const Slot *slot, bool boundary, Error *err) {
    if (!run->plan->records) return true;
    if (slot->records.size) text_add_bytes(&run->frame, slot->records.data, slot->records.size);
    bool due = boundary || !archive_compressed(run->plan->records);
    return !due || write_frame(run, err);
}

// True where the sequential test looks: after a whole batch and at the planned end.
static bool at_boundary(const Run *run, uint64_t games) { return games % run->batch == 0 || games == run->plan->games; }

static bool decided(const Run *run) {
    const Sprt *sprt = run->plan->sprt;
    const ArenaTotals *totals = run->totals;
    if (!sprt || !at_boundary(run, totals->games)) return false;
    double ratio =
        sprt_ratio(sprt, run->contest->group, totals->groups, totals->group_score, totals->group_score_squared);
    return sprt_verdict(sprt, ratio) != SPRT_CONTINUE;
}

// Keeps a finished chunk. True if the run ends with it, and then `end` says how and `why` what failed.
static bool commit(Run *run, const Slot *slot, ArenaEnd *end, Error *why) {
    const ArenaPlan *plan = run->plan;
    uint64_t games = slot->first + (uint64_t)slot->count;
    *end = ARENA_FAILED;
    if (plan->store && slot->count &&
        !store_add(plan->store, plan->store_match, slot->first, slot->games, slot->count, why))
        return true;
    if (!commit_records(run, slot, at_boundary(run, games), why)) return true;
    arena_totals_merge(run->totals, &slot->totals);
    progress_update(&run->progress, games - plan->first);
    if (slot->cut) {
        *why = slot->err;
        if (!why->text[0]) *end = ARENA_INTERRUPTED;
        return true;
    }
    *end = ARENA_SUSPENDED;
    if (plan->enough && plan->enough(plan->context, slot->games, slot->count)) return true;
    *end = ARENA_DECIDED;
    return decided(run);
}

// Commits the chunks that are ready, oldest first, without holding the lock while files are written.
static void drain_locked(Run *run) {
    run->committing = true;
    for (;;) {
        Slot *slot = &run->slot[run->left % (uint64_t)run->slots];
        if (run->ended || !slot->done) break;
        pthread_mutex_unlock(&run->lock);
        ArenaEnd end;
        Error why = {{0}};
        bool last = commit(run, slot, &end, &why);
        pthread_mutex_lock(&run->lock);
        slot->done = false;
        run->left++;
        run->committed = slot->first + (uint64_t)slot->count;
        pthread_cond_broadcast(&run->moved);
        if (last) end_locked(run, end, &why);
    }
    run->committing = false;
}

// Puts down a finished chunk and sets the size of those to come by the time it took.
static void put(Run *run, Slot *slot, double seconds) {
    uint64_t group = (uint64_t)run->contest->group;
    pthread_mutex_lock(&run->lock);
    slot->done = true;
    if (slot->cut)
        close_locked(run); // what comes later can no longer count
    else if (seconds < CHUNK_SHORT && (uint64_t)slot->count == run->chunk)
        run->chunk *= 2;
    else if (seconds > CHUNK_LONG)
        run->chunk /= 2;
    if (run->chunk > run->batch) run->chunk = run->batch;
    if (run->plan->enough) run->chunk = group;
    run->chunk = run->chunk < group ? group : run->chunk - run->chunk % group;
    if (!run->committing) drain_locked(run);
    pthread_mutex_unlock(&run->lock);
}

static void *open_worker(Run *run) {
    Error why = {{0}};
    void *worker = run->contest->open(run->contest->config, &why);
    if (worker) return worker;
    if (!why.text[0]) error_set(&why, "a player could not be made and its contest did not say why");
    pthread_mutex_lock(&run->lock);
    end_locked(run, ARENA_FAILED, &why);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

// The calling thread is the first worker.
static void tell(Run *run) {
    const ArenaWatch *watch = &run->plan->watch;
    pthread_mutex_lock(&run->lock);
    uint64_t done = run->committed;
    pthread_mutex_unlock(&run->lock);
    if (watch->look(watch->context, done - run->plan->first, run->plan->games - run->plan->first)) return;
    pthread_mutex_lock(&run->lock);
    close_locked(run);
    pthread_mutex_unlock(&run->lock);
}

static void work(void *context, int index) {
    Run *run = context;
    void *worker = open_worker(run);
    if (!worker) return;
    for (Slot *slot; (slot = take(run)) != NULL;) {
        double began = progress_clock();
        play_chunk(run, worker, slot);
        put(run, slot, progress_clock() - began);
        if (index == 0 && run->plan->watch.look) tell(run);
    }
    run->contest->close(worker);
}

// Per-game numbers are kept only for a store, so a match of any length needs the same memory.
static bool make_slots(Run *run, Error *err) {
    size_t room = run->plan->store ? (size_t)run->batch : (size_t)run->contest->group;
    run->slots = SLOTS_A_THREAD * run->plan->threads;
    run->slot = calloc((size_t)run->slots, sizeof *run->slot);
    for (int i = 0; run->slot && i < run->slots; i++) {
        run->slot[i].games = malloc(room * sizeof(ArenaGame));
        if (!run->slot[i].games) return error_set(err, "no memory for %d threads; ask for fewer", run->plan->threads);
    }
    return run->slot || error_set(err, "no memory for %d threads; ask for fewer", run->plan->threads);
}

static void free_slots(Run *run) {
    for (int i = 0; run->slot && i < run->slots; i++) {
        free(run->slot[i].games);
        text_free(&run->slot[i].records);
    }
    free(run->slot);
    text_free(&run->frame);
}

// A thread for each group of games at most: a short match should not wait for threads that find nothing to do.
static int wanted_threads(const Run *run) {
    uint64_t groups = (run->plan->games - run->plan->start) / (uint64_t)run->contest->group;
    return groups < (uint64_t)run->plan->threads ? (int)groups : run->plan->threads;
}

// Plays until the run ends by itself or by one of its workers.
static void play(Run *run) {
    const ArenaPlan *plan = run->plan;
    run->progress = progress_start(plan->label ? plan->label : "arena", "games", plan->games - plan->first,
                                   plan->start - plan->first, plan->quiet);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->moved, NULL);
    Error refused = {{0}};
    bool staffed = pool_run(wanted_threads(run), work, run, &refused);
    pthread_cond_destroy(&run->moved);
    pthread_mutex_destroy(&run->lock);
    progress_end(&run->progress, run->totals->games);
    if (run->ended) return;
    // Threads that did start play the whole match, and then it does not matter that others did not.
    run->end = run->totals->games == plan->games - plan->first ? ARENA_FINISHED
               : staffed                                       ? ARENA_INTERRUPTED
                                                               : ARENA_FAILED;
    run->why = refused;
}

ArenaEnd arena_run(const ArenaContest *contest, const ArenaPlan *plan, ArenaTotals *totals, Error *err) {
    uint64_t group = (uint64_t)contest->group;
    assert(contest->entrants >= 1 && contest->entrants <= ARENA_MAX_ENTRANTS);
    assert(contest->tallies >= 0 && contest->tallies <= ARENA_MAX_TALLIES);
    assert(contest->group >= 1 && plan->games % group == 0 && plan->start % group == 0);
    assert(plan->first % group == 0 && plan->first <= plan->start && (plan->first == 0 || !plan->sprt));
    assert(plan->threads >= 1 && totals->games == plan->start - plan->first);

    Run run = {.contest = contest,
               .plan = plan,
               .totals = totals,
               .next = plan->start,
               .committed = plan->start,
               .chunk = group};
    run.batch = arena_batch(contest->group);
    if (decided(&run)) return ARENA_DECIDED;
    if (plan->start >= plan->games) return ARENA_FINISHED;
    if (!make_slots(&run, err)) {
        free_slots(&run);
        return ARENA_FAILED;
    }
    play(&run);
    Error unwritten = {{0}};
    if (!write_frame(&run, &unwritten) && run.end != ARENA_FAILED) {
        run.end = ARENA_FAILED;
        run.why = unwritten;
    }
    if (run.end == ARENA_FAILED) error_set(err, "%s", run.why.text);
    free_slots(&run);
    return run.end;
}
